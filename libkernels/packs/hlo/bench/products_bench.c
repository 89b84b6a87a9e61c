/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* dot_general and convolution of typical shapes, each as an op that is prepared once and called many times. One line of
 * JSON per shape: the least time of a call, billions of operations per second, and their share of what this processor
 * can do. "panels": the right operand is in panels (src/products/panels.h), as constants of models are.
 *
 * Arguments: number of threads (default 1), then the beginning of the names to measure. With one thread times are processor
 * time of the thread, which other programs disturb less. The third argument "libraries" writes a table of the built-in code and all
 * libraries of this build (kernels/math.h) instead, from batches that alternate. */
#include "bench_host.h"
#include "libraries.h"
#include <math.h>

#define LEAST_NS 2e7   /* of a batch of calls */
#define BATCHES 7
enum { PANELS = 256, PANEL = 32 }; /* as in src/core/op.h and src/products/panels.h */

static double peak; /* f32, one thread, operations per nanosecond */

/* ---- the peak: independent fused multiplications and additions */

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define PEAK(name, isa, vector, lanes, fma, set) \
	__attribute__((target(isa))) static double name(void) \
	{ \
		enum { VECTORS = 12, STEPS = 100000 }; \
		vector sums[VECTORS]; \
		const vector x = set(0.999f), y = set(0.001f); \
		for (int i = 0; i < VECTORS; i++) \
			sums[i] = set((float)i); \
		const double start = now(); \
		for (int k = 0; k < STEPS; k++) { \
			_Pragma("GCC unroll 12") for (int i = 0; i < VECTORS; i++) sums[i] = fma(sums[i], x, y); \
		} \
		const double took = now() - start; \
		__asm__ volatile("" : : "m"(sums)); /* they are used */ \
		return 2.0 * lanes * VECTORS * STEPS / took; \
	}
PEAK(peak_avx512, "avx512f", __m512, 16, _mm512_fmadd_ps, _mm512_set1_ps)
PEAK(peak_avx2, "avx2,fma", __m256, 8, _mm256_fmadd_ps, _mm256_set1_ps)

static double measure_peak(void)
{
	double best = 0;
	for (int i = 0; i < 30; i++) {
		const double rate = __builtin_cpu_supports("avx512f") ? peak_avx512() :
			__builtin_cpu_supports("fma")		      ? peak_avx2() :
									0;
		best = rate > best ? rate : best;
	}
	return best;
}
#else
static double measure_peak(void) { return 0; }
#endif

/* Operations per multiplication of f32 that the processor can do at most with these elements. */
static double lanes_of(enum kernels_dtype dtype)
{
	switch ((int)dtype) {
	case KERNELS_F64: return 0.5;
	case KERNELS_BF16: return 2;
	case KERNELS_I8: return 4;
	default: return 1;
	}
}

/* ---- calls */

static struct async_value *tensor_of(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims)
{
	struct kernels_shape shape = { .rank = rank };
	struct kernels_tensor tensor;
	for (uint32_t i = 0; i < rank; i++)
		shape.dims[i] = dims[i];
	if (!kernels_tensor_init(&tensor, async_allocator_system(), dtype, &shape))
		need(NULL);
	void *data = kernels_tensor_data(&tensor);
	for (int64_t i = 0; i < kernels_tensor_elements(&tensor); i++) {
		const int small = (int)(i * 7 % 13) - 6;
		switch ((int)dtype) {
		case KERNELS_F64: ((double *)data)[i] = small; break;
		case KERNELS_I8: ((int8_t *)data)[i] = (int8_t)small; break;
		case KERNELS_BF16: ((uint16_t *)data)[i] = small < 0 ? 0xbf80 : 0x3f80; break;
		default: ((float *)data)[i] = (float)small;
		}
	}
	return need(async_value_create_available(
		async_allocator_system(), kernels_tensor_types()->tensor, &tensor));
}

struct operation {
	const char *name;
	struct kernels_attributes *attributes;
	struct async_value *operands[2];
	int64_t types[64];
	uint32_t type_words;
	bool panels;
};

static void add_type(struct operation *op, enum kernels_dtype dtype, uint32_t rank, const int64_t *dims)
{
	op->types[op->type_words++] = dtype;
	op->types[op->type_words++] = rank;
	for (uint32_t i = 0; i < rank; i++)
		op->types[op->type_words++] = dims[i];
}

static void ints(struct operation *op, const char *name, uint32_t count, const int64_t *values)
{
	ok(kernels_attributes_array(op->attributes, name, KERNELS_I64, values, count));
}

