/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// The page of sizes: nested rectangles with areas proportional to bytes, and tables.
const data = json('data');
const MOST_RECTANGLES = 400;
const LABEL_HEIGHT = 15, LABEL_WIDTH = 20;

/** Sections with their contents; lists that several sections share are only in the tables. */
const sections = data.sections.map((section) => {
  const children = (data[section.contents] ?? []).filter((line) => line.bytes > 0);
  return { ...section, children };
}).filter((section) => section.bytes > 0).sort((a, b) => b.bytes - a.bytes);

/** Rectangles for items, largest first, in rows along the shorter side that keep them close to squares. */
function layOut(items, room) {
  const boxes = [];
  const total = items.reduce((sum, item) => sum + item.bytes, 0);
  const scale = total ? room.width * room.height / total : 0;
  let { x, y, width, height } = room;
  for (let start = 0; start < items.length;) {
    const side = Math.min(width, height);
    let row = 0;
    let best = Infinity;
    let end = start;
    for (; end < items.length; end++) {
      const now = row + items[end].bytes * scale;
      const worst = Math.max(side * side * items[start].bytes * scale / (now * now), now * now / (side * side * items[end].bytes * scale));
      if (end > start && worst > best) break;
      best = worst;
      row = now;
    }
    const across = width < height;
    const thick = side > 0 ? row / side : 0;
    let at = 0;
    for (let i = start; i < end; i++) {
      const length = row > 0 ? items[i].bytes * scale / row * side : 0;
      boxes.push(across ? { item: items[i], x: x + at, y, width: length, height: thick } : { item: items[i], x, y: y + at, width: thick, height: length });
      at += length;
    }
    if (across) { y += thick; height -= thick; } else { x += thick; width -= thick; }
    start = end;
  }
  return boxes;
}

/** The largest items, and one for all others and for bytes of the section that no item has. */
function limited(section) {
  const shown = section.children.slice().sort((a, b) => b.bytes - a.bytes).slice(0, MOST_RECTANGLES);
  const rest = section.bytes - shown.reduce((sum, item) => sum + item.bytes, 0);
  return rest > 0 ? [...shown, { name: 'the rest', bytes: rest }] : shown;
}

const told = announce(el('p', { id: 'told', class: 'soft' }, 'Choose a section to enlarge it.'));
const map = el('div', { id: 'map', class: 'map', role: 'group', 'aria-label': 'Treemap of the file' });
let opened = null;

function rectangle(box, name, click, color) {
  const share = `${name}: ${plural(box.item.bytes, 'byte')}, ${percent(box.item.bytes, data.size)}`;
  /* a name that is cut in height looks struck through */
  const label = box.height >= LABEL_HEIGHT && box.width >= LABEL_WIDTH ? el('span', {}, name) : '';
  const element = button(label, click, { title: share, 'aria-label': share, focus: () => { told.textContent = share; } });
  Object.assign(element.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px`,
    background: color, fontWeight: box.header ? 'bold' : '' });
  return element;
}

const shade = (name) => `hsl(${hue(name) % 360} 60% 76%)`;

function drawSection(section, box, enlarge) {
  const header = Math.min(16, box.height);
  const name = `${section.name}${section.name === 'header' ? '' : ' section'}`;
  const nested = section.children.length > 0 && box.height >= 24 && box.width >= 8;
  map.append(rectangle({ ...box, height: nested ? header : box.height, header: true }, name, enlarge, shade(section.name)));
  if (!nested) return;
  const room = { x: box.x + 1, y: box.y + header, width: box.width - 2, height: box.height - header - 1 };
  for (const inner of layOut(limited(section), room)) {
    if (inner.width < 2 || inner.height < 2) continue;
    map.append(rectangle(inner, inner.item.name, enlarge, shade(inner.item.name)));
  }
}

function drawMap() {
  const room = { x: 0, y: 0, width: map.clientWidth, height: map.clientHeight };
  if (!room.width) return;
  map.replaceChildren();
  const list = opened ? [opened] : sections;
  for (const box of layOut(list, room)) drawSection(box.item, box, () => { open(opened ? null : box.item); });
  all.hidden = !opened;
}

function open(section) {
  opened = section;
  told.textContent = section ? `${section.name}: ${plural(section.bytes, 'byte')}, ${percent(section.bytes, data.size)}` : 'Choose a section to enlarge it.';
  drawMap();
  map.querySelector('button')?.focus();
}

const all = button('Show the whole file', () => open(null), { id: 'show-all' });
const table = (id, caption, list) => ({ id, label: caption, panel: makeTable(id, caption, [
  { title: 'name', value: (line) => line.name },
  { title: 'count', value: (line) => line.count, text: (line) => (line.count ? count(line.count) : ''), number: true },
  { title: 'bytes', value: (line) => line.bytes, text: (line) => count(line.bytes), number: true },
  { title: 'share', value: (line) => line.bytes, text: (line) => percent(line.bytes, data.size), number: true },
], list, { by: 2, filter: list.length > 20 }) });

byId('main').append(el('div', { class: 'tools' }, told, all), map, tabs([
  table('sections', 'Sections', data.sections), table('dialects', 'Dialects (count: ops)', data.dialects),
  table('ops', 'Ops with properties', data.ops), table('attributes', 'Kinds of attributes', data.attributes),
  table('types', 'Kinds of types', data.types), table('resources', 'Resources', data.resources),
  table('duplicates', 'Duplicates', data.duplicate_kinds),
], 'Tables'));
summary(`${bytesText(data.size)}; ${bytesText(data.padding)} of padding, ${bytesText(data.duplicates)} of duplicates`);
new ResizeObserver(drawMap).observe(map);
