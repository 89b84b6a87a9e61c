/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A libOpenCL that passes calls on to the system's, lets the n-th call fail, and counts the objects that it has handed out. Loaded
 * with KERNELS_OPENCL. Functions that release do not fail. With SHIM_OPENCL_IL, devices take SPIR-V (shim_il.c); with SHIM_OPENCL_GPU,
 * they say that they are GPUs. */
#include "shim_il.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define OUT_OF_RESOURCES (-5)

static atomic_int left, alive;

/* The n-th call from now fails; 0: none. Returns how many calls are left until then. */
int shim_opencl_fail_call(int n);
/* The next launch seems to fail while it runs; commands whose ends are asked for seem to have waited for it. */
void shim_opencl_fail_later(void);
int shim_opencl_alive(void);
/* The status of the last launch whose event was asked for, by numbers of OpenCL (0: it has ended); -1: there was none. */
int shim_opencl_last_launch(void);

int shim_opencl_fail_call(int n) { return atomic_exchange(&left, n); }
int shim_opencl_alive(void) { return alive; }

/* ---- launches that fail later */

static atomic_bool armed;
static _Atomic(void *) failed_event;

void shim_opencl_fail_later(void)
{
	failed_event = NULL;
	armed = true;
}

struct waiter {
	kernels_opencl__callback callback;
	void *ctx;
};

static void ended_after_failure(void *event, int32_t status, void *ctx)
{
	struct waiter waiter = *(struct waiter *)ctx;
	(void)status;
	free(ctx);
	waiter.callback(event, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, waiter.ctx);
}

/* Hidden by the parameters of the functions that have them. */
static void *const event = NULL;
static kernels_opencl__callback callback = NULL;
static void *ctx = NULL;

static _Atomic(void *) last_event; /* one reference */
static void replace_last(void *made);

static void note_launch(const char *call, void *made)
{
	if (strcmp(call, "clEnqueueNDRangeKernel") != 0)
		return;
	if (atomic_exchange(&armed, false))
		failed_event = made;
	replace_last(made);
}

static void pass_failure_on(const char *call, kernels_opencl__callback *of_call, void **of_ctx)
{
	struct waiter *waiter = strcmp(call, "clSetEventCallback") == 0 && failed_event ? malloc(sizeof *waiter) : NULL;
	if (!waiter)
		return;
	*waiter = (struct waiter){ *of_call, *of_ctx };
	*of_call = ended_after_failure;
	*of_ctx = waiter;
}

static void change_status(const char *call, const void *of, const void *found)
{
	const int32_t code = OUT_OF_RESOURCES;
	if (strcmp(call, "clGetEventInfo") == 0 && of == failed_event)
		memcpy((void *)(uintptr_t)found, &code, sizeof code);
}

/* ---- calls */

static int fails(void)
{
	int before = left;
	while (before > 0 && !atomic_compare_exchange_weak(&left, &before, before - 1)) {
	}
	return before == 1;
}

/* The function of this library that takes SPIR-V, if it is switched on; else the system's. */
static void *real(const char *name)
{
	static void *library;
	void *mine = getenv("SHIM_OPENCL_IL") ? shim_il_function(name) : NULL;
	if (mine)
		return mine;
	void *found = atomic_load((_Atomic(void *) *)&library);
	if (!found) {
		found = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
		atomic_store((_Atomic(void *) *)&library, found);
	}
	return found ? dlsym(found, name) : NULL;
}

/* Hidden by the parameters of functions that return an event, or the value of a name. */
static void **const out_event = NULL;
static const uint32_t name = 0;
static void *const value = NULL;

static void change_class(const char *call, uint32_t asked, const void *found)
{
	const uint64_t gpu = CL_DEVICE_TYPE_GPU;
	if (strcmp(call, "clGetDeviceInfo") == 0 && asked == CL_DEVICE_TYPE && getenv("SHIM_OPENCL_GPU"))
		memcpy((void *)(uintptr_t)found, &gpu, sizeof gpu);
}

#define FIND(name, type, parameters) \
	type(*function) parameters; \
	void *symbol = real(#name); \
	if (!symbol) \
		abort(); \
	memcpy(&function, &symbol, sizeof symbol)

static void replace_last(void *made)
{
	FIND(clRetainEvent, int32_t, (void *));
	if (made)
		function(made);
	void *before = atomic_exchange(&last_event, made);
	if (before) {
		FIND(clReleaseEvent, int32_t, (void *));
		function(before);
	}
}

int shim_opencl_last_launch(void)
{
	FIND(clGetEventInfo, int32_t, (void *, uint32_t, size_t, void *, size_t *));
	int32_t status = -1;
	if (last_event)
		function(last_event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
	replace_last(NULL);
	return status;
}

#define CODE(type, call, parameters, arguments) \
	type call parameters; \
	type call parameters \
	{ \
		FIND(call, type, parameters); \
		if (fails()) \
			return OUT_OF_RESOURCES; \
		pass_failure_on(#call, &callback, &ctx); \
		const type code = function arguments; \
		if (code == CL_SUCCESS && out_event) { \
			alive++; \
			note_launch(#call, *out_event); \
		} \
		if (code == CL_SUCCESS) { \
			change_class(#call, name, value); \
			change_status(#call, event, value); \
		} \
		return code; \
	}
#define OBJECT(type, name, parameters, arguments) \
	type name parameters; \
	type name parameters \
	{ \
		FIND(name, type, parameters); \
		if (fails()) { \
			*out_code = OUT_OF_RESOURCES; \
			return NULL; \
		} \
		type object = function arguments; \
		if (object) \
			alive++; \
		return object; \
	}
#define RELEASE(type, name, parameters, arguments) \
	type name parameters; \
	type name parameters \
	{ \
		FIND(name, type, parameters); \
		if (strncmp(#name, "clRetain", 8) == 0) \
			alive++; \
		else \
			alive--; \
		return function arguments; \
	}
#define OPTIONAL_CODE(type, name, parameters, arguments) \
	type name parameters; \
	type name parameters { return fails() ? OUT_OF_RESOURCES : shim_il_##name arguments; }
OBJECT(void *, clCreateProgramWithIL, (void *context, const void *il, size_t size, int32_t *out_code),
	(context, il, size, out_code))
OPTIONAL_CODE(int32_t, clSetProgramSpecializationConstant, (void *program, uint32_t id, size_t size, const void *value),
	(program, id, size, value))
OPENCL_CODES(CODE)
OPENCL_OBJECTS(OBJECT)
OPENCL_RELEASES(RELEASE)
