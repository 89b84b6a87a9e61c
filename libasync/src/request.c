/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Requests: cancellation, deadline, data, and the count of units of work. */
#include "allocator_private.h"
#include "atomics.h"
#include "misuse_private.h"
#include "waiters.h"
#include <async/request.h>
#include <bytecursor/options.h>
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
	const struct async_host *host;
	struct async_resources *resources;
	struct async_error *cancelled; /* atomic; NULL until the first cancel sets it, then constant; one reference */
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
	uint64_t word; /* atomic; written by all holders, so not on the cache line of `cancelled`, which all read */
};
static_assert(
	offsetof(struct async_request, word) - offsetof(struct async_request, cancelled) >= 64 || sizeof(void *) < 8,
	"on lines of their own");

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

struct async_request *async_request_create(const struct async_host *host, struct async_resources *resources)
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

struct async_request *async_request_retain(struct async_request *request)
{
	async__add_relaxed(&request->word, REFERENCE); /* relaxed: the caller holds a reference already */
	return request;
}

static void destroy(struct async_request *request)
{
	if (request->timers)
		async_timer_cancel(request->timers, &request->timer); /* or waits until it has run */
	async_error_release(request->cancelled);
	async_resources_release(request->data);
	async_resources_release(request->resources);
	pthread_cond_destroy(&request->ran);
	pthread_mutex_destroy(&request->lock);
	const struct async_allocator *allocator = async__or_system(request->host->allocator);
	async__store_relaxed(&request->word, 0); /* for the contract mode */
	if (!async__retire(allocator, request, sizeof *request, _Alignof(struct async_request)))
		async_free(allocator, request, sizeof *request, _Alignof(struct async_request));
}

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

static inline void end_work(struct async_request *request, uint32_t count)
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
	if (REFERENCES_OF(left) == 0)
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

/* Begins a unit of work unless none is left. */
static bool join_work(struct async_request *request)
{
	/* acquire, also that of the exchange: pairs with the release of the units that have ended */
	uint64_t word = async__load_acquire(&request->word);
	do {
		if (WORK_OF(word) == 0)
			return false;
	} while (!async__cas_weak_acq_rel(&request->word, &word, word + WORK + REFERENCE));
	return true;
}

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
	if (!join_work(request)) /* the period stays open until this function ends its unit */
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
	       !request->hooks && !request->timers && async_request_deadline(request) == ASYNC_NEVER &&
	       async_request_priority(request) == ASYNC_PRIORITY_NORMAL && !async__load_acquire(&request->data); /* acquire: pairs with async_request_data() */
}

const struct async_host *async_request_host(const struct async_request *request) { return request->host; }

struct async_resources *async_request_resources(const struct async_request *request) { return request->resources; }

/* ---- cancellation */

/* Takes a hook out of the list, with the lock held. Its `link` is NULL afterwards. */
static void unlink_hook(struct async_cancel_hook *hook)
{
	*hook->link = hook->next;
	if (hook->next)
		hook->next->link = hook->link;
	hook->next = NULL;
	hook->link = NULL;
}

/* Runs all hooks, after `cancelled` was set. With a hook running already, that call runs the others too. */
static void run_hooks(struct async_request *request)
{
	struct async_error *error = async_request_cancelled(request);
	pthread_mutex_lock(&request->lock);
	request->scheduled = false;
	while (request->hooks && !request->running) {
		struct async_cancel_hook *hook = request->hooks;
		unlink_hook(hook);
		request->running = hook;
		request->runner = pthread_self();
		pthread_mutex_unlock(&request->lock);
		hook->run(hook, error); /* may free the hook */
		pthread_mutex_lock(&request->lock);
		request->running = NULL;
		pthread_cond_broadcast(&request->ran);
	}
	pthread_mutex_unlock(&request->lock);
}

static void run_cancelling(struct async_waiter *waiter)
{
	struct async_request *request = (void *)((char *)waiter - offsetof(struct async_request, cancelling));
	run_hooks(request);
	async_request_end_work(request);
}

/* Runs the hooks as a waiter would run: at once, or later where they would nest too deep. */
static void schedule_hooks(struct async_request *request)
{
	pthread_mutex_lock(&request->lock);
	bool first = request->hooks && !request->scheduled;
	if (first)
		request->scheduled = true;
	pthread_mutex_unlock(&request->lock);
	if (!first)
		return;
	async_request_begin_work(request);
	request->cancelling = (struct async_waiter){ NULL, run_cancelling };
	async__waiters_run_one(&request->cancelling);
}

