/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs: compiling, executing, donation, executables as bytes, several devices and threads. */
#include "client.h"

#include <pthread.h>

static const char add[] = "module @m { func.func public @main(%a: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<3xf32>, tensor<i32>) {\n"
			  "  %0 = stablehlo.add %a, %b : tensor<3xf32>\n"
			  "  %1 = stablehlo.constant dense<7> : tensor<i32>\n"
			  "  return %0, %1 : tensor<3xf32>, tensor<i32>\n} }";
static const float ones[] = { 1, 1, 1 }, steps[] = { 1, 2, 3 }, sums[] = { 2, 3, 4 };

static void runs(void)
{
	PJRT_LoadedExecutable *executable = compile(client, add);
	CHECK_OR_RETURN(executable != NULL);
	CALL(inner, LoadedExecutable_GetExecutable, .loaded_executable = executable);
	CALL(number, Executable_NumOutputs, .executable = inner.executable);
	CHECK_INT(number.num_outputs, 2);
	CALL(types, Executable_OutputElementTypes, .executable = inner.executable);
	CHECK_INT(types.output_types[1], PJRT_Buffer_Type_S32);
	CALL(dims, Executable_OutputDimensions, .executable = inner.executable);
	CHECK(dims.num_outputs == 2 && dims.dim_sizes[0] == 1 && dims.dim_sizes[1] == 0 && dims.dims[0] == 3);
	CALL(kinds, Executable_OutputMemoryKinds, .executable = inner.executable);
	CHECK_BYTES(kinds.memory_kinds[1], kinds.memory_kind_sizes[1], "device", 6);
	CALL(memory, Executable_GetCompiledMemoryStats, .executable = inner.executable);
	CHECK_INT(memory.argument_size_in_bytes, 24);
	CHECK_INT(memory.output_size_in_bytes, 16);
	PJRT_Program program = { .struct_size = sizeof program };
	CALL(size, Executable_OptimizedProgram, .executable = inner.executable, .program = &program);
	CHECK_INT(program.code_size, sizeof add - 1);
	CALL(same, LoadedExecutable_Fingerprint, .executable = executable);
	CALL(fingerprint, Executable_Fingerprint, .executable = inner.executable);
	CHECK(same.executable_fingerprint_size == fingerprint.executable_fingerprint_size);
	CALL(end, Executable_Destroy, .executable = inner.executable);
	PJRT_Buffer *arguments[] = { make_floats(client, NULL, ones, 3), make_floats(client, NULL, steps, 3) }, *results[2];
	for (int i = 0; i < 3; i++) {
		CHECK_OR_RETURN(execute(executable, arguments, 2, results));
		has_floats(results[0], sums, 3);
		has_bytes(results[1], &(int32_t){ 7 }, 4);
		end_buffer(results[0]);
		end_buffer(results[1]);
	}
	PJRT_Buffer *twice[] = { arguments[1], arguments[1] };
	CHECK_OR_RETURN(execute(executable, twice, 2, results));
	has_floats(results[0], (float[]){ 2, 4, 6 }, 3);
	/* results outlive their program, and may be arguments */
	end_executable(executable);
	executable = compile(client, add);
	PJRT_Buffer *chained[] = { results[0], arguments[0] }, *more[2];
	CHECK_OR_RETURN(execute(executable, chained, 2, more));
	has_floats(more[0], (float[]){ 3, 5, 7 }, 3);
	PJRT_Buffer *all[] = { results[0], results[1], more[0], more[1], arguments[0], arguments[1] };
	for (int i = 0; i < 6; i++)
		end_buffer(all[i]);
	end_executable(executable);
}

static bool refused_with(PJRT_LoadedExecutable *executable, PJRT_Buffer *const *arguments, size_t count, PJRT_Error_Code code, const char *text)
{
	PJRT_Buffer *results[2] = { NULL };
	return CHECK(!execute(executable, arguments, count, results)) && CHECK_INT(failure_code, code) &&
	       (CHECK(strstr(failure, text) != NULL) || check_report(__FILE__, __LINE__, "%s", failure));
}

static void refuses_calls(void)
{
	static const int64_t four = 4;
	PJRT_LoadedExecutable *executable = compile(client, add);
	PJRT_Buffer *good = make_floats(client, NULL, ones, 3), *deleted = make_floats(client, NULL, ones, 3);
	static const float longer[4] = { 0 };
	PJRT_Buffer *wrong = make_floats(client, NULL, longer, four);
	CALL(drop, Buffer_Delete, .buffer = deleted);
	refused_with(executable, (PJRT_Buffer *[]){ good }, 1, PJRT_Error_Code_INVALID_ARGUMENT, "2 arguments");
	refused_with(executable, (PJRT_Buffer *[]){ good, deleted }, 2, PJRT_Error_Code_INVALID_ARGUMENT, "deleted");
	refused_with(executable, (PJRT_Buffer *[]){ good, wrong }, 2, PJRT_Error_Code_INVALID_ARGUMENT, "4");
	CALL(failed, Client_CreateErrorBuffer, .client = client, .error_code = PJRT_Error_Code_DATA_LOSS, .error_message = "lost",
		.error_message_size = 4, .shape_dims = (int64_t[]){ 3 }, .shape_num_dims = 1, .shape_element_type = PJRT_Buffer_Type_F32);
	refused_with(executable, (PJRT_Buffer *[]){ good, failed.buffer }, 2, PJRT_Error_Code_DATA_LOSS, "lost");
	CALL(delete, LoadedExecutable_Delete, .executable = executable);
	CALL(question, LoadedExecutable_IsDeleted, .executable = executable);
	CHECK(question.is_deleted);
	refused_with(executable, (PJRT_Buffer *[]){ good, good }, 2, PJRT_Error_Code_INVALID_ARGUMENT, "executable was deleted");
	end_executable(executable);
	end_buffer(good);
	end_buffer(deleted);
	end_buffer(wrong);
	end_buffer(failed.buffer);
}

