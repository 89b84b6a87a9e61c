/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The llvm dialect of LLVM 22: debug information and loop annotations. Its types are text. */
#include "dialects/coding.h"

/* clang-format off */
const struct mlirbc__coding mlirbc__llvm_attrs[] = {
	{ "di_basic_type", "Skank",
		"e(tag):tag\0s-:name\0v-:sizeInBits\0e(ate)-:encoding\0" },
	{ "di_compile_unit", "Saksaakk",
		"a:id\0e(lang):sourceLanguage\0a:file\0?:producer\0b:isOptimized\0e(emission):emissionKind\0"
		"e(names)-:nameTableKind\0" },
	{ "di_composite_type", "Saakaanaaknnssssl",
		"?:recId\0b-:isRecSelf\0e(tag)-:tag\0?:name\0?:file\0v-:line\0?:scope\0?:baseType\0"
		"e(flags)-:flags\0v-:sizeInBits\0v-:alignInBits\0?:dataLocation\0?:rank\0?:allocated\0"
		"?:associated\0O:elements\0" },
	{ "di_derived_type", "Skaannnna",
		"e(tag):tag\0?:name\0?:baseType\0v-:sizeInBits\0v-:alignInBits\0v-:offsetInBits\0"
		"o:dwarfAddressSpace\0?:extraData\0" },
	{ "di_expression_elem", "T$k0$p1",
		"e(op):opcode\0V:arguments\0" },
	{ "di_expression", "T<$i0>",
		"O:operations\0" },
	{ "di_file", "T<$a0 in $a1>",
		"s:name\0s:directory\0" },
	{ "di_global_variable", "Saaaanaaan",
		"?:scope\0?:name\0?:linkageName\0a:file\0v:line\0a:type\0b-:isLocalToUnit\0b-:isDefined\0"
		"v-:alignInBits\0" },
	{ "di_global_variable_expression", "Sas",
		"a:var\0?:expr\0" },
	{ "di_imported_entity", "Skaaanal",
		"e(tag):tag\0a:scope\0a:entity\0?:file\0v-:line\0?:name\0O:elements\0" },
	{ "di_label", "Saaan",
		"a:scope\0?:name\0?:file\0v-:line\0" },
	{ "di_lexical_block", "Saann",
		"a:scope\0?:file\0v-:line\0v-:column\0" },
	{ "di_lexical_block_file", "Saan",
		"a:scope\0?:file\0v:discriminator\0" },
	{ "di_local_variable", "Saaannnak",
		"a:scope\0?:name\0?:file\0v-:line\0v-:arg\0v-:alignInBits\0?:type\0e(flags)-:flags\0" },
	{ "di_namespace", "Saaa",
		"?:name\0?:scope\0b:exportSymbols\0" },
	{ "di_subprogram", "Saaaaaaaannkall",
		"?:recId\0b-:isRecSelf\0?:id\0?:compileUnit\0?:scope\0?:name\0?:linkageName\0?:file\0"
		"v-:line\0v-:scopeLine\0e(spflags)-:subprogramFlags\0?:type\0O:retainedNodes\0O:annotations\0" },
	{ "di_subrange", "Saaaa",
		"?:count\0?:lowerBound\0?:upperBound\0?:stride\0" },
	{ "di_subroutine_type", "Skl",
		"e(cc)-:callingConvention\0O:types\0" },
	{ "loop_annotation", "Saaaaaaaaaaaaaal",
		"?:disableNonforced\0?:vectorize\0?:interleave\0?:unroll\0?:unrollAndJam\0?:licm\0"
		"?:distribute\0?:pipeline\0?:peeled\0?:unswitch\0?:mustProgress\0?:isVectorized\0?:startLoc\0"
		"?:endLoc\0O:parallelAccesses\0" },
};
/* clang-format on */

const size_t mlirbc__llvm_attr_count = sizeof mlirbc__llvm_attrs / sizeof *mlirbc__llvm_attrs;
