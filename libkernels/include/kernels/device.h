/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Devices: the interface between kernels that use a device and the drivers that packs provide (kernels/pack_device.h,
 * kernels/pack_opencl.h). libkernels/packs/device/DESIGN.md gives the reasons.
 *
 * A command (copy, fill, launch, wait) is put into a stream. The call returns as soon as the driver has taken the
 * command. Commands of one stream take effect in order. No function of a driver waits for a command; a caller learns of
 * the end of commands by a signal (struct kernels_device_signal).
 *
 * All objects are reference-counted and hold references to the objects from which they were made. A driver keeps the
 * objects that its commands use until these have ended, so a caller may release them when the command has been put into
 * the stream. Host memory of a copy is the exception: the caller keeps it until the copy is signalled.
 *
 * Thread class of all functions and objects: safe, unless a member states otherwise. */
#ifndef KERNELS_DEVICE_H
#define KERNELS_DEVICE_H

#include <async/allocator.h>
#include <async/queue.h>
#include <async/status.h>
#include <async/type.h>
#include <kernels/export.h>
#include <kernels/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The reason of a driver's failure. Functions with an `error` fill it in when they fail. */
struct kernels_device_error {
	enum async_code code;
	int32_t number; /* of the driver; 0: the call did not reach it */
	/* "clCreateBuffer on opencl:0 (NAME): CL_OUT_OF_RESOURCES (-5)". NUL-terminated, cut if longer */
	char text[1000];
};
/* Fills *error; returns false. */
KERNELS_API bool kernels_device_fail(struct kernels_device_error *error, enum async_code code, int32_t number,
	const char *format, ...) KERNELS_PRINTF(4, 5);

struct kernels_device_driver;

/* ---- objects. Each type of object begins with this; a driver embeds the type in its own. */

struct kernels_device_object {
	const struct kernels_device_driver *driver;
	struct kernels_device_object *parent; /* owned; NULL: none */
	/* Called for the last reference, before that of the parent is released. In any thread except those of drivers
	 * that complete commands. Frees the memory. */
	void (*destroy)(struct kernels_device_object *self);
	uint32_t refs; /* atomic */
};
/* For drivers: one reference, and one more to `parent`. */
KERNELS_API void kernels_device_object_init(struct kernels_device_object *object,
	const struct kernels_device_driver *driver, struct kernels_device_object *parent,
	void (*destroy)(struct kernels_device_object *self));
KERNELS_API void kernels_device_retain(struct kernels_device_object *object);
KERNELS_API void kernels_device_release(struct kernels_device_object *object); /* NULL is ignored */

/* A device of a driver; plain data. Payload of "!tfrt_gpu.device". */
struct kernels_device {
	const struct kernels_device_driver *driver;
	uint32_t index; /* below the number of devices */
};

/* The memory, streams and programs of one device. */
struct kernels_device_context {
	struct kernels_device_object base;
	const struct async_allocator *allocator; /* for all objects of the context; outlives them */
	uint32_t device;                         /* index */
	char label[96];                          /* for messages: "opencl:0 (NAME)". NUL-terminated */
};

/* Commands in order. */
struct kernels_device_stream {
	struct kernels_device_object base;
	struct kernels_device_context *context; /* the parent */
};

/* A place in a stream. An event that was never recorded counts as reached. */
struct kernels_device_event {
	struct kernels_device_object base;
	struct kernels_device_context *context; /* the parent */
};

/* Memory, or a view of a part of another buffer, which is the parent. */
struct kernels_device_buffer {
	struct kernels_device_object base;
	struct kernels_device_context *context;
	size_t size;
	void *host; /* the bytes, if it is host memory; NULL: memory of the device */
};

/* Built code. */
struct kernels_device_program {
	struct kernels_device_object base;
	struct kernels_device_context *context; /* the parent */
};

