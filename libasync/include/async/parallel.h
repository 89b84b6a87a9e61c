/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parallel loops and reductions over a queue. No function blocks: the result is a value that becomes available when
 * the loop has finished. */
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

/* Executes iterations [begin, end) of a loop; called from several threads concurrently, for disjoint ranges. Returns
 * NULL, or an error whose reference passes to the loop: the first error becomes the result, and no further part is
 * started. */
typedef struct async_error *(*async_body_fn)(void *ctx, size_t begin, size_t end);

/* Calls body(ctx, ...) for parts that together make up [0, count).
 * @param block  size of the parts; 0: adaptive, about 50 microseconds per part, smaller parts towards the end
 * @param ctx    must stay valid until the result is available
 * @return a chain, or an error value; one reference, owned by the caller. Never NULL: if out of memory, the loop runs
 * in the caller. */
ASYNC_API struct async_value *async_parallel_for(struct async_queue *queue, const struct async_allocator *allocator,
	size_t count, size_t block, async_body_fn body, void *ctx);

/* As async_parallel_for(), with the queue and allocator of the request's host. The loop is a unit of work of the
 * request, which may end a moment after the result is available: a host that ends awaits async_request_idle(). The
 * request is checked before each part as by async_request_check(): once it is cancelled or its deadline has passed, the
 * remaining parts are skipped, and the result is the error of the request. */
ASYNC_API struct async_value *async_parallel_for_request(struct async_request *request, size_t count, size_t block,
	async_body_fn body, void *ctx);

/* The functions of a reduction. All get the ctx of the call. Thread class: immutable; the functions are called from
 * several threads. */
struct async_reduction {
	async_type_id type;                         /* of the accumulators and of the result */
	void (*init)(void *ctx, void *accumulator); /* constructs an empty accumulator in raw memory */
	/* Adds [begin, end). Returns errors as async_body_fn does; the accumulator must then still be destructible. */
	struct async_error *(*add)(void *ctx, void *accumulator, size_t begin, size_t end);
	void (*combine)(void *ctx, void *into, void *from); /* `from` is destroyed by the caller afterwards */
};

/* Reduces [0, count).
 * @param block  size of the parts. Each part has an accumulator, and accumulators are combined from left to right: the
 *               result depends on `block` and is otherwise deterministic. 0: adaptive, one accumulator per runner,
 *               combined in unspecified order
 * @param reduction  copied
 * @return a value of the type, or an error value; one reference, owned by the caller. Never NULL: a RESOURCE_EXHAUSTED
 *         error value when out of memory. */
ASYNC_API struct async_value *async_parallel_reduce(struct async_queue *queue, const struct async_allocator *allocator,
	size_t count, size_t block, const struct async_reduction *reduction, void *ctx);

/* As async_parallel_reduce(), with the request as in async_parallel_for_request(). */
ASYNC_API struct async_value *async_parallel_reduce_request(struct async_request *request, size_t count, size_t block,
	const struct async_reduction *reduction, void *ctx);

#ifdef __cplusplus
}
#endif

#endif
