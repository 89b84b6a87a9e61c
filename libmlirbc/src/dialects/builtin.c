/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The builtin dialect and quant. Functions of their own read and write these; the walker and compaction use the rows. */
#include "dialects/coding.h"

/* clang-format off */
const struct mlirbc__coding mlirbc__builtin_attrs[] = {
	{ "array", NULL, "A:elements" },
	{ "dictionary", NULL, "E:entries" },
	{ "string", NULL, "s:string" },
	{ "typed_string", NULL, "s:string T:type" },
	{ "flat_symbol", NULL, "a:root" },
	{ "symbol", NULL, "a:root A:nested_symbols" },
	{ "type", NULL, "T:type" },
	{ "unit", NULL, "" },
	{ "integer", NULL, "n:value T:type" },
	{ "float", NULL, "n:value T:type" },
	{ "callsite", NULL, "a:callee a:caller" },
	{ "file", NULL, "a:file v:line v:column" },
	{ "fused", NULL, "A:parts" },
	{ "fused_metadata", NULL, "A:parts a:metadata" },
	{ "name", NULL, "a:name a:child" },
	{ "unknown", NULL, "" },
	{ "resource", NULL, "T:type r:resource" },
	{ "dense_array", NULL, "T:element_type v:number_of_elements x:elements" },
	{ "dense", NULL, "x:elements T:type" },
	{ "dense_strings", NULL, "T:type v:splat S:elements" },
	{ "sparse", NULL, "T:type a:indices a:values" },
	{ "distinct", NULL, "a:referenced_attribute" },
	{ "file_range", NULL, "a:file M:positions" },
};

const struct mlirbc__coding mlirbc__builtin_types[] = {
	{ "integer", NULL, "v:width_and_signedness" },
	{ "index", NULL, "" },
	{ "function", NULL, "L:inputs L:results" },
	{ "bf16", NULL, "" },
	{ "f16", NULL, "" },
	{ "f32", NULL, "" },
	{ "f64", NULL, "" },
	{ "f80", NULL, "" },
	{ "f128", NULL, "" },
	{ "complex", NULL, "T:element_type" },
	{ "memref", NULL, "Z:shape T:element_type a:layout" },
	{ "memref_space", NULL, "a:memory_space Z:shape T:element_type a:layout" },
	{ "none", NULL, "" },
	{ "tensor", NULL, "Z:shape T:element_type" },
	{ "tensor_encoding", NULL, "a:encoding Z:shape T:element_type" },
	{ "tuple", NULL, "L:members" },
	{ "unranked_memref", NULL, "T:element_type" },
	{ "unranked_memref_space", NULL, "a:memory_space T:element_type" },
	{ "unranked_tensor", NULL, "T:element_type" },
	{ "vector", NULL, "Z:shape T:element_type" },
	{ "scalable_vector", NULL, "N:scalable_dimensions Z:shape T:element_type" },
};

/* LLVM 16 wrote the number of scalable dimensions, which come last; later releases as many flags as dimensions. */
const struct mlirbc__coding mlirbc__scalable_vector_16 = {
	"scalable_vector", NULL, "v:number_of_scalable_dimensions Z:shape T:element_type"
};

const struct mlirbc__coding mlirbc__quant_types[] = {
	{ NULL, NULL, NULL },
	{ "any", NULL, "v:flags T:storage_type z:minimum z:maximum" },
	{ "any_expressed", NULL, "v:flags T:storage_type T:expressed_type z:minimum z:maximum" },
	{ "calibrated", NULL, "T:expressed_type d:minimum d:maximum" },
	{ "uniform", NULL,
		"v:flags T:storage_type T:expressed_type d:scale z:zero_point z:minimum "
		"z:maximum" },
	{ "uniform_per_axis", NULL,
		"v:flags T:storage_type T:expressed_type v:dimension z:minimum z:maximum "
		"D:scales Z:zero_points" },
	{ "uniform_sub_channel", NULL,
		"v:flags T:storage_type T:expressed_type z:minimum z:maximum Z:dimensions "
		"Z:block_sizes a:scales a:zero_points" },
};
/* clang-format on */

const size_t mlirbc__builtin_attr_count = sizeof mlirbc__builtin_attrs / sizeof *mlirbc__builtin_attrs;
const size_t mlirbc__builtin_type_count = sizeof mlirbc__builtin_types / sizeof *mlirbc__builtin_types;
const size_t mlirbc__quant_type_count = sizeof mlirbc__quant_types / sizeof *mlirbc__quant_types;
