/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Streams and events of the fake libcuda: a thread per stream runs its operations in order. */
#include "fake_cuda_private.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- streams: a thread runs operations in order */

struct stream {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct operation *first, **last;
	bool ends, idle;
};

static void *run_stream(void *argument)
{
	struct stream *s = argument;
	pthread_mutex_lock(&s->lock);
	while (s->first || !s->ends) {
		struct operation *o = s->first;
		if (!o) {
			s->idle = true;
			pthread_cond_broadcast(&s->changed);
			pthread_cond_wait(&s->changed, &s->lock);
			continue;
		}
		s->first = o->next;
		if (!s->first)
			s->last = &s->first;
		pthread_mutex_unlock(&s->lock);
		fake_wait_while_held();
		if (!fake_dead || o->kernel == NULL)
			o->run(o);
		free(o);
		pthread_mutex_lock(&s->lock);
	}
	pthread_mutex_unlock(&s->lock);
	pthread_mutex_destroy(&s->lock);
	pthread_cond_destroy(&s->changed);
	free(s);
	fake_alive--;
	return NULL;
}

int cuStreamCreate(struct stream **out, unsigned flags)
{
	pthread_t thread;
	(void)flags;
	ENTER(true);
	struct stream *s = calloc(1, sizeof *s);
	if (!s)
		return NO_MEMORY;
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->changed, NULL);
	s->last = &s->first;
	fake_alive++;
	if (pthread_create(&thread, NULL, run_stream, s))
		abort();
	pthread_detach(thread);
	*out = s;
	return 0;
}

int cuStreamDestroy_v2(struct stream *s)
{
	pthread_mutex_lock(&s->lock);
	s->ends = true;
	pthread_cond_broadcast(&s->changed);
	pthread_mutex_unlock(&s->lock);
	return 0;
}

int fake_put(struct stream *s, struct operation operation)
{
	struct operation *o = malloc(sizeof *o);
	if (!o)
		return NO_MEMORY;
	*o = operation;
	o->next = NULL;
	pthread_mutex_lock(&s->lock);
	*s->last = o;
	s->last = &o->next;
	s->idle = false;
	pthread_cond_broadcast(&s->changed);
	pthread_mutex_unlock(&s->lock);
	return 0;
}

int cuStreamSynchronize(struct stream *s)
{
	pthread_mutex_lock(&s->lock);
	while (!s->idle)
		pthread_cond_wait(&s->changed, &s->lock);
	pthread_mutex_unlock(&s->lock);
	return fake_dead;
}

int cuStreamQuery(struct stream *s)
{
	if (fake_in_callback)
		return fake_broken(__func__);
	if (!s || fake_dead)
		return fake_dead;
	pthread_mutex_lock(&s->lock);
	const bool idle = s->idle;
	pthread_mutex_unlock(&s->lock);
	return idle ? 0 : NOT_READY;
}

static void run_host(struct operation *o)
{
	if (fake_dead)
		return; /* as the real one: not called */
	fake_in_callback = true;
	o->host(o->a);
	fake_in_callback = false;
}

int cuLaunchHostFunc(struct stream *s, void (*run)(void *ctx), void *ctx)
{
	ENTER(true);
	return fake_put(s, (struct operation){ .run = run_host, .host = run, .a = ctx });
}

static void run_copy(struct operation *o)
{
	if (!fake_dead)
		memmove(o->a, o->b, o->size);
}

int cuMemcpyAsync(uint64_t to, uint64_t from, size_t size, struct stream *s)
{
	ENTER(true);
	if (!fake_is_known(to, size) || !fake_is_known(from, size))
		return fake_broken("a copy of ordinary memory would block");
	return fake_put(s, (struct operation){ .run = run_copy, .a = (void *)(uintptr_t)to, .b = (void *)(uintptr_t)from, .size = size });
}

int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t size)
{
	ENTER(true);
	if (!fake_is_known(to, size))
		return fake_broken("a copy to unknown memory");
	memcpy((void *)(uintptr_t)to, from, size);
	return 0;
}

static void run_set(struct operation *o)
{
	for (size_t i = 0; !fake_dead && i < o->size; i++)
		((uint8_t *)o->a)[i] = (uint8_t)(o->value >> 8 * (i % 4));
}

static int set(uint64_t to, uint32_t value, size_t size, struct stream *s)
{
	ENTER(true);
	if (!fake_is_known(to, size))
		return fake_broken("a fill of unknown memory");
	return fake_put(s, (struct operation){ .run = run_set, .a = (void *)(uintptr_t)to, .value = value, .size = size });
}

int cuMemsetD8Async(uint64_t to, uint8_t v, size_t n, struct stream *s) { return set(to, v * 0x01010101u, n, s); }
int cuMemsetD16Async(uint64_t to, uint16_t v, size_t n, struct stream *s) { return set(to, v * 0x00010001u, 2 * n, s); }
int cuMemsetD32Async(uint64_t to, uint32_t v, size_t n, struct stream *s) { return set(to, v, 4 * n, s); }

/* ---- events: the number of records that were put into streams, and of those that were reached */

struct event {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	unsigned recorded, reached, refs;
};

static void release_event(struct event *e)
{
	pthread_mutex_lock(&e->lock);
	const bool last = --e->refs == 0;
	pthread_mutex_unlock(&e->lock);
	if (last) {
		pthread_mutex_destroy(&e->lock);
		pthread_cond_destroy(&e->changed);
		free(e);
		fake_alive--;
	}
}

int cuEventCreate(struct event **out, unsigned flags)
{
	(void)flags;
	ENTER(true);
	struct event *e = calloc(1, sizeof *e);
	if (!e)
		return NO_MEMORY;
	pthread_mutex_init(&e->lock, NULL);
	pthread_cond_init(&e->changed, NULL);
	e->refs = 1;
	fake_alive++;
	*out = e;
	return 0;
}

int cuEventDestroy_v2(struct event *e)
{
	release_event(e);
	return 0;
}

static void run_record(struct operation *o)
{
	struct event *e = o->a;
	pthread_mutex_lock(&e->lock);
	e->reached = e->reached > o->value ? e->reached : o->value;
	pthread_cond_broadcast(&e->changed);
	pthread_mutex_unlock(&e->lock);
	release_event(e);
}

static void run_wait(struct operation *o)
{
	struct event *e = o->a;
	pthread_mutex_lock(&e->lock);
	while (e->reached < o->value)
		pthread_cond_wait(&e->changed, &e->lock);
	pthread_mutex_unlock(&e->lock);
	release_event(e);
}

int cuEventRecord(struct event *e, struct stream *s)
{
	ENTER(true);
	pthread_mutex_lock(&e->lock);
	e->refs++;
	const unsigned number = ++e->recorded;
	pthread_mutex_unlock(&e->lock);
	return fake_put(s, (struct operation){ .run = run_record, .a = e, .value = number });
}

int cuStreamWaitEvent(struct stream *s, struct event *e, unsigned flags)
{
	(void)flags;
	ENTER(true);
	pthread_mutex_lock(&e->lock);
	e->refs++;
	const unsigned number = e->recorded;
	pthread_mutex_unlock(&e->lock);
	return fake_put(s, (struct operation){ .run = run_wait, .a = e, .value = number });
}
