/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of Python. jaxlib attaches to each execution the callables of its program (extension FFI); the program has the
 * number of each call in backend_config. */
#include "callbacks.h"
#include "extensions.h"

#include <stdlib.h>
#include <string.h>

#define TARGETS(X) \
	X("xla_ffi_python_cpu_callback") \
	X("xla_ffi_partitioned_python_cpu_callback")

static const struct pjrt__python *installed; /* atomic */

void befkit_pjrt_set_python(const struct pjrt__python *python)
{
	if (python->size >= sizeof *python)
		__atomic_store_n(&installed, python, __ATOMIC_RELEASE); /* pairs with pjrt__python() */
}

const struct pjrt__python *pjrt__python(void)
{
	return __atomic_load_n(&installed, __ATOMIC_ACQUIRE); /* pairs with befkit_pjrt_set_python() */
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

/* ---- the context of an execution */

static void release_context(void *object)
{
	PJRT_ExecuteContext *context = object;
	/* pairs with the releases of other threads. The only holder needs no exchange */
	if (!context || (__atomic_load_n(&context->references, __ATOMIC_ACQUIRE) != 1 &&
				__atomic_sub_fetch(&context->references, 1, __ATOMIC_ACQ_REL) != 0))
		return;
	if (context->data != &context->first)
		free(context->data);
	async_free(async_allocator_cached(), context, sizeof *context, _Alignof(struct PJRT_ExecuteContext));
}

static void release_sites(void *sites) { pjrt__ffi_sites_release(sites); }

static void *itself(void *ctx) { return ctx; }

struct async_resources *pjrt__callback_resources(PJRT_ExecuteContext *context, struct pjrt__ffi_sites *sites)
{
	struct async_resources *resources = async_resources_create(async_allocator_pooled());
	if (!resources)
		return NULL;
	if (context) {
		__atomic_add_fetch(&context->references, 1, __ATOMIC_RELAXED);
		if (!async_resources_get(resources, "pjrt.context", itself, context, release_context))
			goto fail;
	}
	if (sites && !async_resources_get(resources, "pjrt.sites", itself, pjrt__ffi_sites_retain(sites), release_sites)) {
		context = NULL;
		pjrt__ffi_sites_release(sites);
		goto fail;
	}
	return resources;
fail:
	release_context(context);
	async_resources_release(resources);
	return NULL;
}

static void *nothing(void *ctx)
{
	(void)ctx;
	return NULL;
}

const PJRT_ExecuteContext *pjrt__context_of(struct async_request *request)
{
	return async_resources_get(async_request_resources(request), "pjrt.context", nothing, NULL, NULL);
}

struct pjrt__ffi_sites *pjrt__sites_of(struct async_request *request)
{
	return async_resources_get(async_request_resources(request), "pjrt.sites", nothing, NULL, NULL);
}

/* ---- failures of calls */

static void release_error(void *error) { pjrt__error_free(error); }

void pjrt__call_fail(struct kernels_frame *frame, PJRT_Error *error)
{
	size_t size;
	const char *text = pjrt__error_text(error, &size);
	kernels_frame_fail(frame, "%.*s", (int)size, text);
	if (async_resources_get(async_request_resources(frame->request), "pjrt.error", itself, error, release_error) != error)
		pjrt__error_free(error);
}

PJRT_Error *pjrt__call_error(struct async_resources *resources, PJRT_Error *error)
{
	const PJRT_Error *kept = async_resources_get(resources, "pjrt.error", nothing, NULL, NULL);
	size_t size;
	if (!kept)
		return error;
	pjrt__error_free(error);
	const char *text = pjrt__error_text(kept, &size);
	return pjrt__fail_text(pjrt__error_code(kept), text, size);
}

/* ---- one call */

/* jaxlib's datum is the first one, whose type it numbers by itself. */
void *pjrt__callable(struct async_request *request, uint64_t index)
{
	const PJRT_ExecuteContext *context = pjrt__context_of(request);
	const struct {
		void *const *callables;
		size_t count;
	} *data = context && context->count ? context->data[0].data : NULL;
	return data && data->callables && index < data->count ? data->callables[index] : NULL;
}

static void *find_callable(struct kernels_frame *frame)
{
	struct kernels_string config;
	const char *at = kernels_attr_string(frame->site->attributes[0], &config) ? memmem(config.data, config.size, "index = ", 8) : NULL;
	uint64_t index = 0;
	if (!at)
		return NULL;
	for (at += 8; at < config.data + config.size && *at >= '0' && *at <= '9'; at++)
		index = index * 10 + (uint64_t)(*at - '0');
	return pjrt__callable(frame->request, index);
}

static void run_callback(struct kernels_frame *frame)
{
	const struct pjrt__python *python = pjrt__python();
	void *callable = find_callable(frame);
	struct pjrt__call call;
	char message[PJRT__CALL_MESSAGE];
	message[0] = '\0';
	if (!python || !callable) {
		kernels_frame_fail(frame, "there is no Python to call back: the program runs outside JAX");
		return;
	}
	if (pjrt__call_begin(frame, &call)) {
		if (python->call(callable, (int)call.argument_count, call.arguments, (int)call.result_count, call.results,
			    message, sizeof message) != 0)
			pjrt__call_fail(frame, pjrt__fail_text(PJRT_Error_Code_INTERNAL, message, strlen(message)));
		else
			pjrt__call_return(frame, &call);
	}
	pjrt__call_finish(&call);
}

/* Python may hold its lock for as long as it likes, so the call gets a thread that may block. */
static void callback(struct kernels_frame *frame) { kernels_frame_later(frame, run_callback, true); }

const struct kernels_pack *pjrt__callback_pack(void)
{
#define X(target) { .name = "hlo.custom_call." target, .signature = PJRT__CALL_SIGNATURE, .frame = callback },
	static const struct kernels_kernel kernels[] = {
		{ .name = "hlo.custom_call." PJRT__FFI_TARGET, .signature = PJRT__CALL_SIGNATURE, .frame = pjrt__ffi_call },
		TARGETS(X)
	};
#undef X
	static const struct kernels_pack pack = KERNELS_PACK_INIT("pjrt", kernels, NULL, 0, NULL);
	return &pack;
}

/* ---- contexts of the interface */

PJRT_ENTRY(ExecuteContext_Create)
{
	args->context = async_alloc(async_allocator_cached(), sizeof *args->context, _Alignof(struct PJRT_ExecuteContext));
	if (!args->context)
		return pjrt__no_memory();
	*args->context = (PJRT_ExecuteContext){ .references = 1 };
	return NULL;
}

PJRT_ENTRY(ExecuteContext_Destroy)
{
	release_context(args->context);
	return NULL;
}

static PJRT_Error *add_data(PJRT_FFI_UserData_Add_Args *args)
{
	PJRT_ExecuteContext *context = args->context;
	PJRT_Error *error = PJRT_REQUIRE(args, user_data, context);
	if (error)
		return error;
	const bool inside = context->count <= 1;
	PJRT_FFI_UserData *data = context->count == 0 ? &context->first
		: realloc(inside ? NULL : context->data, (context->count + 1) * sizeof *data);
	if (!data)
		return pjrt__no_memory();
	if (inside && context->count == 1)
		data[0] = context->first;
	context->data = data;
	context->data[context->count++] = args->user_data;
	return NULL;
}

PJRT_FFI_Extension pjrt__ffi = {
	.base = { sizeof pjrt__ffi, PJRT_Extension_Type_FFI, &pjrt__layouts.base },
	.Type_Register = pjrt__ffi_register_type,
	.UserData_Add = add_data,
	.Register_Handler = pjrt__ffi_register_handler,
};
