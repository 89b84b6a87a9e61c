/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products by library or by hand, whole or in parts. */
#include "multiply.h"
#include <math.h>
#include <string.h>

typedef float lanes __attribute__((vector_size(32), aligned(4), may_alias));
typedef int32_t lanes_i32 __attribute__((vector_size(32)));
enum { LANES = 8, BLOCK = 64 };

/* x * multiplier + addend for the channels of one row. */
static void finish_row(float *x, const float *multiplier, const float *addend, size_t count, bool relu)
{
	size_t i = 0;
	for (; i + LANES <= count; i += LANES) {
		lanes v = *(lanes *)(x + i) * *(const lanes *)(multiplier + i) + *(const lanes *)(addend + i);
		if (relu)
			v = (lanes)((lanes_i32)v & ~(v < 0)); /* NaN stays */
		*(lanes *)(x + i) = v;
	}
	for (; i < count; i++) {
		float v = x[i] * multiplier[i] + addend[i];
		x[i] = relu && v < 0 ? 0 : v;
	}
}

void kernels_tensor__channels_finish(const struct channels *channels, float *data, size_t stride, size_t rows, size_t from,
	size_t to)
{
	float multiplier[BLOCK], addend[BLOCK];
	if (!channels->offset && !channels->relu)
		return;
	for (size_t first = from, count; first < to; first += count) {
		count = to - first < BLOCK ? to - first : BLOCK;
		for (size_t i = 0; i < count; i++) {
			size_t c = first + i;
			multiplier[i] = channels->scale ?
				channels->scale[c] / sqrtf(channels->variance[c] + channels->epsilon) : 1;
			addend[i] = channels->offset ? channels->offset[c] : 0;
			if (channels->scale)
				addend[i] -= channels->mean[c] * multiplier[i];
		}
		for (size_t row = 0; row < rows; row++)
			finish_row(data + row * stride + first, multiplier, addend, count, channels->relu);
	}
}

/* ---- by a library */

static struct kernels_sgemm sgemm_of(const struct multiplication *m)
{
	const struct gemm *g = &m->gemm;
	return (struct kernels_sgemm){ g->rows, g->columns, g->depth, *(const float *)g->alpha, *(const float *)g->beta,
		g->a, g->b, g->c, g->a_stride, g->b_stride, g->c_stride, m->b_version };
}

static bool convolve_by_library(const struct kernels_math *math, const struct multiplication *m)
{
	const struct window *w = &m->conv.window;
	struct kernels_conv2d p = { .batch = (size_t)w->batch, .channels = (size_t)w->channels,
		.filters = m->gemm.columns, .in = m->conv.input, .filter = m->gemm.b, .out = m->gemm.c,
		.filter_version = m->b_version };
	if (m->conv.first_row != 0 || m->gemm.columns != m->gemm.b_stride ||
		m->gemm.rows != (size_t)w->batch * (size_t)w->output[0] * (size_t)w->output[1])
		return false; /* only a part */
	for (int i = 0; i < 2; i++) {
		p.input[i] = (size_t)w->input[i];
		p.size[i] = (size_t)w->size[i];
		p.stride[i] = (size_t)w->stride[i];
		p.pad[i] = (size_t)w->pad[i];
		p.output[i] = (size_t)w->output[i];
	}
	return math->conv2d(&p);
}

/* A convolution by a library that has products only: some rows at a time are put into memory. */
static bool convolve_by_products(const struct kernels_math *math, const struct multiplication *m)
{
	enum { ROWS = 256 };
	const struct async_allocator *allocator = async_allocator_system();
	struct kernels_sgemm p = sgemm_of(m);
	size_t size = (m->gemm.rows < ROWS ? m->gemm.rows : ROWS) * p.depth * sizeof(float);
	float *rows = size > 0 && p.depth <= SIZE_MAX / ROWS / sizeof(float) ? async_alloc(allocator, size, 64) : NULL;
	bool done = rows != NULL;
	for (size_t row = 0; done && row < m->gemm.rows; row += p.rows) {
		p.rows = m->gemm.rows - row < ROWS ? m->gemm.rows - row : ROWS;
		kernels_tensor__conv_rows(&m->conv, row, p.rows, 0, p.depth, rows);
		p.a = rows;
		p.a_stride = p.depth;
		p.c = (float *)m->gemm.c + row * p.c_stride;
		done = math->sgemm(&p);
	}
	async_free(allocator, rows, size, 64);
	return done; /* false: what has been written will be written again */
}

static bool by_library(const struct multiplication *m)
{
	const struct kernels_math *math = kernels_math_chosen();
	if (!math || m->element != GEMM_F32 || m->gemm.rows == 0 || m->gemm.columns == 0)
		return false;
	if (!m->convolution) {
		struct kernels_sgemm p = sgemm_of(m);
		return math->sgemm && math->sgemm(&p);
	}
	return (math->conv2d && convolve_by_library(math, m)) || (math->sgemm && convolve_by_products(math, m));
}

