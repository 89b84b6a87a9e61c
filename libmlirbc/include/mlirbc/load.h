/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MLIR bytecode to IR: versions 0 to 6 of the MLIR bytecode format. */
#ifndef MLIRBC_LOAD_H
#define MLIRBC_LOAD_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>
#include <mlirbc/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* True when the bytes begin like MLIR bytecode. */
MLIRBC_API bool mlirbc_is_bytecode(const void *data, size_t size);

struct mlirbc_load_options {
	size_t size;        /* sizeof(struct mlirbc_load_options) */
	uint32_t max_depth; /* nested regions, attributes and types; 0: 512 */
};

/* Loads a whole file. `data` must stay valid and unchanged as long as the context, also after a failure: strings, blobs and
 * resources are views.
 * @return MLIRBC_OK · MLIRBC_E_MAGIC not bytecode · MLIRBC_E_VERSION newer than 6 · MLIRBC_E_TRUNCATED the file ends too
 *         early · MLIRBC_E_CORRUPT · MLIRBC_E_LIMIT nested deeper than max_depth, over the context's limit, or made to be
 *         read over and over · MLIRBC_E_NOMEM; diag names section and byte. On failure *out_module is NULL.
 * The top level is kept as it is: no builtin.module is put around it. Attributes and types that no op uses are not looked at.
 * Ops, attributes and types of unknown dialects are kept, never an error; so are properties whose layout is not known (as
 * MLIRBC_ATTR_BYTES). Work and memory are in proportion to the size of the file. `data` may be hostile. Blocks: no. */
MLIRBC_API enum mlirbc_status mlirbc_load(struct mlirbc_context *context, const void *data, size_t size,
	const struct mlirbc_load_options *options, struct mlirbc_module **out_module, struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
