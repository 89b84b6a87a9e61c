/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arrays: copies, layouts, memory in place, and how long data live. */
#include "client.h"

static PJRT_Buffer *from_host(const void *data, PJRT_Buffer_Type type, const int64_t *dims, size_t rank, const int64_t *strides,
	PJRT_HostBufferSemantics semantics, PJRT_Event **done)
{
	CALL(made, Client_BufferFromHostBuffer, .client = client, .data = data, .type = type, .dims = dims, .num_dims = rank,
		.byte_strides = strides, .num_byte_strides = strides ? rank : 0, .host_buffer_semantics = semantics,
		.device = device_at(client, 0));
	if (done)
		*done = made.done_with_host_buffer;
	else
		end_event(made.done_with_host_buffer);
	return made.buffer;
}

static bool is_ready(PJRT_Event *event)
{
	CALL(question, Event_IsReady, .event = event);
	return question.is_ready;
}

static void every_stride(void)
{
	static const float data[6] = { 1, 2, 3, 4, 5, 6 };
	static const int64_t dims[] = { 3, 2 }, transposed[] = { 4, 12 }, backwards[] = { -8, -4 }, repeated[] = { 0, 4 };
	PJRT_Buffer *buffer = from_host(data, PJRT_Buffer_Type_F32, dims, 2, transposed, 0, NULL);
	has_floats(buffer, (float[]){ 1, 4, 2, 5, 3, 6 }, 6);
	end_buffer(buffer);
	buffer = from_host(data + 5, PJRT_Buffer_Type_F32, dims, 2, backwards, 2, NULL);
	has_floats(buffer, (float[]){ 6, 5, 4, 3, 2, 1 }, 6);
	end_buffer(buffer);
	buffer = from_host(data, PJRT_Buffer_Type_F32, dims, 2, repeated, 2, NULL);
	has_floats(buffer, (float[]){ 1, 2, 1, 2, 1, 2 }, 6);
	end_buffer(buffer);
}

/* Elements that are not aligned, of three bytes apart, in three dimensions. */
static void odd_strides(void)
{
	unsigned char bytes[64] = { 0 };
	static const int64_t dims[] = { 2, 1, 3 }, strides[] = { 9, 77, 3 };
	const int16_t expected[] = { 1, 2, 3, 4, 5, 6 };
	for (int i = 0; i < 6; i++)
		memcpy(bytes + 1 + 3 * i, &expected[i], 2);
	PJRT_Buffer *buffer = from_host(bytes + 1, PJRT_Buffer_Type_S16, dims, 3, strides, 2, NULL);
	has_bytes(buffer, expected, sizeof expected);
	end_buffer(buffer);
}

static void every_type(void)
{
	static const unsigned char data[64] = { 1, 0, 1, 1 };
	static const unsigned char sizes[] = { 0, 1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8, 2, 8, 16, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1,
		1, 1 };
	static const int64_t count = 4;
	for (unsigned type = 1; type < sizeof sizes; type++) {
		if (type == PJRT_Buffer_Type_TOKEN)
			continue;
		PJRT_Buffer *buffer = from_host(data, (PJRT_Buffer_Type)type, &count, 1, NULL, 0, NULL);
		CALL(question, Buffer_ElementType, .buffer = buffer);
		CHECK_INT(question.type, type);
		has_bytes(buffer, data, 4u * sizes[type]);
		end_buffer(buffer);
	}
	REFUSED(Client_BufferFromHostBuffer, PJRT_Error_Code_UNIMPLEMENTED, .client = client, .data = data,
		.type = PJRT_Buffer_Type_U1, .dims = &count, .num_dims = 1);
	REFUSED(Client_BufferFromHostBuffer, PJRT_Error_Code_UNIMPLEMENTED, .client = client, .data = data,
		.type = (PJRT_Buffer_Type)77, .dims = &count, .num_dims = 1);
}

/* Bits above a narrow element are the writer's; a reader finds those of the number. */
static void narrow_elements(void)
{
	static const unsigned char data[4] = { 0xf7, 0x08, 0x0f, 0x31 };
	static const int64_t count = 4;
	PJRT_Buffer *buffer = from_host(data, PJRT_Buffer_Type_S4, &count, 1, NULL, 2, NULL);
	has_bytes(buffer, (signed char[]){ 7, -8, -1, 1 }, 4);
	end_buffer(buffer);
	buffer = from_host(data, PJRT_Buffer_Type_U2, &count, 1, NULL, 2, NULL);
	has_bytes(buffer, (unsigned char[]){ 3, 0, 3, 1 }, 4);
	end_buffer(buffer);
}

