/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See primitive.h: which operation exists for which element types, and how it is computed. */
#include "expr/primitive.h"
#include "core/op.h"
#include "expr/convert.h"
#include "expr/isa.h"
#include "expr/tables.h"
#include <scalars/operations.h>
#include <string.h>

/* ---- primitives of other types than their own */

#define TILE 256u

/* Converts the operands to the wide type, computes, and rounds the result. Operand `scalar` has one element; 3: none. */
static inline __attribute__((always_inline)) void run_widened(
	void *out, const void *const *in, size_t n, const struct hlo_primitive *self, const uint32_t scalar)
{
	_Alignas(64) char tiles[4][TILE * 16];
	const void *inputs[3];
	size_t size = kernels_dtype_size(self->operand), result_size = kernels_dtype_size(self->result);
	hlo_primitive_fn *const run = scalar < 3 ? self->wide_scalar[scalar] : self->wide_run;
	for (size_t i = 0; i < n; i += TILE) {
		size_t count = n - i < TILE ? n - i : TILE;
		for (uint32_t k = 0; k < self->operand_count; k++) {
			inputs[k] = tiles[k];
			if (k != scalar)
				kernels_hlo__convert(self->wide, tiles[k], self->operand, (const char *)in[k] + i * size, count);
			else if (i == 0)
				kernels_hlo__convert(self->wide, tiles[k], self->operand, in[k], 1);
		}
		char *target = (char *)out + i * result_size;
		bool same = self->wide_result == self->result;
		run(same ? target : tiles[3], inputs, count, self);
		if (!same)
			kernels_hlo__convert(self->result, target, self->wide_result, tiles[3], count);
	}
}

#define RUN_WIDE(name, scalar) \
	static void name(void *out, const void *const *in, size_t n, const struct hlo_primitive *self) \
	{ \
		run_widened(out, in, n, self, scalar); \
	}
RUN_WIDE(run_wide, 3)
RUN_WIDE(run_wide_0, 0)
RUN_WIDE(run_wide_1, 1)
RUN_WIDE(run_wide_2, 2)

static void run_convert(void *out, const void *const *in, size_t n, const struct hlo_primitive *self)
{
	kernels_hlo__convert(self->result, out, self->operand, in[0], n);
}

/* The same bits; those above an element of less than a byte are what its type wants. */
static void run_bitcast(void *out, const void *const *in, size_t n, const struct hlo_primitive *self)
{
	unsigned bits = hlo_element_type(self->result).bits;
	if (bits >= 8 || bits == 1) {
		if (n > 0)
			memmove(out, in[0], n * kernels_dtype_size(self->result));
		return;
	}
	const uint8_t *x = in[0];
	const uint8_t sign = (uint8_t)(hlo_is_signed(self->result) ? 1u << (bits - 1) : 0);
	uint8_t *r = out;
	HLO_LOOP(i, n)
	{
		uint8_t low = (uint8_t)(x[i] & ((1u << bits) - 1));
		r[i] = (uint8_t)((low ^ sign) - sign);
	}
}

/* The bits of zero, or of the least number of a type without zero. */
static void run_zero(void *out, const void *const *in, size_t n, const struct hlo_primitive *self)
{
	(void)in;
	if (n > 0)
		memset(out, 0, n * kernels_dtype_size(self->result));
}

static bool widen(struct hlo_primitive *p, enum kernels_dtype wide, hlo_primitive_fn *run, enum kernels_dtype wide_result)
{
	p->wide = wide;
	p->wide_run = run;
	p->wide_result = wide_result;
	p->run = run ? run_wide : NULL;
	return run != NULL;
}

static bool narrow_float(enum kernels_dtype t)
{
	return hlo_is_float(t) && t != KERNELS_F32 && t != KERNELS_F64;
}

/* Remainders are in no loop of isa_loops.h. */
#define REMAINDER(op, form, value, name, T) HLO_##form(op, name, T, T, value)
SCALARS_FLOAT_REMAINDER(REMAINDER, f32, f32, float)
SCALARS_FLOAT_REMAINDER(REMAINDER, f64, f64, double)

