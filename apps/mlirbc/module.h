/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An input as IR, from bytecode or from text. */
#ifndef MLIRBC_APP_MODULE_H
#define MLIRBC_APP_MODULE_H

#include "mlirbc.h"

#include <mlirbc/ir.h>

struct module {
	struct input input;
	struct mlirbc_context *context;
	struct mlirbc_module *module;
};

/* Loads a file, or stdin; its content tells whether it is bytecode. `lazy`: regions stay in it until they are wanted. @return CLI_GOOD, or the exit code after a message. */
int module_open(const char *path, bool lazy, struct module *out_module);
/* The same for an input that is open, which then belongs to the module; after a failure it is finished. */
int module_from(const struct input *input, bool lazy, struct module *out_module);
/* The same in a context that is there, as are others; the caller destroys it before he finishes the input. */
int module_open_in(struct mlirbc_context *context, const char *path, struct module *out_module);
void module_finish(struct module *module);

#endif
