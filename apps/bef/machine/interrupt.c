/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Signal handlers must not lock or allocate, so the handler wakes a thread that cancels the request. */
#include "machine/interrupt.h"
#include "../cli/cli.h"
#include "../cli/guard.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

enum { SIGNAL_COUNT = 2 };

static struct {
	pthread_mutex_t lock;
	pthread_t thread;
	struct sigaction former[SIGNAL_COUNT];
	void (*cancel)(void *ctx); /* protected by the lock, as the next two */
	void *cancel_ctx;
	bool seen;
	int wake[2];
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

#ifndef __EMSCRIPTEN__
static const int signals[SIGNAL_COUNT] = { SIGINT, SIGTERM };
static atomic_uint count; /* number of received signals; relaxed: only a counter */

static void handle(int number)
{
	(void)number;
	if (atomic_fetch_add_explicit(&count, 1, memory_order_relaxed) > 0) {
		cli_guard_remove();
		_exit(INTERRUPT_EXIT);
	}
	(void)!write(state.wake[1], "", 1);
}

static void *watch(void *unused)
{
	char byte;
	(void)unused;
	if (read(state.wake[0], &byte, 1) != 1)
		return NULL; /* closed: no signal came */
	pthread_mutex_lock(&state.lock);
	state.seen = true;
	if (state.cancel)
		state.cancel(state.cancel_ctx);
	pthread_mutex_unlock(&state.lock);
	static const char note[] = "bef: interrupted; cancelling the run (a second signal ends the program at once)\n";
	(void)!write(STDERR_FILENO, note, sizeof note - 1);
	return NULL;
}

/* The handlers do not interrupt system calls; ignored signals (nohup) remain ignored. */
bool interrupt_begin(void)
{
	struct sigaction action = { .sa_handler = handle, .sa_flags = SA_RESTART };
	if (pipe(state.wake) != 0)
		return false;
	(void)fcntl(state.wake[0], F_SETFD, FD_CLOEXEC);
	(void)fcntl(state.wake[1], F_SETFD, FD_CLOEXEC);
	if (pthread_create(&state.thread, NULL, watch, NULL) != 0) {
		close(state.wake[0]);
		close(state.wake[1]);
		return false;
	}
	sigemptyset(&action.sa_mask);
	for (int i = 0; i < SIGNAL_COUNT; i++) {
		(void)sigaction(signals[i], NULL, &state.former[i]);
		if (state.former[i].sa_handler != SIG_IGN)
			(void)sigaction(signals[i], &action, NULL);
	}
	return true;
}
#endif

void interrupt_set(void (*cancel)(void *ctx), void *ctx)
{
	pthread_mutex_lock(&state.lock);
	state.cancel = cancel;
	state.cancel_ctx = ctx;
	if (cancel && state.seen)
		cancel(ctx);
	pthread_mutex_unlock(&state.lock);
}

bool interrupt_seen(void)
{
	pthread_mutex_lock(&state.lock);
	bool seen = state.seen;
	pthread_mutex_unlock(&state.lock);
	return seen;
}

#ifndef __EMSCRIPTEN__
void interrupt_end(void)
{
	for (int i = 0; i < SIGNAL_COUNT; i++)
		(void)sigaction(signals[i], &state.former[i], NULL);
	close(state.wake[1]);
	pthread_join(state.thread, NULL);
	close(state.wake[0]);
}
#else
/* No signals and no threads: a page ends the worker in which this runs. */
bool interrupt_begin(void) { return true; }
void interrupt_end(void) {}
#endif
