/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The meaning of custom_call targets. */
#include "passes/pass.h"

#include <mlirbc/stablehlo_passes.h>
#include <stdlib.h>
#include <string.h>

#define IDENTITY MLIRBC_STABLEHLO_TARGET_IDENTITY
#define CHECK MLIRBC_STABLEHLO_TARGET_CHECK
#define SHAPE MLIRBC_STABLEHLO_TARGET_SHAPE
#define OPERATION MLIRBC_STABLEHLO_TARGET_OPERATION
#define RANDOM MLIRBC_STABLEHLO_TARGET_RANDOM
#define BUFFER MLIRBC_STABLEHLO_TARGET_BUFFER

/* Sorted by name. Targets that cannot run elsewhere are in the table of origin.c. */
static const struct {
	const char *name;
	struct mlirbc_stablehlo_target target;
} targets[] = {
	{ "ApproxTopK", { OPERATION, "chlo.top_k" } },
	{ "CreateBuffer", { BUFFER, NULL } },
	{ "InspectSharding", { IDENTITY, NULL } },
	{ "LayoutConstraint", { IDENTITY, NULL } },
	{ "MoveToDevice", { IDENTITY, NULL } },
	{ "MoveToHost", { IDENTITY, NULL } },
	{ "PartialReduce", { OPERATION, "chlo.top_k" } },
	{ "Pin", { BUFFER, NULL } },
	{ "SPMDFullToShardShape", { IDENTITY, NULL } },
	{ "SPMDShardToFullShape", { IDENTITY, NULL } },
	{ "Sharding", { IDENTITY, NULL } },
	{ "TopK", { OPERATION, "chlo.top_k" } },
	{ "Unpin", { BUFFER, NULL } },
	{ "annotate_device_placement", { IDENTITY, NULL } },
	{ "check.eq", { CHECK, NULL } },
	{ "check.expect_almost_eq", { CHECK, NULL } },
	{ "check.expect_close", { CHECK, NULL } },
	{ "check.expect_eq", { CHECK, NULL } },
	{ "cu_threefry2x32", { RANDOM, NULL } },
	{ "cu_threefry2x32_ffi", { RANDOM, NULL } },
	{ "hip_threefry2x32", { RANDOM, NULL } },
	{ "hip_threefry2x32_ffi", { RANDOM, NULL } },
	{ "mhlo.acos", { OPERATION, "chlo.acos" } },
	{ "mhlo.acosh", { OPERATION, "chlo.acosh" } },
	{ "mhlo.add_dependency", { IDENTITY, NULL } },
	{ "mhlo.asin", { OPERATION, "chlo.asin" } },
	{ "mhlo.asinh", { OPERATION, "chlo.asinh" } },
	{ "mhlo.atan", { OPERATION, "chlo.atan" } },
	{ "mhlo.atanh", { OPERATION, "chlo.atanh" } },
	{ "mhlo.copy", { IDENTITY, NULL } },
	{ "mhlo.cosh", { OPERATION, "chlo.cosh" } },
	{ "mhlo.erf", { OPERATION, "chlo.erf" } },
	{ "mhlo.erf_inv", { OPERATION, "chlo.erf_inv" } },
	{ "mhlo.sinh", { OPERATION, "chlo.sinh" } },
	{ "mhlo.tan", { OPERATION, "stablehlo.tan" } },
	{ "mhlo.topk", { OPERATION, "chlo.top_k" } },
	{ "shape_assertion", { SHAPE, NULL } },
	{ "stablehlo.dynamic_approx_top_k", { SHAPE, NULL } },
	{ "stablehlo.dynamic_reduce_window", { SHAPE, NULL } },
	{ "stablehlo.dynamic_rng_bit_generator", { SHAPE, NULL } },
	{ "stablehlo.dynamic_top_k", { SHAPE, NULL } },
	{ "stablehlo.shape_refinement_operand_wrapper", { SHAPE, NULL } },
	{ "xla.sdy.FuncResultSharding", { IDENTITY, NULL } },
	{ "xla.sdy.GlobalToLocalShape", { IDENTITY, NULL } },
	{ "xla.sdy.LocalToGlobalShape", { IDENTITY, NULL } },
	{ "xla.sdy.PropagationBarrier", { IDENTITY, NULL } },
};

