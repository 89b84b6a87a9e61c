/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Two threads complete one value at the same time, in every pair of ways: one call wins, the other releases what it brought. */
#include "support.h"
#include <pthread.h>
#include <sched.h>

enum { ROUNDS = TIMES(20000, 2000, 3) };

/* ---- the competitors: `mine` is 1 or 2 and becomes the payload */

struct side {
	int mine;
	struct async_value *target; /* that forward_later() has forwarded to; one reference */
	bool won;
};

static struct async_value *value; /* of this round; borrowed by both threads */
static const struct async_allocator *memory;
static struct async_error *late; /* what fail() brings */

static bool emplace(struct side *side)
{
	struct owner owner;
	owner_init(&owner, side->mine);
	return async_value_try_emplace(value, &owner);
}

static bool emplace_void(struct side *side)
{
	struct owner owner;
	owner_init(&owner, side->mine);
	async_value_emplace(value, &owner);
	return false; /* not known here */
}

static bool set_available(struct side *side)
{
	(void)side;
	return async_value_try_set_available(value);
}

static bool set_available_void(struct side *side)
{
	(void)side;
	async_value_set_available(value);
	return false;
}

static bool construct(struct side *side)
{
	owner_init(async_value_storage(value), side->mine);
	return async_value_try_set_constructed(value) && async_value_try_set_available(value);
}

static bool construct_unmarked(struct side *side)
{
	(void)side; /* the payload has been constructed before the round */
	return async_value_try_set_available(value);
}

static bool fail(struct side *side)
{
	(void)side;
	return async_value_try_fail(value, async_error_retain(late));
}

static bool fail_void(struct side *side)
{
	(void)side;
	async_value_fail(value, async_error_retain(late));
	return false;
}

static struct async_value *make_owner(int number)
{
	struct owner owner;
	owner_init(&owner, number);
	struct async_value *made = async_value_create_available(memory, type_owner(), &owner);
	if (!made)
		abort();
	return made;
}

static bool forward(struct side *side) { return async_value_try_forward(value, side->target); }

static bool forward_void(struct side *side)
{
	async_value_forward(value, side->target);
	return false;
}

static bool forward_last(struct side *side)
{
	async_value_forward_last(async_value_retain(value), side->target);
	return false;
}

/* The target is complete after the value was forwarded, or was not. */
static bool forward_later(struct side *side)
{
	struct owner owner;
	bool won = async_value_try_forward(value, async_value_retain(side->target));
	owner_init(&owner, side->mine);
	async_value_emplace(side->target, &owner);
	async_value_release(side->target);
	return won;
}

/* The target fails. */
static bool forward_error(struct side *side)
{
	bool won = async_value_try_forward(value, async_value_retain(side->target));
	async_value_fail(side->target, async_error_retain(late));
	async_value_release(side->target);
	return won;
}

enum kind { OWNER, BUILT, STORED, CHAIN, INDIRECT }; /* the value of a round; BUILT, STORED: a payload is in the storage, marked or not */
enum target { NONE, AVAILABLE, PENDING };

struct way {
	const char *name;
	bool (*complete)(struct side *side);
	enum target target;
	bool reports; /* the call does not tell whether it won: misuse does */
};

static const struct way emplace_way = { "emplace", emplace, NONE, false },
	emplace_void_way = { "emplace, reported", emplace_void, NONE, true },
	set_available_way = { "set_available", set_available, NONE, false },
	set_available_void_way = { "set_available, reported", set_available_void, NONE, true },
	construct_way = { "construct", construct, NONE, false },
	construct_unmarked_way = { "set_available of an unmarked payload", construct_unmarked, NONE, false },
	fail_way = { "fail", fail, NONE, false }, fail_void_way = { "fail, reported", fail_void, NONE, true };
static const struct way indirect_ways[] = { { "forward", forward, AVAILABLE, false },
	{ "forward, reported", forward_void, AVAILABLE, true }, { "forward_last", forward_last, AVAILABLE, true },
	{ "forward to a pending target", forward_later, PENDING, false },
	{ "forward to a failing target", forward_error, PENDING, false }, { "fail", fail, NONE, false },
	{ "fail, reported", fail_void, NONE, true } };
enum { INDIRECT_WAYS = sizeof indirect_ways / sizeof *indirect_ways };

/* ---- one round in two threads */

static struct {
	const struct way *way;
	struct side side;
	unsigned begun, ended; /* atomic: rounds */
	bool stop;
} other;
static int misuses, ran; /* atomic */

static void note_misuse(void *ctx, const struct async_misuse *misuse)
{
	(void)ctx;
	__atomic_fetch_add(&misuses, misuse->kind == ASYNC_MISUSE_COMPLETED_TWICE ? 1 : 100, __ATOMIC_RELAXED);
}

static void run(struct async_waiter *waiter)
{
	(void)waiter;
	__atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
}

static void spin_until(const unsigned *word, unsigned wanted)
{
	for (unsigned i = 0; __atomic_load_n(word, __ATOMIC_ACQUIRE) != wanted; i++) {
		if (i > 200)
			sched_yield();
	}
}

