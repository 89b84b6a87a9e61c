/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the reader and printer of an operation that no format describes. */
#include "own_linalg.h"

static const struct {
	const char *dialect;
	const struct mlirbc_upstream__own *ops;
} dialects[] = {
	{ "affine", mlirbc_upstream__own_affine },
	{ "affine", mlirbc_upstream__own_affine_dma },
	{ "async", mlirbc_upstream__own_async },
	{ "async", mlirbc_upstream__own_async_func },
	{ "bufferization", mlirbc_upstream__own_bufferization },
	{ "emitc", mlirbc_upstream__own_emitc },
	{ "emitc", mlirbc_upstream__own_emitc_func },
	{ "gpu", mlirbc_upstream__own_gpu },
	{ "linalg", mlirbc_upstream__own_linalg },
	{ "llvm", mlirbc_upstream__own_llvm },
	{ "llvm", mlirbc_upstream__own_llvm_simple },
	{ "memref", mlirbc_upstream__own_memref },
	{ "ml_program", mlirbc_upstream__own_ml_program },
	{ "nvvm", mlirbc_upstream__own_nvvm },
	{ "omp", mlirbc_upstream__own_omp },
	{ "pdl_interp", mlirbc_upstream__own_pdl_interp },
	{ "pdl_interp", mlirbc_upstream__own_pdl_interp_foreach },
	{ "rocdl", mlirbc_upstream__own_rocdl },
	{ "shape", mlirbc_upstream__own_shape },
	{ "smt", mlirbc_upstream__own_smt },
	{ "sparse_tensor", mlirbc_upstream__own_sparse_tensor },
	{ "spirv", mlirbc_upstream__own_spirv },
	{ "spirv", mlirbc_upstream__own_spirv_memory },
	{ "spirv", mlirbc_upstream__own_spirv_symbols },
	{ "tosa", mlirbc_upstream__own_tosa },
	{ "transform", mlirbc_upstream__own_transform },
	{ "transform", mlirbc_upstream__own_transform_split },
	{ "vector", mlirbc_upstream__own_vector },
	{ "wasmssa", mlirbc_upstream__own_wasmssa },
};

static bool is(const struct mlirbc_string *name, size_t size, const char *text)
{
	return strncmp(text, name->data, size) == 0 && text[size] == '\0';
}

const struct mlirbc_upstream__own *mlirbc_upstream__own_find(const struct mlirbc_string *name)
{
	const char *dot = memchr(name->data, '.', name->size);
	for (size_t i = 0; dot && i < sizeof dialects / sizeof *dialects; i++) {
		if (!is(name, (size_t)(dot - name->data), dialects[i].dialect))
			continue;
		for (const struct mlirbc_upstream__own *op = dialects[i].ops; op->name; op++) {
			if (is(name, name->size, op->name))
				return op;
		}
	}
	return dot && is(name, (size_t)(dot - name->data), "linalg") ? up__find_linalg(name) : NULL;
}
