/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queues of all kinds, and threads that are unknown to the queues. */
#include "graph.h"

#include <pthread.h>
#include <stdlib.h>

enum { MOST_THREADS = 4, LENT_THREADS = 2 };

/* ---- threads of the host: a list of tasks that run in any thread */

struct graph_pool {
	pthread_mutex_t lock;
	pthread_cond_t added, idle;
	struct async_task *tasks; /* a ring */
	size_t room, head, count, busy;
	uint64_t total;
	bool stop;
	pthread_t threads[MOST_THREADS];
	uint32_t thread_count;
};

static void *pool_main(void *ctx)
{
	struct graph_pool *pool = ctx;
	pthread_mutex_lock(&pool->lock);
	for (;;) {
		while (!pool->count && !pool->stop)
			pthread_cond_wait(&pool->added, &pool->lock);
		if (!pool->count)
			break;
		struct async_task task = pool->tasks[pool->head];
		pool->head = (pool->head + 1) % pool->room;
		pool->count--;
		pool->busy++;
		pthread_mutex_unlock(&pool->lock);
		task.run(task.ctx);
		pthread_mutex_lock(&pool->lock);
		if (--pool->busy == 0 && !pool->count)
			pthread_cond_broadcast(&pool->idle);
	}
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

struct graph_pool *graph_pool_create(uint32_t threads)
{
	struct graph_pool *pool = calloc(1, sizeof *pool);
	if (!pool)
		abort();
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->added, NULL);
	pthread_cond_init(&pool->idle, NULL);
	for (; pool->thread_count < threads; pool->thread_count++) {
		if (pthread_create(&pool->threads[pool->thread_count], NULL, pool_main, pool) != 0)
			abort();
	}
	return pool;
}

void graph_pool_destroy(struct graph_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	pool->stop = true;
	pthread_cond_broadcast(&pool->added);
	pthread_mutex_unlock(&pool->lock);
	for (uint32_t i = 0; i < pool->thread_count; i++)
		pthread_join(pool->threads[i], NULL);
	pthread_cond_destroy(&pool->added);
	pthread_cond_destroy(&pool->idle);
	pthread_mutex_destroy(&pool->lock);
	free(pool->tasks);
	free(pool);
}

static void make_room(struct graph_pool *pool)
{
	size_t room = pool->room ? 2 * pool->room : 64;
	struct async_task *tasks = malloc(room * sizeof *tasks);
	if (!tasks)
		abort();
	for (size_t i = 0; i < pool->count; i++)
		tasks[i] = pool->tasks[(pool->head + i) % pool->room];
	free(pool->tasks);
	pool->tasks = tasks;
	pool->room = room;
	pool->head = 0;
}

void graph_pool_add(struct graph_pool *pool, void (*run)(void *ctx), void *ctx)
{
	pthread_mutex_lock(&pool->lock);
	if (pool->count == pool->room)
		make_room(pool);
	pool->tasks[(pool->head + pool->count++) % pool->room] = (struct async_task){ run, ctx };
	pool->total++;
	pthread_cond_signal(&pool->added);
	pthread_mutex_unlock(&pool->lock);
}

uint64_t graph_pool_drain(struct graph_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	while (pool->count || pool->busy)
		pthread_cond_wait(&pool->idle, &pool->lock);
	uint64_t total = pool->total;
	pthread_mutex_unlock(&pool->lock);
	return total;
}

/* ---- queues */

struct graph_queue_host {
	struct async_queue *queue;
	struct graph_pool *pool; /* of the adapter */
	pthread_t lent[LENT_THREADS];
	bool donated;
	uint32_t refused; /* counts tasks, so that the pool refuses some of them */
};

static bool submit(void *ctx, void (*run)(void *arg), void *arg)
{
	struct graph_queue_host *host = ctx;
	if (__atomic_add_fetch(&host->refused, 1, __ATOMIC_RELAXED) % 16 == 0)
		return false;
	graph_pool_add(host->pool, run, arg);
	return true;
}

static bool submit_blocking(void *ctx, void (*run)(void *arg), void *arg, bool allow_queuing)
{
	return allow_queuing && submit(ctx, run, arg);
}

static void *lend(void *ctx)
{
	async_queue_donated_work(ctx);
	return NULL;
}

static struct async_queue *create_threads(unsigned threads)
{
	const struct async_threads_options options = {
		.size = sizeof options, .threads = threads, .blocking_threads = 3
	};
	return async_queue_create_threads(NULL, &options);
}

struct graph_queue_host *graph_queue_create(enum graph_queue kind, unsigned many)
{
	const unsigned threads[] = { 0, 1, 2, 3, many, 64 };
	struct graph_queue_host *host = calloc(1, sizeof *host);
	if (!host)
		abort();
	if (kind == GRAPH_QUEUE_SINGLE) {
		host->queue = async_queue_create_single(NULL);
	} else if (kind == GRAPH_QUEUE_DONATED) {
		host->donated = true;
		host->queue = async_queue_create_donated(NULL, LENT_THREADS);
		for (int i = 0; i < LENT_THREADS; i++)
			pthread_create(&host->lent[i], NULL, lend, host->queue);
	} else if (kind == GRAPH_QUEUE_ADAPTER) {
		host->pool = graph_pool_create(LENT_THREADS);
		struct async_pool pool = { .size = sizeof pool,
			.parallelism = LENT_THREADS,
			.ctx = host,
			.submit = submit,
			.submit_blocking = submit_blocking };
		host->queue = async_queue_create_adapter(NULL, &pool);
	} else {
		host->queue = create_threads(threads[kind]);
	}
	if (!host->queue)
		abort();
	return host;
}

struct async_queue *graph_queue(struct graph_queue_host *host) { return host->queue; }

void graph_queue_destroy(struct graph_queue_host *host)
{
	if (host->donated) {
		async_queue_donated_stop(host->queue, true);
		for (int i = 0; i < LENT_THREADS; i++)
			pthread_join(host->lent[i], NULL);
	}
	async_queue_destroy(host->queue);
	if (host->pool)
		graph_pool_destroy(host->pool);
	free(host);
}
