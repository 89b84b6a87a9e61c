/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Checks of apps/html that need no browser. run_scripts.py puts the scripts before this text, in one scope, and the blocks of a trace into
// `blocks`.
const assert = require('assert');

function checkReader() {
  const reader = new Reader(Uint8Array.from([0x7f, 0x80, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f, 3, 4, 2, 0x61, 0x62]));
  assert.strictEqual(reader.number(), 127);
  assert.strictEqual(reader.number(), 128);
  assert.strictEqual(reader.number(), 2 ** 40 - 1);
  assert.strictEqual(reader.signed(), -2);
  assert.strictEqual(reader.signed(), 2);
  assert.strictEqual(reader.text(), 'ab');
}

function checkRepeats() {
  assert.deepStrictEqual(findRepeats([...'xabcabcabcy']), [{ start: 1, period: 3, times: 3 }]);
  assert.deepStrictEqual(findRepeats([...'aaaaaaaab']), [{ start: 0, period: 1, times: 8 }]);
  assert.deepStrictEqual(findRepeats([...'abab']), []);
  assert.deepStrictEqual(findRepeats([]), []);
}

/** Layers of which the first also has constants: each kernel uses the one before, or the argument. */
function layered(layers, names) {
  const kernels = [];
  const add = (name, operands) => kernels.push({ number: kernels.length + 1, name, operands, functions: [], users: [], time: 1, runs: 1,
    layer: '', operation: name, computes: [], operandTypes: [], resultTypes: [] });
  let last = -1;
  for (let layer = 0; layer < layers; layer++) {
    for (const name of names) {
      if (layer === 0) add('constant', []);
      add(name, layer === 0 ? [last, kernels.length] : [last]);
      last = kernels.length;
    }
  }
  const fn = { number: 0, args: 1, kernels, returned: [last], groups: findGroups(kernels) };
  fn.weights = findWeights(fn);
  return fn;
}
const collapsed = () => ({ open: new Set(), closed: new Set(), all: false, weights: true });

function checkLayers() {
  const fn = layered(5, [...'abcdef']);
  assert.strictEqual(fn.groups.length, 1);
  assert.deepStrictEqual([fn.groups[0].times, fn.groups[0].period], [5, 6]);
  const { nodes, nodeOf } = makeNodes(fn, collapsed());
  assert.strictEqual(nodes.filter((node) => node.kind === 'layer').length, 5);
  assert.strictEqual(nodes.reduce((sum, node) => sum + node.kernels, 0), fn.kernels.length);
  assert.strictEqual(nodeOf.slice(1).filter((node) => node < 0).length, 0);
  const all = makeNodes(fn, { ...collapsed(), all: true });
  assert.strictEqual(all.nodes.filter((node) => node.kind === 'kernel').length, fn.kernels.length);
}

function checkLayout() {
  const fn = layered(1000, [...'abcdefghij']);
  const begun = Date.now();
  const graph = layOut(makeNodes(fn, { ...collapsed(), all: true }));
  assert(Date.now() - begun < 5000, 'the layout is slow');
  assert.strictEqual(graph.nodes.length, fn.kernels.length + 2);
  for (const row of graph.rows) {
    for (let i = 1; i < row.length; i++) assert(row[i].x - row[i - 1].x >= (row[i].width + row[i - 1].width) / 2 - 1e-6, 'nodes overlap');
  }
  graph.edges.from.forEach((from, i) => assert(graph.nodes[from].y < graph.nodes[graph.edges.to[i]].y, 'an edge leads upwards'));
}

/** Weights belong to the nodes that use them; what the first kernel reads, and what is returned, does not. */
function checkWeights() {
  const fn = layered(4, [...'abcdef']);
  assert.deepStrictEqual([...fn.weights.keys()], fn.kernels.filter((kernel) => kernel.name === 'constant').slice(1).map((kernel) => kernel.number));
  const state = { ...collapsed(), all: true, weights: false };
  const { nodes, nodeOf, edges } = makeNodes(fn, state);
  assert.strictEqual(nodes.filter((node) => node.kernel?.name === 'constant').length, 1);
  for (const [one, [user]] of fn.weights) assert.strictEqual(nodeOf[one], nodeOf[user]);
  for (const node of nodes) if (node.kind !== 'argument') assert(edges.to.includes(node.index) || node.kernel.name === 'constant');
  assert.deepStrictEqual(weightsOf(fn, state, nodes[nodeOf[4]]), [3]);
  assert.strictEqual(makeNodes(fn, { ...state, weights: true }).nodes.length, fn.kernels.length + 2);
  assert.deepStrictEqual(findWeights({ ...fn, returned: [3] }).has(3), false);
}

