/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The lexer that all readers inline, errors, and the two spans of a signature. */
#ifndef SIGMANGLE_LEX_H
#define SIGMANGLE_LEX_H

#include <sigmangle/status.h>
#include <stdbool.h>

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
/* Optimized for size: code that runs once per call or after an error. */
#ifdef __clang__
#define SMALL __attribute__((cold, minsize))
#else
#define SMALL __attribute__((cold))
#endif

/* The place of a token. After an error only `next`, the invalid byte, is set. */
struct sigmangle__token {
	const char *next;    /* the end of the token */
	const char *payload; /* of a span; NULL: an integer */
	int32_t value;       /* for a span its length, which counts the '!' */
	unsigned char tag;
};

/* Reads one component. The checks have the order of IREE's lexer. `at` is not `end`. */
enum sigmangle_reason sigmangle__lex(const char *at, const char *end, struct sigmangle__token *out);

/* Number of bytes that sigmangle__small() reads. */
#define SIGMANGLE__SMALL_BYTES 5

/* Reads a number of one to four digits at *at and advances *at. Returns -1 for all other numbers. */
static inline int32_t sigmangle__small(const char **at)
{
	const char *p = *at;
	unsigned number = (unsigned)(unsigned char)p[0] - '0', digit;
	if (UNLIKELY(number > 9))
		return -1;
	if ((digit = (unsigned)(unsigned char)p[1] - '0') > 9) {
		*at = p + 1;
		return (int32_t)number;
	}
	number = number * 10 + digit;
	if ((digit = (unsigned)(unsigned char)p[2] - '0') > 9) {
		*at = p + 2;
		return (int32_t)number;
	}
	number = number * 10 + digit;
	if ((digit = (unsigned)(unsigned char)p[3] - '0') > 9) {
		*at = p + 3;
		return (int32_t)number;
	}
	number = number * 10 + digit;
	if (UNLIKELY((unsigned)(unsigned char)p[4] - '0' <= 9))
		return -1;
	*at = p + 4;
	return (int32_t)number;
}

/* Reads a length of up to three digits and its '!'. Returns the payload and its end; NULL for all other lengths. Reads
 * at[1..5). */
static inline const char *sigmangle__small_length(const char *at, const char *end, const char **out_stop)
{
	unsigned size = (unsigned)(unsigned char)at[1] - '0', digit;
	at += 2;
	if (UNLIKELY(size > 9))
		return NULL;
	if (*at != '!') {
		if (UNLIKELY((digit = (unsigned)(unsigned char)*at++ - '0') > 9))
			return NULL;
		size = size * 10 + digit;
		if (*at != '!') {
			if (UNLIKELY((digit = (unsigned)(unsigned char)*at++ - '0') > 9 || *at != '!'))
				return NULL;
			size = size * 10 + digit;
		}
	}
	const char *const stop = at + size; /* the length counts the '!' */
	if (UNLIKELY(!size || stop > end))
		return NULL;
	*out_stop = stop;
	return at + 1;
}

/* sigmangle__lex() for a component that was read before and is valid. */
struct sigmangle__token sigmangle__lex_again(const char *at, const char *end);

/* Returns whether the number of the token at `at` has no leading zeros and is not -0. */
bool sigmangle__is_plain(const char *at, const struct sigmangle__token *token);

/* The status of a reason. */
enum sigmangle_status sigmangle__status(enum sigmangle_reason reason);
/* Fills diag and returns the status. */
enum sigmangle_status sigmangle__fail(struct sigmangle_diag *diag, enum sigmangle_reason reason, uint64_t offset);
/* As above with another status than that of the reason: when the caller is to blame, not an input. */
enum sigmangle_status sigmangle__fail_as(
	struct sigmangle_diag *diag, enum sigmangle_status status, enum sigmangle_reason reason, uint64_t offset);
/* As above with a rule, and a text that is shorter than a message. */
enum sigmangle_status sigmangle__fail_with(struct sigmangle_diag *diag, enum sigmangle_status status,
	enum sigmangle_reason reason, uint64_t offset, const char *rule, const char *text);

struct sigmangle_match; /* sigmangle/match.h */
/* Fills diag with the mismatch of an argument, and returns SIGMANGLE_E_ARG. */
enum sigmangle_status sigmangle__fail_match(struct sigmangle_diag *diag, const struct sigmangle_match *match);

/* Finds the payload of one side. Strict and canonical modes require a valid frame: I, R, nothing else. */
enum sigmangle_status sigmangle__side(const char *signature, size_t size, enum sigmangle_side side,
	enum sigmangle_mode mode, struct sigmangle_string *out_payload, struct sigmangle_diag *diag);

/* Checks a whole signature from front to back. Calls `check` for a side after everything before it was checked; the
 * bytes after the results are checked last. */
enum sigmangle_status sigmangle__check(const char *signature, size_t size, enum sigmangle_mode mode,
	enum sigmangle_status (*check)(const char *signature, struct sigmangle_string payload, enum sigmangle_mode mode,
		struct sigmangle_diag *diag),
	struct sigmangle_diag *diag);

#endif
