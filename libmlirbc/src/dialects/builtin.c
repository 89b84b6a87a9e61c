/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The builtin dialect and quant. Dedicated functions read and write the builtin attributes; everything else follows
 * the rows. */
#include "dialects/coding.h"
#include "dialects/quant.h"

#include <string.h>

/* clang-format off */
const struct mlirbc__coding mlirbc__builtin_attrs[] = {
	{ "array", NULL, "A:elements\0" },
	{ "dictionary", NULL, "E:entries\0" },
	{ "string", NULL, "s:string\0" },
	{ "typed_string", NULL, "s:string\0T:type\0" },
	{ "flat_symbol", NULL, "a:root\0" },
	{ "symbol", NULL, "a:root\0A:nested symbols\0" },
	{ "type", NULL, "T:type\0" },
	{ "unit", NULL, "" },
	{ "integer", NULL, "n:value\0T:type\0" },
	{ "float", NULL, "n:value\0T:type\0" },
	{ "callsite", NULL, "a:callee\0a:caller\0" },
	{ "file", NULL, "a:file\0v:line\0v:column\0" },
	{ "fused", NULL, "A:parts\0" },
	{ "fused_metadata", NULL, "A:parts\0a:metadata\0" },
	{ "name", NULL, "a:name\0a:child\0" },
	{ "unknown", NULL, "" },
	{ "resource", NULL, "T:type\0r:resource\0" },
	{ "dense_array", NULL, "T:element type\0v:number of elements\0x:elements\0" },
	{ "dense", NULL, "x:elements\0T:type\0" },
	{ "dense_strings", NULL, "T:type\0v:splat\0S:elements\0" },
	{ "sparse", NULL, "T:type\0a:indices\0a:values\0" },
	{ "distinct", NULL, "a:referenced attribute\0" },
	{ "file_range", NULL, "a:file\0M:positions\0" },
};

const struct mlirbc__coding mlirbc__builtin_types[] = {
	{ "integer", NULL, "v:width and signedness\0" },
	{ "index", NULL, "" },
	{ "function", NULL, "L:inputs\0L:results\0" },
	{ "bf16", NULL, "" },
	{ "f16", NULL, "" },
	{ "f32", NULL, "" },
	{ "f64", NULL, "" },
	{ "f80", NULL, "" },
	{ "f128", NULL, "" },
	{ "complex", NULL, "T:element type\0" },
	{ "memref", NULL, "Z:shape\0T:element type\0a:layout\0" },
	{ "memref_space", NULL, "a:memory space\0Z:shape\0T:element type\0a:layout\0" },
	{ "none", NULL, "" },
	{ "tensor", NULL, "Z:shape\0T:element type\0" },
	{ "tensor_encoding", NULL, "a:encoding\0Z:shape\0T:element type\0" },
	{ "tuple", NULL, "L:members\0" },
	{ "unranked_memref", NULL, "T:element type\0" },
	{ "unranked_memref_space", NULL, "a:memory space\0T:element type\0" },
	{ "unranked_tensor", NULL, "T:element type\0" },
	{ "vector", NULL, "Z:shape\0T:element type\0" },
	{ "scalable_vector", NULL, "N:scalable dimensions\0Z:shape\0T:element type\0" },
};

/* LLVM 16 wrote the number of scalable dimensions, which come last; later releases write one flag per dimension. */
const struct mlirbc__coding mlirbc__scalable_vector_16 = {
	"scalable_vector", NULL, "v:number of scalable dimensions\0Z:shape\0T:element type\0"
};

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
