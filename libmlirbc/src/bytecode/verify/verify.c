/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The verifier: bytes and tables, then ops, then the meaning of attributes and types. Each step may rely on the one
 * before. */
#include "bytecode/verify/verify_state.h"

#include "dialects/op_properties.h"

#include <bytecursor/ckd.h>
#include <mlirbc/load.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DEFAULT_DEPTH = 512, LARGEST_DEPTH = 1 << 20 };

/* ---- memory */

void *mlirbc__list_add(struct mlirbc__verify *v, struct mlirbc__list *list, size_t more, size_t size)
{
	size_t count, need, bytes;
	if (ckd_add(&count, list->count, more) || ckd_mul(&need, count, size) || ckd_add(&bytes, need, need / 2)) {
		mlirbc__verify_memory(v);
		return NULL;
	}
	if (need > list->bytes) {
		bytes += 64 * size;
		void *data = mlirbc__arena_take(&v->arena, bytes, _Alignof(max_align_t));
		if (!data) {
			mlirbc__verify_memory(v);
			return NULL;
		}
		if (list->count)
			memcpy(data, list->data, list->count * size);
		mlirbc__list_finish(v, list);
		list->data = data;
		list->bytes = bytes;
	}
	void *added = (char *)list->data + list->count * size;
	memset(added, 0, more * size);
	list->count = count;
	return added;
}

void mlirbc__list_finish(struct mlirbc__verify *v, struct mlirbc__list *list)
{
	if (list->data)
		mlirbc__arena_give(&v->arena, list->data, list->bytes, _Alignof(max_align_t));
	list->data = NULL;
}

/* ---- failing */

bool mlirbc__verify_fail(
	struct mlirbc__verify *v, const char *rule, uint64_t op, size_t offset, const char *format, ...)
{
	struct mlirbc_diag failure = { sizeof failure, MLIRBC_E_CORRUPT, rule, offset, 0, 0, { 0 } };
	va_list arguments;
	int used = 0;
	if (v->status != MLIRBC_OK)
		return false;
	v->status = MLIRBC_E_CORRUPT;
	v->rule = rule;
	if (op != MLIRBC_WALK_NONE)
		used = snprintf(failure.message, sizeof failure.message, "IR section, op %llu: ",
			(unsigned long long)op);
	va_start(arguments, format);
	vsnprintf(failure.message + used, sizeof failure.message - (size_t)used, format, arguments);
	va_end(arguments);
	mlirbc__fail_as(v->diag, &failure);
	return false;
}

bool mlirbc__verify_memory(struct mlirbc__verify *v)
{
	if (v->status == MLIRBC_OK) {
		v->status = v->arena.limited ? MLIRBC_E_LIMIT : MLIRBC_E_NOMEM;
		mlirbc__fail(v->diag, v->status, MLIRBC_NO_OFFSET,
			v->arena.limited ? "the limit of memory is reached" : "out of memory");
	}
	return false;
}

/* ---- names of ops */

/* Text of a string whose index was checked. */
static const char *text(const struct mlirbc__verify *v, uint64_t string, size_t *out_size)
{
	const struct mlirbc__verify_range *range = (const struct mlirbc__verify_range *)v->strings.data + string;
	*out_size = range->size;
	return (const char *)v->data + range->at;
}

static bool is(const char *data, size_t size, const char *other)
{
	return size == strlen(other) && memcmp(data, other, size) == 0;
}

/* Ops with graph regions: values may be used before they are defined. Unknown ops may have such regions. */
static bool is_ordered(const struct mlirbc__verify *v, const struct mlirbc__verify_name *name)
{
	size_t dialect_size, size;
	const char *dialect = text(v, ((const uint64_t *)v->dialects.data)[name->dialect], &dialect_size);
	const char *rest = text(v, name->string, &size);
	bool known = mlirbc__properties_find(dialect, dialect_size, rest, size, MLIRBC__RELEASE_22) ||
		     mlirbc__properties_find(dialect, dialect_size, rest, size, MLIRBC__RELEASE_19);
	bool graph = is(dialect, dialect_size, "builtin") || is(dialect, dialect_size, "irdl") ||
		     is(dialect, dialect_size, "pdl") ||
		     (is(dialect, dialect_size, "ml_program") && is(rest, size, "subgraph"));
	return known && name->registered && !graph;
}

