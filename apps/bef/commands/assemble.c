/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef assemble */
#include "commands/commands.h"
#include "commands/options.h"
#include "machine/packs.h"
#if BEF_APP_STABLEHLO
#include "models/constants.h"
#endif
#include "program/heap.h"
#include "program/limits.h"

static int load(const char *path, const struct program_options *how, const char *weights, const char *map, struct program *out_program)
{
#if BEF_APP_STABLEHLO
	if (weights)
		return constants_load(path, how, weights, map, out_program);
#else
	if (weights || map) {
		cli_error("--weights: this program was built without StableHLO");
		return CLI_USAGE;
	}
#endif
	return program_load(path, how, out_program);
}

int bef_assemble_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *to = cli_stdout, *packs = NULL, *weights = NULL, *map = NULL;
	struct kernels_registry *registry = NULL;
	struct program_options how = { .refuse_bef = true };
	struct limits limits = { .memory = NULL };
	bool force = false;
	const struct cli_option options[] = {
		{ "output", 'o', "OUT", "output file; '-' (the default) is stdout", &to, NULL },
		{ "no-optional-sections", 0, NULL,
			"omit the sections that only tools read: attribute types and names, register types", NULL,
			&how.no_optional_sections },
		{ "emit-mlir", 0, NULL, "write the host program as MLIR text: of a StableHLO model, what it becomes", NULL,
			&how.emit_mlir },
		{ "device", 0, "DEVICE", "lower a StableHLO model for this device, opencl:0, on which the file runs then", &how.device, NULL },
		{ "weights", 0, "FILE", "tensors that become constants of a model, in place of the arguments that have their names; as for run", &weights,
			NULL },
		{ "map", 0, "FILE", "lines ARGUMENT = TENSOR for --weights, where names differ", &map, NULL },
		NO_FUSE_OPTION(&how.no_fusing),
		SEMANTICS_OPTION(&how.semantics),
		PLATFORM_OPTION(&how.platform),
		PACKS_OPTION(&packs),
		LIMITS_OPTIONS(limits),
		{ "force", 'f', NULL, "write to stdout even if it is a terminal", NULL, &force },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code == CLI_GO_ON)
		code = options_semantics(self, how.semantics);
	if (code == CLI_GO_ON)
		code = limits_parse(self, &limits);
	if (code != CLI_GO_ON)
		return code;
	if (map && !weights)
		return cli_usage(self, "--map: pairs the names of --weights, which is not given");
	struct program program;
	program_will_convert();
	cli_progress_begin(self->name, path);
	if ((packs || how.device) && (code = packs_registry(packs, how.device, &registry)) != CLI_GOOD)
		return code;
	how.registry = registry;
	limits_set(&limits, &how);
	code = load(path, &how, weights, map, &program);
	kernels_registry_destroy(registry);
	limits_report(&limits, code);
	if (code != CLI_GOOD)
		return code;
	if (how.emit_mlir)
		code = cli_write(to, NULL, (const uint8_t *)program.text, program.text_size, true);
	else
		code = cli_write(to, NULL, program.bef, program.bef_size, force);
	program_finish(&program);
	return code;
}
