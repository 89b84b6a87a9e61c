/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products by a library or the built-in code, whole or in parts. */
#include "products/multiply.h"
#include <kernels/stop.h>
#include <shared/together.h>
#include <math.h>
#include <stddef.h>
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

void kernels_tensor__channels_finish(
	const struct channels *channels, float *data, size_t stride, size_t rows, size_t from, size_t to)
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

/* Returns whether the library accepts ranges of filters and of the channels of an output. */
static bool takes_slices(const struct kernels_math *math)
{
	return math->conv2d && math->slices;
}

/* Converts `rows` rows from first_row on to pictures, for a library that accepts pictures only: whole pictures, or
 * lines of one picture, which are a picture with less padding. Returns false for all other rows. */
static bool lines_of(const struct conv *conv, size_t rows, struct kernels_conv2d *p)
{
	const struct window *w = &conv->window;
	const size_t line = (size_t)w->output[1], picture = (size_t)w->output[0] * line,
		     in_line = p->input[1] * p->channels;
	const size_t first = conv->first_row / picture;
	const float *in = conv->input + first * p->input[0] * in_line;
	p->in = in;
	p->batch = rows / picture;
	if (conv->first_row % picture == 0 && rows % picture == 0)
		return true;
	if (conv->first_row % line != 0 || rows % line != 0 || (conv->first_row + rows - 1) / picture != first)
		return false;
	const size_t top = conv->first_row % picture / line * p->stride[0],
		     above = top < p->pad[0] ? p->pad[0] - top : 0;
	const size_t begin = top + above - p->pad[0], end = top + (rows / line - 1) * p->stride[0] + p->size[0];
	if (end <= p->pad[0] || begin >= p->input[0])
		return false;
	p->in = in + begin * in_line;
	p->input[0] = (end - p->pad[0] < p->input[0] ? end - p->pad[0] : p->input[0]) - begin;
	p->batch = 1;
	p->pad[0] = above;
	p->output[0] = rows / line;
	return true;
}

static bool convolve_by_library(const struct kernels_math *math, const struct multiplication *m)
{
	const struct window *w = &m->conv.window;
	struct kernels_conv2d p = { .channels = (size_t)w->channels, .filters = m->gemm.columns, .filter = m->gemm.b,
		.out = m->gemm.c, .filter_version = m->b_version, .filter_key = m->gemm.b, .filter_stride = m->gemm.b_stride,
		.out_stride = m->gemm.c_stride, .type = KERNELS_F32 };
	for (int i = 0; i < 2; i++) {
		p.input[i] = (size_t)w->input[i];
		p.size[i] = (size_t)w->size[i];
		p.stride[i] = (size_t)w->stride[i];
		p.pad[i] = (size_t)w->pad[i];
		p.output[i] = (size_t)w->output[i];
	}
	return (p.filters == p.filter_stride || takes_slices(math)) && lines_of(&m->conv, m->gemm.rows, &p) &&
	       math->conv2d(&p);
}

