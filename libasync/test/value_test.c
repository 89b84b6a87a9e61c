/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Concrete values: the state table, payloads, references, waiters. Indirect values have their own test. */
#include "support.h"

/* ---- the state table of <async/value.h>, row by row */

enum start { FROM_UNCONSTRUCTED, FROM_CONSTRUCTED };

static struct async_value *start_at(const struct async_allocator *memory, enum start start, int number)
{
	struct async_value *value = async_value_create(memory, type_owner());
	if (!value)
		abort();
	if (start == FROM_CONSTRUCTED) {
		owner_init(async_value_storage(value), number);
		async_value_set_constructed(value);
	}
	return value;
}

static void unconstructed_can_be_constructed(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *value = start_at(memory, FROM_UNCONSTRUCTED, 0);
	CHECK_INT(async_value_state(value), ASYNC_UNCONSTRUCTED);
	CHECK(!async_value_is_available(value) && !async_value_is_error(value));
	int count = 0;
	struct note note = note_of(&count, value);
	async_value_and_then(value, &note.waiter);
	owner_init(async_value_storage(value), 3);
	async_value_set_constructed(value);
	CHECK_INT(async_value_state(value), ASYNC_CONSTRUCTED);
	CHECK(!async_value_is_available(value));
	CHECK_INT(count, 0); /* not published: the waiter still waits */
	async_value_set_available(value);
	CHECK_INT(async_value_state(value), ASYNC_AVAILABLE);
	CHECK_INT(note.state, ASYNC_AVAILABLE);
	CHECK_INT(((struct owner *)async_value_payload(value))->number, 3);
	async_value_release(value);
	memory_end(memory);
}

static void unconstructed_can_be_emplaced(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *value = start_at(memory, FROM_UNCONSTRUCTED, 0);
	int count = 0;
	struct note note = note_of(&count, value), late = note_of(&count, value);
	struct owner owner;
	owner_init(&owner, 7);
	async_value_and_then(value, &note.waiter);
	async_value_emplace(value, &owner);
	CHECK_INT(note.turn, 1);
	CHECK_INT(note.state, ASYNC_AVAILABLE);
	CHECK_INT(owners_moved, 1);
	CHECK(async_value_is_available(value) && !async_value_is_error(value));
	async_value_and_then(value, &late.waiter); /* available: runs at once */
	CHECK_INT(late.turn, 2);
	async_value_release(value);
	memory_end(memory);
}

static void unconstructed_can_be_set_available_after_building_in_place(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *value = start_at(memory, FROM_UNCONSTRUCTED, 0);
	owner_init(async_value_storage(value), 9);
	async_value_set_available(value);
	CHECK_INT(((struct owner *)async_value_payload(value))->number, 9);
	async_value_release(value);
	memory_end(memory);
}

static void both_can_fail(void)
{
	for (int start = FROM_UNCONSTRUCTED; start <= FROM_CONSTRUCTED; start++) {
		const struct async_allocator *memory = memory_begin();
		struct async_value *value = start_at(memory, (enum start)start, 5);
		int count = 0;
		struct note note = note_of(&count, value), late = note_of(&count, value);
		async_value_and_then(value, &note.waiter);
		async_value_fail(value, async_error_create(memory, ASYNC_CODE_DATA_LOSS, nowhere, "lost %d", 1));
		CHECK_INT(owners_alive, 0); /* what was constructed is destroyed */
		CHECK(async_value_is_available(value) && async_value_is_error(value));
		CHECK_INT(note.code, ASYNC_CODE_DATA_LOSS);
		async_value_and_then(value, &late.waiter);
		CHECK_INT(late.turn, 2);
		CHECK_STR(async_error_message(async_value_error(value)), "lost 1");
		CHECK_INT(async_value_type(value), ASYNC_TYPE_NONE);
		async_value_release(value);
		memory_end(memory);
	}
}

static void dropping_destroys_what_exists(void)
{
	const struct async_allocator *memory = memory_begin();
	async_value_release(start_at(memory, FROM_UNCONSTRUCTED, 0));
	async_value_release(start_at(memory, FROM_CONSTRUCTED, 1));
	CHECK_INT(owners_alive, 0);
	struct owner owner;
	owner_init(&owner, 2);
	async_value_release(async_value_create_available(memory, type_owner(), &owner));
	CHECK_INT(owners_alive, 0);
	CHECK_INT(owners_moved, 1);
	memory_end(memory);
}

/* ---- dropped before it was available */

