/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "linear/cipher.h"

static uint32_t rotate(uint32_t x, unsigned bits) { return x << bits | x >> (32 - bits); }

void kernels_hlo__threefry(const uint32_t key[2], uint32_t words[2])
{
	static const unsigned rotations[2][4] = { { 13, 15, 26, 6 }, { 17, 29, 16, 24 } };
	const uint32_t keys[3] = { key[0], key[1], key[0] ^ key[1] ^ 0x1BD11BDAu };
	uint32_t x = words[0] + keys[0], y = words[1] + keys[1];
	for (unsigned group = 1; group <= 5; group++) {
		for (unsigned i = 0; i < 4; i++) {
			x += y;
			y = rotate(y, rotations[(group - 1) % 2][i]) ^ x;
		}
		x += keys[group % 3];
		y += keys[(group + 1) % 3] + group;
	}
	words[0] = x;
	words[1] = y;
}

void kernels_hlo__philox(const uint32_t key[2], uint32_t words[4])
{
	uint32_t k0 = key[0], k1 = key[1];
	for (unsigned round = 0; round < 10; round++) {
		const uint64_t p0 = UINT64_C(0xD2511F53) * words[0], p1 = UINT64_C(0xCD9E8D57) * words[2];
		words[0] = (uint32_t)(p1 >> 32) ^ words[1] ^ k0;
		words[1] = (uint32_t)p1;
		words[2] = (uint32_t)(p0 >> 32) ^ words[3] ^ k1;
		words[3] = (uint32_t)p0;
		k0 += 0x9E3779B9u;
		k1 += 0xBB67AE85u;
	}
}
