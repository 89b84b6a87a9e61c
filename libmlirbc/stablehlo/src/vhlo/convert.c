/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Conversion of a module in either direction. All operations are made anew, in pre-order, in a block of their own, and get
 * their operands at the end; the module gets them when everything has succeeded. So a failure changes nothing.
 *
 * Use lists get the order that the original conversion leaves, since bytecode stores orders that differ from a reader's. It
 * makes all operations of the newest version in pre-order; each puts its uses in front of the lists of its operands. Then it
 * makes new operations for those that the target has in an older form, in pre-order. At the end it moves the uses of the
 * old results to the new ones, front to back, each to the front. */
#include "dialect/options.h"
#include "vhlo/location.h"
#include "vhlo/props.h"

#include <mlirbc/load.h>
#include <mlirbc/rewrite.h>
#include <stddef.h>
#include <string.h>

/* A value of the old module, found by its number, and its replacement. */
struct slot {
	const struct mlirbc_value *old;
	struct mlirbc_value *now;  /* NULL: not made yet */
	struct mlirbc_value *cast; /* to the other type; NULL: none yet */
};

/* An operation and the one made from it. */
struct pair {
	const struct mlirbc_op *from;
	struct mlirbc_op *made; /* NULL: a cast that is not needed any more */
	bool foreign;           /* its operands keep their types */
	bool replaced;          /* the original makes it in a newer form first */
};

struct conversion {
	struct shlo__job *job;
	struct slot *slots;
	size_t slot_count;
	struct pair *pairs; /* in pre-order */
	size_t pair_count;
	struct mlirbc_block *top;              /* of the new operations, until the end */
	const struct mlirbc_block *last_block; /* and its replacement: most operations follow one in the same block */
	struct mlirbc_block *last_made;
	const struct mlirbc_type **types; /* of the results or arguments being made */
	const struct mlirbc_attr **locations;
	bool found;    /* an operation that changes */
	bool replaces; /* there is a pair with `replaced` */
};

static void *take(struct conversion *c, size_t count, size_t size)
{
	void *p = count <= SIZE_MAX / size
			  ? mlirbc_context_alloc(c->job->context, (count ? count : 1) * size, _Alignof(max_align_t))
			  : NULL;
	if (!p)
		shlo__job_memory(c->job);
	return p;
}

/* ---- numbers of the old values */

static void number_value(struct conversion *c, struct mlirbc_value *value)
{
	if (c->slots)
		c->slots[c->slot_count] = (struct slot){ value, NULL, NULL };
	value->number = (uint32_t)c->slot_count++;
}

static void number_op(struct conversion *c, struct mlirbc_op *op, size_t *most)
{
	size_t widest = op->result_count;
	for (uint32_t i = 0; i < op->result_count; i++)
		number_value(c, &mlirbc_op_results(op)[i]);
	for (uint32_t i = 0; i < op->region_count; i++) {
		for (struct mlirbc_block *block = mlirbc_op_regions(op)[i].first; block; block = block->next) {
			for (uint32_t k = 0; k < block->argument_count; k++)
				number_value(c, &block->arguments[k]);
			widest = block->argument_count > widest ? block->argument_count : widest;
		}
	}
	*most = widest > *most ? widest : *most;
	c->pair_count++;
}

/* Called twice: to count, then to fill the slots. */
static size_t number_all(struct conversion *c)
{
	size_t most = 1;
	c->slot_count = c->pair_count = 0;
	for (struct mlirbc_op *root = c->job->module->body->first; root; root = root->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;)
			number_op(c, op, &most);
	}
	return most;
}

static bool prepare(struct conversion *c)
{
	size_t most = number_all(c), count = c->slot_count;
	if (count >= UINT32_MAX)
		return shlo__job_fail(c->job, MLIRBC_E_LIMIT, "more than 2^32 values");
	c->types = take(c, most, sizeof *c->types);
	c->locations = take(c, most, sizeof *c->locations);
	c->slots = take(c, count, sizeof *c->slots);
	c->pairs = take(c, c->pair_count, sizeof *c->pairs);
	if (!c->types || !c->locations || !c->slots || !c->pairs)
		return false;
	(void)number_all(c);
	c->pair_count = 0;
	c->top = mlirbc_block_create(c->job->context, NULL, NULL, NULL, 0);
	return c->top || shlo__job_memory(c->job);
}

