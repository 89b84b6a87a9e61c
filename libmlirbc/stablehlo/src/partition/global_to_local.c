/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc_stablehlo_propagate(), and mlirbc_stablehlo_global_to_local(): a main of local shapes is made beside the global one, and takes its place when it is complete. */
#include "dialect/memory.h"
#include "dialect/options.h"
#include "dialect/sdy_fields.h"
#include "partition/partition.h"

#include <bytecursor/diag.h>
#include <mlirbc/edit.h>
#include <mlirbc/load.h>
#include <mlirbc/stablehlo_passes.h>

/* ---- the state */

static uint32_t replicas_of(const struct mlirbc_module *module)
{
	const struct mlirbc_op *top = module->body->first;
	const struct mlirbc_attr *attr = top ? mlirbc_op_attr(top, "mhlo.num_replicas") : NULL;
	const int64_t count = shlo__sdy_number(attr, 1);
	return count > 0 && count < UINT32_MAX ? (uint32_t)count : 1;
}

static bool start(struct shlo__partition *p)
{
	const struct mlirbc_allocator *allocator = mlirbc_context_allocator(p->context);
	const size_t table = (size_t)p->devices * SHLO__MOST_DIMS * sizeof(uint32_t);
	p->groups = 1;
	p->replicas = replicas_of(p->module);
	shlo__check_init(&p->check, p->context);
	mlirbc_builder_init_module(&p->builder, p->module);
	p->group = shlo__take(allocator, 2 * (size_t)p->devices * sizeof *p->group);
	p->count = shlo__take(allocator, (p->devices + (size_t)1) * sizeof *p->count);
	p->mapping = mlirbc_ir_mapping_create(p->context);
	bool good = p->group && p->count && p->mapping;
	for (size_t i = 0; i < sizeof p->tiles / sizeof *p->tiles; i++)
		good &= (p->tiles[i].at = shlo__take(allocator, table)) != NULL;
	return good || shlo__partition_no_memory(p);
}

static void finish(struct shlo__partition *p)
{
	const struct mlirbc_allocator *allocator = mlirbc_context_allocator(p->context);
	shlo__give(allocator, p->group, 2 * (size_t)p->devices * sizeof *p->group);
	shlo__give(allocator, p->count, (p->devices + (size_t)1) * sizeof *p->count);
	for (size_t i = 0; i < sizeof p->tiles / sizeof *p->tiles; i++)
		shlo__give(allocator, p->tiles[i].at, (size_t)p->devices * SHLO__MOST_DIMS * sizeof(uint32_t));
	shlo__give(allocator, p->entries, p->entry_room * sizeof *p->entries);
	shlo__give(allocator, p->added, p->added_room * sizeof *p->added);
	mlirbc_ir_mapping_destroy(p->mapping);
}

/* ---- arguments and results */

static void describe(const struct shlo__division *division, const struct shlo__sharding *sharding,
	struct mlirbc_stablehlo_division *out)
{
	*out = (struct mlirbc_stablehlo_division){ .rank = sharding->tiles->rank, .parts = division ? division->parts : NULL,
		.at = division ? division->at : NULL };
	if (sharding->terms) {
		out->term = sharding->terms->at;
		out->terms = sharding->terms->parts[0];
		out->reduction = (uint32_t)sharding->reduction - SHLO__UNREDUCED_SUM;
	}
}

/* `types`: of the new arguments, while the block does not exist; afterwards NULL, and the values become versions. */
static bool take_arguments(struct shlo__partition *p, struct mlirbc_op *main, const struct mlirbc_block *from, const struct mlirbc_type **types,
	struct mlirbc_block *block, struct mlirbc_stablehlo_division *out)
{
	for (uint32_t i = 0; i < from->argument_count; i++) {
		const struct mlirbc_value *argument = &from->arguments[i];
		const struct shlo__division *division;
		struct shlo__sharding sharding;
		if (!shlo__sharding_read(p, main, shlo__sharding_of_main(main, "arg_attrs", i), argument->type, NULL, false, &sharding))
			return false;
		if (!shlo__aim(p, main, &sharding, argument->type, NULL, &division))
			return false;
		if (types) {
			if (!(types[i] = shlo__local_type(p, argument->type, division)))
				return false;
			describe(division, &sharding, &out[i]);
			continue;
		}
		mlirbc_value_set_location(&block->arguments[i], mlirbc_value_location(argument));
		if (!shlo__value_set_terms(p, argument, &block->arguments[i], division, &sharding))
			return false;
	}
	return true;
}

