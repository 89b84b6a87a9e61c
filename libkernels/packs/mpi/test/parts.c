/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values for each member, and reductions by parts. */
#include "mpi_test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct kernels_exchange scatter_of(struct async_value **inputs)
{
	struct kernels_exchange all = of_all(5, inputs, 1);
	all.name = "all_to_all";
	return all;
}

static void scatter(struct scope scope, struct async_value **inputs, struct async_value **results)
{
	const struct kernels_exchange all = scatter_of(inputs);
	CHECK(scope.process->engine->scatter(scope.process->engine_ctx, scope.process, &all, results));
	await(results, count);
}

static bool is_empty(struct async_value *value)
{
	return !async_value_is_error(value) && kernels_tensor_elements(async_value_payload(value)) == 0;
}

/* Values for all members; for the next one only; for none. */
void values_for_each_member(void)
{
	static const int64_t sizes[] = { 0, 3, 1000, 100000 };
	struct scope scope = begin();
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		struct async_value *inputs[64], *results[64], *one[64] = { NULL }, *none[64] = { NULL };
		for (uint32_t m = 0; m < count; m++)
			inputs[m] = tensor(KERNELS_I16, sizes[s], rank * 10 + m);
		scatter(scope, inputs, results);
		for (uint32_t m = 0; m < count; m++)
			CHECK(equal(results[m], KERNELS_I16, sizes[s], m * 10 + rank));
		release(results, count);
		one[(rank + 1) % count] = inputs[(rank + 1) % count];
		scatter(scope, one, results);
		for (uint32_t m = 0; m < count; m++)
			CHECK((m + 1) % count == rank ? equal(results[m], KERNELS_I16, sizes[s], m * 10 + rank) : is_empty(results[m]));
		release(results, count);
		scatter(scope, rank == 1 ? inputs : none, results);
		for (uint32_t m = 0; m < count; m++)
			CHECK(m == 1 ? equal(results[m], KERNELS_I16, sizes[s], 10 + rank) : is_empty(results[m]));
		release(results, count);
		release(inputs, count);
	}
	end(scope);
}

/* Its result depends on the order. */
static struct async_error *combine(void *ctx, uint32_t input, const void *const *parts, void *out, size_t elements)
{
	const struct combination *combination = ctx;
	float *to = out;
	for (size_t i = 0; i < elements; i++) {
		float value = ((const float *)parts[0])[i];
		for (uint32_t m = 1; m < count; m++)
			value = value * 0.75f - ((const float *)parts[m])[i] * (float)(input + 1);
		to[i] = value;
	}
	return combination->fails ? async_error_make(ASYNC_CODE_DATA_LOSS, "no such combination") : NULL;
}

/* In any thread of the queue; async_queue_quiesce() orders reads behind it. */
void released(void *ctx) { __atomic_fetch_add(&((struct combination *)ctx)->released, 1, __ATOMIC_RELAXED); }

static float element(uint32_t member, uint32_t input, int64_t index)
{
	return (float)((index * 37 + member * 11 + input * 5) % 1009) / 7;
}

static struct async_value *floats(uint32_t input, int64_t elements)
{
	struct kernels_tensor tensor;
	const struct kernels_shape shape = { 2, { elements, 1 } };
	if (!kernels_tensor_init(&tensor, async_allocator_system(), KERNELS_F32, &shape))
		abort();
	for (int64_t i = 0; i < elements; i++)
		((float *)kernels_tensor_data(&tensor))[i] = element(rank, input, i);
	return async_value_create_available(async_allocator_system(), kernels_tensor_types()->tensor, &tensor);
}

static void start_reduce(struct scope scope, struct async_value **inputs, int64_t source, int64_t target, bool differs,
	struct combination *combination, struct async_value **results)
{
	struct kernels_reduction reduction = { .exchange = of_all(6, inputs, 2), .source = source, .target = target,
		.combine = combine, .release = released, .ctx = combination };
	reduction.exchange.name = differs ? "reduce_scatter" : "all_reduce";
	reduction.exchange.fingerprint += differs ? 1 : 0;
	CHECK(scope.process->engine->reduce(scope.process->engine_ctx, scope.process, &reduction, results));
}

