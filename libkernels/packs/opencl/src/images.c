/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "image_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_SYCLBIN
#include <image/package.h>
#endif

enum { MOST_ASPECTS = 16, MOST_VALUES = 1024 };
#define MOST_MODULES 4096u

/* ---- files */

static struct kernels_opencl__images *create(struct kernels_opencl__context *context, uint32_t count, size_t bytes,
	struct kernels_device_error *error)
{
	struct kernels_opencl__images *images;
	const size_t block = sizeof *images + count * sizeof *images->image + bytes;
	images = async_alloc(context->base.allocator, block, _Alignof(struct kernels_opencl__images));
	if (!images) {
		kernels_opencl__no_memory(context->base.label, error);
		return NULL;
	}
	*images = (struct kernels_opencl__images){ .context = context, .block = block, .count = count };
	for (uint32_t i = 0; i < count; i++)
		images->image[i] = (struct kernels_opencl__image){ NULL, NULL };
	if (kernels_opencl__describe(context->base.device, &images->info, error))
		return images;
	kernels_opencl__images_destroy(images);
	return NULL;
}

void kernels_opencl__images_destroy(struct kernels_opencl__images *images)
{
	if (!images)
		return;
	const struct async_allocator *allocator = images->context->base.allocator;
	for (uint32_t i = 0; i < images->count; i++) {
		if (images->image[i].program)
			CL.clReleaseProgram(images->image[i].program);
		if (images->image[i].constants)
			kernels_device_release(&images->image[i].constants->base);
	}
#ifdef HAVE_SYCLBIN
	kernels_image__package_close(images->package);
#endif
	kernels_image__spirv_finish(&images->spirv, allocator);
	async_free(allocator, images, images->block, _Alignof(struct kernels_opencl__images));
}

static bool open_module(struct kernels_opencl__images *images, const struct kernels_device_code *code,
	struct image_value *values, struct kernels_device_error *error)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct kernels_opencl__module m = { .images = images,
		.code = code,
		.bytes = code->bytes,
		.size = code->byte_count,
		.spirv = &images->spirv,
		.values = values,
		.value_count = code->constant_count };
	if (kernels_image__spirv_read(code->bytes, code->byte_count, images->context->base.allocator, &images->spirv, &diag) !=
		KERNELS_OK)
		return kernels_opencl__module_fail(&m, &diag, error);
	if (code->constant_count > MOST_VALUES)
		return kernels_device_fail(error, ASYNC_CODE_RESOURCE_EXHAUSTED, 0, "more than %d specialization constants", MOST_VALUES);
	for (size_t i = 0; i < code->constant_count; i++) {
		const struct kernels_device_constant *c = code->constants + i;
		if (c->name)
			return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
				"specialization constant '%.100s': only SYCLBIN files have names of constants", c->name);
		values[i] = (struct image_value){ c->id, c->size <= 8 ? (uint8_t)c->size : UINT8_MAX, c->bytes };
	}
	images->image[0].program = kernels_opencl__module_build(&m, "", error);
	return images->image[0].program != NULL;
}

#ifdef HAVE_SYCLBIN
/* Aspects by their names. What OpenCL cannot tell is absent. */
static size_t find_aspects(const struct kernels_device_info *info, uint32_t aspects[MOST_ASPECTS])
{
	const struct {
		const char *name;
		bool has;
	} known[] = { { "cpu", info->kind == KERNELS_DEVICE_CPU }, { "gpu", info->kind == KERNELS_DEVICE_GPU },
		{ "accelerator", info->kind == KERNELS_DEVICE_ACCELERATOR }, { "custom", info->kind == KERNELS_DEVICE_CUSTOM },
		{ "fp16", info->fp16 }, { "fp64", info->fp64 }, { "atomic64", info->atomic64 }, { "image", info->images },
		{ "online_compiler", info->compiler }, { "online_linker", info->compiler } };
	size_t count = 0;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		for (uint32_t number = 0; known[i].has && number < 128; number++) {
			const char *name = syclbin_aspect_name(number);
			if (name && strcmp(name, known[i].name) == 0)
				aspects[count++] = number;
		}
	}
	return count;
}

