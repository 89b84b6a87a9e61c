#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""small_diags_test.py CC ROOT: diagnostics keep their contract in libraries without messages too (-Dsmall=true, whose build has no
tests): the tests of test/diags.h, compiled with such libraries."""
import glob
import os
import subprocess
import sys
import tempfile

FLAGS = ["-std=c11", "-D_GNU_SOURCE", "-w", "-DASYNC_NO_MESSAGES", "-DASYNC_NO_OPTIONAL", "-DBEF_NO_MESSAGES", "-DBEF_NO_OPTIONAL",
         "-DKERNELS_NO_MESSAGES", "-DBEF_STATIC", "-DASYNC_STATIC", "-DKERNELS_STATIC", '-DKERNELS_PACK_DIR=""']
INCLUDES = ["test", "libbef/format", "libbef/test/exec", "libbef/include", "libasync/include", "libkernels/include",
            "subprojects/bytecursor/include"]
# Sources; and the cases that do not fail in this build, which does not compare what they damage.
PROGRAMS = {
    "bef-format": (["libbef/test/format/diags_test.c", "libbef/test/format/sample.c", "libbef/format/*.c"], {"bef_reader_verify alignment"}),
    "kernels": (["libkernels/test/diags_test.c", "libkernels/src/*.c", "libasync/src/*.c"],
                {"kernels_check_op type", "kernels_check_op attribute"}),
    "bef": (["libbef/test/exec/diags_test.c", "libbef/test/exec/build.c", "libbef/test/exec/host.c", "libbef/exec/*.c", "libbef/format/*.c",
             "libkernels/src/*.c", "libasync/src/*.c"], set()),
}


def main():
    cc, root = sys.argv[1:]
    count, failed = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (sources, unread) in PROGRAMS.items():
            program = os.path.join(folder, name)
            files = [path for source in sources for path in sorted(glob.glob(os.path.join(root, source)))]
            subprocess.run([cc, *FLAGS, *("-I" + os.path.join(root, path) for path in INCLUDES), *files, "-lpthread", "-ldl", "-lm",
                            "-o", program], check=True)
            out = subprocess.run([program], stdout=subprocess.PIPE, text=True).stdout.splitlines()
            for line in out:
                words = line.split(" - ", 1)
                good = words[0].startswith("ok ") or words[-1] in unread
                if len(words) == 2 and words[0].startswith(("ok ", "not ok ")):
                    count += 1
                    failed += not good
                    print(f"{'ok' if good else 'not ok'} {count} - {name}: {words[1]}")
                elif line.startswith("#"):
                    print(line)
            if sum(line.startswith(("ok ", "not ok ")) for line in out) != int(out[0].split("..")[1]):
                count, failed = count + 1, failed + 1
                print(f"not ok {count} - {name}: ended early")
    print(f"1..{count}")
    return failed > 0


sys.exit(main())
