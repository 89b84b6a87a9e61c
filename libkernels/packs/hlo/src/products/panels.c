/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "products/panels.h"
#include "expr/dtypes.h"
#include <shared/gemm.h>
#include <shared/share.h>
#include <string.h>

_Static_assert((int)HLO_PANEL == (int)GEMM_PANEL, "");

bool kernels_hlo__panels_plan(struct hlo_op *op, int64_t matrices, size_t depth, size_t columns)
{
	const enum kernels_dtype dtype = op->operands[1].dtype;
	if (hlo_elements_of_group(dtype) == 0)
		return kernels_hlo__refuse(
			op, "operand 1 has panels of %s, expected f32, bf16 or i8", kernels_hlo__dtype_name(dtype));
	return (matrices == 1 && hlo_has_panels(dtype, depth, columns)) ||
	       kernels_hlo__refuse(op,
		       "operand 1 has %lld matrices of %zu x %zu elements, expected one with a multiple of %u rows and of %d columns for panels",
		       (long long)matrices, depth, columns, hlo_elements_of_group(dtype), HLO_PANEL);
}

struct unpacking {
	const char *from;
	char *to;
	size_t size, groups, columns;
};

/* `size` is a constant in each call. */
static inline __attribute__((always_inline)) void unpack_row(
	const struct unpacking *u, size_t group, size_t column, const size_t size)
{
	const char *from = u->from + (column / HLO_PANEL * u->groups + group) * HLO_PANEL * HLO_GROUP_BYTES;
	const size_t of_group = HLO_GROUP_BYTES / size;
	for (size_t k = 0; k < of_group; k++) {
		char *to = u->to + ((group * of_group + k) * u->columns + column) * size;
		for (size_t j = 0; j < HLO_PANEL; j++)
			memcpy(to + j * size, from + j * HLO_GROUP_BYTES + k * size, size);
	}
}

/* Groups of all columns. */
static void unpack_groups(const void *data, size_t begin, size_t end)
{
	const struct unpacking *u = data;
	for (size_t group = begin; group < end; group++) {
		for (size_t column = 0; column < u->columns; column += HLO_PANEL) {
			switch (u->size) {
			case 1: unpack_row(u, group, column, 1); break;
			case 2: unpack_row(u, group, column, 2); break;
			default: unpack_row(u, group, column, 4); break;
			}
		}
	}
}

void *kernels_hlo__panels_unpack(const struct hlo_run *run, enum kernels_dtype dtype, size_t depth, size_t columns, const void *from)
{
	const size_t size = kernels_dtype_size(dtype), groups = depth * size / HLO_GROUP_BYTES;
	const struct unpacking unpacking = { from, async_alloc(run->allocator, depth * columns * size, 64), size, groups, columns };
	if (unpacking.to)
		kernels_shared__share(
			kernels_host(run->request)->queue, unpack_groups, &unpacking, groups, depth * columns * size / 4);
	return unpacking.to;
}
