/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef KERNELS_HLO_CHECKS_H
#define KERNELS_HLO_CHECKS_H

#include "core/op.h"
#include <kernels/pack_hlo.h>

#define HLO_COMPARED "(!tfrt_tensor.tensor, !tfrt_tensor.tensor) {"
#define HLO_WATCHED "(!tfrt_tensor.tensor, !tfrt.chain) {"

/* One row per kernel: name after "hlo.", signature, function. The operands of comparisons are the actual and the expected value. */
#define HLO_CHECKS(ROW) \
	ROW("check_almost_eq", HLO_COMPARED "tolerance: f64, types: i64[]} -> !tfrt.chain", check_almost_eq) \
	ROW("check_close", \
		HLO_COMPARED "max_ulp_difference: i64, min_ulp_difference: i64, types: i64[]} -> !tfrt.chain", check_close) \
	ROW("check_eq", HLO_COMPARED "types: i64[]} -> !tfrt.chain", check_eq) \
	ROW("check_serialized_eq", HLO_WATCHED "iteration: i64, probe_id: string, types: i64[]} -> !tfrt.chain", \
		check_serialized_eq) \
	ROW("print", HLO_WATCHED "types: i64[]} -> !tfrt.chain", print) \
	ROW("probe", HLO_WATCHED "probe_id: string, types: i64[]} -> !tfrt.chain", probe)

/* The operands of kernels that show a tensor to the host: it and a token; the result is a token. */
bool kernels_hlo__watches(struct hlo_op *op);
/* Compares a tensor of the type of operand 0 with another: every element is equal. False after kernels_hlo__fail(). */
bool kernels_hlo__check_equal(const struct hlo_run *run, const void *actual, const void *expected);

#define HLO_ELEMENT_TEXT 80u
/* Writes an element into a buffer of HLO_ELEMENT_TEXT bytes: "1.5", "(1, 2)", "true". Returns the buffer. */
const char *kernels_hlo__element_text(enum kernels_dtype dtype, const void *element, char *buffer);

/* The probes of a request; NULL: none. */
const struct kernels_hlo_probes *kernels_hlo__probes_of(struct async_request *request);

#endif
