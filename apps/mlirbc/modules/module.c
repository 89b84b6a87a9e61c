/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads IR. */
#include "modules/module.h"
#include "inputs/limits.h"

#include <mlirbc/open.h>
#ifdef MLIRBC_APP_STABLEHLO
#include <mlirbc/stablehlo.h>
#endif
#ifdef MLIRBC_APP_UPSTREAM
#include <mlirbc/upstream.h>
#endif

/* Hooks for all dialects: those of upstream first, because their forms are those of MLIR's present release. */
enum { MOST_HOOKS = 80 };

#define APPEND(all, count, list, more)                                                                                 \
	for (size_t i_ = 0; i_ < (more) && (count) < MOST_HOOKS; i_++)                                                 \
		(all)[(count)++] = (list)[i_];

static const struct mlirbc_assembly *const *all_assembly(size_t *out_count)
{
	static const struct mlirbc_assembly *all[MOST_HOOKS];
	size_t count = 0, more = 0;
	(void)more;
#ifdef MLIRBC_APP_UPSTREAM
	const struct mlirbc_assembly *const *upstream = mlirbc_upstream_assembly(&more);
	APPEND(all, count, upstream, more)
#endif
#ifdef MLIRBC_APP_STABLEHLO
	const struct mlirbc_assembly *const *stablehlo = mlirbc_stablehlo_assembly(&more);
	APPEND(all, count, stablehlo, more)
#endif
	*out_count = count;
	return all;
}

static const struct mlirbc_printing *const *all_printing(size_t *out_count)
{
	static const struct mlirbc_printing *all[MOST_HOOKS];
	size_t count = 0, more = 0;
	(void)more;
#ifdef MLIRBC_APP_UPSTREAM
	const struct mlirbc_printing *const *upstream = mlirbc_upstream_printing(&more);
	APPEND(all, count, upstream, more)
#endif
#ifdef MLIRBC_APP_STABLEHLO
	const struct mlirbc_printing *const *stablehlo = mlirbc_stablehlo_printing(&more);
	APPEND(all, count, stablehlo, more)
#endif
	*out_count = count;
	return all;
}

struct mlirbc_load_options module_load_options(void)
{
	return (struct mlirbc_load_options){ .size = sizeof(struct mlirbc_load_options),
		.max_depth = limits.depth,
		.max_work = limits.work,
		.producer = limits.producer,
		.producer_if_unknown = limits.producer_if_unknown };
}

/* The names of properties are an assumption if the layouts of the producer are unknown. */
static void note_assumed(const struct module *module)
{
	const struct mlirbc_string *producer = module->module->producer;
	size_t assumed;
	const char *release = mlirbc_file_release(module->module->file, &assumed);
	if (assumed)
		cli_note(module->input.name,
			"the layouts of properties of \"%.*s\" are unknown; those of %s are assumed; --producer NAME selects "
			"others",
			producer->size < 60 ? (int)producer->size : 60, producer->data, release);
}

/* A module from bytecode refers to its bytes. Of a text, only the name is still needed, for messages. */
static int load(struct module *module, bool lazy)
{
	struct mlirbc_load_options options = module_load_options();
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct cli_input *input = &module->input;
	struct mlirbc_parse_options parse = {
		.size = sizeof parse, .file_name = input->name, .max_depth = limits.depth, .producer = limits.producer
	};
	options.lazy = lazy;
	parse.dialects = all_assembly(&parse.dialect_count);
	const struct mlirbc_open_options open = { .size = sizeof open, .parse = &parse, .load = &options };
	mlirbc_context_limit(module->context, limits.memory);
	if (mlirbc_open(module->context, input->data, input->size, &open, &module->module, &diag) != MLIRBC_OK)
		return input_error(input, &diag);
	if (module->module->file)
		note_assumed(module);
	else
		cli_input_finish(input);
	return CLI_GOOD;
}

int module_open_in(struct mlirbc_context *context, const char *path, struct module *out_module)
{
	*out_module = (struct module){ .context = context };
	int code = input_open(path, &out_module->input);
	if (code == CLI_GOOD && (code = load(out_module, false)) != CLI_GOOD)
		cli_input_finish(&out_module->input);
	return code;
}

int module_open(const char *path, bool lazy, struct module *out_module)
{
	struct cli_input input;
	int code = input_open(path, &input);
	return code == CLI_GOOD ? module_from(&input, lazy, out_module) : code;
}

int module_from(const struct cli_input *input, bool lazy, struct module *out_module)
{
	*out_module = (struct module){ .input = *input, .context = mlirbc_context_create(NULL) };
	int code = out_module->context ? load(out_module, lazy) : cli_out_of_memory();
	if (code != CLI_GOOD)
		module_finish(out_module);
	return code;
}

static int write_text(void *ctx, const char *text, size_t size) { return fwrite(text, 1, size, ctx) != size; }

void module_printing(struct mlirbc_print_options *options)
{
	options->dialects = all_printing(&options->dialect_count);
}

int module_print(const struct module *module, const struct mlirbc_print_options *options, FILE *out)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_print_options all = *options;
	all.comment = opaque_comment;
	module_printing(&all);
	enum mlirbc_status status = mlirbc_print(module->module, &all, write_text, out);
	if (status == MLIRBC_OK || status == MLIRBC_E_IO)
		return CLI_GOOD;
	if (module->module->file && mlirbc_file_failure(module->module->file, &diag) != MLIRBC_OK)
		return input_error(&module->input, &diag);
	if (status != MLIRBC_E_LIMIT)
		return cli_out_of_memory();
	cli_error("%s: the output exceeds --max-output, or is nested more than 4096 levels deep", module->input.name);
	return CLI_BAD;
}

int module_print_file(const struct module *module, const struct mlirbc_print_options *options, const char *path)
{
	struct cli_output output;
	int code = cli_output_open(path, "text", &output);
	if (code != CLI_GOOD)
		return code;
	code = module_print(module, options, output.stream);
	int finished = cli_output_finish(&output, code == CLI_GOOD);
	return code == CLI_GOOD ? finished : code;
}

void module_finish(struct module *module)
{
	mlirbc_context_destroy(module->context);
	cli_input_finish(&module->input);
}
