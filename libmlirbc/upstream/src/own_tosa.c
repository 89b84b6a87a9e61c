/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations of `tosa`: those whose enumerations are bare words in the dictionary, and control flow. */
#include "own.h"
#include "own_func.h"

/* ---- %x, %y {axis = 1 : i32, nan_mode = IGNORE} : (T, U) -> V */

/* Attributes that are words; the first word is not printed if it is the default. */
static const struct word_attr {
	const char *name, *mnemonic, *text, *words;
	const char *hidden;
} word_attrs[] = {
	{ "block_size", "block_size", "#tosa.block_size<%>", "BLOCK_SIZE_32", "" },
	{ "mode", "resize_mode", "#tosa.resize_mode<%>", "NEAREST_NEIGHBOR BILINEAR", "" },
	{ "nan_mode", "nan_mode", "#tosa.nan_mode<%>", "PROPAGATE IGNORE", "PROPAGATE" },
	{ "rounding_mode", "rounding_mode", "#tosa.rounding_mode<%>", "SINGLE_ROUND INEXACT_ROUND DOUBLE_ROUND", "" },
};

static const struct word_attr *find_word_attr(const struct mlirbc_string *name)
{
	for (size_t i = 0; i < sizeof word_attrs / sizeof *word_attrs; i++) {
		if (strlen(word_attrs[i].name) == name->size && memcmp(word_attrs[i].name, name->data, name->size) == 0)
			return &word_attrs[i];
	}
	return NULL;
}

static bool read_entry(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	struct mlirbc_string word;
	const struct mlirbc_attr *value, *text;
	if (mlirbc_parser_at_string(parser)) {
		if (!mlirbc_parser_string(parser, &text))
			return false;
		word = *text->u.string;
	} else if (!mlirbc_parser_word(parser, &word)) {
		return false;
	}
	const struct mlirbc_string *name = mlirbc_string_get(context, word.data, word.size);
	const struct word_attr *known = name ? find_word_attr(name) : NULL;
	if (!name)
		return mlirbc_parser_no_memory(parser);
	if (!mlirbc_parser_try(parser, "="))
		return mlirbc_parser_add_named(parser, op, name, mlirbc_attr_unit(context));
	int found = known ? up__try_word(parser, known->words) : -1;
	if (found < 0)
		return mlirbc_parser_attr(parser, NULL, &value) && mlirbc_parser_add_named(parser, op, name, value);
	word = up__word_at(known->words, found);
	value = up__attr_of(parser, known->text, &word);
	return value ? mlirbc_parser_add_named(parser, op, name, value) : mlirbc_parser_no_memory(parser);
}

static bool read_entries(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	if (!mlirbc_parser_try(parser, "{"))
		return true;
	bool more = !mlirbc_parser_at(parser, "}");
	for (; more; more = mlirbc_parser_try(parser, ",")) {
		if (!read_entry(parser, op))
			return false;
	}
	return mlirbc_parser_expect(parser, "}");
}

static bool parse_plain(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct up__names operands;
	const struct mlirbc_type *type;
	(void)name;
	if (!mlirbc_parser_operands(parser, &operands.data, &operands.count) || !read_entries(parser, op) ||
		!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_function_type(parser, &type))
		return false;
	return mlirbc_parser_add_operands(parser, op, operands.data, operands.count, type->u.function.inputs.data,
		       type->u.function.inputs.count) &&
	       mlirbc_parser_add_results(parser, op, type->u.function.results.data, type->u.function.results.count);
}

static bool plain_fits(const struct mlirbc_op *op) { return op->region_count == 0; }

/* The word of an attribute; size 0 if it is not one of the known words. */
static struct mlirbc_string word_of(const struct word_attr *known, const struct mlirbc_attr *value)
{
	const struct mlirbc_string word = up__inside(value, known->mnemonic);
	for (int i = 0;; i++) {
		const struct mlirbc_string other = up__word_at(known->words, i);
		if (other.size == 0 || (other.size == word.size && memcmp(other.data, word.data, word.size) == 0))
			return other;
	}
}

