/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct test_host *test_host;
int test_tracked;
int test_counted;
long test_budget = -1;

/* ---- kernels: sums and differences, failures, and values that become available later */

static void spend(struct async_request *request)
{
	if (test_budget > 0 && --test_budget == 0)
		async_request_cancel(request);
}

static void constant(struct kernels_call *call)
{
	spend(call->request);
	(void)kernels_site_scalar(call->site, 0, KERNELS_I32, call->results[0]);
}

static void add(struct kernels_call *call)
{
	uint32_t sum = *(uint32_t *)call->arguments[0] + *(uint32_t *)call->arguments[1];
	memcpy(call->results[0], &sum, sizeof sum);
}

static void fail(struct kernels_call *call)
{
	int32_t which = 0;
	(void)kernels_site_scalar(call->site, 0, KERNELS_I32, &which);
	kernels_call_fail(call, "failure %d", which);
}

static void sum_all(struct kernels_call *call)
{
	uint32_t sum = 0;
	for (uint32_t i = 0; i < call->site->argument_count; i++)
		sum += *(uint32_t *)call->arguments[i];
	memcpy(call->results[0], &sum, sizeof sum);
}

static void mark(struct kernels_call *call)
{
	int32_t letter = '?';
	(void)kernels_site_scalar(call->site, 0, KERNELS_I32, &letter);
	size_t size = strlen(test_host->order);
	test_host->order[size] = (char)letter;
	test_host->order[size + 1] = 0;
}

static void cancel(struct kernels_call *call)
{
	async_request_cancel(call->request);
}

struct tracked {
	int32_t value;
};

static void tracked_destroy(void *payload)
{
	(void)payload;
	__atomic_sub_fetch(&test_tracked, 1, __ATOMIC_RELAXED);
}

static void make_tracked(struct kernels_call *call)
{
	__atomic_add_fetch(&test_tracked, 1, __ATOMIC_RELAXED);
	(void)kernels_site_scalar(call->site, 0, KERNELS_I32, call->results[0]);
}

static void tracked_value(struct kernels_call *call)
{
	memcpy(call->results[0], call->arguments[0], sizeof(int32_t));
}

static void identity(struct kernels_frame *frame)
{
	for (uint32_t i = 0; i < frame->site->result_count; i++)
		frame->results[i] = async_value_retain(frame->arguments[i]);
}

static void unique(struct kernels_frame *frame)
{
	uint8_t is_unique = async_value_is_unique(frame->arguments[0]);
	kernels_frame_return(frame, 0, kernels_types()->i1, &is_unique);
}

/* Records the states of a nonstrict kernel's arguments: a digit per argument, the last one first; 0 absent, 1
 * available, 2 an error. */
static void seen(struct kernels_frame *frame)
{
	int32_t digits = 0;
	for (uint32_t i = frame->site->argument_count; i-- > 0;) {
		struct async_value *argument = frame->arguments[i];
		digits = digits * 10 + (async_value_is_error(argument) ? 2 : async_value_is_available(argument));
	}
	kernels_frame_return(frame, 0, kernels_types()->i32, &digits);
}

static void partial(struct kernels_frame *frame)
{
	int32_t one = 1;
	kernels_frame_return(frame, 0, kernels_types()->i32, &one);
	kernels_frame_fail(frame, "the rest is missing");
}

static void forgetful(struct kernels_frame *frame)
{
	(void)frame;
}

struct delayed {
	struct async_value *argument, *result;
	struct async_request *request;
	bool fails;
};

static void later_run(void *ctx)
{
	struct delayed *l = ctx;
	struct async_location nowhere = { NULL, 0 };
	if (l->fails)
		async_value_fail(l->result, async_error_create(NULL, ASYNC_CODE_ABORTED, nowhere, "failed later"));
	else
		async_value_emplace(l->result, async_value_payload(l->argument));
	async_value_release(l->argument);
	async_value_release(l->result);
	async_request_end_work(l->request);
	free(l);
}

static void later_start(struct kernels_frame *frame, bool fails)
{
	struct delayed *l = malloc(sizeof *l);
	struct async_value *result = kernels_frame_result(frame, 0, kernels_types()->i32);
	if (!l || !result) {
		free(l);
		return;
	}
	l->argument = async_value_retain(frame->arguments[0]);
	l->result = async_value_retain(result);
	l->request = async_request_begin_work(frame->request);
	l->fails = fails;
	async_queue_add(kernels_host(frame->request)->queue, later_run, l);
}

static void copy_later(struct kernels_frame *frame) { later_start(frame, false); }
static void fail_later(struct kernels_frame *frame) { later_start(frame, true); }

/* ---- kernels that continue as tasks */

static void sum_late(struct kernels_frame *frame)
{
	uint32_t sum = 0;
	for (uint32_t i = 0; i < frame->site->argument_count; i++)
		sum += *(uint32_t *)async_value_payload(frame->arguments[i]);
	kernels_frame_return(frame, 0, kernels_types()->i32, &sum);
}

static void sum_task(struct kernels_frame *frame) { kernels_frame_later(frame, sum_late, false); }
static void sum_blocking(struct kernels_frame *frame) { kernels_frame_later(frame, sum_late, true); }

