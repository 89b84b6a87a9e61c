/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc simplify: passes over StableHLO. */
#include "commands/commands.h"
#include "modules/bytecode.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#ifdef MLIRBC_APP_STABLEHLO
#include <mlirbc/parse.h>
#include <mlirbc/stablehlo_passes.h>
#include <mlirbc/stablehlo_vhlo.h>

/* The passes of a request, in the order of the options; none: all. */
struct request {
	bool wanted[11];
	bool bytecode, stats;
	bool refine, propagate;
	const char *arguments, *function; /* of the refinement; a line for each argument */
	struct mlirbc_stablehlo_pass_options options;
};

struct line {
	const char *what;
	uint64_t count;
};

static void put_lines(const struct line *lines, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (lines[i].count)
			fprintf(stderr, "%8" PRIu64 " %s\n", lines[i].count, lines[i].what);
	}
}

static void put_report(const struct mlirbc_stablehlo_pass_report *report)
{
	const struct line lines[] = { { "operations of other dialects replaced", report->dialects },
		{ "operations of other dialects left", report->dialects_left }, { "operations of sdy removed", report->shardy }, { "operations of sdy left", report->shardy_left },
		{ "operations of chlo lowered", report->chlo }, { "operations of chlo left", report->chlo_left },
		{ "composites expanded", report->composites }, { "custom calls replaced", report->custom_calls },
		{ "calls inlined", report->inlined }, { "operations without tuples", report->tuples },
		{ "barriers removed", report->barriers }, { "operations folded", report->folded },
		{ "equal operations merged", report->merged }, { "unused operations removed", report->removed },
		{ "unused functions removed", report->removed_functions } };
	put_lines(lines, sizeof lines / sizeof *lines);
}

/* What keeps operations of other dialects. */
static void warn_left(const struct module *module, const struct mlirbc_stablehlo_pass_report *report)
{
	const struct mlirbc_op *op = report->dialects_first;
	const struct mlirbc_attr *place = op ? mlirbc_loc_place(mlirbc_op_location(op)) : NULL;
	if (op)
		cli_warning(module->input.name, "%u:%u: '%.*s' stays, and with it the operations of other dialects: %s",
			place ? place->u.file.line : 0, place ? place->u.file.column : 0, (int)(op->name->size < 60 ? op->name->size : 60),
			op->name->data, report->dialects_reason);
}

/* ---- refinement */

enum { MOST_ARGUMENTS = 4096 };

/* INDEX=TYPE or INDEX=VALUE; a value is a number or dense<...>. */
static int read_argument(struct module *module, const char *text, size_t size, struct mlirbc_stablehlo_argument *out)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const char *at = text;
	uint64_t index;
	if (!cli_number(&at, '=', 0, UINT32_MAX, &index)) {
		cli_error("--arg: expected INDEX=TYPE or INDEX=VALUE, found '%.*s'", (int)(size < 200 ? size : 200), text);
		return CLI_USAGE;
	}
	at++;
	size -= (size_t)(at - text);
	*out = (struct mlirbc_stablehlo_argument){ .index = (size_t)index };
	bool value = (*at >= '0' && *at <= '9') || *at == '-' || (size > 5 && memcmp(at, "dense", 5) == 0);
	struct mlirbc_context *context = module->module->context;
	enum mlirbc_status status = value ? mlirbc_parse_attr(context, at, size, &out->value, &diag)
					  : mlirbc_parse_type(context, at, size, &out->type, &diag);
	if (status == MLIRBC_OK)
		return CLI_GOOD;
	cli_error("--arg: '%.*s': %s", (int)(size < 200 ? size : 200), at, diag.message);
	return status == MLIRBC_E_NOMEM ? CLI_SYSTEM : CLI_USAGE;
}

static void warn(void *ctx, const struct mlirbc_op *op, const struct mlirbc_diag *diag)
{
	const struct module *module = ctx;
	(void)op;
	if (diag->line)
		cli_warning(module->input.name, "%u:%u: %s", diag->line, diag->column, diag->message);
	else
		cli_warning(module->input.name, "%s", diag->message);
}

static void put_refine_report(const struct mlirbc_stablehlo_refine_report *report)
{
	const struct line lines[] = { { "types refined", report->refined }, { "dynamic operations made static", report->replaced },
		{ "operations folded by refinement", report->folded }, { "shape assertions that hold", report->assertions },
		{ "functions refined", report->functions }, { "operations that remain dynamic", report->dynamic } };
	put_lines(lines, sizeof lines / sizeof *lines);
}

