/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hlo.loop_fusion of typical groups, and where simple a loop in C. One line of JSON per group: the least time of a call in
 * microseconds. The time of a call without elements is subtracted.
 *
 * Arguments: number of threads (default 1), the beginning of the names to measure. With one thread times are processor time of the
 * thread, which other programs disturb less. */
#include "operation.h"
#include <malloc.h>

#define LEAST_NS 5e6 /* of a batch of calls */
#define BATCHES 15

/* A loop over dims[0] x dims[1] (x dims[2]) elements; "N" in the texts is the first of them. */
struct group {
	const char *name, *operands, *result, *attributes, *body;
	int64_t dims[3];
	void (*by_hand)(const float *const *in, float *out, const int64_t *dims);
};

static void put_first(const char *text, int64_t first, char *out)
{
	for (; *text; text++) {
		if (*text == 'N')
			out += sprintf(out, "%lld", (long long)first);
		else
			*out++ = *text;
	}
	*out = '\0';
}

/* Microseconds of the group, with a first dimension that may be 0. */
static double fused(const struct group *g, int64_t first)
{
	char operands[200], result[100], attributes[5000];
	put_first(g->operands, first, operands);
	put_first(g->result, first, result);
	put_first(g->attributes, first, attributes);
	snprintf(attributes + strlen(attributes), sizeof attributes - strlen(attributes), ";column_rank=0;body=%s", g->body);
	struct operation op = operation_begin("loop_fusion", operands, result, attributes);
	const double best = operation_time(&op, BATCHES, LEAST_NS);
	operation_end(&op);
	return best / 1000;
}

/* ---- in C */

#if defined(__x86_64__) && defined(__clang__)
#define FAST __attribute__((target_clones("avx512f", "avx2", "default")))
#elif defined(__x86_64__)
#define FAST __attribute__((target_clones("avx512f", "avx2", "default"), optimize("O3")))
#else
#define FAST
#endif

FAST static void bias_relu(const float *const *in, float *out, const int64_t *dims)
{
	for (int64_t r = 0; r < dims[0]; r++)
		for (int64_t i = 0; i < dims[1]; i++) {
			float x = in[0][r * dims[1] + i] + in[1][i];
			out[r * dims[1] + i] = x > 0 ? x : 0;
		}
}

FAST static void scaled_transpose(const float *const *in, float *out, const int64_t *dims)
{
	for (int64_t r = 0; r < dims[0]; r++)
		for (int64_t k = 0; k < dims[1]; k++)
			for (int64_t i = 0; i < dims[2]; i++)
				*out++ = in[0][(k * dims[0] + r) * dims[2] + i] * in[1][0];
}

/* Sums of 32 lanes, as the kernel's. */
FAST static float sum(const float *x, int64_t n)
{
	float lane[32] = { 0 }, total = 0;
	for (int64_t i = 0; i < n; i += 32)
		for (int k = 0; k < 32; k++)
			lane[k] += x[i + k];
	for (int k = 0; k < 32; k++)
		total += lane[k];
	return total;
}

FAST static void layer_norm(const float *const *in, float *out, const int64_t *dims)
{
	const int64_t n = dims[1];
	for (int64_t r = 0; r < dims[0]; r++, out += n) {
		const float *x = in[0] + r * n;
		float mean = sum(x, n) / (float)n;
		for (int64_t i = 0; i < n; i++)
			out[i] = (x[i] - mean) * (x[i] - mean);
		float scale = 1 / sqrtf(sum(out, n) / (float)n + 1e-5f);
		for (int64_t i = 0; i < n; i++)
			out[i] = (x[i] - mean) * scale * in[1][i] + in[2][i];
	}
}

/* e^x for |x| < 80, to a few units in the last place. */
static inline float quick_exp(float x)
{
	float n = x * 1.44269504f + 12582912.0f, r;
	uint32_t bits;
	memcpy(&bits, &n, 4);
	n -= 12582912.0f;
	r = x - n * 0.693147182f;
	float y = 1 + r * (1 + r * (0.5f + r * (0.166666671f + r * (0.0416666679f + r * (0.00833333377f + r * 0.00138888892f)))));
	uint32_t scale = (bits + 127) << 23;
	memcpy(&n, &scale, 4);
	return y * n;
}

FAST static void softmax(const float *const *in, float *out, const int64_t *dims)
{
	const int64_t n = dims[1];
	for (int64_t r = 0; r < dims[0]; r++, out += n) {
		const float *x = in[0] + r * n;
		float lane[32];
		memcpy(lane, x, sizeof lane);
		for (int64_t i = 32; i < n; i += 32)
			for (int k = 0; k < 32; k++)
				lane[k] = x[i + k] > lane[k] ? x[i + k] : lane[k];
		float most = lane[0];
		for (int k = 1; k < 32; k++)
			most = lane[k] > most ? lane[k] : most;
		for (int64_t i = 0; i < n; i++)
			out[i] = quick_exp(x[i] - most);
		float scale = sum(out, n);
		for (int64_t i = 0; i < n; i++)
			out[i] /= scale;
	}
}

static double by_hand(const struct group *g)
{
	static float *memory[4];
	size_t total = 1;
	double best = INFINITY;
	for (int i = 0; i < 3; i++)
		total *= (size_t)g->dims[i];
	for (int i = 0; i < 4; i++) {
		memory[i] = need(aligned_alloc(64, (total * 4 + 63) / 64 * 64));
		for (size_t k = 0; k < total; k++)
			memory[i][k] = (float)(k * 7 % 13) / 8 - 0.7f;
	}
	for (int batch = 0; batch < 100; batch++) {
		const double start = now();
		g->by_hand((const float *const *)memory, memory[3], g->dims);
		best = fmin(best, now() - start);
	}
	for (int i = 0; i < 4; i++)
		free(memory[i]);
	return best / 1000;
}

