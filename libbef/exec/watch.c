/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The events of an observer. Executions that are watched always count (see frame.h), since that is when kernels
 * become ready. */
#include "watch.h"

#include <kernels/watch.h>
#include <stddef.h>
#include <string.h>

/* The observed execution that runs in this thread. */
static _Thread_local struct {
	struct bef_file *file;
	const struct kernels_site *site;
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

struct bef__watch_outer bef__watch_begin(const struct bef__function *f, uint64_t execution, uint32_t kernel)
{
	const struct kernels_site *site = &f->kernels[kernel].site;
	struct bef__watch_outer outer = { now.file, now.site, kernels_watch_swap(site->watch ? site : NULL), now.execution,
		now.inside, async_now_ns(), now.kernel };
	now.file = f->file;
	now.site = site;
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
	now.file = outer.file;
	now.site = outer.site;
	now.execution = outer.execution;
	now.kernel = outer.kernel;
	now.inside = outer.inside + (event->ended - event->begun);
	(void)kernels_watch_swap(outer.watched);
	observer->ran(observer->ctx, event);
}

/* ---- late results */

struct late {
	struct async_waiter waiter; /* first */
	struct bef_late_result result;
	struct bef_file *file;         /* a reference, as the next two */
	struct async_request *request; /* the observer exists while the request has work */
	struct async_value *value;     /* an indirect value that nobody holds does not become available */
	const struct async_allocator *allocator;
};

static void came(struct async_waiter *waiter)
{
	struct late late = *(struct late *)waiter;
	const struct bef_observer *observer = late.file->observer;
	late.result.time = async_now_ns();
	async_free(late.allocator, waiter, sizeof late, _Alignof(struct late));
	observer->came(observer->ctx, &late.result);
	async_value_release(late.value);
	bef_file_release(late.file);
	async_request_end_work(late.request); /* last: a thread that awaits this may destroy all of it */
}

/* Without memory, the observer does not learn of the result. */
static void await_result(struct async_request *request, uint32_t result, struct async_value *value)
{
	const struct async_allocator *allocator = async_request_host(request)->allocator;
	struct late *late = async_alloc(allocator, sizeof *late, _Alignof(struct late));
	if (!late)
		return;
	*late = (struct late){ { NULL, came }, { now.execution, now.kernel, result, 0 }, bef_file_retain(now.file),
		async_request_begin_work(request), async_value_retain(value), allocator };
	async_value_and_then(value, &late->waiter);
}

void bef__watch_frame(struct kernels_frame *call)
{
	bool watched = call->site == now.site; /* else there was no memory for a record of this execution */
	call->site->entry->kernel->frame(call);
	if (watched) /* a promise that is broken must not be kept by the observer */
		kernels_frame_finish(call);
	for (uint32_t i = 0; watched && i < call->site->result_count; i++) {
		struct async_value *value = call->results[i];
		if (value && !async_value_is_available(value))
			await_result(call->request, i, value);
	}
}

bool bef__watch_late(const struct bef_file *file)
{
	const struct bef_observer *observer = file->observer;
	return observer && observer->size >= offsetof(struct bef_observer, came) + sizeof observer->came &&
	       observer->came;
}

/* ---- work outside of kernels */

static const struct bef_observer *observer_of(const struct kernels_watch *watch)
{
	const struct bef_file *file = (const struct bef_file *)(const void *)((const char *)watch - offsetof(struct bef_file, watch));
	return file->observer;
}

static void begin_work(const struct kernels_watch *watch, struct kernels_work *work)
{
	(void)watch;
	work->inside = now.inside;
	now.inside = 0;
	work->begun = async_now_ns();
}

static void end_work(const struct kernels_watch *watch, struct kernels_work *work)
{
	const struct bef_observer *observer = observer_of(watch);
	const struct bef_work done = { work->site, work->begun, async_now_ns(), now.inside };
	now.inside = work->inside + (done.ended - done.begun);
	observer->worked(observer->ctx, &done);
}

void bef__watch_work(struct bef_file *file)
{
	if (file->observer->size >= offsetof(struct bef_observer, worked) + sizeof file->observer->worked && file->observer->worked)
		file->watch = (struct kernels_watch){ sizeof file->watch, begin_work, end_work };
}
