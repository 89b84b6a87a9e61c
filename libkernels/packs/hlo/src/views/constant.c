/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hlo.constant. The tensor is made once and returned to every call: a view of the attribute, or, for a splat (an attribute
 * of one element), memory that the first call fills. */
#include "core/op.h"
#include <string.h>

#define FILL_BYTES 100000u /* longer splats are filled in a task */

struct constant {
	struct async_value *value; /* atomic: of a splat, NULL before the first call. One reference */
	struct kernels_dense_view view;
	uint8_t element[16];
};

/* True if no element has bits that its type does not have. */
static bool check_bytes(const struct kernels_dense_view *view)
{
	int low = 0, high = 255; /* as int8_t if low is negative */
	switch (view->dtype) {
	case KERNELS_I1: high = 1; break;
	case KERNELS_I2: low = -2, high = 1; break;
	case KERNELS_I4: low = -8, high = 7; break;
	case KERNELS_UI2: high = 3; break;
	case KERNELS_UI4:
	case KERNELS_F4E2M1FN: high = 15; break;
	case KERNELS_F6E2M3FN:
	case KERNELS_F6E3M2FN: high = 63; break;
	default: return true;
	}
	for (uint32_t i = 0; i < view->count; i++) {
		int byte = low < 0 ? (int8_t)view->elements[i] : view->elements[i];
		if (byte < low || byte > high)
			return false;
	}
	return true;
}

static bool plan_constant(struct hlo_op *op, void *plan)
{
	struct constant *constant = plan;
	struct kernels_dense_view *view = &constant->view;
	const struct hlo_type *type = &op->results[0];
	char text[HLO_TYPE_TEXT];
	if (!kernels_hlo__dense(op, "value", view))
		return false;
	if (type->elements < 0 || view->dtype != type->dtype || (view->count != 1 && view->count != type->elements))
		return kernels_hlo__refuse(op, "attribute value has %u elements of type %s, but result 0 is %s",
			(unsigned)view->count, kernels_dtype_name(view->dtype), kernels_hlo__type_text(type, text));
	if (!check_bytes(view))
		return kernels_hlo__refuse(op, "attribute value has an element with more bits than %s",
			kernels_dtype_name(view->dtype));
	if (view->count != type->elements) {
		kernels_elements_load(constant->element, view->elements, view->dtype, 1);
		op->makes_result = hlo_bytes(type) > FILL_BYTES;
		return true;
	}
	constant->value = kernels_hlo__tensor_value(op->allocator, type,
		kernels_site_buffer(op->site, op->allocator, view->elements, hlo_bytes(type), 64));
	return constant->value || kernels_hlo__refuse(op, "out of memory");
}

static void finish_constant(const struct async_allocator *allocator, void *plan)
{
	(void)allocator;
	async_value_release(((struct constant *)plan)->value);
}

HLO_OWN_KERNEL(constant, sizeof(struct constant), plan_constant, NULL, finish_constant, 0)

/* Repeats the element: each round copies all that is there. False: the request has ended before. */
static bool fill(char *to, const uint8_t *element, size_t size, size_t total, struct async_request *request)
{
	size_t done = total ? size : 0;
	uint32_t did = 0;
	memcpy(to, element, done);
	for (size_t part; done < total; done += part) {
		part = done < total - done ? done : total - done;
		part = part < 65536 ? part : 65536 / size * size;
		memcpy(to + done, to, part);
		if (++did % 64 == 0 && async_request_check(request))
			return false;
	}
	return true;
}

/* A splat in memory of the allocator. NULL: out of memory, or the request has ended. */
static struct async_value *make_splat(const struct hlo_op *op, const struct constant *constant,
	const struct async_allocator *allocator, struct async_request *request)
{
	size_t total = hlo_bytes(&op->results[0]);
	struct kernels_buffer *buffer = kernels_buffer_create(allocator, total, 64);
	if (buffer && !fill(kernels_buffer_data(buffer), constant->element, kernels_dtype_size(op->results[0].dtype), total, request)) {
		kernels_buffer_release(buffer);
		return NULL;
	}
	return kernels_hlo__tensor_value(allocator, &op->results[0], buffer);
}

/* Two calls may fill a splat at the same time; the first one to finish provides the value. NULL as make_splat(). */
static struct async_value *fill_splat(const struct hlo_op *op, struct constant *constant, struct async_request *request)
{
	struct async_value *first = NULL, *value = make_splat(op, constant, op->allocator, request);
	if (!value)
		return NULL;
	/* release: publishes the contents; acquire: of those of the other call */
	if (__atomic_compare_exchange_n(&constant->value, &first, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return value;
	async_value_release(value);
	return first;
}

static void return_constant(struct kernels_frame *frame, const struct kernels_site *site, bool may_defer);

static void constant_late(struct kernels_frame *frame)
{
	return_constant(frame, frame->site, false);
}

/* `site`: that of the frame, or a copy of it with a plan */
static void return_constant(struct kernels_frame *frame, const struct kernels_site *site, bool may_defer)
{
	const struct hlo_op *op;
	/* the plan is shared by all calls; its only member that changes is atomic */
	struct constant *constant = (struct constant *)(uintptr_t)kernels_hlo__plan_of(site, &op);
	struct async_value *value = __atomic_load_n(&constant->value, __ATOMIC_ACQUIRE); /* pairs with fill_splat() */
	if (!value && may_defer && hlo_bytes(&op->results[0]) > FILL_BYTES && hlo_makes_tasks(frame)) {
		kernels_frame_later(frame, constant_late, false);
		return;
	}
	/* A call with a limit pays for large splats itself. */
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	if (!value && async_allocator_is_budget(allocator) && hlo_bytes(&op->results[0]) > FILL_BYTES)
		frame->results[0] = make_splat(op, constant, allocator, frame->request);
	else if (value || (value = fill_splat(op, constant, frame->request)))
		frame->results[0] = async_value_retain(value);
	struct async_error *ended = frame->results[0] ? NULL : async_request_cancelled(frame->request);
	if (ended)
		kernels_frame_fail_with(frame, async_error_retain(ended));
	else if (!frame->results[0])
		kernels_frame_fail_with(frame, kernels_site_error(frame->site, frame->request,
						       ASYNC_CODE_RESOURCE_EXHAUSTED, HLO_NO_MEMORY_FOR, hlo_bytes(&op->results[0])));
}

void kernels_hlo__constant(struct kernels_frame *frame)
{
	struct kernels_site site = *frame->site;
	if (site.state) {
		return_constant(frame, &site, true);
		return;
	}
	/* an executor that does not prepare */
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	if (kernels_hlo__prepare(&kernels_hlo__constant_kernel, frame->site, allocator, &site.state, &diag) != KERNELS_OK) {
		kernels_frame_fail(frame, "%s", diag.message);
		return;
	}
	return_constant(frame, &site, false);
	kernels_hlo__unprepare(site.state, allocator);
}
