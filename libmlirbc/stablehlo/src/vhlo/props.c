/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of an operation: which are inherent, and dictionaries of both kinds. */
#include "vhlo/props.h"

#include <stddef.h>
#include <string.h>

bool shlo__props_add(struct shlo__job *job, struct shlo__props *props, const char *name, size_t size,
	const struct mlirbc_attr *value)
{
	if (!value)
		return false;
	const struct mlirbc_string *key = mlirbc_string_get(job->context, name, size);
	if (!key)
		return shlo__job_memory(job);
	if (props->count == SHLO__MOST_PROPS)
		return shlo__job_fail(job, MLIRBC_E_LIMIT, "more than %d attributes", SHLO__MOST_PROPS);
	props->entries[props->count++] = (struct mlirbc_named_attr){ key, value };
	return true;
}

const struct mlirbc_attr *shlo__vhlo_inherent(const struct mlirbc_op *op, const char *name, size_t size)
{
	char text[SHLO__MOST_NAME];
	if (size >= sizeof text)
		return NULL;
	memcpy(text, name, size);
	text[size] = '\0';
	return mlirbc_op_attr(op, text);
}

bool shlo__is_splat_of(const struct mlirbc_attr *dense, int64_t value)
{
	if (dense->kind != MLIRBC_ATTR_DENSE || !dense->u.dense.splat || dense->u.dense.size > 8)
		return false;
	for (size_t i = 0; i < dense->u.dense.size; i++) {
		if (dense->u.dense.data[i] != (uint8_t)((uint64_t)value >> (8 * i)))
			return false;
	}
	return true;
}

/* ---- discardable attributes */

/* True if the attribute has been converted as an inherent one. */
static bool is_inherent(const struct shlo__op_role *role, const struct mlirbc_string *name)
{
	static const char *const functions[] = { "sym_name", "function_type", "sym_visibility", "arg_attrs",
		"res_attrs", "callee", "no_inline" };
	struct mlirbc_stablehlo_attr_spec spec;
	if (role->role == SHLO__PLAIN)
		return shlo__attr_find(role->code, name->data, name->size, &spec);
	for (size_t i = 0;
		(role->role == SHLO__FUNC || role->role == SHLO__CALL) && i < sizeof functions / sizeof *functions;
		i++) {
		if (shlo__name_is(name, functions[i]))
			return true;
	}
	return false;
}

/* Of VHLO: also the names of parts of groups. */
static bool is_inherent_vhlo(const struct shlo__op_role *role, const struct mlirbc_string *name)
{
	struct mlirbc_stablehlo_attr_spec spec;
	if (is_inherent(role, name))
		return true;
	if (role->role != SHLO__PLAIN)
		return false;
	for (const char *at = shlo__op_attrs(role->code); (at = mlirbc_stablehlo_attr_next(at, &spec)) != NULL;) {
		const struct shlo__struct *group = shlo__group_of(spec.kind);
		for (size_t i = 0; group && group->fields[i].name; i++) {
			if (shlo__name_is(name, group->fields[i].name))
				return true;
		}
		if (spec.kind == 'H' && (shlo__name_is(name, "channel_id") || shlo__name_is(name, "channel_type")))
			return true;
	}
	return role->code == MLIRBC_STABLEHLO_dynamic_conv && shlo__name_is(name, "padding");
}

/* Values without a form in VHLO stay builtin ones. Those of other dialects stay with the caller's permission, else they are left out:
 * NULL without a failure. */
static const struct mlirbc_attr *value_to(struct shlo__job *job, const struct mlirbc_named_attr *entry)
{
	if (!shlo__is_foreign(job, entry->value)) {
		const struct mlirbc_attr *value = shlo__attr_to(job, entry->value);
		return value || job->status != MLIRBC_OK ? value : entry->value;
	}
	if (job->allow_others && job->target >= V(1, 11))
		return entry->value;
	shlo__job_note(job, "attribute \"%.*s\" is left out: its value is of a dialect that artifacts do not have",
		entry->name->size < 60 ? (int)entry->name->size : 60, entry->name->data);
	return NULL;
}

