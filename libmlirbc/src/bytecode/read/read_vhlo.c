/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Numbers and dense elements of VHLO, which differ from builtin ones in their types only. */
#include "bytecode/read/builtin.h"

enum { FLOAT = 8, INTEGER = 9, TENSOR = 15 };

/* ---- the builtin type that corresponds to a type of VHLO. NULL: none, or no memory. */

static const struct mlirbc_type *integer_type(struct mlirbc_context *context, const char *name, size_t size)
{
	bool is_unsigned = size && *name == 'u';
	uint32_t width = 0;
	for (size_t i = 1U + is_unsigned; i < size; i++) {
		if (name[i] < '0' || name[i] > '9' || width > 64)
			return NULL;
		width = width * 10 + (uint32_t)(name[i] - '0');
	}
	return width ? mlirbc_type_integer(context, width, is_unsigned ? MLIRBC_UNSIGNED : MLIRBC_SIGNLESS) : NULL;
}

static const struct mlirbc_type *scalar_type(struct mlirbc_context *context, const struct mlirbc_string *mnemonic)
{
	const char *name = mnemonic->data;
	size_t size = mnemonic->size - 3; /* "_v1" */
	if (mlirbc__string_is(mnemonic, "bool_v1", 7))
		return mlirbc_type_integer(context, 1, MLIRBC_SIGNLESS);
	if (mlirbc__string_is(mnemonic, "index_v1", 8))
		return mlirbc_type_index(context);
	if (mlirbc__string_is(mnemonic, "tf31_v1", 7))
		return mlirbc_type_float(context, MLIRBC_TF32);
	for (int kind = 0; kind < MLIRBC_FLOAT_COUNT; kind++) {
		const char *text = mlirbc_float_name((enum mlirbc_float)kind);
		if (strlen(text) == size && memcmp(text, name, size) == 0)
			return mlirbc_type_float(context, (enum mlirbc_float)kind);
	}
	return *name == 'i' || *name == 'u' ? integer_type(context, name, size) : NULL;
}

static const struct mlirbc_type *field_type(const struct mlirbc_coded *coded, size_t field)
{
	return coded->fields[field].value->u.type_value;
}

static const struct mlirbc_type *element_type(struct mlirbc_context *context, const struct mlirbc_type *type)
{
	if (type->kind != MLIRBC_TYPE_CODED)
		return type;
	const struct mlirbc_coded *coded = &type->u.coded;
	if (!mlirbc__string_is(coded->mnemonic, "complex_v1", 10))
		return scalar_type(context, coded->mnemonic);
	const struct mlirbc_type *part = field_type(coded, 0);
	struct mlirbc_type complex = { .kind = MLIRBC_TYPE_COMPLEX };
	complex.u.shaped.element = part->kind == MLIRBC_TYPE_CODED ? scalar_type(context, part->u.coded.mnemonic)
								   : part;
	return complex.u.shaped.element ? mlirbc_type_get(context, &complex) : NULL;
}

static const struct mlirbc_type *tensor_type(struct mlirbc__decode *d, const struct mlirbc_type *type)
{
	struct mlirbc__load *load = d->r.load;
	if (type->kind != MLIRBC_TYPE_CODED)
		return type;
	const struct mlirbc_coded *coded = &type->u.coded;
	if (!mlirbc__string_is(coded->mnemonic, "tensor_v1", 9))
		return NULL;
	const struct mlirbc_attrs *shape = &coded->fields[coded->count - 2].value->u.array;
	struct mlirbc_type tensor = { .kind = MLIRBC_TYPE_TENSOR };
	int64_t *dims = mlirbc__reserve(load, &load->more_buffer, shape->count, sizeof *dims);
	tensor.u.shaped.element = element_type(load->context, field_type(coded, coded->count - 1));
	if (!dims || !tensor.u.shaped.element)
		return NULL;
	for (size_t i = 0; i < shape->count; i++)
		dims[i] = (int64_t)shape->data[i]->u.number.words[0];
	tensor.u.shaped.dims = dims;
	tensor.u.shaped.rank = shape->count;
	return mlirbc_type_get(load->context, &tensor);
}

/* ---- numbers and elements */

static const struct mlirbc_attr *make(struct mlirbc__decode *d, const struct mlirbc__coding *coding,
	const struct mlirbc_attr *value, const struct mlirbc_type *type)
{
	struct mlirbc_context *context = d->r.load->context;
	struct mlirbc_named_attr fields[] = { { mlirbc_string_get(context, "value", 5), value },
		{ mlirbc_string_get(context, "type", 4), mlirbc_attr_type(context, type) } };
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_CODED };
	attr.u.coded = (struct mlirbc_coded){ mlirbc_string_get(context, "vhlo", 4),
		mlirbc_string_get(context, coding->mnemonic, strlen(coding->mnemonic)), fields, 2, coding->format };
	if (!fields[0].name || !fields[1].name || !fields[1].value || !attr.u.coded.dialect || !attr.u.coded.mnemonic)
		return NULL;
	return mlirbc__attr_make(context, &attr, false);
}

static const struct mlirbc_attr *read_value(struct mlirbc__decode *d, uint64_t code)
{
	struct mlirbc_context *context = d->r.load->context;
	size_t at = d->r.c.pos;
	const struct mlirbc_type *type = mlirbc__part_type(d);
	if (!type)
		return NULL;
	const struct mlirbc_type *same = code == TENSOR ? tensor_type(d, type) : element_type(context, type);
	if (d->r.load->status != MLIRBC_OK)
		return NULL;
	if (!same) { /* quantized, or newer */
		d->opaque = true;
		return NULL;
	}
	const struct mlirbc_attr *value = code == TENSOR
						  ? mlirbc__dense_of(d, at, same)
						  : mlirbc__number_of(d, at,
							    code == FLOAT ? MLIRBC_ATTR_FLOAT : MLIRBC_ATTR_INTEGER,
							    same);
	if (!value)
		return NULL;
	return make(d, &mlirbc__vhlo_attrs[code], value, type);
}

static const struct mlirbc_attr *decode_attr(struct mlirbc_decoder *decoder, void *ctx)
{
	struct mlirbc__decode *d = mlirbc__decode_of(decoder);
	struct bytecursor ahead = d->r.c;
	uint64_t code = mlirbc__varint(&ahead);
	(void)ctx;
	if (code != FLOAT && code != INTEGER && code != TENSOR)
		return mlirbc__coded_attr(d, "vhlo", mlirbc__vhlo_attrs, mlirbc__vhlo_attr_count);
	d->r.c = ahead;
	return read_value(d, code);
}

static const struct mlirbc_type *decode_type(struct mlirbc_decoder *decoder, void *ctx)
{
	(void)ctx;
	return mlirbc__coded_type(mlirbc__decode_of(decoder), "vhlo", mlirbc__vhlo_types, mlirbc__vhlo_type_count);
}

const struct mlirbc_dialect mlirbc__vhlo_dialect = { "vhlo", decode_attr, decode_type, NULL };
