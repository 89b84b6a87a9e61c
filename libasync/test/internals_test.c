/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Unit tests of the parts of queues: deque, injector, parking, activity, ring. Linked with the objects of the library,
 * because these are not exported. */
#include "support.h"
#include "activity.h"
#include "deque.h"
#include "heap.h"
#include "injector.h"
#include "node.h"
#include "parking.h"
#include "queue_blocking.h"
#include "task_ring.h"
#include <pthread.h>
#include <sched.h>
#include <time.h>

#define MANY (SLOW ? 50000 : 400000)

static void nothing(void *ctx) { (void)ctx; }
static struct async_task task_of(uintptr_t number) { return (struct async_task){ nothing, (void *)number }; }
static uintptr_t number_of(struct async_task task) { return (uintptr_t)task.ctx; }

static pthread_t start(void *(*body)(void *arg), void *arg)
{
	pthread_t thread;
	if (pthread_create(&thread, NULL, body, arg) != 0)
		abort();
	return thread;
}

/* ---- heap */

enum { HEAP_SIZE = 1 << 16, HEAP_BLOCKS = 64 };

static void heap_reuses_what_is_freed(void)
{
	static _Alignas(64) char range[HEAP_SIZE];
	struct async__heap heap;
	async__heap_init(&heap, range);
	CHECK(!async__heap_alloc(&heap, 1));
	heap.end = range + HEAP_SIZE;
	char *a = async__heap_alloc(&heap, 1000), *b = async__heap_alloc(&heap, 2000), *c = async__heap_alloc(&heap, 1000);
	CHECK_OR_RETURN(a && b && c);
	async__heap_free(&heap, b);
	CHECK(async__heap_alloc(&heap, 2000) == b); /* exactly this size, not more of the range */
	async__heap_free(&heap, a);
	async__heap_free(&heap, b);
	CHECK(async__heap_alloc(&heap, 3000) == a); /* merged */
	async__heap_free(&heap, c);
	async__heap_free(&heap, a);
	CHECK_INT(heap.last, 0);
	CHECK(!async__heap_alloc(&heap, HEAP_SIZE));
	CHECK(async__heap_alloc(&heap, HEAP_SIZE - 128) == a);
	CHECK_INT(async__heap_needs(SIZE_MAX), 0);
	CHECK_INT(async__heap_needs(SIZE_MAX - 63), 0);
	CHECK_INT(async__heap_needs(SIZE_MAX / 16), sizeof(size_t) > 4 ? 0 : SIZE_MAX / 16 + 65);
}

/* No two blocks overlap, and all that is free becomes one. */
static void heap_keeps_blocks_apart(void)
{
	static _Alignas(64) char range[HEAP_SIZE];
	struct async__heap heap;
	char *blocks[HEAP_BLOCKS] = { NULL };
	size_t sizes[HEAP_BLOCKS] = { 0 };
	uint32_t random = 1, refused = 0;
	async__heap_init(&heap, range);
	heap.end = range + HEAP_SIZE;
	for (unsigned round = 0; round < 50000; round++) {
		random = random * 1664525 + 1013904223;
		unsigned i = random >> 26;
		for (size_t k = 0; blocks[i] && k < sizes[i]; k += 16)
			CHECK_INT(blocks[i][k], (int)i);
		if (blocks[i])
			async__heap_free(&heap, blocks[i]);
		sizes[i] = (random >> 8) % (round % 2 ? 300 : 3000);
		blocks[i] = round % 3 == 2 ? NULL : async__heap_alloc(&heap, sizes[i]);
		refused += round % 3 != 2 && !blocks[i];
		CHECK_INT((uintptr_t)blocks[i] % ASYNC__HEAP_GRAIN, 0);
		if (blocks[i])
			memset(blocks[i], (int)i, sizes[i]);
	}
	CHECK(refused > 0);
	for (unsigned i = 0; i < HEAP_BLOCKS; i++) {
		if (blocks[i])
			async__heap_free(&heap, blocks[i]);
	}
	CHECK_INT(heap.last, 0);
	CHECK_INT(heap.levels, 0);
}

/* ---- deque */

static void push(struct async__deque *deque, uintptr_t number)
{
	struct async_task task = task_of(number);
	async__deque_push(deque, &task, 1);
}

