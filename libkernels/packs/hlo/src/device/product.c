/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hlo.device_dot_general and hlo.device_convolution: products of matrices in tiles. A work-group computes a tile of the result; it copies the
 * parts of the operands that the tile needs into local memory, a number of columns and rows of the depth at a time. A convolution is
 * a product for each group, whose left matrix exists in these copies only. Sums are in the order of the depth. */
#include "device/device.h"
#include "products/matrices.h"
#include <inttypes.h>
#include <string.h>

#define DEPTH 16     /* of the operands in local memory */
#define FEW_ROWS 16  /* results of fewer have other tiles */
#define MOST_POSITION (INT64_C(1) << 30) /* smaller arrays have indices of type int */

/* Work-items of a group, and elements that each computes. */
struct tile {
	uint32_t width, height;  /* work-items */
	uint32_t columns, rows;  /* elements of an item */
};

struct product {
	const struct hlo_algorithm *algorithm;
	int64_t batches, rows, columns, depth;
	struct tile tile;
	const char *index; /* type of indices */
	struct hlo_source *source;
};

/* The op without the stream. */
static struct hlo_op without_stream(const struct hlo_op *op)
{
	struct hlo_op product = *op;
	product.operands = op->operands + 1;
	product.operand_count = op->operand_count - 1;
	return product;
}

/* ---- types */

/* Elements are converted once to the type of the sums. */
static bool check_chain(struct hlo_op *op, const struct hlo_device *device, const struct hlo_chain *chain)
{
	const bool floats = hlo_is_float(chain->to);
	const bool good = kernels_hlo__source_has(chain->from) && kernels_hlo__source_has(chain->to) &&
			  hlo_is_float(chain->from) == floats && kernels_dtype_size(chain->from) <= kernels_dtype_size(chain->to) &&
			  kernels_dtype_size(chain->middle) >= kernels_dtype_size(chain->from) && chain->from != KERNELS_I1 &&
			  (chain->from == chain->middle || kernels_dtype_size(chain->middle) > kernels_dtype_size(chain->from)) &&
			  (chain->to != KERNELS_F64 || device->f64);
	return good || kernels_hlo__refuse(op, "%s has no products of %s in %s", device->context->label,
			       kernels_dtype_name(chain->from), kernels_dtype_name(chain->to));
}

static bool check_types(struct hlo_op *op, const struct hlo_device *device, const struct hlo_algorithm *a)
{
	const enum kernels_dtype result = op->results[0].dtype;
	if (!check_chain(op, device, &a->lhs) || !check_chain(op, device, &a->rhs))
		return false;
	return (kernels_hlo__source_has(result) && result != KERNELS_I1 && hlo_is_float(result) == hlo_is_float(a->work) &&
		       (a->result.middle == a->work || a->result.middle == result)) ||
	       kernels_hlo__refuse(op, "%s has no products with results of %s", device->context->label, kernels_dtype_name(result));
}

/* ---- the text */

static struct tile choose_tile(int64_t rows, size_t largest_group)
{
	if (largest_group < 64)
		return (struct tile){ 1, 1, 4, 4 };
	if (rows < FEW_ROWS)
		return (struct tile){ 64, 1, 1, rows < 4 ? (uint32_t)rows : 4 };
	return (struct tile){ 8, 8, 4, 4 };
}

static void put_element(const struct product *p, enum kernels_dtype from, const char *array)
{
	kernels_hlo__source_put(p->source, "(%s)%s(%s[", kernels_hlo__source_work(p->algorithm->work), kernels_hlo__source_widen(from), array);
}

/* Functions left(a, batch, row, k) and right(b, batch, k, column) give elements; position(batch, row, column) is a place in the result. */
static void begin_function(const struct product *p, const char *name, const char *array, enum kernels_dtype dtype, const char *line)
{
	kernels_hlo__source_put(p->source, "%s %s(global const %s *%s, const %s batch, const %s %s, const %s k)\n{\n",
		kernels_hlo__source_work(p->algorithm->work), name, kernels_hlo__source_type(dtype), array, p->index, p->index, line, p->index);
}

static void begin_position(const struct product *p)
{
	kernels_hlo__source_put(p->source, "%s position(const %s batch, const %s row, const %s column)\n{\n", p->index, p->index, p->index,
		p->index);
}

static void put_walk(const struct product *p, const struct hlo_walk *walk, enum kernels_dtype from, const char *array)
{
	kernels_hlo__source_put(p->source, "return ");
	put_element(p, from, array);
	kernels_hlo__source_position(p->source, walk->start, walk->rank, walk->dims, walk->steps, "i");
	kernels_hlo__source_put(p->source, "]);\n}\n");
}

