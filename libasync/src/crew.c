/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "crew.h"
#include "thread.h"

void async__crew_init(struct async__crew *crew)
{
	for (unsigned i = 0; i < crew->limit; i++)
		crew->places[i] = (struct async__place){ 0 };
	pthread_mutex_init(&crew->lock, NULL);
}

static void join(struct async__place *place)
{
	if (place->has_thread)
		pthread_join(place->thread, NULL);
	place->has_thread = place->left = false;
}

void async__crew_finish(struct async__crew *crew)
{
	for (unsigned i = 0; i < crew->limit; i++)
		join(&crew->places[i]);
	pthread_mutex_destroy(&crew->lock);
}

/* With the lock held. */
static bool start(struct async__crew *crew, unsigned number)
{
	struct async__place *place = &crew->places[number];
	join(place); /* it left: its thread ends without the lock */
	async__store_seq_cst(&place->stop, 0u);
	crew->come(crew->queue);
	place->has_thread = async__styled_start(
		&place->thread, crew->style, crew->body, crew->arg_of(crew->queue, number));
	if (!place->has_thread)
		crew->fail(crew->queue);
	return place->has_thread;
}

/* With the lock held. A worker that was dismissed and has not left yet simply stays. */
static bool fill(struct async__crew *crew, unsigned number)
{
	struct async__place *place = &crew->places[number];
	if (!place->has_thread || place->left)
		return start(crew, number);
	async__store_seq_cst(&place->stop, 0u);
	async__sub_seq_cst(&crew->leaving, 1u);
	return true;
}

bool async__crew_resize(struct async__crew *crew, unsigned count)
{
	bool good = true;
	pthread_mutex_lock(&crew->lock);
	unsigned active = async__load_relaxed(&crew->active); /* relaxed: under the lock */
	while (active < count && (good = fill(crew, active)))
		active++;
	while (active > count) {
		async__add_seq_cst(&crew->leaving, 1u);
		async__store_seq_cst(&crew->places[--active].stop, 1u);
	}
	async__store_relaxed(&crew->active, active); /* relaxed: only a number */
	pthread_mutex_unlock(&crew->lock);
	return good;
}

void async__crew_stop(struct async__crew *crew)
{
	for (unsigned i = 0; i < crew->limit; i++)
		async__store_seq_cst(&crew->places[i].stop, 1u);
}

bool async__crew_leave(struct async__crew *crew, unsigned number)
{
	struct async__place *place = &crew->places[number];
	pthread_mutex_lock(&crew->lock);
	bool leaves = async__load_relaxed(&place->stop) != 0;
	if (leaves) {
		place->left = true;
		if (number >= async__load_relaxed(&crew->active)) /* not while the queue is destroyed */
			async__sub_seq_cst(&crew->leaving, 1u);
	}
	pthread_mutex_unlock(&crew->lock);
	return leaves;
}

bool async__crew_replace(struct async__crew *crew, unsigned number)
{
	struct async__place *place = &crew->places[number];
	pthread_mutex_lock(&crew->lock);
	place->previous = pthread_self();
	bool started = async__styled_start(
		&place->thread, crew->style, crew->body, crew->arg_of(crew->queue, number));
	place->has_previous = started;
	if (!started)
		place->thread = pthread_self();
	pthread_mutex_unlock(&crew->lock);
	return started;
}

void async__crew_begin(struct async__crew *crew, unsigned number)
{
	struct async__place *place = &crew->places[number];
	pthread_mutex_lock(&crew->lock);
	bool has_previous = place->has_previous;
	pthread_t previous = place->previous;
	place->has_previous = false;
	pthread_mutex_unlock(&crew->lock);
	if (has_previous)
		pthread_join(previous, NULL);
	async__styled_begin(crew->style, ASYNC_THREAD_WORKER, number);
}
