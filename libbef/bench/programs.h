/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The programs that TFRT was measured with, written again: the same ops in the same order, so that the bytes differ
 * only in locations. */
#ifndef BEF_BENCH_PROGRAMS_H
#define BEF_BENCH_PROGRAMS_H

#include <stddef.h>

struct program_text {
	char *text; /* NULL: out of memory */
	size_t size, room;
};

/* A constant and 1000 uses of `op` (i32, i32) -> i32, each on the previous result; @main, result 1001 if `op` adds. */
void program_chain(struct program_text *out, const char *constant, const char *op, const char *attributes);
/* A constant, 1000 uses of `op` on it, and a tree of 999 additions; @main, result 2000. */
void program_wide(struct program_text *out, const char *op);
/* A chain, 1000 times its merge with itself, and a merge of all results; @main. */
void program_merge(struct program_text *out);
/* Recursive fib; @main is fib(n). */
void program_fib(struct program_text *out, int n);
/* 100,000 iterations of a loop with one addition; @main, result 100000. */
void program_repeat(struct program_text *out);
/* One constant, 42; @main. */
void program_one(struct program_text *out);
void program_free(struct program_text *text);

#endif
