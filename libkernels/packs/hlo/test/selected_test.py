#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""selected_test.py ROOT CC...: the table of the pack with the option hlo_kernels refers to the selected kernels only, so that the
linker can leave out the others."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../test"))
import tap  # noqa: E402


def kernels(root, cc, folder, names):
    """Functions of kernels that the table uses; names None: of all kernels."""
    out = os.path.join(folder, "pack.o")
    selection = []
    if names is not None:
        with open(os.path.join(folder, "hlo_kernels.h"), "w", encoding="utf-8") as f:
            f.writelines(f"#define KERNELS_HLO_KEEP_{name} ,KEPT\n" for name in names)
        selection = ["-DKERNELS_HLO_SELECTED", "-I" + folder]
    places = ["libkernels/packs/hlo/include", "libkernels/packs/hlo/src", "libkernels/packs/shared/include", "libkernels/include",
              "libasync/include", "subprojects/bytecursor/include", "subprojects/scalars/include"]
    subprocess.run([*cc, "-std=c11", "-D_GNU_SOURCE", "-DKERNELS_BUILDING", "-Wall", "-Wextra", "-Wpedantic", "-Werror", *selection,
                    *(f"-I{root / place}" for place in places), "-c", str(root / "libkernels/packs/hlo/src/pack.c"), "-o", out], check=True)
    listed = subprocess.run(["nm", "-u", out], check=True, stdout=subprocess.PIPE, text=True).stdout
    return set(re.findall(r"\bkernels_hlo__(\w+)_prepare\b", listed))


def main():
    root, cc, results = pathlib.Path(sys.argv[1]), sys.argv[2:], tap.Tap()
    with tempfile.TemporaryDirectory() as folder:
        every = kernels(root, cc, folder, None)
        results.report("all kernels", None if {"dot_general_fused", "elementwise", "sort"} < every else f"only {sorted(every)}")
        for names, expected in ((["dot_general_fused", "signature"], {"dot_general_fused", "signature"}),
                                (["add", "maximum", "sort"], {"elementwise", "sort"})):
            found = kernels(root, cc, folder, names)
            results.report(f"kernels of {names}", None if found == expected else f"{sorted(found)}, expected {sorted(expected)}")
    return results.finish()


sys.exit(main())
