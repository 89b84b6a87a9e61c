/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executions that end after Execute has returned. Their results are buffers without data, which share one event. An execution waits for
 * its arguments without a thread, so executions that depend on each other form chains. Those on several devices are started together, and
 * end together: a process may read arguments of another one that has ended. */
#include "execute.h"

#include <kernels/world.h>
#include <stdlib.h>
#include <string.h>

struct part {
	struct pjrt__process process;
	struct async_waiter waiter;
	struct execution *execution;
	PJRT_Error *error;             /* how the process ended */
	struct pjrt__block **results;  /* a use each, until they are filled */
};

struct execution {
	struct pjrt__program *program; /* one reference */
	PJRT_Event *ready;             /* of all results */
	struct kernels_world *world;   /* of several processes */
	uint32_t waits;                /* atomic: arguments that are not there; one more until all were asked */
	uint32_t open;                 /* atomic: processes that have not ended; one more until all were started */
	PJRT_Error *failed;            /* atomic: the first error of an argument */
	uint64_t begun;
	size_t count;
	struct part parts[];           /* of each device; then the lists of results */
};

/* ---- the end */

/* The results get their data before the event says so. */
static void fill_results(struct part *part)
{
	for (size_t i = 0; i < part->process.result_count; i++) {
		struct bef_model_tensor *tensor = &part->process.results[i];
		struct pjrt__block *block = part->results[i];
		if (!tensor->owner)
			continue; /* a token */
		block->data = tensor->data;
		block->owner = tensor->owner;
		tensor->owner = NULL;
	}
}

/* No lock is held: callbacks of the event may call any entry. Uses end before, so that the next execution may write to its arguments. */
static void end(struct execution *e, PJRT_Error *error)
{
	struct pjrt__program *program = e->program;
	for (size_t i = 0; i < e->count && !error; i++)
		fill_results(&e->parts[i]);
	for (size_t i = 0; i < e->count; i++) {
		struct part *part = &e->parts[i];
		for (size_t k = 0; k < part->process.result_count; k++)
			pjrt__block_unuse(part->results[k]);
		pjrt__process_free(&part->process);
	}
	if (e->world)
		kernels_world_release(e->world);
	pjrt__event_set(e->ready, error);
	pjrt__event_release(e->ready);
	free(e);
	pjrt__program_leave(program, true);
}

/* Of a process, or of the start. */
static void one_ended(struct execution *e)
{
	PJRT_Error *error = NULL;
	/* pairs with those of other threads: their errors and results can be read */
	if (__atomic_sub_fetch(&e->open, 1, __ATOMIC_ACQ_REL) != 0)
		return;
	for (size_t i = 0; i < e->count; i++)
		error = pjrt__choose_error(error, e->parts[i].error);
	pjrt__program_took(e->program, async_now_ns() - e->begun);
	end(e, error);
}

static void call_ended(struct async_waiter *waiter)
{
	struct part *part = (struct part *)(void *)((char *)waiter - offsetof(struct part, waiter));
	part->error = pjrt__process_finish(part->execution->program, &part->process);
	one_ended(part->execution);
}

/* ---- the beginning */

static PJRT_Error *start(struct execution *e, size_t at)
{
	struct part *part = &e->parts[at];
	if (e->count == 1)
		return pjrt__process_start(e->program, &part->process, NULL, NULL, false);
	return pjrt__process_start_in(e->program, &part->process, e->world, (uint32_t)at, NULL, false);
}

/* After the first failure, the processes that are left end without having begun. */
static void run(void *ctx)
{
	struct execution *e = ctx;
	size_t started = 0;
	PJRT_Error *error = e->failed;
	e->begun = async_now_ns();
	e->failed = NULL;
	if (!error && e->count > 1) {
		const struct pjrt__options *options = &e->program->options;
		e->world = kernels_world_create(e->program->client->host.allocator, options->replicas, options->partitions);
		error = e->world ? NULL : pjrt__no_memory();
	}
	if (error) {
		end(e, error);
		return;
	}
	__atomic_store_n(&e->open, (uint32_t)e->count + 1, __ATOMIC_RELAXED); /* before others know it */
	for (; started < e->count && !error; started++) {
		struct part *part = &e->parts[started];
		error = part->error = start(e, started);
		if (error)
			break;
		part->waiter.run = call_ended;
		async_value_and_then(bef_model_call_done(part->process.call), &part->waiter);
	}
	for (size_t i = started; i < e->count; i++) {
		if (e->world)
			kernels_world_end(e->world, (uint32_t)i);
		one_ended(e);
	}
	one_ended(e);
}

