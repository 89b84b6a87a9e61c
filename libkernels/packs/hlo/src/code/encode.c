/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "code/encode.h"

#if HLO_CODE

#include <string.h>

enum { MOST_BYTES = 1 << 20 }; /* of one piece of code */

static bool grow(struct hlo_code_text *text)
{
	struct hlo_code_bytes *bytes = text->bytes;
	const size_t room = bytes->room ? 2 * bytes->room : 4096;
	uint8_t *data = room > MOST_BYTES ? NULL : async_alloc(bytes->allocator, room, 16);
	if (!data) {
		text->full = true;
		return false;
	}
	if (bytes->size)
		memcpy(data, bytes->data, bytes->size);
	if (bytes->data)
		async_free(bytes->allocator, bytes->data, bytes->room, 16);
	bytes->data = data;
	bytes->room = room;
	return true;
}

void kernels_hlo__code_byte(struct hlo_code_text *text, uint32_t byte)
{
	if (text->bytes->size < text->bytes->room || grow(text))
		text->bytes->data[text->bytes->size++] = (uint8_t)byte;
}

void kernels_hlo__code_word(struct hlo_code_text *text, uint32_t word)
{
	for (unsigned i = 0; i < 4; i++)
		kernels_hlo__code_byte(text, word >> 8 * i);
}

/* ModRM and what follows; `after`: bytes of the instruction behind it. */
static void operand(struct hlo_code_text *text, uint32_t reg, struct hlo_code_place place, uint32_t after)
{
	const uint32_t middle = (reg & 7) << 3;
	switch (place.in) {
	case HLO_IN_REGISTER: kernels_hlo__code_byte(text, 0xC0 | middle | (place.at & 7)); break;
	case HLO_IN_FRAME:
		if (place.at < 128) { /* an offset of one byte */
			kernels_hlo__code_byte(text, 0x40 | middle | HLO_RBX);
			kernels_hlo__code_byte(text, place.at);
			break;
		}
		kernels_hlo__code_byte(text, 0x80 | middle | HLO_RBX);
		kernels_hlo__code_word(text, place.at);
		break;
	case HLO_IN_ARRAY: /* [rcx + rax * size] */
		kernels_hlo__code_byte(text, middle | 4);
		kernels_hlo__code_byte(text, place.at << 6 | HLO_RAX << 3 | HLO_RCX);
		break;
	case HLO_IN_LANES: /* [gpr + rax * size + distance] */
		kernels_hlo__code_byte(text, (place.at >> 8 ? 0x40 : 0) | middle | 4);
		kernels_hlo__code_byte(text, (place.at & 3) << 6 | HLO_RAX << 3 | (place.at >> 2 & 7));
		if (place.at >> 8)
			kernels_hlo__code_byte(text, place.at >> 8);
		break;
	case HLO_IN_ONE: kernels_hlo__code_byte(text, middle | (place.at & 7)); break; /* [gpr] */
	case HLO_IN_POOL: /* relative to the end of the instruction; the constants begin at 0 */
		kernels_hlo__code_byte(text, middle | 5);
		kernels_hlo__code_word(text, place.at - (uint32_t)(text->bytes->size + 4 + after));
		break;
	}
}

void kernels_hlo__code_vex(struct hlo_code_text *text, uint32_t instruction, uint32_t reg, uint32_t source, struct hlo_code_place place,
	uint32_t immediate_size, uint32_t immediate)
{
	const uint32_t map = instruction >> 12 & 15, prefix = instruction >> 8 & 15, wide = instruction & HLO_W ? 0x80 : 0;
	const uint32_t r = reg < 8 ? 0x80 : 0, low = (~source & 15) << 3 | (instruction & HLO_L ? 4 : 0) | prefix;
	const bool high = (place.in == HLO_IN_REGISTER && place.at >= 8) || (place.in == HLO_IN_LANES && (place.at >> 2 & 15) >= 8) ||
			  (place.in == HLO_IN_ONE && place.at >= 8);
	if (map == 1 && !wide && !high) {
		kernels_hlo__code_byte(text, 0xC5);
		kernels_hlo__code_byte(text, r | low);
	} else {
		kernels_hlo__code_byte(text, 0xC4);
		kernels_hlo__code_byte(text, r | 0x40 | (high ? 0 : 0x20) | map);
		kernels_hlo__code_byte(text, wide | low);
	}
	kernels_hlo__code_byte(text, instruction & 0xFF);
	operand(text, reg, place, immediate_size);
	if (immediate_size)
		kernels_hlo__code_byte(text, immediate);
}

