/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints tensors; reads and writes them as .npy files. */
#include "tensor_text.h"
#include "../cli/npy.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ELEMENTS = 1000, EDGE = 3, ELEMENT_TEXT = 96 };

/* ---- elements */

/* Prints the fewest digits that round-trip. */
static int put_f64(char *out, double number)
{
	int size = 0;
	for (int digits = 1; digits <= 17; digits++) {
		size = snprintf(out, ELEMENT_TEXT, "%.*g", digits, number);
		if (number != number || strtod(out, NULL) == number)
			break;
	}
	return size;
}

static int put_f32(char *out, float number)
{
	int size = 0;
	for (int digits = 1; digits <= 9; digits++) {
		size = snprintf(out, ELEMENT_TEXT, "%.*g", digits, (double)number);
		if (number != number || strtof(out, NULL) == number)
			break;
	}
	return size;
}

static float from_bf16(uint16_t bits)
{
	uint32_t wide = (uint32_t)bits << 16;
	float number;
	memcpy(&number, &wide, sizeof number);
	return number;
}

static float from_f16(uint16_t bits)
{
	unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
	float number = exponent == 0    ? (float)fraction / 16777216.0f
		       : exponent == 31 ? (fraction ? __builtin_nanf("") : __builtin_inff())
					: (float)(1024 + fraction) / 1024.0f;
	for (unsigned i = 15; exponent != 0 && exponent < 31 && i < exponent; i++)
		number *= 2;
	for (unsigned i = exponent; exponent != 0 && i < 15; i++)
		number /= 2;
	return bits & 0x8000 ? -number : number;
}

static int put_complex(char *out, int size, const char *imaginary)
{
	bool sign = *imaginary == '-';
	int more = snprintf(out + size, (size_t)(ELEMENT_TEXT - size), "%s%sj", sign ? "" : "+", imaginary);
	return size + more;
}

/* Formats an element into a buffer of ELEMENT_TEXT bytes; returns its length. */
static int put_element(char *out, enum kernels_dtype dtype, const void *bytes, int64_t index)
{
	char imaginary[ELEMENT_TEXT];
	switch (dtype) {
	case KERNELS_I1: return snprintf(out, ELEMENT_TEXT, "%s", ((const uint8_t *)bytes)[index] ? "true" : "false");
	case KERNELS_I8:
	case KERNELS_QI8: return snprintf(out, ELEMENT_TEXT, "%d", ((const int8_t *)bytes)[index]);
	case KERNELS_I16:
	case KERNELS_QI16: return snprintf(out, ELEMENT_TEXT, "%d", ((const int16_t *)bytes)[index]);
	case KERNELS_I32:
	case KERNELS_QI32: return snprintf(out, ELEMENT_TEXT, "%" PRId32, ((const int32_t *)bytes)[index]);
	case KERNELS_I64: return snprintf(out, ELEMENT_TEXT, "%" PRId64, ((const int64_t *)bytes)[index]);
	case KERNELS_UI8:
	case KERNELS_QUI8: return snprintf(out, ELEMENT_TEXT, "%u", ((const uint8_t *)bytes)[index]);
	case KERNELS_UI16:
	case KERNELS_QUI16: return snprintf(out, ELEMENT_TEXT, "%u", ((const uint16_t *)bytes)[index]);
	case KERNELS_UI32: return snprintf(out, ELEMENT_TEXT, "%" PRIu32, ((const uint32_t *)bytes)[index]);
	case KERNELS_UI64: return snprintf(out, ELEMENT_TEXT, "%" PRIu64, ((const uint64_t *)bytes)[index]);
	case KERNELS_F16: return put_f32(out, from_f16(((const uint16_t *)bytes)[index]));
	case KERNELS_BF16: return put_f32(out, from_bf16(((const uint16_t *)bytes)[index]));
	case KERNELS_F32: return put_f32(out, ((const float *)bytes)[index]);
	case KERNELS_F64: return put_f64(out, ((const double *)bytes)[index]);
	case KERNELS_COMPLEX64:
		put_f32(imaginary, ((const float *)bytes)[2 * index + 1]);
		return put_complex(out, put_f32(out, ((const float *)bytes)[2 * index]), imaginary);
	case KERNELS_COMPLEX128:
		put_f64(imaginary, ((const double *)bytes)[2 * index + 1]);
		return put_complex(out, put_f64(out, ((const double *)bytes)[2 * index]), imaginary);
	default: return snprintf(out, ELEMENT_TEXT, "?");
	}
}

/* ---- printing */

struct printing {
	FILE *out;
	const struct kernels_tensor *tensor;
	const void *bytes;
	bool all;
	int width; /* of the longest printed element; print_dim() computes it if `out` is NULL */
};

static void print_element(struct printing *p, int64_t index)
{
	char text[ELEMENT_TEXT];
	int size = put_element(text, p->tensor->dtype, p->bytes, index);
	if (p->out)
		fprintf(p->out, "%*s", p->width, text);
	else
		p->width = size > p->width ? size : p->width;
}

static void print_text(struct printing *p, const char *text)
{
	if (p->out)
		fputs(text, p->out);
}

/* Prints the separator between two parts of a dimension: parts of the last dimension share a line, others begin new
 * lines. */
static void separate(struct printing *p, uint32_t dim)
{
	uint32_t inner = p->tensor->shape.rank - dim - 1;
	print_text(p, inner ? "," : ", ");
	for (uint32_t i = 0; i < inner; i++)
		print_text(p, "\n");
	for (uint32_t i = 0; inner && i <= dim; i++)
		print_text(p, " ");
}