static void take_late(struct kernels_frame *frame)
{
	uint32_t count = frame->site->argument_count;
	for (uint32_t i = 0; i < count; i++)
		frame->results[count - 1 - i] = kernels_frame_take(frame, i);
}
static void take_task(struct kernels_frame *frame) { kernels_frame_later(frame, take_late, false); }

static void fail_late(struct kernels_frame *frame) { kernels_frame_fail(frame, "failed in a task"); }
static void fail_task(struct kernels_frame *frame) { kernels_frame_later(frame, fail_late, false); }

static void half_task(struct kernels_frame *frame) { kernels_frame_later(frame, sum_late, false); }

static void count_late(struct kernels_frame *frame)
{
	(void)frame;
	__atomic_add_fetch(&test_counted, 1, __ATOMIC_RELAXED);
}
static void count_task(struct kernels_frame *frame) { kernels_frame_later(frame, count_late, false); }

static void tally_late(struct kernels_frame *frame)
{
	count_late(frame);
	frame->results[0] = kernels_frame_take(frame, 0);
}
static void tally_task(struct kernels_frame *frame) { kernels_frame_later(frame, tally_late, false); }
static void tally_blocking(struct kernels_frame *frame) { kernels_frame_later(frame, tally_late, true); }

static void first_late(struct kernels_frame *frame)
{
	frame->results[0] = async_value_create_available(async_request_host(frame->request)->allocator,
		kernels_types()->i32, async_value_payload(frame->arguments[0]));
}
static void first_task(struct kernels_frame *frame) { kernels_frame_later(frame, first_late, false); }

static void call_late(struct kernels_frame *frame)
{
	kernels_function_execute(frame->site->functions[0], frame->request, frame->arguments, frame->results);
}
static void call_task(struct kernels_frame *frame) { kernels_frame_later(frame, call_late, false); }

static void call(struct kernels_frame *frame)
{
	const struct kernels_function *f = frame->site->functions[0];
	spend(frame->request);
	if (f->argument_count != frame->site->argument_count || f->result_count != frame->site->result_count)
		kernels_frame_fail(frame, "the function does not fit");
	else
		kernels_function_execute(f, frame->request, frame->arguments, frame->results);
}

static void call_sync(struct kernels_call *call)
{
	const struct kernels_function *f = call->site->functions[0];
	async_type_id i32 = kernels_types()->i32;
	if (!f->vtable->execute_sync || f->argument_count != 2 || f->result_count != 1 || f->arguments[0].id != i32 ||
		f->arguments[1].id != i32 || f->results[0].id != i32)
		kernels_call_fail(call, "the function does not fit");
	else
		call->error = f->vtable->execute_sync(f, call->request, call->arguments, call->results);
}

static void native_add(struct async_request *request, struct async_value *const *arguments, uint32_t argument_count,
	struct async_value **results, uint32_t result_count)
{
	const uint32_t *a = async_value_payload(arguments[0]), *b = async_value_payload(arguments[1]);
	uint32_t sum = *a + *b;
	if (argument_count == 2 && result_count == 1)
		results[0] = async_value_create_available(
			async_request_host(request)->allocator, kernels_types()->i32, &sum);
}

static bool init_types(void)
{
	static const struct async_type tracked = { "!t.tracked", sizeof(struct tracked), _Alignof(struct tracked),
		tracked_destroy, NULL, NULL };
	return kernels_types()->i32 && async_type_register(&tracked) != ASYNC_TYPE_NONE;
}