/* ---- in parts */

static void multiply_part(const void *data, size_t begin, size_t end)
{
	struct multiplication m = *(const struct multiplication *)data;
	struct gemm *g = &m.gemm;
	if (m.by_columns) {
		g->columns = end - begin;
		g->b = (const char *)g->b + 4 * begin;
		g->c = (char *)g->c + 4 * begin;
	} else {
		g->rows = end - begin;
		g->a = m.convolution ? NULL : (const char *)g->a + 4 * begin * g->a_stride;
		g->c = (char *)g->c + 4 * begin * g->c_stride;
		m.conv.first_row = begin;
	}
	if (!by_library(&m)) {
		const struct gemm_left left = { kernels_tensor__conv_pack, &m.conv };
		const struct gemm_how how = { .left = m.convolution ? &left : NULL };
		kernels_tensor__gemm(g, m.element, &how);
	}
	size_t first = m.by_columns ? begin : 0;
	if (m.channels.offset || m.channels.relu)
		kernels_tensor__channels_finish(&m.channels, (float *)g->c - first, g->c_stride, g->rows, first,
			first + g->columns);
}

void kernels_tensor__multiply(struct kernels_frame *frame, struct multiplication *m)
{
	const struct gemm *g = &m->gemm;
	const struct kernels_math *math = kernels_math_chosen();
	m->by_columns = g->rows < 256 && g->columns > g->rows;
	double operations = 2 * (double)g->rows * (double)g->columns * (double)g->depth;
	double bytes = 4 * ((double)g->rows + (double)g->columns) * (double)g->depth;
	double nanoseconds = operations / 100 + bytes / 20; /* large weights come from far away */
	struct kernels_tensor__work work = {
		.body = multiply_part, .data = m, .size = sizeof *m, .units = m->by_columns ? g->columns : g->rows,
		.grain = m->by_columns ? 64 : 28, .nanoseconds = nanoseconds < 1e15 ? (uint64_t)nanoseconds : UINT64_C(1) << 50
	};
	if (m->convolution && math && math->conv2d && m->element == GEMM_F32)
		work.grain = work.units; /* such a library wants all of it */
	kernels_tensor__run(frame, &work);
}

/* ---- tfrt_test.matmul.*, eigen.matmul.*: (alpha, A, B, beta, C): C = alpha * A * B + beta * C */

enum { ALPHA = 0, A = 1, B = 2, BETA = 3, C = 4 };

static void check_product(struct kernels_call *call, void *out)
{
	struct multiplication *m = out;
	enum kernels_dtype dtype = m->element == GEMM_F32 ? KERNELS_F32 : KERNELS_I32;
	const struct kernels_tensor *a = kernels_tensor__dense(call, A, dtype, 2);
	const struct kernels_tensor *b = a ? kernels_tensor__dense(call, B, dtype, 2) : NULL;
	const struct kernels_tensor *c = b ? kernels_tensor__dense(call, C, dtype, 2) : NULL;
	if (!c)
		return;
	int64_t rows = a->shape.dims[0], depth = a->shape.dims[1], columns = b->shape.dims[1];
	if (b->shape.dims[0] != depth || c->shape.dims[0] != rows || c->shape.dims[1] != columns) {
		kernels_call_fail(call, "arguments 1, 2 and 4: shapes %s x %s do not make a product of shape %s",
			kernels_tensor__shape_text(&a->shape).text, kernels_tensor__shape_text(&b->shape).text,
			kernels_tensor__shape_text(&c->shape).text);
		return;
	}
	if (!kernels_tensor__apart(call, A, C) || !kernels_tensor__apart(call, B, C))
		return;
	m->gemm = (struct gemm){
		.rows = (size_t)rows, .columns = (size_t)columns, .depth = (size_t)depth,
		.alpha = call->arguments[ALPHA], .a = kernels_tensor_bytes(a), .a_stride = (size_t)depth,
		.b = kernels_tensor_bytes(b), .b_stride = (size_t)columns, .beta = call->arguments[BETA],
		.c = kernels_tensor_data(c), .c_stride = (size_t)columns
	};
	m->b_version = kernels_buffer_version(b->buffer);
}

void kernels_tensor__product(struct kernels_frame *frame, enum kernels_dtype dtype)
{
	struct multiplication m = { .element = dtype == KERNELS_F32 ? GEMM_F32 : GEMM_I32 };
	if (kernels_tensor__checked(frame, check_product, &m))
		kernels_tensor__multiply(frame, &m);
}
