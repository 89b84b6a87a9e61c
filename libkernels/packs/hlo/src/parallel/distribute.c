/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* run_parallel in a program of a job with as many programs as processes: this program runs its own process, and gets the
 * results of the others. */
#include "parallel/distribute.h"
#include <kernels/world.h>
#include <stdlib.h>

/* Channels of results: one for each process, which models do not use. */
#define CHANNEL_OF_RESULTS INT64_MIN

struct async_request *kernels_hlo__process_request(struct kernels_frame *frame, const struct kernels_process *identity)
{
	struct async_request *request =
		async_request_create(kernels_host(frame->request), async_request_resources(frame->request));
	if (request && kernels_process_set(request, identity))
		return request;
	async_request_release(request);
	return NULL;
}

void kernels_hlo__when_idle(struct async_value *idle, struct async_queue *queue, void (*run)(void *ctx), void *ctx)
{
	if (async_value_and_then_call(idle, run, ctx) != ASYNC_OK) {
		/* no memory for a waiter: wait here */
		async_queue_await(queue, &idle, 1);
		run(ctx);
	}
	async_value_release(idle);
}

/* The process of this program, and its results until they are sent. */
struct share {
	struct async_cancel_hook hook; /* of the caller's request */
	struct async_request *request, *parent;
	const struct kernels_site *site;
	const struct kernels_process *outer; /* of the caller */
	struct kernels_engine engine;
	uint64_t scope; /* two operations may run at once: each has channels of its own */
	uint32_t number, processes, count, refs; /* refs: atomic; the request, the results, the kernel */
	struct async_value *results[];
};

/* ---- the engine of the function: that of the caller, with the channels of the operation. The caller's process goes on when the
 * function has ended. */

static int64_t scoped(const struct share *share, int64_t channel)
{
	return (int64_t)((uint64_t)channel ^ share->scope);
}

#define FORWARD(name, type, channel) \
	static bool name(void *ctx, const struct kernels_process *process, const struct type *given, struct async_value **results) \
	{ \
		const struct share *share = ctx; \
		struct type forwarded = *given; \
		(void)process; \
		forwarded.channel = scoped(share, given->channel); \
		return share->outer->engine->name(share->outer->engine_ctx, share->outer, &forwarded, results); \
	}
FORWARD(exchange, kernels_exchange, channel)
FORWARD(scatter, kernels_exchange, channel)
FORWARD(reduce, kernels_reduction, exchange.channel)
FORWARD(receive, kernels_transfer, channel)

static bool send(void *ctx, const struct kernels_process *process, const struct kernels_transfer *given)
{
	const struct share *share = ctx;
	struct kernels_transfer transfer = *given;
	transfer.channel = scoped(share, given->channel);
	(void)process;
	return share->outer->engine->send(share->outer->engine_ctx, share->outer, &transfer);
}

static bool infeed(void *ctx, const struct kernels_process *process, uint32_t count, struct async_value **results)
{
	const struct share *share = ctx;
	(void)process;
	return share->outer->engine->infeed(share->outer->engine_ctx, share->outer, count, results);
}

static void scope_engine(const struct kernels_engine *outer, struct kernels_engine *out)
{
	const bool has_parts = kernels_engine_has_parts(outer);
	*out = (struct kernels_engine){ .size = sizeof *out, .exchange = exchange, .send = send, .receive = receive,
		.infeed = infeed, .scatter = has_parts ? scatter : NULL, .reduce = has_parts ? reduce : NULL,
		.scatter_from = has_parts ? outer->scatter_from : 0, .reduce_from = has_parts ? outer->reduce_from : 0 };
}

/* ---- the process of this program */

static void cancel(struct async_cancel_hook *hook, struct async_error *error)
{
	struct share *share = (struct share *)(void *)hook;
	async_request_cancel_with(share->request, async_error_retain(error));
}

static void release(struct share *share)
{
	/* acq_rel: the last one frees what the other has used */
	if (__atomic_sub_fetch(&share->refs, 1, __ATOMIC_ACQ_REL) > 0)
		return;
	struct async_request *parent = share->parent;
	const struct kernels_site *site = share->site;
	async_request_release(share->request);
	free(share);
	kernels_end_work(parent, site);
}

static void ended(void *ctx)
{
	struct share *share = ctx;
	(void)async_request_off_cancel(share->parent, &share->hook);
	release(share);
}

/* Errors are results too. Without memory for a message the others wait until this program ends. */
static void send_results(void *ctx)
{
	struct share *share = ctx;
	struct kernels_transfer transfer = { .channel = CHANNEL_OF_RESULTS + share->number, .inputs = share->results,
		.count = share->count, .queue = kernels_host(share->parent)->queue };
	for (uint32_t i = 0; i < share->processes; i++) {
		transfer.peer = i;
		if (i != share->number)
			(void)send(share, NULL, &transfer);
	}
	kernels_values_release(share->results, share->count);
	release(share);
}

