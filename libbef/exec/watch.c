/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The events of an observer. Executions that are watched always count (see frame.h), since that is when kernels
 * become ready. */
#include "watch.h"

#include <string.h>

/* The observed execution that runs in this thread. */
static _Thread_local struct {
	uint64_t execution; /* 0: none */
	uint64_t inside;    /* the time of kernels nested in the running one */
	uint32_t kernel;
} now;

static size_t watch_size(const struct bef__function *f)
{
	return sizeof(struct bef__watch) + f->kernel_count * sizeof(struct bef__watched);
}

void bef__watch_start(
	const struct bef__function *f, uint64_t *out_execution, uint64_t *out_parent, uint32_t *out_parent_kernel)
{
	*out_execution = __atomic_add_fetch(&f->file->executions, 1, __ATOMIC_RELAXED); /* relaxed: only a number */
	*out_parent = now.execution;
	*out_parent_kernel = now.kernel;
}

struct bef__watch *bef__watch_create(const struct bef__function *f, const struct async_allocator *allocator)
{
	struct bef__watch *watch = async_alloc(allocator, watch_size(f), _Alignof(struct bef__watch));
	if (!watch)
		return NULL;
	memset(watch, 0, watch_size(f));
	bef__watch_start(f, &watch->execution, &watch->parent, &watch->parent_kernel);
	return watch;
}

void bef__watch_destroy(
	struct bef__watch *watch, const struct bef__function *f, const struct async_allocator *allocator)
{
	async_free(allocator, watch, watch_size(f), _Alignof(struct bef__watch));
}

void bef__watch_ready(struct bef__watch *watch, uint32_t kernel, uint32_t cause, bool late)
{
	watch->kernels[kernel].ready = async_now_ns();
	watch->kernels[kernel].cause = cause;
	watch->kernels[kernel].late = late;
}

struct bef__watch_outer bef__watch_begin(uint64_t execution, uint32_t kernel)
{
	struct bef__watch_outer outer = { now.execution, now.inside, async_now_ns(), now.kernel };
	now.execution = execution;
	now.kernel = kernel;
	now.inside = 0;
	return outer;
}

void bef__watch_end(const struct bef__function *f, struct bef__watch_outer outer, struct bef_event *event)
{
	const struct bef_observer *observer = f->file->observer;
	event->function = &f->base;
	event->execution = now.execution;
	event->kernel = now.kernel;
	event->inside = now.inside;
	event->begun = outer.begun;
	event->ended = async_now_ns();
	now.execution = outer.execution;
	now.kernel = outer.kernel;
	now.inside = outer.inside + (event->ended - event->begun);
	observer->ran(observer->ctx, event);
}
