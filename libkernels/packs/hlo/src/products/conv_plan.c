/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks of convolution and dynamic_conv. */
#include "expr/convert.h"
#include "products/conv.h"
#include "products/library.h"
#include "products/matrices.h"
#include "products/multiply.h"
#include "products/panels.h"
#include "products/winograd.h"
#include <string.h>

enum { LHS, RHS, RESULT };

/* Beyond this, positions could overflow. */
#define LARGEST_SIZE (INT64_C(1) << 60)

/* Numbers of the dimensions of lhs, rhs and the result. */
struct numbers {
	int64_t batch, feature, spatial[KERNELS_MAX_RANK]; /* rhs: input features, output features */
};

static bool read_numbers(struct hlo_op *op, uint32_t rank, const char *batch, const char *feature, const char *spatial,
	struct numbers *out)
{
	uint32_t seen = 0;
	if (!kernels_hlo__int(op, batch, &out->batch) || !kernels_hlo__int(op, feature, &out->feature) ||
		!kernels_hlo__ints_of(op, spatial, rank - 2, out->spatial))
		return false;
	for (uint32_t i = 0; i < rank; i++) {
		const int64_t d = i < rank - 2 ? out->spatial[i] : i == rank - 2 ? out->batch : out->feature;
		if (d < 0 || d >= rank || (seen >> d & 1))
			return kernels_hlo__refuse(op, "attributes %s, %s, %s do not have each dimension from 0 to %u",
				batch, feature, spatial, rank - 1);
		seen |= 1u << d;
	}
	return true;
}

/* Sets *size to that of a dimension with zeros between its elements. */
static bool dilate(int64_t n, int64_t dilation, int64_t *size)
{
	*size = 0;
	if (n == 0)
		return true;
	if (__builtin_mul_overflow(n - 1, dilation, size) || *size >= LARGEST_SIZE)
		return false;
	++*size;
	return true;
}

static bool plan_dim(struct hlo_op *op, uint32_t number, const int64_t *padding, struct conv_dim *d)
{
	int64_t input, window;
	if (d->stride < 1 || d->input_dilation < 1 || d->kernel_dilation < 1)
		return kernels_hlo__refuse(
			op, "stride or dilation of spatial dimension %u is less than 1", number);
	if (padding[0] < -LARGEST_SIZE || padding[0] > LARGEST_SIZE || padding[1] < -LARGEST_SIZE ||
		padding[1] > LARGEST_SIZE || !dilate(d->input, d->input_dilation, &input) ||
		!dilate(d->kernel, d->kernel_dilation, &window))
		return kernels_hlo__refuse(op, "padding or dilation of spatial dimension %u is too large", number);
	const int64_t padded = input + padding[0] + padding[1];
	d->pad = padding[0];
	d->output = padded <= 0 || window > padded ? 0 : (padded - window) / d->stride + 1;
	return true;
}

static bool check_groups(struct hlo_op *op, int64_t feature_groups, int64_t batch_groups, int64_t batch, int64_t channels,
	int64_t kernel_channels, int64_t features)
{
	int64_t expected;
	if (feature_groups < 1 || batch_groups < 1 || (feature_groups > 1 && batch_groups > 1))
		return kernels_hlo__refuse(op, "feature_group_count is %lld, batch_group_count is %lld: expected one of "
					       "them to be 1, the other positive",
			(long long)feature_groups, (long long)batch_groups);
	if (batch % batch_groups != 0 || features % batch_groups != 0 || features % feature_groups != 0)
		return kernels_hlo__refuse(op, "a batch of %lld and %lld output features cannot be divided into %lld "
					       "groups",
			(long long)batch, (long long)features,
			(long long)(batch_groups > 1 ? batch_groups : feature_groups));
	if (__builtin_mul_overflow(kernel_channels, feature_groups, &expected) || expected != channels)
		return kernels_hlo__refuse(op, "lhs has %lld features, expected %lld of rhs times %lld groups",
			(long long)channels, (long long)kernel_channels, (long long)feature_groups);
	return true;
}

/* Whether consecutive positions are equally far from each other: *step. */
static bool equal_steps(const struct conv *conv, bool output, int64_t *step)
{
	struct hlo_walk walk = { .elements = 1 };
	hlo_walk_add(&walk, conv->batch, output ? conv->output_batch_step : conv->batch_step);
	for (uint32_t i = 0; i < conv->dim_count; i++)
		hlo_walk_add(&walk, conv->dims[i].output,
			output ? conv->dims[i].output_step : conv->dims[i].input_step);
	*step = walk.rank > 0 ? walk.steps[0] : 0;
	return walk.rank <= 1;
}