static void one_less(struct execution *e)
{
	/* pairs with those of other threads: their errors can be read */
	if (__atomic_sub_fetch(&e->waits, 1, __ATOMIC_ACQ_REL) != 0)
		return;
	pjrt__client_runs(e->program->client, 1, 0);
	async_queue_add_named(e->program->client->host.queue, "execution", run, e);
}

static void argument_came(PJRT_Error *error, void *user_arg)
{
	struct execution *e = user_arg;
	PJRT_Error *none = NULL;
	/* release: pairs with one_less() */
	if (error && !__atomic_compare_exchange_n(&e->failed, &none, error, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		pjrt__error_free(error);
	one_less(e);
}

static void await_arguments(struct execution *e, const PJRT_LoadedExecutable_Execute_Args *args)
{
	__atomic_store_n(&e->waits, (uint32_t)(e->count * args->num_args) + 1, __ATOMIC_RELAXED); /* before others know it */
	for (size_t i = 0; i < e->count * args->num_args; i++)
		pjrt__event_then(args->argument_lists[i / args->num_args][i % args->num_args]->pending, argument_came, e);
	one_less(e);
}

/* ---- results without data */

static PJRT_Error *make_results(struct execution *e, size_t at, PJRT_Device *device, PJRT_Buffer **out)
{
	struct part *part = &e->parts[at];
	const size_t count = part->process.result_count;
	for (size_t i = 0; i < count; i++) {
		const struct pjrt__shape *shape = &e->program->results[i];
		PJRT_Memory *memory = &device->memories[e->program->result_memories.kinds[i]];
		struct pjrt__block *block = pjrt__block_pending(e->program->client, shape->size);
		out[i] = block ? pjrt__buffer_create(memory, shape, block, pjrt__event_retain(e->ready)) : NULL;
		if (!out[i]) {
			while (i-- > 0) {
				pjrt__block_unuse(part->results[i]);
				pjrt__buffer_destroy(out[i]);
			}
			part->process.result_count = 0; /* none is ours */
			return pjrt__no_memory();
		}
		(void)pjrt__block_use(block);
		part->results[i] = block;
	}
	return NULL;
}

/* Undoes it. */
static void drop_results(struct execution *e, size_t made, const PJRT_LoadedExecutable_Execute_Args *args)
{
	for (size_t i = 0; i < made; i++) {
		for (size_t k = 0; k < e->parts[i].process.result_count; k++) {
			pjrt__block_unuse(e->parts[i].results[k]);
			pjrt__buffer_destroy(args->output_lists[i][k]);
		}
	}
}

static struct execution *create(const struct pjrt__program *program, size_t count)
{
	const size_t results = program->main->result_count;
	struct execution *e = calloc(1, sizeof *e + count * (sizeof *e->parts + results * sizeof *e->parts->results));
	struct pjrt__block **lists = e ? (struct pjrt__block **)(void *)(e->parts + count) : NULL;
	for (size_t i = 0; e && i < count; i++) {
		e->parts[i].execution = e;
		e->parts[i].results = lists + i * results;
	}
	if (e)
		e->count = count;
	return e;
}

PJRT_Error *pjrt__execute_later(struct pjrt__program *program, const PJRT_LoadedExecutable_Execute_Args *args, PJRT_Device *only)
{
	size_t made = 0;
	struct execution *e = create(program, args->num_devices);
	if (!e)
		return pjrt__no_memory();
	pjrt__program_enter(program);
	e->program = program;
	e->ready = pjrt__event_create();
	PJRT_Error *error = e->ready ? NULL : pjrt__no_memory();
	for (size_t i = 0; i < e->count && !error; i++)
		error = pjrt__process_make(program, args, i, NULL, &e->parts[i].process);
	for (; made < e->count && !error; made += !error)
		error = make_results(e, made, only ? only : program->devices[made], args->output_lists ? args->output_lists[made] : NULL);
	if (error) {
		drop_results(e, made, args);
		for (size_t i = 0; i < e->count; i++)
			pjrt__process_free(&e->parts[i].process);
		pjrt__event_release(e->ready);
		free(e);
		pjrt__program_leave(program, false);
		return error;
	}
	for (size_t i = 0; args->device_complete_events && i < e->count; i++)
		args->device_complete_events[i] = pjrt__event_retain(e->ready);
	await_arguments(e, args);
	return NULL;
}
