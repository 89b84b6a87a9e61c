/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arrays from and to the host, between devices, and over memory of others. Data are used in place where the caller
 * allows it and they are what a kernel can read. */
#include "elements.h"

#include <stdlib.h>
#include <string.h>

/* What arguments of calls need (bef/model.h). */
static bool is_aligned(const struct pjrt__shape *shape, const void *data)
{
	size_t size = kernels_dtype_size(shape->dtype);
	if (shape->dtype == KERNELS_COMPLEX64 || shape->dtype == KERNELS_COMPLEX128)
		size /= 2;
	return size <= 1 || ((uintptr_t)data & (size - 1)) == 0;
}

/* ---- from the host */

static PJRT_Error *read_strides(
	const PJRT_Client_BufferFromHostBuffer_Args *args, const struct pjrt__shape *shape, int64_t *out)
{
	pjrt__dense_strides(shape, NULL, out);
	if (!args->byte_strides || args->num_byte_strides == 0)
		return NULL;
	if (args->num_byte_strides != args->num_dims)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "an array of %zu dimensions has %zu strides", args->num_dims,
			args->num_byte_strides);
	memcpy(out, args->byte_strides, args->num_dims * sizeof *out);
	return NULL;
}

static struct pjrt__block *use_in_place(PJRT_Client *client, const struct pjrt__shape *shape, const void *data, PJRT_Event **out_done)
{
	PJRT_Event *done = pjrt__event_create();
	struct pjrt__block *block = done ? pjrt__block_of_memory(client, (void *)(uintptr_t)data, shape->size) : NULL;
	if (!block) {
		pjrt__event_release(done);
		return NULL;
	}
	block->done = pjrt__event_retain(done);
	*out_done = done;
	return block;
}

static void set_done(void *event)
{
	pjrt__event_set(event, NULL);
	pjrt__event_release(event);
}

/* Calls may write to the memory of the host. Without memory for that, they only read it. */
static void let_write(struct pjrt__block *block, const struct pjrt__shape *shape)
{
	struct bef_model_tensor tensor = { .dtype = shape->dtype, .rank = shape->shape.rank };
	memcpy(tensor.dims, shape->shape.dims, sizeof tensor.dims);
	if (pjrt__block_adopt(block, &tensor, set_done, block->done))
		block->done = NULL; /* the tensor's now */
}

PJRT_ENTRY(Client_BufferFromHostBuffer)
{
	struct pjrt__shape shape;
	struct pjrt__block *block;
	int64_t strides[KERNELS_MAX_RANK], dense[KERNELS_MAX_RANK];
	PJRT_Event *done = pjrt__event_ready();
	PJRT_Error *error = pjrt__shape_make(args->type, args->dims, args->num_dims, &shape);
	if (error || (error = pjrt__check_layout(args->device_layout, &shape)) != NULL ||
		(error = read_strides(args, &shape, strides)) != NULL)
		return error;
	if (shape.size && !args->data)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the data of %zu bytes are NULL", shape.size);
	pjrt__dense_strides(&shape, NULL, dense);
	if (args->host_buffer_semantics >= PJRT_HostBufferSemantics_kImmutableZeroCopy && shape.size &&
		!pjrt__is_narrow(shape.type) && is_aligned(&shape, args->data) && pjrt__strides_equal(&shape, strides, dense)) {
		block = use_in_place(args->client, &shape, args->data, &done);
	} else {
		block = pjrt__block_create(args->client, shape.size);
		if (block)
			pjrt__copy(&shape, block->data, dense, args->data, strides);
	}
	PJRT_Buffer *buffer = block
		? pjrt__buffer_create(pjrt__memory_of(args->client, args->device, args->memory), &shape, block, NULL) : NULL;
	if (!buffer) {
		pjrt__event_release(done);
		return pjrt__no_memory();
	}
	if (args->host_buffer_semantics == PJRT_HostBufferSemantics_kMutableZeroCopy && block->done)
		let_write(block, &shape);
	args->buffer = buffer;
	args->done_with_host_buffer = done;
	return NULL;
}

/* ---- over memory of others, and new memory */

PJRT_ENTRY(Client_CreateViewOfDeviceBuffer)
{
	struct pjrt__shape shape;
	PJRT_Error *error = pjrt__shape_make(args->element_type, args->dims, args->num_dims, &shape);
	if (error || (error = pjrt__check_layout(args->layout, &shape)) != NULL)
		return error;
	if (shape.size && !args->device_buffer_ptr)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the memory of a view of %zu bytes is NULL", shape.size);
	if (!is_aligned(&shape, args->device_buffer_ptr) || pjrt__is_narrow(shape.type))
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the memory of a view is not aligned to its elements");
	struct pjrt__block *block = pjrt__block_of_memory(args->client, args->device_buffer_ptr, shape.size);
	if (!block)
		return pjrt__no_memory();
	PJRT_Memory *memory = PJRT_HAS(args, memory) ? args->memory : NULL;
	PJRT_Buffer *buffer = pjrt__buffer_create(pjrt__memory_of(args->client, args->device, memory), &shape, block, NULL);
	if (!buffer)
		return pjrt__no_memory();
	block->deleted_arg = args->on_delete_callback_arg;
	block->deleted = args->on_delete_callback;
	args->buffer = buffer;
	return NULL;
}

