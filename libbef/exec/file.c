/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opening a program: verify, find kernels and native functions, decode every function. */
#include "check.h"
#include "watch.h"

#include <bytecursor/diag.h>
#include <stdio.h>
#include <stddef.h>
#include <string.h>

/* The frame of an opened file can be asked for by number; these must agree, because views of attributes use both. */
_Static_assert((int)BEF_DTYPE_COUNT == (int)KERNELS_DTYPE_COUNT && (int)BEF_DTYPE_I1 == (int)KERNELS_I1 &&
		       (int)BEF_DTYPE_UI8 == (int)KERNELS_UI8 && (int)BEF_DTYPE_I64 == (int)KERNELS_I64 &&
		       (int)BEF_DTYPE_F32 == (int)KERNELS_F32 && (int)BEF_DTYPE_F64 == (int)KERNELS_F64 &&
		       (int)BEF_DTYPE_COMPLEX128 == (int)KERNELS_COMPLEX128 &&
		       (int)BEF_DTYPE_BF16 == (int)KERNELS_BF16 && (int)BEF_DTYPE_STRING == (int)KERNELS_STRING &&
		       (int)BEF_DTYPE_QI32 == (int)KERNELS_QI32 && (int)BEF_DTYPE_I2 == (int)KERNELS_I2 &&
		       (int)BEF_DTYPE_UI4 == (int)KERNELS_UI4 && (int)BEF_DTYPE_F8E5M2 == (int)KERNELS_F8E5M2 &&
		       (int)BEF_DTYPE_F8E4M3 == (int)KERNELS_F8E4M3 && (int)BEF_DTYPE_F8E3M4 == (int)KERNELS_F8E3M4 &&
		       (int)BEF_DTYPE_F8E4M3FN == (int)KERNELS_F8E4M3FN &&
		       (int)BEF_DTYPE_F8E4M3FNUZ == (int)KERNELS_F8E4M3FNUZ &&
		       (int)BEF_DTYPE_F8E4M3B11FNUZ == (int)KERNELS_F8E4M3B11FNUZ &&
		       (int)BEF_DTYPE_F8E5M2FNUZ == (int)KERNELS_F8E5M2FNUZ &&
		       (int)BEF_DTYPE_F8E8M0FNU == (int)KERNELS_F8E8M0FNU &&
		       (int)BEF_DTYPE_F6E2M3FN == (int)KERNELS_F6E2M3FN &&
		       (int)BEF_DTYPE_F6E3M2FN == (int)KERNELS_F6E3M2FN &&
		       (int)BEF_DTYPE_F4E2M1FN == (int)KERNELS_F4E2M1FN &&
		       (int)BEF_DTYPE_LIMIT == (int)KERNELS_DTYPE_LIMIT,
	"element types of the format and of the kernels differ");

#ifdef BEF_NO_MESSAGES
#define MESSAGE(diag) "no text in this build"
#else
#define MESSAGE(diag) (diag)->message
#endif

struct opening {
	struct bef_file *file;
	const struct bef_open_options *options;
	struct bef_diag *diag; /* not NULL, but in builds without texts the caller's */
	struct bef__check *check;
};

static void report(const struct opening *o, const char *message)
{
	if (o->options && o->options->report)
		o->options->report(o->options->report_ctx, NULL, message);
}

/* ---- names */

static enum bef_status find_kernels(const struct opening *o)
{
	struct bef_file *file = o->file;
	struct bef_names names = bef_reader_kernels(&file->reader);
	bool all = true;
	file->entries = bef__arena_alloc(&file->arena, file->reader.kernel_count, sizeof(*file->entries));
	if (!file->entries)
		return bef__no_memory(o->diag);
	for (uint32_t i = 0; i < file->reader.kernel_count; i++) {
		struct bef_string name;
		enum bef_status status = bef_names_next(&names, &name, o->diag);
		if (status != BEF_OK)
			return status;
		file->entries[i] = kernels_registry_find(file->registry, name.data, name.size);
		if (!file->entries[i] && !BEF__GOES_ON)
			return bef__check_unknown(o->check);
		all = all && file->entries[i];
	}
	return all || !BEF__GOES_ON ? BEF_OK : bef__check_unknown(o->check);
}

