/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which kernel runs when, and where.
 *
 * A kernel becomes ready when the last of its operands arrives. A thread runs the ready kernels of one stream, last
 * in first out. Kernels of other streams that become ready are handed to the work queue, a task per stream; if the
 * thread has nothing left in its own stream it goes on with the first of those instead. When a value arrives later,
 * its users run in the thread that brought it. So a kernel without side effects on other threads stays where its
 * operands were made, and nothing here waits.
 *
 * Lists of ready kernels need no memory: they are linked through the nodes of the frame, since a kernel is ready
 * once. */
#include "frame.h"

#include <string.h>

BEF__THREAD_LOCAL struct bef__here bef__here;

/* While so many lists wait in queues, more stay with the thread that made them. A queue of one thread gets more, for
 * the sake of the order in which the original runs streams. */
enum { FEW_WAITING = 8, MANY_WAITING = 256, WAITING_PER_THREAD = 4 };

struct runner {
	struct bef__frame *frame; /* NULL while the plan is made */
	const struct bef__function *function;
	struct bef__node *nodes;
	struct bef__watch *watch; /* NULL: nobody */
	uint32_t stream;
	uint32_t ready;       /* list: last in first out */
	uint32_t elsewhere;   /* list: ready kernels of other streams, in the order in which they became ready */
	uint32_t *elsewhere_end;
	/* Lists of other streams that stay here, first in first out: each one's first node says in `count` where the
	 * next is. */
	uint32_t kept, kept_end;
	uint32_t tokens; /* of the frame, in reserve */
	uint32_t cause;  /* the kernel whose results arrive; for an observer */
	bool keep; /* all of them stay */
	bool sends; /* one would not have stayed */
};

static struct runner runner_init(struct bef__frame *frame, uint32_t stream)
{
	struct runner r = { frame, frame->function, bef__frame_nodes(frame), frame->watch, stream, BEF__NONE, BEF__NONE,
		NULL, BEF__NONE, BEF__NONE, 0, 0, false, false };
	return r;
}

/* Others are about to learn of the frame, one after the other: with fewer writes to memory that threads share. */
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
	/* release: publishes the operand; acquire, of both: whoever brings the last operand, and so nobody else writes
	 * any more, sees all the others */
	return __atomic_load_n(&node->count, __ATOMIC_ACQUIRE) == 1 ||
	       __atomic_sub_fetch(&node->count, 1, __ATOMIC_ACQ_REL) == 0;
}

/* The same for a kernel that starts with its first argument. True when it was that. */
static bool arrive_nonstrict(struct runner *r, uint32_t number)
{
	const struct bef__function *f = r->function;
	uint32_t first = f->states_offset + f->state_count - f->nonstrict_count;
	uint8_t *started = bef__frame_state(r->frame, first + f->kernels[number].nonstrict);
	return !__atomic_exchange_n(started, 1, __ATOMIC_ACQ_REL); /* as above */
}

static inline void make_ready(struct runner *r, uint32_t number)
{
	if (!BEF__LIKELY(!r->watch))
		bef__watch_ready(r->watch, number, r->cause);
	if (r->function->streams[number] == r->stream) {
		r->nodes[number].next = r->ready;
		r->ready = number;
		return;
	}
	r->nodes[number].next = BEF__NONE;
	if (r->elsewhere == BEF__NONE)
		r->elsewhere = number;
	else
		*r->elsewhere_end = number;
	r->elsewhere_end = &r->nodes[number].next;
}

static void arrive_all(struct runner *r, const uint32_t *users, uint32_t count)
{
	bool shared = r->frame && r->frame->shared;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t number = users[i];
		if (!BEF__LIKELY(number < BEF__NONSTRICT)) {
			number -= BEF__NONSTRICT;
			if (!arrive_nonstrict(r, number))
				continue;
		} else if (!arrive(&r->nodes[number], shared)) {
			continue;
		}
		make_ready(r, number);
	}
}

