/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ops that the parser knows without hooks: their custom form, which of their attributes are inherent, and which are
 * isolated from above. */
#include "text/parse/parse_form.h"
#include "dialects/op_properties.h"

#include <stdio.h>
#include <stdlib.h>

static bool serves(const struct mlirbc_assembly *hooks, enum mlirbc__hook_kind kind)
{
	switch (kind) {
	case HOOK_ATTR: return hooks->check_attr;
	case HOOK_TYPE: return hooks->check_type;
	default: return hooks->parse_op || hooks->verify_op || hooks->is_isolated || hooks->is_inherent || hooks->suggest;
	}
}

const struct mlirbc_assembly *mlirbc__find_dialect(
	const struct mlirbc_parser *parser, const struct mlirbc_string *op, enum mlirbc__hook_kind kind)
{
	const char *dot = op->size ? memchr(op->data, '.', op->size) : NULL;
	size_t size = dot ? (size_t)(dot - op->data) : op->size;
	const struct mlirbc_assembly *first = NULL;
	for (size_t i = 0; i < parser->dialect_count; i++) {
		const struct mlirbc_assembly *hooks = parser->dialects[i];
		if (size == 0 || hooks->dialect[0] != *op->data || strncmp(hooks->dialect, op->data, size) != 0 || hooks->dialect[size] != '\0')
			continue;
		if (serves(hooks, kind))
			return hooks;
		first = first ? first : hooks;
	}
	return kind == HOOK_OP ? first : NULL;
}

/* ---- facts */

static int compare_text(const void *key, const void *item)
{
	const struct mlirbc_string *name = key;
	const char *other = *(const char *const *)item;
	int order = strncmp(name->data, other, name->size);
	return order ? order : -(other[name->size] != '\0');
}

bool mlirbc__is_isolated(const struct mlirbc_parser *parser, const struct mlirbc_string *op)
{
	/* Trait IsolatedFromAbove in MLIR 22.1 */
	static const char *const isolated[] = { "acc.firstprivate.recipe", "acc.global_ctor", "acc.global_dtor",
		"acc.private.recipe", "acc.reduction.recipe", "acc.routine", "async.func", "builtin.module",
		"emitc.class", "emitc.expression", "emitc.file", "emitc.func", "func.func", "gpu.all_reduce",
		"gpu.func", "gpu.module", "irdl.dialect", "llvm.func", "llvm.mlir.alias", "llvm.mlir.global",
		"llvm.mlir.ifunc", "ml_program.func", "ml_program.subgraph", "omp.declare_mapper",
		"omp.declare_reduction", "omp.private", "omp.target", "pdl.pattern", "pdl_interp.func", "shape.func",
		"shape.function_library", "smt.solver", "spirv.ARM.Graph", "spirv.func", "spirv.module",
		"transform.alternatives", "transform.named_sequence", "transform.structured.replace", "wasmssa.func",
		"wasmssa.global" };
	const struct mlirbc_assembly *hooks = mlirbc__find_dialect(parser, op, HOOK_OP);
	if (hooks && hooks->is_isolated)
		return hooks->is_isolated(op, hooks->ctx);
	return bsearch(op, isolated, sizeof isolated / sizeof *isolated, sizeof *isolated, compare_text) != NULL;
}

bool mlirbc__sort_entries(struct mlirbc_parser *parser, struct mlirbc_op_state *op, size_t from)
{
	const struct mlirbc_assembly *hooks = op->kind->hooks;
	const char *layout = op->kind->layout;
	struct mlirbc__item *entries = (void *)(parser->entries.data + from);
	size_t count = MLIRBC__COUNT(parser->entries, from, struct mlirbc__item), kept = 0;
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc_string *name = entries[i].named.name;
		bool inherent = hooks && hooks->is_inherent
				      ? hooks->is_inherent(op->name, name, hooks->ctx)
				      : mlirbc__properties_has_attr(layout, name->data, name->size);
		if (!inherent) {
			entries[kept++] = entries[i];
			continue;
		}
		struct mlirbc__item *slot = mlirbc__push(parser, &parser->inherent, sizeof *slot);
		if (!slot)
			return false;
		*slot = entries[i];
	}
	parser->entries.count = from + kept * sizeof *entries;
	return true;
}

/* ---- custom forms */

/* Most kinds of operation are looked up once for each spelling. */
static mlirbc__read_fn own_function(const struct mlirbc_string *name)
{
	static const struct {
		const char *name;
		mlirbc__read_fn read;
	} ops[] = { { "builtin.module", mlirbc__read_module }, { "cf.switch", mlirbc__read_switch },
		{ "emitc.switch", mlirbc__read_index_switch }, { "func.func", mlirbc__read_func },
		{ "memref.global", mlirbc__read_global },
		{ "scf.for", mlirbc__read_for }, { "scf.forall", mlirbc__read_forall }, { "scf.if", mlirbc__read_if },
		{ "scf.index_switch", mlirbc__read_index_switch }, { "scf.parallel", mlirbc__read_parallel },
		{ "scf.reduce", mlirbc__read_reduce }, { "scf.while", mlirbc__read_while },
		{ "shape.func", mlirbc__read_func } };
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
		if (compare_text(name, &ops[i].name) == 0)
			return ops[i].read;
	}
	return NULL;
}

mlirbc__read_fn mlirbc__builtin_op(const struct mlirbc_string *name, struct mlirbc__form *out)
{
	*out = mlirbc__form_find(name->data, name->size);
	if (!out->format)
		return NULL;
	return out->format[0] == '!' && out->format[1] == '\0' ? own_function(name) : mlirbc__read_form;
}

/* The operation that contains the current token; NULL at the top level. */
static const struct mlirbc_string *parent_name(const struct mlirbc_parser *parser)
{
	if (parser->open.count == 0)
		return NULL;
	const struct mlirbc__open *open =
		(const struct mlirbc__open *)(const void *)(parser->open.data + parser->open.count) - 1;
	return open->op.name;
}

bool mlirbc__long_name(struct mlirbc_parser *parser, struct mlirbc_string *name)
{
	/* Also nested in others, for example in a loop of a function. */
	static const char *const anywhere[] = { "builtin", "func" };
	const struct mlirbc_string *parent = parent_name(parser);
	const char *dialects[3] = { parent ? mlirbc__default_dialect(parent) : NULL, anywhere[0], anywhere[1] };
	char full[48];
	for (size_t i = 0; i < 3 && name->size < 32; i++) {
		if (!dialects[i])
			continue;
		int size = snprintf(full, sizeof full, "%s.%.*s", dialects[i], (int)name->size, name->data);
		const struct mlirbc_string whole = { full, (size_t)size };
		const struct mlirbc_assembly *hooks = i == 0 ? mlirbc__find_dialect(parser, &whole, HOOK_OP) : NULL;
		if (!(hooks && hooks->parse_op) && !mlirbc__form_find(full, (size_t)size).format)
			continue;
		const struct mlirbc_string *unique = mlirbc_string_get(parser->context, full, (size_t)size);
		if (!unique)
			return mlirbc__no_memory(parser);
		*name = *unique;
		return true;
	}
	return true;
}
