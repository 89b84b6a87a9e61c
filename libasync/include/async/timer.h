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

/* Nanoseconds of the monotonic clock: never jumps, means nothing outside this process. */
ASYNC_API uint64_t async_now_ns(void);

#define ASYNC_NEVER UINT64_MAX /* a point in time that does not come */

/* Timers that are driven together. Thread class: safe. */
struct async_timers;

/* One thread runs the timers. It is made when the first one is started, and sleeps while none is due. NULL: no
 * memory. */
ASYNC_API struct async_timers *async_timers_create(const struct async_allocator *allocator);
/* No thread: the owner of the event loop calls async_timers_step(). NULL: no memory. */
ASYNC_API struct async_timers *async_timers_create_stepped(const struct async_allocator *allocator);
/* Forgets the timers that are still waiting, without running them; the values of async_timers_chain() fail with
 * CANCELLED. Joins the thread. Not called by a timer. NULL is ignored. */
ASYNC_API void async_timers_destroy(struct async_timers *timers);

/* Stepped timers only: runs, in this thread and in their order, those that are due at `now` (of async_now_ns(), or of a
 * clock of the caller's own). One thread at a time runs timers; others wait for it. A timer may step its own timers: the
 * call runs the others that are due at `now`, and returns to the timer.
 * @return when the next one is due, ASYNC_NEVER when there is none. */
ASYNC_API uint64_t async_timers_step(struct async_timers *timers, uint64_t now);

/* A timer in the caller's memory, all zero before its first start; it must stay until it has run or is cancelled. Thread
 * class: owner; it belongs to the timers from start until it runs or cancel returns. */
struct async_timer {
	/* Called once, without locks held, in the thread of the timers. Keep it short: others wait. It may start this
	 * timer again, start and cancel others, and free the timer. */
	void (*run)(struct async_timer *self);
	/* private: */
	uint64_t when;
	uint64_t order;
	struct async_timer *child, *next, *previous;
	bool pending;
};

/* The timer, which is not waiting already, will run at `when` or soon after; of those due at the same time the one
 * started first runs first. @return ASYNC_OK · ASYNC_E_NOMEM: no thread could be made, and the timer will not run. */
ASYNC_API ASYNC_NODISCARD enum async_status async_timer_start(struct async_timers *timers, struct async_timer *timer,
	uint64_t when);
/* Makes sure that the timer does not run, or has run: if another thread is running it, waits until that is over.
 * @return true when it was waiting and will not run now. */
ASYNC_API bool async_timer_cancel(struct async_timers *timers, struct async_timer *timer);

/* A chain that becomes available at `when`; one reference, the caller's. Dropping it does not stop the timer. Never
 * NULL: without memory an error value. */
ASYNC_API struct async_value *async_timers_chain(struct async_timers *timers, const struct async_allocator *allocator,
	uint64_t when);

#ifdef __cplusplus
}
#endif

#endif
