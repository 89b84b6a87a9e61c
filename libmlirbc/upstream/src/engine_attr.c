/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes as forms show them. */
#include "engine.h"

#include <mlirbc/build.h>
#include <mlirbc/parse.h>
#include <mlirbc/print.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WORDS = 400 }; /* bytes of the words of a set */

static const struct mlirbc_upstream__enum *enum_of(const struct mlirbc_upstream__attr *attr)
{
	if (attr->mode == MODE_STRIP) {
		const uint16_t number = mlirbc_upstream__strips[attr->detail].enumeration;
		return number == NO_ENUM ? NULL : &mlirbc_upstream__enums[number];
	}
	return attr->mode == MODE_ENUM || attr->mode == MODE_PROPERTY_ENUM ? &mlirbc_upstream__enums[attr->detail] : NULL;
}

/* A property that is shown as overflow<...> */
static bool is_overflow(const struct mlirbc_upstream__attr *attr)
{
	return attr->mode == MODE_PROPERTY_ENUM && strcmp(mlirbc_upstream__string(attr->name), "overflowFlags") == 0;
}

/* ---- reading */

static bool at_word_of(struct mlirbc_parser *parser, const struct mlirbc_upstream__enum *e)
{
	const struct mlirbc_string token = mlirbc_parser_token(parser);
	uint64_t value;
	return mlirbc_upstream__enum_value(e, token.data, token.size, &value);
}

static bool at_hash(struct mlirbc_parser *parser)
{
	const struct mlirbc_string token = mlirbc_parser_token(parser);
	return token.size && token.data[0] == '#';
}

/* `first`: what the attribute begins with if its class is known. */
static bool any_begins(struct mlirbc_parser *parser, const char *first)
{
	switch (*first) {
	case '\0': return mlirbc_parser_at_attr(parser);
	case '@': return mlirbc_parser_at_symbol(parser);
	case '!': return mlirbc_parser_at_type(parser);
	default: return mlirbc_parser_at(parser, first) || at_hash(parser);
	}
}

static bool strip_begins(struct mlirbc_parser *parser, const struct mlirbc_upstream__attr *attr)
{
	switch (mlirbc_upstream__strips[attr->detail].form) {
	case STRIP_WORD: return at_word_of(parser, enum_of(attr));
	case STRIP_PAREN: return mlirbc_parser_at(parser, "(") || at_word_of(parser, enum_of(attr));
	case STRIP_TYPE: return mlirbc_parser_at(parser, "{");
	default: return mlirbc_parser_at(parser, "<");
	}
}

bool mlirbc_upstream__attr_begins(struct mlirbc_upstream__reading *reading, uint8_t index)
{
	const struct mlirbc_upstream__attr *attr = mlirbc_upstream__attr_of(reading->row, index);
	struct mlirbc_parser *parser = reading->parser;
	switch (attr->mode) {
	case MODE_SYMNAME: return mlirbc_parser_at_symbol(parser);
	case MODE_UNIT: return mlirbc_parser_at(parser, "unit");
	case MODE_STRING: return mlirbc_parser_at_string(parser);
	case MODE_PROPERTY: return mlirbc_parser_at_integer(parser);
	case MODE_DENSE_ARRAY: return mlirbc_parser_at(parser, "[");
	case MODE_ENUM: return mlirbc_parser_at_string(parser) || at_word_of(parser, enum_of(attr));
	case MODE_PROPERTY_ENUM:
		return is_overflow(attr) ? mlirbc_parser_at(parser, "overflow") : at_word_of(parser, enum_of(attr));
	case MODE_STRIP:
		if (at_hash(parser))
			return true;
		return strip_begins(parser, attr);
	case MODE_TYPED: return !mlirbc_parser_at(parser, "{") && !mlirbc_parser_at(parser, "[") && mlirbc_parser_at_attr(parser);
	default: return any_begins(parser, mlirbc_upstream__string(attr->detail));
	}
}

bool mlirbc_upstream__set_attr(struct mlirbc_upstream__reading *reading, uint8_t index, const struct mlirbc_attr *value)
{
	const struct mlirbc_upstream__attr *attr = mlirbc_upstream__attr_of(reading->row, index);
	reading->attrs[index] = value;
	return mlirbc_parser_add_attr(reading->parser, reading->op, mlirbc_upstream__string(attr->name), value);
}

