/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls in flight, and their results. A call has ended when its request is idle: then no operation uses the arguments, not even one
 * whose result is unused. */
#include "internal.h"

#include <string.h>

/* ---- results */

static struct async_error *failure(
	const struct bef_model_call *call, enum async_code code, const char *what, size_t index)
{
	return async_error_create(
		call->allocator, code, (struct async_location){ NULL, 0 }, "result %zu %s", index, what);
}

/* Results that are views of arguments would end with the caller's buffers. Values that the library owns live as long as their last user. */
static bool is_in_arguments(const struct bef_model_call *call, const void *data)
{
	const uintptr_t at = (uintptr_t)data;
	for (uint32_t i = 0; i < call->signature->argument_count; i++) {
		const struct bef_model__input *input = &call->inputs[i];
		const uintptr_t begin = (uintptr_t)input->data;
		if (!input->own && at >= begin && at - begin < input->size)
			return true;
	}
	return false;
}

/* Results must not refer to the mapping of a file, because only calls check it. */
static bool is_in_mapping(const struct bef_model_call *call, const void *data)
{
	const uintptr_t at = (uintptr_t)data, begin = (uintptr_t)call->program->data;
	return call->program->mapped && at >= begin && at - begin < call->program->data_size;
}

bool bef_model__is_borrowed(const struct bef_model_call *call, const void *data)
{
	return is_in_arguments(call, data) || is_in_mapping(call, data);
}

static bool hold(const struct bef_model_call *call, size_t index, const void *data, struct bef_model_tensor *out)
{
	struct bef_model__memory *limited = call->memory->budget ? call->memory : NULL;
	struct bef_model__held *held = async_alloc(call->allocator, sizeof *held, _Alignof(struct bef_model__held));
	if (!held)
		return false;
	*held = (struct bef_model__held){ .counts = 1, .base = call->allocator, .memory = limited, .size = out->size };
	if (out->size && bef_model__is_borrowed(call, data)) {
		held->copy = async_alloc(call->memory->host.allocator, out->size, BEF_MODEL__ALIGN);
		if (!held->copy) {
			async_free(call->allocator, held, sizeof *held, _Alignof(struct bef_model__held));
			return false;
		}
		memcpy(held->copy, data, out->size);
		data = held->copy;
	} else {
		held->value = call->values[index]; /* the reference of the call */
		call->values[index] = NULL;
	}
	if (limited)
		__atomic_fetch_add(&limited->refs, 1, __ATOMIC_RELAXED);
	out->data = (void *)(uintptr_t)data;
	out->owner = held;
	return true;
}

struct async_error *bef_model__check_result(
	const struct bef_model_call *call, size_t index, struct bef_model_tensor *out, const struct kernels_tensor **out_tensor)
{
	const struct bef_stablehlo_value *expected = &call->signature->results[index];
	if (async_value_type(call->values[index]) != kernels_tensor_types()->tensor)
		return failure(call, ASYNC_CODE_INTERNAL, "is not a tensor", index);
	const struct kernels_tensor *tensor = async_value_payload(call->values[index]);
	bool same = tensor->kind == KERNELS_TENSOR_DENSE && (unsigned)tensor->dtype == expected->dtype &&
		    tensor->shape.rank == expected->rank;
	for (uint32_t i = 0; same && i < expected->rank; i++)
		same = expected->dims[i] < 0 || expected->dims[i] == tensor->shape.dims[i];
	*out = (struct bef_model_tensor){ .dtype = tensor->dtype, .rank = tensor->shape.rank };
	if (!same || !bef_model__bytes_of(tensor->dtype, out->rank, tensor->shape.dims, &out->size))
		return failure(call, ASYNC_CODE_INTERNAL, "has another type than the function", index);
	memcpy(out->dims, tensor->shape.dims, out->rank * sizeof *out->dims);
	*out_tensor = tensor;
	return NULL;
}

/* Fills in a result. */
static struct async_error *take_result(const struct bef_model_call *call, size_t index)
{
	struct bef_model_tensor *out = &call->results[index], made;
	const struct kernels_tensor *tensor;
	if (call->signature->results[index].dtype == 0)
		return NULL;
	struct async_error *error = bef_model__check_result(call, index, &made, &tensor);
	if (error)
		return error;
	if (!out->data) {
		if (!hold(call, index, kernels_tensor_bytes(tensor), &made))
			return failure(call, ASYNC_CODE_RESOURCE_EXHAUSTED, "cannot be stored: out of memory", index);
		*out = made;
		return NULL;
	}
	if (out->size < made.size)
		return failure(call, ASYNC_CODE_INVALID_ARGUMENT, "is larger than the buffer for it", index);
	if (made.size)
		memcpy(out->data, kernels_tensor_bytes(tensor), made.size);
	made.data = out->data;
	made.size = out->size;
	*out = made;
	return NULL;
}

