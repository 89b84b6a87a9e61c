/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loop that runs ready kernels, and its entry points: tasks of the queue, and arriving values.
 *
 * A kernel becomes ready when the last of its operands arrives. ready.c selects the next kernel for this thread. Lists
 * of other streams go to the queue, one task per list, while the queue has little work. When a value arrives late, its
 * users run in the thread that completed it. So kernels run in the thread that produced their operands, and no thread
 * waits. */
#include "late.h"
#include "ready.h"
#include "returns.h"
#include "schedule.h"
#include "settle.h"
#include "slice.h"
#include <async/external.h>

enum { MOST_IN_A_ROW = 16 }; /* late parts of one task: then other tasks have their turn */

struct runner {
	struct bef__frame *frame;
	const struct bef__function *function;
	struct bef__watch *watch; /* NULL: not observed */
	struct bef__ready ready;
	uint32_t tokens; /* of the frame, in reserve */
	uint32_t cause;  /* the kernel whose results arrive; for an observer, as the next member */
	bool late;       /* they arrive after it has returned */
	bool is_long;    /* the slice begins with the first kernel, not with the first look */
};

static struct runner runner_init(struct bef__frame *frame, uint32_t stream)
{
	return (struct runner){ frame, frame->function, frame->watch,
		bef__ready_init(frame->function, bef__frame_nodes(frame), stream), 0, 0, false, false };
}

/* Takes a token for another thread from a local reserve, which saves writes to shared memory. */
static void hand_token(struct runner *r)
{
	enum { RESERVE = 32 };
	if (r->tokens == 0) {
		bef__frame_share(r->frame, RESERVE);
		r->tokens = RESERVE;
	}
	r->tokens--;
}

static void return_tokens(struct runner *r)
{
	/* relaxed: not the last one, the thread holds another */
	if (r->tokens)
		__atomic_sub_fetch(&r->frame->tokens, r->tokens, __ATOMIC_RELAXED);
	r->tokens = 0;
}

/* One operand of a kernel has arrived. True when it was the last. */
static inline bool arrive(struct bef__node *node, bool shared)
{
	if (!shared)
		return --node->count == 0;
	/* release: publishes the operand; acquire, of both: the thread that provides the last operand, after which no
	 * thread writes, sees all the others */
	return __atomic_load_n(&node->count, __ATOMIC_ACQUIRE) == 1 ||
	       __atomic_sub_fetch(&node->count, 1, __ATOMIC_ACQ_REL) == 0;
}

/* As arrive(), for a kernel that starts with its first argument. @return true for the first one. */
static bool arrive_nonstrict(struct runner *r, uint32_t number)
{
	const struct bef__function *f = r->function;
	uint32_t first = f->states_offset + f->state_count - f->nonstrict_count;
	uint8_t *started = bef__frame_state(r->frame, first + f->kernels[number].nonstrict);
	return !__atomic_exchange_n(started, 1, __ATOMIC_ACQ_REL); /* as above */
}

static inline void make_ready(struct runner *r, uint32_t number)
{
	if (BEF__WATCH && !BEF__LIKELY(!r->watch))
		bef__watch_ready(r->watch, number, r->cause, r->late);
	bef__ready_add(&r->ready, number);
}

static void arrive_all(struct runner *r, const uint32_t *users, uint32_t count)
{
	bool shared = r->frame->shared;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t number = users[i];
		if (BEF__HAS_NONSTRICT && !BEF__LIKELY(number < BEF__NONSTRICT)) {
			number -= BEF__NONSTRICT;
			if (!arrive_nonstrict(r, number))
				continue;
		} else if (!arrive(&r->ready.nodes[number], shared)) {
			continue;
		}
		make_ready(r, number);
	}
}

/* ---- values that are not available yet */

struct pending {
	struct async_waiter waiter; /* first */
	struct bef__frame *frame;
	const uint32_t *users;
	uint32_t user_count, stream, cause;
	struct async_value *held; /* NULL: not needed */
};

static void run(struct runner *r);

static void resume_now(void *ctx)
{
	struct pending *p = ctx;
	struct runner r = runner_init(p->frame, p->stream);
	r.cause = p->cause;
	r.late = true;
	arrive_all(&r, p->users, p->user_count);
	r.late = false;
	async_value_release(p->held);
	async_free(p->frame->allocator, p, sizeof *p, _Alignof(struct pending));
	run(&r);
	bef__frame_release(r.frame);
}

