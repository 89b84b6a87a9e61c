/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs: OpenCL C, what the driver's compiler wrote, and images. */
#include "built.h"
#include "images.h"
#include <image/cache.h>
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
	if (memcmp(bytes, "poclbin", code->byte_count < 7 ? 4 : 7) == 0)
		return KERNELS_DEVICE_SOURCE_NATIVE;
	if (kernels_opencl__is_syclbin(bytes, code->byte_count))
		return KERNELS_DEVICE_SOURCE_SYCLBIN;
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
	const char *text = code->bytes;
	int32_t result = CL_SUCCESS;
	if (kind == KERNELS_DEVICE_SOURCE_NATIVE)
		return kernels_opencl__from_binary(context, code->bytes, code->byte_count, error);
	if (kind != KERNELS_DEVICE_SOURCE_OPENCL_C) {
		kernels_device_fail(error, ASYNC_CODE_UNIMPLEMENTED, 0, "%s cannot load PTX", context->base.label);
		return NULL;
	}
	void *program = CL.clCreateProgramWithSource(context->context, 1, &text, &code->byte_count, &result);
	return kernels_opencl__check(result, "clCreateProgramWithSource", context->base.label, error) ? program : NULL;
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

/* Files that the code includes are not part of a key. */
static bool is_whole(const struct kernels_device_code *code)
{
	return !memmem(code->bytes, code->byte_count, "include", 7);
}

/* Whether the driver tells the parameters of kernels: some know them only of programs that they compiled themselves. */
static bool has_parameters(void *program)
{
	char names[4096] = "";
	uint32_t count = 0, space = 0;
	int32_t code = CL_SUCCESS;
	if (CL.clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL) != CL_SUCCESS)
		return false;
	names[strcspn(names, ";")] = '\0';
	void *kernel = CL.clCreateKernel(program, names, &code);
	if (code != CL_SUCCESS)
		return false;
	const bool good = CL.clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL) == CL_SUCCESS &&
			  (count == 0 || CL.clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space,
						 NULL) == CL_SUCCESS);
	CL.clReleaseKernel(kernel);
	return good;
}

/* The program that was built of the code before; NULL: there is none. */
static void *load(struct kernels_opencl__context *context, const uint8_t key[32], const char *options)
{
	void *program = kernels_opencl__built_load(context, key, options);
	if (!program || has_parameters(program))
		return program;
	CL.clReleaseProgram(program);
	return NULL;
}

static void *compile(struct kernels_opencl__context *context, const struct kernels_device_code *code, uint32_t kind,
	const char *options, struct kernels_device_error *error)
{
	void *program = create(context, code, kind, error);
	if (program && !kernels_opencl__build(context, program, options, code->name, error)) {
		CL.clReleaseProgram(program);
		program = NULL;
	}
	return program;
}

/* A program of OpenCL C is taken from the disk if it was built before. */
static void *compile_text(struct kernels_opencl__context *context, const struct kernels_device_code *code,
	const char *options, struct kernels_device_error *error)
{
	struct kernels_device_info info;
	struct image_key key;
	uint8_t digest[32];
	if (!is_whole(code) || !kernels_opencl__describe(context->base.device, &info, error))
		return compile(context, code, KERNELS_DEVICE_SOURCE_OPENCL_C, options, error);
	kernels_opencl__built_key(&key, &info, "opencl c 1", options);
	kernels_image__key_add(&key, code->bytes, code->byte_count);
	kernels_image__key_finish(&key, digest);
	void *program = load(context, digest, options);
	if (program)
		return program;
	program = compile(context, code, KERNELS_DEVICE_SOURCE_OPENCL_C, options, error);
	if (program)
		kernels_opencl__built_store(context, digest, program);
	return program;
}

static void *build(struct kernels_opencl__context *context, const struct kernels_device_code *code, uint32_t kind,
	struct kernels_device_error *error)
{
	/* names and kinds of parameters stay in the program */
	static const char with[] = "-cl-kernel-arg-info";
	const char *given = code->options ? code->options : "";
	const size_t size = sizeof with + strlen(given) + 1;
	if (code->constant_count > 0) {
		kernels_device_fail(error, ASYNC_CODE_UNIMPLEMENTED, 0, "%s sets specialization constants of SPIR-V only",
			context->base.label);
		return NULL;
	}
	if (kind != KERNELS_DEVICE_SOURCE_OPENCL_C)
		return compile(context, code, kind, given, error);
	char *options = malloc(size);
	if (!options) {
		kernels_opencl__no_memory(context->base.label, error);
		return NULL;
	}
	snprintf(options, size, "%s%s%s", with, given[0] ? " " : "", given);
	void *program = compile_text(context, code, options, error);
	free(options);
	return program;
}

struct kernels_device_program *kernels_opencl__program_create(struct kernels_device_context *context,
	const struct kernels_device_code *code, struct kernels_device_error *error)
{
	struct kernels_opencl__context *ours = kernels_opencl__context_of(context);
	if (!kernels_device_code_has_size(code, error))
		return NULL;
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
		program->program = build(ours, code, kind, error);
		if (program->program)
			return &program->base;
	}
	kernels_device_release(&program->base.base);
	return NULL;
}
