/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading entries of a dialect by the description of their fields (dialects/coding.h). */
#include "bytecode/read/builtin.h"

#include <stdio.h>

/* A number as i64, a text as a string attribute. NULL when memory is short. */
static const struct mlirbc_attr *number_attr(struct mlirbc__decode *d, uint64_t value)
{
	struct mlirbc_context *context = d->r.load->context;
	const struct mlirbc_type *type = mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS);
	return type ? mlirbc_attr_integer(context, type, value) : NULL;
}

static const struct mlirbc_attr *word_attr(struct mlirbc__decode *d, const char *text, size_t size)
{
	return mlirbc_attr_string(d->r.load->context, text, size);
}

/* A value that was read; `missing` if the field is to be left out. */
struct value {
	const struct mlirbc_attr *attr;
	bool missing;
};

static struct value number_value(struct mlirbc__decode *d, uint64_t number)
{
	return (struct value){ number_attr(d, number), number == 0 };
}

static struct value named_value(struct mlirbc__decode *d, const char *names, uint64_t number)
{
	char text[256];
	if (!mlirbc__enum_name(names, number, text, sizeof text))
		return number_value(d, number);
	return (struct value){ word_attr(d, text, strlen(text)), number == 0 };
}

static const struct mlirbc_attr *double_attr(struct mlirbc__decode *d)
{
	struct mlirbc_context *context = d->r.load->context;
	uint64_t bits = mlirbc__varint_signed(&d->r.c);
	struct mlirbc_attr attr = {
		.kind = MLIRBC_ATTR_FLOAT, .type = mlirbc_type_float(context, MLIRBC_F64), .u.number = { &bits, 1 }
	};
	return attr.type ? mlirbc_attr_get(context, &attr) : NULL;
}

static const struct mlirbc_attr *type_attr(struct mlirbc__decode *d)
{
	const struct mlirbc_type *type = mlirbc__part_type(d);
	return type ? mlirbc_attr_type(d->r.load->context, type) : NULL;
}

static const struct mlirbc_attr *read_item(struct mlirbc__decode *d, char kind)
{
	struct mlirbc_decoder *decoder = (struct mlirbc_decoder *)(void *)d;
	switch (kind) {
	case 'A': return mlirbc_decoder_attr(decoder);
	case 'E': return mlirbc_decoder_attr(decoder);
	case 'L': return type_attr(d);
	case 'Z': return number_attr(d, mlirbc__varint_signed(&d->r.c));
	case 'D': return double_attr(d);
	case 'O': return mlirbc_decoder_optional(decoder);
	default: return number_attr(d, mlirbc__varint(&d->r.c));
	}
}

/* A missing item is represented by a unit attribute. */
static struct value read_list(struct mlirbc__decode *d, char kind)
{
	struct mlirbc__load *load = d->r.load;
	size_t count;
	if (!mlirbc__count(&d->r, "number of items", &count))
		return (struct value){ NULL, false };
	if (kind == 'E')
		count *= 2; /* below 2^33; bytes are requested item by item */
	const struct mlirbc_attr **items = mlirbc__reserve(load, &load->part_buffer, count, sizeof *items);
	for (size_t i = 0; items && i < count && load->status == MLIRBC_OK && !d->r.c.failed; i++) {
		items[i] = read_item(d, kind);
		if (!items[i] && kind == 'O')
			items[i] = mlirbc_attr_unit(load->context);
	}
	if (!items || load->status != MLIRBC_OK || d->blocked || d->r.c.failed)
		return (struct value){ NULL, false };
	for (size_t i = 0; i < count; i++) {
		if (!items[i])
			return (struct value){ NULL, false };
	}
	return (struct value){ mlirbc_attr_array(load->context, items, count), count == 0 };
}

static struct value read_field(struct mlirbc__decode *d, const struct mlirbc__coding_field *field)
{
	struct mlirbc_decoder *decoder = (struct mlirbc_decoder *)(void *)d;
	struct mlirbc_context *context = d->r.load->context;
	const struct mlirbc_string *string;
	uint64_t number;
	switch (field->kind) {
	case 'a': return (struct value){ mlirbc_decoder_attr(decoder), false };
	case '?': {
		const struct mlirbc_attr *attr = mlirbc_decoder_optional(decoder);
		return (struct value){ attr, !attr };
	}
	case 'P':
		if (mlirbc__varint(&d->r.c) == 0)
			return (struct value){ NULL, true };
		return (struct value){ mlirbc_decoder_attr(decoder), false };
	case 'Q':
		if (!mlirbc_decoder_bool(decoder))
			return (struct value){ NULL, true };
		return (struct value){ mlirbc_decoder_attr(decoder), false };
	case 'T': return (struct value){ type_attr(d), false };
	case 's':
		string = mlirbc__part_string(d);
		return (struct value){ string ? word_attr(d, string->data, string->size) : NULL,
			string && string->size == 0 };
	case 'b': {
		bool value = mlirbc_decoder_bool(decoder);
		return (struct value){ mlirbc_attr_bool(context, value), !value };
	}
	case 'B': number = mlirbc__varint(&d->r.c); return (struct value){ mlirbc_attr_bool(context, number), !number };
	case 'd': {
		const struct mlirbc_attr *attr = double_attr(d);
		return (struct value){ attr, attr && attr->u.number.words[0] == 0 };
	}
	case 'z': return number_value(d, mlirbc__varint_signed(&d->r.c));
	case 'e': return named_value(d, field->names, mlirbc__varint(&d->r.c));
	case 'o':
		number = mlirbc__varint(&d->r.c);
		return (struct value){ number_attr(d, number >> 1), !(number & 1) };
	case 'O':
	case 'V':
		if (!mlirbc_decoder_bool(decoder))
			return (struct value){ mlirbc_attr_array(context, NULL, 0), true };
		return read_list(d, field->kind);
	case 'v': return number_value(d, mlirbc__varint(&d->r.c));
	default: return read_list(d, field->kind);
	}
}

