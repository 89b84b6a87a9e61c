#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bench_pages.py BEF MLIRBC SYCLBIN [CALLS KERNELS MEGABYTES]: times of large pages in a browser: a trace of a million events, a graph of
10,000 kernels, a module of 100 MB. Prints how long a page takes to load, and a frame or an answer; nothing fails by its time."""
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import devtools  # noqa: E402
import samples  # noqa: E402
from run_pages import make  # noqa: E402

LOOP = """func.func @main() -> i32 {{
  %n = tfrt.constant.i32 {rounds}
  %x = tfrt.constant.i32 0
  %a = tfrt.repeat.i32 %n, %x : i32 {{
    %y = tfrt.add.i32 %x, %x
    %z = tfrt.add.i32 %y, %x
    %u = tfrt.add.i32 %z, %x
    %v = tfrt.add.i32 %u, %x
    tfrt.return %v : i32
  }}
  tfrt.return %a : i32
}}
"""


def frame_time(page, selector, keys):
    """Milliseconds per frame while keys are pressed: the median of 20."""
    page.value(f"document.querySelector('{selector}').focus()")
    times = []
    for i in range(20):
        begun = time.monotonic()
        page.key(keys[i % len(keys)])
        page.frames(1)
        times.append(time.monotonic() - begun)
    return sorted(times)[10] * 1000


def report(name, path, page, more):
    assert not page.problems, page.problems
    print(f"{name}: {os.path.getsize(path) / 1e6:.1f} MB, loaded after {page.loaded:.1f} s, {more}", flush=True)
    page.close()


def search_time(page, text):
    begun = time.monotonic()
    page.fill("#search", text)
    page.wait("/found|lines?/.test(document.querySelector('#found').textContent)")
    return time.monotonic() - begun


def bench_trace(browser, bef, calls):
    samples.write("t.mlir", LOOP.format(rounds=calls // 4))
    make(bef, "run", "t.mlir", "--trace", "t.html")
    page = browser.page("t.html")
    found = search_time(page, "tfrt.add")
    frame = frame_time(page, "#timeline", ["+", "+", "ArrowRight", "-"])
    report(page.text("#summary"), "t.html", page, f"{frame:.0f} ms per key and frame, search {found:.1f} s with 0.1 s of waiting for keys")


def bench_graph(browser, bef, kernels):
    samples.write("g.mlir", samples.host_program(kernels // 4))
    make(bef, "graph", "g.mlir", "-o", "g.html")
    page = browser.page("g.html")
    begun = time.monotonic()
    page.click("#expand")
    expanded = time.monotonic() - begun
    frame = frame_time(page, "#graph", ["+", "+", "ArrowDown", "-"])
    report(page.text("#heading"), "g.html", page, f"expanded in {expanded:.1f} s, {frame:.0f} ms per key and frame")


def bench_view(browser, mlirbc, megabytes):
    element = "dense<\"0x%s\">" % os.urandom(megabytes * 1_000_000).hex()  # equal elements would be stored once
    samples.write("w.mlir", "func.func @main() -> tensor<%dxi32> {\n  %%w = \"stablehlo.constant\"() {value = %s : tensor<%dxi32>} : () -> tensor<%dxi32>\n"
        "  return %%w : tensor<%dxi32>\n}\n" % (megabytes * 250_000, element, *[megabytes * 250_000] * 3))
    make(mlirbc, "convert", "w.mlir", "-o", "w.mlirbc")
    os.remove("w.mlir")
    begun = time.monotonic()
    make(mlirbc, "view", "w.mlirbc", "-o", "w.html")
    written = time.monotonic() - begun
    page = browser.page("w.html")
    report(f"view of {os.path.getsize('w.mlirbc') / 1e6:.0f} MB", "w.html", page, f"written in {written:.2f} s")


def main():
    bef, mlirbc, _ = [os.path.abspath(name) for name in sys.argv[1:4]]
    calls, kernels, megabytes = map(int, sys.argv[4:7] or (1_000_000, 10_000, 100))
    if not devtools.find():
        print("no Chromium is installed")
        return 77
    with tempfile.TemporaryDirectory() as folder, devtools.Browser() as browser:
        os.chdir(folder)
        bench_trace(browser, bef, calls)
        bench_graph(browser, bef, kernels)
        bench_view(browser, mlirbc, megabytes)
        os.chdir("/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
