/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loops of ../queue_bench.c on GLib's GThreadPool with two threads. Its tasks cannot wait for each other: no
 * fib. */
#include "bench.h"
#include <glib.h>

#define TASKS 1000000

static GThreadPool *pool;
static gint left; /* atomic: tasks that are not done */
static GMutex lock;
static GCond done;
static gboolean is_done;

/* data: how many tasks there are in the tree that begins here, this one included */
static void run(gpointer data, gpointer user)
{
	guintptr below = (guintptr)data - 1, first = below / 2;
	(void)user;
	if (first)
		g_thread_pool_push(pool, (gpointer)first, NULL);
	if (below - first)
		g_thread_pool_push(pool, (gpointer)(below - first), NULL);
	if (!g_atomic_int_dec_and_test(&left))
		return;
	g_mutex_lock(&lock);
	is_done = TRUE;
	g_cond_signal(&done);
	g_mutex_unlock(&lock);
}

static void wait_until_done(void)
{
	g_mutex_lock(&lock);
	while (!is_done)
		g_cond_wait(&done, &lock);
	is_done = FALSE;
	g_mutex_unlock(&lock);
}

static void flood(void *ctx, uint64_t n)
{
	(void)ctx;
	while (n--) {
		g_atomic_int_set(&left, TASKS);
		for (guintptr i = 0; i < TASKS; i++)
			g_thread_pool_push(pool, (gpointer)(guintptr)1, NULL);
		wait_until_done();
	}
}

static void fork_tree(void *ctx, uint64_t n)
{
	(void)ctx;
	while (n--) {
		g_atomic_int_set(&left, TASKS);
		g_thread_pool_push(pool, (gpointer)(guintptr)TASKS, NULL);
		wait_until_done();
	}
}

int main(void)
{
	pool = g_thread_pool_new(run, NULL, 2, TRUE, NULL);
	if (!pool)
		return 3;
	bench_run("GLib", "flood_2", TASKS, flood, NULL);
	bench_run("GLib", "fork_2", TASKS, fork_tree, NULL);
	g_thread_pool_free(pool, FALSE, TRUE);
	return 0;
}
