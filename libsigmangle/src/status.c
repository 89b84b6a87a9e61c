/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names and messages of reasons and status codes. */
#include "lex.h"

#include <bytecursor/diag.h>

BYTECURSOR_DIAG_MATCHES(struct sigmangle_diag);

#define NAME(status) { status, #status }
static const struct {
	unsigned char status; /* enum sigmangle_status */
	const char *name;
} statuses[] = { NAME(SIGMANGLE_OK), NAME(SIGMANGLE_E_ARG), NAME(SIGMANGLE_E_STATE), NAME(SIGMANGLE_E_LIMIT),
	NAME(SIGMANGLE_E_VERSION), NAME(SIGMANGLE_E_UNSUPPORTED), NAME(SIGMANGLE_E_CORRUPT), NAME(SIGMANGLE_E_SYNTAX),
	NAME(SIGMANGLE_E_NOT_FOUND) };

SMALL const char *sigmangle_status_name(enum sigmangle_status status)
{
	for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
		if (statuses[i].status == (unsigned)status)
			return statuses[i].name;
	}
	return "?";
}

static const struct {
	unsigned char reason, status; /* enum sigmangle_reason, enum sigmangle_status */
	const char *name, *text;
} reasons[] = {
	{ SIGMANGLE_NO_NUMBER, SIGMANGLE_E_SYNTAX, "no-number", "expected a tag (a letter or _), then digits" },
	{ SIGMANGLE_BAD_TAG, SIGMANGLE_E_SYNTAX, "bad-tag", "expected a tag (a letter or _)" },
	{ SIGMANGLE_INT_OVERFLOW, SIGMANGLE_E_SYNTAX, "int-overflow", "the number does not fit into 32 bits" },
	{ SIGMANGLE_NEGATIVE_LENGTH, SIGMANGLE_E_SYNTAX, "negative-length", "a length cannot be negative" },
	{ SIGMANGLE_ZERO_LENGTH, SIGMANGLE_E_SYNTAX, "zero-length", "a length counts the '!' and is at least 1" },
	{ SIGMANGLE_SPAN_OVERRUN, SIGMANGLE_E_SYNTAX, "span-overrun",
		"the length, which counts the '!', exceeds the remaining bytes" },
	{ SIGMANGLE_MISSING_BANG, SIGMANGLE_E_SYNTAX, "missing-bang", "expected '!' after the length" },
	{ SIGMANGLE_MISSING_I, SIGMANGLE_E_CORRUPT, "missing-I", "expected the inputs, I, not the end" },
	{ SIGMANGLE_MISSING_R, SIGMANGLE_E_CORRUPT, "missing-R", "expected the results, R, not the end" },
	{ SIGMANGLE_EXPECTED_I, SIGMANGLE_E_CORRUPT, "expected-I", "expected the inputs, I" },
	{ SIGMANGLE_EXPECTED_R, SIGMANGLE_E_CORRUPT, "expected-R", "expected the results, R" },
	{ SIGMANGLE_TRAILING, SIGMANGLE_E_CORRUPT, "trailing", "expected the end after the results" },
	{ SIGMANGLE_NOT_CANONICAL, SIGMANGLE_E_CORRUPT, "not-canonical", "valid, but not in canonical form" },
	{ SIGMANGLE_RAW_TAG, SIGMANGLE_E_CORRUPT, "raw-tag",
		"expected a buffer B, a scalar S, a reference O or unrecognized U" },
	{ SIGMANGLE_FIELD_TAG, SIGMANGLE_E_CORRUPT, "field-tag", "expected a type t, or in a buffer a dimension d" },
	{ SIGMANGLE_T_NOT_FIRST, SIGMANGLE_E_CORRUPT, "t-not-first", "expected at most one type, before dimensions" },
	{ SIGMANGLE_SCALAR_CODE, SIGMANGLE_E_CORRUPT, "scalar-code", "expected a type from 0 (float32) to 11 (uint64)" },
	{ SIGMANGLE_DIM_BELOW_MINUS_ONE, SIGMANGLE_E_CORRUPT, "dim-below-minus-one",
		"expected a dimension of -1 (dynamic) or more" },
	{ SIGMANGLE_NOT_EMPTY, SIGMANGLE_E_CORRUPT, "not-empty", "expected nothing in O or U" },
	{ SIGMANGLE_RANK_ROOM, SIGMANGLE_E_LIMIT, "rank-room", "more dimensions than the reader has room for" },
	{ SIGMANGLE_NOT_A_VALUE, SIGMANGLE_E_CORRUPT, "not-a-value", "expected a value: _, a sequence S or a dict D" },
	{ SIGMANGLE_KEY_EXPECTED, SIGMANGLE_E_CORRUPT, "key-expected", "expected a key: k in a sequence, K in a dict" },
	{ SIGMANGLE_SECOND_ROOT, SIGMANGLE_E_CORRUPT, "second-root", "expected one value only" },
	{ SIGMANGLE_DANGLING_KEY, SIGMANGLE_E_CORRUPT, "dangling-key", "expected a value after the key, not the end" },
	{ SIGMANGLE_NEGATIVE_KEY, SIGMANGLE_E_CORRUPT, "negative-key", "a key cannot be negative" },
	{ SIGMANGLE_NEGATIVE_INDEX, SIGMANGLE_E_CORRUPT, "negative-index", "a position cannot be negative" },
	{ SIGMANGLE_DUPLICATE_KEY, SIGMANGLE_E_CORRUPT, "duplicate-key", "duplicate key" },
	{ SIGMANGLE_PATH_TAKEN, SIGMANGLE_E_STATE, "path-taken", "the path conflicts with another value" },
	{ SIGMANGLE_PATH_ROOM, SIGMANGLE_E_LIMIT, "path-room", "the path is longer than its buffer" },
	{ SIGMANGLE_NODE_ROOM, SIGMANGLE_E_LIMIT, "node-room", "more nodes than the tree has room for" },
	{ SIGMANGLE_TOO_LONG, SIGMANGLE_E_LIMIT, "too-long", "a length would not fit into 32 bits" },
	{ SIGMANGLE_INDEX_RANGE, SIGMANGLE_E_CORRUPT, "index-range", "the raw signature has no item at this position" },
	{ SIGMANGLE_INDEX_TWICE, SIGMANGLE_E_CORRUPT, "index-twice", "another leaf has the same position" },
	{ SIGMANGLE_VALUE_MISSING, SIGMANGLE_E_CORRUPT, "value-missing", "the structure has no value at this path" },
	{ SIGMANGLE_ATTRIBUTE_TWICE, SIGMANGLE_E_CORRUPT, "attribute-twice", "duplicate attribute" },
	{ SIGMANGLE_F_MISSING, SIGMANGLE_E_CORRUPT, "f-missing", "the attribute f is missing" },
	{ SIGMANGLE_FV_UNKNOWN, SIGMANGLE_E_VERSION, "fv-unknown", "expected fv to be 1" },
	{ SIGMANGLE_ABI_UNKNOWN, SIGMANGLE_E_UNSUPPORTED, "abi-unknown", "expected abi to be sip" },
	{ SIGMANGLE_ABIV_UNKNOWN, SIGMANGLE_E_VERSION, "abiv-unknown", "expected abiv to be 1" },
	{ SIGMANGLE_SIP_MISSING, SIGMANGLE_E_CORRUPT, "sip-missing", "abi is sip, but the attribute sip is missing" },
	{ SIGMANGLE_SIPV_UNKNOWN, SIGMANGLE_E_VERSION, "sipv-unknown", "expected sipv to be 1" },
	{ SIGMANGLE_FBR_EMPTY, SIGMANGLE_E_CORRUPT, "fbr-empty", "expected fbr to be the name of a function" },
};

