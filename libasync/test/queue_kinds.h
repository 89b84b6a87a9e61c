/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each kind of work queue in turn: single-threaded, with 1, 2 and 4 workers, with two threads of the host's, and on a
 * pool of the host's. */
#ifndef ASYNC_TEST_QUEUE_KINDS_H
#define ASYNC_TEST_QUEUE_KINDS_H

#include "host_pool.h"
#include "support.h"
#include <pthread.h>

enum kind { SINGLE, THREADS_1, THREADS_2, THREADS_4, DONATED, ADAPTER, KINDS };
static enum kind kind;
static const struct async_allocator *memory;
static struct async_queue *queue;
static unsigned queue_kinds_threads; /* of the next queue of kind THREADS_4; 0: 4 */

static struct host_pool *host_pool;
static pthread_t donors[2];

static pthread_t start(void *(*body)(void *arg), void *arg)
{
	pthread_t thread;
	if (pthread_create(&thread, NULL, body, arg) != 0)
		abort();
	return thread;
}

static void *donor_main(void *arg)
{
	async_queue_donated_work(arg);
	return NULL;
}

static struct async_queue *make_queue(void)
{
	static const unsigned threads[KINDS] = { 0, 1, 2, 4, 0, 0 };
	struct async_threads_options options = { .size = sizeof options, .threads = threads[kind], .blocking_threads = 2, .name = "conf" };
	if (kind == THREADS_4 && queue_kinds_threads)
		options.threads = queue_kinds_threads;
	switch (kind) {
	case SINGLE: return async_queue_create_single(memory);
	case DONATED: return async_queue_create_donated(memory, 2);
	case ADAPTER:
		host_pool = host_pool_start();
		return host_pool_queue(host_pool, memory);
	default: return async_queue_create_threads(memory, &options);
	}
}

static void open_queue(enum kind wanted)
{
	kind = wanted;
	memory = memory_begin();
	queue = make_queue();
	if (!queue)
		abort();
	for (int i = 0; kind == DONATED && i < 2; i++)
		donors[i] = start(donor_main, queue);
}

static void close_queue(void)
{
	if (kind == DONATED) {
		async_queue_donated_stop(queue, true);
		for (int i = 0; i < 2; i++)
			pthread_join(donors[i], NULL);
	}
	async_queue_destroy(queue);
	if (kind == ADAPTER)
		host_pool_end(host_pool);
	memory_end(memory);
}

/* The same for a lane in front of two workers. */
static struct async_lanes *lanes;
static struct async_queue *behind_lanes;

static inline void open_laned(void)
{
	open_queue(THREADS_2);
	behind_lanes = queue;
	for (int tries = 0; !lanes && tries < 2; tries++) /* one allocation may fail */
		lanes = async_lanes_create(queue, memory);
	if (!lanes)
		abort();
	queue = async_lanes_queue(lanes, ASYNC_PRIORITY_NORMAL);
}

static inline void close_laned(void)
{
	async_lanes_destroy(lanes);
	lanes = NULL;
	queue = behind_lanes;
	close_queue();
}

#define ON_LANES(function) static void laned_##function(void) { open_laned(); function(); close_laned(); }

/* A case that runs on each kind of queue, and its entries in the list of cases. */
#define ON_EACH(function) \
	static void single_##function(void) { open_queue(SINGLE); function(); close_queue(); } \
	static void threads1_##function(void) { open_queue(THREADS_1); function(); close_queue(); } \
	static void threads2_##function(void) { open_queue(THREADS_2); function(); close_queue(); } \
	static void threads4_##function(void) { open_queue(THREADS_4); function(); close_queue(); } \
	static void donated_##function(void) { open_queue(DONATED); function(); close_queue(); } \
	static void adapter_##function(void) { open_queue(ADAPTER); function(); close_queue(); }
#define CASES(function) \
	CHECK_CASE(single_##function), CHECK_CASE(threads1_##function), CHECK_CASE(threads2_##function), \
	CHECK_CASE(threads4_##function), CHECK_CASE(donated_##function), CHECK_CASE(adapter_##function)

#endif
