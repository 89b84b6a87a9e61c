/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// The events of a trace in arrays, with an index by thread, nesting and time.

/** Reads the blocks that `bef run --trace` writes. Times are nanoseconds since the first event. */
class TraceData {
  constructor() {
    const data = json('data');
    this.sites = data.sites.map(([name, place, debug]) => ({ name, place, ...layerAndOperation(debug ?? '') }));
    this.functions = data.functions;
    this.threads = data.threads; // and streams of devices, which come last
    this.streams = data.streams ?? [];
    this.lost = data.lost;
    this.costs = data.costs ?? [];
    this.peak = data.peak ?? null; // per second, of one thread
    this.peakBytes = data.memory ?? null;
    this.readEvents(blockBytes('events'));
    this.readExecutions();
    this.readProducers();
    this.readPaths();
    this.indexExecutions();
    this.makeLanes();
    if (this.peakBytes !== null) this.readMemory(blockBytes('memory'));
  }

  /** The bytes in use at the end of each call, and the calls in the order of their ends. */
  readMemory(bytes) {
    const reader = new Reader(bytes);
    const calls = [];
    let now = 0;
    this.memory = new Float64Array(this.count);
    for (let i = 0; i < this.count; i++) {
      if (this.execution[i] < 0) continue;
      now += reader.signed();
      this.memory[i] = now;
      calls.push(i);
    }
    const end = (i) => this.start[i] + this.span[i];
    this.byEnd = Uint32Array.from(calls).sort((a, b) => end(a) - end(b));
    this.ends = Float64Array.from(this.byEnd, end);
    this.most = this.byEnd.reduce((most, i) => (most < 0 || this.memory[i] > this.memory[most] ? i : most), -1);
  }

  readEvents(bytes) {
    // An event has at least four bytes.
    const most = Math.ceil(bytes.length / 4);
    const reader = new Reader(bytes);
    const start = new Float64Array(most);
    const span = new Float64Array(most);
    const inside = new Float64Array(most);
    const wait = new Float64Array(most);
    const late = new Float64Array(most);
    const site = new Uint32Array(most);
    const execution = new Int32Array(most).fill(-1);
    const kernel = new Uint32Array(most);
    const stream = new Uint32Array(most);
    let i = 0;
    this.threadStarts = [0];
    for (let thread = 0; thread < this.threads; thread++) {
      let time = 0;
      let last = 0;
      for (let left = reader.number(); left > 0; left--, i++) {
        const kind = reader.number();
        site[i] = kind >>> 1;
        time += reader.number();
        start[i] = time;
        span[i] = reader.number();
        inside[i] = reader.number();
        if (kind & 1) continue;
        wait[i] = reader.number();
        late[i] = reader.number();
        last += reader.signed();
        execution[i] = last;
        kernel[i] = reader.number();
        stream[i] = reader.number();
      }
      this.threadStarts.push(i);
    }
    this.count = i;
    Object.assign(this, { start, span, inside, wait, late, site, execution, kernel, stream });
    this.end = 0;
    for (let j = 0; j < i; j++) this.end = Math.max(this.end, start[j] + span[j] + late[j]);
  }

  readExecutions() {
    const reader = new Reader(blockBytes('executions'));
    this.executions = Array.from({ length: reader.number() }, () => (
      { function: reader.number(), caller: reader.number() - 1, kernel: reader.number() }));
  }

  readProducers() {
    const reader = new Reader(blockBytes('producers'));
    this.producers = this.functions.map(() => Array.from({ length: reader.number() },
      () => Array.from({ length: reader.number() }, () => reader.number())));
    this.consumers = this.producers.map((list) => {
      const made = new Map();
      list.forEach((from, i) => from.forEach((kernel) => {
        if (!made.has(kernel)) made.set(kernel, []);
        made.get(kernel).push(i + 1);
      }));
      return made;
    });
  }

  readPaths() {
    const reader = new Reader(blockBytes('paths'));
    this.paths = [];
    while (reader.at < reader.bytes.length) {
      const [all, run, wait, late, kernels, length] = Array.from({ length: 6 }, () => reader.number());
      this.paths.push({ all, run, wait, late, kernels, events: Uint32Array.from({ length }, () => reader.number()) });
    }
    this.onPath = new Uint8Array(this.count);
    for (const path of this.paths) for (const event of path.events) this.onPath[event] = 1;
  }

  /** Events in the order of executions, by a counting sort; those of an execution are then sorted by kernel. */
  indexExecutions() {
    const starts = new Uint32Array(this.executions.length + 1);
    for (let i = 0; i < this.count; i++) if (this.execution[i] >= 0) starts[this.execution[i] + 1]++;
    for (let i = 0; i < this.executions.length; i++) starts[i + 1] += starts[i];
    const order = new Uint32Array(starts[this.executions.length]);
    const next = starts.slice();
    for (let i = 0; i < this.count; i++) if (this.execution[i] >= 0) order[next[this.execution[i]]++] = i;
    const kernel = this.kernel;
    for (let i = 0; i < this.executions.length; i++) order.subarray(starts[i], starts[i + 1]).sort((a, b) => kernel[a] - kernel[b]);
    this.executionStarts = starts;
    this.byExecution = order;
  }

