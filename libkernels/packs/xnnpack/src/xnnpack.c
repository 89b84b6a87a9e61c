/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products and convolutions by XNNPACK, on the calling thread, without a thread pool. */
#include "xnnpack.h"
#include <kernels/kernels.h>
#include <kernels/pack_xnnpack.h>
#include <math.h>
#include <shared/dynamic.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3") /* vectorizes loops of any length; gcc at -O2 vectorizes only some */
#endif

enum { EXTRA_BYTES = 16 /* bytes that XNNPACK may read after its input */, PAGE = 4096, TRANSPOSED_WEIGHTS = 1 };

struct kernels_xnnpack__functions kernels_xnnpack__xnn;
#define xnn kernels_xnnpack__xnn

static void destroy_operator(void *op) { xnn.destroy(op); }
/* Creating an operator takes longer than using it. */
static struct kernels_shared__operators operators = { .lock = PTHREAD_MUTEX_INITIALIZER, .destroy = destroy_operator };

static bool open_library(const char **out_reason)
{
	static bool opened;
	const char *wanted = secure_getenv("KERNELS_XNNPACK");
	struct kernels_xnnpack__functions f;
	if (opened)
		return true;
	void *library = dlopen(wanted ? wanted : "libXNNPACK.so.0", RTLD_NOW | RTLD_LOCAL);
	if (!library) {
		*out_reason = "libXNNPACK.so.0 (or the file in KERNELS_XNNPACK) cannot be loaded";
		return false;
	}
	/* Later versions have functions of the same names with more parameters. */
	bool later = dlsym(library, "xnn_init_weights_cache") || dlsym(library, "xnn_reshape_fully_connected_nc_f32");
	if (later || !kernels_shared__find(library, "xnn_initialize", &f.initialize) ||
		!kernels_shared__find(library, "xnn_create_fully_connected_nc_f32", &f.create_fully_connected) ||
		!kernels_shared__find(library, "xnn_setup_fully_connected_nc_f32", &f.setup_fully_connected) ||
		!kernels_shared__find(library, "xnn_create_convolution2d_nhwc_f32", &f.create_convolution) ||
		!kernels_shared__find(library, "xnn_setup_convolution2d_nhwc_f32", &f.setup_convolution) ||
		!kernels_shared__find(library, "xnn_run_operator", &f.run) ||
		!kernels_shared__find(library, "xnn_delete_operator", &f.destroy)) {
		*out_reason = "XNNPACK does not have the interface of early 2022";
		dlclose(library);
		return false;
	}
	if (f.initialize(NULL) != 0) {
		*out_reason = "XNNPACK does not support this processor, or is out of memory";
		dlclose(library);
		return false;
	}
	xnn = f;
	opened = true;
	return true;
}

/* Returns the input, or a copy if the bytes after it may be unreadable. NULL: out of memory. */
static const float *readable(const float *input, size_t count, float **out_copy)
{
	uintptr_t end = (uintptr_t)input + count * sizeof *input;
	*out_copy = NULL;
	if ((end - 1) / PAGE == (end - 1 + EXTRA_BYTES) / PAGE)
		return input;
	*out_copy = malloc(count * sizeof *input + EXTRA_BYTES);
	if (!*out_copy)
		return NULL;
	memcpy(*out_copy, input, count * sizeof *input);
	memset(*out_copy + count, 0, EXTRA_BYTES);
	return *out_copy;
}

/* Operations on each element of a result, with the widest vectors of the processor. */
#if defined(__x86_64__) && defined(__GNUC__)
#define WIDE __attribute__((target("avx2")))
#define HAVE_WIDE (__builtin_cpu_supports("avx2") != 0)
#else
#define WIDE
#define HAVE_WIDE false
#endif
#define INLINED static inline __attribute__((always_inline))

INLINED bool finite_body(const float *data, size_t count)
{
	uint32_t bad = 0;
	for (size_t i = 0; i < count; i++) {
		uint32_t bits;
		memcpy(&bits, &data[i], sizeof bits);
		bad |= (bits & 0x7f800000u) == 0x7f800000u;
	}
	return !bad;
}
WIDE static bool finite_wide(const float *data, size_t count) { return finite_body(data, count); }
static bool finite_narrow(const float *data, size_t count) { return finite_body(data, count); }

/* Returns false for infinities, to which XNNPACK's limits convert NaN. */
static bool all_finite(const float *data, size_t rows, size_t columns, size_t stride)
{
	const bool wide = HAVE_WIDE;
	if (stride == columns) {
		columns *= rows;
		rows = rows > 0;
	}
	for (size_t i = 0; i < rows; i++) {
		if (!(wide ? finite_wide : finite_narrow)(data + i * stride, columns))
			return false;
	}
	return true;
}

