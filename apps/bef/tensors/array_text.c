/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The layout of numpy.array2string() of NumPy 2.3 to 2.5 with its default options: precision 8, 1000 elements, 3 at each edge, 75
 * columns. NumPy before 2.3 printed f16 and f32 with the exponent limits of f64. */
#include "tensors/array_text.h"
#include "tensors/digits.h"
#include "tensors/elements.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MOST_ELEMENTS = 1000, EDGE = 3, LINE = 75, PRECISION = 8, ELEMENT_TEXT = 2 * DIGITS_TEXT };

/* How the floats of an array are printed, or one part of its complex numbers. */
struct column {
	enum digits_format format;
	bool plus;     /* non-negative numbers have a sign */
	bool any, any_other, any_negative_infinity; /* finite numbers, others */
	double most, least; /* magnitudes other than 0 */
	bool scientific;
	int left, right; /* characters before and after the point */
	int fraction, exponent; /* digits, if scientific */
};

struct printing {
	FILE *out;
	const struct array *array;
	enum elements_kind kind;
	bool all;
	int width; /* of integers */
	struct column parts[2];
	/* the line so far */
	int column, spaces;
	bool fresh; /* it has only the indentation */
};

/* ---- floats */

static int put_digits(const struct column *column, const struct digits *digits, int exponent_digits, char out[DIGITS_TEXT])
{
	const bool plus = column->plus && !digits->negative;
	out[0] = '+';
	char *text = out + plus;
	return plus + (column->scientific ? digits_scientific(digits, exponent_digits, text) : digits_positional(digits, text));
}

/* The digits of a number: at most PRECISION after the point, and all before it. */
static void limited_digits(const struct column *column, double number, struct digits *out)
{
	digits_shortest(number, column->format, out);
	const int whole = column->scientific ? 0 : out->exponent, fraction = out->count - 1 - whole;
	if (fraction > PRECISION)
		digits_rounded(number, PRECISION + 1 + whole, out);
	else if (fraction < 0)
		digits_rounded(number, whole + 1, out);
}

static void put_number(const struct column *column, double number, char out[DIGITS_TEXT])
{
	struct digits digits;
	limited_digits(column, number, &digits);
	/* more digits than the number needs are those of its value */
	if (column->scientific && digits.count - 1 < column->fraction)
		digits_rounded(number, column->fraction + 1, &digits);
	while (column->scientific && digits.count - 1 < column->fraction)
		digits.digits[digits.count++] = '0';
	(void)put_digits(column, &digits, column->exponent, out);
}

static void note_range(struct column *column, double number)
{
	const double magnitude = fabs(number);
	if (!isfinite(number)) {
		column->any_other = true;
		column->any_negative_infinity = column->any_negative_infinity || number < 0;
		return;
	}
	column->any = true;
	if (magnitude == 0)
		return;
	column->most = magnitude > column->most ? magnitude : column->most;
	column->least = column->least == 0 || magnitude < column->least ? magnitude : column->least;
}

static void note_size(struct column *column, double number)
{
	struct digits digits;
	char text[DIGITS_TEXT];
	if (!isfinite(number))
		return;
	limited_digits(column, number, &digits);
	const int size = put_digits(column, &digits, 2, text);
	const int left = (int)strcspn(text, "."), right = (int)strcspn(text + left, "e") - 1;
	const int exponent = size - left - right - 3;
	column->left = left > column->left ? left : column->left;
	column->right = right > column->right ? right : column->right;
	column->exponent = exponent > column->exponent ? exponent : column->exponent;
}

/* The least magnitude that is printed with an exponent: 10^digits of the format, at most `limit`. */
static double exponent_limit(enum digits_format format, double limit)
{
	return format == DIGITS_F16 ? 1e3 : format == DIGITS_F32 ? 1e6 : limit;
}

static void choose_form(struct column *column)
{
	column->scientific = column->most >= exponent_limit(column->format, 1e8) ||
			     (column->least != 0 && (column->least < digits_round(0.0001, column->format) ||
							    digits_round(column->most / column->least, column->format) > 1000));
}

/* After the sizes of all numbers are known: room for nan and inf. */
static void finish_sizes(struct column *column)
{
	if (column->scientific) {
		column->fraction = column->right;
		column->right += column->exponent + 2;
	}
	if (!column->any_other)
		return;
	const int infinity = 3 + (column->plus || column->any_negative_infinity) - (column->right + 1);
	column->left = 2 - column->right > column->left ? 2 - column->right : column->left;
	column->left = infinity > column->left ? infinity : column->left;
}