static enum bef_status find_types(const struct opening *o)
{
	struct bef_file *file = o->file;
	struct bef_names names = bef_reader_types(&file->reader);
	file->types = bef__arena_alloc(&file->arena, file->reader.type_count, sizeof(*file->types));
	if (!file->types)
		return bef__no_memory(o->diag);
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
		return bef__no_memory(o->diag);
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
	report(o, message);
	return bef__fail(o->diag, BEF_E_NOT_FOUND, BEF_NO_OFFSET, "unknown native function '%.*s'",
		f->base.name_size > 150 ? 150 : (int)f->base.name_size, f->base.name);
}

/* Decodes the signature of a function. Done for all functions first, because bodies may refer to later functions. */
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
		return bef__no_memory(o->diag);
	for (file->function_count = 0; file->function_count < file->reader.function_count; file->function_count++) {
		status = bef_functions_next(&functions, &function, o->diag);
		if (status == BEF_OK)
			status = declare(o, &function, &file->functions[file->function_count]);
		if (status != BEF_OK)
			return status;
	}
	functions = bef_reader_functions(&file->reader);
	for (uint32_t i = 0; i < file->function_count; i++) {
		uint32_t faults = o->check->faults;
		status = bef_functions_next(&functions, &function, o->diag);
		if (status == BEF_OK && function.kind == BEF_FUNCTION_NATIVE && is_marked(file, i))
			status = bef__fail(o->diag, BEF_E_CORRUPT, BEF_NO_OFFSET,
				"Nonstrict section: function %u is a native function", i);
		else if (status == BEF_OK && function.kind != BEF_FUNCTION_NATIVE)
			status = bef__decode(file, &function, &file->functions[i], o->check);
		/* after faults of ops the other functions are still checked */
		if (status != BEF_OK &&
			!(BEF__GOES_ON && o->check->faults != faults && faults < BEF__MOST_FAULTS))
			return status;
	}
	return BEF__GOES_ON && o->check->faults ? BEF_E_CORRUPT : BEF_OK;
}

/* ---- open */

static void *pages_alloc(void *ctx, size_t size, size_t align) { return bef__pages_alloc(ctx, size, align); }

static void pages_free(void *ctx, void *p, size_t size, size_t align) { bef__pages_free(ctx, p, size, align); }

static enum bef_status verify(const struct opening *o)
{
	const struct bef_allocator pages = { pages_alloc, NULL, pages_free, (void *)(uintptr_t)o->file->arena.allocator };
	return bef_reader_verify(&o->file->reader, &pages, o->diag);
}

static enum bef_status open_reader(const struct opening *o, const void *data, size_t size)
{
	enum bef_status status = bef_reader_open(data, size, &o->file->reader, o->diag);
	if (status == BEF_OK)
		status = verify(o);
	if (status == BEF_E_MAGIC)
		report(o, "invalid BEF file header detected");
	else if (status == BEF_E_VERSION)
		report(o, "Unknown BEF format version detected");
	else if (status != BEF_OK)
		report(o, MESSAGE(o->diag));
	return status;
}

static enum bef_status bind_kernels(const struct opening *o)
{
	enum bef_status status = find_kernels(o);
	if (status == BEF_OK)
		status = find_types(o);
	if (status == BEF_OK)
		status = bef__read_nonstrict(o->file, o->diag);
	if (status == BEF_OK)
		status = bef__check_init(o->check);
	if (status == BEF_OK)
		status = read_functions(o);
	bef__check_finish(o->check);
	return status;
}

static enum bef_status open_bound(const struct opening *o)
{
	struct bef__check check = { .file = o->file, .options = o->options, .diag = o->diag };
	const struct opening bound = { o->file, o->options, o->diag, &check };
	enum bef_status status = bind_kernels(&bound);
	/* faults and missing kernels have been reported with their own messages */
	if (status != BEF_OK && status != BEF_E_NOT_FOUND && check.faults == 0)
		report(o, MESSAGE(o->diag));
	return status;
}

static const struct kernels_function *find_in(const struct kernels_program *program, const char *name, size_t name_size)
{
	return bef_file_find(bef__file_of(program), name, name_size);
}

