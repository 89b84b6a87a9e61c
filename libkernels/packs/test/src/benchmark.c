/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs a function many times, one run after the other, and prints how long the runs took. */
#include "test.h"
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#define MAX_SAMPLES ((size_t)1 << 20) /* for very long benchmarks only the last runs are kept */

struct clocks {
	int64_t wall, cpu; /* ns */
};

struct benchmark {
	struct async_waiter waiter;
	struct async_request *request;
	const struct kernels_site *site;
	struct kernels_caller caller;
	struct async_value *done;   /* the kernel's result */
	struct async_value *result; /* of the current run */
	struct async_error *error;
	uint32_t hands; /* atomic; see benchmark_run() */
	int32_t warmups_left, max_count;
	int64_t duration; /* ns */
	struct kernels_string name;
	struct clocks start, run_start;
	int64_t total_cpu; /* number of recorded runs */
	size_t count, capacity;
	int64_t *wall, *cpu; /* samples, in one block of 2 * capacity */
	struct async_value *arguments[];
};

static size_t benchmark_size(uint32_t argument_count)
{
	return sizeof(struct benchmark) + argument_count * sizeof(struct async_value *);
}

static struct clocks now(void)
{
	struct timespec wall, cpu;
	clock_gettime(CLOCK_MONOTONIC, &wall);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
	return (struct clocks){ (int64_t)wall.tv_sec * 1000000000 + wall.tv_nsec,
		(int64_t)cpu.tv_sec * 1000000000 + cpu.tv_nsec };
}

static void free_samples(const struct benchmark *b, int64_t *samples, size_t capacity)
{
	async_free(kernels_host(b->request)->allocator, samples, 2 * capacity * sizeof *samples, _Alignof(int64_t));
}

static bool add_sample(struct benchmark *b, struct clocks end)
{
	if (b->count == b->capacity && b->capacity < MAX_SAMPLES) {
		size_t capacity = b->capacity ? 2 * b->capacity : 64;
		int64_t *samples = async_alloc(kernels_host(b->request)->allocator, 2 * capacity * sizeof *samples,
			_Alignof(int64_t));
		if (!samples)
			return false;
		for (size_t i = 0; i < b->count; i++) {
			samples[i] = b->wall[i];
			samples[capacity + i] = b->cpu[i];
		}
		free_samples(b, b->wall, b->capacity);
		b->wall = samples;
		b->cpu = samples + capacity;
		b->capacity = capacity;
	}
	b->wall[b->count % b->capacity] = end.wall - b->run_start.wall;
	b->cpu[b->count % b->capacity] = end.cpu - b->run_start.cpu;
	b->total_cpu += end.cpu - b->run_start.cpu;
	b->count++;
	return true;
}

/* ---- the figures */

static int by_size(const void *left, const void *right)
{
	int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
	return (a > b) - (a < b);
}

static int64_t percentile(const int64_t *sorted, size_t count, size_t percent)
{
	return count ? sorted[(count - 1) * percent / 100] : 0;
}

static void print_figures(struct benchmark *b)
{
	const struct async_host *host = kernels_host(b->request);
	size_t count = b->count < b->capacity ? b->count : b->capacity;
	int64_t duration = now().wall - b->start.wall;
	int size = b->name.size < 1000 ? (int)b->name.size : 1000;
	const char *name = b->name.data;
	if (count > 0) {
		qsort(b->wall, count, sizeof *b->wall, by_size);
		qsort(b->cpu, count, sizeof *b->cpu, by_size);
	}
	async_host_print(host,
		"BM:%.*s:Duration(ns): %" PRId64 "\n"
		"BM:%.*s:Count: %zu\n"
		"BM:%.*s:Time Min(ns): %" PRId64 "\n"
		"BM:%.*s:Time 50%%(ns): %" PRId64 "\n"
		"BM:%.*s:Time 95%%(ns): %" PRId64 "\n"
		"BM:%.*s:Time 99%%(ns): %" PRId64 "\n"
		"BM:%.*s:CPU Min(ns): %" PRId64 "\n"
		"BM:%.*s:CPU 50%%(ns): %" PRId64 "\n"
		"BM:%.*s:CPU 95%%(ns): %" PRId64 "\n"
		"BM:%.*s:CPU 99%%(ns): %" PRId64 "\n"
		"BM:%.*s:CPU utilization(percent): %" PRId64 "\n",
		size, name, duration, size, name, b->count,
		size, name, percentile(b->wall, count, 0), size, name, percentile(b->wall, count, 50),
		size, name, percentile(b->wall, count, 95), size, name, percentile(b->wall, count, 99),
		size, name, percentile(b->cpu, count, 0), size, name, percentile(b->cpu, count, 50),
		size, name, percentile(b->cpu, count, 95), size, name, percentile(b->cpu, count, 99),
		size, name, duration > 0 ? b->total_cpu * 100 / duration : 0);
}

