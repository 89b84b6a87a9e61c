/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handlers of XLA's FFI, in C: what they get, what they can call, and what is refused. */
#include "client.h"
#include "python.h"

#include <pthread.h>
#include <unistd.h>

static const XLA_FFI_Api *table; /* of the plugin, from a frame */

#define CALL_OF(target, more, types) \
	"module { func.func public @main(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {\n" \
	"  %0 = stablehlo.custom_call @" target "(%a) {api_version = 4 : i32" more "} : " types "\n" \
	"  return %0 : tensor<2x3xf32>\n} }"
#define UNARY "(tensor<2x3xf32>) -> tensor<2x3xf32>"

/* A handler describes itself if the frame has an extension. */
static bool describes(XLA_FFI_CallFrame *frame, int minor)
{
	table = frame->api;
	if (!frame->extension_start)
		return false;
	XLA_FFI_Metadata *metadata = ((XLA_FFI_Metadata_Extension *)(void *)frame->extension_start)->metadata;
	metadata->api_version.major_version = 0;
	metadata->api_version.minor_version = minor;
	return true;
}

static XLA_FFI_Error *fail(const XLA_FFI_Api *api_of_ffi, PJRT_Error_Code code, const char *text)
{
	XLA_FFI_Error_Create_Args args = { .struct_size = sizeof args, .message = text, .errc = code };
	return api_of_ffi->Error_Create(&args);
}

static void *find(const XLA_FFI_Attrs *attrs, const char *name, int type)
{
	for (int64_t i = 0; i < attrs->size; i++) {
		if (attrs->names[i]->len == strlen(name) && memcmp(attrs->names[i]->ptr, name, strlen(name)) == 0)
			return attrs->types[i] == type ? attrs->attrs[i] : NULL;
	}
	return NULL;
}

static void add_handler(const char *name, XLA_FFI_Handler *handler)
{
	PJRT_FFI_Register_Handler_Args args = { .struct_size = sizeof args, .target_name = name, .target_name_size = strlen(name),
		.platform_name = "cpu", .platform_name_size = 3 };
	memcpy(&args.handler, &handler, sizeof handler);
	CHECK(succeeded(ffi->Register_Handler(&args)));
}

/* Runs a program of one argument, 1 to 6, and returns its result. */
static PJRT_Buffer *run_with(PJRT_LoadedExecutable *executable, PJRT_ExecuteContext *context)
{
	const int64_t dims[] = { 2, 3 };
	const float data[] = { 1, 2, 3, 4, 5, 6 };
	CALL(made, Client_BufferFromHostBuffer, .client = client, .data = data, .type = PJRT_Buffer_Type_F32, .dims = dims, .num_dims = 2);
	end_event(made.done_with_host_buffer);
	PJRT_Buffer *const *lists[] = { &made.buffer };
	PJRT_Buffer *result = NULL, **results = &result;
	PJRT_ExecuteOptions options = { .struct_size = sizeof options, .context = context };
	PJRT_LoadedExecutable_Execute_Args args = { .struct_size = sizeof args, .executable = executable, .options = &options,
		.argument_lists = lists, .num_devices = 1, .num_args = 1, .output_lists = &results };
	const bool ran = succeeded(api->LoadedExecutable_Execute(&args));
	if (ran) { /* a failure may also come with the result */
		CALL(ready, Buffer_ReadyEvent, .buffer = result);
		PJRT_Event_Await_Args wait = { .struct_size = sizeof wait, .event = ready.event };
		if (!succeeded(api->Event_Await(&wait))) {
			end_buffer(result);
			result = NULL;
		}
		char text[sizeof failure];
		const PJRT_Error_Code code = failure_code;
		memcpy(text, failure, sizeof text);
		end_event(ready.event);
		memcpy(failure, text, sizeof text);
		failure_code = code;
	}
	char text[sizeof failure];
	const PJRT_Error_Code code = failure_code;
	memcpy(text, failure, sizeof text);
	end_buffer(made.buffer);
	memcpy(failure, text, sizeof text);
	failure_code = code;
	return ran ? result : NULL;
}

static void gives(const char *program, const float *expected)
{
	PJRT_LoadedExecutable *executable = compile(client, program);
	CHECK_OR_RETURN(executable != NULL);
	PJRT_Buffer *result = run_with(executable, NULL);
	if (CHECK(result != NULL))
		has_floats(result, expected, 6);
	else
		printf("# %s\n", failure);
	if (result)
		end_buffer(result);
	end_executable(executable);
}

