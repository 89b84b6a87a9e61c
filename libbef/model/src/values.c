/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arguments and results of a call that are async values: what other calls, or the host, may complete later. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- arguments */

static enum bef_status fail_value(const struct bef_stablehlo_value *expected, uint32_t index, const char *what, struct bef_diag *diag)
{
	return bef_model__fail(diag, BEF_E_ARG, "the value of argument %u (%.*s) %s", (unsigned)index, (int)expected->name.size,
		expected->name.data, what);
}

/* The type and shape for one argument: that of the function, or of the caller's tensor where the function leaves it open. */
static enum bef_status describe(const struct bef_stablehlo_value *expected, const struct bef_model_tensor *given,
	uint32_t index, struct bef_model_tensor *out, struct bef_diag *diag)
{
	bool open = false;
	*out = (struct bef_model_tensor){ .dtype = (enum kernels_dtype)expected->dtype, .rank = expected->rank };
	for (uint32_t d = 0; d < expected->rank; d++)
		open |= expected->dims[d] < 0;
	if (open && (given->rank != expected->rank || given->rank > KERNELS_MAX_RANK))
		return fail_value(expected, index, "needs the rank and dimensions of its tensor, since the function leaves them open", diag);
	for (uint32_t d = 0; d < expected->rank; d++) {
		out->dims[d] = open ? given->dims[d] : expected->dims[d];
		if (out->dims[d] < 0 || (expected->dims[d] >= 0 && out->dims[d] != expected->dims[d]))
			return fail_value(expected, index, "has dimensions in its tensor that are not those of the function", diag);
	}
	return BEF_OK;
}

enum bef_status bef_model__take_values(struct bef_model_call *call, const struct bef_stablehlo_function *function,
	const struct bef_model_tensor *arguments, struct async_value *const *values, struct bef_model_tensor *own, struct bef_diag *diag)
{
	enum bef_status status = BEF_OK;
	call->arguments = call->own = own;
	call->argument_values = values;
	for (uint32_t i = 0; i < function->argument_count && status == BEF_OK; i++) {
		if (!values[i])
			own[i] = arguments[i];
		else if (function->arguments[i].dtype)
			status = describe(&function->arguments[i], &arguments[i], i, &own[i], diag);
	}
	return status;
}

/* Sizes decide which program runs, so they must be there. */
enum bef_status bef_model__read_sizes(const struct bef_model_call *call, struct bef_diag *diag)
{
	struct bef_model_tensor *own = call->own;
	for (uint32_t i = 0; call->argument_values && i < call->input_count; i++) {
		struct async_value *value = call->argument_values[i];
		const struct bef_stablehlo_value *expected = &call->signature->arguments[i];
		if (!value || !expected->dtype || own[i].rank || (own[i].dtype != KERNELS_I32 && own[i].dtype != KERNELS_I64))
			continue;
		if (!async_value_is_available(value))
			return fail_value(expected, i, "is not available: a scalar integer may be a size of a function with dynamic shapes", diag);
		struct async_error *error = bef_model__check_value(call, i, value);
		if (error) {
			const enum bef_status status = fail_value(expected, i, async_error_message(error), diag);
			async_error_release(error);
			return status;
		}
		const struct kernels_tensor *tensor = async_value_payload(value);
		own[i].data = (void *)(uintptr_t)kernels_tensor_bytes(tensor);
		own[i].size = kernels_dtype_size(own[i].dtype);
	}
	return BEF_OK;
}

struct async_error *bef_model__check_value(const struct bef_model_call *call, uint32_t index, struct async_value *value)
{
	const struct bef_stablehlo_value *expected = &call->signature->arguments[index];
	const struct bef_model_tensor *wanted = &call->arguments[index];
	char found[80], text[80];
	if (async_value_is_error(value))
		return async_error_retain(async_value_error(value));
	if (!expected->dtype)
		return NULL;
	const char *what = "is not a dense tensor";
	if (async_value_type(value) == kernels_tensor_types()->tensor) {
		const struct kernels_tensor *tensor = async_value_payload(value);
		if (tensor->kind == KERNELS_TENSOR_DENSE && bef_model__is_aligned(kernels_tensor_bytes(tensor), tensor->dtype) &&
			tensor->dtype == wanted->dtype && tensor->shape.rank == wanted->rank &&
			memcmp(tensor->shape.dims, wanted->dims, wanted->rank * sizeof *wanted->dims) == 0)
			return NULL;
		if (tensor->kind == KERNELS_TENSOR_DENSE)
			what = bef_model__type_text(tensor->dtype, tensor->shape.rank, tensor->shape.dims, false, found, sizeof found);
	}
	return async_error_create(call->allocator, ASYNC_CODE_INVALID_ARGUMENT, (struct async_location){ NULL, 0 },
		"argument %u (%.*s) is %s, expected %s", (unsigned)index, (int)expected->name.size, expected->name.data, what,
		bef_model__type_text(wanted->dtype, wanted->rank, wanted->dims, false, text, sizeof text));
}

