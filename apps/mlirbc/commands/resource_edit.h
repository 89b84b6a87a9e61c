/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Changing the resources of a module. */
#ifndef MLIRBC_APP_RESOURCE_EDIT_H
#define MLIRBC_APP_RESOURCE_EDIT_H

#include "inputs/input.h"

/* Default alignment of a blob: that of malloc(), so every reader can provide it. */
enum { RESOURCE_ALIGNMENT = 16 };

struct resource_edits {
	const char *replace, *add; /* KEY=FILE */
	const char *remove;        /* KEY */
	const char *group;         /* NULL: any; for `add` builtin */
	uint32_t alignment;        /* 0: unchanged */
	bool external, force;
	bool raw; /* use all bytes, even of a .npy file */
};

/* Writes the module with changed resources. Returns the exit code. */
int resources_edit(
	const struct cli_command *self, const char *path, const struct resource_edits *edits, const char *output);

#endif
