/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sessions: the processes of requests. Ranks that leave them. Polling. */
#include "engine.h"
#include <stdlib.h>
#include <string.h>

/* Time between two looks at the connections to other ranks. It is time and not a number of polls, because a loaded machine has fewer of
 * them: naps of a millisecond take ten. */
#define CHECK_NANOSECONDS UINT64_C(10000000)
/* Polls of a queue that is not resting between two looks at the clock: some microseconds. */
enum { ACTIVE_POLLS_PER_LOOK = 64 };

/* For this time after the last message a queue is told that something happens, and does not rest: MPI moves large contents in parts,
 * only while it is called, and does not say that it has moved one; and the next message is likely to be near. */
enum { ACTIVE_NANOSECONDS = 200000, QUIET_PER_LOOK = 16 };

/* The clock is read in every 16th poll only: that takes half as long as a poll. */
static bool is_active(bool any)
{
	if (any) {
		S.active = true;
		S.quiet = 0;
	} else if (S.active && ++S.quiet % QUIET_PER_LOOK == 0) {
		const uint64_t now = async_now_ns();
		if (S.quiet == QUIET_PER_LOOK)
			S.active_until = now + ACTIVE_NANOSECONDS;
		S.active = now < S.active_until;
	}
	return S.active;
}

struct mpi_session *kernels_mpi__session_find(uint32_t number)
{
	struct mpi_session *session = S.sessions;
	while (session && session->number != number)
		session = session->next;
	return session;
}

void kernels_mpi__session_release(struct mpi_session *session)
{
	if (--session->refs > 0)
		return;
	for (int rank = 0; rank < S.count; rank++)
		async_error_release(session->gone[rank]);
	async_error_release(session->cancelled);
	free(session->gone);
	free(session->asked);
	free(session->turns);
	free(session);
}

/* ---- polling */

static void poller_finish(void *ctx)
{
	struct mpi_session *session = ctx;
	async_poller_remove(&session->poller);
	pthread_mutex_lock(&S.lock);
	kernels_mpi__session_release(session);
	kernels_mpi__unlock();
}

bool kernels_mpi__session_poll(struct mpi_session *session, struct async_queue *queue)
{
	if (session->queue || !queue)
		return session->queue == queue && queue;
	session->poller = (struct async_poller){ .poll = kernels_mpi__poll };
	if (async_poller_add(&session->poller, queue) != ASYNC_OK)
		return false;
	session->queue = queue;
	return true;
}

void kernels_mpi__poll_begin(struct mpi_session *session)
{
	session->polled++;
	async_poller_begin(&session->poller);
}

/* The queue may be destroyed after the last end(), unless a task is to come that removes the poller. */
void kernels_mpi__poll_end(struct mpi_session *session)
{
	if (--session->polled == 0 && session->ended) {
		session->refs++;
		async_external_begin(&session->external, session->queue, "mpi", poller_finish, session);
		session->next_finished = S.finished_sessions;
		S.finished_sessions = session;
	}
	async_poller_end(&session->poller);
}

bool kernels_mpi__poll(void *ctx)
{
	(void)ctx;
	if (pthread_mutex_trylock(&S.lock) != 0)
		return false; /* another thread asks */
	const bool any = kernels_mpi__progress();
	const uint64_t now = !S.active || ++S.polls % ACTIVE_POLLS_PER_LOOK == 0 ? async_now_ns() : 0;
	if (now >= S.check_due && now > 0) {
		kernels_mpi__liveness_check();
		kernels_mpi__ask_awaited();
		kernels_mpi__receive_early();
		S.check_due = now + CHECK_NANOSECONDS;
	}
	const bool finished = S.finished || S.ready || S.finished_sessions || is_active(any);
	kernels_mpi__unlock();
	return any || finished;
}