static const struct kernels_kernel kernels[] = {
	{ "t.const", "() {value: i32} -> i32", constant, NULL, KERNELS_SYNC, 0 },
	{ "t.add", "(i32, i32) -> i32", add, NULL, KERNELS_SYNC, 0 },
	{ "t.sum", "(i32...) -> i32", sum_all, NULL, 0, 0 },
	{ "t.fail", "() {value: i32} -> i32", fail, NULL, KERNELS_SYNC, 0 },
	{ "t.fail2", "() {value: i32} -> (i32, i32)", fail, NULL, 0, 0 },
	{ "t.mark", "(i32...) {letter: i32} -> i32", mark, NULL, 0, 0 },
	{ "t.cancel", "() -> !tfrt.chain", cancel, NULL, 0, 0 },
	{ "t.tracked", "() {value: i32} -> !t.tracked", make_tracked, NULL, KERNELS_SYNC, 0 },
	{ "t.value", "(!t.tracked) -> i32", tracked_value, NULL, KERNELS_SYNC, 0 },
	{ "t.identity", "(...) -> (...)", NULL, identity, 0, 0 },
	{ "t.unique", "(any) -> i1", NULL, unique, 0, 0 },
	{ "t.partial", "() -> (i32, i32)", NULL, partial, 0, 0 },
	{ "t.forgetful", "() -> i32", NULL, forgetful, 0, 0 },
	{ "t.copy_later", "(i32) -> i32", NULL, copy_later, 0, 0 },
	{ "t.fail_later", "(i32) -> i32", NULL, fail_later, 0, 0 },
	{ "t.sum_task", "(i32...) -> i32", NULL, sum_task, KERNELS_QUICK | KERNELS_PASSES_ON, 0 },
	{ "t.sum_slowly", "(i32...) -> i32", NULL, sum_task, 0, 0 },
	{ "t.sum_blocking", "(i32...) -> i32", NULL, sum_blocking, 0, 0 },
	{ "t.take_task", "(...) -> (...)", NULL, take_task, 0, 0 },
	{ "t.fail_task", "(i32) -> (i32, i32)", NULL, fail_task, KERNELS_QUICK, 0 },
	{ "t.half_task", "(i32) -> (i32, i32)", NULL, half_task, 0, 0 },
	{ "t.count_task", "(i32) -> ()", NULL, count_task, 0, 0 },
	{ "t.tally_task", "(i32) -> i32", NULL, tally_task, 0, 0 },
	{ "t.tally_blocking", "(i32) -> i32", NULL, tally_blocking, 0, 0 },
	{ "t.first_task", "(i32, i32) -> i32", NULL, first_task, KERNELS_QUICK | KERNELS_PASSES_ON, 0 },
	{ "t.unique_first", "(any, any) -> i1", NULL, unique, 0, 0 },
	{ "t.call_task", "(...) {callee: fn} -> (...)", NULL, call_task, 0, 0 },
	{ "t.call", "(...) {callee: fn} -> (...)", NULL, call, KERNELS_ANY_STATE, 0 },
	{ "t.seen", "(...) -> i32", NULL, seen, KERNELS_NONSTRICT, 0 },
	{ "t.call_sync", "(i32, i32) {callee: fn} -> i32", call_sync, NULL, 0, 0 },
};
static const struct kernels_native natives[] = { { "native_add", native_add } };
const struct kernels_pack test_pack = KERNELS_PACK_INIT("t", kernels, natives, 1, init_types);

/* ---- the host */

struct reporting {
	struct test_host *host;
	const char *message;
};

static void report_place(void *ctx, const struct async_place *place)
{
	const struct reporting *r = ctx;
	size_t size = strlen(r->host->reports);
	snprintf(r->host->reports + size, sizeof r->host->reports - size, "%u: %s\n", place->line, r->message);
}

static void report(void *ctx, const struct async_error *error)
{
	struct reporting r = { ctx, async_error_message(error) };
	struct async_location location = async_error_location(error);
	struct async_place nowhere;
	memset(&nowhere, 0, sizeof nowhere);
	if (location.source)
		location.source->decode(location.source, location.handle, report_place, &r);
	else
		report_place(&r, &nowhere);
}

void host_init(struct test_host *h, enum host_queue queue)
{
	static const struct async_threads_options two = { .size = sizeof two, .threads = 2, .blocking_threads = 2, .name = "test" };
	memset(h, 0, sizeof *h);
	h->counting = async_allocator_create_counting(NULL);
	h->host.size = sizeof h->host;
	h->host.allocator = h->counting;
	h->host.queue = queue == HOST_SINGLE ? async_queue_create_single(NULL) : async_queue_create_threads(NULL, &two);
	h->host.report = report;
	h->host.report_ctx = h;
	h->registry = kernels_registry_create(NULL);
	if (kernels_registry_add(h->registry, &test_pack, NULL) != KERNELS_OK)
		abort();
	test_host = h;
}

bool host_finish(struct test_host *h)
{
	async_queue_destroy(h->host.queue);
	bef_file_close(h->file);
	kernels_registry_destroy(h->registry);
	free(h->bytes);
	uint64_t left = async_allocator_stats(h->counting).live_blocks;
	if (left)
		printf("# %llu blocks are left over\n", (unsigned long long)left);
	async_allocator_destroy(h->counting);
	return left == 0;
}

void host_open(struct test_host *h, const struct fn *functions, size_t count, struct bef_diag *diag)
{
	struct bef_open_options options = { .size = sizeof options, .allocator = h->counting, .max_call_depth = 2000,
		.observer = h->observer };
	size_t size = 0;
	free(h->bytes);
	h->bytes = build(functions, count, &size);
	if (!h->bytes || bef_file_open(h->bytes, size, h->registry, &options, &h->file, diag) != BEF_OK)
		h->file = NULL;
}

void host_run(struct test_host *h, const char *name, struct async_value *const *arguments, struct async_value **results)
{
	const struct kernels_function *f = bef_file_find(h->file, name, strlen(name));
	struct async_request *request = async_request_create(&h->host, NULL);
	kernels_function_execute(f, request, arguments, results);
	async_queue_await(h->host.queue, results, f->result_count);
	async_queue_quiesce(h->host.queue);
	async_request_release(request);
}

int32_t take_i32(struct async_value *value)
{
	int32_t payload = async_value_is_error(value) ? INT32_MIN : *(int32_t *)async_value_payload(value);
	async_value_release(value);
	return payload;
}

struct async_value *make_i32(struct test_host *h, int32_t payload)
{
	return async_value_create_available(h->counting, kernels_types()->i32, &payload);
}
