/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Blocking a thread until values are available: the part of await() that all queues share. */
#ifndef ASYNC_SRC_AWAITER_H
#define ASYNC_SRC_AWAITER_H

#include <async/value.h>
#include <pthread.h>

/* On the stack of the thread that waits. */
struct async__awaiter {
	struct async_waiter waiter; /* added to one value after the other */
	struct async_value *const *values;
	size_t next, count;
	pthread_mutex_t *lock;
	pthread_cond_t *changed; /* broadcast, under lock, when done becomes true */
	bool done;               /* guarded by lock */
};

/* True when all values are available; *next is the first value to check in the next call. */
static inline bool async__all_available(struct async_value *const *values, size_t count, size_t *next)
{
	while (*next < count && async_value_is_available(values[*next]))
		++*next;
	return *next == count;
}

/* Starts waiting; the caller has set values, count, lock, changed and does not hold lock. The awaiter must stay valid
 * until done is true, which may be at once. */
void async__awaiter_start(struct async__awaiter *awaiter);

#endif
