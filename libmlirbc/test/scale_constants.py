#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scale_constants.py PROGRAM: PROGRAM (scale_constants.c) changes the f32 constants of text and of bytecode, and nothing
else; mlir-opt-22, if there is one, prints the products."""
import os
import shutil
import subprocess
import sys
import tempfile

TEXT = """
func.func @f() -> (f32, tensor<2xf32>, tensor<3xf32>, f64, i32) {
  %a = arith.constant 1.5 : f32
  %b = arith.constant dense<[0.25, -3.0]> : tensor<2xf32>
  %c = arith.constant dense<4.5> : tensor<3xf32>
  %d = arith.constant 1.5 : f64
  %e = arith.constant 7 : i32
  return %a, %b, %c, %d, %e : f32, tensor<2xf32>, tensor<3xf32>, f64, i32
}
"""
DOUBLED = ["3.000000e+00 : f32", "dense<[5.000000e-01, -6.000000e+00]>", "dense<9.000000e+00>", "1.500000e+00 : f64", "7 : i32"]


def main():
    with tempfile.TemporaryDirectory() as work:
        paths = {name: os.path.join(work, name) for name in ("text", "same", "twice", "back")}
        with open(paths["text"], "w", encoding="utf-8") as f:
            f.write(TEXT)
        said = [subprocess.run([sys.argv[1], paths[old], paths[new], factor], capture_output=True, text=True,
                               check=False).stdout for old, new, factor in
                (("text", "same", "1"), ("text", "twice", "2"), ("twice", "back", "0.5"))]
        print("1..3")
        print("ok" if said == ["3 constants\n"] * 3 else f"not ok # {said}", "1 - three constants")
        files = {}
        for name in ("same", "twice", "back"):
            with open(paths[name], "rb") as f:
                files[name] = f.read()
        # What a loaded module no longer uses stays in the tables of its file, so "back" is larger than "same".
        good = files["same"] != files["twice"] and len(files["back"]) >= len(files["same"]) > 100
        print("ok" if good else "not ok", "2 - bytes change")
        opt = shutil.which("mlir-opt-22")
        if not opt:
            print("ok 3 # SKIP no mlir-opt-22")
            return 0
        texts = {name: subprocess.run([opt, paths[name]], capture_output=True, text=True, check=False).stdout
                 for name in ("text", "same", "twice", "back")}
        missing = [part for part in DOUBLED if part not in texts["twice"]]
        good = not missing and texts["text"] == texts["same"] == texts["back"] and "1.500000e+00 : f32" in texts["text"]
        print("ok" if good else f"not ok # missing: {missing}", "3 - mlir-opt-22 reads the products")
    return 0


sys.exit(main())
