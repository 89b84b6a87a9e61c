/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of Python. jaxlib attaches to each execution the callables of its program (extension FFI); the program has the
 * number of each call in backend_config. */
#include "callbacks.h"
#include "elements.h"
#include "extensions.h"

#include <kernels/kernels.h>
#include <stdlib.h>
#include <string.h>

#define TARGETS(X) \
	X("xla_ffi_python_cpu_callback") \
	X("xla_ffi_partitioned_python_cpu_callback")

static pjrt__callback *installed; /* atomic */

void befkit_pjrt_set_callback(pjrt__callback *function)
{
	__atomic_store_n(&installed, function, __ATOMIC_RELEASE); /* pairs with the load before a call */
}

bool pjrt__is_callback(const char *target, size_t size)
{
#define X(name) \
	if (size == sizeof name - 1 && memcmp(target, name, size) == 0) \
		return true;
	TARGETS(X)
#undef X
	return false;
}

/* ---- the callables of an execution */

static void *find_context(void *ctx) { return ctx; }

struct async_resources *pjrt__callback_resources(const PJRT_ExecuteContext *context)
{
	struct async_resources *resources = async_resources_create(async_allocator_pooled());
	if (resources && context)
		async_resources_get(resources, "pjrt.callables", find_context, (void *)(uintptr_t)context, NULL);
	return resources;
}

static void *find_callable(struct kernels_frame *frame, const struct kernels_string *config)
{
	const PJRT_ExecuteContext *context =
		async_resources_get(async_request_resources(frame->request), "pjrt.callables", find_context, NULL, NULL);
	const char *at = memmem(config->data, config->size, "index = ", 8);
	size_t index = 0;
	if (!at || !context)
		return NULL;
	for (at += 8; at < config->data + config->size && *at >= '0' && *at <= '9'; at++)
		index = index * 10 + (size_t)(*at - '0');
	return index < context->count ? context->callables[index] : NULL;
}

/* ---- one call */

struct call {
	uint32_t argument_count, result_count; /* of the callable */
	struct pjrt__view *arguments, *results;
	struct kernels_tensor *tensors; /* of the results */
	int64_t *types;                 /* element type, rank, dimensions of each operand and result */
	size_t type_count;
};

static void free_call(struct call *call)
{
	for (uint32_t i = 0; call->tensors && i < call->result_count; i++)
		kernels_tensor_finish(&call->tensors[i]);
	free(call->arguments);
	free(call->results);
	free(call->tensors);
	free(call->types);
}

static bool read_types(struct kernels_frame *frame, struct call *call)
{
	struct kernels_array types;
	if (!kernels_attr_array(frame->site->attributes[1], KERNELS_I64, &types))
		return false;
	call->types = malloc((types.count + 1) * sizeof *call->types);
	call->arguments = calloc((size_t)frame->site->argument_count + 1, sizeof *call->arguments);
	call->results = calloc((size_t)frame->site->result_count + 1, sizeof *call->results);
	call->tensors = calloc((size_t)frame->site->result_count + 1, sizeof *call->tensors);
	if (!call->types || !call->arguments || !call->results || !call->tensors)
		return false;
	kernels_elements_load(call->types, types.elements, KERNELS_I64, types.count);
	call->type_count = types.count;
	return true;
}

/* The next type of the list as a view without data; false: there are no more. */
static bool next_view(const struct call *call, size_t *at, struct pjrt__view *out)
{
	if (*at + 2 > call->type_count)
		return false;
	const int64_t *type = call->types + *at;
	if (type[1] < 0 || type[1] > KERNELS_MAX_RANK || (uint64_t)type[1] > call->type_count - *at - 2)
		return false;
	*out = (struct pjrt__view){ .type = type[0] ? (int32_t)pjrt__type_of((enum kernels_dtype)type[0]) : 0,
		.rank = (int32_t)type[1], .dims = type + 2 };
	*at += 2 + (size_t)type[1];
	return true;
}

static bool make_result(struct kernels_frame *frame, struct kernels_tensor *tensor, struct pjrt__view *view, enum kernels_dtype dtype)
{
	struct kernels_shape shape = { .rank = (uint32_t)view->rank };
	int64_t count;
	memcpy(shape.dims, view->dims, shape.rank * sizeof *shape.dims);
	if (!kernels_shape_elements(&shape, &count) ||
		!kernels_tensor_init(tensor, kernels_host(frame->request)->allocator, dtype, &shape))
		return false;
	view->data = kernels_tensor_data(tensor);
	view->size = count * (int64_t)kernels_dtype_size(dtype);
	return true;
}