/* ---- all */

#define SOFTMAX \
	"f32; constant 0xFF800000 f32; reduce.maximum 0 1 f32; subtract 0 2 f32; exponential 3 f32; constant 0x0 f32; " \
	"reduce.add 4 5 f32; divide 4 6 f32; return 7"
#define LAYER_NORM \
	"f32 f32 f32; constant 0x0 f32; constant 0x43800000 f32; constant 0x3727C5AC f32; reduce.add 0 3 f32; divide 6 4 f32; " \
	"subtract 0 7 f32; multiply 8 8 f32; reduce.add 9 3 f32; divide 10 4 f32; add 11 5 f32; rsqrt 12 f32; multiply 8 13 f32; " \
	"multiply 14 1 f32; add 15 2 f32; return 16"
#define GELU \
	"f32; constant 0x3D372713 f32; constant 0x3F4C422A f32; constant 0x3F800000 f32; constant 0x3F000000 f32; multiply 0 0 f32; " \
	"multiply 5 0 f32; multiply 6 1 f32; add 0 7 f32; multiply 8 2 f32; tanh 9 f32; add 10 3 f32; multiply 0 4 f32; multiply 11 12 f32; " \
	"return 13"

#define BIAS_RELU "f32 f32; constant 0x0 f32; add 0 1 f32; maximum 3 2 f32; return 4"
#define ELEMENTS(columns) "dims=[N," columns "];row_rank=0;maps=[0," columns ",1]"
#define ROWS(columns) "dims=[N," columns "];row_rank=1;maps=[0," columns ",1]"

static const struct group groups[] = {
	{ "softmax_1024x128", "f32[N,128]", "f32[N,128]", ROWS("128"), SOFTMAX, { 1024, 128, 1 }, softmax },
	{ "softmax_64x32000", "f32[N,32000]", "f32[N,32000]", ROWS("32000"), SOFTMAX, { 64, 32000, 1 }, softmax },
	{ "softmax_10000x10", "f32[N,10]", "f32[N,10]", ROWS("10"), SOFTMAX, { 10000, 10, 1 }, NULL },
	{ "layer_norm_128x256", "f32[N,256] f32[256] f32[256]", "f32[N,256]",
		"dims=[N,256];row_rank=1;maps=[0,256,1,0,0,1,0,0,1]", LAYER_NORM, { 128, 256, 1 }, layer_norm },
	{ "gelu_128x1024", "f32[N,1024]", "f32[N,1024]", ELEMENTS("1024"), GELU, { 128, 1024, 1 }, NULL },
	{ "bias_relu_128x1024", "f32[N,1024] f32[1024]", "f32[N,1024]", "dims=[N,1024];row_rank=0;maps=[0,1024,1,0,0,1]", BIAS_RELU,
		{ 128, 1024, 1 }, bias_relu },
	{ "bias_relu_3136x64", "f32[N,64] f32[64]", "f32[N,64]", "dims=[N,64];row_rank=0;maps=[0,64,1,0,0,1]", BIAS_RELU,
		{ 3136, 64, 1 }, bias_relu },
	{ "transpose_scale_128x8x32", "f32[8,N,32] f32[]", "f32[N,8,32]", "dims=[N,8,32];row_rank=0;maps=[0,32,4096,1,0,0,0,0]",
		"f32 f32; multiply 0 1 f32; return 2", { 128, 8, 32 }, scaled_transpose },
	{ "row_sum_64x32000", "f32[N,32000]", "f32[N]", ROWS("32000"), "f32; constant 0x0 f32; reduce.add 0 1 f32; return 2",
		{ 64, 32000, 1 }, NULL },
};

static void report(const struct group *g)
{
	const double loop = fused(g, g->dims[0]) - fused(g, 0), hand = g->by_hand ? by_hand(g) : 0;
	printf("{\"lib\": \"kernels-hlo\", \"name\": \"%s\", \"threads\": %u, \"fused_us\": %.2f", g->name, threads, loop);
	if (hand > 0)
		printf(", \"by_hand_us\": %.2f, \"ratio\": %.2f", hand, loop / hand);
	printf("}\n");
	fflush(stdout);
}

/* 30 operations: six times multiply, add, tanh, exponential, compare, select. */
static void pointwise(void)
{
	char body[4000], *at = body + sprintf(body, "f32; constant 0x3F666666 f32; constant 0x3C23D70A f32; constant 0x3F800000 f32");
	unsigned x = 0, next = 4;
	if (!wanted("pointwise"))
		return;
	for (int i = 0; i < 6; i++, next += 6) {
		at += sprintf(at, "; multiply %u 1 f32; add %u 2 f32; tanh %u f32; exponential %u f32; compare.GT.FLOAT %u 3 i1; select %u %u %u f32",
			x, next, next + 1, next + 2, next + 3, next + 4, next + 2, next + 1);
		x = next + 5;
	}
	sprintf(at, "; return %u", x);
	report(&(struct group){ "pointwise_1048576", "f32[N]", "f32[N]", "dims=[N];row_rank=0;maps=[0,1]", body, { 1 << 20, 1, 1 }, NULL });
}

int main(int count, char **arguments)
{
	mallopt(M_MMAP_THRESHOLD, 1 << 30); /* results have the memory of earlier ones */
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
	open_host(count, arguments, async_allocator_system());
	for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
		if (wanted(groups[i].name))
			report(&groups[i]);
	pointwise();
	close_host();
	return 0;
}
