/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parts of VHLO's attributes and types, and making them. */
#include "vhlo/values.h"

#include <mlirbc/build.h>
#include <string.h>

/* ---- reading */

bool shlo__is_coded(const struct mlirbc_coded *coded, const char *mnemonic, size_t fields)
{
	return coded->count == fields && shlo__name_is(coded->dialect, "vhlo") &&
	       shlo__name_is(coded->mnemonic, mnemonic);
}

const struct mlirbc_coded *shlo__vhlo_attr(const struct mlirbc_attr *attr, const char *mnemonic, size_t fields)
{
	return attr && attr->kind == MLIRBC_ATTR_CODED && shlo__is_coded(&attr->u.coded, mnemonic, fields)
		       ? &attr->u.coded
		       : NULL;
}

const struct mlirbc_type *shlo__field_type(const struct mlirbc_coded *coded, size_t field)
{
	const struct mlirbc_attr *value = coded->fields[field].value;
	return value && value->kind == MLIRBC_ATTR_TYPE ? value->u.type_value : NULL;
}

bool shlo__field_int(const struct mlirbc_coded *coded, size_t field, int64_t *out)
{
	return shlo__int_of(coded->fields[field].value, out);
}

bool shlo__field_double(const struct mlirbc_coded *coded, size_t field, double *out)
{
	const struct mlirbc_attr *value = coded->fields[field].value;
	if (!value || value->kind != MLIRBC_ATTR_FLOAT || value->type->u.float_kind != MLIRBC_F64)
		return false;
	memcpy(out, value->u.number.words, sizeof *out);
	return true;
}

const struct mlirbc_attrs *shlo__field_list(const struct mlirbc_coded *coded, size_t field)
{
	const struct mlirbc_attr *value = coded->fields[field].value;
	return value && value->kind == MLIRBC_ATTR_ARRAY ? &value->u.array : NULL;
}

bool shlo__field_ints(const struct mlirbc_coded *coded, size_t field, struct shlo__dims *out)
{
	const struct mlirbc_attrs *list = shlo__field_list(coded, field);
	if (!list || list->count > SHLO__MOST_DIMS)
		return false;
	out->count = list->count;
	for (size_t i = 0; i < list->count; i++) {
		if (!shlo__int_of(list->data[i], &out->at[i]))
			return false;
	}
	return true;
}

/* ---- making */

static bool all_there(const struct mlirbc_attr *const *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!values[i])
			return false;
	}
	return true;
}

const struct mlirbc_attr *shlo__made(struct shlo__job *job, const struct mlirbc_attr *attr)
{
	if (!attr)
		shlo__job_memory(job);
	return attr;
}

const struct mlirbc_attr **shlo__room(struct shlo__job *job, size_t count)
{
	const struct mlirbc_attr **items = mlirbc_context_alloc(
		job->context, (count ? count : 1) * sizeof *items, _Alignof(const struct mlirbc_attr *));
	if (!items)
		shlo__job_memory(job);
	return items;
}

const struct mlirbc_attr *shlo__make_open_attr(
	struct shlo__job *job, const char *mnemonic, const struct mlirbc_attr *const *values, size_t count)
{
	return shlo__made(job, mlirbc_attr_coded(job->context, "vhlo", mnemonic, values, count));
}

const struct mlirbc_attr *shlo__make_attr(
	struct shlo__job *job, const char *mnemonic, const struct mlirbc_attr *const *values, size_t count)
{
	return all_there(values, count) ? shlo__make_open_attr(job, mnemonic, values, count) : shlo__made(job, NULL);
}

const struct mlirbc_type *shlo__make_type(
	struct shlo__job *job, const char *mnemonic, const struct mlirbc_attr *const *values, size_t count)
{
	const struct mlirbc_type *type = all_there(values, count)
						 ? mlirbc_type_coded(job->context, "vhlo", mnemonic, values, count)
						 : NULL;
	if (!type)
		shlo__job_memory(job);
	return type;
}

const struct mlirbc_attr *shlo__plain_int(struct shlo__job *job, int64_t value)
{
	const struct mlirbc_type *i64 = mlirbc_type_integer(job->context, 64, MLIRBC_SIGNLESS);
	return shlo__made(job, i64 ? mlirbc_attr_integer(job->context, i64, (uint64_t)value) : NULL);
}

const struct mlirbc_attr *shlo__plain_ints(struct shlo__job *job, const int64_t *values, size_t count)
{
	const struct mlirbc_attr *few[SHLO__MOST_DIMS], **items = few;
	if (count > SHLO__MOST_DIMS && !(items = shlo__room(job, count)))
		return NULL;
	for (size_t i = 0; i < count; i++) {
		if (!(items[i] = shlo__plain_int(job, values[i])))
			return NULL;
	}
	return shlo__made(job, mlirbc_attr_array(job->context, items, count));
}

