/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The engine that connects processes of one address space: exchanges and transfers of threads, ends of processes; a promise
 * against a cancellation. */
#include "check.h"
#include <kernels/world.h>
#include <pthread.h>
#include <stdlib.h>

enum { MEMBERS = 4, ROUNDS = 50 };

static struct async_value *number(int64_t n)
{
	return async_value_create_available(async_allocator_system(), kernels_types()->i64, &n);
}

static int64_t read_number(struct async_value *value)
{
	return *(const int64_t *)async_value_payload(value);
}

static struct kernels_process process_at(struct kernels_world *world, uint32_t replica)
{
	return (struct kernels_process){ sizeof(struct kernels_process), replica, 0, MEMBERS, 1, kernels_world_engine(),
		world };
}

static void exchange(struct kernels_world *world, uint32_t self, int64_t channel, int64_t n, struct async_value **results)
{
	static const uint32_t members[MEMBERS] = { 2, 0, 3, 1 };
	struct kernels_process process = process_at(world, self);
	struct async_value *input = number(n);
	struct kernels_exchange exchange = { .kind = 1, .channel = channel, .members = members, .member_count = MEMBERS,
		.inputs = &input, .input_count = 1 };
	while (members[exchange.self] != self)
		exchange.self++;
	CHECK(kernels_world_engine()->exchange(world, &process, &exchange, results));
	async_value_release(input);
}

static void release_all(struct async_value **values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		async_value_release(values[i]);
}

/* ---- threads */

struct member {
	struct kernels_world *world;
	uint32_t self;
	pthread_t thread;
	struct async_value *results[ROUNDS][MEMBERS];
};

static void *take_part(void *data)
{
	struct member *member = data;
	for (int round = 0; round < ROUNDS; round++)
		exchange(member->world, member->self, round % 3, 100 * round + (int)member->self, member->results[round]);
	kernels_world_end(member->world, member->self);
	return NULL;
}

static void members_are_matched_in_order(void)
{
	static const uint32_t members[MEMBERS] = { 2, 0, 3, 1 };
	struct kernels_world *world = kernels_world_create(async_allocator_system(), MEMBERS, 1);
	struct member all[MEMBERS];
	for (uint32_t i = 0; i < MEMBERS; i++) {
		all[i] = (struct member){ .world = world, .self = i };
		if (pthread_create(&all[i].thread, NULL, take_part, &all[i]) != 0)
			abort();
	}
	for (uint32_t i = 0; i < MEMBERS; i++)
		pthread_join(all[i].thread, NULL);
	for (uint32_t i = 0; i < MEMBERS; i++)
		for (int round = 0; round < ROUNDS; round++) {
			for (uint32_t m = 0; m < MEMBERS; m++)
				CHECK_INT(read_number(all[i].results[round][m]), 100 * round + (int)members[m]);
			release_all(all[i].results[round], MEMBERS);
		}
	kernels_world_release(world);
}

/* ---- processes that end */

static void values_of_ended_members_fail(void)
{
	struct kernels_world *world = kernels_world_create(async_allocator_system(), MEMBERS, 1);
	struct async_value *early[MEMBERS], *late[MEMBERS];
	exchange(world, 0, 7, 10, early);
	CHECK(!async_value_is_available(early[0]) && async_value_is_available(early[1]));
	kernels_world_end(world, 2);
	CHECK(async_value_is_error(early[0])); /* process 2 is the first member */
	CHECK(!async_value_is_available(early[2]) && !async_value_is_error(early[2]));
	CHECK(strstr(async_error_message(async_value_error(early[0])), "replica 2, partition 0 has ended"));
	exchange(world, 1, 7, 11, late);
	CHECK(async_value_is_error(late[0]));
	CHECK_INT(read_number(late[1]), 10);
	CHECK_INT(read_number(early[3]), 11);
	kernels_world_end(world, 3);
	CHECK(async_value_is_error(early[2]) && async_value_is_error(late[2]));
	kernels_world_end(world, 0);
	kernels_world_end(world, 1);
	release_all(early, MEMBERS);
	release_all(late, MEMBERS);
	kernels_world_release(world);
}