static void number(struct operation *op, const char *name, int64_t value)
{
	ok(kernels_attributes_scalar(op->attributes, name, KERNELS_I64, &value));
}

static void call(struct operation *op)
{
	struct async_value *result;
	kernels_invoke(registry, op->name, request, op->operands, 2, op->attributes, &result, 1);
	async_queue_await(host.queue, &result, 1);
	if (async_value_is_error(result)) {
		fprintf(stderr, "%s\n", async_error_message(async_value_error(result)));
		exit(1);
	}
	async_value_release(result);
}

static void measure(struct operation *op, const char *name, enum kernels_dtype dtype, double operations)
{
	double best = INFINITY;
	long calls = 1;
	call(op);
	call(op);
	for (int batch = 0; batch < BATCHES;) {
		const double start = now();
		for (long i = 0; i < calls; i++)
			call(op);
		const double took = now() - start;
		if (took < LEAST_NS) {
			calls *= 2;
			continue;
		}
		batch++;
		best = fmin(best, took / (double)calls);
	}
	printf("{\"lib\": \"kernels-hlo\", \"name\": \"%s\", \"weights\": \"%s\", \"threads\": %u, \"ms\": %.4f, \"gflops\": %.1f",
		name, op->panels ? "panels" : "rows", threads, best / 1e6, operations / best);
	if (peak > 0)
		printf(", \"of_peak\": %.3f", operations / best / (peak * lanes_of(dtype) * threads));
	printf("}\n");
	fflush(stdout);
}

static bool compares; /* libraries */

/* Measures the op with each library in turn, so that disturbances meet all of them. */
static void compare(struct operation *op, const char *name, double operations)
{
	double best[LIBRARIES];
	long calls = 1;
	for (int i = 0; i < LIBRARIES; i++) {
		best[i] = libraries_select(i) ? INFINITY : 0;
		for (int warm = 0; best[i] > 0 && warm < 2; warm++)
			call(op);
		if (!libraries_accepted())
			best[i] = 0;
	}
	for (int batch = 0; batch < BATCHES;) {
		double longest = 0;
		for (int i = 0; i < LIBRARIES; i++) {
			if (best[i] <= 0)
				continue;
			libraries_select(i);
			const double start = now();
			for (long k = 0; k < calls; k++)
				call(op);
			const double took = now() - start;
			longest = fmax(longest, took);
			best[i] = fmin(best[i], took / (double)calls);
		}
		if (longest < LEAST_NS)
			calls *= 2;
		else
			batch++;
	}
	libraries_row(name, best, operations);
}

static void finish(struct operation *op, const char *name, enum kernels_dtype dtype, double operations)
{
	ints(op, "types", op->type_words, op->types);
	if (compares)
		compare(op, name, operations);
	else
		measure(op, name, dtype, operations);
	async_value_release(op->operands[0]);
	async_value_release(op->operands[1]);
	kernels_attributes_release(op->attributes);
}

/* ---- dot_general */

struct dot {
	const char *name;
	enum kernels_dtype from, to;
	int64_t batch, rows, columns, depth;
	bool transposed; /* rhs is [batch, columns, depth] */
};

static void run_dot(const struct dot *d, bool panels)
{
	struct operation op = { .panels = panels, .name = "hlo.dot_general", .attributes = need(kernels_attributes_create(NULL)) };
	const int64_t lhs[] = { d->batch, d->rows, d->depth }, result[] = { d->batch, d->rows, d->columns };
	const int64_t rhs[] = { d->batch, d->transposed ? d->columns : d->depth, d->transposed ? d->depth : d->columns };
	const bool no = false;
	op.operands[0] = tensor_of(d->from, 3, lhs);
	op.operands[1] = tensor_of(d->from, 3, rhs);
	add_type(&op, d->from, 3, lhs);
	add_type(&op, d->from, 3, rhs);
	op.types[5] += panels ? PANELS : 0;
	add_type(&op, d->to, 3, result);
	ints(&op, "lhs_batching_dimensions", 1, (int64_t[]){ 0 });
	ints(&op, "rhs_batching_dimensions", 1, (int64_t[]){ 0 });
	ints(&op, "lhs_contracting_dimensions", 1, (int64_t[]){ 2 });
	ints(&op, "rhs_contracting_dimensions", 1, (int64_t[]){ d->transposed ? 2 : 1 });
	ok(kernels_attributes_string(op.attributes, "accumulation_type", "", 0));
	ok(kernels_attributes_string(op.attributes, "lhs_precision_type", "", 0));
	ok(kernels_attributes_string(op.attributes, "rhs_precision_type", "", 0));
	number(&op, "lhs_component_count", 1);
	number(&op, "rhs_component_count", 1);
	number(&op, "num_primitive_operations", 1);
	ok(kernels_attributes_scalar(op.attributes, "allow_imprecise_accumulation", KERNELS_I1, &no));
	finish(&op, d->name, d->from, 2.0 * (double)(d->batch * d->rows) * (double)(d->columns * d->depth));
}

