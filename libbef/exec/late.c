/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that go on as tasks of the queue (kernels_frame_later()).
 *
 * Such a task has no memory of its own: it is the node of its kernel, its arguments stay in their registers, and its
 * function lies where its first result will. So few lines pass from thread to thread. What all tasks of an execution
 * would change, its tokens and the references to a value that many of them use, a thread changes for many at once: it
 * settles when it goes on with something else than a task of that execution, which keeps all of that alive anyway. */
#include "frame.h"

#include <string.h>

/* ---- to the queue */

void bef__late_prepare(struct bef__frame *frame, const struct bef__kernel *k, const struct kernels_continuation *later)
{
	uint32_t number = (uint32_t)(k - frame->function->kernels);
	struct bef__node *node = &bef__frame_nodes(frame)[number];
	node->count = number;
	node->next = later->blocking;
	memcpy(bef__frame_payload(frame, k->results[0].slot), &later->run, sizeof later->run);
}

kernels_frame_fn bef__late_function(struct bef__frame *frame, const struct bef__kernel *k)
{
	kernels_frame_fn run;
	memcpy(&run, bef__frame_payload(frame, k->results[0].slot), sizeof run);
	return run;
}

void bef__late_send(struct bef__frame *frame, struct bef__late *late)
{
	struct async_task tasks[BEF__LATE_AT_ONCE];
	struct bef__node *nodes = bef__frame_nodes(frame);
	uint32_t number = late->first;
	for (uint32_t i = 0; i < late->count; i++) {
		tasks[i] = (struct async_task){ bef__late_task, &nodes[number] };
		number = nodes[number].next;
	}
	bef__frame_share(frame, late->count);
	async_queue_add_all(async_request_host(frame->request)->queue, NULL, tasks, late->count);
	if (late->most < BEF__LATE_AT_ONCE / 2)
		late->most = 2 * late->most + 1;
	late->count = 0;
}

void bef__late_add(struct bef__frame *frame, struct bef__late *late, uint32_t number)
{
	struct bef__node *nodes = bef__frame_nodes(frame);
	if (nodes[number].next) {
		struct async_queue *queue = async_request_host(frame->request)->queue;
		bef__frame_share(frame, 1);
		if (!async_queue_add_blocking(queue, bef__late_task, &nodes[number], true))
			async_queue_add(queue, bef__late_task, &nodes[number]);
		return;
	}
	if (late->count == 0)
		late->first = number;
	else
		nodes[late->last].next = number;
	late->last = number;
	late->kind = frame->function->kernels[number].frame;
	if (++late->count > late->most)
		bef__late_send(frame, late);
}

/* ---- in the task */

/* A value of fewer references than that may be at its last user, which asks whether it is the only one. */
enum { MANY_REFERENCES = 256, REFERENCES_AT_ONCE = 64 };

static void settle_value(void)
{
	async_value_release_n(bef__here.owed.value, bef__here.owed.references);
	bef__here.owed.value = NULL;
	bef__here.owed.references = 0;
}

static void settle(void)
{
	struct bef__frame *frame = bef__here.owed.frame;
	uint32_t tokens = bef__here.owed.tokens;
	if (!frame)
		return;
	settle_value();
	bef__here.owed.frame = NULL;
	bef__here.owed.tokens = 0;
	bef__frame_release_n(frame, tokens);
}

void bef__late_release(struct bef__frame *frame, struct async_value *value)
{
	if (!value)
		return;
	/* relaxed: a hint. A value that has many references will not lose the last one soon */
	bool many = bef__here.owed.frame == frame && __atomic_load_n(&value->refs, __ATOMIC_RELAXED) >= MANY_REFERENCES;
	bool same = bef__here.owed.value == value;
	if (many && same && bef__here.owed.references < REFERENCES_AT_ONCE) {
		bef__here.owed.references++;
		return;
	}
	if (many || same)
		settle_value();
	if (many) {
		bef__here.owed.value = value;
		bef__here.owed.references = 1;
	} else {
		async_value_release(value);
	}
}

void bef__late_task(void *ctx)
{
	static const struct async_settlement settlement = { settle, bef__late_task };
	struct bef__node *node = ctx;
	uint32_t number = node->count;
	struct bef__frame *frame = (struct bef__frame *)(void *)((char *)(node - number) - BEF__FRAME_HEADER);
	if (bef__here.owed.frame != frame) {
		settle();
		if (async_task_settle_later(&settlement))
			bef__here.owed.frame = frame;
	}
	bef__resume_late(frame, number);
	if (bef__here.owed.frame == frame)
		bef__here.owed.tokens++;
	else
		bef__frame_release(frame);
}
