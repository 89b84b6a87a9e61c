/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of a custom call, in the form in which handlers read them. */
#include "ffi.h"

#include <string.h>

enum { MOST_BYTES = 1 << 28 }; /* of an array whose elements are all equal, which the program has once */

static XLA_FFI_DataType integer_type(const struct mlirbc_type *type)
{
	static const uint8_t widths[] = { 2, 4, 8, 16, 32, 64 };
	static const uint8_t with_sign[] = { XLA_FFI_DataType_S2, XLA_FFI_DataType_S4, XLA_FFI_DataType_S8,
		XLA_FFI_DataType_S16, XLA_FFI_DataType_S32, XLA_FFI_DataType_S64 };
	static const uint8_t without[] = { XLA_FFI_DataType_U2, XLA_FFI_DataType_U4, XLA_FFI_DataType_U8,
		XLA_FFI_DataType_U16, XLA_FFI_DataType_U32, XLA_FFI_DataType_U64 };
	if (type->u.integer.width == 1)
		return XLA_FFI_DataType_PRED;
	for (size_t i = 0; i < sizeof widths; i++) {
		if (type->u.integer.width == widths[i])
			return type->u.integer.signedness == MLIRBC_UNSIGNED ? without[i] : with_sign[i];
	}
	return XLA_FFI_DataType_INVALID;
}

/* INVALID: the interface has no such type. *out_size: bytes of an element. */
static XLA_FFI_DataType type_of(const struct mlirbc_type *type, size_t *out_size)
{
	static const uint8_t floats[MLIRBC_FLOAT_COUNT] = { [MLIRBC_BF16] = XLA_FFI_DataType_BF16,
		[MLIRBC_F16] = XLA_FFI_DataType_F16, [MLIRBC_F32] = XLA_FFI_DataType_F32, [MLIRBC_F64] = XLA_FFI_DataType_F64,
		[MLIRBC_F8E5M2] = XLA_FFI_DataType_F8E5M2, [MLIRBC_F8E4M3] = XLA_FFI_DataType_F8E4M3,
		[MLIRBC_F8E4M3FN] = XLA_FFI_DataType_F8E4M3FN, [MLIRBC_F8E5M2FNUZ] = XLA_FFI_DataType_F8E5M2FNUZ,
		[MLIRBC_F8E4M3FNUZ] = XLA_FFI_DataType_F8E4M3FNUZ, [MLIRBC_F8E4M3B11FNUZ] = XLA_FFI_DataType_F8E4M3B11FNUZ,
		[MLIRBC_F8E3M4] = XLA_FFI_DataType_F8E3M4, [MLIRBC_F8E8M0FNU] = XLA_FFI_DataType_F8E8M0FNU,
		[MLIRBC_F4E2M1FN] = XLA_FFI_DataType_F4E2M1FN };
	*out_size = type ? (mlirbc_type_width(type) + 7) / 8 : 0;
	if (type && type->kind == MLIRBC_TYPE_INTEGER)
		return integer_type(type);
	if (type && type->kind == MLIRBC_TYPE_FLOAT)
		return (XLA_FFI_DataType)floats[type->u.float_kind];
	if (type && type->kind == MLIRBC_TYPE_COMPLEX && type->u.shaped.element->kind == MLIRBC_TYPE_FLOAT) {
		*out_size = 2 * ((mlirbc_type_width(type->u.shaped.element) + 7) / 8);
		if (type->u.shaped.element->u.float_kind == MLIRBC_F32)
			return XLA_FFI_DataType_C64;
		if (type->u.shaped.element->u.float_kind == MLIRBC_F64)
			return XLA_FFI_DataType_C128;
	}
	return XLA_FFI_DataType_INVALID;
}

static PJRT_Error *refuse(const struct pjrt__ffi_site *site, const struct mlirbc_string *name)
{
	return pjrt__fail(PJRT_Error_Code_UNIMPLEMENTED,
		"the attribute %.*s of the call of @%s has a type that XLA's FFI does not have: expected a number, a text, an "
		"array of numbers, or a dictionary", name->size < 100 ? (int)name->size : 100, name->data, site->name);
}

static PJRT_Error *add_scalar(struct pjrt__ffi_site *site, const struct mlirbc_attr *attr, void **out)
{
	size_t size;
	const XLA_FFI_DataType dtype = type_of(attr->type, &size);
	XLA_FFI_Scalar *scalar = *out = pjrt__ffi_room(site, sizeof *scalar);
	if (!scalar || !(scalar->value = pjrt__ffi_room(site, 8)))
		return pjrt__no_memory();
	scalar->dtype = dtype;
	memcpy(scalar->value, attr->u.number.words, size < 8 ? size : 8); /* little-endian, as the machine */
	return NULL;
}

