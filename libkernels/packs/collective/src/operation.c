/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "operation.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool kernels_collective__refuse(struct kernels_collective__operation *op, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(op->message, sizeof op->message, format, arguments);
	va_end(arguments);
	return false;
}

/* ---- the end */

static void release_values(struct kernels_collective__operation *op)
{
	for (uint32_t i = 0; op->values && i < op->group.count; i++)
		if (op->values[i])
			async_value_release(op->values[i]);
	if (op->values)
		async_free(op->allocator, op->values, op->group.count * sizeof *op->values, _Alignof(struct async_value *));
	op->values = NULL;
}

static void destroy(struct kernels_collective__operation *op)
{
	struct async_request *request = op->request;
	const struct kernels_site *site = op->site;
	release_values(op);
	if (op->sizes)
		async_free(op->allocator, op->sizes, op->group.count * sizeof *op->sizes, _Alignof(int64_t));
	kernels_tensor_finish(&op->tensor);
	kernels_values_release(op->arguments, op->kind->argument_count);
	kernels_values_release(op->results, 2);
	kernels_collective__group_finish(&op->group);
	if (op->context)
		kernels_collective__context_release(op->context);
	async_free(op->allocator, op, sizeof *op, _Alignof(struct kernels_collective__operation));
	kernels_end_work(request, site);
}

/* Takes over the reference to the error. */
static void end_with(struct kernels_collective__operation *op, struct async_error *error)
{
	for (uint32_t i = 0; i < 2 && op->results[i]; i++)
		async_value_fail(op->results[i], async_error_retain(error));
	async_error_release(error);
	destroy(op);
}

static struct async_error *error_of_message(struct kernels_collective__operation *op)
{
	return kernels_site_error(op->site, op->request, ASYNC_CODE_INVALID_ARGUMENT, "%s", op->message);
}

static void succeed(struct kernels_collective__operation *op)
{
	if (op->results[1]) {
		async_value_emplace(op->results[1], &op->tensor);
		op->tensor = (struct kernels_tensor){ .buffer = NULL };
	}
	async_value_set_available(op->results[0]);
	destroy(op);
}

/* ---- a round */

static void start_round(struct kernels_collective__operation *op, struct async_value *given);

/* The error of a member, at this op. The engine has named the member. */
static struct async_error *error_of(struct kernels_collective__operation *op, uint32_t member)
{
	const struct async_error *error = async_value_error(op->values[member]);
	if (member == op->group.self || async_request_cancelled(op->request))
		return async_error_retain((struct async_error *)(uintptr_t)error);
	return kernels_site_error(op->site, op->request, async_error_code(error), "%s", async_error_message(error));
}

/* A member that gives an error does not wait for the others: the engine has the operation in its order, so the program may go on. */
static void end_early(struct kernels_collective__operation *op)
{
	if (!async_value_is_error(op->values[op->group.self]))
		return;
	struct async_error *error = error_of(op, op->group.self);
	for (uint32_t i = 0; i < 2 && op->results[i]; i++) {
		async_value_fail(op->results[i], async_error_retain(error));
		async_value_release(op->results[i]);
		op->results[i] = NULL;
	}
	async_error_release(error);
}

static void arrived(void *ctx)
{
	struct kernels_collective__operation *op = ctx;
	if (!op->results[0]) {
		destroy(op);
		return;
	}
	for (uint32_t i = 0; i < op->group.count; i++) {
		if (async_value_is_error(op->values[i])) {
			end_with(op, error_of(op, i));
			return;
		}
		if (async_value_type(op->values[i]) != kernels_tensor_types()->tensor) {
			kernels_collective__refuse(op, "task %u takes part without a tensor", op->group.members[i]);
			end_with(op, error_of_message(op));
			return;
		}
	}
	if (!op->kind->compute(op)) {
		end_with(op, error_of_message(op));
	} else if (++op->round < op->kind->rounds) {
		release_values(op);
		start_round(op, op->kind->give(op));
	} else {
		succeed(op);
	}
}

