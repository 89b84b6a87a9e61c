/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of kernels of linear algebra, of random numbers, and of collectives. */
#include "types_calls.h"

static const int64_t zero[] = { 0 };

/* ---- linear algebra, random numbers: one matrix of one element */

static void matrix(enum kernels_dtype t) { operand(array_make(t, 2, (int64_t[]){ 1, 1 })); }
static void matrix_result(enum kernels_dtype t) { calls_result(t, 2, (int64_t[]){ 1, 1 }); }
static void vector_result(enum kernels_dtype t) { calls_result(t, 1, (int64_t[]){ 1 }); }

static void call_cholesky(enum kernels_dtype t)
{
	matrix(t);
	matrix_result(t);
	calls_bool("lower", true);
}

static void call_cholesky_update(enum kernels_dtype t)
{
	matrix(t);
	vector(t, 1);
	matrix_result(t);
	vector_result(t);
}

static void call_csr_product(enum kernels_dtype t)
{
	vector(t, 1);
	vector(KERNELS_I32, 2);
	vector(KERNELS_I32, 1);
	vector(t, 1);
	vector_result(t);
}

static void call_potrf(enum kernels_dtype t)
{
	call_cholesky(t);
	calls_result(KERNELS_I32, 0, NULL);
}

static void call_triangular_solve(enum kernels_dtype t)
{
	matrix(t);
	call_cholesky(t);
	calls_bool("left_side", true);
	calls_bool("unit_diagonal", true);
	calls_text("transpose_a", "NO_TRANSPOSE");
}

static void call_fft(enum kernels_dtype t)
{
	const bool real = t != KERNELS_COMPLEX64 && t != KERNELS_COMPLEX128;
	vector(t, 1);
	vector_result(t == KERNELS_F32 ? KERNELS_COMPLEX64 : t == KERNELS_F64 ? KERNELS_COMPLEX128 : t);
	calls_ints("fft_length", 1, (int64_t[]){ 1 });
	calls_text("fft_type", real ? "RFFT" : "FFT");
}

static void call_geqrf(enum kernels_dtype t)
{
	matrix(t);
	matrix_result(t);
	vector_result(t);
}

static void call_orgqr(enum kernels_dtype t)
{
	matrix(t);
	vector(t, 1);
	matrix_result(t);
}

static void call_ormqr(enum kernels_dtype t)
{
	call_orgqr(t);
	matrix(t);
	calls_bool("adjoint", true);
	calls_bool("left_side", false);
}

static void call_geqp3(enum kernels_dtype t)
{
	matrix(t);
	vector(KERNELS_I32, 1);
	matrix_result(t);
	vector_result(KERNELS_I32);
	vector_result(t);
}

static void call_gtsv(enum kernels_dtype t)
{
	matrix(t);
	matrix_result(t);
	for (int i = 0; i < 3; i++) {
		vector(t, 1);
		vector_result(t);
	}
	calls_result(KERNELS_I32, 0, NULL);
	calls_bool("perturbs", false);
}

static void call_lu_permutation(enum kernels_dtype t)
{
	(void)t;
	vector(KERNELS_I32, 1);
	vector_result(KERNELS_I32);
	calls_int("rows", 1);
}

static void call_getrf(enum kernels_dtype t)
{
	matrix(t);
	matrix_result(t);
	vector_result(KERNELS_I32);
	calls_result(KERNELS_I32, 0, NULL);
}

static void call_syevd(enum kernels_dtype t)
{
	matrix(t);
	matrix_result(t);
	vector_result(part_of(t));
	calls_result(KERNELS_I32, 0, NULL);
	calls_bool("lower", true);
}

static void call_gehrd(enum kernels_dtype t)
{
	matrix(t);
	matrix_result(t);
	calls_result(t, 1, (int64_t[]){ 0 });
	calls_result(KERNELS_I32, 0, NULL);
	calls_int("low", 1);
	calls_int("high", 1);
}

static void call_sytrd(enum kernels_dtype t)
{
	matrix(t);
	matrix_result(t);
	vector_result(part_of(t));
	calls_result(part_of(t), 1, (int64_t[]){ 0 });
	calls_result(t, 1, (int64_t[]){ 0 });
	calls_result(KERNELS_I32, 0, NULL);
	calls_bool("lower", true);
}

/* The eigenvalues: of real matrices, two results. */
static void eigenvalue_results(enum kernels_dtype t)
{
	vector_result(t);
	if (part_of(t) == t)
		vector_result(t);
}

static void call_gees(enum kernels_dtype t)
{
	matrix(t);
	matrix_result(t);
	matrix_result(t);
	eigenvalue_results(t);
	calls_result(KERNELS_I32, 0, NULL);
	calls_result(KERNELS_I32, 0, NULL);
	calls_bool("vectors", true);
}

