#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_web.py PAGE BEF MLIRBC SYCLBIN: the page with the programs as WebAssembly, in a browser. Files are dropped and chosen, shown, verified
and run; damaged files and traps give messages. Skipped without Chromium, except for the size."""
import gzip
import json
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import tap  # noqa: E402
import pages  # noqa: E402
import devtools  # noqa: E402
import samples  # noqa: E402
from run_pages import check_drawn, check_roles, make  # noqa: E402

SIZE_MOST = 3_000_000  # compressed, as servers send it
# A module whose function f is `unreachable`.
TRAP = "0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,5,1,3,0,0,11"
SHOWN = "document.querySelector('#content [role=tabpanel]:not([hidden])')"


def check_size(web):
    with open(web, "rb") as file:
        size = len(gzip.compress(file.read(), 9))
    print(f"# {os.path.getsize(web)} bytes, {size} compressed")
    assert size < SIZE_MOST, f"{size} bytes, limit {SIZE_MOST}"
    pages.load(web)


def begin(browser, web):
    page = browser.page(web)
    page.wait("document.querySelector('#file')")
    return page


def choose(page, *names):
    """Gives files to the field, as the browser's dialog does."""
    root = page.command("DOM.getDocument")["root"]["nodeId"]
    node = page.command("DOM.querySelector", nodeId=root, selector="#file")["nodeId"]
    page.command("DOM.setFileInputFiles", nodeId=node, files=[os.path.abspath(name) for name in names])


