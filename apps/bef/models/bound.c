/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "models/bound.h"
#include "tensors/tensor_file.h"

#include <string.h>

int bound_open(const char *path, const char *map, struct bound *out)
{
	*out = (struct bound){ .path = path, .map = map };
	int code = tensor_file_open(path, &out->file);
	if (code == CLI_GOOD && map)
		code = cli_read(map, &out->lines);
	return code;
}

int bound_finish(struct bound *bound)
{
	const int code = tensor_file_finish(bound->path, bound->file);
	if (bound->lines.data)
		cli_input_finish(&bound->lines);
	*bound = (struct bound){ .file = NULL };
	return code;
}

/* ---- names */

struct choice {
	const struct bound *bound;
	const struct bef_stablehlo_function *function;
	const struct tensorfile_tensor **tensors; /* of arguments */
	uint64_t chosen;
	size_t unused;
	char names[200]; /* of the first unused tensors */
};

static void trim(const char **text, size_t *size)
{
	while (*size && strchr(" \t\r", **text))
		++*text, --*size;
	while (*size && strchr(" \t\r", (*text)[*size - 1]))
		--*size;
}

/* "ARGUMENT = TENSOR" */
static int take_line(struct choice *c, size_t number, const char *line, size_t size)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bound *bound = c->bound;
	uint32_t index;
	char name[1024];
	trim(&line, &size);
	if (size == 0 || *line == '#')
		return CLI_GOOD;
	const char *equals = memmem(line, size, " = ", 3);
	const size_t before = equals ? (size_t)(equals - line) : 0;
	const char *tensor = equals ? equals + 3 : line;
	size_t left = before, tensor_size = equals ? size - before - 3 : 0;
	trim(&line, &left);
	trim(&tensor, &tensor_size);
	if (!left || !tensor_size || tensor_size >= sizeof name) {
		cli_error("%s:%zu: expected ARGUMENT = TENSOR, with a space on both sides of =", bound->map, number);
		return CLI_BAD;
	}
	if (bef_stablehlo_find_argument(c->function, line, left, &index, &diag) != BEF_OK) {
		cli_error("%s:%zu: %s", bound->map, number, diag.message);
		return CLI_BAD;
	}
	memcpy(name, tensor, tensor_size);
	name[tensor_size] = '\0';
	const struct tensorfile_tensor *found = tensorfile_find(bound->file, name);
	if (!found)
		cli_error("%s:%zu: %s has no tensor '%s'", bound->map, number, bound->path, name);
	else if (c->tensors[index])
		cli_error("%s:%zu: the argument '%.*s' has a line already", bound->map, number, (int)left, line);
	if (!found || c->tensors[index])
		return CLI_BAD;
	c->tensors[index] = found;
	c->chosen++;
	return CLI_GOOD;
}

static int take_map(struct choice *c)
{
	const char *at = (const char *)c->bound->lines.data, *end = at + c->bound->lines.size;
	int code = CLI_GOOD;
	for (size_t number = 1; at && at < end && code == CLI_GOOD; number++) {
		const char *newline = memchr(at, '\n', (size_t)(end - at)), *stop = newline ? newline : end;
		code = take_line(c, number, at, (size_t)(stop - at));
		at = newline ? newline + 1 : end;
	}
	return code;
}

/* Whether the map has it. Few maps are long. */
static bool is_mapped(const struct choice *c, const struct tensorfile_tensor *tensor)
{
	for (uint32_t i = 0; c->bound->map && i < c->function->argument_count; i++) {
		if (c->tensors[i] == tensor)
			return true;
	}
	return false;
}

static void leave(struct choice *c, const char *name)
{
	const size_t used = strlen(c->names);
	if (used < sizeof c->names / 2)
		snprintf(c->names + used, sizeof c->names - used, "%s%.60s", c->unused ? ", " : "", *name ? name : "an array without a name");
	c->unused++;
}

/* By its own name. `mapped`: the tensors that lines have chosen; they stay. */
static int take_tensor(struct choice *c, const struct tensorfile_tensor *tensor, const bool *mapped)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	uint32_t index;
	const enum bef_status status = bef_stablehlo_find_argument(c->function, tensor->name, strlen(tensor->name), &index, &diag);
	if (status == BEF_E_ARG) {
		cli_error("%s: tensor %s; --map chooses", c->bound->path, diag.message);
		return CLI_BAD;
	}
	if (status != BEF_OK || mapped[index]) {
		leave(c, tensor->name);
	} else if (c->tensors[index]) {
		cli_error("%s: tensors '%s' and '%s' are the same argument; --map chooses", c->bound->path, c->tensors[index]->name, tensor->name);
		return CLI_BAD;
	} else {
		c->tensors[index] = tensor;
		c->chosen++;
	}
	return CLI_GOOD;
}

static int take_others(struct choice *c)
{
	int code = CLI_GOOD;
	bool *mapped = calloc(c->function->argument_count + (size_t)1, sizeof *mapped);
	if (!mapped)
		return cli_out_of_memory();
	for (uint32_t i = 0; i < c->function->argument_count; i++)
		mapped[i] = c->tensors[i] != NULL;
	for (size_t i = 0; i < tensorfile_count(c->bound->file) && code == CLI_GOOD; i++) {
		const struct tensorfile_tensor *tensor = tensorfile_at(c->bound->file, i);
		if (!is_mapped(c, tensor))
			code = take_tensor(c, tensor, mapped);
	}
	free(mapped);
	return code;
}

/* ---- the choice */

static int nothing_fits(const struct choice *c)
{
	const struct bef_stablehlo_function *function = c->function;
	char names[200] = "none";
	for (uint32_t i = 0, used = 0; i < function->argument_count && used < sizeof names / 2; i++)
		used += (uint32_t)snprintf(names + used, sizeof names - used, "%s%.*s", i ? ", " : "",
			(int)(function->arguments[i].name.size < 60 ? function->arguments[i].name.size : 60), function->arguments[i].name.data);
	cli_error("%s: no tensor has the name of an argument of '%.*s': it has %s, found %s; --map FILE pairs names", c->bound->path,
		(int)function->name.size, function->name.data, names, c->unused ? c->names : "none");
	return CLI_BAD;
}

int bound_choose(const struct bound *bound, const struct bef_stablehlo_function *function, const bool *taken, bool quiet,
	const struct tensorfile_tensor **out_tensors)
{
	struct choice c = { .bound = bound, .function = function, .tensors = out_tensors };
	int code = take_map(&c);
	if (code == CLI_GOOD)
		code = take_others(&c);
	if (code == CLI_GOOD && !c.chosen)
		code = nothing_fits(&c);
	for (uint32_t i = 0; i < function->argument_count; i++) {
		if (taken[i])
			out_tensors[i] = NULL;
	}
	if (code == CLI_GOOD && c.unused && !quiet)
		cli_note(bound->path, "%zu tensor%s not of '%.*s': %s%s", c.unused, c.unused == 1 ? " is" : "s are", (int)function->name.size,
			function->name.data, c.names, strlen(c.names) >= sizeof c.names / 2 ? " ..." : "");
	return code;
}
