/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Timers: order, cancelling, also from other threads; deadlines, priority and data of requests. */
#include "support.h"
#include <pthread.h>
#include <sched.h>
#include <time.h>

static void sleep_ms(long ms)
{
	struct timespec time = { ms / 1000, ms % 1000 * 1000000 };
	nanosleep(&time, NULL);
}

struct marked {
	struct async_timer timer;
	int number;
};
static int order[2000], order_count; /* only the thread of the timers writes */

static void mark(struct async_timer *timer) { order[order_count++] = ((struct marked *)(void *)timer)->number; }

/* A simulated clock: nothing depends on how fast this machine is. */
static void run_in_their_order(void)
{
	enum { MANY = 1000 };
	static struct marked timers[MANY];
	const struct async_allocator *memory = memory_begin();
	struct async_timers *all = async_timers_create_stepped(memory);
	uint32_t random = 1;
	int expected = 0, last = -1;
	order_count = 0;
	CHECK(async_timers_step(all, 5) == ASYNC_NEVER);
	for (int i = 0; i < MANY; i++) {
		random = random * 1664525u + 1013904223u;
		/* by time, then by start */
		timers[i] = (struct marked){ { .run = mark }, (int)(random >> 8) % 100 * MANY + i };
		CHECK_INT(async_timer_start(all, &timers[i].timer, (uint64_t)(timers[i].number / MANY)), ASYNC_OK);
	}
	for (int i = 0; i < MANY; i += 3)
		CHECK(async_timer_cancel(all, &timers[i].timer));
	CHECK(!async_timer_cancel(all, &timers[0].timer)); /* not twice */
	for (int i = 0; i < MANY; i++)
		expected += i % 3 != 0 && timers[i].number / MANY <= 50;
	CHECK_INT(async_timers_step(all, 50), 51);
	CHECK_INT(order_count, expected);
	CHECK(async_timers_step(all, 1000) == ASYNC_NEVER);
	CHECK_INT(order_count, MANY - (MANY + 2) / 3);
	for (int i = 0; i < order_count; i++) {
		CHECK_OR_RETURN(order[i] > last && order[i] % MANY % 3 != 0);
		last = order[i];
	}
	async_timers_destroy(all);
	memory_end(memory);
}

static struct async_timers *restarted_in;
static int restarts;

static void restart(struct async_timer *timer)
{
	if (++restarts < 5)
		CHECK_INT(async_timer_start(restarted_in, timer, timer->when + 10), ASYNC_OK);
}

static void may_start_themselves_again(void)
{
	struct async_timer timer = { .run = restart };
	restarted_in = async_timers_create_stepped(NULL);
	restarts = 0;
	CHECK_INT(async_timer_start(restarted_in, &timer, 10), ASYNC_OK);
	CHECK_INT(async_timers_step(restarted_in, 35), 40);
	CHECK_INT(restarts, 3);
	CHECK(async_timers_step(restarted_in, 100) == ASYNC_NEVER);
	CHECK_INT(restarts, 5);
	async_timers_destroy(restarted_in);
}

/* Steps the timers that it is one of. */
struct stepping {
	struct async_timer timer;
	uint64_t now, next; /* given to the nested call, and returned by it */
};

static void step_inside(struct async_timer *timer)
{
	struct stepping *self = (struct stepping *)(void *)timer;
	order[order_count++] = -1;
	self->next = async_timers_step(restarted_in, self->now);
	CHECK(!async_timer_cancel(restarted_in, timer)); /* runs, in this thread: does not wait */
	order[order_count++] = -2;
}

