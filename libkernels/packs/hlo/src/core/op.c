/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See op.h: types, plans, results and errors of all kernels of the pack. */
#include "core/op.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MESSAGE_SIZE 600u
#define TASK_NANOSECONDS 20000u /* shorter kernels take less time than to wake another thread */

/* An op with its plan, in one block: this, the types, the reuse list, the plan. */
struct planned {
	struct hlo_op op;
	size_t block_size;
	void *plan;
	bool known; /* all operand types are known */
};

/* What a call needs beside the plan. */
struct call {
	struct hlo_run run;
	struct kernels_frame *frame;
	char *message;
};

bool kernels_hlo__refuse(struct hlo_op *op, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	if (op->message)
		vsnprintf(op->message, op->message_size, format, arguments);
	va_end(arguments);
	return false;
}

bool kernels_hlo__fail(const struct hlo_run *run, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(((const struct call *)(const void *)run)->message, MESSAGE_SIZE, format, arguments);
	va_end(arguments);
	return false;
}

/* ---- types */

/* Reads one type at words[*at]. */
static bool read_type(struct hlo_op *op, const struct kernels_array *words, size_t *at, struct hlo_type *out)
{
	if (words->count - *at < 2)
		return kernels_hlo__refuse(op, "attribute types is too short for %u operands and %u results",
			op->operand_count, op->result_count);
	int64_t dtype = kernels_load_i64(words->elements + 8 * *at);
	int64_t rank = kernels_load_i64(words->elements + 8 * (*at + 1));
	*at += 2;
	if (dtype < 0 || dtype >= KERNELS_DTYPE_LIMIT || (dtype > 0 && !kernels_hlo__is_element((enum kernels_dtype)dtype)))
		return kernels_hlo__refuse(op, "attribute types has the element type %lld", (long long)dtype);
	if (rank < 0 || rank > (dtype == 0 ? 0 : KERNELS_MAX_RANK) || (uint64_t)rank > words->count - *at)
		return kernels_hlo__refuse(op, "attribute types has the rank %lld", (long long)rank);
	out->dtype = (enum kernels_dtype)dtype;
	out->shape.rank = (uint32_t)rank;
	bool known = true;
	for (int64_t i = 0; i < rank; i++) {
		int64_t dim = kernels_load_i64(words->elements + 8 * *at);
		if (dim < -1)
			return kernels_hlo__refuse(op, "attribute types has the dimension %lld", (long long)dim);
		known = known && dim >= 0;
		out->shape.dims[i] = dim;
		*at += 1;
	}
	out->elements = -1;
	if (known && (!kernels_shape_elements(&out->shape, &out->elements) || out->elements > INT64_MAX / 16))
		return kernels_hlo__refuse(op, "attribute types has a type with too many elements");
	return true;
}

/* The attribute `types` is the last one with a name that the kernel reads. */
static bool read_types(struct planned *planned, struct hlo_type *types)
{
	struct hlo_op *op = &planned->op;
	const struct kernels_entry *entry = op->site->entry;
	struct kernels_array words = { NULL, 0 };
	size_t at = 0;
	uint32_t index = 0;
	while (index < entry->attribute_count && (entry->attributes[index].name_size != 5 ||
							 memcmp(entry->attributes[index].name, "types", 5) != 0))
		index++;
	if (index == entry->attribute_count || !kernels_site_array(op->site, index, KERNELS_I64, &words))
		return kernels_hlo__refuse(op, "attribute types is not an array of i64");
	planned->known = true;
	for (uint32_t i = 0; i < op->operand_count + op->result_count; i++) {
		if (!read_type(op, &words, &at, &types[i]))
			return false;
		planned->known = planned->known && (types[i].elements >= 0 || i >= op->operand_count);
	}
	if (at != words.count)
		return kernels_hlo__refuse(op, "attribute types has %zu words more than %u operands and %u results need",
			words.count - at, op->operand_count, op->result_count);
	return true;
}

/* ---- plans */

static size_t round_up(size_t size) { return (size + 15) & ~(size_t)15; }

