/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Puts constants from a file of arrays back. */
#include "private.h"

#include <inttypes.h>
#include <mlirbc/build.h>
#include <mlirbc/edit.h>
#include <mlirbc/rewrite.h>

enum { MOST_MESSAGES = 20 };

/* A constant that is missing in the module. */
struct missing {
	struct mlirbc_resource *note; /* of the external group */
	const struct mlirbc_string *key; /* of the resource without data */
	struct mlirbc_resource *resource; /* without data; NULL: it is not declared, as in text */
	bool dense;
	uint32_t alignment;
	const struct weights_place *places;
	size_t place_count;
	struct weights_entry *entry;
};
struct joining {
	struct mlirbc_module *module;
	const char *name; /* of the model */
	struct weights_file *file;
	struct missing *list; /* sorted by key */
	size_t count;
	struct weights_places places;
	unsigned messages;
};

/* ---- what is missing */

static int by_key(const void *left, const void *right)
{
	const struct missing *a = left, *b = right;
	return a->key == b->key ? 0 : (uintptr_t)a->key < (uintptr_t)b->key ? -1 : 1;
}

static bool is_of(const struct mlirbc_resource *r, const char *group) { return r->external && weights__is(r->group, group); }

/* "dense KEY" or "resource:ALIGNMENT KEY". */
static bool read_note(struct joining *j, struct mlirbc_resource *note, struct missing *out)
{
	const char *text = (const char *)note->data, *end = text + note->size;
	const char *space = note->kind == MLIRBC_RESOURCE_STRING && note->size ? memchr(text, ' ', note->size) : NULL;
	char kind[32];
	uint64_t alignment = 0;
	*out = (struct missing){ .note = note };
	if (!space || space + 1 == end || (size_t)(space - text) >= sizeof kind)
		return false;
	memcpy(kind, text, (size_t)(space - text));
	kind[space - text] = '\0';
	const char *number = kind + sizeof "resource:" - 1;
	out->dense = strcmp(kind, "dense") == 0;
	if (!out->dense && (strncmp(kind, "resource:", sizeof "resource:" - 1) != 0 || !cli_number(&number, '\0', 1, UINT32_MAX, &alignment) ||
				   (alignment & (alignment - 1))))
		return false;
	out->alignment = (uint32_t)alignment;
	out->key = mlirbc_string_get(j->module->context, space + 1, (size_t)(end - space) - 1);
	return true;
}

static int refuse_note(const struct joining *j, const struct mlirbc_resource *note, const char *wrong)
{
	cli_error("%s: the entry '%.*s' of its external resources %s %s", j->name, (int)(note->key->size < 200 ? note->key->size : 200),
		note->key->data, WEIGHTS_GROUP, wrong);
	return CLI_BAD;
}

static int list_missing(struct joining *j)
{
	size_t count = 0;
	for (const struct mlirbc_resource *r = j->module->resources; r; r = r->next)
		count += is_of(r, WEIGHTS_GROUP);
	j->list = calloc(count + 1, sizeof *j->list);
	if (!j->list)
		return cli_out_of_memory();
	for (struct mlirbc_resource *r = j->module->resources; r; r = r->next) {
		if (!is_of(r, WEIGHTS_GROUP))
			continue;
		if (!read_note(j, r, &j->list[j->count]))
			return refuse_note(j, r, "is neither \"dense KEY\" nor \"resource:ALIGNMENT KEY\"");
		if (!j->list[j->count++].key)
			return cli_out_of_memory();
	}
	qsort(j->list, j->count, sizeof *j->list, by_key);
	for (size_t i = 1; i < j->count; i++) {
		if (j->list[i].key == j->list[i - 1].key)
			return refuse_note(j, j->list[i].note, "names the same resource as another one");
	}
	return CLI_GOOD;
}

/* ---- where it is missing */

static struct missing *find_missing(const struct joining *j, const struct mlirbc_string *key)
{
	const struct missing wanted = { .key = key };
	return bsearch(&wanted, j->list, j->count, sizeof wanted, by_key);
}

static const void *want_missing(void *ctx, const struct mlirbc_attr *value)
{
	const struct joining *j = ctx;
	return value->kind == MLIRBC_ATTR_DENSE_RESOURCE ? find_missing(j, value->u.resource) : NULL;
}

