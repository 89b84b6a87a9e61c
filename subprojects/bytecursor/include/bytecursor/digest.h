/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SHA-256 as FIPS 180-4 defines it, and FNV-1a for hash tables and for names that nobody forges. */
#ifndef BYTECURSOR_DIGEST_H
#define BYTECURSOR_DIGEST_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define BYTECURSOR_FNV UINT64_C(0xcbf29ce484222325) /* of no bytes */

static inline uint64_t bytecursor_fnv(uint64_t before, const void *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		before = (before ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001b3);
	return before;
}

struct bytecursor_sha256 {
	uint32_t state[8];
	uint64_t size; /* bytes so far */
	uint8_t block[64];
};

static inline uint32_t bytecursor_rotate(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

static inline uint32_t bytecursor_load32be(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
}

static inline void bytecursor_sha256_compress(uint32_t state[8], const uint8_t *block)
{
	static const uint32_t constants[64] = { 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
		0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7,
		0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
		0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
		0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
		0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c,
		0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
		0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2 };
	uint32_t w[64], v[8];
	for (unsigned i = 0; i < 16; i++)
		w[i] = bytecursor_load32be(block + 4 * i);
	for (unsigned i = 16; i < 64; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];
		w[i] = w[i - 16] + w[i - 7] + (bytecursor_rotate(a, 7) ^ bytecursor_rotate(a, 18) ^ a >> 3) +
		       (bytecursor_rotate(b, 17) ^ bytecursor_rotate(b, 19) ^ b >> 10);
	}
	memcpy(v, state, sizeof v);
	for (unsigned i = 0; i < 64; i++) {
		uint32_t a = v[0], e = v[4];
		uint32_t one = v[7] + (bytecursor_rotate(e, 6) ^ bytecursor_rotate(e, 11) ^ bytecursor_rotate(e, 25)) +
			       ((e & v[5]) ^ (~e & v[6])) + constants[i] + w[i];
		uint32_t two = (bytecursor_rotate(a, 2) ^ bytecursor_rotate(a, 13) ^ bytecursor_rotate(a, 22)) +
			       ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
		memmove(v + 1, v, 7 * sizeof *v);
		v[4] += one;
		v[0] = one + two;
	}
	for (unsigned i = 0; i < 8; i++)
		state[i] += v[i];
}

static inline void bytecursor_sha256_init(struct bytecursor_sha256 *hash)
{
	static const uint32_t begin[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
		0x1f83d9ab, 0x5be0cd19 };
	memcpy(hash->state, begin, sizeof begin);
	hash->size = 0;
}

static inline void bytecursor_sha256_add(struct bytecursor_sha256 *hash, const void *data, size_t size)
{
	const uint8_t *bytes = data;
	size_t used = (size_t)(hash->size % sizeof hash->block);
	hash->size += size;
	while (size) {
		size_t part = sizeof hash->block - used < size ? sizeof hash->block - used : size;
		if (part == sizeof hash->block) {
			bytecursor_sha256_compress(hash->state, bytes);
		} else {
			memcpy(hash->block + used, bytes, part);
			used += part;
			if (used == sizeof hash->block) {
				bytecursor_sha256_compress(hash->state, hash->block);
				used = 0;
			}
		}
		bytes += part;
		size -= part;
	}
}

static inline void bytecursor_sha256_finish(struct bytecursor_sha256 *hash, uint8_t out[32])
{
	static const uint8_t padding[64] = { 0x80 };
	uint64_t bits = hash->size * 8;
	uint8_t size[8];
	size_t used = (size_t)(hash->size % 64);
	for (unsigned i = 0; i < 8; i++)
		size[i] = (uint8_t)(bits >> (56 - 8 * i));
	bytecursor_sha256_add(hash, padding, used < 56 ? 56 - used : 120 - used);
	bytecursor_sha256_add(hash, size, sizeof size);
	for (unsigned i = 0; i < 32; i++)
		out[i] = (uint8_t)(hash->state[i / 4] >> (24 - 8 * (i % 4)));
}

#endif
