/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints SIP signatures in the format of IREE's ToStringVisitor. */
#include "out.h"
#include "sip.h"

struct tree {
	struct sigmangle__text text;
	size_t depth;
};

SMALL static enum sigmangle_status put_index(void *ctx, int32_t key, size_t offset)
{
	struct tree *tree = ctx;
	(void)offset;
	sigmangle__put_spaces(&tree->text, 2 * tree->depth);
	sigmangle__put_number(&tree->text, key);
	return SIGMANGLE_OK;
}

SMALL static enum sigmangle_status put_key(void *ctx, struct sigmangle_string key, size_t offset)
{
	struct tree *tree = ctx;
	(void)offset;
	sigmangle__put_spaces(&tree->text, 2 * tree->depth);
	sigmangle__put(&tree->text, key.data, key.size);
	return SIGMANGLE_OK;
}

SMALL static enum sigmangle_status put_open(void *ctx, enum sigmangle_structure structure, size_t offset)
{
	struct tree *tree = ctx;
	(void)offset;
	tree->depth++;
	sigmangle__put(&tree->text, structure == SIGMANGLE_DICT ? ":{\n" : ":[\n", 3);
	return SIGMANGLE_OK;
}

SMALL static enum sigmangle_status put_close(void *ctx, enum sigmangle_structure structure, size_t offset)
{
	struct tree *tree = ctx;
	(void)offset;
	tree->depth--;
	sigmangle__put_spaces(&tree->text, 2 * tree->depth);
	sigmangle__put(&tree->text, structure == SIGMANGLE_DICT ? "},\n" : "],\n", 3);
	return SIGMANGLE_OK;
}

SMALL static enum sigmangle_status put_leaf(void *ctx, int32_t position, size_t offset)
{
	struct tree *tree = ctx;
	(void)offset;
	sigmangle__put(&tree->text, "=raw(", 5);
	sigmangle__put_number(&tree->text, position);
	sigmangle__put(&tree->text, "),\n", 3);
	return SIGMANGLE_OK;
}

enum sigmangle_status sigmangle_sip_text(const char *signature, size_t size, enum sigmangle_side side,
	enum sigmangle_mode mode, char *out, size_t room, size_t *out_length, struct sigmangle_diag *diag)
{
	const struct sigmangle_visitor put = { put_index, put_key, put_open, put_close, put_leaf };
	struct tree tree = { { out, room, 0 }, 0 };
	enum sigmangle_status status = sigmangle_sip_visit(signature, size, side, mode, &put, &tree, diag);
	if (status != SIGMANGLE_OK)
		tree.text.length = 0;
	*out_length = sigmangle__put_end(&tree.text);
	return status;
}
