/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "activity.h"
#include "atomics.h"
#include "thread.h"
#include <async/timer.h>
#if ASYNC__FUTEX
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#define WAITED_FOR ((uint64_t)1 << 31)
#define ENTRY (((uint64_t)1 << 32) + 1)
#define IN(word) ((uint32_t)(word) & (uint32_t)(WAITED_FOR - 1))

void async__activity_enter(struct async__activity *activity)
{
	/* seq_cst: pairs with the two loads in is_quiet(); a task found after this is seen there as a thread in */
	async__add_seq_cst(&activity->word, ENTRY);
}

static bool is_quiet(struct async__activity *activity, bool (*is_empty)(void *ctx), void *ctx)
{
	uint64_t before = async__load_seq_cst(&activity->word);
	return IN(before) == 0 && is_empty(ctx) && async__load_seq_cst(&activity->word) == before;
}

/* With the lock. seq_cst: a thread that leaves later sees the flag. */
static void begin_waiting(struct async__activity *activity)
{
	if (activity->waiting++ == 0)
		async__add_seq_cst(&activity->word, WAITED_FOR);
}

static void end_waiting(struct async__activity *activity)
{
	if (--activity->waiting == 0)
		async__sub_seq_cst(&activity->word, WAITED_FOR);
}

#if ASYNC__FUTEX

void async__activity_init(struct async__activity *activity)
{
	activity->word = 0;
	activity->waiting = 0;
	pthread_mutex_init(&activity->lock, NULL);
}

void async__activity_finish(struct async__activity *activity) { pthread_mutex_destroy(&activity->lock); }

/* The half with the number of threads. */
static uint32_t *futex_of(struct async__activity *activity)
{
	return (uint32_t *)(void *)&activity->word + (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

void async__activity_leave(struct async__activity *activity)
{
	/* seq_cst: pairs with the loads in is_quiet(). After this the queue may be freed. If its memory has been
	 * reused, a thread that sleeps on that address wakes up spuriously, which futexes permit. */
	uint64_t before = async__sub_seq_cst(&activity->word, 1);
	if (ASYNC__UNLIKELY(IN(before) == 1 && (before & WAITED_FOR)))
		syscall(SYS_futex, futex_of(activity), FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

/* The thread that leaves last changes the number and wakes this one. */
static void sleep_while(struct async__activity *activity, uint32_t threads, uint64_t when)
{
	uint64_t now = when == ASYNC_NEVER ? 0 : async_now_ns(), rest = when > now ? when - now : 0;
	struct timespec time = { (time_t)(rest / 1000000000u), (long)(rest % 1000000000u) };
	syscall(SYS_futex, futex_of(activity), FUTEX_WAIT_PRIVATE, threads, when == ASYNC_NEVER ? NULL : &time, NULL, 0);
}

bool async__activity_wait(struct async__activity *activity, bool (*is_empty)(void *ctx), void *ctx, uint64_t when)
{
	bool quiet;
	pthread_mutex_lock(&activity->lock);
	begin_waiting(activity);
	pthread_mutex_unlock(&activity->lock);
	for (unsigned tries = 0; !(quiet = is_quiet(activity, is_empty, ctx)); tries++) {
		if (when != ASYNC_NEVER && async_now_ns() >= when)
			break;
		uint64_t word = async__load_seq_cst(&activity->word);
		if (IN(word) != 0)
			sleep_while(activity, (uint32_t)word, when);
		else /* a task is being added, or a worker is waking up for it: it could come and go unnoticed */
			async__wait_a_little(tries);
	}
	pthread_mutex_lock(&activity->lock);
	end_waiting(activity);
	pthread_mutex_unlock(&activity->lock);
	return quiet;
}

#else

void async__activity_init(struct async__activity *activity)
{
	activity->word = 0;
	activity->waiting = 0;
	pthread_mutex_init(&activity->lock, NULL);
	async__cond_init(&activity->quiet);
}

void async__activity_finish(struct async__activity *activity)
{
	pthread_cond_destroy(&activity->quiet);
	pthread_mutex_destroy(&activity->lock);
}

/* Under the lock, so that a thread in async__activity_wait() continues only when this thread has finished. */
static ASYNC__NOINLINE void leave_last(struct async__activity *activity)
{
	pthread_mutex_lock(&activity->lock);
	async__sub_seq_cst(&activity->word, 1); /* seq_cst: as below */
	pthread_cond_broadcast(&activity->quiet);
	pthread_mutex_unlock(&activity->lock);
}

void async__activity_leave(struct async__activity *activity)
{
	/* relaxed: the exchange decides */
	uint64_t word = async__load_relaxed(&activity->word);
	do {
		if (IN(word) == 1 && (word & WAITED_FOR)) {
			leave_last(activity);
			return;
		}
		/* seq_cst: pairs with the loads in is_quiet(). After this the queue may be gone. */
	} while (!async__cas_weak_seq_cst(&activity->word, &word, word - 1));
}

bool async__activity_wait(struct async__activity *activity, bool (*is_empty)(void *ctx), void *ctx, uint64_t when)
{
	bool quiet, in_time = true;
	pthread_mutex_lock(&activity->lock);
	begin_waiting(activity);
	while (!(quiet = is_quiet(activity, is_empty, ctx)) && in_time)
		in_time = async__cond_wait_until(&activity->quiet, &activity->lock, when);
	end_waiting(activity);
	pthread_mutex_unlock(&activity->lock);
	return quiet;
}

#endif
