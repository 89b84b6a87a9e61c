/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stockham's algorithm with any factors: each stage reads one array and writes another, which leaves the elements in
 * order. Lengths with a large prime factor are a convolution with a chirp (Bluestein), of a length that is a power of 2. */
#include "linear/line.h"
#include <kernels/stop.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
	LARGE_PRIME = 64,  /* a factor of this size is transformed in quadratic time */
	MOST_FACTORS = 64
};

struct hlo_line {
	size_t length, block_size;
	unsigned factor_count;
	uint32_t factors[MOST_FACTORS];
	struct hlo_line *inner; /* of Bluestein's convolution, or NULL */
	struct hlo_complex *chirp;        /* exp(-pi i n^2 / length) */
	struct hlo_complex *chirp_inner;  /* the transform of its conjugate */
	struct hlo_complex twiddles[];    /* exp(-2 pi i n / length); Bluestein: chirp, then chirp_inner */
};

static struct hlo_complex times(struct hlo_complex a, struct hlo_complex b)
{
	return (struct hlo_complex){ a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real };
}
static struct hlo_complex plus(struct hlo_complex a, struct hlo_complex b)
{
	return (struct hlo_complex){ a.real + b.real, a.imag + b.imag };
}
static struct hlo_complex minus(struct hlo_complex a, struct hlo_complex b)
{
	return (struct hlo_complex){ a.real - b.real, a.imag - b.imag };
}
static struct hlo_complex times_minus_i(struct hlo_complex a) { return (struct hlo_complex){ a.imag, -a.real }; }
static struct hlo_complex conjugate(struct hlo_complex a) { return (struct hlo_complex){ a.real, -a.imag }; }

/* exp(-2 pi i n / length), with the angle reduced to an eighth of the circle, so that the result is exact to the last
 * place. */
static struct hlo_complex root(size_t n, size_t length)
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
		return (struct hlo_complex){ (double)-s, (double)-c };
	if (eighth == 3 || eighth == 4)
		return (struct hlo_complex){ (double)-c, (double)s };
	if (eighth == 5 || eighth == 6)
		return (struct hlo_complex){ (double)s, (double)c };
	return (struct hlo_complex){ (double)c, (double)-s };
}

