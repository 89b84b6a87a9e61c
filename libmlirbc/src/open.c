/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc_open(): text or bytecode. */
#include "support/status.h"

#include <mlirbc/open.h>

enum mlirbc_status mlirbc_open(struct mlirbc_context *context, const void *data, size_t size,
	const struct mlirbc_open_options *options, struct mlirbc_module **out_module, struct mlirbc_diag *diag)
{
	*out_module = NULL;
	if (MLIRBC__SIZE_IS_MISSING(options))
		return mlirbc__size_is_missing(diag, "mlirbc_open_options");
	if (mlirbc_is_bytecode(data, size))
		return mlirbc_load(context, data, size, MLIRBC__HAS_OPTION(options, load) ? options->load : NULL,
			out_module, diag);
	return mlirbc_parse(
		context, data, size, MLIRBC__HAS_OPTION(options, parse) ? options->parse : NULL, out_module, diag);
}
