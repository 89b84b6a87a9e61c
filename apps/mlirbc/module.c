/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads IR. */
#include "module.h"

#include <mlirbc/load.h>
#include <mlirbc/parse.h>

/* A module from bytecode refers to its bytes; of a text only the name is needed from now on, for messages. */
static int load(struct module *module, bool lazy)
{
	const struct mlirbc_load_options options = { .size = sizeof options, .lazy = lazy };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct input *input = &module->input;
	const bool bytecode = mlirbc_is_bytecode(input->data, input->size);
	enum mlirbc_status status =
		bytecode
			? mlirbc_load(module->context, input->data, input->size, &options, &module->module, &diag)
			: mlirbc_parse(module->context, (const char *)input->data, input->size, NULL, &module->module,
				  &diag);
	if (status != MLIRBC_OK)
		return input_error(input, &diag);
	if (!bytecode) {
		const char *name = input->name;
		input_finish(input);
		input->name = name;
	}
	return CLI_GOOD;
}

int module_open_in(struct mlirbc_context *context, const char *path, struct module *out_module)
{
	*out_module = (struct module){ .context = context };
	int code = input_open(path, &out_module->input);
	if (code == CLI_GOOD && (code = load(out_module, false)) != CLI_GOOD)
		input_finish(&out_module->input);
	return code;
}

int module_open(const char *path, bool lazy, struct module *out_module)
{
	struct input input;
	int code = input_open(path, &input);
	return code == CLI_GOOD ? module_from(&input, lazy, out_module) : code;
}

int module_from(const struct input *input, bool lazy, struct module *out_module)
{
	*out_module = (struct module){ .input = *input, .context = mlirbc_context_create(NULL) };
	int code = out_module->context ? load(out_module, lazy) : memory_error();
	if (code != CLI_GOOD)
		module_finish(out_module);
	return code;
}

void module_finish(struct module *module)
{
	mlirbc_context_destroy(module->context);
	input_finish(&module->input);
}
