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
	case BEF_OK: return "BEF_OK";
	case BEF_E_ARG: return "BEF_E_ARG";
	case BEF_E_STATE: return "BEF_E_STATE";
	case BEF_E_NOMEM: return "BEF_E_NOMEM";
	case BEF_E_LIMIT: return "BEF_E_LIMIT";
	case BEF_E_IO: return "BEF_E_IO";
	case BEF_E_MAGIC: return "BEF_E_MAGIC";
	case BEF_E_VERSION: return "BEF_E_VERSION";
	case BEF_E_UNSUPPORTED: return "BEF_E_UNSUPPORTED";
	case BEF_E_TRUNCATED: return "BEF_E_TRUNCATED";
	case BEF_E_CORRUPT: return "BEF_E_CORRUPT";
	case BEF_E_SYNTAX: return "BEF_E_SYNTAX";
	case BEF_E_NOT_FOUND: return "BEF_E_NOT_FOUND";
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
