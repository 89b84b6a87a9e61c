/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef run --trace FILE.html: writes a record as a page. apps/html/trace_data.js reads the blocks. */
#include "traces/write_trace.h"
#include "record/peak.h"
#include "../html/page.h"

#include <inttypes.h>
#include <kernels/check.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PATHS = 100 };

/* A call of a kernel, or work of it in a task. */
struct span {
	const struct kernels_site *site;
	const struct recorded *call; /* NULL: work */
	uint64_t begun, ended, inside;
	unsigned thread;
};

/* A sorted set of addresses. */
struct addresses {
	const void **list;
	size_t count;
};

struct page {
	FILE *out;
	const struct record *record;
	const struct edges *edges;
	struct span *spans; /* by thread, then by start; the number of a span is its index */
	size_t span_count;
	unsigned threads;
	uint64_t start;
	struct addresses sites, functions;
	const char **commands; /* names of commands of devices, each once, sorted */
	size_t command_count;
	unsigned streams; /* of devices */
	struct record_kernel *kernels;
	uint64_t *executions; /* ascending */
	size_t execution_count;
	/* per element of record->list */
	size_t *number_of_call;
	uint64_t *results; /* nanoseconds from the end to the last result */
	struct html_bytes bytes;
};

/* ---- tables */

static int by_address(const void *a, const void *b)
{
	const uintptr_t x = (uintptr_t)*(const void *const *)a, y = (uintptr_t)*(const void *const *)b;
	return (x > y) - (x < y);
}

static void sort_addresses(struct addresses *set)
{
	size_t kept = 0;
	if (set->count)
		qsort(set->list, set->count, sizeof *set->list, by_address);
	for (size_t i = 0; i < set->count; i++) {
		if (i == 0 || set->list[i] != set->list[i - 1])
			set->list[kept++] = set->list[i];
	}
	set->count = kept;
}

static size_t address_index(const struct addresses *set, const void *address)
{
	const void *const *found = bsearch(&address, set->list, set->count, sizeof *set->list, by_address);
	return (size_t)(found - (const void *const *)set->list);
}

static int by_start(const void *a, const void *b)
{
	const struct span *x = a, *y = b;
	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	if (x->begun != y->begun)
		return x->begun < y->begun ? -1 : 1;
	return (x->ended < y->ended) - (x->ended > y->ended);
}

static void list_spans(struct page *p)
{
	const struct record *record = p->record;
	p->start = UINT64_MAX;
	for (size_t i = 0; i < record->count; i++) {
		const struct recorded *r = &record->list[i];
		const struct bef_event *e = &r->event;
		p->spans[p->span_count++] = (struct span){ e->site, r, e->begun, e->ended, e->inside, r->thread };
		p->start = e->ready < p->start ? e->ready : p->start;
		p->functions.list[p->functions.count++] = e->function;
	}
	for (size_t i = 0; i < record->work_count; i++) {
		const struct bef_work *w = &record->works[i].work;
		p->spans[p->span_count++] = (struct span){ w->site, NULL, w->begun, w->ended, w->inside, record->works[i].thread };
	}
	for (size_t i = 0; i < p->span_count; i++) {
		const struct span *span = &p->spans[i];
		p->start = span->begun < p->start ? span->begun : p->start;
		p->threads = span->thread + 1 > p->threads ? span->thread + 1 : p->threads;
		p->sites.list[p->sites.count++] = span->site;
	}
	if (p->span_count)
		qsort(p->spans, p->span_count, sizeof *p->spans, by_start);
	sort_addresses(&p->sites);
	sort_addresses(&p->functions);
}

static void number_calls(struct page *p)
{
	for (size_t i = 0; i < p->span_count; i++) {
		if (p->spans[i].call)
			p->number_of_call[p->spans[i].call - p->record->list] = i;
	}
	for (size_t i = 0; i < p->record->count; i++) {
		const struct record_kernel *kernel = &p->kernels[i];
		const struct bef_event *e = &kernel->recorded->event;
		p->results[kernel->recorded - p->record->list] = kernel->result - e->ended;
		if (i == 0 || e->execution != p->kernels[i - 1].recorded->event.execution)
			p->executions[p->execution_count++] = e->execution;
	}
}

