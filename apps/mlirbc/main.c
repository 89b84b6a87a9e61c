/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc: inspects MLIR bytecode. Each command has a line here and a separate source file. */
#include "commands/commands.h"
#include "inputs/limits.h"

#include <mlirbc/mapping.h>

static const struct cli_command commands[] = {
	{ "info", "[FILE...]", "Prints version, producer, dialects and sections", mlirbc_info_command },
	{ "print", "[FILE]", "Prints MLIR text in generic or custom form", mlirbc_print_command },
	{ "verify", "[FILE...]", "Checks every rule of the format and of SSA", mlirbc_verify_command },
	{ "ops", "[FILE...]", "Counts the ops by name", mlirbc_ops_command },
	{ "strings", "[FILE...]", "Lists the table of strings", mlirbc_strings_command },
	{ "attrs", "[FILE...]", "Lists the table of attributes", mlirbc_attrs_command },
	{ "types", "[FILE...]", "Lists the table of types", mlirbc_types_command },
	{ "resources", "[FILE...]", "Lists, extracts (also as .npy) or changes resources", mlirbc_resources_command },
	{ "size", "[FILE...]", "Prints the sizes of the parts of a file", mlirbc_size_command },
	{ "view", "[FILE]", "Writes a page with functions, text, tables and cross references", mlirbc_view_command },
	{ "dot", "[FILE]", "Prints ops, values and blocks as a graph for Graphviz", mlirbc_dot_command },
	{ "convert", "[FILE]", "Converts bytecode or text to bytecode", mlirbc_convert_command },
	{ "assemble", "[FILE]", "Converts text to bytecode", mlirbc_assemble_command },
	{ "cat", "[FILE...]", "Prints the text of several modules, one after the other", mlirbc_cat_command },
	{ "strip", "[FILE]", "Removes locations", mlirbc_strip_command },
	{ "gc", "[FILE]", "Removes unreferenced entries", mlirbc_gc_command },
	{ "merge", "FILE...", "Combines the symbols of several modules in one module", mlirbc_merge_command },
	{ "extract", "[FILE]", "Writes a module with selected symbols and their dependencies", mlirbc_extract_command },
	{ "simplify", "[FILE]", "Runs passes over StableHLO", mlirbc_simplify_command },
	{ "split", "[FILE]", "Moves constants to a file of arrays (.npz)", mlirbc_split_command },
	{ "join", "[FILE]", "Puts the constants of such a file back", mlirbc_join_command },
	{ "hash", "[FILE...]", "Prints digests of the meaning of modules", mlirbc_hash_command },
	{ "diff", "A B", "Prints the differences between two modules", mlirbc_diff_command },
	{ "hexdump", "[FILE...]", "Prints every byte with its meaning", mlirbc_hexdump_command },
};

static bool map(int fd, const void **out_data, size_t *out_size)
{
	struct mlirbc_mapping mapping;
	if (mlirbc_mapping_map(fd, false, &mapping) != MLIRBC_OK || !mapping.data)
		return false;
	*out_data = mapping.data;
	*out_size = mapping.size;
	return true;
}

static void unmap(const void *data, size_t size) { mlirbc_mapping_close(&(struct mlirbc_mapping){ data, size }); }

static bool are_intact(void) { return mlirbc_mapping_is_intact(NULL); }

const struct cli_program cli_program = {
	.name = "mlirbc",
	.version = MLIRBC_APP_VERSION,
	.about = "mlirbc inspects, converts and edits MLIR bytecode of versions 0 to 6. '-', or no FILE, means stdin.",
	.commands = commands,
	.command_count = sizeof commands / sizeof *commands,
	.options = limit_options,
	.option_count = LIMIT_OPTIONS,
	.take_options = limits_take,
	.guard_mappings = mlirbc_mapping_guard,
	.mappings_are_intact = are_intact,
	.map = map,
	.unmap = unmap,
};

int main(int argc, char **argv) { return cli_main(argc, argv); }
