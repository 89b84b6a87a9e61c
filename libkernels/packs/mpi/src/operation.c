/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations: from their start to the completion of their values. */
#include "engine.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A start asks for this long whether the others have been as fast: to leave an operation to the poller takes about a microsecond. */
enum { NANOSECONDS_AT_START = 4000, ASKS_PER_LOOK = 16 };

static size_t size_of_arrays(uint32_t members, size_t values)
{
	struct mpi_operation *op = NULL;
	return values * (sizeof *op->promised + sizeof *op->tensors) + members * (sizeof *op->errors + 2 * sizeof(uint32_t) + sizeof(bool));
}

bool kernels_mpi__operation_reserve(void)
{
	static_assert(sizeof(struct mpi_operation) + 2 * MPI_PACK_FEW * (sizeof(struct kernels_tensor) + sizeof(void *)) + 2 * 17 <=
			      MPI_PACK_BLOCK,
		"an exchange of few values between two ranks is small");
	if (S.blocks)
		return true;
	S.blocks = malloc(MPI_PACK_BLOCK);
	if (!S.blocks)
		return false;
	S.blocks->next = NULL;
	S.block_count = 1;
	return true;
}

static void *take_block(void)
{
	if (!kernels_mpi__operation_reserve())
		return NULL;
	struct mpi_block *block = S.blocks;
	S.blocks = block->next;
	S.block_count--;
	return block;
}

static void give_block(void *memory)
{
	struct mpi_block *block = memory;
	if (S.block_count >= MPI_PACK_BLOCKS) {
		free(block);
		return;
	}
	block->next = S.blocks;
	S.blocks = block;
	S.block_count++;
}

/* One block: pointers first, then numbers, then flags. */
struct mpi_operation *kernels_mpi__operation_create(
	struct mpi_session *session, enum mpi_message type, uint32_t members, uint32_t count)
{
	const size_t values = (size_t)members * count, size = sizeof(struct mpi_operation) + size_of_arrays(members, values);
	struct mpi_operation *op = size <= MPI_PACK_BLOCK ? take_block() : malloc(size);
	if (!op)
		return NULL;
	memset(op, 0, size);
	op->is_small = size <= MPI_PACK_BLOCK;
	op->tensors = (struct kernels_tensor *)(op + 1);
	op->promised = (struct async_value **)(void *)(op->tensors + values);
	op->errors = (struct async_error **)(void *)(op->promised + values);
	op->members = (uint32_t *)(void *)(op->errors + members);
	op->left = op->members + members;
	op->heard = (bool *)(op->left + members);
	op->refs = 1;
	op->type = type;
	op->self = UINT32_MAX;
	op->member_count = members;
	op->count = count;
	op->session = session;
	session->refs++;
	return op;
}

static void destroy(struct mpi_operation *op)
{
	for (size_t i = 0; i < (size_t)op->member_count * op->count; i++) {
		kernels_tensor_finish(&op->tensors[i]);
		if (op->promised[i])
			async_value_release(op->promised[i]);
	}
	for (uint32_t m = 0; m < op->member_count; m++)
		async_error_release(op->errors[m]);
	for (size_t i = 0; i < op->input_count; i++)
		if (op->inputs[i])
			async_value_release(op->inputs[i]);
	async_error_release(op->failure);
	kernels_mpi__session_release(op->session);
	kernels_mpi__reduce_finish(op);
	kernels_mpi__relay_finish(op);
	kernels_mpi__rounds_finish(op);
	free(op->inputs);
	free(op->message);
	if (op->is_small)
		give_block(op);
	else
		free(op);
}

void kernels_mpi__operation_release(struct mpi_operation *op)
{
	if (--op->refs == 0)
		destroy(op);
}

void kernels_mpi__operation_unlist(struct mpi_operation *op)
{
	if (!op->is_listed)
		return;
	struct mpi_operation **at = &op->session->first;
	while (*at != op)
		at = &(*at)->next;
	*at = op->next;
	if (!*at)
		op->session->last = at;
	op->is_listed = false;
	kernels_mpi__operation_release(op);
}

