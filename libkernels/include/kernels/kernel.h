/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The two forms of kernels, the grammar of signatures, and the interface of a running kernel.
 *
 * A kernel comes in one of two forms:
 *  - a payload kernel is a synchronous computation. It is called when all arguments are available and none is an error.
 *    It accesses payloads only, not async values. Most kernels have this form.
 *  - a frame kernel accesses async values. This form is for kernels that finish later, return their arguments, call
 *    functions, or have results of any number and type.
 * Before it calls a kernel of either form, the executor compares number and types of the arguments with the signature.
 * If an argument is an error, the executor propagates it and does not call the kernel.
 *
 * Signatures, with MLIR types:
 *	"(i32, i32) -> i32"                     two arguments, one result
 *	"() {value: i32} -> i32"                an attribute, by its kind
 *	"(!tfrt.string, ...) -> !tfrt.chain"    further arguments of any type
 *	"(i32...) -> i32"                       any number of i32
 *	"(any, any) -> (any, ...)"              any type; any number of results (frame kernels only)
 *	"(...) {body: fn} -> (...)"             a function, of any type
 *	"(i1, ...) {then: fn(args...) -> (results...)} -> (...)"      a function of a certain type
 *	"(i1, ...) {body: fn(args...) -> (args..., i1)} -> (args...)" results have the types of the further arguments
 * In the type of a function, and in results: "args..." stands for the arguments of the op after the listed ones,
 * "results..." for its results after the listed ones, "..." for any number of any type, "any" for one of any type, "T?"
 * for one T or nothing.
 *
 * Attribute kinds: i1 i8 i16 i32 i64 ui8 ui16 ui32 ui64 f16 bf16 f32 f64 string type shape dense aggregate fn any,
 * "K[]" for an array, "K..." for any number. Attributes are listed in the order in which the kernel reads them, which
 * is sorted by name.
 *
 * An op may have arguments and attributes that its kernel does not list and does not receive: arguments of type
 * !tfrt.chain after the listed ones, which only order execution, and attributes with a dialect prefix ("my.note") that
 * sort after the listed ones. Thread class: one-at-a-time per frame, on the thread that runs the kernel, unless a
 * function specifies otherwise. */
#ifndef KERNELS_KERNEL_H
#define KERNELS_KERNEL_H

#include <async/async.h>
#include <kernels/attr.h>
#include <kernels/export.h>
#include <kernels/function.h>
#include <kernels/status.h>

