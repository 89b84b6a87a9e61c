/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executions. A call ends before Execute returns: small programs take microseconds, and large ones use all threads of
 * the queue, on which the calling thread works as well. */
#include "callbacks.h"
#include "program.h"

#include <kernels/world.h>
#include <stdlib.h>
#include <string.h>

/* One process of an execution: its arguments, results, and the call in flight. */
struct process {
	size_t argument_count, result_count;
	struct bef_model_tensor *arguments, *results;
	struct pjrt__block **blocks; /* in use, one for each argument */
	bool *donated;
	bool donates;
	struct bef_model_call *call;
	struct kernels_world *world; /* of several processes; ended with the call */
	uint32_t number;
	void *allocated; /* the lists; NULL: they are on the stack */
};

/* ---- memory of processes: one block for all lists of one, which is on the stack of the entry if it is small */

struct room {
	_Alignas(max_align_t) char bytes[8192];
};

static size_t room_of(size_t arguments, size_t results)
{
	return (arguments + results) * sizeof(struct bef_model_tensor) + arguments * (sizeof(struct pjrt__block *) + sizeof(bool)) + 1;
}

static PJRT_Error *make_process(const struct pjrt__program *program, struct room *small, struct process *out)
{
	const size_t arguments = program->main->argument_count, results = program->main->result_count;
	const size_t tensors = (arguments + results) * sizeof *out->arguments;
	const bool fits = small && room_of(arguments, results) <= sizeof small->bytes;
	char *room = fits ? small->bytes : malloc(room_of(arguments, results));
	if (!room)
		return pjrt__no_memory();
	*out = (struct process){ .argument_count = arguments, .result_count = results, .allocated = fits ? NULL : room };
	out->arguments = (void *)room;
	out->results = out->arguments + arguments;
	out->blocks = (void *)(room + tensors);
	out->donated = (void *)(out->blocks + arguments);
	for (size_t i = 0; i < arguments; i++)
		out->blocks[i] = NULL;
	for (size_t i = 0; i < results; i++) {
		out->results[i].data = NULL;
		out->results[i].size = 0;
		out->results[i].owner = NULL;
	}
	return NULL;
}

static void free_process(struct process *process)
{
	if (!process->arguments)
		return;
	for (size_t i = 0; i < process->argument_count; i++) {
		if (process->blocks[i])
			pjrt__block_unuse(process->blocks[i]);
	}
	for (size_t i = 0; i < process->result_count; i++)
		bef_model_tensor_release(&process->results[i]);
	free(process->allocated);
}

/* ---- arguments */

/* The shape of the argument if it differs by dimensions of one element only: clients give u8[1] for u8[]. */
static void set_shape(const struct pjrt__program *program, size_t at, const struct kernels_shape *shape, struct bef_model_tensor *out)
{
	const uint32_t rank = program->main->arguments[at].rank;
	const int64_t *dims = program->main->arguments[at].dims;
	uint32_t i = 0, k = 0;
	out->rank = shape->rank;
	memcpy(out->dims, shape->dims, shape->rank * sizeof *out->dims);
	if (rank == shape->rank && memcmp(dims, shape->dims, rank * sizeof *dims) == 0)
		return;
	while (i < rank || k < shape->rank) {
		if (i < rank && dims[i] == 1)
			i++;
		else if (k < shape->rank && shape->dims[k] == 1)
			k++;
		else if (i == rank || k == shape->rank || dims[i++] != shape->dims[k++])
			return; /* the model says what it expects */
	}
	out->rank = rank;
	memcpy(out->dims, dims, rank * sizeof *dims);
}

static PJRT_Error *use_argument(const struct pjrt__program *program, PJRT_Buffer *buffer, size_t at, struct process *process)
{
	struct bef_model_tensor *tensor = &process->arguments[at];
	if (!buffer)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "argument %zu is NULL", at);
	PJRT_Error *error = pjrt__buffer_use(buffer, &process->blocks[at]);
	if (error)
		return error;
	process->donated[at] = false;
	if (program->main->arguments[at].dtype == 0) { /* a token, for which JAX passes some array */
		*tensor = (struct bef_model_tensor){ .data = NULL };
		return NULL;
	}
	struct pjrt__block *block = process->blocks[at];
	tensor->dtype = buffer->shape.dtype;
	set_shape(program, at, &buffer->shape.shape, tensor);
	tensor->data = block->data;
	tensor->size = buffer->shape.size;
	tensor->owner = block->owner;
	if (!__atomic_load_n(&block->lent, __ATOMIC_RELAXED)) /* a flag alone; see Buffer_CopyRawFromHost */
		__atomic_store_n(&block->lent, true, __ATOMIC_RELAXED);
	return NULL;
}