static int find_places(struct joining *j)
{
	if (!weights__find_places(j->module, want_missing, j, &j->places))
		return cli_out_of_memory();
	for (size_t i = 0; i < j->places.count; i++) {
		const struct weights_place *place = &j->places.list[i];
		struct missing *missing = find_missing(j, place->value->u.resource);
		missing->places = missing->places ? missing->places : place;
		missing->place_count++;
		if (place->value->type != missing->places->value->type)
			return refuse_note(j, missing->note, "names a resource with two types");
	}
	for (struct mlirbc_resource *r = j->module->resources; r; r = r->next) {
		struct missing *missing = r->external ? NULL : find_missing(j, r->key);
		if (!missing)
			continue;
		if (r->kind != MLIRBC_RESOURCE_NONE || missing->resource)
			return refuse_note(j, missing->note, "names a resource that has data");
		missing->resource = r;
	}
	for (size_t i = 0; i < j->count; i++) {
		if (!j->list[i].places)
			return refuse_note(j, j->list[i].note, "names a resource that is not a constant");
	}
	return CLI_GOOD;
}

/* ---- what the file has */

static bool complain(struct joining *j)
{
	if (j->messages == MOST_MESSAGES)
		cli_error("%s: further differences from %s are not listed", j->file->input.name, j->name);
	return j->messages++ < MOST_MESSAGES;
}

static int find_entries(struct joining *j)
{
	for (size_t i = 0; i < j->count; i++) {
		const struct mlirbc_string *name = j->list[i].note->key;
		j->list[i].entry = weights__find_entry(j->file, name->data, name->size);
		if (j->list[i].entry)
			j->list[i].entry->used = true;
		else if (complain(j))
			cli_error("%s: has no array '%.*s', which %s needs", j->file->input.name,
				(int)(name->size < 200 ? name->size : 200), name->data, j->name);
	}
	for (size_t i = 0; i < j->file->zip.count; i++) {
		const struct weights_entry *entry = &j->file->entries[i];
		if (!entry->used && complain(j))
			cli_error("%s: array '%.*s' is not of %s", j->file->input.name, (int)entry->name_size, entry->name, j->name);
	}
	return j->messages ? CLI_BAD : CLI_GOOD;
}

/* ---- the module */

static bool set_dense(struct joining *j, const struct missing *missing, const void *data, size_t size)
{
	const struct mlirbc_attr *attr = mlirbc_attr_dense(j->module->context, missing->places->value->type, data, size);
	bool good = attr != NULL;
	for (size_t i = 0; good && i < missing->place_count; i++)
		good = mlirbc_op_set_attr(missing->places[i].op, missing->places[i].attr, attr) == MLIRBC_OK;
	if (missing->resource)
		(void)mlirbc_resource_remove(j->module, missing->resource);
	return good;
}

static bool set_resource(struct joining *j, const struct missing *missing, void *data, size_t size)
{
	const struct mlirbc_resource made = { .group = mlirbc_string_get(j->module->context, "builtin", 7), .key = missing->key };
	struct mlirbc_resource *resource = missing->resource;
	struct weights_file *file = j->file;
	if (!resource)
		resource = made.group ? mlirbc_resource_add(j->module, &made) : NULL;
	if (!resource || !CLI_RESERVE(file->blocks, file->block_count + 1, file->room))
		return false;
	file->blocks[file->block_count++] = data;
	resource->kind = MLIRBC_RESOURCE_BLOB;
	resource->alignment = missing->dense ? 16 : missing->alignment;
	resource->data = data;
	resource->size = size;
	return true;
}

static int put_back(struct joining *j, const struct missing *missing, bool keep)
{
	void *data;
	size_t size;
	int code = weights__read(j->file, missing->entry, missing->places->value->type, &data, &size);
	if (code != CLI_GOOD)
		return code;
	const bool dense = missing->dense && !keep;
	const bool good = dense ? set_dense(j, missing, data, size) : set_resource(j, missing, data, size);
	if (dense || !good)
		free(data);
	if (!good)
		return cli_out_of_memory();
	(void)mlirbc_resource_remove(j->module, missing->note);
	return CLI_GOOD;
}

int weights_join(struct mlirbc_module *module, const char *name, struct weights_file *file, bool keep)
{
	struct joining j = { .module = module, .name = name, .file = file };
	int code = CLI_GOOD;
	if (!weights_are_split(module)) {
		cli_error("%s: has all of its constants; expected the output of 'mlirbc split'", name);
		return CLI_BAD;
	}
	code = list_missing(&j);
	if (code == CLI_GOOD)
		code = find_places(&j);
	if (code == CLI_GOOD)
		code = find_entries(&j);
	for (size_t i = 0; i < j.count && code == CLI_GOOD; i++)
		code = put_back(&j, &j.list[i], keep);
	free(j.places.list);
	free(j.list);
	return code;
}