enum kernels_device_parameter_kind {
	KERNELS_DEVICE_ANY,    /* not known; arguments are not compared */
	KERNELS_DEVICE_BUFFER, /* memory of the device */
	KERNELS_DEVICE_BYTES,  /* a number or a struct by value */
	KERNELS_DEVICE_LOCAL,  /* memory of a work-group, of a size that each launch states */
	KERNELS_DEVICE_OTHER   /* an image, a sampler: no argument fits */
};
/* Of BYTES. Signed and unsigned integers are one kind; bf16 is an integer, since no language of kernels has it. */
enum kernels_device_number { KERNELS_DEVICE_ANY_BYTES, KERNELS_DEVICE_INTEGER, KERNELS_DEVICE_FLOAT };
struct kernels_device_parameter {
	uint32_t kind;    /* enum kernels_device_parameter_kind */
	uint32_t size;    /* of BYTES; 0: not known */
	const char *name; /* NULL: not known */
	uint32_t number;  /* enum kernels_device_number; KERNELS_DEVICE_ANY_BYTES: no number, or not known */
};

/* A kernel of a program that can be launched. */
struct kernels_device_function {
	struct kernels_device_object base;
	struct kernels_device_program *program; /* the parent */
	struct kernels_device_context *context;
	const char *name;
	const struct kernels_device_parameter *parameters; /* NULL: neither number nor kinds are known */
	uint32_t parameter_count;
	size_t group[3]; /* required size of work-groups, dimension 0 first; 0, 0, 0: any */
	/* Compilers of SYCL remove parameters that the code does not use. By number of the argument in the source: its
	 * parameter, or UINT32_MAX if it was removed. A launch of a kernel pack has either the source's arguments or
	 * those that are left. NULL: none was removed. */
	const uint32_t *sources;
	uint32_t source_count;
	/* The parameter for dynamic local memory, plus 1: launches with `shared` bytes do not name it as an
	 * argument. 0: none. */
	uint32_t shared_parameter;
	/* The last parameter may be the buffer with the values of specialization constants, for code in which a
	 * compiler has replaced these. A launch with one argument less than there are parameters gets `constants`
	 * (NULL: a null pointer). */
	bool takes_constants;
	struct kernels_device_buffer *constants; /* of the program */
};

/* ---- arguments of the functions of drivers */

/* Memory of the caller, which stays until done() is called. */
struct kernels_device_signal {
	/* Called exactly once when the work has ended, by any thread, possibly before the function that was given the
	 * signal returns; not called if that function fails. `number`: 0, or the driver's number of a failure, for
	 * explain(). It must only hand over a prepared task: no call of a driver, no waiting, no allocation. It may
	 * free the signal. */
	void (*done)(struct kernels_device_signal *self, int32_t number);
};

/* One side of a copy: exactly one member is set. Copies begin at the first byte; views select others. */
struct kernels_device_place {
	struct kernels_device_buffer *buffer;
	void *host;
};

struct kernels_device_argument {
	uint32_t kind; /* KERNELS_DEVICE_BUFFER, _BYTES or _LOCAL */
	struct kernels_device_buffer *buffer; /* of BUFFER; NULL: a null pointer */
	const void *bytes;                    /* of BYTES; read during the call */
	size_t size;                          /* of BYTES and LOCAL */
	uint32_t number; /* of BYTES: enum kernels_device_number; KERNELS_DEVICE_ANY_BYTES fits any parameter */
};

struct kernels_device_launch {
	size_t size; /* sizeof(struct kernels_device_launch) */
	struct kernels_device_function *function;
	uint32_t dimensions; /* 1 to 3; members beyond are ignored */
	size_t global[3];    /* work-items; 0: nothing runs */
	size_t group[3];     /* work-items per group; all 0: the driver chooses. Divides `global` */
	size_t offset[3];    /* of the global ids */
	size_t shared;       /* bytes of dynamic local memory that no argument names (CUDA) */
	const struct kernels_device_argument *arguments;
	uint32_t argument_count;
	struct kernels_device_signal *signal; /* when the launch has ended; NULL: none */
	/* A hint: is_compiled() has returned true for a launch of the same function with the same sizes. */
	bool compiled;
};

