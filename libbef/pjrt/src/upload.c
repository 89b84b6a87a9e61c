/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arrays that a client makes first and fills later, piece by piece. */
#include "elements.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct part {
	PJRT_Buffer *buffer; /* until it is retrieved */
	struct pjrt__block *block; /* a use, until the last piece */
	struct pjrt__shape shape;
	PJRT_Event *ready;
	bool ended;
};

struct PJRT_AsyncHostToDeviceTransferManager {
	PJRT_OBJECT;
	PJRT_Memory *memory;
	size_t count;
	pthread_mutex_t lock;
	struct part parts[];
};

static PJRT_Error *make_part(PJRT_Client *client, PJRT_Memory *memory, const PJRT_ShapeSpec *spec, struct part *part)
{
	PJRT_Error *error = pjrt__shape_make(spec->element_type, spec->dims, spec->num_dims, &part->shape);
	if (error)
		return error;
	struct pjrt__block *block = pjrt__block_create(client, part->shape.size);
	if (!block)
		return pjrt__no_memory();
	part->ready = pjrt__event_create();
	if (!part->ready) {
		pjrt__block_unuse(block);
		return pjrt__no_memory();
	}
	memset(block->data, 0, part->shape.size);
	part->buffer = pjrt__buffer_create(memory, &part->shape, block, pjrt__event_retain(part->ready));
	if (!part->buffer || !pjrt__block_use(block))
		return pjrt__no_memory();
	part->block = block;
	return NULL;
}

/* Ends a part once: its array is there, or will not come. */
static void end_part(PJRT_AsyncHostToDeviceTransferManager *manager, struct part *part, PJRT_Error *error)
{
	pthread_mutex_lock(&manager->lock);
	const bool ended = part->ended;
	part->ended = true;
	pthread_mutex_unlock(&manager->lock);
	if (ended) {
		pjrt__error_free(error);
		return;
	}
	if (part->block)
		pjrt__block_unuse(part->block);
	if (part->ready)
		pjrt__event_set(part->ready, error);
	else
		pjrt__error_free(error);
}

static void destroy(PJRT_AsyncHostToDeviceTransferManager *manager)
{
	for (size_t i = 0; i < manager->count; i++) {
		struct part *part = &manager->parts[i];
		end_part(manager, part, pjrt__fail(PJRT_Error_Code_CANCELLED, "the transfer was given up before its last piece"));
		pjrt__event_release(part->ready);
		pjrt__buffer_destroy(part->buffer);
	}
	pthread_mutex_destroy(&manager->lock);
	pjrt__client_release(manager->memory->device->client);
	free(manager);
}

PJRT_ENTRY(Client_CreateBuffersForAsyncHostToDevice)
{
	const size_t count = args->num_shape_specs;
	if (count && !args->shape_specs)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the shapes of %zu arrays are NULL", count);
	PJRT_AsyncHostToDeviceTransferManager *manager = count < SIZE_MAX / sizeof(struct part) / 2
		? calloc(1, sizeof *manager + count * sizeof *manager->parts) : NULL;
	if (!manager)
		return pjrt__no_memory();
	manager->memory = pjrt__memory_of(args->client, NULL, args->memory);
	pjrt__client_retain(manager->memory->device->client);
	manager->count = count;
	pthread_mutex_init(&manager->lock, NULL);
	PJRT_Error *error = NULL;
	for (size_t i = 0; !error && i < count; i++)
		error = make_part(args->client, manager->memory, &args->shape_specs[i], &manager->parts[i]);
	if (error) {
		destroy(manager);
		return error;
	}
	args->transfer_manager = manager;
	return NULL;
}

PJRT_ENTRY(AsyncHostToDeviceTransferManager_Destroy)
{
	if (args->transfer_manager)
		destroy(args->transfer_manager);
	return NULL;
}

static PJRT_Error *find_part(PJRT_AsyncHostToDeviceTransferManager *manager, int index, struct part **out)
{
	if (index < 0 || (size_t)index >= manager->count)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the transfer has %zu arrays, no number %d", manager->count, index);
	*out = &manager->parts[index];
	return NULL;
}

