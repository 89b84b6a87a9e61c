/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// A layered layout: ranks by the longest path, an order by means of neighbours, and places that minimize squared distances.
const NODE_HEIGHT = 36;
const RANK_STEP = 74;
const NODE_GAP = 14;
const SWEEPS = 6;

/** Neighbours of each node as slices of one array. */
function adjacency(size, ends, others) {
  const starts = new Uint32Array(size + 1);
  for (const end of ends) starts[end + 1]++;
  for (let i = 0; i < size; i++) starts[i + 1] += starts[i];
  const list = new Uint32Array(ends.length);
  const next = starts.slice();
  ends.forEach((end, i) => { list[next[end]++] = others[i]; });
  return { starts, list, of: (node) => list.subarray(starts[node], starts[node + 1]) };
}

/** Nodes are in the order of the program, so edges lead forward, except operands of non-strict kernels, which do not count. */
function makeRanks(nodes, sources, users) {
  const ranks = new Int32Array(nodes.length);
  for (const node of nodes) for (const source of sources.of(node.index)) if (source < node.index) ranks[node.index] = Math.max(ranks[node.index], ranks[source] + 1);
  // Arguments and constants stand above their first user.
  for (const node of nodes) {
    if (sources.of(node.index).length || !users.of(node.index).length) continue;
    ranks[node.index] = Math.max(0, users.of(node.index).reduce((least, user) => Math.min(least, ranks[user]), Infinity) - 1);
  }
  return ranks;
}

/**
 * Places the nodes of a rank, in their order and without overlap, so that the sum of squared distances from the wanted places is least
 * ("pool adjacent violators").
 */
function place(row, wanted, x) {
  const blocks = [];
  let offset = 0;
  const offsets = row.map((node, i) => {
    if (i) offset += (row[i - 1].width + node.width) / 2 + NODE_GAP;
    return offset;
  });
  row.forEach((node, i) => {
    let block = { sum: wanted[node.index] - offsets[i], size: 1 };
    while (blocks.length && blocks[blocks.length - 1].sum / blocks[blocks.length - 1].size >= block.sum / block.size) {
      const previous = blocks.pop();
      block = { sum: previous.sum + block.sum, size: previous.size + block.size };
    }
    blocks.push(block);
  });
  let i = 0;
  for (const block of blocks) {
    for (let left = block.size; left > 0; left--, i++) x[row[i].index] = block.sum / block.size + offsets[i];
  }
}

/** Sets x, y and rank of the nodes; returns the rows and the size of the picture. `timed`: a time is in front of the second line. */
function layOut(graph, timed) {
  const { nodes, edges } = graph;
  const sources = adjacency(nodes.length, edges.to, edges.from);
  const users = adjacency(nodes.length, edges.from, edges.to);
  const ranks = makeRanks(nodes, sources, users);
  const rows = [];
  for (const node of nodes) {
    node.width = Math.min(300, Math.max(70, Math.max(node.label.length, (node.second ?? '').length + (timed ? 11 : 0)) * 7 + 20));
    node.rank = ranks[node.index];
    (rows[node.rank] ??= []).push(node);
  }
  for (let i = 0; i < rows.length; i++) rows[i] ??= [];
  const x = new Float64Array(nodes.length);
  const wanted = new Float64Array(nodes.length);
  for (const row of rows) place(row, wanted, x);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const near = sweep % 2 ? users : sources;
    const order = sweep % 2 ? rows.slice().reverse() : rows;
    for (const row of order) {
      for (const node of row) {
        const list = near.of(node.index);
        wanted[node.index] = list.length ? list.reduce((sum, other) => sum + x[other], 0) / list.length : x[node.index];
      }
      if (sweep < SWEEPS - 2) row.sort((a, b) => wanted[a.index] - wanted[b.index] || a.index - b.index);
      place(row, wanted, x);
    }
  }
  let left = Infinity;
  let right = -Infinity;
  for (const node of nodes) {
    left = Math.min(left, x[node.index] - node.width / 2);
    right = Math.max(right, x[node.index] + node.width / 2);
  }
  for (const node of nodes) {
    node.x = x[node.index] - (nodes.length ? left : 0);
    node.y = node.rank * RANK_STEP + NODE_HEIGHT / 2;
  }
  return { ...graph, rows, width: Math.max(1, right - left), height: rows.length * RANK_STEP, sources, users };
}
