/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sequences of calls of clients that are not JAX. gopjrt and go-xla (Go) give StableHLO bytecode, few options and shared
 * memory; Elixir's EXLA is XLA's C++ client, with options as JAX has and results that are awaited; the Rust crates give
 * text and wait with callbacks. */
#include "client.h"

#include <pthread.h>

static const float x[] = { 1, 2, 3, -1, 0, 2 }, w[] = { 1, 0, 0, 1, 1, -3 };
static const float expected[] = { 4, 0, 1, 0 }, sum = 5;

struct bytes {
	char data[2048];
	size_t size;
};

static bool read_bytes(const char *name, struct bytes *out)
{
	char path[1024];
	snprintf(path, sizeof path, "%s/%s", PJRT_DATA, name);
	FILE *file = fopen(path, "rb");
	out->size = file ? fread(out->data, 1, sizeof out->data, file) : 0;
	if (file)
		fclose(file);
	return out->size > 0 || check_report(__FILE__, __LINE__, "%s cannot be read", path);
}

static PJRT_LoadedExecutable *compile_file(const char *name, const char *options)
{
	struct bytes code, bytes = { .size = 0 };
	if (!read_bytes(name, &code) || (options && !read_bytes(options, &bytes)))
		return NULL;
	PJRT_Program program = { .struct_size = sizeof program, .code = code.data, .code_size = code.size, .format = "mlir",
		.format_size = 4 };
	CALL(made, Client_Compile, .client = client, .program = &program, .compile_options = bytes.data,
		.compile_options_size = bytes.size);
	return made.executable;
}

static PJRT_Buffer *make_matrix(const float *data, int64_t rows, int64_t columns, PJRT_HostBufferSemantics semantics)
{
	CALL(made, Client_BufferFromHostBuffer, .client = client, .data = data, .type = PJRT_Buffer_Type_F32,
		.dims = (int64_t[]){ rows, columns }, .num_dims = 2, .host_buffer_semantics = semantics, .device = device_at(client, 0));
	CALL(done, Event_Await, .event = made.done_with_host_buffer);
	end_event(made.done_with_host_buffer);
	return made.buffer;
}

/* ---- gopjrt, go-xla */

static void go_begins(void)
{
	CALL(begin, Plugin_Initialize, .extension_start = NULL);
	CALL(attributes, Plugin_Attributes, .extension_start = NULL);
	CHECK(attributes.num_attributes > 0);
	/* the size that headers before 0.70 compute */
	PJRT_Plugin_Attributes_Args short_size = { .struct_size = offsetof(PJRT_Plugin_Attributes_Args, num_attributes) };
	CHECK(succeeded(api->Plugin_Attributes(&short_size)) && short_size.num_attributes == attributes.num_attributes);
	CALL(create, Client_Create, .num_options = 0);
	CALL(name, Client_PlatformName, .client = create.client);
	CHECK(name.platform_name_size > 0);
	CALL(version, Client_PlatformVersion, .client = create.client);
	CALL(process, Client_ProcessIndex, .client = create.client);
	CHECK_INT(process.process_index, 0);
	CALL(devices, Client_AddressableDevices, .client = create.client);
	CHECK_INT(devices.num_addressable_devices, 1);
	for (size_t i = 0; i < devices.num_addressable_devices; i++) {
		CALL(description, Device_GetDescription, .device = devices.addressable_devices[i]);
		CALL(process_of, DeviceDescription_ProcessIndex, .device_description = description.device_description);
		CALL(kind, DeviceDescription_Kind, .device_description = description.device_description);
		CALL(text, DeviceDescription_DebugString, .device_description = description.device_description);
		CHECK(kind.device_kind_size > 0 && text.debug_string_size > 0 && process_of.process_index == 0);
		CALL(addressable, Device_IsAddressable, .device = devices.addressable_devices[i]);
		CALL(number, Device_LocalHardwareId, .device = devices.addressable_devices[i]);
		CHECK(addressable.is_addressable && number.local_hardware_id == 0);
	}
	end_client(create.client);
}

