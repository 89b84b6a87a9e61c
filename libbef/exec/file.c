/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opening a program: verify, find kernels and native functions, decode every function. */
#include "program.h"

#include <stdio.h>
#include <stddef.h>
#include <string.h>

/* The frame of an opened file can be asked for by number; these agree so that views of attributes mean the same. */
_Static_assert((int)BEF_DTYPE_COUNT == (int)KERNELS_DTYPE_COUNT && (int)BEF_DTYPE_I1 == (int)KERNELS_I1 &&
		       (int)BEF_DTYPE_UI8 == (int)KERNELS_UI8 && (int)BEF_DTYPE_I64 == (int)KERNELS_I64 &&
		       (int)BEF_DTYPE_F32 == (int)KERNELS_F32 && (int)BEF_DTYPE_F64 == (int)KERNELS_F64 &&
		       (int)BEF_DTYPE_COMPLEX128 == (int)KERNELS_COMPLEX128 &&
		       (int)BEF_DTYPE_BF16 == (int)KERNELS_BF16 && (int)BEF_DTYPE_STRING == (int)KERNELS_STRING &&
		       (int)BEF_DTYPE_QI32 == (int)KERNELS_QI32,
	"element types of the format and of the kernels differ");

/* Whether the caller's options, which may be of an older release, have a member. */
#define HAS_OPTION(options, member)                                                                                    \
	((options) &&                                                                                                  \
		(options)->size >= offsetof(struct bef_open_options, member) + sizeof((options)->member))

struct opening {
	struct bef_file *file;
	const struct bef_open_options *options;
	struct bef_diag *diag;
};

static void report(const struct opening *o, const struct async_place *place, const char *message)
{
	if (o->options && o->options->report)
		o->options->report(o->options->report_ctx, place, message);
}

/* ---- names */

#ifndef BEF_NO_MESSAGES
struct report_at {
	const struct opening *o;
	const char *message;
};

static void report_visit(void *ctx, const struct async_place *place)
{
	const struct report_at *at = ctx;
	report(at->o, place->file || place->text ? place : NULL, at->message);
}

/* The first op that uses kernel name `code`, in the order of the file. False: no op does. */
static bool first_use(const struct bef_reader *reader, uint32_t code, uint64_t *out_location)
{
	struct bef_functions functions = bef_reader_functions(reader);
	struct bef_function function;
	while (bef_functions_next(&functions, &function, NULL) == BEF_OK) {
		struct bef_body body;
		if (function.kind == BEF_FUNCTION_NATIVE || bef_reader_body(reader, &function, &body, NULL) != BEF_OK)
			continue;
		struct bef_numbers table = body.kernel_table;
		for (uint32_t k = 0; k < body.kernel_count; k++) {
			uint64_t offset = 0, operands, stream;
			struct bef_kernel kernel;
			if (bef_numbers_next(&table, &offset, NULL) != BEF_OK ||
				bef_numbers_next(&table, &operands, NULL) != BEF_OK ||
				bef_numbers_next(&table, &stream, NULL) != BEF_OK ||
				bef_body_kernel(reader, &body, offset, &kernel, NULL) != BEF_OK)
				break;
			if (k > 0 && kernel.code == code) {
				*out_location = kernel.location;
				return true;
			}
		}
	}
	return false;
}

/* The original looks kernels up before it has read the types, and can then name a place only in a program whose
 * functions neither take nor return anything. Its words are kept, so is that. */
static bool any_signature(const struct bef_reader *reader)
{
	struct bef_functions functions = bef_reader_functions(reader);
	struct bef_function function;
	while (bef_functions_next(&functions, &function, NULL) == BEF_OK) {
		if (function.arguments.left || function.results.left)
			return true;
	}
	return false;
}

static enum bef_status unknown_kernel(const struct opening *o, uint32_t code, struct bef_string name)
{
	char message[256];
	uint64_t location;
	struct report_at at = { o, message };
	int size = name.size > 200 ? 200 : (int)name.size;
	snprintf(message, sizeof message, "unknown kernel name '%.*s'", size, name.data);
	if (!any_signature(&o->file->reader) && first_use(&o->file->reader, code, &location))
		bef__decode_location(&o->file->locations, location, report_visit, &at);
	else
		report(o, NULL, message);
	return bef__fail(o->diag, BEF_E_NOT_FOUND, BEF_NO_OFFSET, "%s", message);
}
#else
static enum bef_status unknown_kernel(const struct opening *o, uint32_t code, struct bef_string name)
{
	(void)code;
	(void)name;
	report(o, NULL, "unknown kernel name");
	return bef__fail_brief(o->diag, BEF_E_NOT_FOUND, BEF_NO_OFFSET);
}
#endif

