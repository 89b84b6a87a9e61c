/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Nested attributes, types and locations, without recursion: each one that waits for a part is on parser->frames, so
 * only memory and max_depth limit the nesting. */
#include "text/parse/parser.h"

struct mlirbc__frame *mlirbc__frame_push(struct mlirbc_parser *parser,
	enum mlirbc__step (*next)(struct mlirbc_parser *parser, struct mlirbc__frame *frame))
{
	struct mlirbc__frame *frame = mlirbc__push(parser, &parser->frames, sizeof *frame);
	if (frame)
		frame->next = next;
	return frame;
}

enum mlirbc__step mlirbc__value(struct mlirbc_parser *parser, const void *value)
{
	parser->made = value;
	return value || mlirbc__no_memory(parser) ? STEP_MADE : STEP_FAILED;
}

static enum mlirbc__step begin(struct mlirbc_parser *parser, enum mlirbc__step wanted, const struct mlirbc_type *type)
{
	if (wanted == STEP_LOC ? !mlirbc__enter_loc(parser) : !mlirbc__enter(parser))
		return STEP_FAILED;
	switch (wanted) {
	case STEP_ATTR: return mlirbc__begin_attr(parser, type);
	case STEP_TYPE: return mlirbc__begin_type(parser);
	default: return mlirbc__begin_loc(parser);
	}
}

static struct mlirbc__frame *top(const struct mlirbc_parser *parser)
{
	return (struct mlirbc__frame *)(void *)(parser->frames.data + parser->frames.count) - 1;
}

/* Pops the frames that wait for a value that could not be read. */
static void unwind(struct mlirbc_parser *parser, size_t base)
{
	for (; parser->frames.count > base; parser->frames.count -= sizeof(struct mlirbc__frame))
		mlirbc__drop_fused(parser, top(parser));
}

/* Continues until no frame above `base` waits. */
static bool read_parts(struct mlirbc_parser *parser, size_t base, enum mlirbc__step step)
{
	for (;;) {
		while (step == STEP_MADE) {
			mlirbc__leave(parser);
			if (parser->frames.count == base)
				return true;
			step = top(parser)->next(parser, top(parser));
			if (step == STEP_MADE)
				parser->frames.count -= sizeof(struct mlirbc__frame);
		}
		if (step == STEP_FAILED) {
			unwind(parser, base);
			return false;
		}
		step = begin(parser, step, NULL);
	}
}

static bool read_value(struct mlirbc_parser *parser, enum mlirbc__step wanted, const struct mlirbc_type *type)
{
	size_t base = parser->frames.count;
	enum mlirbc__step step = begin(parser, wanted, type);
	if (step == STEP_MADE && parser->frames.count == base) { /* most have no parts */
		mlirbc__leave(parser);
		return true;
	}
	return read_parts(parser, base, step);
}

bool mlirbc__parse_attr(struct mlirbc_parser *parser, const struct mlirbc_type *type, const struct mlirbc_attr **out)
{
	bool good = read_value(parser, STEP_ATTR, type);
	if (good)
		*out = parser->made;
	return good;
}

bool mlirbc__parse_type(struct mlirbc_parser *parser, const struct mlirbc_type **out)
{
	bool good = read_value(parser, STEP_TYPE, NULL);
	if (good)
		*out = parser->made;
	return good;
}

bool mlirbc__parse_location(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	bool good = read_value(parser, STEP_LOC, NULL);
	if (good)
		*out = parser->made;
	return good;
}
