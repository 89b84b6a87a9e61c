/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef check: the requirements of a model, and the operations that cannot run here. */
#ifndef BEF_APP_CHECK_H
#define BEF_APP_CHECK_H

#include "../cli/cli.h"

#include <bef/model.h>
#include <bef/source.h>
#include <mlirbc/ir.h>

/* ---- check_needs.c */

/* Something that operations have in common: their name, an element type, the target of a custom call. */
struct check_row {
	const void *key; /* unique in the context */
	uint64_t count, refused;
};
struct check_rows {
	struct check_row *list;
	size_t count, room;
	bool failed; /* out of memory */
};
void check_count(struct check_rows *rows, const void *key, uint64_t count, uint64_t refused);
/* Combines rows of one key; the most frequent come first, those of equal counts in the order of their texts. */
void check_sort(struct check_rows *rows, int (*compare)(const void *a, const void *b));

struct check_needs {
	struct check_rows operations; /* by name: struct mlirbc_string */
	struct check_rows targets;    /* of custom calls: struct mlirbc_string */
	struct check_rows types;      /* of elements: struct mlirbc_type */
	uint64_t constants, constant_bytes;
	uint64_t missing;                 /* constants whose data is not in the file */
	uint64_t replicas, partitions;    /* 0: not in the model */
};
/* Lists what the operations of a module need. False: out of memory. Call check_needs_finish() in any case. */
bool check_needs(struct mlirbc_module *module, struct check_needs *out);
void check_needs_finish(struct check_needs *needs);
/* Constants without data become zeros, so that the rest can be checked. False: out of memory. */
bool check_fill(struct mlirbc_module *module);

/* ---- check_model.c */

/* An operation that cannot run, or another reason. */
struct check_problem {
	const struct mlirbc_op *op;         /* NULL: not one of the module; only for comparison */
	const struct mlirbc_string *name;   /* NULL: the same */
	const struct mlirbc_string *target; /* of a custom call; NULL: it is another operation */
	const struct mlirbc_attr *location; /* NULL: not an operation */
	struct bef_diag diag;
};

/* How an operation of the simplified module runs. */
struct check_told {
	const struct mlirbc_op *op; /* only for comparison */
	const struct mlirbc_string *name;
	const struct mlirbc_attr *location;
	struct bef_stablehlo_way way;
};

/* An operation of the file. */
struct check_op {
	const struct mlirbc_op *op; /* only for comparison, as `parent` */
	const struct mlirbc_string *name;
	const struct mlirbc_attr *location;
	size_t parent; /* its index in the list; SIZE_MAX: none */
};

struct check {
	/* Set by the caller. */
	const struct kernels_registry *registry;
	const char *device, *semantics;
	const char *shapes; /* lines "NAME=2x3" for arguments of dynamic shape; NULL: none */
	bool no_fusing, explain;
	size_t max_memory; /* of opening; 0: the default */
	bool (*stop)(void *ctx);
	void *stop_ctx;
	/* Set by check_model(). */
	const char *name; /* of the input */
	struct check_needs needs;
	struct check_problem *problems;
	size_t problem_count, problem_room;
	struct check_op *ops;
	size_t op_count, op_room;
	struct check_told *told;
	size_t told_count, told_room;
	struct async_queue *queue; /* of the model */
	struct bef_model *model; /* NULL: it cannot run */
	bool dynamic;            /* with shapes that only calls know */
	bool failed;             /* out of memory */
};

/* Checks a model; everything is valid until check_finish(), and as long as the source is open.
 * @return CLI_GOOD, also if it cannot run, or the exit code after a message. Call check_finish() in any case */
int check_model(struct check *check, const struct cli_input *input, struct bef_source *source);
void check_finish(struct check *check);
/* The same failure for bef. Returns `out`. */
const struct bef_diag *check_diag(const struct mlirbc_diag *why, struct bef_diag *out);

/* ---- check_shapes.c */

/* Refines the module for check->shapes. @return CLI_GOOD, or the exit code after a message */
int check_shapes(const struct check *check, struct mlirbc_module *module);

/* ---- check_answers.c */

/* How an operation of the file runs. */
struct check_answer {
	enum { CHECK_RUNS, CHECK_INSIDE, CHECK_REPLACED, CHECK_INLINED, CHECK_GONE, CHECK_REFUSED } kind;
	const struct check_told *told;       /* RUNS; INSIDE: of the operation around it; REPLACED: of the operation in its place */
	const struct check_problem *problem; /* REFUSED */
};
/* Sorts what check_model() was told. False: out of memory. */
struct check_index {
	const struct check_told **by_op, **by_location;
	const struct check_problem **problems;
};
bool check_index(const struct check *check, struct check_index *out);
void check_index_finish(struct check_index *index);
/* Whether the operation is one that a reader expects in the list: no function and no return. */
bool check_is_listed(const struct check_op *op);
void check_answer(const struct check *check, const struct check_index *index, const struct check_op *op, struct check_answer *out);

#endif
