#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_pages.py BEF: the pages of bef parse, and their data are those of the run and of the program."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import pages  # noqa: E402

PROGRAM = """func.func @main() -> i32 {
  %a = tfrt.constant.i32 1 loc("</script><b>&\\22a.mlir":1:2)
  %b = tfrt.constant.i32 2
  %c = tfrt.add.i32 %a, %b
  %d = tfrt.call @twice(%c) : (i32) -> i32
  %e = "tfrt_test.async_add.i32"(%d, %a) : (i32, i32) -> i32
  %f = tfrt.add.i32 %e, %d
  tfrt.return %f : i32
}
func.func @twice(%x: i32) -> i32 {
  %y = tfrt.add.i32 %x, %x
  tfrt.return %y : i32
}
"""


# Two streams of the host device, each with a copy from memory of the host.
STREAMS = """func.func @main() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %d = "device.find"(%ch) {name = "host:1"} : (!tfrt.chain) -> !tfrt_gpu.device
  %x = "tfrt_gpu.context.primary"(%d) : (!tfrt_gpu.device) -> !tfrt_gpu.context
  %a = "tfrt_gpu.allocator.create"(%x) : (!tfrt_gpu.context) -> !tfrt_gpu.allocator
  %n = tfrt.constant.i64 4096
  %h = "tfrt_gpu.mem.allocate_host"(%x, %n, %ch) : (!tfrt_gpu.context, i64, !tfrt.chain) -> !tfrt_gpu.buffer
""" + "".join(f"""  %s{i} = "tfrt_gpu.stream.create"(%x) : (!tfrt_gpu.context) -> !tfrt_gpu.stream
  %b{i} = "tfrt_gpu.mem.allocate"(%a, %s{i}, %n, %ch) : (!tfrt_gpu.allocator, !tfrt_gpu.stream, i64, !tfrt.chain) -> !tfrt_gpu.buffer
  %c{i} = "tfrt_gpu.mem.copy"(%b{i}, %h, %s{i}, %ch) : (!tfrt_gpu.buffer, !tfrt_gpu.buffer, !tfrt_gpu.stream, !tfrt.chain) -> !tfrt.chain
  %e{i} = "tfrt_gpu.stream.synchronize"(%s{i}, %c{i}) : (!tfrt_gpu.stream, !tfrt.chain) -> !tfrt.chain
""" for i in range(2)) + """  %m = tfrt.merge.chains %e0, %e1 : !tfrt.chain, !tfrt.chain
  tfrt.return %m : !tfrt.chain
}
"""


def read_spans(page):
    """The calls of a trace: (kernel, place, function, number, execution), and the numbers of the spans in order."""
    names, reader, executions = page.json(), page.reader("events"), []
    table = page.reader("executions")
    for _ in range(table.number()):
        executions.append((names["functions"][table.number()], table.number(), table.number()))
    calls, numbers = [], {}
    span = 0
    for _ in range(names["threads"]):
        execution = 0
        for _ in range(reader.number()):
            kind = reader.number()
            times = [reader.number() for _ in range(3)]
            assert times[2] <= times[1], "nested time longer than the time"
            if not kind & 1:
                reader.number()
                late = reader.number()
                execution += reader.signed()
                kernel = reader.number()
                reader.number()
                name, place, _ = names["sites"][kind >> 1]
                numbers[span] = (executions[execution][0], kernel)
                calls.append((executions[execution][0], kernel, name, place, execution, late))
            span += 1
    assert reader.done() and table.done(), "rest"
    return calls, numbers, executions, names


