/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef IMAGE_FAIL_H
#define IMAGE_FAIL_H

#include <kernels/status.h>

/* Stores the failure unless diag, which may be NULL, holds one. Returns `status`. */
__attribute__((format(printf, 4, 5))) enum kernels_status kernels_image__fail(struct kernels_diag *diag,
	enum kernels_status status, uint64_t offset, const char *format, ...);
enum kernels_status kernels_image__no_memory(struct kernels_diag *diag);

#endif
