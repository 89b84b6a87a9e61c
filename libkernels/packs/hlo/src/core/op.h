/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The frame of all kernels of the pack. A kernel is two functions: one plans an operation (checks types and attributes,
 * computes strides, parses expressions), one computes. op.c does the rest: it reads the types, compares the arguments
 * with them, allocates the results or reuses the memory of arguments, moves long work to a task, and returns the results.
 *
 * Every op has the attribute `types` (hlo/types.h). An op whose types are all known is planned once, when the program is opened; the plan is immutable and used by all
 * calls at once, also by calls of other ops with the same attributes (KERNELS_SHARES_STATE, except in the rooms that pack.c
 * lists): a plan keeps nothing that belongs to one op. Other ops are planned for each call, with the types and contents of
 * their arguments.
 *
 * Planning is the only place that trusts nothing: a program may hold any attributes. Computing relies on the plan, and
 * reads and writes nothing beyond the types that were planned. */
#ifndef KERNELS_HLO_OP_H
#define KERNELS_HLO_OP_H

#include <hlo/types.h>
#include <kernels/kernels.h>

struct hlo_run;

/* Dimensions are memory of the planned op, so that a type is small: large groups have hundreds of operands. */
struct hlo_shape {
	uint32_t rank;
	const int64_t *dims; /* -1: known only when the op runs */
};

struct hlo_type {
	enum kernels_dtype dtype; /* KERNELS_DTYPE_INVALID: a token */
	bool panels;              /* elements are in panels (hlo/products.h); only if the kernel has HLO_READS_PANELS */
	int64_t elements;         /* product of the dimensions; -1 if one is -1 */
	struct hlo_shape shape;
};

/* An op that is planned. */
struct hlo_op {
	const struct hlo_kernel *kernel;
	const struct kernels_site *site; /* without `state` */
	const struct async_allocator *allocator; /* for what the plan owns */
	uint32_t operand_count, result_count;
	const struct hlo_type *operands; /* known in every dimension */
	struct hlo_type *results;        /* plan() sets dimensions that are -1, with kernels_hlo__set_shape() */
	/* Contents of the operands; NULL when the op is planned before it runs. Kernels whose results or plan depend on
	 * contents have HLO_NEEDS_VALUES. */
	const void *const *values;
	/* plan() may set: result i may use the memory of operand reuse[i], because run() reads each byte of it before
	 * it writes the same byte, and the sizes in bytes are equal. -1 (the default): no. */
	int32_t *reuse;
	/* plan() may add, where reuse[i] is set: bits of other operands, of the first 64, whose memory result i may use as well.
	 * A call takes the first operand that nothing else uses: which one that is, only the call knows. */
	uint64_t *spare;
	/* plan() may set: result 0 has the bytes of this operand, in the same order; run() is not called. Default -1 */
	int32_t view;
	/* plan() may set, if result 0 is adjacent bytes of operand 0: returns their address, without outputs. Loops read them there. */
	const void *(*find_part)(const struct hlo_run *run, const void *plan);
	/* plan() may set, for a kernel with a frame function of its own: it allocates result 0 for each call. */
	bool makes_result;
	uint64_t nanoseconds; /* plan() sets an estimate of the duration; from 20,000 on the op runs as a task */
	uint64_t operations; /* plan() sets the arithmetic operations of a run, for statistics (struct kernels_cost) */
	/* plan() may set, if all results are tensors: a function that computes the parts [begin, end) of them, the number of
	 * parts, and how many a thread computes at a time. If there are more parts than that, run_part() is called instead
	 * of run(), by several threads at once, for disjoint ranges. It returns false when out of memory. Results do not
	 * depend on the division. */
	bool (*run_part)(const struct hlo_run *run, const void *plan, size_t begin, size_t end);
	size_t parts, block;
	char *message; /* kernels_hlo__refuse() */
	size_t message_size;
};

/* A call. */
struct hlo_run {
	const struct hlo_op *op;
	const void *const *inputs; /* contents of operands; NULL for tokens */
	void *const *outputs;      /* uninitialized contents of results, aligned to 64 bytes (up to 128 bytes: to 16), or those of
	                            * the operand that is reused; NULL for tokens */
	struct async_request *request;
	const struct async_allocator *allocator; /* for scratch memory */
};

enum hlo_kernel_flags {
	HLO_NEEDS_VALUES = 1u << 0, /* is planned for each call, with the contents of its operands */
	HLO_OWN_RESULTS = 1u << 1,  /* has a frame function of its own; types of results may stay unknown */
	HLO_READS_PART = 1u << 2,   /* reads only as many bytes of operand 0 as the result has */
	HLO_WRITES_PART = 1u << 3,  /* writes only operand 1 into operand 0, if that can be reused */
	HLO_READS_PANELS = 1u << 4  /* operand 1 may be in panels */
};

/* Whether long work becomes tasks. */
static inline bool hlo_makes_tasks(const struct kernels_frame *frame)
{
	return !async_host_runs_at_once(kernels_host(frame->request));
}