static bool may_donate(const PJRT_ExecuteOptions *options, size_t argument)
{
	if (!options || !PJRT_HAS(options, num_non_donatable_input_indices))
		return true;
	for (size_t i = 0; i < options->num_non_donatable_input_indices; i++) {
		if (options->non_donatable_input_indices[i] == (int64_t)argument)
			return false;
	}
	return true;
}

/* The buffers of donated arguments are deleted. Their memory is given to the call if it comes from a call and nothing
 * else uses it. */
static void donate(const struct pjrt__program *program, const PJRT_ExecuteOptions *options, PJRT_Buffer *const *buffers,
	struct process *process)
{
	for (size_t i = 0; i < process->argument_count; i++) {
		if (!program->donated[i] || !may_donate(options, i))
			continue;
		pjrt__buffer_delete(buffers[i]);
		if (process->arguments[i].owner && pjrt__block_is_unique(process->blocks[i]))
			process->donated[i] = process->donates = true;
	}
}

/* ---- calls */

/* The others do not wait for a process that has ended, also with an error. */
static void end_process(void *ctx, struct bef_model_call *call)
{
	const struct process *process = ctx;
	(void)call;
	kernels_world_end(process->world, process->number);
}

static PJRT_Error *start(const struct pjrt__program *program, struct process *process, const struct kernels_process *number,
	struct async_resources *resources)
{
	struct bef_model_call_options options = { .size = sizeof options, .process = number, .resources = resources,
		.helping = true, .donated = process->donates ? process->donated : NULL,
		.done = process->world ? end_process : NULL, .done_ctx = process };
	struct bef_diag diag = BEF_DIAG_INIT;
	enum bef_status status = bef_model_start(program->model, program->main, process->arguments, process->argument_count,
		process->results, process->result_count, &options, &process->call, &diag);
	if (status == BEF_E_ARG && process->donates) {
		/* Two arguments, or an argument and a constant, may share memory, which only the model knows: then the
		 * call reads it. */
		diag = (struct bef_diag)BEF_DIAG_INIT;
		options.donated = NULL;
		status = bef_model_start(program->model, program->main, process->arguments, process->argument_count,
			process->results, process->result_count, &options, &process->call, &diag);
	}
	return status == BEF_OK ? NULL : pjrt__fail_diag(status, &diag);
}

static PJRT_Error *finish(struct process *process)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	enum bef_status status = bef_model_call_finish(process->call, &diag);
	process->call = NULL;
	if (status == BEF_OK)
		return NULL;
	/* a check, or Python, failed: not a fault of the caller's arguments */
	if (status == BEF_E_ARG)
		return pjrt__fail(PJRT_Error_Code_INTERNAL, "%s", diag.message);
	return pjrt__fail_diag(status, &diag);
}

static PJRT_Error *make_results(const struct pjrt__program *program, PJRT_Device *device, struct process *process, PJRT_Buffer **out)
{
	for (size_t i = 0; i < process->result_count; i++) {
		struct bef_model_tensor *tensor = &process->results[i];
		struct pjrt__block *block = tensor->owner ? pjrt__block_of_tensor(program->client, tensor)
							  : pjrt__block_create(program->client, 0);
		if (block)
			tensor->owner = NULL; /* the block's now */
		out[i] = block ? pjrt__buffer_create(&device->memories[PJRT__DEVICE], &program->results[i], block, NULL) : NULL;
		if (!out[i]) {
			while (i-- > 0)
				pjrt__buffer_destroy(out[i]);
			return pjrt__no_memory();
		}
	}
	return NULL;
}

/* ---- executions */

static PJRT_Error *prepare(const struct pjrt__program *program, const PJRT_LoadedExecutable_Execute_Args *args, size_t device,
	struct room *small, struct process *process)
{
	PJRT_Error *error = make_process(program, small, process);
	for (size_t i = 0; !error && i < args->num_args; i++)
		error = use_argument(program, args->argument_lists[device][i], i, process);
	if (!error && program->has_donation)
		donate(program, args->options, args->argument_lists[device], process);
	return error;
}

