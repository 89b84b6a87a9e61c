/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of the codes, and the version. */
#include <async/status.h>
#include <async/version.h>

const char *async_status_name(enum async_status status)
{
	switch (status) {
	case ASYNC_OK: return "ASYNC_OK";
	case ASYNC_E_ARG: return "ASYNC_E_ARG";
	case ASYNC_E_STATE: return "ASYNC_E_STATE";
	case ASYNC_E_NOMEM: return "ASYNC_E_NOMEM";
	case ASYNC_E_LIMIT: return "ASYNC_E_LIMIT";
	case ASYNC_E_IO: return "ASYNC_E_IO";
	case ASYNC_E_UNSUPPORTED: return "ASYNC_E_UNSUPPORTED";
	case ASYNC_E_NOT_FOUND: return "ASYNC_E_NOT_FOUND";
	}
	return "?";
}

const char *async_code_name(enum async_code code)
{
	static const char *const names[] = { "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED",
		"NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
		"ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED" };
	unsigned number = (unsigned)code;
	return number < sizeof names / sizeof *names ? names[number] : "?";
}

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

const char *async_version(void)
{
	return TEXT(ASYNC_VERSION_MAJOR) "." TEXT(ASYNC_VERSION_MINOR) "." TEXT(ASYNC_VERSION_PATCH);
}
