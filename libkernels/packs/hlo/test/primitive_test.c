/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The values of element-wise operations of integers and floats: all elements, or all pairs, of types of up to 8 bits, all
 * elements of f16 and bf16, and corners and random numbers of the wider ones. */
#include "check.h"
#include "core/op.h"
#include "expr/dtypes.h"
#include "expr/primitive.h"
#include "reference.h"

static bool find(enum hlo_opcode opcode, enum kernels_dtype result, enum kernels_dtype operand, struct hlo_primitive *out)
{
	const enum kernels_dtype operands[3] = { operand, operand, operand };
	const struct hlo_opcode_detail detail = { .compare_type = HLO_NOTYPE };
	return kernels_hlo__primitive(opcode, &detail, result, operands, out);
}

/* ---- integers */

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

struct integer_type {
	enum kernels_dtype dtype;
	unsigned bits;
	bool is_signed;
};

static const struct integer_type integer_types[] = { { KERNELS_I2, 2, true }, { KERNELS_I4, 4, true },
	{ KERNELS_I8, 8, true }, { KERNELS_I16, 16, true }, { KERNELS_I32, 32, true }, { KERNELS_I64, 64, true },
	{ KERNELS_UI2, 2, false }, { KERNELS_UI4, 4, false }, { KERNELS_UI8, 8, false }, { KERNELS_UI16, 16, false },
	{ KERNELS_UI32, 32, false }, { KERNELS_UI64, 64, false } };

/* The number that x is modulo 2^bits. */
static wide wrapped(const struct integer_type *t, wide x)
{
	wide span = (wide)1 << t->bits;
	x %= span;
	if (x < 0)
		x += span;
	return t->is_signed && x >= span / 2 ? x - span : x;
}

/* Modulo 2^128, which 2^bits divides. */
static wide product(const struct integer_type *t, wide a, wide b)
{
	return wrapped(t, (wide)((unsigned_wide)a * (unsigned_wide)b));
}

static wide as_unsigned(const struct integer_type *t, wide x) { return x < 0 ? x + ((wide)1 << t->bits) : x; }

static wide power_of(const struct integer_type *t, wide a, wide b)
{
	if (b < 0)
		return a == 1 ? 1 : a == -1 ? (b % 2 ? -1 : 1) : 0;
	wide result = 1;
	if (b > 300) { /* powers of a modulo 2^bits: by squares, as 128 bits would not hold more */
		wide half = power_of(t, a, b / 2);
		result = product(t, half, half);
		return b % 2 ? product(t, result, a) : result;
	}
	for (; b > 0; b--)
		result = product(t, result, a);
	return result;
}

static int count_bits(wide x)
{
	int count = 0;
	for (; x > 0; x /= 2)
		count += x % 2 != 0;
	return count;
}

static int length(wide x)
{
	int count = 0;
	for (; x > 0; x /= 2)
		count++;
	return count;
}

/* What the operation gives; a second operand is ignored by those with one. */
static wide integer_result(const struct integer_type *t, enum hlo_opcode opcode, wide a, wide b)
{
	wide count = as_unsigned(t, b), bits = as_unsigned(t, a), negative_one = t->is_signed ? -1 : ((wide)1 << t->bits) - 1;
	bool over = count >= (wide)t->bits;
	switch (opcode) {
	case HLO_OP_abs: return wrapped(t, a < 0 ? -a : a);
	case HLO_OP_add: return wrapped(t, a + b);
	case HLO_OP_subtract: return wrapped(t, a - b);
	case HLO_OP_multiply: return product(t, a, b);
	case HLO_OP_divide: return b == 0 ? negative_one : wrapped(t, a / b);
	case HLO_OP_remainder: return b == 0 ? a : a % b;
	case HLO_OP_maximum: return a > b ? a : b;
	case HLO_OP_minimum: return a < b ? a : b;
	case HLO_OP_negate: return wrapped(t, -a);
	case HLO_OP_not: return wrapped(t, -a - 1);
	case HLO_OP_sign: return a < 0 ? -1 : a > 0;
	case HLO_OP_popcnt: return wrapped(t, count_bits(bits));
	case HLO_OP_count_leading_zeros: return wrapped(t, (wide)t->bits - length(bits));
	case HLO_OP_power: return power_of(t, a, b);
	case HLO_OP_shift_left: return over ? 0 : product(t, a, (wide)1 << count);
	case HLO_OP_shift_right_logical: return over ? 0 : wrapped(t, bits / ((wide)1 << count));
	case HLO_OP_shift_right_arithmetic: {
		bool negative = bits >= (wide)1 << (t->bits - 1);
		wide filled = negative ? bits - ((wide)1 << t->bits) : bits;
		wide divisor = (wide)1 << (over ? t->bits - 1 : (unsigned)count);
		return wrapped(t, filled < 0 ? -((-filled + divisor - 1) / divisor) : filled / divisor);
	}
	default: {
		wide result = 0; /* and, or, xor by their tables, bit by bit */
		for (unsigned i = 0; i < t->bits; i++) {
			bool x = bits / ((wide)1 << i) % 2, y = count / ((wide)1 << i) % 2;
			bool bit = opcode == HLO_OP_and ? x && y : opcode == HLO_OP_or ? x || y : x != y;
			result += bit ? (wide)1 << i : 0;
		}
		return wrapped(t, result);
	}
	}
}

