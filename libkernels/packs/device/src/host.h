/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The driver "host". host.c: devices, programs, the table; host_memory.c: buffers and places in copies; host_command.c:
 * makes commands; host_stream.c: runs them, streams and events. */
#ifndef KERNELS_DEVICE_HOST_H
#define KERNELS_DEVICE_HOST_H

#include <kernels/pack_device.h>

enum { HOST_IN_CALLER, HOST_IN_QUEUE, HOST_DEVICES };

/* Numbers of failures. Others come from functions. */
#define HOST_INJECTED (-1001)
#define HOST_NO_MEMORY (-1002)

struct kernels_device__host_buffer {
	struct kernels_device_buffer base; /* first */
	char *data;
	void (*release)(void *owner); /* of wrapped memory */
	void *owner;
	size_t align; /* of own memory; 0: the memory is another's */
};

struct kernels_device__host_function {
	struct kernels_device_function base; /* first */
	const struct kernels_device_host_function *code;
};

extern const struct kernels_device_driver kernels_device__host;

/* Returns false, and fills *error, for the call that kernels_device_host_fail_call() named. */
bool kernels_device__host_enter(const char *call, struct kernels_device_error *error);
bool kernels_device__host_no_memory(struct kernels_device_error *error);

struct kernels_device_buffer *kernels_device__host_buffer_create(
	struct kernels_device_context *context, size_t size, bool host_memory, struct kernels_device_error *error);
struct kernels_device_buffer *kernels_device__host_buffer_view(
	struct kernels_device_buffer *buffer, size_t offset, size_t size, struct kernels_device_error *error);
struct kernels_device_buffer *kernels_device__host_buffer_wrap(struct kernels_device_context *context, void *data,
	size_t size, void (*release)(void *owner), void *owner, struct kernels_device_error *error);
static inline char *kernels_device__host_data(struct kernels_device_buffer *buffer)
{
	return ((struct kernels_device__host_buffer *)buffer)->data;
}

struct kernels_device_stream *kernels_device__host_stream_create(
	struct kernels_device_context *context, struct async_queue *queue, struct kernels_device_error *error);
struct kernels_device_event *kernels_device__host_event_create(
	struct kernels_device_context *context, struct kernels_device_error *error);
bool kernels_device__host_copy(struct kernels_device_stream *stream, const struct kernels_device_place *to,
	const struct kernels_device_place *from, size_t size, struct kernels_device_signal *signal,
	struct kernels_device_error *error);
bool kernels_device__host_fill(struct kernels_device_stream *stream, struct kernels_device_buffer *buffer,
	const void *pattern, size_t pattern_size, size_t size, struct kernels_device_error *error);
bool kernels_device__host_launch(struct kernels_device_stream *stream, const struct kernels_device_launch *launch,
	struct kernels_device_error *error);
bool kernels_device__host_signal(struct kernels_device_stream *stream, struct kernels_device_signal *signal,
	struct kernels_device_error *error);
bool kernels_device__host_event_record(struct kernels_device_event *event, struct kernels_device_stream *stream,
	struct kernels_device_error *error);
bool kernels_device__host_event_signal(struct kernels_device_event *event, struct kernels_device_signal *signal,
	struct kernels_device_error *error);
bool kernels_device__host_stream_wait(struct kernels_device_stream *stream, struct kernels_device_event *event,
	struct kernels_device_error *error);

#endif
