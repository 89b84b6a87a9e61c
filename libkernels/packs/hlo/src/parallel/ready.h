/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Frame functions that are called with errors among their arguments. */
#ifndef KERNELS_HLO_READY_H
#define KERNELS_HLO_READY_H

#include <kernels/kernels.h>

/* Calls `run` when all arguments are available or errors, at once if they are. */
void kernels_hlo__when_ready(struct kernels_frame *frame, kernels_frame_fn run);
/* The first error among the arguments, borrowed; NULL: there is none. */
struct async_value *kernels_hlo__argument_error(const struct kernels_frame *frame);

#endif
