/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Futures: what determines a result, who is released, and what is called. */
#include "support.h"
#include <async/future.h>
#include <pthread.h>

enum { MOST = 3 };

static struct async_future_options options_of(const struct async_allocator *memory)
{
	struct async_future_options options = ASYNC_FUTURE_OPTIONS_INIT;
	options.allocator = memory;
	return options;
}

static enum async_code code_of(struct async_value *value)
{
	return async_value_is_error(value) ? async_error_code(async_value_error(value)) : ASYNC_CODE_OK;
}

static void complete(struct async_value *value, char how, int number)
{
	int32_t payload = 10 + number;
	if (how == 'S')
		async_value_emplace(value, &payload);
	else
		async_value_fail(value, async_error_make(ASYNC_CODE_DATA_LOSS, "value %d", number));
}

/* ---- several values */

typedef struct async_value *(*combine_fn)(
	struct async_value *const *values, size_t count, const struct async_future_options *options);

/* `events`: "1S" completes value 1, "0F" fails value 0. `expect`: "S1" the payload of value 1; "F1" the error of value 1; "C" a
 * chain; "-" pending. The result is pending before the last event, unless that is "-". */
static const struct combination {
	combine_fn combine;
	unsigned count, before; /* events before the call */
	const char *events, *expect;
} combinations[] = {
	{ async_future_race, 2, 0, "1S", "S1" },
	{ async_future_race, 2, 0, "0F", "F0" },
	{ async_future_race, 3, 1, "2S", "S2" },
	{ async_future_any, 3, 0, "0F1S", "S1" },
	{ async_future_any, 3, 2, "0F2F1S", "S1" },
	{ async_future_any, 3, 0, "2F0F1F", "F2" },
	{ async_future_any, 2, 2, "0F1F", "F0" },
	{ async_future_all, 3, 0, "2S0S1S", "C" },
	{ async_future_all, 3, 3, "2S0S1S", "C" },
	{ async_future_all, 3, 0, "2S1F", "F1" },
	{ async_future_all, 3, 1, "1F", "F1" },
	{ async_future_all, 2, 0, "1S", "-" },
	{ async_future_all, 0, 0, "", "C" },
	{ async_future_all_settled, 3, 0, "1F0S2F", "C" },
	{ async_future_all_settled, 2, 1, "1F0F", "C" },
	{ async_future_all_settled, 0, 0, "", "C" },
};

static void check_result(struct async_value *result, const char *expect)
{
	char text[64];
	switch (expect[0]) {
	case 'S': CHECK(!async_value_is_error(result) && get_i32(result) == 10 + expect[1] - '0'); break;
	case 'C': CHECK_INT(async_value_state(result), ASYNC_AVAILABLE); break;
	case 'F':
		CHECK_INT(code_of(result), ASYNC_CODE_DATA_LOSS);
		snprintf(text, sizeof text, "value %c", expect[1]);
		if (async_value_is_error(result))
			CHECK_STR(async_error_message(async_value_error(result)), text);
		break;
	default: CHECK(!async_value_is_available(result));
	}
}

static void combine(const struct async_allocator *memory, const struct combination *test)
{
	struct async_future_options options = options_of(memory);
	struct async_value *values[MOST];
	for (unsigned i = 0; i < test->count; i++)
		values[i] = async_value_create(memory, type_i32());
	const char *event = test->events;
	for (unsigned i = 0; i < test->before; i++, event += 2)
		complete(values[event[0] - '0'], event[1], event[0] - '0');
	struct async_value *result;
	if (test->combine == async_future_race)
		result = async_future_race(values, test->count, &options);
	else if (test->combine == async_future_any)
		result = async_future_any(values, test->count, &options);
	else if (test->combine == async_future_all)
		result = async_future_all(values, test->count, &options);
	else
		result = async_future_all_settled(values, test->count, &options);
	for (; *event; event += 2) {
		CHECK(!async_value_is_available(result));
		complete(values[event[0] - '0'], event[1], event[0] - '0');
	}
	check_result(result, test->expect);
	for (unsigned i = 0; i < test->count; i++)
		async_promise_release(values[i]);
	async_value_release(result);
}

