/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc split, mlirbc join: constants in a file of arrays. */
#include "commands/commands.h"
#include "modules/bytecode.h"
#include "../weights/weights.h"

#include <inttypes.h>
#include <string.h>
#ifdef MLIRBC_APP_STABLEHLO
#include <mlirbc/stablehlo_vhlo.h>
#endif

/* ---- portable artifacts, which have no resources */

#ifdef MLIRBC_APP_STABLEHLO
/* An artifact becomes StableHLO, and its version an external resource. */
static int from_artifact(struct module *module)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_context *context = module->context;
	struct mlirbc_stablehlo_version v;
	char text[64];
	if (!mlirbc_stablehlo_artifact_version(module->module, &v))
		return CLI_GOOD;
	if (mlirbc_stablehlo_from_vhlo(module->module, NULL, &diag) != MLIRBC_OK)
		return input_error(&module->input, &diag);
	const int size = snprintf(text, sizeof text, "%" PRIu32 ".%" PRIu32 ".%" PRIu32, v.major, v.minor, v.patch);
	const struct mlirbc_string *version = mlirbc_string_get(context, text, (size_t)size);
	const struct mlirbc_resource note = { .group = mlirbc_string_get(context, WEIGHTS_ARTIFACT_GROUP, strlen(WEIGHTS_ARTIFACT_GROUP)),
		.key = mlirbc_string_get(context, "version", 7),
		.kind = MLIRBC_RESOURCE_STRING,
		.external = true,
		.data = version ? (const uint8_t *)version->data : NULL,
		.size = (size_t)size };
	return note.group && note.key && version && mlirbc_resource_add(module->module, &note) ? CLI_GOOD : cli_out_of_memory();
}

/* The reverse. `options` refer to `form`. */
struct artifact {
	struct mlirbc_stablehlo_artifact form;
};
static int to_artifact(struct module *module, struct artifact *out, struct mlirbc_write_options *options)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_stablehlo_version version;
	struct mlirbc_resource *note = mlirbc_resource_find(module->module, WEIGHTS_ARTIFACT_GROUP, "version");
	if (!note || !note->external)
		return CLI_GOOD;
	if (note->kind != MLIRBC_RESOURCE_STRING || !mlirbc_stablehlo_version_parse((const char *)note->data, note->size, &version) ||
		mlirbc_stablehlo_artifact_form(version, &out->form) != MLIRBC_OK) {
		cli_error("%s: the entry 'version' of its external resources %s is not a version of VHLO", module->input.name,
			WEIGHTS_ARTIFACT_GROUP);
		return CLI_BAD;
	}
	(void)mlirbc_resource_remove(module->module, note);
	if (mlirbc_stablehlo_to_vhlo(module->module, version, NULL, &diag) != MLIRBC_OK)
		return input_error(&module->input, &diag);
	for (struct mlirbc_resource *r = module->module->resources, *next; r; r = next) { /* declared for the constants */
		next = r->next;
		if (r->kind == MLIRBC_RESOURCE_NONE)
			(void)mlirbc_resource_remove(module->module, r);
	}
	options->has_version = true;
	options->version = out->form.bytecode_version;
	options->producer = out->form.producer;
	return CLI_GOOD;
}
#else
static int from_artifact(struct module *module)
{
	(void)module;
	return CLI_GOOD;
}

struct artifact {
	char unused;
};
static int to_artifact(struct module *module, struct artifact *out, struct mlirbc_write_options *options)
{
	(void)module;
	(void)out;
	(void)options;
	return CLI_GOOD;
}
#endif

/* ---- split */

struct splitting {
	const char *weights, *output;
	uint64_t larger_than;
	bool compress;
};

/* The archive is complete before the module is written, so that no module is without its constants. */
static int write_weights(struct module *module, const struct splitting *splitting, struct weights_split *done)
{
	struct cli_output output;
	int code = cli_output_open(splitting->weights, "npz", &output);
	if (code != CLI_GOOD)
		return code;
	struct tensorfile_zip_writer zip = { .out = output.stream, .deflate = splitting->compress };
	code = weights_split(module->module, splitting->larger_than, module->input.name, &zip, splitting->weights, done);
	if (code == CLI_GOOD && done->count == 0) {
		cli_error("%s: no constant has more than %" PRIu64 " bytes", module->input.name, splitting->larger_than);
		code = CLI_BAD;
	}
	tensorfile_zip_finish(&zip, code == CLI_GOOD);
	const int finished = cli_output_finish(&output, code == CLI_GOOD);
	return code == CLI_GOOD ? finished : code;
}

static int split(const char *path, const struct splitting *splitting)
{
	struct weights_split done;
	struct module module;
	int code = cli_refuse_terminal(splitting->output, false);
	if (code != CLI_GOOD || (code = module_open(path, false, &module)) != CLI_GOOD)
		return code;
	code = from_artifact(&module);
	if (code == CLI_GOOD)
		code = write_weights(&module, splitting, &done);
	if (code == CLI_GOOD)
		code = module_compact(&module, NULL, NULL, splitting->output);
	if (code == CLI_GOOD)
		cli_note(module.input.name, "moved %" PRIu64 " constant%s, %" PRIu64 " bytes, to %s", done.count, done.count == 1 ? "" : "s",
			done.bytes, splitting->weights);
	module_finish(&module);
	return code;
}

int mlirbc_split_command(const struct cli_command *self, int argc, char **argv)
{
	struct splitting splitting = { .output = cli_stdout, .larger_than = 1024 };
	const char *path, *larger_than = NULL;
	const struct cli_option options[] = {
		{ "weights", 0, "FILE.npz", "write the constants to this file", &splitting.weights, NULL },
		{ "larger-than", 0, "N", "move constants of more than N bytes; default: 1024", &larger_than, NULL },
		{ "compress", 0, NULL, "deflate the arrays", NULL, &splitting.compress },
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &splitting.output, NULL },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	if (!splitting.weights)
		return cli_usage(self, "expected --weights FILE.npz");
	if (larger_than && !cli_number(&larger_than, '\0', 0, UINT64_MAX, &splitting.larger_than))
		return cli_usage(self, "--larger-than: expected a number of bytes, found '%s'", larger_than);
	if (splitting.compress && !tensorfile_zip_can_deflate())
		return cli_usage(self, "--compress: this program was built without zlib");
	cli_progress_begin(self->name, path);
	return split(path, &splitting);
}

/* ---- join */

static int join(const char *path, const char *weights, const char *output)
{
	struct mlirbc_write_options options = { .size = sizeof options };
	struct weights_file file = { .entries = NULL };
	struct artifact artifact;
	struct module module;
	int code = cli_refuse_terminal(output, false);
	if (code != CLI_GOOD || (code = module_open(path, false, &module)) != CLI_GOOD)
		return code;
	code = weights_open(weights, &file);
	if (code == CLI_GOOD)
		code = weights_join(module.module, module.input.name, &file, false);
	if (code == CLI_GOOD)
		code = to_artifact(&module, &artifact, &options);
	if (code == CLI_GOOD)
		code = options.has_version ? module_write(&module, &options, output) : module_compact(&module, NULL, NULL, output);
	module_finish(&module);
	weights_close(&file);
	return code;
}

int mlirbc_join_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *weights = NULL, *output = cli_stdout;
	const struct cli_option options[] = {
		{ "weights", 0, "FILE.npz", "read the constants from this file", &weights, NULL },
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &output, NULL },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	if (!weights)
		return cli_usage(self, "expected --weights FILE.npz");
	cli_progress_begin(self->name, path);
	return join(path, weights, output);
}