bool mlirbc__read_coded(struct mlirbc__decode *d, const char *dialect, const struct mlirbc__coding *coding,
	struct mlirbc_named_attr *fields, struct mlirbc_coded *out)
{
	static const char always_left_out[] = "?PQoO"; /* kinds that are optional */
	struct mlirbc__load *load = d->r.load;
	struct mlirbc__coding_field field;
	size_t count = 0;
	for (const char *text = coding->fields;
		(text = mlirbc__coding_next(text, &field)) && count < MLIRBC__MOST_FIELDS; count++) {
		size_t at = d->r.c.pos;
		struct value value = read_field(d, &field);
		if (load->status != MLIRBC_OK || (!value.attr && !value.missing && !d->blocked && !d->r.c.failed))
			return load->status == MLIRBC_OK && mlirbc__load_memory(load);
		if (d->r.c.failed)
			return mlirbc__cut(&d->r, "a field") && mlirbc__bad(&d->r, at, "a field");
		bool left_out = value.missing && (field.leave_out || strchr(always_left_out, field.kind));
		fields[count] = (struct mlirbc_named_attr){
			mlirbc_string_get(load->context, field.name, field.name_size), left_out ? NULL : value.attr
		};
		if (!fields[count].name)
			return mlirbc__load_memory(load);
	}
	*out = (struct mlirbc_coded){ mlirbc_string_get(load->context, dialect, strlen(dialect)),
		mlirbc_string_get(load->context, coding->mnemonic, strlen(coding->mnemonic)), fields, count,
		coding->format };
	return mlirbc__ready(d) && ((out->dialect && out->mnemonic) || mlirbc__load_memory(load));
}

static const struct mlirbc__coding *find(struct mlirbc__decode *d, const struct mlirbc__coding *codings, size_t count)
{
	uint64_t code = mlirbc__varint(&d->r.c);
	if (!mlirbc__cut(&d->r, "the code of an entry"))
		return NULL;
	if (code < count && codings[code].mnemonic)
		return &codings[code];
	d->opaque = true; /* unknown, newer encoding */
	return NULL;
}

const struct mlirbc_attr *mlirbc__coded_attr(
	struct mlirbc__decode *d, const char *dialect, const struct mlirbc__coding *codings, size_t count)
{
	const struct mlirbc__coding *coding = find(d, codings, count);
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_CODED };
	struct mlirbc_named_attr fields[MLIRBC__MOST_FIELDS];
	if (!coding || !mlirbc__read_coded(d, dialect, coding, fields, &attr.u.coded))
		return NULL;
	return mlirbc__attr_make(d->r.load->context, &attr, false);
}

const struct mlirbc_type *mlirbc__coded_type(
	struct mlirbc__decode *d, const char *dialect, const struct mlirbc__coding *codings, size_t count)
{
	const struct mlirbc__coding *coding = find(d, codings, count);
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_CODED };
	struct mlirbc_named_attr fields[MLIRBC__MOST_FIELDS];
	if (!coding || !mlirbc__read_coded(d, dialect, coding, fields, &type.u.coded))
		return NULL;
	return mlirbc_type_get(d->r.load->context, &type);
}

static const struct mlirbc_attr *decode_llvm_attr(struct mlirbc_decoder *decoder, void *ctx)
{
	(void)ctx;
	return mlirbc__coded_attr(mlirbc__decode_of(decoder), "llvm", mlirbc__llvm_attrs, mlirbc__llvm_attr_count);
}

static const struct mlirbc_attr *decode_sdy_attr(struct mlirbc_decoder *decoder, void *ctx)
{
	(void)ctx;
	return mlirbc__coded_attr(mlirbc__decode_of(decoder), "sdy", mlirbc__sdy_attrs, mlirbc__sdy_attr_count);
}

const struct mlirbc_dialect mlirbc__sdy_dialect = { "sdy", decode_sdy_attr, NULL, NULL };
const struct mlirbc_dialect mlirbc__llvm_dialect = { "llvm", decode_llvm_attr, NULL, NULL };
