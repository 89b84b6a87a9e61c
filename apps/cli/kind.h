/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a file is, by its first bytes: for the messages of programs that read other files. Text and bytecode of MLIR are parsed to learn
 * more; words in them decide nothing. */
#ifndef CLI_KIND_H
#define CLI_KIND_H

#include <stddef.h>

enum cli_kind {
	CLI_KIND_EMPTY,
	CLI_KIND_BEF,
	CLI_KIND_BYTECODE, /* of MLIR */
	CLI_KIND_IMAGES,   /* containers that the program syclbin reads */
	CLI_KIND_ARRAYS,   /* of NumPy */
	CLI_KIND_TEXT,     /* no control characters at the beginning */
	CLI_KIND_UNKNOWN
};

enum cli_kind cli_kind_of(const void *data, size_t size);
/* Says what the file is, what was expected, and which program reads it. Returns CLI_BAD. */
int cli_kind_refuse(const char *file, const void *data, size_t size, const char *expected);

#endif
