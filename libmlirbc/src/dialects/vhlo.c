/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* VHLO, the dialect of StableHLO's portable artifacts (versions 0.9 to 1.20). Numbers and dense elements are what
 * builtin ones are, but for their types, which are VHLO's. */
#include "bytecode/read/builtin.h"

/* clang-format off */
enum { FLOAT = 8, INTEGER = 9, TENSOR = 15 };

static const struct mlirbc__coding attrs[] = {
	{ NULL, NULL, NULL },
	{ "array_v1", "T<$a0>", "A:value" },
	{ "bool_v1", "T<$a0>", "B:value" },
	{ "comparison_direction_v1", "T<$k0>", "e(vdir):value" },
	{ "comparison_type_v1", "T<$k0>", "e(vtype):value" },
	{ "api_version_v1", "T<$k0>", "e(vapi):value" },
	{ "dict_v1", "T<$e0>", "E:value" },
	{ "fft_type_v1", "T<$k0>", "e(vfft):value" },
	{ "float_v1", "T<$n0 : $a1>", "n:value T:type" },
	{ "integer_v1", "T<$t0>", "n:value T:type" },
	{ "output_operand_alias_v1", "Sana", "Z:outputTupleIndices z:operandIndex Z:operandTupleIndices" },
	{ "precision_v1", "T<$k0>", "e(vprec):value" },
	{ "rng_algorithm_v1", "T<$k0>", "e(vrng):value" },
	{ "rng_distribution_v1", "T<$k0>", "e(vdist):value" },
	{ "string_v1", "T<$a0>", "s:value" },
	{ "tensor_v1", "T<$a0>", "n:value T:type" },
	{ "transpose_v1", "T<$k0>", "e(vtrans):value" },
	{ "type_v1", "T<$a0>", "T:value" },
	{ "type_extensions_v1", "Sa", "Z:bounds" },
	{ "result_accuracy_mode_v1", "T<$k0>", "e(vmode):value" },
	{ "result_accuracy_v1", "Snnna", "d:atol d:rtol z:ulps a:mode" },
	{ "sub_axis_info_v1", "Snn", "z:preSize z:size" },
	{ "axis_ref_v1", "Saa", "a:name P:subAxisInfo" },
	{ "replica_group_mesh_axes_v1", "Saa", "a:mesh a:axes" },
	{ "mesh_axis_v1", "San", "a:name z:size" },
	{ "mesh_v1", "Saa", "a:axes ?:deviceIds" },
};

static const struct mlirbc__coding types[] = {
	{ "bool_v1", "T", "" },
	{ "complex_v1", "T<$a0>", "T:element" },
	{ "bf16_v1", "T", "" },
	{ "f16_v1", "T", "" },
	{ "f32_v1", "T", "" },
	{ "f64_v1", "T", "" },
	{ "f8E4M3FN_v1", "T", "" },
	{ "f8E5M2_v1", "T", "" },
	{ "func_v1", "T<($l0) -> $r1>", "L:inputs L:results" },
	{ "index_v1", "T", "" },
	{ "i4_v1", "T", "" },
	{ "i8_v1", "T", "" },
	{ "i16_v1", "T", "" },
	{ "i32_v1", "T", "" },
	{ "i64_v1", "T", "" },
	{ "ui4_v1", "T", "" },
	{ "ui8_v1", "T", "" },
	{ "ui16_v1", "T", "" },
	{ "ui32_v1", "T", "" },
	{ "ui64_v1", "T", "" },
	{ "tensor_v1", "T<$x0$a1>", "Z:shape T:element" },
	{ "tensor_v1", "T<$x1$a2, $a0>", "a:encoding Z:shape T:element" },
	{ "token_v1", "T", "" },
	{ "tuple_v1", "T<$l0>", "L:types" },
	{ "quant_v1", "S", "v:flags T:storage T:expressed d:scale z:zeroPoint z:storageMin z:storageMax" },
	{ "unranked_tensor_v1", "T<$a0>", "T:element" },
	{ "witness_v1", "T", "" },
	{ "f8E4M3FNUZ_v1", "T", "" },
	{ "f8E5M2FNUZ_v1", "T", "" },
	{ "f8E4M3B11FNUZ_v1", "T", "" },
	{ "quant_per_axis_v1", "S", "v:flags T:storage T:expressed v:dimension z:storageMin z:storageMax "
		"D:scales Z:zeroPoints" },
	{ "i2_v1", "T", "" },
	{ "ui2_v1", "T", "" },
	{ "none_v1", "T", "" },
	{ "tf31_v1", "T", "" },
	{ "f8E4M3_v1", "T", "" },
	{ "f8E3M4_v1", "T", "" },
	{ "f4E2M1FN_v1", "T", "" },
	{ "f6E2M3FN_v1", "T", "" },
	{ "f6E3M2FN_v1", "T", "" },
	{ "f8E8M0FNU_v1", "T", "" },
	{ "buffer_v1", "T<$x0$a1>", "Z:shape T:element" },
	{ "future_v1", "T<$l0>", "L:types" },
};
/* clang-format on */

/* ---- the builtin type that a type of VHLO stands for. NULL: none, or no memory. */

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
	if (!same) { /* quantized, or something newer */
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
	return make(d, &attrs[code], value, type);
}

static const struct mlirbc_attr *decode_attr(struct mlirbc_decoder *decoder, void *ctx)
{
	struct mlirbc__decode *d = mlirbc__decode_of(decoder);
	struct bytecursor ahead = d->r.c;
	uint64_t code = mlirbc__varint(&ahead);
	(void)ctx;
	if (code != FLOAT && code != INTEGER && code != TENSOR)
		return mlirbc__coded_attr(d, "vhlo", attrs, sizeof attrs / sizeof *attrs);
	d->r.c = ahead;
	return read_value(d, code);
}

static const struct mlirbc_type *decode_type(struct mlirbc_decoder *decoder, void *ctx)
{
	(void)ctx;
	return mlirbc__coded_type(mlirbc__decode_of(decoder), "vhlo", types, sizeof types / sizeof *types);
}

const struct mlirbc__coding *mlirbc__vhlo_codings(bool of_types, size_t *out_count)
{
	*out_count = of_types ? sizeof types / sizeof *types : sizeof attrs / sizeof *attrs;
	return of_types ? types : attrs;
}

const struct mlirbc_dialect mlirbc__vhlo_dialect = { "vhlo", decode_attr, decode_type, NULL };
