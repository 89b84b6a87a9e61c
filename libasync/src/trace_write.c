/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Exports a trace in Chrome's trace event format. */
#include "atomics.h"
#include "trace_ring.h"
#include <async/trace.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct writer {
	void (*write)(void *ctx, const char *text, size_t size);
	void *ctx;
	bool first; /* no event yet: no comma */
	uint64_t waits; /* number of waiting spans so far: the id of the next one */
};

static void put(struct writer *writer, const char *format, ...) ASYNC_PRINTF(2, 3);

/* For text of bounded length. */
static void put(struct writer *writer, const char *format, ...)
{
	char text[256];
	va_list arguments;
	va_start(arguments, format);
	int size = vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (size > 0)
		writer->write(writer->ctx, text, (size_t)size < sizeof text ? (size_t)size : sizeof text - 1);
}

/* Writes a JSON string. */
static void put_name(struct writer *writer, const char *name)
{
	writer->write(writer->ctx, "\"", 1);
	for (; *name; name++) {
		unsigned char c = (unsigned char)*name;
		if (c < 0x20 || c == '"' || c == '\\')
			put(writer, "\\u%04x", (unsigned)c);
		else
			writer->write(writer->ctx, name, 1);
	}
	writer->write(writer->ctx, "\"", 1);
}

static void begin_event(struct writer *writer, const char *name, const char *phase, uint32_t thread)
{
	put(writer, "%s\n{\"ph\":\"%s\",\"pid\":1,\"tid\":%" PRIu32 ",\"name\":", writer->first ? "" : ",", phase,
		thread);
	writer->first = false;
	put_name(writer, name);
}

/* Writes a time in microseconds, the unit of the format, with nanosecond precision. */
static void put_time(struct writer *writer, const char *key, uint64_t ns)
{
	put(writer, ",\"%s\":%" PRIu64 ".%03u", key, ns / 1000, (unsigned)(ns % 1000));
}

static void put_wait(struct writer *writer, const struct async__trace_event *event, uint32_t thread)
{
	static const char *const phases[] = { "b", "e" };
	uint64_t times[] = { event->queued, event->begun };
	writer->waits++;
	for (int i = 0; i < 2; i++) {
		begin_event(writer, event->name, phases[i], thread);
		put(writer, ",\"cat\":\"wait\",\"id\":%" PRIu64, writer->waits);
		put_time(writer, "ts", times[i]);
		put(writer, "}");
	}
}

static void put_event(struct writer *writer, const struct async__trace_event *event, uint32_t thread)
{
	if (event->ended == 0) {
		begin_event(writer, event->name, "C", thread);
		put_time(writer, "ts", event->begun);
		put(writer, ",\"args\":{\"value\":%" PRId64 "}}", (int64_t)event->queued);
		return;
	}
	uint64_t waited = event->queued && event->queued < event->begun ? event->begun - event->queued : 0;
	begin_event(writer, event->name, "X", thread);
	put(writer, ",\"cat\":\"run\"");
	put_time(writer, "ts", event->begun);
	put_time(writer, "dur", event->ended - event->begun);
	if (event->queued) {
		put(writer, ",\"args\":{");
		put(writer, "\"wait_us\":%" PRIu64 ".%03u}", waited / 1000, (unsigned)(waited % 1000));
	}
	put(writer, "}");
	if (waited)
		put_wait(writer, event, thread);
}

static void put_ring(struct writer *writer, struct async__trace_ring *ring)
{
	/* acquire: pairs with record(); publishes the events, and the name of the thread */
	uint64_t end = async__load_acquire(&ring->written), at = async__load_relaxed(&ring->first), lost = at;
	if (at == end)
		return;
	uint32_t thread = async__load_relaxed(&ring->number);
	uint64_t words[2] = { async__load_relaxed(&ring->name[0]), async__load_relaxed(&ring->name[1]) };
	char name[sizeof words + 1] = "";
	memcpy(name, words, sizeof words);
	begin_event(writer, "thread_name", "M", thread);
	put(writer, ",\"args\":{\"name\":");
	put_name(writer, name);
	if (end - at > ring->capacity - 1) /* the oldest event may be being overwritten */
		at = end - (ring->capacity - 1);
	lost = at - lost;
	put(writer, ",\"lost\":%" PRIu64 "}}", lost);
	for (; at != end; at++) {
		struct async__trace_event event;
		if (async__trace_ring_read(ring, at, &event))
			put_event(writer, &event, thread);
	}
}

void async_trace_write(void (*write)(void *ctx, const char *text, size_t size), void *ctx)
{
	struct writer writer = { write, ctx, true, 0 };
	put(&writer, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
	for (struct async__trace_ring *ring = async__trace_rings(); ring; ring = ring->next)
		put_ring(&writer, ring);
	put(&writer, "\n]}\n");
}
