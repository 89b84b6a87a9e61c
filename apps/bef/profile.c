/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef run --stats: the critical path of executions, and which totals are printed. */
#include "record.h"
#include "totals.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PATHS = 20 }; /* a repeated call has one for each time */

static double us(uint64_t ns) { return (double)ns / 1000; }

static struct totals_span span_of(const struct bef_event *e)
{
	const uint64_t run = e->ended - e->begun;
	return (struct totals_span){ e->site, run, e->inside < run ? run - e->inside : 0, e->begun - e->ready, true };
}

/* Totals of the events of a path. */
static bool print_events(const struct bef_event *const *events, size_t count)
{
	struct totals_span *spans = calloc(count + 1, sizeof *spans);
	for (size_t i = 0; spans && i < count; i++)
		spans[i] = span_of(events[i]);
	bool good = spans && totals_print(spans, count, TOTALS_TIMES);
	free(spans);
	return good;
}

/* Totals of everything that was recorded: calls of kernels, and their work in tasks. */
static bool print_record(const struct record *record, bool operations)
{
	const size_t count = record->count + record->work_count;
	struct totals_span *spans = calloc(count + 1, sizeof *spans);
	for (size_t i = 0; spans && i < record->count; i++)
		spans[i] = span_of(&record->list[i].event);
	for (size_t i = 0; spans && i < record->work_count; i++) {
		const struct bef_work *work = &record->works[i];
		const uint64_t run = work->ended - work->begun;
		spans[record->count + i] = (struct totals_span){ work->site, run, work->inside < run ? run - work->inside : 0, 0, false };
	}
	bool good = spans && totals_print(spans, count, TOTALS_TIMES | TOTALS_COSTS | (operations ? TOTALS_OPERATIONS : 0));
	free(spans);
	return good;
}

/* ---- the critical path */

/* All events in two orders, and the function call of each execution. */
struct graph {
	const struct bef_event **by_place; /* execution, kernel */
	/* by the call that contains the execution, then by end time */
	const struct bef_event **by_caller;
	uint64_t *roots;                    /* per execution: the execution that the host started */
	uint64_t executions;
	size_t count;
};

static int by_place(const void *a, const void *b)
{
	const struct bef_event *x = *(const struct bef_event *const *)a, *y = *(const struct bef_event *const *)b;
	if (x->execution != y->execution)
		return x->execution < y->execution ? -1 : 1;
	return (x->kernel > y->kernel) - (x->kernel < y->kernel);
}

static int by_caller(const void *a, const void *b)
{
	const struct bef_event *x = *(const struct bef_event *const *)a, *y = *(const struct bef_event *const *)b;
	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	if (x->parent_kernel != y->parent_kernel)
		return x->parent_kernel < y->parent_kernel ? -1 : 1;
	return (x->ended > y->ended) - (x->ended < y->ended);
}

static const struct bef_event *find(const struct graph *graph, uint64_t execution, uint32_t kernel)
{
	const struct bef_event wanted = { .execution = execution, .kernel = kernel }, *key = &wanted;
	const struct bef_event *const *found = bsearch(&key, graph->by_place, graph->count, sizeof key, by_place);
	return found ? *found : NULL;
}

