/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random arrays and references for tests that compare kernels with loops over index vectors. */
#ifndef HLO_TEST_ARRAYS_H
#define HLO_TEST_ARRAYS_H

#include "calls.h"

/* One element type of each size and kind. */
static const enum kernels_dtype dtypes[] = { KERNELS_I1, KERNELS_I4, KERNELS_F8E5M2, KERNELS_BF16, KERNELS_I32,
	KERNELS_F64, KERNELS_COMPLEX64, KERNELS_COMPLEX128 };

static inline enum kernels_dtype any_dtype(void) { return dtypes[random_below(sizeof dtypes / sizeof *dtypes)]; }

/* Small dimensions, so that there are at most a few thousand elements; sometimes 0. */
static inline uint32_t any_dims(int64_t *dims)
{
	uint32_t rank = random_below(8) ? (uint32_t)random_below(5) : (uint32_t)random_below(KERNELS_MAX_RANK + 1);
	int64_t most = rank < 3 ? 40 : rank < 5 ? 7 : 2;
	for (uint32_t i = 0; i < rank; i++)
		dims[i] = random_below(30) ? random_from(1, most) : 0;
	return rank;
}

/* Elements with distinct bytes as far as possible. */
static inline struct array any_array_of(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims)
{
	struct array array = array_make(dtype, rank, dims);
	size_t size = kernels_dtype_size(dtype) * (size_t)array.elements;
	for (size_t i = 0; i < size; i++)
		((unsigned char *)array.bytes)[i] = (unsigned char)calls_random();
	return array;
}

static inline struct array any_array(void)
{
	int64_t dims[KERNELS_MAX_RANK];
	uint32_t rank = any_dims(dims);
	return any_array_of(any_dtype(), rank, dims);
}

static inline struct array scalar(enum kernels_dtype dtype, int64_t value)
{
	struct array array = array_make(dtype, 0, NULL);
	array_set(&array, 0, value);
	return array;
}

/* An operand that is freed afterwards. */
static inline void operand(struct array array)
{
	calls_operand(&array);
	array_free(&array);
}

static inline void operand_ints(enum kernels_dtype dtype, uint32_t count, const int64_t *values)
{
	struct array array = array_make(dtype, 1, (int64_t[]){ count });
	for (uint32_t i = 0; i < count; i++)
		array_set(&array, i, values[i]);
	operand(array);
}

static inline void copy_element(struct array *to, int64_t to_index, const struct array *from, int64_t from_index)
{
	size_t size = kernels_dtype_size(to->dtype);
	memcpy((char *)to->bytes + (size_t)to_index * size, (const char *)from->bytes + (size_t)from_index * size,
		size);
}

/* Runs the call and compares its result with `expected`, which is freed. In mutants any result is right. */
static inline void expect(struct array *expected)
{
	const char *error = calls_run();
	if (calls_mutating)
		;
	else if (error)
		check_report(__FILE__, __LINE__, "unexpected error: %s", error);
	else if (CHECK(kernels_shape_equal(&calls_output(0)->shape, &expected->shape))) {
		size_t size = (size_t)expected->elements * kernels_dtype_size(expected->dtype);
		CHECK_BYTES(calls_output(0)->bytes, size, expected->bytes, size);
	}
	array_free(expected);
}

/* Declares the result, sometimes with unknown dimensions. */
static inline void result(const struct array *expected, bool known)
{
	int64_t dims[KERNELS_MAX_RANK];
	for (uint32_t i = 0; i < expected->shape.rank; i++)
		dims[i] = known || random_below(3) ? expected->shape.dims[i] : -1;
	calls_result(expected->dtype, expected->shape.rank, dims);
}

/* A loop over the index vectors of a shape that is not empty. */
#define EACH(shape, index) \
	for (int64_t index[KERNELS_MAX_RANK + 1] = { 0 }; index[KERNELS_MAX_RANK] == 0; \
		index[KERNELS_MAX_RANK] = !array_next(shape, index))

static inline void shuffle(uint32_t count, int64_t *values)
{
	for (uint32_t i = count; i > 1; i--) {
		uint32_t other = (uint32_t)random_below(i);
		int64_t value = values[i - 1];
		values[i - 1] = values[other];
		values[other] = value;
	}
}

#define REFUSED(text) \
	do { \
		const char *error_ = calls_run(); \
		CHECK_STR(error_ ? error_ : "no error", text); \
	} while (0)

/* The call fails with a message that ends like this. */
static inline void refused_with(const char *text)
{
	const char *error = calls_run();
	if (!error || strlen(error) < strlen(text) || strcmp(error + strlen(error) - strlen(text), text) != 0)
		check_report(__FILE__, __LINE__, "\"%s\", expected \"%s\"", error ? error : "no error", text);
}

/* Runs a case on a queue with three threads. */
static inline void with_threads(void (*run)(void))
{
	CHECK_INT(calls_close(), 0);
	calls_open(3);
	run();
	CHECK_INT(calls_close(), 0);
	calls_open(0);
}

/* Runs the call, and copies its first result. */
static inline void take_output(struct array *out, enum kernels_dtype dtype)
{
	const char *error = calls_run();
	const struct array *result = calls_output(0);
	*out = array_make(dtype, result ? result->shape.rank : 0, result ? result->shape.dims : NULL);
	if (CHECK_STR(error ? error : "", ""))
		memcpy(out->bytes, result->bytes, kernels_dtype_size(dtype) * (size_t)out->elements);
}

/* A call gives the same bytes without threads, with two and with five. */
static inline void same_bits_with_threads(void (*compute)(struct array *out, enum kernels_dtype, const struct array *lhs,
	const struct array *rhs), enum kernels_dtype dtype, const struct array *lhs, const struct array *rhs)
{
	struct array results[3];
	for (unsigned i = 0; i < 3; i++) {
		CHECK_INT(calls_close(), 0);
		calls_open(i == 2 ? 5 : i * 2);
		compute(&results[i], dtype, lhs, rhs);
		CHECK(results[i].elements == results[0].elements && memcmp(results[i].bytes, results[0].bytes,
			kernels_dtype_size(dtype) * (size_t)results[0].elements) == 0);
	}
	for (unsigned i = 0; i < 3; i++)
		array_free(&results[i]);
}

/* Runs the cases with wrong attributes, types and failing allocations: nothing may be read or written outside, and
 * nothing leaks (calls_close()). */
static inline void run_mutants(const struct check_case *cases, size_t count)
{
	calls_mutating = true;
	for (size_t i = 0; i < count; i++)
		cases[i].run();
	calls_mutating = false;
	calls_fail_allocation(0);
}

#endif
