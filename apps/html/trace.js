/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// The page of a trace: timeline, details of an event, and tables.
const data = new TraceData();
const drawing = new TraceDrawing(data);
const details = announce(el('aside', { id: 'details', class: 'details', 'aria-label': 'Details' }, el('p', { class: 'soft' },
  'Choose an event in the timeline or in a table.')));
const found = announce(el('span', { id: 'found', class: 'soft' }));
let matching = [];

const view = new View('timeline', 'Timeline of threads and streams. Left and right arrows move in time, plus and minus zoom, up and down ' +
  'arrows scroll, n and p choose the next and the previous event of the thread, f shows everything, Escape clears the choice. ' +
  'The tables below have the same content.', `${Math.min(520, Math.max(260, drawing.bottom + 4))}px`, {
  draw: (context, width, height) => drawing.draw(context, width, height),
  pan: (dx, dy) => {
    const time = dx / (view.width - LABELS) * (drawing.to - drawing.from);
    drawing.setRange(drawing.from - time, drawing.to - time);
    drawing.setScroll(drawing.scroll - dy);
    changed();
  },
  zoom: (factor, x) => {
    const at = drawing.time(Math.max(LABELS, x));
    drawing.setRange(at - (at - drawing.from) / factor, at + (drawing.to - at) / factor);
    changed();
  },
  click: (x, y) => choose(drawing.hit(x, y), false),
  hover: (x, y) => {
    const event = drawing.hit(x, y);
    view.canvas.title = event < 0 ? '' : `${data.sites[data.site[event]].name}: ${timeText(data.span[event])}`;
  },
  key: (event) => {
    const steps = { n: 1, p: -1 };
    if (steps[event.key]) stepInThread(steps[event.key]);
    else if (event.key === 'f') showAll();
    else if (event.key === 'Escape') choose(-1, false);
    else return false;
    return true;
  },
});

function showAll() {
  drawing.setRange(0, data.end * 1.02);
  changed();
  view.redraw();
}

function stepInThread(step) {
  const { chosen } = drawing;
  const thread = chosen < 0 ? 0 : data.threadOf(chosen);
  const next = chosen < 0 ? first(0, data.count, (i) => data.start[i] >= drawing.from) : chosen + step;
  if (next >= data.threadStarts[thread] && next < data.threadStarts[thread + 1]) choose(next, true);
}

/** Shows the details of an event; `move`: also moves the timeline to it. */
function choose(event, move) {
  drawing.chosen = event;
  if (event >= 0 && move) {
    const middle = data.start[event] + data.span[event] / 2;
    const length = drawing.to - drawing.from;
    const wanted = data.span[event] < length / 400 ? data.span[event] * 40 : data.span[event] > length ? data.span[event] * 1.5 : length;
    if (wanted !== length || data.start[event] < drawing.from || data.start[event] + data.span[event] > drawing.to)
      drawing.setRange(middle - wanted / 2, middle + wanted / 2);
    const { y } = data.lanes[data.laneOf[event]];
    if (y - drawing.scroll < AXIS || y - drawing.scroll + LANE > view.height) drawing.setScroll(y - view.height / 2);
    changed();
  }
  showDetails(event);
  view.redraw();
}

const eventLink = (event) => link(`${data.sites[data.site[event]].name} at ${timeText(data.start[event])}`, () => choose(event, true));
function eventLinks(events) {
  if (!events.length) return null;
  const list = el('div', null, ...events.slice(0, 20).map((event) => el('div', null, eventLink(event))));
  if (events.length > 20) list.append(`and ${events.length - 20} more`);
  return list;
}

