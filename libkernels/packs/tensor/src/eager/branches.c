/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* corert.cond and corert.while: functions from a chain and handles to a chain and handles. A loop runs within the kernel
 * while its conditions are available; after that the thread that completes one continues it. */
#include "eager/eager.h"
#include "common/arguments.h"
#include <string.h>

/* Whether the tensor of a handle means true: a number that is not 0, or a string that is not empty. Returns a reason if it
 * means neither. */
static const char *read_condition(const struct kernels_tensor_handle *handle, bool *out)
{
	static const uint8_t zero[16];
	const struct kernels_tensor *tensor = handle->tensor ? async_value_payload(handle->tensor) : NULL;
	if (!tensor)
		return "the tensor is on another task";
	if (tensor->kind == KERNELS_TENSOR_COO || kernels_tensor_elements(tensor) != 1)
		return "expected a tensor with one element";
	if (tensor->kind == KERNELS_TENSOR_STRING) {
		*out = ((const struct kernels_text *)kernels_tensor_bytes(tensor))->size > 0;
		return NULL;
	}
	/* -0 is 0: the sign bit is the last one of each part */
	uint8_t bytes[16];
	const size_t size = kernels_dtype_size(tensor->dtype);
	memcpy(bytes, kernels_tensor_bytes(tensor), size);
	if (tensor->dtype == KERNELS_F16 || tensor->dtype == KERNELS_BF16 || tensor->dtype == KERNELS_F32 || tensor->dtype == KERNELS_F64)
		bytes[size - 1] &= 0x7f;
	*out = memcmp(bytes, zero, size) != 0;
	return NULL;
}

void kernels_tensor__cond_handle(struct kernels_frame *frame)
{
	const struct kernels_site *site = frame->site;
	bool condition = false;
	const char *reason = read_condition(async_value_payload(frame->arguments[0]), &condition);
	const struct kernels_function *function = site->functions[condition ? 0 : 1];
	if (reason)
		kernels_frame_fail(frame, "argument 0: %s", reason);
	else if (kernels_frame_accepts(frame, function, site->argument_count - 1, site->result_count))
		kernels_function_execute(function, frame->request, frame->arguments + 1, frame->results);
}

/* ---- while */

struct loop {
	struct async_waiter waiter;
	struct async_request *request;
	const struct kernels_site *site;
	struct kernels_caller caller;
	struct async_error *error; /* of all results, if not NULL */
	uint32_t hands;            /* atomic: the thread that waits, and the waiter; the last of them goes on */
	uint32_t width;
	struct async_value *condition[2]; /* a chain and a handle; NULL: not computed */
	/* rows of `width`: the values, room for those of the next iteration, the results once the kernel has returned */
	struct async_value **values, **next, **results, *places[];
};

static size_t loop_size(uint32_t width) { return sizeof(struct loop) + 3 * (size_t)width * sizeof(struct async_value *); }

static void destroy(struct loop *loop)
{
	struct async_request *request = loop->request;
	const struct kernels_site *site = loop->site;
	kernels_values_release(loop->condition, 2);
	kernels_values_release(loop->values, loop->width);
	kernels_values_release(loop->results, loop->width);
	async_error_release(loop->error);
	async_free(kernels_host(request)->allocator, loop, loop_size(loop->width), _Alignof(struct loop));
	kernels_end_work(request, site);
}

/* Ends the loop with an error if the condition is one, or the request has ended. @return whether it goes on */
static bool decide(struct loop *loop)
{
	struct async_error *error = async_request_cancelled(loop->request);
	bool condition = false;
	for (unsigned i = 0; i < 2; i++) {
		if (async_value_is_error(loop->condition[i]))
			error = async_value_error(loop->condition[i]);
	}
	if (error) {
		loop->error = async_error_retain(error);
		return false;
	}
	const char *reason = async_value_type(loop->condition[1]) == kernels_tensor_types()->handle
				     ? read_condition(async_value_payload(loop->condition[1]), &condition)
				     : "not a tensor handle";
	if (reason)
		loop->error = kernels_site_error(loop->site, loop->request, ASYNC_CODE_INTERNAL, "the condition: %s", reason);
	return !reason && condition;
}

