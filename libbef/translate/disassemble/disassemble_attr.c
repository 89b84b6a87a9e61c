/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Converts encoded attributes to MLIR attributes, the inverse of attributes.c. A value that MLIR's syntax cannot
 * express becomes #bef.unknown<OFFSET>. */
#include "disassemble/disassemble.h"

#include <mlirbc/parse.h>
#include <mlirbc/rewrite.h>
#include <stdio.h>
#include <string.h>

/* ---- element types */

static bool is_complex(unsigned dtype) { return dtype == BEF_DTYPE_COMPLEX64 || dtype == BEF_DTYPE_COMPLEX128; }

static bool is_number(unsigned dtype)
{
	return bef_dtype_size(dtype) != 0 && !is_complex(dtype) && !(dtype >= BEF_DTYPE_QUI8 && dtype <= BEF_DTYPE_QI32);
}

/* The bits of a signed integer of 2 or 4 bits, which MLIR zero-extends; all bits for other types. */
static unsigned narrow_mask(unsigned dtype) { return dtype == BEF_DTYPE_I2 ? 3 : dtype == BEF_DTYPE_I4 ? 15 : 255; }

/* ---- values. These functions leave *out NULL if MLIR's syntax cannot express the value, or if memory is short. */

static const struct mlirbc_attr *make_scalar(struct mlirbc_context *context, unsigned type, const uint8_t *bytes)
{
	if (type == BEF_ATTR_TYPE) {
		const struct mlirbc_type *value = bef_mlir__dtype_type(context, bytes[0]);
		return value ? mlirbc_attr_type(context, value) : NULL;
	}
	if (!is_number(type))
		return NULL;
	uint64_t word = 0;
	for (size_t i = bef_dtype_size(type); i > 0; i--)
		word = word << 8 | bytes[i - 1];
	if (narrow_mask(type) != 255)
		word &= narrow_mask(type);
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_INTEGER, .type = bef_mlir__dtype_type(context, type) };
	if (!attr.type)
		return NULL;
	if (attr.type->kind == MLIRBC_TYPE_FLOAT)
		attr.kind = MLIRBC_ATTR_FLOAT;
	attr.u.number.words = &word;
	attr.u.number.count = 1;
	return mlirbc_attr_get(context, &attr);
}

static const struct mlirbc_attr *list(struct bef_mlir__back *back, const struct bef_attr *attr)
{
	unsigned dtype = attr->u.array.dtype;
	size_t count = attr->u.array.count, size = dtype == BEF_ATTR_TYPE ? 1 : bef_dtype_size(dtype);
	if (count == 0)
		return mlirbc_attr_array(back->context, NULL, 0);
	const struct mlirbc_attr **elements = BEF_MLIR__ROOM(&back->arena, const struct mlirbc_attr *, count);
	for (size_t i = 0; i < count && elements; i++) {
		elements[i] = make_scalar(back->context, dtype, attr->u.array.elements + i * size);
		if (!elements[i])
			return NULL;
	}
	return elements ? mlirbc_attr_array(back->context, elements, count) : NULL;
}

static int64_t dim(const uint8_t *dims, size_t index)
{
	uint64_t word = 0;
	for (size_t i = 8; i > 0; i--)
		word = word << 8 | dims[8 * index + i - 1];
	int64_t value;
	memcpy(&value, &word, sizeof value);
	return value;
}

static const struct mlirbc_attr *dialect_attr(
	struct mlirbc_context *context, const char *dialect, const char *text, size_t size)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DIALECT };
	attr.u.dialect.dialect = mlirbc_string_get(context, dialect, strlen(dialect));
	attr.u.dialect.text = mlirbc_string_get(context, text, size);
	return attr.u.dialect.dialect && attr.u.dialect.text ? mlirbc_attr_get(context, &attr) : NULL;
}

/* shape<2x?x3>, shape<*>, shape<> */
static const struct mlirbc_attr *shape(struct bef_mlir__back *back, const struct bef_attr *attr)
{
	enum { DIM_SIZE = 21 }; /* digits of 2^63, 'x' */
	size_t rank = attr->u.shape.ranked ? attr->u.shape.rank : 0, room = 16 + DIM_SIZE * rank;
	char *text = bef_mlir__arena_room(&back->arena, room, 1);
	if (!text)
		return NULL;
	size_t used = (size_t)snprintf(text, room, "shape<%s", attr->u.shape.ranked ? "" : "*");
	for (size_t i = 0; i < rank; i++) {
		long long extent = dim(attr->u.shape.dims, i);
		const char *separator = i ? "x" : "";
		used += (size_t)(extent < 0 ? snprintf(text + used, room - used, "%s?", separator)
					    : snprintf(text + used, room - used, "%s%lld", separator, extent));
	}
	text[used++] = '>';
	return dialect_attr(back->context, "corert", text, used);
}

