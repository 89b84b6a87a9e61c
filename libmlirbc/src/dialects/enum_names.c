/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of the numbers in encodings: DWARF's (DWARF 5, section 7, with LLVM's own), flags of debug information,
 * VHLO's. */
#include "dialects/coding.h"

#include <stdio.h>
#include <string.h>

struct name {
	uint32_t value;
	const char *name;
};

/* clang-format off */
static const struct name tags[] = {
	{ 0x1, "array_type" }, { 0x2, "class_type" }, { 0x3, "entry_point" }, { 0x4, "enumeration_type" },
	{ 0x5, "formal_parameter" }, { 0x8, "imported_declaration" }, { 0xa, "label" }, { 0xb, "lexical_block" },
	{ 0xd, "member" }, { 0xf, "pointer_type" }, { 0x10, "reference_type" }, { 0x11, "compile_unit" },
	{ 0x12, "string_type" }, { 0x13, "structure_type" }, { 0x15, "subroutine_type" }, { 0x16, "typedef" },
	{ 0x17, "union_type" }, { 0x18, "unspecified_parameters" }, { 0x19, "variant" }, { 0x1a, "common_block" },
	{ 0x1b, "common_inclusion" }, { 0x1c, "inheritance" }, { 0x1d, "inlined_subroutine" }, { 0x1e, "module" },
	{ 0x1f, "ptr_to_member_type" }, { 0x20, "set_type" }, { 0x21, "subrange_type" }, { 0x22, "with_stmt" },
	{ 0x23, "access_declaration" }, { 0x24, "base_type" }, { 0x25, "catch_block" }, { 0x26, "const_type" },
	{ 0x27, "constant" }, { 0x28, "enumerator" }, { 0x29, "file_type" }, { 0x2a, "friend" },
	{ 0x2b, "namelist" }, { 0x2c, "namelist_item" }, { 0x2d, "packed_type" }, { 0x2e, "subprogram" },
	{ 0x2f, "template_type_parameter" }, { 0x30, "template_value_parameter" }, { 0x31, "thrown_type" },
	{ 0x32, "try_block" }, { 0x33, "variant_part" }, { 0x34, "variable" }, { 0x35, "volatile_type" },
	{ 0x36, "dwarf_procedure" }, { 0x37, "restrict_type" }, { 0x38, "interface_type" }, { 0x39, "namespace" },
	{ 0x3a, "imported_module" }, { 0x3b, "unspecified_type" }, { 0x3c, "partial_unit" },
	{ 0x3d, "imported_unit" }, { 0x3f, "condition" }, { 0x40, "shared_type" }, { 0x41, "type_unit" },
	{ 0x42, "rvalue_reference_type" }, { 0x43, "template_alias" }, { 0x44, "coarray_type" },
	{ 0x45, "generic_subrange" }, { 0x46, "dynamic_type" }, { 0x47, "atomic_type" }, { 0x48, "call_site" },
	{ 0x49, "call_site_parameter" }, { 0x4a, "skeleton_unit" }, { 0x4b, "immutable_type" },
};

static const struct name languages[] = {
	{ 0x1, "C89" }, { 0x2, "C" }, { 0x3, "Ada83" }, { 0x4, "C_plus_plus" }, { 0x5, "Cobol74" },
	{ 0x6, "Cobol85" }, { 0x7, "Fortran77" }, { 0x8, "Fortran90" }, { 0x9, "Pascal83" }, { 0xa, "Modula2" },
	{ 0xb, "Java" }, { 0xc, "C99" }, { 0xd, "Ada95" }, { 0xe, "Fortran95" }, { 0xf, "PLI" }, { 0x10, "ObjC" },
	{ 0x11, "ObjC_plus_plus" }, { 0x12, "UPC" }, { 0x13, "D" }, { 0x14, "Python" }, { 0x15, "OpenCL" },
	{ 0x16, "Go" }, { 0x17, "Modula3" }, { 0x18, "Haskell" }, { 0x19, "C_plus_plus_03" },
	{ 0x1a, "C_plus_plus_11" }, { 0x1b, "OCaml" }, { 0x1c, "Rust" }, { 0x1d, "C11" }, { 0x1e, "Swift" },
	{ 0x1f, "Julia" }, { 0x20, "Dylan" }, { 0x21, "C_plus_plus_14" }, { 0x22, "Fortran03" },
	{ 0x23, "Fortran08" }, { 0x24, "RenderScript" }, { 0x25, "BLISS" }, { 0x26, "Kotlin" }, { 0x27, "Zig" },
	{ 0x28, "Crystal" }, { 0x2a, "C_plus_plus_17" }, { 0x2b, "C_plus_plus_20" }, { 0x2c, "C17" },
	{ 0x2d, "Fortran18" }, { 0x2e, "Ada2005" }, { 0x2f, "Ada2012" }, { 0x30, "HIP" }, { 0x31, "Assembly" },
	{ 0x32, "C_sharp" }, { 0x33, "Mojo" }, { 0x34, "GLSL" }, { 0x35, "GLSL_ES" }, { 0x36, "HLSL" },
	{ 0x37, "OpenCL_CPP" }, { 0x38, "CPP_for_OpenCL" }, { 0x39, "SYCL" }, { 0x40, "Ruby" }, { 0x41, "Move" },
	{ 0x42, "Hylo" }, { 0x8001, "Mips_Assembler" },
};

