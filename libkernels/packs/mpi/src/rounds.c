/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reductions in `fast` order: members combine values of two at a time, in the rounds of schedule.c. A member begins a round when it has
 * received, combined and sent all of the round before.
 *
 * A member that fails sends its error in its remaining rounds, and so do those that receive it, as in a relay (DESIGN.md). A member that
 * had the values of a failed member before succeeds. */
#include "rounds.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of all inputs up to which whole values are sent. Measured: see bench/RESULTS.md. */
#define DOUBLING_UP_TO ((size_t)32768)

/* ---- begin and end */

static void choose_schedule(struct mpi_operation *op)
{
	struct mpi_rounds *rounds = op->rounds;
	size_t bytes = 0;
	for (uint32_t i = 0; i < op->count; i++)
		bytes += mpi_bytes_of(mpi_input(op, i));
	rounds->schedule = bytes <= DOUBLING_UP_TO ? MPI_SCHEDULE_DOUBLING : MPI_SCHEDULE_HALVING;
	rounds->parts = kernels_mpi__schedule_parts(rounds->schedule, rounds->layout);
	rounds->count = kernels_mpi__schedule_rounds(rounds->schedule, rounds->layout);
}

bool kernels_mpi__rounds_begin(struct mpi_operation *op, bool has_error)
{
	struct mpi_rounds *rounds = calloc(1, sizeof *rounds);
	op->rounds = rounds;
	if (!rounds)
		return false;
	rounds->layout = kernels_mpi__schedule_layout(S.node, op->members, op->member_count);
	rounds->is_unknown = has_error;
	if (!has_error)
		choose_schedule(op);
	op->type = MPI_MESSAGE_ROUND;
	op->missing = 1; /* until the last round has ended */
	op->awaited = 0;
	for (uint32_t m = 0; m < op->member_count; m++)
		op->heard[m] = true;
	return (has_error || kernels_mpi__round_memory(op)) && kernels_mpi__take_turn(op);
}

void kernels_mpi__rounds_finish(struct mpi_operation *op)
{
	struct mpi_rounds *rounds = op->rounds;
	for (uint32_t i = 0; rounds && rounds->came && i < rounds->count; i++)
		free(rounds->came[i]);
	for (uint32_t i = 0; rounds && rounds->received && i < op->count; i++)
		if (rounds->received[i])
			async_free(async_allocator_pooled(), rounds->received[i], rounds->room[i], 64);
	if (rounds) {
		free(rounds->came);
		free(rounds->received);
		free(rounds->room);
	}
	free(rounds);
}

bool kernels_mpi__has_rounds(const struct mpi_operation *op) { return op->rounds && !op->rounds->over; }
bool kernels_mpi__rounds_stopped(const struct mpi_operation *op) { return op->rounds && op->rounds->stopped; }

/* Sends the error in the rounds from `first` on. */
static void tell(const struct mpi_operation *op, enum mpi_schedule schedule, uint32_t first, const struct async_error *error)
{
	struct mpi_header header = { .type = MPI_MESSAGE_ROUND, .session = op->session->number, .channel = op->channel, .id = op->group,
		.ordinal = op->ordinal, .fingerprint = kernels_mpi__lost_member(op) };
	for (uint32_t round = first; round < kernels_mpi__schedule_rounds(schedule, op->rounds->layout); round++) {
		const struct mpi_step step = kernels_mpi__schedule_step(schedule, op->rounds->layout, op->self, round);
		header.target = round;
		if (step.to >= 0)
			kernels_mpi__send_error(op, (uint32_t)step.to, &header, error);
	}
}

void kernels_mpi__rounds_stop(struct mpi_operation *op, const struct async_error *told)
{
	struct mpi_rounds *rounds = op->rounds;
	rounds->over = rounds->stopped = true;
	if (rounds->is_unknown) {
		tell(op, MPI_SCHEDULE_DOUBLING, 0, told);
		tell(op, MPI_SCHEDULE_HALVING, 0, told);
	} else {
		tell(op, rounds->schedule, rounds->at + rounds->sent, told);
	}
	for (uint32_t round = rounds->at; round < rounds->count; round++) {
		struct mpi_header *came = rounds->came[round];
		rounds->came[round] = NULL;
		if (came)
			kernels_mpi__drain(op->members[mpi_step_of(op, round).from], came);
		free(came);
	}
}

