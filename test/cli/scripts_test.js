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
  const add = (name, operands) => kernels.push({ number: kernels.length + 1, name, operands, functions: [], users: [], time: 1, runs: 1 });
  let last = -1;
  for (let layer = 0; layer < layers; layer++) {
    for (const name of names) {
      if (layer === 0) add('constant', []);
      add(name, layer === 0 ? [last, kernels.length] : [last]);
      last = kernels.length;
    }
  }
  return { number: 0, args: 1, kernels, returned: [last], groups: findGroups(kernels) };
}
const collapsed = () => ({ open: new Set(), closed: new Set(), all: false });

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
  const totals = trace.totals((site) => site.name);
  assert.strictEqual(totals.find((sum) => sum.name === 'tfrt.add.i32').calls, 3);
}

let failed = 0;
[checkReader, checkRepeats, checkLayers, checkLayout, checkTrace].forEach((check, i) => {
  try {
    check();
    console.log(`ok ${i + 1} - ${check.name}`);
  } catch (error) {
    failed = 1;
    console.log(`not ok ${i + 1} - ${check.name}\n# ${String(error.stack).split('\n').join('\n# ')}`);
  }
});
console.log('1..5');
process.exitCode = failed;
