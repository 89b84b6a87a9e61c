/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc_open(): text or bytecode. */
#include "support/status.h"

#include <mlirbc/open.h>

enum mlirbc_status mlirbc_open(struct mlirbc_context *context, const void *data, size_t size,
	const struct mlirbc_open_options *options, struct mlirbc_module **out_module, struct mlirbc_diag *diag)
{
	*out_module = NULL;
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return mlirbc__size_is_wrong(diag, options->size, "mlirbc_open_options");
	/* Both, whatever the input is: a mistake must not wait for the other kind of input. */
	const struct mlirbc_load_options *load = MLIRBC__HAS_OPTION(options, load) ? options->load : NULL;
	const struct mlirbc_parse_options *parse = MLIRBC__HAS_OPTION(options, parse) ? options->parse : NULL;
	if (BYTECURSOR_SIZE_IS_WRONG(load))
		return mlirbc__size_is_wrong(diag, load->size, "mlirbc_load_options");
	if (BYTECURSOR_SIZE_IS_WRONG(parse))
		return mlirbc__size_is_wrong(diag, parse->size, "mlirbc_parse_options");
	if (mlirbc_is_bytecode(data, size))
		return mlirbc_load(context, data, size, load, out_module, diag);
	return mlirbc_parse(context, data, size, parse, out_module, diag);
}