function showDetails(event) {
  if (event < 0) {
    details.replaceChildren(el('p', { class: 'soft' }, 'No event is chosen.'));
    return;
  }
  const site = data.sites[data.site[event]];
  const call = data.execution[event] >= 0;
  details.replaceChildren(el('h2', null, site.name), pairs([
    ['kind', call ? 'call of a kernel' : data.isCommand(event) ? 'command of a device' : 'work of a kernel in a task'],
    ['layer', site.layer],
    ['operation', site.operation],
    ['source', framesElement(site.place)],
    ['function', call ? `${data.functionOf(event) || 'region'}, kernel ${data.kernel[event]}` : null],
    ['execution', call ? count(data.execution[event] + 1) : null],
    [data.isCommand(event) ? 'stream' : 'thread', `${data.trackName(data.threadOf(event)).replace('thread ', '')}${call ? `, stream ${data.stream[event]}` : ''}`],
    ['start', timeText(data.start[event])],
    ['time', timeText(data.span[event])],
    ['without nested', data.inside[event] ? timeText(data.self(event)) : null],
    ['arithmetic', call && data.costs[data.site[event]] ? `${scaled(data.costs[data.site[event]][0])}FLOP` : null],
    ['bytes moved', call && data.costs[data.site[event]] ? bytesText(data.costs[data.site[event]][1]) : null],
    ['memory in use after it', call && data.memory ? bytesText(data.memory[event]) : null],
    ['wait in queue', call ? timeText(data.wait[event]) : null],
    ['result after end', data.late[event] ? timeText(data.late[event]) : null],
    ['critical path', data.onPath[event] ? 'yes' : call ? 'no' : null],
    ['operands from', eventLinks(data.sources(event))],
    ['results used by', eventLinks(data.users(event))],
  ]));
}

function search(text) {
  const wanted = text.trim().toLowerCase();
  drawing.matches = wanted ? data.sites.map((site) => `${site.name} ${site.layer}/${site.operation} ${site.place}`.toLowerCase().includes(wanted)) : null;
  matching = [];
  let total = 0;
  for (let i = 0; wanted && i < data.count; i++) {
    if (!drawing.matches[data.site[i]]) continue;
    total++;
    if (matching.length < 100000) matching.push(i);
  }
  found.textContent = wanted ? `${plural(total, 'event')} found` : '';
  eventTable.setRows(matching);
  view.redraw();
}

function stepInMatches(step) {
  if (!matching.length) return;
  const at = first(0, matching.length, (i) => matching[i] >= drawing.chosen);
  const next = step > 0 ? (matching[at] === drawing.chosen ? at + 1 : at) : at - 1;
  choose(matching[(next + matching.length) % matching.length], true);
}

// ---- tables

const timeColumn = (title, value) => ({ title, value, text: (row) => timeText(value(row)), number: true });
let inWindow = false;
let allSelf = 0;
// operations or bytes in nanoseconds, and their share of the peak
const rateColumns = (title, unit, key) => [
  { title, value: (sum) => sum[key] / Math.max(1, sum.self), number: true,
    text: (sum) => (sum[key] ? `${scaled(1e9 * sum[key] / Math.max(1, sum.self))}${unit}/s` : '') },
  { title: `of ${key === 'bytes' ? 'memory' : 'peak'}`, value: (sum) => sum[key] / Math.max(1, sum.self), number: true,
    text: (sum) => (sum[key] ? percent(1e9 * sum[key] / Math.max(1, sum.self), data.peak[key]) : '') },
];
const totalColumns = (name) => [
  { title: name, value: (sum) => sum.name, text: (sum) => sum.name || '(unknown)', link: (sum) => () => choose(sum.event, true) },
  ...(name === 'source line' ? [{ title: 'kernels', value: (sum) => [...sum.sites].join(', ') }] : []),
  { title: 'calls', value: (sum) => sum.calls, text: (sum) => count(sum.calls), number: true },
  timeColumn('own time', (sum) => sum.self),
  { title: 'share', value: (sum) => sum.self, text: (sum) => percent(sum.self, allSelf), number: true },
  timeColumn('time', (sum) => sum.run),
  timeColumn('longest', (sum) => sum.longest),
  timeColumn('waiting in queues', (sum) => sum.wait),
  ...(data.peak ? [...rateColumns('arithmetic', 'FLOP', 'operations'), ...rateColumns('bytes moved', 'B', 'bytes')] : []),
];
const sumsOf = (key) => {
  const sums = inWindow ? data.totals(key, drawing.from, drawing.to) : data.totals(key);
  allSelf = sums.reduce((total, sum) => total + sum.self, 0);
  return sums;
};
const byKernel = (site) => site.name;
const byLine = (site) => innermost(site.place).replace(/:\d+$/, '');
const byLayer = (site) => site.layer;
const totalTable = (id, caption, name, key) => makeTable(id, caption, totalColumns(name), sumsOf(key),
  { by: name === 'source line' ? 3 : 2, filter: true });
