/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executions in which all arguments are available whenever a kernel runs: the order of the kernels is then known when
 * the program is opened. Operands are not counted, the frame of a small function is on the stack, and values created
 * for it have one owner. When a result is late, the execution continues by counting, as if it had counted from the
 * start. */
#include "plan.h"
#include "ready.h"
#include "run.h"
#include "schedule.h"
#include "slice.h"

#include <kernels/check.h>
#include <stdlib.h>
#include <string.h>

#ifdef BEF_NO_OPTIONAL
#define HOT_LOOP
#else
/* inlined, or unaligned, the loop takes a tenth longer */
#define HOT_LOOP __attribute__((noinline, aligned(64)))
#endif
enum { FRAME_ON_STACK = 576 };
/* Slots are converted to pointers in groups of this size, so most kernels need no loop. Lists of slots are padded with
 * zeros to a multiple of it. */
enum { SLOTS_AT_ONCE = 4 };
static_assert(BEF__MOST_LOCAL % SLOTS_AT_ONCE == 0, "room for the last few");

/* ---- when the program is opened */

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

/* As above, for frame kernels on the heap. A kernel that may find a value unique does not take it. */
static bool is_direct(const struct bef__kernel *k)
{
	bool direct = k->frame && k->nonstrict == BEF__NONE && k->site.function_count == 0 && k->site.result_count == 1 &&
		      !k->results[0].local && k->argument_count < BEF__MOST_LOCAL;
	for (uint32_t i = 0; i < k->argument_count; i++)
		direct = direct && !k->arguments[i].local && !(k->arguments[i].last && k->arguments[i].guarded);
	return direct;
}

/* Returns the free words behind those of the step, as fill_step(). */
static uint32_t *fill_direct(const struct bef__kernel *k, struct bef__step *step, uint32_t *slots)
{
	step->slots = slots;
	step->argument_count = k->argument_count;
	for (uint32_t i = 0; i < k->argument_count; i++) {
		if (k->arguments[i].last)
			slots[step->slot_count++] = k->arguments[i].slot;
	}
	return slots + step->slot_count;
}

static uint32_t *fill_step(const struct bef__kernel *k, struct bef__step *step, uint32_t *slots)
{
	*step = (struct bef__step){ .kernel = k };
	if (BEF__SHORT_CUT && is_direct(k))
		return fill_direct(k, step, slots);
	if (!BEF__SHORT_CUT || !is_short(k))
		return slots;
	const uint32_t count = k->argument_count + k->site.result_count, room = (count / SLOTS_AT_ONCE + 1) * SLOTS_AT_ONCE;
	memset(slots, 0, room * sizeof *slots); /* more are read than there are */
	for (uint32_t i = 0; i < k->argument_count; i++)
		slots[i] = k->arguments[i].slot;
	for (uint32_t i = 0; i < k->site.result_count; i++)
		slots[k->argument_count + i] = k->results[i].slot;
	step->payload = k->payload;
	step->slots = slots;
	step->argument_count = k->argument_count;
	step->slot_count = count;
	return slots + room;
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
		/* if an execution by the plan would soon continue by counting, counting from the start is cheaper */
		f->plan = late < count && late <= count / 2 ? NULL : plan;
	}
	if (nodes)
		bef__pages_free(allocator, nodes, size, _Alignof(struct bef__node));
	return good;
}

/* ---- running */

/* Calls a kernel on the fast path, without errors among its arguments. */
static inline void call_short(
	struct bef__frame *frame, const struct bef__step *step, struct kernels_call *call, void **pointers)
{
	const uint32_t *slots = step->slots;
	uint32_t i = 0;
	do {
		pointers[i] = (char *)frame + slots[i];
		pointers[i + 1] = (char *)frame + slots[i + 1];
		pointers[i + 2] = (char *)frame + slots[i + 2];
		pointers[i + 3] = (char *)frame + slots[i + 3];
		i += SLOTS_AT_ONCE;
	} while (!BEF__LIKELY(i >= step->slot_count));
	call->results = pointers + step->argument_count;
	call->site = &step->kernel->site;
	step->payload(call);
}

