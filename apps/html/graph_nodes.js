/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// The nodes and edges that are drawn of a function.
const SOURCES_MOST = 12; // with more of them, weights are not nodes

/** The number of the layer that has a kernel, given by its index. */
const layerOf = (run, index) => first(0, run.times, (i) => run.bounds[i + 1] > index);

const argumentName = (fn, index) => fn.arguments?.[index]?.[0] || `argument ${index}`;
const argumentType = (fn, index) => fn.arguments?.[index]?.[1]?.replaceAll(' ', '');
const argumentText = (fn, index) => [argumentName(fn, index), argumentType(fn, index)].filter(Boolean).join(': ');

/** The last part of a layer's name, and what a kernel computes: "Dense_0: dot_general". */
function kernelLabel(kernel) {
  const layer = kernel.layer.slice(kernel.layer.lastIndexOf('/') + 1);
  const what = kernel.computes.length > 1 && kernel.operation ? `${kernel.operation} +${kernel.computes.length - 1}` : kernel.operation;
  return kernel.layer || kernel.resultTypes.length ? [layer, what || kernel.name].filter(Boolean).join(': ') : kernel.name;
}

/** The longest name of a layer that more than three quarters of the kernels with a name are in. */
function layerOfAll(kernels) {
  const named = kernels.filter((kernel) => kernel.layer);
  let best = '';
  for (let depth = 1; ; depth++) {
    const counts = new Map();
    for (const { layer } of named) {
      const parts = layer.split('/');
      if (parts.length >= depth) counts.set(parts.slice(0, depth).join('/'), (counts.get(parts.slice(0, depth).join('/')) ?? 0) + 1);
    }
    const found = [...counts].find(([, size]) => 4 * size > 3 * named.length);
    if (!found) return best;
    [best] = found;
  }
}

/** Whether weights are nodes, unless the user chose. */
const weightsShown = (fn, state) => state.weights ?? fn.args + fn.kernels.filter((kernel) => !kernel.operands.length).length <= SOURCES_MOST;

/**
 * The nodes that are drawn: kernels, layers (one repetition), runs (all repetitions), arguments and the return. `open` has keys of
 * groups that are expanded, `closed` of runs that are one node although they have few layers. Weights belong to what uses them, unless
 * they are shown.
 */
function makeNodes(fn, state) {
  const nodes = [];
  const nodeOf = new Int32Array(fn.kernels.length + 1).fill(-1);
  const argumentNodes = new Int32Array(fn.args).fill(-1);
  const shown = weightsShown(fn, state);
  const hidden = (one) => !shown && fn.weights.has(one);
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
  const kernel = (i) => {
    const one = fn.kernels[i];
    if (!hidden(i + 1)) add({ kind: 'kernel', kernel: one, label: kernelLabel(one), second: one.resultTypes.join(' '), color: one.name }, i, 1);
  };
  for (let i = 0; i < fn.args; i++) {
    if (hidden(-1 - i)) continue;
    argumentNodes[i] = nodes.length;
    add({ kind: 'argument', argument: i, label: argumentName(fn, i), second: argumentType(fn, i), color: 'argument' }, 0, 0);
  }
  const addLayer = (node, at, end, which) => {
    const inside = fn.kernels.slice(at, end);
    const name = layerOfAll(inside);
    const last = inside[inside.length - 1].resultTypes;
    add({ ...node, label: `${name.split('/').slice(-2).join('/') || 'layer'} (${which}): ${plural(end - at, 'kernel')}`, second: last[0] }, at, end - at);
  };
  let group = 0;
  for (let i = 0; i < fn.kernels.length;) {
    const run = fn.groups[group];
    if (!run || i < run.start) {
      kernel(i++);
      continue;
    }
    group++;
    if (!shown && fn.kernels.slice(run.start, run.end).every((one) => fn.weights.has(one.number))) {
      i = run.end;
      continue;
    }
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
      else addLayer({ kind: 'layer', key: `${key}/${time}`, run, color }, at, end, `${time + 1} of ${run.times}`);
    }
    i += whole;
  }
  if (fn.returned.length) add({ kind: 'return', label: 'return', color: 'argument' }, 0, 0);
  // A weight that is no node is at the first node that uses it.
  if (!shown) for (const [one, users] of fn.weights) if (one > 0) nodeOf[one] = nodeOf[users[0]];
  return { nodes, nodeOf, edges: makeEdges(fn, nodes, (one) => (hidden(one) ? -1 : one > 0 ? nodeOf[one] : argumentNodes[-1 - one])) };
}

/** The weights that a node uses and that are no nodes: numbers as in operands. */
function weightsOf(fn, state, node) {
  if (weightsShown(fn, state)) return [];
  const all = new Set();
  for (let i = node.first; i < node.first + node.kernels; i++) for (const one of fn.kernels[i].operands) if (fn.weights.has(one)) all.add(one);
  return [...all];
}

/** Pairs of nodes, each once, in the order of their ends. */
function makeEdges(fn, nodes, nodeOf) {
  const from = [];
  const to = [];
  const last = new Int32Array(nodes.length).fill(-1);
  const link = (source, node) => {
    const start = nodeOf(source);
    if (start < 0 || start === node || last[start] === node) return;
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
