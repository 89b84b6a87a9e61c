/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Nodes that are futures, and what all nodes share. */
#include "nodes.h"

#include <stdio.h>
#include <stdlib.h>

async_type_id rnd_type(void)
{
	static const struct async_type type = { "!test.number", 4, 4, NULL, NULL, NULL };
	return async_type_register(&type);
}

void *rnd_room(size_t size)
{
	void *room = calloc(1, size);
	if (!room)
		abort();
	return room;
}

struct async_value *rnd_value(const struct rnd_run *run, uint32_t number)
{
	return async_value_create_available(run->place->memory, rnd_type(), &number);
}

struct async_error *rnd_error(const struct rnd_run *run, uint32_t failure)
{
	const struct async_location nowhere = { NULL, 0 };
	return async_error_create(run->place->memory, ASYNC_CODE_UNAVAILABLE, nowhere, "failure %u", failure);
}

void rnd_elsewhere(const struct rnd_run *run, void (*fn)(void *ctx), void *ctx)
{
	if (!run->place->elsewhere(fn, ctx))
		fn(ctx);
}

uint32_t rnd_look(struct async_value *value)
{
	if (!async_value_is_error(value))
		return async_value_type(value) == ASYNC_TYPE_CHAIN ? 0 : *(uint32_t *)async_value_payload(value);
	const struct async_error *error = async_value_error(value);
	unsigned number;
	switch (async_error_code(error)) {
	case ASYNC_CODE_CANCELLED: return RND_ENDED;
	case ASYNC_CODE_DEADLINE_EXCEEDED: return RND_LATE;
	case ASYNC_CODE_ABORTED: return RND_BROKE;
	default: return sscanf(async_error_message(error), "failure %u", &number) == 1 ? number : RND_ERROR;
	}
}

/* ---- functions of futures */

struct call {
	struct rnd_run *run;
	const struct rnd_node *node;
	struct async_value *then;
};

static void count_call(struct call *call)
{
	__atomic_add_fetch(&call->run->called[call->node->number], 1, __ATOMIC_RELAXED);
}

static void release_call(void *ctx)
{
	struct call *call = ctx;
	__atomic_add_fetch(&call->run->released[call->node->number], 1, __ATOMIC_RELAXED);
	async_value_release(call->then);
	free(call);
}

static struct async_error *map(void *ctx, struct async_value *value, void *out_payload)
{
	struct call *call = ctx;
	uint32_t operand = rnd_look(value);
	count_call(call);
	if (call->node->failing)
		return rnd_error(call->run, rnd_failure(call->node, 0));
	*(uint32_t *)out_payload = rnd_compute(call->node, &operand, 0);
	return NULL;
}

static struct async_value *then(void *ctx, struct async_value *value)
{
	struct call *call = ctx;
	(void)value;
	count_call(call);
	return async_value_retain(call->then);
}

static struct async_value *attempt(void *ctx, unsigned number)
{
	struct call *call = ctx;
	count_call(call);
	if (number <= call->node->parts)
		return async_value_create_error(
			call->run->place->memory, rnd_error(call->run, rnd_failure(call->node, number - 1)));
	return rnd_value(call->run, rnd_compute(call->node, NULL, 0));
}

/* ---- values without futures */

static void forward_later(void *ctx)
{
	struct async_value **pair = ctx;
	async_value_forward(pair[0], pair[1]);
	async_value_release(pair[0]);
	free(pair);
}

static struct async_value *forward(struct rnd_run *run, const struct rnd_node *node)
{
	struct async_value *target = async_value_retain(run->values[node->operands[0]]);
	struct async_value *result = async_value_create_indirect(run->place->memory, ASYNC_TYPE_NONE);
	if (node->how & 1) {
		async_value_forward_new(result, target);
	} else if (node->how & 2) {
		async_request_forward(run->request, result, target);
	} else {
		struct async_value **pair = rnd_room(2 * sizeof *pair);
		pair[0] = async_value_retain(result);
		pair[1] = target;
		rnd_elsewhere(run, forward_later, pair);
	}
	return result;
}

static void break_promise(void *ctx) { async_promise_release(ctx); }

struct dropped {
	struct async_waiter waiter;
	struct async_value *value; /* borrowed by the waiter */
	struct async_value *result;
};

static void see_drop(struct async_waiter *waiter)
{
	struct dropped *d = (struct dropped *)waiter;
	async_value_fail(d->result, async_error_retain(async_value_error(d->value)));
	async_value_release(d->result);
	free(d);
}

