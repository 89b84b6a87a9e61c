/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Puts operations into groups. An operation joins the groups that compute its operands if nothing that it depends on is later than
 * they are; several such groups become one. Else it joins a group of the same level and depth that reads the same memory or is
 * small, or begins a group. None of these groups depends on another: what depends on a group and is not in it has a larger level or
 * depth. */
#include "fuse/fuse.h"

enum {
	MOST_OPS = 256,   /* of a group; expressions have limits */
	MOST_READS = 64,  /* operands of a group of arrays */
	SMALL = 4096,     /* elements; calls of kernels take longer than the computation */
	MOST_HOSTS = 8,
	MOST_TRIED = 4    /* groups of one level, depth and size that are tried */
};

struct joiner {
	struct bef_hlo__lower *lower;
	const struct mlirbc_block *block;
	struct bef_hlo__row *groups;
	struct bef_hlo__group **table; /* hash table by level, depth, number of elements: the last group of each */
	size_t room;                   /* a power of 2 */
};

/* An operation that is put into a group. */
struct member {
	struct mlirbc_op *op;
	enum bef_hlo__kind kind;
	struct bef_hlo__space space;
	int64_t count;
	uint32_t reads;          /* operands, with their pieces */
	int64_t inner, columns;  /* of a reduction of more than one element each, as in a group */
	uint32_t level, depth;
	bool fixed;              /* it reads pieces */
	struct bef_hlo__group *hosts[MOST_HOSTS]; /* that compute operands at this level and depth, and can compute the operation */
	uint32_t host_count;
};

/* ---- the table */

