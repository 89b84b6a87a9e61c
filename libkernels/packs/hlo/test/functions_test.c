/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of f64: errors against long double, where that has more bits; the same bits with all instruction sets; special values of
 * powers and angles, which are those of the C library. */
#include "check.h"
#include "expr/isa.h"
#include "reference.h"
#include <float.h>

enum { MOST = 40000 };

static long double logistic_of(long double x) { return 1 / (1 + expl(-x)); }
static long double rsqrt_of(long double x) { return 1 / sqrtl(x); }

static const struct function {
	enum hlo_opcode opcode;
	long double (*reference)(long double);
	double lowest, highest; /* where half of the numbers are */
	double most;            /* ulp */
} functions[] = { { HLO_OP_exponential, expl, -746, 711, 0.78 }, { HLO_OP_exponential, expl, -1, 1, 0.64 },
	{ HLO_OP_exponential_minus_one, expm1l, -45, 711, 0.78 }, { HLO_OP_exponential_minus_one, expm1l, -1, 1, 0.80 },
	{ HLO_OP_tanh, tanhl, -2, 2, 0.74 }, { HLO_OP_tanh, tanhl, -23, 23, 0.74 }, { HLO_OP_logistic, logistic_of, -746, 40, 0.78 },
	{ HLO_OP_logistic, logistic_of, -4, 4, 0.64 }, { HLO_OP_log, logl, 0.5, 2, 0.66 }, { HLO_OP_log_plus_one, log1pl, -1, 2, 0.68 },
	{ HLO_OP_rsqrt, rsqrt_of, 0, 4, 0.501 }, { HLO_OP_cbrt, cbrtl, -8, 8, 0.501 }, { HLO_OP_sine, sinl, -7, 7, 0.82 },
	{ HLO_OP_sine, sinl, -0x1p30, 0x1p30, 0.82 }, { HLO_OP_cosine, cosl, -7, 7, 0.80 }, { HLO_OP_cosine, cosl, -0x1p30, 0x1p30, 0.80 },
	{ HLO_OP_tan, tanl, -7, 7, 0.97 }, { HLO_OP_tan, tanl, -0x1p30, 0x1p30, 0.97 } };

static const struct pair_function {
	enum hlo_opcode opcode;
	long double (*reference)(long double, long double);
	double (*special)(double, double);
	double most;
} pair_functions[] = { { HLO_OP_power, powl, pow, 0.70 }, { HLO_OP_atan2, atan2l, atan2, 0.68 } };

/* Of units in the last place of an f64; infinite for another special value or sign. */
static double error_of(double x, long double expected)
{
	const double nearest = (double)expected;
	int exponent;
	if (isnan(nearest) || isinf(nearest) || nearest == 0)
		return (isnan(nearest) && isnan(x)) || (x == nearest && !signbit(x) == !signbit(nearest)) ? 0 :
		       isfinite(x) && isfinite(nearest) && fabsl(x - expected) <= 0x1p-1074L     ? 0.5 :
												   INFINITY;
	if (isnan(x) || isinf(x))
		return INFINITY;
	frexpl(expected, &exponent);
	return (double)(fabsl((long double)x - expected) / ldexpl(1, exponent < -1021 ? -1074 : exponent - 53));
}

static double between(double lowest, double highest)
{
	return lowest + (highest - lowest) * (double)(next_random() >> 11) * 0x1p-53;
}

/* Numbers of the range and of all exponents; the neighbours of special values, and of where functions change. */
static size_t fill_numbers(const struct function *f, double *in)
{
	static const double corners[] = { 0, 0x1p-1074, 0x1p-1022, DBL_MAX, 0x1p-54, 0x1p-28, 0.34657359027997264, 0.5, 1, 1.4142135623730951,
		0.70710678118654757, 0.78539816339744828, 1.5707963267948966, 3.1415926535897931, 20, 40, 709.782712893384,
		708.39641853226408, 744.44007192138122, 745.13321910194122, 746, 0x1p30, 0x1p52, 0x1p53, 0x1p60, 1e22, 0x1p900, INFINITY };
	size_t n = 0;
	while (n < MOST / 2)
		in[n++] = between(f->lowest, f->highest);
	for (uint64_t exponent = 0; exponent < 4096; exponent++)
		for (int i = 0; i < 4; i++)
			in[n++] = double_of(exponent << 52 | next_random() >> 12);
	for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
		for (uint64_t step = 0; step < 40; step++) {
			uint64_t bits;
			memcpy(&bits, &corners[i], sizeof bits);
			in[n++] = double_of((bits + step / 2 - 10) ^ step << 63);
		}
	return n;
}

static bool find(const struct hlo_isa *isa, enum hlo_opcode opcode, struct hlo_primitive *out)
{
	static const struct hlo_opcode_detail detail = { .compare_type = HLO_NOTYPE };
	static const enum kernels_dtype operands[] = { KERNELS_F64, KERNELS_F64 };
	return kernels_hlo__primitive_of(isa, opcode, &detail, KERNELS_F64, operands, out);
}

