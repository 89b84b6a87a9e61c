/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queues that are destroyed as soon as an awaited value is available, while a foreign thread is still inside the call
 * that led to it: it completes a value whose waiter adds the task that produces the result. For AddressSanitizer and
 * for perturbed schedules, which widen the race window. */
#include "host_pool.h"
#include "support.h"
#include <pthread.h>
#include <sched.h>

#define ROUNDS TIMES(1000, 300, 3)

#ifdef SHAKEN
void async__shake_hold(unsigned one_in); /* see src/atomics.h */
#endif

struct scene {
	struct async_queue *queue;
	struct async_value *start;  /* completed by the foreign thread; its waiter adds the task */
	struct async_value *result; /* completed by the task */
	struct async_task_waiter waiter;
	bool may_queue; /* of a blocking task */
};

static struct async_value *to_complete; /* atomic: handed to the foreign thread; NULL: nothing to do */
static bool no_more;                    /* atomic */

static void *foreign_main(void *arg)
{
	(void)arg;
#ifdef SHAKEN
	async__shake_hold(8);
#endif
	while (!__atomic_load_n(&no_more, __ATOMIC_ACQUIRE)) {
		struct async_value *value = __atomic_exchange_n(&to_complete, NULL, __ATOMIC_ACQUIRE);
		if (value) {
			async_value_set_available(value);
			async_value_release(value);
		} else {
			sched_yield();
		}
	}
	return NULL;
}

/* Each thread that completes or waits holds separate references. */
static void give_result(void *ctx)
{
	async_value_set_available(ctx);
	async_value_release(ctx);
}

static void begin_scene(struct scene *scene, struct async_queue *queue)
{
	*scene = (struct scene){ .queue = queue, .start = async_chain_create(NULL), .result = async_chain_create(NULL) };
	if (!queue || !scene->start || !scene->result)
		abort();
	scene->waiter.queue = queue;
	scene->waiter.task = (struct async_task){ give_result, async_value_retain(scene->result) };
}

static void let_go(struct scene *scene)
{
	__atomic_store_n(&to_complete, async_value_retain(scene->start), __ATOMIC_RELEASE);
}

static void await_and_destroy(struct scene *scene, bool spin)
{
	while (spin && !async_value_is_available(scene->result)) /* as early as can be */
		sched_yield();
	async_queue_await(scene->queue, &scene->result, 1);
	async_queue_destroy(scene->queue);
	async_value_release(scene->start);
	async_value_release(scene->result);
	while (__atomic_load_n(&to_complete, __ATOMIC_ACQUIRE))
		sched_yield();
}

/* One scene after the other. `make` returns a new queue; `prepare` adds the waiter to scene->start. */
static void play(struct async_queue *(*make)(const struct async_allocator *memory, void *ctx), void *ctx,
	void (*prepare)(struct scene *scene), bool may_spin)
{
	const struct async_allocator *memory = memory_begin();
	pthread_t foreign;
	struct scene scene;
	__atomic_store_n(&no_more, false, __ATOMIC_RELAXED);
	if (pthread_create(&foreign, NULL, foreign_main, NULL) != 0)
		abort();
	for (int round = 0; round < ROUNDS; round++) {
		begin_scene(&scene, make(memory, ctx));
		prepare(&scene);
		let_go(&scene);
		await_and_destroy(&scene, may_spin && round % 4 != 0);
	}
	__atomic_store_n(&no_more, true, __ATOMIC_RELEASE);
	pthread_join(foreign, NULL);
	memory_end(memory);
}

/* ---- the queues */

static struct async_queue *make_single(const struct async_allocator *memory, void *ctx)
{
	(void)ctx;
	return async_queue_create_single(memory);
}

static struct async_queue *make_donated(const struct async_allocator *memory, void *ctx)
{
	(void)ctx;
	return async_queue_create_donated(memory, 1);
}

static struct async_queue *make_adapter(const struct async_allocator *memory, void *ctx)
{
	return host_pool_queue(ctx, memory);
}

static struct async_queue *make_threads(const struct async_allocator *memory, void *ctx)
{
	struct async_threads_options options = { .size = sizeof options, .threads = *(unsigned *)ctx, .blocking_threads = 2, .name = "tear" };
	struct async_queue *queue = async_queue_create_threads(memory, &options);
	sched_yield(); /* some workers sleep, others still search */
	return queue;
}

/* ---- what the waiter does */

static void add_a_task(struct scene *scene) { async_value_and_then_task(scene->start, &scene->waiter); }

static void hand_to_blocking(struct async_waiter *waiter)
{
	struct scene *scene = (struct scene *)(void *)((char *)waiter - offsetof(struct scene, waiter.waiter));
	struct async_task task = scene->waiter.task;
	if (!async_queue_add_blocking(scene->queue, task.run, task.ctx, scene->may_queue))
		task.run(task.ctx);
}

static void add_a_blocking_task(struct scene *scene)
{
	scene->may_queue = true;
	scene->waiter.waiter = (struct async_waiter){ NULL, hand_to_blocking };
	async_value_and_then(scene->start, &scene->waiter.waiter);
}

