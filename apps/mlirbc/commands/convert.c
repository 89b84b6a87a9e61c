/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc convert, mlirbc assemble: write bytecode of a given version, from bytecode or from text. */
#include "commands/commands.h"
#include "inputs/limits.h"
#include "modules/bytecode.h"
#include "../cli/door.h"

#include <inttypes.h>
#include <mlirbc/load.h>
#include <string.h>
#ifdef MLIRBC_APP_STABLEHLO
#include <mlirbc/stablehlo_vhlo.h>
#endif

#define OPTION_DROP_USE_LISTS(flag)                                                                                    \
	{                                                                                                              \
		"drop-use-lists", 0, NULL, "omit use-list orders in versions before 3 instead of failing", NULL, flag  \
	}

/* Parses a version; returns false after a message if it is invalid. */
static bool read_version(const struct cli_command *self, const char *text, struct mlirbc_write_options *out)
{
	const char *at = text;
	uint64_t number;
	if (!text)
		return true;
	if (!cli_number(&at, '\0', 0, 6, &number)) {
		cli_usage(self, "--version: expected a number from 0 to 6, found '%s'", text);
		return false;
	}
	out->has_version = true;
	out->version = (uint32_t)number;
	return true;
}

#ifdef MLIRBC_APP_STABLEHLO
/* The argument of --to. */
struct dialect {
	bool given, vhlo;
	struct mlirbc_stablehlo_version version;    /* of vhlo */
	struct mlirbc_stablehlo_artifact artifact;
};

/* @return CLI_GO_ON, or the exit code after a message */
static int read_dialect(const struct cli_command *self, const char *text, struct dialect *out)
{
	*out = (struct dialect){ .given = text != NULL, .version = MLIRBC_STABLEHLO_CURRENT };
	if (!text || strcmp(text, "stablehlo") == 0)
		return CLI_GO_ON;
	out->vhlo = true;
	const char *version = strncmp(text, "vhlo:", 5) == 0 ? text + 5 : NULL;
	if (version && !mlirbc_stablehlo_version_parse(version, strlen(version), &out->version))
		return cli_usage(self, "--to: expected vhlo:VERSION with a version such as 1.0.0, found '%s'", text);
	if (!version && strcmp(text, "vhlo") != 0)
		return cli_usage(self, "--to: expected stablehlo, vhlo or vhlo:VERSION, found '%s'", text);
	if (mlirbc_stablehlo_artifact_form(out->version, &out->artifact) != MLIRBC_OK)
		return cli_usage(self, "--to: there is no VHLO %s; expected 0.9.0 to 0.20.0 or 1.0.0 to 1.20.0", version);
	return CLI_GO_ON;
}

static void note(void *ctx, const struct mlirbc_op *op, const struct mlirbc_diag *diag)
{
	(void)op;
	cli_note(((const struct cli_input *)ctx)->name, "%s", diag->message);
}

/* An artifact always becomes StableHLO first, also on the way to another version. */
static int change_dialect(struct module *module, const struct dialect *to, struct mlirbc_write_options *options)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = MLIRBC_OK;
	if (to->given)
		status = mlirbc_stablehlo_from_vhlo(module->module, NULL, &diag);
	if (status == MLIRBC_OK && to->vhlo) {
		const struct mlirbc_stablehlo_vhlo_options vhlo = { .size = sizeof vhlo, .note = note, .note_ctx = &module->input };
		status = mlirbc_stablehlo_to_vhlo(module->module, to->version, &vhlo, &diag);
		options->has_version = true;
		options->version = to->artifact.bytecode_version;
		options->producer = to->artifact.producer;
	}
	return status == MLIRBC_OK ? CLI_GOOD : input_error(&module->input, &diag);
}
#else
struct dialect {
	bool given;
};

static int read_dialect(const struct cli_command *self, const char *text, struct dialect *out)
{
	out->given = text != NULL;
	return text ? cli_usage(self, "--to: this program was built without StableHLO") : CLI_GO_ON;
}

static int change_dialect(struct module *module, const struct dialect *to, struct mlirbc_write_options *options)
{
	(void)module;
	(void)to;
	(void)options;
	return CLI_GOOD;
}
#endif

int mlirbc_convert_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *output = cli_stdout, *version = NULL;
	struct mlirbc_write_options write_options = { .size = sizeof write_options };
	const char *to = NULL;
	struct dialect dialect;
	const struct cli_option options[] = {
		{ "to", 0, "DIALECT", "stablehlo, or vhlo:VERSION for a portable artifact; vhlo: 1.20.0", &to, NULL },
		{ "version", 0, "N", "bytecode version, 0 to 6; default: that of the file, for text 6", &version,
			NULL },
		OPTION_DROP_USE_LISTS(&write_options.drop_use_orders),
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &output, NULL },
	};
	struct module module;
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	if (!read_version(self, version, &write_options))
		return CLI_USAGE;
	write_options.producer = limits.producer;
	limits.producer_if_unknown = true;
	if ((code = read_dialect(self, to, &dialect)) != CLI_GO_ON)
		return code;
	if (to && strcmp(to, "stablehlo") != 0 && (version || write_options.producer))
		return cli_usage(self, "--to vhlo determines the version of the bytecode and the producer");
	cli_progress_begin(self->name, path);
	if ((code = module_open(path, !version && !to, &module)) != CLI_GOOD)
		return code;
	if ((code = change_dialect(&module, &dialect, &write_options)) != CLI_GOOD) {
		module_finish(&module);
		return code;
	}
	struct mlirbc_write_report report = { .size = sizeof report };
	write_options.report = &report;
	code = module_write(&module, &write_options, output);
	if (code == CLI_GOOD && report.properties_as_attributes)
		cli_note(module.input.name,
			"version %s represents %" PRIu64 " propert%s only as %s, which MLIR does not read back as %s",
			version, report.properties_as_attributes, report.properties_as_attributes == 1 ? "y" : "ies",
			report.properties_as_attributes == 1 ? "an attribute" : "attributes",
			report.properties_as_attributes == 1 ? "a property" : "properties");
	module_finish(&module);
	return code;
}

int mlirbc_assemble_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *output = cli_stdout, *version = NULL;
	struct mlirbc_write_options write_options = { .size = sizeof write_options };
	const struct cli_option options[] = {
		{ "version", 0, "N", "bytecode version, 0 to 6; default: 6", &version, NULL },
		OPTION_DROP_USE_LISTS(&write_options.drop_use_orders),
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &output, NULL },
	};
	struct cli_input input;
	struct module module;
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	if (!read_version(self, version, &write_options))
		return CLI_USAGE;
	write_options.producer = limits.producer;
	cli_progress_begin(self->name, path);
	if ((code = input_open(path, &input)) != CLI_GOOD)
		return code;
	if (input.kind == BYTECURSOR_KIND_BYTECODE) {
		cli_error("%s: already bytecode; 'mlirbc convert' converts it to another version", input.name);
		cli_input_finish(&input);
		return CLI_BAD;
	}
	if ((code = module_from(&input, false, &module)) != CLI_GOOD)
		return code;
	code = module_write(&module, &write_options, output);
	module_finish(&module);
	return code;
}
