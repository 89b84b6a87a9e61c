/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See placed.h. The kernels check what they get when a program is opened; whatever this file accepts must pass. */
#include "emit/placed.h"

enum {
	UI8 = 1, I1 = 5, F32 = 10, F64 = 11, F16 = 14, BF16 = 15, /* element types: kernels/dtype.h */
	MOST_PARAMETERS = 100 /* of a kernel: drivers accept 128 pointers */
};

/* ---- types */

static bool has_type(const struct bef_hlo__lower *lower, int64_t dtype)
{
	return (dtype >= UI8 && dtype <= F32) || (dtype == F64 && !lower->options.device_without_f64) || dtype == F16 || dtype == BF16;
}

bool bef_hlo__read_types(const struct mlirbc_op *op, struct bef_hlo__placed *out)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "types");
	if (!attr || attr->kind != MLIRBC_ATTR_ARRAY || attr->u.array.count > sizeof out->words / sizeof *out->words)
		return false;
	out->word_count = attr->u.array.count;
	for (size_t i = 0; i < out->word_count; i++) {
		if (attr->u.array.data[i]->kind != MLIRBC_ATTR_INTEGER)
			return false;
		out->words[i] = (int64_t)attr->u.array.data[i]->u.number.words[0];
	}
	size_t at = 0;
	for (uint32_t i = 0; i < op->operand_count + op->result_count; i++, at += 2 + (size_t)out->words[at + 1]) {
		if (out->word_count - at < 2 || out->words[at + 1] < 0 || (uint64_t)out->words[at + 1] > out->word_count - at - 2)
			return false;
		for (int64_t d = 0; d < out->words[at + 1]; d++) {
			if (out->words[at + 2 + (size_t)d] < 1)
				return false;
		}
	}
	return at == out->word_count;
}

/* Whether the device has the element types of all operands and results. */
static bool have_types(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct bef_hlo__placed *placed)
{
	for (size_t at = 0; at < placed->word_count; at += 2 + (size_t)placed->words[at + 1]) {
		if (!has_type(lower, placed->words[at]))
			return false;
	}
	return op->operand_count + op->result_count <= MOST_PARAMETERS;
}

/* The element type of operand i; results follow. */
static int64_t type_of(const struct bef_hlo__placed *placed, uint32_t i)
{
	size_t at = 0;
	while (i-- > 0)
		at += 2 + (size_t)placed->words[at + 1];
	return placed->words[at];
}

/* ---- expressions */

static bool is_in(const char *word, size_t size, const char *const *list)
{
	for (; *list; list++) {
		if (strlen(*list) == size && memcmp(word, *list, size) == 0)
			return true;
	}
	return false;
}

/* Looks at the words of an expression: functions, small types and complex numbers stay on the host, and so do conversions to
 * small floats that would be rounded twice. */
static bool has_steps(const struct bef_hlo__lower *lower, const struct mlirbc_string *body)
{
	static const char *const other[] = { "call", "complex", "i2", "i4", "ui2", "ui4", NULL };
	static const char *const small[] = { "f16", "bf16", NULL };
	static const char *const wide[] = { "f64", "i32", "i64", "ui32", "ui64", NULL };
	static const char *const convert[] = { "convert", NULL };
	bool is_small = false, is_wide = false, converts = false;
	for (size_t at = 0, size; at < body->size; at += size) {
		const char *word = body->data + at;
		for (size = 0; at + size < body->size && !strchr(" ;,", word[size]); size++)
			;
		if (size == 0) {
			size = 1;
			continue;
		}
		is_small = is_small || is_in(word, size, small);
		is_wide = is_wide || is_in(word, size, wide);
		converts = converts || is_in(word, size, convert);
		if (is_in(word, size, other) || (size > 2 && (memcmp(word, "f8E", 3) == 0 || memcmp(word, "f6E", 3) == 0 || memcmp(word, "f4E", 3) == 0)) ||
			(size > 7 && memcmp(word, "complex<", 8) == 0) || (size > 15 && memcmp(word, "reduce_precision", 16) == 0) ||
			(lower->options.device_without_f64 && size == 3 && memcmp(word, "f64", 3) == 0))
			return false;
	}
	return !(is_small && is_wide && converts);
}

/* ---- kinds of operations */

static bool is_loop(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct bef_hlo__placed *placed)
{
	const struct mlirbc_attr *body = mlirbc_op_attr(op, "body");
	(void)placed;
	return body && body->kind == MLIRBC_ATTR_STRING && has_steps(lower, body->u.string);
}

/* Operands are converted to the type of the result without loss. */
static bool has_products(const struct bef_hlo__placed *placed)
{
	const int64_t a = type_of(placed, 0), b = type_of(placed, 1), result = type_of(placed, 2);
	if (a != b || a == I1 || result == I1)
		return false;
	return a == result || ((a == F16 || a == BF16) && result == F32) || (a == 6 && result == 8);
}

static bool is_dot(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct bef_hlo__placed *placed)
{
	const struct mlirbc_attr *algorithm = mlirbc_op_attr(op, "accumulation_type");
	(void)lower;
	return algorithm && algorithm->kind == MLIRBC_ATTR_STRING && algorithm->u.string->size == 0 && has_products(placed);
}

static bool is_convolution(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct bef_hlo__placed *placed)
{
	(void)lower;
	(void)op;
	return has_products(placed);
}

static const char *const loop_attributes[] = { "body", "column_rank", "dims", "maps", "row_rank", NULL };
static const char *const dot_attributes[] = { "accumulation_type", "allow_imprecise_accumulation", "lhs_batching_dimensions",
	"lhs_component_count", "lhs_contracting_dimensions", "lhs_precision_type", "num_primitive_operations", "rhs_batching_dimensions",
	"rhs_component_count", "rhs_contracting_dimensions", "rhs_precision_type", NULL };
static const char *const convolution_attributes[] = { "batch_group_count", "feature_group_count", "input_batch_dimension",
	"input_feature_dimension", "input_spatial_dimensions", "kernel_input_feature_dimension", "kernel_output_feature_dimension",
	"kernel_spatial_dimensions", "lhs_dilation", "output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions",
	"padding", "rhs_dilation", "window_reversal", "window_strides", NULL };

bool bef_hlo__for_device(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__placed *out)
{
	static const struct {
		const char *name, *device;
		const char *const *attributes;
		bool (*fits)(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct bef_hlo__placed *placed);
	} kinds[] = { { "hlo.loop_fusion", "hlo.device_loop_fusion", loop_attributes, is_loop },
		{ "hlo.dot_general", "hlo.device_dot_general", dot_attributes, is_dot },
		{ "hlo.convolution", "hlo.device_convolution", convolution_attributes, is_convolution } };
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (!mlirbc_op_is(op, kinds[i].name))
			continue;
		out->name = kinds[i].device;
		out->attributes = kinds[i].attributes;
		return bef_hlo__read_types(op, out) && have_types(lower, op, out) && kinds[i].fits(lower, op, out);
	}
	return false;
}
