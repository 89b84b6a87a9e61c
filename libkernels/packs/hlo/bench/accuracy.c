/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The largest error of each function of f32 over all 2^32 elements, or every STEP-th, against the functions of f64 of the C
 * library; of each function of f64 ("f64 NAME") for 2^32 / STEP elements, half of a range and half of all bits, against
 * long double. Not a test: a function takes one to two minutes, one of f64 with step 16 one to four.
 *
 *	hlo_accuracy [STEP [NAME [ISA]]] */
#include "expr/isa.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double logistic_of(double x) { return 1 / (1 + exp(-x)); }
static double rsqrt_of(double x) { return 1 / sqrt(x); }
/* powers and angles of one special operand */
static double square_root_cubed(double x) { return pow(x, 1.5); }
static double power_of_ten(double x) { return pow(10, x); }
static double angle_above(double x) { return atan2(x, 3); }
static double angle_beside(double x) { return atan2(3, x); }

static const struct function {
	const char *name;
	enum hlo_opcode opcode;
	double (*reference)(double);
	int operand; /* 0, or 1: the other operand is `other` */
	float other;
} functions[] = { { "exponential", HLO_OP_exponential, exp, 0, 0 },
	{ "erf", HLO_OP_erf, erf, 0, 0 }, { "exponential_minus_one", HLO_OP_exponential_minus_one, expm1, 0, 0 }, { "log", HLO_OP_log, log, 0, 0 },
	{ "log_plus_one", HLO_OP_log_plus_one, log1p, 0, 0 }, { "tanh", HLO_OP_tanh, tanh, 0, 0 },
	{ "logistic", HLO_OP_logistic, logistic_of, 0, 0 }, { "rsqrt", HLO_OP_rsqrt, rsqrt_of, 0, 0 },
	{ "sqrt", HLO_OP_sqrt, sqrt, 0, 0 }, { "cbrt", HLO_OP_cbrt, cbrt, 0, 0 }, { "sine", HLO_OP_sine, sin, 0, 0 },
	{ "cosine", HLO_OP_cosine, cos, 0, 0 }, { "tan", HLO_OP_tan, tan, 0, 0 },
	{ "power of x and 1.5", HLO_OP_power, square_root_cubed, 0, 1.5f }, { "power of 10 and x", HLO_OP_power, power_of_ten, 1, 10 },
	{ "atan2 of x and 3", HLO_OP_atan2, angle_above, 0, 3 }, { "atan2 of 3 and x", HLO_OP_atan2, angle_beside, 1, 3 } };

static double error_of(float x, double expected)
{
	const float nearest = (float)expected;
	int exponent;
	if (isnan(expected) || isinf(nearest) || expected == 0)
		return (isnan(expected) && isnan(x)) || (x == nearest && !signbit(x) == !signbit(nearest)) ? 0 : INFINITY;
	frexp(expected, &exponent);
	if (isnan(x) || isinf(x))
		return INFINITY;
	return fabs((double)x - expected) / ldexp(1, exponent < -125 ? -149 : exponent - 24);
}

static void sweep(const struct hlo_isa *isa, const struct function *f, uint64_t step)
{
	enum { BLOCK = 4096 };
	static float in[BLOCK], out[BLOCK];
	const struct hlo_opcode_detail detail = { .compare_type = HLO_NOTYPE };
	const enum kernels_dtype operands[] = { KERNELS_F32, KERNELS_F32 };
	const void *inputs[2] = { &f->other, &f->other };
	struct hlo_primitive p;
	double worst = 0;
	float where = 0;
	uint64_t inexact = 0, total = 0;
	if (!kernels_hlo__primitive_of(isa, f->opcode, &detail, KERNELS_F32, operands, &p))
		abort();
	hlo_primitive_fn *run = p.operand_count == 2 ? p.run_scalar[1 - f->operand] : p.run;
	inputs[f->operand] = in;
	for (uint64_t bits = 0; bits >> 32 == 0;) {
		size_t n = 0;
		for (; n < BLOCK && bits >> 32 == 0; bits += step) {
			const uint32_t low = (uint32_t)bits;
			memcpy(&in[n++], &low, sizeof low);
		}
		run(out, inputs, n, &p);
		for (size_t i = 0; i < n; i++) {
			const double expected = f->reference((double)in[i]), error = error_of(out[i], expected);
			inexact += error > 0.5;
			if (error > worst) {
				worst = error;
				where = in[i];
			}
		}
		total += n;
	}
	printf("{\"isa\": \"%s\", \"function\": \"%s\", \"ulp\": %.5f, \"at\": \"%a\", \"not_nearest\": %.6f}\n", isa->name, f->name, worst,
		(double)where, (double)inexact / (double)total);
	fflush(stdout);
}

/* ---- f64 */

static long double long_logistic(long double x) { return 1 / (1 + expl(-x)); }
static long double long_rsqrt(long double x) { return 1 / sqrtl(x); }