/* Of f32 and f64, on every processor; is_finite too. */
static hlo_primitive_fn *float_primitive(enum hlo_opcode opcode, enum kernels_dtype dtype)
{
	if (opcode == HLO_OP_remainder)
		return dtype == KERNELS_F64 ? remainder_f64 : remainder_f32;
	return kernels_hlo__isa_base()->operations[kernels_hlo__hot_type(dtype)][opcode].run;
}

/* Operations with one element type. */
static bool plain(enum hlo_opcode opcode, bool spec, struct hlo_primitive *p)
{
	enum kernels_dtype t = p->operand;
	if (t == KERNELS_I1 || hlo_is_integer(t))
		return (p->run = kernels_hlo__integer_primitive(opcode, t)) != NULL;
	if (hlo_is_complex(t))
		return (p->run = kernels_hlo__complex_primitive(opcode, t, spec)) != NULL;
	if (!narrow_float(t))
		return (p->run = float_primitive(opcode, t)) != NULL;
	const enum kernels_dtype wide = (hlo_step(opcode)->flags & HLO_FUNCTION) ? KERNELS_F64 : KERNELS_F32;
	return widen(p, wide, float_primitive(opcode, wide), wide);
}

static bool compare(const struct hlo_opcode_detail *detail, struct hlo_primitive *p)
{
	bool total = detail->compare_type == HLO_TOTALORDER;
	if (narrow_float(p->operand))
		return widen(p, KERNELS_F32, kernels_hlo__compare_primitive(detail->direction, total, KERNELS_F32), KERNELS_I1);
	return (p->run = kernels_hlo__compare_primitive(detail->direction, total, p->operand)) != NULL;
}

static bool is_finite(struct hlo_primitive *p)
{
	if (narrow_float(p->operand))
		return widen(p, KERNELS_F32, float_primitive(HLO_OP_is_finite, KERNELS_F32), KERNELS_I1);
	return (p->run = float_primitive(HLO_OP_is_finite, p->operand)) != NULL;
}

/* real and imag are also defined for float types. */
static bool one_part(enum hlo_opcode opcode, struct hlo_primitive *p)
{
	p->run = hlo_is_complex(p->operand) ? kernels_hlo__parts_primitive(opcode, p->operand, false)
		: opcode == HLO_OP_real	    ? run_convert
					    : run_zero;
	return p->run != NULL;
}

static bool magnitude(bool spec, struct hlo_primitive *p)
{
	if (!hlo_is_complex(p->operand))
		return plain(HLO_OP_abs, false, p);
	p->run = kernels_hlo__parts_primitive(HLO_OP_abs, p->operand, spec);
	return p->run != NULL;
}

/* As XLA: formats of up to 8 bits in f16, which has all their numbers, and more exponents; powers of two in f32. */
static bool reduce_precision(struct hlo_primitive *p)
{
	const enum kernels_dtype wide = p->operand == KERNELS_F8E8M0FNU ? KERNELS_F32 : KERNELS_F16;
	if (kernels_dtype_size(p->operand) == 1)
		return widen(p, wide, kernels_hlo__reduce_precision, wide);
	p->run = kernels_hlo__reduce_precision;
	return true;
}

/* ---- loops of the processor's instruction set */

/* NULL: none for this type */
static const struct hlo_variants *find_variants(
	const struct hlo_isa *isa, enum hlo_opcode opcode, const struct hlo_opcode_detail *detail, enum kernels_dtype type)
{
	const enum hlo_hot_type hot = kernels_hlo__hot_type(type);
	const struct hlo_variants *found = NULL;
	if (opcode == HLO_OP_select)
		return kernels_hlo__isa_selection(isa, kernels_dtype_size(type));
	if (opcode == HLO_OP_compare && detail->compare_type == HLO_TOTALORDER)
		return NULL;
	if (hot < isa->types)
		found = opcode == HLO_OP_compare ? &isa->comparisons[hot][detail->direction] : &isa->operations[hot][opcode];
	return found && found->run ? found : NULL;
}

static void accelerate_convert(const struct hlo_isa *isa, struct hlo_primitive *p)
{
	const enum hlo_hot_type to = kernels_hlo__hot_type(p->result), from = kernels_hlo__hot_type(p->operand);
	if (isa->conversions[to][from])
		p->run = isa->conversions[to][from];
}

