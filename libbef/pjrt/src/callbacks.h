/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of Python from a program: pure_callback, io_callback and debug.print of JAX. The plugin knows nothing of
 * Python: JAX's module installs a function that runs a callable. */
#ifndef PJRT_BEFKIT_CALLBACKS_H
#define PJRT_BEFKIT_CALLBACKS_H

#include "plugin.h"

#include <async/async.h>
#include <kernels/pack.h>

/* An array of a callback; a token has the element type 0. */
struct pjrt__view {
	int32_t type; /* PJRT_Buffer_Type; 0: a token */
	int32_t rank;
	const int64_t *dims;
	void *data;
	int64_t size; /* in bytes */
};
/* Runs the callable with copies of the arguments and stores its results. Not 0: it failed, with a text in `message`. */
typedef int pjrt__callback(void *callable, int argument_count, const struct pjrt__view *arguments, int result_count,
	const struct pjrt__view *results, char *message, size_t room);
/* Installs the function. Called by JAX's module before the first program runs. */
__attribute__((visibility("default"))) void befkit_pjrt_set_callback(pjrt__callback *function);

/* Whether this target is a call of Python. */
bool pjrt__is_callback(const char *target, size_t size);
/* The kernels of these targets. Static. */
const struct kernels_pack *pjrt__callback_pack(void);

/* What an execution brings along: the callables of its program. */
struct PJRT_ExecuteContext {
	PJRT_OBJECT;
	void *const *callables; /* by their number in the program; NULL: none */
	size_t count;
};
/* Resources for the request of a call. NULL: out of memory. */
struct async_resources *pjrt__callback_resources(const PJRT_ExecuteContext *context);

#endif
