/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs one kernel in a frame. */
#ifndef BEF_EXEC_RUN_H
#define BEF_EXEC_RUN_H

#include "frame.h"

/* In small programs libkernels runs kernels that continue as tasks: slower, but without code here. */
#ifdef BEF_NO_OPTIONAL
enum { BEF__LATE = 0 };
#else
enum { BEF__LATE = 1 };
#endif

enum bef__take { BEF__VALUE, BEF__PAYLOAD, BEF__SMALL_PAYLOAD /* not `aligned` */ };

/* The value of a heap register, or its payload; NULL if it is an error or has another type. */
static inline void *bef__take_heap(struct bef__frame *frame, const struct bef__argument *argument, enum bef__take what)
{
	struct async_value *value = *bef__frame_value(frame, argument->slot);
	if (async_value_state(value) != ASYNC_AVAILABLE)
		return NULL;
	struct async_value *target = async_value_target(value);
	if (argument->check != ASYNC_TYPE_NONE && target->type != argument->check)
		return NULL;
	if (what == BEF__VALUE)
		return value;
	return what == BEF__PAYLOAD && argument->aligned ? async_value_payload(target) : async_value_payload_small(target);
}

/* Runs one kernel whose operands have all arrived. True: its results are in their registers. False, only in counted
 * frames without observer: the kernel continues as a task, its late part. Then the node of the kernel is the task:
 * node.count is the kernel's number, node.next the flag whether the late part may block. */
bool bef__run_kernel(struct bef__frame *frame, const struct bef__kernel *kernel);
/* A payload kernel has failed: releases its arguments and sets its results. Takes over one reference. */
void bef__run_fail(struct bef__frame *frame, const struct bef__kernel *kernel, struct async_error *error);
/* Runs the late part of a kernel; on return its results are in their registers. */
void bef__run_late(struct bef__frame *frame, const struct bef__kernel *kernel);

#endif
