/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Event loops: the descriptor of a donated queue, and values for descriptors that become ready. */
#include "support.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#ifdef __linux__

static int tasks; /* atomic */

static void count(void *ctx)
{
	(void)ctx;
	__atomic_fetch_add(&tasks, 1, __ATOMIC_RELAXED);
}

static void add_another(void *ctx)
{
	count(NULL);
	async_queue_add(ctx, count, NULL);
}

static bool is_readable(int fd, int ms)
{
	struct pollfd ask = { .fd = fd, .events = POLLIN };
	return poll(&ask, 1, ms) == 1;
}

static void queue_has_a_descriptor(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_queue *queue = async_queue_create_donated(memory, 1), *single = async_queue_create_single(memory);
	if (!queue || !single) {
		async_queue_destroy(queue);
		async_queue_destroy(single);
		memory_end(memory);
		return;
	}
	tasks = 0;
	errno = 0;
	CHECK(async_queue_donated_fd(single) == -1 && errno == EINVAL);
	async_queue_add(queue, add_another, queue);
	int fd = async_queue_donated_fd(queue);
	CHECK_OR_RETURN(fd >= 0 && async_queue_donated_fd(queue) == fd);
	if (!is_without_memory()) { /* else the tasks have run where they were added */
		CHECK(is_readable(fd, 0)); /* a task was there before the descriptor */
		CHECK_INT(async_queue_donated_drain(queue, 0), 1);
		CHECK(is_readable(fd, 0)); /* the one that it has added */
		CHECK_INT(async_queue_donated_drain(queue, 0), 1);
		CHECK_INT(async_queue_donated_drain(queue, 0), 0);
		CHECK(!is_readable(fd, 0));
		for (int i = 0; i < 5; i++)
			async_queue_add(queue, count, NULL);
		CHECK(is_readable(fd, 0));
		CHECK_INT(async_queue_donated_drain(queue, 3), 3);
		CHECK(is_readable(fd, 0));
		CHECK_INT(async_queue_donated_drain(queue, 10), 2);
		CHECK(!is_readable(fd, 0));
		CHECK_INT(tasks, 7);
	}
	uint64_t one = 1; /* as a child of fork() might do, which shares the descriptor */
	CHECK_INT(write(fd, &one, sizeof one), sizeof one);
	CHECK_INT(async_queue_donated_drain(queue, 0), 0);
	CHECK(!is_readable(fd, 0));
	async_queue_destroy(queue);
	async_queue_destroy(single);
	CHECK(fcntl(fd, F_GETFD) == -1);
	memory_end(memory);
}

static void *add_many(void *arg)
{
	for (int i = 0; i < TIMES(20000, 2000, 200); i++)
		async_queue_add(arg, count, NULL);
	return NULL;
}

/* A loop that sleeps in poll() misses no task of other threads. */
static void no_task_is_missed(void)
{
	enum { ADDERS = 3, ALL = ADDERS * TIMES(20000, 2000, 200) };
	struct async_queue *queue = async_queue_create_donated(NULL, 1);
	pthread_t threads[ADDERS];
	if (!queue)
		return;
	int fd = async_queue_donated_fd(queue);
	tasks = 0;
	for (int i = 0; i < ADDERS; i++)
		CHECK_OR_RETURN(pthread_create(&threads[i], NULL, add_many, queue) == 0);
	while (__atomic_load_n(&tasks, __ATOMIC_RELAXED) < ALL && is_readable(fd, is_without_memory() ? 1 : 20000))
		(void)async_queue_donated_drain(queue, 0);
	for (int i = 0; i < ADDERS; i++)
		pthread_join(threads[i], NULL);
	async_queue_destroy(queue);
	CHECK_INT(tasks, ALL);
}

/* ---- descriptors */

static int32_t events_of(struct async_value *value)
{
	bool good = async_value_is_available(value) && !async_value_is_error(value);
	return good ? get_i32(value) : -1;
}

static int code_of(struct async_value *value)
{
	return async_value_is_error(value) ? (int)async_error_code(async_value_error(value)) : -1;
}

static void release_all(struct async_value **values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		async_value_release(values[i]);
}

