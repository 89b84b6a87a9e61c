/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of status codes, and the diagnostic. */
#include "fail.h"

#include <bytecursor/diag.h>

BYTECURSOR_DIAG_MATCHES(struct kernels_diag);

const char *kernels_status_name(enum kernels_status status)
{
	switch (status) {
		BYTECURSOR_STATUS_CASE(KERNELS, OK)
		BYTECURSOR_STATUS_CASE(KERNELS, E_ARG)
		BYTECURSOR_STATUS_CASE(KERNELS, E_STATE)
		BYTECURSOR_STATUS_CASE(KERNELS, E_NOMEM)
		BYTECURSOR_STATUS_CASE(KERNELS, E_LIMIT)
		BYTECURSOR_STATUS_CASE(KERNELS, E_VERSION)
		BYTECURSOR_STATUS_CASE(KERNELS, E_UNSUPPORTED)
		BYTECURSOR_STATUS_CASE(KERNELS, E_CORRUPT)
	case KERNELS_E_EXISTS: return "KERNELS_E_EXISTS";
		BYTECURSOR_STATUS_CASE(KERNELS, E_NOT_FOUND)
	}
	return "?";
}

void kernels__fail(struct kernels_diag *diag, enum kernels_status status, const char *prefix, const char *name,
	const char *format, va_list arguments)
{
	if (!BYTECURSOR_DIAG_IS_OPEN(diag))
		return;
	struct bytecursor_diag full = BYTECURSOR_DIAG(status, kernels_status_name(status), KERNELS_NO_OFFSET);
	bytecursor_diag_add(&full, "%s%.100s: ", prefix, name);
	bytecursor_diag_add_v(&full, format, arguments);
	BYTECURSOR_DIAG_STORE(diag, &full);
}

enum kernels_status kernels__fail_named(struct kernels_diag *diag, enum kernels_status status, const char *prefix,
	const char *name, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	kernels__fail(diag, status, prefix, name, format, arguments);
	va_end(arguments);
	return status;
}

#ifdef KERNELS_NO_MESSAGES
enum kernels_status kernels__fail_brief(
	struct kernels_diag *diag, enum kernels_status status, const char *prefix, const char *name)
{
	return BYTECURSOR_DIAG_FAIL(diag, status, KERNELS__NO_TEXT, KERNELS_NO_OFFSET, "%s%.100s", prefix, name);
}
#endif
