/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Objects that are destroyed in any order, and used by several threads at once. */
#include "client.h"

#include <pthread.h>

static const char program[] = "module { func.func @main(%a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {\n"
			      "  %0 = stablehlo.add %a, %b : tensor<3xf32>\n  return %0 : tensor<3xf32>\n} }";
static const float ones[] = { 1, 1, 1 }, steps[] = { 1, 2, 3 }, sums[] = { 2, 3, 4 };

static void count(PJRT_Error *error, void *arg) /* in any thread: no checks */
{
	PJRT_Error_Destroy_Args end = { .struct_size = sizeof end, .error = error };
	__atomic_add_fetch((int *)arg, error ? 100 : 1, __ATOMIC_RELAXED);
	api->Error_Destroy(&end);
}

/* ---- the client goes first */

static void buffers_outlive_their_client(void)
{
	PJRT_Client *own = make_client(2);
	PJRT_Device *other = device_at(own, 1);
	PJRT_Buffer *buffer = make_floats(own, NULL, steps, 3);
	int done = 0;
	CALL(in_place, Client_BufferFromHostBuffer, .client = own, .data = ones, .type = PJRT_Buffer_Type_F32, .dims = (int64_t[]){ 3 },
		.num_dims = 1, .host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableZeroCopy);
	CALL(later, Event_OnReady, .event = in_place.done_with_host_buffer, .callback = count, .user_arg = &done);
	end_event(in_place.done_with_host_buffer);
	end_client(own);
	has_floats(buffer, steps, 3);
	CALL(copy, Buffer_CopyToDevice, .buffer = buffer, .dst_device = other);
	end_buffer(buffer);
	CALL(device, Buffer_Device, .buffer = copy.dst_buffer);
	CALL(description, Device_GetDescription, .device = device.device);
	CALL(id, DeviceDescription_Id, .device_description = description.device_description);
	CHECK_INT(id.id, 1);
	CALL(memory, Buffer_Memory, .buffer = copy.dst_buffer);
	CALL(kind, Memory_Kind, .memory = memory.memory);
	CHECK_INT(kind.kind_size, 6);
	has_floats(copy.dst_buffer, steps, 3);
	end_buffer(copy.dst_buffer);
	CHECK_INT(done, 0);
	end_buffer(in_place.buffer);
	CHECK_INT(done, 1);
}

static void executables_outlive_their_client(void)
{
	PJRT_Client *own = make_client(1);
	PJRT_LoadedExecutable *loaded = compile(own, program);
	PJRT_Buffer *arguments[] = { make_floats(own, NULL, ones, 3), make_floats(own, NULL, steps, 3) }, *results[1];
	end_client(own);
	CHECK_OR_RETURN(loaded != NULL && execute(loaded, arguments, 2, results));
	CALL(inner, LoadedExecutable_GetExecutable, .loaded_executable = loaded);
	end_executable(loaded);
	end_buffer(arguments[0]);
	end_buffer(arguments[1]);
	CALL(bytes, Executable_Serialize, .executable = inner.executable);
	CALL(name, Executable_OutputDimensions, .executable = inner.executable);
	CHECK_INT(name.dims[0], 3);
	CALL(end, Executable_Destroy, .executable = inner.executable);
	has_floats(results[0], sums, 3);
	end_buffer(results[0]);
	CALL(again, Executable_DeserializeAndLoad, .client = client, .serialized_executable = bytes.serialized_bytes,
		.serialized_executable_size = bytes.serialized_bytes_size);
	bytes.serialized_executable_deleter(bytes.serialized_executable);
	end_executable(again.loaded_executable);
}