static const struct name encodings[] = {
	{ 0x1, "address" }, { 0x2, "boolean" }, { 0x3, "complex_float" }, { 0x4, "float" }, { 0x5, "signed" },
	{ 0x6, "signed_char" }, { 0x7, "unsigned" }, { 0x8, "unsigned_char" }, { 0x9, "imaginary_float" },
	{ 0xa, "packed_decimal" }, { 0xb, "numeric_string" }, { 0xc, "edited" }, { 0xd, "signed_fixed" },
	{ 0xe, "unsigned_fixed" }, { 0xf, "decimal_float" }, { 0x10, "UTF" }, { 0x11, "UCS" }, { 0x12, "ASCII" },
};

static const struct name operations[] = {
	{ 0x3, "addr" }, { 0x6, "deref" }, { 0x8, "const1u" }, { 0x9, "const1s" }, { 0xa, "const2u" },
	{ 0xb, "const2s" }, { 0xc, "const4u" }, { 0xd, "const4s" }, { 0xe, "const8u" }, { 0xf, "const8s" },
	{ 0x10, "constu" }, { 0x11, "consts" }, { 0x12, "dup" }, { 0x13, "drop" }, { 0x14, "over" },
	{ 0x15, "pick" }, { 0x16, "swap" }, { 0x17, "rot" }, { 0x18, "xderef" }, { 0x19, "abs" }, { 0x1a, "and" },
	{ 0x1b, "div" }, { 0x1c, "minus" }, { 0x1d, "mod" }, { 0x1e, "mul" }, { 0x1f, "neg" }, { 0x20, "not" },
	{ 0x21, "or" }, { 0x22, "plus" }, { 0x23, "plus_uconst" }, { 0x24, "shl" }, { 0x25, "shr" },
	{ 0x26, "shra" }, { 0x27, "xor" }, { 0x28, "bra" }, { 0x29, "eq" }, { 0x2a, "ge" }, { 0x2b, "gt" },
	{ 0x2c, "le" }, { 0x2d, "lt" }, { 0x2e, "ne" }, { 0x2f, "skip" }, { 0x30, "lit0" }, { 0x31, "lit1" },
	{ 0x32, "lit2" }, { 0x33, "lit3" }, { 0x34, "lit4" }, { 0x35, "lit5" }, { 0x36, "lit6" }, { 0x37, "lit7" },
	{ 0x38, "lit8" }, { 0x39, "lit9" }, { 0x3a, "lit10" }, { 0x3b, "lit11" }, { 0x3c, "lit12" },
	{ 0x3d, "lit13" }, { 0x3e, "lit14" }, { 0x3f, "lit15" }, { 0x40, "lit16" }, { 0x41, "lit17" },
	{ 0x42, "lit18" }, { 0x43, "lit19" }, { 0x44, "lit20" }, { 0x45, "lit21" }, { 0x46, "lit22" },
	{ 0x47, "lit23" }, { 0x48, "lit24" }, { 0x49, "lit25" }, { 0x4a, "lit26" }, { 0x4b, "lit27" },
	{ 0x4c, "lit28" }, { 0x4d, "lit29" }, { 0x4e, "lit30" }, { 0x4f, "lit31" }, { 0x50, "reg0" },
	{ 0x51, "reg1" }, { 0x52, "reg2" }, { 0x53, "reg3" }, { 0x54, "reg4" }, { 0x55, "reg5" }, { 0x56, "reg6" },
	{ 0x57, "reg7" }, { 0x58, "reg8" }, { 0x59, "reg9" }, { 0x5a, "reg10" }, { 0x5b, "reg11" },
	{ 0x5c, "reg12" }, { 0x5d, "reg13" }, { 0x5e, "reg14" }, { 0x5f, "reg15" }, { 0x60, "reg16" },
	{ 0x61, "reg17" }, { 0x62, "reg18" }, { 0x63, "reg19" }, { 0x64, "reg20" }, { 0x65, "reg21" },
	{ 0x66, "reg22" }, { 0x67, "reg23" }, { 0x68, "reg24" }, { 0x69, "reg25" }, { 0x6a, "reg26" },
	{ 0x6b, "reg27" }, { 0x6c, "reg28" }, { 0x6d, "reg29" }, { 0x6e, "reg30" }, { 0x6f, "reg31" },
	{ 0x70, "breg0" }, { 0x71, "breg1" }, { 0x72, "breg2" }, { 0x73, "breg3" }, { 0x74, "breg4" },
	{ 0x75, "breg5" }, { 0x76, "breg6" }, { 0x77, "breg7" }, { 0x78, "breg8" }, { 0x79, "breg9" },
	{ 0x7a, "breg10" }, { 0x7b, "breg11" }, { 0x7c, "breg12" }, { 0x7d, "breg13" }, { 0x7e, "breg14" },
	{ 0x7f, "breg15" }, { 0x80, "breg16" }, { 0x81, "breg17" }, { 0x82, "breg18" }, { 0x83, "breg19" },
	{ 0x84, "breg20" }, { 0x85, "breg21" }, { 0x86, "breg22" }, { 0x87, "breg23" }, { 0x88, "breg24" },
	{ 0x89, "breg25" }, { 0x8a, "breg26" }, { 0x8b, "breg27" }, { 0x8c, "breg28" }, { 0x8d, "breg29" },
	{ 0x8e, "breg30" }, { 0x8f, "breg31" }, { 0x90, "regx" }, { 0x91, "fbreg" }, { 0x92, "bregx" },
	{ 0x93, "piece" }, { 0x94, "deref_size" }, { 0x95, "xderef_size" }, { 0x96, "nop" },
	{ 0x97, "push_object_address" }, { 0x98, "call2" }, { 0x99, "call4" }, { 0x9a, "call_ref" },
	{ 0x9b, "form_tls_address" }, { 0x9c, "call_frame_cfa" }, { 0x9d, "bit_piece" }, { 0x9e, "implicit_value" },
	{ 0x9f, "stack_value" }, { 0xa0, "implicit_pointer" }, { 0xa1, "addrx" }, { 0xa2, "constx" },
	{ 0xa3, "entry_value" }, { 0xa4, "const_type" }, { 0xa5, "regval_type" }, { 0xa6, "deref_type" },
	{ 0xa7, "xderef_type" }, { 0xa8, "convert" }, { 0xa9, "reinterpret" }, { 0x1000, "LLVM_fragment" },
	{ 0x1001, "LLVM_convert" }, { 0x1002, "LLVM_tag_offset" }, { 0x1003, "LLVM_entry_value" },
	{ 0x1004, "LLVM_implicit_pointer" }, { 0x1005, "LLVM_arg" }, { 0x1006, "LLVM_extract_bits_sext" },
	{ 0x1007, "LLVM_extract_bits_zext" },
};