  /** The event of a kernel in an execution; -1: none. */
  find(execution, kernel) {
    if (execution < 0 || !kernel) return -1;
    const end = this.executionStarts[execution + 1];
    const at = first(this.executionStarts[execution], end, (i) => this.kernel[this.byExecution[i]] >= kernel);
    return at < end && this.kernel[this.byExecution[at]] === kernel ? this.byExecution[at] : -1;
  }

  /** Events whose results an event used; without operands, the call of its function. */
  sources(event) {
    if (this.execution[event] < 0) return [];
    const execution = this.executions[this.execution[event]];
    const list = this.producers[execution.function][this.kernel[event] - 1] ?? [];
    const found = list.map((kernel) => this.find(this.execution[event], kernel)).filter((i) => i >= 0);
    const caller = list.length ? -1 : this.find(execution.caller, execution.kernel);
    return caller >= 0 ? [caller] : found;
  }

  users(event) {
    if (this.execution[event] < 0) return [];
    const execution = this.executions[this.execution[event]];
    const list = this.consumers[execution.function].get(this.kernel[event]) ?? [];
    return list.map((kernel) => this.find(this.execution[event], kernel)).filter((i) => i >= 0);
  }

  /** Lanes: for each thread and depth of nesting the events by start, with the sums of their times before each one. */
  makeLanes() {
    this.lanes = [];
    this.laneOf = new Uint32Array(this.count);
    for (let thread = 0; thread < this.threads; thread++) {
      const ends = [];
      const depths = [];
      for (let i = this.threadStarts[thread]; i < this.threadStarts[thread + 1]; i++) {
        while (ends.length && ends[ends.length - 1] <= this.start[i]) ends.pop();
        const depth = Math.min(ends.length, 255);
        ends.push(this.start[i] + this.span[i]);
        (depths[depth] ??= []).push(i);
        this.laneOf[i] = this.lanes.length + depth;
      }
      depths.forEach((list, depth) => this.lanes.push(this.makeLane(this.trackName(thread), depth, list, false)));
    }
    this.makeLateLanes();
  }

  makeLane(track, depth, list, late) {
    const sums = new Float64Array(list.length + 1);
    list.forEach((event, i) => { sums[i + 1] = sums[i] + this.length(event, late); });
    return { track, depth, late, events: Uint32Array.from(list), sums };
  }

  /** Calls whose result came after their end, from start to result, in the first lane that is free. */
  makeLateLanes() {
    const late = [];
    for (let i = 0; i < this.count; i++) if (this.late[i] > 0) late.push(i);
    late.sort((a, b) => this.start[a] - this.start[b]);
    const ends = [];
    const lists = [];
    for (const event of late) {
      let lane = ends.findIndex((end) => end <= this.start[event]);
      if (lane < 0) lane = Math.min(ends.length, 31);
      ends[lane] = this.start[event] + this.length(event, true);
      (lists[lane] ??= []).push(event);
    }
    lists.forEach((list, depth) => this.lanes.push(this.makeLane('asynchronous', depth, list, true)));
  }

  length(event, late) { return late ? this.span[event] + this.late[event] : this.span[event]; }
  self(event) { return Math.max(0, this.span[event] - this.inside[event]); }
  trackName(track) { return this.streams[track - this.threads + this.streams.length] ?? `thread ${track}`; }
  isCommand(event) { return event >= this.threadStarts[this.threads - this.streams.length]; }
  threadOf(event) { return first(0, this.threads, (thread) => this.threadStarts[thread + 1] > event); }
  functionOf(event) { return this.execution[event] < 0 ? '' : this.functions[this.executions[this.execution[event]].function]; }

  /** Totals of events that `key` (of a site) brings together, in an interval of starts. */
  totals(key, from = 0, to = Infinity) {
    const sums = new Map();
    const bySite = this.sites.map((site) => {
      const name = key(site);
      if (!sums.has(name)) sums.set(name, { name, sites: new Set(), calls: 0, self: 0, run: 0, wait: 0, longest: 0, event: -1, operations: 0, bytes: 0 });
      sums.get(name).sites.add(site.name);
      return sums.get(name);
    });
    for (let i = 0; i < this.count; i++) {
      if (this.start[i] + this.span[i] < from || this.start[i] > to) continue;
      const sum = bySite[this.site[i]];
      sum.calls += this.execution[i] >= 0 || this.isCommand(i);
      const cost = this.execution[i] >= 0 ? this.costs[this.site[i]] : null;
      if (cost) {
        sum.operations += cost[0];
        sum.bytes += cost[1];
      }
      sum.self += this.self(i);
      sum.run += this.span[i];
      sum.wait += this.wait[i];
      if (this.span[i] >= sum.longest) {
        sum.longest = this.span[i];
        sum.event = i;
      }
    }
    return [...sums.values()].filter((sum) => sum.event >= 0);
  }
}
