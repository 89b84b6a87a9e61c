/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tasks that finish what a kernel began. */
#include "test.h"
#include <errno.h>
#include <time.h>

static size_t later_size(const struct kernels_test__later *later)
{
	size_t places = (size_t)later->argument_count + 2 * (size_t)later->result_count;
	return sizeof *later + places * sizeof(struct async_value *);
}

static void later_run(void *ctx)
{
	struct kernels_test__later *later = ctx;
	struct async_request *request = later->request;
	later->run(later);
	uint32_t count = later->argument_count + later->result_count, same;
	for (uint32_t i = 0; i < count; i += same) { /* a value that is there twice goes in one */
		for (same = 1; i + same < count && later->places[i + same] == later->places[i];)
			same++;
		async_value_release_n(later->places[i], same);
	}
	async_free(kernels_host(request)->allocator, later, later_size(later), _Alignof(struct kernels_test__later));
	async_request_release(request);
}

static void fail_results(struct kernels_frame *frame)
{
	struct async_error *error =
		kernels_site_error(frame->site, frame->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory");
	for (uint32_t i = 0; i < frame->site->result_count; i++)
		async_value_fail(frame->results[i], async_error_retain(error));
	async_error_release(error);
}

void kernels_test__later(struct kernels_frame *frame, void (*run)(struct kernels_test__later *later), bool blocking)
{
	const struct async_host *host = kernels_host(frame->request);
	const struct kernels_test__later about = {
		.site = frame->site, .run = run, .argument_count = frame->site->argument_count,
		.result_count = frame->site->result_count,
	};
	struct kernels_test__later *later =
		async_alloc(host->allocator, later_size(&about), _Alignof(struct kernels_test__later));
	if (!later) {
		fail_results(frame);
		return;
	}
	*later = about;
	later->request = kernels_frame_take_request(frame);
	later->arguments = later->places;
	later->results = later->places + later->argument_count;
	for (uint32_t i = 0; i < later->argument_count; i++)
		later->arguments[i] = kernels_frame_take(frame, i);
	for (uint32_t i = 0; i < later->result_count; i++)
		later->results[i] = async_value_retain_new(frame->results[i], 1);
	later->spare = later->results + later->result_count;
	for (uint32_t i = 0; i < later->result_count; i++)
		later->spare[i] = NULL;
	if (!blocking || !async_queue_add_blocking(host->queue, later_run, later, true))
		async_queue_add(host->queue, later_run, later);
}

void kernels_test__sleep(uint64_t microseconds)
{
	struct timespec left = { (time_t)(microseconds / 1000000), (long)(microseconds % 1000000) * 1000 };
	while (nanosleep(&left, &left) != 0 && errno == EINTR)
		;
}

void kernels_test__delay(void)
{
	static uint32_t calls; /* atomic, relaxed: only to differ */
	uint32_t mixed = (__atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) * 2654435761u) >> 16;
	kernels_test__sleep(1000 + mixed % 9001);
}