static void drop_fails_waiters(void)
{
	for (int start = FROM_UNCONSTRUCTED; start <= FROM_CONSTRUCTED; start++) {
		const struct async_allocator *memory = memory_begin();
		struct async_value *value = start_at(memory, (enum start)start, 5);
		int count = 0;
		struct note first = note_of(&count, value), second = note_of(&count, value);
		async_value_and_then(value, &first.waiter);
		async_value_and_then(value, &second.waiter);
		async_value_release(value);
		CHECK_INT(first.turn, 1);
		CHECK_INT(second.turn, 2);
		CHECK_INT(first.state, ASYNC_ERROR);
		CHECK_INT(first.code, ASYNC_CODE_CANCELLED);
		CHECK_INT(second.code, ASYNC_CODE_CANCELLED);
		memory_end(memory);
	}
}

struct keeper {
	struct async_waiter waiter;
	struct async_value *value;
};

static void keep(struct async_waiter *waiter) { async_value_retain(((struct keeper *)waiter)->value); }

static void waiter_can_keep_a_dropped_value(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *value = async_value_create(memory, type_i32());
	struct keeper keeper = { { NULL, keep }, value };
	async_value_and_then(value, &keeper.waiter);
	async_value_release(value);
	CHECK(async_value_is_error(value)); /* it lives on, by the reference of the waiter */
	CHECK_INT(async_error_code(async_value_error(value)), ASYNC_CODE_CANCELLED);
	async_value_release(value);
	memory_end(memory);
}

/* ---- payloads */

static void int32_takes_28_bytes(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *value = make_i32(memory, -5);
	struct async_allocator_stats stats = async_allocator_stats(memory);
	CHECK_INT(stats.live_blocks, 1);
	CHECK_INT(stats.live_bytes, sizeof(struct async_value) + 4);
	CHECK_INT(get_i32(value), -5);
	CHECK(async_value_payload_small(value) == async_value_payload(value));
	CHECK_INT(async_value_type(value), type_i32());
	async_value_release(value);
	memory_end(memory);
}

static void payloads_are_aligned(void)
{
	static struct async_type types[7][6];
	static char names[7][6][32];
	static const size_t sizes[6] = { 1, 2, 8, 12, 64, 200 };
	const struct async_allocator *memory = memory_begin();
	for (unsigned a = 0; a < 7; a++) {
		for (unsigned s = 0; s < 6; s++) {
			unsigned char bytes[200];
			size_t align = (size_t)1 << a;
			snprintf(names[a][s], sizeof names[a][s], "!test.align%zu.size%zu", align, sizes[s]);
			types[a][s] = (struct async_type){ names[a][s], sizes[s], align, NULL, NULL, NULL };
			async_type_id id = async_type_register(&types[a][s]);
			for (size_t i = 0; i < sizes[s]; i++)
				bytes[i] = (unsigned char)(17 * a + 3 * s + i);
			struct async_value *value = async_value_create_available(memory, id, bytes);
			struct async_value *later = async_value_create(memory, id);
			CHECK_OR_RETURN(value && later);
			async_value_emplace(later, bytes);
			CHECK_INT((uintptr_t)async_value_payload(value) % align, 0);
			CHECK_INT((uintptr_t)async_value_payload(later) % align, 0);
			CHECK_BYTES(async_value_payload(value), sizes[s], bytes, sizes[s]);
			CHECK_BYTES(async_value_payload(later), sizes[s], bytes, sizes[s]);
			async_value_release(value);
			async_value_release(later);
		}
	}
	memory_end(memory);
}

static void no_memory_leaves_the_payload_alone(void)
{
	const struct async_allocator *failing = async_allocator_create_failing(NULL, 1);
	struct owner owner;
	owners_alive = owners_moved = 0;
	owner_init(&owner, 4);
	CHECK(!async_value_create_available(failing, type_owner(), &owner));
	CHECK_INT(owners_moved, 0);
	CHECK(owner.self == &owner);
	async_allocator_fail_nth(failing, 1);
	CHECK(!async_value_create(failing, type_i32()));
	async_allocator_fail_nth(failing, 1);
	CHECK(!async_chain_create(failing));
	async_allocator_destroy(failing);
	owner_destroy(&owner);
}

/* ---- references */