static void is_refused(const char *program, PJRT_Error_Code code, const char *text)
{
	PJRT_Program source = { .struct_size = sizeof source, .code = (char *)(uintptr_t)program, .code_size = strlen(program),
		.format = "mlir", .format_size = 4 };
	REFUSED(Client_Compile, code, .client = client, .program = &source);
	if (!CHECK(strstr(failure, text) != NULL))
		printf("# %s\n", failure);
}

/* ---- arguments, results and attributes */

/* result = factor * argument; refuses anything else than 2x3xf32. */
static XLA_FFI_Error *scale(XLA_FFI_CallFrame *frame)
{
	if (describes(frame, 5))
		return NULL;
	const XLA_FFI_Buffer *in = frame->args.values[0], *out = frame->rets.values[0];
	const XLA_FFI_Scalar *factor = find(&frame->attrs, "factor", XLA_FFI_AttrType_SCALAR);
	if (frame->args.size != 1 || frame->rets.size != 1 || in->dtype != XLA_FFI_DataType_F32 || in->rank != 2 || in->dims[0] != 2 ||
		in->dims[1] != 3 || out->rank != 2 || !factor || factor->dtype != XLA_FFI_DataType_F32)
		return fail(frame->api, PJRT_Error_Code_INVALID_ARGUMENT, "scale: other arguments");
	for (int i = 0; i < 6; i++)
		((float *)out->data)[i] = *(float *)factor->value * ((float *)in->data)[i];
	return NULL;
}

static void a_handler_runs(void)
{
	/* as JAX writes it */
	gives("module { func.func public @main(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {\n  %0 = stablehlo.custom_call @scale(%a) "
	      "{backend_config = \"\", mhlo.backend_config = {factor = 3.0 : f32}} : " UNARY "\n  return %0 : tensor<2x3xf32>\n} }",
		(float[]){ 3, 6, 9, 12, 15, 18 });
	gives(CALL_OF("scale", ", mhlo.backend_config = {factor = 2.0 : f32}", UNARY), (float[]){ 2, 4, 6, 8, 10, 12 });
}

/* Each call has its own attributes. */
static void calls_are_apart(void)
{
	gives("module { func.func public @main(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {\n"
	      "  %0 = stablehlo.custom_call @scale(%a) {api_version = 4 : i32, mhlo.backend_config = {factor = 2.0 : f32}} : " UNARY "\n"
	      "  %1 = func.call @more(%0) : " UNARY "\n  return %1 : tensor<2x3xf32>\n}\n"
	      "func.func private @more(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {\n"
	      "  %0 = stablehlo.custom_call @scale(%a) {api_version = 4 : i32, backend_config = {factor = 5.0 : f32}} : " UNARY "\n"
	      "  return %0 : tensor<2x3xf32>\n} }", (float[]){ 10, 20, 30, 40, 50, 60 });
}

static bool is_scalar(const XLA_FFI_Attrs *attrs, const char *name, XLA_FFI_DataType dtype, const void *value, size_t size)
{
	const XLA_FFI_Scalar *scalar = find(attrs, name, XLA_FFI_AttrType_SCALAR);
	return CHECK(scalar && scalar->dtype == dtype) && CHECK_BYTES(scalar->value, size, value, size);
}

static bool is_array(const XLA_FFI_Attrs *attrs, const char *name, XLA_FFI_DataType dtype, const void *data, size_t count, size_t size)
{
	const XLA_FFI_Array *array = find(attrs, name, XLA_FFI_AttrType_ARRAY);
	return CHECK(array && array->dtype == dtype && array->size == count) && CHECK_BYTES(array->data, size, data, size);
}

