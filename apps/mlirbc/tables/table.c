/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Collects the tables of a file. The sections may be in any order, so the file is walked three times: for the
 * tables, for the sections that refer to them, and for the ops. */
#include "tables/table.h"
#include "inputs/limits.h"

#include <stdlib.h>
#include <string.h>

/* Deeper files are shown up to there, unless --max-depth sets another limit. */
enum { NESTING = 4096 };

struct collector {
	struct table *table;
	uint64_t op_name, dialect, group, resource; /* of the current section */
	uint64_t type_of_attr;
	unsigned pass;
	bool external, failed;
};

/* The walk in which a section is visited. */
static unsigned pass_of(uint64_t section)
{
	switch (section) {
	case MLIRBC_WALK_SECTION_IR: return 2;
	case MLIRBC_WALK_SECTION_ATTR_TYPE:
	case MLIRBC_WALK_SECTION_RESOURCE: return 1;
	default: return 0;
	}
}

/* Reserves space for one more element at the end of an array whose capacity is a power of two; NULL if out of
 * memory. */
static void *grow(struct collector *c, void **array, size_t *count, size_t size)
{
	if ((*count & (*count - 1)) == 0) {
		size_t capacity = *count ? 2 * *count : 1;
		void *bigger = capacity <= SIZE_MAX / size ? realloc(*array, capacity * size) : NULL;
		if (!bigger) {
			c->failed = true;
			return NULL;
		}
		*array = bigger;
	}
	void *item = (char *)*array + (*count)++ * size;
	memset(item, 0, size);
	return item;
}
#define GROW(c, array, count) grow((c), (void **)&(array), &(count), sizeof *(array))

static void set_range(struct range *range, const struct mlirbc_walk_item *item)
{
	*range = (struct range){ item->offset, item->size };
}

/* ---- parts */

static void enter_section(struct collector *c, const struct mlirbc_walk_item *item)
{
	struct table *t = c->table;
	bool nested = item->op != MLIRBC_WALK_NONE || item->index == MLIRBC_WALK_SECTION_DIALECT_VERSIONS;
	if (!nested && t->section_count < sizeof t->sections / sizeof *t->sections)
		t->sections[t->section_count++] = (struct table_section){ (uint32_t)item->index,
			{ item->offset, item->size }, (size_t)item->number, item->flag };
}

static void enter_entry(struct collector *c, const struct mlirbc_walk_item *item)
{
	struct table *t = c->table;
	struct table_entry *entry = item->part == MLIRBC_WALK_ATTR ? GROW(c, t->attrs, t->attr_count)
								   : GROW(c, t->types, t->type_count);
	if (!entry)
		return;
	set_range(&entry->range, item);
	entry->dialect = item->number;
	entry->custom = item->flag;
	entry->code = entry->element = MLIRBC_WALK_NONE;
	entry->first_dim = t->dim_count;
	c->type_of_attr = MLIRBC_WALK_NONE;
}

static void enter_resource(struct collector *c)
{
	struct table *t = c->table;
	struct table_resource *resource = GROW(c, t->resources, t->resource_count);
	if (!resource)
		return;
	resource->group = c->group;
	resource->external = c->external;
	resource->type = MLIRBC_WALK_NONE;
	t->external_count += c->external;
}

static void enter(struct collector *c, const struct mlirbc_walk_item *item)
{
	struct table *t = c->table;
	struct table_blob *blob;
	switch (item->part) {
	case MLIRBC_WALK_DIALECT: (void)GROW(c, t->dialects, t->dialect_count); break;
	case MLIRBC_WALK_ATTR:
	case MLIRBC_WALK_TYPE: enter_entry(c, item); break;
	case MLIRBC_WALK_RESOURCE_GROUP: c->external = item->flag; break;
	case MLIRBC_WALK_RESOURCE: enter_resource(c); break;
	case MLIRBC_WALK_RESOURCE_DATA:
		c->resource = item->index;
		if (item->index < t->resource_count)
			set_range(&t->resources[item->index].range, item);
		break;
	case MLIRBC_WALK_PROPERTIES:
		blob = GROW(c, t->blobs, t->blob_count);
		if (blob) {
			set_range(&blob->range, item);
			blob->op_name = MLIRBC_WALK_NONE;
		}
		break;
	case MLIRBC_WALK_OP: t->op_count++; break;
	case MLIRBC_WALK_REGION: t->region_count++; break;
	case MLIRBC_WALK_BLOCK: t->block_count++; break;
	default: break;
	}
}

