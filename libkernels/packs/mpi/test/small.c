/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Small values, which go another way than others (direct.c), between large ones. */
#include "mpi_test.h"
#include <stdlib.h>
#include <string.h>

enum { MESSAGES = 3000, VALUES = 5 };

static int64_t elements_of(int64_t message) { return message % 50 == 49 ? 3000 : message % 101 == 100 ? 100000 : message % 7; }

/* More messages than MPI takes at once are sent before the first one is received; small ones do not overtake others. */
void small_and_large_in_order(void)
{
	struct scope scope = begin();
	const int64_t before = (rank + count - 1) % count;
	for (int64_t i = 0; i < MESSAGES; i++)
		transfer(scope, true, (rank + 1) % count, elements_of(i), rank + i, NULL);
	for (int64_t i = 0; i < MESSAGES; i++) {
		struct async_value *result;
		transfer(scope, false, i % 3 == 0 ? -1 : before, 0, 0, &result);
		await(&result, 1);
		CHECK(equal(result, KERNELS_F32, elements_of(i), before + i));
		async_value_release(result);
	}
	end(scope);
}

/* Receives wait before the messages are sent; a second channel has the other order. */
void small_ones_that_are_awaited(void)
{
	struct scope scope = begin();
	const int64_t before = (rank + count - 1) % count;
	struct async_value *results[2][20];
	for (int64_t i = 0; i < 20; i++)
		for (int64_t c = 0; c < 2; c++) {
			const struct kernels_transfer next = { .channel = 7 + c, .peer = before, .count = 1, .queue = queue };
			CHECK(scope.process->engine->receive(scope.process->engine_ctx, scope.process, &next, &results[c][i]));
		}
	for (int64_t c = 1; c >= 0; c--)
		for (int64_t i = 0; i < 20; i++) {
			struct async_value *input = tensor(KERNELS_F32, i % 2 ? 2 : 2000, rank + i + c);
			const struct kernels_transfer next = { .channel = 7 + c, .peer = (rank + 1) % count, .inputs = &input, .count = 1,
				.queue = queue };
			CHECK(scope.process->engine->send(scope.process->engine_ctx, scope.process, &next));
			async_value_release(input);
		}
	for (int64_t c = 0; c < 2; c++)
		for (int64_t i = 0; i < 20; i++) {
			await(&results[c][i], 1);
			CHECK(equal(results[c][i], KERNELS_F32, i % 2 ? 2 : 2000, before + i + c));
			async_value_release(results[c][i]);
		}
	end(scope);
}

/* Small values of changing sizes on more channels than are remembered. */
void small_values_of_many_channels(void)
{
	struct scope scope = begin();
	const int64_t before = (rank + count - 1) % count;
	for (int64_t i = 0; i < 600; i++) {
		struct async_value *result, *input = tensor(i % 7 ? KERNELS_F32 : KERNELS_I8, i / 100 % 4, rank + i);
		struct kernels_transfer next = { .channel = i % 11, .peer = (rank + 1) % count, .inputs = &input, .count = 1, .queue = queue };
		CHECK(scope.process->engine->send(scope.process->engine_ctx, scope.process, &next));
		next.peer = i % 3 ? before : -1;
		CHECK(scope.process->engine->receive(scope.process->engine_ctx, scope.process, &next, &result));
		await(&result, 1);
		CHECK(equal(result, i % 7 ? KERNELS_F32 : KERNELS_I8, i / 100 % 4, before + i));
		async_value_release(result);
		async_value_release(input);
	}
	end(scope);
}

/* Two ranks exchange a value often; sometimes one of them has another operation, or another type. */
void small_operations_that_differ(void)
{
	uint32_t members[2] = { rank & ~1u, rank | 1u };
	struct scope scope = begin();
	for (int64_t i = 0; i < 300 && members[1] < count; i++) {
		const bool differs = i % 20 == 19, changes = i % 20 == 9;
		const enum kernels_dtype own = changes && rank % 2 ? KERNELS_I32 : KERNELS_F32;
		const enum kernels_dtype theirs = changes && rank % 2 == 0 ? KERNELS_I32 : KERNELS_F32;
		struct async_value *results[2], *input = tensor(own, 1, rank + i);
		struct kernels_exchange two = of_all(0, &input, 1);
		two.members = members;
		two.member_count = 2;
		two.self = rank % 2;
		two.fingerprint += differs && rank % 2;
		exchange(scope, &two, results);
		await(results, 2);
		CHECK(equal(results[rank % 2], own, 1, rank + i));
		if (differs)
			check_error(results[1 - rank % 2], ASYNC_CODE_FAILED_PRECONDITION,
				"with another type, shape, group, attribute or program", __LINE__);
		else
			CHECK(equal(results[1 - rank % 2], theirs, 1, members[1 - rank % 2] + i));
		release(results, 2);
		async_value_release(input);
	}
	end(scope);
}

static struct async_value *shaped(enum kernels_dtype dtype, const struct kernels_shape *shape, uint32_t seed)
{
	struct kernels_tensor tensor;
	if (!kernels_tensor_init(&tensor, async_allocator_system(), dtype, shape))
		abort();
	memset(kernels_tensor_data(&tensor), (int)seed, (size_t)kernels_tensor_elements(&tensor) * kernels_dtype_size(dtype));
	return async_value_create_available(async_allocator_system(), kernels_tensor_types()->tensor, &tensor);
}

/* One to five values, from scalars to the highest rank, of sizes that are no multiples of a word. */
void small_values_of_all_shapes(void)
{
	static const enum kernels_dtype types[VALUES] = { KERNELS_I8, KERNELS_F64, KERNELS_BF16, KERNELS_I1, KERNELS_COMPLEX64 };
	const struct kernels_shape shapes[VALUES] = { { 1, { 3 } }, { 0, { 0 } }, { 3, { 2, 1, 3 } }, { 2, { 0, 4 } },
		{ KERNELS_MAX_RANK, { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 } } };
	struct scope scope = begin();
	for (uint32_t number = 0; number <= VALUES; number++) {
		struct async_value *inputs[VALUES], *results[VALUES * 64];
		for (uint32_t i = 0; i < number; i++)
			inputs[i] = shaped(types[i], &shapes[i], rank + i);
		const struct kernels_exchange all = of_all(2, inputs, number);
		exchange(scope, &all, results);
		await(results, (size_t)number * count);
		for (uint32_t m = 0; m < count; m++)
			for (uint32_t i = 0; i < number; i++) {
				struct async_value *expected = shaped(types[i], &shapes[i], m + i), *found = results[m * number + i];
				const struct kernels_tensor *wanted = async_value_payload(expected);
				const size_t size = (size_t)kernels_tensor_elements(wanted) * kernels_dtype_size(types[i]);
				const struct kernels_tensor *tensor = async_value_is_error(found) ? wanted : async_value_payload(found);
				CHECK(!async_value_is_error(found) && tensor->dtype == types[i] &&
					kernels_shape_equal(&tensor->shape, &shapes[i]) &&
					memcmp(kernels_tensor_bytes(tensor), kernels_tensor_bytes(wanted), size) == 0);
				async_value_release(expected);
			}
		release(results, (size_t)number * count);
		release(inputs, number);
	}
	end(scope);
}
