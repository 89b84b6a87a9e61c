/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Steps on integers and i1 whose result is known when they are written: those of the indices of loops that are written iteration by
 * iteration. Steps on floats stay, so that results keep the bits of the kernels. */
#include "fuse/elements.h"

#include <string.h>

/* A value of the expression that is a constant. */
struct bef_hlo__known_number {
	enum kernels_dtype dtype; /* KERNELS_DTYPE_INVALID: it is none, or of another type */
	uint64_t bits;            /* extended to 64, as the type's sign says; of i1: 0 or 1 */
};

/* A step in the text. */
struct written_step {
	enum hlo_opcode opcode;
	struct hlo_opcode_detail detail;
	uint32_t operands[3], count;
};

static unsigned width_of(enum kernels_dtype dtype)
{
	switch ((int)dtype) {
	case KERNELS_I1: return 1;
	case KERNELS_I32: case KERNELS_UI32: return 32;
	case KERNELS_I64: case KERNELS_UI64: return 64;
	default: return 0;
	}
}

/* The bits that a value of the type has, extended. */
static uint64_t extended(uint64_t bits, enum kernels_dtype dtype)
{
	switch ((int)dtype) {
	case KERNELS_I1: return bits & 1;
	case KERNELS_I32: return (uint64_t)(int64_t)(int32_t)(uint32_t)bits;
	case KERNELS_UI32: return (uint32_t)bits;
	default: return bits;
	}
}

void bef_hlo__elements_know(struct bef_hlo__elements *e, uint32_t number, const uint8_t *bytes, const struct mlirbc_type *type)
{
	const enum kernels_dtype dtype = bef_hlo__dtype(bef_hlo__element(type));
	uint64_t bits = 0;
	if (!width_of(dtype))
		return;
	if (number >= e->known_room) {
		struct bef_hlo__known_number *known = bef_hlo__elements_grow(e, e->known, sizeof *known, &e->known_room, 2 * number + 256);
		if (!known)
			return;
		e->known = known;
	}
	for (size_t i = 0; i < (width_of(dtype) + 7) / 8; i++)
		bits |= (uint64_t)bytes[i] << 8 * i;
	e->known[number] = (struct bef_hlo__known_number){ dtype, extended(bits, dtype) };
}

static const struct bef_hlo__known_number *known_of(const struct bef_hlo__elements *e, uint32_t number)
{
	return number < e->known_room && e->known[number].dtype != KERNELS_DTYPE_INVALID ? &e->known[number] : NULL;
}

bool bef_hlo__elements_constant_of(const struct bef_hlo__elements *e, uint32_t number, uint64_t *out_bits)
{
	const struct bef_hlo__known_number *known = known_of(e, number);
	*out_bits = known ? known->bits : 0;
	return known != NULL;
}

/* Reads " NAME A B C T;" as it was written. */
static bool read_step(const char *text, size_t size, struct written_step *out)
{
	const char *end = text + size, *word = text + 1, *at = memchr(word, ' ', size - 1);
	*out = (struct written_step){ .count = 0 };
	if (!at || hlo_read_operation(word, (size_t)(at - word), &out->opcode, &out->detail) != HLO_WORD_STEP)
		return false;
	for (at++; at < end && *at >= '0' && *at <= '9' && out->count < 3; at++, out->count++) {
		for (; at < end && *at != ' '; at++)
			out->operands[out->count] = 10 * out->operands[out->count] + (uint32_t)(*at - '0');
	}
	return out->count == hlo_step(out->opcode)->operands && out->count > 0;
}

/* ---- constants */

static bool compares(enum hlo_direction direction, enum kernels_dtype dtype, uint64_t a, uint64_t b)
{
	const bool is_signed = dtype == KERNELS_I32 || dtype == KERNELS_I64, less = is_signed ? (int64_t)a < (int64_t)b : a < b;
	switch ((int)direction) {
	case HLO_EQ: return a == b;
	case HLO_NE: return a != b;
	case HLO_LT: return less;
	case HLO_LE: return less || a == b;
	case HLO_GE: return !less;
	default: return !less && a != b;
	}
}

/* The operation on constants; of one: on `a` twice. */
static bool compute(const struct written_step *step, enum kernels_dtype dtype, uint64_t a, uint64_t b, uint64_t *out)
{
	switch ((int)step->opcode) {
	case HLO_OP_add: *out = dtype == KERNELS_I1 ? a | b : a + b; return true;
	case HLO_OP_subtract: *out = a - b; return true;
	case HLO_OP_multiply: *out = a * b; return true;
	case HLO_OP_negate: *out = 0 - a; return true;
	case HLO_OP_and: *out = a & b; return true;
	case HLO_OP_or: *out = a | b; return true;
	case HLO_OP_xor: *out = a ^ b; return true;
	case HLO_OP_not: *out = ~a; return true;
	case HLO_OP_minimum: *out = compares(HLO_LT, dtype, a, b) ? a : b; return true;
	case HLO_OP_maximum: *out = compares(HLO_LT, dtype, a, b) ? b : a; return true;
	case HLO_OP_compare: *out = compares(step->detail.direction, dtype, a, b); return true;
	default: return false;
	}
}

