/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "fail.h"

#include <bytecursor/diag.h>
#include <stdarg.h>
#include <stdio.h>

enum kernels_status kernels_image__fail(struct kernels_diag *diag, enum kernels_status status, uint64_t offset,
	const char *format, ...)
{
	if (!BYTECURSOR_DIAG_IS_OPEN(diag))
		return status;
	struct kernels_diag full = { sizeof full, status, kernels_status_name(status), offset, 0, 0, { 0 } };
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(full.message, sizeof full.message, format, arguments);
	va_end(arguments);
	BYTECURSOR_DIAG_STORE(diag, &full);
	return status;
}

enum kernels_status kernels_image__no_memory(struct kernels_diag *diag)
{
	return kernels_image__fail(diag, KERNELS_E_NOMEM, KERNELS_NO_OFFSET, "out of memory");
}