const kernelTable = totalTable('kernels', 'Totals per kernel', 'kernel', byKernel);
const lineTable = totalTable('lines', 'Totals per source line', 'source line', byLine);
const layerTable = totalTable('layers', 'Totals per layer', 'layer', byLayer);
const eventColumns = [
  { title: 'kernel', value: (event) => data.sites[data.site[event]].name, link: (event) => () => choose(event, true) },
  { title: 'layer', value: (event) => data.sites[data.site[event]].layer },
  { title: 'source', value: (event) => innermost(data.sites[data.site[event]].place) },
  { title: 'thread', value: (event) => data.threadOf(event), text: (event) => data.trackName(data.threadOf(event)).replace('thread ', ''), number: true },
  timeColumn('start', (event) => data.start[event]),
  timeColumn('time', (event) => data.span[event]),
  timeColumn('wait', (event) => data.wait[event]),
];
const eventTable = makeTable('events-table', 'Events that the search found', eventColumns, matching, { by: 4, down: false });

function pathPanel() {
  const panel = el('div', { id: 'critical' });
  data.paths.slice(0, 20).forEach((path, i) => panel.append(
    el('h2', null, `Execution ${i + 1}: ${data.functionOf(path.events[0]) || 'region'}`),
    el('p', null, `${plural(path.events.length, 'kernel')} of ${count(path.kernels)} in ${timeText(path.all)}: ${timeText(path.run)} running, ` +
      `${timeText(path.wait)} in queues, ${timeText(path.late)} waiting for results.`),
    makeTable(`path-${i}`, `Critical path ${i + 1}`, eventColumns, [...path.events], { by: 4, down: false })));
  if (data.paths.length > 20) panel.append(el('p', null, `The other ${data.paths.length - 20} executions are marked in the timeline.`));
  return panel;
}

let waiting = 0;
function changed() {
  if (!inWindow) return;
  clearTimeout(waiting);
  waiting = setTimeout(refresh, 200);
}

function refresh() {
  kernelTable.setRows(sumsOf(byKernel));
  lineTable.setRows(sumsOf(byLine));
  layerTable.setRows(sumsOf(byLayer));
}

const zoomBy = (factor) => () => { view.handlers.zoom(factor, LABELS + (view.width - LABELS) / 2); view.redraw(); };
byId('main').append(
  el('div', { class: 'tools', role: 'toolbar', 'aria-label': 'Timeline' },
    searchField('search', 'Search kernels and sources', search), button('Previous', () => stepInMatches(-1)), button('Next', () => stepInMatches(1)),
    found, button('Zoom in', zoomBy(2)), button('Zoom out', zoomBy(0.5)), button('Show all', showAll, { id: 'show-all' }),
    checkbox('show-path', 'critical path', true, (on) => { drawing.showPath = on; view.redraw(); }),
    checkbox('show-arrows', 'arrows', true, (on) => { drawing.showArrows = on; view.redraw(); }),
    checkbox('in-window', 'totals of the visible interval', false, (on) => { inWindow = on; refresh(); })),
  el('div', { class: 'sides' }, view.canvas, details),
  tabs([
    { id: 'kernels', label: 'Kernels', panel: kernelTable },
    { id: 'lines', label: 'Source lines', panel: lineTable },
    { id: 'layers', label: 'Layers', panel: layerTable },
    { id: 'path', label: 'Critical path', panel: pathPanel() },
    { id: 'events', label: 'Found events', panel: eventTable },
  ], 'Tables'));
summary(`${plural(data.count, 'event')} in ${plural(data.threads - data.streams.length, 'thread')}` +
  `${data.streams.length ? ` and ${plural(data.streams.length, 'stream')} of devices` : ''}, ${timeText(data.end)}` +
  (data.lost ? `; ${count(data.lost)} were lost because memory was short` : ''));
if (data.memory && data.most >= 0) {
  byId('main').prepend(el('p', null, `Memory of the program: at most ${bytesText(data.peakBytes)}; at the end of a call, most after `, eventLink(data.most),
    `: ${bytesText(data.memory[data.most])}.`));
}
if (data.peak) {
  byId('main').append(el('p', { class: 'soft' }, `Shares are of the peak of one thread, measured here: ${scaled(data.peak.operations)}FLOP/s of f32 ` +
    `(${data.peak.isa}), ${scaled(data.peak.bytes)}B/s copying memory.`));
}
drawing.setRange(0, data.end * 1.02);
view.redraw();