static struct syclbin_device describe(const struct kernels_device_info *info, const uint32_t *aspects, size_t count)
{
	struct syclbin_device device = SYCLBIN_DEVICE_INIT;
	device.backend = SYCLBIN_BACKEND_OPENCL;
	device.kind = info->kind == KERNELS_DEVICE_CPU ? SYCLBIN_DEVICE_CPU :
		      info->kind == KERNELS_DEVICE_GPU ? SYCLBIN_DEVICE_GPU :
							 SYCLBIN_DEVICE_ACCELERATOR;
	device.aspects = aspects;
	device.aspect_count = count;
	device.max_work_group_size = info->largest_group;
	for (unsigned i = 0; i < 3; i++)
		device.max_work_item_sizes[i] = info->largest_groups[2 - i]; /* in SYCL's order */
	return device;
}

/* Each constant of the caller must belong to a module. */
static bool check_constants(const struct kernels_opencl__images *images, const struct kernels_device_code *code,
	struct kernels_device_error *error)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	const struct kernels_opencl__module m = { .images = images, .code = code };
	return kernels_image__package_check_constants(images->package, code->constants, code->constant_count, &diag) == KERNELS_OK ||
	       kernels_opencl__module_fail(&m, &diag, error);
}

/* Native code reads its constants from a buffer, whose bytes never change. */
static bool make_constants(struct kernels_opencl__module *m, const struct image_part *part, struct kernels_opencl__image *out,
	struct kernels_device_error *error)
{
	const struct async_allocator *allocator = m->images->context->base.allocator;
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	uint8_t *bytes;
	size_t size;
	if (kernels_image__package_blob(part, m->code->constants, m->code->constant_count, allocator, &bytes, &size, &diag) !=
		KERNELS_OK)
		return kernels_opencl__module_fail(m, &diag, error);
	if (!bytes)
		return true;
	out->constants = kernels_opencl__buffer_of_bytes(m->images->context, bytes, size, error);
	async_free(allocator, bytes, size, 16);
	return out->constants != NULL;
}

static bool open_part(struct kernels_opencl__images *images, const struct kernels_device_code *code, const struct image_part *part,
	struct image_value *values, struct kernels_device_error *error)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct kernels_opencl__image *out = images->image + part->module;
	struct kernels_opencl__module m = { .images = images,
		.code = code,
		.bytes = part->bytes,
		.size = part->size,
		.spirv = part->native ? NULL : &part->spirv,
		.values = values };
	if (part->native && !make_constants(&m, part, out, error))
		return false;
	if (!part->native && kernels_image__package_values(part, code->constants, code->constant_count, values, MOST_VALUES,
				     &m.value_count, &diag) != KERNELS_OK)
		return kernels_opencl__module_fail(&m, &diag, error);
	out->program = kernels_opencl__module_build(&m, part->options, error);
	return out->program != NULL;
}

static bool open_package(struct kernels_opencl__images *images, const struct kernels_device_code *code,
	struct image_value *values, struct kernels_device_error *error)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	uint32_t aspects[MOST_ASPECTS];
	const size_t aspect_count = find_aspects(&images->info, aspects);
	const struct syclbin_device device = describe(&images->info, aspects, aspect_count);
	const struct kernels_opencl__module m = { .images = images, .code = code };
	void *bytes = memcpy(images->image + images->count, code->bytes, code->byte_count);
	if (kernels_image__package_open(bytes, code->byte_count, &device, images->context->base.allocator, &images->package,
		    &diag) != KERNELS_OK)
		return kernels_opencl__module_fail(&m, &diag, error);
	if (kernels_image__package_count(images->package) > images->count)
		return kernels_device_fail(error, ASYNC_CODE_RESOURCE_EXHAUSTED, 0, "more than %u modules", (unsigned)images->count);
	bool good = check_constants(images, code, error);
	for (uint32_t i = 0; good && i < kernels_image__package_count(images->package); i++) {
		const struct image_part *part = kernels_image__package_part(images->package, i);
		good = !part->fits || open_part(images, code, part, values, error);
	}
	return good;
}
#endif