static bool make_return(struct shlo__partition *p, struct mlirbc_op *main, struct mlirbc_op *end, struct mlirbc_value **values,
	struct mlirbc_stablehlo_division *out)
{
	for (uint32_t i = 0; i < end->operand_count; i++) {
		const struct mlirbc_value *of = mlirbc_op_operands(end)[i].value;
		const struct shlo__entry *entry = shlo__value_find(p, of);
		const struct mlirbc_attr *asked = p->whole_results ? NULL : shlo__sharding_of_main(main, "res_attrs", i);
		const struct shlo__division *division = NULL;
		struct shlo__sharding sharding;
		if (!shlo__sharding_read(p, end, asked, of->type, NULL, false, &sharding) ||
			(!p->whole_results && !shlo__aim(p, end, &sharding, of->type, entry ? entry->home : NULL, &division)))
			return false;
		describe(division, &sharding, &out[i]);
		values[i] = shlo__value_get_terms(p, end, of, division, &sharding);
		if (!values[i])
			return false;
	}
	const struct mlirbc_op_spec spec = { .unique_name = end->name, .location = mlirbc_op_location(end), .operands = values,
		.operand_count = end->operand_count };
	return mlirbc_op_create(p->context, &spec, p->body) || shlo__partition_no_memory(p);
}

/* ---- the new main */

/* The attributes of all arguments or results, without what they say of global shapes. NULL: a failure. */
static const struct mlirbc_attr *local_attrs(struct shlo__partition *p, const struct mlirbc_attr *old)
{
	if (old->kind != MLIRBC_ATTR_ARRAY)
		return old;
	const size_t count = old->u.array.count;
	const struct mlirbc_attr **made = mlirbc_context_alloc(p->context, (count + 1) * sizeof *made, _Alignof(void *));
	for (size_t i = 0; made && i < count; i++) {
		const struct mlirbc_attr *of = old->u.array.data[i];
		made[i] = of->kind == MLIRBC_ATTR_DICTIONARY ? shlo__sharding_replace(p, of, NULL) : of;
		if (!made[i])
			return NULL;
	}
	return made ? mlirbc_attr_array(p->context, made, count) : NULL;
}

/* The dictionary with this type. NULL: a failure. */
static const struct mlirbc_attr *new_entries(struct shlo__partition *p, const struct mlirbc_attr *old, const struct mlirbc_attr *type)
{
	static const char lists[] = "arg_attrs\0res_attrs\0";
	static const struct mlirbc_string function_type = { "function_type", 13 };
	const size_t count = old->u.dictionary.count;
	struct mlirbc_named_attr *entries = mlirbc_context_alloc(p->context, (count + 1) * sizeof *entries, _Alignof(struct mlirbc_named_attr));
	for (size_t i = 0; entries && i < count; i++) {
		entries[i] = old->u.dictionary.data[i];
		if (shlo__sdy_same(entries[i].name, &function_type))
			entries[i].value = type;
		else if (shlo__is_one_of(entries[i].name, lists) && !(entries[i].value = local_attrs(p, entries[i].value)))
			return NULL;
	}
	return entries ? mlirbc_attr_dictionary(p->context, entries, count) : NULL;
}

/* Sets the attributes of the new main, whose types are known now. */
static bool set_type(struct shlo__partition *p, const struct mlirbc_op *main, struct mlirbc_op *made, const struct mlirbc_type **types,
	size_t inputs)
{
	const struct mlirbc_op *end = p->body->last;
	for (size_t i = 0; i < end->operand_count; i++)
		types[inputs + i] = mlirbc_op_operands(end)[i].value->type;
	const struct mlirbc_type *type = mlirbc_type_function(p->context, types, inputs, types + inputs, end->operand_count);
	const struct mlirbc_attr *attr = type ? mlirbc_attr_type(p->context, type) : NULL;
	const struct mlirbc_attr *properties = mlirbc_op_properties(main), *attributes = mlirbc_op_attributes(main);
	if (attr && properties && properties->kind == MLIRBC_ATTR_DICTIONARY)
		properties = new_entries(p, properties, attr);
	if (attr && attributes)
		attributes = new_entries(p, attributes, attr);
	if (!attr || (!properties && mlirbc_op_properties(main)) || (!attributes && mlirbc_op_attributes(main)) ||
		!mlirbc_op_set_properties(made, properties) || !mlirbc_op_set_attributes(made, attributes))
		return shlo__partition_no_memory(p);
	made->isolated = main->isolated;
	return true;
}

