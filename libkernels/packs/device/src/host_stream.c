/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands of the host device. A stream of host:0 runs them in the caller. A stream of host:1 is a list, and one task of
 * the queue while the list has commands that can run; it stops in front of an event that is not reached. */
#include "host.h"
#include <kernels/device.h>
#include <pthread.h>
#include <string.h>

struct command;

/* A recorded place: what an event refers to. The waiters are guarded by `points_lock`. */
struct point {
	uint32_t refs; /* atomic */
	bool reached;  /* guarded by points_lock */
	int32_t number;
	const struct async_allocator *allocator;
	struct command *waiters; /* signals and stopped streams, by `next` */
};
static pthread_mutex_t points_lock = PTHREAD_MUTEX_INITIALIZER;

struct host_stream {
	struct kernels_device_stream base; /* first */
	struct async_queue *queue;         /* NULL: in the caller */
	pthread_mutex_t lock;              /* guards the list and `active` */
	struct command *first, **last;
	bool active; /* a task runs or is queued, or an event will continue the stream */
	/* The first failure, which ends the stream. Written by the thread that runs commands, one at a time. */
	int32_t number;
};

struct host_event {
	struct kernels_device_event base; /* first */
	struct point *point;              /* NULL: never recorded. Guarded by points_lock */
};

enum kind { COPY, FILL, LAUNCH, SIGNAL, RECORD, WAIT };