static PJRT_Error *run_one(const struct pjrt__program *program, const PJRT_LoadedExecutable_Execute_Args *args,
	struct async_resources *resources)
{
	const struct kernels_process alone = { .size = sizeof alone, .replicas = 1, .partitions = 1 };
	PJRT_Device *device = args->execute_device ? args->execute_device : program->devices[0];
	struct process process = { 0 };
	struct room small;
	PJRT_Error *error = prepare(program, args, 0, &small, &process);
	if (!error)
		error = start(program, &process, program->exchanges ? &alone : NULL, resources);
	if (!error)
		error = finish(&process);
	if (!error)
		error = make_results(program, device, &process, args->output_lists[0]);
	free_process(&process);
	return error;
}

/* Ends the calls that were started, and makes the results if all succeeded. */
static PJRT_Error *collect(const struct pjrt__program *program, const PJRT_LoadedExecutable_Execute_Args *args,
	struct process *processes, PJRT_Error *error)
{
	size_t made = 0;
	for (size_t i = 0; i < args->num_devices; i++) {
		PJRT_Error *failed = processes[i].call ? finish(&processes[i]) : NULL;
		if (!error)
			error = failed;
		else
			pjrt__error_free(failed);
	}
	for (; !error && made < args->num_devices; made++)
		error = make_results(program, program->devices[made], &processes[made], args->output_lists[made]);
	for (size_t i = 0; error && made > 0 && i < made - 1; i++) {
		for (size_t k = 0; k < processes[i].result_count; k++)
			pjrt__buffer_destroy(args->output_lists[i][k]);
	}
	for (size_t i = 0; i < args->num_devices; i++)
		free_process(&processes[i]);
	return error;
}

static PJRT_Error *run_many(const struct pjrt__program *program, const PJRT_LoadedExecutable_Execute_Args *args,
	struct async_resources *resources)
{
	const struct pjrt__options *options = &program->options;
	struct process *processes = calloc(args->num_devices, sizeof *processes);
	struct kernels_world *world = processes
		? kernels_world_create(program->client->host.allocator, options->replicas, options->partitions) : NULL;
	PJRT_Error *error = world ? NULL : pjrt__no_memory();
	size_t started = 0;
	for (size_t i = 0; !error && i < args->num_devices; i++)
		error = prepare(program, args, i, NULL, &processes[i]);
	while (!error && started < args->num_devices) {
		const struct kernels_process number = { .size = sizeof number, .replicas = options->replicas,
			.partitions = options->partitions, .replica = (uint32_t)started / options->partitions,
			.partition = (uint32_t)started % options->partitions, .engine = kernels_world_engine(),
			.engine_ctx = world };
		processes[started].world = world;
		processes[started].number = (uint32_t)started;
		error = start(program, &processes[started], &number, resources);
		started += !error;
	}
	if (world) { /* those that never started */
		for (size_t i = started; i < args->num_devices; i++)
			kernels_world_end(world, (uint32_t)i);
	}
	if (processes)
		error = collect(program, args, processes, error);
	if (world)
		kernels_world_release(world);
	free(processes);
	return error;
}

static PJRT_Error *check(const PJRT_LoadedExecutable_Execute_Args *args)
{
	const struct pjrt__program *program = args->executable->program;
	if (__atomic_load_n(&args->executable->deleted, __ATOMIC_RELAXED)) /* a flag alone */
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the executable was deleted");
	if (args->num_args != program->main->argument_count)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the program has %u arguments, the call %zu",
			program->main->argument_count, args->num_args);
	if (args->num_devices != program->options.device_count)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the program runs on %u devices, the call names %zu",
			program->options.device_count, args->num_devices);
	for (size_t i = 0; i < args->num_devices; i++) {
		if ((args->num_args && (!args->argument_lists || !args->argument_lists[i])) ||
			(program->main->result_count && (!args->output_lists || !args->output_lists[i])))
			return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the list of arguments, or of results, of device %zu is NULL", i);
		PJRT_Error *error = program->has_donation ? pjrt__check_donation(program, args->argument_lists[i], args->num_args) : NULL;
		if (error)
			return error;
	}
	return NULL;
}

PJRT_ENTRY(LoadedExecutable_Execute)
{
	PJRT_Error *error = check(args);
	if (error)
		return error;
	const struct pjrt__program *program = args->executable->program;
	struct async_resources *resources = NULL;
	if (program->has_callbacks || program->sites) {
		const bool has = args->options && PJRT_HAS(args->options, context);
		resources = pjrt__callback_resources(has ? args->options->context : NULL, program->sites);
		if (!resources)
			return pjrt__no_memory();
	}
	error = args->num_devices == 1 ? run_one(program, args, resources) : run_many(program, args, resources);
	async_resources_release(resources);
	for (size_t i = 0; !error && args->device_complete_events && i < args->num_devices; i++)
		args->device_complete_events[i] = pjrt__event_ready();
	return error;
}
