/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writing varints. */
#ifndef MLIRBC_SRC_VARINT_OUT_H
#define MLIRBC_SRC_VARINT_OUT_H

#include "bytecode/encoding/varint.h"
#include "ir/buffer.h"

void mlirbc__out_long_varint(struct mlirbc__job *job, struct mlirbc__out *out, uint64_t value);
static inline void mlirbc__out_varint(struct mlirbc__job *job, struct mlirbc__out *out, uint64_t value)
{
	if (value < 0x80 && out->size < out->room)
		((uint8_t *)out->data)[out->size++] = (uint8_t)(value << 1 | 1);
	else
		mlirbc__out_long_varint(job, out, value);
}
/* Writes a number below 2^35 in up to 5 bytes, where there must be room for 8; returns the end. */
static inline uint8_t *mlirbc__write_number(uint8_t *out, uint64_t value)
{
	if (MLIRBC__LIKELY(value < 0x80)) {
		*out = (uint8_t)(value << 1 | 1);
		return out + 1;
	}
	unsigned size = 2U + (value >= 1U << 14) + (value >= 1U << 21) + (value >= 1U << 28);
	mlirbc__store64(out, (value << 1 | 1) << (size - 1));
	return out + size;
}
void mlirbc__out_signed(struct mlirbc__job *job, struct mlirbc__out *out, uint64_t value);
size_t mlirbc__varint_size(uint64_t value);

#endif