/* With the lock held. */
static void link_hook(struct async_request *request, struct async_cancel_hook *hook)
{
	hook->next = request->hooks;
	hook->link = &request->hooks;
	if (hook->next)
		hook->next->link = &hook->next;
	request->hooks = hook;
}

struct hook_call {
	struct async_cancel_hook *hook;
	struct async_error *error;
};

static void call_hook(void *ctx)
{
	struct hook_call *call = ctx;
	call->hook->run(call->hook, call->error);
}

void async_request_on_cancel(struct async_request *request, struct async_cancel_hook *hook)
{
	pthread_mutex_lock(&request->lock);
	/* If this is NULL, cancel_with() takes the lock after this thread and finds the hook. */
	struct async_error *error = async_request_cancelled(request);
	bool deep = error && async__waiters_are_too_deep();
	hook->next = NULL;
	hook->link = NULL;
	if (!error || deep)
		link_hook(request, hook);
	pthread_mutex_unlock(&request->lock);
	if (deep) {
		schedule_hooks(request);
	} else if (error) {
		struct hook_call call = { hook, error };
		async__waiters_call(call_hook, &call);
	}
}

bool async_request_off_cancel(struct async_request *request, struct async_cancel_hook *hook)
{
	pthread_mutex_lock(&request->lock);
	while (request->running == hook && !pthread_equal(request->runner, pthread_self()))
		pthread_cond_wait(&request->ran, &request->lock);
	bool waiting = hook->link != NULL;
	if (waiting)
		unlink_hook(hook);
	pthread_mutex_unlock(&request->lock);
	return waiting;
}

void async_request_cancel(struct async_request *request)
{
	if (async_request_cancelled(request))
		return; /* avoids creating an error that would be discarded */
	struct async_location nowhere = { NULL, 0 };
	async_request_cancel_with(request,
		async_error_create(request->host->allocator, ASYNC_CODE_CANCELLED, nowhere, "Cancelled"));
}

/* `timed`: the caller is the timer, which has no reference. The last one may be gone: destroy() waits for the timer. Then no unit of work
 * may begin, and hooks run at once, which nest in nothing. */
static void cancel_with(struct async_request *request, struct async_error *error, bool timed)
{
	struct async_error *none = NULL;
	/* A hook may complete the value that the last unit of work waits for; a waiter for the end may then destroy the
	 * request and its host. One more unit delays the end until the hooks have returned. */
	bool joined = join_work(request);
	/* release: pairs with the acquire in async_request_cancelled(); publishes the error */
	if (!async__cas_strong_release_acquire(&request->cancelled, &none, error))
		async_error_release(error);
	else if (timed && !joined)
		run_hooks(request);
	else
		schedule_hooks(request);
	if (joined)
		async_request_end_work(request);
}

void async_request_cancel_with(struct async_request *request, struct async_error *error)
{
	cancel_with(request, error, false);
}

struct async_error *async_request_cancelled(const struct async_request *request)
{
	return async__load_acquire(&request->cancelled); /* acquire: pairs with async_request_cancel_with() */
}

/* ---- deadline */

static void exceed_deadline(struct async_request *request, bool timed)
{
	if (async_request_cancelled(request))
		return;
	struct async_location nowhere = { NULL, 0 };
	cancel_with(request,
		async_error_create(request->host->allocator, ASYNC_CODE_DEADLINE_EXCEEDED, nowhere, "Deadline exceeded"), timed);
}

static void run_timer(struct async_timer *timer)
{
	exceed_deadline((struct async_request *)(void *)((char *)timer - offsetof(struct async_request, timer)), true);
}

enum async_status async_request_set_deadline(struct async_request *request, struct async_timers *timers, uint64_t when)
{
	if (request->timers)
		async_timer_cancel(request->timers, &request->timer);
	request->timers = NULL;
	async__store_relaxed(&request->deadline, when); /* relaxed: publishes nothing */
	if (when == ASYNC_NEVER)
		return ASYNC_OK;
	if (when <= async_now_ns()) {
		exceed_deadline(request, false);
		return ASYNC_OK;
	}
	if (!timers)
		return ASYNC_OK;
	request->timer = (struct async_timer){ .run = run_timer };
	enum async_status status = async_timer_start(timers, &request->timer, when);
	if (status == ASYNC_OK)
		request->timers = timers;
	return status;
}

uint64_t async_request_deadline(const struct async_request *request) { return async__load_relaxed(&request->deadline); }

struct async_error *async_request_check(struct async_request *request)
{
	struct async_error *error = async_request_cancelled(request);
	if (error)
		return error;
	uint64_t deadline = async_request_deadline(request);
	if (deadline != ASYNC_NEVER && deadline <= async_now_ns())
		exceed_deadline(request, false);
	return async_request_cancelled(request);
}

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