static void refuse_program(const char *format, const char *code, PJRT_Error_Code status, const char *text)
{
	PJRT_Program program = { .struct_size = sizeof program, .code = (char *)(uintptr_t)code, .code_size = strlen(code),
		.format = format, .format_size = strlen(format) };
	REFUSED(Client_Compile, status, .client = client, .program = &program);
	if (!strstr(failure, text))
		check_report(__FILE__, __LINE__, "%s", failure);
}

static void refuses_programs(void)
{
	refuse_program("hlo", "x", PJRT_Error_Code_UNIMPLEMENTED, "HLO");
	refuse_program("c", "x", PJRT_Error_Code_UNIMPLEMENTED, "\"c\"");
	refuse_program("mlir", "x", PJRT_Error_Code_INVALID_ARGUMENT, "");
	refuse_program("mlir", "", PJRT_Error_Code_INVALID_ARGUMENT, "");
	refuse_program("mlir",
		"module { func.func @f(%a: tensor<f32>) -> tensor<f32> {\n %0 = stablehlo.negate %a : tensor<f32>\n return %0 : tensor<f32> } }",
		PJRT_Error_Code_INVALID_ARGUMENT, "main");
	refuse_program("mlir",
		"module { func.func @main(%a: tensor<f32>) -> tensor<f32> {\n"
		" %0 = stablehlo.custom_call @nobody(%a) : (tensor<f32>) -> tensor<f32>\n return %0 : tensor<f32> } }",
		PJRT_Error_Code_UNIMPLEMENTED, "line 2");
	refuse_program("mlir",
		"module { func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {\n %0 = stablehlo.negate %a : tensor<?xf32>\n"
		" return %0 : tensor<?xf32> } }",
		PJRT_Error_Code_UNIMPLEMENTED, "dynamic");
}

/* ---- donation */

/* The only result has the memory of %a, so %b is not donated: as XLA does. */
static const char donating[] =
	"module @m { func.func public @main(%a: tensor<3xf32> {tf.aliasing_output = 0 : i32}, %b: tensor<3xf32> {jax.buffer_donor = true})"
	" -> tensor<3xf32> {\n  %0 = stablehlo.add %a, %b : tensor<3xf32>\n  return %0 : tensor<3xf32>\n} }";
static const char donor[] = "module @m { func.func public @main(%a: tensor<3xf32> {jax.buffer_donor = true}, %c: tensor<2xf32> "
			    "{jax.buffer_donor = true}) -> tensor<3xf32> {\n  %0 = stablehlo.negate %a : tensor<3xf32>\n"
			    "  return %0 : tensor<3xf32>\n} }";

static bool is_deleted(PJRT_Buffer *buffer)
{
	CALL(question, Buffer_IsDeleted, .buffer = buffer);
	return question.is_deleted;
}

static void donated_arguments_are_deleted(void)
{
	PJRT_LoadedExecutable *executable = compile(client, donating);
	PJRT_Buffer *a = make_floats(client, NULL, ones, 3), *b = make_floats(client, NULL, steps, 3), *result, *next;
	CALL(pin, Buffer_IncreaseExternalReferenceCount, .buffer = b);
	CALL(pinned, Buffer_OpaqueDeviceMemoryDataPointer, .buffer = b);
	CHECK_OR_RETURN(execute(executable, (PJRT_Buffer *[]){ a, b }, 2, &result));
	CHECK(is_deleted(a) && !is_deleted(b));
	has_floats(result, sums, 3);
	CHECK_BYTES(pinned.device_memory_ptr, sizeof steps, steps, sizeof steps);
	CALL(unpin, Buffer_DecreaseExternalReferenceCount, .buffer = b);
	end_buffer(a);
	end_buffer(b);
	/* a result: its memory may be used again, unless somebody looks at it */
	for (int i = 0; i < 4; i++) {
		b = make_floats(client, NULL, ones, 3);
		const bool looks = i & 1;
		if (looks) {
			PJRT_Buffer_IncreaseExternalReferenceCount_Args args = { .struct_size = sizeof args, .buffer = result };
			CHECK(succeeded(api->Buffer_IncreaseExternalReferenceCount(&args)));
		}
		CALL(seen, Buffer_OpaqueDeviceMemoryDataPointer, .buffer = result);
		CHECK_OR_RETURN(execute(executable, (PJRT_Buffer *[]){ result, b }, 2, &next));
		has_floats(next, (float[]){ 3 + (float)i, 4 + (float)i, 5 + (float)i }, 3);
		if (looks) {
			CHECK_BYTES(seen.device_memory_ptr, 12, ((float[]){ 2 + (float)i, 3 + (float)i, 4 + (float)i }), 12);
			PJRT_Buffer_DecreaseExternalReferenceCount_Args args = { .struct_size = sizeof args, .buffer = result };
			CHECK(succeeded(api->Buffer_DecreaseExternalReferenceCount(&args)));
		}
		CHECK(is_deleted(result));
		end_buffer(result);
		end_buffer(b);
		result = next;
	}
	end_buffer(result);
	end_executable(executable);
}

