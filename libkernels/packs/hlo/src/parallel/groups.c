/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "parallel/groups.h"

#include <stdio.h>

bool kernels_hlo__groups_plan(struct hlo_op *op, bool by_both, struct hlo_groups *out)
{
	bool global = false;
	int64_t row;
	if (!kernels_hlo__int(op, "channel_id", &out->channel) || !kernels_hlo__int(op, "group_size", &row) ||
		!kernels_hlo__array(op, "replica_groups", KERNELS_I64, &out->ids))
		return false;
	if (kernels_hlo__has_attribute(op, "use_global_device_ids") &&
		!kernels_hlo__bool(op, "use_global_device_ids", &global))
		return false;
	if (row < 0 || (row == 0) != (out->ids.count == 0) || (row > 0 && out->ids.count % (uint64_t)row != 0))
		return kernels_hlo__refuse(op, "attribute group_size is %lld, with %zu numbers in replica_groups",
			(long long)row, out->ids.count);
	if (global && out->channel <= 0)
		return kernels_hlo__refuse(op, "use_global_device_ids needs a channel_id above 0");
	out->row = (size_t)row;
	out->grouping = global               ? HLO_FLATTENED
			: out->channel <= 0 ? HLO_CROSS_REPLICA
			: by_both           ? HLO_CROSS_REPLICA_AND_PARTITION
					    : HLO_CROSS_PARTITION;
	return true;
}

/* How many numbers there are: of replicas, partitions, or processes. */
static uint32_t space_of(enum hlo_grouping grouping, const struct kernels_process *p)
{
	return grouping == HLO_FLATTENED         ? p->replicas * p->partitions
	       : grouping == HLO_CROSS_PARTITION ? p->partitions
						 : p->replicas;
}

static uint32_t number_of(enum hlo_grouping grouping, const struct kernels_process *p)
{
	return grouping == HLO_FLATTENED         ? kernels_process_number(p)
	       : grouping == HLO_CROSS_PARTITION ? p->partition
						 : p->replica;
}

static int64_t id_at(const struct hlo_groups *groups, size_t index)
{
	return groups->ids.count == 0 ? (int64_t)index : kernels_load_i64(groups->ids.elements + 8 * index);
}

/* The numbers [first, first + count) of the row that has `number`; count 0: none has it. */
static void find_row(
	const struct hlo_groups *groups, uint32_t space, uint32_t number, size_t *out_first, size_t *out_count)
{
	*out_first = 0;
	*out_count = groups->ids.count == 0 ? space : 0;
	for (size_t i = 0; i < groups->ids.count; i++)
		if (id_at(groups, i) == number) {
			*out_first = i / groups->row * groups->row;
			*out_count = groups->row;
			return;
		}
}

/* The number of the process that `id` stands for, of the given partition with HLO_CROSS_REPLICA_AND_PARTITION. */
static uint32_t process_of(
	enum hlo_grouping grouping, const struct kernels_process *p, uint32_t id, uint32_t partition)
{
	switch (grouping) {
	case HLO_FLATTENED:
		return id;
	case HLO_CROSS_PARTITION:
		return p->replica * p->partitions + id;
	case HLO_CROSS_REPLICA:
		return id * p->partitions + p->partition;
	default:
		return id * p->partitions + partition;
	}
}

static const char *add(struct hlo_group *group, uint32_t process, const struct kernels_process *self)
{
	for (uint32_t i = 0; i < group->count; i++)
		if (group->members[i] == process)
			return "replica_groups has a process twice";
	if (process == kernels_process_number(self))
		group->self = group->count;
	group->members[group->count++] = process;
	return NULL;
}

static const char *beyond(struct hlo_group *group, enum hlo_grouping grouping, int64_t id, uint32_t space)
{
	snprintf(group->reason, sizeof group->reason, "replica_groups has %s %lld, but there are %u (bef run --ranks)",
		grouping == HLO_FLATTENED         ? "process"
		: grouping == HLO_CROSS_PARTITION ? "partition"
						  : "replica",
		(long long)id, (unsigned)space);
	return group->reason;
}

const char *kernels_hlo__group_of(const struct hlo_groups *groups, const struct kernels_process *process,
	const struct async_allocator *allocator, struct hlo_group *out)
{
	enum hlo_grouping grouping = groups->grouping;
	uint32_t space = space_of(grouping, process);
	uint32_t rounds = grouping == HLO_CROSS_REPLICA_AND_PARTITION ? process->partitions : 1;
	size_t first, count;
	find_row(groups, space, number_of(grouping, process), &first, &count);
	*out = (struct hlo_group){ .members = NULL };
	if (count == 0)
		return NULL;
	out->size = count * rounds * sizeof *out->members;
	out->members = async_alloc(allocator, out->size, _Alignof(uint32_t));
	const char *reason = out->members ? NULL : "out of memory";
	for (uint32_t partition = 0; !reason && partition < rounds; partition++)
		for (size_t i = 0; !reason && i < count; i++) {
			int64_t id = id_at(groups, first + i);
			if (id >= (int64_t)space)
				reason = beyond(out, grouping, id, space);
			else if (id >= 0)
				reason = add(out, process_of(grouping, process, (uint32_t)id, partition), process);
		}
	if (reason)
		kernels_hlo__group_finish(out, allocator);
	return reason;
}

void kernels_hlo__group_finish(struct hlo_group *group, const struct async_allocator *allocator)
{
	if (group->members)
		async_free(allocator, group->members, group->size, _Alignof(uint32_t));
	group->members = NULL;
	group->count = 0;
}
