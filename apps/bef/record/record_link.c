/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Puts recorded kernels in the order of their places in the executions, and adds the times of late results. */
#include "record/record.h"

#include <stdlib.h>

static int by_place(const void *a, const void *b)
{
	const struct bef_event *x = &((const struct record_kernel *)a)->recorded->event;
	const struct bef_event *y = &((const struct record_kernel *)b)->recorded->event;
	if (x->execution != y->execution)
		return x->execution < y->execution ? -1 : 1;
	return (x->kernel > y->kernel) - (x->kernel < y->kernel);
}

struct record_kernel *record_find(struct record_kernel *kernels, size_t count, uint64_t execution, uint32_t kernel)
{
	const struct recorded wanted = { .event = { .execution = execution, .kernel = kernel } };
	const struct record_kernel key = { &wanted, 0 };
	return kernel && count ? bsearch(&key, kernels, count, sizeof key, by_place) : NULL;
}

struct record_kernel *record_kernels(const struct record *record)
{
	size_t count = record->count;
	struct record_kernel *kernels = malloc((count + 1) * sizeof *kernels);
	if (!kernels)
		return NULL;
	for (size_t i = 0; i < count; i++)
		kernels[i] = (struct record_kernel){ &record->list[i], record->list[i].event.ended };
	if (count)
		qsort(kernels, count, sizeof *kernels, by_place);
	for (size_t i = 0; i < record->late_count; i++) {
		const struct bef_late_result *late = &record->late[i];
		struct record_kernel *kernel = record_find(kernels, count, late->execution, late->kernel);
		if (kernel && late->time > kernel->result)
			kernel->result = late->time;
	}
	return kernels;
}
