/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of kernels: which attributes BEF can hold, and their encoding. Equal attributes are one object and are
 * stored once. */
#include "assemble/steps.h"
#include "tables/shape.h"
#include <bef/reader.h>
#include <bytecursor/memory.h>
#include <mlirbc/print.h>
#include <shared/from_mlirbc.h>
#include <string.h>

#define MAX_DEPTH 64 /* nested arrays; the writer's limit too */

/* ---- values. These functions leave out->type 0 if BEF cannot hold the attribute. */

static enum bef_status make_value(struct bef_mlir__convert *convert, const struct mlirbc_attr *attr, unsigned depth,
	struct bef_value *out);

/* An element of an array can be written many times; a top-level attribute is written once. */
static enum bef_status spend_if(struct bef_mlir__convert *convert, bool repeated, uint64_t bytes)
{
	return repeated ? bef_mlir__spend(convert, bytes) : BEF_OK;
}

/* The types whose bytes differ: MLIR's are zero-extended. */
static bool is_narrow(uint32_t dtype) { return dtype == BEF_DTYPE_I2 || dtype == BEF_DTYPE_I4; }

static uint8_t extend(uint32_t dtype, uint8_t byte)
{
	unsigned sign = dtype == BEF_DTYPE_I2 ? 2 : 8, value = byte & (2 * sign - 1);
	return (uint8_t)((value ^ sign) - sign);
}

/* Encodes a scalar or type attribute and returns its type; 0 for other attributes. */
static uint32_t encode_scalar(const struct mlirbc_attr *attr, uint8_t *bytes)
{
	if (attr->kind == MLIRBC_ATTR_TYPE) {
		bytes[0] = (uint8_t)bef_mlir__type_dtype(attr->u.type_value);
		return bytes[0] ? BEF_ATTR_TYPE : 0;
	}
	if (attr->kind != MLIRBC_ATTR_INTEGER && attr->kind != MLIRBC_ATTR_FLOAT)
		return 0;
	uint32_t dtype = bef_mlir__type_dtype(attr->type);
	for (size_t i = 0; i < 8 && dtype; i++)
		bytes[i] = (uint8_t)(attr->u.number.words[0] >> 8 * i);
	if (is_narrow(dtype))
		bytes[0] = extend(dtype, bytes[0]);
	return dtype;
}

static size_t scalar_size(uint32_t type) { return type == BEF_ATTR_TYPE ? 1 : bef_dtype_size(type); }

/* Types of numbers are among those that tools can name. */
static enum bef_status note_type(struct bef_mlir__convert *convert, const struct mlirbc_attr *attr)
{
	uint32_t number;
	if (!convert->optional || (attr->kind != MLIRBC_ATTR_INTEGER && attr->kind != MLIRBC_ATTR_FLOAT))
		return BEF_OK;
	return bef_mlir__type_number(convert, attr->type, &number);
}

/* Returns the common type of all elements, or 0 if there is none. */
static uint32_t common_type(const struct mlirbc_attrs *array)
{
	uint8_t bytes[8];
	uint32_t common = encode_scalar(array->data[0], bytes);
	for (size_t i = 1; i < array->count && common; i++) {
		if (encode_scalar(array->data[i], bytes) != common)
			return 0;
	}
	return common;
}

static enum bef_status make_array(struct bef_mlir__convert *convert, const struct mlirbc_attrs *array, uint32_t element,
	unsigned depth, struct bef_value *out)
{
	size_t size = scalar_size(element);
	BEF_MLIR__TRY(spend_if(convert, depth > 0, (uint64_t)array->count * size));
	uint8_t *bytes = bef_mlir__arena_room(&convert->arena, array->count * size + 8, 1);
	if (!bytes)
		return bef_mlir__nomem(convert);
	for (size_t i = 0; i < array->count; i++) {
		BEF_MLIR__TRY(note_type(convert, array->data[i]));
		(void)encode_scalar(array->data[i],
			bytes + i * size); /* the 8 bytes written may extend into the next element */
	}
	out->type = element | BEF_ATTR_ARRAY;
	out->u.array.elements = bytes;
	out->u.array.count = array->count;
	return BEF_OK;
}

