/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stress tests of values and queues, for race detectors. Each case repeats a race of two or more threads, which a
 * barrier starts together. */
#include "support.h"
#include <pthread.h>
#include <sched.h>

#define ROUNDS TIMES(5000, 500, 5)

enum { MOST = 4 };

/* Runs body(i) in `count` threads, ROUNDS times, with setup and check in the main thread around each round. */
static struct race {
	int count;
	void (*body)(int thread);
	pthread_barrier_t start, end;
	bool stop;
} race;

static void *race_main(void *arg)
{
	int thread = (int)(intptr_t)arg;
	for (;;) {
		pthread_barrier_wait(&race.start);
		if (race.stop)
			return NULL;
		race.body(thread);
		pthread_barrier_wait(&race.end);
	}
}

static void run_race(int count, void (*setup)(void), void (*body)(int thread), void (*check)(void))
{
	pthread_t threads[MOST];
	race.count = count;
	race.body = body;
	race.stop = false;
	pthread_barrier_init(&race.start, NULL, (unsigned)count + 1);
	pthread_barrier_init(&race.end, NULL, (unsigned)count + 1);
	for (int i = 0; i < count; i++) {
		if (pthread_create(&threads[i], NULL, race_main, (void *)(intptr_t)i) != 0)
			abort();
	}
	for (int round = 0; round < ROUNDS; round++) {
		setup();
		pthread_barrier_wait(&race.start);
		pthread_barrier_wait(&race.end);
		check();
	}
	race.stop = true;
	pthread_barrier_wait(&race.start);
	for (int i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&race.start);
	pthread_barrier_destroy(&race.end);
}

static const struct async_allocator *memory;
static struct async_value *value, *target;
static int ran, wrong; /* atomic */

struct reader {
	struct async_waiter waiter;
	struct async_value *value;
};

/* The waiter holds a separate reference and releases it. */
static void read_and_release(struct async_waiter *waiter)
{
	struct reader *reader = (struct reader *)waiter;
	if (async_value_state(reader->value) == ASYNC_AVAILABLE) {
		struct owner *owner = async_value_payload(reader->value);
		if (owner->number != 5)
			__atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
	}
	__atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
	async_value_release(reader->value);
}

static void emplace_owner(struct async_value *to)
{
	struct owner owner;
	owner_init(&owner, 5);
	async_value_emplace(to, &owner);
}

static struct reader readers[MOST];

/* ---- and_then against emplace, the reference of each thread dropped in between */

static void and_then_setup(void)
{
	value = async_value_retain_n(async_value_create(memory, type_owner()), MOST);
	ran = 0;
}

static void and_then_body(int thread)
{
	struct async_value *mine = value; /* with the reference that setup made for this thread */
	if (thread == 0) {
		emplace_owner(mine);
		async_value_release(mine);
		return;
	}
	readers[thread] = (struct reader){ { NULL, read_and_release }, async_value_retain(mine) };
	async_value_and_then(mine, &readers[thread].waiter);
	async_value_release(mine);
}

static void and_then_check(void)
{
	async_value_release(value);
	wrong += ran != MOST - 1;
}

static void and_then_races_with_emplace(void)
{
	memory = memory_begin();
	wrong = 0;
	run_race(MOST, and_then_setup, and_then_body, and_then_check);
	CHECK_INT(wrong, 0);
	memory_end(memory);
}

/* ---- retain and release from everywhere */

static void retain_setup(void)
{
	value = async_value_create(memory, type_owner());
	emplace_owner(value);
	async_value_retain_n(value, MOST - 1);
}

static void retain_body(int thread)
{
	(void)thread;
	for (int i = 0; i < 20; i++) {
		async_value_retain(value);
		if (((struct owner *)async_value_payload(value))->number != 5)
			__atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
		async_value_release(value);
	}
	async_value_release(value); /* somebody's is the last */
}

static void retain_check(void) { wrong += __atomic_load_n(&owners_alive, __ATOMIC_RELAXED) != 0; }

static void references_race(void)
{
	memory = memory_begin();
	wrong = 0;
	run_race(MOST, retain_setup, retain_body, retain_check);
	CHECK_INT(wrong, 0);
	memory_end(memory);
}

/* ---- an indirect value is dropped while its target completes */

static void drop_setup(void)
{
	value = async_value_create_indirect(memory, ASYNC_TYPE_NONE);
	target = async_value_create(memory, type_owner());
	async_value_forward(value, async_value_retain(target));
	readers[0] = (struct reader){ { NULL, read_and_release }, value };
	ran = 0;
}