def check_streams(program):
    """Commands of devices follow the threads, a lane for each stream."""
    with open("s.mlir", "w", encoding="utf-8") as file:
        file.write(STREAMS)
    pages.run(program, "run", "--pack", "device", "s.mlir", "--trace", "s.html")
    page = pages.load("s.html")
    names, reader, streams = page.json(), page.reader("events"), []
    for _ in range(names["threads"]):
        commands = []
        for _ in range(reader.number()):
            kind = reader.number()
            times = [reader.number() for _ in range(3)]
            if not kind & 1:
                _ = [reader.number() for _ in range(5)]
            commands.append((*names["sites"][kind >> 1][:2], times[2]))
        streams.append(commands)
    assert reader.done(), "rest"
    assert len(names["streams"]) == 2 and all(name.startswith("host:1") for name in names["streams"]), names["streams"]
    assert streams[-2:] == [[("copy", "device", 0)]] * 2, streams
    pages.run(program, "graph", "--trace", "s.html", "s.mlir", "-o", "g.html")


PRODUCT = """func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot %x, %y : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
"""


def check_costs(program):
    """Of a model: what a call computes and moves, the peak of the machine, and the memory after each call."""
    with open("m.mlir", "w", encoding="utf-8") as file:
        file.write(PRODUCT)
    pages.run(program, "run", "m.mlir", "--random-inputs", "--trace", "m.html")
    page = pages.load("m.html")
    names, reader = page.json(), page.reader("memory")
    assert [2 * 64**3, 3 * 64 * 64 * 4] in names["costs"] and len(names["costs"]) == len(names["sites"]), names["costs"]
    assert names["peak"]["operations"] > 0 and names["peak"]["bytes"] > 0 and names["peak"]["isa"], names["peak"]
    used, after = 0, []
    while not reader.done():
        used += reader.signed()
        after.append(used)
    assert len(after) == len(read_spans(page)[0]) and 64 * 64 * 4 <= max(after) <= names["memory"] and min(after) >= 0, after