/* Functions and modules, regardless of the flag in the file. */
static bool is_isolated(const struct mlirbc__verify *v, const struct mlirbc__verify_name *name)
{
	static const char *const isolated[][2] = { { "builtin", "module" }, { "func", "func" }, { "llvm", "func" },
		{ "gpu", "func" }, { "gpu", "module" }, { "spirv", "func" }, { "spirv", "module" }, { "emitc", "func" },
		{ "async", "func" }, { "ml_program", "func" }, { "shape", "func" } };
	size_t dialect_size, size;
	const char *dialect = text(v, ((const uint64_t *)v->dialects.data)[name->dialect], &dialect_size);
	const char *rest = text(v, name->string, &size);
	for (size_t i = 0; i < sizeof isolated / sizeof *isolated; i++) {
		if (is(dialect, dialect_size, isolated[i][0]) && is(rest, size, isolated[i][1]))
			return name->registered;
	}
	return false;
}

const struct mlirbc__verify_name *mlirbc__verify_name(struct mlirbc__verify *v, uint64_t index)
{
	struct mlirbc__verify_name *name = (struct mlirbc__verify_name *)v->op_names.data + index;
	if (!name->classified) {
		name->ordered = is_ordered(v, name);
		name->isolated = is_isolated(v, name);
		name->classified = true;
	}
	return name;
}

/* ---- tables */

static bool dialect_field(struct mlirbc__verify *v, const struct mlirbc_walk_item *item)
{
	if (item->part == MLIRBC_WALK_DIALECT && item->field == MLIRBC_WALK_STRING_REF) {
		uint64_t *dialect = MLIRBC__LIST_ADD(v, &v->dialects, uint64_t);
		if (!dialect)
			return false;
		*dialect = item->number;
	} else if (item->field == MLIRBC_WALK_NUMBER) {
		v->announced_names = item->number;
	} else if (item->field == MLIRBC_WALK_DIALECT_REF) {
		v->dialect = item->number;
	} else if (item->field == MLIRBC_WALK_STRING_REF) {
		struct mlirbc__verify_name *name = MLIRBC__LIST_ADD(v, &v->op_names, struct mlirbc__verify_name);
		if (!name)
			return false;
		name->dialect = v->dialect;
		name->string = item->number;
		name->registered = item->flag || v->version < 5;
	}
	return true;
}

static bool table_field(struct mlirbc__verify *v, const struct mlirbc_walk_item *item)
{
	struct mlirbc__verify_range *string;
	switch (item->section) {
	case MLIRBC_WALK_SECTION_STRING:
		if (item->field != MLIRBC_WALK_STRING)
			return true;
		if (!(string = MLIRBC__LIST_ADD(v, &v->strings, struct mlirbc__verify_range)))
			return false;
		*string = (struct mlirbc__verify_range){ item->offset, item->size - 1 };
		return true;
	case MLIRBC_WALK_SECTION_DIALECT: return dialect_field(v, item);
	case MLIRBC_WALK_SECTION_ATTR_TYPE:
		return item->part != MLIRBC_WALK_SECTION || item->field != MLIRBC_WALK_DATA ||
		       mlirbc__verify_fail(v, "entry-tail", MLIRBC_WALK_NONE, item->offset,
			       "AttrType section: %zu bytes after the last entry, expected none", item->size);
	default:
		if (item->field == MLIRBC_WALK_VERSION)
			v->version = (uint32_t)item->number;
		return true;
	}
}

static bool leave_section(struct mlirbc__verify *v, const struct mlirbc_walk_item *item)
{
	if (item->index != MLIRBC_WALK_SECTION_DIALECT || v->version < 4 || v->announced_names == v->op_names.count)
		return true;
	return mlirbc__verify_fail(v, "op-name-count", MLIRBC_WALK_NONE, item->offset,
		"Dialect section: %llu op names declared, but found %zu", (unsigned long long)v->announced_names,
		v->op_names.count);
}

static enum mlirbc_walk_answer visit_tables(void *ctx, const struct mlirbc_walk_item *item)
{
	struct mlirbc__verify *v = ctx;
	bool section = item->part == MLIRBC_WALK_SECTION, ok = true;
	if (item->part == MLIRBC_WALK_ATTR || item->part == MLIRBC_WALK_TYPE)
		return MLIRBC_WALK_GO_ON; /* the walker has checked them */
	if (item->event == MLIRBC_WALK_ENTER && section && item->index == MLIRBC_WALK_SECTION_IR)
		return MLIRBC_WALK_SKIP;
	if (item->event == MLIRBC_WALK_FIELD)
		ok = table_field(v, item);
	else if (item->event == MLIRBC_WALK_LEAVE && section)
		ok = leave_section(v, item);
	return ok ? MLIRBC_WALK_GO_ON : MLIRBC_WALK_STOP;
}

/* ---- meaning */

