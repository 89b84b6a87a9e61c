/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs that kernels get as text. */
#include "program.h"

#include <inttypes.h>
#include <stdio.h>

/* The first reason why the program of a text is not opened. */
struct refusal {
	char *message; /* empty: none yet */
	size_t size;
};

static void report(void *ctx, const struct async_place *place, const char *message)
{
	struct refusal *refusal = ctx;
	if (!refusal->message[0] && place && place->file)
		snprintf(refusal->message, refusal->size, "%.*s:%" PRIu32 ":%" PRIu32 ": %s",
			place->file_size > 100 ? 100 : (int)place->file_size, place->file, place->line, place->column, message);
}

/* The file is closed. */
static void release_bytes(void *ctx, const void *data, size_t size)
{
	const struct bef_compiler *compiler = ctx;
	compiler->release(compiler->ctx, (uint8_t *)(uintptr_t)data, size);
}

const struct kernels_program *bef__compile(const struct kernels_program *program, const char *text, size_t size,
	const char *file_name, char *message, size_t message_size)
{
	const struct bef_file *self = bef__file_of(program);
	const struct bef_compiler *compiler = self->compiler;
	struct refusal refusal = { message, message_size };
	/* no observer: events name functions of the file for which it was given */
	const struct bef_open_options options = { .size = sizeof options, .allocator = self->arena.allocator, .report = report,
		.report_ctx = &refusal, .max_call_depth = self->max_call_depth, .in_order = self->in_order, .compiler = compiler,
		.release = release_bytes, .release_ctx = (void *)(uintptr_t)compiler };
	struct bef_diag diag = BEF_DIAG_INIT;
	uint8_t *data;
	size_t data_size;
	struct bef_file *file;
	message[0] = '\0';
	if (compiler->compile(compiler->ctx, text, size, file_name, &data, &data_size, &diag) == BEF_OK &&
		bef_file_open(data, data_size, self->registry, &options, &file, &diag) == BEF_OK)
		return &file->program;
	if (!message[0] && diag.line)
		snprintf(message, message_size, "%s:%" PRIu32 ":%" PRIu32 ": %s", file_name, diag.line, diag.column, diag.message);
	else if (!message[0])
		snprintf(message, message_size, "%s", diag.message);
	return NULL;
}

void bef__release_program(const struct kernels_program *program) { bef_file_release(bef__file_of(program)); }
