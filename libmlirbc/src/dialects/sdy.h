/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Codes of Shardy's attributes, and the places of their fields. */
#ifndef MLIRBC_SRC_SDY_H
#define MLIRBC_SRC_SDY_H

#include "dialects/coding.h"

enum mlirbc__sdy_code {
	MLIRBC__SDY_MANUAL_AXES,
	MLIRBC__SDY_MESH_AXIS,
	MLIRBC__SDY_MESH,
	MLIRBC__SDY_SUB_AXIS_INFO,
	MLIRBC__SDY_AXIS_REF,
	MLIRBC__SDY_DIMENSION_SHARDING,
	MLIRBC__SDY_SHARDING,
	MLIRBC__SDY_SHARDING_PER_VALUE,
	MLIRBC__SDY_DIM_MAPPING,
	MLIRBC__SDY_TENSOR_MAPPING,
	MLIRBC__SDY_OP_SHARDING_RULE,
	MLIRBC__SDY_AXIS_REF_LIST,
	MLIRBC__SDY_LIST_OF_AXIS_REF_LISTS,
	MLIRBC__SDY_ALL_TO_ALL_PARAM,
	MLIRBC__SDY_ALL_TO_ALL_PARAM_LIST,
	MLIRBC__SDY_UNREDUCED, /* sharding with unreduced axes, whose values are summed */
	MLIRBC__SDY_UNREDUCED_PER_VALUE,
	MLIRBC__SDY_UNREDUCED_BY /* sharding with unreduced axes and another reduction */
};

/* Reductions of unreduced axes: the numbers in `reduction_op`. */
enum { MLIRBC__SDY_SUM, MLIRBC__SDY_MAX, MLIRBC__SDY_MIN };

/* The names of factors: the first of these letters; from number 18 on "z_1", "z_2", ... */
#define MLIRBC__SDY_FACTORS "ijklmnopqrstuvwxyz"

#endif
