/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Status codes, reasons of failures, diagnostics, and modes of libsigmangle. Thread class: safe. */
#ifndef SIGMANGLE_STATUS_H
#define SIGMANGLE_STATUS_H

#include <sigmangle/export.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum sigmangle_status {
	SIGMANGLE_OK = 0,
	SIGMANGLE_E_ARG = 1, /* the caller must change the program */
	SIGMANGLE_E_STATE = 2,
	SIGMANGLE_E_LIMIT = 11,   /* more room is needed, or the value exceeds a limit of the format */
	SIGMANGLE_E_VERSION = 21, /* possibly valid, but not supported */
	SIGMANGLE_E_UNSUPPORTED = 22,
	SIGMANGLE_E_CORRUPT = 24, /* the input must change */
	SIGMANGLE_E_SYNTAX = 25,
	SIGMANGLE_E_NOT_FOUND = 30 /* an answer, not a failure */
};

/* "SIGMANGLE_E_CORRUPT"; "?" for an unknown number. Static text. */
SIGMANGLE_API const char *sigmangle_status_name(enum sigmangle_status status);

/* The exact reason of a failure. Numbers never change meaning. Brackets give the byte to which the offset of the
 * diagnostic points. */
enum sigmangle_reason {
	SIGMANGLE_GOOD = 0,

	/* components: SIGMANGLE_E_SYNTAX */
	SIGMANGLE_NO_NUMBER = 1,       /* no digits after a tag [the tag] */
	SIGMANGLE_BAD_TAG = 2,         /* neither A..Z nor a..z nor _ [the tag] */
	SIGMANGLE_INT_OVERFLOW = 3,    /* not an int32 [the number] */
	SIGMANGLE_NEGATIVE_LENGTH = 4, /* [the number] */
	SIGMANGLE_ZERO_LENGTH = 5,     /* the length counts the '!' [the number] */
	SIGMANGLE_SPAN_OVERRUN = 6,    /* the length exceeds the remaining bytes [the number] */
	SIGMANGLE_MISSING_BANG = 7,    /* [where '!' is expected] */

	/* signatures: SIGMANGLE_E_CORRUPT [the component that is wrong] */
	SIGMANGLE_MISSING_I = 20, /* the input is empty */
	SIGMANGLE_MISSING_R = 21, /* [the end] */
	SIGMANGLE_EXPECTED_I = 22,
	SIGMANGLE_EXPECTED_R = 23,
	SIGMANGLE_TRAILING = 24,      /* bytes after the results */
	SIGMANGLE_NOT_CANONICAL = 25, /* valid, but not as the library writes it (SIGMANGLE_CANONICAL only) */

	/* raw signatures */
	SIGMANGLE_RAW_TAG = 30,     /* none of B, S, O, U */
	SIGMANGLE_FIELD_TAG = 31,   /* buffers may have t and d, scalars t */
	SIGMANGLE_T_NOT_FIRST = 32, /* a type after a dimension or another type */
	SIGMANGLE_SCALAR_CODE = 33, /* no type has this number */
	SIGMANGLE_DIM_BELOW_MINUS_ONE = 34,
	SIGMANGLE_NOT_EMPTY = 35, /* O and U are empty [their first byte] */
	SIGMANGLE_RANK_ROOM = 36, /* SIGMANGLE_E_LIMIT: more dimensions than the reader has room for [the item] */

