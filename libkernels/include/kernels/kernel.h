/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a kernel is, and what it sees when it runs.
 *
 * A kernel comes in one of two forms:
 *  - a payload kernel is a plain synchronous computation. It is called when all arguments are available and none is an
 *    error, and sees payloads only: no reference counts, no async values. Most kernels are this.
 *  - a frame kernel sees async values: for kernels that start work and finish later, return their arguments, call
 *    functions, or have results of any number and type.
 * Either way the executor has checked number and types of the arguments against the signature before the call, and has
 * passed errors on without calling the kernel.
 *
 * Signatures, in words of MLIR types:
 *	"(i32, i32) -> i32"                     two arguments, one result
 *	"() {value: i32} -> i32"                an attribute, by its kind
 *	"(!tfrt.string, ...) -> !tfrt.chain"    more arguments of any type may follow
 *	"(i32...) -> i32"                       any number of i32
 *	"(any, any) -> (any, ...)"              any type; any number of results (frame kernels only)
 *	"(...) {body: fn} -> (...)"             a function, of any type
 *	"(i1, ...) {then: fn(args...) -> (results...)} -> (...)"      a function of a certain type
 *	"(i1, ...) {body: fn(args...) -> (args..., i1)} -> (args...)" results of the types of the further arguments
 * In the type of a function, and "args..." in the results: "args..." are the arguments of the op behind those listed,
 * "results..." its results behind those listed, "..." anything, "any" one of any type, "T?" one or nothing.
 *
 * Attribute kinds: i1 i8 i16 i32 i64 ui8 ui16 ui32 ui64 f16 bf16 f32 f64 string type shape dense aggregate fn any,
 * "K[]" for an array, "K..." for any number; in the order in which the kernel reads them (sorted by name in MLIR).
 *
 * An op may have more than its kernel lists, which the kernel does not see: arguments of type !tfrt.chain behind the
 * listed ones, which only order; and attributes with a dialect prefix ("my.note") that sort behind the listed ones.
 * Thread class: one-at-a-time per frame, on the thread that runs the kernel, but where a function says otherwise. */
#ifndef KERNELS_KERNEL_H
#define KERNELS_KERNEL_H

#include <async/async.h>
#include <kernels/attr.h>
#include <kernels/export.h>
#include <kernels/function.h>