/* Copies a tile of an operand into local memory; elements outside are 0. */
static void put_load(const struct product *p, const char *name, const char *array, const char *line, int64_t lines, uint32_t size)
{
	const uint32_t items = p->tile.width * p->tile.height;
	kernels_hlo__source_put(p->source,
		"for (int i = item; i < %u; i += %u) {\n"
		"const %s %s = first_%s + i %% %u, k = start + i / %u;\n"
		"tile_%s[i / %u][i %% %u] = %s < %" PRId64 " && k < %" PRId64 " ? %s(%s, batch, %s, k) : 0;\n}\n",
		size * DEPTH, items, p->index, line, line, size, size, array, size, size, line, lines, p->depth, name, array, line);
}

static void put_kernel(const struct product *p, enum kernels_dtype result)
{
	const struct tile *t = &p->tile;
	const uint32_t rows = t->height * t->rows, columns = t->width * t->columns;
	const char *work = kernels_hlo__source_work(p->algorithm->work);
	kernels_hlo__source_put(p->source,
		"local %s tile_a1[%d][%u], tile_a2[%d][%u];\n"
		"const int x = get_local_id(0), y = get_local_id(1), item = y * %u + x;\n"
		"const %s first_column = get_group_id(0) * %u, first_row = get_group_id(1) * %u, batch = get_group_id(2);\n"
		"%s sums[%u][%u];\n"
		"for (int i = 0; i < %u; i++)\nfor (int j = 0; j < %u; j++)\nsums[i][j] = 0;\n"
		"for (%s start = 0; start < %" PRId64 "; start += %d) {\n",
		work, DEPTH, rows, DEPTH, columns, t->width, p->index, columns, rows, work, t->rows, t->columns, t->rows, t->columns,
		p->index, p->depth, DEPTH);
	put_load(p, "left", "a1", "row", p->rows, rows);
	put_load(p, "right", "a2", "column", p->columns, columns);
	kernels_hlo__source_put(p->source,
		"barrier(CLK_LOCAL_MEM_FENCE);\n"
		"for (int k = 0; k < %d; k++)\nfor (int i = 0; i < %u; i++)\nfor (int j = 0; j < %u; j++)\n"
		"sums[i][j] += tile_a1[k][y * %u + i] * tile_a2[k][x + j * %u];\n"
		"barrier(CLK_LOCAL_MEM_FENCE);\n}\n"
		"for (int i = 0; i < %u; i++)\nfor (int j = 0; j < %u; j++) {\n"
		"const %s row = first_row + y * %u + i, column = first_column + x + j * %u;\n"
		"if (row < %" PRId64 " && column < %" PRId64 ")\nr0[position(batch, row, column)] = %s((%s)sums[i][j]);\n}\n}\n",
		DEPTH, t->rows, t->columns, t->rows, t->width, t->rows, t->columns, p->index, t->rows, t->width, p->rows, p->columns,
		kernels_hlo__source_narrow(result), kernels_hlo__source_work(result));
}

/* ---- dot_general */

