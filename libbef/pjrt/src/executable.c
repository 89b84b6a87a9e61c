/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Questions about executables, and their form as bytes. */
#include "program.h"

#include <bytecursor/digest.h>
#include <stdlib.h>
#include <string.h>

/* ---- loaded executables */

PJRT_ENTRY(LoadedExecutable_Destroy)
{
	if (args->executable) {
		pjrt__client_sweep(args->executable->program->client);
		pjrt__program_release(args->executable->program);
		free(args->executable);
	}
	return NULL;
}

PJRT_ENTRY(LoadedExecutable_GetExecutable)
{
	args->executable = calloc(1, sizeof *args->executable);
	if (!args->executable)
		return pjrt__no_memory();
	args->executable->program = args->loaded_executable->program;
	__atomic_add_fetch(&args->executable->program->references, 1, __ATOMIC_RELAXED);
	return NULL;
}

PJRT_LIST(LoadedExecutable_AddressableDevices, addressable_devices,
	args->executable->program->devices, num_addressable_devices,
	args->executable->program->options.device_count)
PJRT_LIST(LoadedExecutable_AddressableDeviceLogicalIds, addressable_device_logical_ids,
	args->executable->program->logical_ids, num_addressable_device_logical_ids,
	args->executable->program->options.device_count)

PJRT_ENTRY(LoadedExecutable_Delete)
{
	__atomic_store_n(&args->executable->deleted, true, __ATOMIC_RELAXED); /* a flag alone */
	return NULL;
}

PJRT_ANSWER(LoadedExecutable_IsDeleted, is_deleted,
	__atomic_load_n(&args->executable->deleted, __ATOMIC_RELAXED))

static void free_assignment(PJRT_DeviceAssignmentSerialized *assignment) { free((void *)assignment); }

PJRT_ENTRY(LoadedExecutable_GetDeviceAssignment)
{
	char *bytes = pjrt__options_assignment(&args->executable->program->options, &args->serialized_bytes_size);
	if (!bytes)
		return pjrt__no_memory();
	args->serialized_bytes = bytes;
	args->serialized_device_assignment = (PJRT_DeviceAssignmentSerialized *)bytes;
	args->serialized_device_assignment_deleter = free_assignment;
	return NULL;
}

PJRT_TEXT(LoadedExecutable_Fingerprint, executable_fingerprint,
	args->executable->program->fingerprint)

/* ---- executables */

PJRT_ENTRY(Executable_Destroy)
{
	if (args->executable) {
		pjrt__client_sweep(args->executable->program->client);
		pjrt__program_release(args->executable->program);
		free(args->executable);
	}
	return NULL;
}

PJRT_ENTRY(Executable_Name)
{
	args->executable_name = "main";
	args->executable_name_size = 4;
	return NULL;
}

PJRT_ANSWER(Executable_NumReplicas, num_replicas, args->executable->program->options.replicas)
PJRT_ANSWER(Executable_NumPartitions, num_partitions, args->executable->program->options.partitions)
PJRT_ANSWER(Executable_NumOutputs, num_outputs, args->executable->program->main->result_count)

/* Nothing is generated: the program is what the kernels read. */
PJRT_ANSWER(Executable_SizeOfGeneratedCodeInBytes, size_in_bytes,
	(int64_t)args->executable->program->source_size)
PJRT_LIST(Executable_GetCostAnalysis, properties, args->executable->program->cost, num_properties,
	sizeof args->executable->program->cost / sizeof *args->executable->program->cost)

PJRT_ENTRY(Executable_OutputMemoryKinds)
{
	args->num_outputs = args->executable->program->main->result_count;
	args->memory_kinds = args->executable->program->result_memories.names;
	args->memory_kind_sizes = args->executable->program->result_memories.sizes;
	return NULL;
}

PJRT_ENTRY(Executable_ParameterMemoryKinds)
{
	args->num_parameters = args->executable->program->main->argument_count;
	args->memory_kinds = args->executable->program->argument_memories.names;
	args->memory_kind_sizes = args->executable->program->argument_memories.sizes;
	return NULL;
}

PJRT_LIST(Executable_OutputElementTypes, output_types, args->executable->program->result_types,
	num_output_types, args->executable->program->main->result_count)

PJRT_ENTRY(Executable_OutputDimensions)
{
	args->num_outputs = args->executable->program->main->result_count;
	args->dims = args->executable->program->result_dims;
	args->dim_sizes = args->executable->program->result_ranks;
	return NULL;
}

PJRT_TEXT(Executable_Fingerprint, executable_fingerprint, args->executable->program->fingerprint)

/* The program as it came, because befkit optimizes it in a form of its own; of several partitions what each runs. */
PJRT_ENTRY(Executable_OptimizedProgram)
{
	struct pjrt__program *program = args->executable->program;
	const char *code = program->source;
	size_t size = program->source_size;
	if (program->options.partitions > 1) {
		PJRT_Error *error = pjrt__local_text(program, &code);
		if (error)
			return error;
		size = strlen(code);
	}
	if (args->program->code) {
		if (args->program->code_size < size)
			return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the program has %zu bytes, the memory %zu", size,
				args->program->code_size);
		memcpy(args->program->code, code, size);
	}
	args->program->code_size = size;
	args->program->format = "mlir";
	args->program->format_size = 4;
	return NULL;
}

