/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of operations: waiting for the arguments, errors, and the handlers in turn. */
#include "attributes.h"
#include <async/future.h>
#include <bytecursor/options.h>
#include <kernels/handler.h>
#include <kernels/tensor.h>
#include <stdio.h>
#include <string.h>

/* A call whose arguments are not all available. One block, with the values and the name behind. */
struct waiting {
	struct kernels_handler_call call;
	const struct kernels_handler *handler;
	size_t size;
	struct async_value *values[]; /* arguments; promised results; room for results; of a call in order also chains */
};

/* The results, with the chain in front of them if there is one. */
static struct async_value **places_of(const struct kernels_handler_call *call, uint32_t *out_count)
{
	*out_count = call->result_count + (call->chain != NULL);
	return call->chain ? call->chain : call->results;
}

/* ---- results that are errors */

static void fail(const struct kernels_handler_call *call, struct async_error *error)
{
	uint32_t count;
	struct async_value *value = kernels_error_value(call->request, error), **places = places_of(call, &count);
	for (uint32_t i = 0; i < count; i++) {
		if (!places[i])
			places[i] = async_value_retain(value);
	}
	async_value_release(value);
}

static void fail_without_memory(const struct kernels_handler_call *call)
{
	fail(call, async_error_retain(async_value_error(async_value_out_of_memory())));
}

/* Appends as much as fits. */
static void append(char *text, size_t room, const char *more)
{
	size_t used = strlen(text);
	snprintf(text + used, room - used, "%s", more);
}

static void append_type(char *text, size_t room, struct async_value *value)
{
	async_type_id type = async_value_type(value);
	if (type != kernels_tensor_types()->tensor) {
		append(text, room, type == ASYNC_TYPE_NONE ? "?" : async_type_get(type)->name);
		return;
	}
	append(text, room, "tensor<");
	append(text, room, kernels_dtype_name(((const struct kernels_tensor *)async_value_payload(value))->dtype));
	append(text, room, ">");
}

static void fail_unknown(const struct kernels_handler *handler, const struct kernels_handler_call *call)
{
	char types[200] = "", devices[100] = "";
	for (uint32_t i = 0; i < call->argument_count; i++) {
		append(types, sizeof types, i ? ", " : "");
		append_type(types, sizeof types, call->arguments[i]);
	}
	for (const struct kernels_handler *at = handler; at; at = at->fallback) {
		append(devices, sizeof devices, at == handler ? "" : ", ");
		append(devices, sizeof devices, at->device ? at->device : "?");
	}
	fail(call, async_host_error(kernels_host(call->request), ASYNC_CODE_NOT_FOUND, call->location,
			   "no device executes operation '%.100s' for (%s); devices: %s", call->name, types, devices));
}

/* ---- running */

static void ask_handlers(const struct kernels_handler *first, const struct kernels_handler_call *call)
{
	for (const struct kernels_handler *at = first; at; at = at->fallback) {
		if (BYTECURSOR_SIZE_LACKS(at, fallback) || !at->execute) {
			async_misuse_report(ASYNC_MISUSE_BAD_ARGUMENT, "kernels_handler_execute", at,
				"struct kernels_handler: size or execute() is not set; the results are errors");
			fail(call, async_host_error(kernels_host(call->request), ASYNC_CODE_INVALID_ARGUMENT,
					   call->location, "handler: size or execute() is not set"));
			return;
		}
		if (!at->execute(at, call))
			continue;
		for (uint32_t i = 0; i < call->result_count; i++) {
			if (call->results[i])
				continue;
			fail(call, async_host_error(kernels_host(call->request), ASYNC_CODE_INTERNAL, call->location,
					   "operation '%.100s': device %.50s gave no result %u", call->name,
					   at->device ? at->device : "?", (unsigned)i));
		}
		return;
	}
	fail_unknown(first, call);
}

static struct async_value *chain_behind(const struct kernels_handler_call *call)
{
	struct async_future_options options = ASYNC_FUTURE_OPTIONS_INIT;
	options.request = call->request;
	return call->result_count ? async_future_all(call->results, call->result_count, &options) : async_chain();
}

/* All arguments are available. */
static void run(const struct kernels_handler *handler, const struct kernels_handler_call *call)
{
	uint32_t count;
	struct async_value **places = places_of(call, &count);
	struct async_error *error = async_request_cancelled(call->request);
	memset(places, 0, count * sizeof *places);
	for (uint32_t i = 0; i < call->argument_count; i++) {
		if (async_value_is_error(call->arguments[i]))
			error = async_value_error(call->arguments[i]);
	}
	if (error)
		fail(call, async_error_retain(error));
	else
		ask_handlers(handler, call);
	if (call->chain && !*call->chain)
		*call->chain = chain_behind(call);
}