static void take_results(struct bef_model_call *call)
{
	size_t taken = 0;
	for (uint32_t i = 0; i < call->value_count && !call->error; i++) {
		if (async_value_is_error(call->values[i]))
			call->error = async_error_retain(async_value_error(call->values[i]));
	}
	for (; !call->promised && taken < call->signature->result_count && !call->error; taken++)
		call->error = take_result(call, taken);
	if (call->program->mapped && !bef_model__is_intact(call->program->data)) { /* an error of an operation may result from the change */
		async_error_release(call->error);
		call->error = async_error_create_text(
			call->allocator, ASYNC_CODE_DATA_LOSS, (struct async_location){ NULL, 0 }, BEF_MODEL__CHANGED,
			sizeof BEF_MODEL__CHANGED - 1);
		call->changed = true;
	}
	for (size_t i = 0; call->error && i < taken; i++) /* owned results of a call that fails after they were taken */
		bef_model_tensor_release(&call->results[i]);
}

/* ---- the course of a call */

void bef_model__collect(struct bef_model_call *call)
{
	take_results(call);
	bef_model__deliver_rest(call);
	for (uint32_t i = 0; i < call->value_count; i++)
		async_value_release(call->values[i]);
	call->value_count = 0;
	bef_model__leave_arguments(call, true);
}

static void end(struct bef_model_call *call)
{
	bef_model__collect(call);
	bef_model__end_turn(call);
	bef_model__tell(call);
	async_value_set_available(call->done); /* another thread may free the call at once */
}

/* The request is idle; waits for results that outside code completes. */
static void settle(struct async_waiter *waiter)
{
	struct bef_model_call *call = (struct bef_model_call *)(void *)((char *)waiter -
									offsetof(struct bef_model_call, waiter));
	for (uint32_t i = 0; i < call->value_count; i++) {
		if (!async_value_is_available(call->values[i])) {
			async_value_and_then(call->values[i], waiter);
			return;
		}
	}
	end(call);
}

void bef_model__release_made(struct bef_model_call *call)
{
	for (uint32_t i = 0; i < call->made_count; i++)
		async_value_release(call->made[i]);
}

void bef_model__run_function(void *ctx)
{
	struct bef_model_call *call = ctx;
	struct async_request *request = call->request;
	struct async_value **made = call->made;
	if (call->any_taken) {
		kernels_function_execute_taking(call->function, request, made, call->values);
		memset(made, 0, call->made_count * sizeof *made);
	} else {
		kernels_function_execute(call->function, request, made, call->values);
	}
	bef_model__release_made(call);
	if (call->waits && bef_model__is_over(call)) {
		call->over = true;
		return;
	}
	bef_model__deliver_results(call);
	call->waiter.run = settle;
	async_value_and_then(call->idle, &call->waiter);
	async_request_end_work(request); /* another thread may free the call at once */
}

/* If operations do not become tasks, the whole function is one task, unless the caller waits for the call. */
void bef_model__begin(struct bef_model_call *call)
{
	const struct async_host *host = &call->memory->host;
	if (call->on_begun)
		call->on_begun(call->on_begun_ctx, call);
	if (!bef_model__takes_turn(call))
		return;
	if (call->waits || !host->run_at_once)
		bef_model__run_function(call);
	else
		async_queue_add(host->queue, bef_model__run_function, call);
}

void bef_model__free_call(struct bef_model_call *call)
{
	async_value_release(call->idle);
	async_value_release(call->done);
	async_error_release(call->error);
	async_request_release(call->request);
	bef_model__program_release(call->program);
	bef_model__memory_release(call->memory);
	async_free(call->allocator, call, call->size, _Alignof(struct bef_model_call));
}

void bef_model_call_cancel(struct bef_model_call *call) { async_request_cancel(call->request); }

struct async_value *bef_model_call_done(const struct bef_model_call *call) { return call->done; }

struct async_error *bef_model_call_error(const struct bef_model_call *call) { return call->error; }

/* ---- the outcome */

static enum bef_status status_of(enum async_code code)
{
	if (code == ASYNC_CODE_CANCELLED || code == ASYNC_CODE_DEADLINE_EXCEEDED)
		return BEF_E_STATE;
	return code == ASYNC_CODE_RESOURCE_EXHAUSTED ? BEF_E_NOMEM : BEF_E_ARG;
}

static void note_place(void *ctx, const struct async_place *place)
{
	struct bef_diag *diag = ctx;
	diag->line = place->file ? place->line : 0;
	diag->column = place->file ? place->column : 0;
}

enum bef_status bef_model__outcome(const struct bef_model_call *call, struct bef_diag *diag)
{
	struct async_error *error = call->error;
	const enum async_code code = async_error_code(error);
	const struct async_location location = async_error_location(error);
	struct bef_diag full = BEF_DIAG_INIT;
	enum bef_status status = bef_model__fail(&full, call->changed ? BEF_E_IO : status_of(code), "%s", async_error_message(error));
	full.rule = async_code_name(code);
	if (location.source)
		location.source->decode(location.source, location.handle, note_place, &full);
	bef_model__store(diag, &full);
	return status;
}

enum bef_status bef_model_call_finish(struct bef_model_call *call, struct bef_diag *diag)
{
	if (!bef_model__wait(call))
		return bef_model__fail(diag, BEF_E_STATE,
			"a call is finished inside `done` before it has ended, which would wait for itself");
	enum bef_status status = call->error ? bef_model__outcome(call, diag) : BEF_OK;
	bef_model__free_call(call);
	return status;
}
