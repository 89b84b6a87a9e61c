/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Transforms against their definition. */
#include "scalars.h"

typedef long double complex wide;

/* README of the pack: units of the last place of 1, relative to the root of the sum of squares */
#define MOST_ERROR 2.5L
static long double unit(enum kernels_dtype dtype) { return is_single(dtype) ? 0x1p-23L : 0x1p-52L; }

static wide root(int64_t n, int64_t length)
{
	const long double angle = 6.283185307179586476925286766559L * (long double)(n % length) / (long double)length;
	return wide_complex_of(cosl(angle), -sinl(angle));
}

/* Transforms dimension `dim` of an array of numbers by the definition. */
static void transform(wide *data, uint32_t rank, const int64_t *dims, uint32_t dim, bool inverse)
{
	int64_t before = 1, after = 1;
	const int64_t n = dims[dim];
	for (uint32_t i = 0; i < rank; i++)
		*(i < dim ? &before : &after) *= i == dim ? 1 : dims[i];
	wide *line = malloc((size_t)n * sizeof *line), *roots = malloc((size_t)n * sizeof *roots);
	for (int64_t k = 0; k < n; k++)
		roots[k] = inverse ? conjl(root(k, n)) : root(k, n);
	for (int64_t b = 0; b < before; b++)
		for (int64_t a = 0; a < after; a++) {
			for (int64_t k = 0; k < n; k++) {
				wide sum = 0;
				for (int64_t j = 0; j < n; j++)
					sum += data[(b * n + j) * after + a] * roots[k * j % n];
				line[k] = inverse ? sum / (long double)n : sum;
			}
			for (int64_t k = 0; k < n; k++)
				data[(b * n + k) * after + a] = line[k];
		}
	free(line);
	free(roots);
}

/* The full complex array that the operand stands for. */
static wide *expand(const struct array *from, const int64_t *dims, int64_t elements, bool half)
{
	wide *all = malloc((size_t)elements * sizeof *all);
	const uint32_t rank = from->shape.rank;
	const int64_t n = dims[rank - 1], m = from->shape.dims[rank - 1];
	for (int64_t i = 0; i < elements; i++)
		all[i] = !half ? (wide)number(from, i) : i % n < m ? (wide)number(from, i / n * m + i % n) : 0;
	return all;
}

static void check_transform(const wide *all, const int64_t *dims, bool real_result)
{
	const struct array *found = calls_output(0);
	const uint32_t rank = found->shape.rank;
	const int64_t n = dims[rank - 1], m = found->shape.dims[rank - 1];
	long double error = 0, norm = 0;
	for (int64_t i = 0; i < found->elements; i++) {
		wide expected = all[i / m * n + i % m], got = (wide)number(found, i);
		if (real_result)
			expected = creall(expected);
		error += creall((got - expected) * conjl(got - expected));
		norm += creall(expected * conjl(expected));
	}
	CHECK(sqrtl(error) <= MOST_ERROR * unit(found->dtype) * sqrtl(norm));
}

static void one_fft(uint32_t rank, const int64_t *dims, uint32_t count, int type, bool single)
{
	static const char *const names[] = { "FFT", "IFFT", "RFFT", "IRFFT" };
	int64_t half[4], elements = 1;
	for (uint32_t i = 0; i < rank; i++) {
		half[i] = dims[i];
		elements *= dims[i];
	}
	half[rank - 1] = dims[rank - 1] == 0 ? 0 : dims[rank - 1] / 2 + 1;
	const enum kernels_dtype real = single ? KERNELS_F32 : KERNELS_F64;
	const enum kernels_dtype both = single ? KERNELS_COMPLEX64 : KERNELS_COMPLEX128;
	struct array from = any_numbers(type == 2 ? real : both, rank, type == 3 ? half : dims);
	calls_begin("hlo.fft");
	calls_operand(&from);
	calls_result(type == 3 ? real : both, rank, type == 2 ? half : dims);
	calls_ints("fft_length", count, dims + rank - count);
	calls_text("fft_type", names[type]);
	if (ran(__LINE__) && elements > 0) {
		wide *all = expand(&from, dims, elements, type == 3);
		for (uint32_t i = 0; i < count; i++) {
			const bool last = i + 1 == count;
			if (type == 3 && last) /* the other half mirrors what the other dimensions gave */
				for (int64_t at = 0; at < elements; at += dims[rank - 1])
					for (int64_t k = half[rank - 1]; k < dims[rank - 1]; k++)
						all[at + k] = conjl(all[at + dims[rank - 1] - k]);
			if (type == 3 && last)
				for (int64_t at = 0; at < elements; at += dims[rank - 1]) {
					all[at] = creall(all[at]);
					if (dims[rank - 1] % 2 == 0)
						all[at + dims[rank - 1] / 2] = creall(all[at + dims[rank - 1] / 2]);
				}
			transform(all, rank, dims, rank - count + i, type % 2 == 1);
		}
		check_transform(all, dims, type == 3);
		free(all);
	}
	array_free(&from);
}

