/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels between processes are called before their arguments are available, and with errors (KERNELS_NONSTRICT): the other
 * members would wait for ever for a kernel that is not called. */
#include "parallel/ready.h"
#include <kernels/process.h>

/* A call that waits for its arguments. */
struct late {
	struct async_request *request;
	const struct kernels_site *site;
	kernels_frame_fn run;
	/* one reference each: the arguments, the promised results; then room for the actual results */
	struct async_value *values[];
};

static size_t late_size(const struct kernels_site *site)
{
	return sizeof(struct late) + (site->argument_count + 2 * (size_t)site->result_count) * sizeof(struct async_value *);
}

static void run_late(void *ctx)
{
	struct late *late = ctx;
	const struct kernels_site *site = late->site;
	struct async_request *request = late->request;
	struct async_value **promised = late->values + site->argument_count, **results = promised + site->result_count;
	struct kernels_frame frame = { .arguments = late->values, .results = results, .site = site, .request = request };
	struct async_error *cancelled = async_request_cancelled(request);
	for (uint32_t i = 0; i < site->result_count; i++)
		results[i] = NULL;
	if (cancelled)
		kernels_frame_fail_with(&frame, async_error_retain(cancelled));
	else
		late->run(&frame);
	kernels_frame_finish(&frame);
	kernels_values_release(late->values, site->argument_count);
	for (uint32_t i = 0; i < site->result_count; i++) {
		async_request_forward(request, promised[i], results[i]);
		async_value_release(promised[i]);
	}
	async_free(kernels_host(request)->allocator, late, late_size(site), _Alignof(struct late));
	kernels_end_work(request, site);
}

static struct late *promise(struct kernels_frame *frame, kernels_frame_fn run)
{
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	const struct kernels_site *site = frame->site;
	struct late *late = async_alloc(allocator, late_size(site), _Alignof(struct late));
	uint32_t made = 0;
	while (late && made < site->result_count &&
		(late->values[site->argument_count + made] = async_value_create_indirect(allocator, ASYNC_TYPE_NONE)) != NULL)
		made++;
	if (!late || made < site->result_count) {
		while (made > 0)
			async_value_release(late->values[site->argument_count + --made]);
		if (late)
			async_free(allocator, late, late_size(site), _Alignof(struct late));
		return NULL;
	}
	late->run = run;
	late->site = site;
	for (uint32_t i = 0; i < site->argument_count; i++)
		late->values[i] = async_value_retain(frame->arguments[i]);
	for (uint32_t i = 0; i < site->result_count; i++)
		frame->results[i] = async_value_retain(late->values[site->argument_count + i]);
	return late;
}

void kernels_hlo__when_ready(struct kernels_frame *frame, kernels_frame_fn run)
{
	const struct kernels_site *site = frame->site;
	uint32_t ready = 0;
	while (ready < site->argument_count && async_value_is_available(frame->arguments[ready]))
		ready++;
	if (ready == site->argument_count) {
		run(frame);
		return;
	}
	struct late *late = promise(frame, run);
	if (!late) {
		kernels_hlo__give_up(frame);
		return;
	}
	late->request = kernels_begin_work(frame->request, site);
	if (async_values_when_ready(kernels_host(frame->request)->allocator, late->values, site->argument_count, run_late, late) !=
		ASYNC_OK) {
		struct async_error *error =
			kernels_site_error(site, frame->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory");
		for (uint32_t i = 0; i < site->result_count; i++) {
			async_value_fail(late->values[site->argument_count + i], async_error_retain(error));
			async_value_release(late->values[site->argument_count + i]);
		}
		kernels_values_release(late->values, site->argument_count);
		async_free(kernels_host(late->request)->allocator, late, late_size(site), _Alignof(struct late));
		kernels_hlo__give_up_with(frame, error);
		kernels_end_work(frame->request, site);
	}
}

void kernels_hlo__give_up(struct kernels_frame *frame)
{
	kernels_hlo__give_up_with(
		frame, kernels_site_error(frame->site, frame->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
}

void kernels_hlo__give_up_with(struct kernels_frame *frame, struct async_error *error)
{
	if (kernels_process_of(frame->request)->engine)
		async_request_cancel_with(frame->request, async_error_retain(error));
	kernels_frame_fail_with(frame, error);
}

struct async_value *kernels_hlo__argument_error(const struct kernels_frame *frame)
{
	for (uint32_t i = 0; i < frame->site->argument_count; i++)
		if (async_value_is_error(frame->arguments[i]))
			return frame->arguments[i];
	return NULL;
}