/* A use of the part's memory, unless it ended. */
static PJRT_Error *open_part(PJRT_AsyncHostToDeviceTransferManager *manager, struct part *part)
{
	pthread_mutex_lock(&manager->lock);
	const bool open = !part->ended && pjrt__block_use(part->block);
	pthread_mutex_unlock(&manager->lock);
	return open ? NULL : pjrt__fail(PJRT_Error_Code_FAILED_PRECONDITION, "the array has its last piece already");
}

PJRT_ENTRY(AsyncHostToDeviceTransferManager_TransferData)
{
	struct part *part = NULL;
	PJRT_Error *error = find_part(args->transfer_manager, args->buffer_index, &part);
	if (!error && args->transfer_size > 0 && !args->data)
		error = pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the data are NULL");
	if (error || (error = pjrt__check_range(&part->shape, args->offset, args->transfer_size)) != NULL ||
		(error = open_part(args->transfer_manager, part)) != NULL)
		return error;
	if (args->transfer_size)
		memcpy((char *)part->block->data + args->offset, args->data, (size_t)args->transfer_size);
	pjrt__block_unuse(part->block);
	if (args->is_last_transfer)
		end_part(args->transfer_manager, part, NULL);
	args->done_with_h2d_transfer = pjrt__event_ready();
	return NULL;
}

PJRT_ENTRY(AsyncHostToDeviceTransferManager_TransferLiteral)
{
	struct part *part = NULL;
	struct pjrt__shape shape;
	int64_t strides[KERNELS_MAX_RANK];
	PJRT_Error *error = find_part(args->transfer_manager, args->buffer_index, &part);
	if (error || (error = pjrt__shape_make(args->shape_element_type, args->shape_dims, args->shape_num_dims, &shape)) != NULL ||
		(error = pjrt__check_layout(args->shape_layout, &shape)) != NULL)
		return error;
	if (shape.size && !args->data)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the data are NULL");
	if (shape.type != part->shape.type || !kernels_shape_equal(&shape.shape, &part->shape.shape))
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the literal has another type or shape than its array");
	error = open_part(args->transfer_manager, part);
	if (error)
		return error;
	pjrt__dense_strides(&shape, NULL, strides);
	pjrt__copy(&shape, part->block->data, strides, args->data, strides);
	pjrt__block_unuse(part->block);
	end_part(args->transfer_manager, part, NULL);
	args->done_with_h2d_transfer = pjrt__event_ready();
	return NULL;
}

PJRT_ENTRY(AsyncHostToDeviceTransferManager_RetrieveBuffer)
{
	struct part *part = NULL;
	PJRT_Error *error = find_part(args->transfer_manager, args->buffer_index, &part);
	if (error)
		return error;
	pthread_mutex_lock(&args->transfer_manager->lock);
	args->buffer_out = part->buffer;
	part->buffer = NULL;
	pthread_mutex_unlock(&args->transfer_manager->lock);
	return args->buffer_out ? NULL : pjrt__fail(PJRT_Error_Code_FAILED_PRECONDITION, "the array was retrieved before");
}

PJRT_ANSWER(AsyncHostToDeviceTransferManager_Device, device_out,
	args->transfer_manager->memory->device)
PJRT_ANSWER(AsyncHostToDeviceTransferManager_BufferCount, buffer_count,
	args->transfer_manager->count)

PJRT_ENTRY(AsyncHostToDeviceTransferManager_BufferSize)
{
	struct part *part = NULL;
	PJRT_Error *error = find_part(args->transfer_manager, args->buffer_index, &part);
	if (!error)
		args->buffer_size = part->shape.size;
	return error;
}

PJRT_ENTRY(AsyncHostToDeviceTransferManager_SetBufferError)
{
	struct part *part = NULL;
	PJRT_Error *error = find_part(args->transfer_manager, args->buffer_index, &part);
	if (!error && args->error_code == PJRT_Error_Code_OK)
		error = pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the error of an array has the code OK");
	if (!error)
		end_part(args->transfer_manager, part,
			pjrt__fail_text(args->error_code, args->error_message, args->error_message_size));
	return error;
}

PJRT_ENTRY(AsyncHostToDeviceTransferManager_AddMetadata)
{
	(void)args;
	return NULL;
}