static void call_geev(enum kernels_dtype t)
{
	matrix(t);
	eigenvalue_results(t);
	for (int i = 0; i < 2; i++)
		matrix_result(part_of(t) == KERNELS_F32 ? KERNELS_COMPLEX64 : KERNELS_COMPLEX128);
	calls_result(KERNELS_I32, 0, NULL);
	calls_bool("left", true);
	calls_bool("right", true);
}

static void call_gesdd(enum kernels_dtype t)
{
	matrix(t);
	matrix_result(t);
	vector_result(part_of(t));
	matrix_result(t);
	matrix_result(t);
	calls_result(KERNELS_I32, 0, NULL);
	calls_text("mode", "A");
}

static void call_threefry(enum kernels_dtype t)
{
	for (int i = 0; i < 4; i++)
		vector(t, 1);
	for (int i = 0; i < 2; i++)
		vector_result(t);
}

static void call_bits(enum kernels_dtype t)
{
	vector(t, 2);
	calls_result(t, 1, (int64_t[]){ 2 });
	vector_result(KERNELS_UI32);
	calls_text("rng_algorithm", "PHILOX");
}

static void call_rng(enum kernels_dtype t)
{
	operand(array_make(t, 0, NULL));
	operand(array_make(t, 0, NULL));
	operand(array_make(KERNELS_I64, 1, zero));
	calls_result(t, 0, NULL);
	calls_text("rng_distribution", "UNIFORM");
	calls_int("seed", 0);
}

/* Of one process: a tensor and a token. */
static void call_collective(enum kernels_dtype t)
{
	vector(t, 1);
	calls_token();
	vector_result(t);
	calls_result(KERNELS_DTYPE_INVALID, 0, NULL);
	calls_int("channel_id", 0);
}

static void call_grouped(enum kernels_dtype t)
{
	call_collective(t);
	calls_int("group_size", 0);
	calls_ints("replica_groups", 0, NULL);
}

static void call_all_gather(enum kernels_dtype t)
{
	call_grouped(t);
	calls_int("all_gather_dim", 0);
	calls_bool("use_global_device_ids", false);
}

static void call_all_reduce(enum kernels_dtype t)
{
	call_grouped(t);
	body_of("body", SECOND, t);
	calls_bool("use_global_device_ids", false);
}

static void call_reduce_scatter(enum kernels_dtype t)
{
	call_all_reduce(t);
	calls_int("scatter_dimension", 0);
}

static void call_all_to_all(enum kernels_dtype t)
{
	call_grouped(t);
	calls_int("concat_dimension", 0);
	calls_int("split_dimension", 0);
}

static void call_collective_broadcast(enum kernels_dtype t)
{
	call_grouped(t);
	calls_bool("has_dynamic_root", false);
}

static void call_collective_reduce(enum kernels_dtype t)
{
	call_all_reduce(t);
	calls_bool("has_dynamic_root", false);
}

static void call_collective_permute(enum kernels_dtype t)
{
	call_collective(t);
	calls_ints("source_target_pairs", 0, NULL);
}

const struct types_call types_linear_calls[] = {
	{ "all_gather", call_all_gather },
	{ "all_reduce", call_all_reduce },
	{ "all_to_all", call_all_to_all },
	{ "collective_broadcast", call_collective_broadcast },
	{ "collective_permute", call_collective_permute },
	{ "collective_reduce", call_collective_reduce },
	{ "reduce_scatter", call_reduce_scatter },
	{ "cholesky", call_cholesky },
	{ "cholesky_update", call_cholesky_update },
	{ "csr_product", call_csr_product },
	{ "cu_threefry2x32", call_threefry },
	{ "fft", call_fft },
	{ "lapack_gees", call_gees },
	{ "lapack_geev", call_geev },
	{ "lapack_gehrd", call_gehrd },
	{ "lapack_geqp3", call_geqp3 },
	{ "lapack_geqrf", call_geqrf },
	{ "lapack_gesdd", call_gesdd },
	{ "lapack_getrf", call_getrf },
	{ "lapack_gtsv", call_gtsv },
	{ "lapack_orgqr", call_orgqr },
	{ "lapack_ormqr", call_ormqr },
	{ "lapack_potrf", call_potrf },
	{ "lapack_syevd", call_syevd },
	{ "lapack_sytrd", call_sytrd },
	{ "lu_permutation", call_lu_permutation },
	{ "rng", call_rng },
	{ "rng_bit_generator", call_bits },
	{ "triangular_solve", call_triangular_solve },
	{ NULL, NULL },
};
