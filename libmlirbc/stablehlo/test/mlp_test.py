#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mlp_test.py EXAMPLE RUN_PASSES: the artifact that the example writes is read back and is the program that it describes."""
import os
import re
import subprocess
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "mlp.mlirbc")
    subprocess.run([sys.argv[1], path], check=True)
    text = subprocess.run([sys.argv[2], "none", path], capture_output=True, text=True, check=True).stdout
found = re.findall(r"stablehlo\.\w+", text)
expected = ["dot_general", "broadcast_in_dim", "add", "constant", "maximum", "dot_general", "broadcast_in_dim", "add"]
if sorted(found) != sorted("stablehlo." + name for name in expected) or "-> tensor<4x3xf32>" not in text:
    sys.exit(text)