/* Factors 4, then primes in ascending order. Returns the largest. */
static size_t find_factors(size_t length, struct hlo_line *line)
{
	size_t largest = 1;
	line->factor_count = 0;
	for (size_t p = 4; length > 1;) {
		if (length % p == 0) {
			line->factors[line->factor_count++] = (uint32_t)p;
			largest = p > largest ? p : largest;
			length /= p;
		} else {
			p = p == 4 ? 2 : p == 2 ? 3 : p + 2;
			if (p > LARGE_PRIME)
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

static struct hlo_line *line_alloc(const struct async_allocator *allocator, size_t length, size_t elements)
{
	const size_t size = sizeof(struct hlo_line) + elements * sizeof(struct hlo_complex);
	struct hlo_line *line = async_alloc(allocator, size, 16);
	if (line) {
		memset(line, 0, sizeof *line);
		line->length = length;
		line->block_size = size;
	}
	return line;
}

/* Fills what Bluestein's convolution needs. */
static bool make_chirp(const struct async_allocator *allocator, struct hlo_line *line, size_t inner)
{
	const size_t n = line->length, scratch_size = inner * sizeof(struct hlo_complex);
	line->inner = kernels_hlo__line_create(allocator, inner);
	struct hlo_complex *scratch = async_alloc(allocator, scratch_size, 16);
	if (line->inner && scratch) {
		line->chirp = line->twiddles;
		line->chirp_inner = line->twiddles + n;
		size_t square = 0; /* i * i modulo 2 * n */
		uint32_t did = 0;
		memset(line->chirp_inner, 0, scratch_size);
		for (size_t i = 0; i < n && !kernels_stops(&did, 64); i++) {
			line->chirp[i] = root(square, 2 * n);
			line->chirp_inner[i] = conjugate(line->chirp[i]);
			if (i > 0)
				line->chirp_inner[inner - i] = line->chirp_inner[i];
			square = (square + 2 * i + 1) % (2 * n);
		}
		kernels_hlo__line_run(line->inner, line->chirp_inner, scratch, false);
	}
	if (scratch)
		async_free(allocator, scratch, scratch_size, 16);
	return line->inner && scratch;
}

struct hlo_line *kernels_hlo__line_create(const struct async_allocator *allocator, size_t length)
{
	struct hlo_line found;
	if (length > SIZE_MAX / 256)
		return NULL;
	const bool chirp = find_factors(length, &found) > LARGE_PRIME;
	const size_t inner = chirp ? inner_length(length) : 0;
	struct hlo_line *line = line_alloc(allocator, length, length + inner);
	if (!line)
		return NULL;
	if (chirp) {
		if (!make_chirp(allocator, line, inner)) {
			kernels_hlo__line_destroy(allocator, line);
			return NULL;
		}
		return line;
	}
	line->factor_count = found.factor_count;
	memcpy(line->factors, found.factors, sizeof found.factors);
	uint32_t did = 0;
	for (size_t i = 0; i < length && !kernels_stops(&did, 64); i++)
		line->twiddles[i] = root(i, length);
	return line;
}

void kernels_hlo__line_destroy(const struct async_allocator *allocator, struct hlo_line *line)
{
	if (!line)
		return;
	if (line->inner)
		async_free(allocator, line->inner, line->inner->block_size, 16);
	async_free(allocator, line, line->block_size, 16);
}

size_t kernels_hlo__line_scratch(const struct hlo_line *line)
{
	return line->inner ? 2 * line->inner->length : line->length;
}

/* ---- stages */

/* An odd number of elements: out[k] and out[p - k] are the sum and the difference of the same two sums, over in[j] + in[p - j]
 * times cosines and in[j] - in[p - j] times sines. */
static void transform_odd(const struct hlo_line *line, size_t p, size_t step, const struct hlo_complex *in,
	struct hlo_complex *out)
{
	struct hlo_complex sums[LARGE_PRIME / 2], differences[LARGE_PRIME / 2];
	const size_t half = p / 2;
	out[0] = in[0];
	for (size_t j = 0; j < half; j++) {
		sums[j] = plus(in[j + 1], in[p - 1 - j]);
		differences[j] = minus(in[j + 1], in[p - 1 - j]);
		out[0] = plus(out[0], sums[j]);
	}
	for (size_t k = 1; k <= half; k++) {
		struct hlo_complex even = in[0], odd = { 0, 0 };
		for (size_t j = 0; j < half; j++) {
			const struct hlo_complex w = line->twiddles[(j + 1) * k % p * step];
			even.real += w.real * sums[j].real;
			even.imag += w.real * sums[j].imag;
			odd.real -= w.imag * differences[j].imag;
			odd.imag += w.imag * differences[j].real;
		}
		out[k] = plus(even, odd);
		out[p - k] = minus(even, odd);
	}
}

/* The transform of `p` elements, where `p` is 2, 4 or an odd prime number; `step` is the distance of roots of unity of this
 * order in the table. */
static void transform_few(const struct hlo_line *line, size_t p, size_t step, const struct hlo_complex *in,
	struct hlo_complex *out)
{
	if (p == 2) {
		out[0] = plus(in[0], in[1]);
		out[1] = minus(in[0], in[1]);
	} else if (p == 4) {
		const struct hlo_complex a = plus(in[0], in[2]), b = minus(in[0], in[2]);
		const struct hlo_complex c = plus(in[1], in[3]), d = times_minus_i(minus(in[1], in[3]));
		out[0] = plus(a, c);
		out[1] = plus(b, d);
		out[2] = minus(a, c);
		out[3] = minus(b, d);
	} else {
		transform_odd(line, p, step, in, out);
	}
}

/* One stage: `n` elements remain to be transformed in each of `stride` interleaved sequences. */
static void run_stage(const struct hlo_line *line, size_t p, size_t n, size_t stride, const struct hlo_complex *from,
	struct hlo_complex *to)
{
	const size_t m = n / p, step = line->length / p;
	struct hlo_complex in[LARGE_PRIME], out[LARGE_PRIME];
	uint32_t did = 0;
	for (size_t q = 0; q < m; q++)
		for (size_t r = 0; r < stride; r++) {
			if (kernels_stops(&did, p * p))
				return;
			for (size_t j = 0; j < p; j++)
				in[j] = from[r + stride * (q + m * j)];
			transform_few(line, p, step, in, out);
			to[r + stride * p * q] = out[0];
			for (size_t k = 1; k < p; k++)
				to[r + stride * (p * q + k)] = times(out[k], line->twiddles[q * k * stride]);
		}
}

static void run_factors(const struct hlo_line *line, struct hlo_complex *data, struct hlo_complex *scratch)
{
	struct hlo_complex *from = data, *to = scratch;
	size_t n = line->length, stride = 1;
	for (unsigned i = 0; i < line->factor_count; i++) {
		const size_t p = line->factors[i];
		run_stage(line, p, n, stride, from, to);
		struct hlo_complex *other = from;
		from = to;
		to = other;
		n /= p;
		stride *= p;
	}
	if (from != data)
		memcpy(data, from, line->length * sizeof *data);
}

static void run_chirp(const struct hlo_line *line, struct hlo_complex *data, struct hlo_complex *scratch)
{
	const size_t n = line->length, inner = line->inner->length;
	struct hlo_complex *rest = scratch + inner;
	for (size_t i = 0; i < n; i++)
		scratch[i] = times(data[i], line->chirp[i]);
	memset(scratch + n, 0, (inner - n) * sizeof *scratch);
	kernels_hlo__line_run(line->inner, scratch, rest, false);
	for (size_t i = 0; i < inner; i++)
		scratch[i] = times(scratch[i], line->chirp_inner[i]);
	kernels_hlo__line_run(line->inner, scratch, rest, true);
	for (size_t i = 0; i < n; i++)
		data[i] = times(scratch[i], line->chirp[i]);
}

void kernels_hlo__line_run(
	const struct hlo_line *line, struct hlo_complex *data, struct hlo_complex *scratch, bool inverse)
{
	const double length = (double)line->length;
	if (inverse)
		for (size_t i = 0; i < line->length; i++)
			data[i] = conjugate(data[i]);
	if (line->inner)
		run_chirp(line, data, scratch);
	else
		run_factors(line, data, scratch);
	if (inverse)
		for (size_t i = 0; i < line->length; i++)
			data[i] = (struct hlo_complex){ data[i].real / length, -data[i].imag / length };
}
