/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Quantized types: text in StableHLO, numbers in VHLO. */
#include "dialect/struct_attr.h"
#include "dialect/types.h"
#include "vhlo/values.h"

#include <mlirbc/build.h>
#include <stdio.h>
#include <string.h>

/* Fields of quant_v1 and quant_per_axis_v1. */
enum { FLAGS, STORAGE, EXPRESSED, SCALE, ZERO_POINT, MINIMUM, MAXIMUM, PER_TENSOR_FIELDS };
enum { AXIS = 3, AXIS_MINIMUM, AXIS_MAXIMUM, SCALES, ZERO_POINTS, PER_AXIS_FIELDS };
enum { IS_SIGNED = 1 };

/* ---- from VHLO */

static bool bad(struct shlo__job *job, const struct mlirbc_coded *coded)
{
	return shlo__job_fail(job, MLIRBC_E_CORRUPT, "type vhlo.%s is not valid",
		coded->count == PER_AXIS_FIELDS ? "quant_per_axis_v1" : "quant_v1");
}

static void put_pair(struct shlo__text *text, double scale, int64_t zero_point)
{
	char number[64];
	snprintf(number, sizeof number, "%.17g:%lld", scale, (long long)zero_point);
	shlo__text_puts(text, text->size ? ", " : "");
	shlo__text_puts(text, number);
}

/* "0.5:3, 0.25:0": what shlo__quant_next() reads. */
static bool put_pairs(const struct mlirbc_coded *coded, struct shlo__text *text, size_t *out_count)
{
	double scale;
	int64_t zero_point;
	if (coded->count == PER_TENSOR_FIELDS) {
		if (!shlo__field_double(coded, SCALE, &scale) || !shlo__field_int(coded, ZERO_POINT, &zero_point))
			return false;
		put_pair(text, scale, zero_point);
		*out_count = 1;
		return true;
	}
	const struct mlirbc_attrs *scales = shlo__field_list(coded, SCALES),
				  *zeros = shlo__field_list(coded, ZERO_POINTS);
	if (!scales || !zeros || scales->count != zeros->count)
		return false;
	for (size_t i = 0; i < scales->count; i++) {
		const struct mlirbc_attr *number = scales->data[i];
		if (number->kind != MLIRBC_ATTR_FLOAT || number->type->u.float_kind != MLIRBC_F64 ||
			!shlo__int_of(zeros->data[i], &zero_point))
			return false;
		memcpy(&scale, number->u.number.words, sizeof scale);
		put_pair(text, scale, zero_point);
	}
	*out_count = scales->count;
	return true;
}

static bool read_storage(struct shlo__job *job, const struct mlirbc_coded *coded, struct shlo__quant *out)
{
	const bool per_axis = coded->count == PER_AXIS_FIELDS;
	const struct mlirbc_type *storage = shlo__field_type(coded, STORAGE),
				 *expressed = shlo__field_type(coded, EXPRESSED);
	int64_t flags, min, max;
	if (!storage || !expressed || !shlo__field_int(coded, FLAGS, &flags) ||
		!shlo__field_int(coded, per_axis ? AXIS_MINIMUM : MINIMUM, &out->storage_min) ||
		!shlo__field_int(coded, per_axis ? AXIS_MAXIMUM : MAXIMUM, &out->storage_max))
		return bad(job, coded);
	storage = shlo__convert_type(job, storage);
	out->expressed = storage ? shlo__convert_type(job, expressed) : NULL;
	if (!out->expressed)
		return false;
	const uint32_t width = storage->kind == MLIRBC_TYPE_INTEGER ? storage->u.integer.width : 0;
	if (width < 2 || width > 32 || !shlo__is_float(out->expressed))
		return bad(job, coded);
	const bool is_signed = flags & IS_SIGNED;
	max = (int64_t)(UINT64_MAX >> (64 - width + is_signed));
	min = is_signed ? -max - 1 : 0;
	out->has_range = out->storage_min != min || out->storage_max != max;
	out->storage = mlirbc_type_integer(job->context, width, is_signed ? MLIRBC_SIGNLESS : MLIRBC_UNSIGNED);
	out->axis = -1;
	if (per_axis && (!shlo__field_int(coded, AXIS, &out->axis) || out->axis < 0))
		return bad(job, coded);
	return out->storage || shlo__job_memory(job);
}

