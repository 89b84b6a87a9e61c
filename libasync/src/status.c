/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of the codes, and the version. */
#include <async/status.h>
#include <async/version.h>
#include <bytecursor/diag.h>

const char *async_status_name(enum async_status status)
{
	switch (status) {
		BYTECURSOR_STATUS_CASE(ASYNC, OK)
		BYTECURSOR_STATUS_CASE(ASYNC, E_ARG)
		BYTECURSOR_STATUS_CASE(ASYNC, E_STATE)
		BYTECURSOR_STATUS_CASE(ASYNC, E_NOMEM)
		BYTECURSOR_STATUS_CASE(ASYNC, E_LIMIT)
		BYTECURSOR_STATUS_CASE(ASYNC, E_IO)
		BYTECURSOR_STATUS_CASE(ASYNC, E_UNSUPPORTED)
		BYTECURSOR_STATUS_CASE(ASYNC, E_NOT_FOUND)
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
