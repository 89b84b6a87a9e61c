/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Steps of the conversion to BEF, in order:
 *
 *	take.c      keeps most operations of a text as a few numbers, before they become IR
 *	collect.c   fills the writer's tables in the order of TFRT's converter; numbers the functions
 *	body.c      one function after the other: registers, kernels, users (with kernel_parts.c,
 *	            streams.c and locations.c)
 */
#ifndef BEF_TRANSLATE_STEPS_H
#define BEF_TRANSLATE_STEPS_H

#include "state/convert.h"

/* A mlirbc_take_op_fn; `ctx` is the conversion. */
bool bef_mlir__take_op(void *ctx, const struct mlirbc_offer *offer, struct mlirbc_value **out_results);
enum bef_status bef_mlir__collect(struct bef_mlir__convert *convert);
/* Returns the offset of an attribute in the section Attributes. The first call for an attribute writes it. `op` and
 * `name` are for messages. */
enum bef_status bef_mlir__attr_offset(struct bef_mlir__convert *convert, const struct mlirbc_attr *attr,
	const struct mlirbc_op *op, const struct mlirbc_string *name, uint32_t *out_offset);
struct bef_mlir__parts {
	const uint32_t *attributes, *functions;
	const char *const *names; /* of the attributes */
	size_t attribute_count, function_count;
};
/* Lists attributes and functions of kernel `position` of a function, in the arena. */
enum bef_status bef_mlir__list_parts(struct bef_mlir__convert *convert, const struct bef_mlir__function *function,
	uint32_t position, const struct mlirbc_op *op, const struct bef_mlir__parts **out_parts);
enum bef_status bef_mlir__body(struct bef_mlir__convert *convert, uint32_t function);
enum bef_status bef_mlir__location(
	struct bef_mlir__convert *convert, const struct mlirbc_attr *location, uint32_t *out_offset);
/* The location of an op; that of a text does not become an attribute. */
enum bef_status bef_mlir__op_location(struct bef_mlir__convert *convert, const struct mlirbc_op *op, uint32_t *out_offset);
/* Returns the location of a taken op. */
enum bef_status bef_mlir__taken_location(
	struct bef_mlir__convert *convert, const struct bef_mlir__taken_op *op, uint32_t *out_offset);

#endif
