/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writing and compaction in one call. */
#include "bytecode/write/write_state.h"

#include <mlirbc/edit.h>

enum mlirbc_status mlirbc_write_compacted(const struct mlirbc_module *module, const struct mlirbc_write_options *form,
	const struct mlirbc_compact_options *options, mlirbc_write_fn write, void *ctx, struct mlirbc_compact_report *report,
	struct mlirbc_diag *diag)
{
	struct mlirbc__job job = { .context = module->context, .module = module, .diag = diag };
	struct mlirbc__out out = { NULL, 0, 0 };
	struct mlirbc_context *own = mlirbc_context_create(mlirbc_context_allocator(module->context));
	if (!own)
		return mlirbc__fail(diag, MLIRBC_E_NOMEM, MLIRBC_NO_OFFSET, "out of memory");
	enum mlirbc_status status = mlirbc__write_into(&job, form, &out);
	if (status == MLIRBC_OK)
		status = mlirbc_compact(own, out.data, out.size, options, write, ctx, report, diag);
	mlirbc_context_destroy(own);
	mlirbc__out_finish(&job, &out);
	return status;
}
