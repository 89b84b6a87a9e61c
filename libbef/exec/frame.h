/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One execution of an asynchronous function.
 *
 * A frame is one block: this header, a node per kernel, the outs, the registers and the state bytes (program.h). It
 * is used by one thread until work of it is handed to another (`shared`); from then on counts are atomic.
 *
 * An execution begins by the plan if it can (plan.c): then the frame may lie on the stack, nodes are not in use, and
 * each heap register owns one reference until its last use; function arguments are borrowed from the caller. As soon
 * as something is late the execution goes on by counting (schedule.c, `counted`): then each use of a heap register
 * owns a reference. */
#ifndef BEF_EXEC_FRAME_H
#define BEF_EXEC_FRAME_H

#include "watch.h"

struct bef__frame {
	const struct bef__function *function;
	struct async_request *request; /* counted: the frame is a unit of work of it */
	const struct async_allocator *allocator;
	uint32_t call_depth; /* calls that this one is nested in */
	uint32_t done;       /* kernels of the plan that have run, when the plan is left */
	struct bef__watch *watch; /* NULL: nobody watches */
	void *scope; /* counted: see struct kernels_caller */
	uint8_t counted;
	uint8_t shared;      /* set by the only thread that knows the frame, before others do; only read afterwards */
	uint8_t has_errors;  /* atomic, relaxed: some local register may hold an error */
	/* what comes next is written by all threads that work here, the above only read: lines of their own */
	char apart[64];
	/* atomic: who still works here: threads, queued tasks, awaited values. The last one frees */
	uint32_t tokens;
};

/* What a thread is doing. Small: the library asks for room that glibc keeps for such variables. */
struct bef__here {
	uint32_t runs;          /* executions inside each other on this stack */
	uint32_t continuations; /* arrivals of values inside each other on this stack */
	uint32_t call_depth;    /* of the execution that is running */
	/* What tasks of `frame` that ran here one after the other have still to give back; NULL: nothing. See settle()
	 * in late.c. */
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
	/* relaxed: whoever uses a register has acquired what its producer did */
	return __atomic_load_n(&frame->has_errors, __ATOMIC_RELAXED);
}

static inline struct async_value **bef__frame_out(struct bef__frame *frame, uint32_t out)
{
	return bef__frame_value(frame, frame->function->outs_offset + out * (uint32_t)sizeof(void *));
}

/* The header of a frame that nobody else knows yet; member by member, since `apart` needs no value. */
static inline void bef__frame_init(struct bef__frame *frame, const struct bef__function *function,
	struct async_request *request, const struct async_allocator *allocator, uint32_t call_depth)
{
	frame->function = function;
	frame->request = request;
	frame->allocator = allocator;
	frame->call_depth = call_depth;
	frame->watch = NULL;
	frame->counted = frame->shared = frame->has_errors = 0;
	frame->tokens = 1;
}

/* A counted frame is a unit of work of its request, and holds a reference to its file. */
void bef__frame_hold(struct bef__frame *frame);

/* A counted frame of no value yet; NULL when out of memory. One token, the caller's. */
struct bef__frame *bef__frame_create(const struct bef__function *function, struct async_request *request,
	uint32_t call_depth);
void bef__frame_release_n(struct bef__frame *frame, uint32_t tokens);
static inline void bef__frame_release(struct bef__frame *frame)
{
	bef__frame_release_n(frame, 1);
}
/* Others are about to learn of the frame, through a queue or a value: as many as that. */
static inline void bef__frame_share(struct bef__frame *frame, uint32_t with)
{
	if (!frame->shared) /* by the only thread that knows the frame */
		frame->shared = 1;
	__atomic_add_fetch(&frame->tokens, with, __ATOMIC_RELAXED); /* relaxed: the thread holds a token already */
}
/* Releases errors in local registers; all kernels have run. */
void bef__frame_drop_errors(struct bef__frame *frame);

/* Gives a value (one reference is taken over) to a result of a kernel: to its heap register, and to the function's
 * caller if the function returns it. */
void bef__frame_set(struct bef__frame *frame, const struct bef__result *result, struct async_value *value);

/* What is among the outs, one reference for the caller; an indirect value if there is nothing yet. Counted frames
 * only. */
struct async_value *bef__frame_take_out(struct bef__frame *frame, uint32_t out);

/* Gives back the references to arguments of the function that an execution by the plan holds; see "guarded". */
void bef__release_guards(const struct bef__function *f, struct async_value *const *arguments);

#endif