INLINED void add_body(float *c, float beta, const float *product, size_t count)
{
	if (beta == 1) {
		for (size_t i = 0; i < count; i++)
			c[i] += product[i];
		return;
	}
	for (size_t i = 0; i < count; i++)
		c[i] = beta * c[i] + product[i];
}
WIDE static void add_wide(float *c, float beta, const float *product, size_t count)
{
	add_body(c, beta, product, count);
}
static void add_narrow(float *c, float beta, const float *product, size_t count) { add_body(c, beta, product, count); }

/* ---- products */

/* A product is computed some columns at a time: their packed weights stay in the second-level cache during all rows. */
enum { SLICE_BYTES = 448 << 10, SLICE_STEP = 64 /* a multiple of XNNPACK's tile size */ };

static size_t slice_of(const struct kernels_sgemm *p)
{
	size_t width = SLICE_BYTES / sizeof(float) / p->depth / SLICE_STEP * SLICE_STEP;
	width = width < SLICE_STEP ? SLICE_STEP : width;
	return width < p->columns ? width : p->columns;
}

static struct xnn_operator *create_operator(const struct kernels_sgemm *p, size_t out_stride)
{
	struct xnn_operator *op = NULL;
	const float *weights = p->b;
	float *dense = NULL;
	if (p->b_stride != p->columns) {
		dense = malloc(p->depth * p->columns * sizeof *dense);
		if (!dense)
			return NULL;
		for (size_t k = 0; k < p->depth; k++)
			memcpy(dense + k * p->columns, p->b + k * p->b_stride, p->columns * sizeof *dense);
		weights = dense;
	}
	if (xnn.create_fully_connected(p->depth, p->columns, p->a_stride, out_stride, weights, NULL, -INFINITY,
		    INFINITY, TRANSPOSED_WEIGHTS, &op) != 0)
		op = NULL;
	free(dense);
	return op;
}

/* Returns the operator for these weights, from the cache or a new one; NULL: none. */
static struct xnn_operator *operator_of(
	const struct kernels_sgemm *p, size_t out_stride, struct kernels_shared__operator_key *key)
{
	*key = (struct kernels_shared__operator_key){
		.numbers = { 1, p->depth, p->columns, p->a_stride, p->b_stride, out_stride }
	};
	kernels_xnnpack__name(key, p->b, p->depth, p->columns, p->b_stride, p->b_version);
	struct xnn_operator *op = kernels_shared__operator_take(&operators, key);
	return op ? op : create_operator(p, out_stride);
}

/* out = rows of a * b; also returns false if an element is not finite */
static bool some_rows(const struct kernels_sgemm *p, struct xnn_operator *op, size_t row, size_t rows, float *out,
	size_t out_stride)
{
	float *copy;
	const float *input = readable(p->a + row * p->a_stride, (rows - 1) * p->a_stride + p->depth, &copy);
	bool done = input && xnn.setup_fully_connected(op, rows, input, out, NULL) == 0 && xnn.run(op, NULL) == 0;
	free(copy);
	return done && all_finite(out, rows, p->columns, out_stride);
}

static void rows_by_hand(const struct kernels_sgemm *p, size_t row, size_t rows, float *out)
{
	memset(out, 0, rows * p->columns * sizeof *out);
	for (size_t i = 0; i < rows; i++, out += p->columns) {
		for (size_t k = 0; k < p->depth; k++) {
			for (size_t j = 0; j < p->columns; j++)
				out[j] += p->a[(row + i) * p->a_stride + k] * p->b[k * p->b_stride + j];
		}
	}
}

/* c = beta * c + a * b, `step` rows at a time: `product` holds them and is still in the first-level cache when it is
 * added. Failures are handled here, since c is modified. op NULL: computes without XNNPACK. */
static void add_product(const struct kernels_sgemm *p, struct xnn_operator *op, float *product, size_t step)
{
	const bool wide = HAVE_WIDE;
	for (size_t row = 0, rows; row < p->rows; row += rows) {
		rows = p->rows - row < step ? p->rows - row : step;
		if (!op || !some_rows(p, op, row, rows, product, p->columns))
			rows_by_hand(p, row, rows, product);
		for (size_t i = 0; i < rows; i++)
			(wide ? add_wide : add_narrow)(
				p->c + (row + i) * p->c_stride, p->beta, product + i * p->columns, p->columns);
	}
}

static bool multiply_slice(const struct kernels_sgemm *p, float *product, size_t step)
{
	struct kernels_shared__operator_key key;
	struct xnn_operator *op = operator_of(p, product ? p->columns : p->c_stride, &key);
	bool done = true;
	if (product)
		add_product(p, op, product, step);
	else /* the fallback overwrites the elements that were written */
		done = op && some_rows(p, op, 0, p->rows, p->c, p->c_stride);
	if (op)
		kernels_shared__operator_give(&operators, &key, op);
	return done;
}