/* Words of an enumeration, separated if it is a set. */
static bool parse_words(struct mlirbc_parser *parser, const struct mlirbc_upstream__enum *e, uint64_t *out)
{
	const char *separator = mlirbc_upstream__string(e->separator);
	char mark[2] = { separator[0], '\0' };
	*out = 0;
	do {
		struct mlirbc_string word = mlirbc_parser_token(parser);
		const bool quoted = mlirbc_parser_at_string(parser);
		uint64_t value;
		if (quoted && word.size >= 2)
			word = (struct mlirbc_string){ word.data + 1, word.size - 2 };
		if (!mlirbc_upstream__enum_value(e, word.data, word.size, &value)) {
			char known[MOST_WORDS] = "";
			size_t used = 0;
			for (unsigned i = 0; i < e->count && used < sizeof known; i++)
				used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "",
					mlirbc_upstream__string(mlirbc_upstream__cases[e->first + i].text));
			return mlirbc_parser_error(parser, "expected one of [%s], found '%.*s'", known,
				(int)(word.size < 60 ? word.size : 60), word.data);
		}
		*out |= value;
		if (!mlirbc_parser_skip(parser))
			return false;
	} while (e->is_set && mark[0] && mlirbc_parser_try(parser, mark));
	return true;
}

static bool parse_enum(struct mlirbc_parser *parser, const struct mlirbc_upstream__attr *attr, const struct mlirbc_attr **out)
{
	const struct mlirbc_upstream__enum *e = enum_of(attr);
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const uint32_t bits = attr->mode == MODE_PROPERTY_ENUM ? 32 : e->bits;
	uint64_t value;
	if (is_overflow(attr)) {
		if (!mlirbc_parser_expect(parser, "overflow") || !mlirbc_parser_expect(parser, "<") ||
			!parse_words(parser, e, &value) || !mlirbc_parser_expect(parser, ">"))
			return false;
	} else if (!parse_words(parser, e, &value)) {
		return false;
	}
	const struct mlirbc_type *type = mlirbc_type_integer(context, bits, MLIRBC_SIGNLESS);
	*out = type ? mlirbc_attr_integer(context, type, value) : NULL;
	return *out || mlirbc_parser_no_memory(parser);
}

/* The format with a part for each "%s". */
static void fill(char *text, size_t room, const char *format, const char *const *parts)
{
	size_t used = 0;
	for (; *format && used + 1 < room; format++) {
		if (*format != '%') {
			text[used++] = *format;
			continue;
		}
		const size_t size = strlen(*parts) < room - used - 1 ? strlen(*parts) : room - used - 1;
		memcpy(text + used, *parts++, size);
		used += size;
		format++;
	}
	text[used] = '\0';
}

/* The attribute of a dialect that a word stands for. */
static bool make_enum_attr(struct mlirbc_parser *parser, const struct mlirbc_upstream__strip *strip, uint64_t value,
	const struct mlirbc_attr **out)
{
	static const char *const formats[] = { "", "#%s.%s<%s>", "#%s<%s %s>", "#%s<%s(%s)>", "#%s<%s{type = %s}>" };
	char words[MOST_WORDS], text[MOST_WORDS + 120];
	if (!mlirbc_upstream__enum_text(&mlirbc_upstream__enums[strip->enumeration], value, words, sizeof words))
		return mlirbc_parser_error(parser, "words of an enumeration that cannot stand together");
	const char *parts[] = { mlirbc_upstream__string(strip->dialect), mlirbc_upstream__string(strip->mnemonic), words };
	fill(text, sizeof text, formats[strip->form], parts);
	return mlirbc_parse_attr(mlirbc_parser_context(parser), text, strlen(text), out, NULL) == MLIRBC_OK ||
	       mlirbc_parser_no_memory(parser);
}

