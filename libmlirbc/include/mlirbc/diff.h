/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The differences of two modules.
 *
 * Thread class: one-at-a-time per context. */
#ifndef MLIRBC_DIFF_H
#define MLIRBC_DIFF_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>
#include <mlirbc/output.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Compares two modules of one context and writes a line for each difference:
 *
 *	-	only `a` has it
 *	+	only `b` has it
 *	!	an op that both have, and what changed: ! @f: op 3, "arith.constant": value: 1 : i32 -> 2 : i32
 *		dense elements of one type also with their number: (1 of 16 elements differ)
 *
 * Symbols are matched by name, in any order; other ops of a block in their order, first those with equal names,
 * attributes, result types and regions. Operands are equal when the values are matched. Numbers of ops count in
 * pre-order, those of `b` if only `b` has the op. Not compared: locations, producer, version, tables, use-list orders,
 * names of values. Resources are compared by their keys. Two distinct attributes are equal if they replace each other
 * in all ops that were matched; distinct attributes inside kept text that both modules share are not compared.
 * Properties, attributes and types in an unknown encoding are equal only if that is proven: equal bytes from equal
 * producers, bytecode versions and versions of the dialect, and each number in the bytes names equal entries in both
 * files. The line of others ends with "(unknown encoding: not proven equal)"; their meanings may still be equal.
 * @param out_count number of differences; 0: the modules are equal
 * @return MLIRBC_OK, also when there are differences · MLIRBC_E_ARG modules of two contexts · MLIRBC_E_IO `write`
 *         returned an error · MLIRBC_E_NOMEM, MLIRBC_E_LIMIT · what mlirbc_load() returns, for parts of a file that are
 *         read now and are broken.
 * Changes only the scratch numbers of the IR. Takes time in proportion to the sizes, and in proportion to the product
 * of the lengths of runs of ops that changed, up to 2048 ops each and 2^26 in all; beyond that some unchanged ops may
 * be reported as changed. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_diff(const struct mlirbc_module *a, const struct mlirbc_module *b,
	mlirbc_write_fn write, void *ctx, uint64_t *out_count, struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
