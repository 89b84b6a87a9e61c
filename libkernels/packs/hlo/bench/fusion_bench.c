/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hlo.loop_fusion of typical groups, the sum of the single kernels that compute the same, and where simple a loop in C. One line of
 * JSON per group: the least time of a call in microseconds. Calls are planned each time; the time of a call without elements
 * is subtracted.
 *
 * Arguments: number of threads (default 1), the beginning of the names to measure, anything: without single kernels. With one thread times are processor
 * time of the thread, which other programs disturb less. */
#include "bench_host.h"
#include <malloc.h>
#include <math.h>

#define LEAST_NS 5e6 /* of a batch of calls */
#define BATCHES 15
#define MOST 200

/* ---- calls */

struct call {
	char name[40];
	struct kernels_attributes *attributes;
	struct async_value *operands[8];
	uint32_t operand_count, result_count;
	int64_t types[400];
	uint32_t words;
};

static void add_type(struct call *c, enum kernels_dtype dtype, uint32_t rank, const int64_t *dims)
{
	c->types[c->words++] = dtype;
	c->types[c->words++] = rank;
	for (uint32_t i = 0; i < rank; i++)
		c->types[c->words++] = dims[i];
}

static void add_operand(struct call *c, enum kernels_dtype dtype, uint32_t rank, const int64_t *dims)
{
	struct kernels_shape shape = { .rank = rank };
	struct kernels_tensor tensor;
	for (uint32_t i = 0; i < rank; i++)
		shape.dims[i] = dims[i];
	if (!kernels_tensor_init(&tensor, async_allocator_system(), dtype, &shape))
		need(NULL);
	char *data = kernels_tensor_data(&tensor);
	for (int64_t i = 0; i < kernels_tensor_elements(&tensor); i++)
		if (dtype == KERNELS_F32)
			((float *)(void *)data)[i] = (float)(i * 7 % 13) / 8 - 0.7f;
		else
			data[i] = (char)(i % 2);
	c->operands[c->operand_count++] =
		need(async_value_create_available(async_allocator_system(), kernels_tensor_types()->tensor, &tensor));
	add_type(c, dtype, rank, dims);
}

static void ints(struct call *c, const char *name, uint32_t count, const int64_t *values)
{
	ok(kernels_attributes_array(c->attributes, name, KERNELS_I64, values, count));
}

static void number(struct call *c, const char *name, int64_t value)
{
	ok(kernels_attributes_scalar(c->attributes, name, KERNELS_I64, &value));
}

static void string(struct call *c, const char *name, const char *value)
{
	ok(kernels_attributes_string(c->attributes, name, value, strlen(value)));
}

static void run(const struct call *c)
{
	struct async_value *results[4];
	kernels_invoke(registry, c->name, request, c->operands, c->operand_count, c->attributes, results, c->result_count);
	async_queue_await(host.queue, results, c->result_count);
	for (uint32_t i = 0; i < c->result_count; i++) {
		if (async_value_is_error(results[i])) {
			fprintf(stderr, "%s: %s\n", c->name, async_error_message(async_value_error(results[i])));
			exit(1);
		}
		async_value_release(results[i]);
	}
}

static double measure(struct call *c)
{
	double best = INFINITY;
	long calls = 1;
	ints(c, "types", c->words, c->types);
	run(c);
	for (int batch = 0; batch < BATCHES;) {
		const double start = now();
		for (long i = 0; i < calls; i++)
			run(c);
		const double took = now() - start;
		if (took < LEAST_NS) {
			calls *= 2;
			continue;
		}
		batch++;
		best = fmin(best, took / (double)calls);
	}
	for (uint32_t i = 0; i < c->operand_count; i++)
		async_value_release(c->operands[i]);
	kernels_attributes_release(c->attributes);
	return best / 1000;
}

/* ---- groups */

/* Letters of operands: S scalar, R one element per row, C equal in all rows, F in order, T with the first two dimensions exchanged. */
struct group {
	const char *name, *body, *operands, *results; /* results: R or F */
	uint32_t rank, row_rank;
	int64_t dims[4];
	void (*by_hand)(const float *const *in, float *out, const int64_t *dims);
};

static bool is_row(const struct group *g, uint32_t d) { return d >= g->rank - g->row_rank; }

static uint32_t shape_of(const struct group *g, char letter, const int64_t *dims, int64_t *out)
{
	uint32_t rank = 0;
	for (uint32_t d = 0; d < g->rank; d++)
		if (letter == 'F' || letter == 'T' || (letter == 'R' && !is_row(g, d)) || (letter == 'C' && d + 1 == g->rank))
			out[rank++] = dims[d];
	if (letter == 'T') {
		out[0] = dims[1];
		out[1] = dims[0];
	}
	return rank;
}

