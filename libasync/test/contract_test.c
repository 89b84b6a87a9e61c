/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Misuse of other kinds than a second completion: each is reported and does nothing else. The contract mode aborts. */
#include "sizes.h"
#include "support.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int reports[8];

static void note_misuse(void *ctx, const struct async_misuse *misuse)
{
	(void)ctx;
	reports[misuse->kind]++;
}

static void begin(void)
{
	memset(reports, 0, sizeof reports);
	async_set_misuse_handler(note_misuse, NULL);
}

static void end(void) { async_set_misuse_handler(NULL, NULL); }

static void count(void *ctx) { ++*(int *)ctx; }
static int timer_runs;
static void run_timer(struct async_timer *timer)
{
	(void)timer;
	timer_runs++;
}

static void an_external_operation_ends_once(void)
{
	begin();
	struct async_queue *queue = async_queue_create_single(NULL);
	CHECK_OR_RETURN(queue);
	struct async_external external;
	int runs = 0;
	async_external_begin(&external, queue, NULL, count, &runs);
	async_external_complete(&external);
	async_external_complete(&external);
	async_external_abandon(&external);
	async_queue_quiesce(queue);
	CHECK_INT(runs, 1);
	CHECK_INT(reports[ASYNC_MISUSE_ENDED_TWICE], 2);
	async_queue_destroy(queue);
	end();
}

static void a_pending_timer_keeps_its_time(void)
{
	begin();
	struct async_timers *timers = async_timers_create_stepped(NULL);
	CHECK_OR_RETURN(timers);
	struct async_timer timer = { .run = run_timer };
	timer_runs = 0;
	CHECK_INT(async_timer_start(timers, &timer, 10), ASYNC_OK);
	CHECK_INT(async_timer_start(timers, &timer, 20), ASYNC_E_STATE);
	CHECK_INT(reports[ASYNC_MISUSE_STARTED_TWICE], 1);
	CHECK(async_timers_step(timers, 10) == ASYNC_NEVER);
	CHECK_INT(timer_runs, 1);
	CHECK_INT(async_timer_start(timers, &timer, 20), ASYNC_OK); /* it has run */
	async_timers_destroy(timers);
	end();
}

static void options_are_checked(void)
{
	begin();
	struct async_threads_options threads = { .size = sizeof threads, .threads = 4000000000u };
	CHECK(!async_queue_create_threads(NULL, &threads));
	CHECK(!async_queue_create_donated(NULL, 4000000000u));
	CHECK_INT(reports[ASYNC_MISUSE_BAD_ARGUMENT], 2);
	end();
}

static bool submit(void *ctx, void (*run)(void *arg), void *arg)
{
	(void)ctx;
	run(arg);
	return true;
}

/* A mistake is reported once more. */
static bool is_reported(const void *made)
{
	static int before;
	const bool good = !made && reports[ASYNC_MISUSE_BAD_ARGUMENT] == before + 1;
	before = reports[ASYNC_MISUSE_BAD_ARGUMENT];
	return good;
}

static bool is_refused(struct async_value *result)
{
	const bool refused = async_value_is_error(result) &&
			     async_error_code(async_value_error(result)) == ASYNC_CODE_INVALID_ARGUMENT;
	async_value_release(result);
	return refused && is_reported(NULL);
}

static void sizes_are_checked(void)
{
	COUNTS_ALLOCATIONS();
	begin();
	is_reported(NULL);
	struct async_threads_options threads = { .size = 0, .threads = 1 };
	struct async_pool pool = { .submit = submit };
	struct async_queue *queue = async_queue_create_single(NULL);
	CHECK_OR_RETURN(queue);
	struct async_queue_vtable vtable = *queue->vtable;
	struct async_queue other = { &vtable };
	struct async_host host = { .queue = &other };
	SIZES_REFUSED(struct async_threads_options, threads.size, is_reported(async_queue_create_threads(NULL, &threads)));
	SIZES_REFUSED(struct async_pool, pool.size, is_reported(async_queue_create_adapter(NULL, &pool)));
	SIZES_REFUSED(struct async_host, host.size, is_reported(async_request_create(&host, NULL)));
	SIZES_REFUSED(struct async_queue_vtable, vtable.size, is_reported(async_request_create(&host, NULL)));
	struct async_future_options future = { .when = ASYNC_NEVER };
	SIZES_REFUSED(struct async_future_options, future.size, is_refused(async_future_sleep(&future)));
	struct async_retry_options retry = { .attempts = 1 };
	SIZES_REFUSED(struct async_retry_options, retry.size, is_refused(async_future_retry(NULL, NULL, &retry, NULL)));
	struct async_group *group = async_group_create(queue, NULL);
	struct async_group_wait_options wait = ASYNC_GROUP_WAIT_INIT;
	struct async_error *error;
	CHECK_OR_RETURN(group);
	SIZES_REFUSED(struct async_group_wait_options, wait.size,
		async_group_wait_with(group, &wait, &error) == ASYNC_E_ARG && is_reported(NULL));
	async_group_destroy(group);
	struct async_limit_options limit = { .running = 1 };
	SIZES_REFUSED(struct async_limit_options, limit.size, is_reported(async_limit_create(queue, NULL, &limit)));
	vtable.size = offsetof(struct async_queue_vtable, add_all); /* of the first release */
	host.size += 64;                                            /* of a later one */
	struct async_request *request = async_request_create(&host, NULL);
	CHECK(request != NULL);
	async_request_release(request);
	async_queue_destroy(queue);
	end();
}

