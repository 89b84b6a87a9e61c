/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* array<...>, dense<...>, sparse<...> as text. */
#include "text/print/printer.h"

enum { HEX_FROM = 101 }; /* from this number of elements on, prints hexadecimal data */

static size_t element_size(const struct mlirbc_type *type)
{
	size_t size = ((size_t)mlirbc_type_width(type) + 7) / 8;
	return size ? size : 1;
}

static bool is_bits(const struct mlirbc_type *element)
{
	return element->kind == MLIRBC_TYPE_INTEGER && element->u.integer.width == 1;
}

static void print_scalar(struct mlirbc_printer *printer, const struct mlirbc_type *type, const uint8_t *data)
{
	enum { WORDS = 128 };
	uint64_t words[WORDS];
	size_t size = element_size(type), count = (size + 7) / 8;
	if (is_bits(type)) { /* here also of si1 and ui1 */
		mlirbc__put_text(&printer->out, *data & 1 ? "true" : "false");
		return;
	}
	uint32_t width = mlirbc_type_width(type);
	if (count > WORDS) { /* like a single number, see print_attr.c */
		uint8_t top = (uint8_t)(data[size - 1] & (width % 8 ? (1u << (width % 8)) - 1 : UINT8_MAX));
		mlirbc__put_text(&printer->out, "0x");
		mlirbc__put_hex(&printer->out, &top, 1);
		for (size_t i = size - 1; i-- > 0;)
			mlirbc__put_hex(&printer->out, &data[i], 1);
		return;
	}
	memset(words, 0, count * sizeof *words);
	for (size_t i = 0; i < size; i++)
		words[i / 8] |= (uint64_t)data[i] << (i % 8 * 8);
	if (width % 64) /* data may have more bits than its type */
		words[count - 1] &= (UINT64_C(1) << (width % 64)) - 1;
	mlirbc__print_number(printer, type, words, count);
}

static void print_element(
	struct mlirbc_printer *printer, const struct mlirbc_attr *attr, const struct mlirbc_type *type, size_t index)
{
	if (attr->kind == MLIRBC_ATTR_DENSE_STRINGS) {
		mlirbc__put_quoted(&printer->out, attr->u.strings.data[index]);
	} else if (type->kind == MLIRBC_TYPE_COMPLEX) {
		const struct mlirbc_type *part = type->u.shaped.element;
		const uint8_t *data = attr->u.dense.data + 2 * index * element_size(part);
		mlirbc__put_char(&printer->out, '(');
		print_scalar(printer, part, data);
		mlirbc__put_char(&printer->out, ',');
		print_scalar(printer, part, data + element_size(part));
		mlirbc__put_char(&printer->out, ')');
	} else {
		print_scalar(printer, type, attr->u.dense.data + index * element_size(type));
	}
}

static void put_many(struct mlirbc_printer *printer, char c, size_t count)
{
	while (count--)
		mlirbc__put_char(&printer->out, c);
}

/* How many of the innermost lists end before element number `index`. */
static size_t lists_ending(const struct mlirbc_type *type, size_t index)
{
	size_t lists = 0, elements = 1;
	while (lists < type->u.shaped.rank) {
		elements *= (size_t)type->u.shaped.dims[type->u.shaped.rank - 1 - lists];
		if (index % elements != 0)
			break;
		lists++;
	}
	return lists;
}

static void print_lists(struct mlirbc_printer *printer, const struct mlirbc_attr *attr, size_t count)
{
	const struct mlirbc_type *type = attr->type, *element = type->u.shaped.element;
	put_many(printer, '[', type->u.shaped.rank);
	for (size_t i = 0; i < count; i++) {
		size_t lists = i ? lists_ending(type, i) : 0;
		put_many(printer, ']', lists);
		if (i)
			mlirbc__put_text(&printer->out, ", ");
		put_many(printer, '[', lists);
		print_element(printer, attr, element, i);
	}
	put_many(printer, ']', type->u.shaped.rank);
}

static void print_packed(struct mlirbc_printer *printer, const uint8_t *data, size_t count)
{
	for (size_t i = 0; i < count; i += 8) {
		uint8_t byte = 0;
		for (size_t bit = 0; bit < 8 && i + bit < count; bit++)
			byte = (uint8_t)(byte | (data[i + bit] & 1) << bit);
		mlirbc__put_hex(&printer->out, &byte, 1);
	}
}

static void print_hex(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	mlirbc__put_text(&printer->out, "\"0x");
	if (is_bits(attr->type->u.shaped.element))
		print_packed(printer, attr->u.dense.data, attr->u.dense.size);
	else
		mlirbc__put_hex(&printer->out, attr->u.dense.data, attr->u.dense.size);
	mlirbc__put_char(&printer->out, '"');
}

static void print_elements(struct mlirbc_printer *printer, const struct mlirbc_attr *attr, bool allow_hex)
{
	bool strings = attr->kind == MLIRBC_ATTR_DENSE_STRINGS;
	size_t count = strings ? attr->u.strings.count : (size_t)attr->u.dense.count;
	if (strings ? attr->u.strings.splat : attr->u.dense.splat)
		print_element(printer, attr, attr->type->u.shaped.element, 0);
	else if (allow_hex && !strings && count >= HEX_FROM)
		print_hex(printer, attr);
	else if (count)
		print_lists(printer, attr, count);
}

static void print_end(struct mlirbc_printer *printer, const struct mlirbc_type *type)
{
	mlirbc__put_text(&printer->out, printer->untyped ? ">" : "> : ");
	if (!printer->untyped)
		mlirbc__print_type(printer, type);
}

static bool is_elided(const struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	if (attr->kind == MLIRBC_ATTR_DENSE_STRINGS)
		return !attr->u.strings.splat && attr->u.strings.count > printer->most_elements;
	return attr->kind == MLIRBC_ATTR_DENSE && !attr->u.dense.splat && attr->u.dense.count > printer->most_elements;
}

static void print_elided(struct mlirbc_printer *printer, const struct mlirbc_type *type)
{
	mlirbc__put_text(&printer->out, "dense_resource<__elided__");
	print_end(printer, type);
}

void mlirbc__print_dense(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	if (is_elided(printer, attr)) {
		print_elided(printer, attr->type);
		return;
	}
	mlirbc__put_text(&printer->out, "dense<");
	print_elements(printer, attr, true);
	print_end(printer, attr->type);
}

void mlirbc__print_sparse(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	const struct mlirbc_attr *indices = attr->u.sparse.indices, *values = attr->u.sparse.values;
	uint64_t count = 0;
	if (is_elided(printer, indices) || is_elided(printer, values)) {
		print_elided(printer, attr->type);
		return;
	}
	mlirbc__put_text(&printer->out, "sparse<");
	if (mlirbc_type_elements(indices->type, &count) && count) {
		print_elements(printer, indices, false);
		mlirbc__put_text(&printer->out, ", ");
		print_elements(printer, values, true);
	}
	print_end(printer, attr->type);
}

void mlirbc__print_dense_array(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	size_t size = element_size(attr->type);
	mlirbc__put_text(&printer->out, "array<");
	mlirbc__print_type(printer, attr->type);
	for (size_t i = 0; i < attr->u.dense.count; i++) {
		mlirbc__put_text(&printer->out, i ? ", " : ": ");
		print_scalar(printer, attr->type, attr->u.dense.data + i * size);
	}
	mlirbc__put_char(&printer->out, '>');
}
