/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decoded attributes and types of dialects as text, by the formats that mlirbc/dialect.h describes. */
#include "dialects/coding.h"
#include "text/print/printer.h"

static void print_plain_number(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	if (attr->kind == MLIRBC_ATTR_INTEGER || attr->kind == MLIRBC_ATTR_FLOAT)
		mlirbc__print_number(printer, attr->type, attr->u.number.words, attr->u.number.count);
	else
		mlirbc__print_attr(printer, attr, false);
}

static void print_word(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	if (attr->kind != MLIRBC_ATTR_STRING)
		print_plain_number(printer, attr);
	else
		mlirbc__put_name(&printer->out, attr->u.string);
}

static void print_typed_number(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	print_plain_number(printer, attr);
	if (attr->kind != MLIRBC_ATTR_INTEGER && attr->kind != MLIRBC_ATTR_FLOAT)
		return;
	mlirbc__put_text(&printer->out, " : ");
	mlirbc__print_type(printer, attr->type);
}

static void print_list(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	for (size_t i = 0; attr->kind == MLIRBC_ATTR_ARRAY && i < attr->u.array.count; i++) {
		if (i)
			mlirbc__put_text(&printer->out, ", ");
		print_plain_number(printer, attr->u.array.data[i]);
	}
}

static void print_results(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	bool bare = attr->kind == MLIRBC_ATTR_ARRAY && attr->u.array.count == 1;
	mlirbc__put_text(&printer->out, bare ? "" : "(");
	print_list(printer, attr);
	mlirbc__put_text(&printer->out, bare ? "" : ")");
}

static void print_dims(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	for (size_t i = 0; attr->kind == MLIRBC_ATTR_ARRAY && i < attr->u.array.count; i++) {
		const struct mlirbc_attr *dim = attr->u.array.data[i];
		if (dim->kind == MLIRBC_ATTR_INTEGER && (int64_t)dim->u.number.words[0] == MLIRBC_DYNAMIC)
			mlirbc__put_char(&printer->out, '?');
		else
			print_plain_number(printer, dim);
		mlirbc__put_char(&printer->out, 'x');
	}
}

static void print_pairs(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	mlirbc__put_char(&printer->out, '{');
	for (size_t i = 0; attr->kind == MLIRBC_ATTR_ARRAY && i + 1 < attr->u.array.count; i += 2) {
		mlirbc__put_text(&printer->out, i ? ", " : "");
		mlirbc__print_attr(printer, attr->u.array.data[i], false);
		mlirbc__put_text(&printer->out, " = ");
		mlirbc__print_attr(printer, attr->u.array.data[i + 1], false);
	}
	mlirbc__put_char(&printer->out, '}');
}

static void print_stripped(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	if (attr->kind != MLIRBC_ATTR_CODED)
		mlirbc__print_attr(printer, attr, false);
	else if (!mlirbc__print_alias(printer, attr, false))
		mlirbc__print_fields(printer, &attr->u.coded);
}

static void print_stripped_list(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	size_t count = attr->kind == MLIRBC_ATTR_ARRAY ? attr->u.array.count : 0;
	for (size_t i = 0; i < count; i++) {
		mlirbc__put_text(&printer->out, i ? ", " : "[");
		print_stripped(printer, attr->u.array.data[i]);
	}
	mlirbc__put_text(&printer->out, count ? "]" : "");
}

/* (1, 2) of an operation of a debug expression. A conversion has encodings behind its first argument. */
static void print_arguments(struct mlirbc_printer *printer, const struct mlirbc_coded *coded, const struct mlirbc_attr *attr)
{
	static const char convert[] = "DW_OP_LLVM_convert";
	const struct mlirbc_attr *opcode = coded->fields[0].value;
	const bool encodings = opcode && opcode->kind == MLIRBC_ATTR_STRING &&
			       mlirbc__string_is(opcode->u.string, convert, sizeof convert - 1);
	char name[64];
	for (size_t i = 0; attr->kind == MLIRBC_ATTR_ARRAY && i < attr->u.array.count; i++) {
		const struct mlirbc_attr *one = attr->u.array.data[i];
		mlirbc__put_text(&printer->out, i ? ", " : "(");
		if (encodings && i && one->kind == MLIRBC_ATTR_INTEGER &&
			mlirbc__enum_name("ate", one->u.number.words[0], name, sizeof name))
			mlirbc__put_text(&printer->out, name);
		else
			print_plain_number(printer, one);
	}
	if (attr->kind == MLIRBC_ATTR_ARRAY && attr->u.array.count)
		mlirbc__put_char(&printer->out, ')');
}

static void print_field(
	struct mlirbc_printer *printer, const struct mlirbc_coded *coded, const struct mlirbc_attr *attr, char style)
{
	if (!attr)
		return;
	switch (style) {
	case 'k': print_word(printer, attr); break;
	case 'n': print_plain_number(printer, attr); break;
	case 't': print_typed_number(printer, attr); break;
	case 'l': print_list(printer, attr); break;
	case 'x': print_dims(printer, attr); break;
	case 'e': print_pairs(printer, attr); break;
	case 'r': print_results(printer, attr); break;
	case 'i': print_stripped_list(printer, attr); break;
	case 'p': print_arguments(printer, coded, attr); break;
	case 's': print_stripped(printer, attr); break;
	default: mlirbc__print_attr(printer, attr, false); break;
	}
}

/* name = value, ... with a style for each; `styles` NULL: the attributes themselves. */
static void print_named(struct mlirbc_printer *printer, const struct mlirbc_coded *coded, const char *styles)
{
	bool any = false;
	for (size_t i = 0; i < coded->count; i++) {
		char style = styles && *styles ? *styles++ : 'a';
		if (!coded->fields[i].value)
			continue;
		mlirbc__put_text(&printer->out, any ? ", " : "<");
		any = true;
		mlirbc__put(&printer->out, coded->fields[i].name->data, coded->fields[i].name->size);
		mlirbc__put_text(&printer->out, " = ");
		print_field(printer, coded, coded->fields[i].value, style);
	}
	mlirbc__put_text(&printer->out, any ? ">" : "<>");
}

static void print_template(struct mlirbc_printer *printer, const struct mlirbc_coded *coded, const char *text)
{
	for (; *text; text++) {
		if (*text != '$' || !text[1] || !text[2]) {
			mlirbc__put_char(&printer->out, *text);
			continue;
		}
		size_t field = (size_t)(unsigned char)text[2] - '0';
		if (field < coded->count)
			print_field(printer, coded, coded->fields[field].value, text[1]);
		text += 2;
	}
}

void mlirbc__print_fields(struct mlirbc_printer *printer, const struct mlirbc_coded *coded)
{
	if (coded->format && *coded->format == 'Y')
		mlirbc__print_sdy(printer, coded);
	else if (coded->format && *coded->format == 'T')
		print_template(printer, coded, coded->format + 1);
	else
		print_named(printer, coded, coded->format ? coded->format + 1 : NULL);
}

void mlirbc__print_coded(struct mlirbc_printer *printer, char mark, const struct mlirbc_coded *coded)
{
	mlirbc__put_char(&printer->out, mark);
	const bool wrapped = coded->format && *coded->format == 'Y' && mlirbc__sdy_is_wrapped(coded);
	mlirbc__put(&printer->out, coded->dialect->data, coded->dialect->size);
	mlirbc__put_char(&printer->out, wrapped ? '<' : '.');
	mlirbc__put(&printer->out, coded->mnemonic->data, coded->mnemonic->size);
	mlirbc__print_fields(printer, coded);
	if (wrapped)
		mlirbc__put_char(&printer->out, '>');
}