static struct slot *slot_of(struct conversion *c, const struct mlirbc_value *value)
{
	if (!value) {
		shlo__job_fail(c->job, MLIRBC_E_CORRUPT, "an operand is not set");
		return NULL;
	}
	if (value->number >= c->slot_count || c->slots[value->number].old != value) {
		shlo__job_fail(c->job, MLIRBC_E_CORRUPT, "an operand is a value of another module");
		return NULL;
	}
	return &c->slots[value->number];
}

/* ---- operands. Operations of other dialects keep their types, and casts are between them and VHLO. */

static bool keeps_types(const struct shlo__job *job, const struct shlo__op_role *role)
{
	return job->to_vhlo && (role->role == SHLO__FOREIGN || role->role == SHLO__CAST);
}

static struct mlirbc_value *make_cast(struct conversion *c, struct mlirbc_value *value, const struct mlirbc_type *type)
{
	struct mlirbc_op *owner = mlirbc_value_op(value);
	const struct mlirbc_op_spec spec = { .name = "builtin.unrealized_conversion_cast",
		.name_size = sizeof "builtin.unrealized_conversion_cast" - 1,
		.location = owner ? mlirbc_op_location(owner) : mlirbc_value_location(value),
		.result_types = &type,
		.operands = &value,
		.result_count = 1,
		.operand_count = 1 };
	struct mlirbc_op *cast = mlirbc_op_create(c->job->context, &spec, NULL);
	enum mlirbc_status status = MLIRBC_E_NOMEM;
	if (cast)
		status = owner ? mlirbc_op_insert_after(cast, owner)
			       : mlirbc_op_insert_at_start(cast, mlirbc_value_block(value));
	if (status == MLIRBC_OK)
		return mlirbc_op_results(cast);
	shlo__job_memory(c->job);
	return NULL;
}

/* The replacement with the type that the user expects. */
static struct mlirbc_value *value_for(struct conversion *c, struct slot *slot, bool foreign)
{
	if (!c->job->to_vhlo)
		return slot->now;
	const struct mlirbc_type *type = foreign ? slot->old->type : shlo__convert_type(c->job, slot->old->type);
	if (!type)
		return NULL;
	if (slot->now->type == type)
		return slot->now;
	if (!slot->cast)
		slot->cast = make_cast(c, slot->now, type);
	return slot->cast;
}

static bool set_operand(struct conversion *c, const struct pair *pair, uint32_t index)
{
	struct slot *slot = slot_of(c, mlirbc_op_operands(pair->from)[index].value);
	if (!slot)
		return false;
	struct mlirbc_value *value = slot->now ? value_for(c, slot, pair->foreign) : NULL;
	if (!value)
		return shlo__job_fail(c->job, MLIRBC_E_CORRUPT, "an operand is not defined");
	mlirbc_operand_set(&mlirbc_op_operands(pair->made)[index], value);
	return true;
}

/* True for an operand that is the result of a replaced operation. */
static bool is_reversed(const struct conversion *c, const struct pair *pair, uint32_t index)
{
	const struct mlirbc_value *value = mlirbc_op_operands(pair->from)[index].value;
	const struct mlirbc_op *op = value ? mlirbc_value_op(value) : NULL;
	return op && c->replaces && op->number < c->pair_count && c->pairs[op->number].from == op &&
	       c->pairs[op->number].replaced;
}

