/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "record.h"

#include <stdlib.h>

static unsigned threads; /* atomic, relaxed: only counters */
static _Thread_local unsigned thread_number; /* from 1; 0: none yet */

/* Protected by the lock: */
static bool make_room(struct record *record)
{
	if (record->count < record->capacity)
		return true;
	size_t capacity = record->capacity ? 2 * record->capacity : 1024;
	if (capacity > SIZE_MAX / sizeof *record->list)
		return false;
	struct recorded *list = realloc(record->list, capacity * sizeof *list);
	if (!list)
		return false;
	record->list = list;
	record->capacity = capacity;
	return true;
}

static void ran(void *ctx, const struct bef_event *event)
{
	struct record *record = ctx;
	if (!thread_number)
		thread_number = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
	pthread_mutex_lock(&record->lock);
	if (make_room(record))
		record->list[record->count++] = (struct recorded){ *event, thread_number - 1 };
	else
		record->lost++;
	pthread_mutex_unlock(&record->lock);
}

void record_init(struct record *record)
{
	*record = (struct record){ .observer = { sizeof record->observer, ran, record } };
	pthread_mutex_init(&record->lock, NULL);
}

void record_finish(struct record *record)
{
	pthread_mutex_destroy(&record->lock);
	free(record->list);
}
