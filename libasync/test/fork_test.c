/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fork() in a program with several threads: the operations that the child may use. */
#include "support.h"
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

/* Sanitizers do not support fork() while other threads allocate: their allocators keep locks that the child never gets.
 * ThreadSanitizer does not support threads in the child either. */
#if defined(__SANITIZE_THREAD__)
#define NO_THREADS_IN_CHILD 1
#define IS_SANITIZED 1
#elif defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define NO_THREADS_IN_CHILD 1
#endif
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef NO_THREADS_IN_CHILD
#define NO_THREADS_IN_CHILD 0
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

static struct async_queue *single; /* made before fork(); not in use then */
static bool stop;                  /* atomic */

/* Takes the process-wide locks all the time. */
static void *disturb(void *arg)
{
	static const struct async_type type = { "!test.fork", 4, 4, NULL, NULL, NULL };
	const struct async_allocator *cached = async_allocator_cached(), *pooled = async_allocator_pooled();
	(void)arg;
	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
		void *blocks[200];
		for (int i = 0; i < 200; i++)
			blocks[i] = async_alloc(cached, 64, 8);
		for (int i = 0; i < 200; i++)
			async_free(cached, blocks[i], 64, 8);
		async_free(pooled, async_alloc(pooled, 1000, 64), 1000, 64);
		async_type_register(&type);
		async_set_misuse_handler(NULL, NULL);
	}
	return NULL;
}

static void emplace(void *ctx)
{
	int32_t payload = 9;
	async_value_emplace(ctx, &payload);
	async_value_release(ctx);
}

static bool computes(struct async_queue *queue)
{
	const struct async_allocator *pooled = async_allocator_pooled();
	bool right = queue != NULL;
	for (int i = 0; right && i < 100; i++) {
		void *block = async_alloc(pooled, 1000, 64);
		async_free(pooled, block, 1000, 64);
		struct async_value *value = async_value_create(async_allocator_cached(), type_i32());
		if (!value)
			return false;
		async_queue_add(queue, emplace, async_value_retain(value));
		async_queue_await(queue, &value, 1);
		right = get_i32(value) == 9;
		async_value_release(value);
	}
	return right;
}

static int run_child(void)
{
	static const struct async_type type = { "!test.child", 8, 8, NULL, NULL, NULL };
	struct async_threads_options options = { .size = sizeof options, .threads = 2 };
	alarm(60); /* ends the child if a lock is never released */
	if (async_type_register(&type) == ASYNC_TYPE_NONE || !computes(single))
		return 1;
	async_queue_destroy(single);
	if (NO_THREADS_IN_CHILD)
		return 0;
	struct async_queue *threads = async_queue_create_threads(NULL, &options);
	if (!computes(threads))
		return 2;
	async_queue_destroy(threads);
	struct async_timers *timers = async_timers_create(NULL);
	struct async_value *chain = async_timers_chain(timers, NULL, async_now_ns());
	struct async_queue *waiting = async_queue_create_single(NULL);
	async_queue_await(waiting, &chain, 1);
	bool right = !async_value_is_error(chain);
	async_value_release(chain);
	async_queue_destroy(waiting);
	async_timers_destroy(timers);
	return right ? 0 : 3;
}

static void child_may_make_its_own(void)
{
	pthread_t threads[2];
	struct async_threads_options one = { .size = sizeof one, .threads = 1 };
	struct async_queue *busy = async_queue_create_threads(NULL, IS_SANITIZED ? &one : NULL);
	single = async_queue_create_single(NULL);
	stop = false;
	int disturbers = IS_SANITIZED ? 0 : 2;
	for (int i = 0; i < disturbers; i++) {
		if (pthread_create(&threads[i], NULL, disturb, NULL) != 0)
			abort();
	}
	for (int i = 0; i < TIMES(50, 10, 1); i++) {
		int status = 0;
		CHECK(computes(busy));
		if (IS_SANITIZED) /* its thread has started, and neither allocates nor frees after this */
			async_queue_quiesce(busy);
		pid_t child = fork();
		if (child == 0)
			_exit(run_child());
		CHECK_OR_RETURN(child > 0 && waitpid(child, &status, 0) == child);
		CHECK_INT(status, 0);
	}
	CHECK(computes(busy) && computes(single)); /* of the parent: as ever */
	__atomic_store_n(&stop, true, __ATOMIC_RELAXED);
	for (int i = 0; i < disturbers; i++)
		pthread_join(threads[i], NULL);
	async_queue_destroy(single);
	async_queue_destroy(busy);
}

