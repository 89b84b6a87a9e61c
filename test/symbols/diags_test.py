#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""diags_test.py: diags.py finds the functions that take a diagnostic, and fails for those without a case."""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import tap  # noqa: E402

HEADER = r"""/* bool x_in_comment(struct x_diag *diag); */
#ifdef __cplusplus
extern "C" {
#endif
#define X_IN_MACRO(f) bool x_in_macro(struct x_diag *diag); \
	bool x_in_macro_too(struct x_diag *diag)
struct x_diag { unsigned size; char message[8]; }; // bool x_in_line(struct x_diag *diag);
typedef bool (*x_hook_fn)(void *ctx, struct x_diag *diag);
struct x_options {
	bool (*report)(void *ctx, struct x_diag *diag);
};
X_API X_NODISCARD enum x_status x_one(const char *text,
	size_t size,
	struct x_diag *diag);
X_API X_PRINTF(2, 3) void
x_attribute(struct x_diag * diag, const char *format, ...) X_PRINTF(2, 3);
__attribute__((unused)) static inline int x_inline(struct x_diag *diag) { return diag ? x_one("{;", 1, diag) : 0; }
X_API struct x_thing *x_pointer(struct x_diag*diag);
X_API void (*x_returns_function(struct x_diag *diag))(int);
X_API void x_array(struct x_diag diags[], size_t count);
X_API void x_takes_hook(bool (*report)(void *ctx, struct x_diag *diag), x_hook_fn other);
X_API void x_reads(const struct x_diag *diag);
X_API void x_value(struct x_diag diag);
extern bool (*x_variable)(struct x_diag *diag);
X_API const char *x_diagnosis(struct x_diagnosis *diagnosis);
#ifdef __cplusplus
}
#endif
"""
TAKERS = ["x_one", "x_attribute", "x_inline", "x_pointer", "x_returns_function", "x_array"]


def run(cases, header=HEADER):
    """The lines of output about functions, and the exit code, with a test that has these cases."""
    with tempfile.TemporaryDirectory() as root:
        os.makedirs(os.path.join(root, "libx", "test"))
        path = os.path.join(root, "x.h")
        with open(path, "w", encoding="utf-8") as f:
            f.write(header)
        with open(os.path.join(root, "libx", "test", "diags_test.c"), "w", encoding="utf-8") as f:
            f.write("int main(void) { static const struct diags_case cases[] = { %s };\n}\n" % cases)
        done = subprocess.run([sys.executable, os.path.join(HERE, "diags.py"), root, path], capture_output=True, text=True)
    missing = [line.split("(", 1)[0].split()[-1] for line in done.stdout.splitlines() if "()" in line]
    return missing, done.returncode, done.stdout + done.stderr


def check(results, name, cases, expected):
    missing, code, text = run(cases)
    wrong = missing != expected or code != bool(expected)
    results.report(name, f"found {missing} and exit code {code}, expected {expected}\n{text}" if wrong else None)


def all_cases(names):
    return ", ".join(f"DIAGS_CASE({name})" for name in names)


def main():
    results = tap.Tap()
    check(results, "a header without cases", "", TAKERS)
    check(results, "all cases", all_cases(TAKERS), [])
    for name in TAKERS:
        check(results, f"without {name}", all_cases(other for other in TAKERS if other != name), [name])
    check(results, "a case in a comment does not count", all_cases(TAKERS[1:]) + " /* DIAGS_CASE(x_one) */", ["x_one"])
    check(results, "nor does another failure of the function", all_cases(TAKERS[1:]) + ", DIAGS_CASE_TOO(x_one, too)", ["x_one"])
    return results.finish()


sys.exit(main())
