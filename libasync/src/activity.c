/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "activity.h"
#include "atomics.h"

#define WAITED_FOR ((uint64_t)1 << 31)
#define ENTRY (((uint64_t)1 << 32) + 1)
#define IN(word) ((uint32_t)(word) & (uint32_t)(WAITED_FOR - 1))

void async__activity_init(struct async__activity *activity)
{
	activity->word = 0;
	activity->waiting = 0;
	pthread_mutex_init(&activity->lock, NULL);
	pthread_cond_init(&activity->quiet, NULL);
}

void async__activity_finish(struct async__activity *activity)
{
	pthread_cond_destroy(&activity->quiet);
	pthread_mutex_destroy(&activity->lock);
}

void async__activity_enter(struct async__activity *activity)
{
	/* seq_cst: pairs with the two loads in is_quiet(); a task found after this is seen there as a thread in */
	async__add_seq_cst(&activity->word, ENTRY);
}

/* Under the lock, so that a thread in async__activity_wait() goes on only when this thread is through. */
static ASYNC__NOINLINE void leave_last(struct async__activity *activity)
{
	pthread_mutex_lock(&activity->lock);
	async__sub_seq_cst(&activity->word, 1); /* seq_cst: as below */
	pthread_cond_broadcast(&activity->quiet);
	pthread_mutex_unlock(&activity->lock);
}

void async__activity_leave(struct async__activity *activity)
{
	/* relaxed: the exchange decides */
	uint64_t word = async__load_relaxed(&activity->word);
	do {
		if (ASYNC__UNLIKELY(IN(word) == 1 && (word & WAITED_FOR))) {
			leave_last(activity);
			return;
		}
		/* seq_cst: pairs with the loads in is_quiet(). After this the queue may be gone. */
	} while (!async__cas_weak_seq_cst(&activity->word, &word, word - 1));
}

static bool is_quiet(struct async__activity *activity, bool (*is_empty)(void *ctx), void *ctx)
{
	uint64_t before = async__load_seq_cst(&activity->word);
	return IN(before) == 0 && is_empty(ctx) && async__load_seq_cst(&activity->word) == before;
}

void async__activity_wait(struct async__activity *activity, bool (*is_empty)(void *ctx), void *ctx)
{
	pthread_mutex_lock(&activity->lock);
	if (activity->waiting++ == 0)
		async__add_seq_cst(&activity->word, WAITED_FOR); /* seq_cst: a thread that leaves later sees it */
	while (!is_quiet(activity, is_empty, ctx))
		pthread_cond_wait(&activity->quiet, &activity->lock);
	if (--activity->waiting == 0)
		async__sub_seq_cst(&activity->word, WAITED_FOR);
	pthread_mutex_unlock(&activity->lock);
}
