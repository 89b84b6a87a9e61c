/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Eager operations: calls by the name of an operation, which a handler of a device executes. Corresponds to the op
 * handlers of TFRT's Core Runtime.
 *
 * A handler is a function of a device, or a table: struct kernels_choices lists, for each operation, the kernels for
 * the types of its operands, and functions for composite operations. A handler that does not execute a call passes it
 * on to its fallback. The operands of one operation may be results of another that has not ended. */
#ifndef KERNELS_HANDLER_H
#define KERNELS_HANDLER_H

#include <kernels/function.h>
#include <kernels/invoke.h>
#include <kernels/registry.h>
#include <kernels/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A call as a handler gets it. All arguments are available, and none is an error. Thread class: immutable; valid until
 * execute() returns. */
struct kernels_handler_call {
	size_t size;      /* sizeof(struct kernels_handler_call) in the library */
	const char *name; /* of the operation */
	struct async_request *request;         /* work that continues later begins with async_request_begin_work() */
	struct async_value *const *arguments;  /* borrowed */
	struct kernels_attributes *attributes; /* borrowed; NULL: none */
	struct async_value **results;          /* places, NULL before the call */
	uint32_t argument_count, result_count;
	struct async_location location; /* for errors; a copy that is kept retains the source */
	/* NULL; or, for a call in order, the place in front of the results, of a chain that orders effects. NULL before
	 * the call, and NULL after it for a chain that is available once all results are. The failure of an operation
	 * without results is an error there. */
	struct async_value **chain;
};

/* A device. The memory is the caller's, usually the first member of a larger struct. Thread class: immutable while
 * calls or other handlers use it. */
struct kernels_handler {
	size_t size;        /* sizeof(struct kernels_handler) */
	const char *device; /* for messages: "cpu", "npu:0" */
	/* Executes a call: stores one reference in each result, as kernels_invoke() does; a result may become available
	 * later, or be an error. Does not block. @return false: not executed, and no result was stored; the fallback
	 * is asked. Called from any thread. */
	bool (*execute)(const struct kernels_handler *self, const struct kernels_handler_call *call);
	const struct kernels_handler *fallback; /* NULL: none. Fallbacks must not form a cycle */
};

/* Executes an operation by `handler`, or by the first of its fallbacks that accepts the call. As kernels_invoke():
 * waits for the arguments without blocking; if arguments are errors, the last of them becomes all results, else the
 * error of a cancelled request does. An operation that no handler executes is a NOT_FOUND error, which names the types
 * of the operands and the devices. Results that a handler leaves NULL are INTERNAL errors. A handler whose size is not
 * set is an INVALID_ARGUMENT error, reported as ASYNC_MISUSE_BAD_ARGUMENT.
 *
 * @param handler     borrowed; it and its fallbacks must exist until the request is idle (async_request_idle())
 * @param name        copied if the call waits
 * @param arguments   borrowed for the call, retained as long as they are needed
 * @param attributes  NULL: none
 * @param results     each gets one reference, the caller's, never NULL
 * Thread class: safe. */
KERNELS_API void kernels_handler_execute(const struct kernels_handler *handler, const char *name,
	struct async_request *request, struct async_value *const *arguments, uint32_t argument_count,
	struct kernels_attributes *attributes, struct async_value **results, uint32_t result_count);

/* As above for an operation of a program, at this place, whatever that of the attributes. */
KERNELS_API void kernels_handler_execute_at(const struct kernels_handler *handler, const char *name,
	struct async_request *request, struct async_location location, struct async_value *const *arguments,
	uint32_t argument_count, struct kernels_attributes *attributes, struct async_value **results,
	uint32_t result_count);

/* As above, for an operation with effects: results[0] is a chain, and the others are those of the operation. The chain
 * is available when the effects are over, and is an error if the operation fails, also without results. Among choices
 * a kernel or function may give the chain itself, as a first result; else it follows the results, or the end of a
 * kernel without any. `result_count` is at least 1. */
KERNELS_API void kernels_handler_execute_in_order(const struct kernels_handler *handler, const char *name,
	struct async_request *request, struct async_location location, struct async_value *const *arguments,
	uint32_t argument_count, struct kernels_attributes *attributes, struct async_value **results,
	uint32_t result_count);

/* ---- handlers by name, for programs (corert.get_op_handler of pack tensor). A host keeps them in the resources that
 * all its requests share (struct async_host). Thread class: safe. */

/* @param allocator  for the call; NULL: system
 * @param name       copied; need not be NUL-terminated
 * @param handler    borrowed; must exist as long as the resources
 * @return KERNELS_OK · KERNELS_E_EXISTS · KERNELS_E_ARG the name has a NUL byte · KERNELS_E_NOMEM */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_handler_register(struct async_resources *resources,
	const struct async_allocator *allocator, const char *name, size_t name_size,
	const struct kernels_handler *handler);
/* NULL: there is none of this name. */
KERNELS_API const struct kernels_handler *kernels_handler_find(
	struct async_resources *resources, const char *name, size_t name_size);

/* ---- a handler that chooses among kernels and functions */

/* One implementation. Thread class: immutable; read during the creation, the function for as long as the choices. */
struct kernels_choice {
	size_t size;      /* sizeof(struct kernels_choice); equal in all elements of an array */
	const char *name; /* of the operation */
	/* The operands that it accepts, separated by commas:
	 *   any          any value                     tensor<f32>    dense tensor of these elements
	 *   tensor       any tensor                    NAME           payload type, such as i32 or !tfrt.string
	 * A last "..." stands for any number of operands like the one before. "": no operands. NULL: those of the
	 * signature of the kernel, or of the function. Chains behind the operands only order execution. */
	const char *operands;
	const char *kernel;                      /* a kernel of the registry; or NULL and: */
	/* a composite operation: a graph of kernels. Must outlive the choices */
	const struct kernels_function *function;
};

/* Thread class: immutable. */
struct kernels_choices;

/* Creates a table. Of several choices with one name, the first that accepts the operands is taken.
 * @param registry   of the kernels; must outlive the choices and their calls
 * @param allocator  NULL: system; must outlive the choices
 * @param device     copied
 * @param fallback   asked for other operations and operands; NULL: none. Must outlive the choices
 * @param out        NULL after a failure
 * @return KERNELS_OK · KERNELS_E_NOT_FOUND an unknown kernel or payload type · KERNELS_E_ARG a choice with the wrong
 *         size, without a name, with both or neither of kernel and function, or operands that cannot be parsed ·
 *         KERNELS_E_NOMEM. The message names the number of the choice, from 0. */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_choices_create(const struct kernels_registry *registry,
	const struct async_allocator *allocator, const char *device, const struct kernels_choice *choices, size_t count,
	const struct kernels_handler *fallback, struct kernels_choices **out, struct kernels_diag *diag);
/* Borrowed from the choices. */
KERNELS_API const struct kernels_handler *kernels_choices_handler(const struct kernels_choices *choices);
/* After the requests of all calls are idle. NULL is ignored. */
KERNELS_API void kernels_choices_destroy(struct kernels_choices *choices);

#ifdef __cplusplus
}
#endif

#endif
