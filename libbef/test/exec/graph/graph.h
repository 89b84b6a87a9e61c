/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random programs, their kernels, a sequential interpreter, and the hosts that run them.
 *
 * Each register holds 32 bits or an error. A kernel computes its results from its operands and its attribute. How it
 * runs (at once, as a task, in a thread outside the queue, ...) never changes the result. The interpreter ignores
 * how kernels run, so it defines the result of every execution. */
#ifndef BEF_TEST_GRAPH_H
#define BEF_TEST_GRAPH_H

#include <bef/exec.h>
#include <dice.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GRAPH_OPERANDS = 8, GRAPH_ARGUMENTS = 4, GRAPH_FUNCTIONS = 12, GRAPH_PROFILES = 5, GRAPH_RETURNED = 6 };

/* ---- kernels */

enum graph_type { GRAPH_I32, GRAPH_BOX, GRAPH_ANY };

enum graph_compute {
	GRAPH_MIX,   /* a hash of attribute and operands */
	GRAPH_CHECK, /* a hash; fails for one hash in eight */
	GRAPH_FAIL,  /* always fails */
	GRAPH_HALF,  /* the first result is a hash, the second an error */
	GRAPH_PASS,  /* the operands in reverse order, including errors if the kernel is nonstrict */
	GRAPH_BUMP,  /* operand + 1; changes the operand in place if it is unique */
	GRAPH_CONST, /* the attribute; the operands are ignored */
	GRAPH_CALL,  /* calls a function */
	GRAPH_CALL_SYNC
};

enum graph_way {
	GRAPH_PAYLOAD,
	GRAPH_NOW,      /* a frame kernel that sets its results before it returns */
	GRAPH_KNOWN,    /* kernels_frame_call() */
	GRAPH_TASK,     /* adds a task to the queue itself */
	GRAPH_BLOCKING, /* a blocking task */
	GRAPH_FOREIGN,  /* a thread outside the queue */
	GRAPH_TIMER,    /* a timer */
	GRAPH_GROUP,    /* a task that waits for a group, which reads the operands */
	GRAPH_LENT,     /* GRAPH_FOREIGN, while another thread adds a waiter through the same reference */
	GRAPH_LATE,     /* kernels_frame_later() */
	GRAPH_LATE_BLOCKING
};

struct graph_kind {
	const char *name, *signature;
	enum graph_compute compute;
	enum graph_way way;
	enum graph_type in, out;
	uint32_t least, most; /* operands */
	uint32_t results;     /* GRAPH_PASS: one per operand; calls: as many as the function has */
	uint32_t flags;       /* enum kernels_flags */
	uint8_t weight[GRAPH_PROFILES];
};
extern const struct graph_kind graph_kinds[];
extern const size_t graph_kind_count;

/* 0: the kernel fails; its attribute is the number of the failure. */
bool graph_compute(const struct graph_kind *kind, uint32_t attribute, const uint32_t *operands, uint32_t count,
	uint32_t *results, uint32_t result_count);

/* Adds the kernels of the table. All programs share one registry. */
struct kernels_registry *graph_registry_create(void);
async_type_id graph_type_id(enum graph_type type);
void graph_build(enum graph_type type, void *storage, uint32_t bits); /* a payload in raw memory */
uint32_t graph_look(enum graph_type type, const void *payload);
extern int graph_boxes;     /* atomic: live payloads of GRAPH_BOX */
extern int graph_bad_boxes; /* atomic: payloads that were destroyed twice or never created */
extern int graph_waiters;   /* atomic: waiters that have not run */

/* ---- programs */

struct graph_op {
	uint32_t kind;
	uint32_t operands[GRAPH_OPERANDS], operand_count;
	uint32_t first_result, result_count; /* registers */
	uint32_t attribute, callee, stream;
	bool nonstrict; /* by the file */
};

struct graph_fn {
	enum bef_function_kind kind;
	enum graph_type *types; /* per register; arguments come first */
	struct graph_op *ops;
	uint32_t argument_count, register_count, op_count, root_stream, cost;
	uint32_t returned[GRAPH_RETURNED], returned_count;
};

struct graph_program {
	struct graph_fn functions[GRAPH_FUNCTIONS]; /* a function calls those before it; the host calls the last one */
	uint32_t function_count, profile;
	bool owns_tasks; /* a kernel adds tasks that are not part of the request */
	bool foreign;    /* a kernel completes values in a thread outside the queue */
};

struct graph_program *graph_generate(struct dice *random);
void graph_free(struct graph_program *program);
/* Returns the bytes of the program, from malloc. */
uint8_t *graph_write(const struct graph_program *program, bool optional_sections, size_t *out_size);
/* Prints a program with optional sections as MLIR text, and assembles the text. Returns the bytes, from malloc, and frees
 * `bytes`; in builds without libbef-mlir returns `bytes`. NULL: the message is in *diag. */
uint8_t *graph_through_text(uint8_t *bytes, bool generic, size_t *size, struct bef_diag *diag);

/* ---- the interpreter */

struct graph_value {
	bool error;
	uint32_t bits; /* payload, or number of the failure */
};

struct graph_counts {
	uint64_t ran, reports; /* executed kernels, reported errors */
	bool cancelled;        /* in: the request was cancelled before the start */
};
enum { GRAPH_CANCELLED = 999999 }; /* the number of the failure "cancelled" */

void graph_interpret(const struct graph_program *program, uint32_t function, const struct graph_value *arguments,
	struct graph_value *results, struct graph_counts *counts);
/* Tests whether register `to` of the function that the host calls needs register `from` to have a payload. */
bool graph_needs(const struct graph_program *program, uint32_t to, uint32_t from);

/* ---- executions */

/* State shared by the kernels of one execution. */
struct graph_run {
	struct async_host host; /* first member: kernels cast the host to the run */
	uint64_t ran, reports;  /* atomic */
	uint64_t cancel_at;     /* number of the kernel that cancels the request; 0: none */
	uint64_t late;          /* atomic: kernels that began after the cancellation */
	bool cancelled;         /* atomic */
};

/* A pool of threads that are unknown to the queues. */
struct graph_pool;
struct graph_pool *graph_pool_create(uint32_t threads);
void graph_pool_destroy(struct graph_pool *pool);
void graph_pool_add(struct graph_pool *pool, void (*run)(void *ctx), void *ctx);
/* Waits until the pool is idle. Returns the total number of tasks it has run. */
uint64_t graph_pool_drain(struct graph_pool *pool);
/* used by the kernels */
extern struct graph_pool *graph_pool;
extern struct async_timers *graph_timers;

enum graph_queue {
	GRAPH_QUEUE_SINGLE,
	GRAPH_QUEUE_THREADS_1,
	GRAPH_QUEUE_THREADS_2,
	GRAPH_QUEUE_THREADS_3,
	GRAPH_QUEUE_THREADS_MANY,
	GRAPH_QUEUE_THREADS_64,
	GRAPH_QUEUE_DONATED,
	GRAPH_QUEUE_ADAPTER
};
struct graph_queue_host; /* a queue and the threads that the host lends to it */
/* `many`: the number of threads of GRAPH_QUEUE_THREADS_MANY */
struct graph_queue_host *graph_queue_create(enum graph_queue kind, unsigned many);
struct async_queue *graph_queue(struct graph_queue_host *host);
void graph_queue_destroy(struct graph_queue_host *host);

#endif
