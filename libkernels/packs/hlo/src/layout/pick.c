/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See pick.h. */
#include "layout/pick.h"
#include <string.h>

/* memcpy() with a constant size becomes one load and store. */
#define SIZES(X) X(1) X(2) X(4) X(8) X(16)

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
	}
	switch (size) {
		SIZES(COPY)
	}
}
