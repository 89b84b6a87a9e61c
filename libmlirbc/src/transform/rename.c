/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Renames symbols and keys of resources in all attributes that mention them. */
#include "transform/symbol.h"
#include "support/text_sink.h"

static const struct mlirbc_attr *renamed(struct mlirbc__rename *r, const struct mlirbc_attr *attr);

bool mlirbc__rename_add(struct mlirbc__rename *r, struct mlirbc__numbers *which, const struct mlirbc_string *from,
	const struct mlirbc_string *to)
{
	size_t number = MLIRBC__ITEMS(&r->names, const struct mlirbc_string *);
	mlirbc__out_put(&r->job, &r->names, &to, sizeof to);
	return r->job.status == MLIRBC_OK && mlirbc__number_add(&r->job, which, from, number);
}

static const struct mlirbc_string *new_name(
	const struct mlirbc__rename *r, const struct mlirbc__numbers *which, const struct mlirbc_string *name)
{
	const struct mlirbc__number *found = mlirbc__number_find(which, name);
	return found ? ((const struct mlirbc_string *const *)r->names.data)[found->number] : name;
}

/* Types, which values have as well, and unknown encodings are not changed. */
static void check_symbol(struct mlirbc__visit *visit, struct mlirbc_string name)
{
	struct mlirbc__rename *r = visit->ctx;
	const struct mlirbc_string *unique = mlirbc_string_get(r->job.context, name.data, name.size);
	if (unique && mlirbc__number_find(&r->symbols, unique))
		mlirbc__job_fail(&r->job, MLIRBC_E_UNSUPPORTED,
			"@%.*s would have to be renamed in a type or in an opaque attribute",
			name.size < 100 ? (int)name.size : 100, name.data);
}

/* Checks an attribute (or NULL), and the types of the values that an op (or NULL) defines. */
static const struct mlirbc_attr *check(
	struct mlirbc__rename *r, const struct mlirbc_attr *attr, const struct mlirbc_op *op)
{
	struct mlirbc__visit *visit = &r->check;
	visit->job.context = r->job.context;
	visit->job.module = r->job.module;
	visit->job.diag = r->job.diag;
	visit->symbol = check_symbol;
	visit->ctx = r;
	mlirbc__visit_attr(visit, attr);
	if (op)
		mlirbc__visit_types(visit, op);
	if (visit->job.status != MLIRBC_OK && r->job.status == MLIRBC_OK)
		r->job.status = visit->job.status;
	return attr;
}

static int take_text(void *ctx, const char *text, size_t size)
{
	struct mlirbc__rename *r = ctx;
	mlirbc__out_put(&r->job, &r->text, text, size);
	return r->job.status != MLIRBC_OK;
}

/* In text of any dialect "@name" is a symbol. */
static const struct mlirbc_string *rename_text(struct mlirbc__rename *r, const struct mlirbc_string *text)
{
	const char *at = text->data, *end = at + text->size, *copied = at;
	struct mlirbc__symbol_token token;
	struct mlirbc__writer writer;
	size_t level = 0, matched = 0; /* of the token in its reference; tables of the path that the tokens before it named */
	if (!text->size || !memchr(at, '@', text->size))
		return text;
	r->text.size = 0;
	mlirbc__writer_init(&writer, take_text, r);
	while (mlirbc__next_symbol(&r->job, &at, end, &token)) {
		const struct mlirbc_string *name = mlirbc_string_get(r->job.context, token.name.data, token.name.size);
		const struct mlirbc_string *other = name ? new_name(r, &r->symbols, name) : NULL;
		if (!name)
			mlirbc__job_memory(&r->job);
		level = token.nested ? level + 1 : 0;
		matched = level ? matched : 0;
		if (matched == level && level < r->path_size && name == r->path[level])
			matched++;
		if (level != r->path_size || matched != r->path_size || other == name)
			continue;
		mlirbc__put(&writer, copied, (size_t)(token.begin + 1 - copied));
		mlirbc__put_name(&writer, other);
		copied = token.end;
	}
	if (copied == text->data)
		return text;
	mlirbc__put(&writer, copied, (size_t)(end - copied));
	mlirbc__writer_flush(&writer);
	const struct mlirbc_string *other = mlirbc_string_get(r->job.context, r->text.data, r->text.size);
	if (!other)
		mlirbc__job_memory(&r->job);
	return other;
}

/* These return the array itself if nothing in it changes. */
static const struct mlirbc_named_attr *rename_entries(
	struct mlirbc__rename *r, const struct mlirbc_named_attr *entries, size_t count)
{
	struct mlirbc_named_attr *others = NULL;
	for (size_t i = 0; i < count && r->job.status == MLIRBC_OK; i++) {
		const struct mlirbc_attr *value = entries[i].value ? renamed(r, entries[i].value) : NULL;
		if (value == entries[i].value)
			continue;
		if (!others) {
			others = MLIRBC__NEW_ARRAY(r->job.context, struct mlirbc_named_attr, count);
			if (!others) {
				mlirbc__job_memory(&r->job);
				return entries;
			}
			memcpy(others, entries, count * sizeof *entries);
		}
		others[i].value = value;
	}
	return others ? others : entries;
}

