/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every function of the library, called by several threads at once on objects that they share, as far as its thread
 * class allows: for the race detector. Each thread notes what it calls (without any order between threads, which would
 * hide races) and the program prints it; every_call.py compares that with the map and the headers of the library. */
#include "support.h"
#include <pthread.h>
#include <sched.h>

#define THREADS 3
#define ROUNDS (SLOW ? 30 : 200)
#define MOST_CALLS 256

/* CALL(f)(arguments) calls f and records it; ALSO(f) records a function that is called indirectly. */
#define CALL(name) (note_call(#name), (name))
#define ALSO(name) note_call(#name)

#define MOST_THREADS 64
static const char *noted[MOST_THREADS][MOST_CALLS]; /* a row for each thread that notes something */
static int rows;                                    /* atomic */

static void note_call(const char *name)
{
	static _Thread_local const char **own;
	static _Thread_local int count;
	if (!own) {
		int row = __atomic_fetch_add(&rows, 1, __ATOMIC_RELAXED);
		if (row >= MOST_THREADS)
			abort();
		own = noted[row];
	}
	for (int i = 0; i < count; i++) {
		if (strcmp(own[i], name) == 0)
			return;
	}
	if (count == MOST_CALLS)
		abort();
	own[count++] = name;
}

/* Checks may come from one thread only. */
static int wrong_in_thread; /* atomic */
#define CHECK_IN_THREAD(condition) \
	((condition) ? (void)0 : (void)(fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition), \
				 __atomic_fetch_add(&wrong_in_thread, 1, __ATOMIC_RELAXED)))

/* What the threads share; made and destroyed by the main thread. */
static struct {
	const struct async_allocator *counting, *failing, *fixed, *budget;
	struct async_queue *threads, *single, *donated, *adapter;
	struct async_timers *timers, *stepped;
	struct async_fds *fds;
	struct async_host host;
	struct async_resources *resources;
	struct async_request *request;
	/* available, but for the last, which the first to come completes */
	struct async_value *number, *failed, *indirect;
	struct async_error *error;
	int forwarded; /* atomic */
} shared;

static int ran; /* atomic */
static void run(void *ctx)
{
	(void)ctx;
	__atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
}
static void run_waiter(struct async_waiter *waiter) { run(waiter); }

/* ---- allocators */

static void use_allocator(const struct async_allocator *memory)
{
	unsigned char *p = CALL(async_alloc)(memory, 20, 8);
	CHECK_IN_THREAD(p != NULL);
	p = CALL(async_resize)(memory, p, 20, 50, 8);
	CHECK_IN_THREAD(p != NULL);
	memset(p, 1, 50);
	CALL(async_free)(memory, p, 50, 8);
}

static void allocators(void)
{
	const struct async_allocator *all[] = { shared.counting, shared.failing, shared.fixed, shared.budget,
		CALL(async_allocator_system)(), CALL(async_allocator_cached)(), CALL(async_allocator_pooled)() };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		use_allocator(all[i]);
	CALL(async_allocator_cached_use)(async_allocator_system());
	CHECK_IN_THREAD(CALL(async_allocator_stats)(shared.counting).total_blocks > 0);
	CHECK_IN_THREAD(CALL(async_allocator_budget_left)(shared.budget) <= 100000);
	CHECK_IN_THREAD(CALL(async_allocator_is_budget)(shared.budget));
	CALL(async_allocator_pooled_keep)(1 << 20);
	(void)CALL(async_allocator_pooled_bytes)();
	CHECK_IN_THREAD(CALL(async_allocator_calls)(shared.failing) > 0);
	CALL(async_allocator_fail_nth)(shared.failing, 0);
	const struct async_allocator *own[] = { CALL(async_allocator_create_counting)(shared.counting),
		CALL(async_allocator_create_failing)(shared.counting, 0),
		CALL(async_allocator_create_fixed)(shared.counting, 500),
		CALL(async_allocator_create_budget)(shared.counting, 500) };
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		CALL(async_allocator_destroy)(own[i]);
}

/* ---- types and errors */

static void types(void)
{
	static const struct async_type type = { "!test.every", 8, 8, NULL, NULL, NULL };
	async_type_id id = CALL(async_type_register)(&type);
	CHECK_IN_THREAD(CALL(async_type_find)("!test.every", 11) == id);
	CHECK_IN_THREAD(CALL(async_type_get)(id)->size == 8);
	CHECK_IN_THREAD(CALL(async_code_name)(ASYNC_CODE_ABORTED) && CALL(async_status_name)(ASYNC_OK) &&
			CALL(async_version)());
}

