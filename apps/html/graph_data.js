/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Functions of a program as graphs, and repeated sequences of kernels.
const PERIOD_MOST = 2000;
const LAYERS_MOST = 64;

class GraphData {
  constructor() {
    const data = json('data');
    this.timed = data.timed;
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
    const kernels = Array.from({ length: reader.number() }, (_, i) => ({
      number: i + 1, name: reader.text(), place: reader.text(), stream: reader.number(), results: reader.number(), operands: registers(),
      functions: Array.from({ length: reader.number() }, () => reader.number()),
      time: this.timed ? reader.number() : 0, runs: this.timed ? reader.number() : 0, users: [],
    }));
    const returned = registers();
    for (const kernel of kernels) {
      for (const source of new Set(kernel.operands)) if (source > 0) kernels[source - 1].users.push(kernel.number);
    }
    const result = { ...this.functions[number], args, kernels, returned };
    result.time = kernels.reduce((sum, kernel) => sum + kernel.time, 0);
    result.groups = findGroups(kernels);
    return result;
  }
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

/** The number of the layer that has a kernel, given by its index. */
const layerOf = (run, index) => first(0, run.times, (i) => run.bounds[i + 1] > index);

/**
 * The nodes that are drawn: kernels, layers (one repetition), runs (all repetitions), arguments and the return. `open` has keys of
 * groups that are expanded, `closed` of runs that are one node although they have few layers.
 */
function makeNodes(fn, state) {
  const nodes = [];
  const nodeOf = new Int32Array(fn.kernels.length + 1).fill(-1);
  const add = (node, first, count) => {
    node.index = nodes.length;
    node.kernels = count;
    node.first = first;
    node.time = 0;
    for (let i = first; i < first + count; i++) {
      nodeOf[i + 1] = node.index;
      node.time += fn.kernels[i].time;
    }
    nodes.push(node);
    return node;
  };
  const kernel = (i) => add({ kind: 'kernel', kernel: fn.kernels[i], label: fn.kernels[i].name, color: fn.kernels[i].name }, i, 1);
  for (let i = 0; i < fn.args; i++) add({ kind: 'argument', label: `argument ${i}`, color: 'argument' }, 0, 0);
  let group = 0;
  for (let i = 0; i < fn.kernels.length;) {
    const run = fn.groups[group];
    if (!run || i < run.start) {
      kernel(i++);
      continue;
    }
    group++;
    const key = `${run.start}`;
    const whole = run.end - run.start;
    const color = fn.kernels.slice(run.start, run.bounds[1]).map((one) => one.name).join();
    const expanded = state.all || state.open.has(key) || (run.times <= LAYERS_MOST && run.period > 1 && !state.closed.has(key));
    if (!expanded) {
      const what = run.period === 1 ? fn.kernels[i].name : `layers, ${plural(whole, 'kernel')}`;
      add({ kind: 'run', key, run, label: `${count(run.times)} × ${what}`, color }, i, whole);
    }
    for (let time = 0; expanded && time < run.times; time++) {
      const at = run.bounds[time];
      const end = run.bounds[time + 1];
      if (state.all || run.period === 1 || state.open.has(`${key}/${time}`)) for (let j = at; j < end; j++) kernel(j);
      else add({ kind: 'layer', key: `${key}/${time}`, run, label: `layer ${time + 1} of ${run.times}: ${plural(end - at, 'kernel')}`, color }, at, end - at);
    }
    i += whole;
  }
  if (fn.returned.length) add({ kind: 'return', label: 'return', color: 'argument' }, 0, 0);
  return { nodes, nodeOf, edges: makeEdges(fn, nodes, nodeOf) };
}

/** Pairs of nodes, each once, in the order of their ends. */
function makeEdges(fn, nodes, nodeOf) {
  const from = [];
  const to = [];
  const last = new Int32Array(nodes.length).fill(-1);
  const link = (source, node) => {
    const start = source > 0 ? nodeOf[source] : -1 - source;
    if (start < 0 || start >= nodes.length || start === node || last[start] === node) return;
    last[start] = node;
    from.push(start);
    to.push(node);
  };
  for (const node of nodes) {
    for (let i = node.first; i < node.first + node.kernels; i++) for (const source of fn.kernels[i].operands) link(source, node.index);
    if (node.kind === 'return') for (const source of fn.returned) link(source, node.index);
  }
  return { from: Uint32Array.from(from), to: Uint32Array.from(to) };
}
