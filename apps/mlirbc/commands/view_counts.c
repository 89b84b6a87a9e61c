/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc view: counts ops by name, types by their values, and attributes by name and value. */
#include "commands/view.h"
#include "../html/page.h"

#include <inttypes.h>
#include <mlirbc/print.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MOST = 5000, TEXT_MOST = 400, LARGE = 256 };

/* Things that are equal if their addresses are. */
struct pair {
	const void *what, *value;
	uint64_t count, first; /* first: number of its first occurrence, so that the order does not depend on addresses */
};

struct tally {
	struct pair *list;
	uint64_t added;
	size_t count, room;
	bool failed;
};

static int by_address(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;
	const uintptr_t left[2] = { (uintptr_t)x->what, (uintptr_t)x->value }, right[2] = { (uintptr_t)y->what, (uintptr_t)y->value };
	if (left[0] != right[0])
		return left[0] < right[0] ? -1 : 1;
	return (left[1] > right[1]) - (left[1] < right[1]);
}

static int by_count(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;
	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return (x->first > y->first) - (x->first < y->first);
}

/* Joins equal pairs. */
static void join(struct tally *tally)
{
	size_t kept = 0;
	if (tally->count)
		qsort(tally->list, tally->count, sizeof *tally->list, by_address);
	for (size_t i = 0; i < tally->count; i++) {
		const struct pair *pair = &tally->list[i];
		struct pair *last = kept ? &tally->list[kept - 1] : NULL;
		if (last && by_address(last, pair) == 0) {
			last->count += pair->count;
			last->first = pair->first < last->first ? pair->first : last->first;
		} else {
			tally->list[kept++] = *pair;
		}
	}
	tally->count = kept;
}

static void add(struct tally *tally, const void *what, const void *value)
{
	if (tally->count == tally->room) {
		join(tally);
		if (2 * tally->count >= tally->room && !CLI_RESERVE(tally->list, tally->room + 1, tally->room)) {
			tally->failed = true;
			tally->count = 0;
			return;
		}
	}
	tally->list[tally->count++] = (struct pair){ what, value, 1, tally->added++ };
}

/* ---- texts */

struct text {
	char data[TEXT_MOST + 4];
	size_t size;
};

static int append(void *ctx, const char *data, size_t size)
{
	struct text *text = ctx;
	const size_t taken = size < TEXT_MOST - text->size ? size : TEXT_MOST - text->size;
	memcpy(text->data + text->size, data, taken);
	text->size += taken;
	return taken < size;
}

/* Marks a text that was cut, and removes a character that was cut. */
static void finish(struct text *text, bool whole)
{
	while (!whole && text->size && ((unsigned char)text->data[text->size - 1] & 0xC0) == 0x80)
		text->size--;
	if (!whole) {
		text->size -= text->size && ((unsigned char)text->data[text->size - 1] & 0x80);
		memcpy(text->data + text->size, "...", 3);
		text->size += 3;
	}
}

void view_put_attr(FILE *out, const struct mlirbc_attr *attr)
{
	struct text text = { .size = 0 };
	if (attr && (attr->kind == MLIRBC_ATTR_DENSE || attr->kind == MLIRBC_ATTR_DENSE_ARRAY) && attr->u.dense.size > LARGE)
		text.size = (size_t)snprintf(text.data, TEXT_MOST, "dense elements: %" PRIu64 ", %zu bytes", attr->u.dense.count, attr->u.dense.size);
	else if (attr && attr->kind == MLIRBC_ATTR_BYTES && attr->u.bytes.size > LARGE)
		text.size = (size_t)snprintf(text.data, TEXT_MOST, "encoded by its dialect: %zu bytes", attr->u.bytes.size);
	else if (attr)
		finish(&text, mlirbc_print_attr(attr, append, &text) == MLIRBC_OK);
	html_json_string(out, text.data, text.size);
}

static void put_type(FILE *out, const struct mlirbc_type *type)
{
	struct text text = { .size = 0 };
	finish(&text, mlirbc_print_type(type, append, &text) == MLIRBC_OK);
	html_json_string(out, text.data, text.size);
}

static void put_string(FILE *out, const struct mlirbc_string *name) { html_json_string(out, name->data, name->size); }

/* ---- counting */

struct counts {
	struct tally ops, types, attributes;
};

static void count_attributes(struct counts *counts, const struct mlirbc_attr *dictionary)
{
	for (size_t i = 0; dictionary && dictionary->kind == MLIRBC_ATTR_DICTIONARY && i < dictionary->u.dictionary.count; i++)
		add(&counts->attributes, dictionary->u.dictionary.data[i].name, dictionary->u.dictionary.data[i].value);
}

static void count_op(struct counts *counts, const struct mlirbc_op *op)
{
	add(&counts->ops, op->name, NULL);
	for (uint32_t i = 0; i < op->result_count; i++)
		add(&counts->types, mlirbc_op_results(op)[i].type, NULL);
	for (uint32_t i = 0; i < op->region_count; i++) {
		for (const struct mlirbc_block *block = mlirbc_op_regions(op)[i].first; block; block = block->next) {
			for (uint32_t j = 0; j < block->argument_count; j++)
				add(&counts->types, block->arguments[j].type, NULL);
		}
	}
	count_attributes(counts, mlirbc_op_properties(op));
	count_attributes(counts, mlirbc_op_attributes(op));
}

/* Prints the most frequent pairs as [what, value, count], or [what, count] if there is no `value`. */
static void put_tally(FILE *out, const char *key, struct tally *tally, bool types, bool values)
{
	join(tally);
	if (tally->count)
		qsort(tally->list, tally->count, sizeof *tally->list, by_count);
	fprintf(out, ",\n\"%s_count\":%zu,\"%s\":[", key, tally->count, key);
	for (size_t i = 0; i < tally->count && i < ROWS_MOST; i++) {
		const struct pair *pair = &tally->list[i];
		fputs(i ? ",\n[" : "\n[", out);
		if (types)
			put_type(out, pair->what);
		else
			put_string(out, pair->what);
		if (values) {
			putc(',', out);
			view_put_attr(out, pair->value);
		}
		fprintf(out, ",%" PRIu64 "]", pair->count);
	}
	putc(']', out);
}

bool view_put_counts(FILE *out, const struct mlirbc_module *module)
{
	struct counts counts = { .ops = { .count = 0 } };
	for (struct mlirbc_op *top = module->body->first; top; top = top->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(top, op)) != NULL;)
			count_op(&counts, op);
	}
	put_tally(out, "operations", &counts.ops, false, false);
	put_tally(out, "types", &counts.types, true, false);
	put_tally(out, "attributes", &counts.attributes, false, true);
	free(counts.ops.list);
	free(counts.types.list);
	free(counts.attributes.list);
	return !counts.ops.failed && !counts.types.failed && !counts.attributes.failed;
}
