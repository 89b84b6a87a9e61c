/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The public functions: each call converts one module to one file. */
#include "assemble/steps.h"
#include "verify/verify.h"
#include <bytecursor/diag.h>
#include <bytecursor/memory.h>
#include <bytecursor/options.h>
#include <shared/from_mlirbc.h>
#include <mlirbc/parse.h>
#include <stdalign.h>
#include <stddef.h>
#include <string.h>

#define DEFAULT_LIMIT ((uint64_t)1 << 28)

/* The writer does not set a message for its own failures. */
static enum bef_status explain(struct bef_mlir__convert *convert, enum bef_status status)
{
	switch (status) {
	case BEF_OK: return status;
	case BEF_E_NOMEM: return bef_mlir__nomem(convert);
	case BEF_E_LIMIT: return bef_mlir__fail(convert, status, NULL, "BEF files cannot be that large");
	case BEF_E_UNSUPPORTED:
		return bef_mlir__fail(convert, status, NULL, "BEF files cannot represent a name with a NUL");
	default: return bef_mlir__fail(convert, status, NULL, "BEF files cannot represent this");
	}
}

static enum bef_status run_steps(struct bef_mlir__convert *convert, uint8_t **out_data, size_t *out_size)
{
	static const struct bef_mlir__op none;
	convert->chain = bef_mlir__letter_type(convert->context, 'c', &none);
	convert->i32 = bef_mlir__letter_type(convert->context, 'i', &none);
	if (!convert->chain || !convert->i32 || !convert->writer)
		return bef_mlir__nomem(convert);
	BEF_MLIR__TRY(bef_mlir__verify(convert));
	bef_mlir__arena_finish(&convert->taken.values);
	BEF_MLIR__TRY(bef_mlir__collect(convert));
	for (size_t i = 0; i < convert->function_count; i++)
		BEF_MLIR__TRY(bef_mlir__body(convert, (uint32_t)i));
	convert->at = NULL;
	if (convert->taken.written != convert->taken.op_count)
		return BEF_E_STATE; /* some ops are in places where kernels are not allowed */
	if (convert->nonstrict_count)
		BEF_MLIR__TRY(bef_writer_section(convert->writer, BEF_SECTION_NONSTRICT, convert->nonstrict,
			convert->nonstrict_count * sizeof *convert->nonstrict, 1));
	/* The file and its parts exist at the same time, so memory is freed first. */
	bef_mlir__arena_finish(&convert->arena);
	return bef_writer_take_file(convert->writer, out_data, out_size, convert->diag);
}

static void finish_conversion(struct bef_mlir__convert *convert)
{
	const struct bef_allocator *a = convert->allocator;
	bef_writer_destroy(convert->writer);
	bef_mlir__arena_finish(&convert->arena);
	bef_mlir__arena_finish(&convert->names_arena);
	bef_mlir__arena_finish(&convert->streams_arena);
	bef_mlir__taken_finish(convert);
	bef_mlir__map_finish(&convert->names_map, a);
	bef_mlir__map_finish(&convert->symbols_map, a);
	bef_mlir__map_finish(&convert->numbers, a);
	bef_mlir__free_array(a, convert->names, convert->name_capacity, sizeof *convert->names);
	bef_mlir__free_array(a, convert->scopes, convert->scope_capacity, sizeof *convert->scopes);
	bef_mlir__free_array(a, convert->symbols, convert->symbol_capacity, sizeof *convert->symbols);
	bef_mlir__free_array(a, convert->functions, convert->function_capacity, sizeof *convert->functions);
	bef_mlir__free_array(a, convert->block_sizes, convert->block_size_capacity, sizeof *convert->block_sizes);
	bef_mlir__free_array(a, convert->nonstrict, convert->nonstrict_capacity, sizeof *convert->nonstrict);
	bef_mlir__free_array(a, convert->attr_names, convert->attr_name_capacity, sizeof *convert->attr_names);
}

