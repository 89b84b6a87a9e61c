/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* run_parallel: a program as several processes of this address space. Each process has a request of its own, which is
 * cancelled with that of the caller. */
#include "core/op.h"
#include "parallel/distribute.h"
#include "parallel/parallel.h"
#include <kernels/tensor.h>
#include <kernels/world.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PROCESSES 65536u

struct run_plan {
	uint32_t replicas, partitions, infeeds;
};

/* functions: one for each process, in the order of their numbers, then those of the infeed. */
static bool plan_run_parallel(struct hlo_op *op, void *data)
{
	struct run_plan *plan = data;
	int64_t replicas, partitions, infeeds;
	if (!kernels_hlo__int(op, "replicas", &replicas) || !kernels_hlo__int(op, "partitions", &partitions) ||
		!kernels_hlo__int(op, "infeeds", &infeeds))
		return false;
	if (replicas < 1 || partitions < 1 || infeeds < 0 || replicas > MOST_PROCESSES || partitions > MOST_PROCESSES ||
		replicas * partitions > MOST_PROCESSES || infeeds != (int64_t)op->site->function_count - replicas * partitions)
		return kernels_hlo__refuse(op, "%lld x %lld processes and %lld functions of the infeed are not %u functions",
			(long long)replicas, (long long)partitions, (long long)infeeds, op->site->function_count);
	*plan = (struct run_plan){ (uint32_t)replicas, (uint32_t)partitions, (uint32_t)infeeds };
	uint32_t arguments = 0, results = 0;
	for (int64_t i = 0; i < replicas * partitions; i++) {
		arguments += op->site->functions[i]->argument_count;
		results += op->site->functions[i]->result_count;
	}
	return (arguments == op->operand_count && results == op->result_count) ||
	       kernels_hlo__refuse(op, "the functions take %u values and give %u, the operation has %u and %u", arguments,
		       results, op->operand_count, op->result_count);
}

/* One process, from its start until nothing of it is left. */
struct process {
	struct async_cancel_hook hook; /* of the caller's request */
	struct async_request *request, *parent;
	const struct kernels_site *site;
	struct kernels_world *world;
	uint32_t number;
};

static void cancel_process(struct async_cancel_hook *hook, struct async_error *error)
{
	struct process *process = (struct process *)(void *)hook;
	async_request_cancel_with(process->request, async_error_retain(error));
}

/* The process is idle. */
static void process_ended(void *ctx)
{
	struct process *process = ctx;
	struct async_request *parent = process->parent;
	const struct kernels_site *site = process->site;
	(void)async_request_off_cancel(parent, &process->hook);
	kernels_world_end(process->world, process->number);
	kernels_world_release(process->world);
	async_request_release(process->request);
	free(process);
	kernels_end_work(parent, site);
}

static struct process *process_create(struct kernels_frame *frame, struct kernels_world *world,
	const struct run_plan *plan, uint32_t number)
{
	const struct kernels_process identity = { sizeof identity, number / plan->partitions, number % plan->partitions,
		plan->replicas, plan->partitions, kernels_world_engine(), world };
	struct process *process = calloc(1, sizeof *process);
	if (!process)
		return NULL;
	process->request = kernels_hlo__process_request(frame, &identity);
	if (!process->request) {
		free(process);
		return NULL;
	}
	process->hook.run = cancel_process;
	process->world = kernels_world_retain(world);
	process->site = frame->site;
	process->number = number;
	process->parent = kernels_begin_work(frame->request, frame->site);
	return process;
}

/* Starts the process; process_ended() runs when it is idle. */
static void process_start(struct process *process, const struct kernels_function *function,
	struct async_value *const *arguments, struct async_value **results)
{
	struct async_request *request = async_request_begin_work(process->request);
	async_request_on_cancel(process->parent, &process->hook);
	kernels_function_execute(function, request, arguments, results);
	async_request_end_work(request);
}

/* Waits for the end of a process without blocking. */
static void watch(struct process *process)
{
	kernels_hlo__when_idle(
		async_request_idle(process->request), kernels_host(process->parent)->queue, process_ended, process);
}

/* ---- the infeed: a function of the program for each call */

struct feed {
	struct async_request *request;
	const struct kernels_site *site;
	uint32_t first, count; /* functions */
};

static bool next_feed(void *ctx, uint32_t number, uint32_t count, struct async_value **results)
{
	const struct feed *feed = ctx;
	if (number >= feed->count)
		return false;
	const struct kernels_function *function = feed->site->functions[feed->first + number];
	if (function->argument_count != 0 || function->result_count != count)
		return false;
	kernels_function_execute(function, feed->request, NULL, results);
	return true;
}

/* ---- the kernel */

static struct kernels_world *make_world(struct kernels_frame *frame, const struct run_plan *plan)
{
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	struct kernels_world *world = kernels_world_create(allocator, plan->replicas, plan->partitions);
	if (world && plan->infeeds > 0 &&
		!kernels_world_feed(world, next_feed,
			&(struct feed){ frame->request, frame->site, plan->replicas * plan->partitions, plan->infeeds },
			sizeof(struct feed))) {
		kernels_world_release(world);
		return NULL;
	}
	return world;
}

HLO_OWN_KERNEL(run_parallel, .plan_size = sizeof(struct run_plan), .plan = plan_run_parallel)

/* All processes exist before the first one starts, so memory that is short ends the operation and no process waits for
 * another that never comes. */
void kernels_hlo__run_parallel(struct kernels_frame *frame)
{
	const struct hlo_op *op;
	const struct run_plan *plan = kernels_hlo__plan_of(frame->site, &op);
	if (plan && plan->infeeds == 0 && kernels_hlo__can_distribute(frame, plan->replicas, plan->partitions)) {
		if (!kernels_hlo__distribute(frame, op, plan->replicas, plan->partitions))
			kernels_frame_fail(frame, "out of memory");
		return;
	}
	uint32_t count = plan ? plan->replicas * plan->partitions : 0, made = 0, argument = 0, result = 0;
	struct kernels_world *world = plan ? make_world(frame, plan) : NULL;
	struct process **processes = world ? calloc(count, sizeof *processes) : NULL;
	while (processes && made < count && (processes[made] = process_create(frame, world, plan, made)) != NULL)
		made++;
	bool good = processes && made == count;
	for (uint32_t i = 0; good && i < count; i++) {
		const struct kernels_function *function = frame->site->functions[i];
		process_start(processes[i], function, frame->arguments + argument, frame->results + result);
		argument += function->argument_count;
		result += function->result_count;
	}
	for (uint32_t i = 0; i < made; i++)
		watch(processes[i]); /* also ends those that were not started */
	free(processes);
	if (world)
		kernels_world_release(world);
	if (!good)
		kernels_frame_fail(frame, "%s", plan ? "out of memory" : "an operation between processes needs known types");
}
