/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dimensions: counting, comparing, showing. */
#include <inttypes.h>
#include <kernels/tensor.h>
#include <stdio.h>
#include <string.h>

bool kernels_shape_elements(const struct kernels_shape *shape, int64_t *out_count)
{
	if (shape->rank > KERNELS_MAX_RANK)
		return false;
	int64_t count = 1;
	bool fits = true, empty = false;
	for (uint32_t i = 0; i < shape->rank; i++) {
		if (shape->dims[i] < 0)
			return false;
		empty |= shape->dims[i] == 0;
		fits &= !__builtin_mul_overflow(count, shape->dims[i], &count);
	}
	*out_count = empty ? 0 : count; /* a product of huge dimensions and a zero is zero */
	return fits || empty;
}

bool kernels_shape_equal(const struct kernels_shape *a, const struct kernels_shape *b)
{
	return a->rank == b->rank && memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) == 0;
}

size_t kernels_shape_text(const struct kernels_shape *shape, char *buffer, size_t size)
{
	char text[2 + KERNELS_MAX_RANK * 22 + 1];
	size_t used = 0;
	text[used++] = '[';
	for (uint32_t i = 0; i < shape->rank && i < KERNELS_MAX_RANK; i++)
		used += (size_t)snprintf(text + used, sizeof text - used, "%s%" PRId64, i ? ", " : "", shape->dims[i]);
	text[used++] = ']';
	if (size > 0) {
		size_t copied = used < size - 1 ? used : size - 1;
		memcpy(buffer, text, copied);
		buffer[copied] = '\0';
	}
	return used;
}
