/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tensors as text (btf.h). */
#include "tensors/btf_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const enum kernels_dtype dtypes[] = { KERNELS_I8, KERNELS_I16, KERNELS_I32, KERNELS_I64, KERNELS_UI8,
	KERNELS_UI16, KERNELS_UI32, KERNELS_UI64, KERNELS_F32, KERNELS_F64 };

static bool is_signed(enum kernels_dtype dtype)
{
	return dtype == KERNELS_I8 || dtype == KERNELS_I16 || dtype == KERNELS_I32 || dtype == KERNELS_I64;
}

static bool is_float(enum kernels_dtype dtype) { return dtype == KERNELS_F32 || dtype == KERNELS_F64; }

/* ---- printing */

/* Prints the fewest digits that round-trip. */
static void print_float(double number, int least, int most, bool narrow)
{
	char text[40];
	for (int digits = least; digits <= most; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, number);
		if (narrow ? strtof(text, NULL) == (float)number : strtod(text, NULL) == number)
			break; /* NaN never compares equal, but its text does not depend on the digits */
	}
	printf(" %s", text);
}

static void print_element(const uint8_t *at, enum kernels_dtype dtype)
{
	const size_t size = kernels_dtype_size(dtype);
	const unsigned shift = 64 - 8 * (unsigned)size;
	uint64_t bits = 0;
	float f32;
	double f64;
	if (dtype == KERNELS_F32) {
		memcpy(&f32, at, sizeof f32);
		print_float((double)f32, 6, 9, true);
	} else if (dtype == KERNELS_F64) {
		memcpy(&f64, at, sizeof f64);
		print_float(f64, 15, 17, false);
	} else {
		if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
			memcpy((uint8_t *)&bits + sizeof bits - size, at, size);
		else
			memcpy(&bits, at, size);
		if (is_signed(dtype))
			printf(" %" PRId64, (int64_t)(bits << shift) >> shift);
		else
			printf(" %" PRIu64, bits);
	}
}

void btf_text_print(const struct kernels_tensor *t)
{
	const size_t size = kernels_dtype_size(t->dtype);
	const uint8_t *elements = kernels_tensor_bytes(t);
	const bool sparse = t->kind == KERNELS_TENSOR_COO;
	const int64_t *indices = sparse ? kernels_buffer_bytes(t->indices) : NULL;
	const uint64_t count = sparse ? kernels_buffer_size(t->buffer) / size : (uint64_t)kernels_tensor_elements(t);
	char shape[KERNELS_SHAPE_TEXT];
	kernels_shape_text(&t->shape, shape, sizeof shape);
	printf("%s %s %s", kernels_dtype_name(t->dtype), shape, sparse ? ":" : "=");
	for (uint64_t i = 0; i < count; i++) {
		for (uint32_t k = 0; sparse && k < t->shape.rank; k++)
			printf("%s%" PRId64, k == 0 ? " " : ",", *indices++);
		if (sparse)
			printf(" =");
		print_element(elements + i * size, t->dtype);
	}
	printf("\n");
}

/* ---- reading */

/* A NUL-terminated line and the read position in it. */
struct line {
	const char *file;
	size_t number;
	char *text, *at;
};

CLI_PRINTF(2, 3) static bool wrong(const struct line *line, const char *format, ...)
{
	char text[200];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	cli_error("%s:%zu:%zu: %s", line->file, line->number, (size_t)(line->at - line->text) + 1, text);
	return false;
}

static void skip_space(struct line *line)
{
	while (*line->at == ' ' || *line->at == '\t' || *line->at == '\r')
		line->at++;
}

/* Consumes this character if it is next. */
static bool accept(struct line *line, char c)
{
	skip_space(line);
	if (*line->at != c)
		return false;
	line->at++;
	return true;
}

static bool take_index(struct line *line, int64_t *out)
{
	char *end;
	skip_space(line);
	errno = 0;
	long long number = strtoll(line->at, &end, 10);
	if (end == line->at || errno != 0 || number < 0)
		return wrong(line, "expected a non-negative integer");
	line->at = end;
	*out = number;
	return true;
}