static void start_a_blocking_task(struct scene *scene)
{
	add_a_blocking_task(scene);
	scene->may_queue = false;
}

static void hand_all(struct async_waiter *waiter)
{
	struct scene *scene = (struct scene *)(void *)((char *)waiter - offsetof(struct scene, waiter.waiter));
	struct async_task task = scene->waiter.task;
	async_queue_add_all(scene->queue, "all", &task, 1);
}

static void add_all(struct scene *scene)
{
	scene->waiter.waiter = (struct async_waiter){ NULL, hand_all };
	async_value_and_then(scene->start, &scene->waiter.waiter);
}

/* The value itself is awaited: the foreign thread wakes the thread that destroys the queue. */
static void await_it_directly(struct scene *scene)
{
	give_result(scene->waiter.task.ctx);
	async_value_release(scene->result);
	scene->result = async_value_retain(scene->start);
}

/* The queue is full: the task runs in the foreign thread, which leaves the queue as the last one. */
static struct {
	bool worker_is_held, let_worker_go; /* atomic */
	int left;           /* atomic: tasks that fill the queue */
} full;

static void hold_the_worker(void *ctx)
{
	(void)ctx;
	__atomic_store_n(&full.worker_is_held, true, __ATOMIC_RELEASE);
	while (!__atomic_load_n(&full.let_worker_go, __ATOMIC_ACQUIRE))
		sched_yield();
}

static void fill(void *ctx)
{
	(void)ctx;
	__atomic_fetch_sub(&full.left, 1, __ATOMIC_RELEASE);
}

static void give_result_last(void *ctx)
{
	__atomic_store_n(&full.let_worker_go, true, __ATOMIC_RELEASE);
	while (__atomic_load_n(&full.left, __ATOMIC_ACQUIRE) > 0 && !is_without_memory())
		sched_yield();
	for (int i = 0; i < 20; i++) /* the worker falls asleep */
		sched_yield();
	give_result(ctx);
}

static void fill_the_queue(struct scene *scene)
{
	enum { FULL = 1024 };
	__atomic_store_n(&full.worker_is_held, false, __ATOMIC_RELAXED);
	__atomic_store_n(&full.let_worker_go, false, __ATOMIC_RELAXED);
	__atomic_store_n(&full.left, FULL, __ATOMIC_RELAXED);
	async_queue_add(scene->queue, hold_the_worker, NULL);
	while (!__atomic_load_n(&full.worker_is_held, __ATOMIC_ACQUIRE))
		sched_yield();
	for (int i = 0; i < FULL; i++)
		async_queue_add(scene->queue, fill, NULL);
	scene->waiter.task.run = give_result_last;
	add_a_task(scene);
}

/* ---- cases */

static void single_injected(void) { play(make_single, NULL, add_a_task, false); }
static void single_blocking(void) { play(make_single, NULL, add_a_blocking_task, false); }
static void single_awaits(void) { play(make_single, NULL, await_it_directly, true); }
static void donated_injected(void) { play(make_donated, NULL, add_a_task, false); }
static void donated_blocking(void) { play(make_donated, NULL, add_a_blocking_task, false); }
static void donated_awaits(void) { play(make_donated, NULL, await_it_directly, true); }

static void on_a_pool(void (*prepare)(struct scene *scene))
{
	struct host_pool *pool = host_pool_start();
	play(make_adapter, pool, prepare, true);
	host_pool_end(pool);
}

static void adapter_injected(void) { on_a_pool(add_a_task); }
static void adapter_blocking(void) { on_a_pool(add_a_blocking_task); }
static void adapter_blocking_at_once(void) { on_a_pool(start_a_blocking_task); }
static void adapter_awaits(void) { on_a_pool(await_it_directly); }

static void on_threads(unsigned workers, void (*prepare)(struct scene *scene))
{
	play(make_threads, &workers, prepare, true);
}

static void threads_injected_1(void) { on_threads(1, add_a_task); }
static void threads_injected_3(void) { on_threads(3, add_a_task); }
static void threads_all_together(void) { on_threads(2, add_all); }
static void threads_full(void) { on_threads(1, fill_the_queue); }
static void threads_blocking(void) { on_threads(1, add_a_blocking_task); }
static void threads_blocking_at_once(void) { on_threads(1, start_a_blocking_task); }
static void threads_awaits(void) { on_threads(1, await_it_directly); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(single_injected),
		CHECK_CASE(single_blocking),
		CHECK_CASE(single_awaits),
		CHECK_CASE(donated_injected),
		CHECK_CASE(donated_blocking),
		CHECK_CASE(donated_awaits),
		CHECK_CASE(adapter_injected),
		CHECK_CASE(adapter_blocking),
		CHECK_CASE(adapter_blocking_at_once),
		CHECK_CASE(adapter_awaits),
		CHECK_CASE(threads_injected_1),
		CHECK_CASE(threads_injected_3),
		CHECK_CASE(threads_all_together),
		CHECK_CASE(threads_full),
		CHECK_CASE(threads_blocking),
		CHECK_CASE(threads_blocking_at_once),
		CHECK_CASE(threads_awaits),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
