/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the life of requests (request.c) and their cancellation (request_cancel.c) share. */
#ifndef ASYNC_SRC_REQUEST_PRIVATE_H
#define ASYNC_SRC_REQUEST_PRIVATE_H

#include "atomics.h"
#include <async/request.h>
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

/* `word` of a request: references in the low half; above them the units of work, each of which owns one of the
 * references; in the top bit the flag that async_request_idle() waits for the last unit. They share a word because
 * beginning and ending a unit changes both counts and must cost one locked instruction. */
#define REFERENCE ((uint64_t)1)
#define WORK ((uint64_t)1 << 32)
#define IDLE_WANTED ((uint64_t)1 << 63)
#define REFERENCES_OF(word) ((uint32_t)(word))
#define WORK_OF(word) (((word) & ~IDLE_WANTED) >> 32)

struct async_request {
	struct async_request_head_ head; /* first: async_request_is_cancelled() */
	const struct async_host *host;
	struct async_resources *resources;
	struct async_request *parent;         /* NULL, or a unit of its work */
	struct async_cancel_hook from_parent; /* cancels this request with its parent */
	struct async_resources *data;  /* atomic; NULL until async_request_data() sets it, then constant; owned */
	int priority;                  /* atomic; publishes nothing */
	uint64_t deadline;             /* atomic; publishes nothing */
	struct async_timers *timers;   /* the timers in which `timer` was last started; NULL: none */
	struct async_timer timer;
	struct async_cancel_hook *hooks;   /* under `lock` */
	struct async_cancel_hook *running; /* under `lock`: the hook whose run() was called and has not returned */
	bool scheduled;                    /* under `lock`: `cancelling` waits for its turn, with a unit of work */
	struct async_waiter cancelling;    /* runs the hooks: a cancelled request may cancel others, to any depth */
	pthread_t runner;                  /* under `lock`: the thread of `running` */
	pthread_cond_t ran;                /* `running` has become NULL */
	pthread_mutex_t lock;     /* held while setting IDLE_WANTED, so that it is set once per period; and for the hooks */
	struct async_value *idle; /* while IDLE_WANTED is set: the chain of this period, owned */
	uint64_t word; /* atomic; written by all holders, so not on the cache line of `head`, which all read */
};
static_assert(
	offsetof(struct async_request, word) - offsetof(struct async_request, head) >= 64 || sizeof(void *) < 8,
	"on lines of their own");

/* A request without parent. */
struct async_request *async__request_make(const struct async_host *host, struct async_resources *resources);
/* Makes a new request a child. */
void async__request_adopt(struct async_request *parent, struct async_request *child);

/* Begins a unit of work unless none is left. */
static inline bool async__request_join_work(struct async_request *request)
{
	/* acquire, also that of the exchange: pairs with the release of the units that have ended */
	uint64_t word = async__load_acquire(&request->word);
	do {
		if (WORK_OF(word) == 0)
			return false;
	} while (!async__cas_weak_acq_rel(&request->word, &word, word + WORK + REFERENCE));
	return true;
}

#endif