/* dense<...> and array<...>: the elements one after the other. */
static PJRT_Error *add_array(struct pjrt__ffi_site *site, const struct mlirbc_attr *attr, void **out)
{
	const bool dense = attr->kind == MLIRBC_ATTR_DENSE;
	uint64_t count = attr->u.dense.count;
	size_t size, bytes;
	XLA_FFI_Array *array = *out = pjrt__ffi_room(site, sizeof *array);
	if (!array)
		return pjrt__no_memory();
	array->dtype = type_of(dense ? attr->type->u.shaped.element : attr->type, &size);
	if (dense && attr->u.dense.splat && !mlirbc_type_elements(attr->type, &count))
		count = UINT64_MAX;
	if (__builtin_mul_overflow(count, size, &bytes) || (attr->u.dense.splat && bytes > MOST_BYTES))
		return pjrt__fail(PJRT_Error_Code_RESOURCE_EXHAUSTED, "an array among the attributes of the call of @%s is too large",
			site->name);
	array->size = count;
	array->data = pjrt__ffi_room(site, bytes);
	if (!array->data)
		return pjrt__no_memory();
	if (!attr->u.dense.splat && bytes)
		memcpy(array->data, attr->u.dense.data, bytes);
	for (uint64_t i = 0; attr->u.dense.splat && i < count; i++)
		memcpy((char *)array->data + i * size, attr->u.dense.data, size);
	return NULL;
}

static PJRT_Error *add_text(struct pjrt__ffi_site *site, const struct mlirbc_string *text, XLA_FFI_ByteSpan **out)
{
	XLA_FFI_ByteSpan *span = *out = pjrt__ffi_room(site, sizeof *span);
	char *copy = pjrt__ffi_room(site, text->size + 1);
	if (!span || !copy)
		return pjrt__no_memory();
	if (text->size)
		memcpy(copy, text->data, text->size);
	*span = (XLA_FFI_ByteSpan){ copy, text->size };
	return NULL;
}

static PJRT_Error *add(struct pjrt__ffi_site *site, const struct mlirbc_named_attr *entry, int *type, void **out)
{
	const struct mlirbc_attr *attr = entry->value;
	const struct mlirbc_type *element = attr->type;
	size_t size;
	switch (attr->kind) {
	case MLIRBC_ATTR_STRING:
		*type = XLA_FFI_AttrType_STRING;
		return add_text(site, attr->u.string, (XLA_FFI_ByteSpan **)out);
	case MLIRBC_ATTR_DICTIONARY:
		*type = XLA_FFI_AttrType_DICTIONARY;
		return pjrt__ffi_attrs(site, attr, (XLA_FFI_Attrs **)out);
	case MLIRBC_ATTR_INTEGER:
	case MLIRBC_ATTR_FLOAT:
		*type = XLA_FFI_AttrType_SCALAR;
		return type_of(element, &size) ? add_scalar(site, attr, out) : refuse(site, entry->name);
	case MLIRBC_ATTR_DENSE:
		element = element->u.shaped.element;
		/* fallthrough */
	case MLIRBC_ATTR_DENSE_ARRAY:
		*type = XLA_FFI_AttrType_ARRAY;
		return type_of(element, &size) ? add_array(site, attr, out) : refuse(site, entry->name);
	default:
		return refuse(site, entry->name);
	}
}

PJRT_Error *pjrt__ffi_attrs(struct pjrt__ffi_site *site, const struct mlirbc_attr *dictionary, XLA_FFI_Attrs **out)
{
	const size_t count = dictionary ? dictionary->u.dictionary.count : 0;
	XLA_FFI_Attrs *made = *out = pjrt__ffi_room(site, sizeof *made);
	if (!made)
		return pjrt__no_memory();
	*made = (XLA_FFI_Attrs){ .struct_size = sizeof *made, .size = (int64_t)count,
		.types = pjrt__ffi_room(site, count * sizeof *made->types),
		.names = pjrt__ffi_room(site, count * sizeof *made->names),
		.attrs = pjrt__ffi_room(site, count * sizeof *made->attrs) };
	if (!made->types || !made->names || !made->attrs)
		return pjrt__no_memory();
	PJRT_Error *error = NULL;
	for (size_t i = 0; !error && i < count; i++) { /* sorted by name, as handlers expect */
		const struct mlirbc_named_attr *entry = &dictionary->u.dictionary.data[i];
		error = add_text(site, entry->name, &made->names[i]);
		if (!error)
			error = add(site, entry, &made->types[i], &made->attrs[i]);
	}
	return error;
}
