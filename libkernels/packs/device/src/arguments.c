/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arguments of launches: values of the program, and those that no value is: bytes of a struct, local memory, null. */
#include "common.h"
#include <inttypes.h>
#include <string.h>

static void argument_destroy(void *payload)
{
	struct kernels_device__argument *a = payload;
	if (a->allocator)
		async_free(a->allocator, (void *)(uintptr_t)a->argument.bytes, a->argument.size, 16);
}

/* The size of a number; 0: another type. */
static size_t number_size(async_type_id type)
{
	const struct kernels_type_ids *t = kernels_types();
	if (type == t->i32 || type == t->ui32 || type == t->f32)
		return 4;
	if (type == t->i64 || type == t->ui64 || type == t->f64)
		return 8;
	if (type == t->i16 || type == t->ui16 || type == t->f16 || type == t->bf16)
		return 2;
	return type == t->i8 || type == t->ui8 || type == t->i1;
}

static enum kernels_device_number number_of(async_type_id type)
{
	const struct kernels_type_ids *t = kernels_types();
	return type == t->f16 || type == t->f32 || type == t->f64 ? KERNELS_DEVICE_FLOAT : KERNELS_DEVICE_INTEGER;
}

static async_type_id argument_type;
uint8_t kernels_device__argument_kinds[ARGUMENT_TYPES];

/* relaxed, here and below: every thread that adds the pack stores the same bytes before it runs a kernel */
static void register_kinds(void)
{
	for (async_type_id type = ASYNC_TYPE_NONE + 1; type < ARGUMENT_TYPES; type++) {
		const bool is_buffer = type == kernels_device_types()->buffer;
		const size_t size = number_size(type);
		const uint8_t kind = is_buffer ? ARGUMENT_BUFFER : size ? (uint8_t)(size | (size_t)number_of(type) << 4) : 0;
		__atomic_store_n(&kernels_device__argument_kinds[type], kind, __ATOMIC_RELAXED);
	}
}

bool kernels_device__register_arguments(void)
{
	static const struct async_type type = { .name = "!device.argument",
		.size = sizeof(struct kernels_device__argument),
		.align = _Alignof(struct kernels_device__argument),
		.destroy = argument_destroy };
	const async_type_id id = async_type_register(&type);
	register_kinds();
	__atomic_store_n(&argument_type, id, __ATOMIC_RELAXED);
	return id != ASYNC_TYPE_NONE;
}

void kernels_device__argument_bytes(struct kernels_call *call)
{
	const struct async_allocator *allocator = kernels_host(call->request)->allocator;
	struct kernels_string text;
	if (!kernels_call_string(call, 0, &text))
		return;
	if (text.size == 0) {
		kernels_call_fail(call, "attribute 'bytes' is empty");
		return;
	}
	void *bytes = async_alloc(allocator, text.size, 16);
	if (!bytes) {
		kernels_call_fail(call, "out of memory");
		return;
	}
	memcpy(bytes, text.data, text.size);
	RESULT(struct kernels_device__argument, 0) = (struct kernels_device__argument){
		{ .kind = KERNELS_DEVICE_BYTES, .bytes = bytes, .size = text.size }, allocator };
}

void kernels_device__argument_local(struct kernels_call *call)
{
	const int64_t size = ARGUMENT(int64_t, 0);
	if (size <= 0 || (uint64_t)size > PTRDIFF_MAX)
		kernels_call_fail(call, "argument 0: %" PRId64 " bytes of local memory", size);
	else
		RESULT(struct kernels_device__argument, 0) =
			(struct kernels_device__argument){ { .kind = KERNELS_DEVICE_LOCAL, .size = (size_t)size }, NULL };
}

void kernels_device__argument_null(struct kernels_call *call)
{
	RESULT(struct kernels_device__argument, 0) =
		(struct kernels_device__argument){ { .kind = KERNELS_DEVICE_BUFFER }, NULL };
}

bool kernels_device__argument_of(struct async_value *value, uint32_t index, struct kernels_device_argument *out,
	struct kernels_device_error *error)
{
	/* available, and no type here has an alignment above 8 */
	const async_type_id type = async_value_target(value)->type;
	void *payload = async_value_payload_small(value);
	if (type == kernels_device_types()->buffer) {
		*out = (struct kernels_device_argument){ .kind = KERNELS_DEVICE_BUFFER, .buffer = *(struct kernels_device_buffer **)payload };
		return true;
	}
	if (type == __atomic_load_n(&argument_type, __ATOMIC_RELAXED)) { /* relaxed: see above */
		*out = ((const struct kernels_device__argument *)payload)->argument;
		return true;
	}
	const size_t size = number_size(type);
	if (size == 0)
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"Unsupported argument type: argument %u is a %s; expected !tfrt_gpu.buffer, !device.argument or a "
			"number",
			(unsigned)index, async_type_get(type)->name);
	*out = (struct kernels_device_argument){ .kind = KERNELS_DEVICE_BYTES, .bytes = payload, .size = size, .number = number_of(type) };
	return true;
}
