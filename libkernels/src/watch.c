/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <kernels/watch.h>

static _Thread_local const struct kernels_site *current;

const struct kernels_site *kernels_watched_site(void) { return current; }

const struct kernels_site *kernels_watch_swap(const struct kernels_site *site)
{
	const struct kernels_site *before = current;
	current = site;
	return before;
}

void kernels_work_begin_(struct kernels_work *work)
{
	work->outer = kernels_watch_swap(work->site);
	work->site->watch->begin(work->site->watch, work);
}

void kernels_work_end_(struct kernels_work *work)
{
	work->site->watch->end(work->site->watch, work);
	current = work->outer;
}
