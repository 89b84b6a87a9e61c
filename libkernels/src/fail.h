/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reporting failures of calls. */
#ifndef KERNELS_SRC_FAIL_H
#define KERNELS_SRC_FAIL_H

#include <kernels/status.h>
#include <stdarg.h>

/* Fills in "PREFIXNAME: " and the text unless diag, which may be NULL, holds a failure. */
KERNELS_PRINTF(5, 0)
void kernels__fail(struct kernels_diag *diag, enum kernels_status status, const char *prefix, const char *name,
	const char *format, va_list arguments);

/* The same. @return the status */
KERNELS_PRINTF(5, 6)
enum kernels_status kernels__fail_named(struct kernels_diag *diag, enum kernels_status status, const char *prefix,
	const char *name, const char *format, ...);

/* Fills in "pack NAME: " and the text, as above. @return the status */
#ifdef KERNELS_NO_MESSAGES /* without the texts: the message is the name of the pack */
#define KERNELS__NO_TEXT "no text in this build"
KERNELS_PRINTF(1, 2) int kernels__no_text(const char *format, ...); /* never defined: its type is used */
enum kernels_status kernels__fail_brief(
	struct kernels_diag *diag, enum kernels_status status, const char *prefix, const char *name);
#define kernels__pack_fail(diag, status, name, ...) \
	((void)sizeof(kernels__no_text(__VA_ARGS__)), kernels__fail_brief((diag), (status), "pack ", (name)))
#else
#define kernels__pack_fail(diag, status, name, ...) \
	kernels__fail_named((diag), (status), "pack ", (name), __VA_ARGS__)
#endif

#endif
