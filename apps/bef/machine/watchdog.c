/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "machine/watchdog.h"
#include "../cli/cli.h"
#include "../cli/guard.h"

#include <async/async.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* What a cancelled run needs to end by itself: to print its error, and to leave the job, which takes half a second at most. */
#define GRACE_NANOSECONDS UINT64_C(1500000000)

static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	pthread_t thread;
	const struct kernels_job *job;
	const char *timeout;
	uint64_t deadline;
	bool runs, starting, ended;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Without locks that the thread which waits may hold. */
static void expire(void)
{
	if (ftrylockfile(stdout) == 0)
		(void)fflush_unlocked(stdout);
	dprintf(STDERR_FILENO, "%s: stopped after %s seconds (--timeout): %s\n", cli_name(), state.timeout,
		state.starting ? "not all ranks have started" : "a rank does not answer");
	state.job->give_up();
	cli_guard_remove();
	_exit(CLI_BAD);
}

static void *watch(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&state.lock);
	while (!state.ended) {
		const uint64_t now = async_now_ns(), until = state.deadline + (state.starting ? 0 : GRACE_NANOSECONDS);
		if (now >= until)
			expire();
		const struct timespec time = { (time_t)(until / 1000000000), (long)(until % 1000000000) };
		(void)pthread_cond_timedwait(&state.changed, &state.lock, &time);
	}
	pthread_mutex_unlock(&state.lock);
	return NULL;
}

bool watchdog_begin(const struct kernels_job *job, const char *timeout, uint64_t deadline)
{
	pthread_condattr_t attributes;
	if (pthread_condattr_init(&attributes) != 0 || pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) != 0)
		return false;
	job->set_deadline(deadline);
	state.job = job;
	state.timeout = timeout;
	state.deadline = deadline;
	state.runs = pthread_cond_init(&state.changed, &attributes) == 0 && pthread_create(&state.thread, NULL, watch, NULL) == 0;
	pthread_condattr_destroy(&attributes);
	return state.runs;
}

static void set(bool *what, bool value)
{
	pthread_mutex_lock(&state.lock);
	*what = value;
	if (state.runs)
		pthread_cond_signal(&state.changed);
	pthread_mutex_unlock(&state.lock);
}

void watchdog_starting(bool starting) { set(&state.starting, starting); }

void watchdog_end(void)
{
	if (!state.runs)
		return;
	set(&state.ended, true);
	pthread_join(state.thread, NULL);
	pthread_cond_destroy(&state.changed);
	state.runs = false;
}
