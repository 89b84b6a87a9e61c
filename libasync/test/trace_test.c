/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tracing. `trace_test json FILE` writes a trace for trace.py to read; without arguments this is a test program. */
#include "support.h"
#include <errno.h>
#include <pthread.h>
#include <time.h>

struct text {
	char *bytes;
	size_t size;
};

static void append(void *ctx, const char *bytes, size_t size)
{
	struct text *text = ctx;
	text->bytes = realloc(text->bytes, text->size + size + 1);
	if (!text->bytes)
		abort();
	memcpy(text->bytes + text->size, bytes, size);
	text->size += size;
	text->bytes[text->size] = '\0';
}

static size_t occurrences(const struct text *text, const char *what)
{
	size_t count = 0;
	for (const char *at = text->bytes; (at = strstr(at, what)) != NULL; at++)
		count++;
	return count;
}

static struct text written(void)
{
	struct text text = { NULL, 0 };
	async_trace_write(append, &text);
	return text;
}

static void span(const char *name) { async_trace_end(name, async_trace_begin()); }

static void off_means_nothing(void)
{
	CHECK(!async_trace_is_on());
	span("off");
	async_trace_counter("off", 1);
	struct text text = written();
	CHECK_INT(occurrences(&text, "\"off\""), 0);
	free(text.bytes);
	CHECK_INT(async_trace_begin(), 0);
}

#ifdef ASYNC__SHAKE
unsigned async__shake_points(void); /* src/atomics.h */

/* Other threads can come in between at the inline functions of the header too. */
static void inline_functions_are_shaken(void)
{
	unsigned before = async__shake_points();
	CHECK(!async_trace_is_on());
	CHECK_INT(async__shake_points() - before, 1);
	CHECK_INT(async_trace_begin(), 0);
	CHECK_INT(async__shake_points() - before, 2);
	async_trace_counter("off", 1);
	CHECK_INT(async__shake_points() - before, 3);
}
#endif

static void spans_and_counters_are_written(void)
{
	async_trace_start(0);
	span("span \"one\"");
	span("two");
	async_trace_counter("level", -5);
	async_trace_stop();
	span("after");
	struct text text = written();
	CHECK_INT(occurrences(&text, "\"ph\":\"X\""), 2);
	CHECK_INT(occurrences(&text, "\"span \\u0022one\\u0022\""), 1);
	CHECK_INT(occurrences(&text, "\"args\":{\"value\":-5}"), 1);
	CHECK_INT(occurrences(&text, "\"after\""), 0);
	free(text.bytes);
	async_trace_start(0); /* forgets */
	async_trace_stop();
	text = written();
	CHECK_INT(occurrences(&text, "\"two\""), 0);
	free(text.bytes);
}

static void *trace_much(void *arg)
{
	for (int i = 0; i < *(int *)arg; i++)
		span("much");
	return NULL;
}

static void oldest_are_pushed_out(void)
{
	pthread_t thread;
	int many = 1000;
	async_trace_start(60); /* 64 */
	pthread_create(&thread, NULL, trace_much, &many);
	pthread_join(thread, NULL);
	async_trace_stop();
	struct text text = written();
	CHECK_INT(occurrences(&text, "\"much\""), 63);
	CHECK_INT(occurrences(&text, "\"lost\":937"), 1);
	free(text.bytes);
}

static void nothing(void *ctx) { (void)ctx; }
static void sleep_a_little(void *ctx)
{
	struct timespec time = { 0, 3000000 };
	(void)ctx;
	nanosleep(&time, NULL);
}

/* The second task waits while the first runs, and that is told apart. */
static void run_traced_tasks(void)
{
	struct async_threads_options options = { .size = sizeof options, .threads = 1, .blocking_threads = 1, .name = "traced" };
	struct async_queue *queue = async_queue_create_threads(NULL, &options);
	async_trace_start(0);
	async_queue_add_named(queue, "first", sleep_a_little, NULL);
	async_queue_add_named(queue, "second", nothing, NULL);
	async_queue_add(queue, nothing, NULL);
	CHECK(async_queue_add_blocking(queue, nothing, NULL, true));
	async_queue_quiesce(queue);
	async_trace_counter("tasks", 4);
	async_trace_stop();
	async_queue_destroy(queue);
}

static void tasks_are_traced(void)
{
	run_traced_tasks();
	struct text text = written();
	CHECK_INT(occurrences(&text, "\"name\":\"first\",\"cat\":\"run\""), 1);
	CHECK_INT(occurrences(&text, "\"name\":\"second\",\"cat\":\"run\""), 1);
	CHECK_INT(occurrences(&text, "\"name\":\"second\",\"cat\":\"wait\""), 2); /* begin and end */
	CHECK_INT(occurrences(&text, "\"name\":\"task\",\"cat\":\"run\""), 1);
	CHECK_INT(occurrences(&text, "\"name\":\"blocking task\",\"cat\":\"run\""), 1);
	CHECK_INT(occurrences(&text, "\"wait_us\""), 4);
#ifdef __linux__
	CHECK_INT(occurrences(&text, "\"traced-0\""), 1);
#endif
	free(text.bytes);
}

