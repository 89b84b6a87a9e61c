/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The task of a late part is the node of its kernel (see run.h), not a separate allocation. So few cache lines move
 * between threads. */
#include "late.h"

void bef__batch_send(struct bef__frame *frame, struct bef__batch *batch)
{
	struct async_task tasks[BEF__BATCH_SIZE];
	struct bef__node *nodes = bef__frame_nodes(frame);
	uint32_t number = batch->first;
	for (uint32_t i = 0; i < batch->count; i++) {
		tasks[i] = (struct async_task){ batch->run, &nodes[number] };
		number = nodes[number].next;
	}
	bef__frame_share(frame, batch->count);
	async_queue_add_all(async_request_host(frame->request)->queue, NULL, tasks, batch->count);
	if (batch->most < BEF__BATCH_SIZE / 2)
		batch->most = 2 * batch->most + 1;
	batch->count = 0;
}

uint32_t bef__batch_take(struct bef__frame *frame, struct bef__batch *batch)
{
	uint32_t number = batch->first;
	batch->first = bef__frame_nodes(frame)[number].next;
	batch->count--;
	return number;
}

void bef__batch_add(struct bef__frame *frame, struct bef__batch *batch, uint32_t number)
{
	struct bef__node *nodes = bef__frame_nodes(frame);
	if (nodes[number].next) {
		struct async_queue *queue = async_request_host(frame->request)->queue;
		bef__frame_share(frame, 1);
		if (!async_queue_add_blocking(queue, batch->run, &nodes[number], true))
			async_queue_add(queue, batch->run, &nodes[number]);
		return;
	}
	if (batch->count == 0)
		batch->first = number;
	else
		nodes[batch->last].next = number;
	batch->last = number;
	batch->kernel = frame->function->kernels[number].frame;
	if (++batch->count > batch->most)
		bef__batch_send(frame, batch);
}
