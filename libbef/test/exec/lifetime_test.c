/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Results, request, file and registry are released in any order while threads are still leaving an execution.
 * Kernels that have not begun do not run for a cancelled request. */
#include "host.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The C library and sanitizers have other names for malloc(). */
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define INTERPOSED 1
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_memalign(size_t align, size_t size);
#else
#define INTERPOSED 0
#endif

static struct test_host h;

static void pause_ms(long ms)
{
	nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000 }, NULL);
}

/* ---- programs */

enum { WIDTH = 60 };

/* Consecutive late parts, a function called by others, values that become available later, and an error. */
static const struct fn *program(size_t *out_count)
{
	static const struct op callee[] = {
		{ .kernel = "t.sum_task", .arguments = LIST(0), .results = LIST(1) },
		{ .kernel = "t.copy_later", .arguments = LIST(1), .results = LIST(2) },
	};
	static struct op ops[3 * WIDTH + 8];
	static struct fn functions[2];
	uint32_t made = 0, next = 1;
	ops[made++] = (struct op){ .kernel = "t.const", .results = LIST(0), .attributes = LIST(3) };
	for (uint32_t i = 0; i < WIDTH; i++, next += 3) {
		ops[made++] = (struct op){ .kernel = "t.sum_task", .arguments = LIST(0, 0), .results = LIST(next) };
		ops[made++] = (struct op){
			.kernel = "t.call", .arguments = LIST(next), .results = LIST(next + 1), .functions = LIST(1)
		};
		ops[made++] = (struct op){
			.kernel = i % 2 ? "t.sum_task" : "t.sum_blocking", .arguments = LIST(next + 1), .results = LIST(next + 2)
		};
	}
	ops[made++] = (struct op){ .kernel = "t.fail", .results = LIST(next), .attributes = LIST(7) };
	functions[0] = (struct fn){ .name = "f", .register_count = next + 1, .returned = LIST(3, next - 1, next),
		.ops = ops, .op_count = made, .result_types = { "i32", "i32", "i32" } };
	functions[1] = (struct fn){ .name = "callee", .register_count = 3, .returned = LIST(2), .ops = callee,
		.op_count = COUNT(callee), .argument_types = { "i32" }, .result_types = { "i32" } };
	*out_count = 2;
	return functions;
}

/* ---- teardown */

/* Tasks that keep the queue busy: each one adds itself again. */
struct busy {
	struct async_queue *queue;
	uint32_t stop, left; /* atomic */
};

static void stay_busy(void *ctx)
{
	struct busy *busy = ctx;
	if (__atomic_load_n(&busy->stop, __ATOMIC_RELAXED))
		__atomic_sub_fetch(&busy->left, 1, __ATOMIC_RELEASE);
	else
		async_queue_add(busy->queue, stay_busy, busy);
}

/* Releases everything of one execution in the order given by the bits of `order`. The queue remains. */
static void execute_and_tear_down(struct async_queue *queue, unsigned order)
{
	size_t count, size = 0;
	const struct fn *functions = program(&count);
	uint8_t *bytes = build(functions, count, &size);
	const struct async_allocator *counting = async_allocator_create_counting(NULL);
	struct async_host *host = malloc(sizeof *host);
	struct kernels_registry *registry = kernels_registry_create(counting);
	struct bef_open_options options = { .size = sizeof options, .allocator = counting };
	struct bef_file *file;
	struct async_value *results[3];

	*host = (struct async_host)ASYNC_HOST_INIT;
	host->allocator = counting;
	host->queue = queue;
	CHECK_INT(kernels_registry_add(registry, &test_pack, NULL), KERNELS_OK);
	CHECK_OR_RETURN(bef_file_open(bytes, size, registry, &options, &file, NULL) == BEF_OK);
	free(bytes); /* the file has its own copy */
	struct async_request *request = async_request_create(host, NULL);
	kernels_function_execute(bef_file_find(file, "f", 1), request, NULL, results);
	if (order & 1) /* otherwise while it runs */
		async_queue_await(queue, results, 3);
	if (order & 2)
		kernels_registry_destroy(registry);
	if (order & 4)
		bef_file_close(file);
	struct async_value *idle = async_request_idle(request);
	if (order & 8)
		async_request_release(request);
	for (int i = 0; i < 3; i++)
		async_value_release(results[i]);
	if (!(order & 8))
		async_request_release(request);
	if (!(order & 4))
		bef_file_release(file);
	if (!(order & 2))
		kernels_registry_destroy(registry);
	async_queue_await(queue, &idle, 1);
	async_value_release(idle);
	CHECK_INT(async_allocator_stats(counting).live_blocks, 0);
	async_allocator_destroy(counting);
	memset(host, 0x5a, sizeof *host);
	free(host);
}