/* `bare`: only the words, without what the form has around them. */
/* [[0], [1]] as #dialect<mnemonic[[0], [1]]>. */
static bool parse_list_body(
	struct mlirbc_parser *parser, const struct mlirbc_upstream__strip *strip, const struct mlirbc_attr **out)
{
	const struct mlirbc_attr *list;
	char text[1024];
	if (!mlirbc_parser_attr(parser, NULL, &list))
		return false;
	size_t size = (size_t)snprintf(text, sizeof text, "#%s<%s", mlirbc_upstream__string(strip->dialect),
		mlirbc_upstream__string(strip->mnemonic));
	size += mlirbc_attr_text(list, text + size, sizeof text - size);
	if (size + 2 > sizeof text)
		return mlirbc_parser_error(parser, "list is longer than %zu characters", sizeof text);
	text[size] = '>';
	return mlirbc_parse_attr(mlirbc_parser_context(parser), text, size + 1, out, NULL) == MLIRBC_OK ||
	       mlirbc_parser_no_memory(parser);
}

static bool parse_strip(
	struct mlirbc_parser *parser, const struct mlirbc_upstream__attr *attr, bool bare, const struct mlirbc_attr **out)
{
	const struct mlirbc_upstream__strip *strip = &mlirbc_upstream__strips[attr->detail];
	uint64_t value;
	if (at_hash(parser))
		return mlirbc_parser_attr(parser, NULL, out);
	static const char *const around[][4] = { { NULL }, { "<", NULL, NULL, ">" }, { NULL }, { "(", NULL, NULL, ")" },
		{ "{", "type", "=", "}" } };
	for (int i = 0; i < 3 && strip->form != STRIP_ANYTHING; i++) {
		if (around[strip->form][i] && !bare && !mlirbc_parser_expect(parser, around[strip->form][i]))
			return false;
	}
	if (strip->form != STRIP_ANYTHING)
		return parse_words(parser, &mlirbc_upstream__enums[strip->enumeration], &value) &&
		       (bare || !around[strip->form][3] || mlirbc_parser_expect(parser, around[strip->form][3])) &&
		       make_enum_attr(parser, strip, value, out);
	if (mlirbc_parser_at(parser, "["))
		return parse_list_body(parser, strip, out);
	if (!mlirbc_parser_at(parser, "<"))
		return mlirbc_parser_attr(parser, NULL, out);
	return mlirbc_parser_attr_body(
		parser, mlirbc_upstream__string(strip->dialect), mlirbc_upstream__string(strip->mnemonic), out);
}

const struct mlirbc_attr *mlirbc_upstream__integers(
	struct mlirbc_context *context, const struct mlirbc_type *element, const int64_t *values, size_t count)
{
	const size_t size = (mlirbc_type_width(element) + 7) / 8;
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DENSE_ARRAY, .type = element };
	uint8_t *data = mlirbc_context_alloc(context, count * size + 1, 8);
	if (!data)
		return NULL;
	for (size_t i = 0; i < count * size; i++)
		data[i] = (uint8_t)((uint64_t)values[i / size] >> 8 * (i % size));
	attr.u.dense.data = data;
	attr.u.dense.size = count * size;
	attr.u.dense.count = count;
	return mlirbc_attr_get(context, &attr);
}

/* true, false or a number. */
static bool parse_element(struct mlirbc_parser *parser, bool is_bool, int64_t *out)
{
	if (!is_bool)
		return mlirbc_parser_int64(parser, out);
	*out = mlirbc_parser_try(parser, "true");
	return *out || mlirbc_parser_expect(parser, "false");
}

bool mlirbc_upstream__parse_integers(
	struct mlirbc_parser *parser, const struct mlirbc_type *element, const struct mlirbc_attr **out)
{
	int64_t few[64], *values = few;
	size_t count = 0, room = sizeof few / sizeof *few;
	const bool is_bool = element->kind == MLIRBC_TYPE_INTEGER && element->u.integer.width == 1;
	if (!mlirbc_parser_expect(parser, "["))
		return false;
	for (bool more = !mlirbc_parser_at(parser, "]"); more; more = mlirbc_parser_try(parser, ",")) {
		if (count == room) {
			int64_t *grown = mlirbc_parser_scratch(parser, 2 * room * sizeof *grown);
			if (!grown)
				return false;
			memcpy(grown, values, room * sizeof *grown);
			values = grown;
			room *= 2;
		}
		if (!parse_element(parser, is_bool, &values[count++]))
			return false;
	}
	*out = mlirbc_upstream__integers(mlirbc_parser_context(parser), element, values, count);
	return mlirbc_parser_expect(parser, "]") && (*out || mlirbc_parser_no_memory(parser));
}

