/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The llvm dialect of LLVM 22: debug information and loop annotations. Its types are text. */
#include "dialects/coding.h"

/* clang-format off */
const struct mlirbc__coding mlirbc__llvm_attrs[] = {
	{ "di_basic_type", "Skank",
		"e(tag):tag s-:name v-:sizeInBits e(ate)-:encoding" },
	{ "di_compile_unit", "Saksaakk",
		"a:id e(lang):sourceLanguage a:file ?:producer b:isOptimized e(emission):emissionKind "
		"e(names)-:nameTableKind" },
	{ "di_composite_type", "Saakaanaaknnssssl",
		"?:recId b-:isRecSelf e(tag)-:tag ?:name ?:file v-:line ?:scope ?:baseType "
		"e(flags)-:flags v-:sizeInBits v-:alignInBits ?:dataLocation ?:rank ?:allocated "
		"?:associated O:elements" },
	{ "di_derived_type", "Skaannnna",
		"e(tag):tag ?:name ?:baseType v-:sizeInBits v-:alignInBits v-:offsetInBits "
		"o:dwarfAddressSpace ?:extraData" },
	{ "di_expression_elem", "T$k0$p1",
		"e(op):opcode V:arguments" },
	{ "di_expression", "T<$i0>",
		"O:operations" },
	{ "di_file", "T<$a0 in $a1>",
		"s:name s:directory" },
	{ "di_global_variable", "Saaaanaaan",
		"?:scope ?:name ?:linkageName a:file v:line a:type b-:isLocalToUnit b-:isDefined v-:alignInBits" },
	{ "di_global_variable_expression", "Sas",
		"a:var ?:expr" },
	{ "di_imported_entity", "Skaaanal",
		"e(tag):tag a:scope a:entity ?:file v-:line ?:name O:elements" },
	{ "di_label", "Saaan",
		"a:scope ?:name ?:file v-:line" },
	{ "di_lexical_block", "Saann",
		"a:scope ?:file v-:line v-:column" },
	{ "di_lexical_block_file", "Saan",
		"a:scope ?:file v:discriminator" },
	{ "di_local_variable", "Saaannnak",
		"a:scope ?:name ?:file v-:line v-:arg v-:alignInBits ?:type e(flags)-:flags" },
	{ "di_namespace", "Saaa",
		"?:name ?:scope b:exportSymbols" },
	{ "di_subprogram", "Saaaaaaaannkall",
		"?:recId b-:isRecSelf ?:id ?:compileUnit ?:scope ?:name ?:linkageName ?:file v-:line "
		"v-:scopeLine e(spflags)-:subprogramFlags ?:type O:retainedNodes O:annotations" },
	{ "di_subrange", "Saaaa",
		"?:count ?:lowerBound ?:upperBound ?:stride" },
	{ "di_subroutine_type", "Skl",
		"e(cc)-:callingConvention O:types" },
	{ "loop_annotation", "Saaaaaaaaaaaaaal",
		"?:disableNonforced ?:vectorize ?:interleave ?:unroll ?:unrollAndJam ?:licm ?:distribute "
		"?:pipeline ?:peeled ?:unswitch ?:mustProgress ?:isVectorized ?:startLoc ?:endLoc "
		"O:parallelAccesses" },
};
/* clang-format on */

const size_t mlirbc__llvm_attr_count = sizeof mlirbc__llvm_attrs / sizeof *mlirbc__llvm_attrs;
