/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* IR to MLIR text: what mlir-opt-22 prints, in generic form (--mlir-print-op-generic) or in custom assembly.
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

struct mlirbc_print_options {
	size_t size;     /* sizeof(struct mlirbc_print_options) */
	bool debug_info; /* print locations */
	/* What uses a value, in the order of its list of uses: a comment behind each op and in front of each block, as
	 * mlir-opt-22 --mlir-print-value-users has it. Ops without results have numbers then, too. */
	bool value_users;
	bool skip_regions; /* {...} for each region; those that were left in a file stay there */
	/* With `elide`, elements of more than this number are left out: dense_resource<__elided__> instead, and no
	 * resources of more bytes. That text cannot be read back as what it was. */
	bool elide;
	uint64_t elide_larger_than;
	/* Bytes of text of a module; attributes that share parts over and over can stand for text without end. 0: for a
	 * module of a file 1 GiB and 1,024 times the size of the file, else none. */
	uint64_t max_output;
	/* Custom assembly, as mlir-opt-22 prints without --mlir-print-op-generic, of the operations of func, arith, cf, scf,
	 * tensor, memref, ub, shape and builtin.module. Operations of other dialects, and those that are not as their
	 * dialect wants them, keep the generic form; so does a whole module in which an operation uses a value of a region
	 * that it is not in, or from outside of an isolated operation. */
	bool pretty;
};

/* Prints the whole module with a newline at the end. `options` NULL: defaults.
 * @return MLIRBC_OK · MLIRBC_E_IO when write said so · MLIRBC_E_LIMIT more text than max_output · MLIRBC_E_NOMEM · what
 * mlirbc_load() returns, for parts of a bytecode file that are read now and are broken: the text is not whole then.
 * Changes only the scratch numbers of the IR. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_print(const struct mlirbc_module *module,
	const struct mlirbc_print_options *options, mlirbc_write_fn write, void *ctx);
/* One op with all inside it, without aliases and without a newline at the end; values are numbered as if it were
 * the root. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_print_op(
	const struct mlirbc_op *op, const struct mlirbc_print_options *options, mlirbc_write_fn write, void *ctx);
/* A single attribute or type of up to 1 GiB of text (MLIRBC_E_LIMIT), without aliases, except those that kept text of a
 * dialect mentions. */
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
