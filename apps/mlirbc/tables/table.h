/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tables of a bytecode file in memory: the targets of its indices. */
#ifndef MLIRBC_APP_TABLE_H
#define MLIRBC_APP_TABLE_H

#include "inputs/input.h"

#include <mlirbc/walk.h>

struct range {
	size_t offset, size;
};

struct table_text {
	const char *data; /* NULL: the index is out of range */
	size_t size;      /* excluding the NUL */
};

struct table_section {
	uint32_t id;
	struct range whole; /* including its header */
	size_t data_size;
	bool aligned;
};

struct table_dialect {
	uint64_t string;
	struct range version; /* data of its version; size 0: none */
};

struct table_op_name {
	uint64_t dialect, string, ops;
	bool registered;
};

struct table_entry {
	struct range range;
	uint64_t dialect, refs; /* refs: from ops and block arguments */
	uint64_t code;          /* MLIRBC_WALK_NONE: not read */
	bool custom;
	/* Builtin types: dimensions from number `first_dim` of the table's on; type of the elements, MLIRBC_WALK_NONE
	 * where there is none; of an integer type width << 2 | signedness. */
	uint64_t element, number;
	size_t first_dim, rank;
};

struct table_blob {
	struct range range;
	uint64_t op_name; /* of the first op that uses it; MLIRBC_WALK_NONE: none does */
	uint64_t refs;
};

struct table_resource {
	struct range range; /* of the whole entry in the Resource section; size 0: declared only */
	struct range data;  /* of a blob's bytes */
	uint64_t group;     /* string of an external group, dialect for other groups */
	uint64_t key, string, alignment;
	uint64_t type; /* of an attribute that refers to it; MLIRBC_WALK_NONE: none does */
	uint8_t kind;  /* 0 blob, 1 bool, 2 string */
	bool external, value;
	bool broken; /* the data has an unexpected form */
};

struct table {
	const struct cli_input *input;
	uint32_t version;
	struct table_text producer;
	struct table_section sections[2 * MLIRBC_WALK_SECTION_COUNT]; /* top-level ones, in the order of the file */
	size_t section_count;
	struct range *strings;
	struct table_dialect *dialects;
	struct table_op_name *op_names;
	struct table_entry *attrs, *types;
	struct table_blob *blobs;
	int64_t *dims;
	struct table_resource *resources; /* external ones first, then those of dialects */
	size_t string_count, dialect_count, op_name_count, attr_count, type_count, blob_count, resource_count,
		dim_count;
	size_t external_count; /* of the resources */
	uint64_t op_count, region_count, block_count, argument_count, result_count;
	/* The first attribute, type, resource or property blob with malformed bytes; its fields have not been
	 * visited. */
	struct mlirbc_diag wrong;
};

/* Walks the whole file. On failure the tables hold the entries visited so far; `*diag` has the error.
 * @return MLIRBC_OK, or as mlirbc_walk(); MLIRBC_E_NOMEM. Call table_finish() in any case. */
enum mlirbc_status table_read(const struct cli_input *input, struct table *out_table, struct mlirbc_diag *diag);
/* Like table_read(), for commands that need complete tables. @return CLI_GOOD, or the exit code after a message, with
 * nothing to finish. */
int table_open(const struct cli_input *input, struct table *out_table);
/* Finishes a table from table_open(). @return `code`, or CLI_BAD after a message about a malformed entry of the
 * tables; the command has already printed everything else. */
int table_close(struct table *table, int code);
/* Opens bytecode and its tables, prints them with `step` and closes both; with `json` inside an object of the command.
 * @return the exit code */
int table_report(const struct cli_command *command, const char *path, bool json,
	int (*step)(const void *ctx, const struct table *table), const void *ctx);
void table_finish(struct table *table);
/* Tests whether a field stands for malformed bytes in a lenient walk. The first is kept for table_close(). */
bool table_contradiction(struct table *table, const struct mlirbc_walk_item *item);

/* Walks `input` with frames from the heap, leniently. */
enum mlirbc_status table_walk(const struct cli_input *input, mlirbc_walk_fn visit,
	bool (*blob_op)(void *ctx, uint64_t index, struct mlirbc_walk_op_name *out_name), void *ctx,
	struct mlirbc_diag *diag);

/* Runs a command that prints the tables of each of its files, as text or as members of a JSON object. Its only option
 * is --json. */
int tables_command(
	const struct cli_command *self, int argc, char **argv, int (*print)(const struct table *table, bool json));

struct table_text table_string(const struct table *table, uint64_t index);
struct table_text table_dialect_name(const struct table *table, uint64_t dialect);
/* Returns "arith.addi", or the two names of an op with another separator. */
void table_put_op_name(FILE *out, const struct table *table, uint64_t op_name);
/* Returns the parts of the name of the op that uses a blob; false: no op uses it. */
bool table_blob_op(const struct table *table, uint64_t blob, struct mlirbc_walk_op_name *out_name);

#endif
