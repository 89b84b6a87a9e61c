/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Directives of `gpu`, `amdgpu`, `async`, `emitc`, `shard`, `spirv` and `sparse_tensor`. */
#include "engine.h"
#include "own_parts.h"
#include "own_parts.h"

#include <mlirbc/build.h>
#include <mlirbc/parse.h>
#include <stdio.h>
#include <string.h>

typedef struct mlirbc_upstream__reading reading_t;
typedef struct mlirbc_upstream__printing printing_t;
typedef const struct mlirbc_upstream__argument *arguments_t;

static void print_slot_types(const printing_t *printing, const struct mlirbc_upstream__group *group)
{
	if (group->result)
		mlirbc_printer_result_types(printing->printer, printing->op, group->from, group->count);
	else
		mlirbc_printer_operand_types(printing->printer, printing->op, group->from, group->count);
}

/* ---- LaunchDimType: the type of all sizes, unless it is index */

static bool parse_dim_type(reading_t *reading, arguments_t arguments, size_t count)
{
	const struct mlirbc_type *type = mlirbc_type_index(mlirbc_parser_context(reading->parser));
	if (mlirbc_parser_try(reading->parser, ":") && !mlirbc_parser_type(reading->parser, &type))
		return false;
	for (size_t i = 0; i < count; i++) {
		const uint8_t slot = arguments[i].index;
		if (!arguments[i].ref && (slot >= reading->row->operand_count || i == 0 || reading->slots[slot].count) &&
			!mlirbc_upstream__set_type(reading, slot, type))
			return false;
	}
	return true;
}

static void print_dim_type(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group group;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[0].index, &group) ||
		mlirbc_upstream__group_type(printing, &group, 0)->kind == MLIRBC_TYPE_INDEX)
		return;
	mlirbc_printer_text(printing->printer, ": ");
	print_slot_types(printing, &group);
}

/* ---- LaunchFuncOperands: args(%a : T, %b : U) */

static bool parse_launch_operands(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_upstream__read *slot = &reading->slots[arguments[0].index];
	size_t room = 0;
	const struct mlirbc_type **types = NULL;
	(void)count;
	if (!mlirbc_parser_try(parser, "args"))
		return true;
	if (!mlirbc_parser_expect(parser, "("))
		return false;
	for (bool more = !mlirbc_parser_at(parser, ")"); more; more = mlirbc_parser_try(parser, ",")) {
		if (slot->count == room) {
			room = 2 * room + 8;
			struct mlirbc_unresolved *names = mlirbc_parser_scratch(parser, room * sizeof *names);
			const struct mlirbc_type **grown = mlirbc_parser_scratch(parser, room * sizeof *grown);
			if (!names || !grown)
				return false;
			if (slot->count) {
				memcpy(names, slot->names, slot->count * sizeof *names);
				memcpy(grown, types, slot->count * sizeof *grown);
			}
			slot->names = names;
			types = grown;
		}
		if (!mlirbc_parser_operand(parser, &slot->names[slot->count]) || !mlirbc_parser_expect(parser, ":") ||
			!mlirbc_parser_type(parser, &types[slot->count]))
			return false;
		slot->count++;
	}
	slot->types = types;
	slot->type_count = slot->count;
	return mlirbc_parser_expect(parser, ")");
}

static void print_launch_operands(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group group;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[0].index, &group) ||
		group.count == 0)
		return;
	mlirbc_printer_text(printing->printer, "args(");
	for (uint32_t i = 0; i < group.count; i++) {
		mlirbc_printer_text(printing->printer, i ? ", " : "");
		mlirbc_printer_operands(printing->printer, printing->op, group.from + i, 1);
		mlirbc_printer_text(printing->printer, " : ");
		mlirbc_printer_operand_types(printing->printer, printing->op, group.from + i, 1);
	}
	mlirbc_printer_text(printing->printer, ")");
}

/* ---- an attribute: AllReduceOperation a word, OffloadingHandler <attribute> */

static bool parse_reduce_word(reading_t *reading, arguments_t arguments, size_t count)
{
	(void)count;
	return !mlirbc_upstream__attr_begins(reading, arguments[0].index) ||
	       mlirbc_upstream__parse_attr(reading, arguments[0].index, false);
}

static void print_reduce_word(printing_t *printing, arguments_t arguments, size_t count)
{
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__attr_in(printing, arguments[0].index))
		return;
	mlirbc_printer_text(printing->printer, " "); /* MLIR prints one with the word */
	mlirbc_upstream__print_words(printing, arguments[0].index);
}

