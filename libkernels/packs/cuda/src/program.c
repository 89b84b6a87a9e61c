/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs: PTX, cubin and fat binaries, also out of SYCLBIN files; and their functions. */
#include "cuda.h"

#include <stdio.h>
#include <string.h>
#ifdef HAVE_SYCLBIN
#include <image/package.h>
#endif

enum { LOG_BUFFER = 5, LOG_SIZE = 6, LOG_BYTES = 600, MAX_THREADS_PER_BLOCK = 0, MOST_PARAMETERS = 4096, MOST_IMAGES = 4096 };

struct image_package;

struct cuda_image {
	cuda_module_handle module;               /* NULL: does not fit this device */
	struct kernels_device_buffer *constants; /* values that the code reads from memory; NULL: none */
};

struct cuda_program {
	struct kernels_device_program base;
	size_t block_size;
	struct image_package *package; /* of a SYCLBIN file, whose bytes follow the images; NULL: one module */
	uint32_t count;
	struct cuda_image images[];    /* by number in the file */
};

static void free_program(struct kernels_device_object *object)
{
	struct cuda_program *program = (struct cuda_program *)object;
	struct cuda_context *context = (struct cuda_context *)program->base.context;
	if (kernels_cuda__enter_to_destroy(context)) {
		for (uint32_t i = 0; i < program->count; i++) {
			if (program->images[i].module)
				(void)CUDA->cuModuleUnload(program->images[i].module);
		}
		kernels_cuda__leave();
	}
	for (uint32_t i = 0; i < program->count; i++) {
		if (program->images[i].constants)
			kernels_device_release(&program->images[i].constants->base);
	}
#ifdef HAVE_SYCLBIN
	kernels_image__package_close(program->package);
#endif
	async_free(context->base.allocator, program, program->block_size, _Alignof(struct cuda_program));
}

static bool is_text(const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size && i < 64; i++) {
		if (bytes[i] == 0)
			return i > 0 && i + 1 == size;
	}
	return size > 0 && bytes[0] != 0x7F && bytes[0] < 0x80;
}

/* Loads one image; PTX is copied, because libcuda wants a NUL behind it. */
static bool load(struct cuda_context *context, const void *bytes, size_t size, const char *name, cuda_module_handle *out,
	struct kernels_device_error *error)
{
	const struct async_allocator *allocator = context->base.allocator;
	char log[LOG_BYTES] = "";
	int options[] = { LOG_BUFFER, LOG_SIZE };
	void *values[] = { log, (void *)(uintptr_t)(sizeof log - 1) };
	char *copy = NULL;
	if (is_text(bytes, size)) {
		copy = async_alloc(allocator, size + 1, 1);
		if (!copy)
			return kernels_cuda__no_memory(error);
		memcpy(copy, bytes, size);
		copy[size] = '\0';
	}
	cuda_module_handle module = NULL;
	const cuda_result result = CUDA->cuModuleLoadDataEx(&module, copy ? copy : bytes, 2, options, values);
	async_free(allocator, copy, size + 1, 1);
	log[sizeof log - 1] = '\0';
	if (result != CUDA_SUCCESS && log[0] && !kernels_cuda__is_fatal(result))
		return kernels_device_fail(error, kernels_cuda__code(result), result, "cuModuleLoadDataEx of %.80s on %s: %s (%d): %s",
			name, context->base.label, kernels_cuda__name(result), result, log);
	*out = module;
	return kernels_cuda__check(context, result, "cuModuleLoadDataEx", error);
}

/* Space for `count` modules and a copy of the file. */
static struct cuda_program *create(struct cuda_context *context, uint32_t count, size_t bytes, struct kernels_device_error *error)
{
	const size_t size = sizeof(struct cuda_program) + count * sizeof(struct cuda_image) + bytes;
	struct cuda_program *program = async_alloc(context->base.allocator, size, _Alignof(struct cuda_program));
	if (!program) {
		kernels_cuda__no_memory(error);
		return NULL;
	}
	*program = (struct cuda_program){ .block_size = size, .count = count };
	for (uint32_t i = 0; i < count; i++)
		program->images[i] = (struct cuda_image){ NULL, NULL };
	kernels_device_object_init(&program->base.base, &kernels_cuda__driver, &context->base.base, free_program);
	program->base.context = &context->base;
	return program;
}

