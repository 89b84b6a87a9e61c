/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A request represents one execution. It can be cancelled, counts its remaining work, and carries data for its kernels.
 * Corresponds to RequestContext and ResourceContext of TFRT. */
#ifndef ASYNC_REQUEST_H
#define ASYNC_REQUEST_H

#include <async/error.h>
#include <async/export.h>
#include <async/host.h>
#include <async/timer.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Named objects that live as long as the store; the first call with a name creates the object. Thread class:
 * safe. */
struct async_resources;
ASYNC_API struct async_resources *async_resources_create(const struct async_allocator *allocator); /* NULL: no memory */
ASYNC_API struct async_resources *async_resources_retain(struct async_resources *resources);
ASYNC_API void async_resources_release(struct async_resources *resources); /* the last one destroys all objects */
/* Returns the object called `name`; if it does not exist, creates it with create(ctx), which must not use the same
 * store. Borrowed from the store. `destroy` (may be NULL) is called for the created object when the store ends. NULL
 * when create returned NULL or out of memory. */
ASYNC_API void *async_resources_get(struct async_resources *resources, const char *name,
	void *(*create)(void *ctx), void *ctx, void (*destroy)(void *object));

/* Thread class: safe. */
struct async_request;

/* @param host       borrowed; must outlive the request
 * @param resources  retained; NULL: the request gets a new store
 * @return one reference, or NULL when out of memory; also NULL, reported as ASYNC_MISUSE_BAD_ARGUMENT
 *         (<async/misuse.h>), if the size of the host, or of the vtable of its queue, is not set */
ASYNC_API struct async_request *async_request_create(const struct async_host *host, struct async_resources *resources);
/* Creates a request that is cancelled with its parent, for the same reason, but not the other way round. It has the
 * host and the resources of the parent, its priority at this moment, and a deadline of its own; async_request_check()
 * compares those of all ancestors. Until it is destroyed it is a unit of work of the parent, which need not be
 * referred to. To any depth.
 * @return one reference, or NULL when out of memory. */
ASYNC_API struct async_request *async_request_create_child(struct async_request *parent);
ASYNC_API struct async_request *async_request_retain(struct async_request *request);
ASYNC_API void async_request_release(struct async_request *request); /* NULL is ignored */

ASYNC_API const struct async_host *async_request_host(const struct async_request *request);
ASYNC_API struct async_resources *async_request_resources(const struct async_request *request);

/* ---- work
 *
 * A unit of work is anything that still uses the request or its host: a frame of an execution, a queued or running
 * task, a blocking task, a timer. Each unit owns a reference. Code that starts a unit begins it before it hands it to
 * another thread, and ends it as its last action for the request: after it has completed and released its values and
 * freed its memory. A unit may begin others.
 *
 * To tear down one request while its queue stays busy with others: call async_request_idle(), release the results, the
 * request and the file, await the chain, and destroy the host.
 *
 * async_queue_quiesce() waits for tasks only. A deadline that passes is a unit of work in the thread of its timers,
 * and may still use the request and its host after the queue is quiet and all other references are released. Await
 * the idle chain, take the deadline back, or destroy the timers before the host. */

/* Adds one reference and one unit of work, or `count` of each, with one locked instruction. Returns `request`. At most
 * 2^31 - 1 units at a time. The caller must hold a reference. Thread class: safe. */
ASYNC_API struct async_request *async_request_begin_work(struct async_request *request);
ASYNC_API struct async_request *async_request_begin_work_n(struct async_request *request, uint32_t count);
/* Ends units of work and releases their references, which may destroy the request. Thread class: safe. */
ASYNC_API void async_request_end_work(struct async_request *request);
ASYNC_API void async_request_end_work_n(struct async_request *request, uint32_t count);

/* As async_value_forward() and async_value_forward_last(), for an indirect value from the allocator of the request's
 * host and a target that may be completed after all other work of the request. Until then, a waiter of the target
 * refers to the memory of the indirect value, even if the value is released. This waiter is a unit of work. The
 * caller must be a unit of work too. Thread class: safe. */
ASYNC_API void async_request_forward(
	struct async_request *request, struct async_value *indirect, struct async_value *target);
ASYNC_API void async_request_forward_last(
	struct async_request *request, struct async_value *indirect, struct async_value *target);

/* Returns a chain that becomes available once no unit of work is left; the immortal available chain if none is left
 * now. One reference, owned by the caller. Out of memory: async_value_out_of_memory(). May be called any number of
 * times, from any thread; work that begins after the chain is available starts a new period, with a new chain.
 *
 * The thread that ends the last unit completes the chain, and afterwards accesses neither the request nor anything that
 * belongs to its host: a waiter may release and destroy all of it. A deadline that has not passed is not work; it is
 * cancelled when the request is destroyed. */
ASYNC_API struct async_value *async_request_idle(struct async_request *request);

