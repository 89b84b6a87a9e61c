/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Callables of control-flow kernels: functions of a BEF file, C functions. */
#ifndef KERNELS_FUNCTION_H
#define KERNELS_FUNCTION_H

#include <async/async.h>
#include <kernels/export.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A type as the program names it, and the payload type of that name if one is registered. */
struct kernels_type {
	const char *name; /* not NUL-terminated */
	size_t name_size;
	async_type_id id; /* ASYNC_TYPE_NONE: the payload type is unknown */
};

/* The op and scope for which the current thread runs. Executors set it around kernels that call functions; all work of
 * a called function, in any thread, inherits `scope`. A kernel that calls functions from a later task or waiter saves
 * kernels_caller() while it runs, and swaps in a copy around the calls. */
struct kernels_site;
struct kernels_caller {
	const struct kernels_site *site; /* the op that calls functions, borrowed; NULL: the host */
	void *scope; /* for tfrt.once, borrowed from the resources of the request; NULL: none */
};

/* private */
#if defined(__GLIBC__)
#define KERNELS_CALLER_MODEL_ __attribute__((tls_model("initial-exec")))
#else
#define KERNELS_CALLER_MODEL_
#endif
KERNELS_API extern __thread KERNELS_CALLER_MODEL_ struct kernels_caller kernels_caller_;

static inline struct kernels_caller kernels_caller(void)
{
	return kernels_caller_;
}

/* Exchanges the thread's caller with *caller. Call it once before the function calls and once after them. */
KERNELS_API void kernels_caller_swap(struct kernels_caller *caller);

/* A function as kernels that may run one after the other. Values have numbers: the arguments of the function, then the
 * results of the kernels in order. Valid while the program is open. Thread class: immutable. */
struct kernels_function_step {
	const struct kernels_site *site;
	const uint32_t *operands; /* values, as many as the site has arguments */
};
struct kernels_function_steps {
	size_t block_size; /* of the memory that begins here */
	const struct kernels_function_step *steps;
	const uint32_t *results; /* values, as many as the function has results */
	uint32_t step_count, value_count;
};

struct kernels_function;
struct kernels_function_vtable {
	size_t size; /* sizeof(struct kernels_function_vtable) of the implementer */
	/* Starts the function. Does not block: results may become available later.
	 * @param arguments  argument_count values, borrowed; may be unavailable or errors
	 * @param results    result_count places; each gets one reference, never NULL, in case of failure too */
	void (*execute)(const struct kernels_function *self, struct async_request *request,
		struct async_value *const *arguments, struct async_value **results);
	/* Runs a synchronous function on payloads before it returns. NULL: the function is not synchronous.
	 * @param arguments  payloads, borrowed
	 * @param results    raw storage for each result, constructed on success
	 * @return NULL, or an error that the caller releases; no result is constructed then */
	struct async_error *(*execute_sync)(const struct kernels_function *self, struct async_request *request,
		void *const *arguments, void *const *results);
	/* As execute(), but takes over a reference to each argument: a kernel of the function may then hold the only
	 * one, and write its result in place (async_value_is_unique()). NULL: not supported. */
	void (*execute_taking)(const struct kernels_function *self, struct async_request *request,
		struct async_value *const *arguments, struct async_value **results);
	/* The kernels of the function, for a caller that runs them itself: a loop that knows what they do. One block of
	 * the allocator. NULL: the function has no such form, or it is observed, or memory is short. This member may be
	 * NULL. */
	struct kernels_function_steps *(*steps)(
		const struct kernels_function *self, const struct async_allocator *allocator);
};

/* Thread class: immutable. */
struct kernels_function {
	const struct kernels_function_vtable *vtable;
	const char *name; /* not NUL-terminated; empty for a region */
	size_t name_size;
	const struct kernels_type *arguments, *results;
	uint32_t argument_count, result_count;
};

static inline void kernels_function_execute(const struct kernels_function *f, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results)
{
	f->vtable->execute(f, request, arguments, results);
}

/* As above, but takes over a reference to each argument, whether or not the function can make use of that. */
static inline void kernels_function_execute_taking(const struct kernels_function *f, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results)
{
	const struct kernels_function_vtable *vtable = f->vtable;
	if (vtable->size >= offsetof(struct kernels_function_vtable, execute_taking) + sizeof vtable->execute_taking &&
		vtable->execute_taking) {
		vtable->execute_taking(f, request, arguments, results);
		return;
	}
	vtable->execute(f, request, arguments, results);
	for (uint32_t i = 0; i < f->argument_count; i++)
		async_value_release(arguments[i]);
}

/* The kernels of the function as a list, which kernels_function_steps_free() releases; NULL: there is none. */
static inline struct kernels_function_steps *kernels_function_steps(
	const struct kernels_function *f, const struct async_allocator *allocator)
{
	const struct kernels_function_vtable *vtable = f->vtable;
	const size_t end = offsetof(struct kernels_function_vtable, steps) + sizeof vtable->steps;
	const bool has = vtable->size >= end && vtable->steps;
	return has ? vtable->steps(f, allocator) : NULL;
}

static inline void kernels_function_steps_free(
	struct kernels_function_steps *steps, const struct async_allocator *allocator)
{
	if (steps)
		async_free(allocator, steps, steps->block_size, sizeof(void *));
}

#ifdef __cplusplus
}
#endif

#endif
