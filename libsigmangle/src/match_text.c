/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Messages of mismatches. */
#include <sigmangle/match.h>

#include "lex.h"
#include "out.h"

SMALL const char *sigmangle_mismatch_name(enum sigmangle_mismatch why)
{
	switch (why) {
	case SIGMANGLE_FITS: return "fits";
	case SIGMANGLE_OTHER_COUNT: return "count";
	case SIGMANGLE_OTHER_CATEGORY: return "category";
	case SIGMANGLE_NO_TYPE: return "unrecognized";
	case SIGMANGLE_OTHER_RANK: return "rank";
	case SIGMANGLE_OTHER_TYPE: return "type";
	case SIGMANGLE_OTHER_DIM: return "dim";
	case SIGMANGLE_BAD_SHAPE: return "shape";
	case SIGMANGLE_OTHER_STRIDE: return "stride";
	case SIGMANGLE_NO_DEVICE_TYPE: return "device";
	}
	return "?";
}

SMALL static void put_category(struct sigmangle__text *text, int64_t category)
{
	static const char *const names[] = { "a buffer", "a reference", "a scalar", "unrecognized" };
	sigmangle__put_word(text, category >= 0 && category < 4 ? names[category] : "?");
}

SMALL static void put_type(struct sigmangle__text *text, int64_t type)
{
	const char *name = type >= 0 && type < SIGMANGLE_TYPE_COUNT ? sigmangle_type_name((int32_t)type) : NULL;
	sigmangle__put_word(text, name ? name : "no type");
}

SMALL static void put_axis(struct sigmangle__text *text, const char *before, size_t axis, const char *behind)
{
	sigmangle__put_word(text, before);
	sigmangle__put_number(text, (int64_t)axis);
	sigmangle__put_word(text, behind);
}

SMALL static void put_numbers(
	struct sigmangle__text *text, const char *before, int64_t got, const char *between, int64_t wanted)
{
	sigmangle__put_word(text, before);
	sigmangle__put_number(text, got);
	sigmangle__put_word(text, between);
	sigmangle__put_number(text, wanted);
}

SMALL size_t sigmangle_match_text(const struct sigmangle_match *match, char *out, size_t room)
{
	static const char wants[] = ", the signature says ";
	struct sigmangle__text text = { out, room, 0 };
	switch (match->why) {
	case SIGMANGLE_FITS: sigmangle__put_word(&text, "fits"); break;
	case SIGMANGLE_OTHER_COUNT: put_numbers(&text, "arguments: ", match->got, wants, match->wanted); break;
	case SIGMANGLE_OTHER_CATEGORY:
		put_category(&text, match->got);
		sigmangle__put_word(&text, wants);
		put_category(&text, match->wanted);
		break;
	case SIGMANGLE_NO_TYPE: sigmangle__put_word(&text, "the signature has no type for it"); break;
	case SIGMANGLE_OTHER_RANK: put_numbers(&text, "rank ", match->got, wants, match->wanted); break;
	case SIGMANGLE_OTHER_TYPE:
		put_type(&text, match->got);
		sigmangle__put_word(&text, wants);
		put_type(&text, match->wanted);
		break;
	case SIGMANGLE_OTHER_DIM:
		put_axis(&text, "axis ", match->axis, "");
		put_numbers(&text, " has size ", match->got, wants, match->wanted);
		break;
	case SIGMANGLE_BAD_SHAPE:
		put_axis(&text, "axis ", match->axis, " cannot have size ");
		sigmangle__put_number(&text, match->got);
		break;
	case SIGMANGLE_OTHER_STRIDE:
		put_axis(&text, "axis ", match->axis, "");
		put_numbers(&text, " has stride ", match->got, ", contiguous is ", match->wanted);
		break;
	case SIGMANGLE_NO_DEVICE_TYPE:
		sigmangle__put_word(&text, "the device has no type ");
		put_type(&text, match->got);
		break;
	}
	return sigmangle__put_end(&text);
}

SMALL enum sigmangle_status sigmangle__fail_match(struct sigmangle_diag *diag, const struct sigmangle_match *match)
{
	char message[100];
	struct sigmangle__text text = { message, sizeof message, 0 };
	if (match->why != SIGMANGLE_OTHER_COUNT)
		put_axis(&text, "argument ", match->argument, ": ");
	sigmangle_match_text(match, message + text.length, sizeof message - text.length);
	return sigmangle__fail_with(diag, SIGMANGLE_E_ARG, SIGMANGLE_GOOD, SIGMANGLE_NO_OFFSET, "SIGMANGLE_E_ARG", message);
}
