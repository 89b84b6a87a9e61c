/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each allocation of a test program fails in turn. In a build with FAULTY each case runs once to count the allocations
 * of the library, then once for each allocation, which is refused. Requirements:
 *
 * - no crash, and the same number of live blocks afterwards as without the failure;
 * - the call reports the failure (NULL, ASYNC_E_NOMEM, an error RESOURCE_EXHAUSTED) and changes nothing: the macros below
 *   repeat the call, and then the whole case succeeds; or
 * - the library continues without the memory, as its headers specify (a task runs in the caller, a waiter gets another
 *   error): then checks of the case may fail, but it must neither crash nor leak.
 *
 * Every allocation of every case is tried: TIMES() in support.h keeps their number small. Only a program that would
 * take longer than $ASYNC_FAULT_SECONDS (default 10) tries a sample, spread evenly over the remaining cases. The
 * program prints the number tried and the total. */
#ifndef ASYNC_TEST_FAULTY_H
#define ASYNC_TEST_FAULTY_H

#include "check.h"
#include <async/async.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

bool async__fault(int blocks); /* see src/allocator_system.c */

static struct {
	long calls, refuse; /* atomic: allocations so far; the one to refuse, 0: none */
	long live;          /* atomic: blocks */
	int hits, told;     /* atomic: refused; of these, reported by the call */
} faults;

static _Thread_local int fault_untold; /* refused in this thread, and not yet seen by a call */
static _Thread_local uintptr_t fault_kept;

bool async__fault(int blocks)
{
	if (blocks >= 0 && __atomic_add_fetch(&faults.calls, 1, __ATOMIC_RELAXED) ==
				   __atomic_load_n(&faults.refuse, __ATOMIC_RELAXED)) {
		__atomic_fetch_add(&faults.hits, 1, __ATOMIC_RELAXED);
		fault_untold++;
		return true;
	}
	__atomic_fetch_add(&faults.live, blocks, __ATOMIC_RELAXED);
	return false;
}

/* A call says that it has failed: is that why? */
static bool fault_is_told(void)
{
	if (!fault_untold)
		return false;
	fault_untold--;
	__atomic_fetch_add(&faults.told, 1, __ATOMIC_RELAXED);
	return true;
}

__attribute__((unused)) static bool fault_pointer(uintptr_t result)
{
	fault_kept = result;
	return result || !fault_is_told();
}

__attribute__((unused)) static bool fault_status(enum async_status result)
{
	fault_kept = (uintptr_t)result;
	return result != ASYNC_E_NOMEM || !fault_is_told();
}

__attribute__((unused)) static bool fault_error(struct async_error *result)
{
	fault_kept = (uintptr_t)result;
	return async_error_code(result) != ASYNC_CODE_RESOURCE_EXHAUSTED || !fault_is_told();
}

__attribute__((unused)) static bool fault_value(struct async_value *result)
{
	fault_kept = (uintptr_t)result;
	return result != async_value_out_of_memory() || !fault_is_told();
}

/* A call that fails also takes over the error. */
__attribute__((unused)) static struct async_value *fault_create_error(const struct async_allocator *allocator,
	struct async_error *error)
{
	struct async_value *value = async_value_create_error(allocator, async_error_retain(error));
	if (!value && fault_is_told())
		return async_value_create_error(allocator, error);
	async_error_release(error);
	return value;
}

/* The call, repeated if the first one was refused memory and reported it. */
#define FAULT_POINTER(call) (fault_pointer((uintptr_t)(call)) ? (__typeof__(call))fault_kept : (call))
#define FAULT_STATUS(call) (fault_status(call) ? (enum async_status)fault_kept : (call))
#define FAULT_ERROR(call) (fault_error(call) ? (struct async_error *)fault_kept : (call))
#define FAULT_VALUE(call) (fault_value(call) ? (struct async_value *)fault_kept : (call))

