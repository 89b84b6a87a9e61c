/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dialect tfrt: constants, arithmetic, chains, control flow. */
#include "tables/ops.h"

#define OP_COUNT(table) (sizeof(table) / sizeof *(table))

/* The parts of a custom form that have been parsed so far. */
struct operands {
	struct mlirbc_unresolved *data;
	size_t count;
};

static const struct mlirbc_type *letter_type(struct mlirbc_parser *parser, char letter)
{
	static const struct bef_mlir__op none;
	return bef_mlir__letter_type(mlirbc_parser_context(parser), letter, &none);
}

static bool add_operand(struct mlirbc_parser *parser, struct mlirbc_op_state *state,
	const struct mlirbc_unresolved *operand, char letter)
{
	const struct mlirbc_type *type = letter_type(parser, letter);
	return bef_mlir__made(parser, type) && mlirbc_parser_add_operand(parser, state, operand, type);
}

/* (%a, %b) */
static bool parse_arguments(struct mlirbc_parser *parser, struct operands *out)
{
	return mlirbc_parser_expect(parser, "(") && mlirbc_parser_operands(parser, &out->data, &out->count) &&
	       mlirbc_parser_expect(parser, ")");
}

/* %a, %b, at least one */
static bool parse_some(struct mlirbc_parser *parser, struct operands *out)
{
	if (!mlirbc_parser_operands(parser, &out->data, &out->count))
		return false;
	return out->count || mlirbc_parser_error(parser, "expected SSA operand");
}

static bool parse_symbol(struct mlirbc_parser *parser, struct mlirbc_op_state *state, const char *name)
{
	const struct mlirbc_attr *symbol;
	return mlirbc_parser_symbol(parser, &symbol) && mlirbc_parser_add_attr(parser, state, name, symbol);
}

/* Types of optional operands: ": i32, i32", or nothing without operands. */
static bool parse_types(struct mlirbc_parser *parser, struct mlirbc_op_state *state, const struct operands *operands,
	const struct mlirbc_type *const **out_types)
{
	size_t count = 0;
	*out_types = NULL;
	if ((operands->count || mlirbc_parser_at(parser, ":")) &&
		(!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_types(parser, out_types, &count)))
		return false;
	return mlirbc_parser_add_operands(parser, state, operands->data, operands->count, *out_types, count);
}

/* @f(%a) {k = v} : (i32) -> i32 */
static bool parse_callee(struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state)
{
	struct operands arguments;
	const struct mlirbc_type *type;
	return parse_symbol(parser, state, op->def->attrs[0].name) && parse_arguments(parser, &arguments) &&
	       mlirbc_parser_attr_dict(parser, state, false) &&
	       bef_mlir__parse_signature(parser, state, arguments.data, arguments.count, &type);
}

/* %i [@a, @b] (%x) : (i32) -> i32 */
static bool parse_case(struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state)
{
	struct mlirbc_unresolved index;
	struct operands arguments;
	const struct mlirbc_attr *branches;
	const struct mlirbc_type *type;
	return mlirbc_parser_operand(parser, &index) && mlirbc_parser_attr(parser, NULL, &branches) &&
	       mlirbc_parser_add_attr(parser, state, op->def->attrs[0].name, branches) &&
	       parse_arguments(parser, &arguments) && mlirbc_parser_attr_dict(parser, state, false) &&
	       add_operand(parser, state, &index, 'i') &&
	       bef_mlir__parse_signature(parser, state, arguments.data, arguments.count, &type);
}

/* %c @t @f (%a) : (i32) -> i32 */
static bool parse_cond(struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state)
{
	struct mlirbc_unresolved condition;
	struct operands arguments;
	const struct mlirbc_type *type;
	return mlirbc_parser_operand(parser, &condition) && parse_symbol(parser, state, op->def->attrs[0].name) &&
	       parse_symbol(parser, state, op->def->attrs[1].name) && parse_arguments(parser, &arguments) &&
	       mlirbc_parser_attr_dict(parser, state, false) && add_operand(parser, state, &condition, 'b') &&
	       bef_mlir__parse_signature(parser, state, arguments.data, arguments.count, &type);
}

/* %c @body(%a) parallel_iterations(1) : (i32) -> i32 */
static bool parse_while(struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state)
{
	struct mlirbc_unresolved condition;
	struct operands arguments;
	const struct mlirbc_type *type, *i64 = letter_type(parser, 'l');
	const struct mlirbc_attr *iterations;
	return bef_mlir__made(parser, i64) && mlirbc_parser_operand(parser, &condition) &&
	       parse_symbol(parser, state, op->def->attrs[0].name) && parse_arguments(parser, &arguments) &&
	       mlirbc_parser_expect(parser, "parallel_iterations") && mlirbc_parser_expect(parser, "(") &&
	       mlirbc_parser_integer(parser, i64, &iterations) && mlirbc_parser_expect(parser, ")") &&
	       mlirbc_parser_add_attr(parser, state, op->def->attrs[1].name, iterations) &&
	       mlirbc_parser_attr_dict(parser, state, false) && add_operand(parser, state, &condition, 'b') &&
	       bef_mlir__parse_signature(parser, state, arguments.data, arguments.count, &type);
}