/* Fills op->values; in a group of one the value is the own one. */
static bool exchange(struct kernels_collective__operation *op, struct async_value *given)
{
	const struct kernels_process *process = &op->context->process;
	const struct kernels_fingerprint parts = { .type = op->kind->dtype, .attributes = op->kind->number + op->round };
	struct kernels_frame frame = { .request = op->request, .site = op->site };
	const struct kernels_exchange exchange = { .kind = op->kind->number + op->round, .channel = op->channel,
		.members = op->group.members, .member_count = op->group.count, .self = op->group.self, .inputs = &given,
		.input_count = 1, .fingerprint = kernels_fingerprint_make(&parts), .name = op->kind->name, .queue = kernels_host(op->request)->queue };
	op->values = async_alloc(op->allocator, op->group.count * sizeof *op->values, _Alignof(struct async_value *));
	if (!op->values)
		return false;
	memset(op->values, 0, op->group.count * sizeof *op->values);
	if (op->group.count == 1 || !process->engine)
		op->values[0] = async_value_retain(given);
	else if (!process->engine->exchange(process->engine_ctx, process, &exchange, op->values))
		return false;
	kernels_frame_await(&frame, op->values, op->group.count);
	return true;
}

/* Takes over the reference to `given`; NULL: the message becomes the value. */
static void start_round(struct kernels_collective__operation *op, struct async_value *given)
{
	if (!given)
		given = kernels_error_value(op->request, error_of_message(op));
	const bool given_error = async_value_is_error(given);
	bool good = exchange(op, given);
	async_value_release(given);
	if (good && given_error)
		end_early(op);
	good = good && async_values_when_ready(op->allocator, op->values, op->group.count, arrived, op) == ASYNC_OK;
	if (good)
		return;
	kernels_collective__refuse(op, "out of memory");
	kernels_collective__give_up(op->request, op->site);
	end_with(op, error_of_message(op));
}

/* ---- the beginning */

static bool has_type(struct kernels_collective__operation *op, uint32_t index, async_type_id type)
{
	const async_type_id found = async_value_type(op->arguments[index]);
	return found == type || kernels_collective__refuse(op, "argument %u is a %s; expected a %s", index,
					async_type_get(found)->name, async_type_get(type)->name);
}

/* The group and the channel of the operation: arguments 0 to 2. Returns NULL, or the error, which the caller owns. */
static struct async_error *find_group(struct kernels_collective__operation *op)
{
	for (uint32_t i = 0; i < 3; i++)
		if (async_value_is_error(op->arguments[i]))
			return async_error_retain(async_value_error(op->arguments[i]));
	if (!has_type(op, 0, kernels_collective__types().context) || !has_type(op, 1, kernels_types()->string) ||
		!has_type(op, 2, kernels_types()->string))
		return error_of_message(op);
	const struct kernels_text *name = async_value_payload(op->arguments[1]), *key = async_value_payload(op->arguments[2]);
	op->context = kernels_collective__context_retain(
		*(struct kernels_collective__context **)async_value_payload(op->arguments[0]));
	op->channel = kernels_collective__channel(key->data, key->size);
	if (!kernels_collective__group_find(op->context, name, &op->group, op->message, sizeof op->message))
		return error_of_message(op);
	/* relaxed: a program orders the end of its context behind what uses it */
	if (!__atomic_load_n(&op->context->closed, __ATOMIC_RELAXED))
		return NULL;
	kernels_collective__refuse(op, "the context is closed");
	return error_of_message(op);
}

/* An error of an argument behind the key, as a value to give. NULL: there is none. */
static struct async_value *wrong_argument(struct kernels_collective__operation *op)
{
	for (uint32_t i = 3; i < op->kind->argument_count; i++) {
		if (async_value_is_error(op->arguments[i]))
			return kernels_error_value(op->request, async_error_retain(async_value_error(op->arguments[i])));
		if (!has_type(op, i, op->kind->type(i)))
			return kernels_error_value(op->request, error_of_message(op));
	}
	return NULL;
}

