/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A function of one kernel, started behind eight functions of 2,000 kernels, does not wait for their ends: it begins within 2 ms, and
 * earlier if its request has a higher priority. Times are counted in kernels that run meanwhile, of 5 us each in two threads, so that
 * a machine that is busy with other programs does not matter. */
#include "host.h"

#include <async/lanes.h>
#include <async/timer.h>
#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { FUNCTIONS = 8, KERNELS = 2000, SPIN_NS = 5000, THREADS = 2, MOST_NS = 2000000 };

static struct test_host h;
static uint32_t spins, spins_then; /* atomic: kernels that have run, in all and when the short function ran */
static uint64_t noted;             /* atomic: when it ran */

static void spin(struct kernels_call *call)
{
	const uint64_t end = async_now_ns() + SPIN_NS;
	const uint32_t next = *(uint32_t *)call->arguments[0] + 1;
	while (async_now_ns() < end)
		;
	__atomic_fetch_add(&spins, 1, __ATOMIC_RELAXED);
	memcpy(call->results[0], &next, sizeof next);
}

static void note(struct kernels_call *call)
{
	__atomic_store_n(&spins_then, __atomic_load_n(&spins, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
	__atomic_store_n(&noted, async_now_ns(), __ATOMIC_RELAXED);
	memcpy(call->results[0], call->arguments[0], 4);
}

static bool init_types(void) { return kernels_types()->i32 != ASYNC_TYPE_NONE; }

static const struct kernels_kernel kernels[] = {
	{ "s.spin", "(i32) -> i32", spin, NULL, 0, 0 },
	{ "s.note", "(i32) -> i32", note, NULL, 0, 0 },
};
static const struct kernels_pack pack = KERNELS_PACK_INIT("s", kernels, NULL, 0, init_types);

/* The first kernel of a function that is `counted` has a late result: the rest is not executed by the plan. */
static void open_program(bool counted, struct bef_diag *diag)
{
	static struct op ops[KERNELS];
	static const struct op short_ops[] = { { .kernel = "s.note", .arguments = LIST(0), .results = LIST(1) } };
	for (uint32_t i = 0; i < KERNELS; i++)
		ops[i] = (struct op){ .kernel = counted && i == 0 ? "t.copy_later" : "s.spin", .arguments = { 1, { i } },
			.results = { 1, { i + 1 } } };
	const struct fn program[] = {
		{ .name = "long", .argument_types = { "i32" }, .result_types = { "i32" }, .register_count = KERNELS + 1,
			.returned = { 1, { KERNELS } }, .ops = ops, .op_count = KERNELS },
		{ .name = "short", .argument_types = { "i32" }, .result_types = { "i32" }, .register_count = 2,
			.returned = LIST(1), .ops = short_ops, .op_count = 1 },
	};
	host_open(&h, program, 2, diag);
}

struct start {
	struct async_request *request;
	struct async_value *argument, *result, *started;
	const char *function;
};

static void start(void *ctx)
{
	struct start *one = ctx;
	kernels_function_execute(bef_file_find(h.file, one->function, strlen(one->function)), one->request, &one->argument,
		&one->result);
	async_value_set_available(one->started);
}

static void prepare(struct start *one, const struct async_host *host, const char *function)
{
	one->request = async_request_create(host, NULL);
	one->argument = make_i32(&h, 0);
	one->started = async_chain_create(NULL);
	one->function = function;
	async_queue_add(host->queue, start, one);
}

static int32_t finish(struct start *one)
{
	async_queue_await(h.host.queue, &one->started, 1);
	async_queue_await(h.host.queue, &one->result, 1);
	int32_t result = take_i32(one->result);
	struct async_value *idle = async_request_idle(one->request);
	async_queue_await(h.host.queue, &idle, 1);
	async_value_release(idle);
	async_value_release(one->argument);
	async_value_release(one->started);
	async_request_release(one->request);
	return result;
}

/* @return the number of kernels of the long functions that began before the short one. `others`, `own`: their hosts. */
static uint32_t run_behind(bool counted, const struct async_host *others, const struct async_host *own)
{
	struct start functions[FUNCTIONS], last;
	spins = 0;
	for (int i = 0; i < FUNCTIONS; i++)
		prepare(&functions[i], others, "long");
	while (__atomic_load_n(&spins, __ATOMIC_RELAXED) < 10) /* both workers are busy, or soon will be */
		;
	const uint32_t before = __atomic_load_n(&spins, __ATOMIC_RELAXED);
	const uint64_t begin = async_now_ns();
	prepare(&last, own, "short");
	CHECK_INT(finish(&last), 0);
	for (int i = 0; i < FUNCTIONS; i++)
		CHECK_INT(finish(&functions[i]), counted ? KERNELS - 1 : KERNELS);
	printf("# behind %u kernels, after %.2f ms\n", spins_then - before, (double)(noted - begin) * 1e-6);
	return spins_then - before;
}

static bool set_up(bool counted)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	host_init(&h, HOST_THREADS);
	if (kernels_registry_add(h.registry, &pack, NULL) != KERNELS_OK)
		abort();
	open_program(counted, &diag);
	return CHECK(h.file);
}

static void behind_functions_with_a_plan(void)
{
	CHECK_OR_RETURN(set_up(false));
	CHECK(run_behind(false, &h.host, &h.host) < THREADS * MOST_NS / SPIN_NS);
	CHECK(host_finish(&h));
}

static void behind_functions_that_count(void)
{
	CHECK_OR_RETURN(set_up(true));
	CHECK(run_behind(true, &h.host, &h.host) < THREADS * MOST_NS / SPIN_NS);
	CHECK(host_finish(&h));
}

/* Not even behind one turn of each function: behind those that run, and that of the low lane. */
static void before_functions_of_lower_priority(void)
{
	CHECK_OR_RETURN(set_up(false));
	struct async_lanes *lanes = async_lanes_create(h.host.queue, h.host.allocator);
	struct async_host low = h.host, high = h.host;
	low.queue = async_lanes_queue(lanes, ASYNC_PRIORITY_LOW);
	high.queue = async_lanes_queue(lanes, ASYNC_PRIORITY_HIGH);
	CHECK(run_behind(false, &low, &high) < THREADS * MOST_NS / SPIN_NS / 4);
	async_lanes_destroy(lanes);
	CHECK(host_finish(&h));
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(behind_functions_with_a_plan),
		CHECK_CASE(behind_functions_that_count), CHECK_CASE(before_functions_of_lower_priority) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
