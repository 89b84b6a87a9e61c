/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An opened program: all data that an execution needs, decoded once into flat arrays.
 *
 * Registers live in the frame of an execution, each at a fixed place that decoding chooses:
 *  - a heap register holds a struct async_value *;
 *  - a local register holds its payload itself, or a struct async_error * instead if its state byte, elsewhere in
 *    the frame, is not 0. A register is local when only payload kernels touch it, or branches on it, and its payload is
 *    small and needs no destructor: then no reference is counted and nothing is allocated for it. */
#ifndef BEF_EXEC_PROGRAM_H
#define BEF_EXEC_PROGRAM_H

#include <async/async.h>
#include <bef/exec.h>
#include <bef/reader.h>
#include <bytecursor/options.h>
#include <kernels/kernel.h>
#include <kernels/program.h>
#include <kernels/registry.h>
#include <kernels/watch.h>

#define BEF__NONE UINT32_MAX
#define BEF__MOST_LOCAL 24u /* arguments and results of a kernel that takes a short cut of the plan */
#define BEF__PLAIN_SIZE 16u /* of the largest payload in a local register */

/* Small programs have no kernels that start when any one argument is available, run in TFRT's order, do not show kernels the program that they
 * are in, run each kernel of the plan as any other, and
 * run functions to the end. */
#ifdef BEF_NO_OPTIONAL
enum { BEF__HAS_NONSTRICT = 0, BEF__HAS_ORDER = 0, BEF__HAS_PROGRAM = 0, BEF__SHORT_CUT = 0, BEF__HAS_SLICES = 0 };
#else
enum { BEF__HAS_NONSTRICT = 1, BEF__HAS_ORDER = 1, BEF__HAS_PROGRAM = 1, BEF__SHORT_CUT = 1, BEF__HAS_SLICES = 1 };
#endif

/* Programs that are compiled for size do without what makes the opening of large programs fast. */
#if defined(BEF_NO_OPTIONAL) || defined(__OPTIMIZE_SIZE__)
#define BEF__LARGE 0
#else
#define BEF__LARGE 1
#endif

/* In a list of users: a kernel that starts when any one argument is available. */
#define BEF__NONSTRICT 0x80000000u

struct bef__argument {
	uint32_t slot;       /* byte offset in the frame; of a nonstrict kernel: position among the function's outs */
	uint32_t state;      /* local: byte offset of the state */
	async_type_id check; /* the payload type to check at run time; ASYNC_TYPE_NONE: proven, or any */
	uint8_t local;
	uint8_t aligned; /* heap: the payload may be aligned to more than 8 bytes */
	uint8_t last;    /* heap: no later kernel in the order of the plan uses the register */
	uint8_t guarded; /* as the result */
	uint8_t unguard; /* guarded, and the last use of all: the kernel may find the value unique */
};

struct bef__result {
	uint32_t slot, state; /* as above */
	uint32_t uses;       /* references that its users and the caller will release */
	uint32_t planned;    /* references that an execution by the plan needs: its own and those of the caller */
	uint32_t user_count; /* entries in the kernel's list of users */
	uint32_t out;        /* position among the function's outs, or BEF__NONE */
	async_type_id type;  /* ASYNC_TYPE_NONE: whatever the kernel makes */
	uint8_t local;
	uint8_t inside;      /* kernels use it */
	/* A kernel may ask whether the value is unique. In an execution by the plan one reference stands for all
	 * users: then there is another one until the last use, or for arguments of the function until the end. */
	uint8_t guarded;
	/* nonstrict kernels use it, and may have done so before it arrives: one more use, until it has */
	uint8_t held;
};

/* Kernels of which it is known which function they call: the plan calls it itself. */
enum bef__calls {
	BEF__CALLS_UNKNOWN,
	BEF__CALLS_FIRST, /* kernels_frame_call() */
	BEF__CALLS_BRANCH, /* kernels_frame_branch(); the condition may be in a local register */
	BEF__CALLS_CASE /* kernels_frame_case(), likewise */
};