static const struct name conventions[] = {
	{ 0x1, "normal" }, { 0x2, "program" }, { 0x3, "nocall" }, { 0x4, "pass_by_reference" },
	{ 0x5, "pass_by_value" }, { 0x40, "GNU_renesas_sh" }, { 0x41, "GNU_borland_fastcall_i386" },
	{ 0xb0, "BORLAND_safecall" }, { 0xb1, "BORLAND_stdcall" }, { 0xb2, "BORLAND_pascal" },
	{ 0xb3, "BORLAND_msfastcall" }, { 0xb4, "BORLAND_msreturn" }, { 0xb5, "BORLAND_thiscall" },
	{ 0xb6, "BORLAND_fastcall" }, { 0xc0, "LLVM_vectorcall" }, { 0xc1, "LLVM_Win64" },
	{ 0xc2, "LLVM_X86_64SysV" }, { 0xc3, "LLVM_AAPCS" }, { 0xc4, "LLVM_AAPCS_VFP" },
	{ 0xc5, "LLVM_IntelOclBicc" }, { 0xc6, "LLVM_SpirFunction" }, { 0xc7, "LLVM_DeviceKernel" },
	{ 0xc8, "LLVM_Swift" }, { 0xc9, "LLVM_PreserveMost" }, { 0xca, "LLVM_PreserveAll" },
	{ 0xcb, "LLVM_X86RegCall" }, { 0xff, "GDB_IBM_OpenCL" },
};