static void may_step_inside(void)
{
	struct stepping outer = { { .run = step_inside }, 25, 0 }, inner = { { .run = step_inside }, 15, 0 };
	struct marked marked[3];
	restarted_in = async_timers_create_stepped(NULL);
	order_count = 0;
	for (int i = 0; i < 3; i++) {
		marked[i] = (struct marked){ { .run = mark }, i + 1 };
		CHECK_INT(async_timer_start(restarted_in, &marked[i].timer, (uint64_t)(i + 1) * 10), ASYNC_OK);
	}
	CHECK_INT(async_timer_start(restarted_in, &outer.timer, 5), ASYNC_OK);
	CHECK_INT(async_timer_start(restarted_in, &inner.timer, 7), ASYNC_OK);
	CHECK_INT(async_timers_step(restarted_in, 9), 30);
	static const int expected[] = { -1, -1, 1, -2, 2, -2 };
	CHECK_INT(order_count, 6);
	for (int i = 0; i < 6; i++)
		CHECK_INT(order[i], expected[i]);
	CHECK_INT(inner.next, 20);
	CHECK_INT(outer.next, 30);
	CHECK(async_timer_cancel(restarted_in, &marked[2].timer));
	async_timers_destroy(restarted_in);
}

static void thread_runs_them(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_timers *timers = async_timers_create(memory);
	uint64_t start = async_now_ns();
	struct async_value *late = async_timers_chain(timers, memory, start + 20000000);
	struct async_value *early = async_timers_chain(timers, memory, start + 5000000);
	struct async_value *never = async_timers_chain(timers, memory, ASYNC_NEVER);
	struct async_queue *queue = async_queue_create_single(memory);
	async_queue_await(queue, &late, 1);
	CHECK(async_now_ns() >= start + 20000000);
	async_queue_await(queue, &early, 1); /* a delayed thread may still be running it: another has taken the lead */
	CHECK(!async_value_is_error(early));
	CHECK(!async_value_is_available(never));
	async_timers_destroy(timers);
	CHECK(async_value_is_error(never) && async_error_code(async_value_error(never)) == ASYNC_CODE_CANCELLED);
	async_value_release(late);
	async_value_release(early);
	async_value_release(never);
	async_queue_destroy(queue);
	memory_end(memory);
}

static int slow_runs; /* atomic */
static void run_slowly(struct async_timer *timer)
{
	(void)timer;
	sleep_ms(20);
	__atomic_fetch_add(&slow_runs, 1, __ATOMIC_RELAXED);
}

static struct async_timers *ending;
static struct async_value *renewed[2];
static enum async_status late_start;

/* As a program whose ticks go on after each one, whatever its result is. */
static void renew(void *ctx)
{
	static struct async_timer late = { .run = mark };
	struct async_future_options options = ASYNC_FUTURE_OPTIONS_INIT;
	(void)ctx;
	options.timers = ending;
	options.when = ASYNC_NEVER - 1;
	late_start = async_timer_start(ending, &late, ASYNC_NEVER - 1);
	renewed[0] = async_timers_chain(ending, NULL, ASYNC_NEVER - 1);
	renewed[1] = async_future_sleep(&options);
}

static void destroy_while_a_tick_is_renewed(struct async_timers *timers)
{
	CHECK_OR_RETURN(timers);
	ending = timers;
	late_start = ASYNC_OK;
	struct async_value *tick = async_timers_chain(timers, NULL, ASYNC_NEVER - 1);
	CHECK_INT(async_value_and_then_call(tick, renew, NULL), ASYNC_OK);
	async_timers_destroy(timers);
	CHECK_INT(late_start, ASYNC_E_STATE);
	for (int i = 0; i < 2; i++) {
		CHECK(async_value_is_error(renewed[i]) &&
			async_error_code(async_value_error(renewed[i])) == ASYNC_CODE_CANCELLED);
		async_value_release(renewed[i]);
	}
	async_value_release(tick);
}

static void none_starts_while_they_are_destroyed(void)
{
	COUNTS_ALLOCATIONS();
	destroy_while_a_tick_is_renewed(async_timers_create(NULL));
	destroy_while_a_tick_is_renewed(async_timers_create_stepped(NULL));
}

