/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef diff: compares two programs function by function. The order of tables, offsets, and source locations are
 * ignored. */
#include "view.h"

#include <stdio.h>
#include <string.h>

static bool same_text(const struct bef_string *a, const struct bef_string *b)
{
	return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* Types of arguments or results by name. */
static bool same_types(const struct view *a, struct bef_numbers x, const struct view *b, struct bef_numbers y)
{
	if (x.left != y.left)
		return false;
	while (x.left) {
		if (!same_text(&a->types[view_next(&x)], &b->types[view_next(&y)]))
			return false;
	}
	return true;
}

static bool same_words(const uint8_t *a, uint32_t a_count, const uint8_t *b, uint32_t b_count)
{
	return a_count == b_count && memcmp(a, b, 4 * (size_t)a_count) == 0;
}

/* Compares by encoding. If one file omits the type, that of the other file is used; if both do, only the bytes are
 * compared. */
static bool same_attribute(const struct view *a, uint32_t x, const struct view *b, uint32_t y)
{
	uint32_t type = view_attr_type(a, x), other = view_attr_type(b, y);
	struct bef_attr p, q;
	if (type && other && type != other)
		return false;
	type = type ? type : other;
	if (type == 0)
		return true;
	if (bef_reader_attr(&a->reader, x, type, &p, NULL) != BEF_OK ||
		bef_reader_attr(&b->reader, y, type, &q, NULL) != BEF_OK)
		return false;
	return p.size == q.size && memcmp(p.data, q.data, p.size) == 0;
}

static bool same_callee(const struct view *a, uint32_t x, const struct view *b, uint32_t y)
{
	return same_text(&a->functions[x].function.name, &b->functions[y].function.name);
}

/* Describes the difference between two kernels; NULL if there is none. */
static const char *kernel_difference(
	const struct view *a, const struct view_kernel *x, const struct view *b, const struct view_kernel *y)
{
	const struct bef_kernel *p = &x->kernel, *q = &y->kernel;
	if (!same_text(&x->name, &y->name))
		return "name";
	if (!same_words(p->arguments, p->argument_count, q->arguments, q->argument_count))
		return "arguments";
	if (!same_words(p->results, p->result_count, q->results, q->result_count))
		return "results";
	if (p->attribute_count != q->attribute_count)
		return "number of attributes";
	for (uint32_t i = 0; i < p->attribute_count; i++) {
		if (!same_attribute(a, bef_word(p->attributes, i), b, bef_word(q->attributes, i)))
			return "attributes";
	}
	if (p->function_count != q->function_count)
		return "number of functions";
	for (uint32_t i = 0; i < p->function_count; i++) {
		if (!same_callee(a, bef_word(p->functions, i), b, bef_word(q->functions, i)))
			return "functions";
	}
	return x->stream == y->stream ? NULL : "stream";
}

/* @return the number of printed differences */
static unsigned compare_bodies(
	const struct view *a, const struct view_function *x, const struct view *b, const struct view_function *y)
{
	unsigned found = 0;
	for (uint32_t i = 0; i < x->kernel_count && i < y->kernel_count && found < 10; i++) {
		const struct view_kernel *p = &x->kernels[i], *q = &y->kernels[i];
		const char *what = kernel_difference(a, p, b, q);
		if (!what)
			continue;
		view_print_name(x);
		printf(", kernel %u: %s: ", (unsigned)i + 1, what);
		cli_put_escaped(stdout, p->name.data, p->name.size);
		fputs(", ", stdout);
		cli_put_escaped(stdout, q->name.data, q->name.size);
		putchar('\n');
		found++;
	}
	if (x->kernel_count != y->kernel_count) {
		view_print_name(x);
		printf(": %u kernels, %u\n", (unsigned)x->kernel_count, (unsigned)y->kernel_count);
		found++;
	}
	if (found == 0 && x->results &&
		memcmp(x->results, y->results, x->function.result_count * sizeof *x->results) != 0) {
		view_print_name(x);
		printf(": returns other registers\n");
		found++;
	}
	return found;
}

static unsigned compare_functions(
	const struct view *a, const struct view_function *x, const struct view *b, const struct view_function *y)
{
	if (x->function.kind != y->function.kind || !same_types(a, x->function.arguments, b, y->function.arguments) ||
		!same_types(a, x->function.results, b, y->function.results)) {
		view_print_name(x);
		printf(": kind or types\n");
		return 1;
	}
	return compare_bodies(a, x, b, y);
}

/* Finds the function of the same name; for a region, the next one from *next on. NULL: not found. */
static const struct view_function *partner(
	const struct view *view, const struct view_function *function, uint32_t *next)
{
	bool region = function->function.name.size == 0;
	uint32_t i = function->function.index; /* usually the index is equal */
	if (region || i >= view->reader.function_count ||
		!same_text(&view->functions[i].function.name, &function->function.name))
		i = region ? *next : 0;
	for (; i < view->reader.function_count; i++) {
		if (same_text(&view->functions[i].function.name, &function->function.name))
			break;
	}
	if (region)
		*next = i + 1;
	return i < view->reader.function_count ? &view->functions[i] : NULL;
}

static void print_only_in(const struct view *view)
{
	fputs(": only in ", stdout);
	cli_put_escaped(stdout, view->program.input.name, strlen(view->program.input.name));
	putchar('\n');
}

static unsigned compare(const struct view *a, const struct view *b)
{
	unsigned found = 0;
	uint32_t next = 0;
	for (uint32_t i = 0; i < a->reader.function_count; i++) {
		const struct view_function *other = partner(b, &a->functions[i], &next);
		if (other) {
			found += compare_functions(a, &a->functions[i], b, other);
			continue;
		}
		view_print_name(&a->functions[i]);
		print_only_in(a);
		found++;
	}
	next = 0;
	for (uint32_t i = 0; i < b->reader.function_count; i++) {
		if (partner(a, &b->functions[i], &next))
			continue;
		view_print_name(&b->functions[i]);
		print_only_in(b);
		found++;
	}
	return found;
}

/* Removes the first operand from the arguments, so that one remains for cli_parse(). NULL: there is none. */
static const char *take_operand(int *argc, char **argv)
{
	for (int i = 0; i < *argc; i++) {
		if (argv[i][0] == '-' && argv[i][1])
			continue;
		const char *operand = argv[i];
		memmove(argv + i, argv + i + 1, (size_t)(*argc - i - 1) * sizeof *argv);
		--*argc;
		return operand;
	}
	return NULL;
}

int bef_diff_command(const struct cli_command *self, int argc, char **argv)
{
	const char *first = take_operand(&argc, argv), *second;
	struct view a, b;
	int code = cli_parse(self, NULL, 0, argc, argv, &second);
	if (code != CLI_GO_ON)
		return code;
	if (!first || (strcmp(first, "-") == 0 && strcmp(second, "-") == 0))
		return cli_usage(self, "expected two files");
	bool different = false;
	code = view_open(first, &a);
	if (code != CLI_GOOD)
		return cli_diff_exit(code, false);
	code = view_open(second, &b);
	if (code == CLI_GOOD) {
		different = compare(&a, &b) != 0;
		view_finish(&b);
	}
	view_finish(&a);
	return cli_diff_exit(code, different);
}