static struct async_error *make_error_v(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	struct async_error *error = CALL(async_error_create_v)(
		shared.counting, ASYNC_CODE_ABORTED, nowhere, format, arguments);
	va_end(arguments);
	return error;
}

static void errors(void)
{
	struct async_error *error = CALL(async_error_retain)(shared.error);
	CHECK_IN_THREAD(CALL(async_error_code)(error) == ASYNC_CODE_INTERNAL);
	CHECK_IN_THREAD(CALL(async_error_message_size)(error) == strlen(CALL(async_error_message)(error)));
	CHECK_IN_THREAD(!CALL(async_error_location)(error).source && !CALL(async_error_cause)(error));
	struct async_error *own = CALL(async_error_create_text)(shared.counting, ASYNC_CODE_ABORTED, nowhere, "x", 1);
	CALL(async_error_set_origin)(own, "kernel");
	CHECK_IN_THREAD(CALL(async_error_origin)(own) != NULL);
	CALL(async_error_release)(own);
	error = CALL(async_error_create_from)(shared.counting, error, ASYNC_CODE_ABORTED, nowhere, "%d", 1);
	CALL(async_error_release)(error);
	async_error_release(CALL(async_error_create)(shared.counting, ASYNC_CODE_ABORTED, nowhere, "plain"));
	async_error_release(CALL(async_error_create_text)(shared.counting, ASYNC_CODE_ABORTED, nowhere, "text", 4));
	async_error_release(make_error_v("%d", 2));
	async_error_release(CALL(async_host_error)(&shared.host, ASYNC_CODE_ABORTED, nowhere, "host"));
	CALL(async_host_print)(&shared.host, "%s", "printed");
	(void)CALL(async_host_runs_at_once)(&shared.host);
	(void)CALL(async_host_resources)(&shared.host);
	CALL(async_set_misuse_handler)(NULL, NULL);
	CALL(async_host_report_misuse)(&shared.host);
	ALSO(async_misuse_report); /* another thread may remove the handler, and without one it may abort */
	async_host_report_misuse(NULL);
	CALL(async_contract_set)(CALL(async_contract_is_on)());
	ALSO(async_value_released_too_often_);
}

/* ---- values: made here, completed by a task in another thread */

static void complete_number(void *ctx)
{
	int32_t number = 7;
	CALL(async_value_emplace)(ctx, &number);
	CALL(async_value_release)(ctx);
}

static void complete_in_place(void *ctx)
{
	*(int32_t *)CALL(async_value_storage)(ctx) = 8;
	CALL(async_value_set_constructed)(ctx);
	CALL(async_value_set_available)(ctx);
	CALL(async_value_release_n)(ctx, 1);
}

static void fail_value(void *ctx)
{
	CALL(async_value_fail)(ctx, async_error_retain(shared.error));
	async_value_release(ctx);
}

static void forward_value(void *ctx)
{
	CALL(async_value_forward)(ctx, async_value_retain(shared.number));
	async_value_release(ctx);
}

static void try_to_complete(struct async_value *value)
{
	int32_t number = 7;
	CHECK_IN_THREAD(CALL(async_value_try_set_constructed)(value) && !CALL(async_value_try_emplace)(value, &number));
	CHECK_IN_THREAD(CALL(async_value_try_set_available)(value));
	CHECK_IN_THREAD(!CALL(async_value_try_fail)(value, async_error_retain(shared.error)));
	struct async_value *indirect = async_value_create_indirect(NULL, ASYNC_TYPE_NONE);
	CHECK_IN_THREAD(CALL(async_value_try_forward)(indirect, async_value_retain(value)));
	async_value_release(indirect);
}