static const struct wide_function {
	const char *name;
	enum hlo_opcode opcode;
	long double (*one)(long double);
	long double (*two)(long double, long double);
	double lowest, highest, lowest_second, highest_second;
} wide_functions[] = { { "f64 exponential", HLO_OP_exponential, expl, NULL, -746, 711, 0, 0 },
	{ "f64 exponential, -1 to 1", HLO_OP_exponential, expl, NULL, -1, 1, 0, 0 },
	{ "f64 exponential_minus_one", HLO_OP_exponential_minus_one, expm1l, NULL, -2, 2, 0, 0 },
	{ "f64 erf", HLO_OP_erf, erfl, NULL, -7, 7, 0, 0 }, { "f64 tanh", HLO_OP_tanh, tanhl, NULL, -3, 3, 0, 0 },
	{ "f64 logistic", HLO_OP_logistic, long_logistic, NULL, -746, 40, 0, 0 },
	{ "f64 log", HLO_OP_log, logl, NULL, 0.5, 2, 0, 0 }, { "f64 log_plus_one", HLO_OP_log_plus_one, log1pl, NULL, -1, 2, 0, 0 },
	{ "f64 rsqrt", HLO_OP_rsqrt, long_rsqrt, NULL, 1, 4, 0, 0 }, { "f64 cbrt", HLO_OP_cbrt, cbrtl, NULL, 1, 8, 0, 0 },
	{ "f64 sine", HLO_OP_sine, sinl, NULL, -0x1p30, 0x1p30, 0, 0 }, { "f64 cosine", HLO_OP_cosine, cosl, NULL, -0x1p30, 0x1p30, 0, 0 },
	{ "f64 tan", HLO_OP_tan, tanl, NULL, -0x1p30, 0x1p30, 0, 0 }, { "f64 power", HLO_OP_power, NULL, powl, 0, 10, -320, 320 },
	{ "f64 atan2", HLO_OP_atan2, NULL, atan2l, -4, 4, -4, 4 } };

static uint64_t random_bits(void)
{
	static uint64_t state = 88172645463325252u;
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

static double random_number(bool any, double lowest, double highest)
{
	const uint64_t bits = random_bits();
	double x;
	memcpy(&x, &bits, sizeof x);
	return any ? x : lowest + (highest - lowest) * (double)(bits >> 11) * 0x1p-53;
}

static double wide_error_of(double x, long double expected)
{
	const double nearest = (double)expected;
	int exponent;
	if (isnan(expected) || isinf(nearest) || expected == 0)
		return (isnan(expected) && isnan(x)) || (x == nearest && !signbit(x) == !signbit(nearest)) ? 0 : INFINITY;
	frexpl(expected, &exponent);
	if (isnan(x) || isinf(x))
		return INFINITY;
	return (double)(fabsl((long double)x - expected) / ldexpl(1, exponent < -1021 ? -1074 : exponent - 53));
}

static void sample(const struct hlo_isa *isa, const struct wide_function *f, uint64_t total)
{
	enum { BLOCK = 4096 };
	static double x[BLOCK], y[BLOCK], out[BLOCK];
	const struct hlo_opcode_detail detail = { .compare_type = HLO_NOTYPE };
	const enum kernels_dtype operands[] = { KERNELS_F64, KERNELS_F64 };
	const void *inputs[2] = { x, y };
	struct hlo_primitive p;
	double worst = 0, where = 0, second = 0;
	uint64_t inexact = 0;
	if (!kernels_hlo__primitive_of(isa, f->opcode, &detail, KERNELS_F64, operands, &p))
		abort();
	for (uint64_t done = 0; done < total; done += BLOCK) {
		for (size_t i = 0; i < BLOCK; i++) {
			x[i] = random_number(i % 2, f->lowest, f->highest);
			y[i] = random_number(i % 2, f->lowest_second, f->highest_second);
		}
		p.run(out, inputs, BLOCK, &p);
		for (size_t i = 0; i < BLOCK; i++) {
			const double error = wide_error_of(out[i], f->one ? f->one((long double)x[i]) : f->two((long double)x[i], (long double)y[i]));
			inexact += error > 0.5;
			if (error > worst) {
				worst = error;
				where = x[i];
				second = y[i];
			}
		}
	}
	printf("{\"isa\": \"%s\", \"function\": \"%s\", \"ulp\": %.4f, \"at\": \"%a\", \"and\": \"%a\", \"not_nearest\": %.4f}\n", isa->name,
		f->name, worst, where, second, (double)inexact / (double)total);
	fflush(stdout);
}

int main(int count, char **arguments)
{
	const uint64_t step = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
	const struct hlo_isa *isa = kernels_hlo__isa();
	for (int i = 0; count > 3 && i < HLO_ISAS; i++)
		if (strcmp(kernels_hlo__isas[i]->name, arguments[3]) == 0 && kernels_hlo__isas[i]->supported())
			isa = kernels_hlo__isas[i];
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (count < 3 || strncmp(functions[i].name, arguments[2], strlen(arguments[2])) == 0)
			sweep(isa, &functions[i], step > 0 ? step : 1);
	for (size_t i = 0; i < sizeof wide_functions / sizeof *wide_functions; i++)
		if (count < 3 || strncmp(wide_functions[i].name, arguments[2], strlen(arguments[2])) == 0)
			sample(isa, &wide_functions[i], (UINT64_C(1) << 32) / (step > 0 ? step : 1));
	return 0;
}
