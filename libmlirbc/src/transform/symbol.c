/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Visits attributes and types; symbols and the block that holds them. */
#include "transform/symbol.h"

#include "bytecode/encoding/varint.h"
#include "support/chars.h"
#include "support/hex.h"
#include "ir/kept_text.h"

#include <mlirbc/parts.h>

static void visit_type(struct mlirbc__visit *v, const struct mlirbc_type *type);

/* Marks the item as visited; true if it was visited before. */
static bool seen(struct mlirbc__visit *v, const void *item)
{
	return v->job.status != MLIRBC_OK || mlirbc__number_find(&v->seen, item) ||
	       !mlirbc__number_add(&v->job, &v->seen, item, 0);
}

/* ---- names in text */

/* The contents of a literal; invalid escapes are left unchanged. */
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

/* The bytes may contain the index of any attribute of their file. */
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

static void visit_parts(struct mlirbc__visit *v, struct mlirbc_parts parts)
{
	struct mlirbc_part part;
	while (mlirbc_parts_next(&parts, &part)) {
		if (part.type)
			visit_type(v, part.type);
		else
			mlirbc__visit_attr(v, part.attr);
	}
}

void mlirbc__visit_attr(struct mlirbc__visit *v, const struct mlirbc_attr *attr)
{
	if (!attr || seen(v, attr))
		return;
	if (v->attr)
		v->attr(v, attr);
	if (attr->kind == MLIRBC_ATTR_SYMBOL && v->symbol)
		v->symbol(v, *attr->u.symbol.root);
	else if (attr->kind == MLIRBC_ATTR_DIALECT)
		visit_text(v, attr->u.dialect.text);
	else if (attr->kind == MLIRBC_ATTR_BYTES)
		visit_bytes(v, attr->u.bytes.data, attr->u.bytes.size);
	if (attr->kind < MLIRBC_LOC_UNKNOWN) /* locations refer to no symbols */
		visit_parts(v, mlirbc_attr_parts(attr));
}

static void visit_type(struct mlirbc__visit *v, const struct mlirbc_type *type)
{
	if (seen(v, type))
		return;
	if (type->kind == MLIRBC_TYPE_DIALECT)
		visit_text(v, type->u.dialect.text);
	else if (type->kind == MLIRBC_TYPE_BYTES)
		visit_bytes(v, type->u.bytes.data, type->u.bytes.size);
	visit_parts(v, mlirbc_type_parts(type));
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

bool mlirbc__is_in_nested_table(const struct mlirbc_op *top, const struct mlirbc_op *op)
{
	while (op != top) {
		op = mlirbc_op_parent(op);
		if (mlirbc_op_is(op, "builtin.module"))
			return true;
	}
	return false;
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
