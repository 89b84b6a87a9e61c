/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The order of the steps of an expression: what a few results need, then what a few others need, instead of all elements of an operation one
 * after the other. Then few values are needed at one time, and they stay in registers. What does not contribute to a result is left out. */
#include "fuse/elements.h"

#include <stdio.h>
#include <string.h>

/* "NAME A B T": a statement of the text. Loads and stores keep their order: each depends on the one before. */
struct statement {
	size_t at, size; /* in the text, without ';' */
	uint32_t before; /* the load or store before this one; 0: none */
	uint32_t number; /* 1 + that of its value in the new order; 0: not there yet */
};

/* A processor computes several results at once, as they do not wait for each other; calls of functions leave nothing in registers. */
enum { TOGETHER = 4, TOGETHER_WITH_FUNCTIONS = 16 };

struct order {
	const char *text;
	struct statement *statements;
	uint32_t count, arguments, last_memory, steps;
	uint32_t together; /* results that are computed side by side */
	uint32_t *open; /* statements whose operands come first: a path */
	char *out;
	size_t size;
};

/* The next word from *at on; its size is 0 at the end. */
static size_t next_word(const char **at, const char *end, const char **word)
{
	while (*at < end && **at == ' ')
		++*at;
	*word = *at;
	while (*at < end && **at != ' ')
		++*at;
	return (size_t)(*at - *word);
}

/* The statement whose value the word is; 0: it is none, or that of an argument. Constants are 0xDIGITS. */
static uint32_t statement_of(const struct order *o, const char *word, size_t size)
{
	uint32_t number = 0;
	if (word[0] < '0' || word[0] > '9' || (size > 1 && word[1] == 'x'))
		return 0;
	for (size_t i = 0; i < size; i++)
		number = number * 10 + (uint32_t)(word[i] - '0');
	return number < o->arguments ? 0 : number - o->arguments + 1;
}

static bool is_memory(const struct order *o, const struct statement *s)
{
	const char *text = o->text + s->at;
	return (s->size > 5 && memcmp(text, "load ", 5) == 0) || (s->size > 6 && memcmp(text, "store ", 6) == 0);
}

/* The first statement is the arguments, the last one the return. */
static void split(struct order *o, size_t size)
{
	uint32_t memory = 0;
	for (size_t from = 0, at = 0; at <= size; at++) {
		if (at < size && o->text[at] != ';')
			continue;
		while (from < at && o->text[from] == ' ')
			from++;
		struct statement *s = &o->statements[o->count];
		*s = (struct statement){ .at = from, .size = at - from };
		if (is_memory(o, s)) {
			s->before = memory;
			memory = o->count;
		}
		o->count++;
		from = at + 1;
	}
	o->last_memory = memory;
}

/* ---- the new text */

static void put(struct order *o, const char *text, size_t size)
{
	memcpy(o->out + o->size, text, size);
	o->size += size;
}

/* The statement with the new numbers of its operands. */
static void copy(struct order *o, const struct statement *s)
{
	const char *at = o->text + s->at, *end = at + s->size, *word;
	for (size_t size; (size = next_word(&at, end, &word)) > 0;) {
		char text[16];
		const uint32_t statement = statement_of(o, word, size);
		put(o, " ", 1);
		if (statement > 0)
			put(o, text, (size_t)snprintf(text, sizeof text, "%u", (unsigned)(o->statements[statement].number - 1)));
		else
			put(o, word, size);
	}
}

/* A statement that must come before this one and is not there yet; 0: none. */
static uint32_t missing(const struct order *o, const struct statement *s)
{
	const char *at = o->text + s->at, *end = at + s->size, *word;
	for (size_t size; (size = next_word(&at, end, &word)) > 0;) {
		const uint32_t statement = statement_of(o, word, size);
		if (statement > 0 && o->statements[statement].number == 0)
			return statement;
	}
	return s->before && o->statements[s->before].number == 0 ? s->before : 0;
}

#define PENDING UINT32_MAX /* the number of a statement that is wanted */

/* Wants a statement and all that must come before it. */
static void want(struct order *o, uint32_t statement)
{
	uint32_t depth = 0;
	o->open[depth++] = statement;
	while (depth > 0) {
		const uint32_t first = missing(o, &o->statements[o->open[depth - 1]]);
		if (first > 0) {
			o->open[depth++] = first;
			continue;
		}
		o->statements[o->open[--depth]].number = PENDING;
	}
}

/* What is wanted, in the order in which it was written. */
static void put_wanted(struct order *o)
{
	for (uint32_t i = 1; i + 1 < o->count; i++) {
		if (o->statements[i].number != PENDING)
			continue;
		copy(o, &o->statements[i]);
		put(o, ";", 1);
		o->statements[i].number = 1 + o->arguments + o->steps++;
	}
}

static void put_all(struct order *o)
{
	const struct statement *end = &o->statements[o->count - 1];
	const char *at = o->text + end->at, *word;
	uint32_t wanted = 0;
	put(o, o->text, o->statements[0].at + o->statements[0].size);
	put(o, ";", 1);
	for (size_t size; (size = next_word(&at, o->text + end->at + end->size, &word)) > 0;) {
		const uint32_t statement = statement_of(o, word, size);
		if (statement == 0 || o->statements[statement].number != 0)
			continue;
		want(o, statement);
		if (++wanted % o->together == 0)
			put_wanted(o);
	}
	if (o->last_memory && o->statements[o->last_memory].number == 0) /* stores that no result needs */
		want(o, o->last_memory);
	put_wanted(o);
	copy(o, end);
}

void bef_hlo__elements_order(struct bef_hlo__elements *e)
{
	struct bef_hlo__expression *text = &e->text;
	const uint32_t steps = e->fits && text->ok ? text->next - e->arguments : 0;
	if (steps == 0 || e->closed_count > 0) /* steps of blocks stay there */
		return;
	struct order o = { .text = text->text, .arguments = e->arguments,
		.together = e->functions > 0 ? TOGETHER_WITH_FUNCTIONS : TOGETHER,
		.statements = bef_hlo__scratch(text->lower, steps + 2u, sizeof *o.statements),
		.open = bef_hlo__scratch(text->lower, steps + 2u, sizeof *o.open), .out = bef_hlo__scratch(text->lower, 3, text->size) };
	e->fits = o.statements && o.open && o.out;
	if (!e->fits)
		return;
	split(&o, text->size);
	put_all(&o);
	text->text = o.out;
	text->size = o.size;
	text->room = 3 * text->size;
	e->steps = o.steps;
}
