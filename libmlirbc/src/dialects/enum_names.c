/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of the numbers in encodings: DWARF's (DWARF 5, section 7, with LLVM's own), flags of debug information,
 * VHLO's. */
#include "dialects/coding.h"

#include <stdio.h>
#include <string.h>

/* clang-format off: by number */
static const char *const tags[] = {
	[0x1] = "array_type", "class_type", "entry_point", "enumeration_type", "formal_parameter",
	[0x8] = "imported_declaration", [0xa] = "label", "lexical_block", [0xd] = "member", [0xf] = "pointer_type",
	"reference_type", "compile_unit", "string_type", "structure_type", [0x15] = "subroutine_type", "typedef",
	"union_type", "unspecified_parameters", "variant", "common_block", "common_inclusion", "inheritance",
	"inlined_subroutine", "module", "ptr_to_member_type", "set_type", "subrange_type", "with_stmt", "access_declaration",
	"base_type", "catch_block", "const_type", "constant", "enumerator", "file_type", "friend", "namelist",
	"namelist_item", "packed_type", "subprogram", "template_type_parameter", "template_value_parameter", "thrown_type",
	"try_block", "variant_part", "variable", "volatile_type", "dwarf_procedure", "restrict_type", "interface_type",
	"namespace", "imported_module", "unspecified_type", "partial_unit", "imported_unit", [0x3f] = "condition",
	"shared_type", "type_unit", "rvalue_reference_type", "template_alias", "coarray_type", "generic_subrange",
	"dynamic_type", "atomic_type", "call_site", "call_site_parameter", "skeleton_unit", "immutable_type"
};
static const char *const languages[] = {
	[0x1] = "C89", "C", "Ada83", "C_plus_plus", "Cobol74", "Cobol85", "Fortran77", "Fortran90", "Pascal83", "Modula2",
	"Java", "C99", "Ada95", "Fortran95", "PLI", "ObjC", "ObjC_plus_plus", "UPC", "D", "Python", "OpenCL", "Go", "Modula3",
	"Haskell", "C_plus_plus_03", "C_plus_plus_11", "OCaml", "Rust", "C11", "Swift", "Julia", "Dylan", "C_plus_plus_14",
	"Fortran03", "Fortran08", "RenderScript", "BLISS", "Kotlin", "Zig", "Crystal", [0x2a] = "C_plus_plus_17",
	"C_plus_plus_20", "C17", "Fortran18", "Ada2005", "Ada2012", "HIP", "Assembly", "C_sharp", "Mojo", "GLSL", "GLSL_ES",
	"HLSL", "OpenCL_CPP", "CPP_for_OpenCL", "SYCL", [0x40] = "Ruby", "Move", "Hylo"
};
static const char *const vendor_languages[] = { "Mips_Assembler" };
static const char *const encodings[] = {
	[0x1] = "address", "boolean", "complex_float", "float", "signed", "signed_char", "unsigned", "unsigned_char",
	"imaginary_float", "packed_decimal", "numeric_string", "edited", "signed_fixed", "unsigned_fixed", "decimal_float",
	"UTF", "UCS", "ASCII"
};
static const char *const operations[] = {
	[0x3] = "addr", [0x6] = "deref", [0x8] = "const1u", "const1s", "const2u", "const2s", "const4u", "const4s", "const8u",
	"const8s", "constu", "consts", "dup", "drop", "over", "pick", "swap", "rot", "xderef", "abs", "and", "div", "minus",
	"mod", "mul", "neg", "not", "or", "plus", "plus_uconst", "shl", "shr", "shra", "xor", "bra", "eq", "ge", "gt", "le",
	"lt", "ne", "skip", "lit0", "lit1", "lit2", "lit3", "lit4", "lit5", "lit6", "lit7", "lit8", "lit9", "lit10", "lit11",
	"lit12", "lit13", "lit14", "lit15", "lit16", "lit17", "lit18", "lit19", "lit20", "lit21", "lit22", "lit23", "lit24",
	"lit25", "lit26", "lit27", "lit28", "lit29", "lit30", "lit31", "reg0", "reg1", "reg2", "reg3", "reg4", "reg5", "reg6",
	"reg7", "reg8", "reg9", "reg10", "reg11", "reg12", "reg13", "reg14", "reg15", "reg16", "reg17", "reg18", "reg19",
	"reg20", "reg21", "reg22", "reg23", "reg24", "reg25", "reg26", "reg27", "reg28", "reg29", "reg30", "reg31", "breg0",
	"breg1", "breg2", "breg3", "breg4", "breg5", "breg6", "breg7", "breg8", "breg9", "breg10", "breg11", "breg12",
	"breg13", "breg14", "breg15", "breg16", "breg17", "breg18", "breg19", "breg20", "breg21", "breg22", "breg23",
	"breg24", "breg25", "breg26", "breg27", "breg28", "breg29", "breg30", "breg31", "regx", "fbreg", "bregx", "piece",
	"deref_size", "xderef_size", "nop", "push_object_address", "call2", "call4", "call_ref", "form_tls_address",
	"call_frame_cfa", "bit_piece", "implicit_value", "stack_value", "implicit_pointer", "addrx", "constx", "entry_value",
	"const_type", "regval_type", "deref_type", "xderef_type", "convert", "reinterpret"
};
static const char *const llvm_operations[] = {
	"LLVM_fragment", "LLVM_convert", "LLVM_tag_offset", "LLVM_entry_value", "LLVM_implicit_pointer", "LLVM_arg",
	"LLVM_extract_bits_sext", "LLVM_extract_bits_zext"
};
static const char *const conventions[] = {
	[0x1] = "normal", "program", "nocall", "pass_by_reference", "pass_by_value", [0x40] = "GNU_renesas_sh",
	"GNU_borland_fastcall_i386", [0xb0] = "BORLAND_safecall", "BORLAND_stdcall", "BORLAND_pascal", "BORLAND_msfastcall",
	"BORLAND_msreturn", "BORLAND_thiscall", "BORLAND_fastcall", [0xc0] = "LLVM_vectorcall", "LLVM_Win64",
	"LLVM_X86_64SysV", "LLVM_AAPCS", "LLVM_AAPCS_VFP", "LLVM_IntelOclBicc", "LLVM_SpirFunction", "LLVM_DeviceKernel",
	"LLVM_Swift", "LLVM_PreserveMost", "LLVM_PreserveAll", "LLVM_X86RegCall", [0xff] = "GDB_IBM_OpenCL"
};
static const char *const flags[] = { /* by bit */
	[0x2] = "FwdDecl", "AppleBlock", "ReservedBit4", "Virtual", "Artificial", "Explicit", "Prototyped",
	"ObjcClassComplete", "ObjectPointer", "Vector", "StaticMember", "LValueReference", "RValueReference", "ExportSymbols",
	"SingleInheritance", "MultipleInheritance", "IntroducedVirtual", "BitField", "NoReturn", [0x16] = "TypePassByValue",
	"TypePassByReference", "EnumClass", "Thunk", "NonTrivial", "BigEndian", "LittleEndian", "AllCallsDescribed"
};
static const char *const subprogram_flags[] = { /* by bit */
	"Virtual", "PureVirtual", "LocalToUnit", "Definition", "Optimized", "Pure", "Elemental", "Recursive",
	"MainSubprogram", "Deleted", [0xb] = "ObjCDirect"
};
static const char *const emission[] = { "None", "Full", "LineTablesOnly", "DebugDirectivesOnly" };
static const char *const index_names[] = { "Default", "GNU", "None", "Apple" };
static const char *const vdir[] = { "EQ", "NE", "GE", "GT", "LE", "LT" };
static const char *const vtype[] = { "NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED" };
static const char *const vapi[] = {
	"API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",
	"API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI"
};
static const char *const vfft[] = { "FFT", "IFFT", "RFFT", "IRFFT" };
static const char *const vprec[] = { "DEFAULT", "HIGH", "HIGHEST" };
static const char *const vrng[] = { "DEFAULT", "THREE_FRY", "PHILOX" };
static const char *const vdist[] = { [0x1] = "UNIFORM", "NORMAL" };
static const char *const vtrans[] = { "TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT" };
static const char *const vmode[] = { "DEFAULT", "HIGHEST", "TOLERANCE" };
/* clang-format on */

