/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads programs in any form, as BEF. */
#include "bef.h"
#include "../cli/source.h"

#include <bef/reader.h>
#include <inttypes.h>
#include <limits.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#if BEF_APP_MLIR
#include <bef/translate.h>
#include <mlirbc/load.h>
#include <mlirbc/print.h>
#endif
#if BEF_APP_STABLEHLO
#include "model.h"
#include <bef/stablehlo.h>
#endif

enum form { FORM_BEF, FORM_BYTECODE, FORM_TEXT, FORM_UNKNOWN };

/* Text has no control characters except white space; checking a few bytes is sufficient. */
static bool looks_like_text(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < size && i < 64; i++) {
		if (data[i] < 0x20 && !strchr("\t\n\r", data[i] ? data[i] : 1))
			return false;
	}
	return size > 0;
}

static enum form form_of(const struct cli_input *input)
{
	static const uint8_t bytecode[] = { 'M', 'L', 0xEF, 'R' };
	if (bef_is_bef(input->data, input->size))
		return FORM_BEF;
	if (input->size >= sizeof bytecode && memcmp(input->data, bytecode, sizeof bytecode) == 0)
		return FORM_BYTECODE;
	return looks_like_text(input->data, input->size) ? FORM_TEXT : FORM_UNKNOWN;
}

int program_error(const char *name, const struct bef_diag *diag)
{
	if (cli_problem(diag->offset, diag->line, diag->column, diag->message)) {
		/* part of a JSON object */
	} else if (diag->line) {
		cli_error_at(name, diag->line, diag->column, diag->message);
		source_show_file(name, strlen(name), diag->line, diag->column);
	} else if (diag->offset != BEF_NO_OFFSET) {
		cli_error(
			"%s: 0x%" PRIx64 ": %s: %s", name, diag->offset, bef_status_name(diag->status), diag->message);
	} else {
		cli_error("%s: %s: %s", name, bef_status_name(diag->status), diag->message);
	}
	return diag->status == BEF_E_NOMEM ? CLI_SYSTEM : CLI_BAD;
}

/* ---- memory of a conversion */

static bool converts;

void program_will_convert(void) { converts = true; }

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
enum { LARGE_INPUT = 1 << 20, LARGE_BLOCK = 128 << 10, AHEAD = 8 << 20, HUGE_PAGE = 2 << 20 };

/* Advises huge pages between two addresses. */
static void use_huge_pages(uintptr_t from, uintptr_t to)
{
	const uintptr_t page = HUGE_PAGE;
	from = (from + page - 1) & -page;
	to &= -page;
	if (to > from)
		(void)madvise((void *)from, to - from, MADV_HUGEPAGE); /* an optimization only */
}

/* Prepares the heap for the conversion of a file. Small files need no preparation. For a large one the process would
 * request thousands of single pages from the system, so the first part of the heap consists of huge pages. Large
 * blocks are allocated outside the heap and returned to the system when freed; by default glibc would begin to keep
 * them. */
static void prepare_heap(const char *path)
{
	struct stat about;
	if ((strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &about) : stat(path, &about)) != 0 ||
		about.st_size < LARGE_INPUT)
		return;
	(void)mallopt(M_MMAP_THRESHOLD, AHEAD); /* so that the block below comes from the heap */
	(void)mallopt(M_TRIM_THRESHOLD, INT_MAX);
	(void)mallopt(M_TOP_PAD, AHEAD);
	uintptr_t from = (uintptr_t)sbrk(0);
	/* Larger than the initial heap, so that it grows; only the end is touched. volatile: must not be optimized
	 * away. */
	void *volatile block = malloc(2 * LARGE_BLOCK);
	use_huge_pages(from, (uintptr_t)sbrk(0));
	free(block);
	(void)mallopt(M_TOP_PAD, HUGE_PAGE);
	(void)mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK);
}

static void *allocate(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	(void)align; /* at most max_align_t */
	void *block = malloc(size);
	if (block && size >= HUGE_PAGE)
		use_huge_pages((uintptr_t)block, (uintptr_t)block + size);
	return block;
}

static void *resize(void *ctx, void *block, size_t old_size, size_t size, size_t align)
{
	(void)ctx;
	(void)old_size;
	(void)align;
	return realloc(block, size);
}

static void release(void *ctx, void *block, size_t size, size_t align)
{
	(void)ctx;
	(void)size;
	(void)align;
	free(block);
}