static void *address_of(PJRT_Buffer *buffer)
{
	CALL(pointer, Buffer_OpaqueDeviceMemoryDataPointer, .buffer = buffer);
	return pointer.device_memory_ptr;
}

/* A program of f32[COUNT] arrays, of which only %w is donated, and what it gives for w = 3 and g = 2. */
struct update {
	const char *arguments, *body;
	int donated;
	float expected;
};

static void update_in_place(const struct update *update)
{
	enum { COUNT = 1000 };
	static float threes[COUNT], twos[COUNT], expected[COUNT];
	char text[1000];
	PJRT_Buffer *result;
	for (int i = 0; i < COUNT; i++) {
		threes[i] = 3;
		twos[i] = 2;
		expected[i] = update->expected;
	}
	snprintf(text, sizeof text, "!t = tensor<1000xf32>\nfunc.func public @main(%s) -> !t {\n"
		"  %%c = stablehlo.constant dense<5.000000e-01> : !t\n%s  return %%r : !t\n}\n", update->arguments, update->body);
	PJRT_LoadedExecutable *executable = compile(client, text);
	PJRT_Buffer *w = make_floats(client, NULL, threes, COUNT), *g = make_floats(client, NULL, twos, COUNT);
	PJRT_Buffer *arguments[] = { update->donated == 0 ? w : g, update->donated == 0 ? g : w };
	void *const memory = address_of(w);
	CHECK_OR_RETURN(execute(executable, arguments, 2, &result));
	CHECK(is_deleted(w) && !is_deleted(g));
	if (address_of(result) != memory)
		check_report(__FILE__, __LINE__, "not in place: (%s) %s", update->arguments, update->body);
	has_floats(result, expected, COUNT);
	has_floats(g, twos, COUNT);
	PJRT_Buffer *all[] = { w, g, result };
	for (int i = 0; i < 3; i++)
		end_buffer(all[i]);
	end_executable(executable);
}

/* The result has the memory of the donated argument, wherever that stands and whatever is fused before it. */
static void updates_are_written_in_place(void)
{
#define W "%w: !t {tf.aliasing_output = 0 : i32}"
#define OP(result, name, operands) "  %" result " = stablehlo." name " " operands " : !t\n"
	static const char first[] = W ", %g: !t", second[] = "%g: !t, " W;
	static const char step[] = OP("0", "multiply", "%c, %g") OP("r", "subtract", "%w, %0");
	static const struct update updates[] = {
		{ first, step, 0, 2 },
		{ second, step, 1, 2 },
		{ first, OP("r", "subtract", "%g, %w"), 0, -1 },
		{ second, OP("r", "subtract", "%w, %g"), 1, 1 },
		{ first, OP("0", "multiply", "%c, %g") OP("r", "add", "%0, %w"), 0, 4 },
		{ first, OP("0", "negate", "%g") OP("1", "abs", "%0") OP("r", "add", "%1, %w"), 0, 5 },
		{ second, "  %p = stablehlo.compare GT, %g, %c : (!t, !t) -> tensor<1000xi1>\n"
			"  %r = stablehlo.select %p, %g, %w : tensor<1000xi1>, !t\n", 1, 2 },
	};
#undef OP
#undef W
	for (size_t i = 0; i < sizeof updates / sizeof *updates; i++)
		update_in_place(&updates[i]);
}

/* A donor that names no result is donated if a result has its size. */
static void donors_find_a_result(void)
{
	PJRT_LoadedExecutable *executable = compile(client, donor);
	CHECK_OR_RETURN(executable);
	CALL(inner, LoadedExecutable_GetExecutable, .loaded_executable = executable);
	CALL(memory, Executable_GetCompiledMemoryStats, .executable = inner.executable);
	CHECK_INT(memory.alias_size_in_bytes, 12);
	CALL(end, Executable_Destroy, .executable = inner.executable);
	PJRT_Buffer *a = make_floats(client, NULL, ones, 3), *c = make_floats(client, NULL, ones, 2), *result;
	CHECK_OR_RETURN(execute(executable, (PJRT_Buffer *[]){ a, c }, 2, &result));
	CHECK(is_deleted(a) && !is_deleted(c));
	has_floats(result, (float[]){ -1, -1, -1 }, 3);
	PJRT_Buffer *all[] = { a, c, result };
	for (int i = 0; i < 3; i++)
		end_buffer(all[i]);
	end_executable(executable);
}