/* ---- fields */

static void string_field(struct collector *c, const struct mlirbc_walk_item *item)
{
	struct table *t = c->table;
	struct range *string;
	if (item->field == MLIRBC_WALK_STRING && (string = GROW(c, t->strings, t->string_count)))
		*string = (struct range){ item->offset, item->size - 1 };
}

static void dialect_field(struct collector *c, const struct mlirbc_walk_item *item)
{
	struct table *t = c->table;
	struct table_op_name *name;
	if (item->part == MLIRBC_WALK_SECTION && item->field == MLIRBC_WALK_DATA) {
		if (t->dialect_count)
			set_range(&t->dialects[t->dialect_count - 1].version, item);
	} else if (item->part == MLIRBC_WALK_DIALECT && item->field == MLIRBC_WALK_STRING_REF) {
		t->dialects[t->dialect_count - 1].string = item->number;
	} else if (item->field == MLIRBC_WALK_DIALECT_REF) {
		c->dialect = item->number;
	} else if (item->part == MLIRBC_WALK_OP_NAMES && item->field == MLIRBC_WALK_STRING_REF &&
		   (name = GROW(c, t->op_names, t->op_name_count))) {
		*name = (struct table_op_name){ c->dialect, item->number, 0, item->flag || t->version < 5 };
	}
}

static void add_dim(struct collector *c, struct table_entry *entry, uint64_t bits)
{
	int64_t *dim = GROW(c, c->table->dims, c->table->dim_count);
	if (dim) {
		memcpy(dim, &bits, sizeof *dim);
		entry->rank++;
	}
}

static void entry_field(struct collector *c, const struct mlirbc_walk_item *item)
{
	struct table *t = c->table;
	bool attr = item->part == MLIRBC_WALK_ATTR;
	struct table_entry *entry = attr ? &t->attrs[t->attr_count - 1] : &t->types[t->type_count - 1];
	if (item->field == MLIRBC_WALK_CODE)
		entry->code = item->number;
	else if (attr && item->field == MLIRBC_WALK_TYPE_REF)
		c->type_of_attr = item->number;
	else if (item->field == MLIRBC_WALK_TYPE_REF)
		entry->element = item->number;
	else if (!attr && item->field == MLIRBC_WALK_NUMBER)
		entry->number = item->number;
	else if (!attr && item->field == MLIRBC_WALK_SIGNED)
		add_dim(c, entry, item->number);
	else if (item->field == MLIRBC_WALK_RESOURCE_REF && t->external_count + item->number < t->resource_count)
		t->resources[t->external_count + item->number].type = c->type_of_attr;
}

static void resource_key_field(struct collector *c, const struct mlirbc_walk_item *item)
{
	struct table *t = c->table;
	if (item->part == MLIRBC_WALK_RESOURCE_GROUP &&
		(item->field == MLIRBC_WALK_STRING_REF || item->field == MLIRBC_WALK_DIALECT_REF))
		c->group = item->number;
	if (item->part != MLIRBC_WALK_RESOURCE)
		return;
	struct table_resource *resource = &t->resources[t->resource_count - 1];
	resource->group = c->group;
	if (item->field == MLIRBC_WALK_STRING_REF)
		resource->key = item->number;
	else if (item->field == MLIRBC_WALK_KIND)
		resource->kind = (uint8_t)item->number;
}

static void resource_data_field(struct collector *c, const struct mlirbc_walk_item *item)
{
	struct table *t = c->table;
	if (item->part != MLIRBC_WALK_RESOURCE_DATA || c->resource >= t->resource_count)
		return;
	struct table_resource *resource = &t->resources[c->resource];
	switch (item->field) {
	case MLIRBC_WALK_ALIGNMENT: resource->alignment = item->number; break;
	case MLIRBC_WALK_DATA: set_range(&resource->data, item); break;
	case MLIRBC_WALK_BOOL: resource->value = item->number; break;
	case MLIRBC_WALK_STRING_REF: resource->string = item->number; break;
	default: break;
	}
}

