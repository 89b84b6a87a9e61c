/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "thread.h"
#include "atomics.h"
#include <async/timer.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* Starts the thread with the signal mask of the caller. A stack size that the system refuses, because it is too small or no multiple of
 * what it needs, is raised. */
static bool create(pthread_t *out_thread, size_t stack_size, void *(*body)(void *arg), void *arg)
{
	enum { PAGE = 65536 };
	pthread_attr_t attributes;
	if (stack_size == 0)
		return pthread_create(out_thread, NULL, body, arg) == 0;
	if (stack_size > SIZE_MAX / 2 || pthread_attr_init(&attributes) != 0)
		return false;
	size_t least = (size_t)PTHREAD_STACK_MIN;
	size_t size = ((stack_size > least ? stack_size : least) + PAGE - 1) / PAGE * PAGE;
	bool started = pthread_attr_setstacksize(&attributes, size) == 0 &&
		       pthread_create(out_thread, &attributes, body, arg) == 0;
	pthread_attr_destroy(&attributes);
	return started;
}

bool async__thread_start(pthread_t *out_thread, void *(*body)(void *arg), void *arg)
{
	return async__thread_start_sized(out_thread, 0, body, arg);
}

bool async__thread_start_sized(pthread_t *out_thread, size_t stack_size, void *(*body)(void *arg), void *arg)
{
	/* signals caused by the thread itself are delivered to it */
	static const int own[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS };
	sigset_t blocked, before;
	sigfillset(&blocked);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		sigdelset(&blocked, own[i]);
	pthread_sigmask(SIG_SETMASK, &blocked, &before); /* a thread starts with the mask of its creator */
	bool started = create(out_thread, stack_size, body, arg);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return started;
}

#define NESTED_ON_UNKNOWN_STACK 64u

/* The lower half of the stack of this thread. */
struct stack {
	uintptr_t from, middle, to; /* middle 0: not known yet; all 0 but that 1: cannot be known */
};
static ASYNC__THREAD_LOCAL struct stack stack;

static ASYNC__NOINLINE void find_stack(void)
{
	stack.middle = 1;
#if defined(__linux__) && !defined(__EMSCRIPTEN__)
	pthread_attr_t attributes;
	void *from;
	size_t size;
	if (pthread_getattr_np(pthread_self(), &attributes) != 0)
		return;
	if (pthread_attr_getstack(&attributes, &from, &size) == 0)
		stack = (struct stack){ (uintptr_t)from, (uintptr_t)from + size / 2, (uintptr_t)from + size };
	pthread_attr_destroy(&attributes);
#endif
}

bool async__stack_is_low(unsigned nested)
{
	if (ASYNC__UNLIKELY(stack.middle == 0))
		find_stack();
	uintptr_t here = (uintptr_t)__builtin_frame_address(0);
	if (ASYNC__UNLIKELY(here < stack.from || here >= stack.to)) /* a coroutine of the program, perhaps */
		return nested >= NESTED_ON_UNKNOWN_STACK;
	return here < stack.middle;
}

void async__thread_set_name(const char *prefix, const char *kind, unsigned number)
{
#ifdef __linux__
	char tail[14], name[16]; /* the kernel keeps 15 characters */
	int size = snprintf(tail, sizeof tail, "-%s%u", kind, number);
	snprintf(name, sizeof name, "%.*s%s", 15 - size, prefix, tail);
	pthread_setname_np(pthread_self(), name);
#else
	(void)prefix;
	(void)kind;
	(void)number;
#endif
}

void async__cond_init(pthread_cond_t *condition)
{
	pthread_condattr_t monotonic;
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(condition, &monotonic);
	pthread_condattr_destroy(&monotonic);
}

bool async__cond_wait_until(pthread_cond_t *condition, pthread_mutex_t *lock, uint64_t when)
{
	struct timespec until = { (time_t)(when / 1000000000u), (long)(when % 1000000000u) };
	if (when > UINT64_MAX / 2) /* effectively never, and too large for some systems */
		return pthread_cond_wait(condition, lock) == 0;
	return pthread_cond_timedwait(condition, lock, &until) != ETIMEDOUT;
}

unsigned async__cpu_count(void)
{
#ifdef __linux__
	cpu_set_t set;
	if (sched_getaffinity(0, sizeof set, &set) == 0) {
		int count = CPU_COUNT(&set);
		return count > 0 ? (unsigned)count : 1;
	}
#endif
	long count = sysconf(_SC_NPROCESSORS_ONLN); /* no affinity, or more CPUs than cpu_set_t knows */
	return count > 0 ? (unsigned)count : 1;
}

unsigned async__pauses_in(unsigned ns)
{
	enum { TRIES = 3, PAUSES = 64 };
	uint64_t least = UINT64_MAX;
	for (int i = 0; i < TRIES; i++) { /* the shortest was not interrupted */
		uint64_t start = async_now_ns();
		for (int k = 0; k < PAUSES; k++)
			async__pause();
		uint64_t took = async_now_ns() - start;
		if (took < least)
			least = took;
	}
	uint64_t pauses = least > ns / PAUSES ? (uint64_t)PAUSES * ns / least : (uint64_t)PAUSES * PAUSES;
	return pauses > 0 ? (unsigned)pauses : 1;
}

void async__wait_a_little(unsigned tries)
{
	static const struct timespec short_time = { 0, 50000 };
	if (tries < 64)
		async__pause();
	else if (tries < 128)
		sched_yield();
	else
		nanosleep(&short_time, NULL);
}