static void values_are_combined(void)
{
	const struct async_allocator *memory = memory_begin();
	for (size_t i = 0; i < sizeof combinations / sizeof *combinations; i++) {
		combine(memory, &combinations[i]);
		if (check_failures)
			printf("# in combination %zu\n", i);
	}
	memory_end(memory);
}

static void no_values_are_refused(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_future_options options = options_of(memory);
	struct async_value *race = async_future_race(NULL, 0, &options), *any = async_future_any(NULL, 0, &options);
	struct async_value *sleep = async_future_sleep(&options); /* without timers */
	CHECK_INT(code_of(race), ASYNC_CODE_INVALID_ARGUMENT);
	CHECK_INT(code_of(any), ASYNC_CODE_INVALID_ARGUMENT);
	CHECK_INT(code_of(sleep), ASYNC_CODE_INVALID_ARGUMENT);
	async_value_release(race);
	async_value_release(any);
	async_value_release(sleep);
	memory_end(memory);
}

/* A loser that nobody else refers to is dropped before the result is available: its waiters have run. */
static void losers_are_released(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_future_options options = options_of(memory);
	struct async_value *values[2] = { async_value_create(memory, type_i32()), async_value_create(memory, type_owner()) };
	int turns = 0;
	struct note loser = note_of(&turns, NULL), last = note_of(&turns, NULL);
	async_value_and_then(values[1], &loser.waiter);
	struct async_value *result = async_future_race(values, 2, &options);
	async_value_and_then(result, &last.waiter);
	async_value_release(values[1]);
	CHECK_INT(loser.turn, 0);
	complete(values[0], 'S', 0);
	CHECK_INT(loser.turn, 1);
	CHECK_INT(last.turn, 2);
	async_value_release(values[0]);
	CHECK_INT(get_i32(result), 10);
	async_value_release(result);
	memory_end(memory);
}

static void a_consumer_may_fail_the_result(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_future_options options = options_of(memory);
	struct async_value *value = async_value_create(memory, type_i32());
	struct async_value *result = async_future_race(&value, 1, &options);
	CHECK(async_value_try_fail(result, async_error_make(ASYNC_CODE_CANCELLED, "no longer needed")));
	complete(value, 'S', 0);
	CHECK_INT(code_of(result), ASYNC_CODE_CANCELLED);
	async_value_release(value);
	async_value_release(result);
	memory_end(memory);
}

/* ---- deadline and cancellation */

static struct async_request *request_of(struct async_host *host, const struct async_allocator *memory)
{
	*host = (struct async_host)ASYNC_HOST_INIT;
	host->allocator = memory;
	return async_request_create(host, NULL);
}

/* What ends a value that is not available: `end` 'T' the time, 'D' the timers are destroyed, 'C' the request, 'V' the value; 'A':
 * the value was available before the time had passed. */
static void end_bounded(const struct async_allocator *memory, char end, enum async_code expect)
{
	struct async_timers *timers = async_timers_create_stepped(memory);
	struct async_host host;
	struct async_request *request = request_of(&host, memory);
	struct async_future_options options = options_of(memory);
	options.request = request;
	options.timers = timers;
	options.when = end == 'A' ? 1 : async_now_ns() + 1000;
	struct async_value *value = async_value_create(memory, type_i32());
	if (end == 'A')
		complete(value, 'S', 0);
	struct async_value *result = async_future_until(value, &options);
	if (end == 'T')
		async_timers_step(timers, options.when);
	else if (end == 'C')
		async_request_cancel(request);
	else if (end == 'V')
		complete(value, 'S', 0);
	async_timers_destroy(timers);
	CHECK(async_value_is_available(result));
	CHECK_INT(code_of(result), expect);
	async_request_release(request);
	async_value_release(result);
	async_value_release(value); /* dropped after the timers and the request */
}

