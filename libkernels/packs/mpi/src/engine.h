/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The engine between programs that mpirun has started. DESIGN.md explains protocol, order and failures.
 *
 * One lock guards everything here and every call of MPI (MPI_THREAD_SERIALIZED). Functions that end with "the lock is held"
 * need it. No value is completed, and no function of a queue that may run tasks is called, while it is held. */
#ifndef KERNELS_MPI_ENGINE_H
#define KERNELS_MPI_ENGINE_H

#include <async/async.h>
#include <async/external.h>
#include <kernels/kernels.h>
#include <kernels/process.h>
#include <kernels/tensor.h>
#include <mpi.h>
#include <pthread.h>

enum {
	MPI_PACK_EAGER = 4000,   /* bytes of a message; larger contents follow it. Below the eager limits of Open MPI's transports */
	MPI_PACK_RECEIVES = 16,  /* messages that MPI can store without copying them once more */
	MPI_PACK_TEXT = 200,     /* bytes of an error's message that are sent */
	MPI_PACK_NAME = 24,      /* bytes of an operation's name, with NUL */
	MPI_PACK_MESH = 32,      /* ranks up to which each one watches all others */
	MPI_PACK_REASONS = 16,   /* cancelled requests whose reasons are kept */
	MPI_PACK_DIRECT = 16,    /* members up to which messages go from each to each; beyond, they are relayed (relay.c) */
	MPI_PACK_SHORT = MPI_PACK_EAGER, /* bytes of a message in short form (short.c) */
	MPI_PACK_FEW = 4,        /* values of such a message */
	MPI_PACK_TINY = 9,       /* bytes of the value of a message in tiny form (short.c) */
	MPI_PACK_TINY_RANK = 4,  /* its dimensions */
	MPI_PACK_FORMS = 8,      /* messages of each rank that later ones in tiny form refer to */
	MPI_PACK_BLOCK = 2048,   /* bytes of a small operation, whose block is used again */
	MPI_PACK_BLOCKS = 64     /* such blocks that are kept */
};

enum mpi_message {
	MPI_MESSAGE_EXCHANGE = 1,
	MPI_MESSAGE_TRANSFER = 2,
	MPI_MESSAGE_END = 3, /* the sender takes part in nothing more of the session; with a code: because it was cancelled */
	MPI_MESSAGE_BYE = 4, /* nor of any session */
	MPI_MESSAGE_LOST = 5, /* news: `count` numbers of 32 bits, rank << 1 | 1: it was lost, | 0: it has left after a loss */
	MPI_MESSAGE_RESULT = 6, /* of a reduction: the part that the sender has combined */
	MPI_MESSAGE_RELAY = 7, /* messages of several members of a large group */
	MPI_MESSAGE_CONTENT = 8, /* the values of a member of a large group, if its message has only their types */
	MPI_MESSAGE_ASK = 9,    /* the sender waits for this rank in the session, and wants to know of its end */
	MPI_MESSAGE_LEAVE = 10, /* round `count` of leaving: see leave.c */
	MPI_MESSAGE_ROUND = 11  /* of a reduction in `fast` order: values, see rounds.c */
};

/* The beginning of each message, followed by a text, a struct mpi_piece for each value, and their contents if `is_inline`. All
 * programs of a job have one byte order and one version of this pack, which start.c checks. */
struct mpi_header {
	uint64_t size; /* of the message; one above MPI_PACK_EAGER comes in fragments, of which only the first has a header */
	uint32_t type, session;
	int64_t channel;
	uint64_t fingerprint;
	uint64_t id; /* of a message that begins an operation: its number at the sender; of a RESULT: see mpi_operation.id; of RELAY and
	              * CONTENT: see mpi_operation.group */
	uint32_t code, count, text;
	uint32_t target; /* the rank that gets the contents; MPI_PACK_ALL: all; the sender itself: none; of RELAY: phase << 8 | round; of
	                  * ROUND: the round */
	uint16_t tag; /* of the first content that is not inline; each value takes the next one */
	uint16_t is_inline;
	uint32_t ordinal; /* of RELAY, CONTENT and ROUND, in `fast` order also of EXCHANGE: see mpi_operation.ordinal */
	uint64_t group;   /* of an EXCHANGE in `fast` order: see mpi_operation.group */
	char name[MPI_PACK_NAME];
};
struct mpi_piece {
	uint32_t dtype, rank;
	uint64_t bytes;
	int64_t dims[KERNELS_MAX_RANK]; /* all are sent */
};

