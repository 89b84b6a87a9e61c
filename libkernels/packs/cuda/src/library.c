/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads libcuda, and describes its devices. */
#include "cuda.h"

#include <shared/dynamic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_PER_BLOCK = 1, BLOCK_X = 2, SHARED_BYTES = 8, CLOCK_KHZ = 13, UNITS = 16, MAJOR = 75, MINOR = 76 };

struct cuda_library kernels_cuda__library;
static bool is_open;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The first function that is missing; NULL if all are there. */
static const char *find_all(void *library, struct cuda_library *out)
{
	const char *missing = NULL;
#define FIND(name, suffix, parameters) \
	if (!kernels_shared__find(library, #name suffix, &out->name) && !missing) \
		missing = #name suffix;
	CUDA_FUNCTIONS(FIND)
#undef FIND
	(void)kernels_shared__find(library, "cuFuncGetParamInfo", &out->cuFuncGetParamInfo);
	return missing;
}

static bool start(struct cuda_library *found, struct kernels_device_error *error)
{
	const cuda_result result = found->cuInit(0);
	if (result != CUDA_SUCCESS && result != CUDA_NO_DEVICE) {
		const char *name = NULL;
		(void)found->cuGetErrorName(result, &name);
		return kernels_device_fail(error, ASYNC_CODE_UNAVAILABLE, result, "cuInit: %s (%d)", name ? name : "?", result);
	}
	if (result == CUDA_NO_DEVICE || found->cuDeviceGetCount(&found->devices) != CUDA_SUCCESS || found->devices < 0)
		found->devices = 0;
	(void)found->cuDriverGetVersion(&found->version);
	return true;
}

static bool load(struct kernels_device_error *error)
{
	const char *wanted = secure_getenv("KERNELS_CUDA");
	const bool named = wanted && wanted[0];
	const char *name = named ? wanted : "libcuda.so.1";
	struct cuda_library found = { .version = 0 };
	void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	if (!library && named)
		return kernels_device_fail(error, ASYNC_CODE_UNAVAILABLE, 0,
			"the file %.300s, which KERNELS_CUDA names, cannot be loaded: %.300s", name, dlerror());
	if (!library)
		return kernels_device_fail(error, ASYNC_CODE_UNAVAILABLE, 0,
			"%s cannot be loaded: NVIDIA's driver is not installed (KERNELS_CUDA may name another file)", name);
	const char *missing = find_all(library, &found); /* it stays loaded: it has threads */
	if (missing)
		return kernels_device_fail(error, ASYNC_CODE_UNAVAILABLE, 0, "%.200s has no %s: the driver is too old", name, missing);
	if (!start(&found, error))
		return false;
	kernels_cuda__library = found;
	return true;
}

bool kernels_cuda__open(uint32_t *out_count, struct kernels_device_error *error)
{
	pthread_mutex_lock(&lock);
	is_open = is_open || load(error);
	const bool opened = is_open;
	pthread_mutex_unlock(&lock);
	if (opened)
		*out_count = (uint32_t)kernels_cuda__library.devices;
	return opened;
}

const char *kernels_cuda__name(cuda_result result)
{
	const char *name = NULL;
	return CUDA->cuGetErrorName(result, &name) == CUDA_SUCCESS && name ? name : "?";
}

enum async_code kernels_cuda__code(cuda_result result)
{
	switch (result) {
	case CUDA_SUCCESS: return ASYNC_CODE_OK;
	case CUDA_INVALID_VALUE:
	case CUDA_INVALID_IMAGE:
	case CUDA_NO_BINARY:
	case CUDA_INVALID_PTX:
	case CUDA_UNSUPPORTED_PTX: return ASYNC_CODE_INVALID_ARGUMENT;
	case CUDA_OUT_OF_MEMORY: return ASYNC_CODE_RESOURCE_EXHAUSTED;
	case CUDA_NO_DEVICE:
	case CUDA_INVALID_DEVICE:
	case CUDA_NOT_FOUND: return ASYNC_CODE_NOT_FOUND;
	default: return kernels_cuda__is_fatal(result) ? ASYNC_CODE_UNAVAILABLE : ASYNC_CODE_INTERNAL;
	}
}

/* ECC and link errors; illegal addresses and instructions, asserts, failed launches; the driver shuts down. */
bool kernels_cuda__is_fatal(cuda_result result)
{
	return result == 4 || result == 214 || result == 219 || result == 700 || result == 702 ||
	       (result >= 709 && result <= 719 && result != 712 && result != 713);
}

static uint32_t attribute(cuda_device device, int number)
{
	int value = 0;
	return CUDA->cuDeviceGetAttribute(&value, number, device) == CUDA_SUCCESS && value > 0 ? (uint32_t)value : 0;
}

bool kernels_cuda__describe(uint32_t index, struct kernels_device_info *out, struct kernels_device_error *error)
{
	cuda_device device;
	size_t memory = 0;
	const cuda_result result = CUDA->cuDeviceGet(&device, (int)index);
	if (result != CUDA_SUCCESS)
		return kernels_device_fail(error, kernels_cuda__code(result), result, "cuDeviceGet of cuda:%u: %s (%d)",
			(unsigned)index, kernels_cuda__name(result), result);
	*out = (struct kernels_device_info){ .kind = KERNELS_DEVICE_GPU,
		.units = attribute(device, UNITS),
		.clock = attribute(device, CLOCK_KHZ) / 1000,
		.buffer_align = 1,
		.local_memory = attribute(device, SHARED_BYTES),
		.largest_group = attribute(device, THREADS_PER_BLOCK),
		.fp16 = true,
		.fp64 = true,
		.atomic64 = true,
		.available = true };
	for (int i = 0; i < 3; i++)
		out->largest_groups[i] = attribute(device, BLOCK_X + i);
	(void)CUDA->cuDeviceTotalMem(&memory, device);
	out->memory = out->largest_buffer = memory;
	(void)CUDA->cuDeviceGetName(out->name, (int)sizeof out->name - 1, device);
	snprintf(out->platform, sizeof out->platform, "CUDA");
	snprintf(out->vendor, sizeof out->vendor, "NVIDIA");
	snprintf(out->version, sizeof out->version, "sm_%u%u", (unsigned)attribute(device, MAJOR), (unsigned)attribute(device, MINOR));
	snprintf(out->driver_version, sizeof out->driver_version, "CUDA %d.%d", CUDA->version / 1000, CUDA->version % 1000 / 10);
	return true;
}