/* ---- what arrives */

void kernels_mpi__rounds_came(struct mpi_operation *op)
{
	op->rounds->receiving = false;
	kernels_mpi__rounds_advance(op);
}

void kernels_mpi__tell_differing(uint32_t source, const struct mpi_header *header)
{
	const uint64_t group = kernels_mpi__is_relayed(header) ? header->id : header->group;
	struct {
		struct mpi_header header;
		char text[MPI_PACK_TEXT];
	} message = { .header = { .type = MPI_MESSAGE_ROUND, .session = header->session, .channel = header->channel, .id = group,
			      .ordinal = header->ordinal, .code = ASYNC_CODE_FAILED_PRECONDITION } };
	if (header->code != ASYNC_CODE_OK) /* it has failed already */
		return;
	snprintf(message.text, sizeof message.text, "rank %d takes part with another operation where rank %u has %.*s", S.rank, source,
		MPI_PACK_NAME - 1, header->name);
	message.header.text = (uint32_t)strlen(message.text);
	message.header.size = sizeof message.header + mpi_padded(message.header.text);
	kernels_mpi__send(source, &message, (size_t)message.header.size, NULL);
}

void kernels_mpi__stop_differing(struct mpi_operation *op, uint32_t source, const struct mpi_header *header)
{
	kernels_mpi__drain(source, header);
	kernels_mpi__tell_differing(source, header);
	kernels_mpi__operation_stop(op, kernels_mpi__mismatch(op, source, header), NULL);
}

/* Takes the message of this round, or refuses it. */
static void take(struct mpi_operation *op, const struct mpi_step *step, const struct mpi_header *header)
{
	const uint32_t rank = op->members[step->from];
	op->refs++;
	op->rounds->taken = true;
	if (header->fingerprint != op->fingerprint) {
		kernels_mpi__stop_differing(op, rank, header);
	} else if (!kernels_mpi__round_fits(op, step, header)) {
		kernels_mpi__drain(rank, header);
		kernels_mpi__operation_stop(op, async_error_make(ASYNC_CODE_FAILED_PRECONDITION,
			"rank %u takes part in %s with values of another type or size than this one, rank %d", rank, op->name, S.rank), NULL);
	} else {
		kernels_mpi__take_round(op, step, header);
	}
	kernels_mpi__operation_release(op);
}

void kernels_mpi__rounds_message(struct mpi_operation *op, uint32_t source, const struct mpi_header *header)
{
	struct mpi_rounds *rounds = op->rounds;
	if (kernels_mpi__stop_told(op, header))
		return;
	if (rounds->over) {
		kernels_mpi__drain(source, header);
		return;
	}
	const uint32_t round = header->target;
	const struct mpi_step step = round < rounds->count ? mpi_step_of(op, round) : (struct mpi_step){ .from = -1 };
	if (header->type != MPI_MESSAGE_ROUND || step.from < 0 || op->members[step.from] != source || round < rounds->at || (round == rounds->at && rounds->taken) ||
		rounds->came[round]) {
		kernels_mpi__stop_differing(op, source, header); /* other sizes have another schedule */
		return;
	}
	if (round == rounds->at && rounds->sent && !rounds->advancing) {
		take(op, &step, header);
		return;
	}
	rounds->came[round] = malloc((size_t)header->size);
	if (!rounds->came[round]) {
		kernels_mpi__drain(source, header);
		kernels_mpi__operation_no_memory(op);
		return;
	}
	memcpy(rounds->came[round], header, (size_t)header->size);
}

/* ---- combination */

/* The lock is held. Takes over `error`. */
static void combined(struct mpi_operation *op, struct async_error *error)
{
	op->rounds->has_sums = op->rounds->combined = true;
	if (!error || op->failure) { /* of a failure the others are told */
		async_error_release(error);
		return;
	}
	struct async_error *told = async_error_make(async_error_code(error), "rank %d: %s", S.rank, async_error_message(error));
	kernels_mpi__operation_stop(op, error, told);
}