static void impossible_shapes(void)
{
	static const float data[4] = { 0 };
	static const int64_t negative[] = { -1 }, huge[] = { INT64_MAX, INT64_MAX }, many[17] = { 1 }, large[] = { (int64_t)1 << 61 };
	REFUSED(Client_BufferFromHostBuffer, PJRT_Error_Code_INVALID_ARGUMENT, .client = client, .data = data,
		.type = PJRT_Buffer_Type_F32, .dims = negative, .num_dims = 1);
	REFUSED(Client_BufferFromHostBuffer, PJRT_Error_Code_RESOURCE_EXHAUSTED, .client = client, .data = data,
		.type = PJRT_Buffer_Type_F32, .dims = huge, .num_dims = 2);
	REFUSED(Client_BufferFromHostBuffer, PJRT_Error_Code_RESOURCE_EXHAUSTED, .client = client, .data = data,
		.type = PJRT_Buffer_Type_F32, .dims = large, .num_dims = 1);
	REFUSED(Client_BufferFromHostBuffer, PJRT_Error_Code_UNIMPLEMENTED, .client = client, .data = data,
		.type = PJRT_Buffer_Type_F32, .dims = many, .num_dims = 17);
	REFUSED(Client_BufferFromHostBuffer, PJRT_Error_Code_INVALID_ARGUMENT, .client = client, .data = NULL,
		.type = PJRT_Buffer_Type_F32, .dims = NULL, .num_dims = 0);
	PJRT_Buffer *empty = from_host(NULL, PJRT_Buffer_Type_F32, (int64_t[]){ 0, 3 }, 2, (int64_t[]){ 12, 4 }, 2, NULL);
	has_bytes(empty, "", 0);
	end_buffer(empty);
	PJRT_Buffer *scalar = from_host(data, PJRT_Buffer_Type_F32, NULL, 0, NULL, 0, NULL);
	has_floats(scalar, data, 1);
	end_buffer(scalar);
}

/* The host may change its data when the event is ready, and not before. */
static void memory_in_place(void)
{
	_Alignas(64) float data[4] = { 1, 2, 3, 4 };
	static const int64_t count = 4, strides[] = { 4 };
	PJRT_Event *done;
	PJRT_Buffer *buffer = from_host(data, PJRT_Buffer_Type_F32, &count, 1, strides, PJRT_HostBufferSemantics_kImmutableZeroCopy, &done);
	CALL(address, Buffer_OpaqueDeviceMemoryDataPointer, .buffer = buffer);
	CHECK(address.device_memory_ptr == data);
	CHECK(!is_ready(done));
	CALL(pin, Buffer_IncreaseExternalReferenceCount, .buffer = buffer);
	CALL(drop, Buffer_Delete, .buffer = buffer);
	CHECK(!is_ready(done));
	REFUSED(Buffer_IncreaseExternalReferenceCount, PJRT_Error_Code_INVALID_ARGUMENT, .buffer = buffer);
	CALL(unpin, Buffer_DecreaseExternalReferenceCount, .buffer = buffer);
	CHECK(is_ready(done));
	REFUSED(Buffer_DecreaseExternalReferenceCount, PJRT_Error_Code_INVALID_ARGUMENT, .buffer = buffer);
	end_event(done);
	end_buffer(buffer);
	/* where it cannot be used, it is copied */
	buffer = from_host((char *)data + 1, PJRT_Buffer_Type_F32, (int64_t[]){ 3 }, 1, strides, PJRT_HostBufferSemantics_kImmutableZeroCopy, &done);
	CHECK(is_ready(done));
	end_event(done);
	end_buffer(buffer);
	buffer = from_host(data, PJRT_Buffer_Type_F32, &count, 1, strides, PJRT_HostBufferSemantics_kImmutableOnlyDuringCall, &done);
	data[0] = 9;
	has_floats(buffer, (float[]){ 1, 2, 3, 4 }, 4);
	end_event(done);
	end_buffer(buffer);
}

static void count_deleted(void *data, void *arg) { *(int *)arg += data != NULL; }

