/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hlo.device_dot_general and hlo.device_convolution: products of matrices in tiles (product_text.h). A convolution is a product for each
 * group, whose left matrix exists in the copies of tiles only. */
#include "device/product_text.h"
#include "products/matrices.h"
#include <hlo/device.h>
#include <inttypes.h>
#include <string.h>

#define MOST_POSITION (INT64_C(1) << 30) /* smaller arrays have indices of type int */

/* ---- types */

/* Elements are converted once to the type of the sums. */
static bool check_chain(struct hlo_op *op, const struct hlo_device *device, const struct hlo_chain *chain)
{
	const bool floats = hlo_is_float(chain->to);
	const bool good = hlo_device_has_type(chain->from, device->f64) && hlo_device_has_type(chain->to, device->f64) &&
			  hlo_is_float(chain->from) == floats && kernels_dtype_size(chain->from) <= kernels_dtype_size(chain->to) &&
			  kernels_dtype_size(chain->middle) >= kernels_dtype_size(chain->from) && chain->from != KERNELS_I1 &&
			  (chain->from == chain->middle || kernels_dtype_size(chain->middle) > kernels_dtype_size(chain->from));
	return good || kernels_hlo__refuse(op, "%s has no products of %s in %s", device->context->label,
			       kernels_dtype_name(chain->from), kernels_dtype_name(chain->to));
}

static bool check_types(struct hlo_op *op, const struct hlo_device *device, const struct hlo_algorithm *a)
{
	const enum kernels_dtype result = op->results[0].dtype;
	if (a->lhs.middle == result && a->rhs.middle == result && hlo_device_has_product(a->lhs.from, a->rhs.from, result, device->f64))
		return true;
	/* others are of programs that libbef-stablehlo does not make */
	if (!check_chain(op, device, &a->lhs) || !check_chain(op, device, &a->rhs))
		return false;
	return (hlo_device_has_type(result, device->f64) && result != KERNELS_I1 && hlo_is_float(result) == hlo_is_float(a->work) &&
		       (a->result.middle == a->work || a->result.middle == result)) ||
	       kernels_hlo__refuse(op, "%s has no products with results of %s", device->context->label, kernels_dtype_name(result));
}

/* ---- the text */

static void put_element(const struct hlo_device_product *p, enum kernels_dtype from, const char *array)
{
	kernels_hlo__source_put(p->source, "(work)%s(%s[", kernels_hlo__source_widen(from), array);
}

static void begin_function(const struct hlo_device_product *p, const char *name, const char *array, enum kernels_dtype dtype, const char *line)
{
	kernels_hlo__source_put(p->source, "work %s(global const %s *%s, const index batch, const index %s, const index k)\n{\n", name,
		kernels_hlo__source_type(dtype), array, line);
}

static void begin_position(const struct hlo_device_product *p)
{
	kernels_hlo__source_put(p->source, "index position(const index batch, const index row, const index column)\n{\n");
}

/* Begins left_row(). */
static void begin_row(const struct hlo_device_product *p, enum kernels_dtype from)
{
	kernels_hlo__source_put(p->source,
		"void left_row(global const %s *a, const index batch, const index row, index k, const int count, work *to)\n{\n",
		kernels_hlo__source_type(from));
}

static void put_walk(const struct hlo_device_product *p, const struct hlo_walk *walk, enum kernels_dtype from, const char *array)
{
	kernels_hlo__source_put(p->source, "return ");
	put_element(p, from, array);
	kernels_hlo__source_position(p->source, walk->start, walk->rank, walk->dims, walk->steps, "i");
	kernels_hlo__source_put(p->source, "]);\n}\n");
}

/* ---- strides */

/* Takes `size` elements of the innermost dimensions of a walk, as far as they have equal distances. Returns false if they have not. */
static bool take(struct hlo_walk *walk, int64_t size, int64_t *out_step)
{
	int64_t taken = 1;
	*out_step = 0;
	while (taken < size) {
		if (walk->rank == 0)
			return false;
		int64_t *dim = &walk->dims[walk->rank - 1], *step = &walk->steps[walk->rank - 1];
		const int64_t part = *dim < size / taken ? *dim : size / taken;
		if (taken == 1)
			*out_step = *step;
		if (part < 2 || *dim % part != 0 || size / taken % part != 0 || *step != *out_step * taken)
			return false;
		taken *= part;
		*dim /= part;
		*step *= part;
		walk->rank -= *dim == 1;
	}
	return true;
}