#ifdef HAVE_SYCLBIN
static bool fail_package(struct cuda_context *context, const char *name, const struct kernels_diag *diag,
	struct kernels_device_error *error)
{
	const enum async_code code = diag->status == KERNELS_E_NOMEM     ? ASYNC_CODE_RESOURCE_EXHAUSTED :
				     diag->status == KERNELS_E_NOT_FOUND ? ASYNC_CODE_NOT_FOUND :
									   ASYNC_CODE_INVALID_ARGUMENT;
	return kernels_device_fail(error, code, 0, "%.100s for %s: %s", name, context->base.label, diag->message);
}

/* Code for CUDA reads specialization constants from memory, whose bytes never change. The context is current. */
static bool load_constants(struct cuda_context *context, const struct image_part *part, const struct kernels_device_code *code,
	const char *name, struct cuda_image *out, struct kernels_device_error *error)
{
	const struct async_allocator *allocator = context->base.allocator;
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	uint8_t *bytes;
	size_t size;
	if (kernels_image__package_blob(part, code->constants, code->constant_count, allocator, &bytes, &size, &diag) != KERNELS_OK)
		return fail_package(context, name, &diag, error);
	if (!bytes)
		return true;
	out->constants = kernels_cuda__buffer_create(&context->base, size, false, error);
	const bool good = out->constants && kernels_cuda__check(context,
		CUDA->cuMemcpyHtoD(((struct cuda_buffer *)out->constants)->pointer, bytes, size), "cuMemcpyHtoD", error);
	async_free(allocator, bytes, size, 16);
	return good;
}

static struct cuda_program *load_package(struct cuda_context *context, const struct kernels_device_code *code, const char *name,
	struct kernels_device_error *error)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct kernels_device_info info;
	struct syclbin_device device = SYCLBIN_DEVICE_INIT;
	struct syclbin_reader reader;
	device.backend = SYCLBIN_BACKEND_CUDA;
	device.kind = SYCLBIN_DEVICE_GPU;
	uint32_t count = MOST_IMAGES;
	if (!kernels_cuda__describe(context->base.device, &info, error))
		return NULL;
	device.arch = info.version;
	device.match_arch = true; /* the driver refuses other code */
	device.max_work_group_size = info.largest_group;
	for (unsigned i = 0; i < 3; i++)
		device.max_work_item_sizes[i] = info.largest_groups[2 - i]; /* SYCL's order */
	if (syclbin_reader_open(code->bytes, code->byte_count, &reader, NULL) == SYCLBIN_OK && reader.module_count < MOST_IMAGES)
		count = reader.module_count; /* unknown for containers */
	struct cuda_program *program = create(context, count, code->byte_count, error);
	if (!program)
		return NULL;
	void *bytes = memcpy(program->images + count, code->bytes, code->byte_count);
	if (kernels_image__package_open(bytes, code->byte_count, &device, context->base.allocator, &program->package, &diag) != KERNELS_OK ||
		kernels_image__package_check_constants(program->package, code->constants, code->constant_count, &diag) != KERNELS_OK) {
		fail_package(context, name, &diag, error);
		kernels_device_release(&program->base.base);
		return NULL;
	}
	bool good = kernels_image__package_count(program->package) <= count ||
		    kernels_device_fail(error, ASYNC_CODE_RESOURCE_EXHAUSTED, 0, "%.100s has more than %u modules", name, (unsigned)count);
	for (uint32_t i = 0; good && i < kernels_image__package_count(program->package); i++) {
		const struct image_part *part = kernels_image__package_part(program->package, i);
		if (part->fits)
			good = load(context, part->bytes, part->size, name, &program->images[i].module, error) &&
			       load_constants(context, part, code, name, &program->images[i], error);
	}
	if (good)
		return program;
	kernels_device_release(&program->base.base);
	return NULL;
}
#endif

static struct cuda_program *load_image(struct cuda_context *context, const struct kernels_device_code *code, const char *name,
	struct kernels_device_error *error)
{
	struct cuda_program *program = create(context, 1, 0, error);
	if (!program || load(context, code->bytes, code->byte_count, name, &program->images[0].module, error))
		return program;
	kernels_device_release(&program->base.base);
	return NULL;
}

/* The driver reads fat binaries itself. */
static bool is_package(const struct kernels_device_code *code)
{
#ifdef HAVE_SYCLBIN
	static const uint8_t fat_binary[4] = { 0x50, 0xED, 0x55, 0xBA };
	if (code->kind == KERNELS_DEVICE_SOURCE_AUTO && (code->byte_count < 4 || memcmp(code->bytes, fat_binary, 4) == 0))
		return false;
	return code->kind == KERNELS_DEVICE_SOURCE_SYCLBIN ||
	       (code->kind == KERNELS_DEVICE_SOURCE_AUTO && kernels_image__is_package(code->bytes, code->byte_count));
#else
	return code->kind == KERNELS_DEVICE_SOURCE_SYCLBIN;
#endif
}