/* Arguments and results are in the memories that the program names. */
static void results_are_in_their_memory(void)
{
	PJRT_LoadedExecutable *executable = compile(client,
		"module @m { func.func public @main(%a: tensor<3xf32> {mhlo.memory_kind = \"unpinned_host\"}) -> (tensor<3xf32>, "
		"tensor<3xf32> {mhlo.memory_kind = \"pinned_host\"}, tensor<3xf32> {mhlo.memory_kind = \"elsewhere\"}) {\n"
		"  %0 = stablehlo.negate %a : tensor<3xf32>\n  return %0, %0, %0 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>\n} }");
	static const char *const expected[] = { "device", "pinned_host", "device" };
	CHECK_OR_RETURN(executable);
	CALL(inner, LoadedExecutable_GetExecutable, .loaded_executable = executable);
	CALL(parameters, Executable_ParameterMemoryKinds, .executable = inner.executable);
	CHECK_BYTES(parameters.memory_kinds[0], parameters.memory_kind_sizes[0], "unpinned_host", 13);
	CALL(kinds, Executable_OutputMemoryKinds, .executable = inner.executable);
	PJRT_Buffer *a = make_floats(client, NULL, ones, 3), *results[3];
	CHECK_OR_RETURN(execute(executable, &a, 1, results));
	for (int i = 0; i < 3; i++) {
		CHECK_BYTES(kinds.memory_kinds[i], kinds.memory_kind_sizes[i], expected[i], strlen(expected[i]));
		CALL(place, Buffer_Memory, .buffer = results[i]);
		CALL(kind, Memory_Kind, .memory = place.memory);
		CHECK_BYTES(kind.kind, kind.kind_size, expected[i], strlen(expected[i]));
		end_buffer(results[i]);
	}
	end_buffer(a);
	CALL(end, Executable_Destroy, .executable = inner.executable);
	end_executable(executable);
}

/* The same buffer donated and read: refused, and nothing is deleted. */
static void donated_arguments_occur_once(void)
{
	PJRT_LoadedExecutable *executable = compile(client, donating);
	PJRT_Buffer *a = make_floats(client, NULL, ones, 3), *b = make_floats(client, NULL, steps, 3), *result;
	CHECK(!execute(executable, (PJRT_Buffer *[]){ a, a }, 2, &result));
	CHECK_INT(failure_code, PJRT_Error_Code_INVALID_ARGUMENT);
	CHECK(strstr(failure, "two arguments of the same call: 0 and 1") != NULL);
	CHECK(!is_deleted(a));
	if (CHECK(execute(executable, (PJRT_Buffer *[]){ a, b }, 2, &result))) {
		has_floats(result, sums, 3);
		end_buffer(result);
	}
	end_buffer(a);
	end_buffer(b);
	end_executable(executable);
}

static void some_are_kept(void)
{
	static const int64_t kept[] = { 0, 1 };
	PJRT_LoadedExecutable *executable = compile(client, donating);
	PJRT_Buffer *arguments[] = { make_floats(client, NULL, ones, 3), make_floats(client, NULL, steps, 3) }, *result;
	PJRT_Buffer *const *lists[] = { arguments };
	PJRT_Buffer **outputs[] = { &result };
	PJRT_ExecuteOptions options = { .struct_size = sizeof options, .non_donatable_input_indices = kept, .num_non_donatable_input_indices = 2 };
	CALL(run, LoadedExecutable_Execute, .executable = executable, .options = &options, .argument_lists = lists, .num_devices = 1,
		.num_args = 2, .output_lists = outputs);
	CHECK(!is_deleted(arguments[0]) && !is_deleted(arguments[1]));
	end_buffer(result);
	/* a client of 0.38 does not know the member */
	options.struct_size = offsetof(PJRT_ExecuteOptions, non_donatable_input_indices);
	CALL(again, LoadedExecutable_Execute, .executable = executable, .options = &options, .argument_lists = lists, .num_devices = 1,
		.num_args = 2, .output_lists = outputs);
	CHECK(is_deleted(arguments[0]));
	end_buffer(result);
	end_buffer(arguments[0]);
	end_buffer(arguments[1]);
	end_executable(executable);
}

/* Two buffers of the same data, and a result that is an argument: values stay values. */
static void shared_memory_is_not_written(void)
{
	static const char text[] = "module @m { func.func public @main(%a: tensor<3xf32> {jax.buffer_donor = true}, %b: tensor<3xf32>)"
		" -> (tensor<3xf32>, tensor<3xf32>) {\n  %0 = stablehlo.add %a, %b : tensor<3xf32>\n"
		"  return %0, %b : tensor<3xf32>, tensor<3xf32>\n} }";
	PJRT_LoadedExecutable *plus = compile(client, add), *executable = compile(client, text);
	PJRT_Buffer *a = make_floats(client, NULL, ones, 3), *first[2], *second[2];
	CHECK_OR_RETURN(execute(plus, (PJRT_Buffer *[]){ a, a }, 2, first));
	CALL(copy, Buffer_CopyToDevice, .buffer = first[0], .dst_device = device_at(client, 0));
	CHECK_OR_RETURN(execute(executable, (PJRT_Buffer *[]){ first[0], copy.dst_buffer }, 2, second));
	has_floats(second[0], (float[]){ 4, 4, 4 }, 3);
	has_floats(second[1], (float[]){ 2, 2, 2 }, 3);
	PJRT_Buffer *all[] = { a, first[0], first[1], copy.dst_buffer, second[0], second[1] };
	for (int i = 0; i < 6; i++)
		end_buffer(all[i]);
	end_executable(plus);
	end_executable(executable);
}

