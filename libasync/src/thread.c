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

bool async__thread_start(pthread_t *out_thread, void *(*body)(void *arg), void *arg)
{
	/* signals caused by the thread itself are delivered to it */
	static const int own[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS };
	sigset_t blocked, before;
	sigfillset(&blocked);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		sigdelset(&blocked, own[i]);
	pthread_sigmask(SIG_SETMASK, &blocked, &before); /* a thread starts with the mask of its creator */
	bool started = pthread_create(out_thread, NULL, body, arg) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return started;
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
