/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reductions of two values at a time: in `fast` order (KERNELS_MPI_ORDER) they give what those of all values give, for integers exactly,
 * for floats within rounding. In `exact` order the engine does not use them. */
#include "mpi_test.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNEL = 8 };

/* The context of a sum: element types of its inputs. */
struct sum {
	struct combination combination;
	enum kernels_dtype dtypes[2];
	int calls; /* of add_two() */
	bool even_first; /* the order of members */
};

static bool is_fast(void)
{
	const char *order = getenv("KERNELS_MPI_ORDER");
	return order && strcmp(order, "fast") == 0;
}

#define ADD(type) \
	for (size_t i = 0; i < elements; i++) \
		((type *)out)[i] = (type)(((const type *)first)[i] + ((const type *)second)[i])

/* Adds; elements of types without an addition in C are combined as bits. */
static void add(enum kernels_dtype dtype, const void *first, const void *second, void *out, size_t elements)
{
	switch (dtype) {
	case KERNELS_UI8: ADD(uint8_t); break;
	case KERNELS_UI16: ADD(uint16_t); break;
	case KERNELS_I8: ADD(int8_t); break;
	case KERNELS_I16: ADD(int16_t); break;
	case KERNELS_I32: /* sums wrap around */
	case KERNELS_UI32: ADD(uint32_t); break;
	case KERNELS_I64:
	case KERNELS_UI64: ADD(uint64_t); break;
	case KERNELS_COMPLEX64: elements *= 2; /* fall through */
	case KERNELS_F32: ADD(float); break;
	case KERNELS_COMPLEX128: elements *= 2; /* fall through */
	case KERNELS_F64: ADD(double); break;
	default:
		for (size_t i = 0; i < elements * kernels_dtype_size(dtype); i++)
			((unsigned char *)out)[i] = ((const unsigned char *)first)[i] ^ ((const unsigned char *)second)[i];
	}
}

static struct async_error *add_two(void *ctx, uint32_t input, const void *first, const void *second, void *out, size_t elements)
{
	struct sum *sum = ctx;
	__atomic_fetch_add(&sum->calls, 1, __ATOMIC_RELAXED); /* pairs with the load behind async_queue_quiesce() */
	add(sum->dtypes[input], first, second, out, elements);
	return sum->combination.fails ? async_error_make(ASYNC_CODE_DATA_LOSS, "no such sum") : NULL;
}

static struct async_error *add_all(void *ctx, uint32_t input, const void *const *parts, void *out, size_t elements)
{
	const struct sum *sum = ctx;
	memcpy(out, parts[0], elements * kernels_dtype_size(sum->dtypes[input]));
	for (uint32_t m = 1; m < count; m++)
		add(sum->dtypes[input], out, parts[m], out, elements);
	return sum->combination.fails ? async_error_make(ASYNC_CODE_DATA_LOSS, "no such sum") : NULL;
}

static bool is_float(enum kernels_dtype dtype)
{
	return dtype == KERNELS_F32 || dtype == KERNELS_F64 || dtype == KERNELS_COMPLEX64 || dtype == KERNELS_COMPLEX128;
}

/* The values of a member: sums of floats among them are rounded. */
static void fill(void *bytes, enum kernels_dtype dtype, size_t elements, uint32_t member)
{
	const size_t size = elements * kernels_dtype_size(dtype);
	for (size_t i = 0; !is_float(dtype) && i < size; i++)
		((unsigned char *)bytes)[i] = (unsigned char)(i * 7 + i / 251 + member * 31);
	for (size_t i = 0; (dtype == KERNELS_F32 || dtype == KERNELS_COMPLEX64) && i < size / 4; i++)
		((float *)bytes)[i] = (float)(1 + (i * 37 + member * 11) % 1009) / 7;
	for (size_t i = 0; (dtype == KERNELS_F64 || dtype == KERNELS_COMPLEX128) && i < size / 8; i++)
		((double *)bytes)[i] = (double)(1 + (i * 37 + member * 11) % 1009) / 7;
}

static struct async_value *value_of(enum kernels_dtype dtype, int64_t elements)
{
	struct kernels_tensor tensor;
	if (!kernels_tensor_init(&tensor, async_allocator_system(), dtype, &(struct kernels_shape){ 1, { elements } }))
		abort();
	fill(kernels_tensor_data(&tensor), dtype, (size_t)elements, rank);
	return async_value_create_available(async_allocator_system(), kernels_tensor_types()->tensor, &tensor);
}

