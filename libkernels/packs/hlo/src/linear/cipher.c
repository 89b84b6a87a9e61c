/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "linear/cipher.h"

#include <string.h>

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

/* ---- many counters: loops over LANES words, which compilers make vectors of */

enum { LANES = 16 };

/* Without AddressSanitizer: gcc aligns vectors of 64 bytes on its stack to 32 bytes only (transpose_square.h). */
#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline, no_sanitize_address))
#else
#define INLINE static inline
#endif

INLINE void rounds(uint32_t *restrict x, uint32_t *restrict y, unsigned r0, unsigned r1, unsigned r2, unsigned r3)
{
	for (unsigned i = 0; i < LANES; i++) {
		uint32_t a = x[i] + y[i], b = (y[i] << r0 | y[i] >> (32 - r0)) ^ a;
		a += b;
		b = (b << r1 | b >> (32 - r1)) ^ a;
		a += b;
		b = (b << r2 | b >> (32 - r2)) ^ a;
		a += b;
		b = (b << r3 | b >> (32 - r3)) ^ a;
		x[i] = a;
		y[i] = b;
	}
}

INLINE void add_keys(uint32_t *restrict x, uint32_t *restrict y, const uint32_t *restrict a, const uint32_t *restrict b, uint32_t group)
{
	for (unsigned i = 0; i < LANES; i++) {
		x[i] += a[i];
		y[i] += b[i] + group;
	}
}

INLINE void lanes(const uint32_t (*restrict key)[LANES], uint32_t *restrict x, uint32_t *restrict y)
{
	add_keys(x, y, key[0], key[1], 0);
	rounds(x, y, 13, 15, 26, 6);
	add_keys(x, y, key[1], key[2], 1);
	rounds(x, y, 17, 29, 16, 24);
	add_keys(x, y, key[2], key[0], 2);
	rounds(x, y, 13, 15, 26, 6);
	add_keys(x, y, key[0], key[1], 3);
	rounds(x, y, 17, 29, 16, 24);
	add_keys(x, y, key[1], key[2], 4);
	rounds(x, y, 13, 15, 26, 6);
	add_keys(x, y, key[2], key[0], 5);
}

/* Whole groups of lanes; the caller does the rest one by one. */
INLINE void groups(const uint32_t *const key[2], size_t key_step, const uint32_t *const counters[2], uint32_t *const words[2], size_t n)
{
	uint32_t keys[3][LANES], x[LANES], y[LANES];
	for (size_t at = 0; at + LANES <= n; at += LANES) {
		for (unsigned i = 0; i < LANES && (key_step || at == 0); i++) {
			keys[0][i] = key[0][(at + i) * key_step];
			keys[1][i] = key[1][(at + i) * key_step];
			keys[2][i] = keys[0][i] ^ keys[1][i] ^ 0x1BD11BDAu;
		}
		memcpy(x, counters[0] + at, sizeof x);
		memcpy(y, counters[1] + at, sizeof y);
		lanes((const uint32_t(*)[LANES])keys, x, y);
		memcpy(words[0] + at, x, sizeof x);
		memcpy(words[1] + at, y, sizeof y);
	}
}

typedef void groups_fn(const uint32_t *const key[2], size_t key_step, const uint32_t *const counters[2], uint32_t *const words[2], size_t n);

#define FOR(target, suffix) \
	target static void groups_##suffix( \
		const uint32_t *const key[2], size_t step, const uint32_t *const counters[2], uint32_t *const words[2], size_t n) \
	{ \
		groups(key, step, counters, words, n); \
	}
#if defined(__GNUC__)
FOR(__attribute__((no_sanitize_address)), any)
#else
FOR(, any)
#endif
#if defined(__x86_64__) && defined(__GNUC__)
FOR(__attribute__((target("avx2"), no_sanitize_address)), avx2)
FOR(__attribute__((target("avx512f"), no_sanitize_address)), avx512)

static groups_fn *groups_here(void)
{
	return __builtin_cpu_supports("avx512f") ? groups_avx512 : __builtin_cpu_supports("avx2") ? groups_avx2 : groups_any;
}
#else
static groups_fn *groups_here(void) { return groups_any; }
#endif

void kernels_hlo__threefry_many(
	const uint32_t *const key[2], size_t key_step, const uint32_t *const counters[2], uint32_t *const words[2], size_t n)
{
	if (n >= LANES)
		groups_here()(key, key_step, counters, words, n);
	for (size_t i = n - n % LANES; i < n; i++) {
		const uint32_t keys[2] = { key[0][i * key_step], key[1][i * key_step] };
		uint32_t pair[2] = { counters[0][i], counters[1][i] };
		kernels_hlo__threefry(keys, pair);
		words[0][i] = pair[0];
		words[1][i] = pair[1];
	}
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
