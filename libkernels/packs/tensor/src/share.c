/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Short work that other threads of the queue may help with. The caller takes part after part like everybody, so nothing
 * waits for a thread that is busy elsewhere: a helper that comes late finds nothing left to do. */
#include "share.h"
#include <sched.h>
#include <stdatomic.h>

/* Less would be over before another thread has woken up. */
#define LONG_ENOUGH_NS 20000u
/* Parts for each thread: helpers come a little late. */
#define PARTS 4u
#define MOST_HELPERS 15u
/* So often is looked whether others are done before the processor is given away. */
#define PATIENCE 2000u

struct share {
	kernels_tensor__body_fn body;
	const void *data; /* the caller's: not touched once all parts are done */
	size_t units, block, parts;
	atomic_size_t next, done, users;
};

static void leave(struct share *share)
{
	/* acq_rel: the last one frees what the others have read */
	if (atomic_fetch_sub_explicit(&share->users, 1, memory_order_acq_rel) == 1)
		async_free(async_allocator_system(), share, sizeof *share, _Alignof(struct share));
}

static void do_parts(struct share *share)
{
	size_t part;
	/* relaxed: what a part reads was there before the helpers were added to the queue */
	while ((part = atomic_fetch_add_explicit(&share->next, 1, memory_order_relaxed)) < share->parts) {
		size_t begin = part * share->block, left = share->units - begin;
		share->body(share->data, begin, begin + (left < share->block ? left : share->block));
		/* release: pairs with the acquire in wait_for_others() */
		atomic_fetch_add_explicit(&share->done, 1, memory_order_release);
	}
}

static void help(void *ctx)
{
	do_parts(ctx);
	leave(ctx);
}

/* For parts that others are in the middle of. */
static void wait_for_others(struct share *share)
{
	/* acquire: pairs with the release in do_parts() */
	for (unsigned looks = 0; atomic_load_explicit(&share->done, memory_order_acquire) < share->parts; looks++) {
		if (looks >= PATIENCE)
			sched_yield();
	}
}

void kernels_tensor__share(struct async_queue *queue, kernels_tensor__body_fn body, const void *data, size_t units,
	uint64_t nanoseconds)
{
	const size_t threads = async_queue_parallelism(queue);
	struct share *share = NULL;
	if (threads > 1 && units > 1 && nanoseconds >= LONG_ENOUGH_NS)
		/* not of the host's allocator: a late helper may come after the host has seen the last result */
		share = async_alloc(async_allocator_system(), sizeof *share, _Alignof(struct share));
	if (!share) {
		body(data, 0, units);
		return;
	}
	const size_t helpers = threads - 1 < MOST_HELPERS ? threads - 1 : MOST_HELPERS, wanted = PARTS * (helpers + 1);
	share->body = body;
	share->data = data;
	share->units = units;
	share->block = (units - 1) / wanted + 1;
	share->parts = (units - 1) / share->block + 1;
	atomic_init(&share->next, 0);
	atomic_init(&share->done, 0);
	atomic_init(&share->users, helpers + 1);
	for (size_t i = 0; i < helpers; i++)
		async_queue_add_named(queue, "share", help, share);
	do_parts(share);
	wait_for_others(share);
	leave(share);
}