/* Results of the first instruction set that there is, which those of the others equal */
static bool run_all(enum hlo_opcode opcode, const double *const *in, size_t n, double *out)
{
	static double other[MOST];
	const void *inputs[] = { in[0], in[1] };
	bool first = true;
	for (int k = 0; k < HLO_ISAS; k++) {
		struct hlo_primitive p;
		if (!kernels_hlo__isas[k]->supported())
			continue;
		CHECK(find(kernels_hlo__isas[k], opcode, &p));
		p.run(first ? out : other, inputs, n, &p);
		for (size_t i = 0; !first && i < n; i++)
			if (memcmp(&out[i], &other[i], sizeof *out) != 0 && !(isnan(out[i]) && isnan(other[i]))) {
				check_report(__FILE__, __LINE__, "%s: %s of %a: %a, not %a", kernels_hlo__isas[k]->name,
					hlo_step(opcode)->name, in[0][i], other[i], out[i]);
				return false;
			}
		first = false;
	}
	return true;
}

static void errors(void)
{
	static double in[MOST], out[MOST];
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		const struct function *f = &functions[i];
		const size_t n = fill_numbers(f, in);
		double worst = 0, where = 0;
		CHECK_OR_RETURN(run_all(f->opcode, (const double *[]){ in, in }, n, out));
		for (size_t e = 0; e < n && LDBL_MANT_DIG >= 64; e++) {
			const double error = error_of(out[e], f->reference((long double)in[e]));
			where = error > worst ? in[e] : where;
			worst = error > worst ? error : worst;
		}
		if (worst > f->most)
			check_report(__FILE__, __LINE__, "%s: %g ulp at %a", hlo_step(f->opcode)->name, worst, where);
	}
}

static void errors_of_pairs(void)
{
	static double x[MOST], y[MOST], out[MOST];
	for (size_t i = 0; i < sizeof pair_functions / sizeof *pair_functions; i++) {
		const struct pair_function *f = &pair_functions[i];
		const bool power = f->opcode == HLO_OP_power;
		double worst = 0;
		size_t where = 0;
		for (size_t e = 0; e < MOST; e++) {
			const uint64_t bits = next_random();
			x[e] = e % 2 ? between(power ? 0 : -4, power ? 10 : 4) : double_of(power ? bits >> 1 : bits);
			y[e] = e % 2 ? between(power ? -320 : -4, power ? 320 : 4) : ldexp(x[e], (int)(bits % 120) - 60);
			if (power && e % 2 == 0)
				y[e] = ldexp(between(-1, 1), (int)(bits % 40) - 24);
		}
		CHECK_OR_RETURN(run_all(f->opcode, (const double *[]){ x, y }, MOST, out));
		for (size_t e = 0; e < MOST && LDBL_MANT_DIG >= 64; e++) {
			const double error = error_of(out[e], f->reference((long double)x[e], (long double)y[e]));
			where = error > worst ? e : where;
			worst = error > worst ? error : worst;
		}
		if (worst > f->most)
			check_report(__FILE__, __LINE__, "%s: %g ulp at %a, %a", hlo_step(f->opcode)->name, worst, x[where], y[where]);
	}
}

/* Every pair of special values, with each instruction set */
static void special_pairs(void)
{
	static const double special[] = { 0, -0.0, 1, -1, 2, -2, 3, -3, 0.5, -0.5, INFINITY, -INFINITY, NAN, 1e-310, -1e-310, 0x1p-1074, 1e308,
		-1e308, DBL_MAX, -DBL_MAX, 0x1p52, 0x1.0000000000001p52, -0x1.0000000000001p52, 0x1p53, 0x1.8p51, 0x1p51 + 0.5, -0x1p51 - 1,
		1 + DBL_EPSILON, 1 - DBL_EPSILON / 2, 2.5, -2.5, 0x1p900, 0x1p-900 };
	enum { COUNT = sizeof special / sizeof *special };
	static double x[COUNT * COUNT], y[COUNT * COUNT], out[COUNT * COUNT];
	for (int i = 0; i < COUNT * COUNT; i++) {
		x[i] = special[i / COUNT];
		y[i] = special[i % COUNT];
	}
	for (size_t k = 0; k < sizeof pair_functions / sizeof *pair_functions; k++) {
		const struct pair_function *f = &pair_functions[k];
		CHECK_OR_RETURN(run_all(f->opcode, (const double *[]){ x, y }, COUNT * COUNT, out));
		for (int i = 0; i < COUNT * COUNT; i++) {
			const double expected = f->special(x[i], y[i]);
			if (error_of(out[i], (long double)expected) > 1)
				check_report(__FILE__, __LINE__, "%s of %a, %a: %a, expected %a", hlo_step(f->opcode)->name, x[i], y[i],
					out[i], expected);
		}
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(errors), CHECK_CASE(errors_of_pairs), CHECK_CASE(special_pairs) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
