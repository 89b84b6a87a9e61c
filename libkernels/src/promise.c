/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What executors make of the results that frame kernels leave: each result is there, is of the promised type, and will be complete
 * one day. */
#include "promise.h"
#include <string.h>

/* Programs that are compiled for size do not notice what becomes of results that come later. */
#if defined(KERNELS_NO_MESSAGES) || defined(__OPTIMIZE_SIZE__)
#define WATCHES 0
#else
#define WATCHES 1
#endif

static bool is_indirect(const struct async_value *value) { return value->flags & ASYNC_FLAG_INDIRECT; }

bool kernels__is_forgotten(const struct async_value *value)
{
	/* acquire: pairs with the release of the last other reference; what its holder did with the value is seen below */
	if (async_value_is_available(value) || __atomic_load_n(&value->refs, __ATOMIC_ACQUIRE) != 1)
		return false;
	/* relaxed: who forwards an indirect value had a reference, which is released */
	if (is_indirect(value) && __atomic_load_n(async_value_slot_(value), __ATOMIC_RELAXED))
		return false;
	return !async_value_is_available(value);
}

#if WATCHES
/* A result that its kernel completes later. The executor sees `seen` instead of it. */
struct promise {
	struct async_waiter waiter; /* first */
	/* A concrete value, without a reference: the last reference is that of the work that completes it, so that the value ends
	 * when this work drops it. Or an indirect value, with a reference: if it forwards to a value that comes later, nothing
	 * else needs to hold it. */
	struct async_value *value;
	struct async_value *seen;      /* one reference */
	struct async_request *request; /* a unit of work */
	const struct kernels_site *site;
	uint32_t index;
	async_type_id type;
};

static struct async_value *missing(const struct kernels_site *site, struct async_request *request, uint32_t index)
{
	return kernels_error_value(request, kernels_site_error(site, request, ASYNC_CODE_INTERNAL, "%s left result %u without a value",
		site->entry ? site->entry->kernel->name : "the function", (unsigned)index));
}

static struct async_value *broken(const struct kernels_site *site, struct async_request *request, uint32_t index)
{
	return kernels_error_value(request, kernels_site_error(site, request, ASYNC_CODE_INTERNAL,
		"broken promise: result %u was dropped before it had a value", (unsigned)index));
}

static struct async_value *wrong_type(
	const struct kernels_site *site, struct async_request *request, uint32_t index, async_type_id have, async_type_id want)
{
	return kernels_error_value(request, kernels_site_error(site, request, ASYNC_CODE_INTERNAL,
		"result %u is of type %s, expected %s", (unsigned)index, async_type_get(have)->name, async_type_get(want)->name));
}

/* ---- results that come later */

/* The error with which libasync completes a value that was dropped (async_value_release_n()). */
static bool was_dropped(const struct async_value *value)
{
	const struct async_error *error = async_value_error(value);
	return async_error_code(error) == ASYNC_CODE_CANCELLED && !async_error_location(error).source && !async_error_origin(error) &&
	       strcmp(async_error_message(error), "value dropped before it was available") == 0;
}

/* One reference to what the promise has become. A producer that completes a concrete value has a reference until its call has
 * returned, and libasync has one while it runs the waiters of a value that was dropped. */
static struct async_value *kept(const struct promise *promise)
{
	struct async_value *value = promise->value, *instead = NULL;
	if (async_value_is_error(value)) {
		if (was_dropped(value))
			instead = broken(promise->site, promise->request, promise->index);
	} else if (promise->type != ASYNC_TYPE_NONE && async_value_type(value) != promise->type) {
		instead = wrong_type(promise->site, promise->request, promise->index, async_value_type(value), promise->type);
	}
	if (!instead)
		return is_indirect(value) ? value : async_value_retain(value);
	if (is_indirect(value))
		async_value_release(value);
	return instead;
}

