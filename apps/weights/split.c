/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Moves constants to a file of arrays. */
#include "private.h"
#include <tensorfile/npy.h>

#include <inttypes.h>
#include <limits.h>
#include <mlirbc/rewrite.h>

/* ---- the constants of a module */

static int by_array(const void *left, const void *right)
{
	const struct weights_place *a = left, *b = right;
	if (a->same != b->same)
		return (uintptr_t)a->same < (uintptr_t)b->same ? -1 : 1;
	return (a->order > b->order) - (a->order < b->order);
}

bool weights__find_places(struct mlirbc_module *module, const void *(*want)(void *ctx, const struct mlirbc_attr *value), void *ctx,
	struct weights_places *out)
{
	static const char *const names[] = { "value", "initial_value" };
	*out = (struct weights_places){ .list = NULL };
	size_t order = 0;
	for (struct mlirbc_op *root = module->body->first; root; root = root->next) {
		for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
			for (size_t i = 0; i < sizeof names / sizeof *names && mlirbc_op_has_attrs(op); i++) {
				const struct mlirbc_attr *value = mlirbc_op_attr(op, names[i]);
				const void *same = value ? want(ctx, value) : NULL;
				if (!same)
					continue;
				if (!CLI_RESERVE(out->list, out->count + 1, out->room))
					return false;
				out->list[out->count++] = (struct weights_place){ op, names[i], value, same, order++ };
			}
		}
	}
	if (out->count)
		qsort(out->list, out->count, sizeof *out->list, by_array);
	return true;
}

/* ---- arrays */

/* A constant, with the places that share it. */
struct split_array {
	const struct weights_place *places;
	size_t place_count, order;
	struct mlirbc_resource *resource; /* NULL: it is dense */
	const uint8_t *data;
	size_t size;
	char dtype[WEIGHTS_DTYPE];
	char name[160];
	unsigned number; /* among equal names */
};
struct splitting {
	struct mlirbc_module *module;
	uint64_t larger_than;
	struct weights_places places;
	struct split_array *arrays;
	size_t count;
	const char *prefix; /* of new keys */
};

static const void *want_constant(void *ctx, const struct mlirbc_attr *value)
{
	const struct splitting *s = ctx;
	if (value->kind == MLIRBC_ATTR_DENSE_RESOURCE)
		return value->u.resource;
	return value->kind == MLIRBC_ATTR_DENSE && !value->u.dense.splat && value->u.dense.size > s->larger_than ? value : NULL;
}

/* Names of files in archives: printable, without the parts / at the start and .. that lead out of a folder. */
static void copy_name(const struct mlirbc_string *text, char *out, size_t room)
{
	size_t size = 0;
	for (size_t i = 0; i < text->size && size + 1 < room; i++) {
		const char c = text->data[i], before = size ? out[size - 1] : '/';
		const bool good = c > ' ' && c < 0x7F && !strchr("\\:*?\"<>|", c) && !((c == '.' || c == '/') && (before == '.' || before == '/'));
		out[size++] = good ? c : '_';
	}
	out[size] = '\0';
}

static struct mlirbc_string own_name(const struct mlirbc_op *op)
{
	for (; op; op = mlirbc_op_parent(op)) {
		const struct mlirbc_attr *name = mlirbc_op_is(op, "builtin.module") ? NULL : mlirbc_op_attr(op, "sym_name");
		if (name && name->kind == MLIRBC_ATTR_STRING && name->u.string->size)
			return *name->u.string;
	}
	return (struct mlirbc_string){ "constant", 8 };
}

/* The name in a location, the key of the resource, or the function around the constant. */
static void name_array(struct split_array *array)
{
	enum { LONGEST = 100 };
	const struct weights_place *first = array->places;
	struct mlirbc_string name;
	if (!weights_name(first->op, &name))
		name = array->resource ? *array->resource->key : own_name(first->op);
	copy_name(&name, array->name, LONGEST);
}

static struct mlirbc_resource *find_resource(const struct mlirbc_module *module, const struct mlirbc_string *key)
{
	struct mlirbc_resource *r = module->resources;
	while (r && (r->external || r->key != key))
		r = r->next;
	return r;
}

