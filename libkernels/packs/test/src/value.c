/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels about async values rather than payloads: sharing, forwarding, uniqueness. */
#include "test.h"

static void forward_arguments(struct kernels_frame *frame, uint32_t skip)
{
	const struct kernels_site *site = frame->site;
	if (site->argument_count - skip != site->result_count) {
		kernels_frame_fail(frame, "%u values for %u results", (unsigned)(site->argument_count - skip),
			(unsigned)site->result_count);
		return;
	}
	for (uint32_t i = 0; i < site->result_count; i++)
		frame->results[i] = async_value_retain(frame->arguments[skip + i]);
}

void kernels_test__identity(struct kernels_frame *frame)
{
	forward_arguments(frame, 1);
}

void kernels_test__multi_arg_result(struct kernels_frame *frame)
{
	forward_arguments(frame, 0);
}

void kernels_test__share_to_two(struct kernels_frame *frame)
{
	frame->results[0] = async_value_retain(frame->arguments[0]);
	frame->results[1] = async_value_retain(frame->arguments[0]);
}

void kernels_test__get_uniqueness(struct kernels_frame *frame)
{
	const struct kernels_site *site = frame->site;
	if (site->argument_count != site->result_count) {
		kernels_frame_fail(frame, "%u values for %u results", (unsigned)site->argument_count,
			(unsigned)site->result_count);
		return;
	}
	for (uint32_t i = 0; i < site->result_count; i++) {
		uint8_t unique = async_value_is_unique(frame->arguments[i]);
		kernels_frame_return(frame, i, kernels_types()->i1, &unique);
	}
}

void kernels_test__make_indirect(struct kernels_frame *frame)
{
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	forward_arguments(frame, 0);
	for (uint32_t i = 0; i < frame->site->result_count && i < frame->site->argument_count; i++) {
		struct async_value *target = frame->results[i];
		frame->results[i] = async_value_create_indirect(allocator, ASYNC_TYPE_NONE);
		if (frame->results[i]) {
			async_value_forward(frame->results[i], target);
		} else {
			async_value_release(target);
			frame->results[i] = async_value_out_of_memory();
		}
	}
}

/* ---- self-checks */

/* A value and one that forwards to it have the same payload. */
void kernels_test__async_value_get(struct kernels_call *call)
{
	const struct async_allocator *allocator = kernels_host(call->request)->allocator;
	int32_t number = 42;
	struct async_value *value = async_value_create_available(allocator, kernels_types()->i32, &number);
	struct async_value *indirect = async_value_create_indirect(allocator, ASYNC_TYPE_NONE);
	if (!value || !indirect) {
		kernels_call_fail(call, "out of memory");
	} else {
		async_value_forward(indirect, async_value_retain(value));
		bool good = async_value_type(value) == kernels_types()->i32 &&
			async_value_type(indirect) == kernels_types()->i32 &&
			async_value_payload(indirect) == async_value_payload(value) &&
			*(const int32_t *)async_value_payload(indirect) == 42;
		if (good)
			kernels_test__give_text(call, 0, "async value get: ok", 19);
		else
			kernels_call_fail(call, "a forwarded payload is not the payload");
	}
	async_value_release(indirect);
	async_value_release(value);
}

/* All states of a value, in order. */
void kernels_test__async_value_ref(struct kernels_call *call)
{
	const struct async_allocator *allocator = kernels_host(call->request)->allocator;
	struct async_value *value = async_value_create(allocator, kernels_types()->i32);
	if (!value) {
		kernels_call_fail(call, "out of memory");
		return;
	}
	bool good = async_value_state(value) == ASYNC_UNCONSTRUCTED && !async_value_is_available(value);
	*(int32_t *)async_value_storage(value) = 7;
	async_value_set_constructed(value);
	good = good && async_value_state(value) == ASYNC_CONSTRUCTED && !async_value_is_available(value);
	async_value_set_available(value);
	good = good && async_value_state(value) == ASYNC_AVAILABLE && async_value_is_unique(value);
	async_value_retain(value);
	good = good && !async_value_is_unique(value) && *(const int32_t *)async_value_payload(value) == 7;
	async_value_release_n(value, 2);
	if (good)
		kernels_test__give_text(call, 0, "async value ref: ok", 19);
	else
		kernels_call_fail(call, "a value is not in the state it was brought to");
}
