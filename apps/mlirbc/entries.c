/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc attrs, mlirbc types */
#include "mlirbc.h"

#include <mlirbc/load.h>
#include <mlirbc/print.h>

/* Budget for the printed text: entries may use the same parts repeatedly. */
static int write_stdout(void *left, const char *text, size_t size)
{
	uint64_t *bytes = left;
	if (size > *bytes) {
		*bytes = 0;
		return 1;
	}
	*bytes -= size;
	return fwrite(text, 1, size, stdout) != size;
}

/* Prints '?' for an entry that could not be decoded. If the entry is only damaged, the rest of the table may be valid.
 * The first failure of this kind, or the fatal one, is reported at the end. */
static enum mlirbc_status put_missing(struct mlirbc_file *file, struct mlirbc_diag *told)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = mlirbc_file_failure(file, &diag);
	mlirbc_file_failure_clear(file);
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

/* Prints "number dialect TEXT"; for an unknown encoding, its bytes. */
static enum mlirbc_status print_entry(
	struct mlirbc_file *file, enum mlirbc_table table, size_t index, uint64_t *left, struct mlirbc_diag *told)
{
	struct mlirbc_file_entry entry = mlirbc_file_entry(file, table, index);
	struct mlirbc_file_dialect dialect = mlirbc_file_dialect(file, entry.dialect);
	printf("%6zu %5zu bytes  ", index, entry.size);
	put_name(stdout, dialect.name.data, dialect.name.size);
	printf("%s  ", entry.custom ? "" : " (text)");
	enum mlirbc_status status;
	if (table == MLIRBC_TABLE_ATTRIBUTES) {
		const struct mlirbc_attr *attr = mlirbc_file_attr(file, index);
		status = attr ? printed(mlirbc_print_attr(attr, write_stdout, left), told) : put_missing(file, told);
	} else {
		const struct mlirbc_type *type = mlirbc_file_type(file, index);
		status = type ? printed(mlirbc_print_type(type, write_stdout, left), told) : put_missing(file, told);
	}
	putchar('\n');
	return status;
}

static int print_table(const struct input *input, enum mlirbc_table table, uint64_t most)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const struct mlirbc_load_options options = { .size = sizeof options, .lazy = true, .lazy_attributes = true };
	struct mlirbc_module *module;
	if (!context)
		return memory_error();
	enum mlirbc_status status = mlirbc_load(context, input->data, input->size, &options, &module, &diag);
	if (status == MLIRBC_OK) {
		for (size_t i = 0; i < mlirbc_file_count(module->file, table) && status == MLIRBC_OK; i++)
			status = print_entry(module->file, table, i, &most, &diag);
		if (status == MLIRBC_OK)
			status = diag.status;
	}
	if ((status == MLIRBC_E_LIMIT && !diag.message[0]) || (status == MLIRBC_E_IO && most == 0)) {
		cli_error("%s: the output exceeds --max-output", input->name);
		mlirbc_context_destroy(context);
		return CLI_BAD;
	}
	int code = status == MLIRBC_OK || status == MLIRBC_E_IO ? CLI_GOOD /* cli_main() checks stdout */
		   : diag.message[0]                            ? input_error(input, &diag)
								: memory_error();
	mlirbc_context_destroy(context);
	return code;
}

static int run(const struct cli_command *self, int argc, char **argv, enum mlirbc_table table)
{
	const char *path, *most = NULL;
	const struct cli_option options[] = { OPTION_MAX_OUTPUT(most) };
	struct input input;
	uint64_t bytes = 0;
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	if (most && !cli_number(&most, '\0', 1, UINT64_MAX, &bytes))
		return cli_usage(self, "--max-output: expected a positive number, found '%s'", most);
	if ((code = input_open(path, &input)) != CLI_GOOD)
		return code;
	code = print_table(&input, table, bytes ? bytes : ((uint64_t)1 << 30) + 1024 * (uint64_t)input.size);
	input_finish(&input);
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