/* Decides about the places of one array. False: it stays. */
static bool describe(const struct splitting *s, const struct weights_place *places, size_t count, struct split_array *out)
{
	const struct mlirbc_attr *value = places->value;
	size_t size;
	*out = (struct split_array){ .places = places, .place_count = count, .order = places->order };
	for (size_t i = 1; i < count; i++) {
		if (places[i].value->type != value->type)
			return false;
	}
	if (value->kind == MLIRBC_ATTR_DENSE) {
		out->data = value->u.dense.data;
		out->size = value->u.dense.size;
	} else {
		out->resource = find_resource(s->module, value->u.resource);
		if (!out->resource || out->resource->kind != MLIRBC_RESOURCE_BLOB || out->resource->key->size > INT_MAX / 2)
			return false;
		out->data = out->resource->data;
		out->size = out->resource->size;
	}
	return out->size > s->larger_than && weights_array(value->type, out->dtype, &size) && size == out->size;
}

static int by_order(const void *left, const void *right)
{
	const struct split_array *a = left, *b = right;
	return (a->order > b->order) - (a->order < b->order);
}

static int by_text(const void *left, const void *right)
{
	const struct split_array *a = *(struct split_array *const *)left, *b = *(struct split_array *const *)right;
	const int order = strcmp(a->name, b->name);
	return order ? order : by_order(a, b);
}

/* Numbers equal names. @return whether there were some */
static bool number_names(struct split_array **sorted, size_t count)
{
	bool found = false;
	qsort(sorted, count, sizeof *sorted, by_text);
	for (size_t i = 1; i < count; i++)
		sorted[i]->number = strcmp(sorted[i]->name, sorted[i - 1]->name) == 0 ? sorted[i - 1]->number + 1 : 0;
	for (size_t i = 1; i < count; i++) {
		const size_t size = strlen(sorted[i]->name);
		if (!sorted[i]->number)
			continue;
		snprintf(sorted[i]->name + size, sizeof sorted[i]->name - size, ".%u", sorted[i]->number);
		sorted[i]->number = 0;
		found = true;
	}
	return found;
}

/* A number may make another name, so this is repeated. Names that a file chose to prevent an end are replaced. False: out of memory. */
static bool make_unique(struct split_array *arrays, size_t count)
{
	enum { MOST_ROUNDS = 4 };
	struct split_array **sorted = calloc(count + 1, sizeof *sorted);
	unsigned rounds = 0;
	for (size_t i = 0; sorted && i < count; i++)
		sorted[i] = &arrays[i];
	while (sorted && rounds < MOST_ROUNDS && number_names(sorted, count))
		rounds++;
	for (size_t i = 0; rounds == MOST_ROUNDS && i < count; i++)
		snprintf(arrays[i].name, sizeof arrays[i].name, "constant%zu", i);
	free(sorted);
	return sorted != NULL;
}

static bool list_arrays(struct splitting *s)
{
	const struct weights_places *places = &s->places;
	s->arrays = calloc(places->count + 1, sizeof *s->arrays);
	for (size_t i = 0, count; s->arrays && i < places->count; i += count) {
		for (count = 1; i + count < places->count && places->list[i + count].same == places->list[i].same;)
			count++;
		s->count += describe(s, &places->list[i], count, &s->arrays[s->count]);
	}
	if (!s->arrays)
		return false;
	qsort(s->arrays, s->count, sizeof *s->arrays, by_order);
	for (size_t i = 0; i < s->count; i++)
		name_array(&s->arrays[i]);
	return make_unique(s->arrays, s->count);
}

/* ---- the module */

static bool add_entry(struct mlirbc_module *module, const char *group, const char *key, const char *text)
{
	struct mlirbc_context *context = module->context;
	const struct mlirbc_string *value = mlirbc_string_get(context, text, strlen(text));
	const struct mlirbc_resource made = { .group = mlirbc_string_get(context, group, strlen(group)),
		.key = mlirbc_string_get(context, key, strlen(key)),
		.kind = MLIRBC_RESOURCE_STRING,
		.external = true,
		.data = value ? (const uint8_t *)value->data : NULL,
		.size = value ? value->size : 0 };
	return made.group && made.key && value && mlirbc_resource_add(module, &made);
}

