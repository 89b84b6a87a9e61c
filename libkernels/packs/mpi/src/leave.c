/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ranks that take part in nothing more: of a session (END), or of any (BYE); and the news of ranks that were lost, or left after a loss.
 *
 * Up to MPI_PACK_DIRECT ranks everything is told to all. Beyond, a rank tells its peers: those at distances of powers of two, which relay
 * its messages, and those that it has sent messages of operations to, or had some from. A rank that waits for another one of which it
 * may not be a peer asks it (ASK), and becomes one. So nothing is sent by each rank to each other one, unless the program does so. END
 * takes the way of the messages before it, and so cannot overtake them; news that others pass on could.
 *
 * Programs leave in log2 n rounds (LEAVE), in which each one hears of all: in round k a rank tells the one 2^k behind it. */
#include "engine.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEWS_NANOSECONDS UINT64_C(10000000) /* least time between two messages with news */

static bool is_small(void) { return S.count <= S.direct; }

void kernels_mpi__find_peers(void)
{
	for (int rank = 0; rank < S.count; rank++)
		S.peers[rank] = rank != S.rank && (is_small() || kernels_mpi__is_chord(S.rank, rank));
}

/* ---- the end of a session */

static void send_end(uint32_t rank, uint32_t session, uint32_t code, const char *text)
{
	const size_t size = strnlen(text, MPI_PACK_TEXT);
	_Alignas(8) char message[sizeof(struct mpi_header) + MPI_PACK_TEXT] = { 0 };
	const struct mpi_header header = { .size = sizeof header + mpi_padded(size), .type = MPI_MESSAGE_END, .session = session,
		.text = (uint32_t)mpi_padded(size), .code = code };
	memcpy(message, &header, sizeof header);
	memcpy(message + sizeof header, text, size);
	if (!S.silent[rank] && !S.bye[rank])
		kernels_mpi__send(rank, message, (size_t)header.size, NULL);
}

void kernels_mpi__tell_end(const struct mpi_session *session, const struct async_error *error)
{
	const uint32_t code = error ? (uint32_t)async_error_code(error) : 0;
	const char *text = error ? async_error_message(error) : "";
	if (error) {
		struct mpi_reason *reason = &S.reasons[S.reason_count++ % MPI_PACK_REASONS];
		*reason = (struct mpi_reason){ session->number, code, "" };
		memcpy(reason->text, text, strnlen(text, sizeof reason->text - 1));
	}
	for (int rank = 0; rank < S.count; rank++)
		if (S.peers[rank])
			send_end((uint32_t)rank, session->number, code, text);
}

/* A session that has begun here and takes part in nothing more. */
static void answer_end(uint32_t rank, uint32_t session)
{
	const uint32_t count = S.reason_count < MPI_PACK_REASONS ? S.reason_count : MPI_PACK_REASONS;
	for (uint32_t i = 0; i < count; i++)
		if (S.reasons[i].session == session) {
			send_end(rank, session, S.reasons[i].code, S.reasons[i].text);
			return;
		}
	send_end(rank, session, 0, "");
}

void kernels_mpi__answer(uint32_t rank, uint32_t number)
{
	const struct mpi_session *session = kernels_mpi__session_find(number);
	S.peers[rank] = true;
	if (S.leaving)
		kernels_mpi__send(rank, &(struct mpi_header){ .size = sizeof(struct mpi_header), .type = MPI_MESSAGE_BYE },
			sizeof(struct mpi_header), NULL);
	else if (session ? session->cancelled != NULL : number < S.next_session)
		answer_end(rank, number);
	/* else it is told at the end, as a peer */
}

void kernels_mpi__ask(struct mpi_session *session, uint32_t rank)
{
	const struct mpi_header header = { .size = sizeof header, .type = MPI_MESSAGE_ASK, .session = session->number };
	if ((int)rank == S.rank || session->asked[rank] || session->gone[rank] || S.silent[rank] ||
		kernels_mpi__is_chord(S.rank, (int)rank))
		return; /* a chord tells by itself */
	session->asked[rank] = true;
	kernels_mpi__send(rank, &header, sizeof header, NULL);
}

/* Asks the ranks that an operation waits for. */
static void ask_members(struct mpi_operation *op)
{
	if (kernels_mpi__is_relaying(op)) {
		kernels_mpi__relay_ask(op);
		return;
	}
	if (kernels_mpi__has_rounds(op)) {
		kernels_mpi__rounds_ask(op);
		return;
	}
	for (int rank = 0; op->any && op->awaited > 0 && rank < S.count; rank++)
		kernels_mpi__ask(op->session, (uint32_t)rank);
	for (uint32_t m = 0; !op->any && m < op->member_count; m++)
		if (!op->heard[m])
			kernels_mpi__ask(op->session, op->members[m]);
}

