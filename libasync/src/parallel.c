/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "parallel.h"
#include "allocator_private.h"
#include "value_private.h"
#include <async/timer.h>

#define PART_NS 50000u /* adaptive: long compared with the cost of a task, short as a delay for other tasks */
#define MOST_GROWTH 8u
#define START_TOGETHER 16u /* tasks added per call */

size_t async__loop_runners(struct async_queue *queue, size_t count, size_t block)
{
	size_t parallelism = async_queue_parallelism(queue),
	       parts = block ? count / block + (count % block != 0) : count;
	return parts < parallelism ? parts : parallelism;
}

/* Claims the next part. In an adaptive loop parts shrink towards the end, so that all runners finish together. */
static bool claim(struct async__loop_runner *runner, size_t *out_begin, size_t *out_end)
{
	struct async__loop *loop = runner->loop;
	size_t next = async__load_relaxed(&loop->next), block;
	do {
		size_t left = loop->count - next;
		if (left == 0)
			return false;
		block = runner->block;
		if (!loop->fixed_block && block > left / (2 * loop->runner_count))
			block = left / (2 * loop->runner_count) + 1;
		if (block > left)
			block = left;
	} while (!async__cas_weak_relaxed(&loop->next, &next, next + block)); /* relaxed: publishes nothing */
	*out_begin = next;
	*out_end = next + block;
	return true;
}

static void adapt(struct async__loop_runner *runner, size_t did, uint64_t took)
{
	uint64_t wanted = took ? (uint64_t)did * PART_NS / took : UINT64_MAX;
	if ((uint64_t)did > UINT64_MAX / PART_NS || wanted > (uint64_t)did * MOST_GROWTH)
		wanted = (uint64_t)did * MOST_GROWTH; /* limits growth after a single measurement */
	runner->block = wanted ? (size_t)wanted : 1;
}

static void fail(struct async__loop *loop, struct async_error *error)
{
	struct async_error *none = NULL;
	/* release: the decrement in finish_runner() publishes it anyway; pairs with the acquire there */
	if (!async__cas_strong_release_acquire(&loop->error, &none, error))
		async_error_release(error);
}

static void finish_runner(struct async__loop *loop)
{
	/* acq_rel: the last runner acquires the effects of the others, and publishes them with the result */
	if (async__sub_acq_rel(&loop->running, 1) == 1)
		loop->done(loop, async__load_acquire(&loop->error));
}

/* The runner that this thread is adding to its queue; NULL if the queue has called run() inside the call. */
static ASYNC__THREAD_LOCAL struct async__loop_runner *handing;

/* Is no part left to claim? */
static bool is_over(struct async__loop *loop)
{
	return async__load_relaxed(&loop->next) == loop->count; /* relaxed: publishes nothing */
}

/* @return false when the loop is over for this runner, which may then be freed. */
static bool run_part(struct async__loop_runner *runner)
{
	struct async__loop *loop = runner->loop;
	size_t begin, end;
	struct async_error *cancelled = loop->request ? async_request_check(loop->request) : NULL;
	if (ASYNC__UNLIKELY(cancelled) && !is_over(loop))
		fail(loop, async_error_retain(cancelled));
	/* relaxed: only an optimization */
	if (async__load_relaxed(&loop->error) || !claim(runner, &begin, &end)) {
		finish_runner(loop);
		return false;
	}
	uint64_t start = loop->fixed_block ? 0 : async_now_ns();
	struct async_error *error = loop->part(loop, runner, begin, end);
	if (error)
		fail(loop, error);
	if (!loop->fixed_block)
		adapt(runner, end - begin, async_now_ns() - start);
	return true;
}

/* Runs one part, then adds itself to the queue again, so that other tasks are not delayed. A full queue runs the task
 * inside the call; the outer call then runs the next part, because otherwise the stack would grow with each part. */
static void run(void *ctx)
{
	struct async__loop_runner *runner = ctx, *before = handing;
	if (before == runner) {
		handing = NULL;
		return;
	}
	bool again = true;
	while (again && run_part(runner)) {
		handing = runner;
		/* another thread may run it before this returns */
		async_queue_add_named(runner->loop->queue, "loop", run, runner);
		again = handing != runner;
	}
	handing = before;
}

