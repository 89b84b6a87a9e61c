/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs: OpenCL C, what the driver's compiler wrote, and images. */
#include "images.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_program(struct kernels_device_object *object)
{
	struct kernels_opencl__program *program = (struct kernels_opencl__program *)object;
	if (program->program)
		CL.clReleaseProgram(program->program);
	kernels_opencl__images_destroy(program->images);
	async_free(program->base.context->allocator, program, sizeof *program, _Alignof(struct kernels_opencl__program));
}

/* By the first bytes: SPIR-V of either order, bytes that are not text, text. */
static uint32_t kind_of(const struct kernels_device_code *code)
{
	static const unsigned char little[4] = { 3, 2, 0x23, 7 }, big[4] = { 7, 0x23, 2, 3 };
	const unsigned char *bytes = code->bytes;
	if (code->byte_count < 4)
		return KERNELS_DEVICE_SOURCE_OPENCL_C;
	if (memcmp(bytes, little, 4) == 0 || memcmp(bytes, big, 4) == 0)
		return KERNELS_DEVICE_SOURCE_SPIRV;
	if (kernels_opencl__is_syclbin(bytes, code->byte_count))
		return KERNELS_DEVICE_SOURCE_SYCLBIN;
	if (memcmp(bytes, "poclbin", code->byte_count < 7 ? 4 : 7) == 0)
		return KERNELS_DEVICE_SOURCE_NATIVE;
	for (size_t i = 0; i < 4; i++) {
		if (bytes[i] != '\t' && bytes[i] != '\n' && bytes[i] != '\r' && (bytes[i] < ' ' || bytes[i] > '~'))
			return KERNELS_DEVICE_SOURCE_NATIVE;
	}
	return KERNELS_DEVICE_SOURCE_OPENCL_C;
}

/* Creates the program without building it. NULL: *error is filled. */
static void *create(struct kernels_opencl__context *context, const struct kernels_device_code *code, uint32_t kind,
	struct kernels_device_error *error)
{
	const char *text = code->bytes, *call = "clCreateProgramWithSource";
	const unsigned char *binary = code->bytes;
	int32_t result = CL_SUCCESS, status = CL_SUCCESS;
	void *program = NULL;
	if (kind == KERNELS_DEVICE_SOURCE_OPENCL_C) {
		program = CL.clCreateProgramWithSource(context->context, 1, &text, &code->byte_count, &result);
	} else if (kind == KERNELS_DEVICE_SOURCE_NATIVE) {
		call = "clCreateProgramWithBinary";
		program = CL.clCreateProgramWithBinary(
			context->context, 1, &context->device->id, &code->byte_count, &binary, &status, &result);
	} else {
		kernels_device_fail(error, ASYNC_CODE_UNIMPLEMENTED, 0, "%s cannot load PTX", context->base.label);
		return NULL;
	}
	return kernels_opencl__check(result, call, context->base.label, error) ? program : NULL;
}

/* Adds the log of the compiler to a failure. */
static void add_log(struct kernels_opencl__context *context, void *program, struct kernels_device_error *error)
{
	const size_t used = strlen(error->text);
	size_t size = 0;
	if (CL.clGetProgramBuildInfo(program, context->device->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) != CL_SUCCESS ||
		size < 2)
		return;
	char *log = malloc(size);
	if (log && CL.clGetProgramBuildInfo(program, context->device->id, CL_PROGRAM_BUILD_LOG, size, log, NULL) == CL_SUCCESS) {
		log[size - 1] = '\0';
		snprintf(error->text + used, sizeof error->text - used, "\n%s", log);
	}
	free(log);
}

bool kernels_opencl__build(struct kernels_opencl__context *context, void *program, const char *options, const char *name,
	struct kernels_device_error *error)
{
	char call[200];
	const int32_t code = CL.clBuildProgram(program, 1, &context->device->id, options, NULL, NULL);
	snprintf(call, sizeof call, "clBuildProgram of %.150s", name ? name : "a program");
	if (kernels_opencl__check(code, call, context->base.label, error))
		return true;
	add_log(context, program, error);
	return false;
}

static bool build(struct kernels_opencl__context *context, void *program, const struct kernels_device_code *code,
	uint32_t kind, struct kernels_device_error *error)
{
	/* names and kinds of parameters stay in the program */
	static const char with[] = "-cl-kernel-arg-info";
	const char *given = code->options ? code->options : "";
	const size_t size = sizeof with + strlen(given) + 1;
	if (code->constant_count > 0)
		return kernels_device_fail(error, ASYNC_CODE_UNIMPLEMENTED, 0,
			"%s sets specialization constants of SPIR-V only", context->base.label);
	char *options = malloc(size);
	if (!options)
		return kernels_opencl__no_memory(context->base.label, error);
	snprintf(options, size, "%s%s%s", kind == KERNELS_DEVICE_SOURCE_OPENCL_C ? with : "",
		kind == KERNELS_DEVICE_SOURCE_OPENCL_C && given[0] ? " " : "", given);
	const bool built = kernels_opencl__build(context, program, options, code->name, error);
	free(options);
	return built;
}

struct kernels_device_program *kernels_opencl__program_create(struct kernels_device_context *context,
	const struct kernels_device_code *code, struct kernels_device_error *error)
{
	struct kernels_opencl__context *ours = kernels_opencl__context_of(context);
	const uint32_t kind = code->kind == KERNELS_DEVICE_SOURCE_AUTO ? kind_of(code) : code->kind;
	struct kernels_opencl__program *program =
		async_alloc(context->allocator, sizeof *program, _Alignof(struct kernels_opencl__program));
	if (!program) {
		kernels_opencl__no_memory(context->label, error);
		return NULL;
	}
	*program = (struct kernels_opencl__program){ .program = NULL };
	kernels_device_object_init(&program->base.base, &kernels_opencl__driver, &context->base, free_program);
	program->base.context = context;
	if (kind == KERNELS_DEVICE_SOURCE_SPIRV || kind == KERNELS_DEVICE_SOURCE_SYCLBIN) {
		program->images = kernels_opencl__images_create(ours, code, kind, error);
		if (program->images)
			return &program->base;
	} else {
		program->program = create(ours, code, kind, error);
		if (program->program && build(ours, program->program, code, kind, error))
			return &program->base;
	}
	kernels_device_release(&program->base.base);
	return NULL;
}
