/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A reader of the instructions that room `code` writes, apart from its encoder: every byte belongs to an instruction that is allowed, memory
 * operands are in the frame or the constants, and jumps lead to the beginning of an instruction. */
#ifndef HLO_CODE_VERIFY_H
#define HLO_CODE_VERIFY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct verifier {
	const uint8_t *code;
	size_t size, first, at;
	uint64_t frame; /* bytes */
	size_t jumps[4096], jump_count;
};

static uint32_t verify_word(const struct verifier *v, size_t at)
{
	return (uint32_t)v->code[at] | (uint32_t)v->code[at + 1] << 8 | (uint32_t)v->code[at + 2] << 16 | (uint32_t)v->code[at + 3] << 24;
}

static bool verify_has(const struct verifier *v, size_t count) { return v->size - v->at >= count; }

/* ModRM: a register if `registers`, memory if `memory`. `bytes`: that the operand has; `after`: of the instruction behind it. */
static bool verify_operand(struct verifier *v, bool registers, bool memory, unsigned bytes, unsigned after)
{
	if (!verify_has(v, 1))
		return false;
	const uint8_t modrm = v->code[v->at++], mode = modrm >> 6, rm = modrm & 7;
	if (mode == 3)
		return registers;
	if (!memory)
		return false;
	if (mode == 0) { /* the constants */
		if (rm != 5 || !verify_has(v, 4))
			return false;
		const int64_t target = (int64_t)v->at + 4 + after + (int32_t)verify_word(v, v->at);
		v->at += 4;
		return target >= 0 && target + bytes <= (int64_t)v->first && target % 16 == 0;
	}
	if (rm != 3 || !verify_has(v, mode == 1 ? 1 : 4))
		return false;
	const uint32_t offset = mode == 1 ? v->code[v->at] : verify_word(v, v->at);
	v->at += mode == 1 ? 1 : 4;
	return (mode == 2 || offset < 128) && (uint64_t)offset + bytes <= v->frame;
}

static bool verify_one_of(uint8_t byte, const char *list, size_t count) { return memchr(list, byte, count) != NULL; }
#define VERIFY_ONE_OF(byte, list) verify_one_of(byte, list, sizeof(list) - 1)

static bool verify_immediate(struct verifier *v) { return verify_has(v, 1) && ++v->at; }

/* Of ymm registers. */
static bool verify_pack(struct verifier *v, uint8_t key, uint8_t op)
{
	switch (key) {
	case 1 << 2 | 0:
	case 1 << 2 | 1:
		if (op == 0xC2)
			return verify_operand(v, true, true, 32, 1) && verify_has(v, 1) && v->code[v->at++] < 0x20;
		if (key == (1 << 2 | 0))
			return VERIFY_ONE_OF(op, "\x10\x11\x28\x51\x54\x56\x57\x58\x59\x5B\x5C\x5D\x5E\x5F") &&
			       verify_operand(v, true, true, 32, 0);
		return VERIFY_ONE_OF(op, "\x51\x58\x59\x5C\x5D\x5E\x5F\x66\x76\xD4\xDB\xEB\xEF\xFA\xFB\xFE") &&
		       verify_operand(v, true, true, 32, 0);
	case 2 << 2 | 1:
		if (op == 0x18 || op == 0x19) /* one element for all lanes */
			return verify_operand(v, true, true, op == 0x18 ? 4 : 8, 0);
		return VERIFY_ONE_OF(op, "\x29\x37\x39\x3B\x3D\x3F\x40\x45\x46\x47") && verify_operand(v, true, true, 32, 0);
	case 3 << 2 | 1: return VERIFY_ONE_OF(op, "\x06\x08\x09\x0F\x18\x4A") && verify_operand(v, true, true, 32, 1) && verify_immediate(v);
	default: return false;
	}
}

