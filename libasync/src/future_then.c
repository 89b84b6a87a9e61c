/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of a value: map, flat map, recover. */
#include "allocator_private.h"
#include "gate.h"

enum then_kind { MAP, THEN, RECOVER };

struct then {
	struct async_waiter waiter; /* first: of the value, later of the value that fn returned */
	enum then_kind kind;
	struct async_future_options options;
	struct async_value *value;  /* one reference each */
	struct async_value *result;
	async_map_fn map;
	async_then_fn then;
	void *ctx;
};

static void release_ctx(const struct async_future_options *options, void *ctx)
{
	if (options->release)
		options->release(ctx);
}

/* The ctx has been released. */
static void end(struct then *then)
{
	struct async_request *request = then->options.request;
	async_value_release(then->value);
	async_value_release(then->result);
	async_free(then->options.allocator, then, sizeof *then, _Alignof(struct then));
	if (request)
		async_request_end_work(request);
}

static void forward(struct async_waiter *waiter)
{
	struct then *then = (struct then *)waiter;
	async_value_try_forward(then->result, async_value_retain(then->value));
	end(then);
}

static void fail(struct then *then, struct async_error *error)
{
	release_ctx(&then->options, then->ctx);
	async_value_try_fail(then->result, async_error_retain(error));
	end(then);
}

static void call_map(struct then *then)
{
	struct async_error *error = then->map(then->ctx, then->value, async_value_storage(then->result));
	release_ctx(&then->options, then->ctx);
	if (error)
		async_value_try_fail(then->result, error);
	else
		async_value_try_set_available(then->result);
	end(then);
}

/* The waiter of the new value is this block, not the result: the result may be dropped with its allocator before. */
static void call_then(struct then *then)
{
	struct async_value *next = then->then(then->ctx, then->value);
	release_ctx(&then->options, then->ctx);
	async_value_release(then->value);
	then->value = next ? next : async_value_out_of_memory();
	then->waiter = (struct async_waiter){ NULL, forward };
	async_value_and_then(then->value, &then->waiter);
}

/* Then the error is that of the deadline, or comes too late. */
static bool is_late(const struct async_future_options *options)
{
	return options->timers && options->when != ASYNC_NEVER && async_now_ns() >= options->when;
}

static void run(void *ctx)
{
	struct then *then = ctx;
	struct async_error *cancelled = then->options.request ? async_request_cancelled(then->options.request) : NULL;
	bool failed = async_value_is_error(then->value);
	if (cancelled)
		fail(then, cancelled);
	else if (failed && (then->kind != RECOVER || is_late(&then->options)))
		fail(then, async_value_error(then->value));
	else if (then->kind == MAP)
		call_map(then);
	else if (failed || then->kind == THEN)
		call_then(then);
	else {
		release_ctx(&then->options, then->ctx);
		forward(&then->waiter);
	}
}

/* Only a call of fn needs the queue. */
static void hand_over(struct async_waiter *waiter)
{
	struct then *then = (struct then *)waiter;
	if (then->options.queue && async_value_is_error(then->value) == (then->kind == RECOVER))
		async_queue_add_named(then->options.queue, "future", run, then);
	else
		run(then);
}

static struct then *allocate(const struct then *from, struct async_value *result)
{
	const struct async_allocator *allocator = from->options.allocator;
	struct then *then = result ? async_alloc(allocator, sizeof *then, _Alignof(struct then)) : NULL;
	if (!then) {
		async_value_release(result);
		return NULL;
	}
	*then = *from;
	then->waiter = (struct async_waiter){ NULL, hand_over };
	then->result = result;
	if (then->options.request)
		async_request_begin_work(then->options.request);
	return then;
}

/* `from->value` is borrowed here. */
static struct async_value *create(const struct then *from, async_type_id type)
{
	const struct async_allocator *allocator = from->options.allocator;
	struct async_value *result = from->kind == MAP ? async_value_create(allocator, type) :
							 async_value_create_indirect(allocator, ASYNC_TYPE_NONE);
	struct then *then = allocate(from, result);
	if (!then) {
		release_ctx(&from->options, from->ctx);
		return async_value_out_of_memory();
	}
	async_value_retain_new(result, 1);
	async_value_retain(then->value);
	async_value_and_then(then->value, &then->waiter);
	return result;
}

/* With a request or a deadline, both the value and the result are bounded: the first so that fn is not called later, the
 * second for the value that fn returns. */
static struct async_value *create_bounded(const struct then *from, async_type_id type)
{
	const struct async_future_options *options = &from->options;
	struct then bounded = *from;
	bounded.value = async_future_until(from->value, options);
	struct async_value *inner = create(&bounded, type);
	struct async_value *result = async_future_until(inner, options);
	async_value_release(inner);
	async_value_release(bounded.value);
	return result;
}

static struct async_value *start(
	const char *function, struct then *from, async_type_id type, const struct async_future_options *options)
{
	if (!async__future_options(function, options, &from->options))
		return async__future_refused(&from->options, "options of a future: size is not set");
	if (async__future_lacks_timers(&from->options)) {
		release_ctx(&from->options, from->ctx);
		return async__future_refused(&from->options, ASYNC__NO_TIMERS);
	}
	return async__future_is_bounded(&from->options) ? create_bounded(from, type) : create(from, type);
}

struct async_value *async_future_map(struct async_value *value, async_type_id type, async_map_fn fn, void *ctx,
	const struct async_future_options *options)
{
	struct then from = { .kind = MAP, .value = value, .map = fn, .ctx = ctx };
	return start("async_future_map", &from, type, options);
}

struct async_value *async_future_then(
	struct async_value *value, async_then_fn fn, void *ctx, const struct async_future_options *options)
{
	struct then from = { .kind = THEN, .value = value, .then = fn, .ctx = ctx };
	return start("async_future_then", &from, ASYNC_TYPE_NONE, options);
}

struct async_value *async_future_recover(
	struct async_value *value, async_then_fn fn, void *ctx, const struct async_future_options *options)
{
	struct then from = { .kind = RECOVER, .value = value, .then = fn, .ctx = ctx };
	return start("async_future_recover", &from, ASYNC_TYPE_NONE, options);
}
