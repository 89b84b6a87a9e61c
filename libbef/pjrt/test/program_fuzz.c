/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: bytes as an executable, if they begin as one, and otherwise as a program. Properties: a failure has a text;
 * what was compiled answers all questions, can be written and read again as the same, and runs or fails. */
#include "../src/plugin.h"

#include <bytecursor/digest.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const PJRT_Api *GetPjrtApi(void);

static const PJRT_Api *api;
static PJRT_Client *client;

static void require(bool condition)
{
	if (!condition)
		abort();
}

/* Whether there was no error. */
static bool done(PJRT_Error *error)
{
	PJRT_Error_Message_Args text = { .struct_size = sizeof text, .error = error };
	PJRT_Error_Destroy_Args end = { .struct_size = sizeof end, .error = error };
	if (!error)
		return true;
	api->Error_Message(&text);
	require(text.message_size > 0);
	api->Error_Destroy(&end);
	return false;
}

#define CALL(args, name, ...) \
	PJRT_##name##_Args args = { .struct_size = sizeof args, __VA_ARGS__ }; \
	const bool args##_done = done(api->name(&(args)))
#define MUST(args, name, ...) \
	CALL(args, name, __VA_ARGS__); \
	require(args##_done)

/* ---- a loaded executable */

enum { MOST_BYTES = 1 << 20, MOST_VALUES = 64 };

/* Two ways to say what results are. Returns their number. */
static size_t ask_results(PJRT_Executable *executable)
{
	MUST(number, Executable_NumOutputs, .executable = executable);
	MUST(types, Executable_OutputElementTypes, .executable = executable);
	MUST(dims, Executable_OutputDimensions, .executable = executable);
	MUST(kinds, Executable_OutputMemoryKinds, .executable = executable);
	require(types.num_output_types == number.num_outputs && dims.num_outputs == number.num_outputs &&
		kinds.num_outputs == number.num_outputs);
	size_t sum = 0;
	for (size_t i = 0; i < number.num_outputs; i++) {
		for (size_t d = 0; d < dims.dim_sizes[i]; d++)
			sum += (size_t)dims.dims[d] & 1; /* can be read, and are not negative */
		for (size_t d = 0; d < dims.dim_sizes[i]; d++)
			require(dims.dims[d] >= 0);
		dims.dims += dims.dim_sizes[i];
		require(kinds.memory_kind_sizes[i] == strlen(kinds.memory_kinds[i]));
	}
	(void)sum;
	return number.num_outputs;
}

static void check_round_trip(PJRT_Executable *executable)
{
	MUST(before, Executable_Fingerprint, .executable = executable);
	MUST(bytes, Executable_Serialize, .executable = executable);
	MUST(again, Executable_DeserializeAndLoad, .client = client, .serialized_executable = bytes.serialized_bytes,
		.serialized_executable_size = bytes.serialized_bytes_size);
	MUST(after, LoadedExecutable_Fingerprint, .executable = again.loaded_executable);
	require(after.executable_fingerprint_size == before.executable_fingerprint_size &&
		memcmp(after.executable_fingerprint, before.executable_fingerprint, before.executable_fingerprint_size) == 0);
	MUST(end, LoadedExecutable_Destroy, .executable = again.loaded_executable);
	bytes.serialized_executable_deleter(bytes.serialized_executable);
}

/* Without arguments: then the program runs, if it is small and cannot loop for ever. */
static void run(PJRT_LoadedExecutable *loaded, PJRT_Executable *executable, size_t results)
{
	PJRT_Buffer *outputs[MOST_VALUES], **lists[] = { outputs };
	PJRT_Program program = { .struct_size = sizeof program };
	MUST(devices, LoadedExecutable_AddressableDevices, .executable = loaded);
	MUST(stats, Executable_GetCompiledMemoryStats, .executable = executable);
	MUST(size, Executable_OptimizedProgram, .executable = executable, .program = &program);
	char *text = malloc(program.code_size + 1);
	require(text != NULL);
	program.code = text;
	MUST(copy, Executable_OptimizedProgram, .executable = executable, .program = &program);
	const bool loops = memmem(text, program.code_size, "while", 5) != NULL;
	free(text);
	if (loops || devices.num_addressable_devices != 1 || results > MOST_VALUES || stats.temp_size_in_bytes > MOST_BYTES ||
		stats.output_size_in_bytes > MOST_BYTES || stats.argument_size_in_bytes != 0)
		return;
	CALL(once, LoadedExecutable_Execute, .executable = loaded, .num_devices = 1, .output_lists = lists);
	for (size_t i = 0; once_done && i < results; i++) {
		MUST(end, Buffer_Destroy, .buffer = outputs[i]);
	}
}

static void use(PJRT_LoadedExecutable *loaded)
{
	MUST(inner, LoadedExecutable_GetExecutable, .loaded_executable = loaded);
	MUST(assignment, LoadedExecutable_GetDeviceAssignment, .executable = loaded);
	assignment.serialized_device_assignment_deleter(assignment.serialized_device_assignment);
	const size_t results = ask_results(inner.executable);
	check_round_trip(inner.executable);
	run(loaded, inner.executable, results);
	MUST(end, LoadedExecutable_Destroy, .executable = loaded);
	MUST(end_inner, Executable_Destroy, .executable = inner.executable);
}

/* ---- the two forms */

static void read_executable(const void *data, size_t size)
{
	CALL(made, Executable_DeserializeAndLoad, .client = client, .serialized_executable = data, .serialized_executable_size = size);
	if (made_done)
		use(made.loaded_executable);
}

/* As they are, and with the check sum that they would have. */
static void read_executables(const uint8_t *data, size_t size)
{
	read_executable(data, size);
	if (size < 8)
		return;
	uint8_t *copy = malloc(size);
	require(copy != NULL);
	memcpy(copy, data, size - 8);
	const uint64_t check = bytecursor_fnv(BYTECURSOR_FNV, copy, size - 8);
	memcpy(copy + size - 8, &check, sizeof check);
	read_executable(copy, size);
	free(copy);
}

static void compile(const uint8_t *data, size_t size)
{
	static char empty[1];
	PJRT_Program program = { .struct_size = sizeof program, .code = size ? (char *)(uintptr_t)data : empty, .code_size = size,
		.format = "mlir", .format_size = 4 };
	CALL(made, Client_Compile, .client = client, .program = &program);
	if (made_done)
		use(made.executable);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!client) {
		const PJRT_NamedValue devices = { .struct_size = sizeof devices, .name = "num_devices", .name_size = 11,
			.type = PJRT_NamedValue_kInt64, .int64_value = 2, .value_size = 1 };
		api = GetPjrtApi();
		MUST(create, Client_Create, .create_options = &devices, .num_options = 1);
		client = create.client;
	}
	if (size >= 8 && memcmp(data, "BEFPJRT", 7) == 0)
		read_executables(data, size);
	else
		compile(data, size);
	return 0;
}
