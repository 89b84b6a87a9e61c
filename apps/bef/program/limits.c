/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See limits.h. */
#include "program/limits.h"

#include <async/timer.h>
#include <stdlib.h>

int limits_parse_memory(const struct cli_command *self, const char *text, uint64_t *out_bytes)
{
	const char *at = text;
	*out_bytes = 0;
	if (text && !cli_number(&at, '\0', 1, SIZE_MAX, out_bytes))
		return cli_usage(self, "--memory-limit: expected a number of bytes above 0, found '%s'", text);
	return CLI_GO_ON;
}

int limits_parse_timeout(const struct cli_command *self, const char *text, uint64_t *out_deadline)
{
	char *end = NULL;
	const double seconds = text ? strtod(text, &end) : 0; /* possibly with a fraction: "1.5" */
	*out_deadline = 0;
	if (!text)
		return CLI_GO_ON;
	if (end == text || *end || !(seconds > 0 && seconds <= 1e9))
		return cli_usage(self, "--timeout: expected a number of seconds above 0, found '%s'", text);
	*out_deadline = async_now_ns() + (uint64_t)(seconds * 1e9);
	return CLI_GO_ON;
}

int limits_parse(const struct cli_command *self, struct limits *limits)
{
	const int code = limits_parse_memory(self, limits->memory, &limits->bytes);
	return code == CLI_GO_ON ? limits_parse_timeout(self, limits->timeout, &limits->deadline) : code;
}

static size_t memory_of(const void *ctx, size_t size)
{
	(void)size;
	return (size_t)((const struct limits *)ctx)->bytes;
}

bool limits_are_over(const struct limits *limits) { return limits->deadline && limits->deadline <= async_now_ns(); }

bool limits_stop(void *ctx) { return limits_are_over(ctx); }

void limits_set(const struct limits *limits, struct program_options *options)
{
	options->open_memory = memory_of;
	options->stop = limits_stop;
	options->limits_ctx = (void *)(uintptr_t)limits; /* not written to */
}

int limits_passed(const struct limits *limits)
{
	cli_error("stopped after %s seconds (--timeout)", limits->timeout);
	return CLI_BAD;
}

void limits_report(const struct limits *limits, int code)
{
	if (code != CLI_GOOD && limits_are_over(limits))
		(void)limits_passed(limits);
}