static size_t slot_of(const struct joiner *joiner, uint32_t level, uint32_t depth, int64_t count)
{
	uint64_t hash = ((uint64_t)level * UINT64_C(0x9E3779B97F4A7C15)) ^ ((uint64_t)depth * UINT64_C(0xC2B2AE3D27D4EB4F)) ^
			((uint64_t)count * UINT64_C(0x165667B19E3779F9));
	size_t at = (size_t)((hash ^ hash >> 29) * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (joiner->room - 1);
	for (;; at = (at + 1) & (joiner->room - 1)) {
		const struct bef_hlo__group *group = joiner->table[at];
		if (!group || (group->level == level && group->depth == depth && bef_hlo__group_count(group) == count))
			return at;
	}
}

static bool make_table(struct joiner *joiner)
{
	size_t ops = 0;
	for (const struct mlirbc_op *op = joiner->block->first; op; op = op->next)
		ops++;
	for (joiner->room = 16; joiner->room < 2 * ops;)
		joiner->room *= 2;
	joiner->table = bef_hlo__room(joiner->lower, joiner->room, sizeof *joiner->table);
	return joiner->table != NULL;
}

/* ---- what an operation depends on */

static void forget_hosts(struct member *member, uint32_t level, uint32_t depth)
{
	member->level = level;
	member->depth = depth;
	member->host_count = 0;
}

static void depend_on_group(struct member *member, struct bef_hlo__group *group, bool inside)
{
	const uint32_t depth = group->depth + !inside;
	if (group->level < member->level || (group->level == member->level && depth < member->depth))
		return;
	if (group->level > member->level || depth > member->depth)
		forget_hosts(member, group->level, depth);
	for (uint32_t i = 0; i < member->host_count; i++) {
		if (member->hosts[i] == group)
			return;
	}
	if (inside && member->host_count == MOST_HOSTS)
		forget_hosts(member, group->level, depth + 1);
	else if (inside)
		member->hosts[member->host_count++] = group;
}

static void depend_on(struct joiner *joiner, struct member *member, uint32_t operand, uint32_t piece)
{
	struct bef_hlo__access access;
	bef_hlo__access_piece(joiner->lower, member->op, operand, piece, &access);
	const struct mlirbc_op *from = mlirbc_value_op(access.root);
	if (access.kind != BEF_HLO__MEMORY || !from || from->parent != joiner->block)
		return;
	struct bef_hlo__group *group = bef_hlo__group_of(joiner->lower, access.root, joiner->block);
	const uint32_t level = bef_hlo__place_of(joiner->lower, access.root)->level;
	const bool initial = member->kind == BEF_HLO__REDUCE && operand == 1;
	if (group)
		depend_on_group(member, group, !initial && bef_hlo__is_inside(joiner->lower, group, &access));
	else if (level > member->level)
		forget_hosts(member, level, 0);
}

/* ---- joining */

static bool is_full(const struct bef_hlo__group *group, const struct member *member)
{
	return bef_hlo__group_count(group) == member->count;
}

static bool fits(const struct bef_hlo__group *group, const struct member *member)
{
	struct bef_hlo__space space = group->space;
	if (group->ops.count >= MOST_OPS || (member->count > 1 && group->reads + member->reads > MOST_READS))
		return false;
	if (member->inner && (!is_full(group, member) || (group->inner && group->inner != member->inner)))
		return false;
	return bef_hlo__space_add(&space, &member->space, is_full(group, member) ? 1 : group->inner) &&
		(!group->fixed || space.count == group->space.count) &&
		(!member->fixed || (is_full(group, member) && space.count == member->space.count));
}

bool bef_hlo__move_into(struct bef_hlo__lower *lower, struct bef_hlo__group *from, struct bef_hlo__group *to)
{
	if (from->ops.count + to->ops.count > MOST_OPS || from->reads + to->reads > MOST_READS ||
		(from->inner && to->inner && (from->inner != to->inner || from->columns != to->columns)) ||
		(to->fixed && from->columns > 1))
		return false;
	struct bef_hlo__space space = to->space;
	if (!bef_hlo__space_add(&space, &from->space, 1) || (to->fixed && space.count != to->space.count) ||
		(from->fixed && space.count != from->space.count))
		return false;
	to->space = space;
	to->fixed = to->fixed || from->fixed;
	for (size_t i = 0; i < from->ops.count; i++) {
		if (!bef_hlo__push(lower, &to->ops, from->ops.items[i]))
			return false;
	}
	if (!to->inner) {
		to->inner = from->inner;
		to->columns = from->columns;
	}
	to->reads += from->reads;
	from->into = to;
	return true;
}

/* Makes one group of two that do not depend on each other. The larger one remains. */
static struct bef_hlo__group *unite(struct bef_hlo__lower *lower, struct bef_hlo__group *a, struct bef_hlo__group *b)
{
	struct bef_hlo__group *to = a->ops.count < b->ops.count ? b : a, *from = to == a ? b : a;
	return bef_hlo__move_into(lower, from, to) ? to : NULL;
}

/* The group of the hosts, united, if it can compute the operation; NULL: it cannot. */
static struct bef_hlo__group *unite_hosts(struct joiner *joiner, const struct member *member)
{
	struct bef_hlo__group *host = member->host_count && fits(member->hosts[0], member) ? member->hosts[0] : NULL;
	for (uint32_t i = 1; i < member->host_count && host; i++) {
		const struct bef_hlo__group *other = member->hosts[i];
		const bool same = bef_hlo__group_count(other) == bef_hlo__group_count(host);
		host = same && fits(other, member) ? unite(joiner->lower, host, member->hosts[i]) : NULL;
	}
	return host && fits(host, member) ? host : NULL;
}

static bool shares_memory(const struct joiner *joiner, const struct bef_hlo__group *group, const struct member *member)
{
	for (uint32_t i = 0; i < bef_hlo__reads(joiner->lower, member->op); i++) {
		for (uint32_t k = 0; k < bef_hlo__pieces(joiner->lower, member->op, i); k++) {
			struct bef_hlo__access access;
			bef_hlo__access_piece(joiner->lower, member->op, i, k, &access);
			if (access.kind == BEF_HLO__MEMORY && bef_hlo__place_of(joiner->lower, access.root)->reader == group)
				return true;
		}
	}
	return false;
}

/* A group that can compute the operation although it computes none of its operands; NULL: there is none. */
static struct bef_hlo__group *find_open(struct joiner *joiner, const struct member *member)
{
	struct bef_hlo__group *group = joiner->table[slot_of(joiner, member->level, member->depth, member->count)];
	for (uint32_t i = 0; group && i < MOST_TRIED; i++, group = group->same) {
		if (!group->into && fits(group, member) && (member->count <= SMALL || shares_memory(joiner, group, member)))
			return group;
	}
	return NULL;
}

static bool is_of_columns(const struct member *member) { return member->columns > 1; }

/* Groups of a reduction of columns are not found by others. */
static struct bef_hlo__group *begin_group(struct joiner *joiner, const struct member *member)
{
	struct bef_hlo__group *group = bef_hlo__room(joiner->lower, 1, sizeof *group);
	if (!group)
		return NULL;
	*group = (struct bef_hlo__group){ .space = member->space, .level = member->level, .depth = member->depth,
		.number = (uint32_t)joiner->groups->count };
	if (!is_of_columns(member)) {
		struct bef_hlo__group **slot = &joiner->table[slot_of(joiner, member->level, member->depth, member->count)];
		group->same = *slot;
		*slot = group;
	}
	return bef_hlo__push(joiner->lower, joiner->groups, group) ? group : NULL;
}

static void note_read(
	struct joiner *joiner, const struct member *member, struct bef_hlo__group *group, uint32_t operand, uint32_t piece)
{
	struct bef_hlo__access access;
	bef_hlo__access_piece(joiner->lower, member->op, operand, piece, &access);
	struct bef_hlo__place *place = bef_hlo__place_of(joiner->lower, access.root);
	if (access.kind == BEF_HLO__INLINE || bef_hlo__group_of(joiner->lower, access.root, joiner->block) == group)
		return;
	if (place->reader != group || access.piece || bef_hlo__place_of(joiner->lower, mlirbc_op_operands(member->op)[operand].value)->view)
		group->reads++;
	if (!is_of_columns(member))
		place->reader = group;
}

static void note_reads(struct joiner *joiner, const struct member *member, struct bef_hlo__group *group)
{
	for (uint32_t i = 0; i < bef_hlo__reads(joiner->lower, member->op); i++) {
		for (uint32_t k = 0; k < bef_hlo__pieces(joiner->lower, member->op, i); k++)
			note_read(joiner, member, group, i, k);
	}
}

static bool add(struct joiner *joiner, const struct member *member, struct bef_hlo__group *group)
{
	struct bef_hlo__place *place = bef_hlo__place_of(joiner->lower, mlirbc_op_results(member->op));
	(void)bef_hlo__space_add(&group->space, &member->space, is_full(group, member) ? 1 : group->inner);
	if (member->inner) {
		group->inner = member->inner;
		group->columns = member->columns;
	}
	group->fixed = group->fixed || member->fixed;
	place->row = member->inner || !is_full(group, member);
	place->group = group;
	place->level = group->level;
	note_reads(joiner, member, group);
	return bef_hlo__push(joiner->lower, &group->ops, member->op);
}

static bool join(struct joiner *joiner, struct mlirbc_op *op, enum bef_hlo__kind kind)
{
	struct member member = { .op = op, .kind = kind };
	const struct mlirbc_type *shape = bef_hlo__shape_of(op, kind);
	bef_hlo__space_of(shape, &member.space);
	member.count = (int64_t)bef_hlo__count(shape);
	const int64_t results = (int64_t)bef_hlo__count(mlirbc_op_results(op)[0].type);
	if (member.count != results) {
		member.columns = bef_hlo__columns(joiner->lower, op);
		member.inner = member.count / results * member.columns;
		(void)bef_hlo__space_cut(&member.space, member.inner);
	}
	member.fixed = bef_hlo__reads_pieces(joiner->lower, op);
	for (uint32_t i = 0; i < bef_hlo__reads(joiner->lower, op); i++) {
		const uint32_t pieces = bef_hlo__pieces(joiner->lower, op, i);
		member.reads += pieces;
		for (uint32_t k = 0; k < pieces; k++)
			depend_on(joiner, &member, i, k);
	}
	struct bef_hlo__group *group = is_of_columns(&member) ? NULL : unite_hosts(joiner, &member);
	if (!group) {
		if (member.host_count)
			forget_hosts(&member, member.level, member.depth + 1);
		group = is_of_columns(&member) ? NULL : find_open(joiner, &member);
	}
	if (!group)
		group = begin_group(joiner, &member);
	return group && joiner->lower->status != BEF_E_NOMEM && add(joiner, &member, group);
}

/* ---- operations outside of groups */

static bool is_outside(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const struct mlirbc_value *result = mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op);
	if (op->result_count == 1)
		return bef_hlo__place_of(lower, result)->kind == BEF_HLO__OTHER && !bef_hlo__is_source(lower, op);
	return op->result_count > 1;
}

