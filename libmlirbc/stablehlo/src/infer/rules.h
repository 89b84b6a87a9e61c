/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rules by group, and what several groups use. */
#ifndef MLIRBC_STABLEHLO_RULES_H
#define MLIRBC_STABLEHLO_RULES_H

#include "infer/check.h"

/* ---- shared pieces. Each returns false after a failure. */

/* The first `count` operands, at least one, have compatible shapes. */
bool shlo__same_inputs(struct shlo__check *check, size_t count);
bool shlo__elements_compatible(struct shlo__check *check, size_t first, size_t end);
bool shlo__unique(struct shlo__check *check, const char *name, const struct shlo__dims *list);
bool shlo__sorted(struct shlo__check *check, const char *name, const struct shlo__dims *list);
/* Each entry is in [0, end). */
bool shlo__in_range(
	struct shlo__check *check, const char *name, const struct shlo__dims *list, size_t end, const char *of);
/* No entry is in both lists. */
bool shlo__disjoint(struct shlo__check *check, const char *name, const struct shlo__dims *list, const char *other_name,
	const struct shlo__dims *other);
bool shlo__has(const struct shlo__dims *list, int64_t value);
bool shlo__precision_fits(struct shlo__check *check);
/* A constant shape operand agrees with the type of result 0. */
bool shlo__shape_operand_fits(struct shlo__check *check, size_t operand);

/* The padded size of a dimension; false: it is out of range. */
bool shlo__padded(int64_t size, int64_t low, int64_t high, int64_t interior, int64_t *out);

/* The body of a reduction: constraints of `inputs` tensors of these types and initial values. `dims`: the dimensions that arguments may
 * have. */
struct shlo__reducer {
	size_t region, count;
	size_t offset; /* added to the index that input() and init() get */
	const struct mlirbc_type *(*input)(struct shlo__check *check, size_t index);
	const struct mlirbc_type *(*init)(struct shlo__check *check, size_t index);
	const int64_t *dims;
	size_t rank;
	bool scalar_init; /* initial values are scalars of the element type of init() */
};
bool shlo__check_reducer(struct shlo__check *check, const struct shlo__reducer *reducer);

bool shlo__check_pairs(struct shlo__check *check);

/* Quantization. */
bool shlo__quant_add(struct shlo__check *check);
bool shlo__quant_product(struct shlo__check *check, const struct mlirbc_type *lhs, const struct mlirbc_type *rhs,
	const struct mlirbc_type *result);
bool shlo__quant_reshape(struct shlo__check *check, const struct mlirbc_type *from, const struct mlirbc_type *to);
bool shlo__quant_transpose(struct shlo__check *check, const struct mlirbc_type *from, const struct mlirbc_type *to,
	const struct shlo__dims *permutation);
bool shlo__quant_broadcast(struct shlo__check *check, const struct mlirbc_type *from, const struct mlirbc_type *to,
	const struct shlo__dims *dims);
bool shlo__rhs_zero_points(struct shlo__check *check, const struct mlirbc_type *rhs);

/* `size`: members that a group must have; 0: any number. mesh_axes.c */
bool shlo__check_mesh_axes(struct shlo__check *check, const struct mlirbc_attr *attr, int64_t size);

/* ---- rules: the column `rule` of the table of operations */

bool shlo__rule_declared(struct shlo__check *check);

#define RULE(name) bool shlo__rule_##name(struct shlo__check *check);
#define RULES(name)                                                                                                    \
	bool shlo__rule_##name##_enter(struct shlo__check *check);                                                     \
	bool shlo__rule_##name##_leave(struct shlo__check *check);
#define NO_RULE
#define MLIRBC_STABLEHLO_OP(                                                                                           \
	dialect, name, number, text, op_class, cost, operands, results, attrs, regions, traits, since, form, rule)     \
	rule
#include <mlirbc/stablehlo_ops.def>
#undef RULE
#undef RULES
#undef NO_RULE

#endif
