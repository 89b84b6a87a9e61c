/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef KERNELS_HLO_VIEWS_H
#define KERNELS_HLO_VIEWS_H

/* One row per kernel: name after "hlo.", signature, function. */
#define HLO_VIEWS(ROW) ROW("reshape", "(!tfrt_tensor.tensor) {types: i64[]} -> !tfrt_tensor.tensor", reshape)

#endif
