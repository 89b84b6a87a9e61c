/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The bell is an eventfd. It is written once and read once between two turns of the loop, however many tasks are added: `rung` is true
 * from the first task until the loop takes the tasks. */
#include "task_pool.h"
#include <errno.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/eventfd.h>

static int make_bell(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
#else
static int make_bell(void)
{
	errno = ENOSYS;
	return -1;
}
#endif

static bool has_tasks(struct async__task_pool *pool)
{
	return pool->waiting.count > 0 || async__posted_any(&pool->posted);
}

void async__task_pool_ring(struct async__task_pool *pool)
{
	const uint64_t one = 1;
	if (pool->rung)
		return;
	/* cannot fail: the counter is 0, and the descriptor belongs to the queue */
	pool->rung = write(pool->bell, &one, sizeof one) == sizeof one;
}

/* Reads even if it was not rung here: a child of fork() shares the descriptor. */
static void silence(struct async__task_pool *pool)
{
	uint64_t count;
	if (pool->bell < 0)
		return;
	ssize_t size = read(pool->bell, &count, sizeof count);
	(void)size; /* nothing to read is as good */
	pool->rung = false;
}

int async__task_pool_bell(struct async__task_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	if (pool->bell < 0) {
		pool->bell = make_bell();
		if (pool->bell >= 0 && has_tasks(pool))
			async__task_pool_ring(pool);
	}
	int bell = pool->bell;
	pthread_mutex_unlock(&pool->lock);
	return bell;
}

void async__task_pool_finish_bell(struct async__task_pool *pool) { close(pool->bell); }

size_t async__task_pool_answer(struct async__task_pool *pool, size_t most)
{
	pthread_mutex_lock(&pool->lock);
	silence(pool);
	size_t tasks = pool->waiting.count + async__posted_count(&pool->posted), ran = 0;
	pthread_mutex_unlock(&pool->lock);
	if (most == 0 || most > tasks)
		most = tasks > 0 ? tasks : 1; /* step() without a task calls the pollers */
	while (ran < most && async__task_pool_step(pool))
		ran++;
	pthread_mutex_lock(&pool->lock);
	if (pool->bell >= 0 && has_tasks(pool))
		async__task_pool_ring(pool);
	pthread_mutex_unlock(&pool->lock);
	return ran;
}
