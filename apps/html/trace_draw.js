/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Draws the events of an interval. Events narrower than a pixel are drawn as the share of the pixel that they fill, so a
// frame costs time for the pixels of the lanes, not for the events.
const LANE = 20;
const AXIS = 22;
const GAP = 8;
const LABELS = 120;
const MEMORY = 52;

class TraceDrawing {
  constructor(data) {
    this.data = data;
    this.from = 0;
    this.to = data.end || 1;
    this.scroll = 0;
    this.chosen = -1;
    this.matches = null;
    this.showPath = true;
    this.showArrows = true;
    let y = AXIS + (data.most >= 0 ? MEMORY : 0);
    let track = null;
    for (const lane of data.lanes) {
      if (lane.track !== track) y += GAP;
      track = lane.track;
      lane.y = y;
      y += LANE;
    }
    this.bottom = y + GAP;
  }

  x(time) { return LABELS + (time - this.from) / (this.to - this.from) * (this.width - LABELS); }
  time(x) { return this.from + (x - LABELS) / (this.width - LABELS) * (this.to - this.from); }

  setRange(from, to) {
    const length = Math.min(Math.max(to - from, 10), this.data.end * 1.1 || 10);
    const start = Math.min(Math.max(from, -0.05 * this.data.end), Math.max(0, this.data.end * 1.05 - length));
    this.from = start;
    this.to = start + length;
  }
  setScroll(scroll) { this.scroll = Math.max(0, Math.min(scroll, this.bottom - this.height)); }

  draw(context, width, height) {
    this.width = width;
    this.height = height;
    this.setScroll(this.scroll);
    this.context = context;
    context.font = '12px system-ui, sans-serif';
    context.textBaseline = 'middle';
    this.colors = { text: color('text'), soft: color('soft'), line: color('line'), accent: color('accent'), path: color('path'), back: color('back') };
    this.fills = this.data.sites.map((site) => fill(site.name));
    this.visible = [];
    this.names = [];
    context.save();
    context.beginPath();
    context.rect(LABELS, AXIS, width - LABELS, height - AXIS);
    context.clip();
    for (const lane of this.data.lanes) {
      const y = lane.y - this.scroll;
      if (y + LANE > AXIS && y < height) this.drawLane(lane, y);
    }
    if (this.data.most >= 0) this.drawMemory();
    this.drawLinks();
    this.drawNames();
    context.restore();
    this.drawLabels();
    this.drawAxis();
  }

  /** The memory in use after each call, as steps; the largest of each pixel. */
  drawMemory() {
    const { context, data, width } = this;
    const top = AXIS + GAP - this.scroll;
    const bottom = top + MEMORY - GAP;
    const most = data.memory[data.most] || 1;
    let i = first(0, data.ends.length, (at) => data.ends[at] >= this.from);
    context.beginPath();
    context.moveTo(LABELS, bottom);
    for (let x = LABELS; x < width; x++) {
      let bytes = i ? data.memory[data.byEnd[i - 1]] : 0;
      for (const limit = this.time(x + 1); i < data.ends.length && data.ends[i] < limit; i++) bytes = Math.max(bytes, data.memory[data.byEnd[i]]);
      context.lineTo(x, bottom - (bottom - top) * bytes / most);
    }
    context.lineTo(width, bottom);
    context.closePath();
    context.globalAlpha = 0.4;
    context.fillStyle = this.colors.accent;
    context.fill();
    context.globalAlpha = 1;
    const x = this.x(data.start[data.most] + data.span[data.most]);
    context.fillStyle = this.colors.text;
    context.fillRect(x, top, 1, bottom - top);
    context.textAlign = x > (LABELS + width) / 2 ? 'right' : 'left';
    context.fillText(`peak ${bytesText(most)}: ${data.sites[data.site[data.most]].name}`, x + (context.textAlign === 'right' ? -4 : 4), top + 7);
    context.textAlign = 'left';
  }

  drawLane(lane, y) {
    const { data } = this;
    const { events } = lane;
    const perPixel = (this.to - this.from) / (this.width - LABELS);
    const endOf = (i) => data.start[events[i]] + data.length(events[i], lane.late);
    let i = first(0, events.length, (at) => endOf(at) > this.from);
    while (i < events.length && data.start[events[i]] < this.to) {
      const event = events[i];
      const length = data.length(event, lane.late);
      if (length >= 1.5 * perPixel) {
        this.drawEvent(event, this.x(data.start[event]), length / perPixel, y, lane.late);
        i++;
        continue;
      }
      // All that starts in this pixel. Events of a lane do not overlap, so only the last one can be wider.
      const pixel = Math.floor(this.x(data.start[event]));
      const limit = this.time(pixel + 1);
      let next = Math.max(i + 1, first(i, events.length, (at) => data.start[events[at]] >= limit));
      if (next > i + 1 && data.length(events[next - 1], lane.late) >= 1.5 * perPixel) next--;
      this.drawPixel(lane, i, next, pixel, y, perPixel);
      i = next;
    }
  }

  drawPixel(lane, from, to, pixel, y, perPixel) {
    const { context, data } = this;
    const share = Math.min(1, (lane.sums[to] - lane.sums[from]) / perPixel);
    const dim = this.matches && !this.anyMatch(lane.events, from, to);
    context.globalAlpha = (dim ? 0.15 : 1) * (0.25 + 0.75 * share);
    context.fillStyle = this.fills[data.site[lane.events[(from + to) >>> 1]]];
    context.fillRect(pixel, y + 1, Math.max(1, share), LANE - 2);
    context.globalAlpha = 1;
  }

  anyMatch(events, from, to) {
    const step = Math.max(1, Math.floor((to - from) / 64));
    for (let i = from; i < to; i += step) if (this.matches[this.data.site[events[i]]]) return true;
    return false;
  }