/* Whether each window is one element of the input. */
static bool has_single_elements(const struct conv *conv)
{
	for (uint32_t i = 0; i < conv->dim_count; i++) {
		const struct conv_dim *d = &conv->dims[i];
		if (d->kernel != 1 || d->stride != 1 || d->input_dilation != 1 || d->pad != 0 || d->output != d->input)
			return false;
	}
	return true;
}

static bool is_pointwise(const struct conv *conv)
{
	return has_single_elements(conv) && (conv->channel_step == 1 || conv->channels == 1);
}

/* Whether positions of an image are contiguous in lhs and in the result, and windows are one element. */
static bool has_matrices(const struct conv *conv)
{
	struct hlo_walk input = { .elements = 1 }, output = { .elements = 1 };
	for (uint32_t i = 0; i < conv->dim_count; i++) {
		hlo_walk_add(&input, conv->dims[i].output, conv->dims[i].input_step);
		hlo_walk_add(&output, conv->dims[i].output, conv->dims[i].output_step);
	}
	return has_single_elements(conv) && hlo_walk_in_order(&input) && hlo_walk_in_order(&output) &&
	       input.rank == 1 && conv->groups == 1;
}

/* rhs in the order of the right matrices. A reversed dimension is walked from its end. */
static void plan_weights(struct conv *conv, const int64_t *strides, const struct numbers *kernel, const int64_t *reversal)
{
	struct hlo_walk *walk = &conv->weights;
	const int64_t feature_step = strides[kernel->feature];
	*walk = (struct hlo_walk){ .elements = 1 };
	hlo_walk_add(walk, conv->groups, feature_step * conv->features);
	conv->depth = (size_t)conv->channels;
	for (uint32_t i = 0; i < conv->dim_count; i++) {
		const int64_t size = conv->dims[i].kernel;
		const int64_t step = i < KERNELS_MAX_RANK && size > 1 ? strides[kernel->spatial[i]] : 0;
		if (size > 1 && reversal[i])
			walk->start += (size - 1) * step;
		hlo_walk_add(walk, size, size > 1 && reversal[i] ? -step : step);
		conv->depth *= (size_t)size;
	}
	hlo_walk_add(walk, conv->channels, strides[kernel->batch]);
	hlo_walk_add(walk, conv->features, feature_step);
}

/* What the attributes say. */
struct attributes {
	struct numbers input, kernel, output;
	int64_t strides[KERNELS_MAX_RANK], lhs_dilation[KERNELS_MAX_RANK], rhs_dilation[KERNELS_MAX_RANK];
	int64_t reversal[KERNELS_MAX_RANK], feature_groups, batch_groups;
};

static bool read_attributes(struct hlo_op *op, uint32_t rank, struct attributes *out)
{
	return read_numbers(op, rank, "input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions",
		       &out->input) &&
	       read_numbers(op, rank, "kernel_input_feature_dimension", "kernel_output_feature_dimension",
		       "kernel_spatial_dimensions", &out->kernel) &&
	       read_numbers(op, rank, "output_batch_dimension", "output_feature_dimension",
		       "output_spatial_dimensions", &out->output) &&
	       kernels_hlo__ints_of(op, "window_strides", rank - 2, out->strides) &&
	       kernels_hlo__ints_of(op, "lhs_dilation", rank - 2, out->lhs_dilation) &&
	       kernels_hlo__ints_of(op, "rhs_dilation", rank - 2, out->rhs_dilation) &&
	       kernels_hlo__ints_of(op, "window_reversal", rank - 2, out->reversal) &&
	       kernels_hlo__int(op, "feature_group_count", &out->feature_groups) &&
	       kernels_hlo__int(op, "batch_group_count", &out->batch_groups);
}