struct mpi_operation;
struct mpi_relay; /* relay.c */
struct mpi_rounds; /* rounds.c */
struct mpi_session;
#include "direct.h"

/* How long a start has asked. */
struct mpi_asking {
	unsigned asks;
	uint64_t until;
};

/* A block of an operation that is not used. */
struct mpi_block {
	struct mpi_block *next;
};

#define MPI_PACK_ALL UINT32_MAX
#define MPI_PACK_LATE (UINT32_MAX - 1) /* why a rank has ended the start: its time was up */
#define MPI_PACK_BUNDLE UINT32_C(0x80000000)
#define MPI_PACK_LARGEST ((size_t)1 << 30) /* bytes of one message of MPI, whose counts are int */

/* What contents the members of an exchange send. */
enum mpi_course {
	MPI_COURSE_GATHER,  /* the same to all others */
	MPI_COURSE_SCATTER, /* values of its own to each, to one, or to none */
	MPI_COURSE_REDUCE,  /* part m of its values to member m, which combines these parts; then it sends the result to all (reduction.c) */
	MPI_COURSE_ROUNDS   /* rounds of messages between two members (rounds.c) */
};

/* A message that has come before its operation has started. */
struct mpi_arrived {
	struct mpi_arrived *next;
	uint32_t source;
	uint32_t age;    /* checks of the connections that have seen it wait */
	uint32_t coming; /* contents that are being received behind it (early.c) */
	bool dropped;    /* its session has ended; it is freed when they are there */
	size_t size, early; /* early: bytes of these contents */
	_Alignas(8) char bytes[];
};

/* How many operations of a large group have begun on a channel. */
struct mpi_turn {
	int64_t channel;
	uint64_t group;
	uint32_t next; /* 0: the entry is free */
};

/* Why a request took part in nothing more. */
struct mpi_reason {
	uint32_t session, code;
	char text[MPI_PACK_TEXT];
};

/* The process of one request. */
struct mpi_session {
	struct mpi_session *next;
	uint32_t number;
	uint32_t refs;   /* the request, operations, the task that removes the poller */
	uint32_t polled; /* operations that hold the poller */
	bool ended;            /* the request has ended */
	struct async_error *cancelled;
	struct async_error **gone; /* per rank: why it takes part in nothing more; NULL: it may */
	bool *asked;               /* per rank */
	struct mpi_operation *first, **last; /* that wait for messages */
	struct async_poller poller;
	struct async_external external; /* removes the poller */
	struct mpi_session *next_finished;
	struct async_queue *queue;      /* of the poller; NULL before the first operation */
	struct mpi_turn *turns;         /* a table of turn_room entries, a power of two */
	uint32_t turn_count, turn_room;
};

/* An exchange, or one side of a transfer. */
struct mpi_operation {
	struct mpi_operation *next; /* in the session */
	struct mpi_operation *next_finished;
	struct mpi_session *session;
	struct async_external external;
	uint32_t refs;             /* values, requests of MPI, waiting for messages */
	enum mpi_message type;
	int64_t channel;
	uint64_t fingerprint;
	const char *name;
	uint32_t member_count, self, count; /* count: values of each member */
	uint32_t missing;  /* members whose values are not there */
	uint32_t awaited;  /* members whose message has not come */
	uint32_t requests; /* of MPI */
	bool polled;  /* holds the poller */
	bool posted;  /* `external` has begun */
	bool settled; /* values are complete, or about to be */
	bool is_small;     /* in a block of MPI_PACK_BLOCK bytes, with its arrays */
	bool any;          /* of a receive: from any rank; members[0] is set when the message has come */
	bool is_listed;
	bool is_old;       /* a check of the connections has seen it */
	struct async_error *failure; /* of the operation as a whole: a lost rank */
	uint32_t *members;
	bool *heard;                   /* per member: its message has come, or never will */
	uint32_t *left;                /* per member: contents that have not come; 1 more while its message is read */
	struct async_value **promised; /* member_count * count; NULL: completed, or nobody waits */
	struct kernels_tensor *tensors; /* of promised[]: until all is there */
	struct async_error **errors;   /* per member */
	struct async_value **inputs;   /* count, retained while they are sent */
	char *message;                 /* while it is sent */
	size_t message_size, input_count;
	enum mpi_course course;
	/* Of a large group, whose messages are relayed; in `fast` order: of all operations. Members find an operation by these two numbers. */
	struct mpi_relay *relay;
	struct mpi_rounds *rounds; /* of a reduction in `fast` order */
	uint64_t group;   /* a hash of the members */
	uint32_t ordinal; /* among the operations of the group and the channel, from 1 on */
	/* Of a reduction. */
	struct mpi_operation *next_ready;
	struct async_queue *queue;
	struct async_external work;       /* combines */
	const struct kernels_reduction *reduction; /* a copy, owned */
	struct kernels_tensor *wholes;    /* count: the results */
	uint64_t id;                      /* rank and number of this operation at the first member: equal in all */
	char *second;                     /* the message with the result */
	bool combining, combined, is_short; /* is_short: the values of a member were not taken */
};

