/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels of a program, and their parameters as the driver describes them. */
#include "images.h"
#include <image/spirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PARAMETERS 1024u
#define MOST_NAME 48 /* of a parameter; longer ones are cut */

static void free_function(struct kernels_device_object *object)
{
	struct kernels_opencl__function *function = (struct kernels_opencl__function *)object;
	kernels_opencl__kernels_free(function);
	pthread_mutex_destroy(&function->lock);
	async_free(function->base.context->allocator, function, function->block, _Alignof(struct kernels_opencl__function));
}

/* What a type is by its name in OpenCL C: "int", "float4". Vectors and other types are no numbers; the size of those is 0. */
static void read_type(const char *name, struct kernels_device_parameter *out)
{
	static const struct {
		const char *name;
		uint32_t size;
		enum kernels_device_number number;
	} types[] = { { "char", 1, KERNELS_DEVICE_INTEGER }, { "uchar", 1, KERNELS_DEVICE_INTEGER }, { "bool", 1, KERNELS_DEVICE_INTEGER },
		{ "short", 2, KERNELS_DEVICE_INTEGER }, { "ushort", 2, KERNELS_DEVICE_ANY_BYTES }, /* bits of f16, where there is no half */
		{ "half", 2, KERNELS_DEVICE_FLOAT }, { "int", 4, KERNELS_DEVICE_INTEGER }, { "uint", 4, KERNELS_DEVICE_INTEGER },
		{ "float", 4, KERNELS_DEVICE_FLOAT }, { "long", 8, KERNELS_DEVICE_INTEGER }, { "ulong", 8, KERNELS_DEVICE_INTEGER },
		{ "double", 8, KERNELS_DEVICE_FLOAT } };
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		const size_t size = strlen(types[i].name);
		if (strncmp(name, types[i].name, size) != 0)
			continue;
		if (name[size] == '\0') {
			out->size = types[i].size;
			out->number = types[i].number;
			return;
		}
		char *end;
		const unsigned long count = strtoul(name + size, &end, 10);
		if (*end == '\0' && (count == 2 || count == 3 || count == 4 || count == 8 || count == 16))
			out->size = types[i].size * (count == 3 ? 4 : (uint32_t)count);
	}
}

/* Reads parameter `index`; without information of the driver it stays KERNELS_DEVICE_ANY. */
static void read_parameter(void *kernel, uint32_t index, char *name, struct kernels_device_parameter *out)
{
	char type[256] = "";
	uint32_t space = 0;
	*out = (struct kernels_device_parameter){ .kind = KERNELS_DEVICE_ANY };
	if (CL.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space, NULL) != CL_SUCCESS ||
		CL.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL) != CL_SUCCESS)
		return;
	type[sizeof type - 1] = '\0';
	if (CL.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_NAME, MOST_NAME, name, NULL) == CL_SUCCESS) {
		name[MOST_NAME - 1] = '\0';
		out->name = name;
	}
	const size_t size = strlen(type);
	if (strncmp(type, "image", 5) == 0 || strcmp(type, "sampler_t") == 0)
		out->kind = KERNELS_DEVICE_OTHER;
	else if (space == CL_KERNEL_ARG_ADDRESS_LOCAL)
		out->kind = KERNELS_DEVICE_LOCAL;
	else if (space == CL_KERNEL_ARG_ADDRESS_GLOBAL || space == CL_KERNEL_ARG_ADDRESS_CONSTANT)
		out->kind = KERNELS_DEVICE_BUFFER;
	else if (space == CL_KERNEL_ARG_ADDRESS_PRIVATE && (size == 0 || type[size - 1] != '*')) {
		out->kind = KERNELS_DEVICE_BYTES;
		read_type(type, out);
	}
}

/* The same as the code of an image says. */
static void read_image_parameter(const struct image_kernel *kernel, uint32_t index, char *name, size_t size,
	struct kernels_device_parameter *out)
{
	const struct image_parameter *p = kernel->parameters + index;
	*out = (struct kernels_device_parameter){ .kind = KERNELS_DEVICE_OTHER };
	if (p->name[0]) {
		snprintf(name, size, "%.*s", size < 4096 ? (int)size - 1 : 4095, p->name);
		out->name = name;
	}
	switch ((enum image_parameter_kind)p->kind) {
	case IMAGE_INTEGER:
	case IMAGE_FLOAT:
	case IMAGE_BYTES:
		out->kind = KERNELS_DEVICE_BYTES;
		out->size = p->size;
		out->number = p->kind == IMAGE_FLOAT ? KERNELS_DEVICE_FLOAT :
			      p->kind == IMAGE_INTEGER && p->size != 2 ? KERNELS_DEVICE_INTEGER : KERNELS_DEVICE_ANY_BYTES;
		break;
	case IMAGE_GLOBAL:
	case IMAGE_CONSTANT: out->kind = KERNELS_DEVICE_BUFFER; break;
	case IMAGE_LOCAL: out->kind = KERNELS_DEVICE_LOCAL; break;
	case IMAGE_IMAGE:
	case IMAGE_SAMPLER:
	case IMAGE_OTHER: break;
	}
}

