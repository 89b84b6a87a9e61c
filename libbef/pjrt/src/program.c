/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compiling: the model of a program, what its arguments allow, and what is asked about its results. */
#include "program.h"
#include "callbacks.h"
#include "elements.h"
#include "extensions.h"

#include <bef/source.h>
#include <bef/stablehlo.h>
#include <bytecursor/digest.h>
#include <mlirbc/edit.h>
#include <mlirbc/stablehlo_passes.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the model */

static bool knows_call(void *ctx, const char *name, size_t size)
{
	struct pjrt__program *program = ctx;
	if (pjrt__is_callback(name, size)) {
		program->has_callbacks = true;
		return true;
	}
	return program->sites && size == sizeof PJRT__FFI_TARGET - 1 && memcmp(name, PJRT__FFI_TARGET, size) == 0;
}

/* StableHLO of one partition. */
static PJRT_Error *prepare_module(struct pjrt__program *program, struct mlirbc_module *module)
{
	struct mlirbc_diag why = MLIRBC_DIAG_INIT;
	if (mlirbc_stablehlo_from_vhlo(module, NULL, &why) != MLIRBC_OK)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "%s", why.message);
	PJRT_Error *error = pjrt__ffi_prepare(module, &program->client->host, &program->options, &program->sites);
	if (error || program->options.partitions == 1)
		return error;
	struct mlirbc_stablehlo_divisions divisions = { .size = sizeof divisions };
	error = pjrt__localise(module, program->options.partitions, &divisions);
	if (error)
		return error;
	error = pjrt__shardings_make(divisions.arguments, divisions.argument_count, program->options.partitions,
		&program->argument_shardings);
	return error ? error : pjrt__shardings_make(divisions.results, divisions.result_count,
		program->options.partitions, &program->result_shardings);
}

static PJRT_Error *open_model(struct pjrt__program *program)
{
	PJRT_Client *client = program->client;
	const struct bef_source_options reading = { .size = sizeof reading, .name = "program" };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_source *source;
	enum bef_status status = bef_source_open(program->source, program->source_size, &reading, &source, &diag);
	if (status != BEF_OK)
		return pjrt__fail_diag(status, &diag);
	PJRT_Error *error = NULL;
	if (bef_source_kind(source) != BEF_SOURCE_MODEL) {
		error = pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the program has no operations of StableHLO");
	} else {
		error = prepare_module(program, bef_source_module(source));
	}
	if (!error) {
		const struct bef_model_options options = { .size = sizeof options, .host = &client->host,
			.lowering = &program->lowering };
		status = bef_model_open_source(program->source, program->source_size, source, "program", client->registry,
			&options, &program->model, &diag);
		if (status != BEF_OK)
			error = pjrt__fail_diag(status, &diag);
	}
	bef_source_close(source);
	return error;
}

/* ---- memories */

static PJRT_Error *read_memories(const struct pjrt__program *program, const struct bef_stablehlo_value *values, size_t count,
	struct pjrt__memories *out)
{
	struct bef_stablehlo_traits traits = { .size = sizeof traits };
	out->kinds = calloc(count + 1, sizeof *out->kinds);
	out->names = calloc(count + 1, sizeof *out->names);
	out->sizes = calloc(count + 1, sizeof *out->sizes);
	if (!out->kinds || !out->names || !out->sizes)
		return pjrt__no_memory();
	for (size_t i = 0; i < count; i++) {
		if (bef_model_traits(program->model, &values[i], &traits))
			out->kinds[i] = pjrt__memory_kind_of(traits.memory.data, traits.memory.size);
		out->names[i] = pjrt__memory_kind_name(out->kinds[i]);
		out->sizes[i] = strlen(out->names[i]);
	}
	return NULL;
}

static void free_memories(const struct pjrt__memories *memories)
{
	free(memories->kinds);
	free(memories->names);
	free(memories->sizes);
}

/* ---- donations */

static size_t size_of(const struct bef_stablehlo_value *value)
{
	size_t size = kernels_dtype_size((enum kernels_dtype)value->dtype);
	for (uint32_t d = 0; d < value->rank; d++)
		size *= (size_t)value->dims[d];
	return size;
}

/* The memory of a donor that names no result goes to the next result of its size and kind of memory that no other argument has, if
 * there is one: else the argument is not donated, as with XLA. */
static bool finds_result(const struct pjrt__program *program, size_t size, enum pjrt__memory_kind kind, bool *taken)
{
	for (uint32_t i = 0; i < program->main->result_count; i++) {
		if (!taken[i] && program->results[i].size == size && program->result_memories.kinds[i] == kind)
			return taken[i] = true;
	}
	return false;
}

