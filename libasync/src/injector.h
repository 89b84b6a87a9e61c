/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tasks from threads outside a queue, and what does not fit into a worker's deque: first in, first out.
 *
 * A ring with one lock for those who put in and another for those who take out. The usual case, one thread putting in
 * and workers taking many at a time, hardly ever finds a lock taken. The first lock is a bit of the word that counts
 * what was put in: taking it is the only read-modify-write of a put, and doubles as the first half of the handshake
 * in parking.h; giving it back publishes the tasks. */
#ifndef ASYNC_SRC_INJECTOR_H
#define ASYNC_SRC_INJECTOR_H

#include "atomics.h"
#include <async/queue.h>
#include <pthread.h>

/* Threads outside run their tasks themselves while there are this many. */
#define ASYNC__INJECTOR_FULL 1024u

struct async__injector {
	const struct async_allocator *allocator;
	struct async_task *ring; /* written with both locks held */
	size_t capacity;         /* power of two; likewise */
	_Alignas(ASYNC__APART) size_t tail; /* atomic: twice the tasks put in so far, and 1 while locked; written by who
	                                       puts in, read by anybody */
	size_t head_seen; /* atomic: not above head; written by who puts in, to read the other line less often */
	_Alignas(ASYNC__APART) pthread_mutex_t out;
	size_t head; /* atomic: twice the tasks taken out so far; written under `out`, read by anybody */
};

bool async__injector_init(struct async__injector *injector, const struct async_allocator *allocator);
void async__injector_finish(struct async__injector *injector);

/* Puts in one task. @return false when there are ASYNC__INJECTOR_FULL; it was not put in then. */
bool async__injector_put(struct async__injector *injector, struct async_task task);
/* Puts in the first of them, until there are so many. @return how many that was. */
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

/* False also while somebody is putting in. */
static inline bool async__injector_is_empty(struct async__injector *injector)
{
	/* seq_cst: the last look of parking.h, which pairs with the locking of tail */
	size_t head = async__load_seq_cst(&injector->head);
	return head == async__load_seq_cst(&injector->tail);
}

#endif
