/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which processes take part in a collective operation. */
#ifndef KERNELS_HLO_GROUPS_H
#define KERNELS_HLO_GROUPS_H

#include "core/op.h"
#include <kernels/process.h>

/* What the numbers in replica_groups are, and how they become groups of processes. */
enum hlo_grouping {
	HLO_CROSS_REPLICA,               /* replicas; one group for each partition */
	HLO_CROSS_PARTITION,             /* partitions; one group for each replica */
	HLO_CROSS_REPLICA_AND_PARTITION, /* replicas; all partitions of each are members, partition by partition */
	HLO_FLATTENED                    /* numbers of processes */
};

struct hlo_groups {
	enum hlo_grouping grouping;
	int64_t channel;
	struct kernels_array ids; /* rows of `row` numbers, -1 fills; or none: all are one group */
	size_t row;
};

/* Reads channel_id, replica_groups, group_size (numbers per row, 0 without groups) and, if the kernel has it,
 * use_global_device_ids. `by_both`: the grouping for a channel without global ids is HLO_CROSS_REPLICA_AND_PARTITION. */
bool kernels_hlo__groups_plan(struct hlo_op *op, bool by_both, struct hlo_groups *out);

struct hlo_group {
	uint32_t *members; /* numbers of processes, in the order of the group */
	uint32_t count, self;
	size_t size; /* bytes of members */
	char reason[112]; /* of a failure */
};

/* The group of a process. count 0: it is in none. Returns the reason of a failure, static or in *out, or NULL; after NULL
 * the caller calls kernels_hlo__group_finish(). */
const char *kernels_hlo__group_of(const struct hlo_groups *groups, const struct kernels_process *process,
	const struct async_allocator *allocator, struct hlo_group *out);
void kernels_hlo__group_finish(struct hlo_group *group, const struct async_allocator *allocator);

#endif
