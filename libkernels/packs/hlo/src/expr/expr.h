/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Expressions of scalar operations (grammar: hlo/steps.h), evaluated for many elements at once.
 *
 *	struct hlo_expr *body;
 *	if (!kernels_hlo__expr_attribute(op, "body", &body)) // in plan(): parses and verifies
 *		return false;
 *	... // compare body->dtypes and body->results with the operand and result types
 *	void *workspace = async_alloc(run->allocator, kernels_hlo__expr_workspace(body, n), 64); // in run(), per thread
 *	kernels_hlo__expr_run(body, inputs, NULL, outputs, n, workspace);
 *
 * An expression is immutable: several threads evaluate it at once, each with its own workspace. */
#ifndef KERNELS_HLO_EXPR_EXPR_H
#define KERNELS_HLO_EXPR_EXPR_H

#include "core/op.h"
#include "expr/primitive.h"

#define HLO_EXPR_TILE 256u   /* elements that a step computes before the next */

struct hlo_expr_call;

/* Steps of loops over arrays (kernels_hlo__expr_parse_loop()), beyond enum hlo_opcode. */
#define HLO_STEP_IOTA ((enum hlo_opcode)HLO_OPCODE_COUNT)         /* no operands; `dimension` */
#define HLO_STEP_REDUCE ((enum hlo_opcode)(HLO_OPCODE_COUNT + 1)) /* value, initial value; `reducer` */
/* Steps of loops over elements (kernels_hlo__expr_parse_memory()). */
#define HLO_STEP_LOAD ((enum hlo_opcode)(HLO_OPCODE_COUNT + 2))  /* array, index */
#define HLO_STEP_STORE ((enum hlo_opcode)(HLO_OPCODE_COUNT + 3)) /* array, index, value */
/* Also a step of loops over arrays: two values; `dimension`; operands[2] is the first index of the second value. */
#define HLO_STEP_JOIN ((enum hlo_opcode)(HLO_OPCODE_COUNT + 4))
#define HLO_STEP_VARIABLE ((enum hlo_opcode)(HLO_OPCODE_COUNT + 5)) /* first value */
#define HLO_STEP_SET ((enum hlo_opcode)(HLO_OPCODE_COUNT + 6))      /* variable, value */
/* Blocks. `first` and `second` are positions of steps. */
#define HLO_STEP_LOOP ((enum hlo_opcode)(HLO_OPCODE_COUNT + 7))  /* while, end */
#define HLO_STEP_WHILE ((enum hlo_opcode)(HLO_OPCODE_COUNT + 8)) /* condition; loop, end */
#define HLO_STEP_IF ((enum hlo_opcode)(HLO_OPCODE_COUNT + 9))    /* condition; else or end, end */
#define HLO_STEP_ELSE ((enum hlo_opcode)(HLO_OPCODE_COUNT + 10))  /* if, end */
#define HLO_STEP_END ((enum hlo_opcode)(HLO_OPCODE_COUNT + 11))  /* loop or if; the same */

/* An operation on elements of these types; most steps of an expression share a few. */
struct hlo_expr_operation {
	struct hlo_primitive primitive; /* of constants and iota: without operands */
	struct hlo_opcode_detail detail; /* of compare and reduce_precision */
	enum hlo_opcode opcode;
	enum kernels_dtype operands[3];
};

/* Small: a model has a step for each element-wise operation. */
struct hlo_expr_step {
	enum hlo_opcode opcode; /* or HLO_STEP_IOTA, HLO_STEP_REDUCE, whose operation is that of the reducer */
	uint32_t slot;          /* where the evaluator keeps the value */
	const struct hlo_expr_operation *of;
	union {
		uint64_t constant[2]; /* of constant: the element, in memory order */
		struct {
			uint32_t operands[3];
			uint32_t dimension; /* of HLO_STEP_IOTA, HLO_STEP_JOIN */
		};
		struct {
			uint32_t condition, first, second; /* of blocks */
		};
	};
};

struct hlo_expr_operations; /* parse.c */

/* Value i < argument_count is argument i, others are the results of steps[i - argument_count]. */
struct hlo_expr {
	uint32_t argument_count, step_count, result_count, slot_count;
	const enum kernels_dtype *dtypes;     /* of each value */
	const struct hlo_expr_step *steps;
	const uint32_t *results;              /* values */
	const uint32_t *argument_slots;       /* of arguments that are repeated */
	const bool *arrays;                   /* of each argument: it is an array, and dtypes has the type of its elements */
	size_t element_size;                  /* of the largest value */
	bool writes_last;                     /* the last step may write to the result itself */
	bool has_blocks;                      /* steps are not computed one after the other, each once */
	struct hlo_expr_operations *operations; /* of the steps */
	const struct hlo_expr_call *call;     /* a function instead of steps (expr/call.h); NULL: none */
	size_t block_size;
	const struct async_allocator *allocator;
};