static bool parse_value(struct mlirbc_upstream__reading *reading, const struct mlirbc_upstream__attr *attr, bool whole,
	const struct mlirbc_attr **out)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_type *type = NULL;
	if (attr->mode == MODE_TYPED || attr->mode == MODE_DENSE_ARRAY) {
		type = mlirbc_upstream__type(context, mlirbc_upstream__string(attr->detail));
		if (!type)
			return mlirbc_parser_no_memory(parser);
	}
	switch (attr->mode) {
	case MODE_SYMNAME:
		if (!mlirbc_parser_symbol(parser, out))
			return false;
		*out = mlirbc_attr_string(context, (*out)->u.symbol.root->data, (*out)->u.symbol.root->size);
		return *out || mlirbc_parser_no_memory(parser);
	case MODE_UNIT: *out = mlirbc_attr_unit(context); return *out || mlirbc_parser_no_memory(parser);
	case MODE_STRING: return mlirbc_parser_string(parser, out);
	case MODE_PROPERTY: {
		int64_t number;
		type = mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS);
		if (!type || !mlirbc_parser_int64(parser, &number))
			return type ? false : mlirbc_parser_no_memory(parser);
		*out = mlirbc_attr_integer(context, type, (uint64_t)number);
		*out = *out ? mlirbc_attr_array(context, out, 1) : NULL;
		return *out || mlirbc_parser_no_memory(parser);
	}
	case MODE_DENSE_ARRAY:
		return mlirbc_parser_at(parser, "[") && type->kind != MLIRBC_TYPE_FLOAT
			       ? mlirbc_upstream__parse_integers(parser, type, out)
			       : mlirbc_parser_attr(parser, NULL, out);
	case MODE_ENUM:
	case MODE_PROPERTY_ENUM: return parse_enum(parser, attr, out);
	case MODE_STRIP: return whole ? mlirbc_parser_attr(parser, NULL, out) : parse_strip(parser, attr, false, out);
	default: return mlirbc_parser_attr(parser, type, out);
	}
}

bool mlirbc_upstream__parse_attr(struct mlirbc_upstream__reading *reading, uint8_t index, bool whole)
{
	const struct mlirbc_upstream__attr *attr = mlirbc_upstream__attr_of(reading->row, index);
	const struct mlirbc_attr *value;
	if (attr->flags & ATTR_OPTIONAL && attr->mode != MODE_UNIT && !mlirbc_upstream__attr_begins(reading, index))
		return true;
	return parse_value(reading, attr, whole, &value) && mlirbc_upstream__set_attr(reading, index, value);
}

bool mlirbc_upstream__words_begin(struct mlirbc_upstream__reading *reading, uint8_t index)
{
	const struct mlirbc_upstream__enum *e = enum_of(mlirbc_upstream__attr_of(reading->row, index));
	return !e || at_word_of(reading->parser, e);
}

bool mlirbc_upstream__parse_words(struct mlirbc_upstream__reading *reading, uint8_t index)
{
	const struct mlirbc_upstream__attr *attr = mlirbc_upstream__attr_of(reading->row, index);
	const struct mlirbc_attr *value;
	return parse_strip(reading->parser, attr, true, &value) && mlirbc_upstream__set_attr(reading, index, value);
}

/* ---- printing */

const struct mlirbc_attr *mlirbc_upstream__attr_in(const struct mlirbc_upstream__printing *printing, uint8_t index)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(printing->op);
	return properties ? mlirbc_dictionary_find(properties,
				    mlirbc_upstream__string(mlirbc_upstream__attr_of(printing->row, index)->name))
			  : NULL;
}

