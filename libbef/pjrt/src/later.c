/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executions that end after Execute has returned. Their results are buffers without data, which share one event. An execution waits for
 * its arguments without a thread, so executions that depend on each other form chains. */
#include "execute.h"

#include <stdlib.h>
#include <string.h>

struct execution {
	struct pjrt__process process;
	struct pjrt__program *program;    /* one reference */
	PJRT_Event *ready;                /* of all results */
	struct async_waiter waiter;
	uint32_t waits;                   /* atomic: arguments that are not there; one more until all were asked */
	PJRT_Error *failed;               /* atomic: the first error of an argument */
	uint64_t begun;
	struct pjrt__block *results[];    /* a use each, until they are filled */
};

/* ---- the end */

/* The results get their data before the event says so. */
static PJRT_Error *fill_results(struct execution *e)
{
	for (size_t i = 0; i < e->process.result_count; i++) {
		struct bef_model_tensor *tensor = &e->process.results[i];
		struct pjrt__block *block = e->results[i];
		if (!tensor->owner)
			continue; /* a token */
		block->data = tensor->data;
		block->owner = tensor->owner;
		tensor->owner = NULL;
	}
	return NULL;
}

/* No lock is held: callbacks of the event may call any entry. Uses end before, so that the next execution may write to its arguments. */
static void end(struct execution *e, PJRT_Error *error)
{
	struct pjrt__program *program = e->program;
	if (!error)
		error = fill_results(e);
	for (size_t i = 0; i < e->process.result_count; i++)
		pjrt__block_unuse(e->results[i]);
	pjrt__process_free(&e->process);
	pjrt__event_set(e->ready, error);
	pjrt__event_release(e->ready);
	free(e);
	pjrt__program_leave(program, true);
}

static void call_ended(struct async_waiter *waiter)
{
	struct execution *e = (struct execution *)(void *)((char *)waiter - offsetof(struct execution, waiter));
	PJRT_Error *error = pjrt__process_finish(e->program, &e->process);
	pjrt__program_took(e->program, async_now_ns() - e->begun);
	end(e, error);
}

/* ---- the beginning */

static void run(void *ctx)
{
	struct execution *e = ctx;
	PJRT_Error *error = e->failed;
	e->begun = async_now_ns();
	if (!error)
		error = pjrt__process_start(e->program, &e->process, NULL, NULL, false);
	else
		e->failed = NULL;
	if (error) {
		end(e, error);
		return;
	}
	e->waiter.run = call_ended;
	async_value_and_then(bef_model_call_done(e->process.call), &e->waiter);
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

static void await_arguments(struct execution *e, PJRT_Buffer *const *arguments)
{
	__atomic_store_n(&e->waits, (uint32_t)e->process.argument_count + 1, __ATOMIC_RELAXED); /* before others know it */
	for (size_t i = 0; i < e->process.argument_count; i++)
		pjrt__event_then(arguments[i]->pending, argument_came, e);
	one_less(e);
}

/* ---- results without data */

static PJRT_Error *make_results(struct execution *e, PJRT_Device *device, PJRT_Buffer **out)
{
	const size_t count = e->process.result_count;
	for (size_t i = 0; i < count; i++) {
		const struct pjrt__shape *shape = &e->program->results[i];
		struct pjrt__block *block = pjrt__block_pending(e->program->client, shape->size);
		out[i] = block ? pjrt__buffer_create(&device->memories[e->program->result_memories.kinds[i]], shape, block, pjrt__event_retain(e->ready)) : NULL;
		if (!out[i]) {
			while (i-- > 0) {
				pjrt__block_unuse(e->results[i]);
				pjrt__buffer_destroy(out[i]);
			}
			e->process.result_count = 0; /* none is ours */
			return pjrt__no_memory();
		}
		(void)pjrt__block_use(block);
		e->results[i] = block;
	}
	return NULL;
}

PJRT_Error *pjrt__execute_later(struct pjrt__program *program, const PJRT_LoadedExecutable_Execute_Args *args, PJRT_Device *device)
{
	const size_t count = program->main->result_count;
	struct execution *e = calloc(1, sizeof *e + count * sizeof *e->results);
	if (!e)
		return pjrt__no_memory();
	pjrt__program_enter(program);
	e->program = program;
	e->ready = pjrt__event_create();
	PJRT_Error *error = e->ready ? pjrt__process_make(program, args, 0, NULL, &e->process) : pjrt__no_memory();
	if (!error)
		error = make_results(e, device, args->output_lists ? args->output_lists[0] : NULL);
	if (error) {
		pjrt__process_free(&e->process);
		pjrt__event_release(e->ready);
		free(e);
		pjrt__program_leave(program, false);
		return error;
	}
	if (args->device_complete_events)
		args->device_complete_events[0] = pjrt__event_retain(e->ready);
	await_arguments(e, args->num_args ? args->argument_lists[0] : NULL);
	return NULL;
}
