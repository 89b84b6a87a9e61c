#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""chlo_tensor_test.py RUN_PASSES: lowers operations of chlo on tensors, evaluates what came out, and compares with a direct
computation. Elements are Python numbers, so floats are exact where the values are small integers. Prints TAP."""
import itertools
import math
import random
import re
import subprocess
import sys
import tempfile


class Tensor:
    def __init__(self, dims, data):
        self.dims, self.data = list(dims), list(data)
        assert len(self.data) == math.prod(self.dims), (self.dims, self.data)

    def __getitem__(self, at):
        index = 0
        for size, i in zip(self.dims, at, strict=True):
            assert 0 <= i < size
            index = index * size + i
        return self.data[index]

    def __eq__(self, other):
        same = [a == b or (a != a and b != b) for a, b in zip(self.data, other.data)]
        return self.dims == other.dims and all(same)

    def __repr__(self):
        return f"{self.dims}{self.data}"


def positions(dims):
    return itertools.product(*map(range, dims))


def make(dims, function):
    return Tensor(dims, [function(at) for at in positions(dims)])


def dims_of(kind):
    text = re.match(r"tensor<(.*)>", kind).group(1).split("x")[:-1]
    return [None if size == "?" else int(size) for size in text]


def numbers(text):
    return [int(number) for number in re.findall(r"-?\d+", text)]


def array(attributes, name):
    found = re.search(name + r" = array<i64(?:: ([^>]*))?>", attributes)
    return numbers(found.group(1) or "") if found else []


def listed(attributes, name):
    found = re.search(name + r" = \[([^]]*)\]", attributes)
    return numbers(found.group(1)) if found else []


def value_of(token):
    if token in ("true", "false"):
        return token == "true"
    if token.startswith("0x"):
        assert token == "0x7FC00000"
        return math.nan
    return float(token) if "." in token else int(token)


# ---- operations: (operands, attributes, result dims, result kind, regions) -> result

def constant(attributes, dims):
    tokens = re.findall(r"true|false|0x[0-9A-F]+|-?\d[\d.e+-]*", re.search(r"dense<(.*?)>", attributes).group(1))
    count = math.prod(dims)
    return Tensor(dims, [value_of(tokens[0])] * count if len(tokens) == 1 else map(value_of, tokens))


def dot_general(a, b, attributes, dims):
    lb, rb = listed(attributes, "lhs_batching_dimensions"), listed(attributes, "rhs_batching_dimensions")
    lc, rc = listed(attributes, "lhs_contracting_dimensions"), listed(attributes, "rhs_contracting_dimensions")
    lf = [i for i in range(len(a.dims)) if i not in lb + lc]
    rf = [i for i in range(len(b.dims)) if i not in rb + rc]

    def element(at):
        total = 0
        for inner in positions([a.dims[i] for i in lc]):
            x, y = [0] * len(a.dims), [0] * len(b.dims)
            for place, i in zip(lb + lf, list(at[:len(lb)]) + list(at[len(lb):len(lb) + len(lf)])):
                x[place] = i
            for place, i in zip(rb + rf, list(at[:len(lb)]) + list(at[len(lb) + len(lf):])):
                y[place] = i
            for k, i in enumerate(inner):
                x[lc[k]] = y[rc[k]] = i
            total += a[x] * b[y]
        return total
    return make(dims, element)


def key_of(value):
    """Total order of floats."""
    if value != value:
        return (1, 0, 0)
    return (0, value, math.copysign(1, value) if isinstance(value, float) else 0)


def sort(operands, dimension):
    """Descending by the first operand, stable."""
    results = [Tensor(t.dims, t.data) for t in operands]
    dims = operands[0].dims
    for at in positions(dims[:dimension] + [1] + dims[dimension + 1:]):
        rows = [[t[list(at[:dimension]) + [i] + list(at[dimension + 1:])] for t in operands] for i in range(dims[dimension])]
        rows.sort(key=lambda row: key_of(row[0]), reverse=True)
        for i, row in enumerate(rows):
            index = 0
            for size, k in zip(dims, list(at[:dimension]) + [i] + list(at[dimension + 1:])):
                index = index * size + k
            for result, value in zip(results, row):
                result.data[index] = value
    return results


COMPARE = {"EQ": lambda a, b: a == b, "NE": lambda a, b: a != b, "LT": lambda a, b: a < b, "LE": lambda a, b: a <= b,
           "GT": lambda a, b: a > b, "GE": lambda a, b: a >= b}
BINARY = {"add": lambda a, b: a + b, "subtract": lambda a, b: a - b, "multiply": lambda a, b: a * b, "minimum": min,
          "and": lambda a, b: a & b}


def broadcast(operand, places, dims):
    return make(dims, lambda at: operand[[0 if size == 1 else at[p] for size, p in zip(operand.dims, places)]])


def dynamic_slice(operand, starts, sizes):
    first = [min(max(s.data[0], 0), size - part) for s, size, part in zip(starts, operand.dims, sizes)]
    return make(sizes, lambda at: operand[[f + i for f, i in zip(first, at)]])


def dynamic_update_slice(operand, update, starts):
    first = [min(max(s.data[0], 0), size - part) for s, size, part in zip(starts, operand.dims, update.dims)]
    inside = lambda at: all(f <= i < f + part for f, i, part in zip(first, at, update.dims))
    return make(operand.dims, lambda at: update[[i - f for f, i in zip(first, at)]] if inside(at) else operand[at])


def real_dynamic_slice(operand, starts, limits, strides):
    assert set(starts.data) <= {0} and set(strides.data) <= {1}
    return make([min(a, b) for a, b in zip(limits.data, operand.dims)], lambda at: operand[at])


def concatenate(operands):
    return Tensor([sum(t.dims[0] for t in operands)], [value for t in operands for value in t.data])


def simple(name, a, attributes, kinds):
    dims = dims_of(kinds[0])
    if name == "constant":
        return constant(attributes, dims)
    if name == "iota":
        dimension = int(re.search(r"iota_dimension = (\d+)", attributes).group(1))
        return make(dims, lambda at: at[dimension])
    if name == "dynamic_iota":
        dimension = int(re.search(r"iota_dimension = (\d+)", attributes).group(1))
        return make(a[0].data, lambda at: at[dimension])
    if name == "get_dimension_size":
        return Tensor([], [a[0].dims[int(re.search(r"dimension = (\d+)", attributes).group(1))]])
    if name == "compare":
        test = COMPARE[re.search(r"comparison_direction (\w+)", attributes).group(1)]
        return make(a[0].dims, lambda at: test(a[0][at], a[1][at]))
    if name == "select":
        return make(a[1].dims, lambda at: a[1][at] if a[0][at] else a[2][at])
    if name in BINARY:
        return make(a[0].dims, lambda at: BINARY[name](a[0][at], a[1][at]))
    if name == "convert":
        return make(a[0].dims, lambda at: float(a[0][at]) if "f" in kinds[0] else int(a[0][at]))
    if name == "reshape":
        return Tensor(dims, a[0].data)
    if name == "broadcast_in_dim":
        return broadcast(a[0], array(attributes, "broadcast_dimensions"), dims)
    if name == "slice":
        assert set(array(attributes, "start_indices")) <= {0}
        return make(array(attributes, "limit_indices"), lambda at: a[0][at])
    if name == "dot_general":
        return dot_general(a[0], a[1], attributes, dims)
    if name == "dynamic_slice":
        return dynamic_slice(a[0], a[1:], array(attributes, "slice_sizes"))
    if name == "dynamic_update_slice":
        return dynamic_update_slice(a[0], a[1], a[2:])
    if name == "real_dynamic_slice":
        return real_dynamic_slice(*a)
    if name == "concatenate":
        return concatenate(a)
    raise AssertionError(name)


# ---- programs

class Program:
    """Operations of generic text: (results, name, operands, attributes, result kinds, regions); a region is (arguments, operations)."""

    def __init__(self, text):
        self.lines, self.at = text.splitlines(), 0
        while '"func.func"' not in self.lines[self.at]:
            self.at += 1
        self.at += 1
        self.main = self.region()

    def region(self):
        arguments, operations = [], []
        if self.lines[self.at].strip().startswith("^"):
            arguments = re.findall(r"(%\w+):", self.lines[self.at])
            self.at += 1
        while not self.lines[self.at].strip().startswith("}"):
            operations.append(self.operation())
        return arguments, operations

    def operation(self):
        line = self.lines[self.at].strip()
        self.at += 1
        names, name, operands, rest = re.match(r'(?:(%\w+(?::\d+)?) = )?"([\w.]+)"\(([^)]*)\)(.*)', line).groups()
        attributes, regions = rest, []
        while rest.endswith("({") or rest.endswith("}, {"):
            regions.append(self.region())
            rest = self.lines[self.at].strip()
            self.at += 1
        kinds = re.findall(r"tensor<[^>]*>", rest.rsplit(" -> ", 1)[1]) if " -> " in rest else []
        return names, name, [o for o in operands.split(", ") if o], attributes, kinds, regions

    def run(self, arguments):
        return self.block(self.main, arguments, {})

    def block(self, region, arguments, outer):
        values = dict(outer)
        values.update(zip(region[0], arguments, strict=True))
        for names, name, operands, attributes, kinds, regions in region[1]:
            a = [values[o] for o in operands]
            if name.endswith("return"):
                return a
            results = self.apply(name.removeprefix("stablehlo."), a, attributes, kinds, regions, values)
            base = names.split(":")[0]
            values.update({base: results[0]} if ":" not in names else {f"{base}#{i}": r for i, r in enumerate(results)})
        raise AssertionError("no return")

    def apply(self, name, a, attributes, kinds, regions, values):
        if name == "while":
            while self.block(regions[0], a, values)[0].data[0]:
                a = self.block(regions[1], a, values)
            return a
        if name == "sort":
            return sort(a, int(re.search(r"dimension = (\d+)", attributes).group(1)))
        if name == "reduce":
            dropped = array(attributes, "dimensions")
            result = make(dims_of(kinds[0]), lambda at: a[1].data[0])
            kept = [i for i in range(len(a[0].dims)) if i not in dropped]
            for at in positions(a[0].dims):
                index = 0
                for i in kept:
                    index = index * a[0].dims[i] + at[i]
                pair = [Tensor([], [result.data[index]]), Tensor([], [a[0][at]])]
                result.data[index] = self.block(regions[0], pair, values)[0].data[0]
            return [result]
        return [simple(name, a, attributes, kinds)]


def lower(run_passes, inputs, results, body):
    arguments = ", ".join(f"%a{i}: {kind}" for i, kind in enumerate(inputs))
    names = "%r" if len(results) == 1 else ", ".join(f"%r#{i}" for i in range(len(results)))
    text = f"func.func @f({arguments}) -> ({', '.join(results)}) {{\n{body}\nfunc.return {names} : {', '.join(results)}\n}}\n"
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([run_passes, "chlo", file.name, "generic"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and '"chlo.' not in done.stdout, done.stderr + done.stdout
    return Program(done.stdout)


# ---- cases: each returns (found, expected)

def some(dims):
    return make(dims, lambda at: float(random.randint(-4, 4)))


def kind(dims, element="f32"):
    return "tensor<" + "".join(f"{size}x" for size in dims) + element + ">"


def ragged(run_passes, lhs, rhs, result, sizes, numbers_text, expected):
    inputs = [kind(lhs), kind(rhs), kind(sizes.dims, "i64")]
    program = lower(run_passes, inputs, [kind(result)],
                    f'%r = "chlo.ragged_dot"(%a0, %a1, %a2) {{ragged_dot_dimension_numbers = #chlo.ragged_dot<{numbers_text}>, '
                    f'precision_config = [#chlo<precision HIGH>, #chlo<precision DEFAULT>]}} : ({", ".join(inputs)}) -> {kind(result)}')
    a, b = some(lhs), some(rhs)
    return program.run([a, b, sizes])[0], make(result, lambda at: expected(a, b, at))


def group_of(sizes, position):
    """The group of a position; None behind the last one."""
    end = 0
    for group, size in enumerate(sizes):
        end += size
        if position < end:
            return group
    return None


def ragged_free(run_passes):
    sizes = [3, 0, 5]

    def expected(a, b, at):
        group = group_of(sizes, at[0])
        return 0 if group is None else sum(a[at[0], k] * b[group, k, at[1]] for k in range(5))
    return ragged(run_passes, [11, 5], [3, 5, 7], [11, 7], Tensor([3], sizes),
                  "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], "
                  "rhs_group_dimensions = [0]", expected)


def ragged_free_last(run_passes):
    """The group dimension behind a free one of rhs; values of other groups do not count, even infinite ones."""
    sizes = [2, 2]
    inputs = [kind([4, 2]), kind([3, 2, 2]), kind([2], "i64")]
    program = lower(run_passes, inputs, [kind([4, 3])],
                    '%r = "chlo.ragged_dot"(%a0, %a1, %a2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], '
                    'rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [0], rhs_group_dimensions = [1]>} : '
                    f'({", ".join(inputs)}) -> {kind([4, 3])}')
    a, b = some([4, 2]), make([3, 2, 2], lambda at: math.inf if at[1] else float(sum(at)))
    found = program.run([a, b, Tensor([2], sizes)])[0]
    return found, make([4, 3], lambda at: sum(a[at[0], k] * b[at[1], int(at[0] >= 2), k] for k in range(2)))


def ragged_free_batched(run_passes):
    """Sizes for each batch and each row before the ragged dimension."""
    sizes = make([2, 3, 2], lambda at: at[0] + at[1] + at[2])

    def expected(a, b, at):
        group = group_of([sizes[at[0], at[1], g] for g in range(2)], at[2])
        return 0 if group is None else sum(a[at[0], at[1], at[2], k] * b[group, at[0], k, at[3]] for k in range(3))
    return ragged(run_passes, [2, 3, 6, 3], [2, 2, 3, 4], [2, 3, 6, 4], sizes,
                  "lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [3], "
                  "rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [2], rhs_group_dimensions = [0]", expected)


def ragged_contracting(run_passes):
    sizes = [2, 0, 4]
    return ragged(run_passes, [4, 7], [7, 3], [3, 4, 3], Tensor([3], sizes),
                  "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]",
                  lambda a, b, at: sum(a[at[1], k] * b[k, at[2]] for k in range(7) if group_of(sizes, k) == at[0]))


def ragged_contracting_batched(run_passes):
    sizes = make([2, 2, 3], lambda at: (at[0] + 2 * at[1] + at[2]) % 3)

    def expected(a, b, at):
        group, batch, m, n = at
        return sum(a[c, m, batch, k] * b[batch, k, n, c] for c in range(2) for k in range(5)
                   if group_of([sizes[batch, c, g] for g in range(3)], k) == group)
    return ragged(run_passes, [2, 3, 2, 5], [2, 5, 4, 2], [3, 2, 3, 4], sizes,
                  "lhs_batching_dimensions = [2], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [0, 3], "
                  "rhs_contracting_dimensions = [3, 1], lhs_ragged_dimensions = [3]", expected)


def ragged_batch(run_passes):
    return ragged(run_passes, [5, 3, 2], [5, 2, 4], [5, 3, 4], Tensor([2], [1, 3]),
                  "lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], "
                  "rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]",
                  lambda a, b, at: sum(a[at[0], at[1], k] * b[at[0], k, at[2]] for k in range(2)) if at[0] < 4 else 0)


def scan(run_passes, reverse):
    """Running sums of x * y along dimension 1, and the number of steps."""
    inputs = [kind([2, 4]), kind([2, 4]), kind([2]), "tensor<i32>"]
    results = [kind([2, 4]), kind([2]), "tensor<i32>"]
    attributes = f"{{is_reverse = {'true' if reverse else 'false'}, operandSegmentSizes = array<i32: 2, 2>, resultSegmentSizes = array<i32: 1, 2>, " \
                 "dimension = 1 : i64}"
    program = lower(run_passes, inputs, results, f'''%r:3 = "chlo.scan"(%a0, %a1, %a2, %a3) ({{
      ^bb0(%x: {inputs[2]}, %y: {inputs[2]}, %c: {inputs[2]}, %n: tensor<i32>):
        %p = stablehlo.multiply %x, %y : {inputs[2]}
        %s = stablehlo.add %c, %p : {inputs[2]}
        %one = stablehlo.constant dense<1> : tensor<i32>
        %m = stablehlo.add %n, %one : tensor<i32>
        "stablehlo.return"(%s, %s, %m) : ({inputs[2]}, {inputs[2]}, tensor<i32>) -> ()
      }}) {attributes} : ({", ".join(inputs)}) -> ({", ".join(results)})''')
    x, y, init = some([2, 4]), some([2, 4]), some([2])

    def total(row, column):
        columns = range(column, 4) if reverse else range(column + 1)
        return init[[row]] + sum(x[row, k] * y[row, k] for k in columns)
    found = program.run([x, y, init, Tensor([], [7])])
    return found, [make([2, 4], lambda at: total(*at)), make([2], lambda at: total(at[0], 0 if reverse else 3)), Tensor([], [11])]


def scan_forward(run_passes):
    return scan(run_passes, False)


def scan_reverse(run_passes):
    return scan(run_passes, True)


def scan_without_inputs(run_passes):
    program = lower(run_passes, ["tensor<i32>"], ["tensor<3xi32>", "tensor<i32>"], '''%r:2 = "chlo.scan"(%a0) ({
      ^bb0(%c: tensor<i32>):
        %d = stablehlo.add %c, %c : tensor<i32>
        "stablehlo.return"(%c, %d) : (tensor<i32>, tensor<i32>) -> ()
      }) {dimension = 0 : i64, scan_dim_size = 3 : i64, operandSegmentSizes = array<i32: 0, 1>,
      resultSegmentSizes = array<i32: 1, 1>} : (tensor<i32>) -> (tensor<3xi32>, tensor<i32>)''')
    return program.run([Tensor([], [5])]), [Tensor([3], [5, 10, 20]), Tensor([], [40])]


def top_k(run_passes, declared, results, x, k):
    program = lower(run_passes, [declared], results, f'%r:2 = "chlo.top_k"(%a0) {{k = {k} : i64}} : ({declared}) -> ({", ".join(results)})')
    rows, columns = x.dims
    order = [sorted(range(columns), key=lambda i, row=row: key_of(x[row, i]), reverse=True)[:k] for row in range(rows)]
    # Python keeps equal elements in order also when it reverses
    expected = [[x[row, i] for row in range(rows) for i in order[row]], [i for row in range(rows) for i in order[row]]]
    dims = [rows, min(k, columns)]
    return program.run([x]), [Tensor(dims, data) for data in expected]


VALUES = Tensor([3, 5], [1.0, math.nan, -0.0, 0.0, 9.0, 2.0, 2.0, 3.0, 1.0, 2.0, -1.0, -5.0, -1.0, -math.inf, -3.0])


def top_k_static(run_passes):
    return top_k(run_passes, "tensor<3x5xf32>", ["tensor<3x2xf32>", "tensor<3x2xi32>"], VALUES, 2)


def top_k_dynamic_rows(run_passes):
    return top_k(run_passes, "tensor<?x5xf32>", ["tensor<?x3xf32>", "tensor<?x3xi32>"], VALUES, 3)


def top_k_dynamic(run_passes):
    return top_k(run_passes, "tensor<?x?xf32>", ["tensor<?x4xf32>", "tensor<?x4xi32>"], VALUES, 4)


def top_k_of_fewer(run_passes):
    return top_k(run_passes, "tensor<?x?xf32>", ["tensor<?x7xf32>", "tensor<?x7xi32>"], VALUES, 7)


def main():
    random.seed(1)
    cases = [ragged_free, ragged_free_last, ragged_free_batched, ragged_contracting, ragged_contracting_batched, ragged_batch,
             scan_forward, scan_reverse, scan_without_inputs, top_k_static, top_k_dynamic_rows, top_k_dynamic, top_k_of_fewer]
    print(f"1..{len(cases)}")
    for number, case in enumerate(cases, 1):
        found, expected = case(sys.argv[1])
        if found != expected:
            print(f"# found {found}\n# expected {expected}")
        print(f"{'ok' if found == expected else 'not ok'} {number} - {case.__name__}")


main()