void kernels_mpi__ask_awaited(void)
{
	const uint32_t lost = S.lost_count;
	for (struct mpi_session *session = S.sessions; session && !is_small(); session = session->next)
		for (struct mpi_operation *op = session->first; op; op = op->next) {
			op->refs++;
			if (op->is_old && !op->settled)
				ask_members(op);
			op->is_old = true;
			kernels_mpi__operation_release(op);
			if (S.lost_count != lost)
				return; /* a message could not be sent, and the lists have changed; the next check goes on */
		}
}

/* ---- news: ranks that were lost, or have left after a loss */

void kernels_mpi__news(uint32_t rank, bool was_lost)
{
	if (S.count > S.mesh) /* else each rank sees it */
		S.fresh[S.fresh_count++] = rank << 1 | was_lost; /* once each: there is room */
}

void kernels_mpi__tell_news(bool all)
{
	const uint64_t now = S.fresh_count > 0 ? async_now_ns() : 0;
	if (S.fresh_count == 0 || (!all && now < S.news_due))
		return;
	const size_t bytes = S.fresh_count * sizeof *S.fresh;
	const struct mpi_header header = { .size = sizeof header + mpi_padded(bytes), .type = MPI_MESSAGE_LOST, .count = S.fresh_count,
		.text = (uint32_t)mpi_padded(bytes) };
	char *message = calloc(1, (size_t)header.size);
	if (!message)
		return; /* the next check tries again */
	memcpy(message, &header, sizeof header);
	memcpy(message + sizeof header, S.fresh, bytes);
	S.fresh_count = 0;
	S.news_due = now + NEWS_NANOSECONDS;
	for (int rank = 0; rank < S.count; rank++)
		if (rank != S.rank && !S.left[rank] && kernels_mpi__is_watched(S.rank, rank))
			kernels_mpi__send((uint32_t)rank, message, (size_t)header.size, NULL);
	free(message);
}

void kernels_mpi__take_news(const struct mpi_header *header)
{
	for (uint32_t i = 0; i < header->count && i < header->text / sizeof(uint32_t); i++) {
		uint32_t record;
		memcpy(&record, (const char *)(header + 1) + i * sizeof record, sizeof record);
		if (record >> 1 >= (uint32_t)S.count || (int)(record >> 1) == S.rank)
			continue;
		if (record & 1)
			kernels_mpi__lost(record >> 1);
		else
			kernels_mpi__left(record >> 1);
	}
}

/* ---- the end of the program */

void kernels_mpi__tell_bye(void)
{
	const struct mpi_header bye = { .size = sizeof bye, .type = MPI_MESSAGE_BYE };
	for (int rank = 0; rank < S.count; rank++)
		if (S.peers[rank] && !S.silent[rank])
			kernels_mpi__send((uint32_t)rank, &bye, sizeof bye, NULL);
}

void kernels_mpi__leave_heard(const struct mpi_header *header)
{
	S.leave_heard |= header->count < 32 ? UINT32_C(1) << header->count : 0;
}

/* A rank begins when its contents have been received, and ends when all others have begun: then nobody waits for it. */
static bool have_rounds_ended(void)
{
	uint32_t rounds = 0;
	while ((UINT64_C(1) << rounds) < (uint64_t)S.count)
		rounds++;
	while (S.leave_sent < rounds && (S.leave_sent == 0 ? kernels_mpi__is_idle() : (S.leave_heard >> (S.leave_sent - 1) & 1) != 0)) {
		const struct mpi_header header = { .size = sizeof header, .type = MPI_MESSAGE_LEAVE, .count = S.leave_sent };
		const uint32_t to = (uint32_t)(((uint64_t)S.rank + (UINT64_C(1) << S.leave_sent)) % (uint64_t)S.count);
		S.leave_sent++;
		kernels_mpi__send(to, &header, sizeof header, NULL);
	}
	return S.leave_sent == rounds && (rounds == 0 || (S.leave_heard >> (rounds - 1) & 1) != 0);
}

bool kernels_mpi__have_all_left(void)
{
	bool all = true;
	if (!is_small() && S.lost_count == 0)
		return have_rounds_ended();
	for (int rank = 0; rank < S.count; rank++)
		all = all && (rank == S.rank || S.bye[rank] || S.lost[rank]);
	return all;
}