/* All inputs are kept unless the user donates them; results are awaited, read with the size first. */
static void go_executes(void)
{
	PJRT_LoadedExecutable *executable = compile_file("programs/layer.mlirbc", NULL);
	CHECK_OR_RETURN(executable != NULL);
	CALL(inner, LoadedExecutable_GetExecutable, .loaded_executable = executable);
	CALL(name, Executable_Name, .executable = inner.executable);
	CALL(outputs, Executable_NumOutputs, .executable = inner.executable);
	CHECK(name.executable_name_size > 0 && outputs.num_outputs == 2);
	CALL(stats, Executable_GetCompiledMemoryStats, .executable = inner.executable);
	CHECK(stats.argument_size_in_bytes == 48 && stats.output_size_in_bytes == 20 && stats.generated_code_size_in_bytes > 0);
	CALL(end, Executable_Destroy, .executable = inner.executable);
	PJRT_Buffer *inputs[] = { make_matrix(x, 2, 3, PJRT_HostBufferSemantics_kImmutableOnlyDuringCall),
		make_matrix(w, 3, 2, PJRT_HostBufferSemantics_kImmutableUntilTransferCompletes) };
	static const int64_t kept[] = { 0, 1 };
	PJRT_ExecuteOptions options = { .struct_size = sizeof options, .non_donatable_input_indices = kept,
		.num_non_donatable_input_indices = 2 };
	PJRT_Buffer *const *arguments = inputs;
	PJRT_Buffer *results[2], **lists[] = { results };
	PJRT_Event *done[1] = { NULL };
	CALL(run, LoadedExecutable_Execute, .executable = executable, .options = &options, .argument_lists = &arguments,
		.num_devices = 1, .num_args = 2, .output_lists = lists, .device_complete_events = done);
	CALL(wait, Event_Await, .event = done[0]);
	end_event(done[0]);
	CALL(dims, Buffer_Dimensions, .buffer = results[0]);
	CHECK(dims.num_dims == 2 && dims.dims[0] == 2 && dims.dims[1] == 2);
	CALL(type, Buffer_ElementType, .buffer = results[1]);
	CHECK_INT(type.type, PJRT_Buffer_Type_F32);
	has_floats(results[0], expected, 4);
	has_floats(results[1], &sum, 1);
	for (int i = 0; i < 2; i++) {
		end_buffer(results[i]);
		end_buffer(inputs[i]);
	}
	end_executable(executable);
}

static void count_deletion(void *data, void *arg)
{
	(void)data;
	++*(int *)arg;
}

/* Memory of the host that a buffer views, which the host changes between executions. */
static void go_shares_memory(void)
{
	PJRT_LoadedExecutable *executable = compile_file("programs/layer.mlirbc", NULL);
	_Alignas(64) float shared[6];
	int deletions = 0;
	memcpy(shared, w, sizeof w);
	CALL(view, Client_CreateViewOfDeviceBuffer, .client = client, .device_buffer_ptr = shared, .dims = (int64_t[]){ 3, 2 },
		.num_dims = 2, .element_type = PJRT_Buffer_Type_F32, .device = device_at(client, 0), .on_delete_callback = count_deletion,
		.on_delete_callback_arg = &deletions);
	CALL(place, Buffer_UnsafePointer, .buffer = view.buffer);
	CALL(where, Buffer_IsOnCpu, .buffer = view.buffer);
	CHECK(where.is_on_cpu && place.buffer_pointer == (uintptr_t)shared);
	PJRT_Buffer *inputs[] = { make_matrix(x, 2, 3, PJRT_HostBufferSemantics_kImmutableOnlyDuringCall), view.buffer }, *results[2];
	CHECK_OR_RETURN(executable != NULL && execute(executable, inputs, 2, results));
	has_floats(results[1], &sum, 1);
	end_buffer(results[0]);
	end_buffer(results[1]);
	for (int i = 0; i < 6; i++)
		shared[i] = 0;
	CHECK_OR_RETURN(execute(executable, inputs, 2, results));
	has_floats(results[1], (float[]){ 0 }, 1);
	PJRT_Buffer *all[] = { inputs[0], inputs[1], results[0], results[1] };
	for (int i = 0; i < 4; i++)
		end_buffer(all[i]);
	CHECK_INT(deletions, 1);
	end_executable(executable);
}

