/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The process of a request, and the job of the program. */
#include <bytecursor/options.h>
#include <kernels/process.h>
#include <stdatomic.h>
#include <string.h>

static const struct kernels_process alone = { sizeof alone, 0, 0, 1, 1, NULL, NULL };
static const struct kernels_engine no_engine;
static const char key[] = "befkit.process";

/* Data of a request. */
struct entry {
	struct async_cancel_hook hook;
	struct kernels_process process;
	const struct async_allocator *allocator; /* of the request's host, which outlives its data */
};

/* The engine with all members that this version knows. */
static struct kernels_engine engine_of(const struct kernels_process *process)
{
	struct kernels_engine engine = no_engine;
	if (process->engine)
		memcpy(&engine, process->engine,
			process->engine->size < sizeof engine ? process->engine->size : sizeof engine);
	return engine;
}

static void cancelled(struct async_cancel_hook *hook, struct async_error *error)
{
	const struct entry *entry = (const struct entry *)(const void *)hook;
	engine_of(&entry->process).cancelled(entry->process.engine_ctx, &entry->process, error);
}

static void end(const struct kernels_process *process)
{
	const struct kernels_engine engine = engine_of(process);
	if (engine.ended)
		engine.ended(process->engine_ctx, process);
}

/* The request has dropped the hook. */
static void destroy(void *data)
{
	struct entry *entry = data;
	end(&entry->process);
	async_free(entry->allocator, entry, sizeof *entry, _Alignof(struct entry));
}

static void *copy(void *ctx)
{
	const struct entry *from = ctx;
	struct entry *entry = async_alloc(from->allocator, sizeof *entry, _Alignof(struct entry));
	if (entry)
		*entry = *from;
	return entry;
}

static void *none(void *ctx)
{
	(void)ctx;
	return NULL;
}

/* The first release of engines ended with outfeed(). */
static bool is_valid(const struct kernels_process *process)
{
	const char *message = NULL;
	if (BYTECURSOR_SIZE_LACKS(process, engine_ctx))
		message = "size is not set, expected sizeof(struct kernels_process); the request has no process";
	else if (process->engine && BYTECURSOR_SIZE_LACKS(process->engine, outfeed))
		message = "size of the engine is not set, expected sizeof(struct kernels_engine); the request has no process";
	if (message)
		async_misuse_report(ASYNC_MISUSE_BAD_ARGUMENT, "kernels_process_set", process, message);
	return message == NULL;
}

bool kernels_process_set(struct async_request *request, const struct kernels_process *process)
{
	if (!is_valid(process))
		return false;
	const struct async_allocator *allocator = async_request_host(request)->allocator;
	struct entry given = { .hook.run = cancelled, .process = alone,
		.allocator = allocator ? allocator : async_allocator_system() };
	memcpy(&given.process, process, process->size < sizeof given.process ? process->size : sizeof given.process);
	given.process.size = sizeof given.process;
	struct async_resources *data = async_request_data(request);
	struct entry *entry = data ? async_resources_get(data, key, copy, &given, destroy) : NULL;
	if (!entry)
		end(process);
	else if (engine_of(process).cancelled)
		async_request_on_cancel(request, &entry->hook);
	return entry != NULL;
}

static const struct entry *entry_of(struct async_request *request)
{
	struct async_resources *data = async_request_data(request);
	return data ? async_resources_get(data, key, none, NULL, NULL) : NULL;
}

const struct kernels_process *kernels_process_of(struct async_request *request)
{
	const struct entry *entry = entry_of(request);
	return entry ? &entry->process : &alone;
}

bool kernels_process_is_set(struct async_request *request) { return entry_of(request) != NULL; }

/* ---- the job of this program */

static const struct kernels_job *_Atomic job_of_program;

bool kernels_job_add(const struct kernels_job *job)
{
	const struct kernels_job *there = NULL;
	if (BYTECURSOR_SIZE_LACKS(job, lost)) { /* the last member of the first release */
		async_misuse_report(ASYNC_MISUSE_BAD_ARGUMENT, "kernels_job_add", job,
			"size is not set, expected sizeof(struct kernels_job); the job was not added");
		return false;
	}
	/* release: pairs with the acquire in kernels_job_of_program(); *job is initialized */
	return atomic_compare_exchange_strong_explicit(
		       &job_of_program, &there, job, memory_order_release, memory_order_relaxed) ||
	       there == job;
}

void kernels_job_remove(const struct kernels_job *job)
{
	const struct kernels_job *there = job;
	/* relaxed: nothing is published */
	(void)atomic_compare_exchange_strong_explicit(
		&job_of_program, &there, NULL, memory_order_relaxed, memory_order_relaxed);
}

const struct kernels_job *kernels_job_of_program(void)
{
	return atomic_load_explicit(&job_of_program, memory_order_acquire); /* pairs with kernels_job_add() */
}