bool mlirbc_upstream__attr_shown(const struct mlirbc_upstream__printing *printing, uint8_t index)
{
	const struct mlirbc_upstream__attr *attr = mlirbc_upstream__attr_of(printing->row, index);
	const struct mlirbc_attr *value = mlirbc_upstream__attr_in(printing, index);
	if (!value || (attr->mode == MODE_UNIT && value->kind == MLIRBC_ATTR_INTEGER && value->u.number.words[0] == 0))
		return false;
	if (attr->mode == MODE_PROPERTY)
		return value->kind == MLIRBC_ATTR_ARRAY && value->u.array.count > 0;
	const bool zero = value->kind == MLIRBC_ATTR_INTEGER && value->type->kind == MLIRBC_TYPE_INTEGER &&
			  value->type->u.integer.width <= 64 && value->u.number.words[0] == 0;
	if (attr->flags == (ATTR_OPTIONAL | ATTR_DEFAULT) && attr->mode == MODE_TYPED && zero)
		return false; /* MLIR leaves it out in text, though not in generic form */
	return !(attr->flags & ATTR_DEFAULT) ||
	       !mlirbc_attr_is_default(printing->op, mlirbc_upstream__string(attr->name), value);
}

static int64_t element_of(const struct mlirbc_attr *attr, const struct mlirbc_type *type, size_t index)
{
	const size_t size = attr->u.dense.count ? (size_t)(attr->u.dense.size / attr->u.dense.count) : 0;
	uint64_t word = 0;
	for (size_t i = 0; i < size && i < 8; i++)
		word |= (uint64_t)attr->u.dense.data[index * size + i] << 8 * i;
	if (size && size < 8 && word >> (8 * size - 1) && mlirbc_type_width(type) > 1)
		word |= UINT64_MAX << 8 * size;
	int64_t value;
	memcpy(&value, &word, sizeof value);
	return value;
}

int64_t mlirbc_upstream__element(const struct mlirbc_attr *attr, size_t index) { return element_of(attr, attr->type, index); }

int64_t mlirbc_upstream__dense_element(const struct mlirbc_attr *attr, size_t index)
{
	return element_of(attr, attr->type->u.shaped.element, index);
}

/* The text of a dialect's attribute behind its mnemonic, NULL: it is another one. */
static const char *behind(const struct mlirbc_attr *value, const struct mlirbc_upstream__strip *strip, size_t *out_size)
{
	const char *dialect = mlirbc_upstream__string(strip->dialect), *mnemonic = mlirbc_upstream__string(strip->mnemonic);
	const size_t size = strlen(mnemonic);
	if (value->kind != MLIRBC_ATTR_DIALECT || !value->u.dialect.dialect || value->type)
		return NULL;
	const struct mlirbc_string *text = value->u.dialect.text, *name = value->u.dialect.dialect;
	const char next = "<< ({"[strip->form];
	if (strlen(dialect) != name->size || memcmp(dialect, name->data, name->size) != 0 || text->size <= size ||
		memcmp(text->data, mnemonic, size) != 0 ||
		(text->data[size] != next && !(strip->form == STRIP_ANYTHING && text->data[size] == '[')))
		return NULL;
	*out_size = text->size - size;
	return text->data + size;
}

static bool is_integer(const struct mlirbc_attr *value)
{
	return value->kind == MLIRBC_ATTR_INTEGER && value->u.number.count == 1;
}

bool mlirbc_upstream__attr_fits(const struct mlirbc_upstream__printing *printing, uint8_t index, bool whole)
{
	const struct mlirbc_upstream__attr *attr = mlirbc_upstream__attr_of(printing->row, index);
	const struct mlirbc_attr *value = mlirbc_upstream__attr_in(printing, index);
	char words[MOST_WORDS];
	size_t size;
	if (!value)
		return attr->flags != 0 || attr->mode == MODE_UNIT;
	switch (attr->mode) {
	case MODE_SYMNAME: return value->kind == MLIRBC_ATTR_STRING;
	case MODE_UNIT: return value->kind == MLIRBC_ATTR_UNIT || is_integer(value);
	case MODE_DENSE_ARRAY: return value->kind == MLIRBC_ATTR_DENSE_ARRAY;
	case MODE_STRING: return value->kind == MLIRBC_ATTR_STRING && !value->type;
	case MODE_PROPERTY: return value->kind == MLIRBC_ATTR_ARRAY && value->u.array.count <= 1;
	case MODE_ENUM:
	case MODE_PROPERTY_ENUM:
		return is_integer(value) &&
		       mlirbc_upstream__enum_text(enum_of(attr), value->u.number.words[0], words, sizeof words);
	case MODE_TYPED: {
		char text[32];
		const char *type = mlirbc_upstream__string(attr->detail);
		if (value->kind != MLIRBC_ATTR_INTEGER && value->kind != MLIRBC_ATTR_FLOAT)
			return true;
		return value->type && mlirbc_type_text(value->type, text, sizeof text) < sizeof text && strcmp(text, type) == 0;
	}
	case MODE_STRIP:
		return whole || mlirbc_upstream__strips[attr->detail].form == STRIP_ANYTHING ||
		       behind(value, &mlirbc_upstream__strips[attr->detail], &size);
	default: return true;
	}
}

