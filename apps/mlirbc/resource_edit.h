/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Changing the resources of a module. */
#ifndef MLIRBC_APP_RESOURCE_EDIT_H
#define MLIRBC_APP_RESOURCE_EDIT_H

#include "mlirbc.h"

/* Of a blob, unless one is asked for: what memory from malloc() has, so every reader can give it. */
enum { RESOURCE_ALIGNMENT = 16 };

struct resource_edits {
	const char *replace, *add; /* KEY=FILE */
	const char *remove;        /* KEY */
	const char *group;         /* NULL: any; for `add` builtin */
	uint32_t alignment;        /* 0: as it was */
	bool external, force;
	bool raw; /* also of a .npy file all bytes */
};

/* Writes the module with other resources. Returns the exit code. */
int resources_edit(
	const struct cli_command *self, const char *path, const struct resource_edits *edits, const char *output);

#endif