const struct bef_allocator *program_memory(void)
{
	static const struct bef_allocator memory = { allocate, resize, release, NULL };
	return converts ? &memory : NULL;
}
#else
static void prepare_heap(const char *path) { (void)path; }

const struct bef_allocator *program_memory(void) { return NULL; }
#endif

#if BEF_APP_MLIR
struct assembly {
	const struct cli_input *input;
	const struct bef_assemble_options *options;
	const struct program_options *how;
	struct program *program;
	struct bef_diag diag;
	bool reported; /* messages have been printed */
};

static enum bef_status mlirbc_failed(enum mlirbc_status status, const struct mlirbc_diag *why, struct assembly *out)
{
	out->diag.status = (enum bef_status)status; /* both libraries use the same numbers for the same statuses */
	out->diag.offset = why->offset;
	out->diag.line = why->line;
	out->diag.column = why->column;
	snprintf(out->diag.message, sizeof out->diag.message, "%s", why->message);
	return out->diag.status;
}

static int append_text(void *ctx, const char *data, size_t size)
{
	struct program *program = ctx;
	char *text = realloc(program->text, program->text_size + size + 1);
	if (!text)
		return 1;
	memcpy(text + program->text_size, data, size);
	program->text = text;
	program->text_size += size;
	return 0;
}

static enum bef_status refuse_device(struct assembly *out)
{
	snprintf(out->diag.message, sizeof out->diag.message, "--device is for StableHLO models, and this is a host program");
	return out->diag.status = BEF_E_UNSUPPORTED;
}

/* Assembles a module, or prints it. A model becomes a host program first. */
static enum bef_status assemble_module(struct mlirbc_module *module, struct assembly *out)
{
	enum bef_status status = BEF_OK;
#if BEF_APP_STABLEHLO
	if (out->how->device && !bef_stablehlo_is_model(module))
		return refuse_device(out);
	status = model_lower(out->input, out->how, &module, &out->reported, &out->diag);
#endif
	if (status != BEF_OK)
		return status;
	if (!out->how->emit_mlir)
		return bef_assemble(
			module, program_memory(), out->options, &out->program->assembled, &out->program->bef_size, &out->diag);
	return mlirbc_failed(mlirbc_print(module, NULL, append_text, out->program), &(struct mlirbc_diag)MLIRBC_DIAG_INIT, out);
}

static enum bef_status assemble_bytecode(struct assembly *out)
{
	struct mlirbc_diag why = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	if (!context)
		return out->diag.status = BEF_E_NOMEM;
	enum mlirbc_status loaded = mlirbc_load(context, out->input->data, out->input->size, NULL, &module, &why);
	enum bef_status status = loaded == MLIRBC_OK ? assemble_module(module, out) : mlirbc_failed(loaded, &why, out);
	mlirbc_context_destroy(context);
	return status;
}

/* Text: of a model, or of a host program, which need not become IR completely (bef_assemble_text()). */
static enum bef_status assemble_text(struct assembly *out)
{
	const struct cli_input *input = out->input;
	const char *text = (const char *)input->data;
#if BEF_APP_STABLEHLO
	if (out->how->emit_mlir || model_maybe(text, input->size)) {
		struct mlirbc_diag why = MLIRBC_DIAG_INIT;
		struct mlirbc_module *module;
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		if (!context)
			return out->diag.status = BEF_E_NOMEM;
		enum mlirbc_status parsed = model_parse(context, input, &module, &why);
		bool decided = out->how->emit_mlir || (parsed == MLIRBC_OK ? bef_stablehlo_is_model(module)
								      : !memmem(text, input->size, "tfrt", 4));
		enum bef_status status = BEF_OK;
		if (decided)
			status = parsed == MLIRBC_OK ? assemble_module(module, out) : mlirbc_failed(parsed, &why, out);
		mlirbc_context_destroy(context);
		if (decided)
			return status;
	}
#else
	if (out->how->emit_mlir) {
		snprintf(out->diag.message, sizeof out->diag.message, "--emit-mlir: this program was built without StableHLO");
		return out->diag.status = BEF_E_UNSUPPORTED;
	}
#endif
	if (out->how->device)
		return refuse_device(out);
	return bef_assemble_text(text, input->size, input->name, program_memory(), out->options, &out->program->assembled,
		&out->program->bef_size, &out->diag);
}

enum { SHORT_ADVICE = 150 }; /* longer texts would not fit into a message */

