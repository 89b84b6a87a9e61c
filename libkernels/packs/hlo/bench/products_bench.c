/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* dot_general and convolution of typical shapes, each as an op that is prepared once and called many times. One line of
 * JSON per shape: the least time of a call, billions of operations per second, and their share of what this processor
 * can do. "panels": the right operand is in panels (src/products/panels.h), as constants of models are.
 *
 * Arguments: number of threads (default 1), then the beginning of the names to measure. With one thread times are processor
 * time of the thread, which other programs disturb less. The third argument "libraries" writes a table of the built-in code and all
 * libraries of this build (kernels/math.h) instead, from batches that alternate. */
#include "operation.h"
#include "libraries.h"

#define LEAST_NS 2e7   /* of a batch of calls */
#define BATCHES 7
enum { PANEL = 32 }; /* columns: hlo/products.h */
enum { FAR = 1 << 24 }; /* bytes, outside of the caches of a processor */

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

/* ---- the speed of memory */

/* Nanoseconds of a sum of as many bytes, eight vectors at a time. */
typedef uint64_t read_vector __attribute__((vector_size(64), may_alias));
static double measure_read(size_t bytes)
{
	const size_t count = bytes / sizeof(read_vector) / 8 * 8;
	read_vector *data = need(aligned_alloc(64, count * sizeof *data)), sums[8] = { { 0 } };
	double best = INFINITY;
	memset(data, 1, count * sizeof *data);
	for (int round = 0; round < 15; round++) {
		const double start = now();
		for (size_t i = 0; i < count; i += 8)
			for (size_t k = 0; k < 8; k++)
				sums[k] ^= data[i + k];
		best = fmin(best, now() - start);
		__asm__ volatile("" : : "m"(sums) : "memory"); /* they are used */
	}
	free(data);
	return best;
}

/* ---- measuring */

struct product {
	const char *name;
	enum kernels_dtype dtype;
	double operations;
	bool panels; /* the right operand */
	size_t read; /* bytes of a matrix that a row is multiplied by; 0: other products */
};

static void measure(const struct operation *op, const struct product *p)
{
	const double best = operation_time(op, BATCHES, LEAST_NS);
	printf("{\"lib\": \"kernels-hlo\", \"name\": \"%s\", \"weights\": \"%s\", \"threads\": %u, \"ms\": %.4f, \"gflops\": %.1f",
		p->name, p->panels ? "panels" : "rows", threads, best / 1e6, p->operations / best);
	if (peak > 0)
		printf(", \"of_peak\": %.3f", p->operations / best / (peak * lanes_of(p->dtype) * threads));
	if (p->read >= FAR && threads == 1)
		printf(", \"of_read\": %.3f", measure_read(p->read) / best);
	printf("}\n");
	fflush(stdout);
}

static bool compares; /* libraries */

/* Measures the op with each library in turn, so that disturbances meet all of them. */
static void compare(const struct operation *op, const struct product *p)
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
	libraries_row(p->name, best, p->operations);
}

static void run(
	const struct product *p, const char *kernel, const char *operands, const char *result, const char *attributes)
{
	struct operation op = operation_begin(kernel, operands, result, attributes);
	if (compares)
		compare(&op, p);
	else
		measure(&op, p);
	operation_end(&op);
}

/* ---- dot_general */

struct dot {
	const char *name;
	enum kernels_dtype from, to;
	int batch, rows, columns, depth;
	bool transposed; /* rhs is [batch, columns, depth] */
};

