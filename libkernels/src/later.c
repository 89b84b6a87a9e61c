/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Continuation of kernels as tasks, for executors without their own implementation; and code common to both. */
#include <kernels/registry.h>
#include <kernels/watch.h>

#ifdef KERNELS_NO_MESSAGES /* small programs do not read the clock */
#define CHECK(request) async_request_cancelled(request)
#else
#define CHECK(request) async_request_check(request)
#endif

/* One run of a kernel, until its task ends. */
struct deferred {
	struct async_request *request;
	const struct kernels_site *site;
	kernels_frame_fn run;
	struct kernels_caller caller;
	/* one reference each: the arguments, the promised results; then room for the actual results */
	struct async_value *values[];
};

static size_t deferred_size(const struct kernels_site *site)
{
	return sizeof(struct deferred) +
	       (site->argument_count + 2 * (size_t)site->result_count) * sizeof(struct async_value *);
}

static void run_deferred(void *ctx)
{
	struct deferred *deferred = ctx;
	const struct kernels_site *site = deferred->site;
	struct async_request *request = deferred->request;
	struct async_value **promised = deferred->values + site->argument_count, **results = promised + site->result_count;
	struct kernels_frame frame = { deferred->values, results, site, request, true, NULL };
	for (uint32_t i = 0; i < site->result_count; i++)
		results[i] = NULL;
	struct async_error *cancelled = CHECK(request);
	struct kernels_work work;
	kernels_caller_swap(&deferred->caller);
	kernels_work_begin(&work, site);
	if (cancelled)
		kernels_frame_fail_with(&frame, async_error_retain(cancelled));
	else
		deferred->run(&frame);
	kernels_work_end(&work);
	kernels_caller_swap(&deferred->caller);
	kernels_frame_finish(&frame);
	kernels_values_release(deferred->values, site->argument_count);
	for (uint32_t i = 0; i < site->result_count; i++)
		async_request_forward_last(request, promised[i], results[i]);
	async_free(kernels_host(request)->allocator, deferred, deferred_size(site), _Alignof(struct deferred));
	kernels_end_work(request, site);
}

static struct deferred *promise(struct kernels_frame *frame)
{
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	const struct kernels_site *site = frame->site;
	struct deferred *deferred = async_alloc(allocator, deferred_size(site), _Alignof(struct deferred));
	uint32_t made = 0;
	for (; deferred && made < site->result_count; made++) {
		if (!(frame->results[made] = async_value_create_indirect(allocator, ASYNC_TYPE_NONE)))
			break;
	}
	if (deferred && made == site->result_count)
		return deferred;
	while (made > 0) {
		async_value_release(frame->results[--made]);
		frame->results[made] = NULL;
	}
	async_free(allocator, deferred, deferred_size(site), _Alignof(struct deferred));
	return NULL;
}

void kernels_frame_later_(struct kernels_frame *frame, kernels_frame_fn run, bool blocking)
{
	const struct kernels_site *site = frame->site;
	struct async_queue *queue = kernels_host(frame->request)->queue;
	struct deferred *deferred = promise(frame);
	if (!deferred) {
		kernels_frame_fail_with(frame,
			kernels_site_error(site, frame->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
		return;
	}
	deferred->request = kernels_begin_work(frame->request, site);
	deferred->site = site;
	deferred->run = run;
	deferred->caller = kernels_caller();
	for (uint32_t i = 0; i < site->argument_count; i++)
		deferred->values[i] = kernels_frame_take(frame, i);
	for (uint32_t i = 0; i < site->result_count; i++)
		deferred->values[site->argument_count + i] = async_value_retain_new(frame->results[i], 1);
	if (!blocking || !async_queue_add_blocking(queue, run_deferred, deferred, true))
		async_queue_add(queue, run_deferred, deferred);
}

void kernels_values_release(struct async_value *const *values, uint32_t count)
{
	uint32_t same;
	for (uint32_t i = 0; i < count; i += same) {
		for (same = 1; i + same < count && values[i + same] == values[i];)
			same++;
		async_value_release_n(values[i], same);
	}
}