/* Operands of those pairs that are `replaced` or not, front to back. */
static bool set_operands(struct conversion *c, bool replaced)
{
	for (size_t i = 0; i < c->pair_count; i++) {
		const struct pair *pair = &c->pairs[i];
		c->job->op = pair->from;
		for (uint32_t k = 0; pair->made && pair->replaced == replaced && k < pair->from->operand_count; k++) {
			if (!replaced && is_reversed(c, pair, k))
				continue;
			if (!set_operand(c, pair, k))
				return false;
		}
	}
	return true;
}

static bool set_reversed_operands(struct conversion *c)
{
	for (size_t i = c->pair_count; i-- > 0;) {
		const struct pair *pair = &c->pairs[i];
		c->job->op = pair->from;
		for (uint32_t k = pair->from->operand_count; pair->made && !pair->replaced && k-- > 0;) {
			if (is_reversed(c, pair, k) && !set_operand(c, pair, k))
				return false;
		}
	}
	return true;
}

static bool connect(struct conversion *c)
{
	return set_operands(c, false) && (!c->replaces || (set_operands(c, true) && set_reversed_operands(c)));
}

/* ---- regions */

static bool make_block(struct conversion *c, const struct mlirbc_block *block, struct mlirbc_region *into, bool foreign)
{
	struct shlo__job *job = c->job;
	for (uint32_t i = 0; i < block->argument_count; i++) {
		const struct mlirbc_value *argument = &block->arguments[i];
		c->types[i] = foreign ? argument->type : shlo__convert_type(job, argument->type);
		c->locations[i] = shlo__convert_location(job, mlirbc_value_location(argument));
		if (!c->types[i] || job->status != MLIRBC_OK)
			return false;
	}
	struct mlirbc_block *made = mlirbc_block_create(
		job->context, into, c->types, c->locations, block->argument_count);
	if (!made || !shlo__map_add(&job->done, job->context, block, NULL, made))
		return shlo__job_memory(job);
	for (uint32_t i = 0; i < block->argument_count; i++)
		slot_of(c, &block->arguments[i])->now = &made->arguments[i];
	return true;
}

static bool make_regions(struct conversion *c, const struct mlirbc_op *op, struct mlirbc_op *made, bool foreign)
{
	for (uint32_t i = 0; i < op->region_count; i++) {
		for (const struct mlirbc_block *block = mlirbc_op_regions(op)[i].first; block; block = block->next) {
			if (!make_block(c, block, &mlirbc_op_regions(made)[i], foreign))
				return false;
		}
	}
	return true;
}

static struct mlirbc_block *block_for(struct conversion *c, const struct mlirbc_block *block)
{
	if (block == c->job->module->body)
		return c->top;
	if (block != c->last_block) {
		const struct shlo__map_entry *entry = shlo__map_find(&c->job->done, block, NULL);
		c->last_block = block;
		c->last_made = entry ? (struct mlirbc_block *)(uintptr_t)entry->value : NULL;
	}
	return c->last_made;
}

static bool set_successors(struct conversion *c, const struct mlirbc_op *op, struct mlirbc_op *made)
{
	for (uint32_t i = 0; i < mlirbc_op_successor_count(op); i++) {
		const struct mlirbc_block *block = mlirbc_op_successors(op)[i];
		if (!block || block->parent != op->parent->parent)
			return shlo__job_fail(c->job, MLIRBC_E_CORRUPT, "a successor is not a block of the region");
		mlirbc_op_successors(made)[i] = block_for(c, block);
	}
	return true;
}

/* ---- operations */

/* A cast between a type and its converted form has no use any more. */
static bool is_needless(struct conversion *c, const struct mlirbc_op *op, const struct shlo__op_role *role)
{
	if (role->role != SHLO__CAST || c->job->to_vhlo || op->operand_count != 1 || op->result_count != 1 ||
		op->region_count)
		return false;
	const struct mlirbc_value *value = mlirbc_op_operands(op)[0].value;
	const struct slot *slot = value && value->number < c->slot_count ? &c->slots[value->number] : NULL;
	return slot && slot->old == value && slot->now && slot->now->type == c->types[0];
}

