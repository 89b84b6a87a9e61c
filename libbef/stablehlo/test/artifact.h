/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Portable artifacts of programs that have none. */
#ifndef ARTIFACT_H
#define ARTIFACT_H

#include <stdbool.h>
#include <stddef.h>

struct artifact {
	char *data;
	size_t size, room;
};
/* Converts the text of a program to VHLO of the current version. Operations of the dialects check, chlo and interpreter stay as they are.
 * Returns false, and the reason in `why`; *out is freed in both cases. */
bool artifact_make(const char *text, size_t size, struct artifact *out, char *why, size_t why_size);
void artifact_free(struct artifact *artifact);

#endif
