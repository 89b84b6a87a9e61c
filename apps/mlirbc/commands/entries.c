/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc attrs, mlirbc types */
#include "commands/commands.h"
#include "inputs/limits.h"
#include "modules/bytecode.h"

#include <mlirbc/load.h>
#include <mlirbc/print.h>
#include <stdlib.h>

struct entries {
	const struct cli_command *self;
	enum mlirbc_table table;
	uint64_t most; /* bytes of text; 0: the default */
	uint64_t left; /* of this budget in a file: entries may use the same parts repeatedly */
	bool json;
	struct bytes text; /* of an entry, for JSON */
};

static int write_text(void *ctx, const char *text, size_t size)
{
	struct entries *e = ctx;
	if (size > e->left) {
		e->left = 0;
		return 1;
	}
	e->left -= size;
	return e->json ? bytes_append(&e->text, text, size) : fwrite(text, 1, size, stdout) != size;
}

/* Prints '?' for an entry that could not be decoded. If the entry is only damaged, the rest of the table may be valid.
 * The first failure of this kind, or the fatal one, is reported at the end. */
static enum mlirbc_status put_missing(struct entries *e, struct mlirbc_file *file, struct mlirbc_diag *told)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = mlirbc_file_failure(file, &diag);
	mlirbc_file_failure_clear(file);
	if (!e->json)
		putchar('?');
	if (told->status == MLIRBC_OK || status != MLIRBC_E_CORRUPT)
		*told = diag;
	return status == MLIRBC_E_CORRUPT ? MLIRBC_OK : status;
}

/* Called after the decoded entries were printed. */
static enum mlirbc_status printed(enum mlirbc_status status, struct mlirbc_diag *told)
{
	if (status != MLIRBC_OK) {
		*told = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
		told->status = status;
	}
	return status;
}

/* Prints what stands before the text of an entry: its number, size and dialect. */
static void put_head(const struct entries *e, size_t index, const struct mlirbc_file_entry *entry,
	const struct mlirbc_file_dialect *dialect)
{
	if (e->json) {
		cli_json_open(NULL, '{');
		cli_json_number("index", index);
		cli_json_number("size", entry->size);
		cli_json_text(
			"dialect", dialect->name.data, dialect->name.size < NAME_MOST ? dialect->name.size : NAME_MOST);
		cli_json_bool("custom", entry->custom);
		return;
	}
	printf("%6zu %5zu bytes  ", index, entry->size);
	put_name(stdout, dialect->name.data, dialect->name.size);
	printf("%s  ", entry->custom ? "" : " (text)");
}

static void put_tail(struct entries *e, bool known)
{
	if (!e->json) {
		putchar('\n');
		return;
	}
	if (known)
		cli_json_text("text", (const char *)e->text.data, e->text.size);
	else
		cli_json_null("text");
	cli_json_close();
	e->text.size = 0;
}

static enum mlirbc_status print_entry(
	struct entries *e, struct mlirbc_file *file, size_t index, struct mlirbc_diag *told)
{
	const struct mlirbc_file_entry entry = mlirbc_file_entry(file, e->table, index);
	const struct mlirbc_file_dialect dialect = mlirbc_file_dialect(file, entry.dialect);
	const struct mlirbc_attr *attr = NULL;
	const struct mlirbc_type *type = NULL;
	enum mlirbc_status status;
	put_head(e, index, &entry, &dialect);
	if (e->table == MLIRBC_TABLE_ATTRIBUTES)
		attr = mlirbc_file_attr(file, index);
	else
		type = mlirbc_file_type(file, index);
	if (attr)
		status = printed(mlirbc_print_attr(attr, write_text, e), told);
	else if (type)
		status = printed(mlirbc_print_type(type, write_text, e), told);
	else
		status = put_missing(e, file, told);
	put_tail(e, attr || type);
	return status;
}

static int print_table(struct entries *e, const struct cli_input *input)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_load_options options = module_load_options();
	struct mlirbc_module *module;
	if (!context)
		return cli_out_of_memory();
	options.lazy = options.lazy_attributes = true;
	mlirbc_context_limit(context, limits.memory);
	enum mlirbc_status status = mlirbc_load(context, input->data, input->size, &options, &module, &diag);
	if (status == MLIRBC_OK) {
		if (e->json) {
			cli_json_begin(e->self->name, input->name);
			cli_json_open(e->table == MLIRBC_TABLE_ATTRIBUTES ? "attributes" : "types", '[');
		}
		for (size_t i = 0; i < mlirbc_file_count(module->file, e->table) && status == MLIRBC_OK; i++)
			status = print_entry(e, module->file, i, &diag);
		if (e->json)
			(void)cli_json_end(status == MLIRBC_OK && diag.status == MLIRBC_OK ? CLI_GOOD : CLI_BAD);
		if (status == MLIRBC_OK)
			status = diag.status;
	}
	int code;
	if ((status == MLIRBC_E_LIMIT && !diag.message[0]) || (status == MLIRBC_E_IO && e->left == 0)) {
		cli_error("%s: the output exceeds --max-output", input->name);
		code = CLI_BAD;
	} else {
		code = status == MLIRBC_OK || status == MLIRBC_E_IO ? CLI_GOOD /* cli_main() checks stdout */
		       : diag.message[0]                            ? input_error(input, &diag)
								    : cli_out_of_memory();
	}
	mlirbc_context_destroy(context);
	return code;
}

static int print_file(void *ctx, const char *path)
{
	struct entries *e = ctx;
	struct cli_input input;
	int code = input_open(path, &input);
	if (code != CLI_GOOD)
		return code;
	e->left = e->most ? e->most : ((uint64_t)1 << 30) + 1024 * (uint64_t)input.size;
	code = print_table(e, &input);
	cli_input_finish(&input);
	return code;
}

static int run(const struct cli_command *self, int argc, char **argv, enum mlirbc_table table)
{
	const char *most = NULL;
	struct entries e = { .self = self, .table = table };
	const struct cli_option options[] = { OPTION_MAX_OUTPUT(most), CLI_OPTION_JSON(&e.json) };
	struct cli_files files;
	int code = cli_parse_files(self, options, sizeof options / sizeof *options, argc, argv, &files);
	if (code != CLI_GO_ON)
		return code;
	if (most && !cli_number(&most, '\0', 1, UINT64_MAX, &e.most))
		code = cli_usage(self, "--max-output: expected a positive number, found '%s'", most);
	else
		code = cli_each_file(&files, !e.json, print_file, &e);
	bytes_finish(&e.text);
	free(files.paths);
	return code;
}

int mlirbc_attrs_command(const struct cli_command *self, int argc, char **argv)
{
	return run(self, argc, argv, MLIRBC_TABLE_ATTRIBUTES);
}

int mlirbc_types_command(const struct cli_command *self, int argc, char **argv)
{
	return run(self, argc, argv, MLIRBC_TABLE_TYPES);
}