void async__loop_start(struct async__loop *loop)
{
	size_t count = loop->runner_count;
	struct async_queue *queue = loop->queue;
	struct async__loop_runner *runners = (struct async__loop_runner *)(loop + 1);
	loop->next = 0;
	loop->error = NULL;
	loop->running = (uint32_t)count;
	for (size_t i = 0; i < count; i++)
		runners[i] = (struct async__loop_runner){ loop, i, loop->fixed_block ? loop->fixed_block : 1 };
	/* the loop may be finished and freed as soon as the last runner is added */
	struct async_task tasks[START_TOGETHER];
	for (size_t i = 0; i < count;) {
		size_t together = 0;
		while (i < count && together < START_TOGETHER)
			tasks[together++] = (struct async_task){ run, &runners[i++] };
		async_queue_add_all(queue, "loop", tasks, together);
	}
}

/* ---- a loop */

struct for_loop {
	const struct async_allocator *allocator;
	size_t size; /* of this block */
	async_body_fn body;
	void *ctx;
	struct async_value *chain;
	struct async__loop loop;
};

static struct for_loop *for_of(struct async__loop *loop)
{
	return (struct for_loop *)(void *)((char *)loop - offsetof(struct for_loop, loop));
}

static struct async_error *for_part(
	struct async__loop *loop, struct async__loop_runner *runner, size_t begin, size_t end)
{
	(void)runner;
	return for_of(loop)->body(for_of(loop)->ctx, begin, end);
}

/* Completes a value and releases the caller's reference to it. */
static void finish_chain(struct async_value *chain, struct async_error *error)
{
	if (error)
		async_value_fail(chain, error);
	else
		async_value_set_available(chain);
	async_value_release(chain);
}

static void for_done(struct async__loop *loop, struct async_error *error)
{
	struct for_loop *self = for_of(loop);
	struct async_value *chain = self->chain;
	struct async_request *request = loop->request;
	async_free(self->allocator, self, self->size, _Alignof(struct for_loop));
	finish_chain(chain, error);
	if (request)
		async_request_end_work(request);
}

static struct async_value *run_here(const struct async_allocator *allocator, struct async_request *request,
	size_t count, async_body_fn body, void *ctx)
{
	struct async_error *error = request ? async_request_check(request) : NULL;
	error = error ? async_error_retain(error) : body(ctx, 0, count);
	if (!error)
		return async_chain();
	struct async_value *value = async_value_create_error(allocator, error);
	return value ? value : async_value_out_of_memory();
}

static struct async_value *start_for(struct async_queue *queue, const struct async_allocator *allocator,
	struct async_request *request, size_t count, size_t block, async_body_fn body, void *ctx)
{
	if (count == 0)
		return async_chain();
	allocator = async__or_system(allocator);
	size_t runners = async__loop_runners(queue, count, block);
	size_t size = sizeof(struct for_loop) + runners * sizeof(struct async__loop_runner);
	struct for_loop *self = async_alloc(allocator, size, _Alignof(struct for_loop));
	struct async_value *chain = self ? async_chain_create(allocator) : NULL;
	if (!chain) {
		async_free(allocator, self, size, _Alignof(struct for_loop));
		return run_here(allocator, request, count, body, ctx);
	}
	self->allocator = allocator;
	self->size = size;
	self->body = body;
	self->ctx = ctx;
	self->chain = async_value_retain(chain);
	self->loop.queue = queue;
	self->loop.request = request ? async_request_begin_work(request) : NULL;
	self->loop.count = count;
	self->loop.fixed_block = block;
	self->loop.runner_count = runners;
	self->loop.part = for_part;
	self->loop.done = for_done;
	async__loop_start(&self->loop);
	return chain;
}

struct async_value *async_parallel_for(struct async_queue *queue, const struct async_allocator *allocator, size_t count,
	size_t block, async_body_fn body, void *ctx)
{
	return start_for(queue, allocator, NULL, count, block, body, ctx);
}

struct async_value *async_parallel_for_request(struct async_request *request, size_t count, size_t block,
	async_body_fn body, void *ctx)
{
	const struct async_host *host = async_request_host(request);
	return start_for(host->queue, host->allocator, request, count, block, body, ctx);
}