/* A matrix [batch, first, second] as strides, if it has those. */
static bool find_strides(struct hlo_walk walk, int64_t batches, int64_t first, int64_t second, struct hlo_device_strides *out)
{
	*out = (struct hlo_device_strides){ .start = walk.start };
	if (batches == 0 || first == 0 || second == 0)
		return false;
	out->known = take(&walk, second, &out->column) && take(&walk, first, &out->k) && take(&walk, batches, &out->batch);
	return out->known;
}

/* ---- dot_general */

static void put_left_row(const struct hlo_device_product *p, const struct hlo_walk *walk, enum kernels_dtype from)
{
	struct hlo_device_strides s;
	begin_row(p, from);
	if (find_strides(*walk, p->batches, p->rows, p->depth, &s))
		kernels_hlo__source_put(p->source,
			"a += %" PRId64 " + batch * (index)%" PRId64 " + row * (index)%" PRId64 " + k * (index)%" PRId64 ";\n"
			"for (int i = 0; i < count; i++)\nto[i] = (work)%s(a[i * (index)%" PRId64 "]);\n}\n",
			s.start, s.batch, s.k, s.column, kernels_hlo__source_widen(from), s.column);
	else
		kernels_hlo__source_put(p->source, "for (int i = 0; i < count; i++)\nto[i] = left(a, batch, row, k + i);\n}\n");
}

static void put_dot(const struct hlo_op *op, const struct hlo_device_product *p, const void *matrices)
{
	const struct hlo_matrices *m = matrices;
	begin_function(p, "left", "a", op->operands[1].dtype, "row");
	kernels_hlo__source_put(p->source, "const index i = (batch * %" PRId64 " + row) * %" PRId64 " + k;\n", p->rows, p->depth);
	put_walk(p, &m->lhs, op->operands[1].dtype, "a");
	put_left_row(p, &m->lhs, op->operands[1].dtype);
	begin_function(p, "right", "a", op->operands[2].dtype, "column");
	kernels_hlo__source_put(p->source, "const index i = (batch * %" PRId64 " + k) * %" PRId64 " + column;\n", p->depth, p->columns);
	put_walk(p, &m->rhs, op->operands[2].dtype, "a");
	begin_position(p);
	kernels_hlo__source_put(p->source, "return (batch * %" PRId64 " + row) * %" PRId64 " + column;\n}\n", p->rows, p->columns);
}

/* ---- convolution */

/* The product of the output sizes, or of the kernel sizes, behind dimension `d`. */
static int64_t behind(const struct conv *conv, uint32_t d, bool output)
{
	int64_t product = 1;
	for (uint32_t i = d + 1; i < conv->dim_count; i++)
		product *= output ? conv->dims[i].output : conv->dims[i].kernel;
	return product;
}

static void put_left_of_conv(const struct hlo_op *op, const struct hlo_device_product *p, const struct conv *conv)
{
	begin_function(p, "left", "a", op->operands[1].dtype, "row");
	kernels_hlo__source_put(p->source, "index at = batch * %" PRId64 " + row / %" PRId64 " * %" PRId64 " + k %% %" PRId64 " * %" PRId64 ", in;\n",
		conv->group_step, behind(conv, 0, true) * conv->dims[0].output, conv->batch_step, conv->channels, conv->channel_step);
	for (uint32_t i = 0; i < conv->dim_count; i++) {
		const struct conv_dim *d = &conv->dims[i];
		kernels_hlo__source_put(p->source,
			"in = row / %" PRId64 " %% %" PRId64 " * %" PRId64 " + k / %" PRId64 " %% %" PRId64 " * %" PRId64 " - (%" PRId64 ");\n"
			"if (in < 0 || in %% %" PRId64 " != 0 || in / %" PRId64 " >= %" PRId64 ")\nreturn 0;\nat += in / %" PRId64 " * %" PRId64 ";\n",
			behind(conv, i, true), d->output, d->stride, behind(conv, i, false) * conv->channels, d->kernel, d->kernel_dilation,
			d->pad, d->input_dilation, d->input_dilation, d->input, d->input_dilation, d->input_step);
	}
	kernels_hlo__source_put(p->source, "return ");
	put_element(p, op->operands[1].dtype, "a");
	kernels_hlo__source_put(p->source, "at]);\n}\n");
}

