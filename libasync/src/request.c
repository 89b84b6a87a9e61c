/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Requests: the count of references and of units of work, and data. */
#include "request_private.h"
#include "allocator_private.h"
#include "misuse_private.h"
#include <bytecursor/options.h>

static bool is_valid(const struct async_host *host)
{
	const char *message = NULL;
	if (BYTECURSOR_SIZE_LACKS(host, run_at_once))
		message = "struct async_host: size is not set, expected ASYNC_HOST_INIT";
	else if (host->queue && BYTECURSOR_SIZE_LACKS(host->queue->vtable, destroy))
		message = "struct async_queue_vtable: size is not set";
	if (message)
		async__misuse(ASYNC_MISUSE_BAD_ARGUMENT, "async_request_create", host, message);
	return message == NULL;
}

struct async_request *async__request_make(const struct async_host *host, struct async_resources *resources)
{
	if (ASYNC__UNLIKELY(!is_valid(host)))
		return NULL;
	const struct async_allocator *allocator = async__or_system(host->allocator);
	struct async_request *request = async_alloc(allocator, sizeof *request, _Alignof(struct async_request));
	if (!request)
		return NULL;
	resources = resources ? async_resources_retain(resources) : async_resources_create(allocator);
	if (!resources) {
		async_free(allocator, request, sizeof *request, _Alignof(struct async_request));
		return NULL;
	}
	*request = (struct async_request){ .word = REFERENCE, .host = host, .resources = resources,
		.deadline = ASYNC_NEVER, .lock = PTHREAD_MUTEX_INITIALIZER,
		.ran = PTHREAD_COND_INITIALIZER };
	return request;
}

/* Hosts of older releases have no root. */
static struct async_request *root_of(const struct async_host *host)
{
	return host->size >= offsetof(struct async_host, root) + sizeof host->root ? host->root : NULL;
}

struct async_request *async_request_create(const struct async_host *host, struct async_resources *resources)
{
	struct async_request *request = async__request_make(host, resources);
	if (request && root_of(host))
		async__request_adopt(root_of(host), request);
	return request;
}

struct async_request *async_request_retain(struct async_request *request)
{
	async__add_relaxed(&request->word, REFERENCE); /* relaxed: the caller holds a reference already */
	return request;
}

/* @return the parent, of whose work the caller must end a unit, or NULL. */
static struct async_request *destroy_one(struct async_request *request)
{
	struct async_request *parent = request->parent;
	if (request->timers)
		async_timer_cancel(request->timers, &request->timer); /* or waits until it has run */
	if (parent)
		async_request_off_cancel(parent, &request->from_parent); /* likewise */
	async_error_release(request->head.cancelled);
	async_resources_release(request->data);
	async_resources_release(request->resources);
	pthread_cond_destroy(&request->ran);
	pthread_mutex_destroy(&request->lock);
	const struct async_allocator *allocator = async__or_system(request->host->allocator);
	async__store_relaxed(&request->word, 0); /* for the contract mode */
	if (!async__retire(allocator, request, sizeof *request, _Alignof(struct async_request)))
		async_free(allocator, request, sizeof *request, _Alignof(struct async_request));
	return parent;
}

static void destroy(struct async_request *request);

void async_request_release(struct async_request *request)
{
	/* acq_rel: the last decrement acquires what the other holders released with theirs */
	if (!request)
		return;
	uint32_t references = REFERENCES_OF(async__sub_acq_rel(&request->word, REFERENCE));
	if (references == 1) {
		destroy(request);
	} else if (ASYNC__UNLIKELY(references == 0)) {
		async__store_relaxed(&request->word, 0);
		async__misuse(ASYNC_MISUSE_RELEASED_TOO_OFTEN, "async_request_release", request,
			"released more often than retained; the call does nothing");
	}
}

/* ---- work */

/* Inline, so that the functions for one unit do not call those for several. */
static inline struct async_request *begin_work(struct async_request *request, uint32_t count)
{
	async__add_relaxed(&request->word, count * (WORK + REFERENCE)); /* relaxed: as in retain() */
	return request;
}

struct async_request *async_request_begin_work_n(struct async_request *request, uint32_t count)
{
	return begin_work(request, count);
}

struct async_request *async_request_begin_work(struct async_request *request) { return begin_work(request, 1); }

/* Completes the chain of a period that is over. A waiter may destroy everything that the request used, its allocator
 * included: this accesses only the chain, which is allocated with malloc. */
static ASYNC__NOINLINE void complete_idle(struct async_value *idle)
{
	async_value_set_available(idle);
	async_value_release(idle);
}

