/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gpu.func, gpu.launch, gpu.warp_execute_on_lane_0. */
#include "own_func.h"

static const char WORKGROUP[] = "workgroup_attributions";

static const struct mlirbc_attr *number_attr(struct mlirbc_parser *parser, uint64_t value)
{
	const struct mlirbc_type *i64 = up__integer(parser, 64);
	return i64 ? mlirbc_attr_integer(mlirbc_parser_context(parser), i64, value) : NULL;
}

/* word(%w : T {...}, ...), or nothing. */
static bool read_attributions(struct mlirbc_parser *parser, const char *word, struct up__signature *out)
{
	*out = (struct up__signature){ .count = 0 };
	if (!mlirbc_parser_try(parser, word))
		return true;
	return up__read_arguments(parser, false, out) &&
	       (!out->count || out->named || mlirbc_parser_error(parser, "expected SSA identifier"));
}

/* The lists one behind the other, in scratch memory. */
static struct mlirbc_unresolved_argument *join(
	struct mlirbc_parser *parser, const struct up__signature *a, const struct up__signature *b)
{
	struct mlirbc_unresolved_argument *all = mlirbc_parser_scratch(parser, (a->count + b->count + 1) * sizeof *all);
	if (all && a->count)
		memcpy(all, a->arguments, a->count * sizeof *all);
	if (all && b->count)
		memcpy(all + a->count, b->arguments, b->count * sizeof *all);
	return all;
}

static void print_attributions(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *open,
	const char *attrs, uint32_t from, uint32_t to)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	for (uint32_t i = from; i < to; i++) {
		mlirbc_printer_text(printer, i > from ? ", " : open);
		mlirbc_printer_value(printer, &block->arguments[i]);
		mlirbc_printer_text(printer, " : ");
		mlirbc_printer_type(printer, block->arguments[i].type);
		if (attrs)
			up__print_item_attrs(printer, op, attrs, i - from);
	}
	mlirbc_printer_text(printer, to > from ? ")" : "");
}

/* The number of arguments for workgroup memory. */
static uint32_t workgroups(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *count = mlirbc_op_attr(op, WORKGROUP);
	return count && count->kind == MLIRBC_ATTR_INTEGER && up__integer_of(count) > 0 ? (uint32_t)up__integer_of(count) : 0;
}

/* ---- gpu.func */

static bool add_attribution_attrs(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const struct up__signature *list)
{
	return !list->argument_attrs ||
	       up__add_named(parser, op, name,
		       mlirbc_attr_array(mlirbc_parser_context(parser), list->argument_attrs, list->count));
}

static bool parse_func(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct up__signature signature, shared, own;
	(void)name;
	if (!up__read_symbol_name(parser, op) || !up__read_signature(parser, false, &signature))
		return false;
	if (signature.count && !signature.named)
		return mlirbc_parser_error(parser, "gpu.func requires named arguments");
	if (!up__add_function_type(parser, op, "function_type", &signature) ||
		!up__add_signature_attrs(parser, op, &signature) || !read_attributions(parser, "workgroup", &shared) ||
		!read_attributions(parser, "private", &own) ||
		!up__add_named(parser, op, WORKGROUP, number_attr(parser, shared.count)) ||
		!add_attribution_attrs(parser, op, "workgroup_attrib_attrs", &shared) ||
		!add_attribution_attrs(parser, op, "private_attrib_attrs", &own))
		return false;
	if (mlirbc_parser_try(parser, "kernel") &&
		!up__add_named(parser, op, "gpu.kernel", mlirbc_attr_unit(mlirbc_parser_context(parser))))
		return false;
	struct mlirbc_unresolved_argument *extra = join(parser, &shared, &own);
	return extra && mlirbc_parser_attr_dict(parser, op, true) &&
	       up__read_function_body(parser, op, &signature, extra, shared.count + own.count, true);
}

