/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A call of an op: between op.c, which runs any, and quick.c, which runs those that need little. */
#ifndef KERNELS_HLO_OP_CALL_H
#define KERNELS_HLO_OP_CALL_H

#include "core/planned.h"

/* What a call needs beside the plan. */
struct hlo_call {
	struct hlo_run run; /* first */
	struct kernels_frame *frame;
	struct hlo_planned *own;  /* the plan, if it is only for this call */
	const struct hlo_op *op;  /* of the plan */
	const void *plan;
	/* operands, results, their buffers */
	const void **inputs;
	void **outputs;
	struct kernels_buffer **buffers;
	bool no_memory;
	bool may_defer, deferred; /* may become a task; becomes one, although run() has begun */
	struct async_error *error; /* instead of the message; NULL: none */
	char message[HLO_MESSAGE_SIZE];
};

/* Fails the frame for the reason in the call. */
void kernels_hlo__report(const struct hlo_call *call);
/* Runs the kernel on results that have memory. Fails with the error of the request if that ended meanwhile: loops may have left. */
bool kernels_hlo__run_planned(struct hlo_call *call);
/* The task of an op with a state. */
void kernels_hlo__run_late(struct kernels_frame *frame);
/* The only reference to the argument and to its memory is this call's. */
bool kernels_hlo__may_overwrite(struct kernels_frame *frame, uint32_t argument);
/* The operand whose memory the result takes: the first of reuse[] and spare[] that the call may overwrite; -1: none. The memory must
 * have one more reference before the next result is asked for. *used, first 0, keeps the spare operands that have other uses: groups
 * may have hundreds of results. */
int32_t kernels_hlo__find_reuse(struct kernels_frame *frame, const struct hlo_op *op, uint32_t result, uint64_t *used);

/* Fails the call for want of the memory of this result, and returns false. */
bool kernels_hlo__no_memory_for(struct hlo_call *call, const struct hlo_type *type);

/* Memory for a result; NULL when out of memory. */
static inline struct kernels_buffer *hlo_result_buffer(const struct async_allocator *allocator, const struct hlo_type *type)
{
	const size_t size = hlo_bytes(type);
	return kernels_buffer_create(allocator, size, size <= 128 ? 16 : 64);
}

/* Whether kernels_hlo__run_quick() can run the planned op. */
bool kernels_hlo__is_quick(const struct hlo_planned *planned);
/* Whether it only writes a small operand 1 into operand 0, where it may overwrite that; such an op is planned as a long one. */
bool kernels_hlo__is_quick_in_place(const struct hlo_planned *planned);
/* Runs the op, whose results are then those of the frame, if its arguments are of the planned types. Returns false, without any
 * effect, if they are not. */
bool kernels_hlo__run_quick(struct kernels_frame *frame, const struct hlo_planned *planned);

#endif