static void start_conversion(struct bef_mlir__convert *convert, struct mlirbc_context *context,
	const struct bef_allocator *allocator, const struct bef_assemble_options *options)
{
	struct bef_assemble_options used = { .size = sizeof used };
	/* The first version of the options struct ended before `limit`. */
	if (options) {
		used.no_optional_sections = options->no_optional_sections;
		if (options->size >= offsetof(struct bef_assemble_options, limit) + sizeof options->limit)
			used.limit = options->limit;
	}
	struct bef_writer_options writer_options = { sizeof writer_options, used.no_optional_sections };
	*convert = (struct bef_mlir__convert){ .context = context,
		.allocator = bef_mlir__allocator(allocator),
		.optional = !used.no_optional_sections,
		.left = used.limit ? used.limit : DEFAULT_LIMIT };
	convert->arena.allocator = convert->names_arena.allocator = convert->allocator;
	convert->streams_arena.allocator = convert->taken.values.allocator = convert->allocator;
	convert->writer = bef_writer_create(convert->allocator, &writer_options);
}

static enum bef_status size_is_wrong(struct bef_diag *diag, size_t size)
{
	char text[120];
	return BYTECURSOR_DIAG_FAIL(diag, BEF_E_ARG, "BEF_E_ARG", BEF_NO_OFFSET, "%s",
		bytecursor_size_text(text, sizeof text, size, "bef_assemble_options"));
}

enum bef_status bef_assemble(struct mlirbc_module *module, const struct bef_allocator *allocator,
	const struct bef_assemble_options *options, uint8_t **out_data, size_t *out_size, struct bef_diag *diag)
{
	struct bef_mlir__convert convert;
	*out_data = NULL;
	*out_size = 0;
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return size_is_wrong(diag, options->size);
	start_conversion(&convert, module->context, allocator, options);
	convert.module = module;
	convert.diag = diag;
	enum bef_status status = explain(&convert, run_steps(&convert, out_data, out_size));
	finish_conversion(&convert);
	return status;
}

void bef_assemble_free(const struct bef_allocator *allocator, uint8_t *data, size_t size)
{
	const struct bef_allocator *a = bef_mlir__allocator(allocator);
	if (data)
		a->free(a->ctx, data, size, alignof(max_align_t)); /* the size that bef_writer_finish() requested */
}

/* ---- from text */

/* Takes ops from the parser, so that most of them never become IR. Sets *out_again if the conversion failed or must
 * be repeated without taking ops. With `out_other`, a module without operations of TFRT is returned there. */
static enum bef_status assemble_taking(struct mlirbc_context *context, const char *text, size_t size,
	struct mlirbc_parse_options *parse, const struct bef_allocator *allocator,
	const struct bef_assemble_options *options, struct mlirbc_module **out_other, uint8_t **out_data, size_t *out_size,
	struct bef_diag *diag, bool *out_again)
{
	struct bef_mlir__convert convert;
	struct mlirbc_diag parse_diag = MLIRBC_DIAG_INIT;
	start_conversion(&convert, context, allocator, options);
	convert.taken.file = parse->file_name ? parse->file_name : "-";
	convert.taken.file_size = strlen(convert.taken.file);
	convert.taken.known = !out_other;
	parse->take_op = bef_mlir__take_op;
	parse->take_ctx = &convert;
	enum mlirbc_status parsed = convert.writer
					    ? mlirbc_parse(context, text, size, parse, &convert.module, &parse_diag)
					    : MLIRBC_E_NOMEM;
	const bool other = parsed == MLIRBC_OK && out_other && !convert.taken.known && !bef_mlir_is_program(convert.module);
	enum bef_status status = BEF_OK;
	if (other)
		*out_other = convert.module;
	else
		status = parsed == MLIRBC_OK ? run_steps(&convert, out_data, out_size) : bef__fail_from_mlirbc(diag, parsed, &parse_diag);
	*out_again = parsed == MLIRBC_OK && status != BEF_OK && status != BEF_E_NOMEM;
	if (status == BEF_E_NOMEM)
		(void)bef__fail_from_mlirbc(diag, MLIRBC_E_NOMEM, &parse_diag);
	finish_conversion(&convert);
	return status;
}

