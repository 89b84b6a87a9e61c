/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The attributes of operations: inherent ones by the table of mlirbc/stablehlo_ops.def, the others one by one. */
#ifndef MLIRBC_STABLEHLO_PROPS_H
#define MLIRBC_STABLEHLO_PROPS_H

#include "dialect/struct_attr.h"
#include "vhlo/values.h"

enum { SHLO__MOST_PROPS = 32, SHLO__MOST_NAME = 48 };

/* A dictionary that is being made. */
struct shlo__props {
	struct mlirbc_named_attr entries[SHLO__MOST_PROPS];
	size_t count;
};
/* False after a failure, also when `value` is NULL. */
bool shlo__props_add(struct shlo__job *job, struct shlo__props *props, const char *name, size_t size,
	const struct mlirbc_attr *value);

/* The inherent attribute of that name; in bytecode of old versions it may be among the discardable ones. */
const struct mlirbc_attr *shlo__vhlo_inherent(const struct mlirbc_op *op, const char *name, size_t size);

/* True for a splat of that number, and not for a tensor without elements. */
bool shlo__is_splat_of(const struct mlirbc_attr *dense, int64_t value);

/* Converts the attributes of an operation. *out NULL: it has none. False after a failure. */
struct shlo__op_attrs {
	const struct mlirbc_attr *properties, *discardable;
};
bool shlo__convert_attrs(struct shlo__job *job, const struct mlirbc_op *op, const struct shlo__op_role *role,
	struct shlo__op_attrs *out);

/* props_from.c, props_to.c: the inherent ones. */
bool shlo__props_from(
	struct shlo__job *job, const struct mlirbc_op *op, const struct shlo__op_role *role, struct shlo__props *out);
bool shlo__props_to(
	struct shlo__job *job, const struct mlirbc_op *op, const struct shlo__op_role *role, struct shlo__props *out);
/* vhlo_func.c: the same for the operations of func. */
bool shlo__func_from(
	struct shlo__job *job, const struct mlirbc_op *op, const struct shlo__op_role *role, struct shlo__props *out);
bool shlo__func_to(
	struct shlo__job *job, const struct mlirbc_op *op, const struct shlo__op_role *role, struct shlo__props *out);

/* ---- vhlo_check.c: what the table and the target demand of an operation. False after a failure. */
bool shlo__vhlo_check(struct shlo__job *job, const struct mlirbc_op *op, const struct shlo__op_role *role);

#endif
