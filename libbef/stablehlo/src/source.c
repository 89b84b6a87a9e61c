/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The front door: what the bytes of a file are. */
#include <bef/source.h>

#include <bef/reader.h>
#include <bef/stablehlo.h>
#include <bytecursor/diag.h>
#include <bytecursor/kind.h>
#include <bytecursor/memory.h>
#include <bytecursor/options.h>
#include <mlirbc/jax_export.h>
#include <mlirbc/load.h>
#include <mlirbc/parse.h>
#include <mlirbc/stablehlo.h>
#include <shared/from_mlirbc.h>
#include <string.h>

enum { MOST_DIALECTS = 32 };

struct bef_source {
	struct bef_allocator memory;
	enum bef_source_kind kind;
	bool text;
	struct mlirbc_context *context;
	struct mlirbc_module *module;
	uint8_t *bef;
	size_t bef_size;
};

static enum bef_status fail(struct bef_diag *diag, enum bef_status status, const char *message)
{
	return BYTECURSOR_DIAG_FAIL(diag, status, bef_status_name(status), BEF_NO_OFFSET, "%s", message);
}

static enum bef_status no_memory(struct bef_diag *diag) { return fail(diag, BEF_E_NOMEM, "out of memory"); }

static struct bef_source *create(const struct bef_allocator *allocator)
{
	static const struct bef_allocator system = BYTECURSOR_MALLOC;
	const struct bef_allocator *from = allocator ? allocator : &system;
	struct bef_source *source = from->alloc(from->ctx, sizeof *source, _Alignof(struct bef_source));
	if (source)
		*source = (struct bef_source){ .memory = *from };
	return source;
}

/* ---- BEF */

/* Whether only the description of the functions of a file is damaged: it is a model, and opening it gives the reason. */
static bool is_sound(const void *bef, size_t size)
{
	struct bef_reader reader;
	return bef_reader_open(bef, size, &reader, NULL) == BEF_OK && bef_reader_verify(&reader, NULL, NULL) == BEF_OK;
}

static bool was_model(const void *bef, size_t size)
{
	struct bef_stablehlo_signatures *signatures;
	const enum bef_status status = bef_stablehlo_signatures_read(bef, size, NULL, &signatures, NULL);
	if (status != BEF_OK)
		return status == BEF_E_CORRUPT && is_sound(bef, size);
	const bool any = signatures->count != 0;
	bef_stablehlo_signatures_free(signatures);
	return any;
}

/* ---- MLIR */

static enum bef_status load(struct bef_source *source, const void *data, size_t size, struct bef_diag *diag)
{
	struct mlirbc_diag why = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = mlirbc_load(source->context, data, size, NULL, &source->module, &why);
	if (status == MLIRBC_OK)
		status = mlirbc_module_load(source->module, &why);
	return bef__fail_from_mlirbc(diag, status, &why);
}

/* An export of JAX: its artifact, with functions that take all arguments. */
static enum bef_status load_export(struct bef_source *source, const void *data, size_t size, const char *platform, struct bef_diag *diag)
{
	const struct mlirbc_jax_load_options options = { .size = sizeof options, .platform = platform };
	struct mlirbc_diag why = MLIRBC_DIAG_INIT;
	const struct mlirbc_jax_export *exported;
	enum mlirbc_status status = mlirbc_jax_export_open(source->context, data, size, &exported, &why);
	if (status == MLIRBC_OK)
		status = mlirbc_jax_export_load(exported, &options, &source->module, &why);
	return bef__fail_from_mlirbc(diag, status, &why);
}

/* The assembly of host programs and of models. False: MOST_DIALECTS is too small, which a test of all dialects would show. */
static bool all_dialects(const struct mlirbc_assembly **all, size_t *out_count)
{
	size_t host_count, model_count;
	const struct mlirbc_assembly *const *host = bef_mlir_dialects(&host_count);
	const struct mlirbc_assembly *const *model = mlirbc_stablehlo_assembly(&model_count);
	if (host_count + model_count > MOST_DIALECTS)
		return false;
	memcpy(all, host, host_count * sizeof *all);
	memcpy(all + host_count, model, model_count * sizeof *all);
	*out_count = host_count + model_count;
	return true;
}

static enum bef_status parse(struct bef_source *source, const char *text, size_t size, const struct bef_source_options *options,
	struct bef_diag *diag)
{
	const struct mlirbc_assembly *all[MOST_DIALECTS];
	struct mlirbc_diag why = MLIRBC_DIAG_INIT;
	struct mlirbc_parse_options how = { .size = sizeof how, .file_name = options->name, .dialects = all, .name_arguments = true };
	source->text = true;
	if (!all_dialects(all, &how.dialect_count))
		return fail(diag, BEF_E_LIMIT, "there are too many dialects");
	if (!options->assemble)
		return bef__fail_from_mlirbc(diag, mlirbc_parse(source->context, text, size, &how, &source->module, &why), &why);
	return bef_assemble_source(source->context, text, size, &how, &source->memory, options->assemble, &source->module,
		&source->bef, &source->bef_size, diag);
}

