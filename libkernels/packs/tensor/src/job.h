/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels whose work can be cut into parts that do not depend on each other. */
#ifndef KERNELS_TENSOR_JOB_H
#define KERNELS_TENSOR_JOB_H

#include "private.h"

/* Does [begin, end) of the units. Called from several threads at once. */
typedef void (*kernels_tensor__body_fn)(const void *data, size_t begin, size_t end);

struct kernels_tensor__work {
	kernels_tensor__body_fn body;
	const void *data;     /* copied when it has to outlive the kernel; may point into payloads of the arguments */
	size_t size;          /* of the data */
	size_t units, grain;  /* parts are multiples of the grain, but for the last one */
	uint64_t nanoseconds; /* about how long one thread takes */
};

/* Runs it, on the queue if it is long, and makes result 0 of the frame, a chain. */
void kernels_tensor__run(struct kernels_frame *frame, const struct kernels_tensor__work *work);

/* Calls check() with the first arguments as those of a payload kernel; it fails as such. False: the frame has failed. */
bool kernels_tensor__checked(struct kernels_frame *frame, void (*check)(struct kernels_call *call, void *out), void *out);

#endif