static bool take_dense(struct splitting *s, const struct split_array *array, const char *key)
{
	struct mlirbc_context *context = s->module->context;
	const struct mlirbc_resource made = { .group = mlirbc_string_get(context, "builtin", 7),
		.key = mlirbc_string_get(context, key, strlen(key)),
		.kind = MLIRBC_RESOURCE_NONE };
	const struct mlirbc_attr value = { .kind = MLIRBC_ATTR_DENSE_RESOURCE, .type = array->places->value->type, .u.resource = made.key };
	const struct mlirbc_attr *attr = made.group && made.key && mlirbc_resource_add(s->module, &made) ? mlirbc_attr_get(context, &value)
													   : NULL;
	bool good = attr != NULL;
	for (size_t i = 0; good && i < array->place_count; i++)
		good = mlirbc_op_set_attr(array->places[i].op, array->places[i].attr, attr) == MLIRBC_OK;
	return good;
}

static bool take_away(struct splitting *s, const struct split_array *array)
{
	struct mlirbc_resource *resource = array->resource;
	char key[200], *text = NULL;
	int size = -1;
	snprintf(key, sizeof key, "%s%s", s->prefix, array->name);
	if (resource) {
		size = asprintf(&text, "resource:%" PRIu32 " %.*s", resource->alignment, (int)resource->key->size, resource->key->data);
		resource->kind = MLIRBC_RESOURCE_NONE;
		resource->data = NULL;
		resource->size = 0;
	} else if (take_dense(s, array, key)) {
		size = asprintf(&text, "dense %s", key);
	}
	const bool good = size >= 0 && add_entry(s->module, WEIGHTS_GROUP, array->name, text);
	free(size >= 0 ? text : NULL);
	return good;
}

/* A prefix that no key of the module has, so that new keys are unique without a search. */
static const char *choose_prefix(const struct mlirbc_module *module)
{
	static const char *const prefixes[] = { "weights/", "weights.split/", "mlirbc.split.weights/" };
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		const struct mlirbc_resource *r = module->resources;
		const size_t size = strlen(prefixes[i]);
		while (r && (r->key->size < size || memcmp(r->key->data, prefixes[i], size) != 0))
			r = r->next;
		if (!r)
			return prefixes[i];
	}
	return NULL;
}

bool weights_are_split(const struct mlirbc_module *module)
{
	for (const struct mlirbc_resource *r = module->resources; r; r = r->next) {
		if (r->external && weights__is(r->group, WEIGHTS_GROUP))
			return true;
	}
	return false;
}

/* ---- the archive */

static const char *write_array(struct tensorfile_zip_writer *zip, const struct split_array *array)
{
	const struct mlirbc_type *type = array->places->value->type;
	const char *wrong = "out of memory";
	char *head = NULL, name[200];
	size_t size = 0;
	FILE *stream = open_memstream(&head, &size);
	snprintf(name, sizeof name, "%s.npy", array->name);
	if (stream)
		tensorfile_npy_write_header(stream, array->dtype, type->u.shaped.dims, type->u.shaped.rank);
	if (stream && fclose(stream) == 0)
		wrong = tensorfile_zip_add(zip, name, head, size, array->data, array->size);
	free(head);
	return wrong;
}

static int move_arrays(struct splitting *s, const char *name, struct tensorfile_zip_writer *zip, const char *path, struct weights_split *out)
{
	if (!s->prefix) {
		cli_error("%s: its resources have the keys that split constants would get", name);
		return CLI_BAD;
	}
	for (size_t i = 0; i < s->count; i++) {
		const char *wrong = write_array(zip, &s->arrays[i]);
		if (wrong) {
			cli_error("%s: %s", path, wrong);
			return CLI_SYSTEM;
		}
		out->count++;
		out->bytes += s->arrays[i].size;
		if (!take_away(s, &s->arrays[i]))
			return cli_out_of_memory();
	}
	return CLI_GOOD;
}

int weights_split(struct mlirbc_module *module, uint64_t larger_than, const char *name, struct tensorfile_zip_writer *zip, const char *path,
	struct weights_split *out)
{
	struct splitting s = { .module = module, .larger_than = larger_than, .prefix = choose_prefix(module) };
	*out = (struct weights_split){ 0, 0 };
	if (weights_are_split(module)) {
		cli_error("%s: its constants are in another file already; 'mlirbc join' puts them back", name);
		return CLI_BAD;
	}
	int code = weights__find_places(module, want_constant, &s, &s.places) && list_arrays(&s) ? CLI_GOOD : cli_out_of_memory();
	if (code == CLI_GOOD)
		code = move_arrays(&s, name, zip, path, out);
	free(s.places.list);
	free(s.arrays);
	return code;
}