/* JAX passes sizes of dimensions as scalar integers before the other arguments. */
static void note_size(const struct module *module, const char *function)
{
	const struct mlirbc_string name = { function, strlen(function) };
	const struct mlirbc_op *op = mlirbc_block_symbol(mlirbc_module_symbols(module->module), &name);
	const struct mlirbc_block *body = op && op->region_count ? mlirbc_op_regions(op)->first : NULL;
	for (uint32_t i = 0; body && i < body->argument_count; i++) {
		const struct mlirbc_type *type = body->arguments[i].type;
		if (type->kind != MLIRBC_TYPE_TENSOR || type->u.shaped.rank != 0 || type->u.shaped.element->kind != MLIRBC_TYPE_INTEGER)
			return;
		if (body->arguments[i].first_use) {
			cli_note(module->input.name, "argument %u may be the size of a dimension: --arg %u=N gives its value", i, i);
			return;
		}
	}
}

static int refine(struct module *module, const struct request *request)
{
	struct mlirbc_stablehlo_argument *arguments = NULL;
	struct mlirbc_stablehlo_refine_report report = { .size = sizeof report };
	const struct mlirbc_stablehlo_refine_options options = { .size = sizeof options,
		.function = request->function,
		.max_elements = request->options.max_elements,
		.max_ops = request->options.max_ops,
		.report = warn,
		.report_ctx = module };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	size_t count = 0;
	int code = CLI_GOOD;
	for (const char *text = request->arguments; code == CLI_GOOD && text && *text; count++) {
		size_t size = strcspn(text, "\n");
		struct mlirbc_stablehlo_argument *more = realloc(arguments, (count + 1) * sizeof *more);
		if (!more || count == MOST_ARGUMENTS) {
			free(more ? more : arguments);
			return more ? (cli_error("--arg: more than %d arguments", (int)MOST_ARGUMENTS), CLI_USAGE) : cli_out_of_memory();
		}
		arguments = more;
		code = read_argument(module, text, size, &arguments[count]);
		text += size + (text[size] == '\n');
	}
	if (code == CLI_GOOD && mlirbc_stablehlo_refine(module->module, arguments, count, &options, &report, &diag) != MLIRBC_OK)
		code = input_error(&module->input, &diag);
	free(arguments);
	if (code == CLI_GOOD && report.dynamic)
		note_size(module, request->function ? request->function : "main");
	if (code == CLI_GOOD && request->stats)
		put_refine_report(&report);
	return code;
}

/* ---- all */

/* An artifact becomes StableHLO first. */
static int run(struct module *module, const struct request *request)
{
	static const unsigned bits[] = { MLIRBC_STABLEHLO_CHLO, MLIRBC_STABLEHLO_COMPOSITES, MLIRBC_STABLEHLO_CUSTOM_CALLS,
		MLIRBC_STABLEHLO_INLINE, MLIRBC_STABLEHLO_TUPLES, MLIRBC_STABLEHLO_BARRIERS, MLIRBC_STABLEHLO_FOLD,
		MLIRBC_STABLEHLO_CSE, MLIRBC_STABLEHLO_DCE, MLIRBC_STABLEHLO_SHARDY, MLIRBC_STABLEHLO_DIALECTS };
	unsigned passes = 0;
	for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
		passes |= request->wanted[i] ? bits[i] : 0;
	struct mlirbc_stablehlo_pass_report report = { .size = sizeof report };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	bool refines = request->refine || request->arguments || request->function;
	enum mlirbc_status status = mlirbc_stablehlo_from_vhlo(module->module, NULL, &diag);
	if (status == MLIRBC_OK && refines && (passes & MLIRBC_STABLEHLO_DIALECTS || !passes)) {
		/* refinement computes the shapes that other dialects have computed */
		status = mlirbc_stablehlo_run(module->module, MLIRBC_STABLEHLO_DIALECTS, &request->options, &report, &diag);
		warn_left(module, &report);
		if (request->stats)
			put_report(&report);
	}
	if (status == MLIRBC_OK && refines) {
		int code = refine(module, request);
		if (code != CLI_GOOD)
			return code;
	}
	if (request->propagate && !passes) /* main has to contain what it calls */
		passes = MLIRBC_STABLEHLO_COMPOSITES | MLIRBC_STABLEHLO_INLINE;
	if (status == MLIRBC_OK && (passes || !request->refine))
		status = mlirbc_stablehlo_run(
			module->module, passes ? passes : MLIRBC_STABLEHLO_ALL, &request->options, &report, &diag);
	if (status == MLIRBC_OK && request->propagate)
		status = mlirbc_stablehlo_propagate(module->module, &diag);
	if (status != MLIRBC_OK)
		return input_error(&module->input, &diag);
	if (passes & MLIRBC_STABLEHLO_DIALECTS)
		warn_left(module, &report);
	if (request->stats)
		put_report(&report);
	return CLI_GOOD;
}