static bool convert_discardable(struct shlo__job *job, const struct mlirbc_attr *attrs,
	const struct shlo__op_role *role, const struct mlirbc_attr **out)
{
	const size_t count = attrs->u.dictionary.count;
	struct mlirbc_named_attr *entries = mlirbc_context_alloc(
		job->context, count * sizeof *entries, _Alignof(struct mlirbc_named_attr));
	size_t kept = 0;
	if (!entries)
		return shlo__job_memory(job);
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc_named_attr *entry = &attrs->u.dictionary.data[i];
		if (job->to_vhlo ? is_inherent(role, entry->name) : is_inherent_vhlo(role, entry->name))
			continue;
		const struct mlirbc_attr *value = job->to_vhlo ? value_to(job, entry) : shlo__attr_from(job, entry->value);
		if (job->status != MLIRBC_OK)
			return false;
		if (value)
			entries[kept++] = (struct mlirbc_named_attr){ entry->name, value };
	}
	*out = kept ? mlirbc_attr_dictionary(job->context, entries, kept) : NULL;
	return !kept || *out || shlo__job_memory(job);
}

/* All inherent ones must be known. */
static bool check_names(struct shlo__job *job, const struct mlirbc_attr *properties, const struct shlo__op_role *role)
{
	if (properties && properties->kind != MLIRBC_ATTR_DICTIONARY)
		return shlo__job_fail(job, MLIRBC_E_UNSUPPORTED, "the encoding of its attributes is not known");
	for (size_t i = 0; properties && i < properties->u.dictionary.count; i++) {
		const struct mlirbc_string *name = properties->u.dictionary.data[i].name;
		if (!(job->to_vhlo ? is_inherent(role, name) : is_inherent_vhlo(role, name)))
			return shlo__job_fail(job, MLIRBC_E_UNSUPPORTED, "attribute \"%.*s\" is unknown",
				name->size < 60 ? (int)name->size : 60, name->data);
	}
	return true;
}

/* ---- all attributes */

static bool convert_inherent(struct shlo__job *job, const struct mlirbc_op *op, const struct shlo__op_role *role,
	const struct mlirbc_attr **out)
{
	struct shlo__props props = { .count = 0 };
	bool ok = role->role != SHLO__PLAIN ? (job->to_vhlo ? shlo__func_to(job, op, role, &props)
							    : shlo__func_from(job, op, role, &props))
		  : job->to_vhlo            ? shlo__props_to(job, op, role, &props)
					    : shlo__props_from(job, op, role, &props);
	if (!ok)
		return false;
	*out = props.count ? mlirbc_attr_dictionary(job->context, props.entries, props.count) : NULL;
	return !props.count || *out || shlo__job_memory(job);
}

/* Equal dictionaries of operations of one name are converted once, unless the result depends on the operands. */
static bool inherent(struct shlo__job *job, const struct mlirbc_op *op, const struct shlo__op_role *role,
	const struct mlirbc_attr *properties, const struct mlirbc_attr *others, const struct mlirbc_attr **out)
{
	const bool shared = !others && role->code != MLIRBC_STABLEHLO_select_and_scatter;
	const void *key = properties ? (const void *)properties : job; /* any pointer that is no dictionary */
	const struct shlo__map_entry *known = shared ? shlo__map_find(&job->done, op->name, key) : NULL;
	if (known) {
		*out = known->value;
		return true;
	}
	if (!check_names(job, properties, role) || !convert_inherent(job, op, role, out))
		return false;
	return !shared || shlo__map_add(&job->done, job->context, op->name, key, *out) || shlo__job_memory(job);
}

bool shlo__convert_attrs(
	struct shlo__job *job, const struct mlirbc_op *op, const struct shlo__op_role *role, struct shlo__op_attrs *out)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op), *others = mlirbc_op_attributes(op);
	*out = (struct shlo__op_attrs){ properties, others };
	if (role->role == SHLO__OTHER || role->role == SHLO__FOREIGN || role->role == SHLO__CAST)
		return true;
	out->discardable = NULL;
	return inherent(job, op, role, properties, others, &out->properties) &&
	       (!others || convert_discardable(job, others, role, &out->discardable));
}