struct mpi_stream; /* stream.c */

/* A request of MPI. */
struct mpi_tracked {
	struct mpi_operation *operation; /* NULL: contents that nobody wants, in `block` */
	uint32_t rank;
	struct mpi_stream *stream; /* NULL; or the request moves a segment of it */
	uint32_t member;  /* of a receive; UINT32_MAX: a send; MPI_PACK_BUNDLE | place: messages of a round of a relay */
	void *block;      /* freed at the end, except messages of a round */
};

struct mpi_state {
	pthread_mutex_t lock;
	bool started, failed, late, initialized_here, leaving;
	uint64_t start_until; /* async_now_ns() at which the start has failed */
	uint64_t deadline;    /* of all waits; 0: none */
	bool deserted;        /* others had not left by then */
	char failure[200];
	MPI_Comm comm, data;
	bool fast;            /* reductions may combine in any order */
	int rank, count, tags, mesh, direct; /* mesh, direct: as MPI_PACK_MESH and MPI_PACK_DIRECT */
	int local;            /* ranks that are taken for those of one node; 0: the nodes are the machines */
	uint64_t *node;       /* per rank: equal for ranks of one node */
	uint32_t next_session;
	uint16_t next_tag;
	struct mpi_session *sessions;
	struct mpi_arrived *arrived, **last_arrived;
	size_t early; /* bytes of contents that were received early */
	struct mpi_operation *finished; /* whose external must be completed when the lock is free */
	struct mpi_session *finished_sessions;
	struct mpi_operation *ready; /* whose work must be completed when the lock is free */
	uint64_t next_id;
	MPI_Request receives[MPI_PACK_RECEIVES];
	char *buffers; /* MPI_PACK_RECEIVES of MPI_PACK_EAGER bytes */
	unsigned oldest;
	unsigned unposted; /* receives before `oldest` that have ended, and are to be posted again */
	struct mpi_wanted *wanted; /* the next message, unless another one comes before it */
	struct mpi_spare spare;
	void *wire; /* a message in short or tiny form while it is made */
	struct mpi_form **forms;  /* per rank: MPI_PACK_FORMS messages that were sent to it; NULL: none */
	struct mpi_known **known; /* per rank: MPI_PACK_FORMS messages that came from it; NULL: none */
	struct mpi_block *blocks;
	unsigned block_count;
	MPI_Request *requests;
	struct mpi_tracked *tracked;
	int *indices;
	uint32_t request_count, request_room;
	char **partial;      /* per rank: a message whose fragments are coming */
	size_t *partial_size, *partial_have;
	bool *lost, *bye;    /* per rank */
	bool *left;          /* per rank: it has closed its connection, in order */
	bool *silent;        /* per rank: lost, or left after a loss: nothing goes to it or comes from it any more */
	bool *peers;         /* per rank: it is told of ends; see leave.c */
	uint32_t lost_count, first_lost, abandoned;
	unsigned polls;
	bool active;           /* messages are likely to come */
	unsigned quiet;        /* polls since the last one that found something */
	uint32_t *fresh, fresh_count; /* news to pass on, as in LOST */
	uint32_t leave_sent, leave_heard; /* rounds; bits */
	struct mpi_reason reasons[MPI_PACK_REASONS];
	uint32_t reason_count;
	uint64_t check_due, news_due; /* when connections are looked at, when news are told */
	uint64_t active_until; /* contents are likely to move until then */
};
extern struct mpi_state kernels_mpi__state;
#define S kernels_mpi__state