/* Writes a number as wide as the column. */
static int put_float(const struct column *column, double number, char *out)
{
	char text[DIGITS_TEXT];
	const int width = column->left + 1 + column->right;
	if (!isfinite(number)) {
		const char *sign = number < 0 ? "-" : column->plus ? "+" : "";
		snprintf(text, sizeof text, "%s%s", sign, isnan(number) ? "nan" : "inf");
		return snprintf(out, DIGITS_TEXT, "%*s", width, text);
	}
	put_number(column, number, text);
	const int left = (int)strcspn(text, ".");
	return snprintf(out, DIGITS_TEXT, "%*s%-*s", column->left - left, "", width - (column->left - left), text);
}

/* "-1.5j": the letter is before the spaces at the end. */
static int put_imaginary(const struct column *column, double number, char *out)
{
	int size = put_float(column, number, out), end = size;
	while (end > 0 && out[end - 1] == ' ')
		end--;
	memmove(out + end + 1, out + end, (size_t)(size - end) + 1);
	out[end] = 'j';
	return size + 1;
}

static int put_complex(const struct printing *p, uint64_t index, char *out)
{
	const struct array *array = p->array;
	int size = put_float(&p->parts[0], elements_float(array->dtype, array->bytes, index, 0), out);
	return size + put_imaginary(&p->parts[1], elements_float(array->dtype, array->bytes, index, 1), out + size);
}

/* ---- elements */

static int put_integer(const struct printing *p, uint64_t index, char *out)
{
	const int64_t number = elements_integer(p->array->dtype, p->array->bytes, index);
	if (p->kind == ELEMENTS_UNSIGNED)
		return snprintf(out, ELEMENT_TEXT, "%*" PRIu64, p->width, (uint64_t)number);
	return snprintf(out, ELEMENT_TEXT, "%*" PRId64, p->width, number);
}

static int put_element(const struct printing *p, uint64_t index, char *out)
{
	const struct array *array = p->array;
	switch (p->kind) {
	case ELEMENTS_BOOL:
		return snprintf(out, ELEMENT_TEXT, "%5s",
			elements_integer(array->dtype, array->bytes, index) ? "True" : "False");
	case ELEMENTS_SIGNED:
	case ELEMENTS_UNSIGNED: return put_integer(p, index, out);
	case ELEMENTS_FLOAT:
		return put_float(&p->parts[0], elements_float(array->dtype, array->bytes, index, 0), out);
	case ELEMENTS_COMPLEX: return put_complex(p, index, out);
	default: return snprintf(out, ELEMENT_TEXT, "?");
	}
}

/* Calls a function for each element that is printed. */
static void visit(struct printing *p, uint32_t dim, uint64_t index, uint64_t count,
	void (*step)(struct printing *p, uint64_t index))
{
	if (dim == p->array->rank) {
		step(p, index);
		return;
	}
	const int64_t size = p->array->dims[dim];
	const uint64_t part = count / (uint64_t)size;
	for (int64_t i = 0; i < size; i++) {
		if (!p->all && size > 2 * EDGE && i == EDGE)
			i = size - EDGE;
		visit(p, dim + 1, index + (uint64_t)i * part, part, step);
	}
}

static void note_integer(struct printing *p, uint64_t index)
{
	char text[ELEMENT_TEXT];
	const int size = put_integer(p, index, text);
	p->width = size > p->width ? size : p->width;
}

static void note_ranges(struct printing *p, uint64_t index)
{
	for (unsigned part = 0; part < (p->kind == ELEMENTS_COMPLEX ? 2u : 1u); part++)
		note_range(&p->parts[part], elements_float(p->array->dtype, p->array->bytes, index, part));
}

static void note_sizes(struct printing *p, uint64_t index)
{
	for (unsigned part = 0; part < (p->kind == ELEMENTS_COMPLEX ? 2u : 1u); part++)
		note_size(&p->parts[part], elements_float(p->array->dtype, p->array->bytes, index, part));
}

static void measure(struct printing *p, uint64_t count)
{
	if (p->kind == ELEMENTS_SIGNED || p->kind == ELEMENTS_UNSIGNED)
		visit(p, 0, 0, count, note_integer);
	if (p->kind != ELEMENTS_FLOAT && p->kind != ELEMENTS_COMPLEX)
		return;
	visit(p, 0, 0, count, note_ranges);
	choose_form(&p->parts[0]);
	choose_form(&p->parts[1]);
	visit(p, 0, 0, count, note_sizes);
	finish_sizes(&p->parts[0]);
	finish_sizes(&p->parts[1]);
}

/* ---- lines */

static void indent(struct printing *p, uint32_t depth)
{
	fprintf(p->out, "%*s", (int)depth, "");
	p->column = (int)depth;
	p->fresh = true;
}

/* Spaces that wait for the next element of the line: none are printed before a line ends in the middle of a row. */
static void flush_spaces(struct printing *p)
{
	fprintf(p->out, "%*s", p->spaces, "");
	p->spaces = 0;
}

