/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Nanoseconds per element of primitives on arrays of 1024 elements, which stay in the first cache, per instruction set: "ns". "ns_scalar":
 * with operand 1 repeated; "ns_one": of a call for one element. Functions of f32 and f64 beside the C library: "libm", for f32 also
 * "libm_f64" (of f64, converted), and, where they are installed, libmvec (up to 4 ulp) and SLEEF (1 ulp) with vectors of 512 bits.
 *
 * --costs: prints src/expr/cost_table.h instead, with the next argument as the name of the machine.
 * Arguments: the beginning of the names to measure, the instruction set. Times are processor time, the least of many batches. */
#include "bench.h"
#include "expr/isa.h"
#include <dlfcn.h>
#include <math.h>

enum { ELEMENTS = 1024, BATCHES = 60, CALLS = 20, LARGEST = 16 };
#define LONG_SECONDS 0.02 /* fewer batches of primitives that take longer */

static _Alignas(64) char in[3][ELEMENTS * LARGEST], out[ELEMENTS * LARGEST];
static const char *only = "";

struct work {
	hlo_primitive_fn *run;
	const struct hlo_primitive *primitive;
	const void *in[3];
	size_t n;
	float (*f32)(float);
	double (*f64)(double);
	void *vector;
};

static void run_primitive(const struct work *w) { w->run(out, w->in, w->n, w->primitive); }

static void run_f32(const struct work *w)
{
	for (size_t i = 0; i < w->n; i++)
		((float *)(void *)out)[i] = w->f32(((const float *)(const void *)in[0])[i]);
}

static void run_f64(const struct work *w)
{
	for (size_t i = 0; i < w->n; i++)
		((float *)(void *)out)[i] = (float)w->f64((double)((const float *)(const void *)in[0])[i]);
}

static void run_double(const struct work *w)
{
	for (size_t i = 0; i < w->n; i++)
		((double *)(void *)out)[i] = w->f64(((const double *)(const void *)in[0])[i]);
}

#if HLO_ISA_X86
#include <immintrin.h>
__attribute__((target("avx512f"))) static void run_vector(const struct work *w)
{
	__m512 (*function)(__m512);
	memcpy(&function, &w->vector, sizeof function);
	for (size_t i = 0; i < w->n; i += 16)
		_mm512_storeu_ps((float *)(void *)out + i, function(_mm512_loadu_ps((const float *)(const void *)in[0] + i)));
}
__attribute__((target("avx512f"))) static void run_vector_f64(const struct work *w)
{
	__m512d (*function)(__m512d);
	memcpy(&function, &w->vector, sizeof function);
	for (size_t i = 0; i < w->n; i += 8)
		_mm512_storeu_pd((double *)(void *)out + i, function(_mm512_loadu_pd((const double *)(const void *)in[0] + i)));
}
#endif

static double measure(void (*run)(const struct work *), const struct work *work)
{
	double best = INFINITY, begin = bench_cpu();
	for (int batch = 0; batch < BATCHES && (batch < 3 || bench_cpu() - begin < LONG_SECONDS * 1e9); batch++) {
		const int calls = work->n == 1 ? 500 : CALLS;
		const double start = bench_cpu();
		for (int i = 0; i < calls; i++)
			run(work);
		best = fmin(best, (bench_cpu() - start) / calls / (double)work->n);
	}
	return best;
}

/* ---- peers */

static const struct peer {
	enum hlo_opcode opcode;
	float (*f32)(float);
	double (*f64)(double);
	const char *name; /* in libmvec and SLEEF */
} peers[] = { { HLO_OP_exponential, expf, exp, "exp" }, { HLO_OP_exponential_minus_one, expm1f, expm1, "expm1" },
	{ HLO_OP_log, logf, log, "log" }, { HLO_OP_log_plus_one, log1pf, log1p, "log1p" }, { HLO_OP_tanh, tanhf, tanh, "tanh" },
	{ HLO_OP_sine, sinf, sin, "sin" }, { HLO_OP_cosine, cosf, cos, "cos" }, { HLO_OP_tan, tanf, tan, "tan" },
	{ HLO_OP_cbrt, cbrtf, cbrt, "cbrt" } };