extern const struct kernels_engine kernels_mpi__engine, kernels_mpi__fast_engine;

/* ---- pack.c */
/* Rank and number of ranks, as far as they are known. */
void kernels_mpi__place(uint32_t *out_rank, uint32_t *out_count);

/* ---- start.c */
/* Connects the programs at the first call. The lock is held. */
bool kernels_mpi__start(char *message, size_t size);
/* Waits for a collective of the start. False, and sets `late`, if a rank does not take part in time. */
bool kernels_mpi__await(MPI_Request *request);
/* Whether a rank was lost while the job starts, or does not take part in time; sets `late`. */
bool kernels_mpi__start_lost(void);
/* Leaves the job: waits for the others, unless one was lost. */
bool kernels_mpi__leave(char *message, size_t size);
extern const char kernels_mpi__late[];

/* ---- presence.c; the lock is held */
/* This program takes part in a job as the rank. */
void kernels_mpi__presence_begin(uint32_t rank);
/* All have started. */
void kernels_mpi__presence_started(void);
/* Gives up because of a rank (MPI_PACK_ALL: of another reason), or leaves. */
void kernels_mpi__presence_end(uint32_t lost);
/* Whether a rank has ended. */
bool kernels_mpi__presence_lost(uint32_t *out);
/* Before and after MPI_Init_thread(). S.rank, S.count and S.mesh are set. */
void kernels_mpi__presence_watch(void);
void kernels_mpi__presence_watched(void);

/* ---- session.c */
bool kernels_mpi__join(uint32_t replicas, uint32_t partitions, struct kernels_process *out, char *message, size_t size);
void kernels_mpi__cancelled(void *ctx, const struct kernels_process *process, struct async_error *error);
void kernels_mpi__ended(void *ctx, const struct kernels_process *process);
bool kernels_mpi__poll(void *ctx);
/* The others need the lock. */
struct mpi_session *kernels_mpi__session_find(uint32_t number);
void kernels_mpi__session_release(struct mpi_session *session);
/* Makes a poller on this queue. False if it cannot be made, or if there is one on another queue. */
bool kernels_mpi__session_poll(struct mpi_session *session, struct async_queue *queue);
/* An operation has begun to hold the poller, or ends that. */
void kernels_mpi__poll_begin(struct mpi_session *session);
void kernels_mpi__poll_end(struct mpi_session *session);
/* A rank is lost: tells the others, and fails what waits for it. */
void kernels_mpi__lost(uint32_t rank);
/* A rank has closed its connection in order. */
void kernels_mpi__left(uint32_t rank);
/* What other members are told. */
struct async_error *kernels_mpi__error_of_deadline(void);
struct async_error *kernels_mpi__error_of_cancel(const struct async_error *error);
/* Forgets messages for the session (NULL: for all); their contents are received, because the senders wait for that. */
void kernels_mpi__drop_arrived(const struct mpi_session *session);
/* What unlock() does if operations or sessions are finished. */
void kernels_mpi__hand_over(void);
/* Releases the lock and hands over finished operations and sessions. */
static inline void kernels_mpi__unlock(void)
{
	if (S.finished || S.ready || S.finished_sessions)
		kernels_mpi__hand_over();
	else
		pthread_mutex_unlock(&S.lock);
}

/* ---- leave.c; the lock is held */
/* Whom this rank tells of ends from the beginning. */
void kernels_mpi__find_peers(void);
/* A message of this type was sent to a rank, or came from it. */
static inline void kernels_mpi__meet(uint32_t rank, uint32_t type)
{
	if (type == MPI_MESSAGE_EXCHANGE || type == MPI_MESSAGE_TRANSFER || type == MPI_MESSAGE_RELAY ||
		type == MPI_MESSAGE_ROUND)
		S.peers[rank] = true;
}
/* The session takes part in nothing more; `error`: because it was cancelled, or NULL. */
void kernels_mpi__tell_end(const struct mpi_session *session, const struct async_error *error);
/* A rank asks (ASK). */
void kernels_mpi__answer(uint32_t rank, uint32_t number);
/* Asks a rank, once for the session. */
void kernels_mpi__ask(struct mpi_session *session, uint32_t rank);
/* Asks the ranks that operations have been waiting for since the last check. */
void kernels_mpi__ask_awaited(void);
/* A rank was lost, or has left after a loss: to be passed on. */
void kernels_mpi__news(uint32_t rank, bool was_lost);
/* Passes news on: `all`, or what is due. */
void kernels_mpi__tell_news(bool all);
void kernels_mpi__take_news(const struct mpi_header *header);
void kernels_mpi__tell_bye(void);
void kernels_mpi__leave_heard(const struct mpi_header *header);
/* Goes on with the rounds of leaving. Returns true if each other rank has left, is leaving, or is lost. */
bool kernels_mpi__have_all_left(void);

