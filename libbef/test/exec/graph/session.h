/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executions of random programs and their expected results. For test programs: it uses the checks of check.h. */
#ifndef BEF_TEST_GRAPH_SESSION_H
#define BEF_TEST_GRAPH_SESSION_H

#include "graph.h"

#include <check.h>
#include <stdlib.h>
#include <time.h>

enum fate {
	PLAIN,
	CANCELLED_BEFORE, /* ... the function starts */
	CANCELLED_INSIDE, /* by one of its kernels */
	CANCELLED_OUTSIDE,
	PARENT_CANCELLED, /* outside */
	DEADLINE,
	NO_MEMORY, /* one allocation fails */
	FATES
};

struct execution {
	struct graph_run run; /* first */
	const struct kernels_function *function;
	struct async_request *request, *parent; /* the parent is NULL but for PARENT_CANCELLED */
	enum fate fate;
	bool apart;                         /* started by a thread outside the queue */
	bool promised;                      /* such a thread provides an argument later */
	struct async_value *started, *idle; /* chains */
	const struct async_allocator *failing;
	struct async_value *arguments[GRAPH_ARGUMENTS], *results[GRAPH_RETURNED];
	struct graph_value expected[GRAPH_RETURNED], inputs[GRAPH_ARGUMENTS];
	struct graph_counts counts;
};

/* A program and its executions. */
struct session {
	struct graph_program *program;
	struct bef_file *file;
	struct execution *executions;
	uint32_t count;
	bool watched;
};

static const struct async_allocator *counting;
static struct kernels_registry *registry;
static struct graph_queue_host *queue_host;
static struct dice dice;
static uint64_t budget, watched_kernels;
static enum fate only_fate = FATES;
static int open_files; /* atomic: its bytes are still in use */
static bool is_single;

/* ---- arguments: available, available later, errors, through an indirect value */

struct promise {
	struct async_value *value;
	enum graph_type type;
	struct graph_value is;
	bool late; /* often after the execution, unless that needs the value */
};

static struct async_error *make_failure(uint32_t number)
{
	const struct async_location nowhere = { NULL, 0 };
	return async_error_create(counting, ASYNC_CODE_ABORTED, nowhere, "failure %u", number);
}

static struct async_value *make_value(enum graph_type type, struct graph_value is)
{
	if (is.error)
		return async_value_create_error(counting, make_failure(is.bits));
	struct async_value *value = async_value_create(counting, graph_type_id(type));
	graph_build(type, async_value_storage(value), is.bits);
	async_value_set_available(value);
	return value;
}

static void keep_promise(void *ctx)
{
	struct promise *p = ctx;
	if (p->late)
		nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
	if (async_value_type(p->value) == ASYNC_TYPE_NONE) {
		async_value_forward(p->value, make_value(p->type, p->is));
	} else if (p->is.error) {
		async_value_fail(p->value, make_failure(p->is.bits));
	} else {
		graph_build(p->type, async_value_storage(p->value), p->is.bits);
		async_value_set_available(p->value);
	}
	async_value_release(p->value);
	free(p);
}

static struct async_value *make_argument(struct execution *e, enum graph_type type, struct graph_value is)
{
	uint32_t how = dice_below(&dice, 4);
	if (how < 2)
		return make_value(type, is);
	e->promised = true;
	struct promise *p = malloc(sizeof *p);
	if (!p)
		abort();
	*p = (struct promise){ .type = type, .is = is, .late = dice_one_in(&dice, 64) };
	p->value = how == 2 ? async_value_create(counting, graph_type_id(type))
			    : async_value_create_indirect(counting, ASYNC_TYPE_NONE);
	struct async_value *argument = async_value_retain(p->value);
	graph_pool_add(graph_pool, keep_promise, p);
	return argument;
}

/* ---- starting */

static void count_report(void *ctx, const struct async_error *error)
{
	struct execution *e = ctx;
	if (async_error_code(error) != ASYNC_CODE_CANCELLED)
		__atomic_add_fetch(&e->run.reports, 1, __ATOMIC_RELAXED);
}

