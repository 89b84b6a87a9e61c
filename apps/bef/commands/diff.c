/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef diff: compares two programs function by function. The order of tables, offsets, and source locations are
 * ignored. */
#include "commands/commands.h"
#include "program/view.h"

#include <inttypes.h>
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

/* ---- printing */

struct diff {
	const struct view *a, *b;
	bool quiet, json;
	unsigned found;
};

static void print_side(enum cli_style style, const char *text, size_t size)
{
	cli_style(stdout, style);
	cli_put_escaped(stdout, text, size);
	cli_style(stdout, CLI_STYLE_NONE);
}

/* Begins a difference of a function, or of its kernel if `kernel` is not 0. False: nothing is printed. */
static bool begin(struct diff *d, const struct view_function *function, uint32_t kernel, const char *what)
{
	const struct bef_string *name = &function->function.name;
	d->found++;
	if (d->json) {
		cli_json_open(NULL, '{');
		cli_json_text("function", name->data, name->size);
		cli_json_number("index", function->function.index);
		if (kernel)
			cli_json_number("kernel", kernel);
		cli_json_word("what", what);
	} else if (!d->quiet) {
		view_print_name(function);
		if (kernel)
			printf(", kernel %" PRIu32, kernel);
		printf(": %s", what);
	}
	return !d->quiet;
}

static void end(const struct diff *d)
{
	if (d->json)
		cli_json_close();
	else
		putchar('\n');
}

/* Two texts of which the difference consists. */
static void print_texts(const struct diff *d, const struct bef_string *p, const struct bef_string *q)
{
	if (d->json) {
		cli_json_text("a", p->data, p->size);
		cli_json_text("b", q->data, q->size);
		return;
	}
	fputs(": ", stdout);
	print_side(CLI_STYLE_REMOVED, p->data, p->size);
	fputs(", ", stdout);
	print_side(CLI_STYLE_ADDED, q->data, q->size);
}

static void only_in(struct diff *d, const struct view_function *function, const struct view *view)
{
	const char *name = view->program.input.name;
	if (!begin(d, function, 0, d->json ? "only in one" : "only in "))
		return;
	if (d->json)
		cli_json_word("side", view == d->a ? "a" : "b");
	else
		print_side(view == d->a ? CLI_STYLE_REMOVED : CLI_STYLE_ADDED, name, strlen(name));
	end(d);
}

/* ---- comparing */

static void compare_bodies(struct diff *d, const struct view_function *x, const struct view_function *y)
{
	const unsigned before = d->found;
	for (uint32_t i = 0; i < x->kernel_count && i < y->kernel_count && d->found - before < 10; i++) {
		const struct view_kernel *p = &x->kernels[i], *q = &y->kernels[i];
		const char *what = kernel_difference(d->a, p, d->b, q);
		if (!what || !begin(d, x, i + 1, what))
			continue;
		print_texts(d, &p->name, &q->name);
		end(d);
	}
	if (x->kernel_count != y->kernel_count) {
		char counts[2][16];
		snprintf(counts[0], sizeof counts[0], "%" PRIu32, x->kernel_count);
		snprintf(counts[1], sizeof counts[1], "%" PRIu32, y->kernel_count);
		if (begin(d, x, 0, "number of kernels")) {
			print_texts(d, &(struct bef_string){ counts[0], strlen(counts[0]) },
				&(struct bef_string){ counts[1], strlen(counts[1]) });
			end(d);
		}
	}
	if (d->found == before && x->results &&
		memcmp(x->results, y->results, x->function.result_count * sizeof *x->results) != 0 &&
		begin(d, x, 0, "returns other registers"))
		end(d);
}

static void compare_functions(struct diff *d, const struct view_function *x, const struct view_function *y)
{
	const struct view *a = d->a, *b = d->b;
	if (x->function.kind == y->function.kind && same_types(a, x->function.arguments, b, y->function.arguments) &&
		same_types(a, x->function.results, b, y->function.results))
		compare_bodies(d, x, y);
	else if (begin(d, x, 0, "kind or types"))
		end(d);
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

static void compare(struct diff *d)
{
	uint32_t next = 0;
	for (uint32_t i = 0; i < d->a->reader.function_count; i++) {
		const struct view_function *other = partner(d->b, &d->a->functions[i], &next);
		if (other)
			compare_functions(d, &d->a->functions[i], other);
		else
			only_in(d, &d->a->functions[i], d->a);
	}
	next = 0;
	for (uint32_t i = 0; i < d->b->reader.function_count; i++) {
		if (!partner(d->a, &d->b->functions[i], &next))
			only_in(d, &d->b->functions[i], d->b);
	}
}

static void print(const struct cli_command *self, struct diff *d, const char *first, const char *second)
{
	if (d->json) {
		cli_json_begin(self->name, first);
		cli_json_word("other", second);
		cli_json_open("differences", '[');
	}
	compare(d);
	if (d->json) {
		cli_json_close();
		cli_json_bool("equal", d->found == 0);
		(void)cli_json_end(CLI_GOOD);
	}
}

int bef_diff_command(const struct cli_command *self, int argc, char **argv)
{
	struct view a, b;
	struct diff d = { &a, &b, false, false, 0 };
	const struct cli_option options[] = {
		{ "quiet", 'q', NULL, "print nothing; only set the exit status", NULL, &d.quiet },
		CLI_OPTION_JSON(&d.json),
	};
	const char *paths[2];
	int code = cli_parse_exactly(self, options, sizeof options / sizeof *options, argc, argv, paths, 2);
	if (code != CLI_GO_ON)
		return code;
	if (strcmp(paths[0], "-") == 0 && strcmp(paths[1], "-") == 0)
		return cli_usage(self, "stdin can be only one of the files");
	code = view_open(paths[0], &a);
	if (code != CLI_GOOD)
		return cli_diff_exit(code, false);
	code = view_open(paths[1], &b);
	if (code == CLI_GOOD) {
		print(self, &d, a.program.input.name, b.program.input.name);
		view_finish(&b);
	}
	view_finish(&a);
	return cli_diff_exit(code, d.found != 0);
}
