/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Draws the visible part of a graph. Nodes that share a pixel with the one before are left out.
const EDGES_MOST = 3000;

class GraphDrawing {
  constructor() {
    this.graph = null;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.chosen = -1;
    this.matches = null;
    this.most = 0;
  }

  show(graph, timed) {
    this.graph = graph;
    this.most = timed ? graph.nodes.reduce((most, node) => Math.max(most, node.time), 0) : 0;
    this.timed = timed;
    this.chosen = -1;
  }
  fit(width, height) {
    const { graph } = this;
    this.scale = Math.max(0.0005, Math.min(width / (graph.width + 40), height / (graph.height + 40), 1.2));
    this.x = graph.width / 2 - width / 2 / this.scale;
    this.y = graph.height / 2 - height / 2 / this.scale;
  }
  /** Shows all if it is readable, else the beginning. */
  begin(width, height) {
    this.fit(width, height);
    if (this.scale >= 0.4) return;
    this.scale = 0.6;
    const row = this.graph.rows.find((one) => one.length);
    this.x = (row ? row[row.length >>> 1].x : 0) - width / 2 / this.scale;
    this.y = -20;
  }
  center(node, width, height) {
    this.scale = Math.max(this.scale, 0.7);
    this.x = node.x - width / 2 / this.scale;
    this.y = node.y - height / 2 / this.scale;
  }
  zoom(factor, px, py) {
    const scale = Math.min(3, Math.max(0.0005, this.scale * factor));
    this.x += px / this.scale - px / scale;
    this.y += py / this.scale - py / scale;
    this.scale = scale;
  }

  draw(context, width, height) {
    const { graph, scale } = this;
    if (!graph) return;
    this.context = context;
    this.dark = darkScheme.matches;
    this.colors = { text: color('text'), soft: color('soft'), line: color('line'), accent: color('accent'), panel: color('panel') };
    this.area = { left: this.x, top: this.y, right: this.x + width / scale, bottom: this.y + height / scale };
    context.save();
    context.scale(scale, scale);
    context.translate(-this.x, -this.y);
    context.textBaseline = 'middle';
    this.drawEdges();
    const begin = Math.max(0, Math.floor((this.area.top - NODE_HEIGHT) / RANK_STEP));
    const end = Math.min(graph.rows.length, Math.ceil(this.area.bottom / RANK_STEP) + 1);
    let lastY = -Infinity;
    for (let rank = begin; rank < end; rank++) {
      const y = Math.floor(rank * RANK_STEP * scale * 2);
      if (y === lastY) continue;
      lastY = y;
      this.drawRow(graph.rows[rank]);
    }
    context.restore();
  }

  drawRow(row) {
    let at = first(0, row.length, (i) => row[i].x + row[i].width / 2 >= this.area.left);
    let lastX = -Infinity;
    for (; at < row.length && row[at].x - row[at].width / 2 <= this.area.right; at++) {
      const x = Math.floor(row[at].x * this.scale);
      if (x === lastX) continue;
      lastX = x;
      this.drawNode(row[at]);
    }
  }

  fillOf(node) {
    if (node.kind === 'argument' || node.kind === 'return') return this.colors.panel;
    if (!this.timed) return fill(node.color);
    const share = this.most ? node.time / this.most : 0;
    return this.dark ? `hsl(8 ${25 + 55 * share}% ${17 + 20 * share}%)` : `hsl(8 ${30 + 60 * share}% ${96 - 28 * share}%)`;
  }

  drawNode(node) {
    const { context, scale } = this;
    const left = node.x - node.width / 2;
    const top = node.y - NODE_HEIGHT / 2;
    context.globalAlpha = this.matches && !this.matches(node) ? 0.4 : 1;
    context.fillStyle = this.fillOf(node);
    context.fillRect(left, top, node.width, NODE_HEIGHT);
    if (scale * NODE_HEIGHT > 3 || node.index === this.chosen) {
      context.strokeStyle = node.index === this.chosen ? this.colors.accent : this.colors.line;
      context.lineWidth = node.index === this.chosen ? 3 / Math.min(1, scale) : 1;
      context.strokeRect(left, top, node.width, NODE_HEIGHT);
      // A second border marks what can be expanded.
      if (node.kind === 'layer' || node.kind === 'run') context.strokeRect(left + 3, top + 3, node.width - 6, NODE_HEIGHT - 6);
    }
    if (scale > 0.35) {
      const second = [this.timed && node.kernels > 0 ? timeText(node.time) : null, node.second].filter(Boolean).join('  ');
      context.fillStyle = this.colors.text;
      context.textAlign = 'center';
      context.font = '12px system-ui, sans-serif';
      context.fillText(fitted(node.label, node.width - 10, 6.6), node.x, node.y - (second ? 7 : 0));
      context.fillStyle = this.colors.soft;
      if (second) context.fillText(fitted(second, node.width - 10, 6.6), node.x, node.y + 8);
    }
    context.globalAlpha = 1;
  }

  drawEdges() {
    const { context, graph, scale, area } = this;
    const { from, to } = graph.edges;
    const { nodes } = graph;
    const visible = [];
    for (let i = 0; i < from.length; i++) {
      const a = nodes[from[i]];
      const b = nodes[to[i]];
      if (Math.max(a.y, b.y) < area.top || Math.min(a.y, b.y) > area.bottom || Math.max(a.x, b.x) < area.left || Math.min(a.x, b.x) > area.right) continue;
      visible.push(i);
    }
    const step = Math.max(1, Math.ceil(visible.length / EDGES_MOST));
    context.strokeStyle = this.colors.line;
    context.lineWidth = Math.max(1, 0.7 / scale);
    context.beginPath();
    for (let i = 0; i < visible.length; i += step) this.edge(nodes[from[visible[i]]], nodes[to[visible[i]]]);
    context.stroke();
    if (this.chosen < 0) return;
    context.strokeStyle = this.colors.accent;
    context.lineWidth = Math.max(2, 1.5 / scale);
    context.beginPath();
    for (const source of graph.sources.of(this.chosen)) this.edge(nodes[source], nodes[this.chosen]);
    for (const user of graph.users.of(this.chosen)) this.edge(nodes[this.chosen], nodes[user]);
    context.stroke();
  }

  edge(a, b) {
    const { context } = this;
    const y1 = a.y + NODE_HEIGHT / 2;
    const y2 = b.y - NODE_HEIGHT / 2;
    const bend = Math.min(60, Math.abs(y2 - y1) / 2 + 8);
    context.moveTo(a.x, y1);
    if (this.scale < 0.1) context.lineTo(b.x, y2);
    else context.bezierCurveTo(a.x, y1 + bend, b.x, y2 - bend, b.x, y2);
  }

  hit(px, py) {
    const x = this.x + px / this.scale;
    const y = this.y + py / this.scale;
    const row = this.graph?.rows[Math.floor(y / RANK_STEP)] ?? [];
    const found = row.find((node) => Math.abs(node.x - x) <= node.width / 2 && Math.abs(node.y - y) <= NODE_HEIGHT / 2);
    return found ? found.index : -1;
  }
}