static PJRT_Error *read_donations(struct pjrt__program *program)
{
	const struct bef_stablehlo_function *main = program->main;
	struct bef_stablehlo_traits traits = { .size = sizeof traits };
	bool *taken = calloc((size_t)main->result_count + 1, sizeof *taken);
	program->donated = calloc((size_t)main->argument_count + 1, sizeof *program->donated);
	if (!taken || !program->donated) {
		free(taken);
		return pjrt__no_memory();
	}
	for (int named = 1; named >= 0; named--) {
		for (uint32_t i = 0; i < main->argument_count; i++) {
			const struct bef_stablehlo_value *argument = &main->arguments[i];
			if (!bef_model_traits(program->model, argument, &traits) || !traits.donated || (traits.aliased_result >= 0) != named)
				continue;
			const size_t size = size_of(argument);
			if (named && traits.aliased_result < main->result_count)
				taken[traits.aliased_result] = true;
			program->donated[i] = named || finds_result(program, size, program->argument_memories.kinds[i], taken);
			program->has_donation |= program->donated[i];
			program->aliased_bytes += program->donated[i] ? (int64_t)size : 0;
		}
	}
	free(taken);
	return NULL;
}

/* ---- results */

static PJRT_Error *describe_results(struct pjrt__program *program)
{
	const struct bef_stablehlo_function *main = program->main;
	const size_t count = main->result_count;
	size_t dims = 0;
	for (size_t i = 0; i < count; i++)
		dims += main->results[i].rank;
	program->results = calloc(count + 1, sizeof *program->results);
	program->result_types = calloc(count + 1, sizeof *program->result_types);
	program->result_ranks = calloc(count + 1, sizeof *program->result_ranks);
	program->result_dims = calloc(dims + 1, sizeof *program->result_dims);
	program->result_layouts = calloc(count + 1, sizeof *program->result_layouts);
	program->argument_layouts = calloc((size_t)main->argument_count + 1, sizeof *program->argument_layouts);
	if (!program->results || !program->result_types || !program->result_ranks || !program->result_dims ||
		!program->result_layouts || !program->argument_layouts)
		return pjrt__no_memory();
	for (uint32_t i = 0; i < main->argument_count; i++)
		program->argument_layouts[i] = pjrt__row_major(main->arguments[i].rank);
	dims = 0;
	for (size_t i = 0; i < count; i++) {
		const struct bef_stablehlo_value *result = &main->results[i];
		const PJRT_Buffer_Type type = pjrt__type_of((enum kernels_dtype)result->dtype);
		if (type == PJRT_Buffer_Type_INVALID)
			return pjrt__fail(PJRT_Error_Code_UNIMPLEMENTED, "result %zu has an element type that PJRT does not have", i);
		PJRT_Error *error = pjrt__shape_make(type, result->dims, result->rank, &program->results[i]);
		if (error)
			return error;
		program->result_types[i] = type;
		program->result_layouts[i] = pjrt__row_major(result->rank);
		program->result_ranks[i] = result->rank;
		if (result->rank)
			memcpy(program->result_dims + dims, result->dims, result->rank * sizeof *result->dims);
		dims += result->rank;
	}
	return NULL;
}

static PJRT_Error *find_function(struct pjrt__program *program)
{
	struct bef_model_parallel parallel = { .size = sizeof parallel };
	bef_model_parallel(program->model, &parallel);
	program->exchanges = parallel.exchanges;
	program->main = bef_model_find(program->model, "main");
	if (!program->main)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the program has no public function main");
	for (uint32_t i = 0; i < program->main->argument_count; i++) {
		for (uint32_t d = 0; d < program->main->arguments[i].rank; d++) {
			if (program->main->arguments[i].dims[d] < 0)
				return pjrt__fail(PJRT_Error_Code_UNIMPLEMENTED, "argument %u of main has a dynamic shape", i);
		}
	}
	pjrt__program_guess(program);
	PJRT_Error *error = NULL;
	if (program->options.partitions == 1) {
		error = pjrt__shardings_make(NULL, program->main->argument_count, 1, &program->argument_shardings);
		if (!error)
			error = pjrt__shardings_make(NULL, program->main->result_count, 1, &program->result_shardings);
	}
	if (!error)
		error = describe_results(program);
	if (!error)
		error = read_memories(program, program->main->arguments, program->main->argument_count, &program->argument_memories);
	if (!error)
		error = read_memories(program, program->main->results, program->main->result_count, &program->result_memories);
	return error ? error : read_donations(program);
}

/* ---- lives */

static char *copy(const char *data, size_t size)
{
	char *made = malloc(size + 1);
	if (made && size)
		memcpy(made, data, size);
	return made;
}