static const enum hlo_opcode integer_operations[] = { HLO_OP_abs, HLO_OP_add, HLO_OP_subtract, HLO_OP_multiply, HLO_OP_divide,
	HLO_OP_remainder, HLO_OP_maximum, HLO_OP_minimum, HLO_OP_negate, HLO_OP_not, HLO_OP_sign, HLO_OP_popcnt,
	HLO_OP_count_leading_zeros, HLO_OP_power, HLO_OP_shift_left, HLO_OP_shift_right_logical,
	HLO_OP_shift_right_arithmetic, HLO_OP_and, HLO_OP_or, HLO_OP_xor };

static wide least(const struct integer_type *t) { return t->is_signed ? -((wide)1 << (t->bits - 1)) : 0; }
static wide largest(const struct integer_type *t) { return least(t) + ((wide)1 << t->bits) - 1; }

static wide load(const struct integer_type *t, const void *array, size_t i)
{
	int64_t x = 0;
	size_t size = kernels_dtype_size(t->dtype);
	memcpy(&x, (const char *)array + i * size, size);
	wide value = (wide)(uint64_t)x;
	return t->is_signed && value >= (wide)1 << (8 * size - 1) ? value - ((wide)1 << 8 * size) : value;
}

static void store(const struct integer_type *t, void *array, size_t i, wide value)
{
	uint64_t x = (uint64_t)value;
	memcpy((char *)array + i * kernels_dtype_size(t->dtype), &x, kernels_dtype_size(t->dtype));
}

/* All pairs if the type has up to 8 bits; else corners and random numbers. */
static size_t fill_pairs(const struct integer_type *t, void *a, void *b)
{
	size_t n = 0;
	if (t->bits <= 8) {
		for (wide x = least(t); x <= largest(t); x++)
			for (wide y = least(t); y <= largest(t); y++, n++) {
				store(t, a, n, x);
				store(t, b, n, y);
			}
		return n;
	}
	wide corners[40];
	size_t count = 0;
	for (int i = 0; i < 4; i++) {
		corners[count++] = least(t) + i;
		corners[count++] = largest(t) - i;
		corners[count++] = (largest(t) + least(t)) / 2 + i - 1;
		corners[count++] = i;
		corners[count++] = (wide)t->bits + i - 2;
	}
	for (; n < 4000; n++) {
		bool random = n % 3 == 0;
		store(t, a, n, random ? wrapped(t, (wide)next_random() >> next_random() % t->bits) : wrapped(t, corners[next_random() % count]));
		store(t, b, n, random && n % 2 ? wrapped(t, (wide)next_random()) : wrapped(t, corners[next_random() % count]));
	}
	return n;
}

