/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints raw signatures. */
#include "out.h"
#include "raw.h"

SMALL static void put_type(struct sigmangle__text *text, int32_t type)
{
	const char *name = sigmangle_type_name(type);
	sigmangle__put_word(text, name ? name : "!BADTYPE!");
}

SMALL static void put_dim(struct sigmangle__text *text, size_t axis, int32_t dim)
{
	if (axis)
		sigmangle__put(text, "x", 1);
	if (dim < 0)
		sigmangle__put(text, "?", 1);
	else
		sigmangle__put_number(text, dim);
}

/* Prints the dimensions of a buffer of any rank, which are read from the signature again. */
static void put_payload_dims(struct sigmangle__text *text, const char *at, const char *end)
{
	struct sigmangle__token token;
	size_t axis = 0;
	for (; at != end && sigmangle__lex(at, end, &token) == SIGMANGLE_GOOD; at = token.next) {
		if (token.tag == 'd')
			put_dim(text, axis++, token.value);
	}
}

static void put_item(
	struct sigmangle__text *text, const struct sigmangle_item *item, const struct sigmangle__token *from)
{
	switch (item->category) {
	case SIGMANGLE_BUFFER:
		sigmangle__put_word(text, "Buffer<");
		put_type(text, item->type);
		sigmangle__put(text, "[", 1);
		if (from)
			put_payload_dims(text, from->payload, from->next);
		for (size_t i = 0; !from && i < item->rank; i++)
			put_dim(text, i, item->dims[i]);
		sigmangle__put(text, "]>", 2);
		break;
	case SIGMANGLE_REFERENCE: sigmangle__put_word(text, "RefObject<?>"); break;
	case SIGMANGLE_SCALAR: put_type(text, item->type); break;
	case SIGMANGLE_UNRECOGNIZED: sigmangle__put_word(text, "Unrecognized<?>"); break;
	}
}

SMALL size_t sigmangle_item_text(const struct sigmangle_item *item, char *out, size_t room)
{
	struct sigmangle__text text = { out, room, 0 };
	put_item(&text, item, NULL);
	return sigmangle__put_end(&text);
}

SMALL static enum sigmangle_status put_side(struct sigmangle__text *text, const char *signature, size_t size,
	enum sigmangle_side side, enum sigmangle_mode mode, struct sigmangle_diag *diag)
{
	struct sigmangle_string payload;
	enum sigmangle_status status = sigmangle__side(signature, size, side, mode, &payload, diag);
	if (status != SIGMANGLE_OK)
		return status;
	struct sigmangle_item item;
	struct sigmangle__item read = { .item = &item };
	const char *at = payload.data, *end = payload.data + payload.size;
	sigmangle__put(text, "(", 1);
	for (; at != end; at = read.token.next) {
		enum sigmangle_reason reason = sigmangle__read_item(&read, at, end, mode, NULL, 0);
		if (mode == SIGMANGLE_LAX && sigmangle__status(reason) == SIGMANGLE_E_SYNTAX)
			break;
		if (reason != SIGMANGLE_GOOD)
			return sigmangle__fail(diag, reason, (uint64_t)(read.blame - signature));
		if (at != payload.data)
			sigmangle__put(text, ", ", 2);
		put_item(text, &item, &read.token);
	}
	sigmangle__put(text, ")", 1);
	return SIGMANGLE_OK;
}

enum sigmangle_status sigmangle_raw_text(const char *signature, size_t size, enum sigmangle_mode mode, char *out,
	size_t room, size_t *out_length, struct sigmangle_diag *diag)
{
	struct sigmangle__text text = { out, room, 0 };
	enum sigmangle_status status = put_side(&text, signature, size, SIGMANGLE_INPUTS, mode, diag);
	if (status == SIGMANGLE_OK) {
		sigmangle__put_word(&text, " -> ");
		status = put_side(&text, signature, size, SIGMANGLE_RESULTS, mode, diag);
	}
	if (status != SIGMANGLE_OK)
		text.length = 0;
	*out_length = sigmangle__put_end(&text);
	return status;
}