static void views(void)
{
	_Alignas(64) float data[2] = { 5, 6 };
	static const int64_t count = 2;
	int deleted = 0;
	CALL(view, Client_CreateViewOfDeviceBuffer, .client = client, .device_buffer_ptr = data, .dims = &count, .num_dims = 1,
		.element_type = PJRT_Buffer_Type_F32, .device = device_at(client, 0), .on_delete_callback = count_deleted,
		.on_delete_callback_arg = &deleted);
	CALL(copy, Buffer_CopyToDevice, .buffer = view.buffer, .dst_device = device_at(client, 1));
	end_buffer(view.buffer);
	CHECK_INT(deleted, 0);
	CALL(where, Buffer_Device, .buffer = copy.dst_buffer);
	CHECK(where.device == device_at(client, 1));
	has_floats(copy.dst_buffer, data, 2);
	end_buffer(copy.dst_buffer);
	CHECK_INT(deleted, 1);
	/* a client of 0.57 does not have `memory` */
	PJRT_Client_CreateViewOfDeviceBuffer_Args old = { .struct_size = offsetof(PJRT_Client_CreateViewOfDeviceBuffer_Args, memory),
		.client = client, .device_buffer_ptr = data, .dims = &count, .num_dims = 1, .element_type = PJRT_Buffer_Type_F32,
		.device = device_at(client, 0), .memory = (PJRT_Memory *)16 };
	CHECK(succeeded(api->Client_CreateViewOfDeviceBuffer(&old)));
	end_buffer(old.buffer);
}

static void layouts_of_the_host(void)
{
	static const float data[6] = { 1, 2, 3, 4, 5, 6 };
	static const int64_t dims[] = { 2, 3 }, order[] = { 0, 1 }, twice[] = { 0, 0 };
	PJRT_Buffer *buffer = from_host(data, PJRT_Buffer_Type_F32, dims, 2, NULL, 0, NULL);
	float out[6];
	PJRT_Buffer_MemoryLayout layout = { .struct_size = sizeof layout, .type = PJRT_Buffer_MemoryLayout_Type_Tiled };
	layout.tiled = (PJRT_Buffer_MemoryLayout_Tiled){ .struct_size = sizeof layout.tiled, .minor_to_major = order, .minor_to_major_size = 2 };
	CALL(copy, Buffer_ToHostBuffer, .src = buffer, .host_layout = &layout, .dst = out, .dst_size = sizeof out);
	end_event(copy.event);
	CHECK_BYTES(out, sizeof out, ((float[]){ 1, 4, 2, 5, 3, 6 }), sizeof out);
	layout.tiled.minor_to_major = twice;
	REFUSED(Buffer_ToHostBuffer, PJRT_Error_Code_INVALID_ARGUMENT, .src = buffer, .host_layout = &layout, .dst = out, .dst_size = sizeof out);
	REFUSED(Buffer_ToHostBuffer, PJRT_Error_Code_INVALID_ARGUMENT, .src = buffer, .dst = out, .dst_size = 23);
	CALL(raw, Buffer_CopyRawToHost, .buffer = buffer, .dst = out, .offset = 8, .transfer_size = 4);
	end_event(raw.event);
	CHECK_INT(out[0], 3);
	REFUSED(Buffer_CopyRawToHost, PJRT_Error_Code_INVALID_ARGUMENT, .buffer = buffer, .dst = out, .offset = 20, .transfer_size = 8);
	REFUSED(Buffer_CopyRawToHost, PJRT_Error_Code_INVALID_ARGUMENT, .buffer = buffer, .dst = out, .offset = -1, .transfer_size = 1);
	CALL(own, Buffer_GetMemoryLayout, .buffer = buffer);
	CHECK(own.layout.tiled.minor_to_major_size == 2 && own.layout.tiled.minor_to_major[0] == 1);
	CALL(bits, Buffer_Bitcast, .buffer = buffer, .element_type = PJRT_Buffer_Type_U32, .dims = (int64_t[]){ 6 }, .num_dims = 1);
	has_bytes(bits.out_buffer, data, sizeof data);
	end_buffer(bits.out_buffer);
	REFUSED(Buffer_Bitcast, PJRT_Error_Code_INVALID_ARGUMENT, .buffer = buffer, .element_type = PJRT_Buffer_Type_U8,
		.dims = (int64_t[]){ 6 }, .num_dims = 1);
	end_buffer(buffer);
}

static void deleted_and_failed_buffers(void)
{
	static const float data[2] = { 1, 2 };
	PJRT_Buffer *buffer = make_floats(client, device_at(client, 0), data, 2);
	CALL(one, Buffer_Delete, .buffer = buffer);
	CALL(two, Buffer_Delete, .buffer = buffer);
	CALL(question, Buffer_IsDeleted, .buffer = buffer);
	CHECK(question.is_deleted);
	float out[2];
	REFUSED(Buffer_ToHostBuffer, PJRT_Error_Code_INVALID_ARGUMENT, .src = buffer, .dst = out, .dst_size = sizeof out);
	REFUSED(Buffer_CopyToDevice, PJRT_Error_Code_INVALID_ARGUMENT, .buffer = buffer, .dst_device = device_at(client, 0));
	CALL(ready, Buffer_ReadyEvent, .buffer = buffer);
	REFUSED(Event_Await, PJRT_Error_Code_INVALID_ARGUMENT, .event = ready.event);
	end_event(ready.event);
	end_buffer(buffer);
	CALL(failed, Client_CreateErrorBuffer, .client = client, .error_code = PJRT_Error_Code_DATA_LOSS, .error_message = "lost",
		.error_message_size = 4, .shape_dims = (int64_t[]){ 2 }, .shape_num_dims = 1, .shape_element_type = PJRT_Buffer_Type_F32);
	REFUSED(Buffer_ToHostBuffer, PJRT_Error_Code_DATA_LOSS, .src = failed.buffer, .dst = out, .dst_size = sizeof out);
	CHECK_STR(failure, "lost");
	end_buffer(failed.buffer);
	CALL(fresh, Client_CreateUninitializedBuffer, .client = client, .shape_dims = (int64_t[]){ 2 }, .shape_num_dims = 1,
		.shape_element_type = PJRT_Buffer_Type_F32);
	has_floats(fresh.buffer, (float[]){ 0, 0 }, 2);
	end_buffer(fresh.buffer);
	end_buffer(NULL);
}

