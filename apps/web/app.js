/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// The web page: reads a file, and shows what the programs make of it. The programs run in a worker.
const PROGRAMS = ['bef', 'mlirbc', 'syclbin'];
const packed = Object.fromEntries(PROGRAMS.map((name) => [name, blockBytes(`wasm-${name}`)]));
const workerUrl = URL.createObjectURL(new Blob([byId('worker').textContent], { type: 'text/javascript' }));

// ---- the worker: one command at a time, in the order of the requests

let worker = null;
let lastId = 0;
const waiting = new Map();

function startWorker() {
  worker = new Worker(workerUrl);
  worker.onmessage = ({ data }) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  worker.onerror = (event) => stopWorker(`the worker failed: ${event.message}`);
  worker.postMessage({ packed });
}

/** Ends everything that runs; each request is answered with the reason. */
function stopWorker(reason) {
  worker?.terminate();
  worker = null;
  for (const answer of waiting.values()) answer({ failed: reason });
  waiting.clear();
}

function ask(request) {
  if (!worker) startWorker();
  return new Promise((resolve) => {
    waiting.set(++lastId, resolve);
    worker.postMessage({ ...request, id: lastId });
  });
}

// ---- the kind of a file

const BYTECODE = { id: 'bytecode', label: 'MLIR bytecode' };
const TEXT = { id: 'text', label: 'MLIR text' };
const BEF = { id: 'bef', label: 'BEF' };
const IMAGES = { id: 'syclbin', label: 'SYCLBIN, or a container of images' };
const MAGICS = [
  [BYTECODE, [0x4d, 0x4c, 0xef, 0x52]], [BEF, [0x0b, 0xef]], [IMAGES, [0x10, 0xff, 0x10, 0xad]], [IMAGES, [0x49, 0x42, 0x59, 0x53]],
  [IMAGES, [0x7f, 0x45, 0x4c, 0x46]], [IMAGES, [...'!<arch>'].map((c) => c.charCodeAt(0))],
  [IMAGES, [...'__CLANG_OFFLOAD_BUNDLE__'].map((c) => c.charCodeAt(0))], [IMAGES, [...'CCOB'].map((c) => c.charCodeAt(0))],
];
const startsWith = (bytes, magic) => magic.every((byte, i) => bytes[i] === byte);

function isText(bytes) {
  try {
    // A character may be cut at the end of the part that is examined.
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, 65536), { stream: true }).includes('\0');
  } catch {
    return false;
  }
}

const kindOf = (bytes) => MAGICS.find(([, magic]) => startsWith(bytes, magic))?.[0] ?? (bytes.length && isText(bytes) ? TEXT : null);

// ---- results of commands

/** Shows what a command printed; errors first. */
function printed(answer) {
  const parts = [];
  if (answer.failed) parts.push(el('pre', { class: 'bad', role: 'alert' }, answer.failed));
  else if (answer.code !== 0) parts.push(el('p', { class: 'bad' }, answer.code === null ? 'The program did not end by itself.' : `Exit status ${answer.code}.`));
  if (answer.err) parts.push(el('pre', answer.code === 0 ? null : { class: 'bad', role: 'alert' }, answer.err));
  if (answer.out) parts.push(el('pre', { tabindex: 0, role: 'region', 'aria-label': 'Output' }, answer.out));
  return el('div', null, ...parts);
}

/** A page that a program wrote, in a frame without access to this page. */
function framed(title, file, name) {
  const save = el('a', { download: name, href: URL.createObjectURL(new Blob([file], { type: 'text/html' })) }, 'Save this page');
  const frame = el('iframe', { title, sandbox: 'allow-scripts' });
  frame.srcdoc = new TextDecoder().decode(file);
  return el('div', null, el('div', { class: 'tools' }, save), frame);
}

const busy = (what) => el('p', { class: 'soft' }, `${what} …`);
const command = (input, program, args, output) => ask({ program, args, name: input.name, bytes: input.bytes, output });

