/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of the engine: exchanges of groups. */
#include "engine.h"
#include <stdlib.h>
#include <string.h>

/* Contents that do not fit a message are sent once instead of n - 1 times. A reduction has a second round besides, which takes as long
 * as some hundred kilobytes; see bench/RESULTS.md. */
#define SCATTER_FROM UINT64_C(16384)
#define REDUCE_FROM UINT64_C(1048576)
#define FAST_FROM UINT64_C(0) /* in rounds */

struct async_error *kernels_mpi__check(struct async_value *const *values, uint32_t count)
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

struct mpi_header kernels_mpi__header(const struct mpi_operation *op, const struct async_error *error, uint32_t count)
{
	const char *text = error ? async_error_message(error) : "";
	struct mpi_header header = { .type = op->type, .session = op->session->number, .channel = op->channel,
		.fingerprint = op->fingerprint, .count = count, .text = (uint32_t)strnlen(text, MPI_PACK_TEXT),
		.code = error ? (uint32_t)async_error_code(error) : 0, .tag = S.next_tag, .target = MPI_PACK_ALL };
	memcpy(header.name, op->name, strnlen(op->name, MPI_PACK_NAME - 1));
	return header;
}

struct mpi_piece kernels_mpi__piece(const struct kernels_tensor *tensor)
{
	struct mpi_piece piece = { .dtype = (uint32_t)tensor->dtype, .rank = tensor->shape.rank, .bytes = mpi_bytes_of(tensor) };
	memcpy(piece.dims, tensor->shape.dims, tensor->shape.rank * sizeof *piece.dims);
	return piece;
}

bool kernels_mpi__make_message(struct mpi_operation *op, struct async_value *const *values, uint32_t count,
	const struct async_error *error)
{
	size_t contents = 0;
	count = error ? 0 : count;
	for (uint32_t i = 0; values && i < count; i++)
		contents += mpi_padded(mpi_bytes_of(async_value_payload(values[i])));
	struct mpi_header header = kernels_mpi__header(op, error, count);
	const size_t fixed = sizeof header + mpi_padded(header.text) + count * sizeof(struct mpi_piece);
	const bool is_inline = op->course == MPI_COURSE_GATHER && fixed + contents <= MPI_PACK_EAGER;
	op->message_size = fixed + (is_inline ? contents : 0);
	op->message = malloc(op->message_size);
	if (!op->message)
		return false;
	header.size = op->message_size;
	header.is_inline = is_inline;
	header.id = S.next_id++;
	header.target = values ? MPI_PACK_ALL : (uint32_t)S.rank;
	memcpy(op->message, &header, sizeof header);
	memset(op->message + sizeof header, 0, mpi_padded(header.text));
	memcpy(op->message + sizeof header, error ? async_error_message(error) : "", header.text);
	struct mpi_piece *pieces = (struct mpi_piece *)(uintptr_t)mpi_pieces((const struct mpi_header *)(const void *)op->message);
	char *to = (char *)(pieces + count);
	for (uint32_t i = 0; i < count; i++) {
		static const struct mpi_piece nothing = { .dtype = KERNELS_I1, .rank = 1 };
		pieces[i] = values ? kernels_mpi__piece(async_value_payload(values[i])) : nothing;
		if (op->course == MPI_COURSE_REDUCE && values)
			pieces[i].bytes = kernels_mpi__part_most(op, i);
		if (is_inline && pieces[i].bytes > 0)
			memcpy(to, kernels_tensor_bytes(async_value_payload(values[i])), pieces[i].bytes);
		to += is_inline ? mpi_padded(pieces[i].bytes) : 0;
	}
	S.next_tag = (uint16_t)(S.next_tag + (is_inline ? 0 : count));
	if (op->self == 0)
		op->id = (uint64_t)S.rank << 48 ^ header.id;
	return true;
}

