#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_timeouts.py PROGRAM [--times]: long kernels end at --timeout. Each program below has one kernel (or stage) that takes seconds; a
run with a time limit must end soon after it, on one thread and on several. A loaded machine may be late, so little processor time
is as good as a short time; a slow one has more of both. --times prints how long the programs take without a limit."""
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402

LIMIT = 0.2
LATE = 0.1  # after the limit
START = 0.1  # of the process, and its end
LOOP = 0.1  # seconds of the processor for the loop below, on a machine for which these numbers hold
TRIES = 3
# malloc() that fills all memory takes longer than many kernels
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "MALLOC_PERTURB_"}


def slowness():
    """How much longer than LOOP a loop takes."""
    best = 1000
    for _ in range(3):
        began, total = time.process_time(), 0
        for i in range(1500000):
            total += i & 3
        best = min(best, time.process_time() - began)
    return max(1.0, best / LOOP)


SLOW = slowness() * (8 if "SANITIZED" in os.environ else 1)


def function(body, result, parameters=""):
    """A function whose result is one element of %r, so that nothing is printed."""
    rank = result.count("x")
    ones = ", ".join(["0:1"] * rank)
    element = result.split("x")[-1]
    one = "1x" * rank + element
    return f"""func.func @main({parameters}) -> tensor<{one}> {{
{body}
  %s = stablehlo.slice %r [{ones}] : (tensor<{result}>) -> tensor<{one}>
  func.return %s : tensor<{one}>
}}
"""


def iota(name, kind, dimension=0):
    return f"  %{name} = stablehlo.iota dim = {dimension} : tensor<{kind}>\n"


def region(operation, element, captured="%p, %q"):
    return f"""({{
  ^bb0(%p: tensor<{element}>, %q: tensor<{element}>):
    %v = stablehlo.{operation} {captured} : tensor<{element}>
    stablehlo.return %v : tensor<{element}>
  }})"""


def compare(element, direction="GE"):
    return f"""({{
  ^bb0(%p: tensor<{element}>, %q: tensor<{element}>):
    %v = stablehlo.compare {direction}, %p, %q : (tensor<{element}>, tensor<{element}>) -> tensor<i1>
    stablehlo.return %v : tensor<i1>
  }}"""


def select_and_scatter(element):
    return function(iota("a", f"2000x2000x{element}") + iota("b", f"1001x1001x{element}")
                    + f"  %z = stablehlo.constant dense<0.0> : tensor<{element}>\n"
                    + f'  %r = "stablehlo.select_and_scatter"(%a, %b, %z) {compare(element)}, {region("add", element)[1:]}'
                    + " {window_dimensions = array<i64: 1000, 1000>, window_strides = array<i64: 1, 1>} : "
                    + f"(tensor<2000x2000x{element}>, tensor<1001x1001x{element}>, tensor<{element}>) -> tensor<2000x2000x{element}>",
                    f"2000x2000x{element}")


def dot(n, element, result=None):
    result = result or element
    return function(iota("a", f"{n}x{n}x{element}") + iota("b", f"{n}x{n}x{element}", 1)
                    + f"  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : "
                      f"(tensor<{n}x{n}x{element}>, tensor<{n}x{n}x{element}>) -> tensor<{n}x{n}x{result}>", f"{n}x{n}x{result}")


def matrix(n, element="f64"):
    """Positive definite: 1 / (1 + distance from the diagonal), and n on the diagonal."""
    kind = f"{n}x{n}x{element}"
    return (iota("i", kind) + iota("j", kind, 1)
            + f"  %d = stablehlo.subtract %i, %j : tensor<{kind}>\n  %e = stablehlo.abs %d : tensor<{kind}>\n"
              f"  %one = stablehlo.constant dense<1.0> : tensor<{kind}>\n  %f = stablehlo.add %e, %one : tensor<{kind}>\n"
              f"  %g = stablehlo.divide %one, %f : tensor<{kind}>\n  %n = stablehlo.constant dense<{float(n)}> : tensor<{kind}>\n"
              f"  %zero = stablehlo.constant dense<0.0> : tensor<{kind}>\n"
              f"  %c = stablehlo.compare EQ, %e, %zero : (tensor<{kind}>, tensor<{kind}>) -> tensor<{n}x{n}xi1>\n"
              f"  %a = stablehlo.select %c, %n, %g : tensor<{n}x{n}xi1>, tensor<{kind}>\n")


def on_matrix(n, call):
    return function(matrix(n) + call.replace("@n", str(n)), f"{n}x{n}xf64")


def lapack(n, target, config, results):
    """`results`: types, of which the first is a matrix."""
    return function(matrix(n) + f"  %r:{len(results)} = stablehlo.custom_call @lapack_{target}_ffi(%a) "
                    f"{{backend_config = {{{config}}}, api_version = 4 : i32}} : (tensor<{n}x{n}xf64>) -> "
                    f"({', '.join(f'tensor<{t}>' for t in results)})\n".replace("@n", str(n)), f"{n}x{n}xf64").replace(
                        "slice %r ", "slice %r#0 ")


def sort(n, elements, comparator):
    operands = "".join(iota(f"h{i}", f"{n}x{t}") for i, t in enumerate(elements))
    # pseudo-random keys: the product with an odd number, modulo 2^k
    operands += (f"  %m = stablehlo.constant dense<1640531527> : tensor<{n}x{elements[0]}>\n"
                 f"  %k = stablehlo.multiply %h0, %m : tensor<{n}x{elements[0]}>\n")
    names = ", ".join(["%k"] + [f"%h{i}" for i in range(1, len(elements))])
    types = ", ".join(f"tensor<{n}x{t}>" for t in elements)
    pairs = ", ".join(f"%p{i}: tensor<{t}>, %q{i}: tensor<{t}>" for i, t in enumerate(elements))
    results = f"%o:{len(elements)}" if len(elements) > 1 else "%o"
    return function(operands + f'  {results} = "stablehlo.sort"({names}) ({{\n  ^bb0({pairs}):\n{comparator}'
                    f"    stablehlo.return %v : tensor<i1>\n  }}) {{dimension = 0 : i64}} : ({types}) -> ({types})\n"
                    f"  %r = stablehlo.reshape {'%o#0' if len(elements) > 1 else '%o'} : "
                    f"(tensor<{n}x{elements[0]}>) -> tensor<{n}x{elements[0]}>", f"{n}x{elements[0]}")


def by_key(element):
    return f"    %v = stablehlo.compare LT, %p0, %q0 : (tensor<{element}>, tensor<{element}>) -> tensor<i1>\n"


def by_quotient(element):
    return (f"    %c = stablehlo.constant dense<1000> : tensor<{element}>\n"
            f"    %x = stablehlo.divide %p0, %c : tensor<{element}>\n    %y = stablehlo.divide %q0, %c : tensor<{element}>\n"
            f"    %v = stablehlo.compare LT, %x, %y : (tensor<{element}>, tensor<{element}>) -> tensor<i1>\n")


def reduce(kind, dimensions, result, operation):
    element = kind.split("x")[-1]
    return function(iota("a", kind) + f"  %z = stablehlo.constant dense<0> : tensor<{element}>\n".replace(
        "<0>", "<0.0>" if "f" in element else "<0>")
        + f'  %r = "stablehlo.reduce"(%a, %z) {region(operation, element)} {{dimensions = array<i64: {dimensions}>}} : '
          f"(tensor<{kind}>, tensor<{element}>) -> tensor<{result}>", result)


def reduce_window(kind, window, result, operation, extra=""):
    element = kind.split("x")[-1]
    return function(iota("a", kind) + f"  %z = stablehlo.constant dense<0.0> : tensor<{element}>\n"
                    + f'  %r = "stablehlo.reduce_window"(%a, %z) {region(operation, element)} '
                      f"{{window_dimensions = array<i64: {window}>{extra}}} : (tensor<{kind}>, tensor<{element}>) -> tensor<{result}>",
                    result)


def scatter(n, rows, operation):
    body = region(operation, "f32") if operation else "({\n  ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n    stablehlo.return %q : tensor<f32>\n  })"
    return function(iota("a", f"{rows}xf32") + iota("h", f"{n}x1xi32") + iota("u", f"{n}xf32")
                    + f"  %m = stablehlo.constant dense<40503> : tensor<{n}x1xi32>\n  %k = stablehlo.multiply %h, %m : tensor<{n}x1xi32>\n"
                      f"  %l = stablehlo.constant dense<{rows - 1}> : tensor<{n}x1xi32>\n  %i = stablehlo.and %k, %l : tensor<{n}x1xi32>\n"
                      f'  %r = "stablehlo.scatter"(%a, %i, %u) {body} {{scatter_dimension_numbers = #stablehlo.scatter<'
                      "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : "
                      f"(tensor<{rows}xf32>, tensor<{n}x1xi32>, tensor<{n}xf32>) -> tensor<{rows}xf32>", f"{rows}xf32")


def gather(n, rows, times):
    """Several gathers in a row: the indices of one are the results of the other."""
    text = iota("a", f"{rows}xi32") + iota("h", f"{n}x1xi32") + (
        f"  %m = stablehlo.constant dense<40503> : tensor<{n}x1xi32>\n  %k = stablehlo.multiply %h, %m : tensor<{n}x1xi32>\n"
        f"  %l = stablehlo.constant dense<{rows - 1}> : tensor<{n}x1xi32>\n  %i0 = stablehlo.and %k, %l : tensor<{n}x1xi32>\n")
    for i in range(times):
        text += (f'  %g{i} = "stablehlo.gather"(%a, %i{i}) {{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], '
                 f"start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}} : "
                 f"(tensor<{rows}xi32>, tensor<{n}x1xi32>) -> tensor<{n}xi32>\n"
                 f"  %i{i + 1} = stablehlo.reshape %g{i} : (tensor<{n}xi32>) -> tensor<{n}x1xi32>\n")
    return function(text + f"  %r = stablehlo.reshape %g{times - 1} : (tensor<{n}xi32>) -> tensor<{n}xi32>", f"{n}xi32")


def convolution(n, kernel, channels, element="f32"):
    out = n - kernel + 1
    return function(iota("a", f"1x{n}x{n}x{channels}x{element}", 1) + iota("w", f"{kernel}x{kernel}x{channels}x{channels}x{element}")
                    + "  %r = stablehlo.convolution(%a, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} "
                      "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
                      f"(tensor<1x{n}x{n}x{channels}x{element}>, tensor<{kernel}x{kernel}x{channels}x{channels}x{element}>) -> "
                      f"tensor<1x{out}x{out}x{channels}x{element}>", f"1x{out}x{out}x{channels}x{element}")


def fft(lines, length):
    kind = f"{lines}x{length}xcomplex<f64>"
    return function(iota("x", f"{lines}x{length}xf64", 1) + f"  %c = stablehlo.complex %x, %x : tensor<{kind}>\n"
                    f"  %t = stablehlo.fft %c, type = FFT, length = [{length}] : (tensor<{kind}>) -> tensor<{kind}>\n"
                    f"  %r = stablehlo.real %t : (tensor<{kind}>) -> tensor<{lines}x{length}xf64>", f"{lines}x{length}xf64")


def elementwise(n, element, *operations):
    base = element.replace("complex<", "").replace(">", "")
    text = iota("x0", f"{n}x{base}")
    if base != element:
        text += f"  %c0 = stablehlo.complex %x0, %x0 : tensor<{n}x{element}>\n".replace("%c0", "%y0")
    name = "y0" if base != element else "x0"
    for i, operation in enumerate(operations):
        binary = operation in ("atan2", "power")
        text += f"  %z{i} = stablehlo.{operation} %{name}{', %' + name if binary else ''} : tensor<{n}x{element}>\n"
        name = f"z{i}"
    if base != element:
        text += f"  %real = stablehlo.real %{name} : (tensor<{n}x{element}>) -> tensor<{n}x{base}>\n"
        name = "real"
    # the sum needs all elements
    text += (f"  %zero = stablehlo.constant dense<0.0> : tensor<{base}>\n"
             f"  %sum = stablehlo.reduce(%{name} init: %zero) applies stablehlo.add across dimensions = [0] : "
             f"(tensor<{n}x{base}>, tensor<{base}>) -> tensor<{base}>\n"
             f"  %r = stablehlo.reshape %sum : (tensor<{base}>) -> tensor<1x{base}>\n")
    return function(text, f"1x{base}")


def rng(n):
    return function("  %a = stablehlo.constant dense<0.0> : tensor<f32>\n  %b = stablehlo.constant dense<1.0> : tensor<f32>\n"
                    f"  %n = stablehlo.constant dense<{n}> : tensor<1xi64>\n"
                    f"  %r = stablehlo.rng %a, %b, %n, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<{n}xf32>",
                    f"{n}xf32")


def bits(n, algorithm):
    return function("  %k = stablehlo.constant dense<[1, 2]> : tensor<2xui64>\n"
                    f"  %t, %r = stablehlo.rng_bit_generator %k, algorithm = {algorithm} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<{n}xui32>)",
                    f"{n}xui32")


def top_k(n, k):
    return function(iota("h", f"{n}xi32") + f"  %m = stablehlo.constant dense<1640531527> : tensor<{n}xi32>\n"
                    f"  %x = stablehlo.multiply %h, %m : tensor<{n}xi32>\n"
                    f"  %r, %i = chlo.top_k(%x, k = {k}) : tensor<{n}xi32> -> (tensor<{k}xi32>, tensor<{k}xi32>)", f"{k}xi32")


def map_of_function(n):
    """A body that is a function of the program: a loop in it."""
    return function(iota("a", f"{n}xf32") + f"""  %r = "stablehlo.map"(%a) ({{
  ^bb0(%p: tensor<f32>):
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %v:2 = stablehlo.while(%i = %zero, %w = %p) : tensor<i32>, tensor<f32>
    cond {{
      %most = stablehlo.constant dense<1000> : tensor<i32>
      %c = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }} do {{
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %sine = stablehlo.sine %w : tensor<f32>
      stablehlo.return %next, %sine : tensor<i32>, tensor<f32>
    }}
    stablehlo.return %v#1 : tensor<f32>
  }}) {{dimensions = array<i64: 0>}} : (tensor<{n}xf32>) -> tensor<{n}xf32>""", f"{n}xf32")


def many_operations(count):
    """Opening takes the time: parsing, simplifying, lowering, planning."""
    text = "".join(f"  %v{i + 1} = stablehlo.add %v{i}, %v{i // 2} : tensor<4xf32>\n" for i in range(count))
    return function(text + f"  %r = stablehlo.add %v{count}, %v{count} : tensor<4xf32>", "4xf32",
                    "%v0: tensor<4xf32>")


def big_argument(n):
    return function(f"  %r = stablehlo.add %a, %a : tensor<{n}xf32>", f"{n}xf32", f"%a: tensor<{n}xf32>")


PROGRAMS = {
    "select_and_scatter, by rows": lambda: select_and_scatter("f32"),
    "select_and_scatter, any type": lambda: select_and_scatter("f64"),
    "dot f32": lambda: dot(8000, "f32"),
    "dot f64": lambda: dot(5000, "f64"),
    "dot i8": lambda: dot(12000, "i8", "i32"),
    "dot ui64": lambda: dot(2500, "ui64"),
    "cholesky": lambda: on_matrix(5000, "  %r = stablehlo.cholesky %a, lower = true : tensor<@nx@nxf64>\n"),
    "triangular_solve": lambda: on_matrix(4500, '  %r = "stablehlo.triangular_solve"(%a, %a) {left_side = true, lower = true, '
                                          "unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : "
                                          "(tensor<@nx@nxf64>, tensor<@nx@nxf64>) -> tensor<@nx@nxf64>\n"),
    "getrf": lambda: lapack(4500, "dgetrf", "", ["@nx@nxf64", "@nxi32", "i32"]),
    "geqrf": lambda: lapack(3200, "dgeqrf", "", ["@nx@nxf64", "@nxf64"]),
    "syevd": lambda: lapack(2000, "dsyevd", "mode = 86 : ui8, uplo = 76 : ui8", ["@nx@nxf64", "@nxf64", "i32"]),
    "gesdd": lambda: lapack(1500, "dgesdd", "mode = 83 : ui8", ["@nx@nxf64", "@nxf64", "@nx@nxf64", "@nx@nxf64", "i32"]),
    "gees": lambda: lapack(800, "dgees", "mode = 86 : ui8, sort = 78 : ui8", ["@nx@nxf64", "@nx@nxf64", "@nxf64", "@nxf64", "i32", "i32"]),
    "gehrd": lambda: lapack(1200, "dgehrd", "low = 1 : i32, high = 1200 : i32", ["@nx@nxf64", "1199xf64", "i32"]),
    "sytrd": lambda: lapack(3000, "dsytrd", "uplo = 76 : ui8", ["@nx@nxf64", "@nxf64", "2999xf64", "2999xf64", "i32"]),
    "sort by keys": lambda: sort(30000000, ["i64", "i32"], by_key("i64")),
    "sort of keys only": lambda: sort(100000000, ["i32"], by_key("i32")),
    "sort by a comparator": lambda: sort(6000000, ["i32"], by_quotient("i32")),
    "top_k": lambda: top_k(60000000, 20000000),
    "convolution": lambda: convolution(500, 31, 32),
    "convolution f64": lambda: convolution(300, 15, 32, "f64"),
    "reduce in order": lambda: reduce("30000x20000xbf16", "1", "30000xbf16", "add"),
    "reduce by a body": lambda: reduce("20000x10000xi32", "0", "10000xi32", "shift_left"),
    "reduce_window, pooling": lambda: reduce_window("3000x3000xf32", "300, 300", "2701x2701xf32", "add"),
    "reduce_window by a body": lambda: reduce_window("1000x1000xf64", "200, 200", "801x801xf64", "power"),
    "cumulative sums": lambda: reduce_window("3000x40000xbf16", "1, 40000", "3000x40000xbf16", "add",
                                             ", padding = dense<[[0, 0], [39999, 0]]> : tensor<2x2xi64>"),
    "scatter of sums": lambda: scatter(100000000, 1 << 20, "add"),
    "scatter by a body": lambda: scatter(20000000, 1 << 20, "power"),
    "gather": lambda: gather(30000000, 1 << 24, 8),
    "rng": lambda: rng(80000000),
    "rng_bit_generator, Philox": lambda: bits(200000000, "PHILOX"),
    "rng_bit_generator, Threefry": lambda: bits(150000000, "THREE_FRY"),
    "fft of long lines": lambda: fft(1, 1 << 24),
    "fft of many lines": lambda: fft(3000, 10000),
    "fft of a prime length": lambda: fft(1, 4000037),
    "elements": lambda: elementwise(200000000, "f8E5M2", "tanh"),
    "elements, a chain": lambda: elementwise(20000000, "f64", *["sine", "tanh", "exponential", "cosine"] * 4),
    "elements, complex": lambda: elementwise(4000000, "complex<f64>", "power"),
    "map of a function": lambda: map_of_function(100000),
    "random inputs": lambda: big_argument(100000000),
    "opening": lambda: many_operations(400000),
}

SPECIFICATION = ("--semantics", "spec")  # XLA's do not add bf16 in order


class Runs:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def file(self, name):
        path = os.path.join(self.folder, "program.mlir")
        with open(path, "w") as out:
            out.write(PROGRAMS[name]())
        return path

    def timed(self, path, *words, timeout=120):
        """The result, the seconds that passed, and those of the processor."""
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        result = tap.run([self.program, "run", "--random-inputs", "1", *words, path], timeout=timeout, env=ENVIRONMENT)
        passed, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        return result, passed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def problem(self, name, path, queue, threads):
        late, more = [], SPECIFICATION if name == "reduce in order" else ()
        for _ in range(TRIES):
            result, passed, used = self.timed(path, "--timeout", str(LIMIT), "--queue", queue, *more)
            if result.crash():
                return result.crash()
            if result.status != 1 or b"stopped after 0.2 seconds (--timeout)" not in result.errors:
                return f"status {result.status}, expected 1 and 'stopped after 0.2 seconds'\n{result.text()[-1000:]}"
            if passed <= LIMIT + SLOW * (LATE + START) or used <= threads * (LIMIT + SLOW * LATE) + SLOW * START:
                return None
            late.append(f"{passed:.2f} s passed, {used:.2f} s of the processor")
        return "; ".join(late)


def slow_numbers(runs, folder):
    """Random numbers of 16 bits take about as long as those of 32 bits."""
    seconds = {}
    for element in ("f32", "bf16", "f16"):
        path = os.path.join(folder, f"{element}.mlir")
        with open(path, "w") as out:
            out.write(f"func.func @main(%a: tensor<10000000x{element}>) -> tensor<1x{element}> {{\n"
                      f"  %r = stablehlo.slice %a [0:1] : (tensor<10000000x{element}>) -> tensor<1x{element}>\n"
                      f"  return %r : tensor<1x{element}>\n}}\n")
        result, _, seconds[element] = runs.timed(path)
        if result.status != 0:
            return result.text()[-1000:]
    slow = [f"{element}: {used:.2f} s, f32: {seconds['f32']:.2f} s" for element, used in seconds.items() if used > 6 * seconds["f32"]]
    return "; ".join(slow)


def interrupted(program, path):
    """SIGTERM ends a kernel too."""
    with subprocess.Popen([program, "run", "--random-inputs", "1", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        time.sleep(0.5 * SLOW)
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        child.send_signal(signal.SIGTERM)
        try:
            _, errors = child.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            child.kill()
            return "does not end after SIGTERM"
        passed = time.monotonic() - began
    if child.returncode != 130 or b"interrupted" not in errors:
        return f"status {child.returncode}, expected 130\n{errors.decode('utf-8', 'replace')}"
    return f"ends {passed:.2f} s after SIGTERM" if passed > 5 * SLOW and before else None


def main():
    program, results = os.path.abspath(sys.argv[1]), tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(program, folder)
        names = [name for name in PROGRAMS if not sys.argv[3:] or name in sys.argv[3:]]
        for name in names:
            path = runs.file(name)
            if "--times" in sys.argv:
                result, passed, used = runs.timed(path, timeout=15)
                print(f"{name}: {passed:.2f} s, {used:.2f} s of the processor, {result.status} {result.errors[-300:]}", flush=True)
                continue
            results.report(f"{name}, one thread", runs.problem(name, path, "single", 1))
            results.report(f"{name}, two threads", runs.problem(name, path, "threads:2", 2))
        if "--times" not in sys.argv:
            results.report("random numbers of 16 bits", slow_numbers(runs, folder))
            results.report("SIGTERM", interrupted(program, runs.file("select_and_scatter, any type")))
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
