/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Built programs on disk, by what they depend on. */
#include "built.h"

#include <image/cache.h>

void kernels_opencl__built_key(struct image_key *key, const struct kernels_device_info *info, const char *kind, const char *options)
{
	kernels_image__key_begin(key);
	kernels_image__key_text(key, kind);
	kernels_image__key_text(key, info->platform);
	kernels_image__key_text(key, info->name);
	kernels_image__key_text(key, info->version);
	kernels_image__key_text(key, info->driver_version);
	kernels_image__key_text(key, info->extensions);
	kernels_image__key_text(key, options);
}

void *kernels_opencl__from_binary(
	struct kernels_opencl__context *context, const void *bytes, size_t size, struct kernels_device_error *error)
{
	const unsigned char *binary = bytes;
	int32_t code = CL_SUCCESS, status = CL_SUCCESS;
	void *program = CL.clCreateProgramWithBinary(context->context, 1, &context->device->id, &size, &binary, &status, &code);
	return kernels_opencl__check(code, "clCreateProgramWithBinary", context->base.label, error) ? program : NULL;
}

void *kernels_opencl__built_load(struct kernels_opencl__context *context, const uint8_t key[32], const char *options)
{
	struct kernels_device_error ignored;
	size_t size;
	void *bytes = kernels_image__cache_load(key, context->base.allocator, &size);
	if (!bytes)
		return NULL;
	void *program = kernels_opencl__from_binary(context, bytes, size, &ignored);
	async_free(context->base.allocator, bytes, size, 16);
	if (program && !kernels_opencl__build(context, program, options, NULL, &ignored)) {
		CL.clReleaseProgram(program);
		program = NULL;
	}
	return program;
}

void kernels_opencl__built_store(struct kernels_opencl__context *context, const uint8_t key[32], void *program)
{
	size_t size = 0;
	if (CL.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL) != CL_SUCCESS || size == 0)
		return;
	unsigned char *bytes = async_alloc(context->base.allocator, size, 16);
	if (!bytes)
		return;
	if (CL.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL) == CL_SUCCESS)
		(void)kernels_image__cache_store(key, bytes, size);
	async_free(context->base.allocator, bytes, size, 16);
}