static void transfers_outlive_their_client(void)
{
	PJRT_Client *own = make_client(2);
	const PJRT_ShapeSpec spec = { .struct_size = sizeof spec, .dims = (int64_t[]){ 3 }, .num_dims = 1,
		.element_type = PJRT_Buffer_Type_F32 };
	CALL(made, Client_CreateBuffersForAsyncHostToDevice, .client = own, .shape_specs = (PJRT_ShapeSpec *)(uintptr_t)&spec,
		.num_shape_specs = 1);
	CALL(nothing, Client_CreateBuffersForAsyncHostToDevice, .client = own, .num_shape_specs = 0);
	end_client(own);
	CALL(device, AsyncHostToDeviceTransferManager_Device, .transfer_manager = nothing.transfer_manager);
	CALL(description, Device_GetDescription, .device = device.device_out);
	CHECK(description.device_description != NULL);
	CALL(end_nothing, AsyncHostToDeviceTransferManager_Destroy, .transfer_manager = nothing.transfer_manager);
	CALL(part, AsyncHostToDeviceTransferManager_RetrieveBuffer, .transfer_manager = made.transfer_manager);
	CALL(data, AsyncHostToDeviceTransferManager_TransferData, .transfer_manager = made.transfer_manager, .data = steps,
		.transfer_size = sizeof steps, .is_last_transfer = true);
	end_event(data.done_with_h2d_transfer);
	CALL(end, AsyncHostToDeviceTransferManager_Destroy, .transfer_manager = made.transfer_manager);
	has_floats(part.buffer_out, steps, 3);
	end_buffer(part.buffer_out);
}

/* A copy on a device of another client, which ends before the data's own. */
static void copies_belong_to_both_clients(void)
{
	PJRT_Client *from = make_client(1), *to = make_client(3);
	PJRT_Buffer *buffer = make_floats(from, NULL, steps, 3);
	CALL(copy, Buffer_CopyToDevice, .buffer = buffer, .dst_device = device_at(to, 2));
	end_client(to);
	end_client(from);
	end_buffer(buffer);
	CALL(device, Buffer_Device, .buffer = copy.dst_buffer);
	CALL(number, Device_LocalHardwareId, .device = device.device);
	CHECK_INT(number.local_hardware_id, 2);
	has_floats(copy.dst_buffer, steps, 3);
	end_buffer(copy.dst_buffer);
}

/* ---- events */

static void events_end_before_they_are_ready(void)
{
	int calls = 0;
	const PJRT_ShapeSpec spec = { .struct_size = sizeof spec, .element_type = PJRT_Buffer_Type_F32 };
	CALL(lost, Event_Create, .extension_start = NULL);
	CALL(never, Event_OnReady, .event = lost.event, .callback = count, .user_arg = &calls);
	end_event(lost.event);
	CHECK_INT(calls, 0);
	CALL(made, Client_CreateBuffersForAsyncHostToDevice, .client = client, .shape_specs = (PJRT_ShapeSpec *)(uintptr_t)&spec,
		.num_shape_specs = 1);
	CALL(part, AsyncHostToDeviceTransferManager_RetrieveBuffer, .transfer_manager = made.transfer_manager);
	CALL(ready, Buffer_ReadyEvent, .buffer = part.buffer_out);
	CALL(later, Event_OnReady, .event = ready.event, .callback = count, .user_arg = &calls);
	end_event(ready.event);
	end_buffer(part.buffer_out);
	CALL(end, AsyncHostToDeviceTransferManager_Destroy, .transfer_manager = made.transfer_manager);
	CHECK_INT(calls, 100); /* the data never came */
}

/* A callback that uses the table. */
struct chain {
	PJRT_Buffer *buffer;
	PJRT_Event *event;
	int calls;
};

static void destroy_in_callback(PJRT_Error *error, void *arg)
{
	struct chain *chain = arg;
	count(error, &chain->calls);
	end_buffer(chain->buffer);
	end_event(chain->event);
}

static void callbacks_destroy_what_called_them(void)
{
	struct chain chain = { make_floats(client, NULL, ones, 3), NULL, 0 };
	CALL(made, Event_Create, .extension_start = NULL);
	chain.event = made.event;
	CALL(later, Event_OnReady, .event = made.event, .callback = destroy_in_callback, .user_arg = &chain);
	CALL(set, Event_Set, .event = made.event);
	CHECK_INT(chain.calls, 1);
}

/* ---- threads: no check is made there, each counts what went wrong */

enum { THREADS = 6, ROUNDS = 150 };

struct shared {
	PJRT_LoadedExecutable *executable;
	PJRT_Buffer *kept, *deleted;
	int wrong;
};

static bool failed(PJRT_Error *error)
{
	PJRT_Error_Destroy_Args end = { .struct_size = sizeof end, .error = error };
	if (error)
		api->Error_Destroy(&end);
	return error != NULL;
}

