/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations that move a window over a tensor. */
#include "infer/rules.h"

#include <string.h>

/* Windows that move over dimensions. Lists of count 0 are defaults. */
struct window {
	struct shlo__dims size, stride, base_dilation, dilation, reversal;
	struct shlo__dims padding; /* low, high per dimension */
};

/* A list with as many entries as the window, each positive; ones when it is absent or, as in StableHLO, empty. */
static bool read_factor(struct shlo__check *check, const struct window *window, const char *attr,
	const char *what, struct shlo__dims *out)
{
	out->count = 0;
	if (attr && shlo__attr(check, attr) && !shlo__list(check, attr, out))
		return false;
	if (out->count == 0) {
		out->count = window->size.count;
		for (size_t i = 0; i < out->count; ++i)
			out->at[i] = 1;
		return true;
	}
	if (out->count != window->size.count)
		return shlo__fail(check,
			"expects %s to have same dimension-size as size of window dimensions (%zu), but got: %zu", what,
			window->size.count, out->count);
	for (size_t i = 0; i < out->count; ++i) {
		if (out->at[i] <= 0)
			return shlo__fail(check,
				"expects window to have positive %s for %zu-th window dimension, but got %lld", what, i,
				(long long)out->at[i]);
	}
	return true;
}

static bool read_padding(struct shlo__check *check, struct window *window, const struct mlirbc_attr *attr)
{
	int64_t dims[2];
	struct shlo__spelled text;
	size_t count = 2 * window->size.count;
	if (attr && (attr->type->u.shaped.rank != 2 || attr->type->u.shaped.dims[1] != 2))
		return shlo__fail(check, "expects the shape of padding-attribute to be {N, 2}, but got %s",
			shlo__spell_dims(attr->type->u.shaped.dims, attr->type->u.shaped.rank, &text));
	if (attr && attr->type->u.shaped.dims[0] == 0)
		attr = NULL; /* as absent */
	if (attr && attr->type->u.shaped.dims[0] != (int64_t)window->size.count)
		return shlo__fail(check,
			"expects padding-entries to have same dimension-size as size of window dimensions (%zu), but "
			"got: %lld",
			window->size.count, (long long)attr->type->u.shaped.dims[0]);
	if (count > SHLO__MOST_DIMS)
		return shlo__fail(check, "a window has %zu dimensions; at most %d are supported", window->size.count,
			(int)SHLO__MOST_DIMS / 2);
	if (attr)
		return shlo__i64_matrix_of(attr, &window->padding, dims) ||
		       shlo__fail(check, "attribute 'padding' cannot be read");
	window->padding.count = count;
	memset(window->padding.at, 0, count * sizeof *window->padding.at);
	return true;
}

/* `size` is given, the others are read from the attributes; each must have as many entries, and be positive. */
static bool read_window(struct shlo__check *check, struct window *window, const char *strides,
	const char *base_dilation, const char *dilation, const char *padding)
{
	for (size_t i = 0; i < window->size.count; ++i) {
		if (window->size.at[i] != SHLO__DYNAMIC && window->size.at[i] <= 0)
			return shlo__fail(check,
				"expects window to have positive value for %zu-th window dimension, but got %lld", i,
				(long long)window->size.at[i]);
	}
	return read_factor(check, window, strides, "window-strides", &window->stride) &&
	       read_factor(check, window, base_dilation, "base-dilation factors", &window->base_dilation) &&
	       read_factor(check, window, dilation, "window-dilation factors", &window->dilation) &&
	       read_padding(check, window, padding ? shlo__attr(check, padding) : NULL);
}

/* Size after dilation; false: above 2^63 - 1. */
static bool dilated(int64_t size, int64_t factor, int64_t *out)
{
	if (size == 0)
		return (*out = 0, true);
	return !__builtin_mul_overflow(size - 1, factor, out) && !__builtin_add_overflow(*out, 1, out);
}

