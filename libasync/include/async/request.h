/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A request: one execution. It can be cancelled, knows whether work of it is left, and carries data for its kernels.
 * Corresponds to RequestContext and ResourceContext of TFRT. */
#ifndef ASYNC_REQUEST_H
#define ASYNC_REQUEST_H

#include <async/error.h>
#include <async/export.h>
#include <async/host.h>
#include <async/timer.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Named objects that live as long as the store; the first call that asks for a name creates the object. Thread class:
 * safe. */
struct async_resources;
ASYNC_API struct async_resources *async_resources_create(const struct async_allocator *allocator); /* NULL: no memory */
ASYNC_API struct async_resources *async_resources_retain(struct async_resources *resources);
ASYNC_API void async_resources_release(struct async_resources *resources); /* the last one destroys all objects */
/* Finds the object called `name`, or makes it with create(ctx), which may not use the same store. Borrowed from the
 * store. `destroy` (may be NULL) belongs to the object that create made. NULL when create returned NULL or memory is
 * short. */
ASYNC_API void *async_resources_get(struct async_resources *resources, const char *name,
	void *(*create)(void *ctx), void *ctx, void (*destroy)(void *object));

/* Thread class: safe. */
struct async_request;

/* @param host       borrowed; must outlive the request
 * @param resources  retained; NULL: the request gets a store of its own
 * @return one reference, or NULL when out of memory */
ASYNC_API struct async_request *async_request_create(const struct async_host *host, struct async_resources *resources);
ASYNC_API struct async_request *async_request_retain(struct async_request *request);
ASYNC_API void async_request_release(struct async_request *request); /* NULL is ignored */

ASYNC_API const struct async_host *async_request_host(const struct async_request *request);
ASYNC_API struct async_resources *async_request_resources(const struct async_request *request);

/* ---- work
 *
 * A unit of work is anything that still uses the request or its host: a frame of an execution, a queued or running task,
 * a blocking task, a timer. Each unit owns a reference. Code that starts a unit begins it before it hands it to another
 * thread, and ends it as the last thing it does for the request: after it has completed and released its values and
 * freed its memory. A unit may begin others.
 *
 * To tear down one request while its queue stays busy with others: release the results, the request and the file, await
 * async_request_idle() (asked for before the request was released), and destroy the host. Nothing else is needed. */

/* Adds one reference and one unit of work, or `count` of each, by one locked instruction. Returns `request`. At most
 * 2^31 - 1 units at a time. The caller has a reference. Thread class: safe. */
ASYNC_API struct async_request *async_request_begin_work(struct async_request *request);
ASYNC_API struct async_request *async_request_begin_work_n(struct async_request *request, uint32_t count);
/* Gives back what begin_work() added; the request may be destroyed by that. Thread class: safe. */
ASYNC_API void async_request_end_work(struct async_request *request);
ASYNC_API void async_request_end_work_n(struct async_request *request, uint32_t count);

/* Returns a chain that becomes available once no unit of work is left; the immortal available chain if none is left
 * now. One reference, the caller's. Without memory: async_value_out_of_memory(). May be called any number of times, from
 * any thread; work that begins after the chain is available starts a new period, with a chain of its own.
 *
 * The thread that ends the last unit completes the chain, and touches neither the request nor anything that belongs to
 * its host afterwards: a waiter may release and destroy all of it. The deadline of the request is not work; it is
 * cancelled when the request is destroyed. */
ASYNC_API struct async_value *async_request_idle(struct async_request *request);

/* ---- cancellation */

/* Stops work of this request that has not started: everything dispatched later gets the error instead. The first
 * cancel wins; later ones, and cancelling a request that is done, change nothing. */
ASYNC_API void async_request_cancel(struct async_request *request);
/* As above with a reason of the caller's, whose reference is taken over. */
ASYNC_API void async_request_cancel_with(struct async_request *request, struct async_error *error);

/* At `when` (see async_now_ns()) the request is cancelled with DEADLINE_EXCEEDED, unless it was cancelled before; at
 * once if that is past. An earlier deadline of the request is forgotten; ASYNC_NEVER: no deadline. Only one thread at a
 * time may call this.
 * @param timers  watch the clock; must outlive the request. NULL: only async_request_check() looks at the clock
 * @return ASYNC_OK · ASYNC_E_NOMEM: the timers have no thread; async_request_check() looks at the clock all the
 * same. */
ASYNC_API ASYNC_NODISCARD enum async_status async_request_set_deadline(struct async_request *request,
	struct async_timers *timers, uint64_t when);
ASYNC_API uint64_t async_request_deadline(const struct async_request *request); /* ASYNC_NEVER: none */
/* As async_request_cancelled(), but looks at the clock too if there is a deadline: for long loops. */
ASYNC_API struct async_error *async_request_check(struct async_request *request);

/* How urgent it is: a hint for queues and kernels that can make use of it. The queues of this library do not. */
enum async_priority { ASYNC_PRIORITY_LOW = -1, ASYNC_PRIORITY_NORMAL = 0, ASYNC_PRIORITY_HIGH = 1 };
ASYNC_API void async_request_set_priority(struct async_request *request, enum async_priority priority);
ASYNC_API enum async_priority async_request_priority(const struct async_request *request); /* NORMAL unless set */

/* Data of this request alone, by name, also when it shares its resources with others; made when first asked for.
 * Borrowed from the request; NULL: no memory. */
ASYNC_API struct async_resources *async_request_data(struct async_request *request);

/* NULL while the request may go on, else why not. Borrowed from the request. One acquire load. */
ASYNC_API struct async_error *async_request_cancelled(const struct async_request *request);

#ifdef __cplusplus
}
#endif

#endif