/* Returns the value for which the loop must wait; NULL: it is done. */
static struct async_value *advance(struct loop *loop)
{
	const struct kernels_function *const *functions = loop->site->functions;
	for (;;) {
		if (!loop->condition[0])
			kernels_function_execute(functions[0], loop->request, loop->values, loop->condition);
		for (unsigned i = 0; i < 2; i++) {
			if (!async_value_is_available(loop->condition[i]))
				return loop->condition[i];
		}
		if (!decide(loop))
			return NULL;
		kernels_values_release(loop->condition, 2);
		memset(loop->condition, 0, sizeof loop->condition);
		memset(loop->next, 0, loop->width * sizeof *loop->next);
		kernels_function_execute(functions[1], loop->request, loop->values, loop->next);
		kernels_values_release(loop->values, loop->width);
		struct async_value **old = loop->values;
		loop->values = loop->next;
		loop->next = old;
	}
}

static bool let_go(struct loop *loop)
{
	/* release: publishes this thread's changes; acquire: pairs with the release of the other side */
	return __atomic_fetch_sub(&loop->hands, 1, __ATOMIC_ACQ_REL) == 1;
}

/* The kernel has returned. */
static void go_on(struct loop *loop)
{
	struct async_value *awaited;
	while ((awaited = advance(loop))) {
		__atomic_store_n(&loop->hands, 2, __ATOMIC_RELAXED); /* relaxed: the waiter orders it */
		async_value_and_then(awaited, &loop->waiter);
		if (!let_go(loop))
			return;
	}
	for (uint32_t i = 0; i < loop->width; i++) {
		if (loop->error) {
			async_value_fail(loop->results[i], async_error_retain(loop->error));
		} else {
			async_request_forward(loop->request, loop->results[i], loop->values[i]);
			loop->values[i] = NULL;
		}
	}
	destroy(loop);
}

static void continue_loop(struct async_waiter *waiter)
{
	struct loop *loop = (struct loop *)(void *)waiter;
	if (!let_go(loop))
		return;
	struct kernels_caller caller = loop->caller;
	kernels_caller_swap(&caller);
	go_on(loop);
	kernels_caller_swap(&caller);
}

/* Results that the loop completes later. Returns false when out of memory. */
static bool make_results(struct loop *loop, struct kernels_frame *frame)
{
	for (uint32_t i = 0; i < loop->width; i++) {
		loop->results[i] = async_value_create_indirect(kernels_host(loop->request)->allocator, ASYNC_TYPE_NONE);
		if (!loop->results[i])
			return false;
	}
	for (uint32_t i = 0; i < loop->width; i++)
		frame->results[i] = async_value_retain(loop->results[i]);
	return true;
}

static void start(struct loop *loop, struct kernels_frame *frame)
{
	if (advance(loop)) {
		if (make_results(loop, frame)) {
			go_on(loop); /* looks at the condition once more */
			return;
		}
		kernels_frame_fail(frame, "out of memory");
	} else if (loop->error) {
		kernels_frame_fail_with(frame, async_error_retain(loop->error));
	} else {
		memcpy(frame->results, loop->values, loop->width * sizeof *loop->values);
		memset(loop->values, 0, loop->width * sizeof *loop->values);
	}
	destroy(loop);
}

void kernels_tensor__while_handle(struct kernels_frame *frame)
{
	const struct kernels_site *site = frame->site;
	const uint32_t width = site->argument_count;
	if (site->result_count != width) {
		kernels_frame_fail(frame, "%u values enter the loop and %u leave it", width, site->result_count);
		return;
	}
	if (!kernels_frame_accepts(frame, site->functions[0], width, 2) || !kernels_frame_accepts(frame, site->functions[1], width, width))
		return;
	struct loop *loop = async_alloc(kernels_host(frame->request)->allocator, loop_size(width), _Alignof(struct loop));
	if (!loop) {
		kernels_frame_fail(frame, "out of memory");
		return;
	}
	memset(loop, 0, loop_size(width));
	loop->waiter.run = continue_loop;
	loop->request = kernels_begin_work(frame->request, site);
	loop->site = site;
	loop->caller = kernels_caller();
	loop->width = width;
	loop->values = loop->places;
	loop->next = loop->places + width;
	loop->results = loop->places + 2 * (size_t)width;
	for (uint32_t i = 0; i < width; i++)
		loop->values[i] = async_value_retain(frame->arguments[i]);
	start(loop, frame);
}