/* The last position of the operations outside of groups that the operands depend on, as `level` has it for now. */
static uint32_t level_of_operands(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	uint32_t level = 0;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands((struct mlirbc_op *)(uintptr_t)op)[i].value;
		const struct mlirbc_op *from = mlirbc_value_op(value);
		const uint32_t at = from && from->parent == op->parent ? bef_hlo__place_of(lower, value)->level : 0;
		level = at > level ? at : level;
	}
	return level;
}

/* Whether a view, which may get a kernel at its own position, has elements of a group that depends on one of the slices from `first` on. */
static bool views_a_group(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t first)
{
	const struct bef_hlo__place *place = bef_hlo__place_of(lower, mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op));
	const struct bef_hlo__view *view = place->kind == BEF_HLO__VIEW ? place->view : NULL;
	for (uint32_t i = 0; view && i < (view->piece_count ? view->piece_count : 1); i++) {
		const struct bef_hlo__place *root = bef_hlo__place_of(lower, view->piece_count ? view->pieces[i].root : view->root);
		if (root->kind != BEF_HLO__OTHER && root->level >= first)
			return true;
	}
	return false;
}

/* Dynamic slices with no other operation outside of groups between them, and none that depends on another, as a scan has them: `last`, by
 * position, is the position of the last of them. Groups wait for that one, so that what depends on several is one group. They change no
 * memory that a group may read meanwhile. `before`: room for as many. */