static void short_failed(struct bef__frame *frame, const struct bef__kernel *k, struct kernels_call *call)
{
	for (uint32_t i = 0; i < k->site.result_count; i++) {
		*bef__frame_error(frame, k->results[i].slot) = async_error_retain(call->error);
		*bef__frame_state(frame, k->results[i].state) = 1;
		__atomic_store_n(&frame->has_errors, 1, __ATOMIC_RELAXED); /* see bef__frame_has_errors() */
	}
	async_error_release(call->error);
	call->error = NULL;
}

/* Calls a frame kernel on the fast path. @return false, without a call, when an argument may be an error or have another type. */
static inline bool call_direct(
	struct bef__frame *frame, const struct bef__step *step, struct kernels_frame *call, struct async_value **pointers)
{
	const struct bef__kernel *k = step->kernel;
	for (uint32_t i = 0; i < step->argument_count; i++) {
		if (!(pointers[i] = bef__take_heap(frame, &k->arguments[i], false)))
			return false;
	}
	call->site = &k->site;
	call->results = pointers + step->argument_count;
	call->results[0] = NULL;
	k->frame(call);
	for (uint32_t i = 0; i < step->slot_count; i++) {
		struct async_value **place = bef__frame_value(frame, step->slots[i]);
		async_value_release(*place);
		*place = NULL; /* for bef__continue_counted() */
	}
	struct async_value *value = call->results[0];
	if (!BEF__LIKELY(kernels_result_is_ready(value, k->results->type)))
		value = kernels_result_take(&k->site, frame->request, 0, k->results->type, value);
	bef__frame_set_planned(frame, k->results, value);
	return true;
}

static bool is_complete(struct bef__frame *frame, const struct bef__kernel *k)
{
	for (uint32_t i = 0; i < k->site.result_count; i++) {
		const struct bef__result *result = &k->results[i];
		if (result->inside && !result->local &&
			!async_value_is_available(*bef__frame_value(frame, result->slot)))
			return false;
	}
	return true;
}

/* Are there idle threads, and kernels that could be sent to them? */
static bool is_idle(const struct bef__function *f)
{
	return f->sends && __atomic_load_n(&f->file->waiting, __ATOMIC_RELAXED) == 0; /* relaxed: a hint */
}

/* A look in the course of the plan. When it is the turn of other tasks, the execution continues by counting, and hands over. */
static __attribute__((noinline)) bool is_turn_of_others(struct bef__slice *slice, const struct async_request *request)
{
	bef__here.hands_over = bef__slice_is_over(slice, request);
	return bef__here.hands_over;
}

/* @return the number of kernels of the plan that have run: all, or those up to the first late one, or up to the turn of
 * other tasks. */
static HOT_LOOP uint32_t run_plan(struct bef__frame *frame, uint32_t done)
{
	const struct bef__function *f = frame->function;
	void *pointers[BEF__MOST_LOCAL];
	struct kernels_call call = { pointers, NULL, NULL, frame->request, NULL };
	struct async_value **values = (struct async_value **)(void *)pointers;
	struct kernels_frame direct = { values, NULL, NULL, frame->request, false, NULL };
	const uint32_t count = f->kernel_count - 1;
	struct bef__slice slice = bef__slice_init(BEF__SLICE_KERNELS);
	if (BEF__HAS_SLICES && !BEF__LIKELY(count <= BEF__SLICE_KERNELS)) /* do tasks wait already? */
		bef__slice_is_over(&slice, frame->request);
	do {
		const uint32_t until = !BEF__HAS_SLICES || BEF__LIKELY(count - done <= slice.left) ? count : done + slice.left;
		for (; done < until; done++) {
			const struct bef__step *step = &f->plan[done];
			if (BEF__SHORT_CUT && BEF__LIKELY(step->payload && !bef__frame_has_errors(frame) &&
					!async_request_cancelled(frame->request))) {
				call_short(frame, step, &call, pointers);
				if (!BEF__LIKELY(!call.error))
					short_failed(frame, step->kernel, &call);
				continue;
			}
			if (!BEF__SHORT_CUT || step->payload || !step->slots || async_request_cancelled(frame->request) ||
				!call_direct(frame, step, &direct, values))
				bef__run_kernel(frame, step->kernel);
			if (step->kernel->frame && (!is_complete(frame, step->kernel) || is_idle(f)))
				return done + 1;
		}
	} while (BEF__HAS_SLICES && done < count && !is_turn_of_others(&slice, frame->request));
	return done;
}

