/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A value or a timeout: a task computes a value, and a timer fails the value if that takes too long. Both may do so at the same time, so
 * both use async_value_try_...(): the first one completes the value, and the other one learns that it came too late. Users of the value see
 * one of them, and need not know of the timer. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* nanosleep(), with -std=c11 as well */
#endif
#include <async/async.h>
#include <stdio.h>
#include <time.h>

/* A computation with a time limit. The task owns it: the timer has run, or was cancelled, when the task ends. */
struct limited {
	struct async_timer timer; /* the first member: run() gets its address */
	struct async_timers *timers;
	struct async_value *value; /* one reference, of the task */
	int (*compute)(struct async_value *value);
	bool was_late;
};

static void time_is_up(struct async_timer *timer)
{
	struct limited *limited = (struct limited *)(void *)timer;
	(void)async_value_try_fail(limited->value, async_error_make(ASYNC_CODE_DEADLINE_EXCEEDED, "no answer in time"));
}

static void run(void *ctx)
{
	struct limited *limited = ctx;
	int32_t answer = limited->compute(limited->value);
	/* false: the timer was faster. The payload is destroyed then, as the value would have done */
	limited->was_late = !async_value_try_emplace(limited->value, &answer);
	async_timer_cancel(limited->timers, &limited->timer); /* waits if it runs at this moment */
	async_value_release(limited->value);
}

/* Starts the computation, with `limited` as its memory until the queue is quiet. Returns one reference to the value. */
static struct async_value *start(struct limited *limited, struct async_queue *queue, async_type_id i32, uint64_t nanoseconds)
{
	limited->value = async_value_create(NULL, i32);
	struct async_value *result = async_value_retain(limited->value);
	limited->timer.run = time_is_up;
	if (async_timer_start(limited->timers, &limited->timer, async_now_ns() + nanoseconds) != ASYNC_OK)
		time_is_up(&limited->timer); /* no time limit, no answer */
	if (!async_queue_add_blocking(queue, run, limited, true))
		run(limited);
	return result;
}

static int at_once(struct async_value *value)
{
	(void)value;
	return 42;
}

/* Long work can ask now and then whether its result is still of use. */
static int never(struct async_value *value)
{
	while (!async_value_is_available(value))
		nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
	return 43;
}

static void print(struct async_value *value)
{
	if (async_value_is_error(value))
		printf("%s\n", async_error_message(async_value_error(value)));
	else
		printf("%d\n", *(int32_t *)async_value_payload(value));
}

int main(void)
{
	static const struct async_type type = { "i32", 4, 4, NULL, NULL, NULL };
	const async_type_id i32 = async_type_register(&type);
	struct async_queue *queue = async_queue_create_threads(NULL, NULL);
	struct async_timers *timers = async_timers_create(NULL);
	if (!queue || !timers)
		return 1;
	struct limited quick = { .timers = timers, .compute = at_once }, slow = { .timers = timers, .compute = never };
	struct async_value *values[] = { start(&quick, queue, i32, 60000000000u), start(&slow, queue, i32, 20000000u) };
	async_queue_await(queue, values, 2);
	print(values[0]); /* 42 */
	print(values[1]); /* no answer in time */
	const bool good = !async_value_is_error(values[0]) && async_value_is_error(values[1]);
	async_queue_quiesce(queue); /* the slow task may still run */
	async_value_release(values[0]);
	async_value_release(values[1]);
	async_timers_destroy(timers);
	async_queue_destroy(queue);
	return good && !quick.was_late && slow.was_late ? 0 : 1;
}