static void resume(struct async_waiter *waiter)
{
	struct pending *p = (struct pending *)waiter;
	if (bef__here.continuations >= BEF__MOST_CONTINUATIONS) {
		async_queue_add(async_request_host(p->frame->request)->queue, resume_now, p);
		return;
	}
	bef__here.continuations++;
	resume_now(p);
	bef__here.continuations--;
}

/* References that the frame holds to the value of a result for its users. The others belong to the outs, or, if an
 * argument of the function is returned, to those results. */
static uint32_t uses_inside(const struct bef__frame *frame, const struct bef__result *result)
{
	const struct bef__function *f = frame->function;
	if (result->out != BEF__NONE)
		return result->uses - f->outs[result->out].mentions;
	uint32_t returned = 0;
	for (uint32_t i = 0; i < f->base.result_count; i++)
		returned += f->origins[i].is_argument && &f->kernels[0].results[f->origins[i].index + 1] == result;
	return result->uses - returned;
}

static void await_result(struct runner *r, const struct bef__result *result, const uint32_t *users)
{
	struct async_value **place = bef__frame_value(r->frame, result->slot), *value = *place;
	struct pending *p = async_alloc(r->frame->allocator, sizeof *p, _Alignof(struct pending));
	if (!p) { /* the users get an error instead of the value */
		*place = async_value_out_of_memory();
		async_value_release_n(value, uses_inside(r->frame, result));
		arrive_all(r, users, result->user_count);
		return;
	}
	p->waiter.run = resume;
	p->frame = r->frame;
	p->users = users;
	p->user_count = result->user_count;
	p->stream = r->ready.stream;
	p->cause = r->cause;
	p->held = result->held ? value : NULL;
	hand_token(r);
	async_value_and_then(value, &p->waiter);
}

static inline void value_arrives(struct runner *r, const struct bef__result *result, const uint32_t *users)
{
	struct async_value *value = *bef__frame_value(r->frame, result->slot);
	if (!BEF__LIKELY(async_value_is_available(value))) {
		await_result(r, result, users);
		return;
	}
	arrive_all(r, users, result->user_count);
	if (result->held)
		async_value_release(value);
}

static void results_arrive(struct runner *r, const struct bef__kernel *k)
{
	const uint32_t *users = k->users;
	for (uint32_t i = 0; i < k->site.result_count; i++) {
		const struct bef__result *result = &k->results[i];
		if (result->user_count == 0)
			continue;
		if (result->local)
			arrive_all(r, users, result->user_count);
		else
			value_arrives(r, result, users);
		users += result->user_count;
	}
}

/* ---- other streams */

static void run_list(void *ctx);
static void run_node(struct bef__node *node, bool is_rest);

static void send(struct runner *r, uint32_t list)
{
	struct bef__frame *frame = r->frame;
	struct bef__node *node = &r->ready.nodes[list];
	node->count = list;
	hand_token(r);
	bef__part_begin(frame);
	__atomic_add_fetch(&frame->function->file->waiting, 1, __ATOMIC_RELAXED); /* relaxed: a hint */
	async_queue_add(async_request_host(frame->request)->queue, run_list, node);
}

bool bef__saturated_(uint32_t waiting, const struct async_request *request)
{
	unsigned threads = async_queue_parallelism(async_request_host(request)->queue);
	return threads > 1 && waiting >= BEF__WAITING_PER_THREAD * threads;
}

/* ---- handing over */

/* The rest of a task, behind the tasks that wait. */
struct rest {
	struct async_external external;
	const struct async_allocator *allocator;
	struct bef__node *node;
};

static void run_rest(void *ctx)
{
	struct rest *rest = ctx;
	struct bef__node *node = rest->node;
	async_free(rest->allocator, rest, sizeof *rest, _Alignof(struct rest));
	run_node(node, true);
}