/* What a waiter that owns nothing sees is either the payload or CANCELLED. */
static void look(struct async_waiter *waiter)
{
	struct reader *reader = (struct reader *)waiter;
	if (async_value_is_error(reader->value)) {
		if (async_error_code(async_value_error(reader->value)) != ASYNC_CODE_CANCELLED)
			__atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
	} else if (((struct owner *)async_value_payload(reader->value))->number != 5) {
		__atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
	}
	__atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
}

static void drop_body(int thread)
{
	if (thread == 0) {
		emplace_owner(target);
		async_value_release(target);
	} else {
		readers[0].waiter.run = look;
		async_value_and_then(value, &readers[0].waiter);
		async_value_release(value);
	}
}

static void drop_check(void) { wrong += ran != 1; }

static void drop_races_with_completion(void)
{
	memory = memory_begin();
	wrong = 0;
	run_race(2, drop_setup, drop_body, drop_check);
	CHECK_INT(wrong, 0);
	memory_end(memory);
}

/* As before, but the waiter retains what it is shown, and drops it later. */
static struct async_value *kept; /* atomic */

static void look_and_keep(struct async_waiter *waiter)
{
	struct reader *reader = (struct reader *)waiter;
	__atomic_store_n(&kept, async_value_retain(reader->value), __ATOMIC_RELEASE);
}

static void keep_body(int thread)
{
	if (thread == 0) {
		emplace_owner(target);
		async_value_release(target);
	} else if (thread == 1) {
		readers[0].waiter.run = look_and_keep;
		async_value_and_then(value, &readers[0].waiter);
		async_value_release(value);
	} else {
		struct async_value *mine;
		while (!(mine = __atomic_exchange_n(&kept, NULL, __ATOMIC_ACQUIRE)))
			sched_yield();
		if (!async_value_is_available(mine))
			__atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
		async_value_release(mine);
	}
}

static void keep_check(void) {}

static void keeping_races_with_completion(void)
{
	memory = memory_begin();
	wrong = 0;
	run_race(3, drop_setup, keep_body, keep_check);
	CHECK_INT(wrong, 0);
	memory_end(memory);
}

/* ---- forwarding while the target completes and others wait */

static void forward_setup(void)
{
	value = async_value_retain_n(async_value_create_indirect(memory, ASYNC_TYPE_NONE), 2);
	target = async_value_retain(async_value_create(memory, type_owner()));
	ran = 0;
}

static void forward_body(int thread)
{
	if (thread == 0) {
		emplace_owner(target);
		async_value_release(target);
	} else if (thread == 1) {
		async_value_forward(value, target);
		async_value_release(value);
	} else {
		readers[2] = (struct reader){ { NULL, read_and_release }, async_value_retain(value) };
		async_value_and_then(value, &readers[2].waiter);
		/* looks while it changes */
		if (async_value_type(value) == ASYNC_TYPE_CHAIN || async_value_is_unique(value))
			__atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
		async_value_release(value);
	}
}

static void forward_check(void)
{
	wrong += ran != 1 || ((struct owner *)async_value_payload(value))->number != 5;
	async_value_release(value);
}

static void forward_races_with_completion(void)
{
	memory = memory_begin();
	wrong = 0;
	run_race(3, forward_setup, forward_body, forward_check);
	CHECK_INT(wrong, 0);
	memory_end(memory);
}

/* ---- waiting for two values, the second of which has one reference, used by the thread that completes it */

static void count_ready(void *ctx)
{
	(void)ctx;
	__atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
}

static void ready_setup(void)
{
	struct async_value *both[2];
	value = both[0] = async_value_retain(async_value_create(memory, type_owner()));
	target = both[1] = async_value_create(memory, type_owner());
	ran = 0;
	if (async_values_when_ready(memory, both, 2, count_ready, NULL) != ASYNC_OK)
		abort();
}

static void ready_body(int thread)
{
	emplace_owner(thread == 0 ? value : target); /* the first one brings the waiter to the second */
	if (thread == 0)
		async_value_release(value);
}

static void ready_check(void)
{
	wrong += ran != 1;
	async_value_release(value);
	async_value_release(target);
}

static void gathering_races_with_the_only_owner(void)
{
	memory = memory_begin();
	wrong = 0;
	run_race(2, ready_setup, ready_body, ready_check);
	CHECK_INT(wrong, 0);
	memory_end(memory);
}

/* ---- a chain of indirect values, links dropped by one thread while another completes the end */

enum { LINKS = 16 };
static struct async_value *links[LINKS];

static void links_setup(void)
{
	for (int i = 0; i + 1 < LINKS; i++)
		links[i] = async_value_create_indirect(memory, ASYNC_TYPE_NONE);
	links[LINKS - 1] = async_value_create(memory, type_owner());
	for (int i = 0; i + 1 < LINKS; i++)
		async_value_forward(links[i], async_value_retain(links[i + 1]));
}