static int by_number(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* Returns the index of an execution plus 1; 0: no kernel of it was recorded. */
static size_t execution_number(const struct page *p, uint64_t execution)
{
	const uint64_t *found = p->execution_count && execution
					? bsearch(&execution, p->executions, p->execution_count, sizeof execution, by_number)
					: NULL;
	return found ? (size_t)(found - p->executions) + 1 : 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void list_commands(struct page *p)
{
	const struct record *record = p->record;
	size_t kept = 0;
	if (p->span_count == 0)
		return; /* nothing has a time to begin with */
	p->streams = record_arrange_streams(record, p->start);
	for (size_t i = 0; i < record->span_count; i++)
		p->commands[i] = record->spans[i].name;
	if (record->span_count > 0)
		qsort(p->commands, record->span_count, sizeof *p->commands, by_name);
	for (size_t i = 0; i < record->span_count; i++) {
		if (i == 0 || strcmp(p->commands[i], p->commands[kept - 1]) != 0)
			p->commands[kept++] = p->commands[i];
	}
	p->command_count = kept;
}

static bool prepare(struct page *p)
{
	const size_t calls = p->record->count + 1, spans = calls + p->record->work_count;
	p->spans = calloc(spans, sizeof *p->spans);
	p->sites.list = calloc(spans, sizeof *p->sites.list);
	p->functions.list = calloc(calls, sizeof *p->functions.list);
	p->commands = calloc(p->record->span_count + 1, sizeof *p->commands);
	p->kernels = record_kernels(p->record);
	p->executions = calloc(calls, sizeof *p->executions);
	p->number_of_call = calloc(calls, sizeof *p->number_of_call);
	p->results = calloc(calls, sizeof *p->results);
	if (!p->spans || !p->sites.list || !p->functions.list || !p->commands || !p->kernels || !p->executions || !p->number_of_call ||
		!p->results)
		return false;
	list_spans(p);
	list_commands(p);
	number_calls(p);
	return true;
}

/* ---- blocks */

static void add_place(void *ctx, const struct async_place *place)
{
	struct page *p = ctx;
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);
	if (stream && place->file) {
		fwrite(place->file, 1, place->file_size, stream);
		fprintf(stream, ":%" PRIu32 ":%" PRIu32, place->line, place->column);
	} else if (stream && place->text) {
		fwrite(place->text, 1, place->text_size, stream);
	}
	const bool good = stream && fclose(stream) == 0;
	html_json_string(p->out, good ? text : "", good ? size : 0);
	free(text);
	putc(',', p->out);
	html_json_string(p->out, place->debug ? place->debug : "", place->debug ? place->debug_size : 0);
}

/* The streams of devices, which follow the threads and count as such. */
static void write_streams(struct page *p)
{
	const struct record *record = p->record;
	unsigned number = 0;
	fputs("],\n\"streams\":[", p->out);
	for (size_t i = 0; number < p->streams && i < record->span_count; i++) {
		char name[128];
		if (i > 0 && record->spans[i - 1].stream == record->spans[i].stream)
			continue;
		snprintf(name, sizeof name, "%.80s, stream %u", record->spans[i].device, ++number);
		fputs(number > 1 ? ",\n" : "\n", p->out);
		html_json_word(p->out, name);
	}
}

/* Of each site: the arithmetic operations of a call and its bytes, read and written, or null; the peak that they are compared with. */
static void write_costs(struct page *p)
{
	struct kernels_cost cost;
	bool any = false;
	fputs("],\n\"costs\":[", p->out);
	for (size_t i = 0; i < p->sites.count; i++) {
		const bool has = kernels_cost_of_op(p->sites.list[i], &cost);
		any |= has;
		fputs(i ? "," : "", p->out);
		if (has)
			fprintf(p->out, "[%" PRIu64 ",%" PRIu64 "]", cost.operations, cost.bytes_read + cost.bytes_written);
		else
			fputs("null", p->out);
	}
	putc(']', p->out);
	if (!any)
		return;
	const struct peak peak = peak_measure();
	fprintf(p->out, ",\n\"peak\":{\"operations\":%.0f,\"bytes\":%.0f,\"isa\":", peak.operations, peak.bytes);
	html_json_word(p->out, peak.isa);
	putc('}', p->out);
}

/* The names: of each site those of its kernel, its place and its name in the source; of each command of a device; of each stream; of each function. */
static void write_names(struct page *p)
{
	html_json_begin(p->out, "data");
	fprintf(p->out, "{\"version\":1,\"threads\":%u,\"lost\":%" PRIu64 ",\"sites\":[", p->threads + p->streams, p->record->lost);
	for (size_t i = 0; i < p->sites.count; i++) {
		const struct kernels_site *site = p->sites.list[i];
		fputs(i ? ",\n[" : "\n[", p->out);
		html_json_word(p->out, site->entry->kernel->name);
		putc(',', p->out);
		if (site->location.source)
			site->location.source->decode(site->location.source, site->location.handle, add_place, p);
		else
			fputs("\"\",\"\"", p->out);
		putc(']', p->out);
	}
	for (size_t i = 0; i < p->command_count; i++) {
		fputs(p->sites.count + i > 0 ? ",\n[" : "\n[", p->out);
		html_json_word(p->out, p->commands[i]);
		fputs(",\"device\",\"\"]", p->out);
	}
	write_streams(p);
	fputs("],\n\"functions\":[", p->out);
	for (size_t i = 0; i < p->functions.count; i++) {
		const struct kernels_function *function = p->functions.list[i];
		fputs(i ? ",\n" : "\n", p->out);
		html_json_string(p->out, function->name, function->name_size);
	}
	write_costs(p);
	if (p->record->memory)
		fprintf(p->out, ",\n\"memory\":%" PRIu64, async_allocator_stats(p->record->memory).peak_bytes);
	putc('}', p->out);
	html_json_end(p->out);
}

/* A span: twice its site, plus 1 for work; the time since the start of the previous span of the thread; its length; that of nested
 * spans. A call also has its wait in the queue, the time from its end to its result, its execution as a difference from the
 * previous call of the thread, its kernel, and its stream. */
static void write_thread(struct page *p, size_t first, size_t end)
{
	uint64_t at = p->start;
	int64_t execution = 0;
	html_bytes_number(&p->bytes, end - first);
	for (size_t i = first; i < end; i++) {
		const struct span *span = &p->spans[i];
		html_bytes_number(&p->bytes, 2 * address_index(&p->sites, span->site) + !span->call);
		html_bytes_number(&p->bytes, span->begun - at);
		html_bytes_number(&p->bytes, span->ended - span->begun);
		html_bytes_number(&p->bytes, span->inside);
		at = span->begun;
		if (!span->call)
			continue;
		const struct bef_event *e = &span->call->event;
		const int64_t number = (int64_t)execution_number(p, e->execution) - 1;
		html_bytes_number(&p->bytes, e->ready < e->begun ? e->begun - e->ready : 0);
		html_bytes_number(&p->bytes, p->results[span->call - p->record->list]);
		html_bytes_signed(&p->bytes, number - execution);
		html_bytes_number(&p->bytes, e->kernel);
		html_bytes_number(&p->bytes, e->stream);
		execution = number;
	}
}

/* The commands of a stream, as work. */
static size_t write_stream(struct page *p, size_t first)
{
	const struct recorded_span *spans = p->record->spans;
	uint64_t at = p->start;
	size_t end = first;
	while (end < p->record->span_count && spans[end].stream == spans[first].stream)
		end++;
	html_bytes_number(&p->bytes, end - first);
	for (size_t i = first; i < end; i++) {
		const char *const *found = bsearch(&spans[i].name, p->commands, p->command_count, sizeof *p->commands, by_name);
		html_bytes_number(&p->bytes, 2 * (p->sites.count + (size_t)(found - p->commands)) + 1);
		html_bytes_number(&p->bytes, spans[i].begun - at);
		html_bytes_number(&p->bytes, spans[i].ended - spans[i].begun);
		html_bytes_number(&p->bytes, 0);
		at = spans[i].begun;
	}
	return end;
}

static void write_spans(struct page *p)
{
	html_bytes_begin(&p->bytes, p->out, "events");
	for (size_t thread = 0, first = 0; thread < p->threads; thread++) {
		size_t end = first;
		while (end < p->span_count && p->spans[end].thread == thread)
			end++;
		write_thread(p, first, end);
		first = end;
	}
	for (size_t stream = 0, first = 0; stream < p->streams; stream++)
		first = write_stream(p, first);
	html_bytes_end(&p->bytes);
}

/* For each call, in the order of the spans: the bytes in use at its end, as a difference from the call before. */
static void write_memory(struct page *p)
{
	uint64_t bytes = 0;
	html_bytes_begin(&p->bytes, p->out, "memory");
	for (size_t i = 0; p->record->memory && i < p->span_count; i++) {
		if (!p->spans[i].call)
			continue;
		html_bytes_signed(&p->bytes, (int64_t)(p->spans[i].call->bytes - bytes));
		bytes = p->spans[i].call->bytes;
	}
	html_bytes_end(&p->bytes);
}

/* An execution: its function; the execution that called it (its number from 1, or 0) and the kernel of that call. */
static void write_executions(struct page *p)
{
	html_bytes_begin(&p->bytes, p->out, "executions");
	html_bytes_number(&p->bytes, p->execution_count);
	for (size_t i = 0; i < p->record->count; i++) {
		const struct bef_event *e = &p->kernels[i].recorded->event;
		if (i && e->execution == p->kernels[i - 1].recorded->event.execution)
			continue;
		html_bytes_number(&p->bytes, address_index(&p->functions, e->function));
		html_bytes_number(&p->bytes, execution_number(p, e->parent));
		html_bytes_number(&p->bytes, e->parent_kernel);
	}
	html_bytes_end(&p->bytes);
}

/* A function: the number of its kernels that ran, and for each the producers of its operands. */
static bool write_producers(struct page *p)
{
	uint32_t *last = calloc(p->functions.count + 1, sizeof *last);
	for (size_t i = 0; last && i < p->record->count; i++) {
		const struct bef_event *e = &p->record->list[i].event;
		uint32_t *highest = &last[address_index(&p->functions, e->function)];
		*highest = e->kernel > *highest ? e->kernel : *highest;
	}
	html_bytes_begin(&p->bytes, p->out, "producers");
	for (size_t i = 0; last && i < p->functions.count; i++) {
		html_bytes_number(&p->bytes, last[i]);
		for (uint32_t kernel = 1; kernel <= last[i]; kernel++) {
			uint32_t count;
			const uint32_t *producers = edges_producers(p->edges, p->functions.list[i], kernel, &count);
			html_bytes_number(&p->bytes, count);
			for (uint32_t j = 0; j < count; j++)
				html_bytes_number(&p->bytes, producers[j]);
		}
	}
	html_bytes_end(&p->bytes);
	free(last);
	return last != NULL;
}

/* A path: its times, the number of kernels of the execution, its length, and its spans, the first one first. */
static bool write_path(void *ctx, const struct record_path *path)
{
	struct page *p = ctx;
	const uint64_t numbers[] = { path->all, path->run, path->wait, path->late, path->kernels, path->length };
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		html_bytes_number(&p->bytes, numbers[i]);
	for (size_t i = path->length; i-- > 0;) {
		const struct recorded *recorded = (const struct recorded *)(const void *)path->events[i];
		html_bytes_number(&p->bytes, p->number_of_call[recorded - p->record->list]);
	}
	return true;
}

static bool write_paths(struct page *p)
{
	uint64_t executions;
	html_bytes_begin(&p->bytes, p->out, "paths");
	const bool good = record_paths(p->record, p->edges, MOST_PATHS, write_path, p, &executions);
	html_bytes_end(&p->bytes);
	return good;
}

bool record_write_page(FILE *out, const struct record *record, const struct edges *edges)
{
	static const struct html_file *const scripts[] = { &html_core_js, &html_table_js, &html_canvas_js, &html_trace_data_js,
		&html_trace_draw_js, &html_trace_js, NULL };
	struct page p = { .out = out, .record = record, .edges = edges };
	bool good = prepare(&p);
	if (good) {
		html_begin(out, "trace", record->input ? record->input : "bef run");
		write_names(&p);
		write_spans(&p);
		write_memory(&p);
		write_executions(&p);
		good = write_producers(&p) && write_paths(&p);
		html_end(out, scripts);
	}
	free(p.spans);
	free(p.sites.list);
	free(p.functions.list);
	free(p.commands);
	free(p.kernels);
	free(p.executions);
	free(p.number_of_call);
	free(p.results);
	return good;
}