static void a_process_whose_time_is_up_is_not_blamed(void)
{
	struct kernels_world *world = kernels_world_create(async_allocator_system(), MEMBERS, 1);
	struct async_value *results[MEMBERS];
	const struct kernels_process late = process_at(world, 1);
	struct async_error *error = async_error_make(ASYNC_CODE_DEADLINE_EXCEEDED, "Deadline exceeded");
	exchange(world, 0, 7, 10, results);
	kernels_world_engine()->cancelled(world, &late, error);
	async_error_release(error);
	kernels_world_end(world, 1);
	for (uint32_t i = 0; i < MEMBERS; i++)
		if (async_value_is_error(results[i])) {
			CHECK_INT(async_error_code(async_value_error(results[i])), ASYNC_CODE_DEADLINE_EXCEEDED);
			CHECK(!strstr(async_error_message(async_value_error(results[i])), "replica"));
		}
	CHECK(async_value_is_error(results[3])); /* process 1 is the last member */
	for (uint32_t i = 0; i < MEMBERS; i++)
		if (i != 1)
			kernels_world_end(world, i);
	release_all(results, MEMBERS);
	kernels_world_release(world);
}

/* ---- errors */

static void exchange_as(struct kernels_world *world, uint32_t self, const char *name, uint64_t fingerprint, struct async_value *input,
	struct async_value **results)
{
	static const uint32_t members[] = { 0, 1 };
	const struct kernels_process process = process_at(world, self);
	const struct kernels_exchange exchange = { .kind = 1, .channel = 2, .members = members, .member_count = 2, .self = self,
		.inputs = &input, .input_count = 1, .fingerprint = fingerprint, .name = name };
	CHECK(kernels_world_engine()->exchange(world, &process, &exchange, results));
	async_value_release(input);
}

static bool fails_with(struct async_value *value, const char *text)
{
	return async_value_is_error(value) && strstr(async_error_message(async_value_error(value)), text);
}

static void members_with_different_operations_get_errors(void)
{
	struct kernels_world *world = kernels_world_create(async_allocator_system(), MEMBERS, 1);
	struct async_value *first[2], *second[2];
	exchange_as(world, 0, "all_gather", 1, number(5), first);
	exchange_as(world, 1, "all_reduce", 2, number(6), second);
	CHECK(fails_with(first[1], "replica 1, partition 0 takes part with all_reduce where this process has all_gather"));
	CHECK(fails_with(second[0], "replica 0, partition 0 takes part with all_gather where this process has all_reduce"));
	CHECK_INT(read_number(first[0]), 5);
	release_all(first, 2);
	release_all(second, 2);
	exchange_as(world, 0, "all_gather", 1, number(5), first); /* another type, for example */
	exchange_as(world, 1, "all_gather", 2, number(6), second);
	CHECK(fails_with(first[1], "replica 1, partition 0 takes part in all_gather with another type, shape, group, attribute or program"));
	CHECK(fails_with(second[0], "replica 0, partition 0 takes part in all_gather with another type"));
	release_all(first, 2);
	release_all(second, 2);
	exchange_as(world, 1, "all_gather", 1, number(7), second); /* the next ones meet again */
	exchange_as(world, 0, "all_gather", 1, number(8), first);
	CHECK_INT(read_number(first[1]), 7);
	CHECK_INT(read_number(second[0]), 8);
	release_all(first, 2);
	release_all(second, 2);
	kernels_world_release(world);
}

/* ---- fingerprints */

static bool differ(const struct kernels_fingerprint *one, const struct kernels_fingerprint *other, const char *expected)
{
	char text[KERNELS_FINGERPRINT_TEXT];
	kernels_fingerprint_difference(kernels_fingerprint_make(one), kernels_fingerprint_make(other), text, sizeof text);
	return strcmp(text, expected) == 0;
}

