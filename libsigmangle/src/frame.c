/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The common frame of raw and SIP signatures: components, a span I, a span R. */
#include "lex.h"

enum sigmangle_reason sigmangle__lex(const char *at, const char *end, struct sigmangle__token *out)
{
	const char *p = at + 1;
	unsigned char tag = (unsigned char)*at;
	bool negative = false;
	out->next = at;
	if (p == end)
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
		if (number > (uint64_t)INT32_MAX + negative) {
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
	if ((unsigned)tag - 'A' >= 26)
		return SIGMANGLE_BAD_TAG;
	out->next = at + 1;
	if (negative)
		return SIGMANGLE_NEGATIVE_LENGTH;
	if (number > (size_t)(end - p))
		return SIGMANGLE_SPAN_OVERRUN;
	if (number == 0)
		return SIGMANGLE_ZERO_LENGTH;
	if (*p != '!') {
		out->next = p;
		return SIGMANGLE_MISSING_BANG;
	}
	out->value = (int32_t)number;
	out->payload = p + 1;
	out->next = p + number;
	return SIGMANGLE_GOOD;
}

SMALL struct sigmangle__token sigmangle__lex_again(const char *at, const char *end)
{
	struct sigmangle__token token = { end, NULL, 0, 0 };
	sigmangle__lex(at, end, &token);
	return token;
}

/* Number of bytes of the canonical text of a number. */
static unsigned digits_of(int32_t value)
{
	uint32_t rest = value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
	unsigned digits = value < 0 ? 2 : 1;
	while (rest >= 10) {
		rest /= 10;
		digits++;
	}
	return digits;
}

bool sigmangle__is_plain(const char *at, const struct sigmangle__token *token)
{
	const char *end = token->payload ? token->payload - 1 : token->next;
	return end - at - 1 == (ptrdiff_t)digits_of(token->value);
}

/* Reads one span of the frame in strict mode. */
SMALL static enum sigmangle_status take(const char *signature, const char **next, const char *end,
	enum sigmangle_side side, enum sigmangle_mode mode, struct sigmangle_string *out_payload,
	struct sigmangle_diag *diag)
{
	const char *at = *next;
	struct sigmangle__token token;
	if (at == end)
		return sigmangle__fail(diag, side == SIGMANGLE_INPUTS ? SIGMANGLE_MISSING_I : SIGMANGLE_MISSING_R,
			(uint64_t)(at - signature));
	enum sigmangle_reason reason = sigmangle__lex(at, end, &token);
	if (reason != SIGMANGLE_GOOD)
		return sigmangle__fail(diag, reason, (uint64_t)(token.next - signature));
	if (token.tag != (side == SIGMANGLE_INPUTS ? 'I' : 'R'))
		return sigmangle__fail(diag, side == SIGMANGLE_INPUTS ? SIGMANGLE_EXPECTED_I : SIGMANGLE_EXPECTED_R,
			(uint64_t)(at - signature));
	if (mode == SIGMANGLE_CANONICAL && !sigmangle__is_plain(at, &token))
		return sigmangle__fail(diag, SIGMANGLE_NOT_CANONICAL, (uint64_t)(at - signature));
	out_payload->data = token.payload;
	out_payload->size = (size_t)token.value - 1;
	*next = token.next;
	return SIGMANGLE_OK;
}

/* Checks that no bytes are left. */
SMALL static enum sigmangle_status take_end(
	const char *signature, const char *next, const char *end, struct sigmangle_diag *diag)
{
	struct sigmangle__token token;
	if (next == end)
		return SIGMANGLE_OK;
	enum sigmangle_reason reason = sigmangle__lex(next, end, &token);
	return reason == SIGMANGLE_GOOD ? sigmangle__fail(diag, SIGMANGLE_TRAILING, (uint64_t)(next - signature))
					: sigmangle__fail(diag, reason, (uint64_t)(token.next - signature));
}

/* Finds the first component with the side's tag. If it is malformed after the tag it counts as an empty span, as in
 * IREE; any other malformed component is an error (IREE does not terminate on it). */
SMALL static enum sigmangle_status seek(const char *signature, const char *end, enum sigmangle_side side,
	struct sigmangle_string *out_payload, struct sigmangle_diag *diag)
{
	const char *at = signature, tag = side == SIGMANGLE_INPUTS ? 'I' : 'R';
	struct sigmangle__token token;
	for (; at != end; at = token.next) {
		enum sigmangle_reason reason = sigmangle__lex(at, end, &token);
		if (reason == SIGMANGLE_GOOD && *at == tag) {
			*out_payload = (struct sigmangle_string){ token.payload, (size_t)token.value - 1 };
			return SIGMANGLE_OK;
		}
		if (reason == SIGMANGLE_GOOD)
			continue;
		if (*at != tag)
			return sigmangle__fail(diag, reason, (uint64_t)(token.next - signature));
		*out_payload = (struct sigmangle_string){ at, 0 };
		return SIGMANGLE_OK;
	}
	return sigmangle__fail(
		diag, side == SIGMANGLE_INPUTS ? SIGMANGLE_MISSING_I : SIGMANGLE_MISSING_R, (uint64_t)(at - signature));
}

/* sigmangle__side() for all modes and lengths. */
SMALL __attribute__((noinline)) static enum sigmangle_status any_side(const char *signature, size_t size,
	enum sigmangle_side side, enum sigmangle_mode mode, struct sigmangle_string *out_payload,
	struct sigmangle_diag *diag)
{
	const char *next = signature, *end = size ? signature + size : signature;
	struct sigmangle_string inputs = { NULL, 0 }, results = { NULL, 0 };
	if (mode == SIGMANGLE_LAX)
		return seek(signature, end, side, out_payload, diag);
	enum sigmangle_status status = take(signature, &next, end, SIGMANGLE_INPUTS, mode, &inputs, diag);
	if (status == SIGMANGLE_OK)
		status = take(signature, &next, end, SIGMANGLE_RESULTS, mode, &results, diag);
	if (status == SIGMANGLE_OK)
		status = take_end(signature, next, end, diag);
	if (status == SIGMANGLE_OK)
		*out_payload = side == SIGMANGLE_INPUTS ? inputs : results;
	return status;
}

enum sigmangle_status sigmangle__side(const char *signature, size_t size, enum sigmangle_side side,
	enum sigmangle_mode mode, struct sigmangle_string *out_payload, struct sigmangle_diag *diag)
{
	if (LIKELY(mode == SIGMANGLE_STRICT && size >= 6 && *signature == 'I')) {
		const char *end = signature + size, *middle, *stop, *results;
		const char *inputs = sigmangle__small_length(signature, end, &middle);
		if (LIKELY(inputs && end - middle >= 5 && *middle == 'R')) {
			results = sigmangle__small_length(middle, end, &stop);
			if (LIKELY(results && stop == end)) {
				const bool first = side == SIGMANGLE_INPUTS;
				out_payload->data = first ? inputs : results;
				out_payload->size = (size_t)((first ? middle : end) - out_payload->data);
				return SIGMANGLE_OK;
			}
		}
	}
	return any_side(signature, size, side, mode, out_payload, diag);
}

SMALL enum sigmangle_status sigmangle__check(const char *signature, size_t size, enum sigmangle_mode mode,
	enum sigmangle_status (*check)(const char *signature, struct sigmangle_string payload, enum sigmangle_mode mode,
		struct sigmangle_diag *diag),
	struct sigmangle_diag *diag)
{
	const char *next = signature, *end = size ? signature + size : signature;
	enum sigmangle_status status = SIGMANGLE_OK;
	for (int side = SIGMANGLE_INPUTS; side <= SIGMANGLE_RESULTS && status == SIGMANGLE_OK; side++) {
		struct sigmangle_string payload;
		status = mode == SIGMANGLE_LAX
				 ? seek(signature, end, (enum sigmangle_side)side, &payload, diag)
				 : take(signature, &next, end, (enum sigmangle_side)side, mode, &payload, diag);
		if (status == SIGMANGLE_OK)
			status = check(signature, payload, mode, diag);
	}
	if (status == SIGMANGLE_OK && mode != SIGMANGLE_LAX)
		status = take_end(signature, next, end, diag);
	return status;
}
