/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Encoding types that the file does not have. */
#include "bytecode/read/builtin.h"
#include "bytecode/write/write_state.h"
#include "text/print/printer.h"

#include <stdio.h>

static void put_types(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_types *types)
{
	mlirbc__out_varint(&s->job, out, types->count);
	for (size_t i = 0; i < types->count; i++)
		mlirbc__out_varint(&s->job, out, mlirbc__save_type(s, types->data[i]));
}

static void put_shape(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_type *type)
{
	mlirbc__out_varint(&s->job, out, type->u.shaped.rank);
	for (size_t i = 0; i < type->u.shaped.rank; i++)
		mlirbc__out_signed(&s->job, out, (uint64_t)type->u.shaped.dims[i]);
	mlirbc__out_varint(&s->job, out, mlirbc__save_type(s, type->u.shaped.element));
}

/* The layout that a memref has when it says nothing. */
static const struct mlirbc_attr *identity_map(struct mlirbc__save *s, size_t rank)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_AFFINE };
	struct mlirbc__text_out out = { s, &s->scratch };
	char name[32];
	s->scratch.size = 0;
	(void)mlirbc__out_text(&out, "affine_map<(", 12);
	for (int side = 0; side < 2; side++) {
		for (size_t i = 0; i < rank; i++) {
			int size = snprintf(name, sizeof name, "%sd%zu", i ? ", " : "", i);
			(void)mlirbc__out_text(&out, name, (size_t)size);
		}
		(void)mlirbc__out_text(&out, side ? ")>" : ") -> (", side ? 2 : 6);
	}
	if (s->job.status != MLIRBC_OK)
		return NULL;
	attr.u.dialect.text = mlirbc_string_get(s->job.context, s->scratch.data, s->scratch.size);
	return attr.u.dialect.text ? mlirbc_attr_get(s->job.context, &attr) : NULL;
}

static void put_memref(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_type *type)
{
	const struct mlirbc_attr *space = type->u.shaped.space, *layout = type->u.shaped.encoding;
	mlirbc__out_varint(&s->job, out, space ? MLIRBC__CODE_MEMREF_SPACE : MLIRBC__CODE_MEMREF);
	if (space)
		mlirbc__out_varint(&s->job, out, mlirbc__save_attr(s, space));
	put_shape(s, out, type);
	if (!layout)
		layout = identity_map(s, type->u.shaped.rank);
	mlirbc__out_varint(&s->job, out, mlirbc__save_attr(s, layout));
}

static void put_vector(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_type *type)
{
	const uint8_t *scalable = type->u.shaped.scalable;
	mlirbc__out_varint(&s->job, out, scalable ? MLIRBC__CODE_SCALABLE_VECTOR : MLIRBC__CODE_VECTOR);
	if (scalable && s->for_16) {
		size_t fixed = 0;
		while (fixed < type->u.shaped.rank && !scalable[fixed])
			fixed++;
		if (fixed < type->u.shaped.rank && memchr(scalable + fixed, 0, type->u.shaped.rank - fixed))
			mlirbc__job_fail(&s->job, MLIRBC_E_UNSUPPORTED,
				"in a vector of LLVM 16 all dimensions behind a scalable one are scalable");
		mlirbc__out_varint(&s->job, out, type->u.shaped.rank - fixed);
	} else if (scalable) {
		mlirbc__out_varint(&s->job, out, type->u.shaped.rank);
		mlirbc__out_put(&s->job, out, scalable, type->u.shaped.rank);
	}
	put_shape(s, out, type);
}

static void put_text(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_type *type,
	struct mlirbc__new_entry *entry)
{
	struct mlirbc__text_out text = { s, out };
	size_t from = out->size;
	enum mlirbc_status status = mlirbc__print_alone(s->job.context, NULL, type, mlirbc__out_text, &text);
	if (status != MLIRBC_OK && s->job.status == MLIRBC_OK)
		mlirbc__job_fail(&s->job, status, "a type cannot be printed");
	mlirbc__save_check_text(s, out, from);
	mlirbc__out_byte(&s->job, out, 0);
	entry->size = 0;
}