static void integers(void)
{
	static uint64_t a[65536], b[65536], r[65536];
	for (size_t k = 0; k < sizeof integer_types / sizeof *integer_types; k++) {
		const struct integer_type *t = &integer_types[k];
		size_t n = fill_pairs(t, a, b);
		for (size_t o = 0; o < sizeof integer_operations / sizeof *integer_operations; o++) {
			enum hlo_opcode opcode = integer_operations[o];
			const void *in[] = { a, b };
			struct hlo_primitive p;
			if ((opcode == HLO_OP_abs || opcode == HLO_OP_sign) && !t->is_signed) {
				CHECK(!find(opcode, t->dtype, t->dtype, &p));
				continue;
			}
			CHECK_OR_RETURN(find(opcode, t->dtype, t->dtype, &p));
			p.run(r, in, n, &p);
			size_t wrong = n;
			for (size_t i = n; i-- > 0;)
				if (load(t, r, i) != integer_result(t, opcode, load(t, a, i), load(t, b, i)))
					wrong = i;
			if (wrong < n)
				check_report(__FILE__, __LINE__, "%s of %s: %lld, %lld gives %lld, expected %lld",
					hlo_step(opcode)->name, kernels_dtype_name(t->dtype), (long long)load(t, a, wrong),
					(long long)load(t, b, wrong), (long long)load(t, r, wrong),
					(long long)integer_result(t, opcode, load(t, a, wrong), load(t, b, wrong)));
		}
	}
}

static void integers_in_order(void)
{
	static uint64_t a[65536], b[65536];
	static uint8_t r[65536];
	for (size_t k = 0; k < sizeof integer_types / sizeof *integer_types; k++) {
		const struct integer_type *t = &integer_types[k];
		size_t n = fill_pairs(t, a, b), wrong = 0;
		for (int direction = 0; direction < 6; direction++) {
			const enum kernels_dtype operands[] = { t->dtype, t->dtype };
			struct hlo_opcode_detail detail = { .direction = (enum hlo_direction)direction,
				.compare_type = t->is_signed ? HLO_SIGNED_TYPE : HLO_UNSIGNED_TYPE };
			const void *in[] = { a, b };
			struct hlo_primitive p;
			CHECK_OR_RETURN(kernels_hlo__primitive(HLO_OP_compare, &detail, KERNELS_I1, operands, &p));
			p.run(r, in, n, &p);
			for (size_t i = 0; i < n; i++) {
				wide x = load(t, a, i), y = load(t, b, i);
				const bool expected[] = { x == y, x != y, x < y, x <= y, x > y, x >= y };
				wrong += r[i] != expected[direction];
			}
			detail.compare_type = t->is_signed ? HLO_UNSIGNED_TYPE : HLO_SIGNED_TYPE;
			CHECK(!kernels_hlo__primitive(HLO_OP_compare, &detail, KERNELS_I1, operands, &p));
		}
		CHECK_INT(wrong, 0);
	}
}

static void bools(void)
{
	static const struct {
		enum hlo_opcode opcode;
		uint8_t expected[4]; /* of 00, 01, 10, 11 */
	} rows[] = { { HLO_OP_add, { 0, 1, 1, 1 } }, { HLO_OP_multiply, { 0, 0, 0, 1 } }, { HLO_OP_maximum, { 0, 1, 1, 1 } },
		{ HLO_OP_minimum, { 0, 0, 0, 1 } }, { HLO_OP_and, { 0, 0, 0, 1 } }, { HLO_OP_or, { 0, 1, 1, 1 } },
		{ HLO_OP_xor, { 0, 1, 1, 0 } }, { HLO_OP_not, { 1, 1, 0, 0 } } };
	static const uint8_t a[] = { 0, 0, 1, 1 }, b[] = { 0, 1, 0, 1 };
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct hlo_primitive p;
		uint8_t r[4];
		const void *in[] = { a, b };
		CHECK_OR_RETURN(find(rows[i].opcode, KERNELS_I1, KERNELS_I1, &p));
		p.run(r, in, 4, &p);
		CHECK_BYTES(r, 4, rows[i].expected, 4);
	}
}

/* ---- floats */

static long double maximum_of(long double a, long double b)
{
	return isnan(a) || isnan(b) ? NAN : a == b ? (signbit(a) ? b : a) : a > b ? a : b;
}

static long double minimum_of(long double a, long double b)
{
	return isnan(a) || isnan(b) ? NAN : a == b ? (signbit(a) ? a : b) : a < b ? a : b;
}

static long double even_of(long double x)
{
	long double low = floorl(x), part = x - low;
	long double result = isinf(x) || isnan(x) || part == 0 ? x : part > 0.5L || (part == 0.5L && fmodl(low, 2) != 0) ? low + 1 : low;
	return copysignl(result, x);
}

