/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of the status codes, filling a diagnostic, the version. */
#include "support/status.h"

#include <bytecursor/diag.h>
#include <mlirbc/version.h>

BYTECURSOR_DIAG_MATCHES(struct mlirbc_diag);

const char *mlirbc_status_name(enum mlirbc_status status)
{
	switch (status) {
		BYTECURSOR_STATUS_CASES(MLIRBC)
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
