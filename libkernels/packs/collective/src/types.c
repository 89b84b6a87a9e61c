/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Payload types. */
#include "remote.h"

struct kernels_collective__context *kernels_collective__context_retain(struct kernels_collective__context *context)
{
	__atomic_fetch_add(&context->refs, 1, __ATOMIC_RELAXED); /* relaxed: the caller holds a reference */
	return context;
}

void kernels_collective__context_close(struct kernels_collective__context *context)
{
	/* relaxed: of several callers one ends the task; operations that begin meanwhile fail with the end */
	if (__atomic_exchange_n(&context->closed, 1, __ATOMIC_RELAXED) == 0 && context->world)
		kernels_world_end(context->world, kernels_process_number(&context->process));
}

void kernels_collective__context_release(struct kernels_collective__context *context)
{
	/* acq_rel: the last one destroys what the others used */
	if (__atomic_fetch_sub(&context->refs, 1, __ATOMIC_ACQ_REL) != 1)
		return;
	kernels_collective__context_close(context);
	if (context->world) {
		kernels_collective__store_clear(context->store);
		kernels_world_release(context->world);
	}
	kernels_collective__store_release(context->store);
	async_free(context->allocator, context, sizeof *context, _Alignof(struct kernels_collective__context));
}

static void context_destroy(void *payload)
{
	kernels_collective__context_release(*(struct kernels_collective__context **)payload);
}

static void payload_destroy(void *data)
{
	struct kernels_collective__payload *payload = data;
	for (uint32_t i = 0; i < payload->count; i++)
		kernels_buffer_release(payload->buffers[i]);
}

/* Atomic: every thread that adds the pack stores the same numbers before it runs a kernel. */
static struct kernels_collective__types ids;

static bool put(async_type_id *id, const struct async_type *type)
{
	const async_type_id made = async_type_register(type);
	__atomic_store_n(id, made, __ATOMIC_RELAXED);
	return made != ASYNC_TYPE_NONE;
}

bool kernels_collective__register_types(void)
{
	static const struct async_type context = { .name = CONTEXT, .size = sizeof(void *), .align = _Alignof(void *),
		.destroy = context_destroy };
	static const struct async_type configuration = { .name = CONFIGURATION,
		.size = sizeof(struct kernels_collective__configuration), .align = _Alignof(uint32_t) };
	static const struct async_type task = { .name = TASK, .size = sizeof(uint32_t), .align = _Alignof(uint32_t) };
	static const struct async_type payload = { .name = PAYLOAD_TYPE, .size = sizeof(struct kernels_collective__payload),
		.align = _Alignof(struct kernels_collective__payload), .destroy = payload_destroy };
	static const struct async_type object = { .name = OBJECT, .size = sizeof(struct kernels_collective__object),
		.align = _Alignof(struct kernels_collective__object) };
	static const struct async_type spec = { .name = SPEC, .size = sizeof(struct kernels_collective__spec),
		.align = _Alignof(struct kernels_collective__spec), .destroy = kernels_collective__spec_finish };
	static const struct async_type manager = { .name = MANAGER, .size = sizeof(void *), .align = _Alignof(void *),
		.destroy = kernels_collective__manager_destroy };
	return put(&ids.object, &object) && put(&ids.spec, &spec) && put(&ids.manager, &manager) &&
	       put(&ids.context, &context) && put(&ids.configuration, &configuration) && put(&ids.task, &task) &&
	       put(&ids.payload, &payload);
}

struct kernels_collective__types kernels_collective__types(void)
{
	return (struct kernels_collective__types){ __atomic_load_n(&ids.context, __ATOMIC_RELAXED),
		__atomic_load_n(&ids.configuration, __ATOMIC_RELAXED), __atomic_load_n(&ids.task, __ATOMIC_RELAXED),
		__atomic_load_n(&ids.payload, __ATOMIC_RELAXED), __atomic_load_n(&ids.object, __ATOMIC_RELAXED),
		__atomic_load_n(&ids.spec, __ATOMIC_RELAXED), __atomic_load_n(&ids.manager, __ATOMIC_RELAXED) };
}