static void print_entry(struct mlirbc_printer *printer, const struct mlirbc_named_attr *entry, bool *any)
{
	const struct word_attr *known = find_word_attr(entry->name);
	const struct mlirbc_string word = known ? word_of(known, entry->value) : (struct mlirbc_string){ "", 0 };
	if (word.size && word.size == strlen(known->hidden) && memcmp(word.data, known->hidden, word.size) == 0)
		return;
	mlirbc_printer_text(printer, *any ? ", " : " {");
	*any = true;
	mlirbc_printer_bytes(printer, entry->name->data, entry->name->size);
	if (entry->value->kind == MLIRBC_ATTR_UNIT)
		return;
	mlirbc_printer_text(printer, " = ");
	if (word.size)
		mlirbc_printer_bytes(printer, word.data, word.size);
	else
		mlirbc_printer_attr(printer, entry->value);
}

static int compare(const struct mlirbc_string *a, const struct mlirbc_string *b)
{
	size_t size = a->size < b->size ? a->size : b->size;
	int order = memcmp(a->data, b->data, size);
	return order ? order : (a->size > b->size) - (a->size < b->size);
}

/* Inherent and discardable attributes in one order. */
static void print_entries(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *a = mlirbc_op_properties(op), *b = mlirbc_op_attributes(op);
	size_t i = 0, a_count = a ? a->u.dictionary.count : 0, j = 0, b_count = b ? b->u.dictionary.count : 0;
	bool any = false;
	while (i < a_count || j < b_count) {
		bool first = j == b_count || (i < a_count && compare(a->u.dictionary.data[i].name,
								     b->u.dictionary.data[j].name) < 0);
		print_entry(printer, first ? &a->u.dictionary.data[i++] : &b->u.dictionary.data[j++], &any);
	}
	mlirbc_printer_text(printer, any ? "}" : "");
}

static bool print_plain(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, op->operand_count ? " " : "");
	mlirbc_printer_operands(printer, op, 0, op->operand_count);
	print_entries(printer, op);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_function_type(printer, op);
	return false;
}

/* ---- tosa.cond_if, tosa.while_loop */

static bool add_function(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct up__names *operands,
	const struct mlirbc_type *type)
{
	return mlirbc_parser_add_operands(parser, op, operands->data, operands->count, type->u.function.inputs.data,
		       type->u.function.inputs.count) &&
	       mlirbc_parser_add_results(parser, op, type->u.function.results.data, type->u.function.results.count);
}

static bool parse_if(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved condition;
	struct up__assigned inputs = { .arguments = { NULL, 0 } };
	const struct mlirbc_type *type, *const *types;
	size_t count;
	(void)name;
	if (!mlirbc_parser_operand(parser, &condition))
		return false;
	bool assigned = mlirbc_parser_at(parser, "(");
	if ((assigned && !up__read_assigned(parser, &inputs)) || !mlirbc_parser_expect(parser, ":") ||
		!mlirbc_parser_type(parser, &type) || !mlirbc_parser_add_operand(parser, op, &condition, type))
		return false;
	if (assigned ? !mlirbc_parser_function_type(parser, &type) || !add_function(parser, op, &inputs.operands, type)
		     : !mlirbc_parser_arrow_types(parser, &types, &count) ||
			       !mlirbc_parser_add_results(parser, op, types, count))
		return false;
	if (!mlirbc_parser_add_region(parser, op, NULL, NULL, 0, false))
		return false;
	if (mlirbc_parser_try(parser, "else") ? !mlirbc_parser_add_region(parser, op, NULL, NULL, 0, false)
					      : !mlirbc_parser_add_empty_region(parser, op))
		return false;
	return mlirbc_parser_attr_dict(parser, op, false);
}

static bool if_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_block *then = up__entry(op, 0);
	return op->region_count == 2 && then && op->operand_count && then->argument_count >= op->operand_count - 1;
}

static void print_function_from(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t from)
{
	mlirbc_printer_text(printer, "(");
	mlirbc_printer_operand_types(printer, op, from, op->operand_count - from);
	mlirbc_printer_text(printer, ")");
	mlirbc_printer_arrow_types(printer, op, false);
	mlirbc_printer_text(printer, op->result_count ? "" : " -> ()");
}

