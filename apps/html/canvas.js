/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// A canvas that follows its size, the colour scheme, and mouse and keys. It draws at most once per frame.

/**
 * `handlers`: draw(context, width, height), pan(dx, dy), zoom(factor, x, y), click(x, y), hover?(x, y), key?(event), which returns true
 * for keys that it used. The element is an application for screen readers: its label says the keys, and tables have the same content.
 */
class View {
  constructor(id, label, height, handlers) {
    this.handlers = handlers;
    this.pending = false;
    this.canvas = el('canvas', { id, tabindex: 0, role: 'application', 'aria-label': label });
    this.canvas.style.height = height;
    this.context = this.canvas.getContext('2d');
    new ResizeObserver(() => this.redraw()).observe(this.canvas);
    darkScheme.addEventListener('change', () => this.redraw());
    this.listen();
  }
  get width() { return this.canvas.clientWidth; }
  get height() { return this.canvas.clientHeight; }

  redraw() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      const scale = devicePixelRatio || 1;
      const width = Math.round(this.width * scale);
      const height = Math.round(this.height * scale);
      if (!width || !height) return;
      if (this.canvas.width !== width || this.canvas.height !== height) {
        this.canvas.width = width;
        this.canvas.height = height;
      }
      this.context.setTransform(scale, 0, 0, scale, 0, 0);
      this.context.clearRect(0, 0, this.width, this.height);
      this.handlers.draw(this.context, this.width, this.height);
    });
  }

  listen() {
    const { canvas, handlers } = this;
    const pointers = new Map();
    let moved = 0;
    canvas.addEventListener('pointerdown', (event) => {
      pointers.set(event.pointerId, event);
      moved = 0;
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) {
        handlers.hover?.(event.offsetX, event.offsetY);
        return;
      }
      const others = [...pointers.values()].filter((other) => other.pointerId !== event.pointerId);
      if (others.length === 1) {
        const distance = (a) => Math.max(1, Math.hypot(a.offsetX - others[0].offsetX, a.offsetY - others[0].offsetY));
        handlers.zoom(distance(event) / distance(before), event.offsetX, event.offsetY);
      } else {
        handlers.pan(event.offsetX - before.offsetX, event.offsetY - before.offsetY);
      }
      moved += Math.abs(event.offsetX - before.offsetX) + Math.abs(event.offsetY - before.offsetY);
      pointers.set(event.pointerId, event);
      this.redraw();
    });
    const end = (event) => {
      if (pointers.delete(event.pointerId) && event.type === 'pointerup' && moved < 4) handlers.click(event.offsetX, event.offsetY);
    };
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      const unit = event.deltaMode === 1 ? 16 : 1;
      if (event.shiftKey) handlers.pan(-(event.deltaX || event.deltaY) * unit, 0);
      else handlers.zoom(Math.exp(-event.deltaY * unit * 0.002), event.offsetX, event.offsetY);
      this.redraw();
    }, { passive: false });
    canvas.addEventListener('keydown', (event) => this.key(event));
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = event.shiftKey ? 0.5 : 0.1;
    const { width, height, handlers } = this;
    const moves = {
      ArrowLeft: () => handlers.pan(step * width, 0), ArrowRight: () => handlers.pan(-step * width, 0),
      ArrowUp: () => handlers.pan(0, step * height), ArrowDown: () => handlers.pan(0, -step * height),
      a: () => handlers.pan(step * width, 0), d: () => handlers.pan(-step * width, 0),
      '+': () => handlers.zoom(1.5, width / 2, height / 2), '-': () => handlers.zoom(1 / 1.5, width / 2, height / 2),
      '=': () => handlers.zoom(1.5, width / 2, height / 2),
      w: () => handlers.zoom(1.5, width / 2, height / 2), s: () => handlers.zoom(1 / 1.5, width / 2, height / 2),
    };
    if (handlers.key?.(event) || (moves[event.key] && (moves[event.key](), true))) {
      event.preventDefault();
      this.redraw();
    }
  }
}

/** Shortens a text to a width; the width of a character is constant in the font of the canvases. */
function fitted(text, width, character) {
  const most = Math.floor(width / character);
  return text.length <= most ? text : most < 3 ? '' : `${text.slice(0, most - 1)}…`;
}

const first = (low, high, test) => {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};
