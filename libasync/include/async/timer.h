/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Timers: functions that run at a point in time, unless they are cancelled before. */
#ifndef ASYNC_TIMER_H
#define ASYNC_TIMER_H

#include <async/allocator.h>
#include <async/export.h>
#include <async/status.h>
#include <async/value.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Nanoseconds of the monotonic clock, which never jumps and is meaningful only inside this process. */
ASYNC_API uint64_t async_now_ns(void);

#define ASYNC_NEVER UINT64_MAX /* a point in time that does not come */

/* Timers that are driven together. Thread class: safe. */
struct async_timers;

/* Creates timers that run in a thread of their own, which is created when the first timer is started and sleeps while
 * none is due. They run one at a time and in order, as long as each takes less than two milliseconds. A timer that
 * takes longer delays no other: the others then run beside it, in further threads, at most 64 in all. In the child of
 * fork() timers stay pending; they run after the next async_timer_start(). NULL when out of memory. */
ASYNC_API struct async_timers *async_timers_create(const struct async_allocator *allocator);
/* Creates timers without a thread: the owner of the event loop calls async_timers_step(). NULL when out of memory. */
ASYNC_API struct async_timers *async_timers_create_stepped(const struct async_allocator *allocator);
/* Drops pending timers without running them; the values of async_timers_chain(), and futures that wait for their
 * deadline (<async/future.h>), fail with CANCELLED. Their waiters may start timers, which are refused, and make such
 * values, which fail likewise. Joins the threads. Must not be called by a timer. NULL is ignored. */
ASYNC_API void async_timers_destroy(struct async_timers *timers);

/* Stepped timers only: runs, in this thread and in order, the timers that are due at `now` (a time of async_now_ns(),
 * or of another clock that the caller uses consistently). One thread at a time runs timers; others wait for it. A timer
 * may step its own timers: the call runs the others that are due at `now`, and returns to the timer.
 * @return when the next timer is due; ASYNC_NEVER when none is pending. */
ASYNC_API uint64_t async_timers_step(struct async_timers *timers, uint64_t now);

/* A timer in the caller's memory, all zero before its first start; it must stay valid until it has run or is cancelled.
 * Thread class: owner; it belongs to the timers from start until it runs or cancel returns. */
struct async_timer {
	/* Called once, without locks held, in a thread that runs the timers. Keep it short: it may delay other timers
	 * by two milliseconds, and stepped ones for as long as it runs. It may start this timer again, start and
	 * cancel others, and free the timer. Two timers that cancel each other must be short: each would wait for the
	 * other. */
	void (*run)(struct async_timer *self);
	/* private: */
	uint64_t when;
	uint64_t order;
	struct async_timer *child, *next, *previous;
	bool pending;
};

/* Starts a timer, which must not be pending: it runs at `when` or soon after. Timers due at the same time run in the
 * order in which they were started.
 * @return ASYNC_OK · ASYNC_E_STATE: the timer is pending and keeps its time, also reported as
 *         ASYNC_MISUSE_STARTED_TWICE (<async/misuse.h>): cancel it first; or the timers are being destroyed, and the
 *         timer will not run · ASYNC_E_NOMEM: no thread could be created, and the timer will not run. */
ASYNC_API ASYNC_NODISCARD enum async_status async_timer_start(struct async_timers *timers, struct async_timer *timer,
	uint64_t when);
/* Cancels a pending timer. If another thread is running the timer, waits until it has run.
 * @return true when the timer was pending and will not run. */
ASYNC_API bool async_timer_cancel(struct async_timers *timers, struct async_timer *timer);

/* Returns a chain that becomes available at `when`; one reference, owned by the caller. Dropping it does not stop the
 * timer. Never NULL: an error value when out of memory. */
ASYNC_API struct async_value *async_timers_chain(struct async_timers *timers, const struct async_allocator *allocator,
	uint64_t when);

#ifdef __cplusplus
}
#endif

#endif
