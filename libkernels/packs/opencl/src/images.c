/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "images.h"

#include <image/cache.h>
#include <image/translate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_SYCLBIN
#include <image/package.h>
#endif

enum { TRANSLATION_MS = 60000, MOST_ASPECTS = 16 };
#define MOST_MODULES 4096u

struct image_package;

struct kernels_opencl__images {
	struct kernels_opencl__context *context; /* of the program */
	struct kernels_device_info info;
	struct image_spirv spirv;      /* of a module by itself */
	struct image_package *package; /* of a SYCLBIN file, whose bytes follow the programs; NULL: a module by itself */
	size_t block;                  /* bytes of this allocation */
	uint32_t count;
	void *programs[];              /* by number of the module; NULL: it does not fit */
};

/* One module on its way to a program. */
struct module {
	const struct kernels_opencl__images *images;
	const struct kernels_device_code *code;
	const void *bytes;
	size_t size;
	const struct image_spirv *spirv; /* NULL: native code */
	char *options;                   /* of the file, of the caller, of the way */
	struct image_value *values;      /* of the constants that the module has */
	size_t value_count;
};

static bool fail(const struct module *m, const struct kernels_diag *diag, struct kernels_device_error *error)
{
	const enum async_code code = diag->status == KERNELS_E_NOMEM       ? ASYNC_CODE_RESOURCE_EXHAUSTED :
				     diag->status == KERNELS_E_NOT_FOUND   ? ASYNC_CODE_NOT_FOUND :
				     diag->status == KERNELS_E_UNSUPPORTED ? ASYNC_CODE_UNIMPLEMENTED :
				     diag->status == KERNELS_E_LIMIT       ? ASYNC_CODE_RESOURCE_EXHAUSTED :
									     ASYNC_CODE_INVALID_ARGUMENT;
	return kernels_device_fail(error, code, 0, "%.200s for %s: %s", m->code->name ? m->code->name : "the program",
		m->images->context->base.label, diag->message);
}

static bool no_memory(const struct module *m, struct kernels_device_error *error)
{
	return kernels_opencl__no_memory(m->images->context->base.label, error);
}

/* ---- the cache */

static void key_of(const struct module *m, uint8_t out[32])
{
	const struct kernels_device_info *info = &m->images->info;
	struct image_key key;
	kernels_image__key_begin(&key);
	kernels_image__key_text(&key, "opencl 1");
	kernels_image__key_text(&key, info->platform);
	kernels_image__key_text(&key, info->name);
	kernels_image__key_text(&key, info->version);
	kernels_image__key_text(&key, info->driver_version);
	kernels_image__key_text(&key, info->extensions);
	kernels_image__key_text(&key, m->options);
	kernels_image__key_add(&key, m->bytes, m->size);
	for (size_t i = 0; i < m->value_count; i++) {
		kernels_image__key_add(&key, &m->values[i].id, sizeof m->values[i].id);
		kernels_image__key_add(&key, m->values[i].bytes, m->values[i].size);
	}
	kernels_image__key_finish(&key, out);
}

static void *from_binary(const struct module *m, const void *bytes, size_t size, struct kernels_device_error *error)
{
	const struct kernels_opencl__context *context = m->images->context;
	const unsigned char *binary = bytes;
	int32_t code = CL_SUCCESS, status = CL_SUCCESS;
	void *program = CL.clCreateProgramWithBinary(context->context, 1, &context->device->id, &size, &binary, &status, &code);
	return kernels_opencl__check(code, "clCreateProgramWithBinary", context->base.label, error) ? program : NULL;
}

/* Builds the program, or releases it. */
static void *built(const struct module *m, void *program, const char *options, struct kernels_device_error *error)
{
	if (program && kernels_opencl__build(m->images->context, program, options, m->code->name, error))
		return program;
	if (program)
		CL.clReleaseProgram(program);
	return NULL;
}

/* A file that the driver refuses, perhaps of another version in spite of the key, counts as absent. */
static void *load(const struct module *m, const uint8_t key[32])
{
	const struct async_allocator *allocator = m->images->context->base.allocator;
	struct kernels_device_error ignored;
	size_t size;
	void *bytes = kernels_image__cache_load(key, allocator, &size);
	if (!bytes)
		return NULL;
	void *program = built(m, from_binary(m, bytes, size, &ignored), m->options, &ignored);
	async_free(allocator, bytes, size, 16);
	return program;
}

static void store(const struct module *m, const uint8_t key[32], void *program)
{
	size_t size = 0;
	if (CL.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL) != CL_SUCCESS || size == 0)
		return;
	unsigned char *bytes = async_alloc(m->images->context->base.allocator, size, 16);
	if (!bytes)
		return;
	if (CL.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL) == CL_SUCCESS)
		(void)kernels_image__cache_store(key, bytes, size);
	async_free(m->images->context->base.allocator, bytes, size, 16);
}

/* ---- one module */

