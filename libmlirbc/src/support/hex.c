/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Data written as hexadecimal digits. */
#include "support/hex.h"

#include "support/chars.h"

#ifdef __SSE2__
#include <emmintrin.h>

static __m128i is_between(__m128i bytes, char low, char span)
{
	return _mm_cmpeq_epi8(
		_mm_subs_epu8(_mm_sub_epi8(bytes, _mm_set1_epi8(low)), _mm_set1_epi8(span)), _mm_setzero_si128());
}

/* 32 digits to 16 bytes; false when not all are digits. */
static bool decode16(const char *digits, unsigned char *to)
{
	__m128i halves[2], good = _mm_set1_epi8(-1);
	for (int i = 0; i < 2; i++) {
		__m128i text = _mm_loadu_si128((const __m128i *)(const void *)(digits + 16 * i));
		__m128i letter = is_between(_mm_or_si128(text, _mm_set1_epi8(0x20)), 'a', 5);
		good = _mm_and_si128(good, _mm_or_si128(letter, is_between(text, '0', 9)));
		__m128i value = _mm_add_epi8(
			_mm_and_si128(text, _mm_set1_epi8(0x0F)), _mm_and_si128(letter, _mm_set1_epi8(9)));
		/* in each pair the first digit, in the low byte, counts 16 times */
		__m128i high = _mm_and_si128(_mm_slli_epi16(value, 4), _mm_set1_epi16(0xF0));
		halves[i] = _mm_or_si128(high, _mm_srli_epi16(value, 8));
	}
	_mm_storeu_si128((__m128i *)(void *)to, _mm_packus_epi16(halves[0], halves[1]));
	return _mm_movemask_epi8(good) == 0xFFFF;
}

static __m128i to_digits(__m128i values)
{
	__m128i letter = _mm_and_si128(_mm_cmpgt_epi8(values, _mm_set1_epi8(9)), _mm_set1_epi8('A' - '0' - 10));
	return _mm_add_epi8(_mm_add_epi8(values, _mm_set1_epi8('0')), letter);
}

/* 16 bytes to 32 digits. */
static void encode16(const unsigned char *bytes, char *to)
{
	__m128i both = _mm_loadu_si128((const __m128i *)(const void *)bytes), four = _mm_set1_epi8(0x0F);
	__m128i high = _mm_and_si128(_mm_srli_epi16(both, 4), four), low = _mm_and_si128(both, four);
	_mm_storeu_si128((__m128i *)(void *)to, to_digits(_mm_unpacklo_epi8(high, low)));
	_mm_storeu_si128((__m128i *)(void *)(to + 16), to_digits(_mm_unpackhi_epi8(high, low)));
}
#endif

static unsigned digit(char c) { return (unsigned)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10); }

bool mlirbc__hex_decode(const char *digits, size_t size, unsigned char *to)
{
	size_t i = 0;
#ifdef __SSE2__
	for (; size - i >= 16; i += 16) {
		if (!decode16(digits + 2 * i, to + i))
			return false;
	}
#endif
	for (; i < size; i++) {
		const char *pair = digits + 2 * i;
		if (!mlirbc__char_is(pair[0], CHAR_HEX) || !mlirbc__char_is(pair[1], CHAR_HEX))
			return false;
		to[i] = (unsigned char)(digit(pair[0]) << 4 | digit(pair[1]));
	}
	return true;
}

void mlirbc__hex_encode(const unsigned char *bytes, size_t size, char *to)
{
	static const char digits[] = "0123456789ABCDEF";
	size_t i = 0;
#ifdef __SSE2__
	for (; size - i >= 16; i += 16)
		encode16(bytes + i, to + 2 * i);
#endif
	for (; i < size; i++) {
		to[2 * i] = digits[bytes[i] >> 4];
		to[2 * i + 1] = digits[bytes[i] & 15];
	}
}