static void start(void *ctx)
{
	struct kernels_collective__operation *op = ctx;
	struct async_error *error = find_group(op);
	if (error) {
		end_with(op, error);
		return;
	}
	if (op->kind->rounds > 1)
		op->sizes = async_alloc(op->allocator, op->group.count * sizeof *op->sizes, _Alignof(int64_t));
	struct async_value *given = wrong_argument(op);
	if (!given && op->kind->rounds > 1 && !op->sizes) {
		kernels_collective__refuse(op, "out of memory");
		given = kernels_error_value(op->request, error_of_message(op));
	}
	start_round(op, given ? given : op->kind->give(op));
}

static bool make_results(struct kernels_frame *frame, struct kernels_collective__operation *op)
{
	for (uint32_t i = 0; i < frame->site->result_count; i++) {
		struct async_value *value =
			kernels_frame_result(frame, i, i == 0 ? ASYNC_TYPE_CHAIN : kernels_tensor_types()->tensor);
		if (!value)
			return false;
		op->results[i] = async_value_retain(value);
	}
	return true;
}

void kernels_collective__operation_begin(struct kernels_frame *frame, const struct kernels_collective__kind *kind)
{
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	struct kernels_collective__operation *op = async_alloc(allocator, sizeof *op, _Alignof(struct kernels_collective__operation));
	if (!op) {
		kernels_collective__give_up(frame->request, frame->site);
		kernels_frame_fail(frame, "out of memory");
		return;
	}
	*op = (struct kernels_collective__operation){ .kind = kind, .site = frame->site, .allocator = allocator,
		.request = kernels_begin_work(frame->request, frame->site) };
	for (uint32_t i = 0; i < kind->argument_count; i++)
		op->arguments[i] = async_value_retain(frame->arguments[i]);
	if (!make_results(frame, op) || async_values_when_ready(allocator, op->arguments, kind->argument_count, start, op) != ASYNC_OK) {
		kernels_collective__refuse(op, "out of memory");
		kernels_collective__give_up(op->request, op->site);
		end_with(op, error_of_message(op));
	}
}

/* ---- for the kernels */

const struct kernels_tensor *kernels_collective__tensor(struct kernels_collective__operation *op, uint32_t index)
{
	const struct kernels_tensor *tensor = async_value_payload(op->arguments[index]);
	if (tensor->kind == KERNELS_TENSOR_DENSE && tensor->dtype == op->kind->dtype)
		return tensor;
	kernels_collective__refuse(op, "argument %u is not a dense tensor of %s", index, kernels_dtype_name(op->kind->dtype));
	return NULL;
}

bool kernels_collective__check_part(struct kernels_collective__operation *op, uint32_t member, enum kernels_dtype dtype,
	const struct kernels_shape *shape)
{
	const struct kernels_tensor *part = kernels_collective__part(op, member);
	char found[KERNELS_SHAPE_TEXT], expected[KERNELS_SHAPE_TEXT];
	if (part->kind == KERNELS_TENSOR_DENSE && part->dtype == dtype && kernels_shape_equal(&part->shape, shape))
		return true;
	kernels_shape_text(&part->shape, found, sizeof found);
	kernels_shape_text(shape, expected, sizeof expected);
	return kernels_collective__refuse(op, "task %u takes part with a tensor %.60s of %s; expected %.60s of %s",
		op->group.members[member], found, kernels_dtype_name(part->dtype), expected, kernels_dtype_name(dtype));
}

struct async_value *kernels_collective__copy(struct kernels_collective__operation *op, enum kernels_dtype dtype,
	const struct kernels_shape *shape, const void *bytes, size_t size)
{
	struct kernels_tensor tensor;
	if (!kernels_tensor_init(&tensor, op->allocator, dtype, shape)) {
		kernels_collective__refuse(op, "out of memory");
		return NULL;
	}
	char *data = kernels_tensor_data(&tensor);
	const size_t all = kernels_buffer_size(tensor.buffer);
	if (size > 0)
		memcpy(data, bytes, size);
	memset(data + size, 0, all - size);
	struct async_value *value = async_value_create_available(op->allocator, kernels_tensor_types()->tensor, &tensor);
	if (!value) {
		kernels_tensor_finish(&tensor);
		kernels_collective__refuse(op, "out of memory");
	}
	return value;
}
