/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A promised value that ends with the request: the first of arrival and cancellation completes the value that kernels see. */
#include <kernels/world.h>
#include <stdlib.h>

/* Held by the waiter and by the hook; from malloc, because the value may come after the host of the request has ended. */
struct awaited {
	struct async_waiter waiter;
	struct async_cancel_hook hook;
	struct async_value *promised, *seen; /* one reference each; `seen` until it is complete */
	struct async_request *request;       /* until `seen` is complete */
	const struct kernels_site *site;
	uint32_t refs; /* atomic */
	bool settled;  /* atomic: somebody completes `seen` */
};

static void release(struct awaited *awaited, uint32_t refs)
{
	/* acq_rel: the last holder acquires what the other one did */
	if (__atomic_sub_fetch(&awaited->refs, refs, __ATOMIC_ACQ_REL) == 0)
		free(awaited);
}

/* True for the first caller. Relaxed: it publishes nothing but itself; values synchronize their readers. */
static bool settle(struct awaited *awaited) { return !__atomic_exchange_n(&awaited->settled, true, __ATOMIC_RELAXED); }

static void cancelled(struct async_cancel_hook *hook, struct async_error *error)
{
	struct awaited *awaited = (struct awaited *)(void *)((char *)hook - offsetof(struct awaited, hook));
	if (settle(awaited)) {
		async_value_fail(awaited->seen, async_error_retain(error));
		async_value_release(awaited->seen);
		kernels_end_work(awaited->request, awaited->site);
	}
	release(awaited, 1);
}

static void arrived(struct async_waiter *waiter)
{
	struct awaited *awaited = (struct awaited *)(void *)waiter;
	uint32_t refs = 1;
	if (settle(awaited)) {
		/* The hook has run, or will not. If it runs in another thread now, it finds the value settled. */
		refs += async_request_off_cancel(awaited->request, &awaited->hook);
		async_value_forward(awaited->seen, awaited->promised);
		async_value_release(awaited->seen);
		kernels_end_work(awaited->request, awaited->site);
	} else {
		async_value_release(awaited->promised);
	}
	release(awaited, refs);
}

static void await(struct kernels_frame *frame, struct async_value **value)
{
	struct awaited *awaited = calloc(1, sizeof *awaited);
	struct async_value *seen = async_value_create_indirect(
		kernels_host(frame->request)->allocator, ASYNC_TYPE_NONE);
	if (!awaited || !seen) {
		async_value_release(seen);
		free(awaited);
		return;
	}
	*awaited = (struct awaited){ .waiter.run = arrived,
		.hook.run = cancelled,
		.promised = *value,
		.seen = async_value_retain(seen),
		.request = kernels_begin_work(frame->request, frame->site),
		.site = frame->site,
		.refs = 2 };
	*value = seen;
	async_request_on_cancel(awaited->request, &awaited->hook);
	/* If it is cancelled already, only the waiter holds `awaited` and `promised`. */
	async_value_and_then(awaited->promised, &awaited->waiter);
}

void kernels_frame_await(struct kernels_frame *frame, struct async_value **values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!async_value_is_available(values[i]))
			await(frame, &values[i]);
	}
}
