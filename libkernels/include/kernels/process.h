/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Processes of one program that work together: replicas and partitions, and the values that they exchange.
 *
 * A run of such a program has replicas * partitions processes; process (replica, partition) has the number
 * replica * partitions + partition. Each process runs with a separate request, which knows its process. An engine
 * connects them: within this address space (hlo.run_parallel), or over a network.
 *
 * Operations of one channel are matched by their order: the first of each member belong together, then the second. So a
 * program orders operations of one channel, for example with chains. Members whose operations differ get errors
 * (`fingerprint`).
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

/* ---- fingerprints, which the members of an operation compare */

/* Hashes of everything that must be equal in all members. Source locations and the shapes of other values may differ
 * and are not hashed. */
struct kernels_fingerprint {
	uint64_t type;       /* element types and number of the operands */
	uint64_t shape;      /* their shapes, and those of the results */
	uint64_t group;      /* members and channel */
	uint64_t attributes; /* all others, and the text of a body */
	uint64_t program;    /* kernels/program.h */
};
/* The number that engines compare. Different parts give different numbers, with a probability of 1 - 2^-32 or more. */
KERNELS_API uint64_t kernels_fingerprint_make(const struct kernels_fingerprint *parts);
/* Writes the parts that differ to `text`: "element type", "shape, group and program". If the parts cannot be
 * determined (one case in 256, or other numbers): "type, shape, group, attribute or program". Returns `text`. */
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
	/* Available values or errors, borrowed. A member with an error takes part with it: all members get an error
	 * that names the member. */
	struct async_value *const *inputs;
	uint32_t input_count;              /* the same in each member */
	/* The result of kernels_fingerprint_make(). Members with different fingerprints get errors, which name the
	 * part that differs. */
	uint64_t fingerprint;
	const char *name; /* of the operation, for messages: "all_reduce". Static; NULL: "operation" */
	/* on which results become available, and which waits for the end; NULL: engines of this address space only */
	struct async_queue *queue;
};

/* A value that one process sends to another. */
struct kernels_transfer {
	int64_t channel;
	int64_t peer;                      /* number of the other process; -1: any, in the order of arrival */
	struct async_value *const *inputs; /* of send: available values or errors, borrowed */
	uint32_t count;                    /* of values */
	struct async_queue *queue;         /* as in struct kernels_exchange */
};

/* A combination of the values of all members; each member computes a part of it. */
struct kernels_reduction {
	struct kernels_exchange exchange; /* inputs: dense tensors of the same types in all members */
	/* place in members: only the values of this one count, and nothing is combined; -1: those of all */
	int64_t source;
	int64_t target; /* place in members: only this one gets the results; -1: all */
	/* Combines elements of input `input`: parts[m] has the elements of member m, `out` receives the same number.
	 * Called for parts of the input, in a task of the queue, before any result is available. Returns NULL or an
	 * error, one reference. */
	struct async_error *(*combine)(void *ctx, uint32_t input, const void *const *parts, void *out, size_t elements);
	void (*release)(void *ctx); /* called once, after the last call of combine(); not if reduce() returns false */
	void *ctx;
	/* NULL: values are combined by combine() only. Combines elements of two members, or combinations of them;
	 * `out` may be `first` or `second`. An engine may call it instead of combine(), for any grouping and order of
	 * the members in which all get the same bits, so the operation is associative and commutative but for
	 * rounding. It only computes: the engine calls it in any thread, and may hold locks. Returns NULL or an error,
	 * one reference. */
	struct async_error *(*combine_two)(
		void *ctx, uint32_t input, const void *first, const void *second, void *out, size_t elements);
};