/* JAX runs such a program for jnp.copy() only. */
static void results_have_memory_of_their_own(void)
{
	PJRT_LoadedExecutable *plus = compile(client, add), *executable = compile(client,
		"module @m { func.func public @main(%a: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {\n"
		"  return %a, %a : tensor<3xf32>, tensor<3xf32>\n} }");
	PJRT_Buffer *a = make_floats(client, NULL, ones, 3), *sum[2], *copies[2];
	CHECK_OR_RETURN(execute(plus, (PJRT_Buffer *[]){ a, a }, 2, sum));
	CHECK_OR_RETURN(execute(executable, sum, 1, copies));
	CALL(original, Buffer_OpaqueDeviceMemoryDataPointer, .buffer = sum[0]);
	for (int i = 0; i < 2; i++) {
		CALL(copy, Buffer_OpaqueDeviceMemoryDataPointer, .buffer = copies[i]);
		CHECK(copy.device_memory_ptr != original.device_memory_ptr);
		has_floats(copies[i], (float[]){ 2, 2, 2 }, 3);
	}
	PJRT_Buffer *all[] = { a, sum[0], sum[1], copies[0], copies[1] };
	for (int i = 0; i < 5; i++)
		end_buffer(all[i]);
	end_executable(plus);
	end_executable(executable);
}

/* ---- executables as bytes */

static void executables_as_bytes(void)
{
	PJRT_LoadedExecutable *executable = compile(client, add);
	CALL(inner, LoadedExecutable_GetExecutable, .loaded_executable = executable);
	CALL(bytes, Executable_Serialize, .executable = inner.executable);
	CALL(loaded, Executable_DeserializeAndLoad, .client = client, .serialized_executable = bytes.serialized_bytes,
		.serialized_executable_size = bytes.serialized_bytes_size);
	CALL(one, LoadedExecutable_Fingerprint, .executable = executable);
	CALL(other, LoadedExecutable_Fingerprint, .executable = loaded.loaded_executable);
	CHECK_BYTES(one.executable_fingerprint, one.executable_fingerprint_size, other.executable_fingerprint, other.executable_fingerprint_size);
	PJRT_Buffer *arguments[] = { make_floats(client, NULL, ones, 3), make_floats(client, NULL, steps, 3) }, *results[2];
	CHECK_OR_RETURN(execute(loaded.loaded_executable, arguments, 2, results));
	has_floats(results[0], sums, 3);
	PJRT_Buffer *all[] = { arguments[0], arguments[1], results[0], results[1] };
	for (int i = 0; i < 4; i++)
		end_buffer(all[i]);
	/* every byte counts */
	char *damaged = malloc(bytes.serialized_bytes_size);
	CHECK_OR_RETURN(damaged != NULL);
	for (size_t i = 0; i < bytes.serialized_bytes_size; i++) {
		memcpy(damaged, bytes.serialized_bytes, bytes.serialized_bytes_size);
		damaged[i] ^= 0x41;
		PJRT_Executable_DeserializeAndLoad_Args args = { .struct_size = sizeof args, .client = client,
			.serialized_executable = damaged, .serialized_executable_size = bytes.serialized_bytes_size };
		if (succeeded(api->Executable_DeserializeAndLoad(&args)))
			check_report(__FILE__, __LINE__, "byte %zu does not matter", i);
	}
	for (size_t size = 0; size < bytes.serialized_bytes_size; size += 3) {
		PJRT_Executable_DeserializeAndLoad_Args args = { .struct_size = sizeof args, .client = client,
			.serialized_executable = bytes.serialized_bytes, .serialized_executable_size = size };
		if (succeeded(api->Executable_DeserializeAndLoad(&args)))
			check_report(__FILE__, __LINE__, "%zu bytes suffice", size);
	}
	free(damaged);
	bytes.serialized_executable_deleter(bytes.serialized_executable);
	CALL(again, Client_Load, .client = client, .executable = inner.executable);
	end_executable(again.loaded_executable);
	CALL(end, Executable_Destroy, .executable = inner.executable);
	end_executable(loaded.loaded_executable);
	end_executable(executable);
}

/* ---- options */

static void options_choose_devices(void)
{
	/* executable_build_options { num_replicas: 1, num_partitions: 1, device_assignment { 1, 1, { 1 } } } */
	static const unsigned char second[] = { 0x1a, 0x0f, 0x20, 1, 0x28, 1, 0x4a, 9, 8, 1, 16, 1, 0x1a, 3, 10, 1, 1 };
	static const unsigned char unknown[] = { 0x1a, 4, 0x20, 1, 0x28, 1, 0x3a, 8, 10, 6, 'n', 'o', '_', 'o', 'n', 'e' };
	static const unsigned char flag[] = { 0x3a, 9, 10, 7, 'x', 'l', 'a', '_', 'c', 'p', 'u' };
	static const unsigned char ninth[] = { 0x1a, 2, 8, 9 };
	PJRT_LoadedExecutable *executable = compile_with(client, add, second, sizeof second);
	CHECK_OR_RETURN(executable != NULL);
	CALL(devices, LoadedExecutable_AddressableDevices, .executable = executable);
	CHECK(devices.num_addressable_devices == 1 && devices.addressable_devices[0] == device_at(client, 1));
	CALL(assignment, LoadedExecutable_GetDeviceAssignment, .executable = executable);
	CHECK_BYTES(assignment.serialized_bytes, assignment.serialized_bytes_size, second + 8, sizeof second - 8);
	assignment.serialized_device_assignment_deleter(assignment.serialized_device_assignment);
	PJRT_Buffer *arguments[] = { make_floats(client, NULL, ones, 3), make_floats(client, NULL, steps, 3) }, *results[2];
	CHECK_OR_RETURN(execute(executable, arguments, 2, results));
	CALL(where, Buffer_Device, .buffer = results[0]);
	CHECK(where.device == device_at(client, 1));
	PJRT_Buffer *all[] = { arguments[0], arguments[1], results[0], results[1] };
	for (int i = 0; i < 4; i++)
		end_buffer(all[i]);
	end_executable(executable);
	executable = compile_with(client, add, flag, sizeof flag);
	end_executable(executable);
	PJRT_Program program = { .struct_size = sizeof program, .code = (char *)(uintptr_t)add, .code_size = sizeof add - 1, .format = "mlir",
		.format_size = 4 };
	REFUSED(Client_Compile, PJRT_Error_Code_INVALID_ARGUMENT, .client = client, .program = &program, .compile_options = (const char *)unknown,
		.compile_options_size = sizeof unknown);
	CHECK_STR(failure, "No such compile option: 'no_one'");
	REFUSED(Client_Compile, PJRT_Error_Code_INVALID_ARGUMENT, .client = client, .program = &program, .compile_options = (const char *)ninth,
		.compile_options_size = sizeof ninth);
	for (size_t size = 1; size < sizeof second; size++) {
		PJRT_Client_Compile_Args args = { .struct_size = sizeof args, .client = client, .program = &program,
			.compile_options = (const char *)second, .compile_options_size = size };
		if (succeeded(api->Client_Compile(&args)))
			check_report(__FILE__, __LINE__, "%zu bytes of options suffice", size);
	}
}

