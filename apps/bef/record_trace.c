/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef run --trace: writes a record as a Chrome trace. */
#include "record.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
	char *data;
	size_t size, capacity;
	bool failed;
};

static void add_bytes(struct text *text, const char *bytes, size_t size)
{
	if (text->capacity - text->size < size) {
		size_t capacity = 2 * text->capacity + size + 65536;
		char *data = text->failed ? NULL : realloc(text->data, capacity);
		if (!data) {
			text->failed = true;
			return;
		}
		text->data = data;
		text->capacity = capacity;
	}
	memcpy(text->data + text->size, bytes, size);
	text->size += size;
}

CLI_PRINTF(2, 3)
static void add(struct text *text, const char *format, ...)
{
	char line[256]; /* numbers and short words only */
	va_list arguments;
	va_start(arguments, format);
	int size = vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	add_bytes(text, line, size < 0 ? 0 : (size_t)size < sizeof line ? (size_t)size : sizeof line - 1);
}

/* Writes the contents of a JSON string. Bytes that are not ASCII become the characters with their number, so any
 * input gives valid JSON. */
static void add_escaped(struct text *text, const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		unsigned char c = (unsigned char)bytes[i];
		if (c == '"' || c == '\\' || c < 0x20 || c >= 0x7F)
			add(text, "\\u%04x", c);
		else
			add_bytes(text, bytes + i, 1);
	}
}

static void add_place(void *ctx, const struct async_place *place)
{
	struct text *text = ctx;
	if (place->file) {
		add_escaped(text, place->file, place->file_size);
		add(text, ":%" PRIu32 ":%" PRIu32, place->line, place->column);
	} else if (place->text) {
		add_escaped(text, place->text, place->text_size);
	}
}

/* Prints microseconds, the unit of the format, with nanosecond precision. */
static void add_time(struct text *text, const char *key, uint64_t ns)
{
	add(text, "\"%s\":%" PRIu64 ".%03u", key, ns / 1000, (unsigned)(ns % 1000));
}

static void add_event(struct text *text, const struct recorded *recorded, uint64_t start)
{
	const struct bef_event *e = &recorded->event;
	const char *name = e->site->entry->kernel->name;
	struct async_location at = e->site->location;
	add(text, ",\n{\"name\":\"");
	add_escaped(text, name, strlen(name));
	add(text, "\",\"cat\":\"kernel\",\"ph\":\"X\",\"pid\":1,\"tid\":%u,", recorded->thread + 1);
	add_time(text, "ts", e->begun - start);
	add(text, ",");
	add_time(text, "dur", e->ended - e->begun);
	add(text, ",\"args\":{\"stream\":%" PRIu32 ",\"thread\":%u,", e->stream, recorded->thread);
	add_time(text, "queue_wait_us", e->begun - e->ready);
	add(text, ",");
	add_time(text, "run_us", e->ended - e->begun);
	add(text, ",");
	add_time(text, "inside", e->inside);
	add(text, ",\"function\":\"");
	add_escaped(text, e->function->name, e->function->name_size);
	add(text, "\",\"execution\":%" PRIu64 ",\"kernel\":%" PRIu32 ",\"location\":\"", e->execution, e->kernel);
	if (at.source)
		at.source->decode(at.source, at.handle, add_place, text);
	add(text, "\"}}");
}

/* Writes a kernel whose result came after its end as a separate span from its start to the result. */
static void add_span(struct text *text, const struct recorded *recorded, uint64_t result, size_t id, uint64_t start)
{
	const char *name = recorded->event.site->entry->kernel->name;
	for (int end = 0; end < 2; end++) {
		add(text, ",\n{\"name\":\"");
		add_escaped(text, name, strlen(name));
		add(text, "\",\"cat\":\"asynchronous\",\"ph\":\"%c\",\"id\":%zu,\"pid\":1,\"tid\":%u,", end ? 'e' : 'b', id,
			recorded->thread + 1);
		add_time(text, "ts", (end ? result : recorded->event.begun) - start);
		add(text, "}");
	}
}

/* Writes an arrow between two kernels. It is bound to the slices that contain its ends. */
static void add_arrow(
	struct text *text, const struct recorded *from, const struct recorded *to, size_t id, uint64_t start)
{
	const struct bef_event *e = &from->event;
	bool call = !to->event.cause; /* from the caller, which continues while the function runs */
	add(text, ",\n{\"name\":\"%s\",\"cat\":\"flow\",\"ph\":\"s\",\"id\":%zu,\"pid\":1,\"tid\":%u,",
		call ? "call" : "result", id, from->thread + 1);
	add_time(text, "ts", (call || e->ended == e->begun ? e->begun : e->ended - 1) - start);
	add(text, "},\n{\"name\":\"%s\",\"cat\":\"flow\",\"ph\":\"f\",\"bp\":\"e\",\"id\":%zu,\"pid\":1,\"tid\":%u,",
		call ? "call" : "result", id, to->thread + 1);
	add_time(text, "ts", to->event.begun - start);
	add(text, "}");
}

static void add_links(struct text *text, const struct record *record, uint64_t start)
{
	struct record_link *links;
	if (!record_link(record, &links)) {
		text->failed = true;
		return;
	}
	for (size_t i = 0; i < record->count && !text->failed; i++) {
		if (links[i].result > record->list[i].event.ended)
			add_span(text, &record->list[i], links[i].result, i + 1, start);
		if (links[i].producer)
			add_arrow(text, links[i].producer, &record->list[i], i + 1, start);
	}
	free(links);
}

int record_write_trace(const struct record *record, const char *path)
{
	struct text text = { NULL, 0, 0, false };
	uint64_t start = UINT64_MAX;
	unsigned threads = 0;
	for (size_t i = 0; i < record->count; i++) {
		const struct recorded *r = &record->list[i];
		start = r->event.ready < start ? r->event.ready : start;
		start = r->event.begun < start ? r->event.begun : start;
		threads = r->thread + 1 > threads ? r->thread + 1 : threads;
	}
	add(&text, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
		   "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"tid\":0,\"args\":{\"name\":\"bef run\"}}");
	for (unsigned i = 0; i < threads; i++)
		add(&text,
			",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":%u,\"args\":{\"name\":\"thread %u\"}}",
			i + 1, i);
	for (size_t i = 0; i < record->count && !text.failed; i++)
		add_event(&text, &record->list[i], start);
	if (!text.failed)
		add_links(&text, record, start);
	add(&text, "\n]}\n");
	int code = CLI_SYSTEM;
	if (text.failed)
		cli_error("out of memory for the trace");
	else
		code = cli_write(path, NULL, (const uint8_t *)text.data, text.size, true);
	if (record->lost)
		cli_error("out of memory: the trace lacks %" PRIu64 " kernels", record->lost);
	free(text.data);
	return code;
}
