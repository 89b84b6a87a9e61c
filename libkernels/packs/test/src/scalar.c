/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels on numbers, and kernels that return errors instead of numbers. */
#include "test.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void kernels_test__sum(struct kernels_call *call)
{
	uint32_t sum = 0;
	for (uint32_t i = 0; i < call->site->argument_count; i++)
		sum += (uint32_t)ARGUMENT(int32_t, i);
	RESULT(int32_t, 0) = (int32_t)sum;
}

void kernels_test__count3_i32(struct kernels_call *call)
{
	for (uint32_t i = 0; i < 3; i++)
		RESULT(int32_t, i) = (int32_t)((uint32_t)ARGUMENT(int32_t, 0) + i + 1);
}

void kernels_test__count3_i64(struct kernels_call *call)
{
	for (uint32_t i = 0; i < 3; i++)
		RESULT(int64_t, i) = (int64_t)((uint64_t)ARGUMENT(int64_t, 0) + i + 1);
}

/* ---- numbers that the host stored in the request's resources (packs/test/README.md); 0 by default */

static void *create_zero(void *ctx)
{
	static int32_t zero;
	(void)ctx;
	return &zero; /* never written */
}

static int32_t host_number(struct kernels_call *call, const char *name)
{
	const int32_t *number =
		async_resources_get(async_request_resources(call->request), name, create_zero, NULL, NULL);
	return number ? *number : 0;
}

void kernels_test__get_request_context_data(struct kernels_call *call)
{
	RESULT(int32_t, 0) = host_number(call, "tfrt_test.request_data");
}

/* Returns true if the whole string is a decimal number. */
static bool parse_number(const struct kernels_string *string, int64_t *out)
{
	char text[24], *end;
	if (string->size == 0 || string->size >= sizeof text)
		return false;
	memcpy(text, string->data, string->size);
	text[string->size] = '\0';
	errno = 0;
	*out = strtoll(text, &end, 10);
	return errno == 0 && end == text + string->size;
}

static bool sum_array_attr(struct kernels_call *call, enum kernels_dtype dtype, uint64_t *out)
{
	struct kernels_string string;
	struct kernels_array array;
	int64_t number;
	if (!kernels_call_string(call, 0, &string) || !kernels_call_array(call, 1, dtype, &array))
		return false;
	if (!parse_number(&string, &number)) {
		kernels_call_fail(call, "attribute 0 is not a number in decimal");
		return false;
	}
	uint64_t sum = (uint64_t)number;
	for (size_t i = 0; i < array.count; i++)
		sum += dtype == KERNELS_I32 ? (uint64_t)(int32_t)kernels_load_u32(array.elements + 4 * i) :
			(uint64_t)kernels_load_i64(array.elements + 8 * i);
	sum += (uint64_t)host_number(call, "tfrt_test.request_data");
	*out = sum + (uint64_t)host_number(call, "val");
	return true;
}

void kernels_test__sum_array_attr_i32(struct kernels_call *call)
{
	uint64_t sum;
	if (sum_array_attr(call, KERNELS_I32, &sum))
		RESULT(int32_t, 0) = (int32_t)(uint32_t)sum;
}

void kernels_test__sum_array_attr_i64(struct kernels_call *call)
{
	uint64_t sum;
	if (sum_array_attr(call, KERNELS_I64, &sum))
		RESULT(int64_t, 0) = (int64_t)sum;
}

/* ---- printing */

void kernels_test__print_bool(struct kernels_call *call)
{
	async_host_print(kernels_host(call->request), "%s\n", ARGUMENT(uint8_t, 1) ? "true" : "false");
}

void kernels_test__test_cost(struct kernels_call *call)
{
	int64_t id;
	if (!kernels_call_scalar(call, 0, KERNELS_I64, &id))
		return;
	async_host_print(kernels_host(call->request), "id: %" PRId64 "\n", id);
	RESULT(int32_t, 0) = 0;
}

/* ---- failing */

void kernels_test__fail(struct kernels_call *call)
{
	kernels_call_fail(call, "something bad happened");
}

void kernels_test__partial_fail(struct kernels_frame *frame)
{
	int32_t one = 1;
	kernels_frame_return(frame, 0, kernels_types()->i32, &one);
	kernels_frame_fail(frame, "something bad happened");
}

void kernels_test__cancel(struct kernels_call *call)
{
	async_request_cancel(call->request);
	RESULT(int32_t, 0) = 0;
}

void kernels_test__error_chain(struct kernels_call *call)
{
	kernels_call_fail(call, "error chain");
}