/* Replica 1 reaches an operation that cannot run before the sum that replica 0 waits for. */
static void others_do_not_wait(void)
{
	static const char text[] = "module @m attributes {mhlo.num_replicas = 2 : i32} {"
		" func.func public @main(%a: tensor<3xf32>) -> tensor<3xf32> {\n"
		"  %r = stablehlo.replica_id : tensor<ui32>\n  %i = stablehlo.convert %r : (tensor<ui32>) -> tensor<i32>\n"
		"  %b = \"stablehlo.case\"(%i) ({\n    stablehlo.return %a : tensor<3xf32>\n  }, {\n"
		"    %n = stablehlo.custom_call @nobody(%a) : (tensor<3xf32>) -> tensor<3xf32>\n    stablehlo.return %n : tensor<3xf32>\n"
		"  }) : (tensor<i32>) -> tensor<3xf32>\n"
		"  %0 = \"stablehlo.all_reduce\"(%b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({\n"
		"  ^bb0(%x: tensor<f32>, %y: tensor<f32>):\n    %s = stablehlo.add %x, %y : tensor<f32>\n    stablehlo.return %s : tensor<f32>\n"
		"  }) : (tensor<3xf32>) -> tensor<3xf32>\n  return %0 : tensor<3xf32>\n} }";
	static const unsigned char options[] = { 0x1a, 2, 0x20, 2 }; /* num_replicas: 2 */
	PJRT_LoadedExecutable *executable = compile_with(client, text, options, sizeof options);
	PJRT_Buffer *one = make_floats(client, NULL, ones, 3), *two = make_floats(client, device_at(client, 1), ones, 3), *results[2];
	CHECK_OR_RETURN(executable != NULL);
	PJRT_LoadedExecutable_Execute_Args run = { .struct_size = sizeof run, .executable = executable,
		.argument_lists = (PJRT_Buffer *const *[]){ &one, &two }, .num_devices = 2, .num_args = 1,
		.output_lists = (PJRT_Buffer **[]){ &results[0], &results[1] } };
	for (int i = 0; i < 20; i++) { /* the error is that of the entry, or of the results */
		if (!succeeded(api->LoadedExecutable_Execute(&run)))
			continue;
		for (int k = 0; k < 2; k++) {
			CALL(event, Buffer_ReadyEvent, .buffer = results[k]);
			PJRT_Event_Await_Args wait = { .struct_size = sizeof wait, .event = event.event };
			CHECK(!succeeded(api->Event_Await(&wait)));
			end_event(event.event);
			end_buffer(results[k]);
		}
	}
	end_buffer(one);
	end_buffer(two);
	end_executable(executable);
}

