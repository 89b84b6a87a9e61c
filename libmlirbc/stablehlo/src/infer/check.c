/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "infer/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool shlo__fail(struct shlo__check *check, const char *format, ...)
{
	if (check->status == MLIRBC_OK) {
		va_list args;
		check->status = MLIRBC_E_CORRUPT;
		va_start(args, format);
		vsnprintf(check->message, sizeof check->message, format, args);
		va_end(args);
	}
	return false;
}

bool shlo__no_memory(struct shlo__check *check)
{
	if (check->status == MLIRBC_OK) {
		const char *text;
		check->status = mlirbc_context_shortage(check->context, &text);
		snprintf(check->message, sizeof check->message, "%s", text);
	}
	return false;
}

/* Stops the printer when the text is full: a type that shares parts may have text of any length. */
static int write_some(void *ctx, const char *data, size_t size)
{
	struct shlo__spelled *text = ctx;
	size_t length = strlen(text->at), room = sizeof text->at - 1 - length, part = size < room ? size : room;
	memcpy(text->at + length, data, part);
	text->at[length + part] = '\0';
	return part < size;
}

const char *shlo__spell(const struct mlirbc_type *type, struct shlo__spelled *text)
{
	text->at[0] = '\0';
	if (!type)
		return "nothing";
	if (mlirbc_print_type(type, write_some, text) != MLIRBC_OK && text->at[0] == '\0')
		return "...";
	return text->at;
}

const char *shlo__spell_dims(const int64_t *dims, size_t count, struct shlo__spelled *text)
{
	size_t length = 0, size = sizeof text->at;
	text->at[length++] = '[';
	for (size_t i = 0; i < count && length + 28 < size; ++i) {
		if (i)
			length += (size_t)snprintf(text->at + length, size - length, ", ");
		if (dims[i] == SHLO__DYNAMIC)
			text->at[length++] = '?';
		else
			length += (size_t)snprintf(text->at + length, size - length, "%lld", (long long)dims[i]);
	}
	text->at[length++] = ']';
	text->at[length] = '\0';
	return text->at;
}

const struct mlirbc_type *shlo__needed(struct shlo__check *check, size_t index)
{
	if (check->declared && index < check->result_count)
		return shlo__declared(check, index);
	shlo__fail(check, "the type of result %zu cannot be inferred from the operands; it must be given", index);
	return NULL;
}

const struct mlirbc_attr *shlo__attr(const struct shlo__check *check, const char *name)
{
	const struct mlirbc_attr *found = mlirbc_dictionary_find(check->properties, name);
	return found ? found : mlirbc_dictionary_find(check->attributes, name);
}

int64_t shlo__int(const struct shlo__check *check, const char *name, int64_t fallback)
{
	int64_t value;
	return shlo__int_of(shlo__attr(check, name), &value) ? value : fallback;
}

bool shlo__flag(const struct shlo__check *check, const char *name)
{
	const struct mlirbc_attr *attr = shlo__attr(check, name);
	return attr &&
	       (attr->kind == MLIRBC_ATTR_UNIT || (attr->kind == MLIRBC_ATTR_INTEGER && attr->u.number.words[0] != 0));
}

bool shlo__list(struct shlo__check *check, const char *name, struct shlo__dims *out)
{
	const struct mlirbc_attr *attr = shlo__attr(check, name);
	out->count = 0;
	if (!attr || shlo__i64s_of(attr, out) || shlo__bools_of(attr, out))
		return true;
	return shlo__fail(check, "attribute '%s' has more than %d entries", name, (int)SHLO__MOST_DIMS);
}

/* Element `index` of dense integers, sign-extended unless the type is unsigned. */
static int64_t dense_int(const struct mlirbc_attr *attr, const struct mlirbc_type *element, size_t index)
{
	uint32_t width = mlirbc_type_width(element);
	size_t bytes = (width + 7) / 8;
	const uint8_t *at = attr->u.dense.data + (attr->u.dense.splat ? 0 : index) * bytes;
	uint64_t value = 0;
	for (size_t i = 0; i < bytes; ++i)
		value |= (uint64_t)at[i] << (8 * i);
	if (width < 64 && width > 1 &&
		!(element->kind == MLIRBC_TYPE_INTEGER && element->u.integer.signedness == MLIRBC_UNSIGNED) &&
		(value >> (width - 1)) & 1)
		value |= ~UINT64_C(0) << width;
	return (int64_t)value;
}

static bool dense_ints(const struct mlirbc_attr *attr, struct shlo__dims *out)
{
	uint64_t count;
	if (!attr || attr->kind != MLIRBC_ATTR_DENSE || !attr->type || attr->type->kind != MLIRBC_TYPE_TENSOR ||
		!mlirbc_type_elements(attr->type, &count) || count > SHLO__MOST_DIMS)
		return false;
	const struct mlirbc_type *element = attr->type->u.shaped.element;
	if ((element->kind != MLIRBC_TYPE_INTEGER && element->kind != MLIRBC_TYPE_INDEX) ||
		mlirbc_type_width(element) > 64)
		return false;
	out->count = (size_t)count;
	for (size_t i = 0; i < count; ++i)
		out->at[i] = dense_int(attr, element, i);
	return true;
}

bool shlo__constant(const struct shlo__check *check, size_t operand, struct shlo__dims *out)
{
	const struct mlirbc_value *value = check->operands         ? check->operands[operand].value
					   : check->operand_values ? check->operand_values[operand]
								   : NULL;
	const struct mlirbc_op *op = value ? mlirbc_value_op(value) : NULL;
	out->count = 0;
	if (!op || !(mlirbc_op_is(op, "stablehlo.constant") || mlirbc_op_is(op, "arith.constant")))
		return false;
	return dense_ints(mlirbc_op_attr(op, "value"), out);
}

bool shlo__body(struct shlo__check *check, size_t region, struct shlo__body *out)
{
	const struct mlirbc_region *at = region < check->region_count ? &check->regions[region] : NULL;
	if (!at || !at->first || at->first != at->last)
		return shlo__fail(
			check, "region #%zu must have one block, but has %u", region, at ? at->block_count : 0);
	out->block = at->first;
	out->end = at->first->last;
	if (!out->end)
		return shlo__fail(
			check, "the block of region #%zu is empty; expected 'stablehlo.return' at its end", region);
	if (!mlirbc_op_is(out->end, "stablehlo.return"))
		return shlo__fail(check, "expects regions to end with 'stablehlo.return', found '%.*s'",
			(int)out->end->name->size, out->end->name->data);
	out->arguments = out->block->argument_count;
	out->values = out->end->operand_count;
	for (size_t i = 0; i < out->values; ++i) {
		if (!mlirbc_op_operands(out->end)[i].value)
			return shlo__fail(check, "operand #%zu of the terminator of region #%zu is not set", i, region);
	}
	return true;
}