struct bef__kernel {
	kernels_payload_fn payload; /* one of the two */
	kernels_frame_fn frame;
	uint32_t argument_count; /* the number of results is in `site` */
	uint32_t stream;         /* as the file has it */
	uint32_t nonstrict; /* number among the nonstrict kernels of the function, or BEF__NONE */
	uint8_t borrows;    /* the state belongs to another op */
	uint8_t calls;      /* enum bef__calls */
	const struct bef__argument *arguments;
	const struct bef__result *results;
	const uint32_t *users; /* result after result */
	struct kernels_site site;
};

/* Whether the first argument only selects a function. */
static inline bool bef__chooses(enum bef__calls calls) { return calls >= BEF__CALLS_BRANCH; }

static inline const struct kernels_function *bef__chosen(const struct bef__kernel *k, const void *condition)
{
	if (k->calls == BEF__CALLS_BRANCH)
		return k->site.functions[*(const uint8_t *)condition ? 0 : 1];
	const uint32_t index = *(const uint32_t *)condition, last = k->site.function_count - 1;
	return k->site.functions[index < last ? index : last];
}

/* How the plan calls a kernel; all but the first are short cuts. */
enum bef__step_kind {
	BEF__STEP_GENERAL, /* as a counted execution does */
	BEF__STEP_LOCAL,   /* a payload kernel on local registers of proven type */
	BEF__STEP_VALUES,  /* a payload kernel with one result of a plain type */
	BEF__STEP_DIRECT,  /* frame kernel that borrows its arguments (KERNELS_BORROWS) */
	BEF__STEP_CALL     /* the function is called without the kernel (enum bef__calls) */
};

#define BEF__SLOT_GUARDED 1u /* in a slot, which is a multiple of 8: the register is guarded */

/* A kernel in the plan. */
struct bef__step {
	kernels_payload_fn payload; /* LOCAL; else NULL */
	const struct bef__kernel *kernel;
	/* LOCAL: of arguments, then of results. Else the heap registers of which the kernel is the last user; of VALUES they may be
	 * marked with BEF__SLOT_GUARDED. */
	const uint32_t *slots;
	uint16_t argument_count, slot_count;
	uint8_t kind; /* enum bef__step_kind */
};

/* A value of the function with consumers other than strict kernels: see publish() in frame.c. */
struct bef__out {
	uint32_t mentions; /* number of uses by the return and by nonstrict kernels */
};

/* Count and link of a kernel within an execution; see schedule.c. */
struct bef__node {
	uint32_t count; /* operands that have not arrived; afterwards free for other use */
	uint32_t next;  /* list of ready kernels */
};

/* Synchronous functions; see sync.c. */
struct bef__sync {
	const struct bef__sync_step *steps;
	/* per register: offset in the scratch memory, or BEF__NONE: memory of the caller */
	const uint32_t *slots;
	const async_type_id *types;   /* per register */
	const uint32_t *last_use;     /* per register: kernel number; BEF__NONE: the caller owns it */
	const uint32_t *results;      /* registers */
	size_t scratch_size;
	uint8_t destroys;             /* some payload has a destructor */
};

