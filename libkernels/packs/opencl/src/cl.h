/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The part of OpenCL's interface that is used, from the specification of OpenCL 3.0: functions that return a code, functions
 * that return an object and store a code, functions that release, and those that may be absent. Rows: type of the result, name,
 * parameters, arguments. Objects are pointers. */
#ifndef KERNELS_OPENCL_CL_H
#define KERNELS_OPENCL_CL_H

#include <stddef.h>
#include <stdint.h>

typedef void (*kernels_opencl__callback)(void *event, int32_t status, void *ctx);

#define OPENCL_CODES(F) \
	F(int32_t, clGetPlatformIDs, (uint32_t count, void **ids, uint32_t *out_count), (count, ids, out_count)) \
	F(int32_t, clGetPlatformInfo, (void *platform, uint32_t name, size_t size, void *value, size_t *out_size), \
		(platform, name, size, value, out_size)) \
	F(int32_t, clGetDeviceIDs, (void *platform, uint64_t type, uint32_t count, void **ids, uint32_t *out_count), \
		(platform, type, count, ids, out_count)) \
	F(int32_t, clGetDeviceInfo, (void *device, uint32_t name, size_t size, void *value, size_t *out_size), \
		(device, name, size, value, out_size)) \
	F(int32_t, clBuildProgram, (void *program, uint32_t count, void *const *devices, const char *options, \
		void (*notify)(void *, void *), void *ctx), (program, count, devices, options, notify, ctx)) \
	F(int32_t, clGetProgramBuildInfo, (void *program, void *device, uint32_t name, size_t size, void *value, \
		size_t *out_size), (program, device, name, size, value, out_size)) \
	F(int32_t, clGetProgramInfo, (void *program, uint32_t name, size_t size, void *value, size_t *out_size), \
		(program, name, size, value, out_size)) \
	F(int32_t, clGetKernelInfo, (void *kernel, uint32_t name, size_t size, void *value, size_t *out_size), \
		(kernel, name, size, value, out_size)) \
	F(int32_t, clGetKernelArgInfo, (void *kernel, uint32_t index, uint32_t name, size_t size, void *value, \
		size_t *out_size), (kernel, index, name, size, value, out_size)) \
	F(int32_t, clGetKernelWorkGroupInfo, (void *kernel, void *device, uint32_t name, size_t size, void *value, \
		size_t *out_size), (kernel, device, name, size, value, out_size)) \
	F(int32_t, clSetKernelArg, (void *kernel, uint32_t index, size_t size, const void *value), \
		(kernel, index, size, value)) \
	F(int32_t, clEnqueueNDRangeKernel, (void *queue, void *kernel, uint32_t dimensions, const size_t *offset, \
		const size_t *global, const size_t *local, uint32_t waits, void *const *events, void **out_event), \
		(queue, kernel, dimensions, offset, global, local, waits, events, out_event)) \
	F(int32_t, clEnqueueReadBuffer, (void *queue, void *buffer, uint32_t blocking, size_t offset, size_t size, void *to, \
		uint32_t waits, void *const *events, void **out_event), \
		(queue, buffer, blocking, offset, size, to, waits, events, out_event)) \
	F(int32_t, clEnqueueWriteBuffer, (void *queue, void *buffer, uint32_t blocking, size_t offset, size_t size, \
		const void *from, uint32_t waits, void *const *events, void **out_event), \
		(queue, buffer, blocking, offset, size, from, waits, events, out_event)) \
	F(int32_t, clEnqueueCopyBuffer, (void *queue, void *from, void *to, size_t from_offset, size_t to_offset, \
		size_t size, uint32_t waits, void *const *events, void **out_event), \
		(queue, from, to, from_offset, to_offset, size, waits, events, out_event)) \
	F(int32_t, clEnqueueFillBuffer, (void *queue, void *buffer, const void *pattern, size_t pattern_size, size_t offset, \
		size_t size, uint32_t waits, void *const *events, void **out_event), \
		(queue, buffer, pattern, pattern_size, offset, size, waits, events, out_event)) \
	F(int32_t, clEnqueueMarkerWithWaitList, (void *queue, uint32_t waits, void *const *events, void **out_event), \
		(queue, waits, events, out_event)) \
	F(int32_t, clEnqueueBarrierWithWaitList, (void *queue, uint32_t waits, void *const *events, void **out_event), \
		(queue, waits, events, out_event)) \
	F(int32_t, clGetEventInfo, (void *event, uint32_t name, size_t size, void *value, size_t *out_size), \
		(event, name, size, value, out_size)) \
	F(int32_t, clSetEventCallback, (void *event, int32_t status, kernels_opencl__callback callback, void *ctx), \
		(event, status, callback, ctx)) \
	F(int32_t, clFlush, (void *queue), (queue)) \
	F(int32_t, clFinish, (void *queue), (queue))