static void torn_down_while_the_queue_is_busy(void)
{
	static const struct async_threads_options two = { .size = sizeof two, .threads = 2, .blocking_threads = 2, .name = "test" };
	struct busy busy = { .queue = async_queue_create_threads(NULL, &two), .left = 2 };
	for (int i = 0; i < 2; i++)
		async_queue_add(busy.queue, stay_busy, &busy);
	for (unsigned i = 0; i < 160; i++)
		execute_and_tear_down(busy.queue, i % 16);
	__atomic_store_n(&busy.stop, 1, __ATOMIC_RELAXED);
	async_queue_destroy(busy.queue);
	CHECK_INT(__atomic_load_n(&busy.left, __ATOMIC_ACQUIRE), 0);
}

static void torn_down_on_the_single_queue(void)
{
	struct async_queue *queue = async_queue_create_single(NULL);
	for (unsigned i = 0; i < 16; i++)
		execute_and_tear_down(queue, i | 1);
	async_queue_destroy(queue);
}

/* ---- memory */

#if INTERPOSED
static bool watched;
static int mallocs; /* while `watched` */

void *malloc(size_t size)
{
	mallocs += watched;
	return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	mallocs += watched;
	return __libc_calloc(count, size);
}

int posix_memalign(void **out, size_t align, size_t size)
{
	mallocs += watched;
	*out = __libc_memalign(align, size);
	return *out ? 0 : 12;
}

static void *own_alloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	return __libc_memalign(align < sizeof(void *) ? sizeof(void *) : align, size);
}

static void own_free(void *ctx, void *block, size_t size, size_t align)
{
	(void)ctx, (void)size, (void)align;
	free(block);
}

static void a_program_is_opened_in_the_hosts_memory(void)
{
	static const struct async_allocator own = { own_alloc, NULL, own_free, NULL };
	const struct bef_open_options options = { .size = sizeof options, .allocator = &own };
	size_t count, size = 0;
	const struct fn *functions = program(&count);
	struct kernels_registry *registry = kernels_registry_create(NULL);
	uint8_t *bytes = build(functions, count, &size);
	struct bef_file *file;
	CHECK_INT(kernels_registry_add(registry, &test_pack, NULL), KERNELS_OK);
	watched = true;
	enum bef_status status = bef_file_open(bytes, size, registry, &options, &file, NULL);
	watched = false;
	CHECK_INT(status, BEF_OK);
	CHECK_INT(mallocs, 0);
	bef_file_close(file);
	kernels_registry_destroy(registry);
	free(bytes);
}
#else
static void a_program_is_opened_in_the_hosts_memory(void) { CHECK_SKIP("malloc() cannot be counted here"); }
#endif

static void a_host_without_an_allocator_uses_that_of_the_system(void)
{
	struct async_value *results[3];
	host_init(&h, HOST_THREADS);
	size_t count;
	const struct fn *functions = program(&count);
	struct bef_diag diag = BEF_DIAG_INIT;
	host_open(&h, functions, count, &diag);
	h.host.allocator = NULL;
	host_run(&h, "f", NULL, results);
	CHECK(async_value_is_error(results[2]));
	for (int i = 0; i < 3; i++)
		async_value_release(results[i]);
	h.host.allocator = h.counting;
	CHECK(host_finish(&h));
}

