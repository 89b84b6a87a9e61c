/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations of complex numbers: a table of values computed with many digits, and special values. */
#include "check.h"
#include "core/op.h"
#include "expr/primitive.h"
#include <math.h>
#include <string.h>

#include "complex_values.h"
#include "complex_xla.h"

static bool spec = true; /* the functions of the specification, where XLA's differ */

static bool find(enum hlo_opcode opcode, enum kernels_dtype result, enum kernels_dtype operand, struct hlo_primitive *out)
{
	const enum kernels_dtype operands[3] = { operand, operand, operand };
	const struct hlo_opcode_detail detail = { .compare_type = HLO_NOTYPE,
		.spec = spec && hlo_is_complex(operand) && (hlo_step(opcode)->flags & HLO_HAS_SPEC) };
	return kernels_hlo__primitive(opcode, &detail, result, operands, out);
}

/* In units of the last place of `expected`. */
static double distance(double x, double expected, int digits)
{
	if (x == expected)
		return 0;
	return fabs(x - expected) / ldexp(1, expected == 0 ? -1074 : ilogb(expected) - digits + 1);
}

/* Parts within 2 units; a part that is small beside the other one, relative to that. */
static void values(void)
{
	for (size_t i = 0; i < sizeof complex_values / sizeof *complex_values; i++) {
		enum hlo_opcode opcode = complex_values[i].opcode;
		const double *e = complex_values[i].result;
		const void *in[] = { &complex_values[i].operands[0], &complex_values[i].operands[2] };
		double r[2] = { 0, 0 };
		struct hlo_primitive p;
		CHECK_OR_RETURN(find(opcode, opcode == HLO_OP_abs ? KERNELS_F64 : KERNELS_COMPLEX128, KERNELS_COMPLEX128, &p));
		p.run(r, in, 1, &p);
		double size = hypot(e[0], e[1]);
		for (int k = 0; k < 2; k++)
			if (distance(r[k], e[k], 53) > 2 && !(fabs(r[k] - e[k]) <= size * 0x1p-63))
				check_report(__FILE__, __LINE__, "%s(%a + %ai, %a + %ai), part %d: %a, expected %a",
					hlo_step(opcode)->name, complex_values[i].operands[0], complex_values[i].operands[1],
					complex_values[i].operands[2], complex_values[i].operands[3], k, r[k], e[k]);
	}
}

/* The same in complex<f32>: operands rounded to f32, the result computed in f64 by the other type's primitive. */
static void narrow_values(void)
{
	for (size_t i = 0; i < sizeof complex_values / sizeof *complex_values; i++) {
		enum hlo_opcode opcode = complex_values[i].opcode;
		bool magnitude = opcode == HLO_OP_abs;
		float operands[4], r[2];
		double wide[4], e[2];
		for (int k = 0; k < 4; k++) {
			operands[k] = (float)complex_values[i].operands[k];
			wide[k] = (double)operands[k];
		}
		const void *in[] = { &operands[0], &operands[2] }, *wide_in[] = { &wide[0], &wide[2] };
		struct hlo_primitive p;
		CHECK_OR_RETURN(find(opcode, magnitude ? KERNELS_F32 : KERNELS_COMPLEX64, KERNELS_COMPLEX64, &p));
		p.run(r, in, 1, &p);
		CHECK_OR_RETURN(find(opcode, magnitude ? KERNELS_F64 : KERNELS_COMPLEX128, KERNELS_COMPLEX128, &p));
		p.run(e, wide_in, 1, &p);
		for (int k = 0; k < (magnitude ? 1 : 2); k++)
			CHECK(r[k] == (float)e[k] || (isnan(r[k]) && isnan(e[k])));
	}
}

static void run_both(enum hlo_opcode opcode, double a, double b, double c, double d, double *r)
{
	const double operands[4] = { a, b, c, d };
	const void *in[] = { &operands[0], &operands[2] };
	struct hlo_primitive p;
	if (CHECK(find(opcode, KERNELS_COMPLEX128, KERNELS_COMPLEX128, &p)))
		p.run(r, in, 1, &p);
}

static bool same(double x, double expected)
{
	return isnan(expected) ? isnan(x) : x == expected && !signbit(x) == !signbit(expected);
}

