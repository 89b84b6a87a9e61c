#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""wrong_types.py INCLUDE INCLUDE COMPILER...: a function whose types are not those that it is listed with as a kernel
does not compile, nor does a kernel in a row for another form, and the compiler says why."""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "test"))
import tap  # noqa: E402

SAYS = "its parameters and result are not those that are listed"
FORM = "need KERNELS_TYPED_FRAME"
PAYLOAD = "int32_t f(int32_t a) { return a; }\nKERNELS_TYPED(f, (IN(i32)), (NONE), (RETURN(i32)))"
CALL = ("int32_t f(int32_t a, struct kernels_call *c) { (void)c; return a; }\n"
        "KERNELS_TYPED_CALL(f, (IN(i32)), (NONE), (RETURN(i32)))")
FRAME = ("void f(int32_t a, struct async_value *r, struct kernels_frame *c) { kernels_later_return(r, &a); (void)c; }\n"
         "KERNELS_TYPED_FRAME(f, (IN(i32)), (NONE), (LATER(i32)))")
TABLE = "const struct kernels_kernel table[] = { %s };"
CASES = {
    "as listed": ("int32_t f(int32_t a, int64_t by) { return a + (int32_t)by; }",
                  "KERNELS_TYPED(f, (IN(i32)), (ATTR(i64, by)), (RETURN(i32)))", None),
    "argument": ("int32_t f(int64_t a) { return (int32_t)a; }",
                 "KERNELS_TYPED(f, (IN(i32)), (NONE), (RETURN(i32)))", SAYS),
    "argument by value": ("int64_t f(struct kernels_text t) { return (int64_t)t.size; }",
                          "KERNELS_TYPED(f, (REF(string)), (NONE), (RETURN(i64)))", SAYS),
    "attribute": ("int32_t f(float by) { return (int32_t)by; }",
                  "KERNELS_TYPED(f, (NONE), (ATTR(f64, by)), (RETURN(i32)))", SAYS),
    "result": ("int64_t f(void) { return 1; }", "KERNELS_TYPED(f, (NONE), (NONE), (RETURN(i32)))", SAYS),
    "result by pointer": ("void f(float *out) { *out = 1; }", "KERNELS_TYPED(f, (NONE), (NONE), (OUT(i32)))", SAYS),
    "too few parameters": ("void f(int32_t a) { (void)a; }", "KERNELS_TYPED(f, (IN(i32), IN(i32)), (NONE), (CHAIN))", SAYS),
    "no call": ("void f(int32_t a) { (void)a; }", "KERNELS_TYPED_CALL(f, (IN(i32)), (NONE), (CHAIN))", SAYS),
    "no such type": ("void f(int32_t a) { (void)a; }", "KERNELS_TYPED(f, (IN(i33)), (NONE), (CHAIN))", "i33"),
    "frame": ("void f(int32_t a, struct async_value *r, struct kernels_call *c) { (void)a; (void)r; (void)c; }",
              "KERNELS_TYPED_FRAME(f, (IN(i32)), (NONE), (LATER(i32)))", SAYS),
    "row of a payload kernel": (PAYLOAD, TABLE % 'KERNELS_TYPED_ROW("f", f, 0)', None),
    "row of a kernel with a call": (CALL, TABLE % 'KERNELS_TYPED_ROW("f", f, 0)', None),
    "row of a frame kernel": (FRAME, TABLE % 'KERNELS_TYPED_FRAME_ROW("f", f)', None),
    "payload kernel in a row for frames": (PAYLOAD, TABLE % 'KERNELS_TYPED_FRAME_ROW("f", f)',
                                           "f__of_KERNELS_TYPED_FRAME"),
    "kernel with a call in a row for frames": (CALL, TABLE % 'KERNELS_TYPED_FRAME_ROW("f", f)',
                                               "f__of_KERNELS_TYPED_FRAME"),
    "frame kernel in a row for payloads": (FRAME, TABLE % 'KERNELS_TYPED_ROW("f", f, 0)', "f__of_KERNELS_TYPED"),
    "row by hand of a payload kernel": ("void f(struct kernels_call *c) { (void)c; }", TABLE % 'KERNELS_ROW("f", "() -> ()", f, 0)', None),
    "row by hand of a frame kernel": ("void f(struct kernels_frame *c) { (void)c; }", TABLE % 'KERNELS_ROW("f", "() -> ()", f, 0)', None),
    "row by hand of another function": ("void f(struct async_value *c) { (void)c; }", TABLE % 'KERNELS_ROW("f", "() -> ()", f, 0)', "_Generic"),
    "value in a payload kernel": ("void f(struct async_value *v) { (void)v; }",
                                  "KERNELS_TYPED(f, (VALUE(i32)), (NONE), (CHAIN))", FORM),
    "later in a payload kernel": ("void f(int32_t a, struct async_value *r, struct kernels_call *c) { (void)a; (void)r; (void)c; }",
                                  "KERNELS_TYPED_CALL(f, (IN(i32)), (NONE), (LATER(i32)))", FORM),
    "out in a frame kernel": ("void f(int32_t a, int32_t *r, struct kernels_frame *c) { (void)c; *r = a; }",
                              "KERNELS_TYPED_FRAME(f, (IN(i32)), (NONE), (OUT(i32)))", FORM),
}


def main():
    kernels, core, *compiler = sys.argv[1:]
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as scratch:
        source = os.path.join(scratch, "kernel.c")
        for name, (function, listed, says) in CASES.items():
            with open(source, "w", encoding="utf-8") as f:
                f.write(f"#include <kernels/typed.h>\nstatic {function}\n{listed}\n")
            result = tap.run([*compiler, "-std=c11", "-fsyntax-only", "-I", kernels, "-I", core, source], merged=True)
            said = result.text()
            if says is None:
                results.report(name, said if result.status else None)
            elif result.status == 0:
                results.report(name, "it compiles")
            else:
                once = says != SAYS or said.count("error:") == 1  # and reports nothing else
                results.report(name, None if says in said and once else said)
    return results.finish()


sys.exit(main())