/* ---- operation.c; the lock is held, except where it says otherwise */
/* Not listed; the reference is that of the values. NULL when out of memory. */
struct mpi_operation *kernels_mpi__operation_create(
	struct mpi_session *session, enum mpi_message type, uint32_t members, uint32_t count);
void kernels_mpi__operation_release(struct mpi_operation *operation);
void kernels_mpi__operation_unlist(struct mpi_operation *operation);
/* A member has an error, or will not take part. Takes over `error`. */
void kernels_mpi__member_failed(struct mpi_operation *operation, uint32_t member, struct async_error *error);
/* One content of a member has come. */
void kernels_mpi__content_done(struct mpi_operation *operation, uint32_t member);
/* A request of the operation has ended. */
void kernels_mpi__request_done(struct mpi_operation *operation);
/* The operation fails as a whole, unless its values are complete. Takes over `error`. */
void kernels_mpi__operation_failed(struct mpi_operation *operation, struct async_error *error);
/* Fails what waits for ranks that take part in nothing more. */
void kernels_mpi__fail_gone(struct mpi_operation *operation);
void kernels_mpi__deliver(struct mpi_operation *operation, uint32_t member, const struct mpi_header *header);
/* What `rank` takes part with, where this rank has the operation; one reference. */
struct async_error *kernels_mpi__mismatch(const struct mpi_operation *op, uint32_t rank, const struct mpi_header *header);
struct mpi_operation *kernels_mpi__operation_of_group(struct mpi_session *session, const struct mpi_header *header);
/* A message of a large group has come while an operation waits for another one of the same rank and channel: they differ. */
void kernels_mpi__refuse_group(struct mpi_session *session, uint32_t source, const struct mpi_header *header);
/* A message of a round has come for an operation without rounds. */
void kernels_mpi__refuse_round(struct mpi_operation *operation, uint32_t source, const struct mpi_header *header);
/* A message of an exchange has come, for which no operation waits. Returns true if it belongs to an operation that has rounds here: then
 * both ranks are told. */
bool kernels_mpi__refuse_exchange(struct mpi_session *session, uint32_t source, const struct mpi_header *header);
/* The operation, and which member of it, that a message is for; NULL: it has not started. */
struct mpi_operation *kernels_mpi__operation_for(
	struct mpi_session *session, uint32_t source, const struct mpi_header *header, uint32_t *out_member);
/* Starts an operation: waits for messages of its members, some of which may be there. Releases the lock, and completes
 * values that are ready. */
void kernels_mpi__run(struct mpi_operation *operation, struct async_queue *queue);
/* Completes the values, without the lock. Takes over their reference. */
void kernels_mpi__complete(struct mpi_operation *operation);

/* Delivers messages that came before the operation. */
void kernels_mpi__take_arrived(struct mpi_operation *operation);
/* The operation has made progress; the caller holds a reference. */
void kernels_mpi__update(struct mpi_operation *operation);

/* Makes sure that the next small operation can be created. */
bool kernels_mpi__operation_reserve(void);
/* Whether a start asks once more. */
bool kernels_mpi__ask_on(struct mpi_asking *asking);

/* ---- contents.c; the lock is held */
/* Takes the values of a message, or receives them if they follow. False if they do not fit. */
bool kernels_mpi__take_contents(struct mpi_operation *operation, uint32_t member, const struct mpi_header *header);
bool kernels_mpi__take_content(struct mpi_operation *operation, uint32_t member, const struct mpi_header *header, uint32_t index,
	void *to, size_t size, size_t most);
/* The values of a member were not taken. */
void kernels_mpi__short(struct mpi_operation *operation, uint32_t member);

