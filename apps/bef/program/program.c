/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads programs in any form, as BEF. */
#include "program/program.h"
#include "machine/packs.h"
#include "program/heap.h"
#include "../cli/door.h"
#include "../cli/source.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if BEF_APP_MLIR
#include <bef/translate.h>
#include <mlirbc/load.h>
#include <mlirbc/print.h>
#endif
#if BEF_APP_STABLEHLO
#include "program/lower.h"

#include <bef/source.h>
#endif

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
	return diag->status == BEF_E_NOMEM || diag->status == BEF_E_IO ? CLI_SYSTEM : CLI_BAD;
}

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
	status = program_lower(out->input, out->how, &module, &out->reported, &out->diag);
#endif
	if (status != BEF_OK)
		return status;
	if (!out->how->emit_mlir)
		return bef_assemble(
			module, program_memory(), out->options, &out->program->assembled, &out->program->bef_size, &out->diag);
	return mlirbc_failed(mlirbc_print(module, NULL, append_text, out->program), &(struct mlirbc_diag)MLIRBC_DIAG_INIT, out);
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
	if (!options->registry && packs_registry(NULL, "all", &built_in) != CLI_GOOD)
		return false;
	bool written = write_advice(options->registry ? options->registry : built_in, name, near, out, room);
	kernels_registry_destroy(built_in);
	return written;
}

static struct bef_assemble_options assemble_options(struct program_options *options)
{
	return (struct bef_assemble_options){ .size = sizeof(struct bef_assemble_options),
		.no_optional_sections = options->no_optional_sections,
		.explain_op = explain_op,
		.explain_ctx = options };
}

static void free_assembled(struct program *program)
{
	if (program->assembled)
		bef_assemble_free(program_memory(), program->assembled, program->bef_size);
}
#else
static void free_assembled(struct program *program) { (void)program; }
#endif

/* ---- the door */

#if BEF_APP_STABLEHLO
/* Makes BEF, or text with `emit_mlir`, of what the source is. */
static int convert(struct bef_source *source, const struct program_options *options, const struct bef_assemble_options *how,
	struct program *program)
{
	struct assembly assembly = { .input = &program->input, .options = how, .how = options, .program = program,
		.diag = BEF_DIAG_INIT };
	enum bef_status status = BEF_OK;
	if (options->device && bef_source_kind(source) == BEF_SOURCE_PROGRAM)
		status = refuse_device(&assembly);
	else if (bef_source_module(source))
		status = assemble_module(bef_source_module(source), &assembly);
	else
		program->assembled = bef_source_take_bef(source, &program->bef_size);
	if (status != BEF_OK)
		return assembly.reported ? CLI_BAD : program_error(program->input.name, &assembly.diag);
	program->bef = program->assembled;
	return CLI_GOOD;
}

static int enter(const struct program_options *options, struct program *program)
{
	struct program_options copy = *options; /* the context of a callback is not const */
	const struct bef_assemble_options how = assemble_options(&copy);
	const struct cli_input *input = &program->input;
	const struct bef_source_options door = { .size = sizeof door, .name = input->name, .allocator = program_memory(),
		.assemble = options->emit_mlir ? NULL : &how,
		.max_memory = options->open_memory ? options->open_memory(options->limits_ctx, input->size) : 0,
		.stop = options->stop, .stop_ctx = options->limits_ctx, .platform = options->platform };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_source *source;
	bool taken = false;
	if (bef_source_open(input->data, input->size, &door, &source, &diag) != BEF_OK)
		return program_error(input->name, &diag);
	const enum bef_source_kind kind = bef_source_kind(source);
	int code = options->take ? options->take(options->take_ctx, input, source, &taken) : CLI_GOOD;
	program->model = kind == BEF_SOURCE_MODEL || kind == BEF_SOURCE_BEF_MODEL;
	if (code == CLI_GOOD && !taken && (kind == BEF_SOURCE_BEF || kind == BEF_SOURCE_BEF_MODEL)) {
		program->bef = input->data;
		program->bef_size = input->size;
	} else if (code == CLI_GOOD && !taken) {
		code = convert(source, options, &how, program);
	}
	bef_source_close(source);
	return code;
}
#elif BEF_APP_MLIR
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

static enum bef_status assemble_text(struct assembly *out)
{
	if (out->how->emit_mlir) {
		snprintf(out->diag.message, sizeof out->diag.message, "--emit-mlir: this program was built without StableHLO");
		return out->diag.status = BEF_E_UNSUPPORTED;
	}
	return out->how->device ? refuse_device(out)
				: bef_assemble_text((const char *)out->input->data, out->input->size, out->input->name,
					  program_memory(), out->options, &out->program->assembled, &out->program->bef_size, &out->diag);
}

static int enter(const struct program_options *options, struct program *program)
{
	struct program_options copy = *options; /* the context of a callback is not const */
	const struct bef_assemble_options how = assemble_options(&copy);
	const struct cli_input *input = &program->input;
	struct assembly assembly = { .input = input, .options = &how, .how = options, .program = program, .diag = BEF_DIAG_INIT };
	enum bef_status status = BEF_OK;
	program->bef = input->data;
	program->bef_size = input->size;
	if (input->kind == BYTECURSOR_KIND_BEF)
		return CLI_GOOD;
	if (input->kind == BYTECURSOR_KIND_JAX_EXPORT) {
		cli_error("%s: this is an export of JAX, and %s was built without StableHLO", input->name, cli_name());
		return CLI_BAD;
	}
	status = input->kind == BYTECURSOR_KIND_BYTECODE ? assemble_bytecode(&assembly) : assemble_text(&assembly);
	program->bef = program->assembled;
	return status == BEF_OK ? CLI_GOOD : program_error(input->name, &assembly.diag);
}
#else
static int enter(const struct program_options *options, struct program *program)
{
	(void)options;
	program->bef = program->input.data;
	program->bef_size = program->input.size;
	if (program->input.kind == BYTECURSOR_KIND_BEF)
		return CLI_GOOD;
	cli_error("%s: this is not BEF, and %s was built without libbef-mlir, which turns MLIR into BEF", program->input.name,
		cli_name());
	return CLI_BAD;
}
#endif

int program_load(const char *path, const struct program_options *options, struct program *out_program)
{
	static const struct cli_door door = { .wanted = CLI_KIND(BEF) | CLI_KIND(BYTECODE) | CLI_KIND(JAX_EXPORT) | CLI_KIND(TEXT),
		.expected = BYTECURSOR_KIND_PROGRAMS };
	*out_program = (struct program){ .bef = NULL };
	program_prepare_heap(path);
	int code = cli_enter(path, &door, &out_program->input);
	if (code != CLI_GOOD)
		return code;
	const struct cli_input *input = &out_program->input;
	if (input->kind == BYTECURSOR_KIND_BEF && options->refuse_bef) {
		cli_error("%s: this is BEF already", input->name);
		code = CLI_BAD;
	} else {
		if (input->kind == BYTECURSOR_KIND_TEXT)
			source_remember(input->name, (const char *)input->data, input->size);
		code = enter(options, out_program);
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
