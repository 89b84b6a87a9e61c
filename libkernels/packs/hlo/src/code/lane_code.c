/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lanes as machine code:
 *
 *	run_lanes(pointers, frame, n)	rdi = pointers, rbx = frame, rdx = n; r8 to r11 = the first pointers
 *	what is one element to the frame
 *	rax = 0
 *	head:	the items, with rax as the index of the first lane
 *		rax += 8; if (rax < n) goto head */
#include "code/lane_steps.h"
#include "code/listing.h"

#if HLO_CODE

static const uint8_t prologue[] = { 0x53, 0x48, 0x89, 0xF3 };               /* push rbx; mov rbx, rsi */
static const uint8_t zero[] = { 0x31, 0xC0 };                               /* xor eax, eax */
static const uint8_t next[] = { 0x48, 0x83, 0xC0, HLO_LANES, 0x48, 0x39, 0xD0 }; /* add rax, 8; cmp rax, rdx */
static const uint8_t epilogue[] = { 0xC5, 0xF8, 0x77, 0x5B, 0xC3 };         /* vzeroupper; pop rbx; ret */
enum { BELOW = 0x82 };

static void put(struct hlo_code_text *text, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		kernels_hlo__code_byte(text, bytes[i]);
}

static void note(struct hlo_lane_writer *w)
{
	static const char *const sources[] = { [HLO_LANE_ELEMENTS] = "elements", [HLO_LANE_ONE] = "one element", [HLO_LANE_CONSTANT] = "constant",
		[HLO_LANE_COPY] = "copy" };
	const struct hlo_lane *item = &w->list[w->position];
	kernels_hlo__code_note(&w->text, w->position, item->source == HLO_LANE_STEP ? NULL : sources[item->source],
		item->source == HLO_LANE_STEP ? item->of : NULL, item->operands, item->dtype);
}

static void write_all(struct hlo_lane_writer *w, uint32_t pointers)
{
	struct hlo_code_text *text = &w->text;
	put(text, prologue, sizeof prologue);
	for (uint32_t k = 0; k < pointers && k < HLO_LANE_POINTERS; k++)
		kernels_hlo__code_load_argument(text, HLO_R8 + k, k * (uint32_t)sizeof(void *));
	kernels_hlo__lane_prepare(w);
	put(text, zero, sizeof zero);
	const size_t head = text->bytes->size;
	for (w->position = 0; w->position < w->count && !text->full; w->position++) {
		note(w);
		kernels_hlo__lane_step(w);
	}
	kernels_hlo__code_note(text, w->count, "end", NULL, NULL, KERNELS_DTYPE_INVALID);
	put(text, next, sizeof next);
	kernels_hlo__code_jump(text, BELOW, head);
	put(text, epilogue, sizeof epilogue);
}

bool kernels_hlo__code_write_lanes(const struct hlo_lane *list, uint32_t count, uint32_t pointers, const struct async_allocator *allocator,
	struct hlo_code_bytes *out)
{
	struct hlo_lane_writer w = { .text = { .bytes = out }, .list = list, .count = count, .allocator = allocator };
	*out = (struct hlo_code_bytes){ .allocator = allocator, .kind = "loop_fusion", .listed = kernels_hlo__code_words() & HLO_LIST_DUMP };
	bool good = kernels_hlo__lane_writer_init(&w);
	if (good) {
		out->first = out->size;
		write_all(&w, pointers);
		out->frame = w.frame;
		good = !w.text.full;
	}
	kernels_hlo__lane_writer_finish(&w);
	if (!good)
		kernels_hlo__code_free(out);
	return good;
}

#else

bool kernels_hlo__code_write_lanes(const struct hlo_lane *list, uint32_t count, uint32_t pointers, const struct async_allocator *allocator,
	struct hlo_code_bytes *out)
{
	(void)list;
	(void)count;
	(void)pointers;
	*out = (struct hlo_code_bytes){ .allocator = allocator };
	return false;
}

#endif
