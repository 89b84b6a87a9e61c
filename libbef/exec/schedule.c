/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which kernel runs when, and where.
 *
 * A kernel becomes ready when the last of its operands arrives. A thread runs the ready kernels of one stream, last in first out.
 * Kernels of other streams that become ready are handed to the work queue, a task per stream; if the thread has nothing left in
 * its own stream it goes on with the first of those instead. When a value arrives later, its users run in the thread that brought it.
 * So a kernel without side effects on other threads stays where its operands were made, and nothing here waits.
 *
 * Lists of ready kernels need no memory: they are linked through the nodes of the frame, since a kernel is ready once. */
#include "frame.h"

/* Deeper nesting than this on one thread's stack goes through the queue. */
enum { MOST_CONTINUATIONS = 100, MOST_RUNS = 100 };

static _Thread_local struct {
	uint32_t runs;          /* executions inside each other on this stack */
	uint32_t continuations; /* arrivals of values inside each other on this stack */
	uint32_t call_depth;    /* of the execution that is running */
} here;

struct runner {
	struct bef__frame *frame;
	uint32_t stream;
	uint32_t ready;       /* list: last in first out */
	uint32_t elsewhere;   /* list: ready kernels of other streams, in the order in which they became ready */
	uint32_t *elsewhere_end;
};

static struct runner runner_init(struct bef__frame *frame, uint32_t stream)
{
	struct runner r = { frame, stream, BEF__NONE, BEF__NONE, NULL };
	return r;
}

static void share(struct bef__frame *frame)
{
	if (!frame->shared) /* by the only thread that knows the frame; others learn of it through a queue or a value */
		frame->shared = 1;
	__atomic_add_fetch(&frame->tokens, 1, __ATOMIC_RELAXED); /* relaxed: the thread holds a token already */
}

/* One operand of a kernel has arrived. True when it was the last. */
static bool arrive(struct bef__frame *frame, uint32_t number)
{
	uint32_t *count = &bef__frame_nodes(frame)[number].count;
	if (!frame->shared)
		return --*count == 0;
	/* release: publishes the operand; acquire: whoever takes the count to zero sees all operands */
	return __atomic_sub_fetch(count, 1, __ATOMIC_ACQ_REL) == 0;
}

static void make_ready(struct runner *r, uint32_t number)
{
	struct bef__node *nodes = bef__frame_nodes(r->frame);
	if (r->frame->function->kernels[number].stream == r->stream) {
		nodes[number].next = r->ready;
		r->ready = number;
		return;
	}
	nodes[number].next = BEF__NONE;
	if (r->elsewhere == BEF__NONE)
		r->elsewhere = number;
	else
		*r->elsewhere_end = number;
	r->elsewhere_end = &nodes[number].next;
}

static void arrive_all(struct runner *r, const uint32_t *users, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (arrive(r->frame, users[i]))
			make_ready(r, users[i]);
	}
}

/* ---- values that are not there yet */

struct pending {
	struct async_waiter waiter; /* first */
	struct bef__frame *frame;
	const uint32_t *users;
	uint32_t user_count, stream;
};

static void run(struct runner *r);

static void resume_now(void *ctx)
{
	struct pending *p = ctx;
	struct runner r = runner_init(p->frame, p->stream);
	arrive_all(&r, p->users, p->user_count);
	async_free(p->frame->allocator, p, sizeof *p, _Alignof(struct pending));
	run(&r);
	bef__frame_release(r.frame);
}

static void resume(struct async_waiter *waiter)
{
	struct pending *p = (struct pending *)waiter;
	if (here.continuations >= MOST_CONTINUATIONS) {
		async_queue_add(async_request_host(p->frame->request)->queue, resume_now, p);
		return;
	}
	here.continuations++;
	resume_now(p);
	here.continuations--;
}

/* References that the frame itself holds to the value of a result: those of its users. */
static uint32_t uses_inside(const struct bef__frame *frame, const struct bef__result *result)
{
	return result->uses - (result->out == BEF__NONE ? 0 : frame->function->outs[result->out].mentions);
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
	p->stream = r->stream;
	share(r->frame);
	async_value_and_then(value, &p->waiter);
}

static void results_arrive(struct runner *r, const struct bef__kernel *k)
{
	const uint32_t *users = k->users;
	for (uint32_t i = 0; i < k->result_count; i++) {
		const struct bef__result *result = &k->results[i];
		if (result->user_count == 0)
			continue;
		if (result->local || async_value_is_available(*bef__frame_value(r->frame, result->slot)))
			arrive_all(r, users, result->user_count);
		else
			await_result(r, result, users);
		users += result->user_count;
	}
}