static bool attributes_were_right;
static XLA_FFI_Error *look_at_attributes(XLA_FFI_CallFrame *frame)
{
	if (describes(frame, 5))
		return NULL;
	const XLA_FFI_Attrs *attrs = &frame->attrs;
	const XLA_FFI_ByteSpan *text = find(attrs, "text", XLA_FFI_AttrType_STRING);
	const XLA_FFI_Attrs *inner = find(attrs, "inner", XLA_FFI_AttrType_DICTIONARY);
	bool right = CHECK_INT(attrs->size, 10);
	for (int64_t i = 1; i < attrs->size; i++)
		right &= CHECK(strcmp(attrs->names[i - 1]->ptr, attrs->names[i]->ptr) < 0);
	right &= is_scalar(attrs, "yes", XLA_FFI_DataType_PRED, &(char){ 1 }, 1);
	right &= is_scalar(attrs, "small", XLA_FFI_DataType_S8, &(int8_t){ -5 }, 1);
	right &= is_scalar(attrs, "count", XLA_FFI_DataType_U64, &(uint64_t){ UINT64_MAX }, 8);
	right &= is_scalar(attrs, "number", XLA_FFI_DataType_S32, &(int32_t){ -7 }, 4);
	right &= is_scalar(attrs, "half", XLA_FFI_DataType_F64, &(double){ 0.5 }, 8);
	right &= is_array(attrs, "list", XLA_FFI_DataType_S64, (int64_t[]){ 1, -2, 3 }, 3, 24);
	right &= is_array(attrs, "same", XLA_FFI_DataType_F32, (float[]){ 2, 2, 2, 2 }, 4, 16);
	right &= is_array(attrs, "short", XLA_FFI_DataType_S32, (int32_t[]){ 4, 5 }, 2, 8);
	right &= CHECK(text && text->len == 5) && CHECK_BYTES(text->ptr, 5, "h\xc3\xa9 \0", 5);
	right &= CHECK(inner && inner->size == 1) && is_scalar(inner, "x", XLA_FFI_DataType_U8, &(uint8_t){ 200 }, 1);
	attributes_were_right = right;
	memcpy(((XLA_FFI_Buffer *)frame->rets.values[0])->data, ((XLA_FFI_Buffer *)frame->args.values[0])->data, 24);
	return NULL;
}

static void attributes_have_their_types(void)
{
	attributes_were_right = false;
	gives(CALL_OF("look_at_attributes", ", mhlo.backend_config = {yes = true, small = -5 : i8, count = 18446744073709551615 : ui64, "
		"number = -7 : i32, half = 0.5 : f64, list = dense<[1, -2, 3]> : tensor<3xi64>, same = dense<2.0> : tensor<2x2xf32>, "
		"short = array<i32: 4, 5>, text = \"h\\C3\\A9 \\00\", inner = {x = 200 : ui8}}", UNARY), (float[]){ 1, 2, 3, 4, 5, 6 });
	CHECK(attributes_were_right);
}

/* ---- layouts and shared memory */

static XLA_FFI_Error *keep_order(XLA_FFI_CallFrame *frame) /* numbers the elements in the order of memory */
{
	if (describes(frame, 5))
		return NULL;
	const XLA_FFI_Buffer *in = frame->args.values[0], *out = frame->rets.values[0];
	for (int i = 0; i < 6; i++)
		((float *)out->data)[i] = 10 * ((float *)in->data)[i] + (float)i;
	return NULL;
}

static void layouts_are_those_of_the_call(void)
{
	/* the columns 1 4, 2 5, 3 6 one after the other */
	gives(CALL_OF("keep_order", ", operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]",
		UNARY), (float[]){ 10, 22, 34, 41, 53, 65 });
	gives(CALL_OF("keep_order", ", operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]",
		UNARY), (float[]){ 10, 21, 32, 43, 54, 65 });
	gives(CALL_OF("keep_order", ", operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]",
		UNARY), (float[]){ 10, 41, 22, 53, 34, 65 });
	is_refused(CALL_OF("keep_order", ", operand_layouts = [dense<[0, 0]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : "
		"tensor<2xindex>]", UNARY), PJRT_Error_Code_INVALID_ARGUMENT, "permutation");
}

static XLA_FFI_Error *in_place(XLA_FFI_CallFrame *frame)
{
	if (describes(frame, 5))
		return NULL;
	const XLA_FFI_Buffer *in = frame->args.values[0], *out = frame->rets.values[0];
	if (in->data != out->data)
		return fail(frame->api, PJRT_Error_Code_INTERNAL, "the memory is not shared");
	((float *)out->data)[1] = 20;
	return NULL;
}

#define ALIAS ", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, " \
	"operand_tuple_indices = []>]"