static void put_unranked(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_type *type)
{
	const struct mlirbc_attr *space = type->kind == MLIRBC_TYPE_UNRANKED_MEMREF ? type->u.shaped.space : NULL;
	mlirbc__out_varint(&s->job, out,
		type->kind == MLIRBC_TYPE_UNRANKED_TENSOR ? MLIRBC__CODE_UNRANKED_TENSOR
		: space                                   ? MLIRBC__CODE_UNRANKED_MEMREF_SPACE
							  : MLIRBC__CODE_UNRANKED_MEMREF);
	if (space)
		mlirbc__out_varint(&s->job, out, mlirbc__save_attr(s, space));
	mlirbc__out_varint(&s->job, out, mlirbc__save_type(s, type->u.shaped.element));
}

static void put_float(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_type *type,
	struct mlirbc__new_entry *entry)
{
	if (type->u.float_kind <= MLIRBC_F128)
		mlirbc__out_varint(&s->job, out, MLIRBC__CODE_BF16 + (unsigned)type->u.float_kind - (unsigned)MLIRBC_BF16);
	else
		put_text(s, out, type, entry);
}

const struct mlirbc_string *mlirbc__type_dialect(const struct mlirbc_type *type)
{
	switch (type->kind) {
	case MLIRBC_TYPE_DIALECT: return type->u.dialect.dialect;
	case MLIRBC_TYPE_CODED: return type->u.coded.dialect;
	case MLIRBC_TYPE_BYTES: return type->u.bytes.dialect;
	default: return NULL;
	}
}

void mlirbc__save_type_fields(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_type *type,
	struct mlirbc__new_entry *entry)
{
	switch (type->kind) {
	case MLIRBC_TYPE_INTEGER:
		mlirbc__out_varint(&s->job, out, MLIRBC__CODE_INTEGER_TYPE);
		mlirbc__out_varint(&s->job, out, (uint64_t)type->u.integer.width << 2 | type->u.integer.signedness);
		break;
	case MLIRBC_TYPE_INDEX: mlirbc__out_varint(&s->job, out, MLIRBC__CODE_INDEX); break;
	case MLIRBC_TYPE_NONE: mlirbc__out_varint(&s->job, out, MLIRBC__CODE_NONE); break;
	case MLIRBC_TYPE_FLOAT: put_float(s, out, type, entry); break;
	case MLIRBC_TYPE_COMPLEX:
		mlirbc__out_varint(&s->job, out, MLIRBC__CODE_COMPLEX);
		mlirbc__out_varint(&s->job, out, mlirbc__save_type(s, type->u.shaped.element));
		break;
	case MLIRBC_TYPE_FUNCTION:
		mlirbc__out_varint(&s->job, out, MLIRBC__CODE_FUNCTION);
		put_types(s, out, &type->u.function.inputs);
		put_types(s, out, &type->u.function.results);
		break;
	case MLIRBC_TYPE_TUPLE:
		mlirbc__out_varint(&s->job, out, MLIRBC__CODE_TUPLE);
		put_types(s, out, &type->u.tuple);
		break;
	case MLIRBC_TYPE_VECTOR: put_vector(s, out, type); break;
	case MLIRBC_TYPE_TENSOR:
		mlirbc__out_varint(
			&s->job, out, type->u.shaped.encoding ? MLIRBC__CODE_TENSOR_ENCODING : MLIRBC__CODE_TENSOR);
		if (type->u.shaped.encoding)
			mlirbc__out_varint(&s->job, out, mlirbc__save_attr(s, type->u.shaped.encoding));
		put_shape(s, out, type);
		break;
	case MLIRBC_TYPE_MEMREF: put_memref(s, out, type); break;
	case MLIRBC_TYPE_UNRANKED_TENSOR:
	case MLIRBC_TYPE_UNRANKED_MEMREF: put_unranked(s, out, type); break;
	case MLIRBC_TYPE_CODED:
		if (mlirbc__save_coded(s, out, &type->u.coded, true))
			break;
		/* fallthrough */
	case MLIRBC_TYPE_DIALECT:
		if (type->kind != MLIRBC_TYPE_DIALECT || !mlirbc__string_is(type->u.dialect.dialect, "quant", 5) ||
			!mlirbc__save_quant(s, out, type->u.dialect.text))
			put_text(s, out, type, entry);
		break;
	case MLIRBC_TYPE_BYTES:
		mlirbc__job_fail(&s->job, MLIRBC_E_UNSUPPORTED,
			"a type of dialect \"%.*s\" has an encoding that is not known, which can be written only in the "
			"file that it was read from",
			(int)type->u.bytes.dialect->size, type->u.bytes.dialect->data);
		break;
	}
}
