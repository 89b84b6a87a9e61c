/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "activity.h"
#include "atomics.h"

#define IN(word) ((uint32_t)(word))

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
	/* seq_cst: pairs with the two loads in is_quiet(); a task found after this is seen there as somebody in */
	async__add_seq_cst(&activity->word, ((uint64_t)1 << 32) + 1);
}

void async__activity_leave(struct async__activity *activity)
{
	/* seq_cst: handshake with async__activity_wait(). We: write word, read waiting. They: write waiting, read
	 * word. So either they see that we have left, or we see that they wait. */
	uint64_t before = async__sub_seq_cst(&activity->word, 1);
	if (IN(before) != 1 || async__load_seq_cst(&activity->waiting) == 0)
		return;
	pthread_mutex_lock(&activity->lock);
	pthread_cond_broadcast(&activity->quiet);
	pthread_mutex_unlock(&activity->lock);
}

static bool is_quiet(struct async__activity *activity, bool (*is_empty)(void *ctx), void *ctx)
{
	uint64_t before = async__load_seq_cst(&activity->word);
	return IN(before) == 0 && is_empty(ctx) && async__load_seq_cst(&activity->word) == before;
}

void async__activity_wait(struct async__activity *activity, bool (*is_empty)(void *ctx), void *ctx)
{
	pthread_mutex_lock(&activity->lock);
	async__add_seq_cst(&activity->waiting, 1); /* seq_cst: handshake with async__activity_leave() */
	while (!is_quiet(activity, is_empty, ctx))
		pthread_cond_wait(&activity->quiet, &activity->lock);
	async__sub_seq_cst(&activity->waiting, 1);
	pthread_mutex_unlock(&activity->lock);
}