static void aliases_share_memory(void)
{
	gives(CALL_OF("in_place", ALIAS, UNARY), (float[]){ 1, 20, 3, 4, 5, 6 });
	gives(CALL_OF("in_place", ALIAS ", operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : "
		"tensor<2xindex>]", UNARY), (float[]){ 1, 2, 3, 20, 5, 6 });
	/* the argument of the program keeps its value */
	gives("module { func.func public @main(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {\n"
	      "  %0 = stablehlo.custom_call @in_place(%a) {api_version = 4 : i32" ALIAS "} : " UNARY "\n"
	      "  %1 = stablehlo.add %0, %a : tensor<2x3xf32>\n  return %1 : tensor<2x3xf32>\n} }", (float[]){ 2, 22, 6, 8, 10, 12 });
}

/* ---- states, user data, memory, threads */

static int64_t type = 0, ended;
static void end_state(void *object)
{
	ended++;
	free(object);
}

static XLA_FFI_Error *make_state(XLA_FFI_CallFrame *frame)
{
	if (describes(frame, 5))
		return NULL;
	float *state = malloc(sizeof *state);
	*state = 100;
	XLA_FFI_State_Set_Args args = { .struct_size = sizeof args, .ctx = frame->ctx, .stage = frame->stage,
		.type_id = &(XLA_FFI_TypeId){ type }, .state = state };
	return table->State_Set(&args);
}

static XLA_FFI_Error *use_state(XLA_FFI_CallFrame *frame)
{
	if (describes(frame, 5))
		return NULL;
	XLA_FFI_State_Get_Args args = { .struct_size = sizeof args, .ctx = frame->ctx, .stage = XLA_FFI_ExecutionStage_INSTANTIATE,
		.type_id = &(XLA_FFI_TypeId){ type } };
	XLA_FFI_State_Get_Args prepared = args;
	prepared.stage = XLA_FFI_ExecutionStage_PREPARE;
	XLA_FFI_Error *error = table->State_Get(&args);
	if (!error)
		error = table->State_Get(&prepared);
	const XLA_FFI_Buffer *in = frame->args.values[0], *out = frame->rets.values[0];
	for (int i = 0; !error && i < 6; i++)
		((float *)out->data)[i] = ((float *)in->data)[i] + *(float *)args.state + *(float *)prepared.state;
	return error;
}

static void states_live_as_long_as_programs(void)
{
	XLA_FFI_Type_Register_Args made = { .struct_size = sizeof made, .name = { "state", 5 }, .type_id = &(XLA_FFI_TypeId){ 0 },
		.type_info = &(XLA_FFI_TypeInfo){ .struct_size = sizeof(XLA_FFI_TypeInfo), .deleter = end_state } };
	XLA_FFI_Handler_Register_Args handler = { .struct_size = sizeof handler, .name = { "use_state", 9 }, .platform = { "Host", 4 },
		.bundle = { .instantiate = make_state, .prepare = make_state, .execute = use_state } };
	CHECK_OR_RETURN(table != NULL);
	CHECK(table->Type_Register(&made) == NULL);
	type = made.type_id->type_id;
	CHECK(type != 0);
	CHECK(table->Handler_Register(&handler) == NULL);
	PJRT_LoadedExecutable *executable = compile(client, CALL_OF("use_state", "", UNARY));
	CHECK_OR_RETURN(executable != NULL);
	for (int i = 0; i < 2; i++) {
		PJRT_Buffer *result = run_with(executable, NULL);
		CHECK_OR_RETURN(result != NULL);
		has_floats(result, (float[]){ 201, 202, 203, 204, 205, 206 }, 6);
		end_buffer(result);
		CHECK_INT(ended, i + 1); /* those of executions */
	}
	end_executable(executable);
	CHECK_INT(ended, 3);
}