static bool print_if(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step == 2 || (step == 1 && !up__entry(op, 1))) {
		mlirbc_printer_attr_dict(printer, op, "", false);
		return false;
	}
	if (step == 0) {
		mlirbc_printer_text(printer, " ");
		mlirbc_printer_operands(printer, op, 0, 1);
		if (op->operand_count > 1) {
			mlirbc_printer_text(printer, " ");
			up__print_assigned(printer, op, up__entry(op, 0), 0, 1, op->operand_count - 1);
		}
		mlirbc_printer_text(printer, " : ");
		mlirbc_printer_operand_types(printer, op, 0, 1);
		if (op->operand_count > 1) {
			mlirbc_printer_text(printer, " ");
			print_function_from(printer, op, 1);
		} else {
			mlirbc_printer_arrow_types(printer, op, false);
		}
	}
	mlirbc_printer_text(printer, step ? " else " : " ");
	*out = (struct mlirbc_region_form){ .index = step, .arguments = true, .terminator = true };
	return true;
}

static bool parse_while(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct up__assigned inputs;
	const struct mlirbc_type *type;
	(void)name;
	if (!up__read_assigned(parser, &inputs) || !mlirbc_parser_expect(parser, ":") ||
		!mlirbc_parser_function_type(parser, &type) || !add_function(parser, op, &inputs.operands, type))
		return false;
	return mlirbc_parser_add_region(parser, op, inputs.arguments.data, type->u.function.inputs.data,
		       inputs.arguments.count, false) &&
	       mlirbc_parser_expect(parser, "do") && mlirbc_parser_add_region(parser, op, NULL, NULL, 0, false) &&
	       mlirbc_parser_attr_dict(parser, op, true);
}

static bool while_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_block *condition = up__entry(op, 0);
	return op->region_count == 2 && condition && up__entry(op, 1) && condition->argument_count == op->operand_count;
}

static bool print_while(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step == 2) {
		mlirbc_printer_attr_dict(printer, op, "", true);
		return false;
	}
	if (step == 0) {
		mlirbc_printer_text(printer, " ");
		up__print_assigned(printer, op, up__entry(op, 0), 0, 0, op->operand_count);
		mlirbc_printer_text(printer, " : ");
		print_function_from(printer, op, 0);
	}
	mlirbc_printer_text(printer, step ? " do " : " ");
	*out = (struct mlirbc_region_form){ .index = step, .arguments = step == 1, .terminator = true };
	return true;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_tosa[] = {
	{ "tosa.apply_scale", parse_plain, plain_fits, print_plain, NULL, NULL },
	{ "tosa.argmax", parse_plain, plain_fits, print_plain, NULL, NULL },
	{ "tosa.cast_from_block_scaled", parse_plain, plain_fits, print_plain, NULL, NULL },
	{ "tosa.cast_to_block_scaled", parse_plain, plain_fits, print_plain, NULL, NULL },
	{ "tosa.clamp", parse_plain, plain_fits, print_plain, NULL, NULL },
	{ "tosa.cond_if", parse_if, if_fits, print_if, NULL, NULL },
	{ "tosa.matmul_t_block_scaled", parse_plain, plain_fits, print_plain, NULL, NULL },
	{ "tosa.max_pool2d", parse_plain, plain_fits, print_plain, NULL, NULL },
	{ "tosa.maximum", parse_plain, plain_fits, print_plain, NULL, NULL },
	{ "tosa.minimum", parse_plain, plain_fits, print_plain, NULL, NULL },
	{ "tosa.reduce_max", parse_plain, plain_fits, print_plain, NULL, NULL },
	{ "tosa.reduce_min", parse_plain, plain_fits, print_plain, NULL, NULL },
	{ "tosa.rescale", parse_plain, plain_fits, print_plain, NULL, NULL },
	{ "tosa.resize", parse_plain, plain_fits, print_plain, NULL, NULL },
	{ "tosa.while_loop", parse_while, while_fits, print_while, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