/* A value that is not there yet. Held by the waiter and by the hook; from malloc, because the value may come after the host of a cancelled
 * call has ended. As in libkernels/src/await.c. */
struct bef_model__awaited {
	struct async_waiter waiter; /* first */
	struct async_cancel_hook hook;
	struct async_value *promised, *seen; /* one reference each; `seen` until it is complete */
	struct bef_model_call *call;         /* until `seen` is complete */
	uint32_t index;
	uint32_t refs; /* atomic */
	bool settled;  /* atomic: somebody completes `seen` */
};

static void release(struct bef_model__awaited *awaited, uint32_t refs)
{
	/* acq_rel: the last holder acquires what the other one did */
	if (__atomic_sub_fetch(&awaited->refs, refs, __ATOMIC_ACQ_REL) == 0)
		free(awaited);
}

/* True for the first caller. Relaxed: it publishes nothing but itself. */
static bool settle(struct bef_model__awaited *awaited) { return !__atomic_exchange_n(&awaited->settled, true, __ATOMIC_RELAXED); }

static void cancelled(struct async_cancel_hook *hook, struct async_error *error)
{
	struct bef_model__awaited *awaited = (struct bef_model__awaited *)(void *)((char *)hook - offsetof(struct bef_model__awaited, hook));
	if (settle(awaited)) {
		struct async_request *request = awaited->call->request;
		async_value_fail(awaited->seen, async_error_retain(error));
		async_value_release(awaited->seen);
		async_request_end_work(request);
	}
	release(awaited, 1);
}

static void arrived(struct async_waiter *waiter)
{
	struct bef_model__awaited *awaited = (struct bef_model__awaited *)(void *)waiter;
	uint32_t refs = 1;
	if (settle(awaited)) {
		struct async_request *request = awaited->call->request;
		/* The hook has run, or will not. If it runs in another thread now, it finds the value settled. */
		refs += async_request_off_cancel(request, &awaited->hook);
		struct async_error *error = bef_model__check_value(awaited->call, awaited->index, awaited->promised);
		if (error) {
			async_value_release(awaited->promised);
			async_value_fail(awaited->seen, error);
			async_value_release(awaited->seen);
		} else { /* the call's reference is the only one now, so operations may write to a value that is given away */
			async_value_forward_last(awaited->seen, awaited->promised);
		}
		async_request_end_work(request);
	} else {
		async_value_release(awaited->promised);
	}
	release(awaited, refs);
}

/* Nothing happens to a value that is not there before bef_model__await_values(), so that a start that fails can be undone. */
struct async_value *bef_model__argument_value(struct bef_model_call *call, uint32_t index)
{
	struct async_value *value = call->argument_values[index];
	if (async_value_is_available(value)) {
		struct async_error *error = bef_model__check_value(call, index, value);
		return error ? async_value_create_error(call->allocator, error) : async_value_retain(value);
	}
	struct bef_model__awaited *awaited = calloc(1, sizeof *awaited);
	struct async_value *seen = async_value_create_indirect(call->allocator, ASYNC_TYPE_NONE);
	if (!awaited || !seen) {
		async_value_release(seen);
		free(awaited);
		return NULL;
	}
	*awaited = (struct bef_model__awaited){ .waiter.run = arrived, .hook.run = cancelled, .promised = async_value_retain(value),
		.seen = async_value_retain(seen), .call = call, .index = index, .refs = 2 };
	call->inputs[index].awaited = awaited;
	return seen;
}

void bef_model__await_values(struct bef_model_call *call)
{
	for (uint32_t i = 0; i < call->input_count; i++) {
		struct bef_model__awaited *awaited = call->inputs[i].awaited;
		if (!awaited)
			continue;
		async_request_begin_work(call->request);
		async_request_on_cancel(call->request, &awaited->hook);
		/* if it is cancelled already, only the waiter holds `awaited` and `promised` */
		async_value_and_then(awaited->promised, &awaited->waiter);
	}
}