static bool check_code(struct cuda_context *context, const struct kernels_device_code *code, const char *name,
	struct kernels_device_error *error)
{
	if (code->kind == KERNELS_DEVICE_SOURCE_OPENCL_C || code->kind == KERNELS_DEVICE_SOURCE_SPIRV ||
		(code->byte_count >= 4 && memcmp(code->bytes, "\3\2\43\7", 4) == 0))
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"%.100s for %s: expected PTX, a cubin, a fat binary or a SYCLBIN file with one of them", name, context->base.label);
	if (code->constant_count > 0 && !is_package(code))
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"%.100s for %s: specialization constants are fixed in code for CUDA, except for SYCLBIN files", name,
			context->base.label);
	if (code->byte_count == 0)
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0, "%.100s for %s is empty", name, context->base.label);
	return true;
}

struct kernels_device_program *kernels_cuda__program_create(struct kernels_device_context *base,
	const struct kernels_device_code *code, struct kernels_device_error *error)
{
	struct cuda_context *context = (struct cuda_context *)base;
	const char *name = code->name ? code->name : "the program";
	struct cuda_program *program = NULL;
	if (!kernels_device_code_has_size(code, error) || !check_code(context, code, name, error) || !kernels_cuda__enter(context, "cuModuleLoadDataEx", error))
		return NULL;
	if (!is_package(code))
		program = load_image(context, code, name, error);
#ifdef HAVE_SYCLBIN
	else
		program = load_package(context, code, name, error);
#else
	else
		kernels_device_fail(error, ASYNC_CODE_UNIMPLEMENTED, 0, "%.100s: built without libsyclbin", name);
#endif
	kernels_cuda__leave();
	return program ? &program->base : NULL;
}

/* ---- functions */

static void free_function(struct kernels_device_object *object)
{
	struct cuda_function *function = (struct cuda_function *)object;
	async_free(function->base.context->allocator, function, function->block_size, _Alignof(struct cuda_function));
}

/* What a SYCLBIN file tells about a kernel. */
struct found {
	uint32_t group[3];
#ifdef HAVE_SYCLBIN
	bool packaged;
	struct image_entry entry;
#endif
};

/* The kernel's name in its module. */
static bool find_kernel(struct cuda_program *program, const char *name, const struct cuda_image **out_image, const char **out_name,
	size_t *out_size, struct found *out_found, struct kernels_device_error *error)
{
	*out_image = program->images;
	*out_name = name;
	*out_size = strlen(name);
	*out_found = (struct found){ .group = { 0 } };
#ifdef HAVE_SYCLBIN
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct image_entry entry;
	if (!program->package)
		return true;
	if (kernels_image__package_kernel(program->package, name, strlen(name), &entry, &diag) != KERNELS_OK)
		return fail_package((struct cuda_context *)program->base.context, "the program", &diag, error);
	*out_image = program->images + entry.part->module;
	*out_name = entry.name.data;
	*out_size = entry.name.size;
	memcpy(out_found->group, entry.group, sizeof entry.group);
	out_found->packaged = true;
	out_found->entry = entry;
#else
	(void)error;
#endif
	return true;
}

/* The number of parameters, with their sizes where there is space. 0 with older drivers, which do not tell. */
static uint32_t read_parameters(cuda_function_handle handle, struct kernels_device_parameter *parameters)
{
	size_t offset, size;
	uint32_t count = 0;
	while (CUDA->cuFuncGetParamInfo && count < MOST_PARAMETERS &&
		CUDA->cuFuncGetParamInfo(handle, count, &offset, &size) == CUDA_SUCCESS) {
		if (parameters)
			parameters[count] = (struct kernels_device_parameter){ .kind = KERNELS_DEVICE_ANY, .size = (uint32_t)size };
		count++;
	}
	return count;
}

/* Numbers that the mask of a SYCLBIN file needs. */
static uint32_t source_count(const struct found *found)
{
#ifdef HAVE_SYCLBIN
	return found->packaged && found->entry.full_count != UINT32_MAX ? found->entry.full_count : 0;
#else
	(void)found;
	return 0;
#endif
}

/* Older drivers do not tell the number of parameters; the mask is all that is known then. */
static bool set_sources(struct kernels_device_function *function, const struct found *found, uint32_t *sources,
	struct kernels_device_error *error)
{
#ifdef HAVE_SYCLBIN
	uint32_t left = 0, count = function->parameter_count;
	for (uint32_t i = 0; !function->parameters && i < source_count(found); i++)
		count += !kernels_image__is_removed(&found->entry, i);
	if (found->packaged && !kernels_image__set_sources(&found->entry, sources, count, function, &left))
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"'%.200s' on %s has %u parameters, but its mask in the SYCLBIN file leaves %u", function->name,
			function->context->label, (unsigned)count, (unsigned)left);
