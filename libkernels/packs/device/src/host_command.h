/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands of the host device, between the file that makes them and the file that runs them. */
#ifndef KERNELS_DEVICE_HOST_COMMAND_H
#define KERNELS_DEVICE_HOST_COMMAND_H

#include "host.h"
#include <kernels/device.h>
#include <pthread.h>

struct command;
struct point; /* host_stream.c */

struct host_stream {
	struct kernels_device_stream base; /* first */
	struct async_queue *queue;         /* NULL: in the caller */
	pthread_mutex_t lock;              /* guards the list and `active` */
	struct command *first, **last;
	bool active; /* a task runs or is queued, or an event will continue the stream */
	/* The first failure, which ends the stream. Atomic; written by the thread that runs commands, one at a time. */
	int32_t number;
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

/* Creates a command with `extra` bytes behind it, which keeps the stream. NULL: *error is filled. */
struct command *kernels_device__host_command_make(struct kernels_device_stream *stream, enum kind kind, size_t extra,
	struct kernels_device_error *error);
/* Puts the command into its stream, and runs it if nothing is before it. */
void kernels_device__host_command_put(struct command *command);

#endif
