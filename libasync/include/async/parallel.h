/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops spread over a queue. Nothing here blocks: the result is a value that becomes available when the loop is
 * done. */
#ifndef ASYNC_PARALLEL_H
#define ASYNC_PARALLEL_H

#include <async/allocator.h>
#include <async/error.h>
#include <async/export.h>
#include <async/queue.h>
#include <async/request.h>
#include <async/type.h>
#include <async/value.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Does [begin, end) of a loop; called from several threads at once, for parts that do not overlap. A part that fails
 * returns an error, whose reference goes to the caller: the first one becomes the result, and no further part is
 * begun. */
typedef struct async_error *(*async_body_fn)(void *ctx, size_t begin, size_t end);

/* Calls body(ctx, ...) for parts that together make up [0, count).
 * @param block  size of the parts; 0: adaptive, parts that take some 50 microseconds each, fewer towards the end
 * @param ctx    must stay valid until the result is available
 * @return a chain, or an error value; one reference, the caller's. Never NULL: without memory the loop runs in the
 * caller. */
ASYNC_API struct async_value *async_parallel_for(struct async_queue *queue, const struct async_allocator *allocator,
	size_t count, size_t block, async_body_fn body, void *ctx);

/* As async_parallel_for() on queue and memory of the request's host, as a unit of work of the request (async_request_idle()
 * waits for it). Before each part the request is looked at as by async_request_check(): once it is cancelled or its
 * deadline has passed, parts that have not begun are left out, and the result is the error of the request. */
ASYNC_API struct async_value *async_parallel_for_request(struct async_request *request, size_t count, size_t block,
	async_body_fn body, void *ctx);

/* What a reduction does. Thread class: immutable; its functions are called from several threads. All functions get the ctx of the call. */
struct async_reduction {
	async_type_id type;                         /* of the accumulators and of the result */
	void (*init)(void *ctx, void *accumulator); /* builds one in raw memory: nothing added yet */
	/* Adds [begin, end). An error as in async_body_fn; the accumulator must be fit to be destroyed all the same. */
	struct async_error *(*add)(void *ctx, void *accumulator, size_t begin, size_t end);
	void (*combine)(void *ctx, void *into, void *from); /* `from` is destroyed by the caller afterwards */
};

/* Adds up [0, count).
 * @param block  size of the parts. Each has an accumulator, and they are combined from left to right: the result
 *               depends on `block`, not on threads or chance. 0: adaptive, one accumulator for each thread, combined in
 *               any order
 * @param reduction  copied
 * @return a value of the type, or an error value; one reference, the caller's. Never NULL: RESOURCE_EXHAUSTED when
 *         there is no memory. */
ASYNC_API struct async_value *async_parallel_reduce(struct async_queue *queue, const struct async_allocator *allocator,
	size_t count, size_t block, const struct async_reduction *reduction, void *ctx);

/* As async_parallel_reduce(), with the request as in async_parallel_for_request(). */
ASYNC_API struct async_value *async_parallel_reduce_request(struct async_request *request, size_t count, size_t block,
	const struct async_reduction *reduction, void *ctx);

#ifdef __cplusplus
}
#endif

#endif