static void fingerprints_name_what_differs(void)
{
	const struct kernels_fingerprint one = { 1, 2, 3, 4, 5 };
	CHECK(kernels_fingerprint_make(&one) == kernels_fingerprint_make(&(struct kernels_fingerprint){ 1, 2, 3, 4, 5 }));
	CHECK(differ(&one, &(struct kernels_fingerprint){ 6, 2, 3, 4, 5 }, "element type"));
	CHECK(differ(&one, &(struct kernels_fingerprint){ 1, 6, 3, 4, 5 }, "shape"));
	CHECK(differ(&one, &(struct kernels_fingerprint){ 1, 2, 6, 4, 5 }, "group"));
	CHECK(differ(&one, &(struct kernels_fingerprint){ 1, 2, 3, 6, 5 }, "attribute"));
	CHECK(differ(&one, &(struct kernels_fingerprint){ 1, 2, 3, 4, 6 }, "program"));
	CHECK(differ(&one, &(struct kernels_fingerprint){ 1, 6, 3, 4, 6 }, "shape and program"));
	CHECK(differ(&one, &(struct kernels_fingerprint){ 7, 6, 8, 9, 10 }, "element type, shape, group, attribute and program"));
	CHECK(differ(&one, &(struct kernels_fingerprint){ 2, 1, 3, 4, 5 }, "element type and shape")); /* the order counts */
	int unnamed = 0;
	char text[KERNELS_FINGERPRINT_TEXT];
	for (uint64_t i = 0; i < 100000; i++) {
		const struct kernels_fingerprint other = { 1, 2, 3, 4, 1000 + i };
		const uint64_t a = kernels_fingerprint_make(&one), b = kernels_fingerprint_make(&other);
		CHECK(a != b);
		unnamed += strcmp(kernels_fingerprint_difference(a, b, text, sizeof text), "program") != 0;
	}
	CHECK(unnamed > 100000 / 400 && unnamed < 100000 / 150); /* one in 256 */
	CHECK(strlen(kernels_fingerprint_difference(0, 1, text, sizeof text)) < KERNELS_FINGERPRINT_TEXT);
	CHECK(strcmp(kernels_fingerprint_difference(0, UINT64_MAX, text, 8), "element") == 0);
}

static void errors_name_their_member(void)
{
	struct kernels_world *world = kernels_world_create(async_allocator_system(), MEMBERS, 1);
	struct async_value *first[2], *second[2];
	exchange_as(world, 1, "all_gather", 1,
		async_value_create_error(async_allocator_system(), async_error_make(ASYNC_CODE_OUT_OF_RANGE, "no such row")), second);
	exchange_as(world, 0, "all_gather", 1, number(5), first);
	CHECK(fails_with(first[1], "replica 1, partition 0: no such row"));
	CHECK(fails_with(second[1], "replica 1, partition 0: no such row"));
	CHECK(async_error_code(async_value_error(first[1])) == ASYNC_CODE_OUT_OF_RANGE);
	CHECK_INT(read_number(second[0]), 5);
	release_all(first, 2);
	release_all(second, 2);
	kernels_world_release(world);
}

/* ---- transfers */

static void transfer(struct kernels_world *world, bool send, uint32_t self, int64_t peer, int64_t n, struct async_value **result)
{
	struct kernels_process process = process_at(world, self);
	struct async_value *input = number(n);
	struct kernels_transfer transfer = { .channel = 5, .peer = peer, .inputs = send ? &input : NULL, .count = 1 };
	if (send)
		CHECK(kernels_world_engine()->send(world, &process, &transfer));
	else
		CHECK(kernels_world_engine()->receive(world, &process, &transfer, result));
	async_value_release(input);
}