/** A tab whose content is made when it is shown for the first time. */
function lazy(id, label, make) {
  const panel = el('div');
  let begun = false;
  return { id, label, panel, shown: async () => {
    if (begun) return;
    begun = true;
    panel.replaceChildren(busy(label));
    panel.replaceChildren(await make());
  } };
}

const pageTab = (input, id, label, program, args) => lazy(id, label, async () => {
  const answer = await command(input, program, [...args, '--show-source', '-o', '/page.html', input.path], '/page.html');
  say(`${label}: ${answer.failed ?? `${program} ${args[0]} ended after ${timeText(answer.ms * 1e6)}`}`);
  if (!answer.file) return printed(answer);
  return el('div', null, answer.err ? printed({ ...answer, out: '' }) : null, framed(`${label} of ${input.name}`, answer.file, `${input.name}-${id}.html`));
});
const textTab = (input, id, label, program, args, good) => lazy(id, label, async () => {
  const answer = await command(input, program, [...args, '--show-source', input.path]);
  say(`${label}: ${answer.failed ?? `${program} ${args[0]} ended after ${timeText(answer.ms * 1e6)}`}`);
  if (good && answer.code === 0 && !answer.err && !answer.out) return el('p', null, good);
  return printed(answer);
});

// ---- running

function field(id, label, type, value, more) {
  const input = el('input', { id, type, value, ...more });
  return [input, el('label', { for: id }, `${label} `, input)];
}

function runTab(input) {
  const [which, whichLabel] = field('run-function', 'Function', 'text', '', { placeholder: 'default' });
  const [seed, seedLabel] = field('run-seed', 'Seed of the inputs', 'number', '1', { min: 0 });
  const [repeat, repeatLabel] = field('run-repeat', 'Times', 'number', '1', { min: 1, max: 100000 });
  let stats = false;
  let trace = true;
  const result = announce(el('div', { id: 'run-result' }));
  const picture = el('div', { id: 'run-trace' });
  const stop = button('Stop', () => stopWorker('Stopped.'), { id: 'stop', disabled: true });
  const start = button('Run', run, { id: 'run' });

  async function run() {
    start.disabled = true;
    stop.disabled = false;
    result.replaceChildren(busy('running'));
    picture.replaceChildren();
    const common = ['run', '--queue', 'single', '--show-source', ...(stats ? ['--stats'] : []), ...(trace ? ['--trace', '/trace.html'] : [])];
    const model = ['--random-inputs', seed.value || '1', ...(repeat.value > 1 ? ['--repeat', repeat.value] : []), ...(which.value ? ['--function', which.value] : [])];
    let answer = await command(input, 'bef', [...common, ...model, input.path], trace ? '/trace.html' : null);
    // A host program has no inputs: bef refuses options for models.
    if (answer.code === 2 && answer.err.includes('host program'))
      answer = await command(input, 'bef', [...common, ...(which.value ? ['--functions', which.value] : []), input.path], trace ? '/trace.html' : null);
    say(answer.failed ?? `bef run ended after ${timeText(answer.ms * 1e6)}`);
    result.replaceChildren(printed(answer));
    if (answer.file) picture.replaceChildren(framed(`Trace of ${input.name}`, answer.file, `${input.name}-trace.html`));
    start.disabled = false;
    stop.disabled = true;
  }
  const panel = el('div', null,
    el('p', { class: 'soft' }, 'Runs a model with random inputs, or the functions without arguments of a host program, on one thread.'),
    el('div', { class: 'tools' }, whichLabel, seedLabel, repeatLabel, checkbox('run-picture', 'trace', trace, (on) => { trace = on; }),
      checkbox('run-stats', 'statistics', stats, (on) => { stats = on; }), start, stop), result, picture);
  return { id: 'run', label: 'Run', panel };
}

// ---- the views of a file