static void print_vector(const char *key, const char *library, bool wide, const char *before, const char *name, const char *after)
{
#if HLO_ISA_X86
	char symbol[64];
	void *handle = dlopen(library, RTLD_NOW);
	snprintf(symbol, sizeof symbol, "%s%s%s", before, name, after);
	struct work work = { .n = ELEMENTS, .vector = handle ? dlsym(handle, symbol) : NULL };
	if (work.vector && __builtin_cpu_supports("avx512f"))
		printf(", \"%s\": %.3f", key, measure(wide ? run_vector_f64 : run_vector, &work));
#else
	(void)key, (void)library, (void)wide, (void)before, (void)name, (void)after;
#endif
}

static void print_peers(enum hlo_opcode opcode, bool wide)
{
	for (size_t i = 0; i < sizeof peers / sizeof *peers; i++) {
		const struct work work = { .n = ELEMENTS, .f32 = peers[i].f32, .f64 = peers[i].f64 };
		if (peers[i].opcode != opcode)
			continue;
		printf(", \"libm\": %.3f", measure(wide ? run_double : run_f32, &work));
		if (!wide)
			printf(", \"libm_f64\": %.3f", measure(run_f64, &work));
		print_vector("libmvec", "libmvec.so.1", wide, wide ? "_ZGVeN8v_" : "_ZGVeN16v_", peers[i].name, wide ? "" : "f");
		print_vector("sleef", "libsleef.so.3", wide, "Sleef_", peers[i].name, wide ? "d8_u10" : "f16_u10");
	}
}

/* ---- primitives */

struct type {
	const char *name;
	enum kernels_dtype dtype;
};
static const struct type types[] = { { "f32", KERNELS_F32 }, { "f64", KERNELS_F64 }, { "bf16", KERNELS_BF16 }, { "f16", KERNELS_F16 },
	{ "i8", KERNELS_I8 }, { "ui8", KERNELS_UI8 }, { "i32", KERNELS_I32 }, { "i64", KERNELS_I64 }, { "i1", KERNELS_I1 } };
enum { TYPES = sizeof types / sizeof *types };

/* Numbers from 1 to 4, in order and evenly spread; i1: a pattern without a short period. */
static void fill(enum kernels_dtype dtype, void *array)
{
	const size_t size = kernels_dtype_size(dtype);
	const void *from = in[2];
	const enum kernels_dtype source = KERNELS_F32;
	struct hlo_primitive p;
	for (int i = 0; i < ELEMENTS; i++)
		((float *)(void *)in[2])[i] = dtype == KERNELS_I1 ? (float)((i * i) % 7 > 3) : 1 + 3 * (float)i / ELEMENTS;
	if (dtype == KERNELS_F32)
		memmove(array, in[2], ELEMENTS * size);
	else if (kernels_hlo__primitive(HLO_OP_convert, &(struct hlo_opcode_detail){ .compare_type = HLO_NOTYPE }, dtype, &source, &p))
		p.run(array, &from, ELEMENTS, &p);
}