static const struct mlirbc_attr *dense(struct bef_mlir__back *back, const struct bef_attr *attr)
{
	unsigned dtype = attr->u.dense.dtype;
	size_t rank = attr->u.dense.rank;
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_TENSOR };
	int64_t *dims = BEF_MLIR__ROOM(&back->arena, int64_t, rank);
	if (!dims || (!is_number(dtype) && !is_complex(dtype)))
		return NULL;
	for (size_t i = 0; i < rank; i++) {
		dims[i] = dim(attr->u.dense.dims, i);
		if (dims[i] < 0)
			return NULL;
	}
	type.u.shaped.element = bef_mlir__dtype_type(back->context, dtype);
	type.u.shaped.dims = dims;
	type.u.shaped.rank = rank;
	struct mlirbc_attr made = { .kind = MLIRBC_ATTR_DENSE };
	uint64_t count;
	made.type = type.u.shaped.element ? mlirbc_type_get(back->context, &type) : NULL;
	if (!made.type || !mlirbc_type_elements(made.type, &count) || count != attr->u.dense.count)
		return NULL;
	made.u.dense.data = attr->u.dense.elements;
	if (narrow_mask(dtype) != 255) {
		uint8_t *bytes = bef_mlir__arena_room(&back->arena, (size_t)count, 1);
		if (!bytes)
			return NULL;
		for (size_t i = 0; i < count; i++)
			bytes[i] = attr->u.dense.elements[i] & (uint8_t)narrow_mask(dtype);
		made.u.dense.data = bytes;
	}
	made.u.dense.size = (size_t)count * bef_dtype_size(dtype);
	made.u.dense.count = count;
	return mlirbc_attr_get(back->context, &made);
}

/* ---- @module::@function: the file stores the text of the module, which becomes an op again */

/* Adds the module behind those before it, which come first, unless it was added before. */
static enum bef_status add_module(struct bef_mlir__back *back, const struct bef_attr *attr)
{
	const struct bef_string *name = &attr->u.symbol.root, *text = &attr->u.symbol.module, *before;
	const struct mlirbc_string *string = mlirbc_string_get(back->context, name->data, name->size);
	struct mlirbc_parse_options options = { .size = sizeof options };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	struct bef_string *copy = BEF_MLIR__ROOM(&back->tables, struct bef_string, 1);
	if (!string || !copy)
		return bef_mlir__back_nomem(back);
	before = bef_mlir__remembered(back, (const uint8_t *)string, BEF_MLIR__COMPILED);
	if (before && before->size == text->size && memcmp(before->data, text->data, text->size) == 0)
		return BEF_OK;
	if (before)
		return bef_mlir__back_fail(
			back, BEF_E_UNSUPPORTED, "two modules are called @%.*s", BEF_MLIR__TEXT(string));
	options.dialects = bef_mlir_dialects(&options.dialect_count);
	enum mlirbc_status status = mlirbc_parse(back->context, text->data, text->size, &options, &module, &diag);
	if (status == MLIRBC_E_NOMEM)
		return bef_mlir__back_nomem(back);
	struct mlirbc_op *op = status == MLIRBC_OK ? module->body->first : NULL;
	if (!op || op->next || !mlirbc_op_is(op, "builtin.module"))
		return bef_mlir__back_fail(back, BEF_E_UNSUPPORTED, "the text of module @%.*s is invalid: %s",
			BEF_MLIR__TEXT(string), diag.message);
	mlirbc_op_remove(op);
	if (!back->last_module)
		status = mlirbc_op_insert_at_start(op, back->top);
	else
		status = mlirbc_op_insert_after(op, back->last_module);
	if (status != MLIRBC_OK)
		return bef_mlir__back_nomem(back);
	back->last_module = op;
	*copy = *text;
	return bef_mlir__remember(back, (const uint8_t *)string, BEF_MLIR__COMPILED, copy);
}

