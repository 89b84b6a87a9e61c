/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tasks from foreign threads, and tasks that do not fit into a worker's deque: first in, first out.
 *
 * A ring with one lock for putting and another for taking. Usually one thread puts and workers take many tasks at a
 * time, so the locks are rarely contended. The first lock is a bit of the word that counts the tasks put in. Taking it
 * is the only read-modify-write of a put, and also the first half of the handshake in parking.h: the injector is not
 * empty while it is locked. Unlocking publishes the tasks.
 *
 * The store that publishes is the last access to the queue by the thread that puts: a task may complete the value that
 * another thread awaits before it destroys the queue. So the check for sleepers precedes the store. If there are
 * sleepers, the thread enters the activity before it publishes, and leaves after it has woken them. */
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
	size_t head_seen; /* atomic: not above head; written by threads that put, to avoid reads of the other line */
	_Alignas(ASYNC__APART) pthread_mutex_t out;
	size_t head; /* atomic: twice the number of tasks taken so far; written under `out`, read by all */
};

/* `parking` and `activity` must outlive the injector. */
bool async__injector_init(struct async__injector *injector, const struct async_allocator *allocator,
	struct async__parking *parking, struct async__activity *activity);
void async__injector_finish(struct async__injector *injector);

/* The functions that put tasks also wake workers. Afterwards the injector may be freed if a task was put in.
 *
 * Puts one task. @return false, without putting it, when ASYNC__INJECTOR_FULL tasks wait. */
bool async__injector_put(struct async__injector *injector, struct async_task task);
/* Puts tasks in order until ASYNC__INJECTOR_FULL wait. @return the number of tasks put. */
size_t async__injector_put_some(struct async__injector *injector, const struct async_task *tasks, size_t count);
/* Puts all tasks; grows the ring if necessary. @return false, without putting any, when out of memory. */
bool async__injector_put_all(struct async__injector *injector, const struct async_task *tasks, size_t count);

/* Takes up to `most` tasks, but at most 1/`sharers` of those present, rounded up, to leave tasks for other workers. */
size_t async__injector_take(struct async__injector *injector, struct async_task *out_tasks, size_t most,
	size_t sharers);

/* In the child of fork(): empties it, whatever threads of the parent were doing. */
void async__injector_forget(struct async__injector *injector);

/* The number of waiting tasks; may be slightly out of date. */
static inline size_t async__injector_count(struct async__injector *injector)
{
	/* relaxed: an estimate; the head first, so that it is not the larger one */
	size_t head = async__load_relaxed(&injector->head);
	return (async__load_relaxed(&injector->tail) - head) >> 1;
}

/* False also while a thread is putting in. */
static inline bool async__injector_is_empty(struct async__injector *injector)
{
	/* seq_cst: the last check of parking.h, which pairs with the locking of tail */
	size_t head = async__load_seq_cst(&injector->head);
	return head == async__load_seq_cst(&injector->tail);
}

#endif