static void unique_means_one_reference(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *value = make_i32(memory, 1), *unavailable = async_value_create(memory, type_i32());
	struct async_value *error = async_value_create_error(memory,
		async_error_create(memory, ASYNC_CODE_UNKNOWN, nowhere, "x"));
	CHECK(async_value_is_unique(value));
	CHECK(!async_value_is_unique(unavailable));
	CHECK(!async_value_is_unique(error));
	CHECK(!async_value_is_unique(async_chain()));
	CHECK(async_value_retain(value) == value);
	CHECK(!async_value_is_unique(value));
	async_value_release(value);
	CHECK(async_value_is_unique(value));
	CHECK(async_value_retain_n(value, 5) == value);
	CHECK(!async_value_is_unique(value));
	async_value_release_n(value, 4);
	async_value_release(value);
	CHECK(async_value_is_unique(value));
	async_value_release(value);
	async_value_release(unavailable);
	async_value_release(error);
	async_value_release(NULL);
	memory_end(memory);
}

static void release_n_can_be_the_last(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *value = async_value_retain_n(make_i32(memory, 1), 2);
	async_value_release_n(value, 3);
	memory_end(memory);
}

static void chain_is_immortal(void)
{
	struct async_value *chain = async_chain();
	CHECK(chain == &async_chain_value);
	CHECK_INT(async_value_state(chain), ASYNC_AVAILABLE);
	CHECK_INT(async_value_type(chain), ASYNC_TYPE_CHAIN);
	async_value_retain(chain);
	async_value_release_n(chain, 1000);
	async_value_release(chain);
	CHECK_INT(async_value_state(chain), ASYNC_AVAILABLE);
	int count = 0;
	struct note note = note_of(&count, chain);
	async_value_and_then(chain, &note.waiter);
	CHECK_INT(note.turn, 1);
}

static void chains_can_be_late(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_value *chain = async_chain_create(memory);
	int count = 0;
	struct note note = note_of(&count, chain);
	async_value_and_then(chain, &note.waiter);
	CHECK_INT(async_value_type(chain), ASYNC_TYPE_CHAIN);
	async_value_set_available(chain);
	CHECK_INT(note.state, ASYNC_AVAILABLE);
	async_value_release(chain);
	memory_end(memory);
}

static void error_values_own_their_error(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_error *error = async_error_create(memory, ASYNC_CODE_ABORTED, nowhere, "stop");
	struct async_value *one = async_value_create_error(memory, async_error_retain(error));
	struct async_value *two = async_value_create_error(NULL, error);
	CHECK(async_value_error(one) == async_value_error(two));
	CHECK_INT(async_value_type(one), ASYNC_TYPE_NONE);
	CHECK(async_value_target(one) == one);
	async_value_release(one);
	CHECK_STR(async_error_message(async_value_error(two)), "stop");
	async_value_release(two);
	const struct async_allocator *failing = async_allocator_create_failing(NULL, 1);
	CHECK(!async_value_create_error(
		failing, async_error_create(memory, ASYNC_CODE_ABORTED, nowhere, "taken over")));
	async_allocator_destroy(failing);
	memory_end(memory);
}

static void out_of_memory_is_immortal(void)
{
	struct async_value *value = async_value_out_of_memory();
	CHECK(value == async_value_out_of_memory());
	CHECK_INT(async_value_state(value), ASYNC_ERROR);
	CHECK_INT(async_error_code(async_value_error(value)), ASYNC_CODE_RESOURCE_EXHAUSTED);
	async_value_release_n(async_value_retain(value), 1000);
	async_value_release(value);
	struct async_value *indirect = async_value_create_indirect(NULL, ASYNC_TYPE_NONE);
	async_value_forward(indirect, value);
	CHECK(async_value_error(indirect) == async_value_error(value));
	async_value_release(indirect);
	CHECK_INT(async_error_code(async_value_error(value)), ASYNC_CODE_RESOURCE_EXHAUSTED);
	CHECK(!async_value_is_unique(value));
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(unconstructed_can_be_constructed),
		CHECK_CASE(unconstructed_can_be_emplaced),
		CHECK_CASE(unconstructed_can_be_set_available_after_building_in_place),
		CHECK_CASE(both_can_fail),
		CHECK_CASE(dropping_destroys_what_exists),
		CHECK_CASE(drop_fails_waiters),
		CHECK_CASE(waiter_can_keep_a_dropped_value),
		CHECK_CASE(int32_takes_28_bytes),
		CHECK_CASE(payloads_are_aligned),
		CHECK_CASE(no_memory_leaves_the_payload_alone),
		CHECK_CASE(unique_means_one_reference),
		CHECK_CASE(release_n_can_be_the_last),
		CHECK_CASE(chain_is_immortal),
		CHECK_CASE(chains_can_be_late),
		CHECK_CASE(error_values_own_their_error),
		CHECK_CASE(out_of_memory_is_immortal),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