static const struct mlirbc_attr *const *rename_array(struct mlirbc__rename *r, const struct mlirbc_attrs *array)
{
	const struct mlirbc_attr **others = NULL;
	for (size_t i = 0; i < array->count && r->job.status == MLIRBC_OK; i++) {
		const struct mlirbc_attr *value = renamed(r, array->data[i]);
		if (value == array->data[i])
			continue;
		if (!others) {
			others = MLIRBC__NEW_ARRAY(r->job.context, const struct mlirbc_attr *, array->count);
			if (!others) {
				mlirbc__job_memory(&r->job);
				return array->data;
			}
			memcpy(others, array->data, array->count * sizeof *others);
		}
		others[i] = value;
	}
	return others ? others : array->data;
}

bool mlirbc__begins_with(const struct mlirbc_attr *symbol, const struct mlirbc_string *const *path, size_t size)
{
	if (symbol->u.symbol.count < size || (size && symbol->u.symbol.root != path[0]))
		return false;
	for (size_t i = 1; i < size; i++) {
		if (symbol->u.symbol.nested[i - 1] != path[i])
			return false;
	}
	return true;
}

static const struct mlirbc_string *const *rename_nested(struct mlirbc__rename *r, const struct mlirbc_attr *attr)
{
	const size_t at = r->path_size - 1;
	const struct mlirbc_string *const *nested = attr->u.symbol.nested;
	if (!mlirbc__begins_with(attr, r->path, r->path_size) || new_name(r, &r->symbols, nested[at]) == nested[at])
		return nested;
	const struct mlirbc_string **others =
		MLIRBC__NEW_ARRAY(r->job.context, const struct mlirbc_string *, attr->u.symbol.count);
	if (!others) {
		mlirbc__job_memory(&r->job);
		return nested;
	}
	memcpy(others, nested, attr->u.symbol.count * sizeof *others);
	others[at] = new_name(r, &r->symbols, nested[at]);
	return others;
}

static const struct mlirbc_attr *rename_parts(struct mlirbc__rename *r, const struct mlirbc_attr *attr)
{
	struct mlirbc_attr other = mlirbc__attr_load(attr);
	switch (attr->kind) {
	case MLIRBC_ATTR_ARRAY: other.u.array.data = rename_array(r, &attr->u.array); break;
	case MLIRBC_ATTR_SYMBOL:
		if (r->path_size)
			other.u.symbol.nested = rename_nested(r, attr);
		else
			other.u.symbol.root = new_name(r, &r->symbols, attr->u.symbol.root);
		break;
	case MLIRBC_ATTR_DENSE_RESOURCE: other.u.resource = new_name(r, &r->resources, attr->u.resource); break;
	case MLIRBC_ATTR_DICTIONARY:
		other.u.dictionary.data = rename_entries(r, attr->u.dictionary.data, attr->u.dictionary.count);
		break;
	case MLIRBC_ATTR_CODED:
		other.u.coded.fields = rename_entries(r, attr->u.coded.fields, attr->u.coded.count);
		break;
	case MLIRBC_ATTR_DIALECT: other.u.dialect.text = rename_text(r, attr->u.dialect.text); break;
	case MLIRBC_ATTR_DISTINCT:
	case MLIRBC_ATTR_TYPE:
	case MLIRBC_ATTR_BYTES: return check(r, attr, NULL);
	default: return attr;
	}
	if (r->job.status != MLIRBC_OK || memcmp(&other, attr, mlirbc__attr_size(attr->kind)) == 0)
		return attr;
	const struct mlirbc_attr *made = mlirbc_attr_get(r->job.context, &other);
	if (!made)
		mlirbc__job_memory(&r->job);
	return made;
}

static const struct mlirbc_attr *renamed(struct mlirbc__rename *r, const struct mlirbc_attr *attr)
{
	const struct mlirbc__number *found = mlirbc__number_find(&r->done, attr);
	if (found)
		return ((const struct mlirbc_attr *const *)r->made.data)[found->number];
	const struct mlirbc_attr *other = r->job.status == MLIRBC_OK ? rename_parts(r, attr) : NULL;
	if (r->job.status != MLIRBC_OK || !other)
		return attr;
	size_t number = MLIRBC__ITEMS(&r->made, const struct mlirbc_attr *);
	mlirbc__out_put(&r->job, &r->made, &other, sizeof other);
	if (r->job.status == MLIRBC_OK)
		(void)mlirbc__number_add(&r->job, &r->done, attr, number);
	return other;
}

bool mlirbc__rename_op(struct mlirbc__rename *r, struct mlirbc_op *op)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op), *attributes = mlirbc_op_attributes(op);
	const struct mlirbc_attr *new_properties = properties ? renamed(r, properties) : NULL;
	const struct mlirbc_attr *new_attributes = attributes ? renamed(r, attributes) : NULL;
	(void)check(r, NULL, op);
	if (r->job.status != MLIRBC_OK || r->dry)
		return r->job.status == MLIRBC_OK;
	if ((new_properties != properties && !mlirbc_op_set_properties(op, new_properties)) ||
		(new_attributes != attributes && !mlirbc_op_set_attributes(op, new_attributes)))
		return mlirbc__job_memory(&r->job);
	return true;
}

void mlirbc__rename_finish(struct mlirbc__rename *r)
{
	mlirbc__out_finish(&r->job, &r->names);
	mlirbc__out_finish(&r->job, &r->made);
	mlirbc__out_finish(&r->job, &r->text);
	if (r->check.job.context)
		mlirbc__visit_finish(&r->check);
	mlirbc__numbers_finish(&r->job, &r->symbols);
	mlirbc__numbers_finish(&r->job, &r->resources);
	mlirbc__numbers_finish(&r->job, &r->done);
}