static void check_reduced(struct async_value *value, uint32_t input, int64_t elements, int64_t source, int64_t target)
{
	if (async_value_is_error(value)) {
		fail(__LINE__, "an error:", async_error_message(async_value_error(value)));
		return;
	}
	const struct kernels_tensor *tensor = async_value_payload(value);
	if (target >= 0 && target != (int64_t)rank && source != (int64_t)rank) {
		CHECK(kernels_tensor_elements(tensor) == 0);
		return;
	}
	CHECK(tensor->shape.rank == 2 && tensor->shape.dims[0] == elements && tensor->dtype == KERNELS_F32);
	int wrong = 0;
	for (int64_t i = 0; i < elements; i++) {
		float parts[64], expected;
		const void *pointers[64] = { NULL };
		for (uint32_t m = 0; m < count; m++) {
			parts[m] = element(m, input, i);
			pointers[m] = &parts[m];
		}
		if (source >= 0)
			expected = parts[source];
		else
			combine(&(struct combination){ 0 }, input, pointers, &expected, 1);
		wrong += memcmp(&expected, (const float *)kernels_tensor_bytes(tensor) + i, sizeof expected) != 0;
	}
	CHECK(wrong == 0);
}

/* All members; a source; a target. Several operations at a time. */
void reductions_by_parts(void)
{
	static const int64_t sizes[] = { 0, 1, 64, 65, 1000, 30000 };
	enum { SIZES = sizeof sizes / sizeof *sizes };
	struct scope scope = begin();
	for (int way = 0; way < 4; way++) {
		const int64_t source = way == 1 ? 1 : -1, target = way == 2 ? 0 : way == 3 ? (int64_t)count - 1 : -1;
		struct combination combination = { 0, false };
		struct async_value *inputs[SIZES][2], *results[SIZES][2];
		for (int s = 0; s < SIZES; s++) {
			for (uint32_t i = 0; i < 2; i++)
				inputs[s][i] = floats(i, sizes[(s + (int)i) % SIZES]);
			start_reduce(scope, inputs[s], source, target, false, &combination, results[s]);
		}
		for (int s = 0; s < SIZES; s++) {
			await(results[s], 2);
			for (uint32_t i = 0; i < 2; i++)
				check_reduced(results[s][i], i, sizes[(s + (int)i) % SIZES], source, target);
			release(results[s], 2);
			release(inputs[s], 2);
		}
		async_queue_quiesce(queue);
		CHECK(__atomic_load_n(&combination.released, __ATOMIC_RELAXED) == SIZES);
	}
	end(scope);
}

/* 0: an input is an error, 1: the combination fails at one rank, 2: one rank has another operation. Then all is good again. */
void reductions_that_fail(void)
{
	struct scope scope = begin();
	for (int way = 0; way < 4; way++) {
		struct combination combination = { 0, way == 1 && rank == 1 };
		struct async_value *inputs[2] = { floats(0, 3000), floats(1, 70) }, *results[2];
		if (way == 0 && rank == 1) {
			async_value_release(inputs[1]);
			inputs[1] = async_value_create_error(
				async_allocator_system(), async_error_make(ASYNC_CODE_OUT_OF_RANGE, "no such row"));
		}
		const bool differs = way == 2 && rank == 1;
		start_reduce(scope, inputs, -1, -1, differs, &combination, results);
		await(results, 2);
		for (uint32_t i = 0; i < 2; i++)
			if (way == 0)
				check_error(results[i], ASYNC_CODE_OUT_OF_RANGE, "rank 1: no such row", __LINE__);
			else if (way == 1)
				check_error(results[i], ASYNC_CODE_DATA_LOSS, rank == 1 ? "no such combination" : "rank 1: no such combination",
					__LINE__);
			else if (way == 2)
				check_error(results[i], ASYNC_CODE_FAILED_PRECONDITION, "takes part with", __LINE__);
			else
				check_reduced(results[i], i, i ? 70 : 3000, -1, -1);
		release(results, 2);
		release(inputs, 2);
		async_queue_quiesce(queue);
		CHECK(__atomic_load_n(&combination.released, __ATOMIC_RELAXED) == 1);
	}
	end(scope);
}

/* A request that is cancelled in a reduction: the others are told, and it releases what it was given. */
void cancelled_reductions(void)
{
	struct scope scope = begin();
	struct combination combination = { 0, false };
	struct async_value *inputs[2] = { floats(0, 300000), floats(1, 70) }, *results[2];
	start_reduce(scope, inputs, -1, -1, false, &combination, results);
	if (rank == 0)
		async_request_cancel(scope.request);
	await(results, 2); /* the others may have had all by then */
	CHECK(rank != 0 || async_value_is_error(results[0]));
	if (rank != 0 && async_value_is_error(results[0]))
		check_error(results[0], ASYNC_CODE_CANCELLED, "rank 0 was cancelled", __LINE__);
	release(results, 2);
	release(inputs, 2);
	end(scope);
	CHECK(__atomic_load_n(&combination.released, __ATOMIC_RELAXED) == 1);
}