/* 15 of "OpenCL 3.0 PoCL 3.1+debian  Linux, ..., LLVM 15.0.6, ..."; 0: not known. */
static unsigned llvm_version(const struct kernels_opencl__context *context)
{
	char text[512] = "";
	if (CL.clGetPlatformInfo(context->device->platform, CL_PLATFORM_VERSION, sizeof text - 1, text, NULL) != CL_SUCCESS)
		return 0;
	const char *llvm = strstr(text, "LLVM ");
	const unsigned long version = llvm ? strtoul(llvm + 5, NULL, 10) : 0;
	return version < 1000 ? (unsigned)version : 0;
}

static void *from_il(const struct module *m, struct kernels_device_error *error)
{
	const struct kernels_opencl__context *context = m->images->context;
	int32_t code = CL_SUCCESS;
	void *program = CL.clCreateProgramWithIL(context->context, m->bytes, m->size, &code);
	if (!kernels_opencl__check(code, "clCreateProgramWithIL", context->base.label, error))
		return NULL;
	if (m->value_count > 0 && !CL.clSetProgramSpecializationConstant) {
		kernels_device_fail(error, ASYNC_CODE_UNIMPLEMENTED, 0, "%s sets no specialization constants", context->base.label);
		CL.clReleaseProgram(program);
		return NULL;
	}
	for (size_t i = 0; i < m->value_count; i++) {
		char call[80];
		snprintf(call, sizeof call, "clSetProgramSpecializationConstant of id %u", (unsigned)m->values[i].id);
		if (!kernels_opencl__check(CL.clSetProgramSpecializationConstant(program, m->values[i].id, m->values[i].size,
			    m->values[i].bytes), call, context->base.label, error)) {
			CL.clReleaseProgram(program);
			return NULL;
		}
	}
	return built(m, program, m->options, error);
}

static void *from_bitcode(const struct module *m, struct kernels_device_error *error)
{
	static const char flags[] = "-x spir -spir-std=1.2 ";
	const struct kernels_opencl__context *context = m->images->context;
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct image_translation translation;
	char *options = malloc(sizeof flags + strlen(m->options));
	void *program = NULL;
	if (!options) {
		no_memory(m, error);
	} else if (kernels_image__translate(m->bytes, m->size, m->spirv, m->values, m->value_count, llvm_version(context),
			   TRANSLATION_MS, context->base.allocator, &translation, &diag) != KERNELS_OK) {
		fail(m, &diag, error);
	} else {
		strcpy(stpcpy(options, flags), m->options);
		program = built(m, from_binary(m, translation.bitcode, translation.size, error), options, error);
		async_free(context->base.allocator, translation.bitcode, translation.size, 16);
	}
	free(options);
	return program;
}

static void *build_spirv(const struct module *m, struct kernels_device_error *error)
{
	uint8_t key[32];
	void *program;
	key_of(m, key);
	if ((program = load(m, key)) != NULL)
		return program;
	if (m->images->info.il[0] && CL.clCreateProgramWithIL)
		program = from_il(m, error);
	else if (strstr(m->images->info.extensions, "cl_khr_spir"))
		program = from_bitcode(m, error);
	else
		kernels_device_fail(error, ASYNC_CODE_UNIMPLEMENTED, 0, "%s takes neither SPIR-V nor LLVM bitcode",
			m->images->context->base.label);
	if (program)
		store(m, key, program);
	return program;
}

/* Selects the constants of the module. With `all`, each constant of the caller must be one of them. */
static bool take_constants(struct module *m, bool all, struct kernels_device_error *error)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	for (size_t i = 0; m->spirv && i < m->code->constant_count; i++) {
		const struct kernels_device_constant *c = m->code->constants + i;
		if (!all && !kernels_image__spirv_constant(m->spirv, c->id))
			continue;
		m->values[m->value_count++] = (struct image_value){ c->id, c->size <= 8 ? (uint8_t)c->size : UINT8_MAX, c->bytes };
	}
	return !m->spirv || kernels_image__check_values(m->spirv, m->values, m->value_count, &diag) == KERNELS_OK ||
	       fail(m, &diag, error);
}

static void *build_module(struct module *m, const char *file_options, bool all, struct kernels_device_error *error)
{
	const char *given = m->code->options ? m->code->options : "";
	void *program = NULL;
	m->options = malloc(strlen(given) + strlen(file_options) + 2);
	m->values = malloc((m->code->constant_count + 1) * sizeof *m->values);
	if (!m->options || !m->values) {
		no_memory(m, error);
	} else if (take_constants(m, all, error)) {
		sprintf(m->options, "%s%s%s", file_options, file_options[0] && given[0] ? " " : "", given);
		program = m->spirv ? build_spirv(m, error) : built(m, from_binary(m, m->bytes, m->size, error), m->options, error);
	}
	free(m->options);
	free(m->values);
	return program;
}

/* ---- files */

static struct kernels_opencl__images *create(struct kernels_opencl__context *context, uint32_t count, size_t bytes,
	struct kernels_device_error *error)
{
	struct kernels_opencl__images *images;
	const size_t block = sizeof *images + count * sizeof *images->programs + bytes;
	images = async_alloc(context->base.allocator, block, _Alignof(struct kernels_opencl__images));
	if (!images) {
		kernels_opencl__no_memory(context->base.label, error);
		return NULL;
	}
	*images = (struct kernels_opencl__images){ .context = context, .block = block, .count = count };
	for (uint32_t i = 0; i < count; i++)
		images->programs[i] = NULL;
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
		if (images->programs[i])
			CL.clReleaseProgram(images->programs[i]);
	}
