/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Holds the results of a function back while lists of its kernels wait in the queue or run in other threads. Late values are not waited
 * for: a kernel that waits for one was attempted. */
#include "returns.h"

#include <kernels/check.h>
#include <string.h>

/* ---- when the program is opened */

/* Other kernels only compute; whether they have run cannot be seen. */
static bool has_effects(const struct bef__kernel *k)
{
	return !(k->site.entry->kernel->flags & KERNELS_QUICK) && !bef__prepares(k->site.entry);
}

static bool is_used(const struct bef__kernel *k)
{
	uint32_t users = 0;
	for (uint32_t i = 0; i < k->site.result_count; i++)
		users |= k->results[i].user_count;
	return users != 0;
}

static bool makes(const struct bef__kernel *k, const struct bef__origin *origin)
{
	bool found = false;
	for (uint32_t i = 0; i < k->site.result_count; i++)
		found |= !origin->is_argument && k->results[i].out == origin->index;
	return found;
}

/* A result of the only kernel without users comes after all others. */
bool bef__returns_last(const struct bef__function *f)
{
	const struct bef__kernel *last = NULL;
	bool effects = false, several = false;
	for (uint32_t n = 1; n < f->kernel_count; n++) {
		const struct bef__kernel *k = &f->kernels[n];
		effects |= has_effects(k);
		if (is_used(k))
			continue;
		several |= last != NULL;
		last = k;
	}
	if (!effects || several)
		return effects && f->base.result_count > 0;
	for (uint32_t i = 0; i < f->base.result_count; i++) {
		if (!makes(last, &f->origins[i]))
			return true;
	}
	return false;
}

/* ---- running */

/* What the caller got, and what it will be; published with frame->parts. */
struct bef__held {
	uint32_t count;
	struct async_value *values[]; /* one reference each: promised, then actual results */
};

static size_t held_size(uint32_t count)
{
	return sizeof(struct bef__held) + 2 * (size_t)count * sizeof(struct async_value *);
}

static void let_go(struct bef__frame *frame)
{
	/* A late value may begin parts again, and the last of them ends here too, perhaps in another thread: the first one takes what is
	 * held. acq_rel: the others see that it is taken */
	struct bef__held *held = __atomic_exchange_n(&frame->held, NULL, __ATOMIC_ACQ_REL);
	if (!held)
		return;
	for (uint32_t i = 0; i < held->count; i++)
		async_request_forward_last(frame->request, held->values[i], held->values[held->count + i]);
	async_free(frame->allocator, held, held_size(held->count), _Alignof(struct bef__held));
}

void bef__part_end_(struct bef__frame *frame)
{
	/* release: publishes what this part has done, and frame->held; acquire: the last part sees it */
	if (__atomic_sub_fetch(&frame->parts, 1, __ATOMIC_ACQ_REL) == 0)
		let_go(frame);
}

/* NULL when out of memory. */
static struct bef__held *hold(struct bef__frame *frame, struct async_value **results)
{
	const uint32_t count = frame->function->base.result_count;
	struct bef__held *held = async_alloc(frame->allocator, held_size(count), _Alignof(struct bef__held));
	uint32_t made = 0;
	while (held && made < count && (held->values[made] = async_value_create_indirect(frame->allocator, ASYNC_TYPE_NONE)))
		made++;
	if (held && made == count) {
		held->count = count;
		memcpy(held->values + count, results, count * sizeof *results);
		return held;
	}
	for (uint32_t i = 0; i < made; i++)
		async_value_release(held->values[i]);
	if (held)
		async_free(frame->allocator, held, held_size(count), _Alignof(struct bef__held));
	return NULL;
}

void bef__return_last(struct bef__frame *frame, struct async_value **results)
{
	const uint32_t count = frame->function->base.result_count;
	/* acquire: pairs with the release of the other parts, which have ended if there are none */
	if (__atomic_load_n(&frame->parts, __ATOMIC_ACQUIRE) == 1)
		return;
	frame->held = hold(frame, results);
	for (uint32_t i = 0; i < count; i++) {
		if (frame->held)
			results[i] = async_value_retain_new(frame->held->values[i], 1);
		else
			async_value_release(results[i]);
	}
	if (!frame->held)
		bef__results_set(results, count, async_value_out_of_memory());
	bef__part_end_(frame);
}
