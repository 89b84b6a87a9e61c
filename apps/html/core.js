/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Data of the page, elements, and texts of numbers. All text from the input reaches the document as textContent.
const byId = (id) => document.getElementById(id);
const json = (id) => JSON.parse(byId(id).textContent);

/** Decodes a block of bytes, once; its text is released. */
function blockBytes(id) {
  const element = byId(id);
  const text = atob(element.textContent);
  element.textContent = '';
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Reads the numbers and texts that page.c writes. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
    this.decoder = new TextDecoder();
  }
  number() {
    const bytes = this.bytes;
    let byte = bytes[this.at++];
    if (byte < 128) return byte;
    let value = byte & 127;
    let scale = 128;
    do {
      byte = bytes[this.at++];
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte >= 128);
    return value;
  }
  signed() {
    const value = this.number();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }
  text() {
    const size = this.number();
    this.at += size;
    return this.decoder.decode(this.bytes.subarray(this.at - size, this.at));
  }
  texts() {
    return Array.from({ length: this.number() }, () => this.text());
  }
}

/** Makes an element. Members of `given` are attributes; functions among them are listeners of events. */
function el(tag, given, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(given ?? {})) {
    if (typeof value === 'function') element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const button = (text, click, given) => el('button', { type: 'button', click, ...given }, text);
const link = (text, click) => button(text, click, { class: 'link' });

function checkbox(id, text, checked, change) {
  const box = el('input', { type: 'checkbox', id, checked, change: () => change(box.checked) });
  return el('label', { for: id }, box, ' ', text);
}

/** A field for a search: calls `change` when the user stops to type. */
function searchField(id, label, change) {
  let timer = 0;
  const input = el('input', { type: 'search', id, 'aria-label': label, placeholder: label, input: () => {
    clearTimeout(timer);
    timer = setTimeout(() => change(input.value), 120);
  } });
  return input;
}

/** Shows pairs of a name and a value (text or element) in a list; values that are missing are left out. */
function pairs(list) {
  const dl = el('dl');
  for (const [name, value] of list) {
    if (value === undefined || value === null || value === '') continue;
    dl.append(el('dt', null, name), el('dd', null, value));
  }
  return dl;
}

/** Tabs as WAI-ARIA describes them: arrow keys move between them. Each of `list` has id, label and panel. */
function tabs(list, label) {
  const buttons = list.map((tab, i) => button(tab.label, () => choose(i), {
    role: 'tab', id: `tab-${tab.id}`, 'aria-controls': `panel-${tab.id}`, keydown: (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      choose((i + step + list.length) % list.length);
      event.preventDefault();
      buttons[(i + step + list.length) % list.length].focus();
    } }));
  const panels = list.map((tab) => el('section', {
    role: 'tabpanel', id: `panel-${tab.id}`, 'aria-labelledby': `tab-${tab.id}`, tabindex: 0 }, tab.panel));
  function choose(index) {
    list.forEach((tab, i) => {
      buttons[i].setAttribute('aria-selected', i === index);
      buttons[i].tabIndex = i === index ? 0 : -1;
      panels[i].hidden = i !== index;
    });
    list[index].shown?.();
  }
  choose(0);
  const whole = el('div', null, el('div', { role: 'tablist', 'aria-label': label }, ...buttons), ...panels);
  whole.choose = (id) => choose(list.findIndex((tab) => tab.id === id));
  return whole;
}

const count = (number) => number.toLocaleString('en-US');
const plural = (number, word) => `${count(number)} ${word}${number === 1 ? '' : 's'}`;
const percent = (part, whole) => (whole > 0 ? `${(100 * part / whole).toFixed(1)} %` : '');

/** A number with a prefix: 1.5 G. */
function scaled(number) {
  const step = [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k']].find(([size]) => number >= size);
  return step ? `${(number / step[0]).toFixed(number < 10 * step[0] ? 2 : 1)} ${step[1]}` : `${Math.round(number)} `;
}

function timeText(ns) {
  if (ns < 1e3) return `${Math.round(ns)} ns`;
  if (ns < 1e6) return `${(ns / 1e3).toFixed(2)} µs`;
  return ns < 1e9 ? `${(ns / 1e6).toFixed(2)} ms` : `${(ns / 1e9).toFixed(3)} s`;
}

function bytesText(bytes) {
  if (bytes < 10240) return plural(bytes, 'byte');
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  let unit = -1;
  while (bytes >= 1024 && unit < 3) { bytes /= 1024; unit++; }
  return `${bytes.toFixed(1)} ${units[unit]}`;
}

/**
 * The frames of a source, the innermost one first: { place: "file:line:column", name }. A call stack is written as
 * "file;line;column(name)<-file;line;column(name)".
 */
function framesOf(source) {
  return source.split('<-').map((frame) => {
    const [, file, line, column, name] = /^(.*);(\d+);(\d+)(?:\(([^]*)\))?$/.exec(frame) ?? [];
    return file === undefined ? { place: frame, name: '' } : { place: `${file}:${line}:${column}`, name: (name ?? '').replace(/\)\(.*/, '') };
  });
}
/** The innermost frame, without the folders of installed packages. */
const innermost = (source) => framesOf(source)[0].place.replace(/^.*\/(site|dist)-packages\//, '');
/** All frames, as an element. */
const framesElement = (source) => (source ? el('div', null, ...framesOf(source).map(({ place, name }) => el('div', null, name ? `${place} (${name})` : place))) : null);

/** A name in the source, as "jit(f)/Net/Block_0/dot_general" of JAX: the layer "Net/Block_0" and the operation. */
function layerAndOperation(name) {
  const parts = name.split('/').filter((part) => !/^p?jit\(.*\)$/.test(part));
  return { layer: parts.slice(0, -1).join('/'), operation: parts.length ? parts[parts.length - 1] : name };
}

/** A hue for a name: equal names have equal colours in every page. */
function hue(name) {
  let hash = 2166136261;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 16777619);
  return Math.imul(hash ^ (hash >>> 15), 2246822519) >>> 0;
}

const darkScheme = matchMedia('(prefers-color-scheme: dark)');
const fill = (name) => {
  const h = hue(name);
  return darkScheme.matches ? `hsl(${h % 360} ${30 + h % 20}% ${20 + h % 7}%)` : `hsl(${h % 360} ${55 + h % 25}% ${76 + h % 8}%)`;
};
const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const summary = (text) => { byId('summary').textContent = text; };
const announce = (element) => { element.setAttribute('role', 'status'); element.setAttribute('aria-live', 'polite'); return element; };
