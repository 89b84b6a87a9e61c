/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executions. Small programs, and those with calls of Python, end before Execute returns: they use all threads of the queue, on which the
 * calling thread works as well. Others end later. */
#include "callbacks.h"
#include "execute.h"

#include <kernels/world.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory of processes: one block for all lists of one, which is on the stack of the entry if it is small */

static PJRT_Error *make_lists(const struct pjrt__program *program, struct pjrt__room *small, struct pjrt__process *out)
{
	const size_t arguments = program->main->argument_count, results = program->main->result_count;
	const size_t tensors = (arguments + results) * sizeof *out->arguments;
	const size_t size = tensors + arguments * (sizeof *out->blocks + sizeof *out->donated) + 1;
	const bool fits = small && size <= sizeof small->bytes;
	char *room = fits ? small->bytes : malloc(size);
	if (!room)
		return pjrt__no_memory();
	*out = (struct pjrt__process){ .argument_count = arguments, .result_count = results, .allocated = fits ? NULL : room };
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

void pjrt__process_free(struct pjrt__process *process)
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

static PJRT_Error *use_argument(const struct pjrt__program *program, PJRT_Buffer *buffer, size_t at, struct pjrt__process *process)
{
	struct bef_model_tensor *tensor = &process->arguments[at];
	if (!buffer)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "argument %zu is NULL", at);
	PJRT_Error *error = pjrt__buffer_hold(buffer);
	if (error)
		return error;
	struct pjrt__block *block = process->blocks[at] = buffer->block;
	process->donated[at] = false;
	if (program->main->arguments[at].dtype == 0) { /* a token, for which JAX passes some array */
		*tensor = (struct bef_model_tensor){ .data = NULL };
		return NULL;
	}
	tensor->dtype = buffer->shape.dtype;
	set_shape(program, at, &buffer->shape.shape, tensor);
	tensor->size = buffer->shape.size;
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

PJRT_Error *pjrt__process_make(const struct pjrt__program *program, const PJRT_LoadedExecutable_Execute_Args *args, size_t device,
	struct pjrt__room *small, struct pjrt__process *out)
{
	PJRT_Buffer *const *buffers = args->num_args ? args->argument_lists[device] : NULL;
	PJRT_Error *error = make_lists(program, small, out);
	for (size_t i = 0; !error && i < out->argument_count; i++)
		error = use_argument(program, buffers[i], i, out);
	for (size_t i = 0; !error && program->has_donation && i < out->argument_count; i++) {
		if (program->donated[i] && may_donate(args->options, i)) {
			pjrt__buffer_delete(buffers[i]);
			out->donated[i] = true;
		}
	}
	return error;
}

/* The data are there. Those of donated arguments are given to the call if nothing else uses them. Returns whether any are. */
static bool fill_arguments(struct pjrt__process *process)
{
	bool gives = false;
	for (size_t i = 0; i < process->argument_count; i++) {
		const struct pjrt__block *block = process->blocks[i];
		if (process->arguments[i].dtype == KERNELS_DTYPE_INVALID)
			continue;
		process->arguments[i].data = block->data;
		process->arguments[i].owner = block->owner;
		process->donated[i] = process->donated[i] && block->owner && pjrt__block_is_unique(block);
		gives |= process->donated[i];
	}
	return gives;
}

/* ---- calls */

/* The others do not wait for a process that has ended, also with an error. */
static void end_process(void *ctx, struct bef_model_call *call)
{
	const struct pjrt__process *process = ctx;
	(void)call;
	kernels_world_end(process->world, process->number);
}

static void set_options(const struct pjrt__program *program, struct pjrt__process *process, const struct kernels_process *number,
	struct async_resources *resources, bool helping, struct bef_model_call_options *out)
{
	static const struct kernels_process alone = { .size = sizeof alone, .replicas = 1, .partitions = 1 };
	*out = (struct bef_model_call_options){ .size = sizeof *out, .resources = resources, .helping = helping,
		.process = number ? number : program->exchanges ? &alone : NULL, .done = process->world ? end_process : NULL,
		.done_ctx = process };
	if (fill_arguments(process))
		out->donated = process->donated;
}

static enum bef_status start(const struct pjrt__program *program, struct pjrt__process *process,
	const struct bef_model_call_options *options, struct bef_diag *diag)
{
	return bef_model_start(program->model, program->main, process->arguments, process->argument_count, process->results,
		process->result_count, options, &process->call, diag);
}

PJRT_Error *pjrt__process_start(const struct pjrt__program *program, struct pjrt__process *process,
	const struct kernels_process *number, struct async_resources *resources, bool helping)
{
	struct bef_model_call_options options;
	struct bef_diag diag = BEF_DIAG_INIT;
	set_options(program, process, number, resources, helping, &options);
	enum bef_status status = start(program, process, &options, &diag);
	if (status == BEF_E_ARG && options.donated) {
		/* Two arguments, or an argument and a constant, may share memory, which only the model knows: then the
		 * call reads it. */
		diag = (struct bef_diag)BEF_DIAG_INIT;
		options.donated = NULL;
		status = start(program, process, &options, &diag);
	}
	return status == BEF_OK ? NULL : pjrt__fail_diag(status, &diag);
}

PJRT_Error *pjrt__process_start_in(const struct pjrt__program *program, struct pjrt__process *process, struct kernels_world *world,
	uint32_t at, struct async_resources *resources, bool helping)
{
	const struct pjrt__options *options = &program->options;
	const struct kernels_process number = { .size = sizeof number, .replicas = options->replicas, .partitions = options->partitions,
		.replica = at / options->partitions, .partition = at % options->partitions, .engine = kernels_world_engine(),
		.engine_ctx = world };
	process->world = world;
	process->number = at;
	return pjrt__process_start(program, process, &number, resources, helping);
}

static PJRT_Error *finish(const struct pjrt__program *program, struct pjrt__process *process, enum bef_status status,
	const struct bef_diag *diag)
{
	if (status == BEF_OK)
		return pjrt__copy_arguments(program, process);
	/* a check, or Python, failed: not a fault of the caller's arguments */
	if (status == BEF_E_ARG)
		return pjrt__fail(PJRT_Error_Code_INTERNAL, "%s", diag->message);
	return pjrt__fail_diag(status, diag);
}

PJRT_Error *pjrt__process_finish(const struct pjrt__program *program, struct pjrt__process *process)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	enum bef_status status = bef_model_call_finish(process->call, &diag);
	process->call = NULL;
	return finish(program, process, status, &diag);
}

