/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The engine that connects processes of one address space (kernels/process.h), and what hosts of such processes and
 * kernels that use engines need. Thread class: safe, unless a function says otherwise. */
#ifndef KERNELS_WORLD_H
#define KERNELS_WORLD_H

#include <kernels/kernel.h>
#include <kernels/process.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The processes of one program. Reference-counted: the creator and each process that has not ended hold a reference. */
struct kernels_world;

/* The engine; its context is a world. Static. */
KERNELS_API const struct kernels_engine *kernels_world_engine(void);

/* Creates a world whose processes all run. Returns one reference; NULL when out of memory. `allocator`: for pending
 * operations; must outlive the world. `replicas` and `partitions` are at least 1. */
KERNELS_API struct kernels_world *kernels_world_create(
	const struct async_allocator *allocator, uint32_t replicas, uint32_t partitions);
KERNELS_API struct kernels_world *kernels_world_retain(struct kernels_world *world);
KERNELS_API void kernels_world_release(struct kernels_world *world);

/* Ends the process with this number: values that other processes expect from it fail; after the last process, all
 * expected values fail. Call it once for each process, when none of its kernels runs any more, also if the process
 * never started. */
KERNELS_API void kernels_world_end(struct kernels_world *world, uint32_t process);

/* Sets the source of infeeds: `next` sets `count` results, one reference each, for the call with this number, or
 * returns false when there are no more. It is called from any thread, several at once. `ctx`: `size` bytes, copied.
 * Returns false when out of memory. Thread class: owner, before the processes start. */
KERNELS_API bool kernels_world_feed(struct kernels_world *world,
	bool (*next)(void *ctx, uint32_t number, uint32_t count, struct async_value **results), const void *ctx,
		size_t size);

/* For kernels with values that an engine has promised, because an engine does not know requests. Replaces each
 * unavailable value by a value that becomes available with it, or becomes the error of the request when the request
 * is cancelled. Out of memory: the value is not replaced, and a cancelled request waits for it. Thread class:
 * one-at-a-time per frame. */
KERNELS_API void kernels_frame_await(struct kernels_frame *frame, struct async_value **values, size_t count);

#ifdef __cplusplus
}
#endif

#endif
