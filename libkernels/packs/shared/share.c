/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work that is shared with other threads of the queue. The caller takes units like the helpers, so it does not wait for
 * a busy thread: a late helper finds no units left.
 *
 * The caller takes units from the front and helpers from the back. The next kernel on the tensor divides it in the same
 * way, so that each thread mostly gets the parts in its cache. */
#include <shared/share.h>
#include <async/timer.h>
#include <kernels/stop.h>
#include <kernels/watch.h>
#include <sched.h>
#include <stdatomic.h>

/* Shorter work would end before another thread wakes up ... */
#define LONG_ENOUGH_NS 20000u
/* ... unless that thread is still polling for work, as the queue's threads do for a short time. */
#define LONG_ENOUGH_AWAKE_NS 4000u
#define AWAKE_NS 10000u
/* Parts per thread; more than one, since helpers begin later. More than the least if the parts are still long, since speeds of threads
 * differ, and all wait for the last part. */
#define LEAST_PARTS 4u
#define MOST_PARTS 32u
#define LONG_PART_NS 100000u
#define MOST_HELPERS 15u
/* A call of a body; then the threads ask whether the request has ended. */
#define PIECE_NS 200000u
/* Units of a piece are a multiple of it: transpositions move blocks of as many rows. Bodies whose units take long ask themselves. */
#define WHOLE 64u
/* Number of polls for the others before yielding the processor: about 20 microseconds. */
#define PATIENCE 400u

#if defined(__x86_64__) || defined(__i386__)
#define PAUSE() __builtin_ia32_pause()
#elif defined(__aarch64__)
#define PAUSE() __asm__ volatile("yield")
#else
#define PAUSE() ((void)0)
#endif

struct stage {
	_Alignas(64) _Atomic uint64_t taken; /* units taken from the front; << 32: from the back */
	_Alignas(64) atomic_size_t done;
	size_t units;
};

struct share {
	struct kernels_shared__stages work; /* its data are the caller's: not accessed after all units are done */
	struct async_request *request;   /* for which helpers compute; NULL: none. Valid as the site */
	const struct kernels_site *site; /* for whose statistics helpers work; NULL: none. Valid until all units are done */
	atomic_size_t users;
	/* of this block: that of the queue, since a late helper may run after the host has received the last result */
	const struct async_allocator *allocator;
	size_t size;
	struct stage stages[];
};

static _Thread_local uint64_t last_shared; /* the time at which this thread last had help */

static void leave(struct share *share)
{
	/* acq_rel: the last release frees memory that the others have read */
	if (atomic_fetch_sub_explicit(&share->users, 1, memory_order_acq_rel) == 1)
		async_free(share->allocator, share, share->size, _Alignof(struct share));
}

static bool take_unit(struct stage *stage, bool front, size_t *out_unit)
{
	/* relaxed: the data of a unit were written before the helpers were added to the queue, or in an earlier stage:
	 * see wait_for() */
	uint64_t taken = atomic_fetch_add_explicit(&stage->taken, front ? 1 : UINT64_C(1) << 32, memory_order_relaxed);
	size_t from_front = (uint32_t)taken, from_back = (size_t)(taken >> 32);
	*out_unit = front ? from_front : stage->units - 1 - from_back;
	return from_front + from_back < stage->units;
}

/* Waits for units that other threads are executing. */
static void wait_for(struct stage *stage, bool forever)
{
	/* acquire: pairs with the release in take_part() */
	for (unsigned looks = 0; atomic_load_explicit(&stage->done, memory_order_acquire) < stage->units; looks++) {
		if (looks < PATIENCE)
			PAUSE();
		else if (forever)
			sched_yield();
		else
			return;
	}
}

/* The units that remain when the request ends are taken, but not computed: the threads wait for each other as always. */
static void take_part(struct share *share, bool caller)
{
	for (size_t i = 0, unit; i < share->work.count; i++) {
		struct stage *stage = &share->stages[i];
		while (take_unit(stage, caller, &unit)) {
			struct kernels_work work;
			kernels_work_begin(&work, caller ? NULL : share->site);
			if (!kernels_stopped())
				share->work.body(share->work.data, i, unit);
			kernels_work_end(&work);
			/* release: pairs with the acquire in wait_for() */
			atomic_fetch_add_explicit(&stage->done, 1, memory_order_release);
		}
		/* A helper waits for the end if that is near: more work may follow immediately, without a wake-up. */
		wait_for(stage, caller || i + 1 < share->work.count);
	}
}

