/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands of the host device. A stream of host:0 runs them in the caller. A stream of host:1 is a list, and one task of
 * the queue while the list has commands that can run; it stops in front of an event that is not reached. */
#include "host_command.h"
#include <pthread.h>
#include <string.h>

/* A recorded place: what an event refers to. The waiters are guarded by `points_lock`. */
struct point {
	uint32_t refs; /* atomic */
	bool reached;  /* guarded by points_lock */
	int32_t number;
	const struct async_allocator *allocator;
	struct command *waiters; /* signals and stopped streams, by `next` */
};
static pthread_mutex_t points_lock = PTHREAD_MUTEX_INITIALIZER;

struct host_event {
	struct kernels_device_event base; /* first */
	struct point *point;              /* NULL: never recorded. Guarded by points_lock */
};

/* ---- points */

static void release_point(struct point *point)
{
	/* acquire and release: as for every count of references */
	if (point && __atomic_fetch_sub(&point->refs, 1, __ATOMIC_ACQ_REL) == 1)
		async_free(point->allocator, point, sizeof *point, _Alignof(struct point));
}

static struct point *retain_point(struct point *point)
{
	if (point)
		__atomic_fetch_add(&point->refs, 1, __ATOMIC_RELAXED); /* relaxed: the caller has a reference */
	return point;
}

static struct point *point_of(struct kernels_device_event *event)
{
	pthread_mutex_lock(&points_lock);
	struct point *point = retain_point(((struct host_event *)event)->point);
	pthread_mutex_unlock(&points_lock);
	return point;
}

/* ---- running commands */

static const struct async_allocator *allocator_of(const struct host_stream *stream)
{
	return stream->base.context->allocator;
}

/* The signal may belong to the last user of the stream: the command is freed before. */
static void end_command(struct command *command, int32_t number)
{
	struct kernels_device_signal *signal = command->signal;
	struct host_stream *stream = command->stream;
	for (size_t i = 0; i < command->object_count; i++)
		kernels_device_release(command->objects[i]);
	release_point(command->point);
	async_free(allocator_of(stream), command, command->block, _Alignof(struct command));
	if (signal)
		signal->done(signal, number);
	kernels_device_release(&stream->base.base);
}

static void continue_stream(struct host_stream *stream);

static void reach(struct point *point, int32_t number)
{
	pthread_mutex_lock(&points_lock);
	struct command *waiter = point->waiters;
	point->waiters = NULL;
	point->number = number;
	point->reached = true;
	pthread_mutex_unlock(&points_lock);
	while (waiter) {
		struct command *next = waiter->next;
		if (waiter->kind == SIGNAL) {
			end_command(waiter, number);
		} else {
			struct host_stream *stream = waiter->stream;
			waiter->next = NULL;
			kernels_device_retain(&stream->base.base);
			end_command(waiter, 0);
			continue_stream(stream);
		}
		waiter = next;
	}
}

static int32_t fill(const struct command *command)
{
	for (size_t i = 0; i + command->pattern_size <= command->size; i += command->pattern_size)
		memcpy(command->to + i, command->pattern, command->pattern_size);
	return 0;
}

static int32_t launch(const struct command *command)
{
	const struct kernels_device_host_launch *l = &command->launch;
	return l->global[0] && l->global[1] && l->global[2] ? command->code->run(l) : 0;
}

/* Returns false if the stream has to stop; the point has the command then. */
static bool wait_for(struct command *command)
{
	struct point *point = command->point;
	pthread_mutex_lock(&points_lock);
	const bool reached = point->reached;
	if (!reached) {
		command->next = point->waiters;
		point->waiters = command;
	}
	pthread_mutex_unlock(&points_lock);
	return reached;
}

/* Returns false if the stream has to stop in front of later commands. */
static bool run_command(struct command *command)
{
	struct host_stream *stream = command->stream;
	if (command->kind == WAIT && !wait_for(command))
		return false;
	int32_t number = stream->number; /* only this thread writes it now */
	if (number == 0) {
		if (command->kind == COPY)
			memmove(command->to, command->from, command->size);
		else if (command->kind == FILL)
			number = fill(command);
		else if (command->kind == LAUNCH)
			number = launch(command);
		__atomic_store_n(&stream->number, number, __ATOMIC_RELAXED); /* relaxed: the number alone counts */
	}
	if (command->kind == RECORD)
		reach(command->point, number);
	end_command(command, number);
	return true;
}

/* Runs commands until none is left, or one waits. Has a reference to the stream. */
static void run_stream(void *argument)
{
	struct host_stream *stream = argument;
	bool goes_on = true;
	while (goes_on) {
		pthread_mutex_lock(&stream->lock);
		struct command *command = stream->first;
		if (command) {
			stream->first = command->next;
			if (!stream->first)
				stream->last = &stream->first;
		} else {
			stream->active = false;
		}
		pthread_mutex_unlock(&stream->lock);
		goes_on = command && run_command(command);
	}
	kernels_device_release(&stream->base.base);
}

