/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random programs on every kind of queue. Each execution must have the interpreter's results, run each kernel once
 * and leak nothing. A request that is cancelled or out of memory must have these results or the corresponding error.
 *
 *	GRAPH_KERNELS   number of kernels to run (default: 600,000; with a sanitizer 10^5)
 *	GRAPH_SEED      selects the set of programs (default: 1)
 *	GRAPH_BATCH     run only this batch on each queue; failures print its number
 *	GRAPH_THREADS   workers of the case many_workers (default: 1 to 16 in turn)
 *	GRAPH_SECONDS   a batch that takes longer hangs (default: 110)
 *	GRAPH_FATE      run only executions with this fate, by its number
 */
#include "session.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum { PROGRAMS_PER_BATCH = 24, MOST_EXECUTIONS = 5, OPEN_AT_ONCE = 3 };

static uint64_t seed, only_batch, batch;

static uint64_t number(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);
	return text ? strtoull(text, NULL, 10) : otherwise;
}

static unsigned many(void) { return (unsigned)number("GRAPH_THREADS", 1 + batch % 16); }

static void run_batch(enum graph_queue kind)
{
	struct session sessions[OPEN_AT_ONCE];
	uint32_t open = 0;
	dice.state = dice_hash(dice_hash(seed * 1000003 + batch) + (uint64_t)kind);
	is_single = kind == GRAPH_QUEUE_SINGLE;
	queue_host = graph_queue_create(kind, many());
	for (uint32_t i = 0; i < PROGRAMS_PER_BATCH && !check_failures; i++) {
		if (open == OPEN_AT_ONCE || (open > 0 && dice_one_in(&dice, 2)))
			end_session(&sessions[--open]);
		if (begin_session(&sessions[open], 1 + dice_below(&dice, MOST_EXECUTIONS)))
			open++;
	}
	while (open > 0)
		end_session(&sessions[--open]);
	graph_queue_destroy(queue_host);
	(void)graph_pool_drain(graph_pool); /* unused arguments */
}

static void hangs(int signal)
{
	static char text[80];
	(void)signal;
	int size = snprintf(text, sizeof text, "# hangs: GRAPH_SEED=%llu GRAPH_BATCH=%llu\n", (unsigned long long)seed,
		(unsigned long long)batch);
	(void)!write(1, text, (size_t)size);
	abort();
}

static void begin_case(void)
{
	counting = async_allocator_create_counting(NULL);
	registry = graph_registry_create();
	graph_pool = graph_pool_create(2);
	graph_timers = async_timers_create(NULL);
	seed = number("GRAPH_SEED", 1);
	only_batch = number("GRAPH_BATCH", UINT64_MAX);
	only_fate = (enum fate)number("GRAPH_FATE", FATES);
	budget = number("GRAPH_KERNELS", KERNELS_SANITIZER == KERNELS_SANITIZER_NONE ? 600000 : 100000) / 10;
	batch = only_batch == UINT64_MAX ? 0 : only_batch;
	signal(SIGALRM, hangs);
}

/* Called after each batch: returns whether there is another one. */
static bool goes_on(void)
{
	CHECK_INT(open_files, 0);
	CHECK_INT(async_allocator_stats(counting).live_blocks, 0);
	CHECK_INT(graph_boxes, 0);
	CHECK_INT(graph_bad_boxes, 0);
	CHECK_INT(graph_waiters, 0);
	graph_boxes = graph_bad_boxes = graph_waiters = 0;
	if (check_failures)
		printf("# GRAPH_SEED=%llu GRAPH_BATCH=%llu\n", (unsigned long long)seed, (unsigned long long)batch);
	batch++;
	return budget > 0 && !check_failures && only_batch == UINT64_MAX;
}

static void end_case(void)
{
	alarm(0);
	async_timers_destroy(graph_timers);
	graph_pool_destroy(graph_pool);
	kernels_registry_destroy(registry);
	async_allocator_destroy(counting);
}

static void run_queue(enum graph_queue kind)
{
	begin_case();
	do {
		alarm((unsigned)number("GRAPH_SECONDS", 110));
		run_batch(kind);
	} while (goes_on());
	end_case();
}

/* ---- results, request, file and queue are released in any order, as soon as the results are available */

enum { RESULTS, REQUEST, PROGRAM, QUEUE, PARTS };

static void give_back(struct session *s, int part)
{
	struct execution *e = &s->executions[0];
	if (part == RESULTS)
		release_results(s, e);
	else if (part == REQUEST)
		async_request_release(e->request);
	else if (part == PROGRAM)
		bef_file_close(s->file);
	else
		graph_queue_destroy(queue_host);
}

/* `order` is the number of a permutation. */
static void end_in_order(struct session *s, unsigned order)
{
	struct execution *e = &s->executions[0];
	int parts[PARTS] = { RESULTS, REQUEST, PROGRAM, QUEUE };
	async_queue_await(graph_queue(queue_host), &e->started, 1);
	async_value_release(e->started);
	e->idle = ask_for_idle(e);
	check_results(s, e);
	/* threads outside the queue, and that of the timers, may use the host until the request is idle */
	if (s->program->foreign || e->promised || e->fate == CANCELLED_OUTSIDE || e->fate == PARENT_CANCELLED ||
		e->fate == DEADLINE)
		async_queue_await(graph_queue(queue_host), &e->idle, 1);
	for (int left = PARTS; left > 0; left--) {
		int at = (int)(order % (unsigned)left);
		order /= (unsigned)left;
		give_back(s, parts[at]);
		parts[at] = parts[left - 1];
	}
	finish_session(s);
}

