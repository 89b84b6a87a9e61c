/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work outside of a queue, on each kind of queue: holds, completions by foreign threads, pollers. */
#include "queue_kinds.h"
#include <time.h>

static void sleep_us(long us)
{
	struct timespec time = { us / 1000000, us % 1000000 * 1000 };
	nanosleep(&time, NULL);
}

static void complete_chain(void *ctx)
{
	async_value_set_available(ctx);
	async_value_release(ctx);
}

static void await_chain(struct async_queue *q, struct async_value *chain)
{
	async_queue_await(q, &chain, 1);
	async_value_release(chain);
}

/* ---- holds */

static int released; /* atomic */

static void *release_later(void *arg)
{
	sleep_us(5000);
	__atomic_store_n(&released, 1, __ATOMIC_RELAXED);
	async_queue_unhold(arg);
	return NULL;
}

static void quiesce_waits_for_holds(void)
{
	CHECK(async_queue_hold(queue));
	CHECK(async_queue_hold(queue)); /* they nest */
	async_queue_unhold(queue);
	released = 0;
	pthread_t thread = start(release_later, queue);
	async_queue_quiesce(queue);
	CHECK_INT(__atomic_load_n(&released, __ATOMIC_RELAXED), 1);
	pthread_join(thread, NULL);
}

static void destroy_waits_for_holds(void)
{
	async_queue_hold(queue);
	released = 0;
	pthread_t thread = start(release_later, queue);
	close_queue();
	CHECK_INT(__atomic_load_n(&released, __ATOMIC_RELAXED), 1);
	pthread_join(thread, NULL);
	open_queue(kind);
}

/* ---- completions by foreign threads */

static _Thread_local bool is_driver;
static int in_driver, completions; /* atomic: tasks that ran in a driver's thread; all */

static void note_completion(void *ctx)
{
	__atomic_fetch_add(&in_driver, is_driver, __ATOMIC_RELAXED);
	__atomic_fetch_add(&completions, 1, __ATOMIC_RELAXED);
	free(ctx); /* the operation */
}

static void begin_notes(void)
{
	__atomic_store_n(&in_driver, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&completions, 0, __ATOMIC_RELAXED);
}

#define OPERATIONS TIMES(5000, 2000, 50)

static void *complete_all(void *arg)
{
	struct async_external **operations = arg;
	is_driver = true;
	for (int i = 0; i < OPERATIONS; i++)
		async_external_complete(operations[i]);
	return NULL;
}

static struct async_external **begin_operations(void)
{
	struct async_external **operations = calloc((size_t)OPERATIONS, sizeof *operations);
	for (int i = 0; operations && i < OPERATIONS; i++) {
		operations[i] = malloc(sizeof *operations[i]);
		if (!operations[i])
			abort();
		async_external_begin(operations[i], queue, i % 2 ? "operation" : NULL, note_completion, operations[i]);
	}
	return operations;
}

static void each_completion_is_one_task(void)
{
	begin_notes();
	struct async_external **first = begin_operations(), **second = begin_operations();
	pthread_t drivers[2] = { start(complete_all, first), start(complete_all, second) };
	async_queue_quiesce(queue);
	CHECK_INT(__atomic_load_n(&completions, __ATOMIC_RELAXED), 2 * OPERATIONS);
	if (kind != ADAPTER) /* whose small pool refuses some */
		CHECK_INT(__atomic_load_n(&in_driver, __ATOMIC_RELAXED), 0);
	for (int i = 0; i < 2; i++)
		pthread_join(drivers[i], NULL);
	free(first);
	free(second);
}

static int gate; /* atomic: tasks wait until it is 1 */

static void wait_at_gate(void *ctx)
{
	(void)ctx;
	while (!__atomic_load_n(&gate, __ATOMIC_ACQUIRE) && !is_without_memory())
		sleep_us(200);
}

static void nothing(void *ctx) { (void)ctx; }

