/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Indirect values: forwarding in every state of the target, dropping in every order, chains of any length. */
#include "support.h"

#include <pthread.h>
#include <sched.h>

static struct async_value *make_indirect(const struct async_allocator *memory)
{
	struct async_value *value = async_value_create_indirect(memory, ASYNC_TYPE_NONE);
	if (!value)
		abort();
	return value;
}

static void to_an_available_value(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *indirect = make_indirect(memory), *target = make_i32(memory, 11);
	int count = 0;
	struct note note = note_of(&count, indirect);
	CHECK_INT(async_value_state(indirect), ASYNC_UNCONSTRUCTED);
	CHECK_INT(async_value_type(indirect), ASYNC_TYPE_NONE);
	async_value_and_then(indirect, &note.waiter);
	async_value_forward(indirect, target);
	CHECK_INT(note.state, ASYNC_AVAILABLE);
	CHECK_INT(async_value_type(indirect), type_i32());
	CHECK(async_value_target(indirect) == target);
	CHECK_INT(get_i32(indirect), 11);
	CHECK(async_value_payload_small(indirect) == async_value_payload(target));
	CHECK(async_value_is_unique(indirect));
	async_value_retain(target);
	CHECK(!async_value_is_unique(indirect));
	async_value_release(target);
	async_value_release(indirect);
	memory_end(memory);
}

static void to_an_unavailable_value(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *indirect = async_value_create_indirect(memory, type_i32());
	struct async_value *target = async_value_create(memory, type_i32());
	int count = 0;
	int32_t payload = 5;
	struct note before = note_of(&count, indirect), after = note_of(&count, indirect);
	async_value_and_then(indirect, &before.waiter);
	uint64_t blocks = async_allocator_stats(memory).total_blocks;
	async_value_forward(indirect, async_value_retain(target));
	CHECK_INT(async_allocator_stats(memory).total_blocks, blocks); /* forwarding does not allocate */
	CHECK_INT(async_value_state(indirect), ASYNC_UNCONSTRUCTED);
	CHECK_INT(async_value_type(indirect), type_i32());
	CHECK(!async_value_is_unique(indirect));
	async_value_and_then(indirect, &after.waiter);
	async_value_emplace(target, &payload);
	CHECK_INT(before.turn, 1);
	CHECK_INT(after.turn, 2);
	CHECK_INT(get_i32(indirect), 5);
	async_value_release(target);
	CHECK(async_value_is_unique(indirect));
	async_value_release(indirect);
	memory_end(memory);
}

/* The producer of the target may rely on the reference that it gave to the indirect value. */
static void owns_its_target(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *indirect = make_indirect(memory), *target = async_value_create(memory, type_i32());
	int32_t payload = 5;
	async_value_forward(indirect, target);
	async_value_emplace(target, &payload);
	CHECK_INT(get_i32(indirect), 5);
	async_value_release(indirect);
	memory_end(memory);
}

static void to_an_error(void)
{
	for (int late = 0; late < 2; late++) {
		const struct async_allocator *memory = memory_begin();
		struct async_value *indirect = make_indirect(memory), *target = async_value_create(memory, type_i32());
		struct async_error *error = async_error_create(memory, ASYNC_CODE_NOT_FOUND, nowhere, "gone");
		int count = 0;
		struct note note = note_of(&count, indirect);
		async_value_and_then(indirect, &note.waiter);
		if (!late)
			async_value_fail(target, async_error_retain(error));
		async_value_forward(indirect, async_value_retain(target));
		if (late)
			async_value_fail(target, async_error_retain(error));
		CHECK_INT(note.code, ASYNC_CODE_NOT_FOUND);
		CHECK(async_value_error(indirect) == error);
		CHECK(async_value_target(indirect) == indirect);
		CHECK_INT(async_value_type(indirect), ASYNC_TYPE_NONE);
		async_value_release(target);
		CHECK(async_value_error(indirect) == error);
		CHECK(!async_value_is_unique(indirect));
		async_value_release(indirect);
		async_error_release(error);
		memory_end(memory);
	}
}

