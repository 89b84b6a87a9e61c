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
	struct async_threads_options options = { sizeof options, 2, 0, 0, NULL };
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
	struct async_threads_options one = { sizeof one, 1, 0, 0, NULL };
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

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(child_may_make_its_own) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