/* ---- progress of one operation; the caller holds a reference */

void kernels_mpi__update(struct mpi_operation *op)
{
	if (op->combining)
		return;
	if (!op->settled && op->missing == 0 && !op->failure && op->reduction && !op->rounds && kernels_mpi__reduce_next(op))
		return;
	if (!op->settled && (op->missing == 0 || op->failure)) {
		op->settled = true;
		if (op->posted) {
			op->next_finished = S.finished;
			S.finished = op;
		}
	}
	if (op->settled && op->requests == 0 && op->polled) {
		op->polled = false;
		kernels_mpi__poll_end(op->session);
	}
	if (op->settled && (op->awaited == 0 || kernels_mpi__is_stopped(op)))
		kernels_mpi__operation_unlist(op);
}

void kernels_mpi__content_done(struct mpi_operation *op, uint32_t member)
{
	if (--op->left[member] > 0)
		return;
	if (op->rounds) {
		kernels_mpi__rounds_came(op);
		return;
	}
	op->missing--;
	op->refs++;
	kernels_mpi__update(op);
	kernels_mpi__operation_release(op);
}

void kernels_mpi__request_done(struct mpi_operation *op)
{
	op->requests--;
	if (op->rounds)
		kernels_mpi__rounds_advance(op);
	kernels_mpi__update(op);
	kernels_mpi__operation_release(op);
}

static void hear(struct mpi_operation *op, uint32_t member)
{
	op->heard[member] = true;
	op->awaited--;
	op->left[member] += !op->relay; /* which is counted from the beginning */
}

void kernels_mpi__member_failed(struct mpi_operation *op, uint32_t member, struct async_error *error)
{
	if (op->errors[member])
		async_error_release(error);
	else
		op->errors[member] = error;
	if (!op->heard[member]) {
		hear(op, member);
		kernels_mpi__content_done(op, member);
	}
}

void kernels_mpi__operation_failed(struct mpi_operation *op, struct async_error *error)
{
	if (op->settled || op->failure) {
		async_error_release(error);
		return;
	}
	op->failure = error;
	op->refs++;
	kernels_mpi__update(op);
	kernels_mpi__operation_release(op);
}

/* ---- messages */

struct async_error *kernels_mpi__mismatch(const struct mpi_operation *op, uint32_t rank, const struct mpi_header *header)
{
	char text[KERNELS_FINGERPRINT_TEXT];
	if (strncmp(op->name, header->name, MPI_PACK_NAME - 1) == 0)
		return async_error_make(ASYNC_CODE_FAILED_PRECONDITION, "rank %u takes part in %s with another %s than this one, rank %d", rank,
			op->name, kernels_fingerprint_difference(op->fingerprint, header->fingerprint, text, sizeof text), S.rank);
	return async_error_make(ASYNC_CODE_FAILED_PRECONDITION, "rank %u takes part with %.*s where this one, rank %d, has %s", rank,
		MPI_PACK_NAME - 1, header->name, S.rank, op->name);
}

/* An error of the message, or that it does not fit; NULL: it fits. */
static struct async_error *refuse(const struct mpi_operation *op, uint32_t rank, const struct mpi_header *header)
{
	const int text = header->text > MPI_PACK_TEXT ? MPI_PACK_TEXT : (int)header->text;
	if (header->code == ASYNC_CODE_DEADLINE_EXCEEDED)
		return kernels_mpi__error_of_deadline();
	if (header->code != ASYNC_CODE_OK)
		return async_error_make(header->code <= ASYNC_CODE_UNAUTHENTICATED ? (enum async_code)header->code
										 : ASYNC_CODE_UNKNOWN,
			"rank %u: %.*s", rank, text, (const char *)(header + 1));
	if (header->fingerprint != op->fingerprint || header->count != op->count)
		return kernels_mpi__mismatch(op, rank, header);
	return NULL;
}

