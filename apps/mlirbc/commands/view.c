/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc view: writes a module as a page. apps/html/view.js reads the blocks of data. */
#include "commands/commands.h"
#include "commands/view.h"
#ifdef MLIRBC_APP_STABLEHLO
#include "models/model.h"
#endif
#include "../html/page.h"

#include <inttypes.h>
#include <mlirbc/load.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_MOST ((uint64_t)32 << 20)
enum { ELEMENTS_MOST = 32 };

/* The text of a unit: an op of the module's body, or a whole op. */
struct unit {
	const struct mlirbc_op *op;
	uint64_t ops, lines, bytes;
	bool complete;
};

struct viewing {
	FILE *out;
	const struct module *module;
	struct mlirbc_print_options print;
	uint64_t left; /* bytes of text */
	size_t size;   /* of the input */
	struct unit *units;
	size_t unit_count;
	struct html_bytes bytes;
};

/* ---- texts */

static int put_text(void *ctx, const char *text, size_t size)
{
	struct viewing *v = ctx;
	struct unit *unit = &v->units[v->unit_count - 1];
	if (size > v->left) {
		v->left = 0;
		unit->complete = false;
		return 1;
	}
	v->left -= size;
	unit->bytes += size;
	for (const char *at = text; (at = memchr(at, '\n', size - (size_t)(at - text))) != NULL; at++)
		unit->lines++;
	html_bytes_put(&v->bytes, text, size);
	return 0;
}

/* @return CLI_GOOD, also if the text is not complete because of a limit, or the exit code after a message */
static int print_unit(struct viewing *v, const struct mlirbc_op *op)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	char id[32];
	v->units[v->unit_count] = (struct unit){ op, 0, 1, 0, true };
	struct unit *unit = &v->units[v->unit_count];
	snprintf(id, sizeof id, "text-%zu", v->unit_count++);
	struct mlirbc_op *root = (struct mlirbc_op *)(uintptr_t)op;
	for (struct mlirbc_op *at = NULL; (at = mlirbc_op_next_pre(root, at)) != NULL;)
		unit->ops++;
	if (v->left == 0) {
		unit->complete = false;
		return CLI_GOOD;
	}
	html_bytes_begin(&v->bytes, v->out, id);
	const enum mlirbc_status status = mlirbc_print_op(op, &v->print, put_text, v);
	html_bytes_end(&v->bytes);
	if (status == MLIRBC_OK || !unit->complete)
		return CLI_GOOD;
	if (v->module->module->file && mlirbc_file_failure(v->module->module->file, &diag) != MLIRBC_OK)
		return input_error(&v->module->input, &diag);
	unit->complete = false;
	return status == MLIRBC_E_LIMIT ? CLI_GOOD : cli_out_of_memory();
}

/* The only top-level op, if it is a module whose ops are independent of each other: then these are the units. */
static const struct mlirbc_op *root_of(const struct mlirbc_block *top)
{
	const struct mlirbc_op *op = top->first;
	if (!op || op->next || !mlirbc_op_is(op, "builtin.module") || op->region_count != 1 || mlirbc_op_regions(op)->block_count != 1)
		return NULL;
	for (const struct mlirbc_op *inner = mlirbc_op_regions(op)->first->first; inner; inner = inner->next) {
		if (inner->result_count || inner->operand_count)
			return NULL;
	}
	return op;
}

static int print_units(struct viewing *v, const struct mlirbc_op *root)
{
	const struct mlirbc_block *block = root ? mlirbc_op_regions(root)->first : v->module->module->body;
	size_t count = 0;
	for (const struct mlirbc_op *op = block->first; op; op = op->next)
		count++;
	v->units = calloc(count + 1, sizeof *v->units);
	int code = v->units ? CLI_GOOD : cli_out_of_memory();
	for (const struct mlirbc_op *op = block->first; op && code == CLI_GOOD; op = op->next)
		code = print_unit(v, op);
	return code;
}

/* ---- tables */

static void put_string(FILE *out, const struct mlirbc_string *text)
{
	html_json_string(out, text ? text->data : "", text ? text->size : 0);
}

