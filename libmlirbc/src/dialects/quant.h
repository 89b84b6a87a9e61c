/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Quantized types: the values of their fields, between the bytes, which the rows of mlirbc__quant_types describe, and the text
 * that they are kept as. */
#ifndef MLIRBC_SRC_QUANT_H
#define MLIRBC_SRC_QUANT_H

#include "dialects/coding.h"

enum mlirbc__quant_code {
	MLIRBC__QUANT_ANY = 1,
	MLIRBC__QUANT_ANY_EXPRESSED,
	MLIRBC__QUANT_CALIBRATED,
	MLIRBC__QUANT_UNIFORM,
	MLIRBC__QUANT_PER_AXIS,
	MLIRBC__QUANT_SUB_CHANNEL
};

/* Fields that occur in the rows. */
enum mlirbc__quant_part {
	MLIRBC__QUANT_FLAGS,
	MLIRBC__QUANT_STORAGE,
	MLIRBC__QUANT_EXPRESSED,
	MLIRBC__QUANT_MINIMUM,
	MLIRBC__QUANT_MAXIMUM,
	MLIRBC__QUANT_SCALE,
	MLIRBC__QUANT_ZERO_POINT,
	MLIRBC__QUANT_AXIS,
	MLIRBC__QUANT_SCALES,
	MLIRBC__QUANT_ZERO_POINTS,
	MLIRBC__QUANT_DIMENSIONS,
	MLIRBC__QUANT_BLOCK_SIZES,
	MLIRBC__QUANT_PARTS
};

/* By the kind of the field: a number or the bits of a double, a list of these, a type, an attribute. */
struct mlirbc__quant_value {
	uint64_t number;
	const uint64_t *list;
	size_t count;
	const struct mlirbc_type *type;
	const struct mlirbc_attr *attr;
	size_t at; /* where it was read */
};

/* The part that a field of a row is. */
enum mlirbc__quant_part mlirbc__quant_part_of(const struct mlirbc__coding_field *field);

#endif