static void read_shared(void)
{
	struct async_value *number = CALL(async_value_retain)(shared.number);
	CHECK_IN_THREAD(CALL(async_value_is_available)(number) && !CALL(async_value_is_error)(number));
	CHECK_IN_THREAD(
		CALL(async_value_state)(number) == ASYNC_AVAILABLE && CALL(async_value_type)(number) == type_i32());
	CHECK_IN_THREAD(CALL(async_value_allocator)(number) != NULL);
	CHECK_IN_THREAD(*(int32_t *)CALL(async_value_payload)(number) == 42);
	ALSO(async_value_payload_aligned_);
	CHECK_IN_THREAD(*(int32_t *)CALL(async_value_payload_small)(number) == 42);
	CHECK_IN_THREAD(*(int32_t *)CALL(async_value_payload_as)(number, type_i32()) == 42);
	CHECK_IN_THREAD(CALL(async_value_target)(number) == number && CALL(async_value_offset)(4) == sizeof *number);
	CHECK_IN_THREAD(!CALL(async_value_is_unique)(number));
	CHECK_IN_THREAD(CALL(async_value_error)(shared.failed) == shared.error);
	struct async_value *copy;
	CHECK_IN_THREAD(CALL(async_value_copy)(shared.counting, number, &copy) == ASYNC_OK);
	async_value_release(copy);
	if (ASYNC_OK == async_value_copy(shared.counting, number, &copy))
		async_value_release_n(CALL(async_value_retain_new)(copy, 1), 2);
	int32_t taken = 0;
	CHECK_IN_THREAD(CALL(async_value_take)(number, &taken) == ASYNC_OK && taken == 42);
	CALL(async_value_release)(CALL(async_value_out_of_memory)());
	CALL(async_value_retain_n)(CALL(async_chain)(), 2);
	ALSO(async_chain_value);
	/* the first forwards what all wait for */
	if (__atomic_fetch_add(&shared.forwarded, 1, __ATOMIC_RELAXED) == 0)
		async_value_forward(shared.indirect, async_value_retain(shared.number));
	CHECK_IN_THREAD(CALL(async_value_and_then_call)(shared.indirect, run, NULL) == ASYNC_OK);
}

/* Values that no other thread knows. */
static void exclusive_values(void)
{
	const struct async_allocator *memory = shared.counting;
	struct async_waiter waiters[4];
	int32_t number = 1;
	struct async_value *all[] = { async_value_create(memory, type_i32()), async_chain_create(memory),
		async_value_create(memory, type_i32()), async_value_create_indirect(memory, ASYNC_TYPE_NONE) };
	for (size_t i = 0; i < 4; i++) {
		waiters[i] = (struct async_waiter){ NULL, run_waiter };
		CALL(async_value_and_then_new)(all[i], &waiters[i]);
	}
	CALL(async_value_emplace_new)(all[0], &number);
	CALL(async_value_set_available_new)(all[1]);
	CALL(async_value_fail_new)(all[2], async_error_retain(shared.error));
	CALL(async_value_forward_new)(all[3], async_value_retain(shared.number));
	for (size_t i = 0; i < 4; i++)
		async_value_release(all[i]);
	CALL(async_value_forward_last)(async_value_create_indirect(memory, ASYNC_TYPE_NONE), async_value_retain(shared.number));
	struct async_value *last = async_value_create(memory, type_i32());
	try_to_complete(last);
	async_value_release(last);
}

static void values(void)
{
	int32_t number = 1;
	const struct async_allocator *memory = shared.counting;
	struct async_value *all[] = { CALL(async_value_create)(memory, type_i32()),
		async_value_create(memory, type_i32()), CALL(async_chain_create)(async_allocator_cached()),
		CALL(async_value_create_indirect)(memory, ASYNC_TYPE_NONE),
		CALL(async_value_create_available)(async_allocator_cached(), type_i32(), &number),
		CALL(async_value_create_error)(memory, async_error_retain(shared.error)) };
	void (*const complete[])(void *ctx) = { complete_number, complete_in_place, fail_value, forward_value };
	enum { COUNT = sizeof all / sizeof *all, LATE = sizeof complete / sizeof *complete };
	struct async_waiter waiters[COUNT];
	struct async_task_waiter task_waiters[COUNT];
	for (size_t i = 0; i < LATE; i++) {
		async_value_retain(all[i]);
		CALL(async_queue_add)(shared.threads, complete[i], all[i]);
	}
	for (size_t i = 0; i < COUNT; i++) {
		waiters[i] = (struct async_waiter){ NULL, run_waiter };
		task_waiters[i] = (struct async_task_waiter){ .queue = shared.threads, .task = { run, NULL } };
		CALL(async_value_and_then)(all[i], &waiters[i]);
		CALL(async_value_and_then_task)(all[i], &task_waiters[i]);
		CHECK_IN_THREAD(CALL(async_value_and_then_on)(all[i], shared.threads, run, NULL) == ASYNC_OK);
	}
	CHECK_IN_THREAD(CALL(async_values_when_ready)(memory, all, COUNT, run, NULL) == ASYNC_OK);
	CHECK_IN_THREAD(CALL(async_values_when_ready_on)(memory, all, COUNT, shared.threads, run, NULL) == ASYNC_OK);
	CALL(async_queue_await)(shared.threads, all, COUNT);
	CALL(async_queue_quiesce)(shared.threads); /* the waiters are on our stack */
	for (size_t i = 0; i < COUNT; i++)
		async_value_release(all[i]);
	ALSO(async_value_destroy_);
	ALSO(async_value_release_indirect_);
}

