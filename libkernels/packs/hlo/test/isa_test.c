/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loops of each instruction set that the processor has: the bits of single elements, of the generic loops, with repeated
 * operands, in place, for every number of elements; the errors of functions of f32. */
#include "check.h"
#include "core/op.h"
#include "expr/convert.h"
#include "expr/isa.h"
#include "reference.h"

enum { MOST = 333, FLOATS = 33000 };

static const enum kernels_dtype types[] = { KERNELS_F32, KERNELS_F64, KERNELS_F16, KERNELS_BF16, KERNELS_I8, KERNELS_UI8,
	KERNELS_I32, KERNELS_UI32, KERNELS_I64, KERNELS_I1, KERNELS_COMPLEX64, KERNELS_COMPLEX128 };
enum { TYPES = sizeof types / sizeof *types };

struct arrays {
	_Alignas(64) char in[3][MOST * 16], out[3][MOST * 16];
};

/* Of a complex number; else the type itself. */
static enum kernels_dtype part_of(enum kernels_dtype dtype)
{
	return dtype == KERNELS_COMPLEX64 ? KERNELS_F32 : dtype == KERNELS_COMPLEX128 ? KERNELS_F64 : dtype;
}

/* Numbers of all sizes, some with special values, some equal. */
static void fill(enum kernels_dtype whole, void *array, size_t count)
{
	const enum kernels_dtype dtype = part_of(whole);
	const size_t n = dtype == whole ? count : 2 * count;
	static const double corners[] = { 0.0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 0.5, -2.5, 3.5, 1e-42, -1e-310, 127, 2147483648.0 };
	for (size_t i = 0; i < n; i++) {
		char *element = (char *)array + i * kernels_dtype_size(dtype);
		const uint64_t r = next_random();
		if (dtype == KERNELS_I1)
			*element = (char)(r & 1);
		else if (r % 4 == 0)
			kernels_hlo__store(dtype, element, corners[(r >> 8) % (sizeof corners / sizeof *corners)]);
		else if (r % 4 == 1)
			kernels_hlo__store(dtype, element, ldexp((double)(int64_t)next_random(), (int)((r >> 8) % 12) - 64));
		else
			memcpy(element, &(uint64_t){ next_random() }, kernels_dtype_size(dtype));
	}
}

/* The same bits, or both NaN. */
static bool same(enum kernels_dtype whole, const void *a, const void *b, size_t count)
{
	const enum kernels_dtype dtype = part_of(whole);
	const size_t n = dtype == whole ? count : 2 * count;
	const size_t size = kernels_dtype_size(dtype);
	const bool is_float = dtype == KERNELS_F32 || dtype == KERNELS_F64 || dtype == KERNELS_F16 || dtype == KERNELS_BF16;
	for (size_t i = 0; i < n; i++) {
		const char *x = (const char *)a + i * size, *y = (const char *)b + i * size;
		if (memcmp(x, y, size) != 0 && !(is_float && isnan(kernels_hlo__load(dtype, x)) && isnan(kernels_hlo__load(dtype, y))))
			return false;
	}
	return true;
}

struct operation {
	enum hlo_opcode opcode;
	struct hlo_opcode_detail detail;
	enum kernels_dtype operands[3], result;
	const struct hlo_isa *isa;
	struct hlo_primitive primitive;
};

static void fail(const struct operation *o, const char *what, size_t n)
{
	check_report(__FILE__, __LINE__, "%s: %s %s -> %s, %zu elements: %s", o->isa->name, hlo_step(o->opcode)->name,
		kernels_dtype_name(o->operands[2]), kernels_dtype_name(o->result), n, what);
}

static void point(const struct operation *o, struct arrays *arrays, size_t first, const void **in)
{
	for (uint32_t k = 0; k < 3; k++)
		in[k] = arrays->in[k] + first * kernels_dtype_size(o->operands[k]);
}

static void scalars_and_in_place(const struct operation *o, struct arrays *arrays, size_t n)
{
	const struct hlo_primitive *p = &o->primitive;
	const void *in[3];
	char saved[MOST * 16];
	for (uint32_t k = 0; k < p->operand_count; k++) {
		const size_t size = kernels_dtype_size(o->operands[k]);
		if (!p->run_scalar[k])
			continue;
		memcpy(saved, arrays->in[k], sizeof saved);
		point(o, arrays, 0, in);
		p->run_scalar[k](arrays->out[0], in, n, p);
		for (size_t i = 1; i < n; i++)
			memcpy(arrays->in[k] + i * size, arrays->in[k], size);
		p->run(arrays->out[1], in, n, p);
		if (!same(o->result, arrays->out[0], arrays->out[1], n))
			fail(o, "a repeated operand", n);
		memcpy(arrays->in[k], saved, sizeof saved);
	}
	for (uint32_t k = 0; k < p->operand_count; k++) {
		if (kernels_dtype_size(o->operands[k]) != kernels_dtype_size(o->result))
			continue;
		point(o, arrays, 0, in);
		p->run(arrays->out[0], in, n, p);
		memcpy(arrays->out[1], in[k], n * kernels_dtype_size(o->result));
		in[k] = arrays->out[1];
		p->run(arrays->out[1], in, n, p);
		if (!same(o->result, arrays->out[0], arrays->out[1], n))
			fail(o, "in place", n);
	}
}

