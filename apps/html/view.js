/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// The page of a module: tables, the text of a function, and cross references.
const data = json('data');
const FOUND_MOST = 1000;
const units = data.units.map(([op, symbol, visibility, type, ops, lines, bytes, complete], number) => (
  { number, op, symbol, visibility, type, ops, lines, bytes, complete, name: symbol ? `@${symbol}` : op }));
const bySymbol = new Map(units.filter((unit) => unit.symbol).map((unit) => [unit.symbol, unit]));
const texts = new Texts(units.length);
let current = -1;

const heading = el('h2', { id: 'unit' });
const about = el('p', { class: 'soft' });
const details = announce(el('div', { id: 'details', class: 'details', 'aria-label': 'Cross references' }));
const text = new TextView('text', 'Text of the function. Arrow keys choose a line; its values and symbols are listed below.', showLine);

/** The name in a token, of a symbol without quotes and escapes. */
function symbolName(token) {
  const name = token.slice(1);
  return name[0] === '"' ? name.slice(1, -1).replace(/\\([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))).replace(/\\(.)/g, '$1') : name;
}

function openUnit(number, line = 0) {
  if (number === current) {
    text.choseLine(line, null);
    text.reveal(line);
    return;
  }
  current = number;
  const unit = units[number];
  heading.textContent = unit.name;
  about.textContent = [unit.op, unit.visibility, unit.type, plural(unit.ops, 'operation'), plural(unit.lines, 'line'),
    unit.complete ? '' : 'the text is not complete: --max-output'].filter(Boolean).join(' · ');
  text.show(texts.lines(number), line);
}

const lineLink = (line) => link(`line ${line + 1}: ${texts.lines(current)[line].trim().slice(0, 90)}`, () => openUnit(current, line));
function lineLinks(lines) {
  if (!lines.length) return 'none';
  const list = el('div', null, ...lines.slice(0, 50).map((line) => el('div', null, lineLink(line))));
  if (lines.length > 50) list.append(`and ${count(lines.length - 50)} more`);
  return list;
}

function tokenDetails(token, line) {
  if (token[0] === '@') {
    const unit = bySymbol.get(symbolName(token));
    return [[token, el('span', null, unit ? link('definition', () => openUnit(unit.number)) : 'not a symbol of this module', ', ',
      link('all uses', () => find(token)))]];
  }
  const { definition, uses } = texts.references(current, token, line);
  return [[token, el('div', null, definition >= 0 ? lineLink(definition) : 'definition not found')], ['used by', lineLinks(uses)]];
}

/** Details of a line: of one token, or links for all of its tokens. */
function showLine(line, token) {
  const lines = texts.lines(current);
  if (!lines.length) {
    details.replaceChildren(el('p', null, 'This text is beyond the limit. Write the page again with a larger --max-output.'));
    return;
  }
  const tokens = token ? [token] : [...new Set([...lines[line].slice(0, 20000).matchAll(TOKEN)].map((match) => match[0]))].slice(0, 30);
  const children = [el('h2', null, `Line ${line + 1}`)];
  if (token) children.push(pairs(tokenDetails(token, line)));
  else if (tokens.length) children.push(el('div', { class: 'tools mono' }, ...tokens.map((one) => button(one, () => text.choseLine(line, one)))));
  else children.push(el('p', { class: 'soft' }, 'The line has no values or symbols.'));
  details.replaceChildren(...children);
}

// ---- search

const found = announce(el('span', { id: 'found', class: 'soft' }));
const foundTable = makeTable('found-table', 'Lines that contain the text', [
  { title: 'function', value: (row) => units[row.unit].name },
  { title: 'line', value: (row) => row.line, text: (row) => String(row.line + 1), number: true },
  { title: 'text', value: (row) => row.text, link: (row) => () => openUnit(row.unit, row.line), mono: true },
], []);
let searching = 0;

