/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of the engine: exchange, send, receive. */
#include "engine.h"
#include <stdlib.h>
#include <string.h>

/* The first error among values, or why they cannot be sent; one reference. NULL: they are dense tensors. */
static struct async_error *check(struct async_value *const *values, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (async_value_is_error(values[i]))
			return async_error_retain(async_value_error(values[i]));
	for (uint32_t i = 0; i < count; i++) {
		const struct kernels_tensor *tensor =
			async_value_type(values[i]) == kernels_tensor_types()->tensor ? async_value_payload(values[i]) : NULL;
		if (!tensor || tensor->kind != KERNELS_TENSOR_DENSE)
			return async_error_make(ASYNC_CODE_UNIMPLEMENTED, "value %u is not a dense tensor; others are not sent", i);
	}
	return NULL;
}

static size_t bytes_of(const struct kernels_tensor *tensor)
{
	return (size_t)kernels_tensor_elements(tensor) * kernels_dtype_size(tensor->dtype);
}

/* The message of an operation: without values, if there is an error. */
static bool make_message(struct mpi_operation *op, struct async_value *const *values, uint32_t count,
	const struct async_error *error)
{
	const char *text = error ? async_error_message(error) : "";
	size_t text_size = strnlen(text, MPI_PACK_TEXT), contents = 0;
	count = error ? 0 : count;
	for (uint32_t i = 0; i < count; i++)
		contents += mpi_padded(bytes_of(async_value_payload(values[i])));
	const size_t fixed = sizeof(struct mpi_header) + mpi_padded(text_size) + count * sizeof(struct mpi_piece);
	const bool is_inline = fixed + contents <= MPI_PACK_EAGER;
	op->message_size = fixed + (is_inline ? contents : 0);
	op->message = malloc(op->message_size);
	if (!op->message)
		return false;
	struct mpi_header *header = (struct mpi_header *)(void *)op->message;
	*header = (struct mpi_header){ .size = op->message_size, .type = op->type, .session = op->session->number,
		.channel = op->channel, .fingerprint = op->fingerprint, .count = count, .text = (uint32_t)text_size,
		.code = error ? (uint32_t)async_error_code(error) : 0, .tag = S.next_tag, .is_inline = is_inline };
	memcpy(header->name, op->name, strnlen(op->name, MPI_PACK_NAME - 1));
	memcpy(header + 1, text, text_size);
	struct mpi_piece *pieces = (struct mpi_piece *)(uintptr_t)mpi_pieces(header);
	char *to = (char *)(uintptr_t)mpi_contents(header);
	for (uint32_t i = 0; i < count; i++) {
		const struct kernels_tensor *tensor = async_value_payload(values[i]);
		pieces[i] = (struct mpi_piece){ .dtype = (uint32_t)tensor->dtype, .rank = tensor->shape.rank, .bytes = bytes_of(tensor) };
		memcpy(pieces[i].dims, tensor->shape.dims, tensor->shape.rank * sizeof *pieces[i].dims);
		if (is_inline && pieces[i].bytes > 0)
			memcpy(to, kernels_tensor_bytes(tensor), pieces[i].bytes);
		to += mpi_padded(pieces[i].bytes);
	}
	S.next_tag = (uint16_t)(S.next_tag + (is_inline ? 0 : count));
	return true;
}

/* Sends the message, and what it does not contain. */
static void send_to(struct mpi_operation *op, uint32_t rank)
{
	const struct mpi_header *header = (const struct mpi_header *)(const void *)op->message;
	if (op->session->gone[rank])
		return;
	kernels_mpi__send(rank, op->message, op->message_size, op);
	for (uint32_t i = 0; i < header->count && !header->is_inline; i++) {
		const struct kernels_tensor *tensor = async_value_payload(op->inputs[i]);
		if (bytes_of(tensor) > 0)
			kernels_mpi__send_content(rank, (uint16_t)(header->tag + i), kernels_tensor_bytes(tensor), bytes_of(tensor), op);
	}
}

static bool keep_inputs(struct mpi_operation *op, struct async_value *const *values, uint32_t count)
{
	op->inputs = calloc(count + 1u, sizeof *op->inputs);
	for (uint32_t i = 0; op->inputs && i < count; i++)
		op->inputs[op->input_count++] = async_value_retain(values[i]);
	return op->inputs != NULL;
}

/* A value for each result; false when out of memory. */
static bool promise(struct mpi_operation *op, struct async_value **results)
{
	const size_t count = (size_t)op->member_count * op->count;
	for (size_t i = 0; i < count; i++) {
		if (i / (op->count ? op->count : 1) == op->self)
			continue;
		op->promised[i] = async_value_create(async_allocator_pooled(), kernels_tensor_types()->tensor);
		if (!op->promised[i])
			return false;
	}
	for (size_t i = 0; i < count; i++)
		results[i] = op->promised[i] ? async_value_retain(op->promised[i]) : NULL;
	return true;
}

static bool give_up(struct mpi_operation *op)
{
	if (op)
		kernels_mpi__operation_release(op);
	kernels_mpi__unlock();
	return false;
}