enum bef_status bef__open(struct bef__bytes bytes, const struct kernels_registry *registry,
	const struct bef_open_options *options, struct bef_file **out_file, struct bef_diag *diag)
{
	const struct async_allocator *allocator = bef__allocator(options);
	struct bef_file *file = async_alloc(allocator, sizeof *file, _Alignof(struct bef_file));
#ifdef BEF_NO_MESSAGES
	struct opening o = { file, options, diag, NULL };
#else
	/* reported even if the caller has no diagnostic, or an older failure */
	struct bef_diag failure = BEF_DIAG_INIT;
	struct opening o = { file, options, &failure, NULL };
#endif

	*out_file = NULL;
	if (!file) {
		bef__bytes_finish(&bytes, allocator);
		return bef__no_memory(diag);
	}
	memset(file, 0, sizeof *file);
	file->refs = 1;
	file->locations = (struct async_location_source){ bef__decode_location, bef__retain_source,
		bef__release_source };
	file->arena.allocator = allocator;
	if (BEF__HAS_PROGRAM)
		file->program = (struct kernels_program){ sizeof file->program, find_in, bef__fingerprint, NULL, bef__release_program };
	if (BEF__HAS_PROGRAM && BEF__HAS_OPTION(options, compiler) && options->compiler) {
		file->compiler = options->compiler;
		file->program.compile = bef__compile;
	}
	if (BEF__HAS_OPTION(options, identity))
		file->fingerprint = options->identity;
	file->registry = kernels_registry_retain(registry);
	file->memory = bef__memory_create(&bytes, allocator);
	if (BEF__HAS_OPTION(options, observer))
		file->observer = options->observer;
	if (BEF__WATCH && file->observer)
		bef__watch_work(file);
	file->in_order = BEF__HAS_ORDER && BEF__HAS_OPTION(options, in_order) && options->in_order;
	file->max_call_depth = options && options->max_call_depth ? options->max_call_depth : 262144;
	enum bef_status status;
	if (file->memory) {
		status = open_reader(&o, bytes.data, bytes.size);
	} else {
		bef__bytes_finish(&bytes, allocator);
		status = bef__no_memory(o.diag);
	}
	if (status == BEF_OK)
		status = open_bound(&o);
	if (status == BEF_OK)
		*out_file = file;
	else
		bef_file_release(file);
#ifndef BEF_NO_MESSAGES
	if (status != BEF_OK && BYTECURSOR_DIAG_IS_OPEN(diag))
		BYTECURSOR_DIAG_STORE(diag, &failure);
#endif
	return status;
}

enum bef_status bef_file_open(const void *data, size_t size, const struct kernels_registry *registry,
	const struct bef_open_options *options, struct bef_file **out_file, struct bef_diag *diag)
{
	struct bef__bytes bytes = { .data = data, .size = size };
	*out_file = NULL;
	const char *unsized = bef__unsized(options);
	if (unsized) {
		if (!BYTECURSOR_SIZE_IS_WRONG(options) && BEF__HAS_OPTION(options, release_ctx) && options->release)
			options->release(options->release_ctx, data, size);
		return bef__fail(diag, BEF_E_ARG, BEF_NO_OFFSET, BEF__SIZE_MESSAGE, unsized);
	}
	if (BEF__HAS_OPTION(options, release_ctx) && options->release) {
		bytes.release = options->release;
		bytes.release_ctx = options->release_ctx;
		bytes.writable = BEF__HAS_OPTION(options, writable) && options->writable;
		return bef__open(bytes, registry, options, out_file, diag);
	}
	void *copy = async_alloc(bef__allocator(options), size + 1, BEF__BYTES_ALIGN); /* of no bytes, too */
	if (!copy)
		return bef__no_memory(diag);
	if (size > 0)
		memcpy(copy, data, size);
	bytes.data = copy;
	bytes.block = size + 1;
	bytes.writable = true;
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

const struct kernels_site *bef_file_site(const struct bef_file *file, size_t function, uint32_t kernel)
{
	const struct bef__function *f = &file->functions[function];
	return f->kind == BEF_FUNCTION_ASYNC && kernel > 0 && kernel < f->kernel_count ? &f->kernels[kernel].site : NULL;
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
