/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The driver "opencl". library.c loads libOpenCL; failure.c turns codes into errors; the other files have the functions of the
 * driver's table, by the objects that they make. */
#ifndef KERNELS_OPENCL_H
#define KERNELS_OPENCL_H

#include "cl.h"
#include <kernels/device.h>
#include <pthread.h>
#include <shared/driver.h>
#include <string.h>

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
	bool is_cpu;
};

/* A launch, to name it if a later command reports its failure. */
struct kernels_opencl__launched {
	void *event; /* one reference; NULL: none yet */
	char name[56]; /* of the function; cut */
};
enum { OPENCL_LAUNCHES_KEPT = 64 };

struct kernels_opencl__context {
	struct kernels_device_context base; /* first */
	const struct kernels_opencl__device *device;
	void *context;
	pthread_mutex_t lock; /* guards `part` of buffers and `event` of events */
	/* The last launches of all streams, guarded by a lock under which only statuses of events are asked for. */
	pthread_mutex_t launched_lock;
	struct kernels_opencl__launched launched[OPENCL_LAUNCHES_KEPT];
	uint32_t next_launched;
};

struct kernels_opencl__stream {
	struct kernels_device_stream base; /* first */
	void *queue;     /* in order */
	uint64_t number; /* not 0, unique in the process */
	/* Held while a command is put: PoCL's device "basic" runs it in the caller, and two callers wait for each other. */
	pthread_mutex_t lock;
};

struct kernels_opencl__event {
	struct kernels_device_event base; /* first */
	void *event; /* one reference; NULL: never recorded. Guarded by the lock of the context */
};

