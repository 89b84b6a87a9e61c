/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An op with its types and its plan, between plan.c, which makes them, and op.c, which runs them. */
#ifndef KERNELS_HLO_PLANNED_H
#define KERNELS_HLO_PLANNED_H

#include "core/op.h"

#define HLO_MESSAGE_SIZE 1200u

/* One block: this, the types of operands and results, their dimensions, the reuse lists, the plan. The state of a site, or of one call. */
struct hlo_planned {
	struct hlo_op op;
	struct kernels_site site; /* op.site: that of an eager call does not stay */
	size_t block_size;
	int64_t *dims; /* of all types, in order */
	size_t dim_count;
	void *plan;
	bool known;    /* all operand types are known */
	bool has_plan; /* plan() was successful */
	bool quick;    /* kernels_hlo__is_quick(), for the state of a site */
	async_type_id tensor; /* the type of tensors, if quick */
};

/* Reads the types. Returns NULL after the reason was written to `message`, of HLO_MESSAGE_SIZE bytes; *out_no_memory
 * tells whether that was the lack of memory. */
struct hlo_planned *kernels_hlo__planned_create(const struct hlo_kernel *kernel, const struct kernels_site *site,
	const struct async_allocator *allocator, char *message, bool *out_no_memory);
/* A copy of the types, without a plan; NULL when out of memory. */
struct hlo_planned *kernels_hlo__planned_copy(
	const struct hlo_planned *from, const struct kernels_site *site, const struct async_allocator *allocator);
void kernels_hlo__planned_destroy(struct hlo_planned *planned);
/* Calls plan(), and checks that all results are known afterwards. The reason of a failure goes to `message`. */
bool kernels_hlo__planned_plan(struct hlo_planned *planned, const void *const *values, char *message);

/* The types of the operands, then of the results. */
static inline struct hlo_type *hlo_planned_types(struct hlo_planned *planned)
{
	return planned->op.results - planned->op.operand_count;
}

#endif
