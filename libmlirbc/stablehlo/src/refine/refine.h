/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Refinement: copies of functions in which argument types are replaced and operations are visited in order, so that every operation
 * sees the final types of its operands. The copies are detached until all of them are complete; a failure before that changes nothing.
 * Functions that return bool return false after a failure has been recorded in `pass`. */
#ifndef MLIRBC_STABLEHLO_REFINE_H
#define MLIRBC_STABLEHLO_REFINE_H

#include "infer/subject.h"
#include "passes/pass.h"

/* Calls may be nested to this depth; regions to the other one, those of the callers included. */
enum { SHLO__MOST_CALLS = 128, SHLO__MOST_REGIONS = 512 };

/* A function with the types of its arguments, and the constants that replace them. */
struct shlo__copy {
	struct mlirbc_op *origin, *op;
	const struct mlirbc_attr *symbol;  /* its name */
	bool owns_name;                    /* it has the name of the origin, which is out of the module */
	const struct mlirbc_type **types;  /* `count` */
	const struct mlirbc_attr **values; /* `count`; NULL: not constant */
	size_t count;
	bool done;               /* false while its body is visited: a call of it is a recursion */
	struct shlo__copy *next; /* of the same origin */
};

struct shlo__refining {
	struct shlo__pass pass; /* its first function index stays as long as no copy is inserted */
	struct shlo__check check;
	struct shlo__row copies;         /* struct shlo__copy, in the order in which they were begun */
	struct shlo__row calls, callees; /* operations, and the copy that each refers to */
	struct shlo__copy *current;      /* whose body is visited */
	size_t call_depth, region_depth;
	size_t max_functions;
	uint64_t ops; /* made by copying, and comparisons of copies */
	uint64_t refined, replaced, assertions;
};

/* ---- flow.c */

/* Visits the operations of a region, in order. */
bool shlo__refine_region(struct shlo__refining *refining, struct mlirbc_region *region);
/* Combines what a value is declared as with what is known of it; they must be compatible. */
bool shlo__narrow(struct shlo__refining *refining, struct mlirbc_op *op, struct mlirbc_value *value,
	const struct mlirbc_type *known);
/* Result `index` has these sizes. */
bool shlo__narrow_dims(
	struct shlo__refining *refining, struct mlirbc_op *op, size_t index, const struct shlo__dims *dims);
/* Result `index` has the dimensions of `from` that both have, except the dimension `skip`. */
bool shlo__narrow_like(struct shlo__refining *refining, struct mlirbc_op *op, size_t index,
	const struct mlirbc_type *from, size_t skip);
/* Runs the rules of an operation; `narrow`: its results get the types that they infer. */
bool shlo__verify_op(struct shlo__refining *refining, struct mlirbc_op *op, bool narrow);
bool shlo__is_dynamic(const struct mlirbc_type *type);

/* ---- loop.c: while, if, case */
bool shlo__refine_while(struct shlo__refining *refining, struct mlirbc_op *op);
bool shlo__refine_scan(struct shlo__refining *refining, struct mlirbc_op *op);
bool shlo__refine_branches(struct shlo__refining *refining, struct mlirbc_op *op);

/* ---- calls.c */

/* Counts an operation and those inside it, which are about to be copied. False: there would be too many. */
bool shlo__charge(struct shlo__refining *refining, struct mlirbc_op *op);
/* Finds or makes the copy of a function for these types and constants. */
bool shlo__specialize(struct shlo__refining *refining, struct mlirbc_op *origin, const struct mlirbc_type *const *types,
	const struct mlirbc_attr *const *values, size_t count, struct shlo__copy **out_copy);
/* func.call, and stablehlo.composite with its decomposition. */
bool shlo__refine_call(struct shlo__refining *refining, struct mlirbc_op *op, const char *attribute);
const struct mlirbc_type *shlo__function_type(const struct mlirbc_op *function);

/* ---- publish.c: the copies take the place of the function, and of others that nothing uses any more */
bool shlo__publish(struct shlo__refining *refining, struct mlirbc_op *function);

/* ---- settle.c, custom.c: a form whose shape is not an operand */

/* Whether the operation or custom call has shapes among its operands. */
bool shlo__has_shape_operands(enum mlirbc_stablehlo_code code, const struct mlirbc_op *op);
/* *inout_op becomes the operation that replaces it, or NULL when it is gone. */
bool shlo__settle(struct shlo__refining *refining, struct mlirbc_op **inout_op);
bool shlo__settle_custom_call(struct shlo__refining *refining, struct mlirbc_op **inout_op);

struct shlo__form {
	const char *name; /* of the new operation */
	struct mlirbc_value *const *operands;
	size_t operand_count;
	struct mlirbc_named_attr attrs[8]; /* name NULL: ends the list */
	size_t attr_count;
	size_t region_count;                  /* empty ones */
	const struct mlirbc_attr *attributes; /* discardable */
	bool keep;                            /* the properties of the old operation that the new one can have, too */
};
/* Adds an attribute; NULL as its value: memory was short, which shlo__become() reports. */
void shlo__form_attr(
	struct shlo__refining *refining, struct shlo__form *form, const char *name, const struct mlirbc_attr *value);
void shlo__form_list(
	struct shlo__refining *refining, struct shlo__form *form, const char *name, const struct shlo__dims *list);
/* Replaces *inout_op; its result types stay. */
bool shlo__become(struct shlo__refining *refining, struct mlirbc_op **inout_op, const struct shlo__form *form);
/* dense<[[a, b], ...]> of i64; NULL when memory is short. */
const struct mlirbc_attr *shlo__pairs_attr(struct mlirbc_context *context, const struct shlo__dims *list);
/* The integers of a constant operand. */
bool shlo__ints(const struct mlirbc_op *op, size_t operand, struct shlo__dims *out);

#endif