static void any_order_of_giving_back(void)
{
	begin_case();
	do {
		enum graph_queue kind = (enum graph_queue)(batch % (GRAPH_QUEUE_ADAPTER + 1));
		struct session session;
		alarm((unsigned)number("GRAPH_SECONDS", 110));
		dice.state = dice_hash(seed * 1000033 + batch);
		is_single = kind == GRAPH_QUEUE_SINGLE;
		queue_host = graph_queue_create(kind, many());
		if (begin_session(&session, 1))
			end_in_order(&session, dice_below(&dice, 24));
		(void)graph_pool_drain(graph_pool);
	} while (goes_on());
	end_case();
}

/* ---- damaged programs */

/* Runs a function of a possibly invalid program: it must end, with any results. */
static void run_damaged(const struct kernels_function *f, const struct async_host *host)
{
	struct execution e;
	struct async_value **values = calloc((size_t)f->argument_count + f->result_count + 1, sizeof *values);
	memset(&e, 0, sizeof e);
	if (!values)
		abort();
	e.run.host = *host;
	e.run.host.report = count_report;
	e.run.host.report_ctx = &e;
	e.run.cancel_at = 1000;
	e.request = async_request_create(&e.run.host, NULL);
	for (uint32_t i = 0; i < f->argument_count; i++)
		values[i] = f->arguments[i].id == graph_type_id(GRAPH_BOX)
				    ? make_value(GRAPH_BOX, (struct graph_value){ false, i })
				    : make_value(GRAPH_I32, (struct graph_value){ i % 3 == 2, i });
	kernels_function_execute(f, e.request, values, values + f->argument_count);
	e.idle = ask_for_idle(&e);
	async_queue_await(host->queue, &e.idle, 1);
	async_value_release(e.idle);
	for (uint32_t i = 0; i < f->argument_count + f->result_count; i++)
		async_value_release(values[i]);
	free(values);
	async_request_release(e.request);
}

static void open_damaged(const uint8_t *bytes, size_t size, const struct async_host *host)
{
	struct bef_open_options options = { .size = sizeof options, .allocator = counting, .max_call_depth = 100 };
	struct bef_file *file;
	struct bef_diag diag = BEF_DIAG_INIT;
	if (bef_file_open(bytes, size, registry, &options, &file, &diag) != BEF_OK) {
		CHECK(diag.message[0] != 0);
		return;
	}
	for (size_t i = 0; i < bef_file_function_count(file); i++)
		run_damaged(bef_file_function(file, i), host);
	bef_file_close(file);
}

static void damaged_programs(void)
{
	begin_case();
	queue_host = graph_queue_create(GRAPH_QUEUE_SINGLE, 1);
	const struct async_host host = { .size = sizeof host, .allocator = counting, .queue = graph_queue(queue_host) };
	do {
		size_t size;
		alarm((unsigned)number("GRAPH_SECONDS", 110));
		dice.state = dice_hash(seed * 1000037 + batch);
		struct graph_program *program = graph_generate(&dice);
		uint8_t *bytes = graph_write(program, !dice_one_in(&dice, 2), &size), *copy = malloc(size);
		for (int i = 0; copy && i < 40; i++) {
			memcpy(copy, bytes, size);
			for (uint32_t faults = 1 + dice_below(&dice, 3); faults; faults--)
				copy[dice_below(&dice, (uint32_t)size)] = (uint8_t)dice_below(
					&dice, dice_one_in(&dice, 2) ? 256 : 16);
			open_damaged(copy, dice_one_in(&dice, 8) ? dice_below(&dice, (uint32_t)size) : size, &host);
			budget = budget > 50 ? budget - 50 : 0; /* costs as much as some kernels */
		}
		free(copy);
		free(bytes);
		graph_free(program);
	} while (goes_on());
	graph_queue_destroy(queue_host);
	end_case();
}

/* ---- */

static void single_queue(void) { run_queue(GRAPH_QUEUE_SINGLE); }
static void one_worker(void) { run_queue(GRAPH_QUEUE_THREADS_1); }
static void two_workers(void) { run_queue(GRAPH_QUEUE_THREADS_2); }
static void three_workers(void) { run_queue(GRAPH_QUEUE_THREADS_3); }
static void many_workers(void) { run_queue(GRAPH_QUEUE_THREADS_MANY); }
static void sixty_four_workers(void) { run_queue(GRAPH_QUEUE_THREADS_64); }
static void donated_queue(void) { run_queue(GRAPH_QUEUE_DONATED); }
static void adapter_queue(void) { run_queue(GRAPH_QUEUE_ADAPTER); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(single_queue), CHECK_CASE(one_worker),
		CHECK_CASE(two_workers), CHECK_CASE(three_workers), CHECK_CASE(many_workers),
		CHECK_CASE(sixty_four_workers), CHECK_CASE(donated_queue), CHECK_CASE(adapter_queue),
		CHECK_CASE(any_order_of_giving_back), CHECK_CASE(damaged_programs) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
