/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* replica_id, partition_id; send, recv, infeed, outfeed: values of other processes and of the host. */
#include "core/op.h"
#include "parallel/parallel.h"
#include "parallel/ready.h"
#include <kernels/process.h>
#include <kernels/tensor.h>
#include <kernels/world.h>
#include <string.h>

/* ---- the number of the process; not planned as a constant, since a program runs as many processes */

static bool plan_id(struct hlo_op *op, void *plan)
{
	(void)plan;
	return (op->results[0].dtype == KERNELS_UI32 && op->results[0].shape.rank == 0) ||
	       kernels_hlo__refuse(op, "the result is no scalar of ui32");
}

static bool run_replica_id(const struct hlo_run *run, const void *plan)
{
	(void)plan;
	memcpy(run->outputs[0], &kernels_process_of(run->request)->replica, sizeof(uint32_t));
	return true;
}

static bool run_partition_id(const struct hlo_run *run, const void *plan)
{
	(void)plan;
	memcpy(run->outputs[0], &kernels_process_of(run->request)->partition, sizeof(uint32_t));
	return true;
}

HLO_KERNEL(replica_id, .plan = plan_id, .run = run_replica_id)
HLO_KERNEL(partition_id, .plan = plan_id, .run = run_partition_id)

/* ---- transfers */

struct transfer {
	uint32_t tensors; /* operands of send and outfeed, results of recv and infeed, before the tokens */
	int64_t channel;
	struct kernels_array pairs;
};

/* Tensors, then at least one token. */
static bool count_tensors(struct hlo_op *op, const struct hlo_type *types, uint32_t count, uint32_t *out)
{
	uint32_t tensors = 0;
	while (tensors < count && !hlo_is_token(&types[tensors]))
		tensors++;
	for (uint32_t i = tensors; i < count; i++)
		if (!hlo_is_token(&types[i]))
			return kernels_hlo__refuse(op, "a token precedes a tensor");
	if (out)
		*out = tensors;
	return (tensors < count && (out || tensors == 0)) ||
	       kernels_hlo__refuse(op, "operands or results lack a token, or have tensors besides");
}

static bool plan_channel(struct hlo_op *op, struct transfer *plan)
{
	if (!kernels_hlo__int(op, "channel_id", &plan->channel) ||
		!kernels_hlo__array(op, "source_target_pairs", KERNELS_I64, &plan->pairs))
		return false;
	return plan->pairs.count % 2 == 0 ||
	       kernels_hlo__refuse(op, "source_target_pairs has %zu numbers", plan->pairs.count);
}

static bool plan_gives(struct hlo_op *op, void *data)
{
	struct transfer *plan = data;
	return count_tensors(op, op->operands, op->operand_count, &plan->tensors) &&
	       count_tensors(op, op->results, op->result_count, NULL);
}

static bool plan_takes(struct hlo_op *op, void *data)
{
	struct transfer *plan = data;
	return count_tensors(op, op->operands, op->operand_count, NULL) &&
	       count_tensors(op, op->results, op->result_count, &plan->tensors);
}

static bool plan_send(struct hlo_op *op, void *data) { return plan_gives(op, data) && plan_channel(op, data); }
static bool plan_recv(struct hlo_op *op, void *data) { return plan_takes(op, data) && plan_channel(op, data); }

/* The number of the process at the other end; -1: any. Numbers of pairs are partitions where there are several, else
 * replicas. */
static int64_t peer_of(const struct transfer *plan, const struct kernels_process *process, bool sends)
{
	bool partitions = process->partitions > 1;
	int64_t self = partitions ? process->partition : process->replica;
	for (size_t i = 0; i < plan->pairs.count; i += 2) {
		int64_t source = kernels_load_i64(plan->pairs.elements + 8 * i);
		int64_t target = kernels_load_i64(plan->pairs.elements + 8 * (i + 1));
		int64_t peer = sends ? target : source;
		if ((sends ? source : target) == self && peer >= 0)
			return partitions ? (int64_t)process->replica * process->partitions + peer
					  : peer * process->partitions + process->partition;
	}
	return -1;
}