/* One allocation; `objects`, `arguments`, `sizes` and `bytes` follow in the block. */
struct command {
	struct command *next;
	size_t block;
	enum kind kind;
	struct host_stream *stream;
	struct kernels_device_signal *signal;
	struct point *point;
	char *to;
	const char *from;
	size_t size, pattern_size;
	char pattern[4];
	const struct kernels_device_host_function *code;
	struct kernels_device_host_launch launch;
	struct kernels_device_object **objects; /* references, until the command has ended */
	size_t object_count;
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
	if (stream->number == 0) {
		if (command->kind == COPY)
			memmove(command->to, command->from, command->size);
		else if (command->kind == FILL)
			stream->number = fill(command);
		else if (command->kind == LAUNCH)
			stream->number = launch(command);
	}
	if (command->kind == RECORD)
		reach(command->point, stream->number);
	end_command(command, stream->number);
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

static void put(struct command *command)
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

/* ---- making commands */

/* `extra`: bytes behind the command. */
static struct command *make(struct kernels_device_stream *stream, enum kind kind, size_t extra,
	struct kernels_device_error *error)
{
	struct host_stream *host = (struct host_stream *)stream;
	const size_t block = sizeof(struct command) + extra;
	struct command *command = async_alloc(allocator_of(host), block, _Alignof(struct command));
	if (!command) {
		kernels_device__host_no_memory(error);
		return NULL;
	}
	*command = (struct command){ .block = block, .kind = kind, .stream = host };
	command->objects = (struct kernels_device_object **)(command + 1);
	kernels_device_retain(&stream->base);
	return command;
}

static void keep(struct command *command, struct kernels_device_object *object)
{
	kernels_device_retain(object);
	command->objects[command->object_count++] = object;
}

static char *bytes_of(struct command *command, const struct kernels_device_place *place)
{
	if (!place->buffer)
		return place->host;
	keep(command, &place->buffer->base);
	return kernels_device__host_data(place->buffer);
}

bool kernels_device__host_copy(struct kernels_device_stream *stream, const struct kernels_device_place *to,
	const struct kernels_device_place *from, size_t size, struct kernels_device_signal *signal,
	struct kernels_device_error *error)
{
	if (!kernels_device__host_enter("copy", error))
		return false;
	struct command *command = make(stream, COPY, 2 * sizeof(void *), error);
	if (!command)
		return false;
	command->to = bytes_of(command, to);
	command->from = bytes_of(command, from);
	command->size = size;
	command->signal = signal;
	put(command);
	return true;
}

bool kernels_device__host_fill(struct kernels_device_stream *stream, struct kernels_device_buffer *buffer,
	const void *pattern, size_t pattern_size, size_t size, struct kernels_device_error *error)
{
	if (!kernels_device__host_enter("fill", error))
		return false;
	struct command *command = make(stream, FILL, sizeof(void *), error);
	if (!command)
		return false;
	command->to = bytes_of(command, &(struct kernels_device_place){ buffer, NULL });
	command->size = size;
	command->pattern_size = pattern_size;
	memcpy(command->pattern, pattern, pattern_size);
	put(command);
	return true;
}

static size_t padded(size_t size) { return (size + 15) & ~(size_t)15; }

/* Copies the arguments behind the command: references, pointers, sizes, then bytes and local memory. */
static void take_arguments(struct command *command, const struct kernels_device_launch *launch)
{
	const uint32_t count = launch->argument_count;
	void **arguments = (void **)(command->objects + count + 1);
	size_t *sizes = (size_t *)(arguments + count);
	char *bytes = (char *)(sizes + count);
	for (uint32_t i = 0; i < count; i++) {
		const struct kernels_device_argument *a = &launch->arguments[i];
		sizes[i] = a->kind == KERNELS_DEVICE_BUFFER ? (a->buffer ? a->buffer->size : 0) : a->size;
		if (a->kind == KERNELS_DEVICE_BUFFER) {
			arguments[i] = a->buffer ? kernels_device__host_data(a->buffer) : NULL;
			if (a->buffer)
				keep(command, &a->buffer->base);
			continue;
		}
		arguments[i] = bytes;
		if (a->kind == KERNELS_DEVICE_BYTES && a->size > 0)
			memcpy(bytes, a->bytes, a->size);
		bytes += padded(a->size);
	}
	command->launch.arguments = arguments;
	command->launch.sizes = sizes;
	command->launch.argument_count = count;
}

bool kernels_device__host_launch(struct kernels_device_stream *stream, const struct kernels_device_launch *launch,
	struct kernels_device_error *error)
{
	size_t extra = sizeof(void *);
	if (!kernels_device__host_enter("launch", error))
		return false;
	for (uint32_t i = 0; i < launch->argument_count; i++) {
		const struct kernels_device_argument *a = &launch->arguments[i];
		const size_t bytes = a->kind == KERNELS_DEVICE_BUFFER ? 0 : a->size;
		if (bytes > PTRDIFF_MAX / 2 - extra)
			return kernels_device__host_no_memory(error);
		extra += 2 * sizeof(void *) + sizeof(size_t) + padded(bytes);
	}
	struct command *command = make(stream, LAUNCH, extra, error);
	if (!command)
		return false;
	command->code = ((struct kernels_device__host_function *)launch->function)->code;
	keep(command, &launch->function->base);
	take_arguments(command, launch);
	command->launch.dimensions = launch->dimensions;
	for (uint32_t i = 0; i < 3; i++) {
		const bool used = i < launch->dimensions;
		command->launch.global[i] = used ? launch->global[i] : 1;
		command->launch.group[i] = used ? launch->group[i] : 1;
		command->launch.offset[i] = used ? launch->offset[i] : 0;
	}
	command->signal = launch->signal;
	put(command);
	return true;
}

bool kernels_device__host_signal(struct kernels_device_stream *stream, struct kernels_device_signal *signal,
	struct kernels_device_error *error)
{
	if (!kernels_device__host_enter("signal", error))
		return false;
	struct command *command = make(stream, SIGNAL, 0, error);
	if (!command)
		return false;
	command->signal = signal;
	put(command);
	return true;
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
	struct command *command = make(stream, RECORD, 0, error);
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
	put(command);
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
		command = stream ? make(stream, SIGNAL, 0, error) : NULL;
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
	struct command *command = make(stream, WAIT, 0, error);
	if (!command) {
		release_point(point);
		return false;
	}
	command->point = point;
	put(command);
	return true;
}