static void try_sizes(const struct operation *o, const struct hlo_primitive *generic)
{
	static struct arrays arrays;
	static const size_t sizes[] = { 1, 2, 3, 7, 15, 16, 17, 31, 33, 64, 65, 255, MOST };
	const size_t result_size = kernels_dtype_size(o->result);
	const void *in[3];
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		const size_t n = sizes[s];
		for (int k = 0; k < 3; k++)
			fill(o->operands[k], arrays.in[k], n);
		point(o, &arrays, 0, in);
		memset(arrays.out[0], 0x5A, sizeof arrays.out[0]);
		o->primitive.run(arrays.out[0], in, n, &o->primitive);
		if (n < MOST && arrays.out[0][n * result_size] != 0x5A)
			fail(o, "writes behind the result", n);
		generic->run(arrays.out[1], in, n, generic);
		if (!same(o->result, arrays.out[0], arrays.out[1], n))
			fail(o, "other bits than the generic loops", n);
		for (size_t i = 0; i < n; i++) {
			point(o, &arrays, i, in);
			o->primitive.run(arrays.out[2] + i * result_size, in, 1, &o->primitive);
		}
		if (!same(o->result, arrays.out[0], arrays.out[2], n))
			fail(o, "other bits than single elements", n);
		scalars_and_in_place(o, &arrays, n);
	}
}

static bool find(struct operation *o)
{
	struct hlo_primitive generic;
	const struct hlo_isa *last = kernels_hlo__isas[HLO_ISAS - 1];
	if (!kernels_hlo__primitive_of(o->isa, o->opcode, &o->detail, o->result, o->operands, &o->primitive) ||
		!kernels_hlo__primitive_of(last, o->opcode, &o->detail, o->result, o->operands, &generic))
		return false;
	try_sizes(o, &generic);
	return true;
}

static void try_operations(const struct hlo_isa *isa, enum hlo_opcode opcode)
{
	unsigned found = 0;
	for (int t = 0; t < TYPES; t++) {
		struct operation o = { opcode, { .compare_type = HLO_NOTYPE, .exponent_bits = 5, .mantissa_bits = 3 },
			{ types[t], types[t], types[t] }, types[t], isa, { 0 } };
		if (opcode == HLO_OP_select)
			o.operands[0] = KERNELS_I1;
		if (opcode == HLO_OP_compare || opcode == HLO_OP_is_finite)
			o.result = KERNELS_I1;
		for (int direction = 0; direction < (opcode == HLO_OP_compare ? 6 : 1); direction++) {
			o.detail.direction = (enum hlo_direction)direction;
			found += find(&o);
		}
		for (int to = 0; opcode == HLO_OP_convert && to < TYPES; to++) {
			o.result = types[to];
			found += find(&o);
		}
		if (part_of(types[t]) != types[t] && (opcode == HLO_OP_real || opcode == HLO_OP_imag)) {
			o.result = part_of(types[t]);
			found += find(&o);
		} else if (part_of(types[t]) != types[t] && opcode == HLO_OP_complex) {
			o.operands[0] = o.operands[1] = o.operands[2] = part_of(types[t]);
			found += find(&o);
		}
	}
	CHECK(found > 0 || opcode == HLO_OP_constant);
}

static void the_same_bits(void)
{
	for (int i = 0; i < HLO_ISAS && check_failures < 20; i++) {
		if (!kernels_hlo__isas[i]->supported())
			continue;
		for (int opcode = 0; opcode < HLO_OPCODE_COUNT && check_failures < 20; opcode++)
			try_operations(kernels_hlo__isas[i], (enum hlo_opcode)opcode);
	}
}

