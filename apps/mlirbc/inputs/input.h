/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inputs, messages, texts. */
#ifndef MLIRBC_APP_INPUT_H
#define MLIRBC_APP_INPUT_H

#include "../cli/cli.h"

#include <mlirbc/status.h>

/* ---- input.c */

/* Opens a file, or reads stdin for "-"; decompresses .zst and .gz data.
 * @return CLI_GOOD, or another exit code after a message */
int input_open(const char *path, struct cli_input *out_input);
/* Opens an input as bytecode: text is parsed and converted to bytecode in memory.
 * @return CLI_GOOD, or the exit code after a message */
int input_open_bytecode(const char *path, struct cli_input *out_input);

/* Prints an error in an input: "FILE:L:C: error: TEXT" for text, "mlirbc: FILE: 0x1a4: TEXT" for bytecode.
 * Returns its exit code. */
int input_error(const struct cli_input *input, const struct mlirbc_diag *diag);

/* Shared parts can expand to unbounded text. */
#define OPTION_MAX_OUTPUT(text)                                                                                        \
	{                                                                                                              \
		"max-output", 0, "N", "limit of text in bytes; default: 1 GiB plus 1024 times the file", &(text), NULL \
	}

/* ---- text.c */

/* Prints the bytes of `text`; bytes that are not printable ASCII, and `"` and `\`, are escaped as in MLIR. */
void put_escaped(FILE *out, const char *text, size_t size);

/* Like put_escaped(), for a name. Only NAME_MOST bytes are printed, then "...", because a small file can contain many
 * long names that share bytes. */
#define NAME_MOST 1000
void put_name(FILE *out, const char *name, size_t size);

/* Returns the meaning of a code of the builtin dialect, for example "dense elements"; NULL if the number is not a
 * code. */
const char *attr_code_name(uint64_t code);
const char *type_code_name(uint64_t code);

#endif