static bool func_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_block *body = up__entry(op, 0);
	if (!up__function_fits(op, "function_type") || !body)
		return false;
	size_t inputs = mlirbc_op_attr(op, "function_type")->u.type_value->u.function.inputs.count;
	return workgroups(op) <= body->argument_count - inputs;
}

static bool print_func(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step)
		return false;
	const struct mlirbc_type *type = mlirbc_op_attr(op, "function_type")->u.type_value;
	uint32_t inputs = (uint32_t)type->u.function.inputs.count, own = inputs + workgroups(op);
	up__print_symbol_name(printer, op, " ");
	up__print_signature(printer, op, &type->u.function.inputs, &type->u.function.results, false);
	print_attributions(printer, op, " workgroup(", "workgroup_attrib_attrs", inputs, own);
	print_attributions(printer, op, " private(", "private_attrib_attrs", own, up__entry(op, 0)->argument_count);
	mlirbc_printer_text(printer, mlirbc_op_attr(op, "gpu.kernel") ? " kernel" : "");
	mlirbc_printer_attr_dict(printer, op,
		"workgroup_attributions sym_name gpu.kernel function_type arg_attrs res_attrs workgroup_attrib_attrs "
		"private_attrib_attrs ",
		true);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}

/* ---- gpu.launch */

/* clusters, blocks and threads: the positions of their identifiers and sizes among the block's arguments, and of the sizes
 * among the operands behind the dependencies. */
static const struct dimension {
	const char *word;
	uint32_t ids, sizes, operands;
} dimensions[3] = { { "clusters", 12, 15, 6 }, { "blocks", 0, 6, 0 }, { "threads", 3, 9, 3 } };

enum { IDENTIFIERS = 12, WITH_CLUSTERS = 18 };

struct launch {
	struct mlirbc_unresolved arguments[WITH_CLUSTERS], operands[9], memory;
	struct up__names dependencies;
	bool clusters, has_memory, async;
	struct up__signature shared, own;
};

/* word(%x, %y, %z) in (%a = %u, %b = %v, %c = %w) */
static bool read_dimension(struct mlirbc_parser *parser, const struct dimension *dimension, struct launch *out)
{
	struct up__names ids;
	struct up__assigned sizes;
	if (!mlirbc_parser_expect(parser, dimension->word) || !up__read_names(parser, "(", &ids, ")") ||
		!mlirbc_parser_expect(parser, "in") || !up__read_assigned(parser, &sizes))
		return false;
	if (ids.count != 3 || sizes.operands.count != 3)
		return mlirbc_parser_error(parser, "expected 3 identifiers and 3 sizes");
	memcpy(out->arguments + dimension->ids, ids.data, 3 * sizeof *ids.data);
	memcpy(out->arguments + dimension->sizes, sizes.arguments.data, 3 * sizeof *ids.data);
	memcpy(out->operands + dimension->operands, sizes.operands.data, 3 * sizeof *ids.data);
	return true;
}

static bool read_symbol(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *word)
{
	const struct mlirbc_attr *symbol;
	return !mlirbc_parser_try(parser, word) ||
	       (mlirbc_parser_expect(parser, "(") && mlirbc_parser_symbol(parser, &symbol) &&
		       mlirbc_parser_expect(parser, ")") && mlirbc_parser_add_attr(parser, op, word, symbol));
}

static const struct mlirbc_type *token_type(struct mlirbc_parser *parser)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT };
	type.u.dialect.dialect = mlirbc_string_get(context, "gpu", 3);
	type.u.dialect.text = mlirbc_string_get(context, "async.token", 11);
	return type.u.dialect.dialect && type.u.dialect.text ? mlirbc_type_get(context, &type) : NULL;
}