static void deque_has_two_ends(void)
{
	static struct async__deque deque;
	struct async_task task;
	async__deque_init(&deque);
	CHECK(async__deque_is_empty(&deque));
	CHECK(!async__deque_pop(&deque, &task) && !async__deque_steal(&deque, &task));
	struct async_task three[3] = { task_of(1), task_of(2), task_of(3) };
	async__deque_push(&deque, three, 3);
	push(&deque, 4);
	CHECK(!async__deque_is_empty(&deque));
	CHECK(async__deque_pop(&deque, &task) && number_of(task) == 4);
	CHECK(async__deque_steal(&deque, &task) && number_of(task) == 1);
	CHECK(async__deque_pop(&deque, &task) && number_of(task) == 3);
	CHECK(async__deque_pop(&deque, &task) && number_of(task) == 2);
	CHECK(!async__deque_pop(&deque, &task) && async__deque_is_empty(&deque));
}

static void deque_knows_its_room(void)
{
	static struct async__deque deque;
	struct async_task task;
	async__deque_init(&deque);
	for (uintptr_t i = 0; i < ASYNC__DEQUE_SIZE; i++) {
		CHECK_OR_RETURN(async__deque_has_room(&deque, 1));
		push(&deque, i);
	}
	CHECK(!async__deque_has_room(&deque, 1));
	for (uintptr_t i = 0; i < 10; i++)
		CHECK(async__deque_steal(&deque, &task) && number_of(task) == i);
	CHECK(async__deque_has_room(&deque, 10) && !async__deque_has_room(&deque, 11));
	/* several times around */
	for (uintptr_t i = ASYNC__DEQUE_SIZE; i < 5 * ASYNC__DEQUE_SIZE; i++) {
		CHECK_OR_RETURN(async__deque_has_room(&deque, 1));
		push(&deque, i);
		CHECK_OR_RETURN(async__deque_steal(&deque, &task) && number_of(task) == i - ASYNC__DEQUE_SIZE + 10);
	}
}

/* In every interleaving of owner and thieves each task is taken once. */
static struct async__deque shared;
static unsigned char *had;
static int finished; /* atomic */

