/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Starting a call: checks of arguments and results, values for the program. */
#include "internal.h"

#include <stdio.h>
#include <string.h>

/* ---- checks */

bool bef_model__bytes_of(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims, size_t *out_bytes)
{
	size_t bytes = kernels_dtype_size(dtype);
	bool empty = false;
	for (uint32_t i = 0; i < rank; i++)
		empty = empty || dims[i] == 0;
	for (uint32_t i = 0; i < rank && !empty; i++) {
		if (dims[i] < 0 || __builtin_mul_overflow(bytes, (size_t)dims[i], &bytes))
			return false;
	}
	*out_bytes = empty ? 0 : bytes;
	return true;
}

const char *bef_model__type_text(unsigned dtype, uint32_t rank, const int64_t *dims, bool any, char *text, size_t room)
{
	int used = snprintf(text, room, "%s[", dtype ? kernels_dtype_name(dtype) : "token");
	for (uint32_t i = 0; i < rank && used >= 0 && (size_t)used < room; i++) {
		used += dims[i] == -1 && any ? snprintf(text + used, room - (size_t)used, "%s?", i ? ", " : "")
				    : snprintf(text + used, room - (size_t)used, "%s%lld", i ? ", " : "",
					      (long long)dims[i]);
	}
	if (used >= 0 && (size_t)used < room)
		snprintf(text + used, room - (size_t)used, "]");
	return text;
}

static bool fits(const struct bef_model_tensor *tensor, const struct bef_stablehlo_value *expected)
{
	if ((unsigned)tensor->dtype != expected->dtype || tensor->rank != expected->rank)
		return false;
	for (uint32_t i = 0; i < tensor->rank; i++) {
		if (tensor->dims[i] < 0 || (expected->dims[i] >= 0 && tensor->dims[i] != expected->dims[i]))
			return false;
	}
	return true;
}

bool bef_model__is_aligned(const void *data, enum kernels_dtype dtype)
{
	struct in_memory { /* i386 aligns 8 bytes to 4 */
		char before;
		int64_t widest;
	};
	const size_t size = kernels_dtype_size(dtype), most = offsetof(struct in_memory, widest);
	return (uintptr_t)data % (size > most ? most : size ? size : 1) == 0;
}

static enum bef_status check_argument(const struct bef_model_tensor *tensor, const struct bef_stablehlo_value *expected,
	size_t index, struct bef_diag *diag)
{
	char found_text[80], expected_text[80];
	size_t bytes;
	if (expected->dtype == 0)
		return BEF_OK;
	if (tensor->rank > KERNELS_MAX_RANK)
		return bef_model__fail(diag, BEF_E_ARG, "argument %zu has rank %u, expected at most %u", index,
			tensor->rank, KERNELS_MAX_RANK);
	if (!fits(tensor, expected))
		return bef_model__fail(diag, BEF_E_ARG, "argument %zu (%.*s) is %s, expected %s", index,
			(int)expected->name.size, expected->name.data,
			bef_model__type_text(tensor->dtype, tensor->rank, tensor->dims, false, found_text, sizeof found_text),
			bef_model__type_text(
				expected->dtype, expected->rank, expected->dims, true, expected_text, sizeof expected_text));
	if (!bef_model__bytes_of(tensor->dtype, tensor->rank, tensor->dims, &bytes))
		return bef_model__fail(diag, BEF_E_ARG, "the size of argument %zu does not fit in memory", index);
	if (tensor->size != bytes || (bytes && !tensor->data))
		return bef_model__fail(diag, BEF_E_ARG, "argument %zu (%.*s) has %zu bytes of data, expected %zu",
			index, (int)expected->name.size, expected->name.data, tensor->data ? tensor->size : 0, bytes);
	if (!bef_model__is_aligned(tensor->data, tensor->dtype))
		return bef_model__fail(
			diag, BEF_E_ARG, "the data of argument %zu is not aligned to its elements", index);
	return BEF_OK;
}

