/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes operations as an expression (hlo/steps.h): arguments, steps, returned values, in this
 * order. Quantized types stand for their expressed types. The numbers of values are in lower->steps: no other user of
 * lower->generation may come between. */
#ifndef BEF_STABLEHLO_EXPRESSION_H
#define BEF_STABLEHLO_EXPRESSION_H

#include "emit/emit.h"
#include <hlo/steps.h>

struct bef_hlo__expression {
	struct bef_hlo__lower *lower;
	bool any_rank; /* values may have a rank; else they are refused */
	char *text;
	size_t size, room;
	uint32_t next; /* number of the next value */
	bool ok;
};

void bef_hlo__expression_begin(struct bef_hlo__lower *lower, bool any_rank, struct bef_hlo__expression *out);
bool bef_hlo__expression_argument(struct bef_hlo__expression *expression, const struct mlirbc_value *value);
/* An argument of this type; bef_hlo__expression_define() names it. */
bool bef_hlo__expression_argument_of(struct bef_hlo__expression *expression, const struct mlirbc_type *type);
/* An argument that is an array of elements of this type. */
bool bef_hlo__expression_array_argument(struct bef_hlo__expression *expression, const struct mlirbc_type *type);
/* After the last argument. */
void bef_hlo__expression_end_arguments(struct bef_hlo__expression *expression);
/* A step, or another name for its operand if the operation does nothing to an element. Its operands are defined. */
bool bef_hlo__expression_step(struct bef_hlo__expression *expression, const struct mlirbc_op *op);
/* The index along a dimension of the iteration space, as the value, which has the type of an iota. */
bool bef_hlo__expression_iota(struct bef_hlo__expression *expression, uint32_t dimension, const struct mlirbc_value *value);
/* The value `a` where the index along a dimension of the iteration space is below `at`, else `b`; its number, or UINT32_MAX after a
 * failure. */
uint32_t bef_hlo__expression_join(
	struct bef_hlo__expression *expression, uint32_t dimension, int64_t at, uint32_t a, uint32_t b, const struct mlirbc_type *type);
/* The reduction `op` by the operation `name`: of rows, or of one element each, which is a step. */
bool bef_hlo__expression_reduce(
	struct bef_hlo__expression *expression, const char *name, bool rows, const struct mlirbc_op *op);
/* ---- text without a value of the source: the caller counts `next` and records failures (`ok`) of the types */
/* The step of an element-wise operation on these values. */
bool bef_hlo__expression_put_step(struct bef_hlo__expression *expression, const struct mlirbc_op *op, const uint32_t *operands);
/* NAME A B T; */
bool bef_hlo__expression_put_named(struct bef_hlo__expression *expression, const char *name, const uint32_t *operands, size_t count,
	const struct mlirbc_type *type);
/* WORD A; or WORD; */
void bef_hlo__expression_put_word(struct bef_hlo__expression *expression, const char *word, const uint32_t *operand);
bool bef_hlo__expression_put_constant(
	struct bef_hlo__expression *expression, const uint8_t *bytes, const struct mlirbc_type *type);
void bef_hlo__expression_put_number(struct bef_hlo__expression *expression, uint32_t number);

/* ---- values by their numbers in the expression */
uint32_t bef_hlo__expression_number(const struct bef_hlo__expression *expression, const struct mlirbc_value *value);
void bef_hlo__expression_define(struct bef_hlo__expression *expression, const struct mlirbc_value *value, uint32_t number);
/* The value i1 that an i32 equals `constant`. */
uint32_t bef_hlo__expression_equals(struct bef_hlo__expression *expression, uint32_t value, uint32_t constant);
bool bef_hlo__expression_select(struct bef_hlo__expression *expression, uint32_t condition, uint32_t yes, uint32_t no,
	const struct mlirbc_type *type, uint32_t *out);

void bef_hlo__expression_begin_return(struct bef_hlo__expression *expression);
bool bef_hlo__expression_return(struct bef_hlo__expression *expression, const struct mlirbc_value *value);
/* Adds the text as a string attribute. */
void bef_hlo__expression_attr(
	struct bef_hlo__expression *expression, const char *name, struct bef_hlo__attrs *attrs);

bool bef_hlo__expression_defines(const struct bef_hlo__expression *expression, const struct mlirbc_value *value);
/* Whether the operation may be a step by its name: element-wise, one result, no regions. */
bool bef_hlo__is_step(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* The step of such an operation; NULL: it is none, or only moves elements. */
const struct hlo_step *bef_hlo__step(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* Whether an operation of CHLO is a step too, for its element type: the lowering of CHLO leaves it as it is. */
bool bef_hlo__is_chlo_step(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* Whether such an operation computes: it does not only move elements, and is no constant. */
bool bef_hlo__is_element_step(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* The specification wants other results for some numbers than XLA computes, and the program is to have them. */
bool bef_hlo__has_spec(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* Whether the operation `constant` has its only element in its attribute. */
bool bef_hlo__has_value(const struct mlirbc_op *op);
/* The result of an operation `constant` of rank 0 that is not quantized. */
bool bef_hlo__is_scalar_constant(const struct bef_hlo__lower *lower, const struct mlirbc_value *value);

#endif