static void replicas_exchange(void)
{
	static const char text[] = "module @m attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 1 : i32} {"
		" func.func public @main(%a: tensor<3xf32>) -> tensor<3xf32> {\n"
		"  %0 = \"stablehlo.all_reduce\"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({\n"
		"  ^bb0(%x: tensor<f32>, %y: tensor<f32>):\n    %s = stablehlo.add %x, %y : tensor<f32>\n    stablehlo.return %s : tensor<f32>\n"
		"  }) : (tensor<3xf32>) -> tensor<3xf32>\n  return %0 : tensor<3xf32>\n} }";
	/* num_replicas: 2, and the assignment of partition 0 to devices 1 and 0 */
	static const unsigned char options[] = { 0x1a, 0x10, 0x20, 2, 0x28, 1, 0x4a, 10, 8, 2, 16, 1, 0x1a, 4, 10, 2, 1, 0 };
	PJRT_LoadedExecutable *executable = compile_with(client, text, options, sizeof options);
	CHECK_OR_RETURN(executable != NULL);
	CALL(ids, LoadedExecutable_AddressableDeviceLogicalIds, .executable = executable);
	CHECK(ids.num_addressable_device_logical_ids == 2 && ids.addressable_device_logical_ids[1].replica == 1);
	PJRT_Buffer *one = make_floats(client, device_at(client, 1), ones, 3), *two = make_floats(client, device_at(client, 0), steps, 3);
	PJRT_Buffer *const *lists[] = { &one, &two };
	PJRT_Buffer *results[2], **outputs[] = { &results[0], &results[1] };
	PJRT_Event *events[2];
	PJRT_ExecuteOptions how = { .struct_size = sizeof how };
	CALL(run, LoadedExecutable_Execute, .executable = executable, .options = &how, .argument_lists = lists, .num_devices = 2, .num_args = 1,
		.output_lists = outputs, .device_complete_events = events);
	has_floats(results[0], sums, 3);
	has_floats(results[1], sums, 3);
	CALL(where, Buffer_Device, .buffer = results[0]);
	CHECK(where.device == device_at(client, 1));
	end_event(events[0]);
	end_event(events[1]);
	/* one process cannot begin: the other one does not wait for it, also if it runs already */
	PJRT_Buffer *wrong = make_floats(client, device_at(client, 0), (float[]){ 1, 2, 3, 4 }, 4);
	REFUSED(LoadedExecutable_Execute, PJRT_Error_Code_INVALID_ARGUMENT, .executable = executable, .options = &how,
		.argument_lists = (PJRT_Buffer *const *[]){ &one, &wrong }, .num_devices = 2, .num_args = 1, .output_lists = outputs);
	end_buffer(wrong);
	CALL(drop, Buffer_Delete, .buffer = two);
	REFUSED(LoadedExecutable_Execute, PJRT_Error_Code_INVALID_ARGUMENT, .executable = executable, .options = &how, .argument_lists = lists,
		.num_devices = 2, .num_args = 1, .output_lists = outputs);
	PJRT_Buffer *all[] = { one, two, results[0], results[1] };
	for (int i = 0; i < 4; i++)
		end_buffer(all[i]);
	end_executable(executable);
}

/* num_partitions: 2, and the assignment of partitions 0 and 1 to devices 0 and 1 */
static const unsigned char two_partitions[] = { 0x1a, 0x14, 0x20, 1, 0x28, 2, 0x4a, 14, 8, 1, 16, 2, 0x1a, 3, 10, 1, 0, 0x1a, 3, 10, 1, 1 };

/* Runs a program of an argument and a result, with `ones` on device 0 and `steps` on device 1. */
static void run_on_two(PJRT_LoadedExecutable *executable, const float *first, const float *second, size_t count)
{
	PJRT_Buffer *one = make_floats(client, device_at(client, 0), ones, 3), *two = make_floats(client, device_at(client, 1), steps, 3);
	PJRT_Buffer *const *lists[] = { &one, &two };
	PJRT_Buffer *results[2], **outputs[] = { &results[0], &results[1] };
	CALL(run, LoadedExecutable_Execute, .executable = executable, .argument_lists = lists, .num_devices = 2, .num_args = 1,
		.output_lists = outputs);
	has_floats(results[0], first, count);
	has_floats(results[1], second, count);
	PJRT_Buffer *all[] = { one, two, results[0], results[1] };
	for (int i = 0; i < 4; i++)
		end_buffer(all[i]);
}

/* As jax.shard_map writes it: the body of the manual computation runs on each device. */
static void partitions_run_their_body(void)
{
	static const char text[] = "module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {\n"
		" sdy.mesh @mesh = <[\"x\"=2]>\n"
		" func.func public @main(%x: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}) {\n"
		"  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{\"x\"}]>] out_shardings=[<@mesh, [{\"x\"}]>] manual_axes={\"x\"} (%a: tensor<3xf32>) {\n"
		"   %1 = \"stablehlo.all_reduce\"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({\n"
		"   ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n    %s = stablehlo.add %p, %q : tensor<f32>\n    stablehlo.return %s : tensor<f32>\n"
		"   }) : (tensor<3xf32>) -> tensor<3xf32>\n"
		"   %2 = stablehlo.partition_id : tensor<ui32>\n   %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<f32>\n"
		"   %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<3xf32>\n   %5 = stablehlo.add %1, %4 : tensor<3xf32>\n"
		"   sdy.return %5 : tensor<3xf32>\n  } : (tensor<6xf32>) -> tensor<6xf32>\n  return %0 : tensor<6xf32>\n } }";
	PJRT_LoadedExecutable *executable = compile_with(client, text, two_partitions, sizeof two_partitions);
	CHECK_OR_RETURN(executable != NULL);
	run_on_two(executable, sums, (float[]){ 3, 4, 5 }, 3);
	end_executable(executable);
}

