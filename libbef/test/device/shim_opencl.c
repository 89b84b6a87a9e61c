/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A libOpenCL that passes calls on to the system's, lets the n-th call fail, and counts the objects that it has handed out. Loaded
 * with KERNELS_OPENCL. Functions that release do not fail. With SHIM_OPENCL_IL, devices take SPIR-V (shim_il.c); with SHIM_OPENCL_GPU,
 * they say that they are GPUs. */
#include "shim_il.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define OUT_OF_RESOURCES (-5)

static atomic_int left, alive;

/* The n-th call from now fails; 0: none. Returns how many calls are left until then. */
int shim_opencl_fail_call(int n);
int shim_opencl_alive(void);

int shim_opencl_fail_call(int n) { return atomic_exchange(&left, n); }
int shim_opencl_alive(void) { return alive; }

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

#define CODE(type, call, parameters, arguments) \
	type call parameters; \
	type call parameters \
	{ \
		FIND(call, type, parameters); \
		if (fails()) \
			return OUT_OF_RESOURCES; \
		const type code = function arguments; \
		if (code == CL_SUCCESS && out_event) \
			alive++; \
		if (code == CL_SUCCESS) \
			change_class(#call, name, value); \
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
