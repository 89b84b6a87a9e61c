/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The objects of the driver, between its files. DESIGN: README.md. */
#ifndef KERNELS_CUDA_CUDA_H
#define KERNELS_CUDA_CUDA_H

#include "library.h"

#include <async/external.h>
#include <async/timer.h>
#include <pthread.h>
#include <shared/driver.h>

enum { FENCE_OBJECTS = 64 };

struct cuda_fence;

struct cuda_context {
	struct kernels_device_context base;
	cuda_device device;
	cuda_context_handle handle;
	bool primary;
	struct async_timers *timers; /* notices a lost context while nothing else calls the driver */
	struct async_timer timer;
	pthread_mutex_t lock;        /* guards the rest; never held during a call of libcuda */
	bool watching;               /* the timer is pending, or runs */
	cuda_result lost;            /* the first fatal result; 0: none */
	struct cuda_fence *fences;   /* in flight */
	struct cuda_fence *finished; /* ended while the queue was full: the next call releases their objects */
	struct cuda_fence *zombies;  /* of a lost context, whose driver might still call them */
	struct cuda_staging *staging; /* free blocks */
	size_t staging_bytes;
	char last_kernel[96];        /* launched last: for messages of a lost context */
};

struct cuda_stream {
	struct kernels_device_stream base;
	struct async_queue *queue;
	bool queue_holds;        /* fences can hold it */
	cuda_stream_handle handle;
	pthread_mutex_t lock;    /* one thread at a time puts commands into the stream */
	struct cuda_fence *open; /* keeps objects of commands since the last fence; NULL: none */
};

struct cuda_event {
	struct kernels_device_event base;
	cuda_event_handle handle;
	pthread_mutex_t lock;
	cuda_stream_handle waiting; /* for event_signal(); NULL: not created yet */
	struct async_queue *queue;  /* of the stream in which it was recorded last */
};

struct cuda_buffer {
	struct kernels_device_buffer base;
	cuda_pointer pointer;
	bool allocated;              /* by libcuda: memory of the device, or page-locked */
	void (*release)(void *owner); /* of wrapped memory */
	void *owner;
};

struct cuda_function {
	struct kernels_device_function base;
	cuda_function_handle handle;
	int largest_block;   /* threads */
	size_t block_size;   /* of this allocation */
};

/* Page-locked memory for a copy between a device and ordinary memory, which would block the caller. */
struct cuda_staging {
	struct kernels_device_object base;
	struct cuda_context *context;
	struct cuda_staging *next;
	void *bytes;
	size_t size;
};

/* A place in a stream where the host is called. Keeps what the commands before it use. */
struct cuda_fence {
	struct cuda_context *context; /* one reference */
	struct async_queue *queue;
	struct async_external external;       /* holds the queue from the submission until the objects are released */
	struct kernels_device_signal *signal; /* NULL: none */
	void *copy_to;                /* a copy into ordinary memory, which ends in the callback */
	const void *copy_from;
	size_t copy_size;
	bool listed;                  /* in context->fences */
	bool lost;                    /* ended by a lost context */
	struct cuda_fence *next, *previous;
	uint32_t count;
	struct kernels_device_object *objects[FENCE_OBJECTS];
};

extern const struct kernels_device_driver kernels_cuda__driver;
DRIVER_FUNCTIONS(DRIVER_DECLARE, kernels_cuda__)
DRIVER_DECLARE(kernels_cuda__, program_global)

/* ---- contexts */
/* Makes the context current for calls of libcuda; false if it is lost, with *error. Pair with kernels_cuda__leave(). */
bool kernels_cuda__enter(struct cuda_context *context, const char *call, struct kernels_device_error *error);
void kernels_cuda__leave(void);
/* As enter, for destroying objects: also when the context is lost. */
bool kernels_cuda__enter_to_destroy(struct cuda_context *context);
/* True for success; else fills *error, and ends all fences if the context is lost. */
bool kernels_cuda__check(struct cuda_context *context, cuda_result result, const char *call, struct kernels_device_error *error);
bool kernels_cuda__no_memory(struct kernels_device_error *error);

/* ---- fences */
/* NULL when out of memory. */
struct cuda_fence *kernels_cuda__fence_create(struct cuda_context *context, struct async_queue *queue);
/* Keeps a reference until the fence has ended. There must be space. */
void kernels_cuda__fence_keep(struct cuda_fence *fence, struct kernels_device_object *object);
/* Puts the fence into the stream; the context is current. On failure the caller still has the fence. */
cuda_result kernels_cuda__fence_submit(struct cuda_fence *fence, cuda_stream_handle stream);
/* Releases a fence that was not submitted, and its objects. */
void kernels_cuda__fence_drop(struct cuda_fence *fence);
/* Ends all fences of a context that is lost. */
void kernels_cuda__fences_fail(struct cuda_context *context, cuda_result result);
/* Releases what ended while the queue was full. Not in threads of the driver. */
void kernels_cuda__fences_reclaim(struct cuda_context *context);
void kernels_cuda__fences_free_zombies(struct cuda_context *context);
void kernels_cuda__watch(struct async_timer *timer); /* of the context */

/* ---- memory */
/* Memory that a program owns, which is `parent`. */
struct kernels_device_buffer *kernels_cuda__buffer_of(struct cuda_context *context, struct kernels_device_object *parent,
	cuda_pointer pointer, size_t size, struct kernels_device_error *error);
/* A block of at least `size` bytes; the context is current. */
struct cuda_staging *kernels_cuda__staging(struct cuda_context *context, size_t size, struct kernels_device_error *error);
void kernels_cuda__staging_free(struct cuda_context *context); /* all free blocks */

#endif