static void ir_field(struct collector *c, const struct mlirbc_walk_item *item)
{
	struct table *t = c->table;
	switch (item->field) {
	case MLIRBC_WALK_OP_NAME_REF:
		c->op_name = item->number;
		t->op_names[item->number].ops++;
		break;
	case MLIRBC_WALK_PROPERTIES_REF:
		if (t->blobs[item->number].refs++ == 0)
			t->blobs[item->number].op_name = c->op_name;
		break;
	case MLIRBC_WALK_ATTR_REF:
		if (item->number < t->attr_count)
			t->attrs[item->number].refs++;
		break;
	case MLIRBC_WALK_TYPE_REF:
		if (item->number < t->type_count)
			t->types[item->number].refs++;
		t->result_count += item->role == MLIRBC_WALK_ROLE_RESULT;
		t->argument_count += item->role == MLIRBC_WALK_ROLE_ARGUMENT;
		break;
	default: break;
	}
}

static void header_field(struct collector *c, const struct mlirbc_walk_item *item)
{
	struct table *t = c->table;
	if (item->field == MLIRBC_WALK_VERSION)
		t->version = (uint32_t)item->number;
	else if (item->field == MLIRBC_WALK_PRODUCER)
		t->producer = (struct table_text){ (const char *)t->input->data + item->offset, (size_t)item->number };
}

bool table_contradiction(struct table *table, const struct mlirbc_walk_item *item)
{
	struct mlirbc_diag *wrong = &table->wrong;
	if (item->field != MLIRBC_WALK_DATA || !item->flag)
		return false;
	if (wrong->status != MLIRBC_OK)
		return true;
	wrong->status = MLIRBC_E_CORRUPT;
	wrong->offset = item->number;
	snprintf(wrong->message, sizeof wrong->message, "%s", item->name);
	return true;
}

static void field(struct collector *c, const struct mlirbc_walk_item *item)
{
	if (table_contradiction(c->table, item)) {
		if (item->part == MLIRBC_WALK_RESOURCE_DATA && c->resource < c->table->resource_count)
			c->table->resources[c->resource].broken = true;
		return;
	}
	switch (item->section) {
	case MLIRBC_WALK_SECTION_STRING: string_field(c, item); break;
	case MLIRBC_WALK_SECTION_DIALECT:
	case MLIRBC_WALK_SECTION_DIALECT_VERSIONS: dialect_field(c, item); break;
	case MLIRBC_WALK_SECTION_ATTR_TYPE:
		if (item->part == MLIRBC_WALK_ATTR || item->part == MLIRBC_WALK_TYPE)
			entry_field(c, item);
		break;
	case MLIRBC_WALK_SECTION_RESOURCE_OFFSET: resource_key_field(c, item); break;
	case MLIRBC_WALK_SECTION_RESOURCE: resource_data_field(c, item); break;
	case MLIRBC_WALK_SECTION_IR: ir_field(c, item); break;
	default: header_field(c, item); break;
	}
}

static enum mlirbc_walk_answer collect(void *ctx, const struct mlirbc_walk_item *item)
{
	struct collector *c = ctx;
	bool section = item->event == MLIRBC_WALK_ENTER && item->part == MLIRBC_WALK_SECTION;
	if (section && c->pass == 0)
		enter_section(c, item);
	if (section && item->op == MLIRBC_WALK_NONE && item->index != MLIRBC_WALK_SECTION_DIALECT_VERSIONS &&
		pass_of(item->index) != c->pass)
		return MLIRBC_WALK_SKIP;
	if (item->event == MLIRBC_WALK_ENTER)
		enter(c, item);
	else if (item->event == MLIRBC_WALK_FIELD)
		field(c, item);
	return c->failed ? MLIRBC_WALK_STOP : MLIRBC_WALK_GO_ON;
}

/* ---- */

