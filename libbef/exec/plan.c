/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executions in which all arguments are available whenever a kernel runs: the order of the kernels is then known when
 * the program is opened. Operands are not counted, the frame of a small function is on the stack, and values created
 * for it have one owner. When a result is late, the execution continues by counting, as if it had counted from the
 * start. */
#include "plan.h"
#include "counted.h"
#include "run.h"
#include "schedule.h"
#include "slice.h"
#include "step.h"

#include <string.h>

#ifdef BEF_NO_OPTIONAL
#define HOT_LOOP
#else
/* inlined, or unaligned, the loop takes a tenth longer */
#define HOT_LOOP __attribute__((noinline, aligned(64)))
#endif
enum { FRAME_ON_STACK = 576 };

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
		i += BEF__SLOTS_AT_ONCE;
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

static enum bef__step_end run_general(struct bef__frame *frame, const struct bef__kernel *k)
{
	bef__run_kernel(frame, k);
	return k->payload || is_complete(frame, k) ? BEF__STEP_DONE : BEF__STEP_LATE;
}

/* Are there idle threads, and kernels that could be sent to them? */
static bool is_idle(const struct bef__function *f)
{
	return f->sends && __atomic_load_n(&f->file->waiting, __ATOMIC_RELAXED) == 0; /* relaxed: a hint */
}

static enum bef__step_end run_call(struct bef__frame *frame, const struct bef__step *step);

/* Runs a step that is not LOCAL. `call`, `pointers`: see bef__step_values(). @return true when the execution leaves the plan. */
static inline bool run_step(
	struct bef__frame *frame, const struct bef__step *step, struct kernels_call *call, void **pointers)
{
	enum bef__step_end end = BEF__STEP_REFUSED;
	if (BEF__SHORT_CUT && step->kind > BEF__STEP_LOCAL && !async_request_is_cancelled(frame->request)) {
		if (step->kind != BEF__STEP_VALUES)
			end = step->kind == BEF__STEP_CALL ? run_call(frame, step) : bef__step_direct(frame, step);
		else if (bef__step_values(frame, step, call, pointers))
			return false;
	}
	if (!BEF__LIKELY(end != BEF__STEP_REFUSED)) {
		end = run_general(frame, step->kernel);
		if (step->kernel->payload)
			return false;
	}
	return end == BEF__STEP_LATE || is_idle(frame->function);
}

/* Runs the steps from `done` to `until`. @return the number of kernels of the plan that have run: all of these, or up to the first
 * late one. */
static HOT_LOOP uint32_t run_steps(struct bef__frame *frame, uint32_t done, uint32_t until)
{
	void *pointers[BEF__MOST_LOCAL];
	struct kernels_call call;
	call.arguments = pointers;
	call.request = frame->request;
	call.error = NULL;
	const struct bef__step *step = frame->function->plan + done;
	for (; done < until; done++, step++) {
		if (BEF__SHORT_CUT && BEF__LIKELY(step->payload && !bef__frame_has_errors(frame) &&
				!async_request_is_cancelled(frame->request))) {
			call_short(frame, step, &call, pointers);
			if (!BEF__LIKELY(!call.error))
				short_failed(frame, step->kernel, &call);
		} else if (run_step(frame, step, &call, pointers)) {
			return done + 1;
		}
	}
	return done;
}

/* Is a result of the last kernel late that has run? */
static bool is_late(struct bef__frame *frame, uint32_t done)
{
	const struct bef__kernel *k = frame->function->plan[done - 1].kernel;
	return k->frame && !is_complete(frame, k);
}

/* A look in the course of the plan. When it is the turn of other tasks, the execution continues by counting, and hands over. */
static bool is_turn_of_others(struct bef__slice *slice, const struct async_request *request)
{
	bef__here.hands_over = bef__slice_is_over(slice, request);
	return bef__here.hands_over;
}

/* As run_plan(), with looks at tasks that wait. */
static __attribute__((noinline)) uint32_t run_slices(struct bef__frame *frame, uint32_t done, uint32_t count)
{
	struct bef__slice slice = bef__slice_init(BEF__SLICE_KERNELS);
	uint32_t until;
	bef__slice_is_over(&slice, frame->request); /* do tasks wait already? */
	do {
		until = count - done <= slice.left ? count : done + slice.left;
		done = run_steps(frame, done, until);
	} while (done == until && done < count && !is_late(frame, done) && !is_turn_of_others(&slice, frame->request));
	return done;
}

/* @return the number of kernels of the plan that have run: all, or those up to the first late one, or up to the turn of
 * other tasks. */
static inline uint32_t run_plan(struct bef__frame *frame, uint32_t done)
{
	const uint32_t count = frame->function->kernel_count - 1;
	return !BEF__HAS_SLICES || BEF__LIKELY(count <= BEF__SLICE_KERNELS) ? run_steps(frame, done, count)
									     : run_slices(frame, done, count);
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
	const struct async_allocator *allocator, uint32_t depth, struct async_value *const *arguments)
{
	bef__frame_init(frame, f, request, allocator, depth);
	char *const states = (char *)frame + f->states_offset;
	if (BEF__LIKELY(f->state_count <= sizeof(uint64_t))) /* without a call: the frame has this room behind the registers */
		memset(states, 0, sizeof(uint64_t));
	else
		memset(states, 0, f->state_count);
	if (f->base.argument_count == 0)
		return;
	/* the registers of the arguments are the first ones, a word each */
	struct async_value **place = bef__frame_value(frame, f->kernels[0].results[1].slot);
	for (struct async_value *const *argument = arguments, *const *end = argument + f->base.argument_count; argument < end; argument++)
		*place++ = *argument;
	for (uint32_t i = 0; f->guards && i < f->base.argument_count; i++) {
		if (f->kernels[0].results[i + 1].guarded)
			async_value_retain(arguments[i]);
	}
}

