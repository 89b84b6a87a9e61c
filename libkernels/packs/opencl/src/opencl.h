/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The driver "opencl". library.c loads libOpenCL; failure.c turns codes into errors; the other files have the functions of the
 * driver's table, by the objects that they make. */
#ifndef KERNELS_OPENCL_H
#define KERNELS_OPENCL_H

#include "cl.h"
#include <kernels/device.h>
#include <pthread.h>

struct kernels_opencl__library {
#define OPENCL_MEMBER(type, name, parameters, arguments) type(*name) parameters;
	OPENCL_CODES(OPENCL_MEMBER)
	OPENCL_OBJECTS(OPENCL_MEMBER)
	OPENCL_RELEASES(OPENCL_MEMBER)
	OPENCL_OPTIONAL(OPENCL_MEMBER)
#undef OPENCL_MEMBER
};
/* Set before the first device is known; read only afterwards. */
extern struct kernels_opencl__library kernels_opencl__cl;
#define CL kernels_opencl__cl

struct kernels_opencl__device {
	void *platform, *id;
	char label[96]; /* "opencl:0 (NAME)" */
	size_t align;   /* of the start of a sub-buffer, in bytes */
};

struct kernels_opencl__context {
	struct kernels_device_context base; /* first */
	const struct kernels_opencl__device *device;
	void *context;
	pthread_mutex_t lock; /* guards `part` of buffers and `event` of events */
};

struct kernels_opencl__stream {
	struct kernels_device_stream base; /* first */
	void *queue; /* in order */
	/* Held while a command is put: PoCL's device "basic" runs it in the caller, and two callers wait for each other. */
	pthread_mutex_t lock;
};

struct kernels_opencl__event {
	struct kernels_device_event base; /* first */
	void *event; /* one reference; NULL: never recorded. Guarded by the lock of the context */
};

struct kernels_opencl__buffer {
	struct kernels_device_buffer base; /* first */
	void *memory;  /* of the device, also that of a view: of the first buffer; NULL: memory of the host */
	size_t offset; /* of a view, in `memory` */
	void *part;    /* a view as an argument: NULL until it is one. Guarded by the lock of the context */
	bool owns_memory, owns_host;
	void (*release)(void *owner); /* of wrapped memory */
	void *owner;
};

struct kernels_opencl__program {
	struct kernels_device_program base; /* first */
	void *program; /* NULL: there are images */
	struct kernels_opencl__images *images; /* of SPIR-V and SYCLBIN files; NULL: none */
};

/* Sizes of groups that a function remembers. With more of them, some launches run in blocking tasks without need. */
#define OPENCL_CODES_KEPT 16u

struct kernels_opencl__function {
	struct kernels_device_function base; /* first */
	void *kernel;
	pthread_mutex_t lock; /* arguments are a state of the kernel: held while they are set, until it is enqueued */
	uint64_t compiled[OPENCL_CODES_KEPT]; /* atomic: hashes of launches that were enqueued, which have their code; 0: none */
	uint32_t next_compiled;               /* guarded by the lock: the place of the next hash */
	size_t block;         /* bytes of this allocation, with names and parameters behind */
};

extern const struct kernels_device_driver kernels_opencl__driver;

static inline struct kernels_opencl__context *kernels_opencl__context_of(struct kernels_device_context *context)
{
	return (struct kernels_opencl__context *)context;
}

/* ---- library.c */

/* Loads libOpenCL and finds its devices, once; a failure is tried again. */
bool kernels_opencl__open(uint32_t *out_count, struct kernels_device_error *error);
/* Of an index below the count. */
const struct kernels_opencl__device *kernels_opencl__device_at(uint32_t index);
bool kernels_opencl__load(struct kernels_device_error *error);

/* ---- failure.c */