/* ---- other streams */

/* A task of the queue is the node of the first kernel of its list, whose count, no longer needed, says which node that is. */
static void run_list(void *ctx)
{
	struct bef__node *node = ctx;
	uint32_t number = node->count;
	struct bef__frame *frame = (struct bef__frame *)(void *)((char *)(node - number) - BEF__FRAME_HEADER);
	struct runner r = runner_init(frame, frame->function->kernels[number].stream);
	r.ready = number;
	run(&r);
	bef__frame_release(frame);
}

static void send(struct bef__frame *frame, uint32_t list)
{
	struct bef__node *node = &bef__frame_nodes(frame)[list];
	node->count = list;
	share(frame);
	async_queue_add(async_request_host(frame->request)->queue, run_list, node);
}

/* Merges two lists that are sorted by stream; equal ones keep their order. */
static uint32_t merge(struct bef__frame *frame, uint32_t a, uint32_t b)
{
	struct bef__node *nodes = bef__frame_nodes(frame);
	const struct bef__kernel *kernels = frame->function->kernels;
	uint32_t merged, *end = &merged;
	while (a != BEF__NONE && b != BEF__NONE) {
		uint32_t *first = kernels[b].stream < kernels[a].stream ? &b : &a;
		*end = *first;
		end = &nodes[*first].next;
		*first = *end;
	}
	*end = a != BEF__NONE ? a : b;
	return merged;
}

/* Sorts a list by stream. */
static uint32_t sort(struct bef__frame *frame, uint32_t list)
{
	struct bef__node *nodes = bef__frame_nodes(frame);
	uint32_t run_of[32], sorted = BEF__NONE; /* run_of[i]: none, or a sorted list of 2^i kernels */
	for (int i = 0; i < 32; i++)
		run_of[i] = BEF__NONE;
	while (list != BEF__NONE) {
		uint32_t carry = list;
		int i = 0;
		list = nodes[list].next;
		nodes[carry].next = BEF__NONE;
		for (; run_of[i] != BEF__NONE; i++) {
			carry = merge(frame, run_of[i], carry);
			run_of[i] = BEF__NONE;
		}
		run_of[i] = carry;
	}
	for (int i = 0; i < 32; i++)
		sorted = merge(frame, run_of[i], sorted);
	return sorted;
}

/* A stream's ready kernels go on here if there is nothing else to do, else to the queue. */
static void place(struct runner *r, uint32_t group)
{
	if (r->ready == BEF__NONE) {
		r->ready = group;
		r->stream = r->frame->function->kernels[group].stream;
	} else {
		send(r->frame, group);
	}
}

/* Many kernels: stream after stream, by number. */
static void hand_over_many(struct runner *r, uint32_t list)
{
	struct bef__node *nodes = bef__frame_nodes(r->frame);
	const struct bef__kernel *kernels = r->frame->function->kernels;
	list = sort(r->frame, list);
	while (list != BEF__NONE) {
		uint32_t stream = kernels[list].stream, group = BEF__NONE;
		while (list != BEF__NONE && kernels[list].stream == stream) {
			uint32_t number = list;
			list = nodes[number].next;
			nodes[number].next = group;
			group = number;
		}
		place(r, group);
	}
}

/* Moves the kernels of another stream to the front and returns how many they are. Which way the others turn is not our
 * choice: the order in which the original hands streams over, and so what a program prints, follows from this exchange. */
static uint32_t split(const struct bef__kernel *kernels, uint32_t *numbers, uint32_t count, uint32_t stream)
{
	uint32_t first = 0, last = count;
	for (;;) {
		while (first < last && kernels[numbers[first]].stream != stream)
			first++;
		if (first == last)
			return first;
		last--;
		while (first < last && kernels[numbers[last]].stream == stream)
			last--;
		if (first == last)
			return first;
		uint32_t number = numbers[first];
		numbers[first++] = numbers[last];
		numbers[last] = number;
	}
}

static void hand_over(struct runner *r)
{
	enum { FEW = 256 };
	struct bef__node *nodes = bef__frame_nodes(r->frame);
	const struct bef__kernel *kernels = r->frame->function->kernels;
	uint32_t numbers[FEW], count = 0, list = r->elsewhere;
	r->elsewhere = BEF__NONE;
	for (uint32_t n = list; n != BEF__NONE && count < FEW; n = nodes[n].next)
		numbers[count++] = n;
	if (count == FEW) {
		hand_over_many(r, list);
		return;
	}
	while (count > 0) {
		uint32_t rest = split(kernels, numbers, count, kernels[numbers[0]].stream), group = BEF__NONE;
		for (uint32_t i = rest; i < count; i++) {
			nodes[numbers[i]].next = group;
			group = numbers[i];
		}
		count = rest;
		place(r, group);
	}
}