enum shape { VALUES, FLAGS };

#define LIST(list) list, sizeof(list) / sizeof *(list)
static const struct kind {
	const char *kind, *prefix;
	enum shape shape;
	uint32_t first; /* number of the first name */
	const char *const *names;
	size_t count;
} kinds[] = {
	{ "tag", "DW_TAG_", VALUES, 0, LIST(tags) },
	{ "lang", "DW_LANG_", VALUES, 0, LIST(languages) },
	{ "lang", "DW_LANG_", VALUES, 0x8001, LIST(vendor_languages) },
	{ "ate", "DW_ATE_", VALUES, 0, LIST(encodings) },
	{ "op", "DW_OP_", VALUES, 0, LIST(operations) },
	{ "op", "DW_OP_", VALUES, 0x1000, LIST(llvm_operations) },
	{ "cc", "DW_CC_", VALUES, 0, LIST(conventions) },
	{ "flags", "", FLAGS, 0, LIST(flags) },
	{ "spflags", "", FLAGS, 0, LIST(subprogram_flags) },
	{ "emission", "", VALUES, 0, LIST(emission) },
	{ "names", "", VALUES, 0, LIST(index_names) },
	{ "vdir", "", VALUES, 0, LIST(vdir) },
	{ "vtype", "", VALUES, 0, LIST(vtype) },
	{ "vapi", "", VALUES, 0, LIST(vapi) },
	{ "vfft", "", VALUES, 0, LIST(vfft) },
	{ "vprec", "", VALUES, 0, LIST(vprec) },
	{ "vrng", "", VALUES, 0, LIST(vrng) },
	{ "vdist", "", VALUES, 0, LIST(vdist) },
	{ "vtrans", "", VALUES, 0, LIST(vtrans) },
	{ "vmode", "", VALUES, 0, LIST(vmode) },
};

