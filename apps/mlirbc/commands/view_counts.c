/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc view: counts ops by name, types by their values, and attributes by name and value. */
#include "commands/view.h"
#include "../html/page.h"
#include "tables/tally.h"

#include <inttypes.h>
#include <mlirbc/print.h>
#include <string.h>

enum { ROWS_MOST = 5000, TEXT_MOST = 400, LARGE = 256 };

static int by_count(const void *a, const void *b)
{
	const struct tally_entry *x = a, *y = b;
	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
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
		tally_add_pair(&counts->attributes, dictionary->u.dictionary.data[i].name, dictionary->u.dictionary.data[i].value);
}

static void count_op(struct counts *counts, const struct mlirbc_op *op)
{
	tally_add_pair(&counts->ops, op->name, NULL);
	for (uint32_t i = 0; i < op->result_count; i++)
		tally_add_pair(&counts->types, mlirbc_op_results(op)[i].type, NULL);
	for (uint32_t i = 0; i < op->region_count; i++) {
		for (const struct mlirbc_block *block = mlirbc_op_regions(op)[i].first; block; block = block->next) {
			for (uint32_t j = 0; j < block->argument_count; j++)
				tally_add_pair(&counts->types, block->arguments[j].type, NULL);
		}
	}
	count_attributes(counts, mlirbc_op_properties(op));
	count_attributes(counts, mlirbc_op_attributes(op));
}

/* Prints the most frequent pairs as [key, value, count], or [key, count] if there is no `value`. */
static void put_tally(FILE *out, const char *key, struct tally *tally, bool types, bool values)
{
	tally_sort(tally, by_count);
	fprintf(out, ",\n\"%s_count\":%zu,\"%s\":[", key, tally->count, key);
	for (size_t i = 0; i < tally->count && i < ROWS_MOST; i++) {
		const struct tally_entry *pair = &tally->slots[i];
		fputs(i ? ",\n[" : "\n[", out);
		if (types)
			put_type(out, pair->key);
		else
			put_string(out, pair->key);
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
	const bool good = !counts.ops.failed && !counts.types.failed && !counts.attributes.failed;
	tally_finish(&counts.ops);
	tally_finish(&counts.types);
	tally_finish(&counts.attributes);
	return good;
}
