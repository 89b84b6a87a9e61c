/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attempts, with a delay between them, until one succeeds. One block of memory waits for the attempt and for the delay
 * in turn; request and deadline bound both, so that the end comes at once. */
#include "allocator_private.h"
#include "gate.h"
#include "misuse_private.h"
#include <bytecursor/options.h>

struct retry {
	struct async_waiter waiter; /* first: of `value` */
	struct async_retry_options how;
	struct async_future_options options;
	async_attempt_fn start;
	void *ctx;
	unsigned attempt;
	uint64_t delay_ns;
	uint64_t random;
	struct async_value *value;  /* the attempt, or the delay; one reference */
	struct async_value *result; /* one reference */
};

static void begin_attempt(void *ctx);

/* Takes over the reference to `value`, which is available. */
static void end(struct retry *retry, struct async_value *value)
{
	struct async_request *request = retry->options.request;
	if (retry->options.release)
		retry->options.release(retry->ctx);
	async_value_try_forward(retry->result, value);
	async_value_release(retry->result);
	async_free(retry->options.allocator, retry, sizeof *retry, _Alignof(struct retry));
	if (request)
		async_request_end_work(request);
}

/* Takes over the reference. */
static void wait_for(struct retry *retry, struct async_value *value, void (*run)(struct async_waiter *waiter))
{
	retry->value = value;
	retry->waiter = (struct async_waiter){ NULL, run };
	async_value_and_then(value, &retry->waiter);
}

static bool is_temporary(const struct async_error *error)
{
	enum async_code code = async_error_code(error);
	return code == ASYNC_CODE_UNAVAILABLE || code == ASYNC_CODE_RESOURCE_EXHAUSTED || code == ASYNC_CODE_ABORTED;
}

static bool tries_again(struct retry *retry, const struct async_error *error)
{
	const struct async_retry_options *how = &retry->how;
	if (how->attempts && retry->attempt >= how->attempts)
		return false;
	return how->again ? how->again(retry->ctx, retry->attempt, error) : is_temporary(error);
}

/* The next delay, shortened at random. */
static uint64_t next_delay(struct retry *retry)
{
	const struct async_retry_options *how = &retry->how;
	const uint64_t most = how->most_ns ? how->most_ns : UINT64_MAX / 4;
	uint64_t delay = retry->delay_ns < most ? retry->delay_ns : most;
	retry->delay_ns = delay > most / how->percent * 100 ? most : delay * how->percent / 100;
	retry->random = retry->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	uint64_t range = delay / 100 * how->jitter;
	return range ? delay - (retry->random >> 11) % (range + 1) : delay;
}

static void delay_ended(struct async_waiter *waiter)
{
	struct retry *retry = (struct retry *)waiter;
	if (async_value_is_error(retry->value)) {
		end(retry, retry->value);
		return;
	}
	async_value_release(retry->value);
	if (retry->options.queue)
		async_queue_add_named(retry->options.queue, "retry", begin_attempt, retry);
	else
		begin_attempt(retry);
}

static void attempt_ended(struct async_waiter *waiter)
{
	struct retry *retry = (struct retry *)waiter;
	struct async_value *value = retry->value;
	if (!async_value_is_error(value) || !tries_again(retry, async_value_error(value))) {
		end(retry, value);
		return;
	}
	async_value_release(value);
	struct async_future_options options = retry->options;
	uint64_t now = async_now_ns(), delay = next_delay(retry);
	bool wakes = now < options.when && delay < options.when - now;
	if (wakes)
		options.when = now + delay;
	/* otherwise the deadline comes first, or has passed. A request that is cancelled already ends the wait at once */
	wait_for(retry, async__gate_create(wakes ? ASYNC__GATE_SLEEP : ASYNC__GATE_RACE, NULL, 0, &options), delay_ended);
}

static void begin_attempt(void *ctx)
{
	struct retry *retry = ctx;
	struct async_error *cancelled = retry->options.request ? async_request_cancelled(retry->options.request) : NULL;
	if (cancelled) {
		struct async_value *value =
			async_value_create_error(retry->options.allocator, async_error_retain(cancelled));
		end(retry, value ? value : async_value_out_of_memory());
		return;
	}
	struct async_value *value = retry->start(retry->ctx, ++retry->attempt);
	if (!value)
		value = async_value_out_of_memory();
	struct async_value *bounded = async__gate_create(ASYNC__GATE_RACE, &value, 1, &retry->options);
	async_value_release(value);
	wait_for(retry, bounded, attempt_ended);
}

static struct async_value *create(const struct retry *from)
{
	const struct async_allocator *allocator = from->options.allocator;
	struct async_value *result = async_value_create_indirect(allocator, ASYNC_TYPE_NONE);
	struct retry *retry = result ? async_alloc(allocator, sizeof *retry, _Alignof(struct retry)) : NULL;
	if (!retry) {
		async_value_release(result);
		if (from->options.release)
			from->options.release(from->ctx);
		return async_value_out_of_memory();
	}
	*retry = *from;
	retry->result = async_value_retain_new(result, 1);
	retry->random = async_now_ns() ^ (uintptr_t)retry;
	if (retry->options.request)
		async_request_begin_work(retry->options.request);
	if (retry->options.queue)
		async_queue_add_named(retry->options.queue, "retry", begin_attempt, retry);
	else
		begin_attempt(retry);
	return result;
}

struct async_value *async_future_retry(async_attempt_fn start, void *ctx, const struct async_retry_options *retry,
	const struct async_future_options *options)
{
	static const struct async_retry_options defaults = { sizeof defaults, 3, 10000000, 0, 200, 0, NULL };
	struct retry from = { .start = start, .ctx = ctx, .how = defaults };
	if (!async__future_options("async_future_retry", options, &from.options))
		return async__future_refused(&from.options, "options of a future: size is not set");
	const char *refusal = NULL;
	if (retry && BYTECURSOR_SIZE_LACKS(retry, again)) {
		async__misuse(ASYNC_MISUSE_BAD_ARGUMENT, "async_future_retry", retry,
			"retry: size is not set, expected sizeof(struct async_retry_options); the result is an error");
		refusal = "options of a retry: size is not set";
	} else if (retry) {
		from.how = *retry;
	}
	if (from.how.percent == 0)
		from.how.percent = 200;
	if (!refusal && from.how.jitter > 100)
		refusal = "jitter: more than 100 percent";
	else if (!refusal && !from.options.timers)
		refusal = "retry without timers";
	if (refusal) {
		if (from.options.release)
			from.options.release(ctx);
		return async__future_refused(&from.options, refusal);
	}
	from.delay_ns = from.how.delay_ns;
	return create(&from);
}
