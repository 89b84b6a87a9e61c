/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads IR. */
#include "module.h"

#include <mlirbc/load.h>
#include <mlirbc/parse.h>

int module_open(const char *path, bool lazy, struct module *out_module)
{
	struct input input;
	int code = input_open(path, &input);
	return code == CLI_GOOD ? module_from(&input, lazy, out_module) : code;
}

int module_from(const struct input *from, bool lazy, struct module *out_module)
{
	const struct mlirbc_load_options options = { .size = sizeof options, .lazy = lazy };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	*out_module = (struct module){ .input = *from };
	struct input *input = &out_module->input;
	out_module->context = mlirbc_context_create(NULL);
	if (!out_module->context) {
		module_finish(out_module);
		return memory_error();
	}
	enum mlirbc_status status = mlirbc_is_bytecode(input->data, input->size)
					    ? mlirbc_load(out_module->context, input->data, input->size, &options,
						      &out_module->module, &diag)
					    : mlirbc_parse(out_module->context, (const char *)input->data, input->size,
						      NULL, &out_module->module, &diag);
	if (status == MLIRBC_OK)
		return CLI_GOOD;
	int code = input_error(input, &diag);
	module_finish(out_module);
	return code;
}

void module_finish(struct module *module)
{
	mlirbc_context_destroy(module->context);
	input_finish(&module->input);
}