static bool multiply(const struct kernels_sgemm *p)
{
	enum { ROWS = 14 /* a multiple of XNNPACK's tile size */, NEAR = 7168 };
	if (p->alpha != 1 || p->rows == 0 || p->columns == 0 || p->depth == 0)
		return false;
	const size_t width = slice_of(p), many = NEAR / width / ROWS * ROWS, most = many < ROWS ? ROWS : many;
	const size_t step = p->rows < most ? p->rows : most;
	float *product = p->beta != 0 ? malloc(step * width * sizeof *product) : NULL;
	bool done = p->beta == 0 || product;
	for (size_t column = 0; done && column < p->columns; column += width) {
		struct kernels_sgemm slice = *p;
		slice.columns = p->columns - column < width ? p->columns - column : width;
		slice.b += column;
		slice.c += column;
		done = multiply_slice(&slice, product, step);
	}
	free(product);
	return done;
}

/* ---- convolutions */

static uint32_t behind(const struct kernels_conv2d *p, int i)
{
	size_t needed = (p->output[i] - 1) * p->stride[i] + p->size[i], there = p->input[i] + p->pad[i];
	return needed > there ? (uint32_t)(needed - there) : 0;
}

static struct xnn_operator *create_convolution(const struct kernels_conv2d *p)
{
	const size_t depth = p->size[0] * p->size[1] * p->channels;
	struct xnn_operator *op = NULL;
	const float *filter = p->filter;
	float *turned = malloc(depth * p->filters * sizeof *turned); /* filters first */
	if (!turned)
		return NULL;
	for (size_t k = 0; k < depth; k++) {
		for (size_t f = 0; f < p->filters; f++)
			turned[f * depth + k] = filter[k * p->filter_stride + f];
	}
	if (xnn.create_convolution((uint32_t)p->pad[0], behind(p, 1), behind(p, 0), (uint32_t)p->pad[1],
		    (uint32_t)p->size[0], (uint32_t)p->size[1], (uint32_t)p->stride[0], (uint32_t)p->stride[1], 1, 1, 1,
		    p->channels, p->filters, p->channels, p->out_stride, turned, NULL, -INFINITY, INFINITY, 0,
		    &op) != 0)
		op = NULL;
	free(turned);
	return op;
}

static bool convolve(const struct kernels_conv2d *p)
{
	struct kernels_shared__operator_key key = { .numbers = { 2 } };
	const size_t pixels = p->batch * p->output[0] * p->output[1];
	float *copy;
	if (p->type != KERNELS_F32 || p->channels > UINT32_MAX || p->filters > UINT32_MAX || p->out_stride > UINT32_MAX ||
		p->filter_stride > UINT32_MAX)
		return false;
	key.numbers[1] = (uint64_t)p->channels << 32 | p->filters;
	key.numbers[2] = (uint64_t)p->filter_stride << 32 | p->out_stride;
	if (pixels == 0 || p->filters == 0 || p->channels == 0 || p->input[0] == 0 || p->input[1] == 0)
		return false;
	for (int i = 0; i < 2; i++) {
		const uint64_t numbers[] = { p->size[i], p->stride[i], p->pad[i], behind(p, i) };
		memcpy(&key.numbers[3 + 4 * i], numbers, sizeof numbers);
		if (p->size[i] > UINT16_MAX || p->stride[i] > UINT16_MAX || p->pad[i] > UINT16_MAX)
			return false;
	}
	const float *input = readable(p->in, p->batch * p->input[0] * p->input[1] * p->channels, &copy);
	if (!input)
		return false;
	kernels_xnnpack__name(&key, p->filter, p->size[0] * p->size[1] * p->channels, p->filters, p->filter_stride,
		p->filter_version);
	if (p->filter_version != 0)
		key.address = (uint64_t)(uintptr_t)p->filter_key;
	struct xnn_operator *op = kernels_shared__operator_take(&operators, &key);
	if (!op)
		op = create_convolution(p);
	bool done = op && xnn.setup_convolution(op, p->batch, p->input[0], p->input[1], input, p->out, NULL) == 0 &&
		xnn.run(op, NULL) == 0;
	if (op)
		kernels_shared__operator_give(&operators, &key, op);
	free(copy);
	/* the fallback overwrites the output */
	return done && all_finite(p->out, pixels, p->filters, p->out_stride);
}

static const struct kernels_math math = { .size = sizeof math,
	.name = "xnnpack",
	.open = open_library,
	.sgemm = multiply,
	.conv2d = convolve,
	.slices = true,
	.conv2d_size = sizeof(struct kernels_conv2d) };

static bool init(void)
{
	return kernels_math_add(&math) == KERNELS_OK;
}

const struct kernels_pack *kernels_pack_xnnpack(void)
{
	static const struct kernels_pack pack = { .size = sizeof pack,
		.abi = KERNELS_PACK_ABI,
		.sanitizer = KERNELS_SANITIZER,
		.name = "xnnpack",
		.init = init };
	return &pack;
}