static void start(void *ctx)
{
	struct execution *e = ctx;
	struct async_value *started = async_value_retain(e->started);
	kernels_function_execute(e->function, e->request, e->arguments, e->results);
	for (uint32_t i = 0; i < e->function->argument_count; i++)
		async_value_release(e->arguments[i]);
	async_value_set_available(started);
	async_value_release(started);
}

static void cancel(void *ctx)
{
	struct async_request *request = ctx;
	async_request_cancel(request);
	async_request_end_work(request);
}

/* The execution exists until its request is idle, so the work of the request ends last. */
static void cancel_parent(void *ctx)
{
	struct execution *e = ctx;
	struct async_request *request = e->request;
	cancel(e->parent);
	async_request_end_work(request);
}

static void apply_fate(struct execution *e)
{
	switch (e->fate) {
	case CANCELLED_BEFORE: async_request_cancel(e->request); break;
	case CANCELLED_INSIDE: e->run.cancel_at = 1 + dice_below(&dice, (uint32_t)e->counts.ran + 1); break;
	case CANCELLED_OUTSIDE: graph_pool_add(graph_pool, cancel, async_request_begin_work(e->request)); break;
	case PARENT_CANCELLED:
		async_request_begin_work(e->request);
		async_request_begin_work(e->parent);
		async_request_release(e->parent);
		graph_pool_add(graph_pool, cancel_parent, e);
		break;
	case DEADLINE:
		(void)!async_request_set_deadline(e->request, graph_timers, async_now_ns() + dice_below(&dice, 200000));
		break;
	case NO_MEMORY:
		async_allocator_fail_nth(e->failing, 1 + dice_below(&dice, 40 + (uint32_t)e->counts.ran));
		break;
	default: break;
	}
}

static void prepare(struct session *s, struct execution *e)
{
	const struct graph_program *program = s->program;
	const struct graph_fn *f = &program->functions[program->function_count - 1];
	memset(e, 0, sizeof *e);
	e->fate = dice_one_in(&dice, 2) ? PLAIN : (enum fate)dice_below(&dice, FATES);
	if (only_fate != FATES)
		e->fate = only_fate;
	e->apart = dice_one_in(&dice, 3);
	e->function = bef_file_function(s->file, program->function_count - 1);
	e->started = async_chain_create(counting);
	if (e->fate == NO_MEMORY)
		e->failing = async_allocator_create_failing(counting, 0);
	e->run.host = (struct async_host)ASYNC_HOST_INIT;
	/* memory of the default allocator is not counted, but has special paths in the libraries */
	e->run.host.allocator = e->failing ? e->failing : dice_one_in(&dice, 3) ? async_allocator_cached() : counting;
	e->run.host.queue = graph_queue(queue_host);
	e->run.host.report = count_report;
	e->run.host.report_ctx = e;
	e->request = async_request_create(&e->run.host, NULL);
	if (e->fate == PARENT_CANCELLED) {
		e->parent = e->request;
		e->request = async_request_create_child(e->parent);
	}
	for (uint32_t i = 0; i < f->argument_count; i++) {
		e->inputs[i].error = dice_one_in(&dice, 10);
		e->inputs[i].bits = e->inputs[i].error ? 900000 + i : dice_below(&dice, 1u << 31);
		e->arguments[i] = make_argument(e, f->types[i], e->inputs[i]);
	}
	e->counts.cancelled = e->fate == CANCELLED_BEFORE;
	graph_interpret(program, program->function_count - 1, e->inputs, e->expected, &e->counts);
}

static void count_kernel(void *ctx, const struct bef_event *event)
{
	(void)ctx, (void)event;
	__atomic_add_fetch(&watched_kernels, 1, __ATOMIC_RELAXED);
}

static void release_bytes(void *ctx, const void *data, size_t size)
{
	(void)ctx, (void)size;
	free((void *)(uintptr_t)data);
	__atomic_sub_fetch(&open_files, 1, __ATOMIC_RELAXED);
}

