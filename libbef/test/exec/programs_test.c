/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whole programs from text, with the kernels of the packs: tests each guarantee of the executor from outside. */
#include <bef/exec.h>
#include <bef/translate.h>
#include <check.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_test.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* Sanitizers are several times slower, so less work is done under them. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SLOW 20
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SLOW 20
#endif
#endif
#ifndef SLOW
#define SLOW 1
#endif

static struct {
	struct async_host host;
	const struct async_allocator *counting;
	struct kernels_registry *registry;
	struct bef_file *file;
	uint8_t *bytes;
	size_t size;
	int reports;
} w;

static void report(void *ctx, const struct async_error *error)
{
	(void)ctx;
	(void)error;
	__atomic_add_fetch(&w.reports, 1, __ATOMIC_RELAXED);
}

/* Counts its runs; returns fast, then works for a while. */
static int32_t waits;

static void wait_a_little(struct kernels_call *call)
{
	uint64_t until = async_now_ns() + 20000000;
	__atomic_add_fetch(&waits, 1, __ATOMIC_RELAXED);
	while (async_now_ns() < until && !async_request_check(call->request))
		;
	*(int32_t *)call->results[0] = *(const int32_t *)call->arguments[0];
}

static void is_unique(struct kernels_frame *frame)
{
	uint8_t unique = async_value_is_unique(frame->arguments[0]);
	kernels_frame_return(frame, 0, kernels_types()->i1, &unique);
}

static const struct kernels_kernel own_kernels[] = {
	{ "own.wait", "(i32) -> i32", wait_a_little, NULL, 0, 0 },
	{ "own.is_unique", "(any, ...) -> i1", NULL, is_unique, 0, 0 },
};
static const struct kernels_pack own_pack = KERNELS_PACK_INIT("own", own_kernels, NULL, 0, NULL);