/* ---- waiting */

static void destroy_waiting(struct waiting *w)
{
	const struct async_location_source *source = w->call.location.source;
	kernels_values_release(w->values, w->call.argument_count);
	kernels_attributes_release(w->call.attributes);
	async_free(kernels_host(w->call.request)->allocator, w, w->size, _Alignof(struct waiting));
	if (source && source->release)
		source->release(source);
}

static void run_waited(void *ctx)
{
	struct waiting *w = ctx;
	struct async_request *request = w->call.request;
	struct async_value **promised = w->values + w->call.argument_count;
	uint32_t count;
	struct async_value **made = places_of(&w->call, &count);
	run(w->handler, &w->call);
	for (uint32_t i = 0; i < count; i++)
		async_request_forward_last(request, promised[i], made[i]);
	destroy_waiting(w);
	async_request_end_work(request);
}

static struct waiting *make_waiting(const struct kernels_handler *handler, const struct kernels_handler_call *call)
{
	const uint32_t ordered = call->chain != NULL;
	size_t values = call->argument_count + 2 * ((size_t)call->result_count + ordered), name_size = strlen(call->name) + 1;
	size_t size = sizeof(struct waiting) + values * sizeof(struct async_value *) + name_size;
	struct waiting *w = async_alloc(kernels_host(call->request)->allocator, size, _Alignof(struct waiting));
	if (!w)
		return NULL;
	*w = (struct waiting){ .call = *call, .handler = handler, .size = size };
	w->call.arguments = w->values;
	w->call.results = w->values + call->argument_count + call->result_count + 2 * ordered;
	w->call.chain = ordered ? w->call.results - 1 : NULL;
	w->call.name = memcpy(w->values + values, call->name, name_size);
	for (uint32_t i = 0; i < call->argument_count; i++)
		w->values[i] = async_value_retain(call->arguments[i]);
	if (call->attributes)
		kernels_attributes_retain(call->attributes);
	if (call->location.source && call->location.source->retain)
		call->location.source->retain(call->location.source);
	return w;
}

static void run_later(const struct kernels_handler *handler, const struct kernels_handler_call *call)
{
	const struct async_allocator *allocator = kernels_host(call->request)->allocator;
	struct waiting *w = make_waiting(handler, call);
	uint32_t made = 0, count;
	struct async_value **places = places_of(call, &count);
	for (; w && made < count; made++) {
		struct async_value *promised = async_value_create_indirect(allocator, ASYNC_TYPE_NONE);
		if (!promised)
			break;
		places[made] = promised;
		w->values[call->argument_count + made] = async_value_retain_new(promised, 1);
	}
	async_request_begin_work(call->request);
	if (w && made == count &&
		async_values_when_ready(allocator, w->values, call->argument_count, run_waited, w) == ASYNC_OK)
		return;
	for (uint32_t i = 0; i < made; i++) {
		async_value_release_n(places[i], 2);
		places[i] = NULL;
	}
	if (w)
		destroy_waiting(w);
	fail_without_memory(call);
	async_request_end_work(call->request);
}

static void execute(const struct kernels_handler *handler, const struct kernels_handler_call *call)
{
	uint32_t count;
	struct async_value **places = places_of(call, &count);
	memset(places, 0, count * sizeof *places);
	for (uint32_t i = 0; i < call->argument_count; i++) {
		if (!async_value_is_available(call->arguments[i])) {
			run_later(handler, call);
			return;
		}
	}
	run(handler, call);
}

void kernels_handler_execute_at(const struct kernels_handler *handler, const char *name, struct async_request *request,
	struct async_location location, struct async_value *const *arguments, uint32_t argument_count,
	struct kernels_attributes *attributes, struct async_value **results, uint32_t result_count)
{
	const struct kernels_handler_call call = { sizeof call, name, request, arguments, attributes, results,
		argument_count, result_count, location, NULL };
	execute(handler, &call);
}

void kernels_handler_execute_in_order(const struct kernels_handler *handler, const char *name,
	struct async_request *request, struct async_location location, struct async_value *const *arguments,
	uint32_t argument_count, struct kernels_attributes *attributes, struct async_value **results, uint32_t result_count)
{
	const struct kernels_handler_call call = { sizeof call, name, request, arguments, attributes, results + 1,
		argument_count, result_count - 1, location, results };
	execute(handler, &call);
}

void kernels_handler_execute(const struct kernels_handler *handler, const char *name, struct async_request *request,
	struct async_value *const *arguments, uint32_t argument_count, struct kernels_attributes *attributes,
	struct async_value **results, uint32_t result_count)
{
	kernels_handler_execute_at(handler, name, request,
		attributes ? attributes->location : (struct async_location){ NULL, 0 }, arguments, argument_count, attributes, results,
		result_count);
}
