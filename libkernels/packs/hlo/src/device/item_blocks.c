/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products on CPUs. Each group is one work-item. It computes up to 48 rows of some tiles of columns: it copies a part of the left
 * rows and of a tile of the right matrix into private memory, 128 of the depth at a time, and adds their products to sums in registers,
 * a few rows and up to two vectors of columns at a time. Local memory and barriers would only cost time: on CPUs they are memory and loops
 * over the items of a group. Sums are in the order of the depth. The compiler contracts products and sums where the device has that, but not
 * short sums, which have the bits of separate operations. */
#include "device/product_text.h"
#include <inttypes.h>

#define BLOCK_ROWS 48   /* a multiple of all block_rows() */
#define BLOCK_DEPTH 128
#define FEW_ROWS 8      /* with fewer, elements of the right matrix are used once or so: they are not copied */
#define SHORT_DEPTH 16
#define MOST_TILES 4
#define MANY_ITEMS 32   /* enough for the threads of a device */

struct form {
	uint32_t lanes, vectors; /* of a tile of columns */
	uint32_t rows, step;     /* of an item, and that are in registers at the same time */
	uint32_t tiles;          /* of columns, of an item */
	bool direct;             /* the right matrix is read in place */
};

/* Rows whose sums fit into the registers. Processors with vectors of 32 bytes have 16 of them, others 32. */
static uint32_t block_rows(uint32_t vector_bytes) { return vector_bytes == 32 ? 4 : 8; }

static int64_t blocks_of(int64_t size, int64_t block) { return (size + block - 1) / block; }

static struct form choose_form(const struct hlo_device_product *p, uint32_t vector_bytes)
{
	const bool small = kernels_hlo__source_widen(p->algorithm->work)[0] != '\0'; /* sums of small floats are of type float */
	const uint32_t element = small ? sizeof(float) : (uint32_t)kernels_dtype_size(p->algorithm->work);
	const uint32_t fitting = vector_bytes / element, most = block_rows(vector_bytes);
	struct form f = { .lanes = fitting >= 16 ? 16 : fitting >= 8 ? 8 : fitting >= 4 ? 4 : 2 };
	f.vectors = p->columns > f.lanes ? 2 : 1;
	f.step = p->rows < most ? (uint32_t)p->rows : most;
	f.rows = p->rows < BLOCK_ROWS ? (uint32_t)blocks_of(p->rows, f.step) * f.step : BLOCK_ROWS;
	f.direct = p->rows <= FEW_ROWS && p->right.known && p->right.column == 1 && p->columns % (f.lanes * f.vectors) == 0 &&
		   !small && p->algorithm->rhs.from == p->algorithm->work;
	const int64_t columns = blocks_of(p->columns, f.lanes * f.vectors), others = p->batches * blocks_of(p->rows, f.rows);
	f.tiles = 1;
	while (f.tiles < MOST_TILES && f.tiles < columns && others * blocks_of(columns, 2 * f.tiles) >= MANY_ITEMS)
		f.tiles *= 2;
	return f;
}

static void put_definitions(const struct hlo_device_product *p, const struct form *f)
{
	const struct hlo_op *op = p->op;
	const char *work = kernels_hlo__source_work(p->algorithm->work);
	kernels_hlo__source_put(p->source,
		"#define ROWS ((index)%" PRId64 ")\n#define COLUMNS ((index)%" PRId64 ")\n#define DEPTH ((index)%" PRId64 ")\n"
		"#define LANES %u\n#define VECTORS %u\n#define WIDTH (LANES * VECTORS)\n#define TILES %u\n"
		"#define BLOCK_ROWS %u\n#define BLOCK_DEPTH %d\n#define STEP %u\n#define COLUMN_STEP %" PRId64 "\n"
		"#define RIGHT_OF(x) ((work)%s(x))\n#define RESULT_OF(x) %s((%s)(x))\n"
		"typedef %s%u vec;\n",
		p->rows, p->columns, p->depth, f->lanes, f->vectors, f->tiles, f->rows, BLOCK_DEPTH, f->step, p->column_step,
		kernels_hlo__source_widen(op->operands[2].dtype), kernels_hlo__source_narrow(op->results[0].dtype),
		kernels_hlo__source_work(op->results[0].dtype), work, f->lanes);
}

