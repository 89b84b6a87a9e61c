/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rule that a message reports. A number never changes its meaning; new ones are added at the end of their hundred.
 * VERIFY.md has a line for each. */
#ifndef SYCLBIN_CODES_H
#define SYCLBIN_CODES_H

#include <syclbin/export.h>

#ifdef __cplusplus
extern "C" {
#endif

enum syclbin_code {
	SYCLBIN_C_NONE = 0,

	/* OffloadBinary */
	SYCLBIN_C_ENVELOPE_SIZE = 100, /* the input is shorter than the header or than the declared size */
	SYCLBIN_C_ENVELOPE_MAGIC,      /* 10 FF 10 AD is missing */
	SYCLBIN_C_ENVELOPE_VERSION,    /* not 1, 2 or 3 */
	SYCLBIN_C_ENVELOPE_ENTRIES,    /* the entry table is outside the file */
	SYCLBIN_C_ENVELOPE_ENTRY_SIZE, /* version 1: the entry is not 40 bytes */
	SYCLBIN_C_ENVELOPE_IMAGE,      /* an image is outside the file */
	SYCLBIN_C_ENVELOPE_STRINGS,    /* a string table is outside the file */
	SYCLBIN_C_ENVELOPE_STRING,     /* a key or a value is outside the file, or not terminated */
	SYCLBIN_C_ENVELOPE_KIND,       /* the image kind or offload kind is not SYCLBIN */
	SYCLBIN_C_ENVELOPE_COMPRESSED, /* the body is compressed, or its compressed data is damaged */
	SYCLBIN_C_ENVELOPE_TRAILING,   /* bytes after the envelope */
	SYCLBIN_C_ENVELOPE_OVERLAP,    /* images overlap each other or tables */
	SYCLBIN_C_ENVELOPE_MORE,       /* more entries or binaries, which the run time ignores */

	/* the image: header and tables */
	SYCLBIN_C_HEADER_SIZE = 200, /* the image is shorter than its header */
	SYCLBIN_C_HEADER_MAGIC,      /* 49 42 59 53 is missing */
	SYCLBIN_C_HEADER_VERSION,    /* the version is not 1 */
	SYCLBIN_C_HEADER_PADDING,    /* the four bytes at 20 are not zero */
	SYCLBIN_C_HEADER_COUNTS,     /* the header tables exceed the image */
	SYCLBIN_C_METADATA_TABLE,    /* the metadata table exceeds the image */
	SYCLBIN_C_BINARY_TABLE,      /* the binary table exceeds the image */
	SYCLBIN_C_GLOBAL_RANGE,      /* the global metadata exceeds its table */
	SYCLBIN_C_MODULE_METADATA,   /* the metadata of a module exceeds its table */
	SYCLBIN_C_MODULE_IR,         /* first index and count exceed the IR headers */
	SYCLBIN_C_MODULE_NATIVE,     /* first index and count exceed the native headers */
	SYCLBIN_C_IMAGE_METADATA,    /* the metadata of an image exceeds its table */
	SYCLBIN_C_IMAGE_BYTES,       /* the bytes of an image exceed their table */
	SYCLBIN_C_HEADER_SHARED,     /* a header belongs to two modules */
	SYCLBIN_C_HEADER_UNUSED,     /* a header does not belong to a module */
	SYCLBIN_C_OVERLAP,           /* two ranges of a table overlap */
	SYCLBIN_C_GAP,               /* bytes of a table are not referenced */
	SYCLBIN_C_TABLE_PADDING,     /* padding between or after the tables is missing or not zero */
	SYCLBIN_C_TRAILING,          /* bytes after the image */

	/* property text */
	SYCLBIN_C_LINE_BRACKET = 300, /* ] is missing */
	SYCLBIN_C_LINE_NO_SET,        /* a property before the first set */
	SYCLBIN_C_LINE_KEY,           /* an empty key */
	SYCLBIN_C_LINE_EQUALS,        /* = or the text after it is missing */
	SYCLBIN_C_LINE_BAR,           /* | or the text beside it is missing */
	SYCLBIN_C_LINE_TYPE,          /* a type that is not 1 or 2 */
	SYCLBIN_C_NUMBER,             /* not a decimal number of 32 bits */
	SYCLBIN_C_BASE64_CHARACTER,   /* not a base64 character */
	SYCLBIN_C_BASE64_LENGTH,      /* a length of 1 modulo 4 */
	SYCLBIN_C_BASE64_SIZE,        /* fewer bytes than the number of bits requires, or no number */
	SYCLBIN_C_BASE64_EXCESS,      /* more bytes, or bits, than the number of bits declares */
	SYCLBIN_C_NUL,                /* a NUL byte: readers disagree about what follows */
	SYCLBIN_C_BLANK_LINE,         /* undefined behaviour in the run time */
	SYCLBIN_C_CARRIAGE_RETURN,    /* a line ends with CR LF */
	SYCLBIN_C_BEHIND_BRACKET,     /* text after ], which is ignored */
	SYCLBIN_C_NAME_RESERVED,      /* a name that a reader reserves: "_", or an empty set name */
	SYCLBIN_C_DUPLICATE_KEY,      /* a duplicate key; the last one takes effect */
	SYCLBIN_C_DUPLICATE_SET,      /* a duplicate set; it continues the first one */
	SYCLBIN_C_NO_NEWLINE,         /* the last line does not end with LF */

	/* the content of the text */
	SYCLBIN_C_STATE_MISSING = 400, /* no state: the run time rejects the file */
	SYCLBIN_C_STATE_UNKNOWN,       /* a state that is not 0, 1 or 2 */
	SYCLBIN_C_SET_ROLE,            /* a set that is not allowed in this text */
	SYCLBIN_C_SET_MISSING,         /* the set that the text requires is missing */
	SYCLBIN_C_TARGET_MISSING,      /* no target: the run time rejects native images without a target */
	SYCLBIN_C_ARCH_MISSING,
	SYCLBIN_C_TYPE_MISSING,
	SYCLBIN_C_TYPE_UNKNOWN,  /* an IR type that is not 0, 1 or 2 */
	SYCLBIN_C_VALUE_TYPE,    /* a known property with a value of another type or size */
	SYCLBIN_C_UNKNOWN_SET,   /* a set that the library does not know */
	SYCLBIN_C_IMAGE_CONTENT, /* the target is spir64, but the image is not SPIR-V */

	/* the draft with one entry per part */
	SYCLBIN_C_DRAFT_ENTRY = 500, /* an entry that the draft does not allow */
	SYCLBIN_C_DRAFT_ROLE,        /* the role is unknown or missing */
	SYCLBIN_C_DRAFT_GLOBAL,      /* global metadata is missing or duplicated */
	SYCLBIN_C_DRAFT_VERSION,     /* sycl_format_version is not 2 */
	SYCLBIN_C_DRAFT_INDEX,       /* am_index is missing, not a number, or too large */
	SYCLBIN_C_DRAFT_MODULE,      /* am_metadata is missing or duplicated for an index */
	SYCLBIN_C_DRAFT_TEXT,        /* the length of the text in an image is wrong */
	SYCLBIN_C_DRAFT_ORDER,       /* too many entries in another order than the writer's */
	SYCLBIN_C_DRAFT_DISAGREES,   /* the strings of an entry contradict its text */

	/* containers */
	SYCLBIN_C_BUNDLE = 600,      /* __CLANG_OFFLOAD_BUNDLE__ */
	SYCLBIN_C_BUNDLE_COMPRESSED, /* CCOB */
	SYCLBIN_C_ELF,
	SYCLBIN_C_ARCHIVE,
	SYCLBIN_C_DECOMPRESS, /* damaged compressed data, or more data than the limit */
	SYCLBIN_C_NOT_BUILT,  /* built without zstd, or without zlib */
	SYCLBIN_C_NESTING,    /* containers nested deeper than the limit */

	/* writing */
	SYCLBIN_C_NAME = 700, /* a name that the format cannot represent */
	SYCLBIN_C_SIZE,       /* a count or a size that the format cannot represent */
	SYCLBIN_C_SOURCE,     /* a source that cannot be read */
	SYCLBIN_C_OUTPUT      /* an output that cannot be written */
};

#ifdef __cplusplus
}
#endif

#endif
