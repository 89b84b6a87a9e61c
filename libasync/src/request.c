/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Requests: what runs on behalf of somebody, and can be told to stop. */
#include "allocator_private.h"
#include "atomics.h"
#include <async/request.h>

struct async_request {
	uint32_t refs; /* atomic; written and read by all holders */
	const struct async_host *host;
	struct async_resources *resources;
	struct async_error *cancelled; /* atomic; NULL until the first cancel sets it, for good; owns a reference */
};

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
	*request = (struct async_request){ 1, host, resources, NULL };
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
	async_error_release(request->cancelled);
	async_resources_release(request->resources);
	async_free(async__or_system(request->host->allocator), request, sizeof *request, _Alignof(struct async_request));
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
