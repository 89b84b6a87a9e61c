/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The allocators: one suite for all, then cases for each. */
#include "support.h"
#include <pthread.h>
#ifdef TEST_MIMALLOC
#include <async/mimalloc.h>
#endif

static bool is_filled(const unsigned char *p, size_t size, unsigned char with)
{
	for (size_t i = 0; i < size; i++) {
		if (p[i] != with)
			return false;
	}
	return true;
}

/* ---- requirements for every allocator */

static void keeps_the_contract(const struct async_allocator *a)
{
	static const size_t sizes[] = { 0, 1, 7, 8, 9, 16, 24, 28, 100, 1000 };
	enum { SIZES = sizeof sizes / sizeof *sizes };
	unsigned char *blocks[7][SIZES];
	for (unsigned power = 0; power < 7; power++) {
		for (unsigned s = 0; s < SIZES; s++) {
			unsigned char *p = async_alloc(a, sizes[s], (size_t)1 << power);
			CHECK_OR_RETURN(p != NULL);
			CHECK_INT((uintptr_t)p & (((uintptr_t)1 << power) - 1), 0);
			memset(p, (int)(16 * power + s), sizes[s]);
			blocks[power][s] = p;
		}
	}
	for (unsigned power = 0; power < 7; power++) {
		for (unsigned s = 0; s < SIZES; s++) {
			unsigned char with = (unsigned char)(16 * power + s);
			size_t align = (size_t)1 << power, grown = 2 * sizes[s] + 1, shrunk = sizes[s] / 2;
			unsigned char *p = blocks[power][s];
			CHECK(is_filled(p, sizes[s], with));
			p = async_resize(a, p, sizes[s], grown, align);
			CHECK_OR_RETURN(p != NULL);
			CHECK_INT((uintptr_t)p & (align - 1), 0);
			CHECK(is_filled(p, sizes[s], with));
			memset(p, with, grown);
			p = async_resize(a, p, grown, shrunk, align);
			CHECK_OR_RETURN(p != NULL);
			CHECK(is_filled(p, shrunk, with));
			async_free(a, p, shrunk, align);
		}
	}
	void *fresh = async_resize(a, NULL, 0, 50, 8);
	CHECK(fresh != NULL);
	async_free(a, fresh, 50, 8);
	async_free(a, NULL, 10, 8);
}

static void system_keeps_the_contract(void)
{
	const struct async_allocator *a = async_allocator_system();
	CHECK(a == async_allocator_system());
	keeps_the_contract(a);
	async_allocator_destroy(a); /* ignored */
	async_allocator_destroy(NULL);
	keeps_the_contract(a);
}

static void counting_keeps_the_contract(void)
{
	const struct async_allocator *a = memory_begin();
	keeps_the_contract(a);
	memory_end(a);
}

static void failing_keeps_the_contract(void)
{
	const struct async_allocator *a = async_allocator_create_failing(NULL, 0);
	keeps_the_contract(a);
	async_allocator_destroy(a);
}

static void fixed_keeps_the_contract(void)
{
	const struct async_allocator *memory = memory_begin();
	const struct async_allocator *a = async_allocator_create_fixed(memory, 100000);
	keeps_the_contract(a);
	async_allocator_destroy(a);
	memory_end(memory);
}

/* resize may be missing */
static void *plain_alloc(void *ctx, size_t size, size_t align) { return async_alloc(ctx, size, align); }
static void plain_free(void *ctx, void *p, size_t size, size_t align) { async_free(ctx, p, size, align); }

static void plain_keeps_the_contract(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_allocator a = { plain_alloc, NULL, plain_free, (void *)(uintptr_t)memory };
	keeps_the_contract(&a);
	const struct async_allocator *counting = async_allocator_create_counting(&a);
	keeps_the_contract(counting);
	async_allocator_destroy(counting);
	memory_end(memory);
}

/* ---- counting */

