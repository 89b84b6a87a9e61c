/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Waiters: order, nesting without bound, and while another thread completes the value. */
#include "support.h"
#include <pthread.h>

static void run_in_the_order_added(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *value = async_value_create(memory, type_i32());
	struct note notes[10];
	int count = 0;
	int32_t payload = 1;
	for (int i = 0; i < 10; i++) {
		notes[i] = note_of(&count, value);
		async_value_and_then(value, &notes[i].waiter);
	}
	CHECK_INT(count, 0);
	async_value_emplace(value, &payload);
	for (int i = 0; i < 10; i++)
		CHECK_INT(notes[i].turn, i + 1);
	async_value_release(value);
	memory_end(memory);
}

/* A waiter that completes another value, which has waiters too. */
struct link {
	struct async_waiter waiter;
	struct async_value *next; /* NULL at the end */
	int *counter;
	int turn, turn_after; /* counter when this one began, and when the completion it made returned */
};

static void link_run(struct async_waiter *waiter)
{
	struct link *link = (struct link *)waiter;
	int32_t payload = 0;
	link->turn = ++*link->counter;
	if (link->next)
		async_value_emplace(link->next, &payload);
	link->turn_after = *link->counter;
}

static void nested_completions_finish_first(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *outer = async_value_create(memory, type_i32()),
			   *inner = async_value_create(memory, type_i32());
	int count = 0;
	int32_t payload = 0;
	struct link first = { { NULL, link_run }, inner, &count, 0, 0 };
	struct link inside = { { NULL, link_run }, NULL, &count, 0, 0 };
	struct link second = { { NULL, link_run }, NULL, &count, 0, 0 };
	async_value_and_then(outer, &first.waiter);
	async_value_and_then(outer, &second.waiter);
	async_value_and_then(inner, &inside.waiter);
	async_value_emplace(outer, &payload);
	CHECK_INT(first.turn, 1);
	CHECK_INT(inside.turn, 2); /* before the call that completed its value returned, */
	CHECK_INT(first.turn_after, 2);
	CHECK_INT(second.turn, 3); /* and before what waits further out */
	async_value_release(outer);
	async_value_release(inner);
	memory_end(memory);
}

#define LONG TIMES(1000000, 100000, 300)

/* values[i] completes values[i + 1], LONG times. */
static void long_chains_need_little_stack(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value **values = malloc(LONG * sizeof(void *));
	struct link *links = malloc(LONG * sizeof *links);
	CHECK_OR_RETURN(values && links);
	int count = 0;
	int32_t payload = 0;
	for (int i = 0; i < LONG; i++)
		values[i] = async_value_create(memory, type_i32());
	for (int i = 0; i < LONG; i++) {
		links[i] = (struct link){ { NULL, link_run }, i + 1 < LONG ? values[i + 1] : NULL, &count, 0, 0 };
		async_value_and_then(values[i], &links[i].waiter);
	}
	async_value_emplace(values[0], &payload);
	CHECK_INT(count, LONG);
	CHECK_INT(links[LONG - 1].turn, LONG);
	for (int i = 0; i < LONG; i++)
		async_value_release(values[i]);
	free(links);
	free(values);
	memory_end(memory);
}

/* As before with ownership: each waiter drops the only reference to the next value, which is cancelled by that. */
struct dropper {
	struct async_waiter waiter;
	struct async_value *next;
	int *counter;
};

static void drop_next(struct async_waiter *waiter)
{
	struct dropper *dropper = (struct dropper *)waiter;
	++*dropper->counter;
	async_value_release(dropper->next);
}

static void long_chains_can_be_dropped(void)
{
	const struct async_allocator *memory = memory_begin();
	struct dropper *droppers = malloc(LONG * sizeof *droppers);
	CHECK_OR_RETURN(droppers);
	int count = 0;
	struct async_value *next = NULL;
	for (int i = LONG; i-- > 0;) {
		struct async_value *value = async_value_create(memory, type_i32());
		droppers[i] = (struct dropper){ { NULL, drop_next }, next, &count };
		async_value_and_then(value, &droppers[i].waiter);
		next = value;
	}
	async_value_release(next);
	CHECK_INT(count, LONG);
	free(droppers);
	memory_end(memory);
}