/* Static. */
struct hlo_kernel {
	size_t plan_size; /* bytes of the plan, aligned to 16; plan() gets them zeroed. May be 0 */
	/* Checks operand types, result types and attributes completely. Returns false after kernels_hlo__refuse(). */
	bool (*plan)(struct hlo_op *op, void *plan);
	/* Computes all results. Returns false after kernels_hlo__fail(). NULL: the op is always a view. */
	bool (*run)(const struct hlo_run *run, const void *plan);
	void (*finish)(const struct async_allocator *allocator, void *plan); /* frees what the plan owns, also
	                                                                       * after plan() has returned false; NULL: nothing */
	uint32_t flags; /* enum hlo_kernel_flags */
};

#define HLO_TASK_NANOSECONDS 20000u /* shorter kernels take less time than to wake another thread */

/* For plan() of kernels with parts of equal duration: how many of them a thread computes at a time. That takes an eighth of
 * op->nanoseconds, so that threads finish at about the same time; but at least 10 microseconds, since to begin a block takes up to one,
 * and at most 50, since other work waits meanwhile. Short kernels are one block. */
static inline size_t hlo_block_of(const struct hlo_op *op, size_t parts)
{
	uint64_t block = op->nanoseconds / 8;
	block = block < 10000 ? 10000 : block > 50000 ? 50000 : block;
	size_t count = op->nanoseconds < HLO_TASK_NANOSECONDS ? 1 : (size_t)(op->nanoseconds / block);
	return parts / count + (parts % count != 0);
}

/* For plan() of kernels whose parts are elements. */
static inline void hlo_divide(struct hlo_op *op, int64_t elements,
	bool (*run_part)(const struct hlo_run *run, const void *plan, size_t begin, size_t end))
{
	op->run_part = run_part;
	op->parts = (size_t)elements;
	op->block = (hlo_block_of(op, op->parts) + 255) / 256 * 256;
}

/* For plan(): adds an operand to those whose memory the result may use. */
static inline void hlo_may_reuse(struct hlo_op *op, uint32_t result, uint32_t operand)
{
	if (op->reuse[result] < 0)
		op->reuse[result] = (int32_t)operand;
	else if (operand < 64)
		op->spare[result] |= UINT64_C(1) << operand;
}

/* Frame function of all kernels. */
void kernels_hlo__frame(struct kernels_frame *frame, const struct hlo_kernel *kernel);
/* kernels_prepare_fn of all kernels: reads the types, and plans the op if they are known. */
enum kernels_status kernels_hlo__prepare(const struct hlo_kernel *kernel, const struct kernels_site *site,
	const struct async_allocator *allocator, void **out_state, struct kernels_diag *diag);
void kernels_hlo__unprepare(void *state, const struct async_allocator *allocator);
/* kernels_describe_fn of all kernels. */
void kernels_hlo__describe(const struct kernels_site *site, struct kernels_memory_use *results);
/* The same of kernels of devices. */
void kernels_hlo__device_describe(const struct kernels_site *site, struct kernels_memory_use *results);
/* kernels_cost_fn of all kernels. */
bool kernels_hlo__cost(const struct kernels_site *site, struct kernels_cost *out_cost);
/* For kernels with a frame function of their own: the plan and the op as they were when the program was opened; NULL: there
 * is no plan. */
const void *kernels_hlo__plan_of(const struct kernels_site *site, const struct hlo_op **out_op);

/* Defines the kernel NAME, a struct hlo_kernel with these members, and its two functions for the pack's table. Kernels of devices check
 * their operands and attributes by the plans of those of the host. */
