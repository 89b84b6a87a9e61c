/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// The page of a dataflow graph: functions, the graph of one of them, details and tables.
const data = new GraphData();
const drawing = new GraphDrawing();
const details = announce(el('aside', { id: 'details', class: 'details', 'aria-label': 'Details' }));
const found = announce(el('span', { id: 'found', class: 'soft' }));
const states = new Map();
let fn = null;
let graph = null;

const view = new View('graph', 'Dataflow graph of a function, from top to bottom. Arrow keys move, plus and minus zoom, n and p choose the next and the ' +
  'previous node, Enter expands or collapses it, f shows everything, Escape clears the choice. The tables below have the same content.', '64vh', {
  draw: (context, width, height) => drawing.draw(context, width, height),
  pan: (dx, dy) => { drawing.x -= dx / drawing.scale; drawing.y -= dy / drawing.scale; },
  zoom: (factor, x, y) => drawing.zoom(factor, x, y),
  click: (x, y) => {
    const node = drawing.hit(x, y);
    if (node >= 0 && node === drawing.chosen && graph.nodes[node].key) toggle(graph.nodes[node]);
    else choose(node, false);
  },
  hover: (x, y) => { const node = drawing.hit(x, y); view.canvas.title = node < 0 ? '' : graph.nodes[node].label; },
  key: (event) => {
    const steps = { n: 1, p: -1 };
    const { chosen } = drawing;
    if (steps[event.key] && graph) choose(Math.max(0, Math.min(graph.nodes.length - 1, chosen < 0 ? 0 : chosen + steps[event.key])), true);
    else if (event.key === 'Enter' && chosen >= 0) toggle(graph.nodes[chosen]);
    else if (event.key === 'f') fitAll();
    else if (event.key === 'Escape') choose(-1, false);
    else return false;
    return true;
  },
});

function fitAll() {
  if (graph) drawing.fit(view.width, view.height);
  view.redraw();
}

const state = () => {
  if (!states.has(fn.number)) states.set(fn.number, { open: new Set(), closed: new Set(), all: false, weights: null });
  return states.get(fn.number);
};

/** Lays the function out again, and keeps a kernel in view. */
function lay(kernel) {
  graph = layOut(makeNodes(fn, state()), data.timed);
  drawing.show(graph, data.timed);
  byId('expand').textContent = state().all ? 'Collapse repeated layers' : 'Expand repeated layers';
  byId('expand').hidden = !fn.groups.length;
  byId('weights').textContent = weightsShown(fn, state()) ? 'Hide weights' : 'Show weights';
  byId('weights').hidden = !fn.weights.size;
  if (kernel) choose(graph.nodeOf[kernel], true);
  else drawing.begin(view.width || 800, view.height || 500);
  view.redraw();
}

function openFunction(number, kernel) {
  const changed = fn?.number !== number;
  if (changed) {
    fn = data.function(number);
    heading.textContent = `${fn.label}: ${plural(fn.kernels.length, 'kernel')}` + (fn.groups.length ? `, ${plural(fn.groups.length, 'repeated sequence')}` : '');
    byId('function').value = String(number);
    kernelTable.setRows(fn.kernels);
    totalTable.setRows(totals('name'));
    layerTable.setRows(totals('layer'));
    search(byId('search').value);
  }
  if (changed) lay(kernel);
  else if (kernel) choose(graph.nodeOf[kernel], true);
}

function toggle(node) {
  const { open, closed } = state();
  if (node.kind === 'run') {
    closed.delete(node.key);
    open.add(node.key);
  } else if (node.kind === 'layer') {
    open.add(node.key);
  } else {
    return;
  }
  lay(node.first + 1);
}

/** The groups that a kernel is in, which can be collapsed. */
function collapse(kernel) {
  const run = fn.groups.find((one) => kernel > one.start && kernel <= one.end);
  if (!run) return null;
  const { open, closed } = state();
  const layer = `${run.start}/${layerOf(run, kernel - 1)}`;
  return button('Collapse', () => {
    state().all = false;
    if (!open.delete(layer)) {
      open.delete(`${run.start}`);
      closed.add(`${run.start}`);
    }
    lay(kernel);
  });
}

function choose(index, move) {
  drawing.chosen = index;
  if (index >= 0 && move) drawing.center(graph.nodes[index], view.width, view.height);
  showDetails(index < 0 ? null : graph.nodes[index]);
  view.redraw();
}