static void help(void *ctx)
{
	struct share *share = ctx;
	struct kernels_stop stop;
	/* a late helper finds no units, and the request may be gone */
	kernels_stop_begin(&stop, share->request);
	take_part(share, false);
	(void)kernels_stop_swap(stop.outer);
	leave(share);
}

size_t kernels_shared__sharers(struct async_queue *queue)
{
	const size_t threads = async_queue_parallelism(queue);
	return threads <= MOST_HELPERS ? threads : MOST_HELPERS + 1;
}

bool kernels_shared__share_stages(struct async_queue *queue, const struct kernels_shared__stages *stages)
{
	const size_t helpers = kernels_shared__sharers(queue) - 1;
	if (stages->count > SIZE_MAX / sizeof(struct stage) - 1)
		return false;
	const size_t size = sizeof(struct share) + stages->count * sizeof(struct stage);
	const struct async_allocator *allocator = async_queue_allocator(queue);
	struct share *share = async_alloc(allocator, size, _Alignof(struct share));
	if (!share)
		return false;
	share->work = *stages;
	share->site = kernels_watched_site();
	share->request = kernels_stop_request();
	share->allocator = allocator;
	share->size = size;
	for (size_t i = 0; i < stages->count; i++) {
		atomic_init(&share->stages[i].taken, 0);
		atomic_init(&share->stages[i].done, 0);
		share->stages[i].units = stages->units(stages->data, i);
	}
	atomic_init(&share->users, helpers + 1);
	for (size_t i = 0; i < helpers; i++)
		async_queue_add_named(queue, "share", help, share);
	take_part(share, true);
	leave(share);
	last_shared = async_now_ns();
	return true;
}

bool kernels_shared__worth_sharing(struct async_queue *queue, uint64_t nanoseconds)
{
	if (nanoseconds < LONG_ENOUGH_AWAKE_NS || async_queue_parallelism(queue) <= 1)
		return false;
	return nanoseconds >= LONG_ENOUGH_NS || async_now_ns() - last_shared < AWAKE_NS;
}

/* ---- one stage, of units that are shorter than the time to take one */

struct range {
	kernels_shared__body_fn body;
	const void *data;
	size_t units, block;
	size_t piece; /* units that take PIECE_NS */
};

static void run_pieces(const struct range *r, size_t begin, size_t end)
{
	for (size_t n; begin < end; begin += n) {
		n = end - begin < r->piece ? end - begin : r->piece;
		r->body(r->data, begin, begin + n);
		if (begin + n < end && kernels_stopped())
			return;
	}
}

static size_t blocks(const void *data, size_t stage)
{
	const struct range *r = data;
	(void)stage;
	return (r->units - 1) / r->block + 1;
}

static void one_block(const void *data, size_t stage, size_t unit)
{
	const struct range *r = data;
	const size_t begin = unit * r->block, left = r->units - begin;
	(void)stage;
	run_pieces(r, begin, begin + (left < r->block ? left : r->block));
}

void kernels_shared__share(struct async_queue *queue, kernels_shared__body_fn body, const void *data, size_t units,
	uint64_t nanoseconds)
{
	const size_t sharers = kernels_shared__sharers(queue), least = LEAST_PARTS * sharers, most = MOST_PARTS * sharers;
	const uint64_t long_parts = nanoseconds / LONG_PART_NS;
	const size_t wanted = long_parts < least ? least : long_parts < most ? (size_t)long_parts : most;
	const uint64_t pieces = nanoseconds / PIECE_NS + 1;
	const struct range range = { body, data, units, units > 0 ? (units - 1) / wanted + 1 : 1,
		(units / (size_t)(pieces < units ? pieces : units ? units : 1) / WHOLE + 1) * WHOLE };
	const struct kernels_shared__stages stages = { one_block, blocks, &range, 1 };
	if (units <= 1 || !kernels_shared__worth_sharing(queue, nanoseconds) ||
		!kernels_shared__share_stages(queue, &stages))
		run_pieces(&range, 0, units);
}
