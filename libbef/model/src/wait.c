/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Waits for calls. A task of the call's own queue runs other tasks of the queue meanwhile, since those of the call may be behind it. */
#include "internal.h"

#include <async/group.h>
#include <time.h>

/* Nested waits of one thread that run other tasks at once; deeper ones leave them to other threads for a while. */
enum { MOST_HELP = 64 };
static const long NAP_NS = 1000000, LONG_NAP_NS = 20000000;

static _Thread_local unsigned help_depth, done_depth;

void bef_model__tell(struct bef_model_call *call)
{
	if (!call->on_done)
		return;
	done_depth++;
	call->on_done(call->on_done_ctx, call);
	done_depth--;
}

bool bef_model__is_in_done(void) { return done_depth > 0; }

struct sleeper {
	struct async_waiter waiter; /* first */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool done; /* with the lock */
};

static void wake(struct async_waiter *waiter)
{
	struct sleeper *sleeper = (struct sleeper *)waiter;
	pthread_mutex_lock(&sleeper->lock);
	sleeper->done = true;
	pthread_cond_signal(&sleeper->changed);
	pthread_mutex_unlock(&sleeper->lock);
}

/* @return true when the call has ended. Tasks may come without a signal, so it sleeps for a short time only. */
static bool nap(struct sleeper *sleeper, long ns)
{
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += ns;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_mutex_lock(&sleeper->lock);
	if (!sleeper->done && ns > 0)
		pthread_cond_timedwait(&sleeper->changed, &sleeper->lock, &until);
	const bool done = sleeper->done;
	pthread_mutex_unlock(&sleeper->lock);
	return done;
}

static bool run_one(struct async_queue *queue)
{
	const struct async_queue_vtable *vtable = queue->vtable;
	if (vtable->size <= offsetof(struct async_queue_vtable, run_one) || !vtable->run_one)
		return false;
	/* what the task runs is not called by a `done` */
	const unsigned outer = done_depth;
	done_depth = 0;
	help_depth++;
	const bool ran = vtable->run_one(queue);
	help_depth--;
	done_depth = outer;
	return ran;
}

/* Waiting for a group, even an empty one, does the work that tasks in this thread have deferred (async_task_settle_later()), and on
 * which the end of the call may depend. */
static void settle(struct async_queue *queue)
{
	struct async_group *group = async_group_create(queue, NULL);
	if (group)
		async_error_release(async_group_wait(group));
	async_group_destroy(group);
}

static void help(struct async_queue *queue, struct async_value *done)
{
	struct sleeper sleeper = { .waiter.run = wake };
	pthread_mutex_init(&sleeper.lock, NULL);
	pthread_cond_init(&sleeper.changed, NULL);
	async_value_and_then(done, &sleeper.waiter);
	bool ended = false;
	while (!ended) {
		const bool ran = help_depth < MOST_HELP && run_one(queue);
		if (!ran)
			settle(queue);
		ended = nap(&sleeper, ran ? 0 : help_depth < MOST_HELP ? NAP_NS : LONG_NAP_NS);
		if (!ended && help_depth >= MOST_HELP)
			run_one(queue);
	}
	pthread_cond_destroy(&sleeper.changed);
	pthread_mutex_destroy(&sleeper.lock);
}

bool bef_model__wait(struct bef_model_call *call)
{
	struct async_queue *queue = call->memory->host.queue;
	if (async_value_is_available(call->done))
		return true;
	if (bef_model__is_in_done())
		return false;
	if (!queue->vtable->is_worker(queue))
		(call->helping ? async_queue_await_helping : async_queue_await)(queue, &call->done, 1);
	if (!async_value_is_available(call->done))
		help(queue, call->done);
	return true;
}
