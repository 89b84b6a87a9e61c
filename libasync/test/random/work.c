/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Nodes that are work: when the operands are available, they run in the place that their kind states. */
#include "nodes.h"

#include <stdlib.h>

uint32_t rnd_works;

struct work {
	struct rnd_run *run;
	const struct rnd_node *node;
	struct async_request *request; /* a unit of work */
	struct async_value *operands[RND_OPERANDS], *result;
	union {
		struct async_timer timer;
		struct async_limited limited;
		struct async_external external;
		struct part {
			struct work *work;
			uint32_t number;
		} parts[RND_PARTS];
	} in;
	uint32_t users; /* atomic: threads that use this work */
	uint32_t sum;   /* atomic: of the parts */
};

static void release_work(struct work *w)
{
	if (__atomic_sub_fetch(&w->users, 1, __ATOMIC_ACQ_REL) != 0)
		return;
	struct async_request *request = w->request;
	for (uint32_t i = 0; i < w->node->operand_count; i++)
		async_value_release(w->operands[i]);
	async_value_release(w->result);
	free(w);
	__atomic_sub_fetch(&rnd_works, 1, __ATOMIC_RELAXED);
	async_request_end_work(request);
}

/* ---- completing the result */

static bool is_indirect(const struct rnd_node *node) { return node->how % 4 == 1 || node->how % 4 == 2; }

static struct async_error *failure(const struct work *w, uint32_t part)
{
	return rnd_error(w->run, rnd_failure(w->node, part));
}

static void complete(struct work *w, uint32_t number)
{
	switch (w->node->how % 4) {
	case 0: async_value_emplace(w->result, &number); break;
	case 1: async_value_forward(w->result, rnd_value(w->run, number)); break;
	case 2: async_value_forward_last(async_value_retain(w->result), rnd_value(w->run, number)); break;
	default: async_value_try_emplace(w->result, &number); break;
	}
}

/* The error that is the result, with a reference; NULL: the function of the node is called. */
static struct async_error *find_error(struct work *w, uint32_t *operands)
{
	if (w->node->scoped) {
		struct async_error *error = w->node->how & 16 ? async_request_check(w->request)
							      : async_request_cancelled(w->request);
		if (error)
			return async_error_retain(error);
	}
	for (uint32_t i = 0; i < w->node->operand_count; i++) {
		if (async_value_is_error(w->operands[i]))
			return async_error_retain(async_value_error(w->operands[i]));
		operands[i] = rnd_look(w->operands[i]);
	}
	return NULL;
}

/* Completes the result; releases the work. */
static void finish(struct work *w, struct async_error *error)
{
	uint32_t operands[RND_OPERANDS];
	for (uint32_t i = 0; !error && i < w->node->operand_count; i++)
		operands[i] = rnd_look(w->operands[i]);
	if (error)
		async_value_fail(w->result, error);
	else
		complete(w, rnd_compute(w->node, operands, __atomic_load_n(&w->sum, __ATOMIC_RELAXED)));
	release_work(w);
}

/* ---- duels: two threads, each with a user of the work, complete the result */

static void strike(struct work *w, struct async_error *error, uint32_t number)
{
	bool won;
	if (error)
		won = async_value_try_fail(w->result, error);
	else if (is_indirect(w->node))
		won = async_value_try_forward(w->result, rnd_value(w->run, number));
	else
		won = async_value_try_emplace(w->result, &number);
	__atomic_add_fetch(&w->run->wins[w->node->number], won, __ATOMIC_RELAXED);
	release_work(w);
}

static void strike_elsewhere(void *ctx)
{
	struct work *w = ctx;
	uint32_t operands[RND_OPERANDS] = { 0 };
	struct async_error *error = find_error(w, operands);
	if (!error && w->node->failing)
		error = failure(w, 0);
	strike(w, error, (rnd_compute(w->node, operands, 0) + 1) & RND_NUMBER);
}

static void run_duel(struct work *w)
{
	uint32_t operands[RND_OPERANDS] = { 0 };
	__atomic_add_fetch(&w->users, 1, __ATOMIC_RELAXED);
	rnd_elsewhere(w->run, strike_elsewhere, w);
	struct async_error *error = find_error(w, operands);
	strike(w, error, rnd_compute(w->node, operands, 0));
}

