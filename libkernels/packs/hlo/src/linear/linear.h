/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef KERNELS_HLO_LINEAR_H
#define KERNELS_HLO_LINEAR_H

#define HLO_1 "!tfrt_tensor.tensor"
#define HLO_2 HLO_1 ", " HLO_1
#define HLO_3 HLO_2 ", " HLO_1

/* One row per kernel: name after "hlo.", signature, function. */
#define HLO_LINEAR(ROW) \
	ROW("cholesky", "(" HLO_1 ") {lower: i1, types: i64[]} -> " HLO_1, cholesky) \
	ROW("cu_threefry2x32", "(" HLO_2 ", " HLO_2 ") {types: i64[]} -> (" HLO_2 ")", cu_threefry2x32) \
	ROW("fft", "(" HLO_1 ") {fft_length: i64[], fft_type: string, types: i64[]} -> " HLO_1, fft) \
	ROW("lapack_gees", "(" HLO_1 ") {types: i64[], vectors: i1} -> (...)", lapack_gees) \
	ROW("lapack_geev", "(" HLO_1 ") {left: i1, right: i1, types: i64[]} -> (...)", lapack_geev) \
	ROW("lapack_gehrd", "(" HLO_1 ") {high: i64, low: i64, types: i64[]} -> (" HLO_3 ")", lapack_gehrd) \
	ROW("lapack_geqrf", "(" HLO_1 ") {types: i64[]} -> (" HLO_2 ")", lapack_geqrf) \
	ROW("lapack_gesdd", "(" HLO_1 ") {mode: string, types: i64[]} -> (" HLO_3 ", " HLO_2 ")", lapack_gesdd) \
	ROW("lapack_getrf", "(" HLO_1 ") {types: i64[]} -> (" HLO_3 ")", lapack_getrf) \
	ROW("lapack_orgqr", "(" HLO_2 ") {types: i64[]} -> " HLO_1, lapack_orgqr) \
	ROW("lapack_potrf", "(" HLO_1 ") {lower: i1, types: i64[]} -> (" HLO_2 ")", lapack_potrf) \
	ROW("lapack_syevd", "(" HLO_1 ") {lower: i1, types: i64[]} -> (" HLO_3 ")", lapack_syevd) \
	ROW("lapack_sytrd", "(" HLO_1 ") {lower: i1, types: i64[]} -> (" HLO_3 ", " HLO_2 ")", lapack_sytrd) \
	ROW("rng", "(" HLO_3 ") {rng_distribution: string, seed: i64, types: i64[]} -> " HLO_1, rng) \
	ROW("rng_bit_generator", "(" HLO_1 ") {rng_algorithm: string, types: i64[]} -> (" HLO_2 ")", rng_bit_generator) \
	ROW("triangular_solve", \
		"(" HLO_2 ") {left_side: i1, lower: i1, transpose_a: string, types: i64[], unit_diagonal: i1} -> " HLO_1, \
		triangular_solve)

#endif