/* Also when the queue is full of tasks, and without an allocation. */
static void full_queues_take_completions(void)
{
	begin_notes();
	__atomic_store_n(&gate, kind == SINGLE, __ATOMIC_RELAXED);
	for (unsigned i = 0; i < async_queue_parallelism(queue); i++)
		async_queue_add(queue, wait_at_gate, NULL);
	for (int i = 0; kind != ADAPTER && i < 2000; i++) /* an adapter asks its pool, which may refuse */
		async_queue_add(queue, nothing, NULL);
	struct async_external **operations = begin_operations();
	uint64_t before = async_allocator_stats(memory).total_blocks;
	if (kind == ADAPTER) { /* as many as the pool takes */
		is_driver = true;
		for (int i = 0; i < 10; i++)
			async_external_complete(operations[i]);
		is_driver = false;
	} else {
		pthread_join(start(complete_all, operations), NULL);
	}
	CHECK_INT(async_allocator_stats(memory).total_blocks, before);
	__atomic_store_n(&gate, 1, __ATOMIC_RELEASE);
	for (int i = 10; kind == ADAPTER && i < OPERATIONS; i++) {
		async_external_abandon(operations[i]);
		free(operations[i]);
	}
	async_queue_quiesce(queue);
	CHECK_INT(__atomic_load_n(&completions, __ATOMIC_RELAXED), kind == ADAPTER ? 10 : OPERATIONS);
	CHECK_INT(__atomic_load_n(&in_driver, __ATOMIC_RELAXED), 0);
	free(operations);
}

/* A driver whose operation has ended when it is registered calls back before it returns. */
struct command {
	struct async_external external;
	struct async_value *done;
};

static void end_command(void *ctx)
{
	struct command *command = ctx;
	struct async_value *done = command->done;
	free(command);
	complete_chain(done);
}

static void *drive(void *arg)
{
	sleep_us(1000);
	async_external_complete(arg);
	return NULL;
}

static void await_sees_completions(void)
{
	for (int i = 0; i < 4; i++) {
		struct command *command = malloc(sizeof *command);
		bool at_once = i % 2;
		pthread_t thread = pthread_self();
		if (!command)
			abort();
		command->done = async_chain_create(memory);
		struct async_value *done = async_value_retain(command->done);
		async_external_begin(&command->external, queue, "command", end_command, command);
		if (at_once)
			async_external_complete(&command->external);
		else
			thread = start(drive, &command->external);
		await_chain(queue, done);
		if (!at_once)
			pthread_join(thread, NULL);
	}
}

static void abandoned_operations_hold_nothing(void)
{
	struct async_external external;
	async_external_begin(&external, queue, NULL, nothing, NULL);
	async_external_abandon(&external);
	async_queue_quiesce(queue);
}

/* ---- pollers */

/* An engine with one operation at a time, which ends at `when`. */
struct engine {
	struct async_poller poller;
	struct async_external external;
	struct async_queue *queue;
	struct async_value *done;
	uint64_t when, duration; /* `when` is atomic: 0: no operation */
	int left;                /* operations to start */
	int calls, inside;       /* atomic: of poll() */
};

static void start_operation(void *ctx);

static bool poll_engine(void *ctx)
{
	struct engine *engine = ctx;
	CHECK_INT(__atomic_fetch_add(&engine->inside, 1, __ATOMIC_RELAXED), 0);
	__atomic_fetch_add(&engine->calls, 1, __ATOMIC_RELAXED);
	uint64_t when = __atomic_load_n(&engine->when, __ATOMIC_ACQUIRE);
	bool ended = when != 0 && async_now_ns() >= when;
	__atomic_fetch_sub(&engine->inside, 1, __ATOMIC_RELAXED);
	if (ended) {
		__atomic_store_n(&engine->when, 0, __ATOMIC_RELAXED);
		async_external_complete(&engine->external);
		async_poller_end(&engine->poller);
	}
	return ended;
}

static void start_operation(void *ctx)
{
	struct engine *engine = ctx;
	if (engine->left-- == 0) {
		complete_chain(engine->done);
		return;
	}
	async_external_begin(&engine->external, engine->queue, NULL, start_operation, engine);
	async_poller_begin(&engine->poller);
	__atomic_store_n(&engine->when, async_now_ns() + engine->duration, __ATOMIC_RELEASE);
}

static bool open_engine(struct engine *engine, struct async_queue *q, int operations, uint64_t duration)
{
	*engine = (struct engine){ .poller = { .poll = poll_engine, .ctx = engine }, .queue = q, .left = operations,
		.duration = duration };
	enum async_status status = async_poller_add(&engine->poller, q);
	CHECK(status == ASYNC_OK || is_without_memory());
	if (status != ASYNC_OK)
		return false;
	engine->done = async_chain_create(memory);
	return true;
}

static int calls_of(struct engine *engine) { return __atomic_load_n(&engine->calls, __ATOMIC_RELAXED); }

static void close_engine(struct engine *engine)
{
	async_queue_quiesce(engine->queue);
	async_poller_remove(&engine->poller);
}