/* The memory of the timer may be freed after cancel(), so cancel() must not return while the timer runs. */
static void cancel_waits_for_who_runs(void)
{
	struct async_timers *timers = async_timers_create(NULL);
	struct async_timer *timer = malloc(sizeof *timer);
	*timer = (struct async_timer){ .run = run_slowly };
	slow_runs = 0;
	CHECK_INT(async_timer_start(timers, timer, 0), ASYNC_OK);
	sleep_ms(5);
	bool cancelled = async_timer_cancel(timers, timer);
	CHECK_INT(__atomic_load_n(&slow_runs, __ATOMIC_RELAXED), !cancelled);
	free(timer);
	async_timers_destroy(timers);
}

static void nothing(struct async_timer *timer) { (void)timer; }

static void *start_and_cancel(void *arg)
{
	uint32_t random = (uint32_t)(uintptr_t)&arg | 1;
	for (int i = 0; i < (SLOW ? 500 : 5000); i++) {
		struct async_timer timers[4] = { { .run = nothing }, { .run = nothing }, { .run = nothing },
			{ .run = nothing } };
		random = random * 1664525u + 1013904223u;
		for (int k = 0; k < 4; k++) {
			if (async_timer_start(arg, &timers[k], async_now_ns() + (random >> (8 + k)) % 20000) !=
				ASYNC_OK)
				return arg;
		}
		for (int k = 0; k < 4; k++)
			async_timer_cancel(arg, &timers[k]); /* they are on this stack */
	}
	return NULL;
}

static void threads_start_and_cancel(void)
{
	struct async_timers *timers = async_timers_create(NULL);
	pthread_t threads[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, start_and_cancel, timers);
	for (int i = 0; i < 3; i++) {
		void *wrong;
		pthread_join(threads[i], &wrong);
		CHECK(!wrong);
	}
	async_timers_destroy(timers);
}

/* ---- slow timers */

struct slow {
	struct async_timer timer;
	const int *until; /* atomic: returns when it is not 0 */
	bool gave_up;
};

static void wait_for_quick(struct async_timer *timer)
{
	struct slow *self = (struct slow *)(void *)timer;
	for (int i = 0; i < 10000 && !__atomic_load_n(self->until, __ATOMIC_RELAXED); i++)
		sleep_ms(1);
	self->gave_up = !__atomic_load_n(self->until, __ATOMIC_RELAXED);
	__atomic_fetch_add(&slow_runs, 1, __ATOMIC_RELAXED);
}

static int quick_runs; /* atomic */

static void run_quickly(struct async_timer *timer)
{
	(void)timer;
	__atomic_fetch_add(&quick_runs, 1, __ATOMIC_RELAXED);
}

/* Two timers that wait for a third one, which is started before them, after them, or while they run. */
static void slow_ones_delay_no_other(void)
{
	for (int when = 0; when < 3; when++) {
		const struct async_allocator *memory = memory_begin();
		struct async_timers *timers = async_timers_create(memory);
		struct async_timer quick = { .run = run_quickly };
		struct slow slow[2] = { { { .run = wait_for_quick }, &quick_runs, false },
			{ { .run = wait_for_quick }, &quick_runs, false } };
		uint64_t now = async_now_ns();
		quick_runs = slow_runs = 0;
		if (!timers) {
			memory_end(memory);
			return;
		}
		if (when == 0)
			CHECK_INT(async_timer_start(timers, &quick, now + 5000000), ASYNC_OK);
		for (int i = 0; i < 2; i++)
			CHECK_INT(async_timer_start(timers, &slow[i].timer, now), ASYNC_OK);
		if (when == 2)
			sleep_ms(20);
		if (when > 0)
			CHECK_INT(async_timer_start(timers, &quick, now + 1), ASYNC_OK);
		for (int i = 0; i < 20000 && __atomic_load_n(&slow_runs, __ATOMIC_RELAXED) < 2; i++)
			sleep_ms(1);
		CHECK(!async_timer_cancel(timers, &slow[0].timer) && !async_timer_cancel(timers, &slow[1].timer));
		CHECK_INT(quick_runs, 1);
		CHECK(!slow[0].gave_up && !slow[1].gave_up);
		quick_runs = 0; /* and the threads go on */
		CHECK_INT(async_timer_start(timers, &quick, now), ASYNC_OK);
		for (int i = 0; i < 10000 && !__atomic_load_n(&quick_runs, __ATOMIC_RELAXED); i++)
			sleep_ms(1);
		CHECK_INT(__atomic_load_n(&quick_runs, __ATOMIC_RELAXED), 1);
		async_timer_cancel(timers, &quick); /* it may still be running */
		async_timers_destroy(timers);
		memory_end(memory);
	}
}