/* The results of this process itself: its inputs, or the error that the others get too. */
static void return_own(const struct mpi_operation *op, const struct kernels_exchange *exchange, struct async_error *error,
	struct async_value **results)
{
	for (uint32_t i = 0; i < op->count; i++)
		results[(size_t)op->self * op->count + i] =
			error ? async_value_create_error(async_allocator_pooled(),
					async_error_create_from(async_allocator_system(), async_error_retain(error),
						async_error_code(error), (struct async_location){ NULL, 0 }, "rank %d: %s", S.rank,
						async_error_message(error)))
			      : async_value_retain(exchange->inputs[i]);
}

static bool exchange(void *ctx, const struct kernels_process *process, const struct kernels_exchange *exchange,
	struct async_value **results)
{
	struct mpi_session *session = ctx;
	struct async_error *error = check(exchange->inputs, exchange->input_count);
	(void)process;
	pthread_mutex_lock(&S.lock);
	struct mpi_operation *op = kernels_mpi__operation_create(
		session, MPI_MESSAGE_EXCHANGE, exchange->member_count, exchange->input_count);
	if (!op || !keep_inputs(op, exchange->inputs, exchange->input_count)) {
		async_error_release(error);
		return give_up(op);
	}
	op->channel = exchange->channel;
	op->fingerprint = exchange->fingerprint ^ ((uint64_t)exchange->kind << 56);
	op->name = exchange->name ? exchange->name : "operation";
	op->self = exchange->self;
	memcpy(op->members, exchange->members, op->member_count * sizeof *op->members);
	op->heard[op->self] = true;
	op->missing = op->awaited = op->member_count - 1;
	if (!make_message(op, exchange->inputs, exchange->input_count, error) || !promise(op, results)) {
		async_error_release(error);
		return give_up(op);
	}
	return_own(op, exchange, error, results);
	async_error_release(error);
	if (session->cancelled)
		kernels_mpi__operation_failed(op, async_error_retain(session->cancelled));
	for (uint32_t m = 0; m < op->member_count && !session->cancelled; m++)
		if (m != op->self)
			send_to(op, op->members[m]);
	kernels_mpi__run(op, exchange->queue);
	return true;
}

static struct async_error *check_peer(const struct kernels_transfer *transfer)
{
	size_t bytes = 0;
	for (uint32_t i = 0; i < transfer->count; i++) {
		const struct kernels_tensor *tensor = async_value_payload(transfer->inputs[i]);
		bytes += sizeof(struct mpi_piece) + mpi_padded(bytes_of(tensor));
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
			send_to(op, (uint32_t)rank);
}

static bool send(void *ctx, const struct kernels_process *process, const struct kernels_transfer *transfer)
{
	struct mpi_session *session = ctx;
	struct async_error *error = check(transfer->inputs, transfer->count);
	(void)process;
	error = error ? error : check_peer(transfer);
	pthread_mutex_lock(&S.lock);
	struct mpi_operation *op = kernels_mpi__operation_create(session, MPI_MESSAGE_TRANSFER, 0, transfer->count);
	if (!op || !keep_inputs(op, transfer->inputs, transfer->count)) {
		async_error_release(error);
		return give_up(op);
	}
	op->channel = transfer->channel;
	op->name = "send";
	const bool made = make_message(op, transfer->inputs, transfer->count, error);
	async_error_release(error);
	if (!made)
		return give_up(op);
	if (!session->cancelled)
		send_to_peer(op, transfer->peer);
	kernels_mpi__run(op, transfer->queue);
	return true;
}

static bool receive(void *ctx, const struct kernels_process *process, const struct kernels_transfer *transfer,
	struct async_value **results)
{
	struct mpi_session *session = ctx;
	(void)process;
	pthread_mutex_lock(&S.lock);
	struct mpi_operation *op = kernels_mpi__operation_create(session, MPI_MESSAGE_TRANSFER, 1, transfer->count);
	if (!op || !promise(op, results))
		return give_up(op);
	op->channel = transfer->channel;
	op->name = "recv";
	op->any = transfer->peer < 0 || transfer->peer >= S.count;
	op->members[0] = op->any ? 0 : (uint32_t)transfer->peer;
	op->missing = op->awaited = 1;
	if (session->cancelled)
		kernels_mpi__operation_failed(op, async_error_retain(session->cancelled));
	kernels_mpi__run(op, transfer->queue);
	return true;
}

static bool infeed(void *ctx, const struct kernels_process *process, uint32_t count, struct async_value **results)
{
	(void)ctx;
	(void)process;
	for (uint32_t i = 0; i < count; i++)
		results[i] = async_value_create_error(async_allocator_pooled(),
			async_error_make(ASYNC_CODE_OUT_OF_RANGE, "the infeed has no values"));
	return true;
}

const struct kernels_engine kernels_mpi__engine = { sizeof kernels_mpi__engine, exchange, send, receive, infeed, NULL,
	kernels_mpi__cancelled, kernels_mpi__ended };
