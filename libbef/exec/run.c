/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One kernel: gather its arguments, call it, put its results away. An argument that is an error, or a request that was cancelled,
 * takes the place of the call. */
#include "frame.h"

#include <string.h>

enum { POINTERS_ON_STACK = BEF__MOST_LOCAL };

/* Why a kernel is not called, or failed. Both borrowed: the value is that of an argument, shared instead of made again. */
struct failure {
	struct async_error *error; /* NULL: none */
	struct async_value *value;
};

static void fail_results(struct bef__frame *frame, const struct bef__kernel *k, struct failure why)
{
	struct async_value *value = why.value ? async_value_retain(why.value) : NULL;
	for (uint32_t i = 0; i < k->result_count; i++) {
		const struct bef__result *result = &k->results[i];
		if (result->local) {
			*bef__frame_error(frame, result->slot) = async_error_retain(why.error);
			__atomic_store_n(&frame->has_errors, 1, __ATOMIC_RELAXED); /* ordered by the tokens */
			continue;
		}
		if (!value)
			value = kernels_error_value(frame->request, async_error_retain(why.error));
		bef__frame_set(frame, result, async_value_retain(value));
	}
	async_value_release(value);
}

/* Hands the arguments' references back: each use of a heap register owns one. */
static void release_arguments(struct bef__frame *frame, const struct bef__kernel *k)
{
	for (uint32_t i = 0; i < k->argument_count; i++) {
		if (!k->arguments[i].local)
			async_value_release(*bef__frame_value(frame, k->arguments[i].slot));
	}
}

/* The last error among the arguments, else the cancellation of the request. */
static struct failure find_failure(struct bef__frame *frame, const struct bef__kernel *k)
{
	struct failure why = { async_request_cancelled(frame->request), NULL };
	for (uint32_t i = 0; i < k->argument_count; i++) {
		const struct bef__argument *argument = &k->arguments[i];
		if (argument->local) {
			struct async_error *error = *bef__frame_error(frame, argument->slot);
			if (error) {
				why.error = error;
				why.value = NULL;
			}
		} else {
			struct async_value *value = *bef__frame_value(frame, argument->slot);
			if (async_value_is_error(value)) {
				why.error = async_value_error(value);
				why.value = value;
			}
		}
	}
	return why;
}

/* What decoding could not prove: that a value has the payload that the kernel reads. NULL, or an error of the caller's. */
static struct async_error *check_types(struct bef__frame *frame, const struct bef__kernel *k)
{
	for (uint32_t i = 0; i < k->argument_count; i++) {
		const struct bef__argument *argument = &k->arguments[i];
		if (argument->check == ASYNC_TYPE_NONE)
			continue;
		async_type_id type = async_value_type(*bef__frame_value(frame, argument->slot));
		if (type != argument->check)
			return kernels_site_error(&k->site, frame->request, ASYNC_CODE_INVALID_ARGUMENT,
				"%s: argument %u is of type %s, expected %s", k->site.entry->kernel->name, i,
				async_type_get(type)->name, async_type_get(argument->check)->name);
	}
	return NULL;
}

/* ---- payload kernels */

static void *gather_payload(struct bef__frame *frame, const struct bef__argument *argument)
{
	if (argument->local)
		return bef__frame_payload(frame, argument->slot);
	return async_value_payload(*bef__frame_value(frame, argument->slot));
}

/* Makes the values that results of heap registers go to; false when memory is short (those made are in the registers up to
 * *made). Their payloads are built by the kernel in places[]. */
static bool make_values(struct bef__frame *frame, const struct bef__kernel *k, struct async_value **values, void **places)
{
	static char nothing; /* where a payload of no bytes is built */
	bool good = true;
	for (uint32_t i = 0; i < k->result_count; i++) {
		const struct bef__result *result = &k->results[i];
		values[i] = NULL;
		if (result->local) {
			*bef__frame_error(frame, result->slot) = NULL;
			places[i] = bef__frame_payload(frame, result->slot);
		} else if (result->type == ASYNC_TYPE_CHAIN) {
			values[i] = async_chain();
			places[i] = &nothing;
		} else {
			values[i] = async_value_create(frame->allocator, result->type);
			places[i] = values[i] ? async_value_storage(values[i]) : NULL;
			good = good && values[i];
		}
	}
	return good;
}

