/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of short ops that were planned when the program was opened, on tensors. They are as op.c would do them; the time of a call is
 * that of a few elements, so nothing is prepared that only other calls need, and a result that takes the place of its operand is the
 * operand's value itself. */
#include "core/op_call.h"
#include <stddef.h>

enum { MOST_OPERANDS = 16, MOST_RESULTS = 4, SMALL_UPDATE = 16384 /* bytes */ };

_Static_assert(_Alignof(struct kernels_tensor) <= 8 && sizeof(struct async_value) % _Alignof(struct kernels_tensor) == 0,
	"the tensor is behind the value's header, on 32-bit machines too");

/* Computes tensors from a few tensors, without functions, as planned when the program was opened. */
static bool is_plain(const struct hlo_planned *planned)
{
	const struct hlo_op *op = &planned->op;
	bool quick = planned->has_plan && (op->kernel->run || op->view >= 0) && planned->site.function_count == 0 &&
		op->operand_count <= MOST_OPERANDS && op->result_count <= MOST_RESULTS;
	for (uint32_t i = 0; quick && i < op->operand_count; i++)
		quick = !hlo_is_token(&op->operands[i]);
	for (uint32_t i = 0; quick && i < op->result_count; i++)
		quick = !hlo_is_token(&op->results[i]);
	return quick;
}

bool kernels_hlo__is_quick(const struct hlo_planned *planned)
{
	const struct hlo_op *op = &planned->op;
	return op->nanoseconds < HLO_TASK_NANOSECONDS && !(op->run_part && op->parts > op->block) && is_plain(planned);
}

bool kernels_hlo__is_quick_in_place(const struct hlo_planned *planned)
{
	const struct hlo_op *op = &planned->op;
	return (op->kernel->flags & HLO_WRITES_PART) && is_plain(planned) && op->reuse[0] == 0 &&
	       hlo_bytes(&op->operands[1]) <= SMALL_UPDATE;
}

/* The tensor, if it has exactly this type; else NULL. */
static inline const struct kernels_tensor *tensor_of_type(
	struct async_value *value, const struct hlo_type *type, async_type_id id)
{
	if (async_value_state(value) != ASYNC_AVAILABLE)
		return NULL;
	value = async_value_target(value);
	const struct kernels_tensor *tensor = (const struct kernels_tensor *)(const void *)(value + 1);
	if (value->type != id || tensor->kind != KERNELS_TENSOR_DENSE || tensor->dtype != type->dtype ||
		tensor->shape.rank != type->shape.rank)
		return NULL;
	for (uint32_t d = 0; d < type->shape.rank; d++)
		if (tensor->shape.dims[d] != type->shape.dims[d])
			return NULL;
	return tensor;
}

static bool return_buffer(struct hlo_call *call, uint32_t i, async_type_id id, struct kernels_buffer *buffer)
{
	const struct hlo_type *type = &call->op->results[i];
	struct async_value *value = async_value_create(call->run.allocator, id);
	if (!value) {
		kernels_buffer_release(buffer);
		call->no_memory = true;
		return false;
	}
	*(struct kernels_tensor *)async_value_storage(value) =
		(struct kernels_tensor){ KERNELS_TENSOR_DENSE, type->dtype, hlo_shape_of(type), buffer, NULL };
	async_value_set_available_new(value);
	call->frame->results[i] = value;
	return true;
}

/* A call with its results, before they have values. */
struct quick {
	struct hlo_call call; /* first */
	const struct kernels_tensor *tensors[MOST_OPERANDS];
	const void *inputs[MOST_OPERANDS];
	void *outputs[MOST_RESULTS];
	struct kernels_buffer *buffers[MOST_RESULTS]; /* NULL: the result is the value of the operand `reused` */
	uint32_t reused;
};

static bool make_results(struct quick *q, const struct hlo_op *op)
{
	uint64_t used = 0;
	for (uint32_t i = 0; i < op->result_count; i++) {
		const int32_t reuse = kernels_hlo__find_reuse(q->call.frame, op, i, &used);
		q->buffers[i] = NULL;
		if (reuse >= 0) {
			q->reused = (uint32_t)reuse;
			struct kernels_buffer *buffer = q->tensors[reuse]->buffer;
			q->outputs[i] = kernels_buffer_data(buffer);
			/* the second result must not find it unique too */
			if (op->result_count > 1 || !kernels_hlo__same_type(&op->operands[reuse], &op->results[i]))
				q->buffers[i] = kernels_buffer_retain(buffer);
			continue;
		}
		q->buffers[i] = hlo_result_buffer(q->call.run.allocator, &op->results[i]);
		if (!q->buffers[i]) {
			const uint32_t failed = i;
			while (i-- > 0)
				kernels_buffer_release(q->buffers[i]);
			return kernels_hlo__no_memory_for(&q->call, &op->results[failed]);
		}
		q->outputs[i] = kernels_buffer_data(q->buffers[i]);
	}
	return true;
}

static bool return_results(struct quick *q, const struct hlo_op *op, async_type_id id)
{
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (!q->buffers[i]) {
			q->call.frame->results[i] = kernels_frame_take(q->call.frame, q->reused);
		} else if (!return_buffer(&q->call, i, id, q->buffers[i])) {
			while (++i < op->result_count)
				kernels_buffer_release(q->buffers[i]);
			return false;
		}
	}
	return true;
}

static bool compute(struct quick *q, const struct hlo_op *op, async_type_id id)
{
	if (op->view >= 0)
		return return_buffer(&q->call, 0, id, kernels_buffer_retain(q->tensors[op->view]->buffer));
	if (!make_results(q, op))
		return false;
	if (kernels_hlo__run_planned(&q->call))
		return return_results(q, op, id);
	for (uint32_t i = 0; i < op->result_count; i++)
		kernels_buffer_release(q->buffers[i]);
	return false;
}

bool kernels_hlo__run_quick(struct kernels_frame *frame, const struct hlo_planned *planned)
{
	const struct hlo_op *op = &planned->op;
	async_type_id id = planned->tensor;
	struct quick q; /* the message takes longer to clear than many kernels to run */
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (!(q.tensors[i] = tensor_of_type(frame->arguments[i], &op->operands[i], id)))
			return false;
		q.inputs[i] = kernels_tensor_bytes(q.tensors[i]);
	}
	q.call.run = (struct hlo_run){ op, q.inputs, q.outputs, frame->request, kernels_host(frame->request)->allocator };
	q.call.frame = frame;
	q.call.op = op;
	q.call.plan = planned->plan;
	q.call.no_memory = q.call.deferred = false;
	q.call.may_defer = true;
	q.call.error = NULL;
	q.call.message[0] = '\0';
	if (compute(&q, op, id))
		return true;
	if (q.call.deferred)
		kernels_frame_later(frame, kernels_hlo__run_late, false);
	else
		kernels_hlo__report(&q.call);
	return true;
}
