/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which threads of a multi-threaded queue call its pollers, and the threads that await.
 *
 * A worker that has announced that it sleeps watches, that is, it naps instead of sleeping, while operations are outstanding
 * (polling.h). When the last watcher finds a task, it wakes another worker to watch; so does an operation that begins while
 * no thread watches. If no worker is idle, a thread that awaits watches. Sleeping threads are not overlooked: "operation
 * counted, watchers and sleepers read" and "announced as a sleeper, operations read" are seq_cst, as in parking.h. */
#ifndef ASYNC_SRC_WATCHING_H
#define ASYNC_SRC_WATCHING_H

#include "awaiter.h"
#include "parking.h"
#include "polling.h"

struct async__watching {
	struct async__polling polling;
	struct async__parking *parking; /* of the workers */
	uint64_t last_nap;              /* in nanoseconds */
	uint32_t watchers;              /* atomic: threads that nap */
	uint32_t waiting_count;         /* atomic: threads in the list */
	pthread_mutex_t lock;
	struct async__waiting *waiting; /* guarded by lock: threads that await */
};

void async__watching_init(struct async__watching *watching, struct async__parking *parking, unsigned workers);
void async__watching_finish(struct async__watching *watching);

/* An operation that must be polled begins; the caller keeps the queue. */
void async__watching_begin(struct async__watching *watching);

/* ---- workers */

static inline bool async__watch_was_used(const struct async__watch *watch)
{
	return (watch->asks | watch->nap) != 0;
}

/* A searching worker calls the pollers. @return true when it should search on for that. */
bool async__watching_search(struct async__watching *watching, struct async__watch *watch);
/* A worker that has used its watch has found a task. */
void async__watching_stop(struct async__watching *watching, struct async__watch *watch);
/* A worker has announced that it sleeps. @return for how long in nanoseconds; 0: until it is woken. */
uint64_t async__watching_nap(struct async__watching *watching, struct async__watch *watch);

/* ---- threads that are not workers */

/* Sleeps until all values are available. */
void async__watching_await(struct async__watching *watching, struct async_value *const *values, size_t count);

#endif