/* Creates a program and starts this many executions of it. */
static bool begin_session(struct session *s, uint32_t executions)
{
	static const struct bef_observer observer = { .size = sizeof observer, .ran = count_kernel };
	struct bef_open_options options = { .size = sizeof options, .allocator = counting, .release = release_bytes,
		.in_order = dice_one_in(&dice, 2) };
	size_t size;
	struct bef_diag diag = BEF_DIAG_INIT;
	memset(s, 0, sizeof *s);
	s->program = graph_generate(&dice);
	bool optional = !dice_one_in(&dice, 4);
	uint8_t *bytes = graph_write(s->program, optional, &size);
	if (optional && dice_one_in(&dice, 8))
		bytes = graph_through_text(bytes, dice_one_in(&dice, 2), &size, &diag);
	if (!bytes)
		return check_report(__FILE__, __LINE__, "cannot convert the program: %s", diag.message);
	s->watched = dice_one_in(&dice, 8);
	if (s->watched)
		options.observer = &observer;
	__atomic_add_fetch(&open_files, 1, __ATOMIC_RELAXED);
	if (bef_file_open(bytes, size, registry, &options, &s->file, &diag) != BEF_OK)
		return check_report(__FILE__, __LINE__, "cannot open the program: %s", diag.message);
	s->count = executions;
	s->executions = calloc(s->count, sizeof *s->executions);
	if (!s->executions)
		abort();
	for (uint32_t i = 0; i < s->count; i++)
		prepare(s, &s->executions[i]);
	for (uint32_t i = 0; i < s->count; i++) {
		struct execution *e = &s->executions[i];
		apply_fate(e);
		if (e->apart)
			graph_pool_add(graph_pool, start, e);
		else
			start(e);
	}
	return true;
}

/* ---- checking */

/* Returns the function that the executions of the session run. */
static const struct graph_fn *called(const struct session *s)
{
	return &s->program->functions[s->program->function_count - 1];
}

/* Returns the code of an error that may replace the expected results of this execution; ASYNC_CODE_OK: none. */
static enum async_code excuse(const struct execution *e)
{
	if (e->fate == PLAIN || e->fate == CANCELLED_BEFORE) /* the results are certain */
		return ASYNC_CODE_OK;
	return e->fate == NO_MEMORY  ? ASYNC_CODE_RESOURCE_EXHAUSTED
	       : e->fate == DEADLINE ? ASYNC_CODE_DEADLINE_EXCEEDED
				     : ASYNC_CODE_CANCELLED;
}

/* Checks a result. Returns true if it is an allowed error instead of the expected result. */
static bool check_result(const struct session *s, struct execution *e, uint32_t index)
{
	const struct graph_fn *f = called(s);
	const struct graph_value expected = e->expected[index];
	struct async_value *result = e->results[index];
	if (async_value_is_error(result)) {
		char text[32];
		const struct async_error *error = async_value_error(result);
		if (async_error_code(error) == excuse(e) && excuse(e) != ASYNC_CODE_OK)
			return true;
		snprintf(text, sizeof text, "failure %u", expected.bits);
		bool matches = expected.bits == GRAPH_CANCELLED ? async_error_code(error) == ASYNC_CODE_CANCELLED
								: strcmp(async_error_message(error), text) == 0;
		if (!expected.error || !matches)
			check_report(__FILE__, __LINE__, "result %u of fate %d is the error \"%s\", expected %s %u",
				index, e->fate, async_error_message(error), expected.error ? "failure" : "value",
				expected.bits);
		return false;
	}
	uint32_t bits = graph_look(f->types[f->returned[index]], async_value_payload(result));
	if (expected.error || bits != expected.bits)
		check_report(__FILE__, __LINE__, "result %u of fate %d is %u, expected %s %u", index, e->fate, bits,
			expected.error ? "failure" : "value", expected.bits);
	return false;
}