/* Buffers of the caller must suffice for results of known size. */
static enum bef_status check_result(const struct bef_model_tensor *tensor, const struct bef_stablehlo_value *expected,
	size_t index, struct bef_diag *diag)
{
	size_t bytes;
	if (expected->dtype == 0 || !tensor->data ||
		!bef_model__bytes_of(expected->dtype, expected->rank, expected->dims, &bytes) || tensor->size >= bytes)
		return BEF_OK;
	return bef_model__fail(diag, BEF_E_ARG, "the buffer for result %zu (%.*s) has %zu bytes, expected at least %zu",
		index, (int)expected->name.size, expected->name.data, tensor->size, bytes);
}

static enum bef_status check_arguments(const struct bef_stablehlo_function *function,
	const struct bef_model_tensor *arguments, size_t argument_count, const struct bef_model_tensor *results, size_t result_count,
	const struct bef_model_call_options *options, struct bef_diag *diag)
{
	enum bef_status status = BEF_OK;
	if (argument_count != function->argument_count || result_count != function->result_count)
		return bef_model__fail(diag, BEF_E_ARG, "%zu arguments and %zu results, expected %u and %u",
			argument_count, result_count, function->argument_count, function->result_count);
	for (size_t i = 0; i < argument_count && status == BEF_OK; i++) {
		if (!options->argument_values || !options->argument_values[i])
			status = check_argument(&arguments[i], &function->arguments[i], i, diag);
	}
	for (size_t i = 0; !options->result_values && i < result_count && status == BEF_OK; i++) {
		if (function->results[i].dtype && results[i].owner)
			status = bef_model__fail(diag, BEF_E_ARG,
				"result %zu (%.*s) still has data that the library owns: bef_model_tensor_release() must be called before",
				i, (int)function->results[i].name.size, function->results[i].name.data);
	}
	return status;
}

