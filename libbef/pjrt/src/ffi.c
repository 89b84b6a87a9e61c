/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of functions that handlers call, and the stages of a handler. An error of XLA's FFI is one of PJRT: both
 * have the same codes. */
#include "callbacks.h"

#include <async/external.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static PJRT_Error *of_ffi(XLA_FFI_Error *error) { return (PJRT_Error *)(void *)error; }
static XLA_FFI_Error *to_ffi(PJRT_Error *error) { return (XLA_FFI_Error *)(void *)error; }
#define FAIL(...) to_ffi(pjrt__fail(__VA_ARGS__))
#define FUNCTION(name) static XLA_FFI_Error *name(XLA_FFI_##name##_Args *args)

/* ---- errors */

FUNCTION(Error_Create) { return to_ffi(pjrt__fail_text(args->errc, args->message, args->message ? strlen(args->message) : 0)); }

FUNCTION(Error_GetDetails)
{
	size_t size;
	args->message = pjrt__error_text(of_ffi(args->error), &size); /* ends in NUL */
	if (PJRT_HAS(args, errc))
		args->errc = pjrt__error_code(of_ffi(args->error));
	return NULL;
}

FUNCTION(Error_Destroy)
{
	pjrt__error_free(of_ffi(args->error));
	return NULL;
}

/* ---- registration */

FUNCTION(Handler_Register)
{
	struct pjrt__ffi_handler handler = { .untyped = NULL };
	memcpy(handler.stages, &args->bundle, sizeof handler.stages); /* the same order */
	return to_ffi(pjrt__ffi_add_handler(args->name.ptr, args->name.len, &handler));
}

FUNCTION(Type_Register)
{
	const bool has = PJRT_HAS(args, type_info) && args->type_info;
	return to_ffi(pjrt__ffi_add_type(args->name.ptr, args->name.len, &args->type_id->type_id,
		has ? args->type_info->deleter : NULL));
}

/* ---- what belongs to an execution */

FUNCTION(Stream_Get)
{
	args->stream = NULL;
	return FAIL(PJRT_Error_Code_UNIMPLEMENTED, "XLA FFI GPU context is not available");
}

FUNCTION(InvokeContext_Get)
{
	const PJRT_ExecuteContext *context = args->ctx->request ? pjrt__context_of(args->ctx->request) : NULL;
	for (size_t i = 0; context && i < context->count; i++) {
		if (context->data[i].type_id == args->type_id->type_id) {
			args->data = context->data[i].data;
			return NULL;
		}
	}
	return FAIL(PJRT_Error_Code_NOT_FOUND, "the execution has no data of the type %lld", (long long)args->type_id->type_id);
}

FUNCTION(RunId_Get)
{
	/* the same for all processes of an execution; executions that run at one time have different ones */
	args->run_id = args->ctx->request ? (int64_t)(uintptr_t)async_request_resources(args->ctx->request) : 0;
	return NULL;
}

FUNCTION(DeviceOrdinal_Get)
{
	args->device_ordinal = args->ctx->device;
	return NULL;
}

FUNCTION(InvokeContext_FindExtension)
{
	args->extension = NULL;
	return NULL;
}

FUNCTION(CustomOptions_Get)
{
	static const XLA_FFI_Attrs none = { .struct_size = sizeof none };
	args->attrs = &none;
	return NULL;
}

/* ---- states */

void pjrt__ffi_state_end(struct pjrt__ffi_state *state)
{
	if (state->object && state->deleter)
		state->deleter(state->object);
	state->object = NULL;
}

static struct pjrt__ffi_state *state_of(XLA_FFI_InvokeContext *context, int stage)
{
	return stage == XLA_FFI_ExecutionStage_INSTANTIATE ? &context->site->state
		: stage > 0 && stage < XLA_FFI_STAGES ? &context->states[stage] : NULL;
}

static XLA_FFI_Error *set_state(struct pjrt__ffi_state *state, int64_t type, void *object, void (*deleter)(void *object))
{
	if (!state || state->object)
		return FAIL(PJRT_Error_Code_FAILED_PRECONDITION, state ? "the state is already set" : "there is no such stage");
	*state = (struct pjrt__ffi_state){ type, object, deleter };
	return NULL;
}

FUNCTION(State_Set)
{
	void (*deleter)(void *object);
	int64_t type;
	if (args->ctx->site->minor_version <= 1) { /* the deleter came along */
		const XLA_FFI_State_Set_0_1_Args *old = (const void *)args;
		return set_state(&args->ctx->site->state, old->type_id->type_id, old->state, old->deleter);
	}
	const XLA_FFI_State_0_2_Args *old = args->struct_size < sizeof *args ? (const void *)args : NULL;
	type = old ? old->type_id->type_id : args->type_id->type_id;
	if (!pjrt__ffi_type(type, &deleter))
		return FAIL(PJRT_Error_Code_NOT_FOUND, "the type %lld of the state is not registered", (long long)type);
	if (old)
		return set_state(&args->ctx->site->state, type, old->state, deleter);
	return set_state(state_of(args->ctx, (int)args->stage), type, args->state, deleter);
}

FUNCTION(State_Get)
{
	XLA_FFI_State_0_2_Args *old = args->struct_size < sizeof *args ? (void *)args : NULL;
	const struct pjrt__ffi_state *state = old ? &args->ctx->site->state : state_of(args->ctx, (int)args->stage);
	const int64_t type = old ? old->type_id->type_id : args->type_id->type_id;
	if (!state || !state->object || state->type != type)
		return FAIL(PJRT_Error_Code_NOT_FOUND, "there is no state of the type %lld", (long long)type);
	*(old ? &old->state : &args->state) = state->object;
	return NULL;
}