#ifdef HAVE_SYCLBIN
	kernels_image__package_close(images->package);
#endif
	kernels_image__spirv_finish(&images->spirv, allocator);
	async_free(allocator, images, images->block, _Alignof(struct kernels_opencl__images));
}

static bool open_module(struct kernels_opencl__images *images, const struct kernels_device_code *code,
	struct kernels_device_error *error)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct module m = { .images = images, .code = code, .bytes = code->bytes, .size = code->byte_count, .spirv = &images->spirv };
	if (kernels_image__spirv_read(code->bytes, code->byte_count, images->context->base.allocator, &images->spirv, &diag) !=
		KERNELS_OK)
		return fail(&m, &diag, error);
	images->programs[0] = build_module(&m, "", true, error);
	return images->programs[0] != NULL;
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
	for (size_t i = 0; i < code->constant_count; i++) {
		bool found = false;
		for (uint32_t m = 0; m < kernels_image__package_count(images->package); m++)
			found = found || kernels_image__spirv_constant(&kernels_image__package_part(images->package, m)->spirv,
						 code->constants[i].id);
		if (!found)
			return kernels_device_fail(error, ASYNC_CODE_NOT_FOUND, 0, "%.200s has no specialization constant %u",
				code->name ? code->name : "the program", (unsigned)code->constants[i].id);
	}
	return true;
}

static bool open_package(struct kernels_opencl__images *images, const struct kernels_device_code *code,
	struct kernels_device_error *error)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	uint32_t aspects[MOST_ASPECTS];
	const size_t aspect_count = find_aspects(&images->info, aspects);
	const struct syclbin_device device = describe(&images->info, aspects, aspect_count);
	struct module m = { .images = images, .code = code };
	void *bytes = memcpy(images->programs + images->count, code->bytes, code->byte_count);
	if (kernels_image__package_open(bytes, code->byte_count, &device, images->context->base.allocator, &images->package,
		    &diag) != KERNELS_OK)
		return fail(&m, &diag, error);
	if (kernels_image__package_count(images->package) > images->count)
		return kernels_device_fail(error, ASYNC_CODE_RESOURCE_EXHAUSTED, 0, "more than %u modules", (unsigned)images->count);
	bool good = check_constants(images, code, error);
	for (uint32_t i = 0; good && i < kernels_image__package_count(images->package); i++) {
		const struct image_part *part = kernels_image__package_part(images->package, i);
		m = (struct module){ .images = images, .code = code, .bytes = part->bytes, .size = part->size,
			.spirv = part->native ? NULL : &part->spirv };
		if (part->fits)
			good = (images->programs[i] = build_module(&m, part->options, false, error)) != NULL;
	}
	return good;
}
#endif

bool kernels_opencl__is_syclbin(const void *bytes, size_t size)
{
#ifdef HAVE_SYCLBIN
	return syclbin_is_syclbin(bytes, size);
#else
	(void)bytes, (void)size;
	return false;
#endif
}

struct kernels_opencl__images *kernels_opencl__images_create(struct kernels_opencl__context *context,
	const struct kernels_device_code *code, uint32_t kind, struct kernels_device_error *error)
{
	struct kernels_opencl__images *images = NULL;
	bool good = false;
	if (kind == KERNELS_DEVICE_SOURCE_SPIRV) {
		images = create(context, 1, 0, error);
		good = images && open_module(images, code, error);
	} else {
#ifdef HAVE_SYCLBIN
		struct syclbin_reader reader;
		uint32_t count = MOST_MODULES; /* in containers */
		if (syclbin_reader_open(code->bytes, code->byte_count, &reader, NULL) == SYCLBIN_OK && reader.module_count < count)
			count = reader.module_count;
		images = create(context, count, code->byte_count, error);
		good = images && open_package(images, code, error);
#else
		kernels_device_fail(error, ASYNC_CODE_UNIMPLEMENTED, 0, "SYCLBIN files: built without libsyclbin");
#endif
	}
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
		out->program = images->programs[entry.part->module];
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
	out->program = images->programs[0];
	memcpy(out->group, out->described->local_size, sizeof out->group);
	return true;
}

bool kernels_opencl__image_sources(const struct kernels_opencl__image_kernel *found, uint32_t *sources,
	struct kernels_device_function *function, struct kernels_device_error *error)
{
#ifdef HAVE_SYCLBIN
	const struct image_entry entry = { .full_count = found->mask ? found->source_count : UINT32_MAX,
		.implicit_local = found->implicit_local,
		.removed = found->mask };
	uint32_t left = 0;
	if (!kernels_image__set_sources(&entry, sources, function->parameter_count, function, &left))
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"'%.200s' on %s has %u parameters, but its mask in the SYCLBIN file leaves %u", function->name,
			function->context->label, (unsigned)function->parameter_count, (unsigned)left);
#else
	(void)found, (void)sources, (void)function, (void)error;
#endif
	return true;
}
