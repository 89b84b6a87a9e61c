/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Adds up the fields of a file. */
#include "tables/sizes.h"

#include <stdlib.h>
#include <string.h>

enum { KINDS = 24, OTHER_KIND = KINDS - 1, DUPLICATE_KINDS = 5 };

struct measure {
	const struct table *table;
	struct sizes *sizes;
	uint64_t *open_ops; /* op names of the open ops, innermost last */
	size_t open, room;
	uint64_t dialect;  /* of the open group */
	uint64_t resource; /* whose data is open */
	uint32_t section;  /* number of the top-level section */
	bool failed;
};

/* ---- adding up */

static void add(struct size_list *list, uint64_t line, uint64_t bytes)
{
	if (line < list->count)
		list->lines[line].bytes += bytes;
}

static uint64_t *innermost(struct measure *m) { return m->open ? &m->open_ops[m->open - 1] : NULL; }

static void push_op(struct measure *m)
{
	if (CLI_RESERVE(m->open_ops, m->open + 1, m->room))
		m->open_ops[m->open++] = MLIRBC_WALK_NONE;
	else
		m->failed = true;
}

/* The name of an op is its first field. */
static void add_op_field(struct measure *m, const struct mlirbc_walk_item *item)
{
	const struct table *t = m->table;
	uint64_t *op = innermost(m);
	if (!op)
		return;
	if (item->field == MLIRBC_WALK_OP_NAME_REF)
		*op = item->number;
	add(&m->sizes->ops, *op, item->size);
	add(&m->sizes->ops_alone, *op, item->size);
	if (*op < t->op_name_count)
		add(&m->sizes->dialects, t->op_names[*op].dialect, item->size);
}

static uint64_t kind_of(const struct table *t, const struct table_entry *entry)
{
	struct table_text name = table_dialect_name(t, entry->dialect);
	bool builtin = name.size == 7 && memcmp(name.data, "builtin", 7) == 0;
	return builtin && entry->code < OTHER_KIND ? entry->code : OTHER_KIND;
}

static void add_field(struct measure *m, const struct mlirbc_walk_item *item)
{
	struct sizes *s = m->sizes;
	add(&s->sections, item->section == MLIRBC_WALK_SECTION_COUNT ? 0 : m->section, item->size);
	if (item->field == MLIRBC_WALK_PADDING)
		s->padding += item->size;
	switch (item->section) {
	case MLIRBC_WALK_SECTION_IR: add_op_field(m, item); break;
	case MLIRBC_WALK_SECTION_DIALECT:
	case MLIRBC_WALK_SECTION_ATTR_TYPE_OFFSET:
		if (item->field == MLIRBC_WALK_DIALECT_REF)
			m->dialect = item->number;
		if (item->part == MLIRBC_WALK_OP_NAMES || item->part == MLIRBC_WALK_ENTRIES)
			add(&s->dialects, m->dialect, item->size);
		break;
	case MLIRBC_WALK_SECTION_RESOURCE:
		if (item->part == MLIRBC_WALK_RESOURCE_DATA)
			add(&s->resources, m->resource, item->size);
		break;
	default: break;
	}
}

static enum mlirbc_walk_answer visit(void *ctx, const struct mlirbc_walk_item *item)
{
	struct measure *m = ctx;
	bool enter = item->event == MLIRBC_WALK_ENTER;
	if (item->event == MLIRBC_WALK_FIELD) {
		add_field(m, item);
	} else if (item->part == MLIRBC_WALK_SECTION && enter && item->op == MLIRBC_WALK_NONE &&
		   item->index != MLIRBC_WALK_SECTION_DIALECT_VERSIONS) {
		m->section++;
	} else if (item->part == MLIRBC_WALK_RESOURCE_DATA && enter) {
		m->resource = item->index;
	} else if (item->part == MLIRBC_WALK_OP) {
		if (enter)
			push_op(m);
		else
			m->open--;
	}
	return m->failed ? MLIRBC_WALK_STOP : MLIRBC_WALK_GO_ON;
}

