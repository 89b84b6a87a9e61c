/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Components. A signature is a sequence of components without separators.
 *
 * 	integer   a tag _ or a..z, then a decimal int32                       d-1 t6 _0
 * 	span      a tag A..Z, then a length, '!' and the payload              B1! K4!foo
 *
 * The length counts the '!': a payload of n bytes has the length n + 1. The payload is any bytes, often nested
 * components.
 *
 * Thread class of lexers and builders: one-at-a-time, plain values; copying one copies its position. */
#ifndef SIGMANGLE_COMPONENT_H
#define SIGMANGLE_COMPONENT_H

#include <sigmangle/status.h>

#ifdef __cplusplus
extern "C" {
#endif

enum sigmangle_component_kind { SIGMANGLE_INTEGER = 1, SIGMANGLE_SPAN = 2 };

struct sigmangle_component {
	enum sigmangle_component_kind kind;
	char tag;
	int32_t value;                   /* of an integer; for a span the size of its payload */
	struct sigmangle_string payload; /* of a span: a view of the input; of an integer: empty */
	size_t offset;                   /* of the tag in the outermost input */
};

/* Reads components. The input must stay valid and unchanged. Read freely. */
struct sigmangle_lexer {
	const char *origin, *next, *end; /* origin: where offsets count from */
};

SIGMANGLE_API struct sigmangle_lexer sigmangle_lexer_init(const char *data, size_t size);
/* Returns a lexer for the payload of a span that `lexer` returned. Offsets have the same origin. For an integer the
 * lexer is empty. */
SIGMANGLE_API struct sigmangle_lexer sigmangle_lexer_nested(
	const struct sigmangle_lexer *lexer, const struct sigmangle_component *component);

/* Reads one component.
 * @return SIGMANGLE_OK · SIGMANGLE_E_NOT_FOUND at the end · SIGMANGLE_E_SYNTAX; the lexer does not advance then, and a
 *         repeated call returns the same error. *out_component is unchanged unless SIGMANGLE_OK. */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_lexer_next(
	struct sigmangle_lexer *lexer, struct sigmangle_component *out_component, struct sigmangle_diag *diag);
/* Reads components up to and including the first one with this tag. Returns as sigmangle_lexer_next(). */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_lexer_seek(struct sigmangle_lexer *lexer, char tag,
	struct sigmangle_component *out_component, struct sigmangle_diag *diag);

/* Writes components into the caller's buffer, front to back. Like snprintf, it also counts bytes that do not fit:
 *
 *	struct sigmangle_builder b = sigmangle_builder_init(buffer, sizeof buffer);
 *	size_t mark = b.length;
 *	sigmangle_builder_integer(&b, 'd', -1);
 *	sigmangle_builder_wrap(&b, 'B', mark);            // B5!d-1
 *	if (b.length > b.room) ...                        // too small: call again with b.length bytes
 *
 * If the buffer is too small, its contents are undefined. The output is not NUL-terminated. */
struct sigmangle_builder {
	char *data;
	size_t room, length; /* length: the bytes needed so far */
};

/* @param data  may be NULL if room is 0, to count only */
SIGMANGLE_API struct sigmangle_builder sigmangle_builder_init(char *data, size_t room);
/* @return SIGMANGLE_OK, even if it does not fit · SIGMANGLE_E_ARG the tag is not of that kind; nothing is written */
SIGMANGLE_API enum sigmangle_status sigmangle_builder_integer(
	struct sigmangle_builder *builder, char tag, int32_t value);
/* As above; also SIGMANGLE_E_LIMIT if the length does not fit int32. */
SIGMANGLE_API enum sigmangle_status sigmangle_builder_span(
	struct sigmangle_builder *builder, char tag, const void *payload, size_t size);
/* Makes the bytes written since `mark` (an earlier length) the payload of a span. Moves those bytes; n levels of
 * nesting move the innermost bytes n times. Returns as sigmangle_builder_span(). */
SIGMANGLE_API enum sigmangle_status sigmangle_builder_wrap(struct sigmangle_builder *builder, char tag, size_t mark);

#ifdef __cplusplus
}
#endif

#endif
