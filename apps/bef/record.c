/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "record.h"

#include <stdlib.h>

static unsigned threads; /* atomic, relaxed: only counters */
static _Thread_local unsigned thread_number; /* from 1; 0: none yet */

/* Returns the number of the calling thread, from 0. */
static unsigned this_thread(void)
{
	if (!thread_number)
		thread_number = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
	return thread_number - 1;
}

/* Returns the list with room for one more element, under the lock; NULL if memory is short. */
static void *with_room(void *list, size_t count, size_t *capacity, size_t size)
{
	if (count < *capacity)
		return list;
	size_t wider = *capacity ? 2 * *capacity : 1024;
	void *moved = wider <= SIZE_MAX / size ? realloc(list, wider * size) : NULL;
	if (moved)
		*capacity = wider;
	return moved;
}

static void ran(void *ctx, const struct bef_event *event)
{
	struct record *record = ctx;
	const unsigned thread = this_thread();
	pthread_mutex_lock(&record->lock);
	struct recorded *list = with_room(record->list, record->count, &record->capacity, sizeof *list);
	if (list) {
		record->list = list;
		struct recorded *added = &list[record->count++];
		*added = (struct recorded){ *event, thread };
		added->event.execution += record->base;
		added->event.parent += event->parent ? record->base : 0;
		if (added->event.execution > record->highest)
			record->highest = added->event.execution;
	} else {
		record->lost++;
	}
	pthread_mutex_unlock(&record->lock);
}

/* A lost result only shortens the span of its kernel. */
static void came(void *ctx, const struct bef_late_result *result)
{
	struct record *record = ctx;
	pthread_mutex_lock(&record->lock);
	struct bef_late_result *late = with_room(
		record->late, record->late_count, &record->late_capacity, sizeof *late);
	if (late) {
		record->late = late;
		late[record->late_count++] = *result;
		late[record->late_count - 1].execution += record->base;
	}
	pthread_mutex_unlock(&record->lock);
}

/* A lost work only shortens the time of its kernel. */
static void worked(void *ctx, const struct bef_work *work)
{
	struct record *record = ctx;
	const unsigned thread = this_thread();
	pthread_mutex_lock(&record->lock);
	struct recorded_work *works = with_room(record->works, record->work_count, &record->work_capacity, sizeof *works);
	if (works) {
		record->works = works;
		works[record->work_count++] = (struct recorded_work){ *work, thread };
	}
	pthread_mutex_unlock(&record->lock);
}

void record_init(struct record *record)
{
	*record = (struct record){ .observer = { sizeof record->observer, ran, record, came, worked } };
	pthread_mutex_init(&record->lock, NULL);
}

void record_next_call(struct record *record)
{
	pthread_mutex_lock(&record->lock);
	record->base = record->highest;
	pthread_mutex_unlock(&record->lock);
}

void record_finish(struct record *record)
{
	pthread_mutex_destroy(&record->lock);
	free(record->list);
	free(record->late);
	free(record->works);
}
