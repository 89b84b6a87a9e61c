/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Encoding types that the file does not have. */
#include "bytecode/write/write_state.h"
#include "dialects/members.h"
#include "text/print/printer.h"

#include <stdio.h>

static void put_types(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_types *types)
{
	mlirbc__out_varint(&s->job, out, types->count);
	for (size_t i = 0; i < types->count; i++)
		mlirbc__out_varint(&s->job, out, mlirbc__save_type(s, types->data[i]));
}

static void put_dims(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_type *type)
{
	mlirbc__out_varint(&s->job, out, type->u.shaped.rank);
	for (size_t i = 0; i < type->u.shaped.rank; i++)
		mlirbc__out_signed(&s->job, out, (uint64_t)type->u.shaped.dims[i]);
}

/* The default layout of a memref. */
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

/* LLVM 16: how many dimensions are scalable, which are the last ones. */
static void put_scalable_count(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_type *type)
{
	const uint8_t *scalable = type->u.shaped.scalable;
	size_t fixed = 0;
	while (fixed < type->u.shaped.rank && !scalable[fixed])
		fixed++;
	if (fixed < type->u.shaped.rank && memchr(scalable + fixed, 0, type->u.shaped.rank - fixed))
		mlirbc__job_fail(&s->job, MLIRBC_E_UNSUPPORTED,
			"in a vector of LLVM 16 all dimensions after a scalable one are scalable");
	mlirbc__out_varint(&s->job, out, type->u.shaped.rank - fixed);
}

static void put_attr(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_type *type,
	const struct mlirbc__member *member)
{
	const struct mlirbc_attr *attr = *(const struct mlirbc_attr *const *)mlirbc__member_in(type, member);
	if (!attr && member->want == MLIRBC__WANT_LAYOUT)
		attr = identity_map(s, type->u.shaped.rank);
	mlirbc__out_varint(&s->job, out, mlirbc__save_attr(s, attr));
}

static void put_member(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_type *type,
	const struct mlirbc__member *member)
{
	switch (member->kind) {
	case 'a': put_attr(s, out, type, member); break;
	case 'L': put_types(s, out, mlirbc__member_in(type, member)); break;
	case 'N':
		mlirbc__out_varint(&s->job, out, type->u.shaped.rank);
		mlirbc__out_put(&s->job, out, type->u.shaped.scalable, type->u.shaped.rank);
		break;
	case 'T': mlirbc__out_varint(&s->job, out, mlirbc__save_type(s, type->u.shaped.element)); break;
	case 'Z': put_dims(s, out, type); break;
	default:
		if (type->kind == MLIRBC_TYPE_VECTOR)
			put_scalable_count(s, out, type);
		else
			mlirbc__out_varint(
				&s->job, out, (uint64_t)type->u.integer.width << 2 | type->u.integer.signedness);
		break;
	}
}

static unsigned float_code(const struct mlirbc__save *s, enum mlirbc_float kind)
{
	if (kind <= MLIRBC_F128)
		return MLIRBC__CODE_BF16 + kind;
	for (unsigned i = 0; s->later_floats && i < MLIRBC__LATER_FLOATS; i++) {
		if (mlirbc__later_floats[i] == kind)
			return MLIRBC__CODE_SCALABLE_VECTOR + 1 + i;
	}
	return MLIRBC__NO_CODE;
}

/* MLIRBC__NO_CODE: a type that is not of the builtin dialect, or that is written as text. */
static unsigned code_of(const struct mlirbc__save *s, const struct mlirbc_type *type)
{
	const unsigned code = mlirbc__type_codes[type->kind];
	switch (type->kind) {
	case MLIRBC_TYPE_FLOAT: return float_code(s, type->u.float_kind);
	case MLIRBC_TYPE_VECTOR: return type->u.shaped.scalable ? code : MLIRBC__CODE_VECTOR;
	case MLIRBC_TYPE_TENSOR: return type->u.shaped.encoding ? code : MLIRBC__CODE_TENSOR;
	case MLIRBC_TYPE_MEMREF: return type->u.shaped.space ? code : MLIRBC__CODE_MEMREF;
	case MLIRBC_TYPE_UNRANKED_MEMREF: return type->u.shaped.space ? code : MLIRBC__CODE_UNRANKED_MEMREF;
	default: return code;
	}
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

static bool save_kept(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_string *dialect,
	const struct mlirbc_string *text)
{
	return mlirbc__string_is(dialect, "quant", 5) ? mlirbc__save_quant(s, out, text)
						      : mlirbc__save_kept(s, out, dialect, text, true);
}

void mlirbc__save_type_fields(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_type *type,
	struct mlirbc__new_entry *entry)
{
	const unsigned code = code_of(s, type);
	if (s->interface_count && mlirbc__save_by_hook(s, out, NULL, type))
		return;
	if (code != MLIRBC__NO_CODE) {
		const struct mlirbc__members *members = code == MLIRBC__CODE_SCALABLE_VECTOR && s->for_16
								? mlirbc__scalable_vector_16
								: &mlirbc__builtin_types[code];
		mlirbc__out_varint(&s->job, out, code);
		for (const struct mlirbc__member *member = members->list; member->kind; member++)
			put_member(s, out, type, member);
		return;
	}
	switch (type->kind) {
	case MLIRBC_TYPE_CODED:
		if (mlirbc__save_coded(s, out, &type->u.coded, true))
			break;
		/* fallthrough */
	case MLIRBC_TYPE_DIALECT:
		if (type->kind != MLIRBC_TYPE_DIALECT || !save_kept(s, out, type->u.dialect.dialect, type->u.dialect.text))
			mlirbc__save_text(s, out, NULL, type, entry);
		break;
	case MLIRBC_TYPE_BYTES:
		mlirbc__job_fail(&s->job, MLIRBC_E_UNSUPPORTED,
			"a type of dialect \"%.*s\" has an unknown encoding, which can be written only to the file "
			"that it was read from",
			(int)type->u.bytes.dialect->size, type->u.bytes.dialect->data);
		break;
	default: mlirbc__save_text(s, out, NULL, type, entry); break;
	}
}
