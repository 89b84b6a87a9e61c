/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stores a diagnostic within the bounds of the caller's structure.
 *
 * The diagnostics of all libraries begin with `size_t size` and an enum `status` that is 0 as long as nothing failed, and
 * have an array `message`. A caller that was built against an older release has a smaller structure: `size` tells. The
 * members that it does not have are not stored. */
#ifndef BYTECURSOR_DIAG_H
#define BYTECURSOR_DIAG_H

#include <stddef.h>
#include <string.h>

/* True if a failure is to be stored: there is a diagnostic, and it does not hold a failure yet. */
#define BYTECURSOR_DIAG_IS_OPEN(diag)                                                                                  \
	((diag) != NULL &&                                                                                             \
		(diag)->size >= (size_t)((const char *)(&(diag)->status + 1) - (const char *)(diag)) &&                \
		(int)(diag)->status == 0)

/* Copies *from, a complete diagnostic, to the caller's `to`, except `size`. Control characters of the message become '?':
 * names from the input must not reach a terminal or a log raw. */
#define BYTECURSOR_DIAG_STORE(to, from)                                                                                \
	bytecursor_diag_store((to), (from), sizeof *(from), (size_t)((from)->message - (const char *)(from)),          \
		sizeof(from)->message)

static inline void bytecursor_diag_store(void *to, const void *from, size_t size, size_t message, size_t message_size)
{
	char *out = to;
	size_t reach;
	memcpy(&reach, out, sizeof reach);
	if (reach > size)
		reach = size;
	if (reach <= sizeof reach)
		return;
	memcpy(out + sizeof reach, (const char *)from + sizeof reach, reach - sizeof reach);
	if (reach > message + message_size)
		reach = message + message_size;
	if (reach <= message)
		return;
	out[reach - 1] = '\0';
	for (char *c = out + message; *c; c++) {
		if ((unsigned char)*c < 0x20 || *c == 0x7F)
			*c = '?';
	}
}

#endif