static enum bef_status make_aggregate(
	struct bef_mlir__convert *convert, const struct mlirbc_attrs *array, unsigned depth, struct bef_value *out)
{
	BEF_MLIR__TRY(bef_mlir__spend(convert, (uint64_t)array->count * BEF_MLIR__PART_COST));
	struct bef_value *elements = BEF_MLIR__ZERO(&convert->arena, struct bef_value, array->count);
	if (!elements)
		return bef_mlir__nomem(convert);
	for (size_t i = 0; i < array->count; i++) {
		BEF_MLIR__TRY(make_value(convert, array->data[i], depth + 1, &elements[i]));
		if (elements[i].type == 0)
			return BEF_OK;
	}
	out->type = BEF_ATTR_AGGREGATE;
	out->u.aggregate.elements = elements;
	out->u.aggregate.count = array->count;
	return BEF_OK;
}

static enum bef_status make_list(struct bef_mlir__convert *convert, const struct mlirbc_attrs *array, unsigned depth,
	struct bef_value *out)
{
	if (array->count == 0) {
		out->type = BEF_ATTR_EMPTY_ARRAY;
		return BEF_OK;
	}
	if (depth >= MAX_DEPTH)
		return bef_mlir__fail(
			convert, BEF_E_LIMIT, NULL, "an attribute has arrays nested more than %d deep", MAX_DEPTH);
	uint32_t element = common_type(array);
	return element ? make_array(convert, array, element, depth, out) : make_aggregate(convert, array, depth, out);
}

/* Writes the elements; a splat, which MLIR stores once, is repeated. */
static enum bef_status expand(struct bef_mlir__convert *convert, const struct mlirbc_attr *attr, size_t count,
	size_t size, const void **out_elements)
{
	if (!attr->u.dense.splat) {
		*out_elements = attr->u.dense.data;
		return BEF_OK;
	}
	uint8_t *bytes = bef_mlir__arena_room(&convert->arena, count, size);
	if (!bytes)
		return bef_mlir__nomem(convert);
	size_t total = count * size, done = total ? size : 0;
	memcpy(bytes, attr->u.dense.data, done);
	for (size_t part; done < total; done += part) {
		part = done < total - done ? done : total - done;
		memcpy(bytes + done, bytes, part);
	}
	*out_elements = bytes;
	return BEF_OK;
}

/* Replaces the elements by a sign-extended copy. */
static enum bef_status extend_all(
	struct bef_mlir__convert *convert, uint32_t dtype, size_t count, const void **elements)
{
	const uint8_t *from = *elements;
	uint8_t *to = bef_mlir__arena_room(&convert->arena, count, 1);
	if (!to)
		return bef_mlir__nomem(convert);
	for (size_t i = 0; i < count; i++)
		to[i] = extend(dtype, from[i]);
	*elements = to;
	return BEF_OK;
}

/* array<i64: 1, 2> becomes an array, as [1, 2] does. */
static enum bef_status make_dense_array(struct bef_mlir__convert *convert, const struct mlirbc_attr *attr, unsigned depth,
	struct bef_value *out)
{
	uint32_t dtype = bef_mlir__type_dtype(attr->type);
	size_t size = bef_dtype_size(dtype), count = (size_t)attr->u.dense.count;
	if (attr->u.dense.count == 0 || attr->u.dense.size == 0) {
		out->type = BEF_ATTR_EMPTY_ARRAY;
		return BEF_OK;
	}
	if (size == 0)
		return BEF_OK;
	if (attr->u.dense.count > UINT32_MAX)
		return bef_mlir__spend(convert, UINT64_MAX);
	BEF_MLIR__TRY(spend_if(convert, depth > 0 || attr->u.dense.splat, attr->u.dense.count * size));
	BEF_MLIR__TRY(expand(convert, attr, count, size, &out->u.array.elements)); /* whole bytes: no i2, i4 */
	out->type = dtype | BEF_ATTR_ARRAY;
	out->u.array.count = count;
	return BEF_OK;
}

static enum bef_status make_dense(struct bef_mlir__convert *convert, const struct mlirbc_attr *attr, unsigned depth,
	struct bef_value *out)
{
	const struct mlirbc_type *type = attr->type;
	uint32_t dtype = bef_mlir__type_dtype(type->u.shaped.element);
	size_t size = bef_dtype_size(dtype);
	uint64_t count;
	if (size == 0 || !mlirbc_type_elements(type, &count))
		return BEF_OK;
	if (count > UINT32_MAX)
		return bef_mlir__spend(convert, UINT64_MAX);
	BEF_MLIR__TRY(spend_if(convert, depth > 0 || attr->u.dense.splat, count * size + 8 * type->u.shaped.rank));
	size_t have = attr->u.dense.splat && count ? size : (size_t)count * size;
	if (attr->u.dense.size < have)
		return bef_mlir__fail(convert, BEF_E_CORRUPT, NULL,
			"a dense attribute has %zu bytes of elements, expected %zu", attr->u.dense.size, have);
	BEF_MLIR__TRY(expand(convert, attr, (size_t)count, size, &out->u.dense.elements));
	if (is_narrow(dtype))
		BEF_MLIR__TRY(extend_all(convert, dtype, (size_t)count, &out->u.dense.elements));
	out->type = BEF_ATTR_DENSE;
	out->u.dense.dtype = dtype;
	out->u.dense.dims = type->u.shaped.dims;
	out->u.dense.rank = type->u.shaped.rank;
	out->u.dense.count = (size_t)count;
	return BEF_OK;
}

