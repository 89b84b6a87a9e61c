/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tensors and shapes as text, identical to TFRT's. */
#include "common/print.h"
#include "common/arguments.h"
#include <bytecursor/memory.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void add_separator(struct bytecursor_text *text, int64_t index)
{
	if (index > 0)
		bytecursor_text_put(text, ", ", 2);
}

/* "%e" as LLVM prints it, independent of the locale of the process. */
static void add_float(struct bytecursor_text *text, double value)
{
	char number[64];
	if (isnan(value)) {
		bytecursor_text_puts(text, "nan");
		return;
	}
	if (isinf(value)) {
		bytecursor_text_puts(text, value < 0 ? "-INF" : "INF");
		return;
	}
	snprintf(number, sizeof number, "%e", value);
	char *point = number + (number[0] == '-') + 1, *fraction = point;
	while (!isdigit((unsigned char)*fraction))
		fraction++;
	bytecursor_text_put(text, number, (size_t)(point - number));
	bytecursor_text_put(text, ".", 1);
	bytecursor_text_puts(text, fraction);
}

static void add_complex(struct bytecursor_text *text, double real, double imaginary)
{
	bytecursor_text_put(text, "(", 1);
	add_float(text, real);
	bytecursor_text_put(text, ",", 1);
	add_float(text, imaginary);
	bytecursor_text_put(text, ")", 1);
}

static void add_integer(struct bytecursor_text *text, const void *p, enum kernels_dtype dtype)
{
	char number[24];
	bool is_signed = dtype == KERNELS_I8 || dtype == KERNELS_I16 || dtype == KERNELS_I32 || dtype == KERNELS_I64 ||
			 dtype == KERNELS_QI8 || dtype == KERNELS_QI16 || dtype == KERNELS_QI32;
	int64_t s;
	uint64_t u;
	switch (kernels_dtype_size(dtype)) {
	case 1:
		s = *(const int8_t *)p;
		u = *(const uint8_t *)p;
		break;
	case 2: /* for f16 and bf16: their bits */
		s = *(const int16_t *)p;
		u = *(const uint16_t *)p;
		break;
	case 4:
		s = *(const int32_t *)p;
		u = *(const uint32_t *)p;
		break;
	default:
		s = *(const int64_t *)p;
		u = *(const uint64_t *)p;
	}
	if (is_signed)
		snprintf(number, sizeof number, "%" PRId64, s);
	else
		snprintf(number, sizeof number, "%" PRIu64, u);
	bytecursor_text_puts(text, number);
}

static void add_element(struct bytecursor_text *text, const void *p, enum kernels_dtype dtype)
{
	switch (dtype) {
	case KERNELS_F32:
		add_float(text, (double)*(const float *)p);
		break;
	case KERNELS_F64:
		add_float(text, *(const double *)p);
		break;
	case KERNELS_COMPLEX64:
		add_complex(text, (double)((const float *)p)[0], (double)((const float *)p)[1]);
		break;
	case KERNELS_COMPLEX128:
		add_complex(text, ((const double *)p)[0], ((const double *)p)[1]);
		break;
	default:
		add_integer(text, p, dtype);
	}
}

static void add_elements(struct bytecursor_text *text, const void *data, enum kernels_dtype dtype, int64_t count)
{
	size_t size = kernels_dtype_size(dtype);
	bytecursor_text_put(text, "[", 1);
	for (int64_t i = 0; i < count && !text->failed; i++) {
		add_separator(text, i);
		add_element(text, (const char *)data + (size_t)i * size, dtype);
	}
	bytecursor_text_put(text, "]", 1);
}

void kernels_tensor__put_elements(
	struct bytecursor_text *text, const uint8_t *elements, enum kernels_dtype dtype, int64_t count)
{
	const size_t size = kernels_dtype_size(dtype);
	const bool one = count < 0;
	char element[16];
	if (!one)
		bytecursor_text_put(text, "[", 1);
	for (int64_t i = 0; i < (one ? 1 : count) && !text->failed; i++) {
		kernels_elements_load(element, elements + (size_t)i * size, dtype, 1);
		add_separator(text, i);
		add_element(text, element, dtype);
	}
	if (!one)
		bytecursor_text_put(text, "]", 1);
}