static bool reduce_fits(printing_t *printing, arguments_t arguments, size_t count)
{
	(void)count;
	return mlirbc_upstream__attr_fits(printing, arguments[0].index, false);
}

/* The handler that an operation has which names none. */
static const char HANDLER[] = "select_object";

static bool parse_handler(reading_t *reading, arguments_t arguments, size_t count)
{
	(void)count;
	if (!mlirbc_parser_try(reading->parser, "<"))
		return mlirbc_upstream__set_attr(reading, arguments[0].index,
			up__dialect_attr(mlirbc_parser_context(reading->parser), "gpu", HANDLER));
	return mlirbc_upstream__parse_attr(reading, arguments[0].index, false) &&
	       mlirbc_parser_expect(reading->parser, ">");
}

static bool is_handler(const struct mlirbc_attr *value)
{
	const size_t size = sizeof HANDLER - 1;
	return value->kind == MLIRBC_ATTR_DIALECT && value->u.dialect.text->size == size &&
	       memcmp(value->u.dialect.text->data, HANDLER, size) == 0;
}

static void print_handler(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *value = mlirbc_upstream__attr_in(printing, arguments[0].index);
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !value || is_handler(value))
		return;
	mlirbc_printer_text(printing->printer, "<");
	mlirbc_printer_attr(printing->printer, value);
	mlirbc_printer_text(printing->printer, ">");
}

/* ---- dimensions: 16x16x4 */

enum { MOST_DIMS = 32 };

/* Reads numbers, and '?' for MLIRBC_DYNAMIC, with an x between them. */
static bool parse_dims(struct mlirbc_parser *parser, int64_t *dims, size_t *out_count)
{
	*out_count = 0;
	for (bool more = true; more && *out_count < MOST_DIMS;) {
		const struct mlirbc_string token = mlirbc_parser_token(parser);
		size_t size = 0;
		int64_t value = 0;
		while (size < token.size && token.data[size] >= '0' && token.data[size] <= '9' && value < INT64_MAX / 20)
			value = 10 * value + (token.data[size++] - '0');
		if (size == 0 && !(token.size == 1 && *token.data == '?'))
			return mlirbc_parser_error(parser, "expected a dimension");
		dims[(*out_count)++] = size ? value : MLIRBC_DYNAMIC;
		if (!mlirbc_parser_skip_part(parser, size ? size : 1))
			return false;
		const struct mlirbc_string next = mlirbc_parser_token(parser);
		more = next.size && *next.data == 'x' && (next.size == 1 || (next.data[1] >= '0' && next.data[1] <= '9'));
		if (more && !mlirbc_parser_skip_part(parser, 1))
			return false;
	}
	return true;
}

static bool parse_mnk(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_context *context = mlirbc_parser_context(reading->parser);
	const struct mlirbc_type *type = mlirbc_type_integer(context, 32, MLIRBC_SIGNLESS);
	int64_t dims[MOST_DIMS];
	size_t found;
	if (!type)
		return mlirbc_parser_no_memory(reading->parser);
	if (!parse_dims(reading->parser, dims, &found))
		return false;
	if (found != count)
		return mlirbc_parser_error(reading->parser, "expected %zu dimensions, found %zu", count, found);
	for (size_t i = 0; i < count; i++) {
		if (!mlirbc_upstream__set_attr(reading, arguments[i].index, mlirbc_attr_integer(context, type, (uint64_t)dims[i])))
			return false;
	}
	return true;
}

static void print_mnk(printing_t *printing, arguments_t arguments, size_t count)
{
	for (size_t i = 0; i < count && mlirbc_upstream__is_now(printing); i++) {
		const struct mlirbc_attr *value = mlirbc_upstream__attr_in(printing, arguments[i].index);
		mlirbc_printer_text(printing->printer, i ? "x" : "");
		if (value)
			mlirbc_printer_attr_untyped(printing->printer, value);
	}
}

static bool parse_dimension_list(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_context *context = mlirbc_parser_context(reading->parser);
	const struct mlirbc_type *type = mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS);
	int64_t dims[MOST_DIMS];
	size_t found = 0;
	(void)count;
	if (!type)
		return mlirbc_parser_no_memory(reading->parser);
	return (mlirbc_parser_at(reading->parser, ")") || parse_dims(reading->parser, dims, &found)) &&
	       mlirbc_upstream__set_attr(
		       reading, arguments[0].index, mlirbc_upstream__integers(context, type, dims, found));
}