static void finish_plan(struct bef__frame *frame, const struct bef__function *f, struct async_value *const *arguments,
	struct async_value **results)
{
	struct async_value *const *const outs = bef__frame_value(frame, f->outs_offset);
	const struct bef__origin *origin = f->origins;
	for (struct async_value **end = results + f->base.result_count; results < end; results++, origin++)
		*results = origin->is_argument ? async_value_retain(arguments[origin->index]) : outs[origin->index];
	if (!BEF__LIKELY(!f->guards))
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

/* @return NULL: all kernels have run, and the results are filled in. Else the frame, now on the heap, for bef__call_counted(). */
static __attribute__((noinline)) struct bef__frame *execute_plan(const struct bef__function *f, struct async_request *request,
	const struct async_allocator *allocator, uint32_t depth, struct async_value *const *arguments, struct async_value **results)
{
	union {
		struct bef__frame frame;
		max_align_t align;
		char room[FRAME_ON_STACK];
	} small;
	struct bef__frame *heap = NULL, *left = NULL, *frame = &small.frame;
	if (!BEF__LIKELY(f->frame_size <= sizeof small)) {
		frame = heap = async_alloc(allocator, f->frame_size, _Alignof(max_align_t));
		if (!frame) {
			bef__results_set(results, f->base.result_count, async_value_out_of_memory());
			return NULL;
		}
	}
	init_frame(frame, f, request, allocator, depth, arguments);
	bef__here.call_depth = depth;
	bef__here.runs++;
	uint32_t done = run_plan(frame, 0);
	if (!BEF__LIKELY(done == f->kernel_count - 1))
		left = leave_plan(frame, heap, done);
	if (BEF__LIKELY(!left))
		finish_plan(frame, f, arguments, results);
	bef__here.call_depth = depth - 1;
	bef__here.runs--;
	if (!BEF__LIKELY(!heap) && !left)
		async_free(allocator, heap, f->frame_size, _Alignof(max_align_t));
	return left;
}

static inline void return_arguments(
	const struct bef__function *f, struct async_value *const *arguments, struct async_value **results)
{
	const struct bef__origin *origin = f->origins;
	for (struct async_value **end = results + f->base.result_count; results < end; results++, origin++)
		*results = async_value_retain(arguments[origin->index]);
}

/* Are all arguments that kernels use available? */
static inline bool are_available(const struct bef__function *f, struct async_value *const *arguments)
{
	const struct bef__result *result = f->kernels[0].results + 1;
	for (struct async_value *const *end = arguments + f->base.argument_count; arguments < end; arguments++, result++) {
		if (result->user_count && !async_value_is_available(*arguments))
			return false;
	}
	return true;
}

/* As bef__execute(); all arguments that kernels use are available. */
static inline void execute_available(const struct bef__function *f, struct async_request *request,
	const struct async_allocator *allocator, uint32_t depth, struct async_value *const *arguments, struct async_value **results)
{
	struct bef__frame *left = NULL;
	if (BEF__LIKELY(f->plan && depth < f->file->max_call_depth && bef__here.runs < BEF__MOST_RUNS) &&
		(!f->sends || bef__saturated(f->file, request))) {
		if (f->kernel_count > 1)
			left = execute_plan(f, request, allocator, depth + 1, arguments, results);
		else /* no kernels: returns arguments */
			return_arguments(f, arguments, results);
		if (BEF__LIKELY(!left))
			return;
	}
	bef__call_counted(left, f, request, arguments, false, results);
}

/* A call of a function of the program, without the kernel that the program names for it. */
static enum bef__step_end run_call(struct bef__frame *frame, const struct bef__step *step)
{
	const struct bef__kernel *k = step->kernel;
	const struct bef__argument *argument = k->arguments, *const end = argument + step->argument_count;
	const struct kernels_function *function = k->site.functions[0];
	struct async_value *values[BEF__MOST_LOCAL], **next = values;
	if (bef__chooses(k->calls)) {
		const void *condition = !argument->local ? bef__take_heap(frame, argument, BEF__SMALL_PAYLOAD)
			: bef__frame_has_errors(frame) ? NULL : bef__frame_payload(frame, argument->slot);
		if (!condition)
			return BEF__STEP_REFUSED;
		function = bef__chosen(k, condition);
		argument++;
	}
	for (; argument < end; argument++, next++) {
		if (!(*next = bef__take_heap(frame, argument, BEF__VALUE)))
			return BEF__STEP_REFUSED;
	}
	kernels_caller_.site = &k->site;
	execute_available((const struct bef__function *)function, frame->request, frame->allocator, frame->call_depth, values, next);
	bef__step_release(frame, step);
	return bef__step_results(frame, k, next);
}

void bef__execute(const struct bef__function *f, struct async_request *request, uint32_t depth,
	struct async_value *const *arguments, struct async_value **results)
{
	if (are_available(f, arguments))
		execute_available(f, request, async_request_host(request)->allocator, depth, arguments, results);
	else
		bef__call_counted(NULL, f, request, arguments, false, results);
}
