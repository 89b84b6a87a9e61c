/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decimal digits of floats, and texts made of them. */
#ifndef BEF_APP_DIGITS_H
#define BEF_APP_DIGITS_H

#include <stdbool.h>
#include <stddef.h>

/* The precision of a number that is stored as a double. */
enum digits_format { DIGITS_F16, DIGITS_F32, DIGITS_F64 };

/* d.ddd x 10^exponent of a finite number. Zero has the digit 0 and the exponent 0. */
struct digits {
	bool negative;
	int exponent, count; /* count >= 1; the last digit is not 0, unless it is the only one */
	char digits[32];     /* not terminated */
};

/* The nearest number of the format. */
double digits_round(double number, enum digits_format format);
/* The fewest digits that identify the number among those of its format, nearest to its value. */
void digits_shortest(double number, enum digits_format format, struct digits *out);
/* The number rounded to `count` digits, 1 to 30, without zeros at the end. Ties go to even. */
void digits_rounded(double number, int count, struct digits *out);

/* Buffer size that suffices for every text below. */
enum { DIGITS_TEXT = 400 };
/* Writes "12.5", or "12." without digits after the point. @return the length */
int digits_positional(const struct digits *digits, char *out);
/* Writes "1.25e+01", with at least `exponent_digits` digits of the exponent. @return the length */
int digits_scientific(const struct digits *digits, int exponent_digits, char *out);

#endif