static long double float_result(enum hlo_opcode opcode, long double a, long double b)
{
	switch (opcode) {
	case HLO_OP_abs: return signbit(a) ? -a : a;
	case HLO_OP_add: return a + b;
	case HLO_OP_atan2: return atan2l(a, b);
	case HLO_OP_cbrt: return cbrtl(a);
	case HLO_OP_ceil: return ceill(a);
	case HLO_OP_cosine: return cosl(a);
	case HLO_OP_divide: return a / b;
	case HLO_OP_erf: return erfl(a);
	case HLO_OP_exponential: return expl(a);
	case HLO_OP_exponential_minus_one: return expm1l(a);
	case HLO_OP_floor: return floorl(a);
	case HLO_OP_log: return logl(a);
	case HLO_OP_log_plus_one: return log1pl(a);
	case HLO_OP_logistic: return 1 / (1 + expl(-a));
	case HLO_OP_maximum: return maximum_of(a, b);
	case HLO_OP_minimum: return minimum_of(a, b);
	case HLO_OP_multiply: return a * b;
	case HLO_OP_negate: return -a;
	case HLO_OP_power: return powl(a, b);
	case HLO_OP_remainder: return fmodl(a, b);
	case HLO_OP_round_nearest_afz: return roundl(a);
	case HLO_OP_round_nearest_even: return even_of(a);
	case HLO_OP_rsqrt: return 1 / sqrtl(a);
	case HLO_OP_sign: return a > 0 ? 1 : a < 0 ? -1 : a;
	case HLO_OP_sine: return sinl(a);
	case HLO_OP_sqrt: return sqrtl(a);
	case HLO_OP_subtract: return a - b;
	case HLO_OP_tan: return tanl(a);
	case HLO_OP_tanh: return tanhl(a);
	default: return NAN;
	}
}

static const enum hlo_opcode float_operations[] = { HLO_OP_abs, HLO_OP_cbrt, HLO_OP_ceil, HLO_OP_cosine, HLO_OP_erf, HLO_OP_exponential,
	HLO_OP_exponential_minus_one, HLO_OP_floor, HLO_OP_log, HLO_OP_log_plus_one, HLO_OP_logistic, HLO_OP_negate,
	HLO_OP_round_nearest_afz, HLO_OP_round_nearest_even, HLO_OP_rsqrt, HLO_OP_sign, HLO_OP_sine, HLO_OP_sqrt, HLO_OP_tan,
	HLO_OP_tanh, /* of two operands: */ HLO_OP_add, HLO_OP_atan2, HLO_OP_divide, HLO_OP_maximum, HLO_OP_minimum,
	HLO_OP_multiply, HLO_OP_power, HLO_OP_remainder, HLO_OP_subtract };
#define FLOAT_OPERATIONS (sizeof float_operations / sizeof *float_operations)

/* Functions of f16 and bf16 are those of f32, rounded again: results so near to the middle of two elements may be either. What is 0 in f32 is
 * NaN in f8E8M0FNU, as in XLA, or the least power of 2 where steps compute in f64. */
static bool either_code(const struct format *f, enum hlo_opcode opcode, uint32_t code, long double value)
{
	if (f->dtype == KERNELS_F8E8M0FNU && (float)value == 0)
		return code == 0 || code == 0xFF;
	return (hlo_step(opcode)->flags & HLO_FUNCTION) && (f->dtype == KERNELS_F16 || f->dtype == KERNELS_BF16) &&
	       (same_code(f, code, reference_code(f, value * (1 + 0x1p-23L))) ||
		       same_code(f, code, reference_code(f, value * (1 - 0x1p-23L))));
}

/* The signs of NaNs are nowhere defined; that of a product of NaN and others does not matter. */
static void small_float(const struct format *f, enum hlo_opcode opcode, const void *a, const void *b, size_t n)
{
	static uint16_t r[65536];
	const void *in[] = { a, b };
	struct hlo_primitive p;
	unsigned wrong = 0;
	CHECK_OR_RETURN(find(opcode, f->dtype, f->dtype, &p));
	p.run(r, in, n, &p);
	for (size_t i = 0; i < n; i++) {
		double x = reference_value(f, load_code(f, a, i)), y = reference_value(f, load_code(f, b, i));
		long double value = float_result(opcode, (long double)x, (long double)y);
		uint32_t code = load_code(f, r, i), expected = reference_code(f, value);
		if (!same_code(f, code, expected) && !either_code(f, opcode, code, value) && wrong++ < 2)
			check_report(__FILE__, __LINE__, "%s of %s: %a, %a gives 0x%x, expected 0x%x", hlo_step(opcode)->name,
				kernels_dtype_name(f->dtype), x, y, load_code(f, r, i), expected);
	}
}

