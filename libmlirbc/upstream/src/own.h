/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations whose assembly no format describes: a reader and a printer each. One file for each dialect. */
#ifndef MLIRBC_UPSTREAM_OWN_H
#define MLIRBC_UPSTREAM_OWN_H

#include <mlirbc/assembly.h>
#include <mlirbc/printing.h>

#include <string.h>

struct mlirbc_upstream__own {
	const char *name; /* "affine.for" */
	/* Reads what follows the name; false after reporting an error. */
	bool (*parse)(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op);
	/* As in mlirbc/printing.h; NULL: printed in generic form. */
	bool (*fits)(const struct mlirbc_op *op);
	bool (*print)(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step,
		struct mlirbc_region_form *out);
	/* Optional. */
	const char *(*result_name)(const struct mlirbc_op *op, uint32_t result);
	const char *(*argument_name)(const struct mlirbc_op *op, uint32_t region, uint32_t argument);
};

/* Tables that end with an entry without a name; own.c lists them. */
extern const struct mlirbc_upstream__own mlirbc_upstream__own_affine[], mlirbc_upstream__own_affine_dma[],
	mlirbc_upstream__own_async[], mlirbc_upstream__own_async_func[],
	mlirbc_upstream__own_bufferization[], mlirbc_upstream__own_emitc[],
	mlirbc_upstream__own_emitc_func[], mlirbc_upstream__own_gpu[], mlirbc_upstream__own_linalg[],
	mlirbc_upstream__own_llvm[], mlirbc_upstream__own_llvm_simple[], mlirbc_upstream__own_memref[],
	mlirbc_upstream__own_ml_program[], mlirbc_upstream__own_nvvm[], mlirbc_upstream__own_omp[],
	mlirbc_upstream__own_pdl_interp[], mlirbc_upstream__own_pdl_interp_foreach[],
	mlirbc_upstream__own_rocdl[], mlirbc_upstream__own_shape[], mlirbc_upstream__own_smt[],
	mlirbc_upstream__own_sparse_tensor[], mlirbc_upstream__own_spirv[],
	mlirbc_upstream__own_spirv_memory[], mlirbc_upstream__own_spirv_symbols[],
	mlirbc_upstream__own_tosa[], mlirbc_upstream__own_transform[],
	mlirbc_upstream__own_transform_split[], mlirbc_upstream__own_vector[],
	mlirbc_upstream__own_wasmssa[];

/* The entry of that operation, or NULL. */
const struct mlirbc_upstream__own *mlirbc_upstream__own_find(const struct mlirbc_string *name);

#endif