/* ---- queues */

static void nothing_left(void) {}

static void settle_in_task(void *ctx)
{
	static const struct async_settlement settlement = { nothing_left, settle_in_task };
	(void)ctx;
	async_task_settle_later(&settlement);
}

static void add_to(struct async_queue *queue)
{
	static const struct async_task tasks[] = { { run, NULL }, { run, NULL }, { run, NULL } };
	CALL(async_queue_add_named)(queue, "every", run, NULL);
	CALL(async_queue_add_all)(queue, "all", tasks, 3);
	CHECK_IN_THREAD(CALL(async_queue_add_blocking)(queue, run, NULL, true));
	CALL(async_queue_add_blocking_named)(queue, "blocking", run, NULL, false);
	async_queue_add(queue, settle_in_task, NULL);
	ALSO(async_task_settle_later);
	ALSO(async_queue_add_traced_); /* while another thread has tracing on */
	ALSO(async_queue_add_blocking_traced_);
	CHECK_IN_THREAD(CALL(async_queue_parallelism)(queue) > 0);
}

static bool poll_nothing(void *ctx)
{
	(void)ctx;
	return false;
}

static void end_operation(void *ctx)
{
	async_value_set_available(ctx);
	async_value_release(ctx);
}

static void work_outside(struct async_queue *queue)
{
	struct async_poller poller = { .poll = poll_nothing };
	struct async_external external;
	struct async_value *done = async_chain_create(shared.counting);
	CHECK_IN_THREAD(CALL(async_queue_hold)(queue));
	CALL(async_external_begin)(&external, queue, NULL, run, NULL);
	CALL(async_external_abandon)(&external);
	CHECK_IN_THREAD(CALL(async_poller_add)(&poller, queue) == ASYNC_OK);
	CALL(async_poller_begin)(&poller);
	async_external_begin(&external, queue, "every", end_operation, async_value_retain(done));
	CALL(async_external_complete)(&external);
	CALL(async_poller_end)(&poller);
	CALL(async_queue_unhold)(queue);
	CALL(async_queue_await_helping)(queue, &done, 1);
	async_value_release(done);
	CALL(async_poller_remove)(&poller);
}

static void event_loops(void)
{
	struct async_fds *own[] = { CALL(async_fds_create)(shared.counting), CALL(async_fds_create_stepped)(shared.counting) };
	int fd = CALL(async_queue_donated_fd)(shared.donated);
	CALL(async_queue_donated_drain)(shared.donated, 1);
	for (int i = 0; i < 2; i++) {
		struct async_value *value = CALL(async_fds_ready)(shared.fds, shared.counting, fd, ASYNC_FD_READ);
		async_value_release(value);
		CALL(async_fds_forget)(shared.fds, fd);
		value = async_fds_ready(own[i], shared.counting, CALL(async_fds_fd)(own[1]), ASYNC_FD_WRITE);
		CALL(async_fds_step)(own[1]);
		CALL(async_fds_destroy)(own[i]);
		async_value_release(value);
	}
}

