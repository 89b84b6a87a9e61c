/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "record/record.h"
#include "../cli/cli.h"

#include <kernels/device.h>
#include <stdlib.h>
#include <string.h>

static unsigned threads; /* atomic, relaxed: only counters */
static _Thread_local unsigned thread_number; /* from 1; 0: none yet */

/* Returns the number of the calling thread, from 0. */
static unsigned this_thread(void)
{
	if (!thread_number)
		thread_number = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
	return thread_number - 1;
}

static void ran(void *ctx, const struct bef_event *event)
{
	struct record *record = ctx;
	const unsigned thread = this_thread();
	const uint64_t bytes = record->memory ? async_allocator_stats(record->memory).live_bytes : 0;
	pthread_mutex_lock(&record->lock);
	if (CLI_RESERVE(record->list, record->count + 1, record->capacity)) {
		struct recorded *added = &record->list[record->count++];
		*added = (struct recorded){ *event, thread, bytes };
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
	if (CLI_RESERVE(record->late, record->late_count + 1, record->late_capacity)) {
		record->late[record->late_count] = *result;
		record->late[record->late_count++].execution += record->base;
	}
	pthread_mutex_unlock(&record->lock);
}

/* A lost work only shortens the time of its kernel. */
static void worked(void *ctx, const struct bef_work *work)
{
	struct record *record = ctx;
	const unsigned thread = this_thread();
	pthread_mutex_lock(&record->lock);
	if (CLI_RESERVE(record->works, record->work_count + 1, record->work_capacity))
		record->works[record->work_count++] = (struct recorded_work){ *work, thread };
	pthread_mutex_unlock(&record->lock);
}

/* A lost span is missing in the trace. */
static void device_ended(void *ctx, const struct kernels_device_span *span)
{
	struct record *record = ctx;
	struct recorded_span added = { strdup(span->device), strdup(span->name), span->stream, span->put, span->ended };
	pthread_mutex_lock(&record->lock);
	if (added.device && added.name && CLI_RESERVE(record->spans, record->span_count + 1, record->span_capacity)) {
		record->spans[record->span_count++] = added;
		added.device = added.name = NULL;
	}
	pthread_mutex_unlock(&record->lock);
	free(added.device);
	free(added.name);
}

void record_devices(struct record *record) { kernels_device_watch(device_ended, record); }

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
	kernels_device_watch(NULL, NULL);
	for (size_t i = 0; i < record->span_count; i++) {
		free(record->spans[i].device);
		free(record->spans[i].name);
	}
	free(record->spans);
	pthread_mutex_destroy(&record->lock);
	free(record->list);
	free(record->late);
	free(record->works);
}
