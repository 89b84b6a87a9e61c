/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The builtin dialect and quant. One list of rows for each of builtin's tables makes the members (members.h) and the code
 * of each kind. */
#include "dialects/members.h"
#include "dialects/quant.h"

#include <string.h>

/* clang-format off */
/* ROW(mnemonic, kind, fields), in the order of the codes; VARIANT: a kind that has a ROW with more fields.
 * F(kind of field, name, member, what it may refer to), in the order of the bytes. */
#define BUILTIN_ATTRS(ROW, VARIANT, F) \
	ROW(array, MLIRBC_ATTR_ARRAY, F(A, "elements", u.array, ANY)) \
	ROW(dictionary, MLIRBC_ATTR_DICTIONARY, F(E, "entries", u.dictionary, ANY)) \
	VARIANT(string, MLIRBC_ATTR_STRING, F(s, "string", u.string, ANY)) \
	ROW(typed_string, MLIRBC_ATTR_STRING, F(s, "string", u.string, ANY) F(T, "type", type, ANY)) \
	VARIANT(flat_symbol, MLIRBC_ATTR_SYMBOL, F(a, "root", u.symbol.root, NAME)) \
	ROW(symbol, MLIRBC_ATTR_SYMBOL, F(a, "root", u.symbol.root, NAME) \
		F(A, "nested symbols", u.symbol.nested, SYMBOL)) \
	ROW(type, MLIRBC_ATTR_TYPE, F(T, "type", u.type_value, ANY)) \
	ROW(unit, MLIRBC_ATTR_UNIT, ) \
	ROW(integer, MLIRBC_ATTR_INTEGER, F(T, "type", type, ANY) F(n, "value", u.number, ANY)) \
	ROW(float, MLIRBC_ATTR_FLOAT, F(T, "type", type, ANY) F(n, "value", u.number, ANY)) \
	ROW(callsite, MLIRBC_LOC_CALLSITE, F(a, "callee", u.callsite.callee, LOCATION) \
		F(a, "caller", u.callsite.caller, LOCATION)) \
	VARIANT(file, MLIRBC_LOC_FILE, F(a, "file", u.file.file, NAME) F(v, "line", u.file.line, LINE) \
		F(v, "column", u.file.column, COLUMN)) \
	VARIANT(fused, MLIRBC_LOC_FUSED, F(A, "parts", u.fused.parts, LOCATION)) \
	ROW(fused_metadata, MLIRBC_LOC_FUSED, F(A, "parts", u.fused.parts, LOCATION) \
		F(a, "metadata", u.fused.metadata, ANY)) \
	ROW(name, MLIRBC_LOC_NAME, F(a, "name", u.name.name, NAME) F(a, "child", u.name.child, OR_UNKNOWN)) \
	ROW(unknown, MLIRBC_LOC_UNKNOWN, ) \
	ROW(resource, MLIRBC_ATTR_DENSE_RESOURCE, F(T, "type", type, ANY) F(r, "resource", u.resource, ANY)) \
	ROW(dense_array, MLIRBC_ATTR_DENSE_ARRAY, F(T, "element type", type, ANY) \
		F(v, "number of elements", u.dense.count, U64) F(x, "elements", u.dense, ANY)) \
	ROW(dense, MLIRBC_ATTR_DENSE, F(T, "type", type, ANY) F(x, "elements", u.dense, ANY)) \
	ROW(dense_strings, MLIRBC_ATTR_DENSE_STRINGS, F(T, "type", type, ANY) \
		F(v, "splat", u.strings.splat, BOOL) F(S, "elements", u.strings, ANY)) \
	ROW(sparse, MLIRBC_ATTR_SPARSE, F(T, "type", type, ANY) F(a, "indices", u.sparse.indices, DENSE) \
		F(a, "values", u.sparse.values, ELEMENTS)) \
	ROW(distinct, MLIRBC_ATTR_DISTINCT, \
		F(a, "referenced attribute", u.distinct.referenced, OR_UNIT)) \
	ROW(file_range, MLIRBC_LOC_FILE, F(a, "file", u.file.file, NAME) F(M, "positions", u.file, ANY))