static void queues(void)
{
	struct async_queue *const all[] = { shared.threads, shared.single, shared.donated, shared.adapter };
	struct async_threads_options options = { .size = sizeof options, .threads = 1, .blocking_threads = 1, .name = "own" };
	for (size_t i = 0; i < 4; i++) {
		CHECK_IN_THREAD(CALL(async_queue_allocator)(all[i]) != NULL);
		add_to(all[i]);
		work_outside(all[i]);
	}
	unsigned cpu;
	size_t cpus;
	CHECK_IN_THREAD(CALL(async_queue_threads_resize)(shared.threads,
				CALL(async_queue_threads_limit)(shared.threads)) == ASYNC_OK);
	CHECK_IN_THREAD(CALL(async_node_cpus)(4000000000u, &cpu, 1, &cpus) == ASYNC_E_NOT_FOUND);
	static const struct async_task_observer observer = { .size = sizeof observer };
	struct async_queue_stats stats = { .size = sizeof stats };
	CHECK_IN_THREAD(CALL(async_observe_tasks)(&observer) == ASYNC_OK);
	CALL(async_count_tasks)(true);
	for (size_t i = 0; i < 4; i++) {
		add_to(all[i]);
		CHECK_IN_THREAD(CALL(async_queue_stats)(all[i], &stats) == ASYNC_OK);
	}
	CALL(async_count_tasks)(false);
	CHECK_IN_THREAD(async_observe_tasks(NULL) == ASYNC_OK);
	CALL(async_queue_single_step)(shared.single);
	CALL(async_queue_donated_step)(shared.donated);
	CALL(async_queue_donated_stop)(shared.donated, true);
	CALL(async_queue_donated_work)(shared.donated); /* told to stop already */
	for (size_t i = 0; i < 4; i++)
		async_queue_quiesce(all[i]);
	struct async_pool pool = { .size = sizeof pool, .submit = NULL };
	struct async_queue *const own[] = { CALL(async_queue_create_threads)(shared.counting, &options),
		CALL(async_queue_create_single)(shared.counting), CALL(async_queue_create_donated)(shared.counting, 1),
		CALL(async_queue_create_adapter)(shared.counting, &pool) };
	for (size_t i = 0; i < 4; i++)
		CALL(async_queue_destroy)(own[i]);
}

static struct async_error *visit(void *ctx, size_t begin, size_t end)
{
	__atomic_fetch_add((size_t *)ctx, end - begin, __ATOMIC_RELAXED);
	return NULL;
}
static void init_sum(void *ctx, void *sum)
{
	(void)ctx;
	*(int32_t *)sum = 0;
}
static struct async_error *add_part(void *ctx, void *sum, size_t begin, size_t end)
{
	(void)ctx;
	*(int32_t *)sum += (int32_t)(end - begin);
	return NULL;
}
static void add_sums(void *ctx, void *into, void *from)
{
	(void)ctx;
	*(int32_t *)into += *(int32_t *)from;
}

static void loops(void)
{
	struct async_reduction reduction = { type_i32(), init_sum, add_part, add_sums };
	size_t visited = 0;
	struct async_request *request = async_request_create(&shared.host, NULL);
	struct async_value *done[] = { CALL(async_parallel_for)(
					       shared.threads, shared.counting, 100, 7, visit, &visited),
		CALL(async_parallel_reduce)(shared.threads, shared.counting, 100, 7, &reduction, NULL),
		CALL(async_parallel_for_request)(request, 100, 7, visit, &visited),
		CALL(async_parallel_reduce_request)(request, 100, 7, &reduction, NULL) };
	async_request_release(request);
	async_queue_await(shared.threads, done, 4);
	CHECK_IN_THREAD(visited == 200 && get_i32(done[1]) == 100 && get_i32(done[3]) == 100);
	for (int i = 0; i < 4; i++)
		async_value_release(done[i]);
}

/* ---- groups */

static struct async_error *in_group(void *ctx, struct async_error *cancelled)
{
	__atomic_fetch_add((size_t *)ctx, cancelled ? 100 : 1, __ATOMIC_RELAXED);
	return NULL;
}

static void groups(void)
{
	size_t visited = 0;
	struct async_request *request = async_request_create(&shared.host, NULL);
	struct async_group *group[] = { CALL(async_group_create)(shared.threads, shared.counting),
		CALL(async_group_create_for)(request) };
	for (int i = 0; i < 2; i++) {
		CALL(async_group_add)(group[i], in_group, &visited);
		CHECK_IN_THREAD(!CALL(async_group_check)(group[i]) && !CALL(async_group_wait)(group[i]));
	}
	CHECK_IN_THREAD(visited == 2);
	struct async_group_wait_options how = ASYNC_GROUP_WAIT_INIT;
	struct async_error *result;
	CHECK_IN_THREAD(CALL(async_group_wait_with)(group[1], &how, &result) == ASYNC_OK && !result);
	CALL(async_group_cancel)(group[0], CALL(async_error_make)(ASYNC_CODE_ABORTED, "group"));
	async_error_release(async_group_wait(group[0]));
	for (int i = 0; i < 2; i++)
		CALL(async_group_destroy)(group[i]);
	async_request_release(request);
}