/* Allocates the function with `count` parameters, their names, `source_count` numbers, and its own name. */
static struct kernels_opencl__function *make(struct kernels_opencl__program *program, uint32_t count, uint32_t source_count,
	const char *name, struct kernels_device_error *error)
{
	struct kernels_device_context *context = program->base.context;
	const size_t parameters = count * sizeof(struct kernels_device_parameter), names = (size_t)count * MOST_NAME;
	const size_t sources = source_count * sizeof(uint32_t);
	const size_t block = sizeof(struct kernels_opencl__function) + parameters + sources + names + strlen(name) + 1;
	struct kernels_opencl__function *function =
		async_alloc(context->allocator, block, _Alignof(struct kernels_opencl__function));
	if (!function) {
		kernels_opencl__no_memory(context->label, error);
		return NULL;
	}
	*function = (struct kernels_opencl__function){ .block = block };
	kernels_opencl__lock_init(&function->lock);
	kernels_device_object_init(&function->base.base, &kernels_opencl__driver, &program->base.base, free_function);
	char *text = (char *)(function + 1) + parameters + sources + names;
	memcpy(text, name, strlen(name) + 1);
	function->base.program = &program->base;
	function->base.context = context;
	function->base.name = text;
	function->base.parameters = (const struct kernels_device_parameter *)(function + 1);
	function->base.parameter_count = count;
	return function;
}

/* Finds the driver's program that has the kernel, and its name in the code, which `text` gets. */
static bool find(struct kernels_opencl__program *program, const char *name, char *text, size_t size,
	struct kernels_opencl__image_kernel *out, struct kernels_device_error *error)
{
	*out = (struct kernels_opencl__image_kernel){ .program = program->program, .name = name, .name_size = strlen(name) };
	if (program->images && !kernels_opencl__images_find(program->images, name, out, error))
		return false;
	if (out->name_size >= size)
		return kernels_device_fail(error, ASYNC_CODE_UNIMPLEMENTED, 0, "the name of a kernel has %zu bytes, at most %zu are supported",
			out->name_size, size - 1);
	memcpy(text, out->name, out->name_size);
	text[out->name_size] = '\0';
	return true;
}

/* Reads the parameters of the kernel: out of its image, else from the driver. */
static bool describe(struct kernels_opencl__function *function, const struct kernels_opencl__image_kernel *found,
	struct kernels_device_error *error)
{
	struct kernels_opencl__context *context = kernels_opencl__context_of(function->base.context);
	struct kernels_device_parameter *parameters = (struct kernels_device_parameter *)(function + 1);
	uint32_t *sources = (uint32_t *)(parameters + function->base.parameter_count);
	char *names = (char *)(sources + found->source_count);
	void *kernel = function->kernels[0]->kernel;
	for (uint32_t i = 0; i < function->base.parameter_count; i++) {
		char *name = names + (size_t)i * MOST_NAME;
		if (found->described)
			read_image_parameter(found->described, i, name, MOST_NAME, &parameters[i]);
		else
			read_parameter(kernel, i, name, &parameters[i]);
	}
	if (CL.clGetKernelWorkGroupInfo(kernel, context->device->id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
		    sizeof function->base.group, function->base.group, NULL) != CL_SUCCESS)
		memset(function->base.group, 0, sizeof function->base.group);
	for (uint32_t i = 0; i < 3; i++) {
		if (found->group[i])
			function->base.group[i] = found->group[i];
	}
	return !found->packaged || kernels_opencl__image_sources(found, sources, &function->base, error);
}

struct kernels_device_function *kernels_opencl__function_create(
	struct kernels_device_program *base, const char *name, struct kernels_device_error *error)
{
	struct kernels_opencl__program *program = (struct kernels_opencl__program *)base;
	struct kernels_opencl__context *context = kernels_opencl__context_of(base->context);
	struct kernels_opencl__function *function = NULL;
	struct kernels_opencl__image_kernel found;
	int32_t code = CL_SUCCESS;
	uint32_t count = 0;
	char call[200], text[4096];
	if (!find(program, name, text, sizeof text, &found, error))
		return NULL;
	snprintf(call, sizeof call, "clCreateKernel of %.150s", text);
	void *kernel = CL.clCreateKernel(found.program, text, &code);
	if (!kernels_opencl__check(code, call, context->base.label, error))
		return NULL;
	if (kernels_opencl__check(CL.clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL),
		    "clGetKernelInfo", context->base.label, error)) {
		if (found.described && count != found.described->parameter_count)
			kernels_device_fail(error, ASYNC_CODE_INTERNAL, 0, "'%.200s' on %s has %u parameters, its SPIR-V has %u", name,
				context->base.label, (unsigned)count,
				(unsigned)found.described->parameter_count);
		else if (count <= MOST_PARAMETERS)
			function = make(program, count, found.source_count, text, error);
		else
			kernels_device_fail(error, ASYNC_CODE_UNIMPLEMENTED, 0, "'%.200s' on %s has %u parameters", name,
				context->base.label, (unsigned)count);
	}
	if (!function) {
		CL.clReleaseKernel(kernel);
		return NULL;
	}
	function->program = found.program;
	if (!kernels_opencl__kernel_add(function, kernel, error))
		CL.clReleaseKernel(kernel);
	else if (describe(function, &found, error))
		return &function->base;
	kernels_device_release(&function->base.base);
	return NULL;
}