static XLA_FFI_Error *use_context(XLA_FFI_CallFrame *frame)
{
	if (describes(frame, 5))
		return NULL;
	XLA_FFI_InvokeContext_Get_Args data = { .struct_size = sizeof data, .ctx = frame->ctx, .type_id = &(XLA_FFI_TypeId){ 33 } };
	XLA_FFI_DeviceOrdinal_Get_Args device = { .struct_size = sizeof device, .ctx = frame->ctx, .device_ordinal = -1 };
	XLA_FFI_CustomOptions_Get_Args custom = { .struct_size = sizeof custom, .ctx = frame->ctx };
	XLA_FFI_Stream_Get_Args stream = { .struct_size = sizeof stream, .ctx = frame->ctx };
	XLA_FFI_DeviceMemory_Allocate_Args memory = { .struct_size = sizeof memory, .ctx = frame->ctx, .size = 24, .alignment = 128 };
	XLA_FFI_Error *error = table->InvokeContext_Get(&data);
	if (error || table->DeviceOrdinal_Get(&device) || table->CustomOptions_Get(&custom) || table->DeviceMemory_Allocate(&memory))
		return error ? error : fail(table, PJRT_Error_Code_INTERNAL, "a function failed");
	XLA_FFI_Error *no_stream = table->Stream_Get(&stream);
	XLA_FFI_Error_GetDetails_Args details = { .struct_size = sizeof details, .error = no_stream };
	table->Error_GetDetails(&details);
	CHECK(no_stream && strstr(details.message, "GPU context is not available") && details.errc == PJRT_Error_Code_UNIMPLEMENTED);
	XLA_FFI_Error_Destroy_Args end = { .struct_size = sizeof end, .error = no_stream };
	table->Error_Destroy(&end);
	CHECK(device.device_ordinal == 0 && custom.attrs->size == 0 && (uintptr_t)memory.data % 128 == 0);
	memcpy(memory.data, data.data, 24);
	memcpy(((XLA_FFI_Buffer *)frame->rets.values[0])->data, memory.data, 24);
	XLA_FFI_DeviceMemory_Free_Args release = { .struct_size = sizeof release, .ctx = frame->ctx, .size = 24, .data = memory.data };
	return table->DeviceMemory_Free(&release);
}

static void executions_bring_data(void)
{
	float values[] = { 6, 5, 4, 3, 2, 1 };
	add_handler("use_context", use_context);
	PJRT_LoadedExecutable *executable = compile(client, CALL_OF("use_context", "", UNARY));
	CHECK_OR_RETURN(executable != NULL);
	CHECK(run_with(executable, NULL) == NULL);
	CHECK(strstr(failure, "no data of the type 33") != NULL);
	CALL(made, ExecuteContext_Create, .extension_start = NULL);
	PJRT_FFI_UserData_Add_Args other = { .struct_size = sizeof other, .context = made.context, .user_data = { 7, NULL } };
	PJRT_FFI_UserData_Add_Args add = { .struct_size = sizeof add, .context = made.context, .user_data = { 33, values } };
	CHECK(ffi->UserData_Add(&other) == NULL && ffi->UserData_Add(&add) == NULL);
	PJRT_Buffer *result = run_with(executable, made.context);
	CALL(end, ExecuteContext_Destroy, .context = made.context);
	CHECK_OR_RETURN(result != NULL);
	has_floats(result, values, 6);
	end_buffer(result);
	end_executable(executable);
}

static XLA_FFI_Error *where(XLA_FFI_CallFrame *frame)
{
	if (describes(frame, 5))
		return NULL;
	XLA_FFI_DeviceOrdinal_Get_Args device = { .struct_size = sizeof device, .ctx = frame->ctx, .device_ordinal = -1 };
	XLA_FFI_Error *error = table->DeviceOrdinal_Get(&device);
	for (int i = 0; i < 6; i++)
		((float *)((XLA_FFI_Buffer *)frame->rets.values[0])->data)[i] = (float)device.device_ordinal;
	return error;
}

static void devices_are_those_of_the_program(void)
{
	add_handler("where", where);
	/* CompileOptionsProto { executable_build_options { device_ordinal: 1 } } */
	PJRT_LoadedExecutable *executable = compile_with(client, CALL_OF("where", "", UNARY), "\x1a\x02\x08\x01", 4);
	CHECK_OR_RETURN(executable != NULL);
	PJRT_Buffer *result = run_with(executable, NULL);
	if (CHECK(result != NULL)) {
		has_floats(result, (float[]){ 1, 1, 1, 1, 1, 1 }, 6);
		end_buffer(result);
	}
	end_executable(executable);
}

static struct work {
	XLA_FFI_Future *future;
	const float *in;
	float *out;
	bool fails;
} work;

static void finish_later(void *data)
{
	struct work *of = data;
	usleep(10000);
	for (int i = 0; i < 6; i++)
		of->out[i] = -of->in[i];
	XLA_FFI_Future_SetAvailable_Args done = { .struct_size = sizeof done, .future = of->future };
	XLA_FFI_Future_SetError_Args error = { .struct_size = sizeof error, .future = of->future };
	if (of->fails)
		error.error = fail(table, PJRT_Error_Code_DATA_LOSS, "lost later");
	CHECK((of->fails ? table->Future_SetError(&error) : table->Future_SetAvailable(&done)) == NULL);
}

