/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See lines.h. */
#include "sorting/lines.h"
#include "layout/pick.h"
#include <kernels/stop.h>

#define TILE 256
#define LONG 32768

bool kernels_hlo__lines_plan(struct hlo_op *op, const struct hlo_type *type, int64_t dimension, struct hlo_lines *out)
{
	uint32_t rank = type->shape.rank;
	if (dimension < -(int64_t)rank || dimension >= rank)
		return kernels_hlo__refuse(op, "dimension %lld of a tensor of rank %u", (long long)dimension, rank);
	uint32_t d = (uint32_t)(dimension < 0 ? dimension + rank : dimension);
	*out = (struct hlo_lines){ 0, type->shape.dims[d], 1 };
	if (type->elements == 0)
		return true;
	for (uint32_t i = d + 1; i < rank; i++)
		out->stride *= type->shape.dims[i];
	out->count = type->elements / out->n;
	return true;
}

void kernels_hlo__move_line(void *to, const void *from, size_t size, int64_t first, int64_t stride,
	const int64_t *offsets, int64_t n)
{
	_Alignas(16) char elements[TILE * 16];
	int64_t places[TILE];
	uint32_t did = 0;
	for (int64_t i = 0; stride == 1 && i < n; i += LONG) {
		const size_t count = n - i < LONG ? (size_t)(n - i) : LONG;
		if (i > 0 && kernels_stopped())
			return;
		kernels_hlo__pick((char *)to + (size_t)(first + i) * size, from, offsets + i, 0, size, count);
	}
	for (int64_t i = 0; stride != 1 && i < n && !kernels_stops(&did, 2 * TILE); i += TILE) {
		size_t count = n - i < TILE ? (size_t)(n - i) : TILE;
		for (size_t k = 0; k < count; k++)
			places[k] = first + (i + (int64_t)k) * stride;
		kernels_hlo__pick(elements, from, offsets + i, 0, size, count);
		kernels_hlo__place(to, elements, places, 0, size, count);
	}
}