static void measure_primitive(
	const struct hlo_isa *isa, enum hlo_opcode opcode, const char *name, enum kernels_dtype result, const enum kernels_dtype *operands)
{
	const struct hlo_opcode_detail detail = { .compare_type = HLO_NOTYPE, .direction = HLO_GT, .exponent_bits = 5, .mantissa_bits = 7 };
	static _Alignas(64) char third[ELEMENTS * LARGEST];
	struct hlo_primitive p;
	if (strncmp(name, only, strlen(only)) != 0 || !kernels_hlo__primitive_of(isa, opcode, &detail, result, operands, &p))
		return;
	if (p.operand_count == 3)
		fill(operands[2], third);
	fill(operands[0], in[0]);
	fill(operands[p.operand_count > 1], in[1]);
	if (p.operand_count == 3)
		memcpy(in[2], third, sizeof third);
	struct work work = { p.run, &p, { in[0], in[1], in[2] }, ELEMENTS, NULL, NULL, NULL };
	printf("{\"lib\": \"kernels-hlo\", \"name\": \"%s\", \"isa\": \"%s\", \"ns\": %.4f", name, isa->name, measure(run_primitive, &work));
	if (p.operand_count > 1 && p.run_scalar[1]) {
		work.run = p.run_scalar[1];
		printf(", \"ns_scalar\": %.4f", measure(run_primitive, &work));
	}
	work.run = p.run;
	work.n = 1;
	printf(", \"ns_one\": %.2f", measure(run_primitive, &work));
	if ((operands[0] == KERNELS_F32 || operands[0] == KERNELS_F64) && isa == kernels_hlo__isa())
		print_peers(opcode, operands[0] == KERNELS_F64);
	printf("}\n");
	fflush(stdout);
}

static void measure_all(const struct hlo_isa *isa)
{
	char name[80];
	for (int opcode = 0; opcode < HLO_OPCODE_COUNT; opcode++)
		for (int t = 0; t < TYPES; t++) {
			const bool select = opcode == HLO_OP_select, to_i1 = opcode == HLO_OP_compare || opcode == HLO_OP_is_finite;
			const enum kernels_dtype dtype = types[t].dtype, operands[] = { select ? KERNELS_I1 : dtype, dtype, dtype };
			if (opcode == HLO_OP_convert)
				continue;
			snprintf(name, sizeof name, "%s_%s", hlo_step((enum hlo_opcode)opcode)->name, types[t].name);
			measure_primitive(isa, (enum hlo_opcode)opcode, name, to_i1 ? KERNELS_I1 : dtype, operands);
		}
	for (int from = 0; from < TYPES; from++)
		for (int to = 0; to < TYPES; to++) {
			snprintf(name, sizeof name, "convert_%s_%s", types[from].name, types[to].name);
			if (from != to)
				measure_primitive(isa, HLO_OP_convert, name, types[to].dtype, &types[from].dtype);
		}
}

/* ---- the table of costs */

static const enum kernels_dtype columns[] = { KERNELS_F32, KERNELS_F64, KERNELS_BF16, KERNELS_F16, KERNELS_F8E4M3FN, KERNELS_I8, KERNELS_I16,
	KERNELS_I32, KERNELS_I64, KERNELS_I1, KERNELS_COMPLEX64, KERNELS_COMPLEX128 };
enum { COLUMNS = sizeof columns / sizeof *columns };

/* Picoseconds per element; 0: there is no such primitive. */
static unsigned picoseconds(enum hlo_opcode opcode, enum kernels_dtype result, const enum kernels_dtype *operands)
{
	const struct hlo_opcode_detail detail = { .compare_type = HLO_NOTYPE, .direction = HLO_GT, .exponent_bits = 5, .mantissa_bits = 7 };
	static _Alignas(64) char operand[3][ELEMENTS * LARGEST];
	struct hlo_primitive p;
	if (!kernels_hlo__primitive(opcode, &detail, result, operands, &p))
		return 0;
	for (uint32_t k = 0; k < p.operand_count; k++)
		fill(operands[k], operand[k]);
	const struct work work = { p.run, &p, { operand[0], operand[1], operand[2] }, ELEMENTS, NULL, NULL, NULL };
	return (unsigned)fmax(1, measure(run_primitive, &work) * 1000);
}

