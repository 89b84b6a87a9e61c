/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Computes the plan of a function when the program is opened: the order of its kernels, and how each is called. */
#include "ready.h"
#include "run.h"
#include "step.h"

#include <kernels/check.h>
#include <stdlib.h>
#include <string.h>

static int compare_streams(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

static bool is_quick(const struct bef__function *f, size_t n)
{
	return n == 0 || (f->kernels[n].site.entry->kernel->flags & KERNELS_QUICK);
}

/* Are only the streams of kernels that are not quick regarded? Then a thread starts all quick ones first, in one stream, and with them
 * their tasks, before it begins with one that may take long. Other programs keep the order of TFRT. */
static bool starts_quick_first(const struct bef__function *f)
{
	for (size_t n = 0; n < f->kernel_count; n++) {
		if (!is_quick(f, n) && !bef__prepares(f->kernels[n].site.entry))
			return false;
	}
	return true;
}

/* Those of streams that are not regarded have rank 0. */
bool bef__rank_streams(struct bef_file *file, struct bef__function *f, bool all_quick)
{
	size_t count = f->kernel_count, size = count * sizeof(uint32_t), regarded = 0;
	uint32_t *ranks = bef__arena_alloc(&file->arena, count, sizeof *ranks), different = 0;
	f->streams = ranks;
	if (BEF__LARGE && all_quick) {
		f->in_order = BEF__HAS_ORDER && file->in_order;
		return ranks;
	}
	uint32_t *sorted = async_alloc(file->arena.allocator, size, _Alignof(uint32_t));
	bool quick_first = starts_quick_first(f);
	for (size_t n = 0; ranks && sorted && n < count; n++) {
		const uint32_t stream = f->kernels[n].stream; /* most often that of the kernel before */
		if ((!quick_first || !is_quick(f, n)) && (regarded == 0 || sorted[regarded - 1] != stream))
			sorted[regarded++] = stream;
	}
	if (regarded) {
		qsort(sorted, regarded, sizeof *sorted, compare_streams);
		for (size_t n = 0; n < regarded; n++) {
			if (n == 0 || sorted[n] != sorted[different - 1])
				sorted[different++] = sorted[n];
		}
		for (size_t n = 0; n < count; n++) {
			const uint32_t *found = quick_first && is_quick(f, n) ? NULL
				: different == 1 ? sorted
				: bsearch(&f->kernels[n].stream, sorted, different, sizeof *sorted, compare_streams);
			ranks[n] = found ? (uint32_t)(found - sorted) + quick_first : 0;
		}
	}
	async_free(file->arena.allocator, sorted, size, _Alignof(uint32_t));
	f->in_order = BEF__HAS_ORDER && file->in_order && different <= 1;
	return ranks && sorted;
}

/* `seen`: per word of the frame, which of the arguments is the last use of the register there, plus one. */
static void find_last_uses(const struct bef__function *f, const uint32_t *order, struct bef__argument *arguments,
	uint32_t *seen)
{
	const struct bef__kernel *first = &f->kernels[0];
	for (uint32_t i = 1; i < first->site.result_count; i++)
		seen[first->results[i].slot / sizeof(void *)] =
			UINT32_MAX; /* the function's arguments are the caller's */
	for (uint32_t p = f->kernel_count - 1; p-- > 0;) {
		const struct bef__kernel *k = &f->kernels[order[p]];
		uint32_t begin = (uint32_t)(k->arguments - arguments);
		for (uint32_t i = begin + k->argument_count; i-- > begin;) {
			struct bef__argument *argument = &arguments[i];
			uint32_t *later = &seen[argument->slot / sizeof(void *)];
			if (argument->local)
				continue;
			argument->last = argument->unguard = *later == 0;
			if (*later == 0)
				*later = i + 1;
			else if (*later != UINT32_MAX && *later - 1 < begin + k->argument_count)
				arguments[*later - 1].unguard = 0; /* the kernel uses it twice */
			argument->unguard &= argument->guarded;
		}
	}
}

/* The fast path: payloads only, all in the frame, no types to check. */
static bool is_short(const struct bef__kernel *k)
{
	bool local = k->payload && k->argument_count + k->site.result_count <= BEF__MOST_LOCAL;
	for (uint32_t i = 0; i < k->argument_count; i++)
		local = local && k->arguments[i].local && k->arguments[i].check == ASYNC_TYPE_NONE;
	for (uint32_t i = 0; i < k->site.result_count; i++)
		local = local && k->results[i].local;
	return local;
}

/* Payload kernels with one result whose payload is copied into a value after the call. */
static bool is_values(const struct bef__kernel *k)
{
	bool values = k->payload && k->site.result_count == 1 && k->argument_count <= BEF__MOST_LOCAL &&
		k->results[0].type != ASYNC_TYPE_CHAIN && bef__is_plain(k->results[0].type);
	for (uint32_t i = 0; i < k->argument_count; i++)
		values = values && (k->arguments[i].local || !k->arguments[i].aligned);
	return values;
}

/* Frame kernels on the heap, without guards. A kernel that may find a value unique, or take it for a function, does not take this. */
static bool is_direct(const struct bef__kernel *k)
{
	const bool borrows = k->site.function_count == 0 || (k->site.entry->kernel->flags & KERNELS_BORROWS);
	bool direct = k->frame && k->nonstrict == BEF__NONE && borrows && k->argument_count + k->site.result_count <= BEF__MOST_LOCAL;
	for (uint32_t i = bef__chooses(k->calls); i < k->argument_count; i++)
		direct = direct && !k->arguments[i].local && !(k->arguments[i].last && k->arguments[i].guarded);
	return direct;
}

/* Kernels of which the called functions are known, are asynchronous, and accept the arguments, all of which the kernel receives. */
static bool is_call(const struct bef__kernel *k)
{
	bool accepted = k->calls != BEF__CALLS_UNKNOWN && k->argument_count == k->site.argument_count;
	for (uint32_t i = 0; accepted && i < k->site.function_count; i++) {
		const struct bef__function *f = (const struct bef__function *)k->site.functions[i];
		accepted = f->kind == BEF_FUNCTION_ASYNC && f->base.result_count == k->site.result_count &&
			f->base.argument_count == k->argument_count - bef__chooses(k->calls);
	}
	return accepted;
}

/* Lists the registers of which the kernel is the last user. Returns the free words behind those of the step. */
static uint32_t *fill_last(const struct bef__kernel *k, struct bef__step *step, uint32_t *slots)
{
	step->slots = slots;
	step->argument_count = (uint16_t)k->argument_count;
	for (uint32_t i = 0; i < k->argument_count; i++) {
		if (k->arguments[i].last)
			slots[step->slot_count++] = k->arguments[i].slot | (k->arguments[i].guarded ? BEF__SLOT_GUARDED : 0);
	}
	return slots + step->slot_count;
}

static uint32_t *fill_local(const struct bef__kernel *k, struct bef__step *step, uint32_t *slots)
{
	const uint32_t count = k->argument_count + k->site.result_count, room = (count / BEF__SLOTS_AT_ONCE + 1) * BEF__SLOTS_AT_ONCE;
	memset(slots, 0, room * sizeof *slots); /* more are read than there are */
	for (uint32_t i = 0; i < k->argument_count; i++)
		slots[i] = k->arguments[i].slot;
	for (uint32_t i = 0; i < k->site.result_count; i++)
		slots[k->argument_count + i] = k->results[i].slot;
	step->payload = k->payload;
	step->slots = slots;
	step->argument_count = (uint16_t)k->argument_count;
	step->slot_count = (uint16_t)count;
	return slots + room;
}

static enum bef__step_kind kind_of(const struct bef__kernel *k)
{
	if (is_direct(k))
		return is_call(k) ? BEF__STEP_CALL : k->argument_count > 0 && k->arguments[0].local ? BEF__STEP_GENERAL : BEF__STEP_DIRECT;
	return is_short(k) ? BEF__STEP_LOCAL : is_values(k) ? BEF__STEP_VALUES : BEF__STEP_GENERAL;
}

/* Returns the free words behind those of the step. */
static uint32_t *fill_step(const struct bef__kernel *k, struct bef__step *step, uint32_t *slots)
{
	*step = (struct bef__step){ .kernel = k, .kind = BEF__SHORT_CUT ? (uint8_t)kind_of(k) : BEF__STEP_GENERAL };
	switch (step->kind) {
	case BEF__STEP_GENERAL:
		return slots;
	case BEF__STEP_LOCAL:
		return fill_local(k, step, slots);
	default: return fill_last(k, step, slots);
	}
}

/* A kernel that begins a task; those that prepare an op do that only if it takes long. */
static bool is_late(const struct bef__kernel *k)
{
	const struct kernels_entry *entry = k->site.entry;
	return BEF__LATE && entry->kernel->frame && (entry->kernel->flags & KERNELS_QUICK) && !bef__prepares(entry);
}

/* Computes the order in which one thread runs the kernels if no result is late, into order[]; nodes are scratch memory,
 * a copy of f->nodes. @return true if a counted execution would send kernels to the queue. */
static bool find_order(const struct bef__function *f, struct bef__node *nodes, uint32_t *order)
{
	struct bef__ready ready = bef__ready_init(f, nodes, f->streams[0]);
	bool sends = false;
	uint32_t number;
	bef__ready_all(&ready, &f->kernels[0]);
	while ((number = bef__ready_next(&ready)) != BEF__NONE) {
		sends |= ready.kept != BEF__NONE;
		*order++ = number;
		bef__ready_all(&ready, &f->kernels[number]);
	}
	return sends;
}

bool bef__make_plan(struct bef_file *file, struct bef__function *f, struct bef__argument *arguments, size_t slots)
{
	const struct async_allocator *allocator = file->arena.allocator;
	uint32_t count = f->kernel_count - 1;
	const size_t nodes_size = f->kernel_count * sizeof(struct bef__node), order_size = (f->kernel_count + (size_t)1) * sizeof(uint32_t);
	const size_t seen_size = (f->frame_size / sizeof(void *) + 1) * sizeof(uint32_t), size = nodes_size + order_size + seen_size;
	struct bef__node *nodes = bef__pages_alloc(allocator, size, _Alignof(struct bef__node));
	struct bef__step *plan = bef__arena_take(&file->arena, count + (size_t)1, sizeof *plan);
	uint32_t *free_slots = bef__arena_take(&file->arena, slots, sizeof *free_slots);
	const bool good = nodes && plan && free_slots;
	if (good) {
		uint32_t *order = (uint32_t *)(void *)(nodes + f->kernel_count), *seen = order + f->kernel_count + 1;
		memcpy(nodes, f->nodes, nodes_size);
		memset(seen, 0, seen_size);
		f->sends = find_order(f, nodes, order);
		find_last_uses(f, order, arguments, seen);
		uint32_t late = count; /* the first one */
		for (uint32_t p = 0; p < count; p++) {
			const struct bef__kernel *k = &f->kernels[order[p]];
			free_slots = fill_step(k, &plan[p], free_slots);
			if (late == count && is_late(k))
				late = p;
		}
		/* if an execution by the plan would soon continue by counting, counting from the start is cheaper; observed ones count */
		f->plan = (late < count && late <= count / 2) || (BEF__WATCH && file->observer) ? NULL : plan;
	}
	if (nodes)
		bef__pages_free(allocator, nodes, size, _Alignof(struct bef__node));
	return good;
}