/* What the macros of client.h do, without the checks. */
#define QUIET(args, name, ...) \
	PJRT_##name##_Args args = { .struct_size = sizeof args, __VA_ARGS__ }; \
	__attribute__((unused)) const bool args##_failed = failed(api->name(&(args)))

static bool sum_is_right(PJRT_LoadedExecutable *executable, PJRT_Buffer *a, PJRT_Buffer *b, bool *out_ran)
{
	PJRT_Buffer *const list[] = { a, b }, *const *lists[] = { list };
	PJRT_Buffer *results[1], **outputs[] = { results };
	PJRT_Event *done = NULL;
	float data[3] = { 0 };
	QUIET(run, LoadedExecutable_Execute, .executable = executable, .argument_lists = lists, .num_devices = 1, .num_args = 2,
		.output_lists = outputs, .device_complete_events = &done);
	*out_ran = !run_failed;
	if (run_failed)
		return false;
	QUIET(wait, Event_Await, .event = done);
	QUIET(end, Event_Destroy, .event = done);
	QUIET(copy, Buffer_ToHostBuffer, .src = results[0], .dst = data, .dst_size = sizeof data);
	QUIET(end_copy, Event_Destroy, .event = copy_failed ? NULL : copy.event);
	QUIET(end_result, Buffer_Destroy, .buffer = results[0]);
	return !wait_failed && !copy_failed && memcmp(data, sums, sizeof data) == 0;
}

static void *use(void *arg)
{
	struct shared *shared = arg;
	int wrong = 0;
	for (int i = 0; i < ROUNDS; i++) {
		bool ran;
		QUIET(made, Client_BufferFromHostBuffer, .client = client, .data = ones, .type = PJRT_Buffer_Type_F32,
			.dims = (int64_t[]){ 3 }, .num_dims = 1, .host_buffer_semantics = (PJRT_HostBufferSemantics)(i % 4));
		if (made_failed)
			return arg;
		QUIET(end_event, Event_Destroy, .event = made.done_with_host_buffer);
		wrong += !sum_is_right(shared->executable, made.buffer, shared->kept, &ran);
		/* deleted meanwhile: an error, or the right sum */
		wrong += !sum_is_right(shared->executable, shared->deleted, shared->kept, &ran) && ran;
		QUIET(inner, LoadedExecutable_GetExecutable, .loaded_executable = shared->executable);
		QUIET(bytes, Executable_Serialize, .executable = inner.executable);
		if (!bytes_failed)
			bytes.serialized_executable_deleter(bytes.serialized_executable);
		QUIET(end_inner, Executable_Destroy, .executable = inner.executable);
		QUIET(more, Buffer_IncreaseExternalReferenceCount, .buffer = shared->kept);
		QUIET(less, Buffer_DecreaseExternalReferenceCount, .buffer = shared->kept);
		QUIET(question, Buffer_ReadyEvent, .buffer = shared->deleted);
		QUIET(end_question, Event_Destroy, .event = question_failed ? NULL : question.event);
		QUIET(end, Buffer_Destroy, .buffer = made.buffer);
		wrong += inner_failed || bytes_failed || more_failed || less_failed;
	}
	__atomic_add_fetch(&shared->wrong, wrong, __ATOMIC_RELAXED);
	return NULL;
}

static void *delete_later(void *arg)
{
	struct shared *shared = arg;
	for (int i = 0; i < ROUNDS / 3; i++) {
		bool ran;
		(void)sum_is_right(shared->executable, shared->deleted, shared->kept, &ran);
	}
	QUIET(drop, Buffer_Delete, .buffer = shared->deleted);
	return drop_failed ? arg : NULL;
}

static void run_threads(size_t thread_count, void *(*const *functions)(void *), void *arg)
{
	pthread_t threads[THREADS];
	void *status;
	for (size_t i = 0; i < thread_count; i++)
		CHECK(pthread_create(&threads[i], NULL, functions[i], arg) == 0);
	for (size_t i = 0; i < thread_count; i++)
		CHECK(pthread_join(threads[i], &status) == 0 && status == NULL);
}

static void threads_share_buffers(void)
{
	struct shared shared = { compile(client, program), make_floats(client, NULL, steps, 3), make_floats(client, NULL, ones, 3), 0 };
	CHECK_OR_RETURN(shared.executable != NULL);
	run_threads(4, (void *(*[])(void *)){ use, use, use, delete_later }, &shared);
	CHECK_INT(shared.wrong, 0);
	end_buffer(shared.kept);
	end_buffer(shared.deleted);
	end_executable(shared.executable);
}