/* Integers up to 2^24 are floats without rounding. */
static bool convert(struct bef_hlo__elements *e, const struct bef_hlo__known_number *from, const struct mlirbc_type *type, uint32_t *out)
{
	const enum kernels_dtype to = bef_hlo__dtype(bef_hlo__element(type));
	uint8_t bytes[8];
	if ((to == KERNELS_F32 || to == KERNELS_F64) && from->bits + (1 << 24) <= 2 << 24 && from->dtype != KERNELS_UI64) {
		*out = bef_hlo__elements_number(e, (double)(int64_t)from->bits, type);
		return true;
	}
	if (!width_of(to))
		return false;
	const uint64_t bits = to == KERNELS_I1 ? from->bits != 0 : extended(from->bits, to);
	for (size_t i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(bits >> 8 * i);
	*out = bef_hlo__elements_constant(e, bytes, type);
	return true;
}

static bool fold_constants(struct bef_hlo__elements *e, const struct written_step *step, const struct mlirbc_type *type, uint32_t *out)
{
	const struct bef_hlo__known_number *a = known_of(e, step->operands[0]), *b = step->count > 1 ? known_of(e, step->operands[1]) : a;
	uint8_t bytes[8];
	uint64_t bits;
	if (!a || !b || step->count > 2)
		return false;
	if (step->opcode == HLO_OP_convert)
		return convert(e, a, type, out);
	if (!compute(step, a->dtype, a->bits, b->bits, &bits))
		return false;
	bits = extended(bits, step->opcode == HLO_OP_compare ? KERNELS_I1 : a->dtype);
	for (size_t i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(bits >> 8 * i);
	*out = bef_hlo__elements_constant(e, bytes, type);
	return true;
}

/* ---- one constant */

/* The other operand is the result: x + 0, x and true, x != false. */
static bool leaves(const struct written_step *step, const struct bef_hlo__known_number *with, bool second)
{
	const uint64_t all = with->dtype == KERNELS_I1 ? 1 : extended(UINT64_MAX, with->dtype), bits = with->bits;
	switch ((int)step->opcode) {
	case HLO_OP_add: case HLO_OP_or: case HLO_OP_xor: return bits == 0;
	case HLO_OP_subtract: return second && bits == 0;
	case HLO_OP_multiply: return bits == 1;
	case HLO_OP_and: return bits == all;
	case HLO_OP_compare:
		return with->dtype == KERNELS_I1 && ((step->detail.direction == HLO_NE && !bits) || (step->detail.direction == HLO_EQ && bits));
	default: return false;
	}
}

/* The constant is the result: x and false, x or true. */
static bool absorbs(const struct written_step *step, const struct bef_hlo__known_number *with)
{
	return with->dtype == KERNELS_I1 && ((step->opcode == HLO_OP_and && !with->bits) || (step->opcode == HLO_OP_or && with->bits));
}

static bool fold_one(const struct bef_hlo__elements *e, const struct written_step *step, uint32_t *out)
{
	for (uint32_t i = 0; i < 2 && step->count == 2; i++) {
		const struct bef_hlo__known_number *with = known_of(e, step->operands[i]);
		if (with && (leaves(step, with, i == 1) || absorbs(step, with))) {
			*out = step->operands[absorbs(step, with) ? i : 1 - i];
			return true;
		}
	}
	return false;
}

static bool fold_select(const struct bef_hlo__elements *e, const struct written_step *step, uint32_t *out)
{
	const struct bef_hlo__known_number *condition = known_of(e, step->operands[0]);
	if (step->opcode != HLO_OP_select || (!condition && step->operands[1] != step->operands[2]))
		return false;
	*out = step->operands[condition && !condition->bits ? 2 : 1];
	return true;
}

bool bef_hlo__elements_fold(struct bef_hlo__elements *e, size_t from, const struct mlirbc_type *type, uint32_t *out)
{
	struct written_step step;
	uint32_t number = 0;
	if (!e->text.ok || !read_step(e->text.text + from, e->text.size - from, &step))
		return false;
	const size_t size = e->text.size;
	e->text.size = from; /* a constant is written here instead */
	if (fold_select(e, &step, &number) || fold_one(e, &step, &number) || fold_constants(e, &step, type, &number)) {
		*out = number;
		return true;
	}
	e->text.size = size;
	return false;
}