/* A unit: op, symbol, visibility, type, number of ops, lines, bytes, whether the text is complete. */
static void put_units(const struct viewing *v)
{
	fputs(",\n\"units\":[", v->out);
	for (size_t i = 0; i < v->unit_count; i++) {
		const struct unit *unit = &v->units[i];
		const struct mlirbc_attr *visibility = mlirbc_op_attr(unit->op, "sym_visibility");
		struct mlirbc_string symbol = { "", 0 };
		if (!mlirbc_op_symbol(unit->op, &symbol))
			symbol.size = 0;
		fputs(i ? ",\n[" : "\n[", v->out);
		put_string(v->out, unit->op->name);
		putc(',', v->out);
		put_string(v->out, &symbol);
		putc(',', v->out);
		put_string(v->out, visibility && visibility->kind == MLIRBC_ATTR_STRING ? visibility->u.string : NULL);
		putc(',', v->out);
		view_put_attr(v->out, mlirbc_op_attr(unit->op, "function_type"));
		fprintf(v->out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%s]", unit->ops, unit->lines, unit->bytes, unit->complete ? "true" : "false");
	}
	putc(']', v->out);
}

/* A resource: group, key, kind, bytes, alignment, whether it is external. */
static void put_resources(const struct viewing *v)
{
	static const char *const kinds[] = { "blob", "bool", "string", "none" };
	bool any = false;
	fputs(",\n\"resources\":[", v->out);
	for (const struct mlirbc_resource *r = v->module->module->resources; r; r = r->next) {
		fputs(any ? ",\n[" : "\n[", v->out);
		any = true;
		put_string(v->out, r->group);
		putc(',', v->out);
		put_string(v->out, r->key);
		fprintf(v->out, ",\"%s\",%zu,%" PRIu32 ",%s]", kinds[r->kind], r->size, r->alignment, r->external ? "true" : "false");
	}
	putc(']', v->out);
}

static int write_page(struct viewing *v)
{
	static const struct html_file *const scripts[] = { &html_core_js, &html_table_js, &html_view_text_js, &html_view_js, NULL };
	const struct cli_input *input = &v->module->input;
	const struct mlirbc_op *root = root_of(v->module->module->body);
	html_begin(v->out, "view", input->name);
	int code = print_units(v, root);
	html_json_begin(v->out, "data");
	fprintf(v->out, "{\"version\":1,\"size\":%zu,\"text_complete\":%s,\"producer\":", v->size, v->left ? "true" : "false");
	put_string(v->out, v->module->module->producer);
	fputs(",\"attributes_of_module\":", v->out);
	view_put_attr(v->out, root ? mlirbc_op_attributes(root) : NULL);
	put_units(v);
	put_resources(v);
	if (code == CLI_GOOD && !view_put_counts(v->out, v->module->module))
		code = cli_out_of_memory();
	fputs("}", v->out);
	html_json_end(v->out);
	html_end(v->out, scripts);
	free(v->units);
	return code;
}

int mlirbc_view_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *output_path = "-", *most = NULL;
	bool html = false, generic = false;
	const struct cli_option options[] = {
		{ "html", 0, NULL, "write an HTML page; this is the default, and the only form", NULL, &html },
		{ "generic", 0, NULL, "show the text in generic form", NULL, &generic },
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &output_path, NULL },
		{ "max-output", 0, "N", "limit of text in bytes; default: 32 MiB", &most, NULL },
	};
	struct module module;
	struct cli_output output;
	struct cli_input input;
	struct viewing v = { .module = &module, .left = TEXT_MOST };
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	if (most && !cli_number(&most, '\0', 1, UINT64_MAX, &v.left))
		return cli_usage(self, "--max-output: expected a positive number, found '%s'", most);
	if ((code = input_open(path, &input)) != CLI_GOOD)
		return code;
	v.size = input.size; /* a module from text keeps only the name of the input */
	if ((code = module_from(&input, false, &module)) != CLI_GOOD)
		return code;
	v.print = (struct mlirbc_print_options){ .size = sizeof v.print, .elide = true, .elide_larger_than = ELEMENTS_MOST, .pretty = !generic };
	module_printing(&v.print);
#ifdef MLIRBC_APP_STABLEHLO
	if (!generic && (code = model_show(&module.input, module.module)) != CLI_GOOD) {
		module_finish(&module);
		return code;
	}
#endif
	code = cli_output_open(output_path, NULL, &output);
	if (code == CLI_GOOD) {
		v.out = output.stream;
		code = write_page(&v);
		const int finished = cli_output_finish(&output, code == CLI_GOOD);
		code = code == CLI_GOOD ? finished : code;
	}
	module_finish(&module);
	return code;
}