/* As send(), behind the tasks that wait. @return false when out of memory. */
static bool send_behind(struct runner *r, uint32_t list)
{
	struct bef__frame *frame = r->frame;
	struct rest *rest = async_alloc(frame->allocator, sizeof *rest, _Alignof(struct rest));
	if (!rest)
		return false;
	rest->allocator = frame->allocator;
	rest->node = &r->ready.nodes[list];
	rest->node->count = list;
	hand_token(r);
	bef__part_begin(frame);
	__atomic_add_fetch(&frame->function->file->waiting, 1, __ATOMIC_RELAXED); /* relaxed: a hint */
	async_external_begin(&rest->external, async_request_host(frame->request)->queue, "bef", run_rest, rest);
	async_external_complete(&rest->external);
	return true;
}

/* Hands the ready kernels of this thread over, unless they are a heap. */
static void hand_over(struct runner *r)
{
	struct bef__ready *ready = &r->ready;
	if (BEF__HAS_ORDER && ready->in_order)
		return;
	if (ready->own != BEF__NONE && send_behind(r, ready->own))
		ready->own = BEF__NONE;
	while (ready->own == BEF__NONE && ready->kept != BEF__NONE) {
		uint32_t list = bef__ready_take_kept(ready);
		if (!send_behind(r, list))
			send(r, list);
	}
}

/* ---- the loop */

static __attribute__((noinline)) void run_watched(struct runner *r, uint32_t number)
{
	const struct bef__watch *watch = r->watch;
	const struct bef__kernel *k = &r->function->kernels[number];
	struct bef_event event = { .site = &k->site, .parent = watch->parent, .parent_kernel = watch->parent_kernel,
		.cause = watch->kernels[number].cause, .stream = k->stream, .ready = watch->kernels[number].ready,
		.late = watch->kernels[number].late };
	struct bef__watch_outer outer = bef__watch_begin(r->function, watch->execution, number);
	bef__run_kernel(r->frame, k);
	bef__watch_end(r->function, outer, &event);
}

static void run_kernel(struct runner *r, struct bef__batch *batch, uint32_t number)
{
	const struct bef__kernel *k = &r->function->kernels[number];
	/* a kernel of another kind may take longer than the batch should wait */
	if (BEF__LATE && batch->count > 0 && k->frame != batch->kernel)
		bef__batch_send(r->frame, batch);
	if (BEF__WATCH && !BEF__LIKELY(!r->watch)) {
		run_watched(r, number);
	} else if (!bef__run_kernel(r->frame, k) && BEF__LATE) {
		bef__batch_add(r->frame, batch, number);
		return;
	}
	r->cause = number;
	results_arrive(r, k);
}

static void run_late_task(void *ctx);

/* Runs a late part. */
static void run_late(struct runner *r, uint32_t number)
{
	const struct bef__kernel *k = &r->function->kernels[number];
	bef__run_late(r->frame, k);
	r->cause = number;
	results_arrive(r, k);
}

static void run_ready(struct runner *r, struct bef__batch *batch)
{
	uint32_t number;
	struct bef__slice slice = bef__slice_init(BEF__HAS_SLICES && bef__here.hands_over ? 1 : BEF__SLICE_KERNELS);
	bool is_over = BEF__HAS_SLICES && bef__here.hands_over;
	if (BEF__HAS_SLICES)
		bef__here.hands_over = false;
	if (BEF__HAS_SLICES && !BEF__LIKELY(!r->is_long || is_over))
		bef__slice_is_over(&slice, r->frame->request);
	if (r->ready.others != BEF__NONE)
		bef__ready_split(&r->ready);
	while ((number = bef__ready_next(&r->ready)) != BEF__NONE) {
		while (r->ready.kept != BEF__NONE && !bef__saturated(r->function->file, r->frame->request))
			send(r, bef__ready_take_kept(&r->ready));
		run_kernel(r, batch, number);
		if (r->ready.others != BEF__NONE)
			bef__ready_split(&r->ready);
		if (BEF__HAS_SLICES && !BEF__LIKELY(--slice.left != 0) && (bef__slice_is_over(&slice, r->frame->request) || is_over))
			hand_over(r);
	}
}

/* Runs the late part of a kernel, unless `number` is BEF__NONE, and then until nothing is ready for this thread. A task continues with
 * one of the late parts that it has made: no other thread need be woken for it. */
