/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom forms of structured control flow. */
#include "text/parse/parse_form.h"

static const char YIELD[] = "scf.yield", IN_PARALLEL[] = "scf.forall.in_parallel", REDUCE[] = "scf.reduce";

static enum mlirbc__read whole(bool good) { return good ? READ_WHOLE : READ_FAILED; }

static enum mlirbc__read region_if(
	bool good, struct mlirbc_parser *parser, struct mlirbc_op_state *op, mlirbc__read_fn resume, size_t arguments)
{
	if (!good)
		return READ_FAILED;
	mlirbc__read_region(parser, op, resume);
	op->arguments = arguments;
	return READ_REGION;
}

static bool expect(struct mlirbc_parser *parser, const char *word)
{
	return word[0] == '=' ? mlirbc_parser_expect(parser, word) : mlirbc__expect_keyword(parser, word);
}

/* ---- lists */

struct names {
	struct mlirbc_unresolved *data;
	size_t count;
};

static bool read_names(struct mlirbc_parser *parser, struct names *out)
{
	return mlirbc_parser_expect(parser, "(") && mlirbc_parser_operands(parser, &out->data, &out->count) &&
	       mlirbc_parser_expect(parser, ")");
}

static bool add_argument(
	struct mlirbc_parser *parser, const struct mlirbc_unresolved *name, const struct mlirbc_type *type)
{
	return mlirbc__push_argument(parser, (struct mlirbc_unresolved_argument){ .name = *name, .type = type });
}

static bool add_arguments(struct mlirbc_parser *parser, const struct names *names, const struct mlirbc_type *type)
{
	for (size_t i = 0; i < names->count; i++) {
		if (!add_argument(parser, &names->data[i], type))
			return false;
	}
	return true;
}

static bool add_operands(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct names *names,
	const struct mlirbc_type *type)
{
	for (size_t i = 0; i < names->count; i++) {
		if (!mlirbc_parser_add_operand(parser, op, &names->data[i], type))
			return false;
	}
	return true;
}

/* (%argument = %operand, ...) */
struct assignments {
	struct names arguments, operands;
};

static bool read_assignments(struct mlirbc_parser *parser, struct assignments *out)
{
	size_t from = parser->unresolved.count, count = 0;
	const struct mlirbc_unresolved *pairs;
	if (!mlirbc_parser_expect(parser, "("))
		return false;
	while (parser->token.kind != ')') {
		if (count && !mlirbc_parser_expect(parser, ","))
			return false;
		for (int i = 0; i < 2; i++, count++) {
			struct mlirbc_unresolved name, *slot;
			if ((i && !mlirbc_parser_expect(parser, "=")) || !mlirbc__parse_operand(parser, &name) ||
				!(slot = mlirbc__push(parser, &parser->unresolved, sizeof *slot)))
				return false;
			*slot = name;
		}
	}
	mlirbc__advance(parser);
	struct mlirbc_unresolved *sorted = mlirbc__scratch(parser, count * sizeof *sorted);
	if (!sorted)
		return mlirbc__no_memory(parser);
	pairs = (const void *)(parser->unresolved.data + from);
	for (size_t i = 0; i < count; i++)
		sorted[i / 2 + (i % 2 ? count / 2 : 0)] = pairs[i];
	parser->unresolved.count = from;
	*out = (struct assignments){ { sorted, count / 2 }, { sorted + count / 2, count / 2 } };
	return true;
}

static bool add_typed_arguments(
	struct mlirbc_parser *parser, const struct names *names, const struct mlirbc_type *const *types)
{
	for (size_t i = 0; i < names->count; i++) {
		if (!add_argument(parser, &names->data[i], types[i]))
			return false;
	}
	return true;
}

/* Optional `word(%argument = %operand, ...) -> (types)`; the types are those of the results. */
static bool read_carried(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *word,
	struct assignments *out, const struct mlirbc_type *const **types)
{
	size_t count = 0;
	*out = (struct assignments){ { NULL, 0 }, { NULL, 0 } };
	if (mlirbc_parser_try(parser, word)) {
		if (!read_assignments(parser, out))
			return false;
		if (parser->token.kind != TOKEN_ARROW)
			return mlirbc_parser_expect(parser, "->");
		if (!mlirbc__arrow_types(parser, types, &count))
			return false;
	}
	if (count != out->operands.count)
		return mlirbc__error_at(parser, &op->token,
			"mismatch in number of loop-carried values and defined values: %zu and %zu",
			out->operands.count, count);
	return mlirbc_parser_add_results(parser, op, *types, count);
}

/* ---- operands that are resolved after the regions */