/* ---- requests and timers */

static void *make_object(void *ctx) { return ctx; }

static void note_cancel(struct async_cancel_hook *hook, struct async_error *error)
{
	(void)hook;
	CHECK_IN_THREAD(error != NULL);
}

static void requests(void)
{
	static int object;
	struct async_request *request = CALL(async_request_retain)(shared.request);
	CHECK_IN_THREAD(CALL(async_request_host)(request) == &shared.host);
	CHECK_IN_THREAD(CALL(async_request_resources)(request) == shared.resources);
	CHECK_IN_THREAD(CALL(async_resources_get)(shared.resources, "every", make_object, &object, NULL) == &object);
	CHECK_IN_THREAD(CALL(async_request_data)(request) != NULL);
	CALL(async_request_set_priority)(request, ASYNC_PRIORITY_HIGH);
	CHECK_IN_THREAD(CALL(async_request_priority)(request) == ASYNC_PRIORITY_HIGH);
	CALL(async_request_check)(request);
	CHECK_IN_THREAD(CALL(async_request_begin_work)(request) == request);
	CHECK_IN_THREAD(CALL(async_request_begin_work_n)(request, 2) == request);
	struct async_value *idle = CALL(async_request_idle)(request);
	CHECK_IN_THREAD(!CALL(async_request_is_unused)(request));
	CALL(async_request_end_work)(request);
	CALL(async_request_end_work_n)(request, 2);
	struct async_value *indirect = async_value_create_indirect(shared.counting, ASYNC_TYPE_NONE);
	CALL(async_request_forward)(request, indirect, async_value_retain(shared.number));
	async_value_release(indirect);
	CALL(async_request_forward_last)(
		request, async_value_create_indirect(shared.counting, ASYNC_TYPE_NONE), async_value_retain(shared.number));
	async_value_release(idle);
	CHECK_IN_THREAD(CALL(async_request_deadline)(request) == ASYNC_NEVER);
	struct async_cancel_hook hook = { .run = note_cancel };
	CALL(async_request_on_cancel)(request, &hook);
	CHECK_IN_THREAD(CALL(async_request_cancel_on)(request, shared.number) == ASYNC_OK);
	CALL(async_request_cancel_with)(request, async_error_retain(shared.error));
	CALL(async_request_cancel)(request);
	(void)CALL(async_request_off_cancel)(request, &hook);
	CHECK_IN_THREAD(CALL(async_request_cancelled)(request) != NULL);
	CHECK_IN_THREAD(CALL(async_request_is_cancelled)(request));
	CALL(async_request_release)(request);
	CALL(async_resources_release)(CALL(async_resources_retain)(shared.resources));
	/* only one thread at a time may set a deadline; the timers are shared */
	struct async_request *own = CALL(async_request_create)(&shared.host, NULL);
	CHECK_IN_THREAD(CALL(async_request_set_deadline)(own, shared.timers, async_now_ns() + 100000) == ASYNC_OK);
	struct async_request *child = CALL(async_request_create_child)(own);
	async_request_release(own);
	async_request_release(child);
	async_resources_release(CALL(async_resources_create)(shared.counting));
}

static void run_timer(struct async_timer *timer) { run(timer); }

static void timers(void)
{
	struct async_timer timer = { .run = run_timer };
	uint64_t now = CALL(async_now_ns)();
	CHECK_IN_THREAD(CALL(async_timer_start)(shared.timers, &timer, now + 50000) == ASYNC_OK);
	struct async_value *chain = CALL(async_timers_chain)(shared.timers, shared.counting, now);
	CALL(async_timer_cancel)(shared.timers, &timer);
	async_queue_await(shared.threads, &chain, 1);
	async_value_release(chain);
	async_value_release(async_timers_chain(shared.stepped, shared.counting, now));
	CALL(async_timers_step)(shared.stepped, now);
	CALL(async_timers_destroy)(CALL(async_timers_create)(shared.counting));
	async_timers_destroy(CALL(async_timers_create_stepped)(shared.counting));
}

/* ---- futures */

