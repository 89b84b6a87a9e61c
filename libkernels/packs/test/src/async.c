/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels whose results are completed later by a task. */
#include "test.h"

#define PAYLOAD(type, value) (*(const type *)async_value_payload_small(value))

/* A kernel with one result that `expression`, in a task, computes. */
#define LATER(name, type, type_id, blocking, expression) \
	static void name##_later(struct kernels_frame *frame) \
	{ \
		type value = expression; \
		kernels_frame_return(frame, 0, kernels_types()->type_id, &value); \
	} \
	void kernels_test__##name(struct kernels_frame *frame) \
	{ \
		kernels_frame_later(frame, name##_later, blocking); \
	}

static int32_t add(const struct kernels_frame *frame)
{
	return (int32_t)(PAYLOAD(uint32_t, frame->arguments[0]) + PAYLOAD(uint32_t, frame->arguments[1]));
}

static int64_t delayed(int64_t value)
{
	kernels_test__delay();
	return value;
}

LATER(async_add_i32, int32_t, i32, false, add(frame))
LATER(async_copy_i32, int32_t, i32, false, PAYLOAD(int32_t, frame->arguments[0]))
/* A task that sleeps is a blocking one. */
LATER(async_copy_with_delay_i32, int32_t, i32, true, (int32_t)delayed(PAYLOAD(int32_t, frame->arguments[0])))
LATER(async_copy_with_delay_i64, int64_t, i64, true, delayed(PAYLOAD(int64_t, frame->arguments[0])))

/* The attribute is checked before, and read in the task. */
#define CONSTANT_LATER(suffix, type, dtype) \
	static void async_constant_##suffix##_later(struct kernels_frame *frame) \
	{ \
		type value; \
		if (kernels_frame_scalar(frame, 0, dtype, &value)) \
			kernels_frame_return(frame, 0, kernels_types()->suffix, &value); \
	} \
	void kernels_test__async_constant_##suffix(struct kernels_frame *frame) \
	{ \
		type value; \
		if (kernels_frame_scalar(frame, 0, dtype, &value)) \
			kernels_frame_later(frame, async_constant_##suffix##_later, false); \
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

static void do_async_later(struct kernels_frame *frame)
{
	kernels_function_execute(frame->site->functions[0], frame->request, frame->arguments, frame->results);
}

void kernels_test__do_async(struct kernels_frame *frame)
{
	const struct kernels_site *site = frame->site;
	if (kernels_frame_accepts(frame, site->functions[0], site->argument_count, site->result_count))
		kernels_frame_later(frame, do_async_later, false);
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
	(void)call; /* the kernel runs, so all arguments are available */
}

static void usleep_later(struct kernels_frame *frame)
{
	int32_t asked = PAYLOAD(int32_t, frame->arguments[0]);
	kernels_test__sleep(asked > 0 ? (uint64_t)asked : 0);
	async_host_print(kernels_host(frame->request), "Slept for %d microseconds\n", (int)asked);
	if (frame->site->result_count > 0)
		frame->results[0] = async_chain();
}

void kernels_test__usleep(struct kernels_frame *frame)
{
	kernels_frame_later(frame, usleep_later, true);
}

/* ---- failing */

static const char bad[] = "something bad happened asynchronously";

/* Fails unless the argument, if present, is 0; returns it then. */
static int32_t asked_value(const struct kernels_frame *frame)
{
	return frame->site->argument_count > 0 ? PAYLOAD(int32_t, frame->arguments[0]) : 1;
}

/* Completes a concrete value that the kernel has created, in a separate task. */
struct report {
	struct async_request *request;
	const struct kernels_site *site;
	struct async_value *result;
	int32_t value;
};

static void report_concrete(void *ctx)
{
	struct report report = *(struct report *)ctx;
	async_free(kernels_host(report.request)->allocator, ctx, sizeof report, _Alignof(struct report));
	if (report.value == 0)
		async_value_emplace(report.result, &report.value);
	else
		async_value_fail(report.result,
			kernels_site_error(report.site, report.request, ASYNC_CODE_INTERNAL, "%s", bad));
	async_value_release(report.result);
	kernels_end_work(report.request, report.site);
}

void kernels_test__report_error_concrete_async(struct kernels_frame *frame)
{
	const struct async_host *host = kernels_host(frame->request);
	struct report *report = async_alloc(host->allocator, sizeof *report, _Alignof(struct report));
	struct async_value *result = report ? kernels_frame_result(frame, 0, kernels_types()->i32) : NULL;
	if (!result) {
		async_free(host->allocator, report, sizeof *report, _Alignof(struct report));
		if (!report)
			kernels_frame_fail(frame, "out of memory");
		return;
	}
	*report = (struct report){ kernels_begin_work(frame->request, frame->site), frame->site, async_value_retain_new(result, 1),
		asked_value(frame) };
	async_queue_add(host->queue, report_concrete, report);
}

/* Through an indirect value. */
static void report_indirect(struct kernels_frame *frame)
{
	struct async_value *indirect =
		async_value_create_indirect(kernels_host(frame->request)->allocator, ASYNC_TYPE_NONE);
	int32_t value = asked_value(frame);
	if (value == 0)
		kernels_frame_return(frame, 0, kernels_types()->i32, &value);
	else
		kernels_frame_fail(frame, "%s", bad);
	if (indirect) {
		async_value_forward(indirect, frame->results[0]);
		frame->results[0] = indirect;
	}
}

void kernels_test__report_error_indirect_async(struct kernels_frame *frame)
{
	kernels_frame_later(frame, report_indirect, false);
}

void kernels_test__report_error_async(struct kernels_frame *frame)
{
	kernels_test__report_error_concrete_async(frame);
}
