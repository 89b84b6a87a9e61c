/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// The worker: runs commands of the programs, each in a fresh instance, so that a trap or a lack of memory ends one command only.
// `programs` has what emcc made for each program.
const TEXT_MOST = 4 << 20; // bytes of stdout and of stderr
const packed = {};
const modules = {};

const unzip = async (bytes) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());

/** A stream of a program, which writes byte by byte; null flushes. */
class Sink {
  constructor() {
    this.bytes = new Uint8Array(4096);
    this.size = 0;
    this.cut = false;
    this.put = (byte) => {
      if (byte === null) return;
      if (this.size === this.bytes.length) {
        if (this.size >= TEXT_MOST) {
          this.cut = true;
          return;
        }
        const larger = new Uint8Array(2 * this.size);
        larger.set(this.bytes);
        this.bytes = larger;
      }
      this.bytes[this.size++] = byte;
    };
  }
  text() { return new TextDecoder().decode(this.bytes.subarray(0, this.size)) + (this.cut ? '\n(The rest is not shown.)\n' : ''); }
}

/** What went wrong in a program that did not return an exit code. */
function trapText(error) {
  const text = String(error?.message ?? error);
  if (error instanceof RangeError || /call stack|stack overflow/i.test(text)) return `stopped: the input is nested too deeply for this browser (${text})`;
  return `stopped by an internal error: ${text}`;
}

/** @return { code, out, err, file, ms }; code null: the program did not end by itself */
async function run({ program, args, name, bytes, output }) {
  modules[program] ??= await WebAssembly.compile(await unzip(packed[program]));
  const out = new Sink();
  const err = new Sink();
  let code = null;
  let trap = '';
  let made = null;
  let file = null;
  const begun = performance.now();
  try {
    made = await new Promise((done, failed) => {
      programs[program]({
        noInitialRun: true, thisProgram: program, stdin: () => null, stdout: out.put, stderr: err.put, print: () => {}, printErr: () => {},
        instantiateWasm: (imports, made) => {
          WebAssembly.instantiate(modules[program], imports).then(made, failed);
          return {};
        },
        onAbort: (what) => { trap = `stopped: ${what}`; },
      }).then(done, failed);
    });
    const { FS } = made;
    FS.mkdir('/input');
    FS.chdir('/input');
    FS.writeFile(name, bytes, { canOwn: true });
    code = made.callMain(args);
    if (output && code === 0) {
      FS.chmod(output, 0o600); // a new file gets no permissions, because emscripten's umask() does not return the mask
      file = FS.readFile(output);
    }
  } catch (error) {
    if (typeof error?.status === 'number') code = error.status;
    else trap ||= trapText(error);
  }
  return { code: trap ? null : code, out: out.text(), err: err.text() + (trap ? `${program}: ${name}: ${trap}\n` : ''), file, ms: performance.now() - begun };
}

onmessage = async ({ data }) => {
  if (data.packed) {
    Object.assign(packed, data.packed);
    return;
  }
  let answer;
  try {
    answer = data.unzip ? { bytes: await unzip(data.bytes) } : await run(data);
  } catch (error) {
    answer = { failed: String(error?.message ?? error) };
  }
  const moved = [answer.file?.buffer, answer.bytes?.buffer].filter(Boolean);
  postMessage({ id: data.id, ...answer }, moved);
};
