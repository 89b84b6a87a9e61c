/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A visitor that checks what the walker promises of any file: the fields tile it, parts nest, and each has the
 * declared size. */
#ifndef WALK_CHECK_H
#define WALK_CHECK_H

#include <mlirbc/walk.h>
#include <stdio.h>
#include <string.h>

enum { WALK_FRAMES = 1024, WALK_PARTS = 8192 };

struct walk_check {
	size_t size, end; /* of the file; of the fields so far */
	struct {
		enum mlirbc_walk_part part;
		uint64_t index;
		size_t at, size;
	} open[WALK_PARTS];
	size_t depth;
	uint64_t ops, parts[MLIRBC_WALK_BLOCK + 1], fields, strings_at, refs, contradictions;
	const char *wrong; /* NULL: nothing */
};

static void walk_check_enter(struct walk_check *check, const struct mlirbc_walk_item *item)
{
	if (check->depth == WALK_PARTS) {
		check->wrong = "parts nest deeper than regions may";
		return;
	}
	check->open[check->depth].part = item->part;
	check->open[check->depth].index = item->index;
	check->open[check->depth].size = item->size;
	check->open[check->depth++].at = item->offset;
	check->parts[item->part]++;
	if (item->offset != check->end)
		check->wrong = "a part does not begin where the fields end";
	if (item->size > check->size - item->offset)
		check->wrong = "a part goes on behind the file";
	if (item->part == MLIRBC_WALK_OP && item->index != check->ops++)
		check->wrong = "an op does not have the next number";
}

static void walk_check_leave(struct walk_check *check, const struct mlirbc_walk_item *item)
{
	if (check->depth == 0) {
		check->wrong = "a part is left that was not entered";
		return;
	}
	check->depth--;
	if (check->open[check->depth].part != item->part || check->open[check->depth].index != item->index ||
		check->open[check->depth].at != item->offset)
		check->wrong = "another part is left than was entered";
	if (item->offset + item->size != check->end)
		check->wrong = "a part does not end where its fields do";
	if (check->open[check->depth].size && check->open[check->depth].size != item->size)
		check->wrong = "a part has another size at its end";
}

static enum mlirbc_walk_answer walk_check_visit(void *ctx, const struct mlirbc_walk_item *item)
{
	struct walk_check *check = ctx;
	if (item->event == MLIRBC_WALK_ENTER) {
		walk_check_enter(check, item);
	} else if (item->event == MLIRBC_WALK_LEAVE) {
		walk_check_leave(check, item);
	} else {
		const bool contradicts = item->field == MLIRBC_WALK_DATA && item->flag;
		check->contradictions += contradicts;
		if (contradicts && (item->number > check->size || item->part == MLIRBC_WALK_SECTION))
			check->wrong = "what is wrong is not in the file, or not inside of an entry";
		if (item->offset != check->end || (item->size == 0 && !contradicts) || !item->name[0])
			check->wrong = "a field does not begin where the one before ends, is empty or has no name";
		if (check->depth && check->open[check->depth - 1].part != item->part)
			check->wrong = "a field names another part than it is in";
		check->end = item->offset + item->size;
		check->fields++;
		check->refs += item->field >= MLIRBC_WALK_STRING_REF && item->field <= MLIRBC_WALK_BLOCK_REF;
	}
	return check->wrong ? MLIRBC_WALK_STOP : MLIRBC_WALK_GO_ON;
}

/* Blobs of all forms, for any ops of the file. */
static bool walk_check_op(void *ctx, uint64_t index, struct mlirbc_walk_op_name *out_name)
{
	static const char *const names[][2] = { { "func", "func" }, { "arith", "addi" }, { "memref", "alloc" },
		{ "llvm", "getelementptr" }, { "scf", "forall" }, { "t", "op" } };
	const size_t count = sizeof names / sizeof *names;
	const char *const *name = names[index % count];
	(void)ctx;
	*out_name = (struct mlirbc_walk_op_name){ name[0], name[1], strlen(name[0]), strlen(name[1]), index % 2 == 0 };
	return index % (count + 1) != count;
}

/* Walks a file and checks it on the way. `blobs`: property blobs are taken apart, as if the ops were others. */
static enum mlirbc_status walk_and_check_as(const void *data, size_t size, bool blobs, bool lenient,
	struct walk_check *check, struct mlirbc_diag *diag)
{
	static struct mlirbc_walk_frame frames[WALK_FRAMES];
	const struct mlirbc_walk_options options = { .size = sizeof options,
		.frames = frames,
		.frame_count = WALK_FRAMES,
		.blob_op = blobs ? walk_check_op : NULL,
		.lenient = lenient };
	memset(check, 0, sizeof *check);
	check->size = size;
	enum mlirbc_status status = mlirbc_walk(data, size, &options, walk_check_visit, check, diag);
	if (!check->wrong && status == MLIRBC_OK && (check->end != size || check->depth))
		check->wrong = "the fields do not reach the end, or parts stay open";
	return status;
}

static enum mlirbc_status walk_and_check(
	const void *data, size_t size, bool blobs, struct walk_check *check, struct mlirbc_diag *diag)
{
	return walk_and_check_as(data, size, blobs, false, check, diag);
}

#endif
