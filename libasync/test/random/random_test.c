/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random programs on every kind of queue, with 1 to 16 threads. Each result must be one that the interpreter permits; each
 * function is called once; nothing leaks; nothing is reported as misuse.
 *
 *	RANDOM_NODES    number of nodes to run in each case (default: 30,000; where everything is slow 5,000)
 *	RANDOM_SEED     selects the set of programs (default: 1)
 *	RANDOM_BATCH    run only this batch of each case; failures print its number
 *	RANDOM_SECONDS  a batch that takes longer hangs (default: 100)
 *	RANDOM_THREADS  threads of the case many_threads (default: 1 to 16 in turn)
 */
#include "../queue_kinds.h"
#include "random.h"

#include <signal.h>
#include <unistd.h>

enum { PROGRAMS = 24, MOST_OPEN = 4 };

static struct dice dice;
static uint64_t seed, batch, budget;
static struct rnd_place place;
static struct lane foreign;
static struct rnd_program programs[PROGRAMS];
static struct session {
	struct rnd_run run;
	struct async_host host;
	struct async_request *parent;
	struct async_value *idle;
	bool keeps; /* looks at the results before it releases them */
} sessions[PROGRAMS];
static int misuses; /* atomic */

static bool run_elsewhere(void (*run)(void *ctx), void *ctx) { return lane_submit(&foreign, run, ctx, LANE_ROOM); }

static void count_misuse(void *ctx, const struct async_misuse *misuse)
{
	(void)ctx;
	fprintf(stderr, "%s: %s\n", misuse->function, misuse->message);
	__atomic_add_fetch(&misuses, 1, __ATOMIC_RELAXED);
}

/* ---- programs */

static void cancel(void *ctx)
{
	async_request_cancel(ctx);
	async_request_end_work(ctx);
}

static void begin_session(struct session *s, struct rnd_program *program)
{
	rnd_generate(program, &dice);
	*s = (struct session){ .host = ASYNC_HOST_INIT, .keeps = !dice_one_in(&dice, 4) };
	s->host.allocator = memory;
	s->host.queue = queue;
	s->run = (struct rnd_run){ .program = program, .place = &place };
	s->run.request = async_request_create(&s->host, NULL);
	if (program->fate == RND_PARENT_CANCELLED) {
		s->parent = s->run.request;
		s->run.request = async_request_create_child(s->parent);
	}
	if (program->fate == RND_DEADLINE &&
		async_request_set_deadline(s->run.request, dice_one_in(&dice, 4) ? NULL : place.timers,
			async_now_ns() + dice_below(&dice, 200000)) != ASYNC_OK)
		abort();
	struct async_request *cancelled = s->parent ? s->parent : s->run.request;
	bool by_us = program->fate == RND_CANCELLED || program->fate == RND_PARENT_CANCELLED;
	if (by_us && dice_one_in(&dice, 2) && !run_elsewhere(cancel, async_request_begin_work(cancelled)))
		cancel(cancelled);
	rnd_start(&s->run);
	if (by_us)
		async_request_cancel(cancelled);
	s->idle = async_request_idle(s->run.request);
	async_request_release(s->parent);
}

/* Futures outside the request are not in its work: they are awaited. */
static bool is_apart(const struct rnd_node *node) { return !node->scoped && !rnd_is_work(node->kind); }

static void check_result(const struct session *s, const struct rnd_node *node, struct async_value *value)
{
	uint32_t result = rnd_look(value);
	if (!rnd_permits(&node->results, result))
		check_report(__FILE__, __LINE__, "node %u of kind %d is %x, expected %x or %u others; fate %d",
			node->number, node->kind, result, node->results.of[0], node->results.count - 1,
			s->run.program->fate);
}

static void release(struct session *s, uint32_t i)
{
	async_value_release(s->run.values[i]);
	s->run.values[i] = NULL;
}

/* Releases what is not looked at, in any order, while the nodes run. */
static void release_early(struct session *s)
{
	uint32_t count = s->run.program->count, first = dice_below(&dice, count);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t at = (first + 7 * i) % count;
		if (s->run.values[at] && !is_apart(&s->run.program->nodes[at]) && (!s->keeps || dice_one_in(&dice, 2)))
			release(s, at);
	}
}

static void end_session(struct session *s)
{
	bool request_first = dice_one_in(&dice, 2);
	release_early(s);
	if (request_first)
		async_request_release(s->run.request);
	for (uint32_t i = 0; i < s->run.program->count; i++) {
		if (!s->run.values[i])
			continue;
		async_queue_await(queue, &s->run.values[i], 1);
		check_result(s, &s->run.program->nodes[i], s->run.values[i]);
		if (dice_one_in(&dice, 2))
			release(s, i);
	}
	if (!request_first)
		async_request_release(s->run.request);
	async_queue_await(queue, &s->idle, 1);
	async_value_release(s->idle);
	for (uint32_t i = 0; i < s->run.program->count; i++)
		release(s, i);
}

