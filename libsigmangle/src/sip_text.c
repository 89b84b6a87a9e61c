/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SIP signatures as text: what IREE's ToStringVisitor prints. */
#include "out.h"
#include "sip.h"

static void put_event(struct sigmangle__text *text, const struct sigmangle_event *event, size_t depth)
{
	switch (event->kind) {
	case SIGMANGLE_KEY_INDEX:
		sigmangle__put_spaces(text, 2 * depth);
		sigmangle__put_number(text, event->number);
		break;
	case SIGMANGLE_KEY_TEXT:
		sigmangle__put_spaces(text, 2 * depth);
		sigmangle__put(text, event->text.data, event->text.size);
		break;
	case SIGMANGLE_OPEN_SEQUENCE: sigmangle__put(text, ":[\n", 3); break;
	case SIGMANGLE_OPEN_DICT: sigmangle__put(text, ":{\n", 3); break;
	case SIGMANGLE_CLOSE_SEQUENCE:
	case SIGMANGLE_CLOSE_DICT:
		sigmangle__put_spaces(text, 2 * depth);
		sigmangle__put(text, event->kind == SIGMANGLE_CLOSE_DICT ? "},\n" : "],\n", 3);
		break;
	case SIGMANGLE_LEAF:
		sigmangle__put(text, "=raw(", 5);
		sigmangle__put_number(text, event->number);
		sigmangle__put(text, "),\n", 3);
		break;
	}
}

enum sigmangle_status sigmangle_sip_text(const char *signature, size_t size, enum sigmangle_side side,
	enum sigmangle_mode mode, char *out, size_t room, size_t *out_length, struct sigmangle_diag *diag)
{
	struct sigmangle__text text = { out, room, 0 };
	struct sigmangle_sip sip;
	struct sigmangle_event event = { 0 };
	enum sigmangle_status status = sigmangle_sip_open(&sip, signature, size, side, mode, diag);
	while (status == SIGMANGLE_OK && (status = sigmangle_sip_next(&sip, &event, diag)) == SIGMANGLE_OK)
		put_event(&text, &event, sip.depth);
	if (status != SIGMANGLE_E_NOT_FOUND)
		text.length = 0;
	*out_length = sigmangle__put_end(&text);
	return status == SIGMANGLE_E_NOT_FOUND ? SIGMANGLE_OK : status;
}
