/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Errors that become part of a JSON object. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 1000 };

struct problem {
	struct problem *next;
	uint64_t offset, line, column;
	char message[];
};

static struct {
	bool on;
	struct problem *first, **last;
	unsigned count;
} captured;

void cli_capture_begin(void)
{
	captured.on = true;
	captured.first = NULL;
	captured.last = &captured.first;
	captured.count = 0;
}

bool cli_problem(uint64_t offset, uint64_t line, uint64_t column, const char *message)
{
	if (!captured.on)
		return false;
	const size_t size = strlen(message) + 1;
	struct problem *problem = captured.count < MOST ? malloc(sizeof *problem + size) : NULL;
	if (!problem) /* further ones are left out; the exit status tells that there is an error */
		return true;
	*problem = (struct problem){ NULL, offset, line, column };
	memcpy(problem->message, message, size);
	*captured.last = problem;
	captured.last = &problem->next;
	captured.count++;
	return true;
}

static void print_problem(const struct problem *problem)
{
	cli_json_open(NULL, '{');
	if (problem->line) {
		cli_json_number("line", problem->line);
		cli_json_number("column", problem->column);
	} else if (problem->offset != UINT64_MAX) {
		cli_json_number("offset", problem->offset);
	}
	cli_json_word("message", problem->message);
	cli_json_close();
}

void cli_capture_end(void)
{
	captured.on = false;
	cli_json_open("errors", '[');
	for (struct problem *problem = captured.first, *next; problem; problem = next) {
		next = problem->next;
		print_problem(problem);
		free(problem);
	}
	cli_json_close();
}
