/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "task_ring.h"
#include <string.h>

bool async__task_ring_grow(struct async__task_ring *ring, const struct async_allocator *allocator)
{
	size_t capacity = ring->capacity ? 2 * ring->capacity : 64;
	if (capacity > SIZE_MAX / (2 * sizeof *ring->tasks))
		return false;
	struct async_task *tasks = async_alloc(allocator, capacity * sizeof *tasks, _Alignof(struct async_task));
	if (!tasks)
		return false;
	size_t until_end = ring->capacity - ring->head;
	size_t first = ring->count < until_end ? ring->count : until_end;
	if (first)
		memcpy(tasks, ring->tasks + ring->head, first * sizeof *tasks);
	if (ring->count > first)
		memcpy(tasks + first, ring->tasks, (ring->count - first) * sizeof *tasks);
	size_t count = ring->count;
	async__task_ring_finish(ring, allocator);
	*ring = (struct async__task_ring){ tasks, capacity, 0, count };
	return true;
}

void async__task_ring_finish(struct async__task_ring *ring, const struct async_allocator *allocator)
{
	if (ring->tasks)
		async_free(allocator, ring->tasks, ring->capacity * sizeof *ring->tasks, _Alignof(struct async_task));
	*ring = (struct async__task_ring){ NULL, 0, 0, 0 };
}