/* Elements of a window position are next to each other in a row of the left matrix: one check for all channels. */
static void put_row_of_conv(const struct hlo_op *op, const struct hlo_device_product *p, const struct conv *conv)
{
	struct hlo_source *source = p->source;
	begin_row(p, op->operands[1].dtype);
	kernels_hlo__source_put(source, "a += batch * (index)%" PRId64 " + row / (index)%" PRId64 " * (index)%" PRId64 ";\n", conv->group_step,
		behind(conv, 0, true) * conv->dims[0].output, conv->batch_step);
	for (uint32_t i = 0; i < conv->dim_count; i++)
		kernels_hlo__source_put(source, "const index first%u = row / (index)%" PRId64 " %% (index)%" PRId64 " * (index)%" PRId64 " - (index)(%" PRId64 ");\n", i,
			behind(conv, i, true), conv->dims[i].output, conv->dims[i].stride, conv->dims[i].pad);
	kernels_hlo__source_put(source,
		"for (int done = 0, part; done < count; done += part, k += part) {\n"
		"const index channel = k %% (index)%" PRId64 ", window = k / (index)%" PRId64 ";\n"
		"part = (int)min((index)(count - done), (index)%" PRId64 " - channel);\n"
		"index at = channel * (index)%" PRId64 ", in;\nint inside = 1;\n",
		conv->channels, conv->channels, conv->channels, conv->channel_step);
	for (uint32_t i = 0; i < conv->dim_count; i++) {
		const struct conv_dim *d = &conv->dims[i];
		kernels_hlo__source_put(source,
			"in = first%u + window / (index)%" PRId64 " %% (index)%" PRId64 " * (index)%" PRId64 ";\n"
			"inside &= in >= 0 && in %% (index)%" PRId64 " == 0 && in / (index)%" PRId64 " < (index)%" PRId64 ";\n"
			"at += in / (index)%" PRId64 " * (index)%" PRId64 ";\n",
			i, behind(conv, i, false), d->kernel, d->kernel_dilation, d->input_dilation, d->input_dilation, d->input,
			d->input_dilation, d->input_step);
	}
	kernels_hlo__source_put(source,
		"if (inside)\nfor (int i = 0; i < part; i++)\nto[done + i] = (work)%s(a[at + i * (index)%" PRId64 "]);\n"
		"else\nfor (int i = 0; i < part; i++)\nto[done + i] = 0;\n}\n}\n",
		kernels_hlo__source_widen(op->operands[1].dtype), conv->channel_step);
}

static void put_conv(const struct hlo_op *op, const struct hlo_device_product *p, const void *convolution)
{
	const struct conv *conv = convolution;
	put_left_of_conv(op, p, conv);
	put_row_of_conv(op, p, conv);
	begin_function(p, "right", "a", op->operands[2].dtype, "column");
	kernels_hlo__source_put(p->source, "const index i = (batch * %" PRId64 " + k) * %" PRId64 " + column;\n", p->depth, p->columns);
	put_walk(p, &conv->weights, op->operands[2].dtype, "a");
	begin_position(p);
	kernels_hlo__source_put(p->source, "return row / %" PRId64 " * %" PRId64 " + (batch * %" PRId64 " + column) * %" PRId64,
		behind(conv, 0, true) * conv->dims[0].output, conv->output_batch_step, p->columns, conv->feature_step);
	for (uint32_t i = 0; i < conv->dim_count; i++)
		kernels_hlo__source_put(p->source, " + row / %" PRId64 " %% %" PRId64 " * %" PRId64, behind(conv, i, true),
			conv->dims[i].output, conv->dims[i].output_step);
	kernels_hlo__source_put(p->source, ";\n}\n");
}

/* Positions of a window, also those outside of the input, are less than this. */
static bool has_small_windows(const struct conv *conv)
{
	for (uint32_t i = 0; i < conv->dim_count; i++) {
		const struct conv_dim *d = &conv->dims[i];
		if (d->pad > MOST_POSITION || d->pad < -MOST_POSITION || d->stride > MOST_POSITION / (d->output + 1) ||
			d->kernel_dilation > MOST_POSITION / (d->kernel + 1) || d->input_dilation > MOST_POSITION)
			return false;
	}
	return true;
}

