/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Frame functions that are called with errors among their arguments. */
#ifndef KERNELS_HLO_READY_H
#define KERNELS_HLO_READY_H

#include <kernels/kernels.h>

/* Calls `run` when all arguments are available or errors, at once if they are. */
void kernels_hlo__when_ready(struct kernels_frame *frame, kernels_frame_fn run);
/* Fails a frame that has no memory for its part of an operation between processes, and cancels the request. Otherwise the other processes
 * could wait for ever. */
void kernels_hlo__give_up(struct kernels_frame *frame);
/* With this error, which it takes over. */
void kernels_hlo__give_up_with(struct kernels_frame *frame, struct async_error *error);
/* The first error among the arguments, borrowed; NULL: there is none. */
struct async_value *kernels_hlo__argument_error(const struct kernels_frame *frame);

#endif