/* Everything has ended. */
static void check_calls(const struct rnd_run *run)
{
	for (uint32_t i = 0; i < run->program->count; i++) {
		const struct rnd_node *node = &run->program->nodes[i];
		bool calls = node->kind == RND_MAP || node->kind == RND_CHILD || node->kind == RND_THEN ||
			     node->kind == RND_RECOVER || node->kind == RND_RETRY;
		uint32_t most = node->kind == RND_RETRY ? 3 : 1;
		if (rnd_is_work(node->kind) ? run->called[i] != 1 : run->called[i] > most)
			check_report(__FILE__, __LINE__, "node %u of kind %d was called %u times", i, node->kind,
				run->called[i]);
		if (run->released[i] != calls)
			check_report(__FILE__, __LINE__, "node %u of kind %d was released %u times", i, node->kind,
				run->released[i]);
		if (run->wins[i] != (node->kind == RND_DUEL))
			check_report(__FILE__, __LINE__, "node %u of kind %d has %u winners", i, node->kind,
				run->wins[i]);
	}
}

/* ---- batches */

static void open_place(enum kind wanted)
{
	const struct async_limit_options limit = {
		.size = sizeof limit, .running = 1 + dice_below(&dice, 3), .waiting = dice_below(&dice, 20)
	};
	open_queue(wanted);
	lane_start(&foreign);
	place = (struct rnd_place){ .memory = memory, .queue = queue, .elsewhere = run_elsewhere };
	place.lanes = async_lanes_create(queue, memory);
	place.limit = async_limit_create(queue, memory, &limit);
	place.timers = async_timers_create(memory);
	if (!place.lanes || !place.limit || !place.timers)
		abort();
}

static void close_place(void)
{
	lane_end(&foreign);
	async_lanes_destroy(place.lanes);
	async_limit_destroy(place.limit);
	async_timers_destroy(place.timers);
	close_queue();
}

static void run_batch(enum kind wanted)
{
	uint32_t open[MOST_OPEN], count = 0;
	dice.state = dice_hash(dice_hash(seed * 1000003 + batch) + (uint64_t)wanted);
	open_place(wanted);
	for (uint32_t i = 0; i < PROGRAMS; i++) {
		if (count == MOST_OPEN || (count > 0 && dice_one_in(&dice, 2)))
			end_session(&sessions[open[--count]]);
		begin_session(&sessions[i], &programs[i]);
		budget -= budget > programs[i].count ? programs[i].count : budget;
		open[count++] = i;
	}
	while (count > 0)
		end_session(&sessions[open[--count]]);
	close_place();
	for (uint32_t i = 0; i < PROGRAMS; i++)
		check_calls(&sessions[i].run);
	CHECK_INT(rnd_works, 0);
	CHECK_INT(misuses, 0);
}

static uint64_t number(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);
	return text ? strtoull(text, NULL, 10) : otherwise;
}

static void hangs(int signal)
{
	static char text[80];
	(void)signal;
	int size = snprintf(text, sizeof text, "# hangs: RANDOM_SEED=%llu RANDOM_BATCH=%llu\n",
		(unsigned long long)seed, (unsigned long long)batch);
	(void)!write(1, text, (size_t)size);
	abort();
}

static void run_kind(enum kind wanted, bool many)
{
	uint64_t only = number("RANDOM_BATCH", UINT64_MAX), threads = number("RANDOM_THREADS", 0);
	seed = number("RANDOM_SEED", 1);
	budget = number("RANDOM_NODES", SLOW ? 5000 : 30000);
	signal(SIGALRM, hangs);
	async_set_misuse_handler(count_misuse, NULL);
	misuses = 0;
	for (batch = only == UINT64_MAX ? 0 : only; budget > 0 && !check_failures; batch++) {
		queue_kinds_threads = !many ? 0 : threads ? (unsigned)threads : 1 + (unsigned)(batch % 16);
		alarm((unsigned)number("RANDOM_SECONDS", 100));
		run_batch(wanted);
		if (check_failures)
			printf("# RANDOM_SEED=%llu RANDOM_BATCH=%llu\n", (unsigned long long)seed,
				(unsigned long long)batch);
		if (only != UINT64_MAX)
			break;
	}
	alarm(0);
	queue_kinds_threads = 0;
}

static void single_queue(void) { run_kind(SINGLE, false); }
static void many_threads(void) { run_kind(THREADS_4, true); }
static void donated_queue(void) { run_kind(DONATED, false); }
static void adapter_queue(void) { run_kind(ADAPTER, false); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(single_queue), CHECK_CASE(many_threads),
		CHECK_CASE(donated_queue), CHECK_CASE(adapter_queue) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
