/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The representation that mangle's readers fill and its writers use. */
#include "sigmangle.h"

#include <stdlib.h>

/* Every node and key takes at least two bytes of the input, every item and dimension at least one. */
void draft_init(struct draft *draft, const char *input, size_t size)
{
	*draft = (struct draft){ .input = input };
	draft->bytes = memory(NULL, size + 1, 1);
	for (int side = 0; side < 2; side++) {
		const size_t nodes = size / 2 + 2;
		draft->nodes[side] = memory(NULL, nodes, sizeof **draft->nodes);
		if (sigmangle_sip_tree_init(&draft->trees[side], draft->nodes[side], nodes, SIGMANGLE_STRICT) !=
			SIGMANGLE_OK)
			abort();
	}
}

void draft_finish(struct draft *draft)
{
	for (int side = 0; side < 2; side++) {
		free(draft->items[side]);
		free(draft->nodes[side]);
	}
	free(draft->dims);
	free(draft->path);
	free(draft->bytes);
}

bool draft_fail(struct draft *draft, const char *at, const char *error)
{
	if (!draft->error) {
		draft->error = error;
		draft->error_at = at;
	}
	return false;
}

void draft_item(struct draft *draft, int side, enum sigmangle_category category, int32_t type, size_t rank)
{
	if (draft->count[side] == draft->room[side]) {
		draft->room[side] = 2 * draft->room[side] + 16;
		draft->items[side] = memory(draft->items[side], draft->room[side], sizeof **draft->items);
	}
	draft->items[side][draft->count[side]++] = (struct sigmangle_item){ category, type, rank, NULL };
}

/* Dimensions of all items are stored contiguously. The items get their pointers at the end, when the array no longer
 * moves. */
void draft_dim(struct draft *draft, int32_t dim)
{
	if (draft->dim_count == draft->dim_room) {
		draft->dim_room = 2 * draft->dim_room + 64;
		draft->dims = memory(draft->dims, draft->dim_room, sizeof *draft->dims);
	}
	draft->dims[draft->dim_count++] = dim;
}

void draft_key(struct draft *draft, struct sigmangle_key key)
{
	if (draft->depth == draft->path_room) {
		draft->path_room = 2 * draft->path_room + 16;
		draft->path = memory(draft->path, draft->path_room, sizeof *draft->path);
	}
	draft->path[draft->depth++] = key;
}

bool draft_leaf(struct draft *draft, int side, int32_t index, const char *at)
{
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	return sigmangle_sip_set(&draft->trees[side], index, draft->path, draft->depth, &diag) == SIGMANGLE_OK ||
	       draft_fail(draft, at, sigmangle_reason_text(diag.reason));
}

bool draft_write(struct draft *draft)
{
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	size_t length, used = 0;
	char *out = NULL;
	for (int side = 0; side < 2; side++) {
		for (size_t i = 0; i < draft->count[side]; i++) {
			draft->items[side][i].dims = draft->dims ? draft->dims + used : NULL;
			used += draft->items[side][i].rank;
		}
	}
	for (size_t room = 0;; room = length + 1) {
		enum sigmangle_status status = draft->kind == KIND_SIP
						       ? sigmangle_sip_mangle(&draft->trees[0], &draft->trees[1], out,
								 room, &length, &diag)
						       : sigmangle_raw_mangle(draft->items[0], draft->count[0],
								 draft->items[1], draft->count[1], SIGMANGLE_STRICT,
								 out, room, &length, &diag);
		if (status != SIGMANGLE_OK) {
			free(out);
			return draft_fail(draft, draft->input, sigmangle_reason_text(diag.reason));
		}
		if (length < room)
			break;
		out = memory(out, length + 1, 1);
	}
	fwrite(out, 1, length, stdout);
	putchar('\n');
	free(out);
	return true;
}