/* Operands that are resolved when the names of the regions are out of scope, as in MLIR: if resolved earlier, an
 * operand would be a forward reference, which a definition in a region then matches. In scratch memory, at op->form. */
struct late_operands {
	struct names bounds;
	const struct mlirbc_type *bound_type;
	struct names others;
	const struct mlirbc_type *const *types; /* of the others */
	size_t type_count;
	size_t cases; /* scf.index_switch: start of its cases on parser->dims */
};

static bool keep_late(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct late_operands *late)
{
	struct late_operands *kept = op->form = mlirbc__scratch(parser, sizeof *kept);
	if (!kept)
		return mlirbc__no_memory(parser);
	*kept = *late;
	return true;
}

static bool same_count(struct mlirbc_parser *parser, const struct mlirbc__token *place, size_t operands, size_t types)
{
	return operands == types ||
	       mlirbc__error_at(parser, place,
		       "number of operands and types do not match: got %zu operands and %zu types", operands, types);
}

static bool add_late(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct late_operands *late = op->form;
	return add_operands(parser, op, &late->bounds, late->bound_type) &&
	       mlirbc_parser_add_operands(
		       parser, op, late->others.data, late->others.count, late->types, late->type_count);
}

/* ---- scf.if */

static enum mlirbc__read behind_else(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	return whole(mlirbc__end_region(parser, op, YIELD) && mlirbc_parser_attr_dict(parser, op, false));
}

static enum mlirbc__read behind_then(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	if (!mlirbc__end_region(parser, op, YIELD))
		return READ_FAILED;
	if (mlirbc_parser_try(parser, "else"))
		return mlirbc__read_region(parser, op, behind_else);
	return whole(mlirbc__empty_region(parser) && mlirbc_parser_attr_dict(parser, op, false));
}

enum mlirbc__read mlirbc__read_if(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved condition;
	const struct mlirbc_type *const *types = NULL, *bit = mlirbc_type_integer(parser->context, 1, MLIRBC_SIGNLESS);
	size_t count, arguments = parser->arguments.count;
	bool good = mlirbc_parser_operand(parser, &condition) &&
		    (bit ? mlirbc_parser_add_operand(parser, op, &condition, bit) : mlirbc__no_memory(parser)) &&
		    mlirbc__arrow_types(parser, &types, &count) && mlirbc_parser_add_results(parser, op, types, count);
	return region_if(good, parser, op, behind_then, arguments);
}

/* ---- scf.for */

static enum mlirbc__read behind_for(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	return whole(mlirbc__end_region(parser, op, YIELD) && add_late(parser, op) &&
		     mlirbc_parser_attr_dict(parser, op, false));
}

enum mlirbc__read mlirbc__read_for(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	static const char *const words[] = { "=", "to", "step" };
	struct mlirbc_unresolved variable, *bounds = mlirbc__scratch(parser, 3 * sizeof *bounds);
	struct assignments carried;
	const struct mlirbc_type *const *types = NULL, *type = mlirbc_type_index(parser->context);
	size_t arguments = parser->arguments.count;
	bool good = (bounds || mlirbc__no_memory(parser)) &&
		    (!mlirbc_parser_try(parser, "unsigned") ||
			    mlirbc_parser_add_attr(parser, op, "unsignedCmp", mlirbc_attr_unit(parser->context))) &&
		    mlirbc_parser_operand(parser, &variable);
	for (int i = 0; i < 3 && good; i++)
		good = expect(parser, words[i]) && mlirbc_parser_operand(parser, &bounds[i]);
	good = good && read_carried(parser, op, "iter_args", &carried, &types) &&
	       (!mlirbc__take(parser, ':') || mlirbc_parser_type(parser, &type)) &&
	       add_argument(parser, &variable, type) && add_typed_arguments(parser, &carried.arguments, types);
	if (good) {
		const struct late_operands late = { .bounds = { bounds, 3 },
			.bound_type = type,
			.others = carried.operands,
			.types = types,
			.type_count = carried.operands.count };
		good = keep_late(parser, op, &late);
	}
	return region_if(good, parser, op, behind_for, arguments);
}

/* ---- scf.while */

static enum mlirbc__read behind_after(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	return whole(mlirbc__end_region(parser, op, "") && mlirbc_parser_attr_dict(parser, op, true));
}

static enum mlirbc__read behind_before(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	return mlirbc__end_region(parser, op, "") && mlirbc__expect_keyword(parser, "do")
		       ? mlirbc__read_region(parser, op, behind_after)
		       : READ_FAILED;
}

