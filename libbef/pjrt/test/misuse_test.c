/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Callers that break the rules: structures of wrong sizes, pointers that are NULL, strides that lead away. Each is an error
 * that names what is wrong. */
#include "client.h"

static const char negate[] = "module { func.func @main(%a: tensor<3xf32>) -> tensor<3xf32> {\n"
			     "  %0 = stablehlo.negate %a : tensor<3xf32>\n  return %0 : tensor<3xf32>\n} }";
static const float ones[] = { 1, 1, 1 };

/* ---- every function of the table */

union arguments {
	size_t struct_size;
	unsigned char bytes[512];
	void *aligned[64];
};

static void refused(const char *function, PJRT_Error *error, const char *text)
{
	if (succeeded(error))
		check_report(__FILE__, __LINE__, "%s succeeded: %s", function, text);
	else if (failure_code != PJRT_Error_Code_INVALID_ARGUMENT || !strstr(failure, text) || !strstr(failure, function))
		check_report(__FILE__, __LINE__, "code %d instead of \"%s\": %s", (int)failure_code, text, failure);
}

typedef PJRT_Error *entry(void *args);

static entry *entry_of(size_t number)
{
	entry *function;
	memcpy(&function, (const char *)api + 40 + 8 * number, sizeof function);
	return function;
}

static void refuse_sizes(size_t number, const char *name, size_t least)
{
	union arguments args;
	const size_t sizes[] = { 0, 8, least - 1 };
	refused(name, entry_of(number)(NULL), "0 bytes");
	for (size_t i = 0; i < 3; i++) {
		memset(&args, 0xA5, sizeof args);
		args.struct_size = sizes[i];
		refused(name, entry_of(number)(&args), "bytes, expected");
	}
}

static void refuse_null(size_t number, const char *name, size_t least, size_t offset, const char *member)
{
	union arguments args; /* other pointers are none either, so the check comes first */
	char text[100];
	const void *none = NULL;
	memset(&args, 0xA5, sizeof args);
	args.struct_size = least;
	memcpy(args.bytes + offset, &none, sizeof none);
	snprintf(text, sizeof text, "the argument %s of PJRT_%s is NULL", member, name);
	refused(name, entry_of(number)(&args), text);
}

/* PJRT_Error_Destroy and PJRT_Error_Message are tested below: they have no result. */
static void every_function_checks_sizes(void)
{
#define R0(name, last) R2(name, last, , )
#define R1(name, last, a) R2(name, last, a, )
#define R2(name, last, a, b) if (number++ > 1) refuse_sizes(number - 1, #name, LEAST_SIZE(name, last));
	size_t number = 0;
#include "../src/requirements.def"
#undef R0
#undef R1
#undef R2
	CHECK_INT(number, 136);
}

