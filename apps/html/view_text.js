/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// The text of a module: blocks are decoded when they are shown or searched, and only visible lines have elements.
const LINE = 18;
const LINE_MOST = 4000;
const RESULT = /#\d+$/;
const TOKEN = /%[\w$.-]+(?:#\d+)?|@(?:"(?:[^"\\]|\\.)*"|[\w$.-]+)|\^[\w$.-]+/g;

/** Texts of the units of a module, by number. */
class Texts {
  constructor(count) {
    this.count = count;
    this.decoded = new Map();
  }

  lines(unit) {
    if (!this.decoded.has(unit)) {
      const block = byId(`text-${unit}`);
      this.decoded.set(unit, block ? new TextDecoder().decode(blockBytes(`text-${unit}`)).split('\n') : []);
    }
    return this.decoded.get(unit);
  }

  /** Lines of a unit that have a token: { line, defines }. `name` is without the number of a result. */
  occurrences(unit, name) {
    const found = [];
    this.lines(unit).forEach((text, line) => {
      if (!text.includes(name)) return;
      let any = false;
      let defines = false;
      for (const match of text.matchAll(TOKEN)) {
        if (match[0] !== name && match[0].replace(RESULT, '') !== name) continue;
        any = true;
        const rest = text.slice(match.index + match[0].length, match.index + match[0].length + 200);
        defines ||= name[0] === '%' ? /^(:|( *, *%[\w$.-]+(:\d+)?)* *=[^=])/.test(rest) : name[0] === '^' && /^\s*$/.test(text.slice(0, match.index));
      }
      if (any) found.push({ line, defines });
    });
    return found;
  }

  /** Where a value or block is defined and used, seen from a line: names of nested regions may be equal. */
  references(unit, name, from) {
    const list = this.occurrences(unit, name.replace(RESULT, ''));
    let start = -1;
    list.forEach((one, i) => { if (one.defines && (one.line <= from || start < 0)) start = i; });
    if (start < 0) return { definition: -1, uses: list.map((one) => one.line) };
    const end = list.findIndex((one, i) => i > start && one.defines);
    return { definition: list[start].line, uses: list.slice(start + 1, name[0] === '^' || end < 0 ? undefined : end).map((one) => one.line) };
  }

  /** Calls `found(unit, line, text)` for lines that contain a text, until it returns false. Yields between units. */
  async search(wanted, found) {
    const lower = wanted.toLowerCase();
    let rested = performance.now();
    for (let unit = 0; unit < this.count; unit++) {
      const lines = this.lines(unit);
      for (let line = 0; line < lines.length; line++) {
        if (lines[line].toLowerCase().includes(lower) && !found(unit, line, lines[line])) return;
      }
      if (performance.now() - rested > 30) {
        await new Promise((resolve) => { setTimeout(resolve); });
        rested = performance.now();
      }
    }
  }
}

/** Shows lines in an element that scrolls. `choose(line, token)` is called for a line, with the token that was clicked or null. */
class TextView {
  constructor(id, label, choose) {
    this.lines = [];
    this.chosen = -1;
    this.token = null;
    this.choose = choose;
    this.space = el('div');
    this.element = el('div', { id, class: 'lines', role: 'region', tabindex: 0, 'aria-label': label, scroll: () => this.draw(),
      keydown: (event) => this.key(event) }, this.space);
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  show(lines, line) {
    this.lines = lines;
    this.token = null;
    this.space.style.height = `${lines.length * LINE}px`;
    this.choseLine(line, null);
    this.reveal(line);
  }
  choseLine(line, token) {
    this.chosen = line;
    this.token = token;
    this.choose(line, token);
    this.draw();
  }
  reveal(line) {
    const top = line * LINE;
    const { element } = this;
    if (top < element.scrollTop || top > element.scrollTop + element.clientHeight - 2 * LINE) element.scrollTop = Math.max(0, top - element.clientHeight / 3);
    this.draw();
  }

  key(event) {
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -30, PageDown: 30, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const line = Math.max(0, Math.min(this.lines.length - 1, this.chosen + step));
    this.choseLine(line, null);
    this.reveal(line);
  }

  draw() {
    const { element } = this;
    const start = Math.max(0, Math.floor(element.scrollTop / LINE) - 10);
    const end = Math.min(this.lines.length, Math.ceil((element.scrollTop + element.clientHeight) / LINE) + 10);
    const rows = [];
    for (let line = start; line < end; line++) rows.push(this.row(line));
    this.space.replaceChildren(...rows);
  }

  row(line) {
    const text = this.lines[line].slice(0, LINE_MOST);
    const row = el('div', { class: line === this.chosen ? 'row chosen' : 'row', click: (event) => {
      if (event.target.tagName !== 'BUTTON') this.choseLine(line, null);
    } }, el('span', { class: 'number', 'aria-hidden': 'true' }, String(line + 1)));
    row.style.top = `${line * LINE}px`;
    let at = 0;
    for (const match of text.matchAll(TOKEN)) {
      const same = this.token !== null && match[0].replace(RESULT, '') === this.token.replace(RESULT, '');
      row.append(text.slice(at, match.index), el('button', { type: 'button', tabindex: -1, class: same ? 'same' : null,
        click: () => this.choseLine(line, match[0]) }, match[0]));
      at = match.index + match[0].length;
    }
    row.append(text.slice(at), this.lines[line].length > LINE_MOST ? '…' : '');
    return row;
  }
}
