/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks a bytecode file against every rule that the library knows.
 *
 * Thread class: safe; calls share nothing. */
#ifndef MLIRBC_VERIFY_H
#define MLIRBC_VERIFY_H

#include <mlirbc/export.h>
#include <mlirbc/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mlirbc_verify_options {
	size_t size;                              /* sizeof(struct mlirbc_verify_options) */
	const struct mlirbc_allocator *allocator; /* NULL: malloc */
	size_t memory;                            /* limit in bytes; 0: none */
	uint32_t max_depth;                       /* as in struct mlirbc_load_options; 0: 512 */
	uint32_t max_work;                        /* as in struct mlirbc_load_options; 0: 64 */
	const char *producer;                     /* as in struct mlirbc_load_options */
};

/* Checks a whole file: that its bytes can be read (like mlirbc_walk()), that ops obey the rules of SSA and of
 * blocks, and that every attribute, type and property is valid (like mlirbc_load()), used or not. VERIFY.md explains
 * the rules by name.
 * @param out_rule may be NULL. Name of the violated rule, a static string; NULL if there is none.
 * @return MLIRBC_OK · MLIRBC_E_MAGIC, MLIRBC_E_VERSION, MLIRBC_E_TRUNCATED, MLIRBC_E_CORRUPT a rule is violated;
 *         diag names section, op and byte · MLIRBC_E_LIMIT nested deeper than max_depth, over max_work, or over the
 *         limit of memory · MLIRBC_E_NOMEM.
 * Rules that only a dialect knows are not checked. Memory and work are proportional to the size of the file, which
 * may be hostile. `data` is not needed afterwards. Thread class: safe. Blocks: no. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_verify(const void *data, size_t size,
	const struct mlirbc_verify_options *options,
	const char **out_rule, struct mlirbc_diag *diag);

struct mlirbc_module; /* mlirbc/ir.h */

/* Checks a module in memory, as built by mlirbc/build.h: that bytecode can represent it, that known ops have the
 * properties that they require, and all rules of mlirbc_verify(). Parts of a file that are still unread are read.
 * @param options `size`, `max_depth`, `max_work` and `memory` apply; NULL: defaults
 * @return as mlirbc_write() and mlirbc_verify(); offsets in `diag` count in the bytecode of the module. Needs the
 *         memory of that.
 * Thread class: one-at-a-time per context. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_module_verify(const struct mlirbc_module *module,
	const struct mlirbc_verify_options *options, const char **out_rule, struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
