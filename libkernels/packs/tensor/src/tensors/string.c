/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tfrt_sht.*: tensors of strings. */
#include "tensors/tensors.h"
#include "common/arguments.h"

/* The memory of a string tensor: this header, then the strings. */
struct strings {
	const struct async_allocator *allocator;
	size_t size;  /* of the whole block */
	size_t count; /* number of constructed strings */
	struct kernels_text strings[];
};

static void strings_release(void *owner)
{
	struct strings *all = owner;
	const struct async_type *type = async_type_get(kernels_types()->string);
	for (size_t i = 0; i < all->count; i++)
		type->destroy(&all->strings[i]);
	async_free(all->allocator, all, all->size, _Alignof(struct strings));
}

static bool build_string(
	struct kernels_call *call, struct strings *all, const struct kernels_aggregate *values, uint32_t index)
{
	struct kernels_attr element;
	struct kernels_string string;
	uint8_t type;
	if (!kernels_aggregate_element(values, index, &element, &type) || type != KERNELS_STRING ||
		!kernels_attr_string(element, &string)) {
		kernels_call_fail(call, "attribute 1: element %u is not a string", (unsigned)index);
		return false;
	}
	if (!kernels_text_init(&all->strings[all->count], all->allocator, string.data, string.size)) {
		kernels_call_fail(call, "Cannot allocate tensor");
		return false;
	}
	all->count++;
	return true;
}

static bool fill(struct kernels_call *call, struct strings *all, const struct kernels_aggregate *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!build_string(call, all, values, values->count == 1 ? 0 : (uint32_t)i))
			return false;
	}
	return true;
}

/* Creates a buffer with `count` strings of the attribute, or of its only one; NULL if the call has failed. */
static struct kernels_buffer *strings_create(
	struct kernels_call *call, const struct kernels_aggregate *values, size_t count)
{
	const struct async_allocator *allocator = kernels_tensor__allocator(call);
	size_t size;
	bool fits = !__builtin_mul_overflow(count, sizeof(struct kernels_text), &size) &&
		    !__builtin_add_overflow(size, sizeof(struct strings), &size);
	struct strings *all = fits ? async_alloc(allocator, size, _Alignof(struct strings)) : NULL;
	if (!all) {
		kernels_call_fail(call, "Cannot allocate tensor");
		return NULL;
	}
	*all = (struct strings){ .allocator = allocator, .size = size };
	struct kernels_buffer *buffer = NULL;
	if (fill(call, all, values, count)) {
		buffer = kernels_buffer_wrap(
			allocator, all->strings, count * sizeof(struct kernels_text), strings_release, all);
		if (!buffer)
			kernels_call_fail(call, "Cannot allocate tensor");
	}
	if (!buffer)
		strings_release(all);
	return buffer;
}

static void create(struct kernels_call *call, bool may_splat)
{
	struct kernels_tensor *out = call->results[0];
	struct kernels_aggregate values;
	int64_t elements;
	*out = (struct kernels_tensor){ .kind = KERNELS_TENSOR_STRING, .dtype = KERNELS_STRING };
	if (!kernels_tensor__shape_attribute(call, 0, &out->shape))
		return;
	if (call->site->attribute_count < 2 || !kernels_attr_aggregate(call->site->attributes[1], &values)) {
		kernels_call_fail(call, "attribute 1 is not an array of strings");
		return;
	}
	if (!kernels_shape_elements(&out->shape, &elements) ||
		(elements != values.count && !(may_splat && values.count == 1))) {
		kernels_call_fail(call, "Shape mismatch");
		return;
	}
	out->buffer = strings_create(call, &values, (size_t)elements);
}

void kernels_tensor__create_string(struct kernels_call *call) { create(call, false); }

void kernels_tensor__create_string_or_splat(struct kernels_call *call) { create(call, true); }