/* ---- groups and loops */

static struct async_error *run_part(void *ctx, struct async_error *cancelled)
{
	struct part *part = ctx;
	if (cancelled)
		return NULL;
	if (part->work->node->failing >> part->number & 1)
		return failure(part->work, part->number);
	__atomic_add_fetch(&part->work->sum, rnd_part(part->work->node, part->number), __ATOMIC_RELAXED);
	return NULL;
}

/* A part of each second group is in a group of its own. */
static struct async_error *run_nested(void *ctx, struct async_error *cancelled)
{
	struct part *part = ctx;
	if (cancelled)
		return NULL;
	struct async_group *group = async_group_create(part->work->run->place->queue, part->work->run->place->memory);
	async_group_add(group, run_part, part);
	struct async_error *error = async_group_wait(group);
	async_group_destroy(group);
	return error;
}

static void run_group(struct work *w)
{
	const struct rnd_node *node = w->node;
	const struct rnd_place *place = w->run->place;
	struct async_group *group = node->scoped ? async_group_create_for(w->request)
						 : async_group_create(place->queue, place->memory);
	struct async_group_wait_options how = ASYNC_GROUP_WAIT_INIT;
	struct async_error *error = NULL;
	how.help = node->how & 64 ? ASYNC_HELP_ALL : ASYNC_HELP_GROUP;
	for (uint32_t i = 0; i < node->parts; i++) {
		w->in.parts[i] = (struct part){ w, i };
		async_group_add(group, node->how & 128 ? run_nested : run_part, &w->in.parts[i]);
	}
	if (async_group_wait_with(group, &how, &error) != ASYNC_OK)
		abort();
	async_group_destroy(group);
	finish(w, error);
}

static void init_sum(void *ctx, void *accumulator)
{
	(void)ctx;
	*(uint32_t *)accumulator = 0;
}

static struct async_error *add_parts(void *ctx, void *accumulator, size_t begin, size_t end)
{
	struct work *w = ctx;
	for (size_t i = begin; i < end; i++) {
		if (w->node->failing && i == w->node->number % w->node->parts)
			return failure(w, 0);
		*(uint32_t *)accumulator += rnd_part(w->node, (uint32_t)i);
	}
	return NULL;
}

static void combine(void *ctx, void *into, void *from)
{
	(void)ctx;
	*(uint32_t *)into += *(uint32_t *)from;
}

struct loop {
	struct work *work;
	struct async_value *sum;
};

static void end_loop(void *ctx)
{
	struct loop loop = *(struct loop *)ctx;
	free(ctx);
	struct async_error *error = NULL;
	if (async_value_is_error(loop.sum))
		error = async_error_retain(async_value_error(loop.sum));
	else
		loop.work->sum = rnd_look(loop.sum);
	async_value_release(loop.sum);
	finish(loop.work, error);
}

static void run_loop(struct work *w)
{
	const struct async_reduction reduction = { rnd_type(), init_sum, add_parts, combine };
	size_t block = w->node->how % 8 == 0 ? 0 : w->node->how % 64;
	struct loop *loop = rnd_room(sizeof *loop);
	loop->work = w;
	loop->sum = w->node->scoped ? async_parallel_reduce_request(w->request, w->node->parts, block, &reduction, w)
				    : async_parallel_reduce(w->run->place->queue, w->run->place->memory, w->node->parts,
					      block, &reduction, w);
	if (async_value_and_then_call(loop->sum, end_loop, loop) != ASYNC_OK)
		abort();
}

/* ---- the function of a node */

static void run(void *ctx)
{
	struct work *w = ctx;
	const struct rnd_node *node = w->node;
	uint32_t operands[RND_OPERANDS] = { 0 };
	if (__atomic_add_fetch(&w->run->called[node->number], 1, __ATOMIC_RELAXED) == 1 &&
		w->run->program->fate == RND_CANCELLED_INSIDE && w->run->program->cancels == node->number)
		async_request_cancel(w->request);
	if (node->kind == RND_DUEL) {
		run_duel(w);
		return;
	}
	struct async_error *error = find_error(w, operands);
	if (error || (node->failing && node->kind != RND_GROUP && node->kind != RND_LOOP))
		finish(w, error ? error : failure(w, 0));
	else if (node->kind == RND_GROUP)
		run_group(w);
	else if (node->kind == RND_LOOP)
		run_loop(w);
	else
		finish(w, NULL);
}

