/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An operation to which several processes contribute tensors: exchange, wait without blocking, compute. */
#ifndef KERNELS_HLO_COLLECTIVE_H
#define KERNELS_HLO_COLLECTIVE_H

#include "expr/expr.h"
#include "parallel/groups.h"

enum hlo_collective_kind { /* also the kinds of kernels/process.h; the numbers are part of the protocol of an engine */
	HLO_ALL_GATHER = 1,
	HLO_ALL_REDUCE = 2,
	HLO_REDUCE_SCATTER = 3,
	HLO_ALL_TO_ALL = 4,
	HLO_PERMUTE = 5,
	HLO_BROADCAST = 6,
	HLO_COLLECTIVE_REDUCE = 7
};

/* The plan of all collective kernels. */
struct hlo_collective {
	enum hlo_collective_kind kind;
	struct hlo_groups groups;
	int64_t from, to;     /* dimensions: split (scatter) and concatenate (gather) */
	bool dynamic_root;    /* of a broadcast or collective_reduce: the last tensor has the root of each value */
	bool has_started;     /* the last but one result is a token too: available when the process has given its tensors */
	uint32_t tensors;     /* operands without the root, captures and the token */
	uint32_t inputs;      /* operands that are exchanged: with the root */
	struct hlo_expr *body;
	uint64_t fingerprint; /* of all above, the types and the program (kernels/process.h) */
	const char *name;
};

/* Computes result `index` from the contributions of the members: one tensor each, in the order of the group, with the
 * type of operand `index`. `root`: the member whose value counts, of a broadcast or permutation, or which gets the result of a
 * collective_reduce; -1: none, zeros.
 * Returns NULL, or the reason of a failure, static text. */
const char *kernels_hlo__collect(const struct hlo_collective *plan, const struct hlo_op *op, uint32_t index,
	const struct hlo_group *group, const void *const *parts, int64_t root, void *out,
	const struct async_allocator *allocator);

/* How members exchange their tensors. All members choose the same: by the plan, the group and the engine. */
enum hlo_course {
	HLO_WHOLE,     /* each member gets all tensors of all others */
	HLO_SCATTERED, /* each member gets what it needs of the others */
	HLO_REDUCED    /* each member combines a part, and sends it to all */
};
enum hlo_course kernels_hlo__course_of(const struct hlo_collective *plan, const struct hlo_op *op,
	const struct kernels_engine *engine, uint32_t members);
/* The type of what a member gives another one of operand `index` by HLO_SCATTERED. Its dimensions are in *shape. */
struct hlo_type kernels_hlo__part_type(
	const struct hlo_collective *plan, const struct hlo_op *op, uint32_t index, uint32_t members, struct kernels_shape *shape);
/* The inputs of kernels_engine.scatter(): sets values[m * plan->tensors + i], one reference each or NULL. `inputs`: the tensors.
 * False when out of memory. */
bool kernels_hlo__split(const struct hlo_collective *plan, const struct hlo_op *op, const struct hlo_group *group,
	struct async_value *const *inputs, const struct async_allocator *allocator, struct async_value **values);
/* As kernels_hlo__collect(), of parts. */
const char *kernels_hlo__collect_parts(const struct hlo_collective *plan, const struct hlo_op *op, uint32_t index,
	const struct hlo_group *group, const void *const *parts, int64_t root, void *out,
	const struct async_allocator *allocator);
/* Combines elements of all members in ascending order of processes, so all have the same bits. */
const char *kernels_hlo__combine(const struct hlo_collective *plan, const struct hlo_group *group, const void *const *parts,
	void *out, size_t elements, size_t bytes, const struct async_allocator *allocator);

/* Whether the body is an operation of two elements that engines may apply in any order and grouping. */
bool kernels_hlo__combines_in_any_order(const struct hlo_collective *plan);
/* Combines elements of two members; `out` may be one of them. */
const char *kernels_hlo__combine_two(const struct hlo_collective *plan, const void *first, const void *second, void *out,
	size_t elements, size_t bytes, const struct async_allocator *allocator);

/* Whether the operation is over other processes than this one, which has no engine. */
bool kernels_hlo__is_over_others(
	struct kernels_frame *frame, const struct hlo_collective *plan, const struct hlo_group *group);
/* Fails the frame of such an operation, of a group of `members`. */
void kernels_hlo__fail_alone(struct kernels_frame *frame, const struct hlo_collective *plan, uint32_t members);

/* Frame functions: of kernels with groups, and with pairs. */
void kernels_hlo__collective_frame(struct kernels_frame *frame);
void kernels_hlo__permute_frame(struct kernels_frame *frame);

#endif
