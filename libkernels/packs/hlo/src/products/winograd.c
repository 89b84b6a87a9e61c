/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Blocks of tiles: their inputs are transformed to 16 left matrices [tile, channel], multiplied by 16 matrices of weights
 * [channel, feature], which all blocks share in the packed form of products, and transformed to outputs.
 *
 * Few tiles: transformed weights would leave the caches before the few rows that use them are multiplied. The left matrices exist as a
 * whole instead, and the weights of a slice of features are transformed, multiplied, and forgotten. */
#include "products/winograd.h"
#include "products/multiply.h"
#include "products/panels.h"
#include <shared/gemm.h>
#include <shared/share.h>
#include <stdatomic.h>
#include <string.h>

enum {
	BLOCK_BYTES = 3 << 18, /* of the matrices of a block, which stay in the second-level cache */
	PADDING = 16,          /* elements between matrices: powers of two would map them to the same sets of a cache */
	LEAST_CHANNELS = 32,
	FEATURES = HLO_PANEL, /* a multiple of the width of packed panels */
	/* Time of transforms, in multiplications for each channel and feature: of a tile, per multiplication in its products, as a
	 * divisor; of the weights. Measured. */
	TILE_SHARE = 6,
	WEIGHTS = 240,
	FEW_TILES = 64,
	CHANNELS_AHEAD = 12
};

struct winograd {
	const struct hlo_run *run;
	const struct conv *conv;
	const struct winograd_lines *lines;
	const float *input, *weights;
	bool panels; /* of the weights */
	struct hlo_epilogue *epilogue;
	float *output;      /* sums of the epilogue */
	float *packed;      /* matrices of weights */
	size_t packed_step; /* elements from one to the next */
	size_t tiles, tile_rows, tile_columns; /* of all images; of one */
	size_t block, blocks;                  /* tiles of a block; number of blocks */
	float *left, *zeros;                   /* few tiles: the left matrices; a row of zeros */
	size_t left_row, left_step;            /* elements from a row to the next, and from a matrix to the next */
	atomic_bool *failed;
};

static size_t tiles_of(const struct conv *conv)
{
	return (size_t)conv->batch * (size_t)((conv->dims[0].output + 1) / 2) * (size_t)((conv->dims[1].output + 1) / 2);
}

bool kernels_hlo__winograd_fits(const struct conv *conv)
{
	if (conv->plain || conv->algorithm.work != KERNELS_F32 || conv->dim_count != 2 || conv->groups != 1 ||
		conv->channel_step != 1 || conv->feature_step != 1 || !kernels_hlo__chain_is_copy(&conv->algorithm.result) ||
		conv->channels < LEAST_CHANNELS || conv->channels > HLO_PACKED_DEPTH || conv->channels % WINOGRAD_LANES != 0 ||
		conv->features > HLO_PACKED_COLUMNS || conv->features % FEATURES != 0)
		return false;
	for (uint32_t i = 0; i < 2; i++) {
		const struct conv_dim *d = &conv->dims[i];
		if (d->kernel != 3 || d->stride != 1 || d->input_dilation != 1 || d->kernel_dilation != 1)
			return false;
	}
	const double products = (double)tiles_of(conv) * WINOGRAD_INPUTS;
	return products + products / TILE_SHARE + WEIGHTS < (double)conv->positions * WINOGRAD_TAPS;
}

/* ---- weights */

static const float *weight_at(const struct winograd *w, size_t k, size_t feature)
{
	const size_t features = (size_t)w->conv->features;
	return w->panels ? w->weights + (feature / HLO_PANEL * w->conv->depth + k) * HLO_PANEL + feature % HLO_PANEL
			 : w->weights + k * features + feature;
}

