/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "dialect/attrs.h"
#include "dialect/enums.h"
#include "dialect/mesh_groups.h"
#include "dialect/struct_attr.h"

#include <mlirbc/build.h>
#include <string.h>

/* ---- attributes that are structs */

#define READ_STRUCT(name)                                                                                              \
	bool shlo__##name##_of(const struct mlirbc_attr *attr, struct shlo__##name *out, const char **why)                \
	{                                                                                                              \
		return shlo__struct_of(&shlo__##name##_struct, NULL, attr, out, why);                                      \
	}
READ_STRUCT(gather)
READ_STRUCT(scatter)
READ_STRUCT(dot)
READ_STRUCT(ragged_dot)
READ_STRUCT(channel)
READ_STRUCT(accuracy)
READ_STRUCT(alias)

bool shlo__algorithm_of(
	struct mlirbc_context *context, const struct mlirbc_attr *attr, struct shlo__algorithm *out, const char **why)
{
	return shlo__struct_of(&shlo__algorithm_struct, context, attr, out, why);
}

#define MAKE_STRUCT(name)                                                                                              \
	const struct mlirbc_attr *shlo__##name##_attr(struct mlirbc_context *context, const struct shlo__##name *value)   \
	{                                                                                                              \
		return shlo__struct_attr(&shlo__##name##_struct, context, value);                                          \
	}
MAKE_STRUCT(dot)
MAKE_STRUCT(channel)
MAKE_STRUCT(algorithm)
MAKE_STRUCT(accuracy)
MAKE_STRUCT(alias)

/* ---- canonical text */

union any_struct {
	struct shlo__gather gather;
	struct shlo__scatter scatter;
	struct shlo__dot dot;
	struct shlo__ragged_dot ragged_dot;
	struct shlo__channel channel;
	struct shlo__algorithm algorithm;
	struct shlo__accuracy accuracy;
	struct shlo__alias alias;
	struct shlo__conv conv;
	struct shlo__dims bounds;
};

/* The identifier that the text begins with. */
static struct mlirbc_string mnemonic_of(const struct mlirbc_attr *attr)
{
	struct shlo__scan scan = shlo__scan(attr->u.dialect.text->data, attr->u.dialect.text->size);
	struct mlirbc_string out = { NULL, 0 };
	(void)shlo__scan_word(&scan, &out.data, &out.size);
	return out;
}

static const struct mlirbc_attr *canonical_enum(struct mlirbc_context *context, const struct mlirbc_attr *attr,
	const struct mlirbc_string *mnemonic, const char **out_why)
{
	for (int i = 0; i < SHLO__ENUMS; i++) {
		if (!shlo__name_is(mnemonic, shlo__enum_mnemonic((enum shlo__enum)i)))
			continue;
		int value = shlo__enum_of((enum shlo__enum)i, attr);
		*out_why = value < 0 ? shlo__enum_expected((enum shlo__enum)i) : NULL;
		return value < 0 ? NULL
				 : shlo__enum_attr(context, shlo__name_is(attr->u.dialect.dialect, "chlo") ? "chlo" : "stablehlo",
					   (enum shlo__enum)i, value);
	}
	*out_why = "unknown attribute";
	return NULL;
}

const struct mlirbc_attr *shlo__canonical_attr(
	struct mlirbc_context *context, const struct mlirbc_attr *attr, const char **out_why)
{
	static const struct shlo__struct *const forms[] = { &shlo__gather_struct, &shlo__scatter_struct, &shlo__dot_struct,
		&shlo__ragged_dot_struct, &shlo__channel_struct, &shlo__algorithm_struct, &shlo__accuracy_struct,
		&shlo__alias_struct };
	static const char *const kept[] = { "mesh", "mesh_axis", "axis_ref", "sub_axis_info", "replica_group_mesh_axes" };
	union any_struct value;
	const struct mlirbc_string mnemonic = mnemonic_of(attr);
	*out_why = NULL;
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		if (shlo__name_is(&mnemonic, forms[i]->mnemonic))
			return shlo__struct_of(forms[i], context, attr, &value, out_why)
				       ? shlo__struct_attr(forms[i], context, &value)
				       : NULL;
	}
	if (shlo__name_is(&mnemonic, "conv"))
		return shlo__conv_of(attr, &value.conv, out_why) ? shlo__conv_attr(context, &value.conv) : NULL;
	if (shlo__name_is(&mnemonic, "bounds") || shlo__name_is(&mnemonic, "type_extensions"))
		return shlo__bounds_of(attr, &value.bounds, out_why) ? shlo__bounds_attr(context, &value.bounds) : NULL;
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
		if (shlo__name_is(&mnemonic, kept[i]))
			return shlo__canonical_mesh(context, attr);
	}
	return canonical_enum(context, attr, &mnemonic, out_why);
}

/* ---- builtin attributes */

/* Element `index` of little-endian data; signed. */
static int64_t element_at(const uint8_t *data, size_t width, size_t index)
{
	uint64_t value = 0;
	for (size_t i = 0; i < width; i++)
		value |= (uint64_t)data[index * width + i] << (8 * i);
	if (width < 8 && value >> (8 * width - 1) & 1)
		value |= UINT64_MAX << (8 * width);
	return (int64_t)value;
}

