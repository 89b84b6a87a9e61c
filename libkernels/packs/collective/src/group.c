/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Groups of tasks, by name; channels, by key. */
#include "common.h"
#include <bytecursor/digest.h>
#include <stdio.h>
#include <string.h>

/* A collision makes two operations one, so the channel has nearly all of the bits. */
int64_t kernels_collective__channel(const char *key, size_t size)
{
	return (int64_t)(bytecursor_fnv(BYTECURSOR_FNV, key, size) >> 1) | 1; /* above 0, as channels of other kernels are */
}

/* Reads a number without leading zeros at *at and moves behind it. UINT32_MAX: there is none below `limit`. */
static uint32_t read_number(const char **at, const char *end, uint32_t limit)
{
	const char *first = *at;
	uint64_t number = 0;
	while (*at < end && **at >= '0' && **at <= '9' && number < limit)
		number = 10 * number + (uint64_t)(*(*at)++ - '0');
	if (*at == first || number >= limit || (*first == '0' && *at - first > 1))
		return UINT32_MAX;
	return (uint32_t)number;
}

static bool contains(const struct kernels_collective__group *group, uint32_t task)
{
	for (uint32_t i = 0; i < group->count; i++)
		if (group->members[i] == task)
			return true;
	return false;
}

/* The group is empty, with room for all tasks. */
static bool add_members(struct kernels_collective__group *group, const struct kernels_text *name, uint32_t tasks)
{
	const char *at = name->data, *end = at + name->size;
	if (name->size == 5 && memcmp(at, "world", 5) == 0) {
		while (group->count < tasks) {
			group->members[group->count] = group->count;
			group->count++;
		}
		return true;
	}
	while (at < end) {
		const uint32_t task = read_number(&at, end, tasks);
		if (task == UINT32_MAX || contains(group, task))
			return false;
		group->members[group->count++] = task;
		if (at == end)
			return true;
		if (*at++ != ',')
			return false;
	}
	return false;
}

bool kernels_collective__group_find(const struct kernels_collective__context *context, const struct kernels_text *name,
	struct kernels_collective__group *out, char *message, size_t size)
{
	const uint32_t tasks = kernels_collective__tasks(context), self = kernels_process_number(&context->process);
	const int shown = (int)(name->size < 200 ? name->size : 200);
	*out = (struct kernels_collective__group){ .allocator = context->allocator, .size = tasks * sizeof *out->members };
	out->members = async_alloc(context->allocator, out->size, _Alignof(uint32_t));
	if (!out->members) {
		snprintf(message, size, "out of memory");
		return false;
	}
	const bool known = add_members(out, name, tasks);
	while (known && out->self < out->count && out->members[out->self] != self)
		out->self++;
	if (known && out->self < out->count)
		return true;
	if (known)
		snprintf(message, size, "The current task %u is not part of the collective group %.*s", self, shown, name->data);
	else
		snprintf(message, size, "the group %.*s does not exist; expected world, or different tasks below %u as in 0,2,3",
			shown, name->data, tasks);
	kernels_collective__group_finish(out);
	return false;
}

void kernels_collective__group_finish(struct kernels_collective__group *group)
{
	if (group->members)
		async_free(group->allocator, group->members, group->size, _Alignof(uint32_t));
	group->members = NULL;
}