/* Sizes of the windows, and the shape of the result. */
static bool plan_shape(struct hlo_op *op, const int64_t *padding, const struct attributes *a, struct conv *conv)
{
	const int64_t *lhs = op->operands[LHS].shape.dims, *rhs = op->operands[RHS].shape.dims;
	const uint32_t rank = op->operands[LHS].shape.rank;
	int64_t dims[KERNELS_MAX_RANK];
	if (!check_groups(op, a->feature_groups, a->batch_groups, lhs[a->input.batch], lhs[a->input.feature],
		    rhs[a->kernel.batch], rhs[a->kernel.feature]))
		return false;
	conv->dim_count = rank > 2 ? rank - 2 : 1;
	conv->dims[0] = (struct conv_dim){ .input = 1, .kernel = 1, .output = 1, .stride = 1, .input_dilation = 1,
		.kernel_dilation = 1 };
	for (uint32_t i = 0; i < rank - 2; i++) {
		conv->dims[i] = (struct conv_dim){ .input = lhs[a->input.spatial[i]],
			.kernel = rhs[a->kernel.spatial[i]], .stride = a->strides[i],
			.input_dilation = a->lhs_dilation[i], .kernel_dilation = a->rhs_dilation[i] };
		if (!plan_dim(op, i, padding + (size_t)2 * i, &conv->dims[i]))
			return false;
		dims[a->output.spatial[i]] = conv->dims[i].output;
	}
	conv->groups = a->feature_groups > 1 ? a->feature_groups : a->batch_groups;
	conv->batch = lhs[a->input.batch] / a->batch_groups;
	conv->channels = rhs[a->kernel.batch];
	conv->features = rhs[a->kernel.feature] / conv->groups;
	dims[a->output.batch] = conv->batch;
	dims[a->output.feature] = rhs[a->kernel.feature];
	return kernels_hlo__set_shape(op, 0, rank, dims);
}

static void plan_steps(struct hlo_op *op, const struct attributes *a, struct conv *conv)
{
	int64_t lhs[KERNELS_MAX_RANK], rhs[KERNELS_MAX_RANK], result[KERNELS_MAX_RANK];
	kernels_hlo__strides(&op->operands[LHS], lhs);
	kernels_hlo__strides(&op->operands[RHS], rhs);
	kernels_hlo__strides(&op->results[0], result);
	conv->batch_step = lhs[a->input.batch];
	conv->channel_step = lhs[a->input.feature];
	conv->group_step = a->batch_groups > 1 ? conv->batch * conv->batch_step : conv->channels * conv->channel_step;
	conv->output_batch_step = result[a->output.batch];
	conv->feature_step = result[a->output.feature];
	conv->positions = (size_t)conv->batch;
	for (uint32_t i = 0; i < conv->dim_count; i++) {
		const bool real = op->operands[LHS].shape.rank > 2;
		conv->dims[i].input_step = real ? lhs[a->input.spatial[i]] : 0;
		conv->dims[i].output_step = real ? result[a->output.spatial[i]] : 0;
		conv->positions *= (size_t)conv->dims[i].output;
	}
	plan_weights(conv, rhs, &a->kernel, a->reversal);
	conv->input = (struct hlo_walk){ .elements = 1 };
	hlo_walk_add(&conv->input, op->operands[LHS].elements, 1);
	const struct conv_dim *last = &conv->dims[conv->dim_count - 1];
	conv->lines_are_input = conv->channel_step == 1 && last->input_step == conv->channels &&
		last->input_dilation == 1 && last->kernel_dilation == 1;
	conv->rows_are_input = is_pointwise(conv) && equal_steps(conv, false, &conv->row_step);
	conv->rows_are_output = (conv->feature_step == 1 || conv->features == 1) &&
				equal_steps(conv, true, &conv->output_row_step);
}

static bool plan_panels(struct hlo_op *op, struct conv *conv)
{
	conv->panels = op->operands[RHS].panels;
	if (!conv->panels)
		return true;
	conv->weights = (struct hlo_walk){ .elements = 1 };
	hlo_walk_add(&conv->weights, op->operands[RHS].elements, 1);
	return kernels_hlo__panels_plan(op, conv->groups, conv->depth, (size_t)conv->features);
}