static void every_function_checks_pointers(void)
{
#define R0(name, last) number++;
#define R1(name, last, a) \
	refuse_null(number++, #name, LEAST_SIZE(name, last), offsetof(PJRT_##name##_Args, a), #a);
#define R2(name, last, a, b) \
	refuse_null(number, #name, LEAST_SIZE(name, last), offsetof(PJRT_##name##_Args, a), #a); \
	refuse_null(number++, #name, LEAST_SIZE(name, last), offsetof(PJRT_##name##_Args, b), #b);
	size_t number = 0;
#include "../src/requirements.def"
#undef R0
#undef R1
#undef R2
	CHECK_INT(number, 136);
}

static void nothing_can_be_destroyed(void)
{
	PJRT_Error_Message_Args text = { .struct_size = sizeof text };
	PJRT_Error_Destroy_Args end = { .struct_size = sizeof end };
	api->Error_Message(&text);
	CHECK_INT(text.message_size, 0);
	api->Error_Destroy(&end);
	CALL(event, Event_Destroy, .event = NULL);
	CALL(no_client, Client_Destroy, .client = NULL);
	CALL(executable, Executable_Destroy, .executable = NULL);
	CALL(loaded, LoadedExecutable_Destroy, .executable = NULL);
	CALL(buffer, Buffer_Destroy, .buffer = NULL);
	CALL(context, ExecuteContext_Destroy, .context = NULL);
	CALL(manager, AsyncHostToDeviceTransferManager_Destroy, .transfer_manager = NULL);
	CALL(topology, TopologyDescription_Destroy, .topology = NULL);
}

/* ---- what arguments point to */

#define WRONG(name, ...) REFUSED(name, PJRT_Error_Code_INVALID_ARGUMENT, __VA_ARGS__)

static void lists_without_memory(void)
{
	const int64_t three = 3;
	PJRT_NamedValue nameless = { .struct_size = sizeof nameless, .name_size = 4, .type = PJRT_NamedValue_kInt64 };
	PJRT_NamedValue textless = { .struct_size = sizeof textless, .name = "platform_name", .name_size = 13,
		.type = PJRT_NamedValue_kString, .value_size = 3 };
	WRONG(Client_Create, .num_options = 1);
	WRONG(Client_Create, .create_options = &nameless, .num_options = 1);
	WRONG(Client_Create, .create_options = &textless, .num_options = 1);
	PJRT_Program program = { .struct_size = sizeof program, .code_size = 4, .format = "mlir", .format_size = 4 };
	WRONG(Client_Compile, .client = client, .program = &program);
	program = (PJRT_Program){ .struct_size = sizeof program, .code = (char *)(uintptr_t)negate, .code_size = sizeof negate - 1,
		.format_size = 4 };
	REFUSED(Client_Compile, PJRT_Error_Code_UNIMPLEMENTED, .client = client, .program = &program);
	program.format = "mlir";
	WRONG(Client_Compile, .client = client, .program = &program, .compile_options_size = 4);
	WRONG(Client_BufferFromHostBuffer, .client = client, .data = ones, .type = PJRT_Buffer_Type_F32, .num_dims = 1);
	WRONG(Client_BufferFromHostBuffer, .client = client, .type = PJRT_Buffer_Type_F32, .dims = &three, .num_dims = 1);
	WRONG(Client_CreateUninitializedBuffer, .client = client, .shape_element_type = PJRT_Buffer_Type_F32, .shape_num_dims = 1);
	WRONG(Client_CreateViewOfDeviceBuffer, .client = client, .element_type = PJRT_Buffer_Type_F32, .dims = &three, .num_dims = 1);
	WRONG(Client_CreateBuffersForAsyncHostToDevice, .client = client, .num_shape_specs = 1);
	WRONG(Client_CreateErrorBuffer, .client = client, .shape_dims = &three, .shape_num_dims = 1,
		.shape_element_type = PJRT_Buffer_Type_F32);
	CALL(lost, Client_CreateErrorBuffer, .client = client, .error_code = PJRT_Error_Code_ABORTED, .error_message_size = 4,
		.shape_element_type = PJRT_Buffer_Type_F32); /* an error without a text */
	end_buffer(lost.buffer);
}

static void layouts_without_memory(void)
{
	const int64_t three = 3;
	PJRT_Buffer_MemoryLayout layout = { .struct_size = sizeof layout, .type = PJRT_Buffer_MemoryLayout_Type_Tiled };
	layout.tiled = (PJRT_Buffer_MemoryLayout_Tiled){ .struct_size = sizeof layout.tiled, .minor_to_major_size = 1 };
	float out[3];
	PJRT_Buffer *buffer = make_floats(client, NULL, ones, 3);
	REFUSED(Client_BufferFromHostBuffer, PJRT_Error_Code_UNIMPLEMENTED, .client = client, .data = ones, .type = PJRT_Buffer_Type_F32,
		.dims = &three, .num_dims = 1, .device_layout = &layout);
	WRONG(Buffer_ToHostBuffer, .src = buffer, .dst = out, .dst_size = sizeof out, .host_layout = &layout);
	layout.type = PJRT_Buffer_MemoryLayout_Type_Strides;
	layout.strides = (PJRT_Buffer_MemoryLayout_Strides){ .struct_size = sizeof layout.strides, .num_byte_strides = 1 };
	REFUSED(Client_BufferFromHostBuffer, PJRT_Error_Code_UNIMPLEMENTED, .client = client, .data = ones, .type = PJRT_Buffer_Type_F32,
		.dims = &three, .num_dims = 1, .device_layout = &layout);
	WRONG(Buffer_ToHostBuffer, .src = buffer, .dst = out, .dst_size = sizeof out, .host_layout = &layout);
	end_buffer(buffer);
}

/* Elements behind the memory of the host, or before it. */
static void strides_that_lead_away(void)
{
	static const int64_t strides[] = { 8, -4, INT64_MAX / 2 };
	PJRT_Buffer *buffer = make_floats(client, NULL, ones, 3);
	float out[5] = { 0 };
	for (size_t i = 0; i < 3; i++) {
		PJRT_Buffer_MemoryLayout layout = { .struct_size = sizeof layout, .type = PJRT_Buffer_MemoryLayout_Type_Strides };
		layout.strides = (PJRT_Buffer_MemoryLayout_Strides){ .struct_size = sizeof layout.strides, .byte_strides = &strides[i],
			.num_byte_strides = 1 };
		WRONG(Buffer_ToHostBuffer, .src = buffer, .dst = out, .dst_size = 12, .host_layout = &layout);
		if (i > 0)
			continue;
		CALL(apart, Buffer_ToHostBuffer, .src = buffer, .dst = out, .dst_size = sizeof out, .host_layout = &layout);
		end_event(apart.event);
		CHECK_BYTES(out, sizeof out, ((float[]){ 1, 0, 1, 0, 1 }), sizeof out);
	}
	end_buffer(buffer);
}

static void ranges_and_pieces(void)
{
	const int64_t three = 3;
	const PJRT_ShapeSpec spec = { .struct_size = sizeof spec, .dims = &three, .num_dims = 1, .element_type = PJRT_Buffer_Type_F32 };
	PJRT_Buffer *buffer = make_floats(client, NULL, ones, 3);
	char out[16];
	WRONG(Buffer_CopyRawToHost, .buffer = buffer, .transfer_size = 12);
	WRONG(Buffer_CopyRawToHost, .buffer = buffer, .dst = out, .offset = 4, .transfer_size = 12);
	WRONG(Buffer_CopyRawToHost, .buffer = buffer, .dst = out, .offset = -1, .transfer_size = 2);
	WRONG(Buffer_CopyRawFromHost, .buffer = buffer, .transfer_size = 12);
	WRONG(Buffer_CopyRawFromHost, .buffer = buffer, .src = out, .offset = INT64_MAX, .transfer_size = INT64_MAX);
	WRONG(Buffer_DecreaseExternalReferenceCount, .buffer = buffer);
	CALL(made, Client_CreateBuffersForAsyncHostToDevice, .client = client, .shape_specs = (PJRT_ShapeSpec *)(uintptr_t)&spec,
		.num_shape_specs = 1);
	WRONG(AsyncHostToDeviceTransferManager_TransferData, .transfer_manager = made.transfer_manager, .transfer_size = 12);
	WRONG(AsyncHostToDeviceTransferManager_TransferData, .transfer_manager = made.transfer_manager, .data = out, .transfer_size = 13);
	WRONG(AsyncHostToDeviceTransferManager_TransferData, .transfer_manager = made.transfer_manager, .buffer_index = 1);
	WRONG(AsyncHostToDeviceTransferManager_TransferLiteral, .transfer_manager = made.transfer_manager, .shape_dims = &three,
		.shape_num_dims = 1, .shape_element_type = PJRT_Buffer_Type_F32);
	WRONG(AsyncHostToDeviceTransferManager_SetBufferError, .transfer_manager = made.transfer_manager);
	WRONG(AsyncHostToDeviceTransferManager_RetrieveBuffer, .transfer_manager = made.transfer_manager, .buffer_index = -1);
	CALL(end, AsyncHostToDeviceTransferManager_Destroy, .transfer_manager = made.transfer_manager);
	end_buffer(buffer);
}

static void executions(void)
{
	PJRT_LoadedExecutable *executable = compile(client, negate);
	PJRT_Buffer *buffer = make_floats(client, NULL, ones, 3), *none = NULL, *results[1];
	PJRT_Buffer *const *arguments = &buffer, *const *empty = &none, *const *absent = NULL;
	PJRT_Buffer **outputs = results, **no_outputs = NULL;
	CHECK_OR_RETURN(executable != NULL);
#define EXECUTION .executable = executable, .num_devices = 1, .num_args = 1
	WRONG(LoadedExecutable_Execute, EXECUTION, .output_lists = &outputs);
	WRONG(LoadedExecutable_Execute, EXECUTION, .argument_lists = &absent, .output_lists = &outputs);
	WRONG(LoadedExecutable_Execute, EXECUTION, .argument_lists = &empty, .output_lists = &outputs);
	WRONG(LoadedExecutable_Execute, EXECUTION, .argument_lists = &arguments);
	WRONG(LoadedExecutable_Execute, EXECUTION, .argument_lists = &arguments, .output_lists = &no_outputs);
	CALL(right, LoadedExecutable_Execute, EXECUTION, .argument_lists = &arguments, .output_lists = &outputs); /* no options */
	has_floats(results[0], (float[]){ -1, -1, -1 }, 3);
	end_buffer(results[0]);
	end_buffer(buffer);
	end_executable(executable);
}

/* Not a misuse: without arguments and results there are no lists. */
static void executions_without_lists(void)
{
	static const char constant[] = "module { func.func @main() -> tensor<f32> {\n  %0 = stablehlo.constant dense<7.0> : tensor<f32>\n"
				       "  return %0 : tensor<f32>\n} }";
	static const char nothing[] = "module { func.func @main() {\n  return\n} }";
	PJRT_LoadedExecutable *seven = compile(client, constant), *nobody = compile(client, nothing);
	PJRT_Buffer *result, **outputs = &result;
	CHECK_OR_RETURN(seven != NULL && nobody != NULL);
	CALL(one, LoadedExecutable_Execute, .executable = seven, .num_devices = 1, .output_lists = &outputs);
	has_floats(result, (float[]){ 7 }, 1);
	CALL(none, LoadedExecutable_Execute, .executable = nobody, .num_devices = 1);
	end_buffer(result);
	end_executable(seven);
	end_executable(nobody);
}

static void executables_as_bytes(void)
{
	PJRT_LoadedExecutable *executable = compile(client, negate);
	CALL(inner, LoadedExecutable_GetExecutable, .loaded_executable = executable);
	CALL(bytes, Executable_Serialize, .executable = inner.executable);
	WRONG(Executable_DeserializeAndLoad, .client = client, .serialized_executable = bytes.serialized_bytes);
	WRONG(Executable_DeserializeAndLoad, .client = client, .serialized_executable = bytes.serialized_bytes,
		.serialized_executable_size = 31);
	REFUSED(Executable_DeserializeAndLoad, PJRT_Error_Code_DATA_LOSS, .client = client,
		.serialized_executable = bytes.serialized_bytes, .serialized_executable_size = bytes.serialized_bytes_size - 1);
	bytes.serialized_executable_deleter(bytes.serialized_executable);
	CALL(end, Executable_Destroy, .executable = inner.executable);
	end_executable(executable);
}

/* ---- extensions */

#define REFUSED_BY(extension, structure, function, last) \
	do { \
		PJRT_##structure##_Args args = { .struct_size = sizeof args }; \
		refused("", (extension)->function(&args), "is NULL"); \
		args.struct_size = offsetof(PJRT_##structure##_Args, last); \
		refused("", (extension)->function(&args), "bytes, expected"); \
	} while (0)

static void extensions(void)
{
	const PJRT_Layouts_Extension *layouts = (void *)find_extension(PJRT_Extension_Type_Layouts);
	const PJRT_FFI_Extension *ffi = (void *)find_extension(PJRT_Extension_Type_FFI);
	CHECK_OR_RETURN(layouts != NULL && ffi != NULL);
	REFUSED_BY(layouts, Layouts_MemoryLayout_Serialize, MemoryLayout_Serialize, serialized_layout_deleter);
	REFUSED_BY(layouts, Layouts_Client_GetDefaultLayout, Client_GetDefaultLayout, layout);
	REFUSED_BY(layouts, Layouts_Topology_GetDefaultLayout, Topology_GetDefaultLayout, layout);
	REFUSED_BY(layouts, Layouts_Buffer_MemoryLayout, Buffer_MemoryLayout, layout);
	REFUSED_BY(layouts, Layouts_Executable_GetOutputLayouts, Executable_GetOutputLayouts, layouts);
	REFUSED_BY(layouts, Layouts_Executable_GetParameterLayouts, Executable_GetParameterLayouts, layouts);
	REFUSED_BY(ffi, FFI_UserData_Add, UserData_Add, user_data);
	REFUSED_BY(ffi, FFI_Type_Register, Type_Register, type_id);
	REFUSED_BY(ffi, FFI_Register_Handler, Register_Handler, handler);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(every_function_checks_sizes),
		CHECK_CASE(every_function_checks_pointers),
		CHECK_CASE(nothing_can_be_destroyed),
		CHECK_CASE(lists_without_memory),
		CHECK_CASE(layouts_without_memory),
		CHECK_CASE(strides_that_lead_away),
		CHECK_CASE(ranges_and_pieces),
		CHECK_CASE(executions),
		CHECK_CASE(executions_without_lists),
		CHECK_CASE(executables_as_bytes),
		CHECK_CASE(extensions),
	};
	return load_plugin() ? main_with_client(argc, argv, cases, sizeof cases / sizeof *cases, 1) : 1;
}
