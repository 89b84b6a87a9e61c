/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Test programs as tables: the builder computes users and use counts and calls the writer. */
#ifndef BEF_TEST_BUILD_H
#define BEF_TEST_BUILD_H

#include <bef/writer.h>
#include <stdbool.h>

enum { MOST = 8 };
#define LIST(...) { sizeof((uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t), { __VA_ARGS__ } }
#define NO_LIST { 0, { 0 } }

struct list {
	size_t count;
	uint32_t data[MOST];
};

struct op {
	const char *kernel;
	struct list arguments, results; /* registers: arguments of the function first, then results in order */
	struct list attributes;         /* i32 values */
	bool repeats;                   /* the attributes are those of the op before, once in the file */
	const char *attribute_name;     /* of the only attribute; NULL: "value" */
	struct list functions;          /* indexes */
	uint32_t stream;
	bool nonstrict;                 /* stored in the section Nonstrict */
};

struct fn {
	const char *name;
	enum bef_function_kind kind;
	const char *argument_types[MOST], *result_types[MOST]; /* end with NULL */
	struct list returned;                                   /* registers */
	uint32_t register_count;
	const struct op *ops;
	size_t op_count;
};

extern const uint8_t *build_nonstrict; /* the whole Nonstrict section; NULL: from the ops */
extern size_t build_nonstrict_size;

/* With the types of registers, all i32, and the names of attributes; they are not in the tables otherwise. */
extern bool build_optional;

/* Returns a block from malloc, or NULL after reporting an error. */
uint8_t *build(const struct fn *functions, size_t count, size_t *out_size);

#endif
