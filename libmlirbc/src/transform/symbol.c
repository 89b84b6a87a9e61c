/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Going through attributes and types; symbols and the block they are in. */
#include "transform/symbol.h"

#include "bytecode/encoding/varint.h"
#include "support/chars.h"
#include "support/hex.h"
#include "ir/kept_text.h"

static void visit_type(struct mlirbc__visit *v, const struct mlirbc_type *type);

/* True when it was visited before. */
static bool seen(struct mlirbc__visit *v, const void *item)
{
	return v->job.status != MLIRBC_OK || mlirbc__number_find(&v->seen, item) ||
	       !mlirbc__number_add(&v->job, &v->seen, item, 0);
}

/* ---- names in text */

/* The inside of a literal; what is no escape stays as it is. */
static bool unescape(struct mlirbc__job *job, const char *at, const char *end, struct mlirbc_string *out)
{
	*out = (struct mlirbc_string){ at, (size_t)(end - at) };
	if (at == end || !memchr(at, '\\', out->size))
		return true;
	char *made = mlirbc__alloc(job->context, out->size, 1), *to = made;
	if (!made)
		return mlirbc__job_memory(job);
	while (at < end) {
		char c = *at++;
		if (c != '\\' || at == end) {
			*to++ = c;
		} else if (*at == '\\' || *at == '"' || *at == 'n' || *at == 't') {
			*to++ = *at == 'n' ? '\n' : *at == 't' ? '\t' : *at;
			at++;
		} else if (end - at >= 2 && mlirbc__hex_decode(at, 1, (unsigned char *)to)) {
			to++;
			at += 2;
		} else {
			*to++ = c;
		}
	}
	*out = (struct mlirbc_string){ made, (size_t)(to - made) };
	return true;
}

bool mlirbc__next_symbol(
	struct mlirbc__job *job, const char **at, const char *end, struct mlirbc__symbol_token *out_token)
{
	const char *start = *at, *p = start;
	while (p < end && *p != '@')
		p = *p == '"' ? mlirbc__skip_literal(p, end) : p + 1;
	if (p >= end)
		return false;
	*out_token = (struct mlirbc__symbol_token){ .begin = p,
		.nested = p - start >= 2 && p[-1] == ':' && p[-2] == ':' };
	const char *name = ++p;
	bool quoted = p < end && *p == '"';
	if (quoted)
		p = mlirbc__skip_literal(p, end);
	while (!quoted && p < end && (mlirbc__char_is(*p, CHAR_WORD) || *p == '-'))
		p++;
	*at = out_token->end = p;
	out_token->name = (struct mlirbc_string){ name, (size_t)(p - name) };
	return !quoted || p - name < 2 || unescape(job, name + 1, p - 1, &out_token->name);
}

static void visit_text(struct mlirbc__visit *v, const struct mlirbc_string *text)
{
	const char *at = text->data, *end = at + text->size;
	struct mlirbc__symbol_token token;
	while (v->symbol && mlirbc__next_symbol(&v->job, &at, end, &token))
		v->symbol(v, token.name);
}

/* ---- visiting */

/* Bytes may say the number of any attribute of their file. */
static void visit_bytes(struct mlirbc__visit *v, const uint8_t *data, size_t size)
{
	struct mlirbc_file *file = v->job.module->file;
	size_t count = file ? mlirbc_file_count(file, MLIRBC_TABLE_ATTRIBUTES) : 0;
	for (size_t i = 0; i < size && v->job.status == MLIRBC_OK; i++) {
		struct bytecursor c = bytecursor_init(data + i, size - i);
		uint64_t number = mlirbc__varint(&c);
		for (unsigned shift = 0; shift < 2 && bytecursor_ok(&c); shift++) {
			if (number >> shift < count)
				mlirbc__visit_attr(v, mlirbc_file_attr(file, (size_t)(number >> shift)));
		}
	}
}

static void visit_all(struct mlirbc__visit *v, const struct mlirbc_attrs *attrs)
{
	for (size_t i = 0; i < attrs->count; i++)
		mlirbc__visit_attr(v, attrs->data[i]);
}

static void visit_entries(struct mlirbc__visit *v, const struct mlirbc_named_attr *entries, size_t count)
{
	for (size_t i = 0; i < count; i++)
		mlirbc__visit_attr(v, entries[i].value);
}