static enum bef_status find_kernels(const struct opening *o)
{
	struct bef_file *file = o->file;
	struct bef_names names = bef_reader_kernels(&file->reader);
	file->entries = bef__arena_alloc(&file->arena, file->reader.kernel_count, sizeof(*file->entries));
	if (!file->entries)
		return bef__fail(o->diag, BEF_E_NOMEM, BEF_NO_OFFSET, "out of memory");
	for (uint32_t i = 0; i < file->reader.kernel_count; i++) {
		struct bef_string name;
		enum bef_status status = bef_names_next(&names, &name, o->diag);
		if (status != BEF_OK)
			return status;
		file->entries[i] = kernels_registry_find(file->registry, name.data, name.size);
		if (!file->entries[i])
			return unknown_kernel(o, i, name);
	}
	return BEF_OK;
}

static enum bef_status find_types(const struct opening *o)
{
	struct bef_file *file = o->file;
	struct bef_names names = bef_reader_types(&file->reader);
	file->types = bef__arena_alloc(&file->arena, file->reader.type_count, sizeof(*file->types));
	if (!file->types)
		return bef__fail(o->diag, BEF_E_NOMEM, BEF_NO_OFFSET, "out of memory");
	for (uint32_t i = 0; i < file->reader.type_count; i++) {
		struct bef_string name;
		enum bef_status status = bef_names_next(&names, &name, o->diag);
		if (status != BEF_OK)
			return status;
		file->types[i].name = name.data;
		file->types[i].name_size = name.size;
		file->types[i].id = async_type_find(name.data, name.size);
	}
	return BEF_OK;
}

/* ---- functions */

static enum bef_status read_types(const struct opening *o, struct bef_numbers numbers, const struct kernels_type **out,
	uint32_t *out_count)
{
	struct bef_file *file = o->file;
	uint32_t count = (uint32_t)numbers.left;
	struct kernels_type *types = bef__arena_alloc(&file->arena, count, sizeof *types);
	if (!types)
		return bef__fail(o->diag, BEF_E_NOMEM, BEF_NO_OFFSET, "out of memory");
	for (uint32_t i = 0; i < count; i++) {
		uint64_t type = 0;
		enum bef_status status = bef_numbers_next(&numbers, &type, o->diag);
		if (status != BEF_OK)
			return status;
		if (type >= file->reader.type_count)
			return bef__fail(o->diag, BEF_E_CORRUPT, BEF_NO_OFFSET, "function index: type %llu of %u",
				(unsigned long long)type, file->reader.type_count);
		types[i] = file->types[type];
	}
	*out = types;
	*out_count = count;
	return BEF_OK;
}

static enum bef_status find_native(const struct opening *o, struct bef__function *f)
{
	static const char message[] =
		"invalid FunctionIndex section in BEF file: unable to find native function in global registry";
	f->native = kernels_registry_find_native(o->file->registry, f->base.name, f->base.name_size);
	if (f->native)
		return BEF_OK;
	report(o, NULL, message);
	return bef__fail(o->diag, BEF_E_NOT_FOUND, BEF_NO_OFFSET, "unknown native function '%.*s'",
		f->base.name_size > 150 ? 150 : (int)f->base.name_size, f->base.name);
}

/* What every function has; bodies may refer to functions that come later, so this is done for all of them first. */
static enum bef_status declare(const struct opening *o, const struct bef_function *in, struct bef__function *f)
{
	f->file = o->file;
	f->kind = in->kind;
	f->base.vtable = in->kind == BEF_FUNCTION_NATIVE ? &bef__native_vtable
			 : in->kind == BEF_FUNCTION_SYNC ? &bef__sync_vtable
							 : &bef__async_vtable;
	f->base.name = in->name.data;
	f->base.name_size = in->name.size;
	enum bef_status status = read_types(o, in->arguments, &f->base.arguments, &f->base.argument_count);
	if (status == BEF_OK)
		status = read_types(o, in->results, &f->base.results, &f->base.result_count);
	if (status == BEF_OK && in->kind == BEF_FUNCTION_NATIVE)
		status = find_native(o, f);
	return status;
}

static bool is_marked(const struct bef_file *file, uint32_t function)
{
	const struct bef__nonstrict *end;
	return bef__nonstrict_of(file, function, &end) != end;
}

static enum bef_status read_functions(const struct opening *o)
{
	struct bef_file *file = o->file;
	struct bef_functions functions = bef_reader_functions(&file->reader);
	struct bef_function function;
	enum bef_status status;

	file->functions = bef__arena_alloc(&file->arena, file->reader.function_count, sizeof *file->functions);
	if (!file->functions)
		return bef__fail(o->diag, BEF_E_NOMEM, BEF_NO_OFFSET, "out of memory");
	for (file->function_count = 0; file->function_count < file->reader.function_count; file->function_count++) {
		status = bef_functions_next(&functions, &function, o->diag);
		if (status == BEF_OK)
			status = declare(o, &function, &file->functions[file->function_count]);
		if (status != BEF_OK)
			return status;
	}
	functions = bef_reader_functions(&file->reader);
	for (uint32_t i = 0; i < file->function_count; i++) {
		status = bef_functions_next(&functions, &function, o->diag);
		if (status == BEF_OK && function.kind == BEF_FUNCTION_NATIVE && is_marked(file, i))
			status = bef__fail(o->diag, BEF_E_CORRUPT, BEF_NO_OFFSET,
				"Nonstrict section: function %u is a native function", i);
		else if (status == BEF_OK && function.kind != BEF_FUNCTION_NATIVE)
			status = bef__decode(file, &function, &file->functions[i], o->diag);
		if (status != BEF_OK)
			return status;
	}
	return BEF_OK;
}