static void counts_exactly(void)
{
	const struct async_allocator *a = memory_begin();
	void *p = async_alloc(a, 100, 8), *q = async_alloc(a, 50, 64);
	async_free(a, q, 50, 64);
	void *r = async_alloc(a, 0, 1);
	p = async_resize(a, p, 100, 130, 8);
	struct async_allocator_stats stats = async_allocator_stats(a);
	CHECK_INT(stats.live_blocks, 2);
	CHECK_INT(stats.live_bytes, 130);
	CHECK_INT(stats.peak_blocks, 2);
	CHECK_INT(stats.peak_bytes, 150);
	CHECK_INT(stats.total_blocks, 3);
	CHECK_INT(stats.total_bytes, 180);
	p = async_resize(a, p, 130, 30, 8);
	CHECK_INT(async_allocator_stats(a).live_bytes, 30);
	CHECK_INT(async_allocator_stats(a).total_bytes, 180);
	async_free(a, p, 30, 8);
	async_free(a, r, 0, 1);
	memory_end(a);
}

enum { THREADS = 4, ROUNDS = TIMES(5000, 5000, 30) };

static void *allocate_much(void *arg)
{
	const struct async_allocator *a = arg;
	for (int i = 0; i < ROUNDS; i++) {
		size_t size = (size_t)(i % 97);
		unsigned char *p = async_alloc(a, size, 8), *q = async_alloc(a, 10, 16);
		if (!p || !q)
			abort();
		memset(p, i, size);
		async_free(a, q, 10, 16);
		async_free(a, p, size, 8);
	}
	return NULL;
}

