/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A loop as machine code:
 *
 *	uint32_t entry(frame, limit)	rbx = frame, r12 = limit
 *		kept arguments from the frame to registers
 *	head:	if (r12-- == 0) return HLO_CODE_LIMIT
 *		condition; if (!test) return HLO_CODE_DONE
 *		body; results to the arguments in registers and in the frame
 *		goto head
 *
 * Kept arguments are stored to the frame before the code returns. With packs, the arguments of packs are moved to them in front of the head,
 * and back when it returns.
 */
#include "code/instructions.h"
#include "code/listing.h"

#include <string.h>

#if HLO_CODE

static void put(struct hlo_code_text *text, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		kernels_hlo__code_byte(text, bytes[i]);
}

static const uint8_t prologue[] = { 0x53, 0x41, 0x54, 0x48, 0x83, 0xEC, 0x08, /* push rbx; push r12; sub rsp, 8 */
	0x48, 0x89, 0xFB, 0x49, 0x89, 0xF4 };                                   /* mov rbx, rdi; mov r12, rsi */
static const uint8_t count_down[] = { 0x49, 0x83, 0xEC, 0x01 };             /* sub r12, 1 */
static const uint8_t yes[] = { 0xB8, 1, 0, 0, 0 }, no[] = { 0x31, 0xC0 };   /* mov eax, 1; xor eax, eax */
static const uint8_t epilogue[] = { 0x48, 0x83, 0xC4, 0x08, 0x41, 0x5C, 0x5B, 0xC3 }; /* add rsp, 8; pop r12; pop rbx; ret */

/* ---- arguments in registers */

static uint32_t frame_of(uint32_t argument) { return argument * (uint32_t)sizeof(struct hlo_register); }

static bool is_kept(const struct hlo_code_program *p, uint32_t argument)
{
	for (uint32_t k = 0; k < p->kept_count; k++)
		if (p->kept[k] == argument)
			return true;
	return false;
}

static void load_kept(struct hlo_code_writer *w)
{
	for (uint32_t k = 0; k < w->program.kept_count; k++) {
		const uint32_t argument = w->program.kept[k];
		kernels_hlo__code_load(w, k, hlo_frame(frame_of(argument)), hlo_code_is_wide(w->program.values[argument].dtype));
		w->locations[argument].saved = false;
		kernels_hlo__code_own(w, k, argument);
	}
}

/* The register of each kept argument at this place; HLO_CODE_NONE: the frame has it. */
struct kept_places {
	uint8_t xmm[HLO_CODE_KEPT];
};

static struct kept_places places_of_kept(const struct hlo_code_writer *w)
{
	struct kept_places places;
	for (uint32_t k = 0; k < w->program.kept_count; k++) {
		const struct hlo_code_location *at = &w->locations[w->program.kept[k]];
		places.xmm[k] = at->saved ? HLO_CODE_NONE : at->xmm;
	}
	return places;
}

static void store_kept(struct hlo_code_writer *w, const struct kept_places *places)
{
	for (uint32_t k = 0; k < w->program.kept_count; k++) {
		const uint32_t argument = w->program.kept[k];
		if (places->xmm[k] != HLO_CODE_NONE)
			kernels_hlo__code_store(w, places->xmm[k], frame_of(argument), hlo_code_is_wide(w->program.values[argument].dtype));
	}
}

static void move_register(struct hlo_code_writer *w, uint32_t to, uint32_t from)
{
	kernels_hlo__code_vex(&w->text, HLO_0F | 0x28, to, 0, hlo_xmm(from), 0, 0); /* vmovaps */
}

/* Whether a result that is to be moved is in this register. */
static bool is_source(const uint8_t *from, uint32_t pending, uint32_t xmm)
{
	for (uint32_t k = 0; k < HLO_CODE_KEPT; k++)
		if ((pending >> k & 1) && from[k] == xmm)
			return true;
	return false;
}

/* from[k] to register k, of those that are `pending`. Of registers that change places, one is copied first. */
static void move_registers(struct hlo_code_writer *w, uint8_t *from, uint32_t pending)
{
	while (pending) {
		uint32_t k = 0, first = 0;
		while (k < HLO_CODE_KEPT && (!(pending >> k & 1) || is_source(from, pending, k)))
			k++;
		if (k < HLO_CODE_KEPT) {
			move_register(w, k, from[k]);
			pending &= ~(1u << k);
			continue;
		}
		uint8_t free = HLO_CODE_KEPT;
		while (!(pending >> first & 1))
			first++;
		while (is_source(from, pending, free))
			free++;
		move_register(w, free, first);
		for (uint32_t j = 0; j < HLO_CODE_KEPT; j++)
			from[j] = from[j] == first ? free : from[j];
	}
}