/* As jax.jit writes it: the body is that of one device. */
static void partitions_share_operations(void)
{
#define GLOBAL(argument, body, result) "module @m attributes {mhlo.num_partitions = 2 : i32} {\n sdy.mesh @mesh = <[\"x\"=2]>\n" \
	" func.func public @main(%x: tensor<" argument "xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}) -> " result " {\n" body " } }"
	static const char united[] = GLOBAL("6", "  %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
		"  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>\n"
		"  return %0 : tensor<f32>\n", "tensor<f32>");
	static const char kept[] = GLOBAL("6", "  %0 = stablehlo.negate %x : tensor<6xf32>\n  return %0 : tensor<6xf32>\n", "tensor<6xf32>");
	static const char odd[] = GLOBAL("7", "  return %x : tensor<7xf32>\n", "tensor<7xf32>");
#undef GLOBAL
	PJRT_LoadedExecutable *executable = compile_with(client, united, two_partitions, sizeof two_partitions);
	CHECK_OR_RETURN(executable != NULL);
	float sum = 0;
	for (int i = 0; i < 3; i++)
		sum += ones[i] + steps[i];
	run_on_two(executable, &sum, &sum, 1);
	CALL(inner, LoadedExecutable_GetExecutable, .loaded_executable = executable);
	PJRT_Program local = { .struct_size = sizeof local };
	CALL(size, Executable_OptimizedProgram, .executable = inner.executable, .program = &local);
	local.code = calloc(1, local.code_size + 1);
	CALL(code, Executable_OptimizedProgram, .executable = inner.executable, .program = &local);
	CHECK(strstr(local.code, "stablehlo.all_reduce") && strstr(local.code, "tensor<3xf32>") && !strstr(local.code, "tensor<6xf32>"));
	free(local.code);
	CALL(drop, Executable_Destroy, .executable = inner.executable);
	end_executable(executable);
	executable = compile_with(client, kept, two_partitions, sizeof two_partitions);
	CHECK_OR_RETURN(executable != NULL);
	run_on_two(executable, (float[]){ -ones[0], -ones[1], -ones[2] }, (float[]){ -steps[0], -steps[1], -steps[2] }, 3);
	end_executable(executable);
	executable = compile_with(client, odd, two_partitions, sizeof two_partitions); /* each has all 7 elements */
	CHECK_OR_RETURN(executable != NULL);
	end_executable(executable);
}

/* ---- threads */

static PJRT_LoadedExecutable *shared;
static PJRT_Buffer *common[2];

/* Each run checks its results by itself: checks come from one thread only. */
static void *run_many(void *arg)
{
	size_t *wrong = arg;
	for (int i = 0; i < 200; i++) {
		PJRT_Buffer *results[2], *const *arguments = common, **outputs = results;
		float out[3];
		PJRT_LoadedExecutable_Execute_Args run = { .struct_size = sizeof run, .executable = shared, .argument_lists = &arguments,
			.num_devices = 1, .num_args = 2, .output_lists = &outputs };
		if (api->LoadedExecutable_Execute(&run)) {
			++*wrong;
			continue;
		}
		PJRT_Buffer_ToHostBuffer_Args copy = { .struct_size = sizeof copy, .src = results[0], .dst = out, .dst_size = sizeof out };
		PJRT_Event_Await_Args wait = { .struct_size = sizeof wait };
		const bool copied = !api->Buffer_ToHostBuffer(&copy);
		wait.event = copy.event;
		if (!copied || api->Event_Await(&wait) || memcmp(out, sums, sizeof out) != 0)
			++*wrong;
		PJRT_Event_Destroy_Args end_copy = { .struct_size = sizeof end_copy, .event = copied ? copy.event : NULL };
		if (api->Event_Destroy(&end_copy))
			++*wrong;
		for (int k = 0; k < 2; k++) {
			PJRT_Buffer_Destroy_Args end = { .struct_size = sizeof end, .buffer = results[k] };
			if (api->Buffer_Destroy(&end))
				++*wrong;
		}
	}
	return NULL;
}

static void threads_share_a_program(void)
{
	enum { THREADS = 8 };
	pthread_t threads[THREADS];
	size_t wrong[THREADS] = { 0 };
	shared = compile(client, add);
	common[0] = make_floats(client, NULL, ones, 3);
	common[1] = make_floats(client, NULL, steps, 3);
	for (int i = 0; i < THREADS; i++)
		CHECK_OR_RETURN(pthread_create(&threads[i], NULL, run_many, &wrong[i]) == 0);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		CHECK_INT(wrong[i], 0);
	}
	end_buffer(common[0]);
	end_buffer(common[1]);
	end_executable(shared);
}

/* A client that ends first: what it made still works. */
static void client_ends_first(void)
{
	PJRT_Client *short_lived = make_client(1);
	PJRT_LoadedExecutable *executable = compile(short_lived, add);
	PJRT_Buffer *arguments[] = { make_floats(short_lived, NULL, ones, 3), make_floats(short_lived, NULL, steps, 3) }, *results[2];
	CHECK_OR_RETURN(execute(executable, arguments, 2, results));
	end_client(short_lived);
	end_executable(executable);
	has_floats(results[0], sums, 3);
	PJRT_Buffer *all[] = { arguments[0], arguments[1], results[0], results[1] };
	for (int i = 0; i < 4; i++)
		end_buffer(all[i]);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(runs),
		CHECK_CASE(refuses_calls),
		CHECK_CASE(refuses_programs),
		CHECK_CASE(donated_arguments_are_deleted),
		CHECK_CASE(donated_arguments_occur_once),
		CHECK_CASE(updates_are_written_in_place),
		CHECK_CASE(donors_find_a_result),
		CHECK_CASE(results_are_in_their_memory),
		CHECK_CASE(some_are_kept),
		CHECK_CASE(shared_memory_is_not_written),
		CHECK_CASE(results_have_memory_of_their_own),
		CHECK_CASE(executables_as_bytes),
		CHECK_CASE(options_choose_devices),
		CHECK_CASE(replicas_exchange),
		CHECK_CASE(others_do_not_wait),
		CHECK_CASE(partitions_run_their_body),
		CHECK_CASE(partitions_share_operations),
		CHECK_CASE(threads_share_a_program),
		CHECK_CASE(client_ends_first),
	};
	return load_plugin() ? main_with_client(argc, argv, cases, sizeof cases / sizeof *cases, 2) : 1;
}
