/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A convolution in units of a group and some positions. The division depends on the shapes only. */
#include "products/conv.h"
#include "products/grouped.h"
#include "products/library.h"
#include "products/multiply.h"
#include "products/panels.h"
#include "products/winograd.h"
#include <shared/share.h>
#include <stdatomic.h>
#include <string.h>

enum {
	MOST_ROWS = 128,        /* positions of a unit */
	LEAST_ROWS = 16,
	/* For so few positions packing the weights takes as long as their product. Rows of more features are too far from
	 * each other to be read in place. */
	FEW_POSITIONS = 64,
	FEW_FEATURES = 1024,
	LEFT_BYTES = 1 << 20,   /* of a left matrix that exists as a whole: the second-level cache */
	COPIED_BYTES_PER_NS = 8,
	TILE_ELEMENTS = 1 << 16 /* of the product of a unit, unless LEAST_ROWS are more */
};

/* The matrices of a call. */
struct work {
	const struct hlo_run *run;
	const struct conv *conv;
	struct hlo_epilogue *epilogue;
	const struct kernels_math *library; /* for products of this type; NULL: the built-in product */
	const void *input, *weights;
	bool panels;             /* of the weights */
	char *packed;            /* weights in the form of kernels_hlo__product_pack(), or NULL */
	size_t packed_group;     /* bytes of a group of them */
	size_t rows, row_units;  /* of a unit; units of a group */
	atomic_bool *failed;
};

/* Memory of a thread. */
struct scratch {
	size_t size;
	char *block, *left, *sums, *results;
	int64_t *table;
};

static size_t round_up(size_t n) { return (n + 63) & ~(size_t)63; }

static bool take_scratch(const struct work *w, struct scratch *out)
{
	const struct conv *conv = w->conv;
	const size_t element = kernels_dtype_size(conv->algorithm.work), features = (size_t)conv->features;
	const size_t left = round_up(w->rows * hlo_least(conv->depth, HLO_PACKED_DEPTH) * element);
	const size_t sums = round_up(w->rows * features * element);
	const size_t results = round_up(w->rows * features * kernels_dtype_size(conv->algorithm.result.to));
	out->size = left + sums + results + kernels_hlo__conv_table(conv) * sizeof(int64_t);
	out->block = async_alloc(w->run->allocator, out->size, 64);
	if (!out->block)
		return false;
	out->left = out->block;
	out->sums = out->left + left;
	out->results = out->sums + sums;
	out->table = (int64_t *)(void *)(out->results + results);
	return true;
}

/* ---- products */

/* Adds the part [k, k + depth) of the sums of all features. */
static void multiply_part(const struct work *w, size_t group, struct hlo_product *p, size_t k, char *c, size_t element)
{
	const bool pairs = w->conv->pairs;
	const size_t features = (size_t)w->conv->features, depth = pairs ? hlo_groups(w->conv->depth, 2) : w->conv->depth;
	const size_t row = pairs ? k / 2 : k;
	const char *b = (const char *)w->weights + (w->panels ? row * HLO_PANEL : (group * depth + row) * features) * element;
	char *packed = w->packed ? w->packed + group * w->packed_group : NULL;
	for (size_t column = 0; column < features; column += p->columns) {
		p->columns = hlo_least(features - column, HLO_PACKED_COLUMNS);
		p->b = b + column * (w->panels ? depth : 1) * element;
		p->c = c + column * element;
		p->packed_b = packed ? kernels_hlo__product_packed_at(packed, p->columns, k) : NULL;
		kernels_hlo__multiply(pairs ? KERNELS_BF16 : w->conv->algorithm.work, p);
		if (packed)
			packed += kernels_hlo__product_packed_size(w->conv->algorithm.work, p->columns, depth);
	}
}

