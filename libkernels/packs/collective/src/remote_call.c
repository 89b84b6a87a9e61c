/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A function that runs on this task for another one, or for this one: from objects to objects. */
#include "remote.h"
#include <stdarg.h>
#include <stdio.h>

/* A call that has not ended. */
struct call {
	struct kernels_collective__runner runner; /* a reference to the context, a unit of work of the request */
	struct kernels_caller caller;
	const struct kernels_program *program;   /* of the function, borrowed; NULL: none */
	const struct kernels_function *function; /* NULL: the call has failed */
	const struct async_allocator *allocator;
	uint32_t argument_count, output_count;
	size_t size; /* of this block */
	struct async_value **outputs;    /* indirect values, which are also in the store; one reference each */
	struct async_value *arguments[]; /* of the function, one reference each */
};

static size_t size_of(size_t arguments, size_t outputs)
{
	return sizeof(struct call) + (arguments + outputs) * sizeof(struct async_value *);
}

/* ---- the end */

/* `error`: borrowed; NULL: there is none. */
static void end_with(struct call *call, struct async_error *error)
{
	const struct kernels_collective__runner runner = call->runner;
	runner.done(runner.ctx, error ? NULL : call->outputs, error);
	kernels_values_release(call->outputs, call->output_count);
	kernels_values_release(call->arguments, call->argument_count);
	async_free(call->allocator, call, call->size, _Alignof(struct call));
	kernels_collective__context_release(runner.context);
	kernels_end_work(runner.request, runner.site);
}

static void end(void *ctx)
{
	struct call *call = ctx;
	struct async_error *error = NULL;
	for (uint32_t i = 0; i < call->output_count && !error; i++)
		if (async_value_is_error(call->outputs[i]))
			error = async_value_error(call->outputs[i]);
	end_with(call, error);
}

/* Makes all outputs this error, which it takes over. */
static void fail(struct call *call, struct async_error *error)
{
	for (uint32_t i = 0; i < call->output_count; i++)
		async_value_fail(call->outputs[i], async_error_retain(error));
	end_with(call, error);
	async_error_release(error);
}

/* ---- the run */

static struct async_error *error_at(const struct call *call, enum async_code code, const char *format, ...)
	KERNELS_PRINTF(3, 4);
static struct async_error *error_at(const struct call *call, enum async_code code, const char *format, ...)
{
	char message[300];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(message, sizeof message, format, arguments);
	va_end(arguments);
	return kernels_site_error(call->runner.site, call->runner.request, code, "%s", message);
}

/* Types of arguments are those of the function; errors are passed to it. NULL: they fit. */
static struct async_error *check_types(const struct call *call)
{
	for (uint32_t i = 0; i < call->argument_count; i++) {
		const async_type_id expected = call->function->arguments[i].id;
		const async_type_id found = async_value_is_error(call->arguments[i]) ? expected : async_value_type(call->arguments[i]);
		if (expected != ASYNC_TYPE_NONE && found != expected)
			return error_at(call, ASYNC_CODE_INVALID_ARGUMENT, "argument %u of function %.*s is a %s; expected a %s", i,
				(int)(call->function->name_size < 100 ? call->function->name_size : 100), call->function->name,
				async_type_get(found)->name, async_type_get(expected)->name);
	}
	return NULL;
}

