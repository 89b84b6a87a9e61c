/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "watching.h"
#include "thread.h"

/* On the stack of a thread that awaits. */
struct async__waiting {
	struct async__awaiter awaiter;
	pthread_cond_t changed;
	struct async__waiting *next, **link; /* guarded by lock */
	bool watches;
	struct async__watch watch;
};

void async__watching_init(struct async__watching *watching, struct async__parking *parking, unsigned workers)
{
	/* so that many workers together call the pollers about once in the time of the longest nap */
	uint64_t last_nap = (uint64_t)ASYNC__POLL_LAST_NAP_NS * workers;
	*watching = (struct async__watching){ .parking = parking, .last_nap = last_nap };
	pthread_mutex_init(&watching->lock, NULL);
}

void async__watching_finish(struct async__watching *watching) { pthread_mutex_destroy(&watching->lock); }

/* Operations are outstanding and no thread watches: wakes one that sleeps. A worker that searches will watch. */
static void find_watcher(struct async__watching *watching)
{
	uint32_t crowd;
	if (async__parking_has_sleepers(watching->parking, &crowd)) {
		async__parking_wake_one(watching->parking);
	} else if (crowd == 0 && async__load_seq_cst(&watching->waiting_count) != 0) {
		pthread_mutex_lock(&watching->lock);
		if (watching->waiting)
			pthread_cond_signal(&watching->waiting->changed);
		pthread_mutex_unlock(&watching->lock);
	}
}

static bool lacks_watcher(struct async__watching *watching)
{
	return async__polling_is_active(&watching->polling) && async__load_seq_cst(&watching->watchers) == 0;
}

static void begin_watching(struct async__watching *watching) { async__add_seq_cst(&watching->watchers, 1u); }

/* @return true when operations are outstanding that no other thread watches. */
static bool end_watching(struct async__watching *watching)
{
	/* seq_cst: pairs with begin() */
	return async__sub_seq_cst(&watching->watchers, 1u) == 1 && async__polling_is_active(&watching->polling);
}

void async__watching_begin(struct async__watching *watching)
{
	async__polling_begin(&watching->polling);
	if (async__load_seq_cst(&watching->watchers) == 0)
		find_watcher(watching);
}

/* ---- workers */

bool async__watching_search(struct async__watching *watching, struct async__watch *watch)
{
	if (watch->nap != 0 && watch->polled) /* once after each nap */
		return false;
	watch->polled = true;
	if (async__polling_ask(&watching->polling)) {
		watch->spin_until = 0;
		watch->asks = 0;
	}
	return watch->nap == 0 && async__watch_spins(watch);
}

void async__watching_stop(struct async__watching *watching, struct async__watch *watch)
{
	bool napped = watch->nap != 0;
	*watch = (struct async__watch){ 0 };
	if (napped && end_watching(watching))
		find_watcher(watching);
}

uint64_t async__watching_nap(struct async__watching *watching, struct async__watch *watch)
{
	bool active = async__polling_is_active(&watching->polling), watched = watch->nap != 0;
	watch->polled = false;
	if (!watched && !active)
		return 0;
	uint64_t nap = async__watch_nap(watch, active, watching->last_nap);
	if (!watched)
		begin_watching(watching);
	if (nap == 0 && end_watching(watching)) { /* an operation has begun after the first look */
		nap = async__watch_nap(watch, true, watching->last_nap);
		begin_watching(watching);
	}
	return nap;
}

/* ---- threads that are not workers */

static void begin_waiting(struct async__watching *watching, struct async__waiting *waiting)
{
	async__cond_init(&waiting->changed);
	pthread_mutex_lock(&watching->lock);
	waiting->next = watching->waiting;
	waiting->link = &watching->waiting;
	if (waiting->next)
		waiting->next->link = &waiting->next;
	watching->waiting = waiting;
	async__add_seq_cst(&watching->waiting_count, 1u); /* seq_cst: pairs with find_watcher() */
	pthread_mutex_unlock(&watching->lock);
}

/* With the lock, which it releases. */
static void end_waiting(struct async__watching *watching, struct async__waiting *waiting)
{
	*waiting->link = waiting->next;
	if (waiting->next)
		waiting->next->link = waiting->link;
	async__sub_seq_cst(&watching->waiting_count, 1u);
	bool unwatched = waiting->watches && end_watching(watching);
	pthread_mutex_unlock(&watching->lock);
	if (unwatched)
		find_watcher(watching);
	pthread_cond_destroy(&waiting->changed);
}

/* With the lock: one round of waiting. The thread watches only if no worker does, because workers also run tasks. */
static void wait_once(struct async__watching *watching, struct async__waiting *waiting)
{
	if (waiting->watches && !async__polling_is_active(&watching->polling)) {
		waiting->watches = false;
		(void)end_watching(watching); /* lacks_watcher() sees what has begun meanwhile */
	}
	if (!waiting->watches && lacks_watcher(watching)) {
		waiting->watches = true;
		waiting->watch = (struct async__watch){ 0 };
		begin_watching(watching);
	}
	if (waiting->watches)
		async__polling_wait(&watching->polling, true, &waiting->watch, &waiting->changed, &watching->lock);
	else
		pthread_cond_wait(&waiting->changed, &watching->lock);
}

void async__watching_await(struct async__watching *watching, struct async_value *const *values, size_t count)
{
	struct async__waiting waiting = { .awaiter = { .values = values, .count = count, .lock = &watching->lock,
		.changed = &waiting.changed } };
	begin_waiting(watching, &waiting);
	async__awaiter_start(&waiting.awaiter);
	pthread_mutex_lock(&watching->lock);
	while (!waiting.awaiter.done)
		wait_once(watching, &waiting);
	end_waiting(watching, &waiting);
}