static const struct transfer *begin(struct kernels_frame *frame, const struct kernels_process **out_process)
{
	const struct hlo_op *op;
	const struct transfer *plan = kernels_hlo__plan_of(frame->site, &op);
	*out_process = kernels_process_of(frame->request);
	if (!plan)
		kernels_frame_fail(frame, "an operation between processes needs known types");
	else if (!(*out_process)->engine)
		kernels_frame_fail(frame, "this process runs alone: there is no other process and no host for this operation");
	return (*out_process)->engine ? plan : NULL;
}

static void return_tokens(struct kernels_frame *frame, uint32_t first)
{
	for (uint32_t i = first; i < frame->site->result_count; i++)
		frame->results[i] = async_value_retain(async_chain());
}

/* The engine has set the results that are tensors. */
static void return_promised(struct kernels_frame *frame, uint32_t tensors)
{
	kernels_frame_await(frame, frame->results, tensors);
	return_tokens(frame, tensors);
}

/* An error, also one of the token, is sent instead of the values. */
static bool send(struct kernels_frame *frame, const struct kernels_process *process, const struct transfer *plan)
{
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	struct async_value *error = kernels_hlo__argument_error(frame);
	const size_t size = (plan->tensors + 1u) * sizeof(struct async_value *);
	struct async_value **errors = error ? async_alloc(allocator, size, _Alignof(struct async_value *)) : NULL;
	if (error && !errors)
		return false;
	for (uint32_t i = 0; errors && i < plan->tensors; i++)
		errors[i] = error;
	const struct kernels_transfer transfer = { plan->channel, peer_of(plan, process, true),
		errors ? errors : frame->arguments, plan->tensors, kernels_host(frame->request)->queue };
	const bool good = process->engine->send(process->engine_ctx, process, &transfer);
	if (errors)
		async_free(allocator, errors, size, _Alignof(struct async_value *));
	return good;
}

static void send_ready(struct kernels_frame *frame)
{
	const struct kernels_process *process;
	const struct transfer *plan = begin(frame, &process);
	if (!plan)
		return;
	if (send(frame, process, plan))
		return_tokens(frame, 0);
	else
		kernels_hlo__give_up(frame);
}

static void send_frame(struct kernels_frame *frame) { kernels_hlo__when_ready(frame, send_ready); }

static void recv_frame(struct kernels_frame *frame)
{
	const struct kernels_process *process;
	const struct transfer *plan = begin(frame, &process);
	if (!plan)
		return;
	const struct kernels_transfer transfer = { plan->channel, peer_of(plan, process, false), NULL, plan->tensors,
		kernels_host(frame->request)->queue };
	if (process->engine->receive(process->engine_ctx, process, &transfer, frame->results))
		return_promised(frame, plan->tensors);
	else
		kernels_hlo__give_up(frame);
}

static void infeed_frame(struct kernels_frame *frame)
{
	const struct kernels_process *process;
	const struct transfer *plan = begin(frame, &process);
	if (!plan)
		return;
	if (!process->engine->infeed)
		kernels_frame_fail(frame, "the host has no values for this operation");
	else if (process->engine->infeed(process->engine_ctx, process, plan->tensors, frame->results))
		return_promised(frame, plan->tensors);
	else
		kernels_frame_fail_with(
			frame, kernels_site_error(frame->site, frame->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
}

static void outfeed_frame(struct kernels_frame *frame)
{
	const struct kernels_process *process;
	const struct transfer *plan = begin(frame, &process);
	if (!plan)
		return;
	if (process->engine->outfeed &&
		!process->engine->outfeed(process->engine_ctx, process, frame->arguments, plan->tensors))
		kernels_frame_fail_with(
			frame, kernels_site_error(frame->site, frame->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
	else
		return_tokens(frame, 0);
}

#define TRANSFER(name, plan_function, frame_function) \
	HLO_PARALLEL_KERNEL(name, struct transfer, plan_function, NULL, frame_function)

TRANSFER(send, plan_send, send_frame)
TRANSFER(recv, plan_recv, recv_frame)
TRANSFER(infeed, plan_takes, infeed_frame)
TRANSFER(outfeed, plan_gives, outfeed_frame)
