/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Elements of arrays. The frame has the address and the last index of each array; an index beyond is the last, as unsigned numbers:
 *
 *	vmovq rax, index; mov rcx, [last]; cmp rax, rcx; cmova rax, rcx; mov rcx, [array]; ... [rcx + rax * size]
 */
#include "code/instructions.h"

#if HLO_CODE

#include <stddef.h>

static void put(struct hlo_code_writer *w, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		kernels_hlo__code_byte(&w->text, bytes[i]);
}

void kernels_hlo__code_array_address(struct hlo_code_writer *w, uint32_t array)
{
	static const uint8_t clamp[] = { 0x48, 0x39, 0xC8, 0x48, 0x0F, 0x47, 0xC1 }; /* cmp rax, rcx; cmova rax, rcx */
	const uint32_t frame = array * (uint32_t)sizeof(struct hlo_register);
	kernels_hlo__code_load_pointer(&w->text, HLO_RCX, frame + (uint32_t)offsetof(struct hlo_scalar_array, last));
	put(w, clamp, sizeof clamp);
	kernels_hlo__code_load_pointer(&w->text, HLO_RCX, frame);
}

/* rcx and rax for `array` and the index in a register. */
static void put_address(struct hlo_code_writer *w, uint32_t array, uint32_t index)
{
	kernels_hlo__code_vex(&w->text, HLO_0F | HLO_66 | HLO_W | 0x7E, index, 0, hlo_xmm(HLO_RAX), 0, 0);
	kernels_hlo__code_array_address(w, array);
}

static struct hlo_code_place element(enum kernels_dtype dtype)
{
	return (struct hlo_code_place){ HLO_IN_ARRAY, dtype == KERNELS_I1 ? 0u : hlo_code_is_wide(dtype) ? 3u : 2u };
}

static void put_load(struct hlo_code_writer *w, uint32_t v)
{
	static const uint8_t negate[] = { 0x48, 0xF7, 0xD8 }; /* neg rax */
	const struct hlo_code_value *value = &w->program.values[v];
	const uint32_t index = kernels_hlo__code_get(w, value->operands[1]);
	kernels_hlo__code_drop(w, value->operands[1]);
	w->locked = 0;
	const uint32_t out = kernels_hlo__code_take(w);
	put_address(w, value->operands[0], index);
	if (value->dtype == KERNELS_I1) {
		kernels_hlo__code_load_word(&w->text, element(value->dtype), true);
		put(w, negate, sizeof negate);
		kernels_hlo__code_vex(&w->text, HLO_0F | HLO_66 | HLO_W | 0x6E, out, 0, hlo_xmm(HLO_RAX), 0, 0);
	} else {
		kernels_hlo__code_load(w, out, element(value->dtype), hlo_code_is_wide(value->dtype));
	}
	kernels_hlo__code_own(w, out, v);
}

/* The value of a store is its operand. */
static void put_store(struct hlo_code_writer *w, uint32_t v)
{
	static const uint8_t and_one[] = { 0x83, 0xE2, 0x01 }; /* and edx, 1 */
	const struct hlo_code_value *value = &w->program.values[v];
	const uint32_t index = kernels_hlo__code_get(w, value->operands[1]), new = kernels_hlo__code_get(w, value->operands[2]);
	const bool flag = value->dtype == KERNELS_I1, wide = hlo_code_is_wide(value->dtype);
	if (flag) {
		kernels_hlo__code_vex(&w->text, HLO_0F | HLO_66 | 0x7E, new, 0, hlo_xmm(HLO_RDX), 0, 0);
		put(w, and_one, sizeof and_one);
	}
	put_address(w, value->operands[0], index);
	if (flag)
		kernels_hlo__code_store_byte(&w->text, HLO_RDX, element(value->dtype));
	else
		kernels_hlo__code_vex(&w->text, HLO_0F | (wide ? HLO_F2 : HLO_F3) | 0x11, new, 0, element(value->dtype), 0, 0);
	kernels_hlo__code_drop(w, value->operands[1]);
	kernels_hlo__code_drop(w, value->operands[2]);
	w->locked = 0;
	if (kernels_hlo__code_next_use(&w->program, v, w->position + 1) == HLO_CODE_NEVER)
		return;
	w->locked = 1u << new;
	const uint32_t out = kernels_hlo__code_take(w);
	kernels_hlo__code_vex(&w->text, HLO_0F | 0x28, out, 0, hlo_xmm(new), 0, 0);
	kernels_hlo__code_own(w, out, v);
}

void kernels_hlo__code_access(struct hlo_code_writer *w, uint32_t v)
{
	if (w->program.values[v].step->opcode == HLO_STEP_LOAD)
		put_load(w, v);
	else
		put_store(w, v);
}

#else
typedef int kernels_hlo__code_arrays_is_empty; /* ISO C forbids an empty translation unit */
#endif