/* After all other results. */
static void keep_results(struct hlo_code_writer *w)
{
	struct hlo_code_program *p = &w->program;
	uint8_t from[HLO_CODE_KEPT];
	uint32_t pending = 0;
	memset(from, HLO_CODE_NONE, sizeof from);
	for (uint32_t k = 0; k < p->kept_count; k++) {
		from[k] = w->locations[p->results[p->kept[k]]].xmm;
		pending |= from[k] != HLO_CODE_NONE && from[k] != k ? 1u << k : 0;
	}
	const uint32_t registers = pending;
	move_registers(w, from, pending);
	for (uint32_t k = 0; k < p->kept_count; k++) {
		const uint32_t result = p->results[p->kept[k]];
		if (!(registers >> k & 1) && w->locations[result].xmm == HLO_CODE_NONE)
			kernels_hlo__code_load(w, k, kernels_hlo__code_place(w, result), hlo_code_is_wide(p->values[result].dtype));
	}
}

/* ---- the end of an iteration */

static void move(struct hlo_code_writer *w, struct hlo_code_place from, uint32_t to, uint32_t length)
{
	const uint32_t xmm = kernels_hlo__code_take(w);
	kernels_hlo__code_vex(&w->text, length | HLO_0F | 0x10, xmm, 0, from, 0, 0); /* vmovups */
	kernels_hlo__code_vex(&w->text, length | HLO_0F | 0x11, xmm, 0, hlo_frame(to), 0, 0);
	w->locked = 0;
}

/* Copies an element of the frame, or a constant, by an xmm register that has no value: a whole register, unless it may be one of a pack. */
static void copy(struct hlo_code_writer *w, struct hlo_code_place from, uint32_t to, enum kernels_dtype dtype)
{
	if (!kernels_hlo__code_has_register(dtype) || dtype == KERNELS_I1) {
		move(w, from, to, 0);
		return;
	}
	const uint32_t xmm = kernels_hlo__code_take(w);
	kernels_hlo__code_load(w, xmm, from, hlo_code_is_wide(dtype));
	kernels_hlo__code_store(w, xmm, to, hlo_code_is_wide(dtype));
	w->locked = 0;
}

static void store_flag(struct hlo_code_writer *w, uint32_t xmm, uint32_t to)
{
	static const uint8_t and_one[] = { 0x83, 0xE0, 0x01 };
	kernels_hlo__code_vex(&w->text, HLO_0F | HLO_66 | 0x7E, xmm, 0, hlo_xmm(HLO_RAX), 0, 0); /* vmovd eax, xmm */
	put(&w->text, and_one, sizeof and_one);
	kernels_hlo__code_store_byte(&w->text, HLO_RAX, hlo_frame(to));
}

static void store_result(struct hlo_code_writer *w, uint32_t value, uint32_t to)
{
	const enum kernels_dtype dtype = w->program.values[value].dtype;
	if (!kernels_hlo__code_has_register(dtype)) {
		copy(w, kernels_hlo__code_place(w, value), to, dtype);
		return;
	}
	const uint32_t xmm = kernels_hlo__code_get(w, value);
	if (dtype == KERNELS_I1)
		store_flag(w, xmm, to);
	else
		kernels_hlo__code_store(w, xmm, to, hlo_code_is_wide(dtype));
	w->locked = 0;
}

/* The result is another argument, which its own result may replace before it is read. */
static bool is_moved(const struct hlo_code_program *p, uint32_t i)
{
	return p->results[i] != HLO_CODE_NEVER && p->results[i] < p->arguments && p->results[i] != i;
}

static bool is_moved_pack(const struct hlo_code_program *p, uint32_t i)
{
	const struct hlo_code_value *value = &p->values[p->pack_results[i].value];
	return value->form == HLO_ARGUMENTS && value->first != p->pack_results[i].home;
}

