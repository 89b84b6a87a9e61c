/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of statuses and formats, and diagnostics. */
#include "internal.h"

#include <bytecursor/diag.h>

BYTECURSOR_DIAG_MATCHES(struct tensorfile_diag);

const char *tensorfile_status_name(enum tensorfile_status status)
{
	switch (status) {
		BYTECURSOR_STATUS_CASES(TENSORFILE)
	}
	return "?";
}

const char *tensorfile_format_name(enum tensorfile_format format)
{
	switch (format) {
	case TENSORFILE_NPY: return "npy";
	case TENSORFILE_NPZ: return "npz";
	case TENSORFILE_SAFETENSORS: return "safetensors";
	case TENSORFILE_GGUF: return "gguf";
	case TENSORFILE_BTF: return "btf";
	}
	return "?";
}

enum tensorfile_status tensorfile__fail(
	struct tensorfile_diag *diag, enum tensorfile_status status, uint64_t offset, const char *format, ...)
{
	BYTECURSOR_DIAG_RETURN(diag, status, tensorfile_status_name(status), offset, format);
}

enum tensorfile_status tensorfile__no_memory(struct tensorfile_diag *diag)
{
	return tensorfile__fail(diag, TENSORFILE_E_NOMEM, TENSORFILE_NO_OFFSET, "out of memory");
}