struct bef__function {
	struct kernels_function base; /* first: the interface points here */
	struct bef_file *file;
	uint8_t kind; /* enum bef_function_kind */
	uint8_t in_order; /* kernels run in the order of the function, if they are ready; they have one stream */
	uint8_t returns_last; /* see returns.h */
	uint8_t sends; /* with all arguments available, kernels would go to the queue */
	uint8_t guards; /* an argument is guarded */
	const struct kernels_native *native;
	uint32_t kernel_count; /* with kernel 0 */
	uint32_t nonstrict_count;
	const struct bef__kernel *kernels;
	const struct bef__node *nodes; /* initial state of an execution */
	const uint32_t *streams; /* per kernel: its stream, counted in ascending order of those that there are */
	/* The kernels but kernel 0, in the order in which one thread runs them if nothing comes late; NULL: no plan. */
	const struct bef__step *plan;
	size_t frame_size;
	uint32_t outs_offset, out_count;
	/* a byte per local register, then one per nonstrict kernel: has it started? */
	uint32_t states_offset, state_count;
	const struct bef__out *outs;
	/* Per result of the function: an argument number, or an index of outs. */
	const struct bef__origin {
		uint32_t index;
		uint8_t is_argument;
	} *origins;
	uint32_t widest; /* maximum of arguments + results over all kernels: the number of pointers for a call */
	struct bef__sync sync;
};

/* A large block of an arena or a zone; the header is part of it. */
struct bef__chunk {
	struct bef__chunk *next;
	size_t size; /* of the whole block */
	size_t used;
};

struct bef__arena {
	const struct async_allocator *allocator;
	struct bef__chunk *chunks; /* the first one has room */
};

/* The bytes of the file, and how they are released. */
struct bef__bytes {
	const void *data;
	size_t size;
	size_t block; /* not 0: they are in a block of this size of the file's allocator */
	void (*release)(void *ctx, const void *data, size_t size); /* else this is called */
	void *release_ctx;
	bool writable; /* a write does no harm beyond this program: tensors may share the bytes */
};
#define BEF__BYTES_ALIGN 64u /* of a block */

/* The bytes with a reference count of their own: tensors that are views of attributes outlive the file, and the state
 * of a kernel, which the file owns, may hold such a tensor. */
struct bef__memory {
	struct kernels_memory base; /* first */
	struct bef__bytes bytes;
	const struct async_allocator *allocator;
	uint32_t refs; /* atomic */
};

struct bef_file {
	struct async_location_source locations; /* first: sources are cast to files */
	struct bef_reader reader;
	struct bef__arena arena;
	const struct kernels_registry *registry; /* one reference */
	struct bef__memory *memory; /* one reference; NULL only while opening fails */
	const struct bef_observer *observer; /* NULL: not observed */
	const struct bef_compiler *compiler; /* NULL: none */
	struct kernels_watch watch;          /* of observed sites */
	bool prepared; /* some op may have a state */
	struct bef__zone *zone; /* of states; NULL: none yet */
	bool in_order; /* as the option */
	uint32_t max_call_depth;
	uint32_t function_count;
	struct bef__function *functions;
	const struct kernels_entry **entries; /* per kernel name */
	const struct bef__nonstrict {
		uint32_t function, kernel;
	} *nonstrict; /* ascending */
	size_t nonstrict_count;
	struct kernels_type *types;           /* per type name */
	char apart[64];
	uint64_t executions; /* atomic: number of observed executions begun */
	uint32_t waiting; /* atomic: lists of kernels that executions gave to queues and that no thread has taken yet */
	char apart_too[64];
	/* atomic: one for the caller, each counted frame, waiting call, error, and kernel that continues
	 * asynchronously */
	uint32_t refs;
	struct kernels_program program;
	uint64_t fingerprint; /* atomic; 0: not computed. That of the options, if they have one */
};

/* As bef_file_retain(), inline for each counted frame. */
static inline void bef__file_retain(struct bef_file *file)
{
	__atomic_fetch_add(&file->refs, 1, __ATOMIC_RELAXED); /* relaxed: the caller holds a reference already */
}

/* Releases a reference. @return true when it was the last: the caller must destroy the file. */
static inline bool bef__file_drop(struct bef_file *file)
{
	/* acq_rel: the last decrement acquires what the other holders released with theirs */
	return __atomic_fetch_sub(&file->refs, 1, __ATOMIC_ACQ_REL) == 1;
}