/* The sums of some positions, to rows of c_stride elements. */
static void multiply_rows(const struct work *w, struct scratch *scratch, size_t group, size_t first, size_t rows, char *c,
	size_t c_stride)
{
	const struct conv *conv = w->conv;
	const size_t element = kernels_dtype_size(conv->algorithm.work);
	for (size_t k = 0; k < conv->depth; k += HLO_PACKED_DEPTH) {
		struct hlo_product p = { .rows = rows, .depth = hlo_least(conv->depth - k, HLO_PACKED_DEPTH),
			.b_stride = w->panels ? conv->depth : (size_t)conv->features, .b_panels = w->panels, .c_stride = c_stride,
			.add = k > 0, .plain = conv->plain };
		if (conv->rows_are_input) {
			const int64_t at = (int64_t)first * conv->row_step + (int64_t)group * conv->group_step +
				(int64_t)k;
			p.a = (const char *)w->input + at * (int64_t)conv_left_size(conv);
			p.a_stride = (size_t)conv->row_step;
		} else {
			p.a_stride = conv->pairs ? 2 * hlo_groups(p.depth, 2) : p.depth;
			kernels_hlo__conv_rows(conv, w->input, group, first, rows, k, p.depth, p.a_stride, scratch->left,
				scratch->table);
			p.a = scratch->left;
		}
		if (conv->pairs) {
			p.a_stride /= 2;
			p.depth = hlo_groups(p.depth, 2);
			p.b_stride = w->panels ? hlo_groups(conv->depth, 2) : p.b_stride;
		}
		multiply_part(w, group, &p, k, c, element);
	}
}

/* ---- results */

static int64_t output_offset(const struct conv *conv, size_t position)
{
	int64_t offset = 0;
	for (uint32_t i = conv->dim_count; i-- > 0;) {
		offset += (int64_t)(position % (size_t)conv->dims[i].output) * conv->dims[i].output_step;
		position /= (size_t)conv->dims[i].output;
	}
	return offset + (int64_t)position * conv->output_batch_step;
}

static inline __attribute__((always_inline)) void scatter(const char *from, const int64_t *offsets, size_t rows,
	size_t features, int64_t step, char *to, const size_t size)
{
	for (size_t f = 0; f < features; f++, to += step * (int64_t)size)
		for (size_t i = 0; i < rows; i++)
			memcpy(to + offsets[i] * (int64_t)size, from + (i * features + f) * size, size);
}

/* Converts the sums of some positions, and moves them to their places, which are not rows. */
static void store_rows(const struct work *w, const struct scratch *scratch, size_t group, size_t first, size_t rows)
{
	const struct conv *conv = w->conv;
	const struct hlo_chain *chain = &conv->algorithm.result;
	const size_t features = (size_t)conv->features, size = kernels_dtype_size(chain->to);
	int64_t offsets[MOST_ROWS];
	const char *from = scratch->sums;
	char *to = (char *)w->epilogue->sums + (int64_t)(group * features) * conv->feature_step * (int64_t)size;
	if (!kernels_hlo__chain_is_copy(chain)) {
		kernels_hlo__chain_run(chain, from, rows * features, scratch->results);
		from = scratch->results;
	}
	for (size_t i = 0; i < rows; i++)
		offsets[i] = output_offset(conv, first + i);
	switch (size) {
	case 1: scatter(from, offsets, rows, features, conv->feature_step, to, 1); break;
	case 2: scatter(from, offsets, rows, features, conv->feature_step, to, 2); break;
	case 4: scatter(from, offsets, rows, features, conv->feature_step, to, 4); break;
	case 8: scatter(from, offsets, rows, features, conv->feature_step, to, 8); break;
	default: scatter(from, offsets, rows, features, conv->feature_step, to, 16); break;
	}
}

/* As store_rows(), if rows are contiguous in the result. */
static void finish_rows(const struct work *w, const struct scratch *scratch, int64_t at, size_t rows)
{
	const size_t features = (size_t)w->conv->features, step = (size_t)w->conv->output_row_step;
	const size_t row = features * kernels_dtype_size(w->conv->algorithm.work);
	if (step == features) {
		kernels_hlo__epilogue_run(w->epilogue, (size_t)at, rows * features, scratch->sums);
		return;
	}
	for (size_t i = 0; i < rows; i++)
		kernels_hlo__epilogue_run(w->epilogue, (size_t)at + i * step, features, scratch->sums + i * row);
}