void kernels_mpi__hand_over(void)
{
	struct mpi_operation *op = S.finished;
	struct mpi_session *session = S.finished_sessions;
	struct mpi_operation *ready = S.ready;
	S.finished = S.ready = NULL;
	S.finished_sessions = NULL;
	pthread_mutex_unlock(&S.lock);
	while (ready) {
		struct mpi_operation *next = ready->next_ready;
		async_external_complete(&ready->work); /* may free it */
		ready = next;
	}
	while (op) {
		struct mpi_operation *next = op->next_finished;
		async_external_complete(&op->external); /* frees it */
		op = next;
	}
	while (session) {
		struct mpi_session *next = session->next_finished;
		async_external_complete(&session->external);
		session = next;
	}
}

/* ---- ranks that leave */

/* A rank takes part in nothing more of a session (NULL: of any). Takes over `error`. */
static void note_gone(struct mpi_session *session, uint32_t rank, struct async_error *error)
{
	if (!session) {
		for (session = S.sessions; session; session = session->next)
			note_gone(session, rank, async_error_retain(error));
		async_error_release(error);
		return;
	}
	if (session->gone[rank]) {
		async_error_release(error);
		return;
	}
	session->gone[rank] = error;
	for (struct mpi_operation *op = session->first, *next; op; op = next) {
		next = op->next; /* only `op` leaves the list */
		kernels_mpi__fail_gone(op);
	}
}

static struct async_error *error_of_loss(uint32_t rank)
{
	return async_error_make(ASYNC_CODE_UNAVAILABLE, "rank %u was lost", rank);
}

/* That the time of a rank is up is no fault of that rank: another one may have kept it waiting. */
struct async_error *kernels_mpi__error_of_deadline(void)
{
	return async_error_make(ASYNC_CODE_DEADLINE_EXCEEDED, "the time of another rank is up");
}

static struct async_error *error_of_end(uint32_t rank, const struct mpi_header *header)
{
	if (header->code == ASYNC_CODE_OK || header->code > ASYNC_CODE_UNAUTHENTICATED)
		return async_error_make(
			ASYNC_CODE_ABORTED, "rank %u has ended without taking part in this operation", rank);
	if (header->code == ASYNC_CODE_DEADLINE_EXCEEDED)
		return kernels_mpi__error_of_deadline();
	return async_error_make((enum async_code)header->code, "rank %u was cancelled: %.*s", rank,
		(int)strnlen((const char *)(header + 1), header->text), (const char *)(header + 1));
}

/* After a loss a rank may have left without waiting for all messages. */
static void forsake(uint32_t rank)
{
	if (S.silent[rank])
		return;
	S.silent[rank] = S.bye[rank] = true;
	kernels_mpi__news(rank, false);
	kernels_mpi__abandon(rank);
	note_gone(NULL, rank, error_of_end(rank, &(struct mpi_header){ .code = 0 }));
	for (struct mpi_session *session = S.sessions; session; session = session->next)
		for (struct mpi_operation *op = session->first, *next; op; op = next) {
			next = op->next; /* that waits for contents, although it had BYE before */
			kernels_mpi__fail_gone(op);
		}
}

void kernels_mpi__left(uint32_t rank)
{
	S.left[rank] = true;
	if (S.lost_count > 0)
		forsake(rank);
}

/* A rank that has said BYE can be lost too, until it has closed its connection: it still receives messages. */
void kernels_mpi__lost(uint32_t rank)
{
	if (S.lost[rank] || S.left[rank])
		return;
	S.lost[rank] = S.silent[rank] = true;
	S.first_lost = S.lost_count++ == 0 ? rank : S.first_lost;
	kernels_mpi__news(rank, true);
	kernels_mpi__abandon(rank);
	/* a rank that left because of this loss may have been noticed first */
	for (int other = 0; S.lost_count == 1 && other < S.count; other++)
		if (S.left[other])
			forsake((uint32_t)other);
	note_gone(NULL, rank, error_of_loss(rank));
}

struct async_error *kernels_mpi__error_of_cancel(const struct async_error *error)
{
	return async_error_code(error) == ASYNC_CODE_DEADLINE_EXCEEDED
		       ? kernels_mpi__error_of_deadline()
		       : async_error_make(async_error_code(error), "rank %d was cancelled: %s", S.rank, async_error_message(error));
}