/* "f32 [2, 3]" */
static bool take_type(struct line *line, enum kernels_dtype *out_dtype, struct kernels_shape *out_shape)
{
	const size_t size = strcspn(line->at, " \t[");
	*out_dtype = KERNELS_DTYPE_INVALID;
	for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
		const char *name = kernels_dtype_name(dtypes[i]);
		if (strlen(name) == size && memcmp(name, line->at, size) == 0)
			*out_dtype = dtypes[i];
	}
	if (*out_dtype == KERNELS_DTYPE_INVALID)
		return wrong(line, "expected i8 i16 i32 i64 u8 u16 u32 u64 f32 or f64");
	line->at += size;
	*out_shape = (struct kernels_shape){ .rank = 0 };
	if (!accept(line, '['))
		return wrong(line, "expected a shape: [2, 3]");
	while (!accept(line, ']')) {
		if (out_shape->rank == KERNELS_MAX_RANK)
			return wrong(line, "a tensor has at most %u dimensions", KERNELS_MAX_RANK);
		if (out_shape->rank > 0 && !accept(line, ','))
			return wrong(line, "expected , or ]");
		if (!take_index(line, &out_shape->dims[out_shape->rank++]))
			return false;
	}
	return true;
}

static bool store_integer(struct line *line, enum kernels_dtype dtype, uint8_t *to)
{
	const size_t size = kernels_dtype_size(dtype);
	const unsigned bits = 8 * (unsigned)size;
	char *end;
	errno = 0;
	uint64_t value = is_signed(dtype) ? (uint64_t)strtoll(line->at, &end, 10) : strtoull(line->at, &end, 10);
	if (end == line->at)
		return wrong(line, "expected an integer");
	const int64_t number = (int64_t)value;
	bool fits = errno == 0 && (is_signed(dtype) || *line->at != '-');
	if (bits < 64)
		fits = fits &&
		       (is_signed(dtype) ? number >= -((int64_t)1 << (bits - 1)) && number < (int64_t)1 << (bits - 1)
					 : value < (uint64_t)1 << bits);
	if (!fits)
		return wrong(line, "the number does not fit %s", kernels_dtype_name(dtype));
	memcpy(to, (const uint8_t *)&value + (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 8 - size : 0), size);
	line->at = end;
	return true;
}

static bool store_element(struct line *line, enum kernels_dtype dtype, uint8_t *to)
{
	skip_space(line);
	if (!is_float(dtype))
		return store_integer(line, dtype, to);
	char *end;
	const double f64 = strtod(line->at, &end);
	const float f32 = dtype == KERNELS_F32 ? strtof(line->at, &end) : 0;
	if (end == line->at)
		return wrong(line, "expected a number");
	memcpy(to, dtype == KERNELS_F32 ? (const void *)&f32 : (const void *)&f64, kernels_dtype_size(dtype));
	line->at = end;
	return true;
}

/* Parses listed elements. Each takes at least two characters, so memory is allocated only for as many as the line
 * can contain. */
static bool take_listed(struct line *line, struct kernels_tensor *out)
{
	const struct kernels_shape shape = out->shape;
	int64_t count;
	if (!kernels_shape_elements(&shape, &count) || (uint64_t)count > strlen(line->at) / 2 + 1)
		return wrong(line, "fewer values than the shape has elements");
	if (!kernels_tensor_init(out, NULL, out->dtype, &shape))
		return wrong(line, "out of memory");
	uint8_t *to = kernels_tensor_data(out);
	for (int64_t i = 0; i < count; i++, to += kernels_dtype_size(out->dtype)) {
		skip_space(line);
		if (*line->at == '\0')
			return wrong(line, "fewer values than the shape has elements: found %" PRId64, i);
		if (!store_element(line, out->dtype, to))
			return false;
	}
	return true;
}