/* ---- requests */

static enum async_code code_of(struct async_error *error) { return error ? async_error_code(error) : ASYNC_CODE_OK; }

static void deadline_cancels(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_host host = ASYNC_HOST_INIT;
	host.allocator = memory;
	struct async_timers *timers = async_timers_create(memory);
	struct async_request *request = async_request_create(&host, NULL);
	CHECK(async_request_deadline(request) == ASYNC_NEVER);
	uint64_t when = async_now_ns() + 10000000;
	CHECK_INT(async_request_set_deadline(request, timers, when), ASYNC_OK);
	CHECK(async_request_deadline(request) == when);
	for (int i = 0; i < 5000 && !async_request_cancelled(request); i++)
		sleep_ms(1);
	CHECK_INT(code_of(async_request_cancelled(request)), ASYNC_CODE_DEADLINE_EXCEEDED);
	async_request_cancel(request); /* too late: the first outcome stays */
	CHECK_INT(code_of(async_request_cancelled(request)), ASYNC_CODE_DEADLINE_EXCEEDED);
	async_request_release(request);
	async_timers_destroy(timers);
	memory_end(memory);
}

static void deadline_comes_second(void)
{
	struct async_host host = ASYNC_HOST_INIT;
	struct async_timers *timers = async_timers_create_stepped(NULL);
	struct async_request *request = async_request_create(&host, NULL);
	uint64_t when = async_now_ns() + UINT64_C(3600000000000);
	CHECK_INT(async_request_set_deadline(request, timers, when), ASYNC_OK);
	CHECK(!async_request_check(request));
	async_request_cancel(request);
	async_timers_step(timers, when);
	CHECK_INT(code_of(async_request_cancelled(request)), ASYNC_CODE_CANCELLED);
	async_request_release(request);
	request = async_request_create(&host, NULL);
	CHECK_INT(async_request_set_deadline(request, timers, when), ASYNC_OK);
	CHECK_INT(async_request_set_deadline(request, NULL, ASYNC_NEVER), ASYNC_OK); /* taken back */
	CHECK(async_timers_step(timers, when) == ASYNC_NEVER);
	CHECK(!async_request_cancelled(request));
	CHECK_INT(async_request_set_deadline(request, timers, when), ASYNC_OK);
	async_request_release(request); /* with its timer waiting */
	CHECK(async_timers_step(timers, when) == ASYNC_NEVER);
	async_timers_destroy(timers);
}

/* After that no timer uses the request, whose allocator ends with it. */
static void deadline_is_taken_back_while_it_passes(void)
{
	struct async_timers *timers = async_timers_create(NULL);
	for (int i = 0; i < 300; i++) {
		const struct async_allocator *memory = memory_begin();
		struct async_host host = ASYNC_HOST_INIT;
		host.allocator = memory;
		struct async_request *request = async_request_create(&host, NULL);
		async_request_begin_work(request); /* the timer then has a unit, too, and may have the last reference */
		CHECK_INT(async_request_set_deadline(request, timers, async_now_ns() + 20000), ASYNC_OK);
		while (i % 4 && !async_request_cancelled(request))
			sched_yield();
		async_request_end_work(request);
		CHECK_INT(async_request_set_deadline(request, NULL, ASYNC_NEVER), ASYNC_OK);
		async_request_release(request);
		memory_end(memory);
	}
	async_timers_destroy(timers);
}

