/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chrome's trace event format: JSON, an array of events or an object with that array as "traceEvents". */
#include "traces/trace.h"
#include "../cli/json_read.h"

#include <string.h>

static bool read_argument(struct json_reading *r, struct json_text key, void *what)
{
	struct trace_event *event = what;
	double number;
	if (json_looks_at(r, '"')) {
		char *to = json_is(key, "location")   ? event->location
			   : json_is(key, "function") ? event->function
							  : NULL;
		return json_string(r, to, TRACE_TEXT, NULL);
	}
	if (json_is(key, "inside"))
		return json_number(r, &event->inside);
	if (!json_is(key, "kernel"))
		return json_skip(r, key, NULL);
	if (!json_number(r, &number))
		return false;
	event->kernel = number >= 1 && number < 4294967296.0 ? (uint64_t)number : 0;
	return true;
}

struct found {
	struct trace_event event;
	char kind[TRACE_TEXT];
};

static bool read_member(struct json_reading *r, struct json_text key, void *what)
{
	struct found *found = what;
	if (json_is(key, "name") && json_looks_at(r, '"'))
		return json_string(r, found->event.name, TRACE_TEXT, NULL);
	if (json_is(key, "ph"))
		return json_string(r, found->kind, TRACE_TEXT, NULL);
	if (json_is(key, "dur"))
		return json_number(r, &found->event.microseconds);
	if (json_is(key, "args") && json_looks_at(r, '{'))
		return json_object(r, read_argument, &found->event);
	return json_skip(r, key, NULL);
}

struct receiver {
	void (*event)(void *ctx, const struct trace_event *event);
	void *ctx;
};

static bool read_event(struct json_reading *r, struct json_text key, void *what)
{
	struct found found = { .kind = "" };
	const struct receiver *receiver = what;
	(void)key;
	if (!json_object(r, read_member, &found))
		return false;
	if (strcmp(found.kind, "X") == 0 && found.event.microseconds >= 0)
		receiver->event(receiver->ctx, &found.event);
	return true;
}

static bool read_top(struct json_reading *r, struct json_text key, void *what)
{
	if (json_is(key, "traceEvents"))
		return json_array(r, read_event, what);
	return json_skip(r, key, NULL);
}

const char *trace_read(const char *text, size_t size, void (*event)(void *ctx, const struct trace_event *event),
	void *ctx, size_t *out_offset)
{
	if (trace_is_page(text, size))
		return trace_read_page(text, size, event, ctx, out_offset);
	struct receiver receiver = { event, ctx };
	struct json_reading r = { .at = text, .begin = text, .end = text + size, .lax = true };
	bool good = json_looks_at(&r, '[') ? json_array(&r, read_event, &receiver) : json_object(&r, read_top, &receiver);
	json_skip_space(&r);
	if (good && r.at != r.end)
		json_fail(&r, "expected the end of the file");
	*out_offset = (size_t)(r.at - r.begin);
	return r.wrong;
}
