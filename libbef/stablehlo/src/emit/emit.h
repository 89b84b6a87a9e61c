/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations of the program: kernels hlo.NAME with their attributes. */
#ifndef BEF_STABLEHLO_EMIT_H
#define BEF_STABLEHLO_EMIT_H

#include "state/lower.h"

enum { BEF_HLO__MOST_ATTRS = 40 };

/* Attributes of an operation that is made. */
struct bef_hlo__attrs {
	struct mlirbc_build_attr list[BEF_HLO__MOST_ATTRS];
	size_t count;
};

/* Attributes that were made before (bef_hlo__memo_get()). */
struct bef_hlo__attr_list {
	size_t count;
	struct mlirbc_build_attr attrs[];
};

/* Each adds an attribute; memory that is short shows when the operation is made. `name` is static. */
void bef_hlo__attr(struct bef_hlo__attrs *attrs, const char *name, const struct mlirbc_attr *value);
void bef_hlo__attr_int(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, const char *name, int64_t value);
void bef_hlo__attr_bool(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, const char *name, bool value);
void bef_hlo__attr_double(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, const char *name, double value);
void bef_hlo__attr_text(
	struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, const char *name, const char *data, size_t size);
void bef_hlo__attr_ints(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, const char *name,
	const int64_t *values, size_t count);
/* The attribute `body`: the sum of two elements of this type. */
void bef_hlo__attr_sum(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, const struct mlirbc_type *element);
/* The attributes of lower->op, except those without a plain value and those whose names are in `skip` (separated by blanks; may be
 * NULL). */
bool bef_hlo__attrs_of_op(struct bef_hlo__lower *lower, const char *skip, struct bef_hlo__attrs *attrs);

/* Adds a tensor or a token to the words of the attribute `types`, which have room for HLO_MOST_RANK + 2 more. */
void bef_hlo__put_type(const struct mlirbc_type *type, int64_t *words, size_t *count);

/* Remembers the attributes from `first` on; none is NULL. */
void bef_hlo__attrs_remember(
	struct bef_hlo__lower *lower, const struct bef_hlo__key *key, const struct bef_hlo__attrs *attrs, size_t first);
/* Adds those that were remembered; false: there are none. */
bool bef_hlo__attrs_recall(struct bef_hlo__lower *lower, const struct bef_hlo__key *key, struct bef_hlo__attrs *attrs);

/* Makes hlo.NAME with the attributes and `types`. The types of the results are given; the function sets their values. Tensors that
 * cannot be (rank, element type) are refused. `attrs` may be NULL. */
bool bef_hlo__emit(struct bef_hlo__lower *lower, const char *name, const struct bef_hlo__value *operands,
	size_t operand_count, struct bef_hlo__value *results, size_t result_count, struct bef_hlo__attrs *attrs);
/* The same with one result, which is returned; value NULL after a failure. */
struct bef_hlo__value bef_hlo__emit_one(struct bef_hlo__lower *lower, const char *name, const struct mlirbc_type *type,
	const struct bef_hlo__value *operands, size_t operand_count, struct bef_hlo__attrs *attrs);
/* Two operands, no attributes. An operand without a value (after a failure) gives a result without one. */
struct bef_hlo__value bef_hlo__binary(
	struct bef_hlo__lower *lower, const char *name, struct bef_hlo__value a, struct bef_hlo__value b);

/* A constant from a dense attribute, or one of a resource. */
struct bef_hlo__value bef_hlo__constant(
	struct bef_hlo__lower *lower, const struct mlirbc_attr *value, const struct mlirbc_type *type);
/* The bytes of a number (f16 to f64, integers), at most 8; false: the element type has no such number. */
bool bef_hlo__encode(double number, const struct mlirbc_type *element, uint8_t *out);
/* All elements are `number`, rounded to the element type (f16 to f64, integers). */
struct bef_hlo__value bef_hlo__splat(struct bef_hlo__lower *lower, double number, const struct mlirbc_type *type);
struct bef_hlo__value bef_hlo__broadcast(struct bef_hlo__lower *lower, struct bef_hlo__value operand,
	const int64_t *dims, size_t count, const struct mlirbc_type *type);
/* Sums over these dimensions, which are in ascending order. */
struct bef_hlo__value bef_hlo__sum(
	struct bef_hlo__lower *lower, struct bef_hlo__value operand, const int64_t *dims, size_t count);
struct bef_hlo__value bef_hlo__convert(
	struct bef_hlo__lower *lower, struct bef_hlo__value operand, const struct mlirbc_type *element);

/* Stores constants of the complete program that only products use, as the right operand, in panels (emit/panels.c). */
bool bef_hlo__store_panels(struct bef_hlo__lower *lower);

/* Gives operations of the complete program to the device options.device (emit/place.c). */
bool bef_hlo__place(struct bef_hlo__lower *lower);

/* ---- values of the source */

/* The value of the program for one of the source. */
struct bef_hlo__value bef_hlo__get(struct bef_hlo__lower *lower, const struct mlirbc_value *value);
/* Operands of lower->op; `out` has room for them. */
bool bef_hlo__operands(struct bef_hlo__lower *lower, struct bef_hlo__value *out);
void bef_hlo__set(struct bef_hlo__lower *lower, const struct mlirbc_value *value, struct mlirbc_value *is);

/* ---- tokens */

/* One chain of all in the row; a new one if it is empty. */
struct mlirbc_value *bef_hlo__merge(struct bef_hlo__lower *lower, const struct bef_hlo__row *chains);
bool bef_hlo__plain_op(struct bef_hlo__lower *lower, const struct mlirbc_build_op *spec, struct mlirbc_op **out);

#endif