/* Number of positions of the window along dimension `index`; SHLO__DYNAMIC if `dim` is. False after an overflow. */
static bool positions_of(
	struct shlo__check *check, const struct window *window, size_t index, int64_t dim, int64_t *out)
{
	int64_t base, size;
	*out = SHLO__DYNAMIC;
	if (dim == SHLO__DYNAMIC || window->size.at[index] == SHLO__DYNAMIC)
		return true;
	if (!dilated(dim, window->base_dilation.at[index], &base) ||
		__builtin_add_overflow(base, window->padding.at[2 * index], &base) ||
		__builtin_add_overflow(base, window->padding.at[2 * index + 1], &base) ||
		!dilated(window->size.at[index], window->dilation.at[index], &size))
		return shlo__fail(check, "the padded or dilated size of dimension %zu is out of range", index);
	*out = base < 0 || size > base || base == 0 ? 0 : (base - size) / window->stride.at[index] + 1;
	return true;
}

/* ---- convolution */

static bool gather_numbers(struct shlo__check *check, const char *what, int64_t a, int64_t b,
	const struct shlo__dims *spatial, size_t rank)
{
	struct shlo__dims all = { .count = 2, .at = { a, b } };
	struct shlo__spelled text;
	for (size_t i = 0; i < spatial->count && all.count < SHLO__MOST_DIMS; ++i)
		all.at[all.count++] = spatial->at[i];
	for (size_t i = 0; i < all.count; ++i) {
		if (all.at[i] < 0 || (uint64_t)all.at[i] >= rank)
			return shlo__fail(check,
				"expects input, kernel, and output dimension-numbers to be in-range [0, %zu), but %s "
				"has %s",
				rank, what, shlo__spell_dims(all.at, all.count, &text));
		for (size_t j = 0; j < i; ++j) {
			if (all.at[i] == all.at[j])
				return shlo__fail(check, "expects %s dimension-numbers to be unique, got %s", what,
					shlo__spell_dims(all.at, all.count, &text));
		}
	}
	return true;
}

static bool check_numbers(struct shlo__check *check, const struct shlo__conv *at, size_t rank)
{
	size_t spatial = at->input_spatial_dimensions.count;
	if (at->kernel_spatial_dimensions.count != spatial || at->output_spatial_dimensions.count != spatial)
		return shlo__fail(check,
			"expects the same size for input, kernel and output spatial-dimensions, but got %zu, %zu, and "
			"%zu resp.",
			spatial, at->kernel_spatial_dimensions.count, at->output_spatial_dimensions.count);
	if (rank != spatial + 2)
		return shlo__fail(
			check, "expects convolution arguments to have %zu dimensions. Got: %zu", spatial + 2, rank);
	return gather_numbers(check, "input", at->input_batch_dimension, at->input_feature_dimension,
		       &at->input_spatial_dimensions, rank) &&
	       gather_numbers(check, "kernel", at->kernel_input_feature_dimension, at->kernel_output_feature_dimension,
		       &at->kernel_spatial_dimensions, rank) &&
	       gather_numbers(check, "output", at->output_batch_dimension, at->output_feature_dimension,
		       &at->output_spatial_dimensions, rank);
}

static bool divides(struct shlo__check *check, const char *what, int64_t size, const char *by, int64_t count)
{
	return size == SHLO__DYNAMIC || size % count == 0 ||
	       shlo__fail(check, "expects %s (%lld) to be a multiple of %s. Got %s = %lld", what, (long long)size, by,
		       by, (long long)count);
}