/* An array of one element is taken as one of another rank; Bitcast makes one of the other. */
static void go_passes_single_elements(void)
{
	static const char next[] = "module { func.func @main(%a: tensor<ui8>, %b: tensor<1x3xf32>) -> (tensor<ui8>, tensor<1x3xf32>) {\n"
				   "  %0 = stablehlo.add %a, %a : tensor<ui8>\n  %1 = stablehlo.negate %b : tensor<1x3xf32>\n"
				   "  return %0, %1 : tensor<ui8>, tensor<1x3xf32>\n} }";
	static const uint8_t value = 21, twice = 42;
	PJRT_LoadedExecutable *executable = compile(client, next);
	CALL(one, Client_BufferFromHostBuffer, .client = client, .data = &value, .type = PJRT_Buffer_Type_U8, .dims = (int64_t[]){ 1 },
		.num_dims = 1);
	end_event(one.done_with_host_buffer);
	PJRT_Buffer *row = make_floats(client, NULL, x, 3), *longer = make_floats(client, NULL, x, 6), *results[2];
	CHECK_OR_RETURN(executable != NULL && execute(executable, (PJRT_Buffer *[]){ one.buffer, row }, 2, results));
	has_bytes(results[0], &twice, 1);
	CALL(dims, Buffer_Dimensions, .buffer = results[0]);
	CHECK_INT(dims.num_dims, 0);
	has_floats(results[1], (float[]){ -1, -2, -3 }, 3);
	CALL(cast, Buffer_Bitcast, .buffer = results[0], .element_type = PJRT_Buffer_Type_S8, .dims = (int64_t[]){ 1, 1 }, .num_dims = 2);
	has_bytes(cast.out_buffer, &twice, 1);
	PJRT_Buffer *none[2];
	CHECK(!execute(executable, (PJRT_Buffer *[]){ one.buffer, longer }, 2, none)); /* other numbers of elements are errors */
	CHECK(!execute(executable, (PJRT_Buffer *[]){ cast.out_buffer, row }, 2, none)); /* and other types */
	PJRT_Buffer *all[] = { one.buffer, row, longer, results[0], results[1], cast.out_buffer };
	for (int i = 0; i < 6; i++)
		end_buffer(all[i]);
	end_executable(executable);
}

/* XLA's own builder gives protobufs, which other plugins take. */
static void go_hears_why_not(void)
{
	static char protobuf[] = "\x0a\x04main";
	PJRT_Program program = { .struct_size = sizeof program, .code = protobuf, .code_size = 6, .format = "hlo", .format_size = 3 };
	REFUSED(Client_Compile, PJRT_Error_Code_UNIMPLEMENTED, .client = client, .program = &program);
	CHECK(strstr(failure, "HLO protobuf") != NULL && strstr(failure, "\"mlir\"") != NULL);
}

/* ---- EXLA */

/* The device is chosen by an ordinal or an assignment; arrays are in place until the event; results are ready later. */
static void elixir_executes(void)
{
	static const char *const options[] = { "options/jax.bin", NULL };
	for (int i = 0; i < 2; i++) {
		PJRT_LoadedExecutable *executable = compile_file("programs/layer.artifact", options[i]);
		CHECK_OR_RETURN(executable != NULL);
		CALL(devices, LoadedExecutable_AddressableDevices, .executable = executable);
		CHECK_INT(devices.num_addressable_devices, 1);
		PJRT_Buffer *inputs[] = { make_matrix(x, 2, 3, PJRT_HostBufferSemantics_kImmutableOnlyDuringCall), NULL }, *results[2];
		CALL(in_place, Client_BufferFromHostBuffer, .client = client, .data = w, .type = PJRT_Buffer_Type_F32,
			.dims = (int64_t[]){ 3, 2 }, .num_dims = 2, .byte_strides = (int64_t[]){ 8, 4 }, .num_byte_strides = 2,
			.host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableZeroCopy, .memory = NULL);
		inputs[1] = in_place.buffer;
		CHECK_OR_RETURN(execute(executable, inputs, 2, results));
		CALL(ready, Buffer_ReadyEvent, .buffer = results[0]);
		CALL(wait, Event_Await, .event = ready.event);
		end_event(ready.event);
		CALL(size, Buffer_OnDeviceSizeInBytes, .buffer = results[0]);
		CHECK_INT(size.on_device_size_in_bytes, 16);
		has_floats(results[0], expected, 4);
		PJRT_Buffer *all[] = { inputs[0], inputs[1], results[0], results[1] };
		for (int k = 0; k < 4; k++) {
			CALL(gone, Buffer_Delete, .buffer = all[k]); /* deallocated by the user, collected later */
			CALL(question, Buffer_IsDeleted, .buffer = all[k]);
			CHECK(question.is_deleted);
			end_buffer(all[k]);
		}
		CALL(done, Event_Await, .event = in_place.done_with_host_buffer);
		end_event(in_place.done_with_host_buffer);
		end_executable(executable);
	}
}

