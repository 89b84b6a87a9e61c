/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom calls with side effects, as of a host's callback: the program makes each once. So the first device of each group makes it, and
 * the others get its results. */
#include "dialect/memory.h"
#include "dialect/sdy_fields.h"
#include "dialect/types.h"
#include "partition/device.h"

bool shlo__is_made_once(const struct shlo__partition *p, const struct mlirbc_op *op)
{
	int64_t effect;
	return p->groups < p->devices && mlirbc_op_is(op, "stablehlo.custom_call") && op->region_count == 0 &&
	       shlo__int_of(mlirbc_op_attr(op, "has_side_effect"), &effect) && effect != 0;
}

/* A callback of JAX that gets what each device has. */
static bool is_partitioned(const struct mlirbc_op *op)
{
	static const char name[] = "xla_ffi_partitioned_python_cpu_callback";
	const struct mlirbc_attr *target = mlirbc_op_attr(op, "call_target_name");
	return target && target->kind == MLIRBC_ATTR_STRING && shlo__sdy_same(target->u.string, &(const struct mlirbc_string){ name, sizeof name - 1 });
}

/* ---- groups */

/* Whether the device is the first of its group. */
static struct mlirbc_value *is_first(struct shlo__partition *p)
{
	const struct mlirbc_allocator *allocator = mlirbc_context_allocator(p->context);
	uint8_t *table = shlo__take(allocator, p->devices);
	if (!table) {
		(void)shlo__partition_no_memory(p);
		return NULL;
	}
	for (uint32_t device = 0; device < p->devices; device++)
		p->count[device] = 0;
	for (uint32_t device = 0; device < p->devices; device++)
		table[device] = p->count[p->group[device]]++ == 0;
	struct mlirbc_value *made = shlo__look_up(p, mlirbc_type_integer(p->context, 1, MLIRBC_SIGNLESS), table, p->devices);
	shlo__give(allocator, table, p->devices);
	return made;
}

/* A row for each group, the first device first. NULL after a failure. */
static const struct mlirbc_attr *rows(struct shlo__partition *p)
{
	const struct mlirbc_allocator *allocator = mlirbc_context_allocator(p->context);
	const uint32_t width = p->devices / p->groups;
	const int64_t dims[2] = { (int64_t)p->groups * p->replicas, width };
	const size_t size = (size_t)p->devices * p->replicas * sizeof(int64_t);
	int64_t *numbers = shlo__take(allocator, size);
	const struct mlirbc_type *type = shlo__tensor(p->context, dims, 2, mlirbc_type_integer(p->context, 64, MLIRBC_SIGNLESS), NULL);
	for (uint32_t device = 0; device < p->devices; device++)
		p->count[device] = 0;
	for (uint32_t device = 0; numbers && device < p->devices; device++) {
		const uint32_t group = p->group[device], slot = p->count[group]++;
		for (uint32_t replica = 0; replica < p->replicas; replica++)
			numbers[((size_t)replica * p->groups + group) * width + slot] = (int64_t)replica * p->devices + device;
	}
	const struct mlirbc_attr *made = numbers && type ? mlirbc_attr_dense(p->context, type, numbers, size) : NULL;
	shlo__give(allocator, numbers, size);
	if (!made)
		(void)shlo__partition_no_memory(p);
	return made;
}

/* ---- the call */

static void finish_block(struct shlo__partition *p, struct mlirbc_value *const *values, size_t count)
{
	(void)mlirbc_builder_op(&p->builder, &(const struct mlirbc_build_op){ .name = "stablehlo.return", .operands = values,
		.operand_count = count });
}

/* Copies the call, with whole operands or what the device has of them. NULL after a failure. */
static struct mlirbc_op *copy_call(struct shlo__partition *p, struct mlirbc_op *op, bool whole)
{
	struct mlirbc_op *copy = NULL;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *of = mlirbc_op_operands(op)[i].value;
		const struct shlo__entry *entry = shlo__value_find(p, of);
		const struct shlo__division *division;
		if (!shlo__even_division(p, of->type, whole || !entry ? NULL : entry->home, &division))
			return NULL;
		struct mlirbc_value *value = shlo__value_get(p, op, of, division);
		if (!value)
			return NULL;
		if (mlirbc_ir_mapping_set_value(p->mapping, of, value) != MLIRBC_OK) {
			(void)shlo__partition_no_memory(p);
			return NULL;
		}
	}
	if (mlirbc_op_clone(op, p->mapping, &copy, NULL) != MLIRBC_OK)
		(void)shlo__partition_no_memory(p);
	else
		mlirbc_op_append(copy, p->builder.block);
	return copy;
}