bool shlo__int_of(const struct mlirbc_attr *attr, int64_t *out)
{
	if (!attr || attr->kind != MLIRBC_ATTR_INTEGER || attr->u.number.count != 1)
		return false;
	uint32_t width = attr->type->kind == MLIRBC_TYPE_INTEGER ? attr->type->u.integer.width : 64;
	uint64_t value = attr->u.number.words[0];
	if (width == 0 || width > 64)
		return false;
	bool negative = width < 64 && value >> (width - 1) & 1 && attr->type->kind == MLIRBC_TYPE_INTEGER && width > 1 &&
			attr->type->u.integer.signedness != MLIRBC_UNSIGNED;
	*out = (int64_t)(negative ? value | UINT64_MAX << width : value);
	return true;
}

static bool is_width(const struct mlirbc_type *type, uint32_t width)
{
	return type && type->kind == MLIRBC_TYPE_INTEGER && type->u.integer.width == width;
}

/* The element type and count of a dense attribute whose elements take whole bytes. */
static bool read_elements(const struct mlirbc_attr *attr, const struct mlirbc_type *element, size_t count, struct shlo__dims *out)
{
	size_t width = is_width(element, 1) ? 1 : 8;
	if (!is_width(element, width == 1 ? 1 : 64) || count > SHLO__MOST_DIMS)
		return false;
	if (attr->u.dense.size < (attr->u.dense.splat ? width : width * count))
		return false;
	out->count = count;
	for (size_t i = 0; i < count; i++)
		out->at[i] = element_at(attr->u.dense.data, width, attr->u.dense.splat ? 0 : i);
	return true;
}

bool shlo__i64s_of(const struct mlirbc_attr *attr, struct shlo__dims *out)
{
	uint64_t count;
	if (!attr)
		return false;
	if (attr->kind == MLIRBC_ATTR_DENSE_ARRAY)
		return is_width(attr->type, 64) && read_elements(attr, attr->type, (size_t)attr->u.dense.count, out);
	return attr->kind == MLIRBC_ATTR_DENSE && attr->type->kind == MLIRBC_TYPE_TENSOR && attr->type->u.shaped.rank == 1 &&
	       is_width(attr->type->u.shaped.element, 64) && mlirbc_type_elements(attr->type, &count) &&
	       count <= SHLO__MOST_DIMS && read_elements(attr, attr->type->u.shaped.element, (size_t)count, out);
}

bool shlo__segments_of(const struct mlirbc_attr *attr, uint32_t total, uint32_t out[2])
{
	if (!attr || attr->kind != MLIRBC_ATTR_DENSE_ARRAY || attr->u.dense.count != 2 || attr->u.dense.size != 8)
		return false;
	for (size_t i = 0; i < 2; i++) {
		const uint8_t *at = attr->u.dense.data + 4 * i;
		out[i] = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
	}
	return out[0] <= total && out[1] == total - out[0];
}

bool shlo__bools_of(const struct mlirbc_attr *attr, struct shlo__dims *out)
{
	if (!attr || attr->kind != MLIRBC_ATTR_DENSE_ARRAY || !is_width(attr->type, 1) ||
		!read_elements(attr, attr->type, (size_t)attr->u.dense.count, out))
		return false;
	for (size_t i = 0; i < out->count; i++)
		out->at[i] &= 1;
	return true;
}

bool shlo__i64_matrix_of(const struct mlirbc_attr *attr, struct shlo__dims *out, int64_t dims[2])
{
	uint64_t count;
	if (!attr || attr->kind != MLIRBC_ATTR_DENSE || attr->type->kind != MLIRBC_TYPE_TENSOR ||
		attr->type->u.shaped.rank != 2 || !mlirbc_type_elements(attr->type, &count) || count > SHLO__MOST_DIMS ||
		!is_width(attr->type->u.shaped.element, 64))
		return false;
	memcpy(dims, attr->type->u.shaped.dims, 2 * sizeof *dims);
	return read_elements(attr, attr->type->u.shaped.element, (size_t)count, out);
}

static const struct mlirbc_attr *dense_array(
	struct mlirbc_context *context, uint32_t width, const uint8_t *data, size_t size, size_t count)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DENSE_ARRAY };
	attr.type = mlirbc_type_integer(context, width, MLIRBC_SIGNLESS);
	attr.u.dense.data = data;
	attr.u.dense.size = size;
	attr.u.dense.count = count;
	return attr.type ? mlirbc_attr_get(context, &attr) : NULL;
}

const struct mlirbc_attr *shlo__i64s_attr(struct mlirbc_context *context, const int64_t *values, size_t count)
{
	uint8_t bytes[8 * SHLO__MOST_DIMS];
	if (count > SHLO__MOST_DIMS)
		return NULL;
	for (size_t i = 0; i < 8 * count; i++)
		bytes[i] = (uint8_t)((uint64_t)values[i / 8] >> (i % 8 * 8));
	return dense_array(context, 64, bytes, 8 * count, count);
}

const struct mlirbc_attr *shlo__bools_attr(struct mlirbc_context *context, const int64_t *values, size_t count)
{
	uint8_t bytes[SHLO__MOST_DIMS];
	if (count > SHLO__MOST_DIMS)
		return NULL;
	for (size_t i = 0; i < count; i++)
		bytes[i] = values[i] != 0;
	return dense_array(context, 1, bytes, count, count);
}
