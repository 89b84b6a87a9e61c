/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tfrt_test.{flatten, softmax_inplace, gradient_descent, ...}: layers of networks and steps of their training, on
 * f32. */
#include "elementwise/elementwise.h"
#include "common/arguments.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3") /* vectorizes loops of any length; gcc at -O2 vectorizes only some */
#endif

static const struct kernels_tensor *f32(struct kernels_call *call, uint32_t index, uint32_t rank)
{
	return kernels_tensor__dense(call, index, KERNELS_F32, rank);
}

/* (input, output, chain): copies the elements to another shape */
void kernels_tensor__flatten(struct kernels_call *call)
{
	const struct kernels_tensor *input = f32(call, 0, KERNELS_TENSOR__ANY_RANK);
	const struct kernels_tensor *output = input ? f32(call, 1, KERNELS_TENSOR__ANY_RANK) : NULL;
	if (!output)
		return;
	const int64_t count = kernels_tensor_elements(input);
	if (count != kernels_tensor_elements(output)) {
		kernels_call_fail(call, "arguments 0 and 1 must have equal numbers of elements, got %s and %s",
			kernels_tensor__shape_text(&input->shape).text,
			kernels_tensor__shape_text(&output->shape).text);
		return;
	}
	if (count > 0)
		memmove(kernels_tensor_data(output), kernels_tensor_bytes(input), (size_t)count * sizeof(float));
}

/* (values, chain): each row, along the last dimension */
void kernels_tensor__softmax_inplace(struct kernels_call *call)
{
	const struct kernels_tensor *t = f32(call, 0, KERNELS_TENSOR__ANY_RANK);
	if (!t || kernels_tensor_elements(t) == 0)
		return;
	float *row = kernels_tensor_data(t);
	const int64_t columns = t->shape.rank > 0 ? t->shape.dims[t->shape.rank - 1] : 1;
	for (int64_t rows = kernels_tensor_elements(t) / columns; rows > 0; rows--, row += columns) {
		float most = row[0]; /* e^(x - most) does not overflow */
		double sum = 0;
		for (int64_t i = 1; i < columns; i++)
			most = row[i] > most ? row[i] : most;
		for (int64_t i = 0; i < columns; i++) {
			row[i] = expf(row[i] - most);
			sum += (double)row[i];
		}
		for (int64_t i = 0; i < columns; i++)
			row[i] = (float)((double)row[i] / sum);
	}
}

/* a = a - factor * b */
static void subtract(float *a, const float *b, float factor, int64_t count)
{
	for (int64_t i = 0; i < count; i++)
		a[i] -= factor * b[i];
}

/* (weights, gradient, rate, chain...): weights -= rate * gradient; the rate is a tensor of one element */
void kernels_tensor__gradient_descent(struct kernels_call *call)
{
	const struct kernels_tensor *weights = f32(call, 0, KERNELS_TENSOR__ANY_RANK);
	const struct kernels_tensor *gradient = weights ? f32(call, 1, KERNELS_TENSOR__ANY_RANK) : NULL;
	const struct kernels_tensor *rate = gradient ? f32(call, 2, KERNELS_TENSOR__ANY_RANK) : NULL;
	if (!rate || !kernels_tensor__same_shape(call, 0, 1))
		return;
	if (kernels_tensor_elements(rate) != 1) {
		kernels_call_fail(call, "argument 2: expected one element, got shape %s",
			kernels_tensor__shape_text(&rate->shape).text);
		return;
	}
	subtract(kernels_tensor_data(weights), kernels_tensor_bytes(gradient),
		*(const float *)kernels_tensor_bytes(rate), kernels_tensor_elements(weights));
}

/* (a, b, chain...): a -= b */
void kernels_tensor__subtract_inplace(struct kernels_call *call)
{
	const struct kernels_tensor *a = f32(call, 0, KERNELS_TENSOR__ANY_RANK);
	const struct kernels_tensor *b = a ? f32(call, 1, KERNELS_TENSOR__ANY_RANK) : NULL;
	if (b && kernels_tensor__same_shape(call, 0, 1))
		subtract(kernels_tensor_data(a), kernels_tensor_bytes(b), 1, kernels_tensor_elements(a));
}

/* (input, output, chain): rank 2 */
void kernels_tensor__transpose(struct kernels_call *call)
{
	enum { BLOCK = 16 }; /* rows of 64 bytes: each cache line is read once */
	const struct kernels_tensor *input = f32(call, 0, 2), *output = input ? f32(call, 1, 2) : NULL;
	if (!output)
		return;
	const int64_t rows = input->shape.dims[0], columns = input->shape.dims[1];
	const struct kernels_shape shape = { .rank = 2, .dims = { columns, rows } };
	if (!kernels_tensor__expect_shape(call, 1, &shape) || !kernels_tensor__apart(call, 0, 1) || rows * columns == 0)
		return;
	const float *from = kernels_tensor_bytes(input);
	float *to = kernels_tensor_data(output);
	for (int64_t row = 0; row < rows; row += BLOCK) {
		for (int64_t column = 0; column < columns; column++) {
			for (int64_t i = row; i < row + BLOCK && i < rows; i++)
				to[column * rows + i] = from[i * columns + column];
		}
	}
}

/* (input [n, m], output [m], chain): the mean of each column */
void kernels_tensor__mean_axis_zero(struct kernels_call *call)
{
	const struct kernels_tensor *input = f32(call, 0, 2), *output = input ? f32(call, 1, 1) : NULL;
	if (!output)
		return;
	const int64_t rows = input->shape.dims[0], columns = input->shape.dims[1];
	const struct kernels_shape shape = { .rank = 1, .dims = { columns } };
	if (!kernels_tensor__expect_shape(call, 1, &shape) || !kernels_tensor__apart(call, 0, 1) || columns == 0)
		return;
	if (rows == 0) {
		kernels_call_fail(call, "argument 0: no rows to take the mean of");
		return;
	}
	const float *from = kernels_tensor_bytes(input);
	float *to = kernels_tensor_data(output);
	memset(to, 0, (size_t)columns * sizeof *to);
	for (int64_t row = 0; row < rows; row++) {
		for (int64_t i = 0; i < columns; i++)
			to[i] += from[row * columns + i];
	}
	for (int64_t i = 0; i < columns; i++)
		to[i] /= (float)rows;
}

/* (input [n, c], output [n, h, w, c], chain): each row for all pixels of its picture */
void kernels_tensor__broadcast_2d(struct kernels_call *call)
{
	const struct kernels_tensor *input = f32(call, 0, 2), *output = input ? f32(call, 1, 4) : NULL;
	if (!output)
		return;
	const int64_t *out = output->shape.dims;
	const struct kernels_shape shape = { .rank = 4,
		.dims = { input->shape.dims[0], out[1], out[2], input->shape.dims[1] } };
	if (!kernels_tensor__expect_shape(call, 1, &shape) || !kernels_tensor__apart(call, 0, 1) ||
		kernels_tensor_elements(output) == 0)
		return;
	const float *from = kernels_tensor_bytes(input);
	float *to = kernels_tensor_data(output);
	for (int64_t n = 0; n < out[0]; n++, from += out[3]) {
		for (int64_t pixel = 0; pixel < out[1] * out[2]; pixel++, to += out[3])
			memcpy(to, from, (size_t)out[3] * sizeof *to);
	}
}