static void piece_by_piece(void)
{
	static const float data[3] = { 1, 2, 3 };
	const PJRT_ShapeSpec specs[2] = {
		{ .struct_size = sizeof *specs, .dims = (int64_t[]){ 3 }, .num_dims = 1, .element_type = PJRT_Buffer_Type_F32 },
		{ .struct_size = sizeof *specs, .dims = (int64_t[]){ 3 }, .num_dims = 1, .element_type = PJRT_Buffer_Type_F32 } };
	CALL(made, Client_CreateBuffersForAsyncHostToDevice, .client = client, .shape_specs = (PJRT_ShapeSpec *)(uintptr_t)specs,
		.num_shape_specs = 2);
	CALL(first, AsyncHostToDeviceTransferManager_RetrieveBuffer, .transfer_manager = made.transfer_manager, .buffer_index = 0);
	CALL(second, AsyncHostToDeviceTransferManager_RetrieveBuffer, .transfer_manager = made.transfer_manager, .buffer_index = 1);
	REFUSED(AsyncHostToDeviceTransferManager_RetrieveBuffer, PJRT_Error_Code_FAILED_PRECONDITION,
		.transfer_manager = made.transfer_manager, .buffer_index = 1);
	REFUSED(AsyncHostToDeviceTransferManager_BufferSize, PJRT_Error_Code_INVALID_ARGUMENT,
		.transfer_manager = made.transfer_manager, .buffer_index = 2);
	CALL(ready, Buffer_ReadyEvent, .buffer = first.buffer_out);
	CALL(piece, AsyncHostToDeviceTransferManager_TransferData, .transfer_manager = made.transfer_manager, .buffer_index = 0,
		.data = data + 1, .offset = 4, .transfer_size = 8);
	end_event(piece.done_with_h2d_transfer);
	CHECK(!is_ready(ready.event));
	REFUSED(AsyncHostToDeviceTransferManager_TransferData, PJRT_Error_Code_INVALID_ARGUMENT,
		.transfer_manager = made.transfer_manager, .buffer_index = 0, .data = data, .offset = 8, .transfer_size = 8);
	CALL(last, AsyncHostToDeviceTransferManager_TransferData, .transfer_manager = made.transfer_manager, .buffer_index = 0,
		.data = data, .offset = 0, .transfer_size = 4, .is_last_transfer = true);
	end_event(last.done_with_h2d_transfer);
	CHECK(is_ready(ready.event));
	end_event(ready.event);
	REFUSED(AsyncHostToDeviceTransferManager_TransferData, PJRT_Error_Code_FAILED_PRECONDITION,
		.transfer_manager = made.transfer_manager, .buffer_index = 0, .data = data, .offset = 0, .transfer_size = 4);
	has_floats(first.buffer_out, data, 3);
	CALL(end, AsyncHostToDeviceTransferManager_Destroy, .transfer_manager = made.transfer_manager);
	float out[3];
	REFUSED(Buffer_ToHostBuffer, PJRT_Error_Code_CANCELLED, .src = second.buffer_out, .dst = out, .dst_size = sizeof out);
	end_buffer(first.buffer_out);
	end_buffer(second.buffer_out);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(every_stride),
		CHECK_CASE(odd_strides),
		CHECK_CASE(every_type),
		CHECK_CASE(narrow_elements),
		CHECK_CASE(impossible_shapes),
		CHECK_CASE(memory_in_place),
		CHECK_CASE(views),
		CHECK_CASE(layouts_of_the_host),
		CHECK_CASE(deleted_and_failed_buffers),
		CHECK_CASE(piece_by_piece),
	};
	return load_plugin() ? main_with_client(argc, argv, cases, sizeof cases / sizeof *cases, 2) : 1;
}
