/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Borrowed references: values with one reference, which the owner's thread and others use at the same time. Completing
 * and waiting must neither lose a waiter nor touch a value after its owner could release it. */
#include "support.h"
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

/* A second thread does one job after the other, as closely as possible at the time at which the first thread goes on. */
static struct {
	pthread_t thread;
	unsigned begun, done; /* atomic: jobs handed over, and finished */
	void (*job)(void *ctx);
	void *ctx;
} helper;

static void spin_until(const unsigned *word, unsigned wanted)
{
	for (unsigned i = 0; __atomic_load_n(word, __ATOMIC_ACQUIRE) != wanted; i++) {
		if (i > 500)
			sched_yield();
	}
}

static void *help(void *arg)
{
	(void)arg;
	for (unsigned job = 1;; job++) {
		spin_until(&helper.begun, job);
		if (!helper.job)
			return NULL;
		helper.job(helper.ctx);
		__atomic_store_n(&helper.done, job, __ATOMIC_RELEASE);
	}
}

static void helper_start(void (*job)(void *ctx), void *ctx)
{
	helper.job = job;
	helper.ctx = ctx;
	__atomic_store_n(&helper.begun, helper.begun + 1, __ATOMIC_RELEASE);
}

static void helper_finish(void) { spin_until(&helper.done, helper.begun); }

static void helper_begin(void)
{
	helper.begun = helper.done = 0;
	if (pthread_create(&helper.thread, NULL, help, NULL) != 0)
		abort();
}

static void helper_end(void)
{
	helper_start(NULL, NULL);
	pthread_join(helper.thread, NULL);
}

/* A lost waiter would make a case wait for ever: the alarm ends the program instead. */
#define WATCHDOG_SECONDS 100

/* True until a case has had its rounds or its time. */
static bool goes_on(int round, int rounds, time_t begin) { return round < rounds && time(NULL) - begin < 8; }

/* ---- one thread completes, the owner waits */

static struct async_error *shared_error;

static void emplace(void *ctx)
{
	int32_t number = 7;
	async_value_emplace(ctx, &number);
}

static void fail(void *ctx) { async_value_fail(ctx, async_error_retain(shared_error)); }

static void build(void *ctx)
{
	*(int32_t *)async_value_storage(ctx) = 7;
	async_value_set_constructed(ctx);
	async_value_set_available(ctx);
}

static void forward(void *ctx) { async_value_forward(ctx, make_i32(async_allocator_cached(), 7)); }

/* The target is complete after the value has been forwarded, by the same thread. */
static void forward_late(void *ctx)
{
	struct async_value *target = async_value_create(async_allocator_cached(), type_i32());
	async_value_forward(ctx, async_value_retain(target));
	emplace(target);
	async_value_release(target);
}

static const struct {
	void (*complete)(void *ctx);
	bool is_indirect;
} ways[] = { { emplace, false }, { fail, false }, { build, false }, { fail, true }, { forward, true },
	{ forward_late, true } };
enum { WAYS = sizeof ways / sizeof *ways };

static struct async_value *make(int way)
{
	const struct async_allocator *memory = way % 2 ? async_allocator_system() : async_allocator_cached();
	struct async_value *value = ways[way].is_indirect ? async_value_create_indirect(memory, ASYNC_TYPE_NONE)
							  : async_value_create(memory, type_i32());
	if (!value)
		abort();
	return value;
}

static bool is_right(struct async_value *value)
{
	if (async_value_is_error(value))
		return async_value_error(value) == shared_error;
	return get_i32(value) == 7;
}

static void begin(void)
{
	alarm(WATCHDOG_SECONDS);
	shared_error = async_error_create(NULL, ASYNC_CODE_INTERNAL, nowhere, "shared");
	helper_begin();
}

static void end(void)
{
	helper_end();
	async_error_release(shared_error);
	alarm(0);
}

/* The owner releases the value as soon as await() returns, although the completing call may not have. */
static void await_on(struct async_queue *queue)
{
	time_t start = time(NULL);
	int wrong = 0;
	begin();
	for (int round = 0; goes_on(round, TIMES(60000, 6000, 20), start); round++) {
		struct async_value *value = make(round % WAYS);
		helper_start(ways[round % WAYS].complete, value);
		async_queue_await(queue, &value, 1);
		wrong += !is_right(value);
		async_value_release(value);
		helper_finish();
	}
	end();
	CHECK_INT(wrong, 0);
	async_queue_destroy(queue);
}

static void await_while_a_borrower_completes(void) { await_on(async_queue_create_single(NULL)); }

static void await_on_workers_while_a_borrower_completes(void)
{
	struct async_threads_options options = { .size = sizeof options, .threads = 1 };
	await_on(async_queue_create_threads(NULL, &options));
}

