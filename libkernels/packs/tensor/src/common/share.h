/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work that other threads of the queue may help with, done when the call returns: what any kernel may use, those of
 * synchronous functions, too. The data may be on the stack. */
#ifndef KERNELS_TENSOR_SHARE_H
#define KERNELS_TENSOR_SHARE_H

#include <async/queue.h>
#include <kernels/export.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Does [begin, end) of the units. Called from several threads at once. */
typedef void (*kernels_tensor__body_fn)(const void *data, size_t begin, size_t end);

/* Does [0, units), about `nanoseconds` of work for one thread; the body is called by several at once if that is
 * long. */
void kernels_tensor__share(struct async_queue *queue, kernels_tensor__body_fn body, const void *data, size_t units,
	uint64_t nanoseconds);

/* Work of stages: each begins when the one before is done. */
struct kernels_tensor__stages {
	/* Does one unit. Called from several threads at once, but not before all of the stages before are done. */
	void (*body)(const void *data, size_t stage, size_t unit);
	size_t (*units)(const void *data, size_t stage); /* fewer than 2^31 */
	const void *data;
	size_t count;
};
/* How many threads may take part, the caller included: 1, it is alone. */
size_t kernels_tensor__sharers(struct async_queue *queue);
/* Is so much work for one thread long enough for others to arrive before it is done? */
bool kernels_tensor__worth_sharing(struct async_queue *queue, uint64_t nanoseconds);
/* False: there is no memory for it, and nothing has been done. */
KERNELS_NODISCARD bool kernels_tensor__share_stages(
	struct async_queue *queue, const struct kernels_tensor__stages *stages);

#endif
