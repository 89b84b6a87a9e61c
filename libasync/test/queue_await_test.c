/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Waiting for values in threads and in tasks, on each kind of work queue: single-threaded, with 1, 2 and
 * 4 workers, with two threads of the host, and on a pool of the host. */
#include "queue_tasks.h"

static void emplace(void *ctx)
{
	int32_t payload = 6;
	async_value_emplace(ctx, &payload);
	async_value_release(ctx);
}

static void slow_emplace(void *ctx)
{
	sleep_ms(10);
	emplace(ctx);
}

static void *slow_emplace_main(void *arg)
{
	slow_emplace(arg);
	return NULL;
}

static void await_nothing_returns(void)
{
	struct async_value *values[2] = { async_chain(), async_chain() };
	async_queue_await(queue, NULL, 0);
	async_queue_await(queue, values, 2);
}

static void await_waits_for_all(void)
{
	enum { VALUES = 100 };
	struct async_value *values[VALUES];
	for (int i = 0; i < VALUES; i++)
		values[i] = async_value_create(memory, type_i32());
	for (int i = VALUES; i-- > 0;) /* the one awaited first comes last */
		async_queue_add(queue, emplace, async_value_retain(values[i]));
	async_queue_await(queue, values, VALUES);
	for (int i = 0; i < VALUES; i++) {
		CHECK(async_value_is_available(values[i]));
		async_value_release(values[i]);
	}
}

static void await_errors_and_indirect_values(void)
{
	struct async_value *target = async_value_create(memory, type_i32());
	struct async_value *values[3] = { async_value_create_indirect(memory, ASYNC_TYPE_NONE),
		async_value_create_error(memory, async_error_create(memory, ASYNC_CODE_INTERNAL, nowhere, "x")),
		async_chain() };
	async_value_forward(values[0], async_value_retain(target));
	CHECK(async_queue_add_blocking(queue, slow_emplace, target, true));
	async_queue_await(queue, values, 3);
	CHECK_INT(get_i32(values[0]), 6);
	async_value_release(values[0]);
	async_value_release(values[1]);
}

/* Nothing is in the queue: the thread that waits must sleep and be woken. */
static void await_a_value_from_outside(void)
{
	struct async_value *value = async_value_create(memory, type_i32());
	pthread_t thread = start(slow_emplace_main, async_value_retain(value));
	async_queue_await(queue, &value, 1);
	CHECK_INT(get_i32(value), 6);
	pthread_join(thread, NULL);
	async_value_release(value);
}

static void *slow_add_main(void *arg)
{
	sleep_ms(10);
	async_queue_add(queue, emplace, arg);
	return NULL;
}

static void await_a_task_from_outside(void)
{
	struct async_value *value = async_value_create(memory, type_i32());
	pthread_t thread = start(slow_add_main, async_value_retain(value));
	async_queue_await(queue, &value, 1);
	CHECK_INT(get_i32(value), 6);
	pthread_join(thread, NULL);
	async_value_release(value);
}

static void *open_gate_later(void *arg)
{
	(void)arg;
	sleep_ms(20);
	__atomic_store_n(&gate, 1, __ATOMIC_RELEASE);
	return NULL;
}

/* While all workers wait at the gate, the caller awaits a value that a task completes. Returns whether the value became
 * available before the gate was open, so that the caller ran the tasks. The gate opens in any case: a caller that loses its
 * processor for a millisecond stops to help, as queue.h allows. */
static bool await_while_workers_wait(unsigned workers)
{
	struct async_value *value = async_value_create(memory, type_i32());
	__atomic_store_n(&gate, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&at_gate, 0, __ATOMIC_RELAXED);
	for (unsigned i = 0; i < workers; i++)
		async_queue_add(queue, wait_at_gate, NULL);
	while (__atomic_load_n(&at_gate, __ATOMIC_RELAXED) < workers && !is_without_memory())
		sleep_ms(1);
	for (int i = 0; i < 100; i++)
		async_queue_add(queue, count, NULL);
	async_queue_add(queue, emplace, async_value_retain(value));
	pthread_t opener = start(open_gate_later, NULL);
	async_queue_await_helping(queue, &value, 1);
	bool helped = !__atomic_load_n(&gate, __ATOMIC_ACQUIRE);
	CHECK_INT(get_i32(value), 6);
	pthread_join(opener, NULL);
	async_value_release(value);
	async_queue_quiesce(queue);
	return helped;
}