static size_t most_memory(size_t size)
{
	const size_t small = BEF_STABLEHLO_MEMORY_SMALL, times = BEF_STABLEHLO_MEMORY_TIMES;
	return size < (SIZE_MAX - small) / times ? small + times * size : SIZE_MAX;
}

static enum bef_status read_mlir(struct bef_source *source, enum bytecursor_kind kind, const void *data, size_t size,
	const struct bef_source_options *options, struct bef_diag *diag)
{
	const struct bef_allocator *a = &source->memory;
	const struct mlirbc_allocator memory = BYTECURSOR_ALLOCATOR(a);
	source->context = mlirbc_context_create(&memory);
	if (!source->context)
		return no_memory(diag);
	mlirbc_context_limit(source->context, options->max_memory ? options->max_memory : most_memory(size));
	if (options->stop)
		mlirbc_context_stop(source->context, options->stop, options->stop_ctx);
	const enum bef_status status = kind == BYTECURSOR_KIND_BYTECODE     ? load(source, data, size, diag)
				       : kind == BYTECURSOR_KIND_JAX_EXPORT ? load_export(source, data, size, options->platform, diag)
									    : parse(source, data, size, options, diag);
	source->kind = source->module && bef_stablehlo_is_model(source->module) ? BEF_SOURCE_MODEL : BEF_SOURCE_PROGRAM;
	return status;
}

/* ---- the door */

static enum bef_status read_source(struct bef_source *source, const void *data, size_t size, const struct bef_source_options *options,
	struct bef_diag *diag)
{
	const enum bytecursor_kind kind = bytecursor_kind_of(data, size);
	char message[200];
	if (kind == BYTECURSOR_KIND_BYTECODE || kind == BYTECURSOR_KIND_TEXT || kind == BYTECURSOR_KIND_JAX_EXPORT)
		return read_mlir(source, kind, data, size, options, diag);
	if (kind != BYTECURSOR_KIND_BEF)
		return BYTECURSOR_DIAG_FAIL(diag, BEF_E_CORRUPT, bef_status_name(BEF_E_CORRUPT), 0, "%s",
			bytecursor_kind_message(data, size, BYTECURSOR_KIND_PROGRAMS, message, sizeof message));
	source->kind = was_model(data, size) ? BEF_SOURCE_BEF_MODEL : BEF_SOURCE_BEF;
	return BEF_OK;
}

enum bef_status bef_source_open(const void *data, size_t size, const struct bef_source_options *options,
	struct bef_source **out_source, struct bef_diag *diag)
{
	struct bef_source_options full = { .size = sizeof full };
	*out_source = NULL;
	char message[120];
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return fail(diag, BEF_E_ARG, bytecursor_size_text(message, sizeof message, options->size, "bef_source_options"));
	if (options)
		memcpy(&full, options, BYTECURSOR_SIZE_TO_COPY(&full, options));
	if (BYTECURSOR_SIZE_IS_WRONG(full.assemble)) /* also if the source is none for which it is used */
		return fail(diag, BEF_E_ARG,
			bytecursor_size_text(message, sizeof message, full.assemble->size, "bef_assemble_options"));
	struct bef_source *source = create(full.allocator);
	if (!source)
		return no_memory(diag);
	const enum bef_status status = read_source(source, data, size, &full, diag);
	if (status == BEF_OK)
		*out_source = source;
	else
		bef_source_close(source);
	return status;
}

enum bef_source_kind bef_source_kind(const struct bef_source *source) { return source->kind; }

bool bef_source_is_text(const struct bef_source *source) { return source->text; }

struct mlirbc_module *bef_source_module(struct bef_source *source) { return source->module; }

uint8_t *bef_source_take_bef(struct bef_source *source, size_t *out_size)
{
	uint8_t *bef = source->bef;
	*out_size = bef ? source->bef_size : 0;
	source->bef = NULL;
	return bef;
}

void bef_source_close(struct bef_source *source)
{
	if (!source)
		return;
	const struct bef_allocator memory = source->memory;
	if (source->bef)
		bef_assemble_free(&memory, source->bef, source->bef_size);
	mlirbc_context_destroy(source->context);
	memory.free(memory.ctx, source, sizeof *source, _Alignof(struct bef_source));
}
