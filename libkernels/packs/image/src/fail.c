/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "fail.h"

#include <bytecursor/diag.h>

enum kernels_status kernels_image__fail(struct kernels_diag *diag, enum kernels_status status, uint64_t offset,
	const char *format, ...)
{
	BYTECURSOR_DIAG_RETURN(diag, status, kernels_status_name(status), offset, format);
}

enum kernels_status kernels_image__no_memory(struct kernels_diag *diag)
{
	return kernels_image__fail(diag, KERNELS_E_NOMEM, KERNELS_NO_OFFSET, "out of memory");
}
