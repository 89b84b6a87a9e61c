/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints custom forms (ops.h). */
#include "print/print.h"
#include "verify/verify.h"

#include <string.h>

static bool is_variadic(const char *letters)
{
	size_t size = strlen(letters);
	return size && letters[size - 1] == '*';
}

/* The number of leading operands for which the table declares types. */
static uint32_t fixed_operands(const struct bef_mlir__op_def *def)
{
	return is_variadic(def->operands) ? (uint32_t)strlen(def->operands) - 2 : 0;
}

uint32_t bef_mlir__shadowed(const struct bef_mlir__op_def *def, uint32_t index)
{
	/* The loop passes start and end of its range, but not the block size, which is the next operand. */
	if (def->check == BEF_MLIR__CHECK_PARALLEL_FOR)
		return index < 2 ? index : index + 1;
	return fixed_operands(def) + index;
}

/* The form itself prints this attribute, so the dictionary leaves it out. */
static bool is_elided(const struct bef_mlir__op_def *def, const char *form, const struct mlirbc_string *name)
{
	for (const char *p = strchr(form, '%'); p; p = strchr(p + 1, '%')) {
		size_t first = p[1] == 'e' || p[1] == 'i' ? 1 : (size_t)(p[1] - '0'), last = p[1] == 'e' ? 2 : first;
		for (size_t i = first; i <= last && i < BEF_MLIR__MAX_ATTRS && def->attrs[i].name; i++) {
			if (bef_mlir__is_text(name, def->attrs[i].name))
				return true;
		}
	}
	return false;
}

/* ---- tests whether the form is complete for an op */

static bool has_code(const char *form, char code)
{
	for (const char *p = strchr(form, '%'); p; p = strchr(p + 1, '%')) {
		if (p[1] == code)
			return true;
	}
	return false;
}

static bool attrs_fit(const struct mlirbc_op *op, const struct bef_mlir__op_def *def, const char *form)
{
	struct bef_mlir__attrs attrs = bef_mlir__op_attrs(op);
	const struct mlirbc_named_attr *attr;
	while ((attr = bef_mlir__next_attr(&attrs))) {
		if (!is_elided(def, form, attr->name))
			return false;
	}
	return true;
}

/* The pairs are parsed as a dictionary, so keys must ascend. */
static bool pairs_fit(const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_attr *array = mlirbc_op_attr(op, name);
	const struct mlirbc_string *before = NULL;
	for (size_t i = 0; array && i < array->u.array.count; i++) {
		const struct mlirbc_attr *pair = array->u.array.data[i];
		if (pair->kind != MLIRBC_ATTR_ARRAY || pair->u.array.count != 2 ||
			pair->u.array.data[0]->kind != MLIRBC_ATTR_STRING)
			return false;
		const struct mlirbc_string *key = pair->u.array.data[0]->u.string;
		if (before) {
			int order = memcmp(
				before->data, key->data, before->size < key->size ? before->size : key->size);
			if (order > 0 || (order == 0 && before->size >= key->size))
				return false;
		}
		before = key;
	}
	return true;
}

/* Arguments have the names of operands, so two arguments must not have the same operand. */
static bool names_differ(
	struct bef_mlir__printer *printer, const struct mlirbc_op *op, const struct bef_mlir__op_def *def)
{
	const struct mlirbc_block *block = mlirbc_op_regions(op)[0].first;
	struct bef_mlir__map seen = { NULL, 0, 0 };
	bool differ = true;
	for (uint32_t i = 0; i < block->argument_count && differ; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[bef_mlir__shadowed(def, i)].value;
		differ = bef_mlir__map_get(&seen, value, 0) == BEF_MLIR__NONE;
		if (!bef_mlir__map_put(&seen, printer->allocator, value, 0, 0))
			printer->status = BEF_E_NOMEM;
	}
	bef_mlir__map_finish(&seen, printer->allocator);
	return differ;
}

static bool regions_fit(
	struct bef_mlir__printer *printer, const struct mlirbc_op *op, const struct bef_mlir__op_def *def)
{
	if (op->region_count == 0)
		return true;
	for (uint32_t i = 0; i < op->region_count; i++) {
		if (mlirbc_op_regions(op)[i].block_count != 1)
			return false;
	}
	return bef_mlir__check(&printer->fit, op, (enum bef_mlir__check)def->check) == BEF_OK &&
	       names_differ(printer, op, def);
}

static void look_up(struct bef_mlir__name *name)
{
	name->form = name->op.def ? name->op.def->form : NULL;
	name->looked_up = true;
	if (!name->form)
		return;
	name->typed = has_code(name->form, 't');
	name->pairs = has_code(name->form, 'e');
	name->has_rest = has_code(name->form, 'd') || has_code(name->form, 'k');
}

const char *bef_mlir__form(
	struct bef_mlir__printer *printer, const struct mlirbc_op *op, const struct bef_mlir__op_def **out_def)
{
	struct bef_mlir__name *name = bef_mlir__name(&printer->fit, op->name);
	if (!name) {
		printer->status = BEF_E_NOMEM;
		return NULL;
	}
	const struct bef_mlir__op_def *def = *out_def = name->op.def;
	if (!name->looked_up)
		look_up(name);
	const char *form = name->form;
	bool has_rest = name->has_rest;
	if (!form || bef_mlir__verify_op(&printer->fit, op, name) != BEF_OK)
		return NULL;
	/* Without operands there would be nothing between ':' and the end. */
	if (name->typed && op->operand_count == 0)
		return NULL;
	if (name->pairs && !(pairs_fit(op, "op_attrs") && pairs_fit(op, "op_func_attrs")))
		return NULL;
	return (has_rest || attrs_fit(op, def, form)) && regions_fit(printer, op, def) ? form : NULL;
}

