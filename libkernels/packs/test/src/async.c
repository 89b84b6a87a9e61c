/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels whose results come later, from a task. */
#include "test.h"

#define PAYLOAD(type, value) (*(const type *)async_value_payload_small(value))

/* A kernel with one result that `expression`, in a task, computes. */
#define LATER(name, type, type_id, blocking, expression) \
	static void name##_later(struct kernels_test__later *later) \
	{ \
		type value = expression; \
		async_value_emplace(later->results[0], &value); \
	} \
	void kernels_test__##name(struct kernels_frame *frame) \
	{ \
		if (kernels_frame_result(frame, 0, kernels_types()->type_id)) \
			kernels_test__later(frame, name##_later, blocking); \
	}

static int32_t add(const struct kernels_test__later *later)
{
	return (int32_t)(PAYLOAD(uint32_t, later->arguments[0]) + PAYLOAD(uint32_t, later->arguments[1]));
}

static int64_t delayed(int64_t value)
{
	kernels_test__delay();
	return value;
}

LATER(async_add_i32, int32_t, i32, false, add(later))
LATER(async_copy_i32, int32_t, i32, false, PAYLOAD(int32_t, later->arguments[0]))
/* A task that sleeps is a blocking one. */
LATER(async_copy_with_delay_i32, int32_t, i32, true, (int32_t)delayed(PAYLOAD(int32_t, later->arguments[0])))
LATER(async_copy_with_delay_i64, int64_t, i64, true, delayed(PAYLOAD(int64_t, later->arguments[0])))

/* The attribute is read in the task: a site lives as long as the program. */
#define CONSTANT_LATER(suffix, type, dtype) \
	static void async_constant_##suffix##_later(struct kernels_test__later *later) \
	{ \
		type value; \
		if (kernels_site_scalar(later->site, 0, dtype, &value)) \
			async_value_emplace(later->results[0], &value); \
	} \
	void kernels_test__async_constant_##suffix(struct kernels_frame *frame) \
	{ \
		type value; \
		if (kernels_frame_scalar(frame, 0, dtype, &value) && \
			kernels_frame_result(frame, 0, kernels_types()->suffix)) \
			kernels_test__later(frame, async_constant_##suffix##_later, false); \
	}
CONSTANT_LATER(i1, uint8_t, KERNELS_I1)
CONSTANT_LATER(i32, int32_t, KERNELS_I32)

void kernels_test__copy_with_delay_i32(struct kernels_call *call)
{
	RESULT(int32_t, 0) = (int32_t)delayed(ARGUMENT(int32_t, 0));
}

void kernels_test__copy_with_delay_i64(struct kernels_call *call)
{
	RESULT(int64_t, 0) = delayed(ARGUMENT(int64_t, 0));
}

/* ---- a function as a task */

static void do_async_later(struct kernels_test__later *later)
{
	kernels_function_execute(later->site->functions[0], later->request, later->arguments, later->spare);
	for (uint32_t i = 0; i < later->result_count; i++)
		async_value_forward(later->results[i], later->spare[i]);
}

void kernels_test__do_async(struct kernels_frame *frame)
{
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	uint32_t count = frame->site->result_count;
	if (!kernels_frame_accepts(frame, frame->site->functions[0], frame->site->argument_count, count))
		return;
	for (uint32_t i = 0; i < count; i++) {
		frame->results[i] = async_value_create_indirect(allocator, ASYNC_TYPE_NONE);
		if (frame->results[i])
			continue;
		while (i > 0) {
			async_value_release(frame->results[--i]);
			frame->results[i] = NULL;
		}
		kernels_frame_fail(frame, "out of memory");
		return;
	}
	kernels_test__later(frame, do_async_later, false);
}

/* ---- waiting */

void kernels_test__quiesce(struct kernels_call *call)
{
	struct async_queue *queue = kernels_host(call->request)->queue;
	/* A task that waits for all tasks waits for itself. */
	if (queue->vtable->is_worker(queue))
		kernels_call_fail(call, "a task cannot wait for the work queue to be empty");
	else
		async_queue_quiesce(queue);
}

void kernels_test__as_chain(struct kernels_call *call)
{
	(void)call; /* it ran, so all arguments are available */
}

static void usleep_later(struct kernels_test__later *later)
{
	int32_t asked = PAYLOAD(int32_t, later->arguments[0]);
	kernels_test__sleep(asked > 0 ? (uint64_t)asked : 0);
	async_host_print(kernels_host(later->request), "Slept for %d microseconds\n", (int)asked);
	if (later->result_count > 0)
		async_value_set_available(later->results[0]);
}

void kernels_test__usleep(struct kernels_frame *frame)
{
	if (frame->site->result_count == 0 || kernels_frame_result(frame, 0, ASYNC_TYPE_CHAIN))
		kernels_test__later(frame, usleep_later, true);
}

/* ---- failing */

static void report_later(struct kernels_test__later *later)
{
	struct async_value *zero = NULL;
	int32_t value = later->argument_count > 0 ? PAYLOAD(int32_t, later->arguments[0]) : 1;
	if (value != 0) {
		async_value_fail(later->results[0], kernels_site_error(later->site, later->request, ASYNC_CODE_INTERNAL,
			"something bad happened asynchronously"));
	} else if (later->results[0]->kind == ASYNC_INDIRECT) {
		zero = async_value_create_available(
			kernels_host(later->request)->allocator, kernels_types()->i32, &value);
		async_value_forward(later->results[0], zero ? zero : async_value_out_of_memory());
	} else {
		async_value_emplace(later->results[0], &value);
	}
}

void kernels_test__report_error_concrete_async(struct kernels_frame *frame)
{
	if (kernels_frame_result(frame, 0, kernels_types()->i32))
		kernels_test__later(frame, report_later, false);
}

void kernels_test__report_error_indirect_async(struct kernels_frame *frame)
{
	frame->results[0] = async_value_create_indirect(kernels_host(frame->request)->allocator, ASYNC_TYPE_NONE);
	if (frame->results[0])
		kernels_test__later(frame, report_later, false);
	else
		kernels_frame_fail(frame, "out of memory");
}

void kernels_test__report_error_async(struct kernels_frame *frame)
{
	kernels_test__report_error_concrete_async(frame);
}
