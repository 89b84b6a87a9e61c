/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of libcuda. Its header defines names without the suffixes, and is not needed here. */
#ifndef KERNELS_CUDA_LIBRARY_H
#define KERNELS_CUDA_LIBRARY_H

#include <kernels/device.h>

typedef int cuda_result;
typedef int cuda_device;
typedef uint64_t cuda_pointer; /* to memory of a device */
typedef struct cuda_context_handle *cuda_context_handle;
typedef struct cuda_stream_handle *cuda_stream_handle;
typedef struct cuda_event_handle *cuda_event_handle;
typedef struct cuda_module_handle *cuda_module_handle;
typedef struct cuda_function_handle *cuda_function_handle;

enum {
	CUDA_SUCCESS = 0, CUDA_INVALID_VALUE = 1, CUDA_OUT_OF_MEMORY = 2, CUDA_NO_DEVICE = 100, CUDA_INVALID_DEVICE = 101,
	CUDA_INVALID_IMAGE = 200, CUDA_NO_BINARY = 209, CUDA_INVALID_PTX = 218, CUDA_UNSUPPORTED_PTX = 222,
	CUDA_NOT_FOUND = 500, CUDA_NOT_READY = 600
};

/* name, suffix of the symbol, parameters */
#define CUDA_FUNCTIONS(F) \
	F(cuInit, "", (unsigned flags)) \
	F(cuDriverGetVersion, "", (int *version)) \
	F(cuDeviceGetCount, "", (int *count)) \
	F(cuDeviceGet, "", (cuda_device *device, int ordinal)) \
	F(cuDeviceGetName, "", (char *name, int length, cuda_device device)) \
	F(cuDeviceGetAttribute, "", (int *value, int attribute, cuda_device device)) \
	F(cuDeviceTotalMem, "_v2", (size_t *bytes, cuda_device device)) \
	F(cuDevicePrimaryCtxRetain, "", (cuda_context_handle *context, cuda_device device)) \
	F(cuDevicePrimaryCtxRelease, "_v2", (cuda_device device)) \
	F(cuCtxCreate, "_v2", (cuda_context_handle *context, unsigned flags, cuda_device device)) \
	F(cuCtxDestroy, "_v2", (cuda_context_handle context)) \
	F(cuCtxPushCurrent, "_v2", (cuda_context_handle context)) \
	F(cuCtxPopCurrent, "_v2", (cuda_context_handle *context)) \
	F(cuStreamCreate, "", (cuda_stream_handle *stream, unsigned flags)) \
	F(cuStreamDestroy, "_v2", (cuda_stream_handle stream)) \
	F(cuStreamWaitEvent, "", (cuda_stream_handle stream, cuda_event_handle event, unsigned flags)) \
	F(cuStreamSynchronize, "", (cuda_stream_handle stream)) \
	F(cuStreamQuery, "", (cuda_stream_handle stream)) \
	F(cuEventCreate, "", (cuda_event_handle *event, unsigned flags)) \
	F(cuEventRecord, "", (cuda_event_handle event, cuda_stream_handle stream)) \
	F(cuEventDestroy, "_v2", (cuda_event_handle event)) \
	F(cuMemAlloc, "_v2", (cuda_pointer *pointer, size_t size)) \
	F(cuMemFree, "_v2", (cuda_pointer pointer)) \
	F(cuMemHostAlloc, "", (void **pointer, size_t size, unsigned flags)) \
	F(cuMemFreeHost, "", (void *pointer)) \
	F(cuMemHostRegister, "_v2", (void *pointer, size_t size, unsigned flags)) \
	F(cuMemHostUnregister, "", (void *pointer)) \
	F(cuMemcpyHtoD, "_v2", (cuda_pointer to, const void *from, size_t size)) \
	F(cuMemcpyAsync, "", (cuda_pointer to, cuda_pointer from, size_t size, cuda_stream_handle stream)) \
	F(cuMemsetD8Async, "", (cuda_pointer to, uint8_t value, size_t count, cuda_stream_handle stream)) \
	F(cuMemsetD16Async, "", (cuda_pointer to, uint16_t value, size_t count, cuda_stream_handle stream)) \
	F(cuMemsetD32Async, "", (cuda_pointer to, uint32_t value, size_t count, cuda_stream_handle stream)) \
	F(cuModuleLoadDataEx, "", (cuda_module_handle *module, const void *image, unsigned count, int *options, void **values)) \
	F(cuModuleUnload, "", (cuda_module_handle module)) \
	F(cuModuleGetFunction, "", (cuda_function_handle *function, cuda_module_handle module, const char *name)) \
	F(cuModuleGetGlobal, "_v2", (cuda_pointer *pointer, size_t *size, cuda_module_handle module, const char *name)) \
	F(cuLaunchKernel, "", (cuda_function_handle function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, \
		unsigned block_y, unsigned block_z, unsigned shared, cuda_stream_handle stream, void **arguments, void **extra)) \
	F(cuLaunchHostFunc, "", (cuda_stream_handle stream, void (*run)(void *ctx), void *ctx)) \
	F(cuFuncGetAttribute, "", (int *value, int attribute, cuda_function_handle function)) \
	F(cuFuncSetAttribute, "", (cuda_function_handle function, int attribute, int value)) \
	F(cuGetErrorName, "", (cuda_result result, const char **name))

struct cuda_library {
#define MEMBER(name, suffix, parameters) cuda_result (*name) parameters;
	CUDA_FUNCTIONS(MEMBER)
#undef MEMBER
	/* CUDA 12.4; NULL in older drivers */
	cuda_result (*cuFuncGetParamInfo)(cuda_function_handle function, size_t index, size_t *offset, size_t *size);
	int version;  /* 12040 is 12.4 */
	int devices;
};

/* Loaded once and never unloaded; valid after kernels_cuda__open() has succeeded. */
extern struct cuda_library kernels_cuda__library;
#define CUDA (&kernels_cuda__library)

/* "CUDA_ERROR_NOT_FOUND"; "?" if the driver does not know it. */
const char *kernels_cuda__name(cuda_result result);
enum async_code kernels_cuda__code(cuda_result result);
/* True if the context is lost after this: every later call returns the same number. */
bool kernels_cuda__is_fatal(cuda_result result);

#endif
