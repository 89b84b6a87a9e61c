/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names, types, symbols and attributes of the conversion, looked up by pointer. */
#include "state/convert.h"
#include <mlirbc/print.h>
#include <string.h>

static enum bef_mlir__role role_of(const struct mlirbc_string *name)
{
	if (bef_mlir__is_text(name, "tfrt.return"))
		return BEF_MLIR__RETURN;
	if (bef_mlir__is_text(name, "func.func"))
		return BEF_MLIR__FUNC;
	return bef_mlir__is_text(name, "builtin.module") ? BEF_MLIR__MODULE : BEF_MLIR__KERNEL;
}

static bool find_types(struct bef_mlir__convert *convert, const struct bef_mlir__op *op, const char *letters,
	struct bef_mlir__signature *out)
{
	size_t size = strlen(letters);
	out->variadic = size && letters[size - 1] == '*';
	out->fixed = (uint32_t)(out->variadic ? size - 2 : size);
	for (size_t i = 0; i < out->fixed + out->variadic; i++) {
		if (letters[i] != '.' && !(out->types[i] = bef_mlir__letter_type(convert->context, letters[i], op)))
			return false;
	}
	return true;
}

/* The types for which the tables have letters. */
static bool find_declaration(struct bef_mlir__convert *convert, struct bef_mlir__name *name)
{
	const struct bef_mlir__op_def *def = name->op.def;
	if (!find_types(convert, &name->op, def->operands, &name->operands) ||
		!find_types(convert, &name->op, def->results, &name->results))
		return false;
	for (size_t i = 0; i < BEF_MLIR__MAX_ATTRS && def->attrs[i].name; i++) {
		char kind = def->attrs[i].kind;
		if (strchr("\"[@e?", kind))
			continue;
		name->attr_types[i] = bef_mlir__letter_type(convert->context, kind == '#' ? 'l' : kind, &name->op);
		if (!name->attr_types[i])
			return false;
	}
	return true;
}

struct bef_mlir__name *bef_mlir__name(struct bef_mlir__convert *convert, const struct mlirbc_string *name)
{
	if (name == convert->last_name)
		return &convert->names[convert->last_name_number];
	uint32_t number = bef_mlir__map_get(&convert->names_map, name, BEF_MLIR__OP_NAME);
	if (number != BEF_MLIR__NONE) {
		convert->last_name = name;
		convert->last_name_number = number;
		return &convert->names[number];
	}
	if (!BEF_MLIR__GROW(convert->allocator, convert->names, convert->name_count, convert->name_capacity))
		return NULL;
	struct bef_mlir__name *added = &convert->names[convert->name_count];
	*added = (struct bef_mlir__name){ .name = name, .role = role_of(name), .code = BEF_MLIR__NONE };
	if (bef_mlir__find_op(name, &added->op) && !find_declaration(convert, added))
		return NULL;
	if (!bef_mlir__map_put(
		    &convert->names_map, convert->allocator, name, BEF_MLIR__OP_NAME, (uint32_t)convert->name_count))
		return NULL;
	convert->name_count++;
	return added;
}

enum bef_status bef_mlir__type_number(
	struct bef_mlir__convert *convert, const struct mlirbc_type *type, uint32_t *out_number)
{
	if (type == convert->last_type) {
		*out_number = convert->last_type_number;
		return BEF_OK;
	}
	uint32_t number = bef_mlir__map_get(&convert->numbers, type, 0);
	if (number == BEF_MLIR__NONE) {
		size_t size = mlirbc_type_text(type, NULL, 0);
		char *text = size < SIZE_MAX ? bef_mlir__arena_room(&convert->arena, size + 1, 1) : NULL;
		if (!text || mlirbc_type_text(type, text, size + 1) != size)
			return bef_mlir__nomem(convert);
		BEF_MLIR__TRY(bef_writer_type(convert->writer, text, size, &number));
		if (!bef_mlir__map_put(&convert->numbers, convert->allocator, type, 0, number))
			return bef_mlir__nomem(convert);
	}
	convert->last_type = type;
	*out_number = convert->last_type_number = number;
	return BEF_OK;
}