#define BUILTIN_TYPES(ROW, VARIANT, F) \
	ROW(integer, MLIRBC_TYPE_INTEGER, F(v, "width and signedness", u.integer, ANY)) \
	ROW(index, MLIRBC_TYPE_INDEX, ) \
	ROW(function, MLIRBC_TYPE_FUNCTION, F(L, "inputs", u.function.inputs, ANY) \
		F(L, "results", u.function.results, ANY)) \
	ROW(bf16, MLIRBC_TYPE_FLOAT, ) \
	VARIANT(f16, MLIRBC_TYPE_FLOAT, ) \
	VARIANT(f32, MLIRBC_TYPE_FLOAT, ) \
	VARIANT(f64, MLIRBC_TYPE_FLOAT, ) \
	VARIANT(f80, MLIRBC_TYPE_FLOAT, ) \
	VARIANT(f128, MLIRBC_TYPE_FLOAT, ) \
	ROW(complex, MLIRBC_TYPE_COMPLEX, ELEMENT(F)) \
	VARIANT(memref, MLIRBC_TYPE_MEMREF, SHAPE(F) ELEMENT(F) LAYOUT(F)) \
	ROW(memref_space, MLIRBC_TYPE_MEMREF, SPACE(F) SHAPE(F) ELEMENT(F) LAYOUT(F)) \
	ROW(none, MLIRBC_TYPE_NONE, ) \
	VARIANT(tensor, MLIRBC_TYPE_TENSOR, SHAPE(F) ELEMENT(F)) \
	ROW(tensor_encoding, MLIRBC_TYPE_TENSOR, F(a, "encoding", u.shaped.encoding, ANY) SHAPE(F) ELEMENT(F)) \
	ROW(tuple, MLIRBC_TYPE_TUPLE, F(L, "members", u.tuple, ANY)) \
	VARIANT(unranked_memref, MLIRBC_TYPE_UNRANKED_MEMREF, ELEMENT(F)) \
	ROW(unranked_memref_space, MLIRBC_TYPE_UNRANKED_MEMREF, SPACE(F) ELEMENT(F)) \
	ROW(unranked_tensor, MLIRBC_TYPE_UNRANKED_TENSOR, ELEMENT(F)) \
	VARIANT(vector, MLIRBC_TYPE_VECTOR, SHAPE(F) ELEMENT(F)) \
	ROW(scalable_vector, MLIRBC_TYPE_VECTOR, F(N, "scalable dimensions", u.shaped.scalable, ANY) SHAPE(F) ELEMENT(F)) \
	VARIANT(tf32, MLIRBC_TYPE_FLOAT, ) \
	VARIANT(f8E5M2, MLIRBC_TYPE_FLOAT, ) \
	VARIANT(f8E4M3, MLIRBC_TYPE_FLOAT, ) \
	VARIANT(f8E4M3FN, MLIRBC_TYPE_FLOAT, ) \
	VARIANT(f8E5M2FNUZ, MLIRBC_TYPE_FLOAT, ) \
	VARIANT(f8E4M3FNUZ, MLIRBC_TYPE_FLOAT, ) \
	VARIANT(f8E4M3B11FNUZ, MLIRBC_TYPE_FLOAT, ) \
	VARIANT(f8E3M4, MLIRBC_TYPE_FLOAT, ) \
	VARIANT(f4E2M1FN, MLIRBC_TYPE_FLOAT, ) \
	VARIANT(f6E2M3FN, MLIRBC_TYPE_FLOAT, ) \
	VARIANT(f6E3M2FN, MLIRBC_TYPE_FLOAT, ) \
	VARIANT(f8E8M0FNU, MLIRBC_TYPE_FLOAT, )
#define SHAPE(F) F(Z, "shape", u.shaped, ANY)
#define ELEMENT(F) F(T, "element type", u.shaped.element, ANY)
#define LAYOUT(F) F(a, "layout", u.shaped.encoding, LAYOUT)
#define SPACE(F) F(a, "memory space", u.shaped.space, ANY)

/* LLVM 16 wrote the number of scalable dimensions, which come last; later releases write one flag per dimension. */
#define SCALABLE_VECTOR_16(ROW, F) \
	ROW(scalable_vector, MLIRBC_TYPE_VECTOR, F(v, "number of scalable dimensions", u.shaped, ANY) SHAPE(F) ELEMENT(F))

enum { LETTER_A = 'A', LETTER_E = 'E', LETTER_L = 'L', LETTER_M = 'M', LETTER_N = 'N', LETTER_S = 'S', LETTER_T = 'T',
	LETTER_Z = 'Z', LETTER_a = 'a', LETTER_n = 'n', LETTER_r = 'r', LETTER_s = 's', LETTER_v = 'v', LETTER_x = 'x' };

