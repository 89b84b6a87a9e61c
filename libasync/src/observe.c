/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "misuse_private.h"
#include "tally.h"
#include <bytecursor/options.h>
#include <string.h>

const struct async_task_observer *async__observer;

void async__trace_switch(uint32_t bit, bool on)
{
	uint32_t bits = async__load_relaxed(&async_trace_on_);
	/* relaxed: concurrent tasks may count as added before or after */
	while (!async__cas_weak_relaxed(&async_trace_on_, &bits, on ? bits | bit : bits & ~bit))
		;
}

enum async_status async_observe_tasks(const struct async_task_observer *observer)
{
	if (observer && BYTECURSOR_SIZE_LACKS(observer, ctx)) {
		async__misuse(ASYNC_MISUSE_BAD_ARGUMENT, "async_observe_tasks", observer,
			"observer: size is not set, expected sizeof(struct async_task_observer); it is not used");
		return ASYNC_E_ARG;
	}
	async__store_release(&async__observer, observer); /* release: pairs with the acquire in run_traced() */
	async__trace_switch(ASYNC__OBSERVED, observer != NULL);
	return ASYNC_OK;
}

void async_count_tasks(bool on) { async__trace_switch(ASYNC__COUNTED, on); }

void async__tally_add(struct async__tally *tally, uint64_t waited, uint64_t ran)
{
	async__add_relaxed(&tally->tasks, 1u);
	async__add_relaxed(&tally->waited, waited);
	async__add_relaxed(&tally->ran, ran);
	uint64_t longest = async__load_relaxed(&tally->longest);
	while (waited > longest && !async__cas_weak_relaxed(&tally->longest, &longest, waited))
		;
}

void async__tally_read(struct async__tally *tally, struct async_queue_stats *out_stats)
{
	out_stats->tasks = async__load_relaxed(&tally->tasks);
	out_stats->waited_ns = async__load_relaxed(&tally->waited);
	out_stats->longest_wait_ns = async__load_relaxed(&tally->longest);
	out_stats->ran_ns = async__load_relaxed(&tally->ran);
}

enum async_status async_queue_stats(struct async_queue *queue, struct async_queue_stats *out_stats)
{
	struct async_queue_stats stats = { .size = sizeof stats };
	if (BYTECURSOR_SIZE_LACKS(out_stats, ran_ns)) {
		async__misuse(ASYNC_MISUSE_BAD_ARGUMENT, "async_queue_stats", queue,
			"stats: size is not set, expected sizeof(struct async_queue_stats); nothing was read");
		return ASYNC_E_ARG;
	}
	const struct async_queue_vtable *vtable = queue->vtable;
	if (vtable->size < offsetof(struct async_queue_vtable, stats) + sizeof vtable->stats || !vtable->stats)
		return ASYNC_E_UNSUPPORTED;
	vtable->stats(queue, &stats);
	stats.size = out_stats->size;
	memcpy(out_stats, &stats, BYTECURSOR_SIZE_TO_COPY(&stats, out_stats));
	return ASYNC_OK;
}
