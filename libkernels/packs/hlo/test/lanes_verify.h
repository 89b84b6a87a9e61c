/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A reader of the code of lanes, apart from its encoder: every byte belongs to an instruction that is allowed, memory operands are in the
 * frame, the constants, or blocks of eight elements at a pointer, whose size and direction are its own, and the only jump leads to an
 * instruction. */
#ifndef HLO_LANES_VERIFY_H
#define HLO_LANES_VERIFY_H

#include "code_verify.h"

struct lanes_pointer {
	unsigned size; /* of an element */
	bool one, result;
};

struct lanes_verifier {
	struct verifier v;
	const struct lanes_pointer *pointers;
	uint32_t count, in_rcx; /* in_rcx: the pointer, or `count` */
	bool stores;            /* the instruction writes to memory */
};

/* The pointer in a register: r8 to r11, or rcx. */
static const struct lanes_pointer *lanes_in(const struct lanes_verifier *l, unsigned gpr)
{
	const uint32_t pointer = gpr >= 8 && gpr < 12 ? gpr - 8 : gpr == 1 ? l->in_rcx : l->count;
	return pointer < l->count ? &l->pointers[pointer] : NULL;
}

/* [gpr + rax * size] or [gpr + rax * size + 32] */
static bool lanes_block(struct lanes_verifier *l, uint8_t mode, bool high)
{
	struct verifier *v = &l->v;
	if (!verify_has(v, 2))
		return false;
	const uint8_t sib = v->code[v->at++];
	const struct lanes_pointer *pointer = lanes_in(l, (sib & 7u) | (high ? 8u : 0u));
	if (!pointer || pointer->one || pointer->result != l->stores || (sib >> 3 & 7) != 0 || 1u << (sib >> 6) != pointer->size)
		return false;
	return mode == 0 || (mode == 1 && pointer->size == 8 && v->code[v->at++] == 32);
}

/* ModRM of a vector instruction. one: an element that is repeated; block: elements, 8 bytes of flags or 32 bytes; else register, frame, constants. */
static bool lanes_operand(struct lanes_verifier *l, bool memory, bool one, unsigned after, bool high)
{
	struct verifier *v = &l->v;
	if (!verify_has(v, 6))
		return false;
	const uint8_t modrm = v->code[v->at], mode = modrm >> 6, rm = modrm & 7;
	if (mode != 3 && rm == 4) {
		v->at++;
		return memory && !one && lanes_block(l, mode, high);
	}
	if (one) {
		const struct lanes_pointer *pointer = lanes_in(l, rm | (high ? 8u : 0u));
		v->at++;
		return mode == 0 && pointer && pointer->one;
	}
	const bool good = verify_operand(v, true, memory, 32, after);
	return good && (mode == 3 || !high);
}

static bool lanes_byte(struct lanes_verifier *l) { return verify_has(&l->v, 1) && ++l->v.at; }

static bool lanes_vector(struct lanes_verifier *l, uint8_t map, uint8_t last, bool high)
{
	struct verifier *v = &l->v;
	const uint8_t op = v->code[v->at++];
	l->stores = map == 1 && ((op == 0x11 && (last & 3) == 0) || (op == 0xD6 && (last & 7) == 1));
	switch (map << 3 | (last & 7)) {
	case 1 << 3 | 0: return op == 0x77; /* vzeroupper */
	case 1 << 3 | 1: return VERIFY_ONE_OF(op, "\x63\x6B\xDB\xD6") && lanes_operand(l, op == 0xD6 || op == 0xDB, false, 0, high);
	case 1 << 3 | 4:
		if (op == 0xC2 || op == 0xC6)
			return lanes_operand(l, true, false, 1, high) && lanes_byte(l);
		return VERIFY_ONE_OF(op, "\x10\x11\x28\x51\x54\x56\x57\x58\x59\x5A\x5B\x5C\x5D\x5E\x5F") && lanes_operand(l, true, false, 0, high);
	case 1 << 3 | 5:
		if (op == 0x72 || op == 0x73)
			return lanes_operand(l, false, false, 1, high) && lanes_byte(l);
		if (op == 0xC2)
			return lanes_operand(l, true, false, 1, high) && lanes_byte(l);
		return VERIFY_ONE_OF(op, "\x51\x54\x56\x57\x58\x59\x5A\x5C\x5D\x5E\x5F\x66\x76\xD4\xDB\xE6\xEB\xEF\xF4\xFA\xFB\xFE") &&
		       lanes_operand(l, true, false, 0, high);
	case 1 << 3 | 6: return VERIFY_ONE_OF(op, "\x5B\xE6") && lanes_operand(l, true, false, 0, high);
	case 2 << 3 | 5:
		if (VERIFY_ONE_OF(op, "\x18\x19\x78"))
			return lanes_operand(l, true, true, 0, high);
		return VERIFY_ONE_OF(op, "\x0A\x1E\x25\x29\x31\x35\x37\x39\x3B\x3D\x3F\x40\x45\x46\x47") && lanes_operand(l, true, false, 0, high);
	case 3 << 3 | 5:
		return VERIFY_ONE_OF(op, "\x08\x09\x38\x39\x4A") && lanes_operand(l, op != 0x38 && op != 0x39, false, 1, high) && lanes_byte(l);
	default: /* vpermq has VEX.W */
		return map == 0x43 && (last & 7) == 5 && op == 0 && lanes_operand(l, false, false, 1, high) && lanes_byte(l);
	}
}