  drawEvent(event, x, width, y, late) {
    const { context, data } = this;
    const left = Math.max(x, LABELS - 2);
    const shown = Math.min(x + width, this.width + 2) - left;
    if (this.visible.length < 600) this.visible.push(event);
    context.globalAlpha = this.matches && !this.matches[data.site[event]] ? 0.15 : late ? 0.75 : 1;
    context.fillStyle = this.fills[data.site[event]];
    context.fillRect(left, y + 1, Math.max(1, shown - 0.5), LANE - 2);
    if (data.execution[event] < 0 && !data.isCommand(event) && shown > 4) {
      context.fillStyle = this.colors.soft;
      context.fillRect(left, y + LANE - 4, shown - 0.5, 2);
    }
    context.globalAlpha = 1;
    if (shown > 24) this.names.push({ site: data.site[event], left: left + 3, width: shown - 6, y: y + LANE / 2 });
    const marked = event === this.chosen ? this.colors.accent : this.showPath && data.onPath[event] && !late ? this.colors.path : null;
    if (marked) {
      context.strokeStyle = marked;
      context.lineWidth = event === this.chosen ? 3 : 1.5;
      context.strokeRect(left + 0.5, y + 1.5, Math.max(1, shown - 1.5), LANE - 3);
    }
  }

  /** Names of events, above the arrows and on the colour of the event, so that no line strikes them through. */
  drawNames() {
    const { context, data } = this;
    for (const { site, left, width, y } of this.names) {
      const { name, layer, operation } = data.sites[site];
      const text = fitted(layer ? `${layer.slice(layer.lastIndexOf('/') + 1)}: ${operation}` : name, width, 6.4);
      context.globalAlpha = this.matches && !this.matches[site] ? 0.5 : 1;
      context.fillStyle = this.fills[site];
      context.fillRect(left - 1, y - 7, Math.min(width, context.measureText(text).width) + 2, 14);
      context.fillStyle = this.colors.text;
      context.fillText(text, left, y);
    }
    context.globalAlpha = 1;
  }

  /** Arrows of the chosen event, or of all if few events are visible. */
  drawLinks() {
    if (!this.showArrows) return;
    const { data } = this;
    if (this.visible.length <= 150) for (const event of this.visible) this.drawSources(event, this.colors.soft, 0.8);
    if (this.chosen < 0) return;
    this.drawSources(this.chosen, this.colors.accent, 2);
    for (const user of data.users(this.chosen)) this.drawArrow(this.chosen, user, this.colors.accent, 2);
  }
  drawSources(event, style, width) {
    for (const source of this.data.sources(event)) this.drawArrow(source, event, style, width);
  }

  drawArrow(from, to, style, width) {
    const { context, data } = this;
    const x1 = this.x(Math.min(data.start[from] + data.span[from], data.start[to]));
    const x2 = this.x(data.start[to]);
    const y1 = data.lanes[data.laneOf[from]].y - this.scroll + LANE / 2;
    const y2 = data.lanes[data.laneOf[to]].y - this.scroll + LANE / 2;
    if (Math.max(x1, x2) < LABELS || Math.min(x1, x2) > this.width) return;
    const bend = Math.max(12, Math.min(80, (x2 - x1) / 2));
    context.strokeStyle = context.fillStyle = style;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(x1, y1);
    context.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
    context.stroke();
    context.beginPath();
    context.moveTo(x2 + 1, y2);
    context.lineTo(x2 - 5, y2 - 3);
    context.lineTo(x2 - 5, y2 + 3);
    context.fill();
  }

  drawLabels() {
    const { context, colors } = this;
    context.fillStyle = colors.back;
    context.fillRect(0, AXIS, LABELS - 2, this.height);
    context.fillStyle = colors.text;
    if (this.data.most >= 0) context.fillText('memory', 4, AXIS + MEMORY / 2 - this.scroll);
    let track = null;
    for (const lane of this.data.lanes) {
      const y = lane.y - this.scroll;
      if (lane.track !== track && y > AXIS - 4) context.fillText(fitted(lane.track, LABELS - 8, 6.4), 4, y + LANE / 2);
      track = lane.track;
    }
  }

  drawAxis() {
    const { context, colors, width } = this;
    context.fillStyle = colors.back;
    context.fillRect(0, 0, width, AXIS);
    context.fillStyle = colors.soft;
    context.strokeStyle = colors.line;
    context.lineWidth = 1;
    const wanted = (this.to - this.from) / Math.max(2, (width - LABELS) / 120);
    const power = 10 ** Math.floor(Math.log10(wanted));
    const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= wanted) ?? wanted;
    for (let time = Math.ceil(this.from / step) * step; time <= this.to; time += step) {
      const x = Math.round(this.x(time)) + 0.5;
      context.beginPath();
      context.moveTo(x, 14);
      context.lineTo(x, AXIS);
      context.stroke();
      if (time >= 0) context.fillText(time ? timeText(time) : '0', x + 3, 9);
    }
  }

  /** The event at a point; -1: none. */
  hit(x, y) {
    const lane = this.data.lanes.find((one) => y + this.scroll >= one.y && y + this.scroll < one.y + LANE);
    if (!lane || x < LABELS || y < AXIS) return -1;
    const { data } = this;
    const slack = 2 * (this.to - this.from) / (this.width - LABELS);
    const time = this.time(x);
    const at = first(0, lane.events.length, (i) => data.start[lane.events[i]] > time + slack) - 1;
    if (at < 0) return -1;
    const event = lane.events[at];
    return data.start[event] + data.length(event, lane.late) >= time - slack ? event : -1;
  }
}