static void time_and_request_end_a_value(void)
{
	const struct async_allocator *memory = memory_begin();
	end_bounded(memory, 'T', ASYNC_CODE_DEADLINE_EXCEEDED);
	end_bounded(memory, 'D', ASYNC_CODE_CANCELLED);
	end_bounded(memory, 'C', ASYNC_CODE_CANCELLED);
	end_bounded(memory, 'V', ASYNC_CODE_OK);
	end_bounded(memory, 'A', ASYNC_CODE_OK);
	memory_end(memory);
}

static void a_sleep_ends_in_time(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_timers *timers = async_timers_create_stepped(memory);
	struct async_host host;
	struct async_request *request = request_of(&host, memory);
	struct async_future_options options = options_of(memory);
	options.timers = timers;
	options.when = 50;
	struct async_value *sleep = async_future_sleep(&options);
	options.request = request;
	struct async_value *ended = async_future_sleep(&options);
	async_timers_step(timers, 49);
	CHECK(!async_value_is_available(sleep));
	CHECK(!async_value_is_available(ended));
	async_request_cancel(request);
	CHECK_INT(code_of(ended), ASYNC_CODE_CANCELLED);
	async_timers_step(timers, 50);
	CHECK_INT(async_value_state(sleep), ASYNC_AVAILABLE);
	async_value_release(sleep);
	async_value_release(ended);
	async_timers_destroy(timers);
	async_request_release(request);
	memory_end(memory);
}

/* The request is busy until the value, whose waiter refers to its memory, is available too. */
static void a_future_is_work_of_its_request(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_host host;
	struct async_request *request = request_of(&host, memory);
	struct async_future_options options = options_of(NULL);
	options.request = request;
	struct async_value *value = async_value_create(NULL, type_i32());
	struct async_value *result = async_future_until(value, &options);
	struct async_value *idle = async_request_idle(request);
	async_request_cancel(request);
	CHECK(async_value_is_error(result));
	CHECK(!async_value_is_available(idle));
	async_value_release(result);
	complete(value, 'S', 0);
	CHECK(async_value_is_available(idle));
	async_value_release(idle);
	async_value_release(value);
	async_request_release(request);
	memory_end(memory);
}

/* ---- functions of a value */

struct call {
	const struct async_allocator *memory;
	int calls, released;
	char returns; /* 'S' a value, 'P' one that is pending, 'F' an error, 'N' nothing */
	struct async_value *pending;
};

static struct async_error *map(void *ctx, struct async_value *value, void *out_payload)
{
	struct call *call = ctx;
	int32_t doubled = (int32_t)(2 * (uint32_t)get_i32(value));
	call->calls++;
	if (call->returns == 'F')
		return async_error_make(ASYNC_CODE_OUT_OF_RANGE, "no");
	memcpy(out_payload, &doubled, sizeof doubled);
	return NULL;
}

static struct async_value *then(void *ctx, struct async_value *value)
{
	struct call *call = ctx;
	call->calls++;
	if (call->returns == 'N')
		return NULL;
	if (call->returns == 'P')
		return async_value_retain(call->pending);
	if (call->returns == 'F')
		return async_value_create_error(call->memory, async_error_make(ASYNC_CODE_OUT_OF_RANGE, "no"));
	return make_i32(call->memory, async_value_is_error(value) ? -1 : (int32_t)(2 * (uint32_t)get_i32(value))); /* long chains overflow */
}

static void released(void *ctx) { ((struct call *)ctx)->released++; }

