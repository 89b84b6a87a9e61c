/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rules that messages report: 203 is S0203 in messages of the program. A number never changes its meaning; new ones
 * are added at the end of their hundred. With `strict` (verify.h), files that the run time would reject (no state, no
 * target, no type, no arch, blank lines) are errors, otherwise warnings. */
#ifndef SYCLBIN_CODES_H
#define SYCLBIN_CODES_H

#include <syclbin/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* CODE(NAME, NUMBER, TEXT) for each code: SYCLBIN_C_NAME is NUMBER, and syclbin_code_name() returns TEXT. */
#define SYCLBIN_CODES(CODE) \
	/* OffloadBinary */ \
	CODE(ENVELOPE_SIZE, 100, "envelope-size") /* the input is shorter than the header or than the declared size */ \
	CODE(ENVELOPE_MAGIC, 101, "envelope-magic") /* 10 FF 10 AD is missing */ \
	CODE(ENVELOPE_VERSION, 102, "envelope-version") /* not 1, 2 or 3 */ \
	CODE(ENVELOPE_ENTRIES, 103, "envelope-entries") /* the entry table is outside the file */ \
	CODE(ENVELOPE_ENTRY_SIZE, 104, "envelope-entry-size") /* version 1: the entry is not 40 bytes */ \
	CODE(ENVELOPE_IMAGE, 105, "envelope-image") /* an image is outside the file */ \
	CODE(ENVELOPE_STRINGS, 106, "envelope-strings") /* a string table is outside the file */ \
	CODE(ENVELOPE_STRING, 107, "envelope-string") /* a key or a value is outside the file, or not terminated */ \
	CODE(ENVELOPE_KIND, 108, "envelope-kind") /* the image kind or offload kind is not SYCLBIN */ \
	CODE(ENVELOPE_COMPRESSED, 109, "envelope-compressed") /* the body is compressed, or damaged compressed data */ \
	CODE(ENVELOPE_TRAILING, 110, "envelope-trailing") /* bytes after the envelope */ \
	CODE(ENVELOPE_OVERLAP, 111, "envelope-overlap") /* images overlap each other or tables */ \
	CODE(ENVELOPE_MORE, 112, "envelope-more") /* more entries or binaries, which the run time ignores */ \
	/* the image: header and tables */ \
	CODE(HEADER_SIZE, 200, "header-size") /* the image is shorter than its header */ \
	CODE(HEADER_MAGIC, 201, "header-magic") /* 49 42 59 53 is missing */ \
	CODE(HEADER_VERSION, 202, "header-version") /* the version is not 1 */ \
	CODE(HEADER_PADDING, 203, "header-padding") /* the four bytes at 20 are not zero */ \
	CODE(HEADER_COUNTS, 204, "header-counts") /* the header tables exceed the image */ \
	CODE(METADATA_TABLE, 205, "metadata-table") /* the metadata table exceeds the image */ \
	CODE(BINARY_TABLE, 206, "binary-table") /* the binary table exceeds the image */ \
	CODE(GLOBAL_RANGE, 207, "global-range") /* the global metadata exceeds its table */ \
	CODE(MODULE_METADATA, 208, "module-metadata") /* the metadata of a module exceeds its table */ \
	CODE(MODULE_IR, 209, "module-ir") /* first index and count exceed the IR headers */ \
	CODE(MODULE_NATIVE, 210, "module-native") /* first index and count exceed the native headers */ \
	CODE(IMAGE_METADATA, 211, "image-metadata") /* the metadata of an image exceeds its table */ \
	CODE(IMAGE_BYTES, 212, "image-bytes") /* the bytes of an image exceed their table */ \
	CODE(HEADER_SHARED, 213, "header-shared") /* a header belongs to two modules */ \
	CODE(HEADER_UNUSED, 214, "header-unused") /* a header does not belong to a module */ \
	CODE(OVERLAP, 215, "overlap") /* two ranges of a table overlap */ \
	CODE(GAP, 216, "gap") /* bytes of a table are not referenced */ \
	CODE(TABLE_PADDING, 217, "table-padding") /* padding between or after the tables is missing or not zero */ \
	CODE(TRAILING, 218, "trailing") /* bytes after the image */ \
	/* property text */ \
	CODE(LINE_BRACKET, 300, "line-bracket") /* ] is missing */ \
	CODE(LINE_NO_SET, 301, "line-no-set") /* a property before the first set */ \
	CODE(LINE_KEY, 302, "line-key") /* an empty key */ \
	CODE(LINE_EQUALS, 303, "line-equals") /* = or the text after it is missing */ \
	CODE(LINE_BAR, 304, "line-bar") /* | or the text beside it is missing */ \
	CODE(LINE_TYPE, 305, "line-type") /* a type that is not 1 or 2 */ \
	CODE(NUMBER, 306, "number") /* not a decimal number of 32 bits */ \
	CODE(BASE64_CHARACTER, 307, "base64-character") /* not a base64 character */ \
	CODE(BASE64_LENGTH, 308, "base64-length") /* a length of 1 modulo 4 */ \
	CODE(BASE64_SIZE, 309, "base64-size") /* fewer bytes than the number of bits requires, or no number */ \
	CODE(BASE64_EXCESS, 310, "base64-excess") /* more bytes, or bits, than the number of bits declares */ \
	CODE(NUL, 311, "nul") /* a NUL byte: readers disagree about what follows */ \
	CODE(BLANK_LINE, 312, "blank-line") /* undefined behaviour in the run time */ \
	CODE(CARRIAGE_RETURN, 313, "carriage-return") /* a line ends with CR LF */ \
	CODE(BEHIND_BRACKET, 314, "behind-bracket") /* text after ], which is ignored */ \
	CODE(NAME_RESERVED, 315, "name-reserved") /* a name that a reader reserves: "_", or an empty set name */ \
	CODE(DUPLICATE_KEY, 316, "duplicate-key") /* a duplicate key; the last one takes effect */ \
	CODE(DUPLICATE_SET, 317, "duplicate-set") /* a duplicate set; it continues the first one */ \
	CODE(NO_NEWLINE, 318, "no-newline") /* the last line does not end with LF */ \
	/* the content of the text */ \
	CODE(STATE_MISSING, 400, "state-missing") /* no state: the run time rejects the file */ \
	CODE(STATE_UNKNOWN, 401, "state-unknown") /* a state that is not 0, 1 or 2 */ \
	CODE(SET_ROLE, 402, "set-role") /* a set that is not allowed in this text */ \
	CODE(SET_MISSING, 403, "set-missing") /* the set that the text requires is missing */ \
	CODE(TARGET_MISSING, 404, "target-missing") /* no target: the run time rejects native images without one */ \
	CODE(ARCH_MISSING, 405, "arch-missing") /* a native image without arch */ \
	CODE(TYPE_MISSING, 406, "type-missing") /* an IR module without type */ \
	CODE(TYPE_UNKNOWN, 407, "type-unknown") /* an IR type that is not 0, 1 or 2 */ \
	CODE(VALUE_TYPE, 408, "value-type") /* a known property with a value of another type or size */ \
	CODE(UNKNOWN_SET, 409, "unknown-set") /* a set that the library does not know */ \
	CODE(IMAGE_CONTENT, 410, "image-content") /* the target is spir64, but the image is not SPIR-V */ \
	/* the draft with one entry per part */ \
	CODE(DRAFT_ENTRY, 500, "draft-entry") /* an entry that the draft does not allow */ \
	CODE(DRAFT_ROLE, 501, "draft-role") /* the role is unknown or missing */ \
	CODE(DRAFT_GLOBAL, 502, "draft-global") /* global metadata is missing or duplicated */ \
	CODE(DRAFT_VERSION, 503, "draft-version") /* sycl_format_version is not 2 */ \
	CODE(DRAFT_INDEX, 504, "draft-index") /* am_index is missing, not a number, or too large */ \
	CODE(DRAFT_MODULE, 505, "draft-module") /* am_metadata is missing or duplicated for an index */ \
	CODE(DRAFT_TEXT, 506, "draft-text") /* the length of the text in an image is wrong */ \
	CODE(DRAFT_ORDER, 507, "draft-order") /* too many entries in another order than the writer's */ \
	CODE(DRAFT_DISAGREES, 508, "draft-disagrees") /* the strings of an entry contradict its text */ \
	/* containers */ \
	CODE(BUNDLE, 600, "bundle") /* __CLANG_OFFLOAD_BUNDLE__ */ \
	CODE(BUNDLE_COMPRESSED, 601, "bundle-compressed") /* CCOB */ \
	CODE(ELF, 602, "elf") /* a damaged ELF file */ \
	CODE(ARCHIVE, 603, "archive") /* a damaged archive */ \
	CODE(DECOMPRESS, 604, "decompress") /* damaged compressed data, or more data than the limit */ \
	CODE(NOT_BUILT, 605, "not-built") /* built without zstd, or without zlib */ \
	CODE(NESTING, 606, "nesting") /* containers nested deeper than the limit */ \
	CODE(COFF, 607, "coff") /* a damaged object or executable of Windows */ \
	CODE(MACH_O, 608, "mach-o") /* a damaged Mach-O file */ \
	CODE(FATBIN, 609, "fatbin") /* a damaged fat binary of CUDA */ \
	CODE(BITCODE, 610, "bitcode") /* damaged bitcode of LLVM */ \
	CODE(SKIPPED, 611, "skipped") /* bytes of a container that were not read as an image */ \
	/* writing */ \
	CODE(NAME, 700, "name") /* a name that the format cannot represent */ \
	CODE(SIZE, 701, "size") /* a count or a size that the format cannot represent */ \
	CODE(SOURCE, 702, "source") /* a source that cannot be read */ \
	CODE(OUTPUT, 703, "output") /* an output that cannot be written */ \
	CODE(PACKAGE, 704, "package") /* properties that disagree with the images of their module */

enum syclbin_code {
	SYCLBIN_C_NONE = 0,
#define SYCLBIN_CODE_VALUE(code, number, name) SYCLBIN_C_##code = number,
	SYCLBIN_CODES(SYCLBIN_CODE_VALUE)
#undef SYCLBIN_CODE_VALUE
};

#ifdef __cplusplus
}
#endif

#endif