static void add_entries(const struct table *t, struct sizes *s)
{
	for (size_t i = 0; i < t->attr_count + t->type_count; i++) {
		bool attr = i < t->attr_count;
		const struct table_entry *entry = attr ? &t->attrs[i] : &t->types[i - t->attr_count];
		struct size_list *list = attr ? &s->attributes : &s->types;
		uint64_t kind = kind_of(t, entry);
		list->lines[kind].count++;
		add(list, kind, entry->range.size);
		add(&s->entries, attr ? kind : KINDS + kind, entry->range.size);
		add(&s->dialects, entry->dialect, entry->range.size);
	}
	for (size_t i = 0; i < t->blob_count; i++) {
		uint64_t name = t->blobs[i].op_name;
		add(&s->ops, name, t->blobs[i].range.size);
		if (name < t->op_name_count)
			add(&s->dialects, t->op_names[name].dialect, t->blobs[i].range.size);
	}
	for (size_t i = t->external_count; i < t->resource_count; i++)
		add(&s->dialects, t->resources[i].group, t->resources[i].range.size);
}

/* ---- duplicates */

struct part {
	const uint8_t *data;
	size_t size;
	uint64_t kind; /* parts of different kinds are never considered equal */
};

static int compare_parts(const void *left, const void *right)
{
	const struct part *a = left, *b = right;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->size != b->size)
		return a->size < b->size ? -1 : 1;
	return a->size ? memcmp(a->data, b->data, a->size) : 0;
}

static void add_duplicates(struct sizes *s, unsigned which, struct part *parts, size_t count)
{
	qsort(parts, count, sizeof *parts, compare_parts);
	for (size_t i = 1; i < count; i++) {
		if (parts[i].size && compare_parts(&parts[i - 1], &parts[i]) == 0) {
			s->duplicate_kinds.lines[which].count++;
			s->duplicate_kinds.lines[which].bytes += parts[i].size;
			s->duplicates += parts[i].size;
		}
	}
}

static struct part part_of(const struct table *t, struct range range, uint64_t kind)
{
	return (struct part){ t->input->data + range.offset, range.size, kind };
}

static bool find_duplicates(const struct table *t, struct sizes *s)
{
	size_t most = t->string_count + t->attr_count + t->type_count + t->blob_count + t->resource_count + 1;
	struct part *parts = calloc(most, sizeof *parts);
	if (!parts)
		return false;
	for (size_t i = 0; i < t->string_count; i++)
		parts[i] = part_of(t, t->strings[i], 0);
	add_duplicates(s, 0, parts, t->string_count);
	for (size_t i = 0; i < t->attr_count; i++)
		parts[i] = part_of(t, t->attrs[i].range, t->attrs[i].dialect << 1 | t->attrs[i].custom);
	add_duplicates(s, 1, parts, t->attr_count);
	for (size_t i = 0; i < t->type_count; i++)
		parts[i] = part_of(t, t->types[i].range, t->types[i].dialect << 1 | t->types[i].custom);
	add_duplicates(s, 2, parts, t->type_count);
	for (size_t i = 0; i < t->blob_count; i++)
		parts[i] = part_of(t, t->blobs[i].range, 0);
	add_duplicates(s, 3, parts, t->blob_count);
	for (size_t i = 0; i < t->resource_count; i++)
		parts[i] = part_of(t, t->resources[i].data, 0);
	add_duplicates(s, 4, parts, t->resource_count);
	free(parts);
	return true;
}

/* ---- names */

static bool make_list(
	struct size_list *list, size_t count, void (*print)(FILE *out, const struct table *t, size_t index))
{
	*list = (struct size_list){ calloc(count + 1, sizeof *list->lines), count, print };
	for (size_t i = 0; list->lines && i < count; i++)
		list->lines[i].index = i;
	return list->lines != NULL;
}

const char *size_name(struct sizes *s, const struct size_list *list, size_t line)
{
	size_t size;
	free(s->name);
	s->name = NULL;
	FILE *out = open_memstream(&s->name, &size);
	if (out) {
		list->print(out, s->table, list->lines[line].index);
		if (fclose(out) == 0 && s->name)
			return s->name;
	}
	s->failed = true;
	return "";
}

static void put_section(FILE *out, const struct table *t, size_t index)
{
	fputs(index ? mlirbc_walk_section_name(t->sections[index - 1].id) : "header", out);
}

static void put_op(FILE *out, const struct table *t, size_t index) { table_put_op_name(out, t, index); }

static void put_dialect(FILE *out, const struct table *t, size_t index)
{
	struct table_text name = table_dialect_name(t, index);
	put_name(out, name.data, name.size);
}