/* Members in another order: those with even numbers first. With two ranks on each node (KERNELS_MPI_NODE) they alternate between nodes. */
static void even_first(struct kernels_exchange *exchange)
{
	static uint32_t members[64];
	const uint32_t even = (count + 1) / 2;
	for (uint32_t m = 0; m < count; m++)
		members[m % 2 ? even + m / 2 : m / 2] = m;
	exchange->members = members;
	exchange->self = rank % 2 ? even + rank / 2 : rank / 2;
}

static void start(struct scope scope, struct async_value **inputs, struct sum *sum, bool differs, struct async_value **results)
{
	struct kernels_reduction reduction = { .exchange = of_all(CHANNEL, inputs, 2), .source = -1, .target = -1, .combine = add_all,
		.combine_two = add_two, .release = released, .ctx = sum };
	reduction.exchange.name = differs ? "reduce_scatter" : "all_reduce";
	reduction.exchange.fingerprint += differs ? 1 : 0;
	if (sum->even_first)
		even_first(&reduction.exchange);
	CHECK(scope.process->engine->reduce(scope.process->engine_ctx, scope.process, &reduction, results));
}

/* Bytes that differ from the sum in ascending order; of floats those beyond rounding. */
static size_t wrong_bytes(const struct kernels_tensor *tensor, const struct sum *sum, uint32_t input, size_t elements)
{
	const enum kernels_dtype dtype = sum->dtypes[input];
	const size_t size = elements * kernels_dtype_size(dtype);
	char *expected = malloc(size + 1), *other = malloc(size + 1);
	size_t wrong = 0;
	if (!expected || !other)
		abort();
	fill(expected, dtype, elements, 0);
	for (uint32_t m = 1; m < count; m++) {
		fill(other, dtype, elements, m);
		add(dtype, expected, other, expected, elements);
	}
	const bool exact = !is_float(dtype) || !is_fast(), narrow = dtype == KERNELS_F32 || dtype == KERNELS_COMPLEX64;
	const void *found = kernels_tensor_bytes(tensor);
	for (size_t i = 0; exact && i < size; i++)
		wrong += ((const char *)found)[i] != expected[i];
	for (size_t i = 0; !exact && narrow && i < size / 4; i++)
		wrong += !(fabsf(((const float *)found)[i] - ((float *)(void *)expected)[i]) < 1e-6f * ((float *)(void *)expected)[i]);
	for (size_t i = 0; !exact && !narrow && i < size / 8; i++)
		wrong += !(fabs(((const double *)found)[i] - ((double *)(void *)expected)[i]) < 1e-15 * ((double *)(void *)expected)[i]);
	free(expected);
	free(other);
	return wrong;
}

static void check_sum(struct async_value *value, const struct sum *sum, uint32_t input, int64_t elements)
{
	if (async_value_is_error(value)) {
		fail(__LINE__, "an error:", async_error_message(async_value_error(value)));
		return;
	}
	const struct kernels_tensor *tensor = async_value_payload(value);
	CHECK(tensor->dtype == sum->dtypes[input] && tensor->shape.rank == 1 && tensor->shape.dims[0] == elements);
	CHECK(wrong_bytes(tensor, sum, input, (size_t)elements) == 0);
}

/* All members have the same bits. */
static void check_equal(struct scope scope, struct async_value *value)
{
	struct async_value *all[64];
	const struct kernels_tensor *own = async_value_payload(value);
	const struct kernels_exchange gather = of_all(CHANNEL, &value, 1);
	exchange(scope, &gather, all);
	await(all, count);
	for (uint32_t m = 0; m < count; m++)
		CHECK(!async_value_is_error(all[m]) && memcmp(kernels_tensor_bytes(async_value_payload(all[m])), kernels_tensor_bytes(own),
			(size_t)kernels_tensor_elements(own) * kernels_dtype_size(own->dtype)) == 0);
	release(all, count);
}

