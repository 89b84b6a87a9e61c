/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The common part of loops and reductions: runners claim parts and execute them; the last runner finishes the loop. */
#ifndef ASYNC_SRC_PARALLEL_H
#define ASYNC_SRC_PARALLEL_H

#include "atomics.h"
#include <async/parallel.h>

struct async__loop;

struct async__loop_runner {
	struct async__loop *loop;
	size_t number;
	size_t block; /* size of the next part of this runner, set from the duration of its last part */
};

/* The last member of a loop's memory; the runners follow it. */
struct async__loop {
	struct async_queue *queue;
	struct async_request *request; /* NULL: none; else the loop is a unit of its work, which done() ends */
	size_t count, fixed_block, runner_count;
	struct async_error *(*part)(
		struct async__loop *loop, struct async__loop_runner *runner, size_t begin, size_t end);
	/* Called once, by the last runner. Takes over the reference to error (NULL: none); frees the loop. */
	void (*done)(struct async__loop *loop, struct async_error *error);
	_Alignas(ASYNC__APART) size_t next; /* atomic: claimed up to here; written by all runners */
	struct async_error *error;          /* atomic; NULL until the first failing part sets it */
	uint32_t running;                   /* atomic: runners that have not finished */
};

/* The number of runners to use. */
size_t async__loop_runners(struct async_queue *queue, size_t count, size_t block);
/* Starts the loop; the caller has set all members except next, error, running, and the runners. */
void async__loop_start(struct async__loop *loop);

#endif
