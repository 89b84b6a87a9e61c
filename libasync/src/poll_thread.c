/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A thread that calls one poller, for queues whose own threads cannot. */
#include "polling.h"
#include "thread.h"
#include <async/allocator.h>

struct async__poll_thread {
	struct async__polling polling;
	pthread_mutex_t lock;
	pthread_cond_t changed; /* the first operation has begun, or stop was set */
	bool stop;              /* guarded by lock */
	pthread_t thread;
};

static void *poll_main(void *arg)
{
	struct async__poll_thread *self = arg;
	struct async__watch watch = { 0 };
	async__thread_set_name("async", "p", 0);
	pthread_mutex_lock(&self->lock);
	while (!self->stop)
		async__polling_wait(&self->polling, async__polling_is_active(&self->polling), &watch,
			&self->changed, &self->lock);
	pthread_mutex_unlock(&self->lock);
	return NULL;
}

static void finish(struct async__poll_thread *self)
{
	pthread_cond_destroy(&self->changed);
	pthread_mutex_destroy(&self->lock);
	async_free(async_allocator_system(), self, sizeof *self, _Alignof(struct async__poll_thread));
}

struct async__poll_thread *async__poll_thread_start(struct async_poller *poller)
{
	struct async__poll_thread *self =
		async_alloc(async_allocator_system(), sizeof *self, _Alignof(struct async__poll_thread));
	if (!self)
		return NULL;
	*self = (struct async__poll_thread){ .stop = false };
	async__polling_add(&self->polling, poller);
	pthread_mutex_init(&self->lock, NULL);
	async__cond_init(&self->changed);
	if (async__thread_start(&self->thread, poll_main, self))
		return self;
	finish(self);
	return NULL;
}

void async__poll_thread_begin(struct async__poll_thread *self)
{
	pthread_mutex_lock(&self->lock);
	if (async__polling_begin(&self->polling))
		pthread_cond_signal(&self->changed);
	pthread_mutex_unlock(&self->lock);
}

void async__poll_thread_end(struct async__poll_thread *self) { async__polling_end(&self->polling); }

void async__poll_thread_stop(struct async__poll_thread *self)
{
	pthread_mutex_lock(&self->lock);
	self->stop = true;
	pthread_cond_signal(&self->changed);
	pthread_mutex_unlock(&self->lock);
	pthread_join(self->thread, NULL);
	finish(self);
}
