/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Machine code of the element-wise instructions of a loop. */
#ifndef KERNELS_HLO_FUSION_CODED_H
#define KERNELS_HLO_FUSION_CODED_H

#include "fusion/program.h"

/* Orders the instructions of each segment so that those that have code (code/lane_code.h) follow each other, and puts LOOP_CODE in front of
 * each such group, which runs instead of it. A loop without code stays as it is. Before the layout. */
void kernels_hlo__loop_compile(struct hlo_loop *loop);
void kernels_hlo__loop_destroy_codes(struct hlo_loop *loop);

#endif