/* Stores what was computed, then what was moved apart. */
static void store_all(struct hlo_code_writer *w, uint32_t apart, uint32_t packs_apart)
{
	struct hlo_code_program *p = &w->program;
	for (uint32_t i = 0; i < p->carried; i++) {
		if (p->results[i] != HLO_CODE_NEVER && p->results[i] >= p->arguments && !is_kept(p, i))
			store_result(w, p->results[i], kernels_hlo__code_frame_of(p, i));
	}
	for (uint32_t i = 0; i < p->pack_result_count; i++) {
		if (p->values[p->pack_results[i].value].form == HLO_ARGUMENTS)
			continue;
		const uint32_t ymm = kernels_hlo__code_get(w, p->pack_results[i].value);
		kernels_hlo__code_vex(&w->text, HLO_L | HLO_0F | 0x11, ymm, 0, hlo_frame(p->pack_results[i].home), 0, 0);
		w->locked = 0;
	}
	for (uint32_t i = 0; i < p->carried; i++) {
		if (is_moved(p, i))
			copy(w, hlo_frame(frame_of(apart + i)), kernels_hlo__code_frame_of(p, i), p->values[i].dtype);
	}
	for (uint32_t i = 0; i < p->pack_result_count; i++) {
		if (is_moved_pack(p, i))
			move(w, hlo_frame(frame_of(packs_apart + 2 * i)), p->pack_results[i].home, HLO_L);
	}
}

/* Results that are arguments go to the end of the frame first, since others may replace those. */
static void store_results(struct hlo_code_writer *w)
{
	struct hlo_code_program *p = &w->program;
	const uint32_t apart = w->frame, packs_apart = (apart + p->carried + 1) / 2 * 2;
	bool moves = false;
	for (uint32_t i = 0; i < p->carried; i++)
		moves = moves || is_moved(p, i);
	for (uint32_t i = 0; i < p->pack_result_count; i++)
		moves = moves || is_moved_pack(p, i);
	if (moves) /* now, since values may be saved meanwhile */
		w->frame = packs_apart + 2 * p->pack_result_count;
	for (uint32_t i = 0; i < p->carried; i++) {
		if (is_moved(p, i) && is_kept(p, p->results[i]))
			kernels_hlo__code_save(w, p->results[i]);
		if (is_moved(p, i))
			copy(w, hlo_frame(kernels_hlo__code_frame_of(p, p->results[i])), frame_of(apart + i), p->values[i].dtype);
	}
	for (uint32_t i = 0; i < p->pack_result_count; i++) {
		if (is_moved_pack(p, i))
			move(w, hlo_frame(p->values[p->pack_results[i].value].first), frame_of(packs_apart + 2 * i), HLO_L);
	}
	store_all(w, apart, packs_apart);
	keep_results(w);
}

/* Arguments of packs to where these are, or back. */
static void copy_packed(struct hlo_code_writer *w, uint32_t count, bool back)
{
	const struct hlo_code_program *p = &w->program;
	for (uint32_t i = 0; p->homes && i < count; i++) {
		const uint32_t home = p->homes[i], from = back ? home : frame_of(i);
		if (home)
			copy(w, hlo_frame(from), back ? frame_of(i) : home, p->values[i].dtype);
	}
}

/* ---- the loop */

/* The word of a step that is no operation; NULL: it is one. */
static const char *word_of(enum hlo_opcode opcode)
{
	switch ((int)opcode) {
	case HLO_STEP_LOAD: return "load";
	case HLO_STEP_STORE: return "store";
	case HLO_STEP_VARIABLE: return "variable";
	case HLO_STEP_SET: return "set";
	case HLO_STEP_LOOP: return "loop";
	case HLO_STEP_WHILE: return "while";
	case HLO_STEP_IF: return "if";
	case HLO_STEP_ELSE: return "else";
	case HLO_STEP_END: return "end";
	default: return NULL;
	}
}

static void note(struct hlo_code_writer *w, const struct hlo_code_value *value)
{
	static const char *const forms[] = { [HLO_ELEMENT] = "element", [HLO_ARGUMENTS] = "arguments", [HLO_REPEATED] = "repeated",
		[HLO_SHIFTED] = "shifted", [HLO_BUILT] = "built", [HLO_LOADED] = "loaded", [HLO_STORED] = "stored" };
	if (!value->step) {
		kernels_hlo__code_note(&w->text, w->position, forms[value->form], NULL, value->operands, value->dtype);
		return;
	}
	const enum hlo_opcode opcode = value->step->opcode;
	const char *word = word_of(opcode);
	kernels_hlo__code_note(&w->text, w->position, word, word ? NULL : value->step->of, value->operands,
		hlo_is_block_step(opcode) ? KERNELS_DTYPE_INVALID : value->dtype);
}

