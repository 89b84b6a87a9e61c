/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Computes which kernel each kernel waited for, and when promised results came. */
#include "record.h"

#include <stdlib.h>

static int by_place(const void *a, const void *b)
{
	const struct bef_event *x = &(*(const struct recorded *const *)a)->event;
	const struct bef_event *y = &(*(const struct recorded *const *)b)->event;
	if (x->execution != y->execution)
		return x->execution < y->execution ? -1 : 1;
	return (x->kernel > y->kernel) - (x->kernel < y->kernel);
}

static const struct recorded *find(
	const struct recorded *const *sorted, size_t count, uint64_t execution, uint32_t kernel)
{
	const struct recorded wanted = { .event = { .execution = execution, .kernel = kernel } }, *key = &wanted;
	const struct recorded *const *found = kernel ? bsearch(&key, sorted, count, sizeof *sorted, by_place) : NULL;
	return found ? *found : NULL;
}

/* Finds the kernel whose result came last; for the first kernels of a called function, the calling kernel. */
static const struct recorded *producer_of(
	const struct recorded *const *sorted, size_t count, const struct bef_event *event)
{
	if (event->cause)
		return find(sorted, count, event->execution, event->cause);
	return find(sorted, count, event->parent, event->parent_kernel);
}

/* A kernel becomes ready when its last required result comes: this is the time of a late result. */
bool record_link(const struct record *record, struct record_link **out_links)
{
	size_t count = record->count;
	const struct recorded **sorted = malloc((count + 1) * sizeof *sorted);
	struct record_link *links = calloc(count + 1, sizeof *links);
	*out_links = links;
	if (!sorted || !links) {
		free(sorted);
		free(links);
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		sorted[i] = &record->list[i];
		links[i].result = record->list[i].event.ended;
	}
	qsort(sorted, count, sizeof *sorted, by_place);
	for (size_t i = 0; i < count; i++) {
		const struct bef_event *event = &record->list[i].event;
		links[i].producer = producer_of(sorted, count, event);
		if (!links[i].producer || !event->cause || !event->late)
			continue;
		struct record_link *producer = &links[links[i].producer - record->list];
		if (event->ready > producer->result)
			producer->result = event->ready;
	}
	free(sorted);
	return true;
}