/* Whether the call failed before it was started. What fails later has the name of its code. */
static bool is_refused(enum bef_status status, const struct bef_diag *diag)
{
	return status == BEF_E_ARG && strcmp(diag->rule, bef_status_name(status)) == 0;
}

/* bef_model_run() keeps what a call needs for the next one. */
static PJRT_Error *run(const struct pjrt__program *program, struct pjrt__process *process, struct async_resources *resources)
{
	struct bef_model_call_options options;
	struct bef_diag diag = BEF_DIAG_INIT;
	set_options(program, process, NULL, resources, true, &options);
	enum bef_status status = bef_model_run(program->model, program->main, process->arguments, process->argument_count,
		process->results, process->result_count, &options, &diag);
	if (options.donated && is_refused(status, &diag)) {
		diag = (struct bef_diag)BEF_DIAG_INIT;
		options.donated = NULL; /* as in pjrt__process_start() */
		status = bef_model_run(program->model, program->main, process->arguments, process->argument_count, process->results,
			process->result_count, &options, &diag);
	}
	return is_refused(status, &diag) ? pjrt__fail_diag(status, &diag) : finish(program, process, status, &diag);
}

static PJRT_Error *make_results(const struct pjrt__program *program, PJRT_Device *device, struct pjrt__process *process, PJRT_Buffer **out)
{
	for (size_t i = 0; i < process->result_count; i++) {
		struct bef_model_tensor *tensor = &process->results[i];
		struct pjrt__block *block = tensor->owner ? pjrt__block_of_tensor(program->client, tensor)
							  : pjrt__block_create(program->client, 0);
		if (block)
			tensor->owner = NULL; /* the block's now */
		out[i] = block ? pjrt__buffer_create(&device->memories[program->result_memories.kinds[i]], &program->results[i], block, NULL) : NULL;
		if (!out[i]) {
			while (i-- > 0)
				pjrt__buffer_destroy(out[i]);
			return pjrt__no_memory();
		}
	}
	return NULL;
}

