#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_json.py PROGRAM JSON.md: every command with --json prints the objects that JSON.md describes: no other fields, all that are
not optional, of the types that it names. Every described field is printed by one of the calls below. A command whose --help
lists --json must have a call here and a section there. Several files: each is reported, in order, and a bad one does not stop
the next."""
import json
import os
import re
import shutil
import sys
import tempfile

from samples import make, must, write
import tap

CORPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../libkernels/tensorfile/test/corpus")
# The option --json is not for output, or prints nothing here.
INPUT = {("sigmangle", "mangle")}
RAW = "I23!B11!d-1d128d64B6!t6d10R12!B9!d-1d1000"
SIP = "I31!S27!k0D17!K4!bar_1K4!foo_0k1_2R3!_0"
CALLS = {
    "bef": [
        ("verify", "a.bef"), ("verify", "bad.mlir"), ("verify", "bad.bef"), ("verify", "--kernels", "unknown.mlir"),
        ("verify", "missing"), ("stats", "a.bef", "b.mlir"), ("dump", "a.bef"), ("dump", "rich.mlir"),
        ("diff", "a.bef", "b.bef"), ("diff", "a.bef", "rich.mlir"), ("diff", "a.bef", "a.bef"), ("kernels",),
        ("kernels", "tfrt.*"), ("kernels", "tfrt_dht.*"), ("bench", "--batch-ms", "1", "a.bef", "first"),
        ("tensors", "t.gguf"), ("btf list", "t.btf"), ("btf check", "t.btf"), ("kernels", "no such kernel"), ("stats", "odd.bef"), ("stats", "ranks.mlir"), ("devices",),
        ("devices", "no such device"),
        ("run", "numbers.mlir"), ("run", "numbers.mlir", "--stats", "--repeat", "3"), ("run", "numbers.mlir", "--stats-ops"),
        ("check", "checked.mlir", "--explain"), ("check", "hostile.mlir", "--explain"), ("check", "numbers.mlir"), ("check", "open.mlir"),
        ("run", "fails.mlir"), ("bench", "numbers.mlir", "--device", "host:0", "--repeat", "1")],
    "mlirbc": [(command, "a.mlirbc") for command in
               ("verify", "info", "ops", "strings", "attrs", "types", "resources", "size", "hash", "hexdump")] + [
        ("verify", "bad.mlir"), ("verify", "bad.mlirbc"), ("verify", "missing"), ("diff", "a.mlirbc", "b.mlirbc"),
        ("diff", "a.mlirbc", "a.mlirbc"), ("resources", "many.mlirbc"), ("info", "b.mlirbc"),
        ("size", "many.mlirbc"),
        ("size", "double.mlirbc"), ("types", "b.mlirbc"), ("attrs", "many.mlirbc"), ("hexdump", "bad.mlirbc"),
        ("strings", "many.mlirbc"), ("info", "model.mlir"), ("info", "future.mlirbc"), ("dot", "model.mlir"),
        ("diff", "model.mlir", "model.mlirbc"), ("diff", "--summary", "model.mlir", "a.mlirbc"),
        ("diff", "--summary", "model.mlir", "changed.mlir"), ("diff", "wide.mlir", "narrow.mlir"), ("diff", "wide.mlir", "model.mlir")],
    "syclbin": [(command, "a.syclbin") for command in ("info", "ls", "dump", "verify")] + [
        ("info", "full.syclbin"), ("info --device", "full.syclbin", "--device=level_zero:gpu"),
        ("info --device", "full.syclbin", "--device=cuda:gpu:sm_75"), ("ls --symbols", "full.syclbin"),
        ("extract --unpack", "full.syclbin"), ("extract --unpack", "texts.syclbin"),
        ("ls", "bundle"), ("ls", "full.syclbin"), ("dump", "--typed", "full.syclbin"),
        ("verify", "full.syclbin"), ("verify", "bad.syclbin"), ("diff", "a.syclbin", "b.syclbin"),
        ("diff", "a.syclbin", "full.syclbin"), ("diff", "full.syclbin", "more.syclbin"), ("diff", "a.syclbin", "a.syclbin")],
    "sigmangle": [
        ("demangle", RAW, SIP, "I1!R1!", "I4!U1!R7!O1!S1!"), ("demangle", "I10!D7!K2!\u00ff_0R10!D7!K2!\u00ff_0"),
        ("check", RAW, SIP, "I3!_0R1!", "I1!R2!"), ("check", "-a", "f=I4!B1!R1!", "fv=1", "fbr=name"),
        ("check", "-a", "f=I4!B1!R1!", "fv=2"), ("match", RAW, "f32[4x128x64]", "i32[10]:-4"), ("match", RAW, "i64[1]"),
        ("match", RAW, "f32[4x128x64x1]", "i32[10]")],
}
RICH = """func.func @first() -> (i32, !tfrt.string) {
  %a = tfrt.constant.i32 7
  %s = "tfrt_test.get_string"() {value = "text"} : () -> !tfrt.string
  tfrt.return %a, %s : i32, !tfrt.string
}
func.func @region(%b: i1, %x: i32) -> i32 {
  %r = tfrt.cond %b @third @third (%x) : (i32) -> (i32)
  tfrt.return %r : i32
}
func.func @third(%n: i32) -> i32 {
  tfrt.return %n : i32
}
"""
MANY = """module attributes {test.a = dense_resource<weights> : tensor<2xi32>} {
  "t.a"() {x = 1 : i32, y = "a text", z = loc("f":1:2)} : () -> ()
}
{-#
  dialect_resources: { builtin: { weights: "0x040000000100000002000000" } },
  external_resources: { tool: { flag: true, text: "value", bytes: "0x0400000001020304" } }
#-}
"""

MODEL = """func.func public @main(%x: tensor<?x4xf32> {tf.aliasing_output = 0 : i32},
    %y: tensor<?x4xf32> {mhlo.memory_kind = "device", mhlo.sharding = "{replicated}"}, %z: tensor<2xf32>)
    -> (tensor<?x4xf32> {mhlo.memory_kind = "device", mhlo.sharding = "{replicated}"}, tensor<2xf32>) {
  %a = stablehlo.add %x, %y : tensor<?x4xf32>
  %b = stablehlo.custom_call @Sharding(%a) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %c = stablehlo.add %z, %z : tensor<2xf32>
  return %b, %c : tensor<?x4xf32>, tensor<2xf32>
}
"""
NUMBERS = """func.func @main() -> tensor<600xf32> {
  %x = stablehlo.iota dim = 0 : tensor<600xf32>
  %y = stablehlo.tanh %x : tensor<600xf32>
  return %y : tensor<600xf32>
}
"""
RANKS = "module attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 4 : i32} {\n" + NUMBERS + "}\n"
FAILS = """func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  check.expect_eq_const %x, dense<2.0> : tensor<f32>
  return
}
"""
CHECKED = """func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>, %b: tensor<4xf32>) -> (tensor<2x4xf32>, tensor<2xf32>) {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %3 = stablehlo.add %1, %2 : tensor<2x4xf32>
  %4 = stablehlo.tanh %x : tensor<2x3xf32>
  %5 = stablehlo.reduce(%4 init: %0) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %3, %5 : tensor<2x4xf32>, tensor<2xf32>
}
"""
HOSTILE = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @unknown(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
LAYER = """func.func @main(%x: tensor<1x128xf32> loc("x"), %w: tensor<128xf32> loc("p['Dense_0']['scale']")) -> tensor<1x128xf32> {
  %0 = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<1x128xf32>
  return %1 : tensor<1x128xf32>
}
"""


def alternatives(name):
    """The fields that a name with {a,b} stands for."""
    braces = re.fullmatch(r"(.*?)\{(.*?)\}(.*)", name)
    return [braces[1] + one + braces[3] for one in braces[2].split(",")] if braces else [name]


def described(path):
    """{command: {field: (types, optional)}}, with the fields of all commands under ''."""
    sections, current = {}, None
    with open(path, encoding="utf-8") as f:
        for line in f:
            title = re.match(r"## (.*)", line)
            row = re.match(r"\| `([^`]+)` \| ([^|]+) \|", line)
            if title:
                current = sections.setdefault("" if title[1] == "all commands" else title[1], {})
            elif row:
                kind = row[2].strip()
                types = re.sub(r", optional$", "", kind).split(" or ")
                for name in alternatives(row[1]):
                    current[name] = (set(types), kind.endswith(", optional"))
    return sections


def type_name(value):
    if value is None:
        return "null"
    return {bool: "bool", int: "number", float: "number", str: "string", list: "array", dict: "object"}[type(value)]


class Fields:
    """Compares objects with a description, and notes which fields have been seen."""

    def __init__(self, fields):
        self.fields, self.seen, self.wrong = fields, set(), []

    def known(self, path):
        return path in self.fields or any(name.startswith((path + ".", path + "[]")) for name in self.fields)

    def visit(self, path, value):
        types, _ = self.fields.get(path, (set(), False))
        if not self.known(path):
            self.wrong.append(f"{path} is not described")
            return
        if path in self.fields:
            self.seen.add(path)
            if types != {"any"} and type_name(value) not in types:
                self.wrong.append(f"{path} is {type_name(value)}, expected {' or '.join(sorted(types))}")
        if types == {"any"}:
            return
        if isinstance(value, list):
            self.seen.add(path)
            for element in value:
                self.visit(path + "[]", element)
        elif isinstance(value, dict):
            self.members(path + ".", value)

    def members(self, prefix, value):
        for name, member in value.items():
            self.visit(prefix + name, member)
        if value.get("complete") is False or (prefix.endswith("[].") and not prefix.strip(".")):
            return
        for name, (_, optional) in self.fields.items():
            rest = name[len(prefix):]
            if name.startswith(prefix) and rest and not re.search(r"[.\[]", rest) and not optional and rest not in value:
                self.wrong.append(f"{name} is missing")


def objects(text):
    """The objects of an output, one after the other."""
    decoder, found = json.JSONDecoder(), []
    text = text.decode("utf-8").strip()
    while text:
        value, end = decoder.raw_decode(text)
        found.append(value)
        text = text[end:].lstrip()
    return found


def bef_inputs(program):
    write("rich.mlir", RICH)
    write("unknown.mlir", 'func.func @f() {\n  "no.such_kernel"() : () -> ()\n  tfrt.return\n}\n')
    write("bad.bef", open("a.bef", "rb").read()[:40])
    # an unknown section in front of the end
    data = open("a.bef", "rb").read()
    write("odd.bef", data + bytes([200, 1 << 1]) + b"x")
    write("numbers.mlir", NUMBERS)
    write("fails.mlir", FAILS)
    write("checked.mlir", CHECKED)
    write("hostile.mlir", HOSTILE)
    write("open.mlir", NUMBERS.replace("@main()", "@main(%z: tensor<?xf32>)"))
    write("ranks.mlir", RANKS)
    if tap.run([program, "run", "numbers.mlir"]).status != 0:  # built without models
        CALLS["bef"] = [call for call in CALLS["bef"] if not set(call) & {"numbers.mlir", "fails.mlir", "ranks.mlir", "checked.mlir",
                                                                                  "hostile.mlir", "open.mlir"}]
        INPUT.add(("bef", "run"))
    shutil.copy(os.path.join(CORPUS, "blocks.gguf"), "t.gguf")
    if tap.run([program, "btf", "--help"]).status == 0:
        write("tensors.txt", "f32 [2, 3] = 1 2 3 4 5 6.5\ni32 [3, 4] : 0,0 = 10 1,3 = 20\n")
        must(program, "btf", "make", "tensors.txt", "-o", "t.btf")


def mlirbc_inputs(program):
    write("many.mlir", MANY)
    must(program, "assemble", "many.mlir", "-o", "many.mlirbc")
    write("double.mlir", '"t.a"() {x = "same1", y = "same2"} : () -> ()\n')
    must(program, "assemble", "double.mlir", "-o", "double.mlirbc")
    write("double.mlirbc", open("double.mlirbc", "rb").read().replace(b"same2", b"same1"))
    write("bad.mlirbc", open("a.mlirbc", "rb").read()[:60])
    write("model.mlir", MODEL)
    write("wide.mlir", LAYER)
    write("narrow.mlir", LAYER.replace("128", "96"))
    write("changed.mlir", MODEL.replace("%x, %y", "%y, %x").replace("public @main", "public @other"))
    if tap.run([program, "convert", "--to", "vhlo", "model.mlir", "-o", "model.mlirbc"]).status == 0:
        write("future.mlirbc", open("model.mlirbc", "rb").read().replace(b"add_v1", b"adx_v1"))


def without_models(sections):
    """Of a program that was built without StableHLO."""
    CALLS["mlirbc"] = [call for call in CALLS["mlirbc"] if not set(call) & {"model.mlir", "future.mlirbc", "wide.mlir"}]
    INPUT.add(("mlirbc", "dot"))
    sections["mlirbc diff"] = {name: row for name, row in sections["mlirbc diff"].items() if not name.startswith(("summary", "layers"))}
    sections["mlirbc info"] = {name: row for name, row in sections["mlirbc info"].items() if not name.startswith("model")}


def syclbin_inputs(program):
    write("k.ptx", b"// Generated by hand\n.version 7.0\n.target sm_75\n.visible .entry m() { ret; }\n")
    must(program, "pack", "--kernel=k", "--exported=e", "--imported=i", "--property=[SYCL/device requirements]aspects=hex:05000000",
         "--property=[other]n=u32:7", "--ir=a.spv,target=spir64-unknown-unknown", "--module", "--kernel=m",
         "--native=k.ptx,target=nvptx64-nvidia-cuda,arch=sm_75", "-o", "plain.syclbin")
    must(program, "edit", "--global", "--set=[other]bytes=hex:0102", "plain.syclbin", "-o", "full.syclbin")
    must(program, "pack", "--kernel=k", "--ir=a.spv,target=spir64-unknown-unknown", "--ir=b.spv,target=spir64-unknown-unknown",
         "-o", "more.syclbin")
    write("odd", b"[a]\r\nx=1|1\n\n")
    write("odder", b"[\xff]\nx=1|1\n")
    write("texts", b"module text=odd\nmodule text=odder\n")
    must(program, "pack", "texts", "-o", "texts.syclbin")
    data = open("full.syclbin", "rb").read()
    write("bad.syclbin", data[:-20])
    # a bundle of images without a SYCLBIN: two entries
    entries, at = b"", 24 + 8 + sum(24 + len(n) for n in (b"host-x86_64", b"hip-amdgcn--gfx906"))
    for name, size in ((b"host-x86_64", 0), (b"hip-amdgcn--gfx906", 4)):
        entries += at.to_bytes(8, "little") + size.to_bytes(8, "little") + len(name).to_bytes(8, "little") + name
    write("bundle", b"__CLANG_OFFLOAD_BUNDLE__" + (2).to_bytes(8, "little") + entries + b"code")


def run_calls(program, kind, sections, results):
    common, by_section = sections[""], {}
    for section, *words in CALLS[kind]:
        name = f"{kind} {section}"
        if name not in sections:
            results.report(name, "JSON.md has no such section")
            continue
        fields = by_section.setdefault(name, Fields({**common, **sections[name]}))
        command = [w for w in section.split() if w != "--device"]
        operands = [word.encode("latin-1") if "\u00ff" in word else word for word in words]
        result = tap.run([program, *command, "--json", *operands])
        wrong = result.crash()
        try:
            found = objects(result.output) if not wrong else []
        except ValueError as error:
            wrong, found = f"not JSON: {error}\n{result.text()}", []
        fields.wrong = []
        for value in found:
            fields.members("", value)
            if value.get("version") != 1 or value.get("command") != command[0]:
                fields.wrong.append(f"version {value.get('version')}, command {value.get('command')}")
        if not found and not wrong:
            wrong = f"no object\n{result.text()}"
        results.report(" ".join([name, *words]), "\n".join(filter(None, [wrong, *sorted(set(fields.wrong))])) or None)
    for name, fields in by_section.items():
        unseen = sorted(set(sections[name.strip()]) - fields.seen)
        results.report(f"{name}: all fields are seen", f"described, but never seen: {', '.join(unseen)}" if unseen else None)


def check_complete(program, kind, sections, results):
    """Commands with --json have calls and sections."""
    listed = re.findall(r"^  ([a-z]+) ", must(program, "--help").decode().split("Commands:")[1], re.M)
    called = {section.split()[0] for section, *_ in CALLS[kind]}
    for command in listed:
        has = "--json" in must(program, command, "--help").decode()
        if (kind, command) in INPUT or not has:
            results.report(f"{command} has no JSON output", "a call here" if command in called else None)
            continue
        wrong = None if command in called else "no call here"
        if not any(title.split()[:2] == [kind, command] for title in sections):
            wrong = "no section in JSON.md"
        results.report(f"{command} is described and called", wrong)


SEVERAL = {"bef": [["verify"], ["stats"], ["dump"]],
           "mlirbc": [[c] for c in ("verify", "info", "ops", "strings", "attrs", "types", "resources", "size", "hash", "hexdump")],
           "syclbin": [["info"], ["ls"], ["dump"], ["verify"], ["ls", "--symbols"]], "sigmangle": []}


def several(program, kind, files, results):
    """Two good files with a missing and a damaged one between them."""
    ending = "." + kind if kind != "mlirbc" else ".mlirbc"
    for command in SEVERAL[kind]:
        name = " ".join(command)
        bad = "bad" + ending
        alone = [tap.run([program, *command, f]) for f in (files[0], bad, files[1])]
        together = tap.run([program, *command, files[0], "missing", bad, files[1]])
        worst = max([3, *(one.status for one in alone)])
        wrong = together.crash()
        if not wrong and together.status != worst:
            wrong = f"status {together.status}, expected {worst}"
        if not wrong and any(f.encode() not in together.errors for f in ("missing",)):
            wrong = f"stderr does not name the missing file: {together.errors.decode()}"
        if not wrong and alone[1].status and bad.encode() not in together.errors + together.output:
            wrong = f"the damaged file is not named: {together.text()}"
        for index, f in ((0, files[0]), (2, files[1])):
            lines = alone[index].output.decode().splitlines()
            if not wrong and lines and f.encode() not in together.output:
                wrong = f"{f} is not named"
            missing = [line for line in lines if line.encode() not in together.output]
            if not wrong and missing:
                wrong = f"the output for {f} lacks {missing[0]}"
        results.report(f"{name} of several files", wrong)
        found = objects(tap.run([program, *command, "--json", files[0], "missing", files[1]]).output)
        named = [value.get("file") for value in found]
        wanted = [files[0], *(["missing"] if name == "verify" and kind != "syclbin" else []), files[1]]
        results.report(f"{name} --json of several files", None if named == wanted else f"objects of {named}")


def main():
    program, document = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    kind = os.path.basename(program)
    results = tap.Tap()
    sections = described(document)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        files = make(program, kind)
        write("bad.mlir", "func.func @f() {\n  %a = arith.addi %b, %b : i32\n}\n")
        {"bef": bef_inputs, "mlirbc": mlirbc_inputs, "syclbin": syclbin_inputs}.get(kind, lambda _: None)(program)
        if kind == "bef" and not os.path.exists("t.btf"):
            CALLS["bef"] = [call for call in CALLS["bef"] if not call[0].startswith("btf")]
        if ("bef", "run") in INPUT:  # built without models
            sections["bef bench"].pop("device")
            sections["bef stats"] = {name: row for name, row in sections["bef stats"].items()
                                     if name not in ("replicas", "partitions")}
        if kind == "mlirbc" and not os.path.exists("model.mlirbc"):
            without_models(sections)
        run_calls(program, kind, sections, results)
        check_complete(program, kind, sections, results)
        several(program, kind, files, results)
        os.chdir("/")
    return results.finish()


sys.exit(main())
