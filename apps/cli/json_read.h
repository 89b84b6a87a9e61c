/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads JSON in one pass. After a failure, `wrong` is the message and `at` the place. */
#ifndef CLI_JSON_READ_H
#define CLI_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>

struct json_reading {
	const char *at, *begin, *end;
	const char *wrong; /* error message, for offset `at`; NULL: no error */
	bool lax;          /* for traces of any program: accepts control characters in strings, unpaired surrogates, and an outermost
			    * array without its closing bracket */
	int depth;
	void *ctx; /* the caller's */
};

/* Records the first error. @return false */
bool json_fail(struct json_reading *r, const char *what);

void json_skip_space(struct json_reading *r);
/* Whether the next character after space is `c`; json_take() also moves after it, and json_expect() fails if it is not. */
bool json_looks_at(struct json_reading *r, char c);
bool json_take(struct json_reading *r, char c);
bool json_expect(struct json_reading *r, char c, const char *what);

/* Decodes a string to UTF-8 with a NUL behind it. What does not fit into `room` bytes is left out; as many bytes as the JSON has are
 * enough. `out` and `out_size` may be NULL. */
bool json_string(struct json_reading *r, char *out, size_t room, size_t *out_size);
int json_hex_digit(char c); /* -1: it is none */
bool json_number(struct json_reading *r, double *out);

/* Decoded text, which may have any bytes. */
struct json_text {
	const char *data;
	size_t size;
};
bool json_is(struct json_text text, const char *word);

/* Reads the value of a member, or an element; then the key is empty. */
typedef bool (*json_member_fn)(struct json_reading *r, struct json_text key, void *what);
bool json_object(struct json_reading *r, json_member_fn member, void *what);
bool json_array(struct json_reading *r, json_member_fn element, void *what);
/* Any value, with a limit of its depth. */
bool json_skip(struct json_reading *r, struct json_text key, void *what);

#endif
