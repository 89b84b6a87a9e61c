/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The C library rounds exactly in both directions; the shortest digits are found by trying. */
#include "tensors/digits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 17, MOST_COUNT = 30 };

/* ---- digits */

/* Parses what "%.*e" prints: "-1.25e-07". */
static void parse(const char *text, struct digits *out)
{
	out->negative = *text == '-';
	out->count = 0;
	for (text += out->negative; *text != 'e'; text++) {
		if (*text >= '0' && *text <= '9')
			out->digits[out->count++] = *text;
	}
	while (out->count > 1 && out->digits[out->count - 1] == '0')
		out->count--;
	out->exponent = atoi(text + 1);
}

void digits_rounded(double number, int count, struct digits *out)
{
	char text[MOST_COUNT + 16];
	count = count < 1 ? 1 : count > MOST_COUNT ? MOST_COUNT : count;
	snprintf(text, sizeof text, "%.*e", count - 1, number);
	parse(text, out);
}

/* The nearest number of f16; exact, because a double holds every midpoint of two of them. */
static double to_f16(double number)
{
	int exponent;
	if (number == 0 || !isfinite(number))
		return number;
	(void)frexp(number, &exponent);
	exponent = exponent - 11 < -24 ? -24 : exponent - 11; /* of the last bit */
	double rounded = ldexp(rint(ldexp(number, -exponent)), exponent);
	return fabs(rounded) > 65504 ? copysign(HUGE_VAL, number) : rounded;
}

double digits_round(double number, enum digits_format format)
{
	return format == DIGITS_F16 ? to_f16(number) : format == DIGITS_F32 ? (double)(float)number : number;
}

static bool identifies(const struct digits *digits, double number, enum digits_format format)
{
	char text[MOST_COUNT + 16];
	snprintf(text, sizeof text, "%s%.*se%d", digits->negative ? "-" : "", digits->count, digits->digits,
		digits->exponent - digits->count + 1);
	if (format == DIGITS_F32)
		return (double)strtof(text, NULL) == number;
	double parsed = strtod(text, NULL);
	return (format == DIGITS_F16 ? to_f16(parsed) : parsed) == number;
}

/* The next decimal of `count` digits away from zero. */
static void step_up(struct digits *digits, int count)
{
	while (digits->count < count)
		digits->digits[digits->count++] = '0';
	int last = count - 1;
	while (last >= 0 && digits->digits[last] == '9')
		digits->digits[last--] = '0';
	if (last >= 0) {
		digits->digits[last]++;
	} else {
		digits->digits[0] = '1';
		digits->exponent++;
	}
	while (digits->count > 1 && digits->digits[digits->count - 1] == '0')
		digits->count--;
}

/* Above a power of two, the neighbour is twice as far as below: the nearest decimal may not identify the number although the
 * next one above does. */
static bool try_count(double number, int count, enum digits_format format, struct digits *out)
{
	int exponent;
	digits_rounded(number, count, out);
	if (number == 0 || identifies(out, number, format))
		return true;
	if (fabs(frexp(number, &exponent)) != 0.5)
		return false;
	struct digits above = *out;
	step_up(&above, count);
	if (!identifies(&above, number, format))
		return false;
	*out = above;
	return true;
}

void digits_shortest(double number, enum digits_format format, struct digits *out)
{
	enum { FEW = 8 };
	int count = try_count(number, FEW, format, out) ? 1 : FEW + 1;
	while (!try_count(number, count, format, out) && count < MOST_DIGITS)
		count++;
}

/* ---- texts */

int digits_positional(const struct digits *digits, char *out)
{
	int size = 0, exponent = digits->exponent < 0 ? 0 : digits->exponent;
	if (digits->negative)
		out[size++] = '-';
	for (; exponent >= 0 || digits->exponent - exponent < digits->count; exponent--) {
		int index = digits->exponent - exponent;
		out[size++] = index < 0 || index >= digits->count ? '0' : digits->digits[index];
		if (exponent == 0)
			out[size++] = '.';
	}
	out[size] = '\0';
	return size;
}

int digits_scientific(const struct digits *digits, int exponent_digits, char *out)
{
	return snprintf(out, DIGITS_TEXT, "%s%c.%.*se%c%0*d", digits->negative ? "-" : "", digits->digits[0],
		digits->count - 1, digits->digits + 1, digits->exponent < 0 ? '-' : '+', exponent_digits,
		abs(digits->exponent));
}