static void awaiting_threads_may_help(void)
{
	unsigned workers = kind == SINGLE || kind == DONATED || kind == ADAPTER ? 0 : async_queue_parallelism(queue);
	int tries = 1;
	set_counted(0);
	while (!await_while_workers_wait(workers) && tries < 100 && !is_without_memory())
		tries++;
	CHECK(tries < 100);
	CHECK_INT(get_counted(), tries * (100 + (long)workers));
	struct async_value *value = async_value_create(memory, type_i32());
	CHECK(async_queue_add_blocking(queue, slow_emplace, async_value_retain(value), true)); /* it finds none and sleeps */
	async_queue_await_helping(queue, &value, 1);
	async_value_release(value);
	async_queue_quiesce(queue);
}

static void *await_main(void *arg)
{
	struct async_value *value = arg;
	async_queue_await(queue, &value, 1);
	return get_i32(value) == 6 ? NULL : value;
}

static void several_threads_await(void)
{
	enum { WAITERS = 6 };
	struct async_value *values[WAITERS];
	pthread_t threads[WAITERS];
	for (int i = 0; i < WAITERS; i++) {
		values[i] = async_value_create(memory, type_i32());
		threads[i] = start(await_main, values[i]);
	}
	sleep_ms(5);
	for (int i = WAITERS; i-- > 0;)
		async_queue_add(queue, i % 2 ? emplace : slow_emplace, async_value_retain(values[i]));
	for (int i = 0; i < WAITERS; i++) {
		void *wrong;
		pthread_join(threads[i], &wrong);
		CHECK(!wrong);
		async_value_release(values[i]);
	}
}

/* Waiters deep inside others that wait themselves. What they wait for comes from a task, through an indirect value,
 * and from the next waiter, which is put off because this one is so deep: await() must see to both. */
struct deep {
	struct async_waiter waiter;
	struct async_value *next;    /* completed first; the next waiter waits for it */
	struct async_value *awaited; /* then these are awaited, if not NULL: */
	struct async_value *target;  /* a task completes it, and so `awaited`, which forwards to it */
	struct async_value *end_of_next;
	struct async_value *end; /* completed at the end */
};

static void go_deeper(struct async_waiter *waiter)
{
	struct deep *deep = (struct deep *)waiter;
	if (deep->next)
		async_value_set_available(deep->next);
	if (deep->awaited) {
		struct async_value *both[2] = { deep->awaited, deep->end_of_next };
		async_queue_add(queue, emplace, async_value_retain(deep->target));
		async_queue_await(queue, both, 2);
	}
	async_value_set_available(deep->end);
}

static void await_inside_deep_waiters(void)
{
	enum { DEEP = 200 };
	struct async_value *starts[DEEP + 1], *ends[DEEP + 1];
	static struct deep deep[DEEP];
	for (int i = 0; i <= DEEP; i++) {
		starts[i] = async_chain_create(memory);
		ends[i] = i < DEEP ? async_chain_create(memory) : async_chain();
	}
	for (int i = 0; i < DEEP; i++) {
		deep[i] = (struct deep){ { NULL, go_deeper }, starts[i + 1], NULL, NULL, ends[i + 1], ends[i] };
		if (i % 25 == 24) {
			deep[i].target = async_value_create(memory, type_i32());
			deep[i].awaited = async_value_create_indirect(memory, type_i32());
			async_value_forward(deep[i].awaited, async_value_retain(deep[i].target));
		}
		async_value_and_then(starts[i], &deep[i].waiter);
	}
	async_value_set_available(starts[0]);
	for (int i = 0; i < DEEP; i++) {
		CHECK(async_value_is_available(ends[i]));
		CHECK(!deep[i].awaited || get_i32(deep[i].awaited) == 6);
		async_value_release(deep[i].awaited);
		async_value_release(deep[i].target);
	}
	for (int i = 0; i <= DEEP; i++) {
		async_value_release(starts[i]);
		async_value_release(ends[i]);
	}
}

static int reports; /* atomic */

static void count_report(void *ctx, const struct async_misuse *misuse)
{
	if (misuse->kind == ASYNC_MISUSE_WAIT_IN_TASK && ctx == &reports)
		__atomic_fetch_add(&reports, 1, __ATOMIC_RELAXED);
}

