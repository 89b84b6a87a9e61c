/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* First-in first-out list of tasks in one growing array. Thread class: one-at-a-time. */
#ifndef ASYNC_SRC_TASK_RING_H
#define ASYNC_SRC_TASK_RING_H

#include <async/queue.h>

struct async__task_ring {
	struct async_task *tasks;
	size_t capacity; /* 0 or a power of two */
	size_t head, count;
};

/* @return false, without any change, when out of memory. */
bool async__task_ring_grow(struct async__task_ring *ring, const struct async_allocator *allocator);
void async__task_ring_finish(struct async__task_ring *ring, const struct async_allocator *allocator);

static inline bool async__task_ring_push(struct async__task_ring *ring, const struct async_allocator *allocator,
	struct async_task task)
{
	if (ring->count == ring->capacity && !async__task_ring_grow(ring, allocator))
		return false;
	ring->tasks[(ring->head + ring->count++) & (ring->capacity - 1)] = task;
	return true;
}

/* As push(), but the task will be popped first. */
static inline bool async__task_ring_push_front(struct async__task_ring *ring, const struct async_allocator *allocator,
	struct async_task task)
{
	if (ring->count == ring->capacity && !async__task_ring_grow(ring, allocator))
		return false;
	ring->head = (ring->head - 1) & (ring->capacity - 1);
	ring->tasks[ring->head] = task;
	ring->count++;
	return true;
}

static inline bool async__task_ring_pop(struct async__task_ring *ring, struct async_task *out_task)
{
	if (ring->count == 0)
		return false;
	*out_task = ring->tasks[ring->head];
	ring->head = (ring->head + 1) & (ring->capacity - 1);
	ring->count--;
	return true;
}

#endif