/* Channels [begin, end): rows of the panels that products read. */
static void transform_weights(const void *data, size_t begin, size_t end)
{
	const struct winograd *w = data;
	const size_t channels = (size_t)w->conv->channels, features = (size_t)w->conv->features;
	const size_t width = 2 * kernels_shared__gemm_best_isa(GEMM_F32)->lanes;
	for (size_t f = 0; f < features; f += width) {
		for (size_t c = begin; c < end; c++) {
			const float *from[WINOGRAD_TAPS];
			for (size_t i = 0; i < WINOGRAD_TAPS; i++)
				from[i] = weight_at(w, i * channels + c, f);
			w->lines->weights(from, width, w->packed + f * channels + c * width, w->packed_step);
		}
	}
}

/* ---- tiles */

/* A tile's first output. */
struct place {
	int64_t batch, row, column;
};

static struct place place_of(const struct winograd *w, size_t tile)
{
	const size_t rest = tile / w->tile_columns;
	return (struct place){ (int64_t)(rest / w->tile_rows), (int64_t)(rest % w->tile_rows) * 2,
		(int64_t)(tile % w->tile_columns) * 2 };
}

static void transform_tile(const struct winograd *w, size_t tile, const float *zeros, float *to, size_t to_step)
{
	const struct conv *conv = w->conv;
	const struct conv_dim *rows = &conv->dims[0], *columns = &conv->dims[1];
	const struct place at = place_of(w, tile);
	const float *from[WINOGRAD_INPUTS];
	for (int64_t i = 0; i < 4; i++) {
		const int64_t row = at.row + i - rows->pad;
		for (int64_t j = 0; j < 4; j++) {
			const int64_t column = at.column + j - columns->pad;
			const bool inside = row >= 0 && row < rows->input && column >= 0 && column < columns->input;
			from[i * 4 + j] = inside ? w->input + at.batch * conv->batch_step + row * rows->input_step +
							   column * columns->input_step :
						   zeros;
		}
	}
	w->lines->input(from, (size_t)conv->channels, to, to_step);
}

/* Features [first, first + count). */
static void store_tile(
	const struct winograd *w, size_t tile, size_t first, size_t count, const float *from, size_t from_step, float *unused)
{
	const struct conv *conv = w->conv;
	const struct conv_dim *rows = &conv->dims[0], *columns = &conv->dims[1];
	const struct place at = place_of(w, tile);
	float *to[WINOGRAD_OUTPUTS];
	for (int64_t i = 0; i < WINOGRAD_OUTPUTS; i++) {
		const int64_t row = at.row + i / 2, column = at.column + i % 2;
		to[i] = row < rows->output && column < columns->output ?
				w->output + at.batch * conv->output_batch_step + row * rows->output_step +
					column * columns->output_step + first :
				unused;
	}
	w->lines->output(from, from_step, count, to);
}

/* The outputs of tiles of one image row are complete. */
static void finish_tiles(const struct winograd *w, size_t first, size_t count)
{
	const struct conv_dim *rows = &w->conv->dims[0], *columns = &w->conv->dims[1];
	const struct place at = place_of(w, first);
	const size_t width = hlo_least(2 * count, (size_t)(columns->output - at.column));
	for (int64_t row = at.row; row < rows->output && row < at.row + 2; row++)
		kernels_hlo__epilogue_rows(w->epilogue,
			w->output + at.batch * w->conv->output_batch_step + row * rows->output_step + at.column * columns->output_step,
			width, (size_t)w->conv->features, (size_t)columns->output_step);
}

/* Memory of a thread. */
struct scratch {
	size_t size, left_step, product_step; /* elements of a matrix with its padding */
	float *block, *left, *products, *zeros, *unused;
};

static bool take_scratch(const struct winograd *w, struct scratch *out)
{
	const size_t channels = (size_t)w->conv->channels, features = (size_t)w->conv->features;
	out->left_step = w->block * channels + PADDING;
	out->product_step = w->block * features + PADDING;
	out->size = ((out->left_step + out->product_step) * WINOGRAD_INPUTS + channels + features) * sizeof(float);
	out->block = async_alloc(w->run->allocator, out->size, 64);
	if (!out->block)
		return false;
	out->left = out->block;
	out->products = out->left + WINOGRAD_INPUTS * out->left_step;
	out->zeros = out->products + WINOGRAD_INPUTS * out->product_step;
	out->unused = out->zeros + channels;
	memset(out->zeros, 0, channels * sizeof(float));
	return true;
}

