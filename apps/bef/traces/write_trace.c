/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef run --trace: writes a record as a Chrome trace. */
#include "traces/write_trace.h"
#include "../cli/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes the contents of a JSON string. Bytes that are not ASCII become the characters with their number, so any
 * input gives valid JSON. */
static void add_escaped(FILE *out, const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		unsigned char c = (unsigned char)bytes[i];
		if (c == '"' || c == '\\' || c < 0x20 || c >= 0x7F)
			fprintf(out, "\\u%04x", c);
		else
			putc(c, out);
	}
}

static void add_place(void *ctx, const struct async_place *place)
{
	FILE *out = ctx;
	if (place->file) {
		add_escaped(out, place->file, place->file_size);
		fprintf(out, ":%" PRIu32 ":%" PRIu32, place->line, place->column);
	} else if (place->text) {
		add_escaped(out, place->text, place->text_size);
	}
}

/* Prints microseconds, the unit of the format, with nanosecond precision. */
static void add_time(FILE *out, const char *key, uint64_t ns)
{
	fprintf(out, "\"%s\":%" PRIu64 ".%03u", key, ns / 1000, (unsigned)(ns % 1000));
}

static void add_event(FILE *out, const struct recorded *recorded, uint64_t start)
{
	const struct bef_event *e = &recorded->event;
	const char *name = e->site->entry->kernel->name;
	struct async_location at = e->site->location;
	fprintf(out, ",\n{\"name\":\"");
	add_escaped(out, name, strlen(name));
	fprintf(out, "\",\"cat\":\"kernel\",\"ph\":\"X\",\"pid\":1,\"tid\":%u,", recorded->thread + 1);
	add_time(out, "ts", e->begun - start);
	fprintf(out, ",");
	add_time(out, "dur", e->ended - e->begun);
	fprintf(out, ",\"args\":{\"stream\":%" PRIu32 ",\"thread\":%u,", e->stream, recorded->thread);
	add_time(out, "queue_wait_us", e->begun - e->ready);
	fprintf(out, ",");
	add_time(out, "run_us", e->ended - e->begun);
	fprintf(out, ",");
	add_time(out, "inside", e->inside);
	fprintf(out, ",\"function\":\"");
	add_escaped(out, e->function->name, e->function->name_size);
	fprintf(out, "\",\"execution\":%" PRIu64 ",\"kernel\":%" PRIu32 ",\"location\":\"", e->execution, e->kernel);
	if (at.source)
		at.source->decode(at.source, at.handle, add_place, out);
	fprintf(out, "\"}}");
}

/* Writes a kernel whose result came after its end as a separate span from its start to the result. */
static void add_span(FILE *out, const struct recorded *recorded, uint64_t result, size_t id, uint64_t start)
{
	const char *name = recorded->event.site->entry->kernel->name;
	for (int end = 0; end < 2; end++) {
		fprintf(out, ",\n{\"name\":\"");
		add_escaped(out, name, strlen(name));
		fprintf(out, "\",\"cat\":\"asynchronous\",\"ph\":\"%c\",\"id\":%zu,\"pid\":1,\"tid\":%u,",
			end ? 'e' : 'b', id, recorded->thread + 1);
		add_time(out, "ts", (end ? result : recorded->event.begun) - start);
		fprintf(out, "}");
	}
}

/* Writes an arrow between two kernels. It is bound to the slices that contain its ends. */
static void add_arrow(
	FILE *out, const char *name, const struct recorded *from, const struct recorded *to, size_t id, uint64_t start)
{
	const struct bef_event *e = &from->event;
	uint64_t end = to->event.begun, left = e->ended > e->begun ? e->ended - 1 : e->begun;
	/* not after its end: a caller, and a kernel whose result was used while it ran, go on */
	left = left < end ? left : end > e->begun ? end : e->begun;
	fprintf(out, ",\n{\"name\":\"%s\",\"cat\":\"flow\",\"ph\":\"s\",\"id\":%zu,\"pid\":1,\"tid\":%u,", name, id,
		from->thread + 1);
	add_time(out, "ts", left - start);
	fprintf(out, "},\n{\"name\":\"%s\",\"cat\":\"flow\",\"ph\":\"f\",\"bp\":\"e\",\"id\":%zu,\"pid\":1,\"tid\":%u,",
		name, id, to->thread + 1);
	add_time(out, "ts", end - start);
	fprintf(out, "}");
}

struct links {
	const struct edges *edges;
	struct record_kernel *kernels;
	size_t count, arrows;
	uint64_t start;
};