const struct mlirbc_type *shlo__quant_from(struct shlo__job *job, const struct mlirbc_coded *coded)
{
	struct shlo__quant quant, check;
	struct shlo__text text;
	memset(&quant, 0, sizeof quant);
	if (!read_storage(job, coded, &quant))
		return NULL;
	shlo__text_init(&text, job->context);
	bool ok = put_pairs(coded, &text, &quant.count) || bad(job, coded);
	quant.list = shlo__scan(text.data, text.size);
	const struct mlirbc_type *type = ok && !text.failed ? shlo__quant_type(job->context, &quant) : NULL;
	shlo__text_finish(&text);
	if (!type && ok)
		shlo__job_memory(job);
	if (type && !shlo__quant_of(job->context, type, &check)) {
		bad(job, coded);
		return NULL;
	}
	return type;
}

/* ---- to VHLO */

static const struct mlirbc_attr *type_value(struct shlo__job *job, const struct mlirbc_type *type)
{
	const struct mlirbc_type *other = type ? shlo__convert_type(job, type) : NULL;
	return other ? mlirbc_attr_type(job->context, other) : NULL;
}

static const struct mlirbc_attr *double_value(struct shlo__job *job, double value)
{
	const struct mlirbc_type *f64 = mlirbc_type_float(job->context, MLIRBC_F64);
	return f64 ? mlirbc_attr_float(job->context, f64, value) : NULL;
}

/* Lists of scales and zero points. */
static bool pairs_to(struct shlo__job *job, struct shlo__quant *quant, const struct mlirbc_attr **out)
{
	const struct mlirbc_attr **scales = mlirbc_context_alloc(
		job->context, 2 * quant->count * sizeof *scales, _Alignof(const struct mlirbc_attr *));
	const struct mlirbc_attr **zeros = scales ? scales + quant->count : NULL;
	for (size_t i = 0; scales && i < quant->count; i++) {
		double scale;
		int64_t zero_point;
		if (!shlo__quant_next(quant, &scale, &zero_point) || !(scales[i] = double_value(job, scale)) ||
			!(zeros[i] = shlo__plain_int(job, zero_point)))
			return shlo__job_memory(job);
	}
	out[0] = scales ? mlirbc_attr_array(job->context, scales, quant->count) : NULL;
	out[1] = out[0] ? mlirbc_attr_array(job->context, zeros, quant->count) : NULL;
	return out[1] || shlo__job_memory(job);
}

const struct mlirbc_type *shlo__quant_to(struct shlo__job *job, const struct mlirbc_type *type)
{
	struct shlo__quant quant;
	const struct mlirbc_attr *values[PER_AXIS_FIELDS];
	if (!shlo__quant_of(job->context, type, &quant)) {
		shlo__job_fail(job, MLIRBC_E_UNSUPPORTED, "VHLO has no type for !quant.%.*s",
			type->u.dialect.text->size < 60 ? (int)type->u.dialect.text->size : 60,
			type->u.dialect.text->data);
		return NULL;
	}
	/* the flags say whether it is signed; the type does not */
	const struct mlirbc_type *storage = mlirbc_type_integer(
		job->context, quant.storage->u.integer.width, MLIRBC_SIGNLESS);
	values[FLAGS] = shlo__plain_int(job, quant.storage->u.integer.signedness == MLIRBC_UNSIGNED ? 0 : IS_SIGNED);
	values[STORAGE] = type_value(job, storage);
	values[EXPRESSED] = type_value(job, quant.expressed);
	const bool per_axis = quant.axis >= 0;
	values[per_axis ? AXIS_MINIMUM : MINIMUM] = shlo__plain_int(job, quant.storage_min);
	values[per_axis ? AXIS_MAXIMUM : MAXIMUM] = shlo__plain_int(job, quant.storage_max);
	if (per_axis) {
		values[AXIS] = shlo__plain_int(job, quant.axis);
		return shlo__job_needs(job, V(0, 18), "type ", "quant_per_axis_v1") &&
				       pairs_to(job, &quant, &values[SCALES])
			       ? shlo__make_type(job, "quant_per_axis_v1", values, PER_AXIS_FIELDS)
			       : NULL;
	}
	double scale = 0;
	int64_t zero_point = 0;
	if (!shlo__quant_next(&quant, &scale, &zero_point))
		return NULL;
	values[SCALE] = double_value(job, scale);
	values[ZERO_POINT] = shlo__plain_int(job, zero_point);
	return shlo__make_type(job, "quant_v1", values, PER_TENSOR_FIELDS);
}