#ifdef __cplusplus
extern "C" {
#endif

struct kernels_entry; /* kernels/registry.h */
struct kernels_program; /* kernels/program.h */
struct kernels_watch; /* kernels/watch.h */

/* The op for which a kernel runs. Immutable, shared by all executions, valid while the program is open or a reference
 * to it is held. Work that continues after the kernel may keep the pointer (kernels_begin_work()). */
struct kernels_site {
	const struct kernels_entry *entry;
	const struct kernels_attr *attributes;
	const struct kernels_function *const *functions;
	uint32_t argument_count, result_count, attribute_count, function_count;
	struct async_location location;
	/* The state that prepare() of the kernel made for this op. NULL: there is none, the executor does not call
	 * prepare(), or this is an eager call without attributes. */
	void *state;
	/* The memory of the attributes, which kernels_site_buffer() keeps; NULL: it cannot be kept. */
	const struct kernels_memory *memory;
	/* Set by executors that are observed (kernels/watch.h); else NULL. */
	const struct kernels_watch *watch;
	/* Where functions can be found by name; NULL: the executor has no such program. */
	const struct kernels_program *program;
};

/* Bytes of a program that may outlive it: those of its attributes. Thread class: safe. */
struct kernels_memory {
	void (*retain)(const struct kernels_memory *self);
	void (*release)(const struct kernels_memory *self);
};

/* ---- payload kernels */

/* One run of a payload kernel. */
struct kernels_call {
	void *const *arguments;          /* payloads, borrowed, read only */
	void *const *results;            /* storage of each result's type, where the kernel constructs the payload */
	const struct kernels_site *site;
	struct async_request *request;   /* borrowed */
	struct async_error *error;       /* NULL; see kernels_call_fail() */
};
typedef void (*kernels_payload_fn)(struct kernels_call *call);

/* Fails the kernel: all its results become this error, so the kernel must not leave a payload in them. The message is
 * reported to the host with the location of the op and the name of the kernel (async_error_location(),
 * async_error_origin()). It should give the number of the argument at fault. The kernel returns afterwards. */
KERNELS_API void kernels_call_fail(struct kernels_call *call, const char *format, ...) KERNELS_PRINTF(2, 3);
/* As above with an error that was already reported. Takes over the reference. */
KERNELS_API void kernels_call_fail_with(struct kernels_call *call, struct async_error *error);

/* ---- frame kernels */

struct kernels_frame;
typedef void (*kernels_frame_fn)(struct kernels_frame *frame);

/* Private: the continuation of a kernel as a task; see kernels_frame_later(). */
struct kernels_continuation {
	kernels_frame_fn run; /* NULL: none */
	bool blocking;
};

/* One run of a frame kernel. The frame is valid until the kernel returns; retain values that are needed longer. */
struct kernels_frame {
	struct async_value *const *arguments; /* borrowed */
	/* NULL on entry; the kernel puts one reference in each. Executors compare the type with the signature */
	struct async_value **results;
	const struct kernels_site *site;
	struct async_request *request;        /* borrowed; see kernels_begin_work() for work that continues later */
	/* private: the executor does not need the arguments afterwards */
	bool may_take;
	struct kernels_continuation *continuation; /* private: set by an executor that adds the task itself */
};

/* Reports an error and stores it in every result that is still NULL, and in unavailable results to which only the
 * frame has a reference, such as those of kernels_frame_result() before they are retained. Other results that the
 * kernel has already set do not change. */
KERNELS_API void kernels_frame_fail(struct kernels_frame *frame, const char *format, ...) KERNELS_PRINTF(2, 3);
/* As above with an error that was already reported, for example one that is propagated. Takes over the reference. */
KERNELS_API void kernels_frame_fail_with(struct kernels_frame *frame, struct async_error *error);

/* Returns one reference to argument `index`, owned by the caller. Like async_value_retain(), but cheaper if the
 * executor does not need the argument after the kernel. Call it at most once per argument, and do not access the
 * argument through the frame afterwards. */
static inline struct async_value *kernels_frame_take(struct kernels_frame *frame, uint32_t index)
{
	struct async_value *value = frame->arguments[index];
	if (!frame->may_take)
		return async_value_retain(value);
	((struct async_value **)(uintptr_t)frame->arguments)[index] = NULL;
	return value;
}

KERNELS_API void kernels_frame_later_(struct kernels_frame *frame, kernels_frame_fn run, bool blocking); /* private */

/* Continues the kernel as a task of the request's queue, or as a blocking task if `run` may block. The task calls `run`
 * once with a frame that has the same arguments, and `run` sets all results. Before this call the kernel must not set a
 * result or take an argument (kernels_frame_take()); after it the kernel must return. If memory is exhausted, the
 * results are set to an error and `run` is not called. */
static inline void kernels_frame_later(struct kernels_frame *frame, kernels_frame_fn run, bool blocking)
{
	if (frame->continuation) {
		frame->continuation->run = run;
		frame->continuation->blocking = blocking;
	} else {
		kernels_frame_later_(frame, run, blocking);
	}
}

/* For executors, after a frame kernel: kernels_result_take() for each result, with the types that the signature
 * lists. */
KERNELS_API void kernels_frame_finish(struct kernels_frame *frame);
/* For executors: determines result `index` of an op from the value that a kernel or function has stored.
 * @param type   of the payload; ASYNC_TYPE_NONE: any
 * @param value  takes over one reference; NULL: nothing was stored
 * @return one reference, never NULL: `value`; an error, which is reported, for NULL, another type, or an unavailable
 *         value that nothing will complete; or another value, which becomes available with an unavailable `value`. That
 *         value is such an error if its type is another one, or if all references to `value` are released before it has
 *         a payload. An indirect value that was retained and then dropped is not noticed. */
KERNELS_API struct async_value *kernels_result_take(const struct kernels_site *site, struct async_request *request,
	uint32_t index, async_type_id type, struct async_value *value);
/* True if kernels_result_take() would return `value` itself, which is available. */
static inline bool kernels_result_is_ready(struct async_value *value, async_type_id type)
{
#ifdef __OPTIMIZE_SIZE__ /* kernels_result_take() finds out */
	(void)value, (void)type;
	return false;
#endif
	return value && async_value_state(value) == ASYNC_AVAILABLE &&
	       (type == ASYNC_TYPE_NONE || async_value_target(value)->type == type);
}
/* Releases one reference to each value. References to one value that are adjacent in the array are released together.
 * NULLs are ignored. */
KERNELS_API void kernels_values_release(struct async_value *const *values, uint32_t count);

/* Creates result `index` as an UNCONSTRUCTED value of this type, for work that finishes later. Returns it borrowed: the
 * frame keeps its reference. The work retains it, completes it, and releases it after the call that completes it has
 * returned. If the last reference of the work is released before, or there is none when the kernel returns, the
 * result becomes the error of a broken promise. Returns NULL when out of memory; the results are then set to an
 * error. */
KERNELS_API struct async_value *kernels_frame_result(struct kernels_frame *frame, uint32_t index, async_type_id type);
/* Creates result `index` and moves the payload into it. When out of memory, the result is an error. */
KERNELS_API void kernels_frame_return(struct kernels_frame *frame, uint32_t index, async_type_id type, void *payload);

/* For kernels that call functions: returns true if the function has these numbers of arguments and results, since a
 * program may pair any function with any op. Otherwise fails the frame and returns false. */
KERNELS_API bool kernels_frame_accepts(struct kernels_frame *frame, const struct kernels_function *function,
	uint32_t argument_count, uint32_t result_count);
/* Calls the function with the arguments after the first `skip`; its results are those of the kernel. Fails the frame if
 * the function does not accept them. */
KERNELS_API void kernels_frame_execute(struct kernels_frame *frame, const struct kernels_function *function,
	uint32_t skip);

/* Three kernels that only call a function, for rows of packs. An executor that finds one of them in a row may call the
 * function itself, which is faster. */

/* Calls function 0 of the op with all arguments. */
KERNELS_API void kernels_frame_call(struct kernels_frame *frame);
/* Argument 0 is an i1: calls function 0 of the op if it is 1, else function 1, with the other arguments. */
KERNELS_API void kernels_frame_branch(struct kernels_frame *frame);
/* Argument 0 is an i32: calls the function of the op with that number, from 0, or else the last one, with the other
 * arguments. The frame fails if the op has no functions. */
KERNELS_API void kernels_frame_case(struct kernels_frame *frame);

static inline const struct async_host *kernels_host(const struct async_request *request)
{
	return async_request_host(request);
}

/* Creates an error at this op and reports it to the host, for results that fail later. Never NULL. */
KERNELS_API struct async_error *kernels_site_error(const struct kernels_site *site, struct async_request *request,
	enum async_code code, const char *format, ...) KERNELS_PRINTF(4, 5);

/* ---- work that continues after its kernel has returned
 *
 * Code that uses the request, the site or its functions after the kernel, in a task or a waiter, must be a unit of work
 * of the request (see async/request.h), which holds a reference to the program of the site. kernels_frame_later()
 * begins and ends this unit. */

/* Begins a unit of work. Call it while the kernel runs. Returns `request`. */
static inline struct async_request *kernels_begin_work(struct async_request *request, const struct kernels_site *site)
{
	const struct async_location_source *program = site->location.source;
	if (program && program->retain)
		program->retain(program);
	return async_request_begin_work(request);
}

/* Ends the unit of work. Must be the last call of the work: request, host, site and program may be destroyed
 * afterwards. */
static inline void kernels_end_work(struct async_request *request, const struct kernels_site *site)
{
	const struct async_location_source *program = site->location.source;
	if (program && program->release)
		program->release(program);
	async_request_end_work(request);
}

/* Returns an error value and takes over the reference. Never NULL: returns async_value_out_of_memory() when out of
 * memory. */
KERNELS_API struct async_value *kernels_error_value(const struct async_request *request, struct async_error *error);

/* ---- attributes of a site. If the attribute has another kind, they return false, and the kernel fails with "attribute
 * N is not a ...". */
KERNELS_API bool kernels_site_scalar(const struct kernels_site *site, uint32_t index, enum kernels_dtype dtype,
	void *out);
KERNELS_API bool kernels_site_string(const struct kernels_site *site, uint32_t index, struct kernels_string *out);
KERNELS_API bool kernels_site_array(const struct kernels_site *site, uint32_t index, enum kernels_dtype element,
	struct kernels_array *out);
/* As above for a running kernel. On a mismatch they fail the call or frame, so the kernel only has to return. */
KERNELS_API bool kernels_call_scalar(struct kernels_call *call, uint32_t index, enum kernels_dtype dtype, void *out);
KERNELS_API bool kernels_call_string(struct kernels_call *call, uint32_t index, struct kernels_string *out);
KERNELS_API bool kernels_call_array(struct kernels_call *call, uint32_t index, enum kernels_dtype element,
	struct kernels_array *out);
KERNELS_API bool kernels_frame_scalar(struct kernels_frame *frame, uint32_t index, enum kernels_dtype dtype, void *out);
KERNELS_API bool kernels_frame_string(struct kernels_frame *frame, uint32_t index, struct kernels_string *out);

/* ---- the tables of a pack */

enum kernels_flags {
	KERNELS_SYNC = 1u << 0, /* payload kernel: may be used in synchronous functions */
	/* Payload kernel that only computes its results, in less time than it takes to wake another thread, or frame
	 * kernel that only starts a task. A function that contains only these kernels runs in the calling thread, apart
	 * from the tasks, regardless of its streams. */
	KERNELS_QUICK = 1u << 1,
	/* Frame kernel that starts when any one of its arguments is available: the first to become available,
	 * whatever its position. The other arguments, argument 0 included, may be unavailable, every argument may be
	 * an error, and their types are not checked. A cancelled request skips it like any other kernel. */
	KERNELS_NONSTRICT = 1u << 2,
	/* Frame kernel that is non-strict only for ops with the attribute `bef.nonstrict`. */
	KERNELS_ANY_STATE = 1u << 3,
	/* Frame kernel that reads arguments, or passes them to functions or results, but does not call
	 * async_value_is_unique() on them. Executors then need no separate reference per argument. */
	KERNELS_PASSES_ON = 1u << 4,
	/* The state that prepare() makes depends only on the attributes and on the numbers of arguments and results.
	 * Executors may use one state for several ops without functions. */
	KERNELS_SHARES_STATE = 1u << 5,
	/* Frame kernel whose results are errors or of the types of its signature, also those that it completes later
	 * through an indirect value. Executors do not check these, which costs a value and a waiter each. */
	KERNELS_KEEPS_TYPES = 1u << 6,
	/* Frame kernel that calls functions, and neither takes its arguments (kernels_frame_take()) nor uses them after
	 * it has returned. Executors then need no separate reference per argument. */
	KERNELS_BORROWS = 1u << 7
};

struct kernels_kernel {
	const char *name;      /* "tfrt.add.i32" */
	const char *signature; /* see above */
	kernels_payload_fn payload; /* exactly one of the two is set */
	kernels_frame_fn frame;
	uint32_t flags;        /* enum kernels_flags */
	uint32_t reserved;     /* 0 */
};

/* Checks an op and computes the data that all its runs share: parsed attributes, tables, constants. The op agrees with
 * the signature of the kernel. A failure refuses the program.
 * @param site       borrowed for the call. The entry, the attributes with their bytes, and the functions with their
 *                   types stay until unprepare(), so the state may point to them. Functions must not be called, and
 *                   the location must not be retained by the state
 * @param allocator  for the state; valid until unprepare()
 * @param out_state  NULL on entry. On success the executor owns the state; NULL: there is none. On failure the kernel
 *                   owns everything that it made
 * @param diag       not NULL: the reason of a failure, see kernels_prepare_fail(). Executors add place and kernel
 * @return KERNELS_OK · KERNELS_E_CORRUPT the op is wrong · KERNELS_E_NOMEM. Thread class: safe */
typedef enum kernels_status (*kernels_prepare_fn)(const struct kernels_site *site,
	const struct async_allocator *allocator, void **out_state, struct kernels_diag *diag);
/* Releases the state. `allocator` as above. Thread class: safe */
typedef void (*kernels_unprepare_fn)(void *state, const struct async_allocator *allocator);

/* For prepare(): stores the reason in `diag`, which may be NULL, without the name of the kernel. Returns `status`.
 * Thread class: safe */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_prepare_fail(struct kernels_diag *diag,
	enum kernels_status status, const char *format, ...) KERNELS_PRINTF(3, 4);

/* Where the memory of a result is. */
enum kernels_memory_kind {
	KERNELS_MEMORY_UNKNOWN,   /* anywhere */
	KERNELS_MEMORY_NEW,       /* in a new block, while all arguments exist */
	KERNELS_MEMORY_MAY_REUSE, /* in a new block, or in that of an argument without other uses */
	KERNELS_MEMORY_ARGUMENT   /* in the block of an argument */
};
struct kernels_memory_use {
	uint32_t kind;     /* enum kernels_memory_kind */
	uint32_t argument; /* of KERNELS_MEMORY_ARGUMENT */
	uint64_t size;     /* of the contents in bytes, unless the memory is unknown */
};
/* Describes the results of a prepared op, for tools that compute a lower bound of the memory of a program: no
 * execution may need less than these sizes. `results`: zeroed, one per result of the site. Thread class: safe */
typedef void (*kernels_describe_fn)(const struct kernels_site *site, struct kernels_memory_use *results);

/* The work of one execution of an op, from the types of its arguments and results. */
struct kernels_cost {
	uint64_t operations; /* arithmetic on elements: a multiplication with an addition counts 2, each function 1 */
	uint64_t bytes_read, bytes_written; /* of arguments and results, each once, without scratch memory */
};
/* Computes the cost of a prepared op, for statistics. `out_cost` is zeroed. Returns false if the cost is not known
 * before the op runs. Functions that the op calls do not count. Thread class: safe */
typedef bool (*kernels_cost_fn)(const struct kernels_site *site, struct kernels_cost *out_cost);

/* A row of a pack that prepares ops: its kernel_size is at least the size of this (KERNELS_PREPARED_PACK_INIT). New
 * members come at the end. */
struct kernels_prepared_kernel {
	struct kernels_kernel kernel;
	/* Executors call prepare(), unless it is NULL, once for each op, or for several (KERNELS_SHARES_STATE), when
	 * they open a program; and unprepare() once for each state that is not NULL, after the last run of these
	 * ops. All runs of the op share the state, in several threads at once. */
	kernels_prepare_fn prepare;
	kernels_unprepare_fn unprepare;
	kernels_describe_fn describe; /* NULL: nothing is known about results */
	kernels_cost_fn cost;         /* NULL: not known */
};

#ifndef __cplusplus
/* A row of a pack's table for a function of either form; a function of another type does not compile. Functions of
 * kernels/typed.h have separate rows. */
#define KERNELS_ROW(name, signature, function, flags) \
	{ \
		name, signature, _Generic(&(function), kernels_payload_fn: (function), kernels_frame_fn: NULL), \
			_Generic(&(function), kernels_payload_fn: NULL, kernels_frame_fn: (function)), flags, 0 \
	}
/* A row of struct kernels_prepared_kernel. */
#define KERNELS_PREPARED_ROW(name, signature, function, flags, prepare, unprepare) \
	{ \
		KERNELS_ROW(name, signature, function, flags), prepare, unprepare, NULL, NULL \
	}
#define KERNELS_DESCRIBED_ROW(name, signature, function, flags, prepare, unprepare, describe, cost) \
	{ \
		KERNELS_ROW(name, signature, function, flags), prepare, unprepare, describe, cost \
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
 * kernels_text. Registers on first use. Thread class: safe. */
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