enum kernels_device_source {
	KERNELS_DEVICE_SOURCE_AUTO, /* by the first bytes; else text in the driver's language */
	KERNELS_DEVICE_SOURCE_OPENCL_C,
	KERNELS_DEVICE_SOURCE_SPIRV,
	KERNELS_DEVICE_SOURCE_NATIVE, /* output of the driver's compiler */
	KERNELS_DEVICE_SOURCE_PTX,
	KERNELS_DEVICE_SOURCE_SYCLBIN
};
/* A specialization constant. */
struct kernels_device_constant {
	uint32_t id, size;
	const void *bytes;
	const char *name; /* of a SYCLBIN file, instead of `id`; a composite has all its bytes. NULL: by id */
};
struct kernels_device_code {
	size_t size;   /* sizeof(struct kernels_device_code) */
	uint32_t kind; /* enum kernels_device_source */
	const void *bytes;
	size_t byte_count;
	const char *name;    /* for messages: the file; NULL: none */
	const char *options; /* of the driver's compiler; NULL: none */
	const struct kernels_device_constant *constants;
	size_t constant_count;
};

enum kernels_device_class { KERNELS_DEVICE_CPU, KERNELS_DEVICE_GPU, KERNELS_DEVICE_ACCELERATOR, KERNELS_DEVICE_CUSTOM };
/* Description and limits of a device. Texts are NUL-terminated, empty if not known; numbers are 0 if not known. */
struct kernels_device_info {
	char platform[128], name[128], vendor[128], version[128], driver_version[128];
	char il[256];          /* versions of intermediate languages: "SPIR-V_1.2 SPIR-V_1.4" */
	char extensions[4096]; /* separated by blanks */
	uint32_t kind;         /* enum kernels_device_class */
	uint32_t units;        /* compute units */
	uint32_t clock;        /* MHz */
	uint32_t buffer_align; /* bytes; views that are arguments begin at a multiple */
	uint64_t memory, largest_buffer, local_memory;
	size_t largest_group, largest_groups[3];
	bool fp16, fp64, atomic64, images, compiler, available;
	uint32_t vector_bytes; /* of a vector register with numbers of f32 */
};

/* A driver. Immutable; stays valid as long as the process. New members come at the end; optional ones may be NULL or
 * excluded by `size`. Functions that return a pointer return one reference, or NULL and fill *error. */
struct kernels_device_driver {
	size_t size;      /* sizeof(struct kernels_device_driver) of the driver */
	const char *name; /* "opencl"; devices are "opencl:0" */
	/* Number of the attribute `platform`: 0 any, 1 CUDA, 2 ROCm, 3 OpenCL, 4 host */
	int32_t platform;
	/* Loads the driver's library at the first call, which may take long, and counts the devices. */
	bool (*open)(uint32_t *out_count, struct kernels_device_error *error);
	bool (*describe)(uint32_t device, struct kernels_device_info *out_info, struct kernels_device_error *error);
	/* For kernels_device_context_open(). `primary`: the one context of the device that all callers share (CUDA
	 * has a separate call for it); requested again only after it was destroyed. `allocator` outlives the
	 * context. May take long. */
	struct kernels_device_context *(*context_create)(uint32_t device, bool primary,
		const struct async_allocator *allocator, struct kernels_device_error *error);
	/* `queue`: for drivers that run commands or release objects in threads of the host. Outlives all commands of
	 * the stream: a stream whose commands may still run is released before the queue is destroyed. */
	struct kernels_device_stream *(*stream_create)(
		struct kernels_device_context *context, struct async_queue *queue, struct kernels_device_error *error);
	/* `host_memory`: host memory for fast copies, possibly page-locked; `host` is set. */
	struct kernels_device_buffer *(*buffer_create)(struct kernels_device_context *context, size_t size,
		bool host_memory, struct kernels_device_error *error);
	/* A part of a buffer. The caller has checked that it lies inside. */
	struct kernels_device_buffer *(*buffer_view)(
		struct kernels_device_buffer *buffer, size_t offset, size_t size, struct kernels_device_error *error);
	/* A buffer of host memory that the caller provides; release(owner) is called when nothing uses it. On
	 * failure the caller keeps the memory. */
	struct kernels_device_buffer *(*buffer_wrap)(struct kernels_device_context *context, void *data, size_t size,
		void (*release)(void *owner), void *owner, struct kernels_device_error *error);
	/* May take seconds: called in a blocking task. */
	struct kernels_device_program *(*program_create)(struct kernels_device_context *context,
		const struct kernels_device_code *code, struct kernels_device_error *error);
	/* `name` is NUL-terminated, and copied. */
	struct kernels_device_function *(*function_create)(
		struct kernels_device_program *program, const char *name, struct kernels_device_error *error);
	/* The memory of a global variable. Optional. */
	struct kernels_device_buffer *(*program_global)(
		struct kernels_device_program *program, const char *name, struct kernels_device_error *error);
	struct kernels_device_event *(*event_create)(
		struct kernels_device_context *context, struct kernels_device_error *error);