static void references_that_do_not_exist(void)
{
	begin();
	struct async_value *value = make_i32(async_allocator_system(), 1);
	CHECK_OR_RETURN(value);
	async_value_retain(value);
	async_value_release_n(value, 3);
	CHECK_INT(reports[ASYNC_MISUSE_RELEASED_TOO_OFTEN], 1);
	async_value_release_n(value, 2);
	end();
}

/* ---- the contract mode, each in a process of its own */

static void complete_twice(void)
{
	async_value_set_available(async_chain());
}

static void release_twice(void)
{
	struct async_value *value = make_i32(NULL, 1);
	async_value_release(value);
	async_value_release(value);
}

static void release_indirect_twice(void)
{
	struct async_value *value = async_value_create_indirect(NULL, ASYNC_TYPE_NONE);
	async_value_forward(value, make_i32(NULL, 1));
	async_value_release(value);
	async_value_release(value);
}

/* As above, of the allocators that keep freed blocks. */
static void release_quick_twice(void)
{
	struct async_value *value = make_i32(async_allocator_cached(), 1);
	async_value_release(value);
	async_value_release(value);
}
static void release_quick_error_twice(void)
{
	struct async_value *value = async_value_create_error(async_allocator_cached(), async_error_make(ASYNC_CODE_ABORTED, "%d", 1));
	async_value_release(value);
	async_value_release(value);
}
static void release_quick_indirect_twice(void)
{
	struct async_value *value = async_value_create_indirect(async_allocator_cached(), ASYNC_TYPE_NONE);
	async_value_forward(value, make_i32(async_allocator_cached(), 1));
	async_value_release(value);
	async_value_release(value);
}
/* after others were freed, and others were created */
static void release_quick_later(void)
{
	struct async_value *values[600];
	for (int i = 0; i < 600; i++)
		values[i] = make_i32(async_allocator_cached(), i);
	for (int i = 0; i < 600; i++)
		async_value_release(values[i]);
	for (int i = 0; i < 50; i++)
		values[i] = make_i32(async_allocator_cached(), i);
	async_value_release(values[300]);
}
static void release_pooled_twice(void)
{
	struct async_value *value = make_i32(async_allocator_pooled(), 1);
	async_value_release(value);
	async_value_release(value);
}
static void release_cached_error_twice(void)
{
	struct async_error *error = async_error_create(async_allocator_cached(), ASYNC_CODE_ABORTED,
		(struct async_location){ NULL, 0 }, "%d", 1);
	async_error_release(error);
	async_error_release(error);
}
static void release_cached_request_twice(void)
{
	static struct async_host host = ASYNC_HOST_INIT;
	host.allocator = async_allocator_pooled();
	struct async_request *request = async_request_create(&host, NULL);
	async_request_release(request);
	async_request_release(request);
}

static void release_error_twice(void)
{
	struct async_error *error = async_error_make(ASYNC_CODE_ABORTED, "%d", 1);
	async_error_release(error);
	async_error_release(error);
}

static void release_request_twice(void)
{
	static struct async_host host = ASYNC_HOST_INIT;
	struct async_request *request = async_request_create(&host, NULL);
	async_request_release(request);
	async_request_release(request);
}

static int status_of(void (*mistake)(void), bool contract)
{
	int status = 0;
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		close(STDERR_FILENO);
		async_contract_set(contract);
		mistake();
		_exit(7);
	}
	waitpid(child, &status, 0);
	return status;
}

static void the_contract_mode_aborts(void)
{
	static void (*const mistakes[])(void) = { complete_twice, release_twice, release_indirect_twice,
		release_error_twice, release_request_twice, release_quick_twice, release_quick_error_twice,
		release_quick_indirect_twice, release_quick_later, release_pooled_twice, release_cached_error_twice,
		release_cached_request_twice };
	COUNTS_ALLOCATIONS();
	CHECK(WEXITSTATUS(status_of(complete_twice, false)) == 7);
	for (size_t i = 0; i < (SLOW ? 1 : sizeof mistakes / sizeof *mistakes); i++) {
		int status = status_of(mistakes[i], true);
		if (!CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT))
			printf("# mistake %zu\n", i);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(an_external_operation_ends_once),
		CHECK_CASE(a_pending_timer_keeps_its_time),
		CHECK_CASE(options_are_checked),
		CHECK_CASE(sizes_are_checked),
		CHECK_CASE(references_that_do_not_exist),
		CHECK_CASE(the_contract_mode_aborts),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