static enum bef_status make_shape(struct bef_mlir__convert *convert, const struct mlirbc_attr *attr, unsigned depth,
	struct bef_value *out)
{
	size_t size = attr->u.dialect.text->size;
	BEF_MLIR__TRY(spend_if(convert, depth > 0, 8 * (uint64_t)size));
	int64_t *dims = BEF_MLIR__ROOM(&convert->arena, int64_t, size);
	if (!dims)
		return bef_mlir__nomem(convert);
	if (bef_mlir__shape_read(attr, &out->u.shape.ranked, dims, &out->u.shape.rank)) {
		out->u.shape.dims = dims;
		out->type = BEF_ATTR_SHAPE;
	}
	return BEF_OK;
}

/* A type, scalar, array or dense attribute of an element type that TFRT does not have, or array<...>. */
static bool is_extension(const struct mlirbc_attr *attr, const struct bef_value *value)
{
	uint32_t dtype = value->type == BEF_ATTR_DENSE ? value->u.dense.dtype
			 : value->type == BEF_ATTR_TYPE ? value->u.scalar[0]
							: value->type & ~BEF_ATTR_ARRAY;
	bool types = value->type == (BEF_ATTR_TYPE | BEF_ATTR_ARRAY), found = false;
	for (size_t i = 0; types && i < value->u.array.count; i++)
		found = found || ((const uint8_t *)value->u.array.elements)[i] >= BEF_DTYPE_I2;
	return found || attr->kind == MLIRBC_ATTR_DENSE_ARRAY || dtype >= BEF_DTYPE_I2;
}

static enum bef_status make_any_value(struct bef_mlir__convert *convert, const struct mlirbc_attr *attr, unsigned depth,
	struct bef_value *out);

/* Recursion ends at MAX_DEPTH. Only ops of the dialect hlo have values that TFRT's converter refuses. */
static enum bef_status make_value(struct bef_mlir__convert *convert, const struct mlirbc_attr *attr, unsigned depth,
	struct bef_value *out)
{
	BEF_MLIR__TRY(make_any_value(convert, attr, depth, out));
	if (!convert->extended && is_extension(attr, out))
		out->type = 0;
	return BEF_OK;
}

static enum bef_status make_any_value(struct bef_mlir__convert *convert, const struct mlirbc_attr *attr, unsigned depth,
	struct bef_value *out)
{
	switch (attr->kind) {
	case MLIRBC_ATTR_INTEGER:
	case MLIRBC_ATTR_FLOAT:
	case MLIRBC_ATTR_TYPE:
		out->type = encode_scalar(attr, out->u.scalar);
		return out->type ? note_type(convert, attr) : BEF_OK;
	case MLIRBC_ATTR_STRING:
		out->type = BEF_DTYPE_STRING;
		out->u.string = (struct bef_string){ attr->u.string->data, attr->u.string->size };
		return spend_if(convert, depth > 0, attr->u.string->size);
	case MLIRBC_ATTR_ARRAY:
		return make_list(convert, &attr->u.array, depth, out);
	case MLIRBC_ATTR_DENSE:
		return make_dense(convert, attr, depth, out);
	case MLIRBC_ATTR_DENSE_ARRAY:
		return make_dense_array(convert, attr, depth, out);
	case MLIRBC_ATTR_DIALECT:
		return make_shape(convert, attr, depth, out);
	default:
		return BEF_OK;
	}
}

/* ---- @module::@function of a compiled module: the attribute carries the text of the module */

static int add_text(void *ctx, const char *data, size_t size)
{
	struct bytecursor_text *text = ctx;
	bytecursor_text_put(text, data, size);
	return text->failed;
}

