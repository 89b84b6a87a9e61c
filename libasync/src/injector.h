/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tasks from foreign threads, and what does not fit into a worker's deque: first in, first out.
 *
 * A ring with one lock for putting in and another for taking out. In the usual case, one thread puts in and workers take
 * many at a time, and locks are hardly ever found taken. The first lock is a bit of the word that counts what was put in.
 * Taking it is the only read-modify-write of a put, and doubles as the first half of the handshake in parking.h: the
 * injector is not empty while it is locked. Giving it back publishes the tasks.
 *
 * The store that publishes is the last access to the queue by the thread that puts in: a task may complete the value
 * that another thread waits for before it destroys the queue. So the look for sleepers comes before the store. If there
 * are any, the thread enters the activity before it publishes, and leaves when it has woken them. */
#ifndef ASYNC_SRC_INJECTOR_H
#define ASYNC_SRC_INJECTOR_H

#include "activity.h"
#include "atomics.h"
#include "parking.h"
#include <async/queue.h>
#include <pthread.h>

/* Foreign threads run their tasks themselves while this many tasks wait. */
#define ASYNC__INJECTOR_FULL 1024u

struct async__injector {
	const struct async_allocator *allocator;
	struct async__parking *parking;   /* of the workers that take the tasks */
	struct async__activity *activity; /* of the queue */
	struct async_task *ring; /* written with both locks held */
	size_t capacity;         /* power of two; likewise */
	/* atomic: twice the number of tasks put in so far, plus 1 while locked; written by threads that put in, read by
	 * all */
	_Alignas(ASYNC__APART) size_t tail;
	size_t head_seen; /* atomic: not above head; written by threads that put in, to read the other line less often */
	_Alignas(ASYNC__APART) pthread_mutex_t out;
	size_t head; /* atomic: twice the tasks taken out so far; written under `out`, read by anybody */
};

/* `parking` and `activity` must outlive the injector. */
bool async__injector_init(struct async__injector *injector, const struct async_allocator *allocator,
	struct async__parking *parking, struct async__activity *activity);
void async__injector_finish(struct async__injector *injector);

/* The functions that put in also wake workers. The injector may be gone afterwards if a task was put in.
 *
 * Puts in one task. @return false when there are ASYNC__INJECTOR_FULL; it was not put in then. */
bool async__injector_put(struct async__injector *injector, struct async_task task);
/* Puts in the first of them, until ASYNC__INJECTOR_FULL wait. @return how many were put in. */
size_t async__injector_put_some(struct async__injector *injector, const struct async_task *tasks, size_t count);
/* Puts in all, making room if need be. @return false when there is no memory; none was put in then. */
bool async__injector_put_all(struct async__injector *injector, const struct async_task *tasks, size_t count);

/* Takes up to `most`, but leaves the others their share: at most one part in `sharers`, rounded up. */
size_t async__injector_take(struct async__injector *injector, struct async_task *out_tasks, size_t most,
	size_t sharers);

/* How many tasks wait, or did a moment ago. */
static inline size_t async__injector_count(struct async__injector *injector)
{
	/* relaxed: an estimate; the head first, so that it is not the larger one */
	size_t head = async__load_relaxed(&injector->head);
	return (async__load_relaxed(&injector->tail) - head) >> 1;
}

/* False also while a thread is putting in. */
static inline bool async__injector_is_empty(struct async__injector *injector)
{
	/* seq_cst: the last look of parking.h, which pairs with the locking of tail */
	size_t head = async__load_seq_cst(&injector->head);
	return head == async__load_seq_cst(&injector->tail);
}

#endif