static void run_dot(const struct dot *d, bool panels)
{
	const struct product p = {
		d->name, d->from, 2.0 * (double)(d->batch * d->rows) * (double)(d->columns * d->depth), panels,
		d->rows == 1 ? (size_t)(d->batch * d->columns * d->depth) * kernels_dtype_size(d->from) : 0 };
	const char *from = kernels_dtype_name(d->from);
	char operands[200], result[100], attributes[500];
	snprintf(operands, sizeof operands, "%s[%d,%d,%d] %s[%d,%d,%d]%s", from, d->batch, d->rows, d->depth, from, d->batch,
		d->transposed ? d->columns : d->depth, d->transposed ? d->depth : d->columns, panels ? "p" : "");
	snprintf(result, sizeof result, "%s[%d,%d,%d]", kernels_dtype_name(d->to), d->batch, d->rows, d->columns);
	snprintf(attributes, sizeof attributes,
		"lhs_batching_dimensions=[0];rhs_batching_dimensions=[0];lhs_contracting_dimensions=[2];"
		"rhs_contracting_dimensions=[%d];accumulation_type=;lhs_precision_type=;rhs_precision_type=;lhs_component_count=1;"
		"rhs_component_count=1;num_primitive_operations=1;allow_imprecise_accumulation=false", d->transposed ? 2 : 1);
	run(&p, "dot_general", operands, result, attributes);
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
	{ "dot_f32_vit_qkv", KERNELS_F32, KERNELS_F32, 1, 197, 2304, 768, false },
	{ "dot_f32_vit_mlp", KERNELS_F32, KERNELS_F32, 1, 197, 3072, 768, false },
	{ "dot_f32_vit_mlp_2", KERNELS_F32, KERNELS_F32, 1, 197, 768, 3072, false },
	{ "dot_f32_train_1", KERNELS_F32, KERNELS_F32, 1, 256, 512, 784, false },
	{ "dot_f32_train_weights", KERNELS_F32, KERNELS_F32, 1, 784, 512, 256, false },
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
	{ "dot_f16_matrix_vector", KERNELS_F16, KERNELS_F16, 1, 1, 4096, 4096, false },
	{ "dot_i8_matrix_vector", KERNELS_I8, KERNELS_I32, 1, 1, 4096, 4096, false },
	{ "dot_f32_embedding", KERNELS_F32, KERNELS_F32, 1, 64, 32000, 256, true },
};

/* ---- convolution */

#define CHANNELS_FIRST \
	"input_feature_dimension=1;output_feature_dimension=1;kernel_input_feature_dimension=1;kernel_output_feature_dimension=0;" \
	"input_spatial_dimensions=[2,3];output_spatial_dimensions=[2,3];kernel_spatial_dimensions=[2,3]"
#define CHANNELS_LAST \
	"input_feature_dimension=3;output_feature_dimension=3;kernel_input_feature_dimension=2;kernel_output_feature_dimension=3;" \
	"input_spatial_dimensions=[1,2];output_spatial_dimensions=[1,2];kernel_spatial_dimensions=[0,1]"

struct convolution {
	const char *name;
	int size, channels, features, kernel, stride, pad;
	int groups, batch;
	enum kernels_dtype dtype;
	bool channels_first; /* NCHW, OIHW */
};

static void run_convolution(const struct convolution *c, bool panels)
{
	const int out = (c->size + 2 * c->pad - c->kernel) / c->stride + 1, of_group = c->channels / c->groups;
	const struct product p = { c->name, c->dtype,
		2.0 * (double)(c->batch * out * out) * c->features * (double)(c->kernel * c->kernel * of_group), panels, 0 };
	const char *type = kernels_dtype_name(c->dtype);
	const bool f = c->channels_first;
	char operands[200], result[100], attributes[800];
	if (f) {
		snprintf(operands, sizeof operands, "%s[%d,%d,%d,%d] %s[%d,%d,%d,%d]", type, c->batch, c->channels, c->size, c->size, type,
			c->features, of_group, c->kernel, c->kernel);
		snprintf(result, sizeof result, "%s[%d,%d,%d,%d]", type, c->batch, c->features, out, out);
	} else {
		snprintf(operands, sizeof operands, "%s[%d,%d,%d,%d] %s[%d,%d,%d,%d]%s", type, c->batch, c->size, c->size, c->channels,
			type, c->kernel, c->kernel, of_group, c->features, panels ? "p" : "");
		snprintf(result, sizeof result, "%s[%d,%d,%d,%d]", type, c->batch, out, out, c->features);
	}
	snprintf(attributes, sizeof attributes,
		"window_strides=[%d,%d];padding=[%d,%d,%d,%d];lhs_dilation=[1,1];rhs_dilation=[1,1];window_reversal=[0,0];"
		"input_batch_dimension=0;output_batch_dimension=0;feature_group_count=%d;batch_group_count=1;%s",
		c->stride, c->stride, c->pad, c->pad, c->pad, c->pad, c->groups, f ? CHANNELS_FIRST : CHANNELS_LAST);
	run(&p, "convolution", operands, result, attributes);
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
