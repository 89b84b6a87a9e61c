/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Comparisons, select, reduce_precision. Plain comparisons of f32 and f64, and select of up to 8 bytes, are loops of isa_loops.h. */
#include "expr/convert.h"
#include "expr/isa.h"
#include "expr/tables.h"

/* ---- compare */

#define DIRECTIONS(X, name, T) \
	X(EQ, name, T, ==) \
	X(NE, name, T, !=) \
	X(LT, name, T, <) \
	X(LE, name, T, <=)

/* A comparison that is `mirrored` with its operands exchanged. */
#define SWAPPED(direction, name, mirrored) \
	static void direction##_##name(void *out, const void *const *in, size_t n, const struct hlo_primitive *self) \
	{ \
		const void *const swapped[] = { in[1], in[0] }; \
		mirrored##_##name(out, swapped, n, self); \
	}
#define GREATER(name) \
	SWAPPED(GT, name, LT) \
	SWAPPED(GE, name, LE)

#define PLAIN(direction, name, T, op) HLO_BINARY(direction, name, T, uint8_t, a op b)
#define UNSIGNED(name, T) \
	DIRECTIONS(PLAIN, name, T) \
	GREATER(name)
/* Signed numbers are equal if they are as unsigned ones. */
#define SIGNED(name, T) \
	PLAIN(LT, name, T, <) \
	PLAIN(LE, name, T, <=) \
	GREATER(name)
UNSIGNED(ui8, uint8_t)
UNSIGNED(ui16, uint16_t)
UNSIGNED(ui32, uint32_t)
UNSIGNED(ui64, uint64_t)
SIGNED(i8, int8_t)
SIGNED(i16, int16_t)
SIGNED(i32, int32_t)
SIGNED(i64, int64_t)