static XLA_FFI_Error *promise(XLA_FFI_CallFrame *frame)
{
	if (describes(frame, 5))
		return NULL;
	XLA_FFI_Future_Create_Args made = { .struct_size = sizeof made };
	XLA_FFI_Error *error = table->Future_Create(&made);
	if (error)
		return error;
	work = (struct work){ made.future, ((XLA_FFI_Buffer *)frame->args.values[0])->data, ((XLA_FFI_Buffer *)frame->rets.values[0])->data,
		find(&frame->attrs, "fails", XLA_FFI_AttrType_SCALAR) != NULL };
	frame->future = made.future;
	XLA_FFI_ThreadPool_Schedule_Args task = { .struct_size = sizeof task, .ctx = frame->ctx, .task = finish_later, .data = &work };
	return table->ThreadPool_Schedule(&task);
}

static void futures_are_awaited(void)
{
	add_handler("promise", promise);
	gives(CALL_OF("promise", "", UNARY), (float[]){ -1, -2, -3, -4, -5, -6 });
	PJRT_LoadedExecutable *executable = compile(client, CALL_OF("promise", ", mhlo.backend_config = {fails = true}", UNARY));
	CHECK_OR_RETURN(executable != NULL);
	CHECK(run_with(executable, NULL) == NULL);
	CHECK(strstr(failure, "lost later") != NULL);
	end_executable(executable);
}

/* ---- failures */

static XLA_FFI_Error *old_handler(XLA_FFI_CallFrame *frame)
{
	if (!describes(frame, 5))
		return NULL;
	((XLA_FFI_Metadata_Extension *)(void *)frame->extension_start)->metadata->api_version.major_version = 1;
	return NULL;
}

/* JAX keeps values alive with it. */
static void sinks_do_nothing(void)
{
	gives("module { func.func public @main(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {\n"
	      "  stablehlo.custom_call @dce_sink(%a) {api_version = 4 : i32, has_side_effect = true} : (tensor<2x3xf32>) -> ()\n"
	      "  return %a : tensor<2x3xf32>\n} }", (float[]){ 1, 2, 3, 4, 5, 6 });
}

static void failures_have_texts(void)
{
	PJRT_LoadedExecutable *executable = compile(client, CALL_OF("scale", "", UNARY));
	CHECK_OR_RETURN(executable != NULL);
	CHECK(run_with(executable, NULL) == NULL);
	CHECK(strstr(failure, "scale: other arguments") != NULL);
	CHECK_INT(failure_code, PJRT_Error_Code_INVALID_ARGUMENT); /* the handler's */
	end_executable(executable);
	add_handler("old_handler", old_handler);
	is_refused(CALL_OF("old_handler", "", UNARY), PJRT_Error_Code_UNIMPLEMENTED, "version 1.5 of XLA's FFI");
	is_refused(CALL_OF("nobody", "", UNARY), PJRT_Error_Code_UNIMPLEMENTED, "@nobody");
	is_refused("module { func.func public @main(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {\n"
		   "  %0 = stablehlo.custom_call @scale(%a) {api_version = 2 : i32} : " UNARY "\n  return %0 : tensor<2x3xf32>\n} }",
		PJRT_Error_Code_INVALID_ARGUMENT, "api_version 2, expected 4");
	is_refused(CALL_OF("scale", ", mhlo.backend_config = {factor = i32}", UNARY), PJRT_Error_Code_UNIMPLEMENTED, "attribute factor");
	is_refused(CALL_OF("scale", ", mhlo.backend_config = {factor = dense<1> : tensor<100000x100000xi64>}", UNARY),
		PJRT_Error_Code_RESOURCE_EXHAUSTED, "too large");
	is_refused("module { func.func public @main(%a: tensor<2xi4>) -> tensor<2xi4> {\n"
		   "  %0 = stablehlo.custom_call @scale(%a) {api_version = 4 : i32} : (tensor<2xi4>) -> tensor<2xi4>\n  return %0 : tensor<2xi4>\n} }",
		PJRT_Error_Code_UNIMPLEMENTED, "operand 0 of @scale has elements of less than a byte");
	PJRT_FFI_Register_Handler_Args again = { .struct_size = sizeof again, .target_name = "scale", .target_name_size = 5 };
	XLA_FFI_Handler *const other = old_handler;
	memcpy(&again.handler, &other, sizeof other);
	CHECK(!succeeded(ffi->Register_Handler(&again)));
	CHECK_INT(failure_code, PJRT_Error_Code_ALREADY_EXISTS);
}