static void *steal_main(void *arg)
{
	struct async_task task;
	(void)arg;
	while (!__atomic_load_n(&finished, __ATOMIC_ACQUIRE) || !async__deque_is_empty(&shared)) {
		if (async__deque_steal(&shared, &task))
			__atomic_fetch_add(&had[number_of(task)], 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

static void deque_gives_each_task_once(void)
{
	pthread_t thieves[2];
	struct async_task task;
	int wrong = 0;
	async__deque_init(&shared);
	had = calloc((size_t)MANY, 1);
	finished = 0;
	for (int i = 0; i < 2; i++)
		thieves[i] = start(steal_main, NULL);
	uint32_t random = 12345;
	for (uintptr_t i = 0; i < (uintptr_t)MANY;) {
		random = random * 1664525u + 1013904223u;
		for (unsigned k = random >> 29; k > 0 && i < (uintptr_t)MANY; k--) {
			if (!async__deque_has_room(&shared, 1))
				break;
			push(&shared, i++);
		}
		for (unsigned k = (random >> 26) & 7; k > 0 && async__deque_pop(&shared, &task); k--)
			__atomic_fetch_add(&had[number_of(task)], 1, __ATOMIC_RELAXED);
	}
	__atomic_store_n(&finished, 1, __ATOMIC_RELEASE);
	for (int i = 0; i < 2; i++)
		pthread_join(thieves[i], NULL);
	for (int i = 0; i < MANY; i++)
		wrong += had[i] != 1;
	CHECK_INT(wrong, 0);
	free(had);
}

/* Two tasks at a time, which owner and thief both want: the owner may take the last one only when it is sure that no
 * thief has it. */
static void deque_is_safe_when_nearly_empty(void)
{
	struct async_task task;
	int wrong = 0;
	async__deque_init(&shared);
	had = calloc((size_t)MANY * 4, 1);
	finished = 0;
	pthread_t thief = start(steal_main, NULL);
	for (uintptr_t i = 0; i < (uintptr_t)MANY * 4; i += 2) {
		struct async_task two[2] = { task_of(i), task_of(i + 1) };
		async__deque_push(&shared, two, 2);
		while (async__deque_pop(&shared, &task))
			__atomic_fetch_add(&had[number_of(task)], 1, __ATOMIC_RELAXED);
	}
	__atomic_store_n(&finished, 1, __ATOMIC_RELEASE);
	pthread_join(thief, NULL);
	for (int i = 0; i < MANY * 4; i++)
		wrong += had[i] != 1;
	CHECK_INT(wrong, 0);
	free(had);
}

/* ---- injector */

static struct async__parking parking; /* all zero: no worker sleeps */
static struct async__activity activity;

static void injector_is_first_in_first_out(void)
{
	const struct async_allocator *memory = memory_begin();
	static struct async__injector injector;
	struct async_task out[64];
	CHECK(async__injector_init(&injector, memory, &parking, &activity));
	CHECK(async__injector_is_empty(&injector));
	CHECK_INT(async__injector_take(&injector, out, 64, 1), 0);
	for (uintptr_t i = 0; i < ASYNC__INJECTOR_FULL; i++)
		CHECK(async__injector_put(&injector, task_of(i)));
	CHECK(!async__injector_put(&injector, task_of(0)));
	CHECK(!async__injector_is_empty(&injector));
	CHECK_INT(async__injector_take(&injector, out, 10, 1), 10);
	for (uintptr_t i = 0; i < 10; i++)
		CHECK_INT(number_of(out[i]), i);
	CHECK(async__injector_put(&injector, task_of(ASYNC__INJECTOR_FULL)));
	/* more than there is room for: grows, in order */
	struct async_task more[50];
	for (uintptr_t i = 0; i < 50; i++)
		more[i] = task_of(ASYNC__INJECTOR_FULL + 1 + i);
	CHECK(async__injector_put_all(&injector, more, 50));
	uintptr_t expected = 10;
	for (size_t count; (count = async__injector_take(&injector, out, 64, 1)) != 0;) {
		for (size_t i = 0; i < count; i++)
			CHECK_INT(number_of(out[i]), expected++);
	}
	CHECK_INT(expected, ASYNC__INJECTOR_FULL + 51);
	async__injector_finish(&injector);
	memory_end(memory);
}

static void injector_takes_what_fits(void)
{
	static struct async__injector injector;
	static struct async_task tasks[ASYNC__INJECTOR_FULL + 5];
	struct async_task out[64];
	for (uintptr_t i = 0; i < ASYNC__INJECTOR_FULL + 5; i++)
		tasks[i] = task_of(i);
	CHECK(async__injector_init(&injector, async_allocator_system(), &parking, &activity));
	CHECK_INT(async__injector_put_some(&injector, tasks, 0), 0);
	CHECK_INT(async__injector_put_some(&injector, tasks, 3), 3);
	CHECK_INT(async__injector_put_some(&injector, tasks + 3, ASYNC__INJECTOR_FULL), ASYNC__INJECTOR_FULL - 3);
	CHECK_INT(async__injector_count(&injector), ASYNC__INJECTOR_FULL);
	CHECK_INT(async__injector_put_some(&injector, tasks, 1), 0);
	CHECK_INT(async__injector_take(&injector, out, 64, 1), 64);
	for (uintptr_t i = 0; i < 64; i++)
		CHECK(out[i].ctx == tasks[i].ctx);
	async__injector_finish(&injector);
}

static void injector_shares(void)
{
	static struct async__injector injector;
	struct async_task out[64];
	CHECK(async__injector_init(&injector, async_allocator_system(), &parking, &activity));
	for (uintptr_t i = 0; i < 40; i++)
		async__injector_put(&injector, task_of(i));
	CHECK_INT(async__injector_take(&injector, out, 64, 4), 10);
	CHECK_INT(async__injector_take(&injector, out, 64, 4), 8);
	CHECK_INT(async__injector_take(&injector, out, 5, 4), 5);
	CHECK_INT(async__injector_take(&injector, out, 64, 1), 17);
	async__injector_put(&injector, task_of(1));
	CHECK_INT(async__injector_take(&injector, out, 64, 4), 1); /* at least one */
	async__injector_finish(&injector);
}

static struct async__injector many_to_many;

static void *put_main(void *arg)
{
	uintptr_t first = (uintptr_t)arg;
	for (uintptr_t i = first; i < (uintptr_t)MANY; i += 2) {
		struct async_task task = task_of(i);
		if (i % 1000 < 20)
			async__injector_put_all(&many_to_many, &task, 1);
		else
			while (!async__injector_put(&many_to_many, task))
				sched_yield();
	}
	return NULL;
}

static void *take_main(void *arg)
{
	struct async_task out[64];
	(void)arg;
	while (!__atomic_load_n(&finished, __ATOMIC_ACQUIRE) || !async__injector_is_empty(&many_to_many)) {
		size_t count = async__injector_take(&many_to_many, out, 64, 2);
		for (size_t i = 0; i < count; i++)
			__atomic_fetch_add(&had[number_of(out[i])], 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

static void injector_gives_each_task_once(void)
{
	pthread_t in[2], out[2];
	int wrong = 0;
	CHECK(async__injector_init(&many_to_many, async_allocator_system(), &parking, &activity));
	had = calloc((size_t)MANY, 1);
	finished = 0;
	for (int i = 0; i < 2; i++) {
		in[i] = start(put_main, (void *)(intptr_t)i);
		out[i] = start(take_main, NULL);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(in[i], NULL);
	__atomic_store_n(&finished, 1, __ATOMIC_RELEASE);
	for (int i = 0; i < 2; i++)
		pthread_join(out[i], NULL);
	for (int i = 0; i < MANY; i++)
		wrong += had[i] != 1;
	CHECK_INT(wrong, 0);
	async__injector_finish(&many_to_many);
	free(had);
}

/* ---- parking */

static void *sleep_main(void *arg)
{
	async__parking_search(&parking);
	async__parking_announce(&parking);
	async__parking_sleep(&parking);
	async__parking_found(&parking);
	return arg;
}

static void wait_for_crowd(uint32_t crowd)
{
	while (async__load_seq_cst(&parking.crowd) != crowd)
		sched_yield();
}

static void parking_wakes_one_at_a_time(void)
{
	async__parking_init(&parking);
	async__parking_wake_one(&parking); /* no thread sleeps: not remembered */
	CHECK_INT(parking.tokens, 0);
	pthread_t one = start(sleep_main, NULL);
	wait_for_crowd(ASYNC__IDLE);
	async__parking_search(&parking);
	async__parking_wake_one(&parking); /* a thread searches: no need */
	CHECK_INT(async__load_seq_cst(&parking.crowd), ASYNC__IDLE + ASYNC__SEARCHING);
	CHECK(async__parking_found(&parking));
	async__parking_wake_one(&parking);
	pthread_join(one, NULL);
	CHECK_INT(parking.crowd, 0);
	async__parking_finish(&parking);
}

/* As many as there are tasks, counting those who search already. */
static void parking_wakes_some(void)
{
	pthread_t threads[3];
	async__parking_init(&parking);
	async__parking_wake_some(&parking, 2);
	CHECK_INT(parking.tokens, 0);
	for (int i = 0; i < 3; i++)
		threads[i] = start(sleep_main, NULL);
	wait_for_crowd(3 * ASYNC__IDLE);
	async__parking_search(&parking);
	async__parking_wake_some(&parking, 1); /* we search */
	CHECK_INT(async__load_seq_cst(&parking.crowd), 3 * ASYNC__IDLE + ASYNC__SEARCHING);
	async__parking_wake_some(&parking, 3);
	async__parking_found(&parking);
	wait_for_crowd(ASYNC__IDLE); /* two have been woken, and have found something */
	async__parking_wake_some(&parking, 100);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	CHECK_INT(parking.crowd, 0);
	CHECK_INT(parking.tokens, 0);
	async__parking_finish(&parking);
}

static void parking_wakes_all(void)
{
	pthread_t threads[3];
	async__parking_init(&parking);
	async__parking_wake_all(&parking);
	for (int i = 0; i < 3; i++)
		threads[i] = start(sleep_main, NULL);
	wait_for_crowd(3 * ASYNC__IDLE);
	async__parking_wake_all(&parking);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	CHECK_INT(parking.crowd, 0);
	CHECK_INT(parking.tokens, 0);
	async__parking_finish(&parking);
}

static void parking_can_be_retracted(void)
{
	async__parking_init(&parking);
	async__parking_search(&parking);
	async__parking_announce(&parking);
	CHECK(async__parking_retract(&parking));
	CHECK_INT(parking.crowd, 0);
	async__parking_search(&parking);
	async__parking_announce(&parking);
	async__parking_wake_one(&parking); /* before it could be: then the token is ours */
	CHECK(!async__parking_retract(&parking));
	CHECK_INT(parking.tokens, 0);
	CHECK(async__parking_found(&parking));
	CHECK_INT(parking.crowd, 0);
	async__parking_finish(&parking);
}

static void *retract_main(void *arg)
{
	*(bool *)arg = async__parking_retract(&parking);
	return NULL;
}

/* One worker is being woken, its token is not there yet; it has found something by itself. Before it gets the token,
 * another worker may. Then that one's place among the idle is its own. */
static void parking_tokens_are_nobodys(void)
{
	bool retracted = false;
	async__parking_init(&parking);
	async__parking_search(&parking);
	async__parking_announce(&parking);
	async__add_seq_cst(&parking.crowd, ASYNC__SEARCHING - ASYNC__IDLE); /* the first half of wake_one() */
	pthread_t thread = start(retract_main, &retracted);
	async__parking_search(&parking);
	async__parking_announce(&parking); /* the other worker, whose token it will be */
	pthread_join(thread, NULL);
	CHECK(retracted);
	CHECK_INT(parking.crowd, ASYNC__SEARCHING);
	async__parking_finish(&parking);
}

/* ---- activity */

static int empty; /* atomic */
static pthread_t visitor;

static bool is_empty(void *ctx) { return __atomic_load_n((int *)ctx, __ATOMIC_ACQUIRE) != 0; }

static void *leave_main(void *arg)
{
	struct timespec time = { 0, 10000000 };
	(void)arg;
	nanosleep(&time, NULL);
	__atomic_store_n(&empty, 1, __ATOMIC_RELEASE);
	async__activity_leave(&activity);
	async__activity_enter(&activity);
	__atomic_store_n(&finished, 1, __ATOMIC_RELEASE);
	async__activity_leave(&activity);
	return NULL;
}

static void activity_waits(void)
{
	async__activity_init(&activity);
	empty = 1;
	async__activity_wait(&activity, is_empty, &empty, ASYNC_NEVER);
	for (int i = 0; i < 3; i++) {
		empty = finished = 0;
		async__activity_enter(&activity);
		pthread_t thread = start(leave_main, NULL);
		async__activity_wait(&activity, is_empty, &empty, ASYNC_NEVER);
		CHECK_INT(empty, 1);
		pthread_join(thread, NULL);
		CHECK_INT(finished, 1);
	}
	async__activity_finish(&activity);
}

/* Somebody comes and goes just while the emptiness is looked at, and takes the last task with him: that must not
 * count. */
static bool look_with_visitor(void *ctx)
{
	int *looks = ctx;
	if (++*looks > 1)
		return true;
	async__activity_enter(&activity);
	visitor = start(leave_main, NULL); /* leaves twice and enters once: for himself */
	return true;
}

static void activity_notices_visitors(void)
{
	int looks = 0;
	async__activity_init(&activity);
	finished = 0;
	async__activity_wait(&activity, look_with_visitor, &looks, ASYNC_NEVER);
	CHECK(looks > 1);
	pthread_join(visitor, NULL);
	async__activity_finish(&activity);
}

/* ---- blocking */

static struct async__blocking pool;
static int turns; /* atomic */
static int urgent_turn, patient_turn;

static void take_turn(void *ctx) { *(int *)ctx = __atomic_add_fetch(&turns, 1, __ATOMIC_RELAXED); }

static void wait_for_turns(void *ctx)
{
	(void)ctx;
	while (__atomic_load_n(&turns, __ATOMIC_RELAXED) < 2)
		sched_yield();
}

/* When threads could not be made for a time, tasks wait although there are not as many threads as allowed. One that
 * must start at once gets the next thread, not the oldest. */
static void urgent_tasks_overtake(void)
{
	struct async_task patient = { take_turn, &patient_turn }, urgent = { take_turn, &urgent_turn };
	struct async_task busy = { wait_for_turns, NULL };
	static const struct async__thread_style style = { .name = "test" };
	async__activity_init(&activity);
	async__blocking_init(&pool, async_allocator_system(), &activity, &style, 2, 1000);
	turns = 0;
	CHECK(async__blocking_add(&pool, busy, true));
	for (bool taken = false; !taken; sched_yield()) { /* by its thread */
		pthread_mutex_lock(&pool.lock);
		taken = pool.waiting.count == 0;
		pthread_mutex_unlock(&pool.lock);
	}
	pthread_mutex_lock(&pool.lock);
	CHECK(async__task_ring_push(&pool.waiting, pool.allocator, patient)); /* as if no thread could be made */
	pool.unfinished++;
	pthread_mutex_unlock(&pool.lock);
	CHECK(async__blocking_add(&pool, urgent, false));
	empty = 1;
	async__activity_wait(&activity, is_empty, &empty, ASYNC_NEVER);
	CHECK_INT(urgent_turn, 1);
	CHECK_INT(patient_turn, 2);
	async__blocking_finish(&pool);
	async__activity_finish(&activity);
}

/* ---- ring */

static void ring_grows_in_order(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async__task_ring ring = { NULL, 0, 0, 0 };
	struct async_task task;
	uintptr_t in = 100, out = 100;
	CHECK(!async__task_ring_pop(&ring, &task));
	for (int round = 0; round < 50; round++) { /* always more in than out, so that it grows in every position */
		for (int i = 0; i < 7 + round; i++)
			CHECK(async__task_ring_push(&ring, memory, task_of(in++)));
		for (int i = 0; i < 5 + round; i++)
			CHECK(async__task_ring_pop(&ring, &task) && number_of(task) == out++);
	}
	CHECK(async__task_ring_push_front(&ring, memory, task_of(1)));
	CHECK(async__task_ring_pop(&ring, &task) && number_of(task) == 1);
	while (ring.count)
		CHECK(async__task_ring_pop(&ring, &task) && number_of(task) == out++);
	CHECK_INT(out, in);
	async__task_ring_finish(&ring, memory);
	memory_end(memory);
}

/* ---- the kernel's lists of CPUs */

static void lists_are_read(void)
{
	static const struct {
		const char *text;
		bool right;
		size_t count;
		unsigned last; /* that fits into four */
	} cases[] = {
		{ "0-3,8,10-11\n", true, 7, 3 },
		{ "5", true, 1, 5 },
		{ "1,3\n", true, 2, 3 },
		{ "\n", true, 0, 0 },
		{ "", true, 0, 0 },
		{ "65535\n", true, 1, 65535 },
		{ "65536\n", false, 0, 0 },
		{ "3-1\n", false, 0, 0 },
		{ "1,\n", false, 0, 0 },
		{ "1-\n", false, 0, 0 },
		{ "-1\n", false, 0, 0 },
		{ "1 2\n", false, 0, 0 },
		{ "1\n\n", false, 0, 0 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		unsigned numbers[4] = { 0 };
		size_t count = 99;
		CHECK_INT(async__read_list(cases[i].text, numbers, 4, &count), cases[i].right);
		CHECK_INT(count, cases[i].count);
		if (count > 0)
			CHECK_INT(numbers[count < 4 ? count - 1 : 3], cases[i].last);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(heap_reuses_what_is_freed),
		CHECK_CASE(heap_keeps_blocks_apart),
		CHECK_CASE(deque_has_two_ends),
		CHECK_CASE(deque_knows_its_room),
		CHECK_CASE(deque_gives_each_task_once),
		CHECK_CASE(deque_is_safe_when_nearly_empty),
		CHECK_CASE(injector_is_first_in_first_out),
		CHECK_CASE(injector_takes_what_fits),
		CHECK_CASE(injector_shares),
		CHECK_CASE(injector_gives_each_task_once),
		CHECK_CASE(parking_wakes_one_at_a_time),
		CHECK_CASE(parking_wakes_some),
		CHECK_CASE(parking_wakes_all),
		CHECK_CASE(parking_can_be_retracted),
		CHECK_CASE(parking_tokens_are_nobodys),
		CHECK_CASE(activity_waits),
		CHECK_CASE(activity_notices_visitors),
		CHECK_CASE(urgent_tasks_overtake),
		CHECK_CASE(ring_grows_in_order),
		CHECK_CASE(lists_are_read),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