/* Operations, each started by the completion of the one before it. */
static void pollers_end_chains(void)
{
	static const uint64_t durations[] = { 0, 10000, 200000, 3000000 };
	for (size_t i = 0; i < sizeof durations / sizeof *durations; i++) {
		struct engine engine, idle;
		int operations = durations[i] > 100000 ? 4 : TIMES(500, 200, 5);
		if (!open_engine(&idle, queue, 0, 0))
			continue;
		if (open_engine(&engine, queue, operations, durations[i])) {
			struct async_value *done = async_value_retain(engine.done);
			if (i % 2)
				async_queue_add(queue, start_operation, &engine);
			else
				start_operation(&engine); /* a foreign thread */
			await_chain(queue, done);
			CHECK(calls_of(&engine) >= operations);
			close_engine(&engine);
		}
		CHECK_INT(calls_of(&idle), 0);
		async_value_release(idle.done);
		close_engine(&idle);
	}
}

/* Nothing is called when nothing is outstanding. */
static void pollers_rest(void)
{
	struct engine engine;
	if (!open_engine(&engine, queue, 3, 100000))
		return;
	async_queue_quiesce(queue);
	sleep_us(2000);
	CHECK_INT(calls_of(&engine), 0);
	struct async_value *done = async_value_retain(engine.done);
	async_queue_add(queue, start_operation, &engine);
	await_chain(queue, done);
	async_queue_quiesce(queue);
	int calls = calls_of(&engine);
	sleep_us(5000);
	CHECK_INT(calls_of(&engine), calls);
	close_engine(&engine);
}