/* Replaces functions that were found by those of an instruction set. Functions of f32, bf16 and f16 are not computed in f64. */
static void accelerate(
	const struct hlo_isa *isa, enum hlo_opcode opcode, const struct hlo_opcode_detail *detail, struct hlo_primitive *p)
{
	static hlo_primitive_fn *const wide_scalar[3] = { run_wide_0, run_wide_1, run_wide_2 };
	const enum kernels_dtype type = opcode == HLO_OP_complex ? p->result : p->operand;
	if (opcode == HLO_OP_convert) {
		accelerate_convert(isa, p);
		return;
	}
	if (opcode == HLO_OP_bitcast_convert || (opcode == HLO_OP_real && !hlo_is_complex(type)))
		return;
	const struct hlo_variants *found = find_variants(isa, opcode, detail, type);
	if (!found && type != KERNELS_BF16 && type != KERNELS_F16 && p->wide == KERNELS_F64 && p->wide_run) {
		found = find_variants(isa, opcode, detail, KERNELS_F64);
		p->wide_run = found ? found->run : p->wide_run;
		return;
	}
	const bool small = !found && (type == KERNELS_BF16 || type == KERNELS_F16 || (p->wide == KERNELS_F32 && p->wide_run));
	if (small)
		found = find_variants(isa, opcode, detail, KERNELS_F32);
	if (!found)
		return;
	if (!small) {
		p->run = found->run;
		memcpy(p->run_scalar, found->scalar, sizeof p->run_scalar);
		p->wide_run = NULL;
		return;
	}
	p->wide = KERNELS_F32;
	p->wide_run = found->run;
	p->wide_result = p->result == KERNELS_I1 ? KERNELS_I1 : KERNELS_F32;
	memcpy(p->wide_scalar, found->scalar, sizeof p->wide_scalar);
	for (int k = 0; k < 3; k++)
		p->run_scalar[k] = found->scalar[k] ? wide_scalar[k] : NULL;
}

static bool find_primitive(enum hlo_opcode opcode, const struct hlo_opcode_detail *detail, struct hlo_primitive *out);

bool kernels_hlo__primitive_of(const struct hlo_isa *isa, enum hlo_opcode opcode, const struct hlo_opcode_detail *detail,
	enum kernels_dtype result, const enum kernels_dtype *operands, struct hlo_primitive *out)
{
	const uint32_t count = hlo_step(opcode)->operands;
	if (count == 0 || !hlo_accepts_all(opcode, detail, operands, result))
		return false;
	*out = (struct hlo_primitive){ .operand = operands[count - 1], .result = result, .operand_count = count,
		.exponent_bits = detail->exponent_bits, .mantissa_bits = detail->mantissa_bits, .spec = detail->spec };
	if (!find_primitive(opcode, detail, out))
		return false;
	accelerate(isa, opcode, detail, out);
	return true;
}

bool kernels_hlo__primitive(enum hlo_opcode opcode, const struct hlo_opcode_detail *detail, enum kernels_dtype result,
	const enum kernels_dtype *operands, struct hlo_primitive *out)
{
	return kernels_hlo__primitive_of(kernels_hlo__isa(), opcode, detail, result, operands, out);
}

/* For types that the operation accepts. */
static bool find_primitive(enum hlo_opcode opcode, const struct hlo_opcode_detail *detail, struct hlo_primitive *out)
{
	switch (opcode) {
	case HLO_OP_abs:
		return magnitude(detail->spec, out);
	case HLO_OP_bitcast_convert:
		out->run = run_bitcast;
		return true;
	case HLO_OP_compare:
		return compare(detail, out);
	case HLO_OP_complex:
		out->run = kernels_hlo__parts_primitive(opcode, out->result, false);
		return out->run != NULL;
	case HLO_OP_convert:
		out->run = run_convert;
		return true;
	case HLO_OP_imag:
	case HLO_OP_real:
		return one_part(opcode, out);
	case HLO_OP_is_finite:
		return is_finite(out);
	case HLO_OP_reduce_precision:
		return reduce_precision(out);
	case HLO_OP_select:
		out->run = kernels_hlo__select_primitive(kernels_dtype_size(out->result));
		return out->run != NULL;
	default:
		return plain(opcode, detail->spec, out);
	}
}