static void run_units(const void *data, size_t begin, size_t end)
{
	const struct work *w = data;
	const struct conv *conv = w->conv;
	const size_t features = (size_t)conv->features, size = kernels_dtype_size(conv->algorithm.work);
	struct scratch scratch;
	if (!take_scratch(w, &scratch)) {
		atomic_store(w->failed, true);
		return;
	}
	for (size_t unit = begin; unit < end; unit++) {
		const size_t group = unit / w->row_units, first = unit % w->row_units * w->rows;
		const size_t rows = hlo_least(conv->positions - first, w->rows);
		const int64_t at = (int64_t)first * conv->output_row_step + (int64_t)(group * features) * conv->feature_step;
		if (conv->rows_are_output && w->epilogue->sums) {
			char *to = (char *)w->epilogue->sums + at * (int64_t)size;
			multiply_rows(w, &scratch, group, first, rows, to, (size_t)conv->output_row_step);
			kernels_hlo__epilogue_rows(w->epilogue, to, rows, features, (size_t)conv->output_row_step);
			continue;
		}
		multiply_rows(w, &scratch, group, first, rows, scratch.sums, features);
		if (conv->rows_are_output)
			finish_rows(w, &scratch, at, rows);
		else
			store_rows(w, &scratch, group, first, rows);
	}
	async_free(w->run->allocator, scratch.block, scratch.size, 64);
}

/* ---- a call */

/* Packs the weights of all groups for the built-in product of f32. They are read as they are if memory is short, or if few
 * positions use them. */
static void pack_weights(struct work *w, size_t *out_size)
{
	const struct conv *conv = w->conv;
	const size_t features = (size_t)conv->features;
	const enum kernels_dtype work = conv->algorithm.work;
	*out_size = 0;
	w->packed_group = 0;
	for (size_t column = 0; column < features; column += HLO_PACKED_COLUMNS)
		w->packed_group += kernels_hlo__product_packed_size(
			work, hlo_least(features - column, HLO_PACKED_COLUMNS), conv->depth);
	if (w->panels || conv->pairs || (conv->positions <= FEW_POSITIONS && features <= FEW_FEATURES) || w->packed_group == 0 || conv->plain || w->library ||
		__builtin_mul_overflow(w->packed_group, (size_t)conv->groups, out_size))
		return;
	w->packed = async_alloc(w->run->allocator, *out_size, 64);
	for (size_t group = 0; w->packed && group < (size_t)conv->groups; group++) {
		char *to = w->packed + group * w->packed_group;
		for (size_t column = 0; column < features; column += HLO_PACKED_COLUMNS) {
			const struct hlo_product p = { .columns = hlo_least(features - column, HLO_PACKED_COLUMNS),
				.depth = conv->depth,
				.b = (const float *)w->weights + group * conv->depth * features + column,
				.b_stride = features };
			kernels_hlo__product_pack(&p, to);
			to += kernels_hlo__product_packed_size(work, p.columns, conv->depth);
		}
	}
}

static bool run_all(struct work *w)
{
	const struct conv *conv = w->conv;
	size_t packed_size;
	atomic_bool failed;
	atomic_init(&failed, false);
	w->failed = &failed;
	w->rows = TILE_ELEMENTS / (size_t)conv->features;
	w->rows = w->rows < LEAST_ROWS ? LEAST_ROWS : hlo_least(w->rows, MOST_ROWS);
	w->rows = hlo_least(w->rows, conv->positions);
	w->row_units = (conv->positions - 1) / w->rows + 1;
	pack_weights(w, &packed_size);
	kernels_shared__share(kernels_host(w->run->request)->queue, run_units, w, w->row_units * (size_t)conv->groups,
		conv->nanoseconds);
	if (w->packed)
		async_free(w->run->allocator, w->packed, packed_size, 64);
	return !atomic_load(&failed);
}

/* Windows of one element, in order: one product of the whole input. */
static bool is_product(const struct conv *conv)
{
	return conv->rows_are_input && conv->rows_are_output && conv->groups == 1 && !conv->pairs && !conv->plain &&
	       kernels_hlo__chain_is_copy(&conv->algorithm.result);
}

static bool run_product(const struct work *w, const void *left, size_t stride)
{
	const struct conv *conv = w->conv;
	const struct hlo_product product = { .rows = conv->positions, .columns = (size_t)conv->features, .depth = conv->depth,
		.a = left, .a_stride = stride, .b = w->weights, .b_stride = w->panels ? conv->depth : (size_t)conv->features,
		.b_panels = w->panels,
		.c = w->epilogue->sums, .c_stride = (size_t)conv->output_row_step, .epilogue = w->epilogue };
	kernels_hlo__multiply_all(w->run, conv->algorithm.work, &product, &(struct hlo_batches){ .count = 1 });
	return true;
}