static unsigned cost(enum hlo_opcode opcode, enum kernels_dtype dtype)
{
	const enum kernels_dtype parts = dtype == KERNELS_COMPLEX64 ? KERNELS_F32 : dtype == KERNELS_COMPLEX128 ? KERNELS_F64 : dtype;
	const enum kernels_dtype operands[] = { opcode == HLO_OP_select ? KERNELS_I1 : opcode == HLO_OP_complex ? parts : dtype,
		opcode == HLO_OP_complex ? parts : dtype, dtype };
	const bool to_i1 = opcode == HLO_OP_compare || opcode == HLO_OP_is_finite, to_part = opcode == HLO_OP_real || opcode == HLO_OP_imag;
	const unsigned time = picoseconds(opcode, to_i1 ? KERNELS_I1 : to_part ? parts : dtype, operands);
	return time > 0 || opcode != HLO_OP_abs ? time : picoseconds(opcode, parts, operands);
}

/* Picoseconds for 64 bytes that are read and written, in arrays of this many elements. */
static unsigned line_cost(size_t elements)
{
	const enum kernels_dtype operand = KERNELS_F32;
	struct hlo_primitive p;
	double best = INFINITY;
	float *from = aligned_alloc(64, elements * sizeof *from), *to = aligned_alloc(64, elements * sizeof *to);
	const void *inputs[] = { from };
	if (!from || !to || !kernels_hlo__primitive(HLO_OP_negate, &(struct hlo_opcode_detail){ 0 }, operand, &operand, &p))
		abort();
	memset(from, 0, elements * sizeof *from);
	for (int i = 0; i < 50; i++) {
		const double start = bench_cpu();
		p.run(to, inputs, elements, &p);
		best = fmin(best, bench_cpu() - start);
	}
	free(from);
	free(to);
	return (unsigned)(best * 1000 * 64 / ((double)elements * 2 * sizeof *from));
}

static void print_row(const unsigned *costs)
{
	for (int i = 0; i < COLUMNS; i++)
		printf("%u%s", costs[i], i + 1 < COLUMNS ? ", " : ")");
}

static void print_costs(const char *machine)
{
	unsigned costs[COLUMNS];
	printf("/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */\n/* Generated: hlo_primitives_bench --costs '%s'. The least of three runs.\n"
	       " * Picoseconds per element, by operation and element type: f32, f64, bf16, f16, f8E4M3FN, i8, i16, i32, i64, i1, complex<f32>,\n"
	       " * complex<f64>. 0: there is no such operation. Conversions: from the type of the row. */\n", machine);
	printf("#define HLO_COST_LINE_CACHED %u /* 64 bytes, in arrays of 128 KB */\n", line_cost(32768));
	printf("#define HLO_COST_LINE_MEMORY %u /* in arrays of 32 MB */\n\n#define HLO_COSTS(ROW)", line_cost((size_t)8 << 20));
	for (int opcode = 0; opcode < HLO_OPCODE_COUNT; opcode++) {
		if (opcode == HLO_OP_convert || opcode == HLO_OP_constant)
			continue;
		for (int i = 0; i < COLUMNS; i++)
			costs[i] = cost((enum hlo_opcode)opcode, columns[i]);
		printf(" \\\n\tROW(%s, ", hlo_step((enum hlo_opcode)opcode)->name);
		print_row(costs);
	}
	printf("\n\n#define HLO_CONVERT_COSTS(ROW)");
	for (int from = 0; from < COLUMNS; from++) {
		for (int to = 0; to < COLUMNS; to++)
			costs[to] = picoseconds(HLO_OP_convert, columns[to], &columns[from]);
		printf(" \\\n\tROW(%d, ", from);
		print_row(costs);
	}
	printf("\n");
}

int main(int count, char **arguments)
{
	if (count > 2 && strcmp(arguments[1], "--costs") == 0) {
		print_costs(arguments[2]);
		return 0;
	}
	only = count > 1 ? arguments[1] : "";
	for (int i = 0; i < HLO_ISAS; i++)
		if (kernels_hlo__isas[i]->supported() && (count < 3 || strcmp(kernels_hlo__isas[i]->name, arguments[2]) == 0))
			measure_all(kernels_hlo__isas[i]);
	return 0;
}