static void call_payload(struct bef__frame *frame, const struct bef__kernel *k, void **pointers)
{
	struct async_value **values = (struct async_value **)(void *)pointers; /* first the values, then the places */
	void **places = pointers + k->result_count, **arguments = places + k->result_count;
	struct kernels_call call = { arguments, places, &k->site, frame->request, NULL };
	struct failure why = { NULL, NULL };

	if (make_values(frame, k, values, places)) {
		for (uint32_t i = 0; i < k->argument_count; i++)
			arguments[i] = gather_payload(frame, &k->arguments[i]);
		k->payload(&call);
		why.error = call.error;
	} else {
		why.value = async_value_out_of_memory();
		why.error = async_value_error(why.value);
	}
	release_arguments(frame, k);
	for (uint32_t i = 0; i < k->result_count; i++) {
		if (!values[i])
			continue;
		if (why.error) {
			async_value_release(values[i]);
			continue;
		}
		if (values[i] != async_chain())
			async_value_set_available(values[i]);
		bef__frame_set(frame, &k->results[i], values[i]);
	}
	if (why.error)
		fail_results(frame, k, why);
	async_error_release(call.error);
}

/* ---- frame kernels */

static void call_frame(struct bef__frame *frame, const struct bef__kernel *k, void **pointers)
{
	struct async_value **results = (struct async_value **)(void *)pointers;
	struct async_value **arguments = results + k->result_count;
	struct kernels_frame call = { arguments, results, &k->site, frame->request };

	memset(results, 0, k->result_count * sizeof *results);
	for (uint32_t i = 0; i < k->argument_count; i++)
		arguments[i] = *bef__frame_value(frame, k->arguments[i].slot);
	k->frame(&call);
	release_arguments(frame, k);
	for (uint32_t i = 0; i < k->result_count; i++) {
		if (!results[i])
			results[i] = kernels_error_value(frame->request,
				kernels_site_error(&k->site, frame->request, ASYNC_CODE_INTERNAL,
					"%s left result %u without a value", k->site.entry->kernel->name, i));
		bef__frame_set(frame, &k->results[i], results[i]);
	}
}

/* ---- */

static void run_failed(struct bef__frame *frame, const struct bef__kernel *k, struct failure why)
{
	fail_results(frame, k, why);
	release_arguments(frame, k);
}

/* The common case, short: a payload kernel on local registers only, nothing wrong. False: it was not called. */
static bool call_local(struct bef__frame *frame, const struct bef__kernel *k)
{
	void *pointers[POINTERS_ON_STACK];
	uint32_t argument_count = k->argument_count, result_count = k->result_count;
	if (async_request_cancelled(frame->request))
		return false;
	for (uint32_t i = 0; i < argument_count; i++) {
		uint32_t slot = k->arguments[i].slot;
		if (*bef__frame_error(frame, slot))
			return false;
		pointers[i] = bef__frame_payload(frame, slot);
	}
	for (uint32_t i = 0; i < result_count; i++) {
		uint32_t slot = k->results[i].slot;
		*bef__frame_error(frame, slot) = NULL;
		pointers[argument_count + i] = bef__frame_payload(frame, slot);
	}
	struct kernels_call call = { pointers, pointers + argument_count, &k->site, frame->request, NULL };
	k->payload(&call);
	if (call.error) {
		struct failure why = { call.error, NULL };
		fail_results(frame, k, why);
		async_error_release(call.error);
	}
	return true;
}

void bef__run_kernel(struct bef__frame *frame, const struct bef__kernel *k)
{
	if (k->local && call_local(frame, k))
		return;
	void *small[POINTERS_ON_STACK], **pointers = small;
	size_t count = (size_t)k->argument_count + 2 * (size_t)k->result_count;
	struct failure why = find_failure(frame, k);
	if (why.error) {
		run_failed(frame, k, why);
		return;
	}
	why.error = check_types(frame, k);
	if (why.error) {
		run_failed(frame, k, why);
		async_error_release(why.error);
		return;
	}
	if (count > POINTERS_ON_STACK) {
		pointers = async_alloc(frame->allocator, count * sizeof *pointers, _Alignof(void *));
		if (!pointers) {
			why.value = async_value_out_of_memory();
			why.error = async_value_error(why.value);
			run_failed(frame, k, why);
			return;
		}
	}
	if (k->payload)
		call_payload(frame, k, pointers);
	else
		call_frame(frame, k, pointers);
	if (pointers != small)
		async_free(frame->allocator, pointers, count * sizeof *pointers, _Alignof(void *));
}
