/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The site for which a thread works. */
#include <async/misuse.h>
#include <bytecursor/options.h>
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
	if (BYTECURSOR_SIZE_LACKS(work->site->watch, end)) {
		async_misuse_report(ASYNC_MISUSE_BAD_ARGUMENT, "kernels_work_begin", work->site->watch,
			"size is not set, expected sizeof(struct kernels_watch); the work is not observed");
		work->site = NULL;
		return;
	}
	work->outer = kernels_watch_swap(work->site);
	work->site->watch->begin(work->site->watch, work);
}

void kernels_work_end_(struct kernels_work *work)
{
	work->site->watch->end(work->site->watch, work);
	current = work->outer;
}