/* ---- open */

static enum bef_status open_reader(const struct opening *o, const void *data, size_t size)
{
	struct bef_diag local = BEF_DIAG_INIT;
	struct bef_diag *diag = o->diag ? o->diag : &local;
	enum bef_status status = bef_reader_open(data, size, &o->file->reader, diag);
	if (status == BEF_OK)
		status = bef_reader_verify(&o->file->reader, NULL, diag);
	if (status == BEF_E_MAGIC)
		report(o, NULL, "invalid BEF file header detected");
	else if (status == BEF_E_VERSION)
		report(o, NULL, "Unknown BEF format version detected");
	else if (status != BEF_OK)
		report(o, NULL, diag->message);
	return status;
}

static enum bef_status open_bound(const struct opening *o)
{
	struct bef_diag local = BEF_DIAG_INIT;
	struct opening bound = *o;
	bound.diag = o->diag ? o->diag : &local;
	enum bef_status status = find_kernels(&bound);
	if (status == BEF_OK)
		status = find_types(&bound);
	if (status == BEF_OK)
		status = bef__read_nonstrict(bound.file, bound.diag);
	if (status == BEF_OK)
		status = read_functions(&bound);
	if (status != BEF_OK && status != BEF_E_NOT_FOUND) /* what was not found has been reported in its own words */
		report(o, NULL, bound.diag->message);
	return status;
}

enum bef_status bef__open(struct bef__bytes bytes, const struct kernels_registry *registry,
	const struct bef_open_options *options, struct bef_file **out_file, struct bef_diag *diag)
{
	const struct async_allocator *allocator = bef__allocator(options);
	struct bef_file *file = async_alloc(allocator, sizeof *file, _Alignof(struct bef_file));
	struct opening o = { file, options, diag };

	*out_file = NULL;
	if (!file) {
		bef__bytes_finish(&bytes, allocator);
		return bef__fail(diag, BEF_E_NOMEM, BEF_NO_OFFSET, "out of memory");
	}
	memset(file, 0, sizeof *file);
	file->refs = 1;
	file->locations = (struct async_location_source){ bef__decode_location, bef__retain_source,
		bef__release_source };
	file->arena.allocator = allocator;
	file->bytes = bytes;
	file->registry = kernels_registry_retain(registry);
	if (HAS_OPTION(options, observer))
		file->observer = options->observer;
	file->max_call_depth = options && options->max_call_depth ? options->max_call_depth : 262144;
	enum bef_status status = open_reader(&o, bytes.data, bytes.size);
	if (status == BEF_OK)
		status = open_bound(&o);
	if (status == BEF_OK)
		*out_file = file;
	else
		bef_file_release(file);
	return status;
}

enum bef_status bef_file_open(const void *data, size_t size, const struct kernels_registry *registry,
	const struct bef_open_options *options, struct bef_file **out_file, struct bef_diag *diag)
{
	struct bef__bytes bytes = { .data = data, .size = size };
	if (HAS_OPTION(options, release_ctx) && options->release) {
		bytes.release = options->release;
		bytes.release_ctx = options->release_ctx;
		return bef__open(bytes, registry, options, out_file, diag);
	}
	void *copy = async_alloc(bef__allocator(options), size + 1, 1); /* of no bytes, too */
	*out_file = NULL;
	if (!copy)
		return bef__fail(diag, BEF_E_NOMEM, BEF_NO_OFFSET, "out of memory");
	if (size > 0)
		memcpy(copy, data, size);
	bytes.data = copy;
	bytes.block = size + 1;
	return bef__open(bytes, registry, options, out_file, diag);
}

size_t bef_file_function_count(const struct bef_file *file)
{
	return file->function_count;
}

const struct kernels_function *bef_file_function(const struct bef_file *file, size_t index)
{
	return &file->functions[index].base;
}

enum bef_function_kind bef_file_function_kind(const struct bef_file *file, size_t index)
{
	return (enum bef_function_kind)file->functions[index].kind;
}

const struct kernels_function *bef_file_find(const struct bef_file *file, const char *name, size_t name_size)
{
	for (uint32_t i = 0; name_size && i < file->function_count; i++) {
		const struct kernels_function *f = &file->functions[i].base;
		if (f->name_size == name_size && memcmp(f->name, name, name_size) == 0)
			return f;
	}
	return NULL;
}