/* A tile of the right matrix; columns outside are 0. */
static void put_copy_of_right(const struct hlo_device_product *p)
{
	const struct hlo_device_strides *s = &p->right;
	const char *type = kernels_hlo__source_type(p->op->operands[2].dtype);
	const bool in_rows = s->column == 1; /* then neighbours are in rows, else in columns */
	const char *outer = in_rows ? "k" : "j", *inner = in_rows ? "j" : "k";
	const char *outer_end = in_rows ? "depth" : "WIDTH", *inner_end = in_rows ? "WIDTH" : "depth";
	if (!s->known) {
		kernels_hlo__source_put(p->source, "for (int k = 0; k < depth; k++)\nfor (int j = 0; j < WIDTH; j++)\n"
			"right_block[k * WIDTH + j] = j < columns ? right(a2, batch, first_column + j, start + k) : 0;\n");
		return;
	}
	kernels_hlo__source_put(p->source,
		"global const %s *from = a2 + (%" PRId64 " + batch * (index)%" PRId64 " + start * (index)%" PRId64 " + first_column * (index)%" PRId64 ");\n"
		"if (columns == WIDTH) {\nfor (int %s = 0; %s < %s; %s++)\nfor (int %s = 0; %s < %s; %s++)\n"
		"right_block[k * WIDTH + j] = RIGHT_OF(from[k * (index)%" PRId64 " + j * (index)%" PRId64 "]);\n} else {\n"
		"for (int k = 0; k < depth; k++)\nfor (int j = 0; j < WIDTH; j++)\n"
		"right_block[k * WIDTH + j] = j < columns ? RIGHT_OF(from[k * (index)%" PRId64 " + j * (index)%" PRId64 "]) : 0;\n}\n",
		type, s->start, s->batch, s->k, s->column, outer, outer, outer_end, outer, inner, inner, inner_end, inner, s->k, s->column,
		s->k, s->column);
}

/* Adds the products of STEP rows from i on. The sums are variables, so that they stay in registers. */
static void put_products(const struct hlo_device_product *p, const struct form *f)
{
	struct hlo_source *source = p->source;
	kernels_hlo__source_put(source, "work *at = sums + (tile * BLOCK_ROWS + i) * WIDTH;\nconst work *a = left_block + i * BLOCK_DEPTH;\n");
	for (uint32_t r = 0; r < f->step; r++)
		for (uint32_t v = 0; v < f->vectors; v++)
			kernels_hlo__source_put(source, "vec s%u_%u = vload%u(%u, at);\n", r, v, f->lanes, r * f->vectors + v);
	kernels_hlo__source_put(source, "#pragma nounroll\nfor (int k = 0; k < depth; k++) {\n");
	for (uint32_t v = 0; v < f->vectors; v++) {
		if (f->direct)
			kernels_hlo__source_put(source, "const vec b%u = vload%u(%u, b + k * (index)%" PRId64 ");\n", v, f->lanes, v, p->right.k);
		else
			kernels_hlo__source_put(source, "const vec b%u = vload%u(k * VECTORS + %u, right_block);\n", v, f->lanes, v);
	}
	for (uint32_t r = 0; r < f->step; r++) {
		kernels_hlo__source_put(source, "const vec x%u = a[%u + k];\n", r, r * BLOCK_DEPTH);
		for (uint32_t v = 0; v < f->vectors; v++)
			kernels_hlo__source_put(source, "s%u_%u += x%u * b%u;\n", r, v, r, v);
	}
	kernels_hlo__source_put(source, "}\n");
	for (uint32_t r = 0; r < f->step; r++)
		for (uint32_t v = 0; v < f->vectors; v++)
			kernels_hlo__source_put(source, "vstore%u(s%u_%u, %u, at);\n", f->lanes, r, v, r * f->vectors + v);
}