/* Returns true for CL_SUCCESS; else fills *error: "CALL on LABEL: NAME (CODE)". */
bool kernels_opencl__check(int32_t code, const char *call, const char *label, struct kernels_device_error *error);
void kernels_opencl__explain(
	const struct kernels_device_context *context, int32_t number, struct kernels_device_error *out_error);
bool kernels_opencl__no_memory(const char *label, struct kernels_device_error *error);

/* ---- the functions of the table */

bool kernels_opencl__describe(uint32_t device, struct kernels_device_info *out_info, struct kernels_device_error *error);
struct kernels_device_context *kernels_opencl__context_create(
	uint32_t device, bool primary, const struct async_allocator *allocator, struct kernels_device_error *error);
struct kernels_device_stream *kernels_opencl__stream_create(
	struct kernels_device_context *context, struct async_queue *queue, struct kernels_device_error *error);
struct kernels_device_buffer *kernels_opencl__buffer_create(
	struct kernels_device_context *context, size_t size, bool host_memory, struct kernels_device_error *error);
struct kernels_device_buffer *kernels_opencl__buffer_view(
	struct kernels_device_buffer *buffer, size_t offset, size_t size, struct kernels_device_error *error);
struct kernels_device_buffer *kernels_opencl__buffer_wrap(struct kernels_device_context *context, void *data, size_t size,
	void (*release)(void *owner), void *owner, struct kernels_device_error *error);
/* Memory of the device with these bytes, which are copied. */
struct kernels_device_buffer *kernels_opencl__buffer_of_bytes(
	struct kernels_opencl__context *context, void *bytes, size_t size, struct kernels_device_error *error);
/* The memory object of a buffer as argument `index` of a launch; borrowed from the buffer. NULL: *error is filled. */
void *kernels_opencl__argument_memory(
	struct kernels_device_buffer *buffer, uint32_t index, struct kernels_device_error *error);
struct kernels_device_program *kernels_opencl__program_create(struct kernels_device_context *context,
	const struct kernels_device_code *code, struct kernels_device_error *error);
/* Builds for the device of the context; the log of the compiler is in *error. `name` may be NULL. */
bool kernels_opencl__build(struct kernels_opencl__context *context, void *program, const char *options, const char *name,
	struct kernels_device_error *error);
struct kernels_device_function *kernels_opencl__function_create(
	struct kernels_device_program *program, const char *name, struct kernels_device_error *error);
struct kernels_device_event *kernels_opencl__event_create(
	struct kernels_device_context *context, struct kernels_device_error *error);
bool kernels_opencl__copy(struct kernels_device_stream *stream, const struct kernels_device_place *to,
	const struct kernels_device_place *from, size_t size, struct kernels_device_signal *signal,
	struct kernels_device_error *error);
bool kernels_opencl__fill(struct kernels_device_stream *stream, struct kernels_device_buffer *buffer, const void *pattern,
	size_t pattern_size, size_t size, struct kernels_device_error *error);
bool kernels_opencl__launch(struct kernels_device_stream *stream, const struct kernels_device_launch *launch,
	struct kernels_device_error *error);
bool kernels_opencl__is_compiled(const struct kernels_device_launch *launch);
bool kernels_opencl__signal(struct kernels_device_stream *stream, struct kernels_device_signal *signal,
	struct kernels_device_error *error);
bool kernels_opencl__event_record(
	struct kernels_device_event *event, struct kernels_device_stream *stream, struct kernels_device_error *error);
bool kernels_opencl__event_signal(
	struct kernels_device_event *event, struct kernels_device_signal *signal, struct kernels_device_error *error);
bool kernels_opencl__stream_wait(
	struct kernels_device_stream *stream, struct kernels_device_event *event, struct kernels_device_error *error);

/* Signals when the event has ended, and releases it in any case. If that fails, waits for the commands of the queue: memory of
 * the host may be freed then. */
bool kernels_opencl__signal_event(struct kernels_device_stream *stream, void *event, struct kernels_device_signal *signal,
	struct kernels_device_error *error);

#endif