static bool same_name(struct bef_string a, struct bef_string b)
{
	return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/* The program and signature for the call. */
static enum bef_status choose_program(
	struct bef_model *model, size_t index, struct bef_model_call *call, uint64_t deadline, struct bef_diag *diag)
{
	call->signature = bef_model_function(model, index);
	if (!model->dynamic) {
		if (!call->program) /* a spare call has it */
			call->program = bef_model__program_retain(model->program);
		return BEF_OK;
	}
	enum bef_status status = bef_model__read_sizes(call, diag);
	if (status == BEF_OK)
		status = bef_model__specialise(model, index, call->arguments, deadline, &call->program, diag);
	if (status != BEF_OK)
		return status;
	const struct bef_stablehlo_signatures *all = call->program->signatures;
	for (size_t i = 0; i < all->count; i++) {
		const struct bef_stablehlo_function *function = &all->functions[i];
		if (!same_name(function->name, call->signature->name))
			continue;
		if (function->argument_count != call->signature->argument_count ||
			function->result_count != call->signature->result_count)
			break;
		call->signature = function;
		return BEF_OK;
	}
	return bef_model__fail(diag, BEF_E_UNSUPPORTED, "the function has another form for these shapes");
}

/* ---- memory of a call */

static struct bef_model__memory *memory_of(const struct bef_model *model, size_t limit)
{
	if (limit)
		return bef_model__memory_create(&model->host, limit);
	__atomic_fetch_add(&model->unlimited->refs, 1, __ATOMIC_RELAXED); /* relaxed: the model has a reference */
	return model->unlimited;
}

/* *out_own: tensors of the call, if the caller gives values. */
static struct bef_model_call *create_call(const struct bef_model *model, uint32_t arguments, uint32_t results,
	const struct bef_model_call_options *options, struct bef_model_tensor **out_own)
{
	const size_t promises = options->result_values ? results * sizeof(struct bef_model__promise) : 0;
	const size_t own = options->argument_values ? arguments * sizeof(struct bef_model_tensor) : 0;
	const size_t before = sizeof(struct bef_model_call) + (results + arguments + 1u) * sizeof(struct async_value *) +
			      arguments * sizeof(struct bef_model__input) + promises;
	const size_t head = (before + _Alignof(struct bef_model_tensor) - 1) / _Alignof(struct bef_model_tensor) * _Alignof(struct bef_model_tensor);
	const size_t size = head + own;
	struct bef_model_call *call = async_alloc(model->host.allocator, size, _Alignof(struct bef_model_call));
	if (!call)
		return NULL;
	memset(call, 0, size);
	call->allocator = model->host.allocator;
	call->values = (struct async_value **)(void *)(call + 1);
	call->made = call->values + results + 1;
	call->inputs = (struct bef_model__input *)(void *)(call->made + arguments); /* as aligned as pointers */
	call->promises = (struct bef_model__promise *)(void *)(call->inputs + arguments);
	*out_own = (struct bef_model_tensor *)(void *)((char *)call + head);
	call->input_count = arguments;
	call->size = size;
	return call;
}

/* Sets the process of the call: the one of the options, or the first process that the model declares, without others. If the model does
 * not declare the number of processes, the request has no process. */
static bool set_process(const struct bef_model *model, struct async_request *request, const struct kernels_process *given)
{
	const struct bef_stablehlo_signatures *all = model->program->signatures;
	const struct kernels_process alone = { sizeof alone, 0, 0, all->replicas ? all->replicas : 1,
		all->partitions ? all->partitions : 1, NULL, NULL };
	if (given)
		return kernels_process_set(request, given);
	return !model->exchanges || !(all->replicas || all->partitions) || kernels_process_set(request, &alone);
}

static enum bef_status prepare(struct bef_model *model, struct bef_model_call *call,
	const struct bef_model_call_options *options, struct bef_diag *diag)
{
	call->memory = memory_of(model, options->memory ? options->memory : model->max_memory);
	call->done = async_chain_create(call->allocator);
	call->request = call->memory ? async_request_create(&call->memory->host, options->resources ? options->resources : model->resources) : NULL;
	if (!call->done || !call->request || !set_process(model, call->request, options->process))
		return bef_model__no_memory(diag);
	if (options->deadline &&
		async_request_set_deadline(call->request, model->timers, options->deadline) != ASYNC_OK)
		return bef_model__no_memory(diag);
	/* A unit of work until the function has started: the chain is not available before. */
	async_request_begin_work(call->request);
	call->idle = async_request_idle(call->request);
	if (!async_value_is_error(call->idle))
		return BEF_OK;
	async_request_end_work(call->request);
	return bef_model__no_memory(diag);
}

/* ---- values of arguments */

struct async_value *bef_model__wrap(const struct async_allocator *allocator, const struct bef_model_tensor *from,
	void (*release)(void *ctx), void *ctx)
{
	static const int64_t nothing;
	struct kernels_tensor tensor = { .kind = KERNELS_TENSOR_DENSE, .dtype = from->dtype, .shape = { .rank = from->rank } };
	memcpy(tensor.shape.dims, from->dims, from->rank * sizeof *from->dims);
	void *data = from->data ? from->data : (void *)(uintptr_t)&nothing;
	/* the value first: once the buffer exists, releasing it would call `release` */
	struct async_value *value = async_value_create(allocator, kernels_tensor_types()->tensor);
	if (value)
		tensor.buffer = (release ? kernels_buffer_take_over : kernels_buffer_wrap)(allocator, data, from->size, release, ctx);
	if (!tensor.buffer) {
		async_value_release(value);
		return NULL;
	}
	async_value_emplace_new(value, &tensor);
	return value;
}

/* One reference to a value for the argument. While `held` has another one, operations find the value in use. */
static struct async_value *make_argument(struct bef_model_call *call, uint32_t index)
{
	if (call->argument_values && call->argument_values[index])
		return bef_model__argument_value(call, index);
	if (!call->signature->arguments[index].dtype)
		return async_chain();
	struct async_value *own = bef_model__own_value(call, index);
	if (!own)
		return bef_model__wrap(call->memory->host.allocator, &call->arguments[index], NULL, NULL);
	call->inputs[index].own = true;
	if (bef_model__may_take(call, index))
		call->inputs[index].taken = call->any_taken = true;
	return async_value_retain(own);
}

static enum bef_status begin(struct bef_model_call *call, const bool *donated, struct bef_diag *diag)
{
	const struct bef_stablehlo_function *signature = call->signature;
	const uint32_t count = signature->argument_count;
	call->function = call->program->functions[signature - call->program->signatures->functions];
	enum bef_status status = BEF_OK;
	call->made_count = count;
	if (!call->function || call->function->argument_count != count || call->function->result_count != call->value_count)
		status = bef_model__fail(diag, BEF_E_CORRUPT, "the program has no function of this signature");
	for (uint32_t i = 0; i < count && status == BEF_OK; i++) {
		call->made[i] = make_argument(call, i);
		if (!call->made[i])
			status = bef_model__no_memory(diag);
	}
	for (uint32_t i = 0; i < count && status == BEF_OK && call->any_taken; i++) {
		if (call->inputs[i].taken)
			bef_model__give_up(&call->inputs[i]);
	}
	if (status != BEF_OK) {
		bef_model__forget_values(call);
		bef_model__release_made(call);
		return status;
	}
	if (call->argument_values) {
		for (uint32_t i = 0; donated && i < count; i++) {
			if (donated[i] && call->argument_values[i]) {
				call->any_taken = true;
				async_value_release(call->argument_values[i]);
			}
		}
		bef_model__await_values(call);
	}
	bef_model__begin(call);
	return BEF_OK;
}

/* ---- the call */

static enum bef_status start(struct bef_model *model, size_t index, struct bef_model_call *call,
	const struct bef_model_call_options *options, struct bef_diag *diag)
{
	enum bef_status status = choose_program(model, index, call, options->deadline, diag);
	for (size_t i = 0; status == BEF_OK && call->results && i < call->signature->result_count; i++)
		status = check_result(&call->results[i], &call->signature->results[i], i, diag);
	const size_t limit = options->memory ? options->memory : model->max_memory;
	if (status == BEF_OK)
		status = bef_model__check_need(model, call->program,
			(size_t)(call->signature - call->program->signatures->functions), limit, diag);
	if (status != BEF_OK) {
		if (call->request) /* of a spare call */
			async_request_end_work(call->request);
		return status;
	}
	call->value_count = call->signature->result_count + call->signature->effects;
	status = call->request ? BEF_OK : prepare(model, call, options, diag);
	if (status != BEF_OK)
		return status;
	call->helping = options->helping;
	status = bef_model__enter_arguments(call, options->donated, diag);
	if (status == BEF_OK && options->result_values)
		status = bef_model__promise_results(call, options->result_values, diag);
	if (status == BEF_OK)
		status = begin(call, options->donated, diag);
	if (status != BEF_OK) {
		if (call->promised)
			bef_model__break_promises(call, call->signature->result_count, options->result_values);
		bef_model__leave_arguments(call, false);
		async_request_end_work(call->request);
	}
	return status;
}

/* As kernels_process_set() does, which has no message. */
static enum bef_status check_process(const struct kernels_process *process, struct bef_diag *diag)
{
	if (BYTECURSOR_SIZE_IS_WRONG(process) || process->size < sizeof *process)
		return bef_model__size_is_wrong(diag, process->size, "kernels_process");
	if (process->engine && (BYTECURSOR_SIZE_IS_WRONG(process->engine) ||
				       process->engine->size < offsetof(struct kernels_engine, cancelled)))
		return bef_model__size_is_wrong(diag, process->engine->size, "kernels_engine");
	return BEF_OK;
}

static enum bef_status start_call(struct bef_model *model, const struct bef_stablehlo_function *function,
	const struct bef_model_tensor *arguments, size_t argument_count, struct bef_model_tensor *results,
	size_t result_count, const struct bef_model_call_options *options, bool waits, struct bef_model_call **out_call,
	struct bef_diag *diag)
{
	struct bef_model_call_options full = { .size = sizeof full };
	const struct bef_stablehlo_signatures *all = model->program->signatures;
	*out_call = NULL;
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return bef_model__size_is_wrong(diag, options->size, "bef_model_call_options");
	if (options && options->size == sizeof full)
		full = *options; /* a copy of unknown size takes as long as a short operation */
	else if (options)
		memcpy(&full, options, BYTECURSOR_SIZE_TO_COPY(&full, options));
	for (size_t i = 0; full.result_values && i < result_count; i++)
		full.result_values[i] = NULL;
	if (full.process && check_process(full.process, diag) != BEF_OK)
		return BEF_E_ARG;
	/* first, because names of functions are in the file, too */
	if (model->program->mapped && !bef_model__is_intact(model->program->data))
		return bef_model__fail_changed(diag);
	if (!function || function < all->functions || function >= all->functions + all->count)
		return bef_model__fail(diag, BEF_E_ARG, "the function is not one of the model");
	enum bef_status status = check_arguments(function, arguments, argument_count, results, result_count, &full, diag);
	if (status != BEF_OK)
		return status;
	struct bef_model_tensor *own = NULL;
	struct bef_model_call *call = waits ? bef_model__take_spare(model, function, &full) : NULL;
	if (!call)
		call = create_call(model, function->argument_count, function->result_count, &full, &own);
	if (!call)
		return bef_model__no_memory(diag);
	call->arguments = arguments;
	call->results = full.result_values ? NULL : results;
	call->on_done = full.done;
	call->on_done_ctx = full.done_ctx;
	call->on_begun = full.begun;
	call->on_begun_ctx = full.begun_ctx;
	call->waits = waits;
	*out_call = call;
	status = bef_model__admit(model, call, diag);
	if (status != BEF_OK && call->request) /* of a spare call */
		async_request_end_work(call->request);
	if (status == BEF_OK && full.argument_values)
		status = bef_model__take_values(call, function, arguments, full.argument_values, own, diag);
	if (status == BEF_OK)
		status = start(model, (size_t)(function - all->functions), call, &full, diag);
	if (status != BEF_OK) {
		*out_call = NULL;
		bef_model__withdraw(call);
		bef_model__free_call(call);
	}
	return status;
}

enum bef_status bef_model_start(struct bef_model *model, const struct bef_stablehlo_function *function,
	const struct bef_model_tensor *arguments, size_t argument_count, struct bef_model_tensor *results,
	size_t result_count, const struct bef_model_call_options *options, struct bef_model_call **out_call,
	struct bef_diag *diag)
{
	return start_call(
		model, function, arguments, argument_count, results, result_count, options, false, out_call, diag);
}

enum bef_status bef_model_run(struct bef_model *model, const struct bef_stablehlo_function *function,
	const struct bef_model_tensor *arguments, size_t argument_count, struct bef_model_tensor *results,
	size_t result_count, const struct bef_model_call_options *options, struct bef_diag *diag)
{
	struct bef_model_call *call;
	if (bef_model__is_in_done())
		return bef_model__fail(diag, BEF_E_STATE,
			"bef_model_run() is called inside `done`, where nothing may wait; bef_model_start() may be called there");
	enum bef_status status = start_call(
		model, function, arguments, argument_count, results, result_count, options, true, &call, diag);
	if (status != BEF_OK)
		return status;
	return call->over ? bef_model__end_waited(model, call, diag) : bef_model_call_finish(call, diag);
}