static const struct dot dots[] = {
	{ "dot_f32_64", KERNELS_F32, KERNELS_F32, 1, 64, 64, 64, false },
	{ "dot_f64_64", KERNELS_F64, KERNELS_F64, 1, 64, 64, 64, false },
	{ "dot_bf16_64", KERNELS_BF16, KERNELS_BF16, 1, 64, 64, 64, false },
	{ "dot_i8_64", KERNELS_I8, KERNELS_I32, 1, 64, 64, 64, false },
	{ "dot_f32_128", KERNELS_F32, KERNELS_F32, 1, 128, 128, 128, false },
	{ "dot_f32_256", KERNELS_F32, KERNELS_F32, 1, 256, 256, 256, false },
	{ "dot_f32_512", KERNELS_F32, KERNELS_F32, 1, 512, 512, 512, false },
	{ "dot_f32_1024", KERNELS_F32, KERNELS_F32, 1, 1024, 1024, 1024, false },
	{ "dot_f64_256", KERNELS_F64, KERNELS_F64, 1, 256, 256, 256, false },
	{ "dot_f64_1024", KERNELS_F64, KERNELS_F64, 1, 1024, 1024, 1024, false },
	{ "dot_bf16_256", KERNELS_BF16, KERNELS_BF16, 1, 256, 256, 256, false },
	{ "dot_bf16_1024", KERNELS_BF16, KERNELS_BF16, 1, 1024, 1024, 1024, false },
	{ "dot_bf16_f32_1024", KERNELS_BF16, KERNELS_F32, 1, 1024, 1024, 1024, false },
	{ "dot_i8_256", KERNELS_I8, KERNELS_I32, 1, 256, 256, 256, false },
	{ "dot_i8_1024", KERNELS_I8, KERNELS_I32, 1, 1024, 1024, 1024, false },
	{ "dot_f32_1024_transposed", KERNELS_F32, KERNELS_F32, 1, 1024, 1024, 1024, true },
	{ "dot_i8_1024_transposed", KERNELS_I8, KERNELS_I32, 1, 1024, 1024, 1024, true },
	{ "dot_f32_mnist_1", KERNELS_F32, KERNELS_F32, 1, 100, 512, 784, false },
	{ "dot_f32_mnist_2", KERNELS_F32, KERNELS_F32, 1, 100, 10, 512, false },
	{ "dot_f32_transformer_mlp", KERNELS_F32, KERNELS_F32, 1, 128, 1024, 256, false },
	{ "dot_f32_transformer_mlp_2", KERNELS_F32, KERNELS_F32, 1, 128, 256, 1024, false },
	{ "dot_f32_transformer_qkv", KERNELS_F32, KERNELS_F32, 1, 128, 256, 256, false },
	{ "dot_f32_attention_scores", KERNELS_F32, KERNELS_F32, 8, 128, 128, 32, true },
	{ "dot_f32_attention_values", KERNELS_F32, KERNELS_F32, 8, 128, 32, 128, false },
	{ "dot_f32_rnn", KERNELS_F32, KERNELS_F32, 1, 1, 128, 128, false },
	{ "dot_f32_lstm", KERNELS_F32, KERNELS_F32, 1, 1, 512, 128, false },
	{ "dot_f32_row", KERNELS_F32, KERNELS_F32, 1, 1, 1024, 256, false },
	{ "dot_f64_row", KERNELS_F64, KERNELS_F64, 1, 1, 1024, 256, false },
	{ "dot_bf16_row", KERNELS_BF16, KERNELS_BF16, 1, 1, 1024, 256, false },
	{ "dot_i8_row", KERNELS_I8, KERNELS_I32, 1, 1, 1024, 256, false },
	{ "dot_f32_row_transposed", KERNELS_F32, KERNELS_F32, 1, 1, 1024, 256, true },
	{ "dot_bf16_row_transposed", KERNELS_BF16, KERNELS_BF16, 1, 1, 1024, 256, true },
	{ "dot_i8_row_transposed", KERNELS_I8, KERNELS_I32, 1, 1, 1024, 256, true },
	{ "dot_f32_4_rows", KERNELS_F32, KERNELS_F32, 1, 4, 1024, 256, false },
	{ "dot_bf16_4_rows", KERNELS_BF16, KERNELS_BF16, 1, 4, 1024, 256, false },
	{ "dot_i8_4_rows", KERNELS_I8, KERNELS_I32, 1, 4, 1024, 256, false },
	{ "dot_f32_column", KERNELS_F32, KERNELS_F32, 1, 1024, 1, 256, false },
	{ "dot_f32_matrix_vector", KERNELS_F32, KERNELS_F32, 1, 1, 4096, 4096, false },
	{ "dot_bf16_matrix_vector", KERNELS_BF16, KERNELS_BF16, 1, 1, 4096, 4096, false },
	{ "dot_i8_matrix_vector", KERNELS_I8, KERNELS_I32, 1, 1, 4096, 4096, false },
	{ "dot_f32_embedding", KERNELS_F32, KERNELS_F32, 1, 64, 32000, 256, true },
};