void kernels_mpi__deliver(struct mpi_operation *op, uint32_t member, const struct mpi_header *header)
{
	struct async_error *error = refuse(op, op->members[member], header);
	op->refs++;
	if (member == 0 && op->type == MPI_MESSAGE_EXCHANGE && !op->relay)
		op->id = (uint64_t)op->members[0] << 48 ^ header->id;
	hear(op, member);
	bool wanted = !error && !op->settled && !op->failure && !(op->reduction && op->errors[op->self]);
	const bool is_apart = kernels_mpi__is_relaying(op) &&
			      ((wanted && kernels_mpi__relay_expects(op, member, header)) || op->type == MPI_MESSAGE_RESULT);
	if (wanted && !is_apart && !kernels_mpi__take_contents(op, member, header)) {
		wanted = false;
		kernels_mpi__short(op, member);
	}
	if (!wanted && !kernels_mpi__is_relaying(op))
		kernels_mpi__drain(op->members[member], header);
	if (error)
		kernels_mpi__member_failed(op, member, error);
	kernels_mpi__content_done(op, member);
	if (S.silent[op->members[member]])
		kernels_mpi__fail_gone(op); /* its contents do not come */
	kernels_mpi__operation_release(op);
}

/* Messages that begin an operation are matched by their order, later ones by its number. */
static bool is_for(const struct mpi_operation *op, const struct mpi_header *header)
{
	return op->type == (enum mpi_message)header->type && op->channel == header->channel &&
	       !(header->group > 0 && op->group == header->group && op->ordinal != header->ordinal) &&
	       (op->type != MPI_MESSAGE_RESULT || op->id == header->id);
}

/* Whether a RELAY, CONTENT or ROUND is for the operation. */
static bool is_of_group(const struct mpi_operation *op, const struct mpi_header *header)
{
	return op->ordinal > 0 && op->channel == header->channel && op->group == header->id && op->ordinal == header->ordinal;
}

struct mpi_operation *kernels_mpi__operation_of_group(struct mpi_session *session, const struct mpi_header *header)
{
	struct mpi_operation *op = session->first;
	while (op && !is_of_group(op, header))
		op = op->next;
	return op;
}

void kernels_mpi__refuse_group(struct mpi_session *session, uint32_t source, const struct mpi_header *header)
{
	for (struct mpi_operation *op = session->first; op; op = op->next)
		for (uint32_t m = 0; m < op->member_count; m++)
			if (!op->relay && op->type == MPI_MESSAGE_EXCHANGE && op->channel == header->channel && !op->heard[m] &&
				op->members[m] == source) {
				kernels_mpi__member_failed(op, m,
					async_error_make(ASYNC_CODE_FAILED_PRECONDITION,
						"rank %u takes part with %.*s where this one, rank %d, has %s, of another group", source,
						MPI_PACK_NAME - 1, header->name, S.rank, op->name));
				return;
			}
}

void kernels_mpi__refuse_round(struct mpi_operation *op, uint32_t source, const struct mpi_header *header)
{
	uint32_t member = 0;
	while (member < op->member_count && (op->members[member] != source || op->heard[member]))
		member++;
	op->refs++;
	kernels_mpi__drain(source, header);
	kernels_mpi__tell_differing(source, header);
	struct async_error *error = member == op->member_count ? NULL
		: header->code == ASYNC_CODE_OK ? kernels_mpi__mismatch(op, source, header)
		: async_error_make(header->code <= ASYNC_CODE_UNAUTHENTICATED ? (enum async_code)header->code : ASYNC_CODE_UNKNOWN, "%.*s",
			  (int)strnlen((const char *)(header + 1), header->text), (const char *)(header + 1));
	if (error)
		kernels_mpi__member_failed(op, member, error);
	kernels_mpi__operation_release(op);
}