static void can_fail_itself(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *indirect = async_value_create_indirect(memory, type_i32());
	struct async_value *outer = make_indirect(memory);
	int count = 0;
	struct note note = note_of(&count, outer);
	async_value_and_then(outer, &note.waiter);
	async_value_forward(outer, async_value_retain(indirect));
	async_value_fail(indirect, async_error_create(memory, ASYNC_CODE_INTERNAL, nowhere, "no target"));
	CHECK(async_value_is_error(indirect) && async_value_is_error(outer));
	CHECK(async_value_target(indirect) == indirect);
	CHECK(async_value_error(indirect) == async_value_error(outer));
	CHECK_INT(note.code, ASYNC_CODE_INTERNAL);
	async_value_release(indirect);
	async_value_release(outer);
	memory_end(memory);
}

static void to_the_chain(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *indirect = make_indirect(memory), *outer = make_indirect(memory);
	async_value_forward(indirect, async_chain());
	async_value_forward(outer, async_value_retain(indirect));
	CHECK(async_value_target(outer) == async_chain());
	CHECK_INT(async_value_type(outer), ASYNC_TYPE_CHAIN);
	CHECK(!async_value_is_unique(outer)); /* the chain is everybody's */
	async_value_release(indirect);
	async_value_release(outer);
	memory_end(memory);
}

/* Intermediate values are released when the payload is available. */
static void chains_are_shortened(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *outer = make_indirect(memory), *middle = make_indirect(memory);
	async_value_forward(outer, middle);
	async_value_forward(middle, make_i32(memory, 8));
	CHECK_INT(async_allocator_stats(memory).live_blocks, 2);
	CHECK_INT(get_i32(outer), 8);
	CHECK(async_value_is_unique(outer));
	async_value_release(outer);
	memory_end(memory);
}

/* ---- dropped while it waits */

static void dropped_first(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *indirect = make_indirect(memory), *target = async_value_create(memory, type_owner());
	struct owner owner;
	owner_init(&owner, 1);
	async_value_forward(indirect, async_value_retain(target));
	async_value_release(indirect); /* still known to the target */
	async_value_emplace(target, &owner);
	CHECK_INT(async_allocator_stats(memory).live_blocks, 1);
	async_value_release(target);
	memory_end(memory);
}

static void dropped_with_its_target(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *indirect = make_indirect(memory), *target = async_value_create(memory, type_i32());
	int count = 0;
	struct note note = note_of(&count, target);
	async_value_and_then(target, &note.waiter);
	async_value_forward(indirect, target);
	async_value_release(indirect);
	CHECK_INT(note.code, ASYNC_CODE_CANCELLED);
	memory_end(memory);
}

static void dropped_with_waiters(void)
{
	for (int forwarded = 0; forwarded < 2; forwarded++) {
		const struct async_allocator *memory = memory_begin();
		struct async_value *indirect = make_indirect(memory), *target = async_value_create(memory, type_i32());
		int count = 0;
		int32_t payload = 0;
		struct note note = note_of(&count, indirect);
		async_value_and_then(indirect, &note.waiter);
		if (forwarded)
			async_value_forward(indirect, async_value_retain(target));
		async_value_release(indirect);
		CHECK_INT(note.turn, 1);
		CHECK_INT(note.code, ASYNC_CODE_CANCELLED);
		async_value_emplace(target, &payload);
		CHECK_INT(count, 1);
		async_value_release(target);
		memory_end(memory);
	}
}

struct finder {
	struct async_waiter waiter;
	struct async_value *value;
	int found, unique;
};

static void find_out(struct async_waiter *waiter)
{
	struct finder *finder = (struct finder *)waiter;
	finder->found = get_i32(finder->value);
	finder->unique = async_value_is_unique(finder->value);
}

/* The caller of forward_last() has one of two references, or the only one, from which the waiter then borrows. */
static void forwarded_with_the_last_use(void)
{
	for (int owners = 1; owners <= 2; owners++) {
		const struct async_allocator *memory = memory_begin();
		struct async_value *indirect = make_indirect(memory);
		struct finder finder = { { NULL, find_out }, indirect, 0, 0 };
		async_value_and_then(indirect, &finder.waiter);
		async_value_retain_n(indirect, (uint32_t)owners - 1);
		async_value_forward_last(indirect, make_i32(memory, 7));
		CHECK_INT(finder.found, 7);
		CHECK_INT(finder.unique, 1);
		if (owners == 2)
			async_value_release(indirect);
		memory_end(memory);
	}
}