#define async_allocator_create_budget(...) FAULT_POINTER((async_allocator_create_budget)(__VA_ARGS__))
#define async_allocator_create_counting(...) FAULT_POINTER((async_allocator_create_counting)(__VA_ARGS__))
#define async_allocator_create_failing(...) FAULT_POINTER((async_allocator_create_failing)(__VA_ARGS__))
#define async_allocator_create_fixed(...) FAULT_POINTER((async_allocator_create_fixed)(__VA_ARGS__))
#define async_alloc(...) FAULT_POINTER((async_alloc)(__VA_ARGS__))
#define async_resize(...) FAULT_POINTER((async_resize)(__VA_ARGS__))
#define async_value_create(...) FAULT_POINTER((async_value_create)(__VA_ARGS__))
#define async_value_create_available(...) FAULT_POINTER((async_value_create_available)(__VA_ARGS__))
#define async_value_create_error(...) fault_create_error(__VA_ARGS__)
#define async_value_create_indirect(...) FAULT_POINTER((async_value_create_indirect)(__VA_ARGS__))
#define async_chain_create(...) FAULT_POINTER((async_chain_create)(__VA_ARGS__))
#define async_value_copy(...) FAULT_STATUS((async_value_copy)(__VA_ARGS__))
#define async_value_and_then_call(...) FAULT_STATUS((async_value_and_then_call)(__VA_ARGS__))
#define async_value_and_then_on(...) FAULT_STATUS((async_value_and_then_on)(__VA_ARGS__))
#define async_values_when_ready(...) FAULT_STATUS((async_values_when_ready)(__VA_ARGS__))
#define async_values_when_ready_on(...) FAULT_STATUS((async_values_when_ready_on)(__VA_ARGS__))
#define async_error_create(...) FAULT_ERROR((async_error_create)(__VA_ARGS__))
#define async_error_create_text(...) FAULT_ERROR((async_error_create_text)(__VA_ARGS__))
/* A call that fails also takes over the cause. */
#define async_error_create_from(allocator, cause, ...) \
	__extension__({ \
		struct async_error *cause_ = async_error_retain(cause); \
		struct async_error *made_ = (async_error_create_from)(allocator, cause_, __VA_ARGS__); \
		if (!fault_error(made_)) \
			made_ = (async_error_create_from)(allocator, async_error_retain(cause_), __VA_ARGS__); \
		async_error_release(cause_); \
		made_; \
	})
#define async_queue_create_single(...) FAULT_POINTER((async_queue_create_single)(__VA_ARGS__))
#define async_queue_create_threads(...) FAULT_POINTER((async_queue_create_threads)(__VA_ARGS__))
#define async_queue_create_donated(...) FAULT_POINTER((async_queue_create_donated)(__VA_ARGS__))
#define async_queue_create_adapter(...) FAULT_POINTER((async_queue_create_adapter)(__VA_ARGS__))
#define async_request_idle(...) FAULT_VALUE((async_request_idle)(__VA_ARGS__))
#define async_request_create(...) FAULT_POINTER((async_request_create)(__VA_ARGS__))
#define async_request_create_child(...) FAULT_POINTER((async_request_create_child)(__VA_ARGS__))
#define async_request_data(...) FAULT_POINTER((async_request_data)(__VA_ARGS__))
#define async_resources_create(...) FAULT_POINTER((async_resources_create)(__VA_ARGS__))
#define async_resources_get(...) FAULT_POINTER((async_resources_get)(__VA_ARGS__))
#define async_parallel_reduce_request(...) FAULT_VALUE((async_parallel_reduce_request)(__VA_ARGS__))
#define async_parallel_reduce(...) FAULT_VALUE((async_parallel_reduce)(__VA_ARGS__))
#define async_timers_create(...) FAULT_POINTER((async_timers_create)(__VA_ARGS__))
#define async_timers_create_stepped(...) FAULT_POINTER((async_timers_create_stepped)(__VA_ARGS__))
#define async_future_all(...) FAULT_VALUE((async_future_all)(__VA_ARGS__))
#define async_future_all_settled(...) FAULT_VALUE((async_future_all_settled)(__VA_ARGS__))
#define async_future_any(...) FAULT_VALUE((async_future_any)(__VA_ARGS__))
#define async_future_map(...) FAULT_VALUE((async_future_map)(__VA_ARGS__))
#define async_future_race(...) FAULT_VALUE((async_future_race)(__VA_ARGS__))
#define async_future_recover(...) FAULT_VALUE((async_future_recover)(__VA_ARGS__))
#define async_future_retry(...) FAULT_VALUE((async_future_retry)(__VA_ARGS__))
#define async_future_sleep(...) FAULT_VALUE((async_future_sleep)(__VA_ARGS__))
#define async_future_then(...) FAULT_VALUE((async_future_then)(__VA_ARGS__))
#define async_future_until(...) FAULT_VALUE((async_future_until)(__VA_ARGS__))
#define async_group_wait_with(...) FAULT_STATUS((async_group_wait_with)(__VA_ARGS__))
#define async_queue_await_until(...) FAULT_STATUS((async_queue_await_until)(__VA_ARGS__))
#define async_timers_chain(...) FAULT_VALUE((async_timers_chain)(__VA_ARGS__))