static bool read_launch(struct mlirbc_parser *parser, struct mlirbc_op_state *op, struct launch *out)
{
	memset(out, 0, sizeof *out);
	out->async = mlirbc_parser_try(parser, "async");
	if (mlirbc_parser_at(parser, "[") && !up__read_names(parser, "[", &out->dependencies, "]"))
		return false;
	out->clusters = mlirbc_parser_at(parser, "clusters");
	for (int i = out->clusters ? 0 : 1; i < 3; i++) {
		if (!read_dimension(parser, &dimensions[i], out))
			return false;
	}
	out->has_memory = mlirbc_parser_try(parser, "dynamic_shared_memory_size");
	return (!out->has_memory || mlirbc_parser_operand(parser, &out->memory)) && read_symbol(parser, op, "module") &&
	       read_symbol(parser, op, "function") && read_attributions(parser, "workgroup", &out->shared) &&
	       read_attributions(parser, "private", &out->own);
}

static bool add_launch_operands(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct launch *launch)
{
	const struct mlirbc_type *index = mlirbc_type_index(mlirbc_parser_context(parser)), *token = token_type(parser);
	struct up__names sizes = { (struct mlirbc_unresolved *)(uintptr_t)launch->operands, launch->clusters ? 9 : 6 },
			 memory = { (struct mlirbc_unresolved *)(uintptr_t)&launch->memory, launch->has_memory };
	int32_t groups[11] = { (int32_t)launch->dependencies.count, 1, 1, 1, 1, 1, 1 };
	for (int i = 7; i < 10; i++)
		groups[i] = launch->clusters;
	groups[10] = launch->has_memory;
	return up__add_same(parser, op, &launch->dependencies, token) && up__add_same(parser, op, &sizes, index) &&
	       up__add_same(parser, op, &memory, up__integer(parser, 32)) &&
	       mlirbc_parser_add_segments(parser, op, "operandSegmentSizes", groups, 11) &&
	       (!launch->async || mlirbc_parser_add_result(parser, op, token));
}

static bool parse_launch(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct launch launch;
	(void)name;
	if (!read_launch(parser, op, &launch) || !add_launch_operands(parser, op, &launch) ||
		!up__add_named(parser, op, WORKGROUP, number_attr(parser, launch.shared.count)))
		return false;
	size_t ids = launch.clusters ? WITH_CLUSTERS : IDENTIFIERS, extra = launch.shared.count + launch.own.count;
	struct mlirbc_unresolved_argument *all = mlirbc_parser_scratch(parser, (ids + extra) * sizeof *all),
					  *more = join(parser, &launch.shared, &launch.own);
	if (!all || !more)
		return false;
	memset(all, 0, ids * sizeof *all);
	for (size_t i = 0; i < ids; i++) {
		all[i].name = launch.arguments[i];
		all[i].type = mlirbc_type_index(mlirbc_parser_context(parser));
	}
	memcpy(all + ids, more, extra * sizeof *all);
	return mlirbc_parser_add_region_of(parser, op, all, ids + extra, false) && mlirbc_parser_attr_dict(parser, op, false);
}

static bool launch_fits(const struct mlirbc_op *op)
{
	uint32_t at[12];
	const struct mlirbc_block *body = up__entry(op, 0);
	if (!body || !up__segments(op, at, 11) || op->result_count > 1)
		return false;
	bool clusters = at[10] - at[7] == 3;
	uint32_t ids = clusters ? WITH_CLUSTERS : IDENTIFIERS;
	return at[7] - at[1] == 6 && (clusters || at[10] == at[7]) && at[11] - at[10] <= 1 && body->argument_count >= ids &&
	       workgroups(op) <= body->argument_count - ids;
}

static void print_dimension(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct dimension *dimension, uint32_t from)
{
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_text(printer, dimension->word);
	mlirbc_printer_text(printer, "(");
	up__print_arguments(printer, up__entry(op, 0), dimension->ids, 3);
	mlirbc_printer_text(printer, ") in ");
	up__print_assigned(printer, op, up__entry(op, 0), dimension->sizes, from + dimension->operands, 3);
}

