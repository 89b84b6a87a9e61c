/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "linear/line.h"
#include <kernels/stop.h>
#include <math.h>
#include <string.h>

struct number {
	double real, imag;
};

struct long_number {
	long double real, imag;
};

/* exp(-2 pi i n / length), with the angle reduced to an eighth of the circle, so that the result is exact to the last
 * place. */
static struct long_number long_root(size_t n, size_t length)
{
	const size_t eighth = 8 * n / length; /* n < length < 2^60 */
	const long double turn = 6.283185307179586476925286766559L;
	long double angle, c, s;
	switch (eighth) {
	case 0: angle = turn * (long double)n / (long double)length; break;
	case 1:
	case 2: angle = turn * ((long double)(4 * n) - (long double)length) / (long double)(4 * length); break;
	case 3:
	case 4: angle = turn * ((long double)(2 * n) - (long double)length) / (long double)(2 * length); break;
	case 5:
	case 6: angle = turn * ((long double)(4 * n) - 3 * (long double)length) / (long double)(4 * length); break;
	default: angle = turn * ((long double)n - (long double)length) / (long double)length; break;
	}
	c = cosl(angle);
	s = sinl(angle);
	if (eighth == 1 || eighth == 2)
		return (struct long_number){ -s, -c };
	if (eighth == 3 || eighth == 4)
		return (struct long_number){ -c, s };
	if (eighth == 5 || eighth == 6)
		return (struct long_number){ s, c };
	return (struct long_number){ c, -s };
}

static struct number root(size_t n, size_t length)
{
	const struct long_number value = long_root(n, length);
	return (struct number){ (double)value.real, (double)value.imag };
}

/* Factors 8 and 4, then primes in ascending order. Returns the largest. */
static size_t find_factors(size_t length, struct hlo_line *line)
{
	size_t largest = 1;
	line->factor_count = 0;
	for (size_t p = 8; length > 1;) {
		const bool better = p == 8 && length % 32 == 16; /* as 4 x 4 */
		if (length % p == 0 && !better) {
			line->factors[line->factor_count++] = (uint32_t)p;
			largest = p > largest ? p : largest;
			length /= p;
		} else {
			p = p == 8 ? 4 : p == 4 ? 2 : p == 2 ? 3 : p + 2;
			if (p > HLO_LINE_PRIME)
				return length;
		}
	}
	return largest;
}

static size_t inner_length(size_t length)
{
	size_t inner = 1;
	while (inner < 2 * length - 1)
		inner *= 2;
	return inner;
}

/* The number of rows of a line that is divided: at most as many as columns, and as near as the factors allow. 0: it is
 * not divided. */
static size_t find_rows(const struct hlo_line *line)
{
	size_t best = 1;
	for (size_t rows = 4; rows <= line->length / rows; rows++)
		best = line->length % rows == 0 ? rows : best;
	return line->length >= HLO_LINE_ALONE && best > 1 ? best : 0;
}

/* ---- tables */

static size_t pair_size(bool single) { return single ? 2 * sizeof(float) : 2 * sizeof(double); }

static void store(void *table, bool single, size_t i, struct number value)
{
	if (single) {
		((float *)table)[2 * i] = (float)value.real;
		((float *)table)[2 * i + 1] = (float)value.imag;
	} else {
		((struct number *)table)[i] = value;
	}
}

static struct number load(const void *table, bool single, size_t i)
{
	const float *singles = (const float *)table + 2 * i;
	return single ? (struct number){ singles[0], singles[1] } : ((const struct number *)table)[i];
}

/* exp(-2 pi i n / order) for n < count <= order + 1. Of long tables most are products of two others, in long double: sines would take a
 * hundred times as long. */
static void fill_roots(void *table, bool single, size_t count, size_t order)
{
	enum { PART = 256, DIRECT = 16 * PART };
	struct long_number part[PART];
	uint32_t did = 0;
	if (count <= DIRECT) {
		for (size_t i = 0; i < count; i++)
			store(table, single, i, root(i % order, order));
		return;
	}
	for (size_t i = 0; i < PART; i++)
		part[i] = long_root(i, order);
	for (size_t first = 0; first < count && !kernels_stops(&did, 4 * PART); first += PART) {
		const struct long_number from = long_root(first % order, order);
		for (size_t i = 0; i < PART && first + i < count; i++)
			store(table, single, first + i,
				(struct number){ (double)(from.real * part[i].real - from.imag * part[i].imag),
					(double)(from.real * part[i].imag + from.imag * part[i].real) });
	}
}

static void fill_turns(const struct hlo_line *line, size_t rows)
{
	const size_t columns = line->length / rows;
	uint32_t did = 0;
	for (size_t r = 0; r < rows && !kernels_stops(&did, (uint32_t)(columns < 1024 ? columns : 1024)); r++)
		for (size_t c = 0; c < columns; c++)
			store(line->turns, line->single, r * columns + c, load(line->roots, line->single, r * c));
}

