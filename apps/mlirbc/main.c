/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc: inspects MLIR bytecode. Each command has a line here and a separate source file. */
#include "mlirbc.h"

static const struct cli_command commands[] = {
	{ "info", "[FILE]", "Shows version, producer, dialects and sections", mlirbc_info_command },
	{ "print", "[FILE]", "Prints MLIR text in the generic form", mlirbc_print_command },
	{ "verify", "[FILE]", "Checks that a file keeps every rule of the format and of SSA", mlirbc_verify_command },
	{ "ops", "[FILE]", "Counts the ops by name", mlirbc_ops_command },
	{ "strings", "[FILE]", "Lists the table of strings", mlirbc_strings_command },
	{ "attrs", "[FILE]", "Lists the table of attributes", mlirbc_attrs_command },
	{ "types", "[FILE]", "Lists the table of types", mlirbc_types_command },
	{ "resources", "[FILE]", "Lists resources, takes them out, also as .npy, or changes them",
		mlirbc_resources_command },
	{ "size", "[FILE]", "Shows what the bytes of a file are spent on", mlirbc_size_command },
	{ "dot", "[FILE]", "Draws ops, values and blocks as a graph for Graphviz", mlirbc_dot_command },
	{ "convert", "[FILE]", "Writes bytecode, of another version or from text", mlirbc_convert_command },
	{ "assemble", "[FILE]", "Writes bytecode from text", mlirbc_assemble_command },
	{ "cat", "[FILE...]", "Prints the text of several modules, one after the other", mlirbc_cat_command },
	{ "strip", "[FILE]", "Writes a file without locations", mlirbc_strip_command },
	{ "gc", "[FILE]", "Writes a file without what nothing in it refers to", mlirbc_gc_command },
	{ "merge", "FILE...", "Puts the symbols of several modules into one", mlirbc_merge_command },
	{ "extract", "[FILE]", "Writes a module with some symbols and what they need", mlirbc_extract_command },
	{ "hash", "[FILE...]", "Prints digests that are equal for modules that say the same", mlirbc_hash_command },
	{ "diff", "A B", "Tells what is different between two modules", mlirbc_diff_command },
	{ "hexdump", "[FILE]", "Shows every byte with its meaning", mlirbc_hexdump_command },
};

const struct cli_program cli_program = {
	.name = "mlirbc",
	.version = MLIRBC_APP_VERSION,
	.about = "mlirbc looks into MLIR bytecode of versions 0 to 6, whoever wrote it. '-', or no FILE, is stdin.",
	.commands = commands,
	.command_count = sizeof commands / sizeof *commands,
};

int main(int argc, char **argv) { return cli_main(argc, argv); }
