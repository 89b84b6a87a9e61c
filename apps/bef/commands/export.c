/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef export: a model as a file that JAX reads. */
#include "commands/commands.h"
#include "program/program.h"

#include <bef/source.h>
#include <bytecursor/kind.h>
#include <bytecursor/memory.h>
#include <mlirbc/jax_export.h>
#include <string.h>

static const struct bytecursor_allocator memory = BYTECURSOR_MALLOC;

struct exporting {
	struct mlirbc_jax_write_options options;
	struct bytecursor_buffer bytes;
};

static int append(void *ctx, const char *data, size_t size)
{
	struct exporting *out = ctx;
	if (!bytecursor_buffer_reserve(&out->bytes, memory, size))
		return 1;
	if (size)
		memcpy(out->bytes.data + out->bytes.size, data, size);
	out->bytes.size += size;
	return 0;
}

static int take(void *ctx, const struct cli_input *input, struct bef_source *source, bool *out_taken)
{
	struct exporting *out = ctx;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	*out_taken = true;
	if (bef_source_kind(source) != BEF_SOURCE_MODEL || input->kind == BYTECURSOR_KIND_JAX_EXPORT) {
		cli_error("%s: this is %s, expected a StableHLO model as text, bytecode or a portable artifact", input->name,
			input->kind == BYTECURSOR_KIND_JAX_EXPORT ? "an export of JAX already"
			: input->kind == BYTECURSOR_KIND_BEF	  ? "a BEF file"
								  : "a host program");
		return CLI_BAD;
	}
	const enum mlirbc_status status = mlirbc_jax_export_write(bef_source_module(source), &out->options, append, out, &diag);
	if (status == MLIRBC_OK)
		return CLI_GOOD;
	if (status == MLIRBC_E_NOMEM || status == MLIRBC_E_IO)
		return cli_out_of_memory();
	cli_error("%s: %s", input->name, diag.message);
	return CLI_BAD;
}

int bef_export_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *to = cli_stdout;
	bool force = false;
	struct program program;
	struct exporting out = { .options = { .size = sizeof out.options } };
	const struct program_options how = { .take = take, .take_ctx = &out };
	const struct cli_option options[] = {
		{ "output", 'o', "OUT", "output file; '-' (the default) is stdout", &to, NULL },
		{ "name", 0, "NAME", "name of the function in messages of JAX; default: main", &out.options.function_name, NULL },
		{ "platform", 0, "PLATFORM", "for which JAX may call the function: cpu (default), cuda, rocm or tpu", &out.options.platform, NULL },
		{ "force", 'f', NULL, "write to stdout even if it is a terminal", NULL, &force },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	code = program_load(path, &how, &program);
	if (code == CLI_GOOD) {
		code = cli_write(to, "jax", out.bytes.data, out.bytes.size, force);
		program_finish(&program);
	}
	bytecursor_buffer_free(&out.bytes, memory);
	return code;
}