static bool take_sparse(struct line *line, struct kernels_tensor *out)
{
	const size_t width = kernels_dtype_size(out->dtype);
	const uint32_t rank = out->shape.rank;
	size_t count = 0;
	for (const char *p = line->at; *p; p++)
		count += *p == '=';
	out->kind = KERNELS_TENSOR_COO;
	out->buffer = kernels_buffer_create(NULL, count * width, 64);
	out->indices = kernels_buffer_create(NULL, count * rank * sizeof(int64_t), 64);
	if (!out->buffer || !out->indices)
		return wrong(line, "out of memory");
	uint8_t *to = kernels_tensor_data(out);
	int64_t *index = kernels_buffer_data(out->indices);
	for (size_t i = 0; i < count; i++, to += width) {
		for (uint32_t k = 0; k < rank; k++, index++) {
			if (k > 0 && !accept(line, ','))
				return wrong(line, "expected as many indices as the shape has dimensions");
			if (!take_index(line, index))
				return false;
			if (*index >= out->shape.dims[k])
				return wrong(
					line, "index %" PRId64 " is not below %" PRId64, *index, out->shape.dims[k]);
		}
		if (!accept(line, '='))
			return wrong(line, "expected = and a value");
		if (!store_element(line, out->dtype, to))
			return false;
	}
	return true;
}

/* Reads elements from a file. Its path is the rest of the line. */
static bool take_file(struct line *line, struct kernels_tensor *out)
{
	const size_t width = kernels_dtype_size(out->dtype);
	const struct kernels_shape shape = out->shape;
	struct cli_input input;
	int64_t count;
	skip_space(line);
	if (cli_read(line->at, &input) != CLI_GOOD)
		return false;
	bool fits = kernels_shape_elements(&shape, &count) && input.size % width == 0 &&
		    (uint64_t)count == input.size / width;
	if (!fits)
		wrong(line, "the file has %zu bytes, which does not match the shape and type", input.size);
	else if (!(fits = kernels_tensor_init(out, NULL, out->dtype, &shape)))
		wrong(line, "out of memory");
	uint8_t *to = fits ? kernels_tensor_data(out) : NULL;
	for (size_t i = 0; fits && i < input.size; i++) /* converts little-endian to host byte order */
		to[__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? i - i % width + (width - 1 - i % width) : i] =
			input.data[i];
	cli_input_finish(&input);
	if (fits)
		line->at += strlen(line->at);
	return fits;
}

static bool take_tensor(struct line *line, struct kernels_tensor *out)
{
	*out = (struct kernels_tensor){ .kind = KERNELS_TENSOR_DENSE };
	if (!take_type(line, &out->dtype, &out->shape))
		return false;
	bool done = accept(line, '=')   ? take_listed(line, out)
		    : accept(line, ':') ? take_sparse(line, out)
		    : accept(line, '<') ? take_file(line, out)
					: wrong(line, "expected = and elements, : and indices, or < and a file");
	skip_space(line);
	if (done && *line->at != '\0')
		return wrong(line, "more values than the shape has elements");
	return done;
}

static bool append(struct line *line, struct kernels_tensor **tensors, size_t *count)
{
	struct kernels_tensor tensor;
	skip_space(line);
	if (*line->at == '\0' || *line->at == '#')
		return true;
	struct kernels_tensor *more = (*count & (*count - 1)) != 0 ? *tensors :
		realloc(*tensors, (*count > 0 ? 2 * *count : 1) * sizeof *more); /* grow at powers of two */
	if (!more)
		return wrong(line, "out of memory");
	*tensors = more;
	if (!take_tensor(line, &tensor)) {
		kernels_tensor_finish(&tensor);
		return false;
	}
	more[(*count)++] = tensor;
	return true;
}

int btf_text_read(const struct cli_input *input, struct kernels_tensor **tensors, size_t *count)
{
	struct line line = { .file = input->name };
	const char *at = (const char *)input->data, *end = at + input->size;
	while (at < end) {
		const char *newline = memchr(at, '\n', (size_t)(end - at)), *stop = newline ? newline : end;
		line.number++;
		line.text = line.at = strndup(at, (size_t)(stop - at));
		bool done = line.text && append(&line, tensors, count);
		if (!line.text)
			cli_error("out of memory");
		free(line.text);
		if (!done)
			return CLI_BAD;
		at = newline ? newline + 1 : end;
	}
	return CLI_GOOD;
}
