/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parts of custom forms: values, types, attributes, lists, dictionaries. Most are for hooks as well. */
#include "text/print/print_form.h"

#include "dialects/forms.h"
#include "dialects/op_properties.h"

#include <stdio.h>

struct mlirbc_context *mlirbc_printer_context(struct mlirbc_printer *printer) { return printer->context; }

void mlirbc_printer_text(struct mlirbc_printer *printer, const char *text)
{
	if (!printer->visiting)
		mlirbc__put_text(&printer->out, text);
}

void mlirbc_printer_type(struct mlirbc_printer *printer, const struct mlirbc_type *type)
{
	if (printer->visiting)
		mlirbc__alias_type(printer, type);
	else
		mlirbc__print_type(printer, type);
}

void mlirbc_printer_attr(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	if (printer->visiting)
		mlirbc__alias_attr(printer, attr, false);
	else
		mlirbc__print_attr(printer, attr, false);
}

/* The size of the mnemonic that the text of a dialect's attribute begins with. */
static size_t mnemonic_size(const struct mlirbc_string *text)
{
	size_t size = 0;
	while (size < text->size && !strchr("<({[ ", text->data[size]))
		size++;
	return size;
}

void mlirbc_printer_attr_body(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	if (printer->visiting) {
		mlirbc__alias_attr(printer, attr, false);
	} else if (!mlirbc__print_alias(printer, attr, false)) {
		if (attr->kind == MLIRBC_ATTR_CODED) {
			mlirbc__print_fields(printer, &attr->u.coded);
		} else if (attr->kind == MLIRBC_ATTR_DIALECT) {
			const struct mlirbc_string *text = attr->u.dialect.text;
			size_t size = mnemonic_size(text);
			mlirbc__put(&printer->out, text->data + size, text->size - size);
		}
	}
}

void mlirbc_printer_attr_untyped(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	printer->untyped = !printer->visiting;
	mlirbc_printer_attr(printer, attr);
	printer->untyped = false;
}

void mlirbc_printer_value(struct mlirbc_printer *printer, const struct mlirbc_value *value)
{
	if (!printer->visiting)
		mlirbc__print_value(printer, value);
}

void mlirbc_printer_bytes(struct mlirbc_printer *printer, const char *data, size_t size)
{
	if (!printer->visiting)
		mlirbc__put(&printer->out, data, size);
}

void mlirbc_printer_symbol(struct mlirbc_printer *printer, const struct mlirbc_string *name)
{
	if (printer->visiting)
		return;
	mlirbc__put_char(&printer->out, '@');
	mlirbc__put_name(&printer->out, name);
}

void mlirbc_printer_integer(struct mlirbc_printer *printer, int64_t value)
{
	if (!printer->visiting)
		mlirbc__put_signed(&printer->out, value);
}

static void emit_block(struct mlirbc_printer *printer, const struct mlirbc_block *block)
{
	if (printer->visiting)
		return;
	mlirbc__put_text(&printer->out, "^bb");
	mlirbc__put_unsigned(&printer->out, block->number);
}

void mlirbc_printer_line(struct mlirbc_printer *printer)
{
	if (printer->visiting)
		return;
	mlirbc__put_char(&printer->out, '\n');
	mlirbc__put_indent(printer, printer->indent);
}

void mlirbc__print_op_name(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *dialect)
{
	size_t size = dialect ? strlen(dialect) : 0;
	const struct mlirbc_string *name = op->name;
	if (size && name->size > size && memcmp(name->data, dialect, size) == 0 && name->data[size] == '.' &&
		!memchr(name->data + size + 1, '.', name->size - size - 1))
		mlirbc__put(&printer->out, name->data + size + 1, name->size - size - 1);
	else
		mlirbc__put(&printer->out, name->data, name->size);
}

/* ---- lists */

void mlirbc_printer_operands(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t from, uint32_t count)
{
	for (uint32_t i = 0; i < count && !printer->visiting; i++) {
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc__print_value(printer, mlirbc_op_operands(op)[from + i].value);
	}
}

void mlirbc_printer_operand_types(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t from, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_type(printer, mlirbc_op_operands(op)[from + i].value->type);
	}
}

void mlirbc_printer_result_types(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t from, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_type(printer, mlirbc_op_results(op)[from + i].type);
	}
}

/* One type bare, unless it is a function or `always`; else in parentheses. */
static void emit_results(struct mlirbc_printer *printer, const struct mlirbc_op *op, bool always)
{
	bool bare = op->result_count == 1 && !always && mlirbc_op_results(op)[0].type->kind != MLIRBC_TYPE_FUNCTION;
	mlirbc_printer_text(printer, bare ? "" : "(");
	mlirbc_printer_result_types(printer, op, 0, op->result_count);
	mlirbc_printer_text(printer, bare ? "" : ")");
}