static void *compile_often(void *arg)
{
	PJRT_Program source = { .struct_size = sizeof source, .code = (char *)(uintptr_t)program, .code_size = sizeof program - 1,
		.format = "mlir", .format_size = 4 };
	for (int i = 0; i < ROUNDS / 10; i++) {
		QUIET(create, Client_Create, .num_options = 0);
		if (create_failed)
			return arg;
		QUIET(made, Client_Compile, .client = i % 2 ? client : create.client, .program = &source);
		QUIET(end_client, Client_Destroy, .client = create.client);
		QUIET(end, LoadedExecutable_Destroy, .executable = made_failed ? NULL : made.executable);
		if (made_failed)
			return arg;
	}
	return NULL;
}

static void threads_compile(void)
{
	run_threads(3, (void *(*[])(void *)){ compile_often, compile_often, compile_often }, &client);
}

/* Pieces of one array from several threads; one waits for it. */
struct pieces {
	PJRT_AsyncHostToDeviceTransferManager *manager;
	PJRT_Buffer *buffer;
	int next, arrived;
};

static void *give_pieces(void *arg)
{
	static const float values[THREADS] = { 0, 1, 2, 3, 4, 5 };
	struct pieces *pieces = arg;
	const int i = __atomic_fetch_add(&pieces->next, 1, __ATOMIC_RELAXED);
	QUIET(data, AsyncHostToDeviceTransferManager_TransferData, .transfer_manager = pieces->manager, .data = &values[i],
		.offset = 4 * i, .transfer_size = 4);
	if (data_failed)
		return arg;
	if (__atomic_add_fetch(&pieces->arrived, 1, __ATOMIC_ACQ_REL) < THREADS - 1) /* pairs with itself */
		return NULL;
	QUIET(last, AsyncHostToDeviceTransferManager_TransferData, .transfer_manager = pieces->manager, .is_last_transfer = true);
	return last_failed ? arg : NULL;
}

static void *wait_for_pieces(void *arg)
{
	struct pieces *pieces = arg;
	QUIET(ready, Buffer_ReadyEvent, .buffer = pieces->buffer);
	QUIET(wait, Event_Await, .event = ready.event);
	QUIET(end, Event_Destroy, .event = ready.event);
	return ready_failed || wait_failed ? arg : NULL;
}

static void threads_give_pieces(void)
{
	const PJRT_ShapeSpec spec = { .struct_size = sizeof spec, .dims = (int64_t[]){ THREADS - 1 }, .num_dims = 1,
		.element_type = PJRT_Buffer_Type_F32 };
	for (int i = 0; i < 20; i++) {
		CALL(made, Client_CreateBuffersForAsyncHostToDevice, .client = client, .shape_specs = (PJRT_ShapeSpec *)(uintptr_t)&spec,
			.num_shape_specs = 1);
		CALL(part, AsyncHostToDeviceTransferManager_RetrieveBuffer, .transfer_manager = made.transfer_manager);
		struct pieces pieces = { made.transfer_manager, part.buffer_out, 0, 0 };
		run_threads(THREADS, (void *(*[])(void *)){ wait_for_pieces, give_pieces, give_pieces, give_pieces, give_pieces, give_pieces },
			&pieces);
		has_floats(part.buffer_out, (float[]){ 0, 1, 2, 3, 4 }, THREADS - 1);
		end_buffer(part.buffer_out);
		CALL(end, AsyncHostToDeviceTransferManager_Destroy, .transfer_manager = made.transfer_manager);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(buffers_outlive_their_client),
		CHECK_CASE(executables_outlive_their_client),
		CHECK_CASE(transfers_outlive_their_client),
		CHECK_CASE(copies_belong_to_both_clients),
		CHECK_CASE(events_end_before_they_are_ready),
		CHECK_CASE(callbacks_destroy_what_called_them),
		CHECK_CASE(threads_share_buffers),
		CHECK_CASE(threads_compile),
		CHECK_CASE(threads_give_pieces),
	};
	return load_plugin() ? main_with_client(argc, argv, cases, sizeof cases / sizeof *cases, 1) : 1;
}
