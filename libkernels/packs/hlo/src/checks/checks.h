/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef KERNELS_HLO_CHECKS_H
#define KERNELS_HLO_CHECKS_H

#define HLO_COMPARED "(!tfrt_tensor.tensor, !tfrt_tensor.tensor) {"

/* One row per kernel: name after "hlo.", signature, function. The operands are the actual and the expected value. */
#define HLO_CHECKS(ROW) \
	ROW("check_almost_eq", HLO_COMPARED "tolerance: f64, types: i64[]} -> !tfrt.chain", check_almost_eq) \
	ROW("check_close", \
		HLO_COMPARED "max_ulp_difference: i64, min_ulp_difference: i64, types: i64[]} -> !tfrt.chain", check_close) \
	ROW("check_eq", HLO_COMPARED "types: i64[]} -> !tfrt.chain", check_eq)

#endif