PJRT_ENTRY(Client_CreateUninitializedBuffer)
{
	struct pjrt__shape shape;
	PJRT_Error *error = pjrt__shape_make(args->shape_element_type, args->shape_dims, args->shape_num_dims, &shape);
	if (error || (error = pjrt__check_layout(args->shape_layout, &shape)) != NULL)
		return error;
	struct pjrt__block *block = pjrt__block_create(args->client, shape.size);
	if (!block)
		return pjrt__no_memory();
	memset(block->data, 0, shape.size); /* what other programs left there is not for this one */
	args->buffer = pjrt__buffer_create(pjrt__memory_of(args->client, args->device, args->memory), &shape, block, NULL);
	return args->buffer ? NULL : pjrt__no_memory();
}

/* A buffer whose data will never come. */
PJRT_ENTRY(Client_CreateErrorBuffer)
{
	struct pjrt__shape shape;
	PJRT_Error *error = pjrt__shape_make(args->shape_element_type, args->shape_dims, args->shape_num_dims, &shape);
	if (error)
		return error;
	if (args->error_code == PJRT_Error_Code_OK)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the error of an array has the code OK");
	struct pjrt__block *block = pjrt__block_create(args->client, 0);
	if (!block)
		return pjrt__no_memory();
	error = pjrt__fail_text(args->error_code, args->error_message, args->error_message_size);
	PJRT_Event *pending = pjrt__event_failed(error);
	if (!pending) {
		pjrt__error_free(error);
		pjrt__block_unuse(block);
		return pjrt__no_memory();
	}
	args->buffer = pjrt__buffer_create(pjrt__memory_of(args->client, NULL, args->memory), &shape, block, pending);
	return args->buffer ? NULL : pjrt__no_memory();
}

/* ---- between devices: the same memory, which no call writes while others use it */

PJRT_ENTRY(Buffer_CopyToDevice)
{
	PJRT_Memory *memory = &args->dst_device->memories[PJRT__DEVICE];
	return pjrt__buffer_share(args->buffer, memory, &args->buffer->shape, &args->dst_buffer);
}

PJRT_ENTRY(Buffer_CopyToMemory)
{
	return pjrt__buffer_share(args->buffer, args->dst_memory, &args->buffer->shape, &args->dst_buffer);
}

PJRT_ENTRY(Buffer_Bitcast)
{
	struct pjrt__shape shape;
	PJRT_Error *error = pjrt__shape_make(args->element_type, args->dims, args->num_dims, &shape);
	if (error || (error = pjrt__check_layout(args->device_layout, &shape)) != NULL)
		return error;
	if (shape.size != args->buffer->shape.size || pjrt__is_narrow(shape.type) != pjrt__is_narrow(args->buffer->shape.type))
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "an array of %zu bytes cannot be one of %zu bytes",
			args->buffer->shape.size, shape.size);
	return pjrt__buffer_share(args->buffer, args->buffer->memory, &shape, &args->out_buffer);
}

/* ---- to the host */

static PJRT_Error *host_strides(const PJRT_Buffer_MemoryLayout *layout, const struct pjrt__shape *shape, int64_t *out)
{
	const uint32_t rank = shape->shape.rank;
	uint32_t seen = 0;
	if (!layout) {
		pjrt__dense_strides(shape, NULL, out);
		return NULL;
	}
	if (layout->type == PJRT_Buffer_MemoryLayout_Type_Strides) {
		if (layout->strides.num_byte_strides != rank || (rank && !layout->strides.byte_strides))
			return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the layout of the host has %zu strides for %u dimensions",
				layout->strides.num_byte_strides, rank);
		if (rank)
			memcpy(out, layout->strides.byte_strides, rank * sizeof *out);
		return NULL;
	}
	bool valid = layout->tiled.minor_to_major_size == rank && layout->tiled.num_tiles == 0 && (!rank || layout->tiled.minor_to_major);
	for (uint32_t i = 0; valid && i < rank; i++) {
		const int64_t dim = layout->tiled.minor_to_major[i];
		valid = dim >= 0 && dim < rank && !(seen >> dim & 1);
		seen |= valid ? 1u << dim : 0;
	}
	if (!valid)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the layout of the host is not an order of %u dimensions", rank);
	pjrt__dense_strides(shape, layout->tiled.minor_to_major, out);
	return NULL;
}

