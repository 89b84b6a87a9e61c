/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The pollers of a queue, and how long a thread sleeps between two calls: see <async/external.h>.
 *
 * A thread with nothing to do watches while operations are outstanding: it first asks continuously, then naps between the
 * calls, each nap twice as long as the one before. When the longest nap finds nothing outstanding, it stops watching: the
 * next operation usually follows soon, and starting it must not wake a thread each time. */
#ifndef ASYNC_SRC_POLLING_H
#define ASYNC_SRC_POLLING_H

#include "atomics.h"
#include <async/external.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define ASYNC__POLL_SPIN_NS 50000u     /* how long a thread asks continuously */
#define ASYNC__POLL_ASKS 8u             /* times it asks between two looks at the clock, which take as long as asking */
#define ASYNC__POLL_FIRST_NAP_NS 20000u
#define ASYNC__POLL_LAST_NAP_NS 1000000u

struct async__polling {
	uint32_t active;            /* atomic: operations outstanding */
	uint32_t busy;              /* atomic: a thread calls the pollers, or changes the list */
	struct async_poller *first; /* while `busy` is held */
};

/* Progress of one thread that watches. All zero: does not watch. */
struct async__watch {
	uint64_t spin_until; /* 0: the clock was not read yet */
	uint64_t nap;        /* the last nap */
	uint32_t asks;       /* since the beginning */
	bool polled;         /* the pollers were called since the last nap */
	bool lapsed;         /* nothing was outstanding at the last look */
};

static inline bool async__polling_is_active(struct async__polling *polling)
{
	return async__load_seq_cst(&polling->active) != 0; /* seq_cst: pairs with begin() */
}

/* An operation begins; afterwards the caller looks for a thread that watches. seq_cst: that thread first says that it
 * sleeps and then reads `active`. @return true when it is the only one. */
static inline bool async__polling_begin(struct async__polling *polling)
{
	return async__add_seq_cst(&polling->active, 1u) == 0;
}
static inline void async__polling_end(struct async__polling *polling) { async__sub_seq_cst(&polling->active, 1u); }

/* These wait while a thread calls the pollers. */
void async__polling_add(struct async__polling *polling, struct async_poller *poller);
void async__polling_remove(struct async__polling *polling, struct async_poller *poller);

/* Calls the pollers that have operations outstanding, unless another thread is doing that. @return true if an operation
 * has ended. */
bool async__polling_ask(struct async__polling *polling);

/* True while the thread should ask again at once. */
bool async__watch_spins(struct async__watch *watch);
/* The length of the next nap in nanoseconds; `most`: the length of the last. 0: stop watching, because nothing is
 * outstanding. */
uint64_t async__watch_nap(struct async__watch *watch, bool active, uint64_t most);

/* One round of waiting for `changed`, with `lock` held: sleeps, or calls the pollers without the lock. The caller then
 * checks its condition again. `active`: operations are outstanding; otherwise this may sleep until `changed` is
 * signalled. `changed` is from async__cond_init(). */
void async__polling_wait(struct async__polling *polling, bool active, struct async__watch *watch,
	pthread_cond_t *changed, pthread_mutex_t *lock);

/* As above, with a limit of time; ASYNC_NEVER: none. A thread that waits until then polls less often. */
void async__polling_wait_until(struct async__polling *polling, bool active, struct async__watch *watch,
	pthread_cond_t *changed, pthread_mutex_t *lock, uint64_t when);

/* ---- a thread of the library, for queues whose threads do not call pollers */

struct async__poll_thread;
struct async__poll_thread *async__poll_thread_start(struct async_poller *poller); /* NULL: no memory or no thread */
void async__poll_thread_begin(struct async__poll_thread *thread);
void async__poll_thread_end(struct async__poll_thread *thread);
void async__poll_thread_stop(struct async__poll_thread *thread);

#endif