static struct planned *planned_create(const struct hlo_kernel *kernel, const struct kernels_site *site,
	const struct async_allocator *allocator)
{
	size_t types = (size_t)site->argument_count + site->result_count;
	size_t head = round_up(sizeof(struct planned)), lists = round_up(types * sizeof(struct hlo_type));
	size_t reuse = round_up(site->result_count * sizeof(int32_t));
	size_t size = head + lists + reuse + kernel->plan_size;
	char *block = async_alloc(allocator, size, 64);
	if (!block)
		return NULL;
	memset(block, 0, size);
	struct planned *planned = (struct planned *)(void *)block;
	struct hlo_type *all = (struct hlo_type *)(void *)(block + head);
	planned->block_size = size;
	planned->plan = block + head + lists + reuse;
	planned->op = (struct hlo_op){ .kernel = kernel, .site = site, .allocator = allocator,
		.operand_count = site->argument_count, .result_count = site->result_count,
		.operands = all, .results = all + site->argument_count,
		.reuse = (int32_t *)(void *)(block + head + lists), .view = -1 };
	for (uint32_t i = 0; i < site->result_count; i++)
		planned->op.reuse[i] = -1;
	return planned;
}

static void planned_destroy(struct planned *planned, bool has_plan)
{
	if (!planned)
		return;
	if (has_plan && planned->op.kernel->finish)
		planned->op.kernel->finish(planned->op.allocator, planned->plan);
	async_free(planned->op.allocator, planned, planned->block_size, 64);
}

/* Calls the kernel's plan(), and checks that all results are known afterwards. */
static bool make_plan(struct planned *planned)
{
	struct hlo_op *op = &planned->op;
	if (!op->kernel->plan(op, planned->plan))
		return false;
	for (uint32_t i = 0; i < op->result_count; i++)
		if (op->results[i].elements < 0) {
			if (op->kernel->finish)
				op->kernel->finish(op->allocator, planned->plan);
			return kernels_hlo__refuse(op, "result %u has an unknown dimension", i);
		}
	return true;
}

/* ---- a call */

static const struct kernels_tensor *tensor_of(struct async_value *value)
{
	return async_value_payload(value);
}

/* Compares the arguments with the types of the operands; sets those that are unknown. */
static bool check_arguments(struct planned *planned, struct kernels_frame *frame, const void **inputs)
{
	struct hlo_op *op = &planned->op;
	struct hlo_type *types = op->results - op->operand_count;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		async_type_id id = async_value_type(frame->arguments[i]);
		inputs[i] = NULL;
		if (types[i].dtype == KERNELS_DTYPE_INVALID && id == ASYNC_TYPE_CHAIN)
			continue;
		if (types[i].dtype == KERNELS_DTYPE_INVALID || id != kernels_tensor_types()->tensor)
			return kernels_hlo__refuse(op, "argument %u is not a %s", i,
				types[i].dtype == KERNELS_DTYPE_INVALID ? "token" : "tensor");
		const struct kernels_tensor *tensor = tensor_of(frame->arguments[i]);
		struct hlo_type found = { tensor->dtype, tensor->shape, 0 };
		bool fits = tensor->kind == KERNELS_TENSOR_DENSE && found.dtype == types[i].dtype &&
			found.shape.rank == types[i].shape.rank;
		for (uint32_t d = 0; fits && d < found.shape.rank; d++)
			fits = types[i].shape.dims[d] < 0 || types[i].shape.dims[d] == found.shape.dims[d];
		if (!fits) {
			char have[HLO_TYPE_TEXT], want[HLO_TYPE_TEXT];
			return kernels_hlo__refuse(op, "argument %u has the type %s, expected %s", i,
				kernels_hlo__type_text(&found, have), kernels_hlo__type_text(&types[i], want));
		}
		if (!planned->known)
			types[i] = (struct hlo_type){ found.dtype, found.shape, kernels_tensor_elements(tensor) };
		inputs[i] = kernels_tensor_bytes(tensor);
	}
	return true;
}

/* The only reference to the value and to its memory is this call's. */
static bool may_overwrite(struct kernels_frame *frame, uint32_t argument)
{
	struct async_value *value = frame->arguments[argument];
	for (uint32_t i = 0; i < frame->site->argument_count; i++)
		if (i != argument && frame->arguments[i] == value)
			return false;
	return async_value_is_unique(value) && kernels_buffer_is_unique(tensor_of(value)->buffer);
}

