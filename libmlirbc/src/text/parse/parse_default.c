/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Defaults of inherent attributes that the source omits, for ops of MLIR 22: MLIR stores properties in a struct,
 * where each has a value, and prints and writes all of them. */
#include "text/parse/parser.h"
#include "dialects/op_properties.h"

#include <mlirbc/build.h>
#include <stdio.h>

struct mlirbc__default_attr {
	struct mlirbc__default_attr *next;
	const struct mlirbc_string *name;
	const struct mlirbc_attr *value;
	bool segments; /* sizes of groups of operands or results */
};

/* The text of a field that is not an attribute in MLIR, when all its bits are zero; false if it is an attribute. */
static bool zero_text(const struct mlirbc__field *field, char text[64])
{
	switch (field->kind) {
	case MLIRBC__FIELD_INTEGER: snprintf(text, 64, "0 : i%u", field->number); return true;
	case MLIRBC__FIELD_BOOL: snprintf(text, 64, "false"); return true;
	case MLIRBC__FIELD_OPTIONAL_INT: snprintf(text, 64, "[]"); return true;
	case MLIRBC__FIELD_OVERFLOW: snprintf(text, 64, "#llvm.overflow<none>"); return true;
	default: return false;
	}
}

static bool segments_attr(struct mlirbc_parser *parser, uint32_t count, const struct mlirbc_attr **out)
{
	static const int32_t zeros[64];
	if (count <= sizeof zeros / sizeof *zeros)
		*out = mlirbc_attr_i32_array(parser->context, zeros, count);
	return *out || mlirbc__no_memory(parser);
}

/* *out stays NULL if the field has no default. */
static bool make_value(struct mlirbc_parser *parser, const struct mlirbc__field *field, const char *defaults,
	const struct mlirbc_attr **out)
{
	char zero[64];
	size_t size;
	const char *text = mlirbc__default_value(defaults, field->name, field->name_size, &size);
	if (field->kind == MLIRBC__FIELD_SEGMENTS)
		return segments_attr(parser, field->number, out);
	if (zero_text(field, zero)) {
		text = zero;
		size = strlen(zero);
	}
	return !text || mlirbc_parse_attr(parser->context, text, size, out, NULL) == MLIRBC_OK ||
	       mlirbc__no_memory(parser); /* these texts are always valid */
}

bool mlirbc__find_defaults(struct mlirbc_parser *parser, struct mlirbc__op_kind *kind)
{
	const struct mlirbc_string *name = kind->name;
	const char *dot = kind->layout ? memchr(name->data, '.', name->size) : NULL;
	if (!dot)
		return true;
	size_t size = (size_t)(dot - name->data);
	const char *defaults = mlirbc__properties_defaults(
		name->data, size, dot + 1, name->size - size - 1, parser->release);
	struct mlirbc__field field;
	for (const char *at = kind->layout; (at = mlirbc__properties_next(at, &field)) != NULL;) {
		const struct mlirbc_attr *value = NULL;
		if (!make_value(parser, &field, defaults, &value))
			return false;
		if (!value)
			continue;
		struct mlirbc__default_attr *made = MLIRBC__NEW(parser->context, struct mlirbc__default_attr);
		const struct mlirbc_string *own = mlirbc_string_get(parser->context, field.name, field.name_size);
		if (!made || !own)
			return mlirbc__no_memory(parser);
		*made = (struct mlirbc__default_attr){ kind->defaults, own, value,
			field.kind == MLIRBC__FIELD_SEGMENTS };
		kind->defaults = made;
	}
	return true;
}

static bool has(const struct mlirbc_attr *dictionary, const struct mlirbc_string *name)
{
	for (size_t i = 0; dictionary && i < dictionary->u.dictionary.count; i++) {
		if (dictionary->u.dictionary.data[i].name == name)
			return true;
	}
	return false;
}

static bool push(struct mlirbc_parser *parser, const struct mlirbc_op_state *op, const struct mlirbc_string *name,
	const struct mlirbc_attr *value)
{
	struct mlirbc__item *slot = mlirbc__push(parser, &parser->entries, sizeof *slot);
	if (slot)
		*slot = (struct mlirbc__item){ { name, value }, op->token };
	return slot != NULL;
}

/* Group sizes may be omitted if all groups are empty. */
static bool check_segments(
	struct mlirbc_parser *parser, const struct mlirbc_op_state *op, const struct mlirbc__default_attr *missing)
{
	bool operands = *missing->name->data == 'o';
	size_t count = operands ? MLIRBC__COUNT(parser->values, op->values, struct mlirbc_value *)
				: MLIRBC__COUNT(parser->types, op->types, struct mlirbc_type *);
	const char *things = operands ? "operand" : "result";
	return count == 0 ||
	       mlirbc__error_at(parser, &op->token, "expected '%.*s' of '%.*s', which has %zu %s%s in groups",
		       (int)missing->name->size, missing->name->data,
		       (int)(op->name->size < 100 ? op->name->size : 100), op->name->data, count, things,
		       count == 1 ? "" : "s");
}

bool mlirbc__add_defaults(
	struct mlirbc_parser *parser, const struct mlirbc_op_state *op, const struct mlirbc_attr **properties)
{
	const struct mlirbc_attr *given = *properties;
	struct mlirbc__op_kind *kind = op->kind;
	size_t from = parser->entries.count;
	if (!kind->defaults || (given && given->kind != MLIRBC_ATTR_DICTIONARY))
		return true;
	if (given && kind->complete == given)
		return true;
	for (const struct mlirbc__default_attr *one = kind->defaults; one; one = one->next) {
		if (has(given, one->name))
			continue;
		if ((one->segments && !check_segments(parser, op, one)) || !push(parser, op, one->name, one->value))
			return false;
	}
	if (parser->entries.count == from) {
		kind->complete = given;
		return true;
	}
	for (size_t i = 0; given && i < given->u.dictionary.count; i++) {
		if (!push(parser, op, given->u.dictionary.data[i].name, given->u.dictionary.data[i].value))
			return false;
	}
	return mlirbc__make_dictionary(parser, from, properties);
}
