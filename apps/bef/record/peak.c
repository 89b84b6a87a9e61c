/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The peak of one thread: the best of short runs, since others may use the processor meanwhile. */
#include "record/peak.h"

#include <async/timer.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { RUNS = 8, ROUNDS = 40000, CHAINS = 12, BLOCK = 32 << 20 };
#define LEAST 1000000u /* nanoseconds of a run: clocks of browsers have steps of 0.1 ms */

/* Runs ROUNDS times CHAINS independent operations on vectors, enough for the latency of each; returns a number that depends on all. */
typedef float loop_fn(void);

#if defined(__x86_64__)
#define LOOP(name, isa, vector, set, multiply_add, first) \
	__attribute__((target(isa))) static float name(void) \
	{ \
		const vector factor = set(0.999f), addend = set(0.001f); \
		vector sums[CHAINS]; \
		for (int i = 0; i < CHAINS; i++) \
			sums[i] = set((float)i); \
		for (int round = 0; round < ROUNDS; round++) { \
			_Pragma("GCC unroll 12") for (int i = 0; i < CHAINS; i++) sums[i] = multiply_add(sums[i], factor, addend); \
		} \
		for (int i = 1; i < CHAINS; i++) \
			sums[0] = multiply_add(sums[i], factor, sums[0]); \
		return first(sums[0]); \
	}
LOOP(loop_avx512, "avx512f", __m512, _mm512_set1_ps, _mm512_fmadd_ps, _mm512_cvtss_f32)
LOOP(loop_avx2, "avx2,fma", __m256, _mm256_set1_ps, _mm256_fmadd_ps, _mm256_cvtss_f32)
#endif

/* A vector of 128 bits, with the operations that every processor of the architecture has. */
typedef float vector_128 __attribute__((vector_size(16)));

static float loop_plain(void)
{
	const vector_128 factor = { 0.999f, 0.999f, 0.999f, 0.999f }, addend = { 0.001f, 0.001f, 0.001f, 0.001f };
	vector_128 sums[CHAINS];
	for (int i = 0; i < CHAINS; i++)
		sums[i] = factor * (float)i;
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < CHAINS; i++) {
#if defined(__ARM_FEATURE_FMA)
			for (int k = 0; k < 4; k++)
				sums[i][k] = __builtin_fmaf(sums[i][k], factor[k], addend[k]);
#else
			sums[i] = sums[i] * factor + addend;
#endif
		}
	}
	for (int i = 1; i < CHAINS; i++)
		sums[0] += sums[i];
	return sums[0][0];
}

struct variant {
	loop_fn *loop;
	const char *isa;
	double lanes;
};

static struct variant choose(void)
{
#if defined(__x86_64__)
	__builtin_cpu_init();
	if (__builtin_cpu_supports("avx512f"))
		return (struct variant){ loop_avx512, "AVX-512", 16 };
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		return (struct variant){ loop_avx2, "AVX2", 8 };
	return (struct variant){ loop_plain, "SSE", 4 };
#else
	return (struct variant){ loop_plain, "vectors of 128 bits", 4 };
#endif
}

/* How often per second the step runs with its state, in the best of several runs. */
static double best_rate(int runs, void (*step)(void *state), void *state)
{
	double best = 0;
	for (int i = 0; i < runs; i++) {
		const uint64_t start = async_now_ns();
		uint64_t passed, times = 0;
		do {
			step(state);
			times++;
			passed = async_now_ns() - start;
		} while (passed < LEAST);
		const double rate = (double)times / ((double)passed / 1e9);
		best = rate > best ? rate : best;
	}
	return best;
}

static void run_loop(void *state)
{
	static volatile float kept; /* the loops must not be optimized away */
	const struct variant *variant = state;
	kept = variant->loop();
	(void)kept;
}

struct blocks {
	char *from, *to;
};

static void copy_block(void *state)
{
	const struct blocks *blocks = state;
	memcpy(blocks->to, blocks->from, BLOCK);
	blocks->from[0] = blocks->to[BLOCK - 1]; /* the copies are needed */
}

static double measure_bytes(void)
{
	struct blocks blocks = { malloc(BLOCK), malloc(BLOCK) };
	double best = 0;
	if (blocks.from && blocks.to) {
		memset(blocks.from, 1, BLOCK);
		memset(blocks.to, 2, BLOCK);
		best = 2.0 * BLOCK * best_rate(RUNS / 2, copy_block, &blocks);
	}
	free(blocks.from);
	free(blocks.to);
	return best;
}

struct peak peak_measure(void)
{
	struct variant variant = choose();
	const double operations = 2.0 * variant.lanes * CHAINS * ROUNDS * best_rate(RUNS, run_loop, &variant);
	return (struct peak){ operations, measure_bytes(), variant.isa };
}
