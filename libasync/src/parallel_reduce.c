/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reductions: loops whose parts add to accumulators. */
#include "allocator_private.h"
#include "parallel.h"
#include "type_private.h"
#include "value_private.h"

struct reduce_loop {
	const struct async_allocator *allocator;
	struct async_reduction reduction;
	void *ctx;
	struct async_value *result;
	char *accumulators; /* one for each part, or for each runner of an adaptive loop */
	size_t accumulator_count, stride, align, size;
	struct async__loop loop;
};

static struct reduce_loop *reduce_of(struct async__loop *loop)
{
	return (struct reduce_loop *)(void *)((char *)loop - offsetof(struct reduce_loop, loop));
}

static void *accumulator(struct reduce_loop *self, size_t number) { return self->accumulators + number * self->stride; }

static struct async_error *reduce_part(
	struct async__loop *loop, struct async__loop_runner *runner, size_t begin, size_t end)
{
	struct reduce_loop *self = reduce_of(loop);
	size_t number = loop->fixed_block ? begin / loop->fixed_block : runner->number;
	return self->reduction.add(self->ctx, accumulator(self, number), begin, end);
}

static void destroy_payload(const struct async_type *type, void *payload)
{
	if (type->destroy)
		type->destroy(payload);
}

static void reduce_done(struct async__loop *loop, struct async_error *error)
{
	struct reduce_loop *self = reduce_of(loop);
	const struct async_type *type = async__type(self->reduction.type);
	struct async_value *result = self->result;
	struct async_request *request = loop->request;
	for (size_t i = 1; i < self->accumulator_count; i++) {
		if (!error)
			self->reduction.combine(self->ctx, accumulator(self, 0), accumulator(self, i));
		destroy_payload(type, accumulator(self, i));
	}
	if (error) {
		destroy_payload(type, accumulator(self, 0));
		async_value_fail(result, error);
	} else {
		async_value_emplace(result, accumulator(self, 0));
	}
	async_free(self->allocator, self->accumulators, self->accumulator_count * self->stride, self->align);
	async_free(self->allocator, self, self->size, _Alignof(struct reduce_loop));
	async_value_release(result);
	if (request)
		async_request_end_work(request);
}

/* Accumulators of runners (`apart`) are on separate cache lines; those of parts are contiguous. */
static bool make_accumulators(struct reduce_loop *self, size_t count, bool apart)
{
	const struct async_type *type = async__type(self->reduction.type);
	self->align = apart && type->align < ASYNC__APART ? ASYNC__APART : type->align;
	self->stride = (type->size + self->align - 1) & ~(self->align - 1);
	if (self->stride == 0)
		self->stride = self->align;
	self->accumulator_count = count;
	if (count > SIZE_MAX / 2 / self->stride)
		return false;
	self->accumulators = async_alloc(self->allocator, count * self->stride, self->align);
	return self->accumulators != NULL;
}

static struct async_value *start_reduce(struct async_queue *queue, const struct async_allocator *allocator,
	struct async_request *request, size_t count, size_t block, const struct async_reduction *reduction, void *ctx)
{
	allocator = async__or_system(allocator);
	size_t runners = count ? async__loop_runners(queue, count, block) : 1;
	size_t parts = block && count ? count / block + (count % block != 0) : runners;
	size_t size = sizeof(struct reduce_loop) + runners * sizeof(struct async__loop_runner);
	struct reduce_loop *self = async_alloc(allocator, size, _Alignof(struct reduce_loop));
	if (!self)
		return async_value_out_of_memory();
	self->allocator = allocator;
	self->reduction = *reduction;
	self->ctx = ctx;
	self->size = size;
	struct async_value *result = async_value_create(allocator, reduction->type);
	if (!result || !make_accumulators(self, parts, block == 0)) {
		async_value_release(result);
		async_free(allocator, self, size, _Alignof(struct reduce_loop));
		return async_value_out_of_memory();
	}
	for (size_t i = 0; i < parts; i++)
		reduction->init(ctx, accumulator(self, i));
	self->result = async_value_retain(result);
	self->loop.queue = queue;
	self->loop.request = request ? async_request_begin_work(request) : NULL;
	self->loop.count = count;
	self->loop.fixed_block = block;
	self->loop.runner_count = runners;
	self->loop.part = reduce_part;
	self->loop.done = reduce_done;
	async__loop_start(&self->loop);
	return result;
}

struct async_value *async_parallel_reduce(struct async_queue *queue, const struct async_allocator *allocator,
	size_t count, size_t block, const struct async_reduction *reduction, void *ctx)
{
	return start_reduce(queue, allocator, NULL, count, block, reduction, ctx);
}

struct async_value *async_parallel_reduce_request(struct async_request *request, size_t count, size_t block,
	const struct async_reduction *reduction, void *ctx)
{
	const struct async_host *host = async_request_host(request);
	return start_reduce(host->queue, host->allocator, request, count, block, reduction, ctx);
}