static void came(struct async_waiter *waiter)
{
	struct promise promise = *(struct promise *)waiter;
	async_free(kernels_host(promise.request)->allocator, waiter, sizeof promise, _Alignof(struct promise));
	async_value_forward_last(promise.seen, kept(&promise));
	kernels_end_work(promise.request, promise.site);
}

/* Takes over the reference to the value. */
static struct async_value *watch(const struct kernels_site *site, struct async_request *request, uint32_t index, async_type_id type,
	struct async_value *value)
{
	const struct async_allocator *allocator = kernels_host(request)->allocator;
	struct promise *promise = async_alloc(allocator, sizeof *promise, _Alignof(struct promise));
	struct async_value *seen = promise ? async_value_create_indirect(allocator, type) : NULL;
	if (!seen) {
		if (promise)
			async_free(allocator, promise, sizeof *promise, _Alignof(struct promise));
		async_value_release(value);
		return async_value_out_of_memory();
	}
	*promise = (struct promise){ { NULL, came }, value, async_value_retain_new(seen, 1), request, site, index, type };
	kernels_begin_work(request, site);
	const bool keeps = is_indirect(value);
	async_value_and_then(value, &promise->waiter);
	if (!keeps)
		async_value_release(value);
	return seen;
}

/* ---- for executors */

static bool keeps_types(const struct kernels_site *site) { return site->entry && (site->entry->kernel->flags & KERNELS_KEEPS_TYPES); }

struct async_value *kernels_result_take(const struct kernels_site *site, struct async_request *request, uint32_t index,
	async_type_id type, struct async_value *value)
{
	struct async_value *instead = NULL;
	if (!value)
		return missing(site, request, index);
	if (!async_value_is_available(value)) {
		if (!is_indirect(value) && type != ASYNC_TYPE_NONE && value->type != type)
			instead = wrong_type(site, request, index, value->type, type);
		else if (kernels__is_forgotten(value))
			instead = broken(site, request, index);
		else if (!is_indirect(value) || (type != ASYNC_TYPE_NONE && !keeps_types(site)))
			return watch(site, request, index, type, value);
	} else if (!async_value_is_error(value) && type != ASYNC_TYPE_NONE && async_value_type(value) != type) {
		instead = wrong_type(site, request, index, async_value_type(value), type);
	}
	if (!instead)
		return value;
	async_value_release(value);
	return instead;
}

/* An argument that the kernel returns is not its promise. */
static bool is_argument(const struct kernels_frame *frame, const struct async_value *value)
{
	uint32_t i = 0;
	while (i < frame->site->argument_count && frame->arguments[i] != value)
		i++;
	return value && i < frame->site->argument_count;
}

#else
#define is_argument(frame, value) false

struct async_value *kernels_result_take(const struct kernels_site *site, struct async_request *request, uint32_t index,
	async_type_id type, struct async_value *value)
{
	if (value && !kernels__is_forgotten(value) &&
		(type == ASYNC_TYPE_NONE || async_value_state(value) != ASYNC_AVAILABLE || async_value_target(value)->type == type))
		return value;
	async_value_release(value);
	return kernels_error_value(request, kernels_site_error(site, request, ASYNC_CODE_INTERNAL, "broken result %u", (unsigned)index));
}
#endif

void kernels_frame_finish(struct kernels_frame *frame)
{
	const struct kernels_site *site = frame->site;
	for (uint32_t i = 0; i < site->result_count; i++) {
		const bool listed = i < site->entry->result_count;
		const async_type_id type = listed ? site->entry->results[i] : ASYNC_TYPE_NONE;
		if (!listed && !site->entry->more_results && !site->entry->results_are_arguments && !frame->results[i]) {
			/* of kernels__invoke_effect(): the kernel has succeeded */
			frame->results[i] = async_chain();
			continue;
		}
		if (!kernels_result_is_ready(frame->results[i], type) &&
			!(type == ASYNC_TYPE_NONE && is_argument(frame, frame->results[i])))
			frame->results[i] = kernels_result_take(site, frame->request, i, type, frame->results[i]);
	}
}