static void special_values(void)
{
	static const struct {
		enum hlo_opcode opcode;
		double operands[4], result[2];
	} rows[] = {
		/* both sides of the branch cuts */
		{ HLO_OP_sqrt, { -4, 0.0 }, { 0, 2 } },
		{ HLO_OP_sqrt, { -4, -0.0 }, { 0, -2 } },
		{ HLO_OP_log, { -1, 0.0 }, { 0, 0x1.921fb54442d18p+1 } },
		{ HLO_OP_log, { -1, -0.0 }, { 0, -0x1.921fb54442d18p+1 } },
		{ HLO_OP_log_plus_one, { -2, 0.0 }, { 0, 0x1.921fb54442d18p+1 } },
		{ HLO_OP_log_plus_one, { -2, -0.0 }, { 0, -0x1.921fb54442d18p+1 } },
		{ HLO_OP_log_plus_one, { 1e-300, 0 }, { 1e-300, 0 } },
		{ HLO_OP_log_plus_one, { 0, INFINITY }, { INFINITY, 0x1.921fb54442d18p+0 } },
		{ HLO_OP_exponential, { -INFINITY, 0 }, { 0, 0 } },
		{ HLO_OP_exponential_minus_one, { 1e-300, 0 }, { 1e-300, 0 } },
		{ HLO_OP_exponential_minus_one, { 0, -0.0 }, { 0, -0.0 } },
		{ HLO_OP_tanh, { INFINITY, 1 }, { 1, 0 } },
		{ HLO_OP_sign, { 0, 0 }, { 0, 0 } },
		{ HLO_OP_sign, { NAN, 1 }, { NAN, NAN } },
		{ HLO_OP_sign, { 3e300, 4e300 }, { 0.6, 0.8 } },
		{ HLO_OP_power, { 0, 0, 0, 0 }, { 1, 0 } },
		{ HLO_OP_power, { 0, 0, 2, 1 }, { 0, 0 } },
		{ HLO_OP_divide, { 1e300, 1e300, 1e300, 1e300 }, { 1, 0 } },
		{ HLO_OP_divide, { INFINITY, 0, 2, 0 }, { INFINITY, NAN } },
		{ HLO_OP_divide, { 1, 0, INFINITY, 0 }, { 0, 0 } },
		/* four products, each rounded */
		{ HLO_OP_multiply, { 1, 2, 3, 4 }, { -5, 10 } },
		{ HLO_OP_multiply, { 0x1p600, 0, 0x1p600, 1 }, { INFINITY, 0x1p600 } },
		{ HLO_OP_add, { 1, 2, 3, 4 }, { 4, 6 } },
		{ HLO_OP_subtract, { 1, 2, 3, 5 }, { -2, -3 } },
		/* by the real part, then the imaginary part */
		{ HLO_OP_maximum, { 1, 5, 1, 4 }, { 1, 5 } },
		{ HLO_OP_maximum, { 1, 5, 2, 4 }, { 2, 4 } },
		{ HLO_OP_minimum, { 1, 5, 1, 4 }, { 1, 4 } },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const double *o = rows[i].operands, *e = rows[i].result;
		double r[2];
		run_both(rows[i].opcode, o[0], o[1], o[2], o[3], r);
		if (!same(r[0], e[0]) || !same(r[1], e[1]))
			check_report(__FILE__, __LINE__, "%s(%g + %gi, %g + %gi): %a, %a, expected %a, %a",
				hlo_step(rows[i].opcode)->name, o[0], o[1], o[2], o[3], r[0], r[1], e[0], e[1]);
	}
}

static void parts(void)
{
	const float z[] = { 1, -2, 3, 4 }, a[] = { 1, 3 }, b[] = { -2, 4 };
	const void *in[] = { z }, *pair[] = { a, b };
	float r[4];
	struct hlo_primitive p;
	CHECK_OR_RETURN(find(HLO_OP_real, KERNELS_F32, KERNELS_COMPLEX64, &p));
	p.run(r, in, 2, &p);
	CHECK_BYTES(r, 8, a, 8);
	CHECK_OR_RETURN(find(HLO_OP_imag, KERNELS_F32, KERNELS_COMPLEX64, &p));
	p.run(r, in, 2, &p);
	CHECK_BYTES(r, 8, b, 8);
	CHECK_OR_RETURN(find(HLO_OP_complex, KERNELS_COMPLEX64, KERNELS_F32, &p));
	p.run(r, pair, 2, &p);
	CHECK_BYTES(r, 16, z, 16);
	CHECK_OR_RETURN(find(HLO_OP_imag, KERNELS_F32, KERNELS_F32, &p));
	p.run(r, in, 2, &p);
	CHECK(r[0] == 0 && r[1] == 0);
	CHECK(!find(HLO_OP_complex, KERNELS_COMPLEX64, KERNELS_F64, &p));
}

/* ---- functions of complex<f32> against those of complex<f64>, which are computed with more bits */

static const enum hlo_opcode functions[] = { HLO_OP_cbrt, HLO_OP_cosine, HLO_OP_exponential, HLO_OP_exponential_minus_one, HLO_OP_log,
	HLO_OP_log_plus_one, HLO_OP_logistic, HLO_OP_rsqrt, HLO_OP_sign, HLO_OP_sine, HLO_OP_sqrt, HLO_OP_tan, HLO_OP_tanh, HLO_OP_atan2,
	HLO_OP_divide, HLO_OP_power };
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static uint64_t state = 1;
static uint32_t next_random(void)
{
	state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
	return (uint32_t)(state >> 32);
}

