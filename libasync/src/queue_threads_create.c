/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The multi-threaded queue: its memory, options, and the number of its workers. */
#include "allocator_private.h"
#include "misuse_private.h"
#include "queue_threads.h"
#include "thread.h"
#include <bytecursor/options.h>
#include <string.h>

#define THIN_NS 1500u /* how long to let tasks gather, see take_injected() */
#define MOST_THREADS ASYNC__MOST_WORKERS

/* ---- workers come and go */

static void come(void *queue) { async__activity_enter(&((struct threads *)queue)->activity); } /* it starts awake */
static void fail_to_come(void *queue) { async__activity_leave(&((struct threads *)queue)->activity); }
static void *worker_of(void *queue, unsigned number) { return &((struct threads *)queue)->workers[number]; }

enum async_status async_queue_threads_resize(struct async_queue *threads, unsigned count)
{
	struct threads *self = threads_of(threads);
	if (threads->vtable != &async__threads_vtable)
		return ASYNC_E_UNSUPPORTED;
	if (count == 0)
		return ASYNC_E_ARG;
	if (count > self->count)
		return ASYNC_E_LIMIT;
	bool good = async__crew_resize(&self->crew, count);
	async__parking_wake_all(&self->parking);
	return good ? ASYNC_OK : ASYNC_E_NOMEM;
}

unsigned async_queue_threads_limit(struct async_queue *threads)
{
	return threads->vtable == &async__threads_vtable ? threads_of(threads)->count : 0;
}

/* In the child of fork(), which has copies of the tasks that the parent will run. */
static void forget_tasks(struct async__forked *registered, bool in_child)
{
	struct threads *self =
		(struct threads *)(void *)((char *)registered - offsetof(struct threads, registered));
	if (!in_child)
		return;
	self->forked = self->blocking.forked = true;
	async__crew_stop(&self->crew);
	for (unsigned i = 0; i < self->count; i++)
		async__deque_init(&self->workers[i].deque);
	async__injector_forget(&self->injector);
	self->posted = (struct async__posted){ 0 };
}

void async__threads_tear_down(struct threads *self)
{
	async__forked_remove(&self->registered);
	async__crew_stop(&self->crew);
	async__parking_wake_all(&self->parking);
	async__crew_finish(&self->crew);
	async__blocking_finish(&self->blocking);
	async__injector_finish(&self->injector);
	async__parking_finish(&self->parking);
	async__activity_finish(&self->activity);
	async__watching_finish(&self->watching);
	pthread_mutex_destroy(&self->posted_lock);
	async_free(self->allocator, self, self->size, _Alignof(struct threads));
}

/* ---- creation */

static void init_worker(struct worker *worker, struct threads *self, unsigned number)
{
	async__deque_init(&worker->deque);
	worker->queue = self;
	worker->number = number;
	worker->until_oldest = ASYNC__FAIRNESS;
	worker->injected_first = false;
	worker->thin = worker->took_posted = false;
	worker->watch = (struct async__watch){ 0 };
	worker->random = number * 2654435769u + 1;
}

/* Where the parts of the block of a queue are, which begins with struct threads. */
struct layout {
	unsigned threads, limit;
	const char *name;
	size_t workers, places, cpus, name_at, size;
};

static struct layout layout_of(const struct async_threads_options *options)
{
	unsigned threads = options->threads ? options->threads : async__cpu_count();
	if (threads > MOST_THREADS)
		threads = MOST_THREADS; /* more processors than that */
	struct layout layout = { .threads = threads, .name = options->name ? options->name : "async" };
	layout.limit = options->threads_limit > threads ? options->threads_limit : threads;
	layout.workers = sizeof(struct threads);
	layout.places = layout.workers + layout.limit * sizeof(struct worker);
	layout.cpus = layout.places + layout.limit * sizeof(struct async__place);
	layout.name_at = layout.cpus + options->cpu_count * sizeof(unsigned);
	layout.size = layout.name_at + strlen(layout.name) + 1;
	return layout;
}