/* The weights are a transposed operand, which not every library reads. */
static bool has_images(const struct conv *conv, const struct kernels_math *library)
{
	return conv->images_are_matrices && (!library || kernels_math_has_gemm(library));
}

/* Channels first: the product of the transposed weights and each image. */
static bool run_images(const struct work *w)
{
	const struct conv *conv = w->conv;
	const size_t positions = conv->positions / (size_t)conv->batch;
	const struct hlo_product product = { .rows = (size_t)conv->features, .columns = positions, .depth = conv->depth,
		.a = w->weights, .a_stride = (size_t)conv->features, .a_transposed = true, .b = w->input,
		.b_stride = (size_t)conv->channel_step, .c = w->epilogue->sums, .c_stride = (size_t)conv->feature_step,
		.epilogue = w->epilogue };
	const struct hlo_batches batches = { .count = (size_t)conv->batch, .b_step = (size_t)conv->batch_step,
		.c_step = (size_t)conv->output_batch_step };
	kernels_hlo__multiply_all(w->run, conv->algorithm.work, &product, &batches);
	return true;
}

/* Few positions: the left matrix exists as a whole, because units of rows would be too few for several threads and pack weights for
 * few rows. */
static bool has_left(const struct conv *conv)
{
	return conv->algorithm.work == KERNELS_F32 && conv->positions <= LEFT_BYTES / sizeof(float) / conv->depth &&
	       conv->rows_are_output && conv->groups == 1 && !conv->pairs && !conv->plain &&
	       kernels_hlo__chain_is_copy(&conv->algorithm.result) && kernels_hlo__conv_rows_are_lines(conv);
}

/* The left matrix of a call. */
struct left {
	const struct work *w;
	float *rows;
	size_t stride;
};

static void fill_left(const void *data, size_t begin, size_t end)
{
	const struct left *left = data;
	kernels_hlo__conv_rows(left->w->conv, left->w->input, 0, begin, end - begin, 0, left->w->conv->depth, left->stride,
		left->rows + begin * left->stride, NULL);
}

static bool run_left(const struct work *w)
{
	const struct conv *conv = w->conv;
	/* rows at a distance of 4 KB would have to be packed */
	const size_t stride = conv->depth + (conv->depth % 1024 == 0 ? 16 : 0), size = conv->positions * stride * sizeof(float);
	const struct left left = { w, async_alloc(w->run->allocator, size, 64), stride };
	if (!left.rows)
		return false;
	kernels_shared__share(
		kernels_host(w->run->request)->queue, fill_left, &left, conv->positions, size / COPIED_BYTES_PER_NS);
	const bool good = run_product(w, left.rows, stride);
	async_free(w->run->allocator, left.rows, size, 64);
	return good;
}

/* [group, depth, feature] of bf16 as pairs along the depth. Returns NULL when out of memory. */
static const void *group_weights(
	const struct hlo_run *run, const struct conv *conv, const void *weights, struct hlo_grouped *out)
{
	const size_t features = (size_t)conv->features;
	const struct hlo_lines lines = { .bytes = weights, .element_size = 2, .batches = (size_t)conv->groups,
		.lines = features, .depth = conv->depth, .batch_step = conv->depth * features, .line_step = 1,
		.depth_step = features };
	return kernels_hlo__group(run, &lines, out) ? out->bytes : NULL;
}

static const struct hlo_chain no_conversion = { KERNELS_BF16, KERNELS_BF16, KERNELS_BF16 };

/* Whether the products of this convolution read panels. */
static bool reads_panels(const struct conv *conv, const struct kernels_math *library)
{
	return conv->panels && !conv->plain && conv->depthwise == CONV_NOT_DEPTHWISE && !has_images(conv, library) && !library &&
	       (conv->pairs || (conv->algorithm.work == KERNELS_F32 && kernels_hlo__chain_is_copy(&conv->algorithm.rhs)));
}

/* Memory for operands in another form. */
enum { INPUT, UNPACKED, WEIGHTS, GROUPED, BLOCKS };

struct block {
	void *bytes;
	size_t size;
};