/* Any bits, numbers around 1, and small ones. */
static float random_part(void)
{
	const uint32_t any = next_random(), kind = next_random() % 4;
	float x;
	if (kind == 0) {
		memcpy(&x, &any, sizeof x);
		return x;
	}
	x = (float)(int32_t)any * 0x1p-31f;
	return kind == 1 ? x * 4 : kind == 2 ? x * 100 : ldexpf(x, -(int)(next_random() % 30));
}

/* The f32 nearest to the result of complex<f64>, or one of both if that is close to their middle. */
static bool is_near(float r, double e)
{
	if (isnan(e) || isinf((float)e) || e == 0)
		return same(r, (float)e);
	return fabs((double)r - e) <= (0.5 + 0x1p-12) * ldexp(1, (ilogb(e) < -126 ? -126 : ilogb(e)) - 23);
}

static void compare(enum hlo_opcode opcode, const float *operands)
{
	const double wide[4] = { (double)operands[0], (double)operands[1], (double)operands[2], (double)operands[3] };
	const void *in[] = { operands, operands + 2 };
	double e[2];
	float r[2];
	struct hlo_primitive p;
	CHECK_OR_RETURN(find(opcode, KERNELS_COMPLEX64, KERNELS_COMPLEX64, &p));
	p.run(r, in, 1, &p);
	run_both(opcode, wide[0], wide[1], wide[2], wide[3], e);
	if (!is_near(r[0], e[0]) || !is_near(r[1], e[1]))
		check_report(__FILE__, __LINE__, "%s(%a + %ai, %a + %ai): %a, %a, expected %a, %a", hlo_step(opcode)->name, wide[0],
			wide[1], wide[2], wide[3], (double)r[0], (double)r[1], e[0], e[1]);
}

static void narrow_functions(void)
{
	for (int i = 0; i < 20000 * FUNCTIONS; i++) {
		const float operands[4] = { random_part(), random_part(), random_part(), random_part() };
		compare(functions[i % FUNCTIONS], operands);
	}
}

/* Near the circle |x| = 1, where the logarithm is small, and near poles and zeros. */
static void narrow_cancellation(void)
{
	for (int i = 0; i < 20000 * FUNCTIONS; i++) {
		const double angle = (double)next_random() * 0x1p-32 * 6.2831853071795864769;
		const float x = (float)cos(angle), y = (float)sin(angle), pi = 3.14159265f * (float)(next_random() % 9) / 2;
		const float small = ldexpf((float)next_random(), -32 - (int)(next_random() % 24));
		const float operands[3][4] = { { x, y, y, x }, { x - 1, y, x, -y }, { small, pi + small, x, y } };
		compare(functions[i % FUNCTIONS], operands[i / FUNCTIONS % 3]);
	}
}

static void narrow_special_values(void)
{
	static const float parts[] = { 0, -0.0f, 1, -1, 0.5f, INFINITY, -INFINITY, NAN, 0x1p-149f, -0x1p-130f, 3.4e38f, -3.4e38f, 100 };
	enum { COUNT = sizeof parts / sizeof *parts };
	for (int i = 0; i < COUNT * COUNT * COUNT * COUNT; i++) {
		const float operands[4] = { parts[i % COUNT], parts[i / COUNT % COUNT], parts[i / COUNT / COUNT % COUNT],
			parts[i / COUNT / COUNT / COUNT] };
		for (int f = 0; f < FUNCTIONS; f++)
			if (i < COUNT * COUNT || hlo_step(functions[f])->operands == 2)
				compare(functions[f], operands);
	}
}

/* Finite numbers that are not 0 within 2^-20 of the larger part, others with their signs. */
static bool is_as_xla(double found, double expected, double size)
{
	if (isnan(expected) || isinf(expected) || expected == 0)
		return (isnan(found) && isnan(expected)) || (found == expected && signbit(found) == signbit(expected));
	return fabs(found - expected) <= (isfinite(size) ? size : fabs(expected)) * 0x1p-20;
}