void bef__file_destroy(struct bef_file *file); /* lifetime.c */
uint64_t bef__fingerprint(const struct kernels_program *program); /* fingerprint.c */
/* compile.c */
const struct kernels_program *bef__compile(const struct kernels_program *program, const char *text, size_t size,
	const char *file_name, char *message, size_t message_size);
void bef__release_program(const struct kernels_program *program);

static inline struct bef_file *bef__file_of(const struct kernels_program *program)
{
	return (struct bef_file *)(void *)((char *)(uintptr_t)program - offsetof(struct bef_file, program));
}

/* Returns the reason why a task or a call must not begin; NULL: it may. Checks the clock if there is a deadline, but
 * not in small programs. */
static inline struct async_error *bef__check(struct async_request *request)
{
#ifdef BEF_NO_OPTIONAL
	return async_request_cancelled(request);
#else
	return async_request_check(request);
#endif
}

/* True when the caller's options, which may be those of an older release, have the member. */
#define BEF__HAS_OPTION(options, member)                                                                               \
	((options) &&                                                                                                  \
		(options)->size >= offsetof(struct bef_open_options, member) + sizeof((options)->member))

static inline bool bef__is_tfrt_compatible(const struct bef_open_options *options)
{
	return BEF__HAS_OPTION(options, tfrt_compatible) && options->tfrt_compatible;
}
/* The struct of options whose `size` the caller has not set: "struct bef_open_options", or one that the options point to. NULL: none. */
static inline const char *bef__unsized(const struct bef_open_options *options)
{
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return "struct bef_open_options";
	if (BEF__HAS_OPTION(options, observer) && options->observer &&
		(BYTECURSOR_SIZE_IS_WRONG(options->observer) || options->observer->size < offsetof(struct bef_observer, came)))
		return "struct bef_observer";
	if (BEF__HAS_OPTION(options, compiler) && options->compiler &&
		(BYTECURSOR_SIZE_IS_WRONG(options->compiler) || options->compiler->size < sizeof *options->compiler))
		return "struct bef_compiler";
	return NULL;
}
#define BEF__SIZE_MESSAGE "options: size of %s is not set, expected its sizeof"

static inline const struct async_allocator *bef__allocator(const struct bef_open_options *options)
{
	return options && options->allocator ? options->allocator : async_allocator_system();
}

/* As bef_file_open(), but takes over the bytes in every case. */
enum bef_status bef__open(struct bef__bytes bytes, const struct kernels_registry *registry,
	const struct bef_open_options *options, struct bef_file **out_file, struct bef_diag *diag);
void bef__bytes_finish(const struct bef__bytes *bytes, const struct async_allocator *allocator);
/* Takes over the bytes; returns one reference, or NULL when out of memory, and the caller keeps the bytes. */
struct bef__memory *bef__memory_create(const struct bef__bytes *bytes, const struct async_allocator *allocator);
/* For struct async_location_source. */
void bef__retain_source(const struct async_location_source *source);
void bef__release_source(const struct async_location_source *source);

/* Large blocks that are written from end to end when a program is opened: in huge pages, of which each takes one fault instead of 512.
 * Faults of small ones took half of the time of a first opening. `align` is at most 4096. */
#if defined(__linux__) && BEF__LARGE
#define BEF__HUGE_PAGES 1
void *bef__pages_alloc(const struct async_allocator *allocator, size_t size, size_t align);
void bef__pages_free(const struct async_allocator *allocator, void *block, size_t size, size_t align);
#else
#define bef__pages_alloc async_alloc
#define bef__pages_free async_free
#endif

/* Zeroed memory that lives as long as the file; NULL when out of memory. */
void *bef__arena_alloc(struct bef__arena *arena, size_t count, size_t size);
/* The same, not zeroed: for arrays of which each byte that is read is written. */
void *bef__arena_take(struct bef__arena *arena, size_t count, size_t size);
/* The next allocations of `bytes` together, each rounded up to 16, are in one chunk. False: out of memory. */
bool bef__arena_reserve(struct bef__arena *arena, size_t bytes);
/* A chunk of `size` bytes with its header, of which `next` is not set; NULL: out of memory. */
struct bef__chunk *bef__chunk_create(const struct async_allocator *allocator, size_t size);
void bef__chunks_free(const struct async_allocator *allocator, struct bef__chunk *first);
static inline void bef__arena_finish(struct bef__arena *arena)
{
	bef__chunks_free(arena->allocator, arena->chunks);
}

