/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Two kinds of failure, two enumerations:
 *  - enum async_status: what a call of this library returns to the program that made the call;
 *  - enum async_code:   why a computation failed, carried by an error value to everything that depends on it.
 * Thread class: safe. */
#ifndef ASYNC_STATUS_H
#define ASYNC_STATUS_H

#include <async/export.h>

#ifdef __cplusplus
extern "C" {
#endif

enum async_status {
	ASYNC_OK = 0,
	ASYNC_E_ARG = 1,          /* the caller must change the program */
	ASYNC_E_STATE = 2,
	ASYNC_E_NOMEM = 10,       /* the environment must change */
	ASYNC_E_LIMIT = 11,
	ASYNC_E_IO = 12,
	ASYNC_E_UNSUPPORTED = 22, /* possibly valid, but not supported by this build */
	ASYNC_E_NOT_FOUND = 30    /* a result, not a failure */
};

/* The canonical codes of Abseil and gRPC: same numbers, same names. */
enum async_code {
	ASYNC_CODE_OK = 0,
	ASYNC_CODE_CANCELLED = 1,
	ASYNC_CODE_UNKNOWN = 2,
	ASYNC_CODE_INVALID_ARGUMENT = 3,
	ASYNC_CODE_DEADLINE_EXCEEDED = 4,
	ASYNC_CODE_NOT_FOUND = 5,
	ASYNC_CODE_ALREADY_EXISTS = 6,
	ASYNC_CODE_PERMISSION_DENIED = 7,
	ASYNC_CODE_RESOURCE_EXHAUSTED = 8,
	ASYNC_CODE_FAILED_PRECONDITION = 9,
	ASYNC_CODE_ABORTED = 10,
	ASYNC_CODE_OUT_OF_RANGE = 11,
	ASYNC_CODE_UNIMPLEMENTED = 12,
	ASYNC_CODE_INTERNAL = 13,
	ASYNC_CODE_UNAVAILABLE = 14,
	ASYNC_CODE_DATA_LOSS = 15,
	ASYNC_CODE_UNAUTHENTICATED = 16
};

/* Return the name, such as "ASYNC_E_NOMEM" or "CANCELLED"; "?" for an unknown number, never NULL. Static text.
 * Thread class: safe. */
ASYNC_API const char *async_status_name(enum async_status status);
ASYNC_API const char *async_code_name(enum async_code code);

#ifdef __cplusplus
}
#endif

#endif
