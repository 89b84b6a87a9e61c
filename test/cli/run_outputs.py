#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_outputs.py PROGRAM: every command that writes a file refuses one that the user may not write, and an input of
another format, with a reason and without a change. `bef run` does so before it runs anything. As root, which may write every
file, the program runs as another user."""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

NOBODY = 65534
KEPT = b"kept"
EMPTY = b"func.func @main() { tfrt.return }\n"
MAKES = b"""func.func @make() -> (!tfrt_tensor.tensor, !tfrt.chain) {
  %c = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.i32.1 [2 : i64]
  %d = tfrt_dht.set_tensor_with_constant_values.i32 %t, %c [1 : i32, 2 : i32]
  tfrt.return %t, %d : !tfrt_tensor.tensor, !tfrt.chain
}
func.func @same(%t: !tfrt_tensor.tensor) -> !tfrt_tensor.tensor {
  tfrt.return %t : !tfrt_tensor.tensor
}
"""
SPIRV = b"\3\2\x23\7one"
# Files, commands that make further ones, and the commands whose output OUT must not be written; then the inputs with
# another format than the output of a command, which must not be replaced either.
BEF = ({"x.mlir": EMPTY, "makes.mlir": MAKES, "t.txt": b"f32 [2] = 1 2\n"},
       ["assemble x.mlir -o x.bef", "btf make t.txt -o t.btf", "run makes.mlir --functions make -o a.npy",
        "run x.mlir --trace trace"],
       ["assemble x.mlir -o OUT", "disassemble x.bef -o OUT", "embed --c x.bef -o OUT", "embed --obj x.bef -o OUT", "graph x.bef -o OUT",
        "btf make t.txt -o OUT", "btf align t.btf -o OUT", "run x.mlir --trace OUT", "run makes.mlir -o OUT",
        "run makes.mlir -o a.npy -o OUT"],
       ["assemble x.mlir", "disassemble x.bef", "embed --c x.bef", "embed --obj x.bef", "graph x.bef", "btf make t.txt", "run x.mlir --trace",
        "run makes.mlir -o", "run makes.mlir --call same(a) --trace a.npy --input a="])
MLIRBC = ({"x.mlir": b"module {\n  func.func private @f()\n}\n", "data": b"1234"},
          ["assemble x.mlir -o x.mlirbc", "resources --add k=data x.mlirbc -o r.mlirbc"],
          ["assemble x.mlir -o OUT", "convert x.mlir -o OUT", "strip x.mlirbc -o OUT", "gc x.mlirbc -o OUT", "print x.mlirbc -o OUT",
           "cat x.mlirbc -o OUT", "size --html x.mlirbc -o OUT", "view x.mlirbc -o OUT", "dot x.mlirbc -o OUT", "merge x.mlirbc -o OUT",
           "extract --symbol f x.mlirbc -o OUT", "resources --extract k r.mlirbc -o OUT",
           "resources --remove k r.mlirbc -o OUT"],
          ["assemble x.mlir", "convert x.mlir", "print x.mlirbc", "cat x.mlirbc", "size --html x.mlirbc", "view x.mlirbc", "dot x.mlirbc",
           "merge x.mlir", "strip x.mlir", "gc x.mlir", "resources --extract k r.mlirbc"])
SYCLBIN = ({"k.spv": SPIRV, "m": b"module\nir k.spv target=spir64\n", "text": b""},
           ["pack m -o a.syclbin"],
           ["pack m -o OUT", "pack --ir k.spv,target=spir64 -o OUT", "merge a.syclbin -o OUT", "convert a.syclbin -o OUT",
            "edit --state object a.syclbin -o OUT", "extract a.syclbin -o OUT", "view a.syclbin -o OUT", "decompress a.syclbin -o OUT"],
           ["pack m", "extract a.syclbin", "view a.syclbin"])
PROGRAMS = {"bef": BEF, "mlirbc": MLIRBC, "syclbin": SYCLBIN}


def content(name):
    with open(name, "rb") as f:
        return f.read()


def refused(program, arguments, name, status, message, user):
    """What is wrong if the program does not refuse to write the file, or None."""
    before, others = content(name), sorted(os.listdir("."))
    result = tap.run([program, *arguments], user=user)
    if result.crash():
        return result.crash()
    if result.status != status or message not in result.text():
        return f"exit status {result.status}, {result.text()!r}; expected {status}, {message!r}"
    if b"Running" in result.output:
        return "refused only after the run"
    if content(name) != before or sorted(os.listdir(".")) != others:
        return f"changed: {sorted(os.listdir('.'))}"
    return None


def last_input(words):
    """The operand that the output would replace: the last word that names a file."""
    return [word for word in words if os.path.isfile(word)][-1]


def main():
    program = os.path.abspath(sys.argv[1])
    kind = os.path.basename(program)
    user = NOBODY if os.geteuid() == 0 else None
    files, makers, writers, replacers = PROGRAMS[kind]
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.chmod(folder, 0o777)
        if user and tap.run([program, "--version"], user=user).status != 0:
            return tap.skip_all("the program cannot be run as another user")
        for name, data in {**files, "kept": KEPT}.items():
            with open(name, "wb") as f:
                f.write(data)
        for command in makers:
            result = tap.run([program, *command.split()], user=user)
            results.report(command, None if result.status == 0 else result.text())
        os.chmod("kept", 0o444)
        for command in writers:
            arguments = command.replace("OUT", "kept").split()
            results.report(f"write-protected: {command}", refused(
                program, arguments, "kept", 3, "cannot write kept: Permission denied", user))
        for command in replacers:
            words = command.split()
            if words[-1] == "a=":
                words[-1] += "a.npy"
                name = "a.npy"
            else:
                name = last_input(words)
                words += [name] if words[-1] in ("--trace", "-o") else ["-o", name]
            results.report(f"an input: {' '.join(words)}", refused(
                program, words, name, 2, f"{name} is an input of this command, and the output has another format", user))
        os.chdir("/")
    return results.finish()


sys.exit(main())