/* The next lists of that kind, behind `last` if it is not NULL. */
static const struct kind *next_kind(const char *kind, const struct kind *last)
{
	const struct kind *end = kinds + sizeof kinds / sizeof *kinds;
	for (last = last ? last + 1 : kinds; last < end; last++) {
		if (strcmp(last->kind, kind) == 0)
			return last;
	}
	return NULL;
}

/* Names of all bits separated by '|', in the order of LLVM: the accessibility, which takes two bits, first. */
static bool join_flags(const struct kind *k, uint64_t value, char *buffer, size_t size)
{
	static const char *const access[] = { "", "Private", "Protected", "Public" };
	const bool accessible = k->names == flags;
	uint64_t left = accessible ? value & ~UINT64_C(3) : value;
	size_t at = (size_t)snprintf(buffer, size, "%s", accessible ? access[value & 3] : "");
	for (size_t i = 0; i < k->count && at < size; i++) {
		if (!k->names[i] || !(left >> i & 1))
			continue;
		left &= ~(UINT64_C(1) << i);
		at += (size_t)snprintf(buffer + at, size - at, "%s%s", at ? "|" : "", k->names[i]);
	}
	return left == 0 && at && at < size;
}

bool mlirbc__enum_name(const char *kind, uint64_t value, char *buffer, size_t size)
{
	for (const struct kind *k = NULL; (k = next_kind(kind, k)) != NULL;) {
		if (k->shape == FLAGS)
			return join_flags(k, value, buffer, size);
		if (value >= k->first && value - k->first < k->count && k->names[value - k->first])
			return snprintf(buffer, size, "%s%s", k->prefix, k->names[value - k->first]) < (int)size;
	}
	return false;
}

/* The place of a name; `count`: it is not in the list. */
static size_t find_name(const char *const *names, size_t count, const char *name, size_t size)
{
	size_t at = 0;
	while (at < count && !(names[at] && strlen(names[at]) == size && memcmp(names[at], name, size) == 0))
		at++;
	return at;
}

/* Names with '|' between. */
static bool split_flags(const struct kind *k, const char *name, size_t size, uint64_t *out)
{
	static const char *const access[] = { NULL, "Private", "Protected", "Public" };
	for (*out = 0; size;) {
		const char *bar = memchr(name, '|', size);
		size_t part = bar ? (size_t)(bar - name) : size, bit = find_name(k->names, k->count, name, part);
		size_t number = k->names == flags ? find_name(access, 4, name, part) : 4;
		if (bit == k->count && number == 4)
			return false;
		*out |= bit < k->count ? UINT64_C(1) << bit : number;
		name += bar ? part + 1 : part;
		size -= bar ? part + 1 : part;
	}
	return true;
}

bool mlirbc__enum_value(const char *kind, const char *name, size_t size, uint64_t *out)
{
	for (const struct kind *k = NULL; (k = next_kind(kind, k)) != NULL;) {
		if (k->shape == FLAGS)
			return split_flags(k, name, size, out);
		size_t prefix = strlen(k->prefix);
		if (size < prefix || memcmp(name, k->prefix, prefix) != 0)
			return false;
		size_t at = find_name(k->names, k->count, name + prefix, size - prefix);
		if (at < k->count) {
			*out = k->first + at;
			return true;
		}
	}
	return false;
}