bool kernels_mpi__refuse_exchange(struct mpi_session *session, uint32_t source, const struct mpi_header *header)
{
	if (header->type != MPI_MESSAGE_EXCHANGE || header->group == 0 ||
		!kernels_mpi__has_begun(session, header->channel, header->group, header->ordinal))
		return false;
	struct mpi_operation *op = session->first;
	while (op && !(kernels_mpi__has_rounds(op) && op->channel == header->channel && op->group == header->group &&
			     op->ordinal == header->ordinal))
		op = op->next;
	if (op) {
		kernels_mpi__stop_differing(op, source, header);
	} else {
		kernels_mpi__tell_differing(source, header);
		kernels_mpi__drain(source, header);
	}
	return true;
}

struct mpi_operation *kernels_mpi__operation_for(
	struct mpi_session *session, uint32_t source, const struct mpi_header *header, uint32_t *out_member)
{
	for (struct mpi_operation *op = session->first; op; op = op->next) {
		if (!is_for(op, header) || kernels_mpi__is_relaying(op))
			continue;
		for (uint32_t m = 0; m < op->member_count; m++)
			if (!op->heard[m] && (op->any || op->members[m] == source)) {
				op->members[m] = source;
				*out_member = m;
				return op;
			}
	}
	return NULL;
}

/* ---- the start */

void kernels_mpi__take_arrived(struct mpi_operation *op)
{
	/* contents of messages for rounds are received also after the operation has failed: their senders wait for that */
	for (struct mpi_arrived **at = &S.arrived; *at && (op->awaited > 0 || kernels_mpi__is_relaying(op) || op->rounds);) {
		struct mpi_arrived *arrived = *at;
		const struct mpi_header *header = mpi_header_of(arrived);
		uint32_t member = 0;
		const bool is_here = header->session == op->session->number;
		const bool relayed = is_here && kernels_mpi__is_relayed(header) && is_of_group(op, header);
		const bool differs = is_here && header->group > 0 && op->rounds && header->channel == op->channel &&
				     header->group == op->group && header->ordinal == op->ordinal;
		const bool mine = relayed || differs || (is_here && is_for(op, header) && !kernels_mpi__is_relaying(op));
		while (mine && !relayed && !differs && member < op->member_count &&
			(op->heard[member] || !(op->any || op->members[member] == arrived->source)))
			member++;
		if (!mine || (!relayed && !differs && member == op->member_count)) {
			at = &arrived->next;
			continue;
		}
		if (arrived->coming > 0)
			return; /* later ones come behind it */
		*at = arrived->next;
		if (!*at)
			S.last_arrived = at;
		if (differs) {
			kernels_mpi__stop_differing(op, arrived->source, header);
		} else if (relayed) {
			kernels_mpi__group_message(op, arrived->source, header);
		} else {
			op->members[member] = arrived->source;
			kernels_mpi__deliver(op, member, header);
		}
		kernels_mpi__early_free(arrived);
		at = &S.arrived; /* a loss may have changed the list */
	}
}

/* A message for the operation is here, but contents that come early are before it (early.c): an end that was sent behind it says
 * nothing about it. */
static bool is_coming(const struct mpi_operation *op, uint32_t member)
{
	for (const struct mpi_arrived *at = S.early > 0 ? S.arrived : NULL; at; at = at->next) {
		const struct mpi_header *header = mpi_header_of(at);
		if (header->session == op->session->number && is_for(op, header) && !S.silent[at->source] &&
			(op->any || at->source == op->members[member]))
			return true;
	}
	return false;
}

void kernels_mpi__fail_gone(struct mpi_operation *op)
{
	if (kernels_mpi__is_stopped(op))
		return;
	if (kernels_mpi__is_relaying(op)) {
		kernels_mpi__relay_fail_gone(op);
		return;
	}
	if (op->rounds) {
		kernels_mpi__rounds_fail_gone(op);
		return;
	}
	op->refs++;
	for (uint32_t m = 0; m < op->member_count; m++) {
		/* after its message, contents of a lost rank may be missing; ranks that leave wait until all is sent */
		const bool expected = !op->heard[m] ? !op->any && !is_coming(op, m) : op->left[m] > 0 && S.silent[op->members[m]];
		struct async_error *why = expected ? op->session->gone[op->members[m]] : NULL;
		if (!why)
			continue;
		if (S.silent[op->members[m]] && (S.lost[op->members[m]] || op->heard[m]))
			kernels_mpi__operation_failed(op, async_error_retain(why));
		kernels_mpi__member_failed(op, m, async_error_retain(why));
	}
	int left = 0;
	for (int rank = 0; rank < S.count; rank++)
		left += rank != S.rank && !op->session->gone[rank];
	for (uint32_t m = 0; op->any && left == 0 && m < op->member_count; m++)
		if (!op->heard[m] && !is_coming(op, m)) /* contents of a message that has come are still sent */
			kernels_mpi__member_failed(op, m,
				async_error_make(ASYNC_CODE_ABORTED, "every other rank has ended without sending to this operation"));
	kernels_mpi__operation_release(op);
}

