/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Synchronous functions: a kernel that is used in them, and kernels that run them. */
#include "test.h"

void kernels_test__sync_sum_attributes(struct kernels_call *call)
{
	uint32_t sum = 0;
	for (uint32_t i = 0; i < call->site->attribute_count; i++) {
		int32_t value;
		if (!kernels_call_scalar(call, i, KERNELS_I32, &value))
			return;
		sum += (uint32_t)value;
	}
	RESULT(int32_t, 0) = (int32_t)sum;
}

/* Arguments and results are raw memory, so all types must be those that this kernel has room for. */
static bool is_all_i32(const struct kernels_type *types, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (types[i].id != kernels_types()->i32)
			return false;
	}
	return true;
}

static void invoke(struct kernels_call *call, uint32_t result_count)
{
	const struct kernels_function *function = call->site->functions[0];
	int shown = function->name_size > 200 ? 200 : (int)function->name_size;
	if (!function->vtable->execute_sync) {
		kernels_call_fail(call, "function '%.*s' is not synchronous", shown, function->name);
		return;
	}
	if (function->argument_count != 2 || function->result_count != result_count ||
		!is_all_i32(function->arguments, 2) || !is_all_i32(function->results, result_count)) {
		kernels_call_fail(call, "function '%.*s' does not take two i32 and return %u", shown, function->name,
			(unsigned)result_count);
		return;
	}
	struct async_error *error =
		function->vtable->execute_sync(function, call->request, call->arguments, call->results);
	if (error)
		kernels_call_fail_with(call, error);
}

void kernels_test__invoke_1(struct kernels_call *call)
{
	invoke(call, 1);
}

void kernels_test__invoke_2(struct kernels_call *call)
{
	invoke(call, 2);
}
