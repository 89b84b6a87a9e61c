/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// A table that sorts by its columns and makes rows only for what is shown.
const TABLE_STEP = 200;

/**
 * `columns`: { title, value(row), text?(row), number?, link?(row) }; `rows` is any array. `value` is compared, `text` (default: the value)
 * is shown, `link` is called when the text is chosen. `caption` names the table for screen readers.
 */
function makeTable(id, caption, columns, rows, options = {}) {
  let sorted = rows;
  let by = options.by ?? -1;
  let down = options.down ?? true;
  let shown = TABLE_STEP;
  let filter = '';
  const body = el('tbody');
  const more = button('', () => { shown += 5 * TABLE_STEP; draw(); });
  const heads = columns.map((column, i) => el('th', { scope: 'col', class: column.number ? 'number' : null },
    button(column.title, () => sortBy(i))));
  const field = options.filter ? searchField(`${id}-filter`, `Filter: ${caption}`, (text) => { filter = text.toLowerCase(); apply(); }) : null;
  const told = announce(el('span', { class: 'soft' }));
  const textOf = (column, row) => String((column.text ?? column.value)(row));

  function apply() {
    sorted = filter ? rows.filter((row) => columns.some((column) => textOf(column, row).toLowerCase().includes(filter))) : rows.slice();
    if (by >= 0) {
      const value = columns[by].value;
      const sign = down ? -1 : 1;
      sorted.sort((a, b) => {
        const x = value(a);
        const y = value(b);
        return x < y ? -sign : x > y ? sign : 0;
      });
    }
    heads.forEach((head, i) => head.setAttribute('aria-sort', i !== by ? 'none' : down ? 'descending' : 'ascending'));
    shown = TABLE_STEP;
    draw();
  }
  function sortBy(index) {
    down = index === by ? !down : Boolean(columns[index].number);
    by = index;
    apply();
  }
  function cell(column, row) {
    const text = textOf(column, row);
    const open = column.link?.(row);
    return el('td', { class: column.number ? 'number' : column.mono ? 'mono' : null }, open ? link(text, open) : text);
  }
  function draw() {
    body.replaceChildren(...sorted.slice(0, shown).map((row) => el('tr', null, ...columns.map((column) => cell(column, row)))));
    more.hidden = shown >= sorted.length;
    more.textContent = `Show more of ${plural(sorted.length, 'row')}`;
    told.textContent = filter ? plural(sorted.length, 'row') : '';
  }

  const element = el('div', null, field ? el('div', { class: 'tools' }, field, told) : null,
    el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
      el('table', { id }, el('caption', { class: 'soft' }, caption), el('thead', null, el('tr', null, ...heads)), body), more));
  element.setRows = (changed) => { rows = changed; apply(); };
  apply();
  return element;
}