static void return_tensor(struct kernels_frame *frame, uint32_t result, const struct hlo_type *type,
	struct kernels_buffer *buffer)
{
	struct kernels_tensor tensor = { KERNELS_TENSOR_DENSE, type->dtype, type->shape, buffer, NULL };
	kernels_frame_return(frame, result, kernels_tensor_types()->tensor, &tensor);
}

/* Memory for the results; NULL for a token. Returns false when out of memory. */
static bool make_results(
	const struct hlo_op *op, struct kernels_frame *frame, struct kernels_buffer **buffers, void **outputs)
{
	for (uint32_t i = 0; i < op->result_count; i++) {
		outputs[i] = NULL;
		if (op->results[i].dtype == KERNELS_DTYPE_INVALID)
			continue;
		int32_t reuse = op->reuse[i];
		if (reuse >= 0 && may_overwrite(frame, (uint32_t)reuse))
			buffers[i] = kernels_buffer_retain(tensor_of(frame->arguments[reuse])->buffer);
		else
			buffers[i] = kernels_buffer_create(op->allocator, hlo_bytes(&op->results[i]), 64);
		if (!buffers[i])
			return false;
		outputs[i] = kernels_buffer_data(buffers[i]);
	}
	return true;
}

/* Runs the planned op: all results, or none and a message. */
static bool compute(struct call *call, struct planned *planned, const void **inputs, void **outputs,
	struct kernels_buffer **buffers)
{
	struct kernels_frame *frame = call->frame;
	const struct hlo_op *op = &planned->op;
	if (op->view >= 0) {
		struct kernels_buffer *shared = tensor_of(frame->arguments[op->view])->buffer;
		return_tensor(frame, 0, &op->results[0], kernels_buffer_retain(shared));
		return true;
	}
	call->run = (struct hlo_run){ op, inputs, outputs, frame->request, op->allocator };
	bool good = make_results(op, frame, buffers, outputs);
	if (!good)
		snprintf(call->message, MESSAGE_SIZE, "out of memory for the results");
	good = good && op->kernel->run(&call->run, planned->plan);
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (!good)
			kernels_buffer_release(buffers[i]);
		else if (buffers[i])
			return_tensor(frame, i, &op->results[i], buffers[i]);
		else
			frame->results[i] = async_value_retain(async_chain());
	}
	return good;
}

/* Plans and runs. */
static void run_planned(struct kernels_frame *frame, struct planned *planned)
{
	char message[MESSAGE_SIZE] = "out of memory";
	struct call call = { .frame = frame, .message = message };
	struct hlo_op *op = &planned->op;
	size_t pointers = op->operand_count + 2 * (size_t)op->result_count, size = (pointers + 1) * sizeof(void *);
	void *few[24] = { NULL };
	void **places = pointers <= 24 ? few : async_alloc(op->allocator, size, _Alignof(void *));
	bool has_plan = false, good = places != NULL;
	if (good) {
		memset(places, 0, pointers * sizeof(void *));
		const void **inputs = (const void **)places;
		op->message = message;
		op->message_size = sizeof message;
		good = check_arguments(planned, frame, inputs);
		op->values = inputs;
		has_plan = good = good && make_plan(planned);
		good = good && compute(&call, planned, inputs, places + op->operand_count,
				       (struct kernels_buffer **)(places + op->operand_count + op->result_count));
	}
	if (!good)
		kernels_frame_fail(frame, "%s", message);
	if (places && places != few)
		async_free(op->allocator, places, size, _Alignof(void *));
	planned_destroy(planned, has_plan);
}

void kernels_hlo__frame(struct kernels_frame *frame, const struct hlo_kernel *kernel)
{
	char message[MESSAGE_SIZE] = "";
	struct planned *planned = planned_create(kernel, frame->site, kernels_host(frame->request)->allocator);
	if (!planned) {
		kernels_frame_fail(frame, "out of memory");
		return;
	}
	planned->op.message = message;
	planned->op.message_size = sizeof message;
	if (!read_types(planned, planned->op.results - planned->op.operand_count)) {
		kernels_frame_fail(frame, "%s", message);
		planned_destroy(planned, false);
		return;
	}
	run_planned(frame, planned);
}
