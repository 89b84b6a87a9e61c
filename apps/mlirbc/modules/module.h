/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads an input as IR, from bytecode or from text. */
#ifndef MLIRBC_APP_MODULE_H
#define MLIRBC_APP_MODULE_H

#include "inputs/input.h"

#include <mlirbc/print.h>

/* Resource limits for hostile files, and options for parsing text; zero: the library's default. */
struct module_limits {
	uint32_t depth, work;
	size_t memory;
	const char *producer; /* of the release whose ops a text has */
};

/* The options that set them, as given on the command line. */
struct limit_texts {
	const char *depth, *work, *memory;
};
#define OPTIONS_LIMITS(texts)                                                                                          \
	{ "max-depth", 0, "N", "limit of nested regions, attributes and types; default: 512", &(texts).depth, NULL },  \
		{ "max-work", 0, "N", "limit of repeated decoding, N times the size of the file; default: 64",         \
			&(texts).work, NULL },                                                                         \
	{                                                                                                              \
		"max-memory", 0, "N", "limit of memory in bytes; default: none", &(texts).memory, NULL                 \
	}
/* @return CLI_GO_ON, or the exit code after a message */
int module_limits(const struct cli_command *self, const struct limit_texts *texts, struct module_limits *out_limits);

struct module {
	struct cli_input input;
	struct mlirbc_context *context;
	struct mlirbc_module *module;
};

/* Loads a file, or stdin; its content determines whether it is bytecode. `lazy`: regions are decoded on demand.
 * `limits` NULL: the defaults. @return CLI_GOOD, or the exit code after a message. */
int module_open(const char *path, bool lazy, const struct module_limits *limits, struct module *out_module);
/* Loads an open input. The module then owns the input; after a failure it has been finished. */
int module_from(const struct cli_input *input, bool lazy, const struct module_limits *limits, struct module *out_module);
/* Loads into an existing context with other modules. The caller destroys the context before finishing the input. */
int module_open_in(struct mlirbc_context *context, const char *path, struct module *out_module);
/* Adds the custom assembly of all dialects that the program knows. */
void module_printing(struct mlirbc_print_options *options);
/* Prints the text of a module. @return CLI_GOOD, even if the stream failed (it records the failure), or the exit
 * code after a message */
int module_print(const struct module *module, const struct mlirbc_print_options *options, FILE *out);
/* The same into a file; "-": stdout. */
int module_print_file(const struct module *module, const struct mlirbc_print_options *options, const char *path);
void module_finish(struct module *module);

#endif