#define ROUNDS TIMES(20000, 2000, 200)

struct meeting {
	struct async_value *value; /* atomic; NULL: the observer has released it */
	int unique;
};

/* Sees each value as soon as it is available, perhaps before forward_last() returns. */
static void *observe(void *ctx)
{
	struct meeting *meeting = ctx;
	for (int i = 0; i < ROUNDS; i++) {
		struct async_value *value;
		while (!(value = __atomic_load_n(&meeting->value, __ATOMIC_ACQUIRE)))
			sched_yield();
		while (async_value_state(value) != ASYNC_AVAILABLE)
			;
		meeting->unique += async_value_is_unique(value);
		async_value_release(value);
		__atomic_store_n(&meeting->value, NULL, __ATOMIC_RELEASE);
	}
	return NULL;
}

static void unique_when_it_is_seen_available(void)
{
	struct meeting meeting = { NULL, 0 };
	const struct async_allocator *memory = async_allocator_system();
	pthread_t observer;
	CHECK_OR_RETURN(pthread_create(&observer, NULL, observe, &meeting) == 0);
	for (int i = 0; i < ROUNDS; i++) {
		struct async_value *indirect = make_indirect(memory), *target = make_i32(memory, 7);
		__atomic_store_n(&meeting.value, async_value_retain(indirect), __ATOMIC_RELEASE);
		async_value_forward_last(indirect, target);
		while (__atomic_load_n(&meeting.value, __ATOMIC_ACQUIRE))
			sched_yield();
	}
	pthread_join(observer, NULL);
	CHECK_INT(meeting.unique, ROUNDS);
}

static void forwarded_last_to_an_unavailable_value(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *indirect = make_indirect(memory), *target = async_value_create(memory, type_i32());
	struct finder finder = { { NULL, find_out }, indirect, 0, 0 };
	int32_t payload = 5;
	async_value_and_then(indirect, &finder.waiter);
	async_value_forward_last(async_value_retain(indirect), target);
	CHECK_INT(async_value_state(indirect), ASYNC_UNCONSTRUCTED);
	async_value_emplace(target, &payload);
	CHECK_INT(finder.found, 5);
	CHECK_INT(finder.unique, 1);
	async_value_release(indirect);
	memory_end(memory);
}

static void end_it(struct async_waiter *waiter)
{
	struct finder *finder = (struct finder *)waiter;
	async_value_release(finder->value);
	finder->found = owners_alive;
}

/* When a waiter of the second value releases it, no reference is left, although the call that completed it has not returned. */
static void forwarded_last_to_a_complete_value(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *first = make_indirect(memory), *second = make_indirect(memory);
	struct finder finder = { { NULL, end_it }, second, -1, 0 };
	struct owner owner;
	owner_init(&owner, 5);
	async_value_forward(first, async_value_create_available(memory, type_owner(), &owner));
	async_value_and_then(second, &finder.waiter);
	async_value_forward_last(async_value_retain(second), first);
	CHECK_INT(finder.found, 0);
	memory_end(memory);
}

struct keeper {
	struct async_waiter waiter;
	struct async_value *value;
};

static void keep(struct async_waiter *waiter) { async_value_retain(((struct keeper *)waiter)->value); }

static void kept_by_a_waiter(void)
{
	for (int order = 0; order < 2; order++) {
		const struct async_allocator *memory = memory_begin();
		struct async_value *indirect = make_indirect(memory), *target = async_value_create(memory, type_i32());
		struct keeper keeper = { { NULL, keep }, indirect };
		int32_t payload = 0;
		async_value_and_then(indirect, &keeper.waiter);
		async_value_forward(indirect, async_value_retain(target));
		async_value_release(indirect);
		CHECK_INT(async_error_code(async_value_error(indirect)), ASYNC_CODE_CANCELLED);
		if (order == 0)
			async_value_release(indirect);
		async_value_emplace(target, &payload); /* comes too late to change anything */
		if (order == 1) {
			CHECK_INT(async_error_code(async_value_error(indirect)), ASYNC_CODE_CANCELLED);
			async_value_release(indirect);
		}
		async_value_release(target);
		memory_end(memory);
	}
}

/* ---- long chains */

#define LONG TIMES(1000000, 100000, 300)