static bool plan_all(struct hlo_op *op, const int64_t *padding, struct conv *conv)
{
	struct attributes attributes;
	const uint32_t rank = op->operands[LHS].shape.rank;
	if (!read_attributes(op, rank, &attributes) || !plan_shape(op, padding, &attributes, conv))
		return false;
	kernels_hlo__no_algorithm(op, &conv->algorithm);
	if (op->results[0].elements == 0)
		return true;
	plan_steps(op, &attributes, conv);
	if (!plan_panels(op, conv))
		return false;
	const double multiplications = (double)op->results[0].elements * (double)(conv->depth + 1);
	conv->plain = kernels_hlo__is_small(multiplications);
	conv->depthwise = kernels_hlo__conv_depthwise(conv);
	conv->pairs = conv->depthwise == CONV_NOT_DEPTHWISE && !conv->plain && op->operands[LHS].dtype == KERNELS_BF16 &&
		op->operands[RHS].dtype == KERNELS_BF16 && conv->algorithm.work == KERNELS_F32 &&
		(op->results[0].dtype == KERNELS_BF16 || op->results[0].dtype == KERNELS_F32) &&
		kernels_hlo__has_groups(KERNELS_BF16);
	conv->winograd = !conv->pairs && kernels_hlo__winograd_fits(conv);
	conv->images_are_matrices = !conv->plain && !conv->pairs && !conv->rows_are_output && conv->algorithm.work == KERNELS_F32 &&
		kernels_hlo__chain_is_copy(&conv->algorithm.result) && has_matrices(conv);
	if (conv->pairs)
		conv->rows_are_input = conv->rows_are_input && conv->row_step % 2 == 0 && conv->channels % 2 == 0 &&
			conv->group_step % 2 == 0;
	conv->library_type = kernels_hlo__library_conv_type(op, conv);
	op->operations = 2 * (uint64_t)op->results[0].elements * (uint64_t)conv->depth;
	op->nanoseconds = conv->nanoseconds = kernels_hlo__product_nanoseconds(conv->algorithm.work, multiplications);
	return true;
}

/* Checks the op, whose result 0 is the convolution, and fills the plan. `padding` has low and high for each spatial dimension. */
static bool conv_plan(struct hlo_op *op, const int64_t *padding, struct conv *conv)
{
	if (!plan_all(op, padding, conv))
		return false;
	conv->ending.type = op->results[0];
	return true;
}

/* Ranks and kinds of the types. */
static bool check_types(struct hlo_op *op)
{
	const uint32_t rank = op->operands[LHS].shape.rank;
	for (uint32_t i = 0; i < 3; i++) {
		const struct hlo_type *type = i < RESULT ? &op->operands[i] : &op->results[0];
		char text[HLO_TYPE_TEXT];
		if (type->dtype == KERNELS_DTYPE_INVALID || type->shape.rank != rank || rank < 2)
			return kernels_hlo__refuse(op, "%s has the type %s, expected a tensor of rank %u",
				i == LHS ? "lhs" : i == RHS ? "rhs" : "the result", kernels_hlo__type_text(type, text),
				rank < 2 ? 2 : rank);
	}
	return true;
}

bool kernels_hlo__conv_matrices(struct hlo_op *op, struct conv *out)
{
	int64_t padding[2 * KERNELS_MAX_RANK];
	return check_types(op) &&
	       kernels_hlo__ints_of(op, "padding", 2 * (op->operands[LHS].shape.rank - 2), padding) &&
	       conv_plan(op, padding, out);
}

static bool plan_convolution(struct hlo_op *op, void *plan)
{
	return kernels_hlo__conv_matrices(op, plan);
}

static bool plan_fused_product(struct hlo_op *product, void *plan)
{
	product->results[0].shape.rank = product->operands[LHS].shape.rank;
	return plan_convolution(product, plan);
}

static bool plan_convolution_fused(struct hlo_op *op, void *plan)
{
	return kernels_hlo__ending_plan(op, plan, plan_fused_product);
}

HLO_KERNEL(convolution, .plan_size = sizeof(struct conv), .plan = plan_convolution, .run = kernels_hlo__conv_run,
	.flags = HLO_READS_PANELS)

HLO_KERNEL(convolution_fused, .plan_size = sizeof(struct conv), .plan = plan_convolution_fused, .run = kernels_hlo__conv_run,
	.finish = kernels_hlo__ending_finish, .flags = HLO_READS_PANELS)

static bool plan_dynamic_conv(struct hlo_op *op, void *plan)
{
	int64_t padding[2 * KERNELS_MAX_RANK];
	const struct hlo_type *type = &op->operands[2];
	if (!check_types(op))
		return false;
	const int64_t spatial = (int64_t)op->operands[LHS].shape.rank - 2;
	if (!hlo_is_integer(type->dtype) || type->shape.rank != 2 || type->shape.dims[0] != spatial ||
		type->shape.dims[1] != 2) {
		char text[HLO_TYPE_TEXT];
		return kernels_hlo__refuse(op, "the padding has the type %s, expected integers of shape [%lld, 2]",
			kernels_hlo__type_text(type, text), (long long)spatial);
	}
	kernels_hlo__convert(KERNELS_I64, padding, type->dtype, op->values[2], (size_t)type->elements);
	return conv_plan(op, padding, plan);
}

HLO_KERNEL(dynamic_conv, .plan_size = sizeof(struct conv), .plan = plan_dynamic_conv, .run = kernels_hlo__conv_run,
	.flags = HLO_NEEDS_VALUES)
