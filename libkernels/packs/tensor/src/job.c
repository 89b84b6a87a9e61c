/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels whose work is spread over the queue when it is long enough to repay that. */
#include "job.h"
#include <string.h>

/* Less would be over before another thread has woken up. */
#define LONG_ENOUGH_NS 100000u
/* Parts for each thread: some threads may start late. But each part may begin with work that others do as well, which only
 * parts of many units repay. */
#define MOST_PARTS 3u
#define MANY_UNITS 1024u

struct job {
	struct async_waiter waiter; /* of the loop; first: done() casts */
	kernels_tensor__body_fn body;
	struct async_request *request;
	struct async_value *result, *loop;
	size_t size, argument_count;
	struct async_value **arguments; /* retained: the work points into their payloads */
	void *work;
};

static struct async_error *part(void *ctx, size_t begin, size_t end)
{
	const struct job *job = ctx;
	job->body(job->work, begin, end);
	return NULL;
}

static void drop(struct job *job)
{
	for (size_t i = 0; i < job->argument_count; i++)
		async_value_release(job->arguments[i]);
	async_free(kernels_host(job->request)->allocator, job, job->size, _Alignof(max_align_t));
}

/* Nothing of the job may be left when the result becomes available and the host goes on. */
static void done(struct async_waiter *waiter)
{
	struct job *job = (struct job *)waiter;
	struct async_value *result = job->result, *loop = job->loop;
	struct async_request *request = job->request;
	struct async_error *error = async_value_is_error(loop) ? async_error_retain(async_value_error(loop)) : NULL;
	drop(job);
	async_value_release(loop);
	if (error)
		async_value_fail(result, error);
	else
		async_value_set_available(result);
	async_value_release(result);
	async_request_release(request);
}

static struct job *job_new(const struct kernels_frame *frame, const struct kernels_tensor__work *work)
{
	const size_t align = _Alignof(max_align_t), count = frame->site->argument_count;
	const size_t head = (sizeof(struct job) + count * sizeof(struct async_value *) + align - 1) / align * align;
	struct job *job = async_alloc(kernels_host(frame->request)->allocator, head + work->size, align);
	if (!job)
		return NULL;
	*job = (struct job){ .waiter = { .run = done }, .body = work->body, .request = frame->request, .size = head + work->size,
		.argument_count = count, .arguments = (struct async_value **)(job + 1), .work = (char *)job + head };
	memcpy(job->work, work->data, work->size);
	for (size_t i = 0; i < count; i++)
		job->arguments[i] = async_value_retain(frame->arguments[i]);
	return job;
}

/* False: there is no memory for it. */
static bool spread(struct kernels_frame *frame, const struct kernels_tensor__work *work, size_t block)
{
	const struct async_host *host = kernels_host(frame->request);
	struct async_value *result = async_chain_create(host->allocator);
	struct job *job = result ? job_new(frame, work) : NULL;
	if (!job) {
		async_value_release(result);
		return false;
	}
	job->result = async_value_retain(result);
	async_request_retain(job->request);
	job->loop = async_parallel_for(host->queue, host->allocator, work->units, block, part, job);
	frame->results[0] = result;
	async_value_and_then(job->loop, &job->waiter);
	return true;
}

/* The size of equal parts, multiples of the grain but for the last one. */
static size_t block_of(const struct kernels_tensor__work *work, size_t threads)
{
	size_t parts = work->units / threads / MANY_UNITS;
	parts = threads * (parts < 1 ? 1 : parts > MOST_PARTS ? MOST_PARTS : parts);
	return (work->units / work->grain + parts - 1) / parts * work->grain;
}

void kernels_tensor__run(struct kernels_frame *frame, const struct kernels_tensor__work *work)
{
	struct async_queue *queue = kernels_host(frame->request)->queue;
	const size_t threads = async_queue_parallelism(queue);
	if (threads > 1 && work->units > 1 && work->nanoseconds >= LONG_ENOUGH_NS) {
		size_t block = block_of(work, threads);
		if (block > 0 && block < work->units && spread(frame, work, block))
			return;
	}
	work->body(work->data, 0, work->units);
	frame->results[0] = async_chain();
}

bool kernels_tensor__checked(struct kernels_frame *frame, void (*check)(struct kernels_call *call, void *out), void *out)
{
	enum { MOST = 8 };
	void *payloads[MOST];
	for (uint32_t i = 0; i < frame->site->entry->argument_count && i < MOST; i++)
		payloads[i] = async_value_payload(frame->arguments[i]);
	struct kernels_call call = { .arguments = payloads, .site = frame->site, .request = frame->request };
	check(&call, out);
	if (call.error)
		kernels_frame_fail_with(frame, call.error);
	return !call.error;
}