/* Runs until nothing is ready for this thread. */
static void run(struct runner *r)
{
	struct bef__node *nodes = bef__frame_nodes(r->frame);
	const struct bef__kernel *kernels = r->frame->function->kernels;
	uint32_t outer = here.call_depth;
	here.call_depth = r->frame->call_depth;
	here.runs++;
	if (r->elsewhere != BEF__NONE)
		hand_over(r);
	while (r->ready != BEF__NONE) {
		const struct bef__kernel *k = &kernels[r->ready];
		r->ready = nodes[r->ready].next;
		bef__run_kernel(r->frame, k);
		results_arrive(r, k);
		if (r->elsewhere != BEF__NONE)
			hand_over(r);
	}
	here.runs--;
	here.call_depth = outer;
}

/* ---- starting and ending */

/* Arguments go to the first registers: kernel 0 hands them out. */
static void bind(struct bef__frame *frame, struct async_value *const *arguments)
{
	const struct bef__kernel *k = &frame->function->kernels[0];
	for (uint32_t i = 1; i < k->result_count; i++) {
		if (k->results[i].uses)
			*bef__frame_value(frame, k->results[i].slot) =
				async_value_retain_n(arguments[i - 1], k->results[i].uses);
	}
}

static void start(struct bef__frame *frame)
{
	const struct bef__kernel *k = &frame->function->kernels[0];
	struct runner r = runner_init(frame, k->stream);
	const uint32_t *users = k->users;
	for (uint32_t i = 0; i < k->result_count; i++) {
		const struct bef__result *result = &k->results[i];
		if (i == 0 || (result->user_count &&
				      async_value_is_available(*bef__frame_value(frame, result->slot))))
			arrive_all(&r, users, result->user_count);
		else if (result->user_count)
			await_result(&r, result, users);
		users += result->user_count;
	}
	run(&r);
}

static void start_later(void *ctx)
{
	start(ctx);
	bef__frame_release(ctx);
}

/* What the frame has for the caller: see publish() in frame.c for the other side. */
static void collect(struct bef__frame *frame, struct async_value *const *arguments, struct async_value **results)
{
	const struct bef__function *f = frame->function;
	for (uint32_t o = 0; o < f->out_count; o++) {
		struct async_value **place = bef__frame_out(frame, o), *none = NULL;
		if (__atomic_load_n(place, __ATOMIC_ACQUIRE)) /* pairs with the release in publish() */
			continue;
		struct async_value *later = async_value_create_indirect(frame->allocator, ASYNC_TYPE_NONE);
		if (later)
			async_value_retain_n(later, f->outs[o].mentions);
		else
			later = async_value_out_of_memory();
		/* release: shows the indirect value to publish(); acquire: the value that came first */
		if (!__atomic_compare_exchange_n(place, &none, later, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
			async_value_release_n(later, f->outs[o].mentions + 1);
	}
	for (uint32_t i = 0; i < f->base.result_count; i++)
		results[i] = f->origins[i].is_argument ? arguments[f->origins[i].index]
						       : __atomic_load_n(bef__frame_out(frame, f->origins[i].index),
								 __ATOMIC_ACQUIRE);
}

static void execute(const struct kernels_function *self, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results)
{
	const struct bef__function *f = (const struct bef__function *)self;
	uint32_t depth = here.call_depth + 1;
	if (depth > f->file->max_call_depth) {
		struct async_location nowhere = { NULL, 0 };
		const struct async_host *host = async_request_host(request);
		bef__results_set(results, self->result_count,
			kernels_error_value(request,
				async_host_error(host, ASYNC_CODE_RESOURCE_EXHAUSTED, nowhere,
					"more than %u calls inside each other", f->file->max_call_depth)));
		return;
	}
	struct bef__frame *frame = bef__frame_create(f, request, depth);
	if (!frame) {
		bef__results_set(results, self->result_count, async_value_out_of_memory());
		return;
	}
	bind(frame, arguments);
	if (here.runs < MOST_RUNS) {
		start(frame);
		collect(frame, arguments, results);
	} else {
		collect(frame, arguments, results);
		share(frame);
		async_queue_add(async_request_host(request)->queue, start_later, frame);
	}
	bef__frame_release(frame);
}

const struct kernels_function_vtable bef__async_vtable = { sizeof(struct kernels_function_vtable), execute, NULL };