void bef_model__forget_values(struct bef_model_call *call)
{
	for (uint32_t i = 0; i < call->input_count; i++) {
		struct bef_model__awaited *awaited = call->inputs[i].awaited;
		if (!awaited)
			continue;
		async_value_release(awaited->promised);
		async_value_release(awaited->seen);
		free(awaited);
	}
}

/* ---- results */

enum bef_status bef_model__promise_results(struct bef_model_call *call, struct async_value **out, struct bef_diag *diag)
{
	for (uint32_t i = 0; i < call->signature->result_count; i++) {
		struct bef_model__promise *promise = &call->promises[i];
		*promise = (struct bef_model__promise){ .call = call, .index = i };
		promise->value = async_value_create_indirect(call->allocator, ASYNC_TYPE_NONE);
		if (!promise->value) {
			bef_model__break_promises(call, i, out);
			return bef_model__no_memory(diag);
		}
		out[i] = async_value_retain(promise->value);
	}
	call->promised = true;
	return BEF_OK;
}

void bef_model__break_promises(struct bef_model_call *call, uint32_t count, struct async_value **out)
{
	for (uint32_t i = 0; i < count; i++) {
		async_value_release(out[i]);
		out[i] = NULL;
		async_value_release(call->promises[i].value);
		call->promises[i].value = NULL;
	}
	call->promised = false;
}

/* A tensor with memory of its own, which does not end with the call. NULL: out of memory. */
static struct async_value *copy_of(const struct bef_model_call *call, const struct kernels_tensor *from, size_t size)
{
	struct kernels_tensor made = *from;
	made.buffer = kernels_buffer_create(call->memory->base, size, BEF_MODEL__ALIGN);
	if (!made.buffer)
		return NULL;
	if (size)
		memcpy(kernels_tensor_data(&made), kernels_tensor_bytes(from), size);
	struct async_value *value = async_value_create_available(call->memory->base, kernels_tensor_types()->tensor, &made);
	if (!value)
		kernels_buffer_release(made.buffer);
	return value;
}

/* What becomes of the promise: one reference. Errors that are found here become those of the value. */
static struct async_value *outcome(struct bef_model_call *call, uint32_t index)
{
	struct async_value *value = call->values[index];
	struct bef_model_tensor made;
	const struct kernels_tensor *tensor;
	if (async_value_is_error(value) || call->signature->results[index].dtype == 0)
		return async_value_retain(value);
	struct async_error *error = bef_model__check_result(call, index, &made, &tensor);
	struct async_value *target = NULL;
	if (error)
		target = async_value_create_error(call->allocator, error);
	else if (call->memory->budget || (made.size && bef_model__is_borrowed(call, kernels_tensor_bytes(tensor))))
		target = copy_of(call, tensor, made.size);
	else { /* without a reference of the call, so that another one, to which it is given away, may write to it */
		call->values[index] = async_chain();
		return value;
	}
	if (!target)
		target = async_value_out_of_memory();
	if (async_value_is_error(target)) {
		call->values[index] = async_value_retain(target);
		async_value_release(value);
	}
	return target;
}

static void deliver(struct bef_model_call *call, uint32_t index)
{
	struct async_value *promise = call->promises[index].value;
	call->promises[index].value = NULL;
	async_value_forward_last(promise, outcome(call, index));
}

static void came(struct async_waiter *waiter)
{
	struct bef_model__promise *promise = (struct bef_model__promise *)(void *)waiter;
	struct async_request *request = promise->call->request;
	deliver(promise->call, promise->index);
	async_request_end_work(request); /* another thread may free the call at once */
}

void bef_model__deliver_results(struct bef_model_call *call)
{
	const uint32_t count = call->promised && !call->program->mapped ? call->signature->result_count : 0;
	for (uint32_t i = 0; i < count; i++) {
		async_request_begin_work(call->request);
		call->promises[i].waiter.run = came;
		async_value_and_then(call->values[i], &call->promises[i].waiter);
	}
}

void bef_model__deliver_rest(struct bef_model_call *call)
{
	for (uint32_t i = 0; call->promised && i < call->signature->result_count; i++) {
		struct async_value *promise = call->promises[i].value;
		if (!promise)
			continue;
		if (!call->error) {
			deliver(call, i);
			continue;
		}
		call->promises[i].value = NULL;
		async_value_fail(promise, async_error_retain(call->error));
		async_value_release(promise);
	}
}
