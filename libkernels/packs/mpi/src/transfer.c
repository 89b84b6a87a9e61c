/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of the engine: values from one rank to another. */
#include "engine.h"

static struct async_error *check_peer(const struct kernels_transfer *transfer)
{
	size_t bytes = 0;
	for (uint32_t i = 0; i < transfer->count; i++) {
		const struct kernels_tensor *tensor = async_value_payload(transfer->inputs[i]);
		bytes += sizeof(struct mpi_piece) + mpi_padded(mpi_bytes_of(tensor));
	}
	if (transfer->peer < S.count && (transfer->peer >= 0 || S.count <= 2 || sizeof(struct mpi_header) + bytes <= MPI_PACK_EAGER))
		return NULL;
	return async_error_make(ASYNC_CODE_INVALID_ARGUMENT,
		"a send on channel %lld names no receiver among %d ranks (source_target_pairs), and has more than a few elements",
		(long long)transfer->channel, S.count);
}

/* Without a number, the receiver is the one that waits for the channel; others never look at the message. */
static void send_to_peer(struct mpi_operation *op, int64_t peer)
{
	for (int rank = 0; rank < S.count; rank++)
		if (rank == peer || (rank != S.rank && (peer < 0 || peer >= S.count)))
			kernels_mpi__send_to(op, (uint32_t)rank, op->inputs);
}

/* Small values for one rank. Returns false, and does nothing, if they go the long way; else the lock is released. */
static bool send_small(struct mpi_session *session, const struct kernels_transfer *transfer)
{
	void *pending;
	MPI_Request request;
	struct mpi_offer offer = { .channel = transfer->channel };
	if (transfer->peer < 0 || transfer->peer >= S.count || session->cancelled ||
		!kernels_mpi__offer_values(&offer, transfer->inputs, transfer->count) || !kernels_mpi__operation_reserve() ||
		!kernels_mpi__offer(session, MPI_MESSAGE_TRANSFER, (uint32_t)transfer->peer, &offer, &pending, &request))
		return false;
	if (pending) {
		struct mpi_operation *op = kernels_mpi__operation_create(session, MPI_MESSAGE_TRANSFER, 0, 0); /* it was reserved */
		op->name = "send";
		kernels_mpi__track_pending((uint32_t)transfer->peer, request, pending, op);
		kernels_mpi__run(op, transfer->queue);
	} else {
		kernels_mpi__unlock();
	}
	return true;
}

bool kernels_mpi__send_values(void *ctx, const struct kernels_process *process, const struct kernels_transfer *transfer)
{
	struct mpi_session *session = ctx;
	(void)process;
	pthread_mutex_lock(&S.lock);
	if (send_small(session, transfer))
		return true;
	struct async_error *error = kernels_mpi__check(transfer->inputs, transfer->count);
	error = error ? error : check_peer(transfer);
	struct mpi_operation *op = kernels_mpi__operation_create(session, MPI_MESSAGE_TRANSFER, 0, transfer->count);
	const bool kept = op && kernels_mpi__keep_inputs(op, transfer->inputs, transfer->count);
	if (kept) {
		op->channel = transfer->channel;
		op->name = "send";
	}
	const bool made = kept && kernels_mpi__make_message(op, transfer->inputs, transfer->count, error);
	async_error_release(error);
	if (!made)
		return kernels_mpi__give_up(op);
	if (!session->cancelled)
		send_to_peer(op, transfer->peer);
	kernels_mpi__run(op, transfer->queue);
	return true;
}

bool kernels_mpi__receive_values(void *ctx, const struct kernels_process *process, const struct kernels_transfer *transfer,
	struct async_value **results)
{
	struct mpi_session *session = ctx;
	const bool any = transfer->peer < 0 || transfer->peer >= S.count;
	struct mpi_wanted wanted = { session, MPI_MESSAGE_TRANSFER, transfer->channel, any ? -1 : transfer->peer, 0, transfer->count, results,
		MPI_WANTED };
	(void)process;
	pthread_mutex_lock(&S.lock);
	const enum mpi_outcome outcome = kernels_mpi__want(&wanted);
	if (outcome != MPI_WANTED) {
		kernels_mpi__unlock();
		return outcome == MPI_TAKEN;
	}
	struct mpi_operation *op = kernels_mpi__operation_create(session, MPI_MESSAGE_TRANSFER, 1, transfer->count);
	if (!op || !kernels_mpi__promise(op, results))
		return kernels_mpi__give_up(op);
	op->channel = transfer->channel;
	op->name = "recv";
	op->any = any;
	op->members[0] = op->any ? 0 : (uint32_t)transfer->peer;
	op->missing = op->awaited = 1;
	if (session->cancelled)
		kernels_mpi__operation_failed(op, async_error_retain(session->cancelled));
	kernels_mpi__run(op, transfer->queue);
	return true;
}