/* Reading the clock takes half as long as asking. */
bool kernels_mpi__ask_on(struct mpi_asking *asking)
{
	if (++asking->asks % ASKS_PER_LOOK != 0)
		return true;
	const uint64_t now = async_now_ns();
	if (asking->until == 0)
		asking->until = now + NANOSECONDS_AT_START;
	return now < asking->until;
}

static void ask_at_start(const struct mpi_operation *op)
{
	struct mpi_asking asking = { 0 };
	while ((!op->settled || op->requests > 0) && !op->combining) /* which a task does */
		if (!kernels_mpi__progress() && !kernels_mpi__ask_on(&asking))
			break;
}

static void run_end(void *ctx) { kernels_mpi__complete(ctx); }

void kernels_mpi__run(struct mpi_operation *op, struct async_queue *queue)
{
	struct mpi_session *session = op->session;
	op->refs += 2; /* this function, and the list */
	op->is_listed = true;
	*session->last = op;
	session->last = &op->next;
	kernels_mpi__take_arrived(op);
	kernels_mpi__fail_gone(op);
	kernels_mpi__update(op);
	ask_at_start(op);
	if (!op->settled || op->requests > 0) {
		if (!kernels_mpi__session_poll(session, queue)) {
			kernels_mpi__operation_stop(op,
				async_error_make(ASYNC_CODE_RESOURCE_EXHAUSTED, "the queue cannot wait for other programs"),
				async_error_make(ASYNC_CODE_RESOURCE_EXHAUSTED, "rank %d cannot wait for other programs", S.rank));
		} else {
			op->polled = true;
			kernels_mpi__poll_begin(session);
		}
	}
	const bool ready = op->settled;
	if (!ready) {
		op->posted = true;
		async_external_begin(&op->external, queue, "mpi", run_end, op);
	}
	kernels_mpi__operation_release(op);
	kernels_mpi__unlock();
	if (ready)
		kernels_mpi__complete(op);
}

/* ---- the end */

/* The first error of a member: all results of a reduction need all members. */
static struct async_error *error_of_result(const struct mpi_operation *op, size_t index)
{
	struct async_error *error = op->failure;
	if (!op->reduction)
		return error ? error : op->errors[index / op->count];
	for (uint32_t m = 0; !error && m < op->member_count; m++)
		error = op->errors[m];
	return error;
}

void kernels_mpi__complete(struct mpi_operation *op)
{
	struct kernels_tensor *tensors = op->reduction ? op->wholes : op->tensors;
	if (op->reduction)
		op->reduction->release(op->reduction->ctx);
	for (size_t i = 0; i < (size_t)op->member_count * op->count; i++) {
		struct async_value *value = op->promised[i];
		if (!value)
			continue;
		op->promised[i] = NULL;
		struct async_error *error = error_of_result(op, i);
		if (error) {
			async_value_fail(value, async_error_retain(error));
		} else {
			struct kernels_tensor tensor = tensors[i];
			tensors[i] = (struct kernels_tensor){ .kind = KERNELS_TENSOR_DENSE };
			async_value_emplace(value, &tensor);
		}
		async_value_release(value);
	}
	pthread_mutex_lock(&S.lock);
	kernels_mpi__operation_release(op);
	kernels_mpi__unlock();
}
