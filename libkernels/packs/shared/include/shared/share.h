/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work shared with other threads of the queue, complete when the call returns. All kernels may use it, including those
 * of synchronous functions. The data may be on the stack. */
#ifndef KERNELS_SHARED_SHARE_H
#define KERNELS_SHARED_SHARE_H

#include <async/queue.h>
#include <kernels/kernel.h>
#include <kernels/stop.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Executes the units [begin, end). Called from several threads at once. */
typedef void (*kernels_shared__body_fn)(const void *data, size_t begin, size_t end);

/* Executes [0, units), about `nanoseconds` of work for one thread; several threads call the body if that is long. Units are left out when
 * the request for which this thread computes has ended (kernels/stop.h). */
void kernels_shared__share(struct async_queue *queue, kernels_shared__body_fn body, const void *data, size_t units,
	uint64_t nanoseconds);

/* The same for a payload kernel, which it fails with the error of the request if that has ended. */
static inline void kernels_shared__share_call(struct kernels_call *call, kernels_shared__body_fn body, const void *data, size_t units,
	uint64_t nanoseconds)
{
	struct kernels_stop stop;
	kernels_stop_begin(&stop, call->request);
	kernels_shared__share(kernels_host(call->request)->queue, body, data, units, nanoseconds);
	if (kernels_stop_end(&stop))
		kernels_call_fail_with(call, async_error_retain(async_request_cancelled(call->request)));
}

/* Work in stages: each begins when the previous one is complete. */
struct kernels_shared__stages {
	/* Executes one unit. Called from several threads at once, after all previous stages are complete. */
	void (*body)(const void *data, size_t stage, size_t unit);
	size_t (*units)(const void *data, size_t stage); /* fewer than 2^31 */
	const void *data;
	size_t count;
};
/* The number of threads that may participate, including the caller. */
size_t kernels_shared__sharers(struct async_queue *queue);
/* Returns whether this duration of work for one thread is long enough for others to participate. */
bool kernels_shared__worth_sharing(struct async_queue *queue, uint64_t nanoseconds);
/* Returns false when out of memory; no unit has been executed then. When the request has ended, units are left out; if one of a stage is,
 * all of later stages are. */
KERNELS_NODISCARD bool kernels_shared__share_stages(
	struct async_queue *queue, const struct kernels_shared__stages *stages);

#endif
