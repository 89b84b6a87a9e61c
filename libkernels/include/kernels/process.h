/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Processes of one program that work together: replicas and partitions, and what they exchange.
 *
 * A run of such a program has replicas * partitions processes; process (replica, partition) has the number
 * replica * partitions + partition. Each process runs with a request of its own, which knows its process. An engine
 * connects them: within this address space (hlo.run_parallel), or over a network.
 *
 * Operations of one (kind, channel, members) are matched by their order: the first of each member belong together, then
 * the second. So a program orders operations of one channel, for example with chains.
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
	struct async_value *const *inputs; /* available values, borrowed */
	uint32_t input_count;              /* the same in each member */
};

/* A value that one process sends to another. */
struct kernels_transfer {
	int64_t channel;
	int64_t peer;                      /* number of the other process; -1: any, in the order of arrival */
	struct async_value *const *inputs; /* of send: available values, borrowed */
	uint32_t count;                    /* of values */
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
};

/* Makes a request that of a process, once, before anything runs with it. Copies *process. Returns false when out of
 * memory. */
KERNELS_API bool kernels_process_set(struct async_request *request, const struct kernels_process *process);
/* The process of a request; process (0, 0) of one replica and one partition, without engine, if none was set. Borrowed
 * from the request. Never NULL. */
KERNELS_API const struct kernels_process *kernels_process_of(struct async_request *request);

static inline uint32_t kernels_process_number(const struct kernels_process *process)
{
	return process->replica * process->partitions + process->partition;
}

#ifdef __cplusplus
}
#endif

#endif