/* Writes the arrows that lead to a kernel: from the producers of its operands, or, for the first kernels of a called
 * function, from the call. */
static void add_arrows(FILE *out, struct links *links, const struct recorded *to)
{
	const struct bef_event *e = &to->event;
	uint32_t count;
	const uint32_t *producers = edges_producers(links->edges, e->function, e->kernel, &count);
	for (uint32_t i = 0; i < count; i++) {
		const struct record_kernel *from = record_find(
			links->kernels, links->count, e->execution, producers[i]);
		/* a kernel may start before an operand exists, if it is not strict */
		if (from && from->recorded->event.begun <= e->begun)
			add_arrow(out, "result", from->recorded, to, ++links->arrows, links->start);
	}
	const struct record_kernel *call = count ? NULL
						 : record_find(
							   links->kernels, links->count, e->parent, e->parent_kernel);
	if (call)
		add_arrow(out, "call", call->recorded, to, ++links->arrows, links->start);
}

static bool add_links(FILE *out, const struct record *record, const struct edges *edges, uint64_t start)
{
	struct links links = { edges, record_kernels(record), record->count, 0, start };
	for (size_t i = 0; links.kernels && i < links.count; i++) {
		const struct record_kernel *kernel = &links.kernels[i];
		if (kernel->result > kernel->recorded->event.ended)
			add_span(out, kernel->recorded, kernel->result, i + 1, start);
		add_arrows(out, &links, kernel->recorded);
	}
	free(links.kernels);
	return links.kernels != NULL;
}

/* Writes the name of the lane of a stream. */
static void add_lane(FILE *out, const struct recorded_span *span, unsigned lane)
{
	fprintf(out, ",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":2,\"tid\":%u,\"args\":{\"name\":\"", lane);
	add_escaped(out, span->device, strlen(span->device));
	fprintf(out, ", stream %u\"}}", lane);
}

/* Writes commands of devices, with a lane for each stream, as a process of their own. */
static void add_devices(FILE *out, const struct record *record, uint64_t start)
{
	unsigned lane = 0;
	if (record_arrange_streams(record, start) == 0)
		return;
	fprintf(out, ",\n{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":2,\"tid\":0,\"args\":{\"name\":\"devices\"}}");
	for (size_t i = 0; i < record->span_count; i++) {
		const struct recorded_span *s = &record->spans[i];
		if (i == 0 || s[-1].stream != s->stream)
			add_lane(out, s, ++lane);
		fprintf(out, ",\n{\"name\":\"");
		add_escaped(out, s->name, strlen(s->name));
		fprintf(out, "\",\"cat\":\"device\",\"ph\":\"X\",\"pid\":2,\"tid\":%u,", lane);
		add_time(out, "ts", s->begun - start);
		fprintf(out, ",");
		add_time(out, "dur", s->ended - s->begun);
		fprintf(out, "}");
	}
}

static bool add_all(FILE *out, const struct record *record, const struct edges *edges)
{
	uint64_t start = UINT64_MAX;
	unsigned threads = 0;
	for (size_t i = 0; i < record->count; i++) {
		const struct recorded *r = &record->list[i];
		start = r->event.ready < start ? r->event.ready : start;
		start = r->event.begun < start ? r->event.begun : start;
		threads = r->thread + 1 > threads ? r->thread + 1 : threads;
	}
	fprintf(out, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
		     "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"tid\":0,\"args\":{\"name\":\"bef run\"}}");
	for (unsigned i = 0; i < threads; i++)
		fprintf(out,
			",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":%u,\"args\":{\"name\":\"thread "
			"%u\"}}",
			i + 1, i);
	for (size_t i = 0; i < record->count; i++)
		add_event(out, &record->list[i], start);
	bool good = add_links(out, record, edges, start);
	add_devices(out, record, start);
	fprintf(out, "\n]}\n");
	return good;
}

bool record_is_page(const char *path)
{
	const size_t size = strlen(path);
	return size > 5 && strcmp(path + size - 5, ".html") == 0;
}

int record_write_trace(const struct record *record, const struct edges *edges, const char *path)
{
	struct cli_output output;
	int code = cli_output_open(path, NULL, &output);
	if (code != CLI_GOOD)
		return code;
	bool good = (record_is_page(path) ? record_write_page : add_all)(output.stream, record, edges);
	code = cli_output_finish(&output, good);
	if (!good) {
		cli_error("out of memory for the trace");
		code = CLI_SYSTEM;
	}
	if (record->lost)
		cli_error("out of memory: the trace lacks %" PRIu64 " kernels", record->lost);
	return code;
}
