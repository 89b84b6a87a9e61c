/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels of ts.*. */
#ifndef KERNELS_TENSOR_SHAPE_H
#define KERNELS_TENSOR_SHAPE_H

#include <kernels/kernels.h>

void kernels_tensor__build_shape(struct kernels_call *call);
void kernels_tensor__build_partial_shape(struct kernels_call *call);
void kernels_tensor__build_unranked_partial_shape(struct kernels_call *call);
void kernels_tensor__print_shape(struct kernels_call *call);
void kernels_tensor__print_fixed_rank_shape(struct kernels_call *call);
void kernels_tensor__print_partial_shape(struct kernels_call *call);
void kernels_tensor__equal_shape(struct kernels_call *call);
void kernels_tensor__get_dimension(struct kernels_call *call);
void kernels_tensor__get_num_elements(struct kernels_call *call);
void kernels_tensor__as_fixed_rank_shape(struct kernels_call *call, uint32_t rank);
void kernels_tensor__to_shape(struct kernels_call *call);
void kernels_tensor__to_partial_shape(struct kernels_call *call);

#endif