static void transfers_keep_their_order(void)
{
	struct kernels_world *world = kernels_world_create(async_allocator_system(), MEMBERS, 1);
	struct async_value *results[5];
	transfer(world, true, 0, 1, 20, NULL);
	transfer(world, true, 2, 1, 21, NULL);
	transfer(world, true, 0, -1, 22, NULL);
	transfer(world, false, 1, 2, 0, &results[0]); /* from 2 */
	transfer(world, false, 1, -1, 0, &results[1]); /* the first to arrive */
	transfer(world, false, 3, 0, 0, &results[2]);
	transfer(world, false, 3, 1, 0, &results[3]); /* not sent yet */
	CHECK_INT(read_number(results[0]), 21);
	CHECK_INT(read_number(results[1]), 20);
	CHECK_INT(read_number(results[2]), 22);
	CHECK(!async_value_is_available(results[3]));
	transfer(world, true, 1, 3, 23, NULL);
	CHECK_INT(read_number(results[3]), 23);
	transfer(world, true, 0, 2, 24, NULL); /* nobody receives it */
	transfer(world, false, 3, 2, 0, &results[4]);
	CHECK(!async_value_is_error(results[4]));
	for (uint32_t i = 0; i < MEMBERS; i++)
		kernels_world_end(world, i);
	CHECK(async_value_is_error(results[4]));
	release_all(results, 5);
	kernels_world_release(world);
}

/* ---- a promised value against the end of the request */

struct arrival {
	struct async_value *promised; /* one reference of its own */
	uint32_t *turn;
};

static void meet(uint32_t *turn)
{
	__atomic_add_fetch(turn, 1, __ATOMIC_ACQ_REL);
	while (__atomic_load_n(turn, __ATOMIC_ACQUIRE) < 2)
		;
}

static void *arrive(void *ctx)
{
	struct arrival *arrival = ctx;
	int64_t payload = 7;
	meet(arrival->turn);
	async_value_emplace(arrival->promised, &payload);
	async_value_release(arrival->promised);
	return NULL;
}

static int misuses;
static void note_misuse(void *ctx, const struct async_misuse *misuse)
{
	(void)ctx;
	(void)misuse;
	__atomic_add_fetch(&misuses, 1, __ATOMIC_RELAXED);
}

/* Both complete the value that kernels see at the same time: one wins, and the work of the request ends once. */
static void arrival_and_cancellation_race(void)
{
	enum { RACES = 400 };
	struct async_host host = ASYNC_HOST_INIT;
	const struct kernels_site site = { 0 };
	int arrived = 0;
	host.queue = async_queue_create_single(NULL);
	host.allocator = async_allocator_create_counting(NULL);
	async_set_misuse_handler(note_misuse, NULL);
	for (int i = 0; i < RACES; i++) {
		uint32_t turn = 0;
		pthread_t thread;
		struct async_request *request = async_request_create(&host, NULL);
		struct async_value *value = async_value_create(host.allocator, kernels_types()->i64);
		struct arrival arrival = { async_value_retain(value), &turn };
		struct kernels_frame frame = { .request = request, .site = &site };
		kernels_frame_await(&frame, &value, 1);
		CHECK_OR_RETURN(pthread_create(&thread, NULL, arrive, &arrival) == 0);
		meet(&turn);
		for (volatile int k = i % 40; k > 0; k--)
			;
		async_request_cancel(request);
		pthread_join(thread, NULL);
		struct async_value *idle = async_request_idle(request);
		CHECK(async_value_is_available(value) && async_value_is_available(idle));
		arrived += !async_value_is_error(value);
		CHECK(async_value_is_error(value) || read_number(async_value_target(value)) == 7);
		async_value_release(idle);
		async_value_release(value);
		async_request_release(request);
	}
	async_set_misuse_handler(NULL, NULL);
	printf("# %d of %d values arrived before the cancellation\n", arrived, RACES);
	CHECK_INT(misuses, 0);
	CHECK_INT(async_allocator_stats(host.allocator).live_blocks, 0);
	async_queue_destroy(host.queue);
	async_allocator_destroy(host.allocator);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(members_are_matched_in_order),
		CHECK_CASE(values_of_ended_members_fail),
		CHECK_CASE(a_process_whose_time_is_up_is_not_blamed),
		CHECK_CASE(members_with_different_operations_get_errors),
		CHECK_CASE(fingerprints_name_what_differs),
		CHECK_CASE(errors_name_their_member),
		CHECK_CASE(transfers_keep_their_order),
		CHECK_CASE(arrival_and_cancellation_race),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