/* Immutable; new members come at the end. Functions return before messages of other members arrive. Each result is
 * one reference that the caller owns: a value that becomes available, or an error (a member has ended without taking
 * part). The engine must complete each result at some time, also after the request was cancelled; then the program
 * does not wait for it, and releases it when it is complete. Functions return false when out of memory; then no
 * result is set. */
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
	bool (*outfeed)(void *ctx, const struct kernels_process *process, struct async_value *const *values,
		uint32_t count);
	/* The request of the process is cancelled: operations of all members that wait for the process, and later
	 * ones, become errors that name the process, now or when it ends. If its deadline has passed, the errors do
	 * not name it, because other processes may have delayed it. Called once at most, in any thread; borrows
	 * `error`. NULL: they wait for the end of the process. */
	void (*cancelled)(void *ctx, const struct kernels_process *process, struct async_error *error);
	/* The request of the process has ended: it takes part in no further operation. NULL: the owner of the engine
	 * knows. */
	void (*ended)(void *ctx, const struct kernels_process *process);
	/* As exchange(), with values for each member: inputs[m * input_count + i] is for member m. A member gives
	 * values to all members, to one, or to none. The other inputs are NULL, and their result is a tensor without
	 * elements. The inputs of a member for one i have one type. An error among the inputs is given to all
	 * members. NULL: the engine has exchange() only. */
	bool (*scatter)(void *ctx, const struct kernels_process *process, const struct kernels_exchange *exchange,
		struct async_value **results);
	/* results[i] is the combination of input i of all members. A process other than the target gets a tensor
	 * without elements. NULL: the engine has exchange() only. */
	bool (*reduce)(void *ctx, const struct kernels_process *process, const struct kernels_reduction *reduction,
		struct async_value **results);
	/* The number of bytes that a member would send with exchange() from which scatter(), or reduce(), is faster. */
	uint64_t scatter_from, reduce_from;
};

/* Associates the request with a process, once, before the request is used. Copies *process. From this call on the
 * engine is told when the request is cancelled, and when it has ended. Returns false when out of memory; then the
 * process has ended. Also returns false, reported as ASYNC_MISUSE_BAD_ARGUMENT (async/misuse.h), if the size of
 * *process or of its engine is not set; then the engine is not told. */
KERNELS_API bool kernels_process_set(struct async_request *request, const struct kernels_process *process);
/* The process of a request; process (0, 0) of one replica and one partition, without engine, if none was set. Borrowed
 * from the request. Never NULL. */
KERNELS_API const struct kernels_process *kernels_process_of(struct async_request *request);

/* Returns whether the request has a process. Without one, the number of processes is unknown: an operation over all
 * of them fails, and kernels_process_of() returns a default. A host whose program is for one process sets process
 * (0, 0) of 1 * 1 without engine. A host that runs one process of a program for several sets process (0, 0) of their
 * number without engine. */
KERNELS_API bool kernels_process_is_set(struct async_request *request);

/* Programs that a launcher such as mpirun has started together. A pack adds its job in init(), and removes it in
 * finish(). Static. */
struct kernels_job {
	size_t size; /* sizeof(struct kernels_job) */
	const char *name; /* "mpi" */
	/* Makes a process of this program. replicas * partitions must be the number of programs; 0, 0: one replica
	 * per program, with one partition. The first call connects the programs, so it waits for all of them. All
	 * programs call this equally often, for their requests in the same order. The process is then given to
	 * kernels_process_set(). Returns false after a message. */
	bool (*join)(uint32_t replicas, uint32_t partitions, struct kernels_process *out, char *message, size_t size);
	/* Number of this program and number of programs; 0 of 1 if no launcher has started this program. Does not
	 * wait. */
	void (*place)(uint32_t *out_rank, uint32_t *out_count);
	/* Whether a program was lost, with a text for the user: "rank 2 was lost; 3 operations were abandoned". */
	bool (*lost)(char *message, size_t size);
	/* New members come at the end, and may be missing in jobs of older packs (kernels_job_has_deadline()). */
	/* When waits for other programs end, in join() and leave(): a time of async_now_ns(); 0: none. Called before
	 * the first join(). A waiting call of the launcher's library cannot be ended: a program in which such a call
	 * does not return soon after the deadline calls give_up() and ends. */
	void (*set_deadline)(uint64_t deadline);
	/* Leaves the job before its pack ends. Returns false after a message if the deadline has passed before all
	 * other programs have left. join() must not be called afterwards. */
	bool (*leave)(char *message, size_t size);
	/* The program is about to end without leave() because its time is up. The other programs do not count it as
	 * lost. Called in any thread, also while another thread is in a function of the job; does not wait. */
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
	return engine->size >= offsetof(struct kernels_engine, reduce_from) + sizeof engine->reduce_from &&
	       engine->scatter && engine->reduce;
}

static inline uint32_t kernels_process_number(const struct kernels_process *process)
{
	return process->replica * process->partitions + process->partition;
}

#ifdef __cplusplus
}
#endif

#endif