void mlirbc__visit_attr(struct mlirbc__visit *v, const struct mlirbc_attr *attr)
{
	if (!attr || seen(v, attr))
		return;
	if (v->attr)
		v->attr(v, attr);
	if (attr->type)
		visit_type(v, attr->type);
	switch (attr->kind) {
	case MLIRBC_ATTR_ARRAY: visit_all(v, &attr->u.array); break;
	case MLIRBC_ATTR_DICTIONARY: visit_entries(v, attr->u.dictionary.data, attr->u.dictionary.count); break;
	case MLIRBC_ATTR_SYMBOL:
		if (v->symbol)
			v->symbol(v, *attr->u.symbol.root);
		break;
	case MLIRBC_ATTR_TYPE: visit_type(v, attr->u.type_value); break;
	case MLIRBC_ATTR_SPARSE:
		mlirbc__visit_attr(v, attr->u.sparse.indices);
		mlirbc__visit_attr(v, attr->u.sparse.values);
		break;
	case MLIRBC_ATTR_DISTINCT: mlirbc__visit_attr(v, attr->u.distinct.referenced); break;
	case MLIRBC_ATTR_DIALECT: visit_text(v, attr->u.dialect.text); break;
	case MLIRBC_ATTR_BYTES: visit_bytes(v, attr->u.bytes.data, attr->u.bytes.size); break;
	case MLIRBC_ATTR_CODED: visit_entries(v, attr->u.coded.fields, attr->u.coded.count); break;
	default: break;
	}
}

static void visit_types(struct mlirbc__visit *v, const struct mlirbc_types *types)
{
	for (size_t i = 0; i < types->count; i++)
		visit_type(v, types->data[i]);
}

static void visit_type(struct mlirbc__visit *v, const struct mlirbc_type *type)
{
	if (!type || seen(v, type))
		return;
	switch (type->kind) {
	case MLIRBC_TYPE_FUNCTION:
		visit_types(v, &type->u.function.inputs);
		visit_types(v, &type->u.function.results);
		break;
	case MLIRBC_TYPE_TUPLE: visit_types(v, &type->u.tuple); break;
	case MLIRBC_TYPE_COMPLEX:
	case MLIRBC_TYPE_VECTOR:
	case MLIRBC_TYPE_TENSOR:
	case MLIRBC_TYPE_UNRANKED_TENSOR:
	case MLIRBC_TYPE_MEMREF:
	case MLIRBC_TYPE_UNRANKED_MEMREF:
		visit_type(v, type->u.shaped.element);
		mlirbc__visit_attr(v, type->u.shaped.encoding);
		mlirbc__visit_attr(v, type->u.shaped.space);
		break;
	case MLIRBC_TYPE_DIALECT: visit_text(v, type->u.dialect.text); break;
	case MLIRBC_TYPE_BYTES: visit_bytes(v, type->u.bytes.data, type->u.bytes.size); break;
	case MLIRBC_TYPE_CODED: visit_entries(v, type->u.coded.fields, type->u.coded.count); break;
	default: break;
	}
}

void mlirbc__visit_op(struct mlirbc__visit *v, const struct mlirbc_op *op)
{
	mlirbc__visit_attr(v, mlirbc_op_properties(op));
	mlirbc__visit_attr(v, mlirbc_op_attributes(op));
	mlirbc__visit_types(v, op);
}

void mlirbc__visit_types(struct mlirbc__visit *v, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->result_count; i++)
		visit_type(v, mlirbc_op_results(op)[i].type);
	for (uint32_t i = 0; i < op->region_count; i++) {
		for (const struct mlirbc_block *b = mlirbc_op_regions(op)[i].first; b; b = b->next)
			for (uint32_t k = 0; k < b->argument_count; k++)
				visit_type(v, b->arguments[k].type);
	}
}

void mlirbc__visit_finish(struct mlirbc__visit *v) { mlirbc__numbers_finish(&v->job, &v->seen); }

/* ---- */

void mlirbc__op_drop(struct mlirbc_op *op)
{
	for (struct mlirbc_op *inner = NULL; (inner = mlirbc_op_next_pre(op, inner)) != NULL;) {
		for (uint32_t i = 0; i < inner->operand_count; i++)
			mlirbc_operand_set(&mlirbc_op_operands(inner)[i], NULL);
	}
	mlirbc_op_remove(op);
}

const struct mlirbc_string *mlirbc__symbol_name(struct mlirbc__job *job, const struct mlirbc_op *op)
{
	struct mlirbc_string name;
	if (!mlirbc_op_symbol(op, &name))
		return NULL;
	const struct mlirbc_string *unique = mlirbc_string_get(job->context, name.data, name.size);
	if (!unique)
		mlirbc__job_memory(job);
	return unique;
}

struct mlirbc_block *mlirbc_module_symbols(const struct mlirbc_module *module)
{
	struct mlirbc_op *root = module->body->first;
	bool is_module = root && !root->next && mlirbc_op_is(root, "builtin.module") && root->region_count == 1;
	struct mlirbc_block *block = is_module ? mlirbc_op_regions(root)[0].first : NULL;
	return block ? block : module->body;
}