static bool write_advice(const struct kernels_registry *registry, const struct mlirbc_string *name, const char *near,
	char *out, size_t room)
{
	const struct kernels_entry *same = kernels_registry_find(registry, name->data, name->size);
	const struct kernels_entry *similar = near ? NULL : kernels_registry_nearest(registry, name->data, name->size);
	const struct kernels_entry *entry = same ? same : similar;
	if (!entry)
		return false;
	const char *text = same ? "this kernel has only the generic form" : "did you mean the kernel",
		   *end = same ? "" : "?";
	int size = snprintf(
		out, room, "%s \"%s\"(...) : %s%s", text, entry->kernel->name, entry->kernel->signature, end);
	if (size < 0 || (size_t)size >= SHORT_ADVICE)
		size = snprintf(out, room, "%s \"%s\"(operands) {attributes} : (types) -> types%s", text,
			entry->kernel->name, end);
	return size > 0 && (size_t)size < room;
}

/* Names the generic form of a kernel that was written in custom form. */
static bool explain_op(void *ctx, const struct mlirbc_string *name, const char *near, char *out, size_t room)
{
	const struct program_options *options = ctx;
	struct kernels_registry *built_in = NULL;
	if (!options->registry && packs_registry(NULL, &built_in) != CLI_GOOD)
		return false;
	bool written = write_advice(options->registry ? options->registry : built_in, name, near, out, room);
	kernels_registry_destroy(built_in);
	return written;
}

static int assemble(enum form form, const struct program_options *options, struct program *program)
{
	struct program_options copy = *options; /* the context of a callback is not const */
	const struct bef_assemble_options how = { .size = sizeof how,
		.no_optional_sections = options->no_optional_sections,
		.explain_op = explain_op,
		.explain_ctx = &copy };
	struct assembly assembly = { .input = &program->input, .options = &how, .how = options, .program = program,
		.diag = BEF_DIAG_INIT };
	enum bef_status status = form == FORM_BYTECODE ? assemble_bytecode(&assembly) : assemble_text(&assembly);
	if (status != BEF_OK && assembly.reported)
		return CLI_BAD;
	if (status != BEF_OK)
		return program_error(program->input.name, &assembly.diag);
	program->bef = program->assembled;
	return CLI_GOOD;
}

static void free_assembled(struct program *program)
{
	if (program->assembled)
		bef_assemble_free(program_memory(), program->assembled, program->bef_size);
}
#else
static int assemble(enum form form, const struct program_options *options, struct program *program)
{
	(void)options;
	cli_error("%s: this is MLIR %s, and %s was built without libbef-mlir, which turns it into BEF",
		program->input.name, form == FORM_BYTECODE ? "bytecode" : "text", cli_program.name);
	return CLI_BAD;
}

static void free_assembled(struct program *program) { (void)program; }
#endif

int program_load(const char *path, const struct program_options *options, struct program *out_program)
{
	static const struct program empty;
	*out_program = empty;
	if (converts)
		prepare_heap(path);
	int code = cli_read(path, &out_program->input);
	if (code != CLI_GOOD)
		return code;
	const struct cli_input *input = &out_program->input;
	enum form form = form_of(input);
	bool taken = false;
	if (form == FORM_TEXT)
		source_remember(input->name, (const char *)input->data, input->size);
	if (form == FORM_UNKNOWN) {
		cli_error("%s: 0x0: %s, expected BEF (0B EF), MLIR bytecode (ML EF R) or MLIR text", input->name,
			input->size ? "unknown binary data" : "the file is empty");
		code = CLI_BAD;
	} else if (form == FORM_BEF && options->refuse_bef) {
		cli_error("%s: this is BEF already", input->name);
		code = CLI_BAD;
	} else if (options->take && ((code = options->take(options->take_ctx, input, &taken)) != CLI_GOOD || taken)) {
		/* nothing to convert */
	} else if (form == FORM_BEF) {
		out_program->bef = input->data;
		out_program->bef_size = input->size;
	} else {
		code = assemble(form, options, out_program);
	}
	if (code != CLI_GOOD)
		program_finish(out_program);
	return code;
}

int program_command(const struct cli_command *self, const struct cli_option *options, size_t count, int argc,
	char **argv, struct program *out_program)
{
	static const struct program_options defaults;
	const char *path;
	int code = cli_parse(self, options, count, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	code = program_load(path, &defaults, out_program);
	return code == CLI_GOOD ? CLI_GO_ON : code;
}

void program_finish(struct program *program)
{
	free(program->text);
	free_assembled(program);
	source_remember(NULL, NULL, 0);
	cli_input_finish(&program->input);
}
