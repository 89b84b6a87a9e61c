/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The engine for processes of one address space (kernels/process.h). */
#ifndef KERNELS_HLO_WORLD_H
#define KERNELS_HLO_WORLD_H

#include <kernels/kernels.h>
#include <kernels/process.h>

/* Thread class: safe. Reference-counted: the creator and each process that has not ended hold a reference. */
struct hlo_world;

extern const struct kernels_engine kernels_hlo__world_engine;

/* NULL when out of memory. `allocator`: for pending operations; must outlive the world. */
struct hlo_world *kernels_hlo__world_create(
	const struct async_allocator *allocator, uint32_t replicas, uint32_t partitions);
struct hlo_world *kernels_hlo__world_retain(struct hlo_world *world);
void kernels_hlo__world_release(struct hlo_world *world);

/* A process ended: values that others expect from it fail. With the last one, all that was expected fails. */
void kernels_hlo__world_end(struct hlo_world *world, uint32_t process);

/* Where infeed gets its values: `next` sets `count` results, one reference each, for the call with this number, or returns
 * false when there are no more. It is called from any thread, several at once. `ctx`: `size` bytes, copied. Call it before
 * the processes start. Returns false when out of memory. */
bool kernels_hlo__world_feed(struct hlo_world *world,
	bool (*next)(void *ctx, uint32_t number, uint32_t count, struct async_value **results), const void *ctx, size_t size);

#endif
