/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions that run at once when all arguments are available: C functions that a program declares, and synchronous
 * functions called with async values. If an argument is unavailable, the caller gets indirect values and the call is
 * made later. */
#include "immediate.h"

#include <string.h>

/* A call that waits for its arguments: a unit of work of the request, which holds a reference to the file. One block:
 * this, the arguments, the indirect results. */
struct waiting {
	const struct bef__function *function;
	struct async_request *request;
	bef__immediate_fn run;
	struct async_value **arguments, **results;
	size_t size;
};

static void waiting_finish(struct waiting *w)
{
	struct async_request *request = w->request;
	struct bef_file *file = w->function->file;
	for (uint32_t i = 0; i < w->function->base.argument_count; i++)
		async_value_release(w->arguments[i]);
	for (uint32_t i = 0; i < w->function->base.result_count; i++)
		async_value_release(w->results[i]);
	async_free(async_request_host(request)->allocator, w, w->size, _Alignof(struct waiting));
	bef_file_release(file);
	async_request_end_work(request); /* last: a thread that awaits this may destroy all of it */
}

/* The first error among the arguments, borrowed, or NULL. It takes precedence over a cancellation of the request, as in
 * asynchronous functions. */
static struct async_value *find_error(struct async_value *const *arguments, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (async_value_is_error(arguments[i]))
			return arguments[i];
	}
	return NULL;
}

static void run_now(const struct bef__function *f, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results, bef__immediate_fn run)
{
	struct async_value *error = find_error(arguments, f->base.argument_count);
	struct async_error *cancelled = error ? NULL : bef__check(request);
	if (error)
		bef__results_set(results, f->base.result_count, async_value_retain(error));
	else if (cancelled)
		bef__results_set(results, f->base.result_count,
			kernels_error_value(request, async_error_retain(cancelled)));
	else
		run(f, request, arguments, results);
}

static void arguments_ready(void *ctx)
{
	struct waiting *w = ctx;
	const struct async_allocator *allocator = async_request_host(w->request)->allocator;
	uint32_t count = w->function->base.result_count;
	struct async_value *small[8], **values = small;
	if (count > 8)
		values = async_alloc(allocator, count * sizeof *values, _Alignof(void *));
	if (values)
		run_now(w->function, w->request, w->arguments, values, w->run);
	for (uint32_t i = 0; i < count; i++)
		async_request_forward(w->request, w->results[i], values ? values[i] : async_value_out_of_memory());
	if (values != small)
		async_free(allocator, values, count * sizeof *values, _Alignof(void *));
	waiting_finish(w);
}

static bool make_promises(struct waiting *w, const struct async_allocator *allocator)
{
	for (uint32_t i = 0; i < w->function->base.result_count; i++) {
		w->results[i] = async_value_create_indirect(allocator, ASYNC_TYPE_NONE);
		if (!w->results[i])
			return false;
	}
	return true;
}

/* NULL when out of memory. */
static struct waiting *waiting_create(const struct bef__function *f, struct async_request *request,
	struct async_value *const *arguments, bef__immediate_fn run)
{
	const struct async_allocator *allocator = async_request_host(request)->allocator;
	size_t size = sizeof(struct waiting) +
		      ((size_t)f->base.argument_count + f->base.result_count) * sizeof(struct async_value *);
	struct waiting *w = async_alloc(allocator, size, _Alignof(struct waiting));
	if (!w)
		return NULL;
	memset(w, 0, size);
	w->function = f;
	w->request = async_request_begin_work(request);
	bef_file_retain(f->file);
	w->run = run;
	w->size = size;
	w->arguments = (struct async_value **)(void *)(w + 1);
	w->results = w->arguments + f->base.argument_count;
	for (uint32_t i = 0; i < f->base.argument_count; i++)
		w->arguments[i] = async_value_retain(arguments[i]);
	if (!make_promises(w, allocator)) {
		waiting_finish(w);
		return NULL;
	}
	return w;
}

void bef__execute_immediate(const struct bef__function *f, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results, bef__immediate_fn run)
{
	uint32_t missing = 0;
	for (uint32_t i = 0; i < f->base.argument_count; i++)
		missing += !async_value_is_available(arguments[i]);
	if (!missing) {
		run_now(f, request, arguments, results, run);
		return;
	}
	struct waiting *w = waiting_create(f, request, arguments, run);
	if (!w) {
		bef__results_set(results, f->base.result_count, async_value_out_of_memory());
		return;
	}
	for (uint32_t i = 0; i < f->base.result_count; i++)
		results[i] = async_value_retain(w->results[i]);
	const struct async_allocator *allocator = async_request_host(request)->allocator;
	if (async_values_when_ready(allocator, w->arguments, f->base.argument_count, arguments_ready, w) != ASYNC_OK) {
		for (uint32_t i = 0; i < f->base.result_count; i++)
			async_value_forward(w->results[i], async_value_out_of_memory());
		waiting_finish(w);
	}
}