/* ---- Rust */

struct signal {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int calls;
};

static void raise_signal(PJRT_Error *error, void *arg)
{
	struct signal *signal = arg;
	pthread_mutex_lock(&signal->lock);
	signal->calls += error ? 100 : 1;
	pthread_cond_signal(&signal->changed);
	pthread_mutex_unlock(&signal->lock);
}

/* An event as a future: the callback wakes the task that waits. */
static void await_future(PJRT_Event *event)
{
	struct signal signal = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };
	CALL(later, Event_OnReady, .event = event, .callback = raise_signal, .user_arg = &signal);
	pthread_mutex_lock(&signal.lock);
	while (signal.calls == 0)
		pthread_cond_wait(&signal.changed, &signal.lock);
	pthread_mutex_unlock(&signal.lock);
	CHECK_INT(signal.calls, 1);
	end_event(event);
}

static void rust_executes(void)
{
	PJRT_LoadedExecutable *executable = compile_file("programs/layer.mlir", "options/jax.bin");
	CHECK_OR_RETURN(executable != NULL);
	PJRT_Buffer *inputs[2], *results[2], **lists[] = { results };
	const float *data[] = { x, w };
	for (int i = 0; i < 2; i++) {
		CALL(made, Client_BufferFromHostBuffer, .client = client, .data = data[i], .type = PJRT_Buffer_Type_F32,
			.dims = i ? (int64_t[]){ 3, 2 } : (int64_t[]){ 2, 3 }, .num_dims = 2,
			.host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableUntilTransferCompletes, .device = device_at(client, 0));
		await_future(made.done_with_host_buffer);
		inputs[i] = made.buffer;
	}
	PJRT_Buffer *const *arguments = inputs;
	PJRT_ExecuteOptions options = { .struct_size = sizeof options, .launch_id = 7 };
	PJRT_Event *done = NULL;
	CALL(run, LoadedExecutable_Execute, .executable = executable, .options = &options, .argument_lists = &arguments,
		.num_devices = 1, .num_args = 2, .output_lists = lists, .device_complete_events = &done);
	await_future(done);
	CALL(size, Buffer_ToHostBuffer, .src = results[0]);
	CHECK_INT(size.dst_size, 16);
	float out[4];
	CALL(copy, Buffer_ToHostBuffer, .src = results[0], .dst = out, .dst_size = size.dst_size);
	await_future(copy.event);
	CHECK_BYTES(out, sizeof out, expected, sizeof expected);
	for (int i = 0; i < 2; i++) {
		end_buffer(inputs[i]);
		end_buffer(results[i]);
	}
	end_executable(executable);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(go_begins),
		CHECK_CASE(go_executes),
		CHECK_CASE(go_shares_memory),
		CHECK_CASE(go_passes_single_elements),
		CHECK_CASE(go_hears_why_not),
		CHECK_CASE(elixir_executes),
		CHECK_CASE(rust_executes),
	};
	return load_plugin() ? main_with_client(argc, argv, cases, sizeof cases / sizeof *cases, 1) : 1;
}
