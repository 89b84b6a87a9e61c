/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rules of operations with windows: convolutions, reduce_window, select_and_scatter. */
#include "partition/factors.h"

#include <mlirbc/edit.h>

static int64_t operand_size(const struct mlirbc_op *op, size_t operand, int64_t dim)
{
	return mlirbc_op_operands(op)[operand].value->type->u.shaped.dims[dim];
}

/* ---- windows of one element */

struct windows {
	struct shlo__dims sizes, strides, dilations, bases, padding;
	int64_t pads[2];
};

/* False: the attributes are not as the verifier wants them. Lists that are absent have no elements. */
static bool read_windows(const struct mlirbc_op *op, const char *bases, const char *dilations, struct windows *out)
{
	static const char strides[] = "window_strides", padding[] = "padding";
	struct windows *w = out;
	w->strides.count = w->dilations.count = w->bases.count = w->padding.count = 0;
	return (!mlirbc_op_attr(op, strides) || shlo__i64s_of(mlirbc_op_attr(op, strides), &w->strides)) &&
	       (!mlirbc_op_attr(op, dilations) || shlo__i64s_of(mlirbc_op_attr(op, dilations), &w->dilations)) &&
	       (!mlirbc_op_attr(op, bases) || shlo__i64s_of(mlirbc_op_attr(op, bases), &w->bases)) &&
	       (!mlirbc_op_attr(op, padding) || shlo__i64_matrix_of(mlirbc_op_attr(op, padding), &w->padding, w->pads));
}

/* Whether each element of dimension `at` of the windows is one window. */
static bool is_single(const struct windows *w, size_t at, int64_t size)
{
	return size == 1 && (at >= w->strides.count || w->strides.at[at] == 1) && (at >= w->bases.count || w->bases.at[at] == 1) &&
	       (2 * at + 1 >= w->padding.count || (w->padding.at[2 * at] == 0 && w->padding.at[2 * at + 1] == 0));
}

/* Of dimension `at`, in which a window has `size` elements. */
static struct shlo__halo halo_of(const struct windows *w, size_t at, int64_t size)
{
	return (struct shlo__halo){ at < w->strides.count ? w->strides.at[at] : 1, 2 * at + 1 < w->padding.count ? w->padding.at[2 * at] : 0,
		(size - 1) * (at < w->dilations.count ? w->dilations.at[at] : 1) + 1, at < w->bases.count ? w->bases.at[at] : 1 };
}

static bool is_one(const struct shlo__dims *list, size_t at) { return at >= list->count || list->at[at] == 1; }

/* 1: each window has all elements up to its own; -1: from it on; 0: neither, or other dimensions have windows as well. */
static int8_t runs(const struct windows *w, size_t at, int64_t size)
{
	if (w->sizes.at[at] != size || 2 * at + 1 >= w->padding.count || !is_one(&w->strides, at) || !is_one(&w->dilations, at) ||
		!is_one(&w->bases, at) || w->padding.at[2 * at] + w->padding.at[2 * at + 1] != size - 1)
		return 0;
	for (size_t i = 0; i < w->sizes.count; i++) {
		if (i != at && !is_single(w, i, w->sizes.at[i]))
			return 0;
	}
	return w->padding.at[2 * at] == size - 1 ? 1 : w->padding.at[2 * at] == 0 ? -1 : 0;
}

void shlo__factors_window(struct shlo__factors *f, const struct mlirbc_op *op)
{
	const bool reduces = mlirbc_op_is(op, "stablehlo.reduce_window");
	const size_t inputs = reduces ? op->operand_count / 2 : 2; /* of select_and_scatter: operand and source */
	struct windows w;
	if (!shlo__i64s_of(mlirbc_op_attr(op, "window_dimensions"), &w.sizes) || !read_windows(op, "base_dilations", "window_dilations", &w) ||
		(reduces && op->result_count != inputs))
		return;
	for (size_t dim = 0; dim < w.sizes.count; dim++) {
		const int64_t size = operand_size(op, 0, (int64_t)dim);
		const int16_t factor = is_single(&w, dim, w.sizes.at[dim]) ? shlo__factor_new(f, size) : SHLO__NO_FACTOR;
		for (size_t i = 0; i < inputs; i++)
			shlo__factor_share(f, &f->operands[i][dim], factor, size);
		for (size_t i = 0; i < op->result_count; i++)
			shlo__factor_share(f, &f->results[i][dim], factor, size);
		if (factor == SHLO__NO_FACTOR && inputs == 1 && runs(&w, dim, size) != 0 && reduces && shlo__is_neutral(op, mlirbc_op_operands(op)[1].value)) {
			shlo__factor_pair(f, op, 0, dim, 0, dim);
			if (f->results[0][dim] != SHLO__NO_FACTOR)
				f->running[f->results[0][dim]] = runs(&w, dim, size);
			continue;
		}
		const struct shlo__halo window = halo_of(&w, dim, w.sizes.at[dim]);
		if (factor == SHLO__NO_FACTOR && !reduces)
			shlo__factors_select(f, op, dim, &window);
		/* padding becomes elements with the initial value */
		if (factor == SHLO__NO_FACTOR && reduces && inputs == 1 && shlo__is_neutral(op, mlirbc_op_operands(op)[1].value))
			shlo__factor_halo(f, op, dim, dim, &window);
	}
}