/* Pairs of all types, and of all sizes: several operations at a time. */
void sums_of_two_at_a_time(void)
{
	static const enum kernels_dtype dtypes[] = { KERNELS_F32, KERNELS_UI8, KERNELS_UI16, KERNELS_UI32, KERNELS_UI64, KERNELS_I1, KERNELS_I8,
		KERNELS_I16, KERNELS_I32, KERNELS_I64, KERNELS_F64, KERNELS_COMPLEX64, KERNELS_COMPLEX128, KERNELS_F16, KERNELS_BF16, KERNELS_I4 };
	static const int64_t sizes[] = { 0, 1, 64, 65, 401, 5000, 30011, 300007 };
	enum { SIZES = sizeof sizes / sizeof *sizes, TYPES = sizeof dtypes / sizeof *dtypes };
	struct scope scope = begin();
	for (int t = 0; t < TYPES; t++) {
		struct sum sums[SIZES];
		struct async_value *inputs[SIZES][2], *results[SIZES][2];
		const int some = t == 0 ? SIZES : SIZES - 1; /* the largest with one pair only */
		for (int s = 0; s < some; s++) {
			sums[s] = (struct sum){ { 0, false }, { dtypes[t], dtypes[(t + s) % TYPES] }, 0, is_fast() && (t + s) % 2 == 1 };
			for (uint32_t i = 0; i < 2; i++)
				inputs[s][i] = value_of(sums[s].dtypes[i], sizes[(s + (int)i) % some]);
			start(scope, inputs[s], &sums[s], false, results[s]);
		}
		for (int s = 0; s < some; s++) {
			await(results[s], 2);
			for (uint32_t i = 0; i < 2; i++) {
				check_sum(results[s][i], &sums[s], i, sizes[(s + (int)i) % some]);
				check_equal(scope, results[s][i]);
			}
			release(results[s], 2);
			release(inputs[s], 2);
		}
		async_queue_quiesce(queue);
		for (int s = 0; s < some; s++) {
			CHECK(sums[s].combination.released == 1);
			CHECK(is_fast() || sums[s].calls == 0);
			CHECK(!is_fast() || rank > 0 || sums[s].calls > 0); /* others may only give values to another rank */
		}
	}
	end(scope);
}

/* Of 4 ranks: 1 is lost beside 1e8. By nodes of two, the first ranks are added first, and else those at distance two. */
void sums_by_nodes(void)
{
	static const float values[] = { 1e8f, 1, -1e8f, 1 };
	const char *node = getenv("KERNELS_MPI_NODE");
	const float expected = node && atoi(node) == 2 ? 0 : 2;
	if (!is_fast() || count != 4)
		return;
	struct scope scope = begin();
	struct sum sum = { { 0, false }, { KERNELS_F32, KERNELS_I8 }, 0, false };
	struct async_value *inputs[2] = { value_of(KERNELS_F32, 30011), value_of(KERNELS_I8, 70) }, *results[2];
	float *own = kernels_tensor_data(async_value_payload(inputs[0]));
	for (int i = 0; i < 30011; i++)
		own[i] = values[rank];
	start(scope, inputs, &sum, false, results);
	await(results, 2);
	const float *found = async_value_is_error(results[0]) ? own : kernels_tensor_bytes(async_value_payload(results[0]));
	for (int i = 0; i < 30011; i += 101)
		CHECK(found[i] == expected);
	release(results, 2);
	release(inputs, 2);
	end(scope);
}

/* 0: an input is an error, 1: the combination fails at one rank, 2: one rank has another operation, 3: an exchange. The next one is good. */
static void one_fails(struct scope scope, int way, int64_t elements)
{
	struct sum sum = { { 0, way == 1 && rank == 1 }, { KERNELS_I32, KERNELS_F64 }, 0, false };
	struct async_value *inputs[2] = { value_of(KERNELS_I32, elements), value_of(KERNELS_F64, 70) }, *results[64];
	if (way == 0 && rank == 1) {
		async_value_release(inputs[0]);
		inputs[0] = async_value_create_error(
			async_allocator_system(), async_error_make(ASYNC_CODE_OUT_OF_RANGE, "no such row"));
	}
	const bool exchanges = way == 3 && rank == 1;
	const size_t number = exchanges ? count : 2;
	if (exchanges) {
		const struct kernels_exchange gather = of_all(CHANNEL, inputs, 1);
		exchange(scope, &gather, results);
	} else {
		start(scope, inputs, &sum, way == 2 && rank == 1, results);
	}
	await(results, number);
	for (size_t i = 0; i < number; i++)
		if (way == 0)
			check_error(results[i], ASYNC_CODE_OUT_OF_RANGE, "rank 1: no such row", __LINE__);
		/* others may have had its values before, and it may have nothing to combine */
		else if (way == 1 && (async_value_is_error(results[i]) || (rank == 1 && elements > 1000)))
			check_error(results[i], ASYNC_CODE_DATA_LOSS, rank == 1 ? "no such sum" : "rank 1: no such sum", __LINE__);
		else if (way == 2)
			check_error(results[i], ASYNC_CODE_FAILED_PRECONDITION, "takes part with", __LINE__);
		else if (way == 3) /* a rank may learn first that another one, which was told, has ended its request */
			CHECK((exchanges && i == 1) || async_value_is_error(results[i]));
		else if (!exchanges)
			check_sum(results[i], &sum, (uint32_t)i, i ? 70 : elements);
	release(results, number);
	release(inputs, 2);
	async_queue_quiesce(queue);
	CHECK(sum.combination.released == (exchanges ? 0 : 1));
}

