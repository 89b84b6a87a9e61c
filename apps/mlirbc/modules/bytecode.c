/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytecode in memory and its output. */
#include "modules/bytecode.h"
#include "inputs/limits.h"
#include "../cli/door.h"

#include <mlirbc/load.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int bytes_append(void *ctx, const char *data, size_t size)
{
	struct bytes *bytes = ctx;
	if (size > bytes->room - bytes->size) {
		size_t room = bytes->size + size + bytes->size / 2 + 4096;
		uint8_t *more = room > size ? realloc(bytes->data, room) : NULL;
		if (!more)
			return 1;
		bytes->data = more;
		bytes->room = room;
	}
	memcpy(bytes->data + bytes->size, data, size);
	bytes->size += size;
	return 0;
}

void bytes_finish(struct bytes *bytes)
{
	free(bytes->data);
	*bytes = (struct bytes){ NULL, 0, 0 };
}

static int put_output(void *output, const char *data, size_t size) { return cli_output_put(output, data, size); }

/* Finishes an output after writes with the given result. */
static int end_output(
	struct cli_output *output, enum mlirbc_status status, const struct cli_input *input, const struct mlirbc_diag *diag)
{
	int finished = cli_output_finish(output, status == MLIRBC_OK || status == MLIRBC_E_IO);
	if (status == MLIRBC_OK || status == MLIRBC_E_IO)
		return finished;
	return status == MLIRBC_E_NOMEM ? cli_out_of_memory() : input_error(input, diag);
}

/* Users strip a file to remove information, so they are warned if it may still be present, or if more was removed. */
static void warn(const struct cli_input *input, const struct mlirbc_compact_report *report, bool strip, bool can_keep)
{
	if (report->opaque && report->kept)
		cli_note(input->name,
			"%" PRIu64 " unknown encoding%s may refer to %" PRIu64 " table entr%s, which %s kept%s",
			report->opaque, report->opaque == 1 ? "" : "s", report->kept, report->kept == 1 ? "y" : "ies",
			report->kept == 1 ? "was" : "were", strip ? "; strings of locations may be among them" : "");
	if (report->resources && can_keep)
		cli_note(input->name, "removed %" PRIu64 " unreferenced resource%s; --keep-resources keeps %s",
			report->resources, report->resources == 1 ? "" : "s", report->resources == 1 ? "it" : "them");
}

static int compact(const struct cli_input *input, const void *data, size_t size,
	const struct mlirbc_compact_options *options, const char *path)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_compact_report report = { .size = sizeof report };
	struct mlirbc_compact_options all = options ? *options : (struct mlirbc_compact_options){ .size = sizeof all };
	struct cli_output output;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	if (!context)
		return cli_out_of_memory();
	all.max_depth = limits.depth;
	all.max_work = limits.work;
	all.producer = limits.producer;
	mlirbc_context_limit(context, limits.memory);
	int code = cli_refuse_terminal(path, false);
	if (code == CLI_GOOD)
		code = cli_output_open(path, "bytecode", &output);
	if (code == CLI_GOOD) {
		enum mlirbc_status status = mlirbc_compact(
			context, data, size, &all, put_output, &output, &report, &diag);
		code = end_output(&output, status, input, &diag);
		if (code == CLI_GOOD)
			warn(input, &report, options && options->strip_locations, options != NULL);
	}
	mlirbc_context_destroy(context);
	return code;
}

int module_write(const struct module *module, const struct mlirbc_write_options *options, const char *path)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct cli_output output;
	int code = cli_refuse_terminal(path, false);
	if (code == CLI_GOOD)
		code = cli_output_open(path, "bytecode", &output);
	if (code != CLI_GOOD)
		return code;
	enum mlirbc_status status = mlirbc_write(module->module, options, put_output, &output, &diag);
	return end_output(&output, status, &module->input, &diag);
}

int module_compact(const struct module *module, const struct mlirbc_write_options *form, const struct mlirbc_compact_options *options,
	const char *path)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct bytes bytes = { NULL, 0, 0 };
	int code;
	enum mlirbc_status status = mlirbc_write(module->module, form, bytes_append, &bytes, &diag);
	if (status == MLIRBC_OK)
		code = compact(&module->input, bytes.data, bytes.size, options, path);
	else if (status == MLIRBC_E_NOMEM || status == MLIRBC_E_IO)
		code = cli_out_of_memory();
	else
		code = input_error(&module->input, &diag);
	bytes_finish(&bytes);
	return code;
}

/* Text in which MLIR skips bytes 0: no other control characters at its beginning. */
static bool is_text_with_zeros(const struct cli_input *input)
{
	const unsigned char *data = input->data;
	bool any = false;
	for (size_t i = 0; i < input->size && i < 256; i++) {
		if (data[i] && data[i] < ' ' && !strchr("\t\n\r", data[i]))
			return false;
		any |= data[i] != 0;
	}
	return input->kind == BYTECURSOR_KIND_UNKNOWN && any;
}

int input_open_bytecode(const char *path, struct cli_input *out_input)
{
	struct module module;
	struct bytes bytes = { NULL, 0, 0 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	int code = input_open(path, out_input);
	if (code != CLI_GOOD || (out_input->kind != BYTECURSOR_KIND_TEXT && !is_text_with_zeros(out_input)))
		return code;
	if ((code = module_from(out_input, false, &module)) != CLI_GOOD)
		return code;
	enum mlirbc_status status = mlirbc_write(module.module, NULL, bytes_append, &bytes, &diag);
	if (status == MLIRBC_OK)
		*out_input = (struct cli_input){ .data = bytes.data, .size = bytes.size, .name = module.input.name };
	else
		code = status == MLIRBC_E_NOMEM || status == MLIRBC_E_IO ? cli_out_of_memory()
									 : input_error(&module.input, &diag);
	module_finish(&module);
	if (code != CLI_GOOD)
		bytes_finish(&bytes);
	return code;
}

int bytecode_compact(const char *path, const struct mlirbc_compact_options *options, const char *output)
{
	struct cli_input input;
	struct module module;
	int code = input_open(path, &input);
	if (code != CLI_GOOD)
		return code;
	if (input.kind == BYTECURSOR_KIND_BYTECODE) {
		code = compact(&input, input.data, input.size, options, output);
		cli_input_finish(&input);
		return code;
	}
	if ((code = module_from(&input, false, &module)) != CLI_GOOD)
		return code;
	code = module_compact(&module, NULL, options, output);
	module_finish(&module);
	return code;
}