static uint64_t cpu_ns(void)
{
	struct timespec time;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Waiting costs at most a tenth of a core. Most calls are those of the first 50 microseconds, 10 nanoseconds each at least. */
static void waiting_is_cheap(void)
{
	struct engine engine;
	uint64_t duration = TIMES(200000000, 50000000, 1000000);
	if (!open_engine(&engine, queue, 1, duration))
		return;
	struct async_value *done = async_value_retain(engine.done);
	uint64_t before = cpu_ns();
	async_queue_add(queue, start_operation, &engine);
	await_chain(queue, done);
	uint64_t took = cpu_ns() - before;
	bool cheap = took <= duration / 10 && calls_of(&engine) <= 8000;
	if (!cheap)
		printf("# %s: %llu us of %llu, %d calls\n", queue->vtable->name(queue), (unsigned long long)took / 1000,
			(unsigned long long)duration / 1000, calls_of(&engine));
	cheap |= SLOW;
	CHECK(cheap);
	close_engine(&engine);
}

/* Workers that are never idle poll between tasks. */
struct busy {
	struct async_value *done;
	int started; /* atomic */
};

static void stay_busy(void *ctx)
{
	struct busy *busy = ctx;
	__atomic_fetch_add(&busy->started, 1, __ATOMIC_RELAXED);
	if (!async_value_is_available(busy->done) && !is_without_memory())
		async_queue_add(queue, stay_busy, busy);
}

static void busy_workers_poll(void)
{
	struct engine engine;
	if (kind == SINGLE || kind == DONATED || !open_engine(&engine, queue, 3, 1000000)) /* these run tasks first */
		return;
	struct busy busy = { async_value_retain(engine.done), 0 };
	for (unsigned i = 0; i < async_queue_parallelism(queue); i++)
		async_queue_add(queue, stay_busy, &busy);
	start_operation(&engine);
	close_engine(&engine);
	CHECK(async_value_is_available(busy.done));
	async_value_release(busy.done);
}

static bool poll_and_open_gate(void *ctx)
{
	bool ended = poll_engine(ctx);
	if (ended)
		__atomic_store_n(&gate, 1, __ATOMIC_RELEASE);
	return ended;
}

/* All workers are in long tasks, which end after the operation: the thread that awaits polls. */
static void waiting_threads_poll(void)
{
	struct engine engine;
	if (kind == SINGLE || !open_engine(&engine, queue, 1, 3000000))
		return;
	engine.poller.poll = poll_and_open_gate;
	struct async_value *done = async_value_retain(engine.done);
	__atomic_store_n(&gate, 0, __ATOMIC_RELAXED);
	for (unsigned i = 0; kind != DONATED && i < async_queue_parallelism(queue); i++)
		async_queue_add(queue, wait_at_gate, NULL);
	start_operation(&engine);
	await_chain(queue, done);
	close_engine(&engine);
}

/* Threads that are woken for tasks hand watching over, and operations overlap. */
#define ENGINES 4
static void many_operations_overlap(void)
{
	static struct engine engines[ENGINES];
	int opened = 0;
	while (opened < ENGINES &&
		open_engine(&engines[opened], queue, TIMES(100, 30, 3), (uint64_t)(opened * opened) * 20000))
		opened++;
	for (int i = 0; i < opened; i++) {
		async_value_retain(engines[i].done);
		async_queue_add(queue, start_operation, &engines[i]);
		async_queue_add(queue, nothing, NULL);
	}
	for (int i = 0; i < opened; i++)
		await_chain(queue, engines[i].done);
	for (int i = 0; i < opened; i++)
		close_engine(&engines[i]);
}

/* ---- stepping, and queues of the host */

static void steps_poll(void)
{
	for (int round = 0; round < 2; round++) {
		struct engine engine;
		memory = memory_begin();
		struct async_queue *stepped =
			round ? async_queue_create_donated(memory, 1) : async_queue_create_single(memory);
		bool (*step)(struct async_queue *q) = round ? async_queue_donated_step : async_queue_single_step;
		CHECK(!step(stepped));
		if (open_engine(&engine, stepped, 2, 0)) {
			struct async_value *done = async_value_retain(engine.done);
			async_queue_add(stepped, start_operation, &engine);
			CHECK(step(stepped));
			while (!async_value_is_available(done))
				step(stepped);
			CHECK(calls_of(&engine) >= 2);
			async_value_release(done);
			close_engine(&engine);
		}
		async_queue_destroy(stepped);
		memory_end(memory);
	}
}

static void inline_add(struct async_queue *self, struct async_task task)
{
	(void)self;
	task.run(task.ctx);
}

static void inline_quiesce(struct async_queue *self) { (void)self; }

/* A table of an older version: the memory after it is unrelated. */
static void older_queues_run_completions(void)
{
	static const struct async_queue_vtable old = { .size = offsetof(struct async_queue_vtable, hold),
		.add = inline_add, .quiesce = inline_quiesce };
	static const struct async_queue_vtable without = { .size = sizeof without, .add = inline_add,
		.quiesce = inline_quiesce };
	struct async_queue queues[] = { { &old }, { &without } };
	memory = memory_begin();
	for (size_t i = 0; i < 2; i++) {
		struct engine engine;
		struct async_external *operation = malloc(sizeof *operation);
		CHECK(!async_queue_hold(&queues[i]));
		async_queue_unhold(&queues[i]);
		begin_notes();
		async_external_begin(operation, &queues[i], NULL, note_completion, operation);
		async_external_complete(operation);
		CHECK_INT(__atomic_load_n(&completions, __ATOMIC_RELAXED), 1);
		if (!open_engine(&engine, &queues[i], 2, 100000))
			continue;
		struct async_queue *waiting = async_queue_create_single(memory);
		struct async_value *done = async_value_retain(engine.done);
		start_operation(&engine);
		await_chain(waiting, done);
		while (__atomic_load_n(&engine.poller.outstanding, __ATOMIC_ACQUIRE) != 0) /* end() follows the task */
			sleep_us(100);
		async_queue_destroy(waiting);
		close_engine(&engine);
	}
	memory_end(memory);
}

ON_EACH(quiesce_waits_for_holds)
ON_EACH(destroy_waits_for_holds)
ON_EACH(each_completion_is_one_task)
ON_EACH(full_queues_take_completions)
ON_EACH(await_sees_completions)
ON_EACH(abandoned_operations_hold_nothing)
ON_EACH(pollers_end_chains)
ON_EACH(pollers_rest)
ON_EACH(waiting_is_cheap)
ON_EACH(busy_workers_poll)
ON_EACH(waiting_threads_poll)
ON_EACH(many_operations_overlap)

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CASES(quiesce_waits_for_holds),
		CASES(destroy_waits_for_holds),
		CASES(each_completion_is_one_task),
		CASES(full_queues_take_completions),
		CASES(await_sees_completions),
		CASES(abandoned_operations_hold_nothing),
		CASES(pollers_end_chains),
		CASES(pollers_rest),
		CASES(waiting_is_cheap),
		CASES(busy_workers_poll),
		CASES(waiting_threads_poll),
		CASES(many_operations_overlap),
		CHECK_CASE(steps_poll),
		CHECK_CASE(older_queues_run_completions),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
