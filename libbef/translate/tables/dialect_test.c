/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dialect tfrt_test. */
#include "tables/ops.h"

#define OP_COUNT(table) (sizeof(table) / sizeof *(table))

struct typed_operand {
	struct mlirbc_unresolved operand;
	const struct mlirbc_type *type;
	struct typed_operand *next;
};

/* (%a : i32, %b : i64): adds the operands; the names and types become the arguments of the region. */
static bool parse_typed_operands(struct mlirbc_parser *parser, struct mlirbc_op_state *state,
	struct mlirbc_unresolved **out_names, const struct mlirbc_type *const **out_types, size_t *out_count)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	struct typed_operand *first = NULL, **link = &first;
	size_t count = 0;
	if (!mlirbc_parser_expect(parser, "("))
		return false;
	while (count ? mlirbc_parser_try(parser, ",") : mlirbc_parser_at_operand(parser)) {
		struct typed_operand *entry =
			mlirbc_context_alloc(context, sizeof *entry, _Alignof(struct typed_operand));
		if (!bef_mlir__made(parser, entry) || !mlirbc_parser_operand(parser, &entry->operand) ||
			!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_type(parser, &entry->type) ||
			!mlirbc_parser_add_operand(parser, state, &entry->operand, entry->type))
			return false;
		entry->next = NULL;
		*link = entry;
		link = &entry->next;
		count++;
	}
	struct mlirbc_unresolved *names =
		mlirbc_context_alloc(context, (count + 1) * sizeof *names, _Alignof(struct mlirbc_unresolved));
	const struct mlirbc_type **types = mlirbc_context_alloc(context, (count + 1) * sizeof *types, sizeof *types);
	if (!bef_mlir__made(parser, names) || !bef_mlir__made(parser, types))
		return false;
	size_t i = 0;
	for (const struct typed_operand *entry = first; entry; entry = entry->next, i++) {
		names[i] = entry->operand;
		types[i] = entry->type;
	}
	*out_names = names;
	*out_types = types;
	*out_count = count;
	return mlirbc_parser_expect(parser, ")");
}

/* duration_secs = 1, max_count = 5, num_warmup_runs = 2 in any order; the last one is optional */
static bool parse_limits(struct mlirbc_parser *parser, struct mlirbc_op_state *state)
{
	static const char *const names[] = { "duration_secs", "max_count", "num_warmup_runs" };
	const struct mlirbc_attr *values[OP_COUNT(names)] = { NULL };
	const struct mlirbc_type *i32 = mlirbc_type_integer(mlirbc_parser_context(parser), 32, MLIRBC_SIGNLESS);
	if (!bef_mlir__made(parser, i32))
		return false;
	do {
		size_t i = 0;
		while (i < OP_COUNT(names) && !mlirbc_parser_at(parser, names[i]))
			i++;
		if (i == OP_COUNT(names))
			return mlirbc_parser_error(parser, "expected duration_secs, max_count or num_warmup_runs");
		if (!mlirbc_parser_expect(parser, names[i]) || !mlirbc_parser_expect(parser, "=") ||
			!mlirbc_parser_integer(parser, i32, &values[i]) ||
			!mlirbc_parser_add_attr(parser, state, names[i], values[i]))
			return false;
	} while (mlirbc_parser_try(parser, ","));
	for (size_t i = 0; i < 2; i++) {
		if (!values[i])
			return mlirbc_parser_error(parser, "expected %s = N", names[i]);
	}
	if (values[2])
		return true;
	const struct mlirbc_attr *one = mlirbc_attr_integer(mlirbc_parser_context(parser), i32, 1);
	return bef_mlir__made(parser, one) && mlirbc_parser_add_attr(parser, state, names[2], one);
}

/* "name"(%a : i32) duration_secs = 1, max_count = 5 {...} */
static bool parse_benchmark(struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state)
{
	const struct mlirbc_attr *name;
	struct mlirbc_unresolved *names;
	const struct mlirbc_type *const *types;
	size_t count;
	return mlirbc_parser_string(parser, &name) && mlirbc_parser_add_attr(parser, state, "name", name) &&
	       parse_typed_operands(parser, state, &names, &types, &count) && parse_limits(parser, state) &&
	       bef_mlir__add_fixed_results(parser, op, state) &&
	       mlirbc_parser_add_region(parser, state, names, types, count, true);
}

/* @f(%a : i32) duration_secs = 1, max_count = 5 */
static bool parse_sync_benchmark(
	struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state)
{
	const struct mlirbc_attr *target;
	struct mlirbc_unresolved *names;
	const struct mlirbc_type *const *types;
	size_t count;
	return mlirbc_parser_symbol(parser, &target) &&
	       mlirbc_parser_add_attr(parser, state, op->def->attrs[3].name, target) &&
	       parse_typed_operands(parser, state, &names, &types, &count) && parse_limits(parser, state);
}

/* clang-format off */
#define LIMITS { "duration_secs", 'i' }, { "max_count", 'i' }, { "num_warmup_runs", 'i' }
static const struct bef_mlir__op_def ops[] = {
	{ "benchmark", NULL, ".*", "c", " %3(%b) duration_secs = %0, max_count = %1, num_warmup_runs = %2 ", parse_benchmark,
	  .attrs = { LIMITS, { "name", '"' } }, .regions = 1, .check = BEF_MLIR__CHECK_BENCHMARK },
	BEF_MLIR__PLAIN("count3", "il", "X", "XXX"),
	BEF_MLIR__PLAIN("decode_jpeg", NULL, "s", "T"),
	{ "do.async", NULL, ".*", ".*", " %a%k : %p  ", .regions = 1, .check = BEF_MLIR__CHECK_DO_ASYNC },
	BEF_MLIR__WITH("get_string", NULL, "", "s", BEF_MLIR__FORM_PLAIN, { "value", '"' }),
	BEF_MLIR__WITH("get_string_sync", NULL, "", "s", BEF_MLIR__FORM_PLAIN, { "value", '"' }),
	BEF_MLIR__PLAIN("resize_bilinear", NULL, "Tll", "T"),
	{ "sync_benchmark", NULL, ".*", "", " %3(%b) duration_secs = %0, max_count = %1, num_warmup_runs = %2", parse_sync_benchmark,
	  .attrs = { LIMITS, { "target_fn", '@' } } },
	{ "test_cost", NULL, ".*", "i", BEF_MLIR__FORM_TYPED, .attrs = { { "_tfrt_cost", 'l' }, { "id", 'l' } },
	  .check = BEF_MLIR__CHECK_COST },
};
/* clang-format on */

const struct bef_mlir__dialect bef_mlir__tfrt_test = { "tfrt_test", ops, OP_COUNT(ops) };