/* ---- convolution */

struct convolution {
	const char *name;
	int64_t size, channels, features, kernel, stride, pad;
	int64_t groups, batch;
	enum kernels_dtype dtype;
	bool channels_first; /* NCHW, OIHW */
};

static void run_convolution(const struct convolution *c, bool panels)
{
	struct operation op = { .panels = panels, .name = "hlo.convolution", .attributes = need(kernels_attributes_create(NULL)) };
	const int64_t out = (c->size + 2 * c->pad - c->kernel) / c->stride + 1, of_group = c->channels / c->groups;
	const int64_t lhs[2][4] = { { c->batch, c->size, c->size, c->channels }, { c->batch, c->channels, c->size, c->size } };
	const int64_t rhs[2][4] = { { c->kernel, c->kernel, of_group, c->features },
		{ c->features, of_group, c->kernel, c->kernel } };
	const int64_t result[2][4] = { { c->batch, out, out, c->features }, { c->batch, c->features, out, out } };
	const int f = c->channels_first;
	op.operands[0] = tensor_of(c->dtype, 4, lhs[f]);
	op.operands[1] = tensor_of(c->dtype, 4, rhs[f]);
	add_type(&op, c->dtype, 4, lhs[f]);
	add_type(&op, c->dtype, 4, rhs[f]);
	op.types[6] += panels ? PANELS : 0;
	add_type(&op, c->dtype, 4, result[f]);
	ints(&op, "window_strides", 2, (int64_t[]){ c->stride, c->stride });
	ints(&op, "padding", 4, (int64_t[]){ c->pad, c->pad, c->pad, c->pad });
	ints(&op, "lhs_dilation", 2, (int64_t[]){ 1, 1 });
	ints(&op, "rhs_dilation", 2, (int64_t[]){ 1, 1 });
	ints(&op, "window_reversal", 2, (int64_t[]){ 0, 0 });
	number(&op, "input_batch_dimension", 0);
	number(&op, "output_batch_dimension", 0);
	number(&op, "input_feature_dimension", f ? 1 : 3);
	number(&op, "output_feature_dimension", f ? 1 : 3);
	number(&op, "kernel_input_feature_dimension", f ? 1 : 2);
	number(&op, "kernel_output_feature_dimension", f ? 0 : 3);
	ints(&op, "input_spatial_dimensions", 2, f ? (int64_t[]){ 2, 3 } : (int64_t[]){ 1, 2 });
	ints(&op, "output_spatial_dimensions", 2, f ? (int64_t[]){ 2, 3 } : (int64_t[]){ 1, 2 });
	ints(&op, "kernel_spatial_dimensions", 2, f ? (int64_t[]){ 2, 3 } : (int64_t[]){ 0, 1 });
	number(&op, "feature_group_count", c->groups);
	number(&op, "batch_group_count", 1);
	finish(&op, c->name, c->dtype, 2.0 * (double)(c->batch * out * out * c->features) * (double)(c->kernel * c->kernel * of_group));
}

