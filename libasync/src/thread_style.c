/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Properties of threads: stack size, CPUs, name, hooks. */
#include "crew.h"
#include "thread.h"
#include <sched.h>

bool async__styled_start(pthread_t *out_thread, const struct async__thread_style *style, void *(*body)(void *arg), void *arg)
{
	return async__thread_start_sized(out_thread, style->stack_size, body, arg);
}

/* The thread may run on all CPUs of the list, or on the one whose turn it is. What the system refuses, for example a CPU that is
 * offline, leaves the thread where it may run anyway. */
static void set_cpus(const struct async__thread_style *style, enum async_thread_kind kind, unsigned number)
{
#if defined(__linux__) && !defined(__EMSCRIPTEN__)
	unsigned most = 0;
	for (size_t i = 0; i < style->cpu_count; i++)
		most = style->cpus[i] > most ? style->cpus[i] : most;
	cpu_set_t *set = style->cpu_count ? CPU_ALLOC(most + 1) : NULL;
	if (!set)
		return;
	size_t size = CPU_ALLOC_SIZE(most + 1);
	CPU_ZERO_S(size, set);
	if (style->cpu_each && kind == ASYNC_THREAD_WORKER) {
		CPU_SET_S(style->cpus[number % style->cpu_count], size, set);
	} else {
		for (size_t i = 0; i < style->cpu_count; i++)
			CPU_SET_S(style->cpus[i], size, set);
	}
	(void)pthread_setaffinity_np(pthread_self(), size, set);
	CPU_FREE(set);
#else
	(void)style;
	(void)kind;
	(void)number;
#endif
}

void async__styled_begin(const struct async__thread_style *style, enum async_thread_kind kind, unsigned number)
{
	async__thread_set_name(style->name, kind == ASYNC_THREAD_WORKER ? "" : "b", number);
	set_cpus(style, kind, number);
	if (style->on_start)
		style->on_start(style->hook_ctx, kind, number);
}

void async__styled_end(const struct async__thread_style *style, enum async_thread_kind kind, unsigned number)
{
	if (style->on_stop)
		style->on_stop(style->hook_ctx, kind, number);
}
