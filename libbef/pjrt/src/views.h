/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The arguments and results of one custom call as arrays, for Python and for handlers of XLA's FFI. Its kernel has the
 * attributes backend_config and types. */
#ifndef PJRT_BEFKIT_VIEWS_H
#define PJRT_BEFKIT_VIEWS_H

#include "plugin.h"

#include <kernels/kernels.h>

#define PJRT__CALL_SIGNATURE "(...) {backend_config: string, types: i64[]} -> (...)"

/* An array; a token has the element type 0. */
struct pjrt__view {
	int32_t type; /* PJRT_Buffer_Type; 0: a token */
	int32_t rank;
	const int64_t *dims;
	void *data;
	int64_t size; /* in bytes */
};

struct pjrt__call {
	uint32_t argument_count, result_count; /* without the chain of side effects */
	struct pjrt__view *arguments, *results;
	struct kernels_tensor *tensors; /* of the results */
	bool effects;                   /* a chain is the last operand and the last result */
	int64_t *types;                 /* element type, rank, dimensions of each operand and result */
	size_t type_count;
};

/* Makes the views, and memory for the results. False: the frame has failed. pjrt__call_finish() follows in both cases. */
bool pjrt__call_begin(struct kernels_frame *frame, struct pjrt__call *call);
/* The results become those of the kernel. */
void pjrt__call_return(struct kernels_frame *frame, struct pjrt__call *call);
void pjrt__call_finish(struct pjrt__call *call);

#endif