/* ---- arguments that come after the execution */

/* Returns its argument after kernels of other streams, so the caller gets another value that forwards to it. */
static const struct op late_ops[] = {
	{ .kernel = "t.const", .results = LIST(1), .attributes = LIST(3) },
	{ .kernel = "t.sum", .arguments = LIST(1), .results = LIST(2), .stream = 1 },
	{ .kernel = "t.sum", .arguments = LIST(1), .results = LIST(3), .stream = 2 },
};
static const struct fn late_program = { .name = "f", .register_count = 4, .returned = LIST(0), .ops = late_ops,
	.op_count = COUNT(late_ops), .argument_types = { "i32" }, .result_types = { "i32" } };

static void idle_only_when_the_argument_has_come(void)
{
	static struct async_value *argument, *result;
	int32_t payload = 8;
	struct bef_diag diag = BEF_DIAG_INIT;
	host_init(&h, HOST_SINGLE);
	host_open(&h, &late_program, 1, &diag);
	CHECK_OR_RETURN(h.file != NULL);
	const struct async_allocator *counting = async_allocator_create_counting(NULL);
	h.host.allocator = counting;
	struct async_request *request = async_request_create(&h.host, NULL);
	argument = async_value_create_indirect(NULL, ASYNC_TYPE_NONE);
	kernels_function_execute(bef_file_find(h.file, "f", 1), request, &argument, &result);
	CHECK(result != argument);
	async_queue_quiesce(h.host.queue);
	struct async_value *idle = async_request_idle(request);
	async_value_release(result);
	async_request_release(request);
	CHECK(!async_value_is_available(idle));
	async_value_forward(argument, async_value_create_available(NULL, kernels_types()->i32, &payload));
	CHECK(async_value_is_available(idle));
	async_value_release(idle);
	async_value_release(argument);
	CHECK_INT(async_allocator_stats(counting).live_blocks, 0);
	async_allocator_destroy(counting);
	h.host.allocator = h.counting;
	CHECK(host_finish(&h));
}

/* ---- errors and bytes */

static void count_call(void *ctx, const void *data, size_t size)
{
	(void)data, (void)size;
	++*(int *)ctx;
}

static void check_line(void *ctx, const struct async_place *place)
{
	*(uint32_t *)ctx = place->line;
}

static void an_error_keeps_its_place(void)
{
	static const struct op ops[] = { { .kernel = "t.fail", .results = LIST(0), .attributes = LIST(7) } };
	static const struct fn f[] = { { .name = "f", .register_count = 1, .returned = LIST(0), .ops = ops, .op_count = 1,
		.result_types = { "i32" } } };
	int released = 0;
	uint32_t line = 0;
	size_t size = 0;
	host_init(&h, HOST_SINGLE);
	uint8_t *bytes = build(f, 1, &size);
	struct bef_open_options options = { .size = sizeof options, .release = count_call, .release_ctx = &released };
	CHECK_OR_RETURN(bef_file_open(bytes, size, h.registry, &options, &h.file, NULL) == BEF_OK);
	struct async_value *result;
	host_run(&h, "f", NULL, &result);
	bef_file_close(h.file);
	h.file = NULL;
	CHECK_INT(released, 0);
	struct async_error *error = async_error_retain(async_value_error(result));
	async_value_release(result);
	struct async_location location = async_error_location(error);
	CHECK_OR_RETURN(location.source);
	location.source->decode(location.source, location.handle, check_line, &line);
	CHECK_INT(line, 1);
	CHECK_STR(async_error_origin(error), "t.fail");
	async_error_release(error);
	CHECK_INT(released, 1);
	free(bytes);
	CHECK(host_finish(&h));
}

