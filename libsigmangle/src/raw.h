/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading of one item, for whoever walks a side. */
#ifndef SIGMANGLE_SRC_RAW_H
#define SIGMANGLE_SRC_RAW_H

#include "lex.h"

#include <sigmangle/raw.h>

struct sigmangle__item {
	struct sigmangle_item *item;
	struct sigmangle__token token; /* of the item; where the next one begins */
	const char *blame;             /* after an error */
	size_t dynamic;                /* dynamic dimensions of all that were read so far */
};

/* Reads the item at `at`, which is not `end`. All dimensions are counted, the first `room` are stored. */
enum sigmangle_reason sigmangle__read_item(struct sigmangle__item *read, const char *at, const char *end,
	enum sigmangle_mode mode, int32_t *dims, size_t room);

#endif