def drop(page, name):
    x, y, width, height = page.box("#drop")
    data = {"items": [], "files": [os.path.abspath(name)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        page.command("Input.dispatchDragEvent", type=kind, x=x + width / 2, y=y + height / 2, data=data)


def opened(page, name):
    page.wait(f"document.querySelector('#summary').textContent.startsWith({json.dumps(name + ':')})")


def answer(page):
    """Waits until the visible tab has its content. @return its text"""
    page.wait(f"{SHOWN} && {SHOWN}.querySelector('iframe, pre, p:not(.soft)')")
    return page.value(f"{SHOWN}.textContent")


def frame(page, selector):
    """Waits for the frame of the visible tab, and for an element in it."""
    page.wait(f"{SHOWN} && {SHOWN}.querySelector('iframe')")
    page.frames()
    title = page.value(f"{SHOWN}.querySelector('iframe').title")
    for _ in range(500):
        inside = page.frame(f"{SHOWN}.querySelector('iframe')")
        if inside in page.contexts and page.value(f"document.querySelector({json.dumps(selector)}) !== null", inside):
            return inside, title
        page.frames()
    raise AssertionError(f"{title}: no {selector} in the frame")


def no_requests(page):
    """Only the page itself, and what it made: blobs of the worker, frames."""
    others = [url for url in page.requests[1:] if not url.startswith(("blob:", "about:", "data:"))]
    assert not others, others


def check_example(browser, web, *_):
    page = begin(browser, web)
    check_roles(page, [("button", "Open an example"), ("button", "Drop a file"), ("main", ""), ("heading", "befkit")])
    page.click("#open-example")
    opened(page, "example.mlir")
    inside, title = frame(page, "#unit")
    assert title == "Module of example.mlir" and page.value("document.querySelector('#unit').textContent", inside) == "@main"
    check_drawn(page, "#panel-view iframe")
    page.click("#tab-graph")
    frame(page, "#graph")
    check_drawn(page, "#panel-graph iframe")
    page.click("#tab-info")
    assert "stablehlo" in answer(page), answer(page)
    page.click("#tab-verify")
    assert answer(page) == "The module is valid."
    no_requests(page)
    return page


def numbers(text):
    return [float(one) for one in re.findall(r"[-+]?\d+\.\d+(?:e[-+]?\d+)?", text)]


def check_run(browser, web, bef, *_):
    """The same results as the program on this machine, and a trace."""
    page = begin(browser, web)
    example = page.text("#example")
    samples.write("example.mlir", example)
    result = tap.run([bef, "run", "example.mlir", "--random-inputs", "1", "--queue", "single"])
    assert result.status == 0, result.text()
    page.click("#open-example")
    page.wait("document.querySelector('#tab-run')")
    page.click("#tab-run")
    check_roles(page, [("button", "Run"), ("button", "Stop"), ("spinbutton", "Times"), ("textbox", "Function"), ("tab", "Run")])
    page.fill("#run-repeat", "3")
    page.click("#run-stats")
    page.value("document.querySelector('#run').focus()")
    page.key("Enter")
    page.wait("document.querySelector('#run-result [aria-label=Output]')")
    shown = page.text("#run-result")
    native, here = numbers(result.output.decode()), numbers(page.text("#run-result [aria-label=Output]"))
    assert len(native) > 20 and all(abs(x - y) <= 1e-3 * max(1, abs(x)) for x, y in zip(native, here)), (native[:5], here[:5])
    assert re.search(r"\d (us|ms)", shown), shown
    frame(page, "#timeline")
    check_drawn(page, "#run-trace iframe")
    page.fill("#run-function", "nowhere")
    page.click("#run")
    page.wait("document.querySelector('#run-result').textContent.includes(\"nowhere\")")
    return page


def check_stop(browser, web, *_):
    """A run can be ended, and the page works on."""
    page = begin(browser, web)
    samples.write("endless.mlir", "func.func @main() -> i32 {\n  %n = tfrt.constant.i32 2000000000\n  %x = tfrt.constant.i32 0\n"
        "  %a = tfrt.repeat.i32 %n, %x : i32 {\n    %y = tfrt.add.i32 %x, %x\n    tfrt.return %y : i32\n  }\n  tfrt.return %a : i32\n}\n")
    choose(page, "endless.mlir")
    opened(page, "endless.mlir")
    page.click("#tab-run")
    page.click("#run-picture")
    page.click("#run")
    page.wait("!document.querySelector('#stop').disabled")
    page.click("#stop")
    page.wait("document.querySelector('#run-result').textContent.includes('Stopped')")
    page.click("#tab-verify")
    assert answer(page) == "The module is valid."
    return page


def check_files(browser, web, bef, mlirbc, syclbin):
    """Each kind of file, dropped and chosen; keys move between the views."""
    samples.write("p.mlir", samples.host_program())
    samples.write("m.mlir", samples.MODEL)
    samples.write("k.spv", samples.SPIRV)
    samples.write("images", samples.IMAGES)
    make(bef, "assemble", "p.mlir", "-o", "p.bef")
    make(mlirbc, "convert", "m.mlir", "-o", "-m.mlirbc")
    make(syclbin, "pack", "images", "-o", "a.syclbin")
    with open("a.syclbin", "rb") as file:
        samples.write("b.syclbin.gz", gzip.compress(file.read()))
    page = begin(browser, web)
    drop(page, "a.syclbin")
    opened(page, "a.syclbin")
    frame(page, "#module-0")
    check_drawn(page, "#panel-view iframe")
    page.value("document.querySelector('#tab-view').focus()")
    page.key("ArrowRight")
    assert "modules 2" in answer(page), answer(page)
    page.key("ArrowRight")
    assert "alid" in answer(page), answer(page)
    choose(page, "b.syclbin.gz")
    opened(page, "b.syclbin.gz")
    frame(page, "#module-0")
    choose(page, "p.bef")
    opened(page, "p.bef")
    frame(page, "#graph")
    page.click("#tab-text")
    assert "tfrt.div.i32" in answer(page)
    page.click("#tab-run")
    page.click("#run")
    page.wait("document.querySelector('#run-result [aria-label=Output]')")
    native = tap.run([bef, "run", "p.bef", "--queue", "single"])
    assert page.text("#run-result [aria-label=Output]") == native.output.decode(), page.text("#run-result")
    choose(page, "-m.mlirbc")
    opened(page, "-m.mlirbc")
    page.click("#tab-size")
    frame(page, "#map")
    check_drawn(page, "#panel-size iframe", 0.2)
    no_requests(page)
    page.scheme("dark")
    assert page.picture("header").brightness() < 110
    return page


def check_damage(browser, web, _bef, mlirbc, _syclbin):
    """Damaged files give a message with a place, in every view, and the page works on."""
    samples.write("m.mlir", samples.MODEL)
    make(mlirbc, "convert", "m.mlir", "-o", "m.mlirbc")
    with open("m.mlirbc", "rb") as file:
        whole = file.read()
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 0x55
    files = {
        "place.mlir": (samples.MODEL.replace("stablehlo.maximum", "stablehlo.maximam"), r"place\.mlir:7:\d+: error"),
        "deep.mlir": ("func.func @f() { " + '"a.b"() ({' * 200000, r"deep\.mlir:1:\d+"),
        "short.mlirbc": (whole[:len(whole) // 2], r"short\.mlirbc: .*\d"),
        "flipped.mlirbc": (bytes(flipped), r"flipped\.mlirbc|valid"),
        "short.bef": (b"\x0b\xef\0\0" + b"\xff" * 20, r"short\.bef: .*\d"),
        "short.syclbin": (b"\x10\xff\x10\xad" + bytes(12), r"short\.syclbin: .*\d"),
        "object.o": (b"\x7fELF" + b"\xff" * 100, r"object\.o: .*\d"),
    }
    page = begin(browser, web)
    for name, (data, wanted) in files.items():
        samples.write(name, data)
        choose(page, name)
        opened(page, name)
        for tab in page.value("[...document.querySelectorAll('#content > div > [role=tablist] [role=tab]')].map((one) => one.id)"):
            page.click(f"#{tab}")
            if tab == "tab-run":
                page.click("#run")
                page.wait("!document.querySelector('#run').disabled")
            text = answer(page)
            assert "internal error" not in text and "did not end" not in text, f"{name}, {tab}: {text[:500]}"
            if tab == "tab-verify":
                assert re.search(wanted, text), f"{name}, {tab}: {text[:500]}"
    for name, data, wanted in (("unknown.bin", b"\0\1\2\3\xff", "00 01 02 03 ff"), ("empty", b"", "is empty"), ("bad.gz", b"\x1f\x8bxyz", "gzip")):
        samples.write(name, data)
        choose(page, name)
        page.wait(f"document.querySelector('#content [role=alert]')?.textContent.includes({json.dumps(wanted)})")
    page.click("#open-example")
    frame(page, "#unit")
    return page


def check_trap(browser, web, *_):
    """A trap in the compiled code, and code that cannot be compiled, are shown."""
    with open(web, encoding="utf-8") as file:
        text = file.read()
    trap = f"new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([{TRAP}]))).exports.f();"
    assert text.count("code = made.callMain(args);") == 1
    samples.write("trap.html", text.replace("code = made.callMain(args);", trap))
    samples.write("damaged.html", re.sub(r'(id="wasm-mlirbc">)[^<]*', r"\1H4sIAAAAAAAAA0tMSgYAwkEkNQMAAAA=", text))
    for name, wanted in (("trap.html", "unreachable"), ("damaged.html", "")):
        page = begin(browser, name)
        page.click("#open-example")
        page.wait("document.querySelector('#panel-view [role=alert]')")
        shown = page.text("#panel-view [role=alert]")
        assert wanted in shown and len(shown) > 20, shown
        if name == "trap.html":
            page.close()
    return page


CHECKS = (check_example, check_run, check_stop, check_files, check_damage, check_trap)


def main():
    web, *programs = [os.path.abspath(name) for name in sys.argv[1:]]
    results = tap.Tap()
    try:
        check_size(web)
        problem = None
    except AssertionError as wrong:
        problem = str(wrong)
    results.report("size", problem)
    if not devtools.find():
        results.report("in a browser", skip="no Chromium is installed")
        return results.finish()
    with tempfile.TemporaryDirectory() as folder, devtools.Browser() as browser:
        os.chdir(folder)
        for check in CHECKS:
            try:
                page = check(browser, web, *programs)
                problem = "\n".join(page.problems)
                page.close()
            except (AssertionError, RuntimeError) as wrong:
                problem = str(wrong)
            results.report(check.__name__.replace("_", " "), problem)
        os.chdir("/")
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