void mlirbc__emit_arrow(struct mlirbc_printer *printer, const struct mlirbc_op *op, bool always)
{
	if (op->result_count == 0)
		return;
	mlirbc_printer_text(printer, " -> ");
	emit_results(printer, op, always);
}

void mlirbc_printer_function_type(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	mlirbc_printer_text(printer, "(");
	mlirbc_printer_operand_types(printer, op, 0, op->operand_count);
	mlirbc_printer_text(printer, ") -> ");
	emit_results(printer, op, false);
}

void mlirbc__emit_indices(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *brackets,
	const struct mlirbc_attr *constants, uint32_t from)
{
	const char open[] = { brackets[0], '\0' }, close[] = { brackets[1], '\0' };
	mlirbc_printer_text(printer, open);
	for (size_t i = 0; i < constants->u.dense.count; i++) {
		int64_t value = mlirbc__element(constants, i);
		mlirbc_printer_text(printer, i ? ", " : "");
		if (value == MLIRBC_DYNAMIC)
			mlirbc_printer_value(printer, mlirbc_op_operands(op)[from++].value);
		else
			mlirbc_printer_integer(printer, value);
	}
	mlirbc_printer_text(printer, close);
}

void mlirbc__emit_successor(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t successor, uint32_t from, uint32_t count)
{
	emit_block(printer, mlirbc_op_successors(op)[successor]);
	if (count == 0)
		return;
	mlirbc_printer_text(printer, "(");
	mlirbc_printer_operands(printer, op, from, count);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, from, count);
	mlirbc_printer_text(printer, ")");
}

void mlirbc_printer_successor(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t successor)
{
	emit_block(printer, mlirbc_op_successors(op)[successor]);
}

void mlirbc_printer_arrow_types(struct mlirbc_printer *printer, const struct mlirbc_op *op, bool always)
{
	mlirbc__emit_arrow(printer, op, always);
}

void mlirbc_printer_successor_operands(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t successor, uint32_t from, uint32_t count)
{
	mlirbc__emit_successor(printer, op, successor, from, count);
}

/* ---- dictionaries */

static bool is_default(const struct mlirbc_named_attr *entry)
{
	return mlirbc__string_is(entry->name, "nontemporal", 11) && entry->value->kind == MLIRBC_ATTR_INTEGER &&
	       (entry->value->u.number.words[0] & 1) == 0;
}

static bool is_named(const struct mlirbc_string *name, const char *names)
{
	return mlirbc__name_index(names, name->data, name->size) >= 0;
}

static bool is_elided(const struct mlirbc_named_attr *entry, const char *elided)
{
	return is_named(entry->name, elided) ||
	       mlirbc__string_is(entry->name, "operandSegmentSizes", 19) || is_default(entry);
}

static void emit_entry(struct mlirbc_printer *printer, const struct mlirbc_named_attr *entry, const char *before)
{
	mlirbc_printer_text(printer, before);
	if (printer->visiting) {
		mlirbc__alias_attr(printer, entry->value, false);
		return;
	}
	mlirbc__put_name(&printer->out, entry->name);
	if (entry->value->kind == MLIRBC_ATTR_UNIT)
		return;
	mlirbc__put_text(&printer->out, " = ");
	mlirbc__print_attr(printer, entry->value, false);
}

void mlirbc_printer_attr_dict(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *elided, bool keyword)
{
	const struct mlirbc_attr *a = mlirbc_op_properties(op), *b = mlirbc_op_attributes(op);
	size_t i = 0, a_count = a ? a->u.dictionary.count : 0, j = 0, b_count = b ? b->u.dictionary.count : 0;
	const char *before = keyword ? " attributes {" : " {";
	bool any = false;
	while (i < a_count || j < b_count) {
		bool first = j == b_count || (i < a_count && mlirbc__string_compare(a->u.dictionary.data[i].name,
								     b->u.dictionary.data[j].name) < 0);
		const struct mlirbc_named_attr *entry = first ? &a->u.dictionary.data[i++] : &b->u.dictionary.data[j++];
		bool alone = first || !mlirbc__property(op, entry->name->data, entry->name->size);
		if (alone && (first ? is_elided(entry, elided) : is_named(entry->name, elided)))
			continue;
		emit_entry(printer, entry, any ? ", " : before);
		any = true;
	}
	mlirbc_printer_text(printer, any ? "}" : "");
}