function checkNames() {
  assert.deepStrictEqual(layerAndOperation('jit(f)/jit(main)/Net/Block_0/add'), { layer: 'Net/Block_0', operation: 'add' });
  assert.deepStrictEqual(layerAndOperation('add'), { layer: '', operation: 'add' });
  assert.deepStrictEqual(layerAndOperation(''), { layer: '', operation: '' });
  assert.deepStrictEqual(framesOf('/x/site-packages/a b.py;3;4(g)<-n.py;9;2(f)(jit(f)/Net/add)'),
    [{ place: '/x/site-packages/a b.py:3:4', name: 'g' }, { place: 'n.py:9:2', name: 'f' }]);
  assert.strictEqual(innermost('/x/site-packages/a/b.py;3;4(g)<-n.py;9;2'), 'a/b.py:3:4');
  assert.strictEqual(innermost('n.py:9:2'), 'n.py:9:2');
  assert.deepStrictEqual(readTypes('f32[2,3] i1[] -> f32[2]'), { operandTypes: ['f32[2,3]', 'i1[]'], resultTypes: ['f32[2]'] });
  assert.deepStrictEqual(readTypes(' -> token'), { operandTypes: [], resultTypes: ['token'] });
  assert.deepStrictEqual(readTypes(''), { operandTypes: [], resultTypes: [] });
  assert.deepStrictEqual(computed('f32 f32; constant 0x41800000 f32; add 0 1 f32; reduce.add 3 2 f32; return 4'), ['add', 'reduce.add']);
  assert.deepStrictEqual(['f32[2,3]', 'bf16[5]', 'i1[7]', 'ui4[3]', 'complex<f64>[2]', 'f8E4M3FN[4]', 'f32[?,2]', 'token', 'f64[]'].map(bytesOf),
    [24, 10, 7, 3, 32, 4, 0, 0, 8]);
  const layers = ['Net/B/x', 'Net/B/y', 'Net/B', '', 'Net/C'].map((layer) => ({ layer }));
  assert.strictEqual(layerOfAll(layers), 'Net');
  assert.strictEqual(layerOfAll(layers.slice(0, 4)), 'Net/B');
  assert.strictEqual(layerOfAll([]), '');
}

function checkUnits() {
  assert.deepStrictEqual([0, 999, 1000, 12345, 2.5e9, 3e13].map(scaled), ['0 ', '999 ', '1.00 k', '12.3 k', '2.50 G', '30.0 T']);
}

function checkTrace() {
  const trace = new TraceData();
  const main = [];
  for (let i = 0; i < trace.count; i++) if (trace.execution[i] >= 0 && trace.functionOf(i) === 'main') main[trace.kernel[i]] = i;
  assert.strictEqual(main.length, 7);
  assert.deepStrictEqual(trace.sources(main[3]), [main[1], main[2]]);
  assert.deepStrictEqual(trace.users(main[4]), [main[5], main[6]]);
  const nested = trace.byExecution.find((i) => trace.functionOf(i) === 'twice');
  assert.deepStrictEqual(trace.sources(nested), [main[4]]);
  assert(trace.paths.some((path) => path.events[path.events.length - 1] === main[6]));
  // each event is in one lane, and events of a lane do not overlap
  assert.strictEqual(trace.lanes.filter((lane) => !lane.late).reduce((sum, lane) => sum + lane.events.length, 0), trace.count);
  for (const { events, late } of trace.lanes) {
    for (let i = 1; i < events.length; i++) assert(trace.start[events[i]] >= trace.start[events[i - 1]] + trace.length(events[i - 1], late));
  }
  // the memory after each call, in the order of ends, and the call after which it was largest
  assert.strictEqual(trace.byEnd.length, trace.executionStarts[trace.executions.length]);
  assert.deepStrictEqual([...trace.ends], [...trace.ends].sort((a, b) => a - b));
  assert(trace.memory[trace.most] > 0 && trace.byEnd.every((i) => trace.memory[i] >= 0 && trace.memory[i] <= trace.memory[trace.most]));
  assert(trace.memory[trace.most] <= trace.peakBytes);
  trace.costs = trace.sites.map((site) => (site.name === 'tfrt.add.i32' ? [5, 7] : null));
  assert.deepStrictEqual(trace.totals((site) => site.name).filter((sum) => sum.bytes).map((sum) => [sum.name, sum.operations, sum.bytes]),
    [['tfrt.add.i32', 15, 21]]);
  const totals = trace.totals((site) => site.name);
  assert.strictEqual(totals.find((sum) => sum.name === 'tfrt.add.i32').calls, 3);
}

let failed = 0;
[checkReader, checkRepeats, checkLayers, checkLayout, checkWeights, checkNames, checkUnits, checkTrace].forEach((check, i) => {
  try {
    check();
    console.log(`ok ${i + 1} - ${check.name}`);
  } catch (error) {
    failed = 1;
    console.log(`not ok ${i + 1} - ${check.name}\n# ${String(error.stack).split('\n').join('\n# ')}`);
  }
});
console.log('1..8');
process.exitCode = failed;
