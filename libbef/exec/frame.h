/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One execution of an asynchronous function.
 *
 * A frame is one block: this header, a node per kernel, the values that the function returns, and the registers (program.h).
 * It is used by one thread until work of it is handed to another (`shared`); from then on counts are atomic. */
#ifndef BEF_EXEC_FRAME_H
#define BEF_EXEC_FRAME_H

#include "program.h"

struct bef__frame {
	const struct bef__function *function;
	struct async_request *request;
	const struct async_allocator *allocator;
	uint32_t tokens;     /* atomic: who still works here: threads, queued tasks, awaited values. The last one frees */
	uint32_t call_depth; /* calls that this one is nested in */
	uint8_t shared;      /* set by the only thread that knows the frame, before others do; only read afterwards */
	uint8_t has_errors;  /* atomic, relaxed: some local register holds an error to be released */
};

#define BEF__FRAME_HEADER ((sizeof(struct bef__frame) + 7) & ~(size_t)7)

static inline size_t bef__frame_nodes_end(size_t kernel_count)
{
	return BEF__FRAME_HEADER + kernel_count * sizeof(struct bef__node); /* nodes are 8 bytes, so what follows is aligned */
}

static inline struct bef__node *bef__frame_nodes(struct bef__frame *frame)
{
	return (struct bef__node *)(void *)((char *)frame + BEF__FRAME_HEADER);
}

/* A heap register. */
static inline struct async_value **bef__frame_value(struct bef__frame *frame, uint32_t slot)
{
	return (struct async_value **)(void *)((char *)frame + slot);
}

/* A local register: an error or NULL, then the payload. */
static inline struct async_error **bef__frame_error(struct bef__frame *frame, uint32_t slot)
{
	return (struct async_error **)(void *)((char *)frame + slot);
}

static inline void *bef__frame_payload(struct bef__frame *frame, uint32_t slot)
{
	return (char *)frame + slot + sizeof(void *);
}

static inline struct async_value **bef__frame_out(struct bef__frame *frame, uint32_t out)
{
	return bef__frame_value(frame, frame->function->outs_offset + out * (uint32_t)sizeof(void *));
}

/* NULL when out of memory. One token, the caller's. Retains the request. */
struct bef__frame *bef__frame_create(const struct bef__function *function, struct async_request *request,
	uint32_t call_depth);
void bef__frame_release(struct bef__frame *frame);

/* Gives a value (one reference is taken over) to a result of a kernel: to its heap register, and to the function's caller if the
 * function returns it. */
void bef__frame_set(struct bef__frame *frame, const struct bef__result *result, struct async_value *value);

/* Runs one kernel whose operands are all there; on return its results are in their registers. */
void bef__run_kernel(struct bef__frame *frame, const struct bef__kernel *kernel);

#endif