static const struct mlirbc_string *name_for(
	struct conversion *c, const struct mlirbc_op *op, const struct shlo__op_role *role)
{
	const struct mlirbc_op *parent = mlirbc_op_parent(op);
	if (role->role != SHLO__RETURN || c->job->to_vhlo || !parent || !shlo__name_is(parent->name, "vhlo.func_v1"))
		return role->name;
	const struct mlirbc_string *name = mlirbc_string_get(c->job->context, "func.return", 11);
	if (!name)
		shlo__job_memory(c->job);
	return name;
}

static bool result_types(struct conversion *c, const struct mlirbc_op *op, bool foreign)
{
	for (uint32_t i = 0; i < op->result_count; i++) {
		const struct mlirbc_type *type = mlirbc_op_results(op)[i].type;
		c->types[i] = foreign ? type : shlo__convert_type(c->job, type);
		if (!c->types[i])
			return false;
	}
	return true;
}

/* Forms that came after 1.13 are not known to the StableHLO whose artifacts the tests compare; it makes the older form at
 * once. Before 0.12 the bytecode has no orders of uses. */
static bool is_replaced(const struct shlo__job *job, const struct shlo__op_role *role)
{
	return job->to_vhlo && job->target >= V(0, 12) && role->version == 1 && role->forms->second &&
	       role->forms->second <= V(1, 13);
}

static bool convert_op(struct conversion *c, const struct mlirbc_op *op, const struct shlo__op_role *role)
{
	struct shlo__job *job = c->job;
	const bool foreign = keeps_types(job, role);
	struct shlo__op_attrs attrs;
	if (!shlo__vhlo_check(job, op, role) || !shlo__convert_attrs(job, op, role, &attrs) ||
		!result_types(c, op, foreign))
		return false;
	struct pair *pair = &c->pairs[c->pair_count++];
	*pair = (struct pair){ op, NULL, foreign, is_replaced(job, role) };
	c->replaces |= pair->replaced;
	if (is_needless(c, op, role)) {
		slot_of(c, mlirbc_op_results(op))->now = slot_of(c, mlirbc_op_operands(op)[0].value)->now;
		return true;
	}
	const struct mlirbc_op_spec spec = { .unique_name = name_for(c, op, role),
		.location = shlo__convert_location(job, mlirbc_op_location(op)),
		.attributes = attrs.discardable,
		.properties = attrs.properties,
		.result_types = c->types,
		.result_count = op->result_count,
		.operand_count = op->operand_count,
		.successor_count = mlirbc_op_successor_count(op),
		.region_count = op->region_count };
	if (job->status != MLIRBC_OK)
		return false;
	struct mlirbc_op *made = mlirbc_op_create(job->context, &spec, block_for(c, op->parent));
	if (!made)
		return shlo__job_memory(job);
	pair->made = made;
	made->isolated = op->isolated;
	for (uint32_t i = 0; i < op->result_count; i++)
		slot_of(c, &mlirbc_op_results(op)[i])->now = &mlirbc_op_results(made)[i];
	return make_regions(c, op, made, foreign) && set_successors(c, op, made);
}

static bool convert_all(struct conversion *c)
{
	for (struct mlirbc_op *root = c->job->module->body->first; root; root = root->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;) {
			op->number = (uint32_t)c->pair_count;
			c->job->op = op;
			const struct shlo__op_role *role = shlo__role_of(c->job, op);
			if (!role || !convert_op(c, op, role))
				return false;
			c->found |= role->role != SHLO__OTHER && role->role != SHLO__FOREIGN &&
				    role->role != SHLO__CAST;
		}
	}
	return connect(c);
}

/* ---- the module */

static void replace_body(struct conversion *c, const struct mlirbc_string *producer)
{
	struct mlirbc_module *module = c->job->module;
	while (module->body->first)
		mlirbc_op_remove(module->body->first);
	for (struct mlirbc_op *op; (op = c->top->first) != NULL;) {
		mlirbc_op_remove(op);
		mlirbc_op_append(op, module->body);
	}
	module->file = NULL; /* the indices of its tables mean nothing to the new operations */
	module->producer = producer;
}