	/* ---- commands. All objects of a call belong to the context of the stream, which the caller has checked. */

	/* Copies `size` bytes. `signal` (NULL: none): when the copy has ended, or failed. */
	bool (*copy)(struct kernels_device_stream *stream, const struct kernels_device_place *to,
		const struct kernels_device_place *from, size_t size, struct kernels_device_signal *signal,
		struct kernels_device_error *error);
	/* Fills the buffer from its start with a pattern of 1, 2 or 4 bytes. `size` is a multiple of that. */
	bool (*fill)(struct kernels_device_stream *stream, struct kernels_device_buffer *buffer, const void *pattern,
		size_t pattern_size, size_t size, struct kernels_device_error *error);
	/* The caller has compared the arguments with the parameters, as far as these are known. May take seconds if
	 * is_compiled() returns false. */
	bool (*launch)(struct kernels_device_stream *stream, const struct kernels_device_launch *launch,
		struct kernels_device_error *error);
	/* Signals when all commands that are in the stream now have ended. */
	bool (*signal)(struct kernels_device_stream *stream, struct kernels_device_signal *signal,
		struct kernels_device_error *error);
	bool (*event_record)(struct kernels_device_event *event, struct kernels_device_stream *stream,
		struct kernels_device_error *error);
	/* Signals when the stream has reached the place where the event was recorded last. */
	bool (*event_signal)(struct kernels_device_event *event, struct kernels_device_signal *signal,
		struct kernels_device_error *error);
	/* Later commands of the stream wait until the event is reached. The host does not wait. */
	bool (*stream_wait)(struct kernels_device_stream *stream, struct kernels_device_event *event,
		struct kernels_device_error *error);
	/* Describes the number that done() was given. */
	void (*explain)(const struct kernels_device_context *context, int32_t number,
		struct kernels_device_error *out_error);
	/* Optional, for devices that compile a function again for each size of groups: whether the code for a launch
	 * exists. NULL: always. Arguments and signal of the launch are not used. See kernels_device_is_compiled(). */
	bool (*is_compiled)(const struct kernels_device_launch *launch);
	/* KERNELS_DEVICE_STRUCTS when the driver was compiled. Required: the structs of objects and arguments above
	 * have no size, and drivers embed them. */
	uint32_t structs;
};
/* Changes with the layout of kernels_device_object, _device, _context, _stream, _event, _buffer, _program,
 * _parameter, _function, _place, _argument, _constant, _info or _error. */
#define KERNELS_DEVICE_STRUCTS 2u

#define KERNELS_DEVICE_MOST_SIZE 65536u /* no release has larger structs */
/* For launch() and program_create() of drivers: false, and *error, if the caller has not set `size`. Later members
 * may be missing. */
static inline bool kernels_device_launch_has_size(const struct kernels_device_launch *launch,
	struct kernels_device_error *error)
{
	return (launch->size >= offsetof(struct kernels_device_launch, compiled) &&
		       launch->size % sizeof(void *) == 0 && launch->size <= KERNELS_DEVICE_MOST_SIZE) ||
	       kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
		       "launch: size is %llu, expected sizeof(struct kernels_device_launch)",
		       (unsigned long long)launch->size);
}
static inline bool kernels_device_code_has_size(const struct kernels_device_code *code,
	struct kernels_device_error *error)
{
	return (code->size >= sizeof *code && code->size % sizeof(void *) == 0 &&
		       code->size <= KERNELS_DEVICE_MOST_SIZE) ||
	       kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
		       "code: size is %llu, expected sizeof(struct kernels_device_code)",
		       (unsigned long long)code->size);
}

