/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Functions of a program as graphs, and repeated sequences of kernels.
const PERIOD_MOST = 2000;
const LAYERS_MOST = 64;

class GraphData {
  constructor() {
    const data = json('data');
    this.texts = ['', ...json('texts')];
    this.timed = data.timed;
    this.compared = data.compared;
    this.matched = data.matched;
    this.unmatched = data.unmatched;
    this.functions = data.functions.map((one, number) => ({ ...one, number, label: one.name ? `@${one.name}` : `region ${number}` }));
    this.read = new Map();
  }

  /** A function with its kernels, read when it is first wanted. Operands: numbers of kernels from 1, or -1 minus an argument. */
  function(number) {
    if (!this.read.has(number)) this.read.set(number, this.decode(number));
    return this.read.get(number);
  }

  decode(number) {
    const reader = new Reader(blockBytes(`function-${number}`));
    const registers = () => Array.from({ length: reader.number() }, () => reader.signed());
    const args = reader.number();
    const text = () => this.texts[reader.number()];
    const kernels = Array.from({ length: reader.number() }, (_, i) => ({
      number: i + 1, name: text(), place: text(), ...layerAndOperation(text()), stream: reader.number(), results: reader.number(), operands: registers(),
      functions: Array.from({ length: reader.number() }, () => reader.number()), ...readTypes(text()), computes: computed(text()),
      time: this.timed ? reader.number() : 0, runs: this.timed ? reader.number() : 0,
      before: this.compared ? reader.number() : 0, runsBefore: this.compared ? reader.number() : 0, users: [],
    }));
    const returned = registers();
    for (const kernel of kernels) {
      for (const source of new Set(kernel.operands)) if (source > 0) kernels[source - 1].users.push(kernel.number);
    }
    const result = { ...this.functions[number], args, kernels, returned };
    result.time = kernels.reduce((sum, kernel) => sum + kernel.time, 0);
    result.groups = findGroups(kernels);
    result.weights = findWeights(result);
    return result;
  }
}

/** "f32[2,16] f32[16] -> f32[2,16]": types of operands and of results. */
function readTypes(text) {
  const [from, to] = text.split(' -> ');
  return { operandTypes: to === undefined || !from ? [] : from.split(' '), resultTypes: to === undefined ? [] : to.split(' ') };
}

/** The operations of an expression like "f32 f32; add 0 1 f32; tanh 2 f32; return 3", in their order, without constants. */
function computed(expression) {
  const words = expression.split(';').slice(1).map((step) => step.trim().split(' ')[0]);
  return words.filter((word) => word && word !== 'constant' && word !== 'return');
}

const BITS = { i1: 8, i2: 8, i4: 8, ui2: 8, ui4: 8 };
/** The bytes of a type like "f32[2,16]"; 0 if a dimension is unknown. An element takes whole bytes. */
function bytesOf(type) {
  const [, name, dims] = /^(.*)\[(.*)\]$/.exec(type) ?? [];
  if (name === undefined || dims.includes('?')) return 0;
  const bits = BITS[name] ?? (name.startsWith('complex') ? 2 * Number(/\d+/.exec(name)?.[0] ?? 0) : Number(/\d+/.exec(name)?.[0] ?? 0));
  return (dims ? dims.split(',').reduce((product, dim) => product * Number(dim), 1) : 1) * Math.ceil(bits / 8);
}
/** The bytes of the operands and results of a kernel: what it has to read and write at least, if it uses all of them. */
const trafficOf = (kernel) => [...kernel.operandTypes, ...kernel.resultTypes].reduce((sum, type) => sum + bytesOf(type), 0);

/** Sources are arguments, and kernels without operands. One is a weight if all that use it have an operand that is computed. */
function findWeights(fn) {
  const isSource = (one) => one < 0 || !fn.kernels[one - 1].operands.length;
  const used = new Map();
  const plain = new Set(fn.returned); // not weights
  for (const kernel of fn.kernels) {
    const computedToo = kernel.operands.some((one) => !isSource(one));
    for (const one of new Set(kernel.operands)) {
      if (!isSource(one)) continue;
      used.set(one, [...used.get(one) ?? [], kernel.number]);
      if (!computedToo) plain.add(one);
    }
  }
  return new Map([...used].filter(([one]) => !plain.has(one)));
}

/**
 * Finds sequences of names that follow each other at least twice: { start, period, times }, in their order and without overlap. A period
 * repeats where each name equals the one a period later, for at least a period. What covers most is taken first.
 */
function findRepeats(names) {
  const numbers = new Map();
  const ids = Uint32Array.from(names, (name) => numbers.get(name) ?? (numbers.set(name, numbers.size + 1), numbers.size));
  const candidates = [];
  for (let period = 1; period <= Math.min(PERIOD_MOST, ids.length >>> 1); period++) {
    for (let i = 0, run = 0; i + period <= ids.length; i++) {
      if (i + period < ids.length && ids[i] === ids[i + period]) {
        run++;
        continue;
      }
      const times = Math.floor(run / period) + 1;
      // A run of one kernel is worth a group only if it is long.
      if (times > 1 && times * period >= (period === 1 ? 8 : 6)) candidates.push({ start: i - run, period, times });
      run = 0;
    }
  }
  candidates.sort((a, b) => b.times * b.period - a.times * a.period || a.period - b.period);
  const taken = new Uint8Array(ids.length);
  const groups = candidates.filter(({ start, period, times }) => {
    const end = start + period * times;
    // Groups that were taken are at least as long, so one that overlaps has an end in this one.
    if (taken[start] || taken[end - 1]) return false;
    taken.fill(1, start, end);
    return true;
  });
  return groups.sort((a, b) => a.start - b.start);
}

/**
 * Repeated layers of a function: { start, end, bounds, times, period }; layer n has the kernels from bounds[n] to bounds[n + 1]. Kernels that depend
 * on no argument are left out of the comparison, because a constant that several layers use is only in the first one.
 */
function findGroups(kernels) {
  const depends = new Uint8Array(kernels.length + 1);
  for (const kernel of kernels) depends[kernel.number] = kernel.operands.some((one) => one < 0 || depends[one]) ? 1 : 0;
  const groups = groupsOf(kernels.filter((kernel) => depends[kernel.number]));
  // What is between these groups is compared with all of its kernels.
  const ends = [0, ...groups.map((group) => group.end)];
  const starts = [...groups.map((group) => group.start), kernels.length];
  const between = ends.flatMap((end, i) => groupsOf(kernels.slice(end, starts[i])));
  return [...groups, ...between].sort((a, b) => a.start - b.start);
}

function groupsOf(kernels) {
  return findRepeats(kernels.map((kernel) => kernel.name)).map(({ start, period, times }) => {
    const bounds = Array.from({ length: times }, (_, i) => kernels[start + i * period].number - 1);
    bounds.push(kernels[start + times * period - 1].number);
    return { start: bounds[0], end: bounds[times], bounds, times, period };
  });
}