static int traced_enough; /* atomic */
static void *trace_until_told(void *arg)
{
	(void)arg;
	while (!__atomic_load_n(&traced_enough, __ATOMIC_RELAXED)) {
		span("busy");
		async_trace_counter("busy", 1);
	}
	return NULL;
}

static void may_be_written_while_traced(void)
{
	pthread_t threads[3];
	traced_enough = 0;
	async_trace_start(256);
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, trace_until_told, NULL);
	for (int i = 0; i < 30; i++) {
		struct text text = written();
		CHECK(strcmp(text.bytes + text.size - 4, "\n]}\n") == 0);
		free(text.bytes);
		if (i % 10 == 5)
			async_trace_start(256);
	}
	__atomic_store_n(&traced_enough, 1, __ATOMIC_RELAXED);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	async_trace_stop();
}

static void *span_in_thread(void *arg)
{
	span(arg);
	return NULL;
}

static void trace_in_thread(char *name)
{
	pthread_t thread;
	if (pthread_create(&thread, NULL, span_in_thread, name) != 0)
		abort();
	pthread_join(thread, NULL);
}

static void memory_comes_from_an_allocator(void)
{
	COUNTS_ALLOCATIONS();
	static char names[2][6] = { "early", "late" };
	const struct async_allocator *memory = memory_begin(), *failing = async_allocator_create_failing(memory, 0);
	uint64_t blocks = async_allocator_stats(memory).live_blocks;
	async_trace_forget(); /* what other cases have left */
	async_trace_use(failing);
	async_trace_start(0);
	span("here");
	trace_in_thread(names[0]);
	CHECK_INT(async_allocator_stats(memory).live_blocks, blocks + 2); /* a ring each */
	struct async_queue *queue = async_queue_create_single(NULL);
	async_queue_add(queue, nothing, NULL);
	CHECK_INT(async_allocator_stats(memory).live_blocks, blocks + 3);
	async_allocator_fail_nth(failing, 1);
	async_queue_add(queue, nothing, NULL); /* not traced, but run */
	async_allocator_fail_nth(failing, 1);
	CHECK(async_queue_add_blocking(queue, nothing, NULL, true));
	async_queue_destroy(queue);
	async_trace_stop();
	struct text text = written();
	CHECK_INT(occurrences(&text, "\"task\",\"cat\":\"run\""), 1);
	CHECK_INT(occurrences(&text, "\"early\""), 1);
	free(text.bytes);
	async_trace_forget();
	CHECK_INT(async_allocator_stats(memory).live_blocks, blocks);
	async_trace_start(0);
	async_allocator_fail_nth(failing, 1);
	span("lost"); /* no ring */
	span("here again");
	trace_in_thread(names[1]);
	async_trace_stop();
	text = written();
	CHECK_INT(occurrences(&text, "\"lost\":"), 2); /* how many: of both threads */
	CHECK_INT(occurrences(&text, "\"name\":\"lost\""), 0);
	CHECK_INT(occurrences(&text, "\"here again\"") + occurrences(&text, "\"late\""), 2);
	CHECK_INT(occurrences(&text, "\"early\""), 0);
	free(text.bytes);
	async_trace_forget();
	async_trace_use(NULL);
	async_allocator_destroy(failing);
	memory_end(memory);
}

/* ---- sinks */

static void files_and_descriptors(void)
{
	run_traced_tasks();
	struct text text = written();
	FILE *file = tmpfile(), *full = fopen("/dev/full", "w");
	CHECK(file != NULL);
	if (file) {
		CHECK_INT(async_trace_write_file(file), ASYNC_OK);
		CHECK_INT(ftell(file), text.size);
		CHECK_INT(async_trace_write_fd(fileno(file)), ASYNC_OK);
		char *bytes = calloc(2, text.size + 1);
		rewind(file);
		CHECK(bytes && fread(bytes, 1, 2 * text.size, file) == 2 * text.size);
		CHECK(bytes && memcmp(bytes, text.bytes, text.size) == 0);
		CHECK(bytes && memcmp(bytes + text.size, text.bytes, text.size) == 0);
		free(bytes);
		fclose(file);
	}
	if (full) {
		CHECK_INT(async_trace_write_fd(fileno(full)), ASYNC_E_IO);
		CHECK_INT(errno, ENOSPC);
		CHECK_INT(async_trace_write_file(full), ASYNC_E_IO);
		fclose(full);
	}
	CHECK_INT(async_trace_write_fd(-1), ASYNC_E_IO);
	CHECK_INT(errno, EBADF);
	free(text.bytes);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(off_means_nothing),
#ifdef ASYNC__SHAKE
		CHECK_CASE(inline_functions_are_shaken),
#endif
		CHECK_CASE(spans_and_counters_are_written),
		CHECK_CASE(oldest_are_pushed_out),
		CHECK_CASE(tasks_are_traced),
		CHECK_CASE(may_be_written_while_traced),
		CHECK_CASE(memory_comes_from_an_allocator),
		CHECK_CASE(files_and_descriptors),
	};
	if (argc == 3 && strcmp(argv[1], "json") == 0) {
		FILE *file = fopen(argv[2], "w");
		if (!file)
			return 1;
		run_traced_tasks();
		return async_trace_write_file(file) != ASYNC_OK || fclose(file) != 0;
	}
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
