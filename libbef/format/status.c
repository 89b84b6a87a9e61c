/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of status codes, the diagnostic, and the version. */
#include <bef/status.h>
#include <bef/version.h>
#include "internal.h"
#include <bytecursor/diag.h>

BYTECURSOR_DIAG_MATCHES(struct bef_diag);

const char *bef_status_name(enum bef_status status)
{
	switch (status) {
		BYTECURSOR_STATUS_CASES(BEF)
	}
	return "?";
}

#define TEXT(x) #x
#define DOTTED(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)
const char *bef_version(void) { return DOTTED(BEF_VERSION_MAJOR, BEF_VERSION_MINOR, BEF_VERSION_PATCH); }

#ifdef BEF_NO_MESSAGES
enum bef_status bef__diag_fail_brief(struct bef_diag *diag, enum bef_status status, uint64_t offset)
{
	if (BYTECURSOR_DIAG_IS_OPEN(diag)) {
		const struct bef_diag full = { sizeof full, status, BEF__NO_TEXT, offset, 0, 0, BEF__NO_TEXT };
		BYTECURSOR_DIAG_STORE(diag, &full);
	}
	return status;
}
#else
enum bef_status bef__diag_fail(struct bef_diag *diag, enum bef_status status, uint64_t offset, const char *format, ...)
{
	BYTECURSOR_DIAG_RETURN(diag, status, bef_status_name(status), offset, format);
}
#endif
