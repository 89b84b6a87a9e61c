/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Buffers: what they are, and how long their data live. */
#include "buffer.h"
#include "elements.h"

#include <stdlib.h>
#include <string.h>

/* ---- shapes */

PJRT_Error *pjrt__shape_make(PJRT_Buffer_Type type, const int64_t *dims, size_t rank, struct pjrt__shape *out)
{
	int64_t count;
	if (rank > KERNELS_MAX_RANK)
		return pjrt__fail(PJRT_Error_Code_UNIMPLEMENTED, "an array has %zu dimensions, at most %u are possible", rank,
			KERNELS_MAX_RANK);
	if (rank && !dims)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the dimensions of an array are NULL");
	*out = (struct pjrt__shape){ .type = type, .dtype = pjrt__dtype_of(type) };
	if (out->dtype == KERNELS_DTYPE_INVALID && type != PJRT_Buffer_Type_TOKEN)
		return pjrt__fail(PJRT_Error_Code_UNIMPLEMENTED, "arrays of the element type %d are not supported", (int)type);
	out->shape.rank = (uint32_t)rank;
	for (size_t i = 0; i < rank; i++) {
		if (dims[i] < 0)
			return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "dimension %zu of an array is %lld", i, (long long)dims[i]);
		out->shape.dims[i] = dims[i];
	}
	const size_t element = out->dtype ? kernels_dtype_size(out->dtype) : 0;
	if (!kernels_shape_elements(&out->shape, &count) || __builtin_mul_overflow((size_t)count, element, &out->size) ||
		out->size > SIZE_MAX / 2)
		return pjrt__fail(PJRT_Error_Code_RESOURCE_EXHAUSTED, "an array has more bytes than there are addresses");
	return NULL;
}

PJRT_Error *pjrt__check_layout(const PJRT_Buffer_MemoryLayout *layout, const struct pjrt__shape *shape)
{
	bool dense = true;
	if (!layout)
		return NULL;
	const uint32_t rank = shape->shape.rank;
	if (layout->type == PJRT_Buffer_MemoryLayout_Type_Tiled) {
		dense = layout->tiled.num_tiles == 0 && layout->tiled.minor_to_major_size == rank && (!rank || layout->tiled.minor_to_major);
		for (uint32_t i = 0; dense && i < rank; i++)
			dense = layout->tiled.minor_to_major[i] == rank - 1 - i;
	} else {
		int64_t strides[KERNELS_MAX_RANK];
		pjrt__dense_strides(shape, NULL, strides);
		dense = layout->strides.num_byte_strides == rank && (!rank || layout->strides.byte_strides) &&
			pjrt__strides_equal(shape, strides, layout->strides.byte_strides);
	}
	return dense ? NULL : pjrt__fail(PJRT_Error_Code_UNIMPLEMENTED, "arrays of a device are row-major and without tiles");
}

PJRT_Error *pjrt__check_range(const struct pjrt__shape *shape, int64_t offset, int64_t size)
{
	if (offset < 0 || size < 0 || (uint64_t)offset > shape->size || (uint64_t)size > shape->size - (uint64_t)offset)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "%lld bytes at %lld are not within an array of %zu bytes",
			(long long)size, (long long)offset, shape->size);
	return NULL;
}

/* ---- lives */