/* ---- parts */

static void put_operands(
	struct bef_mlir__printer *printer, const struct mlirbc_op *op, uint32_t *next, const char *before)
{
	for (; *next < op->operand_count; ++*next) {
		bef_mlir__put_text(printer, before);
		bef_mlir__put_value(printer, mlirbc_op_operands(op)[*next].value);
		before = ", ";
	}
}

static void put_typed_operands(struct bef_mlir__printer *printer, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		bef_mlir__put_text(printer, i ? ", " : "");
		bef_mlir__put_value(printer, mlirbc_op_operands(op)[i].value);
		bef_mlir__put_text(printer, " : ");
		bef_mlir__put_type(printer, mlirbc_op_operands(op)[i].value->type);
	}
}

static void put_types(struct bef_mlir__printer *printer, const struct mlirbc_op *op, uint32_t first, const char *before)
{
	for (uint32_t i = first; i < op->operand_count; i++) {
		bef_mlir__put_text(printer, before);
		bef_mlir__put_type(printer, mlirbc_op_operands(op)[i].value->type);
		before = ", ";
	}
}

static void put_signature(struct bef_mlir__printer *printer, const struct mlirbc_op *op, uint32_t first, bool always)
{
	bef_mlir__put_text(printer, "(");
	put_types(printer, op, first, "");
	bef_mlir__put_text(printer, ") -> ");
	bef_mlir__put_results(printer, op, always);
}

static void put_inherent(
	struct bef_mlir__printer *printer, const struct mlirbc_op *op, const struct bef_mlir__attr_def *def)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, def->name);
	printer->untyped = !strchr("\"[#@e?", def->kind);
	bef_mlir__put_attr(printer, attr);
	printer->untyped = false;
}

static void put_dictionary(struct bef_mlir__printer *printer, const struct mlirbc_op *op,
	const struct bef_mlir__op_def *def, const char *form, const char *before)
{
	struct bef_mlir__attrs attrs = bef_mlir__op_attrs(op);
	const struct mlirbc_named_attr *attr;
	const char *separator = before;
	while ((attr = bef_mlir__next_attr(&attrs))) {
		if (is_elided(def, form, attr->name))
			continue;
		bef_mlir__put_text(printer, separator);
		bef_mlir__put_entry(printer, attr);
		separator = ", ";
	}
	if (separator != before)
		bef_mlir__put_text(printer, "}");
}

static void put_pairs(struct bef_mlir__printer *printer, const struct mlirbc_attr *array, bool even_empty)
{
	if (!array || (array->u.array.count == 0 && !even_empty))
		return;
	bef_mlir__put_text(printer, " {");
	for (size_t i = 0; i < array->u.array.count; i++) {
		const struct mlirbc_attr *const *pair = array->u.array.data[i]->u.array.data;
		const struct mlirbc_named_attr entry = { pair[0]->u.string, pair[1] };
		bef_mlir__put_text(printer, i ? ", " : "");
		bef_mlir__put_entry(printer, &entry);
	}
	bef_mlir__put_text(printer, "}");
}

/* {k = v} {f = g} : number of tensors; parts without content are omitted */
static void put_execute(
	struct bef_mlir__printer *printer, const struct mlirbc_op *op, const struct bef_mlir__op_def *def)
{
	const struct mlirbc_attr *functions = mlirbc_op_attr(op, "op_func_attrs");
	uint32_t chains = def->results[0] == 'c';
	put_pairs(printer, mlirbc_op_attr(op, "op_attrs"), functions && functions->u.array.count);
	put_pairs(printer, functions, false);
	if (op->result_count > chains) {
		bef_mlir__put_text(printer, " : ");
		bef_mlir__put_number(printer, op->result_count - chains);
	}
}

/* Prints one code; `next` is the index of the next operand. */
static void put_code(struct bef_mlir__printer *printer, const struct mlirbc_op *op, const struct bef_mlir__op_def *def,
	const char *form, char code, uint32_t *next)
{
	uint32_t fixed = fixed_operands(def);
	switch (code) {
	case 'o': bef_mlir__put_value(printer, mlirbc_op_operands(op)[(*next)++].value); break;
	case 'a':
	case 'A':
	case 'C': put_operands(printer, op, next, code == 'a' ? "" : code == 'A' ? " " : ", "); break;
	case 'b': put_typed_operands(printer, op); break;
	case 'd':
	case 'k': put_dictionary(printer, op, def, form, code == 'd' ? " {" : " attributes {"); break;
	case 't':
	case 'T': put_types(printer, op, fixed, code == 't' ? "" : " : "); break;
	case 'f':
	case 'p': put_signature(printer, op, fixed, code == 'p'); break;
	case 'e': put_execute(printer, op, def); break;
	case 'i': put_inherent(printer, op, &def->attrs[1]); break;
	default: put_inherent(printer, op, &def->attrs[code - '0']);
	}
}

void bef_mlir__put_form(struct bef_mlir__printer *printer, const struct mlirbc_op *op,
	const struct bef_mlir__op_def *def, const char *form)
{
	uint32_t next = 0;
	for (const char *p = form; *p;) {
		size_t plain = 0;
		while (p[plain] && p[plain] != '%')
			plain++;
		bef_mlir__put(printer, p, plain);
		p += plain;
		if (*p) {
			put_code(printer, op, def, form, p[1], &next);
			p += 2;
		}
	}
}
