/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes as text. */
#include "support/float_format.h"
#include "text/print/printer.h"

static void print_array(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	mlirbc__put_char(&printer->out, '[');
	for (size_t i = 0; i < attr->u.array.count; i++) {
		if (i)
			mlirbc__put_text(&printer->out, ", ");
		mlirbc__print_attr(printer, attr->u.array.data[i], true);
	}
	mlirbc__put_char(&printer->out, ']');
}

void mlirbc__print_entries(struct mlirbc_printer *printer, const struct mlirbc_attr *dictionary)
{
	mlirbc__put_char(&printer->out, '{');
	for (size_t i = 0; i < dictionary->u.dictionary.count; i++) {
		const struct mlirbc_named_attr *entry = &dictionary->u.dictionary.data[i];
		if (i)
			mlirbc__put_text(&printer->out, ", ");
		mlirbc__put_name(&printer->out, entry->name);
		if (entry->value->kind == MLIRBC_ATTR_UNIT)
			continue;
		mlirbc__put_text(&printer->out, " = ");
		mlirbc__print_attr(printer, entry->value, false);
	}
	mlirbc__put_char(&printer->out, '}');
}

static void print_symbol(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	mlirbc__put_char(&printer->out, '@');
	mlirbc__put_name(&printer->out, attr->u.symbol.root);
	for (size_t i = 0; i < attr->u.symbol.count; i++) {
		mlirbc__put_text(&printer->out, "::@");
		mlirbc__put_name(&printer->out, attr->u.symbol.nested[i]);
	}
}

static void print_type_suffix(struct mlirbc_printer *printer, const struct mlirbc_type *type)
{
	if (printer->untyped)
		return;
	mlirbc__put_text(&printer->out, " : ");
	mlirbc__print_type(printer, type);
}

static void print_string(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	mlirbc__put_quoted(&printer->out, attr->u.string);
	if (attr->type)
		print_type_suffix(printer, attr->type);
}

static bool is_signless(const struct mlirbc_type *type, uint32_t width)
{
	return type->kind == MLIRBC_TYPE_INTEGER && type->u.integer.width == width &&
	       type->u.integer.signedness == MLIRBC_SIGNLESS;
}

static void print_integer(struct mlirbc_printer *printer, const struct mlirbc_attr *attr, bool elide)
{
	mlirbc__print_number(printer, attr->type, attr->u.number.words, attr->u.number.count);
	if (!is_signless(attr->type, 1) && !(elide && is_signless(attr->type, 64)))
		print_type_suffix(printer, attr->type);
}

static void print_float(struct mlirbc_printer *printer, const struct mlirbc_attr *attr, bool elide)
{
	uint64_t words[2] = { attr->u.number.words[0], attr->u.number.count > 1 ? attr->u.number.words[1] : 0 };
	char text[MLIRBC__FLOAT_TEXT];
	size_t size = mlirbc__float_text(attr->type->u.float_kind, words, text);
	bool hex = size > 1 && text[1] == 'x'; /* without its type it would read as an integer */
	mlirbc__put(&printer->out, text, size);
	if (hex || !elide || attr->type->u.float_kind != MLIRBC_F64)
		print_type_suffix(printer, attr->type);
}

/* ---- numbers of any width */

enum { MOST_WORDS = 256 }; /* wider ones, up to i16777215, are shown in hexadecimal: decimal takes quadratic time */

static void print_wide_hex(struct mlirbc_printer *printer, const uint64_t *words, size_t count)
{
	char text[16];
	bool any = false;
	mlirbc__put_text(&printer->out, "0x");
	for (size_t i = count; i-- > 0;) {
		for (int digit = 0; digit < 16; digit++)
			text[digit] = "0123456789ABCDEF"[words[i] >> (60 - 4 * digit) & 15];
		size_t skip = 0;
		while (!any && skip < sizeof text - (i == 0) && text[skip] == '0')
			skip++;
		any |= skip < sizeof text;
		mlirbc__put(&printer->out, text + skip, sizeof text - skip);
	}
}

static void print_wide(
	struct mlirbc_printer *printer, const struct mlirbc_type *type, const uint64_t *words, size_t count)
{
	uint64_t copy[MOST_WORDS];
	char text[MOST_WORDS * 20];
	size_t at = sizeof text, used = count;
	uint32_t width = mlirbc_type_width(type);
	bool negative = type->u.integer.signedness != MLIRBC_UNSIGNED && (words[count - 1] >> ((width - 1) % 64) & 1);
	if (count > MOST_WORDS) {
		print_wide_hex(printer, words, count);
		return;
	}
	uint64_t carry = negative;
	for (size_t i = 0; i < count; i++) {
		copy[i] = (negative ? ~words[i] : words[i]) + carry;
		carry = carry && copy[i] == 0;
	}
	if (width % 64)
		copy[count - 1] &= (UINT64_C(1) << (width % 64)) - 1;
	while (used) {
		uint32_t chunk = mlirbc__words_divide(copy, used, 1000000000);
		while (used && copy[used - 1] == 0)
			used--;
		for (int i = 0; i < 9 && (used || chunk || at == sizeof text); i++, chunk /= 10)
			text[--at] = (char)('0' + chunk % 10);
	}
	if (negative)
		text[--at] = '-';
	mlirbc__put(&printer->out, text + at, sizeof text - at);
}