#define ATTR_MEMBER(letter, name, member, want) \
	{ name, LETTER_##letter, MLIRBC__WANT_##want, offsetof(struct mlirbc_attr, member) },
#define TYPE_MEMBER(letter, name, member, want) \
	{ name, LETTER_##letter, MLIRBC__WANT_##want, offsetof(struct mlirbc_type, member) },
#define MEMBERS(mnemonic, kind, fields) { kind, { fields { NULL, 0, 0, 0 } } },
#define NO_FIELD(letter, name, member, want)
#define ATTR_CODE(mnemonic, kind, fields) ATTR_##mnemonic,
#define TYPE_CODE(mnemonic, kind, fields) TYPE_##mnemonic,
#define ATTR_OF_KIND(mnemonic, kind, fields) [kind] = ATTR_##mnemonic,
#define TYPE_OF_KIND(mnemonic, kind, fields) [kind] = TYPE_##mnemonic,
#define NO_ROW(mnemonic, kind, fields)

enum { BUILTIN_ATTRS(ATTR_CODE, ATTR_CODE, NO_FIELD) };
enum { BUILTIN_TYPES(TYPE_CODE, TYPE_CODE, NO_FIELD) };

const struct mlirbc__members mlirbc__builtin_attrs[] = { BUILTIN_ATTRS(MEMBERS, MEMBERS, ATTR_MEMBER) };
const struct mlirbc__members mlirbc__builtin_types[] = { BUILTIN_TYPES(MEMBERS, MEMBERS, TYPE_MEMBER) };
const struct mlirbc__members mlirbc__scalable_vector_16[] = { SCALABLE_VECTOR_16(MEMBERS, TYPE_MEMBER) };

const uint8_t mlirbc__attr_codes[] = { BUILTIN_ATTRS(ATTR_OF_KIND, NO_ROW, NO_FIELD)
	[MLIRBC_ATTR_AFFINE] = MLIRBC__NO_CODE, [MLIRBC_ATTR_DIALECT] = MLIRBC__NO_CODE,
	[MLIRBC_ATTR_BYTES] = MLIRBC__NO_CODE, [MLIRBC_ATTR_CODED] = MLIRBC__NO_CODE };
const uint8_t mlirbc__type_codes[] = { BUILTIN_TYPES(TYPE_OF_KIND, NO_ROW, NO_FIELD)
	[MLIRBC_TYPE_DIALECT] = MLIRBC__NO_CODE, [MLIRBC_TYPE_BYTES] = MLIRBC__NO_CODE,
	[MLIRBC_TYPE_CODED] = MLIRBC__NO_CODE };

const uint8_t mlirbc__later_floats[MLIRBC__LATER_FLOATS] = { MLIRBC_TF32, MLIRBC_F8E5M2, MLIRBC_F8E4M3, MLIRBC_F8E4M3FN,
	MLIRBC_F8E5M2FNUZ, MLIRBC_F8E4M3FNUZ, MLIRBC_F8E4M3B11FNUZ, MLIRBC_F8E3M4, MLIRBC_F4E2M1FN, MLIRBC_F6E2M3FN,
	MLIRBC_F6E3M2FN, MLIRBC_F8E8M0FNU };

const struct mlirbc__coding mlirbc__quant_types[] = {
	{ NULL, NULL, NULL },
	{ "any", NULL, "v:flags\0T:storage type\0z:minimum\0z:maximum\0" },
	{ "any_expressed", NULL, "v:flags\0T:storage type\0T:expressed type\0z:minimum\0z:maximum\0" },
	{ "calibrated", NULL, "T:expressed type\0d:minimum\0d:maximum\0" },
	{ "uniform", NULL,
		"v:flags\0T:storage type\0T:expressed type\0d:scale\0z:zero point\0z:minimum\0z:maximum\0" },
	{ "uniform_per_axis", NULL,
		"v:flags\0T:storage type\0T:expressed type\0v:dimension\0z:minimum\0z:maximum\0D:scales\0"
		"Z:zero points\0" },
	{ "uniform_sub_channel", NULL,
		"v:flags\0T:storage type\0T:expressed type\0z:minimum\0z:maximum\0Z:dimensions\0"
		"Z:block sizes\0a:scales\0a:zero points\0" },
};
/* clang-format on */

const size_t mlirbc__builtin_attr_count = sizeof mlirbc__builtin_attrs / sizeof *mlirbc__builtin_attrs;
const size_t mlirbc__builtin_type_count = sizeof mlirbc__builtin_types / sizeof *mlirbc__builtin_types;
const size_t mlirbc__quant_type_count = sizeof mlirbc__quant_types / sizeof *mlirbc__quant_types;

enum mlirbc__quant_part mlirbc__quant_part_of(const struct mlirbc__coding_field *field)
{
	static const char names[MLIRBC__QUANT_PARTS][16] = { "flags", "storage type", "expressed type", "minimum",
		"maximum", "scale", "zero point", "dimension", "scales", "zero points", "dimensions", "block sizes" };
	unsigned part = 0;
	while (strcmp(field->name, names[part]) != 0)
		part++;
	return (enum mlirbc__quant_part)part;
}