/* Keeps a message for a session or an operation that has not started here. */
static void keep(uint32_t source, const struct mpi_header *header)
{
	struct mpi_arrived *arrived = malloc(sizeof *arrived + (size_t)header->size);
	if (!arrived) {
		kernels_mpi__lost(source); /* what it has sent is lost */
		return;
	}
	*arrived = (struct mpi_arrived){ .source = source, .size = (size_t)header->size };
	memcpy(arrived->bytes, header, (size_t)header->size);
	*S.last_arrived = arrived;
	S.last_arrived = &arrived->next;
}

void kernels_mpi__message(uint32_t source, const struct mpi_header *header)
{
	struct mpi_session *session = kernels_mpi__session_find(header->session);
	const bool is_future = !session && header->session >= S.next_session && !S.leaving;
	uint32_t member;
	kernels_mpi__meet(source, header->type);
	switch (header->type) {
	case MPI_MESSAGE_BYE:
		note_gone(NULL, source, error_of_end(source, header));
		S.bye[source] = true;
		return;
	case MPI_MESSAGE_LOST:
		kernels_mpi__take_news(header);
		return;
	case MPI_MESSAGE_ASK:
		kernels_mpi__answer(source, header->session);
		return;
	case MPI_MESSAGE_LEAVE:
		kernels_mpi__leave_heard(header);
		return;
	case MPI_MESSAGE_END:
		if (session)
			note_gone(session, source, error_of_end(source, header));
		else if (is_future)
			keep(source, header);
		return;
	case MPI_MESSAGE_RELAY:
	case MPI_MESSAGE_CONTENT:
	case MPI_MESSAGE_ROUND: {
		struct mpi_operation *op = session ? kernels_mpi__operation_of_group(session, header) : NULL;
		if (op) {
			kernels_mpi__group_message(op, source, header);
		} else if (is_future || (session && !kernels_mpi__has_begun(session, header->channel, header->id, header->ordinal))) {
			if (session)
				kernels_mpi__refuse_group(session, source, header);
			keep(source, header);
		} else {
			kernels_mpi__drain(source, header);
		}
		return;
	}
	case MPI_MESSAGE_EXCHANGE:
	case MPI_MESSAGE_RESULT:
	case MPI_MESSAGE_TRANSFER: {
		const bool waits = kernels_mpi__is_behind_early(source, header);
		struct mpi_operation *op =
			session && !waits ? kernels_mpi__operation_for(session, source, header, &member) : NULL;
		if (op)
			kernels_mpi__deliver(op, member, header);
		else if (session && kernels_mpi__refuse_exchange(session, source, header))
			return;
		else if (is_future || (session && !session->cancelled))
			keep(source, header);
		else
			kernels_mpi__drain(source, header);
		return;
	}
	default:
		kernels_mpi__lost(source); /* another version */
	}
}

/* ---- the beginning and the end of a session */

/* Ranks that have left the session, or the job, before it began here. */
static void find_gone(struct mpi_session *session)
{
	for (int rank = 0; rank < S.count; rank++)
		if (S.lost[rank] || S.bye[rank])
			session->gone[rank] = S.lost[rank]
						      ? error_of_loss((uint32_t)rank)
						      : error_of_end((uint32_t)rank, &(struct mpi_header){ .code = 0 });
	for (struct mpi_arrived *at = S.arrived; at; at = at->next) {
		const struct mpi_header *header = mpi_header_of(at);
		if (header->type == MPI_MESSAGE_END && header->session == session->number && !session->gone[at->source])
			session->gone[at->source] = error_of_end(at->source, header);
	}
}