enum mlirbc_status table_walk(const struct cli_input *input, mlirbc_walk_fn visit,
	bool (*blob_op)(void *ctx, uint64_t index, struct mlirbc_walk_op_name *out_name), void *ctx,
	struct mlirbc_diag *diag)
{
	const size_t depth = limits.depth ? (size_t)limits.depth + 1 : NESTING;
	struct mlirbc_walk_frame *frames = depth <= SIZE_MAX / sizeof *frames ? malloc(depth * sizeof *frames) : NULL;
	const struct mlirbc_walk_options options = { .size = sizeof options,
		.frames = frames,
		.frame_count = depth,
		.blob_op = blob_op,
		.lenient = true,
		.producer = limits.producer };
	if (!frames) {
		snprintf(diag->message, sizeof diag->message, "out of memory");
		return diag->status = MLIRBC_E_NOMEM;
	}
	enum mlirbc_status status = mlirbc_walk(input->data, input->size, &options, visit, ctx, diag);
	free(frames);
	return status;
}

enum mlirbc_status table_read(const struct cli_input *input, struct table *out_table, struct mlirbc_diag *diag)
{
	*out_table = (struct table){ .input = input, .wrong = MLIRBC_DIAG_INIT };
	struct collector c = { .table = out_table };
	enum mlirbc_status status = MLIRBC_OK;
	for (c.pass = 0; c.pass < 3 && status == MLIRBC_OK && !c.failed; c.pass++)
		status = table_walk(input, collect, NULL, &c, diag);
	if (c.failed) {
		snprintf(diag->message, sizeof diag->message, "out of memory");
		status = diag->status = MLIRBC_E_NOMEM;
	}
	return status;
}

int table_open(const struct cli_input *input, struct table *out_table)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (table_read(input, out_table, &diag) == MLIRBC_OK)
		return CLI_GOOD;
	table_finish(out_table);
	return input_error(input, &diag);
}

int table_close(struct table *table, int code)
{
	if (code == CLI_GOOD && table->wrong.status != MLIRBC_OK)
		code = input_error(table->input, &table->wrong);
	table_finish(table);
	return code;
}

int table_report(const struct cli_command *command, const char *path, bool json,
	int (*step)(const void *ctx, const struct table *table), const void *ctx)
{
	struct cli_input input;
	struct table table;
	int code = input_open_bytecode(path, &input);
	if (code != CLI_GOOD)
		return code;
	code = table_open(&input, &table);
	if (code == CLI_GOOD) {
		if (json)
			cli_json_begin(command->name, input.name);
		code = table_close(&table, step(ctx, &table));
		if (json)
			(void)cli_json_end(code);
	}
	cli_input_finish(&input);
	return code;
}

void table_finish(struct table *table)
{
	free(table->strings);
	free(table->dialects);
	free(table->op_names);
	free(table->attrs);
	free(table->types);
	free(table->blobs);
	free(table->resources);
	free(table->dims);
	*table = (struct table){ .input = NULL };
}

/* ---- looking up */

struct table_text table_string(const struct table *table, uint64_t index)
{
	if (index >= table->string_count)
		return (struct table_text){ NULL, 0 };
	const struct range *range = &table->strings[index];
	return (struct table_text){ (const char *)table->input->data + range->offset, range->size };
}

struct table_text table_dialect_name(const struct table *table, uint64_t dialect)
{
	return table_string(table, dialect < table->dialect_count ? table->dialects[dialect].string : MLIRBC_WALK_NONE);
}

void table_put_op_name(FILE *out, const struct table *table, uint64_t op_name)
{
	if (op_name >= table->op_name_count) {
		fputs("?", out);
		return;
	}
	struct table_text dialect = table_dialect_name(table, table->op_names[op_name].dialect);
	struct table_text name = table_string(table, table->op_names[op_name].string);
	put_name(out, dialect.data, dialect.size);
	if (name.size) {
		putc('.', out);
		put_name(out, name.data, name.size);
	}
}

bool table_blob_op(const struct table *table, uint64_t blob, struct mlirbc_walk_op_name *out_name)
{
	if (blob >= table->blob_count || table->blobs[blob].op_name >= table->op_name_count)
		return false;
	const struct table_op_name *op = &table->op_names[table->blobs[blob].op_name];
	struct table_text dialect = table_dialect_name(table, op->dialect), name = table_string(table, op->string);
	*out_name = (struct mlirbc_walk_op_name){ dialect.data, name.data, dialect.size, name.size, op->registered };
	return dialect.data && name.data;
}