#define HLO_KERNEL(name, ...) \
	HLO_OWN_KERNEL(name, __VA_ARGS__) \
	void kernels_hlo__##name(struct kernels_frame *frame) \
	{ \
		kernels_hlo__frame(frame, &kernels_hlo__##name##_kernel); \
	}
/* As above, for a kernel with a frame function of its own, which it declares. */
#define HLO_OWN_KERNEL(name, ...) \
	extern const struct hlo_kernel kernels_hlo__##name##_kernel; \
	const struct hlo_kernel kernels_hlo__##name##_kernel = { __VA_ARGS__ }; \
	hlo_frame_function kernels_hlo__##name; \
	hlo_prepare_function kernels_hlo__##name##_prepare; \
	enum kernels_status kernels_hlo__##name##_prepare(const struct kernels_site *site, \
		const struct async_allocator *allocator, void **out_state, struct kernels_diag *diag) \
	{ \
		return kernels_hlo__prepare(&kernels_hlo__##name##_kernel, site, allocator, out_state, diag); \
	}
typedef void hlo_frame_function(struct kernels_frame *frame);
typedef enum kernels_status hlo_prepare_function(const struct kernels_site *site,
	const struct async_allocator *allocator, void **out_state, struct kernels_diag *diag);

/* Says why the op cannot be planned: "operand 1 has the type f32[2, 3], expected i32[2, 3]". Returns false. */
bool kernels_hlo__refuse(struct hlo_op *op, const char *format, ...) KERNELS_PRINTF(2, 3);
/* Says why a call failed. Returns false. */
bool kernels_hlo__fail(const struct hlo_run *run, const char *format, ...) KERNELS_PRINTF(2, 3);
/* The same with an error, whose reference it takes over: a cancellation. */
bool kernels_hlo__fail_with(const struct hlo_run *run, struct async_error *error);
/* For kernels whose duration depends on values. True: run() has taken long, and must return false without having written an output; a
 * task calls it again. False: it goes on. */
bool kernels_hlo__defer(const struct hlo_run *run);

/* A value with a tensor of this type, which takes over the buffer. NULL, also for no buffer: out of memory. */
struct async_value *kernels_hlo__tensor_value(
	const struct async_allocator *allocator, const struct hlo_type *type, struct kernels_buffer *buffer);

/* Version of the contents of an operand that is a tensor: kernels_buffer_version(). For run(), not for run_part(). */
uint64_t kernels_hlo__version(const struct hlo_run *run, uint32_t operand);

/* ---- types */

#define HLO_TYPE_TEXT (KERNELS_SHAPE_TEXT + 20u)
/* Writes "f32[2, 3]" into a buffer of HLO_TYPE_TEXT bytes and returns the buffer. */
const char *kernels_hlo__type_text(const struct hlo_type *type, char *buffer);
/* Sets the dimensions of a result, or compares them with those that are known: refuses if they differ, if there are too
 * many elements, or one is negative. */
bool kernels_hlo__set_shape(struct hlo_op *op, uint32_t result, uint32_t rank, const int64_t *dims);
/* Row-major strides in elements; all 0 for an empty type. */
void kernels_hlo__strides(const struct hlo_type *type, int64_t *strides);
/* The product of the dimensions. Returns false, like kernels_shape_elements(), if one is negative or there are too many elements. */
bool kernels_hlo__count(const struct hlo_shape *shape, int64_t *out);
bool kernels_hlo__same_shape(const struct hlo_shape *a, const struct hlo_shape *b);
bool kernels_hlo__same_type(const struct hlo_type *a, const struct hlo_type *b); /* element type and shape */

/* A copy, as tensors have it. */
static inline struct kernels_shape hlo_shape_of(const struct hlo_type *type)
{
	struct kernels_shape shape = { .rank = type->shape.rank };
	for (uint32_t i = 0; i < type->shape.rank; i++)
		shape.dims[i] = type->shape.dims[i];
	return shape;
}
/* The same without a copy: valid as long as *shape. */
static inline struct hlo_shape hlo_shape_in(const struct kernels_shape *shape)
{
	return (struct hlo_shape){ shape->rank, shape->dims };
}
static inline bool hlo_is_token(const struct hlo_type *type) { return type->dtype == KERNELS_DTYPE_INVALID; }
/* Compares an argument with its type, whose unknown dimensions may be any. Writes the reason to `message` if it does not
 * fit. */
bool kernels_hlo__check_argument(
	struct async_value *value, uint32_t index, const struct hlo_type *type, char *message, size_t message_size);

static inline size_t hlo_least(size_t a, size_t b) { return a < b ? a : b; }
static inline size_t hlo_most(size_t a, size_t b) { return a > b ? a : b; }

/* The error of a call that gets no memory for a result. The size shows whether the program asks for too much. */
#define HLO_NO_MEMORY_FOR "out of memory allocating %zu bytes"

static inline size_t hlo_bytes(const struct hlo_type *type)
{
	return (size_t)type->elements * kernels_dtype_size(type->dtype);
}

/* ---- attributes, by the name in the kernel's signature; false after kernels_hlo__refuse() */

bool kernels_hlo__has_attribute(const struct hlo_op *op, const char *name); /* in the signature */
bool kernels_hlo__int(struct hlo_op *op, const char *name, int64_t *out);    /* i64 */
bool kernels_hlo__bool(struct hlo_op *op, const char *name, bool *out);      /* i1 */
bool kernels_hlo__double(struct hlo_op *op, const char *name, double *out);  /* f64 */
bool kernels_hlo__text(struct hlo_op *op, const char *name, struct kernels_string *out); /* string */
/* i64[] of at most `limit` elements, copied to `out`. */
bool kernels_hlo__ints(struct hlo_op *op, const char *name, uint32_t limit, int64_t *out, uint32_t *out_count);
/* i64[] of exactly `count` elements. */
bool kernels_hlo__ints_of(struct hlo_op *op, const char *name, uint32_t count, int64_t *out);
/* An array of any length, in the bytes of the program. */
bool kernels_hlo__array(struct hlo_op *op, const char *name, enum kernels_dtype kind, struct kernels_array *out);
bool kernels_hlo__dense(struct hlo_op *op, const char *name, struct kernels_dense_view *out);
/* A list of distinct dimensions, also as a set of bits. */
struct hlo_dims {
	int64_t at[KERNELS_MAX_RANK];
	uint32_t count, set;
};
/* Of dimensions below `rank`. */
bool kernels_hlo__dims(struct hlo_op *op, const char *name, uint32_t rank, struct hlo_dims *out);

#endif