/* ---- values that are not there yet */

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
	arrive_all(&r, p->users, p->user_count);
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
	for (uint32_t i = 0; i < k->result_count; i++) {
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

/* A task of the queue is the node of the first kernel of its list, whose count, no longer needed, says which node
 * that is. */
static void run_list(void *ctx)
{
	struct bef__node *node = ctx;
	uint32_t number = node->count;
	struct bef__frame *frame = (struct bef__frame *)(void *)((char *)(node - number) - BEF__FRAME_HEADER);
	struct runner r = runner_init(frame, frame->function->streams[number]);
	__atomic_sub_fetch(&frame->function->file->waiting, 1, __ATOMIC_RELAXED); /* relaxed: a hint */
	r.ready = number;
	run(&r);
	bef__frame_release(frame);
}

static void send(struct runner *r, uint32_t list)
{
	struct bef__frame *frame = r->frame;
	struct bef__node *node = &r->nodes[list];
	node->count = list;
	hand_token(r);
	__atomic_add_fetch(&frame->function->file->waiting, 1, __ATOMIC_RELAXED); /* relaxed: a hint */
	async_queue_add(async_request_host(frame->request)->queue, run_list, node);
}

bool bef__saturated(const struct bef_file *file, const struct async_request *request)
{
	uint32_t waiting = __atomic_load_n(&file->waiting, __ATOMIC_RELAXED); /* relaxed: a hint */
	if (waiting < FEW_WAITING || waiting >= MANY_WAITING)
		return waiting >= MANY_WAITING;
	unsigned threads = async_queue_parallelism(async_request_host(request)->queue);
	return threads > 1 && waiting >= WAITING_PER_THREAD * threads;
}

static void keep(struct runner *r, uint32_t list)
{
	r->nodes[list].count = BEF__NONE;
	if (r->kept == BEF__NONE)
		r->kept = list;
	else
		r->nodes[r->kept_end].count = list;
	r->kept_end = list;
}

static uint32_t take_kept(struct runner *r)
{
	uint32_t list = r->kept;
	r->kept = r->nodes[list].count;
	return list;
}

/* A stream's ready kernels go on here if there is nothing else to do, else to the queue or, if that has enough,
 * later here. */
static void place(struct runner *r, uint32_t group)
{
	if (r->ready == BEF__NONE && r->kept == BEF__NONE) {
		r->ready = group;
		r->stream = r->function->streams[group];
	} else if (r->keep || bef__saturated(r->function->file, r->frame->request)) {
		r->sends = true;
		keep(r, group);
	} else {
		send(r, group);
	}
}

/* Many kernels: stream after stream, by number, so many streams at a time. */
static void hand_over_many(struct runner *r, uint32_t list)
{
	enum { STREAMS = 1024 };
	const uint32_t *streams = r->function->streams;
	uint32_t groups[STREAMS], first = 0;
	while (list != BEF__NONE) {
		uint32_t rest = BEF__NONE, *end = &rest, lowest = BEF__NONE;
		for (uint32_t i = 0; i < STREAMS; i++)
			groups[i] = BEF__NONE;
		while (list != BEF__NONE) {
			uint32_t number = list, stream = streams[number] - first;
			list = r->nodes[number].next;
			if (stream < STREAMS) {
				r->nodes[number].next = groups[stream];
				groups[stream] = number;
				continue;
			}
			*end = number;
			end = &r->nodes[number].next;
			lowest = streams[number] < lowest ? streams[number] : lowest;
		}
		*end = BEF__NONE;
		for (uint32_t i = 0; i < STREAMS; i++) {
			if (groups[i] != BEF__NONE)
				place(r, groups[i]);
		}
		list = rest;
		first = lowest;
	}
}

/* Moves the kernels of another stream to the front and returns how many they are. Which way the others turn is not our
 * choice: the order in which the original hands streams over, and so what a program prints, follows from this
 * exchange. */
static uint32_t split(const uint32_t *streams, uint32_t *numbers, uint32_t count, uint32_t stream)
{
	uint32_t first = 0, last = count;
	for (;;) {
		while (first < last && streams[numbers[first]] != stream)
			first++;
		if (first == last)
			return first;
		last--;
		while (first < last && streams[numbers[last]] == stream)
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
	struct bef__node *nodes = r->nodes;
	const uint32_t *streams = r->function->streams;
	uint32_t numbers[FEW], count = 0, list = r->elsewhere;
	r->elsewhere = BEF__NONE;
	for (uint32_t n = list; n != BEF__NONE && count < FEW; n = nodes[n].next)
		numbers[count++] = n;
	if (count == FEW) {
		hand_over_many(r, list);
		return;
	}
	while (count > 0) {
		uint32_t rest = split(streams, numbers, count, streams[numbers[0]]), group = BEF__NONE;
		for (uint32_t i = rest; i < count; i++) {
			nodes[numbers[i]].next = group;
			group = numbers[i];
		}
		count = rest;
		place(r, group);
	}
}

/* The next kernel for this thread, or BEF__NONE. */
static uint32_t next(struct runner *r)
{
	if (r->ready == BEF__NONE && r->kept != BEF__NONE) {
		r->ready = take_kept(r);
		r->stream = r->function->streams[r->ready];
	}
	uint32_t number = r->ready;
	if (number != BEF__NONE)
		r->ready = r->nodes[number].next;
	return number;
}

static void run_kernel(struct runner *r, struct bef__late *late, uint32_t number)
{
	const struct bef__kernel *k = &r->function->kernels[number];
	if (BEF__LATE && late->count > 0 && k->frame != late->kind) /* which may take longer than others should wait */
		bef__late_send(r->frame, late);
	if (!BEF__LIKELY(!r->watch)) {
		bef__watch_run(r->frame, k);
	} else if (!bef__run_kernel(r->frame, k) && BEF__LATE) {
		bef__late_add(r->frame, late, number);
		return;
	}
	r->cause = number;
	results_arrive(r, k);
}

/* Runs the second part of a kernel, unless `number` is BEF__NONE, and then until nothing is ready for this thread. */
static void run_from(struct runner *r, uint32_t number)
{
	uint32_t outer_depth = bef__here.call_depth, outer_runs = bef__here.runs;
	struct bef__late late = { 0, 0, 0, 0, NULL };
	bef__here.call_depth = r->frame->call_depth;
	bef__here.runs = outer_runs + 1;
	if (BEF__LATE && number != BEF__NONE) {
		bef__run_late(r->frame, &r->function->kernels[number]);
		r->cause = number;
		results_arrive(r, &r->function->kernels[number]);
	}
	if (r->elsewhere != BEF__NONE)
		hand_over(r);
	while ((number = next(r)) != BEF__NONE) {
		while (r->kept != BEF__NONE && !bef__saturated(r->function->file, r->frame->request))
			send(r, take_kept(r)); /* the queue has run out of work meanwhile */
		run_kernel(r, &late, number);
		if (r->elsewhere != BEF__NONE)
			hand_over(r);
	}
	if (BEF__LATE && late.count > 0)
		bef__late_send(r->frame, &late);
	return_tokens(r);
	bef__here.call_depth = outer_depth;
	bef__here.runs = outer_runs;
}

static void run(struct runner *r)
{
	run_from(r, BEF__NONE);
}

void bef__resume_late(struct bef__frame *frame, uint32_t number)
{
	struct runner r = runner_init(frame, frame->function->streams[number]);
	run_from(&r, number);
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
	struct runner r = runner_init(frame, frame->function->streams[0]);
	const uint32_t *users = k->users;
	for (uint32_t i = 0; i < k->result_count; i++) {
		const struct bef__result *result = &k->results[i];
		if (i == 0)
			arrive_all(&r, users, result->user_count);
		else if (result->user_count)
			value_arrives(&r, result, users);
		users += result->user_count;
	}
	run(&r);
}

static void start_later(void *ctx)
{
	start(ctx);
	bef__frame_release(ctx);
}

/* What the frame has for the caller. */
static void collect(struct bef__frame *frame, struct async_value *const *arguments, struct async_value **results)
{
	const struct bef__function *f = frame->function;
	for (uint32_t i = 0; i < f->base.result_count; i++)
		results[i] = f->origins[i].is_argument ? arguments[f->origins[i].index]
						       : bef__frame_take_out(frame, f->origins[i].index);
}

/* ---- by the plan first */

/* As if the values of all results of a kernel were there. */
static void all_arrive(struct runner *r, const struct bef__kernel *k)
{
	const uint32_t *users = k->users;
	for (uint32_t i = 0; i < k->result_count; i++) {
		arrive_all(r, users, k->results[i].user_count);
		users += k->results[i].user_count;
	}
	if (r->elsewhere != BEF__NONE)
		hand_over(r);
}

bool bef__find_order(const struct bef__function *f, struct bef__node *nodes, uint32_t *order)
{
	struct runner r = { NULL, f, nodes, NULL, f->streams[0], BEF__NONE, BEF__NONE, NULL, BEF__NONE,
		BEF__NONE, 0, 0, true, false };
	uint32_t number;
	all_arrive(&r, &f->kernels[0]);
	while ((number = next(&r)) != BEF__NONE) {
		*order++ = number;
		all_arrive(&r, &f->kernels[number]);
	}
	return r.sends;
}

/* From one reference per register to one per use that is still to come. */
static void count_references(struct bef__frame *frame, uint32_t done, struct async_value *const *arguments)
{
	const struct bef__function *f = frame->function;
	uint32_t count = f->kernel_count - 1;
	for (uint32_t p = done; p < count; p++) { /* nobody has made these yet */
		const struct bef__kernel *k = f->plan[p].kernel;
		for (uint32_t i = 0; i < k->result_count; i++) {
			if (!k->results[i].local)
				*bef__frame_value(frame, k->results[i].slot) = NULL;
			if (k->results[i].out != BEF__NONE)
				*bef__frame_out(frame, k->results[i].out) = NULL;
		}
	}
	struct async_value *last = NULL; /* what many use one after the other is retained once for all of them */
	uint32_t uses = 0;
	for (uint32_t p = done; p < count; p++) {
		const struct bef__kernel *k = f->plan[p].kernel;
		for (uint32_t i = 0; i < k->argument_count; i++) {
			struct async_value *value =
				k->arguments[i].local ? NULL : *bef__frame_value(frame, k->arguments[i].slot);
			if (value != last && uses > 0)
				async_value_retain_n(last, uses);
			uses = value == last ? uses : 0;
			last = value;
			uses += value != NULL;
		}
	}
	if (uses > 0)
		async_value_retain_n(last, uses);
	for (uint32_t p = 0; p < done; p++) {
		const struct bef__kernel *k = f->plan[p].kernel;
		for (uint32_t i = 0; i < k->result_count; i++) {
			if (!k->results[i].local)
				async_value_release_n(
					*bef__frame_value(frame, k->results[i].slot), 1u + k->results[i].guarded);
		}
	}
	for (uint32_t i = 0; i < f->base.result_count; i++) {
		if (f->origins[i].is_argument)
			async_value_retain(arguments[f->origins[i].index]);
	}
	bef__release_guards(f, arguments);
}

void bef__continue_counted(struct bef__frame *frame, uint32_t done, struct async_value *const *arguments,
	struct async_value **results)
{
	const struct bef__function *f = frame->function;
	memcpy(bef__frame_nodes(frame), f->nodes, f->kernel_count * sizeof(struct bef__node));
	async_request_retain(frame->request);
	count_references(frame, done, arguments);
	frame->counted = 1;
	struct runner r = runner_init(frame, f->streams[0]);
	r.keep = true; /* as when the plan was made */
	all_arrive(&r, &f->kernels[0]);
	for (uint32_t p = 0; p < done; p++) {
		uint32_t number = next(&r);
		assert(&f->kernels[number] == f->plan[p].kernel);
		if (p + 1 < done)
			all_arrive(&r, &f->kernels[number]);
		else
			results_arrive(&r, &f->kernels[number]);
	}
	r.keep = false;
	run(&r);
	collect(frame, arguments, results);
	bef__frame_release(frame);
}

/* ---- */

uint32_t bef__enter_call(const struct bef__function *f, struct async_request *request, struct async_value **out_error)
{
	struct async_location nowhere = { NULL, 0 };
	uint32_t depth = bef__here.call_depth + 1;
	if (BEF__LIKELY(depth <= f->file->max_call_depth))
		return depth;
	*out_error = kernels_error_value(request,
		async_host_error(async_request_host(request), ASYNC_CODE_RESOURCE_EXHAUSTED, nowhere,
			"more than %u calls inside each other", f->file->max_call_depth));
	return 0;
}

static void execute_counted(const struct bef__function *f, struct async_request *request, uint32_t depth,
	struct async_value *const *arguments, struct async_value **results)
{
	struct bef__frame *frame = bef__frame_create(f, request, depth);
	if (!frame) {
		bef__results_set(results, f->base.result_count, async_value_out_of_memory());
		return;
	}
	bind(frame, arguments);
	if (bef__here.runs < BEF__MOST_RUNS) {
		start(frame);
		collect(frame, arguments, results);
	} else {
		collect(frame, arguments, results);
		bef__frame_share(frame, 1);
		async_queue_add(async_request_host(request)->queue, start_later, frame);
	}
	bef__frame_release(frame);
}

static void execute(const struct kernels_function *self, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results)
{
	const struct bef__function *f = (const struct bef__function *)self;
	struct async_value *error = NULL;
	uint32_t depth = bef__enter_call(f, request, &error);
	if (!depth)
		bef__results_set(results, self->result_count, error);
	else if (bef__here.runs >= BEF__MOST_RUNS || !bef__execute_plan(f, request, depth, arguments, results))
		execute_counted(f, request, depth, arguments, results);
}

const struct kernels_function_vtable bef__async_vtable = { sizeof(struct kernels_function_vtable), execute, NULL };
