/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeps some symbols of a module and removes the others; removes debug information. */
#include "transform/symbol.h"

struct extract {
	struct mlirbc__visit visit;
	struct mlirbc_block *block;
	struct mlirbc__numbers symbols; /* of the block: index in `ops` */
	struct mlirbc__out ops;         /* struct mlirbc_op * of the block */
	struct mlirbc__out pending;     /* struct mlirbc_op *: kept, but their references are not visited yet */
};

/* During this pass, ops to be kept have the number 1. */
static void keep(struct extract *x, struct mlirbc_op *op)
{
	if (op->number)
		return;
	op->number = 1;
	mlirbc__out_put(&x->visit.job, &x->pending, &op, sizeof op);
}

static struct mlirbc_op *find(const struct extract *x, const struct mlirbc_string *name)
{
	const struct mlirbc__number *found = name ? mlirbc__number_find(&x->symbols, name) : NULL;
	return found ? ((struct mlirbc_op **)x->ops.data)[found->number] : NULL;
}

static void keep_symbol(struct mlirbc__visit *visit, struct mlirbc_string name)
{
	struct extract *x = visit->ctx;
	const struct mlirbc_string *unique = mlirbc_string_get(visit->job.context, name.data, name.size);
	struct mlirbc_op *op = find(x, unique);
	if (!unique)
		mlirbc__job_memory(&visit->job);
	else if (op)
		keep(x, op);
}

/* The op of the block that defines a value; NULL: it is defined elsewhere. */
static struct mlirbc_op *op_in_block(const struct extract *x, const struct mlirbc_value *value)
{
	struct mlirbc_op *op = value ? mlirbc_value_op(value) : NULL;
	return op && op->parent == x->block ? op : NULL;
}

static void keep_needed(struct extract *x, struct mlirbc_op *kept)
{
	for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(kept, op)) && x->visit.job.status == MLIRBC_OK;) {
		if (mlirbc__is_in_nested_table(kept, op))
			continue;
		mlirbc__visit_op(&x->visit, op);
		for (uint32_t i = 0; i < op->operand_count; i++) {
			struct mlirbc_op *maker = op_in_block(x, mlirbc_op_operands(op)[i].value);
			if (maker)
				keep(x, maker);
		}
	}
}

static void index_block(struct extract *x)
{
	struct mlirbc__job *job = &x->visit.job;
	for (struct mlirbc_op *op = x->block->first; op && job->status == MLIRBC_OK; op = op->next) {
		const struct mlirbc_string *name = mlirbc__symbol_name(job, op);
		size_t number = MLIRBC__ITEMS(&x->ops, struct mlirbc_op *);
		op->number = 0;
		mlirbc__out_put(job, &x->ops, &op, sizeof op);
		if (name)
			(void)mlirbc__number_add(job, &x->symbols, name, number);
	}
}

static void keep_named(struct extract *x, const struct mlirbc_string *names, size_t count)
{
	struct mlirbc__job *job = &x->visit.job;
	for (size_t i = 0; i < count && job->status == MLIRBC_OK; i++) {
		struct mlirbc_op *op = find(x, mlirbc_string_get(job->context, names[i].data, names[i].size));
		if (op)
			keep(x, op);
		else
			mlirbc__job_fail(job, MLIRBC_E_NOT_FOUND, "no symbol @%.*s",
				names[i].size < 160 ? (int)names[i].size : 160, names[i].data);
	}
	while (x->pending.size && job->status == MLIRBC_OK) {
		x->pending.size -= sizeof(struct mlirbc_op *);
		struct mlirbc_op *op;
		memcpy(&op, (const uint8_t *)x->pending.data + x->pending.size, sizeof op);
		keep_needed(x, op);
	}
}

enum mlirbc_status mlirbc_extract(
	struct mlirbc_module *module, const struct mlirbc_string *names, size_t count, struct mlirbc_diag *diag)
{
	struct extract x = { .visit = { .job = { .context = module->context, .module = module, .diag = diag },
				     .symbol = keep_symbol } };
	struct mlirbc__job *job = &x.visit.job;
	enum mlirbc_status status = mlirbc_module_load(module, diag);
	if (status == MLIRBC_OK)
		status = mlirbc__check_nesting(module->context, diag);
	if (status != MLIRBC_OK)
		return status;
	x.visit.ctx = &x;
	x.block = mlirbc_module_symbols(module);
	index_block(&x);
	keep_named(&x, names, count);
	for (size_t i = 0; job->status == MLIRBC_OK && i < MLIRBC__ITEMS(&x.ops, struct mlirbc_op *); i++) {
		struct mlirbc_op *op = ((struct mlirbc_op **)x.ops.data)[i];
		if (!op->number)
			mlirbc__op_drop(op);
	}
	mlirbc__out_finish(job, &x.ops);
	mlirbc__out_finish(job, &x.pending);
	mlirbc__numbers_finish(job, &x.symbols);
	mlirbc__visit_finish(&x.visit);
	return job->status;
}