/* After C4 or C5. */
static bool verify_vex(struct verifier *v, uint8_t map, uint8_t last)
{
	const uint8_t prefix = last & 3;
	if (!verify_has(v, 1))
		return false;
	const uint8_t op = v->code[v->at++];
	if (last & 4)
		return verify_pack(v, (uint8_t)(map << 2 | prefix), op);
	const unsigned size = prefix == 2 ? 4 : prefix == 3 ? 8 : 16;
	switch (map << 2 | prefix) {
	case 1 << 2 | 0: return op == 0x77 || (VERIFY_ONE_OF(op, "\x10\x11\x28\x54\x56\x57\x5B") && verify_operand(v, true, true, 16, 0));
	case 1 << 2 | 1:
		if (op == 0x73) /* shift by a constant */
			return verify_operand(v, true, false, 0, 1) && verify_has(v, 1) && v->code[v->at++] == 63;
		if (op == 0x70)
			return verify_operand(v, true, false, 0, 1) && verify_has(v, 1) && v->code[v->at++] == 0;
		if (op == 0x14)
			return verify_operand(v, true, false, 0, 0);
		return VERIFY_ONE_OF(op, "\x66\x6E\x76\x7E\xD4\xDB\xEB\xEF\xFA\xFB\xFE") && verify_operand(v, true, op != 0x6E && op != 0x7E, 16, 0);
	case 1 << 2 | 2:
	case 1 << 2 | 3:
		if (op == 0xC2)
			return verify_operand(v, true, true, size, 1) && verify_has(v, 1) && v->code[v->at++] < 0x20;
		return (VERIFY_ONE_OF(op, "\x10\x11\x2A\x51\x58\x59\x5A\x5C\x5D\x5E\x5F") || (op == 0xE6 && prefix == 2)) &&
		       verify_operand(v, true, true, size, 0);
	case 2 << 2 | 1: return VERIFY_ONE_OF(op, "\x25\x29\x35\x37\x39\x3B\x3D\x3F\x40\x45\x46\x47") && verify_operand(v, true, true, 16, 0);
	case 3 << 2 | 1:
		return VERIFY_ONE_OF(op, "\x0A\x0B\x21\x4A") && verify_operand(v, true, true, op == 0x21 ? 4 : 16, 1) && verify_immediate(v);
	default: return false;
	}
}

static bool verify_jump(struct verifier *v)
{
	if (!verify_has(v, 4) || v->jump_count == sizeof v->jumps / sizeof *v->jumps)
		return false;
	const int64_t target = (int64_t)v->at + 4 + (int32_t)verify_word(v, v->at);
	v->at += 4;
	if (target < (int64_t)v->first || target >= (int64_t)v->size)
		return false;
	v->jumps[v->jump_count++] = (size_t)target;
	return true;
}

static bool verify_bytes(struct verifier *v, const char *bytes, size_t count)
{
	if (!verify_has(v, count) || memcmp(v->code + v->at, bytes, count) != 0)
		return false;
	v->at += count;
	return true;
}
#define VERIFY_BYTES(v, bytes) verify_bytes(v, bytes, sizeof(bytes) - 1)

/* cmp rax, rcx; cmova rax, rcx. Or of lanes: sub rcx, lanes - 1; jb; cmp rax, rcx; ja. Returns the number of lanes, 0 if it is neither. */
static unsigned verify_index(struct verifier *v)
{
	if (VERIFY_BYTES(v, "\x48\x39\xC8\x48\x0F\x47\xC1"))
		return 1;
	const unsigned lanes = VERIFY_BYTES(v, "\x48\x83\xE9\x07") ? 8 : VERIFY_BYTES(v, "\x48\x83\xE9\x03") ? 4 : 0;
	const bool good = lanes && VERIFY_BYTES(v, "\x0F\x82") && verify_jump(v) && VERIFY_BYTES(v, "\x48\x39\xC8\x0F\x87") && verify_jump(v);
	return good ? lanes : 0;
}

/* mov rcx, [array + 8]; the index; mov rcx, [array], and the instruction with [rcx + rax * size]. */
static bool verify_access(struct verifier *v)
{
	const size_t before = v->at;
	const bool near = v->code[v->at] >> 6 == 1;
	if (v->size - v->at < 40 || (v->code[v->at] >> 3 & 7) != 1 || !verify_operand(v, false, true, 8, 0))
		return false;
	const uint32_t last = near ? v->code[before + 1] : verify_word(v, before + 1);
	const unsigned lanes = verify_index(v);
	if (last % 16 != 8 || lanes == 0 || !VERIFY_BYTES(v, "\x48\x8B"))
		return false;
	const size_t second = v->at;
	const bool second_near = v->code[v->at] >> 6 == 1;
	if ((v->code[v->at] >> 3 & 7) != 1 || !verify_operand(v, false, true, 8, 0) ||
		(second_near ? v->code[second + 1] : verify_word(v, second + 1)) != last - 8)
		return false;
	if (lanes == 1 && (VERIFY_BYTES(v, "\x0F\xB6\x04\x01") || VERIFY_BYTES(v, "\x88\x14\x01")))
		return true;
	const uint8_t prefix = v->code[v->at + 1] & 0x7F, op = v->code[v->at + 2], modrm = v->code[v->at + 3], sib = v->code[v->at + 4];
	const bool good = v->code[v->at] == 0xC5 && (op == 0x10 || op == 0x11) && (modrm & 0xC7) == 4 &&
			  (lanes == 1 ? (prefix == 0x7A && sib == 0x81) || (prefix == 0x7B && sib == 0xC1)
				      : prefix == 0x7C && sib == (lanes == 8 ? 0x81 : 0xC1));
	v->at += 5;
	return good;
}