static bool check_features(struct shlo__check *check, const struct shlo__conv *at, const struct shlo__shape *lhs,
	const struct shlo__shape *rhs)
{
	int64_t groups = shlo__int(check, "feature_group_count", 1), batches = shlo__int(check, "batch_group_count", 1);
	int64_t batch = lhs->dims[at->input_batch_dimension], features = lhs->dims[at->input_feature_dimension];
	int64_t in = rhs->dims[at->kernel_input_feature_dimension],
		out = rhs->dims[at->kernel_output_feature_dimension];
	if (groups > 1 && batches > 1)
		return shlo__fail(check,
			"expects batch_group_count and feature_group_count not to be both greater than 1. Got %lld and "
			"%lld resp.",
			(long long)batches, (long long)groups);
	if (!divides(check, "input batch dimension", batch, "batch_group_count", batches) ||
		!divides(check, "input feature dimension", features, "feature_group_count", groups) ||
		!divides(check, "kernel output feature dimension", out, "batch_group_count", batches) ||
		!divides(check, "kernel output feature dimension", out, "feature_group_count", groups))
		return false;
	if (features != SHLO__DYNAMIC && in != SHLO__DYNAMIC && features / groups != in)
		return shlo__fail(check,
			"expects input feature dimension (%lld) / feature_group_count = kernel input feature dimension "
			"(%lld). Got feature_group_count = %lld",
			(long long)features, (long long)in, (long long)groups);
	return true;
}

static bool check_quantized(struct shlo__check *check, const struct shlo__conv *at)
{
	const struct mlirbc_type *lhs = shlo__operand(check, 0), *rhs = shlo__operand(check, 1),
				 *result = shlo__declared(check, 0);
	struct shlo__spelled a, b;
	if (!shlo__is_quant(shlo__element(lhs)) && !shlo__is_quant(shlo__element(rhs)) &&
		!shlo__is_quant(shlo__element(result)))
		return shlo__compatible_elements(check, shlo__element(lhs), shlo__element(rhs)) ||
		       shlo__fail(check, "expects lhs and rhs to have compatible element type. Got: '%s' and '%s'",
			       shlo__spell(shlo__element(lhs), &a), shlo__spell(shlo__element(rhs), &b));
	if (!shlo__quant_product(check, lhs, rhs, result))
		return false;
	const struct shlo__quant *quant = shlo__quant(check, shlo__element(rhs));
	if (quant && quant->axis >= 0 && quant->axis != at->kernel_output_feature_dimension)
		return shlo__fail(check,
			"quantization dimension of rhs should be the kernel_output_feature_dimension %lld, but is %lld",
			(long long)at->kernel_output_feature_dimension, (long long)quant->axis);
	quant = shlo__quant(check, shlo__element(result));
	if (quant && quant->axis >= 0 && quant->axis != at->output_feature_dimension)
		return shlo__fail(check,
			"quantization dimension of result should be the output_feature_dimension %lld, but is %lld",
			(long long)at->output_feature_dimension, (long long)quant->axis);
	return true;
}

/* The padding operand of dynamic_conv: its known values, or a window whose result sizes are unknown. */
static bool dynamic_padding(struct shlo__check *check, struct window *window, bool *out_known)
{
	const struct mlirbc_type *type = shlo__operand(check, 2);
	struct shlo__dims values;
	struct shlo__spelled text;
	if (shlo__rank(type) != 2 || !shlo__same_dim(shlo__dim(type, 0), (int64_t)window->size.count) ||
		!shlo__same_dim(shlo__dim(type, 1), 2))
		return shlo__fail(check, "expects the padding to have shape [%zu, 2], but it is '%s'",
			window->size.count, shlo__spell(type, &text));
	*out_known = shlo__constant(check, 2, &values) && values.count == window->padding.count;
	if (*out_known)
		window->padding = values;
	return true;
}