static void ffts(void)
{
	for (int round = 0; round < 400; round++) {
		int64_t dims[4];
		const uint32_t rank = (uint32_t)random_from(1, 4), most = rank < 3 ? rank : 3;
		for (uint32_t i = 0; i < rank; i++)
			dims[i] = random_below(30) ? random_from(1, rank < 3 ? 20 : 6) : 0;
		one_fft(rank, dims, (uint32_t)random_from(1, most), (int)random_below(4), random_below(2));
	}
}

/* Powers, products, primes with and without Bluestein's algorithm. */
static void long_ffts(void)
{
	static const int64_t lengths[] = { 64, 128, 243, 210, 61, 67, 101, 127, 509, 512, 521, 1009, 670, 1021 };
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
		for (int type = 0; type < 4; type++)
			one_fft(1, &lengths[i], 1, type, type % 2);
}

/* Full and part blocks of lines, along rows and columns of all forms; lines that are matrices of full and part vectors, and whose factors
 * are not among those that read and write memory. */
static void many_lines(void)
{
	static const int64_t dims[][3] = { { 1, 13, 130 }, { 1, 130, 13 }, { 3, 9, 33 }, { 2, 24, 48 }, { 1, 67, 67 },
		{ 5, 64, 1 }, { 1, 256, 5 }, { 37, 1, 63 }, { 1, 2, 256 }, { 1, 3, 101 }, { 1, 33, 2 }, { 1, 64, 80 },
		{ 1, 1, 256 }, { 1, 2, 400 }, { 1, 1, 363 }, { 1, 2, 1080 }, { 1, 5, 1024 }, { 1, 20, 17 }, { 1, 22, 16 }, { 1, 49, 24 } };
	for (size_t i = 0; i < 4 * 2 * sizeof dims / sizeof *dims; i++)
		one_fft(3, dims[i / 8], 1 + (uint32_t)(i / 4 % 2), (int)(i % 4), (i / 8 + i) % 2);
}

/* Element k of a transform of a line by the definition. */
static wide one_element(const struct array *from, int64_t n, int64_t k, int type)
{
	wide sum = 0;
	for (int64_t j = 0; j < n; j++) {
		const int64_t at = type == 3 && j > n / 2 ? n - j : j;
		wide x = (wide)number(from, at);
		if (type == 3)
			x = j > n / 2 ? conjl(x) : j == 0 || 2 * j == n ? creall(x) : x;
		const wide w = root(k * j, n);
		sum += x * (type % 2 == 1 ? conjl(w) : w);
	}
	return type % 2 == 1 ? sum / (long double)n : sum;
}

static void one_long(int64_t n, int type, bool single)
{
	static const char *const names[] = { "FFT", "IFFT", "RFFT", "IRFFT" };
	const int64_t half = n / 2 + 1;
	const enum kernels_dtype real = single ? KERNELS_F32 : KERNELS_F64;
	const enum kernels_dtype both = single ? KERNELS_COMPLEX64 : KERNELS_COMPLEX128;
	struct array from = any_numbers(type == 2 ? real : both, 1, type == 3 ? &half : &n);
	long double norm = 0;
	for (int64_t i = 0; i < from.elements; i++) {
		const wide x = (wide)number(&from, i);
		norm += creall(x * conjl(x));
	}
	calls_begin("hlo.fft");
	calls_operand(&from);
	calls_result(type == 3 ? real : both, 1, type == 2 ? &half : &n);
	calls_ints("fft_length", 1, &n);
	calls_text("fft_type", names[type]);
	if (ran(__LINE__)) {
		const struct array *found = calls_output(0);
		for (int i = 0; i < 2; i++) {
			const int64_t k = random_from(0, found->elements - 1);
			wide expected = one_element(&from, n, k, type);
			if (type == 3)
				expected = creall(expected);
			/* the mean of the squares of all elements is the norm, or the n-th part of it */
			const wide error = (wide)number(found, k) - expected;
			const long double mean = type % 2 == 1 ? sqrtl(norm) / (long double)n : sqrtl(norm);
			CHECK(sqrtl(creall(error * conjl(error))) <= 4 * MOST_ERROR * unit(from.dtype) * mean);
		}
	}
	array_free(&from);
}

/* Lines that are divided, also where each call makes their tables, and those with large primes. */
static void very_long_ffts(void)
{
	static const int64_t lengths[] = { 2048, 4098, 4099, 8192, 16411, 30030, 65536 };
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
		for (int type = 0; type < 4; type++)
			one_long(lengths[i], type, (type + (int)i) % 2);
}

static const struct check_case random_cases[] = {
	CHECK_CASE(ffts)
};

static void mutants(void) { run_mutants(random_cases, sizeof random_cases / sizeof *random_cases); }

static const struct check_case cases[] = {
	CHECK_CASE(ffts), CHECK_CASE(long_ffts), CHECK_CASE(many_lines), CHECK_CASE(very_long_ffts), CHECK_CASE(mutants)
};

int main(int argc, char **argv)
{
	calls_open(2);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