/* ---- executions */

/* Whether the arguments of a device are as the program expects; *out_ready becomes false if one is not there. */
static bool are_good(const struct pjrt__program *program, PJRT_Buffer *const *arguments, bool *out_ready)
{
	for (uint32_t i = 0; i < program->main->argument_count; i++) {
		const PJRT_Buffer *buffer = arguments[i];
		const struct bef_stablehlo_value *expected = &program->main->arguments[i];
		struct bef_model_tensor tensor = { .dtype = KERNELS_DTYPE_INVALID };
		if (!buffer || pjrt__event_has_failed(buffer->pending))
			return false;
		*out_ready = *out_ready && pjrt__event_is_ready(buffer->pending);
		if (expected->dtype == 0)
			continue;
		set_shape(program, i, &buffer->shape.shape, &tensor);
		if ((unsigned)buffer->shape.dtype != expected->dtype || tensor.rank != expected->rank ||
			(tensor.rank && memcmp(tensor.dims, expected->dims, tensor.rank * sizeof *tensor.dims) != 0))
			return false;
	}
	return true;
}

/* Whether the execution may end later: what is wrong with arguments that are there is an error of the entry. */
static bool may_wait(const struct pjrt__program *program, const PJRT_LoadedExecutable_Execute_Args *args)
{
	bool all_ready = true;
	for (size_t i = 0; args->num_args && i < args->num_devices; i++) {
		if (!are_good(program, args->argument_lists[i], &all_ready))
			return false;
	}
	return !all_ready || pjrt__program_is_slow(program);
}

static bool is_pending(const PJRT_LoadedExecutable_Execute_Args *args)
{
	for (size_t i = 0; i < args->num_devices * args->num_args; i++) {
		const PJRT_Buffer *buffer = args->argument_lists[i / args->num_args][i % args->num_args];
		if (buffer && buffer->pending && !pjrt__event_is_ready(buffer->pending))
			return true;
	}
	return false;
}

/* Waits for them. */
static PJRT_Error *await_arguments(const PJRT_LoadedExecutable_Execute_Args *args, size_t device)
{
	PJRT_Error *error = NULL;
	for (size_t i = 0; !error && i < args->num_args; i++) {
		const PJRT_Buffer *buffer = args->argument_lists[device][i];
		error = buffer && buffer->pending ? pjrt__event_wait(buffer->pending) : NULL;
	}
	return error;
}

static PJRT_Error *prepare(const struct pjrt__program *program, const PJRT_LoadedExecutable_Execute_Args *args, size_t device,
	struct pjrt__room *small, struct pjrt__process *process)
{
	PJRT_Error *error = await_arguments(args, device);
	return error ? error : pjrt__process_make(program, args, device, small, process);
}