static const struct name flags[] = {
	{ 0x4, "FwdDecl" }, { 0x8, "AppleBlock" }, { 0x10, "ReservedBit4" }, { 0x20, "Virtual" },
	{ 0x40, "Artificial" }, { 0x80, "Explicit" }, { 0x100, "Prototyped" }, { 0x200, "ObjcClassComplete" },
	{ 0x400, "ObjectPointer" }, { 0x800, "Vector" }, { 0x1000, "StaticMember" }, { 0x2000, "LValueReference" },
	{ 0x4000, "RValueReference" }, { 0x8000, "ExportSymbols" }, { 0x10000, "SingleInheritance" },
	{ 0x20000, "MultipleInheritance" }, { 0x40000, "IntroducedVirtual" }, { 0x80000, "BitField" },
	{ 0x100000, "NoReturn" }, { 0x400000, "TypePassByValue" }, { 0x800000, "TypePassByReference" },
	{ 0x1000000, "EnumClass" }, { 0x2000000, "Thunk" }, { 0x4000000, "NonTrivial" }, { 0x8000000, "BigEndian" },
	{ 0x10000000, "LittleEndian" }, { 0x20000000, "AllCallsDescribed" },
};

static const struct name subprogram_flags[] = {
	{ 0x1, "Virtual" }, { 0x2, "PureVirtual" }, { 0x4, "LocalToUnit" }, { 0x8, "Definition" },
	{ 0x10, "Optimized" }, { 0x20, "Pure" }, { 0x40, "Elemental" }, { 0x80, "Recursive" },
	{ 0x100, "MainSubprogram" }, { 0x200, "Deleted" }, { 0x800, "ObjCDirect" },
};

static const struct name emission[] = {
	{ 0x0, "None" }, { 0x1, "Full" }, { 0x2, "LineTablesOnly" }, { 0x3, "DebugDirectivesOnly" },
};

static const struct name index_names[] = {
	{ 0x0, "Default" }, { 0x1, "GNU" }, { 0x2, "None" }, { 0x3, "Apple" },
};

static const struct name vdir[] = {
	{ 0x0, "EQ" }, { 0x1, "NE" }, { 0x2, "GE" }, { 0x3, "GT" }, { 0x4, "LE" }, { 0x5, "LT" },
};

static const struct name vtype[] = {
	{ 0x0, "NOTYPE" }, { 0x1, "FLOAT" }, { 0x2, "TOTALORDER" }, { 0x3, "SIGNED" }, { 0x4, "UNSIGNED" },
};

static const struct name vapi[] = {
	{ 0x0, "API_VERSION_UNSPECIFIED" }, { 0x1, "API_VERSION_ORIGINAL" }, { 0x2, "API_VERSION_STATUS_RETURNING" },
	{ 0x3, "API_VERSION_STATUS_RETURNING_UNIFIED" }, { 0x4, "API_VERSION_TYPED_FFI" },
};

static const struct name vfft[] = {
	{ 0x0, "FFT" }, { 0x1, "IFFT" }, { 0x2, "RFFT" }, { 0x3, "IRFFT" },
};

static const struct name vprec[] = {
	{ 0x0, "DEFAULT" }, { 0x1, "HIGH" }, { 0x2, "HIGHEST" },
};

static const struct name vrng[] = {
	{ 0x0, "DEFAULT" }, { 0x1, "THREE_FRY" }, { 0x2, "PHILOX" },
};

static const struct name vdist[] = {
	{ 0x1, "UNIFORM" }, { 0x2, "NORMAL" },
};

static const struct name vtrans[] = {
	{ 0x0, "TRANSPOSE_INVALID" }, { 0x1, "NO_TRANSPOSE" }, { 0x2, "TRANSPOSE" }, { 0x3, "ADJOINT" },
};

static const struct name vmode[] = {
	{ 0x0, "DEFAULT" }, { 0x1, "HIGHEST" }, { 0x2, "TOLERANCE" },
};

/* clang-format on */

enum shape { VALUES, FLAGS };