/* 1.0, 2.0: real and imaginary part */
static bool parse_complex(struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state)
{
	const struct mlirbc_attr *real, *imaginary;
	const struct mlirbc_type *type = letter_type(parser, op->def->attrs[0].kind);
	return bef_mlir__made(parser, type) && mlirbc_parser_attr(parser, type, &real) &&
	       mlirbc_parser_expect(parser, ",") && mlirbc_parser_attr(parser, type, &imaginary) &&
	       mlirbc_parser_add_attr(parser, state, "real", real) &&
	       mlirbc_parser_add_attr(parser, state, "imaginary", imaginary) &&
	       mlirbc_parser_attr_dict(parser, state, false) && bef_mlir__add_fixed_results(parser, op, state);
}

/* %c, %a attributes {k = v} : (i32) -> i32 {...} else {...} */
static bool parse_if(struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state)
{
	struct operands all;
	const struct mlirbc_type *type;
	(void)op;
	if (!parse_some(parser, &all) || !mlirbc_parser_attr_dict(parser, state, true) ||
		!add_operand(parser, state, &all.data[0], 'b') ||
		!bef_mlir__parse_signature(parser, state, all.data + 1, all.count - 1, &type))
		return false;
	const struct mlirbc_types *inputs = &type->u.function.inputs;
	if (!mlirbc_parser_add_region(parser, state, all.data + 1, inputs->data, inputs->count, true))
		return false;
	if (!mlirbc_parser_try(parser, "else"))
		return mlirbc_parser_add_empty_region(parser, state);
	return mlirbc_parser_add_region(parser, state, all.data + 1, inputs->data, inputs->count, true);
}

/* %n, %a : i32 {...} */
static bool parse_repeat(struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state)
{
	struct operands all, carried;
	const struct mlirbc_type *const *types;
	(void)op;
	if (!parse_some(parser, &all) || !mlirbc_parser_attr_dict(parser, state, true) ||
		!add_operand(parser, state, &all.data[0], 'i'))
		return false;
	carried = (struct operands){ all.data + 1, all.count - 1 };
	return parse_types(parser, state, &carried, &types) &&
	       mlirbc_parser_add_results(parser, state, types, carried.count) &&
	       mlirbc_parser_add_region(parser, state, carried.data, types, carried.count, true);
}

/* %s to %e fixed %b: the first three operands */
static bool parse_range(struct mlirbc_parser *parser, struct mlirbc_op_state *state, struct mlirbc_unresolved range[3])
{
	return mlirbc_parser_operand(parser, &range[0]) && mlirbc_parser_expect(parser, "to") &&
	       mlirbc_parser_operand(parser, &range[1]) && mlirbc_parser_expect(parser, "fixed") &&
	       mlirbc_parser_operand(parser, &range[2]) && add_operand(parser, state, &range[0], 'i') &&
	       add_operand(parser, state, &range[1], 'i') && add_operand(parser, state, &range[2], 'i');
}

/* The arguments of the body: start and end of its range, then the other operands. */
static bool parse_range_body(struct mlirbc_parser *parser, struct mlirbc_op_state *state,
	const struct mlirbc_unresolved range[3], const struct operands *extras, const struct mlirbc_type *const *types)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	size_t count = 2 + extras->count;
	struct mlirbc_unresolved *names =
		mlirbc_context_alloc(context, count * sizeof *names, _Alignof(struct mlirbc_unresolved));
	const struct mlirbc_type **all = mlirbc_context_alloc(context, count * sizeof *all, sizeof *all);
	const struct mlirbc_type *i32 = letter_type(parser, 'i');
	if (!bef_mlir__made(parser, names) || !bef_mlir__made(parser, all) || !bef_mlir__made(parser, i32))
		return false;
	for (size_t i = 0; i < count; i++) {
		names[i] = i < 2 ? range[i] : extras->data[i - 2];
		all[i] = i < 2 ? i32 : types[i - 2];
	}
	return mlirbc_parser_add_region(parser, state, names, all, count, true);
}

/* %s to %e fixed %b, %x : i32 {...} */
static bool parse_parallel_for(
	struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state)
{
	struct mlirbc_unresolved range[3];
	struct operands extras = { NULL, 0 };
	const struct mlirbc_type *const *types;
	if (!parse_range(parser, state, range) || (mlirbc_parser_try(parser, ",") && !parse_some(parser, &extras)))
		return false;
	return mlirbc_parser_attr_dict(parser, state, true) && parse_types(parser, state, &extras, &types) &&
	       bef_mlir__add_fixed_results(parser, op, state) &&
	       parse_range_body(parser, state, range, &extras, types);
}

