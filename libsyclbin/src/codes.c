/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of codes. */
#include <syclbin/verify.h>

#define NAME(code, name) \
	case SYCLBIN_C_##code: return name

const char *syclbin_code_name(enum syclbin_code code)
{
	switch (code) {
	NAME(NONE, "none");
	NAME(ENVELOPE_SIZE, "envelope-size");
	NAME(ENVELOPE_MAGIC, "envelope-magic");
	NAME(ENVELOPE_VERSION, "envelope-version");
	NAME(ENVELOPE_ENTRIES, "envelope-entries");
	NAME(ENVELOPE_ENTRY_SIZE, "envelope-entry-size");
	NAME(ENVELOPE_IMAGE, "envelope-image");
	NAME(ENVELOPE_STRINGS, "envelope-strings");
	NAME(ENVELOPE_STRING, "envelope-string");
	NAME(ENVELOPE_KIND, "envelope-kind");
	NAME(ENVELOPE_COMPRESSED, "envelope-compressed");
	NAME(ENVELOPE_TRAILING, "envelope-trailing");
	NAME(ENVELOPE_OVERLAP, "envelope-overlap");
	NAME(ENVELOPE_MORE, "envelope-more");
	NAME(HEADER_SIZE, "header-size");
	NAME(HEADER_MAGIC, "header-magic");
	NAME(HEADER_VERSION, "header-version");
	NAME(HEADER_PADDING, "header-padding");
	NAME(HEADER_COUNTS, "header-counts");
	NAME(METADATA_TABLE, "metadata-table");
	NAME(BINARY_TABLE, "binary-table");
	NAME(GLOBAL_RANGE, "global-range");
	NAME(MODULE_METADATA, "module-metadata");
	NAME(MODULE_IR, "module-ir");
	NAME(MODULE_NATIVE, "module-native");
	NAME(IMAGE_METADATA, "image-metadata");
	NAME(IMAGE_BYTES, "image-bytes");
	NAME(HEADER_SHARED, "header-shared");
	NAME(HEADER_UNUSED, "header-unused");
	NAME(OVERLAP, "overlap");
	NAME(GAP, "gap");
	NAME(TABLE_PADDING, "table-padding");
	NAME(TRAILING, "trailing");
	NAME(LINE_BRACKET, "line-bracket");
	NAME(LINE_NO_SET, "line-no-set");
	NAME(LINE_KEY, "line-key");
	NAME(LINE_EQUALS, "line-equals");
	NAME(LINE_BAR, "line-bar");
	NAME(LINE_TYPE, "line-type");
	NAME(NUMBER, "number");
	NAME(BASE64_CHARACTER, "base64-character");
	NAME(BASE64_LENGTH, "base64-length");
	NAME(BASE64_SIZE, "base64-size");
	NAME(BASE64_EXCESS, "base64-excess");
	NAME(NUL, "nul");
	NAME(BLANK_LINE, "blank-line");
	NAME(CARRIAGE_RETURN, "carriage-return");
	NAME(BEHIND_BRACKET, "behind-bracket");
	NAME(NAME_RESERVED, "name-reserved");
	NAME(DUPLICATE_KEY, "duplicate-key");
	NAME(DUPLICATE_SET, "duplicate-set");
	NAME(NO_NEWLINE, "no-newline");
	NAME(STATE_MISSING, "state-missing");
	NAME(STATE_UNKNOWN, "state-unknown");
	NAME(SET_ROLE, "set-role");
	NAME(SET_MISSING, "set-missing");
	NAME(TARGET_MISSING, "target-missing");
	NAME(ARCH_MISSING, "arch-missing");
	NAME(TYPE_MISSING, "type-missing");
	NAME(TYPE_UNKNOWN, "type-unknown");
	NAME(VALUE_TYPE, "value-type");
	NAME(UNKNOWN_SET, "unknown-set");
	NAME(IMAGE_CONTENT, "image-content");
	NAME(DRAFT_ENTRY, "draft-entry");
	NAME(DRAFT_ROLE, "draft-role");
	NAME(DRAFT_GLOBAL, "draft-global");
	NAME(DRAFT_VERSION, "draft-version");
	NAME(DRAFT_INDEX, "draft-index");
	NAME(DRAFT_MODULE, "draft-module");
	NAME(DRAFT_TEXT, "draft-text");
	NAME(DRAFT_ORDER, "draft-order");
	NAME(DRAFT_DISAGREES, "draft-disagrees");
	NAME(BUNDLE, "bundle");
	NAME(BUNDLE_COMPRESSED, "bundle-compressed");
	NAME(ELF, "elf");
	NAME(ARCHIVE, "archive");
	NAME(DECOMPRESS, "decompress");
	NAME(NOT_BUILT, "not-built");
	NAME(NESTING, "nesting");
	NAME(NAME, "name");
	NAME(SIZE, "size");
	NAME(SOURCE, "source");
	NAME(OUTPUT, "output");
	}
	return "?";
}