static void bytes_are_given_back_once(void)
{
	size_t count, size = 0;
	const struct fn *functions = program(&count);
	int released = 0;
	host_init(&h, HOST_SINGLE);
	uint8_t *bytes = build(functions, count, &size);
	struct bef_open_options options = { .size = sizeof options, .allocator = h.counting, .release = count_call,
		.release_ctx = &released };
	CHECK_INT(bef_file_open(bytes, size / 2, h.registry, &options, &h.file, NULL) != BEF_OK, 1);
	CHECK_INT(released, 1);
	CHECK_OR_RETURN(bef_file_open(bytes, size, h.registry, &options, &h.file, NULL) == BEF_OK);
	bef_file_retain(h.file);
	bef_file_close(h.file);
	CHECK_INT(released, 1);
	bef_file_release(h.file);
	CHECK_INT(released, 2);
	/* the previous version of the options lacks this member */
	options.size = offsetof(struct bef_open_options, release);
	CHECK_OR_RETURN(bef_file_open(bytes, size, h.registry, &options, &h.file, NULL) == BEF_OK);
	free(bytes);
	CHECK(host_finish(&h));
	CHECK_INT(released, 2);
}

/* ---- cancelling */

static uint32_t gate; /* atomic: waiting tasks continue when it is 1; those that have begun add 2 */

static void wait_for_gate(void *ctx)
{
	(void)ctx;
	__atomic_add_fetch(&gate, 2, __ATOMIC_RELEASE);
	while (!(__atomic_load_n(&gate, __ATOMIC_ACQUIRE) & 1))
		pause_ms(1);
}

enum how { CANCEL, DEADLINE };

/* Returns the code of an error, or OK for another value. Drops the reference. */
static int take_code(struct async_value *value)
{
	int code = async_value_is_error(value) ? (int)async_error_code(async_value_error(value)) : ASYNC_CODE_OK;
	async_value_release(value);
	return code;
}

/* 2,000 late parts wait in a queue whose only thread is busy. The others, for which
 * the queue had no room, have run in the caller. */
static void none_runs(const char *kernel, bool has_results, bool blocking, enum how how)
{
	enum { PARTS = 2000 };
	static const struct async_threads_options one = { .size = sizeof one, .threads = 1, .blocking_threads = 1, .name = "test" };
	static struct op ops[PARTS + 1];
	host_init(&h, HOST_SINGLE);
	h.host.report = NULL;
	async_queue_destroy(h.host.queue);
	h.host.queue = async_queue_create_threads(NULL, &one);
	ops[0] = (struct op){ .kernel = "t.const", .results = LIST(0), .attributes = LIST(3) };
	for (uint32_t i = 1; i <= PARTS; i++) {
		ops[i] = (struct op){ .kernel = kernel, .arguments = LIST(0) };
		if (has_results)
			ops[i].results = (struct list)LIST(i);
	}
	uint32_t registers = has_results ? PARTS + 1 : 1;
	const struct fn f[] = { { .name = "f", .register_count = registers, .returned = LIST(has_results, registers - 1),
		.ops = ops, .op_count = PARTS + 1, .result_types = { "i32", "i32" } } };
	struct bef_diag diag = BEF_DIAG_INIT;
	host_open(&h, f, 1, &diag);
	CHECK_OR_RETURN(h.file);
	struct async_request *request = async_request_create(&h.host, NULL);
	struct async_value *results[2];
	gate = 0;
	test_counted = 0;
	if (blocking)
		CHECK(async_queue_add_blocking(h.host.queue, wait_for_gate, NULL, true));
	else
		async_queue_add(h.host.queue, wait_for_gate, NULL);
	while (__atomic_load_n(&gate, __ATOMIC_ACQUIRE) == 0)
		pause_ms(1);
	kernels_function_execute(bef_file_find(h.file, "f", 1), request, NULL, results);
	int before = __atomic_load_n(&test_counted, __ATOMIC_RELAXED);
	CHECK(before < PARTS);
	if (how == CANCEL) {
		async_request_cancel(request);
	} else {
		CHECK_INT(async_request_set_deadline(request, NULL, async_now_ns() + 1000000), ASYNC_OK);
		pause_ms(2);
	}
	__atomic_or_fetch(&gate, 1, __ATOMIC_RELEASE);
	struct async_value *idle = async_request_idle(request);
	async_queue_await(h.host.queue, &idle, 1);
	async_value_release(idle);
	CHECK_INT(__atomic_load_n(&test_counted, __ATOMIC_ACQUIRE), before);
	int first = take_code(results[0]), last = take_code(results[1]);
	int expected = how == CANCEL ? ASYNC_CODE_CANCELLED : ASYNC_CODE_DEADLINE_EXCEEDED;
	if (has_results) {
		CHECK(first == expected || last == expected);
		CHECK(before > 0 || (first == expected && last == expected));
	}
	async_request_release(request);
	CHECK(host_finish(&h));
}

