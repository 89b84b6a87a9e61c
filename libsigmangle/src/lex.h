/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The lexer that all readers compile in, failing, and the two spans that a signature consists of. */
#ifndef SIGMANGLE_LEX_H
#define SIGMANGLE_LEX_H

#include <sigmangle/status.h>
#include <stdbool.h>

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* Where a token lies; of an error only `next`, the byte to blame, is set. */
struct sigmangle__token {
	const char *next;    /* behind it */
	const char *payload; /* of a span; NULL: an integer */
	int32_t value;       /* of a span its length, which counts the '!' */
	unsigned char tag;
};

/* Order of the checks: as in IREE's lexer. `at` is not `end`. */
static inline enum sigmangle_reason sigmangle__lex(const char *at, const char *end, struct sigmangle__token *out)
{
	const char *p = at + 1;
	unsigned char tag = (unsigned char)*at;
	bool negative = false;
	out->next = at;
	if (UNLIKELY(p == end))
		return SIGMANGLE_NO_NUMBER;
	unsigned digit = (unsigned char)*p - (unsigned)'0';
	if (digit > 9) {
		negative = *p == '-';
		if (!negative || ++p == end || (digit = (unsigned char)*p - (unsigned)'0') > 9)
			return SIGMANGLE_NO_NUMBER;
	}
	uint64_t number = digit;
	while (++p != end && (digit = (unsigned char)*p - (unsigned)'0') <= 9) {
		number = number * 10 + digit;
		if (UNLIKELY(number > (uint64_t)INT32_MAX + negative)) {
			out->next = at + 1;
			return SIGMANGLE_INT_OVERFLOW;
		}
	}
	out->tag = tag;
	if ((unsigned)tag - 'a' < 26 || tag == '_') {
		out->value = (int32_t)(negative ? -(int64_t)number : (int64_t)number);
		out->payload = NULL;
		out->next = p;
		return SIGMANGLE_GOOD;
	}
	if (UNLIKELY((unsigned)tag - 'A' >= 26))
		return SIGMANGLE_BAD_TAG;
	out->next = at + 1;
	if (UNLIKELY(negative))
		return SIGMANGLE_NEGATIVE_LENGTH;
	if (UNLIKELY(number > (size_t)(end - p)))
		return SIGMANGLE_SPAN_OVERRUN;
	if (UNLIKELY(number == 0))
		return SIGMANGLE_ZERO_LENGTH;
	if (UNLIKELY(*p != '!')) {
		out->next = p;
		return SIGMANGLE_MISSING_BANG;
	}
	out->value = (int32_t)number;
	out->payload = p + 1;
	out->next = p + number;
	return SIGMANGLE_GOOD;
}

/* As above, for what was read before and is known to be good. */
struct sigmangle__token sigmangle__lex_again(const char *at, const char *end);

/* Bytes of a number as it is written here. */
unsigned sigmangle__digits(int32_t value);

/* Whether the number of the token at `at` has no leading zeros and is not -0. */
bool sigmangle__is_plain(const char *at, const struct sigmangle__token *token);

/* The status that goes with a reason. */
enum sigmangle_status sigmangle__status(enum sigmangle_reason reason);
/* Fills diag and returns the status. */
enum sigmangle_status sigmangle__fail(struct sigmangle_diag *diag, enum sigmangle_reason reason, uint64_t offset);

/* The payload of one side. Strict and canonical: only if the frame is good: I, R, nothing. */
enum sigmangle_status sigmangle__side(const char *signature, size_t size, enum sigmangle_side side,
	enum sigmangle_mode mode, struct sigmangle_string *out_payload, struct sigmangle_diag *diag);

/* Checks a whole signature from front to back: `check` sees each side once what stands before it is known to be good, and
 * what is behind the results comes last. */
enum sigmangle_status sigmangle__check(const char *signature, size_t size, enum sigmangle_mode mode,
	enum sigmangle_status (*check)(const char *signature, struct sigmangle_string payload, enum sigmangle_mode mode,
		struct sigmangle_diag *diag),
	struct sigmangle_diag *diag);

#endif