static void do_nothing(struct async_cancel_hook *hook, struct async_error *error)
{
	(void)hook;
	(void)error;
}

/* The last reference goes away while the timer runs hooks that are still there: the request is destroyed once. */
static void released_while_the_deadline_passes(void)
{
	struct async_timers *timers = async_timers_create(NULL);
	for (uint64_t i = 0; i < 3000; i++) {
		const struct async_allocator *memory = memory_begin();
		struct async_host host = ASYNC_HOST_INIT;
		struct async_cancel_hook hook = { .run = do_nothing };
		host.allocator = memory;
		struct async_request *request = async_request_create(&host, NULL);
		async_request_on_cancel(request, &hook);
		const uint64_t when = async_now_ns() + 60000;
		CHECK_INT(async_request_set_deadline(request, timers, when), ASYNC_OK);
		while (async_now_ns() < when + i * 20)
			;
		async_request_release(request);
		memory_end(memory);
	}
	async_timers_destroy(timers);
}

static void deadline_without_timers(void)
{
	struct async_host host = ASYNC_HOST_INIT;
	struct async_request *request = async_request_create(&host, NULL), *past = async_request_create(&host, NULL);
	CHECK_INT(async_request_set_deadline(request, NULL, async_now_ns() + 5000000), ASYNC_OK);
	sleep_ms(6);
	CHECK(!async_request_cancelled(request)); /* nobody has looked */
	CHECK_INT(code_of(async_request_check(request)), ASYNC_CODE_DEADLINE_EXCEEDED);
	CHECK_INT(async_request_set_deadline(past, NULL, 1), ASYNC_OK);
	CHECK_INT(code_of(async_request_cancelled(past)), ASYNC_CODE_DEADLINE_EXCEEDED);
	async_request_release(request);
	async_request_release(past);
}

static void *make_object(void *ctx) { return ctx; }

static void *ask_for_data(void *arg) { return async_request_data(arg); }

static void requests_have_data_and_priority(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_host host = ASYNC_HOST_INIT;
	host.allocator = memory;
	struct async_resources *shared = async_resources_create(memory);
	struct async_request *one = async_request_create(&host, shared), *two = async_request_create(&host, shared);
	int a = 1, b = 2;
	CHECK(async_resources_get(async_request_data(one), "x", make_object, &a, NULL) == &a);
	CHECK(async_resources_get(async_request_data(two), "x", make_object, &b, NULL) == &b);
	CHECK(async_resources_get(async_request_data(one), "x", make_object, &b, NULL) == &a);
	CHECK_INT(async_request_priority(one), ASYNC_PRIORITY_NORMAL);
	async_request_set_priority(one, ASYNC_PRIORITY_HIGH);
	CHECK_INT(async_request_priority(one), ASYNC_PRIORITY_HIGH);
	CHECK_INT(async_request_priority(two), ASYNC_PRIORITY_NORMAL);
	async_request_release(one);
	one = async_request_create(&host, shared);
	pthread_t threads[4];
	void *stores[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, ask_for_data, one);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], &stores[i]);
	for (int i = 0; i < 4; i++)
		CHECK(stores[i] && stores[i] == stores[0]);
	async_request_release(one);
	async_request_release(two);
	async_resources_release(shared);
	memory_end(memory);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(run_in_their_order),
		CHECK_CASE(may_start_themselves_again),
		CHECK_CASE(may_step_inside),
		CHECK_CASE(thread_runs_them),
		CHECK_CASE(none_starts_while_they_are_destroyed),
		CHECK_CASE(cancel_waits_for_who_runs),
		CHECK_CASE(threads_start_and_cancel),
		CHECK_CASE(slow_ones_delay_no_other),
		CHECK_CASE(deadline_cancels),
		CHECK_CASE(deadline_comes_second),
		CHECK_CASE(deadline_is_taken_back_while_it_passes),
		CHECK_CASE(released_while_the_deadline_passes),
		CHECK_CASE(deadline_without_timers),
		CHECK_CASE(requests_have_data_and_priority),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
