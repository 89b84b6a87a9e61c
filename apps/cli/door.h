/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The front door of the programs: opens an input, decompresses it, recognizes its kind by its first bytes (bytecursor/kind.h), and refuses
 * kinds that the program does not read. Only a parser tells what text or bytecode of MLIR contains. */
#ifndef CLI_DOOR_H
#define CLI_DOOR_H

#include "cli.h"

#include <bytecursor/kind.h>

/* A set of kinds. */
#define CLI_KIND(name) (UINT32_C(1) << BYTECURSOR_KIND_##name)
#define CLI_KINDS_OF_IMAGES \
	(CLI_KIND(SYCLBIN) | CLI_KIND(OFFLOAD) | CLI_KIND(BUNDLE) | CLI_KIND(COMPRESSED_BUNDLE) | CLI_KIND(ELF) | CLI_KIND(ARCHIVE))
#define CLI_KINDS_OF_WEIGHTS (CLI_KIND(GGUF) | CLI_KIND(SAFETENSORS))
#define CLI_KINDS_OF_ARRAYS (CLI_KIND(NPY) | CLI_KIND(ZIP))

/* Which files enter. */
struct cli_door {
	uint32_t wanted;      /* kinds that are read */
	uint32_t passed;      /* kinds that are left to the reader, which tells where it stopped: only their first bytes may be read */
	const char *expected; /* for the message about all others: "MLIR text or bytecode" */
	bool mapped;          /* regular files are mapped, by the program's function */
	bool keep_open;       /* the descriptor of a file that is mapped stays in the input */
	/* The limit of decompressed data that `limit_option` has set, 0: none; it counts unless that of --max-decompressed is lower. */
	uint64_t limit;
	const char *limit_option;
};

/* Opens a file, or stdin for "-". cli_input_finish() ends it.
 * @return CLI_GOOD, or another exit code after a message, which names the kind found and those expected */
int cli_enter(const char *path, const struct cli_door *door, struct cli_input *out_input);
/* Maps a file, or reads it, as it is: neither decompressed nor judged. */
int cli_enter_raw(const char *path, struct cli_input *out_input);

/* For the functions that read: whether more than the first bytes are wanted. `door` NULL: yes. */
bool cli_door_wants(const struct cli_door *door, const uint8_t *data, size_t size);

#endif