enum bef_status bef_mlir__attr_name(
	struct bef_mlir__convert *convert, const struct mlirbc_string *name, const char **out_name)
{
	uint32_t number = bef_mlir__map_get(&convert->names_map, name, BEF_MLIR__ATTR_NAME);
	if (number == BEF_MLIR__NONE) {
		if (memchr(name->data, 0, name->size))
			return bef_mlir__fail(convert, BEF_E_UNSUPPORTED, NULL,
				"BEF files cannot represent an attribute name with a NUL");
		char *copy = bef_mlir__arena_zero(&convert->names_arena, name->size + 1, 1);
		number = (uint32_t)convert->attr_name_count;
		if (!BEF_MLIR__GROW(convert->allocator, convert->attr_names, number, convert->attr_name_capacity) || !copy ||
			!bef_mlir__map_put(&convert->names_map, convert->allocator, name, BEF_MLIR__ATTR_NAME, number))
			return bef_mlir__nomem(convert);
		memcpy(copy, name->data, name->size);
		convert->attr_names[convert->attr_name_count++] = copy;
	}
	*out_name = convert->attr_names[number];
	return BEF_OK;
}

const struct mlirbc_op *bef_mlir__symbol(
	const struct bef_mlir__convert *convert, uint32_t scope, const struct mlirbc_string *name)
{
	const uint32_t number = bef_mlir__map_get(&convert->symbols_map, name, scope);
	return number == BEF_MLIR__NONE ? NULL : convert->symbols[number];
}

/* ---- attributes of an op */

int64_t bef_mlir__integer(const struct mlirbc_attr *attr)
{
	uint64_t value = attr->u.number.words[0];
	uint32_t width = mlirbc_type_width(attr->type);
	bool is_unsigned = attr->type->kind == MLIRBC_TYPE_INTEGER &&
			   attr->type->u.integer.signedness == MLIRBC_UNSIGNED;
	if (width > 1 && width < 64 && !is_unsigned && value >> (width - 1))
		value |= UINT64_MAX << width;
	return (int64_t)value;
}

static void dictionary_range(const struct mlirbc_attr *dictionary, const struct mlirbc_named_attr **out_begin,
	const struct mlirbc_named_attr **out_end)
{
	*out_begin = *out_end = NULL;
	if (dictionary && dictionary->kind == MLIRBC_ATTR_DICTIONARY) {
		*out_begin = dictionary->u.dictionary.data;
		*out_end = *out_begin + dictionary->u.dictionary.count;
	}
}

struct bef_mlir__attrs bef_mlir__op_attrs(const struct mlirbc_op *op)
{
	struct bef_mlir__attrs attrs;
	dictionary_range(mlirbc_op_properties(op), &attrs.a, &attrs.a_end);
	dictionary_range(mlirbc_op_attributes(op), &attrs.b, &attrs.b_end);
	return attrs;
}

struct bef_mlir__known_attrs *bef_mlir__known_attrs(struct bef_mlir__convert *convert, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op), *attributes = mlirbc_op_attributes(op);
	const uint64_t key = (uint64_t)(uintptr_t)properties * 3 + (uint64_t)(uintptr_t)attributes;
	struct bef_mlir__known_attrs *known =
		&convert->known_attrs[(key * UINT64_C(0x9E3779B97F4A7C15) >> 32) % BEF_MLIR__KNOWN_ATTRS];
	if (known->properties != properties || known->attributes != attributes)
		*known = (struct bef_mlir__known_attrs){ .properties = properties, .attributes = attributes };
	return known;
}

static int compare(const struct mlirbc_string *a, const struct mlirbc_string *b)
{
	int order = memcmp(a->data, b->data, a->size < b->size ? a->size : b->size);
	return order ? order : (a->size > b->size) - (a->size < b->size);
}

const struct mlirbc_named_attr *bef_mlir__next_attr(struct bef_mlir__attrs *attrs)
{
	if (attrs->a == attrs->a_end)
		return attrs->b == attrs->b_end ? NULL : attrs->b++;
	if (attrs->b == attrs->b_end)
		return attrs->a++;
	int order = compare(attrs->a->name, attrs->b->name);
	if (order > 0)
		return attrs->b++;
	if (order == 0)
		attrs->b++;
	return attrs->a++;
}

enum bef_mlir__attr_use bef_mlir__attr_use(const struct mlirbc_named_attr *attr)
{
	const struct mlirbc_attr *value = attr->value;
	if (value->kind == MLIRBC_ATTR_SYMBOL)
		return bef_mlir__is_flat_symbol(value) ? BEF_MLIR__ATTR_FUNCTION : BEF_MLIR__ATTR_STORED;
	if (value->kind == MLIRBC_ATTR_ARRAY && value->u.array.count &&
		bef_mlir__is_flat_symbol(value->u.array.data[0]))
		return BEF_MLIR__ATTR_FUNCTIONS;
	if (value->kind == MLIRBC_ATTR_UNIT && bef_mlir__is_text(attr->name, "bef.nonstrict"))
		return BEF_MLIR__ATTR_NONSTRICT;
	return bef_mlir__is_text(attr->name, "_tfrt_cost") ? BEF_MLIR__ATTR_SKIPPED : BEF_MLIR__ATTR_STORED;
}
