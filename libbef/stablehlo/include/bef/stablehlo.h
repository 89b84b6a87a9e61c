/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* StableHLO programs for the host runtime: a module becomes a host program of kernels `hlo.*` (pack hlo), which
 * bef_assemble() turns into a BEF file.
 *
 *	bef_stablehlo_lower(module, NULL, &program, &diag);
 *	bef_assemble(program, NULL, NULL, &data, &size, &diag);
 *	bef_file_open(data, size, registry, NULL, &file, &diag);     with the packs basic and hlo
 *
 * Tensors are !tfrt_tensor.tensor (kernels/tensor.h), tokens !tfrt.chain. Arguments and results of a function are those
 * of the module in the same order; tuples are flattened. A function with side effects, checks among them, has one more
 * result at the end: a chain that is available when they have ended, and an error if one failed.
 *
 * Thread class: one-at-a-time per context of the module; calls on bytes are safe. */
#ifndef BEF_STABLEHLO_H
#define BEF_STABLEHLO_H

#include <bef/export.h>
#include <bef/lowering.h>
#include <bef/status.h>
#include <mlirbc/ir.h>

#ifdef __cplusplus
extern "C" {
#endif

/* True if the module has operations of StableHLO, VHLO, CHLO or `check`, or functions that end in func.return, and
 * none of the dialect `tfrt` (bef_mlir_is_program()). Text must have been parsed with mlirbc_stablehlo_assembly(). */
BEF_API bool bef_stablehlo_is_model(const struct mlirbc_module *module);

/* Converts VHLO to StableHLO, verifies, simplifies (which changes `module`), checks that every operation can run, and
 * makes a new module of the host program in the same context. Locations are kept.
 * @param options     NULL: defaults
 * @param out_module  NULL after a failure
 * @return BEF_OK · BEF_E_ARG an option is not valid · BEF_E_UNSUPPORTED an operation cannot run; diag has the first,
 *         options->report gets all · BEF_E_CORRUPT the module violates the rules of StableHLO · BEF_E_LIMIT regions
 *         nested too deep, or too many operations · BEF_E_NOMEM · the errors of mlirbc_module_load(). Line and
 *         column of the diag are those of the operation. */
BEF_API BEF_NODISCARD enum bef_status bef_stablehlo_lower(struct mlirbc_module *module,
	const struct bef_stablehlo_options *options, struct mlirbc_module **out_module, struct bef_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
