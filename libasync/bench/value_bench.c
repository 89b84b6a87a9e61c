/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The cost of one async value: the loops of the published figures of the TFRT host runtime (AsyncValue), in C. With the
 * cached allocator, then with malloc; with mimalloc (BENCH_MIMALLOC) in a separate program, since linking mimalloc
 * replaces malloc. */
#include "bench.h"
#include <async/async.h>
#ifdef BENCH_MIMALLOC
#include <async/mimalloc.h>
#endif

static const struct async_allocator *allocator;
static async_type_id i32;

static void out_of_memory(void)
{
	fputs("out of memory\n", stderr);
	exit(3);
}

static struct async_value *check(struct async_value *value)
{
	if (!value)
		out_of_memory();
	return value;
}

static void create_drop(void *ctx, uint64_t n)
{
	(void)ctx;
	for (uint64_t i = 0; i < n; i++) {
		int32_t payload = (int32_t)i;
		async_value_release(check(async_value_create_available(allocator, i32, &payload)));
	}
}

struct counting_waiter {
	struct async_waiter waiter;
	uint64_t count;
};

static void count(struct async_waiter *waiter) { ((struct counting_waiter *)waiter)->count++; }

static void and_then(void *ctx, uint64_t n)
{
	struct counting_waiter waiter = { { NULL, count }, 0 };
	(void)ctx;
	for (uint64_t i = 0; i < n; i++) {
		int32_t payload = (int32_t)i;
		struct async_value *value = check(async_value_create(allocator, i32));
		async_value_and_then(value, &waiter.waiter);
		async_value_emplace(value, &payload);
		async_value_release(value);
	}
	if (waiter.count != n)
		abort();
}

/* The explicit form, for a caller with exclusive access. */
static void and_then_new(void *ctx, uint64_t n)
{
	struct counting_waiter waiter = { { NULL, count }, 0 };
	(void)ctx;
	for (uint64_t i = 0; i < n; i++) {
		int32_t payload = (int32_t)i;
		struct async_value *value = check(async_value_create(allocator, i32));
		async_value_and_then_new(value, &waiter.waiter);
		async_value_emplace_new(value, &payload);
		async_value_release(value);
	}
	if (waiter.count != n)
		abort();
}

static void indirect(void *ctx, uint64_t n)
{
	struct counting_waiter waiter = { { NULL, count }, 0 };
	(void)ctx;
	for (uint64_t i = 0; i < n; i++) {
		int32_t payload = (int32_t)i;
		struct async_value *value = check(async_value_create_indirect(allocator, ASYNC_TYPE_NONE));
		async_value_and_then(value, &waiter.waiter);
		async_value_forward(value, check(async_value_create_available(allocator, i32, &payload)));
		async_value_release(value);
	}
	if (waiter.count != n)
		abort();
}

static void indirect_new(void *ctx, uint64_t n)
{
	struct counting_waiter waiter = { { NULL, count }, 0 };
	(void)ctx;
	for (uint64_t i = 0; i < n; i++) {
		int32_t payload = (int32_t)i;
		struct async_value *value = check(async_value_create_indirect(allocator, ASYNC_TYPE_NONE));
		async_value_and_then_new(value, &waiter.waiter);
		async_value_forward_new(value, check(async_value_create_available(allocator, i32, &payload)));
		async_value_release(value);
	}
	if (waiter.count != n)
		abort();
}

static void error(void *ctx, uint64_t n)
{
	struct async_location nowhere = { NULL, 0 };
	(void)ctx;
	for (uint64_t i = 0; i < n; i++) {
		struct async_error *e = async_error_create(allocator, ASYNC_CODE_INTERNAL, nowhere, "x");
		async_value_release(check(async_value_create_error(allocator, e)));
	}
}

/* An available chain need not be made: there is one for all. */
static void chain(void *ctx, uint64_t n)
{
	(void)ctx;
	for (uint64_t i = 0; i < n; i++) {
		struct async_value *value = async_chain();
		__asm__ volatile("" : "+r"(value)); /* its value must not be known at compile time */
		async_value_release(value);
	}
}

static void retain_release(void *ctx, uint64_t n)
{
	struct async_value *value = ctx;
	for (uint64_t i = 0; i < n; i++) {
		async_value_retain(value);
		async_value_release(value);
	}
}

/* What TFRT does for a pair, in 15 instructions: is the value counted? add; is it? is this the last reference?
 * subtract. Two of them are locked, which differ much between processors, so its recorded time says little here. */
static double pair_of_tfrt(void)
{
	enum { TIMES = 20000, TRIES = 301 }; /* short, to fall between the turns of other programs */
	static struct {
		uint32_t count;
		volatile bool counted; /* read each time, as by a caller that does not know */
	} value = { 1, true };
	double sample[TRIES];
	if (getenv("BENCH_ONCE")) /* instructions are counted, not time */
		return 0;
	for (int k = 0; k < TRIES; k++) {
		double start = bench_now();
		for (int i = 0; i < TIMES; i++) {
			if (value.counted)
				__atomic_fetch_add(&value.count, 1, __ATOMIC_RELAXED);
			if (value.counted && (__atomic_load_n(&value.count, __ATOMIC_ACQUIRE) == 1 ||
					__atomic_fetch_sub(&value.count, 1, __ATOMIC_ACQ_REL) == 1))
				abort();
		}
		sample[k] = (bench_now() - start) / TIMES;
	}
	qsort(sample, TRIES, sizeof *sample, bench_compare);
	return sample[TRIES / 2];
}

/* One of each stays alive, as in any real program: an allocator may do extra work whenever it gets the only block of
 * a size back. */
static void with_allocator(const struct async_allocator *wanted, const char *suffix)
{
	static const struct {
		const char *name;
		void (*loop)(void *ctx, uint64_t n);
	} loops[] = { { "create_drop", create_drop }, { "and_then", and_then }, { "and_then_new", and_then_new },
		{ "indirect", indirect }, { "indirect_new", indirect_new }, { "error", error } };
	struct async_location nowhere = { NULL, 0 };
	int32_t payload = 1;
	allocator = wanted;
	struct async_error *live_error = async_error_create(allocator, ASYNC_CODE_INTERNAL, nowhere, "x");
	struct async_value *live_indirect = check(async_value_create_indirect(allocator, ASYNC_TYPE_NONE));
	struct async_value *value = check(async_value_create_available(allocator, i32, &payload));
	for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
		char name[40];
		snprintf(name, sizeof name, "%s%s", loops[i].name, suffix);
		bench_run("async", name, 1, loops[i].loop, NULL);
	}
	if (!*suffix) { /* these allocate nothing */
		bench_run("async", "chain", 1, chain, NULL);
		bench_run_beside("async", "retain_release", 1, retain_release, value, pair_of_tfrt());
	}
	async_value_release(value);
	async_value_release(live_indirect);
	async_error_release(live_error);
}

int main(void)
{
	static const struct async_type type = { "i32", 4, 4, NULL, NULL, NULL };
	i32 = async_type_register(&type);
#ifdef BENCH_MIMALLOC
	with_allocator(async_allocator_mimalloc(), "_mimalloc");
#else
	with_allocator(async_allocator_cached(), "");
	with_allocator(async_allocator_system(), "_system");
#endif
	return 0;
}