	/* SIP signatures */
	SIGMANGLE_NOT_A_VALUE = 40,  /* a value is expected: _, S or D */
	SIGMANGLE_KEY_EXPECTED = 41, /* a key is expected: k in a sequence, K in a dict */
	SIGMANGLE_SECOND_ROOT = 42,  /* bytes after the value of a side */
	SIGMANGLE_DANGLING_KEY = 43, /* a sequence or dict ends after a key [its end] */
	SIGMANGLE_NEGATIVE_KEY = 44,
	SIGMANGLE_NEGATIVE_INDEX = 45,
	SIGMANGLE_DUPLICATE_KEY = 46, /* [the later one] */
	SIGMANGLE_PATH_TAKEN = 47,    /* SIGMANGLE_E_STATE: the path conflicts with a value in the tree */
	SIGMANGLE_PATH_ROOM = 48,     /* SIGMANGLE_E_LIMIT: the path is longer than its buffer */
	SIGMANGLE_NODE_ROOM = 49,     /* SIGMANGLE_E_LIMIT: no nodes left */
	SIGMANGLE_TOO_LONG = 50,      /* SIGMANGLE_E_LIMIT: a length would not be an int32 */
	SIGMANGLE_INDEX_RANGE = 51,   /* the position of a leaf is not in the raw signature [the leaf] */
	SIGMANGLE_INDEX_TWICE = 52,   /* two leaves have the same position [the later one] */
	SIGMANGLE_VALUE_MISSING = 53, /* flattening: the structure has nothing at this path [the leaf] */

	/* attributes [SIGMANGLE_NO_OFFSET, unless it lies within f or sip] */
	SIGMANGLE_ATTRIBUTE_TWICE = 60,
	SIGMANGLE_F_MISSING = 61,
	SIGMANGLE_FV_UNKNOWN = 62,  /* SIGMANGLE_E_VERSION: fv is missing or not 1 */
	SIGMANGLE_ABI_UNKNOWN = 63, /* SIGMANGLE_E_UNSUPPORTED */
	SIGMANGLE_ABIV_UNKNOWN = 64,
	SIGMANGLE_SIP_MISSING = 65, /* abi is sip, but sip is missing */
	SIGMANGLE_SIPV_UNKNOWN = 66,
	SIGMANGLE_FBR_EMPTY = 67
};

/* "no-number": an identifier for programs; "?" for an unknown number. Static text. */
SIGMANGLE_API const char *sigmangle_reason_name(enum sigmangle_reason reason);
/* "expected a tag (a letter or _), then digits": a message. Static text; "" for SIGMANGLE_GOOD. */
SIGMANGLE_API const char *sigmangle_reason_text(enum sigmangle_reason reason);

#define SIGMANGLE_NO_OFFSET UINT64_MAX

/* The first failure of a call, or of several calls that were given the same diagnostic: later failures leave it
 * unchanged. Plain data in the caller's memory; every `diag` parameter may be NULL. The libraries of befkit share the
 * first seven members. */
struct sigmangle_diag {
	size_t size; /* sizeof(struct sigmangle_diag), set by the caller; nothing is stored beyond it */
	enum sigmangle_status status;
	const char *rule;      /* name of the violated rule, otherwise of the status. Static; NULL: no failure */
	uint64_t offset;       /* byte in the outermost input; SIGMANGLE_NO_OFFSET if no byte is at fault */
	uint32_t line, column; /* of text input, from 1; 0 if unknown */
	/* NUL-terminated, truncated if too long; '?' replaces control characters and bytes that are not UTF-8 */
	char message[232];
	enum sigmangle_reason reason; /* `rule` is its name; SIGMANGLE_GOOD: no signature or tree is at fault */
};
#define SIGMANGLE_DIAG_INIT                                                                                            \
	{                                                                                                              \
		sizeof(struct sigmangle_diag), SIGMANGLE_OK, NULL, SIGMANGLE_NO_OFFSET, 0, 0, { 0 }, SIGMANGLE_GOOD    \
	}

/* Borrowed bytes; not NUL-terminated, and may contain NUL. */
struct sigmangle_string {
	const char *data;
	size_t size;
};

/* Rules for reading and writing. */
enum sigmangle_mode {
	SIGMANGLE_STRICT = 0, /* the grammar, and nothing else */
	/* Accepts the input of IREE's parsers: other components around I and R, R before I, lists that end at the first
	 * invalid byte, any dimension below 0, keys of any kind in any number. Rejects U, as they do. Writes any type
	 * and any dimension. README.md has the complete list. */
	SIGMANGLE_LAX = 1,
	SIGMANGLE_CANONICAL = 2 /* strict, and byte for byte in the form that the library writes */
};

enum sigmangle_side { SIGMANGLE_INPUTS = 0, SIGMANGLE_RESULTS = 1 };

#ifdef __cplusplus
}
#endif

#endif
