/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Wide integers and float formats: between text and bits, without help from the C library (whose locale would
 * meddle). */
#ifndef MLIRBC_SRC_FLOAT_FORMAT_H
#define MLIRBC_SRC_FLOAT_FORMAT_H

#include <mlirbc/ir.h>

/* Significands of up to 113 bits. */
struct mlirbc__u128 {
	uint64_t low, high;
};

/* How a float format lays out its bits. */
struct mlirbc__format {
	uint8_t precision; /* with the hidden bit */
	uint8_t exponent;  /* bits */
	int16_t bias;
	enum { FORMAT_IEEE, FORMAT_NAN_ALL_ONES, FORMAT_NAN_NEGATIVE_ZERO, FORMAT_FINITE } special;
	bool explicit_bit; /* f80 stores the leading 1 */
	bool has_sign, has_zero;
};
extern const struct mlirbc__format mlirbc__formats[MLIRBC_FLOAT_COUNT];

/* A float taken apart: (-1)^negative * significand * 2^exponent. */
struct mlirbc__float {
	enum { FLOAT_ZERO, FLOAT_FINITE, FLOAT_INFINITE, FLOAT_NAN } kind;
	bool negative;
	struct mlirbc__u128 significand;
	int exponent;
};

struct mlirbc__float mlirbc__float_decode(enum mlirbc_float kind, const uint64_t words[2]);
/* Rounds to nearest even; `sticky`: the value is slightly more than the significand. */
void mlirbc__float_encode(enum mlirbc_float kind, const struct mlirbc__float *value, bool sticky, uint64_t words[2]);
/* digits * 10^exponent, correctly rounded. `more`: digits that are not 0 follow those given. */
void mlirbc__float_from_decimal(enum mlirbc_float kind, bool negative, const char *digits, size_t count,
	int64_t exponent, bool more, uint64_t words[2]);
/* The short way for a double: true when digits * 10^exponent takes one exact operation. */
bool mlirbc__float_short(uint64_t digits, int64_t exponent, bool negative, uint64_t *out_bits);
/* A literal like "1.50e+3": to double and from there to the format, as MLIR does; straight to formats wider than a
 * double. */
void mlirbc__float_from_text(enum mlirbc_float kind, bool negative, const char *text, size_t size, uint64_t words[2]);
/* The first of MLIR's spellings that reads back to the same bits. At most MLIRBC__FLOAT_TEXT bytes, no NUL; returns
 * how many. */
enum { MLIRBC__FLOAT_TEXT = 80 };
size_t mlirbc__float_text(enum mlirbc_float kind, const uint64_t words[2], char *out);

/* words = words * factor + add; returns the overflow. */
uint32_t mlirbc__words_mul_add(uint64_t *words, size_t count, uint32_t factor, uint32_t add);
/* words = words / divisor; returns the remainder. */
uint32_t mlirbc__words_divide(uint64_t *words, size_t count, uint32_t divisor);

#endif