static int compare(const void *key, const void *item)
{
	const struct mlirbc_string *name = key;
	const char *other = *(const char *const *)item;
	int order = strncmp(name->data, other, name->size);
	return order ? order : -(other[name->size] != '\0');
}

static bool is_one_of(const char *data, size_t size, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strlen(names[i]) == size && memcmp(names[i], data, size) == 0)
			return true;
	}
	return false;
}

/* lapack_, a letter for the element type, a routine, and optionally _ffi; or blas_?trsm. */
static bool is_lapack(const struct mlirbc_string *name)
{
	static const char *const routines[] = { "gees", "geev", "gehrd", "geqp3", "geqrf", "gesdd", "gesvd", "getrf", "gtsv", "heevd",
		"hetrd", "orgqr", "ormqr", "potrf", "syevd", "sytrd", "trsm", "ungqr", "unmqr" };
	size_t size = name->size;
	if (size == 10 && memcmp(name->data, "blas_", 5) == 0 && memcmp(name->data + 6, "trsm", 4) == 0)
		return strchr("sdcz", name->data[5]) != NULL;
	if (size > 4 && memcmp(name->data + size - 4, "_ffi", 4) == 0)
		size -= 4;
	if (size < 9 || memcmp(name->data, "lapack_", 7) != 0 || !strchr("sdcz", name->data[7]))
		return false;
	return is_one_of(name->data + 8, size - 8, routines, sizeof routines / sizeof *routines);
}

/* The same for the solvers of CUDA, ROCm and oneAPI: cusolver_getrf, hipsolver_getrf_ffi ...; and those of XLA for all devices. */
static bool is_solver(const struct mlirbc_string *name)
{
	static const char *const devices[] = { "cu", "hip", "oneapi" };
	static const char *const everywhere[] = {
		"AllocateBuffer", "Cholesky", "Eigh", "LuDecomposition", "ProductOfElementaryHouseholderReflectors", "Qr",
		"cpu_csr_sparse_dense_ffi", "tridiagonal_solve_perturbed_ffi"
	};
	static const char *const routines[] = {
		"_cholesky_update_ffi", "_lu_pivots_to_permutation", "_tridiagonal_solve_perturbed", "blas_geqrf_batched",
		"blas_getrf_batched", "hybrid_eig_comp", "hybrid_eig_real", "hybrid_geqp3", "solver_geev_ffi", "solver_geqrf",
		"solver_geqrf_ffi", "solver_gesdd_ffi", "solver_gesvd", "solver_gesvd_ffi", "solver_gesvdj", "solver_gesvdj_ffi",
		"solver_gesvdp_ffi", "solver_getrf", "solver_getrf_ffi", "solver_orgqr", "solver_orgqr_ffi", "solver_ormqr_ffi",
		"solver_potrf_ffi", "solver_syevd", "solver_syevd_ffi", "solver_syevj", "solver_syrk_ffi", "solver_sytrd",
		"solver_sytrd_ffi", "sparse_gtsv2_ffi"
	};
	for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
		const size_t size = strlen(devices[i]);
		if (name->size > size && memcmp(name->data, devices[i], size) == 0)
			return is_one_of(name->data + size, name->size - size, routines, sizeof routines / sizeof *routines);
	}
	return is_one_of(name->data, name->size, everywhere, sizeof everywhere / sizeof *everywhere);
}

struct mlirbc_stablehlo_target mlirbc_stablehlo_target(const char *name, size_t size)
{
	const struct mlirbc_string key = { name, size };
	const struct mlirbc_stablehlo_target refused = { shlo__refused_target(&key), NULL };
	const struct mlirbc_stablehlo_target lapack = { MLIRBC_STABLEHLO_TARGET_LAPACK, NULL };
	const char *const *found = bsearch(&key, targets, sizeof targets / sizeof *targets, sizeof *targets, compare);
	if (!found)
		return is_lapack(&key) || is_solver(&key) ? lapack : refused;
	return targets[(size_t)((const char *)found - (const char *)targets) / sizeof *targets].target;
}
