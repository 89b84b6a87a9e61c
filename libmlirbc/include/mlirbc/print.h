/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* IR to MLIR text, as mlir-opt-22 prints it, in generic form (--mlir-print-op-generic) or in custom assembly.
 *
 * Thread class: one-at-a-time per context. */
#ifndef MLIRBC_PRINT_H
#define MLIRBC_PRINT_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>
#include <mlirbc/output.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mlirbc_printing; /* mlirbc/printing.h */

struct mlirbc_print_options {
	size_t size;     /* sizeof(struct mlirbc_print_options) */
	bool debug_info; /* print locations */
	/* Prints the users of a value, in use-list order, as a comment after each op and before each block, as
	 * mlir-opt-22 --mlir-print-value-users does. Ops without results are numbered as well. */
	bool value_users;
	bool skip_regions; /* {...} for each region; regions still in a file are not read */
	/* With `elide`, elements of more than this number are replaced by dense_resource<__elided__>, and resources
	 * of more bytes are omitted. The text then does not round-trip. */
	bool elide;
	uint64_t elide_larger_than;
	/* Maximum number of bytes of a module's text; attributes that share parts repeatedly can expand to text of
	 * unlimited size. 0: for a module of a file 1 GiB and 1,024 times the size of the file, else unlimited. */
	uint64_t max_output;
	/* Custom assembly, as mlir-opt-22 prints without --mlir-print-op-generic, of the operations of func, arith,
	 * cf, scf, tensor, memref, ub, shape and builtin.module. Operations of other dialects, and those that their
	 * dialect would reject, keep the generic form; so does a whole module in which an operation uses a value of
	 * a region that does not enclose it, or of the outside of an isolated operation. */
	bool pretty;
	/* With `pretty`: custom assembly of further dialects, which takes precedence. May be NULL. */
	const struct mlirbc_printing *const *dialects;
	size_t dialect_count;
	/* Optional comments behind ops: called for each op, at its end. Writes text to `out`, NUL-terminated, and
	 * returns true; false: no comment. The printer writes " // TEXT", in which '?' replaces control characters. */
	bool (*comment)(void *ctx, const struct mlirbc_op *op, char *out, size_t room);
	void *comment_ctx;
};

/* Prints the whole module with a newline at the end. `options` NULL: defaults.
 * @return MLIRBC_OK · MLIRBC_E_IO `write` returned an error · MLIRBC_E_LIMIT more text than max_output ·
 *         MLIRBC_E_NOMEM · the errors of mlirbc_load(), for parts of a bytecode file that are read now and are
 *         broken: the text is incomplete then.
 * Changes only the scratch numbers of the IR. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_print(const struct mlirbc_module *module,
	const struct mlirbc_print_options *options, mlirbc_write_fn write, void *ctx);
/* Prints one op with everything inside it, without aliases and without a newline at the end; values are numbered as
 * if it were the root. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_print_op(
	const struct mlirbc_op *op, const struct mlirbc_print_options *options, mlirbc_write_fn write, void *ctx);
/* Prints a single attribute or type of up to 1 GiB of text (MLIRBC_E_LIMIT), without aliases, except those that kept
 * text of a dialect mentions. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_print_attr(const struct mlirbc_attr *attr, mlirbc_write_fn write,
	void *ctx);
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_print_type(const struct mlirbc_type *type, mlirbc_write_fn write,
	void *ctx);
/* snprintf-like: returns the length needed, writes at most size - 1 bytes and a NUL. SIZE_MAX when out of memory. */
MLIRBC_API size_t mlirbc_type_text(const struct mlirbc_type *type, char *buffer, size_t size);
MLIRBC_API size_t mlirbc_attr_text(const struct mlirbc_attr *attr, char *buffer, size_t size);

#ifdef __cplusplus
}
#endif

#endif