/* ---- early.c; the lock is held */
/* Receives contents that have waited for long. */
void kernels_mpi__receive_early(void);
/* One content of the message has come. */
void kernels_mpi__early_came(struct mpi_arrived *arrived);
/* Frees a message that is in no list. */
void kernels_mpi__early_free(struct mpi_arrived *arrived);
/* Whether the message must wait for one before it, whose contents are coming. */
bool kernels_mpi__is_behind_early(uint32_t source, const struct mpi_header *header);

/* ---- exchange.c; the lock is held */
/* The first error among the values, or an error if one is no dense tensor; one reference. NULL: all can be sent. The lock is not needed. */
struct async_error *kernels_mpi__check(struct async_value *const *values, uint32_t count);
/* Retains the values that are sent. False when out of memory. */
bool kernels_mpi__keep_inputs(struct mpi_operation *op, struct async_value *const *values, size_t count);
/* The message of an operation: without values, if there is an error. `values`: what one member gets; NULL: nobody gets any. False when
 * out of memory. */
bool kernels_mpi__make_message(
	struct mpi_operation *op, struct async_value *const *values, uint32_t count, const struct async_error *error);
/* Sends the message, and what it does not contain: these values. */
void kernels_mpi__send_to(struct mpi_operation *op, uint32_t rank, struct async_value *const *values);
/* A value for each result of others; false when out of memory. */
bool kernels_mpi__promise(struct mpi_operation *op, struct async_value **results);
/* Releases the operation, which may be NULL, and the lock. Returns false. */
bool kernels_mpi__give_up(struct mpi_operation *op);
/* The header of a message of the operation, and the type of a tensor. */
struct mpi_header kernels_mpi__header(const struct mpi_operation *op, const struct async_error *error, uint32_t count);
struct mpi_piece kernels_mpi__piece(const struct kernels_tensor *tensor);
/* Value `index` of those that a member gets, and its type and size. */
const void *kernels_mpi__given(const struct mpi_operation *op, uint32_t member, uint32_t index, struct mpi_piece *out);

/* ---- transfer.c: functions of the engine */
bool kernels_mpi__send_values(void *ctx, const struct kernels_process *process, const struct kernels_transfer *transfer);
bool kernels_mpi__receive_values(void *ctx, const struct kernels_process *process, const struct kernels_transfer *transfer,
	struct async_value **results);

/* ---- reduction.c; the lock is held */
/* Reads the types of the inputs. Returns false when out of memory. */
bool kernels_mpi__reduce_begin(struct mpi_operation *op, const struct kernels_reduction *reduction);
void kernels_mpi__reduce_finish(struct mpi_operation *op);
/* Whether a member gets results from the others. */
bool kernels_mpi__wants_result(const struct mpi_operation *op, uint32_t member);
/* The part of input or result `index` that a member of a large group gets; sets type and size. */
const void *kernels_mpi__part_given(const struct mpi_operation *op, uint32_t member, uint32_t index, struct mpi_piece *out);
/* Bytes of the longest part of input `index`, by which all members cut it. */
size_t kernels_mpi__part_most(const struct mpi_operation *op, uint32_t index);
/* Sends parts of the inputs to a member. */
void kernels_mpi__send_parts(struct mpi_operation *op, uint32_t member);
/* Receives what a message announces: parts to combine, or parts of the results. */
bool kernels_mpi__take_parts(struct mpi_operation *op, uint32_t member, const struct mpi_header *header);
/* All parts are there: combines them in a task, unless a member has failed. Returns false if there is nothing more to wait for. */
bool kernels_mpi__reduce_next(struct mpi_operation *op);

/* ---- turn.c; the lock is held */
/* Gives an operation of a large group its number. False when out of memory. */
bool kernels_mpi__take_turn(struct mpi_operation *op);
/* Whether an operation with this number has begun here. */
bool kernels_mpi__has_begun(const struct mpi_session *session, int64_t channel, uint64_t group, uint32_t ordinal);

/* ---- relay.c; the lock is held */
/* An operation of a large group, with its message. False when out of memory. */
bool kernels_mpi__relay_begin(struct mpi_operation *op);
void kernels_mpi__relay_finish(struct mpi_operation *op);
/* Messages of it may still be relayed. */
bool kernels_mpi__is_relaying(const struct mpi_operation *op);
/* It has failed as a whole, and waits for no message. */
bool kernels_mpi__is_stopped(const struct mpi_operation *op);
/* Sends what can be sent; reads what is there. */
void kernels_mpi__relay_advance(struct mpi_operation *op);
/* Exchanges op->second. */
void kernels_mpi__relay_results(struct mpi_operation *op);
/* All others have had what they need of this member. */
void kernels_mpi__relay_over(struct mpi_operation *op);
/* Fails the operation as a whole, and tells members that wait for this one. Takes over both errors. `told`: for the others; NULL: the
 * same. */
