/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads libOpenCL. It stays loaded: drivers have threads and functions for the end of the process. */
#include "opencl.h"
#include <shared/dynamic.h>
#include <stdlib.h>
#include <string.h>

struct kernels_opencl__library kernels_opencl__cl;

static const char *find_all(void *library, struct kernels_opencl__library *out)
{
	const char *missing = NULL;
#define FIND(type, name, parameters, arguments) \
	if (!kernels_shared__find(library, #name, &out->name)) \
		missing = #name;
	OPENCL_CODES(FIND)
	OPENCL_OBJECTS(FIND)
	OPENCL_RELEASES(FIND)
#undef FIND
#define FIND(type, name, parameters, arguments) (void)kernels_shared__find(library, #name, &out->name);
	OPENCL_OPTIONAL(FIND)
#undef FIND
	return missing;
}

bool kernels_opencl__load(struct kernels_device_error *error)
{
	const char *wanted = secure_getenv("KERNELS_OPENCL");
	const bool named = wanted && wanted[0];
	const char *name = named ? wanted : "libOpenCL.so.1";
	struct kernels_opencl__library found;
	if (CL.clGetPlatformIDs)
		return true;
	void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	if (!library && named)
		return kernels_device_fail(error, ASYNC_CODE_UNAVAILABLE, 0,
			"the file %.300s, which KERNELS_OPENCL names, cannot be loaded: %.300s", name, dlerror());
	if (!library)
		return kernels_device_fail(error, ASYNC_CODE_UNAVAILABLE, 0,
			"OpenCL is not installed: %s cannot be loaded (KERNELS_OPENCL may name another file)", name);
	const char *missing = find_all(library, &found);
	if (missing) {
		dlclose(library);
		return kernels_device_fail(error, ASYNC_CODE_UNAVAILABLE, 0, "%.300s%s is not a library of OpenCL: it has no function %s",
			name, named ? ", which KERNELS_OPENCL names," : "", missing);
	}
	CL = found;
	return true;
}