static void map_of(const struct group *g, char letter, const int64_t *dims, int64_t *map)
{
	int64_t stride = 1;
	map[0] = 0;
	for (uint32_t d = g->rank; d-- > 0;) {
		bool has = letter == 'F' || letter == 'T' || (letter == 'R' && !is_row(g, d)) || (letter == 'C' && d + 1 == g->rank);
		map[d + 1] = has ? stride : 0;
		stride *= has ? dims[d] : 1;
	}
	if (letter == 'T') {
		map[2] = stride / dims[1];
		map[1] = map[2] / dims[0];
	}
}

/* Of the group, with a first dimension that may be 0. */
static double fused(const struct group *g, int64_t first)
{
	struct call c = { .name = "hlo.loop_fusion", .attributes = need(kernels_attributes_create(NULL)) };
	int64_t dims[4], maps[40], shape[4];
	uint32_t words = 0;
	memcpy(dims, g->dims, sizeof dims);
	dims[0] = first;
	for (const char *letter = g->operands; *letter; letter++) {
		add_operand(&c, KERNELS_F32, shape_of(g, *letter, dims, shape), shape);
		map_of(g, *letter, first ? dims : g->dims, maps + words);
		words += g->rank + 1;
	}
	for (const char *letter = g->results; *letter; letter++, c.result_count++)
		add_type(&c, KERNELS_F32, shape_of(g, *letter, dims, shape), shape);
	ints(&c, "dims", g->rank, dims);
	ints(&c, "maps", words, maps);
	number(&c, "column_rank", 0);
	number(&c, "row_rank", g->row_rank);
	string(&c, "body", g->body);
	return measure(&c);
}

/* ---- the same by single kernels: each step as a kernel, scalars and row values repeated where a step needs it */

struct steps {
	const struct group *g;
	char letters[MOST]; /* of values */
	bool bits[MOST];    /* i1 */
	bool repeated[MOST];
	uint32_t count;
};

static enum kernels_dtype type_of(const struct steps *s, unsigned value) { return s->bits[value] ? KERNELS_I1 : KERNELS_F32; }

static double repeat(struct steps *s, unsigned value, char letter)
{
	const struct group *g = s->g;
	struct call c = { .name = "hlo.broadcast_in_dim", .attributes = need(kernels_attributes_create(NULL)), .result_count = 1 };
	int64_t shape[4], dimensions[4];
	if (s->letters[value] == letter || s->repeated[value])
		return 0;
	s->repeated[value] = true;
	uint32_t rank = shape_of(g, s->letters[value], g->dims, shape);
	for (uint32_t i = 0; i < rank; i++)
		dimensions[i] = s->letters[value] == 'C' ? g->rank - 1 : i;
	if (s->letters[value] == 'T') {
		snprintf(c.name, sizeof c.name, "hlo.transpose");
		ints(&c, "permutation", 3, (int64_t[]){ 1, 0, 2 });
	} else
		ints(&c, "broadcast_dimensions", rank, dimensions);
	add_operand(&c, type_of(s, value), rank, shape);
	add_type(&c, type_of(s, value), shape_of(g, letter, g->dims, shape), shape);
	return measure(&c);
}