enum mlirbc__read mlirbc__read_while(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct assignments carried = { { NULL, 0 }, { NULL, 0 } };
	const struct mlirbc_type *type;
	size_t arguments = parser->arguments.count;
	bool good = parser->token.kind != '(' || read_assignments(parser, &carried);
	struct mlirbc__token place = parser->token;
	good = good && mlirbc_parser_expect(parser, ":") && mlirbc_parser_function_type(parser, &type);
	if (good && type->u.function.inputs.count != carried.operands.count)
		good = mlirbc__error_at(parser, &place, "expected as many input types as operands (expected %zu got %zu)",
			carried.operands.count, type->u.function.inputs.count);
	good = good && add_typed_arguments(parser, &carried.arguments, type->u.function.inputs.data) &&
	       mlirbc_parser_add_operands(parser, op, carried.operands.data, carried.operands.count,
		       type->u.function.inputs.data, carried.operands.count) &&
	       mlirbc_parser_add_results(parser, op, type->u.function.results.data, type->u.function.results.count);
	return region_if(good, parser, op, behind_before, arguments);
}

/* ---- scf.parallel, scf.reduce */

static enum mlirbc__read behind_parallel(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	return whole(mlirbc__end_region(parser, op, REDUCE) && mlirbc_parser_attr_dict(parser, op, false) &&
		     add_late(parser, op));
}

/* The bounds, and the sizes of all four groups of operands as an attribute. */
static bool add_bounds(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct names groups[4])
{
	const struct mlirbc_type *index = mlirbc_type_index(parser->context);
	int32_t sizes[4];
	for (size_t i = 0; i < 4; i++) {
		sizes[i] = (int32_t)groups[i].count;
		if (i < 3 && !add_operands(parser, op, &groups[i], index))
			return false;
	}
	return mlirbc__add_segments(parser, op, sizes, 4);
}

enum mlirbc__read mlirbc__read_parallel(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	static const char *const words[] = { "=", "to", "step" };
	struct names variables, groups[4] = { { NULL, 0 } };
	const struct mlirbc_type *const *types = NULL;
	size_t count, arguments = parser->arguments.count;
	bool good = read_names(parser, &variables);
	for (int i = 0; i < 3 && good; i++) {
		good = expect(parser, words[i]);
		struct mlirbc__token place = parser->token;
		good = good && read_names(parser, &groups[i]);
		if (good && groups[i].count != variables.count)
			good = mlirbc__error_at(parser, &place, "expected %zu operands, found %zu", variables.count,
				groups[i].count);
	}
	good = good && (!mlirbc_parser_try(parser, "init") || read_names(parser, &groups[3])) &&
	       mlirbc__arrow_types(parser, &types, &count) && same_count(parser, &op->token, groups[3].count, count) &&
	       add_bounds(parser, op, groups) && mlirbc_parser_add_results(parser, op, types, count) &&
	       add_arguments(parser, &variables, mlirbc_type_index(parser->context));
	if (good) {
		const struct late_operands late = { .others = groups[3], .types = types, .type_count = count };
		good = keep_late(parser, op, &late);
	}
	return region_if(good, parser, op, behind_parallel, arguments);
}

static enum mlirbc__read behind_reduction(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	if (!mlirbc__end_region(parser, op, ""))
		return READ_FAILED;
	if (mlirbc__take(parser, ','))
		return mlirbc__read_region(parser, op, behind_reduction);
	return whole(mlirbc_parser_attr_dict(parser, op, false) && add_late(parser, op));
}

enum mlirbc__read mlirbc__read_reduce(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct late_operands late = { .types = NULL };
	bool listed = mlirbc__take(parser, '(');
	struct mlirbc__token place = parser->token;
	if (listed && (!mlirbc_parser_operands(parser, &late.others.data, &late.others.count) ||
			      !mlirbc_parser_expect(parser, ":") ||
			      !mlirbc_parser_types(parser, &late.types, &late.type_count) ||
			      !mlirbc_parser_expect(parser, ")")))
		return READ_FAILED;
	if (!same_count(parser, &place, late.others.count, late.type_count) || !keep_late(parser, op, &late))
		return READ_FAILED;
	return parser->token.kind == '{' ? mlirbc__read_region(parser, op, behind_reduction)
					 : whole(mlirbc_parser_attr_dict(parser, op, false) && add_late(parser, op));
}

/* ---- scf.forall */

static enum mlirbc__read behind_forall(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	return whole(mlirbc__end_region(parser, op, IN_PARALLEL) && mlirbc_parser_attr_dict(parser, op, false));
}

/* An attribute with `count` equal numbers. */
static bool add_equal(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, size_t count,
	int64_t value)
{
	size_t from = parser->dims.count;
	for (size_t i = 0; i < count; i++) {
		int64_t *slot = mlirbc__push(parser, &parser->dims, sizeof *slot);
		if (!slot)
			return false;
		*slot = value;
	}
	return mlirbc_parser_add_attr(parser, op, name, mlirbc__take_integers(parser, from, 64));
}