static void hammer(const struct async_allocator *a)
{
	pthread_t threads[THREADS];
	for (int i = 0; i < THREADS; i++) {
		if (pthread_create(&threads[i], NULL, allocate_much, (void *)(uintptr_t)a) != 0)
			abort();
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

static void counts_exactly_under_threads(void)
{
	const struct async_allocator *a = memory_begin();
	hammer(a);
	struct async_allocator_stats stats = async_allocator_stats(a);
	CHECK_INT(stats.total_blocks, 2 * THREADS * ROUNDS);
	CHECK(stats.peak_blocks >= 2 && stats.peak_blocks <= 2 * THREADS);
	uint64_t bytes = 0;
	for (int i = 0; i < ROUNDS; i++)
		bytes += (uint64_t)(i % 97) + 10;
	CHECK_INT(stats.total_bytes, THREADS * bytes);
	memory_end(a);
}

/* ---- failing */

static void fails_the_nth_only(void)
{
	COUNTS_ALLOCATIONS();
	const struct async_allocator *memory = memory_begin();
	const struct async_allocator *a = async_allocator_create_failing(memory, 2);
	void *first = async_alloc(a, 10, 8);
	CHECK(first != NULL);
	CHECK(!async_alloc(a, 10, 8));
	void *third = async_alloc(a, 10, 8);
	CHECK(third != NULL);
	CHECK_INT(async_allocator_calls(a), 3);
	async_allocator_fail_nth(a, 1);
	memset(first, 5, 10);
	CHECK(!async_resize(a, first, 10, 20, 8)); /* untouched: */
	CHECK(is_filled(first, 10, 5));
	async_allocator_fail_nth(a, 1);
	async_allocator_fail_nth(a, 0);
	void *fifth = async_alloc(a, 10, 8);
	CHECK(fifth != NULL);
	CHECK_INT(async_allocator_calls(a), 5);
	async_free(a, first, 10, 8);
	async_free(a, third, 10, 8);
	async_free(a, fifth, 10, 8);
	async_allocator_destroy(a);
	memory_end(memory);
}

/* ---- fixed */

static void fixed_takes_one_block(void)
{
	const struct async_allocator *memory = memory_begin();
	const struct async_allocator *a = async_allocator_create_fixed(memory, 4096);
	void *p[10];
	for (int i = 0; i < 10; i++)
		p[i] = async_alloc(a, 100, 8);
	CHECK_INT(async_allocator_stats(memory).total_blocks, 1);
	for (int i = 0; i < 10; i++)
		async_free(a, p[i], 100, 8);
	async_allocator_destroy(a);
	memory_end(memory);
}

static void fixed_can_be_exhausted(void)
{
	enum { BLOCK = 64, BLOCKS = 16 };
	const struct async_allocator *a = async_allocator_create_fixed(NULL, BLOCK * BLOCKS);
	void *p[BLOCKS];
	for (int i = 0; i < BLOCKS; i++) {
		p[i] = async_alloc(a, BLOCK, 16);
		CHECK(p[i] != NULL);
	}
	CHECK(!async_alloc(a, 1, 1));
	CHECK(!async_alloc(a, SIZE_MAX, 1));
	CHECK(!async_resize(a, p[0], BLOCK, 2 * BLOCK, 16));
	CHECK(!async_resize(a, p[0], BLOCK, SIZE_MAX, 16));
	/* free every other block: many holes, none larger than a block */
	for (int i = 0; i < BLOCKS; i += 2)
		async_free(a, p[i], BLOCK, 16);
	CHECK(!async_alloc(a, BLOCK + 1, 16));
	/* the rest, from both ends to the middle: each closes the gap between two holes */
	for (int i = 1; i < BLOCKS / 2; i += 2) {
		async_free(a, p[i], BLOCK, 16);
		async_free(a, p[BLOCKS - i], BLOCK, 16);
	}
	void *all = async_alloc(a, BLOCK * BLOCKS, 16);
	CHECK(all != NULL); /* merged into one again */
	async_free(a, all, BLOCK * BLOCKS, 16);
	async_allocator_destroy(a);
}

static void fixed_resizes_in_place(void)
{
	const struct async_allocator *a = async_allocator_create_fixed(NULL, 1024);
	unsigned char *p = async_alloc(a, 512, 16);
	memset(p, 1, 512);
	/* more than half of everything: only possible where it is */
	CHECK(async_resize(a, p, 512, 1024, 16) == p);
	CHECK(is_filled(p, 512, 1));
	CHECK(!async_alloc(a, 1, 1));
	CHECK(async_resize(a, p, 1024, 100, 16) == p);
	unsigned char *q = async_alloc(a, 500, 16);
	CHECK(q != NULL); /* the end was given back */
	unsigned char *moved = async_resize(a, p, 100, 200, 16);
	CHECK(moved != NULL && moved != p); /* the neighbour is taken */
	CHECK(is_filled(moved, 100, 1));
	async_free(a, moved, 200, 16);
	async_free(a, q, 500, 16);
	async_allocator_destroy(a);
}

static void fixed_aligns_within(void)
{
	const struct async_allocator *a = async_allocator_create_fixed(NULL, 2048);
	void *small = async_alloc(a, 1, 1), *aligned = async_alloc(a, 10, 512);
	CHECK_OR_RETURN(small && aligned);
	CHECK_INT((uintptr_t)aligned % 512, 0);
	void *between = async_alloc(a, 16, 16); /* what the alignment skipped is not lost */
	CHECK(!between || (uintptr_t)between < (uintptr_t)aligned || (uintptr_t)small > (uintptr_t)between);
	async_free(a, small, 1, 1);
	async_free(a, aligned, 10, 512);
	async_free(a, between, 16, 16);
	void *all = async_alloc(a, 2048, 16);
	CHECK(all != NULL);
	async_free(a, all, 2048, 16);
	async_allocator_destroy(a);
}

static void fixed_is_safe_under_threads(void)
{
	const struct async_allocator *a = async_allocator_create_fixed(NULL, 4096);
	hammer(a);
	void *all = async_alloc(a, 4096, 16);
	CHECK(all != NULL);
	async_free(a, all, 4096, 16);
	async_allocator_destroy(a);
}

static void fixed_may_be_tiny(void)
{
	const struct async_allocator *a = async_allocator_create_fixed(NULL, 3);
	CHECK_OR_RETURN(a != NULL);
	CHECK(!async_alloc(a, 1, 1));
	async_allocator_destroy(a);
	CHECK(!async_allocator_create_fixed(NULL, SIZE_MAX));
}

/* ---- pooled */

static void pooled_keeps_the_contract(void)
{
	const struct async_allocator *a = async_allocator_pooled();
	CHECK(a == async_allocator_pooled());
	keeps_the_contract(a);
	hammer(a);
	const struct async_allocator *counting = async_allocator_create_counting(a);
	keeps_the_contract(counting);
	memory_end(counting);
	CHECK(!async_allocator_is_budget(a));
}

/* The blocks of a computation, again and again, in pages that stay. */
static void pooled_reuses_pages(void)
{
	enum { LIVE = 3, LARGE = 1 << 20 };
	const struct async_allocator *a = async_allocator_pooled();
	unsigned char *blocks[LIVE] = { NULL };
	async_allocator_pooled_keep(64u << 20);
	for (size_t i = 0; i < 50; i++) {
		unsigned char **block = &blocks[i % LIVE];
		if (*block)
			CHECK(is_filled(*block, 3, (unsigned char)(i % LIVE)));
		async_free(a, *block, LARGE, 64);
		*block = async_alloc(a, LARGE, 64);
		CHECK_OR_RETURN(*block != NULL);
		CHECK_INT((uintptr_t)*block & 63, 0);
		memset(*block, (int)(i % LIVE), 3);
	}
	CHECK(async_allocator_pooled_bytes() <= (LIVE + 1) * (size_t)LARGE + 65536);
	for (size_t i = 0; i < LIVE; i++)
		async_free(a, blocks[i], LARGE, 64);
}

static void pooled_returns_pages(void)
{
	const struct async_allocator *a = async_allocator_pooled();
	const size_t size = (size_t)40 << 20;
	async_allocator_pooled_keep(1 << 20);
	void *low = async_alloc(a, 5000, 64), *high = async_alloc(a, size, 64);
	CHECK_OR_RETURN(low && high);
	memset(high, 1, size);
	async_free(a, high, size, 64);
	CHECK(async_allocator_pooled_bytes() <= 2 << 20);
	high = async_alloc(a, size, 64); /* pages that were returned are 0, or are not accessed by the allocator */
	CHECK_OR_RETURN(high != NULL);
	memset(high, 2, size);
	async_free(a, low, 5000, 64);
	async_free(a, high, size, 64);
	async_allocator_pooled_keep(0);
	CHECK_INT(async_allocator_pooled_bytes(), 0);
	async_allocator_pooled_keep((size_t)256 << 20);
}

static void budgets_are_known(void)
{
	const struct async_allocator *a = async_allocator_create_budget(NULL, 100);
	CHECK_OR_RETURN(a != NULL);
	CHECK(async_allocator_is_budget(a));
	CHECK(!async_allocator_is_budget(async_allocator_system()));
	async_allocator_destroy(a);
}

/* ---- creating */

static void creating_can_fail(void)
{
	const struct async_allocator *memory = memory_begin();
	const struct async_allocator *base = async_allocator_create_failing(memory, 1);
	CHECK(!async_allocator_create_counting(base));
	async_allocator_fail_nth(base, 1);
	CHECK(!async_allocator_create_failing(base, 1));
	async_allocator_fail_nth(base, 1);
	CHECK(!async_allocator_create_fixed(base, 100));
	async_allocator_destroy(base);
	memory_end(memory);
}

#ifdef TEST_MIMALLOC
static void mimalloc_keeps_the_contract(void)
{
	const struct async_allocator *a = async_allocator_mimalloc();
	CHECK(a == async_allocator_mimalloc());
	keeps_the_contract(a);
	hammer(a);
	async_allocator_destroy(a); /* ignored */
	const struct async_allocator *counting = async_allocator_create_counting(a);
	keeps_the_contract(counting);
	memory_end(counting);
}
#endif

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(system_keeps_the_contract),
		CHECK_CASE(counting_keeps_the_contract),
		CHECK_CASE(failing_keeps_the_contract),
		CHECK_CASE(fixed_keeps_the_contract),
		CHECK_CASE(plain_keeps_the_contract),
		CHECK_CASE(counts_exactly),
		CHECK_CASE(counts_exactly_under_threads),
		CHECK_CASE(fails_the_nth_only),
		CHECK_CASE(fixed_takes_one_block),
		CHECK_CASE(fixed_can_be_exhausted),
		CHECK_CASE(fixed_resizes_in_place),
		CHECK_CASE(fixed_aligns_within),
		CHECK_CASE(fixed_is_safe_under_threads),
		CHECK_CASE(fixed_may_be_tiny),
		CHECK_CASE(pooled_keeps_the_contract),
		CHECK_CASE(pooled_reuses_pages),
		CHECK_CASE(pooled_returns_pages),
		CHECK_CASE(budgets_are_known),
		CHECK_CASE(creating_can_fail),
#ifdef TEST_MIMALLOC
		CHECK_CASE(mimalloc_keeps_the_contract),
#endif
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
