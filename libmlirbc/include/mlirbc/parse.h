/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MLIR text to IR. Generic form of every op; the custom form of builtin.module, func.func, func.return and
 * func.call; the custom form of other dialects through hooks (mlirbc/assembly.h). Grammar: MLIR Language Reference. */
#ifndef MLIRBC_PARSE_H
#define MLIRBC_PARSE_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>
#include <mlirbc/status.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mlirbc_assembly; /* mlirbc/assembly.h */

struct mlirbc_parse_options {
	size_t size;           /* sizeof(struct mlirbc_parse_options) */
	const char *file_name; /* for locations; NULL: "-" */
	const struct mlirbc_assembly *const *dialects; /* custom forms; may be NULL */
	size_t dialect_count;
	uint32_t max_depth; /* nested regions, attributes and types; 0: 512 */
};

/* Parses a whole source. `text` need not be NUL-terminated and may go away afterwards.
 * @param out_module  in `context`; on failure NULL (what was parsed so far stays in the arena until the context goes)
 * @return MLIRBC_OK · MLIRBC_E_SYNTAX with line and column · MLIRBC_E_LIMIT too deep or over the context's limit ·
 *         MLIRBC_E_NOMEM
 * A source whose only top-level op is a builtin.module gives that; anything else is wrapped in a new builtin.module, as MLIR
 * does. Blocks: no. */
MLIRBC_API enum mlirbc_status mlirbc_parse(struct mlirbc_context *context, const char *text, size_t size,
	const struct mlirbc_parse_options *options, struct mlirbc_module **out_module, struct mlirbc_diag *diag);

/* One attribute or type on its own, as bytecode stores it for dialects without an encoding. The whole text must be
 * used. */
MLIRBC_API enum mlirbc_status mlirbc_parse_attr(struct mlirbc_context *context, const char *text, size_t size,
	const struct mlirbc_attr **out_attr, struct mlirbc_diag *diag);
MLIRBC_API enum mlirbc_status mlirbc_parse_type(struct mlirbc_context *context, const char *text, size_t size,
	const struct mlirbc_type **out_type, struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
