/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constants. */
#include "emit/emit.h"

#include <scalars/formats.h>
#include <string.h>

/* The data of dense_resource<key>; NULL: there is none. */
static const struct mlirbc_attr *resource_data(struct bef_hlo__lower *lower, const struct mlirbc_attr *attr)
{
	uint64_t count;
	const size_t size = bef_hlo__element_size(bef_hlo__element(attr->type));
	for (const struct mlirbc_resource *r = lower->module->resources; r; r = r->next) {
		if (r->kind != MLIRBC_RESOURCE_BLOB || r->external || r->key != attr->u.resource)
			continue;
		if (!mlirbc_type_elements(attr->type, &count) || size == 0 || count > r->size / size || count * size != r->size)
			return NULL;
		const struct mlirbc_attr dense = { .kind = MLIRBC_ATTR_DENSE, .type = attr->type,
			.u.dense = { .data = r->data, .size = r->size, .count = count } };
		return mlirbc_attr_get(lower->context, &dense);
	}
	return NULL;
}

/* The attribute with another type of the same elements. */
static const struct mlirbc_attr *with_type(
	struct bef_hlo__lower *lower, const struct mlirbc_attr *attr, const struct mlirbc_type *type)
{
	struct mlirbc_attr copy = { .kind = MLIRBC_ATTR_DENSE, .type = type, .u.dense = attr->u.dense };
	return attr->type == type || !type ? attr : mlirbc_attr_get(lower->context, &copy);
}

struct bef_hlo__value bef_hlo__constant(
	struct bef_hlo__lower *lower, const struct mlirbc_attr *value, const struct mlirbc_type *type)
{
	struct bef_hlo__value result = { NULL, type };
	struct bef_hlo__attrs attrs = { .count = 0 };
	uint64_t count;
	if (value && value->kind == MLIRBC_ATTR_DENSE_RESOURCE)
		value = resource_data(lower, value);
	if (!value || value->kind != MLIRBC_ATTR_DENSE || !mlirbc_type_elements(type, &count)) {
		(void)bef_hlo__refuse(lower, lower->op, "the value of the constant has no elements in the program");
		return result;
	}
	/* One element stands for all. The attribute has the element type of the value in the program (index is i64). */
	const struct mlirbc_type *element =
		type->u.shaped.element->kind == MLIRBC_TYPE_INDEX ? lower->i64 : type->u.shaped.element;
	const struct mlirbc_type *stored = value->u.dense.splat && count > 1 ? bef_hlo__shaped(lower, NULL, 0, element)
									     : bef_hlo__with_element(lower, type, element);
	bef_hlo__attr(&attrs, "value", with_type(lower, value, stored));
	(void)bef_hlo__emit(lower, "constant", NULL, 0, &result, 1, &attrs);
	return result;
}

/* ---- numbers */

bool bef_hlo__encode(double number, const struct mlirbc_type *element, uint8_t *out)
{
	uint64_t bits = 0;
	if (element->kind == MLIRBC_TYPE_FLOAT) {
		switch (element->u.float_kind) {
		case MLIRBC_F64: bits = scalars_bits_f64(number); break;
		case MLIRBC_F32: bits = scalars_bits_f32((float)number); break;
#define SMALL_FLOAT(name, ...) \
		case MLIRBC_##name: bits = scalars_encode(&scalars_format_##name, number); break;
		SCALARS_FORMATS(SMALL_FLOAT)
#undef SMALL_FLOAT
		default: return false;
		}
	} else {
		bits = number < 0 ? (uint64_t)(int64_t)number : (uint64_t)number;
	}
	for (size_t i = 0; i < 8; i++)
		out[i] = (uint8_t)(bits >> 8 * i);
	return true;
}

/* A number as a dense attribute of rank 0; NULL after a failure. The imaginary part of a complex one is 0. */
static const struct mlirbc_attr *scalar(struct bef_hlo__lower *lower, double number, const struct mlirbc_type *element)
{
	const struct mlirbc_type *real = element->kind == MLIRBC_TYPE_COMPLEX ? element->u.shaped.element : element;
	const size_t size = bef_hlo__element_size(element);
	uint8_t bytes[16] = { 0 };
	if (size == 0 || size > sizeof bytes || !bef_hlo__encode(number, real, bytes)) {
		(void)bef_hlo__refuse(lower, lower->op, "numbers cannot be written as elements of its type");
		return NULL;
	}
	const struct mlirbc_type *type = bef_hlo__shaped(lower, NULL, 0, element);
	return type ? mlirbc_attr_dense(lower->context, type, bytes, size) : NULL;
}

struct bef_hlo__value bef_hlo__splat(struct bef_hlo__lower *lower, double number, const struct mlirbc_type *type)
{
	struct bef_hlo__value result = { NULL, type };
	uint64_t count;
	if (!type)
		return result;
	if (!mlirbc_type_elements(type, &count)) {
		(void)bef_hlo__refuse(lower, lower->op, "its shape is not known before it runs");
		return result;
	}
	if (count == 0) {
		const struct mlirbc_attr *none = mlirbc_attr_dense(lower->context, type, "", 0);
		return bef_hlo__constant(lower, none, type);
	}
	const struct mlirbc_attr *one = scalar(lower, number, bef_hlo__element(type));
	struct bef_hlo__attrs attrs = { .count = 0 };
	if (!one)
		return result;
	bef_hlo__attr(&attrs, "value", one);
	(void)bef_hlo__emit(lower, "constant", NULL, 0, &result, 1, &attrs);
	return result;
}