/* Parses and verifies the text. Returns NULL, with a message, if the expression is not valid or memory is short. The
 * caller destroys the expression. */
struct hlo_expr *kernels_hlo__expr_parse(
	struct kernels_string text, const struct async_allocator *allocator, char *message, size_t message_size);
/* As above, with the steps `iota D T`, `join D AT A B T` and `reduce.NAME V INIT T` too, for rooms that evaluate loops themselves
 * (fusion/fusion.h): the other functions of this header do not accept such an expression. */
struct hlo_expr *kernels_hlo__expr_parse_loop(
	struct kernels_string text, const struct async_allocator *allocator, char *message, size_t message_size);
/* As kernels_hlo__expr_parse(), with arrays as arguments, the steps `load` and `store`, and blocks, for rooms that evaluate by
 * expr/scalars.h only. */
struct hlo_expr *kernels_hlo__expr_parse_memory(
	struct kernels_string text, const struct async_allocator *allocator, char *message, size_t message_size);
void kernels_hlo__expr_destroy(struct hlo_expr *expr); /* NULL is allowed */

/* The expression in a string attribute of an op that is planned. Returns false after kernels_hlo__refuse(). */
bool kernels_hlo__expr_attribute(struct hlo_op *op, const char *name, struct hlo_expr **out);
bool kernels_hlo__expr_memory_attribute(struct hlo_op *op, const char *name, struct hlo_expr **out); /* with arrays */

/* Whether the step is part of a block's frame: it computes no value. */
static inline bool hlo_is_block_step(enum hlo_opcode opcode) { return opcode >= HLO_STEP_LOOP; }

static inline enum kernels_dtype hlo_expr_result(const struct hlo_expr *expr, uint32_t i)
{
	return expr->dtypes[expr->results[i]];
}

/* Bytes of workspace, aligned to 64, for calls with up to n elements; constant from n = HLO_EXPR_TILE on. */
size_t kernels_hlo__expr_workspace(const struct hlo_expr *expr, size_t n);

/* Evaluates n elements. in[i] has n contiguous elements of argument i, or one that is repeated where scalar[i] is set
 * (scalar may be NULL: none). out[i] gets n contiguous elements of result i; its memory may be that of an argument with
 * the same element size if no result is an argument (kernels_hlo__expr_in_place()). */
void kernels_hlo__expr_run(const struct hlo_expr *expr, const void *const *in, const bool *scalar, void *const *out,
	size_t n, void *workspace);
bool kernels_hlo__expr_in_place(const struct hlo_expr *expr);

/* ---- common bodies */

enum hlo_expr_shape {
	HLO_EXPR_GENERAL, /* anything else */
	/* two arguments and a result of one element type: the operation of both, in any order */
	HLO_EXPR_SUM,
	HLO_EXPR_PRODUCT,
	HLO_EXPR_MINIMUM,
	HLO_EXPR_MAXIMUM,
	HLO_EXPR_AND,
	HLO_EXPR_OR,
	HLO_EXPR_XOR,
	HLO_EXPR_FIRST,  /* two arguments of one element type, the result is argument 0 */
	HLO_EXPR_SECOND, /* ... argument 1 */
	/* (value, index, value, index) -> (value, index): the pair with the smaller or larger value; a NaN wins; of equal
	 * values the smaller index, compared as the index type says; of two NaNs the first pair */
	HLO_EXPR_ARG_MIN,
	HLO_EXPR_ARG_MAX,
	/* one result of type i1: arguments 2 * operand and 2 * operand + 1 compared by `direction` */
	HLO_EXPR_COMPARE
};

struct hlo_expr_kind {
	enum hlo_expr_shape shape;
	/* of HLO_EXPR_COMPARE: */
	uint32_t operand;
	enum hlo_direction direction; /* a before b: the arguments in order */
	bool total_order;             /* floats; else as numbers */
	/* -0 is replaced by +0, and every NaN by the same positive NaN, before a comparison by total order, as JAX sorts: so NaNs
	 * are last for HLO_LT */
	bool canonical;
};
struct hlo_expr_kind kernels_hlo__expr_kind(const struct hlo_expr *expr);

#endif