/* ---- running */

static void benchmark_destroy(struct benchmark *b)
{
	struct async_request *request = b->request;
	const struct kernels_site *site = b->site;
	uint32_t argument_count = site->argument_count;
	for (uint32_t i = 0; i < argument_count; i++)
		async_value_release(b->arguments[i]);
	async_value_release(b->done);
	async_value_release(b->result);
	free_samples(b, b->wall, b->capacity);
	async_free(kernels_host(request)->allocator, b, benchmark_size(argument_count), _Alignof(struct benchmark));
	kernels_end_work(request, site);
}

static void finish(struct benchmark *b)
{
	if (b->error) {
		async_value_fail(b->done, b->error);
	} else {
		print_figures(b);
		async_value_set_available(b->done);
	}
	benchmark_destroy(b);
}

/* Records the run that has ended. Returns false at the end of the benchmark. */
static bool account(struct benchmark *b)
{
	struct clocks end = now();
	struct async_value *result = b->result;
	b->result = NULL;
	if (async_value_is_error(result))
		b->error = async_error_retain(async_value_error(result));
	else if (b->warmups_left > 0)
		b->warmups_left--;
	else if (!add_sample(b, end))
		b->error = kernels_site_error(b->site, b->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory");
	async_value_release(result);
	return !b->error;
}

/* Returns false at the end of the benchmark. */
static bool start_run(struct benchmark *b)
{
	struct async_error *cancelled = async_request_cancelled(b->request);
	if (cancelled) {
		b->error = async_error_retain(cancelled);
		return false;
	}
	b->run_start = now();
	if (b->warmups_left <= 0) {
		if (b->count == 0)
			b->start = b->run_start;
		if (b->count >= (size_t)b->max_count || b->run_start.wall - b->start.wall >= b->duration)
			return false;
	}
	kernels_function_execute(b->site->functions[0], b->request, b->arguments, &b->result);
	if (!b->result)
		b->result = async_chain(); /* the function has no result: work that it started is not awaited */
	return true;
}

/* This thread and the waiter both hold the run; the last of them to release it continues, so that runs do not
 * recurse. */
static bool let_go(struct benchmark *b)
{
	return __atomic_fetch_sub(&b->hands, 1, __ATOMIC_ACQ_REL) == 1;
}

static void benchmark_run(struct benchmark *b);

static void run_ended(struct async_waiter *waiter)
{
	struct benchmark *b = (struct benchmark *)(void *)waiter;
	struct kernels_caller caller = b->caller;
	kernels_caller_swap(&caller);
	if (let_go(b))
		benchmark_run(b);
	kernels_caller_swap(&caller);
}

static void benchmark_run(struct benchmark *b)
{
	for (;;) {
		if (b->result && !account(b))
			break;
		if (!start_run(b))
			break;
		if (async_value_is_available(b->result))
			continue;
		__atomic_store_n(&b->hands, 2, __ATOMIC_RELAXED);
		async_value_and_then(b->result, &b->waiter);
		if (!let_go(b))
			return;
	}
	finish(b);
}

static bool read_options(struct kernels_frame *frame, struct benchmark *b)
{
	int32_t seconds;
	if (!kernels_frame_scalar(frame, 0, KERNELS_I32, &seconds) ||
		!kernels_frame_scalar(frame, 1, KERNELS_I32, &b->max_count) ||
		!kernels_frame_string(frame, 2, &b->name) ||
		!kernels_frame_scalar(frame, 3, KERNELS_I32, &b->warmups_left))
		return false;
	b->duration = (int64_t)seconds * 1000000000;
	b->max_count = b->max_count > 0 ? b->max_count : 0;
	return true;
}

void kernels_test__benchmark(struct kernels_frame *frame)
{
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	const struct kernels_function *body = frame->site->functions[0];
	uint32_t argument_count = frame->site->argument_count;
	struct benchmark options = { .waiter = { .run = run_ended }, .site = frame->site, .caller = kernels_caller() };
	if (!read_options(frame, &options) ||
		!kernels_frame_accepts(frame, body, argument_count, body->result_count ? 1 : 0))
		return;
	if (!kernels_frame_result(frame, 0, ASYNC_TYPE_CHAIN))
		return;
	struct benchmark *b = async_alloc(allocator, benchmark_size(argument_count), _Alignof(struct benchmark));
	if (!b) {
		async_value_release(frame->results[0]);
		frame->results[0] = NULL;
		kernels_frame_fail(frame, "out of memory");
		return;
	}
	*b = options;
	b->request = kernels_begin_work(frame->request, frame->site);
	b->done = async_value_retain(frame->results[0]);
	b->start = now();
	for (uint32_t i = 0; i < argument_count; i++)
		b->arguments[i] = async_value_retain(frame->arguments[i]);
	benchmark_run(b);
}