/* Prints an element of the last dimension, on a new line if the line would be too long. */
static void print_word(struct printing *p, const char *word, int size, bool first)
{
	const int space = first ? 0 : 1;
	int end = size;
	if (!p->fresh && p->column + space + size > LINE - (int)p->array->rank) {
		putc('\n', p->out);
		p->spaces = 0;
		indent(p, p->array->rank);
	} else {
		p->spaces += space;
		p->column += space;
	}
	flush_spaces(p);
	while (end > 0 && word[end - 1] == ' ')
		end--;
	fwrite(word, 1, (size_t)end, p->out);
	p->spaces = size - end;
	p->column += size;
	p->fresh = false;
}

static void print_row(struct printing *p, uint64_t index)
{
	const int64_t size = p->array->dims[p->array->rank - 1];
	char text[ELEMENT_TEXT];
	p->column = (int)p->array->rank;
	p->fresh = true;
	for (int64_t i = 0; i < size; i++) {
		if (!p->all && size > 2 * EDGE && i == EDGE) {
			print_word(p, "...", 3, false);
			i = size - EDGE;
		}
		const int length = put_element(p, index + (uint64_t)i, text);
		print_word(p, text, length, i == 0);
	}
	flush_spaces(p);
}

static void print_dim(struct printing *p, uint32_t dim, uint64_t index, uint64_t count)
{
	const int64_t size = p->array->dims[dim];
	const uint64_t part = count / (uint64_t)size;
	const uint32_t inner = p->array->rank - dim - 1;
	putc('[', p->out);
	if (inner == 0)
		print_row(p, index);
	for (int64_t i = 0; inner && i < size; i++) {
		for (uint32_t line = 0; i && line < inner; line++)
			putc('\n', p->out);
		if (i)
			indent(p, dim + 1);
		if (!p->all && size > 2 * EDGE && i == EDGE) {
			fputs("...", p->out);
			i = size - EDGE - 1;
			continue;
		}
		print_dim(p, dim + 1, index + (uint64_t)i * part, part);
	}
	putc(']', p->out);
}

/* ---- scalars */

/* As str() of a NumPy scalar: an exponent below 1e-4, and from 1e16 on or the limit of the format. */
static int put_scalar(enum digits_format format, double number, bool point_zero, char *out)
{
	struct digits digits;
	if (!isfinite(number))
		return snprintf(out, DIGITS_TEXT, "%s", isnan(number) ? "nan" : number < 0 ? "-inf" : "inf");
	digits_shortest(number, format, &digits);
	const double magnitude = fabs(number);
	const bool positional = magnitude == 0 || (magnitude < exponent_limit(format, 1e16) && magnitude >= 1e-4);
	int size = positional ? digits_positional(&digits, out) : digits_scientific(&digits, 2, out);
	char *point = strchr(out, '.');
	if (positional && point_zero && !point[1])
		size += snprintf(point + 1, 2, "0");
	else if (point[1] == 'e' || !point[1]) {
		memmove(point, point + 1, strlen(point));
		size--;
	}
	return size;
}

static void print_complex_scalar(const struct printing *p)
{
	const double real = elements_float(p->array->dtype, p->array->bytes, 0, 0);
	const double imaginary = elements_float(p->array->dtype, p->array->bytes, 0, 1);
	const enum digits_format format = p->parts[0].format;
	char texts[2][DIGITS_TEXT];
	(void)put_scalar(format, real, false, texts[0]);
	(void)put_scalar(format, imaginary, false, texts[1]);
	if (real == 0 && !signbit(real))
		fprintf(p->out, "%sj", texts[1]);
	else
		fprintf(p->out, "(%s%s%sj)", texts[0], texts[1][0] == '-' ? "" : "+", texts[1]);
}

static void print_scalar(const struct printing *p)
{
	char text[ELEMENT_TEXT];
	if (p->kind == ELEMENTS_COMPLEX) {
		print_complex_scalar(p);
		return;
	}
	if (p->kind == ELEMENTS_FLOAT)
		(void)put_scalar(
			p->parts[0].format, elements_float(p->array->dtype, p->array->bytes, 0, 0), true, text);
	else
		(void)put_element(p, 0, text);
	fputs(text + strspn(text, " "), p->out);
}

void array_print(FILE *out, const struct array *array, bool all)
{
	const unsigned width = elements_width(array->dtype);
	const enum digits_format format = array->dtype == KERNELS_F16 ? DIGITS_F16 : width == 64 ? DIGITS_F64 : DIGITS_F32;
	uint64_t count = 1;
	for (uint32_t i = 0; i < array->rank; i++)
		count *= (uint64_t)array->dims[i];
	struct printing p = { .out = out, .array = array, .kind = elements_kind(array->dtype), .all = all || count <= MOST_ELEMENTS };
	p.parts[0].format = p.parts[1].format = format;
	p.parts[1].plus = true;
	if (array->rank == 0) {
		print_scalar(&p);
	} else if (count == 0) {
		fputs("[]", out);
	} else {
		measure(&p, count);
		print_dim(&p, 0, 0, count);
	}
}