static void *compete(void *arg)
{
	(void)arg;
	for (unsigned round = 1;; round++) {
		spin_until(&other.begun, round);
		if (other.stop)
			return NULL;
		other.side.won = other.way->complete(&other.side);
		__atomic_store_n(&other.ended, round, __ATOMIC_RELEASE);
	}
}

static void make_value(enum kind kind)
{
	value = kind == INDIRECT ? async_value_create_indirect(memory, ASYNC_TYPE_NONE)
		: kind == CHAIN  ? async_chain_create(memory)
				 : async_value_create(memory, type_owner());
	if (!value)
		abort();
	if (kind == BUILT || kind == STORED)
		owner_init(async_value_storage(value), 1);
	if (kind == BUILT)
		async_value_set_constructed(value);
}

static void make_target(const struct way *way, struct side *side)
{
	if (way->target == AVAILABLE)
		side->target = make_owner(side->mine);
	else if (way->target == PENDING)
		side->target = async_value_create(memory, type_owner());
	if (way->target != NONE && !side->target)
		abort();
}

/* @return whether the value has one result, which a reader sees at once. */
static bool is_consistent(enum kind kind)
{
	if (!async_value_is_available(value))
		return false;
	if (async_value_is_error(value))
		return async_value_error(value) == late;
	if (kind == CHAIN)
		return true;
	struct owner *owner = async_value_payload(value);
	return (owner->number == 1 || owner->number == 2) && owner->self == owner;
}

static bool is_right(enum kind kind, const struct way *a, const struct way *b, const struct side *mine)
{
	int known = mine->won + other.side.won, reporting = a->reports + b->reports;
	int winners = known + reporting - misuses;
	if (winners != 1 || ran != 2 || !is_consistent(kind))
		return false;
	if (!mine->won || async_value_is_error(value) || kind == CHAIN)
		return true;
	return ((struct owner *)async_value_payload(value))->number == mine->mine;
}

static bool race_once(enum kind kind, const struct way *a, const struct way *b, unsigned round)
{
	struct async_waiter waiters[2] = { { NULL, run }, { NULL, run } };
	struct side mine = { 1, NULL, false };
	make_value(kind);
	other.way = b;
	other.side = (struct side){ 2, NULL, false };
	make_target(a, &mine);
	make_target(b, &other.side);
	misuses = ran = 0;
	async_value_and_then(value, &waiters[0]);
	__atomic_store_n(&other.begun, round, __ATOMIC_RELEASE);
	for (volatile unsigned delay = round % 64; delay > 0; delay--)
		;
	mine.won = a->complete(&mine);
	async_value_and_then(value, &waiters[1]); /* while the other call may not have ended */
	bool early = !async_value_is_available(value) || is_consistent(kind);
	spin_until(&other.ended, round);
	bool right = early && is_right(kind, a, b, &mine);
	async_value_release(value);
	return right;
}

static void race(enum kind kind, const struct way *a, const struct way *b)
{
	pthread_t thread;
	memory = memory_begin();
	late = async_error_create(NULL, ASYNC_CODE_DEADLINE_EXCEEDED, nowhere, "late");
	async_set_misuse_handler(note_misuse, NULL);
	other.begun = other.ended = 0;
	other.stop = false;
	if (pthread_create(&thread, NULL, compete, NULL) != 0)
		abort();
	unsigned wrong = 0;
	for (unsigned round = 1; round <= ROUNDS; round++)
		wrong += !race_once(kind, a, b, round);
	other.stop = true;
	__atomic_store_n(&other.begun, ROUNDS + 1, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
	async_set_misuse_handler(NULL, NULL);
	async_error_release(late);
	memory_end(memory);
	if (wrong)
		check_report(__FILE__, __LINE__, "%s against %s: %u of %u rounds are wrong", a->name, b->name, wrong,
			(unsigned)ROUNDS);
}

/* ---- the pairs */

static void payloads_that_are_moved_in(void)
{
	race(OWNER, &emplace_way, &emplace_way);
	race(OWNER, &emplace_void_way, &emplace_void_way);
	race(OWNER, &emplace_way, &fail_way);
	race(OWNER, &emplace_void_way, &fail_void_way);
	race(OWNER, &fail_way, &fail_way);
	race(OWNER, &construct_way, &fail_way);
}

static void payloads_in_the_storage(void)
{
	race(BUILT, &set_available_way, &fail_way);
	race(BUILT, &set_available_void_way, &fail_void_way);
	race(BUILT, &set_available_way, &emplace_way);
	race(BUILT, &set_available_way, &set_available_way);
	race(BUILT, &fail_way, &emplace_way);
	race(BUILT, &fail_way, &fail_void_way);
	race(STORED, &construct_unmarked_way, &fail_way);
}

static void chains(void)
{
	race(CHAIN, &set_available_way, &set_available_way);
	race(CHAIN, &set_available_void_way, &fail_way);
	race(CHAIN, &set_available_way, &fail_void_way);
}

static void indirect_values(void)
{
	for (int a = 0; a < INDIRECT_WAYS; a++)
		for (int b = a; b < INDIRECT_WAYS; b++)
			race(INDIRECT, &indirect_ways[a], &indirect_ways[b]);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(payloads_that_are_moved_in),
		CHECK_CASE(payloads_in_the_storage),
		CHECK_CASE(chains),
		CHECK_CASE(indirect_values),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