enum end { END_COMPLETED, END_FAILED, END_DROPPED };

static void long_chain(bool from_the_end, enum end end)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value **values = malloc(LONG * sizeof(void *));
	CHECK_OR_RETURN(values);
	int count = 0;
	int32_t payload = 77;
	for (int i = 0; i + 1 < LONG; i++)
		values[i] = make_indirect(memory);
	values[LONG - 1] = async_value_create(memory, type_i32());
	struct note first = note_of(&count, values[0]), middle = note_of(&count, values[LONG / 2]);
	async_value_and_then(values[0], &first.waiter);
	async_value_and_then(values[LONG / 2], &middle.waiter);
	for (int i = 0; i + 1 < LONG; i++) {
		int at = from_the_end ? LONG - 2 - i : i;
		async_value_forward(values[at], async_value_retain(values[at + 1]));
	}
	if (end == END_COMPLETED)
		async_value_emplace(values[LONG - 1], &payload);
	else if (end == END_FAILED)
		async_value_fail(values[LONG - 1], async_error_create(memory, ASYNC_CODE_INTERNAL, nowhere, "x"));
	CHECK_INT(count, end == END_DROPPED ? 0 : 2);
	if (end == END_COMPLETED)
		CHECK_INT(get_i32(values[0]), 77);
	for (int i = 1; i < LONG; i++)
		async_value_release(values[i]);
	async_value_release(values[0]);
	CHECK_INT(count, 2);
	CHECK_INT(first.code, end == END_COMPLETED ? ASYNC_CODE_OK : end == END_FAILED ? ASYNC_CODE_INTERNAL :
		ASYNC_CODE_CANCELLED);
	free(values);
	memory_end(memory);
}

static void long_chain_completed(void) { long_chain(false, END_COMPLETED); }
static void long_chain_failed(void) { long_chain(false, END_FAILED); }
static void long_chain_dropped(void) { long_chain(false, END_DROPPED); }
static void long_chain_made_backwards(void) { long_chain(true, END_COMPLETED); }
static void long_chain_made_backwards_and_dropped(void) { long_chain(true, END_DROPPED); }

static void many_on_one_target(void)
{
	enum { MANY = 1000 };
	const struct async_allocator *memory = memory_begin();
	struct async_value *target = async_value_create(memory, type_i32()), *values[MANY];
	int32_t payload = 3;
	long sum = 0;
	for (int i = 0; i < MANY; i++) {
		values[i] = make_indirect(memory);
		async_value_forward(values[i], async_value_retain(target));
	}
	for (int i = 0; i < MANY; i += 2)
		async_value_release(values[i]);
	async_value_emplace(target, &payload);
	async_value_release(target);
	for (int i = 1; i < MANY; i += 2) {
		sum += get_i32(values[i]);
		async_value_release(values[i]);
	}
	CHECK_INT(sum, 3 * MANY / 2);
	memory_end(memory);
}

static void no_memory(void)
{
	const struct async_allocator *failing = async_allocator_create_failing(NULL, 1);
	CHECK(!async_value_create_indirect(failing, ASYNC_TYPE_NONE));
	async_allocator_destroy(failing);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(to_an_available_value),
		CHECK_CASE(to_an_unavailable_value),
		CHECK_CASE(owns_its_target),
		CHECK_CASE(to_an_error),
		CHECK_CASE(can_fail_itself),
		CHECK_CASE(to_the_chain),
		CHECK_CASE(chains_are_shortened),
		CHECK_CASE(dropped_first),
		CHECK_CASE(dropped_with_its_target),
		CHECK_CASE(dropped_with_waiters),
		CHECK_CASE(forwarded_with_the_last_use),
		CHECK_CASE(unique_when_it_is_seen_available),
		CHECK_CASE(forwarded_last_to_an_unavailable_value),
		CHECK_CASE(forwarded_last_to_a_complete_value),
		CHECK_CASE(kept_by_a_waiter),
		CHECK_CASE(long_chain_completed),
		CHECK_CASE(long_chain_failed),
		CHECK_CASE(long_chain_dropped),
		CHECK_CASE(long_chain_made_backwards),
		CHECK_CASE(long_chain_made_backwards_and_dropped),
		CHECK_CASE(many_on_one_target),
		CHECK_CASE(no_memory),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