static enum mlirbc_status run(struct shlo__job *job, const char *producer)
{
	struct conversion c = { .job = job };
	enum mlirbc_status status = mlirbc_module_load(job->module, job->diag);
	if (status != MLIRBC_OK)
		return status;
	const struct mlirbc_string *name = producer ? mlirbc_string_get(job->context, producer, strlen(producer))
						    : NULL;
	if (producer && !name)
		shlo__job_memory(job);
	if (job->status != MLIRBC_OK || !prepare(&c) || !convert_all(&c))
		return job->status;
	if (job->module->file && (status = mlirbc_file_failure(job->module->file, job->diag)) != MLIRBC_OK)
		return status; /* an attribute that was read now is broken */
	if (c.found || job->to_vhlo)
		replace_body(&c, name);
	return MLIRBC_OK;
}

static bool allows_others(const struct mlirbc_stablehlo_vhlo_options *options)
{
	return options && options->size > offsetof(struct mlirbc_stablehlo_vhlo_options, allow_other_dialects) &&
	       options->allow_other_dialects;
}

static bool has_note(const struct mlirbc_stablehlo_vhlo_options *options)
{
	return options && options->size >= offsetof(struct mlirbc_stablehlo_vhlo_options, note_ctx) + sizeof options->note_ctx;
}

static bool has_vhlo(const struct mlirbc_module *module)
{
	for (struct mlirbc_op *root = module->body->first; root; root = root->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;) {
			if (op->name->size > 5 && memcmp(op->name->data, "vhlo.", 5) == 0)
				return true;
		}
	}
	return false;
}

enum mlirbc_status mlirbc_stablehlo_from_vhlo(
	struct mlirbc_module *module, const struct mlirbc_stablehlo_vhlo_options *options, struct mlirbc_diag *diag)
{
	struct shlo__job job = { .context = module->context, .module = module, .diag = diag };
	struct mlirbc_stablehlo_version version;
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return shlo__size_is_wrong(diag, options->size, "mlirbc_stablehlo_vhlo_options");
	const bool has_version = mlirbc_stablehlo_artifact_version(module, &version);
	if (has_version && version.major > MLIRBC_STABLEHLO_CURRENT.major) {
		shlo__job_fail(&job, MLIRBC_E_UNSUPPORTED,
			"the artifact is of version %u.%u.%u, expected at most 1.20.0", version.major, version.minor,
			version.patch);
		return job.status;
	}
	job.is_newer = has_version && mlirbc_stablehlo_version_compare(version, MLIRBC_STABLEHLO_CURRENT) > 0;
	/* Text was read completely, so there is nothing to find but operations to convert. */
	return module->file || has_vhlo(module) ? run(&job, NULL) : MLIRBC_OK;
}

enum mlirbc_status mlirbc_stablehlo_to_vhlo(struct mlirbc_module *module, struct mlirbc_stablehlo_version version,
	const struct mlirbc_stablehlo_vhlo_options *options, struct mlirbc_diag *diag)
{
	struct shlo__job job = { .context = module->context,
		.module = module,
		.diag = diag,
		.to_vhlo = true,
		.allow_others = allows_others(options),
		.note = has_note(options) ? options->note : NULL,
		.note_ctx = has_note(options) ? options->note_ctx : NULL,
		.target = V(version.major, version.minor) };
	struct mlirbc_stablehlo_artifact form;
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return shlo__size_is_wrong(diag, options->size, "mlirbc_stablehlo_vhlo_options");
	if (mlirbc_stablehlo_artifact_form(version, &form) != MLIRBC_OK) {
		shlo__job_fail(&job, MLIRBC_E_UNSUPPORTED,
			"there is no VHLO %u.%u.%u, expected 0.9.0 to 0.20.0 or 1.0.0 to 1.20.0", version.major,
			version.minor, version.patch);
		return job.status;
	}
	return run(&job, form.producer);
}
