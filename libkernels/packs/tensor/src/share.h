/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Short work that other threads may help with, done when the call returns: what kernels of synchronous functions may use. */
#ifndef KERNELS_TENSOR_SHARE_H
#define KERNELS_TENSOR_SHARE_H

#include "job.h"

/* Does [0, units), about `nanoseconds` of work for one thread; the body is called by several at once if that is long. The
 * data may be on the stack. */
void kernels_tensor__share(struct async_queue *queue, kernels_tensor__body_fn body, const void *data, size_t units,
	uint64_t nanoseconds);

#endif