SMALL static size_t find(enum sigmangle_reason reason)
{
	size_t i = 0;
	while (i < sizeof reasons / sizeof *reasons && reasons[i].reason != (unsigned)reason)
		i++;
	return i;
}

SMALL const char *sigmangle_reason_name(enum sigmangle_reason reason)
{
	size_t i = find(reason);
	return i < sizeof reasons / sizeof *reasons ? reasons[i].name : reason == SIGMANGLE_GOOD ? "good" : "?";
}

SMALL const char *sigmangle_reason_text(enum sigmangle_reason reason)
{
	size_t i = find(reason);
	return i < sizeof reasons / sizeof *reasons ? reasons[i].text : "";
}

SMALL enum sigmangle_status sigmangle__status(enum sigmangle_reason reason)
{
	size_t i = find(reason);
	return i < sizeof reasons / sizeof *reasons ? (enum sigmangle_status)reasons[i].status : SIGMANGLE_OK;
}

SMALL enum sigmangle_status sigmangle__fail_with(struct sigmangle_diag *diag, enum sigmangle_status status,
	enum sigmangle_reason reason, uint64_t offset, const char *rule, const char *text)
{
	if (BYTECURSOR_DIAG_IS_OPEN(diag)) {
		struct sigmangle_diag full = { sizeof full, status, rule, offset, 0, 0, { 0 }, reason };
		memcpy(full.message, text, strlen(text)); /* shorter than the array */
		BYTECURSOR_DIAG_STORE(diag, &full);
	}
	return status;
}

SMALL enum sigmangle_status sigmangle__fail_as(
	struct sigmangle_diag *diag, enum sigmangle_status status, enum sigmangle_reason reason, uint64_t offset)
{
	return sigmangle__fail_with(diag, status, reason, offset, sigmangle_reason_name(reason), sigmangle_reason_text(reason));
}

SMALL enum sigmangle_status sigmangle__fail(struct sigmangle_diag *diag, enum sigmangle_reason reason, uint64_t offset)
{
	return sigmangle__fail_as(diag, sigmangle__status(reason), reason, offset);
}
