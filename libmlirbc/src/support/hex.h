/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Hexadecimal digits. */
#ifndef MLIRBC_SRC_HEX_H
#define MLIRBC_SRC_HEX_H

#include <stdbool.h>
#include <stddef.h>

/* Decodes two digits for each of `size` bytes; false if one of the characters is not a digit. */
bool mlirbc__hex_decode(const char *digits, size_t size, unsigned char *to);
/* Writes two digits, with capital letters, for each of `size` bytes. */
void mlirbc__hex_encode(const unsigned char *bytes, size_t size, char *to);

#endif