/* Operations of bf16 are those of f32 between conversions, bit by bit but for sums of two NaNs. */
static void bf16_as_f32(void)
{
	static const enum hlo_opcode opcodes[] = { HLO_OP_add, HLO_OP_subtract, HLO_OP_multiply, HLO_OP_divide, HLO_OP_maximum,
		HLO_OP_minimum };
	static const enum kernels_dtype small[] = { KERNELS_BF16, KERNELS_BF16 }, wide[] = { KERNELS_F32, KERNELS_F32 };
	static const struct hlo_opcode_detail detail = { .compare_type = HLO_NOTYPE };
	const struct hlo_isa *last = kernels_hlo__isas[HLO_ISAS - 1];
	for (size_t test = 0; test < HLO_ISAS * 6; test++) {
		const struct hlo_isa *isa = kernels_hlo__isas[test / 6];
		const enum hlo_opcode opcode = opcodes[test % 6];
		uint16_t in[2][MOST], out[MOST], expected[MOST];
		float in_f32[2][MOST], out_f32[MOST];
		struct hlo_primitive p, reference;
		if (!isa->supported())
			continue;
		CHECK_OR_RETURN(kernels_hlo__primitive_of(isa, opcode, &detail, KERNELS_BF16, small, &p));
		CHECK_OR_RETURN(kernels_hlo__primitive_of(last, opcode, &detail, KERNELS_F32, wide, &reference));
		for (int k = 0; k < 2; k++) {
			fill(KERNELS_BF16, in[k], MOST);
			in[k][test] = 0x7F81; /* NaNs that signal */
			in[k][30 + k] = 0xFFA0;
			kernels_hlo__convert(KERNELS_F32, in_f32[k], KERNELS_BF16, in[k], MOST);
		}
		p.run(out, (const void *[]){ in[0], in[1] }, MOST, &p);
		reference.run(out_f32, (const void *[]){ in_f32[0], in_f32[1] }, MOST, &reference);
		kernels_hlo__convert(KERNELS_BF16, expected, KERNELS_F32, out_f32, MOST);
		for (size_t i = 0; i < MOST; i++) {
			const bool two = isnan(in_f32[0][i]) && isnan(in_f32[1][i]), selects = test % 6 >= 4;
			if (out[i] != expected[i] && (!two || selects || (out[i] & 0x7FC0) != 0x7FC0))
				check_report(__FILE__, __LINE__, "%s: %s of 0x%x and 0x%x: 0x%x, expected 0x%x", isa->name,
					hlo_step(opcode)->name, in[0][i], in[1][i], out[i], expected[i]);
		}
	}
}

/* Programs rely on repeated operands of common operations. */
static void repeated_operands(void)
{
	static const enum hlo_opcode opcodes[] = { HLO_OP_add, HLO_OP_subtract, HLO_OP_multiply, HLO_OP_divide, HLO_OP_maximum,
		HLO_OP_minimum, HLO_OP_power, HLO_OP_compare, HLO_OP_select };
	for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
		for (int t = 0; t < 4; t++) {
			const struct hlo_opcode_detail detail = { .direction = HLO_LT, .compare_type = HLO_NOTYPE };
			const enum kernels_dtype operands[3] = { opcodes[i] == HLO_OP_select ? KERNELS_I1 : types[t], types[t], types[t] };
			struct hlo_primitive p;
			CHECK_OR_RETURN(kernels_hlo__primitive(
				opcodes[i], &detail, opcodes[i] == HLO_OP_compare ? KERNELS_I1 : types[t], operands, &p));
			CHECK((p.run_scalar[1] == NULL) == HLO_LEAN);
		}
}

/* ---- errors of functions */

static double logistic_of(double x) { return 1 / (1 + exp(-x)); }
static double rsqrt_of(double x) { return 1 / sqrt(x); }

static const struct function {
	enum hlo_opcode opcode;
	double (*reference)(double);
	double most; /* ulp */
} functions[] = { { HLO_OP_exponential, exp, 0.93 }, { HLO_OP_exponential_minus_one, expm1, 0.88 }, { HLO_OP_tanh, tanh, 0.93 },
	{ HLO_OP_logistic, logistic_of, 0.80 }, { HLO_OP_log, log, 0.63 }, { HLO_OP_log_plus_one, log1p, 0.5001 },
	{ HLO_OP_rsqrt, rsqrt_of, 0.5001 }, { HLO_OP_cbrt, cbrt, 0.5001 }, { HLO_OP_sine, sin, 0.5001 },
	{ HLO_OP_cosine, cos, 0.5001 }, { HLO_OP_tan, tan, 0.5001 }, { HLO_OP_sqrt, sqrt, 0.5001 } };

