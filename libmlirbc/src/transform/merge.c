/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Merges two modules: first finds all conflicts, then renames, then moves. */
#include "transform/symbol.h"

#include <stdio.h>

enum { INTO, FROM };

struct merge {
	struct mlirbc__job job;
	struct mlirbc__out scratch;
	struct mlirbc_module *modules[2];
	struct mlirbc_block *blocks[2];
	struct mlirbc__numbers symbols[2];   /* names: index in `ops` */
	struct mlirbc__out ops[2];           /* struct mlirbc_op * of the blocks */
	struct mlirbc__numbers resources[2]; /* keys of dialect resources: index in `all`; new keys are added to the
	                                        second */
	struct mlirbc__out all[2];           /* struct mlirbc_resource * */
	struct mlirbc__rename renames[2];
	struct mlirbc__rename nested[2]; /* the same for ops in nested symbol tables: resources only */
	struct mlirbc__out dropped; /* struct mlirbc_op *: declarations */
	struct mlirbc__out gone;    /* struct mlirbc_resource *: in both modules */
	bool rename_private;
	char conflicts[180];
	size_t conflict_count;
};

static void add_conflict(struct merge *m, const char *mark, const struct mlirbc_string *name)
{
	size_t used = strlen(m->conflicts), room = sizeof m->conflicts - used;
	if (m->conflict_count++ && room > 3)
		used += (size_t)snprintf(m->conflicts + used, room, ", ");
	room = sizeof m->conflicts - used;
	if (name->size + 8 < room)
		snprintf(m->conflicts + used, room, "%s%.*s", mark, (int)name->size, name->data);
	else if (room > 4)
		snprintf(m->conflicts + used, room, "...");
}

/* ---- names */

/* A name derived from `name` that neither module has; reserves it. */
static const struct mlirbc_string *new_name(
	struct merge *m, struct mlirbc__numbers used[2], const struct mlirbc_string *name)
{
	char number[24];
	for (uint64_t i = 0; m->job.status == MLIRBC_OK; i++) {
		int digits = snprintf(number, sizeof number, "_%llu", (unsigned long long)i);
		m->scratch.size = 0;
		mlirbc__out_put(&m->job, &m->scratch, name->data, name->size);
		mlirbc__out_put(&m->job, &m->scratch, number, (size_t)digits);
		const struct mlirbc_string *made = mlirbc_string_get(m->job.context, m->scratch.data, m->scratch.size);
		if (!made)
			mlirbc__job_memory(&m->job);
		else if (!mlirbc__number_find(&used[INTO], made) && !mlirbc__number_find(&used[FROM], made))
			return mlirbc__number_add(&m->job, &used[FROM], made, UINT32_MAX) ? made : NULL;
	}
	return NULL;
}

static struct mlirbc_op *op_at(const struct merge *m, int which, uint32_t number)
{
	return number == UINT32_MAX ? NULL : ((struct mlirbc_op **)m->ops[which].data)[number];
}

static bool is_declaration(const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->region_count; i++) {
		if (mlirbc_op_regions(op)[i].block_count)
			return false;
	}
	return op->region_count != 0;
}

/* False also after a failure. */
static bool is_same_attr(struct merge *m, const struct mlirbc_attr *a, const struct mlirbc_attr *b)
{
	const struct mlirbc_attr *x = mlirbc_attr_unique(m->job.context, a), *y = mlirbc_attr_unique(m->job.context, b);
	if (!x || !y)
		return mlirbc__job_memory(&m->job);
	return x == y;
}

static bool is_same_function(struct merge *m, const struct mlirbc_op *a, const struct mlirbc_op *b)
{
	const struct mlirbc_attr *x = mlirbc_op_attr(a, "function_type"), *y = mlirbc_op_attr(b, "function_type");
	return a->name == b->name && x && y && is_same_attr(m, x, y);
}

static void add_rename(struct merge *m, struct mlirbc__rename *r, struct mlirbc__numbers *names, const struct mlirbc_string *name,
	const struct mlirbc_string *other)
{
	if (!mlirbc__rename_add(r, names, name, other))
		m->job.status = r->job.status;
}

static void rename_symbol(struct merge *m, int which, const struct mlirbc_string *name)
{
	const struct mlirbc_string *other = new_name(m, m->symbols, name);
	if (other)
		add_rename(m, &m->renames[which], &m->renames[which].symbols, name, other);
}

static void resolve(struct merge *m, const struct mlirbc_string *name, struct mlirbc_op *into, struct mlirbc_op *from)
{
	bool same = is_same_function(m, into, from);
	if (same && is_declaration(from))
		mlirbc__out_put(&m->job, &m->dropped, &from, sizeof from);
	else if (same && is_declaration(into))
		mlirbc__out_put(&m->job, &m->dropped, &into, sizeof into);
	else if (m->rename_private && mlirbc_op_is_private(from))
		rename_symbol(m, FROM, name);
	else if (m->rename_private && mlirbc_op_is_private(into))
		rename_symbol(m, INTO, name);
	else
		add_conflict(m, "@", name);
}