/* ---- queues of the parent, in the child */

static int misuses, tasks; /* atomic */

static void note_misuse(void *ctx, const struct async_misuse *misuse)
{
	(void)ctx;
	__atomic_fetch_add(&misuses, misuse->kind == ASYNC_MISUSE_FORKED, __ATOMIC_RELAXED);
}

static void count(void *ctx)
{
	(void)ctx;
	__atomic_fetch_add(&tasks, 1, __ATOMIC_RELAXED);
}

static bool submit_none(void *ctx, void (*run)(void *arg), void *arg)
{
	(void)ctx;
	(void)run;
	(void)arg;
	return false;
}

/* Every call returns and is reported; tasks run in the caller. */
static int use_forked(struct async_queue *queue)
{
	struct async_value *value = async_value_create(NULL, type_i32());
	alarm(60);
	misuses = tasks = 0;
	async_queue_add(queue, count, NULL);
	if (!async_queue_add_blocking(queue, count, NULL, true) || async_queue_add_blocking(queue, count, NULL, false))
		return 1;
	async_queue_await(queue, &value, 1); /* nobody completes it */
	async_queue_quiesce(queue);
	async_queue_destroy(queue);
	async_value_release(value);
	return tasks != 2 ? 2 : misuses != 6 ? 3 : 0;
}

static void child_gets_errors_instead_of_hanging(void)
{
	struct async_threads_options two = { .size = sizeof two, .threads = 2 };
	struct async_pool none = { sizeof none, NULL, 1, NULL, submit_none, NULL };
	async_set_misuse_handler(note_misuse, NULL);
	for (int kind = 0; kind < 2; kind++) {
		int status = 0;
		struct async_queue *queue = kind ? async_queue_create_adapter(NULL, &none) :
						   async_queue_create_threads(NULL, &two);
		CHECK(computes(queue));
		pid_t child = fork();
		if (child == 0)
			_exit(use_forked(queue));
		CHECK_OR_RETURN(child > 0 && waitpid(child, &status, 0) == child);
		CHECK_INT(status, 0);
		CHECK(computes(queue)); /* the one of the parent is as before */
		async_queue_destroy(queue);
	}
	async_set_misuse_handler(NULL, NULL);
}

struct forking {
	struct async_queue *queue;
	pid_t child;
};

/* The child returns from the task, which it should not: its copies of the other tasks must not run a second time. */
static void fork_and_return(void *ctx)
{
	struct forking *self = ctx;
	for (int i = 0; i < 10; i++)
		async_queue_add(self->queue, count, NULL);
	self->child = fork();
	if (self->child == 0) {
		alarm(60);
		tasks = 0; /* those that have run before, in another thread */
	}
}

static void exit_with_tasks(void) { _exit(tasks); }

static void task_returns_in_the_child(void)
{
	struct async_threads_options one = { .size = sizeof one, .threads = 1 };
	struct forking forking = { async_queue_create_threads(NULL, &one), 0 };
	int status = 0;
	if (NO_THREADS_IN_CHILD) { /* ThreadSanitizer does not let the only thread end */
		async_queue_destroy(forking.queue);
		return;
	}
	tasks = 0;
	async_set_misuse_handler(note_misuse, NULL);
	pid_t outer = fork(); /* so that atexit() does not concern this process */
	if (outer == 0) {
		forking.queue = async_queue_create_threads(NULL, &one);
		atexit(exit_with_tasks);
		bool right = true;
		for (int blocking = 0; right && blocking < 2; blocking++) {
			tasks = 0;
			if (blocking)
				right = async_queue_add_blocking(forking.queue, fork_and_return, &forking, true);
			else
				async_queue_add(forking.queue, fork_and_return, &forking);
			async_queue_quiesce(forking.queue);
			status = -1;
			right = right && forking.child > 0 && waitpid(forking.child, &status, 0) == forking.child &&
				status == 0 && tasks == 10;
		}
		_exit(right ? 0 : 1);
	}
	CHECK_OR_RETURN(outer > 0 && waitpid(outer, &status, 0) == outer);
	CHECK_INT(status, 0);
	async_queue_destroy(forking.queue);
	async_set_misuse_handler(NULL, NULL);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(child_may_make_its_own),
		CHECK_CASE(child_gets_errors_instead_of_hanging), CHECK_CASE(task_returns_in_the_child) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
