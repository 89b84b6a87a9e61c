/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Processes of one program that work together: replicas and partitions, and what they exchange.
 *
 * A run of such a program has replicas * partitions processes; process (replica, partition) has the number
 * replica * partitions + partition. Each process runs with a request of its own, which knows its process. An engine
 * connects them: within this address space (hlo.run_parallel), or over a network.
 *
 * Operations of one channel are matched by their order: the first of each member belong together, then the second. So a
 * program orders operations of one channel, for example with chains. Members that meet with different operations get
 * an error each (`fingerprint`).
 *
 * Thread class: safe, unless a function says otherwise. */
#ifndef KERNELS_PROCESS_H
#define KERNELS_PROCESS_H

#include <async/async.h>
#include <kernels/export.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct kernels_engine;

/* ---- what members of an operation compare */

/* Hashes of what must be equal in all members. What may differ, as places in a source or the shapes of other values, is in none. */
struct kernels_fingerprint {
	uint64_t type;       /* element types and number of the operands */
	uint64_t shape;      /* their shapes, and those of the results */
	uint64_t group;      /* members and channel */
	uint64_t attributes; /* all others, and the text of a body */
	uint64_t program;    /* kernels/program.h */
};
/* The number that engines compare. Different parts give different numbers, with a probability of 1 - 2^-32 or more. */
KERNELS_API uint64_t kernels_fingerprint_make(const struct kernels_fingerprint *parts);
/* Writes what differs to `text`: "element type", "shape, group and program". Differences that cannot be told (one in 256), and those of
 * other numbers: "type, shape, group, attribute or program". Returns `text`. */
KERNELS_API const char *kernels_fingerprint_difference(uint64_t one, uint64_t other, char *text, size_t size);
enum { KERNELS_FINGERPRINT_TEXT = 64 }; /* bytes of the longest text, with NUL */

/* ---- processes */

/* A process. Plain value; `engine` and `engine_ctx` must outlive the request. */
struct kernels_process {
	size_t size; /* sizeof(struct kernels_process) */
	uint32_t replica, partition, replicas, partitions;
	const struct kernels_engine *engine; /* NULL: there is no other process */
	void *engine_ctx;
};

/* One operation of one member of a group. */
struct kernels_exchange {
	uint32_t kind;                     /* only equal kinds match: a number that the kernels choose */
	int64_t channel;
	const uint32_t *members;           /* numbers of processes, without duplicates; the same list in each member */
	uint32_t member_count, self;       /* members[self] is the calling process */
	/* Available values or errors, borrowed. A member with an error takes part with it: all members get an error that names
	 * the member. */
	struct async_value *const *inputs;
	uint32_t input_count;              /* the same in each member */
	/* A hash of what must be equal in all members, as kernels_fingerprint_make() makes it. Members with different ones get errors, which
	 * name the part that differs. */
	uint64_t fingerprint;
	const char *name; /* of the operation, for messages: "all_reduce". Static; NULL: "operation" */
	struct async_queue *queue; /* on which results become available, and which waits for the end; NULL: engines of this address
	                            * space only */
};

/* A value that one process sends to another. */
struct kernels_transfer {
	int64_t channel;
	int64_t peer;                      /* number of the other process; -1: any, in the order of arrival */
	struct async_value *const *inputs; /* of send: available values or errors, borrowed */
	uint32_t count;                    /* of values */
	struct async_queue *queue;         /* as in struct kernels_exchange */
};

/* Members combine values, each one a part of them. */
struct kernels_reduction {
	struct kernels_exchange exchange; /* inputs: dense tensors of the same types in all members */
	int64_t source; /* place in members: only the values of this one count, and nothing is combined; -1: those of all */
	int64_t target; /* place in members: only this one gets the results; -1: all */
	/* Combines elements of input `input`: parts[m] has those of member m, `out` gets as many. Called for parts of the input, in a
	 * task of the queue, before any result is available. Returns NULL or an error, one reference. */
	struct async_error *(*combine)(void *ctx, uint32_t input, const void *const *parts, void *out, size_t elements);
	void (*release)(void *ctx); /* called once, when combine() is called no more; not if reduce() returns false */
	void *ctx;
};

/* Immutable; new members come at the end. Functions return before anything has arrived. Each result is one reference
 * that the caller owns: a value that becomes available, or an error (a member has ended without taking part). It must
 * become one of them at some time, also after the request was cancelled: then the program does not wait for it, and
 * releases it when it is complete. They return false when out of memory; then no result is set. */