/* Returns true if a reference and a unit of work of the caller are the only ones, and the request is otherwise as a
 * new one: not cancelled, without parent (but the root of its host), deadline, hooks, priority and data. Then it may
 * serve other work, as a new request would; its chain of async_request_idle() stays valid too. The caller sees the
 * effects of all units that have ended. Thread class: safe, but another thread with a reference may change the
 * answer. */
ASYNC_API bool async_request_is_unused(const struct async_request *request);

/* ---- cancellation */

/* Stops work of this request that has not started: work dispatched later gets the error instead. Only the first call
 * has an effect; cancelling a request that has finished changes nothing. */
ASYNC_API void async_request_cancel(struct async_request *request);
/* As above, with `error` as the reason; takes over the caller's reference. */
ASYNC_API void async_request_cancel_with(struct async_request *request, struct async_error *error);

/* Cancels the request with the error of `value`, when the value fails; nothing happens when it becomes available. To
 * be used with the root of a host (<async/host.h>): the value keeps a reference to the request, and memory of its
 * host, until it is complete or dropped. Thread class: safe.
 * @return ASYNC_OK · ASYNC_E_NOMEM: nothing was added */
ASYNC_API ASYNC_NODISCARD enum async_status async_request_cancel_on(
	struct async_request *request, struct async_value *value);

/* A function to call when a request is cancelled, for work that waits for something other than the request: a device,
 * another process. The memory belongs to the caller. */
struct async_cancel_hook {
	/* Called once, in the thread that cancels or at whose time the deadline passes, without locks. `error`: the
	 * reason, borrowed. May free the hook. */
	void (*run)(struct async_cancel_hook *hook, struct async_error *error);
	struct async_cancel_hook *next, **link; /* private */
};
/* Adds a hook; `hook->run` is set, and the hook is in no request. If the request is cancelled already, run() is called
 * before this function returns. Hooks run in no particular order. A request that ends drops its hooks without a call.
 * Where more than 64 hooks or waiters nest, an outer call runs the hook, as for completions in <async/value.h>.
 * Thread class: safe. */
ASYNC_API void async_request_on_cancel(struct async_request *request, struct async_cancel_hook *hook);
/* Removes a hook. Returns true if run() was not called and will not be; otherwise waits until run() has returned,
 * unless run() itself is the caller, and returns false. Thread class: safe. */
ASYNC_API bool async_request_off_cancel(struct async_request *request, struct async_cancel_hook *hook);

/* Sets the deadline: at `when` (see async_now_ns()) the request is cancelled with DEADLINE_EXCEEDED, unless it was
 * cancelled before; at once if `when` is past. Replaces a deadline set before; ASYNC_NEVER: no deadline. If the timer
 * of the deadline before is running in another thread, waits until it has run: afterwards no timer uses the request.
 * Only one thread at a time may call this.
 * @param timers  cancel the request at the deadline; must outlive the request. NULL: only async_request_check()
 *                compares the deadline with the clock
 * @return ASYNC_OK, always for ASYNC_NEVER · ASYNC_E_NOMEM: the thread of the timers could not be started;
 *         async_request_check() still observes the deadline. */
ASYNC_API ASYNC_NODISCARD enum async_status async_request_set_deadline(struct async_request *request,
	struct async_timers *timers, uint64_t when);
ASYNC_API uint64_t async_request_deadline(const struct async_request *request); /* ASYNC_NEVER: none */
/* As async_request_cancelled(), but first compares the deadline, if any, with the clock. For long loops. */
ASYNC_API struct async_error *async_request_check(struct async_request *request);

/* Priority of a request: a hint for hosts and kernels. It has no effect by itself: the host chooses a queue by it, see
 * <async/lanes.h>. */
enum async_priority { ASYNC_PRIORITY_LOW = -1, ASYNC_PRIORITY_NORMAL = 0, ASYNC_PRIORITY_HIGH = 1 };
ASYNC_API void async_request_set_priority(struct async_request *request, enum async_priority priority);
ASYNC_API enum async_priority async_request_priority(const struct async_request *request); /* NORMAL unless set */

/* Returns a store of named data private to this request, even if the request shares its resources with others. Created
 * on first use. Borrowed from the request; NULL when out of memory. */
ASYNC_API struct async_resources *async_request_data(struct async_request *request);

/* Returns NULL while the request is not cancelled, else the reason. Borrowed from the request. Costs one acquire
 * load. */
ASYNC_API struct async_error *async_request_cancelled(const struct async_request *request);

/* private: the beginning of every request; declared here so that the function below can be inlined */
struct async_request_head_ {
	struct async_error *cancelled; /* atomic; NULL until the first cancel sets it, then constant; one reference */
};

/* Whether the request is cancelled, without a call: for executors, which ask before each kernel. */
static inline bool async_request_is_cancelled(const struct async_request *request)
{
	const struct async_request_head_ *head = (const struct async_request_head_ *)(const void *)request;
	ASYNC_POINT_();
	/* acquire: pairs with the release in async_request_cancel_with(); publishes the error */
	return __atomic_load_n(&head->cancelled, __ATOMIC_ACQUIRE) != NULL;
}

#ifdef __cplusplus
}
#endif

#endif