/* Returns false when out of memory. */
static bool get_weights(struct work *w, struct block *blocks)
{
	const struct hlo_run *run = w->run;
	const struct conv *conv = w->conv;
	const struct hlo_chain *chain = conv->pairs ? &no_conversion : &conv->algorithm.rhs;
	struct hlo_grouped grouped = { .block = NULL };
	w->panels = reads_panels(conv, w->library);
	w->weights = run->inputs[1];
	if (w->panels)
		return true;
	if (conv->panels) {
		blocks[UNPACKED].size = conv->depth * (size_t)conv->features * kernels_dtype_size(chain->from);
		blocks[UNPACKED].bytes =
			kernels_hlo__panels_unpack(run, chain->from, conv->depth, (size_t)conv->features, w->weights);
		w->weights = blocks[UNPACKED].bytes;
	}
	if (w->weights)
		w->weights = kernels_hlo__walk_pack(
			run, &conv->weights, chain, w->weights, &blocks[WEIGHTS].bytes, &blocks[WEIGHTS].size);
	if (conv->pairs && w->weights) {
		w->weights = group_weights(run, conv, w->weights, &grouped);
		blocks[GROUPED] = (struct block){ grouped.block, grouped.size };
	}
	return w->weights != NULL;
}

/* Reads the operands, and computes all sums. Returns false when out of memory. */
static bool compute(struct work *w)
{
	const struct hlo_run *run = w->run;
	const struct conv *conv = w->conv;
	struct block blocks[BLOCKS] = { { NULL, 0 } };
	w->input = kernels_hlo__walk_pack(run, &conv->input, conv->pairs ? &no_conversion : &conv->algorithm.lhs, run->inputs[0],
		&blocks[INPUT].bytes, &blocks[INPUT].size);
	const bool depthwise = conv->depthwise != CONV_NOT_DEPTHWISE, images = has_images(conv, w->library);
	const bool good = w->input && get_weights(w, blocks) &&
		(depthwise ? kernels_hlo__conv_depthwise_run(run, conv, w->input, w->weights, w->epilogue->sums) :
		 conv->winograd && !w->library ?
			     kernels_hlo__winograd_run(run, conv, w->input, w->weights, w->panels, w->epilogue) :
		 is_product(conv) ? run_product(w, w->input, (size_t)conv->row_step) :
		 images		  ? run_images(w) :
		 has_left(conv)	  ? run_left(w) :
				    run_all(w));
	if (good && (depthwise || (!images && !conv->rows_are_output)))
		kernels_hlo__epilogue_all(w->epilogue);
	for (int i = 0; i < BLOCKS; i++) {
		if (blocks[i].bytes)
			async_free(run->allocator, blocks[i].bytes, blocks[i].size, 64);
	}
	return good;
}

bool kernels_hlo__conv_run(const struct hlo_run *run, const void *plan)
{
	const struct conv *conv = plan;
	const enum kernels_dtype dtype = conv->ending.type.dtype;
	const size_t elements = (size_t)conv->ending.type.elements;
	/* results that are not rows are converted when they are moved to their places */
	const struct hlo_chain moved = { dtype, dtype, dtype };
	/* bf16 in pairs is multiplied by the built-in product, unless the library convolves it */
	const struct kernels_math *library = conv->pairs ? NULL : kernels_hlo__library(conv->algorithm.work);
	const bool images = has_images(conv, library), by_library = kernels_hlo__library_convolves(conv);
	const bool scattered =
		conv->depth > 0 && conv->depthwise == CONV_NOT_DEPTHWISE && !conv->rows_are_output && !images;
	const bool whole = scattered || conv->depth == 0 || conv->depthwise != CONV_NOT_DEPTHWISE || conv->winograd || is_product(conv) ||
		has_left(conv) || images || by_library;
	struct hlo_epilogue epilogue;
	struct work w = { .run = run, .conv = conv, .epilogue = &epilogue, .library = library };
	if (elements == 0)
		return true;
	bool good = kernels_hlo__epilogue_begin(
		&epilogue, run, &conv->ending, scattered ? &moved : &conv->algorithm.result, whole);
	if (good && conv->depth == 0) {
		kernels_hlo__fill_zero(conv->algorithm.work, epilogue.sums, elements);
		kernels_hlo__epilogue_all(&epilogue);
	} else if (good && by_library && kernels_hlo__library_convolve(run, conv, epilogue.sums)) {
		kernels_hlo__epilogue_all(&epilogue);
	} else if (good) {
		good = compute(&w);
	}
	good = kernels_hlo__epilogue_end(&epilogue) && good;
	return good || kernels_hlo__fail(run, "out of memory for a convolution");
}
