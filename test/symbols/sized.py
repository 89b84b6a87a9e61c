#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sized.py ROOT HEADER...: each struct of these public headers that begins with its size, set by the caller, has a test in which other
sizes are refused: SIZES_REFUSED(struct NAME, ...) of test/sizes.h."""
import pathlib
import re
import sys

STRUCT = re.compile(r"^struct (\w+) \{\n(?:\s*/\*.*?\*/\n)?\s*size_t size;\s*/\* sizeof\(struct \1\)", re.M | re.S)
TESTED = re.compile(r"SIZES_REFUSED\(struct (\w+),")
# Where `size` is an upper bound of what the library stores (all diagnostics), is set by the library, or tells only which optional members
# there are: without it they are absent, which a test beside the name shows.
OTHER = {
    "async_misuse": "set by the library",
    "async_task_info": "set by the library",
    "kernels_handler_call": "set by the library",
    "kernels_function_vtable": "libkernels/test/sizes_test.c",
    "kernels_lapack": "a library declines the call: libkernels/packs/hlo/test/linear_test.c",
    "kernels_program": "libkernels/test/sizes_test.c",
}


def main():
    root, headers = pathlib.Path(sys.argv[1]), sys.argv[2:]
    tested = set()
    for path in root.glob("lib*/**/*_test.c"):
        if not path.relative_to(root).parts[0].startswith("build"):
            tested.update(TESTED.findall(path.read_text(encoding="utf-8")))
    names = [name for header in headers for name in STRUCT.findall(pathlib.Path(header).read_text(encoding="utf-8"))]
    missing = [name for name in names if not name.endswith("_diag") and name not in OTHER and name not in tested]
    for name in missing:
        print(f"struct {name} has a size, but no test that a wrong one is refused: SIZES_REFUSED(struct {name}, ...)")
    print(f"{len(names)} structs with a size")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