static void find_symbols(struct merge *m, int which)
{
	for (struct mlirbc_op *op = m->blocks[which]->first; op && m->job.status == MLIRBC_OK; op = op->next) {
		const struct mlirbc_string *name = mlirbc__symbol_name(&m->job, op);
		size_t number = MLIRBC__ITEMS(&m->ops[which], struct mlirbc_op *);
		mlirbc__out_put(&m->job, &m->ops[which], &op, sizeof op);
		if (name)
			(void)mlirbc__number_add(&m->job, &m->symbols[which], name, number);
	}
}

static void resolve_symbols(struct merge *m)
{
	size_t count = MLIRBC__ITEMS(&m->ops[FROM], struct mlirbc_op *);
	for (size_t i = 0; i < count && m->job.status == MLIRBC_OK; i++) {
		struct mlirbc_op *op = op_at(m, FROM, (uint32_t)i);
		const struct mlirbc_string *name = mlirbc__symbol_name(&m->job, op);
		const struct mlirbc__number *found = name ? mlirbc__number_find(&m->symbols[INTO], name) : NULL;
		struct mlirbc_op *other = found ? op_at(m, INTO, found->number) : NULL;
		if (other)
			resolve(m, name, other, op);
	}
}

/* ---- resources */

static bool same_data(const struct mlirbc_resource *a, const struct mlirbc_resource *b)
{
	if (a->kind != b->kind || a->group != b->group)
		return false;
	if (a->kind == MLIRBC_RESOURCE_BOOL)
		return a->value == b->value;
	return a->kind == MLIRBC_RESOURCE_NONE ||
	       (a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0));
}

static void find_resources(struct merge *m, int which)
{
	for (struct mlirbc_resource *r = m->modules[which]->resources; r && m->job.status == MLIRBC_OK; r = r->next) {
		size_t number = MLIRBC__ITEMS(&m->all[which], struct mlirbc_resource *);
		mlirbc__out_put(&m->job, &m->all[which], &r, sizeof r);
		if (!r->external)
			(void)mlirbc__number_add(&m->job, &m->resources[which], r->key, number);
	}
}

static const struct mlirbc_resource *same_external(const struct merge *m, const struct mlirbc_resource *r)
{
	const struct mlirbc_resource *other = m->modules[INTO]->resources;
	while (other && !(other->external && other->group == r->group && other->key == r->key))
		other = other->next;
	return other;
}

static void resolve_resources(struct merge *m)
{
	for (struct mlirbc_resource *r = m->modules[FROM]->resources; r && m->job.status == MLIRBC_OK; r = r->next) {
		const struct mlirbc__number *found = mlirbc__number_find(&m->resources[INTO], r->key);
		const struct mlirbc_resource *other = r->external ? same_external(m, r)
						      : found     ? ((struct mlirbc_resource *const *)m->all[INTO]
                                                                                .data)[found->number]
								  : NULL;
		if (!other)
			continue;
		if (same_data(other, r)) {
			mlirbc__out_put(&m->job, &m->gone, &r, sizeof r);
		} else if (r->external) {
			add_conflict(m, "resource ", r->key);
		} else {
			const struct mlirbc_string *key = new_name(m, m->resources, r->key);
			if (key) {
				add_rename(m, &m->renames[FROM], &m->renames[FROM].resources, r->key, key);
				add_rename(m, &m->nested[FROM], &m->nested[FROM].resources, r->key, key);
			}
		}
	}
}

static void move_resources(struct merge *m)
{
	size_t next = 0, count = MLIRBC__ITEMS(&m->gone, struct mlirbc_resource *);
	for (struct mlirbc_resource *r = m->modules[FROM]->resources; r && m->job.status == MLIRBC_OK; r = r->next) {
		if (next < count && ((struct mlirbc_resource **)m->gone.data)[next] == r) {
			next++;
			continue;
		}
		struct mlirbc_resource moved = *r;
		const struct mlirbc__rename *renames = &m->renames[FROM];
		const struct mlirbc__number *found = r->external ? NULL
								 : mlirbc__number_find(&renames->resources, r->key);
		moved.next = NULL;
		if (found)
			moved.key = ((const struct mlirbc_string **)renames->names.data)[found->number];
		if (!mlirbc_resource_add(m->modules[INTO], &moved))
			mlirbc__job_memory(&m->job);
	}
	m->modules[FROM]->resources = m->modules[FROM]->last_resource = NULL;
}

/* ---- attributes of the modules themselves */

static struct mlirbc_op *module_op(const struct merge *m, int which)
{
	return m->blocks[which]->parent ? m->blocks[which]->parent->parent : NULL;
}