static void deep_nesting_survives_lack_of_memory(void)
{
	enum { DEEP = 1000 };
	const struct async_allocator *memory = memory_begin(), *failing = async_allocator_create_failing(memory, 0);
	struct async_value *values[DEEP];
	static struct link links[DEEP];
	int count = 0;
	int32_t payload = 0;
	for (int i = 0; i < DEEP; i++)
		values[i] = async_value_create(failing, type_i32());
	for (int i = 0; i < DEEP; i++) {
		links[i] = (struct link){ { NULL, link_run }, i + 1 < DEEP ? values[i + 1] : NULL, &count, 0, 0 };
		async_value_and_then(values[i], &links[i].waiter);
	}
	async_allocator_fail_nth(failing, 5); /* one of those made past the depth that may nest */
	async_value_emplace(values[0], &payload);
	CHECK_INT(count, DEEP);
	for (int i = 0; i < DEEP; i++)
		async_value_release(values[i]);
	async_allocator_destroy(failing);
	memory_end(memory);
}

/* ---- functions that allocate their waiter */

static void count_call(void *ctx) { ++*(int *)ctx; }

static void and_then_call_calls(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *value = async_value_create(memory, type_i32());
	int count = 0;
	int32_t payload = 0;
	CHECK_INT(async_value_and_then_call(value, count_call, &count), ASYNC_OK);
	CHECK_INT(count, 0);
	async_value_emplace(value, &payload);
	CHECK_INT(count, 1);
	CHECK_INT(async_value_and_then_call(value, count_call, &count), ASYNC_OK);
	CHECK_INT(count, 2);
	CHECK_INT(async_value_and_then_call(async_chain(), count_call, &count), ASYNC_OK);
	CHECK_INT(count, 3);
	async_value_release(value);
	memory_end(memory);
}

static void when_ready_waits_for_all(void)
{
	enum { MANY = 5 };
	/* every order in which five values can become available, and each of them failing in turn */
	static const int orders[][MANY] = { { 0, 1, 2, 3, 4 }, { 4, 3, 2, 1, 0 }, { 2, 0, 4, 1, 3 },
		{ 1, 3, 0, 4, 2 } };
	for (size_t o = 0; o < sizeof orders / sizeof *orders; o++) {
		const struct async_allocator *memory = memory_begin();
		struct async_value *values[MANY];
		int count = 0;
		int32_t payload = 0;
		for (int i = 0; i < MANY; i++)
			values[i] = async_value_create(memory, type_i32());
		CHECK_INT(async_values_when_ready(memory, values, MANY, count_call, &count), ASYNC_OK);
		for (int i = 0; i < MANY; i++) {
			CHECK_INT(count, 0);
			struct async_value *value = values[orders[o][i]];
			if ((size_t)i == o)
				async_value_fail(value, async_error_create(memory, ASYNC_CODE_INTERNAL, nowhere, "x"));
			else
				async_value_emplace(value, &payload);
		}
		CHECK_INT(count, 1);
		CHECK_INT(async_values_when_ready(memory, values, MANY, count_call, &count), ASYNC_OK);
		CHECK_INT(async_values_when_ready(NULL, NULL, 0, count_call, &count), ASYNC_OK);
		CHECK_INT(count, 3); /* both at once */
		for (int i = 0; i < MANY; i++)
			async_value_release(values[i]);
		memory_end(memory);
	}
}