def check_trace(program):
    with open("p.mlir", "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    pages.run(program, "run", "p.mlir", "--trace", "t.html")
    pages.run(program, "run", "p.mlir", "--trace", "t.json")
    page = pages.load("t.html")
    calls, numbers, executions, names = read_spans(page)
    with open("t.json", encoding="utf-8") as file:
        events = [event for event in json.load(file)["traceEvents"] if event["ph"] == "X"]
    both = sorted((event["args"]["function"], event["args"]["kernel"], event["name"], event["args"]["location"]) for event in events)
    assert sorted(call[:4] for call in calls) == both, f"{sorted(calls)}\nexpected {both}"
    assert any("</script><b>&" in call[3] for call in calls), "the hostile place is missing"
    main = [i for i, execution in enumerate(executions) if execution[0] == "main"]
    called = [execution for execution in executions if execution[0] == "twice"]
    assert len(called) == 1 and called[0][1] - 1 in main and called[0][2] == 4, executions
    reader, producers = page.reader("producers"), {}
    for function in names["functions"]:
        producers[function] = [[reader.number() for _ in range(reader.number())] for _ in range(reader.number())]
    assert reader.done()
    assert producers["main"] == [[], [], [1, 2], [3], [4, 1], [5, 4]], producers
    paths = page.reader("paths")
    while not paths.done():
        whole, running, queued, waiting, kernels, length = [paths.number() for _ in range(6)]
        path = [numbers[paths.number()] for _ in range(length)]
        assert length <= kernels and running + queued + waiting <= whole + 1, (whole, running, queued, waiting)
        assert path[-1] in (("main", 6), ("twice", 1)), path
    assert page.heading == "p.mlir" and names["lost"] == 0


def read_function(page, number, timed):
    """The kernels of a function: (name, place, results, operands, called functions, time, runs), and the returned registers."""
    reader, kernels, texts = page.reader(f"function-{number}"), [], ["", *page.json("texts")]
    arguments = reader.number()
    for _ in range(reader.number()):
        name, place = texts[reader.number()], texts[reader.number()]
        reader.number(), reader.number()
        results = reader.number()
        operands = [reader.signed() for _ in range(reader.number())]
        called = [reader.number() for _ in range(reader.number())]
        assert (reader.number(), reader.number()) == (0, 0), "types and expressions are of models"
        kernels.append((name, place, results, operands, called, *([reader.number(), reader.number()] if timed else [])))
    returned = [reader.signed() for _ in range(reader.number())]
    assert reader.done(), "rest"
    return arguments, kernels, returned


def check_graph(program):
    with open("p.mlir", "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    pages.run(program, "graph", "p.mlir", "-o", "g.html")
    page = pages.load("g.html")
    data = page.json()
    functions = {function["name"]: number for number, function in enumerate(data["functions"])}
    assert not data["timed"] and sorted(functions) == ["main", "twice"], data
    arguments, kernels, returned = read_function(page, functions["main"], False)
    assert arguments == 0 and returned == [6] and "</script><b>&" in kernels[0][1], (arguments, returned, kernels)
    assert [(kernel[0], *kernel[2:]) for kernel in kernels] == [
        ("tfrt.constant.i32", 1, [], []), ("tfrt.constant.i32", 1, [], []), ("tfrt.add.i32", 1, [1, 2], []),
        ("tfrt.call", 1, [3], [functions["twice"]]), ("tfrt_test.async_add.i32", 1, [4, 1], []), ("tfrt.add.i32", 1, [5, 4], [])], kernels
    arguments, kernels, returned = read_function(page, functions["twice"], False)
    assert arguments == 1 and returned == [1] and kernels[0][3] == [-1, -1], (arguments, kernels, returned)
    pages.run(program, "run", "p.mlir", "--trace", "t.json")
    pages.run(program, "graph", "--html", "--trace", "t.json", "p.mlir", "-o", "g.html")
    page = pages.load("g.html")
    assert page.json()["timed"] and page.json()["unmatched"] == 0
    _, kernels, _ = read_function(page, functions["main"], True)
    assert [kernel[6] for kernel in kernels] == [1] * 6, kernels
    pages.run(program, "graph", "--trace", "missing", "p.mlir", "-o", "none.html", status=3)
    pages.run(program, "graph", "--before", "t.json", "p.mlir", "-o", "none.html", status=2)
    assert not os.path.exists("none.html")


# A layer that is called twice, with weights as arguments, and names as JAX gives them.
MODEL = """module {
  func.func @main(%x: tensor<4x8xf32> loc("x"), %a: tensor<8x8xf32> loc("p['a']"), %b: tensor<8x8xf32> loc("p['b']")) -> tensor<4x8xf32> {
    %0 = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32> loc("jit(f)/Net/A/dot_general"("n.py":3:4))
    %1 = stablehlo.tanh %0 : tensor<4x8xf32> loc("jit(f)/Net/A/tanh"("n.py":4:4))
    %2 = stablehlo.dot_general %1, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32> loc("jit(f)/Net/B/dot_general"(callsite("g"("n.py":3:4) at "f"("n.py":9:2))))
    return %2 : tensor<4x8xf32>
  }
}
"""


def check_graph_of_model(program):
    """Names of arguments and layers, types, expressions of fused kernels, and the times of two runs."""
    with open("m.mlir", "w", encoding="utf-8") as file:
        file.write(MODEL)
    for trace in ("a.json", "b.html"):
        pages.run(program, "run", "m.mlir", "--random-inputs", "--trace", trace)
    pages.run(program, "graph", "m.mlir", "--trace", "b.html", "--before", "a.json", "-o", "g.html")
    page = pages.load("g.html")
    data, texts = page.json(), ["", *page.json("texts")]
    number, = [i for i, function in enumerate(data["functions"]) if function["name"] == "main"]
    assert data["compared"] and data["functions"][number]["arguments"] == [
        ["x", "f32 [4, 8]"], ["p['a']", "f32 [8, 8]"], ["p['b']", "f32 [8, 8]"]], data
    assert len(texts) == len(set(texts)), texts
    reader, kernels = page.reader(f"function-{number}"), []
    assert reader.number() == 3
    for _ in range(reader.number()):
        name, place, scope = (texts[reader.number()] for _ in range(3))
        reader.number(), reader.number()
        operands = [reader.signed() for _ in range(reader.number())]
        assert reader.number() == 0
        types, expression = (texts[reader.number()] for _ in range(2))
        times = [reader.number() for _ in range(4)]
        assert times[1] == times[3] == 1, times
        kernels.append((name, place, scope, operands, types, expression))
    product = "f32[4,8] f32[8,8] -> f32[4,8]"
    assert [kernel[3:5] for kernel in kernels] == [([-1, -2], product), ([1, -3], product)], kernels
    assert kernels[0][0] == "hlo.dot_general_fused" and "tanh 0 f32" in kernels[0][5] and kernels[0][2].startswith("jit(f)/Net/A/"), kernels
    assert kernels[1][:3] == ("hlo.dot_general", "n.py;3;4(g)<-n.py;9;2(f)(jit(f)/Net/B/dot_general)", "jit(f)/Net/B/dot_general"), kernels
    with open("b.html", encoding="utf-8") as file:
        assert '"jit(f)/Net/B/dot_general"]' in file.read()


def totals(path):
    """Nanoseconds in the trace of a page by function and kernel, excluding nested spans, and the calls."""
    page, made = pages.load(path), {}
    names, reader, table = page.json(), page.reader("events"), page.reader("executions")
    functions = [[table.number() for _ in range(3)][0] for _ in range(table.number())]
    for _ in range(names["threads"]):
        execution = 0
        for _ in range(reader.number()):
            work = reader.number() & 1
            _, span, inside = [reader.number() for _ in range(3)]
            if work:
                continue
            _, _, change, kernel, _ = [reader.number(), reader.number(), reader.signed(), reader.number(), reader.number()]
            execution += change
            time, runs = made.get((names["functions"][functions[execution]], kernel), (0, 0))
            made[names["functions"][functions[execution]], kernel] = time + span - inside, runs + 1
    return made


def refuse_page(program, text, message):
    with open("bad.html", "w", encoding="utf-8") as file:
        file.write(text)
    refused = pages.run(program, "graph", "--trace", "bad.html", "p.mlir", "-o", "none.html", status=1)
    assert message in refused.text(), (message, refused.text())
    assert not os.path.exists("none.html")


def check_graph_of_page(program):
    """The page of a trace gives the times of its calls; damaged pages are refused."""
    with open("p.mlir", "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    pages.run(program, "run", "p.mlir", "--trace", "t.html")
    pages.run(program, "graph", "--trace", "t.html", "p.mlir", "-o", "g.html")
    page, expected = pages.load("g.html"), totals("t.html")
    assert page.json()["unmatched"] == 0 and len(expected) == 7, expected
    for number, function in enumerate(page.json()["functions"]):
        for at, kernel in enumerate(read_function(page, number, True)[1], 1):
            time, runs = expected[function["name"], at]
            assert kernel[6] == runs and abs(kernel[5] - time) <= 1, (function, at, kernel, expected)
    with open("t.html", encoding="utf-8") as file:
        text = file.read()
    begin = text.index('id="events">') + len('id="events">')
    refuse_page(program, text[:begin], "a page, but not that of a trace")  # the table of executions follows
    refuse_page(program, text[:begin] + text[text.index("</script>", begin):], "expected more numbers in base64")
    refuse_page(program, text[:begin] + "AA" + text[begin:], "more numbers than those of the threads")
    refuse_page(program, text[:begin] + "/" * 40 + text[begin:], "a number is too large")
    refuse_page(program, text.replace('"version":1', '"version":2'), "unknown version")
    refuse_page(program, text.replace('"sites":[', '"sites":[],"unused":['), "no kernel has this number")
    refuse_page(program, text.replace('"functions":[', '"functions":[],"unused":['), "no function has this number")
    with open("g.html", encoding="utf-8") as file:
        refuse_page(program, file.read(), "a page, but not that of a trace")


if __name__ == "__main__":
    sys.exit(pages.check_all(os.path.abspath(sys.argv[1]), [check_trace, check_costs, check_streams, check_graph, check_graph_of_model, check_graph_of_page]))