/* A dialect's encoded attribute refers to the tables of its file by index. */
static void add_attribute_conflict(
	struct merge *m, const struct mlirbc_named_attr *a, const struct mlirbc_named_attr *b)
{
	if (a->value->kind == MLIRBC_ATTR_BYTES || b->value->kind == MLIRBC_ATTR_BYTES)
		mlirbc__job_fail(&m->job, MLIRBC_E_UNSUPPORTED,
			"both modules have the attribute %.*s in an unknown encoding, so the values cannot be "
			"compared",
			a->name->size < 100 ? (int)a->name->size : 100, a->name->data);
	else
		add_conflict(m, "attribute ", a->name);
}

/* The merged dictionary; NULL after a failure, or when it is empty. */
static const struct mlirbc_attr *join(
	struct merge *m, const struct mlirbc_attr *a, const struct mlirbc_attr *b, bool told)
{
	size_t count = 0, b_count = b && b->kind == MLIRBC_ATTR_DICTIONARY ? b->u.dictionary.count : 0;
	size_t a_count = a && a->kind == MLIRBC_ATTR_DICTIONARY ? a->u.dictionary.count : 0;
	struct mlirbc_named_attr *entries = MLIRBC__NEW_ARRAY(
		m->job.context, struct mlirbc_named_attr, a_count + b_count + 1);
	if (!entries) {
		mlirbc__job_memory(&m->job);
		return NULL;
	}
	for (size_t i = 0; i < a_count; i++)
		entries[count++] = a->u.dictionary.data[i];
	for (size_t i = 0; i < b_count; i++) {
		const struct mlirbc_named_attr *entry = &b->u.dictionary.data[i];
		size_t at = 0;
		while (at < a_count && entries[at].name != entry->name)
			at++;
		if (at == a_count)
			entries[count++] = *entry;
		else if (!told && !mlirbc__string_is(entry->name, "sym_name", 8) &&
			 !is_same_attr(m, entries[at].value, entry->value) && m->job.status == MLIRBC_OK)
			add_attribute_conflict(m, &entries[at], entry);
	}
	const struct mlirbc_attr *joined = count ? mlirbc_attr_dictionary(m->job.context, entries, count) : NULL;
	if (count && !joined)
		mlirbc__job_memory(&m->job);
	return joined;
}

static void resolve_attributes(struct merge *m)
{
	const struct mlirbc_op *into = module_op(m, INTO), *from = module_op(m, FROM);
	if (into && from) {
		(void)join(m, mlirbc_op_attributes(into), mlirbc_op_attributes(from), false);
		(void)join(m, mlirbc_op_properties(into), mlirbc_op_properties(from), false);
	}
}

static void join_attributes(struct merge *m)
{
	struct mlirbc_op *into = module_op(m, INTO), *from = module_op(m, FROM);
	if (!into || !from || (!mlirbc_op_attributes(from) && !mlirbc_op_properties(from)))
		return;
	const struct mlirbc_attr *attributes = join(m, mlirbc_op_attributes(into), mlirbc_op_attributes(from), true);
	const struct mlirbc_attr *properties = join(m, mlirbc_op_properties(into), mlirbc_op_properties(from), true);
	if (m->job.status == MLIRBC_OK &&
		!(mlirbc_op_set_attributes(into, attributes) && mlirbc_op_set_properties(into, properties)))
		mlirbc__job_memory(&m->job);
}

/* ---- renaming, moving */

/* The symbol's own name, which is a string. */
static bool set_name(struct merge *m, struct mlirbc_op *op, const struct mlirbc_string *name)
{
	const struct mlirbc_attr *value = mlirbc_attr_string(m->job.context, name->data, name->size);
	bool inherent = mlirbc_dictionary_find(mlirbc_op_properties(op), "sym_name") != NULL;
	const struct mlirbc_attr *dictionary = inherent ? mlirbc_op_properties(op) : mlirbc_op_attributes(op);
	size_t count = dictionary ? dictionary->u.dictionary.count : 0;
	struct mlirbc_named_attr *entries = MLIRBC__NEW_ARRAY(m->job.context, struct mlirbc_named_attr, count + 1);
	for (size_t i = 0; value && entries && i < count; i++) {
		entries[i] = dictionary->u.dictionary.data[i];
		if (mlirbc__string_is(entries[i].name, "sym_name", 8))
			entries[i].value = value;
	}
	dictionary = value && entries ? mlirbc_attr_dictionary(m->job.context, entries, count) : NULL;
	if (!dictionary ||
		!(inherent ? mlirbc_op_set_properties(op, dictionary) : mlirbc_op_set_attributes(op, dictionary)))
		return mlirbc__job_memory(&m->job);
	return true;
}