/* `kind` 'M' map, 'T' then, 'R' recover; `value` 'S' or 'F'; `returns` as in struct call. */
static const struct function_case {
	char kind, value, returns;
	int calls;
	enum async_code code;
	int32_t payload;
} function_cases[] = {
	{ 'M', 'S', 'S', 1, ASYNC_CODE_OK, 20 }, { 'M', 'S', 'F', 1, ASYNC_CODE_OUT_OF_RANGE, 0 },
	{ 'M', 'F', 'S', 0, ASYNC_CODE_DATA_LOSS, 0 }, { 'T', 'S', 'S', 1, ASYNC_CODE_OK, 20 },
	{ 'T', 'S', 'P', 1, ASYNC_CODE_OK, 15 }, { 'T', 'S', 'F', 1, ASYNC_CODE_OUT_OF_RANGE, 0 },
	{ 'T', 'S', 'N', 1, ASYNC_CODE_RESOURCE_EXHAUSTED, 0 }, { 'T', 'F', 'S', 0, ASYNC_CODE_DATA_LOSS, 0 },
	{ 'R', 'F', 'S', 1, ASYNC_CODE_OK, -1 }, { 'R', 'S', 'S', 0, ASYNC_CODE_OK, 10 },
	{ 'R', 'F', 'F', 1, ASYNC_CODE_OUT_OF_RANGE, 0 },
};

static void call_function(const struct async_allocator *memory, const struct function_case *test, bool early,
	struct async_queue *queue)
{
	struct call call = { memory, 0, 0, test->returns, async_value_create(memory, type_i32()) };
	struct async_future_options options = options_of(memory);
	struct async_value *value = async_value_create(memory, type_i32()), *result;
	options.queue = queue;
	options.release = released;
	if (early)
		complete(value, test->value, 0);
	if (test->kind == 'M')
		result = async_future_map(value, type_i32(), map, &call, &options);
	else if (test->kind == 'T')
		result = async_future_then(value, then, &call, &options);
	else
		result = async_future_recover(value, then, &call, &options);
	CHECK(early || !async_value_is_available(result));
	if (!early)
		complete(value, test->value, 0);
	if (queue)
		async_queue_quiesce(queue);
	complete(call.pending, 'S', 5);
	CHECK_INT(code_of(result), test->code);
	CHECK(code_of(result) != ASYNC_CODE_OK || get_i32(result) == test->payload);
	CHECK_INT(call.calls, test->calls);
	CHECK(call.released >= 1); /* once more for a call that was repeated */
	async_value_release(result);
	async_value_release(value);
	async_value_release(call.pending);
}

static void functions_are_called(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_queue *queue = async_queue_create_single(memory);
	CHECK_OR_RETURN(queue);
	for (size_t i = 0; i < sizeof function_cases / sizeof *function_cases; i++) {
		for (int how = 0; how < 4; how++)
			call_function(memory, &function_cases[i], how & 1, how & 2 ? queue : NULL);
		if (check_failures)
			printf("# in case %zu\n", i);
	}
	async_queue_destroy(queue);
	memory_end(memory);
}

/* A cancelled request, and a deadline, end the result at once, and nothing is called afterwards. */
static void bounded_functions_are_not_called(void)
{
	const struct async_allocator *memory = memory_begin();
	for (int how = 0; how < 6; how++) {
		struct async_timers *timers = async_timers_create_stepped(memory);
		struct async_host host;
		struct async_request *request = request_of(&host, memory);
		struct call call = { memory, 0, 0, 'S', NULL };
		struct async_future_options options = options_of(memory);
		options.request = request;
		options.timers = timers;
		options.when = async_now_ns();
		options.release = released;
		struct async_value *value = async_value_create(memory, type_i32()), *result;
		if (how / 2 == 0)
			result = async_future_map(value, type_i32(), map, &call, &options);
		else if (how / 2 == 1)
			result = async_future_then(value, then, &call, &options);
		else
			result = async_future_recover(value, then, &call, &options);
		if (how % 2)
			async_request_cancel(request);
		else
			async_timers_step(timers, ASYNC_NEVER - 1);
		CHECK_INT(code_of(result), how % 2 ? ASYNC_CODE_CANCELLED : ASYNC_CODE_DEADLINE_EXCEEDED);
		CHECK(call.released >= 1);
		complete(value, how / 2 == 2 ? 'F' : 'S', 0);
		CHECK_INT(call.calls, 0);
		async_value_release(result);
		async_value_release(value);
		async_request_release(request);
		async_timers_destroy(timers);
	}
	memory_end(memory);
}

