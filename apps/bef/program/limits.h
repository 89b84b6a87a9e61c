/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The options --memory-limit and --timeout. */
#ifndef BEF_APP_LIMITS_H
#define BEF_APP_LIMITS_H

#include "program/program.h"

/* Both take the text of the option, NULL if it was not given; then the number is 0.
 * @return CLI_GO_ON, or the exit code after a message */
int limits_parse_memory(const struct cli_command *self, const char *text, uint64_t *out_bytes);
/* *out_deadline: as async_now_ns() */
int limits_parse_timeout(const struct cli_command *self, const char *text, uint64_t *out_deadline);

/* For commands that convert: the limits of opening one source. */
struct limits {
	const char *memory, *timeout; /* texts of the options */
	uint64_t bytes, deadline;     /* 0: none */
};

#define LIMITS_OPTIONS(limits) \
	{ "memory-limit", 0, "BYTES", "limit of the memory that a source takes; default: in proportion to its size", &(limits).memory, \
		NULL }, \
		{ "timeout", 0, "SECONDS", "stop after this time, and fail", &(limits).timeout, NULL }

/* @return CLI_GO_ON, or the exit code after a message */
int limits_parse(const struct cli_command *self, struct limits *limits);
/* Whether the time is up. */
bool limits_are_over(const struct limits *limits);
/* The same as a callback; ctx is the limits, which are not written to. */
bool limits_stop(void *ctx);
/* Sets the limits of a conversion; `limits` stays borrowed. */
void limits_set(const struct limits *limits, struct program_options *options);
/* Says that the time is up. Returns CLI_BAD. */
int limits_passed(const struct limits *limits);
/* After a failure: says so if the time is up. */
void limits_report(const struct limits *limits, int code);

#endif
