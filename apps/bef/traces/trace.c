/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chrome's trace event format: JSON, an array of events or an object with that array as "traceEvents". */
#include "traces/trace.h"
#include "traces/trace_json.h"

#include <string.h>

static bool read_argument(struct json_reading *r, const char *key, void *what)
{
	struct trace_event *event = what;
	double number;
	if (json_looks_at(r, '"')) {
		char *to = strcmp(key, "location") == 0   ? event->location
			   : strcmp(key, "function") == 0 ? event->function
							  : NULL;
		return json_string(r, to);
	}
	if (strcmp(key, "inside") == 0)
		return json_number(r, &event->inside);
	if (strcmp(key, "kernel") != 0)
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

static bool read_member(struct json_reading *r, const char *key, void *what)
{
	struct found *found = what;
	if (strcmp(key, "name") == 0 && json_looks_at(r, '"'))
		return json_string(r, found->event.name);
	if (strcmp(key, "ph") == 0)
		return json_string(r, found->kind);
	if (strcmp(key, "dur") == 0)
		return json_number(r, &found->event.microseconds);
	if (strcmp(key, "args") == 0 && json_looks_at(r, '{'))
		return json_object(r, read_argument, &found->event);
	return json_skip(r, key, NULL);
}

static bool read_event(struct json_reading *r, const char *key, void *what)
{
	struct found found = { .kind = "" };
	(void)key;
	(void)what;
	if (!json_object(r, read_member, &found))
		return false;
	if (strcmp(found.kind, "X") == 0 && found.event.microseconds >= 0)
		r->event(r->ctx, &found.event);
	return true;
}

static bool read_top(struct json_reading *r, const char *key, void *what)
{
	if (strcmp(key, "traceEvents") == 0)
		return json_array(r, read_event, what);
	return json_skip(r, key, NULL);
}

const char *trace_read(const char *text, size_t size, void (*event)(void *ctx, const struct trace_event *event),
	void *ctx, size_t *out_offset)
{
	if (trace_is_page(text, size))
		return trace_read_page(text, size, event, ctx, out_offset);
	struct json_reading r = { .at = text, .begin = text, .end = text + size, .event = event, .ctx = ctx };
	bool good = json_looks_at(&r, '[') ? json_array(&r, read_event, NULL) : json_object(&r, read_top, NULL);
	json_skip_space(&r);
	if (good && r.at != r.end)
		json_fail(&r, "expected the end of the file");
	*out_offset = (size_t)(r.at - r.begin);
	return r.wrong;
}