/* Arguments and results without the chain of side effects, which is the last of both if it is there. */
static bool make_views(struct kernels_frame *frame, bool effects, struct call *call)
{
	const uint32_t arguments = frame->site->argument_count - effects, results = frame->site->result_count - effects;
	struct pjrt__view chain;
	size_t at = 0;
	for (uint32_t i = 0; i < arguments; i++) {
		struct pjrt__view *view = &call->arguments[call->argument_count++];
		if (!next_view(call, &at, view))
			return false;
		if (view->type) {
			const struct kernels_tensor *tensor = async_value_payload(frame->arguments[i]);
			view->data = (void *)(uintptr_t)kernels_tensor_bytes(tensor);
			view->size = kernels_tensor_elements(tensor) * (int64_t)kernels_dtype_size(tensor->dtype);
		}
	}
	if (effects && !next_view(call, &at, &chain))
		return false;
	for (uint32_t i = 0; i < results; i++) {
		const int64_t dtype = at < call->type_count ? call->types[at] : 0;
		struct pjrt__view *view = &call->results[call->result_count];
		if (!next_view(call, &at, view) ||
			(view->type && !make_result(frame, &call->tensors[call->result_count], view, (enum kernels_dtype)dtype)))
			return false;
		call->result_count++;
	}
	return true;
}

static void run_callback(struct kernels_frame *frame)
{
	/* A chain as last operand and last result; the types list it as a token. */
	const struct kernels_site *site = frame->site;
	const bool effects = site->argument_count && site->result_count &&
		async_value_type(frame->arguments[site->argument_count - 1]) == ASYNC_TYPE_CHAIN;
	struct call call = { 0 };
	struct kernels_string config;
	char message[1024] = "";
	pjrt__callback *function = __atomic_load_n(&installed, __ATOMIC_ACQUIRE); /* pairs with befkit_pjrt_set_callback() */
	void *callable = kernels_attr_string(site->attributes[0], &config) ? find_callable(frame, &config) : NULL;
	if (!function || !callable) {
		kernels_frame_fail(frame, "there is no Python to call back: the program runs outside JAX");
	} else if (!read_types(frame, &call) || !make_views(frame, effects, &call)) {
		kernels_frame_fail(frame, "out of memory for the results of a Python callback");
	} else if (function(callable, (int)call.argument_count, call.arguments, (int)call.result_count, call.results, message,
			   sizeof message) != 0) {
		kernels_frame_fail(frame, "%s", message);
	} else {
		for (uint32_t i = 0; i < call.result_count; i++) {
			if (call.results[i].type)
				kernels_frame_return(frame, i, kernels_tensor_types()->tensor, &call.tensors[i]);
			else
				frame->results[i] = async_value_retain(&async_chain_value);
			call.tensors[i] = (struct kernels_tensor){ 0 };
		}
		if (effects)
			frame->results[site->result_count - 1] = async_value_retain(&async_chain_value);
	}
	free_call(&call);
}

/* Python may hold its lock for as long as it likes, so the call gets a thread that may block. */
static void callback(struct kernels_frame *frame) { kernels_frame_later(frame, run_callback, true); }

const struct kernels_pack *pjrt__callback_pack(void)
{
#define X(target) \
	{ .name = "hlo.custom_call." target, .signature = "(...) {backend_config: string, types: i64[]} -> (...)", \
		.frame = callback },
	static const struct kernels_kernel kernels[] = { TARGETS(X) };
#undef X
	static const struct kernels_pack pack = KERNELS_PACK_INIT("pjrt", kernels, NULL, 0, NULL);
	return &pack;
}

/* ---- the extension FFI */

PJRT_ENTRY(ExecuteContext_Create)
{
	args->context = calloc(1, sizeof *args->context);
	return args->context ? NULL : pjrt__no_memory();
}

PJRT_ENTRY(ExecuteContext_Destroy)
{
	free(args->context);
	return NULL;
}

static PJRT_Error *register_type(PJRT_FFI_Type_Register_Args *args)
{
	static int64_t last = 1 << 20; /* atomic; above the numbers that callers choose */
	if (args->type_id == 0)
		args->type_id = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
	return NULL;
}

/* jaxlib adds one datum: { void **callables; size_t count; }. */
static PJRT_Error *add_data(PJRT_FFI_UserData_Add_Args *args)
{
	const struct {
		void *const *callables;
		size_t count;
	} *data = args->user_data.data;
	if (data) {
		args->context->callables = data->callables;
		args->context->count = data->callables ? data->count : 0;
	}
	return NULL;
}

static PJRT_Error *register_handler(PJRT_FFI_Register_Handler_Args *args)
{
	return pjrt__fail(PJRT_Error_Code_UNIMPLEMENTED, "the handler \"%.*s\" of XLA's FFI cannot run here",
		args->target_name_size < 100 ? (int)args->target_name_size : 100, args->target_name);
}

PJRT_FFI_Extension pjrt__ffi = {
	.base = { sizeof pjrt__ffi, PJRT_Extension_Type_FFI, &pjrt__layouts.base },
	.Type_Register = register_type,
	.UserData_Add = add_data,
	.Register_Handler = register_handler,
};
