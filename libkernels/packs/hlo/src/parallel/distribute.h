/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* run_parallel over the programs of a job. */
#ifndef KERNELS_HLO_DISTRIBUTE_H
#define KERNELS_HLO_DISTRIBUTE_H

#include "core/op.h"
#include <kernels/process.h>

/* A request that runs the function of a process. NULL: out of memory. */
struct async_request *kernels_hlo__process_request(struct kernels_frame *frame, const struct kernels_process *identity);
/* Calls run() when the request is idle, of which `idle` is one reference. */
void kernels_hlo__when_idle(struct async_value *idle, struct async_queue *queue, void (*run)(void *ctx), void *ctx);

/* Whether the caller is one of as many processes as the operation has, which have nothing but their numbers yet. */
bool kernels_hlo__can_distribute(struct kernels_frame *frame, uint32_t replicas, uint32_t partitions);
/* Runs the function of this process. False when out of memory; results that are missing are the caller's. */
bool kernels_hlo__distribute(struct kernels_frame *frame, const struct hlo_op *op, uint32_t replicas, uint32_t partitions);

#endif