void kernels_mpi__drop_arrived(const struct mpi_session *session)
{
	for (struct mpi_arrived **at = &S.arrived; *at;) {
		struct mpi_arrived *arrived = *at;
		const struct mpi_header *header = mpi_header_of(arrived);
		if (session && header->session != session->number) {
			at = &arrived->next;
			continue;
		}
		*at = arrived->next;
		if (!*at)
			S.last_arrived = at;
		arrived->dropped = true;
		if (arrived->coming > 0)
			continue; /* MPI writes to it */
		if (header->type != MPI_MESSAGE_END)
			kernels_mpi__drain(arrived->source, header);
		kernels_mpi__early_free(arrived);
	}
}

static struct mpi_session *session_create(void)
{
	struct mpi_session *session = calloc(1, sizeof *session);
	struct async_error **gone = calloc((size_t)S.count, sizeof *gone);
	bool *asked = calloc((size_t)S.count, sizeof *asked);
	if (!session || !gone || !asked) {
		free(session);
		free(gone);
		free(asked);
		return NULL;
	}
	session->asked = asked;
	session->number = S.next_session++;
	session->refs = 1;
	session->gone = gone;
	session->last = &session->first;
	session->next = S.sessions;
	S.sessions = session;
	find_gone(session);
	return session;
}

bool kernels_mpi__join(uint32_t replicas, uint32_t partitions, struct kernels_process *out, char *message, size_t size)
{
	pthread_mutex_lock(&S.lock);
	bool good = kernels_mpi__start(message, size);
	if (good && replicas == 0 && partitions == 0) {
		replicas = (uint32_t)S.count;
		partitions = 1;
	}
	if (good && (uint64_t)replicas * partitions != (uint64_t)S.count) {
		snprintf(message, size, "%u replicas of %u partitions need %llu programs, and %d were started", replicas,
			partitions, (unsigned long long)replicas * partitions, S.count);
		good = false;
	}
	struct mpi_session *session = good ? session_create() : NULL;
	if (good && !session)
		snprintf(message, size, "out of memory");
	if (session)
		*out = (struct kernels_process){ sizeof *out, (uint32_t)S.rank / partitions, (uint32_t)S.rank % partitions,
			replicas, partitions, S.fast ? &kernels_mpi__fast_engine : &kernels_mpi__engine, session };
	kernels_mpi__unlock();
	return session != NULL;
}

void kernels_mpi__cancelled(void *ctx, const struct kernels_process *process, struct async_error *error)
{
	struct mpi_session *session = ctx;
	(void)process;
	pthread_mutex_lock(&S.lock);
	if (!session->cancelled) {
		session->cancelled = async_error_retain(error);
		kernels_mpi__tell_end(session, error);
		for (struct mpi_operation *op = session->first, *next; op; op = next) {
			next = op->next;
			kernels_mpi__operation_stop(op, async_error_retain(error), kernels_mpi__error_of_cancel(error));
		}
		kernels_mpi__drop_arrived(session); /* others wait for contents to be received, perhaps this rank for theirs */
	}
	kernels_mpi__unlock();
}

void kernels_mpi__ended(void *ctx, const struct kernels_process *process)
{
	struct mpi_session *session = ctx;
	(void)process;
	pthread_mutex_lock(&S.lock);
	if (!session->cancelled)
		kernels_mpi__tell_end(session, NULL);
	struct mpi_session **at = &S.sessions;
	while (*at != session)
		at = &(*at)->next;
	*at = session->next;
	struct async_error *error =
		async_error_make(ASYNC_CODE_ABORTED, "the request of this operation has ended");
	for (struct mpi_operation *op = session->first, *next; op; op = next) {
		next = op->next;
		op->refs++;
		kernels_mpi__operation_stop(op, async_error_retain(error), error_of_end((uint32_t)S.rank, &(struct mpi_header){ .code = 0 }));
		kernels_mpi__operation_unlist(op);
		kernels_mpi__operation_release(op);
	}
	async_error_release(error);
	kernels_mpi__drop_arrived(session);
	kernels_mpi__drop_spare();
	session->ended = true;
	const bool remove = session->queue && session->polled == 0;
	if (remove)
		session->refs++;
	kernels_mpi__session_release(session);
	kernels_mpi__unlock();
	if (remove)
		poller_finish(session);
}