static void wait_for_own_queue(void *ctx)
{
	struct async_value *never = ctx;
	async_queue_await(queue, &never, 1);
	async_queue_quiesce(queue);
	async_queue_destroy(queue);
	if (kind == SINGLE)
		CHECK(!async_queue_single_step(queue));
	count(NULL);
}

static void wait_for_own_queue_to_end(void *ctx)
{
	(void)ctx;
	async_queue_quiesce(queue);
	async_queue_destroy(queue);
	count(NULL);
}

static void waits_in_tasks_are_refused(void)
{
	struct async_value *never = async_value_create(memory, type_i32());
	set_counted(0);
	__atomic_store_n(&reports, 0, __ATOMIC_RELAXED);
	async_set_misuse_handler(count_report, &reports);
	async_queue_add(queue, wait_for_own_queue, never);
	async_queue_quiesce(queue);
	CHECK_INT(get_counted(), 1);
	CHECK_INT(reports, kind == SINGLE ? 4 : 3);
	CHECK(async_queue_add_blocking(queue, wait_for_own_queue_to_end, NULL, true));
	async_queue_quiesce(queue);
	CHECK_INT(get_counted(), 2);
	CHECK_INT(reports, kind == SINGLE ? 6 : 5);
	async_set_misuse_handler(NULL, NULL);
	async_value_release(never);
}

/* A blocking task in a dedicated thread may await. */
static void await_in_blocking(void *ctx)
{
	struct async_value *value = ctx;
	async_queue_add(queue, emplace, async_value_retain(value));
	async_queue_await(queue, &value, 1);
	if (get_i32(value) == 6)
		count(NULL);
}

static void blocking_tasks_may_await(void)
{
	if (kind == SINGLE || kind == DONATED)
		return;
	struct async_value *value = async_value_create(memory, type_i32());
	set_counted(0);
	CHECK(async_queue_add_blocking(queue, await_in_blocking, value, true));
	async_queue_quiesce(queue);
	CHECK_INT(get_counted(), 1);
	async_value_release(value);
}

/* A task that awaits on another queue, which runs its tasks in this thread meanwhile. */
struct nest {
	struct async_queue *inner;
	struct async_value *result;
	int right; /* checks that came out true */
};

static void run_inner(void *ctx)
{
	struct nest *nest = ctx;
	nest->right += queue->vtable->is_worker(queue);
	nest->right += nest->inner->vtable->is_worker(nest->inner);
	async_queue_quiesce(queue); /* refused, from here too */
	async_queue_quiesce(nest->inner);
	int32_t payload = 7;
	async_value_emplace(nest->result, &payload);
}

static void run_outer(void *ctx)
{
	struct nest *nest = ctx;
	nest->right += queue->vtable->is_worker(queue);
	async_queue_add(nest->inner, run_inner, nest);
	async_queue_await(nest->inner, &nest->result, 1);
	nest->right += queue->vtable->is_worker(queue);
	nest->right += !nest->inner->vtable->is_worker(nest->inner);
	async_queue_quiesce(nest->inner);
	async_queue_add(queue, count, NULL);
	async_queue_quiesce(queue); /* refused */
}

static void tasks_await_on_other_queues(void)
{
	for (int round = 0; round < 2; round++) {
		struct nest nest = { round ? async_queue_create_donated(memory, 1) : async_queue_create_single(memory),
			async_value_create(memory, type_i32()), 0 };
		set_counted(0);
		__atomic_store_n(&reports, 0, __ATOMIC_RELAXED);
		async_set_misuse_handler(count_report, &reports);
		async_queue_add(queue, run_outer, &nest);
		async_queue_quiesce(queue);
		async_set_misuse_handler(NULL, NULL);
		CHECK_INT(nest.right, 5);
		CHECK_INT(reports, 3);
		CHECK_INT(get_counted(), 1);
		async_queue_destroy(nest.inner);
		async_value_release(nest.result);
	}
}

/* The second task of one function awaits what the first has left to be settled: await() must settle it. */
static struct {
	struct async_queue *other;
	struct async_value *settled;
	int runs; /* atomic */
} left;

static void settle_left(void)
{
	int32_t payload = 8;
	async_value_emplace(left.settled, &payload);
}

static void leave_or_await(void *ctx)
{
	static const struct async_settlement settlement = { settle_left, leave_or_await };
	(void)ctx;
	if (__atomic_fetch_add(&left.runs, 1, __ATOMIC_RELAXED) > 0)
		async_queue_await(left.other, &left.settled, 1);
	else if (!async_task_settle_later(&settlement))
		settle_left();
}