void kernels_mpi__operation_stop(struct mpi_operation *op, struct async_error *error, struct async_error *told);
void kernels_mpi__operation_no_memory(struct mpi_operation *op);
void kernels_mpi__relay_fail_gone(struct mpi_operation *op);
/* Asks the members whose messages of a round are missing. */
void kernels_mpi__relay_ask(struct mpi_operation *op);
/* Whether the values of a member come as CONTENT. */
bool kernels_mpi__relay_expects(struct mpi_operation *op, uint32_t member, const struct mpi_header *header);
/* Takes over `bytes`. */
void kernels_mpi__bundle_came(struct mpi_operation *op, uint32_t place, void *bytes);
void kernels_mpi__relay_message(struct mpi_operation *op, uint32_t source, const struct mpi_header *header);
/* A message with an error stops the operation. Returns false for others. */
bool kernels_mpi__stop_told(struct mpi_operation *op, const struct mpi_header *header);
/* Sends the error to a member, with a header like this one. */
void kernels_mpi__send_error(
	const struct mpi_operation *op, uint32_t member, const struct mpi_header *like, const struct async_error *error);
/* A member that is lost, plus one; 0: none. */
uint64_t kernels_mpi__lost_member(const struct mpi_operation *op);

/* ---- rounds.c; the lock is held */
/* A reduction in rounds. `has_error`: an input is an error; then the operation is to be stopped. False when out of memory. */
bool kernels_mpi__rounds_begin(struct mpi_operation *op, bool has_error);
void kernels_mpi__rounds_finish(struct mpi_operation *op);
/* Rounds are to come. */
bool kernels_mpi__has_rounds(const struct mpi_operation *op);
bool kernels_mpi__rounds_stopped(const struct mpi_operation *op);
/* Sends what can be sent; takes what is there. */
void kernels_mpi__rounds_advance(struct mpi_operation *op);
/* The values of the present round have come. */
void kernels_mpi__rounds_came(struct mpi_operation *op);
void kernels_mpi__rounds_message(struct mpi_operation *op, uint32_t source, const struct mpi_header *header);
/* Tells the members that wait for this one. */
void kernels_mpi__rounds_stop(struct mpi_operation *op, const struct async_error *told);
void kernels_mpi__rounds_fail_gone(struct mpi_operation *op);
void kernels_mpi__rounds_ask(struct mpi_operation *op);
/* Tells a rank that this one does not take part in the operation of its message. */
void kernels_mpi__tell_differing(uint32_t source, const struct mpi_header *header);
/* Fails the operation for all members because one member runs a different operation, and notifies that member. */
void kernels_mpi__stop_differing(struct mpi_operation *op, uint32_t source, const struct mpi_header *header);
static inline void kernels_mpi__group_message(struct mpi_operation *op, uint32_t source, const struct mpi_header *header)
{
	if (op->rounds)
		kernels_mpi__rounds_message(op, source, header);
	else if (!op->relay)
		kernels_mpi__refuse_round(op, source, header);
	else
		kernels_mpi__relay_message(op, source, header);
}

/* ---- stream.c; the lock is held */
/* `most`: the greatest size that the receiver knows of; at least `size`. */
void kernels_mpi__send_content(
	uint32_t rank, uint16_t tag, const void *bytes, size_t size, size_t most, struct mpi_operation *operation);
void kernels_mpi__receive_content(uint32_t rank, uint16_t tag, void *bytes, size_t size, size_t most,
	struct mpi_operation *operation, uint32_t member);
/* Receives contents that nobody wants. */
void kernels_mpi__drain(uint32_t rank, const struct mpi_header *header);
/* A segment has been moved. */
void kernels_mpi__segment_ended(struct mpi_stream *stream);
/* It will not be. */
void kernels_mpi__segment_abandoned(struct mpi_stream *stream);

