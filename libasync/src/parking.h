/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sleeping and waking of workers, with few wake-ups.
 *
 * A worker without a task first searches, then announces that it is idle, checks once more, and sleeps. A thread that
 * adds a task wakes one sleeper, but only if no worker searches: a searcher will find the task. Announcing after the
 * search and before the last check makes this safe: of "task added, crowd read" and "crowd written, tasks read" at
 * least one side sees the other (all four accesses are seq_cst). A woken sleeper counts as a searcher from the time of
 * the wake-up, so that further tasks do not wake more workers before it has searched. Only a thread that knows that
 * more tasks wait than workers search wakes more, so that sleepers need not wake each other sequentially. */
#ifndef ASYNC_SRC_PARKING_H
#define ASYNC_SRC_PARKING_H

#include "atomics.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#if defined(__SANITIZE_THREAD__)
#define ASYNC__FUTEX 0
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define ASYNC__FUTEX 0 /* ThreadSanitizer does not see the order that a futex establishes */
#endif
#endif
#if !defined(ASYNC__FUTEX)
#ifdef __linux__
#define ASYNC__FUTEX 1
#else
#define ASYNC__FUTEX 0
#endif
#endif

struct async__parking {
	uint32_t crowd;  /* atomic: idle workers in the low half, searching ones in the high half; written by all
	                    workers and by threads that wake them */
	uint32_t tokens; /* one for each sleeper that may wake; atomic, or under lock without futexes */
#if !ASYNC__FUTEX
	pthread_mutex_t lock;
	pthread_cond_t more;
#endif
};

#define ASYNC__IDLE ((uint32_t)1)
#define ASYNC__SEARCHING ((uint32_t)1 << 16)

void async__parking_init(struct async__parking *parking);
void async__parking_finish(struct async__parking *parking);

/* A worker starts to search. */
static inline void async__parking_search(struct async__parking *parking)
{
	/* seq_cst, here and below: see the head of this file */
	async__add_seq_cst(&parking->crowd, ASYNC__SEARCHING);
}

/* A searcher has found a task. @return true when it was the last searcher: no worker looks for further tasks now. */
static inline bool async__parking_found(struct async__parking *parking)
{
	return async__sub_seq_cst(&parking->crowd, ASYNC__SEARCHING) < 2 * ASYNC__SEARCHING;
}

/* A searcher has found nothing and will sleep, after a last check. */
static inline void async__parking_announce(struct async__parking *parking)
{
	async__add_seq_cst(&parking->crowd, ASYNC__IDLE - ASYNC__SEARCHING);
}

/* The last check has found a task. @return false when this worker was woken meanwhile and counts as a searcher. */
bool async__parking_retract(struct async__parking *parking);

/* Sleeps; the worker counts as a searcher when this returns. */
void async__parking_sleep(struct async__parking *parking);

/* Sleeps for at most `ns` nanoseconds. @return false when the worker was not woken; then it must retract(). */
bool async__parking_nap(struct async__parking *parking, uint64_t ns);

/* Wakes sleepers until `tasks` workers search. */
void async__parking_wake_slow(struct async__parking *parking, uint32_t crowd, size_t tasks);
void async__parking_wake_all(struct async__parking *parking);

/* A task was added (with a seq_cst store): wakes a worker unless one searches. */
static inline void async__parking_wake_one(struct async__parking *parking)
{
	uint32_t crowd = async__load_seq_cst(&parking->crowd);
	if (ASYNC__UNLIKELY(crowd != 0 && crowd < ASYNC__SEARCHING))
		async__parking_wake_slow(parking, crowd, 1);
}

/* `tasks` tasks were added. */
static inline void async__parking_wake_some(struct async__parking *parking, size_t tasks)
{
	uint32_t crowd = async__load_seq_cst(&parking->crowd);
	if (ASYNC__UNLIKELY(crowd % ASYNC__SEARCHING != 0))
		async__parking_wake_slow(parking, crowd, tasks);
}

/* The number of workers that sleep or are about to; may be slightly out of date. */
static inline unsigned async__parking_idle(struct async__parking *parking)
{
	return async__load_relaxed(&parking->crowd) % ASYNC__SEARCHING; /* relaxed: an estimate */
}

/* Is there a sleeper? The first check of a thread that knows how many tasks wait. */
static inline bool async__parking_has_sleepers(struct async__parking *parking, uint32_t *out_crowd)
{
	*out_crowd = async__load_seq_cst(&parking->crowd);
	return *out_crowd % ASYNC__SEARCHING != 0;
}

#endif
