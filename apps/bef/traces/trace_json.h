/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads JSON of traces. After a failure, `wrong` is the message and `at` the place. */
#ifndef BEF_APP_TRACE_JSON_H
#define BEF_APP_TRACE_JSON_H

#include <stdbool.h>
#include <stddef.h>

struct trace_event;

struct json_reading {
	const char *at, *begin, *end;
	const char *wrong; /* error message, for offset `at`; NULL: no error */
	int depth;
	void (*event)(void *ctx, const struct trace_event *event);
	void *ctx;
};

/* Records the first error. @return false */
bool json_fail(struct json_reading *r, const char *what);

void json_skip_space(struct json_reading *r);
/* Whether the next character after space is `c`; json_take() also moves after it. */
bool json_looks_at(struct json_reading *r, char c);
bool json_take(struct json_reading *r, char c);

/* Decodes into `out`, which has TRACE_TEXT bytes or is NULL. */
bool json_string(struct json_reading *r, char *out);
bool json_number(struct json_reading *r, double *out);

/* Reads the value of a member, or an element; then the key is empty. */
typedef bool (*json_member_fn)(struct json_reading *r, const char *key, void *what);
bool json_object(struct json_reading *r, json_member_fn member, void *what);
bool json_array(struct json_reading *r, json_member_fn element, void *what);
/* Any value. */
bool json_skip(struct json_reading *r, const char *key, void *what);

#endif