struct kernels_engine {
	size_t size; /* sizeof(struct kernels_engine) */
	/* results[m * input_count + i] is input i of member m. */
	bool (*exchange)(void *ctx, const struct kernels_process *process, const struct kernels_exchange *exchange,
		struct async_value **results);
	bool (*send)(void *ctx, const struct kernels_process *process, const struct kernels_transfer *transfer);
	bool (*receive)(void *ctx, const struct kernels_process *process, const struct kernels_transfer *transfer,
		struct async_value **results);
	/* Values from the host of the program, in the order of the calls; NULL: the host has none. */
	bool (*infeed)(void *ctx, const struct kernels_process *process, uint32_t count, struct async_value **results);
	/* Values for the host, borrowed; NULL: they are dropped. */
	bool (*outfeed)(void *ctx, const struct kernels_process *process, struct async_value *const *values, uint32_t count);
	/* The request of the process is cancelled: operations of all members that wait for it, and later ones, become errors that
	 * name it, now or when it ends; if its deadline has passed, they do not name it, since others may have kept it waiting. Called once at most, in any thread; borrows `error`. NULL: they wait for the end of the process. */
	void (*cancelled)(void *ctx, const struct kernels_process *process, struct async_error *error);
	/* The request of the process has ended: it takes part in nothing more. NULL: the owner of the engine knows. */
	void (*ended)(void *ctx, const struct kernels_process *process);
	/* As exchange(), with values for each member: inputs[m * input_count + i] is for member m. A member gives values to all members, to
	 * one, or to none; the others are NULL, and their result is a tensor without elements. All that it gives for one i has one type.
	 * An error among the inputs is given to all. NULL: the engine has exchange() only. */
	bool (*scatter)(void *ctx, const struct kernels_process *process, const struct kernels_exchange *exchange,
		struct async_value **results);
	/* results[i] is the combination of input i of all members. A process other than the target gets a tensor without elements. NULL:
	 * the engine has exchange() only. */
	bool (*reduce)(void *ctx, const struct kernels_process *process, const struct kernels_reduction *reduction,
		struct async_value **results);
	/* The number of bytes that a member would send with exchange() from which scatter(), or reduce(), is faster. */
	uint64_t scatter_from, reduce_from;
};

/* Makes a request that of a process, once, before anything runs with it. Copies *process. From now on the engine is told when
 * the request is cancelled, and when it has ended. Returns false when out of memory; then the process has ended. Also returns
 * false, reported as ASYNC_MISUSE_BAD_ARGUMENT (async/misuse.h), if the size of *process or of its engine is not set; then the
 * engine is not told. */
KERNELS_API bool kernels_process_set(struct async_request *request, const struct kernels_process *process);
/* The process of a request; process (0, 0) of one replica and one partition, without engine, if none was set. Borrowed
 * from the request. Never NULL. */
KERNELS_API const struct kernels_process *kernels_process_of(struct async_request *request);

/* Whether the request has been given a process. Without one nobody has said how many processes there are: an operation over all of them
 * fails, and kernels_process_of() is a guess. A host whose program is for one process gives it process (0, 0) of 1 * 1 without engine;
 * one that runs alone, of a program for several, process (0, 0) of as many without engine. */
KERNELS_API bool kernels_process_is_set(struct async_request *request);

/* Programs that a launcher such as mpirun has started together. A pack adds its job in init(), and removes it in finish().
 * Static. */
struct kernels_job {
	size_t size; /* sizeof(struct kernels_job) */
	const char *name; /* "mpi" */
	/* Makes a process of this program and of the other ones: replicas * partitions of them must be as many as there are programs; 0, 0:
	 * as many replicas as programs, of one partition. The first call connects the programs, so it waits for all of
	 * them. All programs call this equally often, in the same order of their requests. The process is then given to
	 * kernels_process_set(). Returns false after a message. */
	bool (*join)(uint32_t replicas, uint32_t partitions, struct kernels_process *out, char *message, size_t size);
	/* Number of this program and number of programs; 0 of 1 if no launcher has started this program. Waits for nothing. */
	void (*place)(uint32_t *out_rank, uint32_t *out_count);
	/* Whether a program was lost, with a text for the user: "rank 2 was lost; 3 operations were abandoned". */
	bool (*lost)(char *message, size_t size);
	/* New members come at the end, and may be missing in jobs of older packs (kernels_job_has_deadline()). */
	/* When waits for other programs end, in join() and leave(): a time of async_now_ns(); 0: none. Called before the first join(). What a
	 * call of the launcher's library waits for cannot be ended: a program that has not come back from it soon after the deadline
	 * calls give_up() and ends. */
	void (*set_deadline)(uint64_t deadline);
	/* Leaves the job before its pack ends, for the result: false after a message if the deadline has passed before all others have left.
	 * Nothing may be joined any more. */
	bool (*leave)(char *message, size_t size);
	/* The program is about to end without leave() because its time is up. The others do not count it as lost. In any thread, also
	 * while another one is in a function of the job; it waits for nothing. */
	void (*give_up)(void);
};
static inline bool kernels_job_has_deadline(const struct kernels_job *job)
{
	return job->size >= offsetof(struct kernels_job, give_up) + sizeof job->give_up;
}
/* Returns false if there is one already, or, reported as ASYNC_MISUSE_BAD_ARGUMENT, if its size is not set. */
KERNELS_API bool kernels_job_add(const struct kernels_job *job);
KERNELS_API void kernels_job_remove(const struct kernels_job *job);
/* The job that a pack has added; NULL: none. */
KERNELS_API const struct kernels_job *kernels_job_of_program(void);

/* Whether an engine has scatter() and reduce(). */
static inline bool kernels_engine_has_parts(const struct kernels_engine *engine)
{
	return engine->size >= offsetof(struct kernels_engine, reduce_from) + sizeof engine->reduce_from && engine->scatter && engine->reduce;
}

static inline uint32_t kernels_process_number(const struct kernels_process *process)
{
	return process->replica * process->partitions + process->partition;
}

#ifdef __cplusplus
}
#endif

#endif