static bool read_bounds(struct mlirbc_parser *parser, struct mlirbc_op_state *op, size_t rank, struct names groups[4])
{
	static const char *const words[] = { "=", "to", "step" };
	static const char *const names[] = { "staticLowerBound", "staticUpperBound", "staticStep" };
	if (mlirbc_parser_try(parser, "in"))
		return mlirbc__index_list(parser, op, "()", names[1], strlen(names[1]), &groups[1].data,
			       &groups[1].count) &&
		       add_equal(parser, op, names[0], rank, 0) && add_equal(parser, op, names[2], rank, 1);
	for (int i = 0; i < 3; i++) {
		if (!expect(parser, words[i]) ||
			!mlirbc__index_list(parser, op, "()", names[i], strlen(names[i]), &groups[i].data,
				&groups[i].count))
			return false;
	}
	return true;
}

enum mlirbc__read mlirbc__read_forall(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct names variables, groups[4] = { { NULL, 0 } };
	struct assignments shared;
	const struct mlirbc_type *const *types = NULL;
	size_t arguments = parser->arguments.count;
	bool good = read_names(parser, &variables) && read_bounds(parser, op, variables.count, groups) &&
		    read_carried(parser, op, "shared_outs", &shared, &types);
	if (good)
		groups[3] = shared.operands;
	good = good && add_bounds(parser, op, groups) &&
	       mlirbc_parser_add_operands(parser, op, groups[3].data, groups[3].count, types, groups[3].count) &&
	       add_arguments(parser, &variables, mlirbc_type_index(parser->context)) &&
	       add_typed_arguments(parser, &shared.arguments, types);
	return region_if(good, parser, op, behind_forall, arguments);
}

/* ---- scf.index_switch; emitc.switch, which has a type and no results */

/* The default is the first region and the last in the text. */
static const char *yield_of(const struct mlirbc_op_state *op)
{
	return *op->name->data == 'e' ? "emitc.yield" : YIELD;
}

static enum mlirbc__read behind_default(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct mlirbc_region **regions = (void *)(parser->regions.data + op->regions);
	size_t count = MLIRBC__COUNT(parser->regions, op->regions, struct mlirbc_region *);
	if (!mlirbc__end_region(parser, op, yield_of(op)))
		return READ_FAILED;
	struct mlirbc_region *last = regions[count - 1];
	memmove(regions + 1, regions, (count - 1) * sizeof *regions);
	regions[0] = last;
	return whole(add_late(parser, op));
}

static enum mlirbc__read read_case(struct mlirbc_parser *parser, struct mlirbc_op_state *op);

static enum mlirbc__read behind_case(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	return mlirbc__end_region(parser, op, yield_of(op)) ? read_case(parser, op) : READ_FAILED;
}

static enum mlirbc__read read_case(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct late_operands *late = op->form;
	int64_t value, *slot;
	if (mlirbc_parser_try(parser, "case")) {
		if (!mlirbc__read_integer(parser, &value) ||
			!(slot = mlirbc__push(parser, &parser->dims, sizeof *slot)))
			return READ_FAILED;
		*slot = value;
		return mlirbc__read_region(parser, op, behind_case);
	}
	if (!mlirbc_parser_add_attr(parser, op, "cases", mlirbc__take_integers(parser, late->cases, 64)) ||
		!mlirbc__expect_keyword(parser, "default"))
		return READ_FAILED;
	return mlirbc__read_region(parser, op, behind_default);
}

enum mlirbc__read mlirbc__read_index_switch(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *const *types = NULL;
	size_t count = 0;
	struct late_operands late = { .bound_type = mlirbc_type_index(parser->context), .cases = parser->dims.count };
	late.bounds = (struct names){ mlirbc__scratch(parser, sizeof *late.bounds.data), 1 };
	if (!late.bounds.data) {
		mlirbc__no_memory(parser);
		return READ_FAILED;
	}
	if (!mlirbc_parser_operand(parser, late.bounds.data) ||
		(*op->name->data == 'e' &&
			(!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_type(parser, &late.bound_type))) ||
		!mlirbc_parser_attr_dict(parser, op, false) ||
		(*op->name->data == 's' && mlirbc__take(parser, TOKEN_ARROW) &&
			!mlirbc_parser_types(parser, &types, &count)) ||
		!mlirbc_parser_add_results(parser, op, types, count) || !keep_late(parser, op, &late))
		return READ_FAILED;
	return read_case(parser, op);
}
