/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is different between two modules. */
#ifndef MLIRBC_DIFF_H
#define MLIRBC_DIFF_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>
#include <mlirbc/print.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Compares two modules of one context and writes a line for each difference: "-" for what only `a` has, "+" for what
 *only `b` has, "!" for an op that both have, with what changed. ! @f: op 3, "arith.constant": value: 1 : i32 -> 2 : i32
 * Symbols are matched by name, in any order; other ops of a block in their order, first those with the same name,
 *attributes, result types and regions. Operands are the same when the values are matched. Numbers of ops count in
 *pre-order, those of `b` where only it has the op. Not compared: locations, producer, version, tables, orders of uses,
 *names of values. Resources are compared by their keys. Distinct attributes are the same when each of `a` stands where
 *always one and the same of `b` does, and the other way round, in the ops that were matched; what text of dialects that is
 *one attribute of the context in both modules has inside does not count there.
 * @param out_count differences; 0: the modules say the same
 * @return MLIRBC_OK, also when there are differences · MLIRBC_E_ARG modules of two contexts · MLIRBC_E_IO when write
 *said so · MLIRBC_E_NOMEM, MLIRBC_E_LIMIT · what mlirbc_load() returns, for parts of a file that are read now and are
 *broken. Changes only the scratch numbers of the IR. Takes time in proportion to the sizes, and in proportion to the
 *product of the lengths of runs of ops that changed, up to 2048 ops each and 2^26 in all; beyond that some ops may be
 *taken for changed that are not. */
MLIRBC_API enum mlirbc_status mlirbc_diff(const struct mlirbc_module *a, const struct mlirbc_module *b,
	mlirbc_write_fn write, void *ctx, uint64_t *out_count, struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
