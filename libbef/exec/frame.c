/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lifetime of an execution, and passing results to registers and to the caller. */
#include "frame.h"

#include <string.h>

BEF__THREAD_LOCAL struct bef__here bef__here;

void bef__frame_hold(struct bef__frame *frame)
{
	async_request_begin_work(frame->request);
	bef__file_retain(frame->function->file);
	frame->scope = kernels_caller().scope;
	frame->watch = NULL;
	frame->tokens = 1;
	if (BEF__LARGE) {
		frame->parts = 1;
		frame->held = NULL;
	}
}

struct bef__frame *bef__frame_create(const struct bef__function *function, struct async_request *request,
	uint32_t call_depth)
{
	const struct async_allocator *allocator = async_request_host(request)->allocator;
	struct bef__frame *frame = async_alloc(allocator, function->frame_size, _Alignof(max_align_t));
	if (!frame)
		return NULL;
	bef__frame_init(frame, function, request, allocator, call_depth);
	bef__frame_hold(frame);
	frame->counted = 1;
	if (BEF__WATCH && function->file->observer)
		frame->watch = bef__watch_create(function, allocator);
	memcpy(bef__frame_nodes(frame), function->nodes, function->kernel_count * sizeof(struct bef__node));
	memset((char *)frame + function->outs_offset, 0, function->out_count * sizeof(void *));
	memset((char *)frame + function->states_offset, 0, function->state_count);
	return frame;
}

void bef__frame_drop_errors(struct bef__frame *frame)
{
	const struct bef__function *f = frame->function;
	for (uint32_t n = 1; n < f->kernel_count; n++) {
		for (uint32_t i = 0; i < f->kernels[n].site.result_count; i++) {
			const struct bef__result *result = &f->kernels[n].results[i];
			if (result->local && *bef__frame_state(frame, result->state))
				async_error_release(*bef__frame_error(frame, result->slot));
		}
	}
}

void bef__frame_release_n(struct bef__frame *frame, uint32_t tokens)
{
	/* acquire and release: the thread that frees the frame is ordered after all accesses of the others */
	if (frame->shared && __atomic_sub_fetch(&frame->tokens, tokens, __ATOMIC_ACQ_REL) != 0)
		return;
	if (bef__frame_has_errors(frame))
		bef__frame_drop_errors(frame);
	if (BEF__WATCH && frame->watch)
		bef__watch_destroy(frame->watch, frame->function, frame->allocator);
	struct async_request *request = frame->request;
	struct bef_file *file = frame->function->file;
	async_free(frame->allocator, frame, frame->function->frame_size, _Alignof(max_align_t));
	if (bef__file_drop(file))
		bef__file_destroy(file);
	async_request_end_work(request); /* last: a thread that awaits this may destroy all of it */
}

/* The producer and a consumer of an out race: a consumer that finds no value puts an indirect value there, so the
 * second of the two sees the value of the first. The caller of the function consumes once, when all kernels that can
 * run at once have run; a nonstrict kernel when it starts. */
static void publish(struct bef__frame *frame, uint32_t out, struct async_value *value)
{
	uint32_t mentions = frame->function->outs[out].mentions;
	struct async_value *promised = NULL;
	/* release: pairs with the acquire in bef__frame_take_out(), publishes the value. acquire: pairs with its
	 * release, so the indirect value is seen whole */
	if (__atomic_compare_exchange_n(bef__frame_out(frame, out), &promised, value, false, __ATOMIC_ACQ_REL,
		    __ATOMIC_ACQUIRE))
		return;
	if (promised == async_value_out_of_memory()) {
		async_value_release_n(value, mentions);
		return;
	}
	if (mentions > 1)
		async_value_release_n(value, mentions - 1);
	async_request_forward(frame->request, promised, value);
	async_value_release(promised);
}

struct async_value *bef__frame_take_out(struct bef__frame *frame, uint32_t out)
{
	struct async_value **place = bef__frame_out(frame, out);
	struct async_value *there = __atomic_load_n(place, __ATOMIC_ACQUIRE); /* pairs with the release in publish() */
	if (there)
		return there;
	uint32_t mentions = frame->function->outs[out].mentions;
	struct async_value *later = async_value_create_indirect(frame->allocator, ASYNC_TYPE_NONE);
	if (later)
		async_value_retain_n(later, mentions); /* one reference more than mentions: for publish() */
	else
		later = async_value_out_of_memory();
	/* release: publishes the indirect value to publish() and to other consumers; acquire: the value found
	 * instead */
	if (__atomic_compare_exchange_n(place, &there, later, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return later;
	async_value_release_n(later, mentions + 1);
	return there;
}

void bef__frame_set(struct bef__frame *frame, const struct bef__result *result, struct async_value *value)
{
	if (!frame->counted) {
		bef__frame_set_planned(frame, result, value);
		return;
	}
	if (result->uses == 0) {
		async_value_release(value);
		return;
	}
	if (result->uses > 1)
		async_value_retain_n(value, result->uses - 1);
	*bef__frame_value(frame, result->slot) = value;
	if (result->out != BEF__NONE)
		publish(frame, result->out, value);
}

void bef__results_set(struct async_value **results, uint32_t count, struct async_value *value)
{
	for (uint32_t i = 0; i < count; i++)
		results[i] = async_value_retain(value);
	async_value_release(value);
}

void bef__release_guards(const struct bef__function *f, struct async_value *const *arguments)
{
	for (uint32_t i = 0; i < f->base.argument_count; i++) {
		if (f->kernels[0].results[i + 1].guarded)
			async_value_release(arguments[i]);
	}
}