static void put_resource(FILE *out, const struct table *t, size_t index)
{
	const struct table_resource *resource = &t->resources[index];
	struct table_text group = resource->external ? table_string(t, resource->group)
						     : table_dialect_name(t, resource->group);
	struct table_text key = table_string(t, resource->key);
	put_name(out, group.data, group.size);
	putc(':', out);
	put_name(out, key.data, key.size);
}

static void put_attr_kind(FILE *out, const struct table *t, size_t index)
{
	const char *name = attr_code_name(index);
	(void)t;
	fputs(name ? name : "of other dialects, or text", out);
}

static void put_type_kind(FILE *out, const struct table *t, size_t index)
{
	const char *name = type_code_name(index);
	(void)t;
	fputs(name ? name : "of other dialects, or text", out);
}

static void put_entry_kind(FILE *out, const struct table *t, size_t index)
{
	fputs(index < KINDS ? "attributes: " : "types: ", out);
	(index < KINDS ? put_attr_kind : put_type_kind)(out, t, index % KINDS);
}

static void put_duplicate_kind(FILE *out, const struct table *t, size_t index)
{
	static const char *const names[DUPLICATE_KINDS] = { "strings", "attributes", "types", "property blobs",
		"resources" };
	(void)t;
	fputs(names[index], out);
}

static bool prepare(const struct table *t, struct sizes *s)
{
	const struct {
		struct size_list *list;
		size_t count;
		void (*print)(FILE *out, const struct table *t, size_t index);
	} lists[] = {
		{ &s->sections, t->section_count + 1, put_section },
		{ &s->ops, t->op_name_count, put_op },
		{ &s->ops_alone, t->op_name_count, put_op },
		{ &s->entries, 2 * KINDS, put_entry_kind },
		{ &s->attributes, KINDS, put_attr_kind },
		{ &s->types, KINDS, put_type_kind },
		{ &s->dialects, t->dialect_count, put_dialect },
		{ &s->resources, t->resource_count, put_resource },
		{ &s->duplicate_kinds, DUPLICATE_KINDS, put_duplicate_kind },
	};
	*s = (struct sizes){ .table = t };
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		if (!make_list(lists[i].list, lists[i].count, lists[i].print))
			return false;
	}
	for (size_t i = 0; i < t->op_name_count; i++) {
		s->ops.lines[i].count = s->ops_alone.lines[i].count = t->op_names[i].ops;
		s->dialects.lines[t->op_names[i].dialect].count += t->op_names[i].ops;
	}
	for (size_t i = 0; i < t->resource_count; i++)
		s->resources.lines[i].count = 1;
	return true;
}

static int by_bytes(const void *left, const void *right)
{
	const struct size_line *a = left, *b = right;
	if (a->bytes != b->bytes)
		return a->bytes < b->bytes ? 1 : -1;
	return (a->index > b->index) - (a->index < b->index);
}

/* Sorts the largest first and removes empty lines. */
static void sort(struct size_list *list)
{
	qsort(list->lines, list->count, sizeof *list->lines, by_bytes);
	while (list->count && list->lines[list->count - 1].bytes == 0)
		list->count--;
}

/* ---- */

int sizes_measure(const struct table *t, struct sizes *out_sizes)
{
	struct measure m = { .table = t, .sizes = out_sizes };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	bool ok = prepare(t, out_sizes) && table_walk(t->input, visit, NULL, &m, &diag) == MLIRBC_OK && !m.failed;
	free(m.open_ops);
	if (ok) {
		add_entries(t, out_sizes);
		ok = find_duplicates(t, out_sizes);
	}
	if (!ok) { /* the file was walked before, so only memory can be short */
		sizes_finish(out_sizes);
		return cli_out_of_memory();
	}
	struct size_list *lists[] = { &out_sizes->ops, &out_sizes->ops_alone, &out_sizes->entries,
		&out_sizes->attributes, &out_sizes->types, &out_sizes->dialects, &out_sizes->resources,
		&out_sizes->duplicate_kinds };
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		sort(lists[i]);
	return CLI_GOOD;
}

void sizes_finish(struct sizes *s)
{
	free(s->sections.lines);
	free(s->ops.lines);
	free(s->ops_alone.lines);
	free(s->entries.lines);
	free(s->attributes.lines);
	free(s->types.lines);
	free(s->dialects.lines);
	free(s->resources.lines);
	free(s->duplicate_kinds.lines);
	free(s->name);
}