/* A convolution by a library that only has products: some rows of the matrix at a time are generated in memory. */
static bool convolve_by_products(const struct kernels_math *math, const struct multiplication *m)
{
	enum { ROWS = 256 };
	const struct async_request *request = kernels_stop_request();
	const struct async_allocator *allocator =
		request ? async_request_host(request)->allocator : async_allocator_system();
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
	return done; /* false: written elements will be overwritten */
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

/* ---- whole */

static void finish(const void *ctx, size_t row, size_t rows, size_t column, size_t columns)
{
	const struct multiplication *m = ctx;
	if (m->channels.offset || m->channels.relu)
		kernels_tensor__channels_finish(&m->channels, (float *)m->gemm.c + row * m->gemm.c_stride,
			m->gemm.c_stride, rows, column, column + columns);
}

static void multiply_whole(const struct multiplication *m)
{
	const struct gemm_left left = { kernels_tensor__conv_pack, &m->conv, 0, 0 };
	if (!by_library(m))
		kernels_shared__gemm(&m->gemm, m->element, &(struct gemm_how){ .left = m->convolution ? &left : NULL });
}

/* ---- in parts, by a library without threads */

struct division {
	const struct multiplication *m;
	bool by_columns;         /* or by rows */
	size_t units, block;     /* columns or rows: in total, and of a part */
};

static size_t parts_of(const void *data, size_t stage)
{
	const struct division *d = data;
	(void)stage;
	return (d->units - 1) / d->block + 1;
}

static void multiply_part(const void *data, size_t stage, size_t part)
{
	const struct division *d = data;
	struct multiplication m = *d->m;
	struct gemm *g = &m.gemm;
	const size_t begin = part * d->block, left = d->units - begin, count = left < d->block ? left : d->block;
	(void)stage;
	if (d->by_columns) {
		g->columns = count;
		g->b = (const char *)g->b + 4 * begin;
		g->c = (char *)g->c + 4 * begin;
	} else {
		g->rows = count;
		g->a = m.convolution ? NULL : (const char *)g->a + 4 * begin * g->a_stride;
		g->c = (char *)g->c + 4 * begin * g->c_stride;
		m.conv.first_row = begin;
	}
	multiply_whole(&m);
	finish(d->m, d->by_columns ? 0 : begin, g->rows, d->by_columns ? begin : 0, g->columns);
}

/* Divides by columns if each should be packed for one part only and packing is long; otherwise by pictures, or lines of
 * a picture. */
static void divide_convolution(struct division *d, bool slices, size_t threads, size_t *out_grain)
{
	enum { STEP = 32, SMALL = 1 << 16 };
	const struct multiplication *m = d->m;
	const size_t line = (size_t)m->conv.window.output[1], picture = (size_t)m->conv.window.output[0] * line;
	d->by_columns = slices && m->gemm.columns >= threads * STEP &&
			m->gemm.columns * m->gemm.depth * sizeof(float) > SMALL;
	*out_grain = d->by_columns ? STEP : m->gemm.rows == picture ? line : picture;
}

/* Equal parts, since each may begin with work that others repeat; more parts than threads only if they are long. */
static bool divide(struct async_queue *queue, const struct kernels_math *math, const struct multiplication *m)
{
	enum { MOST_PARTS = 3, MANY_UNITS = 1024 };
	const size_t threads = kernels_shared__sharers(queue), rows = m->gemm.rows, columns = m->gemm.columns;
	const bool slices = takes_slices(math);
	struct division d = { .m = m, .by_columns = slices ? columns >= threads * 64 : rows < 256 && columns > rows };
	size_t grain = d.by_columns ? 64 : 28, parts = 1;
	if (m->convolution && math->conv2d)
		divide_convolution(&d, slices, threads, &grain);
	d.units = d.by_columns ? columns : rows;
	if (!(m->convolution && math->conv2d))
		parts = d.units / threads / MANY_UNITS;
	parts = threads * (parts < 1 ? 1 : parts > MOST_PARTS ? MOST_PARTS : parts);
	d.block = (d.units / grain + parts - 1) / parts * grain;
	const struct kernels_shared__stages stages = { multiply_part, parts_of, &d, 1 };
	return d.block > 0 && d.block < d.units && kernels_shared__share_stages(queue, &stages);
}

/* ---- either */

static bool multiply_together(struct async_queue *queue, const struct multiplication *m)
{
	const struct gemm_left left = { kernels_tensor__conv_pack, &m->conv, 0, 0 };
	const struct kernels_math *chosen = kernels_math_chosen();
	const struct kernels_math *math = m->element == GEMM_F32 && kernels_math_has_products(chosen) ? chosen : NULL;
	const double rows = (double)m->gemm.rows, columns = (double)m->gemm.columns, depth = (double)m->gemm.depth;
	/* large weights are outside the caches */
	const double nanoseconds = 2 * rows * columns * depth / 100 + 4 * (rows + columns) * depth / 20;
	if (!kernels_shared__worth_sharing(queue, nanoseconds < 1e15 ? (uint64_t)nanoseconds : UINT64_C(1) << 50))
		return false;
	return math ? divide(queue, math, m)
		    : kernels_shared__gemm_together(queue, &(struct together){ &m->gemm, m->element,
								   m->convolution ? &left : NULL, NULL, finish, m });
}

void kernels_tensor__multiply(struct kernels_frame *frame, const struct multiplication *m)
{
	struct kernels_stop stop;
	kernels_stop_begin(&stop, frame->request);
	if (!multiply_together(kernels_host(frame->request)->queue, m)) {
		multiply_whole(m);
		finish(m, 0, m->gemm.rows, 0, m->gemm.columns);
	}
	if (kernels_stop_end(&stop))
		kernels_frame_fail_with(frame, async_error_retain(async_request_cancelled(frame->request)));
	else
		frame->results[0] = async_chain();
}
