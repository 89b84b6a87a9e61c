#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""nodiscard.py HEADER...: every public function that returns a status has the attribute *_NODISCARD."""
import re
import sys

FUNCTION = re.compile(r"^([A-Z]+)_API ((?:\1_NODISCARD )?)enum [a-z]+_status (\w+)\(", re.M)
# The status may be dropped: it is kept elsewhere, or the call cannot fail with correct constants.
EXEMPT = {
    "mlirbc_builder_init",  # stays in builder->status, which the caller looks at once, at the end
    "mlirbc_file_failure",  # the question itself
    "sigmangle_builder_integer", "sigmangle_builder_span", "sigmangle_builder_wrap",  # fail for a wrong tag only
}


def main():
    failures = 0
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as f:
            for library, attribute, function in FUNCTION.findall(f.read()):
                if bool(attribute) == (function in EXEMPT):
                    print(f"{name}: {function}(): " + ("exempt, but has" if attribute else "lacks") + f" {library}_NODISCARD")
                    failures += 1
    return bool(failures)


sys.exit(main())
