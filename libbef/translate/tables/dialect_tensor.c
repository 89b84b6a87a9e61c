/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dialects of host tensors: tfrt_dht (dense), coo (sparse), ts (shapes), and their synchronous variants. */
#include "tables/ops.h"

#define OP_COUNT(table) (sizeof(table) / sizeof *(table))
#define DTYPES "yxuwilfkzZ"

/* clang-format off */
#define PLAIN BEF_MLIR__PLAIN
#define WITH BEF_MLIR__WITH
#define VALUE BEF_MLIR__FORM_VALUE
static const struct bef_mlir__op_def dht_ops[] = {
	PLAIN("allocate_buffer", NULL, "ll", "B"),
	{ "create_uninitialized_tensor", DTYPES, "", "T", VALUE, .attrs = { { "shape", '#' } }, .ranks = 5 },
	WITH("fill_tensor_with_constant", DTYPES, "Tc", "c", VALUE, { "value", '?' }),
	PLAIN("get_buffer", NULL, "Tc", "Bc"),
	PLAIN("get_buffer_slice", NULL, "Bll", "B"),
	PLAIN("get_tensor_shape", NULL, "T", "S"),
	PLAIN("make_tensor", DTYPES, "BSc", "Tc"),
	PLAIN("print_buffer", NULL, "Bc", "c"),
	PLAIN("print_tensor", NULL, "Tc", "c"),
	WITH("set_tensor_with_constant_values", DTYPES, "Tc", "c", VALUE, { "values", '[' }),
	PLAIN("tensor_equal", DTYPES, "TTc", "bc"),
};

static const struct bef_mlir__op_def dht_sync_ops[] = {
	PLAIN("allocate_buffer", NULL, "ll", "B"),
	{ "create_uninitialized_tensor", DTYPES, "", "T", VALUE, .attrs = { { "shape", '#' } }, .ranks = 5 },
	PLAIN("get_buffer_slice", NULL, "Bll", "B"),
	PLAIN("get_tensor_shape", NULL, "T", "S"),
	PLAIN("make_tensor", DTYPES, "BS", "T"),
	PLAIN("print_tensor", NULL, "T", ""),
	WITH("set_tensor_with_constant_values", DTYPES, "T", "", VALUE, { "values", '[' }),
};

static const struct bef_mlir__op_def shape_ops[] = {
	{ "as_fixed_rank_shape", NULL, "S", "R", BEF_MLIR__FORM_PLAIN, .ranks = 4 },
	WITH("build_partial_shape", NULL, "", "P", VALUE, { "value", '#' }),
	WITH("build_shape", NULL, "", "S", VALUE, { "value", '#' }),
	PLAIN("build_unranked_partial_shape", NULL, "", "P"),
	PLAIN("equal_shape", NULL, "SS", "b"),
	PLAIN("get_dimension", NULL, "Si", "l"),
	PLAIN("get_num_elements", NULL, "S", "l"),
	{ "print_fixed_rank_shape", NULL, "Rc", "c", BEF_MLIR__FORM_PLAIN, .ranks = 4 },
	PLAIN("print_partial_shape", NULL, "Pc", "c"),
	PLAIN("print_shape", NULL, "Sc", "c"),
	PLAIN("to_partial_shape", NULL, "S", "P"),
	PLAIN("to_shape", NULL, "P", "S"),
};

static const struct bef_mlir__op_def shape_sync_ops[] = {
	WITH("build_partial_shape", NULL, "", "P", VALUE, { "value", '#' }),
	WITH("build_shape", NULL, "", "S", VALUE, { "value", '#' }),
	PLAIN("get_num_elements", NULL, "S", "l"),
	PLAIN("to_partial_shape", NULL, "S", "P"),
	PLAIN("to_shape", NULL, "P", "S"),
};

static const struct bef_mlir__op_def coo_ops[] = {
	{ "convert_coo_to_dht", "if", "Tc", "Tc", BEF_MLIR__FORM_PLAIN, .ranks = 4 },
	{ "convert_dht_to_coo", "if", "Tc", "Tc", BEF_MLIR__FORM_PLAIN, .ranks = 4 },
	PLAIN("print_tensor", NULL, "Tc", "c"),
	{ "tensor_equal", "if", "TTc", "bc", BEF_MLIR__FORM_PLAIN, .ranks = 4 },
};
/* clang-format on */

const struct bef_mlir__dialect bef_mlir__tfrt_dht = { "tfrt_dht", dht_ops, OP_COUNT(dht_ops) };
const struct bef_mlir__dialect bef_mlir__tfrt_dht_sync = { "tfrt_dht_sync", dht_sync_ops, OP_COUNT(dht_sync_ops) };
const struct bef_mlir__dialect bef_mlir__ts = { "ts", shape_ops, OP_COUNT(shape_ops) };
const struct bef_mlir__dialect bef_mlir__ts_sync = { "ts_sync", shape_sync_ops, OP_COUNT(shape_sync_ops) };
const struct bef_mlir__dialect bef_mlir__coo = { "coo", coo_ops, OP_COUNT(coo_ops) };