/* @return true when the caller must destroy the request. Afterwards it completes the chain *out_idle, unless that is NULL. */
static inline __attribute__((always_inline)) bool end_units(struct async_request *request, uint32_t count, struct async_value **out_idle)
{
	/* acquire, also that of the exchange: pairs with the release in want_idle(), publishes `idle` */
	uint64_t word = async__load_acquire(&request->word), left;
	struct async_value *idle;
	/* A compare-and-exchange, not fetch_sub: after a fetch_sub another thread could free the request, and two
	 * threads could each find that theirs was the last unit. */
	do {
		assert(WORK_OF(word) >= count);
		left = word - count * (WORK + REFERENCE);
		idle = NULL;
		if (ASYNC__UNLIKELY((word & IDLE_WANTED) && WORK_OF(left) == 0)) {
			idle = request->idle; /* valid while the units of this thread keep the period open */
			left -= IDLE_WANTED;
		}
		/* acq_rel: the last thread acquires what the others released, for destroy() and for the waiters */
	} while (!async__cas_weak_acq_rel(&request->word, &word, left));
	*out_idle = idle;
	return REFERENCES_OF(left) == 0;
}

/* A loop, because the last child may be the last unit of work of its parent, to any depth. */
static ASYNC__NOINLINE void destroy(struct async_request *request)
{
	struct async_value *idle = NULL;
	bool last = true;
	while (last) {
		struct async_request *parent = destroy_one(request);
		if (idle)
			complete_idle(idle);
		idle = NULL;
		last = parent && end_units(parent, 1, &idle);
		request = parent;
	}
	if (idle)
		complete_idle(idle);
}

static inline void end_work(struct async_request *request, uint32_t count)
{
	struct async_value *idle;
	if (end_units(request, count, &idle))
		destroy(request);
	if (ASYNC__UNLIKELY(idle))
		complete_idle(idle);
}

void async_request_end_work_n(struct async_request *request, uint32_t count)
{
	if (count > 0)
		end_work(request, count);
}

void async_request_end_work(struct async_request *request) { end_work(request, 1); }

/* Inside a unit of work, with the lock held. Returns the chain of this period, borrowed; installs `chain` if there is
 * none yet. */
static struct async_value *want_idle(struct async_request *request, struct async_value *chain)
{
	if (async__load_acquire(&request->word) & IDLE_WANTED) /* acquire: pairs with the release below */
		return request->idle;
	if (!chain)
		return NULL;
	request->idle = async_value_retain(chain);
	async__or_release(&request->word, IDLE_WANTED); /* release: publishes `idle`, pairs with end_work_n() */
	return chain;
}

struct async_value *async_request_idle(struct async_request *request)
{
	if (!async__request_join_work(request)) /* the period stays open until this function ends its unit */
		return async_chain();
	struct async_value *chain = async_chain_create(async_allocator_system());
	pthread_mutex_lock(&request->lock);
	struct async_value *idle = want_idle(request, chain);
	pthread_mutex_unlock(&request->lock);
	if (idle)
		async_value_retain(idle);
	async_value_release(chain);
	async_request_end_work(request);
	return idle ? idle : async_value_out_of_memory();
}

bool async_request_is_unused(const struct async_request *request)
{
	/* acquire: pairs with the release of the units that have ended; nobody else can change the other members */
	return (async__load_acquire(&request->word) & ~IDLE_WANTED) == WORK + 2 * REFERENCE && !async_request_cancelled(request) &&
	       !request->hooks && !request->timers && (!request->parent || request->parent == root_of(request->host)) && async_request_deadline(request) == ASYNC_NEVER &&
	       async_request_priority(request) == ASYNC_PRIORITY_NORMAL && !async__load_acquire(&request->data); /* acquire: pairs with async_request_data() */
}

const struct async_host *async_request_host(const struct async_request *request) { return request->host; }

struct async_resources *async_request_resources(const struct async_request *request) { return request->resources; }

/* ---- priority and data */

void async_request_set_priority(struct async_request *request, enum async_priority priority)
{
	async__store_relaxed(&request->priority, (int)priority);
}

enum async_priority async_request_priority(const struct async_request *request)
{
	return (enum async_priority)async__load_relaxed(&request->priority);
}

struct async_resources *async_request_data(struct async_request *request)
{
	/* acquire, also below: pairs with the release below in the thread that sets it; publishes the store */
	struct async_resources *data = async__load_acquire(&request->data);
	if (data)
		return data;
	struct async_resources *made = async_resources_create(request->host->allocator);
	if (!made)
		return NULL;
	if (async__cas_strong_release_acquire(&request->data, &data, made))
		return made;
	async_resources_release(made);
	return data;
}