/* As bits: a negative number has its other bits inverted, so that order is that of signed integers. */
#define ORDERED(I, U, x) ((I)((x) ^ (I)((U)((x) >> (8 * sizeof(I) - 1)) >> 1)))
#define TOTAL(direction, name, I, op) \
	HLO_BINARY(direction, name, I, uint8_t, ORDERED(I, u##I, a) op ORDERED(I, u##I, b))
DIRECTIONS(TOTAL, total32, int32_t)
DIRECTIONS(TOTAL, total64, int64_t)
GREATER(total32)
GREATER(total64)

/* Lexicographic. */
struct c64 {
	float real, imag;
};
struct c128 {
	double real, imag;
};
#define LESS(a, b) ((a).real < (b).real || ((a).real == (b).real && (a).imag < (b).imag))
#define EQUAL(a, b) ((a).real == (b).real && (a).imag == (b).imag)
#define COMPLEX(name, T) \
	HLO_BINARY(EQ, name, T, uint8_t, EQUAL(a, b)) \
	HLO_BINARY(NE, name, T, uint8_t, !EQUAL(a, b)) \
	HLO_BINARY(LT, name, T, uint8_t, LESS(a, b)) \
	HLO_BINARY(LE, name, T, uint8_t, LESS(a, b) || EQUAL(a, b)) \
	GREATER(name)
COMPLEX(c64, struct c64)
COMPLEX(c128, struct c128)

/* `equal`: of the comparisons for equality */
#define CELLS_OF(equal, name) { EQ_##equal, NE_##equal, LT_##name, LE_##name, GT_##name, GE_##name }
_Static_assert(HLO_EQ == 0 && HLO_NE == 1 && HLO_LT == 2 && HLO_LE == 3 && HLO_GT == 4 && HLO_GE == 5, "the order of the cells");
#define CELLS(name) CELLS_OF(name, name)
static hlo_primitive_fn *const table[KERNELS_DTYPE_LIMIT][6] = {
	[KERNELS_I1] = CELLS(ui8), /* elements of less than a byte are extended */
	[KERNELS_UI2] = CELLS(ui8),
	[KERNELS_UI4] = CELLS(ui8),
	[KERNELS_UI8] = CELLS(ui8),
	[KERNELS_UI16] = CELLS(ui16),
	[KERNELS_UI32] = CELLS(ui32),
	[KERNELS_UI64] = CELLS(ui64),
	[KERNELS_I2] = CELLS_OF(ui8, i8),
	[KERNELS_I4] = CELLS_OF(ui8, i8),
	[KERNELS_I8] = CELLS_OF(ui8, i8),
	[KERNELS_I16] = CELLS_OF(ui16, i16),
	[KERNELS_I32] = CELLS_OF(ui32, i32),
	[KERNELS_I64] = CELLS_OF(ui64, i64),
	[KERNELS_COMPLEX64] = CELLS(c64),
	[KERNELS_COMPLEX128] = CELLS(c128),
};
static hlo_primitive_fn *const total_table[2][6] = { CELLS(total32), CELLS(total64) };

hlo_primitive_fn *kernels_hlo__compare_primitive(enum hlo_direction direction, bool total_order, enum kernels_dtype dtype)
{
	if (total_order)
		return dtype == KERNELS_F32   ? total_table[0][direction]
			: dtype == KERNELS_F64 ? total_table[1][direction]
					       : NULL;
	if (dtype == KERNELS_F32 || dtype == KERNELS_F64)
		return kernels_hlo__isa_base()->comparisons[kernels_hlo__hot_type(dtype)][direction].run;
	return table[dtype][direction];
}

/* ---- select */

struct two {
	uint64_t low, high;
};
static void select_16(void *out, const void *const *in, size_t n, const struct hlo_primitive *self)
{
	(void)self;
	const uint8_t *which = in[0];
	const struct two *x = in[1], *y = in[2];
	struct two *r = out;
	HLO_LOOP(i, n)
	{
		r[i] = which[i] ? x[i] : y[i];
	}
}

hlo_primitive_fn *kernels_hlo__select_primitive(size_t size)
{
	const struct hlo_variants *found = kernels_hlo__isa_selection(kernels_hlo__isa_base(), size);
	return found ? found->run : select_16;
}

/* ---- reduce_precision: of f16, bf16, f32 and f64, which have infinities and a sign */

struct reduction {
	uint64_t sign, above, below, infinity, largest;
	uint32_t cut, exponent_shift; /* bits of the mantissa that go; all of them */
	bool narrow, keeps_nan;
};

static struct reduction reduction_of(const struct hlo_primitive *self, const struct scalars_format *f)
{
	uint32_t exponent_bits = f->width - f->mantissa - 1;
	struct reduction r = { .sign = UINT64_C(1) << (f->width - 1), .infinity = f->infinity, .largest = f->largest,
		.exponent_shift = f->mantissa };
	r.cut = self->mantissa_bits < f->mantissa ? f->mantissa - self->mantissa_bits : 0;
	r.narrow = self->exponent_bits < exponent_bits;
	/* exponents in memory above and from which on down the target has none */
	int64_t reach = r.narrow ? (INT64_C(1) << (self->exponent_bits - 1)) - 1 : 0;
	r.above = (uint64_t)(f->bias + reach);
	r.below = f->bias > reach ? (uint64_t)(f->bias - reach) : 0;
	/* by the specification a format without a mantissa has no NaN */
	r.keeps_nan = !self->spec || self->mantissa_bits > 0;
	return r;
}

static inline uint64_t reduce(const struct reduction *r, uint64_t bits)
{
	uint64_t sign = bits & r->sign, magnitude = bits & ~r->sign;
	if (magnitude > r->infinity)
		return r->keeps_nan ? bits : sign | r->infinity;
	if (r->cut) {
		uint64_t half = UINT64_C(1) << (r->cut - 1);
		magnitude += half - 1 + (magnitude >> r->cut & 1);
		magnitude &= ~(2 * half - 1);
	}
	uint64_t exponent = magnitude >> r->exponent_shift;
	if (magnitude > r->largest || (r->narrow && exponent > r->above))
		magnitude = r->infinity;
	else if (r->narrow && exponent <= r->below)
		magnitude = 0;
	return magnitude | sign;
}

void kernels_hlo__reduce_precision(void *out, const void *const *in, size_t n, const struct hlo_primitive *self)
{
	const struct scalars_format *f = kernels_hlo__float_format(self->wide_run ? self->wide : self->operand);
	const struct reduction r = reduction_of(self, f);
	union {
		const uint16_t *u16;
		const uint32_t *u32;
		const uint64_t *u64;
	} x = { in[0] };
	for (size_t i = 0; i < n; i++)
		if (f->width == 64)
			((uint64_t *)out)[i] = reduce(&r, x.u64[i]);
		else if (f->width == 32)
			((uint32_t *)out)[i] = (uint32_t)reduce(&r, x.u32[i]);
		else
			((uint16_t *)out)[i] = (uint16_t)reduce(&r, x.u16[i]);
}
