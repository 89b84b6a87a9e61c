/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "polling.h"
#include "thread.h"
#include <async/timer.h>

static bool try_begin_asking(struct async__polling *polling)
{
	uint32_t free = 0;
	/* acquire: pairs with the release in end_asking() */
	return async__load_relaxed(&polling->busy) == 0 && async__cas_weak_acquire(&polling->busy, &free, 1u);
}

static void end_asking(struct async__polling *polling) { async__store_release(&polling->busy, 0u); }

static void wait_to_ask(struct async__polling *polling)
{
	for (unsigned tries = 0; !try_begin_asking(polling); tries++)
		async__wait_a_little(tries);
}

void async__polling_add(struct async__polling *polling, struct async_poller *poller)
{
	wait_to_ask(polling);
	poller->next = polling->first;
	polling->first = poller;
	end_asking(polling);
}

void async__polling_remove(struct async__polling *polling, struct async_poller *poller)
{
	wait_to_ask(polling);
	struct async_poller **link = &polling->first;
	while (*link != poller)
		link = &(*link)->next;
	*link = poller->next;
	end_asking(polling);
}

bool async__polling_ask(struct async__polling *polling)
{
	bool ended = false;
	if (!try_begin_asking(polling))
		return false;
	for (struct async_poller *poller = polling->first; poller; poller = poller->next) {
		if (async__load_relaxed(&poller->outstanding) != 0) /* relaxed: asked again soon */
			ended |= poller->poll(poller->ctx);
	}
	end_asking(polling);
	return ended;
}

bool async__watch_spins(struct async__watch *watch)
{
	if (watch->nap != 0)
		return false;
	if (++watch->asks % ASYNC__POLL_ASKS != 0)
		return true;
	uint64_t now = async_now_ns();
	if (watch->spin_until == 0)
		watch->spin_until = now + ASYNC__POLL_SPIN_NS;
	return now < watch->spin_until;
}

uint64_t async__watch_nap(struct async__watch *watch, bool active, uint64_t most)
{
	if (!active && (watch->nap == 0 || watch->nap == most)) {
		*watch = (struct async__watch){ 0 };
		return 0;
	}
	watch->nap = watch->nap == 0 ? ASYNC__POLL_FIRST_NAP_NS : 2 * watch->nap;
	if (watch->nap > most)
		watch->nap = most;
	return watch->nap;
}

/* Calls the pollers without the lock. The caller must check its condition before it sleeps. */
static void ask_unlocked(struct async__polling *polling, struct async__watch *watch, pthread_mutex_t *lock)
{
	pthread_mutex_unlock(lock);
	bool ended = async__polling_ask(polling);
	pthread_mutex_lock(lock);
	if (ended)
		*watch = (struct async__watch){ 0 };
	watch->polled = true;
}

void async__polling_wait(struct async__polling *polling, bool active, struct async__watch *watch,
	pthread_cond_t *changed, pthread_mutex_t *lock)
{
	if (active && watch->lapsed)
		*watch = (struct async__watch){ 0 };
	watch->lapsed = !active;
	if (active && !watch->polled) {
		ask_unlocked(polling, watch, lock);
		return;
	}
	watch->polled = false;
	if (active && async__watch_spins(watch))
		return;
	uint64_t nap = async__watch_nap(watch, active, ASYNC__POLL_LAST_NAP_NS);
	if (nap)
		async__cond_wait_until(changed, lock, async_now_ns() + nap);
	else
		pthread_cond_wait(changed, lock);
}

void async__polling_wait_until(struct async__polling *polling, bool active, struct async__watch *watch,
	pthread_cond_t *changed, pthread_mutex_t *lock, uint64_t when)
{
	if (when == ASYNC_NEVER) {
		async__polling_wait(polling, active, watch, changed, lock);
	} else if (active && !watch->polled) {
		ask_unlocked(polling, watch, lock);
	} else {
		uint64_t next = active ? async_now_ns() + ASYNC__POLL_FIRST_NAP_NS : ASYNC_NEVER;
		watch->polled = false;
		async__cond_wait_until(changed, lock, next < when ? next : when);
	}
}