static void raise_to(int64_t *most, int64_t value)
{
	int64_t before = __atomic_load_n(most, __ATOMIC_RELAXED);
	while (before < value && !__atomic_compare_exchange_n(most, &before, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

/* For statistics: the order of other accesses does not matter. */
static void count_bytes(PJRT_Device *device, size_t size)
{
	raise_to(&device->most_bytes, __atomic_add_fetch(&device->bytes, (int64_t)size, __ATOMIC_RELAXED));
	raise_to(&device->largest, (int64_t)size);
}

static void uncount_bytes(const PJRT_Buffer *buffer)
{
	__atomic_sub_fetch(&buffer->memory->device->bytes, (int64_t)buffer->shape.size, __ATOMIC_RELAXED);
}

/* The first array over memory of the plugin has the shape with which calls may write to it. */
static bool adopt(struct pjrt__block *block, const struct pjrt__shape *shape)
{
	struct bef_model_tensor tensor;
	if (!block->own || block->owner || !shape->dtype || block->size != shape->size)
		return true;
	tensor.dtype = shape->dtype;
	tensor.rank = shape->shape.rank;
	tensor.owner = NULL;
	memcpy(tensor.dims, shape->shape.dims, sizeof tensor.dims);
	return pjrt__block_adopt(block, &tensor, free, block->data);
}

PJRT_Buffer *pjrt__buffer_create(
	PJRT_Memory *memory, const struct pjrt__shape *shape, struct pjrt__block *block, PJRT_Event *pending)
{
	PJRT_Buffer *buffer = adopt(block, shape)
		? async_alloc(async_allocator_cached(), sizeof *buffer, _Alignof(struct PJRT_Buffer)) : NULL;
	if (!buffer) {
		pjrt__block_unuse(block);
		pjrt__event_release(pending);
		return NULL;
	}
	/* member by member: most of a shape is dimensions that the array does not have */
	*buffer = (PJRT_Buffer){ .memory = memory, .block = block, .pending = pending };
	buffer->shape.type = shape->type;
	buffer->shape.dtype = shape->dtype;
	buffer->shape.size = shape->size;
	buffer->shape.shape.rank = shape->shape.rank;
	for (uint32_t i = 0; i < shape->shape.rank; i++)
		buffer->shape.shape.dims[i] = shape->shape.dims[i];
	pjrt__block_retain(block); /* the buffer's; the other one goes with the use */
	count_bytes(memory->device, shape->size);
	if (memory->device->client != block->client) /* the block keeps its own */
		pjrt__client_retain(memory->device->client);
	return buffer;
}

static PJRT_Error *is_gone(void)
{
	return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "Buffer has been deleted or donated.");
}

PJRT_Error *pjrt__buffer_hold(PJRT_Buffer *buffer)
{
	if (!pjrt__block_use(buffer->block))
		return is_gone();
	/* pairs with pjrt__buffer_delete(): others may keep the data of a buffer that was deleted */
	if (__atomic_load_n(&buffer->deleted, __ATOMIC_ACQUIRE)) {
		pjrt__block_unuse(buffer->block);
		return is_gone();
	}
	return NULL;
}

PJRT_Error *pjrt__buffer_use(PJRT_Buffer *buffer, struct pjrt__block **out)
{
	PJRT_Error *error = pjrt__buffer_hold(buffer);
	if (error)
		return error;
	if (buffer->pending && (error = pjrt__event_wait(buffer->pending)) != NULL) {
		pjrt__block_unuse(buffer->block);
		return error;
	}
	*out = buffer->block;
	return NULL;
}

PJRT_Error *pjrt__buffer_share(PJRT_Buffer *from, PJRT_Memory *memory, const struct pjrt__shape *shape, PJRT_Buffer **out)
{
	PJRT_Error *error = pjrt__buffer_hold(from);
	if (error)
		return error;
	*out = pjrt__buffer_create(memory, shape, from->block, from->pending ? pjrt__event_retain(from->pending) : NULL);
	return *out ? NULL : pjrt__no_memory();
}

void pjrt__buffer_delete(PJRT_Buffer *buffer)
{
	/* pairs with pjrt__buffer_hold() */
	if (__atomic_exchange_n(&buffer->deleted, true, __ATOMIC_ACQ_REL))
		return;
	uncount_bytes(buffer);
	pjrt__block_unuse(buffer->block);
}

void pjrt__buffer_destroy(PJRT_Buffer *buffer)
{
	if (!buffer)
		return;
	const bool deleted = __atomic_load_n(&buffer->deleted, __ATOMIC_ACQUIRE); /* pairs with pjrt__buffer_delete() */
	if (!deleted)
		uncount_bytes(buffer);
	pjrt__event_release(buffer->pending);
	PJRT_Client *client = buffer->memory->device->client;
	const bool other = client != buffer->block->client;
	pjrt__block_end(buffer->block, !deleted);
	if (other)
		pjrt__client_release(client);
	async_free(async_allocator_cached(), buffer, sizeof *buffer, _Alignof(struct PJRT_Buffer));
}

PJRT_ENTRY(Buffer_Destroy)
{
	pjrt__buffer_destroy(args->buffer);
	return NULL;
}

PJRT_ENTRY(Buffer_Delete)
{
	pjrt__buffer_delete(args->buffer);
	return NULL;
}

PJRT_ENTRY(Buffer_IsDeleted)
{
	args->is_deleted = __atomic_load_n(&args->buffer->deleted, __ATOMIC_ACQUIRE); /* as in pjrt__buffer_hold() */
	return NULL;
}

PJRT_ENTRY(Buffer_ReadyEvent)
{
	PJRT_Buffer *buffer = args->buffer;
	if (__atomic_load_n(&buffer->deleted, __ATOMIC_ACQUIRE)) { /* as in pjrt__buffer_hold() */
		PJRT_Error *error = is_gone();
		args->event = pjrt__event_failed(error);
		if (args->event)
			return NULL;
		pjrt__error_free(error);
		return pjrt__no_memory();
	}
	args->event = buffer->pending ? pjrt__event_retain(buffer->pending) : pjrt__event_ready();
	return NULL;
}

/* ---- what they are */

PJRT_ANSWER(Buffer_ElementType, type, args->buffer->shape.type)
PJRT_LIST(Buffer_Dimensions, dims, args->buffer->shape.shape.dims, num_dims,
	args->buffer->shape.shape.rank)
PJRT_LIST(Buffer_UnpaddedDimensions, unpadded_dims, args->buffer->shape.shape.dims, num_dims,
	args->buffer->shape.shape.rank)
PJRT_LIST(Buffer_DynamicDimensionIndices, dynamic_dim_indices, NULL, num_dynamic_dims, 0)

PJRT_ENTRY(Buffer_GetMemoryLayout)
{
	static const int64_t descending[] = { 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0 };
	const uint32_t rank = args->buffer->shape.shape.rank;
	_Static_assert(sizeof descending == KERNELS_MAX_RANK * sizeof *descending, "an index for each dimension");
	args->layout = (PJRT_Buffer_MemoryLayout){ .struct_size = sizeof args->layout,
		.type = PJRT_Buffer_MemoryLayout_Type_Tiled };
	args->layout.tiled = (PJRT_Buffer_MemoryLayout_Tiled){ .struct_size = sizeof args->layout.tiled,
		.minor_to_major = descending + KERNELS_MAX_RANK - rank, .minor_to_major_size = rank };
	return NULL;
}

PJRT_ANSWER(Buffer_OnDeviceSizeInBytes, on_device_size_in_bytes, args->buffer->shape.size)
PJRT_ANSWER(Buffer_Device, device, args->buffer->memory->device)
PJRT_ANSWER(Buffer_Memory, memory, args->buffer->memory)
PJRT_ANSWER(Buffer_IsOnCpu, is_on_cpu, true)

/* ---- their data in place */

static PJRT_Error *address(PJRT_Buffer *buffer, void **out)
{
	struct pjrt__block *block;
	PJRT_Error *error = pjrt__buffer_use(buffer, &block);
	if (error)
		return error;
	*out = block->data;
	pjrt__block_unuse(block);
	return NULL;
}

PJRT_ENTRY(Buffer_UnsafePointer)
{
	void *data;
	PJRT_Error *error = address(args->buffer, &data);
	if (!error)
		args->buffer_pointer = (uintptr_t)data;
	return error;
}

PJRT_ENTRY(Buffer_OpaqueDeviceMemoryDataPointer) { return address(args->buffer, &args->device_memory_ptr); }

PJRT_ENTRY(Buffer_IncreaseExternalReferenceCount)
{
	PJRT_Error *error = pjrt__buffer_hold(args->buffer);
	if (!error)
		__atomic_add_fetch(&args->buffer->external, 1, __ATOMIC_RELAXED);
	return error;
}

PJRT_ENTRY(Buffer_DecreaseExternalReferenceCount)
{
	uint32_t count = __atomic_load_n(&args->buffer->external, __ATOMIC_RELAXED);
	do {
		if (count == 0)
			return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the buffer has no external reference");
	} while (!__atomic_compare_exchange_n(
		&args->buffer->external, &count, count - 1, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
	pjrt__block_unuse(args->buffer->block);
	return NULL;
}