void kernels_mpi__send_to(struct mpi_operation *op, uint32_t rank, struct async_value *const *values)
{
	const struct mpi_header *header = (const struct mpi_header *)(const void *)op->message;
	if (op->session->gone[rank])
		return;
	kernels_mpi__send(rank, op->message, op->message_size, op);
	for (uint32_t i = 0; i < header->count && !header->is_inline && values; i++) {
		const struct kernels_tensor *tensor = async_value_payload(values[i]);
		if (mpi_bytes_of(tensor) > 0)
			kernels_mpi__send_content(rank, (uint16_t)(header->tag + i), kernels_tensor_bytes(tensor), mpi_bytes_of(tensor),
				mpi_bytes_of(tensor), op);
	}
}

static void send_to_member(struct mpi_operation *op, uint32_t member)
{
	const struct mpi_header *header = (const struct mpi_header *)(const void *)op->message;
	const uint32_t rank = op->members[member];
	const bool has_contents = header->target == MPI_PACK_ALL || header->target == rank;
	if (op->course == MPI_COURSE_REDUCE) {
		kernels_mpi__send_to(op, rank, NULL);
		if (!op->session->gone[rank])
			kernels_mpi__send_parts(op, member);
	} else {
		const bool own = op->course == MPI_COURSE_SCATTER;
		kernels_mpi__send_to(op, rank, has_contents ? op->inputs + (own ? (size_t)member * op->count : 0) : NULL);
	}
}

const void *kernels_mpi__given(const struct mpi_operation *op, uint32_t member, uint32_t index, struct mpi_piece *out)
{
	if (op->course == MPI_COURSE_REDUCE)
		return kernels_mpi__part_given(op, member, index, out);
	const size_t first = op->course == MPI_COURSE_SCATTER ? (size_t)member * op->count : 0;
	const struct kernels_tensor *tensor = async_value_payload(op->inputs[first + index]);
	*out = kernels_mpi__piece(tensor);
	return kernels_tensor_bytes(tensor);
}

bool kernels_mpi__keep_inputs(struct mpi_operation *op, struct async_value *const *values, size_t count)
{
	op->inputs = calloc(count + 1u, sizeof *op->inputs);
	for (size_t i = 0; op->inputs && i < count; i++)
		op->inputs[op->input_count++] = values[i] ? async_value_retain(values[i]) : NULL;
	return op->inputs != NULL;
}

bool kernels_mpi__promise(struct mpi_operation *op, struct async_value **results)
{
	const size_t count = op->reduction ? op->count : (size_t)op->member_count * op->count;
	for (size_t i = 0; i < count; i++) {
		if (!op->reduction && i / (op->count ? op->count : 1) == op->self)
			continue;
		op->promised[i] = async_value_create(async_allocator_pooled(), kernels_tensor_types()->tensor);
		if (!op->promised[i])
			return false;
	}
	for (size_t i = 0; i < count; i++)
		results[i] = op->promised[i] ? async_value_retain(op->promised[i]) : NULL;
	return true;
}

bool kernels_mpi__give_up(struct mpi_operation *op)
{
	if (op)
		kernels_mpi__operation_release(op);
	kernels_mpi__unlock();
	return false;
}

/* The error of this process, as the others get it. */
static struct async_error *own_error(struct async_error *error)
{
	return async_error_create_from(async_allocator_system(), async_error_retain(error), async_error_code(error),
		(struct async_location){ NULL, 0 }, "rank %d: %s", S.rank, async_error_message(error));
}

