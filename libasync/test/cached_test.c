/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The base of the cached allocator. It can be set once per process, so this is a separate program. */
#include "support.h"
#include <pthread.h>

static const struct async_allocator *base, *failing; /* made for the process */

static void takes_from_what_it_is_told(void)
{
	base = async_allocator_create_counting(NULL);
	failing = async_allocator_create_failing(base, 1);
	CHECK(async_allocator_cached_use(failing));
	CHECK(async_allocator_cached_use(failing)); /* the same base again */
	CHECK(!async_allocator_cached_use(NULL));
	CHECK(!async_allocator_cached_use(base));
	uint64_t blocks = async_allocator_stats(base).live_blocks;
	CHECK(!make_i32(async_allocator_cached(), 1)); /* and fails when the base has no memory */
	async_allocator_fail_nth(failing, 1);
	CHECK(!async_alloc(async_allocator_cached(), 1000, 8));
	CHECK_INT(async_allocator_stats(base).live_blocks, blocks);
	struct async_value *value = make_i32(async_allocator_cached(), 2);
	CHECK_OR_RETURN(value);
	CHECK_INT(get_i32(value), 2);
	CHECK(async_allocator_stats(base).live_blocks == blocks + 1);
	void *large = async_alloc(async_allocator_cached(), 1000, 8);
	CHECK_INT(async_allocator_stats(base).live_blocks, blocks + 2);
	large = async_resize(async_allocator_cached(), large, 1000, 2000, 8);
	CHECK(async_allocator_stats(base).live_bytes >= 2000);
	async_free(async_allocator_cached(), large, 2000, 8);
	async_value_release(value);
}

static void *make_and_drop(void *arg)
{
	for (int i = 0; i < 10000; i++) {
		struct async_value *value = make_i32(async_allocator_cached(), i);
		if (!value || get_i32(value) != i)
			__atomic_fetch_add((int *)arg, 1, __ATOMIC_RELAXED);
		async_value_release(value);
	}
	return NULL;
}

static void threads_use_it(void)
{
	pthread_t threads[3];
	int wrong = 0;
	uint64_t blocks = async_allocator_stats(base).live_blocks;
	for (int i = 0; i < 3; i++) {
		if (pthread_create(&threads[i], NULL, make_and_drop, &wrong) != 0)
			abort();
	}
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	CHECK_INT(wrong, 0);
	CHECK(async_allocator_stats(base).live_blocks <= blocks + 1); /* the next thread reuses the blocks */
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(takes_from_what_it_is_told), CHECK_CASE(threads_use_it) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
