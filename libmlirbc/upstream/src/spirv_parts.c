/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Words, types and attributes of `spirv`. */
#include "own_spirv.h"

#include <mlirbc/parse.h>
#include <mlirbc/print.h>
#include <stdio.h>

const struct mlirbc_attr *up__read_spirv_word(
	struct mlirbc_parser *parser, const char *mnemonic, const struct mlirbc_string **out_word)
{
	const struct mlirbc_attr *text;
	char form[64];
	if (!mlirbc_parser_at_string(parser)) {
		mlirbc_parser_error(parser, "expected a string attribute of %s", mnemonic);
		return NULL;
	}
	if (!mlirbc_parser_string(parser, &text))
		return NULL;
	if (out_word)
		*out_word = text->u.string;
	snprintf(form, sizeof form, "#spirv.%s<%%>", mnemonic);
	const struct mlirbc_attr *made = up__attr_of(parser, form, text->u.string);
	if (!made)
		mlirbc_parser_error(parser, "invalid %s attribute specification", mnemonic);
	return made;
}

void up__print_spirv_word(struct mlirbc_printer *printer, const struct mlirbc_attr *attr, const char *mnemonic)
{
	const struct mlirbc_string word = up__inside(attr, mnemonic);
	mlirbc_printer_text(printer, "\"");
	mlirbc_printer_bytes(printer, word.data, word.size);
	mlirbc_printer_text(printer, "\"");
}

/* ---- types */

const struct mlirbc_type *up__spirv_pointer(
	struct mlirbc_parser *parser, const struct mlirbc_type *element, const struct mlirbc_string *storage)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT };
	size_t size = mlirbc_type_text(element, NULL, 0), at = strlen("ptr<");
	char *text = mlirbc_parser_scratch(parser, at + size + storage->size + 4);
	if (!text)
		return NULL;
	memcpy(text, "ptr<", at);
	mlirbc_type_text(element, text + at, size + 1);
	at += size;
	memcpy(text + at, ", ", 2);
	memcpy(text + at + 2, storage->data, storage->size);
	at += 2 + storage->size;
	text[at++] = '>';
	type.u.dialect.dialect = mlirbc_string_get(context, "spirv", 5);
	type.u.dialect.text = mlirbc_string_get(context, text, at);
	const struct mlirbc_type *made = type.u.dialect.dialect && type.u.dialect.text ? mlirbc_type_get(context, &type) : NULL;
	if (!made)
		mlirbc_parser_no_memory(parser);
	return made;
}

static bool is_spirv(const struct mlirbc_type *type, const char *open)
{
	size_t size = strlen(open);
	return type->kind == MLIRBC_TYPE_DIALECT && type->u.dialect.dialect->size == 5 &&
	       memcmp(type->u.dialect.dialect->data, "spirv", 5) == 0 && type->u.dialect.text->size > size + 1 &&
	       memcmp(type->u.dialect.text->data, open, size) == 0;
}

struct mlirbc_string up__spirv_class(const struct mlirbc_type *type, struct mlirbc_string *out_element)
{
	if (!is_spirv(type, "ptr<"))
		return (struct mlirbc_string){ "", 0 };
	const struct mlirbc_string *text = type->u.dialect.text;
	size_t at = text->size - 1;
	while (at > 4 && text->data[at - 1] != ' ')
		at--;
	if (out_element)
		*out_element = (struct mlirbc_string){ text->data + 4, at < 6 ? 0 : at - 6 };
	return (struct mlirbc_string){ text->data + at, text->size - 1 - at };
}

static const struct mlirbc_type *parse(struct mlirbc_context *context, const char *text, size_t size)
{
	const struct mlirbc_type *type = NULL;
	return mlirbc_parse_type(context, text, size, &type, NULL) == MLIRBC_OK ? type : NULL;
}

/* Behind "struct<(": the member, without its offset and decorations. */
static const struct mlirbc_type *struct_member(
	struct mlirbc_context *context, const struct mlirbc_string *text, uint64_t index)
{
	const char *open = memchr(text->data, '(', text->size);
	size_t from = open ? (size_t)(open - text->data) + 1 : text->size, end = from;
	for (int depth = 0; end < text->size; end++) {
		char c = text->data[end];
		if (depth == 0 && (c == ',' || c == ')')) {
			if (index-- == 0 || c == ')')
				break;
			from = end + 2;
		}
		depth += strchr("<([", c) ? 1 : strchr(">)]", c) ? -1 : 0;
	}
	if (index != UINT64_MAX || end <= from)
		return NULL;
	const char *decorations = memchr(text->data + from, '[', end - from);
	if (decorations && decorations > text->data + from && decorations[-1] == ' ' &&
		!memchr(text->data + from, '<', (size_t)(decorations - text->data) - from))
		end = (size_t)(decorations - text->data) - 1;
	else if (end > from && text->data[end - 1] == ']')
		for (size_t at = from; at + 3 < end; at++)
			if (memcmp(text->data + at, "> [", 3) == 0)
				end = at + 1;
	return parse(context, text->data + from, end - from);
}