static struct async_value *without_elements(void)
{
	struct kernels_tensor tensor;
	const struct kernels_shape shape = { 1, { 0 } };
	if (!kernels_tensor_init(&tensor, async_allocator_pooled(), KERNELS_I1, &shape))
		return async_value_create_error(async_allocator_pooled(), async_error_make(ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
	return async_value_create_available(async_allocator_pooled(), kernels_tensor_types()->tensor, &tensor);
}

/* The results of this process itself: what it gives itself, or the error that the others get too. */
static void return_own(const struct mpi_operation *op, struct async_error *error, struct async_value **results)
{
	const size_t first = (size_t)op->self * op->count;
	for (uint32_t i = 0; i < op->count; i++) {
		struct async_value *input = op->inputs[op->course == MPI_COURSE_SCATTER ? first + i : i];
		results[first + i] = error   ? async_value_create_error(async_allocator_pooled(), own_error(error))
				     : input ? async_value_retain(input)
					     : without_elements();
	}
}

static uint64_t fingerprint_of(const struct kernels_exchange *exchange, enum mpi_course course)
{
	/* within the bits that name no part (kernels_fingerprint_make()) */
	return exchange->fingerprint ^ (((uint64_t)exchange->kind & 0xffff) << 8) ^ (uint64_t)course;
}

static const char *name_of(const struct kernels_exchange *exchange) { return exchange->name ? exchange->name : "operation"; }

static void describe(struct mpi_operation *op, const struct kernels_exchange *exchange, enum mpi_course course)
{
	op->course = course;
	op->channel = exchange->channel;
	op->fingerprint = fingerprint_of(exchange, course);
	op->name = name_of(exchange);
	op->self = exchange->self;
	memcpy(op->members, exchange->members, op->member_count * sizeof *op->members);
	op->heard[op->self] = true;
	op->missing = op->awaited = op->member_count - 1;
}

/* An exchange, without its message. Takes the lock; it is held only if there is an operation. */
static struct mpi_operation *begin(struct mpi_session *session, const struct kernels_exchange *exchange, enum mpi_course course)
{
	pthread_mutex_lock(&S.lock);
	struct mpi_operation *op = kernels_mpi__operation_create(
		session, MPI_MESSAGE_EXCHANGE, exchange->member_count, exchange->input_count);
	const size_t values = (course == MPI_COURSE_SCATTER ? (size_t)exchange->member_count : 1) * exchange->input_count;
	if (!op || !kernels_mpi__keep_inputs(op, exchange->inputs, values)) {
		(void)kernels_mpi__give_up(op);
		return NULL;
	}
	describe(op, exchange, course);
	return op;
}

/* Sends the message, and waits for those of the others. */
static void start(struct mpi_operation *op, struct async_queue *queue)
{
	struct mpi_session *session = op->session;
	if (session->cancelled)
		kernels_mpi__operation_stop(op, async_error_retain(session->cancelled), kernels_mpi__error_of_cancel(session->cancelled));
	if (op->relay || op->rounds) {
		kernels_mpi__take_arrived(op); /* an error that others tell names its rank; that they have ended since does not */
		kernels_mpi__fail_gone(op);
	}
	if (op->relay)
		kernels_mpi__relay_advance(op);
	if (op->rounds)
		kernels_mpi__rounds_advance(op);
	for (uint32_t m = 0; m < op->member_count && !session->cancelled && !op->relay && !op->rounds; m++)
		if (m != op->self)
			send_to_member(op, m);
	kernels_mpi__run(op, queue);
}

/* The members of a large group relay its messages. In `fast` order messages of small groups have the number of their operation too, because
 * rounds may come later than messages of the next operations. False when out of memory. */
static bool begin_relay(struct mpi_operation *op)
{
	if (op->member_count > (uint32_t)S.direct)
		return kernels_mpi__relay_begin(op);
	if (!S.fast)
		return true;
	if (!kernels_mpi__take_turn(op))
		return false;
	struct mpi_header *header = (struct mpi_header *)(void *)op->message;
	header->group = op->group;
	header->ordinal = op->ordinal;
	return true;
}

/* Promises what an operation waits for whose message was sent. If that fails, it waits without results, so that the next one meets its
 * own messages. Releases the lock. */
static bool run_sent(struct mpi_operation *op, struct async_queue *queue, struct async_value **results)
{
	const bool good = kernels_mpi__promise(op, results);
	for (size_t i = 0; !good && i < (size_t)op->member_count * op->count; i++) {
		if (op->promised[i])
			async_value_release(op->promised[i]);
		op->promised[i] = NULL;
	}
	kernels_mpi__run(op, queue);
	return good;
}

/* Small values of two ranks. Returns false, and does nothing, if they go the long way; else the lock is released, and *out_good is
 * the result of the exchange. */
static bool exchange_small(struct mpi_session *session, const struct kernels_exchange *exchange, struct async_value **results,
	bool *out_good)
{
	const uint32_t count = exchange->input_count, other = 1 - exchange->self;
	void *pending;
	MPI_Request request;
	if (exchange->member_count != 2 || S.direct < 2 || S.fast || session->cancelled || session->gone[exchange->members[other]])
		return false;
	struct mpi_offer offer = { .channel = exchange->channel, .fingerprint = fingerprint_of(exchange, MPI_COURSE_GATHER),
		.name = name_of(exchange) };
	if (!kernels_mpi__offer_values(&offer, exchange->inputs, count) || !kernels_mpi__operation_reserve() ||
		!kernels_mpi__offer(session, MPI_MESSAGE_EXCHANGE, exchange->members[other], &offer, &pending, &request))
		return false;
	struct mpi_wanted wanted = { session, MPI_MESSAGE_EXCHANGE, offer.channel, exchange->members[other], offer.fingerprint, count,
		results + (size_t)other * count, MPI_WANTED };
	const enum mpi_outcome outcome = pending ? MPI_WANTED : kernels_mpi__want(&wanted);
	*out_good = outcome == MPI_TAKEN;
	if (outcome == MPI_WANTED) {
		struct mpi_operation *op = kernels_mpi__operation_create(session, MPI_MESSAGE_EXCHANGE, 2, count); /* it was reserved */
		describe(op, exchange, MPI_COURSE_GATHER);
		if (pending)
			kernels_mpi__track_pending(exchange->members[other], request, pending, op);
		*out_good = run_sent(op, exchange->queue, results);
	} else {
		kernels_mpi__unlock();
	}
	for (uint32_t i = 0; *out_good && i < count; i++)
		results[(size_t)exchange->self * count + i] = async_value_retain(exchange->inputs[i]);
	return true;
}

static bool exchange(void *ctx, const struct kernels_process *process, const struct kernels_exchange *exchange,
	struct async_value **results)
{
	bool done;
	(void)process;
	pthread_mutex_lock(&S.lock);
	if (exchange_small(ctx, exchange, results, &done))
		return done;
	pthread_mutex_unlock(&S.lock);
	struct async_error *error = kernels_mpi__check(exchange->inputs, exchange->input_count);
	struct mpi_operation *op = begin(ctx, exchange, MPI_COURSE_GATHER);
	const bool good =
		op && kernels_mpi__make_message(op, exchange->inputs, exchange->input_count, error) && kernels_mpi__promise(op, results) &&
		begin_relay(op);
	if (good)
		return_own(op, error, results);
	async_error_release(error);
	if (!good)
		return op && kernels_mpi__give_up(op);
	start(op, exchange->queue);
	return true;
}

/* Which member gets values; MPI_PACK_ALL: all; `self`: no other one. Others than these are an error. */
static struct async_error *check_scatter(const struct kernels_exchange *exchange, uint32_t *out_target)
{
	uint32_t others = 0, last = exchange->self;
	for (uint32_t m = 0; m < exchange->member_count; m++) {
		struct async_value *const *values = exchange->inputs + (size_t)m * exchange->input_count;
		if (exchange->input_count == 0 || !values[0])
			continue;
		struct async_error *error = kernels_mpi__check(values, exchange->input_count);
		if (error)
			return error;
		others += m != exchange->self;
		last = m != exchange->self ? m : last;
	}
	*out_target = others > 1 ? MPI_PACK_ALL : last;
	return others <= 1 || others == exchange->member_count - 1
		       ? NULL
		       : async_error_make(ASYNC_CODE_UNIMPLEMENTED, "values for %u of %u members", others, exchange->member_count);
}

static bool scatter(void *ctx, const struct kernels_process *process, const struct kernels_exchange *exchange,
	struct async_value **results)
{
	uint32_t target = exchange->self;
	struct async_error *error = check_scatter(exchange, &target);
	struct mpi_operation *op = begin(ctx, exchange, MPI_COURSE_SCATTER);
	(void)process;
	/* the types are the same for all that get something */
	const uint32_t like = target == MPI_PACK_ALL ? exchange->self == 0 ? 1 : 0 : target;
	struct async_value *const *values = target == exchange->self ? NULL : exchange->inputs + (size_t)like * exchange->input_count;
	const bool good =
		op && kernels_mpi__make_message(op, values, exchange->input_count, error) && kernels_mpi__promise(op, results) &&
		begin_relay(op);
	if (good)
		return_own(op, error, results);
	async_error_release(error);
	if (!good)
		return op && kernels_mpi__give_up(op);
	if (target != MPI_PACK_ALL && target != exchange->self)
		((struct mpi_header *)(void *)op->message)->target = op->members[target];
	start(op, exchange->queue);
	return true;
}

/* In rounds. Takes over `error`: an input is one. */
static bool reduce_fast(void *ctx, const struct kernels_reduction *reduction, struct async_error *error, struct async_value **results)
{
	struct mpi_operation *op = begin(ctx, &reduction->exchange, MPI_COURSE_ROUNDS);
	const bool good = op && kernels_mpi__reduce_begin(op, reduction) && kernels_mpi__promise(op, results) &&
			  kernels_mpi__rounds_begin(op, error != NULL);
	if (good && error)
		kernels_mpi__operation_stop(op, own_error(error), own_error(error));
	async_error_release(error);
	if (!good)
		return op && kernels_mpi__give_up(op);
	start(op, reduction->exchange.queue);
	return true;
}

static bool reduce(void *ctx, const struct kernels_process *process, const struct kernels_reduction *reduction,
	struct async_value **results)
{
	const struct kernels_exchange *exchange = &reduction->exchange;
	struct async_error *error = kernels_mpi__check(exchange->inputs, exchange->input_count);
	if (S.fast && reduction->combine_two && reduction->source < 0 && reduction->target < 0 && exchange->member_count > 1)
		return reduce_fast(ctx, reduction, error, results);
	struct mpi_operation *op = begin(ctx, exchange, MPI_COURSE_REDUCE);
	const bool gives = reduction->source < 0 || reduction->source == (int64_t)exchange->self;
	(void)process;
	const bool good = op && kernels_mpi__reduce_begin(op, reduction) &&
			  kernels_mpi__make_message(op, gives ? exchange->inputs : NULL, exchange->input_count, error) &&
			  kernels_mpi__promise(op, results) && begin_relay(op);
	if (good && error)
		op->errors[op->self] = own_error(error);
	async_error_release(error);
	if (!good)
		return op && kernels_mpi__give_up(op);
	start(op, exchange->queue);
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

const struct kernels_engine kernels_mpi__engine = { sizeof kernels_mpi__engine, exchange, kernels_mpi__send_values,
	kernels_mpi__receive_values, infeed, NULL,
	kernels_mpi__cancelled, kernels_mpi__ended, scatter, reduce,
	SCATTER_FROM, REDUCE_FROM };
const struct kernels_engine kernels_mpi__fast_engine = { sizeof kernels_mpi__fast_engine, exchange, kernels_mpi__send_values,
	kernels_mpi__receive_values, infeed, NULL,
	kernels_mpi__cancelled, kernels_mpi__ended, scatter, reduce,
	SCATTER_FROM, FAST_FROM };
