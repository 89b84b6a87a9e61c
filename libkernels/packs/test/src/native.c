/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Native functions. A program may declare them with any types, so they check their arguments. Their errors are values
 * and are not reported. */
#include "test.h"

static const struct async_location nowhere = { NULL, 0 };

/* Sets all results to the error and takes over its reference. */
static void give_error(struct async_request *request, struct async_value **results, uint32_t result_count,
	struct async_error *error)
{
	for (uint32_t i = 0; i < result_count; i++)
		results[i] = kernels_error_value(request, async_error_retain(error));
	async_error_release(error);
}

/* Propagates the first error of the arguments. */
static bool has_error(struct async_request *request, struct async_value *const *arguments, uint32_t argument_count,
	struct async_value **results, uint32_t result_count)
{
	for (uint32_t i = 0; i < argument_count; i++) {
		if (async_value_is_error(arguments[i])) {
			give_error(request, results, result_count, async_error_retain(async_value_error(arguments[i])));
			return true;
		}
	}
	return false;
}

void kernels_test__native_sink(struct async_request *request, struct async_value *const *arguments,
	uint32_t argument_count, struct async_value **results, uint32_t result_count)
{
	if (has_error(request, arguments, argument_count, results, result_count))
		return;
	for (uint32_t i = 0; i < result_count; i++)
		results[i] = async_chain();
}

void kernels_test__native_error(struct async_request *request, struct async_value *const *arguments,
	uint32_t argument_count, struct async_value **results, uint32_t result_count)
{
	(void)arguments, (void)argument_count;
	give_error(request, results, result_count, async_error_create(kernels_host(request)->allocator,
		ASYNC_CODE_INTERNAL, nowhere, "something bad happened"));
}

static bool takes_two_i32(struct async_request *request, const char *name, struct async_value *const *arguments,
	uint32_t argument_count, struct async_value **results, uint32_t result_count)
{
	async_type_id i32 = kernels_types()->i32;
	if (has_error(request, arguments, argument_count, results, result_count))
		return false;
	if (argument_count == 2 && result_count == 1 && async_value_type(arguments[0]) == i32 &&
		async_value_type(arguments[1]) == i32)
		return true;
	give_error(request, results, result_count,
		async_error_create(kernels_host(request)->allocator, ASYNC_CODE_INTERNAL, nowhere,
			"%s takes two i32 and returns one", name));
	return false;
}

static int32_t add(struct async_value *const *arguments)
{
	uint32_t a = *(const uint32_t *)async_value_payload_small(arguments[0]);
	uint32_t b = *(const uint32_t *)async_value_payload_small(arguments[1]);
	return (int32_t)(a + b);
}

void kernels_test__native_add(struct async_request *request, struct async_value *const *arguments,
	uint32_t argument_count, struct async_value **results, uint32_t result_count)
{
	if (!takes_two_i32(request, "native_add", arguments, argument_count, results, result_count))
		return;
	int32_t sum = add(arguments);
	results[0] = async_value_create_available(kernels_host(request)->allocator, kernels_types()->i32, &sum);
	if (!results[0])
		results[0] = async_value_out_of_memory();
}

/* ---- results that become available later */

struct pending {
	struct async_request *request;
	struct async_value *result;
	int32_t payload; /* not for chains */
	bool chain;
};

static void complete(void *ctx)
{
	struct pending *pending = ctx;
	struct async_request *request = pending->request;
	if (pending->chain)
		async_value_set_available(pending->result);
	else
		async_value_emplace(pending->result, &pending->payload);
	async_value_release(pending->result);
	async_free(kernels_host(request)->allocator, pending, sizeof *pending, _Alignof(struct pending));
	async_request_end_work(request);
}

/* Takes over the reference to `result` (NULL: out of memory) and returns a new one. */
static struct async_value *complete_later(struct async_request *request, struct async_value *result, int32_t payload,
	bool chain)
{
	const struct async_host *host = kernels_host(request);
	struct pending *pending = NULL;
	if (result)
		pending = async_alloc(host->allocator, sizeof *pending, _Alignof(struct pending));
	if (!pending) {
		async_value_release(result);
		return async_value_out_of_memory();
	}
	*pending = (struct pending){ async_request_begin_work(request), result, payload, chain };
	async_value_retain(result);
	async_queue_add(host->queue, complete, pending);
	return result;
}

void kernels_test__native_async_add(struct async_request *request, struct async_value *const *arguments,
	uint32_t argument_count, struct async_value **results, uint32_t result_count)
{
	if (!takes_two_i32(request, "native_async_add", arguments, argument_count, results, result_count))
		return;
	const struct async_allocator *allocator = kernels_host(request)->allocator;
	results[0] = complete_later(
		request, async_value_create(allocator, kernels_types()->i32), add(arguments), false);
}

void kernels_test__native_async_sink(struct async_request *request, struct async_value *const *arguments,
	uint32_t argument_count, struct async_value **results, uint32_t result_count)
{
	if (has_error(request, arguments, argument_count, results, result_count))
		return;
	for (uint32_t i = 0; i < result_count; i++)
		results[i] = complete_later(request, async_chain_create(kernels_host(request)->allocator), 0, true);
}
