/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dialect tfrt: constants, arithmetic, chains, control flow. */
#include "tables/ops.h"

#define OP_COUNT(table) (sizeof(table) / sizeof *(table))

/* clang-format off */
#define PLAIN BEF_MLIR__PLAIN
#define WITH BEF_MLIR__WITH
#define CALLEE_FORM " %0(%a)%d : %f"
static const struct bef_mlir__op_def ops[] = {
	PLAIN("add", "ilfd", "XX", "X"),
	PLAIN("and", "b", "XX", "X"),
	{ "call", NULL, ".*", ".*", CALLEE_FORM, .attrs = { { "callee", '@' } }, .check = BEF_MLIR__CHECK_CALL },
	{ "case", NULL, "i.*", ".*", " %o %0 (%a)%d : %f", .attrs = { { "branches", '[' } } },
	{ "cond", NULL, "b.*", ".*", " %o %0 %1 (%a)%d : %f",
	  .attrs = { { "a_true_fn", '@' }, { "b_false_fn", '@' } }, .check = BEF_MLIR__CHECK_COND },
	WITH("constant", "biluwhgfd", "", "X", BEF_MLIR__FORM_VALUE, { "value", 'X' }),
	{ "constant.complex128", NULL, "", "Z", " %1, %0%d", .attrs = { { "imaginary", 'd' }, { "real", 'd' } } },
	{ "constant.complex64", NULL, "", "z", " %1, %0%d", .attrs = { { "imaginary", 'f' }, { "real", 'f' } } },
	WITH("constant_s", "hfdl", "", "X", BEF_MLIR__FORM_VALUE, { "value", 'X' }),
	PLAIN("div", "il", "XX", "XX"),
	PLAIN("equal", "il", "XX", "b"),
	WITH("get_device", NULL, "c", "D", BEF_MLIR__FORM_PLAIN, { "device_name", '"' }),
	{ "if", NULL, "b.*", ".*", " %a%k : %p  ", .regions = 2, .check = BEF_MLIR__CHECK_IF },
	{ "merge.chains", NULL, ".*", "c", BEF_MLIR__FORM_TYPED, .cost_one = 1 },
	PLAIN("mul", "il", "XX", "X"),
	PLAIN("mul_s", "il", "XX", "X"),
	PLAIN("new.chain", NULL, "", "c"),
	{ "once", NULL, ".*", ".*", CALLEE_FORM, .attrs = { { "function", '@' } } },
	{ "parallel_call.i32", NULL, "iii.*", "c", " %o to %o fixed %o %0(%a)%d%T",
	  .attrs = { { "callee", '@' } }, .check = BEF_MLIR__CHECK_PARALLEL_CALL },
	{ "parallel_for.i32", NULL, "iii.*", "c", " %o to %o fixed %o%C%k%T ", .regions = 1,
	  .check = BEF_MLIR__CHECK_PARALLEL_FOR },
	PLAIN("print", "bilfd", "Xc*", "c"),
	{ "repeat.i32", NULL, "i.*", ".*", " %a%k%T ", .regions = 1, .check = BEF_MLIR__CHECK_REPEAT },
	{ "return", NULL, ".*", "", "%A%d%T", .check = BEF_MLIR__CHECK_RETURN, .cost_one = 1 },
	{ "while", NULL, "b.*", ".*", " %o %0(%a) parallel_iterations(%i)%d : %f",
	  .attrs = { { "body_fn", '@' }, { "parallel_iterations", 'l' } } },
};
/* clang-format on */

const struct bef_mlir__dialect bef_mlir__tfrt = { "tfrt", ops, OP_COUNT(ops) };