static void one_of_xla(enum hlo_opcode opcode, const uint32_t *bits, float real, float imag)
{
	const bool magnitude = opcode == HLO_OP_abs;
	const double wide[] = { (double)real, (double)imag };
	float narrow[] = { real, imag }, r[2] = { 0, 0 }, e[2];
	double w[2] = { 0, 0 };
	const void *in[] = { narrow }, *wide_in[] = { wide };
	struct hlo_primitive p, q;
	memcpy(e, bits, sizeof e);
	CHECK_OR_RETURN(find(opcode, magnitude ? KERNELS_F32 : KERNELS_COMPLEX64, KERNELS_COMPLEX64, &p) &&
		find(opcode, magnitude ? KERNELS_F64 : KERNELS_COMPLEX128, KERNELS_COMPLEX128, &q));
	p.run(r, in, 1, &p);
	q.run(w, wide_in, 1, &q);
	const double size = magnitude || fabsf(e[0]) > fabsf(e[1]) ? (double)fabsf(e[0]) : (double)fabsf(e[1]);
	for (int k = 0; k < (magnitude ? 1 : 2); k++)
		if (!is_as_xla((double)r[k], (double)e[k], size) || !is_as_xla(w[k], (double)e[k], size))
			check_report(__FILE__, __LINE__, "%s(%g + %gi), part %d: %g and %g, XLA has %g", hlo_step(opcode)->name, wide[0],
				wide[1], k, (double)r[k], w[k], (double)e[k]);
}

/* Functions of infinities, NaNs and zeros; those of the specification differ, except those of rsqrt. */
static void values_of_xla(void)
{
	enum { PARTS = sizeof xla_parts / sizeof *xla_parts };
	spec = false;
	for (size_t f = 0; f < sizeof xla_values / sizeof *xla_values; f++) {
		CHECK((hlo_step(xla_values[f].opcode)->flags & HLO_HAS_SPEC) || xla_values[f].opcode == HLO_OP_rsqrt);
		for (int i = 0; i < PARTS * PARTS; i++)
			one_of_xla(xla_values[f].opcode, xla_values[f].results[i], xla_parts[i / PARTS], xla_parts[i % PARTS]);
	}
	spec = true;
}

/* A letter of complex_xla.h. */
static bool is_what(double part, char letter)
{
	switch (letter) {
	case 'n': return isnan(part);
	case '+': return isinf(part) && part > 0;
	case '-': return isinf(part) && part < 0;
	case '0': return part == 0 && !signbit(part);
	case 'z': return part == 0 && signbit(part);
	case 'p': return isfinite(part) && part > 0;
	case 'm': return isfinite(part) && part < 0;
	default: return isfinite(part);
	}
}

static void pair_of_xla(enum hlo_opcode opcode, const char *letters, const double *wide)
{
	float narrow[4], r[2] = { 0, 0 };
	double w[2] = { 0, 0 };
	const void *in[] = { narrow, narrow + 2 }, *wide_in[] = { wide, wide + 2 };
	struct hlo_primitive p, q;
	for (int k = 0; k < 4; k++)
		narrow[k] = (float)wide[k];
	CHECK_OR_RETURN(find(opcode, KERNELS_COMPLEX64, KERNELS_COMPLEX64, &p) && find(opcode, KERNELS_COMPLEX128, KERNELS_COMPLEX128, &q));
	p.run(r, in, 1, &p);
	q.run(w, wide_in, 1, &q);
	for (int k = 0; k < 2; k++)
		if (!is_what((double)r[k], letters[k]) || !is_what(w[k], letters[k]))
			check_report(__FILE__, __LINE__, "%s(%g + %gi, %g + %gi), part %d: %g and %g, XLA has %c", hlo_step(opcode)->name,
				wide[0], wide[1], wide[2], wide[3], k, (double)r[k], w[k], letters[k]);
}

/* Infinities, NaNs and signs of zeros of functions of two numbers. */
static void pairs_of_xla(void)
{
	enum { PARTS = sizeof xla_parts / sizeof *xla_parts, NUMBERS = PARTS * PARTS };
	spec = false;
	for (size_t f = 0; f < sizeof xla_pairs / sizeof *xla_pairs; f++)
		for (int i = 0; i < NUMBERS * NUMBERS; i++) {
			const int x = i / NUMBERS, y = i % NUMBERS;
			const double operands[] = { (double)xla_parts[x / PARTS], (double)xla_parts[x % PARTS], (double)xla_parts[y / PARTS],
				(double)xla_parts[y % PARTS] };
			pair_of_xla(xla_pairs[f].opcode, &xla_pairs[f].results[x][2 * y], operands);
		}
	spec = true;
}

/* Both element types agree, and other numbers have the same results. */
static void other_values_of_xla(void)
{
	spec = false;
	values();
	narrow_values();
	narrow_functions();
	narrow_cancellation();
	narrow_special_values();
	spec = true;
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(values), CHECK_CASE(narrow_values), CHECK_CASE(special_values),
		CHECK_CASE(parts), CHECK_CASE(narrow_functions), CHECK_CASE(narrow_cancellation), CHECK_CASE(narrow_special_values),
		CHECK_CASE(values_of_xla), CHECK_CASE(pairs_of_xla), CHECK_CASE(other_values_of_xla) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