static void small_floats(void)
{
	static uint16_t a[65536], b[65536];
	for (size_t k = 0; k < FORMATS; k++) {
		const struct format *f = &formats[k];
		uint32_t count = code_count(f);
		size_t n = 0;
		if (count == 65536)
			for (; n < 65536; n++) {
				store_code(f, a, n, (uint32_t)n);
				store_code(f, b, n, (uint32_t)next_random() & 0xFFFF);
			}
		else
			for (uint32_t x = 0; x < count; x++)
				for (uint32_t y = 0; y < count; y++, n++) {
					store_code(f, a, n, x);
					store_code(f, b, n, y);
				}
		for (size_t o = 0; o < FLOAT_OPERATIONS; o++)
			small_float(f, float_operations[o], a, b, n);
	}
}

/* The distance of x from the reference in units of the last place of the reference. */
static long double distance(long double x, long double expected, int digits, int least_exponent)
{
	if (isnan(expected) || isinf(expected) || isinf(x))
		return (isnan(expected) && isnan(x)) || x == expected ? 0 : 1e9L;
	int exponent = expected == 0 ? least_exponent : ilogbl(expected) - digits + 1;
	return fabsl(x - expected) / ldexpl(1, exponent < least_exponent ? least_exponent : exponent);
}

static float any_float(int kind)
{
	uint64_t r = next_random();
	return kind == 0 ? float_of((uint32_t)r) : ldexpf((float)(int32_t)r, (int)(r >> 40) % 24 - 44);
}

/* Nearly all results are the nearest, but for functions that are computed in f32. */
static long double most_ulp(enum hlo_opcode opcode)
{
	switch (opcode) {
	case HLO_OP_exponential: case HLO_OP_tanh: return 0.93L;
	case HLO_OP_erf: case HLO_OP_exponential_minus_one: case HLO_OP_logistic: return 0.88L;
	case HLO_OP_log: return 0.63L;
	default: return 0.5001L;
	}
}

static void f32(void)
{
	static float a[30000], b[30000], r[30000];
	for (size_t o = 0; o < FLOAT_OPERATIONS; o++) {
		const void *in[] = { a, b };
		struct hlo_primitive p;
		long double worst = 0;
		for (size_t i = 0; i < 30000; i++) {
			a[i] = any_float(i % 2);
			b[i] = any_float(i % 4 < 2);
		}
		CHECK_OR_RETURN(find(float_operations[o], KERNELS_F32, KERNELS_F32, &p));
		p.run(r, in, 30000, &p);
		for (size_t i = 0; i < 30000; i++) {
			long double expected = float_result(float_operations[o], (long double)a[i], (long double)b[i]);
			if ((long double)(float)expected != expected && isinf((float)expected))
				expected = (long double)(float)expected;
			long double error = distance((long double)r[i], expected, 24, -149);
			worst = error > worst ? error : worst;
		}
		if (worst > most_ulp(float_operations[o]))
			check_report(__FILE__, __LINE__, "%s of f32: %Lg ulp", hlo_step(float_operations[o])->name, worst);
	}
}

static void f64(void)
{
	static double a[30000], b[30000], r[30000];
	for (size_t o = 0; o < FLOAT_OPERATIONS; o++) {
		const void *in[] = { a, b };
		struct hlo_primitive p;
		long double worst = 0;
		for (size_t i = 0; i < 30000; i++) {
			a[i] = i % 2 ? double_of(next_random()) : ldexp((double)(int64_t)next_random(), (int)(next_random() % 30) - 80);
			b[i] = i % 3 ? double_of(next_random()) : ldexp((double)(int64_t)next_random(), (int)(next_random() % 20) - 70);
		}
		CHECK_OR_RETURN(find(float_operations[o], KERNELS_F64, KERNELS_F64, &p));
		p.run(r, in, 30000, &p);
		for (size_t i = 0; i < 30000; i++) {
			long double expected = float_result(float_operations[o], (long double)a[i], (long double)b[i]);
			if (isinf((double)expected))
				expected = (long double)(double)expected;
			long double error = distance((long double)r[i], expected, 53, -1074);
			worst = error > worst ? error : worst;
		}
		if (worst > 1)
			check_report(__FILE__, __LINE__, "%s of f64: %Lg ulp", hlo_step(float_operations[o])->name, worst);
	}
}

