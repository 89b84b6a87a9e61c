/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints errors of a run with their locations, in the format of TFRT's driver or in plain form. */
#include "machine/diagnostics.h"
#include "../cli/cli.h"
#include "../cli/source.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool diagnostics_init(struct diagnostics *diagnostics, bool verify)
{
	diagnostics->failed = false;
	diagnostics->expectations = verify ? expectations_create() : NULL;
	if (verify && !diagnostics->expectations)
		return false;
	return pthread_mutex_init(&diagnostics->lock, NULL) == 0;
}

/* Prints a quoted string as MLIR does. */
static void print_quoted(FILE *out, const char *text, size_t size)
{
	fputc('"', out);
	for (size_t i = 0; i < size; i++) {
		unsigned char c = (unsigned char)text[i];
		if (c == '\\')
			fputs("\\\\", out);
		else if (c < 0x20 || c >= 0x7F || c == '"')
			fprintf(out, "\\%02X", c);
		else
			fputc(c, out);
	}
	fputc('"', out);
}

/* A number between separators; NULL: there is none. */
static const char *read_number(const char *at, const char *end, uint32_t *out)
{
	uint64_t value = 0;
	const char *begin = at;
	for (; at < end && *at >= '0' && *at <= '9' && value < UINT32_MAX; at++)
		value = value * 10 + (uint64_t)(*at - '0');
	*out = (uint32_t)value;
	return at == begin || value > UINT32_MAX ? NULL : at;
}

/* The innermost frame of a stack of calls, as Python's programs have it: "FILE;LINE;COLUMN(FUNCTION)<-FILE;...". */
static bool is_stack(const struct async_place *place, struct async_place *out)
{
	const char *end = place->text + place->text_size, *at = place->text;
	while (at && at < end && (at = memchr(at, ';', (size_t)(end - at))) != NULL) {
		const char *line = read_number(at + 1, end, &out->line);
		const char *column = line && line < end && *line == ';' ? read_number(line + 1, end, &out->column) : NULL;
		if (column && (column == end || *column == '(' || *column == '<')) {
			out->file = place->text;
			out->file_size = (size_t)(at - place->text);
			return out->file_size > 0 && !memchr(place->text, '<', out->file_size);
		}
		at++;
	}
	return false;
}

/* Prints a location that is not a line of a file: loc("TEXT"). */
static void print_location(FILE *out, const struct async_place *place)
{
	static const char unknown[] = "(unknown)";
	fputs("loc(", out);
	print_quoted(out, place->text ? place->text : unknown, place->text ? place->text_size : sizeof unknown - 1);
	fputs("): ", out);
}

static void print_plain(FILE *out, const struct async_place *place, const char *origin, const char *message)
{
	struct async_place frame = { 0 };
	if (place && !place->file && place->text && is_stack(place, &frame))
		place = &frame;
	if (cli_problem(UINT64_MAX, place ? place->line : 0, place ? place->column : 0, message))
		return;
	if (place && place->file) {
		cli_style(out, CLI_STYLE_BOLD);
		cli_put_escaped(out, place->file, place->file_size);
		fprintf(out, ":%" PRIu32 ":%" PRIu32 ": ", place->line, place->column);
		cli_style(out, CLI_STYLE_NONE);
	} else if (place) {
		print_location(out, place);
	}
	cli_put_styled(out, CLI_STYLE_ERROR, "error: ");
	cli_style(out, CLI_STYLE_BOLD);
	cli_put_escaped(out, message, strlen(message));
	cli_style(out, CLI_STYLE_NONE);
	if (origin) {
		fputs(" [", out);
		cli_put_escaped(out, origin, strlen(origin));
		fputc(']', out);
	}
	fputc('\n', out);
	if (place && place->file)
		source_show_file(place->file, place->file_size, place->line, place->column);
}

/* @return true when a comment expects the error */
static bool check_off(
	struct expectations *expectations, FILE *out, const struct async_place *place, const char *message)
{
	static const char prefix[] = "runtime error: ";
	size_t size = strlen(message) + 1;
	char *text = malloc(size + sizeof prefix);
	bool expected = false;
	if (!text)
		return false;
	memcpy(text, prefix, sizeof prefix - 1);
	memcpy(text + sizeof prefix - 1, message, size);
	if (place && place->file) {
		expected = expectations_meet(
			expectations, out, place->file, place->file_size, place->line, place->column, text);
	} else {
		fputs("<unknown>:0: error: ", out);
		if (place)
			print_location(out, place);
		fputs("unexpected error: ", out);
		cli_put_escaped(out, text, strlen(text));
		fputc('\n', out);
	}
	free(text);
	return expected;
}

void diagnostics_report(struct diagnostics *diagnostics, const struct async_place *place, const char *origin,
	const char *message)
{
	pthread_mutex_lock(&diagnostics->lock);
	fflush(stdout); /* if both go to one stream, the error must follow the earlier output */
	if (!diagnostics->expectations) {
		print_plain(stderr, place, origin, message);
		diagnostics->failed = true;
	} else if (!check_off(diagnostics->expectations, stderr, place, message)) {
		diagnostics->failed = true;
	}
	fflush(stderr);
	pthread_mutex_unlock(&diagnostics->lock);
}

struct report {
	struct diagnostics *diagnostics;
	const char *origin, *message;
};

static void report_place(void *ctx, const struct async_place *place)
{
	struct report *report = ctx;
	diagnostics_report(report->diagnostics, place, report->origin, report->message);
}

void diagnostics_host_report(void *ctx, const struct async_error *error)
{
	struct report report = { ctx, async_error_origin(error), async_error_message(error) };
	struct async_location location = async_error_location(error);
	if (location.source)
		location.source->decode(location.source, location.handle, report_place, &report);
	else
		report_place(&report, NULL);
}

bool diagnostics_finish(struct diagnostics *diagnostics)
{
	bool good = !diagnostics->failed;
	fflush(stdout);
	if (diagnostics->expectations)
		good = expectations_finish(diagnostics->expectations, stderr) && good;
	expectations_destroy(diagnostics->expectations);
	pthread_mutex_destroy(&diagnostics->lock);
	return good;
}