#define FIXED(bytes) { bytes, sizeof(bytes) - 1 }

/* One instruction. A call is that of a pointer that the instruction before it has loaded. */
static bool verify_instruction(struct verifier *v)
{
	const uint8_t byte = v->code[v->at];
	if (byte == 0xC5 && verify_has(v, 2)) {
		v->at += 2;
		return verify_vex(v, 1, v->code[v->at - 1]);
	}
	if (byte == 0xC4 && verify_has(v, 3)) {
		v->at += 3;
		return verify_vex(v, v->code[v->at - 2] & 31, v->code[v->at - 1]);
	}
	static const struct { const char *bytes; size_t size; } fixed[] = {
		FIXED("\x53"), FIXED("\x41\x54"), FIXED("\x48\x83\xEC\x08"), FIXED("\x48\x89\xFB"), FIXED("\x49\x89\xF4"), FIXED("\x49\x83\xEC\x01"),
		FIXED("\x85\xC0"), FIXED("\xB8\x01\0\0\0"), FIXED("\x31\xC0"), FIXED("\x48\x83\xC4\x08"), FIXED("\x41\x5C"), FIXED("\x5B"), FIXED("\xC3"),
		FIXED("\x48\xF7\xD8"), FIXED("\x83\xE0\x01"), FIXED("\x83\xE2\x01"), FIXED("\x48\x0F\xAF\xC1"), FIXED("\xBA\x01\0\0\0"), FIXED("\xBA\x04\0\0\0"), FIXED("\xBA\x08\0\0\0"),
		FIXED("\x49\x89\xC4"), FIXED("\x48\x85\xC0"), FIXED("\xB8\x02\0\0\0") };
	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		if (verify_bytes(v, fixed[i].bytes, fixed[i].size))
			return true;
	if (VERIFY_BYTES(v, "\x48\x83\xC0")) /* add rax: a lane */
		return verify_has(v, 1) && v->code[v->at++] < 8;
	if (VERIFY_BYTES(v, "\x0F\x82") || VERIFY_BYTES(v, "\x0F\x83") || VERIFY_BYTES(v, "\x0F\x84") || VERIFY_BYTES(v, "\x0F\x85") ||
		VERIFY_BYTES(v, "\xE9"))
		return verify_jump(v);
	if (VERIFY_BYTES(v, "\x48\xB9")) { /* mov rcx: the primitive */
		v->at += 8;
		return v->at <= v->size;
	}
	if (VERIFY_BYTES(v, "\x48\xB8")) { /* mov rax; call rax */
		v->at += 8;
		return v->at < v->size && VERIFY_BYTES(v, "\xFF\xD0");
	}
	if (VERIFY_BYTES(v, "\x48\x8B")) /* to rdi: the watch */
		return verify_has(v, 2) && (v->code[v->at] >> 3 & 7) == 7 ? verify_operand(v, false, true, 8, 0) : verify_access(v);
	if (VERIFY_BYTES(v, "\x48\x8D"))
		return verify_operand(v, false, true, 1, 0);
	if (VERIFY_BYTES(v, "\x48\x89"))
		return verify_operand(v, false, true, 8, 0);
	if (VERIFY_BYTES(v, "\x88") || VERIFY_BYTES(v, "\x0F\xB6"))
		return verify_operand(v, false, true, 1, 0);
	return VERIFY_BYTES(v, "\x8B") && verify_operand(v, true, true, 4, 0);
}

/* NULL: all is well. `first`: of the instructions; what is before are constants. `frame`: registers of 16 bytes. */
static inline const char *code_verify(const void *code, size_t size, size_t first, uint32_t frame)
{
	struct verifier v = { .code = code, .size = size, .first = first, .at = first, .frame = (uint64_t)frame * 16 };
	bool *begins = calloc(size + 1, sizeof *begins);
	const char *fault = first % 16 ? "constants that are not aligned" : NULL;
	uint8_t last = 0;
	while (!fault && v.at < size) {
		begins[v.at] = true;
		last = v.code[v.at];
		if (!verify_instruction(&v) || v.at > size)
			fault = "an instruction that is not allowed";
	}
	if (!fault && last != 0xC3)
		fault = "no return at the end";
	for (size_t i = 0; !fault && i < v.jump_count; i++)
		if (!begins[v.jumps[i]])
			fault = "a jump into an instruction";
	free(begins);
	return fault;
}

#endif