/* Takes over a reference to the stream. */
static void continue_stream(struct host_stream *stream)
{
	if (stream->queue)
		async_queue_add_named(stream->queue, "host device", run_stream, stream);
	else
		run_stream(stream);
}

void kernels_device__host_command_put(struct command *command)
{
	struct host_stream *stream = command->stream;
	pthread_mutex_lock(&stream->lock);
	const bool was_active = stream->active;
	command->next = NULL;
	*stream->last = command;
	stream->last = &command->next;
	stream->active = true;
	if (!was_active)
		kernels_device_retain(&stream->base.base);
	pthread_mutex_unlock(&stream->lock);
	if (!was_active)
		continue_stream(stream);
}

/* ---- streams and events */

static void free_stream(struct kernels_device_object *object)
{
	struct host_stream *stream = (struct host_stream *)object;
	pthread_mutex_destroy(&stream->lock);
	async_free(allocator_of(stream), stream, sizeof *stream, _Alignof(struct host_stream));
}

struct kernels_device_stream *kernels_device__host_stream_create(
	struct kernels_device_context *context, struct async_queue *queue, struct kernels_device_error *error)
{
	if (!kernels_device__host_enter("stream_create", error))
		return NULL;
	struct host_stream *stream = async_alloc(context->allocator, sizeof *stream, _Alignof(struct host_stream));
	if (!stream) {
		kernels_device__host_no_memory(error);
		return NULL;
	}
	*stream = (struct host_stream){ .queue = context->device == HOST_IN_QUEUE ? queue : NULL };
	stream->last = &stream->first;
	pthread_mutex_init(&stream->lock, NULL);
	kernels_device_object_init(&stream->base.base, &kernels_device__host, &context->base, free_stream);
	stream->base.context = context;
	return &stream->base;
}

static void free_event(struct kernels_device_object *object)
{
	struct host_event *event = (struct host_event *)object;
	release_point(event->point);
	async_free(event->base.context->allocator, event, sizeof *event, _Alignof(struct host_event));
}

struct kernels_device_event *kernels_device__host_event_create(
	struct kernels_device_context *context, struct kernels_device_error *error)
{
	if (!kernels_device__host_enter("event_create", error))
		return NULL;
	struct host_event *event = async_alloc(context->allocator, sizeof *event, _Alignof(struct host_event));
	if (!event) {
		kernels_device__host_no_memory(error);
		return NULL;
	}
	*event = (struct host_event){ .point = NULL };
	kernels_device_object_init(&event->base.base, &kernels_device__host, &context->base, free_event);
	event->base.context = context;
	return &event->base;
}

bool kernels_device__host_event_record(struct kernels_device_event *event, struct kernels_device_stream *stream,
	struct kernels_device_error *error)
{
	const struct async_allocator *allocator = event->context->allocator;
	if (!kernels_device__host_enter("event_record", error))
		return false;
	struct command *command = kernels_device__host_command_make(stream, RECORD, 0, error);
	struct point *point = command ? async_alloc(allocator, sizeof *point, _Alignof(struct point)) : NULL;
	if (!point) {
		if (command)
			end_command(command, 0);
		return kernels_device__host_no_memory(error);
	}
	*point = (struct point){ .refs = 2, .allocator = allocator };
	pthread_mutex_lock(&points_lock);
	struct point *before = ((struct host_event *)event)->point;
	((struct host_event *)event)->point = point;
	pthread_mutex_unlock(&points_lock);
	release_point(before);
	command->point = point;
	kernels_device__host_command_put(command);
	return true;
}

bool kernels_device__host_event_signal(struct kernels_device_event *event, struct kernels_device_signal *signal,
	struct kernels_device_error *error)
{
	if (!kernels_device__host_enter("event_signal", error))
		return false;
	struct point *point = point_of(event);
	struct command *command = NULL;
	if (point) {
		/* a stream that only completes the signal */
		struct kernels_device_stream *stream = kernels_device__host_stream_create(event->context, NULL, error);
		command = stream ? kernels_device__host_command_make(stream, SIGNAL, 0, error) : NULL;
		if (stream)
			kernels_device_release(&stream->base);
		if (!command) {
			release_point(point);
			return false;
		}
		command->signal = signal;
		command->point = point;
		if (!wait_for(command))
			return true;
		const int32_t number = point->number;
		end_command(command, number);
		return true;
	}
	signal->done(signal, 0);
	return true;
}

bool kernels_device__host_stream_wait(struct kernels_device_stream *stream, struct kernels_device_event *event,
	struct kernels_device_error *error)
{
	if (!kernels_device__host_enter("stream_wait", error))
		return false;
	struct point *point = point_of(event);
	if (!point)
		return true;
	struct command *command = kernels_device__host_command_make(stream, WAIT, 0, error);
	if (!command) {
		release_point(point);
		return false;
	}
	command->point = point;
	kernels_device__host_command_put(command);
	return true;
}
