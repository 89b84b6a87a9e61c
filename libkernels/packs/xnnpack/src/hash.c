/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The identity of weights, for the cache of operators. */
#include "xnnpack.h"
#include <string.h>

/* Both halves of the product, combined. */
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;
static uint64_t mixed(uint64_t a, uint64_t b)
{
	wide product = (wide)a * b;
	return (uint64_t)product ^ (uint64_t)(product >> 64);
}
#else
static uint64_t mixed(uint64_t a, uint64_t b)
{
	uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
	uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
	return (other << 32 | (uint32_t)low) ^ (a1 * b1 + (middle >> 32) + (other >> 32));
}
#endif

static uint64_t word_at(const char *p)
{
	uint64_t word;
	memcpy(&word, p, sizeof word);
	return word;
}

/* Eight lanes, so that multiplications overlap; each reads two words of 64 bits at a time. Not a cryptographic hash: a
 * program that can write weights can also write results. */
static void hash(const float *weights, size_t count, uint64_t out[2])
{
	enum { LANES = 8, STEP = LANES * 16 };
	static const uint64_t keys[LANES] = { UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0xc2b2ae3d27d4eb4f),
		UINT64_C(0xd1342543de82ef95), UINT64_C(0xbf58476d1ce4e5b9), UINT64_C(0x94d049bb133111eb),
		UINT64_C(0xa0761d6478bd642f), UINT64_C(0xe7037ed1a0b428db), UINT64_C(0x8ebc6af09c88c6e3) };
	uint64_t lanes[LANES];
	const char *p = (const char *)weights;
	size_t left = count * sizeof *weights;
	for (int i = 0; i < LANES; i++)
		lanes[i] = keys[i] ^ count;
	for (; left >= STEP; left -= STEP, p += STEP) {
		for (int i = 0; i < LANES; i++)
			lanes[i] = mixed(word_at(p + 16 * i) ^ keys[i], word_at(p + 16 * i + 8) ^ lanes[i]);
	}
	char rest[STEP] = { 0 };
	if (left > 0)
		memcpy(rest, p, left);
	out[0] = keys[1];
	out[1] = keys[2];
	for (int i = 0; i < LANES; i++) {
		lanes[i] = mixed(word_at(rest + 16 * i) ^ keys[i], word_at(rest + 16 * i + 8) ^ lanes[i]);
		out[0] = mixed(out[0] ^ lanes[i], keys[3]);
		out[1] = mixed(out[1] ^ lanes[i], keys[4]);
	}
}

void kernels_xnnpack__name(struct kernels_shared__operator_key *key, const float *weights, size_t rows, size_t columns,
	size_t stride, uint64_t version)
{
	key->address = (uint64_t)(uintptr_t)weights;
	key->weights[0] = version;
	key->weights[1] = 0;
	if (version != 0)
		return;
	if (stride == columns) {
		columns *= rows;
		rows = 1;
	}
	for (size_t row = 0; row < rows; row++) {
		uint64_t of_row[2];
		hash(weights + row * stride, columns, of_row);
		key->weights[0] = mixed(key->weights[0] ^ of_row[0], UINT64_C(0x9e3779b97f4a7c15));
		key->weights[1] = mixed(key->weights[1] ^ of_row[1], UINT64_C(0xc2b2ae3d27d4eb4f));
	}
}