static enum bef_status assemble_parsed(struct mlirbc_context *context, const char *text, size_t size,
	const struct mlirbc_parse_options *parse, const struct bef_allocator *allocator,
	const struct bef_assemble_options *options, uint8_t **out_data, size_t *out_size, struct bef_diag *diag)
{
	struct mlirbc_diag parse_diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	enum mlirbc_status parsed = mlirbc_parse(context, text, size, parse, &module, &parse_diag);
	return parsed == MLIRBC_OK ? bef_assemble(module, allocator, options, out_data, out_size, diag)
				   : bef__fail_from_mlirbc(diag, parsed, &parse_diag);
}

/* Converts a text while it is parsed; if that fails, again from its IR, which gives the message. Without `context`, each attempt has
 * its own. */
static enum bef_status assemble_text(struct mlirbc_context *context, const char *text, size_t size,
	const struct mlirbc_parse_options *parse, const struct bef_allocator *allocator, const struct bef_assemble_options *options,
	struct mlirbc_module **out_other, uint8_t **out_data, size_t *out_size, struct bef_diag *diag)
{
	const struct bef_allocator *a = bef_mlir__allocator(allocator);
	const struct mlirbc_allocator memory = BYTECURSOR_ALLOCATOR(a);
	const struct mlirbc_diag none = MLIRBC_DIAG_INIT;
	enum bef_status status = BEF_E_NOMEM;
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return size_is_wrong(diag, options->size);
	for (bool taking = true, again = true; again; taking = false) {
		struct mlirbc_parse_options attempt = *parse;
		struct mlirbc_context *used = context ? context : mlirbc_context_create(&memory);
		again = false;
		if (!used)
			return bef__fail_from_mlirbc(diag, MLIRBC_E_NOMEM, &none);
		if (taking)
			status = assemble_taking(used, text, size, &attempt, allocator, options, out_other, out_data, out_size,
				diag, &again);
		else
			status = assemble_parsed(used, text, size, &attempt, allocator, options, out_data, out_size, diag);
		if (!context)
			mlirbc_context_destroy(used);
	}
	return status;
}

static void set_explain(const struct bef_assemble_options *options, struct mlirbc_parse_options *parse)
{
	if (options && options->size >= offsetof(struct bef_assemble_options, explain_ctx) + sizeof(void *)) {
		parse->explain_op = options->explain_op;
		parse->explain_ctx = options->explain_ctx;
	}
}

enum bef_status bef_assemble_text(const char *text, size_t size, const char *file_name,
	const struct bef_allocator *allocator, const struct bef_assemble_options *options, uint8_t **out_data,
	size_t *out_size, struct bef_diag *diag)
{
	struct mlirbc_parse_options parse = { .size = sizeof parse, .file_name = file_name };
	*out_data = NULL;
	*out_size = 0;
	parse.dialects = bef_mlir_dialects(&parse.dialect_count);
	set_explain(options, &parse);
	return assemble_text(NULL, text, size, &parse, allocator, options, NULL, out_data, out_size, diag);
}

enum bef_status bef_assemble_source(struct mlirbc_context *context, const char *text, size_t size,
	const struct mlirbc_parse_options *parse, const struct bef_allocator *allocator,
	const struct bef_assemble_options *options, struct mlirbc_module **out_module, uint8_t **out_data, size_t *out_size,
	struct bef_diag *diag)
{
	struct mlirbc_parse_options all = { .size = sizeof all };
	*out_module = NULL;
	*out_data = NULL;
	*out_size = 0;
	memcpy(&all, parse, parse->size < sizeof all ? parse->size : sizeof all);
	all.size = sizeof all;
	set_explain(options, &all);
	return assemble_text(context, text, size, &all, allocator, options, out_module, out_data, out_size, diag);
}

/* ---- recognition */

static bool is_of_tfrt(const struct mlirbc_op *op)
{
	return op->name->size > 5 && memcmp(op->name->data, "tfrt.", 5) == 0;
}

bool bef_mlir_is_program(const struct mlirbc_module *module)
{
	struct mlirbc_op *root = module->body->first;
	struct mlirbc_op *op = root;
	while (op && !is_of_tfrt(op))
		op = mlirbc_op_next_pre(root, op);
	return op != NULL;
}