static PJRT_Error *run_one(struct pjrt__program *program, const PJRT_LoadedExecutable_Execute_Args *args,
	struct async_resources *resources)
{
	PJRT_Device *device = args->execute_device ? args->execute_device : program->devices[0];
	struct pjrt__process process = { 0 };
	struct pjrt__room small;
	const uint64_t begun = pjrt__program_begin(program);
	PJRT_Error *error = prepare(program, args, 0, &small, &process);
	if (!error)
		error = run(program, &process, resources);
	if (!error)
		error = make_results(program, device, &process, args->output_lists ? args->output_lists[0] : NULL);
	pjrt__process_free(&process);
	if (begun)
		pjrt__program_took(program, async_now_ns() - begun);
	if (!error && args->device_complete_events)
		args->device_complete_events[0] = pjrt__event_ready();
	return error;
}

PJRT_Error *pjrt__choose_error(PJRT_Error *one, PJRT_Error *other)
{
	const bool takes_other = other && (!one || (pjrt__error_code(one) == PJRT_Error_Code_INTERNAL &&
							   pjrt__error_code(other) != PJRT_Error_Code_INTERNAL));
	pjrt__error_free(takes_other ? one : other);
	return takes_other ? other : one;
}

/* Ends the calls that were started, and makes the results if all succeeded. */
static PJRT_Error *collect(const struct pjrt__program *program, const PJRT_LoadedExecutable_Execute_Args *args,
	struct pjrt__process *processes, PJRT_Error *error)
{
	size_t made = 0;
	for (size_t i = 0; i < args->num_devices; i++) {
		if (processes[i].call)
			error = pjrt__choose_error(error, pjrt__process_finish(program, &processes[i]));
	}
	for (; !error && made < args->num_devices; made++)
		error = make_results(program, program->devices[made], &processes[made],
			args->output_lists ? args->output_lists[made] : NULL);
	for (size_t i = 0; error && made > 0 && i < made - 1; i++) {
		for (size_t k = 0; k < processes[i].result_count; k++)
			pjrt__buffer_destroy(args->output_lists[i][k]);
	}
	for (size_t i = 0; i < args->num_devices; i++)
		pjrt__process_free(&processes[i]);
	return error;
}

static PJRT_Error *run_many(struct pjrt__program *program, const PJRT_LoadedExecutable_Execute_Args *args,
	struct async_resources *resources)
{
	const struct pjrt__options *options = &program->options;
	const uint64_t begun = pjrt__program_begin(program);
	struct pjrt__process *processes = calloc(args->num_devices, sizeof *processes);
	struct kernels_world *world = processes
		? kernels_world_create(program->client->host.allocator, options->replicas, options->partitions) : NULL;
	PJRT_Error *error = world ? NULL : pjrt__no_memory();
	size_t started = 0;
	for (size_t i = 0; !error && i < args->num_devices; i++)
		error = prepare(program, args, i, NULL, &processes[i]);
	while (!error && started < args->num_devices) {
		error = pjrt__process_start_in(program, &processes[started], world, (uint32_t)started, resources, true);
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
	if (begun)
		pjrt__program_took(program, async_now_ns() - begun);
	for (size_t i = 0; !error && args->device_complete_events && i < args->num_devices; i++)
		args->device_complete_events[i] = pjrt__event_ready();
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
	struct pjrt__program *program = args->executable->program;
	struct async_resources *resources = NULL;
	if (program->has_callbacks || program->sites) {
		const bool has = args->options && PJRT_HAS(args->options, context);
		resources = pjrt__callback_resources(has ? args->options->context : NULL, program->sites);
		if (!resources)
			return pjrt__no_memory();
	}
	/* what JAX attaches to an execution for calls of Python may not outlive the entry */
	if (!resources && (pjrt__program_is_slow(program) || is_pending(args)) && may_wait(program, args))
		return pjrt__execute_later(program, args, args->num_devices == 1 ? args->execute_device : NULL);
	if (resources)
		pjrt__client_runs(program->client, 0, 1);
	error = args->num_devices == 1 ? run_one(program, args, resources) : run_many(program, args, resources);
	if (resources)
		pjrt__client_runs(program->client, 0, -1);
	if (resources && error)
		error = pjrt__call_error(resources, error);
	async_resources_release(resources);
	return error;
}