static void add_strings(struct bytecursor_text *text, const struct kernels_text *strings, int64_t count)
{
	bytecursor_text_put(text, "[", 1);
	for (int64_t i = 0; i < count; i++) {
		add_separator(text, i);
		bytecursor_text_put(text, "\"", 1);
		bytecursor_text_put(text, strings[i].data, strings[i].size);
		bytecursor_text_put(text, "\"", 1);
	}
	bytecursor_text_put(text, "]", 1);
}

static void add_head(struct bytecursor_text *text, const char *kind, const struct kernels_tensor *tensor, bool with_dtype)
{
	bytecursor_text_puts(text, kind);
	if (with_dtype) {
		bytecursor_text_puts(text, " dtype = ");
		bytecursor_text_puts(text, kernels_dtype_name(tensor->dtype));
		bytecursor_text_put(text, ",", 1);
	}
	bytecursor_text_puts(text, " shape = ");
	bytecursor_text_puts(text, kernels_tensor__shape_text(&tensor->shape).text);
}

static void add_coo(struct bytecursor_text *text, const struct kernels_tensor *tensor)
{
	size_t indices = kernels_buffer_size(tensor->indices) / sizeof(int64_t);
	size_t values = kernels_buffer_size(tensor->buffer) / kernels_dtype_size(tensor->dtype);
	add_head(text, "CooHostTensor", tensor, true);
	bytecursor_text_puts(text, ", indices = ");
	add_elements(text, kernels_buffer_data(tensor->indices), KERNELS_I64, (int64_t)indices);
	bytecursor_text_puts(text, ", values = ");
	add_elements(text, kernels_buffer_data(tensor->buffer), tensor->dtype, (int64_t)values);
	bytecursor_text_put(text, "\n", 1); /* TFRT prints an empty line after this kind of tensor */
}

void kernels_tensor__print_text(struct kernels_call *call, struct bytecursor_text *text)
{
	const struct async_host *host = kernels_host(call->request);
	if (text->failed)
		kernels_call_fail(call, "out of memory for a text of more than %zu bytes", text->size);
	else if (host->print)
		host->print(host->print_ctx, text->data, text->size);
	bytecursor_text_free(text);
}

void kernels_tensor__print_tensor(struct kernels_call *call)
{
	const struct kernels_tensor *tensor = kernels_tensor__argument(call, 0);
	const struct async_allocator *allocator = kernels_tensor__allocator(call);
	/* The whole text: output of one call is not interleaved with that of other threads. */
	struct bytecursor_text text = { .memory = BYTECURSOR_ALLOCATOR(allocator) };
	switch (tensor->kind) {
	case KERNELS_TENSOR_STRING:
		add_head(&text, "StringHostTensor", tensor, false);
		bytecursor_text_puts(&text, ", values = ");
		add_strings(&text, kernels_tensor_bytes(tensor), kernels_tensor_elements(tensor));
		break;
	case KERNELS_TENSOR_COO:
		add_coo(&text, tensor);
		break;
	default:
		if (!kernels_tensor__dense(call, 0, KERNELS_DTYPE_INVALID, KERNELS_TENSOR__ANY_RANK))
			return;
		add_head(&text, "DenseHostTensor", tensor, true);
		bytecursor_text_puts(&text, ", values = ");
		add_elements(&text, kernels_tensor_bytes(tensor), tensor->dtype, kernels_tensor_elements(tensor));
	}
	bytecursor_text_put(&text, "\n", 1);
	kernels_tensor__print_text(call, &text);
}

void kernels_tensor__print_named_shape(struct kernels_call *call, const char *name, const struct kernels_shape *shape)
{
	async_host_print(kernels_host(call->request), "%s = %s\n", name, kernels_tensor__shape_text(shape).text);
}

void kernels_tensor__print_named_dims(struct kernels_call *call, const char *name, const struct kernels_dims *dims)
{
	const struct async_allocator *allocator = kernels_tensor__allocator(call);
	char small[KERNELS_SHAPE_TEXT], *text = small;
	size_t size = kernels_dims_text(dims, small, sizeof small) + 1;
	if (size > sizeof small) {
		text = async_alloc(allocator, size, 1);
		if (!text) {
			kernels_call_fail(call, "out of memory for a text of more than %zu bytes", size);
			return;
		}
		kernels_dims_text(dims, text, size);
	}
	async_host_print(kernels_host(call->request), "%s = %s\n", name, text);
	if (text != small)
		async_free(allocator, text, size, 1);
}