#ifdef __cplusplus
extern "C" {
#endif

struct kernels_entry; /* kernels/registry.h */

/* The op in the program that a kernel runs for. Immutable, shared by all executions, valid as long as the program is
 * open or a reference to it is held: work that goes on after the kernel may keep the pointer (kernels_begin_work()). */
struct kernels_site {
	const struct kernels_entry *entry;
	const struct kernels_attr *attributes;
	const struct kernels_function *const *functions;
	uint32_t argument_count, result_count, attribute_count, function_count;
	struct async_location location;
};

/* ---- payload kernels */

/* One run of a payload kernel. */
struct kernels_call {
	void *const *arguments;          /* payloads, borrowed, read only */
	void *const *results;            /* storage of each result's type, for the kernel to build the payload in */
	const struct kernels_site *site;
	struct async_request *request;   /* borrowed */
	struct async_error *error;       /* NULL; see kernels_call_fail() */
};
typedef void (*kernels_payload_fn)(struct kernels_call *call);

/* Says that the kernel failed: all its results become this error, so the kernel leaves no payload behind. The
 * message is reported to the host with the place in the program and the name of the kernel (async_error_location(),
 * async_error_origin()); it names the argument that is at fault, by its number. Return after it. */
KERNELS_API void kernels_call_fail(struct kernels_call *call, const char *format, ...) KERNELS_PRINTF(2, 3);
/* As above with an error that was reported already; the reference is taken over. */
KERNELS_API void kernels_call_fail_with(struct kernels_call *call, struct async_error *error);

/* ---- frame kernels */

struct kernels_frame;
typedef void (*kernels_frame_fn)(struct kernels_frame *frame);

/* Private: how a kernel goes on as a task; see kernels_frame_later(). */
struct kernels_continuation {
	kernels_frame_fn run; /* NULL: it does not */
	bool blocking;
};

/* One run of a frame kernel. The frame is gone when the kernel returns; values that are to stay are retained. */
struct kernels_frame {
	struct async_value *const *arguments; /* borrowed */
	struct async_value **results;         /* NULL on entry; the kernel puts one reference in each */
	const struct kernels_site *site;
	struct async_request *request;        /* borrowed; see kernels_begin_work() for work that goes on later */
	/* private: whoever runs the kernel does not need the arguments afterwards */
	bool may_take;
	struct kernels_continuation *continuation; /* private: set by an executor that adds the task itself */
};

/* Sets every result that is still NULL to an error, and reports it. The kernel may have set some results already (a
 * partial failure). */
KERNELS_API void kernels_frame_fail(struct kernels_frame *frame, const char *format, ...) KERNELS_PRINTF(2, 3);
/* As above with an error that was reported already (or is to be passed on); the reference is taken over. */
KERNELS_API void kernels_frame_fail_with(struct kernels_frame *frame, struct async_error *error);

/* One reference to argument `index`, the caller's. As async_value_retain(), but cheaper where nobody needs the
 * argument after the kernel. To be called once for an argument, which must not be looked for in the frame
 * afterwards. */
static inline struct async_value *kernels_frame_take(struct kernels_frame *frame, uint32_t index)
{
	struct async_value *value = frame->arguments[index];
	if (!frame->may_take)
		return async_value_retain(value);
	((struct async_value **)(uintptr_t)frame->arguments)[index] = NULL;
	return value;
}

KERNELS_API void kernels_frame_later_(struct kernels_frame *frame, kernels_frame_fn run, bool blocking); /* private */

/* The kernel goes on as a task of the request's queue, a blocking one if it may block: there `run` is called once, as
 * the kernel was, with the same arguments, and gives all results. The kernel has given none, has taken no argument
 * (kernels_frame_take()), and does nothing after this but return. When memory is short the results are set to an error
 * instead, and `run` is not called. */
static inline void kernels_frame_later(struct kernels_frame *frame, kernels_frame_fn run, bool blocking)
{
	if (frame->continuation) {
		frame->continuation->run = run;
		frame->continuation->blocking = blocking;
	} else {
		kernels_frame_later_(frame, run, blocking);
	}
}

/* For executors, after a frame kernel: results that it left out become errors that say so. */
KERNELS_API void kernels_frame_finish(struct kernels_frame *frame);
/* Gives back one reference to each; those of one value that stand beside each other go together. NULLs are ignored. */
KERNELS_API void kernels_values_release(struct async_value *const *values, uint32_t count);

/* Creates result `index` for work that finishes later: UNCONSTRUCTED, of this type. Returns it borrowed (the frame's
 * reference stays in the frame); NULL when out of memory, the results are set to an error then. */
KERNELS_API struct async_value *kernels_frame_result(struct kernels_frame *frame, uint32_t index, async_type_id type);
/* Creates result `index` with a payload that is moved in; an error takes its place when out of memory. */
KERNELS_API void kernels_frame_return(struct kernels_frame *frame, uint32_t index, async_type_id type, void *payload);

/* For kernels that call functions: true when the function takes and gives so many values (a program may pair any
 * function with any op). Otherwise the frame has failed and says so. */
KERNELS_API bool kernels_frame_accepts(struct kernels_frame *frame, const struct kernels_function *function,
	uint32_t argument_count, uint32_t result_count);

static inline const struct async_host *kernels_host(const struct async_request *request)
{
	return async_request_host(request);
}

/* An error at this op, reported to the host; for results that fail later. Never NULL. */
KERNELS_API struct async_error *kernels_site_error(const struct kernels_site *site, struct async_request *request,
	enum async_code code, const char *format, ...) KERNELS_PRINTF(4, 5);

/* ---- work that goes on after its kernel has returned
 *
 * Code that uses the request, the site or the functions of the site later, in a task or a waiter, is a unit of work of
 * the request (see async/request.h), and holds a reference to the program of the site. kernels_frame_later() does so
 * itself. */

/* Begins a unit of work: call it while the kernel runs. Returns `request`. */
static inline struct async_request *kernels_begin_work(struct async_request *request, const struct kernels_site *site)
{
	const struct async_location_source *program = site->location.source;
	if (program && program->retain)
		program->retain(program);
	return async_request_begin_work(request);
}

/* Ends it. The last thing that the work does: request, host, site and program may be gone afterwards. */
static inline void kernels_end_work(struct async_request *request, const struct kernels_site *site)
{
	const struct async_location_source *program = site->location.source;
	if (program && program->release)
		program->release(program);
	async_request_end_work(request);
}

/* A value that is an error; takes over the reference. Never NULL: async_value_out_of_memory() at worst. */
KERNELS_API struct async_value *kernels_error_value(const struct async_request *request, struct async_error *error);

/* ---- attributes of a site. On a mismatch (the program lies about its attributes) they return false, and the kernel
 * fails with "attribute N is not a ...". */
KERNELS_API bool kernels_site_scalar(const struct kernels_site *site, uint32_t index, enum kernels_dtype dtype,
	void *out);
KERNELS_API bool kernels_site_string(const struct kernels_site *site, uint32_t index, struct kernels_string *out);
KERNELS_API bool kernels_site_array(const struct kernels_site *site, uint32_t index, enum kernels_dtype element,
	struct kernels_array *out);
/* The same for a running kernel: on a mismatch the call or frame has failed already, the kernel only returns. */
KERNELS_API bool kernels_call_scalar(struct kernels_call *call, uint32_t index, enum kernels_dtype dtype, void *out);
KERNELS_API bool kernels_call_string(struct kernels_call *call, uint32_t index, struct kernels_string *out);
KERNELS_API bool kernels_call_array(struct kernels_call *call, uint32_t index, enum kernels_dtype element,
	struct kernels_array *out);
KERNELS_API bool kernels_frame_scalar(struct kernels_frame *frame, uint32_t index, enum kernels_dtype dtype, void *out);
KERNELS_API bool kernels_frame_string(struct kernels_frame *frame, uint32_t index, struct kernels_string *out);

/* ---- the tables that packs are made of */

enum kernels_flags {
	KERNELS_SYNC = 1u << 0, /* payload kernel: may be used in synchronous functions */
	/* Payload kernel that does nothing but make its results, in less time than it would take to wake another thread
	 * for it, or frame kernel that does nothing but begin a task: a function of such kernels runs in the thread
	 * that calls it, but for the tasks, whatever streams they were given. */
	KERNELS_QUICK = 1u << 1,
	/* Frame kernel that starts with its first argument: the others, of any type, may be unavailable, and any may
	 * be an error. Nobody has looked at their types. A request that is cancelled skips it as any other. */
	KERNELS_NONSTRICT = 1u << 2,
	/* Frame kernel that can do so: it does where an op says `bef.nonstrict`. */
	KERNELS_ANY_STATE = 1u << 3,
	/* Frame kernel that reads arguments, or hands them on to functions or as results, and does not ask whether
	 * one is unique (async_value_is_unique()): saves executors from keeping count for it. */
	KERNELS_PASSES_ON = 1u << 4
};

struct kernels_kernel {
	const char *name;      /* "tfrt.add.i32" */
	const char *signature; /* see above */
	kernels_payload_fn payload; /* exactly one of the two is set */
	kernels_frame_fn frame;
	uint32_t flags;        /* enum kernels_flags */
	uint32_t reserved;     /* 0 */
};

#ifndef __cplusplus
/* A row of a pack's table for a function of either form; a function of another type does not compile. Functions of
 * kernels/typed.h have rows of their own. */
#define KERNELS_ROW(name, signature, function, flags) \
	{ \
		name, signature, _Generic(&(function), kernels_payload_fn: (function), kernels_frame_fn: NULL), \
			_Generic(&(function), kernels_payload_fn: NULL, kernels_frame_fn: (function)), flags, 0 \
	}
#endif

/* A C function that programs can call by name (func.func private @name(...) attributes {tfrt.native}). */
struct kernels_native {
	const char *name;
	/* As execute() of a function: arguments borrowed, all available; one reference per result. */
	void (*run)(struct async_request *request, struct async_value *const *arguments, uint32_t argument_count,
		struct async_value **results, uint32_t result_count);
};

/* ---- payload types that libkernels registers itself; numbers for the life of the process */
struct kernels_type_ids {
	async_type_id i1, i8, i16, i32, i64, ui8, ui16, ui32, ui64, f16, bf16, f32, f64, complex64, complex128, string;
};
/* i1: uint8_t · iN, uiN: intN_t, uintN_t · f16, bf16: uint16_t bits · f32, f64 · complex: two of them · string: struct
 * kernels_text. Registers on first use. Threads: safe. */
KERNELS_API const struct kernels_type_ids *kernels_types(void);

/* Payload of "!tfrt.string": owned bytes, NUL-terminated for convenience. */
struct kernels_text {
	char *data;
	size_t size;
	const struct async_allocator *allocator;
};
/* Copies size bytes; false when out of memory (then *out is empty). */
KERNELS_API bool kernels_text_init(struct kernels_text *out, const struct async_allocator *allocator, const char *data,
	size_t size);

#ifdef __cplusplus
}
#endif

#endif