const kernelLink = (number) => link(`${number}: ${fn.kernels[number - 1].name}`, () => showKernel(number));
const valueLink = (one) => (one > 0 ? kernelLink(one) : argumentText(fn, -1 - one));
function links(list, make) {
  if (!list.length) return null;
  const all = el('div', null, ...list.slice(0, 20).map((one) => el('div', null, make(one))));
  if (list.length > 20) all.append(`and ${list.length - 20} more`);
  return all;
}

/** Expands what a kernel is in, and chooses it. */
function showKernel(number) {
  const node = graph.nodes[graph.nodeOf[number]];
  const run = node.run && number > node.run.start && number <= node.run.end ? node.run : null;
  if (node.kind === 'kernel' || !run) { // a weight is at the node that uses it
    choose(node.index, true);
    return;
  }
  state().open.add(`${run.start}`).add(`${run.start}/${layerOf(run, number - 1)}`);
  lay(number);
}

function showDetails(node) {
  if (!node) {
    details.replaceChildren(el('p', { class: 'soft' }, 'Choose a node. A double border marks repeated layers, which a second click or Enter expands.'));
    return;
  }
  const { kernel } = node;
  const share = data.timed && node.kernels ? `${timeText(node.time)}, ${percent(node.time, fn.time)}` : null;
  const nodeLink = (index) => link(graph.nodes[index].label, () => choose(index, true));
  const list = kernel ? [
    ['kernel', `${kernel.number} of ${fn.label}, ${kernel.name}`], ['layer', kernel.layer], ['operation', kernel.operation],
    ['computes', kernel.computes.join(', ')], ['operand types', kernel.operandTypes.join(', ')],
    [kernel.resultTypes.length ? 'result types' : 'results', kernel.resultTypes.join(', ') || String(kernel.results)],
    ['source', framesElement(kernel.place)], ['stream', String(kernel.stream)],
    ['time', share], ['runs', data.timed ? count(kernel.runs) : null], ['rate', data.timed ? rateText(kernel) : null],
    ['before', data.compared ? `${timeText(kernel.before)}, ${ratioText(kernel)}` : null],
    ['operands', links(kernel.operands, valueLink)],
    ['used by', links(kernel.users, kernelLink)],
    ['calls', links(kernel.functions, (one) => (data.functions[one].native ? data.functions[one].label : link(data.functions[one].label, () => openFunction(one))))],
  ] : [
    ['kernels', node.kernels ? `${node.first + 1} to ${node.first + node.kernels}` : null], ['time', share],
    ['argument', node.kind === 'argument' ? argumentText(fn, node.argument) : null],
    ['weights', links(weightsOf(fn, state(), node), valueLink)],
    ['from', links([...graph.sources.of(node.index)], nodeLink)], ['to', links([...graph.users.of(node.index)], nodeLink)],
  ];
  details.replaceChildren(el('h2', null, node.label), pairs(list),
    el('div', { class: 'tools' }, node.key ? button('Expand', () => toggle(node), { id: 'toggle' }) : null,
      node.kernels && node.kind !== 'run' ? collapse(node.first + 1) : null));
}

// ---- tables and search

/** Bytes of operands and results per nanosecond, which are gigabytes per second: a bound for what is limited by memory. */
const rate = (kernel) => (kernel.time ? trafficOf(kernel) * kernel.runs / kernel.time : 0);
const rateText = (kernel) => (rate(kernel) ? `${rate(kernel).toFixed(2)} GB/s` : '');
/** The time of a run, compared with the earlier trace. */
const ratio = (row) => (row.before && row.runs && row.runsBefore ? row.time / row.runs / (row.before / row.runsBefore) : 0);
const ratioText = (row) => (ratio(row) ? ratio(row).toFixed(2) : '');
const time = (title, value) => ({ title, value, text: (row) => timeText(value(row)), number: true });
const timeColumns = data.timed ? [time('time', (row) => row.time), { title: 'share', value: (row) => row.time, text: (row) => percent(row.time, fn.time), number: true },
  { title: 'runs', value: (row) => row.runs, text: (row) => count(row.runs), number: true },
  ...(data.compared ? [time('before', (row) => row.before), { title: 'ratio', value: ratio, text: ratioText, number: true }] : [])] : [];