static void take_place(void *ctx, const struct async_place *place)
{
	uint64_t *scope = ctx;
	if (place && place->file)
		*scope = (uint64_t)place->line << 32 | place->column;
}

/* The place in the program, which is the same in all, also where its source has another path. */
static uint64_t scope_of(const struct async_location *location)
{
	uint64_t scope = location->handle;
	if (location->source)
		location->source->decode(location->source, location->handle, take_place, &scope);
	return scope * 0x9E3779B97F4A7C15u;
}

static struct share *create(struct kernels_frame *frame, uint32_t replicas, uint32_t partitions)
{
	const struct kernels_process *outer = kernels_process_of(frame->request);
	const uint32_t number = kernels_process_number(outer), count = frame->site->functions[number]->result_count;
	struct share *share = calloc(1, sizeof *share + count * sizeof *share->results);
	if (!share)
		return NULL;
	*share = (struct share){ .hook.run = cancel, .site = frame->site, .outer = outer, .number = number,
		.scope = scope_of(&frame->site->location),
		.processes = replicas * partitions, .count = count, .refs = 3 };
	scope_engine(outer->engine, &share->engine);
	const struct kernels_process process = { sizeof process, number / partitions, number % partitions, replicas,
		partitions, &share->engine, share };
	share->request = kernels_hlo__process_request(frame, &process);
	if (!share->request) {
		free(share);
		return NULL;
	}
	share->parent = kernels_begin_work(frame->request, frame->site);
	return share;
}

/* Tokens are not sent: they order what happens in one process. */
static void run(struct share *share, const struct kernels_function *function, const struct hlo_type *types,
	struct async_value *const *arguments, struct async_value **results)
{
	const struct async_allocator *allocator = kernels_host(share->parent)->allocator;
	struct async_request *request = async_request_begin_work(share->request);
	async_request_on_cancel(share->parent, &share->hook);
	kernels_function_execute(function, request, arguments, results);
	share->count = 0;
	for (uint32_t i = 0; i < function->result_count; i++)
		if (!hlo_is_token(&types[i]))
			share->results[share->count++] = async_value_retain(results[i]);
	struct async_value *idle = async_request_idle(request);
	async_request_end_work(request);
	if (async_values_when_ready(allocator, share->results, share->count, send_results, share) != ASYNC_OK) {
		kernels_values_release(share->results, share->count);
		release(share);
	}
	kernels_hlo__when_idle(idle, kernels_host(share->parent)->queue, ended, share);
}

/* The results of another process. */
static bool receive_results(struct kernels_frame *frame, struct share *share, uint32_t number, uint32_t count,
	const struct hlo_type *types, struct async_value **results)
{
	struct kernels_transfer transfer = { .channel = CHANNEL_OF_RESULTS + number, .peer = number,
		.queue = kernels_host(frame->request)->queue };
	struct async_value **tensors = calloc(count + 1u, sizeof *tensors);
	for (uint32_t i = 0; tensors && i < count; i++)
		transfer.count += !hlo_is_token(&types[i]);
	if (!tensors || !receive(share, NULL, &transfer, tensors)) {
		free(tensors);
		return false;
	}
	kernels_frame_await(frame, tensors, transfer.count);
	for (uint32_t i = 0, next = 0; i < count; i++)
		results[i] = hlo_is_token(&types[i]) ? async_value_retain(async_chain()) : tensors[next++];
	free(tensors);
	return true;
}

bool kernels_hlo__can_distribute(struct kernels_frame *frame, uint32_t replicas, uint32_t partitions)
{
	const struct kernels_process *outer = kernels_process_of(frame->request);
	return outer->engine && outer->partitions == 1 && replicas * partitions > 1 && outer->replicas == replicas * partitions;
}

bool kernels_hlo__distribute(struct kernels_frame *frame, const struct hlo_op *op, uint32_t replicas, uint32_t partitions)
{
	struct share *share = create(frame, replicas, partitions);
	if (!share)
		return false;
	const uint32_t own = share->number, processes = share->processes;
	uint32_t argument = 0, result = 0;
	bool good = true;
	for (uint32_t i = 0; i < processes; i++) {
		const struct kernels_function *function = frame->site->functions[i];
		if (i == own)
			run(share, function, op->results + result, frame->arguments + argument, frame->results + result);
		else if (good)
			good = receive_results(
				frame, share, i, function->result_count, op->results + result, frame->results + result);
		argument += function->argument_count;
		result += function->result_count;
	}
	release(share);
	return good;
}
