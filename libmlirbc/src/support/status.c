/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of the status codes, filling a diagnostic, the version. */
#include "support/status.h"

#include <bytecursor/diag.h>
#include <mlirbc/version.h>

BYTECURSOR_DIAG_MATCHES(struct mlirbc_diag);

const char *mlirbc_status_name(enum mlirbc_status status)
{
	switch (status) {
	case MLIRBC_OK: return "MLIRBC_OK";
	case MLIRBC_E_ARG: return "MLIRBC_E_ARG";
	case MLIRBC_E_STATE: return "MLIRBC_E_STATE";
	case MLIRBC_E_NOMEM: return "MLIRBC_E_NOMEM";
	case MLIRBC_E_LIMIT: return "MLIRBC_E_LIMIT";
	case MLIRBC_E_IO: return "MLIRBC_E_IO";
	case MLIRBC_E_MAGIC: return "MLIRBC_E_MAGIC";
	case MLIRBC_E_VERSION: return "MLIRBC_E_VERSION";
	case MLIRBC_E_UNSUPPORTED: return "MLIRBC_E_UNSUPPORTED";
	case MLIRBC_E_TRUNCATED: return "MLIRBC_E_TRUNCATED";
	case MLIRBC_E_CORRUPT: return "MLIRBC_E_CORRUPT";
	case MLIRBC_E_SYNTAX: return "MLIRBC_E_SYNTAX";
	case MLIRBC_E_NOT_FOUND: return "MLIRBC_E_NOT_FOUND";
	}
	return "?";
}

enum mlirbc_status mlirbc__fail(
	struct mlirbc_diag *diag, enum mlirbc_status status, uint64_t offset, const char *format, ...)
{
	BYTECURSOR_DIAG_RETURN(diag, status, mlirbc_status_name(status), offset, format);
}

enum mlirbc_status mlirbc__fail_as(struct mlirbc_diag *diag, const struct mlirbc_diag *failure)
{
	if (failure->status != MLIRBC_OK && BYTECURSOR_DIAG_IS_OPEN(diag))
		BYTECURSOR_DIAG_STORE(diag, failure);
	return failure->status;
}

#define TEXT(x) #x
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *mlirbc_version(void) { return VERSION(MLIRBC_VERSION_MAJOR, MLIRBC_VERSION_MINOR, MLIRBC_VERSION_PATCH); }

enum mlirbc_status mlirbc__size_is_wrong(struct mlirbc_diag *diag, size_t size, const char *name)
{
	char text[120];
	return mlirbc__fail(diag, MLIRBC_E_ARG, MLIRBC_NO_OFFSET, "%s", bytecursor_size_text(text, sizeof text, size, name));
}