static double step(struct steps *s, char *text)
{
	const struct group *g = s->g;
	struct call c = { .attributes = need(kernels_attributes_create(NULL)), .result_count = 1 };
	unsigned values[3], count = 0;
	char name[40], type[10] = "f32", letter = 'S', *at = text;
	int used = 0;
	int64_t shape[4];
	double took = 0;
	sscanf(at, " %39s%n", name, &used);
	at += used;
	while (sscanf(at, " %u%n", &values[count], &used) == 1 && count < 3) {
		letter = s->letters[values[count]] < letter && letter != 'S' ? letter : s->letters[values[count]];
		at += used;
		count++;
	}
	for (unsigned i = 0; i < count; i++) {
		char own = s->letters[values[i]];
		letter = own == 'F' || own == 'T' || own == 'C' ? 'F' : letter == 'F' ? 'F' : own == 'R' ? 'R' : letter;
	}
	sscanf(at, " %9s", type);
	bool reduce = strncmp(name, "reduce.", 7) == 0;
	for (unsigned i = 0; i < count && !reduce; i++)
		took += repeat(s, values[i], letter);
	s->letters[s->count] = reduce ? 'R' : letter;
	s->bits[s->count] = strcmp(type, "i1") == 0;
	if (count == 0 || strncmp(name, "constant", 8) == 0) {
		s->letters[s->count++] = 'S';
		return 0;
	}
	for (unsigned i = 0; i < count; i++)
		add_operand(&c, type_of(s, values[i]), shape_of(g, reduce && i ? 'S' : letter, g->dims, shape), shape);
	if (reduce) {
		char body[100];
		int64_t reduced[4];
		for (uint32_t i = 0; i < g->row_rank; i++)
			reduced[i] = g->rank - g->row_rank + i;
		snprintf(body, sizeof body, "f32 f32; %s 0 1 f32; return 2", name + 7);
		string(&c, "body", body);
		number(&c, "captures", 0);
		ints(&c, "dimensions", g->row_rank, reduced);
		strcpy(name, "reduce");
	}
	if (strncmp(name, "compare.", 8) == 0) {
		string(&c, "comparison_direction", (char[]){ name[8], name[9], '\0' });
		string(&c, "compare_type", "FLOAT");
		name[7] = '\0';
	}
	snprintf(c.name, sizeof c.name, "hlo.%s", name);
	add_type(&c, type_of(s, s->count), shape_of(g, s->letters[s->count], g->dims, shape), shape);
	s->count++;
	return took + measure(&c);
}

static double single(const struct group *g)
{
	struct steps s = { .g = g, .count = (uint32_t)strlen(g->operands) };
	char text[8000], *at = text;
	double took = 0;
	memcpy(s.letters, g->operands, s.count);
	snprintf(text, sizeof text, "%s", strchr(g->body, ';') + 1);
	for (char *end; (end = strchr(at, ';')) != NULL; at = end + 1) {
		*end = '\0';
		took += step(&s, at);
	}
	return took;
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
	for (uint32_t i = 0; i < g->rank; i++)
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

static const struct group groups[] = {
	{ "softmax_1024x128", SOFTMAX, "F", "F", 2, 1, { 1024, 128 }, softmax },
	{ "softmax_64x32000", SOFTMAX, "F", "F", 2, 1, { 64, 32000 }, softmax },
	{ "softmax_10000x10", SOFTMAX, "F", "F", 2, 1, { 10000, 10 }, NULL },
	{ "layer_norm_128x256", LAYER_NORM, "FCC", "F", 2, 1, { 128, 256 }, layer_norm },
	{ "gelu_128x1024", GELU, "F", "F", 2, 0, { 128, 1024 }, NULL },
	{ "bias_relu_128x1024", "f32 f32; constant 0x0 f32; add 0 1 f32; maximum 3 2 f32; return 4", "FC", "F", 2, 0, { 128, 1024 },
		bias_relu },
	{ "bias_relu_3136x64", "f32 f32; constant 0x0 f32; add 0 1 f32; maximum 3 2 f32; return 4", "FC", "F", 2, 0, { 3136, 64 },
		bias_relu },
	{ "transpose_scale_128x8x32", "f32 f32; multiply 0 1 f32; return 2", "TS", "F", 3, 0, { 128, 8, 32 }, scaled_transpose },
	{ "row_sum_64x32000", "f32; constant 0x0 f32; reduce.add 0 1 f32; return 2", "F", "R", 2, 1, { 64, 32000 }, NULL },
};

static void report(const char *name, double fused_us, double single_us, double hand_us)
{
	printf("{\"lib\": \"kernels-hlo\", \"name\": \"%s\", \"threads\": %u, \"fused_us\": %.2f, \"single_us\": %.2f", name, threads,
		fused_us, single_us);
	if (hand_us > 0)
		printf(", \"by_hand_us\": %.2f, \"ratio\": %.2f", hand_us, fused_us / hand_us);
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
	const struct group g = { "pointwise", body, "F", "F", 1, 0, { 1 << 20 }, NULL };
	report("pointwise_1048576", fused(&g, g.dims[0]) - fused(&g, 0), single(&g), 0);
}

int main(int count, char **arguments)
{
	mallopt(M_MMAP_THRESHOLD, 1 << 30); /* results have the memory of earlier ones */
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
	const bool quick = count > 3;
	open_host(count, arguments, async_allocator_system());
	for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
		const struct group *g = &groups[i];
		if (wanted(g->name))
			report(g->name, fused(g, g->dims[0]) - fused(g, 0), quick ? 0 : single(g), g->by_hand ? by_hand(g) : 0);
	}
	pointwise();
	close_host();
	return 0;
}