bool shlo__rule_convolution(struct shlo__check *check)
{
	struct shlo__shape lhs, rhs, out;
	struct window window;
	struct shlo__conv at;
	struct shlo__spelled a, b;
	bool known = true;
	const char *why = "not #stablehlo.conv<...>";
	const struct mlirbc_type *left = shlo__operand(check, 0), *right = shlo__operand(check, 1);
	if (!shlo__conv_of(shlo__attr(check, "dimension_numbers"), &at, &why))
		return shlo__fail(check, "attribute 'dimension_numbers': %s", why);
	if (shlo__rank(left) != shlo__rank(right))
		return shlo__fail(check,
			"expects convolution arguments to have same number of dimensions. Got: '%s' and '%s'",
			shlo__spell(left, &a), shlo__spell(right, &b));
	if (shlo__rank(left) < 2)
		return shlo__fail(check, "expects convolution arguments to have >= 2 dimensions. Got: '%s' and '%s'",
			shlo__spell(left, &a), shlo__spell(right, &b));
	if (!shlo__shape_of(check, left, &lhs) || !shlo__shape_of(check, right, &rhs) ||
		!check_numbers(check, &at, lhs.rank) || !check_features(check, &at, &lhs, &rhs) ||
		!shlo__precision_fits(check))
		return false;
	window.size.count = at.kernel_spatial_dimensions.count;
	for (size_t i = 0; i < window.size.count; ++i)
		window.size.at[i] = rhs.dims[at.kernel_spatial_dimensions.at[i]];
	if (!read_window(check, &window, "window_strides", "lhs_dilation", "rhs_dilation",
		    check->code == MLIRBC_STABLEHLO_convolution ? "padding" : NULL) ||
		(check->code == MLIRBC_STABLEHLO_dynamic_conv && !dynamic_padding(check, &window, &known)))
		return false;
	if (shlo__attr(check, "window_reversal")) {
		if (!shlo__list(check, "window_reversal", &window.reversal))
			return false;
		if (window.reversal.count && window.reversal.count != window.size.count)
			return shlo__fail(check,
				"expects window-reversal to have same dimension-size as size of window dimensions "
				"(%zu), but got: %zu",
				window.size.count, window.reversal.count);
	}
	out.rank = lhs.rank;
	out.bounds.count = 0;
	out.element = check->declared && check->result_count ? shlo__element(shlo__declared(check, 0)) : lhs.element;
	for (size_t i = 0; i < window.size.count; ++i) {
		int64_t *size = &out.dims[at.output_spatial_dimensions.at[i]];
		if (!positions_of(check, &window, i, lhs.dims[at.input_spatial_dimensions.at[i]], size))
			return false;
		if (!known)
			*size = SHLO__DYNAMIC;
	}
	int64_t batch = lhs.dims[at.input_batch_dimension];
	out.dims[at.output_batch_dimension] = batch == SHLO__DYNAMIC ? batch
								     : batch / shlo__int(check, "batch_group_count", 1);
	out.dims[at.output_feature_dimension] = rhs.dims[at.kernel_output_feature_dimension];
	return (!check->declared || check_quantized(check, &at)) && shlo__emit_shape(check, &out);
}

/* ---- reduce_window, select_and_scatter */

static const struct mlirbc_type *window_input(struct shlo__check *check, size_t index)
{
	return shlo__operand(check, index);
}
static const struct mlirbc_type *window_init(struct shlo__check *check, size_t index)
{
	return shlo__operand(check, check->operand_count / 2 + index);
}

static bool reduce_window_of(struct shlo__check *check, struct window *window)
{
	size_t rank = shlo__rank(shlo__operand(check, 0));
	struct shlo__spelled text;
	if (!shlo__list(check, "window_dimensions", &window->size))
		return false;
	if (window->size.count != rank)
		return shlo__fail(check,
			"expects window-dimensions size == input rank, but got window-dimensions size: %zu and input: "
			"'%s'",
			window->size.count, shlo__spell(shlo__operand(check, 0), &text));
	return read_window(check, window, "window_strides", "base_dilations", "window_dilations", "padding");
}

bool shlo__rule_reduce_window_enter(struct shlo__check *check)
{
	struct window window;
	size_t count = check->operand_count / 2;
	if (!shlo__same_inputs(check, count))
		return false;
	if (!reduce_window_of(check, &window))
		return false;
	const struct shlo__reducer reducer = { .count = count,
		.input = window_input,
		.init = window_init,
		.dims = window.size.at,
		.rank = window.size.count };
	return shlo__check_reducer(check, &reducer);
}