/* All layers of ResNet-50 by their numbers of occurrences, then others. */
#define F32 KERNELS_F32
static const struct convolution convolutions[] = {
	{ "conv_resnet_224x3_64_k7s2", 224, 3, 64, 7, 2, 3, 1, 1, F32, false },
	{ "conv_resnet_56x64_64_k1", 56, 64, 64, 1, 1, 0, 1, 1, F32, false },
	{ "conv_resnet_56x64_64_k3 x3", 56, 64, 64, 3, 1, 1, 1, 1, F32, false },
	{ "conv_resnet_56x64_256_k1 x4", 56, 64, 256, 1, 1, 0, 1, 1, F32, false },
	{ "conv_resnet_56x256_64_k1 x2", 56, 256, 64, 1, 1, 0, 1, 1, F32, false },
	{ "conv_resnet_56x256_128_k1s2", 56, 256, 128, 1, 2, 0, 1, 1, F32, false },
	{ "conv_resnet_28x128_128_k3 x4", 28, 128, 128, 3, 1, 1, 1, 1, F32, false },
	{ "conv_resnet_28x128_512_k1 x4", 28, 128, 512, 1, 1, 0, 1, 1, F32, false },
	{ "conv_resnet_56x256_512_k1s2", 56, 256, 512, 1, 2, 0, 1, 1, F32, false },
	{ "conv_resnet_28x512_128_k1 x3", 28, 512, 128, 1, 1, 0, 1, 1, F32, false },
	{ "conv_resnet_28x512_256_k1s2", 28, 512, 256, 1, 2, 0, 1, 1, F32, false },
	{ "conv_resnet_14x256_256_k3 x6", 14, 256, 256, 3, 1, 1, 1, 1, F32, false },
	{ "conv_resnet_14x256_1024_k1 x6", 14, 256, 1024, 1, 1, 0, 1, 1, F32, false },
	{ "conv_resnet_28x512_1024_k1s2", 28, 512, 1024, 1, 2, 0, 1, 1, F32, false },
	{ "conv_resnet_14x1024_256_k1 x5", 14, 1024, 256, 1, 1, 0, 1, 1, F32, false },
	{ "conv_resnet_14x1024_512_k1s2", 14, 1024, 512, 1, 2, 0, 1, 1, F32, false },
	{ "conv_resnet_7x512_512_k3 x3", 7, 512, 512, 3, 1, 1, 1, 1, F32, false },
	{ "conv_resnet_7x512_2048_k1 x3", 7, 512, 2048, 1, 1, 0, 1, 1, F32, false },
	{ "conv_resnet_14x1024_2048_k1s2", 14, 1024, 2048, 1, 2, 0, 1, 1, F32, false },
	{ "conv_resnet_7x2048_512_k1 x2", 7, 2048, 512, 1, 1, 0, 1, 1, F32, false },
	{ "conv_bf16_32x32x32_64_k3", 32, 32, 64, 3, 1, 1, 1, 32, KERNELS_BF16, false },
	{ "conv_nchw_56x64_64_k3", 56, 64, 64, 3, 1, 1, 1, 1, F32, true },
	{ "conv_nchw_28x128_512_k1", 28, 128, 512, 1, 1, 0, 1, 1, F32, true },
	{ "conv_depthwise_56x128_k3", 56, 128, 128, 3, 1, 1, 128, 1, F32, false },
	{ "conv_depthwise_nchw_56x128_k3", 56, 128, 128, 3, 1, 1, 128, 1, F32, true },
};

int main(int count, char **arguments)
{
	open_host(count, arguments, async_allocator_system());
	compares = count > 3 && strcmp(arguments[3], "libraries") == 0;
	if (compares)
		libraries_open();
	peak = measure_peak();
	if (compares)
		printf("| shape | ours | XNNPACK | BLAS | oneDNN | ours / fastest library |\n|---|---|---|---|---|---|\n");
	else
		printf("{\"lib\": \"kernels-hlo\", \"name\": \"peak_f32\", \"gflops\": %.1f}\n", peak);
	for (size_t i = 0; i < sizeof dots / sizeof *dots; i++)
		if (wanted(dots[i].name)) {
			run_dot(&dots[i], false);
			if (!compares && dots[i].batch == 1 && dots[i].rows > 1 && dots[i].columns % PANEL == 0 && dots[i].from != KERNELS_F64)
				run_dot(&dots[i], true);
		}
	for (size_t i = 0; i < sizeof convolutions / sizeof *convolutions; i++)
		if (wanted(convolutions[i].name)) {
			run_convolution(&convolutions[i], false);
			if (!compares && convolutions[i].groups == 1 && !convolutions[i].channels_first)
				run_convolution(&convolutions[i], true);
		}
	if (compares)
		libraries_total();
	close_host();
	return 0;
}