static enum bef_status symbol(struct bef_mlir__back *back, const struct bef_attr *attr, const struct mlirbc_attr **out)
{
	size_t count = (size_t)attr->u.symbol.nested_count, i = 0;
	struct bef_symbol_names names = bef_attr_symbol_names(&back->reader, attr);
	const struct mlirbc_string **nested = BEF_MLIR__ROOM(&back->arena, const struct mlirbc_string *, count);
	struct bef_string name;
	struct mlirbc_attr made = { .kind = MLIRBC_ATTR_SYMBOL };
	BEF_MLIR__TRY(add_module(back, attr));
	made.u.symbol.root = mlirbc_string_get(back->context, attr->u.symbol.root.data, attr->u.symbol.root.size);
	if (!nested || !made.u.symbol.root)
		return bef_mlir__back_nomem(back);
	for (; i < count && bef_symbol_names_next(&names, &name) == BEF_OK; i++) {
		nested[i] = mlirbc_string_get(back->context, name.data, name.size);
		if (!nested[i])
			return bef_mlir__back_nomem(back);
	}
	made.u.symbol.nested = nested;
	made.u.symbol.count = i;
	*out = mlirbc_attr_get(back->context, &made);
	return *out ? BEF_OK : bef_mlir__back_nomem(back);
}

/* ---- any attribute */

static enum bef_status unknown(struct bef_mlir__back *back, const uint8_t *place, const struct mlirbc_attr **out)
{
	char text[40];
	int size = snprintf(text, sizeof text, "unknown<%zu>",
		(size_t)(place - back->reader.sections[BEF_SECTION_ATTRIBUTES].data));
	*out = dialect_attr(back->context, "bef", text, (size_t)size);
	return *out ? BEF_OK : bef_mlir__back_nomem(back);
}

/* An aggregate whose elements are being decoded. Aggregates are nested at most BEF_MAX_NESTING deep. */
static enum bef_status make_attr(
	struct bef_mlir__back *back, const struct bef_attr *attr, const struct mlirbc_attr **out);

static enum bef_status aggregate(
	struct bef_mlir__back *back, const struct bef_attr *attr, const struct mlirbc_attr **out)
{
	uint32_t count = attr->u.aggregate.count;
	const struct mlirbc_attr **elements = BEF_MLIR__ROOM(&back->arena, const struct mlirbc_attr *, count);
	if (!elements)
		return bef_mlir__back_nomem(back);
	for (uint32_t i = 0; i < count; i++) {
		struct bef_attr element;
		BEF_MLIR__TRY(bef_attr_element(&back->reader, attr, i, &element, back->diag));
		BEF_MLIR__TRY(make_attr(back, &element, &elements[i]));
	}
	*out = mlirbc_attr_array(back->context, elements, count);
	return *out ? BEF_OK : bef_mlir__back_nomem(back);
}

static enum bef_status make_attr(
	struct bef_mlir__back *back, const struct bef_attr *attr, const struct mlirbc_attr **out)
{
	*out = NULL;
	if (attr->type & BEF_ATTR_ARRAY) {
		*out = list(back, attr);
	} else {
		switch (attr->type) {
		case BEF_DTYPE_STRING:
			*out = mlirbc_attr_string(back->context, attr->u.string.data, attr->u.string.size);
			break;
		case BEF_ATTR_SHAPE: *out = shape(back, attr); break;
		case BEF_ATTR_DENSE: *out = dense(back, attr); break;
		case BEF_ATTR_AGGREGATE: return aggregate(back, attr, out);
		case BEF_ATTR_SYMBOL: return symbol(back, attr, out);
		default: *out = make_scalar(back->context, attr->type, attr->data);
		}
	}
	return *out ? BEF_OK : unknown(back, attr->data, out);
}

enum bef_status bef_mlir__back_attr(struct bef_mlir__back *back, uint32_t offset, const struct mlirbc_attr **out_attr)
{
	size_t low = 0, high = back->attr_count;
	struct bef_attr attr;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (back->attr_offsets[middle] < offset)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == back->attr_count || back->attr_offsets[low] != offset) /* the type is not stored */
		return unknown(back, back->reader.sections[BEF_SECTION_ATTRIBUTES].data + offset, out_attr);
	if (!back->attrs[low]) {
		BEF_MLIR__TRY(bef_reader_attr(&back->reader, offset, back->attr_types[low], &attr, back->diag));
		BEF_MLIR__TRY(make_attr(back, &attr, &back->attrs[low]));
	}
	*out_attr = back->attrs[low];
	return BEF_OK;
}