static void drop(void *ctx) { async_value_release(ctx); }

static struct async_value *start_dropped(struct rnd_run *run, const struct rnd_node *node)
{
	struct dropped *d = rnd_room(sizeof *d);
	struct async_value *value = node->how & 1 ? async_value_create(run->place->memory, rnd_type())
						  : async_value_create_indirect(run->place->memory, rnd_type());
	struct async_value *result = async_value_create(run->place->memory, rnd_type());
	*d = (struct dropped){ { NULL, see_drop }, value, async_value_retain(result) };
	async_value_and_then(value, &d->waiter);
	rnd_elsewhere(run, drop, value);
	return result;
}

static struct async_value *start_broken(struct rnd_run *run, const struct rnd_node *node)
{
	struct async_value *value = node->how & 1 ? async_value_create(run->place->memory, rnd_type())
						  : async_value_create_indirect(run->place->memory, rnd_type());
	rnd_elsewhere(run, break_promise, async_value_retain(value));
	return value;
}

/* ---- starting */

static struct async_future_options options_of(const struct rnd_run *run, const struct rnd_node *node)
{
	struct async_future_options options = ASYNC_FUTURE_OPTIONS_INIT;
	options.allocator = run->place->memory;
	if (node->scoped)
		options.request = run->request;
	if (node->how & 512)
		options.queue = run->place->queue;
	if (node->kind == RND_UNTIL || node->kind == RND_SLEEP || node->kind == RND_RETRY)
		options.timers = run->place->timers;
	if (node->kind == RND_UNTIL || node->kind == RND_SLEEP)
		options.when = async_now_ns() + node->how % 200000;
	return options;
}

static void cancel_child(void *ctx)
{
	async_request_cancel(ctx);
	async_request_release(ctx);
}

static struct async_value *start_call(struct rnd_run *run, const struct rnd_node *node)
{
	struct async_future_options options = options_of(run, node);
	const struct async_retry_options retry = { .size = sizeof retry, .attempts = 3, .delay_ns = 1000 };
	struct async_value *value = node->operand_count ? run->values[node->operands[0]] : NULL;
	struct call *call = rnd_room(sizeof *call);
	*call = (struct call){ run, node, NULL };
	if (node->kind == RND_THEN || node->kind == RND_RECOVER)
		call->then = async_value_retain(run->values[node->operands[1]]);
	options.release = release_call;
	switch (node->kind) {
	case RND_THEN: return async_future_then(value, then, call, &options);
	case RND_RECOVER: return async_future_recover(value, then, call, &options);
	case RND_RETRY: return async_future_retry(attempt, call, &retry, &options);
	case RND_CHILD: {
		struct async_request *child = async_request_create_child(run->request);
		options.request = child;
		struct async_value *result = async_future_map(value, rnd_type(), map, call, &options);
		rnd_elsewhere(run, cancel_child, child);
		return result;
	}
	default: return async_future_map(value, rnd_type(), map, call, &options);
	}
}

struct async_value *rnd_start_future(struct rnd_run *run, const struct rnd_node *node)
{
	struct async_future_options options = options_of(run, node);
	struct async_value *values[RND_OPERANDS] = { NULL };
	for (uint32_t i = 0; i < node->operand_count; i++)
		values[i] = run->values[node->operands[i]];
	switch (node->kind) {
	case RND_NOW:
		return node->failing ? async_value_create_error(
					       run->place->memory, rnd_error(run, rnd_failure(node, 0)))
				     : rnd_value(run, rnd_compute(node, NULL, 0));
	case RND_FORWARD: return forward(run, node);
	case RND_ALL: return async_future_all(values, node->operand_count, &options);
	case RND_SETTLED: return async_future_all_settled(values, node->operand_count, &options);
	case RND_RACE: return async_future_race(values, node->operand_count, &options);
	case RND_ANY: return async_future_any(values, node->operand_count, &options);
	case RND_UNTIL: return async_future_until(values[0], &options);
	case RND_SLEEP: return async_future_sleep(&options);
	case RND_BROKEN: return start_broken(run, node);
	case RND_DROPPED: return start_dropped(run, node);
	default: return start_call(run, node);
	}
}

void rnd_start(struct rnd_run *run)
{
	for (uint32_t i = 0; i < run->program->count; i++) {
		const struct rnd_node *node = &run->program->nodes[i];
		run->values[i] = rnd_is_work(node->kind) ? rnd_start_work(run, node) : rnd_start_future(run, node);
	}
}
