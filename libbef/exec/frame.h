/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One execution of an asynchronous function.
 *
 * A frame is one block: this header, a node per kernel, the outs, the registers and the state bytes (program.h). It
 * is used by one thread until work of it is handed to another (`shared`); from then on counts are atomic.
 *
 * An execution begins by the plan if possible (plan.c): then the frame may be on the stack, nodes are not in use, and
 * each heap register owns one reference until its last use; function arguments are borrowed from the caller. After the
 * first late result the execution continues by counting (schedule.c, `counted`): then each use of a heap register owns
 * a reference. */
#ifndef BEF_EXEC_FRAME_H
#define BEF_EXEC_FRAME_H

#include "watch.h"

struct bef__frame {
	const struct bef__function *function;
	struct async_request *request; /* counted: the frame is a unit of work of it */
	const struct async_allocator *allocator;
	uint32_t call_depth; /* calls that this one is nested in */
	uint32_t done;       /* kernels of the plan that have run, when the plan is left */
	struct bef__watch *watch; /* NULL: not observed */
	void *scope; /* counted: see struct kernels_caller */
	uint8_t counted;
	uint8_t shared;      /* set by the only thread with access, before it shares the frame; then constant */
	uint8_t has_errors;  /* atomic, relaxed: some local register may hold an error */
	/* the members below are written by all threads in the frame, those above only read: separate cache lines */
	char apart[64];
	/* atomic: number of threads, queued tasks and awaited values that use the frame. The last one frees it */
	uint32_t tokens;
	uint32_t parts; /* atomic, counted: see returns.h */
	struct bef__held *held; /* NULL: no results are held back */
};

/* Per-thread state. Small, because it is in the static TLS space that glibc reserves. */
struct bef__here {
	uint32_t runs;          /* executions inside each other on this stack */
	uint32_t continuations; /* arrivals of values inside each other on this stack */
	uint32_t call_depth;    /* of the execution that is running */
	bool hands_over;        /* the execution by the plan that has just ended took long: its continuation hands over */
	/* Releases deferred by consecutive tasks of `frame` in this thread; NULL: none. See settle.c. */
	struct {
		struct bef__frame *frame;
		struct async_value *value;
		uint32_t tokens, references; /* to the frame, to the value */
	} owed;
};
#if defined(__GLIBC__)
#define BEF__THREAD_LOCAL _Thread_local __attribute__((tls_model("initial-exec")))
#else
#define BEF__THREAD_LOCAL _Thread_local
#endif
extern BEF__THREAD_LOCAL struct bef__here bef__here __attribute__((visibility("hidden")));

/* Deeper nesting than this on one thread's stack goes through the queue. */
enum { BEF__MOST_CONTINUATIONS = 100, BEF__MOST_RUNS = 100 };

#define BEF__LIKELY(condition) __builtin_expect(!!(condition), 1)

#define BEF__FRAME_HEADER ((sizeof(struct bef__frame) + 7) & ~(size_t)7)

static inline size_t bef__frame_nodes_end(size_t kernel_count)
{
	/* nodes are 8 bytes, so what follows is aligned */
	return BEF__FRAME_HEADER + kernel_count * sizeof(struct bef__node);
}

static inline struct bef__node *bef__frame_nodes(struct bef__frame *frame)
{
	return (struct bef__node *)(void *)((char *)frame + BEF__FRAME_HEADER);
}

/* A heap register. */
static inline struct async_value **bef__frame_value(struct bef__frame *frame, uint32_t slot)
{
	return (struct async_value **)(void *)((char *)frame + slot);
}

/* Of a local register: whether it holds an error; and the error, or the payload. */
static inline uint8_t *bef__frame_state(struct bef__frame *frame, uint32_t state)
{
	return (uint8_t *)frame + state;
}

static inline struct async_error **bef__frame_error(struct bef__frame *frame, uint32_t slot)
{
	return (struct async_error **)(void *)((char *)frame + slot);
}

static inline void *bef__frame_payload(struct bef__frame *frame, uint32_t slot)
{
	return (char *)frame + slot;
}

static inline bool bef__frame_has_errors(const struct bef__frame *frame)
{
	/* relaxed: the user of a register has acquired the writes of its producer */
	return __atomic_load_n(&frame->has_errors, __ATOMIC_RELAXED);
}

static inline struct async_value **bef__frame_out(struct bef__frame *frame, uint32_t out)
{
	return bef__frame_value(frame, frame->function->outs_offset + out * (uint32_t)sizeof(void *));
}

/* Initializes the header of a frame that no other thread can access yet; by member, since `apart` needs no value. */
static inline void bef__frame_init(struct bef__frame *frame, const struct bef__function *function,
	struct async_request *request, const struct async_allocator *allocator, uint32_t call_depth)
{
	frame->function = function;
	frame->request = request;
	frame->allocator = allocator;
	frame->call_depth = call_depth;
	frame->counted = frame->shared = frame->has_errors = 0;
}

/* Initializes what only counted frames use. Such a frame is a unit of work of its request, and holds a reference to its file. */
void bef__frame_hold(struct bef__frame *frame);

/* Creates an empty counted frame with one token, owned by the caller; NULL when out of memory. */
struct bef__frame *bef__frame_create(const struct bef__function *function, struct async_request *request,
	uint32_t call_depth);
void bef__frame_release_n(struct bef__frame *frame, uint32_t tokens);
static inline void bef__frame_release(struct bef__frame *frame)
{
	bef__frame_release_n(frame, 1);
}
/* Adds tokens before the frame is shared with `with` others, through a queue or a value. */
static inline void bef__frame_share(struct bef__frame *frame, uint32_t with)
{
	if (!frame->shared) /* by the only thread that knows the frame */
		frame->shared = 1;
	__atomic_add_fetch(&frame->tokens, with, __ATOMIC_RELAXED); /* relaxed: the thread holds a token already */
}
/* Releases errors in local registers; all kernels have run. */
void bef__frame_drop_errors(struct bef__frame *frame);

/* As bef__frame_set(), in an execution by the plan. It keeps one reference for all its kernels; the slot of a register
 * without users stays NULL, which bef__call_counted() treats as a register without a reference. */
static inline void bef__frame_set_planned(
	struct bef__frame *frame, const struct bef__result *result, struct async_value *value)
{
	*bef__frame_value(frame, result->slot) = result->inside ? value : NULL;
	if (result->planned == 0) {
		async_value_release(value);
		return;
	}
	if (result->planned > 1)
		async_value_retain_n(value, result->planned - 1);
	if (result->out != BEF__NONE)
		*bef__frame_out(frame, result->out) = value;
}

/* Stores a value (takes over one reference) as a result of a kernel: in its heap register, and for the function's
 * caller if the function returns it. */
void bef__frame_set(struct bef__frame *frame, const struct bef__result *result, struct async_value *value);

/* Takes an out, one reference owned by the caller; an indirect value if the out does not exist yet. Counted frames
 * only. */
struct async_value *bef__frame_take_out(struct bef__frame *frame, uint32_t out);

/* Releases the references to arguments of the function that an execution by the plan holds; see "guarded". */
void bef__release_guards(const struct bef__function *f, struct async_value *const *arguments);

#endif