/* Arrays are aligned for the vectors that the loops read. */
static const char begin_text[] =
	"__attribute__((aligned(64))) work sums[TILES * BLOCK_ROWS * WIDTH], left_block[BLOCK_ROWS * BLOCK_DEPTH];\n"
	"const index first_row = get_global_id(1) * BLOCK_ROWS, batch = get_global_id(2);\n"
	"const int rows = (int)min((index)BLOCK_ROWS, ROWS - first_row);\n"
	"#pragma nounroll\nfor (int i = 0; i < TILES * BLOCK_ROWS * WIDTH; i++)\nsums[i] = 0;\n"
	"#pragma nounroll\nfor (index start = 0; start < DEPTH; start += BLOCK_DEPTH) {\n"
	"const int depth = (int)min((index)BLOCK_DEPTH, DEPTH - start);\n"
	/* rows outside are the last one again; their sums are not stored */
	"#pragma nounroll\nfor (int i = 0; i < (rows + STEP - 1) / STEP * STEP; i++)\n"
	"left_row(a1, batch, min(first_row + i, ROWS - 1), start, depth, left_block + i * BLOCK_DEPTH);\n";
static const char tile_text[] =
	"#pragma nounroll\nfor (int tile = 0; tile < TILES; tile++) {\n"
	"const index first_column = (get_global_id(0) * TILES + tile) * WIDTH;\n"
	"if (first_column >= COLUMNS)\nbreak;\n"
	"const int columns = (int)min((index)WIDTH, COLUMNS - first_column);\n";
static const char store_text[] =
	"#pragma nounroll\nfor (int i = 0; i < rows; i++) {\n"
	"const work *from = sums + (tile * BLOCK_ROWS + i) * WIDTH;\n"
	"const index to = position(batch, first_row + i, first_column);\n"
	"for (int j = 0; j < columns; j++)\nr0[to + j * (index)COLUMN_STEP] = RESULT_OF(from[j]);\n}\n}\n}\n";

void kernels_hlo__item_blocks(const struct hlo_device_product *p, struct hlo_device *device)
{
	const struct form f = choose_form(p, device->vector_bytes);
	const struct hlo_device_strides *s = &p->right;
	struct hlo_source *source = p->source;
	put_definitions(p, &f);
	kernels_hlo__device_begin_kernel(p->op, device, source);
	kernels_hlo__source_put(source, "#pragma OPENCL FP_CONTRACT %s\n%s%s%s", p->depth < SHORT_DEPTH ? "OFF" : "ON",
		f.direct ? "" : "__attribute__((aligned(64))) work right_block[BLOCK_DEPTH * WIDTH];\n", begin_text, tile_text);
	if (f.direct)
		kernels_hlo__source_put(source, "global const work *b = a2 + (%" PRId64 " + batch * (index)%" PRId64 " + start * (index)%" PRId64
			" + first_column);\n", s->start, s->batch, s->k);
	else
		put_copy_of_right(p);
	kernels_hlo__source_put(source, "#pragma nounroll\nfor (int i = 0; i < rows; i += STEP) {\n");
	put_products(p, &f);
	kernels_hlo__source_put(source, "}\n}\n}\n%s%s", tile_text, store_text);
	device->launch.dimensions = 3;
	for (size_t i = 0; i < 3; i++)
		device->launch.group[i] = 1;
	device->launch.global[0] = (size_t)blocks_of(p->columns, (int64_t)f.lanes * f.vectors * f.tiles);
	device->launch.global[1] = (size_t)blocks_of(p->rows, f.rows);
	device->launch.global[2] = (size_t)p->batches;
}