static void run_block(const struct winograd *w, const struct scratch *s, size_t first, size_t tiles)
{
	const size_t channels = (size_t)w->conv->channels, features = (size_t)w->conv->features;
	for (size_t i = 0; i < tiles; i++)
		transform_tile(w, first + i, s->zeros, s->left + i * channels, s->left_step);
	for (size_t i = 0; i < WINOGRAD_INPUTS; i++) {
		const struct hlo_product p = { .rows = tiles, .columns = features, .depth = channels,
			.a = s->left + i * s->left_step, .a_stride = channels, .b_stride = features,
			.packed_b = w->packed + i * w->packed_step, .c = s->products + i * s->product_step, .c_stride = features };
		kernels_hlo__multiply(KERNELS_F32, &p);
	}
	for (size_t i = 0; i < tiles; i++)
		store_tile(w, first + i, 0, features, s->products + i * features, s->product_step, s->unused);
	for (size_t i = 0, count; i < tiles && w->epilogue->works; i += count) {
		count = hlo_least(w->tile_columns - (first + i) % w->tile_columns, tiles - i);
		finish_tiles(w, first + i, count);
	}
}

static void run_blocks(const void *data, size_t begin, size_t end)
{
	const struct winograd *w = data;
	struct scratch scratch;
	if (!take_scratch(w, &scratch)) {
		atomic_store(w->failed, true);
		return;
	}
	for (size_t i = begin; i < end; i++)
		run_block(w, &scratch, i * w->block, hlo_least(w->tiles - i * w->block, w->block));
	async_free(w->run->allocator, scratch.block, scratch.size, 64);
}

/* ---- few tiles */

static void transform_tiles(const void *data, size_t begin, size_t end)
{
	const struct winograd *w = data;
	for (size_t tile = begin; tile < end; tile++)
		transform_tile(w, tile, w->zeros, w->left + tile * w->left_row, w->left_step);
}

/* The processor does not follow nine streams of short runs at equal distances. */
static void prefetch_weights(const struct winograd *w, size_t channel, size_t feature)
{
	for (size_t i = 0; i < WINOGRAD_TAPS; i++) {
		const float *ahead = weight_at(w, i * (size_t)w->conv->channels + channel, feature);
		__builtin_prefetch(ahead);
		__builtin_prefetch(ahead + HLO_PANEL / 2);
	}
}

/* The weights of HLO_PANEL features, as panels. */
static void transform_slice(const struct winograd *w, size_t feature, float *to, size_t to_step)
{
	const size_t channels = (size_t)w->conv->channels;
	for (size_t c = 0; c < channels; c++) {
		const float *from[WINOGRAD_TAPS];
		if (!w->panels && c + CHANNELS_AHEAD < channels)
			prefetch_weights(w, c + CHANNELS_AHEAD, feature);
		for (size_t i = 0; i < WINOGRAD_TAPS; i++)
			from[i] = weight_at(w, i * channels + c, feature);
		w->lines->weights(from, HLO_PANEL, to + c * HLO_PANEL, to_step);
	}
}

static void run_slice(const struct winograd *w, size_t feature, float *weights, float *products, size_t product_step)
{
	const size_t channels = (size_t)w->conv->channels, step = channels * HLO_PANEL + PADDING;
	transform_slice(w, feature, weights, step);
	for (size_t i = 0; i < WINOGRAD_INPUTS; i++) {
		const struct hlo_product p = { .rows = w->tiles, .columns = HLO_PANEL, .depth = channels, .a = w->left + i * w->left_step,
			.a_stride = w->left_row, .b = weights + i * step, .b_stride = channels, .b_panels = true,
			.c = products + i * product_step, .c_stride = HLO_PANEL };
		kernels_hlo__multiply(KERNELS_F32, &p);
	}
	for (size_t i = 0; i < w->tiles; i++)
		store_tile(w, i, feature, HLO_PANEL, products + i * HLO_PANEL, product_step, products + WINOGRAD_INPUTS * product_step);
}

