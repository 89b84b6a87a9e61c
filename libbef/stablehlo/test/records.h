/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The bits that a run of a program computed: results of its functions and operands of its checks. Two runs of one program have
 * equal records, whatever form it was opened from and however many threads ran it. */
#ifndef RECORDS_H
#define RECORDS_H

#include <kernels/kernels.h>

struct record {
	char name[160 + KERNELS_SHAPE_TEXT]; /* with the type: "hlo.check_eq operand 0: f32[2, 3]" */
	void *bytes;
	size_t size;
};
struct records {
	struct record *items;
	size_t count, room;
};

/* Adds the pack hlo with checks that also record their operands, in any thread. NULL: out of memory. The result is freed after the
 * registry. */
void *records_add_pack(struct kernels_registry *registry);
/* Records a tensor; other values are ignored. `format` and its arguments name it, without the type. Threads: safe. */
void records_add(struct async_value *value, const char *format, ...) KERNELS_PRINTF(2, 3);
/* Moves all records since the last call to *out, sorted: checks run in any order. No program may run. */
void records_take(struct records *out);
/* False, and the first difference in `why`, if they are not equal. */
bool records_equal(const struct records *actual, const struct records *expected, char *why, size_t why_size);
void records_free(struct records *records);

#endif
