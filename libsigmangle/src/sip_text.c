/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SIP signatures as text: what IREE's ToStringVisitor prints. */
#include "out.h"
#include "sip.h"

struct tree {
	struct sigmangle__text text;
	size_t depth;
};

static enum sigmangle_status put_event(void *ctx, const struct sigmangle_event *event)
{
	struct tree *tree = ctx;
	struct sigmangle__text *text = &tree->text;
	switch (event->kind) {
	case SIGMANGLE_KEY_INDEX:
		sigmangle__put_spaces(text, 2 * tree->depth);
		sigmangle__put_number(text, event->number);
		break;
	case SIGMANGLE_KEY_TEXT:
		sigmangle__put_spaces(text, 2 * tree->depth);
		sigmangle__put(text, event->text.data, event->text.size);
		break;
	case SIGMANGLE_OPEN_SEQUENCE:
	case SIGMANGLE_OPEN_DICT:
		tree->depth++;
		sigmangle__put(text, event->kind == SIGMANGLE_OPEN_DICT ? ":{\n" : ":[\n", 3);
		break;
	case SIGMANGLE_CLOSE_SEQUENCE:
	case SIGMANGLE_CLOSE_DICT:
		tree->depth--;
		sigmangle__put_spaces(text, 2 * tree->depth);
		sigmangle__put(text, event->kind == SIGMANGLE_CLOSE_DICT ? "},\n" : "],\n", 3);
		break;
	case SIGMANGLE_LEAF:
		sigmangle__put(text, "=raw(", 5);
		sigmangle__put_number(text, event->number);
		sigmangle__put(text, "),\n", 3);
		break;
	}
	return SIGMANGLE_OK;
}

enum sigmangle_status sigmangle_sip_text(const char *signature, size_t size, enum sigmangle_side side,
	enum sigmangle_mode mode, char *out, size_t room, size_t *out_length, struct sigmangle_diag *diag)
{
	struct tree tree = { { out, room, 0 }, 0 };
	enum sigmangle_status status = sigmangle_sip_visit(signature, size, side, mode, put_event, &tree, diag);
	if (status != SIGMANGLE_OK)
		tree.text.length = 0;
	*out_length = sigmangle__put_end(&tree.text);
	return status;
}
