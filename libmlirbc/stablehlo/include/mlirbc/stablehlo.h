/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* StableHLO, CHLO, and the dialects `check` and `interpreter` of their test programs (StableHLO 1.20.0).
 *
 * Thread class: safe. */
#ifndef MLIRBC_STABLEHLO_H
#define MLIRBC_STABLEHLO_H

#include <mlirbc/assembly.h>
#include <mlirbc/ir.h>
#include <mlirbc/printing.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version that a text or an artifact is of. */
struct mlirbc_stablehlo_version {
	uint32_t major, minor, patch;
};
#define MLIRBC_STABLEHLO_MINIMUM ((struct mlirbc_stablehlo_version){ 0, 9, 0 })
#define MLIRBC_STABLEHLO_CURRENT ((struct mlirbc_stablehlo_version){ 1, 20, 0 })

/* Tests whether the name is that of an operation of one of the four dialects ("stablehlo.add"). */
MLIRBC_API bool mlirbc_stablehlo_is_op(const struct mlirbc_string *name);

/* Hooks for the members `dialects` and `dialect_count` of struct mlirbc_parse_options and struct
 * mlirbc_print_options. They read and print the custom assembly of the four dialects as stablehlo-opt does, and
 * check their attributes and types while parsing. Printing leaves out attributes that have their default value where
 * stablehlo-opt does. The lists are static. */
MLIRBC_API const struct mlirbc_assembly *const *mlirbc_stablehlo_assembly(size_t *out_count);
MLIRBC_API const struct mlirbc_printing *const *mlirbc_stablehlo_printing(size_t *out_count);

#ifdef __cplusplus
}
#endif

#endif
