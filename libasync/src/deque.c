/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "deque.h"

static struct async__deque_slot *slot(struct async__deque *deque, size_t at)
{
	return &deque->slots[at % ASYNC__DEQUE_SIZE];
}

/* relaxed: a thief is ordered by its read of bottom, and discards a torn value because top has moved */
static struct async_task read_slot(struct async__deque *deque, size_t at)
{
	struct async__deque_slot *from = slot(deque, at);
	struct async_task task = { async__load_relaxed(&from->run), async__load_relaxed(&from->ctx) };
	return task;
}

void async__deque_init(struct async__deque *deque)
{
	deque->top = deque->bottom = deque->top_seen = 0;
}

bool async__deque_has_room(struct async__deque *deque, size_t count)
{
	size_t bottom = async__load_relaxed(&deque->bottom); /* relaxed: our own */
	if (ASYNC__LIKELY(bottom - deque->top_seen + count <= ASYNC__DEQUE_SIZE))
		return true;
	/* acquire: pairs with the exchange of top by a thief, which has read its slot by then */
	deque->top_seen = async__load_acquire(&deque->top);
	return bottom - deque->top_seen + count <= ASYNC__DEQUE_SIZE;
}

void async__deque_push(struct async__deque *deque, const struct async_task *tasks, size_t count)
{
	size_t bottom = async__load_relaxed(&deque->bottom); /* relaxed: our own */
	for (size_t i = 0; i < count; i++) {
		struct async__deque_slot *to = slot(deque, bottom + i);
		async__store_relaxed(&to->run, tasks[i].run); /* relaxed: published by bottom */
		async__store_relaxed(&to->ctx, tasks[i].ctx);
	}
	/* seq_cst: publishes the slots to async__deque_steal(), and is the first half of the handshake in parking.h */
	async__store_seq_cst(&deque->bottom, bottom + count);
}

bool async__deque_pop(struct async__deque *deque, struct async_task *out_task)
{
	size_t bottom = async__load_relaxed(&deque->bottom); /* relaxed: our own */
	if (bottom == async__load_relaxed(&deque->top)) /* relaxed: it cannot become less empty by itself */
		return false;
	bottom--;
	/* seq_cst: the owner writes bottom and reads top; a thief reads top, then bottom, and writes top. So either the
	 * thief sees that the owner claims the last task, or the owner sees that the thief has taken it. */
	async__store_seq_cst(&deque->bottom, bottom);
	size_t top = async__load_seq_cst(&deque->top);
	ptrdiff_t left = (ptrdiff_t)(bottom - top);
	if (left > 0) {
		*out_task = read_slot(deque, bottom);
		return true;
	}
	bool ours = false;
	if (left == 0) { /* the last one: thieves may want it too */
		*out_task = read_slot(deque, bottom);
		ours = async__cas_strong_seq_cst(&deque->top, &top, top + 1);
	}
	async__store_relaxed(&deque->bottom, bottom + 1); /* relaxed: empty either way */
	return ours;
}

bool async__deque_steal(struct async__deque *deque, struct async_task *out_task)
{
	size_t top = async__load_seq_cst(&deque->top); /* seq_cst: see async__deque_pop() */
	size_t bottom = async__load_seq_cst(&deque->bottom);
	if ((ptrdiff_t)(bottom - top) <= 0)
		return false;
	struct async_task task = read_slot(deque, top);
	if (!async__cas_strong_seq_cst(&deque->top, &top, top + 1))
		return false;
	*out_task = task;
	return true;
}
