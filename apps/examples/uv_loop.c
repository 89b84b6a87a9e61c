/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libuv: values that worker threads compute, used in the thread of a libuv loop. The loop watches the descriptor of a donated queue, whose
 * tasks are the continuations. glib_loop.c does the same with GLib. */
#include <async/async.h>
#include <stdio.h>
#include <uv.h>

#define VALUES 5

static struct async_queue *workers, *in_loop;
static struct async_value *values[VALUES];
static uv_poll_t watcher;
static uv_timer_t ticker;
static int ticks, sum;

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
	static int used;
	struct async_value *value = ctx;
	sum += *(int32_t *)async_value_payload(value);
	if (++used == VALUES) { /* nothing is left to do: the loop ends */
		uv_close((uv_handle_t *)&watcher, NULL);
		uv_close((uv_handle_t *)&ticker, NULL);
	}
}

static void has_tasks(uv_poll_t *handle, int status, int events)
{
	(void)handle;
	(void)events;
	if (status == 0)
		(void)async_queue_donated_drain(in_loop, 0);
}

/* The loop does other things as well: it starts a computation every millisecond. */
static void tick(uv_timer_t *timer)
{
	async_queue_add(workers, compute, async_value_retain(values[ticks]));
	if (++ticks == VALUES)
		uv_timer_stop(timer);
}

int main(void)
{
	static const struct async_type type = { "i32", 4, 4, NULL, NULL, NULL };
	uv_loop_t *loop = uv_default_loop();
	workers = async_queue_create_threads(NULL, NULL);
	in_loop = async_queue_create_donated(NULL, 1);
	if (!loop || !workers || !in_loop)
		return 1;
	for (int i = 0; i < VALUES; i++) {
		values[i] = async_value_create(NULL, async_type_register(&type));
		if (!values[i] || async_value_and_then_on(values[i], in_loop, use, values[i]) != ASYNC_OK)
			return 1;
	}
	uv_poll_init(loop, &watcher, async_queue_donated_fd(in_loop));
	uv_poll_start(&watcher, UV_READABLE, has_tasks);
	uv_timer_init(loop, &ticker);
	uv_timer_start(&ticker, tick, 1, 1);
	uv_run(loop, UV_RUN_DEFAULT);
	uv_loop_close(loop);
	printf("%d\n", sum); /* 15015 */
	for (int i = 0; i < VALUES; i++)
		async_value_release(values[i]);
	async_queue_destroy(workers);
	async_queue_destroy(in_loop);
	return sum == 15015 ? 0 : 1;
}