static void put_dot(const struct hlo_op *op, const struct product *p, const void *matrices)
{
	const struct hlo_matrices *m = matrices;
	begin_function(p, "left", "a", op->operands[1].dtype, "row");
	kernels_hlo__source_put(p->source, "const %s i = (batch * %" PRId64 " + row) * %" PRId64 " + k;\n", p->index, p->rows, p->depth);
	put_walk(p, &m->lhs, op->operands[1].dtype, "a");
	begin_function(p, "right", "a", op->operands[2].dtype, "column");
	kernels_hlo__source_put(p->source, "const %s i = (batch * %" PRId64 " + k) * %" PRId64 " + column;\n", p->index, p->depth, p->columns);
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

static void put_left_of_conv(const struct hlo_op *op, const struct product *p, const struct conv *conv)
{
	begin_function(p, "left", "a", op->operands[1].dtype, "row");
	kernels_hlo__source_put(p->source, "%s at = batch * %" PRId64 " + row / %" PRId64 " * %" PRId64 " + k %% %" PRId64 " * %" PRId64 ", in;\n",
		p->index, conv->group_step, behind(conv, 0, true) * conv->dims[0].output, conv->batch_step, conv->channels, conv->channel_step);
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

static void put_conv(const struct hlo_op *op, const struct product *p, const void *convolution)
{
	const struct conv *conv = convolution;
	put_left_of_conv(op, p, conv);
	begin_function(p, "right", "a", op->operands[2].dtype, "column");
	kernels_hlo__source_put(p->source, "const %s i = (batch * %" PRId64 " + k) * %" PRId64 " + column;\n", p->index, p->depth, p->columns);
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

static size_t blocks_of(int64_t size, uint32_t block) { return ((size_t)size + block - 1) / block; }

static void find_launch(const struct product *p, struct hlo_device *device)
{
	const struct tile *t = &p->tile;
	struct kernels_device_launch *launch = &device->launch;
	launch->dimensions = 3;
	launch->group[0] = t->width;
	launch->group[1] = t->height;
	launch->group[2] = 1;
	launch->global[0] = blocks_of(p->columns, t->width * t->columns) * t->width;
	launch->global[1] = blocks_of(p->rows, t->height * t->rows) * t->height;
	launch->global[2] = (size_t)p->batches;
}

/* Matrices and the operands have fewer elements than an int counts. */
static const char *index_of(const struct hlo_op *op, const struct product *p)
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

static bool compile(struct hlo_op *op, struct hlo_device *device, struct product *p, const void *how,
	void (*put)(const struct hlo_op *op, const struct product *p, const void *how))
{
	struct hlo_source source = { .allocator = op->allocator };
	p->source = &source;
	p->tile = choose_tile(p->rows, device->largest_group);
	kernels_hlo__source_prelude(&source, device->f64);
	put(op, p, how);
	kernels_hlo__device_begin_kernel(op, &source);
	put_kernel(p, op->results[0].dtype);
	find_launch(p, device);
	return kernels_hlo__device_compile(op, device, &source);
}

static bool plan_dot(struct hlo_op *op, struct hlo_device *device)
{
	struct hlo_matrices m = { .depth = 0 };
	struct hlo_op product;
	if (!begin(op, device))
		return false;
	product = without_stream(op);
	if (!kernels_hlo__dot_matrices(&product, &m) || !check_types(op, device, &m.algorithm))
		return false;
	struct product p = { .algorithm = &m.algorithm, .batches = (int64_t)m.batches, .rows = (int64_t)m.rows, .columns = (int64_t)m.columns,
		.depth = (int64_t)m.depth };
	p.index = index_of(op, &p);
	return op->results[0].elements == 0 || compile(op, device, &p, &m, put_dot);
}

static bool plan_conv(struct hlo_op *op, struct hlo_device *device)
{
	struct conv conv;
	memset(&conv, 0, sizeof conv);
	struct hlo_op product;
	if (!begin(op, device))
		return false;
	product = without_stream(op);
	if (!kernels_hlo__conv_matrices(&product, &conv) || !check_types(op, device, &conv.algorithm))
		return false;
	struct product p = { .algorithm = &conv.algorithm, .batches = conv.groups, .rows = (int64_t)conv.positions, .columns = conv.features,
		.depth = (int64_t)conv.depth };
	p.index = has_small_windows(&conv) ? index_of(op, &p) : "long";
	return op->results[0].elements == 0 || compile(op, device, &p, &conv, put_conv);
}

static bool plan_device_dot_general(struct hlo_op *op, void *plan)
{
	if (plan_dot(op, plan))
		return true;
	kernels_hlo__device_finish(op->allocator, plan);
	return false;
}

static bool plan_device_convolution(struct hlo_op *op, void *plan)
{
	if (plan_conv(op, plan))
		return true;
	kernels_hlo__device_finish(op->allocator, plan);
	return false;
}

static const struct hlo_kernel device_dot_general_kernel = { .plan_size = sizeof(struct hlo_device), .plan = plan_device_dot_general,
	.finish = kernels_hlo__device_finish, .flags = HLO_OWN_RESULTS };
HLO_PREPARE(device_dot_general)
static const struct hlo_kernel device_convolution_kernel = { .plan_size = sizeof(struct hlo_device), .plan = plan_device_convolution,
	.finish = kernels_hlo__device_finish, .flags = HLO_OWN_RESULTS };
HLO_PREPARE(device_convolution)

hlo_frame_function kernels_hlo__device_dot_general, kernels_hlo__device_convolution;
void kernels_hlo__device_dot_general(struct kernels_frame *frame) { kernels_hlo__device_launch(frame); }
void kernels_hlo__device_convolution(struct kernels_frame *frame) { kernels_hlo__device_launch(frame); }
