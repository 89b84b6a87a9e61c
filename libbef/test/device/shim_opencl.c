/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A libOpenCL that passes calls on to the system's, lets the n-th call fail, and counts the objects that it has handed out. Loaded
 * with KERNELS_OPENCL. Functions that release do not fail. */
#include "cl.h"

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

/* The system's function; static storage of the caller keeps it. */
static void *real(const char *name)
{
	static void *library;
	void *found = atomic_load((_Atomic(void *) *)&library);
	if (!found) {
		found = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
		atomic_store((_Atomic(void *) *)&library, found);
	}
	return found ? dlsym(found, name) : NULL;
}

/* Hidden by the parameter of functions that return an event. */
static void **const out_event = NULL;

#define FIND(name, type, parameters) \
	type(*function) parameters; \
	void *symbol = real(#name); \
	if (!symbol) \
		abort(); \
	memcpy(&function, &symbol, sizeof symbol)

#define CODE(type, name, parameters, arguments) \
	type name parameters; \
	type name parameters \
	{ \
		FIND(name, type, parameters); \
		if (fails()) \
			return OUT_OF_RESOURCES; \
		const type code = function arguments; \
		if (code == CL_SUCCESS && out_event) \
			alive++; \
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
OPENCL_CODES(CODE)
OPENCL_OBJECTS(OBJECT)
OPENCL_RELEASES(RELEASE)