/* mov r8 to r11 or rcx, [rdi + 8 * k] */
static bool lanes_load(struct lanes_verifier *l, bool high)
{
	struct verifier *v = &l->v;
	const uint8_t modrm = v->code[v->at];
	const uint32_t offset = verify_word(v, v->at + 1), gpr = (modrm >> 3 & 7) | (high ? 8u : 0u);
	v->at += 5;
	if ((modrm & 0xC7) != 0x87 || offset % 8 != 0 || offset / 8 >= l->count)
		return false;
	if (!high)
		l->in_rcx = offset / 8;
	return high ? gpr < 12 && offset / 8 == gpr - 8 : gpr == 1;
}

static bool lanes_instruction(struct lanes_verifier *l)
{
	static const struct { const char *bytes; size_t size; } fixed[] = { FIXED("\x53\x48\x89\xF3"), FIXED("\x31\xC0"),
		FIXED("\x48\x83\xC0\x08\x48\x39\xD0"), FIXED("\x5B\xC3") };
	struct verifier *v = &l->v;
	const uint8_t byte = v->code[v->at];
	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		if (verify_bytes(v, fixed[i].bytes, fixed[i].size))
			return true;
	if (byte == 0xC5 && verify_has(v, 3)) {
		v->at += 2;
		return lanes_vector(l, 1, v->code[v->at - 1], false);
	}
	if (byte == 0xC4 && verify_has(v, 4)) {
		v->at += 3;
		const uint8_t map = v->code[v->at - 2], last = v->code[v->at - 1];
		const bool wide = last & 0x80, shifts = v->code[v->at] == 0x45 || v->code[v->at] == 0x47;
		return lanes_vector(l, wide && !shifts ? (uint8_t)(0x40 | (map & 31)) : (uint8_t)(map & 31), last, !(map & 0x20));
	}
	if (VERIFY_BYTES(v, "\x0F\x82"))
		return verify_jump(v);
	if (VERIFY_BYTES(v, "\x48\x8B"))
		return verify_has(v, 5) && lanes_load(l, false);
	return VERIFY_BYTES(v, "\x4C\x8B") && verify_has(v, 5) && lanes_load(l, true);
}

/* NULL: all is well. `frame`: units of 32 bytes. */
static const char *lanes_verify(const void *code, size_t size, size_t first, uint32_t frame, const struct lanes_pointer *pointers, uint32_t count)
{
	struct lanes_verifier l = { { .code = code, .size = size, .first = first, .at = first, .frame = (uint64_t)frame * 32 }, pointers, count, count,
		false };
	bool *begins = calloc(size + 1, sizeof *begins);
	const char *fault = first % 32 ? "constants that are not aligned" : NULL;
	uint8_t last = 0;
	while (!fault && l.v.at < size) {
		begins[l.v.at] = true;
		last = l.v.code[l.v.at];
		if (!lanes_instruction(&l) || l.v.at > size)
			fault = "an instruction that is not allowed";
	}
	if (!fault && last != 0x5B)
		fault = "no return at the end";
	if (!fault && (l.v.jump_count != 1 || !begins[l.v.jumps[0]]))
		fault = "not one jump to an instruction";
	free(begins);
	return fault;
}

#endif