/* Everything that does not need a thread. */
static void loop_steps_them(void)
{
	COUNTS_ALLOCATIONS(); /* each value may be out of memory */
	const struct async_allocator *memory = memory_begin();
	struct async_fds *fds = async_fds_create_stepped(memory);
	int ends[2], back[2];
	CHECK_OR_RETURN(fds && pipe(ends) == 0 && pipe(back) == 0);
	struct async_value *read_end = async_fds_ready(fds, memory, ends[0], ASYNC_FD_READ);
	struct async_value *also = async_fds_ready(fds, memory, ends[0], ASYNC_FD_READ);
	struct async_value *write_end = async_fds_ready(fds, memory, ends[1], ASYNC_FD_WRITE);
	struct async_value *left = async_fds_ready(fds, memory, back[0], ASYNC_FD_READ);
	CHECK(is_readable(async_fds_fd(fds), 0)); /* the pipe can be written */
	CHECK_INT(async_fds_step(fds), 1);
	CHECK_INT(events_of(write_end), ASYNC_FD_WRITE);
	CHECK(!is_readable(async_fds_fd(fds), 0));
	CHECK_INT(async_fds_step(fds), 0);
	CHECK(!async_value_is_available(read_end));
	CHECK_INT(write(ends[1], "x", 1), 1);
	CHECK_INT(async_fds_step(fds), 2);
	CHECK_INT(events_of(read_end), ASYNC_FD_READ);
	CHECK_INT(events_of(also), ASYNC_FD_READ);
	async_value_release(also);
	also = async_fds_ready(fds, memory, ends[0], ASYNC_FD_READ); /* the byte is still there */
	CHECK_INT(async_fds_step(fds), 1);
	CHECK_INT(events_of(also), ASYNC_FD_READ);
	async_value_release(also);
	close(back[1]);
	CHECK_INT(async_fds_step(fds), 1);
	CHECK(events_of(left) > 0 && (events_of(left) & ASYNC_FD_HANGUP));
	also = async_fds_ready(fds, memory, back[0], ASYNC_FD_READ);
	async_fds_forget(fds, back[0]);
	CHECK_INT(code_of(also), ASYNC_CODE_CANCELLED);
	async_fds_forget(fds, back[0]);
	async_fds_forget(fds, 100000);
	async_fds_forget(fds, -1);
	close(back[0]);
	close(ends[1]);
	close(ends[0]);
	struct async_value *const all[] = { read_end, also, write_end, left };
	for (size_t i = 0; i < 4; i++)
		async_value_release(all[i]);
	async_fds_destroy(fds);
	memory_end(memory);
}

/* Waits for one descriptor are independent: a wait to write does not end one to read, nor use it up. */
static void waits_are_independent(void)
{
	COUNTS_ALLOCATIONS();
	struct async_fds *fds = async_fds_create_stepped(NULL);
	int ends[2];
	CHECK_OR_RETURN(fds && pipe(ends) == 0);
	struct async_value *reading = async_fds_ready(fds, NULL, ends[0], ASYNC_FD_READ);
	for (int i = 0; i < 3; i++) {
		struct async_value *writing = async_fds_ready(fds, NULL, ends[1], ASYNC_FD_WRITE | ASYNC_FD_READ);
		CHECK_INT(async_fds_step(fds), 1);
		CHECK_INT(events_of(writing), ASYNC_FD_WRITE);
		async_value_release(writing);
	}
	/* the same number for another file */
	int copy = dup(ends[0]);
	CHECK(copy >= 0);
	async_fds_forget(fds, ends[0]);
	CHECK_INT(code_of(reading), ASYNC_CODE_CANCELLED);
	async_value_release(reading);
	CHECK_INT(write(ends[1], "x", 1), 1);
	reading = async_fds_ready(fds, NULL, copy, ASYNC_FD_READ);
	CHECK_INT(async_fds_step(fds), 1);
	async_value_release(reading);
	close(copy);
	CHECK_INT(dup2(ends[1], copy), copy); /* without forget(), but nothing was left */
	reading = async_fds_ready(fds, NULL, copy, ASYNC_FD_WRITE);
	CHECK_INT(async_fds_step(fds), 1);
	CHECK_INT(events_of(reading), ASYNC_FD_WRITE);
	async_value_release(reading);
	async_fds_destroy(fds);
	close(copy);
	close(ends[0]);
	close(ends[1]);
}