static void print_dimension_list(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *value = mlirbc_upstream__attr_in(printing, arguments[0].index);
	(void)count;
	for (size_t i = 0; mlirbc_upstream__is_now(printing) && value && i < value->u.dense.count; i++) {
		const int64_t dim = mlirbc_upstream__element(value, i);
		mlirbc_printer_text(printing->printer, i ? "x" : "");
		if (dim == MLIRBC_DYNAMIC)
			mlirbc_printer_text(printing->printer, "?");
		else
			mlirbc_printer_integer(printing->printer, dim);
	}
}

static bool dimension_list_fits(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *value = mlirbc_upstream__attr_in(printing, arguments[0].index);
	(void)count;
	return value && value->kind == MLIRBC_ATTR_DENSE_ARRAY && value->u.dense.count <= MOST_DIMS;
}

/* ---- AwaitResultType: the result of an !async.value<T> is a T */

static bool parse_await_type(reading_t *reading, arguments_t arguments, size_t count)
{
	static const char start[] = "value<";
	const size_t size = sizeof start - 1;
	const struct mlirbc_type *type;
	(void)count;
	if (!mlirbc_parser_type(reading->parser, &type) || !mlirbc_upstream__set_type(reading, arguments[0].index, type))
		return false;
	const struct mlirbc_string *text = type->kind == MLIRBC_TYPE_DIALECT ? type->u.dialect.text : NULL;
	if (!text || text->size <= size || memcmp(text->data, start, size) != 0)
		return true;
	const struct mlirbc_type *inner = mlirbc_upstream__inner_type(
		mlirbc_parser_context(reading->parser), NULL, text->data + size, text->size - size - 1);
	return inner ? mlirbc_upstream__set_type(reading, arguments[1].index, inner)
		     : mlirbc_parser_error(reading->parser, "expected !async.value<type>");
}

static void print_first_type(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group group;
	(void)count;
	if (mlirbc_upstream__is_now(printing) && mlirbc_upstream__group(printing, arguments[0].index, &group))
		print_slot_types(printing, &group);
}

/* ---- EmitC…OpTypeAndInitialValue: T = value */

static bool parse_typed_value(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_context *context = mlirbc_parser_context(reading->parser);
	const struct mlirbc_type *type, *of = NULL;
	const struct mlirbc_attr *value;
	(void)count;
	if (!mlirbc_parser_type(reading->parser, &type) ||
		!mlirbc_upstream__set_attr(reading, arguments[0].index, mlirbc_attr_type(context, type)))
		return false;
	if (!mlirbc_parser_try(reading->parser, "="))
		return true;
	const struct mlirbc_string *text = type->kind == MLIRBC_TYPE_DIALECT ? type->u.dialect.text : NULL;
	if (text && text->size > 7 && text->size < 300 && memcmp(text->data, "array<", 6) == 0) {
		char tensor[320];
		snprintf(tensor, sizeof tensor, "tensor<%.*s", (int)(text->size - 6), text->data + 6);
		of = mlirbc_upstream__type(context, tensor);
	} else if (type->kind == MLIRBC_TYPE_INTEGER || type->kind == MLIRBC_TYPE_FLOAT || type->kind == MLIRBC_TYPE_INDEX) {
		of = type;
	}
	if (!mlirbc_parser_attr(reading->parser, of, &value))
		return false;
	if (value->kind == MLIRBC_ATTR_STRING || value->kind == MLIRBC_ATTR_SYMBOL || value->kind == MLIRBC_ATTR_ARRAY ||
		value->kind == MLIRBC_ATTR_TYPE)
		return UP__FAIL_AT_NAME(
			reading->parser, reading->op, "initial value should be a integer, float, elements or opaque attribute");
	return mlirbc_upstream__set_attr(reading, arguments[1].index, value);
}

static void print_typed_value(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *type = mlirbc_upstream__attr_in(printing, arguments[0].index);
	const struct mlirbc_attr *value = mlirbc_upstream__attr_in(printing, arguments[1].index);
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !type)
		return;
	mlirbc_printer_attr(printing->printer, type);
	if (!value)
		return;
	mlirbc_printer_text(printing->printer, " = ");
	mlirbc_printer_attr_untyped(printing->printer, value);
}

/* ---- ImageOperands: ["Bias|Lod"] */