/* Whether all elements are within the memory of the host, and none is before it. */
static bool is_within(const struct pjrt__shape *shape, const int64_t *strides, size_t size)
{
	size_t last = shape->size ? kernels_dtype_size(shape->dtype) : 0;
	for (uint32_t i = 0; shape->size && i < shape->shape.rank; i++) {
		size_t reach;
		if (shape->shape.dims[i] == 1)
			continue;
		if (strides[i] < 0 || __builtin_mul_overflow((size_t)strides[i], (size_t)shape->shape.dims[i] - 1, &reach) ||
			__builtin_add_overflow(last, reach, &last))
			return false;
	}
	return !shape->size || last <= size;
}

/* A copy of data that may come later. Strides, or a range of bytes. */
struct copy {
	struct pjrt__block *block; /* in use */
	PJRT_Event *done;
	struct pjrt__shape shape;
	int64_t strides[KERNELS_MAX_RANK];
	bool raw;
	size_t offset, size;
	void *to;
};

static void do_copy(const struct copy *copy)
{
	int64_t dense[KERNELS_MAX_RANK];
	if (copy->raw) {
		if (copy->size)
			memcpy(copy->to, (const char *)copy->block->data + copy->offset, copy->size);
		return;
	}
	pjrt__dense_strides(&copy->shape, NULL, dense);
	pjrt__copy(&copy->shape, copy->to, copy->strides, copy->block->data, dense);
}

static void data_came(PJRT_Error *error, void *user_arg)
{
	struct copy *copy = user_arg;
	if (!error)
		do_copy(copy);
	pjrt__block_unuse(copy->block);
	pjrt__event_set(copy->done, error);
	pjrt__event_release(copy->done);
	free(copy);
}

/* Copies at once if the data are there. An error of the array that is known is that of the entry. */
static PJRT_Error *start_copy(PJRT_Buffer *buffer, struct copy *copy, PJRT_Event **out_event)
{
	if (pjrt__event_is_ready(buffer->pending)) {
		PJRT_Error *error = pjrt__buffer_use(buffer, &copy->block);
		if (error)
			return error;
		do_copy(copy);
		pjrt__block_unuse(copy->block);
		*out_event = pjrt__event_ready();
		return NULL;
	}
	PJRT_Error *error = pjrt__buffer_hold(buffer);
	if (error)
		return error;
	copy->block = buffer->block;
	struct copy *later = malloc(sizeof *later);
	copy->done = later ? pjrt__event_create() : NULL;
	if (!copy->done) {
		free(later);
		pjrt__block_unuse(copy->block);
		return pjrt__no_memory();
	}
	*later = *copy;
	*out_event = pjrt__event_retain(copy->done);
	pjrt__event_then(buffer->pending, data_came, later);
	return NULL;
}

PJRT_ENTRY(Buffer_ToHostBuffer)
{
	PJRT_Buffer *buffer = args->src;
	struct copy copy = { .to = args->dst, .shape = buffer->shape };
	if (!args->dst) {
		args->dst_size = buffer->shape.size;
		args->event = NULL;
		return NULL;
	}
	if (args->dst_size < buffer->shape.size)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the array has %zu bytes, the memory of the host %zu",
			buffer->shape.size, args->dst_size);
	PJRT_Error *error = host_strides(args->host_layout, &buffer->shape, copy.strides);
	if (!error && !is_within(&buffer->shape, copy.strides, args->dst_size))
		error = pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the strides lead out of the memory of the host of %zu bytes", args->dst_size);
	return error ? error : start_copy(buffer, &copy, &args->event);
}

PJRT_ENTRY(Buffer_CopyRawToHost)
{
	struct copy copy = { .to = args->dst, .raw = true, .offset = (size_t)args->offset, .size = (size_t)args->transfer_size };
	PJRT_Error *error = pjrt__check_range(&args->buffer->shape, args->offset, args->transfer_size);
	if (!error && args->transfer_size && !args->dst)
		error = pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the memory of the host is NULL");
	return error ? error : start_copy(args->buffer, &copy, &args->event);
}

/* Only into memory that nobody else can see: arrays are values. */
PJRT_ENTRY(Buffer_CopyRawFromHost)
{
	struct pjrt__block *block;
	PJRT_Error *error = pjrt__check_range(&args->buffer->shape, args->offset, args->transfer_size);
	if (!error && args->transfer_size && !args->src)
		error = pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the memory of the host is NULL");
	if (error || (error = pjrt__buffer_use(args->buffer, &block)) != NULL)
		return error;
	/* pairs with the store of an execution: a flag alone, since the caller orders the two */
	if (!block->own || __atomic_load_n(&block->lent, __ATOMIC_RELAXED))
		error = pjrt__fail(PJRT_Error_Code_FAILED_PRECONDITION,
			"the memory of the array belongs to the host, or to results of an execution");
	else if (args->transfer_size)
		memcpy((char *)block->data + args->offset, args->src, (size_t)args->transfer_size);
	pjrt__block_unuse(block);
	if (!error)
		args->event = pjrt__event_ready();
	return error;
}