async function find(wanted) {
  const mine = ++searching;
  const rows = [];
  byId('search').value = wanted;
  lists.choose('found');
  found.textContent = wanted ? 'searching' : '';
  if (wanted) {
    await texts.search(wanted, (unit, line, content) => {
      rows.push({ unit, line, text: content.trim().slice(0, 300) });
      return mine === searching && rows.length < FOUND_MOST;
    });
  }
  if (mine !== searching) return;
  found.textContent = wanted ? `${plural(rows.length, 'line')}${rows.length === FOUND_MOST ? ', and possibly more' : ''}` : '';
  foundTable.setRows(rows);
}

// ---- tables

const number = (title, value) => ({ title, value, text: (row) => count(value(row)), number: true });
const limited = (list, all) => (all > list.length ? el('p', { class: 'soft' }, `The ${count(list.length)} most frequent of ${count(all)}.`) : null);
const unitTable = makeTable('functions', 'Functions and other top-level operations', [
  { title: 'name', value: (unit) => unit.name, link: (unit) => () => openUnit(unit.number) },
  { title: 'operation', value: (unit) => unit.op },
  { title: 'visibility', value: (unit) => unit.visibility },
  number('operations', (unit) => unit.ops),
  { title: 'type', value: (unit) => unit.type, mono: true },
], units, { filter: units.length > 10 });
const operationTable = makeTable('operations', 'Operations', [
  { title: 'operation', value: (row) => row[0], link: (row) => () => find(row[0]) }, number('count', (row) => row[1]),
], data.operations, { by: 1, filter: true });
const typeTable = makeTable('types', 'Types of values', [
  { title: 'type', value: (row) => row[0], link: (row) => () => find(row[0]), mono: true }, number('values', (row) => row[1]),
], data.types, { by: 1, filter: true });
const attributeTable = makeTable('attributes', 'Attributes of operations', [
  { title: 'name', value: (row) => row[0], link: (row) => () => find(row[0]) },
  { title: 'value', value: (row) => row[1], mono: true },
  number('operations', (row) => row[2]),
], data.attributes, { by: 2, filter: true });
const resourceTable = makeTable('resources', 'Resources', [
  { title: 'key', value: (row) => row[1], link: (row) => () => find(row[1]) },
  { title: 'group', value: (row) => (row[5] ? `${row[0]} (external)` : row[0]) },
  { title: 'kind', value: (row) => row[2] },
  { title: 'size', value: (row) => row[3], text: (row) => bytesText(row[3]), number: true },
  { title: 'alignment', value: (row) => row[4], number: true },
], data.resources, { by: 3, filter: data.resources.length > 20 });

const lists = tabs([
  { id: 'functions', label: 'Functions', panel: unitTable },
  { id: 'operations', label: 'Operations', panel: el('div', null, limited(data.operations, data.operations_count), operationTable) },
  { id: 'types', label: 'Types', panel: el('div', null, limited(data.types, data.types_count), typeTable) },
  { id: 'attributes', label: 'Attributes', panel: el('div', null, limited(data.attributes, data.attributes_count), attributeTable) },
  { id: 'resources', label: 'Resources', panel: resourceTable },
  { id: 'found', label: 'Found lines', panel: foundTable },
], 'Tables');

byId('main').append(
  el('div', { class: 'tools', role: 'search' }, searchField('search', 'Search the text', find), found),
  el('div', { class: 'halves' }, lists, el('section', { 'aria-labelledby': 'unit' }, heading, about, text.element, details)));
const operations = units.reduce((sum, unit) => sum + unit.ops, 0);
summary([bytesText(data.size), data.producer ? `written by ${data.producer}` : '', plural(operations, 'operation'), plural(data.resources.length, 'resource'),
  data.attributes_of_module ?? '', data.text_complete ? '' : 'some texts are beyond --max-output'].filter(Boolean).join(' · '));
if (units.length) openUnit((bySymbol.get('main') ?? units.find((unit) => unit.lines > 1) ?? units[0]).number);
else about.textContent = 'The module is empty.';
