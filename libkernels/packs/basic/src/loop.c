/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops. A loop runs within the kernel while its values are available. When it must wait, the kernel returns indirect
 * values, and the thread that completes the awaited value continues the loop. Stack and memory do not grow with the
 * iterations. */
#include "basic.h"
#include <string.h>

#define BLOCK 32u /* iterations of repeat that are started before the first value of the last one is waited for */

enum progress { LOOP_DONE, LOOP_WAIT, LOOP_TASK };

struct loop {
	struct async_waiter waiter;
	enum progress (*advance)(struct loop *loop);
	struct async_request *request;
	const struct kernels_site *site;
	struct kernels_caller caller;
	const struct kernels_function *body;
	struct async_value *await;  /* with LOOP_WAIT; borrowed from values */
	struct async_error *error;  /* with LOOP_DONE: the error of the results, if not NULL */
	int64_t left;               /* repeat: iterations to do; while: parallel_iterations */
	uint32_t hands;             /* atomic; see hand_over() */
	uint32_t width;             /* number of results of the body, of which the first are the loop's results */
	/* Three rows of `width`: the loop-carried values, room for the results of the body, the indirect results. */
	struct async_value **values, **next, **results;
	struct async_value *places[];
};

static size_t loop_size(uint32_t width)
{
	return sizeof(struct loop) + 3 * (size_t)width * sizeof(struct async_value *);
}

static struct loop *loop_create(
	struct kernels_frame *frame, uint32_t width, enum progress (*advance)(struct loop *loop))
{
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	struct loop *loop = async_alloc(allocator, loop_size(width), _Alignof(struct loop));
	if (!loop) {
		kernels_frame_fail(frame, "out of memory");
		return NULL;
	}
	memset(loop, 0, loop_size(width));
	loop->advance = advance;
	loop->request = kernels_begin_work(frame->request, frame->site);
	loop->site = frame->site;
	loop->caller = kernels_caller();
	loop->body = frame->site->functions[0];
	loop->width = width;
	loop->values = loop->places;
	loop->next = loop->places + width;
	loop->results = loop->places + 2 * (size_t)width;
	return loop;
}

static void loop_destroy(struct loop *loop)
{
	struct async_request *request = loop->request;
	const struct kernels_site *site = loop->site;
	for (uint32_t i = 0; i < loop->width; i++) {
		async_value_release(loop->values[i]);
		async_value_release(loop->results[i]);
	}
	async_error_release(loop->error);
	async_free(kernels_host(request)->allocator, loop, loop_size(loop->width), _Alignof(struct loop));
	kernels_end_work(request, site);
}

static void loop_body(struct loop *loop)
{
	struct async_value **old = loop->values;
	memset(loop->next, 0, loop->width * sizeof *loop->next);
	kernels_function_execute(loop->body, loop->request, loop->values, loop->next);
	loop->values = loop->next;
	loop->next = old;
	for (uint32_t i = 0; i < loop->width; i++)
		async_value_release(old[i]);
}

/* Returns false and sets the error if the request was cancelled. */
static bool may_go_on(struct loop *loop)
{
	struct async_error *cancelled = async_request_cancelled(loop->request);
	if (cancelled)
		loop->error = async_error_retain(cancelled);
	return !cancelled;
}

/* The kernel is still running: the last values are its results, in any state. */
static void finish_in_frame(struct loop *loop, struct kernels_frame *frame)
{
	if (loop->error) {
		kernels_frame_fail_with(frame, async_error_retain(loop->error));
		return;
	}
	for (uint32_t i = 0; i < loop->site->result_count; i++) {
		frame->results[i] = loop->values[i];
		loop->values[i] = NULL;
	}
}

static void finish_later(struct loop *loop)
{
	for (uint32_t i = 0; i < loop->site->result_count; i++) {
		if (loop->error) {
			async_value_fail(loop->results[i], async_error_retain(loop->error));
		} else {
			async_request_forward(loop->request, loop->results[i], loop->values[i]);
			loop->values[i] = NULL;
		}
	}
}

/* Creates the results that the kernel returns now and the loop completes later. */
static bool detach(struct loop *loop, struct kernels_frame *frame)
{
	const struct async_allocator *allocator = kernels_host(loop->request)->allocator;
	for (uint32_t i = 0; i < loop->site->result_count; i++) {
		loop->results[i] = async_value_create_indirect(allocator, ASYNC_TYPE_NONE);
		if (!loop->results[i]) {
			kernels_frame_fail(frame, "out of memory");
			return false;
		}
	}
	for (uint32_t i = 0; i < loop->site->result_count; i++)
		frame->results[i] = async_value_retain(loop->results[i]);
	return true;
}

/* After a hand-over both the arranging thread and the callback hold the loop. The last of them to release it continues
 * the loop, so that an immediate callback in the same thread does not recurse. */
static bool let_go(struct loop *loop)
{
	/* release: publishes this thread's changes; acquire: pairs with the release of the other side */
	return __atomic_fetch_sub(&loop->hands, 1, __ATOMIC_ACQ_REL) == 1;
}

static void loop_run(struct loop *loop, struct kernels_frame *frame);

