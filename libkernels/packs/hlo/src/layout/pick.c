/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See pick.h. */
#include "layout/pick.h"
#include "layout/copy.h"
#include "layout/strided.h"
#include <string.h>

/* memcpy() with a constant size becomes one load and store. */
#define SIZES(X) X(1) X(2) X(4) X(8) X(16)

#define LEAST_STEPS 32 /* elements that are worth a call of strided.h */
#define LONGEST 256    /* elements of a run, beyond which a call for each does not matter */

#define PICK(width) \
	case width: \
		for (size_t i = 0; i < n; i++) \
			memcpy((char *)to + i * (width), (const char *)from + (offsets[i] + shift) * (width), width); \
		break;
#define PLACE(width) \
	case width: \
		for (size_t i = 0; i < n; i++) \
			memcpy((char *)to + (offsets[i] + shift) * (width), (const char *)from + i * (width), width); \
		break;

#define COPY_TO(width, to_step) \
	for (size_t i = 0; i < n; i++) \
		memcpy((char *)to + (int64_t)i * (to_step) * (width), (const char *)from + (int64_t)i * from_step * (width), width)
#define COPY(width) \
	case width: \
		if (to_step == 1) \
			COPY_TO(width, 1); \
		else \
			COPY_TO(width, to_step); \
		break;

void kernels_hlo__pick(void *to, const void *from, const int64_t *offsets, int64_t shift, size_t size, size_t n)
{
	switch (size) {
		SIZES(PICK)
	}
}

void kernels_hlo__place(void *to, const void *from, const int64_t *offsets, int64_t shift, size_t size, size_t n)
{
	switch (size) {
		SIZES(PLACE)
	}
}

/* ---- backwards: 32 bytes at a time, whose elements change their order */

#if defined(__x86_64__) && defined(__GNUC__)
typedef uint32_t eight_words __attribute__((vector_size(32)));
typedef uint64_t four_words __attribute__((vector_size(32)));

#define BACKWARDS(size, vector, ...) \
	__attribute__((target("avx2"))) static size_t backwards_##size(char *to, const char *from, size_t n) \
	{ \
		enum { LANES = 32 / (size) }; \
		size_t i = 0; \
		for (; i + LANES <= n; i += LANES) { \
			vector v; \
			memcpy(&v, from - (i + LANES - 1) * (size), sizeof v); \
			v = __builtin_shufflevector(v, v, __VA_ARGS__); \
			memcpy(to + i * (size), &v, sizeof v); \
		} \
		return i; \
	}
BACKWARDS(4, eight_words, 7, 6, 5, 4, 3, 2, 1, 0)
BACKWARDS(8, four_words, 3, 2, 1, 0)

/* How many of the elements from[0], from[-1], ... it copied. */
static size_t copy_backwards(void *to, const void *from, size_t size, size_t n)
{
	if ((size != 4 && size != 8) || !__builtin_cpu_supports("avx2"))
		return 0;
	return size == 4 ? backwards_4(to, from, n) : backwards_8(to, from, n);
}
#else
static size_t copy_backwards(void *to, const void *from, size_t size, size_t n)
{
	(void)to;
	(void)from;
	(void)size;
	(void)n;
	return 0;
}
#endif

/* Whether strided.h may copy them. */
static bool near(int64_t to_step, int64_t from_step)
{
	return (to_step == 1 && from_step > 1 && from_step <= HLO_STEPS_MOST_READ) ||
	       (from_step == 1 && to_step > 1 && to_step <= HLO_STEPS_MOST_WRITTEN);
}

void kernels_hlo__copy_elements(void *to, int64_t to_step, const void *from, int64_t from_step, size_t size, size_t n)
{
	if (to_step == 1 && from_step == 1) {
		memcpy(to, from, n * size);
		return;
	}
	if (to_step == 1 && from_step == -1) {
		const size_t done = copy_backwards(to, from, size, n);
		to = (char *)to + done * size;
		from = (const char *)from - done * size;
		n -= done;
	} else if (n >= LEAST_STEPS && near(to_step, from_step)) {
		const enum hlo_steps_isa isa = kernels_hlo__steps_isa();
		const size_t done = to_step == 1 ? kernels_hlo__read_steps(isa, to, from, from_step, size, n)
						 : kernels_hlo__write_steps(isa, to, to_step, from, size, n);
		to = (char *)to + (int64_t)done * to_step * (int64_t)size;
		from = (const char *)from + (int64_t)done * from_step * (int64_t)size;
		n -= done;
	}
	switch (size) {
		SIZES(COPY)
	}
}

/* ---- runs of equal elements */

/* Vectors of 16 bytes, which every processor has. */
#define RUNS(name, T) \
	typedef T vector_##name __attribute__((vector_size(16))); \
	static inline __attribute__((always_inline)) vector_##name splat_##name(const char *from) \
	{ \
		T element; \
		memcpy(&element, from, sizeof element); \
		return element - (vector_##name){ 0 }; \
	} \
	/* Runs of at most `vectors`: these are stored whole, the next run overwrites what is too much. Returns the number of \
	 * runs that are done: all but those where a vector would end behind the last. */ \
	static inline __attribute__((always_inline)) size_t short_##name( \
		char *to, const char *from, int64_t apart, size_t run, size_t count, const size_t vectors) \
	{ \
		size_t i = 0; \
		for (; (count - i) * run * sizeof(T) >= 16 * vectors; i++, to += run * sizeof(T), from += apart) { \
			const vector_##name all = splat_##name(from); \
			for (size_t k = 0; k < vectors; k++) \
				memcpy(to + 16 * k, &all, sizeof all); \
		} \
		return i; \
	} \
	/* Longer runs: the last vector overlaps with the one before. */ \
	static size_t long_##name(char *to, const char *from, int64_t apart, size_t run, size_t count) \
	{ \
		const size_t size = run * sizeof(T); \
		for (size_t i = 0; i < count; i++, to += size, from += apart) { \
			const vector_##name all = splat_##name(from); \
			for (size_t at = 0; at + sizeof all <= size; at += sizeof all) \
				memcpy(to + at, &all, sizeof all); \
			memcpy(to + size - sizeof all, &all, sizeof all); \
		} \
		return count; \
	} \
	/* How many of the runs it filled. */ \
	static size_t runs_##name(char *to, const char *from, int64_t apart, size_t run, size_t count) \
	{ \
		const size_t size = run * sizeof(T); \
		return size <= 16 ? short_##name(to, from, apart, run, count, 1) \
			: size <= 32 ? short_##name(to, from, apart, run, count, 2) \
				     : long_##name(to, from, apart, run, count); \
	}
RUNS(4, uint32_t)
RUNS(8, uint64_t)

void kernels_hlo__fill_runs(void *to, const void *from, int64_t apart, size_t size, size_t run, size_t count)
{
	size_t i = 0;
	if (run <= LONGEST && (size == 4 || size == 8))
		i = (size == 4 ? runs_4 : runs_8)(to, from, apart, run, count);
	for (; i < count; i++)
		kernels_hlo__fill((char *)to + i * run * size, (const char *)from + (int64_t)i * apart, size, (int64_t)run);
}