bool kernels_opencl__is_syclbin(const void *bytes, size_t size)
{
#ifdef HAVE_SYCLBIN
	return kernels_image__is_package(bytes, size);
#else
	(void)bytes, (void)size;
	return false;
#endif
}

struct kernels_opencl__images *kernels_opencl__images_create(struct kernels_opencl__context *context,
	const struct kernels_device_code *code, uint32_t kind, struct kernels_device_error *error)
{
	struct kernels_opencl__images *images = NULL;
	struct image_value *values = malloc(MOST_VALUES * sizeof *values);
	bool good = false;
	if (!values) {
		kernels_opencl__no_memory(context->base.label, error);
		return NULL;
	}
	if (kind == KERNELS_DEVICE_SOURCE_SPIRV) {
		images = create(context, 1, 0, error);
		good = images && open_module(images, code, values, error);
	} else {
#ifdef HAVE_SYCLBIN
		struct syclbin_reader reader;
		uint32_t count = MOST_MODULES; /* in containers */
		if (syclbin_reader_open(code->bytes, code->byte_count, &reader, NULL) == SYCLBIN_OK && reader.module_count < count)
			count = reader.module_count;
		images = create(context, count, code->byte_count, error);
		good = images && open_package(images, code, values, error);
#else
		kernels_device_fail(error, ASYNC_CODE_UNIMPLEMENTED, 0, "SYCLBIN files: built without libsyclbin");
#endif
	}
	free(values);
	if (good)
		return images;
	kernels_opencl__images_destroy(images);
	return NULL;
}

/* ---- kernels */

bool kernels_opencl__images_find(const struct kernels_opencl__images *images, const char *name,
	struct kernels_opencl__image_kernel *out, struct kernels_device_error *error)
{
	const size_t size = strlen(name);
	*out = (struct kernels_opencl__image_kernel){ .name = name, .name_size = size };
#ifdef HAVE_SYCLBIN
	if (images->package) {
		struct kernels_diag diag = KERNELS_DIAG_INIT;
		struct image_entry entry;
		if (kernels_image__package_kernel(images->package, name, size, &entry, &diag) != KERNELS_OK)
			return kernels_device_fail(error,
				diag.status == KERNELS_E_NOT_FOUND ? ASYNC_CODE_NOT_FOUND : ASYNC_CODE_FAILED_PRECONDITION, 0, "%s for %s",
				diag.message, images->context->base.label);
		out->program = images->image[entry.part->module].program;
		out->constants = images->image[entry.part->module].constants;
		out->takes_constants = entry.takes_constants;
		out->name = entry.name.data;
		out->name_size = entry.name.size;
		out->described = entry.kernel;
		memcpy(out->group, entry.group, sizeof out->group);
		out->packaged = true;
		out->source_count = entry.full_count == UINT32_MAX ? 0 : entry.full_count;
		out->implicit_local = entry.implicit_local;
		out->mask = entry.removed;
		return true;
	}
#endif
	out->described = kernels_image__spirv_kernel(&images->spirv, name, size);
	if (!out->described)
		return kernels_device_fail(error, ASYNC_CODE_NOT_FOUND, 0, "the program for %s has no kernel '%.200s'",
			images->context->base.label, name);
	out->program = images->image[0].program;
	memcpy(out->group, out->described->local_size, sizeof out->group);
	return true;
}

bool kernels_opencl__image_sources(const struct kernels_opencl__image_kernel *found, uint32_t *sources,
	struct kernels_device_function *function, struct kernels_device_error *error)
{
#ifdef HAVE_SYCLBIN
	const struct image_entry entry = { .full_count = found->mask ? found->source_count : UINT32_MAX,
		.implicit_local = found->implicit_local,
		.takes_constants = found->takes_constants,
		.removed = found->mask };
	uint32_t left = 0;
	if (!kernels_image__set_sources(&entry, sources, function->parameter_count, function, &left))
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"'%.200s' on %s has %u parameters, but its mask in the SYCLBIN file leaves %u", function->name,
			function->context->label, (unsigned)function->parameter_count, (unsigned)left);
	function->constants = found->constants;
#else
	(void)found, (void)sources, (void)function, (void)error;
#endif
	return true;
}
