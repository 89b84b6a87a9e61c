/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opening MLIR, whether it is text or bytecode.
 *
 * Thread class: one-at-a-time per context. */
#ifndef MLIRBC_OPEN_H
#define MLIRBC_OPEN_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>
#include <mlirbc/load.h>
#include <mlirbc/parse.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mlirbc_open_options {
	size_t size;                              /* sizeof(struct mlirbc_open_options) */
	const struct mlirbc_parse_options *parse; /* for text; NULL: defaults */
	const struct mlirbc_load_options *load;   /* for bytecode; NULL: defaults */
};

/* Opens a source in memory: bytecode if it begins like bytecode (mlirbc_is_bytecode()), else text.
 *
 * Text is read completely, and `data` may be freed afterwards. Bytecode is not copied: `data` must stay valid and
 * unchanged as long as the context, also after a failure. Afterwards (*out_module)->file is NULL for text and not NULL
 * for bytecode. With `lazy` in the options for bytecode, regions of isolated ops stay in `data` (`unread`) until
 * mlirbc_op_load() or mlirbc_module_load(); by default all regions are read.
 * @param options  may be NULL
 * @return what mlirbc_parse() or mlirbc_load() returns; diag has line and column for text, an offset for bytecode. On
 *         failure *out_module is NULL. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_open(struct mlirbc_context *context, const void *data,
	size_t size, const struct mlirbc_open_options *options, struct mlirbc_module **out_module,
	struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