#define OPENCL_OBJECTS(F) \
	F(void *, clCreateContext, (const intptr_t *properties, uint32_t count, void *const *devices, \
		void (*notify)(const char *, const void *, size_t, void *), void *ctx, int32_t *out_code), \
		(properties, count, devices, notify, ctx, out_code)) \
	F(void *, clCreateCommandQueue, (void *context, void *device, uint64_t properties, int32_t *out_code), \
		(context, device, properties, out_code)) \
	F(void *, clCreateBuffer, (void *context, uint64_t flags, size_t size, void *host, int32_t *out_code), \
		(context, flags, size, host, out_code)) \
	F(void *, clCreateSubBuffer, (void *buffer, uint64_t flags, uint32_t type, const void *region, int32_t *out_code), \
		(buffer, flags, type, region, out_code)) \
	F(void *, clCreateProgramWithSource, (void *context, uint32_t count, const char **texts, const size_t *sizes, \
		int32_t *out_code), (context, count, texts, sizes, out_code)) \
	F(void *, clCreateProgramWithBinary, (void *context, uint32_t count, void *const *devices, const size_t *sizes, \
		const unsigned char **binaries, int32_t *out_status, int32_t *out_code), \
		(context, count, devices, sizes, binaries, out_status, out_code)) \
	F(void *, clCreateKernel, (void *program, const char *name, int32_t *out_code), (program, name, out_code))

/* Also those that only add a reference. Their codes are ignored. */
#define OPENCL_RELEASES(F) \
	F(int32_t, clReleaseContext, (void *context), (context)) \
	F(int32_t, clReleaseCommandQueue, (void *queue), (queue)) \
	F(int32_t, clReleaseMemObject, (void *buffer), (buffer)) \
	F(int32_t, clReleaseProgram, (void *program), (program)) \
	F(int32_t, clReleaseKernel, (void *kernel), (kernel)) \
	F(int32_t, clRetainEvent, (void *event), (event)) \
	F(int32_t, clReleaseEvent, (void *event), (event))

#define OPENCL_OPTIONAL(F) \
	F(void *, clCreateProgramWithIL, (void *context, const void *il, size_t size, int32_t *out_code), \
		(context, il, size, out_code)) \
	F(int32_t, clSetProgramSpecializationConstant, (void *program, uint32_t id, size_t size, const void *value), \
		(program, id, size, value))

/* Constants, by the names of the specification. */
#define CL_SUCCESS 0
#define CL_DEVICE_NOT_FOUND (-1)
#define CL_BUILD_PROGRAM_FAILURE (-11)
#define CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST (-14)
#define CL_PLATFORM_NOT_FOUND_KHR (-1001)
#define CL_COMPLETE 0
#define CL_FALSE 0u
#define CL_MEM_READ_WRITE 1u
#define CL_MEM_COPY_HOST_PTR 32u
#define CL_BUFFER_CREATE_TYPE_REGION 0x1220u
#define CL_CONTEXT_PLATFORM 0x1084
#define CL_PLATFORM_VERSION 0x0901u
#define CL_PLATFORM_NAME 0x0902u
#define CL_DEVICE_TYPE_ALL 0xFFFFFFFFu
#define CL_DEVICE_TYPE 0x1000u
#define CL_DEVICE_TYPE_CPU 2u
#define CL_DEVICE_TYPE_GPU 4u
#define CL_DEVICE_TYPE_ACCELERATOR 8u
#define CL_DEVICE_MAX_COMPUTE_UNITS 0x1002u
#define CL_DEVICE_MAX_WORK_GROUP_SIZE 0x1004u
#define CL_DEVICE_MAX_WORK_ITEM_SIZES 0x1005u
#define CL_DEVICE_MAX_CLOCK_FREQUENCY 0x100Cu
#define CL_DEVICE_MAX_MEM_ALLOC_SIZE 0x1010u
#define CL_DEVICE_IMAGE_SUPPORT 0x1016u
#define CL_DEVICE_MEM_BASE_ADDR_ALIGN 0x1019u
#define CL_DEVICE_GLOBAL_MEM_SIZE 0x101Fu
#define CL_DEVICE_LOCAL_MEM_SIZE 0x1023u
#define CL_DEVICE_AVAILABLE 0x1027u
#define CL_DEVICE_COMPILER_AVAILABLE 0x1028u
#define CL_DEVICE_NAME 0x102Bu
#define CL_DEVICE_VENDOR 0x102Cu
#define CL_DRIVER_VERSION 0x102Du
#define CL_DEVICE_VERSION 0x102Fu
#define CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT 0x103Au
#define CL_DEVICE_EXTENSIONS 0x1030u
#define CL_DEVICE_IL_VERSION 0x105Bu
#define CL_EVENT_COMMAND_EXECUTION_STATUS 0x11D3u
#define CL_PROGRAM_BINARY_SIZES 0x1165u
#define CL_PROGRAM_BINARIES 0x1166u
#define CL_PROGRAM_KERNEL_NAMES 0x1168u
#define CL_PROGRAM_BUILD_LOG 0x1183u
#define CL_KERNEL_NUM_ARGS 0x1191u
#define CL_KERNEL_ARG_ADDRESS_QUALIFIER 0x1196u
#define CL_KERNEL_ARG_TYPE_NAME 0x1198u
#define CL_KERNEL_ARG_NAME 0x119Au
#define CL_KERNEL_ARG_ADDRESS_GLOBAL 0x119Bu
#define CL_KERNEL_ARG_ADDRESS_LOCAL 0x119Cu
#define CL_KERNEL_ARG_ADDRESS_CONSTANT 0x119Du
#define CL_KERNEL_ARG_ADDRESS_PRIVATE 0x119Eu
#define CL_KERNEL_COMPILE_WORK_GROUP_SIZE 0x11B1u

#endif