/* %s to %e fixed %b @f(%x) : i32 */
static bool parse_parallel_call(
	struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state)
{
	struct mlirbc_unresolved range[3];
	struct operands extras;
	const struct mlirbc_type *const *types;
	return parse_range(parser, state, range) && parse_symbol(parser, state, op->def->attrs[0].name) &&
	       parse_arguments(parser, &extras) && mlirbc_parser_attr_dict(parser, state, false) &&
	       parse_types(parser, state, &extras, &types) && bef_mlir__add_fixed_results(parser, op, state);
}

/* %a, %b : i32, i32 */
static bool parse_return(struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state)
{
	struct operands values;
	const struct mlirbc_type *const *types;
	(void)op;
	return mlirbc_parser_operands(parser, &values.data, &values.count) &&
	       mlirbc_parser_attr_dict(parser, state, false) && parse_types(parser, state, &values, &types);
}

/* clang-format off */
#define PLAIN BEF_MLIR__PLAIN
#define WITH BEF_MLIR__WITH
#define CALLEE_FORM " %0(%a)%d : %f"
static const struct bef_mlir__op_def ops[] = {
	PLAIN("add", "ilfd", "XX", "X"),
	PLAIN("and", "b", "XX", "X"),
	{ "call", NULL, ".*", ".*", parse_callee, CALLEE_FORM, .attrs = { { "callee", '@' } }, .check = BEF_MLIR__CHECK_CALL },
	{ "case", NULL, "i.*", ".*", parse_case, " %o %0 (%a)%d : %f", .attrs = { { "branches", '[' } } },
	{ "cond", NULL, "b.*", ".*", parse_cond, " %o %0 %1 (%a)%d : %f",
	  .attrs = { { "a_true_fn", '@' }, { "b_false_fn", '@' } }, .check = BEF_MLIR__CHECK_COND },
	WITH("constant", "biluwhgfd", "", "X", bef_mlir__parse_value, { "value", 'X' }),
	{ "constant.complex128", NULL, "", "Z", parse_complex, " %1, %0%d", .attrs = { { "imaginary", 'd' }, { "real", 'd' } } },
	{ "constant.complex64", NULL, "", "z", parse_complex, " %1, %0%d", .attrs = { { "imaginary", 'f' }, { "real", 'f' } } },
	WITH("constant_s", "hfdl", "", "X", bef_mlir__parse_value, { "value", 'X' }),
	PLAIN("div", "il", "XX", "XX"),
	PLAIN("equal", "il", "XX", "b"),
	WITH("get_device", NULL, "c", "D", bef_mlir__parse_plain, { "device_name", '"' }),
	{ "if", NULL, "b.*", ".*", parse_if, " %a%k : %p  ", .regions = 2, .check = BEF_MLIR__CHECK_IF },
	{ "merge.chains", NULL, ".*", "c", bef_mlir__parse_typed, .cost_one = 1 },
	PLAIN("mul", "il", "XX", "X"),
	PLAIN("mul_s", "il", "XX", "X"),
	PLAIN("new.chain", NULL, "", "c"),
	{ "once", NULL, ".*", ".*", parse_callee, CALLEE_FORM, .attrs = { { "function", '@' } } },
	{ "parallel_call.i32", NULL, "iii.*", "c", parse_parallel_call, " %o to %o fixed %o %0(%a)%d%T",
	  .attrs = { { "callee", '@' } }, .check = BEF_MLIR__CHECK_PARALLEL_CALL },
	{ "parallel_for.i32", NULL, "iii.*", "c", parse_parallel_for, " %o to %o fixed %o%C%k%T ", .regions = 1,
	  .check = BEF_MLIR__CHECK_PARALLEL_FOR },
	PLAIN("print", "bilfd", "Xc", "c"),
	{ "repeat.i32", NULL, "i.*", ".*", parse_repeat, " %a%k%T ", .regions = 1, .check = BEF_MLIR__CHECK_REPEAT },
	{ "return", NULL, ".*", "", parse_return, "%A%d%T", .check = BEF_MLIR__CHECK_RETURN, .cost_one = 1 },
	{ "while", NULL, "b.*", ".*", parse_while, " %o %0(%a) parallel_iterations(%1)%d : %f",
	  .attrs = { { "body_fn", '@' }, { "parallel_iterations", 'l' } } },
};
/* clang-format on */

const struct bef_mlir__dialect bef_mlir__tfrt = { "tfrt", ops, OP_COUNT(ops) };