const struct mlirbc_attr *shlo__make_bool(struct shlo__job *job, bool value)
{
	const struct mlirbc_attr *plain = mlirbc_attr_bool(job->context, value);
	return shlo__make_attr(job, "bool_v1", &plain, 1);
}

const struct mlirbc_attr *shlo__make_int(struct shlo__job *job, uint32_t width, int64_t value)
{
	const struct mlirbc_type *type = mlirbc_type_integer(job->context, width, MLIRBC_SIGNLESS);
	const struct mlirbc_type *other = type ? shlo__convert_type(job, type) : NULL;
	const struct mlirbc_attr *values[] = { type ? mlirbc_attr_integer(job->context, type, (uint64_t)value) : NULL,
		other ? mlirbc_attr_type(job->context, other) : NULL };
	return shlo__make_attr(job, "integer_v1", values, 2);
}

const struct mlirbc_attr *shlo__make_string(struct shlo__job *job, const struct mlirbc_string *text)
{
	const struct mlirbc_attr *plain = mlirbc_attr_string(job->context, text->data, text->size);
	return shlo__make_attr(job, "string_v1", &plain, 1);
}

const struct mlirbc_attr *shlo__make_array(struct shlo__job *job, const struct mlirbc_attr *const *items, size_t count)
{
	const struct mlirbc_attr *plain = mlirbc_attr_array(job->context, items, count);
	return shlo__make_attr(job, "array_v1", &plain, 1);
}

const struct mlirbc_attr *shlo__make_enum(struct shlo__job *job, enum shlo__enum which, int value)
{
	struct mlirbc_string name;
	const struct mlirbc_attr *plain = shlo__enum_name(which, value, &name)
						  ? mlirbc_attr_string(job->context, name.data, name.size)
						  : NULL;
	return shlo__make_attr(job, shlo__vhlo_enum(which), &plain, 1);
}

const struct mlirbc_attr *shlo__make_type_attr(struct shlo__job *job, const struct mlirbc_type *type)
{
	const struct mlirbc_type *other = type ? shlo__convert_type(job, type) : NULL;
	const struct mlirbc_attr *plain = other ? mlirbc_attr_type(job->context, other) : NULL;
	return other ? shlo__make_attr(job, "type_v1", &plain, 1) : NULL;
}

const struct mlirbc_attr *shlo__make_dense(struct shlo__job *job, const struct mlirbc_attr *dense)
{
	const struct mlirbc_type *type = shlo__convert_type(job, dense->type);
	if (!type)
		return NULL;
	const struct mlirbc_attr *values[] = { dense, mlirbc_attr_type(job->context, type) };
	return shlo__make_attr(job, "tensor_v1", values, 2);
}

static const struct mlirbc_attr *make_tensor(
	struct shlo__job *job, uint32_t width, const int64_t *dims, size_t rank, const int64_t *values, size_t count)
{
	uint8_t bytes[8 * SHLO__MOST_DIMS];
	const size_t each = width == 1 ? 1 : 8;
	for (size_t i = 0; i < each * count; i++)
		bytes[i] = (uint8_t)((uint64_t)values[i / each] >> (i % each * 8));
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_TENSOR };
	type.u.shaped.element = mlirbc_type_integer(job->context, width, MLIRBC_SIGNLESS);
	type.u.shaped.dims = dims;
	type.u.shaped.rank = rank;
	const struct mlirbc_type *tensor = type.u.shaped.element ? mlirbc_type_get(job->context, &type) : NULL;
	const struct mlirbc_attr *dense = tensor ? mlirbc_attr_dense(job->context, tensor, bytes, each * count) : NULL;
	return shlo__made(job, dense) ? shlo__make_dense(job, dense) : NULL;
}

const struct mlirbc_attr *shlo__make_tensor(struct shlo__job *job, uint32_t width, const struct shlo__dims *values)
{
	const int64_t dims[] = { (int64_t)values->count };
	return make_tensor(job, width, dims, 1, values->at, values->count);
}

const struct mlirbc_attr *shlo__make_splat(
	struct shlo__job *job, uint32_t width, const int64_t *dims, size_t rank, int64_t value)
{
	size_t count = 1;
	for (size_t i = 0; i < rank; i++)
		count = dims[i] ? count : 0;
	return make_tensor(job, width, dims, rank, &value, count);
}
