/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of Python from a program: pure_callback, io_callback, debug.print and buffer_callback of JAX. The plugin knows
 * nothing of Python: JAX's module installs functions that run callables and find handlers. */
#ifndef PJRT_BEFKIT_CALLBACKS_H
#define PJRT_BEFKIT_CALLBACKS_H

#include "ffi.h"
#include "views.h"

#define PJRT__CALL_MESSAGE 8192u /* bytes of the text of a failure: the exception and its traceback */

/* Runs the callable; not 0: it failed, with a text in `message`. */
typedef int pjrt__callback(void *callable, int argument_count, const struct pjrt__view *arguments, int result_count,
	const struct pjrt__view *results, char *message, size_t room);

struct pjrt__python {
	size_t size; /* sizeof(struct pjrt__python) */
	pjrt__callback *call;       /* with copies of the arguments; what it returns is stored in the results */
	pjrt__callback *call_views; /* with the memory of arguments and results, for buffer_callback */
	pjrt__ffi_find *find;       /* handlers of XLA's FFI that JAX knows; NULL: none */
};
/* Installs the functions. Called by JAX's module before the first program runs; the structure is static. */
__attribute__((visibility("default"))) void befkit_pjrt_set_python(const struct pjrt__python *python);
const struct pjrt__python *pjrt__python(void); /* NULL: not installed */
/* A type that JAX registered with XLA, for states of handlers. */
__attribute__((visibility("default"))) void befkit_pjrt_add_type(const char *name, int64_t id, void (*deleter)(void *object));

/* Whether this target is a call of Python. */
bool pjrt__is_callback(const char *target, size_t size);
/* The kernels of these targets, and of calls of handlers (PJRT__FFI_TARGET). Static. */
const struct kernels_pack *pjrt__callback_pack(void);

/* ---- what an execution brings along */

struct PJRT_ExecuteContext {
	PJRT_OBJECT;
	uint32_t references; /* atomic: of the client, and of executions */
	PJRT_FFI_UserData *data; /* `first`, or allocated */
	size_t count;
	PJRT_FFI_UserData first; /* jaxlib adds one to each execution */
};
/* Resources for the request of a call, which keep the context (may be NULL) and the sites. NULL: out of memory. */
struct async_resources *pjrt__callback_resources(PJRT_ExecuteContext *context, struct pjrt__ffi_sites *sites);
/* Of a request. NULL: there is none. */
const PJRT_ExecuteContext *pjrt__context_of(struct async_request *request);
struct pjrt__ffi_sites *pjrt__sites_of(struct async_request *request);
/* Fails the frame of a call, and keeps the error, which it takes over, for the execution: the frame's message goes through a diagnosis,
 * which is shorter and has one line. The first error of an execution stays. */
void pjrt__call_fail(struct kernels_frame *frame, PJRT_Error *error);
/* A copy of the kept error instead of `error`, which is released; `error` if none was kept. */
PJRT_Error *pjrt__call_error(struct async_resources *resources, PJRT_Error *error);
/* The callable with this number that jaxlib attached to the execution; NULL: there is none. */
void *pjrt__callable(struct async_request *request, uint64_t index);

#endif
