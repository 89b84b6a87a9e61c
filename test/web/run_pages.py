#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_pages.py BEF MLIRBC SYCLBIN: the pages of the programs in a browser. Each is loaded without errors and requests, and used with
the mouse and with keys; what it draws and what a screen reader reads is checked. Skipped without Chromium."""
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402
import devtools  # noqa: E402
import samples  # noqa: E402


def make(program, *arguments):
    result = tap.run([program, *arguments])
    assert result.status == 0, f"{arguments}: {result.text()}"


def begin(browser, path):
    page = browser.page(path)
    page.frames()
    assert page.requests == ["file://" + os.path.abspath(path)], f"requests: {page.requests}"
    return page


def check_roles(page, wanted):
    """Each of (role, beginning of the name) must be on the page; everything that can be used has a name."""
    def missing():
        return [(role, name) for role, name in wanted if not any(one == role and text.startswith(name) for one, text in roles)]

    for _ in range(20):  # the browser updates the tree some time after it has drawn
        roles = page.roles()
        if not missing():
            break
        time.sleep(0.5)
        page.command("Accessibility.disable")
        page.command("Accessibility.enable")
    for role, name in missing():
        raise AssertionError(f"no {role} '{name}' among {[pair for pair in roles if pair[0] == role]}")
    nameless = [role for role, name in roles if not name and role in
                ("button", "link", "tab", "searchbox", "checkbox", "combobox", "application", "region", "tabpanel")]
    assert not nameless, f"without a name: {nameless}"


def check_drawn(page, selector, share=0.01, colors=20):
    drawn = page.picture(selector).drawn()
    assert drawn[0] >= share and drawn[1] >= colors, f"{selector} is empty: {drawn}"


def check_schemes(page, selector):
    """Light and dark: the element is redrawn at once, and is not empty."""
    light = page.picture(selector)
    page.scheme("dark")
    dark = page.picture(selector)
    page.scheme("light")
    assert light.brightness() > 150 > 110 > dark.brightness(), (light.brightness(), dark.brightness())
    assert dark.drawn()[0] > 0.005, dark.drawn()
    assert page.picture(selector) == light, "not the same picture after light, dark and light"


def check_canvas(page, selector):
    """Zoom by wheel, buttons and keys changes the picture, f restores it."""
    page.value(f"document.querySelector('{selector}').focus()")
    page.key("f")
    whole = page.picture(selector)
    for use in (lambda: page.wheel(selector, -300), lambda: page.key("+", "+"), lambda: page.key("-"),
                lambda: (page.key("+"), page.key("ArrowLeft"))):
        page.key("f")
        use()
        assert page.picture(selector) != whole, "zooming or moving changed nothing"
    page.key("f")
    assert page.picture(selector) == whole, "f does not show everything again"
    page.scheme("dark")
    dark = page.picture(selector)
    page.key("f")
    assert page.picture(selector) == dark, "not drawn again in the colours of the scheme"
    page.scheme("light")


def check_tabs(page, first, *others):
    """The arrow keys move between tabs; exactly one panel is visible."""
    page.click(f"#tab-{first}")
    for name in others:
        page.key("ArrowRight")
        assert page.value(f"document.activeElement.id === 'tab-{name}' && !document.querySelector('#panel-{name}').hidden"), name
        shown = page.value(f"[...document.querySelector('#tab-{name}').parentNode.parentNode.children]"
                           ".filter((one) => one.role === 'tabpanel' && !one.hidden).length")
        assert shown == 1, f"{shown} panels"
    page.click(f"#tab-{first}")


def check_sorting(page, table, column):
    head = f"#{table} th:nth-child({column})"
    cells = f"[...document.querySelectorAll('#{table} td:nth-child({column})')].map((one) => one.textContent)"
    page.click(f"{head} button")
    first = page.value(cells)
    page.click(f"{head} button")
    assert page.value(cells) == first[::-1] or len(set(first)) < len(first), "sorting twice does not reverse the rows"
    assert page.value(f"document.querySelector('{head}').getAttribute('aria-sort')") in ("ascending", "descending")


def search(page, text, wanted):
    page.fill("#search", text)
    page.wait(f"document.querySelector('#found').textContent.startsWith('{wanted}')", seconds=20)


def check_trace(browser, bef, _mlirbc, _syclbin):
    make(bef, "run", "p.mlir", "--trace", "t.html")
    page = begin(browser, "t.html")
    check_roles(page, [("application", "Timeline of threads"), ("toolbar", "Timeline"), ("tab", "Kernels"), ("table", "Totals per kernel"),
        ("checkbox", "critical path"), ("searchbox", "Search"), ("main", ""), ("heading", "p.mlir"), ("status", "Details")])
    check_drawn(page, "#timeline")
    check_canvas(page, "#timeline")
    search(page, "tfrt.div", f"{samples.LAYERS} events")
    page.click("button:nth-of-type(2)")  # Next
    assert page.text("#details h2") == "tfrt.div.i32", page.text("#details")
    page.click("#details dd button")     # the first operand
    assert page.text("#details h2") == "tfrt.call", page.text("#details")
    page.value("document.querySelector('#timeline').focus()")
    page.key("n")
    assert page.text("#details h2") != "tfrt.call", page.text("#details")
    page.key("Escape")
    assert "No event" in page.text("#details")
    check_tabs(page, "kernels", "lines", "layers", "path", "events")
    check_sorting(page, "kernels", 2)
    before = page.picture("#timeline")
    page.click("#show-path")
    assert page.picture("#timeline") != before, "the critical path was not drawn"
    page.click("#in-window")
    check_schemes(page, "#timeline")
    return page


def check_graph(browser, bef, _mlirbc, _syclbin):
    make(bef, "graph", "p.mlir", "-o", "g.html")
    page = begin(browser, "g.html")
    check_roles(page, [("application", "Dataflow graph"), ("combobox", "Function"), ("tab", "Totals"), ("table", "Kernels of the function"),
        ("button", "Expand repeated layers")])
    assert "repeated sequence" in page.text("#heading"), page.text("#heading")
    check_drawn(page, "#graph")
    collapsed = page.picture("#graph")
    page.click("#expand")
    assert page.text("#expand").startswith("Collapse") and page.picture("#graph") != collapsed
    check_canvas(page, "#graph")
    page.key("n", "n")
    assert page.value("document.querySelector('#details dl') !== null")
    page.click("#expand")
    search(page, "tfrt.minus", f"{samples.LAYERS} kernels")
    page.click("#kernels tbody tr:nth-child(5) button")
    assert "5 of @main" in page.text("#details"), page.text("#details")
    check_tabs(page, "kernels", "totals", "layers")
    check_sorting(page, "kernels", 1)
    page.fill("#kernels-filter", "tfrt.div")
    page.wait(f"document.querySelectorAll('#kernels tbody tr').length === {samples.LAYERS}", seconds=20)
    page.value("document.querySelector('#function').focus()")
    page.key("ArrowDown")
    page.wait("document.querySelector('#heading').textContent.startsWith('@twice: 1 kernel')", seconds=20)
    check_schemes(page, "#graph")
    return page


def check_weights(browser, bef, _mlirbc, _syclbin):
    """A model with many weights as arguments: they are at the layers that use them, until they are shown."""
    samples.write("w.mlir", samples.weights_program())
    make(bef, "graph", "w.mlir", "-o", "w.html")
    page = begin(browser, "w.html")
    check_drawn(page, "#graph")
    assert page.text("#weights") == "Show weights", page.text("#weights")
    folded = page.picture("#graph")
    page.value("document.querySelector('#graph').focus()")
    page.key("n"), page.key("n"), page.key("n")
    assert "p['w0']: f32[8,8]" in page.text("#details"), page.text("#details")
    page.click("#weights")
    assert page.text("#weights") == "Hide weights" and page.picture("#graph") != folded
    assert page.value("document.querySelector('#kernels').textContent.includes('Net/Dense_3')")
    return page


def check_times(browser, bef, _mlirbc, _syclbin):
    make(bef, "run", "p.mlir", "--trace", "t.json")
    make(bef, "graph", "p.mlir", "--trace", "t.json", "-o", "timed.html")
    page = begin(browser, "timed.html")
    assert "of the trace are kernels of this program, 0 are not" in page.text("#summary"), page.text("#summary")
    check_drawn(page, "#graph")
    assert page.value("[...document.querySelectorAll('#kernels th')].some((one) => one.textContent === 'share')")
    return page


def check_view(browser, _bef, mlirbc, _syclbin):
    make(mlirbc, "view", "--html", "m.mlir", "-o", "v.html")
    page = begin(browser, "v.html")
    check_roles(page, [("region", "Text of the function"), ("tab", "Attributes"), ("searchbox", "Search the text"),
        ("table", "Functions and other top-level operations"), ("status", "Cross references")])
    assert page.text("#unit") == "@main"
    check_drawn(page, "#text")
    page.click("#text .row:nth-child(6) button")   # the result %0 of the first product
    assert "used by" in page.text("#details"), page.text("#details")
    page.click("#details dd button")
    page.value("document.querySelector('#text').focus()")
    page.key("ArrowDown")
    chosen = page.text("#text .row.chosen .number")
    page.key("ArrowDown")
    assert int(page.text("#text .row.chosen .number")) == int(chosen) + 1
    search(page, "stablehlo.tanh", "1 line")
    page.click("#found-table tbody button")
    assert page.text("#unit") == "@layer", page.text("#unit")
    check_tabs(page, "functions", "operations", "types", "attributes", "resources", "found")
    check_sorting(page, "functions", 4)
    check_schemes(page, "#text")
    return page


def check_size(browser, _bef, mlirbc, _syclbin):
    make(mlirbc, "convert", "m.mlir", "-o", "m.mlirbc")
    make(mlirbc, "size", "--html", "m.mlirbc", "-o", "s.html")
    page = begin(browser, "s.html")
    check_roles(page, [("group", "Treemap"), ("button", "IR section"), ("tab", "Sections"), ("table", "Sections")])
    check_drawn(page, "#map", 0.2)
    whole = page.picture("#map")
    page.click("#map button")
    assert not page.value("document.querySelector('#show-all').hidden") and page.picture("#map") != whole
    page.click("#show-all")
    page.value("document.activeElement.blur()")
    assert page.picture("#map").drawn()[0] > 0.2
    check_tabs(page, "sections", "dialects", "ops", "attributes", "types", "resources", "duplicates")
    check_sorting(page, "sections", 3)
    page.scheme("dark")
    assert page.picture("header").brightness() < 110
    return page


def check_syclbin(browser, _bef, _mlirbc, syclbin):
    samples.write("k.spv", samples.SPIRV)
    samples.write("images", samples.IMAGES)
    make(syclbin, "pack", "images", "-o", "a.syclbin")
    make(syclbin, "view", "a.syclbin", "-o", "b.html")
    page = begin(browser, "b.html")
    check_roles(page, [("tab", "Modules and images"), ("tab", "Devices"), ("main", "")])
    check_tabs(page, "modules", "devices", "global")
    page.click("#module-0 summary")
    page.wait("!document.querySelector('#module-0').open", seconds=20)
    page.click("#module-0 summary")
    page.wait("document.querySelector('#module-0').open", seconds=20)
    check_drawn(page, "#module-0")
    page.click("#tab-devices")
    check_roles(page, [("table", "Devices and the images"), ("combobox", "Backend"), ("combobox", "Device")])
    rows = page.value("document.querySelectorAll('#devices tbody tr').length")
    assert rows == 15, rows
    before = page.value("document.querySelector('#backend').value + document.querySelector('#kind').value")
    page.click("#devices tbody tr:nth-child(9) button")
    assert page.value("document.querySelector('#backend').value + document.querySelector('#kind').value") != before
    check_schemes(page, "#panel-devices")
    return page


CHECKS = (check_trace, check_graph, check_weights, check_times, check_view, check_size, check_syclbin)


def main():
    programs = [os.path.abspath(name) for name in sys.argv[1:]]
    if not devtools.find():
        return tap.skip_all("no Chromium is installed")
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as folder, devtools.Browser() as browser:
        os.chdir(folder)
        samples.write("p.mlir", samples.host_program())
        samples.write("m.mlir", samples.MODEL)
        for check in CHECKS:
            try:
                page = check(browser, *programs)
                problem = "\n".join(page.problems)
                page.close()
            except (AssertionError, RuntimeError) as wrong:
                problem = str(wrong)
            results.report(check.__name__.replace("_", " "), problem)
        os.chdir("/")
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