void kernels_hlo__code_zero_upper(struct hlo_code_text *text)
{
	kernels_hlo__code_byte(text, 0xC5);
	kernels_hlo__code_byte(text, 0xF8);
	kernels_hlo__code_byte(text, 0x77);
}

void kernels_hlo__code_address(struct hlo_code_text *text, enum hlo_code_gpr gpr, struct hlo_code_place place)
{
	kernels_hlo__code_byte(text, 0x48);
	kernels_hlo__code_byte(text, 0x8D);
	operand(text, gpr, place, 0);
}

void kernels_hlo__code_pointer(struct hlo_code_text *text, enum hlo_code_gpr gpr, uint64_t value)
{
	kernels_hlo__code_byte(text, 0x48);
	kernels_hlo__code_byte(text, 0xB8u | gpr);
	kernels_hlo__code_word(text, (uint32_t)value);
	kernels_hlo__code_word(text, (uint32_t)(value >> 32));
}

void kernels_hlo__code_load_argument(struct hlo_code_text *text, uint32_t gpr, uint32_t offset)
{
	kernels_hlo__code_byte(text, gpr < 8 ? 0x48 : 0x4C);
	kernels_hlo__code_byte(text, 0x8B);
	kernels_hlo__code_byte(text, 0x87 | (gpr & 7) << 3);
	kernels_hlo__code_word(text, offset);
}

void kernels_hlo__code_load_pointer(struct hlo_code_text *text, enum hlo_code_gpr gpr, uint32_t at)
{
	kernels_hlo__code_byte(text, 0x48);
	kernels_hlo__code_byte(text, 0x8B);
	operand(text, gpr, hlo_frame(at), 0);
}

void kernels_hlo__code_load_word(struct hlo_code_text *text, struct hlo_code_place place, bool byte)
{
	if (byte)
		kernels_hlo__code_byte(text, 0x0F);
	kernels_hlo__code_byte(text, byte ? 0xB6 : 0x8B);
	operand(text, HLO_RAX, place, 0);
}

void kernels_hlo__code_store_byte(struct hlo_code_text *text, enum hlo_code_gpr gpr, struct hlo_code_place place)
{
	kernels_hlo__code_byte(text, 0x88);
	operand(text, gpr, place, 0);
}

void kernels_hlo__code_store_pointer(struct hlo_code_text *text, uint32_t at)
{
	kernels_hlo__code_byte(text, 0x48);
	kernels_hlo__code_byte(text, 0x89);
	operand(text, HLO_RAX, hlo_frame(at), 0);
}

size_t kernels_hlo__code_jump(struct hlo_code_text *text, uint32_t condition, size_t target)
{
	if (condition)
		kernels_hlo__code_byte(text, 0x0F);
	kernels_hlo__code_byte(text, condition ? condition : 0xE9);
	const size_t at = text->bytes->size;
	kernels_hlo__code_word(text, (uint32_t)(target - (at + 4)));
	return at;
}

void kernels_hlo__code_land(struct hlo_code_text *text, size_t jump)
{
	const uint32_t distance = (uint32_t)(text->bytes->size - (jump + 4));
	for (unsigned i = 0; i < 4 && !text->full; i++)
		text->bytes->data[jump + i] = (uint8_t)(distance >> 8 * i);
}

#else
typedef int kernels_hlo__code_encode_is_empty; /* ISO C forbids an empty translation unit */
#endif