bool shlo__rule_reduce_window_leave(struct shlo__check *check)
{
	struct window window;
	struct shlo__shape shape;
	struct shlo__body body;
	if (!reduce_window_of(check, &window) || !shlo__body(check, 0, &body))
		return false;
	for (size_t k = 0; k < check->operand_count / 2; ++k) {
		if (!shlo__shape_of(check, shlo__operand(check, k), &shape))
			return false;
		for (size_t i = 0; i < shape.rank; ++i) {
			if (!positions_of(check, &window, i, shape.dims[i], &shape.dims[i]))
				return false;
		}
		shape.bounds.count = 0;
		shape.element = shlo__element(shlo__body_value(&body, k));
		if (!shlo__emit_shape(check, &shape))
			return false;
	}
	return true;
}

static const struct mlirbc_type *source(struct shlo__check *check, size_t index)
{
	return (void)index, shlo__operand(check, 1);
}
static const struct mlirbc_type *initial(struct shlo__check *check, size_t index)
{
	return (void)index, shlo__operand(check, 2);
}

static bool check_select(struct shlo__check *check)
{
	const struct mlirbc_type *element = shlo__element(shlo__operand(check, 0));
	struct shlo__body body;
	struct shlo__spelled a, b;
	if (!shlo__body(check, 0, &body))
		return false;
	if (body.arguments != 2)
		return shlo__fail(
			check, "expects the select-region to take 2 parameters, but takes %zu", body.arguments);
	for (size_t i = 0; i < 2; ++i) {
		const struct mlirbc_type *type = shlo__body_argument(&body, i);
		if (!shlo__is_scalar(type) || !shlo__compatible_elements(check, type->u.shaped.element, element))
			return shlo__fail(check,
				"expects the type of select-region's parameter at index %zu to be a scalar of '%s', "
				"but got '%s'",
				i, shlo__spell(element, &a), shlo__spell(type, &b));
	}
	if (body.values != 1)
		return shlo__fail(check, "expects select-region to return single value, but got: %zu", body.values);
	const struct mlirbc_type *type = shlo__body_value(&body, 0);
	return shlo__is_truth(type) ||
	       shlo__fail(check, "expects the return-type of select-region to be tensor<i1>, but got: '%s'",
		       shlo__spell(type, &a));
}

bool shlo__rule_select_and_scatter_enter(struct shlo__check *check)
{
	struct window window;
	const struct mlirbc_type *operand = shlo__operand(check, 0), *from = shlo__operand(check, 1);
	size_t rank = shlo__rank(operand);
	struct shlo__spelled text;
	const struct shlo__reducer reducer = { .region = 1, .count = 1, .input = source, .init = initial };
	if (!check_select(check) || !shlo__check_reducer(check, &reducer) ||
		!shlo__list(check, "window_dimensions", &window.size))
		return false;
	if (!shlo__attr(check, "window_dimensions")) {
		if (rank > SHLO__MOST_DIMS)
			return shlo__fail(check, "a tensor has %zu dimensions; at most %d are supported", rank,
				(int)SHLO__MOST_DIMS);
		for (window.size.count = 0; window.size.count < rank;)
			window.size.at[window.size.count++] = 1;
	}
	if (window.size.count != rank)
		return shlo__fail(check,
			"expects window-dimensions size == operand rank, but got window-dimensions size: %zu and "
			"operand: '%s'",
			window.size.count, shlo__spell(operand, &text));
	if (!read_window(check, &window, "window_strides", NULL, NULL, "padding"))
		return false;
	bool fits = shlo__rank(from) == rank &&
		    shlo__compatible_elements(check, shlo__element(from), shlo__element(operand));
	for (size_t i = 0; fits && i < rank; ++i) {
		int64_t size;
		if (!positions_of(check, &window, i, shlo__dim(operand, i), &size))
			return false;
		fits = shlo__same_dim(size, shlo__dim(from, i));
	}
	return fits ||
	       shlo__fail(check,
		       "the source '%s' does not have the element type of the operand and one element per window",
		       shlo__spell(from, &text));
}

bool shlo__rule_select_and_scatter_leave(struct shlo__check *check)
{
	struct shlo__body body;
	return shlo__body(check, 1, &body) &&
	       shlo__emit_like(check, shlo__operand(check, 0), shlo__element(shlo__body_value(&body, 0)));
}