static void find_last_slices(struct bef_hlo__lower *lower, const struct mlirbc_block *block, uint32_t *last, uint32_t *before)
{
	uint32_t position = 0, first = 0, slice = 0; /* of such slices; 0: there is another operation behind */
	for (struct mlirbc_op *op = block->first; op && op->next; op = op->next) {
		const bool outside = is_outside(lower, op);
		const uint32_t level = level_of_operands(lower, op);
		position++;
		last[position] = position;
		if (outside && bef_hlo__is(lower, op, MLIRBC_STABLEHLO_dynamic_slice)) {
			const bool follows = slice > 0 && level < first;
			before[position] = follows ? slice : 0;
			first = follows ? first : position;
			slice = position;
		} else if (outside || op->region_count > 0 || (op->result_count == 1 && views_a_group(lower, op, first))) {
			slice = 0;
		}
		for (uint32_t i = 0; i < op->result_count; i++)
			bef_hlo__place_of(lower, &mlirbc_op_results(op)[i])->level = outside ? position : level;
	}
	for (; position > 0; position--) {
		if (before[position] > 0)
			last[before[position]] = last[position];
	}
}

bool bef_hlo__join_all(struct bef_hlo__lower *lower, const struct mlirbc_block *block, struct bef_hlo__row *out_groups)
{
	struct joiner joiner = { .lower = lower, .block = block, .groups = out_groups };
	uint32_t position = 1, *last;
	for (const struct mlirbc_op *op = block->first; op; op = op->next)
		position++;
	last = bef_hlo__room(lower, 2 * (size_t)position, sizeof *last);
	if (!last || !make_table(&joiner))
		return false;
	find_last_slices(lower, block, last, last + position);
	position = 0;
	for (struct mlirbc_op *op = block->first; op && op->next; op = op->next) {
		position++;
		const enum bef_hlo__kind kind =
			op->result_count == 1 ? bef_hlo__place_of(lower, mlirbc_op_results(op))->kind : BEF_HLO__OTHER;
		if (kind == BEF_HLO__STEP || kind == BEF_HLO__REDUCE) {
			if (!join(&joiner, op, kind))
				return false;
			continue;
		}
		for (uint32_t i = 0; i < op->result_count && kind == BEF_HLO__OTHER && !bef_hlo__is_source(lower, op); i++)
			bef_hlo__place_of(lower, &mlirbc_op_results(op)[i])->level = last[position];
	}
	return true;
}
