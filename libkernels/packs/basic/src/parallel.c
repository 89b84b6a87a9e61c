/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A loop whose iterations run side by side: the range is cut in halves until a piece is one block; one half goes to
 * the work queue, the other is cut further. */
#include "basic.h"

#define MAX_QUEUED 1024u /* pieces in the queue at one time; beyond it the dividing thread runs both halves itself */

struct parallel {
	struct async_request *request;
	const struct kernels_site *site;
	struct kernels_caller caller;
	const struct kernels_function *body;
	struct async_value *done;
	struct async_error *error; /* atomic: the first one */
	uint32_t pending;          /* atomic: pieces and results of the body that are not finished */
	uint32_t queued;           /* atomic */
	int32_t start, end;
	int64_t block;
	uint32_t extra_count;
	struct async_value *extras[]; /* arguments of the body after start and end */
};

/* Blocks first to last (exclusive) of a loop, and room for the arguments of the body. */
struct piece {
	struct parallel *loop;
	int64_t first, last;
	struct async_value *arguments[];
};

struct body_wait {
	struct async_waiter waiter;
	struct parallel *loop;
	struct async_value *value;
};

static size_t loop_size(uint32_t extra_count)
{
	return sizeof(struct parallel) + extra_count * sizeof(struct async_value *);
}

static size_t piece_size(const struct parallel *loop)
{
	return sizeof(struct piece) + (2 + (size_t)loop->extra_count) * sizeof(struct async_value *);
}

static const struct async_allocator *allocator_of(const struct parallel *loop)
{
	return kernels_host(loop->request)->allocator;
}