static void print_integers(struct mlirbc_printer *printer, const struct mlirbc_attr *value)
{
	const bool is_bool = value->type->kind == MLIRBC_TYPE_INTEGER && value->type->u.integer.width == 1;
	mlirbc_printer_text(printer, "[");
	for (size_t i = 0; i < value->u.dense.count; i++) {
		const int64_t element = mlirbc_upstream__element(value, i);
		mlirbc_printer_text(printer, i ? ", " : "");
		if (is_bool)
			mlirbc_printer_text(printer, element ? "true" : "false");
		else
			mlirbc_printer_integer(printer, element);
	}
	mlirbc_printer_text(printer, "]");
}

static void print_enum(struct mlirbc_printer *printer, const struct mlirbc_upstream__attr *attr, uint64_t value)
{
	char words[MOST_WORDS];
	if (!mlirbc_upstream__enum_text(enum_of(attr), value, words, sizeof words))
		return;
	const bool bare = strspn(words, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.") == strlen(words) &&
			  (words[0] < '0' || words[0] > '9');
	const bool quoted = attr->mode == MODE_ENUM && !bare;
	mlirbc_printer_text(printer, is_overflow(attr) ? "overflow<" : quoted ? "\"" : "");
	mlirbc_printer_text(printer, words);
	mlirbc_printer_text(printer, is_overflow(attr) ? ">" : quoted ? "\"" : "");
}

void mlirbc_upstream__print_words(const struct mlirbc_upstream__printing *printing, uint8_t index)
{
	const struct mlirbc_attr *value = mlirbc_upstream__attr_in(printing, index);
	const struct mlirbc_upstream__strip *strip =
		&mlirbc_upstream__strips[mlirbc_upstream__attr_of(printing->row, index)->detail];
	size_t size;
	const char *rest = value ? behind(value, strip, &size) : NULL;
	const size_t around = strip->form == STRIP_WORD ? 1 : 2; /* a blank, or brackets */
	if (rest && size > around)
		mlirbc_printer_bytes(printing->printer, rest + 1, size - around);
}

void mlirbc_upstream__print_attr(struct mlirbc_upstream__printing *printing, uint8_t index, bool whole)
{
	const struct mlirbc_upstream__attr *attr = mlirbc_upstream__attr_of(printing->row, index);
	const struct mlirbc_attr *value = mlirbc_upstream__attr_in(printing, index);
	struct mlirbc_printer *printer = printing->printer;
	size_t size;
	if (!value || attr->mode == MODE_UNIT)
		return;
	switch (attr->mode) {
	case MODE_SYMNAME: mlirbc_printer_symbol(printer, value->u.string); break;
	case MODE_PROPERTY:
		if (value->u.array.count)
			mlirbc_printer_attr_untyped(printer, value->u.array.data[0]);
		break;
	case MODE_DENSE_ARRAY:
		if (value->type->kind == MLIRBC_TYPE_INTEGER)
			print_integers(printer, value);
		else
			mlirbc_printer_attr(printer, value);
		break;
	case MODE_ENUM:
	case MODE_PROPERTY_ENUM: print_enum(printer, attr, value->u.number.words[0]); break;
	case MODE_TYPED: mlirbc_printer_attr_untyped(printer, value); break;
	case MODE_STRIP: {
		const char *rest = whole ? NULL : behind(value, &mlirbc_upstream__strips[attr->detail], &size);
		if (rest && mlirbc_upstream__strips[attr->detail].form == STRIP_TYPE)
			mlirbc_printer_bytes(printer, rest, size);
		else if (rest || (!whole && value->kind == MLIRBC_ATTR_CODED))
			mlirbc_printer_attr_body(printer, value);
		else
			mlirbc_printer_attr(printer, value);
		break;
	}
	default: mlirbc_printer_attr(printer, value);
	}
}
