/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "awaiter.h"
#include "value_private.h"

static void advance(struct async_waiter *waiter)
{
	struct async__awaiter *awaiter = (struct async__awaiter *)waiter;
	while (awaiter->next < awaiter->count) {
		/* the waiter may run in another thread before add() returns true */
		if (async__waiters_add(awaiter->values[awaiter->next++], waiter))
			return;
	}
	/* The waiting thread may return, and *awaiter with it, as soon as it gets the lock and sees `done`. */
	pthread_mutex_t *lock = awaiter->lock;
	pthread_mutex_lock(lock);
	awaiter->done = true;
	pthread_cond_broadcast(awaiter->changed);
	pthread_mutex_unlock(lock);
}

void async__awaiter_start(struct async__awaiter *awaiter)
{
	awaiter->waiter = (struct async_waiter){ NULL, advance };
	awaiter->next = 0;
	awaiter->done = false;
	advance(&awaiter->waiter);
}