/* A time that would never come is an error at once; 0 is that of options that are otherwise zero. */
static void a_time_needs_timers(void)
{
	const struct async_allocator *memory = memory_begin();
	struct call call = { memory, 0, 0, 'S', NULL };
	struct async_future_options options = options_of(memory);
	struct async_value *value = async_value_create(memory, type_i32());
	options.release = released;
	options.when = async_now_ns() + 1000000000;
	struct async_value *refused[] = { async_future_until(value, &options), async_future_all(&value, 1, &options),
		async_future_map(value, type_i32(), map, &call, &options) };
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		CHECK_INT(code_of(refused[i]), ASYNC_CODE_INVALID_ARGUMENT);
		async_value_release(refused[i]);
	}
	CHECK(call.released >= 1);
	options.when = 0;
	struct async_value *waits = async_future_until(value, &options);
	CHECK_INT(code_of(waits), ASYNC_CODE_OK);
	complete(value, 'S', 0);
	CHECK_INT(code_of(waits), ASYNC_CODE_OK);
	CHECK_INT(call.calls, 0);
	async_value_release(waits);
	async_value_release(value);
	memory_end(memory);
}

/* No stack is needed for long chains, neither to complete nor to drop them. */
static void chains_may_be_long(void)
{
	const struct async_allocator *memory = memory_begin();
	struct call call = { memory, 0, 0, 'S', NULL };
	struct async_future_options options = options_of(memory);
	const int length = TIMES(100000, 10000, 3);
	for (int drops = 0; drops < 2; drops++) {
		struct async_value *first = async_value_create(memory, type_i32()), *last = async_value_retain(first);
		for (int i = 0; i < length; i++) {
			struct async_value *next = i % 2 ? async_future_then(last, then, &call, &options) :
							   async_future_recover(last, then, &call, &options);
			async_value_release(last);
			last = next;
		}
		int32_t zero = 0;
		if (!drops)
			async_value_emplace(first, &zero);
		async_promise_release(first);
		CHECK(async_value_is_available(last));
		CHECK(drops || get_i32(last) == 0);
		async_value_release(last);
	}
	memory_end(memory);
}

/* ---- promises */

static void a_broken_promise_fails(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *value = async_value_create(memory, type_i32());
	struct async_value *kept = make_i32(memory, 3), *target = async_value_create(memory, type_i32());
	struct async_value *forwarded = async_value_create_indirect(memory, ASYNC_TYPE_NONE);
	async_promise_release(async_value_retain(value));
	CHECK_INT(code_of(value), ASYNC_CODE_ABORTED);
	async_promise_release(async_value_retain(kept));
	CHECK_INT(get_i32(kept), 3);
	async_value_forward(forwarded, async_value_retain(target));
	async_promise_release(async_value_retain(forwarded));
	CHECK(!async_value_is_available(forwarded));
	complete(target, 'S', 0);
	CHECK_INT(get_i32(forwarded), 10);
	async_promise_release(NULL);
	async_value_release(value);
	async_value_release(kept);
	async_value_release(target);
	async_value_release(forwarded);
	memory_end(memory);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(values_are_combined), CHECK_CASE(no_values_are_refused),
		CHECK_CASE(losers_are_released), CHECK_CASE(a_consumer_may_fail_the_result),
		CHECK_CASE(time_and_request_end_a_value), CHECK_CASE(a_sleep_ends_in_time),
		CHECK_CASE(a_future_is_work_of_its_request),
		CHECK_CASE(functions_are_called), CHECK_CASE(bounded_functions_are_not_called),
		CHECK_CASE(a_time_needs_timers), CHECK_CASE(chains_may_be_long),
		CHECK_CASE(a_broken_promise_fails) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