/* Fills diag and returns the status, for use in a return statement. BEF_NO_MESSAGES: see format/internal.h. */
#ifdef BEF_NO_MESSAGES
enum bef_status bef__fail_brief(struct bef_diag *diag, enum bef_status status, uint64_t offset);
int bef__no_text(const char *format, ...) BEF_PRINTF(1, 2);
#define bef__fail(diag, status, offset, ...) \
	((void)sizeof(bef__no_text(__VA_ARGS__)), bef__fail_brief((diag), (status), (offset)))
#else
enum bef_status bef__fail(struct bef_diag *diag, enum bef_status status, uint64_t offset, const char *format, ...)
	BEF_PRINTF(4, 5);
#endif
enum bef_status bef__no_memory(struct bef_diag *diag);

/* True if the kernel of the entry has prepare(). */
#ifdef BEF_NO_OPTIONAL
static inline bool bef__prepares(const struct kernels_entry *entry)
{
	(void)entry;
	return false;
}
#else
#define bef__prepares(entry) kernels_entry_prepares(entry)
#endif

struct bef__check; /* check.h */
/* A payload that can be in the frame: copied by assignment, without destructor. */
static inline bool bef__is_plain(async_type_id id)
{
	const struct async_type *type = async_type_get(id);
	return id != ASYNC_TYPE_NONE && type->size <= BEF__PLAIN_SIZE && type->align <= 8 && !type->destroy && !type->move;
}
/* Decodes and checks the body of an asynchronous or synchronous function. */
enum bef_status bef__decode(struct bef_file *file, const struct bef_function *function, struct bef__function *out,
	struct bef__check *check);
enum bef_status bef__decode_sync(struct bef_file *file, const struct bef_body *body, struct bef__function *out,
	const async_type_id *register_types, struct bef_diag *diag);
/* Reads the Nonstrict section into file->nonstrict. */
enum bef_status bef__read_nonstrict(struct bef_file *file, struct bef_diag *diag);
/* The kernels of a function that the file marks as nonstrict, up to *out_end. */
const struct bef__nonstrict *bef__nonstrict_of(const struct bef_file *file, uint32_t function,
	const struct bef__nonstrict **out_end);
/* Fills in f->streams; false when out of memory. `all_quick`: all kernels are KERNELS_QUICK. */
bool bef__rank_streams(struct bef_file *file, struct bef__function *f, bool all_quick);

/* Computes the plan of a decoded asynchronous function; false when out of memory. `arguments` are those of its kernels,
 * kernel after kernel; their last uses are marked. `slots`: enough words for the slots of all steps: a word per argument, and per result
 * and four more for each payload kernel if there is one. */
bool bef__make_plan(struct bef_file *file, struct bef__function *f, struct bef__argument *arguments, size_t slots);

/* Of struct kernels_function_vtable, for asynchronous functions (steps.c). */
struct kernels_function_steps *bef__steps(const struct kernels_function *self, const struct async_allocator *allocator);

/* The functions of each kind of function, defined with the alignment that they need: compilers give more, a cache line for all three. */
extern const struct kernels_function_vtable bef__async_vtable, bef__sync_vtable, bef__native_vtable;

/* Sets every result to this value: takes over one reference, and adds the others. */
void bef__results_set(struct async_value **results, uint32_t count, struct async_value *value);

void bef__decode_location(const struct async_location_source *source, uint64_t handle,
	void (*visit)(void *ctx, const struct async_place *place), void *ctx);

#endif