PJRT_ENTRY(Executable_GetCompiledMemoryStats)
{
	const struct pjrt__program *program = args->executable->program;
	const struct bef_stablehlo_function *main = program->main;
	struct bef_model_memory need;
	struct bef_diag diag = BEF_DIAG_INIT;
	int64_t arguments = 0, results = 0;
	for (uint32_t i = 0; i < main->argument_count; i++) {
		int64_t size = (int64_t)kernels_dtype_size((enum kernels_dtype)main->arguments[i].dtype);
		for (uint32_t d = 0; d < main->arguments[i].rank; d++)
			size *= main->arguments[i].dims[d];
		arguments += size;
	}
	for (uint32_t i = 0; i < main->result_count; i++)
		results += (int64_t)program->results[i].size;
	enum bef_status status = bef_model_memory(program->model, main, &need, &diag);
	if (status != BEF_OK)
		return pjrt__fail_diag(status, &diag);
	args->generated_code_size_in_bytes = (int64_t)program->source_size;
	args->argument_size_in_bytes = arguments;
	args->output_size_in_bytes = results;
	args->alias_size_in_bytes = program->aliased_bytes;
	args->temp_size_in_bytes = (int64_t)need.bytes > results ? (int64_t)need.bytes - results : 0;
	args->host_generated_code_size_in_bytes = args->host_argument_size_in_bytes = 0;
	args->host_output_size_in_bytes = args->host_alias_size_in_bytes = args->host_temp_size_in_bytes = 0;
	const int64_t peak = arguments + results - args->alias_size_in_bytes + args->temp_size_in_bytes;
	if (PJRT_HAS(args, peak_memory_in_bytes))
		args->peak_memory_in_bytes = peak;
	if (PJRT_HAS(args, total_size_in_bytes))
		args->total_size_in_bytes = peak;
	if (PJRT_HAS(args, peak_unpadded_heap_bytes)) {
		args->total_allocation_bytes = peak;
		args->indefinite_allocations = 0;
		args->peak_unpadded_heap_bytes = peak;
	}
	return NULL;
}

static void keep_options(PJRT_SerializedCompileOptions *options) { (void)options; }

PJRT_ENTRY(Executable_GetCompileOptions)
{
	args->serialized_bytes = args->executable->program->option_bytes;
	args->serialized_bytes_size = args->executable->program->option_size;
	args->serialized_compile_options = NULL;
	args->serialized_compile_options_deleter = keep_options;
	return NULL;
}

/* ---- executables as bytes: "BEFPJRT1", sizes of options and program, both, and a hash of all of that. Compiling takes
 * less time than reading what was compiled, so the program stays as it came. Other versions read it as well. */

enum { HEAD = 8 + 2 * 8, TAIL = 8 };
static const char magic[] = "BEFPJRT1";

static void free_executable(PJRT_SerializedExecutable *executable) { free((void *)executable); }

PJRT_ENTRY(Executable_Serialize)
{
	const struct pjrt__program *program = args->executable->program;
	const uint64_t sizes[2] = { program->option_size, program->source_size };
	const size_t size = HEAD + program->option_size + program->source_size;
	char *bytes = malloc(size + TAIL);
	if (!bytes)
		return pjrt__no_memory();
	memcpy(bytes, magic, 8);
	memcpy(bytes + 8, sizes, sizeof sizes);
	memcpy(bytes + HEAD, program->option_bytes, program->option_size);
	memcpy(bytes + HEAD + program->option_size, program->source, program->source_size);
	const uint64_t check = bytecursor_fnv(BYTECURSOR_FNV, bytes, size);
	memcpy(bytes + size, &check, TAIL);
	args->serialized_bytes = bytes;
	args->serialized_bytes_size = size + TAIL;
	args->serialized_executable = (PJRT_SerializedExecutable *)bytes;
	args->serialized_executable_deleter = free_executable;
	return NULL;
}

PJRT_ENTRY(Executable_DeserializeAndLoad)
{
	const char *bytes = args->serialized_executable;
	const size_t size = args->serialized_executable_size;
	uint64_t sizes[2], check;
	struct pjrt__program *program;
	if (size < HEAD + TAIL || memcmp(bytes, magic, 8) != 0)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the %zu bytes are not an executable of befkit", size);
	memcpy(sizes, bytes + 8, sizeof sizes);
	memcpy(&check, bytes + size - TAIL, TAIL);
	if (sizes[0] > size || sizes[1] > size || sizes[0] + sizes[1] != size - HEAD - TAIL ||
		check != bytecursor_fnv(BYTECURSOR_FNV, bytes, size - TAIL))
		return pjrt__fail(PJRT_Error_Code_DATA_LOSS, "the executable of %zu bytes is damaged", size);
	const char *options = bytes + HEAD, *source = options + sizes[0];
	size_t option_size = (size_t)sizes[0];
	if (PJRT_HAS(args, overridden_serialized_compile_options_size) && args->overridden_serialized_compile_options) {
		options = args->overridden_serialized_compile_options;
		option_size = args->overridden_serialized_compile_options_size;
	}
	PJRT_Error *error = pjrt__program_create(args->client, source, (size_t)sizes[1], options, option_size, &program);
	if (error)
		return error;
	args->loaded_executable = pjrt__program_load(program);
	return args->loaded_executable ? NULL : pjrt__no_memory();
}

/* An executable of this client, once more. */
PJRT_ENTRY(Client_Load)
{
	struct pjrt__program *program = args->executable->program;
	if (program->client != args->client)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the executable belongs to another client");
	__atomic_add_fetch(&program->references, 1, __ATOMIC_RELAXED);
	args->loaded_executable = pjrt__program_load(program);
	return args->loaded_executable ? NULL : pjrt__no_memory();
}
