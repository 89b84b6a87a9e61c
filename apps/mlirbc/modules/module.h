/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads an input as IR, from bytecode or from text. */
#ifndef MLIRBC_APP_MODULE_H
#define MLIRBC_APP_MODULE_H

#include "inputs/input.h"

#include <mlirbc/load.h>
#include <mlirbc/print.h>

struct module {
	struct cli_input input;
	struct mlirbc_context *context;
	struct mlirbc_module *module;
};

/* Loads a file, or stdin; its content determines whether it is bytecode. `lazy`: regions are decoded on demand.
 * The options of every command apply (inputs/limits.h). @return CLI_GOOD, or the exit code after a message. */
int module_open(const char *path, bool lazy, struct module *out_module);
/* Loads an open input. The module then owns the input; after a failure it has been finished. */
int module_from(const struct cli_input *input, bool lazy, struct module *out_module);
/* How the options of every command have bytecode read. */
struct mlirbc_load_options module_load_options(void);
/* Loads into an existing context with other modules. The caller destroys the context before finishing the input. */
int module_open_in(struct mlirbc_context *context, const char *path, struct module *out_module);
/* A comment about properties in an unknown layout, for mlirbc_print_options. */
bool opaque_comment(void *ctx, const struct mlirbc_op *op, char *out, size_t room);
/* Adds the custom assembly of all dialects that the program knows. */
void module_printing(struct mlirbc_print_options *options);
/* Prints the text of a module. @return CLI_GOOD, even if the stream failed (it records the failure), or the exit
 * code after a message */
int module_print(const struct module *module, const struct mlirbc_print_options *options, FILE *out);
/* The same into a file; "-": stdout. */
int module_print_file(const struct module *module, const struct mlirbc_print_options *options, const char *path);
void module_finish(struct module *module);

#endif