static bool open_text(const char *text, unsigned threads)
{
	struct async_threads_options options = { .size = sizeof options, .threads = threads, .blocking_threads = 2, .name = "test" };
	struct bef_diag diag = BEF_DIAG_INIT;
	memset(&w, 0, sizeof w);
	w.counting = async_allocator_create_counting(NULL);
	w.registry = kernels_registry_create(NULL);
	w.host = (struct async_host)ASYNC_HOST_INIT;
	w.host.allocator = w.counting;
	w.host.queue = threads ? async_queue_create_threads(NULL, &options) : async_queue_create_single(NULL);
	w.host.report = report;
	if (kernels_registry_add(w.registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(w.registry, kernels_pack_test(), NULL) != KERNELS_OK ||
		kernels_registry_add(w.registry, &own_pack, NULL) != KERNELS_OK)
		return check_report(__FILE__, __LINE__, "no kernels");
	if (bef_assemble_text(text, strlen(text), "test", NULL, NULL, &w.bytes, &w.size, &diag) != BEF_OK ||
		bef_file_open(w.bytes, w.size, w.registry, NULL, &w.file, &diag) != BEF_OK)
		return check_report(__FILE__, __LINE__, "cannot open: %s", diag.message);
	return true;
}

static void finish(void)
{
	async_queue_quiesce(w.host.queue);
	async_queue_destroy(w.host.queue);
	bef_file_close(w.file);
	kernels_registry_destroy(w.registry);
	bef_assemble_free(NULL, w.bytes, w.size);
	CHECK_INT(async_allocator_stats(w.counting).live_blocks, 0);
	async_allocator_destroy(w.counting);
}

static void start(const char *name, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	const struct kernels_function *f = bef_file_find(w.file, name, strlen(name));
	kernels_function_execute(f, request, arguments, results);
}

/* Runs @NAME, which has no arguments and returns an i32. INT32_MIN: an error. */
static int32_t run(const char *name)
{
	struct async_request *request = async_request_create(&w.host, NULL);
	struct async_value *result;
	start(name, request, NULL, &result);
	async_queue_await(w.host.queue, &result, 1);
	int32_t number = async_value_is_error(result) ? INT32_MIN : *(int32_t *)async_value_payload(result);
	async_value_release(result);
	async_request_release(request);
	return number;
}

static const char loops[] =
	"func.func @repeat() -> i32 {\n"
	"  %n = tfrt.constant.i32 10000000\n"
	"  %one = tfrt.constant.i32 1\n"
	"  %zero = tfrt.constant.i32 0\n"
	"  %r:2 = tfrt.repeat.i32 %n, %zero, %one : i32, i32 {\n"
	"    %s = tfrt.add.i32 %zero, %one\n"
	"    tfrt.return %s, %one : i32, i32\n"
	"  }\n"
	"  tfrt.return %r#0 : i32\n"
	"}\n"
	"func.func @body(%i: i32, %n: i32) -> (i32, i32, i1) {\n"
	"  %one = tfrt.constant.i32 1\n"
	"  %next = tfrt.add.i32 %i, %one\n"
	"  %go = \"tfrt.lessequal.i32\"(%next, %n) : (i32, i32) -> i1\n"
	"  tfrt.return %next, %n, %go : i32, i32, i1\n"
	"}\n"
	"func.func @while() -> i32 {\n"
	"  %n = tfrt.constant.i32 9999999\n"
	"  %zero = tfrt.constant.i32 0\n"
	"  %true = tfrt.constant.i1 true\n"
	"  %r:2 = tfrt.while %true @body(%zero, %n) parallel_iterations(1) : (i32, i32) -> (i32, i32)\n"
	"  tfrt.return %r#0 : i32\n"
	"}\n"
	"func.func @later() -> i32 {\n"
	"  %n = tfrt.constant.i32 100000\n"
	"  %one = tfrt.constant.i32 1\n"
	"  %zero = tfrt.constant.i32 0\n"
	"  %r:2 = tfrt.repeat.i32 %n, %zero, %one : i32, i32 {\n"
	"    %s = \"tfrt_test.async_add.i32\"(%zero, %one) : (i32, i32) -> i32\n"
	"    tfrt.return %s, %one : i32, i32\n"
	"  }\n"
	"  tfrt.return %r#0 : i32\n"
	"}\n";

/* The peak is independent of the number of iterations: a few values and one loop. */
static void ten_million_iterations_in_constant_memory(void)
{
	CHECK_OR_RETURN(open_text(loops, 0));
	if (SLOW == 1) {
		CHECK_INT(run("repeat"), 10000000);
		CHECK_INT(run("while"), 10000000);
	}
	CHECK(async_allocator_stats(w.counting).peak_bytes < 4096);
	finish();
	for (unsigned threads = 0; threads <= 2; threads += 2) {
		CHECK_OR_RETURN(open_text(loops, threads));
		CHECK_INT(run("later"), 100000);
		CHECK(async_allocator_stats(w.counting).peak_bytes < 32768);
		finish();
	}
}

static const char small[] =
	"func.func @leaf(%x: i32) -> i32 {\n"
	"  %y = tfrt.add.i32 %x, %x\n"
	"  tfrt.return %y : i32\n"
	"}\n"
	"func.func @main() -> i32 {\n"
	"  %c = tfrt.constant.i32 10\n"
	"  %a = tfrt.call @leaf(%c) : (i32) -> i32\n"
	"  %b = tfrt.add.i32 %a, %c\n"
	"  tfrt.return %b : i32\n"
	"}\n"
	"func.func @later() -> i32 {\n"
	"  %c = tfrt.constant.i32 10\n"
	"  %a = \"tfrt_test.async_add.i32\"(%c, %c) : (i32, i32) -> i32\n"
	"  %b = tfrt.call @leaf(%a) : (i32) -> i32\n"
	"  %d = \"tfrt_test.async_add.i32\"(%c, %b) : (i32, i32) -> i32\n"
	"  %e = tfrt.add.i32 %a, %d\n"
	"  tfrt.return %e : i32\n"
	"}\n";

static void a_million_executions_without_growth(void)
{
	CHECK_OR_RETURN(open_text(small, 0));
	CHECK_INT(run("main"), 30);
	uint64_t peak = async_allocator_stats(w.counting).peak_bytes;
	long wrong = 0;
	for (int i = 0; i < 1000000 / SLOW; i++)
		wrong += run("main") != 30;
	CHECK_INT(wrong, 0);
	CHECK_INT(async_allocator_stats(w.counting).peak_bytes, peak);
	finish();
}

/* Each thread has many concurrent executions. */
enum { THREADS = 3, IN_FLIGHT = 200 };

static void *run_many(void *ctx)
{
	long *wrong = ctx;
	struct async_value *results[IN_FLIGHT];
	for (int round = 0; round < 100 / SLOW + 1; round++) {
		struct async_request *request = async_request_create(&w.host, NULL);
		for (int i = 0; i < IN_FLIGHT; i++)
			start(i % 2 ? "later" : "main", request, NULL, &results[i]);
		async_queue_await(w.host.queue, results, IN_FLIGHT);
		for (int i = 0; i < IN_FLIGHT; i++) {
			*wrong += *(int32_t *)async_value_payload(results[i]) != (i % 2 ? 70 : 30);
			async_value_release(results[i]);
		}
		async_request_release(request);
	}
	return NULL;
}

static void many_executions_in_flight_from_many_threads(void)
{
	pthread_t threads[THREADS];
	long wrong[THREADS] = { 0 };
	CHECK_OR_RETURN(open_text(small, 2));
	for (int t = 0; t < THREADS; t++)
		CHECK_INT(pthread_create(&threads[t], NULL, run_many, &wrong[t]), 0);
	for (int t = 0; t < THREADS; t++) {
		pthread_join(threads[t], NULL);
		CHECK_INT(wrong[t], 0);
	}
	finish();
}

static const char recursion[] =
	"func.func @count(%n: i32) -> i32 {\n"
	"  %one = tfrt.constant.i32 1\n"
	"  %less = tfrt.constant.i32 -1\n"
	"  %last = \"tfrt.lessequal.i32\"(%n, %one) : (i32, i32) -> i1\n"
	"  %r = tfrt.if %last, %n, %one, %less : (i32, i32, i32) -> i32 {\n"
	"    tfrt.return %one : i32\n"
	"  } else {\n"
	"    %m = tfrt.add.i32 %n, %less\n"
	"    %below = tfrt.call @count(%m) : (i32) -> i32\n"
	"    %sum = tfrt.add.i32 %below, %one\n"
	"    tfrt.return %sum : i32\n"
	"  }\n"
	"  tfrt.return %r : i32\n"
	"}\n"
	"func.func @deep() -> i32 {\n"
	"  %n = tfrt.constant.i32 50000\n"
	"  %r = tfrt.call @count(%n) : (i32) -> i32\n"
	"  tfrt.return %r : i32\n"
	"}\n"
	"func.func @endless(%n: i32) -> i32 {\n"
	"  %r = tfrt.call @endless(%n) : (i32) -> i32\n"
	"  tfrt.return %r : i32\n"
	"}\n"
	"func.func @too_deep() -> i32 {\n"
	"  %n = tfrt.constant.i32 0\n"
	"  %r = tfrt.call @endless(%n) : (i32) -> i32\n"
	"  tfrt.return %r : i32\n"
	"}\n";

static int32_t deep, too_deep;

static void *run_deep(void *ctx)
{
	(void)ctx;
	deep = run("deep");
	too_deep = run("too_deep");
	return NULL;
}

/* In a thread with a small stack, which can hold a hundred nested executions but not thousands. */
static void recursion_does_not_grow_the_stack(void)
{
	for (unsigned threads = 0; threads <= 2; threads += 2) {
		pthread_attr_t attributes;
		pthread_t thread;
		CHECK_OR_RETURN(open_text(recursion, threads));
		pthread_attr_init(&attributes);
		pthread_attr_setstacksize(&attributes, SLOW == 1 ? 512 * 1024 : 8 * 1024 * 1024);
		CHECK_INT(pthread_create(&thread, &attributes, run_deep, NULL), 0);
		pthread_join(thread, NULL);
		pthread_attr_destroy(&attributes);
		CHECK_INT(deep, 50000);
		CHECK_INT(too_deep, INT32_MIN);
		finish();
	}
}

static const char waiting[] =
	"func.func @main() -> i32 {\n"
	"  %c = tfrt.constant.i32 1\n"
	"  %a = \"own.wait\"(%c) : (i32) -> i32\n"
	"  %b = \"own.wait\"(%a) : (i32) -> i32\n"
	"  %d = \"own.wait\"(%b) : (i32) -> i32\n"
	"  %e = \"own.wait\"(%d) : (i32) -> i32\n"
	"  tfrt.return %e : i32\n"
	"}\n";

/* Two requests run the same function; the deadline of one of them expires meanwhile. */
static void a_deadline_stops_kernels_of_that_request_only(void)
{
	CHECK_OR_RETURN(open_text(waiting, 2));
	struct async_timers *timers = async_timers_create(NULL);
	struct async_request *late = async_request_create(&w.host, NULL), *other = async_request_create(&w.host, NULL);
	struct async_value *results[2];
	waits = 0;
	CHECK_INT(async_request_set_deadline(late, timers, async_now_ns() + 5000000), ASYNC_OK);
	start("main", late, NULL, &results[0]);
	CHECK_INT(waits, 1);
	start("main", other, NULL, &results[1]);
	async_queue_await(w.host.queue, results, 2);
	CHECK_INT(waits, 5);
	CHECK_OR_RETURN(async_value_is_error(results[0]));
	CHECK_INT(async_error_code(async_value_error(results[0])), ASYNC_CODE_DEADLINE_EXCEEDED);
	CHECK_OR_RETURN(!async_value_is_error(results[1]));
	for (int i = 0; i < 2; i++)
		async_value_release(results[i]);
	async_request_release(late);
	async_request_release(other);
	async_timers_destroy(timers);
	CHECK_INT(w.reports, 0);
	finish();
}

static const char lifetimes[] =
	"func.func @same(%x: i32, %y: i32) -> (i32, i32) {\n"
	"  tfrt.return %y, %x : i32, i32\n"
	"}\n"
	"func.func @unused() -> i32 {\n"
	"  %e = \"tfrt_test.fail\"() : () -> i32\n"
	"  %d = tfrt.add.i32 %e, %e\n"
	"  %c = tfrt.constant.i32 7\n"
	"  tfrt.return %c : i32\n"
	"}\n"
	"func.func @last() -> (i1, i1) {\n"
	"  %s = tfrt_test.get_string {value = \"x\"}\n"
	"  %first = \"own.is_unique\"(%s) : (!tfrt.string) -> i1\n"
	"  %last = \"own.is_unique\"(%s, %first) : (!tfrt.string, i1) -> i1\n"
	"  tfrt.return %first, %last : i1, i1\n"
	"}\n"
	"func.func @last_later() -> (i1, i1) {\n"
	"  %s = tfrt_test.get_string {value = \"x\"}\n"
	"  %c = tfrt.constant.i32 7\n"
	"  %t = \"tfrt_test.async_add.i32\"(%c, %c) : (i32, i32) -> i32\n"
	"  %first = \"own.is_unique\"(%s, %t) : (!tfrt.string, i32) -> i1\n"
	"  %last = \"own.is_unique\"(%s, %first) : (!tfrt.string, i1) -> i1\n"
	"  tfrt.return %first, %last : i1, i1\n"
	"}\n";

static void an_error_that_nobody_uses_is_ignored(void)
{
	CHECK_OR_RETURN(open_text(lifetimes, 0));
	CHECK_INT(run("unused"), 7);
	async_queue_quiesce(w.host.queue); /* kernels that no result needs may run later */
	CHECK_INT(w.reports, 1); /* but the host is notified */
	finish();
}

static void the_last_user_has_the_only_reference(void)
{
	static const char *const names[] = { "last", "last_later" }; /* by the plan, and counted */
	CHECK_OR_RETURN(open_text(lifetimes, 0));
	for (int i = 0; i < 2; i++) {
		struct async_request *request = async_request_create(&w.host, NULL);
		struct async_value *results[2];
		start(names[i], request, NULL, results);
		async_queue_await(w.host.queue, results, 2);
		CHECK_INT(*(uint8_t *)async_value_payload(results[0]), 0);
		CHECK_INT(*(uint8_t *)async_value_payload(results[1]), 1);
		async_value_release(results[0]);
		async_value_release(results[1]);
		async_request_release(request);
	}
	finish();
}

static void functions_give_back_their_arguments(void)
{
	CHECK_OR_RETURN(open_text(lifetimes, 0));
	struct async_request *request = async_request_create(&w.host, NULL);
	int32_t one = 1;
	/* one of them is not available yet and is returned unchanged */
	struct async_value *arguments[2] = { async_value_create_available(w.counting, kernels_types()->i32, &one),
		async_value_create(w.counting, kernels_types()->i32) }, *results[2];
	start("same", request, arguments, results);
	CHECK(results[0] == arguments[1] && results[1] == arguments[0]);
	async_value_emplace(arguments[1], &one);
	for (int i = 0; i < 2; i++) {
		async_value_release(arguments[i]);
		async_value_release(results[i]);
	}
	async_request_release(request);
	finish();
}

/* @many returns its `count` arguments in reverse order; @main calls it twice and adds the results. */
static char *many_values(int count)
{
	char *text = malloc((size_t)count * 400 + 4096), *at = text;
	at += sprintf(at, "func.func @many(");
	for (int i = 0; i < count; i++)
		at += sprintf(at, "%s%%a%d: i32", i ? ", " : "", i);
	at += sprintf(at, ") -> (");
	for (int i = 0; i < count; i++)
		at += sprintf(at, "%si32", i ? ", " : "");
	at += sprintf(at, ") {\n  tfrt.return ");
	for (int i = count; i-- > 0;)
		at += sprintf(at, "%%a%d%s", i, i ? ", " : " : ");
	for (int i = 0; i < count; i++)
		at += sprintf(at, "%si32", i ? ", " : "");
	at += sprintf(at, "\n}\nfunc.func @main() -> i32 {\n");
	for (int i = 0; i < count; i++)
		at += sprintf(at, "  %%c%d = tfrt.constant.i32 %d\n", i, i * i);
	for (int call = 0; call < 2; call++) {
		at += sprintf(at, "  %%r%d:%d = tfrt.call @many(", call, count);
		for (int i = 0; i < count; i++)
			at += call ? sprintf(at, "%s%%r0#%d", i ? ", " : "", i)
				   : sprintf(at, "%s%%c%d", i ? ", " : "", i);
		at += sprintf(at, ") : (");
		for (int i = 0; i < count; i++)
			at += sprintf(at, "%si32", i ? ", " : "");
		at += sprintf(at, ") -> (");
		for (int i = 0; i < count; i++)
			at += sprintf(at, "%si32", i ? ", " : "");
		at += sprintf(at, ")\n");
	}
	sprintf(at, "  %%x = \"tfrt.minus.i32\"(%%r1#%d, %%r1#%d) : (i32, i32) -> i32\n  tfrt.return %%x : i32\n}\n",
		count - 1, 1);
	return text;
}

static void functions_of_hundreds_of_values(void)
{
	char *text = many_values(700);
	for (unsigned threads = 0; threads <= 2; threads += 2) {
		CHECK_OR_RETURN(open_text(text, threads));
		CHECK_INT(run("main"), 699 * 699 - 1);
		finish();
	}
	free(text);
}

static const char once[] =
	"func.func @make() -> i32 {\n"
	"  %c = tfrt.constant.i32 1\n"
	"  %a = \"own.wait\"(%c) : (i32) -> i32\n"
	"  tfrt.return %a : i32\n"
	"}\n"
	"func.func @main() -> i32 {\n"
	"  %a = tfrt.once @make() : () -> (i32)\n"
	"  %b = tfrt.once @make() : () -> (i32)\n"
	"  %c = tfrt.add.i32 %a, %b\n"
	"  tfrt.return %c : i32\n"
	"}\n";

/* Once per resource store, for all requests. */
static void once_runs_once(void)
{
	for (unsigned threads = 0; threads <= 2; threads += 2) {
		CHECK_OR_RETURN(open_text(once, threads));
		struct async_resources *resources = async_resources_create(w.counting);
		waits = 0;
		for (int i = 0; i < 5; i++) {
			struct async_request *request = async_request_create(&w.host, resources);
			struct async_value *result;
			start("main", request, NULL, &result);
			async_queue_await(w.host.queue, &result, 1);
			CHECK_INT(*(int32_t *)async_value_payload(result), 2);
			async_value_release(result);
			async_request_release(request);
		}
		CHECK_INT(waits, 1);
		async_queue_quiesce(w.host.queue);
		async_resources_release(resources);
		finish();
	}
}

/* fib(18) breadth-first would need about ten thousand frames at once; the number of queued calls is bounded instead. */
static const char fib[] =
	"func.func @fib(%n: i32) -> i32 {\n"
	"  %one = tfrt.constant.i32 1\n"
	"  %small = \"tfrt.lessequal.i32\"(%n, %one) : (i32, i32) -> (i1)\n"
	"  %r = tfrt.if %small, %n : (i32) -> i32 {\n"
	"    tfrt.return %n : i32\n"
	"  } else {\n"
	"    %less = tfrt.constant.i32 -1\n"
	"    %n1 = tfrt.add.i32 %n, %less\n"
	"    %n2 = tfrt.add.i32 %n1, %less\n"
	"    %f1 = tfrt.call @fib(%n1) : (i32) -> (i32)\n"
	"    %f2 = tfrt.call @fib(%n2) : (i32) -> (i32)\n"
	"    %s = tfrt.add.i32 %f1, %f2\n"
	"    tfrt.return %s : i32\n"
	"  }\n"
	"  tfrt.return %r : i32\n"
	"}\n"
	"func.func @main() -> i32 {\n"
	"  %n = tfrt.constant.i32 18\n"
	"  %r = tfrt.call @fib(%n) : (i32) -> (i32)\n"
	"  tfrt.return %r : i32\n"
	"}\n";

static void recursion_in_two_streams_takes_little_memory(void)
{
	for (unsigned threads = 0; threads <= 2; threads += 2) {
		CHECK_OR_RETURN(open_text(fib, threads));
		CHECK_INT(run("main"), 2584);
		CHECK(async_allocator_stats(w.counting).peak_bytes < 1000000);
		finish();
	}
}

static void reads_from_a_pipe(void)
{
	const struct bef_open_options options = { .size = sizeof options, .allocator = w.counting };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_file *file;
	char path[40];
	int ends[2];
	CHECK_OR_RETURN(w.size < 60000 && pipe(ends) == 0); /* fits in the pipe */
	CHECK(write(ends[1], w.bytes, w.size) == (ssize_t)w.size);
	close(ends[1]);
	snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
	CHECK_INT(bef_file_open_path(path, w.registry, &options, &file, &diag), BEF_OK);
	close(ends[0]);
	bef_file_close(w.file);
	w.file = file;
	CHECK_INT(run("main"), 30);
	CHECK_INT(bef_file_open_path("/dev/null", w.registry, &options, &file, NULL), BEF_E_TRUNCATED);
}

static void programs_on_disk(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_file *file;
	char path[] = "exec-program-XXXXXX";
	CHECK_OR_RETURN(open_text(small, 0));
	int fd = mkstemp(path);
	FILE *to = fdopen(fd, "wb");
	CHECK_OR_RETURN(to && fwrite(w.bytes, 1, w.size, to) == w.size && fclose(to) == 0);
	const struct bef_open_options options = { .size = sizeof options, .allocator = w.counting };
	CHECK_INT(bef_file_open_path(path, w.registry, &options, &file, &diag), BEF_OK);
	CHECK(truncate(path, 0) == 0); /* it was copied */
	remove(path);
	bef_file_close(w.file);
	w.file = file;
	CHECK_INT(run("main"), 30);
	reads_from_a_pipe();
	CHECK_INT(bef_file_open_path("nowhere/program.bef", w.registry, &options, &file, &diag), BEF_E_IO);
	CHECK_STR(diag.message, "cannot read nowhere/program.bef: No such file or directory");
	CHECK(!file);
	finish();
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(ten_million_iterations_in_constant_memory),
		CHECK_CASE(a_million_executions_without_growth),
		CHECK_CASE(many_executions_in_flight_from_many_threads),
		CHECK_CASE(recursion_does_not_grow_the_stack),
		CHECK_CASE(recursion_in_two_streams_takes_little_memory),
		CHECK_CASE(a_deadline_stops_kernels_of_that_request_only),
		CHECK_CASE(an_error_that_nobody_uses_is_ignored),
		CHECK_CASE(the_last_user_has_the_only_reference),
		CHECK_CASE(functions_give_back_their_arguments),
		CHECK_CASE(functions_of_hundreds_of_values),
		CHECK_CASE(once_runs_once),
		CHECK_CASE(programs_on_disk),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