static struct async_error *map_number(void *ctx, struct async_value *value, void *out_payload)
{
	(void)ctx;
	memcpy(out_payload, async_value_payload(value), 4);
	return NULL;
}
static struct async_value *then_number(void *ctx, struct async_value *value)
{
	(void)ctx;
	return async_value_retain(value);
}
static struct async_value *attempt_number(void *ctx, unsigned attempt)
{
	(void)ctx;
	return make_i32(shared.counting, (int32_t)attempt);
}

static void futures(void)
{
	struct async_value *values[] = { shared.number, shared.failed };
	struct async_future_options options = ASYNC_FUTURE_OPTIONS_INIT;
	options.allocator = shared.counting;
	options.request = async_request_create(&shared.host, NULL);
	options.timers = shared.timers;
	options.when = async_now_ns() + 30000;
	struct async_value *results[] = { CALL(async_future_race)(values, 2, &options),
		CALL(async_future_any)(values, 2, &options), CALL(async_future_all)(values, 2, &options),
		CALL(async_future_all_settled)(values, 2, &options), CALL(async_future_until)(values[0], &options),
		CALL(async_future_sleep)(&options), CALL(async_future_map)(values[0], type_i32(), map_number, NULL, &options),
		CALL(async_future_then)(values[0], then_number, NULL, &options),
		CALL(async_future_recover)(values[1], then_number, NULL, &options),
		CALL(async_future_retry)(attempt_number, NULL, NULL, &options) };
	enum { RESULTS = sizeof results / sizeof *results };
	CHECK_IN_THREAD(CALL(async_queue_await_until)(shared.threads, shared.timers, results, RESULTS, ASYNC_NEVER) == ASYNC_OK);
	for (int i = 0; i < RESULTS; i++)
		async_value_release(results[i]);
	(void)!CALL(async_queue_quiesce_until)(shared.threads, 0);
	(void)CALL(async_queue_has_waiting)(shared.threads);
	CALL(async_promise_release)(async_value_create(shared.counting, type_i32()));
	struct async_value *idle = async_request_idle(options.request);
	async_request_release(options.request);
	async_queue_await(shared.threads, &idle, 1);
	async_value_release(idle);
}

/* ---- limits */

static bool run_limited(void *ctx)
{
	run(ctx);
	return false;
}

static void limits(void)
{
	struct async_limit_options options = { sizeof options, 1, 1 };
	struct async_limit *limit = CALL(async_limit_create)(shared.threads, shared.counting, &options);
	struct async_limited tasks[] = { { .run = run_limited }, { .run = run_limited } };
	CHECK_IN_THREAD(CALL(async_limit_try_add)(limit, &tasks[0]) == ASYNC_OK);
	CHECK_IN_THREAD(CALL(async_limit_add)(limit, &tasks[1], ASYNC_NEVER) == ASYNC_OK);
	bool removed = CALL(async_limit_remove)(limit, &tasks[1]);
	CHECK_IN_THREAD(removed); /* the first one does not end by itself */
	while (CALL(async_limit_counts)(limit).running == 0)
		sched_yield();
	CALL(async_limit_end)(limit);
	CALL(async_limit_destroy)(limit);
}

static void lanes(void)
{
	struct async_lanes *own = CALL(async_lanes_create)(shared.threads, shared.counting);
	async_queue_add(CALL(async_lanes_queue)(own, ASYNC_PRIORITY_HIGH), run, NULL);
	CALL(async_lanes_add_due)(own, ASYNC_PRIORITY_LOW, 1, run, NULL);
	CALL(async_lanes_destroy)(own);
}

/* ---- tracing */

static void count_text(void *ctx, const char *text, size_t size)
{
	(void)text;
	*(size_t *)ctx += size;
}

static void tracing(void)
{
	size_t written = 0;
	CALL(async_trace_use)(NULL);
	CALL(async_trace_start)(64);
	if (CALL(async_trace_is_on)()) /* unless another thread has stopped it */
		CALL(async_trace_counter)("every", 1);
	CALL(async_trace_end)("every", CALL(async_trace_begin)());
	ALSO(async_trace_on_);
	CALL(async_trace_span_)("private", CALL(async_trace_now_)(), 0);
	CALL(async_trace_counter_)("private", 1);
	add_to(shared.threads);
	CALL(async_trace_write)(count_text, &written);
	FILE *file = fopen("/dev/null", "w");
	CHECK_IN_THREAD(file && CALL(async_trace_write_file)(file) == ASYNC_OK);
	CHECK_IN_THREAD(file && CALL(async_trace_write_fd)(fileno(file)) == ASYNC_OK);
	if (file)
		fclose(file);
	CALL(async_trace_stop)();
	CHECK_IN_THREAD(written > 0);
	async_queue_quiesce(shared.threads);
}

