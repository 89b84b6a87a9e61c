/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Printing: lists, and what an op has. */
#include "own_parts.h"

const struct mlirbc_attr *up__property(const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op);
	return properties && properties->kind == MLIRBC_ATTR_DICTIONARY ? mlirbc_dictionary_find(properties, name) : NULL;
}

bool up__is_text(const struct mlirbc_attr *attr, const char *text)
{
	return attr && attr->kind == MLIRBC_ATTR_STRING && attr->u.string->size == strlen(text) &&
	       memcmp(attr->u.string->data, text, attr->u.string->size) == 0;
}

int64_t up__element_at(const struct mlirbc_attr *attr, size_t index)
{
	size_t size = attr->u.dense.splat || !attr->u.dense.count ? attr->u.dense.size
								  : (size_t)(attr->u.dense.size / attr->u.dense.count);
	const uint8_t *data = attr->u.dense.data + (attr->u.dense.splat ? 0 : index * size);
	uint64_t word = 0;
	int64_t value;
	for (size_t i = 0; i < size && i < 8; i++)
		word |= (uint64_t)data[i] << (8 * i);
	if (size && size < 8 && (data[size - 1] & 0x80))
		word |= UINT64_MAX << (8 * size);
	memcpy(&value, &word, sizeof value);
	return value;
}

bool up__is_array(const struct mlirbc_attr *attr, uint32_t width)
{
	return attr && attr->kind == MLIRBC_ATTR_DENSE_ARRAY && attr->type->kind == MLIRBC_TYPE_INTEGER &&
	       attr->type->u.integer.width == width;
}

int64_t up__integer_of(const struct mlirbc_attr *attr)
{
	uint64_t word = attr->u.number.words[0];
	uint32_t width = mlirbc_type_width(attr->type);
	int64_t value;
	if (width && width < 64 && width > 1 && (word >> (width - 1) & 1))
		word |= UINT64_MAX << width;
	memcpy(&value, &word, sizeof value);
	return value;
}

bool up__segments(const struct mlirbc_op *op, uint32_t *begins, size_t count)
{
	const struct mlirbc_attr *sizes = up__property(op, "operandSegmentSizes");
	uint64_t at = 0;
	if (!up__is_array(sizes, 32) || sizes->u.dense.count != count)
		return false;
	for (size_t i = 0; i < count; i++) {
		int64_t size = up__element_at(sizes, i);
		begins[i] = (uint32_t)at;
		if (size < 0)
			return false;
		at += (uint64_t)size;
		if (at > op->operand_count)
			return false;
	}
	begins[count] = (uint32_t)at;
	return at == op->operand_count;
}

bool up__has_types(const struct mlirbc_op *op, uint32_t from, const struct mlirbc_types *types)
{
	if (from > op->operand_count || types->count > op->operand_count - from)
		return false;
	for (size_t i = 0; i < types->count; i++) {
		if (mlirbc_op_operands(op)[from + i].value->type != types->data[i])
			return false;
	}
	return true;
}

const struct mlirbc_block *up__entry(const struct mlirbc_op *op, uint32_t region)
{
	return region < op->region_count ? mlirbc_op_regions(op)[region].first : NULL;
}

static bool is_listed(const struct mlirbc_string *name, const char *list)
{
	for (size_t size; *list; list += size + (list[size] == ' ')) {
		size = strcspn(list, " ");
		if (size == name->size && memcmp(list, name->data, size) == 0)
			return true;
	}
	return false;
}

bool up__has_more(const struct mlirbc_op *op, const char *elided)
{
	const struct mlirbc_attr *all[2] = { mlirbc_op_properties(op), mlirbc_op_attributes(op) };
	for (int i = 0; i < 2; i++) {
		for (size_t j = 0; all[i] && j < all[i]->u.dictionary.count; j++) {
			const struct mlirbc_string *name = all[i]->u.dictionary.data[j].name;
			if (!is_listed(name, elided) && !is_listed(name, "operandSegmentSizes"))
				return true;
		}
	}
	return false;
}

/* ---- lists */

void up__print_typed(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *open, uint32_t from,
	uint32_t count, const char *close)
{
	mlirbc_printer_text(printer, open);
	mlirbc_printer_operands(printer, op, from, count);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, from, count);
	mlirbc_printer_text(printer, close);
}

void up__print_types(struct mlirbc_printer *printer, const struct mlirbc_type *const *types, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_type(printer, types[i]);
	}
}

void up__print_indices(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *open, const char *close,
	const struct mlirbc_attr *constants, uint32_t from)
{
	mlirbc_printer_text(printer, open);
	for (size_t i = 0; i < constants->u.dense.count; i++) {
		int64_t value = up__element_at(constants, i);
		mlirbc_printer_text(printer, i ? ", " : "");
		if (value != MLIRBC_DYNAMIC)
			mlirbc_printer_integer(printer, value);
		else if (from < op->operand_count)
			mlirbc_printer_value(printer, mlirbc_op_operands(op)[from++].value);
	}
	mlirbc_printer_text(printer, close);
}

void up__print_i64s(
	struct mlirbc_printer *printer, const char *open, const struct mlirbc_attr *values, const char *close)
{
	mlirbc_printer_text(printer, open);
	for (size_t i = 0; i < values->u.dense.count; i++) {
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_integer(printer, up__element_at(values, i));
	}
	mlirbc_printer_text(printer, close);
}

void up__print_arguments(struct mlirbc_printer *printer, const struct mlirbc_block *block, uint32_t from, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_value(printer, &block->arguments[from + i]);
	}
}

void up__print_typed_arguments(struct mlirbc_printer *printer, const struct mlirbc_block *block, uint32_t from,
	uint32_t count, const char *colon)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct mlirbc_value *argument = &block->arguments[from + i];
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_value(printer, argument);
		mlirbc_printer_text(printer, colon);
		mlirbc_printer_type(printer, argument->type);
		mlirbc_printer_argument_location(printer, argument);
	}
}

void up__print_assigned(struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct mlirbc_block *block,
	uint32_t argument, uint32_t operand, uint32_t count)
{
	mlirbc_printer_text(printer, "(");
	for (uint32_t i = 0; i < count; i++) {
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_value(printer, &block->arguments[argument + i]);
		mlirbc_printer_text(printer, " = ");
		mlirbc_printer_value(printer, mlirbc_op_operands(op)[operand + i].value);
	}
	mlirbc_printer_text(printer, ")");
}

void up__print_text(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	mlirbc_printer_bytes(printer, attr->u.string->data, attr->u.string->size);
}

struct mlirbc_string up__inside(const struct mlirbc_attr *attr, const char *name)
{
	size_t size = strlen(name);
	const struct mlirbc_string *text = attr && attr->kind == MLIRBC_ATTR_DIALECT ? attr->u.dialect.text : NULL;
	if (!text || text->size < size + 2 || memcmp(text->data, name, size) != 0 || text->data[size] != '<')
		return (struct mlirbc_string){ "", 0 };
	return (struct mlirbc_string){ text->data + size + 1, text->size - size - 2 };
}
