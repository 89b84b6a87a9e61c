#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_agree.py BEF MLIRBC: `bef verify`, `bef run` and `mlirbc simplify --refine` agree on which models with operations for dynamic shapes
run: with open shapes, and with static ones, where `bef assemble` agrees too."""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402

bef, mlirbc = (os.path.abspath(path) for path in sys.argv[1:3])
INPUT = "[[1.0, 4.0, 3.0, 2.0], [5.0, 6.0, 7.0, 8.0]]"
# N is the number of rows: ? or 2. The last text is a part of the output; None: no form of the program runs.
PROGRAMS = [
    ("dynamic_top_k", """func.func @main(%x: tensor<Nx4xf32>) -> (tensor<Nx2xf32>, tensor<Nx2xi32>) {
  %k = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<Nx4xf32>, tensor<i32>) -> (tensor<Nx2xf32>, tensor<Nx2xi32>)
  return %0#0, %0#1 : tensor<Nx2xf32>, tensor<Nx2xi32>
}
""", "[[4. 3.]"),
    ("dynamic_top_k with open results", """func.func @main(%x: tensor<Nx4xf32>) -> (tensor<?x?xf32>, tensor<?x?xi32>) {
  %k = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<Nx4xf32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xi32>
}
""", "[[4. 3.]"),
    ("a private function", """func.func private @f(%x: tensor<Nx4xf32>) -> tensor<Nx2xf32> {
  %k = stablehlo.constant dense<2> : tensor<i32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<Nx4xf32>, tensor<i32>) -> (tensor<Nx2xf32>, tensor<Nx2xi32>)
  return %0#0 : tensor<Nx2xf32>
}
func.func @main(%x: tensor<Nx4xf32>) -> tensor<Nx2xf32> {
  %0 = call @f(%x) : (tensor<Nx4xf32>) -> tensor<Nx2xf32>
  return %0 : tensor<Nx2xf32>
}
""", "[[4. 3.]"),
    ("shape_assertion", """func.func @main(%x: tensor<Nx4xf32>) -> tensor<Nx4xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<Nx4xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %ok = stablehlo.compare EQ, %n, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "two rows", has_side_effect = true} : (tensor<i1>) -> ()
  return %x : tensor<Nx4xf32>
}
""", "[[1. 4. 3. 2.]"),
    ("dynamic_reshape", """func.func @main(%x: tensor<Nx4xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<Nx4xf32>) -> tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %size = stablehlo.multiply %n, %four : tensor<i32>
  %shape = stablehlo.reshape %size : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<Nx4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
""", "[1. 4. 3. 2. 5. 6. 7. 8.]"),
    ("shape_refinement_operand_wrapper", """func.func @main(%x: tensor<Nx4xf32>) -> tensor<Nx4xf32> {
  %shape = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  %0 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %shape) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<Nx4xf32>, tensor<2xi32>) -> tensor<Nx4xf32>
  return %0 : tensor<Nx4xf32>
}
""", "[[1. 4. 3. 2.]"),
    ("an unknown target", """func.func @main(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.custom_call @nobody_knows(%x) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
""", None),
    ("a static assertion that fails", """func.func @main(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %ok = stablehlo.constant dense<false> : tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "never", has_side_effect = true} : (tensor<i1>) -> ()
  return %x : tensor<2x4xf32>
}
""", None),
]


def call(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def agree(text, expected, static):
    problems = []
    with open("x.mlir", "w", encoding="utf-8") as f:
        f.write(text)
    wanted = 0 if expected else 1
    commands = [(bef, "verify", "x.mlir"), (bef, "run", "x.mlir", "--input", INPUT)]
    if static:
        commands += [(bef, "assemble", "x.mlir", "-o", "x.bef")]
        if expected:
            commands += [(mlirbc, "simplify", "--refine", "x.mlir"), (bef, "verify", "x.bef"), (bef, "run", "x.bef", "--input", INPUT)]
    for command in commands:
        code, out = call(*command)
        if code != wanted or (expected and "run" in command and expected not in out):
            problems.append(f"{' '.join(command[1:])}: {code}, expected {wanted}: {out}")
    return "\n".join(problems)


results = tap.Tap()
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for name, program, output in PROGRAMS:
        results.report(f"{name}, static", agree(program.replace("N", "2"), output, True))
        if "N" in program:
            results.report(f"{name}, dynamic", agree(program.replace("N", "?"), output, False))
sys.exit(results.finish())