/* A result that needs another one has no payload if that one has none. A register returned twice is one value. */
static void check_consistent(const struct session *s, struct execution *e, const bool *missing)
{
	const struct graph_fn *f = called(s);
	for (uint32_t i = 0; i < f->returned_count; i++) {
		for (uint32_t k = 0; k < f->returned_count; k++) {
			bool payload = !missing[k] && !e->expected[k].error;
			if (missing[i] && payload && graph_needs(s->program, f->returned[k], f->returned[i]))
				check_report(__FILE__, __LINE__,
					"result %u was cancelled, but result %u, which needs it, has a value", i, k);
		}
	}
}

static void await_in_random_order(struct execution *e, uint32_t count)
{
	if (dice_one_in(&dice, 2)) {
		async_queue_await(graph_queue(queue_host), e->results, count);
		return;
	}
	for (uint32_t i = 0, first = count ? dice_below(&dice, count) : 0; i < count; i++)
		async_queue_await(graph_queue(queue_host), &e->results[(first + i) % count], 1);
}

static void check_results(const struct session *s, struct execution *e)
{
	bool missing[GRAPH_RETURNED] = { false };
	await_in_random_order(e, called(s)->returned_count);
	for (uint32_t i = 0; i < called(s)->returned_count; i++)
		missing[i] = check_result(s, e, i);
	check_consistent(s, e, missing);
}

/* Called when all parts of the execution have ended. */
static void check_counts(const struct session *s, const struct execution *e)
{
	if (e->fate == PLAIN || e->fate == CANCELLED_BEFORE) {
		CHECK_INT(e->run.ran, e->counts.ran);
		CHECK_INT(e->run.reports, e->counts.reports);
	} else {
		CHECK(e->run.ran <= e->counts.ran);
	}
	/* with one thread, no kernel begins after the one that cancels */
	if (is_single && !s->program->foreign && !e->apart && !e->promised)
		CHECK_INT(e->run.late, 0);
}

/* Creates a chain that becomes available when the execution has ended. The allocation may fail. */
static struct async_value *ask_for_idle(const struct execution *e)
{
	for (;;) {
		struct async_value *idle = async_request_idle(e->request);
		if (!async_value_is_error(idle))
			return idle;
		async_value_release(idle);
	}
}

static void release_results(const struct session *s, struct execution *e)
{
	for (uint32_t r = 0; r < called(s)->returned_count; r++)
		async_value_release(e->results[r]);
}

/* Releases the results and the request, in random order. */
static void let_go(struct session *s, struct execution *e)
{
	bool request_first = dice_one_in(&dice, 2);
	e->idle = ask_for_idle(e);
	if (request_first)
		async_request_release(e->request);
	if (!dice_one_in(&dice, 4))
		check_results(s, e);
	release_results(s, e);
	if (!request_first)
		async_request_release(e->request);
}

/* All executions are over. */
static void finish_session(struct session *s)
{
	for (uint32_t i = 0; i < s->count; i++) {
		struct execution *e = &s->executions[i];
		CHECK(async_value_is_available(e->idle));
		async_value_release(e->idle);
		check_counts(s, e);
		async_allocator_destroy(e->failing);
		/* an execution that runs no kernel also takes time */
		budget = budget > e->run.ran + 1 ? budget - (e->run.ran + 1) : 0;
	}
	graph_free(s->program);
	free(s->executions);
}

/* Runs while the queue is busy with other programs. */
static void end_session(struct session *s)
{
	uint32_t first = dice_below(&dice, s->count), close_at = dice_below(&dice, s->count + 1);
	struct async_queue *queue = graph_queue(queue_host);
	for (uint32_t i = 0; i < s->count; i++) {
		async_queue_await(queue, &s->executions[i].started, 1);
		async_value_release(s->executions[i].started);
	}
	struct bef_file *file = bef_file_retain(s->file); /* for the functions */
	bef_file_close(s->file);
	for (uint32_t i = 0; i <= s->count; i++) {
		if (i == close_at)
			bef_file_release(file);
		if (i < s->count)
			let_go(s, &s->executions[(first + i) % s->count]);
	}
	for (uint32_t i = 0; i < s->count; i++)
		async_queue_await(queue, &s->executions[i].idle, 1);
	finish_session(s);
}

#endif
