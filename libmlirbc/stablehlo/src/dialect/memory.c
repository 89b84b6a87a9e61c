/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "dialect/memory.h"

#include <stdlib.h>
#include <string.h>

void *shlo__take(const struct mlirbc_allocator *allocator, size_t size)
{
	void *p = allocator ? allocator->alloc(allocator->ctx, size, _Alignof(max_align_t)) : malloc(size);
	return p ? memset(p, 0, size) : NULL;
}

void shlo__give(const struct mlirbc_allocator *allocator, void *p, size_t size)
{
	if (p && allocator)
		allocator->free(allocator->ctx, p, size, _Alignof(max_align_t));
	else
		free(p);
}

void *shlo__regrow(const struct mlirbc_allocator *allocator, void *p, size_t old_size, size_t size)
{
	void *more = shlo__take(allocator, size);
	if (more && p)
		memcpy(more, p, old_size);
	if (more)
		shlo__give(allocator, p, old_size);
	return more;
}

bool shlo__make_room(const struct mlirbc_allocator *allocator, void *list, size_t count, size_t *room, size_t size)
{
	void *items;
	memcpy(&items, list, sizeof items);
	if (count < *room)
		return true;
	const size_t more = *room ? 2 * *room : 64;
	if (more > SIZE_MAX / size || !(items = shlo__regrow(allocator, items, *room * size, more * size)))
		return false;
	memcpy(list, &items, sizeof items);
	*room = more;
	return true;
}
