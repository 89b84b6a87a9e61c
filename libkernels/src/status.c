/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of status codes. */
#include <kernels/status.h>

const char *kernels_status_name(enum kernels_status status)
{
	switch (status) {
	case KERNELS_OK:
		return "KERNELS_OK";
	case KERNELS_E_ARG:
		return "KERNELS_E_ARG";
	case KERNELS_E_STATE:
		return "KERNELS_E_STATE";
	case KERNELS_E_NOMEM:
		return "KERNELS_E_NOMEM";
	case KERNELS_E_LIMIT:
		return "KERNELS_E_LIMIT";
	case KERNELS_E_VERSION:
		return "KERNELS_E_VERSION";
	case KERNELS_E_UNSUPPORTED:
		return "KERNELS_E_UNSUPPORTED";
	case KERNELS_E_CORRUPT:
		return "KERNELS_E_CORRUPT";
	case KERNELS_E_EXISTS:
		return "KERNELS_E_EXISTS";
	case KERNELS_E_NOT_FOUND:
		return "KERNELS_E_NOT_FOUND";
	}
	return "?";
}