/* ---- places */

static void run_timer(struct async_timer *timer)
{
	run((char *)timer - offsetof(struct work, in));
}

static void continue_elsewhere(void *ctx)
{
	struct work *w = ctx;
	struct async_limit *limit = w->run->place->limit;
	run(w);
	async_limit_end(limit);
}

static bool run_limited(void *ctx)
{
	struct work *w = ctx;
	bool ends_elsewhere = w->node->how & 64;
	if (ends_elsewhere)
		rnd_elsewhere(w->run, continue_elsewhere, w);
	else
		run(w);
	return !ends_elsewhere;
}

/* In a foreign thread, which is a user of the work. */
static void remove_limited(void *ctx)
{
	struct work *w = ctx;
	if (async_limit_remove(w->run->place->limit, &w->in.limited)) {
		__atomic_add_fetch(&w->run->called[w->node->number], 1, __ATOMIC_RELAXED);
		finish(w, failure(w, 1));
	}
	release_work(w);
}

static void add_limited(struct work *w)
{
	bool remove = w->node->kind == RND_REMOVED;
	w->in.limited = (struct async_limited){ .run = run_limited, .ctx = w };
	__atomic_add_fetch(&w->users, 1, __ATOMIC_RELAXED);
	if (async_limit_try_add(w->run->place->limit, &w->in.limited) != ASYNC_OK) {
		run(w);
		release_work(w);
	} else if (remove) {
		rnd_elsewhere(w->run, remove_limited, w);
	} else {
		release_work(w);
	}
}

static void complete_external(void *ctx)
{
	async_external_complete(&((struct work *)ctx)->in.external);
}

/* The operands are available. */
static void place(void *ctx)
{
	struct work *w = ctx;
	const struct rnd_place *where = w->run->place;
	switch (w->node->kind) {
	case RND_TASK:
	case RND_GROUP:
	case RND_LOOP: async_queue_add(where->queue, run, w); break;
	case RND_BLOCKING:
		if (!async_queue_add_blocking(where->queue, run, w, w->node->how & 64))
			run(w);
		break;
	case RND_FOREIGN: rnd_elsewhere(w->run, run, w); break;
	case RND_TIMER:
		w->in.timer = (struct async_timer){ .run = run_timer };
		if (async_timer_start(where->timers, &w->in.timer, async_now_ns() + w->node->how % 100000) != ASYNC_OK)
			abort();
		break;
	case RND_LANE: {
		enum async_priority lane = (enum async_priority)((int)(w->node->how / 64 % 3) - 1);
		if (w->node->how & 1024)
			async_lanes_add_due(where->lanes, lane, w->node->how, run, w);
		else
			async_queue_add(async_lanes_queue(where->lanes, lane), run, w);
		break;
	}
	case RND_LIMIT:
	case RND_REMOVED: add_limited(w); break;
	case RND_EXTERNAL:
		async_external_begin(&w->in.external, where->queue, NULL, run, w);
		rnd_elsewhere(w->run, complete_external, w);
		break;
	default: run(w);
	}
}

struct async_value *rnd_start_work(struct rnd_run *run, const struct rnd_node *node)
{
	struct work *w = rnd_room(sizeof *w);
	const struct async_allocator *memory = run->place->memory;
	__atomic_add_fetch(&rnd_works, 1, __ATOMIC_RELAXED);
	*w = (struct work){ .run = run, .node = node, .users = 1 };
	w->request = async_request_begin_work(run->request);
	for (uint32_t i = 0; i < node->operand_count; i++)
		w->operands[i] = async_value_retain(run->values[node->operands[i]]);
	w->result = is_indirect(node) ? async_value_create_indirect(memory, node->how & 256 ? rnd_type() : ASYNC_TYPE_NONE)
			     : async_value_create(memory, rnd_type());
	struct async_value *result = async_value_retain(w->result);
	if (async_values_when_ready(memory, w->operands, node->operand_count, place, w) != ASYNC_OK)
		abort();
	return result;
}