/* ---- running the cases */

static double fault_now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Runs a case with one allocation refused; its output is withheld. @return the number of blocks that it leaked. */
static long fault_run(const struct check_case *one, long refuse, FILE *held)
{
	long before = __atomic_load_n(&faults.live, __ATOMIC_RELAXED);
	fflush(stdout);
	int out = dup(STDOUT_FILENO);
	if (out < 0 || ftruncate(fileno(held), 0) != 0 || lseek(fileno(held), 0, SEEK_SET) != 0 ||
	    dup2(fileno(held), STDOUT_FILENO) < 0)
		abort();
	faults.calls = faults.hits = faults.told = 0;
	faults.refuse = refuse;
	fault_untold = 0;
	check_failures = 0;
	check_skip_reason = NULL;
	one->run();
	async_trace_forget();
	faults.refuse = 0;
	fflush(stdout);
	dup2(out, STDOUT_FILENO);
	close(out);
	return faults.live - before;
}

static void fault_show(FILE *held)
{
	char line[512];
	rewind(held);
	while (fgets(line, sizeof line, held))
		fputs(line, stdout);
}

/* Several threads do not always allocate as often, nor does a cache: as long as no run needs more than one without
 * failures. */
static bool fault_case(const struct check_case *one, double seconds, FILE *held)
{
	long left = 0;
	for (int warm = 0; warm < 2; warm++) {
		left = fault_run(one, 0, held);
		if (check_failures) {
			fault_show(held);
			return false;
		}
	}
	long calls = faults.calls, tried = 0, absorbed = 0;
	double start = fault_now(), each = 0;
	for (long nth = 1; nth <= calls;) {
		long rest = fault_run(one, nth, held);
		bool is_absorbed = faults.hits > faults.told;
		tried++;
		absorbed += is_absorbed;
		if ((check_failures && !is_absorbed) || rest > left) {
			printf("# allocation %ld of %ld refused, %ld blocks left, %ld without that:\n", nth, calls,
				rest, left);
			fault_show(held);
			return false;
		}
		double now = fault_now();
		each = (now - start) / (double)tried;
		double affordable = (start + seconds - now) / each;
		long step = affordable < 1 ? calls : (long)((double)(calls - nth) / affordable);
		nth += step > 1 ? step : 1;
	}
	printf("# %s: %ld of %ld allocations refused, %ld done without\n", one->name, tried, calls, absorbed);
	return true;
}

static int fault_main(int argc, char **argv, const struct check_case *cases, size_t count)
{
	const char *wanted = getenv("ASYNC_FAULT_SECONDS");
	double end = fault_now() + (wanted ? atof(wanted) : 10);
	int failed = 0;
	FILE *held = tmpfile();
	if (!held)
		return 2;
	printf("1..%zu\n", count);
	for (size_t i = 0; i < count; i++) {
		if (!check_selected(argc, argv, cases[i].name)) {
			printf("ok %zu - %s # SKIP not selected\n", i + 1, cases[i].name);
			continue;
		}
		double left = (end - fault_now()) / 4; /* some for those that come later */
		bool good = fault_case(&cases[i], left > 0 ? left : 0, held);
		printf("%sok %zu - %s\n", good ? "" : "not ", i + 1, cases[i].name);
		failed += !good;
		fflush(stdout);
	}
	fclose(held);
	return failed != 0;
}
#define check_main fault_main

#endif