/* Prints one dimension of a part of the tensor that begins at `index` and has `count` elements. */
static void print_dim(struct printing *p, uint32_t dim, int64_t index, int64_t count)
{
	if (dim == p->tensor->shape.rank) {
		print_element(p, index);
		return;
	}
	int64_t size = p->tensor->shape.dims[dim];
	print_text(p, "[");
	for (int64_t i = 0; i < size; i++) {
		if (i)
			separate(p, dim);
		if (!p->all && size > 2 * EDGE && i == EDGE) {
			print_text(p, "...");
			i = size - EDGE - 1;
			continue;
		}
		print_dim(p, dim + 1, index + i * (count / size), count / size);
	}
	print_text(p, "]");
}

static void print_elements(FILE *out, const struct kernels_tensor *tensor, bool all)
{
	int64_t count = kernels_tensor_elements(tensor);
	struct printing p = { NULL, tensor, kernels_tensor_bytes(tensor), all || count <= MOST_ELEMENTS, 0 };
	if (count == 0) {
		fputs("[]\n", out);
		return;
	}
	print_dim(&p, 0, 0, count);
	p.out = out;
	print_dim(&p, 0, 0, count);
	putc('\n', out);
}

void tensor_print(FILE *out, const struct kernels_tensor *tensor, bool all)
{
	char shape[KERNELS_SHAPE_TEXT];
	kernels_shape_text(&tensor->shape, shape, sizeof shape);
	fprintf(out, "%s %s", kernels_dtype_name(tensor->dtype), shape);
	if (tensor->kind == KERNELS_TENSOR_DENSE && kernels_dtype_size(tensor->dtype)) {
		putc('\n', out);
		print_elements(out, tensor, all);
	} else {
		fprintf(out, ", %s\n", tensor->kind == KERNELS_TENSOR_COO ? "sparse" : "strings");
	}
}

/* ---- .npy */

/* NumPy has no bf16, so its elements are stored as opaque bytes. */
static const struct {
	enum kernels_dtype dtype;
	const char *npy;
} dtypes[] = {
	{ KERNELS_I1, "|b1" },
	{ KERNELS_I8, "|i1" },
	{ KERNELS_I16, "<i2" },
	{ KERNELS_I32, "<i4" },
	{ KERNELS_I64, "<i8" },
	{ KERNELS_UI8, "|u1" },
	{ KERNELS_UI16, "<u2" },
	{ KERNELS_UI32, "<u4" },
	{ KERNELS_UI64, "<u8" },
	{ KERNELS_F16, "<f2" },
	{ KERNELS_F32, "<f4" },
	{ KERNELS_F64, "<f8" },
	{ KERNELS_COMPLEX64, "<c8" },
	{ KERNELS_COMPLEX128, "<c16" },
	{ KERNELS_BF16, "|V2" },
};
enum { DTYPES = sizeof dtypes / sizeof *dtypes };

static enum kernels_dtype dtype_of(const char *npy)
{
	for (size_t i = 0; i < DTYPES; i++) {
		/* single and opaque bytes have no byte order */
		bool plain = dtypes[i].npy[0] == '|';
		const char *text = plain && strchr("<>|=", *npy) ? npy + 1 : npy;
		if (strcmp(text, dtypes[i].npy + plain) == 0)
			return dtypes[i].dtype;
	}
	return KERNELS_DTYPE_INVALID;
}

int tensor_from_npy(
	const struct cli_input *input, const struct async_allocator *allocator, struct kernels_tensor *out_tensor)
{
	struct npy_array array;
	struct kernels_shape shape = { 0 };
	const char *wrong = npy_read(input->data, input->size, &array);
	if (wrong) {
		cli_error("%s: %s", input->name, wrong);
		return CLI_BAD;
	}
	enum kernels_dtype dtype = dtype_of(array.dtype);
	if (dtype == KERNELS_DTYPE_INVALID) {
		cli_error("%s: elements are '%s'; expected little-endian integers, floats, complex numbers, '|b1' or "
			  "'|V2'",
			input->name, array.dtype);
		return CLI_BAD;
	}
	if (array.rank > KERNELS_MAX_RANK) {
		cli_error("%s: has %" PRIu32 " dimensions; a tensor has at most %u", input->name, array.rank,
			KERNELS_MAX_RANK);
		return CLI_BAD;
	}
	shape.rank = array.rank;
	memcpy(shape.dims, array.dims, array.rank * sizeof *shape.dims);
	if (!kernels_tensor_init(out_tensor, allocator, dtype, &shape)) {
		cli_error("%s: out of memory", input->name);
		return CLI_SYSTEM;
	}
	memcpy(kernels_tensor_data(out_tensor), input->data + array.offset, input->size - array.offset);
	return CLI_GOOD;
}

int tensor_to_npy(const char *path, const struct kernels_tensor *tensor)
{
	const char *dtype = NULL;
	struct cli_output output;
	for (size_t i = 0; i < DTYPES; i++) {
		if (dtypes[i].dtype == tensor->dtype && tensor->kind == KERNELS_TENSOR_DENSE)
			dtype = dtypes[i].npy;
	}
	if (!dtype) {
		cli_error("%s: NumPy has no dense array of %s", path, kernels_dtype_name(tensor->dtype));
		return CLI_BAD;
	}
	int code = cli_output_open(path, "npy", &output);
	if (code != CLI_GOOD)
		return code;
	npy_write_header(output.stream, dtype, tensor->shape.dims, tensor->shape.rank);
	(void)cli_output_put(&output, kernels_tensor_bytes(tensor),
		(size_t)kernels_tensor_elements(tensor) * kernels_dtype_size(tensor->dtype));
	return cli_output_finish(&output, true);
}