static void late_parts_of_a_cancelled_request_do_not_run(void)
{
	for (int how = CANCEL; how <= DEADLINE; how++) {
		none_runs("t.tally_task", true, false, (enum how)how);
		none_runs("t.tally_blocking", true, true, (enum how)how);
		none_runs("t.count_task", false, false, (enum how)how); /* libkernels adds the task */
	}
}

/* Calls that wait for an argument, and synchronous functions. */
static void calls_of_a_cancelled_request_do_not_run(void)
{
	static const struct op sync[] = {
		{ .kernel = "t.add", .arguments = LIST(0, 1), .results = LIST(2) },
	};
	static const struct fn f[] = {
		{ .name = "native_add", .kind = BEF_FUNCTION_NATIVE, .argument_types = { "i32", "i32" },
			.result_types = { "i32" } },
		{ .name = "sync", .kind = BEF_FUNCTION_SYNC, .register_count = 3, .returned = LIST(2), .ops = sync,
			.op_count = 1, .argument_types = { "i32", "i32" }, .result_types = { "i32" } },
	};
	struct bef_diag diag = BEF_DIAG_INIT;
	host_init(&h, HOST_SINGLE);
	h.host.report = NULL;
	host_open(&h, f, COUNT(f), &diag);
	CHECK_OR_RETURN(h.file);
	for (int waits = 0; waits < 2; waits++) {
		for (size_t i = 0; i < COUNT(f); i++) {
			int32_t two = 2;
			struct async_request *request = async_request_create(&h.host, NULL);
			struct async_value *arguments[2] = { make_i32(&h, 1),
				async_value_create(h.counting, kernels_types()->i32) };
			struct async_value *result;
			if (!waits)
				async_value_emplace(arguments[1], &two);
			if (!waits)
				async_request_cancel(request);
			kernels_function_execute(bef_file_function(h.file, i), request, arguments, &result);
			if (waits)
				async_request_cancel(request);
			if (waits)
				async_value_emplace(arguments[1], &two);
			CHECK_OR_RETURN(async_value_is_error(result));
			CHECK_INT(async_error_code(async_value_error(result)), ASYNC_CODE_CANCELLED);
			async_value_release(result);
			async_value_release(arguments[0]);
			async_value_release(arguments[1]);
			async_request_release(request);
		}
	}
	CHECK(host_finish(&h));
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(torn_down_while_the_queue_is_busy),
		CHECK_CASE(torn_down_on_the_single_queue), CHECK_CASE(a_program_is_opened_in_the_hosts_memory),
		CHECK_CASE(a_host_without_an_allocator_uses_that_of_the_system), CHECK_CASE(idle_only_when_the_argument_has_come),
		CHECK_CASE(an_error_keeps_its_place),
		CHECK_CASE(bytes_are_given_back_once), CHECK_CASE(late_parts_of_a_cancelled_request_do_not_run),
		CHECK_CASE(calls_of_a_cancelled_request_do_not_run) };
	return check_main(argc, argv, cases, COUNT(cases));
}