/* ---- debug information */

static bool is_debug_info(const struct mlirbc_attr *attr)
{
	if (attr->kind == MLIRBC_ATTR_CODED)
		return mlirbc__string_is(attr->u.coded.dialect, "llvm", 4) &&
		       mlirbc__string_starts_with(attr->u.coded.mnemonic, "di_");
	return attr->kind == MLIRBC_ATTR_DIALECT && mlirbc__string_is(attr->u.dialect.dialect, "llvm", 4) &&
	       mlirbc__string_starts_with(attr->u.dialect.text, "di_");
}

static bool is_debug_property(const struct mlirbc_named_attr *entry)
{
	return mlirbc__string_is(entry->name, "dbg_exprs", 9) || mlirbc__string_is(entry->name, "dbg_expr", 8);
}

/* `dictionary` without debug information; `dictionary` itself if there is none. NULL: memory is short. */
static const struct mlirbc_attr *without(
	struct mlirbc_context *context, const struct mlirbc_attr *dictionary, bool properties, uint64_t *count)
{
	size_t kept = 0, all = dictionary->u.dictionary.count;
	struct mlirbc_named_attr *entries = MLIRBC__NEW_ARRAY(context, struct mlirbc_named_attr, all + 1);
	for (size_t i = 0; entries && i < all; i++) {
		const struct mlirbc_named_attr *entry = &dictionary->u.dictionary.data[i];
		if (!(properties ? is_debug_property(entry) : is_debug_info(entry->value)))
			entries[kept++] = *entry;
	}
	*count += all - kept;
	return !entries ? NULL : kept == all ? dictionary : mlirbc_attr_dictionary(context, entries, kept);
}

static bool has_debug_info(const struct mlirbc_attr *dictionary, bool properties)
{
	bool found = false;
	for (size_t i = 0;
		dictionary && dictionary->kind == MLIRBC_ATTR_DICTIONARY && i < dictionary->u.dictionary.count; i++) {
		const struct mlirbc_named_attr *entry = &dictionary->u.dictionary.data[i];
		found |= properties ? is_debug_property(entry) : is_debug_info(entry->value);
	}
	return found;
}

static bool strip_op(struct mlirbc_context *context, struct mlirbc_op *op, uint64_t *count)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op), *others = mlirbc_op_attributes(op);
	if (mlirbc_op_is(op, "llvm.mlir.global") && has_debug_info(properties, true)) {
		properties = without(context, properties, true, count);
		if (!properties || !mlirbc_op_set_properties(op, properties))
			return false;
	}
	if (has_debug_info(others, false)) {
		others = without(context, others, false, count);
		return others && mlirbc_op_set_attributes(op, others);
	}
	return true;
}

enum mlirbc_status mlirbc_strip_debug_info(struct mlirbc_module *module, uint64_t *out_count, struct mlirbc_diag *diag)
{
	uint64_t count = 0;
	bool ok = true;
	enum mlirbc_status status = mlirbc_module_load(module, diag);
	if (status == MLIRBC_OK)
		status = mlirbc__check_nesting(module->context, diag);
	if (status != MLIRBC_OK)
		return status;
	for (struct mlirbc_op *root = module->body->first; root && ok; root = root->next) {
		for (struct mlirbc_op *op = mlirbc_op_next_pre(root, NULL), *next; op && ok; op = next) {
			next = mlirbc_op_next_pre(root, op); /* dbg ops have no regions: `next` is not inside one */
			bool drop = op != root && mlirbc__string_starts_with(op->name, "llvm.intr.dbg.") &&
				    op->region_count == 0 && op->result_count == 0;
			count += drop;
			if (drop)
				mlirbc__op_drop(op);
			else
				ok = strip_op(module->context, op, &count);
		}
	}
	if (out_count)
		*out_count = count;
	if (ok)
		return MLIRBC_OK;
	status = mlirbc__memory_status(module->context);
	return mlirbc__fail(diag, status, MLIRBC_NO_OFFSET, "out of memory");
}