const kernelTable = makeTable('kernels', 'Kernels of the function', [
  { title: 'number', value: (kernel) => kernel.number, number: true },
  { title: 'kernel', value: (kernel) => kernel.name, link: (kernel) => () => showKernel(kernel.number) },
  { title: 'layer', value: (kernel) => kernel.layer },
  { title: 'operation', value: (kernel) => kernel.operation },
  ...timeColumns,
  ...(data.timed ? [{ title: 'GB/s', value: rate, text: rateText, number: true }] : []),
  { title: 'result', value: (kernel) => kernel.resultTypes.join(' ') },
  { title: 'source', value: (kernel) => innermost(kernel.place) },
  { title: 'operands', value: (kernel) => kernel.operands.map((one) => (one > 0 ? one : argumentName(fn, -1 - one))).join(', ') },
  { title: 'stream', value: (kernel) => kernel.stream, number: true },
], [], { by: data.timed ? 4 : 0, down: data.timed, filter: true });
const layerTable = makeTable('layers', 'Totals per layer in the function', [
  { title: 'layer', value: (row) => row.name, text: (row) => row.name || '(no name)', link: (row) => () => { byId('search').value = row.name; search(row.name); } },
  { title: 'kernels', value: (row) => row.kernels, text: (row) => count(row.kernels), number: true },
  ...timeColumns,
], [], { by: data.timed ? 2 : 0, down: data.timed, filter: true });
const totalTable = makeTable('totals', 'Totals per kernel in the function', [
  { title: 'kernel', value: (row) => row.name, link: (row) => () => { byId('search').value = row.name; search(row.name); } },
  { title: 'kernels', value: (row) => row.kernels, text: (row) => count(row.kernels), number: true },
  ...timeColumns,
], [], { by: data.timed ? 2 : 1 });

function totals(key) {
  const sums = new Map();
  for (const kernel of fn.kernels) {
    const name = kernel[key];
    if (!sums.has(name)) sums.set(name, { name, kernels: 0, time: 0, runs: 0, before: 0, runsBefore: 0 });
    const sum = sums.get(name);
    sum.kernels++;
    for (const member of ['time', 'runs', 'before', 'runsBefore']) sum[member] += kernel[member];
  }
  return [...sums.values()];
}

let hits = [];
let hit = -1;
function search(text) {
  const wanted = text.trim().toLowerCase();
  const matches = (kernel) => `${kernel.name} ${kernel.layer}/${kernel.operation} ${kernel.place}`.toLowerCase().includes(wanted);
  hits = wanted ? fn.kernels.filter(matches).map((kernel) => kernel.number) : [];
  hit = -1;
  const marked = new Set(hits);
  drawing.matches = wanted ? (node) => {
    for (let i = node.first; i < node.first + node.kernels; i++) if (marked.has(i + 1)) return true;
    return false;
  } : null;
  found.textContent = wanted ? `${plural(hits.length, 'kernel')} found` : '';
  view.redraw();
}
function stepInHits(step) {
  if (!hits.length) return;
  hit = hit < 0 && step < 0 ? hits.length - 1 : (hit + step + hits.length) % hits.length;
  showKernel(hits[hit]);
}

const bodies = data.functions.filter((one) => !one.native);
const heading = el('h2', { id: 'heading' });
const zoomBy = (factor) => () => { drawing.zoom(factor, view.width / 2, view.height / 2); view.redraw(); };
byId('main').append(
  el('div', { class: 'tools', role: 'toolbar', 'aria-label': 'Graph' },
    el('label', { for: 'function' }, 'Function ', el('select', { id: 'function', change: () => openFunction(Number(byId('function').value)) },
      ...bodies.map((one) => el('option', { value: one.number }, one.label)))),
    searchField('search', 'Search kernels and sources', search), button('Previous', () => stepInHits(-1)), button('Next', () => stepInHits(1)), found,
    button('Zoom in', zoomBy(1.5)), button('Zoom out', zoomBy(1 / 1.5)), button('Show all', fitAll, { id: 'show-all' }),
    button('', () => { const one = state(); one.all = !one.all; one.open.clear(); one.closed.clear(); lay(); }, { id: 'expand' }),
    button('', () => { const one = state(); one.weights = !weightsShown(fn, one); lay(); }, { id: 'weights' })),
  heading, el('div', { class: 'sides' }, view.canvas, details),
  tabs([{ id: 'kernels', label: 'Kernels', panel: kernelTable }, { id: 'totals', label: 'Totals', panel: totalTable },
    { id: 'layers', label: 'Layers', panel: layerTable }], 'Tables'));
summary(`${plural(bodies.length, 'function')}` + (data.timed ? `; ${plural(data.matched, 'event')} of the trace are kernels of this program, ${count(data.unmatched)} are not` : ''));
showDetails(null);
if (bodies.length) {
  openFunction((bodies.find((one) => one.name === 'main') ?? bodies.find((one) => one.name) ?? bodies[0]).number);
  new ResizeObserver((_, observer) => { if (view.width) { drawing.begin(view.width, view.height); view.redraw(); observer.disconnect(); } }).observe(view.canvas);
}