/* Returns the event in the functions called by a kernel that ended last, up to that time; NULL: none. */
static const struct bef_event *last_called(
	const struct graph *graph, uint64_t execution, uint32_t kernel, uint64_t until)
{
	const struct bef_event wanted = { .parent = execution, .parent_kernel = kernel, .ended = until },
			       *key = &wanted;
	size_t low = 0, high = graph->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (by_caller(&graph->by_caller[middle], &key) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	const struct bef_event *found = low ? graph->by_caller[low - 1] : NULL;
	return found && found->parent == execution && found->parent_kernel == kernel ? found : NULL;
}

/* Returns the event that e waited for: the kernel whose result came last, or the last event in the function that
 * this kernel called. For the first kernels of an execution: the caller's previous call (a loop), or the caller. */
static const struct bef_event *before(const struct graph *graph, const struct bef_event *e)
{
	const struct bef_event *cause = NULL, *called;
	if (e->cause) {
		cause = find(graph, e->execution, e->cause);
		called = last_called(graph, e->execution, e->cause, e->ready);
		return called && cause && called->ended > cause->ended ? called : cause;
	}
	if (e->parent == 0)
		return NULL;
	cause = find(graph, e->parent, e->parent_kernel);
	called = last_called(graph, e->parent, e->parent_kernel, e->ready);
	return called && called != e && called->execution != e->execution ? called : cause;
}

/* Builds the path backwards from the kernel that ended last. `path` has space for all events. */
static bool print_path(
	const struct graph *graph, const struct bef_event *last, uint64_t kernels, const struct bef_event **path)
{
	uint64_t run = 0, wait = 0, late = 0, until = last->ended, all;
	size_t length = 0;
	const struct bef_event *e = last, *first = last;
	for (; e && length < graph->count; e = before(graph, e)) {
		uint64_t end = e->ended < until ? e->ended : until, begun = e->begun < end ? e->begun : end;
		uint64_t ready = e->ready < begun ? e->ready : begun;
		late += until - end;
		run += end - begun;
		wait += begun - ready;
		until = ready;
		path[length++] = first = e;
	}
	all = last->ended - (first->ready < first->begun ? first->ready : first->begun);
	fprintf(stderr,
		"\ncritical path of '%.*s': %zu of %" PRIu64
		" kernels, %.3f us: %.3f running, %.3f in queues, %.3f waiting for results\n",
		(int)first->function->name_size, first->function->name, length, kernels, us(all), us(run), us(wait),
		us(late));
	return print_events(path, length);
}

static bool print_paths(const struct graph *graph, const struct bef_event **scratch)
{
	const struct bef_event **last = calloc(graph->executions + 1, sizeof *last); /* per root */
	uint64_t *kernels = calloc(graph->executions + 1, sizeof *kernels);
	bool good = last && kernels;
	for (size_t i = 0; good && i < graph->count; i++) {
		const struct bef_event *e = graph->by_place[i];
		uint64_t root = graph->roots[e->execution] = e->parent ? graph->roots[e->parent] : e->execution;
		kernels[root]++;
		if (!last[root] || e->ended > last[root]->ended)
			last[root] = e;
	}
	uint64_t roots = 0;
	for (uint64_t root = 1; good && root <= graph->executions; root++) {
		if (last[root] && roots++ < MOST_PATHS)
			good = print_path(graph, last[root], kernels[root], scratch);
	}
	if (good && roots > MOST_PATHS)
		fprintf(stderr, "\nand %" PRIu64 " more executions\n", roots - MOST_PATHS);
	free(last);
	free(kernels);
	return good;
}

int record_print_stats(const struct record *record, bool operations)
{
	size_t count = record->count;
	const struct bef_event **scratch = calloc(count + 1, sizeof *scratch);
	struct graph graph = { calloc(count + 1, sizeof *scratch), calloc(count + 1, sizeof *scratch), NULL, 0, count };
	bool good = scratch && graph.by_place && graph.by_caller;
	fflush(stdout);
	for (size_t i = 0; good && i < count; i++) {
		const struct bef_event *e = &record->list[i].event;
		graph.by_place[i] = graph.by_caller[i] = scratch[i] = e;
		graph.executions = e->execution > graph.executions ? e->execution : graph.executions;
	}
	graph.roots = good ? calloc(graph.executions + 1, sizeof *graph.roots) : NULL;
	good = graph.roots && print_record(record, operations);
	if (good && count) {
		qsort(graph.by_place, count, sizeof *graph.by_place, by_place);
		qsort(graph.by_caller, count, sizeof *graph.by_caller, by_caller);
		good = print_paths(&graph, scratch);
	}
	free(scratch);
	free(graph.by_place);
	free(graph.by_caller);
	free(graph.roots);
	if (!good)
		cli_error("out of memory for the statistics");
	if (record->lost)
		cli_error("out of memory: the statistics lack %" PRIu64 " kernels", record->lost);
	return good ? CLI_GOOD : CLI_SYSTEM;
}
