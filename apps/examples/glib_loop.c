/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* GLib: values that worker threads compute, used in the thread of a GMainLoop. The loop watches the descriptor of a donated queue, whose
 * tasks are the continuations; timers of libasync run in a timeout of the loop. */
#include <async/async.h>
#include <glib-unix.h>
#include <stdio.h>

#define VALUES 5

static struct async_queue *workers, *in_loop;
static struct async_timers *timers; /* of the library, driven by the loop */
static struct async_value *values[VALUES];
static GMainLoop *loop;
static int used, sum;

/* In a worker. */
static void compute(void *ctx)
{
	struct async_value *value = ctx;
	int32_t result = 0;
	for (int i = 1; i <= 1000; i++)
		result += i % 7;
	async_value_emplace(value, &result);
	async_value_release(value);
}

/* In the thread of the loop, like all that follow. */
static void use(void *ctx)
{
	struct async_value *value = ctx;
	sum += *(int32_t *)async_value_payload(value);
	if (++used == VALUES)
		g_main_loop_quit(loop);
}

static gboolean has_tasks(gint descriptor, GIOCondition condition, gpointer data)
{
	(void)descriptor;
	(void)condition;
	(void)data;
	(void)async_queue_donated_drain(in_loop, 0);
	return G_SOURCE_CONTINUE;
}

/* Runs the timers that are due, and comes back when the next one is. */
static gboolean step_timers(gpointer data)
{
	(void)data;
	uint64_t now = async_now_ns(), next = async_timers_step(timers, now);
	if (next != ASYNC_NEVER)
		g_timeout_add((guint)((next - now) / 1000000 + 1), step_timers, NULL);
	return G_SOURCE_REMOVE;
}

struct start {
	struct async_timer timer;
	struct async_value *value;
};

static void start_computation(struct async_timer *timer)
{
	struct start *start = (struct start *)timer;
	async_queue_add(workers, compute, async_value_retain(start->value));
}

int main(void)
{
	static const struct async_type type = { "i32", 4, 4, NULL, NULL, NULL };
	static struct start starts[VALUES];
	loop = g_main_loop_new(NULL, FALSE);
	workers = async_queue_create_threads(NULL, NULL);
	in_loop = async_queue_create_donated(NULL, 1);
	timers = async_timers_create_stepped(NULL);
	if (!workers || !in_loop || !timers)
		return 1;
	for (int i = 0; i < VALUES; i++) { /* a computation every two milliseconds */
		values[i] = async_value_create(NULL, async_type_register(&type));
		starts[i] = (struct start){ { .run = start_computation }, values[i] };
		if (!values[i] || async_value_and_then_on(values[i], in_loop, use, values[i]) != ASYNC_OK ||
			async_timer_start(timers, &starts[i].timer, async_now_ns() + (uint64_t)i * 2000000) != ASYNC_OK)
			return 1;
	}
	guint watch = g_unix_fd_add(async_queue_donated_fd(in_loop), G_IO_IN, has_tasks, NULL);
	(void)step_timers(NULL);
	g_main_loop_run(loop);
	g_source_remove(watch);
	g_main_loop_unref(loop);
	printf("%d\n", sum); /* 15015 */
	for (int i = 0; i < VALUES; i++)
		async_value_release(values[i]);
	async_timers_destroy(timers);
	async_queue_destroy(workers);
	async_queue_destroy(in_loop);
	return sum == 15015 ? 0 : 1;
}