struct kernels_opencl__buffer {
	struct kernels_device_buffer base; /* first */
	uint64_t number; /* not 0, unique in the process: addresses of memory objects are used again */
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

/* What a parameter of a kernel object is set to. */
struct kernels_opencl__set {
	uint64_t value; /* the number of a buffer, 0 for a null pointer; or bytes */
	uint32_t size;  /* of the bytes; OPENCL_SET_BUFFER; 0: not known, or not kept */
};
#define OPENCL_SET_BUFFER UINT32_MAX

/* A kernel object. Its arguments are a state, which a launch sets and enqueueing copies. */
struct kernels_opencl__kernel {
	uint64_t stream; /* the number of the stream whose lock guards the object; OPENCL_SHARED; 0: of no stream yet. Atomic */
	void *kernel;
	struct kernels_opencl__set *sets; /* of each parameter; behind this struct */
};
#define OPENCL_SHARED UINT64_MAX /* used by all other streams, under the lock of the function */
#define OPENCL_KERNELS 4u        /* kernel objects of a function; the last one is shared */

/* Sizes of groups that a function remembers. With more of them, some launches run in blocking tasks without need. */
#define OPENCL_CODES_KEPT 16u

struct kernels_opencl__function {
	struct kernels_device_function base; /* first */
	void *program; /* which has the kernel; the parent keeps it */
	struct kernels_opencl__kernel *kernels[OPENCL_KERNELS]; /* atomic, filled from the front; the first is never NULL */
	/* Guards the shared kernel object while its arguments are set, until it is enqueued; and additions to `kernels`. Taken
	 * after the lock of a stream. */
	pthread_mutex_t lock;
	uint64_t compiled[OPENCL_CODES_KEPT]; /* atomic: hashes of launches that were enqueued, which have their code; 0: none */
	uint32_t next_compiled;               /* atomic: counts hashes; the place of the next one, modulo their number */
	size_t block;         /* bytes of this allocation, with names and parameters behind */
};

extern const struct kernels_device_driver kernels_opencl__driver;
DRIVER_FUNCTIONS(DRIVER_DECLARE, kernels_opencl__)
DRIVER_DECLARE(kernels_opencl__, is_compiled)

static inline struct kernels_opencl__context *kernels_opencl__context_of(struct kernels_device_context *context)
{
	return (struct kernels_opencl__context *)context;
}

/* ---- library.c */

bool kernels_opencl__load(struct kernels_device_error *error);

/* ---- failure.c */

/* Returns true for CL_SUCCESS; else fills *error: "CALL on LABEL: NAME (CODE)". */
bool kernels_opencl__check(int32_t code, const char *call, const char *label, struct kernels_device_error *error);
bool kernels_opencl__no_memory(const char *label, struct kernels_device_error *error);

/* Of a stream or a function: recursive, since a callback during a command may run a task in place. */
void kernels_opencl__lock_init(pthread_mutex_t *lock);
/* A number that nothing else has. */
uint64_t kernels_opencl__number(void);

/* ---- stream.c */

/* From begin() of a pack to its finish(), released streams whose commands still run are kept; finish() waits for their commands. Without
 * such a pack, releasing a stream waits. */
void kernels_opencl__streams_begin(void);
void kernels_opencl__streams_finish(void);

/* ---- kernel.c */

/* Makes `kernel`, which is taken over on success, the first kernel object of the function. Returns false and fills *error when
 * out of memory. */
bool kernels_opencl__kernel_add(
	struct kernels_opencl__function *function, void *kernel, struct kernels_device_error *error);
void kernels_opencl__kernels_free(struct kernels_opencl__function *function);
/* The kernel object for launches in the stream, whose lock is held, if it has none yet; NULL: *error is filled. */
struct kernels_opencl__kernel *kernels_opencl__kernel_assign(struct kernels_opencl__function *function,
	const struct kernels_opencl__stream *stream, struct kernels_device_error *error);
/* Sets a parameter. */
bool kernels_opencl__kernel_set(struct kernels_opencl__function *function, struct kernels_opencl__kernel *kernel,
	uint32_t parameter, const struct kernels_device_argument *argument, struct kernels_device_error *error);

/* What the argument sets. Local memory and large structs are not kept. */
static inline struct kernels_opencl__set kernels_opencl__set_of(const struct kernels_device_argument *a)
{
	struct kernels_opencl__set set = { 0, 0 };
	if (a->kind == KERNELS_DEVICE_BUFFER) {
		set.value = a->buffer ? ((struct kernels_opencl__buffer *)a->buffer)->number : 0;
		set.size = OPENCL_SET_BUFFER;
	} else if (a->kind == KERNELS_DEVICE_BYTES && a->size <= sizeof set.value) {
		if (a->size == 4)
			memcpy(&set.value, a->bytes, 4); /* one instruction */
		else
			memcpy(&set.value, a->bytes, a->size);
		set.size = (uint32_t)a->size;
	}
	return set;
}

/* ---- failure.c, launched.c */

/* Takes over the reference to the event of a launch. */
void kernels_opencl__remember_launch(struct kernels_opencl__context *context, void *event, const char *name);
void kernels_opencl__forget_launches(struct kernels_opencl__context *context);
/* Finds a launch that has failed, the cause rather than what waited for it. Returns its code; 0: there is none. */
int32_t kernels_opencl__failed_launch(struct kernels_opencl__context *context, char *out_name, size_t room);

/* ---- buffer.c, program.c, event.c */

/* Memory of the device with these bytes, which are copied. */
struct kernels_device_buffer *kernels_opencl__buffer_of_bytes(
	struct kernels_opencl__context *context, void *bytes, size_t size, struct kernels_device_error *error);
/* The memory object of a buffer as argument `index` of a launch; borrowed from the buffer. NULL: *error is filled. */
void *kernels_opencl__argument_memory(
	struct kernels_device_buffer *buffer, uint32_t index, struct kernels_device_error *error);
/* Builds for the device of the context; the log of the compiler is in *error. `name` may be NULL. */
bool kernels_opencl__build(struct kernels_opencl__context *context, void *program, const char *options, const char *name,
	struct kernels_device_error *error);

/* Signals when the event has ended, and releases it in any case. If that fails, waits for the commands of the queue: memory of
 * the host may be freed then. */
bool kernels_opencl__signal_event(struct kernels_device_stream *stream, void *event, struct kernels_device_signal *signal,
	struct kernels_device_error *error);

#endif