static void wrong_arguments_fail(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_fds *fds = async_fds_create(memory);
	int ends[2];
	if (!fds || pipe(ends) != 0) {
		async_fds_destroy(fds);
		memory_end(memory);
		return;
	}
	close(ends[1]);
	struct async_value *values[] = {
		async_fds_ready(fds, memory, -1, ASYNC_FD_READ),
		async_fds_ready(fds, memory, ends[1], ASYNC_FD_READ), /* closed */
		async_fds_ready(fds, memory, ends[0], 0),
		async_fds_ready(fds, memory, ends[0], ASYNC_FD_HANGUP),
		async_fds_ready(fds, memory, ends[0], 0xffffffffu),
	};
	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		CHECK(code_of(values[i]) == ASYNC_CODE_INVALID_ARGUMENT ||
			(is_without_memory() && code_of(values[i]) == ASYNC_CODE_RESOURCE_EXHAUSTED));
	release_all(values, sizeof values / sizeof *values);
	int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC); /* always ready */
	struct async_value *value = async_fds_ready(fds, memory, file, ASYNC_FD_READ);
	CHECK(events_of(value) == ASYNC_FD_READ || code_of(value) == ASYNC_CODE_RESOURCE_EXHAUSTED);
	async_value_release(value);
	close(file);
	close(ends[0]);
	async_fds_destroy(fds);
	memory_end(memory);
}

/* A thread echoes lines: each answer is awaited as a value. */
static void thread_watches_them(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_fds *fds = async_fds_create(memory);
	struct async_queue *queue = async_queue_create_single(memory);
	int ends[2];
	if (!fds || !queue || pipe(ends) != 0) {
		async_fds_destroy(fds);
		async_queue_destroy(queue);
		memory_end(memory);
		return;
	}
	for (int i = 0; i < TIMES(500, 100, 3); i++) {
		char byte = 0;
		struct async_value *ready = async_fds_ready(fds, memory, ends[0], ASYNC_FD_READ);
		bool good = !async_value_is_error(ready);
		CHECK_INT(write(ends[1], "x", 1), 1);
		async_queue_await(queue, &ready, 1);
		CHECK(!good || events_of(ready) == ASYNC_FD_READ);
		CHECK_INT(read(ends[0], &byte, 1), 1);
		async_value_release(ready);
	}
	struct async_value *left = async_fds_ready(fds, memory, ends[0], ASYNC_FD_READ);
	async_fds_destroy(fds);
	CHECK(code_of(left) == ASYNC_CODE_CANCELLED || is_without_memory());
	async_value_release(left);
	async_queue_destroy(queue);
	close(ends[0]);
	close(ends[1]);
	memory_end(memory);
}

struct renewal {
	struct async_fds *fds;
	int fd;
	struct async_value *again;
};

/* As a program that waits again after each event, whatever its result is, or closes the descriptor. */
static void renew(void *ctx)
{
	struct renewal *renewal = ctx;
	renewal->again = async_fds_ready(renewal->fds, NULL, renewal->fd, ASYNC_FD_READ);
	async_fds_forget(renewal->fds, renewal->fd);
}

static void none_waits_while_they_are_destroyed(void)
{
	COUNTS_ALLOCATIONS();
	int ends[2];
	struct renewal renewal = { .fds = async_fds_create_stepped(NULL) };
	CHECK_OR_RETURN(renewal.fds && pipe(ends) == 0);
	renewal.fd = ends[0];
	struct async_value *ready = async_fds_ready(renewal.fds, NULL, ends[0], ASYNC_FD_READ);
	CHECK_INT(async_value_and_then_call(ready, renew, &renewal), ASYNC_OK);
	async_fds_destroy(renewal.fds);
	CHECK_INT(code_of(ready), ASYNC_CODE_CANCELLED);
	CHECK_INT(code_of(renewal.again), ASYNC_CODE_CANCELLED);
	async_value_release(renewal.again);
	async_value_release(ready);
	close(ends[0]);
	close(ends[1]);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(queue_has_a_descriptor),
		CHECK_CASE(no_task_is_missed),
		CHECK_CASE(loop_steps_them),
		CHECK_CASE(waits_are_independent),
		CHECK_CASE(wrong_arguments_fail),
		CHECK_CASE(thread_watches_them),
		CHECK_CASE(none_waits_while_they_are_destroyed),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}

#else

static void is_not_supported(void)
{
	CHECK(async_fds_create(NULL) == NULL);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(is_not_supported) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}

#endif
