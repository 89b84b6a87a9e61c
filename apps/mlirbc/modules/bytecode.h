/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inputs as bytecode, and bytecode output, for the editing commands. */
#ifndef MLIRBC_APP_BYTECODE_H
#define MLIRBC_APP_BYTECODE_H

#include "modules/module.h"

#include <mlirbc/edit.h>
#include <mlirbc/write.h>

/* A growing byte buffer; a zeroed one is empty. */
struct bytes {
	uint8_t *data;
	size_t size, room;
};
/* A mlirbc_write_fn. */
int bytes_append(void *bytes, const char *data, size_t size);
void bytes_finish(struct bytes *bytes);

/* Writes a module to a file, or stdout for "-". @return CLI_GOOD, or the exit code after a message */
int module_write(const struct module *module, const struct mlirbc_write_options *options, const char *path);
/* Like module_write(), without unreferenced entries; both options may be NULL. */
int module_compact(const struct module *module, const struct mlirbc_write_options *form, const struct mlirbc_compact_options *options,
	const char *path);
/* Like module_compact(), for a file or stdin; the input may be text. */
int bytecode_compact(const char *path, const struct mlirbc_compact_options *options, const char *output);

#endif
