/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writing varints of more than a byte. */
#include "bytecode/encoding/varint_out.h"

size_t mlirbc__varint_size(uint64_t value)
{
	size_t size = 1;
	while (size < 9 && value >> (7 * size))
		size++;
	return size;
}

void mlirbc__out_long_varint(struct mlirbc__job *job, struct mlirbc__out *out, uint64_t value)
{
	uint8_t bytes[9] = { 0 };
	size_t size = mlirbc__varint_size(value), at = 0;
	if (size < 9)
		value = (value << 1 | 1) << (size - 1);
	else
		at = 1;
	for (; at < size; at++, value >>= 8)
		bytes[at] = (uint8_t)value;
	mlirbc__out_put(job, out, bytes, size);
}

void mlirbc__out_signed(struct mlirbc__job *job, struct mlirbc__out *out, uint64_t value)
{
	mlirbc__out_varint(job, out, value << 1 ^ (UINT64_C(0) - (value >> 63)));
}