/* A symbol inside an op that is not a module may hide the renamed one; this is not analyzed. */
static bool rename_inside(struct merge *m, int which, struct mlirbc_op *top)
{
	struct mlirbc__rename *r = &m->renames[which], *nested = &m->nested[which];
	for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(top, op)) != NULL;) {
		if (mlirbc__is_in_nested_table(top, op)) {
			if (nested->names.size && !mlirbc__rename_op(nested, op)) {
				m->job.status = nested->job.status;
				return false;
			}
			continue;
		}
		const struct mlirbc_string *name = mlirbc__symbol_name(&m->job, op);
		const struct mlirbc__number *found = name ? mlirbc__number_find(&r->symbols, name) : NULL;
		if (found && op != top)
			return mlirbc__job_fail(&m->job, MLIRBC_E_UNSUPPORTED,
				"@%.*s would have to be renamed, but a nested symbol has the same name",
				name->size < 100 ? (int)name->size : 100, name->data);
		if (found && !set_name(m, op, ((const struct mlirbc_string **)r->names.data)[found->number]))
			return false;
		if (!mlirbc__rename_op(r, op))
			m->job.status = r->job.status;
		if (m->job.status != MLIRBC_OK)
			return false;
	}
	return true;
}

static void rename_all(struct merge *m)
{
	for (int which = 0; which < 2; which++) {
		struct mlirbc__rename *r = &m->renames[which];
		for (struct mlirbc_op *op = m->blocks[which]->first; op && r->names.size; op = op->next) {
			if (!rename_inside(m, which, op))
				return;
		}
	}
}

static void move_ops(struct merge *m)
{
	for (size_t i = 0; i < MLIRBC__ITEMS(&m->dropped, struct mlirbc_op *); i++)
		mlirbc__op_drop(((struct mlirbc_op **)m->dropped.data)[i]);
	for (struct mlirbc_op *op = m->blocks[FROM]->first, *next; op; op = next) {
		next = op->next;
		mlirbc_op_remove(op);
		mlirbc_op_append(op, m->blocks[INTO]);
	}
}

static void merge(struct merge *m)
{
	for (int which = 0; which < 2; which++) {
		m->blocks[which] = mlirbc_module_symbols(m->modules[which]);
		find_symbols(m, which);
		find_resources(m, which);
	}
	resolve_symbols(m);
	resolve_resources(m);
	resolve_attributes(m);
	if (m->conflict_count)
		mlirbc__job_fail(&m->job, MLIRBC_E_ARG, "both modules have: %s", m->conflicts);
	if (m->job.status == MLIRBC_OK)
		rename_all(m);
	if (m->job.status == MLIRBC_OK)
		join_attributes(m);
	if (m->job.status == MLIRBC_OK)
		move_resources(m);
	if (m->job.status == MLIRBC_OK)
		move_ops(m);
}

static void finish(struct merge *m)
{
	struct mlirbc__out *outs[] = { &m->ops[0], &m->ops[1], &m->all[0], &m->all[1], &m->dropped, &m->gone };
	struct mlirbc__numbers *numbers[] = { &m->symbols[0], &m->symbols[1], &m->resources[0], &m->resources[1] };
	for (size_t i = 0; i < sizeof outs / sizeof *outs; i++)
		mlirbc__out_finish(&m->job, outs[i]);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		mlirbc__numbers_finish(&m->job, numbers[i]);
	for (int which = 0; which < 2; which++) {
		mlirbc__rename_finish(&m->renames[which]);
		mlirbc__rename_finish(&m->nested[which]);
	}
	mlirbc__out_finish(&m->job, &m->scratch);
}

enum mlirbc_status mlirbc_merge(struct mlirbc_module *into, struct mlirbc_module *from,
	const struct mlirbc_merge_options *options, struct mlirbc_diag *diag)
{
	struct merge m = { .job = { .context = into->context, .module = into, .diag = diag },
		.modules = { into, from },
		.rename_private = MLIRBC__HAS_OPTION(options, rename_private) && options->rename_private };
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return mlirbc__size_is_wrong(diag, options->size, "mlirbc_merge_options");
	if (into->context != from->context || into == from)
		return mlirbc__fail(diag, MLIRBC_E_ARG, MLIRBC_NO_OFFSET, "expected two modules of one context");
	enum mlirbc_status status = mlirbc_module_load(into, diag);
	if (status == MLIRBC_OK)
		status = mlirbc_module_load(from, diag);
	if (status == MLIRBC_OK)
		status = mlirbc__check_nesting(into->context, diag);
	if (status != MLIRBC_OK)
		return status;
	for (int which = 0; which < 2; which++)
		m.renames[which].job = m.nested[which].job = (struct mlirbc__job){
			.context = into->context, .module = m.modules[which], .diag = diag
		};
	merge(&m);
	finish(&m);
	return m.job.status;
}