static void run(void *ctx)
{
	struct call *call = ctx;
	struct async_error *error = check_types(call);
	const size_t size = call->output_count * sizeof(struct async_value *);
	struct async_value **results = error ? NULL : async_alloc(call->allocator, size + 1, _Alignof(struct async_value *));
	if (!results) {
		fail(call, error ? error : error_at(call, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
		return;
	}
	struct kernels_caller caller = call->caller;
	kernels_caller_swap(&caller);
	kernels_function_execute(call->function, call->runner.request, call->arguments, results);
	kernels_caller_swap(&caller);
	for (uint32_t i = 0; i < call->output_count; i++)
		async_request_forward(call->runner.request, call->outputs[i], results[i]);
	async_free(call->allocator, results, size + 1, _Alignof(struct async_value *));
	if (async_values_when_ready(call->allocator, call->outputs, call->output_count, end, call) != ASYNC_OK) {
		error = error_at(call, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"); /* the outputs still become available */
		end_with(call, error);
		async_error_release(error);
	}
}

/* ---- the beginning */

/* How the arguments of the function begin. */
struct first {
	bool context, outputs;
};

static struct first first_of(const struct kernels_function *function, const struct kernels_collective__message *message)
{
	const struct kernels_collective__types types = kernels_collective__types();
	struct first first = { function->argument_count > 0 && function->arguments[0].id == types.context, false };
	first.outputs = message->output_count > 0 && function->argument_count > first.context &&
			function->arguments[first.context].id == types.object;
	return first;
}

/* Why the function cannot run for this message; NULL: it can. */
static struct async_error *check(const struct call *call, const struct kernels_collective__message *message)
{
	const struct kernels_collective__types types = kernels_collective__types();
	const struct kernels_program *own = call->runner.site->program;
	const struct kernels_function *f = call->function;
	const int size = (int)(message->name.size < 100 ? message->name.size : 100);
	/* what came as text is of no program that the caller could have too */
	if (call->program == own && (!own || own->fingerprint(own) != message->fingerprint))
		return error_at(call, ASYNC_CODE_FAILED_PRECONDITION, "task %u runs another program than its caller",
			kernels_process_number(&call->runner.context->process));
	if (!f)
		return error_at(call, ASYNC_CODE_NOT_FOUND, "the program has no function %.*s", size, message->name.data);
	const struct first first = first_of(f, message);
	const size_t count = first.context + (first.outputs ? message->output_count : 0) + message->input_count;
	if (f->argument_count != count)
		return error_at(call, ASYNC_CODE_INVALID_ARGUMENT, "function %.*s has %u arguments; expected %zu", size,
			message->name.data, f->argument_count, count);
	if (f->result_count != message->output_count)
		return error_at(call, ASYNC_CODE_INVALID_ARGUMENT, "function %.*s has %u results; expected %zu", size, message->name.data,
			f->result_count, message->output_count);
	for (uint32_t i = 0; i < f->result_count; i++)
		if (f->results[i].id == types.context || f->results[i].id == kernels_tensor_types()->handle) /* the object would own what owns it */
			return error_at(call, ASYNC_CODE_INVALID_ARGUMENT, "result %u of function %.*s is a %s", i, size,
				message->name.data, f->results[i].id == types.context ? "context" : "tensor handle");
	return NULL;
}

/* The values of outputs, and their places in the store. NULL: all have one. */
static struct async_error *make_outputs(struct call *call, const struct kernels_collective__message *message)
{
	for (size_t i = 0; i < message->output_count; i++) {
		const struct kernels_collective__object object = kernels_collective__object_at(message, message->input_count + i);
		struct async_value *value = async_value_create_indirect(call->allocator, ASYNC_TYPE_NONE);
		const char *reason = value ? kernels_collective__store_put(call->runner.context->store, &object, value) : "out of memory";
		if (reason) {
			if (value)
				async_value_release(value);
			return error_at(call, ASYNC_CODE_RESOURCE_EXHAUSTED, "result %zu: %s", i, reason);
		}
		call->outputs[call->output_count++] = async_value_retain(value);
	}
	return NULL;
}

static struct async_value *available(const struct call *call, async_type_id type, void *payload)
{
	struct async_value *value = async_value_create_available(call->allocator, type, payload);
	return value ? value : async_value_out_of_memory();
}

static struct async_value *input(const struct call *call, const struct kernels_collective__object *object)
{
	struct async_value *value = kernels_collective__store_get(call->runner.context->store, object);
	if (value)
		return value;
	return kernels_error_value(
		call->runner.request, kernels_collective__no_object(call->runner.request, call->runner.site, object));
}

static void add(struct call *call, struct async_value *value) { call->arguments[call->argument_count++] = value; }

static void gather(struct call *call, const struct kernels_collective__message *message)
{
	const struct first first = first_of(call->function, message);
	if (first.context) {
		struct kernels_collective__context *context = kernels_collective__context_retain(call->runner.context);
		struct async_value *value =
			async_value_create_available(call->allocator, kernels_collective__types().context, &context);
		if (!value)
			kernels_collective__context_release(context);
		add(call, value ? value : async_value_out_of_memory());
	}
	for (size_t i = 0; first.outputs && i < message->output_count; i++) {
		struct kernels_collective__object object = kernels_collective__object_at(message, message->input_count + i);
		add(call, available(call, kernels_collective__types().object, &object));
	}
	for (size_t i = 0; i < message->input_count; i++) {
		const struct kernels_collective__object object = kernels_collective__object_at(message, i);
		add(call, input(call, &object));
	}
}

void kernels_collective__call(
	const struct kernels_collective__runner *runner, const struct kernels_collective__message *message)
{
	const struct kernels_program *program = NULL;
	const struct async_allocator *allocator = kernels_host(runner->request)->allocator;
	const struct kernels_function *function =
		kernels_collective__store_function(runner->context->store, message->name, &program);
	if (!function && (program = runner->site->program) != NULL)
		function = program->find(program, message->name.data, message->name.size);
	const size_t arguments = 1 + message->input_count + message->output_count; /* at most */
	struct call *call = async_alloc(allocator, size_of(arguments, message->output_count), _Alignof(struct call));
	if (!call) {
		runner->done(runner->ctx, NULL, async_value_error(async_value_out_of_memory()));
		return;
	}
	*call = (struct call){ .runner = *runner, .caller = kernels_caller(), .program = program, .function = function, .allocator = allocator,
		.size = size_of(arguments, message->output_count) };
	call->outputs = call->arguments + arguments;
	kernels_collective__context_retain(runner->context);
	kernels_begin_work(runner->request, runner->site);
	struct async_error *error = make_outputs(call, message);
	if (!error)
		error = check(call, message);
	if (!error)
		gather(call, message);
	if (!error && async_values_when_ready(allocator, call->arguments, call->argument_count, run, call) != ASYNC_OK)
		error = error_at(call, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory");
	if (error)
		fail(call, error);
}

/* ---- an object as a value to send */

struct async_error *kernels_collective__no_object(struct async_request *request, const struct kernels_site *site,
	const struct kernels_collective__object *object)
{
	return kernels_site_error(site, request, ASYNC_CODE_NOT_FOUND, "Could not find object: task %u has no object %llu of task %u",
		object->task, (unsigned long long)object->number, object->maker);
}

struct async_value *kernels_collective__copy_of(
	struct async_request *request, const struct kernels_site *site, struct async_value *value)
{
	const struct async_allocator *allocator = kernels_host(request)->allocator;
	const struct kernels_tensor *tensor = NULL;
	struct kernels_tensor copy;
	if (async_value_is_error(value))
		return async_value_retain(value);
	if (async_value_type(value) == kernels_tensor_types()->tensor)
		tensor = async_value_payload(value);
	if (!tensor || tensor->kind != KERNELS_TENSOR_DENSE)
		return kernels_error_value(request,
			kernels_site_error(site, request, ASYNC_CODE_INVALID_ARGUMENT, "the object is not a dense tensor"));
	if (!kernels_tensor_init(&copy, allocator, tensor->dtype, &tensor->shape))
		return async_value_out_of_memory();
	const size_t size = kernels_buffer_size(tensor->buffer);
	if (size > 0)
		memcpy(kernels_tensor_data(&copy), kernels_tensor_bytes(tensor), size);
	struct async_value *made = async_value_create_available(allocator, kernels_tensor_types()->tensor, &copy);
	if (!made)
		kernels_tensor_finish(&copy);
	return made ? made : async_value_out_of_memory();
}