/* ---- all of it */

static pthread_barrier_t together;

static void *every_call(void *arg)
{
	static void (*const parts[])(void) = { allocators, types, errors, read_shared, exclusive_values, values, queues,
		event_loops, loops, groups, requests, timers, futures, limits, lanes, tracing };
	enum { PARTS = sizeof parts / sizeof *parts };
	int number = (int)(intptr_t)arg;
	pthread_barrier_wait(&together);
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < PARTS; i++) /* in every combination with the parts of the other threads */
			parts[(i + round % PARTS * number) % PARTS]();
	}
	return NULL;
}

static bool submit_here(void *ctx, void (*task)(void *arg), void *arg)
{
	(void)ctx;
	task(arg);
	return true;
}

static void print_nothing(void *ctx, const char *text, size_t size)
{
	(void)ctx;
	(void)text;
	(void)size;
}
static void report_nothing(void *ctx, const struct async_error *error)
{
	(void)ctx;
	(void)error;
}

static void make_shared(const struct async_allocator *memory)
{
	struct async_threads_options options = { .size = sizeof options, .threads = 2, .blocking_threads = 2, .name = "shared" };
	struct async_pool pool = { sizeof pool, "here", 1, NULL, submit_here, NULL };
	shared.counting = memory;
	shared.failing = async_allocator_create_failing(memory, 0);
	shared.fixed = async_allocator_create_fixed(memory, 100000);
	shared.budget = async_allocator_create_budget(memory, 100000);
	shared.threads = async_queue_create_threads(memory, &options);
	shared.single = async_queue_create_single(memory);
	shared.donated = async_queue_create_donated(memory, 2);
	shared.adapter = async_queue_create_adapter(memory, &pool);
	shared.timers = async_timers_create(memory);
	shared.fds = async_fds_create(memory);
	shared.stepped = async_timers_create_stepped(memory);
	shared.host = (struct async_host){ .size = sizeof shared.host, .allocator = memory, .queue = shared.threads,
		.report = report_nothing, .print = print_nothing };
	shared.resources = async_resources_create(memory);
	shared.request = async_request_create(&shared.host, shared.resources);
	shared.number = make_i32(memory, 42);
	shared.error = async_error_create(memory, ASYNC_CODE_INTERNAL, nowhere, "shared");
	shared.failed = async_value_create_error(memory, async_error_retain(shared.error));
	shared.indirect = async_value_create_indirect(memory, ASYNC_TYPE_NONE);
	async_value_retain_n(shared.indirect, THREADS); /* one for each: it is not available at first */
	shared.forwarded = 0;
}

static void drop_shared(void)
{
	async_value_release_n(shared.indirect, 1 + THREADS);
	async_value_release(shared.failed);
	async_value_release(shared.number);
	async_error_release(shared.error);
	async_request_release(shared.request);
	async_resources_release(shared.resources);
	async_timers_destroy(shared.stepped);
	async_timers_destroy(shared.timers);
	async_fds_destroy(shared.fds);
	async_queue_destroy(shared.adapter);
	async_queue_destroy(shared.donated);
	async_queue_destroy(shared.single);
	async_queue_destroy(shared.threads);
	async_allocator_destroy(shared.budget);
	async_allocator_destroy(shared.fixed);
	async_allocator_destroy(shared.failing);
}

static void calls_from_several_threads(void)
{
	const struct async_allocator *memory = memory_begin();
	pthread_t threads[THREADS];
	make_shared(memory);
	pthread_barrier_init(&together, NULL, THREADS);
	for (intptr_t i = 0; i < THREADS; i++) {
		if (pthread_create(&threads[i], NULL, every_call, (void *)i) != 0)
			abort();
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&together);
	drop_shared();
	async_trace_forget();
	CHECK_INT(wrong_in_thread, 0);
	CHECK(ran > 0);
	memory_end(memory);
	for (int i = 0; i < rows; i++) {
		for (int k = 0; k < MOST_CALLS && noted[i][k]; k++)
			printf("# thread %d called %s\n", i, noted[i][k]);
	}
	puts("# main called async_trace_forget"); /* only when nobody traces */
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(calls_from_several_threads) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