static void print_symbol(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *name, const char *open)
{
	const struct mlirbc_attr *symbol = up__property(op, name);
	if (!symbol)
		return;
	mlirbc_printer_text(printer, open);
	mlirbc_printer_attr(printer, symbol);
	mlirbc_printer_text(printer, ")");
}

static void print_dependencies(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t count)
{
	mlirbc_printer_text(printer, op->result_count ? " async" : "");
	mlirbc_printer_text(printer, count ? " [" : "");
	mlirbc_printer_operands(printer, op, 0, count);
	mlirbc_printer_text(printer, count ? "]" : "");
}

static bool print_launch(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	uint32_t at[12] = { 0 };
	if (step) {
		mlirbc_printer_attr_dict(printer, op, "workgroup_attributions module function ", false);
		return false;
	}
	(void)up__segments(op, at, 11);
	bool clusters = at[10] != at[7];
	uint32_t first = clusters ? WITH_CLUSTERS : IDENTIFIERS, own = first + workgroups(op);
	print_dependencies(printer, op, at[1]);
	for (int i = clusters ? 0 : 1; i < 3; i++)
		print_dimension(printer, op, &dimensions[i], at[1]);
	mlirbc_printer_text(printer, at[11] > at[10] ? " dynamic_shared_memory_size " : "");
	mlirbc_printer_operands(printer, op, at[10], at[11] - at[10]);
	print_symbol(printer, op, "module", " module(");
	print_symbol(printer, op, "function", " function(");
	print_attributions(printer, op, " workgroup(", NULL, first, own);
	print_attributions(printer, op, " private(", NULL, own, up__entry(op, 0)->argument_count);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}

/* ---- gpu.warp_execute_on_lane_0 */

static bool parse_warp(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *size;
	const struct mlirbc_type *const *types;
	struct up__names lane;
	struct up__typed arguments;
	size_t count;
	(void)name;
	return up__read_names(parser, "(", &lane, ")") && mlirbc_parser_expect(parser, "[") &&
	       mlirbc_parser_integer(parser, up__integer(parser, 64), &size) && mlirbc_parser_expect(parser, "]") &&
	       mlirbc_parser_add_attr(parser, op, "warp_size", size) && (lane.count == 1 || mlirbc_parser_error(parser, "expected one operand")) &&
	       up__add_same(parser, op, &lane, mlirbc_type_index(mlirbc_parser_context(parser))) &&
	       up__read_group(parser, "args", &arguments) && up__add_typed(parser, op, &arguments) &&
	       mlirbc_parser_arrow_types(parser, &types, &count) && mlirbc_parser_add_results(parser, op, types, count) &&
	       mlirbc_parser_add_region(parser, op, NULL, NULL, 0, false) &&
	       mlirbc_parser_terminate(parser, op, "gpu.yield") && mlirbc_parser_attr_dict(parser, op, false);
}

static bool warp_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *size = up__property(op, "warp_size");
	return up__entry(op, 0) && size && size->kind == MLIRBC_ATTR_INTEGER && op->operand_count;
}

static bool print_warp(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step) {
		mlirbc_printer_attr_dict(printer, op, "warp_size ", false);
		return false;
	}
	mlirbc_printer_text(printer, "(");
	mlirbc_printer_operands(printer, op, 0, 1);
	mlirbc_printer_text(printer, ")[");
	mlirbc_printer_integer(printer, up__integer_of(up__property(op, "warp_size")));
	mlirbc_printer_text(printer, "]");
	if (op->operand_count > 1)
		up__print_typed(printer, op, " args(", 1, op->operand_count - 1, ")");
	mlirbc_printer_arrow_types(printer, op, true);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .arguments = true, .terminator = op->result_count != 0 };
	return true;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_gpu[] = {
	{ "gpu.func", parse_func, func_fits, print_func, NULL, NULL },
	{ "gpu.launch", parse_launch, launch_fits, print_launch, NULL, NULL },
	{ "gpu.warp_execute_on_lane_0", parse_warp, warp_fits, print_warp, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
