/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Requests: cancellation, hooks, deadlines, and children. */
#include "request_private.h"
#include "allocator_private.h"
#include "waiters.h"

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
	bool joined = async__request_join_work(request);
	/* release: pairs with the acquire in async_request_cancelled(); publishes the error */
	if (!async__cas_strong_release_acquire(&request->head.cancelled, &none, error))
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
	return async__load_acquire(&request->head.cancelled); /* acquire: pairs with async_request_cancel_with() */
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

/* The deadlines of the ancestors count too. Their hooks may still be running elsewhere, so this request is cancelled here. */
struct async_error *async_request_check(struct async_request *request)
{
	struct async_error *error = async_request_cancelled(request);
	if (error)
		return error;
	for (struct async_request *one = request; one; one = one->parent) {
		uint64_t deadline = async_request_deadline(one);
		if (deadline != ASYNC_NEVER && deadline <= async_now_ns())
			exceed_deadline(one, false);
		error = async_request_cancelled(one);
		if (error && one != request)
			async_request_cancel_with(request, async_error_retain(error));
	}
	return async_request_cancelled(request);
}

/* ---- trees */

/* The last reference to the child may be gone, and its end wait for this hook. */
static bool try_retain(struct async_request *request)
{
	/* acquire, also that of the exchange: as in async__request_join_work() */
	uint64_t word = async__load_acquire(&request->word);
	do {
		if (REFERENCES_OF(word) == 0)
			return false;
	} while (!async__cas_weak_acq_rel(&request->word, &word, word + REFERENCE));
	return true;
}

static void cancel_child(struct async_cancel_hook *hook, struct async_error *error)
{
	struct async_request *child = (void *)((char *)hook - offsetof(struct async_request, from_parent));
	if (!try_retain(child))
		return;
	async_request_cancel_with(child, async_error_retain(error));
	async_request_release(child);
}

void async__request_adopt(struct async_request *parent, struct async_request *child)
{
	child->parent = async_request_begin_work(parent);
	child->from_parent = (struct async_cancel_hook){ .run = cancel_child };
	async_request_on_cancel(parent, &child->from_parent);
}

struct async_request *async_request_create_child(struct async_request *parent)
{
	struct async_request *child = async__request_make(parent->host, parent->resources);
	if (!child)
		return NULL;
	async_request_set_priority(child, async_request_priority(parent));
	async__request_adopt(parent, child);
	return child;
}

/* ---- cancellation by a value */

struct cancelling_value {
	struct async_waiter waiter;
	struct async_value *value; /* borrowed: it exists while its waiters run */
	struct async_request *request;
};

static void value_came(struct async_waiter *waiter)
{
	struct cancelling_value self = *(struct cancelling_value *)(void *)waiter;
	const struct async_allocator *allocator = async__or_system(self.request->host->allocator);
	async_free(allocator, waiter, sizeof self, _Alignof(struct cancelling_value));
	if (async_value_is_error(self.value))
		async_request_cancel_with(self.request, async_error_retain(async_value_error(self.value)));
	async_request_release(self.request);
}

enum async_status async_request_cancel_on(struct async_request *request, struct async_value *value)
{
	const struct async_allocator *allocator = async__or_system(request->host->allocator);
	struct cancelling_value *self = async_alloc(allocator, sizeof *self, _Alignof(struct cancelling_value));
	if (!self)
		return ASYNC_E_NOMEM;
	*self = (struct cancelling_value){ { NULL, value_came }, value, async_request_retain(request) };
	async_value_and_then(value, &self->waiter);
	return ASYNC_OK;
}