static int read_limits(const struct cli_command *self, const char *elements, const char *ops, struct request *out)
{
	uint64_t number;
	out->options.size = sizeof out->options;
	if (elements) {
		if (!cli_number(&elements, '\0', 1, SIZE_MAX, &number))
			return cli_usage(self, "--max-elements: expected a positive number, found '%s'", elements);
		out->options.max_elements = (size_t)number;
	}
	if (ops && !cli_number(&ops, '\0', 1, UINT64_MAX, &out->options.max_ops))
		return cli_usage(self, "--max-ops: expected a positive number, found '%s'", ops);
	return CLI_GO_ON;
}

static int simplify(const char *path, const struct request *request, const char *output)
{
	const struct mlirbc_write_options write_options = { .size = sizeof write_options };
	const struct mlirbc_print_options print_options = { .size = sizeof print_options, .pretty = true };
	struct module module;
	int code = module_open(path, false, &module);
	if (code != CLI_GOOD)
		return code;
	code = run(&module, request);
	if (code == CLI_GOOD)
		code = request->bytecode ? module_write(&module, &write_options, output)
					 : module_print_file(&module, &print_options, output);
	module_finish(&module);
	return code;
}
#else
struct request {
	bool wanted[11];
	bool bytecode, stats;
	bool refine, propagate;
	const char *arguments, *function;
};

static int read_limits(const struct cli_command *self, const char *elements, const char *ops, struct request *out)
{
	(void)self;
	(void)elements;
	(void)ops;
	(void)out;
	return CLI_GO_ON;
}

static int simplify(const char *path, const struct request *request, const char *output)
{
	struct module module;
	int code = module_open(path, false, &module);
	(void)request;
	(void)output;
	if (code != CLI_GOOD)
		return code;
	cli_error("%s: this program was built without StableHLO", module.input.name);
	module_finish(&module);
	return CLI_BAD;
}
#endif

int mlirbc_simplify_command(const struct cli_command *self, int argc, char **argv)
{
	struct request request = { .bytecode = false };
	const char *path, *output = cli_stdout, *elements = NULL, *ops = NULL;
	const struct cli_option options[] = {
		{ "dialects", 0, NULL, "replace arith, tensor, shape, ml_program and mhlo by stablehlo", NULL, &request.wanted[10] },
		{ "shardy", 0, NULL, "remove annotations of Shardy (sdy)", NULL, &request.wanted[9] },
		{ "chlo", 0, NULL, "lower chlo to stablehlo", NULL, &request.wanted[0] },
		{ "composites", 0, NULL, "replace composites by calls of their decompositions", NULL, &request.wanted[1] },
		{ "custom-calls", 0, NULL, "remove custom calls that return their operand", NULL, &request.wanted[2] },
		{ "inline", 0, NULL, "replace calls by the bodies of functions", NULL, &request.wanted[3] },
		{ "tuples", 0, NULL, "replace tuples by their elements", NULL, &request.wanted[4] },
		{ "barriers", 0, NULL, "remove optimization barriers", NULL, &request.wanted[5] },
		{ "fold", 0, NULL, "compute operations on constants", NULL, &request.wanted[6] },
		{ "cse", 0, NULL, "compute equal operations once", NULL, &request.wanted[7] },
		{ "dce", 0, NULL, "remove unused operations and functions", NULL, &request.wanted[8] },
		{ "refine", 0, NULL, "refine dynamic shapes, before the passes", NULL, &request.refine },
		{ "propagate", 0, NULL, "write shardings of Shardy of all operations, after the passes", NULL, &request.propagate },
		{ "arg", 0, "INDEX=TYPE", "refine for this type, or constant value, of an argument; repeatable", &request.arguments,
			&cli_lines },
		{ "function", 0, "NAME", "refine this function; default: main", &request.function, NULL },
		{ "max-elements", 0, "N", "fold constants of at most N elements; default: 1024", &elements, NULL },
		{ "max-ops", 0, "N", "limit of operations after inlining; default: 10000000", &ops, NULL },
		{ "bytecode", 0, NULL, "write bytecode instead of text", NULL, &request.bytecode },
		{ "stats", 0, NULL, "print to stderr what was done", NULL, &request.stats },
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &output, NULL },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON || (code = read_limits(self, elements, ops, &request)) != CLI_GO_ON)
		return code;
	return simplify(path, &request, output);
}
