/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Codes of OpenCL as errors. */
#include "opencl.h"

static const struct {
	int32_t code;
	const char *name;
} names[] = {
	{ -1, "CL_DEVICE_NOT_FOUND" },
	{ -2, "CL_DEVICE_NOT_AVAILABLE" },
	{ -3, "CL_COMPILER_NOT_AVAILABLE" },
	{ -4, "CL_MEM_OBJECT_ALLOCATION_FAILURE" },
	{ -5, "CL_OUT_OF_RESOURCES" },
	{ -6, "CL_OUT_OF_HOST_MEMORY" },
	{ -7, "CL_PROFILING_INFO_NOT_AVAILABLE" },
	{ -8, "CL_MEM_COPY_OVERLAP" },
	{ -9, "CL_IMAGE_FORMAT_MISMATCH" },
	{ -10, "CL_IMAGE_FORMAT_NOT_SUPPORTED" },
	{ -11, "CL_BUILD_PROGRAM_FAILURE" },
	{ -12, "CL_MAP_FAILURE" },
	{ -13, "CL_MISALIGNED_SUB_BUFFER_OFFSET" },
	{ -14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST" },
	{ -15, "CL_COMPILE_PROGRAM_FAILURE" },
	{ -16, "CL_LINKER_NOT_AVAILABLE" },
	{ -17, "CL_LINK_PROGRAM_FAILURE" },
	{ -18, "CL_DEVICE_PARTITION_FAILED" },
	{ -19, "CL_KERNEL_ARG_INFO_NOT_AVAILABLE" },
	{ -30, "CL_INVALID_VALUE" },
	{ -31, "CL_INVALID_DEVICE_TYPE" },
	{ -32, "CL_INVALID_PLATFORM" },
	{ -33, "CL_INVALID_DEVICE" },
	{ -34, "CL_INVALID_CONTEXT" },
	{ -35, "CL_INVALID_QUEUE_PROPERTIES" },
	{ -36, "CL_INVALID_COMMAND_QUEUE" },
	{ -37, "CL_INVALID_HOST_PTR" },
	{ -38, "CL_INVALID_MEM_OBJECT" },
	{ -39, "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR" },
	{ -40, "CL_INVALID_IMAGE_SIZE" },
	{ -41, "CL_INVALID_SAMPLER" },
	{ -42, "CL_INVALID_BINARY" },
	{ -43, "CL_INVALID_BUILD_OPTIONS" },
	{ -44, "CL_INVALID_PROGRAM" },
	{ -45, "CL_INVALID_PROGRAM_EXECUTABLE" },
	{ -46, "CL_INVALID_KERNEL_NAME" },
	{ -47, "CL_INVALID_KERNEL_DEFINITION" },
	{ -48, "CL_INVALID_KERNEL" },
	{ -49, "CL_INVALID_ARG_INDEX" },
	{ -50, "CL_INVALID_ARG_VALUE" },
	{ -51, "CL_INVALID_ARG_SIZE" },
	{ -52, "CL_INVALID_KERNEL_ARGS" },
	{ -53, "CL_INVALID_WORK_DIMENSION" },
	{ -54, "CL_INVALID_WORK_GROUP_SIZE" },
	{ -55, "CL_INVALID_WORK_ITEM_SIZE" },
	{ -56, "CL_INVALID_GLOBAL_OFFSET" },
	{ -57, "CL_INVALID_EVENT_WAIT_LIST" },
	{ -58, "CL_INVALID_EVENT" },
	{ -59, "CL_INVALID_OPERATION" },
	{ -60, "CL_INVALID_GL_OBJECT" },
	{ -61, "CL_INVALID_BUFFER_SIZE" },
	{ -62, "CL_INVALID_MIP_LEVEL" },
	{ -63, "CL_INVALID_GLOBAL_WORK_SIZE" },
	{ -64, "CL_INVALID_PROPERTY" },
	{ -65, "CL_INVALID_IMAGE_DESCRIPTOR" },
	{ -66, "CL_INVALID_COMPILER_OPTIONS" },
	{ -67, "CL_INVALID_LINKER_OPTIONS" },
	{ -68, "CL_INVALID_DEVICE_PARTITION_COUNT" },
	{ -69, "CL_INVALID_PIPE_SIZE" },
	{ -70, "CL_INVALID_DEVICE_QUEUE" },
	{ -71, "CL_INVALID_SPEC_ID" },
	{ -72, "CL_MAX_SIZE_RESTRICTION_EXCEEDED" },
	{ -1001, "CL_PLATFORM_NOT_FOUND_KHR" },
};

static const char *code_name(int32_t code)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (names[i].code == code)
			return names[i].name;
	}
	return "unknown code";
}

static enum async_code async_code_of(int32_t code)
{
	if (code == -4 || code == -5 || code == -6)
		return ASYNC_CODE_RESOURCE_EXHAUSTED;
	if (code == -1 || code == -46 || code == -1001)
		return ASYNC_CODE_NOT_FOUND;
	if (code == -2 || code == -3)
		return ASYNC_CODE_UNAVAILABLE;
	return code == -11 || (code <= -30 && code >= -72) ? ASYNC_CODE_INVALID_ARGUMENT : ASYNC_CODE_INTERNAL;
}

bool kernels_opencl__check(int32_t code, const char *call, const char *label, struct kernels_device_error *error)
{
	return code == CL_SUCCESS ||
	       kernels_device_fail(error, async_code_of(code), code, "%s on %s: %s (%d)", call, label, code_name(code),
		       (int)code);
}

void kernels_opencl__explain(
	const struct kernels_device_context *context, int32_t number, struct kernels_device_error *out_error)
{
	char name[64];
	const int32_t code =
		kernels_opencl__failed_launch(kernels_opencl__context_of((void *)(uintptr_t)context), name, sizeof name);
	if (code == 0)
		(void)kernels_opencl__check(number, "a command", context->label, out_error);
	else
		(void)kernels_device_fail(out_error, async_code_of(code), code, "launch of '%s' on %s: %s (%d), noticed by a later command: %s (%d)",
			name, context->label, code_name(code), (int)code, code_name(number), (int)number);
}

bool kernels_opencl__no_memory(const char *label, struct kernels_device_error *error)
{
	return kernels_device_fail(error, ASYNC_CODE_RESOURCE_EXHAUSTED, 0, "%s: out of memory", label);
}
