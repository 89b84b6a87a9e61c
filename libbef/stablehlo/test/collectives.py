#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""collectives.py BEF: random programs of several processes. Each operation runs on random tensors in a random grid of replicas
and partitions, with random groups; a serial computation here gives the expected results, which the program checks. The
environment variable COLLECTIVES_SEED selects other programs, COLLECTIVES_COUNT their number."""
import itertools
import os
import random
import subprocess
import sys
import tempfile

TYPES = {"i32": 32, "i8": 8, "ui16": 16, "i64": 64}
BODIES = {"add": lambda a, b: a + b, "maximum": max, "minimum": min, "multiply": lambda a, b: a * b}


def wrap(value, element):
    bits = TYPES[element]
    value &= (1 << bits) - 1
    return value - (1 << bits) if not element.startswith("u") and value >> (bits - 1) else value


class Tensor:
    """Row-major elements with a shape."""
    def __init__(self, shape, element, values):
        self.shape, self.element, self.values = tuple(shape), element, list(values)

    @classmethod
    def random(cls, shape, element, rng):
        size = 1
        for dim in shape:
            size *= dim
        return cls(shape, element, [wrap(rng.randrange(1 << 16), element) for _ in range(size)])

    def indices(self):
        return itertools.product(*[range(dim) for dim in self.shape])

    def at(self, index):
        place = 0
        for i, dim in zip(index, self.shape):
            place = place * dim + i
        return self.values[place]

    @classmethod
    def make(cls, shape, element, function):
        empty = cls(shape, element, [])
        empty.values = [function(index) for index in empty.indices()]
        return empty

    def part(self, dim, number, count):
        size = self.shape[dim] // count
        shape = self.shape[:dim] + (size,) + self.shape[dim + 1:]
        return Tensor.make(shape, self.element,
                           lambda i: self.at(i[:dim] + (i[dim] + number * size,) + i[dim + 1:]))

    def type(self):
        return "tensor<" + "".join(f"{dim}x" for dim in self.shape) + self.element + ">"

    def text(self):
        def nest(values, shape):
            if len(shape) == 1:
                return "[" + ", ".join(map(str, values)) + "]"
            step = len(values) // shape[0]
            return "[" + ", ".join(nest(values[i * step:(i + 1) * step], shape[1:]) for i in range(shape[0])) + "]"
        return f"dense<{nest(self.values, self.shape)}> : {self.type()}"


def concatenate(tensors, dim):
    first = tensors[0]
    size = first.shape[dim]
    shape = first.shape[:dim] + (size * len(tensors),) + first.shape[dim + 1:]
    return Tensor.make(shape, first.element,
                       lambda i: tensors[i[dim] // size].at(i[:dim] + (i[dim] % size,) + i[dim + 1:]))


def reduce(tensors, body):
    result = tensors[0]
    for other in tensors[1:]:
        result = Tensor(result.shape, result.element,
                        [wrap(BODIES[body](a, b), result.element) for a, b in zip(result.values, other.values)])
    return result


def random_groups(space, rng, equal):
    """Rows of numbers below `space`, all of one size where `equal`, else filled with -1."""
    numbers = list(range(space))
    rng.shuffle(numbers)
    if equal or rng.random() < 0.5:
        size = rng.choice([d for d in range(1, space + 1) if space % d == 0])
        return [numbers[i:i + size] for i in range(0, space, size)]
    rows, width = [], 0
    while numbers:
        size = rng.randrange(1, len(numbers) + 1)
        rows.append(numbers[:size])
        numbers = numbers[size:]
        width = max(width, size)
    return [row + [-1] * (width - len(row)) for row in rows]


def members(process, grid, mode, groups):
    """The processes of the group of a process, in order; None: it is in none."""
    replicas, partitions = grid
    replica, partition = process
    number = {"replica": replica, "both": replica, "partition": partition,
              "flat": replica * partitions + partition}[mode]
    for row in groups:
        if number in row:
            row = [i for i in row if i >= 0]
            if mode == "replica":
                return [(i, partition) for i in row]
            if mode == "partition":
                return [(replica, i) for i in row]
            if mode == "flat":
                return [(i // partitions, i % partitions) for i in row]
            return [(i, p) for p in range(partitions) for i in row]
    return None


def group_text(groups):
    rows = ", ".join("[" + ", ".join(map(str, row)) + "]" for row in groups)
    return f"replica_groups = dense<[{rows}]> : tensor<{len(groups)}x{len(groups[0])}xi64>"


class Case:
    def __init__(self, rng):
        self.rng = rng
        self.grid = rng.choice([(1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (4, 1), (2, 4), (8, 1), (1, 5)])
        self.processes = list(itertools.product(range(self.grid[0]), range(self.grid[1])))
        self.name = rng.choice(["all_gather", "all_reduce", "reduce_scatter", "all_to_all", "collective_permute",
                                "collective_broadcast"])
        both = self.name in ("all_gather", "all_reduce", "reduce_scatter")
        self.mode = rng.choice(["replica", "both", "flat"] if both else ["replica", "partition"])
        replicas, partitions = self.grid
        self.space = {"replica": replicas, "both": replicas, "partition": partitions,
                      "flat": replicas * partitions}[self.mode]
        self.groups = random_groups(self.space, rng, self.name not in ("all_reduce",))
        if self.name == "collective_broadcast" and len(self.groups) > 1:
            self.groups.pop()  # processes without a group get zeros
        self.element = rng.choice(list(TYPES))
        self.body = rng.choice(list(BODIES))
        self.shape = [rng.randrange(1, 4) for _ in range(rng.randrange(1, 4))]
        self.dim, self.other = rng.randrange(len(self.shape)), rng.randrange(len(self.shape))
        self.size = len(members(self.processes[0], self.grid, self.mode, self.groups) or [0])
        if self.name in ("reduce_scatter", "all_to_all"):
            self.shape[self.dim] *= self.size
        self.inputs = {p: Tensor.random(self.shape, self.element, rng) for p in self.processes}
        self.pairs = list(zip(rng.sample(range(self.space), self.space), rng.sample(range(self.space), self.space)))
        self.pairs = self.pairs[:rng.randrange(1, self.space + 1)]

    def result(self, process):
        if self.name == "collective_permute":
            number = process[0] if self.mode == "replica" else process[1]
            for source, target in self.pairs:
                if target == number:
                    return self.inputs[(source, process[1]) if self.mode == "replica" else (process[0], source)]
            return Tensor(self.shape, self.element, [0] * len(self.inputs[process].values))
        group = members(process, self.grid, self.mode, self.groups)
        if group is None:
            return Tensor(self.shape, self.element, [0] * len(self.inputs[process].values))
        tensors = [self.inputs[p] for p in group]
        if self.name == "all_gather":
            return concatenate(tensors, self.dim)
        if self.name == "all_to_all":
            place = group.index(process)
            return concatenate([t.part(self.dim, place, len(group)) for t in tensors], self.other)
        if self.name == "collective_broadcast":
            return tensors[0]
        total = reduce([self.inputs[p] for p in sorted(group)], self.body)
        return total if self.name == "all_reduce" else total.part(self.dim, group.index(process), len(group))

    def attributes(self):
        channel = 0 if self.mode == "replica" else 1
        attrs = [f"channel_handle = #stablehlo.channel_handle<handle = {channel}, type = 1>"]
        if self.name == "collective_permute":
            rows = ", ".join(f"[{a}, {b}]" for a, b in self.pairs)
            attrs.append(f"source_target_pairs = dense<[{rows}]> : tensor<{len(self.pairs)}x2xi64>")
        else:
            attrs.append(group_text(self.groups))
        if self.mode == "flat":
            attrs.append("use_global_device_ids")
        attrs += {"all_gather": [f"all_gather_dim = {self.dim} : i64"],
                  "reduce_scatter": [f"scatter_dimension = {self.dim} : i64"],
                  "all_to_all": [f"split_dimension = {self.dim} : i64", f"concat_dimension = {self.other} : i64",
                                 f"split_count = {self.size} : i64"]}.get(self.name, [])
        return ", ".join(attrs)

    def region(self):
        if self.name not in ("all_reduce", "reduce_scatter"):
            return ""
        scalar = f"tensor<{self.element}>"
        return (f"({{\n  ^bb0(%a: {scalar}, %b: {scalar}):\n    %s = stablehlo.{self.body} %a, %b : {scalar}\n"
                f"    stablehlo.return %s : {scalar}\n  }})")

    def text(self):
        first = self.inputs[self.processes[0]]
        given, taken = first.type(), self.result(self.processes[0]).type()
        grid = ", ".join("[" + ", ".join(["@process"] * self.grid[1]) + "]" for _ in range(self.grid[0]))
        lines = [f"func.func @process(%x: {given}) -> {taken} {{",
                 f'  %r = "stablehlo.{self.name}"(%x) <{{{self.attributes()}}}> {self.region()} : ({given}) -> {taken}',
                 f"  return %r : {taken}", "}", "func.func @main() {"]
        for i, process in enumerate(self.processes):
            lines.append(f"  %x{i} = stablehlo.constant {self.inputs[process].text()}")
        count = len(self.processes)
        lines.append(f'  %r:{count} = "interpreter.run_parallel"(' + ", ".join(f"%x{i}" for i in range(count)) +
                     f") <{{programs = [{grid}]}}> : (" + ", ".join([given] * count) + ") -> (" +
                     ", ".join([taken] * count) + ")")
        for i, process in enumerate(self.processes):
            lines.append(f"  check.expect_eq_const %r#{i}, {self.result(process).text()}")
        return "\n".join(lines + ["  return", "}", ""])


def main():
    bef = sys.argv[1]
    seed = int(os.environ.get("COLLECTIVES_SEED", "1"))
    count = int(os.environ.get("COLLECTIVES_COUNT", "40"))
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.mlir")
        for number in range(seed, seed + count):
            case = Case(random.Random(number))
            with open(path, "w") as out:
                out.write(case.text())
            run = subprocess.run([bef, "run", path], capture_output=True, text=True, timeout=60)
            if run.returncode != 0:
                failed.append(number)
                print(f"# seed {number}, {case.name}: {run.stdout}{run.stderr}".replace("\n", "\n# "))
    print("1..1")
    print(f"{'not ok' if failed else 'ok'} 1 - {count} programs of several processes")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