/* ---- what JAX's module installs: untyped functions, and Python's buffers */

static void untyped(void *out, const void **in, const char *text, size_t size, void *status)
{
	for (int i = 0; i < 6; i++)
		((float *)out)[i] = ((const float *)in[0])[i] + (float)size;
	if (size && text[0] == 'f')
		memset(status, 1, 8);
}

static int find_untyped(const char *name, struct pjrt__ffi_handler *out)
{
	void (*function)(void *, const void **, const char *, size_t, void *) = untyped;
	if (strcmp(name, "untyped") != 0)
		return 0;
	memcpy(&out->untyped, &function, sizeof function);
	return 1;
}

static int callable = 4;
static int run_views(void *of, int argument_count, const struct pjrt__view *arguments, int result_count, const struct pjrt__view *results,
	char *message, size_t room)
{
	if (of != &callable || argument_count != 1 || result_count != 1) {
		snprintf(message, room, "other arguments");
		return 1;
	}
	for (int i = 0; i < 6; i++)
		((float *)results[0].data)[i] = ((const float *)arguments[0].data)[i] * (float)callable;
	return 0;
}

#define UNTYPED(version, config) \
	"module { func.func public @main(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {\n" \
	"  %0 = stablehlo.custom_call @untyped(%a) {api_version = " version " : i32, backend_config = \"" config "\"} : " UNARY "\n" \
	"  return %0 : tensor<2x3xf32>\n} }"
static void untyped_functions_run(void)
{
	gives(UNTYPED("3", "abc"), (float[]){ 4, 5, 6, 7, 8, 9 });
	PJRT_LoadedExecutable *executable = compile(client, UNTYPED("3", "fail"));
	CHECK_OR_RETURN(executable != NULL);
	CHECK(run_with(executable, NULL) == NULL);
	CHECK(strstr(failure, "@untyped failed") != NULL);
	end_executable(executable);
}

static void buffers_of_python(void)
{
	PJRT_LoadedExecutable *executable = compile(client, CALL_OF("xla_buffer_python_cpu_callback",
		", mhlo.backend_config = {index = 1 : ui64}", UNARY));
	CHECK_OR_RETURN(executable != NULL);
	struct {
		void **callables;
		size_t count;
	} data = { (void *[]){ NULL, &callable }, 2 };
	CALL(made, ExecuteContext_Create, .extension_start = NULL);
	PJRT_FFI_UserData_Add_Args add = { .struct_size = sizeof add, .context = made.context, .user_data = { 7, &data } };
	CHECK(ffi->UserData_Add(&add) == NULL);
	PJRT_Buffer *result = run_with(executable, made.context);
	CALL(end, ExecuteContext_Destroy, .context = made.context);
	if (CHECK(result != NULL)) {
		has_floats(result, (float[]){ 4, 8, 12, 16, 20, 24 }, 6);
		end_buffer(result);
	}
	CHECK(run_with(executable, NULL) == NULL);
	CHECK(strstr(failure, "no Python") != NULL);
	end_executable(executable);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(a_handler_runs),
		CHECK_CASE(calls_are_apart),
		CHECK_CASE(attributes_have_their_types),
		CHECK_CASE(layouts_are_those_of_the_call),
		CHECK_CASE(aliases_share_memory),
		CHECK_CASE(states_live_as_long_as_programs),
		CHECK_CASE(executions_bring_data),
		CHECK_CASE(devices_are_those_of_the_program),
		CHECK_CASE(futures_are_awaited),
		CHECK_CASE(sinks_do_nothing),
		CHECK_CASE(failures_have_texts),
		CHECK_CASE(untyped_functions_run),
		CHECK_CASE(buffers_of_python),
	};
	if (!load_plugin())
		return 1;
	static const struct pjrt__python python = { .size = sizeof python, .call = run_views, .call_views = run_views, .find = find_untyped };
	if (!install_python(&python))
		return 1;
	add_handler("scale", scale);
	add_handler("look_at_attributes", look_at_attributes);
	add_handler("keep_order", keep_order);
	add_handler("in_place", in_place);
	return main_with_client(argc, argv, cases, sizeof cases / sizeof *cases, 2);
}