static void links_body(int thread)
{
	if (thread == 0) {
		emplace_owner(links[LINKS - 1]);
		async_value_release(links[LINKS - 1]);
		return;
	}
	for (int i = thread - 1; i + 1 < LINKS; i += 2)
		async_value_release(links[i]);
}

static void links_check(void) { wrong += __atomic_load_n(&owners_alive, __ATOMIC_RELAXED) != 0; }

static void chain_is_dropped_while_it_completes(void)
{
	memory = memory_begin();
	wrong = 0;
	run_race(3, links_setup, links_body, links_check);
	CHECK_INT(wrong, 0);
	memory_end(memory);
}

/* ---- everything together on a queue: a wide and deep graph of values */

enum { LAYERS = TIMES(20, 20, 4), WIDTH = TIMES(50, 50, 12) };
static struct async_queue *queue;
static struct async_value *graph[LAYERS][WIDTH];

struct node {
	int layer, at;
};
static struct node nodes[LAYERS][WIDTH];

static void compute(void *ctx)
{
	struct node *node = ctx;
	struct async_value *left = graph[node->layer - 1][node->at];
	struct async_value *right = graph[node->layer - 1][(node->at + 7) % WIDTH];
	int32_t sum = (get_i32(left) + get_i32(right)) % 1000003;
	struct async_value *result = graph[node->layer][node->at];
	if (node->at % 3 == 0)
		async_value_forward(result, make_i32(memory, sum));
	else
		async_value_emplace(result, &sum);
	async_value_release(result);
	async_value_release(left);
	async_value_release(right);
}

static void enqueue(void *ctx)
{
	struct node *node = ctx;
	if (node->at % 11 == 0)
		async_queue_add_blocking(queue, compute, ctx, true);
	else
		async_queue_add(queue, compute, ctx);
}

static void build_graph(void)
{
	for (int layer = 0; layer < LAYERS; layer++) {
		for (int at = 0; at < WIDTH; at++) {
			nodes[layer][at] = (struct node){ layer, at };
			if (layer == 0)
				graph[layer][at] = make_i32(memory, at);
			else if (at % 3 == 0)
				graph[layer][at] = async_value_create_indirect(memory, type_i32());
			else
				graph[layer][at] = async_value_create(memory, type_i32());
			if (layer + 1 < LAYERS)
				async_value_retain(graph[layer][at]); /* has two users, the last layer one: us */
			if (layer > 0)
				async_value_retain(graph[layer][at]); /* for the task that computes it */
		}
	}
	for (int layer = LAYERS - 1; layer > 0; layer--) {
		for (int at = 0; at < WIDTH; at++) {
			struct async_value *needed[2] = { graph[layer - 1][at], graph[layer - 1][(at + 7) % WIDTH] };
			if (async_values_when_ready(memory, needed, 2, enqueue, &nodes[layer][at]) != ASYNC_OK)
				abort();
		}
	}
}

static void graph_expected(int32_t *row)
{
	for (int at = 0; at < WIDTH; at++)
		row[at] = at;
	for (int layer = 1; layer < LAYERS; layer++) {
		int32_t next[WIDTH];
		for (int at = 0; at < WIDTH; at++)
			next[at] = (row[at] + row[(at + 7) % WIDTH]) % 1000003;
		memcpy(row, next, sizeof next);
	}
}

static void graph_on_a_queue(void)
{
	int32_t expected[WIDTH];
	graph_expected(expected);
	for (unsigned threads = 0; threads <= 4; threads++) {
		struct async_threads_options options = { .size = sizeof options, .threads = threads, .blocking_threads = 3 };
		memory = memory_begin();
		queue = threads ? async_queue_create_threads(memory, &options) : async_queue_create_single(memory);
		wrong = 0;
		for (int round = 0; round < (ROUNDS + 99) / 100; round++) {
			build_graph();
			async_queue_await(queue, graph[LAYERS - 1], WIDTH);
			for (int at = 0; at < WIDTH; at++) {
				wrong += get_i32(graph[LAYERS - 1][at]) != expected[at];
				async_value_release(graph[LAYERS - 1][at]);
			}
		}
		async_queue_destroy(queue);
		CHECK_INT(wrong, 0);
		memory_end(memory);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(and_then_races_with_emplace),
		CHECK_CASE(references_race),
		CHECK_CASE(drop_races_with_completion),
		CHECK_CASE(keeping_races_with_completion),
		CHECK_CASE(forward_races_with_completion),
		CHECK_CASE(gathering_races_with_the_only_owner),
		CHECK_CASE(chain_is_dropped_while_it_completes),
		CHECK_CASE(graph_on_a_queue),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