static void run_from(struct runner *r, uint32_t number)
{
	uint32_t outer_depth = bef__here.call_depth, outer_runs = bef__here.runs;
	struct bef__batch batch = { run_late_task, 0, 0, 0, 0, NULL };
	struct kernels_caller outer = kernels_caller();
	if (!BEF__LIKELY(outer.scope == r->frame->scope))
		kernels_caller_.scope = r->frame->scope;
	bef__here.call_depth = r->frame->call_depth;
	bef__here.runs = outer_runs + 1;
	uint32_t left = BEF__LATE && number != BEF__NONE ? MOST_IN_A_ROW : 0;
	if (left) {
		batch.most = 1;
		run_late(r, number);
	}
	run_ready(r, &batch);
	for (; BEF__LATE && batch.count > 0 && left > 0; left--) {
		number = bef__batch_take(r->frame, &batch);
		if (batch.count > 0)
			bef__batch_send(r->frame, &batch);
		batch.most = 1;
		bef__check(r->frame->request);
		run_late(r, number);
		run_ready(r, &batch);
	}
	if (BEF__LATE && batch.count > 0)
		bef__batch_send(r->frame, &batch);
	return_tokens(r);
	kernels_caller_ = outer;
	bef__here.call_depth = outer_depth;
	bef__here.runs = outer_runs;
}

static void run(struct runner *r)
{
	run_from(r, BEF__NONE);
}

/* The frame of a task that is a node; node->count is the number of its kernel. */
static struct bef__frame *frame_of(struct bef__node *node)
{
	return (struct bef__frame *)(void *)((char *)(node - node->count) - BEF__FRAME_HEADER);
}

/* A list of ready kernels of one stream; the node is the first of it. */
static void run_node(struct bef__node *node, bool is_rest)
{
	uint32_t number = node->count;
	struct bef__frame *frame = frame_of(node);
	struct runner r = runner_init(frame, frame->function->streams[number]);
	__atomic_sub_fetch(&frame->function->file->waiting, 1, __ATOMIC_RELAXED); /* relaxed: a hint */
	r.ready.own = number;
	r.is_long = is_rest;
	bef__check(frame->request);
	run(&r);
	bef__part_end(frame);
	bef__frame_release(frame);
}

static void run_list(void *ctx) { run_node(ctx, false); }

/* Runs the late part of a kernel; the argument is the node of the kernel. */
static void run_late_task(void *ctx)
{
	static const struct async_settlement settlement = { bef__settle, run_late_task };
	struct bef__node *node = ctx;
	uint32_t number = node->count;
	struct bef__frame *frame = frame_of(node);
	struct runner r = runner_init(frame, frame->function->streams[number]);
	if (bef__settle_enter(frame, &settlement))
		bef__check(frame->request);
	run_from(&r, number);
	bef__settle_leave(frame);
}

/* ---- starting */

void bef__start(struct bef__frame *frame)
{
	const struct bef__kernel *k = &frame->function->kernels[0];
	struct runner r = runner_init(frame, frame->function->streams[0]);
	const uint32_t *users = k->users;
	r.is_long = frame->function->kernel_count > BEF__SLICE_KERNELS;
	for (uint32_t i = 0; i < k->site.result_count; i++) {
		const struct bef__result *result = &k->results[i];
		if (i == 0)
			arrive_all(&r, users, result->user_count);
		else if (result->user_count)
			value_arrives(&r, result, users);
		users += result->user_count;
	}
	run(&r);
}

static void run_start(void *ctx)
{
	bef__start(ctx);
	bef__part_end(ctx);
	bef__frame_release(ctx);
}

void bef__start_as_task(struct bef__frame *frame)
{
	bef__frame_share(frame, 1);
	bef__part_begin(frame);
	async_queue_add(async_request_host(frame->request)->queue, run_start, frame);
}

void bef__start_behind_plan(struct bef__frame *frame)
{
	const struct bef__function *f = frame->function;
	uint32_t done = frame->done;
	struct runner r = runner_init(frame, f->streams[0]);
	bef__ready_all(&r.ready, &f->kernels[0]);
	for (uint32_t p = 0; p < done; p++) {
		const struct bef__kernel *k = &f->kernels[bef__ready_next(&r.ready)];
		assert(k == f->plan[p].kernel);
		if (p + 1 < done)
			bef__ready_all(&r.ready, k);
		else
			results_arrive(&r, k);
	}
	run(&r);
}