static enum bef_status print_module(struct bef_mlir__convert *convert, const struct mlirbc_op *module,
	struct bytecursor_text *out)
{
	*out = (struct bytecursor_text){ .memory = BYTECURSOR_ALLOCATOR(convert->allocator) };
	enum mlirbc_status status = mlirbc_print_op(module, NULL, add_text, out);
	if (status == MLIRBC_E_NOMEM || out->failed)
		return bef_mlir__nomem(convert);
	if (status != MLIRBC_OK)
		return bef_mlir__fail(
			convert, bef__from_mlirbc(status), module, "the compiled module cannot be printed");
	while (out->size && out->data[out->size - 1] == '\n')
		out->size--;
	return BEF_OK;
}

static enum bef_status write_symbol(struct bef_mlir__convert *convert, const struct mlirbc_attr *attr,
	const struct mlirbc_op *module, uint32_t *out_offset)
{
	size_t count = attr->u.symbol.count + 1;
	struct bef_string *names = BEF_MLIR__ROOM(&convert->arena, struct bef_string, count);
	struct bytecursor_text text;
	if (!names)
		return bef_mlir__nomem(convert);
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc_string *name = i ? attr->u.symbol.nested[i - 1] : attr->u.symbol.root;
		names[i] = (struct bef_string){ name->data, name->size };
	}
	enum bef_status status = print_module(convert, module, &text);
	if (status == BEF_OK)
		status = bef_mlir__spend(convert, text.size);
	if (status == BEF_OK)
		status = bef_writer_symbol(convert->writer, convert->symbol_refs++, names, count, text.data, text.size,
			out_offset);
	bytecursor_text_free(&text);
	return status;
}

/* Returns the compiled module that a nested symbol refers to. NULL: the symbol refers to something that BEF cannot
 * hold. */
static enum bef_status compiled_module(struct bef_mlir__convert *convert, const struct mlirbc_attr *attr,
	const struct mlirbc_op *op, const struct mlirbc_op **out_module)
{
	const struct mlirbc_op *module = bef_mlir__symbol(convert, op->number, attr->u.symbol.root);
	char text[120];
	*out_module = NULL;
	if (!module) {
		(void)mlirbc_attr_text(attr, text, sizeof text);
		return bef_mlir__fail(convert, BEF_E_CORRUPT, op, "function %s not defined", text);
	}
	if (mlirbc_op_is(module, "builtin.module") && mlirbc_op_attr(module, "tfrt.compiled"))
		*out_module = module;
	return BEF_OK;
}

static bool is_hlo(const struct mlirbc_op *op)
{
	return op->name->size > 4 && memcmp(op->name->data, "hlo.", 4) == 0;
}

/* Constants of the dialect hlo, if they are long enough that a copy costs more than the padding. The bytes of other
 * programs are those of TFRT's converter. */
static bool is_used_in_place(const struct mlirbc_op *op, const struct bef_value *value)
{
	return value->u.dense.count * bef_dtype_size(value->u.dense.dtype) >= BEF_LARGE_ALIGNMENT && is_hlo(op);
}

enum bef_status bef_mlir__attr_offset(struct bef_mlir__convert *convert, const struct mlirbc_attr *attr,
	const struct mlirbc_op *op, const struct mlirbc_string *name, uint32_t *out_offset)
{
	struct bef_value value = { 0 };
	*out_offset = bef_mlir__map_get(&convert->numbers, attr, 0);
	if (*out_offset != BEF_MLIR__NONE)
		return BEF_OK;
	const struct mlirbc_op *module = NULL;
	if (attr->kind == MLIRBC_ATTR_SYMBOL)
		BEF_MLIR__TRY(compiled_module(convert, attr, op, &module));
	if (module) {
		value.type = BEF_ATTR_SYMBOL;
		BEF_MLIR__TRY(write_symbol(convert, attr, module, out_offset));
	} else {
		convert->extended = is_hlo(op);
		BEF_MLIR__TRY(make_value(convert, attr, 0, &value));
		if (value.type == 0)
			return bef_mlir__fail(convert, BEF_E_UNSUPPORTED, op,
				"BEF files cannot encode the '%.*s' attribute", BEF_MLIR__TEXT(name));
		if (value.type == BEF_ATTR_DENSE && is_used_in_place(op, &value))
			value.u.dense.alignment = BEF_LARGE_ALIGNMENT;
		BEF_MLIR__TRY(bef_writer_value(convert->writer, &value, out_offset));
	}
	if (!bef_mlir__map_put(&convert->numbers, convert->allocator, attr, 0, *out_offset))
		return bef_mlir__nomem(convert);
	return bef_writer_attribute_type(convert->writer, *out_offset, value.type);
}
