/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One process of an execution: buffers become tensors, a call of the model runs, tensors become buffers. */
#ifndef PJRT_BEFKIT_EXECUTE_H
#define PJRT_BEFKIT_EXECUTE_H

#include "program.h"

#include <kernels/process.h>

struct pjrt__process {
	size_t argument_count, result_count;
	struct bef_model_tensor *arguments, *results;
	struct pjrt__block **blocks; /* in use, one for each argument */
	bool *donated;               /* the buffer was deleted for this execution */
	struct bef_model_call *call; /* in flight */
	struct kernels_world *world; /* of several processes; ended with the call */
	uint32_t number;             /* in it */
	void *allocated;             /* the lists; NULL: they are in a struct pjrt__room */
};
/* Memory for the lists of a process that ends before its entry returns. */
struct pjrt__room {
	_Alignas(max_align_t) char bytes[8192];
};

/* Takes uses of the arguments, whose data may not be there yet, and deletes the buffers of donated ones. The process is freed by the
 * caller, also after a failure. `small` NULL: it outlives the caller. */
PJRT_Error *pjrt__process_make(const struct pjrt__program *program, const PJRT_LoadedExecutable_Execute_Args *args, size_t device,
	struct pjrt__room *small, struct pjrt__process *out);
/* Starts the call, once all arguments are there. `helping`: the thread that starts it will wait for it. */
PJRT_Error *pjrt__process_start(const struct pjrt__program *program, struct pjrt__process *process,
	const struct kernels_process *number, struct async_resources *resources, bool helping);
/* Starts process `at` of those that `world` connects. */
PJRT_Error *pjrt__process_start_in(const struct pjrt__program *program, struct pjrt__process *process, struct kernels_world *world,
	uint32_t at, struct async_resources *resources, bool helping);
/* Of the errors of two processes, the one that says more: that another process ended early is a consequence. Frees the other one. */
PJRT_Error *pjrt__choose_error(PJRT_Error *one, PJRT_Error *other);
/* Waits for the call, and returns its error. */
PJRT_Error *pjrt__process_finish(const struct pjrt__program *program, struct pjrt__process *process);
/* Results that are arguments get memory of their own: JAX returns arguments without calling a program, unless a copy is wanted. */
PJRT_Error *pjrt__copy_arguments(const struct pjrt__program *program, struct pjrt__process *process);
void pjrt__process_free(struct pjrt__process *process);

/* Runs an execution after the entry has returned: when its arguments are there, on the queue of the client. `only`: instead of the device
 * of the program; may be NULL. */
PJRT_Error *pjrt__execute_later(struct pjrt__program *program, const PJRT_LoadedExecutable_Execute_Args *args, PJRT_Device *only);

#endif