/* ---- memory and threads */

FUNCTION(DeviceMemory_Allocate)
{
	const size_t alignment = args->alignment < 64 ? 64 : args->alignment;
	if (posix_memalign(&args->data, alignment, args->size ? args->size : 1) != 0)
		return FAIL(PJRT_Error_Code_RESOURCE_EXHAUSTED, "out of memory: %zu bytes aligned to %zu", args->size, alignment);
	return NULL;
}

FUNCTION(DeviceMemory_Free)
{
	free(args->data);
	return NULL;
}

/* The handler may wait for its tasks on a thread of the queue, so they get other threads. */
FUNCTION(ThreadPool_Schedule)
{
	if (!async_queue_add_blocking(args->ctx->host->queue, args->task, args->data, false))
		args->task(args->data);
	return NULL;
}

FUNCTION(ThreadPool_NumThreads)
{
	*args->num_threads = (int64_t)async_queue_parallelism(args->ctx->host->queue);
	return NULL;
}

/* ---- futures: the handler makes one and completes it, the caller waits and destroys it */

struct XLA_FFI_Future {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool done;
	PJRT_Error *error;
};

FUNCTION(Future_Create)
{
	XLA_FFI_Future *future = args->future = calloc(1, sizeof *future);
	if (!future)
		return to_ffi(pjrt__no_memory());
	pthread_mutex_init(&future->lock, NULL);
	pthread_cond_init(&future->changed, NULL);
	return NULL;
}

static void complete(XLA_FFI_Future *future, PJRT_Error *error)
{
	pthread_mutex_lock(&future->lock);
	if (future->done) { /* the first completion counts */
		pjrt__error_free(error);
	} else {
		future->done = true;
		future->error = error;
		pthread_cond_signal(&future->changed);
	}
	pthread_mutex_unlock(&future->lock);
}

FUNCTION(Future_SetAvailable)
{
	complete(args->future, NULL);
	return NULL;
}

FUNCTION(Future_SetError)
{
	complete(args->future, of_ffi(args->error));
	return NULL;
}

static PJRT_Error *wait_for(XLA_FFI_Future *future)
{
	pthread_mutex_lock(&future->lock);
	while (!future->done)
		pthread_cond_wait(&future->changed, &future->lock);
	PJRT_Error *error = future->error;
	pthread_mutex_unlock(&future->lock);
	pthread_cond_destroy(&future->changed);
	pthread_mutex_destroy(&future->lock);
	free(future);
	return error;
}

/* ---- the table, and calls */

static XLA_FFI_Error *later(void *args)
{
	(void)args;
	return FAIL(PJRT_Error_Code_UNIMPLEMENTED, "the function of XLA's FFI is newer than version 0.%d", XLA_FFI_MINOR);
}

static const XLA_FFI_Api table = {
	.struct_size = offsetof(XLA_FFI_Api, later),
	.api_version = { .struct_size = sizeof(XLA_FFI_Api_Version), .major_version = XLA_FFI_MAJOR, .minor_version = XLA_FFI_MINOR },
#define X(name) .name = name,
	XLA_FFI_FUNCTIONS(X)
#undef X
	.later = { later, later, later, later, later, later, later, later, later, later, later, later, later, later, later, later },
};

static PJRT_Error *call(struct XLA_FFI_InvokeContext *context, XLA_FFI_CallFrame *frame)
{
	frame->struct_size = offsetof(XLA_FFI_CallFrame, future);
	frame->api = &table;
	frame->ctx = context;
	PJRT_Error *error = of_ffi(context->site->handler.stages[frame->stage](frame));
	if (!frame->future)
		return error;
	PJRT_Error *later_error = wait_for(frame->future);
	if (!error)
		return later_error;
	pjrt__error_free(later_error);
	return error;
}

PJRT_Error *pjrt__ffi_run(struct XLA_FFI_InvokeContext *context, XLA_FFI_ExecutionStage stage, XLA_FFI_Values *arguments,
	XLA_FFI_Values *results)
{
	if (!context->site->handler.stages[stage])
		return NULL;
	XLA_FFI_CallFrame frame = { .stage = stage, .args = *arguments, .rets = *results, .attrs = *context->site->attrs };
	return call(context, &frame);
}

PJRT_Error *pjrt__ffi_describe(struct pjrt__ffi_site *site)
{
	struct XLA_FFI_InvokeContext context = { .site = site };
	XLA_FFI_Metadata metadata = { .struct_size = sizeof metadata, .api_version = { .struct_size = sizeof metadata.api_version } };
	XLA_FFI_Metadata_Extension extension = { .base = { .struct_size = sizeof extension, .type = 1 }, .metadata = &metadata };
	XLA_FFI_CallFrame frame = { .extension_start = &extension.base, .stage = XLA_FFI_ExecutionStage_EXECUTE,
		.args = { .struct_size = sizeof frame.args }, .rets = { .struct_size = sizeof frame.rets },
		.attrs = { .struct_size = sizeof frame.attrs } };
	PJRT_Error *error = call(&context, &frame);
	if (error)
		return error;
	if (metadata.api_version.major_version != XLA_FFI_MAJOR)
		return pjrt__fail(PJRT_Error_Code_UNIMPLEMENTED, "the handler of @%s is of version %d.%d of XLA's FFI, expected %d", site->name,
			metadata.api_version.major_version, metadata.api_version.minor_version, XLA_FFI_MAJOR);
	site->minor_version = metadata.api_version.minor_version;
	return NULL;
}