/* ---- order */

static void total_order(void)
{
	for (size_t k = 0; k < FORMATS; k++) {
		const struct format *f = &formats[k];
		const enum kernels_dtype operands[] = { f->dtype, f->dtype };
		if (f->special != IEEE)
			continue;
		for (int direction = 0; direction < 6; direction++) {
			const struct hlo_opcode_detail detail = { .direction = (enum hlo_direction)direction,
				.compare_type = HLO_TOTALORDER };
			struct hlo_primitive p;
			unsigned wrong = 0;
			CHECK_OR_RETURN(kernels_hlo__primitive(HLO_OP_compare, &detail, KERNELS_I1, operands, &p));
			for (int i = 0; i < 4000; i++) {
				uint32_t x = (uint32_t)next_random() & (code_count(f) - 1), y = (uint32_t)next_random() & (code_count(f) - 1);
				uint16_t a = 0, b = 0;
				uint8_t r;
				store_code(f, &a, 0, x);
				store_code(f, &b, 0, i % 16 ? y : x);
				const void *in[] = { &a, &b };
				p.run(&r, in, 1, &p);
				int64_t u = x & sign_bit(f) ? -(int64_t)(x & ~sign_bit(f)) - 1 : (int64_t)x;
				y = load_code(f, &b, 0);
				int64_t v = y & sign_bit(f) ? -(int64_t)(y & ~sign_bit(f)) - 1 : (int64_t)y;
				const bool expected[] = { u == v, u != v, u < v, u <= v, u > v, u >= v };
				wrong += r != expected[direction];
			}
			CHECK_INT(wrong, 0);
		}
	}
}

static void floats_in_order(void)
{
	static const double ordered[] = { -INFINITY, -2, -0x1p-1074, -0.0, 0.0, 0x1p-1074, 1.5, INFINITY };
	const enum kernels_dtype operands[] = { KERNELS_F64, KERNELS_F64 };
	for (int total = 0; total < 2; total++)
		for (int i = 0; i < 8; i++)
			for (int k = 0; k < 8; k++) {
				const struct hlo_opcode_detail detail = { .direction = HLO_LT,
					.compare_type = total ? HLO_TOTALORDER : HLO_FLOAT };
				const void *in[] = { &ordered[i], &ordered[k] };
				struct hlo_primitive p;
				uint8_t less;
				CHECK_OR_RETURN(kernels_hlo__primitive(HLO_OP_compare, &detail, KERNELS_I1, operands, &p));
				p.run(&less, in, 1, &p);
				CHECK_INT(less, i < k && (total || !(i == 3 && k == 4)));
			}
}

static void float_predicates(void)
{
	static const double values[] = { 0, INFINITY, -INFINITY, NAN, 1e308 };
	const uint8_t expected[] = { 1, 0, 0, 0, 1 };
	const void *in[] = { values };
	uint8_t r[5];
	struct hlo_primitive p;
	CHECK_OR_RETURN(find(HLO_OP_is_finite, KERNELS_I1, KERNELS_F64, &p));
	p.run(r, in, 5, &p);
	CHECK_BYTES(r, 5, expected, 5);
	/* clamp: the upper bound wins, NaN anywhere gives NaN */
	static const float bounds[][4] = { { 0, 5, 3, 3 }, { 4, 5, 3, 3 }, { 4, 1, 9, 4 }, { NAN, 1, 2, NAN }, { 0, NAN, 2, NAN },
		{ 0, 1, NAN, NAN } };
	CHECK_OR_RETURN(find(HLO_OP_clamp, KERNELS_F32, KERNELS_F32, &p));
	for (size_t i = 0; i < 6; i++) {
		const void *three[] = { &bounds[i][0], &bounds[i][1], &bounds[i][2] };
		float x;
		p.run(&x, three, 1, &p);
		CHECK(x == bounds[i][3] || (isnan(x) && isnan(bounds[i][3])));
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(integers), CHECK_CASE(integers_in_order), CHECK_CASE(bools),
		CHECK_CASE(small_floats), CHECK_CASE(f32), CHECK_CASE(f64), CHECK_CASE(total_order), CHECK_CASE(floats_in_order),
		CHECK_CASE(float_predicates) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