/* The text of a field without default that is not an attribute in MLIR, when all its bits are zero. */
static bool is_zero(const struct mlirbc__field *field, const struct mlirbc_attr *value)
{
	switch (field->kind) {
	case MLIRBC__FIELD_INTEGER:
	case MLIRBC__FIELD_BOOL:
	case MLIRBC__FIELD_OVERFLOW: return value->kind == MLIRBC_ATTR_INTEGER && value->u.number.words[0] == 0;
	case MLIRBC__FIELD_OPTIONAL_INT: return value->kind == MLIRBC_ATTR_ARRAY && value->u.array.count == 0;
	default: return false;
	}
}

bool mlirbc_attr_is_default(const struct mlirbc_op *op, const char *name, const struct mlirbc_attr *value)
{
	enum { MOST = 200 };
	char text[MOST];
	const struct mlirbc__op_info *info = mlirbc__info(op);
	struct mlirbc__field field;
	size_t size = 0;
	if (!info->layout || !mlirbc__properties_get(info->layout, name, strlen(name), &field))
		return false;
	const char *known = mlirbc__default_value(info->defaults, name, strlen(name), &size);
	if (!known)
		return is_zero(&field, value);
	return mlirbc_attr_text(value, text, sizeof text) == size && size < MOST && memcmp(text, known, size) == 0;
}

void mlirbc_printer_properties(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *elided)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op);
	bool any = false;
	for (size_t i = 0; properties && i < properties->u.dictionary.count; i++) {
		const struct mlirbc_named_attr *entry = &properties->u.dictionary.data[i];
		if (is_elided(entry, elided))
			continue;
		emit_entry(printer, entry, any ? ", " : "<{");
		any = true;
	}
	mlirbc_printer_text(printer, any ? "}>" : "");
}

/* ---- attributes */

const struct mlirbc_attr *mlirbc__property(const struct mlirbc_op *op, const char *name, size_t size)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op);
	for (size_t i = 0; properties && i < properties->u.dictionary.count; i++) {
		if (mlirbc__string_is(properties->u.dictionary.data[i].name, name, size))
			return properties->u.dictionary.data[i].value;
	}
	return NULL;
}

int64_t mlirbc__element(const struct mlirbc_attr *attr, size_t index)
{
	size_t size = (size_t)(attr->u.dense.size / (attr->u.dense.count ? attr->u.dense.count : 1));
	uint64_t word = 0;
	for (size_t i = 0; i < size && i < 8; i++)
		word |= (uint64_t)attr->u.dense.data[index * size + i] << (8 * i);
	if (size < 8 && size && (attr->u.dense.data[index * size + size - 1] & 0x80))
		word |= UINT64_MAX << (8 * size);
	int64_t value;
	memcpy(&value, &word, sizeof value);
	return value;
}

bool mlirbc__is_array_of(const struct mlirbc_attr *attr, uint32_t width)
{
	return attr && attr->kind == MLIRBC_ATTR_DENSE_ARRAY && attr->type->kind == MLIRBC_TYPE_INTEGER &&
	       attr->type->u.integer.width == width;
}

bool mlirbc__segments(const struct mlirbc_op *op, uint32_t *begins, size_t count)
{
	const struct mlirbc_attr *sizes = MLIRBC__PROPERTY(op, "operandSegmentSizes");
	uint64_t at = 0;
	if (!mlirbc__is_array_of(sizes, 32) || sizes->u.dense.count != count)
		return false;
	for (size_t i = 0; i < count; i++) {
		int64_t size = mlirbc__element(sizes, i);
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

bool mlirbc__loses_entry(const struct mlirbc_region *region)
{
	return region->first && !region->first->last && region->block_count > 1;
}

bool mlirbc__region_fits(
	const struct mlirbc_op *op, uint32_t region, const char *terminator, bool hidden, bool arguments)
{
	const struct mlirbc_block *block = mlirbc_op_regions(op)[region].first;
	if (!block || (!arguments && block->argument_count) || mlirbc__loses_entry(&mlirbc_op_regions(op)[region]))
		return false;
	if (!*terminator)
		return true;
	const struct mlirbc_op *last = hidden ? block->last : mlirbc_op_regions(op)[region].last->last;
	/* The parser appends a terminator to a last block without one. */
	if (!hidden)
		return last && mlirbc__is_terminator(last->name);
	/* A terminator before the omitted one would be parsed as the end of the block. */
	return last && mlirbc__string_is(last->name, terminator, strcspn(terminator, " ")) &&
	       (!last->prev || !mlirbc__is_terminator(last->prev->name));
}
