/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a message is about. The numbers never change their meaning; new ones are added at the end of their hundred.
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
	SYCLBIN_C_ENVELOPE_SIZE = 100,  /* too short, or longer than what is there */
	SYCLBIN_C_ENVELOPE_MAGIC,       /* 10 FF 10 AD is missing */
	SYCLBIN_C_ENVELOPE_VERSION,     /* not 1, 2 or 3 */
	SYCLBIN_C_ENVELOPE_ENTRIES,     /* the table of entries lies outside */
	SYCLBIN_C_ENVELOPE_ENTRY_SIZE,  /* version 1: the entry is not 40 bytes */
	SYCLBIN_C_ENVELOPE_IMAGE,       /* an image lies outside */
	SYCLBIN_C_ENVELOPE_STRINGS,     /* a table of strings lies outside */
	SYCLBIN_C_ENVELOPE_STRING,      /* a key or a value lies outside, or does not end */
	SYCLBIN_C_ENVELOPE_KIND,        /* image or offload kind is not that of SYCLBIN */
	SYCLBIN_C_ENVELOPE_COMPRESSED,  /* the body is compressed, or damaged while it was */
	SYCLBIN_C_ENVELOPE_TRAILING,    /* bytes behind it */
	SYCLBIN_C_ENVELOPE_OVERLAP,     /* images share bytes with each other or with tables */
	SYCLBIN_C_ENVELOPE_MORE,        /* more entries or binaries, which the run time would not look at */

	/* the image: header and tables */
	SYCLBIN_C_HEADER_SIZE = 200,    /* shorter than its header */
	SYCLBIN_C_HEADER_MAGIC,         /* 49 42 59 53 is missing */
	SYCLBIN_C_HEADER_VERSION,       /* newer than 1, or 0 */
	SYCLBIN_C_HEADER_PADDING,       /* the four bytes at 20 are not zero */
	SYCLBIN_C_HEADER_COUNTS,        /* the header tables overrun the image */
	SYCLBIN_C_METADATA_TABLE,       /* the metadata table overruns the image */
	SYCLBIN_C_BINARY_TABLE,         /* the binary table overruns the image */
	SYCLBIN_C_GLOBAL_RANGE,         /* the global metadata lie outside their table */
	SYCLBIN_C_MODULE_METADATA,      /* the metadata of a module lie outside their table */
	SYCLBIN_C_MODULE_IR,            /* first index and count go beyond the IR headers */
	SYCLBIN_C_MODULE_NATIVE,        /* first index and count go beyond the native headers */
	SYCLBIN_C_IMAGE_METADATA,       /* the metadata of an image lie outside their table */
	SYCLBIN_C_IMAGE_BYTES,          /* the bytes of an image lie outside their table */
	SYCLBIN_C_HEADER_SHARED,        /* a header belongs to two modules */
	SYCLBIN_C_HEADER_UNUSED,        /* a header belongs to no module */
	SYCLBIN_C_OVERLAP,              /* two ranges of a table share bytes */
	SYCLBIN_C_GAP,                  /* bytes of a table belong to nothing */
	SYCLBIN_C_TABLE_PADDING,        /* padding between or behind the tables is not zero, or is missing */
	SYCLBIN_C_TRAILING,             /* bytes behind the image */

	/* property text */
	SYCLBIN_C_LINE_BRACKET = 300,   /* a set without ] */
	SYCLBIN_C_LINE_NO_SET,          /* a property before the first set */
	SYCLBIN_C_LINE_KEY,             /* an empty key */
	SYCLBIN_C_LINE_EQUALS,          /* no =, or nothing behind it */
	SYCLBIN_C_LINE_BAR,             /* no |, or nothing on one side of it */
	SYCLBIN_C_LINE_TYPE,            /* a type that is not 1 or 2 */
	SYCLBIN_C_NUMBER,               /* not a decimal number of 32 bits */
	SYCLBIN_C_BASE64_CHARACTER,     /* a character that base64 does not have */
	SYCLBIN_C_BASE64_LENGTH,        /* a length of 1 modulo 4 */
	SYCLBIN_C_BASE64_SIZE,          /* fewer bytes than the number of bits says, or no such number */
	SYCLBIN_C_BASE64_EXCESS,        /* more bytes, or bits, than the number of bits says */
	SYCLBIN_C_NUL,                  /* a NUL byte: readers disagree about what follows */
	SYCLBIN_C_BLANK_LINE,           /* undefined behaviour in the run time */
	SYCLBIN_C_CARRIAGE_RETURN,      /* a line ends with CR LF */
	SYCLBIN_C_BEHIND_BRACKET,       /* text behind the ] of a set is ignored */
	SYCLBIN_C_NAME_RESERVED,        /* a name that one of the readers keeps for itself: "_", or an empty set name */
	SYCLBIN_C_DUPLICATE_KEY,        /* the last one counts */
	SYCLBIN_C_DUPLICATE_SET,        /* continues the first one */
	SYCLBIN_C_NO_NEWLINE,           /* the last line does not end */

	/* what the text means */
	SYCLBIN_C_STATE_MISSING = 400,  /* no state: the run time refuses the file */
	SYCLBIN_C_STATE_UNKNOWN,        /* a state that is not 0, 1 or 2 */
	SYCLBIN_C_SET_ROLE,             /* a set that does not belong there */
	SYCLBIN_C_SET_MISSING,          /* the set of the role is missing */
	SYCLBIN_C_TARGET_MISSING,       /* no target: the run time refuses a native image without one */
	SYCLBIN_C_ARCH_MISSING,
	SYCLBIN_C_TYPE_MISSING,
	SYCLBIN_C_TYPE_UNKNOWN,         /* an IR type that is not 0, 1 or 2 */
	SYCLBIN_C_VALUE_TYPE,           /* a known property with a value of another type or size */
	SYCLBIN_C_UNKNOWN_SET,          /* a set that the library does not know */
	SYCLBIN_C_IMAGE_CONTENT,        /* not SPIR-V, though the target is spir64 */

	/* the draft with one entry per part */
	SYCLBIN_C_DRAFT_ENTRY = 500,    /* an entry that cannot be part of it */
	SYCLBIN_C_DRAFT_ROLE,           /* unknown role, or none */
	SYCLBIN_C_DRAFT_GLOBAL,         /* no global metadata, or two of them */
	SYCLBIN_C_DRAFT_VERSION,        /* sycl_format_version is not 2 */
	SYCLBIN_C_DRAFT_INDEX,          /* am_index is missing, not a number, or too large */
	SYCLBIN_C_DRAFT_MODULE,         /* am_metadata twice for one index, or never */
	SYCLBIN_C_DRAFT_TEXT,           /* the length of the text in an image is wrong */
	SYCLBIN_C_DRAFT_ORDER,          /* more entries in free order than are looked at */
	SYCLBIN_C_DRAFT_DISAGREES,      /* strings of an entry and its text say different things */

	/* what files are packed in */
	SYCLBIN_C_BUNDLE = 600,         /* __CLANG_OFFLOAD_BUNDLE__ */
	SYCLBIN_C_BUNDLE_COMPRESSED,    /* CCOB */
	SYCLBIN_C_ELF,
	SYCLBIN_C_ARCHIVE,
	SYCLBIN_C_DECOMPRESS,           /* damaged compressed bytes, or more of them than the limit */
	SYCLBIN_C_NOT_BUILT,            /* built without zstd, or without zlib */
	SYCLBIN_C_NESTING,              /* containers inside containers beyond the limit */

	/* writing */
	SYCLBIN_C_NAME = 700,           /* a name that the format cannot hold */
	SYCLBIN_C_SIZE,                 /* a number of things, or of bytes, that the format cannot hold */
	SYCLBIN_C_SOURCE,               /* a source of bytes that cannot be read */
	SYCLBIN_C_OUTPUT                /* an output that cannot be written */
};

#ifdef __cplusplus
}
#endif

#endif