/* In units of the last place of an f32; infinite if one is not finite, or zero with another sign. */
static double error_of(float x, double expected)
{
	const float nearest = (float)expected;
	int exponent;
	if (isnan(expected) || isinf(nearest) || expected == 0)
		return (isnan(expected) && isnan(x)) || (x == nearest && !signbit(x) == !signbit(nearest)) ? 0 : INFINITY;
	frexp(expected, &exponent);
	if (isnan(x) || isinf(x) || (nearest != 0 && !signbit(x) != !signbit(nearest)))
		return INFINITY;
	return fabs((double)x - expected) / ldexp(1, exponent < -125 ? -149 : exponent - 24);
}

/* Each exponent, both signs; the neighbours of special values, and of where functions change. */
static size_t fill_floats(float *in)
{
	static const float corners[] = { 0, 1, 0x1p-126f, 0x1p-149f, 0x1.fffffep127f, 0.55f, 0.973f, 9.01f, 10, 17.32868f, 17.5f, 88.72284f,
		87.33654f, 103.97208f, 104, 16.63553f, 0.3465736f, 1.0397208f, 0.7071068f, 1.4142135f, 0.7853982f, 1.5707964f,
		3.1415927f, 0x1p20f, 1e10f, 1e30f, 0x1p-25f, 0x1p-12f };
	size_t n = 0;
	for (uint32_t exponent = 0; exponent < 512; exponent++)
		for (int i = 0; i < 60; i++)
			in[n++] = float_of(exponent << 23 | ((uint32_t)next_random() & (i < 50 ? 0x7FFFFF : 0x7F)));
	for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
		for (int step = -20; step <= 20; step++) {
			const float x = corners[i];
			uint32_t bits;
			memcpy(&bits, &x, sizeof bits);
			in[n++] = float_of((bits + (uint32_t)step) ^ ((uint32_t)step << 31));
		}
	return n;
}

static void errors_of_functions(void)
{
	static float in[FLOATS], out[FLOATS];
	const size_t n = fill_floats(in);
	for (int k = 0; k < HLO_ISAS; k++)
		for (size_t i = 0; i < sizeof functions / sizeof *functions && kernels_hlo__isas[k]->supported(); i++) {
			const struct function *f = &functions[i];
			const struct hlo_opcode_detail detail = { .compare_type = HLO_NOTYPE };
			const enum kernels_dtype operands[] = { KERNELS_F32 };
			const void *inputs[] = { in };
			struct hlo_primitive p;
			CHECK_OR_RETURN(kernels_hlo__primitive_of(kernels_hlo__isas[k], f->opcode, &detail, KERNELS_F32, operands, &p));
			p.run(out, inputs, n, &p);
			double worst = 0;
			float where = 0;
			for (size_t e = 0; e < n; e++) {
				const double error = error_of(out[e], f->reference((double)in[e]));
				where = error > worst ? in[e] : where;
				worst = error > worst ? error : worst;
			}
			if (worst > f->most)
				check_report(__FILE__, __LINE__, "%s, %s: %g ulp at %a", kernels_hlo__isas[k]->name,
					hlo_step(f->opcode)->name, worst, (double)where);
		}
}

/* Every pair of special values. */
static void powers_and_angles(void)
{
	static const float special[] = { 0, -0.0f, 1, -1, 2, -2, 3, -3, 0.5f, -0.5f, INFINITY, -INFINITY, NAN, 1e-40f, -1e-40f, 1e38f,
		-1e38f, 0x1p23f, 0x1.000002p23f, -0x1.000002p23f, 0x1p24f, 0x1.fffffep127f, 1.0000001f, 0.99999994f, 2.5f, -2.5f };
	enum { COUNT = sizeof special / sizeof *special };
	for (int i = 0; i < COUNT * COUNT; i++) {
		const float a = special[i / COUNT], b = special[i % COUNT];
		const void *in[] = { &a, &b };
		const enum kernels_dtype operands[] = { KERNELS_F32, KERNELS_F32 };
		const struct hlo_opcode_detail detail = { .compare_type = HLO_NOTYPE };
		for (int k = 0; k < 2; k++) {
			struct hlo_primitive p;
			float r;
			CHECK_OR_RETURN(kernels_hlo__primitive(k ? HLO_OP_atan2 : HLO_OP_power, &detail, KERNELS_F32, operands, &p));
			p.run(&r, in, 1, &p);
			const double expected = k ? atan2((double)a, (double)b) : pow((double)a, (double)b);
			if (error_of(r, expected) > 0.5001)
				check_report(__FILE__, __LINE__, "%s of %a, %a: %a, expected %a", k ? "atan2" : "power", (double)a, (double)b,
					(double)r, expected);
		}
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(the_same_bits), CHECK_CASE(bf16_as_f32), CHECK_CASE(repeated_operands),
		CHECK_CASE(errors_of_functions), CHECK_CASE(powers_and_angles) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
