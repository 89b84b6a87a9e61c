/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A promised value that ends with the request: the first of arrival and cancellation completes the value that kernels see. */
#include <kernels/world.h>

/* Held by the waiter and by the hook. From the allocator of the promised value, because the value may come after the host
 * of the request has ended; so the last holder frees it before it releases that value. */
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
	if (__atomic_sub_fetch(&awaited->refs, refs, __ATOMIC_ACQ_REL) != 0)
		return;
	struct async_value *promised = awaited->promised;
	async_free(async_value_allocator(promised), awaited, sizeof *awaited, _Alignof(struct awaited));
	async_value_release(promised);
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
	if (!settle(awaited)) {
		release(awaited, 1); /* the hook may still be running in another thread, with the other reference */
		return;
	}
	struct async_value *promised = async_value_retain(awaited->promised), *seen = awaited->seen;
	struct async_request *request = awaited->request;
	const struct kernels_site *site = awaited->site;
	/* If the hook runs in another thread now, it finds the value settled, and has returned when this call does. */
	release(awaited, 1 + async_request_off_cancel(request, &awaited->hook));
	async_value_forward(seen, promised);
	async_value_release(seen);
	kernels_end_work(request, site);
}

static void await(struct kernels_frame *frame, struct async_value **value)
{
	const struct async_allocator *allocator = async_value_allocator(*value);
	struct awaited *awaited = async_alloc(allocator, sizeof *awaited, _Alignof(struct awaited));
	struct async_value *seen = async_value_create_indirect(
		kernels_host(frame->request)->allocator, ASYNC_TYPE_NONE);
	if (!awaited || !seen) {
		async_value_release(seen);
		if (awaited)
			async_free(allocator, awaited, sizeof *awaited, _Alignof(struct awaited));
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