/* The frame must move to the heap, which is exhausted: the late results become errors. */
static void give_up_waiting(struct bef__frame *frame, const struct bef__kernel *k)
{
	for (uint32_t i = 0; i < k->site.result_count; i++) {
		const struct bef__result *result = &k->results[i];
		if (!result->inside || result->local)
			continue;
		struct async_value **place = bef__frame_value(frame, result->slot);
		if (async_value_is_available(*place))
			continue;
		async_value_release_n(*place, 1u + result->guarded);
		*place = async_value_out_of_memory();
	}
}

static void init_frame(struct bef__frame *frame, const struct bef__function *f, struct async_request *request,
	uint32_t depth, struct async_value *const *arguments)
{
	const struct bef__result *results = f->kernels[0].results + 1;
	bef__frame_init(frame, f, request, async_request_host(request)->allocator, depth);
	memset((char *)frame + f->states_offset, 0, f->state_count);
	for (uint32_t i = 0; i < f->base.argument_count; i++) {
		if (results[i].user_count)
			*bef__frame_value(frame, results[i].slot) = arguments[i];
		if (results[i].guarded)
			async_value_retain(arguments[i]);
	}
}

static void finish_plan(struct bef__frame *frame, struct async_value *const *arguments, struct async_value **results)
{
	const struct bef__function *f = frame->function;
	for (uint32_t i = 0; i < f->base.result_count; i++)
		results[i] = f->origins[i].is_argument ? async_value_retain(arguments[f->origins[i].index])
						       : *bef__frame_out(frame, f->origins[i].index);
	bef__release_guards(f, arguments);
	if (bef__frame_has_errors(frame))
		bef__frame_drop_errors(frame);
}

static struct bef__frame *move_to_heap(const struct bef__frame *frame)
{
	size_t size = frame->function->frame_size;
	struct bef__frame *heap = async_alloc(frame->allocator, size, _Alignof(max_align_t));
	return heap ? memcpy(heap, frame, size) : NULL;
}

/* A result of a kernel of the plan is late; `heap` is the frame, or NULL if it is on the stack. Returns the heap frame
 * in which the execution continues; NULL when out of memory, after all kernels have run. */
static __attribute__((noinline)) struct bef__frame *leave_plan(
	struct bef__frame *frame, struct bef__frame *heap, uint32_t done)
{
	const struct bef__function *f = frame->function;
	while (!heap && !(heap = move_to_heap(frame))) {
		give_up_waiting(frame, f->plan[done - 1].kernel);
		if (BEF__HAS_SLICES)
			bef__here.hands_over = false;
		done = run_plan(frame, done);
		if (done == f->kernel_count - 1)
			return NULL;
	}
	heap->done = done;
	return heap;
}

struct bef__frame *bef__execute_plan(const struct bef__function *f, struct async_request *request, uint32_t depth,
	struct async_value *const *arguments, struct async_value **results)
{
	union {
		struct bef__frame frame;
		max_align_t align;
		char room[FRAME_ON_STACK];
	} small;
	struct bef__frame *heap = NULL, *left = NULL, *frame = &small.frame;
	if (!BEF__LIKELY(f->frame_size <= sizeof small)) {
		frame = heap = async_alloc(async_request_host(request)->allocator, f->frame_size,
			_Alignof(max_align_t));
		if (!frame) {
			bef__results_set(results, f->base.result_count, async_value_out_of_memory());
			return NULL;
		}
	}
	init_frame(frame, f, request, depth, arguments);
	uint32_t outer_depth = bef__here.call_depth;
	const struct kernels_site *outer_site = kernels_caller_.site;
	bef__here.call_depth = depth;
	bef__here.runs++;
	uint32_t done = run_plan(frame, 0);
	if (!BEF__LIKELY(done == f->kernel_count - 1))
		left = leave_plan(frame, heap, done);
	if (BEF__LIKELY(!left))
		finish_plan(frame, arguments, results);
	kernels_caller_.site = outer_site;
	bef__here.call_depth = outer_depth;
	bef__here.runs--;
	if (!BEF__LIKELY(!heap) && !left)
		async_free(heap->allocator, heap, f->frame_size, _Alignof(max_align_t));
	return left;
}
