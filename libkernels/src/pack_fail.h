/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How loading and adding a pack fails. */
#ifndef KERNELS_SRC_PACK_FAIL_H
#define KERNELS_SRC_PACK_FAIL_H

#include <kernels/status.h>

/* Fills in "pack NAME: " and the rest, unless something went wrong before. @return the status */
#ifdef KERNELS_NO_MESSAGES /* without the texts: a message is the name of the pack then */
KERNELS_PRINTF(1, 2) int kernels__no_text(const char *format, ...); /* nowhere: only its type is asked for */
enum kernels_status kernels__pack_fail_brief(struct kernels_diag *diag, enum kernels_status status, const char *name);
#define kernels__pack_fail(diag, status, name, ...) \
	((void)sizeof(kernels__no_text(__VA_ARGS__)), kernels__pack_fail_brief((diag), (status), (name)))
#else
KERNELS_PRINTF(4, 5)
enum kernels_status kernels__pack_fail(struct kernels_diag *diag, enum kernels_status status, const char *name,
	const char *format, ...);
#endif

#endif