/* ---- plans */

/* Matrices and the operands have fewer elements than an int counts. */
static const char *index_of(const struct hlo_op *op, const struct hlo_device_product *p)
{
	bool small = p->batches * p->rows < MOST_POSITION && p->depth < MOST_POSITION;
	for (uint32_t i = 1; i < 4; i++)
		small = small && (i < 3 ? op->operands[i] : op->results[0]).elements < MOST_POSITION;
	return small && (double)p->batches * (double)p->rows * (double)p->depth < (double)MOST_POSITION &&
			       (double)p->batches * (double)p->depth * (double)p->columns < (double)MOST_POSITION
		       ? "int"
		       : "long";
}

static bool begin(struct hlo_op *op, struct hlo_device *device)
{
	if (op->operand_count != 3 || op->result_count != 1 || !hlo_is_token(&op->operands[0]))
		return kernels_hlo__refuse(op, "expected a token for the stream, two arrays and a result");
	return kernels_hlo__device_open(op, device);
}

static bool compile(struct hlo_op *op, struct hlo_device *device, struct hlo_device_product *p, const void *how,
	void (*put)(const struct hlo_op *op, const struct hlo_device_product *p, const void *how))
{
	struct hlo_source source = { .allocator = op->allocator };
	p->source = &source;
	p->op = op;
	kernels_hlo__source_prelude(&source, device->f64, 1);
	kernels_hlo__source_put(&source, "typedef %s work;\ntypedef %s index;\n", kernels_hlo__source_work(p->algorithm->work), p->index);
	put(op, p, how);
	(device->cpu ? kernels_hlo__item_blocks : kernels_hlo__group_tiles)(p, device);
	return kernels_hlo__device_compile(op, device, &source);
}

static bool plan_device_dot_general(struct hlo_op *op, void *plan)
{
	struct hlo_device *device = plan;
	struct hlo_matrices m = { .depth = 0 };
	struct hlo_op product;
	if (!begin(op, device))
		return false;
	product = kernels_hlo__device_host_op(op);
	if (!kernels_hlo__dot_matrices(&product, &m) || !check_types(op, device, &m.algorithm))
		return false;
	struct hlo_device_product p = { .algorithm = &m.algorithm, .batches = (int64_t)m.batches, .rows = (int64_t)m.rows, .columns = (int64_t)m.columns,
		.depth = (int64_t)m.depth };
	p.index = index_of(op, &p);
	p.column_step = 1;
	find_strides(m.rhs, p.batches, p.depth, p.columns, &p.right);
	return op->results[0].elements == 0 || compile(op, device, &p, &m, put_dot);
}

static bool plan_device_convolution(struct hlo_op *op, void *plan)
{
	struct hlo_device *device = plan;
	struct conv conv;
	memset(&conv, 0, sizeof conv);
	struct hlo_op product;
	if (!begin(op, device))
		return false;
	product = kernels_hlo__device_host_op(op);
	if (!kernels_hlo__conv_matrices(&product, &conv) || !check_types(op, device, &conv.algorithm))
		return false;
	struct hlo_device_product p = { .algorithm = &conv.algorithm, .batches = conv.groups, .rows = (int64_t)conv.positions, .columns = conv.features,
		.depth = (int64_t)conv.depth };
	p.column_step = conv.feature_step;
	find_strides(conv.weights, p.batches, p.depth, p.columns, &p.right);
	p.index = has_small_windows(&conv) ? index_of(op, &p) : "long";
	return op->results[0].elements == 0 || compile(op, device, &p, &conv, put_conv);
}

HLO_OWN_KERNEL(device_dot_general, .plan_size = sizeof(struct hlo_device), .plan = plan_device_dot_general,
	.finish = kernels_hlo__device_finish, .flags = HLO_OWN_RESULTS)
HLO_OWN_KERNEL(device_convolution, .plan_size = sizeof(struct hlo_device), .plan = plan_device_convolution,
	.finish = kernels_hlo__device_finish, .flags = HLO_OWN_RESULTS)

void kernels_hlo__device_dot_general(struct kernels_frame *frame) { kernels_hlo__device_launch(frame); }
void kernels_hlo__device_convolution(struct kernels_frame *frame) { kernels_hlo__device_launch(frame); }