static bool fill_call(struct shlo__partition *p, struct mlirbc_op *op, struct mlirbc_value **values)
{
	struct mlirbc_op *copy = copy_call(p, op, true); /* the operands are there already: partition_once() */
	for (uint32_t i = 0; copy && i < op->result_count; i++)
		values[i] = &mlirbc_op_results(copy)[i];
	if (copy)
		finish_block(p, values, op->result_count);
	return copy != NULL;
}

/* Zeros, and tokens. */
static bool fill_others(struct shlo__partition *p, struct mlirbc_op *op, struct mlirbc_value **values)
{
	static const uint8_t zeros[16];
	for (uint32_t i = 0; i < op->result_count; i++) {
		const struct mlirbc_type *type = mlirbc_op_results(op)[i].type;
		const size_t size = type->kind == MLIRBC_TYPE_TENSOR ? shlo__element_bytes(type->u.shaped.element) : 0;
		if (shlo__is_token(type))
			values[i] = MLIRBC_VALUE(&p->builder, "stablehlo.after_all", MLIRBC_RESULTS(type));
		else if (size == 0 || size > sizeof zeros || !shlo__is_static(type))
			return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "a call with side effects whose result has another type than numbers");
		else
			values[i] = MLIRBC_VALUE(&p->builder, "stablehlo.constant", MLIRBC_RESULTS(type),
				MLIRBC_ATTRS({ "value", mlirbc_attr_dense(p->context, type, zeros, size) }));
	}
	finish_block(p, values, op->result_count);
	return true;
}

static bool make_call(struct shlo__partition *p, struct mlirbc_op *op, const struct mlirbc_type **types, struct mlirbc_value **values)
{
	struct mlirbc_block *block = p->builder.block;
	const struct mlirbc_attr *groups = rows(p);
	struct mlirbc_value *first = is_first(p);
	if (!groups || !first)
		return false;
	for (uint32_t i = 0; i < op->result_count; i++)
		types[i] = mlirbc_op_results(op)[i].type;
	struct mlirbc_op *made = mlirbc_builder_op(&p->builder, &(const struct mlirbc_build_op){ .name = "stablehlo.if", MLIRBC_OPERANDS(first),
		.results = types, .result_count = op->result_count, .region_count = 2 });
	for (uint32_t region = 0; made && region < 2; region++) {
		struct mlirbc_block *branch = mlirbc_builder_block(&p->builder, made, region, NULL, 0);
		mlirbc_builder_enter(&p->builder, branch);
		const bool good = branch && (region == 0 ? fill_call(p, op, values) : fill_others(p, op, values));
		mlirbc_builder_enter(&p->builder, block);
		if (!good)
			break;
	}
	for (uint32_t i = 0; p->status == MLIRBC_OK && made && i < op->result_count; i++) {
		struct mlirbc_value *value = &mlirbc_op_results(made)[i];
		if (!shlo__is_token(value->type))
			value = MLIRBC_VALUE(&p->builder, "stablehlo.collective_broadcast", MLIRBC_OPERANDS(value), MLIRBC_RESULTS(value->type),
				MLIRBC_ATTRS({ "replica_groups", groups }, { "channel_handle", shlo__partition_channel(p) }));
		if (!value || !shlo__value_set(p, &mlirbc_op_results(op)[i], value, NULL))
			break;
	}
	return shlo__partition_built(p);
}

bool shlo__partition_once(struct shlo__partition *p, struct mlirbc_op *op)
{
	const struct mlirbc_allocator *allocator = mlirbc_context_allocator(p->context);
	const size_t size = (op->result_count + (size_t)1) * sizeof(void *);
	if (is_partitioned(op) && op->result_count == 0)
		return copy_call(p, op, false) != NULL;
	/* operands are gathered by all devices, outside of the branch */
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (!shlo__value_get(p, op, mlirbc_op_operands(op)[i].value, NULL))
			return false;
	}
	const struct mlirbc_type **types = shlo__take(allocator, size);
	struct mlirbc_value **values = shlo__take(allocator, size);
	const bool good = types && values ? make_call(p, op, types, values) : shlo__partition_no_memory(p);
	shlo__give(allocator, types, size);
	shlo__give(allocator, values, size);
	return good;
}