static void run_slices(const void *data, size_t begin, size_t end)
{
	const struct winograd *w = data;
	const size_t weights_size = WINOGRAD_INPUTS * ((size_t)w->conv->channels * HLO_PANEL + PADDING);
	const size_t product_step = w->tiles * HLO_PANEL + PADDING;
	const size_t size = (weights_size + WINOGRAD_INPUTS * product_step + HLO_PANEL) * sizeof(float);
	float *weights = async_alloc(w->run->allocator, size, 64);
	if (!weights) {
		atomic_store(w->failed, true);
		return;
	}
	for (size_t slice = begin; slice < end; slice++)
		run_slice(w, slice * HLO_PANEL, weights, weights + weights_size, product_step);
	async_free(w->run->allocator, weights, size, 64);
}

static bool run_few_tiles(struct winograd *w)
{
	struct async_queue *queue = kernels_host(w->run->request)->queue;
	const size_t channels = (size_t)w->conv->channels, features = (size_t)w->conv->features;
	w->left_row = channels + PADDING;
	w->left_step = w->tiles * w->left_row + PADDING;
	const size_t size = (WINOGRAD_INPUTS * w->left_step + channels) * sizeof(float);
	w->left = async_alloc(w->run->allocator, size, 64);
	if (!w->left)
		return false;
	w->zeros = memset(w->left + WINOGRAD_INPUTS * w->left_step, 0, channels * sizeof(float));
	kernels_shared__share(queue, transform_tiles, w, w->tiles, size / 16);
	kernels_shared__share(queue, run_slices, w, features / HLO_PANEL, w->conv->nanoseconds / 2);
	async_free(w->run->allocator, w->left, size, 64);
	if (atomic_load(w->failed))
		return false;
	kernels_hlo__epilogue_all(w->epilogue);
	return true;
}

/* ---- a call */

bool kernels_hlo__winograd_run(const struct hlo_run *run, const struct conv *conv, const void *input, const void *weights,
	bool panels, struct hlo_epilogue *epilogue)
{
	struct async_queue *queue = kernels_host(run->request)->queue;
	const size_t channels = (size_t)conv->channels, features = (size_t)conv->features;
	struct winograd w = { .run = run, .conv = conv, .lines = kernels_hlo__winograd_lines(), .input = input,
		.weights = weights, .panels = panels, .epilogue = epilogue, .output = epilogue->sums, .packed_step = channels * features + PADDING, .tiles = tiles_of(conv),
		.tile_rows = (size_t)((conv->dims[0].output + 1) / 2), .tile_columns = (size_t)((conv->dims[1].output + 1) / 2) };
	const size_t most = BLOCK_BYTES / (WINOGRAD_INPUTS * sizeof(float) * (channels + features)) + 1;
	const size_t packed_size = WINOGRAD_INPUTS * w.packed_step * sizeof(float);
	atomic_bool failed;
	atomic_init(&failed, false);
	w.failed = &failed;
	if (w.tiles <= FEW_TILES)
		return run_few_tiles(&w);
	w.packed = async_alloc(run->allocator, packed_size, 64);
	if (!w.packed)
		return false;
	const size_t threads = kernels_shared__sharers(queue);
	w.blocks = ((w.tiles - 1) / most / threads + 1) * threads; /* all threads end at the same time */
	w.blocks = hlo_least(w.blocks, w.tiles);
	w.block = (w.tiles - 1) / w.blocks + 1;
	w.blocks = (w.tiles - 1) / w.block + 1;
	kernels_shared__share(queue, transform_weights, &w, channels, packed_size / 16);
	kernels_shared__share(queue, run_blocks, &w, w.blocks, conv->nanoseconds / 2);
	async_free(run->allocator, w.packed, packed_size, 64);
	return !atomic_load(&failed);
}