/* ---- convolutions */

/* Input features: those of each group make a sum. Output features are divided as the filters are. */
static void features(struct shlo__factors *f, const struct mlirbc_op *op, const struct shlo__conv *dims, int64_t groups)
{
	int16_t *input = &f->operands[0][dims->input_feature_dimension], *filters = &f->operands[1][dims->kernel_output_feature_dimension];
	const int64_t size = operand_size(op, 0, dims->input_feature_dimension);
	if (groups == 1) {
		const int16_t sum = shlo__factor_new(f, size);
		shlo__factor_share(f, input, sum, size);
		shlo__factor_share(f, &f->operands[1][dims->kernel_input_feature_dimension], sum, size);
		if (sum != SHLO__NO_FACTOR)
			f->reduced[sum] = true;
		shlo__factor_pair(f, op, 0, (size_t)dims->output_feature_dimension, 1, (size_t)dims->kernel_output_feature_dimension);
		return;
	}
	const int16_t factor = shlo__factor_new(f, groups);
	if (factor != SHLO__NO_FACTOR)
		f->padded[factor] = false; /* the number of groups would not fit */
	shlo__factor_share(f, input, factor, size);
	shlo__factor_share(f, filters, factor, operand_size(op, 1, dims->kernel_output_feature_dimension));
	shlo__factor_share(f, &f->results[0][dims->output_feature_dimension], factor, groups);
}

/* Dimensions in which the filter has one element, or is a window. */
static void points(struct shlo__factors *f, const struct mlirbc_op *op, const struct shlo__conv *dims)
{
	struct windows w;
	if (!read_windows(op, "lhs_dilation", "rhs_dilation", &w))
		return;
	for (size_t i = 0; i < dims->input_spatial_dimensions.count; i++) {
		const int64_t size = operand_size(op, 1, dims->kernel_spatial_dimensions.at[i]);
		const size_t to = (size_t)dims->output_spatial_dimensions.at[i], from = (size_t)dims->input_spatial_dimensions.at[i];
		const struct shlo__halo halo = halo_of(&w, i, size);
		if (is_single(&w, i, size))
			shlo__factor_pair(f, op, 0, to, 0, from);
		else
			shlo__factor_halo(f, op, to, from, &halo);
	}
}

void shlo__factors_convolution(struct shlo__factors *f, const struct mlirbc_op *op)
{
	struct shlo__conv dims;
	int64_t groups, batches;
	if (!shlo__conv_of(mlirbc_op_attr(op, "dimension_numbers"), &dims, NULL) ||
		!shlo__int_of(mlirbc_op_attr(op, "feature_group_count"), &groups) ||
		!shlo__int_of(mlirbc_op_attr(op, "batch_group_count"), &batches) || batches != 1 || groups < 1)
		return;
	shlo__factor_pair(f, op, 0, (size_t)dims.output_batch_dimension, 0, (size_t)dims.input_batch_dimension);
	features(f, op, &dims, groups);
	points(f, op, &dims);
}

bool shlo__fix_convolution(struct shlo__partition *p, struct mlirbc_op *op, struct mlirbc_op *copy)
{
	struct shlo__conv dims;
	int64_t groups;
	if (!shlo__conv_of(mlirbc_op_attr(op, "dimension_numbers"), &dims, NULL) ||
		!shlo__int_of(mlirbc_op_attr(op, "feature_group_count"), &groups) || groups == 1)
		return true;
	const int64_t whole = operand_size(op, 0, dims.input_feature_dimension), part = operand_size(copy, 0, dims.input_feature_dimension);
	if (whole == part)
		return true;
	const struct mlirbc_type *i64 = mlirbc_type_integer(p->context, 64, MLIRBC_SIGNLESS);
	const struct mlirbc_attr *attr = i64 ? mlirbc_attr_integer(p->context, i64, (uint64_t)(groups / (whole / part))) : NULL;
	return (attr && mlirbc_op_set_attr(copy, "feature_group_count", attr) == MLIRBC_OK) || shlo__partition_no_memory(p);
}