/* What Bluestein's convolution needs. The transform of the chirp has the accuracy of f64 for f32, too. */
static bool make_chirp(const struct async_allocator *allocator, struct hlo_line *line)
{
	const size_t n = line->length, inner = line->inner->length, size = inner * sizeof(struct number);
	const struct hlo_line_options options = { .single = false, .alone = true };
	struct hlo_line *wide = kernels_hlo__line_create(allocator, inner, &options);
	struct hlo_pass pass = { .line = wide, .length = inner, .from_size = inner, .to_size = inner, .step = 1, .lines = 1,
		.alone = true };
	struct number *chirp = async_alloc(allocator, size, 64);
	const size_t scratch_size = wide ? kernels_hlo__pass_scratch(&pass) : 0;
	void *scratch = wide ? async_alloc(allocator, scratch_size, 64) : NULL;
	const bool good = wide && chirp && scratch;
	if (good && !kernels_stopped()) {
		size_t square = 0; /* i * i modulo 2 * n */
		uint32_t did = 0;
		memset(chirp, 0, size);
		for (size_t i = 0; i < n && !kernels_stops(&did, 64); i++) {
			const struct number value = root(square, 2 * n);
			store(line->roots, line->single, i, value);
			chirp[i] = (struct number){ value.real, -value.imag };
			if (i > 0)
				chirp[inner - i] = chirp[i];
			square = (square + 2 * i + 1) % (2 * n);
		}
		pass.from = pass.to = chirp;
		kernels_hlo__pass_run(&pass, 0, 1, scratch);
		for (size_t i = 0; i < inner && !kernels_stops(&did, 1); i++)
			store(line->chirp_inner, line->single, i,
				(struct number){ chirp[i].real / (double)inner, chirp[i].imag / (double)inner });
	}
	if (scratch)
		async_free(allocator, scratch, scratch_size, 64);
	if (chirp)
		async_free(allocator, chirp, size, 64);
	kernels_hlo__line_destroy(allocator, wide);
	return good;
}

static struct hlo_line *line_alloc(
	const struct async_allocator *allocator, const struct hlo_line *found, size_t chirp, size_t turns, size_t halves)
{
	const size_t size = (sizeof(struct hlo_line) + 63) / 64 * 64 +
			    (found->length + chirp + turns + halves) * pair_size(found->single);
	struct hlo_line *line = async_alloc(allocator, size, 64);
	if (!line)
		return NULL;
	*line = *found;
	line->block_size = size;
	char *at = (char *)line + (sizeof(struct hlo_line) + 63) / 64 * 64;
	line->roots = at;
	line->chirp_inner = at += found->length * pair_size(found->single);
	line->turns = at += chirp * pair_size(found->single);
	line->halves = at + turns * pair_size(found->single);
	return line;
}

struct hlo_line *kernels_hlo__line_create(
	const struct async_allocator *allocator, size_t length, const struct hlo_line_options *options)
{
	struct hlo_line found = { .length = length, .single = options->single };
	const struct hlo_line_options part = { .single = options->single };
	const struct hlo_line_options inner = { .single = options->single, .alone = options->alone };
	if (length > SIZE_MAX / 256)
		return NULL;
	const bool has_chirp = find_factors(length, &found) > HLO_LINE_PRIME;
	const size_t rows = options->alone && !has_chirp ? find_rows(&found) : 0;
	struct hlo_line *line = line_alloc(allocator, &found, has_chirp ? inner_length(length) : 0, rows ? length : 0,
		options->real ? length + 1 : 0);
	if (!line)
		return NULL;
	bool good = true;
	if (has_chirp) {
		line->factor_count = 0;
		line->inner = kernels_hlo__line_create(allocator, inner_length(length), &inner);
		good = line->inner && make_chirp(allocator, line);
	} else {
		fill_roots(line->roots, line->single, length, length);
	}
	if (rows > 0) {
		line->first = kernels_hlo__line_create(allocator, rows, &part);
		line->second = kernels_hlo__line_create(allocator, length / rows, &part);
		good = line->first && line->second;
		fill_turns(line, rows);
	}
	if (options->real)
		fill_roots(line->halves, line->single, length + 1, 2 * length);
	if (good)
		return line;
	kernels_hlo__line_destroy(allocator, line);
	return NULL;
}

void kernels_hlo__line_destroy(const struct async_allocator *allocator, struct hlo_line *line)
{
	if (!line)
		return;
	kernels_hlo__line_destroy(allocator, line->inner);
	kernels_hlo__line_destroy(allocator, line->first);
	kernels_hlo__line_destroy(allocator, line->second);
	async_free(allocator, line, line->block_size, 64);
}