/* Whether launch() returns soon. If not, kernels call it in a blocking task (kernels_frame_later()). */
static inline bool kernels_device_is_compiled(const struct kernels_device_launch *launch)
{
	const struct kernels_device_driver *driver = launch->function->base.driver;
	return driver->size < offsetof(struct kernels_device_driver, is_compiled) + sizeof driver->is_compiled ||
	       !driver->is_compiled || driver->is_compiled(launch);
}

/* ---- drivers by name, for the whole process */

/* Adds a driver, or a user of a driver that was added before. A pack calls this in init().
 * @return KERNELS_OK · KERNELS_E_EXISTS another driver has its name or platform · KERNELS_E_ARG a member is missing,
 *         or the size is not set · KERNELS_E_VERSION it was compiled for other structs (KERNELS_DEVICE_STRUCTS) ·
 *         KERNELS_E_LIMIT */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_device_driver_add(const struct kernels_device_driver *driver);
/* Removes a user; a pack calls this in finish(). When no user is left, the shared contexts are released. The driver
 * stays in the list. */
KERNELS_API void kernels_device_driver_remove(const struct kernels_device_driver *driver);
KERNELS_API const struct kernels_device_driver *kernels_device_driver_at(size_t index); /* NULL: no more */
/* NULL: there is none. */
KERNELS_API const struct kernels_device_driver *kernels_device_driver_find(const char *name, size_t size);
KERNELS_API const struct kernels_device_driver *kernels_device_driver_of(int32_t platform);
/* Finds a device by a text "opencl:0"; "opencl" is its device 0. Opens the driver, which may take long. */
KERNELS_API bool kernels_device_find(
	const char *text, size_t size, struct kernels_device *out_device, struct kernels_device_error *error);

/* Returns one reference to the shared context of the device, which is created at the first call and kept while the
 * driver has a user, or to a new context. `allocator` (NULL: system) outlives a new context; a shared one uses the
 * system's. May take long. Returns NULL and fills *error on failure. */
KERNELS_API struct kernels_device_context *kernels_device_context_open(struct kernels_device device, bool shared,
	const struct async_allocator *allocator, struct kernels_device_error *error);

/* ---- observing */

/* A command of a device that has ended: a launch, or a copy that a value waits for or that uses memory of the host.
 * Commands of a stream run in order, so one begins when it was put into the stream or when the one before has ended,
 * whichever is later. */
struct kernels_device_span {
	const char *device; /* label of the context; valid during the call, as `name` */
	const char *name;   /* of the function, or "copy" */
	uint64_t stream;    /* the same for commands of one stream while it exists */
	uint64_t put, ended; /* async_now_ns() */
};
/* Has `ended` called for each command that is put into a stream from now on; NULL: no longer. The calls come from
 * threads of the host's queue, several at a time, while the request of the command is not idle. Change this only
 * while no request runs. While set, each launch reports its end, which makes launches slower. */
KERNELS_API void kernels_device_watch(void (*ended)(void *ctx, const struct kernels_device_span *span), void *ctx);
/* For packs. */
KERNELS_API bool kernels_device_is_watched(void);
KERNELS_API void kernels_device_report(const struct kernels_device_span *span);

/* ---- payload types. The payload of "!tfrt_gpu.device" is a struct kernels_device; that of the others a pointer to an
 * object, one reference. Copies are references. */
struct kernels_device_types {
	/* program: !tfrt_gpu.module */
	async_type_id device, context, stream, event, allocator, buffer, program, function;
};
/* Registers on first use; a member is ASYNC_TYPE_NONE if its name is taken. */
KERNELS_API const struct kernels_device_types *kernels_device_types(void);

#ifdef __cplusplus
}
#endif

#endif
