/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Eight little-endian bytes at once. */
#ifndef MLIRBC_SRC_BYTES_H
#define MLIRBC_SRC_BYTES_H

#include <bytecursor/cursor.h>
#include <string.h>

/* As bytecursor_load64le(), in the one instruction that compilers do not always find. */
static inline uint64_t mlirbc__load64(const uint8_t *p)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	uint64_t value;
	memcpy(&value, p, sizeof value);
	return value;
#else
	return bytecursor_load64le(p);
#endif
}

static inline void mlirbc__store64(uint8_t *p, uint64_t value)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	memcpy(p, &value, sizeof value);
#else
	for (unsigned i = 0; i < sizeof value; i++)
		p[i] = (uint8_t)(value >> 8 * i);
#endif
}

#endif
