/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A thread pool of a host: a fixed number of threads, a small queue, and two more threads for blocking functions. */
#ifndef ASYNC_TEST_HOST_POOL_H
#define ASYNC_TEST_HOST_POOL_H

#include "support.h"
#include <async/queue.h>
#include <pthread.h>
#include <stdlib.h>

#define LANE_ROOM 256u
#define LANE_THREADS 2u

struct lane {
	pthread_mutex_t lock;
	pthread_cond_t added;
	struct async_task waiting[LANE_ROOM];
	unsigned head, count, busy;
	bool stop;
	pthread_t threads[LANE_THREADS];
};

struct host_pool {
	struct lane normal, blocking;
};

static void *lane_main(void *arg)
{
	struct lane *lane = arg;
	pthread_mutex_lock(&lane->lock);
	for (;;) {
		while (!lane->count && !lane->stop)
			pthread_cond_wait(&lane->added, &lane->lock);
		if (!lane->count)
			break;
		struct async_task task = lane->waiting[lane->head];
		lane->head = (lane->head + 1) % LANE_ROOM;
		lane->count--;
		lane->busy++;
		pthread_mutex_unlock(&lane->lock);
		task.run(task.ctx);
		pthread_mutex_lock(&lane->lock);
		lane->busy--;
	}
	pthread_mutex_unlock(&lane->lock);
	return NULL;
}

static bool lane_submit(struct lane *lane, void (*run)(void *arg), void *arg, unsigned room)
{
	pthread_mutex_lock(&lane->lock);
	bool taken = lane->count + lane->busy < room;
	if (taken) {
		lane->waiting[(lane->head + lane->count++) % LANE_ROOM] = (struct async_task){ run, arg };
		pthread_cond_signal(&lane->added);
	}
	pthread_mutex_unlock(&lane->lock);
	return taken;
}

static bool host_submit(void *ctx, void (*run)(void *arg), void *arg)
{
	return lane_submit(&((struct host_pool *)ctx)->normal, run, arg, LANE_ROOM);
}

static bool host_submit_blocking(void *ctx, void (*run)(void *arg), void *arg, bool allow_queuing)
{
	return lane_submit(&((struct host_pool *)ctx)->blocking, run, arg, allow_queuing ? LANE_ROOM : LANE_THREADS);
}

static void lane_start(struct lane *lane)
{
	*lane = (struct lane){ .head = 0 };
	pthread_mutex_init(&lane->lock, NULL);
	pthread_cond_init(&lane->added, NULL);
	for (unsigned i = 0; i < LANE_THREADS; i++) {
		if (pthread_create(&lane->threads[i], NULL, lane_main, lane) != 0)
			abort();
	}
}

static void lane_end(struct lane *lane)
{
	pthread_mutex_lock(&lane->lock);
	lane->stop = true;
	pthread_cond_broadcast(&lane->added);
	pthread_mutex_unlock(&lane->lock);
	for (unsigned i = 0; i < LANE_THREADS; i++)
		pthread_join(lane->threads[i], NULL);
	pthread_cond_destroy(&lane->added);
	pthread_mutex_destroy(&lane->lock);
}

static struct host_pool *host_pool_start(void)
{
	struct host_pool *pool = malloc(sizeof *pool);
	if (!pool)
		abort();
	lane_start(&pool->normal);
	lane_start(&pool->blocking);
	return pool;
}

static void host_pool_end(struct host_pool *pool)
{
	lane_end(&pool->normal);
	lane_end(&pool->blocking);
	free(pool);
}

static struct async_queue *host_pool_queue(struct host_pool *pool, const struct async_allocator *memory)
{
	struct async_pool host = { sizeof host, "host pool", LANE_THREADS, pool, host_submit, host_submit_blocking };
	return async_queue_create_adapter(memory, &host);
}

#endif