static PJRT_Error *fill(struct pjrt__program *program, const char *source, const char *options)
{
	PJRT_Error *error = pjrt__options_read(options, program->option_size, program->client->device_count, &program->options);
	if (error)
		return error;
	const uint32_t partitions = program->options.partitions;
	program->logical_ids = calloc(program->options.device_count, sizeof *program->logical_ids);
	if (!program->logical_ids)
		return pjrt__no_memory();
	for (uint32_t i = 0; i < program->options.device_count; i++) {
		program->devices[i] = program->client->device_list[program->options.devices[i]];
		program->logical_ids[i] = (PJRT_LogicalDeviceIds){ (int32_t)(i / partitions), (int32_t)(i % partitions) };
	}
	program->source = copy(source, program->source_size);
	program->option_bytes = copy(options, program->option_size);
	if (!program->source || !program->option_bytes)
		return pjrt__no_memory();
	const uint64_t one = bytecursor_fnv(BYTECURSOR_FNV, source, program->source_size);
	const uint64_t other = bytecursor_fnv(one, options, program->option_size);
	snprintf(program->fingerprint, sizeof program->fingerprint, "%016llx%016llx", (unsigned long long)one,
		(unsigned long long)other);
	error = open_model(program);
	return error ? error : find_function(program);
}

PJRT_Error *pjrt__program_create(PJRT_Client *client, const char *source, size_t source_size, const char *options,
	size_t option_size, struct pjrt__program **out)
{
	struct pjrt__program *program = calloc(1, sizeof *program);
	if (!program)
		return pjrt__no_memory();
	program->references = 1;
	program->client = pjrt__client_retain(client);
	program->source_size = source_size;
	program->option_size = option_size;
	program->lowering = (struct bef_stablehlo_options){ .size = sizeof program->lowering, .custom_call = knows_call,
		.custom_call_ctx = program };
	PJRT_Error *error = fill(program, source, options);
	if (error) {
		pjrt__program_release(program);
		return error;
	}
	*out = program;
	return NULL;
}

void pjrt__program_release(struct pjrt__program *program)
{
	/* pairs with the releases of other threads */
	if (!program || __atomic_sub_fetch(&program->references, 1, __ATOMIC_ACQ_REL) != 0)
		return;
	bef_model_close(program->model);
	pjrt__ffi_sites_release(program->sites);
	free(program->logical_ids);
	free(program->donated);
	free(program->source);
	free(program->option_bytes);
	free(program->results);
	free(program->result_types);
	free(program->result_dims);
	free(program->result_ranks);
	free_memories(&program->argument_memories);
	free_memories(&program->result_memories);
	free(program->result_layouts);
	free(program->argument_layouts);
	free(program->local_text);
	pjrt__shardings_free(&program->argument_shardings);
	pjrt__shardings_free(&program->result_shardings);
	pjrt__client_release(program->client);
	free(program);
}

PJRT_LoadedExecutable *pjrt__program_load(struct pjrt__program *program)
{
	PJRT_LoadedExecutable *executable = calloc(1, sizeof *executable);
	if (!executable)
		pjrt__program_release(program);
	else
		executable->program = program;
	return executable;
}

/* ---- compiling */

static bool is_format(const PJRT_Program *program, const char *name)
{
	return program->format && program->format_size == strlen(name) && memcmp(program->format, name, program->format_size) == 0;
}

PJRT_ENTRY(Client_Compile)
{
	struct pjrt__program *program;
	pjrt__client_sweep(args->client);
	if (is_format(args->program, "hlo") || is_format(args->program, "hlo_with_config"))
		return pjrt__fail(PJRT_Error_Code_UNIMPLEMENTED,
			"the program is an HLO protobuf of XLA; befkit compiles StableHLO (format \"mlir\": a portable artifact, "
			"MLIR bytecode or text)");
	if (!is_format(args->program, "mlir"))
		return pjrt__fail(PJRT_Error_Code_UNIMPLEMENTED, "the format of the program is \"%.*s\", expected \"mlir\"",
			!args->program->format ? 0 : args->program->format_size < 40 ? (int)args->program->format_size : 40,
			args->program->format);
	if (!args->program->code || (args->compile_options_size && !args->compile_options))
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the program, or its options of %zu bytes, are NULL",
			args->compile_options_size);
	PJRT_Error *error = pjrt__program_create(args->client, args->program->code, args->program->code_size,
		args->compile_options, args->compile_options_size, &program);
	if (error)
		return error;
	args->executable = pjrt__program_load(program);
	return args->executable ? NULL : pjrt__no_memory();
}