const struct mlirbc_type *up__spirv_member(struct mlirbc_context *context, const struct mlirbc_type *type, uint64_t index)
{
	if (type->kind == MLIRBC_TYPE_VECTOR)
		return type->u.shaped.element;
	if (is_spirv(type, "struct<"))
		return struct_member(context, type->u.dialect.text, index);
	if (!is_spirv(type, "array<") && !is_spirv(type, "rtarray<") && !is_spirv(type, "matrix<"))
		return NULL;
	const struct mlirbc_string *text = type->u.dialect.text;
	size_t from = strcspn(text->data, "<") + 1, end = text->size - 1;
	if (text->data[0] != 'r') { /* "4 x f32" */
		while (from < end && text->data[from] != 'x')
			from++;
		from += from + 1 < end && text->data[from + 1] == ' ' ? 2 : 1;
	}
	for (size_t at = from; at + 8 < end; at++) {
		if (memcmp(text->data + at, ", stride", 8) == 0)
			end = at;
	}
	return from < end ? parse(context, text->data + from, end - from) : NULL;
}

void up__print_spirv_class(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t operand)
{
	const struct mlirbc_string storage = up__spirv_class(mlirbc_op_operands(op)[operand].value->type, NULL);
	mlirbc_printer_text(printer, " \"");
	mlirbc_printer_bytes(printer, storage.data, storage.size);
	mlirbc_printer_text(printer, "\" ");
}

/* ---- attributes */

bool up__read_spirv_access(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *access, const char *alignment)
{
	const struct mlirbc_attr *words, *number;
	if (!mlirbc_parser_try(parser, "["))
		return true;
	words = up__read_spirv_word(parser, "memory_access", NULL);
	if (!words || !mlirbc_parser_add_attr(parser, op, access, words))
		return false;
	if (mlirbc_parser_try(parser, ",") && (!mlirbc_parser_attr(parser, up__integer(parser, 32), &number) ||
						      !mlirbc_parser_add_attr(parser, op, alignment, number)))
		return false;
	return mlirbc_parser_expect(parser, "]");
}

void up__print_spirv_access(
	struct mlirbc_printer *printer, const struct mlirbc_attr *access, const struct mlirbc_attr *alignment)
{
	if (!access)
		return;
	const struct mlirbc_string words = up__inside(access, "memory_access");
	bool aligned = false;
	for (size_t i = 0; i + 7 <= words.size; i++)
		aligned |= memcmp(words.data + i, "Aligned", 7) == 0;
	mlirbc_printer_text(printer, " [");
	up__print_spirv_word(printer, access, "memory_access");
	if (aligned && alignment && alignment->kind == MLIRBC_ATTR_INTEGER) {
		mlirbc_printer_text(printer, ", ");
		mlirbc_printer_integer(printer, up__integer_of(alignment));
	}
	mlirbc_printer_text(printer, "]");
}

bool up__read_spirv_decorations(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *i32 = up__integer(parser, 32);
	const struct mlirbc_attr *set, *binding, *name;
	if (mlirbc_parser_try(parser, "bind") &&
		(!mlirbc_parser_expect(parser, "(") || !mlirbc_parser_integer(parser, i32, &set) ||
			!mlirbc_parser_expect(parser, ",") || !mlirbc_parser_integer(parser, i32, &binding) ||
			!mlirbc_parser_expect(parser, ")") || !up__add_named(parser, op, "descriptor_set", set) ||
			!up__add_named(parser, op, "binding", binding)))
		return false;
	if (mlirbc_parser_try(parser, "built_in") &&
		(!mlirbc_parser_expect(parser, "(") || !mlirbc_parser_string(parser, &name) ||
			!mlirbc_parser_expect(parser, ")") || !up__add_named(parser, op, "built_in", name)))
		return false;
	return mlirbc_parser_attr_dict(parser, op, false);
}

void up__print_spirv_decorations(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *elided)
{
	const struct mlirbc_attr *set = mlirbc_op_attr(op, "descriptor_set"), *binding = mlirbc_op_attr(op, "binding"),
				 *name = mlirbc_op_attr(op, "built_in");
	char names[128];
	bool bound = set && binding && set->kind == MLIRBC_ATTR_INTEGER && binding->kind == MLIRBC_ATTR_INTEGER;
	if (bound) {
		mlirbc_printer_text(printer, " bind(");
		mlirbc_printer_integer(printer, up__integer_of(set));
		mlirbc_printer_text(printer, ", ");
		mlirbc_printer_integer(printer, up__integer_of(binding));
		mlirbc_printer_text(printer, ")");
	}
	if (name) {
		mlirbc_printer_text(printer, " built_in(");
		mlirbc_printer_attr(printer, name);
		mlirbc_printer_text(printer, ")");
	}
	snprintf(names, sizeof names, "%s%s%s", elided, bound ? "descriptor_set binding " : "", name ? "built_in " : "");
	mlirbc_printer_attr_dict(printer, op, names, false);
}
