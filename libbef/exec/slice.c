/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "slice.h"

#include <async/timer.h>

enum { SLICE_NS = 100000, SHORT_CHUNK_NS = 10000, MOST_KERNELS = 1024 };

/* Only workers hand over: other threads keep none from running. A queue of one thread runs streams in TFRT's order. */
static bool may_hand_over(struct async_queue *queue)
{
	return async_queue_parallelism(queue) > 1 && queue->vtable->is_worker(queue);
}

bool bef__slice_is_over(struct bef__slice *slice, const struct async_request *request)
{
	struct async_queue *queue = async_request_host(request)->queue;
	slice->left = slice->chunk;
	if (!async_queue_has_waiting(queue)) {
		slice->begin = 0;
		return false;
	}
	const uint64_t now = async_now_ns();
	if (slice->begin == 0) {
		slice->begin = slice->last = now;
		return false;
	}
	/* of short kernels more run between two looks at the clock */
	if (now - slice->last < SHORT_CHUNK_NS && slice->chunk < MOST_KERNELS)
		slice->left = slice->chunk *= 2;
	slice->last = now;
	return now - slice->begin >= SLICE_NS && may_hand_over(queue);
}