/* ---- message.c; the lock is held */
/* Starts to send or to receive, and tracks the request. Releases tracked->block if it cannot. Returns false if the rank is lost. */
bool kernels_mpi__start_send(uint32_t rank, int tag, MPI_Comm comm, const void *bytes, size_t size, const struct mpi_tracked *tracked);
bool kernels_mpi__start_receive(uint32_t rank, int tag, void *bytes, size_t size, const struct mpi_tracked *tracked);
int kernels_mpi__tag(uint16_t tag);
/* As kernels_mpi__send() and kernels_mpi__send_content(), of a block that is freed afterwards. */
void kernels_mpi__send_owned(uint32_t rank, void *message, size_t size);
void kernels_mpi__send_owned_content(uint32_t rank, uint16_t tag, void *block, size_t size);
/* Receives into a block, for kernels_mpi__bundle_came(). */
void kernels_mpi__receive_bundle(
	uint32_t rank, uint16_t tag, void *block, size_t size, struct mpi_operation *operation, uint32_t place);
/* Whether a message is as this pack makes it. */
bool kernels_mpi__is_valid(const struct mpi_header *header, size_t size);
/* Sends a message to a rank; the bytes stay until `operation` has no requests. Without operation: they are copied. */
void kernels_mpi__send(uint32_t rank, const void *message, size_t size, struct mpi_operation *operation);
/* Sends a message. Returns false if MPI has not taken it. *out_request: MPI_REQUEST_NULL, or it is being sent: then the caller calls
 * kernels_mpi__track_pending(). */
bool kernels_mpi__send_at_once(uint32_t rank, const void *message, size_t size, MPI_Request *out_request);
/* Takes over the block, which is freed afterwards. */
void kernels_mpi__track_pending(uint32_t rank, MPI_Request request, void *block, struct mpi_operation *operation);
/* As kernels_mpi__receive_content(), for kernels_mpi__early_came(). */
void kernels_mpi__receive_into(uint32_t rank, uint16_t tag, void *bytes, size_t size, struct mpi_arrived *arrived);
/* Handles what has come. Returns true if there was something. */
bool kernels_mpi__progress(void);
bool kernels_mpi__receive_first(void);
/* A message that is complete; may be kept as a copy. */
void kernels_mpi__message(uint32_t source, const struct mpi_header *header);
/* Whether no request waits. */
bool kernels_mpi__is_idle(void);
/* Requests with this rank are not waited for any more. */
void kernels_mpi__abandon(uint32_t rank);

/* ---- liveness.c; the lock is held */
/* Connects to the ranks that this one watches. Collective. */
bool kernels_mpi__liveness_start(char *message, size_t size);
/* Calls kernels_mpi__lost() for each rank whose connection has ended. */
void kernels_mpi__liveness_check(void);
/* Whether the distance of two ranks is a power of two, on one side. */
bool kernels_mpi__is_chord(int one, int other);
/* Whether two ranks have a connection. */
bool kernels_mpi__is_watched(int from, int to);
/* Says good-bye and closes. */
void kernels_mpi__liveness_stop(void);
/* Says good-bye without closing. The lock is not needed. */
void kernels_mpi__liveness_excuse(void);
/* Closes without a word: the start has failed. */
void kernels_mpi__liveness_break(void);

static inline bool kernels_mpi__is_relayed(const struct mpi_header *header)
{
	return header->type == MPI_MESSAGE_RELAY || header->type == MPI_MESSAGE_CONTENT || header->type == MPI_MESSAGE_ROUND;
}
static inline const struct mpi_piece *mpi_pieces(const struct mpi_header *header)
{
	return (const struct mpi_piece *)(const void *)((const char *)(header + 1) + (header->text + 7u) / 8 * 8);
}
static inline const char *mpi_contents(const struct mpi_header *header)
{
	return (const char *)(mpi_pieces(header) + header->count);
}
static inline struct mpi_header *mpi_header_of(const struct mpi_arrived *arrived)
{
	return (struct mpi_header *)(uintptr_t)arrived->bytes;
}
static inline size_t mpi_padded(size_t bytes) { return (bytes + 7) / 8 * 8; }
static inline size_t mpi_bytes_of(const struct kernels_tensor *tensor)
{
	size_t bytes = kernels_dtype_size(tensor->dtype);
	for (uint32_t i = 0; i < tensor->shape.rank; i++)
		bytes *= (size_t)tensor->shape.dims[i]; /* that it fits was checked when the tensor was made */
	return bytes;
}

#endif