static struct async__thread_style style_of(const struct async_threads_options *options, const struct layout *layout, char *block)
{
	memcpy(block + layout->name_at, layout->name, layout->size - layout->name_at);
	if (options->cpu_count)
		memcpy(block + layout->cpus, options->cpus, options->cpu_count * sizeof(unsigned));
	return (struct async__thread_style){ block + layout->name_at, options->stack_size,
		(const unsigned *)(void *)(block + layout->cpus), options->cpu_count, options->cpu_each,
		options->on_start, options->on_stop, options->hook_ctx };
}

/* A queue without threads yet. */
static struct threads *allocate(const struct async_allocator *allocator, const struct async_threads_options *options)
{
	struct layout layout = layout_of(options);
	struct threads *self = async_alloc(allocator, layout.size, _Alignof(struct threads));
	if (!self)
		return NULL;
	*self = (struct threads){ .face = { &async__threads_vtable }, .allocator = allocator, .size = layout.size,
		.count = layout.limit };
	if (!async__injector_init(&self->injector, allocator, &self->parking, &self->activity)) {
		async_free(allocator, self, layout.size, _Alignof(struct threads));
		return NULL;
	}
	self->workers = (struct worker *)(self + 1);
	self->style = style_of(options, &layout, (char *)self);
	self->thin_pauses = async__pauses_in(THIN_NS);
	for (unsigned i = 0; i < self->count; i++)
		init_worker(&self->workers[i], self, i);
	self->crew = (struct async__crew){ .style = &self->style, .body = async__worker_main, .arg_of = worker_of,
		.come = come, .fail = fail_to_come, .queue = self, .limit = self->count,
		.places = (struct async__place *)(void *)((char *)self + layout.places) };
	async__crew_init(&self->crew);
	async__parking_init(&self->parking);
	async__activity_init(&self->activity);
	async__watching_init(&self->watching, &self->parking, layout.threads);
	pthread_mutex_init(&self->posted_lock, NULL);
	async__blocking_init(&self->blocking, allocator, &self->activity, &self->style,
		options->blocking_threads ? options->blocking_threads : 256,
		options->idle_ms ? options->idle_ms : 1000);
	return self;
}

#define MOST_CPUS 65536u /* more than any Linux has */

static bool has_cpus(const struct async_threads_options *options)
{
	if (options->cpu_count > MOST_CPUS || (options->cpu_count && !options->cpus))
		return false;
	for (size_t i = 0; i < options->cpu_count; i++) {
		if (options->cpus[i] >= MOST_CPUS)
			return false;
	}
	return true;
}

static const char *fault_of(const struct async_threads_options *options)
{
	if (options->threads > MOST_THREADS || options->threads_limit > MOST_THREADS)
		return "options: more than 4096 threads; no queue was created";
	return has_cpus(options) ? NULL : "options: cpus is NULL, or has a number of 65536 or more; no queue was created";
}

/* Copies the options of the caller, whose struct may be of an older release. */
static bool read_options(struct async_threads_options *out_options, const struct async_threads_options *options)
{
	const char *fault = NULL;
	*out_options = (struct async_threads_options){ 0 };
	if (options && BYTECURSOR_SIZE_LACKS(options, name))
		fault = "options: size is not set, expected sizeof(struct async_threads_options); no queue was created";
	else if (options)
		memcpy(out_options, options, BYTECURSOR_SIZE_TO_COPY(out_options, options));
	if (!fault)
		fault = fault_of(out_options);
	if (ASYNC__UNLIKELY(fault != NULL))
		async__misuse(ASYNC_MISUSE_BAD_ARGUMENT, "async_queue_create_threads", options, fault);
	return fault == NULL;
}

struct async_queue *async_queue_create_threads(const struct async_allocator *allocator,
	const struct async_threads_options *options)
{
	struct async_threads_options known;
	if (!read_options(&known, options))
		return NULL;
	struct threads *self = allocate(async__or_system(allocator), &known);
	if (!self)
		return NULL;
	unsigned count = known.threads ? known.threads : layout_of(&known).threads;
	async__forked_add_queue(&self->registered, &self->face, forget_tasks);
	if (!async__crew_resize(&self->crew, count)) {
		async__threads_tear_down(self);
		return NULL;
	}
	return &self->face;
}
