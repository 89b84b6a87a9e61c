/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations of other dialects that frontends write beside StableHLO: arith, tensor and shape, which compute shapes, ml_program's globals,
 * and mhlo. Scalars and indices become tensors of rank 0, an index an i64, a shape a tensor of i64 of known length.
 *
 * The new operations are made in front of the old ones, and nothing else is changed until all are made, so an operation without a form in
 * StableHLO leaves the module as it was. Handlers return NULL for it, and after a failure. */
#ifndef MLIRBC_STABLEHLO_LEGALIZE_H
#define MLIRBC_STABLEHLO_LEGALIZE_H

#include "chlo/emit.h"
#include "passes/pass.h"

struct shlo__legal {
	struct shlo__emit emit; /* before = op */
	struct mlirbc_op *op;
	/* By the numbers of results of such operations, two of each: the value that takes its place, and one of exactly the type that
	 * shlo__legal_type() gives, for users that need it. NULL: none yet. */
	struct shlo__row values;
	struct shlo__row made;    /* operations that were made */
	struct shlo__row ops;     /* operations that are replaced, in the order of the module */
	struct shlo__row retyped; /* values that got another type, each followed by the old one */
	const char *why;          /* an operation has no form in StableHLO, because of this; NULL: it is not known */
};

struct shlo__legal_row;
typedef struct mlirbc_value *shlo__legal_handler(struct shlo__legal *legal, const struct shlo__legal_row *row);

struct shlo__legal_row {
	const char *name; /* "arith.addi" */
	shlo__legal_handler *handler;
	const char *text; /* what the handler says: an operation of stablehlo, a formula, a message */
	bool result;      /* it has results */
	char kinds;       /* of elements: 'i' integers but i1, 'b' these and i1, 'f' floats, 'n' both but i1, 0 any */
};

/* ---- legal.c */

/* What arith, tensor, shape and ml_program compute becomes StableHLO, all or nothing, and mhlo its twins. */
bool shlo__pass_dialects(struct shlo__pass *pass);
/* mhlo.c: operations of mhlo that StableHLO or CHLO has too get its names. */
bool shlo__legal_mhlo(struct shlo__pass *pass);
bool shlo__legal_is_former(const struct mlirbc_op *op);
/* The type of the value that stands for one of this type; `type` itself if it stays, NULL: there is none, or memory is short. */
const struct mlirbc_type *shlo__legal_type(struct mlirbc_context *context, const struct mlirbc_type *type);
/* The value that stands for an operand; NULL: there is none. */
struct mlirbc_value *shlo__legal_operand(struct shlo__legal *legal, size_t index);
/* The value of results behind the first. */
bool shlo__legal_set(struct shlo__legal *legal, size_t result, struct mlirbc_value *value);
/* Returns NULL and remembers why the operation cannot be replaced. */
struct mlirbc_value *shlo__legal_refuse(struct shlo__legal *legal, const char *why);
/* What a handler returns for an operation whose result has no value any more, or that has none. */
extern struct mlirbc_value shlo__legal_nothing;
/* A constant. */
struct mlirbc_value *shlo__legal_literal(struct shlo__legal *legal, const struct mlirbc_attr *value);

/* ---- vectors.c: sizes as tensors of i64 */

struct mlirbc_value *shlo__legal_number(struct shlo__legal *legal, int64_t number);
/* A constant of rank 1. */
struct mlirbc_value *shlo__legal_numbers(struct shlo__legal *legal, const int64_t *numbers, size_t count);
/* All sizes of a tensor, or one. */
struct mlirbc_value *shlo__legal_sizes(struct shlo__legal *legal, struct mlirbc_value *tensor);
struct mlirbc_value *shlo__legal_size(struct shlo__legal *legal, struct mlirbc_value *tensor, size_t dimension);
/* Elements of a tensor of rank 1, from `start` on. */
struct mlirbc_value *shlo__legal_part(struct shlo__legal *legal, struct mlirbc_value *list, int64_t start, int64_t count);
/* An element of it as a scalar. */
struct mlirbc_value *shlo__legal_element(struct shlo__legal *legal, struct mlirbc_value *list, int64_t at);
/* Lists, or scalars, one after the other. */
struct mlirbc_value *shlo__legal_join(struct shlo__legal *legal, struct mlirbc_value *const *parts, size_t count,
	const struct mlirbc_type *element);
/* The elements combined by a binary operation; the neutral number if there are none. */
struct mlirbc_value *shlo__legal_combine(
	struct shlo__legal *legal, const char *operation, struct mlirbc_value *list, int64_t neutral);
/* The same elements in another shape: a reshape, or, with sizes that are not known yet, a dynamic_reshape. */
struct mlirbc_value *shlo__legal_reshape(struct shlo__legal *legal, struct mlirbc_value *value, const struct mlirbc_type *type,
	struct mlirbc_value *sizes);
/* The length of a tensor of rank 1; -1: it is none, or not known. */
int64_t shlo__legal_length(const struct mlirbc_value *list);
/* The number that a constant scalar is. */
bool shlo__legal_constant(const struct mlirbc_value *value, int64_t *out);
/* The condition is true when the program runs, or it fails with the message. */
bool shlo__legal_assert(struct shlo__legal *legal, struct mlirbc_value *condition, const struct mlirbc_attr *message);

/* ---- arith.c, tensors.c, shapes.c, globals.c: rows, sorted by name */
extern const struct shlo__legal_row shlo__legal_arith[], shlo__legal_tensors[], shlo__legal_shapes[], shlo__legal_globals[];
extern const size_t shlo__legal_arith_count, shlo__legal_tensors_count, shlo__legal_shapes_count, shlo__legal_globals_count;

#endif
