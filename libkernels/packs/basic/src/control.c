/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that call one function, or one of several. */
#include "basic.h"
#include <stdio.h>
#include <string.h>

/* The arguments after the first `skip`, and all results. */
static void call_function(struct kernels_frame *frame, const struct kernels_function *function, uint32_t skip)
{
	const struct kernels_site *site = frame->site;
	if (kernels_frame_accepts(frame, function, site->argument_count - skip, site->result_count))
		kernels_function_execute(function, frame->request, frame->arguments + skip, frame->results);
}

void kernels_basic__call(struct kernels_frame *frame)
{
	call_function(frame, frame->site->functions[0], 0);
}

void kernels_basic__if(struct kernels_frame *frame)
{
	uint8_t condition = *(const uint8_t *)async_value_payload_small(frame->arguments[0]);
	call_function(frame, frame->site->functions[condition ? 0 : 1], 1);
}

void kernels_basic__case(struct kernels_frame *frame)
{
	const struct kernels_site *site = frame->site;
	int32_t index = *(const int32_t *)async_value_payload_small(frame->arguments[0]);
	if (site->function_count == 0) {
		kernels_frame_fail(frame, "no branches");
		return;
	}
	uint32_t last = site->function_count - 1;
	call_function(frame, site->functions[index < 0 || (uint32_t)index > last ? last : (uint32_t)index], 1);
}

/* ---- once: results that live in the request's store of resources */

struct once {
	const struct async_allocator *allocator;
	uint32_t claimed; /* atomic: somebody runs the function, or has run it */
	uint32_t count;
	struct async_value *results[]; /* indirect */
};

static size_t once_size(uint32_t count)
{
	return sizeof(struct once) + count * sizeof(struct async_value *);
}

static void once_destroy(void *object)
{
	struct once *once = object;
	for (uint32_t i = 0; i < once->count; i++)
		async_value_release(once->results[i]);
	async_free(once->allocator, once, once_size(once->count), _Alignof(struct once));
}

static void *once_create(void *ctx)
{
	const struct kernels_frame *frame = ctx;
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	uint32_t count = frame->site->result_count;
	struct once *once = async_alloc(allocator, once_size(count), _Alignof(struct once));
	if (!once)
		return NULL;
	*once = (struct once){ .allocator = allocator, .count = count };
	bool made = true;
	for (uint32_t i = 0; i < count; i++) {
		once->results[i] = async_value_create_indirect(allocator, ASYNC_TYPE_NONE);
		made = made && once->results[i];
	}
	if (made)
		return once;
	once_destroy(once);
	return NULL;
}

/* The object of this function in the store, made if need be. */
static struct once *once_find(struct kernels_frame *frame, const struct kernels_function *function)
{
	static const char prefix[] = "tfrt.once @";
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	size_t size = sizeof prefix + function->name_size;
	char *key = async_alloc(allocator, size, 1);
	if (!key)
		return NULL;
	memcpy(key, prefix, sizeof prefix);
	if (function->name_size > 0)
		memcpy(key + sizeof prefix - 1, function->name, function->name_size);
	key[size - 1] = '\0';
	struct once *once = async_resources_get(async_request_resources(frame->request), key, once_create, frame,
		once_destroy);
	async_free(allocator, key, size, 1);
	return once;
}

void kernels_basic__once(struct kernels_frame *frame)
{
	const struct kernels_function *function = frame->site->functions[0];
	const struct kernels_site *site = frame->site;
	if (!kernels_frame_accepts(frame, function, site->argument_count, site->result_count))
		return;
	struct once *once = once_find(frame, function);
	if (!once) {
		kernels_frame_fail(frame, "out of memory");
		return;
	}
	if (once->count != site->result_count) { /* two programs share a store */
		kernels_frame_fail(frame, "another function '%.*s' ran once already and gave %u results",
			function->name_size > 200 ? 200 : (int)function->name_size, function->name,
			(unsigned)once->count);
		return;
	}
	/* relaxed: only one may win; what it makes is published by the values */
	if (!__atomic_exchange_n(&once->claimed, 1, __ATOMIC_RELAXED)) {
		kernels_function_execute(function, frame->request, frame->arguments, frame->results);
		for (uint32_t i = 0; i < once->count; i++) {
			struct async_value *made = frame->results[i];
			/* before forward(), which wants a reference of its own: others come by that of the store */
			frame->results[i] = async_value_retain(once->results[i]);
			async_value_forward(once->results[i], made); /* takes it over */
		}
		return;
	}
	for (uint32_t i = 0; i < once->count; i++)
		frame->results[i] = async_value_retain(once->results[i]);
}
