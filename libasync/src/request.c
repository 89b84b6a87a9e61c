/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Requests: what runs on behalf of somebody, and can be told to stop. */
#include "allocator_private.h"
#include "atomics.h"
#include <async/request.h>
#include <assert.h>
#include <stddef.h>

struct async_request {
	const struct async_host *host;
	struct async_resources *resources;
	struct async_error *cancelled; /* atomic; NULL until the first cancel sets it, for good; owns a reference */
	struct async_resources *data;  /* atomic; NULL until the first who asks sets it, for good; owned */
	int priority;                  /* atomic; publishes nothing */
	uint64_t deadline;             /* atomic; publishes nothing */
	struct async_timers *timers;   /* where `timer` was started last; NULL: nowhere */
	struct async_timer timer;
	uint32_t refs; /* atomic; written by all holders, so not on the line with `cancelled`, which all of them read */
};
static_assert(
	offsetof(struct async_request, refs) - offsetof(struct async_request, cancelled) >= 64 || sizeof(void *) < 8,
	"on lines of their own");

struct async_request *async_request_create(const struct async_host *host, struct async_resources *resources)
{
	const struct async_allocator *allocator = async__or_system(host->allocator);
	struct async_request *request = async_alloc(allocator, sizeof *request, _Alignof(struct async_request));
	if (!request)
		return NULL;
	resources = resources ? async_resources_retain(resources) : async_resources_create(allocator);
	if (!resources) {
		async_free(allocator, request, sizeof *request, _Alignof(struct async_request));
		return NULL;
	}
	*request = (struct async_request){ .refs = 1, .host = host, .resources = resources, .deadline = ASYNC_NEVER };
	return request;
}

struct async_request *async_request_retain(struct async_request *request)
{
	async__add_relaxed(&request->refs, 1); /* relaxed: the caller holds a reference already */
	return request;
}

void async_request_release(struct async_request *request)
{
	/* acq_rel: the last decrement acquires what the other holders released with theirs */
	if (!request || async__sub_acq_rel(&request->refs, 1) != 1)
		return;
	if (request->timers)
		async_timer_cancel(request->timers, &request->timer); /* or waits until it has run */
	async_error_release(request->cancelled);
	async_resources_release(request->data);
	async_resources_release(request->resources);
	async_free(
		async__or_system(request->host->allocator), request, sizeof *request, _Alignof(struct async_request));
}

const struct async_host *async_request_host(const struct async_request *request) { return request->host; }

struct async_resources *async_request_resources(const struct async_request *request) { return request->resources; }

void async_request_cancel(struct async_request *request)
{
	if (async_request_cancelled(request))
		return; /* spares the error that would only be thrown away */
	struct async_location nowhere = { NULL, 0 };
	async_request_cancel_with(request,
		async_error_create(request->host->allocator, ASYNC_CODE_CANCELLED, nowhere, "Cancelled"));
}

void async_request_cancel_with(struct async_request *request, struct async_error *error)
{
	struct async_error *none = NULL;
	/* release: pairs with the acquire in async_request_cancelled(); publishes the error */
	if (!async__cas_strong_release_acquire(&request->cancelled, &none, error))
		async_error_release(error);
}

struct async_error *async_request_cancelled(const struct async_request *request)
{
	return async__load_acquire(&request->cancelled); /* acquire: pairs with async_request_cancel_with() */
}

/* ---- deadline */

static void exceed_deadline(struct async_request *request)
{
	if (async_request_cancelled(request))
		return;
	struct async_location nowhere = { NULL, 0 };
	async_request_cancel_with(request, async_error_create(request->host->allocator, ASYNC_CODE_DEADLINE_EXCEEDED,
						   nowhere, "Deadline exceeded"));
}

static void run_timer(struct async_timer *timer)
{
	exceed_deadline((struct async_request *)(void *)((char *)timer - offsetof(struct async_request, timer)));
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
		exceed_deadline(request);
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
		exceed_deadline(request);
	return async_request_cancelled(request);
}

/* ---- what else a request carries */

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
	/* acquire, also below: pairs with the release below in whoever was first; publishes the store */
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
