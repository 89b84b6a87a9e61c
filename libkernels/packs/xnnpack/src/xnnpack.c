/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products and convolutions by XNNPACK, on the calling thread: no pool is handed to it. */
#include "xnnpack.h"
#include <dlfcn.h>
#include <kernels/kernels.h>
#include <kernels/pack_xnnpack.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3") /* vectors for loops of any length, which gcc has at -O2 for some only */
#endif

enum { EXTRA_BYTES = 16 /* that XNNPACK may read behind its input */, PAGE = 4096, TRANSPOSED_WEIGHTS = 1 };

struct kernels_xnnpack__functions kernels_xnnpack__xnn;
#define xnn kernels_xnnpack__xnn

static bool find(void *library, const char *name, void *out_function)
{
	void *symbol = dlsym(library, name);
	memcpy(out_function, &symbol, sizeof symbol);
	return symbol != NULL;
}

static bool open_library(const char **out_reason)
{
	static bool opened;
	const char *wanted = getenv("KERNELS_XNNPACK");
	struct kernels_xnnpack__functions f;
	if (opened)
		return true;
	void *library = dlopen(wanted ? wanted : "libXNNPACK.so.0", RTLD_NOW | RTLD_LOCAL);
	if (!library) {
		*out_reason = "libXNNPACK.so.0 (or the file that KERNELS_XNNPACK names) is not there";
		return false;
	}
	/* Later interfaces have more parameters under the same names. */
	bool later = dlsym(library, "xnn_init_weights_cache") || dlsym(library, "xnn_reshape_fully_connected_nc_f32");
	if (later || !find(library, "xnn_initialize", &f.initialize) ||
		!find(library, "xnn_create_fully_connected_nc_f32", &f.create_fully_connected) ||
		!find(library, "xnn_setup_fully_connected_nc_f32", &f.setup_fully_connected) ||
		!find(library, "xnn_create_convolution2d_nhwc_f32", &f.create_convolution) ||
		!find(library, "xnn_setup_convolution2d_nhwc_f32", &f.setup_convolution) ||
		!find(library, "xnn_run_operator", &f.run) || !find(library, "xnn_delete_operator", &f.destroy)) {
		*out_reason = "XNNPACK is there, but not with the interface of early 2022";
		dlclose(library);
		return false;
	}
	if (f.initialize(NULL) != 0) {
		*out_reason = "XNNPACK does not know this processor, or has no memory";
		dlclose(library);
		return false;
	}
	xnn = f;
	opened = true;
	return true;
}

/* The input, or a copy of it when what lies behind it may not be read. NULL: no memory. */
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

/* False for infinities: XNNPACK's limits make them of NaN. */
static bool all_finite(const float *data, size_t rows, size_t columns, size_t stride)
{
	uint32_t bad = 0;
	for (size_t i = 0; i < rows; i++) {
		for (size_t j = 0; j < columns; j++) {
			uint32_t bits;
			memcpy(&bits, &data[i * stride + j], sizeof bits);
			bad |= (bits & 0x7f800000u) == 0x7f800000u;
		}
	}
	return !bad;
}

/* ---- products */

static void add_scaled(const struct kernels_sgemm *p, const float *product)
{
	for (size_t i = 0; i < p->rows; i++) {
		float *c = p->c + i * p->c_stride;
		for (size_t j = 0; j < p->columns; j++)
			c[j] = p->beta * c[j] + product[i * p->columns + j];
	}
}

/* out = a * b */
static bool fully_connected(const struct kernels_sgemm *p, float *out, size_t out_stride)
{
	struct kernels_xnnpack__key key = { .numbers = { 1, p->depth, p->columns, p->a_stride, out_stride } };
	float *copy;
	const float *input = readable(p->a, (p->rows - 1) * p->a_stride + p->depth, &copy);
	if (!input)
		return false;
	kernels_xnnpack__hash(p->b, p->depth * p->columns, key.hash);
	struct xnn_operator *op = kernels_xnnpack__take(&key);
	bool done = op || xnn.create_fully_connected(p->depth, p->columns, p->a_stride, out_stride, p->b, NULL, -INFINITY,
		INFINITY, TRANSPOSED_WEIGHTS, &op) == 0;
	done = done && xnn.setup_fully_connected(op, p->rows, input, out, NULL) == 0 && xnn.run(op, NULL) == 0;
	if (op)
		kernels_xnnpack__give(&key, op);
	free(copy);
	return done;
}

static bool multiply(const struct kernels_sgemm *p)
{
	if (p->alpha != 1 || p->b_stride != p->columns || p->rows == 0 || p->columns == 0 || p->depth == 0)
		return false;
	if (p->beta == 0) /* what has been written is written again by who does it instead */
		return fully_connected(p, p->c, p->c_stride) && all_finite(p->c, p->rows, p->columns, p->c_stride);
	float *product = malloc(p->rows * p->columns * sizeof *product);
	bool done = product && fully_connected(p, product, p->columns) && all_finite(product, p->rows, p->columns, p->columns);
	if (done)
		add_scaled(p, product);
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
	float *turned = malloc(depth * p->filters * sizeof *turned); /* filters first */
	if (!turned)
		return NULL;
	for (size_t k = 0; k < depth; k++) {
		for (size_t f = 0; f < p->filters; f++)
			turned[f * depth + k] = p->filter[k * p->filters + f];
	}
	if (xnn.create_convolution((uint32_t)p->pad[0], behind(p, 1), behind(p, 0), (uint32_t)p->pad[1], (uint32_t)p->size[0],
		(uint32_t)p->size[1], (uint32_t)p->stride[0], (uint32_t)p->stride[1], 1, 1, 1, p->channels, p->filters,
		p->channels, p->filters, turned, NULL, -INFINITY, INFINITY, 0, &op) != 0)
		op = NULL;
	free(turned);
	return op;
}

static bool convolve(const struct kernels_conv2d *p)
{
	struct kernels_xnnpack__key key = { .numbers = { 2, p->channels, p->filters } };
	const size_t pixels = p->batch * p->output[0] * p->output[1];
	float *copy;
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
	kernels_xnnpack__hash(p->filter, p->size[0] * p->size[1] * p->channels * p->filters, key.hash);
	struct xnn_operator *op = kernels_xnnpack__take(&key);
	if (!op)
		op = create_convolution(p);
	bool done = op && xnn.setup_convolution(op, p->batch, p->input[0], p->input[1], input, p->out, NULL) == 0 &&
		xnn.run(op, NULL) == 0;
	if (op)
		kernels_xnnpack__give(&key, op);
	free(copy);
	/* the output is written again by who does it instead */
	return done && all_finite(p->out, pixels, p->filters, p->filters);
}

static const struct kernels_math math = { .size = sizeof math, .name = "xnnpack", .open = open_library, .sgemm = multiply,
	.conv2d = convolve };

static bool init(void)
{
	return kernels_math_add(&math) == KERNELS_OK;
}

const struct kernels_pack *kernels_pack_xnnpack(void)
{
	static const struct kernels_pack pack = { .size = sizeof pack, .abi = KERNELS_PACK_ABI, .sanitizer = KERNELS_SANITIZER,
		.name = "xnnpack", .init = init };
	return &pack;
}