void mlirbc__print_number(
	struct mlirbc_printer *printer, const struct mlirbc_type *type, const uint64_t *words, size_t count)
{
	if (type->kind == MLIRBC_TYPE_FLOAT) {
		uint64_t both[2] = { words[0], count > 1 ? words[1] : 0 };
		char text[MLIRBC__FLOAT_TEXT];
		mlirbc__put(&printer->out, text, mlirbc__float_text(type->u.float_kind, both, text));
		return;
	}
	uint32_t width = mlirbc_type_width(type);
	if (is_signless(type, 1)) {
		mlirbc__put_text(&printer->out, words[0] & 1 ? "true" : "false");
	} else if (width > 64) {
		print_wide(printer, type, words, count);
	} else if (type->kind == MLIRBC_TYPE_INTEGER && type->u.integer.signedness == MLIRBC_UNSIGNED) {
		mlirbc__put_unsigned(&printer->out, words[0]);
	} else {
		uint64_t sign = width ? UINT64_C(1) << (width - 1) : 0;
		mlirbc__put_signed(&printer->out, (int64_t)((words[0] ^ sign) - sign));
	}
}

/* ---- kept as text or bytes */

static void print_dialect(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	mlirbc__print_symbol(printer, '#', attr->u.dialect.dialect, attr->u.dialect.text, attr->u.dialect.wrapped);
	if (attr->type)
		print_type_suffix(printer, attr->type);
}

void mlirbc__print_opaque(struct mlirbc_printer *printer, char mark, const struct mlirbc_string *dialect, const uint8_t *data,
	size_t size, const void *key)
{
	mlirbc__put_char(&printer->out, mark);
	mlirbc__put_name(&printer->out, dialect);
	mlirbc__put_text(&printer->out, "<\"bytecode 0x");
	mlirbc__put_hex(&printer->out, data, size);
	mlirbc__put_text(&printer->out, "\">");
	if (printer->spelled_out)
		(void)mlirbc__seen(printer, &printer->opaques, key);
}

static void print_resource(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	mlirbc__seen(printer, &printer->resources, attr->u.resource);
	mlirbc__put_text(&printer->out, "dense_resource<");
	mlirbc__put_name(&printer->out, attr->u.resource);
	mlirbc__put_char(&printer->out, '>');
	print_type_suffix(printer, attr->type);
}

static void print_distinct(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	mlirbc__put_text(&printer->out, "distinct[");
	mlirbc__put_unsigned(&printer->out,
		printer->context ? mlirbc__seen(printer, &printer->distincts, attr) : attr->u.distinct.id);
	mlirbc__put_text(&printer->out, "]<");
	if (attr->u.distinct.referenced)
		mlirbc__print_attr(printer, attr->u.distinct.referenced, false);
	mlirbc__put_char(&printer->out, '>');
}

void mlirbc__print_attr_full(struct mlirbc_printer *printer, const struct mlirbc_attr *attr, bool elide)
{
	switch (attr->kind) {
	case MLIRBC_ATTR_UNIT: mlirbc__put_text(&printer->out, "unit"); break;
	case MLIRBC_ATTR_ARRAY: print_array(printer, attr); break;
	case MLIRBC_ATTR_DICTIONARY: mlirbc__print_entries(printer, attr); break;
	case MLIRBC_ATTR_STRING: print_string(printer, attr); break;
	case MLIRBC_ATTR_SYMBOL: print_symbol(printer, attr); break;
	case MLIRBC_ATTR_TYPE: mlirbc__print_type(printer, attr->u.type_value); break;
	case MLIRBC_ATTR_INTEGER: print_integer(printer, attr, elide); break;
	case MLIRBC_ATTR_FLOAT: print_float(printer, attr, elide); break;
	case MLIRBC_ATTR_DENSE_ARRAY: mlirbc__print_dense_array(printer, attr); break;
	case MLIRBC_ATTR_DENSE:
	case MLIRBC_ATTR_DENSE_STRINGS: mlirbc__print_dense(printer, attr); break;
	case MLIRBC_ATTR_SPARSE: mlirbc__print_sparse(printer, attr); break;
	case MLIRBC_ATTR_DENSE_RESOURCE: print_resource(printer, attr); break;
	case MLIRBC_ATTR_DISTINCT: print_distinct(printer, attr); break;
	case MLIRBC_ATTR_AFFINE:
		mlirbc__put(&printer->out, attr->u.dialect.text->data, attr->u.dialect.text->size);
		break;
	case MLIRBC_ATTR_DIALECT: print_dialect(printer, attr); break;
	case MLIRBC_ATTR_BYTES:
		mlirbc__print_opaque(printer, '#', attr->u.bytes.dialect, attr->u.bytes.data, attr->u.bytes.size,
			mlirbc__opaque_key(attr, false));
		break;
	case MLIRBC_ATTR_CODED: mlirbc__print_coded(printer, '#', &attr->u.coded); break;
	case MLIRBC_LOC_UNKNOWN:
	case MLIRBC_LOC_FILE:
	case MLIRBC_LOC_NAME:
	case MLIRBC_LOC_CALLSITE:
	case MLIRBC_LOC_FUSED:
		mlirbc__put_text(&printer->out, "loc(");
		mlirbc__print_loc_body(printer, attr);
		mlirbc__put_char(&printer->out, ')');
		break;
	}
}

void mlirbc__print_attr(struct mlirbc_printer *printer, const struct mlirbc_attr *attr, bool elide)
{
	/* Shared parts can expand to endless text, so printing stops when the output has failed. */
	if (!mlirbc__is_too_deep(printer, attr->depth) && !printer->out.failed &&
		!mlirbc__print_alias(printer, attr, false))
		mlirbc__print_attr_full(printer, attr, elide);
}