#else
	(void)function, (void)found, (void)sources, (void)error;
#endif
	return true;
}

static struct cuda_function *create_function(struct cuda_program *program, const char *name, cuda_function_handle handle,
	const struct found *found, struct kernels_device_error *error)
{
	const struct async_allocator *allocator = program->base.context->allocator;
	const uint32_t count = read_parameters(handle, NULL);
	const uint32_t numbers = source_count(found);
	const size_t size = sizeof(struct cuda_function) + count * sizeof(struct kernels_device_parameter) + numbers * sizeof(uint32_t) +
			    strlen(name) + 1;
	struct cuda_function *function = async_alloc(allocator, size, _Alignof(struct cuda_function));
	if (!function) {
		kernels_cuda__no_memory(error);
		return NULL;
	}
	struct kernels_device_parameter *parameters = (struct kernels_device_parameter *)(function + 1);
	*function = (struct cuda_function){ .handle = handle, .block_size = size };
	kernels_device_object_init(&function->base.base, &kernels_cuda__driver, &program->base.base, free_function);
	function->base.program = &program->base;
	function->base.context = program->base.context;
	uint32_t *sources = (uint32_t *)(parameters + count);
	function->base.name = strcpy((char *)(sources + numbers), name);
	function->base.parameters = CUDA->cuFuncGetParamInfo ? parameters : NULL;
	function->base.parameter_count = read_parameters(handle, parameters);
	if (CUDA->cuFuncGetAttribute(&function->largest_block, MAX_THREADS_PER_BLOCK, handle) != CUDA_SUCCESS)
		function->largest_block = 0;
	for (unsigned i = 0; i < 3; i++)
		function->base.group[i] = found->group[i];
	if (set_sources(&function->base, found, sources, error))
		return function;
	kernels_device_release(&function->base.base);
	return NULL;
}

struct kernels_device_function *kernels_cuda__function_create(struct kernels_device_program *base, const char *name,
	struct kernels_device_error *error)
{
	struct cuda_program *program = (struct cuda_program *)base;
	struct cuda_context *context = (struct cuda_context *)base->context;
	const struct cuda_image *image;
	cuda_function_handle handle = NULL;
	const char *symbol;
	size_t size;
	struct found found;
	char text[4096];
	if (!find_kernel(program, name, &image, &symbol, &size, &found, error))
		return NULL;
	if (size >= sizeof text) {
		kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0, "the name of a kernel has %zu bytes, at most %zu are supported",
			size, sizeof text - 1);
		return NULL;
	}
	memcpy(text, symbol, size);
	text[size] = '\0';
	if (!kernels_cuda__enter(context, "cuModuleGetFunction", error))
		return NULL;
	const cuda_result result = CUDA->cuModuleGetFunction(&handle, image->module, text);
	struct cuda_function *function = NULL;
	if (result == CUDA_NOT_FOUND)
		kernels_device_fail(error, ASYNC_CODE_NOT_FOUND, result, "the program for %s has no kernel '%.200s': %s (%d)",
			context->base.label, name, kernels_cuda__name(result), result);
	else if (kernels_cuda__check(context, result, "cuModuleGetFunction", error))
		function = create_function(program, text, handle, &found, error);
	if (function)
		function->base.constants = image->constants;
	kernels_cuda__leave();
	return function ? &function->base : NULL;
}

struct kernels_device_buffer *kernels_cuda__program_global(struct kernels_device_program *base, const char *name,
	struct kernels_device_error *error)
{
	struct cuda_program *program = (struct cuda_program *)base;
	struct cuda_context *context = (struct cuda_context *)base->context;
	cuda_pointer pointer = 0;
	size_t size = 0;
	cuda_result result = CUDA_NOT_FOUND;
	if (!kernels_cuda__enter(context, "cuModuleGetGlobal", error))
		return NULL;
	for (uint32_t i = 0; i < program->count && result == CUDA_NOT_FOUND; i++) {
		if (program->images[i].module)
			result = CUDA->cuModuleGetGlobal(&pointer, &size, program->images[i].module, name);
	}
	kernels_cuda__leave();
	if (!kernels_cuda__check(context, result, "cuModuleGetGlobal", error))
		return NULL;
	return kernels_cuda__buffer_of(context, &base->base, pointer, size, error);
}
