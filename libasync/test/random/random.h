/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random programs of libasync: nodes whose operands are results of earlier nodes, an interpreter that lists the permitted
 * results of each node, and the code that starts the nodes.
 *
 * A result is a number of 30 bits or an error. Most nodes have one permitted result; races, cancellations and times
 * permit several. The interpreter combines all permitted results of the operands. */
#ifndef ASYNC_TEST_RANDOM_H
#define ASYNC_TEST_RANDOM_H

#include <async/async.h>
#include <dice.h>
#include <stdbool.h>
#include <stdint.h>

enum { RND_OPERANDS = 3, RND_NODES = 60, RND_RESULTS = 12, RND_PARTS = 6 };

enum rnd_kind {
	/* work: starts when the operands are available, in the place that the name states */
	RND_INLINE,
	RND_TASK,
	RND_BLOCKING,
	RND_FOREIGN,
	RND_TIMER,
	RND_LANE,
	RND_LIMIT,
	RND_REMOVED,  /* RND_LIMIT, and another thread tries to remove the task */
	RND_EXTERNAL, /* an operation that a foreign thread reports */
	RND_GROUP,    /* a task that adds the parts to a group and waits for them */
	RND_LOOP,     /* a reduction */
	RND_DUEL,     /* two threads complete the result */
	/* values and futures */
	RND_NOW,
	RND_FORWARD,
	RND_MAP,
	RND_CHILD, /* RND_MAP in a child request that another thread cancels */
	RND_THEN,  /* operand 1 when operand 0 is available */
	RND_RECOVER,
	RND_ALL,
	RND_SETTLED,
	RND_RACE,
	RND_ANY,
	RND_UNTIL,
	RND_SLEEP,
	RND_RETRY,
	RND_BROKEN,  /* a promise that its producer releases */
	RND_DROPPED, /* a waiter of a value that is released */
	RND_KINDS
};

/* What happens to the request of a program. */
enum rnd_fate { RND_PLAIN, RND_CANCELLED, RND_CANCELLED_INSIDE, RND_PARENT_CANCELLED, RND_DEADLINE, RND_FATES };

/* Results: a number, or an error: a failure of a node, or one of these. */
#define RND_NUMBER 0x3fffffffu
#define RND_ERROR 0x80000000u
#define RND_ENDED (RND_ERROR | 1u) /* CANCELLED */
#define RND_LATE (RND_ERROR | 2u)  /* DEADLINE_EXCEEDED */
#define RND_BROKE (RND_ERROR | 3u) /* ABORTED, by async_promise_release() */
#define RND_FAILURE (RND_ERROR | 0x100u)

struct rnd_results {
	uint32_t count, of[RND_RESULTS];
};

struct rnd_node {
	enum rnd_kind kind;
	uint32_t operands[RND_OPERANDS], operand_count;
	uint32_t number; /* of the node, from 0 */
	uint32_t parts;  /* RND_GROUP: tasks; RND_LOOP: length of the loop; RND_RETRY: attempts that fail */
	uint32_t failing; /* RND_GROUP: bit per part; else not 0: the node fails */
	uint32_t how;    /* random bits: ways to do the same */
	bool scoped;     /* may fail with the error of the request */
	struct rnd_results results;
};

struct rnd_program {
	struct rnd_node nodes[RND_NODES];
	uint32_t count;
	enum rnd_fate fate;
	uint32_t cancels; /* node whose work cancels the request */
};

void rnd_generate(struct rnd_program *program, struct dice *dice);
bool rnd_permits(const struct rnd_results *results, uint32_t result);

/* ---- also used by the code that runs the nodes */

/* `sum`: of the parts. */
uint32_t rnd_compute(const struct rnd_node *node, const uint32_t *operands, uint32_t sum);
uint32_t rnd_part(const struct rnd_node *node, uint32_t part); /* of a group or of a loop */
static inline uint32_t rnd_failure(const struct rnd_node *node, uint32_t part)
{
	return RND_FAILURE + (node->number + 1) * RND_PARTS + part;
}

/* ---- running */

/* The places where work runs. Shared by the programs of a batch. */
struct rnd_place {
	const struct async_allocator *memory;
	struct async_queue *queue;
	struct async_lanes *lanes;
	struct async_limit *limit;
	struct async_timers *timers;
	/* Runs the function in a foreign thread. False: not run, there is no room. */
	bool (*elsewhere)(void (*run)(void *ctx), void *ctx);
};

struct rnd_run {
	const struct rnd_program *program;
	const struct rnd_place *place;
	struct async_request *request;
	struct async_value *values[RND_NODES]; /* one reference each; NULL: released */
	uint32_t called[RND_NODES];            /* atomic: how often the function of the node was called */
	uint32_t released[RND_NODES];          /* atomic: calls of release() of a future */
	uint32_t wins[RND_NODES];              /* atomic: completions of RND_DUEL that won */
};

/* Starts all nodes. */
void rnd_start(struct rnd_run *run);
/* The result of an available value. */
uint32_t rnd_look(struct async_value *value);
extern uint32_t rnd_works; /* atomic: works that exist */
bool rnd_is_work(enum rnd_kind kind);

#endif