/* Takes over the reference. */
static void note_error(struct parallel *loop, struct async_error *error)
{
	struct async_error *none = NULL;
	/* release: pairs with the acquire of the last let_go(), by way of the count */
	if (!__atomic_compare_exchange_n(&loop->error, &none, error, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		async_error_release(error);
}

static void note_no_memory(struct parallel *loop)
{
	note_error(loop, kernels_site_error(loop->site, loop->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
}

static void let_go(struct parallel *loop)
{
	/* release: this part's work; acquire: that of all others, for the thread that completes the chain */
	if (__atomic_fetch_sub(&loop->pending, 1, __ATOMIC_ACQ_REL) != 1)
		return;
	struct async_request *request = loop->request;
	const struct kernels_site *site = loop->site;
	if (loop->error)
		async_value_fail(loop->done, loop->error);
	else
		async_value_set_available(loop->done);
	async_value_release(loop->done);
	for (uint32_t i = 0; i < loop->extra_count; i++)
		async_value_release(loop->extras[i]);
	async_free(allocator_of(loop), loop, loop_size(loop->extra_count), _Alignof(struct parallel));
	kernels_end_work(request, site);
}

static void add_pending(struct parallel *loop)
{
	/* relaxed: the caller holds a count */
	__atomic_fetch_add(&loop->pending, 1, __ATOMIC_RELAXED);
}

/* ---- one block */

static void take_result(struct parallel *loop, struct async_value *value)
{
	if (async_value_is_error(value))
		note_error(loop, async_error_retain(async_value_error(value)));
	async_value_release(value);
}

static void body_done(struct async_waiter *waiter)
{
	struct body_wait *wait = (struct body_wait *)(void *)waiter;
	struct parallel *loop = wait->loop;
	take_result(loop, wait->value);
	async_free(allocator_of(loop), wait, sizeof *wait, _Alignof(struct body_wait));
	let_go(loop);
}

static void await_result(struct parallel *loop, struct async_value *value)
{
	if (async_value_is_available(value)) {
		take_result(loop, value);
		return;
	}
	struct body_wait *wait = async_alloc(allocator_of(loop), sizeof *wait, _Alignof(struct body_wait));
	if (!wait) {
		note_no_memory(loop);
		async_value_release(value);
		return;
	}
	*wait = (struct body_wait){ .waiter = { .run = body_done }, .loop = loop, .value = value };
	add_pending(loop);
	async_value_and_then(value, &wait->waiter);
}

/* True: blocks that have not begun are skipped. */
static bool is_cancelled(struct parallel *loop)
{
	struct async_error *cancelled = async_request_cancelled(loop->request);
	if (cancelled)
		note_error(loop, async_error_retain(cancelled));
	return cancelled != NULL;
}

static void run_block(struct parallel *loop, struct async_value **arguments, int64_t number)
{
	int64_t start = loop->start + number * loop->block;
	int64_t end = loop->end - start < loop->block ? loop->end : start + loop->block;
	int32_t bounds[2] = { (int32_t)start, (int32_t)end };
	async_type_id i32 = kernels_types()->i32;
	arguments[0] = async_value_create_available(allocator_of(loop), i32, &bounds[0]);
	arguments[1] = async_value_create_available(allocator_of(loop), i32, &bounds[1]);
	for (uint32_t i = 0; i < loop->extra_count; i++)
		arguments[2 + i] = loop->extras[i];
	if (arguments[0] && arguments[1]) {
		struct async_value *result = NULL;
		kernels_function_execute(loop->body, loop->request, arguments, &result);
		if (result)
			await_result(loop, result);
	} else {
		note_no_memory(loop);
	}
	async_value_release(arguments[0]);
	async_value_release(arguments[1]);
}

/* ---- pieces */

static void run_piece(void *ctx);

/* False when the caller should do these blocks itself. */
static bool enqueue(struct parallel *loop, int64_t first, int64_t last)
{
	/* relaxed: only a limit */
	if (__atomic_fetch_add(&loop->queued, 1, __ATOMIC_RELAXED) < MAX_QUEUED) {
		struct piece *piece = async_alloc(allocator_of(loop), piece_size(loop), _Alignof(struct piece));
		if (piece) {
			*piece = (struct piece){ .loop = loop, .first = first, .last = last };
			add_pending(loop);
			async_queue_add(kernels_host(loop->request)->queue, run_piece, piece);
			return true;
		}
	}
	__atomic_fetch_sub(&loop->queued, 1, __ATOMIC_RELAXED);
	return false;
}

/* Nests at most as deep as a range can be halved, 32 times. */
static void run_blocks(struct parallel *loop, struct async_value **arguments, int64_t first, int64_t last)
{
	while (!is_cancelled(loop)) {
		if (last - first <= 1) {
			run_block(loop, arguments, first);
			return;
		}
		int64_t middle = first + (last - first) / 2;
		if (!enqueue(loop, middle, last))
			run_blocks(loop, arguments, middle, last);
		last = middle;
	}
}

static void run_piece(void *ctx)
{
	struct piece *piece = ctx;
	struct parallel *loop = piece->loop;
	struct kernels_caller caller = loop->caller;
	__atomic_fetch_sub(&loop->queued, 1, __ATOMIC_RELAXED);
	kernels_caller_swap(&caller);
	run_blocks(loop, piece->arguments, piece->first, piece->last);
	kernels_caller_swap(&caller);
	async_free(allocator_of(loop), piece, piece_size(loop), _Alignof(struct piece));
	let_go(loop);
}

/* ---- the kernel */

static struct parallel *loop_create(struct kernels_frame *frame, int32_t start, int32_t end, int32_t block)
{
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	uint32_t extra_count = frame->site->argument_count - 3;
	struct parallel *loop = async_alloc(allocator, loop_size(extra_count), _Alignof(struct parallel));
	struct async_value *done = loop ? async_chain_create(allocator) : NULL;
	if (!done) {
		async_free(allocator, loop, loop_size(extra_count), _Alignof(struct parallel));
		return NULL;
	}
	*loop = (struct parallel){
		.request = kernels_begin_work(frame->request, frame->site), .site = frame->site,
		.caller = kernels_caller(), .body = frame->site->functions[0],
		.done = done, .pending = 1, .start = start, .end = end, .block = block, .extra_count = extra_count,
	};
	for (uint32_t i = 0; i < extra_count; i++)
		loop->extras[i] = async_value_retain(frame->arguments[3 + i]);
	return loop;
}

static void start_loop(struct kernels_frame *frame, struct parallel *loop)
{
	int64_t range = (int64_t)loop->end - loop->start;
	int64_t blocks = (range + loop->block - 1) / loop->block;
	struct piece *piece = async_alloc(allocator_of(loop), piece_size(loop), _Alignof(struct piece));
	frame->results[0] = async_value_retain(loop->done);
	if (piece) {
		*piece = (struct piece){ .loop = loop, .first = 0, .last = blocks };
		loop->queued = 1; /* as if it had been queued */
		run_piece(piece);
	} else {
		note_no_memory(loop);
		let_go(loop);
	}
}

void kernels_basic__parallel_for_i32(struct kernels_frame *frame)
{
	const struct kernels_function *body = frame->site->functions[0];
	if (!kernels_frame_accepts(frame, body, frame->site->argument_count - 1, body->result_count ? 1 : 0))
		return;
	int32_t start = *(const int32_t *)async_value_payload_small(frame->arguments[0]);
	int32_t end = *(const int32_t *)async_value_payload_small(frame->arguments[1]);
	int32_t block = *(const int32_t *)async_value_payload_small(frame->arguments[2]);
	if (block <= 0) {
		kernels_frame_fail(frame, "argument 2 is not positive: %d", (int)block);
		return;
	}
	if (start >= end) {
		frame->results[0] = async_chain();
		return;
	}
	struct parallel *loop = loop_create(frame, start, end, block);
	if (loop)
		start_loop(frame, loop);
	else
		kernels_frame_fail(frame, "out of memory");
}