#define LIST(list) list, sizeof(list) / sizeof *(list)
static const struct {
	const char *kind, *prefix;
	const struct name *names;
	size_t count;
	enum shape shape;
} kinds[] = {
	{ "tag", "DW_TAG_", LIST(tags), VALUES },
	{ "lang", "DW_LANG_", LIST(languages), VALUES },
	{ "ate", "DW_ATE_", LIST(encodings), VALUES },
	{ "op", "DW_OP_", LIST(operations), VALUES },
	{ "cc", "DW_CC_", LIST(conventions), VALUES },
	{ "flags", "", LIST(flags), FLAGS },
	{ "spflags", "", LIST(subprogram_flags), FLAGS },
	{ "emission", "", LIST(emission), VALUES },
	{ "names", "", LIST(index_names), VALUES },
	{ "vdir", "", LIST(vdir), VALUES },
	{ "vtype", "", LIST(vtype), VALUES },
	{ "vapi", "", LIST(vapi), VALUES },
	{ "vfft", "", LIST(vfft), VALUES },
	{ "vprec", "", LIST(vprec), VALUES },
	{ "vrng", "", LIST(vrng), VALUES },
	{ "vdist", "", LIST(vdist), VALUES },
	{ "vtrans", "", LIST(vtrans), VALUES },
	{ "vmode", "", LIST(vmode), VALUES },
};

static bool find_value(
	const struct name *names, size_t count, const char *prefix, uint64_t value, char *buffer, size_t size)
{
	for (size_t i = 0; i < count; i++) {
		if (names[i].value == value)
			return snprintf(buffer, size, "%s%s", prefix, names[i].name) < (int)size;
	}
	return false;
}

/* Names of all bits separated by '|', in the order of LLVM: the accessibility, which takes two bits, first. */
static bool join_flags(
	const struct name *names, size_t count, bool accessible, uint64_t value, char *buffer, size_t size)
{
	static const char *const access[] = { "", "Private", "Protected", "Public" };
	uint64_t left = accessible ? value & ~UINT64_C(3) : value;
	size_t at = (size_t)snprintf(buffer, size, "%s", accessible ? access[value & 3] : "");
	for (size_t i = 0; i < count && at < size; i++) {
		if (!(left & names[i].value))
			continue;
		left &= ~(uint64_t)names[i].value;
		at += (size_t)snprintf(buffer + at, size - at, "%s%s", at ? "|" : "", names[i].name);
	}
	return left == 0 && at && at < size;
}

static size_t find_kind(const char *kind)
{
	size_t at = 0;
	while (at < sizeof kinds / sizeof *kinds && strcmp(kinds[at].kind, kind) != 0)
		at++;
	return at;
}

bool mlirbc__enum_name(const char *kind, uint64_t value, char *buffer, size_t size)
{
	size_t at = find_kind(kind);
	if (at == sizeof kinds / sizeof *kinds)
		return false;
	if (kinds[at].shape == FLAGS)
		return join_flags(kinds[at].names, kinds[at].count, kinds[at].names == flags, value, buffer, size);
	return find_value(kinds[at].names, kinds[at].count, kinds[at].prefix, value, buffer, size);
}

static bool same(const char *text, const char *name, size_t size)
{
	return strlen(text) == size && memcmp(text, name, size) == 0;
}

static bool find_name(const struct name *names, size_t count, const char *name, size_t size, uint64_t *out)
{
	for (size_t i = 0; i < count; i++) {
		if (same(names[i].name, name, size)) {
			*out = names[i].value;
			return true;
		}
	}
	return false;
}

/* Names with '|' between. */
static bool split_flags(
	const struct name *names, size_t count, bool accessible, const char *name, size_t size, uint64_t *out)
{
	static const struct name access[] = { { 1, "Private" }, { 2, "Protected" }, { 3, "Public" } };
	uint64_t flag;
	for (*out = 0; size;) {
		const char *bar = memchr(name, '|', size);
		size_t part = bar ? (size_t)(bar - name) : size;
		if (!find_name(names, count, name, part, &flag) &&
			!(accessible && find_name(access, 3, name, part, &flag)))
			return false;
		*out |= flag;
		name += bar ? part + 1 : part;
		size -= bar ? part + 1 : part;
	}
	return true;
}

bool mlirbc__enum_value(const char *kind, const char *name, size_t size, uint64_t *out)
{
	size_t at = find_kind(kind);
	if (at == sizeof kinds / sizeof *kinds)
		return false;
	if (kinds[at].shape == FLAGS)
		return split_flags(kinds[at].names, kinds[at].count, kinds[at].names == flags, name, size, out);
	size_t prefix = strlen(kinds[at].prefix);
	return size >= prefix && memcmp(name, kinds[at].prefix, prefix) == 0 &&
	       find_name(kinds[at].names, kinds[at].count, name + prefix, size - prefix, out);
}
