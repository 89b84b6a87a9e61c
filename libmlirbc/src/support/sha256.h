/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SHA-256 as FIPS 180-4 defines it. */
#ifndef MLIRBC_SRC_SHA256_H
#define MLIRBC_SRC_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct mlirbc__sha256 {
	uint32_t state[8];
	uint64_t size; /* bytes so far */
	uint8_t block[64];
};

void mlirbc__sha256_init(struct mlirbc__sha256 *hash);
void mlirbc__sha256_add(struct mlirbc__sha256 *hash, const void *data, size_t size);
void mlirbc__sha256_finish(struct mlirbc__sha256 *hash, uint8_t out[32]);

#endif