static void loop_awaited(struct async_waiter *waiter)
{
	struct loop *loop = (struct loop *)(void *)waiter;
	struct kernels_caller caller = loop->caller;
	kernels_caller_swap(&caller);
	if (let_go(loop))
		loop_run(loop, NULL);
	kernels_caller_swap(&caller);
}

static void loop_task(void *ctx)
{
	struct loop *loop = ctx;
	struct kernels_caller caller = loop->caller;
	kernels_caller_swap(&caller);
	if (!async_request_cancelled(loop->request)) /* else while_advance() ends the loop */
		loop_body(loop);
	if (let_go(loop))
		loop_run(loop, NULL);
	kernels_caller_swap(&caller);
}

/* Returns true if the caller must continue the loop. */
static bool hand_over(struct loop *loop, enum progress progress)
{
	/* relaxed: queue or waiter order it for the other side */
	__atomic_store_n(&loop->hands, 2, __ATOMIC_RELAXED);
	if (progress == LOOP_TASK) {
		async_queue_add(kernels_host(loop->request)->queue, loop_task, loop);
	} else {
		loop->waiter.run = loop_awaited;
		async_value_and_then(loop->await, &loop->waiter);
	}
	return let_go(loop);
}

/* @param frame  NULL if the kernel may have returned: the results are then those of detach() */
static void loop_run(struct loop *loop, struct kernels_frame *frame)
{
	for (;;) {
		enum progress progress = loop->advance(loop);
		if (progress == LOOP_DONE) {
			if (frame)
				finish_in_frame(loop, frame);
			else
				finish_later(loop);
			break;
		}
		if (frame && !detach(loop, frame))
			break;
		frame = NULL;
		if (!hand_over(loop, progress))
			return;
	}
	loop_destroy(loop);
}

/* ---- repeat */

static enum progress repeat_advance(struct loop *loop)
{
	for (uint32_t started = 0; loop->left > 0; started++, loop->left--) {
		if (started == BLOCK) {
			started = 0;
			loop->await = loop->width > 0 ? loop->values[0] : NULL;
			if (loop->await && !async_value_is_available(loop->await))
				return LOOP_WAIT;
		}
		if (!may_go_on(loop))
			return LOOP_DONE;
		loop_body(loop);
	}
	return LOOP_DONE;
}

void kernels_basic__repeat_i32(struct kernels_frame *frame)
{
	const struct kernels_site *site = frame->site;
	uint32_t width = site->argument_count - 1;
	if (site->result_count != width) {
		kernels_frame_fail(frame, "%u values enter the loop and %u leave it", (unsigned)width,
			(unsigned)site->result_count);
		return;
	}
	if (!kernels_frame_accepts(frame, site->functions[0], width, width))
		return;
	int32_t count = *(const int32_t *)async_value_payload_small(frame->arguments[0]);
	if (count <= 0) {
		for (uint32_t i = 0; i < width; i++)
			frame->results[i] = async_value_retain(frame->arguments[1 + i]);
		return;
	}
	struct loop *loop = loop_create(frame, width, repeat_advance);
	if (!loop)
		return;
	loop->left = count;
	for (uint32_t i = 0; i < width; i++)
		loop->values[i] = async_value_retain(frame->arguments[1 + i]);
	loop_run(loop, frame);
}

/* ---- while */

/* The condition is the last value of the row. */
static enum progress while_advance(struct loop *loop)
{
	for (;;) {
		struct async_value *condition = loop->values[loop->width - 1];
		loop->await = condition;
		if (!async_value_is_available(condition))
			return LOOP_WAIT;
		if (async_value_is_error(condition)) {
			loop->error = async_error_retain(async_value_error(condition));
			return LOOP_DONE;
		}
		if (async_value_type(condition) != kernels_types()->i1) {
			loop->error = kernels_site_error(loop->site, loop->request, ASYNC_CODE_INTERNAL,
				"the last result of the loop body is not an i1");
			return LOOP_DONE;
		}
		if (!*(const uint8_t *)async_value_payload_small(condition) || !may_go_on(loop))
			return LOOP_DONE;
		if (loop->left > 1)
			return LOOP_TASK;
		loop_body(loop);
	}
}

void kernels_basic__while(struct kernels_frame *frame)
{
	const struct kernels_site *site = frame->site;
	uint32_t carried = site->argument_count - 1;
	int64_t parallel;
	if (!kernels_frame_scalar(frame, 0, KERNELS_I64, &parallel))
		return;
	if (site->result_count != carried) {
		kernels_frame_fail(frame, "%u values enter the loop and %u leave it", (unsigned)carried,
			(unsigned)site->result_count);
		return;
	}
	if (!kernels_frame_accepts(frame, site->functions[0], carried, carried + 1))
		return;
	struct loop *loop = loop_create(frame, carried + 1, while_advance);
	if (!loop)
		return;
	loop->left = parallel;
	for (uint32_t i = 0; i < carried; i++)
		loop->values[i] = async_value_retain(frame->arguments[1 + i]);
	loop->values[carried] = async_value_retain(frame->arguments[0]);
	loop_run(loop, frame);
}
