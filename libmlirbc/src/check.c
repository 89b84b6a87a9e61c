/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc_module_verify(): a module in memory, by way of its bytecode. */
#include "bytecode/write/write_state.h"

#include <mlirbc/verify.h>

enum mlirbc_status mlirbc_module_verify(const struct mlirbc_module *module, const struct mlirbc_verify_options *options,
	const char **out_rule, struct mlirbc_diag *diag)
{
	struct mlirbc__job job = { .context = module->context, .module = module, .diag = diag };
	struct mlirbc__out out = { NULL, 0, 0 };
	if (out_rule)
		*out_rule = NULL;
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return mlirbc__size_is_wrong(diag, options->size, "mlirbc_verify_options");
	enum mlirbc_status status = mlirbc__write_into(&job, NULL, &out);
	if (status == MLIRBC_OK)
		status = mlirbc_verify(out.data, out.size, options, out_rule, diag);
	mlirbc__out_finish(&job, &out);
	return status;
}
