#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_packs.py PROGRAM FOLDER: bef with packs of kernels from shared objects, those of libkernels/test/packs."""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402

SOURCE = """func.func @main() -> i32 {
  %one = tfrt.constant.i32 21
  %two = "loaded.twice"(%one) : (i32) -> i32
  tfrt.return %two : i32
}
"""

MODEL = """func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf32>
  %1 = stablehlo.custom_call @scaled(%0) {backend_config = "3"} : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""

# as jax.ffi.ffi_call writes it
FFI = """func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf32>
  %1 = stablehlo.custom_call @scaled(%0) {backend_config = "", mhlo.backend_config = {by = 2 : i64}} : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""


def main():
    bef, folder = sys.argv[1:3]
    results = tap.Tap()

    def check(name, arguments, status, words, packs=None):
        environment = {k: v for k, v in os.environ.items() if k != "KERNELS_PACK_PATH"}
        if packs:
            environment["KERNELS_PACK_PATH"] = packs
        result = tap.run([bef, *arguments], env=environment, merged=True)
        said = result.text()
        good = result.status == status and not result.crash() and words in said
        results.report(name, None if good else f"exit status {result.status}: {said}")

    def pack(name):
        return os.path.join(folder, f"pack-{name}.so")

    with tempfile.TemporaryDirectory() as scratch:
        source = os.path.join(scratch, "main.mlir")
        with open(source, "w", encoding="utf-8") as f:
            f.write(SOURCE)
        check("no pack", ["run", source], 1, "loaded.twice")
        check("a file", ["run", "--pack", pack("good"), source], 0, "'main' returned 42")
        check("a name", ["run", "--pack", "pack-good", source], 0, "'main' returned 42", packs="/nowhere:" + folder)
        check("a name without folders", ["run", "--pack", "pack-good", source], 3, "KERNELS_PACK_PATH")
        check("verify", ["verify", "--pack", pack("good"), source], 0, "")
        check("bench", ["bench", "--batch-ms", "1", "--pack", pack("good"), source, "main"], 0, "ns_per_kernel")
        check("kernels", ["kernels", "--pack", pack("good")], 0, "loaded.twice (i32) -> (i32)\n")
        check("a name with its suffix", ["run", "--pack", "pack-good.so", source], 0, "'main' returned 42", packs=folder)
        check("a name that is nowhere", ["run", "--pack", "nowhere.so", source], 3, "no nowhere.so in KERNELS_PACK_PATH")
        check("two options", ["kernels", "--pack", pack("good"), "--pack", pack("other-name")], 3, "loaded.twice")
        model, made = os.path.join(scratch, "model.mlir"), os.path.join(scratch, "model.bef")
        with open(model, "w", encoding="utf-8") as f:
            f.write(MODEL)
        if "models" in sys.argv[3:]:
            for command in ("run", "verify"):
                check(f"{command}: a custom call without its kernel", [command, model], 1, "target @scaled")
            check("verify: a custom call", ["verify", "--pack", pack("custom-call"), model], 0, "")
            check("run: a custom call", ["run", "--pack", pack("custom-call"), model], 0, "[3.  7.5]")
            ffi = os.path.join(scratch, "ffi.mlir")
            with open(ffi, "w", encoding="utf-8") as f:
                f.write(FFI)
            check("run: parameters of JAX's FFI", ["run", "--pack", pack("custom-call"), ffi], 0, "[2. 5.]")
            check("assemble: a custom call", ["assemble", "--pack", pack("custom-call"), model, "-o", made], 0, "")
            check("run: a custom call in a BEF file", ["run", "--pack", pack("custom-call"), made], 0, "[3.  7.5]")
        with open(pack("good"), "rb") as f:
            whole = f.read()
        for size in (200, len(whole) // 4, len(whole) // 3):
            short = os.path.join(scratch, "short.so")
            with open(short, "wb") as f:
                f.write(whole[:size])
            check(f"cut off at {size}", ["run", "--pack", short, source], 3, "is a truncated shared object")
        check("twice the same kernel", ["run", "--pack", pack("good") + "," + pack("other-name"), source], 3, "loaded.twice")
        check("needs newer libraries", ["run", "--pack", pack("new"), source], 3, "needs a newer libkernels")
        check("a missing symbol", ["run", "--pack", pack("missing"), source], 3, "function_that_nobody_has")
        check("a library of its own", ["run", "--pack", pack("own-library"), source], 3, "second copy of libkernels")
        check("another sanitizer", ["run", "--pack", pack("sanitizer"), source], 3, "sanitizer")
    return results.finish()


sys.exit(main())
