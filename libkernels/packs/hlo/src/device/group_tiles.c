/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products on GPUs. A work-group computes a tile of the result; it copies the parts of the operands that the tile needs into local memory,
 * a number of columns and rows of the depth at a time. Sums are in the order of the depth. */
#include "device/product_text.h"
#include <inttypes.h>

#define DEPTH 16     /* of the operands in local memory */
#define FEW_ROWS 16  /* results of fewer have other tiles */

/* Work-items of a group, and elements that each computes. */
struct tile {
	uint32_t width, height;  /* work-items */
	uint32_t columns, rows;  /* elements of an item */
};

static struct tile choose_tile(int64_t rows, size_t largest_group)
{
	if (largest_group < 64)
		return (struct tile){ 1, 1, 4, 4 };
	if (rows < FEW_ROWS)
		return (struct tile){ 64, 1, 1, rows < 4 ? (uint32_t)rows : 4 };
	return (struct tile){ 8, 8, 4, 4 };
}

/* Copies a tile of an operand into local memory; elements outside are 0. */
static void put_load(const struct hlo_device_product *p, const struct tile *t, const char *name, const char *array, const char *line, int64_t lines, uint32_t size)
{
	const uint32_t items = t->width * t->height;
	kernels_hlo__source_put(p->source,
		"for (int i = item; i < %u; i += %u) {\n"
		"const %s %s = first_%s + i %% %u, k = start + i / %u;\n"
		"tile_%s[i / %u][i %% %u] = %s < %" PRId64 " && k < %" PRId64 " ? %s(%s, batch, %s, k) : 0;\n}\n",
		size * DEPTH, items, p->index, line, line, size, size, array, size, size, line, lines, p->depth, name, array, line);
}

static void put_kernel(const struct hlo_device_product *p, const struct tile *t, enum kernels_dtype result)
{
	const uint32_t rows = t->height * t->rows, columns = t->width * t->columns;
	const char *work = kernels_hlo__source_work(p->algorithm->work);
	kernels_hlo__source_put(p->source,
		"local %s tile_a1[%d][%u], tile_a2[%d][%u];\n"
		"const int x = get_local_id(0), y = get_local_id(1), item = y * %u + x;\n"
		"const %s first_column = get_group_id(0) * %u, first_row = get_group_id(1) * %u, batch = get_group_id(2);\n"
		"%s sums[%u][%u];\n"
		"for (int i = 0; i < %u; i++)\nfor (int j = 0; j < %u; j++)\nsums[i][j] = 0;\n"
		"for (%s start = 0; start < %" PRId64 "; start += %d) {\n",
		work, DEPTH, rows, DEPTH, columns, t->width, p->index, columns, rows, work, t->rows, t->columns, t->rows, t->columns,
		p->index, p->depth, DEPTH);
	put_load(p, t, "left", "a1", "row", p->rows, rows);
	put_load(p, t, "right", "a2", "column", p->columns, columns);
	kernels_hlo__source_put(p->source,
		"barrier(CLK_LOCAL_MEM_FENCE);\n"
		"for (int k = 0; k < %d; k++)\nfor (int i = 0; i < %u; i++)\nfor (int j = 0; j < %u; j++)\n"
		"sums[i][j] += tile_a1[k][y * %u + i] * tile_a2[k][x + j * %u];\n"
		"barrier(CLK_LOCAL_MEM_FENCE);\n}\n"
		"for (int i = 0; i < %u; i++)\nfor (int j = 0; j < %u; j++) {\n"
		"const %s row = first_row + y * %u + i, column = first_column + x + j * %u;\n"
		"if (row < %" PRId64 " && column < %" PRId64 ")\nr0[position(batch, row, column)] = %s((%s)sums[i][j]);\n}\n}\n",
		DEPTH, t->rows, t->columns, t->rows, t->width, t->rows, t->columns, p->index, t->rows, t->width, p->rows, p->columns,
		kernels_hlo__source_narrow(result), kernels_hlo__source_work(result));
}

static size_t blocks_of(int64_t size, uint32_t block) { return ((size_t)size + block - 1) / block; }

static void find_launch(const struct hlo_device_product *p, const struct tile *t, struct hlo_device *device)
{
	struct kernels_device_launch *launch = &device->launch;
	launch->dimensions = 3;
	launch->group[0] = t->width;
	launch->group[1] = t->height;
	launch->group[2] = 1;
	launch->global[0] = blocks_of(p->columns, t->width * t->columns) * t->width;
	launch->global[1] = blocks_of(p->rows, t->height * t->rows) * t->height;
	launch->global[2] = (size_t)p->batches;
}

void kernels_hlo__group_tiles(const struct hlo_device_product *p, struct hlo_device *device)
{
	const struct tile t = choose_tile(p->rows, device->largest_group);
	kernels_hlo__device_begin_kernel(p->op, device, p->source);
	put_kernel(p, &t, p->op->results[0].dtype);
	find_launch(p, &t, device);
}