void sums_that_fail(void)
{
	static const int64_t sizes[] = { 7, 90000 };
	for (int s = 0; s < 2; s++)
		for (int way = 0; way < 4; way++) {
			struct scope scope = begin();
			one_fails(scope, way, sizes[s]);
			if (way < 3) /* a rank that exchanges may have been told by a message of the next one */
				one_fails(scope, -1, sizes[s]);
			end(scope);
		}
}

/* Equal fingerprints, but values of other sizes at one rank: of one schedule, or of two. */
void sums_of_other_sizes(void)
{
	static const int64_t sizes[][2] = { { 7, 8 }, { 90000, 90300 }, { 7, 90000 }, { 90000, 7 } };
	for (int s = 0; s < 4 && is_fast(); s++) {
		struct scope scope = begin();
		struct sum sum = { { 0, false }, { KERNELS_I32, KERNELS_F64 }, 0, false };
		struct async_value *inputs[2] = { value_of(KERNELS_I32, sizes[s][rank == 1]), value_of(KERNELS_F64, 70) }, *results[2];
		start(scope, inputs, &sum, false, results);
		await(results, 2);
		if (s < 2)
			check_error(results[0], ASYNC_CODE_FAILED_PRECONDITION, "takes part", __LINE__);
		else /* a rank may learn first that another one, which was told, has ended its request */
			CHECK(async_value_is_error(results[0]));
		release(results, 2);
		release(inputs, 2);
		end(scope);
		CHECK(sum.combination.released == 1);
	}
}

/* A request that is cancelled before a sum, or in one: the others are told. */
void cancelled_sums(void)
{
	for (int way = 0; way < 4; way++) {
		struct scope scope = begin();
		const int64_t elements = way % 2 ? 300000 : 3;
		struct sum sum = { { 0, false }, { KERNELS_F32, KERNELS_I8 }, 0, false };
		struct async_value *inputs[2] = { value_of(KERNELS_F32, elements), value_of(KERNELS_I8, 70) }, *results[2];
		if (rank == 1 && way < 2)
			async_request_cancel(scope.request);
		start(scope, inputs, &sum, false, results);
		if (rank == 1)
			async_request_cancel(scope.request);
		await(results, 2);
		CHECK(rank != 1 || way >= 2 || async_value_is_error(results[0]));
		CHECK(rank == 1 || way >= 2 || async_value_is_error(results[0]));
		if (rank != 1 && async_value_is_error(results[0]))
			check_error(results[0], ASYNC_CODE_CANCELLED, "rank 1 was cancelled", __LINE__);
		release(results, 2);
		release(inputs, 2);
		end(scope);
		CHECK(sum.combination.released == 1);
	}
}

/* Sums until one fails: returns its error, one reference. The victim dies at a time of CLOCK_MONOTONIC. */
struct async_error *sums_until_lost(struct scope scope, uint32_t victim, double at)
{
	struct async_error *error = NULL;
	for (int i = 0; !error && i < 1000000; i++) {
		struct sum sum = { { 0, false }, { KERNELS_F32, KERNELS_I8 }, 0, false };
		struct async_value *inputs[2] = { value_of(KERNELS_F32, i % 5 ? 100 : 200000), value_of(KERNELS_I8, 70) }, *results[2];
		if (rank == victim && seconds(CLOCK_MONOTONIC) > at)
			raise(SIGKILL); /* the others are in the operation, or come to it */
		start(scope, inputs, &sum, false, results);
		await(results, 2);
		if (async_value_is_error(results[0]))
			error = async_error_retain(async_value_error(results[0]));
		release(results, 2);
		release(inputs, 2);
		async_queue_quiesce(queue);
	}
	return error;
}
