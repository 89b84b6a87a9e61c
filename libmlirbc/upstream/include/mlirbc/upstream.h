/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The custom assembly of the dialects of upstream MLIR (release 22).
 *
 * Thread class: safe. */
#ifndef MLIRBC_UPSTREAM_H
#define MLIRBC_UPSTREAM_H

#include <mlirbc/assembly.h>
#include <mlirbc/ir.h>
#include <mlirbc/printing.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Hooks for the members `dialects` and `dialect_count` of struct mlirbc_parse_options and struct
 * mlirbc_print_options. They read and print operations as mlir-opt does, except those that libmlirbc reads and prints
 * itself. The lists are static. */
MLIRBC_API const struct mlirbc_assembly *const *mlirbc_upstream_assembly(size_t *out_count);
MLIRBC_API const struct mlirbc_printing *const *mlirbc_upstream_printing(size_t *out_count);

#ifdef __cplusplus
}
#endif

#endif