static void no_memory_means_not_called(void)
{
	const struct async_allocator *memory = memory_begin(), *failing = async_allocator_create_failing(memory, 0);
	struct async_value *value = async_value_create(failing, type_i32());
	int count = 0;
	int32_t payload = 0;
	async_allocator_fail_nth(failing, 1);
	CHECK_INT(async_value_and_then_call(value, count_call, &count), ASYNC_E_NOMEM);
	async_allocator_fail_nth(failing, 1);
	CHECK_INT(async_values_when_ready(failing, &value, 1, count_call, &count), ASYNC_E_NOMEM);
	CHECK_INT(async_values_when_ready(failing, &value, SIZE_MAX / 4, count_call, &count), ASYNC_E_NOMEM);
	async_value_emplace(value, &payload);
	CHECK_INT(count, 0);
	async_value_release(value);
	async_allocator_destroy(failing);
	memory_end(memory);
}

/* ---- two threads */

enum { ADDED = 8 };

struct race {
	struct async_value *value;
	pthread_barrier_t both;
};

static void *complete(void *arg)
{
	struct race *race = arg;
	int32_t payload = 42;
	pthread_barrier_wait(&race->both);
	async_value_emplace(race->value, &payload);
	async_value_release(race->value); /* the reference made for this thread */
	return NULL;
}

struct reader {
	struct async_waiter waiter;
	struct async_value *value;
	int saw; /* atomic: runs in either thread */
};

static void read_payload(struct async_waiter *waiter)
{
	struct reader *reader = (struct reader *)waiter;
	__atomic_store_n(&reader->saw, get_i32(reader->value), __ATOMIC_RELAXED);
}

static void waiters_may_come_during_completion(void)
{
	const struct async_allocator *memory = memory_begin();
	int wrong = 0;
	for (int round = 0; round < TIMES(2000, 300, 30); round++) {
		struct race race = { .value = async_value_retain(async_value_create(memory, type_i32())) };
		struct reader readers[ADDED];
		pthread_t thread;
		pthread_barrier_init(&race.both, NULL, 2);
		if (pthread_create(&thread, NULL, complete, &race) != 0)
			abort();
		for (int i = 0; i < ADDED; i++)
			readers[i] = (struct reader){ { NULL, read_payload }, race.value, 0 };
		pthread_barrier_wait(&race.both);
		for (int i = 0; i < ADDED; i++)
			async_value_and_then(race.value, &readers[i].waiter);
		pthread_join(thread, NULL);
		for (int i = 0; i < ADDED; i++)
			wrong += __atomic_load_n(&readers[i].saw, __ATOMIC_RELAXED) != 42;
		pthread_barrier_destroy(&race.both);
		async_value_release(race.value);
	}
	CHECK_INT(wrong, 0);
	memory_end(memory);
}

#ifdef ASYNC__SHAKE
unsigned async__shake_points(void); /* src/atomics.h */

/* Other threads can come in between at the inline functions of the header too. */
static void inline_functions_are_shaken(void)
{
	int32_t payload = 1;
	struct async_value *value = async_value_create_available(NULL, type_i32(), &payload);
	unsigned before = async__shake_points();
	async_value_retain(value);
	CHECK_INT(async__shake_points() - before, 1);
	async_value_release(value);
	CHECK_INT(async__shake_points() - before, 3); /* looks, then subtracts */
	CHECK(async_value_is_available(value));
	CHECK_INT(async__shake_points() - before, 4);
	async_value_release(value);
}
#endif

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(run_in_the_order_added),
		CHECK_CASE(nested_completions_finish_first),
		CHECK_CASE(long_chains_need_little_stack),
		CHECK_CASE(long_chains_can_be_dropped),
		CHECK_CASE(deep_nesting_survives_lack_of_memory),
		CHECK_CASE(and_then_call_calls),
		CHECK_CASE(when_ready_waits_for_all),
		CHECK_CASE(no_memory_means_not_called),
		CHECK_CASE(waiters_may_come_during_completion),
#ifdef ASYNC__SHAKE
		CHECK_CASE(inline_functions_are_shaken),
#endif
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