static bool fill_main(struct shlo__partition *p, struct mlirbc_op *main, struct mlirbc_op *made, struct mlirbc_stablehlo_divisions *out)
{
	struct mlirbc_block *from = mlirbc_op_regions(main)[0].first;
	struct mlirbc_op *end = from->last;
	const size_t inputs = from->argument_count, results = end->operand_count, count = inputs + results + 1;
	const struct mlirbc_type **types = mlirbc_context_alloc(p->context, count * sizeof *types, _Alignof(void *));
	struct mlirbc_value **values = mlirbc_context_alloc(p->context, count * sizeof *values, _Alignof(void *));
	struct mlirbc_stablehlo_division *divisions =
		mlirbc_context_alloc(p->context, count * sizeof *divisions, _Alignof(struct mlirbc_stablehlo_division));
	if (!types || !values || !divisions)
		return shlo__partition_no_memory(p);
	if (!take_arguments(p, main, from, types, NULL, divisions) || !shlo__propagate(p, main))
		return false;
	p->body = mlirbc_builder_block(&p->builder, made, 0, types, inputs);
	if (!p->body)
		return shlo__partition_built(p);
	mlirbc_builder_enter(&p->builder, p->body);
	if (!take_arguments(p, main, from, NULL, p->body, divisions) || !shlo__partition_block(p, from) ||
		!make_return(p, main, end, values, divisions + inputs) || !set_type(p, main, made, types, inputs))
		return false;
	if (out) {
		out->arguments = divisions;
		out->argument_count = inputs;
		out->results = divisions + inputs;
		out->result_count = results;
		if (BYTECURSOR_SIZE_LACKS(out, computed_whole))
			return true; /* of an older release */
		out->computed_whole = NULL;
		return shlo__whole_text(p, &out->computed_whole);
	}
	return true;
}

/* Manual computations that a call reaches. */
static bool check_others(struct shlo__partition *p, const struct mlirbc_op *main)
{
	for (struct mlirbc_op *top = mlirbc_module_symbols(p->module)->first; top && p->has_calls; top = top->next) {
		for (struct mlirbc_op *op = NULL; top != main && (op = mlirbc_op_next_pre(top, op)) != NULL;) {
			if (mlirbc_op_is(op, "sdy.manual_computation"))
				return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "it is in a function that main calls");
		}
	}
	return true;
}

static struct mlirbc_op *find_main(struct shlo__partition *p)
{
	static const struct mlirbc_string name = { "main", 4 };
	struct mlirbc_op *main = mlirbc_block_symbol(mlirbc_module_symbols(p->module), &name);
	if (!main || !mlirbc_op_is(main, "func.func") || main->region_count != 1) {
		p->status = BYTECURSOR_DIAG_FAIL(p->diag, MLIRBC_E_UNSUPPORTED, mlirbc_status_name(MLIRBC_E_UNSUPPORTED), MLIRBC_NO_OFFSET,
			"there is no function main");
		return NULL;
	}
	const struct mlirbc_block *body = mlirbc_op_regions(main)[0].first;
	if (!body || body->next || !body->last || !mlirbc_op_is(body->last, "func.return")) {
		(void)shlo__partition_fail(p, main, MLIRBC_E_UNSUPPORTED, "it does not end with a return");
		return NULL;
	}
	return main;
}

static void localise(struct shlo__partition *p, struct mlirbc_stablehlo_divisions *out)
{
	struct mlirbc_op *main = find_main(p);
	if (!main || !start(p))
		return;
	struct mlirbc_op *made = mlirbc_op_create(p->context,
		&(const struct mlirbc_op_spec){ .unique_name = main->name, .location = mlirbc_op_location(main), .region_count = 1 }, NULL);
	if (!made) {
		(void)shlo__partition_no_memory(p);
		return;
	}
	if (!fill_main(p, main, made, out) || !check_others(p, main))
		return;
	/* nothing refers to the old main but by its name */
	if (mlirbc_op_insert_before(made, main) != MLIRBC_OK || mlirbc_op_erase(main) != MLIRBC_OK)
		(void)shlo__partition_fail(p, made, MLIRBC_E_STATE, mlirbc_status_name(MLIRBC_E_STATE));
}

enum mlirbc_status mlirbc_stablehlo_global_to_local(
	struct mlirbc_module *module, uint32_t partitions, struct mlirbc_stablehlo_divisions *out, struct mlirbc_diag *diag)
{
	struct shlo__partition p = { .module = module, .context = module->context, .devices = partitions, .diag = diag };
	if (out && BYTECURSOR_SIZE_LACKS(out, result_count))
		return shlo__size_is_wrong(diag, out->size, "mlirbc_stablehlo_divisions");
	p.whole_results = out && !BYTECURSOR_SIZE_LACKS(out, whole_results) && out->whole_results;
	if (partitions == 0)
		return shlo__bad_argument(diag, "the number of partitions is 0");
	const enum mlirbc_status status = mlirbc_module_load(module, diag);
	if (status != MLIRBC_OK)
		return status;
	localise(&p, out);
	finish(&p);
	return p.status;
}

enum mlirbc_status mlirbc_stablehlo_propagate(struct mlirbc_module *module, struct mlirbc_diag *diag)
{
	struct shlo__partition p = { .module = module, .context = module->context, .diag = diag };
	const enum mlirbc_status status = mlirbc_module_load(module, diag);
	if (status != MLIRBC_OK)
		return status;
	p.devices = mlirbc_stablehlo_partitions(module);
	if (p.devices == 1)
		return MLIRBC_OK;
	struct mlirbc_op *main = find_main(&p);
	if (main && start(&p) && shlo__propagate(&p, main))
		(void)shlo__show(&p, main);
	finish(&p);
	return p.status;
}