/* Takes over a failure of the reader. */
static bool note(struct mlirbc__verify *v, struct mlirbc_diag failure)
{
	v->status = failure.status;
	v->rule = v->status == MLIRBC_E_CORRUPT || v->status == MLIRBC_E_TRUNCATED ? "meaning" : NULL;
	if (v->rule)
		failure.rule = v->rule;
	mlirbc__fail_as(v->diag, &failure);
	return false;
}

/* Ops with their attributes; then the attributes and types that no op uses. */
static bool check_entries(
	struct mlirbc__verify *v, struct mlirbc_context *context, const struct mlirbc_load_options *options)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	if (mlirbc_load(context, v->data, v->size, options, &module, &diag) != MLIRBC_OK)
		return note(v, diag);
	bool ok = true;
	for (size_t i = 0; ok && i < mlirbc_file_count(module->file, MLIRBC_TABLE_ATTRIBUTES); i++)
		ok = mlirbc_file_attr(module->file, i) != NULL;
	for (size_t i = 0; ok && i < mlirbc_file_count(module->file, MLIRBC_TABLE_TYPES); i++)
		ok = mlirbc_file_type(module->file, i) != NULL;
	if (!ok)
		(void)mlirbc_file_failure(module->file, &diag); /* not MLIRBC_OK */
	return ok || note(v, diag);
}

static bool check_meaning(struct mlirbc__verify *v, const struct mlirbc_verify_options *options, uint32_t max_depth)
{
	struct mlirbc_context *context = mlirbc_context_create(options ? options->allocator : NULL);
	if (!context)
		return mlirbc__verify_memory(v);
	if (options && options->memory)
		mlirbc_context_limit(context, options->memory);
	const struct mlirbc_load_options load = { .size = sizeof load,
		.max_depth = options && options->max_depth ? max_depth : 0,
		.max_work = MLIRBC__HAS_OPTION(options, max_work) ? options->max_work : 0,
		.producer = MLIRBC__HAS_OPTION(options, producer) ? options->producer : NULL };
	bool ok = check_entries(v, context, &load);
	mlirbc_context_destroy(context);
	return ok;
}

/* ---- */

/* A walk that a rule may stop. */
static bool walk(struct mlirbc__verify *v, const struct mlirbc_walk_options *options, mlirbc_walk_fn visit, void *ctx)
{
	const char *rule;
	enum mlirbc_status status = mlirbc__walk_rule(v->data, v->size, options, visit, ctx, &rule, v->diag);
	if (v->status == MLIRBC_OK && status != MLIRBC_OK) {
		v->status = status;
		v->rule = status == MLIRBC_E_LIMIT ? NULL : rule;
	}
	return v->status == MLIRBC_OK;
}

static bool verify(struct mlirbc__verify *v, const struct mlirbc_verify_options *options, uint32_t max_depth)
{
	struct mlirbc__verify_ir ir = { .v = v };
	struct mlirbc_walk_frame *frames = mlirbc__arena_take(
		&v->arena, ((size_t)max_depth + 1) * sizeof *frames, _Alignof(struct mlirbc_walk_frame));
	const struct mlirbc_walk_options walking = {
		.size = sizeof walking, .frames = frames, .frame_count = (size_t)max_depth + 1
	};
	if (!frames)
		return mlirbc__verify_memory(v);
	bool ok = walk(v, &walking, visit_tables, v) && walk(v, &walking, mlirbc__verify_ir_visit, &ir);
	mlirbc__verify_ir_finish(&ir);
	mlirbc__list_finish(v, &v->strings);
	mlirbc__list_finish(v, &v->dialects);
	mlirbc__list_finish(v, &v->op_names);
	mlirbc__arena_give(
		&v->arena, frames, ((size_t)max_depth + 1) * sizeof *frames, _Alignof(struct mlirbc_walk_frame));
	return ok && check_meaning(v, options, max_depth);
}

enum mlirbc_status mlirbc_verify(const void *data, size_t size, const struct mlirbc_verify_options *options,
	const char **out_rule, struct mlirbc_diag *diag)
{
	struct mlirbc__verify v = { .data = data, .size = size, .diag = diag };
	if (out_rule)
		*out_rule = NULL;
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return mlirbc__size_is_wrong(diag, options->size, "mlirbc_verify_options");
	uint32_t max_depth = options && options->max_depth ? options->max_depth : DEFAULT_DEPTH;
	mlirbc__arena_init(&v.arena, options ? options->allocator : NULL);
	if (options && options->memory)
		v.arena.limit = options->memory;
	(void)verify(&v, options, max_depth < LARGEST_DEPTH ? max_depth : LARGEST_DEPTH);
	mlirbc__arena_finish(&v.arena);
	if (out_rule)
		*out_rule = v.rule;
	return v.status;
}