static void write_steps(struct hlo_code_writer *w, uint32_t first, uint32_t end)
{
	for (w->position = first; w->position < end && !w->text.full; w->position++) {
		const struct hlo_code_value *value = &w->program.values[w->position];
		if (value->needed && !hlo_code_is_constant(value))
			note(w, value);
		kernels_hlo__code_step(w);
	}
}

static size_t write_test(struct hlo_code_writer *w)
{
	kernels_hlo__code_flag(w, w->program.test);
	return kernels_hlo__code_jump(&w->text, HLO_CODE_ZERO, 0);
}

static void write_loop(struct hlo_code_writer *w)
{
	struct hlo_code_text *text = &w->text;
	put(text, prologue, sizeof prologue);
	copy_packed(w, w->program.arguments, false);
	load_kept(w);
	const struct kept_places at_head = places_of_kept(w);
	const size_t head = text->bytes->size;
	put(text, count_down, sizeof count_down);
	const size_t limit = kernels_hlo__code_jump(text, HLO_CODE_BELOW, 0);
	write_steps(w, w->program.arguments, w->program.body_first);
	const size_t done = write_test(w);
	const struct kept_places at_test = places_of_kept(w);
	write_steps(w, w->program.body_first, w->program.count);
	kernels_hlo__code_note(text, w->program.count, "end", NULL, NULL, KERNELS_DTYPE_INVALID);
	store_results(w);
	kernels_hlo__code_jump(text, 0, head);
	kernels_hlo__code_land(text, done);
	store_kept(w, &at_test);
	put(text, yes, sizeof yes);
	const size_t leave = kernels_hlo__code_jump(text, 0, 0);
	kernels_hlo__code_land(text, limit);
	store_kept(w, &at_head);
	put(text, no, sizeof no);
	kernels_hlo__code_land(text, leave);
	kernels_hlo__code_clear(w);
	copy_packed(w, w->program.carried, true);
	if (w->program.homes)
		kernels_hlo__code_zero_upper(text);
	put(text, epilogue, sizeof epilogue);
}

/* Elements of arrays are read to registers and written from registers. */
static bool has_registers(const struct hlo_expr *expr)
{
	for (uint32_t i = 0; i < expr->argument_count; i++) {
		if (expr->arrays[i] && !kernels_hlo__code_has_register(expr->dtypes[i]))
			return false;
	}
	return true;
}

bool kernels_hlo__code_write_loop(const struct hlo_expr *condition, const struct hlo_expr *body, uint32_t carried,
	const struct async_allocator *allocator, struct hlo_code_bytes *out)
{
	struct hlo_code_writer w = { .text = { .bytes = out } };
	*out = (struct hlo_code_bytes){ .allocator = allocator, .kind = "while_scalars", .listed = kernels_hlo__code_words() & HLO_LIST_DUMP };
	bool good = has_registers(condition) && has_registers(body) &&
		kernels_hlo__code_program_init(&w.program, condition, body, carried, allocator) && kernels_hlo__code_writer_init(&w);
	if (good) {
		out->first = out->size;
		write_loop(&w);
		out->frame = w.frame;
		out->watch = w.program.arguments * (uint32_t)sizeof(struct hlo_register) + HLO_CODE_WATCH;
		good = !w.text.full;
	}
	kernels_hlo__code_writer_finish(&w);
	kernels_hlo__code_program_finish(&w.program);
	if (!good)
		kernels_hlo__code_free(out);
	return good;
}

void kernels_hlo__code_free(struct hlo_code_bytes *bytes)
{
	if (bytes->data)
		async_free(bytes->allocator, bytes->data, bytes->room, 16);
	if (bytes->notes)
		async_free(bytes->allocator, bytes->notes, bytes->notes_room, 1);
	*bytes = (struct hlo_code_bytes){ .allocator = bytes->allocator };
}

#else

bool kernels_hlo__code_write_loop(const struct hlo_expr *condition, const struct hlo_expr *body, uint32_t carried,
	const struct async_allocator *allocator, struct hlo_code_bytes *out)
{
	(void)condition;
	(void)body;
	(void)carried;
	*out = (struct hlo_code_bytes){ .allocator = allocator };
	return false;
}

void kernels_hlo__code_free(struct hlo_code_bytes *bytes) { (void)bytes; }

#endif