static void awaiting_elsewhere_settles(void)
{
	left.other = async_queue_create_single(memory);
	left.settled = async_value_create(memory, type_i32());
	left.runs = 0;
	struct async_task two[2] = { { leave_or_await, NULL }, { leave_or_await, NULL } };
	async_queue_add_all(queue, NULL, two, 2);
	async_queue_quiesce(queue);
	CHECK_INT(get_i32(left.settled), 8);
	async_queue_destroy(left.other);
	async_value_release(left.settled);
}

/* ---- each case on each kind of queue */

/* ---- a pool that takes one job and refuses all others */

struct one_job {
	void (*run)(void *arg);
	void *arg;
	struct async_queue *queue;
	struct async_value *value;
	bool blocking, done;
	int ran;
};

static bool submit_first(void *ctx, void (*run)(void *arg), void *arg)
{
	struct one_job *job = ctx;
	if (job->run)
		return false;
	job->run = run;
	job->arg = arg;
	return true;
}

static bool submit_blocking_first(void *ctx, void (*run)(void *arg), void *arg, bool allow_queuing)
{
	(void)allow_queuing;
	return submit_first(ctx, run, arg);
}

static void refused_task(void *ctx) { ((struct one_job *)ctx)->ran++; }

static void *run_job(void *arg)
{
	struct one_job *job = arg;
	if (job->run && !job->done) { /* without memory, the task runs in the thread that adds it */
		job->done = true;
		job->run(job->arg);
	}
	return NULL;
}

/* The job of the pool comes while the task runs, and finds no other. */
static void add_refused_task(void *ctx)
{
	struct one_job *job = ctx;
	pthread_t thread;
	if (!job->blocking) {
		CHECK(pthread_create(&thread, NULL, run_job, job) == 0);
		pthread_join(thread, NULL);
		async_queue_add(job->queue, refused_task, job);
	} else {
		CHECK(async_queue_add_blocking(job->queue, refused_task, job, true));
	}
	emplace(async_value_retain(job->value));
}

/* Behind its own task, a thread runs those that the task could not pass to the pool; nobody else comes for them. */
static void await_runs_what_the_pool_refuses(void)
{
	memory = memory_begin();
	for (int blocking = 0; blocking < 2; blocking++) {
		struct one_job job = { .value = async_value_create(memory, type_i32()), .blocking = blocking != 0 };
		const struct async_pool host = { .size = sizeof host, .parallelism = 1, .ctx = &job, .submit = submit_first,
			.submit_blocking = submit_blocking_first };
		job.queue = async_queue_create_adapter(memory, &host);
		if (blocking) {
			if (CHECK(async_queue_add_blocking(job.queue, add_refused_task, &job, false)))
				run_job(&job);
			else
				emplace(async_value_retain(job.value));
		} else {
			async_queue_add(job.queue, add_refused_task, &job);
		}
		async_queue_await(job.queue, &job.value, 1);
		run_job(&job);
		async_queue_destroy(job.queue);
		CHECK_INT(job.ran, 1);
		async_value_release(job.value);
	}
	memory_end(memory);
}

ON_EACH(await_nothing_returns)
ON_EACH(await_waits_for_all)
ON_EACH(await_errors_and_indirect_values)
ON_EACH(await_a_value_from_outside)
ON_EACH(await_a_task_from_outside)
ON_EACH(awaiting_threads_may_help)
ON_EACH(several_threads_await)
ON_EACH(await_inside_deep_waiters)
ON_EACH(waits_in_tasks_are_refused)
ON_EACH(blocking_tasks_may_await)
ON_EACH(tasks_await_on_other_queues)
ON_EACH(awaiting_elsewhere_settles)

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CASES(await_nothing_returns),
		CASES(await_waits_for_all),
		CASES(await_errors_and_indirect_values),
		CASES(await_a_value_from_outside),
		CASES(await_a_task_from_outside),
		CASES(awaiting_threads_may_help),
		CASES(several_threads_await),
		CASES(await_inside_deep_waiters),
		CASES(waits_in_tasks_are_refused),
		CASES(blocking_tasks_may_await),
		CASES(tasks_await_on_other_queues),
		CASES(awaiting_elsewhere_settles),
		CHECK_CASE(await_runs_what_the_pool_refuses),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