/* ---- one thread waits, the owner completes, and the other way round */

struct counted_waiter {
	struct async_waiter waiter;
	unsigned ran; /* atomic */
};

static void count_run(struct async_waiter *waiter)
{
	__atomic_fetch_add(&((struct counted_waiter *)waiter)->ran, 1, __ATOMIC_RELEASE);
}

struct borrowed {
	struct async_value *value;
	struct counted_waiter waiter;
};

static void wait(void *ctx)
{
	struct borrowed *borrowed = ctx;
	async_value_and_then(borrowed->value, &borrowed->waiter.waiter);
}

static void waiters_of_both_threads_run(bool owner_completes)
{
	const struct counted_waiter not_run = { { NULL, count_run }, 0 };
	time_t start = time(NULL);
	int wrong = 0;
	begin();
	for (int round = 0; goes_on(round, TIMES(200000, 20000, 20), start); round++) {
		int way = round % WAYS;
		struct borrowed borrowed = { make(way), not_run };
		struct counted_waiter own = not_run;
		if (owner_completes) {
			async_value_and_then(borrowed.value, &own.waiter);
			helper_start(wait, &borrowed);
			ways[way].complete(borrowed.value);
		} else {
			helper_start(ways[way].complete, borrowed.value);
			async_value_and_then(borrowed.value, &own.waiter);
			wait(&borrowed);
		}
		helper_finish();
		wrong += own.ran != 1 || borrowed.waiter.ran != 1 || !is_right(borrowed.value);
		async_value_release(borrowed.value);
	}
	end();
	CHECK_INT(wrong, 0);
}

static void borrower_waits_while_the_owner_completes(void) { waiters_of_both_threads_run(true); }
static void owner_waits_while_a_borrower_completes(void) { waiters_of_both_threads_run(false); }

/* ---- the owner releases while the completing call runs waiters */

static void release_when_available(struct async_value *value)
{
	for (unsigned i = 0; !async_value_is_available(value); i++) {
		if (i > 500)
			sched_yield();
	}
	async_value_release(value);
}

/* The number of the thread's nested completions; the last one completes a borrowed value. More than the library nests. */
#define DEEP 80

struct nested {
	struct async_waiter waiter;
	struct async_value *next;
	struct borrowed *borrowed; /* NULL: complete `next`, which is of another thread's no interest */
	void (*complete)(void *ctx);
};

static void run_nested(struct async_waiter *waiter)
{
	struct nested *nested = (struct nested *)waiter;
	if (nested->borrowed)
		nested->complete(nested->borrowed->value);
	else
		async_value_set_available(nested->next);
}

struct deep {
	struct borrowed borrowed;
	void (*complete)(void *ctx);
};

static void complete_deep(void *ctx)
{
	struct deep *deep = ctx;
	struct async_value *values[DEEP];
	struct nested nested[DEEP];
	for (int i = 0; i < DEEP; i++)
		values[i] = async_chain_create(async_allocator_cached());
	for (int i = 0; i < DEEP; i++) {
		bool last = i == DEEP - 1;
		nested[i] = (struct nested){ { NULL, run_nested }, last ? NULL : values[i + 1],
			last ? &deep->borrowed : NULL, deep->complete };
		async_value_and_then(values[i], &nested[i].waiter);
	}
	async_value_set_available(values[0]);
	for (int i = 0; i < DEEP; i++)
		async_value_release(values[i]);
}

static void release_during_a_nested_completion(void)
{
	time_t start = time(NULL);
	int wrong = 0;
	begin();
	for (int round = 0; goes_on(round, TIMES(6000, 600, 12), start); round++) {
		int way = round % WAYS;
		struct deep deep = { { make(way), { { NULL, count_run }, 0 } }, ways[way].complete };
		wait(&deep.borrowed);
		helper_start(complete_deep, &deep);
		release_when_available(deep.borrowed.value);
		helper_finish();
		wrong += deep.borrowed.waiter.ran != 1;
	}
	end();
	CHECK_INT(wrong, 0);
}

static void release_during_a_completion(void)
{
	time_t start = time(NULL);
	begin();
	for (int round = 0; goes_on(round, TIMES(100000, 10000, 12), start); round++) {
		struct async_value *value = make(round % WAYS);
		helper_start(ways[round % WAYS].complete, value);
		release_when_available(value);
		helper_finish();
	}
	end();
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(await_while_a_borrower_completes),
		CHECK_CASE(await_on_workers_while_a_borrower_completes),
		CHECK_CASE(borrower_waits_while_the_owner_completes),
		CHECK_CASE(owner_waits_while_a_borrower_completes),
		CHECK_CASE(release_during_a_completion),
		CHECK_CASE(release_during_a_nested_completion),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