static bool parse_image(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_context *context = mlirbc_parser_context(reading->parser);
	const struct mlirbc_attr *words, *value;
	char text[200];
	(void)count;
	if (!mlirbc_parser_try(reading->parser, "["))
		return true;
	if (!mlirbc_parser_string(reading->parser, &words))
		return false;
	const struct mlirbc_string *string = words->u.string;
	snprintf(text, sizeof text, "#spirv.image_operands<%.*s>", (int)(string->size < 150 ? string->size : 150), string->data);
	if (memchr(string->data, '<', string->size) ||
		mlirbc_parse_attr(context, text, strlen(text), &value, NULL) != MLIRBC_OK)
		return mlirbc_parser_error(reading->parser, "expected image operands");
	return mlirbc_upstream__set_attr(reading, arguments[0].index, value) && mlirbc_parser_expect(reading->parser, "]");
}

static void print_image(printing_t *printing, arguments_t arguments, size_t count)
{
	static const char start[] = "image_operands<";
	const size_t size = sizeof start - 1;
	const struct mlirbc_attr *value = mlirbc_upstream__attr_in(printing, arguments[0].index);
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !value || value->kind != MLIRBC_ATTR_DIALECT ||
		value->u.dialect.text->size <= size)
		return;
	mlirbc_printer_text(printing->printer, "[\"");
	mlirbc_printer_bytes(printing->printer, value->u.dialect.text->data + size, value->u.dialect.text->size - size - 1);
	mlirbc_printer_text(printing->printer, "\"]");
}

/* ---- LevelRange: 0 to 2; one level: 0 */

static bool parse_levels(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_context *context = mlirbc_parser_context(reading->parser);
	const struct mlirbc_type *type = mlirbc_type_index(context);
	int64_t low, high;
	(void)count;
	if (!mlirbc_parser_int64(reading->parser, &low))
		return false;
	high = low + 1;
	if (mlirbc_parser_try(reading->parser, "to") && !mlirbc_parser_int64(reading->parser, &high))
		return false;
	if (!type)
		return mlirbc_parser_no_memory(reading->parser);
	return mlirbc_upstream__set_attr(reading, arguments[0].index, mlirbc_attr_integer(context, type, (uint64_t)low)) &&
	       mlirbc_upstream__set_attr(reading, arguments[1].index, mlirbc_attr_integer(context, type, (uint64_t)high));
}

static bool levels_fit(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *low = mlirbc_upstream__attr_in(printing, arguments[0].index);
	const struct mlirbc_attr *high = mlirbc_upstream__attr_in(printing, arguments[1].index);
	(void)count;
	return low && high && low->kind == MLIRBC_ATTR_INTEGER && high->kind == MLIRBC_ATTR_INTEGER;
}

static void print_levels(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *low = mlirbc_upstream__attr_in(printing, arguments[0].index);
	const struct mlirbc_attr *high = mlirbc_upstream__attr_in(printing, arguments[1].index);
	(void)count;
	if (!mlirbc_upstream__is_now(printing))
		return;
	mlirbc_printer_attr_untyped(printing->printer, low);
	if (low->u.number.words[0] + 1 == high->u.number.words[0])
		return;
	mlirbc_printer_text(printing->printer, " to ");
	mlirbc_printer_attr_untyped(printing->printer, high);
}

const struct mlirbc_upstream__directive mlirbc_upstream__gpu_directives[] = {
	{ "LaunchDimType", parse_dim_type, print_dim_type, NULL, NULL },
	{ "LaunchFuncOperands", parse_launch_operands, print_launch_operands, NULL, NULL },
	{ "AllReduceOperation", parse_reduce_word, print_reduce_word, reduce_fits, NULL },
	{ "OffloadingHandler", parse_handler, print_handler, NULL, NULL },
	{ "MNKDimensionList", parse_mnk, print_mnk, NULL, NULL },
	{ "DimensionList", parse_dimension_list, print_dimension_list, dimension_list_fits, NULL },
	{ "AwaitResultType", parse_await_type, print_first_type, NULL, NULL },
	{ "EmitCGlobalOpTypeAndInitialValue", parse_typed_value, print_typed_value, NULL, NULL },
	{ "EmitCFieldOpTypeAndInitialValue", parse_typed_value, print_typed_value, NULL, NULL },
	{ "ImageOperands", parse_image, print_image, NULL, NULL },
	{ "LevelRange", parse_levels, print_levels, levels_fit, NULL },
	{ NULL, NULL, NULL, NULL, NULL },
};
