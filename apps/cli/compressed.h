/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inputs compressed with zstd or gzip. */
#ifndef CLI_COMPRESSED_H
#define CLI_COMPRESSED_H

#include "cli.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Tests the first bytes for a zstd frame or a gzip member. */
bool cli_is_compressed(const uint8_t *data, size_t size);

/* Decompresses an input: all its frames or members, at most the size that --max-decompressed allows. Memory grows with
 * the decompressed data, and is not reserved by sizes that the input claims.
 * @param name  for messages
 * @param out_data  a block of exactly *out_size bytes (at least one), which the caller frees
 * @return CLI_GOOD, or CLI_BAD or CLI_SYSTEM after a message */
int cli_decompress(const char *name, const uint8_t *data, size_t size, uint8_t **out_data, size_t *out_size);
/* Decompresses `from` to at most `most` bytes; `option` ("--limit") is the option that set this limit, for messages. With a door,
 * decompression of an unwanted kind stops after the first bytes, which are the result. */
int cli_decompress_some(const struct cli_input *from, uint64_t most, const char *option, const struct cli_door *door,
	uint8_t **out_data, size_t *out_size);
/* What --max-decompressed allows for an input of this size. */
uint64_t cli_most_decompressed(size_t size);

/* Returns stdin, or a stream of its decompressed data if it is compressed; NULL after a message. Plain data is not read
 * ahead, so that a pipe or a terminal can be read line by line. */
FILE *cli_open_stdin(void);

#endif
