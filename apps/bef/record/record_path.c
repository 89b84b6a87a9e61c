/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The critical path of executions: from the kernel that ended last, back along the dependencies that were satisfied last. */
#include "record/edges.h"
#include "record/record.h"

#include <stdlib.h>

/* All events in two orders, and the function call of each execution. */
struct graph {
	struct record_kernel *kernels; /* by execution, then by kernel */
	/* by the call that contains the execution, then by end time */
	const struct bef_event **by_caller;
	uint64_t *roots;                    /* per execution: the execution that the host started */
	uint64_t executions;
	size_t count;
	const struct edges *edges; /* NULL: unknown */
};

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
	const struct record_kernel *found = record_find(graph->kernels, graph->count, execution, kernel);
	return found ? &found->recorded->event : NULL;
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

/* A kernel that waited for nothing but a worker, and longer than it ran: usually a constant. That its result came last says which kernels
 * kept the workers busy, not what the execution waited for. */
static bool is_idle_cause(const struct bef_event *e)
{
	return e->cause == 0 && !e->late && e->begun > e->ready && e->begun - e->ready > e->ended - e->begun;
}

/* Returns what e really waited for, if the last of its operands came from such a kernel: the last one of another kind; without any, the
 * one that ran longest. */
static const struct bef_event *busy_cause(const struct graph *graph, const struct bef_event *e, const struct bef_event *cause)
{
	uint32_t count = 0;
	const uint32_t *producers = graph->edges ? edges_producers(graph->edges, e->function, e->kernel, &count) : NULL;
	const struct bef_event *busy = NULL, *longest = cause;
	for (uint32_t i = 0; i < count; i++) {
		const struct bef_event *other = find(graph, e->execution, producers[i]);
		if (!other)
			continue;
		if (!is_idle_cause(other))
			busy = !busy || other->ended > busy->ended ? other : busy;
		else if (other->ended - other->begun > longest->ended - longest->begun)
			longest = other;
	}
	return busy ? busy : longest;
}

/* Returns the event that e waited for: the kernel whose result came last, or the last event in the function that
 * this kernel called. `out_busy`: the workers were busy between the end of that kernel and the time when e was ready. For the first kernels of an execution: the caller's previous call (a loop), or the caller. */
static const struct bef_event *before(const struct graph *graph, const struct bef_event *e, bool *out_busy)
{
	const struct bef_event *cause = NULL, *called;
	*out_busy = false;
	if (e->cause) {
		cause = find(graph, e->execution, e->cause);
		called = last_called(graph, e->execution, e->cause, e->ready);
		if (cause && !called && !e->late && is_idle_cause(cause)) {
			const struct bef_event *other = busy_cause(graph, e, cause);
			*out_busy = other != cause;
			return other;
		}
		return called && cause && called->ended > cause->ended ? called : cause;
	}
	if (e->parent == 0)
		return NULL;
	cause = find(graph, e->parent, e->parent_kernel);
	called = last_called(graph, e->parent, e->parent_kernel, e->ready);
	return called && called != e && called->execution != e->execution ? called : cause;
}

/* Builds the path backwards from the kernel that ended last. `path` has space for all events. */
static struct record_path find_path(const struct graph *graph, const struct bef_event *last, const struct bef_event **path)
{
	struct record_path found = { .events = path };
	uint64_t until = last->ended;
	const struct bef_event *e = last, *first = last;
	bool busy = false;
	for (; e && found.length < graph->count; e = before(graph, e, &busy)) {
		uint64_t end = e->ended < until ? e->ended : until, begun = e->begun < end ? e->begun : end;
		uint64_t ready = e->ready < begun ? e->ready : begun;
		if (busy)
			found.wait += until - end;
		else
			found.late += until - end;
		found.run += end - begun;
		found.wait += begun - ready;
		until = ready;
		path[found.length++] = first = e;
	}
	found.all = last->ended - (first->ready < first->begun ? first->ready : first->begun);
	return found;
}

struct visitor {
	uint64_t most;
	record_path_fn path;
	void *ctx;
};

static bool visit_paths(const struct graph *graph, const struct bef_event **scratch, const struct visitor *visitor, uint64_t *out_roots)
{
	const struct bef_event **last = calloc(graph->executions + 1, sizeof *last); /* per root */
	uint64_t *kernels = calloc(graph->executions + 1, sizeof *kernels);
	bool good = last && kernels;
	for (size_t i = 0; good && i < graph->count; i++) {
		const struct bef_event *e = &graph->kernels[i].recorded->event;
		uint64_t root = graph->roots[e->execution] = e->parent ? graph->roots[e->parent] : e->execution;
		kernels[root]++;
		if (!last[root] || e->ended > last[root]->ended)
			last[root] = e;
	}
	for (uint64_t root = 1; good && root <= graph->executions; root++) {
		if (!last[root] || (*out_roots)++ >= visitor->most)
			continue;
		struct record_path path = find_path(graph, last[root], scratch);
		path.kernels = kernels[root];
		good = visitor->path(visitor->ctx, &path);
	}
	free(last);
	free(kernels);
	return good;
}

bool record_paths(const struct record *record, const struct edges *edges, uint64_t most, record_path_fn path, void *ctx,
	uint64_t *out_executions)
{
	const size_t count = record->count;
	const struct bef_event **scratch = calloc(count + 1, sizeof *scratch);
	struct graph graph = { record_kernels(record), calloc(count + 1, sizeof *scratch), NULL, 0, count, edges };
	const struct visitor visitor = { most, path, ctx };
	bool good = scratch && graph.kernels && graph.by_caller;
	*out_executions = 0;
	for (size_t i = 0; good && i < count; i++) {
		const struct bef_event *e = &record->list[i].event;
		graph.by_caller[i] = e;
		graph.executions = e->execution > graph.executions ? e->execution : graph.executions;
	}
	graph.roots = good ? calloc(graph.executions + 1, sizeof *graph.roots) : NULL;
	good = graph.roots != NULL;
	if (good && count) {
		qsort(graph.by_caller, count, sizeof *graph.by_caller, by_caller);
		good = visit_paths(&graph, scratch, &visitor, out_executions);
	}
	free(scratch);
	free(graph.kernels);
	free(graph.by_caller);
	free(graph.roots);
	return good;
}