static void combine(void *ctx)
{
	struct mpi_operation *op = ctx;
	struct async_error *error = kernels_mpi__combine_round(op);
	pthread_mutex_lock(&S.lock);
	op->combining = false; /* until here nothing settles the operation */
	combined(op, error);
	kernels_mpi__rounds_advance(op);
	kernels_mpi__update(op);
	kernels_mpi__operation_release(op);
	kernels_mpi__unlock();
}

/* Small values are combined at once: a task takes longer. */
static void start_combine(struct mpi_operation *op)
{
	if (op->rounds->schedule == MPI_SCHEDULE_DOUBLING) {
		combined(op, kernels_mpi__combine_round(op));
		return;
	}
	op->combining = true;
	op->refs++;
	async_external_begin(&op->work, op->queue, "mpi", combine, op);
	op->next_ready = S.ready;
	S.ready = op;
}

/* ---- rounds */

/* One step of the present round. Returns false if it waits, or if nothing is left to do. */
static bool advance(struct mpi_operation *op)
{
	struct mpi_rounds *rounds = op->rounds;
	const struct mpi_step step = mpi_step_of(op, rounds->at);
	struct mpi_header *came = rounds->came[rounds->at];
	if (!rounds->sent) {
		rounds->sent = true;
		if (step.to >= 0 && !kernels_mpi__send_round(op, &step)) {
			rounds->sent = false;
			kernels_mpi__operation_no_memory(op);
		}
		return true;
	}
	if (step.from >= 0 && !rounds->taken) {
		rounds->came[rounds->at] = NULL;
		if (came)
			take(op, &step, came);
		free(came);
		return came != NULL;
	}
	const bool adds = step.from >= 0 && kernels_mpi__schedule_adds(rounds->schedule, rounds->layout, rounds->at);
	/* values are sent out of the memory where sums go, if they are not in the message */
	if (rounds->receiving || op->combining || (op->requests > 0 && (!adds || rounds->combined || rounds->parts == 1)))
		return false;
	if (adds && !rounds->combined) {
		start_combine(op);
		return !op->combining;
	}
	rounds->has_sums = rounds->has_sums || step.from >= 0; /* a replaced value is the result */
	rounds->sent = rounds->taken = rounds->combined = false;
	rounds->at++;
	return true;
}

void kernels_mpi__rounds_advance(struct mpi_operation *op)
{
	struct mpi_rounds *rounds = op->rounds;
	if (rounds->advancing || rounds->over)
		return;
	op->refs++;
	rounds->advancing = true;
	while (!rounds->over && rounds->at < rounds->count && advance(op))
		;
	rounds->advancing = false;
	if (!rounds->over && rounds->at == rounds->count) {
		rounds->over = true;
		op->missing = 0;
		kernels_mpi__update(op);
	}
	kernels_mpi__operation_release(op);
}

/* ---- members that take part in nothing more */

/* Whether a message of the rank has not come. */
static bool rounds_awaits(const struct mpi_operation *op, uint32_t rank)
{
	const struct mpi_rounds *rounds = op->rounds;
	for (uint32_t round = rounds->at; round < rounds->count; round++) {
		const int32_t from = mpi_step_of(op, round).from;
		if (from >= 0 && op->members[from] == rank && !rounds->came[round] && !(round == rounds->at && rounds->taken))
			return true;
	}
	return false;
}

void kernels_mpi__rounds_fail_gone(struct mpi_operation *op)
{
	const struct mpi_rounds *rounds = op->rounds;
	struct async_error *why = NULL;
	for (uint32_t m = 0; m < op->member_count && !why && !rounds->over; m++) {
		const uint32_t rank = op->members[m];
		const bool is_receiving = rounds->taken && rounds->receiving && mpi_step_of(op, rounds->at).from == (int32_t)m;
		if (m != op->self && op->session->gone[rank] &&
			(S.lost[rank] || (S.silent[rank] && is_receiving) || rounds_awaits(op, rank)))
			why = op->session->gone[rank];
	}
	if (why)
		kernels_mpi__operation_stop(op, async_error_retain(why), NULL);
}

void kernels_mpi__rounds_ask(struct mpi_operation *op)
{
	for (uint32_t m = 0; m < op->member_count && !op->rounds->over; m++)
		if (m != op->self && rounds_awaits(op, op->members[m]))
			kernels_mpi__ask(op->session, op->members[m]);
}
