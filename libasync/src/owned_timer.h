/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Timers of the library itself. They differ from those of callers in three ways: they learn that the timers are
 * destroyed before their time; cancelling does not wait; and they keep the memory of the timers. */
#ifndef ASYNC_SRC_OWNED_TIMER_H
#define ASYNC_SRC_OWNED_TIMER_H

#include <async/timer.h>

struct async__owned_timer {
	struct async_timer timer; /* first */
	/* Called once after a start that has succeeded, unless cancelled. `due` false: the timers are being destroyed.
	 * May free the timer. */
	void (*end)(struct async__owned_timer *self, bool due);
};

/* The memory of the timers stays until the last release; the timers may be destroyed before. */
void async__timers_retain(struct async_timers *timers);
void async__timers_release(struct async_timers *timers);

/* ASYNC_E_STATE: the timers are being destroyed. */
enum async_status async__owned_timer_start(struct async_timers *timers, struct async__owned_timer *timer, uint64_t when);
/* @return true when end() was not called and will not be; false when it was, or is being called. The caller retains
 * the timers, which may have been destroyed. */
bool async__owned_timer_cancel(struct async_timers *timers, struct async__owned_timer *timer);
/* For values whose timer does not come to its time. */
struct async_error *async__timers_destroyed(const struct async_allocator *allocator);

#endif
