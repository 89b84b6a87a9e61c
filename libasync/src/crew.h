/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The threads of the workers of a queue: starts, dismisses and replaces them, with the properties that the program chose. A place is a
 * number from 0 to limit - 1; the places below `active` are to be filled. */
#ifndef ASYNC_SRC_CREW_H
#define ASYNC_SRC_CREW_H

#include "atomics.h"
#include <async/queue.h>
#include <pthread.h>

/* What each thread of a queue is like. Immutable. */
struct async__thread_style {
	const char *name;
	size_t stack_size;
	const unsigned *cpus; /* owned by the queue */
	size_t cpu_count;     /* 0: the threads inherit the CPUs of their creator */
	bool cpu_each;
	void (*on_start)(void *ctx, enum async_thread_kind kind, unsigned number);
	void (*on_stop)(void *ctx, enum async_thread_kind kind, unsigned number);
	void *hook_ctx;
};

/* As async__thread_start(), with the stack size of the style. */
bool async__styled_start(pthread_t *out_thread, const struct async__thread_style *style, void *(*body)(void *arg), void *arg);
/* The first and the last call in the thread: name, CPUs, hooks. */
void async__styled_begin(const struct async__thread_style *style, enum async_thread_kind kind, unsigned number);
void async__styled_end(const struct async__thread_style *style, enum async_thread_kind kind, unsigned number);

struct async__place {
	uint32_t stop; /* atomic: the worker must leave; read by it */
	/* guarded by the lock of the crew: */
	bool has_thread; /* to be joined */
	bool left;       /* the thread has left the place, and ends */
	bool has_previous; /* the thread that a task has ended; its successor joins it */
	pthread_t thread, previous;
};

struct async__crew {
	const struct async__thread_style *style;
	void *(*body)(void *arg);
	void *(*arg_of)(void *queue, unsigned number); /* argument of body() */
	void (*come)(void *queue); /* called for a worker before its thread is started */
	void (*fail)(void *queue); /* undoes come() */
	void *queue;
	unsigned limit;
	uint32_t active;  /* atomic: number of workers wanted; written under the lock */
	uint32_t leaving; /* atomic: dismissed workers that have not left */
	pthread_mutex_t lock;
	struct async__place *places;
};

void async__crew_init(struct async__crew *crew);
/* Joins all threads, which have been told to stop. */
void async__crew_finish(struct async__crew *crew);

/* Sets the number of workers, at most `limit`. @return false when a thread could not be started: `active` says how many work. After
 * dismissing workers, the caller wakes those that sleep. */
bool async__crew_resize(struct async__crew *crew, unsigned count);
/* Tells all workers to stop. */
void async__crew_stop(struct async__crew *crew);

/* The calling worker, which must stop, leaves. @return false: it is wanted again. */
bool async__crew_leave(struct async__crew *crew, unsigned number);
/* A task has ended the thread of this worker: starts another one in its place. @return false when that fails. */
bool async__crew_replace(struct async__crew *crew, unsigned number);
/* First call of a worker. */
void async__crew_begin(struct async__crew *crew, unsigned number);

static inline bool async__crew_must_leave(struct async__crew *crew, unsigned number)
{
	return async__load_seq_cst(&crew->places[number].stop) != 0; /* seq_cst: see rest() in queue_threads.c */
}

#endif