function tabsOf(input) {
  const { kind } = input;
  if (kind === IMAGES) {
    return [pageTab(input, 'view', 'Modules and images', 'syclbin', ['view']), textTab(input, 'info', 'Summary', 'syclbin', ['info']),
      textTab(input, 'verify', 'Verify', 'syclbin', ['verify'], 'The file is valid.'), textTab(input, 'dump', 'Dump', 'syclbin', ['dump'])];
  }
  if (kind === BEF) {
    return [pageTab(input, 'graph', 'Dataflow', 'bef', ['graph']), textTab(input, 'text', 'Text', 'bef', ['disassemble']), runTab(input),
      textTab(input, 'stats', 'Statistics', 'bef', ['stats']), textTab(input, 'verify', 'Verify', 'bef', ['verify'], 'The program is valid.'),
      textTab(input, 'dump', 'Dump', 'bef', ['dump'])];
  }
  return [pageTab(input, 'view', 'Module', 'mlirbc', ['view']), pageTab(input, 'graph', 'Dataflow', 'bef', ['graph']), runTab(input),
    kind === BYTECODE ? pageTab(input, 'size', 'Sizes', 'mlirbc', ['size', '--html']) : null, textTab(input, 'info', 'Summary', 'mlirbc', ['info']),
    textTab(input, 'verify', 'Verify', 'mlirbc', ['verify'], 'The module is valid.')].filter(Boolean);
}

const status = announce(el('p', { id: 'status', class: 'soft' }));
const say = (text) => { status.textContent = text; };
const content = el('div', { id: 'content' });
let opened = 0;

async function show(name, bytes) {
  const mine = ++opened;
  if (waiting.size) stopWorker('Another file was opened.');
  if (startsWith(bytes, [0x1f, 0x8b])) {
    const answer = await ask({ unzip: true, bytes });
    if (mine !== opened) return;
    if (answer.failed) {
      content.replaceChildren(el('pre', { class: 'bad', role: 'alert' }, `${name}: the gzip data cannot be decompressed: ${answer.failed}`));
      return;
    }
    bytes = answer.bytes;
  }
  const kind = kindOf(bytes);
  summary(`${name}: ${kind?.label ?? 'unknown format'}, ${bytesText(bytes.length)}`);
  document.title = `${name} - befkit`;
  if (!kind) {
    const head = [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    content.replaceChildren(el('pre', { class: 'bad', role: 'alert' }, `${name}: ${bytes.length ? `unknown format, begins with the bytes ${head}` : 'the file is empty'}; ` +
      'expected MLIR text, MLIR bytecode, BEF, SYCLBIN, an OffloadBinary, an offload bundle, an object or an archive; these may be compressed with gzip.'));
    return;
  }
  // The name is a file of the programs: no folders, and no option.
  const plain = name.replace(/[/\0]/g, '_').replace(/^\.{0,2}$/, 'input');
  const input = { kind, bytes, name: plain, path: plain.startsWith('-') ? `./${plain}` : plain };
  content.replaceChildren(tabs(tabsOf(input), 'Views'));
}

async function openFile(file) {
  if (!file) return;
  say(`reading ${file.name}`);
  try {
    await show(file.name, new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    content.replaceChildren(el('pre', { class: 'bad', role: 'alert' }, `${file.name}: cannot be read: ${error.message}`));
  }
}

const chooser = el('input', { type: 'file', id: 'file', change: () => openFile(chooser.files[0]) });
const drop = el('div', { class: 'drop', id: 'drop' }, el('div', { class: 'tools' },
  el('label', { for: 'file' }, 'Drop a file on this page, or choose one: '), chooser,
  button('Open an example', () => show('example.mlir', new TextEncoder().encode(byId('example').textContent)), { id: 'open-example' })));
document.addEventListener('dragover', (event) => {
  event.preventDefault();
  drop.classList.add('over');
});
document.addEventListener('dragleave', () => drop.classList.remove('over'));
document.addEventListener('drop', (event) => {
  event.preventDefault();
  drop.classList.remove('over');
  openFile(event.dataTransfer.files[0]);
});
byId('main').append(drop, status, content);
